# The Orders panel: the list, an order, and what is done for many.

## The panel
orders-title = Orders
orders-loading = Opening the orders…
orders-offline = Offline: rates and labels need the service
orders-busy = Another task of the orders is running
orders-import = Import…
orders-import-hint = Import a table or a spreadsheet. You’ll see a preview first. You can also drop the file here.
orders-paste = Paste
orders-paste-hint = Import a table that you copied from a spreadsheet
orders-back = All orders
orders-none-title = No orders yet
orders-none = Import the orders of your shop from a CSV file or a spreadsheet. You can also drop the file here, or paste a table.
orders-none-practice = Import the orders of your shop, or try it with 300 invented ones.
orders-none-sample = Import 300 sample orders
orders-table = Orders
orders-row = Order { $number }

## Search and filters
orders-search = Search orders
orders-search-hint = Search number, name, address, SKU, tracking
orders-filter = Show
orders-filter-to-do = To do
orders-filter-all = All
orders-filter-open = Being bought
# Several orders; "orders-state-ready" and "orders-state-bought" are one of them
orders-filter-ready = Ready
orders-filter-bought = Bought
orders-filter-printed = Printed
orders-filter-done = Done
orders-filter-aside = Set aside
orders-filter-count = { $name } { $count }
orders-filters = Filters
orders-filters-in-use = Filters ({ $count })
orders-source = Source
orders-source-any = Any source
orders-preset = Preset
orders-preset-any = Any preset
orders-ship-by = Ship by
orders-ship-by-any = Any day
orders-ship-by-today = Due today
orders-ship-by-tomorrow = Due by tomorrow
orders-count-matching = { $count ->
    [one] { $count } order
   *[other] { $count } orders
}
orders-no-match-title = No matches
orders-no-match = No order matches the search and the filters
orders-no-match-button = Show all orders
orders-all-done-title = Nothing to do
orders-all-done = Every order is handed over or set aside

## The grid
orders-column-service = Service
orders-column-carrier = Carrier
orders-column-tracking = Tracking number
orders-column-ordered = Ordered
orders-columns = Columns
orders-columns-hint = Choose the columns of the list and their order
orders-columns-usual = Usual columns
orders-columns-usual-now = The list has its usual columns
orders-columns-sooner = Move { $column } to the left
orders-columns-later = Move { $column } to the right
orders-column-number = Order
orders-column-state = State
orders-column-recipient = Recipient
orders-column-place = To
orders-column-items = Items
orders-column-weight = Weight
orders-column-preset = Preset
orders-column-price = Price
orders-column-ship-by = Ship by
orders-select = Select order { $number }
orders-items = { $pieces } × { $name }
orders-items-more = { $first } +{ $count }
orders-preset-gone = Deleted preset
orders-state-attention = Needs attention
orders-state-ready = Ready
orders-state-rated = Rated
orders-state-buying = Being bought
orders-state-doubt = Uncertain
orders-state-bought = Bought
orders-state-printed = Printed
orders-state-handed-over = Handed over
orders-state-refunded = Refunded
orders-state-hold = On hold
orders-state-canceled = Canceled
orders-state-unreadable = Can’t be read

## What is done for the selected orders
orders-select-all = { $count ->
    [one] Select { $count } order
   *[other] Select all { $count } orders
}
orders-correct = { $count ->
    [one] Correct { $count } order
   *[other] Correct { $count } orders
}
orders-correct-name = Correct orders
orders-correct-hint = Go through the orders that need attention, one after the other
orders-select-first = Select orders to check their addresses, get rates, buy labels, and print.
# Ticked orders that the search or a filter hides
orders-selected-outside = { $count ->
    [one] { $count } more is selected and not shown here
   *[other] { $count } more are selected and not shown here
}
orders-selected = { $count ->
    [one] { $count } selected
   *[other] { $count } selected
}
orders-select-none = Clear
orders-check = Check addresses
orders-check-hint = The service checks each address that wasn’t checked yet
orders-nothing-to-check = None of the selected orders has to be checked
orders-rate = Get rates
orders-rate-hint = Get the rate that each order’s preset chooses
orders-nothing-to-rate = None of the selected orders is ready for rates
orders-nothing-to-change = The selected orders have labels, so they can’t be changed
orders-nothing-on-hold = None of the selected orders is on hold
orders-nothing-canceled = None of the selected orders is canceled
orders-buy = Buy labels
orders-buy-labels = { $labels ->
    [one] Buy { $labels } label, { $total }
   *[other] Buy { $labels } labels, { $total }
}
orders-nothing-to-buy = None of the selected orders has a current rate
orders-buy-question = Buying labels
orders-buy-title = { $labels ->
    [one] Buy { $labels } label?
   *[other] Buy { $labels } labels?
}
orders-buy-carrier = { $labels ->
    [one] { $carrier }, { $labels } label
   *[other] { $carrier }, { $labels } labels
}
# $by: what they cost more or less than before, such as: $3.20 more
orders-buy-changed = { $count ->
    [one] The price of { $count } order changed with the latest rates: { $by }.
   *[other] The prices of { $count } orders changed with the latest rates: { $by } in all.
}
orders-buy-changed-more = { $amount } more
orders-buy-changed-less = { $amount } less
orders-buy-changed-even = no difference
orders-buy-outdated = { $count ->
    [one] { $count } order was changed since it was rated. It isn’t bought before you get its rate again.
   *[other] { $count } orders were changed since they were rated. They aren’t bought before you get their rates again.
}
orders-buy-balance = Balance { $balance }
# All carriers together
orders-buy-sum = { $labels ->
    [one] Total, { $labels } label
   *[other] Total, { $labels } labels
}
# $labels: how many labels the balance pays
orders-buy-lacks = { $labels ->
    [0] The balance lacks { $amount }: it doesn’t pay the first label.
    [one] The balance lacks { $amount }: it pays about { $labels } label, then buying stops.
   *[other] The balance lacks { $amount }: it pays about { $labels } labels, then buying stops.
}
orders-buy-top-up = Top up…
orders-buy-now = Buy the labels
orders-buy-cancel = Cancel
orders-send-unsent = { $count ->
    [one] Send { $count } label again
   *[other] Send { $count } labels again
}
orders-send-unsent-hint = Sends what is in the purchase journal and was not sent. Nothing is bought twice.
orders-print = Print
orders-nothing-to-print = None of the selected orders has a label
orders-more = More actions
orders-hold = Put on hold
orders-release = Release
orders-cancel-order = Cancel order
orders-restore = Restore
orders-delete = Delete
orders-open = Open

## One order
orders-detail-title = Order { $number }
orders-close = Close
orders-edit-hint = A change is stored when you leave the field.
orders-mend-hint = A change is stored when you leave the field. Enter goes to the next problem.
orders-bought-cannot-change = Its label was bought or is being bought, so it can’t be changed.
orders-held = On hold
orders-held-because = On hold: { $reason }
orders-suggested = The service spells this address differently:
orders-take-suggestion = Use this address
orders-keep-address = Keep mine
orders-settle-note = It’s right
orders-changed-in-file = A newer file has other data for this order. Its label was bought with the data below.
orders-dismiss-file = OK
orders-label-not-bought = Not bought
orders-paid-twice = Order { $number } has two labels that were paid for. Open it, use one, and refund the other.
orders-surplus-label = This label was paid for too. Use only one of the labels, and refund the other.
orders-surplus-refund = Refund this label…
orders-found-elsewhere = { $station } has finished the label of order { $number } and prints it. Print it here only if it didn’t come out there.
orders-attempted-print-found = Couldn’t print a label that was found; it’s in the list
orders-label-refunded = Refunded
orders-printed-at = Printed { $at } on { $printer } by { $by }
orders-field-weight = Weight
orders-field-length = Length
orders-field-width = Width
orders-field-height = Height
# $unit: such as in or cm
orders-field-length-in = Length ({ $unit })
orders-field-width-in = Width ({ $unit })
orders-field-height-in = Height ({ $unit })
orders-field-note = Note
orders-preset-by-rules = Chosen by the rules
orders-preset-of-rule = Chosen by the rule “{ $rule }”
orders-preset-of-file = Named in the imported file
orders-items-title = Items
orders-item = { $quantity } × { $sku } { $name }
orders-raw-row = The row as it is in the file:

## Changes
# Only the last change can be undone, also after many
orders-undo-changed = { $orders ->
    [one] Last change: { $orders } order
   *[other] Last change: { $orders } orders
}
orders-undo-too-many = { $orders ->
    [one] { $orders } order changed. That can’t be undone.
   *[other] { $orders } orders changed. So many can’t be undone.
}
orders-undo-deleted = { $orders ->
    [one] { $orders } order deleted
   *[other] { $orders } orders deleted
}
orders-left-bought = { $orders ->
    [one] { $orders } order stays as it is: its label was bought or is being bought.
   *[other] { $orders } orders stay as they are: their labels were bought or are being bought.
}
orders-left-changed = { $orders ->
    [one] { $orders } order was changed meanwhile and stays as it is.
   *[other] { $orders } orders were changed meanwhile and stay as they are.
}
orders-left-unreadable = { $orders ->
    [one] { $orders } order can’t be read and stays as it is.
   *[other] { $orders } orders can’t be read and stay as they are.
}
orders-attempted-read = Couldn’t read the orders
orders-attempted-change = Couldn’t store the change of the orders
orders-attempted-document = Couldn’t store the change
orders-attempted-claim = Couldn’t mark the orders as being bought; nothing was bought for them
orders-attempted-journal = Couldn’t write the purchase to the journal; nothing was sent
orders-attempted-settle = Couldn’t store what became of labels; the purchase journal has it

## Batches
orders-work-busy = Another task of the orders is running.
orders-work-sign-in = Sign in first: this needs the service.
orders-work-checking = Checking addresses
orders-work-rating = Getting rates
orders-work-buying = Buying labels
orders-work-sending = Sending labels again
# The titles of the same tasks once every row succeeded
orders-work-all-checked = Addresses checked
orders-work-all-rated = Rates received
orders-work-all-bought = Labels bought
orders-work-all-sent = Labels sent again
orders-work-bought-already = Its label was bought or is being bought
orders-work-refunded = Its label was refunded. Open the order and decide whether another is bought
orders-work-checked-before = Checked before
orders-work-address-right = The address is right
orders-work-address-other = The service has { $street }, { $city } { $zip }
orders-work-address-wrong = The service refuses the address: { $remark }
orders-work-problem = { $problem }
# $days: how many it takes; it may be a fraction
orders-work-rated = { $days ->
    [one] { $service }, { $days } day
   *[other] { $service }, { $days } days
}
orders-work-bought = Bought for { $price }
orders-work-bought-other-price = Bought for { $charged }; the rate was { $expected }
orders-attempted-buy-at-price = Buying was stopped
orders-advice-price-rise = Check what the service charges; the largest price rise is set in Settings, Purchases
# $charged and $expected: prices; $order: the number of the order
orders-work-price-rise = The label of order { $order } was charged { $charged }, and its quote was { $expected }. The orders after it were not bought.
# $chosen: the chosen rate; $left: a rate that was cheaper
orders-work-rated-left-out = { $chosen }. { $left }
orders-work-changed-meanwhile = Changed meanwhile; not bought
orders-work-on-hold = On hold or canceled
orders-work-outdated = The rate is out of date. Get rates again.
orders-work-other-price = Not bought: the rate is { $price } now, and { $agreed } was agreed to
orders-work-unwritable = Not bought: the request can’t be written
orders-work-unreadable = Can’t be read and is left alone; a newer version of Postroom may have written it
orders-work-not-sent = Not sent yet; send it again
orders-work-nothing-unsent = Nothing is left to be sent
orders-work-other-account = Its label belongs to another account
orders-work-taken-over = Another computer of the shop has taken this order over and finishes it; nothing was sent from here
orders-work-removed = Removed meanwhile
# Stands for the number and the name of an order that is not there any more
orders-work-removed-order = Removed order
orders-work-not-kept = Not kept: another computer changed the order at the same time
orders-work-purchase-canceled = Its purchase was canceled before it was sent
orders-work-not-found = Not bought: the service doesn’t have it
orders-work-workspace-away = Waiting for the server of the orders. Labels that are under way are finished, and no new order is begun; what was bought is in the purchase journal.
orders-claims-taken-over =
    { $orders ->
        [one] Another computer stopped while it was buying a label. This computer checks whether the label was bought, and finishes its order.
       *[other] Another computer stopped while it was buying { $orders } labels. This computer checks whether they were bought, and finishes their orders.
    }
orders-claims-other-account = Another computer stopped while it was buying labels with account { $account }. Sign in to that account on any computer to finish these orders.
orders-purchase-title = { $number } · { $service } to { $name }

## Import
orders-attempted-paste = Couldn’t paste a table
orders-paste-nothing = There is no text in the clipboard
orders-paste-advice = Copy the cells in the spreadsheet, with the line of headings, and paste again.
orders-attempted-import = Couldn’t import { $file }
orders-import-advice = Check the file and try again.
orders-import-source = Import
orders-import-too-large = The file is larger than 512 MB.
orders-import-gone = The file isn’t there any more. It may have been moved, renamed or deleted.
orders-import-loading = Reading the file…
orders-import-close = Cancel
orders-import-clipboard = Pasted table
orders-import-title = Import orders
orders-import-saved-mapping = Read with your mapping “{ $name }”
orders-import-recognized = Recognized as a table of { $name }
orders-import-new = { $count ->
    [one] { $count } new order
   *[other] { $count } new orders
}
orders-import-changed = { $count ->
    [one] { $count } changed
   *[other] { $count } changed
}
orders-import-unchanged = { $count ->
    [one] { $count } is there already
   *[other] { $count } are there already
}
orders-import-changed-bought = { $count ->
    [one] { $count } changed after its label was bought
   *[other] { $count } changed after their labels were bought
}
# $counts: a list of the counts above. $attention: how many of all these orders need attention
orders-import-with-attention = { $attention ->
    [one] { $counts }, { $attention } of them needs attention
   *[other] { $counts }, { $attention } of them need attention
}
orders-import-nothing = Nothing in this table is new
orders-import-write = { $count ->
    [one] Import { $count } order
   *[other] Import { $count } orders
}
orders-import-write-name = Import the orders
orders-import-shop = Shop
orders-import-first-is-heading = The first line is the heading
orders-import-sheet = Sheet
orders-import-bar = Vertical bar
orders-import-columns = Columns
orders-import-field-of = Field of { $column }
# Postroom doesn’t use the column; it keeps the text for the files it writes for the shop
orders-import-field-kept = Show with the order
orders-import-mapping-name = Name of this mapping
orders-import-mapping-hint = My shop
orders-import-mapping-save = Save
orders-import-mapping-unnamed = Enter a name first
orders-import-mapping-note = A saved mapping is used for the next file with these columns.
orders-import-skipped = { $count ->
    [one] { $count } row is no order
   *[other] { $count } rows are no orders
}
orders-import-skipped-row = Row { $row }: { $reason }
orders-import-column-problem = Problem
orders-import-table = Orders of this file
orders-import-done = { $count ->
    [one] { $count } order imported
   *[other] { $count } orders imported
}
# $number: of the first of them. $reason: why
orders-import-refused = { $orders ->
    [one] Order { $number } wasn’t imported: { $reason }
   *[other] { $orders } orders weren’t imported. The first is { $number }: { $reason }
}
orders-import-done-attention = { $count ->
    [one] { $count } order imported; it needs attention
   *[other] { $attention ->
        [one] { $count } orders imported, { $attention } of them needs attention
       *[other] { $count } orders imported, { $attention } of them need attention
    }
}
orders-import-working = Importing orders
orders-import-ended = Import finished
