# The Refunds panel.

refunds-title = Refunds
refunds-refresh = Refresh
# The name of the choice between the two lists
refunds-lists = Refund list
refunds-list-refundable = Refundable ({ $count })
refunds-list-requested = Requested ({ $count })
# How long a refund can still be requested
refunds-column-days-left = Days left

## Labels that can be refunded
refunds-include-scanned = Include scanned parcels
refunds-select-all = Select all
refunds-clear-selection = Clear selection
# $amount: one amount or several in different currencies
refunds-refundable-amount = { $amount } can still be refunded
refunds-selected = { $count } selected, { $amount }
refunds-request = Request refunds…
refunds-select-first = Select labels first
refunds-already-running = Refunds are already being requested
# The last day on which a refund can be requested
refunds-days-today = Today
refunds-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
refunds-scanned = Scanned
refunds-not-scanned = Not scanned
refunds-looking = Looking for refundable labels
refunds-empty-title = Nothing to refund
refunds-empty = Labels bought in the last 30 days appear here until the carrier scans them
refunds-empty-hidden = The carrier has scanned every label from the last 30 days and will probably decline a refund. Turn on “Include scanned parcels” to see them.
refunds-empty-running = Every label that can be refunded is in the request above
refunds-empty-none = No labels from the last 30 days are left to refund

## The question before the request
refunds-question-title = { $count ->
    [one] Request a { $amount } refund?
   *[other] Request { $amount } in refunds?
}
# The prices are not known
refunds-question-title-unpriced = { $count ->
    [one] Request this refund?
   *[other] Request { $count } refunds?
}
refunds-question-real = This is real money
refunds-question-practice = This is practice money
refunds-question = { $count ->
    [one] The label will be void and can’t be used anymore. The carrier takes 2 to 4 weeks and may decline.
   *[other] { $count } labels will be void and can’t be used anymore. The carrier takes 2 to 4 weeks and may decline.
}
refunds-question-scanned = { $all ->
    [one] The carrier has already scanned this parcel. Such a refund is usually declined.
   *[other] { $count ->
        [one] The carrier has already scanned { $count } of them. Such a refund is usually declined.
       *[other] The carrier has already scanned { $count } of them. Such refunds are usually declined.
    }
}
refunds-question-all-scanned = The carrier has already scanned all of them. Such refunds are usually declined.
refunds-question-yes = { $count ->
    [one] Request refund
   *[other] Request { $count } refunds
}
refunds-question-no = Cancel
refunds-question-no-name = Cancel refund request

## Requested refunds
refunds-requested-empty-title = No refunds requested yet
refunds-requested-empty = Refunds you request appear here with their status
refunds-pending = { $pending } pending
refunds-returned = { $returned } refunded
refunds-pending-and-returned = { $pending } pending, { $returned } refunded

## Statuses of a refund, each with an explanation
refunds-status-requested = Requested
refunds-status-approved = Approved
refunds-status-declined = Declined
refunds-status-refunded = Refunded
refunds-explained-requested = With the carrier, 2 to 4 weeks
refunds-explained-approved = Approved; the money is on its way
refunds-explained-declined = Declined by the carrier
refunds-explained-refunded = Back in your balance

## Why a label can't be refunded
refunds-obstacle-manifest = It’s on a manifest, and labels on a manifest can’t be refunded
refunds-obstacle-requested = A refund was already requested; the carrier takes 2 to 4 weeks
refunds-obstacle-approved = A refund was already approved; the money is on its way
refunds-obstacle-declined = The carrier declined the refund
refunds-obstacle-refunded = This label was already refunded
# A status that Postroom does not know. $status: as the service names it
refunds-obstacle-other = A refund was already requested; its status is { $status }
refunds-obstacle-delivered = It was delivered, and used labels can’t be refunded
refunds-obstacle-late = The label is more than { $days } days old, and carriers no longer refund it

## Requesting refunds
refunds-requesting = Requesting refunds
refunds-all-requested = Refunds requested
# The result of a row of that task, and the filter for all rows with it
refunds-row-requested = Requested
refunds-rows-requested = Requested
# $label: the recipient and the number of a label
refunds-asked-notice = Refund requested: { $label }
refunds-failed-list = Couldn’t look up refundable labels
refunds-failed-record = Couldn’t record the refund
refunds-failed = Couldn’t request the refund
refunds-no-journal = Refund not requested: the purchase journal can’t be used
refunds-sign-in = Sign in to request refunds
# $shipment: the shipment's id
refunds-not-here = { $shipment } isn’t on this computer
# $label: a recipient and a tracking number
refunds-impossible = { $label }: { $reason }
# $first: one of them with its reason
refunds-impossible-many = { $count } labels can’t be refunded. The first: { $first }
# The name of a refund in the list of purchases
refunds-entry = Refund for { $label }
refunds-signed-out = You’re no longer signed in
refunds-signed-out-advice = Sign in, then try again
refunds-asked-before = It was already requested
refunds-asked-before-advice = Refresh, then look for its status under Requested
refunds-not-sent = It was recorded but not sent
refunds-not-sent-advice = Try again; nothing has been requested yet

## The end of a refund
# $label: a recipient and a tracking number
refunds-came-back = { $amount } refunded for { $label }
refunds-came-back-unpriced = Refunded: { $label }
refunds-was-declined = The carrier declined to refund { $amount } for { $label }
refunds-was-declined-unpriced = The carrier declined the refund for { $label }
