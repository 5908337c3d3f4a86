# Printing, handing over and papers of many orders; the shop's own name and papers.

## Errors
order-printing-attempted-history = No se pudo registrar en los pedidos qué etiquetas se imprimieron
order-printing-attempted-hand-over = No se pudo registrar en los pedidos que están en un manifiesto
order-printing-attempted-refunds = No se pudo registrar en los pedidos qué etiquetas se reembolsaron
order-printing-attempted-run = No se pudo guardar qué etiquetas se imprimen juntas
order-printing-attempted-paper = No se pudieron hacer las notas de empaque o la lista de recolección
order-printing-too-many = { $most ->
    [one] Seleccione como máximo { $most } pedido
   *[other] Seleccione como máximo { $most } pedidos
}
order-printing-left-out = { $count ->
    [one] Se omite { $count } pedido: no tiene etiqueta de esta cuenta.
   *[other] Se omiten { $count } pedidos: no tienen etiqueta de esta cuenta.
}
order-printing-without-logo = Las notas de empaque no tienen logotipo. { $reason }

## Files
order-printing-file-logo = Elegir el logotipo
order-printing-filter-pictures = Imágenes

## Printing
order-printing-print = { $count ->
    [one] Imprimir { $count } etiqueta
   *[other] Imprimir { $count } etiquetas
}
order-printing-print-name = Imprimir las etiquetas
order-printing-again = Imprimir de nuevo…
order-printing-again-title = Imprimir etiquetas de nuevo
order-printing-again-explained = Después de un atasco de papel, imprima solo las etiquetas dañadas. El transportista rechaza una etiqueta que está en dos paquetes.
order-printing-last-run = { $count ->
    [one] La última impresión: { $count } etiqueta
   *[other] La última impresión: { $count } etiquetas
}
# Some labels of the last run were not printed, because it was stopped or the program ended
order-printing-run-queued = { $queued ->
    [one] Solo { $queued } de las { $count } se puso en la cola de impresión
   *[other] Solo { $queued } de las { $count } se pusieron en la cola de impresión
}
order-printing-from = Desde
order-printing-to = Hasta
order-printing-range-problem = { $count ->
    [one] Escriba 1
   *[other] Escriba dos números de 1 a { $count }, primero el menor
}
order-printing-place = { $place }: pedido { $number }, { $name }
order-printing-print-range = Imprimir de { $from } a { $to } de nuevo
order-printing-print-range-name = Imprimir esta parte de nuevo
order-printing-print-selected = { $count ->
    [one] Imprimir la etiqueta seleccionada
   *[other] Imprimir las { $count } etiquetas seleccionadas
}
order-printing-print-selected-name = Imprimir de nuevo las etiquetas seleccionadas
order-printing-progress = Imprimiendo etiquetas: { $done } de { $all } en la cola de impresión
order-printing-stop = Detener
order-printing-queued = { $count ->
    [one] { $count } etiqueta está en la cola de impresión
   *[other] { $count } etiquetas están en la cola de impresión
}

## Handing over
order-printing-hand-over = Despachar
order-printing-hand-over-hint = Hacer los manifiestos de los pedidos seleccionados para sus transportistas
order-printing-nothing-to-hand-over = Ninguno de los pedidos seleccionados tiene una etiqueta por despachar
order-printing-hand-over-loading = Se están cargando los envíos del día
order-printing-hand-over-title = { $count ->
    [one] ¿Despachar { $count } pedido?
   *[other] ¿Despachar { $count } pedidos?
}
order-printing-hand-over-now = Despachar
order-printing-hand-over-now-name = Despachar los pedidos
order-printing-manifest = { $count ->
    [one] Manifiesto de { $account } para el { $day }: { $count } paquete
   *[other] Manifiesto de { $account } para el { $day }: { $count } paquetes
}
order-printing-cannot-be-undone = Un manifiesto no se puede deshacer: sus etiquetas ya no se pueden reembolsar.
order-printing-without-manifest = { $count ->
    [one] { $count } paquete va a un transportista que no acepta manifiestos. Cuenta como despachado.
   *[other] { $count } paquetes van a transportistas que no aceptan manifiestos. Cuentan como despachados.
}
order-printing-past = { $count ->
    [one] { $count } paquete tiene la fecha de envío { $day }, que ya pasó, así que no se puede hacer un manifiesto. Cuenta como despachado; el transportista lo escanea.
   *[other] { $count } paquetes tienen la fecha de envío { $day }, que ya pasó, así que no se puede hacer un manifiesto. Cuentan como despachados; el transportista escanea cada uno.
}
order-printing-on-manifest = { $count ->
    [one] { $count } paquete ya está en un manifiesto
   *[other] { $count } paquetes ya están en manifiestos
}
order-printing-manifest-asked = { $count ->
    [one] { $count } paquete espera un manifiesto que se solicitó
   *[other] { $count } paquetes esperan manifiestos que se solicitaron
}
order-printing-cannot-be-on = { $count ->
    [one] { $count } paquete no se puede despachar: { $reason }
   *[other] { $count } paquetes no se pueden despachar: { $reason }
}
order-printing-seeking = { $count ->
    [one] Se busca { $count } paquete entre los envíos anteriores de esta computadora
   *[other] Se buscan { $count } paquetes entre los envíos anteriores de esta computadora
}
order-printing-not-loaded = { $count ->
    [one] { $count } paquete no está entre los envíos cargados en esta computadora. Primero actualice Envíos.
   *[other] { $count } paquetes no están entre los envíos cargados en esta computadora. Primero actualice Envíos.
}
order-printing-none-possible = Ninguno de estos paquetes se puede despachar ahora

## What was done with a label, in the details of an order
order-printing-times-printed = { $count ->
    [one] Se imprimió { $count } vez
   *[other] Se imprimió { $count } veces
}
# $at: day and time
order-printing-handed-over = Despachado { $at }, sin manifiesto
order-printing-on-manifest-number = En el manifiesto { $number }
order-printing-on-manifest-of = En el manifiesto { $number } de { $at }
order-printing-on-unknown-manifest = En un manifiesto cuyo número no se conoce
# $status: such as “With the carrier, 2 to 4 weeks”
order-printing-refund-status = Reembolso: { $status } (visto { $at })
order-printing-refund-requested = Reembolso solicitado
order-printing-refund-in-doubt = Se está solicitando un reembolso; el servicio aún no lo ha confirmado.
order-printing-refund-replaced = Se decidió comprar otra etiqueta en su lugar: { $at }
order-printing-refund-undecided = La etiqueta se reembolsó. El pedido solo se compra de nuevo si usted lo decide. La nueva etiqueta sustituye a esta.
order-printing-refund-unclear = Esta versión no conoce el estado del reembolso. No se puede comprar otra etiqueta en su lugar.
order-printing-buy-another = Permitir otra etiqueta
order-printing-buy-others = { $count ->
    [one] Permitir otra etiqueta para { $count } pedido reembolsado
   *[other] Permitir otras etiquetas para { $count } pedidos reembolsados
}

## Papers
order-printing-papers = Documentos
order-printing-papers-name = Notas de empaque y lista de recolección
order-printing-print-slips = Imprimir notas de empaque
order-printing-save-slips = Guardar notas de empaque…
order-printing-print-pick-list = Imprimir lista de recolección
order-printing-save-pick-list = Guardar lista de recolección…

## The shop, in Settings
order-printing-shop = Su tienda
order-printing-shop-loading = Los datos de su tienda se muestran cuando hay una cuenta abierta.
order-printing-shop-explained = Para los documentos y las etiquetas de sus pedidos. Todas las computadoras de la tienda tienen lo mismo.
order-printing-shop-name = Nombre
order-printing-shop-name-explained = En las notas de empaque y las listas de recolección. Sin él se imprime el nombre del remitente.
order-printing-shop-text = Texto en las notas de empaque
order-printing-shop-text-explained = Debajo de los artículos: su agradecimiento o cómo devolver algo.
order-printing-shop-logo = Logotipo
order-printing-shop-logo-explained = Un archivo PNG o JPEG. Déjelo vacío para no usar logotipo.
order-printing-shop-logo-choose = Elegir…
order-printing-shop-logo-unconfirmed = Otro puesto eligió este archivo. Esta computadora no lo lee hasta que usted lo permita.
order-printing-shop-logo-allow = Permitir el logotipo en esta computadora
order-printing-shop-paper = Papel
order-printing-shop-slips-with-labels = Imprimir notas de empaque con las etiquetas
order-printing-shop-prices = Mostrar precios en las notas de empaque
order-printing-shop-note = Mostrar la nota del pedido en las notas de empaque
order-printing-shop-sender = Remitente
order-printing-shop-sender-explained = Envía cada pedido cuyo ajuste predefinido no nombra a otro. Déjelo vacío para usar el remitente de Enviar.
order-printing-shop-save = Guardar
order-printing-shop-discard = Descartar cambios
order-printing-shop-unchanged = No se cambió nada
# $size: 8,5 × 11, como lo escribe la región
order-printing-paper-letter = Carta, { $size } in
order-printing-paper-a4 = A4, 210 × 297 mm
order-printing-paper-label = Etiqueta, 4 × 6 in
