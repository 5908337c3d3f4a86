# Why a request failed and what to do about it; purchases and their journal.

## What failed: the headline of an error
# Also before a colon and the cause: "Couldn’t get rates: no answer came in time".
errors-attempt-sign-in = Couldn’t sign in
errors-attempt-connect = Couldn’t connect
errors-attempt-practice = Couldn’t reach the practice service
errors-attempt-read-balance = Couldn’t refresh the balance
errors-attempt-read-history = Couldn’t load the balance history
errors-attempt-top-up = Couldn’t top up the balance
errors-attempt-autobuy = Couldn’t change AutoBuy
errors-attempt-read-address = Couldn’t load the address
errors-attempt-save-address = Couldn’t save the address
errors-attempt-check-address = Couldn’t check the address
errors-attempt-read-carriers = Couldn’t load the carriers
errors-attempt-read-carrier-accounts = Couldn’t load the carrier accounts
errors-attempt-create-carrier-account = Couldn’t create the carrier account
errors-attempt-change-carrier-account = Couldn’t change the carrier account
errors-attempt-remove-carrier-account = Couldn’t delete the carrier account
errors-attempt-read-services = Couldn’t load the services
errors-attempt-read-special-services = Couldn’t load the special services
errors-attempt-read-package-types = Couldn’t load the package types
errors-attempt-get-rates = Couldn’t get rates
errors-attempt-buy = Couldn’t buy the label
errors-attempt-fetch-label = Couldn’t download the label
errors-attempt-container-labels = Couldn’t create the container labels
errors-attempt-read-shipment = Couldn’t load the shipment
errors-attempt-read-shipments = Couldn’t load the shipments
errors-attempt-refund = Couldn’t request the refund
errors-attempt-create-manifest = Couldn’t create the manifest
errors-attempt-read-manifest = Couldn’t load the manifest
errors-attempt-read-manifests = Couldn’t load the manifests
errors-attempt-read-tracking = Couldn’t load tracking
errors-attempt-sign-up = Couldn’t sign up
errors-attempt-accept-terms = Couldn’t accept the terms
errors-attempt-read-journal = Couldn’t read the purchase journal
errors-attempt-record-consent = Couldn’t record your consent
errors-attempt-read-whole-list = Couldn’t read every row of the list
# $title: what was bought, such as "GroundAdvantage to Jane Sample".
errors-attempt-check = Couldn’t check { $title }

## Headlines where it is unknown whether the change was made
# These must not say that it failed: it may have been done, and money may have been charged.
errors-uncertain-buy = It isn’t certain whether the label was bought
errors-uncertain-refund = It isn’t certain whether the refund was requested
errors-uncertain-top-up = It isn’t certain whether the top-up was made
errors-uncertain-autobuy = It isn’t certain whether AutoBuy was changed
errors-uncertain-save-address = It isn’t certain whether the address was saved
errors-uncertain-create-manifest = It isn’t certain whether the manifest was created
errors-uncertain-create-carrier-account = It isn’t certain whether the carrier account was created
errors-uncertain-change-carrier-account = It isn’t certain whether the carrier account was changed
errors-uncertain-remove-carrier-account = It isn’t certain whether the carrier account was deleted
errors-uncertain-container-labels = It isn’t certain whether the container labels were created
errors-uncertain-sign-up = It isn’t certain whether the account was created
errors-uncertain-accept-terms = It isn’t certain whether the terms were accepted

## Why a request failed
# Clauses after a colon; where one stands alone, its first letter becomes a capital.
errors-unsent-dns = the server’s name couldn’t be found
errors-unsent-refused = the server refused the connection
errors-unsent-unreachable = the server can’t be reached
errors-unsent-tls = a secure connection couldn’t be made
errors-unsent-certificate = the server couldn’t prove its identity: its certificate isn’t valid here
# What is wrong with the certificate of a database server, or with the file of its authority.
errors-tls-unknown-authority = its certificate is from an authority that this computer doesn’t know
errors-tls-other-address = its certificate is for another address
errors-tls-not-yet-valid = its certificate isn’t valid yet by this computer’s clock; check the date and the time
errors-tls-expired = its certificate has expired by this computer’s clock; check the date and the time
errors-tls-refused = its certificate can’t be used
errors-tls-not-encrypted = the server doesn’t encrypt
errors-tls-no-certificate = it contains no certificate
# The file with a further certificate authority, chosen in Settings.
errors-unsent-extra-ca = the file with the extra certificate authority can’t be used
errors-unsent-connect-time-out = the server didn’t accept the connection in time
errors-unsent-no-credentials = you aren’t signed in
errors-unsent-request = the request couldn’t be written
errors-unsent-closing = Postroom is closing
errors-lost-broken = the connection broke before the answer came
errors-lost-truncated = the answer broke off
errors-lost-time-out = no answer came in time
errors-lost-protocol = the answer wasn’t valid HTTP
# $status: an HTTP status, such as 422; $message and $code: words of the service.
errors-kind-refused = the service answered { $status }: { $message } ({ $code })
errors-kind-refused-bare = the service answered { $status }
errors-kind-unintelligible = the answer (status { $status }) couldn’t be understood
errors-kind-no-access = the server doesn’t allow this (status { $status })
errors-kind-nothing-there = the server has nothing at this address (status { $status })
errors-kind-gone = what was asked for isn’t there any more (status { $status })
errors-kind-too-many = the server has too many requests at the moment (status { $status })
errors-kind-unavailable = the server isn’t available at the moment (status { $status })
errors-kind-failed = the server had a failure (status { $status })
# $cause: one of the clauses above.
errors-kind-sign-in-failed = sign-in failed: { $cause }
errors-kind-too-large = the answer is too large
errors-none-with-number = the service has none with this number
# $said: words of the service.
errors-said = The service says: { $said }
errors-cause-said = { $cause }; the service says: { $said }
# A part of an answer that could not be read. $path: such as rates[0].deliveryDays; $was: what the service sent.
errors-unreadable-member = { $path } was { $was }
errors-unreadable-answer = the answer was { $was }

## Addresses of servers and labels
errors-url-not-a-url = this isn’t a web address
errors-url-not-https = the address must begin with https:// (http:// only for 127.0.0.1 or [::1])
errors-url-no-version = the address must end with the version, /v3.1
errors-url-extras = the address can’t contain a question mark or a #
errors-url-user = the address can’t contain a user name or a password
errors-url-private = the address leads into a private network
errors-url-redirects = the address redirects too many times

## What to do
errors-advice-disk = Check the disk’s free space and its permissions, then try again
errors-advice-correlation = Include the correlation ID when you ask for help
errors-advice-certificates = Check the server’s address and this computer’s date. If your network signs secure connections itself, add its certificate authority in Settings, Connection.
errors-advice-offline = Check the network and the server’s address; nothing you typed is lost
errors-advice-again = Try again in a moment; include the correlation ID when you ask for help
errors-advice-other-account = Check that this is the right account and environment
# After a purchase, top-up or refund request failed: its outcome is looked up first.
errors-advice-look-first = Look whether it was done before you try again
errors-advice-checked = Wait a moment; what happened is checked before anything is sent again

## What the error codes of the service mean, and what to do
errors-code-account-not-active = The account isn’t active: its terms aren’t accepted yet, or it was closed
errors-code-account-not-active-advice = Accept the terms, or ask the service about the account
errors-code-account-not-found = The service has no account with this ID
errors-code-account-not-found-advice = Sign in again, or sign up for an account
errors-code-account-payment-failed = The card or bank account on file couldn’t be charged
errors-code-account-payment-failed-advice = Check the payment method with the service, then try again
errors-code-account-validation-failed = The account doesn’t allow this: dates out of order, an email or company that already has an account, terms already accepted, or wrong credentials
errors-code-account-validation-failed-advice = Read the service’s message, correct what it names and try again
errors-code-account-app-authentication-failed = The API key, the secret or the sign-in isn’t valid
errors-code-account-app-authentication-failed-advice = Check the key and the secret and sign in again
errors-code-account-app-validation-failed = A test key works only with the carriers POST-eVS and POST-ePostage
errors-code-account-app-validation-failed-advice = Choose one of these carriers, or sign in with a production key
errors-code-account-balance-validation-failed = The balance is too low, or the top-up is below 1
errors-code-account-balance-validation-failed-advice = Top up the balance and try again
errors-code-account-parent-not-found = The partner this account belongs to is missing or isn’t connected to it
errors-code-account-parent-not-found-advice = Ask the partner who opened the account
errors-code-account-parent-validation-failed = Further apps can be registered only through the current partner
errors-code-account-parent-validation-failed-advice = Ask the partner who opened the account
errors-code-address-validation-failed = The address isn’t valid: the carrier doesn’t know it, or its ZIP or country doesn’t fit
errors-code-address-validation-failed-advice = Check street, city, state, ZIP, and country
errors-code-carrier-authentication-failed = The carrier didn’t accept the carrier account’s credentials
errors-code-carrier-authentication-failed-advice = Check the settings of the carrier account
errors-code-carrier-not-active = An administrator turned this carrier off
errors-code-carrier-not-active-advice = Choose another carrier
errors-code-carrier-not-supported = The service doesn’t work with this carrier
errors-code-carrier-not-supported-advice = Choose another carrier
errors-code-carrieraccount-not-active = The carrier account is waiting for approval or is disabled
errors-code-carrieraccount-not-active-advice = Choose another carrier account, or wait for its approval
errors-code-carrieraccount-not-found = There is no such carrier account, or its carrier code is wrong
errors-code-carrieraccount-not-found-advice = Choose or create a carrier account under Carriers
errors-code-carrieraccount-validation-failed = A carrier account with this name already exists, or the app isn’t valid
errors-code-carrieraccount-validation-failed-advice = Give the carrier account another name
errors-code-carrieraccount-config-not-authorized = This configuration of the carrier account isn’t allowed
errors-code-carrieraccount-config-not-authorized-advice = Check the settings of the carrier account
errors-code-manifest-not-found = There is no manifest with this ID
errors-code-manifest-not-found-advice = Refresh the list of manifests
errors-code-manifest-not-supported = This carrier doesn’t use manifests
errors-code-manifest-not-supported-advice = Nothing needs to be done: hand the parcels over as they are
errors-code-manifest-validation-failed = The manifest can’t be created: dates out of order, or a shipment with a ship date that doesn’t fit
errors-code-manifest-validation-failed-advice = Leave out the shipments with another ship date and try again
errors-code-packagetype-not-active = An administrator turned off this package type or its carrier
errors-code-packagetype-not-active-advice = Choose another package type
errors-code-packagetype-not-found = There is no such package type
errors-code-packagetype-not-found-advice = Choose another package type
errors-code-packagetype-not-supported = The carrier doesn’t offer this package type
errors-code-packagetype-not-supported-advice = Choose another package type or another carrier
errors-code-packagetype-validation-failed = Dimensions are missing, or the parcel is too heavy or too large for the service
errors-code-packagetype-validation-failed-advice = Check weight and dimensions, or choose another service
errors-code-service-not-active = An administrator turned this service off
errors-code-service-not-active-advice = Choose another service
errors-code-service-not-supported = The carrier doesn’t offer this service
errors-code-service-not-supported-advice = Choose another service
errors-code-shipment-bad-request = A required field of the shipment is missing
errors-code-shipment-bad-request-advice = Fill in what the message names and try again
errors-code-shipment-not-found = There is no such shipment
errors-code-shipment-not-found-advice = Check the ID or the tracking number
errors-code-shipment-operation-failed = The service or the carrier couldn’t do this right now
errors-code-shipment-operation-failed-advice = Wait a moment, then try again
errors-code-shipment-validation-failed = The shipment wasn’t accepted: its transaction ID is already used, its ship date has passed, its customs data is missing, or it is an international return label
errors-code-shipment-validation-failed-advice = Read the service’s message, correct what it names and try again
errors-code-shipment-label-validation-failed = The carrier rejected the label, or reference texts 1 and 2 were used for an international shipment
errors-code-shipment-label-validation-failed-advice = Check addresses and package, and leave reference texts 1 and 2 empty for international shipments
errors-code-shipment-refund-not-supported = This carrier doesn’t give refunds
errors-code-shipment-refund-not-supported-advice = The label can’t be refunded
errors-code-shipment-refund-validation-failed = The label can’t be refunded: it is on a manifest, a refund is already in progress, or it is more than 30 days old
errors-code-shipment-refund-validation-failed-advice = Check the shipment’s refund status
errors-code-shipment-specialserviceparam-validation-failed = The details given for a special service aren’t valid
errors-code-shipment-specialserviceparam-validation-failed-advice = Check the special services and their details
errors-code-shipment-tracking-not-supported = This carrier doesn’t offer tracking
errors-code-shipment-tracking-not-supported-advice = Ask the carrier about the parcel
errors-code-shipment-option-attribute-ignored = An option of the shipment was ignored
errors-code-shipment-option-attribute-ignored-advice = Check the options; the carrier may not use them
errors-code-shipmentrate-not-found = No carrier offers a rate for this shipment
errors-code-shipmentrate-not-found-advice = Choose a carrier account, service, and package type to see which of them is the cause
errors-code-shipmentrate-validation-failed = Customs data is missing, or the package and service can’t be combined for this country
errors-code-shipmentrate-validation-failed-advice = Fill in customs, or choose another service or package type
errors-code-shipmentrate-specialserviceparam-validation-failed = The details given for a special service aren’t valid
errors-code-shipmentrate-specialserviceparam-validation-failed-advice = Check the special services and their details
errors-code-specialservice-not-supported = The carrier doesn’t offer this special service
errors-code-specialservice-not-supported-advice = Remove the special service, or choose another carrier
errors-code-specialservice-validation-failed = These special services can’t be combined
errors-code-specialservice-validation-failed-advice = Change the selection of special services
errors-code-user-not-found = Nobody is registered with this email
errors-code-user-not-found-advice = Check the email, or sign up
errors-code-user-validation-failed = The user wasn’t accepted: the email is taken, the credentials are wrong or expired, or the user name is needed in place of the email
errors-code-user-validation-failed-advice = Check user name and password; the user name isn’t the email
errors-code-internal-server-error = Something broke inside the service
errors-code-internal-server-error-advice = Wait a moment and try again

## Why a list is incomplete
errors-list-repeated-page = The service repeated a page; the list may be incomplete
errors-list-endless = The service lists more pages without end; the list may be incomplete
errors-list-unreadable-token = The service names a next page in a form this version doesn’t know
errors-list-too-few = The service says it has { $promised } entries and gave { $seen }
errors-list-too-few-pages = The service says it has { $promised } pages and gave { $seen }
errors-list-unproven = The service doesn’t say whether this is the whole list
# $start and $end: date and time.
errors-list-too-large = What the service has from { $start } to { $end } is too large to read
errors-list-too-large-since = What the service has since { $start } is too large to read
errors-list-too-large-before = What the service has before { $end } is too large to read
errors-list-too-large-all = What the service has in its list is too large to read
errors-list-refused = The service refused what it has from { $start } to { $end }
errors-list-refused-since = The service refused what it has since { $start }
errors-list-refused-before = The service refused what it has before { $end }
errors-list-refused-all = The service refused its list
errors-list-skipped = { $count ->
    [one] One entry of the list couldn’t be read
   *[other] { $count } entries of the list couldn’t be read
}

## Notices of the whole program
# $attempted: a headline such as "Couldn’t get rates".
errors-notice = { $attempted }: { $cause }
errors-fault = Something stopped because of a fault in Postroom and is unfinished. A report was saved on this computer; you can send it after the next start.
errors-only-web-addresses = Only web addresses can be opened
errors-no-browser = Couldn’t open a browser
errors-not-opened = Couldn’t open { $path }
# $error: why, in one sentence.
errors-settings-not-saved = Couldn’t save the settings: { $error }
# $local and $server: date and time.
errors-clock-differs = This computer’s clock says { $local }, the service’s says { $server }. Set the clock: dates on screen and on labels are off.
# The status of a row in a batch of work, and of several rows.
errors-batch-done = Done
errors-batch-all-done = Done
errors-offline-not-bought = You can’t buy until you’re back online; your draft is kept
errors-offline-not-sent = You’re offline; nothing is sent
errors-sign-in-first = Sign in first

## The environments of the service
errors-environment-practice = Practice
errors-environment-test = Test
errors-environment-production = Production

## Purchases, top-ups and refund requests
# $title: such as "GroundAdvantage to Jane Sample".
errors-refused-label = Not bought: { $title }
errors-refused-top-up = Not topped up: { $title }
errors-refused-refund = Refund not requested: { $title }
errors-topped-up = The balance was topped up by { $amount }
errors-topped-up-as = Done: { $title }
# $spent: what was added within a day.
errors-over-cap = Not topped up: the daily limit is { $cap }, and { $spent } was added in the last 24 hours
errors-already-living = This label is being bought or was already bought; don’t buy it again
errors-cancel-already-sent = Already sent; it can only be refunded
errors-canceled = Canceled, nothing was charged: { $title }
errors-not-canceled = Couldn’t cancel: { $error }
errors-not-connected-not-sent = Sign in first; nothing was sent
# A purchase of another account is still open. $environment: such as Production.
errors-other-account = it belongs to account { $account } in { $environment } at { $server }
errors-advice-switch-account = Switch to that account; it is checked there automatically
errors-attempted-claim = Couldn’t check whether the order still belongs to this computer; nothing was sent
errors-claim-taken-over = Another computer of the shop has taken the order over and finishes it under the same transaction id
errors-advice-claim-taken-over = Nothing more is sent from here; the label is bought at most once
errors-claim-given-up = { $title } was not sent: another computer of the shop has taken the order over and finishes it.

## Top-ups
errors-top-up-not-sent = The last top-up is waiting to be sent; send it or discard it
errors-top-up-absent = The last top-up wasn’t found and may still arrive; see below
errors-top-up-checking = Checking whether the last top-up arrived
errors-top-up-sending = The last top-up is still being sent
errors-top-up-not-connected = Sign in to top up
# $reason: one of the sentences above, or why nothing can be bought.
errors-not-topped-up = Not topped up: { $reason }
errors-top-up-too-small = A top-up must be at least { $least }
errors-top-up-unwritable = Not topped up: the request couldn’t be written
errors-top-up-given-up = You can top up again. Postroom keeps watching for the first top-up and tells you if it arrives.
errors-top-up-not-missing = Not changed: the first top-up is no longer missing

## The purchase journal: a file that records every purchase before it is sent
# $cause: the error of the system.
errors-journal-not-begun = Not bought: the purchase can’t be recorded. Free disk space or check the folder’s permissions ({ $cause }).
errors-journal-not-sent = Not bought: the purchase can’t be recorded. Free disk space ({ $cause }).
errors-journal-unreadable = The purchase journal can’t be read ({ $cause })
errors-journal-unwritable = The purchase journal can’t be written ({ $cause })
errors-journal-works-again = The purchase journal can be written again; you can buy
errors-unrecorded-label = Bought, but not recorded yet: free disk space; nothing else is bought meanwhile ({ $cause })
errors-unrecorded-top-up = Topped up, but not recorded yet: free disk space; nothing else is bought meanwhile ({ $cause })
errors-unrecorded-refund = Refund requested, but not recorded yet: free disk space; nothing else is bought meanwhile ({ $cause })

## The purchase journal is compared with the account after a backup was restored or a damaged journal was saved
# $seen: shipments and balance entries compared so far. $trouble: why the comparison has not finished.
errors-comparison-restored =
    An older copy of the purchase journal was restored. Nothing is bought until the shipments and the balance history of this account have been compared with it ({ $seen ->
        [one] { $seen } entry
       *[other] { $seen } entries
    } compared so far).
errors-comparison-restored-failed = An older copy of the purchase journal was restored. Nothing is bought until the shipments and the balance history of this account have been compared with it (not compared yet: { $trouble }).
errors-comparison-salvaged =
    The purchase journal was damaged; { $entries ->
        [one] { $entries } purchase was saved
       *[other] { $entries } purchases were saved
    }. Nothing is bought until the shipments and the balance history of this account have been compared with it ({ $seen ->
        [one] { $seen } entry
       *[other] { $seen } entries
    } compared so far).
errors-comparison-salvaged-failed =
    The purchase journal was damaged; { $entries ->
        [one] { $entries } purchase was saved
       *[other] { $entries } purchases were saved
    }. Nothing is bought until the shipments and the balance history of this account have been compared with it (not compared yet: { $trouble }).
# $doubtful: how many of the purchases cannot be proved to be unchanged.
errors-comparison-doubtful =
    The purchase journal was damaged; { $entries ->
        [one] { $entries } purchase was saved
       *[other] { $entries } purchases were saved
    }, { $doubtful } of them on a broken chain. Nothing is bought until the shipments and the balance history of this account have been compared with it ({ $seen ->
        [one] { $seen } entry
       *[other] { $seen } entries
    } compared so far).
errors-comparison-doubtful-failed =
    The purchase journal was damaged; { $entries ->
        [one] { $entries } purchase was saved
       *[other] { $entries } purchases were saved
    }, { $doubtful } of them on a broken chain. Nothing is bought until the shipments and the balance history of this account have been compared with it (not compared yet: { $trouble }).
# $why: why a list is incomplete; which list it is.
errors-comparison-shipments = { $why } (shipments)
errors-comparison-history = { $why } (balance history)
# $adopted: purchases and top-ups the journal did not have; $confirmed: uncertain ones that are now confirmed.
errors-compared-restored-whole = The restored purchase journal was compared with the account: nothing was missing from it. You can buy again.
errors-compared-salvaged-whole = What was saved of the purchase journal was compared with the account: nothing was missing from it. You can buy again.
errors-compared-restored =
    The restored purchase journal was compared with the account: { $adopted ->
        [one] { $adopted } purchase or top-up was
       *[other] { $adopted } purchases and top-ups were
    } added and { $confirmed } confirmed. You can buy again.
errors-compared-salvaged =
    What was saved of the purchase journal was compared with the account: { $adopted ->
        [one] { $adopted } purchase or top-up was
       *[other] { $adopted } purchases and top-ups were
    } added and { $confirmed } confirmed. You can buy again.
