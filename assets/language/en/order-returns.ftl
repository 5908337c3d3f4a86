# Return labels of orders that were shipped.

## In the panel
order-returns-menu = Return labels…
order-returns-print = { $count ->
    [one] Print { $count } return label
   *[other] Print { $count } return labels
}
order-returns-one = Return label…
order-returns-label = Return label
order-returns-title = Return labels
order-returns-count = { $count ->
    [0] No return labels
    [one] { $count } return label
   *[other] { $count } return labels
}
order-returns-explained = The customers send the parcels back to your shop. Each label is paid when it is bought.
# A choice; $count: orders that have a return label already
order-returns-another = { $count ->
    [one] Buy another for the order that has a return label
   *[other] Buy another for the { $count } orders that have a return label
}
order-returns-impossible = { $count ->
    [one] { $count } order can’t get one, because its parcel went to another country or its address is not complete.
   *[other] { $count } orders can’t get one, because their parcels went to another country or their addresses are not complete.
}
order-returns-open-count = { $count ->
    [one] { $count } return label is being bought or may have been bought.
   *[other] { $count } return labels are being bought or may have been bought.
}
order-returns-none = None of the selected orders can get a return label
order-returns-rate = { $count ->
    [one] Get its rate
   *[other] Get { $count } rates
}
order-returns-rate-name = Get rates of return labels
order-returns-buy = { $count ->
    [one] Buy { $count } return label, { $total }
   *[other] Buy { $count } return labels, { $total }
}

## Results
order-returns-rating = Getting rates of return labels
order-returns-buying = Buying return labels
order-returns-all-rated = Rates of return labels received
order-returns-all-bought = Return labels bought
order-returns-not-shipped = Its own label wasn’t bought, so nothing can come back
order-returns-open = Its return label is being bought or may have been bought
order-returns-abroad = It went to another country. Buy its return label in Shipments, with a customs declaration.
order-returns-bought-already = It got a return label meanwhile; no other was bought
# Stays in the purchase journal as it was written
order-returns-purchase-title = { $number } · Return from { $name }, { $service }
