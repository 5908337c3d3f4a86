# The day report on screen, files for the shops, and editing many orders.

## The day report
order-day-open = Day report
order-day-open-hint = What was bought on a day, what it cost, and what was not shipped
order-day-day = Day
order-day-before = The day before
order-day-after = The day after
order-day-no-day = Enter a day that is not in the future, such as { $example }
order-day-reading = Reading the day…
order-day-print = Print
order-day-own-clock = By the clock of this computer. That of practice may show another day.
order-day-save-csv = Save CSV…
order-day-save-pdf = Save PDF…
order-day-file = Save the day report
order-day-saved = Day report saved as { $file }
order-day-attempted-save = Couldn’t save the day report
order-day-unpriced = { $labels ->
    [one] The price of { $labels } label is not known; it is not in the sum.
   *[other] The prices of { $labels } labels are not known; they are not in the sum.
}
order-day-no-labels = No label was bought on this day
order-day-not-shipped = Not shipped: { $count }
order-day-all-shipped = Every order has a label
order-day-choose = As of now. Choose an order to open it.

## The file of tracking numbers for the shop
shop-files-open = Tracking file for the shop…
shop-files-open-hint = Write the tracking numbers to a file that your shop reads
shop-files-title = Tracking file for the shop
shop-files-file = Save the file for the shop
shop-files-file-card = File
shop-files-format = Format
shop-files-format-shopify = Shopify, through Matrixify
shop-files-format-amazon = Amazon
shop-files-format-ebay = eBay
shop-files-format-woocommerce = WooCommerce
shop-files-format-own = Columns of your own
shop-files-notify = Shopify writes to the customers that their parcels are on the way
shop-files-orders-card = Orders
shop-files-whose = Which orders
shop-files-selected = Selected ({ $count })
shop-files-bought = Bought
shop-files-any-day = Bought on any day
shop-files-day = Bought on
shop-files-only-new = Only what was not exported yet
shop-files-only-new-hint = Postroom remembers which labels are in a file of this format.
shop-files-delimiter = Column separator
shop-files-comma = Comma
shop-files-semicolon = Semicolon
shop-files-tab = Tab
shop-files-columns = Columns
shop-files-add = Add column
shop-files-heading = Heading of column { $number }
shop-files-heading-hint = Heading
shop-files-field = Content of column { $number }
shop-files-detail = More of column { $number }
shop-files-detail-hint = Heading or text
shop-files-up = Move column { $number } up
shop-files-remove = Remove column { $number }
shop-files-name = Name of this format
shop-files-name-hint = My shop
shop-files-keep = Keep format
shop-files-kept = It is kept as it is on screen
shop-files-unnamed = Enter a name first
shop-files-name-taken = Another format has this name
shop-files-delete = Delete format
shop-files-field-number = Order number
shop-files-field-tracking = Tracking number
shop-files-field-all-tracking = All tracking numbers
shop-files-field-carrier = Carrier
shop-files-field-service = Service
shop-files-field-date = Day of purchase
shop-files-field-cost = Cost
shop-files-field-currency = Currency
shop-files-field-recipient = Recipient
shop-files-field-country = Country
shop-files-field-source = Source
shop-files-field-reference = Reference
shop-files-field-column = Column of the import
shop-files-field-text = The same text
shop-files-summary = What the file has
shop-files-reading = Reading the orders…
shop-files-writing = The file is being written
shop-files-none = None of these orders goes into the file
# $choice: the name of the box, which is shop-files-only-new
shop-files-all-before = { $count ->
    [one] This order is already in a file of this format. To write it again, uncheck “{ $choice }”.
   *[other] All { $count } orders are already in a file of this format. To write them again, uncheck “{ $choice }”.
}
# The others are left out, and are listed below
shop-files-rest-before = { $count ->
    [one] The other order is already in a file of this format. To write it again, uncheck “{ $choice }”.
   *[other] The other { $count } orders are already in a file of this format. To write them again, uncheck “{ $choice }”.
}
shop-files-save = Save the file…
shop-files-save-orders = { $orders ->
    [one] Save the file with { $orders } order…
   *[other] Save the file with { $orders } orders…
}
shop-files-written = { $orders ->
    [one] { $orders } order written to { $file }
   *[other] { $orders } orders written to { $file }
}
shop-files-count = { $orders ->
    [one] { $orders } order
   *[other] { $orders } orders
}
shop-files-before = { $count ->
    [one] { $count } exported before
   *[other] { $count } exported before
}
shop-files-left-out = { $count ->
    [one] { $count } left out
   *[other] { $count } left out
}
shop-files-incomplete = { $count ->
    [one] { $count } to check
   *[other] { $count } to check
}
shop-files-rows = Tracking numbers in the file: { $numbers }, in rows: { $rows }
shop-files-choose = Choose an order to open it.
shop-files-table = Orders left out or incomplete
shop-files-state-left-out = Left out
shop-files-state-incomplete = To check
shop-files-attempted-write = Couldn’t write the file for the shop
shop-files-attempted-remember = The file was written, but Postroom couldn’t note which orders it has
shop-files-nothing = none of these orders can be written any more
shop-files-nothing-advice = Look at the orders again

## Changing a cell of the grid
orders-cell = { $field } of order { $number }
orders-cell-weight-wrong = Enter a weight such as 1.5 lb
orders-cell-ship-by-wrong = Enter a day, or leave it empty
orders-cell-preset = Preset of order { $number }

## Editing many orders
orders-many-menu = Edit…
orders-many-title = { $count ->
    [one] Edit { $count } order
   *[other] Edit { $count } orders
}
orders-many-words = Each checked field gets the same value in all of them. An empty one is cleared.
orders-many-note-only = The selected orders have labels, so only their note can be changed.
orders-many-new = { $field }, new value
orders-many-size = Size
orders-many-size-unit = Unit of the size
orders-many-size-wrong = Enter three lengths, or none
orders-many-change = { $count ->
    [one] Change { $count } order
   *[other] Change { $count } orders
}
orders-many-change-name = Change the orders
orders-many-nothing = Check what is to be changed
orders-many-cancel = Cancel
