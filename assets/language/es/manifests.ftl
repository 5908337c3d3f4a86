# El panel Manifiestos y el escaneo de cierre.

## Cabecera del panel
manifests-title = Cierre del día
manifests-views-name = Vista
manifests-view-day = { $count ->
    [0] Por despachar
   *[other] Por despachar ({ $count })
}
manifests-view-closing = Escaneo de cierre
manifests-view-left-out = { $count ->
    [0] Excluidos
   *[other] Excluidos ({ $count })
}
manifests-view-made = { $count ->
    [0] Manifiestos
   *[other] Manifiestos ({ $count })
}
manifests-refresh = Actualizar manifiestos

## Palabras de varias vistas
manifests-loading-shipments = Buscando envíos sin manifiesto…
manifests-handed-over = Con el transportista
manifests-offline = No puede solicitar un manifiesto hasta que vuelva la conexión
manifests-create = Crear manifiesto
manifests-create-ask = Crear manifiesto…
manifests-show-shipment = Mostrar envío
manifests-shipments = { $count ->
    [one] { $count } envío
   *[other] { $count } envíos
}
manifests-column-to = Para
manifests-column-service = Servicio
manifests-column-number = Número de seguimiento
manifests-column-bought = Comprado

## Pedidos de manifiestos cuyo resultado no es seguro
manifests-refused = No se creó ningún manifiesto. Sus envíos pueden ir en otro.
manifests-refused-dismiss = Descartar
manifests-order-sending = { $count ->
    [one] Manifiesto de { $count } envío: se está solicitando
   *[other] Manifiesto de { $count } envíos: se está solicitando
}
manifests-order-checking = { $count ->
    [one] Manifiesto de { $count } envío: comprobando si se creó; no lo solicite de nuevo
   *[other] Manifiesto de { $count } envíos: comprobando si se creó; no lo solicite de nuevo
}
manifests-order-check-now = Comprobar ahora
manifests-order-absent = { $count ->
    [one] Manifiesto de { $count } envío: por ahora no está en la cuenta. Si lo solicita de nuevo, Postroom lo busca una vez más antes de enviar nada.
   *[other] Manifiesto de { $count } envíos: por ahora no está en la cuenta. Si lo solicita de nuevo, Postroom lo busca una vez más antes de enviar nada.
}
manifests-order-request-again = Solicitar de nuevo
manifests-order-in-doubt = { $count ->
    [one] Manifiesto de { $count } envío: se perdió la respuesta y el servicio no puede indicar si se creó. { $why }. Consulte al transportista antes de decidir.
   *[other] Manifiesto de { $count } envíos: se perdió la respuesta y el servicio no puede indicar si se creó. { $why }. Consulte al transportista antes de decidir.
}
manifests-order-send-again = Enviar de nuevo
manifests-order-exists = Sí se creó
manifests-order-check-again = Comprobar de nuevo
manifests-send-again-title = { $count ->
    [one] ¿Enviar de nuevo el manifiesto de { $count } envío?
   *[other] ¿Enviar de nuevo el manifiesto de { $count } envíos?
}
manifests-send-again-may-exist = El primero puede existir: se perdió su respuesta
manifests-send-again-warning = Si el transportista ya lo tiene, estos envíos estarán en dos manifiestos
manifests-cancel = Cancelar

## Por qué no es seguro que se creó un manifiesto
manifests-why-no-list = Este servicio no ofrece una lista de manifiestos
manifests-why-unknown-list = La lista del servicio tiene un formato que esta versión no puede leer
manifests-why-incomplete-list = En la lista del servicio falta un manifiesto que se creó aquí

## La pregunta antes de solicitar un manifiesto
manifests-question-title = { $count ->
    [one] ¿Crear un manifiesto de { $count } envío?
   *[other] ¿Crear un manifiesto de { $count } envíos?
}
manifests-question-warning = Esto no se puede deshacer, y sus etiquetas ya no se podrán reembolsar
manifests-question-without = No incluidos: { $names }
manifests-question-more = { $count } más

## Por despachar
manifests-day-capped = Solo se consideran los { $count } envíos más recientes
manifests-day-show-left-out = Mostrar excluidos
manifests-day-left-out = { $count ->
    [one] { $count } excluido: { $reasons }
   *[other] { $count } excluidos: { $reasons }
}
manifests-day-reason-count = { $reason } ({ $count })
manifests-day-nothing-title = Aún no hay nada por despachar
manifests-day-nothing-text = Las etiquetas que compre aparecen aquí hasta que estén en un manifiesto. Un manifiesto es un formulario que el transportista escanea en lugar de cada paquete.
manifests-day-nothing-step = Preparar un envío
manifests-day-done-title = Todo está en un manifiesto
manifests-day-done-text = Las etiquetas nuevas aparecen aquí hasta el próximo manifiesto
manifests-day-done-step = Mostrar manifiestos
manifests-group-handed-over = Con el transportista · { $date } · { $from }
manifests-group-ships = Sale el { $date } · { $from }
manifests-group-name = { $count ->
    [one] { $group }: { $count } envío
   *[other] { $group }: { $count } envíos
}
manifests-day-selected = { $count ->
    [0] { $total ->
        [one] Ninguno de { $total } envío seleccionado
       *[other] Ninguno de { $total } envíos seleccionado
    }
    [one] { $total ->
        [one] { $count } de { $total } envío seleccionado
       *[other] { $count } de { $total } envíos seleccionado
    }
   *[other] { $total ->
        [one] { $count } de { $total } envío seleccionados
       *[other] { $count } de { $total } envíos seleccionados
    }
}
manifests-day-select-first = Primero seleccione un envío
manifests-day-all-handed-over = El transportista ya tiene estos paquetes. Selecciónelos solo si aún necesita un manifiesto de ellos.
manifests-day-select-all = Seleccionar todo
manifests-day-clear-selection = Quitar selección
manifests-day-include = Incluir { $parcel }
manifests-day-menu-include = Incluir
manifests-day-menu-leave-out = Excluir
manifests-day-included = Incluido
manifests-day-not-included = No incluido

## Escaneo de cierre
manifests-scan-column = Escaneo
manifests-scan-empty-title = No hay paquetes por escanear
manifests-scan-empty-text = Primero compre etiquetas; después escanee aquí cada paquete cuando salga
manifests-scan-field = Escanear paquetes
manifests-scan-field-hint = Escanee cada paquete cuando salga, o escriba su número
manifests-scan-add = Agregar
manifests-scan-add-name = Agregar paquete
manifests-scan-nothing-yet = Aún no se ha escaneado nada
manifests-scan-start-over = Empezar de nuevo
manifests-scan-result = { $number }: { $result }
manifests-scan-progress = { $total ->
    [0] No queda nada por escanear
    [one] { $done } de { $total } envío escaneado
   *[other] { $done } de { $total } envíos escaneados
}
manifests-scan-progress-handed-over = { $total ->
    [0] No queda nada por escanear, { $handed_over } ya con el transportista
    [one] { $done } de { $total } envío escaneado, { $handed_over } ya con el transportista
   *[other] { $done } de { $total } envíos escaneados, { $handed_over } ya con el transportista
}
manifests-scan-filter-name = Paquetes mostrados
manifests-scan-filter-all = Todos
manifests-scan-filter-missing = { $count ->
    [one] Falta ({ $count })
   *[other] Faltan ({ $count })
}
manifests-scan-filter-scanned = Escaneados ({ $count })
manifests-scan-no-matches = Sin coincidencias
manifests-scan-undo = Deshacer escaneo
manifests-scan-undo-not-scanned = No se ha escaneado
manifests-scan-state-not-scanned = Sin escanear
manifests-scan-state-some = { $count } de { $total } paquetes
manifests-scan-state-scanned = Escaneado
manifests-scan-earlier = Escaneos anteriores
manifests-scan-group-handed-over = Ya con el transportista
manifests-scan-group-place = { $date }, { $from }
manifests-scan-group-complete = Todo escaneado
manifests-scan-group-missing = { $count ->
    [one] Falta { $count }: { $first }
   *[other] Faltan { $count }, entre ellos { $first }
}
manifests-scan-create = { $count ->
    [one] Crear manifiesto de { $count } envío…
   *[other] Crear manifiesto de { $count } envíos…
}
manifests-scan-create-name = Crear manifiesto: { $group }
manifests-scan-first = Primero escanee un paquete

## A qué pertenece un número escaneado
manifests-scanned-twice = Ya se escaneó
manifests-scanned-left-out = { $name } no puede ir en un manifiesto: { $reason }
manifests-scanned-on-manifest = Ya está en el manifiesto { $number }
manifests-scanned-on-new-manifest = Ya está en un manifiesto que se está creando
manifests-scanned-offline = Número desconocido, y sin conexión no se puede consultar al servicio
manifests-scanned-asking = Consultando este número al servicio
manifests-scanned-nowhere = Ningún envío de esta cuenta tiene este número
manifests-scanned-not-today = Es de esta cuenta, pero no está entre los envíos por despachar
manifests-scanned-package = { $to }: paquete { $count } de { $total }

## Excluidos
manifests-left-out-column = Motivo
manifests-left-out-empty-title = No hay nada excluido
manifests-left-out-empty-text = Los envíos que no pueden ir en un manifiesto aparecen aquí con el motivo
manifests-left-out-note = Estos no pueden ir en un manifiesto
manifests-left-out-note-select = Estos no pueden ir en un manifiesto. Seleccione uno para ver su envío.

## Por qué se excluye un envío: empieza con minúscula, para usarse después de dos puntos
manifests-reason-refund-status = estado del reembolso: { $status }
manifests-reason-refund = reembolso solicitado
manifests-reason-past = su fecha de envío ({ $date }) ya pasó
manifests-reason-canceled = cancelado
manifests-reason-ordered = su manifiesto aún no se ha confirmado
manifests-reason-unknown = no se conoce su cuenta, su origen o su fecha de envío
# As practice-service-carrier-epostage says it: its description is searched for these words.
manifests-carrier-says-no = sin manifiestos
manifests-reason-carrier = su transportista no acepta manifiestos

## Manifiestos que existen
manifests-list-column-requested = Solicitado
manifests-list-column-account = Cuenta de transportista
manifests-list-column-from = Origen
manifests-list-column-form-number = Número de formulario
manifests-list-column-form = Formulario
manifests-list-column-shipments = Envíos
manifests-list-loading = Cargando manifiestos…
manifests-list-empty-title = Aún no hay manifiestos
manifests-list-empty-text = Los envíos con la misma cuenta de transportista, origen y fecha de envío van en un manifiesto
manifests-list-empty-step = Mostrar lo que hay por despachar
manifests-list-form-pending = El transportista aún está creando el formulario
manifests-list-no-numbers = Este manifiesto no indica números de seguimiento
manifests-list-print-form = Imprimir formulario
manifests-list-copy-numbers = Copiar números de seguimiento
manifests-list-state-queued = En proceso
manifests-list-state-ready = Listo
manifests-list-close = Cerrar manifiesto
manifests-list-queued = El transportista está creando el formulario. Postroom lo comprueba automáticamente, también después de reiniciar.
manifests-list-packages = { $count ->
    [one] { $count } paquete
   *[other] { $count } paquetes
}
manifests-list-ships = se envía el { $date }
manifests-list-from = desde { $place }
manifests-list-copy = Copiar
manifests-list-copy-form-number = Copiar número de formulario
manifests-list-form-title = Formulario SCAN
manifests-list-form-title-number = Formulario SCAN { $number }
manifests-list-none = Este servicio no ofrece una lista de manifiestos; solo se muestran los creados en esta computadora

## Avisos y errores
manifests-sign-in-first = Inicie sesión para crear un manifiesto
manifests-day-passed = No se creó: la fecha de envío { $day } ya pasó, así que estos paquetes no pueden ir en un manifiesto. El transportista escanea cada uno.
manifests-still-loading = No se creó: los manifiestos guardados en esta computadora aún se están cargando. Inténtelo de nuevo en un momento.
manifests-notice-requested = { $count ->
    [one] Manifiesto de { $count } envío solicitado. El formulario llega automáticamente.
   *[other] Manifiesto de { $count } envíos solicitado. El formulario llega automáticamente.
}
manifests-notice-ready = { $count ->
    [one] Manifiesto de { $count } envío: el formulario está listo
   *[other] Manifiesto de { $count } envíos: el formulario está listo
}
manifests-error-save = No se pudo guardar la solicitud del manifiesto
manifests-error-create = No se pudo crear el manifiesto
manifests-error-group = No se pudieron buscar los envíos sin manifiesto
manifests-error-group-advice = Reinicie Postroom
