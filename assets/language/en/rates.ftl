# The Rates panel, words about rates, and the map of a route.

## The head of the panel and its views
rates-title = Rates
# The name of the switch between the three views.
rates-view = View
rates-view-all = All rates
rates-view-packages = Compare packages
rates-view-past = Past quotes

## A rate
rates-days = { $days ->
    [one] { $days } day
   *[other] { $days } days
}
# $days: such as "3 days"; $date: such as "Tue, Nov 24"
rates-arrival = { $days }, { $date }
# $arrival: such as "3 days, Tue, Nov 24" or only the date
rates-arrival-guaranteed = { $arrival }, guaranteed
rates-arrival-only-guaranteed = Guaranteed
rates-arrival-unknown = Delivery time unknown
rates-badge-cheapest = Cheapest
rates-badge-fastest = Fastest
rates-badge-best-value = Best value

## Services for certain goods only
# On a rate: not everything may be sent with this service.
rates-restricted = Restricted
# What Media Mail is for
rates-only-media = Only books, film, and recorded media
# What Library Mail is for
rates-only-libraries = Only between libraries, schools, and museums
# What Bound Printed Matter is for
rates-only-printed = Only bound, printed matter such as catalogs and books

## Services that the shop does not offer
rates-hidden-count = { $count ->
    [one] { $count } service is hidden
   *[other] { $count } services are hidden
}
rates-hidden-show = Show
rates-hidden-show-name = Show hidden services
rates-hidden-hide = Hide again
rates-hidden-hide-name = Hide these services again
rates-hidden-pill = Hidden
rates-hidden-all-title = All these services are hidden
rates-hidden-all-words = Your carriers gave rates only for services that you don’t offer

## A similar parcel once cost less
rates-cheaper = This parcel was cheaper on { $date }: { $price } with { $service }
rates-cheaper-today = This parcel was cheaper today at { $time }: { $price } with { $service }
rates-cheaper-show = Show that quote

## No rates, or outdated ones
rates-none-title = No rates yet
rates-none-words = Enter both addresses and a package to see the rates of all your carriers
rates-go-to-ship = Go to Ship
rates-outdated = The shipment changed, so these prices are out of date
rates-outdated-step = Refresh rates now

## Above the table
rates-filter = Filter rates
rates-filter-hint = Filter by service or account
rates-filter-carrier = Carrier filter
rates-filter-all-carriers = All carriers
rates-filter-none-title = No matches
rates-filter-none-step = Show all rates
rates-refresh = Refresh
rates-refresh-name = Refresh rates

## The table
rates-column-service = Service
rates-column-carrier = Carrier
rates-column-account = Account
rates-column-days = Days
rates-column-arrives = Arrives
rates-column-zone = Zone
rates-column-price = Price
rates-ship-with = Ship with this rate

## The selected rate
rates-choose-title = Choose a rate
rates-choose-hint = Click a row to see its fees. Double-click it or press Enter to ship with it.
# A fee whose kind the service does not name.
rates-fee = Fee
# $fee: such as "Fuel Surcharge"
rates-fee-of-package = { $fee }, package { $number }
rates-total = Total

## The chart
rates-chart-title = Price and delivery days
# The axis of delivery days.
rates-chart-days = Days
# For screen readers.
rates-chart-name = Chart of price and delivery days
# $points: such as "Cheapest: $4.30, 8 days; Fastest: $15.00, 3 days"
rates-chart-name-with-points = Chart of price and delivery days; { $points }
# $badge: such as "Cheapest"; $days: such as "8 days"
rates-chart-point = { $badge }: { $price }, { $days }

## Services without a rate
rates-missing-count = { $count ->
    [one] { $count } service has no rate
   *[other] { $count } services have no rate
}
rates-missing-name = Why rates are missing
# $account: the name of the carrier or of the account
rates-missing-service = { $service }, { $account }
rates-missing-reason = { $service }: { $reason }
# One line for all services that lack a rate for the same reason
rates-missing-certain = { $reason }: { $services }
rates-missing-ask = Ask the service why
rates-missing-ask-name = Ask why: { $service }
rates-missing-asking = { $service }: asking the service
rates-missing-no-reason = { $service }: the service gave neither a rate nor a reason
rates-missing-outdated = The shipment changed; refresh the rates first
# A code that support needs to find a request.
rates-correlation = correlation ID { $id }

## Prices in several packages
rates-packages-none-title = Nothing to compare yet
# $field: the name of a field of the Ship panel
rates-packages-none-words = Still missing in Ship: { $field }
rates-packages-which = Packages to compare
rates-packages-at-most = { $count ->
    [one] Select at most { $count } package
   *[other] Select at most { $count } packages
}
rates-packages-pick-one = Select at least one package
rates-packages-busy = Getting prices
rates-packages-compare = Compare prices
rates-packages-note = Weights stay the same. Ship dates can’t be compared: the service doesn’t ask for a date when it quotes rates.
rates-packages-prices = Prices side by side
rates-packages-days-note = Days are days until delivery
rates-packages-no-rate = No rate
rates-packages-loading = Loading
# $cause: why no carrier gave a rate
rates-packages-refused = { $package }: { $cause }
# For screen readers: a price that can be clicked.
rates-packages-price = { $service }, { $package }: { $price }
# $days: such as "2 days"
rates-packages-price-and-days = { $service }, { $package }: { $price }, { $days } to delivery
rates-packages-price-hint = Use this package and this rate in Ship
rates-packages-outdated = The shipment changed; compare again

## Past quotes
rates-past-searching = Searching past quotes
rates-past-none-title = No past quotes yet
rates-past-none-words = Every price your carriers quote is kept on this computer and listed here, even offline
rates-past-no-match-title = No matches
rates-past-no-match-words = Try another name, ZIP, carrier, or service
rates-past-no-match-step = Show all past quotes
rates-past-search = Search past quotes
rates-past-search-hint = Search name, ZIP, carrier, service
rates-past-count = { $count ->
    [one] { $count } past quote
   *[other] { $count } past quotes
}
rates-past-count-found = { $count } of { $total }
# When the rates were requested.
rates-past-column-quoted = Quoted
# The recipient.
rates-past-column-to = To
rates-past-column-parcel = Parcel
rates-past-column-cheapest = Cheapest
rates-past-cheapest-of = { $count ->
    [one] { $carrier }, the only rate
   *[other] { $carrier }, the cheapest of { $count } rates
}
rates-past-again = Use this parcel again
rates-past-again-hint = Fills in Ship; nothing is bought
rates-past-close = Close past quote
# A recipient whose name is not known.
rates-past-no-name = No name
rates-past-quoted = Quoted { $time }
rates-past-route = From { $from } to { $to }
rates-past-more-packages = { $count ->
    [one] and { $count } more package
   *[other] and { $count } more packages
}
# $services: special services such as "Signature and Sunday Delivery"
rates-past-services = With { $services }
rates-past-ship-date = Ship date { $date }

## The question before the parcel of a past quote replaces a draft
rates-past-question-title = Replace the shipment in Ship?
rates-past-question-words = The shipment in Ship isn’t bought yet. This quote’s addresses and packages will replace the ones you entered.
rates-past-question-yes = Replace
rates-past-question-no = Cancel

## The map of a route
rates-map-zoom-in = Zoom in
rates-map-zoom-out = Zoom out
rates-map-whole-route = Show the whole route
