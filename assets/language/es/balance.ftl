# The Balance panel.

balance-title = Saldo
balance-refresh-name = Actualizar
# Why no money can be moved now.
balance-offline = No puede hacer esto hasta que vuelva la conexión
balance-unknown = El saldo aún no se ha cargado

## The balance and how top-ups are paid
# The title of the balance itself.
balance-available = Disponible
# $digits: the last four digits
balance-paid-by-card = Las recargas se cobran a la tarjeta terminada en { $digits }
balance-paid-by-some-card = Las recargas se cobran a su tarjeta
# En la práctica, donde no se mueve dinero.
balance-practice-card = Las recargas usan una tarjeta de práctica terminada en { $digits }; no se cobra nada
balance-practice-some-card = Las recargas usan una tarjeta de práctica; no se cobra nada
balance-paid-by-bank = Las recargas se cobran a la cuenta bancaria terminada en { $digits }
balance-paid-by-some-bank = Las recargas se cobran a su cuenta bancaria
balance-no-payment-method = No hay ningún método de pago registrado

## Topping up
balance-top-up = Recargar
balance-top-up-name = Recargar el saldo
balance-top-up-limit = Hasta { $cap } en 24 horas; quedan { $left }. Puede cambiar el límite en Configuración.
balance-top-up-amount = Monto
balance-top-up-amount-name = Monto de la recarga
balance-top-up-amount-hint = p. ej., { $amount }
balance-top-up-least = La recarga mínima es de { $amount }
balance-top-up-cents = Los montos no pueden tener fracciones de centavo
balance-top-up-over-cap = Supera el límite diario de { $cap }
balance-top-up-over-left = Solo quedan { $left } del límite diario
balance-top-up-change-limit = Cambiar el límite…
# $panel: where the money was lacking, such as Orders
balance-top-up-back = Volver a { $panel }

## The question before a top-up
balance-top-up-title = ¿Recargar { $amount }?
# $method: such as "Top-ups are charged to the card ending in 4242"
balance-top-up-words = { $method }. El cobro es inmediato y no se puede deshacer aquí.
# $method: como "Las recargas usan una tarjeta de práctica terminada en 4242; no se cobra nada"
balance-top-up-words-practice = { $method }. El saldo de práctica sube de inmediato.
balance-top-up-pay = Pagar { $amount }
balance-top-up-pay-name = Confirmar recarga
balance-top-up-cancel = Cancelar
balance-top-up-cancel-name = Cancelar recarga

## A top-up under way. $title: such as "Top-up of $25.00"
balance-top-up-sending = { $title }: enviando
balance-top-up-done = { $title }: listo
balance-top-up-done-balance = { $title }: listo, el saldo ahora es de { $balance }
balance-top-up-absent = { $title }: no se encontró en el historial. Aún puede llegar, así que la próxima recarga debe esperar.
balance-top-up-checking = { $title }: comprobando si llegó
balance-top-up-not-sent = { $title }: no se envió, no se cobró nada
balance-top-up-send = Enviar ahora
balance-top-up-send-name = Enviar la recarga
balance-top-up-discard = Descartar
balance-top-up-discard-name = Descartar la recarga
balance-top-up-check = Comprobar ahora
balance-top-up-check-name = Comprobar la recarga ahora

## The question before another top-up while one is not found
balance-top-up-again = Recargar de nuevo…
balance-top-up-again-title = ¿Recargar de nuevo?
balance-top-up-again-words = { $title }: no se encontró, pero aún puede llegar. Si llega, se le cobrará dos veces.
balance-top-up-again-yes = Recargar de nuevo
balance-top-up-again-yes-name = Confirmar otra recarga
balance-top-up-again-cancel-name = Cancelar otra recarga

## AutoBuy
balance-auto-buy = AutoBuy
balance-auto-buy-on = Activado: cuando el saldo baja de { $threshold }, se agregan { $amount } desde su método de pago
balance-auto-buy-on-amounts-unknown = Activado; el servicio no indicó con qué montos
balance-auto-buy-off = Desactivado: no se agrega nada automáticamente. Una etiqueta que cuesta más que el saldo se rechaza.
balance-auto-buy-unknown = El servicio no indicó si AutoBuy está activado
balance-auto-buy-change = Cambiar AutoBuy
balance-auto-buy-switch = Recargar automáticamente
balance-auto-buy-threshold = Si baja de
# $currency: como US$
balance-auto-buy-threshold-label = Si baja de ({ $currency })
balance-auto-buy-amount = Agregar
balance-auto-buy-amount-label = Agregar ({ $currency })
balance-auto-buy-save = Guardar AutoBuy
balance-auto-buy-cancel = Cancelar
balance-auto-buy-cancel-name = Cancelar cambios de AutoBuy
balance-auto-buy-amount-unreadable = Escriba como número el monto que se agrega
balance-auto-buy-threshold-unreadable = Escriba como número el saldo mínimo
balance-auto-buy-least = La recarga mínima es de { $amount }
balance-auto-buy-negative = Los montos no pueden ser negativos
balance-auto-buy-now-on = AutoBuy está activado
balance-auto-buy-now-off = AutoBuy está desactivado

## Purchases whose charge differs from the quote
balance-drift-title = Cotizado y cobrado
balance-drift-none-yet = Aparece después de su primera compra
balance-drift-nothing-compared = Aún no hay compras en esta computadora para comparar
balance-drift-all-as-quoted = { $compared ->
    [one] { $compared } compra en esta computadora se cobró según lo cotizado
   *[other] Las { $compared } compras en esta computadora se cobraron según lo cotizado
}
balance-drift-some = { $compared ->
    [one] Con cobro distinto de lo cotizado: { $count } de { $compared } compra en esta computadora
   *[other] Con cobro distinto de lo cotizado: { $count } de { $compared } compras en esta computadora
}
# $sum: such as "$0.45 less"
balance-drift-some-with-sum = { $compared ->
    [one] Con cobro distinto de lo cotizado: { $count } de { $compared } compra en esta computadora, { $sum } en total
   *[other] Con cobro distinto de lo cotizado: { $count } de { $compared } compras en esta computadora, { $sum } en total
}
balance-drift-more = { $amount } más
balance-drift-less = { $amount } menos
balance-drift-other-currency = en otra moneda
# $difference: such as "$0.45 more" or "in another currency"
balance-drift-row = { $date }: cotizado { $quoted }, cobrado { $charged }, { $difference }
balance-drift-open = Abrir
# $title: a shipment
balance-drift-open-name = Abrir envío: { $title }
balance-drift-older = { $count ->
    [one] y { $count } compra anterior
   *[other] y { $count } compras anteriores
}

## The period of the history
balance-history = Historial
balance-range = Período
balance-range-7-days = 7 días
balance-range-30-days = 30 días
balance-range-90-days = 90 días
balance-range-all = Todo
# Days that the user enters.
balance-range-dates = Fechas
balance-range-from = Desde
balance-range-to = Hasta
balance-range-show = Mostrar estos días
# An example of a date in an empty field
balance-range-hint = p. ej., { $date }
balance-range-unreadable = Escriba ambas fechas como { $example }
balance-range-backwards = El primer día es posterior al último

## The entries of the history
balance-history-loading = Cargando el historial
balance-history-not-loaded = El historial aún no se ha cargado
balance-history-empty = Sin actividad en este período
balance-history-load-older = Cargar movimientos anteriores
balance-column-date = Fecha
balance-column-type = Tipo
balance-column-note = Nota
balance-column-amount = Monto
# The balance after the entry.
balance-column-balance = Saldo
# A purchase of a label.
balance-event-label = Etiqueta
balance-event-top-up = Recarga
balance-event-auto-buy = AutoBuy
balance-event-refund = Reembolso

## Search in the history
balance-search = Buscar en el historial
balance-search-hint = Notas, montos, fechas
balance-search-type = Tipo de movimiento
balance-search-all-types = Todos los tipos
balance-search-no-match = Sin coincidencias en los movimientos cargados hasta ahora
balance-count = { $count ->
    [one] { $count } movimiento
   *[other] { $count } movimientos
}
balance-count-of = { $count } de { $total } movimientos
balance-count-found = { $count ->
    [one] { $found } en { $count } movimiento
   *[other] { $found } en { $count } movimientos
}
balance-count-found-of = { $found } en { $count } de { $total } movimientos

## Charts
balance-chart = Gráfico
balance-chart-balance = Saldo
balance-chart-days = Gasto por día
balance-chart-services = Por servicio
balance-chart-too-early = El gráfico aparece después de la primera compra
balance-chart-nothing-spent = Sin gastos en estos movimientos
balance-chart-no-labels = No hay etiquetas de este período en esta computadora
balance-chart-part = El gráfico tiene { $count } de { $total } movimientos
balance-chart-part-unknown = El gráfico tiene solo los { $count } movimientos más recientes
balance-chart-load-all = Cargar todos los movimientos
# The label that an entry paid for, such as: Ground Advantage to Jane Sample, 9400…
balance-note-label = { $service } para { $to }, { $number }
# For screen readers.
balance-chart-balance-name = Gráfico del saldo en el tiempo
balance-chart-days-name = Gráfico del gasto por día
# What was spent on one day.
balance-chart-day = { $date }: { $sum }
balance-chart-labels = { $count ->
    [one] { $count } etiqueta
   *[other] { $count } etiquetas
}

## Export
balance-export = Exportar CSV…
balance-export-name = Exportar el historial
balance-export-hint = Todos los movimientos de este período
balance-export-cancel = Cancelar
balance-export-cancel-name = Cancelar la exportación
balance-export-progress = { $count ->
    [one] Exportando, { $count } movimiento hasta ahora
   *[other] Exportando, { $count } movimientos hasta ahora
}
balance-exported = { $count ->
    [one] Se exportó { $count } movimiento a { $file }
   *[other] Se exportaron { $count } movimientos a { $file }
}
# $why: a sentence that says why entries are missing
balance-exported-incomplete = { $count ->
    [one] { $why }; solo se exportó { $count } movimiento disponible a { $file }
   *[other] { $why }; solo se exportaron los { $count } movimientos disponibles a { $file }
}
balance-export-offline = El servicio no responde

## Failures: what was attempted
balance-error-sums = No se pudieron sumar sus gastos
balance-error-export = No se pudo exportar el historial
