# Scan to ship, and the way back into the shop’s database.

## Why a scanned order doesn’t go on
# $code: the barcode as it was scanned
scan-stop-not-in-order = { $code } isn’t in this order. Take it out of the parcel.
# $name: the name of the item
scan-stop-one-too-many = One too many: every piece of { $code } { $name } is in the parcel already. Take this one out.
scan-canceled = The order is canceled.
scan-on-hold = The order is on hold.
scan-refunded = Its label was refunded. Open the order in the list and decide whether another is bought.
scan-purchase-uncertain = Its label is being bought, or it’s uncertain whether it was. Wait until that’s known.
# $problem: a field and what is wrong with it
scan-problem = { $problem }
scan-no-rate = No rate was found.
scan-not-bought = The label wasn’t bought.
scan-over-limit = Not bought by the scan: { $price } is more than the express mode limit of { $limit } in Settings, Scale and scanner.
scan-offline = You can’t get rates until you’re back online.
scan-busy = Another task of the orders is running. Try again when it’s done.
scan-no-printer = Add a label printer in Settings first: a scan buys only what it can print.
# $printer: its name; $reason: a sentence without a period
scan-printer-waits = Nothing more is bought while a label waits for { $printer }: { $reason }.
scan-printer-doubt = Nothing more is bought until you say in Settings, Printers, whether the last label of { $printer } came out.
scan-not-weighed-bought = Not weighed: the label of this order is bought. Scan the next order.
scan-not-weighed-rating = Not weighed: this order is getting its rate. Weigh it again when the rate is there.
scan-one-waits = { $number } wasn’t opened: { $next } waits already. Scan it again when the order is done.
scan-bought = Label of order { $number } bought

## The shop’s database
scan-password-not-read = Couldn’t read the password of the database. Enter it in Settings, Orders and shop: then it is known until you close Postroom. { $reason }
scan-database-settings = Settings of the database
scan-password-not-stored = The password of the database is known only until you close Postroom. { $reason }
scan-password-not-removed = Couldn’t remove the password of the database from this computer. { $reason }
scan-database-attempted-test = Couldn’t test the database
scan-write-back-busy = The shop’s database is being written to. What you chose is done right after.
scan-write-back-needs-person = The tracking number of order { $number } isn’t in the shop’s database. { $reason }

## The card of the scanned order
scan-close = Put this order aside
scan-searching = Looking for this order…
# $name: the name that the shop gave its database
scan-asking = Asking { $name }…
scan-several = Several orders have this number. Choose one.
# $source: where the order comes from
scan-pick = Open order of { $source }
scan-nothing = No order has this number.
scan-nothing-in-database = No order has this number, neither here nor in { $name }.
scan-track = Track as a parcel
scan-go-on = Try again
scan-filled-from = Filled from { $name }
scan-awaits-items = { $count ->
    [one] Scan the items: { $count } piece left
   *[other] Scan the items: { $count } pieces left
}
scan-awaits-weight = Put the parcel on the scale, or enter its weight
scan-awaits-typed-weight = Enter the weight of the parcel
scan-weigh = Weigh
scan-weight = Weight of this parcel
# $key: a keyboard shortcut
scan-weight-of-last = The scale still shows the parcel before this one. Put this parcel on it, or press { $key } to use that weight.
scan-rating = Getting the rate…
scan-priced = { $service }, { $price }
scan-buy = Buy label, { $price }
scan-buying = Buying the label…
scan-bought-for = Label bought, { $price }. Scan the next order.
scan-handed-over = Handed over before. Its label cost { $price }.
scan-print-again = Print again
scan-bought-unprinted = Label bought, { $price }, and not printed yet.
scan-print = Print label
scan-bought-elsewhere = Label bought at { $station }, which prints it. Print it here only if it didn’t come out there.
scan-confirm = I took it out
# $number: the order number that was scanned meanwhile
scan-next = Next: { $number }
scan-open-next = Open
# $sku and $name: of the item
scan-item = { $sku } { $name }
scan-pieces = { $pieces } ×
scan-pieces-checked = { $checked } of { $pieces }
scan-check = Check by hand
scan-check-item = Check { $name } by hand
scan-uncheck = Check all items again

## Whether a label is in the shop’s database
scan-write-back-written = In the shop’s database
scan-write-back-given-up = Not in the shop’s database
scan-write-back-waiting = Waits for the shop’s database
scan-write-back-failed = The shop’s database refuses it
scan-write-back-unknown = Perhaps in the shop’s database
scan-write-back-database-gone = The database is no longer set up here.
scan-write-back-next = The next attempt is at { $at }.
scan-write-back-try = Try now
scan-write-back-is-written = It’s there
scan-write-back-send-again = It isn’t there: send it
scan-write-back-give-up = Give up
scan-write-back-sending = It’s being sent
scan-write-back-undecided = { $count ->
    [one] The tracking number of { $count } order isn’t in the shop’s database and needs a decision.
   *[other] The tracking numbers of { $count } orders aren’t in the shop’s database and need a decision.
}
scan-write-back-show = Show

## Settings: scan to ship
scan-settings = Scan to ship
scan-settings-explained = Scan the number of an order in any panel, and the order opens. The scale gives it a weight if it has none. These settings are for every computer of the shop.
scan-settings-sign-in = Sign in first: this is kept with the orders.
scan-settings-checks = Check items by scanning them
scan-settings-checks-explained = Scan every piece before the label is bought. A wrong one stops until you’ve taken it out.
scan-settings-buys = Buy and print by scanning
scan-settings-buys-explained = An order that lacks nothing is bought and printed without another key, up to the limit of express mode in Settings, Scale and scanner. It spends money in Production too.
scan-settings-database = For numbers that aren’t here, ask
scan-settings-no-database = No database
