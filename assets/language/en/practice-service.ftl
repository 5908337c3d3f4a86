# What the practice service says to people: reasons of refusals, descriptions, entries of the balance.
# The same service speaks English to everybody else (postroom serve).

## Addresses
practice-service-no-street = The street is required.
practice-service-long-line = { $field } is longer than the { $most } characters a label line holds.
practice-service-not-a-postcode = “{ $zip }” is not a postcode of { $country }.
practice-service-not-a-state = “{ $state }” is not a state.
practice-service-zip-of-other-state = The ZIP { $zip } lies in { $there }, not in { $state }.
practice-service-unknown-zip = The ZIP { $zip } is unknown.
practice-service-zip-digits = A ZIP has five digits.
practice-service-zip-shape = A ZIP has five digits, or nine as 12345-6789.
practice-service-not-a-city = “{ $city }” is not a city; the ZIP { $zip } belongs to { $other }.
practice-service-zip-of-other-city = The ZIP { $zip } belongs to { $other }, not to { $city }.
practice-service-or-zip = { $place } or ZIP { $zips }
practice-service-no-zip = The ZIP is required.
practice-service-no-zip-of-several = The ZIP is required; the city has several.
practice-service-unknown-country = The country code is unknown.
practice-service-no-city = The city is required.
practice-service-no-state = Addresses in { $country } need a state.
practice-service-no-postcode = The postcode is required.

## Carriers. $carrier, $service, $package and $special: the name or code that the service uses
practice-service-carrier-evs = National post, all services, end-of-day manifests
practice-service-carrier-epostage = National post for walk-in acceptance, without manifests
practice-service-carrier-nova = Ground and air network, no refunds once a label exists
practice-service-carrier-orbit = Parcel consolidator and timed express, hands over without tracking
practice-service-carrier-withdrawn = The carrier “{ $carrier }” is not supported any more.
practice-service-carrier-unknown = The carrier code “{ $carrier }” is invalid.
practice-service-carrier-not-in-test = A test token cannot be used with { $carrier }.
practice-service-carrier-disabled = { $carrier } has been disabled by an administrator.
practice-service-service-disabled = { $service } of { $carrier } has been disabled by an administrator.
practice-service-package-disabled = The package type { $package } of { $carrier } has been disabled by an administrator.
practice-service-carrier-silent = { $carrier } does not answer.
practice-service-carrier-refused = { $carrier } refused the credentials of this service.
practice-service-label-rejected = { $carrier } rejected the label request.
practice-service-not-offered = { $carrier } does not offer { $service }.
practice-service-account-name-taken = A carrier account with that name exists.
practice-service-no-carrier-account = There is no carrier account with the ID “{ $id }”.
practice-service-account-disabled = { $account } is disabled.
practice-service-account-awaiting = { $account } is awaiting approval.
practice-service-account-disabled-by-administrator = { $account } has been disabled by an administrator.

## Rates and special services
practice-service-no-account = No carrier account is configured.
practice-service-no-rates = There are no rates for this shipment.
practice-service-no-service = There is no service “{ $service }”.
practice-service-collects-in-us = The practice carriers collect in the United States only.
practice-service-service-not-there = { $service } does not go to { $country }.
practice-service-no-po-box = { $carrier } delivers neither to PO boxes nor to military addresses.
practice-service-no-zone = The ZIP has no zone.
practice-service-no-package-type = { $carrier } has no package type { $package }.
practice-service-too-heavy = { $service } takes at most { $pounds } lb.
practice-service-too-large = { $service } takes at most { $inches } in of length plus girth.
practice-service-package-not-taken = { $service } does not take the package type { $package }.
practice-service-special-no-price = { $special } has no price.
practice-service-two-signatures = AdultSignature and SignatureConfirmation exclude each other.
practice-service-registered = RegisteredMail excludes Insurance and CertifiedMail.
practice-service-two-days = SundayDelivery and HolidayDelivery exclude each other.
practice-service-special-domestic = This special service is for domestic shipments only.
practice-service-returns-no-rate = Returns is for creating shipments only.

## Purchases
practice-service-ship-date-past = shipDate is earlier than today.
practice-service-ship-date-far = shipDate is more than 30 days ahead.
practice-service-no-customs = Customs info and items are missing; an international shipment needs them.
practice-service-returns-domestic = Return labels are for domestic shipments only.
practice-service-no-custom-texts = customText1 and customText2 cannot be sent for an international shipment.
practice-service-no-hs-number = Each customsItem needs an hsTariffNumber when shipping to { $country }.
practice-service-id-used = The transaction ID “{ $id }” has already been used.
practice-service-no-such-package = The shipment has no such package.
practice-service-no-such-label = There is no such label.
practice-service-no-shipment = There is no shipment with the { $key } “{ $value }”.

## Money. The last ones are entries of the balance’s history
practice-service-no-balance = The account has no balance.
practice-service-insufficient-funds = Insufficient funds: the balance is { $balance }, { $needed } is needed.
practice-service-balance-too-large = The balance would become too large.
practice-service-amount-too-small = The amount must be at least 1.
practice-service-amount-in-cents = The amount must be in whole cents.
practice-service-card-declined = The card was declined.
practice-service-account-missing = The account does not exist.
practice-service-entry-top-up = Funds added from the card on file
practice-service-entry-recharge = Automatic top-up from the card on file
practice-service-entry-practice-money = Practice money
practice-service-entry-start-money = Practice money to start with
practice-service-entry-refund = Refund of shipment { $id }

## Refunds, manifests, tracking
practice-service-no-refunds = The carrier does not support refunds.
practice-service-refund-asked = A refund has already been initiated for the shipment.
practice-service-refund-manifested = A manifest has already been generated for the shipment.
practice-service-refund-too-old = The shipment was created more than 30 days ago.
practice-service-no-tracking = The carrier does not support tracking.
practice-service-manifest-full = A manifest can hold at most { $most } packages.
practice-service-no-manifests = { $carrier } does not support manifests.
practice-service-manifest-unknown = no shipment has this { $key }
practice-service-manifest-twice = it is named twice
practice-service-manifest-other-account = it was bought with another carrier account
practice-service-manifest-already = it is on a manifest already
practice-service-manifest-refund = its refund has been asked for
practice-service-manifest-past = its ship date { $date } is past
practice-service-manifest-other-date = its ship date is { $date } and not { $wanted }
practice-service-manifest-refused = The shipment with the { $key } “{ $value }” cannot be manifested: { $reason }.
practice-service-manifest-refused-several = { $count } values cannot be manifested, the first of them “{ $value }”: { $reason }.
practice-service-no-containers = { $carrier } has no 99M container labels; the post has.

## Accounts and users
practice-service-email-unknown = The email does not exist.
practice-service-user-name-required = The user name is required instead of the email.
practice-service-key-invalid = The API key or secret is invalid.
practice-service-password-wrong = The user name or password is incorrect.
practice-service-not-an-email = This is not an email address.
practice-service-email-taken = The email already exists.
practice-service-company-taken = An account exists for the company name.
practice-service-account-of-partner = The account exists, and further apps may be registered only through its current partner.
practice-service-sign-up-key = The sign-up key is empty or belongs to no partner.
practice-service-terms-accepted = The terms and conditions have already been accepted.
practice-service-account-closed = The account has been closed.
practice-service-terms-open = The terms and conditions have not been approved for this account.

## Drills
practice-service-drill-answer = The practice service was asked for this answer.
practice-service-drill-down = The service is down (a practice fault).
practice-service-drill-fail = The practice service was asked to fail (a practice fault).
practice-service-failed = The practice service could not answer this call.
