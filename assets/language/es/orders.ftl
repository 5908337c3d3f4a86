# The Orders panel: the list, an order, and what is done for many.

## The panel
orders-title = Pedidos
orders-loading = Abriendo los pedidos…
orders-offline = Sin conexión: las tarifas y las etiquetas necesitan el servicio
orders-busy = Hay otra tarea de los pedidos en curso
orders-import = Importar…
orders-import-hint = Importe una tabla o una hoja de cálculo. Primero verá una vista previa. También puede soltar el archivo aquí.
orders-paste = Pegar
orders-paste-hint = Importar una tabla que copió de una hoja de cálculo
orders-back = Todos los pedidos
orders-none-title = Aún no hay pedidos
orders-none = Importe los pedidos de su tienda de un archivo CSV o de una hoja de cálculo. También puede soltar el archivo aquí o pegar una tabla.
orders-none-practice = Importe los pedidos de su tienda o pruebe con 300 inventados.
orders-none-sample = Importar 300 pedidos de muestra
orders-table = Pedidos
orders-row = Pedido { $number }

## Search and filters
orders-search = Buscar pedidos
orders-search-hint = Busque número, nombre, dirección, SKU, rastreo
orders-filter = Mostrar
orders-filter-to-do = Por hacer
orders-filter-all = Todos
orders-filter-open = En compra
orders-filter-ready = Preparados
orders-filter-bought = Comprados
orders-filter-printed = Impresos
orders-filter-done = Hechos
orders-filter-aside = Apartados
orders-filter-count = { $name } { $count }
orders-filters = Filtros
orders-filters-in-use = Filtros ({ $count })
orders-source = Origen
orders-source-any = Cualquier origen
orders-preset = Ajuste predefinido
orders-preset-any = Cualquier ajuste
orders-ship-by = Enviar hasta el
orders-ship-by-any = Cualquier día
orders-ship-by-today = Para hoy
orders-ship-by-tomorrow = Hasta mañana
orders-count-matching = { $count ->
    [one] { $count } pedido
   *[other] { $count } pedidos
}
orders-no-match-title = Sin coincidencias
orders-no-match = Ningún pedido coincide con la búsqueda y los filtros
orders-no-match-button = Mostrar todos los pedidos
orders-all-done-title = Nada por hacer
orders-all-done = Todos los pedidos están despachados o apartados

## The grid
orders-column-service = Servicio
orders-column-carrier = Transportista
orders-column-tracking = Número de seguimiento
orders-column-ordered = Fecha del pedido
orders-columns = Columnas
orders-columns-hint = Elegir las columnas de la lista y su orden
orders-columns-usual = Columnas habituales
orders-columns-usual-now = La lista tiene sus columnas habituales
orders-columns-sooner = Mover { $column } a la izquierda
orders-columns-later = Mover { $column } a la derecha
orders-column-number = Pedido
orders-column-state = Estado
orders-column-recipient = Destinatario
orders-column-place = Destino
orders-column-items = Artículos
orders-column-weight = Peso
orders-column-preset = Ajuste
orders-column-price = Precio
orders-column-ship-by = Enviar hasta
orders-select = Seleccionar el pedido { $number }
orders-items = { $pieces } × { $name }
orders-items-more = { $first } +{ $count }
orders-preset-gone = Ajuste eliminado
orders-state-attention = Por revisar
orders-state-ready = Preparado
orders-state-rated = Con tarifa
orders-state-buying = En compra
orders-state-doubt = Incierto
orders-state-bought = Comprado
orders-state-printed = Impreso
orders-state-handed-over = Despachado
orders-state-refunded = Reembolsado
orders-state-hold = En espera
orders-state-canceled = Cancelado
orders-state-unreadable = No se puede leer

## What is done for the selected orders
orders-select-all = { $count ->
    [one] Seleccionar { $count } pedido
   *[other] Seleccionar los { $count } pedidos
}
orders-correct = { $count ->
    [one] Corregir { $count } pedido
   *[other] Corregir { $count } pedidos
}
orders-correct-name = Corregir pedidos
orders-correct-hint = Recorrer los pedidos que requieren atención, uno tras otro
orders-select-first = Seleccione pedidos para verificar direcciones, pedir tarifas, comprar etiquetas e imprimir.
# Ticked orders that the search or a filter hides
orders-selected-outside = { $count ->
    [one] Hay { $count } más seleccionado que no se muestra aquí
   *[other] Hay { $count } más seleccionados que no se muestran aquí
}
orders-selected = { $count ->
    [one] { $count } seleccionado
   *[other] { $count } seleccionados
}
orders-select-none = Quitar selección
orders-check = Verificar direcciones
orders-check-hint = El servicio verifica cada dirección que aún no se verificó
orders-nothing-to-check = Ninguno de los pedidos seleccionados se debe verificar
orders-rate = Obtener tarifas
orders-rate-hint = Obtener la tarifa que elige el ajuste predefinido de cada pedido
orders-nothing-to-rate = Ninguno de los pedidos seleccionados está listo para obtener tarifas
orders-nothing-to-change = Los pedidos seleccionados tienen etiquetas y ya no se pueden cambiar
orders-nothing-on-hold = Ninguno de los pedidos seleccionados está en espera
orders-nothing-canceled = Ninguno de los pedidos seleccionados está cancelado
orders-buy = Comprar etiquetas
orders-buy-labels = { $labels ->
    [one] Comprar { $labels } etiqueta, { $total }
   *[other] Comprar { $labels } etiquetas, { $total }
}
orders-nothing-to-buy = Ninguno de los pedidos seleccionados tiene una tarifa vigente
orders-buy-question = Compra de etiquetas
orders-buy-title = { $labels ->
    [one] ¿Comprar { $labels } etiqueta?
   *[other] ¿Comprar { $labels } etiquetas?
}
orders-buy-carrier = { $labels ->
    [one] { $carrier }, { $labels } etiqueta
   *[other] { $carrier }, { $labels } etiquetas
}
# $by: what they cost more or less than before, such as: $3.20 more
orders-buy-changed = { $count ->
    [one] El precio de { $count } pedido cambió con las últimas tarifas: { $by }.
   *[other] Los precios de { $count } pedidos cambiaron con las últimas tarifas: { $by } en total.
}
orders-buy-changed-more = { $amount } más
orders-buy-changed-less = { $amount } menos
orders-buy-changed-even = sin diferencia
orders-buy-outdated = { $count ->
    [one] { $count } pedido se modificó después de obtener su tarifa. No se compra hasta que la obtenga de nuevo.
   *[other] { $count } pedidos se modificaron después de obtener sus tarifas. No se compran hasta que las obtenga de nuevo.
}
orders-buy-balance = Saldo { $balance }
orders-buy-sum = { $labels ->
    [one] Total, { $labels } etiqueta
   *[other] Total, { $labels } etiquetas
}
orders-buy-lacks = { $labels ->
    [0] Al saldo le faltan { $amount }: no alcanza para la primera etiqueta.
    [one] Al saldo le faltan { $amount }: alcanza para cerca de { $labels } etiqueta; después se detiene la compra.
   *[other] Al saldo le faltan { $amount }: alcanza para unas { $labels } etiquetas; después se detiene la compra.
}
orders-buy-top-up = Recargar…
orders-buy-now = Comprar las etiquetas
orders-buy-cancel = Cancelar
orders-send-unsent = { $count ->
    [one] Enviar { $count } etiqueta de nuevo
   *[other] Enviar { $count } etiquetas de nuevo
}
orders-send-unsent-hint = Envía lo que está en el registro de compras y no se envió. Nada se compra dos veces.
orders-print = Imprimir
orders-nothing-to-print = Ninguno de los pedidos seleccionados tiene etiqueta
orders-more = Más acciones
orders-hold = Poner en espera
orders-release = Liberar
orders-cancel-order = Cancelar el pedido
orders-restore = Restaurar
orders-delete = Eliminar
orders-open = Abrir

## One order
orders-detail-title = Pedido { $number }
orders-close = Cerrar
orders-edit-hint = Un cambio se guarda al salir del campo.
orders-mend-hint = Un cambio se guarda al salir del campo. Enter lleva al siguiente problema.
orders-bought-cannot-change = Su etiqueta se compró o se está comprando, así que no se puede cambiar.
orders-held = En espera
orders-held-because = En espera: { $reason }
orders-suggested = El servicio escribe esta dirección de otra forma:
orders-take-suggestion = Usar esta dirección
orders-keep-address = Conservar la mía
orders-settle-note = Está bien
orders-changed-in-file = Un archivo más nuevo tiene otros datos de este pedido. Su etiqueta se compró con los datos de abajo.
orders-dismiss-file = Aceptar
orders-label-not-bought = No comprada
orders-paid-twice = El pedido { $number } tiene dos etiquetas pagadas. Ábralo, use una y pida el reembolso de la otra.
orders-surplus-label = Esta etiqueta también se pagó. Use solo una de las etiquetas y pida el reembolso de la otra.
orders-surplus-refund = Reembolsar esta etiqueta…
orders-found-elsewhere = { $station } ha terminado la etiqueta del pedido { $number } y la imprime. Imprímala aquí solo si no salió allí.
orders-attempted-print-found = No se pudo imprimir una etiqueta encontrada; está en la lista
orders-label-refunded = Reembolsada
orders-printed-at = Impreso: { $at }, en { $printer } por { $by }
orders-field-weight = Peso
orders-field-length = Largo
orders-field-width = Ancho
orders-field-height = Alto
orders-field-length-in = Largo ({ $unit })
orders-field-width-in = Ancho ({ $unit })
orders-field-height-in = Alto ({ $unit })
orders-field-note = Nota
orders-preset-by-rules = Lo eligen las reglas
orders-preset-of-rule = Lo eligió la regla “{ $rule }”
orders-preset-of-file = Nombrado en el archivo importado
orders-items-title = Artículos
orders-item = { $quantity } × { $sku } { $name }
orders-raw-row = La fila como está en el archivo:

## Changes
orders-undo-changed = { $orders ->
    [one] Último cambio: { $orders } pedido
   *[other] Último cambio: { $orders } pedidos
}
orders-undo-too-many = { $orders ->
    [one] { $orders } pedido cambiado. No se puede deshacer.
   *[other] { $orders } pedidos cambiados. Tantos no se pueden deshacer.
}
orders-undo-deleted = { $orders ->
    [one] { $orders } pedido eliminado
   *[other] { $orders } pedidos eliminados
}
orders-left-bought = { $orders ->
    [one] { $orders } pedido queda como está: su etiqueta se compró o se está comprando.
   *[other] { $orders } pedidos quedan como están: sus etiquetas se compraron o se están comprando.
}
orders-left-changed = { $orders ->
    [one] { $orders } pedido se cambió entretanto y queda como está.
   *[other] { $orders } pedidos se cambiaron entretanto y quedan como están.
}
orders-left-unreadable = { $orders ->
    [one] { $orders } pedido no se puede leer y queda como está.
   *[other] { $orders } pedidos no se pueden leer y quedan como están.
}
orders-attempted-read = No se pudieron leer los pedidos
orders-attempted-change = No se pudo guardar el cambio de los pedidos
orders-attempted-document = No se pudo guardar el cambio
orders-attempted-claim = No se pudieron marcar los pedidos como en compra; no se compró nada para ellos
orders-attempted-journal = No se pudo anotar la compra en el registro; no se envió nada
orders-attempted-settle = No se pudo guardar el resultado de unas etiquetas; el registro de compras lo tiene

## Batches
orders-work-busy = Hay otra tarea de los pedidos en curso.
orders-work-sign-in = Primero inicie sesión: esto necesita el servicio.
orders-work-checking = Verificando direcciones
orders-work-rating = Pidiendo tarifas
orders-work-buying = Comprando etiquetas
orders-work-sending = Enviando etiquetas de nuevo
orders-work-all-checked = Direcciones verificadas
orders-work-all-rated = Tarifas recibidas
orders-work-all-bought = Etiquetas compradas
orders-work-all-sent = Etiquetas enviadas de nuevo
orders-work-bought-already = Su etiqueta se compró o se está comprando
orders-work-refunded = Su etiqueta se reembolsó. Abra el pedido y decida si se compra otra
orders-work-checked-before = Verificada antes
orders-work-address-right = La dirección está bien
orders-work-address-other = El servicio tiene { $street }, { $city } { $zip }
orders-work-address-wrong = El servicio rechaza la dirección: { $remark }
orders-work-problem = { $problem }
orders-work-rated = { $days ->
    [one] { $service }, { $days } día
   *[other] { $service }, { $days } días
}
orders-work-bought = Comprada por { $price }
orders-work-bought-other-price = Comprada por { $charged }; la tarifa era { $expected }
orders-attempted-buy-at-price = Se detuvo la compra
orders-advice-price-rise = Revise lo que cobra el servicio; la mayor alza de precio se configura en Configuración, Compras
# $charged and $expected: prices; $order: the number of the order
orders-work-price-rise = La etiqueta del pedido { $order } se cobró a { $charged } y su tarifa era { $expected }. Los pedidos siguientes no se compraron.
# $chosen: the chosen rate; $left: a rate that was cheaper
orders-work-rated-left-out = { $chosen }. { $left }
orders-work-changed-meanwhile = Se cambió entretanto; no se compró
orders-work-on-hold = En espera o cancelado
orders-work-outdated = La tarifa está desactualizada. Pida tarifas de nuevo.
orders-work-other-price = No se compró: la tarifa ahora es { $price }, y se aceptó { $agreed }
orders-work-unwritable = No se compró: no se puede escribir la solicitud
orders-work-unreadable = No se puede leer y se deja como está; puede que lo haya escrito una versión más nueva de Postroom
orders-work-not-sent = Aún no se envió; envíela de nuevo
orders-work-nothing-unsent = No queda nada por enviar
orders-work-other-account = Su etiqueta es de otra cuenta
orders-work-taken-over = Otra computadora de la tienda se ha hecho cargo de este pedido y lo termina; desde aquí no se envió nada
orders-work-removed = Se eliminó entretanto
# Stands for the number and the name of an order that is not there any more
orders-work-removed-order = Pedido eliminado
orders-work-not-kept = No se guardó: otra computadora cambió el pedido al mismo tiempo
orders-work-purchase-canceled = Su compra se canceló antes de enviarse
orders-work-not-found = No se compró: el servicio no la tiene
orders-work-workspace-away = Esperando al servidor de los pedidos. Las etiquetas en curso se terminan y no se empieza ningún pedido nuevo; lo comprado está en el registro de compras.
orders-claims-taken-over =
    { $orders ->
        [one] Otra computadora se detuvo mientras compraba una etiqueta. Esta computadora comprueba si se compró y termina su pedido.
       *[other] Otra computadora se detuvo mientras compraba { $orders } etiquetas. Esta computadora comprueba si se compraron y termina sus pedidos.
    }
orders-claims-other-account = Otra computadora se detuvo mientras compraba etiquetas con la cuenta { $account }. Inicie sesión en esa cuenta en cualquier computadora para terminar esos pedidos.
orders-purchase-title = { $number } · { $service } a { $name }

## Import
orders-attempted-paste = No se pudo pegar una tabla
orders-paste-nothing = No hay texto en el portapapeles
orders-paste-advice = Copie las celdas en la hoja de cálculo, con la línea de encabezados, y pegue de nuevo.
orders-attempted-import = No se pudo importar { $file }
orders-import-advice = Revise el archivo e intente de nuevo.
orders-import-source = Importación
orders-import-too-large = El archivo tiene más de 512 MB.
orders-import-gone = El archivo ya no está ahí. Puede que se haya movido, cambiado de nombre o eliminado.
orders-import-loading = Leyendo el archivo…
orders-import-close = Cancelar
orders-import-clipboard = Tabla pegada
orders-import-title = Importar pedidos
orders-import-saved-mapping = Leído con su asignación “{ $name }”
orders-import-recognized = Reconocido como una tabla de { $name }
orders-import-new = { $count ->
    [one] { $count } pedido nuevo
   *[other] { $count } pedidos nuevos
}
orders-import-changed = { $count ->
    [one] { $count } cambiado
   *[other] { $count } cambiados
}
orders-import-unchanged = { $count ->
    [one] { $count } ya está
   *[other] { $count } ya están
}
orders-import-changed-bought = { $count ->
    [one] { $count } cambió después de comprar su etiqueta
   *[other] { $count } cambiaron después de comprar sus etiquetas
}
orders-import-with-attention = { $counts }, { $attention } de ellos por revisar
orders-import-nothing = No hay nada nuevo en esta tabla
orders-import-write = { $count ->
    [one] Importar { $count } pedido
   *[other] Importar { $count } pedidos
}
orders-import-write-name = Importar los pedidos
orders-import-shop = Tienda
orders-import-first-is-heading = La primera línea es el encabezado
orders-import-sheet = Hoja
orders-import-bar = Barra vertical
orders-import-columns = Columnas
orders-import-field-of = Campo de { $column }
orders-import-field-kept = Mostrar con el pedido
orders-import-mapping-name = Nombre de esta asignación
orders-import-mapping-hint = Mi tienda
orders-import-mapping-save = Guardar
orders-import-mapping-unnamed = Primero escriba un nombre
orders-import-mapping-note = Una asignación guardada se usa para el próximo archivo con estas columnas.
orders-import-skipped = { $count ->
    [one] { $count } fila no es un pedido
   *[other] { $count } filas no son pedidos
}
orders-import-skipped-row = Fila { $row }: { $reason }
orders-import-column-problem = Problema
orders-import-table = Pedidos de este archivo
orders-import-done = { $count ->
    [one] { $count } pedido importado
   *[other] { $count } pedidos importados
}
# $number: del primero de ellos. $reason: por qué
orders-import-refused = { $orders ->
    [one] El pedido { $number } no se importó: { $reason }
   *[other] { $orders } pedidos no se importaron. El primero es { $number }: { $reason }
}
orders-import-done-attention = { $count ->
    [one] { $count } pedido importado, por revisar
   *[other] { $count } pedidos importados, { $attention } de ellos por revisar
}
orders-import-working = Importando pedidos
orders-import-ended = Importación terminada
