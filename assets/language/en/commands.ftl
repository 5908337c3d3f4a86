# The commands of the palette, the keyboard and the command sheet. Each has a name and a tooltip.

## Panels
commands-go-ship = Go to Ship
commands-go-ship-tooltip = Prepare and buy a label
commands-go-orders = Go to Orders
commands-go-orders-tooltip = Import orders, get rates, and buy labels for many at once
commands-go-rates = Go to Rates
commands-go-rates-tooltip = Compare prices and delivery days
commands-go-shipments = Go to Shipments
commands-go-shipments-tooltip = Every label you bought
commands-go-refunds = Go to Refunds
commands-go-refunds-tooltip = Money you can get back
commands-go-manifests = Go to End of day
commands-go-manifests-tooltip = Hand over parcels: manifests, closing scan, forms
commands-go-tracking = Go to Tracking
commands-go-tracking-tooltip = Where your parcels are
commands-go-addresses = Go to Addresses
commands-go-addresses-tooltip = Address book: search, check, import, merge
commands-go-carriers = Go to Carriers
commands-go-carriers-tooltip = Carrier accounts and what carriers offer
commands-go-balance = Go to Balance
commands-go-balance-tooltip = Money on the account, top-ups, history
commands-go-containers = Go to Containers
commands-go-containers-tooltip = Labels for sacks, pallets, and trays
commands-go-activity = Go to Activity
commands-go-activity-tooltip = Every request and its answer
commands-go-practice = Go to Practice
commands-go-practice-tooltip = Practice clock, practice money, drills
commands-go-settings = Go to Settings
commands-go-settings-tooltip = Appearance, connection, limits

## Shipping
commands-palette = Command palette
commands-palette-tooltip = Find any command, address, shipment, or tracking number
commands-new-shipment = New shipment
commands-new-shipment-tooltip = A new draft with the same sender
commands-ship-last = Ship another like the last
commands-ship-last-tooltip = The same addresses and package as the last label
commands-return = Return label
commands-return-tooltip = Sends the open shipment, or the last label, back to you
commands-weigh = Weigh
commands-weigh-tooltip = Use the weight on the scale for the package, or in Orders change the weight of the selected row
commands-weigh-sheet-tooltip = Use the weight on the scale for the package
commands-get-rates = Get rates
commands-get-rates-tooltip = Ask all carriers for prices of this draft
commands-cheapest = Choose the cheapest rate
commands-cheapest-tooltip = From the rates of this draft
commands-next-rate = Choose the next rate
commands-next-rate-tooltip = The one below the chosen rate
commands-previous-rate = Choose the previous rate
commands-previous-rate-tooltip = The one above the chosen rate
commands-buy = Buy label
commands-buy-tooltip = Buy the label of this draft
# On the printed sheet of barcodes, below "Buy label"
commands-buy-sheet-tooltip = Only in express mode, up to its limit
commands-cancel-held = Cancel the pending purchase
commands-cancel-held-tooltip = During the undo delay; costs nothing

## Printing and handing over
commands-print = Print label
commands-print-tooltip = Print the label on screen at 100%
commands-print-last = Print the last label again
commands-print-last-tooltip = The label bought last, at 100%
commands-closing-scan = Closing scan
commands-closing-scan-tooltip = Scan parcels as they leave

## Views
commands-refund = Refund a label
commands-refund-tooltip = Ask for a refund of the label on screen, or of the last one you bought
commands-next-day = Next practice day
commands-next-day-tooltip = Move the practice clock on by one day

## The window
commands-help = Guide
commands-help-tooltip = How it works: the page of the guide about this panel
commands-about = About Postroom
commands-about-tooltip = Version, licenses, and where your data is
commands-use-preset = Use the preset with this key
commands-refresh = Refresh
commands-refresh-tooltip = Ask the service again for what is on screen
commands-theme = Switch between light and dark
commands-theme-tooltip = Change the color scheme
commands-larger = Larger text
commands-larger-tooltip = One step up, to at most 200%
commands-smaller = Smaller text
commands-smaller-tooltip = One step down, to at least 75%
commands-normal = Normal text size
commands-normal-tooltip = Back to 100%

## Accounts
commands-switch-account = Switch account
commands-switch-account-tooltip = Open another account on this computer
commands-export-journal = Export the purchase journal
commands-export-journal-tooltip = Proof of every purchase, as CSV or JSON
commands-sign-out = Sign out
commands-sign-out-tooltip = Back to the first page; saved data stays
