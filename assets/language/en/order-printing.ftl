# Printing, handing over and papers of many orders; the shop's own name and papers.

## Errors
order-printing-attempted-history = Couldn’t record in the orders which labels were printed
order-printing-attempted-hand-over = Couldn’t record in the orders that they are on a manifest
order-printing-attempted-refunds = Couldn’t record in the orders which labels were refunded
order-printing-attempted-run = Couldn’t keep which labels are printed together
order-printing-attempted-paper = Couldn’t make the packing slips or the pick list
order-printing-too-many = { $most ->
    [one] Select at most { $most } order
   *[other] Select at most { $most } orders
}
order-printing-left-out = { $count ->
    [one] { $count } order is left out: it has no label of this account.
   *[other] { $count } orders are left out: they have no label of this account.
}
# $reason: a sentence about the file
order-printing-without-logo = The packing slips have no logo. { $reason }

## Files
order-printing-file-logo = Choose the logo
order-printing-filter-pictures = Pictures

## Printing
# $count: labels that were not printed yet
order-printing-print = { $count ->
    [one] Print { $count } label
   *[other] Print { $count } labels
}
order-printing-print-name = Print the labels
order-printing-again = Print again…
order-printing-again-title = Print labels again
order-printing-again-explained = After a paper jam, print only the labels that were spoiled. A label that is on two parcels is refused by the carrier.
order-printing-last-run = { $count ->
    [one] The last print run: { $count } label
   *[other] The last print run: { $count } labels
}
# Some labels of the last run were not printed, because it was stopped or the program ended
order-printing-run-queued = { $queued ->
    [one] Only { $queued } of the { $count } was put into the print queue
   *[other] Only { $queued } of the { $count } were put into the print queue
}
order-printing-from = From
order-printing-to = To
order-printing-range-problem = { $count ->
    [one] Enter 1
   *[other] Enter two numbers from 1 to { $count }, the smaller one first
}
# A label of the last print run, such as: 40: order 1042, Jane Sample
order-printing-place = { $place }: order { $number }, { $name }
order-printing-print-range = Print { $from } to { $to } again
order-printing-print-range-name = Print this part again
order-printing-print-selected = { $count ->
    [one] Print the selected label
   *[other] Print the { $count } selected labels
}
order-printing-print-selected-name = Print the selected labels again
# Labels that are in the print queue, of all
order-printing-progress = Printing labels: { $done } of { $all } in the print queue
order-printing-stop = Stop
order-printing-queued = { $count ->
    [one] { $count } label is in the print queue
   *[other] { $count } labels are in the print queue
}

## Handing over
order-printing-hand-over = Hand over
order-printing-hand-over-hint = Make the manifests of the selected orders for their carriers
order-printing-nothing-to-hand-over = None of the selected orders has a label that is still to be handed over
order-printing-hand-over-loading = The shipments of the day are being loaded
order-printing-hand-over-title = { $count ->
    [one] Hand over { $count } order?
   *[other] Hand over { $count } orders?
}
order-printing-hand-over-now = Hand over
order-printing-hand-over-now-name = Hand over the orders
# $account: a carrier account. $day: the ship date
order-printing-manifest = { $count ->
    [one] Manifest of { $account } for { $day }: { $count } parcel
   *[other] Manifest of { $account } for { $day }: { $count } parcels
}
order-printing-cannot-be-undone = A manifest can’t be undone: its labels can’t be refunded any more.
order-printing-without-manifest = { $count ->
    [one] { $count } parcel goes to a carrier that takes no manifests. It counts as handed over.
   *[other] { $count } parcels go to carriers that take no manifests. They count as handed over.
}
# $day: the ship date
order-printing-past = { $count ->
    [one] { $count } parcel has the ship date { $day }, which has passed, so no manifest can be made. It counts as handed over; the carrier scans it.
   *[other] { $count } parcels have the ship date { $day }, which has passed, so no manifest can be made. They count as handed over; the carrier scans each.
}
order-printing-on-manifest = { $count ->
    [one] { $count } parcel is on a manifest already
   *[other] { $count } parcels are on manifests already
}
order-printing-manifest-asked = { $count ->
    [one] { $count } parcel waits for a manifest that was requested
   *[other] { $count } parcels wait for manifests that were requested
}
# $reason: begins with a small letter
order-printing-cannot-be-on = { $count ->
    [one] { $count } parcel can’t be handed over: { $reason }
   *[other] { $count } parcels can’t be handed over: { $reason }
}
order-printing-seeking = { $count ->
    [one] { $count } parcel is being looked for among the older shipments on this computer
   *[other] { $count } parcels are being looked for among the older shipments on this computer
}
order-printing-not-loaded = { $count ->
    [one] { $count } parcel isn’t among the shipments loaded on this computer. Refresh Shipments first.
   *[other] { $count } parcels aren’t among the shipments loaded on this computer. Refresh Shipments first.
}
order-printing-none-possible = None of these parcels can be handed over now

## What was done with a label, in the details of an order
order-printing-times-printed = { $count ->
    [one] Printed { $count } time
   *[other] Printed { $count } times
}
# $at: day and time
order-printing-handed-over = Handed over { $at }, without a manifest
order-printing-on-manifest-number = On manifest { $number }
order-printing-on-manifest-of = On manifest { $number } of { $at }
order-printing-on-unknown-manifest = On a manifest whose number isn’t known
# $status: such as “With the carrier, 2 to 4 weeks”
order-printing-refund-status = Refund: { $status } (seen { $at })
order-printing-refund-requested = Refund requested
order-printing-refund-in-doubt = A refund is being requested; the service has not confirmed it yet.
order-printing-refund-replaced = It was decided to buy another label in its place: { $at }
order-printing-refund-undecided = The label was refunded. The order is bought again only if you decide so. The new label replaces this one.
order-printing-refund-unclear = The status of the refund isn’t known to this version. No other label can be bought in its place.
order-printing-buy-another = Allow another label
order-printing-buy-others = { $count ->
    [one] Allow another label for { $count } refunded order
   *[other] Allow other labels for { $count } refunded orders
}

## Papers
order-printing-papers = Papers
order-printing-papers-name = Packing slips and pick list
order-printing-print-slips = Print packing slips
order-printing-save-slips = Save packing slips…
order-printing-print-pick-list = Print pick list
order-printing-save-pick-list = Save pick list…

## The shop, in Settings
order-printing-shop = Your shop
order-printing-shop-loading = The data of your shop is shown once an account is open.
order-printing-shop-explained = For the papers and the labels of your orders. Every computer of the shop has the same.
order-printing-shop-name = Name
order-printing-shop-name-explained = On packing slips and pick lists. Without one, the name of the sender is printed.
order-printing-shop-text = Text on packing slips
order-printing-shop-text-explained = Below the items: your thanks, or how to return something.
order-printing-shop-logo = Logo
order-printing-shop-logo-explained = A PNG or JPEG file. Leave it empty for no logo.
order-printing-shop-logo-choose = Choose…
order-printing-shop-logo-unconfirmed = Another station has chosen this file. This computer doesn’t read it until you allow it.
order-printing-shop-logo-allow = Allow the logo on this computer
order-printing-shop-paper = Paper
order-printing-shop-slips-with-labels = Print packing slips with the labels
order-printing-shop-prices = Show prices on packing slips
order-printing-shop-note = Show the order’s note on packing slips
order-printing-shop-sender = Sender
order-printing-shop-sender-explained = Sends every order whose preset names nobody else. Leave it empty to use the sender of Ship.
order-printing-shop-save = Save
order-printing-shop-discard = Discard changes
order-printing-shop-unchanged = Nothing was changed
# $size: 8.5 × 11, as the locale writes it
order-printing-paper-letter = Letter, { $size } in
order-printing-paper-a4 = A4, 210 × 297 mm
order-printing-paper-label = Label, 4 × 6 in
