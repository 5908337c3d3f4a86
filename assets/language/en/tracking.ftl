# The Tracking panel.

tracking-title = Tracking
tracking-refresh = Refresh
# The name of the choice between the two lists
tracking-lists = Tracking list
tracking-list-watched = Watch list
# Labels that no carrier has scanned
tracking-list-unscanned = Not scanned
tracking-list-unscanned-count = Not scanned ({ $count })
# From a parcel that covers the list
tracking-back = Back to list

## Statuses of a parcel
tracking-status-unknown = No status yet
tracking-status-pre-transit = Label created
tracking-status-in-transit = In transit
tracking-status-delayed = Delayed
tracking-status-out-for-delivery = Out for delivery
tracking-status-delivery-failed = Delivery failed
tracking-status-delivered = Delivered
tracking-status-canceled = Canceled
tracking-status-other = Other

## What happened to a parcel, as carriers report it (sub-statuses)
tracking-event-label-generated = Label generated
tracking-event-shipping-info-sent-to-carrier = Shipping info sent to carrier
tracking-event-ready-for-pickup = Ready for pickup
tracking-event-origin-scan = Origin scan
tracking-event-departure-scan = Departure scan
tracking-event-arrival = Arrival
tracking-event-destination-scan = Destination scan
tracking-event-damaged = Damaged
tracking-event-pickup-scan = Pickup scan
tracking-event-received-by-local-post-office = Received by local post office
tracking-event-transferred-to-local-post-office = Transferred to local post office
tracking-event-import-scan = Import scan
tracking-event-export-scan = Export scan
tracking-event-carrier-changed-delivery = Carrier changed delivery
tracking-event-arrived-at-carrier-facility = Arrived at carrier facility
tracking-event-departed-carrier-facility = Departed carrier facility
tracking-event-pickup-delayed = Pickup delayed
tracking-event-weather-delay = Weather delay
tracking-event-bad-delivery-address = Bad delivery address
tracking-event-delivery-attempted = Delivery attempted
tracking-event-out-for-delivery = Out for delivery
tracking-event-refused = Refused
tracking-event-can-not-deliver-to-po-box = Cannot deliver to PO box
tracking-event-undeliverable = Undeliverable
tracking-event-returning = Returning
tracking-event-returned = Returned
tracking-event-delivered = Delivered
tracking-event-delivered-to-agent = Delivered to agent
tracking-event-sender-stopped = Stopped by sender
tracking-event-void-info-received = Void info received
tracking-event-unknown = Unknown
tracking-event-pending = Pending
tracking-event-failure = Failure
tracking-event-lost-package = Lost package
tracking-event-hold-for-future-delivery = Hold for future delivery
tracking-event-pickup-at-carrier-facility = Pickup at carrier facility

## The watch list
tracking-numbers = Tracking numbers
tracking-numbers-hint = Type or paste tracking numbers
tracking-track = Track
tracking-no-number = There’s no tracking number in that text
tracking-empty-title = No parcels on your watch list
tracking-empty = Type or paste tracking numbers above. Labels bought here are added automatically.
tracking-filter = Parcel filter
tracking-filter-all = All
tracking-filter-problems = Problems
tracking-filter-in-transit = In transit
# Out for delivery: arrives today
tracking-filter-today = Today
# Delivered or canceled
tracking-filter-completed = Completed
tracking-no-match = No parcels with this status
tracking-loading = Checking with the carrier
tracking-no-scans = No scans yet
tracking-last-scan = Last scan
tracking-copy-row = Copy row
tracking-copy = Copy “{ $number }”

## Actions on a parcel
tracking-action-show-shipment = Show shipment
tracking-action-carrier-page = Carrier’s page
tracking-no-carrier-page = The carrier gave no page
tracking-action-stop = Stop watching

## The scans of one parcel
tracking-copy-number = Copy tracking number
tracking-nothing-known = No tracking information yet
tracking-not-scanned = The label was created; the carrier hasn’t scanned the parcel yet
tracking-not-offered = { $carrier } offers no tracking
tracking-not-offered-unknown = This carrier offers no tracking
tracking-time-unknown = Time unknown
# $time: as the carrier wrote it
tracking-no-time-zone = { $time } (the carrier gave no time zone)
tracking-local-times = Times are local to the place of the scan where the carrier gave no time zone
# The name of the map for screen readers
tracking-map = Map of { $count } places, from { $first } to { $last }
tracking-map-one = Map of { $place }
tracking-map-empty = Map without scans
# A place on the map
tracking-map-scan = { $status }, { $time }

## Labels that no carrier has scanned
# The age of a label in days
tracking-column-days = Days
# When the label was bought
tracking-column-created = Label created
tracking-unscanned-looking = Looking for labels that were never scanned
tracking-unscanned-empty-title = No label is overdue for a scan
tracking-unscanned-empty = Labels not scanned within a day appear here
# $amount: one amount or several in different currencies
tracking-unscanned-summary = { $count ->
    [one] { $count } label never scanned, { $amount } at risk. Open it to print it again or request a refund.
   *[other] { $count } labels never scanned, { $amount } at risk. Open one to print it again or request a refund.
}
# The list shows only the newest of them
tracking-unscanned-summary-newest = { $count ->
    [one] { $count } label never scanned, the newest { $shown } below: { $amount } at risk. Open one to print it again or request a refund.
   *[other] { $count } labels never scanned, the newest { $shown } below: { $amount } at risk. Open one to print it again or request a refund.
}
tracking-unscanned-failed = Couldn’t look for labels that were never scanned
tracking-unscanned-advice = Restart Postroom
