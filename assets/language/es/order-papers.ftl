# Packing slips, the pick list, the day report, and files for the shops.

## Archivos para las tiendas
order-papers-shop-reader-shopify = Para la aplicación Matrixify en Shopify, porque Shopify no lee archivos de números de seguimiento. Deje la palabra “Orders” en el nombre del archivo.
order-papers-shop-reader-amazon = Para Seller Central: súbalo como confirmación de envío en Upload Order Related Files.
order-papers-shop-reader-ebay = Para la plataforma Merchant Integration Platform de eBay: súbalo como order fulfillment feed.
order-papers-shop-reader-woocommerce = Para la extensión Advanced Shipment Tracking en WooCommerce: elija su importación CSV y las fechas MM-DD-YYYY.
order-papers-shop-reader-own = Columnas que usted eligió
order-papers-shop-etsy = Etsy no lee archivos de números de seguimiento. Guarde una lista con columnas propias y escriba los números en Shop Manager.
order-papers-shop-no-number = El pedido no tiene número
order-papers-shop-unsafe-number = El número de pedido sería una fórmula en una hoja de cálculo, y la tienda no lo reconocería escrito de otra forma
order-papers-shop-not-amazon = El número no tiene la forma de un número de pedido de Amazon, como 058-3563777-5518068
order-papers-shop-canceled = El pedido está cancelado
order-papers-shop-not-bought = No se compró ninguna etiqueta
order-papers-shop-buying = Se está comprando la etiqueta
order-papers-shop-in-doubt = Aún no se sabe si se compró la etiqueta
order-papers-shop-refunded = Se reembolsó la etiqueta
order-papers-shop-no-tracking-number = La etiqueta no tiene número de seguimiento
order-papers-shop-unsafe-tracking-number = El número de seguimiento sería una fórmula en una hoja de cálculo
order-papers-shop-goods-divided = Los artículos se reparten entre los paquetes en su orden, porque no se sabe cuál está en cada paquete
order-papers-shop-amazon-one-number = { $count ->
    [one] Amazon toma { $count } número de seguimiento más de este pedido solo con el order-item-id y la cantidad de cada artículo, y al menos una pieza por paquete: { $numbers }
   *[other] Amazon toma { $count } números de seguimiento más de este pedido solo con el order-item-id y la cantidad de cada artículo, y al menos una pieza por paquete: { $numbers }
}
order-papers-shop-numbers-missing = { $count ->
    [one] El archivo no tiene lugar para { $count } número de seguimiento de este pedido: { $numbers }
   *[other] El archivo no tiene lugar para { $count } números de seguimiento de este pedido: { $numbers }
}

## El informe del día
order-papers-report-heading = Informe del día
order-papers-report-title = Informe del { $day }
order-papers-report-summary = Resumen
order-papers-report-what = Concepto
order-papers-report-count = Cantidad
order-papers-report-labels = Etiquetas
order-papers-report-cost = Costo
order-papers-report-carrier = Transportista
order-papers-report-service = Servicio
order-papers-report-preset = Ajuste predefinido
order-papers-report-manifest = Manifiesto
order-papers-report-ship-date = Fecha de envío
order-papers-report-total = Total
order-papers-report-order = Pedido
order-papers-report-recipient = Destinatario
order-papers-report-ship-by = Enviar hasta el
order-papers-report-reason = Motivo
order-papers-report-labels-bought = Etiquetas compradas
order-papers-report-price-unknown = Etiquetas cuyo precio no se conoce
order-papers-report-return-labels = Etiquetas de devolución
order-papers-report-printed = Etiquetas impresas
order-papers-report-not-printed = Etiquetas sin imprimir
order-papers-report-on-manifests = Etiquetas en manifiestos
order-papers-report-without-manifest = Etiquetas sin manifiesto
order-papers-report-by-service = Costo por transportista y servicio
order-papers-report-by-preset = Costo por ajuste predefinido
order-papers-report-no-preset = Sin ajuste predefinido
order-papers-report-refunds = Reembolsos
order-papers-report-manifests = Manifiestos
order-papers-report-not-shipped = Sin enviar
order-papers-report-needs-attention = Por revisar
order-papers-report-on-hold = En espera
order-papers-report-refused-orders = Rechazados
order-papers-report-in-doubt-orders = Incierto
order-papers-report-buying-orders = En compra
order-papers-report-refunded-orders = Etiqueta reembolsada
order-papers-report-waiting-orders = No se compró ninguna etiqueta
# Por qué no se envió un pedido
order-papers-report-held = En espera
order-papers-report-held-because = En espera: { $reason }
order-papers-report-refused = Rechazado: { $reason }
order-papers-report-in-doubt = Aún no se sabe si se compró la etiqueta
order-papers-report-buying = Se está comprando la etiqueta
order-papers-report-refunded = Se reembolsó la etiqueta y no se compró otra
order-papers-report-waiting = No se compró ninguna etiqueta

## Notas de empaque
order-papers-slip-title = Nota de empaque
order-papers-slip-titles = Notas de empaque
order-papers-slip-order = Pedido { $number }
order-papers-slip-no-number = Pedido sin número
order-papers-slip-page = Página { $page } de { $pages }
order-papers-slip-ship-to = Enviar a
order-papers-slip-ordered = Fecha del pedido
order-papers-slip-shipping = Envío
order-papers-slip-reference = Referencia
order-papers-slip-note = Nota
order-papers-slip-no-items = Este pedido no indica artículos.
order-papers-slip-column-sku = SKU
order-papers-slip-column-item = Artículo
# El precio de una pieza
order-papers-slip-column-price = Precio
# Una columna angosta
order-papers-slip-column-quantity = Cant.
order-papers-slip-pieces = { $count ->
    [one] { $count } pieza
   *[other] { $count } piezas
}
order-papers-slip-total = Total { $total }
order-papers-slip-none = No hay ningún pedido para imprimir
order-papers-slip-not-written = No se pudo escribir el PDF
order-papers-slip-logo-kind = El logotipo no es PNG ni JPEG. Guárdelo en uno de esos formatos.
order-papers-slip-logo-damaged = El logotipo está dañado y no se pudo leer. Guárdelo de nuevo o elija otro archivo.
order-papers-slip-logo-cmyk = El logotipo es un JPEG con los colores de imprenta (CMYK). Guárdelo en RGB o como PNG.
order-papers-slip-logo-large = El logotipo tiene { $width } × { $height } píxeles y es demasiado grande para imprimirlo. Guárdelo con 40 millones de píxeles como máximo.
order-papers-slip-logo-unconfirmed = Otro puesto eligió el logotipo. Esta computadora no lee el archivo hasta que usted lo permita en Configuración, Pedidos y tienda.

## Lista de recolección
order-papers-pick-title = Lista de recolección
order-papers-pick-orders = { $count ->
    [one] { $count } pedido
   *[other] { $count } pedidos
}
order-papers-pick-articles = { $count ->
    [one] { $count } artículo distinto
   *[other] { $count } artículos distintos
}
order-papers-pick-pieces = { $count ->
    [one] { $count } pieza
   *[other] { $count } piezas
}
order-papers-pick-unclear = { $count ->
    [one] { $count } cantidad dudosa
   *[other] { $count } cantidades dudosas
}
order-papers-pick-column-pieces = Piezas
order-papers-pick-column-sku = SKU
order-papers-pick-column-item = Artículo
order-papers-pick-column-orders = Pedidos
order-papers-pick-sequence = Pedidos en orden de empaque
order-papers-pick-sequence-hint = Las etiquetas se imprimen en este orden.
# El lugar en el orden: 1, 2, 3
order-papers-pick-column-place = N.º
order-papers-pick-column-order = Pedido
order-papers-pick-column-recipient = Destinatario
order-papers-pick-column-content = Artículos
# Varias piezas: un número de pedido o un SKU, y cuántas
order-papers-pick-times = { $what }{"\u00A0"}×{"\u00A0"}{ $count }
order-papers-pick-times-unclear = { $what }{"\u00A0"}×{"\u00A0"}“{ $quantity }”
order-papers-pick-quantity = { $number } (cantidad dudosa “{ $quantity }”)
order-papers-pick-no-quantity = { $number } (sin cantidad)

## Los pedidos de práctica
order-papers-practice-mailer = Sobre acolchado
order-papers-practice-small-box = Caja pequeña
order-papers-practice-large-box = Caja grande
order-papers-practice-expedited = Urgente, 3 días como máximo
order-papers-practice-abroad = Extranjero
order-papers-practice-signer = Tienda de práctica
order-papers-practice-rule-abroad = Paquetes al extranjero
order-papers-practice-rule-expedited = El cliente eligió envío urgente
order-papers-practice-rule-breakable = Productos frágiles hasta 3 lb
order-papers-practice-rule-light = Hasta 12 oz
order-papers-practice-rule-small = Hasta 3 lb
order-papers-practice-rule-others = Los demás pedidos
