# The Rates panel, words about rates, and the map of a route.

## The head of the panel and its views
rates-title = Tarifas
# The name of the switch between the three views.
rates-view = Vista
rates-view-all = Todas las tarifas
rates-view-packages = Comparar paquetes
rates-view-past = Cotizaciones anteriores

## A rate
rates-days = { $days ->
    [one] { $days } día
   *[other] { $days } días
}
# $days: such as "3 days"; $date: such as "Tue, Nov 24"
rates-arrival = { $days }, { $date }
# $arrival: such as "3 days, Tue, Nov 24" or only the date
rates-arrival-guaranteed = { $arrival }, garantizado
rates-arrival-only-guaranteed = Garantizado
rates-arrival-unknown = Plazo de entrega desconocido
rates-badge-cheapest = La más barata
rates-badge-fastest = La más rápida
rates-badge-best-value = Mejor equilibrio

## Services for certain goods only
# On a rate: not everything may be sent with this service.
rates-restricted = Restringido
# What Media Mail is for
rates-only-media = Solo libros, películas y grabaciones
# What Library Mail is for
rates-only-libraries = Solo entre bibliotecas, escuelas y museos
# What Bound Printed Matter is for
rates-only-printed = Solo impresos encuadernados, como catálogos y libros

## Services that the shop does not offer
rates-hidden-count = { $count ->
    [one] { $count } servicio oculto
   *[other] { $count } servicios ocultos
}
rates-hidden-show = Mostrar
rates-hidden-show-name = Mostrar los servicios ocultos
rates-hidden-hide = Volver a ocultar
rates-hidden-hide-name = Volver a ocultar estos servicios
rates-hidden-pill = Oculto
rates-hidden-all-title = Todos estos servicios están ocultos
rates-hidden-all-words = Sus transportistas solo dieron tarifas de servicios que no ofrece

## A similar parcel once cost less
rates-cheaper = Este paquete costó menos el { $date }: { $price } con { $service }
rates-cheaper-today = Este paquete costó menos hoy ({ $time }): { $price } con { $service }
rates-cheaper-show = Mostrar esa cotización

## No rates, or outdated ones
rates-none-title = Aún no hay tarifas
rates-none-words = Escriba ambas direcciones y un paquete para ver las tarifas de todos sus transportistas
rates-go-to-ship = Ir a Enviar
rates-outdated = El envío cambió; estos precios ya no están vigentes
rates-outdated-step = Actualizar tarifas ahora

## Above the table
rates-filter = Filtrar tarifas
rates-filter-hint = Filtrar por servicio o cuenta
rates-filter-carrier = Filtro de transportista
rates-filter-all-carriers = Todos los transportistas
rates-filter-none-title = Sin coincidencias
rates-filter-none-step = Mostrar todas las tarifas
rates-refresh = Actualizar
rates-refresh-name = Actualizar tarifas

## The table
rates-column-service = Servicio
rates-column-carrier = Transportista
rates-column-account = Cuenta
rates-column-days = Días
rates-column-arrives = Llega
rates-column-zone = Zona
rates-column-price = Precio
rates-ship-with = Enviar con esta tarifa

## The selected rate
rates-choose-title = Elija una tarifa
rates-choose-hint = Haga clic en una fila para ver sus cargos. Haga doble clic o presione Enter para enviar con ella.
# A fee whose kind the service does not name.
rates-fee = Cargo
# $fee: such as "Fuel Surcharge"
rates-fee-of-package = { $fee }, paquete { $number }
rates-total = Total

## The chart
rates-chart-title = Precio y días de entrega
# The axis of delivery days.
rates-chart-days = Días
# For screen readers.
rates-chart-name = Gráfico de precio y días de entrega
# $points: such as "Cheapest: $4.30, 8 days; Fastest: $15.00, 3 days"
rates-chart-name-with-points = Gráfico de precio y días de entrega; { $points }
# $badge: such as "Cheapest"; $days: such as "8 days"
rates-chart-point = { $badge }: { $price }, { $days }

## Services without a rate
rates-missing-count = { $count ->
    [one] { $count } servicio no tiene tarifa
   *[other] { $count } servicios no tienen tarifa
}
rates-missing-name = Por qué faltan tarifas
# $account: the name of the carrier or of the account
rates-missing-service = { $service }, { $account }
rates-missing-reason = { $service }: { $reason }
# One line for all services that lack a rate for the same reason
rates-missing-certain = { $reason }: { $services }
rates-missing-ask = Preguntar el motivo al servicio
rates-missing-ask-name = Preguntar el motivo: { $service }
rates-missing-asking = { $service }: consultando al servicio
rates-missing-no-reason = { $service }: el servicio no dio ni tarifa ni motivo
rates-missing-outdated = El envío cambió; primero actualice las tarifas
# A code that support needs to find a request.
rates-correlation = ID de correlación { $id }

## Prices in several packages
rates-packages-none-title = Aún no hay nada que comparar
# $field: the name of a field of the Ship panel
rates-packages-none-words = Aún falta en Enviar: { $field }
rates-packages-which = Paquetes para comparar
rates-packages-at-most = { $count ->
    [one] Seleccione como máximo { $count } paquete
   *[other] Seleccione como máximo { $count } paquetes
}
rates-packages-pick-one = Seleccione al menos un paquete
rates-packages-busy = Obteniendo precios
rates-packages-compare = Comparar precios
rates-packages-note = Los pesos no cambian. No se pueden comparar fechas de envío: el servicio no pide una fecha al cotizar tarifas.
rates-packages-prices = Precios lado a lado
rates-packages-days-note = Los días son hasta la entrega
rates-packages-no-rate = Sin tarifa
rates-packages-loading = Cargando
# $cause: why no carrier gave a rate
rates-packages-refused = { $package }: { $cause }
# For screen readers: a price that can be clicked.
rates-packages-price = { $service }, { $package }: { $price }
# $days: such as "2 days"
rates-packages-price-and-days = { $service }, { $package }: { $price }, { $days } hasta la entrega
rates-packages-price-hint = Usar este paquete y esta tarifa en Enviar
rates-packages-outdated = El envío cambió; vuelva a comparar

## Past quotes
rates-past-searching = Buscando cotizaciones anteriores
rates-past-none-title = Aún no hay cotizaciones anteriores
rates-past-none-words = Cada precio que cotizan sus transportistas se guarda en esta computadora y aparece aquí, incluso sin conexión
rates-past-no-match-title = Sin coincidencias
rates-past-no-match-words = Pruebe con otro nombre, código ZIP, transportista o servicio
rates-past-no-match-step = Mostrar todas las cotizaciones
rates-past-search = Buscar cotizaciones anteriores
rates-past-search-hint = Nombre, ZIP, transportista, servicio
rates-past-count = { $count ->
    [one] { $count } cotización anterior
   *[other] { $count } cotizaciones anteriores
}
rates-past-count-found = { $count } de { $total }
# When the rates were requested.
rates-past-column-quoted = Cotizado
# The recipient.
rates-past-column-to = Para
rates-past-column-parcel = Paquete
rates-past-column-cheapest = La más barata
rates-past-cheapest-of = { $count ->
    [one] { $carrier }, la única tarifa
   *[other] { $carrier }, la más barata de { $count } tarifas
}
rates-past-again = Usar este paquete de nuevo
rates-past-again-hint = Completa Enviar; no se compra nada
rates-past-close = Cerrar cotización anterior
# A recipient whose name is not known.
rates-past-no-name = Sin nombre
rates-past-quoted = Cotizado: { $time }
rates-past-route = De { $from } a { $to }
rates-past-more-packages = { $count ->
    [one] y { $count } paquete más
   *[other] y { $count } paquetes más
}
# $services: special services such as "Signature and Sunday Delivery"
rates-past-services = Con { $services }
rates-past-ship-date = Fecha de envío: { $date }

## The question before the parcel of a past quote replaces a draft
rates-past-question-title = ¿Reemplazar el envío en Enviar?
rates-past-question-words = El envío en Enviar aún no se compró. Las direcciones y los paquetes de esta cotización reemplazarán los que ingresó.
rates-past-question-yes = Reemplazar
rates-past-question-no = Cancelar

## The map of a route
rates-map-zoom-in = Acercar
rates-map-zoom-out = Alejar
rates-map-whole-route = Mostrar toda la ruta
