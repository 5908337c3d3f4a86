# Return labels of orders that were shipped.

## In the panel
order-returns-menu = Etiquetas de devolución…
order-returns-print = { $count ->
    [one] Imprimir { $count } etiqueta de devolución
   *[other] Imprimir { $count } etiquetas de devolución
}
order-returns-one = Etiqueta de devolución…
order-returns-label = Etiqueta de devolución
order-returns-title = Etiquetas de devolución
order-returns-count = { $count ->
    [0] Ninguna etiqueta de devolución
    [one] { $count } etiqueta de devolución
   *[other] { $count } etiquetas de devolución
}
order-returns-explained = Los clientes envían los paquetes de vuelta a su tienda. Cada etiqueta se paga al comprarla.
# A choice; $count: orders that have a return label already
order-returns-another = { $count ->
    [one] Comprar otra para el pedido que ya tiene etiqueta de devolución
   *[other] Comprar otra para los { $count } pedidos que ya tienen etiqueta de devolución
}
order-returns-impossible = { $count ->
    [one] { $count } pedido no puede tenerla, porque su paquete fue a otro país o su dirección no está completa.
   *[other] { $count } pedidos no pueden tenerla, porque sus paquetes fueron a otro país o sus direcciones no están completas.
}
order-returns-open-count = { $count ->
    [one] { $count } etiqueta de devolución se está comprando o puede haberse comprado.
   *[other] { $count } etiquetas de devolución se están comprando o pueden haberse comprado.
}
order-returns-none = Ninguno de los pedidos seleccionados puede tener una etiqueta de devolución
order-returns-rate = { $count ->
    [one] Obtener su tarifa
   *[other] Obtener { $count } tarifas
}
order-returns-rate-name = Obtener tarifas de etiquetas de devolución
order-returns-buy = { $count ->
    [one] Comprar { $count } etiqueta de devolución, { $total }
   *[other] Comprar { $count } etiquetas de devolución, { $total }
}

## Results
order-returns-rating = Obteniendo tarifas de etiquetas de devolución
order-returns-buying = Comprando etiquetas de devolución
order-returns-all-rated = Tarifas de etiquetas de devolución recibidas
order-returns-all-bought = Etiquetas de devolución compradas
order-returns-not-shipped = Su propia etiqueta no se compró, así que nada puede volver
order-returns-open = Su etiqueta de devolución se está comprando o puede haberse comprado
order-returns-abroad = Fue a otro país. Compre su etiqueta de devolución en Envíos, con una declaración de aduana.
order-returns-bought-already = Mientras tanto recibió una etiqueta de devolución; no se compró otra
# Stays in the purchase journal as it was written
order-returns-purchase-title = { $number } · Devolución de { $name }, { $service }
