# The Shipments panel.

shipments-title = Shipments
shipments-refresh = Refresh shipments
shipments-export = Export CSV…
shipments-export-hint = Exports every shipment that matches the search and filter
shipments-export-nothing = Nothing to export

## Search and filter
shipments-search = Search shipments
shipments-search-hint = Search name, place, number, service
shipments-filter = Shipment filter
shipments-filter-all = All
shipments-filter-today = Today
shipments-filter-in-transit = In transit
shipments-filter-problems = Problems
shipments-filter-refundable = Refundable
shipments-filter-delivered = Delivered
shipments-count = { $count ->
    [one] { $count } shipment
   *[other] { $count } shipments
}
# How many of all shipments match the search
shipments-count-matching = { $matching } of { $total }
# More shipments may match the search; they are still being counted
shipments-count-more = { $matching }+ of { $total }
shipments-loading-older = Loading older shipments
shipments-loaded-older = Older shipments loaded

## Column heads, also of the Refunds and Tracking panels
# When the label was bought
shipments-column-bought = Bought
# The recipient
shipments-column-to = To
shipments-column-service = Service
shipments-column-number = Tracking number
shipments-column-status = Status
shipments-column-price = Price

## Statuses
shipments-status-untracked = Not tracked yet
shipments-status-refund-requested = Refund requested
shipments-status-refund-approved = Refund approved
shipments-status-refund-declined = Refund declined
shipments-status-refunded = Refunded
# A status that Postroom does not know. $status: as the service names it
shipments-status-refund-other = Refund: { $status }

## Empty lists
shipments-empty-title = No shipments yet
shipments-empty = Every label you buy is kept here, even when you’re offline
shipments-empty-button = Ship something
shipments-no-match-title = No matches
shipments-no-match = Try another search or filter
shipments-no-match-button = Show all shipments

## Selected shipments
# The name of a row's check box. $number: the tracking number
shipments-select = Select { $name }, { $number }
shipments-selected = { $count } selected
shipments-selected-more = More for the selected shipments
shipments-select-all = Select all
shipments-select-all-hint = Selects every shipment in this list, up to { $most }
shipments-clear-selection = Clear selection
shipments-select-fewer = Select at most { $most } at a time
shipments-select-voided = Clear the voided labels from the selection; they can’t be used
shipments-print = Print
shipments-print-selected = Print selected
shipments-print-busy = Labels are being prepared for printing
shipments-save-labels = Save labels…

## One shipment
shipments-detail-title = Shipment
shipments-detail-close = Close shipment
# Closes the shipment that is shown in place of the list
shipments-detail-back = Back to list
shipments-detail-bought = Bought { $time }
shipments-detail-loading = Loading shipment
shipments-detail-to = To
shipments-detail-from = From
shipments-detail-email = Email
shipments-detail-reference = Reference
shipments-detail-tracking = Tracking
# A fee of which the service names no kind
shipments-detail-fee = Fee
shipments-detail-total = Total
shipments-unread = Couldn’t be read
shipments-unread-hint = The service sent these fields in an unexpected form, so they’re left out
# $value: what the service sent
shipments-unread-answer = The whole answer: { $value }

## What the scale showed at the purchase
# $time: a time of day, or a date and a time
shipments-weighed = Weighed { $weight } { $unit } on { $scale }
shipments-weighed-at = Weighed { $weight } { $unit } on { $scale } at { $time }
shipments-weighed-on = Weighed { $weight } { $unit } on { $scale }, { $time }
shipments-package-weighed = Package { $package } weighed { $weight } { $unit } on { $scale }
shipments-package-weighed-at = Package { $package } weighed { $weight } { $unit } on { $scale } at { $time }
shipments-package-weighed-on = Package { $package } weighed { $weight } { $unit } on { $scale }, { $time }

## Actions on a shipment
shipments-action-show = Show shipment
shipments-action-print = Print
shipments-action-track = Track
shipments-action-refund = Refund…
shipments-action-ship-again = Ship again
shipments-action-return = Return label
shipments-action-return-hint = Begins a shipment from the recipient back to you
shipments-action-download-label = Download label again
shipments-action-download-label-hint = Gets the label from the service again, free of charge
shipments-no-number = No tracking number
shipments-offline = You can’t do this until you’re back online

## Saving labels as files
# The format in which several labels are saved
shipments-save-as = Save as
shipments-save-original = Original files
shipments-save-one-pdf = One PDF
shipments-save-choose = Choose where…
shipments-save-choose-name = Choose where to save the label
shipments-save-choose-selected = Choose where to save the selected labels
shipments-save-cancel = Cancel
shipments-save-cancel-name = Cancel saving
shipments-save-cancel-selected = Cancel saving the selected labels
# The proposed name of a file, after its date
shipments-save-file-name = { $count ->
    [one] { $count } label
   *[other] { $count } labels
}

## Notices and progress
shipments-failed-export = Couldn’t export shipments
shipments-failed-search = Couldn’t search shipments
# $file: the path of the file
shipments-exported = { $count ->
    [one] Exported { $count } shipment to { $file }
   *[other] Exported { $count } shipments to { $file }
}
# $reason: a sentence
shipments-missing = Some shipments are missing. { $reason }
shipments-missing-older = Some shipments are missing: older ones haven’t been loaded yet
shipments-missing-loading = Older shipments are still loading
# A page of the service's list, with the number of shipments on it
shipments-page = { $count ->
    [one] Page { $page }, { $count } shipment
   *[other] Page { $page }, { $count } shipments
}
shipments-page-reached = Back to { $time }
shipments-pages-left = Remaining pages

## Getting a label from the service
shipments-label-failed = Couldn’t download the label
shipments-label-none = The service sent no label
shipments-label-no-link = The service sent a link to the label that isn’t valid
shipments-label-unreadable = The service sent neither a label nor a link to one
shipments-label-unreadable-of = Label { $number } of { $count } is neither a file nor a link
shipments-label-signed-out = You’re not signed in, and the label isn’t saved on this computer
shipments-label-advice = Wait a moment, then download the label again
shipments-label-sign-in = Sign in, then download the label again
# A document is an end-of-day form or a sheet of container labels
shipments-document-failed = Couldn’t get the document

## Storing an address at the service, where labels and manifests take it from
shipments-address-failed-read = Couldn’t read the address book
shipments-address-failed = Couldn’t save the address to the service
shipments-address-gone = The address is no longer in the address book
shipments-address-gone-advice = Choose another address
shipments-address-no-id = The service answered without an ID
shipments-address-no-id-advice = If you ask support for help, say when this happened
