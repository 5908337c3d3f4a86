# The Ship panel.

## Addresses
ship-card-from = From
ship-card-to = To
# Beside the title of the recipient’s address if it is in another country.
ship-address-abroad = international
ship-address-check-offline = Addresses can’t be checked while you’re offline
ship-samples-words = New here? Try it with two sample addresses
ship-samples-use = Use sample addresses
ship-address-collapse = Collapse
ship-address-edit = Edit
ship-address-change = Change
ship-address-save = Save
ship-address-check = Check
ship-address-paste = Paste
# Names for screen readers. $card: “From” or “To”
ship-address-collapse-name = Collapse: { $card }
ship-address-edit-name = Edit: { $card }
ship-address-change-name = Change: { $card }
ship-address-save-name = Save: { $card }
ship-address-check-name = Check: { $card }
ship-address-paste-name = Paste: { $card }
ship-address-more-name = More: { $card }
ship-address-search = Search the address book
ship-address-search-name = { $card } search
ship-address-search-hint = Search, or type or paste a whole address
ship-address-none-found = No matches
ship-address-typed = As typed; not in the address book
ship-address-block = Full address
ship-address-block-name = { $card } full address
ship-address-block-hint = Name, street, city, state, and ZIP, one per line
ship-address-block-fill = Fill in
ship-address-block-fill-name = Fill in: { $card }
ship-address-block-empty = Paste an address first
ship-address-name = Name
ship-address-company = Company
ship-address-street = Street
ship-address-street-2 = Street line 2
ship-address-street-3 = Street line 3
ship-address-street-2-hint = Apt, suite, unit
ship-address-city = City
ship-address-state = State
ship-address-province = Province
ship-address-region = Region
ship-address-zip = ZIP
ship-address-postal-code = Postal code
ship-address-country = Country
ship-address-phone = Phone
ship-address-email = Email
ship-address-more = Email and street line 3
# Name for screen readers. $field: a field of the address, such as “Sender email”
ship-address-fields-name = More fields: { $field }
# What the carrier’s check of the address found
ship-address-verified = Verified
ship-address-kept = Kept as typed
ship-address-residential = Residential
ship-address-business = Commercial
ship-address-in-book = In address book
# The sender in one line
ship-return-words = Undeliverable packages are returned here

## Packages
ship-packages-title = Packages
ship-package-title = Package
ship-package-sizes = Own sizes
ship-package-sizes-hint = The sizes of the shop are its presets. Add one with the size of your box.
# A button with a menu of the shop’s presets
ship-presets = Preset
ship-presets-name = Presets
ship-presets-hint = Fill in the parcel from a preset, which also chooses the rate
ship-preset-used = The preset “{ $preset }” chooses the rate
ship-package-add = Add package
ship-package-number = Package { $number }
ship-package-remove = Remove
ship-package-remove-name = Remove package { $number }
ship-package-type = Package type
ship-package-fixed-size = This type has a fixed size; only the weight is needed
ship-package-weight = Weight
# An example in the empty field of the weight. $weight: 1.5
ship-package-weight-hint = e.g. { $weight }
# Name for screen readers of the unit (lb, kg) of a weight. $field: the name of the field
ship-package-unit-name = { $field } unit
ship-package-weigh = Weigh
ship-package-weigh-name = Weigh package { $number }
ship-package-weigh-hint = Uses the weight on the scale
ship-package-weighed = From the scale
# $weight: “12.3”, $unit: “oz”
ship-package-on-scale = { $weight } { $unit } on the scale
ship-package-length = Length
ship-package-width = Width
ship-package-height = Height
ship-package-size-unit = Size unit
ship-package-size-unit-name = Size unit of package { $number }
# The size is filled in from the last package.
ship-package-same-size = Same size as last time?
ship-package-keep-size = Keep size
ship-package-keep-size-name = Keep size of package { $number }
ship-package-irregular = Irregular
ship-package-irregular-name = Irregular package { $number }
ship-package-not-accepted = None of your carriers accepts this type
# A package type with its size, such as “Small Flat Rate Box (8.69 × 5.44 × 1.75)”
ship-package-type-sized = { $kind } ({ $length } × { $width } × { $height })
# Buttons for common box sizes, and their full names
ship-preset-small = Small
ship-preset-small-box = Small box
ship-preset-medium = Medium
ship-preset-medium-box = Medium box
ship-preset-large = Large
ship-preset-large-box = Large box
ship-preset-mailer = Mailer
ship-preset-mailer-whole = Mailer
ship-preset-name = { $preset } for package { $number }
ship-preset-hint = { $preset }: { $length } × { $width } × { $height } { $unit }
# A package in one line: “1.5 lb”, “1.5 lb, 10 × 6 × 4 in” or “1.5 lb, Small Flat Rate Box”
ship-package-words = { $weight } { $unit }
ship-package-words-sized = { $weight } { $unit }, { $length } × { $width } × { $height } { $size_unit }
ship-package-words-typed = { $weight } { $unit }, { $kind }
ship-package-words-more = { $count ->
    [one] { $package }, and { $count } more package
   *[other] { $package }, and { $count } more packages
}

## Package types. Flat Rate and Regional Rate are products of USPS.
ship-package-type-parcel = Parcel
ship-package-type-soft-pack = Soft pack
ship-package-type-flat-rate-envelope = Flat Rate Envelope
ship-package-type-padded-envelope = Padded Flat Rate Envelope
ship-package-type-legal-envelope = Legal Flat Rate Envelope
ship-package-type-small-flat-rate-box = Small Flat Rate Box
ship-package-type-medium-flat-rate-box-1 = Medium Flat Rate Box 1
ship-package-type-medium-flat-rate-box-2 = Medium Flat Rate Box 2
ship-package-type-large-flat-rate-box = Large Flat Rate Box
ship-package-type-regional-rate-box-a1 = Regional Rate Box A1
ship-package-type-regional-rate-box-a2 = Regional Rate Box A2
ship-package-type-regional-rate-box-b1 = Regional Rate Box B1
ship-package-type-regional-rate-box-b2 = Regional Rate Box B2

## Services and options
ship-options-title = Services and options
# The last one has an orientation that Postroom doesn’t know.
ship-label-words-portrait = Label: { $format }, { $size }, portrait
ship-label-words-landscape = Label: { $format }, { $size }, landscape
ship-label-words = Label: { $format }, { $size }, { $orientation }
ship-label-settings = Label settings
ship-label-format = Label
ship-label-format-name = Label format
ship-label-size = Size
ship-label-size-name = Label size
ship-label-orientation = Orientation
ship-label-orientation-name = Label orientation
ship-label-portrait = Portrait
ship-label-landscape = Landscape
ship-label-size-inches = { $width } × { $height } in
# The American paper size
ship-label-size-letter = Letter
ship-services = Special services
# Beside a service that is not chosen: what it cost when it was last chosen.
ship-services-price-about = about { $price }
ship-services-none = Special services: none
ship-services-chosen = Special services: { $services }
# Name for screen readers of the service “Tracking”, unlike the panel of that name
ship-services-tracking-name = Tracking service
# $amount: such as 100.00, which must not look like a value that is there.
ship-services-example = such as { $amount }
ship-services-insured = Insured for
ship-services-insured-each = Each package is insured for this amount and charged for it
ship-services-insured-sum = Each of the { $count } packages is insured for { $each } and charged for it: { $sum } insured in all
ship-services-cod = Collect on delivery
ship-services-registered = Registered value
# The first entry of a list, until a type is chosen
ship-services-choose = Choose
ship-services-hazmat-type = Hazmat type
ship-services-hazmat-description = Description
ship-services-hazmat-phone = Emergency phone
ship-services-animals = Kind of animals
# Label Broker is a product of USPS.
ship-services-label-broker = Recipient shows a code instead of printing a label (Label Broker)
ship-options-none = None
# The rest of the options in one line. $date: “Nov 23, 2026”
ship-options-today = Ships today; if undeliverable, back to sender
ship-options-on = Ships { $date }; if undeliverable, back to sender
ship-options-today-own = Ships today; if undeliverable, to another address
ship-options-on-own = Ships { $date }; if undeliverable, to another address
ship-options-more = More options
ship-options-date = Ship date
ship-options-date-hint = Today
ship-options-text = Reference text { $number }
ship-options-text-closed = Not allowed on international labels
ship-options-text-words = Printed on the label, such as an order number
# Where the sender hands the parcels to USPS
ship-options-entry = Postal entry
ship-options-entry-name = Entry facility
ship-options-entry-zip = Facility ZIP
ship-options-return = Different return address

## Special services
ship-service-restricted-delivery = Restricted delivery
ship-service-sunday-delivery = Sunday delivery
ship-service-holiday-delivery = Holiday delivery
ship-service-cremated-remains = Cremated remains
ship-service-live-animals = Live animals
ship-service-hazmat = Hazmat
ship-service-cod = COD
ship-service-registered-mail = Registered mail
ship-service-insurance = Insurance
ship-service-certified-mail = Certified mail
ship-service-electronic-receipt = Electronic return receipt
ship-service-adult-signature = Adult signature
ship-service-tracking = Tracking
ship-service-signature-confirmation = Signature confirmation
ship-service-returns = Returns
ship-service-delivery-1030 = Delivery by 10:30 AM

## Hazardous materials, by the classes and divisions of the US Department of Transportation
ship-hazmat-air-eligible-ethanol = Air-eligible ethanol
ship-hazmat-class-1 = Class 1, explosives
ship-hazmat-class-3 = Class 3, flammable liquids
ship-hazmat-class-7 = Class 7, radioactive
ship-hazmat-class-8-corrosive = Class 8, corrosive
ship-hazmat-class-8-wet-battery = Class 8, wet battery
ship-hazmat-class-9-lithium-ground-only = Class 9, lithium, ground only
ship-hazmat-class-9-lithium-returns = Class 9, lithium, returns
ship-hazmat-class-9-lithium-marked = Class 9, lithium, marked
ship-hazmat-class-9-lithium-unmarked = Class 9, lithium, unmarked
ship-hazmat-class-9-dry-ice = Class 9, dry ice
ship-hazmat-class-9-magnetized = Class 9, magnetized
ship-hazmat-division-41 = Division 4.1, flammable solids
ship-hazmat-division-51 = Division 5.1, oxidizers
ship-hazmat-division-52 = Division 5.2, organic peroxides
ship-hazmat-division-61 = Division 6.1, toxic substances
ship-hazmat-division-62 = Division 6.2, infectious substances
ship-hazmat-excepted-quantity = Excepted quantity provision
ship-hazmat-small-quantity = Small quantity provision
ship-hazmat-limited-quantity = Limited quantity
ship-hazmat-ground-only = Ground only
ship-hazmat-consumer-commodity = Consumer commodity
ship-hazmat-lighters = Lighters

## Live animals
ship-animals-bees = Bees
ship-animals-day-old-poultry = Day-old poultry
ship-animals-adult-birds = Adult birds
ship-animals-other = Other

## Customs declaration
ship-customs-title = Customs
# $country: where the shipment goes
ship-customs-into = to { $country }
ship-customs-possible = possible; the postal service may want it
ship-customs-add = Add item
ship-customs-empty = What’s inside? Add each kind of goods as one item
ship-customs-item = Item { $number }
ship-customs-remove = Remove
ship-customs-remove-name = Remove item { $number }
ship-customs-description = Description
ship-customs-description-hint = Cotton shirt, men’s
ship-customs-quantity = Quantity
ship-customs-weight = Total weight
ship-customs-value = Total value
ship-customs-hs-hint = 6109.10
ship-customs-hs-hint-required = Required, e.g. 6109.10
ship-customs-hs = HS number
ship-customs-origin = Made in
# $weight, $packed: “1.20”; $value: “40.00”; $currency: “USD”
ship-customs-total = Total: { $weight } of { $packed } lb packed · { $value } { $currency }
ship-customs-contents = Contents
ship-customs-undeliverable = If undeliverable
ship-customs-explanation = Description of contents
ship-customs-restriction = Restriction
ship-customs-none = None
ship-customs-currency = Currency
ship-customs-restriction-comments = Restriction comments
# The exemption from filing with US customs, or its number
ship-customs-filing = Export filing with US customs
ship-customs-filing-name = Export filing
ship-customs-itn = Number of the filing (ITN)
ship-customs-invoice = Invoice number
ship-customs-signer = Signed by
ship-customs-signer-hint = First and last name
# $name: the sender.
ship-customs-sign-as = Sign as { $name }
ship-customs-help = What is this?
ship-customs-help-name = Customs in the guide
ship-customs-certify = I certify that this declaration is true
ship-contents-merchandise = Merchandise
ship-contents-gift = Gift
ship-contents-documents = Documents
ship-contents-sample = Sample
ship-contents-returned-goods = Returned goods
ship-contents-humanitarian = Humanitarian
ship-contents-dangerous-goods = Dangerous goods
ship-contents-other = Other
ship-undeliverable-return = Return
ship-undeliverable-abandon = Abandon
ship-restriction-quarantine = Quarantine
ship-restriction-sanitary-inspection = Sanitary inspection
ship-restriction-phytosanitary = Phytosanitary
ship-restriction-inspection = Inspection
ship-restriction-phytosanitary-inspection = Phytosanitary inspection
ship-restriction-other = Other
# Sections of the export regulations
ship-filing-30-36 = Exempt: to Canada (NOEEI 30.36)
ship-filing-30-37-a = Exempt: each kind up to $2,500 (NOEEI 30.37(a))
ship-filing-30-37-h = Exempt: gift or donation (NOEEI 30.37(h))
ship-filing-30-37-y = Exempt: gift or information (NOEEI 30.37(y))
ship-filing-aes-itn = Filed, with its number (AES ITN)

## Rates in the wizard
ship-rates-title = Rates
ship-rates-compare = Compare
ship-rates-refresh = Refresh
ship-rates-get = Get rates
ship-rates-not-ready = Complete the addresses and packages first
ship-rates-refreshing = Refreshing…
ship-rates-loading = Getting rates…
ship-rates-later = Rates appear once the addresses and packages are complete
ship-rates-offline = You can get rates again when you’re back online
ship-rates-outdated = The shipment changed, so these prices are out of date
ship-rates-none = No carrier offers a rate for this shipment
# A rate for screen readers. $arrival: “3 days, Tue, Nov 24”
ship-rates-row-name = { $service }, { $account }, { $price }, { $arrival }
# Several accounts that offer the same at one price
ship-rates-accounts = { $account } and { $count } more
# The same where there is little room
ship-rates-accounts-short = { $account } +{ $count }
ship-rates-row-details = { $arrival } · { $account }
# Marks the service used for the last shipment
ship-rates-usual = Last used

## Footer
ship-footer-ready = Ready to buy
ship-footer-ready-duplicate = Ready to buy, but a similar label was just bought
# Heads of a list of fields: all empty, all wrong, or some of each
# Spanish says it otherwise of several; $count: how many fields are empty
ship-footer-missing = { $count ->
    [one] Still needed
   *[other] Still needed
}
ship-footer-wrong = To fix
ship-footer-missing-or-wrong = To complete or fix
ship-footer-more = and { $count } more
ship-footer-go-to = Go to { $field }
ship-footer-buy = Buy label
ship-footer-buying = Buying…
ship-footer-buy-hint = Costs { $price }, taken from the balance
ship-footer-buy-hint-incomplete = Shows what’s still missing
ship-balance-after = Balance after: { $amount }
ship-balance-short = Top up first: the balance would be { $amount }

## Duplicate alert
# $age: “4 min ago”
ship-duplicate-words = Same parcel twice? A label with this weight for { $name }, { $place } was bought { $age }
ship-duplicate-words-priced = Same parcel twice? A label with this weight for { $name }, { $place } was bought { $age } for { $price }
ship-duplicate-dismiss = Different parcel
ship-duplicate-show = Show label
ship-duplicate-show-name = Show label bought earlier
ship-duplicate-reprint = Reprint label

## Purchases
ship-lock-buying = Buying the label. The form is locked until the service answers.
ship-lock-checking = It isn’t certain yet whether the label was bought. The form is locked until it is.
ship-lock-refused = The service refused this label. You can send it again now, or change it once it is certain that nothing was bought.
ship-lock-not-sent = The purchase wasn’t sent. Choose above what to do with it.
ship-lock-absent = Sent before, but not found yet. Choose above what to do.
# $label: “Ground Advantage to Casey Example, $7.90”
ship-purchase-priced = { $title }, { $price }
ship-purchase-held = Buying in { $seconds } s: { $label }
ship-purchase-held-words = Nothing has been sent yet; canceling costs nothing
ship-purchase-sending = Buying: { $label }
ship-purchase-sending-words = Waiting for the service to answer
ship-purchase-not-sent = Not bought: { $label }
ship-purchase-not-sent-words = Nothing was sent and nothing was charged
ship-purchase-checking = Checking whether it was bought; don’t buy it again
ship-purchase-checking-refused = The service refused it; making sure nothing was bought
# While Postroom makes sure that nothing was bought
ship-purchase-refused-words = { $label }. Send again keeps its number, so it can’t be bought twice.
ship-purchase-checking-charged = Bought, but its label hasn’t arrived yet
ship-purchase-looked-up = { $count ->
    [one] { $label } · looked up once
   *[other] { $label } · looked up { $count } times
}
ship-purchase-absent = Not found at the service: { $label }
# $time: “Nov 23, 2026, 8:31 AM”
ship-purchase-absent-words = Postroom keeps looking for it until { $time }. Send again keeps its number, so it can’t be bought twice.
ship-purchase-refused = Refused: { $label }
ship-purchase-bought = Bought: { $label }
# For support. $id: the number of the request at the service
ship-purchase-correlation = correlation ID { $id }
ship-purchase-cancel = Cancel purchase
ship-purchase-buy-now = Buy now
ship-purchase-send-now = Send now
ship-purchase-discard = Discard purchase
ship-purchase-check-again = Check again
ship-purchase-send-again = Send again
ship-purchase-top-up = Top up…
ship-purchase-again = Buy again…
ship-again-title = Buy this label again? You may be charged twice
ship-again-words = The first try wasn’t found at the service, but it may still arrive. Then two labels are bought, and you need to refund one of them.
ship-again-words-priced = The first try for { $price } wasn’t found at the service, but it may still arrive. Then two labels are bought, and you need to refund one of them.
ship-again-safe = Send again is safe: it keeps the number of the first try, so you can’t be charged twice
ship-again-prepare = Prepare a second purchase
ship-again-cancel = Cancel
ship-confirm-title = Buy this label for { $price }?
ship-confirm-duplicate-title = Buy another label like this?
ship-confirm-words = { $price } will be taken from your Production balance now
ship-confirm-buy = Buy for { $price }
ship-confirm-cancel = Cancel

## After a purchase
ship-bought-refund-hint = Was it the wrong parcel? Ask for the money back, as long as no carrier has scanned it.
ship-undo-offer = Undo a purchase
# $count: seconds.
ship-undo-offer-words = { $count ->
    [one] Postroom can wait { $count } second before each purchase. Until then, Esc undoes it at no cost.
   *[other] Postroom can wait { $count } seconds before each purchase. Until then, Esc undoes it at no cost.
}
ship-undo-offer-yes = { $count ->
    [one] Wait { $count } second
   *[other] Wait { $count } seconds
}
ship-undo-offer-no = No, thanks
ship-bought-title = Label bought
ship-bought-next = Next
ship-bought-next-recipient = Next recipient
ship-bought-another = Ship another like this
ship-new-shipment = New shipment
ship-new-shipment-hint = Continue with the next parcel
ship-bought-to = To
ship-bought-service = Service
ship-bought-service-words = { $service }, { $carrier }
ship-bought-number = Tracking number
ship-bought-charged = Charged
ship-bought-differs = Quoted at { $expected }, charged { $charged }

## Messages about the shipment being prepared
ship-frozen = Not changed: this label is being bought. Start a new shipment to continue.
ship-book-gone = This address is no longer in the address book
ship-book-saved = { $name } is in the address book
# What was attempted, before the reason why it failed
ship-book-attempt = Couldn’t use the address book
ship-sign-in-to-check = Sign in to check addresses
ship-sign-in-for-rates = Sign in to get rates
ship-sign-in-for-reason = Sign in to ask the service for the reason
ship-changed-get-rates = The shipment changed since these rates. Get rates again.
ship-changed-compare = The shipment changed since these rates. Compare again.
# A service without a rate in the list gave one when the service was asked why.
ship-late-rate = { $service } returned a rate this time; it’s in the list now
# Head of the column with the packages of the form
ship-compare-own = As entered
ship-copy-missing = Couldn’t copy this shipment: it isn’t stored on this computer. Refresh Shipments and try again.
ship-draft-not-saved = Couldn’t save the draft: { $error }
ship-history-search-failed = Couldn’t search past quotes: { $error }
ship-history-gone = This quote is no longer stored on this computer
ship-rates-skipped = { $count ->
    [one] { $count } rate couldn’t be read and isn’t shown
   *[other] { $count } rates couldn’t be read and aren’t shown
}
# Why there are no rates yet. $problem: “Enter a ZIP code”; $field: “Recipient ZIP”
ship-rates-need-sender = No rates yet. Sender’s address: { $problem }
ship-rates-need-recipient = No rates yet. Recipient’s address: { $problem }
ship-rates-need-package = No rates yet. Package: { $problem }
ship-rates-need-package-number = No rates yet. Package { $number }: { $problem }
ship-rates-need-other = No rates yet. { $problem }
ship-rates-need-correction = No rates yet. { $field }: { $problem }
ship-rate-gone = { $service } is no longer offered. Choose another rate.
ship-rate-price-changed = { $service } costs { $price } now; it was { $before }
ship-rate-price-new = { $service } costs { $price } now
ship-rate-price-gone = { $service } has no price now; it was { $before }
ship-preset-other-rate = The preset “{ $preset }” now chooses { $service } for { $price }

## Buying
# The name of a purchase. $service: “Ground Advantage”; $name: the recipient
ship-flow-title = { $service } to { $name }
ship-flow-unwritten = Not bought: the request couldn’t be created. Check the shipment and try again.
ship-flow-no-journal = Not bought: the purchase journal can’t be used
ship-flow-no-account = Not bought: sign in first
ship-flow-bought-already = This label was already bought. Start a new shipment.
ship-flow-waiting = This purchase is waiting to be sent. Send it or cancel it.
ship-flow-checking = Checking whether it was bought; don’t buy it again
ship-flow-buying = This label is being bought
ship-flow-no-rate = Not bought: choose a rate first
ship-flow-outdated = Not bought: the shipment changed. Get rates again.
ship-flow-problem = Not bought: { $field }: { $problem }
# $label: “Ground Advantage to Casey Example”
ship-flow-bought = Bought: { $label }
ship-flow-price-differs = { $label } cost { $charged }; the quote was { $expected }
ship-flow-bought-after-all = { $label } was bought after all, although the service had refused it. If you bought it again, refund one of the two.

## Buying in express mode
ship-flow-express-off = Not bought: express mode is off. Turn it on in Settings, Scale and scanner.
ship-flow-express-done = Not bought: the label on screen is already bought. Start the next shipment.
ship-flow-express-offline = Not bought: you’re offline. The draft is kept.
ship-flow-express-buying = Not bought: it’s already being bought
ship-flow-express-no-price-yet = Not bought: the price isn’t known yet. Try again when it is.
ship-flow-express-old-price = Not bought: the price is out of date. Get rates again.
ship-flow-express-no-price = Not bought: the rate has no price. Choose another rate.
ship-flow-express-no-balance = Not bought: the balance isn’t known. Refresh it first.
ship-flow-express-currency = Not bought: the price isn’t in the currency of the balance
ship-flow-express-limit = Not bought: { $price } is over the express mode limit of { $limit }. Press Ctrl+Enter to buy it.
ship-flow-express-duplicate = Not bought: a similar label was just bought. Press Ctrl+Enter to buy this one too.
ship-flow-express-searching = Not bought: still looking for a similar label. Try again in a moment.
ship-flow-express-production = Not bought: in Production, confirm the amount first
ship-flow-nothing-held = Nothing was canceled: no purchase is waiting

## Buying again
ship-flow-again-not-absent = Not prepared: only a label that is on screen and wasn’t found can be bought again
ship-flow-again-found = Not prepared: the first try is no longer missing
# What was attempted, before the reason why it failed
ship-flow-again-attempt = Couldn’t record your consent
ship-flow-again-prepared = This is a new purchase, not bought yet. Postroom keeps looking for the first try; if it turns up, refund one of the two.

## Data on this computer
ship-flow-delete-attempt = Couldn’t delete your data
ship-flow-deleted = Deleted from this computer: the address book, shipments and labels, past quotes, drafts, and settings. The purchase journal and the printers stay.
ship-flow-journal-unusable = Nothing can be bought: the purchase journal can’t be used ({ $error })
ship-flow-printing-unusable = Nothing can be printed: { $error }
ship-flow-cache-rebuilt = The local cache was damaged and is being rebuilt. Nothing you bought is lost.
ship-flow-file-damaged = { $error }. Close Postroom and open it again to repair this.
# Why Postroom can’t start. The reason follows after a colon.
ship-flow-start-in-use = Another Postroom window is open on this folder
ship-flow-start-folder = Couldn’t create the folder { $folder }
ship-flow-start-files = Couldn’t open the files in { $folder }
ship-flow-start-book = Couldn’t open the address book in { $folder }

## Names of documents, also of their files
# $code: the code of the contents
ship-flow-document-containers = Container labels { $code }
ship-flow-document-commands = Postroom commands
ship-flow-document-scan-form = SCAN form { $number }
# The recipient of a printed label. $place: “Chicago, IL”
ship-flow-print-subject = { $name }, { $place }
ship-drafts = Drafts
ship-drafts-kept = The shipment to { $name } is kept as a draft.
ship-drafts-back = Bring it back
ship-drafts-nobody = Nobody yet
ship-confirm-doubt = The service does not find this address: { $reason }.
ship-flow-express-address = The service does not find this address: { $reason }. Look at it, then press Buy.

# $code: such as USD. $name: of the currency.
ship-currency = { $code } · { $name }
ship-currency-usd = US dollar
ship-currency-eur = Euro
ship-currency-gbp = Pound sterling
ship-currency-cad = Canadian dollar
ship-currency-mxn = Mexican peso
ship-currency-aud = Australian dollar
ship-currency-jpy = Japanese yen
ship-currency-cny = Chinese yuan
ship-currency-chf = Swiss franc
ship-currency-brl = Brazilian real
ship-currency-cop = Colombian peso
ship-currency-ars = Argentine peso
ship-currency-clp = Chilean peso
ship-currency-pen = Peruvian sol
ship-currency-inr = Indian rupee
ship-currency-krw = South Korean won
ship-currency-nzd = New Zealand dollar
ship-currency-sek = Swedish krona
ship-currency-nok = Norwegian krone
ship-currency-dkk = Danish krone
ship-currency-pln = Polish zloty
ship-currency-ils = Israeli new shekel
ship-currency-sgd = Singapore dollar
ship-currency-hkd = Hong Kong dollar
ship-currency-zar = South African rand
