# The Tracking panel.

tracking-title = Seguimiento
tracking-refresh = Actualizar
# The name of the choice between the two lists
tracking-lists = Lista de seguimiento
tracking-list-watched = En seguimiento
# Labels that no carrier has scanned
tracking-list-unscanned = Sin escanear
tracking-list-unscanned-count = Sin escanear ({ $count })
# From a parcel that covers the list
tracking-back = Volver a la lista

## Statuses of a parcel
tracking-status-unknown = Sin estado aún
tracking-status-pre-transit = Etiqueta creada
tracking-status-in-transit = En tránsito
tracking-status-delayed = Retrasado
tracking-status-out-for-delivery = En reparto
tracking-status-delivery-failed = Entrega fallida
tracking-status-delivered = Entregado
tracking-status-canceled = Cancelado
tracking-status-other = Otro

## What happened to a parcel, as carriers report it (sub-statuses)
tracking-event-label-generated = Etiqueta generada
tracking-event-shipping-info-sent-to-carrier = Datos del envío mandados al transportista
tracking-event-ready-for-pickup = Listo para recoger
tracking-event-origin-scan = Escaneo de origen
tracking-event-departure-scan = Escaneo de salida
tracking-event-arrival = Llegada
tracking-event-destination-scan = Escaneo de destino
tracking-event-damaged = Dañado
tracking-event-pickup-scan = Escaneo de recolección
tracking-event-received-by-local-post-office = Recibido por la oficina de correos local
tracking-event-transferred-to-local-post-office = Transferido a la oficina de correos local
tracking-event-import-scan = Escaneo de importación
tracking-event-export-scan = Escaneo de exportación
tracking-event-carrier-changed-delivery = El transportista cambió la entrega
tracking-event-arrived-at-carrier-facility = Llegó a un centro del transportista
tracking-event-departed-carrier-facility = Salió de un centro del transportista
tracking-event-pickup-delayed = Recolección retrasada
tracking-event-weather-delay = Retraso por el clima
tracking-event-bad-delivery-address = Dirección de entrega incorrecta
tracking-event-delivery-attempted = Intento de entrega
tracking-event-out-for-delivery = En reparto
tracking-event-refused = Rechazado
tracking-event-can-not-deliver-to-po-box = No se puede entregar en un apartado postal
tracking-event-undeliverable = No se puede entregar
tracking-event-returning = En devolución
tracking-event-returned = Devuelto
tracking-event-delivered = Entregado
tracking-event-delivered-to-agent = Entregado a un agente
tracking-event-sender-stopped = Detenido por el remitente
tracking-event-void-info-received = Anulación recibida
tracking-event-unknown = Desconocido
tracking-event-pending = Pendiente
tracking-event-failure = Falla
tracking-event-lost-package = Paquete perdido
tracking-event-hold-for-future-delivery = Retenido para una entrega posterior
tracking-event-pickup-at-carrier-facility = Para recoger en un centro del transportista

## The watch list
tracking-numbers = Números de seguimiento
tracking-numbers-hint = Escriba o pegue números de seguimiento
tracking-track = Rastrear
tracking-no-number = No hay ningún número de seguimiento en ese texto
tracking-empty-title = No hay paquetes en seguimiento
tracking-empty = Escriba o pegue números de seguimiento arriba. Las etiquetas compradas aquí se agregan automáticamente.
tracking-filter = Filtro de paquetes
tracking-filter-all = Todos
tracking-filter-problems = Problemas
tracking-filter-in-transit = En tránsito
# Out for delivery: arrives today
tracking-filter-today = Hoy
# Delivered or canceled
tracking-filter-completed = Finalizados
tracking-no-match = No hay paquetes con este estado
tracking-loading = Consultando al transportista
tracking-no-scans = Aún sin escaneos
tracking-last-scan = Último escaneo
tracking-copy-row = Copiar fila
tracking-copy = Copiar “{ $number }”

## Actions on a parcel
tracking-action-show-shipment = Mostrar envío
tracking-action-carrier-page = Página del transportista
tracking-no-carrier-page = El transportista no dio ninguna página
tracking-action-stop = Dejar de seguir

## The scans of one parcel
tracking-copy-number = Copiar número de seguimiento
tracking-nothing-known = Aún no hay información de seguimiento
tracking-not-scanned = La etiqueta se creó; el transportista aún no ha escaneado el paquete
tracking-not-offered = { $carrier } no ofrece seguimiento
tracking-not-offered-unknown = Este transportista no ofrece seguimiento
tracking-time-unknown = Hora desconocida
# $time: as the carrier wrote it
tracking-no-time-zone = { $time } (el transportista no indicó la zona horaria)
tracking-local-times = Las horas son las del lugar del escaneo si el transportista no indicó la zona horaria
# The name of the map for screen readers
tracking-map = Mapa de { $count } lugares, de { $first } a { $last }
tracking-map-one = Mapa de { $place }
tracking-map-empty = Mapa sin escaneos
# A place on the map
tracking-map-scan = { $status }, { $time }

## Labels that no carrier has scanned
# The age of a label in days
tracking-column-days = Días
# When the label was bought
tracking-column-created = Etiqueta creada
tracking-unscanned-looking = Buscando etiquetas nunca escaneadas
tracking-unscanned-empty-title = Ninguna etiqueta tiene el escaneo atrasado
tracking-unscanned-empty = Aquí aparecen las etiquetas no escaneadas en un día
# $amount: one amount or several in different currencies
tracking-unscanned-summary = { $count ->
    [one] { $count } etiqueta nunca escaneada, { $amount } en riesgo. Ábrala para imprimirla de nuevo o solicitar un reembolso.
   *[other] { $count } etiquetas nunca escaneadas, { $amount } en riesgo. Abra una para imprimirla de nuevo o solicitar un reembolso.
}
# The list shows only the newest of them
tracking-unscanned-summary-newest = { $count ->
    [one] { $count } etiqueta nunca escaneada, las { $shown } más recientes abajo: { $amount } en riesgo. Abra una para imprimirla de nuevo o solicitar un reembolso.
   *[other] { $count } etiquetas nunca escaneadas, las { $shown } más recientes abajo: { $amount } en riesgo. Abra una para imprimirla de nuevo o solicitar un reembolso.
}
tracking-unscanned-failed = No se pudieron buscar etiquetas nunca escaneadas
tracking-unscanned-advice = Reinicie Postroom
