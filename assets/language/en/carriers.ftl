# The Carriers panel.

## The panel
carriers-title = Carriers
carriers-view = View
carriers-view-accounts = Accounts
carriers-view-catalog = Catalog
carriers-new = New account
carriers-refresh = Refresh carriers
carriers-offline = Offline: the service stores carrier accounts
carriers-busy = The last change is still in progress
carriers-cancel = Cancel

## The list
# What a screen reader says after “Table of”
carriers-table = carrier accounts
carriers-column-account = Account
carriers-carrier = Carrier
carriers-column-status = Status
# The day of the last change
carriers-column-changed = Changed
carriers-status-enabled = Enabled
carriers-status-disabled = Disabled
carriers-loading = Loading carrier accounts…
carriers-unknown-title = Carrier accounts aren’t loaded yet
carriers-unknown = Once loaded from the service, they’re also available offline
carriers-load = Load accounts
carriers-none-title = No carrier accounts yet
carriers-none = You buy labels through your accounts with carriers
carriers-none-create = Create first account

## One account
# Instead of the name of an account that has none
carriers-unnamed = Carrier account
carriers-close = Close details
carriers-edit = Edit…
carriers-enable = Enable
carriers-disable = Disable…
carriers-delete = Delete…
carriers-description = Description
carriers-ship-from = Ship-from address
carriers-ship-from-sender = Sender of each shipment
carriers-configuration = Configuration
# A password or another secret that the service has
carriers-value-hidden = Set, not shown
carriers-account-id = Account ID

## The questions before an account is disabled or deleted
carriers-disable-title = Disable { $name }?
carriers-disable-yes = Disable account
carriers-delete-title = Delete { $name }?
carriers-delete-yes = Delete account
carriers-breaks-until-enabled = You can’t get rates or buy labels with it until you enable it again
carriers-breaks-for-good = You can no longer get rates or buy labels with it. Its configuration is deleted too; a new account starts empty.
carriers-breaks-labels = { $count ->
    [one] { $count } label of the last 30 days is from this account and hasn’t been scanned yet. A refund or manifest may need the account.
   *[other] { $count } labels of the last 30 days are from this account and haven’t been scanned yet. A refund or manifest may need the account.
}
carriers-breaks-many-labels = At least { $count } labels of the last 30 days are from this account and haven’t been scanned yet. A refund or manifest may need the account.
carriers-breaks-rate = The rate chosen on Ship is from this account and will be cleared
carriers-breaks-last = This is the only enabled account; you can’t ship anything without it

## The form
carriers-edit-title = Edit account
carriers-name = Account name
carriers-name-hint = Shown in lists
carriers-carrier-fixed = { $carrier }; you can’t change the carrier of an account
carriers-enabled = Enabled
carriers-ship-from-unset = If empty, the sender of each shipment is used
carriers-ship-from-id = An address stored by the service under this ID
carriers-ship-from-book = From the address book; the service stores it and assigns an ID
carriers-ship-from-hint = Search addresses or enter an ID
# The name of a setting of the account, such as accountNumber
carriers-key = Key
carriers-key-name = Key { $number }
carriers-value = Value
carriers-value-name = Value { $number }
carriers-value-kept = Unchanged; type to replace
carriers-remove-key = Remove key { $number }
carriers-add-key = Add key
carriers-keys-practice = The practice carriers need no keys.
carriers-keys-note = Your carrier tells you which keys it needs. Passwords, secrets, tokens, and keys are sent to the service and never stored on this computer.
carriers-save = Save account
carriers-create = Create account
carriers-close-form = Close form
carriers-problem-name = Enter an account name
carriers-problem-carrier = Choose a carrier
carriers-problem-empty-key = A configuration key is empty
carriers-problem-same-keys = Two configuration keys are the same

## Changes under way, and their results
carriers-creating = Creating the carrier account…
carriers-changing = Changing the carrier account…
carriers-enabling = Enabling the carrier account…
carriers-disabling = Disabling the carrier account…
carriers-deleting = Deleting the carrier account…
carriers-saved = { $name } saved and enabled
carriers-disabled = { $name } disabled
carriers-deleted = { $name } deleted
carriers-kept-off = { $name } is saved, but the service keeps it disabled: it’s waiting for approval, or an administrator disabled it. Ask the administrator of the service.
carriers-sign-in-first = Sign in first: the service stores carrier accounts

## Why a change failed, and what to do
carriers-attempted-change = Couldn’t change the carrier account
carriers-cause-gone = The service no longer has this carrier account
carriers-advice-gone = Someone else deleted it; the list is being refreshed
carriers-cause-ship-from = The service has no ship-from address with this ID
carriers-advice-ship-from = Choose an address from the address book; the service stores it and assigns an ID
# $cause: what the service said
carriers-cause-configuration = The service rejected this configuration: a key is missing or unknown. { $cause }
carriers-advice-configuration = Correct the keys it names; your carrier tells you which ones it needs
carriers-advice-uncertain = The change may have been made anyway; check the list before you try again

## The catalog
carriers-catalog-loading = Loading the catalog…
carriers-catalog-unknown-title = The catalog isn’t loaded yet
carriers-catalog-unknown = Sign in once to load it; after that it’s also available offline
carriers-catalog-carrier = Carrier { $name }
carriers-catalog-search = Search the catalog
carriers-catalog-search-hint = Search
carriers-catalog-unit = Size unit
carriers-catalog-count = { $count } total
carriers-catalog-none = This carrier offers none of these
carriers-catalog-no-matches = No matches
# A switch: list only services that the shop offers
carriers-only-offered = Show only offered
# Whether the shop offers a service
carriers-column-offered = Offered
carriers-offered = Offered
carriers-not-offered = Hidden
# The switch of one service, for screen readers
carriers-offer-name = Offer { $service }
carriers-offer = Offer this service
carriers-hide = Hide in Ship and Rates
carriers-services = Services
carriers-special-services = Special services
carriers-package-types = Package types
# What a screen reader says after “Table of”
carriers-table-services = services
# What a screen reader says after “Table of”
carriers-table-special-services = special services
# What a screen reader says after “Table of”
carriers-table-package-types = package types
carriers-column-service = Service
carriers-column-special-service = Special service
# What must be entered to use a special service
carriers-column-asks-for = Requires
carriers-column-package-type = Package type
carriers-column-code = Code
carriers-column-size = Length × width × height
# Each side is a number or “any”. $unit: such as in or cm
carriers-size = { $length } × { $width } × { $height } { $unit }
# One side of a package type, of any length
carriers-side-any = any
# A package type of any size
carriers-size-any = Any
carriers-asks-hazmat = Hazmat type, description, phone number
carriers-asks-cod = Amount to collect
carriers-asks-registered = Registered value
carriers-asks-insurance = Insured amount
carriers-asks-animals = Kind of animals
carriers-asks-returns = Image for a label broker (optional)
carriers-asks-nothing = Nothing
