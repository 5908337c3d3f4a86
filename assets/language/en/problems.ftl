# Names of the fields of a shipment, and what is missing or wrong in them.

## Names of the fields of a shipment
# Also the names that a screen reader reads.
problems-field-from-name = Sender name
problems-field-from-company = Sender company
problems-field-from-street = Sender street
problems-field-from-street-2 = Sender street line 2
problems-field-from-street-3 = Sender street line 3
problems-field-from-city = Sender city
problems-field-from-state = Sender state
problems-field-from-zip = Sender ZIP
problems-field-from-country = Sender country
problems-field-from-phone = Sender phone
problems-field-from-email = Sender email
problems-field-to-name = Recipient name
problems-field-to-company = Recipient company
problems-field-to-street = Recipient street
problems-field-to-street-2 = Recipient street line 2
problems-field-to-street-3 = Recipient street line 3
problems-field-to-city = Recipient city
problems-field-to-state = Recipient state
problems-field-to-zip = Recipient ZIP
problems-field-to-country = Recipient country
problems-field-to-phone = Recipient phone
problems-field-to-email = Recipient email
problems-field-return-name = Return name
problems-field-return-company = Return company
problems-field-return-street = Return street
problems-field-return-street-2 = Return street line 2
problems-field-return-street-3 = Return street line 3
problems-field-return-city = Return city
problems-field-return-state = Return state
problems-field-return-zip = Return ZIP
problems-field-return-country = Return country
problems-field-return-phone = Return phone
problems-field-return-email = Return email
problems-field-package-type = Package type
problems-field-weight = Weight
problems-field-length = Length
problems-field-width = Width
problems-field-height = Height
problems-field-package-type-of = Package type of package { $number }
problems-field-weight-of = Weight of package { $number }
problems-field-length-of = Length of package { $number }
problems-field-width-of = Width of package { $number }
problems-field-height-of = Height of package { $number }
problems-field-special-services = Special services
problems-field-insurance-amount = Insurance amount
problems-field-cod-amount = COD amount
problems-field-registered-mail-amount = Registered mail amount
problems-field-hazmat-type = Hazmat type
problems-field-hazmat-description = Hazmat description
problems-field-hazmat-phone = Hazmat phone
problems-field-live-animals-type = Live animals type
problems-field-reference-text = Reference text
problems-field-ship-date = Ship date
problems-field-entry-facility-zip = Entry facility ZIP
problems-field-customs-items = Customs items
problems-field-contents-explanation = Contents explanation
problems-field-customs-signer = Customs signer
problems-field-customs-certification = Customs certification
problems-field-restriction-comments = Restriction comments
problems-field-eel-pfc = Export filing
problems-field-aes-itn = Number of the filing (ITN)
problems-field-customs-currency = Customs currency
problems-field-item-description = Item { $number } description
problems-field-item-quantity = Item { $number } quantity
problems-field-item-weight = Item { $number } weight
problems-field-item-value = Item { $number } value
problems-field-item-hs-number = Item { $number } HS number
problems-field-item-origin = Item { $number } origin
problems-field-rate = Rate

## Addresses
# A sentence under its field, also after the name of the field: "Recipient city: Enter a city".
problems-name-missing = Enter a name
problems-street-missing = Enter a street
problems-city-missing = Enter a city
problems-country-missing = Enter a country
problems-country-unknown = { $text } isn’t a country; use a two-letter code such as US
problems-email-malformed = This isn’t an email address; an example is name@example.com
problems-phone-letters = A phone number has only digits, spaces and + - ( )
problems-phone-digits = A phone number has 7 to 15 digits, such as 212 555 0143
problems-state-missing = Enter a state
problems-state-unknown = { $text } isn’t a US state; use two letters such as CA
problems-province-missing = Enter a state or province; addresses in { $country } need one
problems-zip-missing = Enter a ZIP code
problems-postal-code-missing = Enter a postal code
problems-postal-code-or-zeros = Enter a postal code; the service requires one. If an address in { $country } has none, enter { $zeros }
problems-zip-malformed = { $text } doesn’t look like a ZIP code; an example is { $example }
problems-zip-strange = { $text } doesn’t look like a ZIP code
problems-postal-code-malformed = { $text } doesn’t look like a postal code in { $country }; an example is { $example }
problems-postal-code-strange = { $text } doesn’t look like a postal code in { $country }
problems-zip-military = { $zip } is a military ZIP code; its state is AA, AE or AP
# 94111 is in San Francisco, CA, not in NY. $actual and $state: two letters.
problems-zip-elsewhere = { $zip } is in { $city }, { $actual }, not in { $state }
problems-postal-code-elsewhere = { $zip } is in { $actual }, not in { $state }
problems-zip-unused = { $zip } isn’t a ZIP code in use

## Packages
problems-package-missing = Add a package
# $package: a package type, such as Flat Rate Envelope.
problems-package-type-not-offered = None of your carriers takes { $package }
problems-weight-missing = Enter a weight
problems-weight-malformed = Weight must be a number, such as { $example }
problems-weight-zero = Weight must be more than zero
problems-weight-too-heavy = Over 150 lb (68 kg), more than parcel carriers take
problems-length-missing = Enter a length
problems-width-missing = Enter a width
problems-height-missing = Enter a height
problems-side-malformed = Must be a number, such as 10
problems-side-zero = Must be more than zero
problems-side-too-long = Over 108 in (274 cm), longer than parcel carriers take
# Girth: twice the width plus twice the height.
problems-girth-too-long = Length plus girth is over 165 in (419 cm), more than parcel carriers take

## Options
# $service: a special service, such as Sunday delivery.
problems-special-service-not-offered = None of your carriers offers { $service }
# Why a special service cannot be chosen. $service: the one that excludes it.
problems-special-service-rival = Can’t be combined with { $service }
problems-special-service-blocked = None of your carriers offers this
problems-returns-abroad = Return labels are only for domestic shipments
problems-two-signatures = Choose either adult signature or signature confirmation
problems-insurance-amount-missing = Enter the insurance amount
problems-cod-amount-missing = Enter the COD amount
problems-registered-mail-amount-missing = Enter the registered mail amount
problems-amount-malformed = Must be an amount, such as { $example }
problems-amount-zero = Must be more than zero
problems-amount-too-fine = Must have at most two decimal places
problems-hazmat-type-missing = Choose a hazmat type
problems-hazmat-description-missing = Describe the hazardous material
problems-hazmat-phone-missing = Enter an emergency phone number
problems-live-animals-type-missing = Choose the kind of animals
problems-reference-text-abroad = Reference texts 1 and 2 aren’t allowed on international shipments; use text 3
problems-reference-text-long = A reference text can have at most { $count } characters
# $example: a date such as 2026-11-21.
problems-date-malformed = This isn’t a date; an example is { $example }
problems-date-past = The ship date is in the past
problems-entry-facility-zip-missing = Enter the ZIP code of the entry facility

## Customs
problems-items-missing = Add at least one customs item
problems-currency-malformed = Currency must be a three-letter code, such as USD
problems-contents-missing = Describe the contents
problems-restriction-missing = Describe the restriction
problems-signer-missing = Enter the name of the person who signs
problems-certify-missing = Certify that the declaration is true
problems-description-missing = Enter a description
problems-quantity-missing = Enter a quantity
problems-quantity-malformed = Quantity must be a whole number, 1 or more
problems-item-weight-missing = Enter the weight of the item
problems-item-weight-malformed = Weight must be a number above zero, such as { $example }
problems-value-missing = Enter a value
problems-value-malformed = Value must be an amount above zero, such as { $example }
problems-value-currency = Convert the value: the declaration is in another currency than { $currency }
problems-origin-missing = Enter the country of origin
problems-hs-number-missing = Parcels to the EU, Norway and Switzerland need an HS number
problems-hs-number-malformed = An HS number has 6, 8 or 10 digits, such as 6109.10
# The weights of the customs items together, and of the packages.
problems-items-too-heavy = The items weigh { $items } lb, more than the packages ({ $packages } lb)
# “Filed”: a choice of the list Export filing. $limit: $2,500.00.
problems-filing-hs-number = More than { $limit } in HS { $number }: file the export with AES and choose “Filed”
problems-filing-item = More than { $limit } in item { $number }: file the export with AES and choose “Filed”
problems-itn-missing = Enter the number that AES gave the filing (ITN)
problems-itn-malformed = The number of a filing (ITN) is an X and 14 digits, such as X20261121123456

## Rates
problems-rate-missing = Choose a rate
# Why a service of a carrier has no rate, as far as Postroom can tell.
problems-service-abroad-only = International shipments only
problems-service-domestic-only = Domestic shipments only
problems-service-not-for-package = Not available for this package, its weight or the special services
