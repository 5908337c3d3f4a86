# Packing slips, the pick list, the day report, and files for the shops.

## Files for the shops
order-papers-shop-reader-shopify = For the app Matrixify in Shopify, because Shopify itself reads no file of tracking numbers. Keep the word “Orders” in the name of the file.
order-papers-shop-reader-amazon = For Seller Central: upload it as a shipping confirmation under Upload Order Related Files.
order-papers-shop-reader-ebay = For the Merchant Integration Platform of eBay: upload it as an order fulfillment feed.
order-papers-shop-reader-woocommerce = For the extension Advanced Shipment Tracking in WooCommerce: choose its CSV import and the dates MM-DD-YYYY.
order-papers-shop-reader-own = Columns that you have chosen
order-papers-shop-etsy = Etsy reads no file of tracking numbers. Save a list in columns of your own and enter the numbers in Shop Manager.
order-papers-shop-no-number = The order has no number
order-papers-shop-unsafe-number = The order number would be a formula in a spreadsheet, and the shop would not know it in another form
order-papers-shop-not-amazon = The number does not have the form of an Amazon order number, such as 058-3563777-5518068
order-papers-shop-canceled = The order is canceled
order-papers-shop-not-bought = No label was bought
order-papers-shop-buying = The label is being bought
order-papers-shop-in-doubt = It is not known yet whether the label was bought
order-papers-shop-refunded = The label was refunded
order-papers-shop-no-tracking-number = The label has no tracking number
order-papers-shop-unsafe-tracking-number = The tracking number would be a formula in a spreadsheet
order-papers-shop-goods-divided = The goods are divided among the parcels in the order of the items, because which of them is in which parcel isn’t known
order-papers-shop-amazon-one-number = { $count ->
    [one] Amazon takes { $count } more tracking number of this order only with the order-item-id and the quantity of each item, and at least one piece for each parcel: { $numbers }
   *[other] Amazon takes { $count } more tracking numbers of this order only with the order-item-id and the quantity of each item, and at least one piece for each parcel: { $numbers }
}
order-papers-shop-numbers-missing = { $count ->
    [one] The file has no place for { $count } tracking number of this order: { $numbers }
   *[other] The file has no place for { $count } tracking numbers of this order: { $numbers }
}

## The day report
order-papers-report-heading = Day report
order-papers-report-title = Day report for { $day }
order-papers-report-summary = Summary
order-papers-report-what = What
order-papers-report-count = Number
order-papers-report-labels = Labels
order-papers-report-cost = Cost
order-papers-report-carrier = Carrier
order-papers-report-service = Service
order-papers-report-preset = Preset
order-papers-report-manifest = Manifest
order-papers-report-ship-date = Ship date
order-papers-report-total = Total
order-papers-report-order = Order
order-papers-report-recipient = Recipient
order-papers-report-ship-by = Ship by
order-papers-report-reason = Reason
order-papers-report-labels-bought = Labels bought
order-papers-report-price-unknown = Labels whose price is not known
order-papers-report-return-labels = Return labels
order-papers-report-printed = Labels printed
order-papers-report-not-printed = Labels not printed
order-papers-report-on-manifests = Labels on manifests
order-papers-report-without-manifest = Labels without a manifest
order-papers-report-by-service = Cost by carrier and service
order-papers-report-by-preset = Cost by preset
order-papers-report-no-preset = No preset
order-papers-report-refunds = Refunds
order-papers-report-manifests = Manifests
order-papers-report-not-shipped = Not shipped
order-papers-report-needs-attention = Needs attention
order-papers-report-on-hold = On hold
order-papers-report-refused-orders = Refused
order-papers-report-in-doubt-orders = Uncertain
order-papers-report-buying-orders = Being bought
order-papers-report-refunded-orders = Label refunded
order-papers-report-waiting-orders = No label was bought
# Why one order was not shipped
order-papers-report-held = On hold
order-papers-report-held-because = On hold: { $reason }
order-papers-report-refused = Refused: { $reason }
order-papers-report-in-doubt = It is not known yet whether the label was bought
order-papers-report-buying = The label is being bought
order-papers-report-refunded = The label was refunded, and no other was bought
order-papers-report-waiting = No label was bought

## Packing slips
order-papers-slip-title = Packing slip
order-papers-slip-titles = Packing slips
order-papers-slip-order = Order { $number }
order-papers-slip-no-number = Order without a number
order-papers-slip-page = Page { $page } of { $pages }
order-papers-slip-ship-to = Ship to
order-papers-slip-ordered = Order date
order-papers-slip-shipping = Shipping
order-papers-slip-reference = Reference
order-papers-slip-note = Note
order-papers-slip-no-items = This order names no items.
order-papers-slip-column-sku = SKU
order-papers-slip-column-item = Item
# The price of one piece
order-papers-slip-column-price = Price
# A narrow column
order-papers-slip-column-quantity = Qty
order-papers-slip-pieces = { $count ->
    [one] { $count } piece
   *[other] { $count } pieces
}
order-papers-slip-total = Total { $total }
order-papers-slip-none = There is no order to print
order-papers-slip-not-written = The PDF couldn’t be written
order-papers-slip-logo-kind = The logo is neither a PNG nor a JPEG. Save it as one of them.
order-papers-slip-logo-damaged = The logo is damaged and couldn’t be read. Save it again, or choose another file.
order-papers-slip-logo-cmyk = The logo is a JPEG in the colors of a printing press (CMYK). Save it in RGB, or as a PNG.
order-papers-slip-logo-large = The logo has { $width } × { $height } pixels, which is too large to print. Save it with at most 40 million pixels.
order-papers-slip-logo-unconfirmed = Another station has chosen the logo. This computer doesn’t read the file until you allow it in Settings, Orders and shop.

## Pick list
order-papers-pick-title = Pick list
order-papers-pick-orders = { $count ->
    [one] { $count } order
   *[other] { $count } orders
}
order-papers-pick-articles = { $count ->
    [one] { $count } different item
   *[other] { $count } different items
}
order-papers-pick-pieces = { $count ->
    [one] { $count } piece
   *[other] { $count } pieces
}
order-papers-pick-unclear = { $count ->
    [one] { $count } unclear quantity
   *[other] { $count } unclear quantities
}
order-papers-pick-column-pieces = Pieces
order-papers-pick-column-sku = SKU
order-papers-pick-column-item = Item
order-papers-pick-column-orders = Orders
order-papers-pick-sequence = Orders in packing sequence
order-papers-pick-sequence-hint = The labels print in this sequence.
# The place in the sequence: 1, 2, 3
order-papers-pick-column-place = No.
order-papers-pick-column-order = Order
order-papers-pick-column-recipient = Recipient
order-papers-pick-column-content = Items
# Several pieces: an order number or a SKU, and how many
order-papers-pick-times = { $what }{"\u00A0"}×{"\u00A0"}{ $count }
order-papers-pick-times-unclear = { $what }{"\u00A0"}×{"\u00A0"}“{ $quantity }”
order-papers-pick-quantity = { $number } (unclear quantity “{ $quantity }”)
order-papers-pick-no-quantity = { $number } (no quantity)

## The practice orders
order-papers-practice-mailer = Padded mailer
order-papers-practice-small-box = Small box
order-papers-practice-large-box = Large box
order-papers-practice-expedited = Expedited, at most 3 days
order-papers-practice-abroad = Abroad
order-papers-practice-signer = Practice Shop
order-papers-practice-rule-abroad = Parcels abroad
order-papers-practice-rule-expedited = The customer chose expedited shipping
order-papers-practice-rule-breakable = Breakable goods up to 3 lb
order-papers-practice-rule-light = Up to 12 oz
order-papers-practice-rule-small = Up to 3 lb
order-papers-practice-rule-others = All other orders
