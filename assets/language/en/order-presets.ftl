# Presets and rules.

## Why no rate fits a preset
# $rate: the rate that comes nearest, such as "Ground Advantage, $7.90, 3 days"
presets-no-rate-given = No carrier gave a rate for this parcel
presets-no-rate-price = No rate that fits the preset has a price
presets-no-rate-above-zero = A price of 0 or below is never taken without a person. If it’s right, choose it in Ship: { $rate }
presets-rate-left-out = Left out, because a price of 0 or below is never taken without a person: { $rate }
# $text: as typed in the preset
presets-no-rate-amount-unreadable = The preset’s amount “{ $text }” can’t be read
presets-no-rate-account = No rate is of the carrier account that the preset names
presets-no-rate-account-nearest = No rate is of the carrier account that the preset names. The cheapest of the others: { $rate }
presets-no-rate-service = No carrier offers { $service } for this parcel
presets-no-rate-service-nearest = No carrier offers { $service } for this parcel. The cheapest: { $rate }
presets-no-rate-by-name = There are only rates that a preset must name: of services that you hide or that take certain goods only
presets-no-rate-by-name-nearest = There are only rates that a preset must name: of services that you hide or that take certain goods only. The cheapest: { $rate }
presets-no-rate-days-unknown = No rate that fits the preset says how many days it takes. The cheapest: { $rate }
presets-no-rate-within-days = { $days ->
    [one] No rate takes at most { $days } day. The fastest: { $rate }
   *[other] No rate takes at most { $days } days. The fastest: { $rate }
}
presets-no-rate-under-amount = No rate costs at most { $limit }. The cheapest: { $rate }
# Ground Advantage, $7.90, 3 days
presets-rate-price-days = { $days ->
    [one] { $service }, { $price }, { $days } day
   *[other] { $service }, { $price }, { $days } days
}
presets-rate-price = { $service }, { $price }

## A preset that a command names
presets-pick-gone = This preset no longer exists
# $digit: 1 to 9
presets-pick-no-digit = No preset has the key Ctrl+Alt+{ $digit }. Give it to one in Orders, Presets.

## What is wrong with a preset
presets-name-missing = Enter a name
presets-name-twice = There is a preset named “{ $name }” already
presets-key-taken = “{ $preset }” has this key
presets-packaging-unreadable = Enter the weight as a number, or leave it empty
presets-service-missing = Choose a service
presets-service-not-offered = None of your carriers offers this service now
presets-days-missing = Enter a number of days
presets-amount-missing = Enter an amount
presets-amount-unreadable = Enter an amount above zero, such as { $example }
presets-account-gone = This carrier account no longer exists
presets-account-disabled = This carrier account is disabled
presets-printer-gone = This computer has no printer of this name

## The conditions of a rule
# Parts of a sentence that begin with a small letter. They are joined with "and", and the first gets
# a capital letter: "Country is Germany and weight is up to 2 kg: preset Light".
rules-words-no-condition = no condition
rules-words-every-order = every order
# $countries and the like: one name, or several with commas
rules-words-country = { $count ->
    [one] country is { $countries }
   *[other] country is one of { $countries }
}
rules-words-state = { $count ->
    [one] state is { $states }
   *[other] state is one of { $states }
}
rules-words-zip-range = ZIP is from { $from } to { $to }
rules-words-zip-prefix = ZIP begins with { $prefixes }
# $unit: lb, oz, kg or g
rules-words-weight-most = weight is up to { $most } { $unit }
rules-words-weight-least = weight is at least { $least } { $unit }
rules-words-weight-between = weight is from { $least } to { $most } { $unit }
rules-words-value-most = value is up to { $most }
rules-words-value-least = value is at least { $least }
rules-words-value-between = value is from { $least } to { $most }
rules-words-items-exact = number of different items is { $count }
rules-words-items-most = number of different items is at most { $most }
rules-words-items-least = number of different items is at least { $least }
rules-words-items-between = number of different items is from { $least } to { $most }
rules-words-pieces-exact = number of pieces is { $count }
rules-words-pieces-most = number of pieces is at most { $most }
rules-words-pieces-least = number of pieces is at least { $least }
rules-words-pieces-between = number of pieces is from { $least } to { $most }
rules-words-parcels-exact = number of parcels is { $count }
rules-words-parcels-most = number of parcels is at most { $most }
rules-words-parcels-least = number of parcels is at least { $least }
rules-words-parcels-between = number of parcels is from { $least } to { $most }
rules-words-sku = { $count ->
    [one] an item has the SKU { $skus }
   *[other] an item has one of the SKUs { $skus }
}
rules-words-source = { $count ->
    [one] source is { $sources }
   *[other] source is one of { $sources }
}
# The shipping that the customer chose, in the shop’s words
rules-words-shipping = { $count ->
    [one] shipping contains “{ $words }”
   *[other] shipping contains one of “{ $words }”
}
rules-words-note = order has a note
rules-words-no-note = order has no note
rules-words-international = shipment is international
rules-words-domestic = shipment is domestic
rules-words-po-box = address is a PO box
rules-words-no-po-box = address is not a PO box
# APO, FPO and DPO addresses
rules-words-military = address is military
rules-words-not-military = address is not military
rules-words-ship-by = { $days ->
    [0] order must be shipped by today
    [one] order must be shipped within { $days } day
   *[other] order must be shipped within { $days } days
}

## A rule on one line
# $conditions: the conditions, joined
rules-words-preset = { $conditions }: preset { $preset }
rules-words-preset-gone = { $conditions }: a preset that no longer exists
rules-words-hold = { $conditions }: on hold, { $reason }

## Why rules choose no preset yet
# $rule: the name of the rule
rules-undecided-country = The rule “{ $rule }” can’t be decided without the recipient’s country
rules-undecided-sender = The rule “{ $rule }” can’t be decided without the sender’s country
rules-undecided-state = The rule “{ $rule }” can’t be decided without the recipient’s state
rules-undecided-zip = The rule “{ $rule }” can’t be decided without the recipient’s ZIP
rules-undecided-weight = The rule “{ $rule }” can’t be decided without the weight
rules-undecided-value = The rule “{ $rule }” can’t be decided without the value of the goods
rules-undecided-currency = The rule “{ $rule }” can’t be decided, because the order’s value is in another currency
rules-undecided-quantity = The rule “{ $rule }” can’t be decided without the number of pieces

## What is wrong with a rule
rules-fault-name-missing = Enter a name for the rule
rules-fault-no-condition = Add a condition; a rule for every order has the condition “every order”
rules-fault-preset-missing = Choose a preset
rules-fault-preset-gone = The preset of this rule no longer exists; choose another
rules-fault-reason-missing = Say why the orders are put on hold
rules-fault-country-missing = Enter a country
rules-fault-country-unknown = { $text } isn’t a country; use a two-letter code such as US
rules-fault-state-missing = Enter a state
rules-fault-state-unknown = { $text } isn’t a US state; use two letters such as CA
rules-fault-zip-missing = Enter the beginning of a ZIP
rules-fault-zip-end-missing = Enter the first and the last ZIP
rules-fault-zip-lengths = The first and the last ZIP must have the same number of characters
rules-fault-range-open = Enter at least one end of the range
rules-fault-range-reversed = The end of the range is before its beginning, so no order fits
rules-fault-weight-unreadable = “{ $text }” isn’t a weight
rules-fault-sku-missing = Enter a SKU
rules-fault-source-missing = Enter a source
rules-fault-shipping-missing = Enter a word of the shop’s shipping

## What keeps an order from being bought
# $field: a field or a column, such as "Recipient ZIP"; $problem: such as "Enter a ZIP code"
order-problems-in-words = { $field }: { $problem }
order-problems-field-number = Order number
order-problems-field-preset = Preset
order-problems-field-address = Recipient’s address
order-problems-field-row = Order
order-problems-field-row-of-file = Row { $row } of the file
order-problems-field-quantity = Quantity of item { $number }
order-problems-number-blank = Enter an order number
order-problems-order-unreadable = This order can’t be read and is left alone; a newer version of Postroom may have written it
order-problems-preset-gone = The chosen preset no longer exists; choose another
order-problems-preset-gone-rule = The preset that the rule “{ $rule }” chose no longer exists
order-problems-address-suggested = The service has another spelling of this address; choose one of the two
# $remark: the service’s own words
order-problems-address-refused = The service doesn’t know this address: { $remark }
# $text: the cell as it stands in the file
order-problems-row-unreadable = This row can’t be read as an order
order-problems-number-missing = This row has no order number
order-problems-number-damaged = The spreadsheet has changed this order number to “{ $text }”
order-problems-number-twice = Another order of the file has the number “{ $text }”
order-problems-weight-unreadable = “{ $text }” isn’t a weight
order-problems-weight-unclear = “{ $text }” can be read as two weights or has no unit
order-problems-size-unreadable = “{ $text }” isn’t a size
order-problems-size-unclear = “{ $text }” can be read as two sizes or has no unit
order-problems-quantity-unreadable = “{ $text }” isn’t a number of pieces, such as 1 or 2
order-problems-quantity-missing = The file doesn’t say how many pieces of “{ $text }” there are
order-problems-value-unreadable = “{ $text }” isn’t an amount
order-problems-value-unclear = “{ $text }” can be read as two amounts
order-problems-date-unreadable = “{ $text }” isn’t a date or can be read as two
order-problems-country-unknown = “{ $text }” isn’t a country
order-problems-cell-error = The cell has an error and no value: { $text }
order-problems-rows-disagree = The rows of this order name different recipients: “{ $text }”
order-problems-undecodable = Some characters can’t be read: “{ $text }”
order-problems-closed-in-shop = The shop says that this order is shipped or refunded: “{ $text }”
order-problems-held-in-shop = The shop says that this order isn’t paid or is on hold: “{ $text }”
order-problems-not-carried = No carrier brings this order: “{ $text }”
order-problems-word-unknown = It isn’t known what “{ $text }” means; answer the question of the import, or settle it here
order-problems-cell-changed = The spreadsheet has changed this cell to “{ $text }”; write what it was
order-problems-cell-too-long = This cell is very long and begins with “{ $text }”; a missing quotation mark may have joined rows; at most { $most } characters of it are kept
order-problems-weights-differ = The rows of this order have different weights, such as “{ $text }”
order-problems-rows-equal = Rows of this order are equal: two parcels, or one row written twice?
order-problems-lines-disagree = The line “{ $text }” of the order is in two rows with different contents
order-problems-number-of-another = Another order has this number: “{ $text }”
order-problems-preset-unknown = There is no preset named “{ $text }”
order-problems-changed-by-both = A newer file has “{ $text }”; the change made here was kept

## Presets on screen
orders-presets = Presets
orders-presets-hint = How parcels are packed and sent, under names
orders-rules = Rules
orders-rules-hint = Which orders get which preset
presets-title = Presets
presets-table = Presets
presets-new = New preset
presets-new-title = New preset
presets-none-title = No presets yet
presets-none = A preset says how a parcel is packed and which rate is chosen. Orders get one from a rule or from you; in Ship it is one key away.
presets-choose = Choose a preset to see or change it.
presets-back = All presets
presets-column-name = Name
presets-column-key = Key
presets-save = Save
presets-save-hint = Orders with this preset follow it at once
presets-save-hint-problems = Shows what is still to be filled in or corrected
presets-saved = Everything is saved
presets-save-first = Save your changes first
presets-restore = Discard changes
presets-duplicate = Duplicate
# The name of a duplicate. $name: the name of the preset
presets-copy-name = { $name } (copy)
presets-delete = Delete
presets-delete-question = Deleting a preset
presets-delete-title = Delete “{ $name }”?
presets-delete-orders = { $count ->
    [one] { $count } order that isn’t bought yet has this preset. It will need attention until it gets another.
   *[other] { $count } orders that aren’t bought yet have this preset. They will need attention until they get another.
}
presets-delete-rules = { $count ->
    [one] This rule chooses it: { $rules }
   *[other] These rules choose it: { $rules }
}
presets-delete-yes = Delete preset
presets-delete-no = Keep preset
presets-leave-question = Discarding changes of a preset
presets-leave-title = Discard the changes to “{ $name }”?
presets-leave-words = They aren’t saved yet.
presets-leave-drop = Discard
presets-leave-keep = Keep editing
presets-overtaken = { $by } changed this preset meanwhile.
presets-overtaken-first = Choose above which version to keep
presets-no-order-selected = Select the orders that get the preset, or open one

## The form of a preset
presets-card-name = Name and key
presets-name = Name
presets-name-hint = Small box
presets-key = Key
presets-key-none = No key
presets-key-words = In Ship the key gives the parcel this preset, in Orders the selected orders.
presets-card-package = Package
presets-package-said = Set the package
presets-package-words = The weight is used only where an order has none.
presets-packaging = Weight of the packaging
presets-packaging-words = Added to the weight of the items.
presets-card-service = Service
presets-choice = Which rate is chosen
presets-choice-cheapest = The cheapest
presets-choice-named = A service by its name
presets-choice-within = The cheapest within a number of days
presets-choice-under = The fastest up to an amount
presets-choice-words = Services that you hide, and those for certain goods such as Media Mail, are chosen only by name.
presets-service = Service by name
# $service: “Ground Advantage”; $carriers: the carriers that offer it
presets-service-of = { $service } ({ $carriers })
presets-days = Most days
presets-amount = Up to
presets-account = Carrier account
presets-account-any = Any account
presets-account-unknown = Unknown account
presets-card-options = Special services
presets-options-said = Set the special services
presets-insurance-words = Leave the amount empty to insure each order for the value of its goods.
presets-card-customs = Customs
presets-customs-said = Set the customs declaration
presets-customs-items = Items
presets-customs-items-words = Used where the item of an order leaves a field open.
presets-customs-description = Description
presets-customs-clear = Clear
presets-card-sender = Sender
presets-sender-said = Set another sender
presets-sender-take = Use the sender of Ship
presets-sender-nobody = There is no sender in Ship
presets-card-label = Label and printer
presets-label-said = Set the label
presets-printer = Printer of the labels
presets-printer-any = The one with the right paper

## Rules on screen
rules-title = Rules
rules-table = Rules
rules-new = New rule
rules-none-title = No rules yet
rules-none = A rule gives a preset to the orders that fit it, or puts them on hold. The first rule that fits an order wins.
rules-back = All rules
# The place of a rule in the list
rules-column-place = No.
rules-column-name = Rule
rules-column-words = What it does
rules-column-orders = Orders
rules-incomplete = Not complete yet
rules-unnamed = Unnamed rule
rules-save = Save rules
rules-save-hint = Keeps the rules and applies them to all orders that aren’t bought yet
rules-saved = Everything is saved
rules-try = Try
rules-try-hint = Shows what the rules would do with your orders; nothing is changed
rules-up = Up
rules-up-hint = Move the rule up (Alt+↑)
rules-down = Down
rules-down-hint = Move the rule down (Alt+↓)
rules-choose-first = Choose a rule first
rules-is-first = It is the first rule
rules-is-last = It is the last rule
rules-restore = Discard changes
rules-overtaken = { $by } changed the rules meanwhile.
rules-overtaken-first = Another computer changed the rules. Choose above which changes to keep.

## The form of a rule
rules-card-rule = Rule
rules-remove = Remove rule
rules-name = Name of the rule
rules-name-hint = Heavy parcels
rules-card-conditions = Conditions
rules-conditions-words = An order fits if all of them hold.
rules-condition = Condition { $number }
rules-condition-add = Add condition
rules-condition-remove = Remove
rules-condition-remove-name = Remove condition { $number }
rules-condition-kind-name = What condition { $number } asks
# The accessible name of a field. $field: its label
rules-field-name = { $field }, condition { $number }
rules-kind-country = Country
rules-kind-state = State
rules-kind-zip-range = ZIP from … to …
rules-kind-zip-prefix = ZIP begins with …
rules-kind-international = Domestic or international
rules-kind-po-box = PO box
rules-kind-military = Military address
rules-kind-weight = Weight
rules-kind-value = Value of the goods
rules-kind-items = Number of different items
rules-kind-pieces = Number of pieces
rules-kind-parcels = Number of parcels
rules-kind-sku = SKU of an item
rules-kind-shipping = The shop’s words for the shipping
rules-kind-source = Source of the order
rules-kind-note = Note
rules-kind-ship-by = Ship-by date
rules-kind-every-order = Every order
rules-every-order-words = For the last rule: it takes all orders that no rule before it took.
rules-countries = Countries
rules-countries-hint = US, Canada
rules-states = States
rules-states-hint = CA, NY
rules-prefixes = Beginnings
rules-prefixes-hint = 100, 101
rules-skus = SKUs
# * stands for any characters
rules-skus-hint = MUG-*
rules-shipping = Words
rules-shipping-hint = express
rules-sources = Sources
rules-sources-known = Your orders come from: { $sources }
rules-one-per-line = One on each line; an order fits if one of them does.
rules-from = First ZIP
rules-to = Last ZIP
rules-least = At least
rules-most = At most
rules-unit = Unit
rules-currency = Currency
rules-days = Days from today
rules-days-words = 0 is today. Orders that are overdue fit too.
rules-answer = Answer
rules-fault-number-unreadable = “{ $text }” isn’t a number
rules-card-outcome = Then
rules-outcome = What the rule does
rules-outcome-preset = Give a preset
rules-outcome-hold = Put on hold
rules-preset = Preset
rules-preset-none = There is no preset yet. Make one under Presets.
rules-reason = Why
rules-reason-hint = Ask the customer for the size

## Trying rules
rules-trial-running = Trying the rules
rules-trial-title = What the rules would do
rules-trial-read = { $read } of { $all } orders read
rules-trial-stop = Stop
rules-trial-close = Close result
rules-trial-outdated = The rules were changed since. Try them again.
rules-trial-changed = { $count ->
    [0] No order would change
    [one] { $count } order would change
   *[other] { $count } orders would change
}
rules-trial-unfit = { $count ->
    [0] A rule fits every order
    [one] No rule fits { $count } order
   *[other] No rule fits { $count } orders
}
rules-trial-undecided = { $count ->
    [one] { $count } order lacks what a rule asks for, such as its weight
   *[other] { $count } orders lack what a rule asks for, such as their weight
}
rules-trial-left = { $count ->
    [one] { $count } order is bought or canceled, and no rule changes it
   *[other] { $count } orders are bought or canceled, and no rule changes them
}
rules-trial-first = The first { $count } of them:
rules-trial-table = Orders that would change
rules-trial-column-order = Order
rules-trial-column-recipient = Recipient
rules-trial-column-before = Now
rules-trial-column-after = Then
rules-trial-no-preset = No preset
