# The day report on screen, files for the shops, and editing many orders.

## The day report
order-day-open = Informe del día
order-day-open-hint = Qué se compró en un día, cuánto costó y qué no se envió
order-day-day = Día
order-day-before = El día anterior
order-day-after = El día siguiente
order-day-no-day = Escriba un día que no esté en el futuro, como { $example }
order-day-reading = Leyendo el día…
order-day-print = Imprimir
order-day-own-clock = Según el reloj de esta computadora. El de práctica puede ir por otro día.
order-day-save-csv = Guardar CSV…
order-day-save-pdf = Guardar PDF…
order-day-file = Guardar el informe del día
order-day-saved = Informe del día guardado como { $file }
order-day-attempted-save = No se pudo guardar el informe del día
order-day-unpriced = { $labels ->
    [one] No se conoce el precio de { $labels } etiqueta; no está en la suma.
   *[other] No se conocen los precios de { $labels } etiquetas; no están en la suma.
}
order-day-no-labels = Ese día no se compró ninguna etiqueta
order-day-not-shipped = Sin enviar: { $count }
order-day-all-shipped = Cada pedido tiene su etiqueta
order-day-choose = En este momento. Elija un pedido para abrirlo.

## El archivo de números de seguimiento para la tienda
shop-files-open = Archivo para la tienda…
shop-files-open-hint = Escribir los números de seguimiento en un archivo que su tienda lee
shop-files-title = Archivo para la tienda
shop-files-file = Guardar el archivo para la tienda
shop-files-file-card = Archivo
shop-files-format = Formato
shop-files-format-shopify = Shopify, con Matrixify
shop-files-format-amazon = Amazon
shop-files-format-ebay = eBay
shop-files-format-woocommerce = WooCommerce
shop-files-format-own = Columnas propias
shop-files-notify = Shopify avisa a los clientes de que sus paquetes están en camino
shop-files-orders-card = Pedidos
shop-files-whose = Qué pedidos
shop-files-selected = Seleccionados ({ $count })
shop-files-bought = Comprados
shop-files-any-day = Comprados en cualquier día
shop-files-day = Comprados el
shop-files-only-new = Solo lo que aún no se exportó
shop-files-only-new-hint = Postroom recuerda qué etiquetas están en un archivo de este formato.
shop-files-delimiter = Separador de columnas
shop-files-comma = Coma
shop-files-semicolon = Punto y coma
shop-files-tab = Tabulador
shop-files-columns = Columnas
shop-files-add = Agregar columna
shop-files-heading = Encabezado de la columna { $number }
shop-files-heading-hint = Encabezado
shop-files-field = Contenido de la columna { $number }
shop-files-detail = Más de la columna { $number }
shop-files-detail-hint = Encabezado o texto
shop-files-up = Subir la columna { $number }
shop-files-remove = Quitar la columna { $number }
shop-files-name = Nombre de este formato
shop-files-name-hint = Mi tienda
shop-files-keep = Guardar formato
shop-files-kept = Está guardado como se ve
shop-files-unnamed = Escriba primero un nombre
shop-files-name-taken = Otro formato tiene este nombre
shop-files-delete = Eliminar formato
shop-files-field-number = Número de pedido
shop-files-field-tracking = Número de seguimiento
shop-files-field-all-tracking = Todos los números
shop-files-field-carrier = Transportista
shop-files-field-service = Servicio
shop-files-field-date = Día de la compra
shop-files-field-cost = Costo
shop-files-field-currency = Moneda
shop-files-field-recipient = Destinatario
shop-files-field-country = País
shop-files-field-source = Origen
shop-files-field-reference = Referencia
shop-files-field-column = Columna importada
shop-files-field-text = El mismo texto
shop-files-summary = Qué contiene el archivo
shop-files-reading = Leyendo los pedidos…
shop-files-writing = Se está escribiendo el archivo
shop-files-none = Ninguno de estos pedidos va en el archivo
shop-files-all-before = { $count ->
    [one] Este pedido ya está en un archivo de este formato. Para escribirlo otra vez, desmarque “{ $choice }”.
   *[other] Los { $count } pedidos ya están en un archivo de este formato. Para escribirlos otra vez, desmarque “{ $choice }”.
}
shop-files-rest-before = { $count ->
    [one] El otro pedido ya está en un archivo de este formato. Para escribirlo otra vez, desmarque “{ $choice }”.
   *[other] Los otros { $count } pedidos ya están en un archivo de este formato. Para escribirlos otra vez, desmarque “{ $choice }”.
}
shop-files-save = Guardar el archivo…
shop-files-save-orders = { $orders ->
    [one] Guardar el archivo con { $orders } pedido…
   *[other] Guardar el archivo con { $orders } pedidos…
}
shop-files-written = { $orders ->
    [one] { $orders } pedido escrito en { $file }
   *[other] { $orders } pedidos escritos en { $file }
}
shop-files-count = { $orders ->
    [one] { $orders } pedido
   *[other] { $orders } pedidos
}
shop-files-before = { $count ->
    [one] { $count } ya exportado
   *[other] { $count } ya exportados
}
shop-files-left-out = { $count ->
    [one] { $count } omitido
   *[other] { $count } omitidos
}
shop-files-incomplete = { $count ->
    [one] { $count } por revisar
   *[other] { $count } por revisar
}
shop-files-rows = Números de seguimiento en el archivo: { $numbers }, en filas: { $rows }
shop-files-choose = Elija un pedido para abrirlo.
shop-files-table = Pedidos omitidos o incompletos
shop-files-state-left-out = Omitido
shop-files-state-incomplete = Por revisar
shop-files-attempted-write = No se pudo escribir el archivo para la tienda
shop-files-attempted-remember = El archivo se escribió, pero Postroom no pudo anotar qué pedidos contiene
shop-files-nothing = ya no se puede escribir ninguno de estos pedidos
shop-files-nothing-advice = Revise los pedidos de nuevo

## Changing a cell of the grid
orders-cell = { $field } del pedido { $number }
orders-cell-weight-wrong = Escriba un peso, como 1.5 lb
orders-cell-ship-by-wrong = Escriba un día o déjelo vacío
orders-cell-preset = Ajuste predefinido del pedido { $number }

## Editing many orders
orders-many-menu = Editar…
orders-many-title = { $count ->
    [one] Editar { $count } pedido
   *[other] Editar { $count } pedidos
}
orders-many-words = Cada campo marcado recibe el mismo valor en todos. Un campo marcado y vacío se borra.
orders-many-note-only = Los pedidos seleccionados tienen etiquetas; solo se puede cambiar su nota.
orders-many-new = { $field }, valor nuevo
orders-many-size = Tamaño
orders-many-size-unit = Unidad del tamaño
orders-many-size-wrong = Escriba tres medidas o ninguna
orders-many-change = { $count ->
    [one] Cambiar { $count } pedido
   *[other] Cambiar { $count } pedidos
}
orders-many-change-name = Cambiar los pedidos
orders-many-nothing = Marque lo que se va a cambiar
orders-many-cancel = Cancelar
