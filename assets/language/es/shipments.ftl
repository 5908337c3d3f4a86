# The Shipments panel.

shipments-title = Envíos
shipments-refresh = Actualizar envíos
shipments-export = Exportar CSV…
shipments-export-hint = Exporta todos los envíos que coinciden con la búsqueda y el filtro
shipments-export-nothing = No hay nada que exportar

## Search and filter
shipments-search = Buscar envíos
shipments-search-hint = Nombre, lugar, número o servicio
shipments-filter = Filtro de envíos
shipments-filter-all = Todos
shipments-filter-today = Hoy
shipments-filter-in-transit = En tránsito
shipments-filter-problems = Problemas
shipments-filter-refundable = Reembolsables
shipments-filter-delivered = Entregados
shipments-count = { $count ->
    [one] { $count } envío
   *[other] { $count } envíos
}
# How many of all shipments match the search
shipments-count-matching = { $matching } de { $total }
# More shipments may match the search; they are still being counted
shipments-count-more = { $matching }+ de { $total }
shipments-loading-older = Cargando envíos anteriores
shipments-loaded-older = Envíos anteriores cargados

## Column heads, also of the Refunds and Tracking panels
# When the label was bought
shipments-column-bought = Comprado
# The recipient
shipments-column-to = Para
shipments-column-service = Servicio
shipments-column-number = Número de seguimiento
shipments-column-status = Estado
shipments-column-price = Precio

## Statuses
shipments-status-untracked = Sin seguimiento aún
shipments-status-refund-requested = Reembolso solicitado
shipments-status-refund-approved = Reembolso aprobado
shipments-status-refund-declined = Reembolso rechazado
shipments-status-refunded = Reembolsado
# A status that Postroom does not know. $status: as the service names it
shipments-status-refund-other = Reembolso: { $status }

## Empty lists
shipments-empty-title = Aún no hay envíos
shipments-empty = Cada etiqueta que compra se guarda aquí, incluso sin conexión
shipments-empty-button = Preparar un envío
shipments-no-match-title = Sin coincidencias
shipments-no-match = Pruebe con otra búsqueda u otro filtro
shipments-no-match-button = Mostrar todos los envíos

## Selected shipments
# The name of a row's check box. $number: the tracking number
shipments-select = Seleccionar { $name }, { $number }
shipments-selected = { $count ->
    [one] { $count } seleccionado
   *[other] { $count } seleccionados
}
shipments-selected-more = Más para los envíos seleccionados
shipments-select-all = Seleccionar todo
shipments-select-all-hint = Selecciona todos los envíos de esta lista, hasta { $most }
shipments-clear-selection = Quitar selección
shipments-select-fewer = Seleccione { $most } como máximo
shipments-select-voided = Quite de la selección las etiquetas anuladas; ya no se pueden usar
shipments-print = Imprimir
shipments-print-selected = Imprimir selección
shipments-print-busy = Las etiquetas se están preparando para imprimir
shipments-save-labels = Guardar etiquetas…

## One shipment
shipments-detail-title = Envío
shipments-detail-close = Cerrar envío
shipments-detail-back = Volver a la lista
shipments-detail-bought = Comprado: { $time }
shipments-detail-loading = Cargando el envío
shipments-detail-to = Para
shipments-detail-from = De
shipments-detail-email = Correo electrónico
shipments-detail-reference = Referencia
shipments-detail-tracking = Seguimiento
# A fee of which the service names no kind
shipments-detail-fee = Cargo
shipments-detail-total = Total
shipments-unread = No se pudo leer
shipments-unread-hint = El servicio envió estos campos en un formato inesperado, por lo que se omiten
# $value: what the service sent
shipments-unread-answer = Toda la respuesta: { $value }

## What the scale showed at the purchase
# $time: a time of day, or a date and a time
shipments-weighed = Pesó { $weight } { $unit } en { $scale }
shipments-weighed-at = Pesó { $weight } { $unit } en { $scale }, { $time }
shipments-weighed-on = Pesó { $weight } { $unit } en { $scale }, { $time }
shipments-package-weighed = El paquete { $package } pesó { $weight } { $unit } en { $scale }
shipments-package-weighed-at = El paquete { $package } pesó { $weight } { $unit } en { $scale }, { $time }
shipments-package-weighed-on = El paquete { $package } pesó { $weight } { $unit } en { $scale }, { $time }

## Actions on a shipment
shipments-action-show = Mostrar envío
shipments-action-print = Imprimir
shipments-action-track = Rastrear
shipments-action-refund = Reembolso…
shipments-action-ship-again = Repetir envío
shipments-action-return = Etiqueta de devolución
shipments-action-return-hint = Empieza un envío de vuelta, del destinatario a usted
shipments-action-download-label = Descargar de nuevo la etiqueta
shipments-action-download-label-hint = Obtiene de nuevo la etiqueta del servicio, sin costo
shipments-no-number = Sin número de seguimiento
shipments-offline = No puede hacer esto hasta que vuelva la conexión

## Saving labels as files
# The format in which several labels are saved
shipments-save-as = Guardar como
shipments-save-original = Archivos originales
shipments-save-one-pdf = Un solo PDF
shipments-save-choose = Elegir dónde…
shipments-save-choose-name = Elegir dónde guardar la etiqueta
shipments-save-choose-selected = Elegir dónde guardar las etiquetas seleccionadas
shipments-save-cancel = Cancelar
shipments-save-cancel-name = Cancelar el guardado
shipments-save-cancel-selected = Cancelar el guardado de las etiquetas seleccionadas
# The proposed name of a file, after its date
shipments-save-file-name = { $count ->
    [one] { $count } etiqueta
   *[other] { $count } etiquetas
}

## Notices and progress
shipments-failed-export = No se pudieron exportar los envíos
shipments-failed-search = No se pudieron buscar los envíos
# $file: the path of the file
shipments-exported = { $count ->
    [one] Se exportó { $count } envío a { $file }
   *[other] Se exportaron { $count } envíos a { $file }
}
# $reason: a sentence
shipments-missing = Faltan algunos envíos. { $reason }
shipments-missing-older = Faltan algunos envíos: los anteriores aún no se han cargado
shipments-missing-loading = Los envíos anteriores aún se están cargando
# A page of the service's list, with the number of shipments on it
shipments-page = { $count ->
    [one] Página { $page }, { $count } envío
   *[other] Página { $page }, { $count } envíos
}
shipments-page-reached = Hasta el { $time }
shipments-pages-left = Páginas restantes

## Getting a label from the service
shipments-label-failed = No se pudo descargar la etiqueta
shipments-label-none = El servicio no envió ninguna etiqueta
shipments-label-no-link = El servicio envió un enlace a la etiqueta que no es válido
shipments-label-unreadable = El servicio no envió ni una etiqueta ni un enlace a ella
shipments-label-unreadable-of = La etiqueta { $number } de { $count } no es ni un archivo ni un enlace
shipments-label-signed-out = No ha iniciado sesión y la etiqueta no está guardada en esta computadora
shipments-label-advice = Espere un momento y descargue de nuevo la etiqueta
shipments-label-sign-in = Inicie sesión y descargue de nuevo la etiqueta
# A document is an end-of-day form or a sheet of container labels
shipments-document-failed = No se pudo obtener el documento

## Storing an address at the service, where labels and manifests take it from
shipments-address-failed-read = No se pudo leer la libreta de direcciones
shipments-address-failed = No se pudo guardar la dirección en el servicio
shipments-address-gone = La dirección ya no está en la libreta de direcciones
shipments-address-gone-advice = Elija otra dirección
shipments-address-no-id = El servicio respondió sin un ID
shipments-address-no-id-advice = Si pide ayuda a soporte, indique cuándo ocurrió esto
