# The Manifests panel and the closing scan.

## Head of the panel
manifests-title = End of day
manifests-views-name = View
manifests-view-day = { $count ->
    [0] To hand over
   *[other] To hand over ({ $count })
}
manifests-view-closing = Closing scan
manifests-view-left-out = { $count ->
    [0] Left out
   *[other] Left out ({ $count })
}
manifests-view-made = { $count ->
    [0] Manifests
   *[other] Manifests ({ $count })
}
manifests-refresh = Refresh manifests

## Words of several views
manifests-loading-shipments = Looking for shipments without a manifest…
manifests-handed-over = With the carrier
manifests-offline = You can’t request a manifest until you’re back online
manifests-create = Create manifest
# Opens a question
manifests-create-ask = Create manifest…
manifests-show-shipment = Show shipment
manifests-shipments = { $count ->
    [one] { $count } shipment
   *[other] { $count } shipments
}
manifests-column-to = To
manifests-column-service = Service
manifests-column-number = Tracking number
manifests-column-bought = Bought

## Orders of manifests whose outcome is not certain
manifests-refused = No manifest was created. Its shipments can go on another one.
manifests-refused-dismiss = Dismiss
manifests-order-sending = { $count ->
    [one] Manifest of { $count } shipment: requesting it
   *[other] Manifest of { $count } shipments: requesting it
}
manifests-order-checking = { $count ->
    [one] Manifest of { $count } shipment: checking whether it was created; don’t request it again
   *[other] Manifest of { $count } shipments: checking whether it was created; don’t request it again
}
manifests-order-check-now = Check now
manifests-order-absent = { $count ->
    [one] Manifest of { $count } shipment: not on the account so far. If you request it again, Postroom looks for it once more before sending anything.
   *[other] Manifest of { $count } shipments: not on the account so far. If you request it again, Postroom looks for it once more before sending anything.
}
manifests-order-request-again = Request again
# $why: a sentence without a period, such as "This service doesn't list manifests"
manifests-order-in-doubt = { $count ->
    [one] Manifest of { $count } shipment: the answer was lost, and the service can’t tell whether it was created. { $why }. Ask the carrier before you decide.
   *[other] Manifest of { $count } shipments: the answer was lost, and the service can’t tell whether it was created. { $why }. Ask the carrier before you decide.
}
manifests-order-send-again = Send again
manifests-order-exists = It was created
manifests-order-check-again = Check again
manifests-send-again-title = { $count ->
    [one] Send the manifest of { $count } shipment again?
   *[other] Send the manifest of { $count } shipments again?
}
manifests-send-again-may-exist = The first one may exist: its answer was lost
manifests-send-again-warning = If the carrier already has it, these shipments will be on two manifests
manifests-cancel = Cancel

## Why it is not certain that a manifest was created
manifests-why-no-list = This service doesn’t list manifests
manifests-why-unknown-list = The service’s list is in a format that this version can’t read
manifests-why-incomplete-list = The service’s list is missing a manifest that was created here

## The question before a manifest is requested
manifests-question-title = { $count ->
    [one] Create a manifest of { $count } shipment?
   *[other] Create a manifest of { $count } shipments?
}
manifests-question-warning = You can’t undo this, and its labels can no longer be refunded
# $names: a list of recipients with their tracking numbers
manifests-question-without = Not included: { $names }
# The last item of that list
manifests-question-more = { $count } more

## To hand over
manifests-day-capped = Only the newest { $count } shipments are considered
manifests-day-show-left-out = Show left out
# $reasons: a list such as "refund requested (2) and canceled (1)"
manifests-day-left-out = { $count } left out: { $reasons }
manifests-day-reason-count = { $reason } ({ $count })
manifests-day-nothing-title = Nothing to hand over yet
manifests-day-nothing-text = Labels you buy appear here until they’re on a manifest. A manifest is one form that the courier scans instead of every parcel.
manifests-day-nothing-step = Ship something
manifests-day-done-title = Everything is on a manifest
manifests-day-done-text = New labels appear here until the next manifest
manifests-day-done-step = Show manifests
# $from: the city that the parcels leave from
manifests-group-handed-over = With the carrier · { $date } · { $from }
manifests-group-ships = Ships { $date } · { $from }
# $group: the carrier account, the city and the date
manifests-group-name = { $count ->
    [one] { $group }: { $count } shipment
   *[other] { $group }: { $count } shipments
}
manifests-day-selected = { $count ->
    [0] { $total ->
        [one] None of { $total } shipment selected
       *[other] None of { $total } shipments selected
    }
   *[other] { $total ->
        [one] { $count } of { $total } shipment selected
       *[other] { $count } of { $total } shipments selected
    }
}
manifests-day-select-first = Select a shipment first
manifests-day-all-handed-over = The carrier already has these parcels. Select them only if it still needs a manifest of them.
manifests-day-select-all = Select all
manifests-day-clear-selection = Clear selection
# A check box; $parcel: the recipient and the tracking number
manifests-day-include = Include { $parcel }
manifests-day-menu-include = Include
manifests-day-menu-leave-out = Leave out
# Whether the check box of a row is on, in the copied text of the row
manifests-day-included = Included
manifests-day-not-included = Not included

## Closing scan
manifests-scan-column = Scan
manifests-scan-empty-title = No parcels to scan
manifests-scan-empty-text = Buy labels first, then scan each parcel here as it leaves
manifests-scan-field = Scan parcels
manifests-scan-field-hint = Scan each parcel as it leaves, or type its number
manifests-scan-add = Add
manifests-scan-add-name = Add parcel
manifests-scan-nothing-yet = Nothing has been scanned yet
manifests-scan-start-over = Start over
# $number: a tracking number; $result: what was found for it
manifests-scan-result = { $number }: { $result }
manifests-scan-progress = { $total ->
    [0] Nothing left to scan
    [one] { $done } of { $total } shipment scanned
   *[other] { $done } of { $total } shipments scanned
}
manifests-scan-progress-handed-over = { $total ->
    [0] Nothing left to scan, { $handed_over } already with the carrier
    [one] { $done } of { $total } shipment scanned, { $handed_over } already with the carrier
   *[other] { $done } of { $total } shipments scanned, { $handed_over } already with the carrier
}
manifests-scan-filter-name = Parcels shown
manifests-scan-filter-all = All
manifests-scan-filter-missing = Missing ({ $count })
manifests-scan-filter-scanned = Scanned ({ $count })
manifests-scan-no-matches = No matches
manifests-scan-undo = Undo scan
manifests-scan-undo-not-scanned = It hasn’t been scanned
manifests-scan-state-not-scanned = Not scanned
manifests-scan-state-some = { $count } of { $total } packages
manifests-scan-state-scanned = Scanned
manifests-scan-earlier = Earlier scans
manifests-scan-group-handed-over = Already with the carrier
manifests-scan-group-place = { $date }, { $from }
manifests-scan-group-complete = All scanned
# $first: the recipient and the tracking number of one of them
manifests-scan-group-missing = { $count ->
    [one] { $count } missing: { $first }
   *[other] { $count } missing, including { $first }
}
manifests-scan-create = { $count ->
    [one] Create manifest of { $count } shipment…
   *[other] Create manifest of { $count } shipments…
}
manifests-scan-create-name = Create manifest: { $group }
manifests-scan-first = Scan a parcel first

## What a scanned number belongs to
manifests-scanned-twice = Already scanned
# $name: the recipient; $reason: such as "refund requested"
manifests-scanned-left-out = { $name } can’t go on a manifest: { $reason }
manifests-scanned-on-manifest = Already on manifest { $number }
manifests-scanned-on-new-manifest = Already on a manifest that is being created
manifests-scanned-offline = Unknown number, and the service can’t be asked while you’re offline
manifests-scanned-asking = Asking the service about this number
manifests-scanned-nowhere = No shipment on this account has this number
manifests-scanned-not-today = On this account, but not among the shipments to hand over
# $to: the recipient and the place
manifests-scanned-package = { $to }: package { $count } of { $total }

## Left out
manifests-left-out-column = Reason
manifests-left-out-empty-title = Nothing is left out
manifests-left-out-empty-text = Shipments that can’t go on a manifest appear here with the reason
manifests-left-out-note = These can’t go on a manifest
manifests-left-out-note-select = These can’t go on a manifest. Select one to see its shipment.

## Why a shipment is left out: begins with a small letter, for use after a colon
manifests-reason-refund-status = refund status: { $status }
manifests-reason-refund = refund requested
manifests-reason-past = ship date { $date } has passed
manifests-reason-canceled = canceled
manifests-reason-ordered = its manifest isn’t confirmed yet
manifests-reason-unknown = its account, origin, or ship date is unknown
# As practice-service-carrier-epostage says it: its description is searched for these words.
manifests-carrier-says-no = without manifests
manifests-reason-carrier = its carrier doesn’t take manifests

## Manifests that exist
manifests-list-column-requested = Requested
manifests-list-column-account = Carrier account
manifests-list-column-from = From
manifests-list-column-form-number = Form number
manifests-list-column-form = Form
manifests-list-column-shipments = Shipments
manifests-list-loading = Loading manifests…
manifests-list-empty-title = No manifests yet
manifests-list-empty-text = Shipments with the same carrier account, origin, and ship date go on one manifest
manifests-list-empty-step = Show what to hand over
manifests-list-form-pending = The carrier is still creating the form
manifests-list-no-numbers = This manifest lists no tracking numbers
manifests-list-print-form = Print form
manifests-list-copy-numbers = Copy tracking numbers
# The state of a form
manifests-list-state-queued = In progress
manifests-list-state-ready = Ready
manifests-list-close = Close manifest
manifests-list-queued = The carrier is creating the form. Postroom keeps checking for it, even after a restart.
manifests-list-packages = { $count ->
    [one] { $count } package
   *[other] { $count } packages
}
manifests-list-ships = ships { $date }
manifests-list-from = from { $place }
manifests-list-copy = Copy
manifests-list-copy-form-number = Copy form number
# SCAN form: the name that the United States Postal Service gives its manifest form
manifests-list-form-title = SCAN form
manifests-list-form-title-number = SCAN form { $number }
manifests-list-none = This service doesn’t list manifests, so only those created on this computer are shown

## Notices and errors
manifests-sign-in-first = Sign in to create a manifest
# $day: the ship date
manifests-day-passed = Not created: the ship date { $day } has passed, so these parcels can’t be on a manifest. The carrier scans each.
manifests-still-loading = Not created: the manifests saved on this computer are still loading. Try again in a moment.
manifests-notice-requested = { $count ->
    [one] Manifest of { $count } shipment requested. The form comes automatically.
   *[other] Manifest of { $count } shipments requested. The form comes automatically.
}
manifests-notice-ready = { $count ->
    [one] Manifest of { $count } shipment: the form is ready
   *[other] Manifest of { $count } shipments: the form is ready
}
manifests-error-save = Couldn’t save the manifest request
manifests-error-create = Couldn’t create the manifest
manifests-error-group = Couldn’t look for shipments without a manifest
manifests-error-group-advice = Restart Postroom
