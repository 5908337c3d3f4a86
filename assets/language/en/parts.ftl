# Parts and dialogs that several panels share.

## Buttons and texts in many places

parts-cancel = Cancel
parts-close = Close
parts-copy = Copy
parts-dismiss = Dismiss
parts-refresh = Refresh
parts-required = Required
parts-search = Search
# The name of a search field for screen readers. $list: such as "country"
parts-search-in = Search { $list }
parts-no-matches = No matches
parts-track = Track
parts-try-again = Try again
# On a band that says that a list is incomplete
parts-load-again = Load again

## Errors and notices

parts-copy-details = Copy details
# The name of the close button of a notice. $notice: its text
parts-dismiss-notice = Dismiss: { $notice }
parts-correlation = correlation ID { $id }
# Lines of the copied details
parts-details-status = Status: { $status }
parts-details-codes = Codes: { $codes }
parts-details-correlation = Correlation ID: { $id }

## Accounts saved on this computer

parts-accounts = Your accounts
parts-accounts-and-secrets = Accounts and secrets
parts-accounts-none = No accounts are saved on this computer
# $environment: such as "production"
parts-account-name = { $name }, { $environment }
# $key_end: the end of the API key. $secrets: where the secrets are saved, below
parts-account-detail = { $user }, key …{ $key_end }, { $host }; { $secrets }
parts-account-tooltip = { $name }: { $user }, key …{ $key_end }, { $address }
parts-account-open = Open
parts-account-open-name = Open { $account }
parts-account-is-open = This account is already open
parts-account-forget = Forget…
parts-account-forget-name = Forget { $account }…
parts-account-forget-secrets = Forget secrets
parts-account-forget-secrets-name = Forget the secrets of { $account }
parts-account-forget-secrets-hint = You’ll be asked for them at each start
parts-secrets-not-saved = secrets aren’t saved
# $keyring: such as "this computer’s keyring"
parts-secrets-in-keyring = secrets in { $keyring }
parts-secrets-in-vault = secrets in the vault
parts-keyring-try = Try { $keyring }
parts-keyring-trying = Trying { $keyring }…
# $keyring: at the start of a sentence, such as "This computer’s keyring"
parts-keyring-not-needed = { $keyring } hasn’t been needed yet
parts-keyring-works = { $keyring } works
parts-keyring-locked = { $keyring } is locked
parts-keyring-unusable = { $keyring } can’t be used: { $reason }
# The vault is an encrypted file with secrets
parts-vault-unlocked = The vault is unlocked until Postroom closes: { $file }
parts-vault-locked = The vault is locked: { $file }
parts-vault-passphrase = Vault passphrase
parts-vault-passphrase-first = Enter the passphrase first
parts-vault-unlock = Unlock
parts-vault-unlocking = The vault is being unlocked
parts-vault-delete = Delete the vault…

## The question before an account or the vault is forgotten

parts-forget-title = Forget { $account }?
parts-forget-account = Forget account
parts-forget-no-secrets = It’s removed from the list; none of its secrets are saved here
parts-forget-keyring-secrets = Its secret and password in { $keyring } are deleted
parts-forget-vault-secrets = Its secret and password in the vault are deleted
parts-forget-data = Its shipments, labels, past quotes, history, and draft are deleted from this computer; the service still has what you bought
parts-forget-journal = The purchase journal is kept as proof of what you paid
parts-forget-open-purchases = { $count ->
    [one] { $count } of its purchases isn’t settled: it can be checked only after you sign in to the account again
   *[other] { $count } of its purchases aren’t settled: they can be checked only after you sign in to the account again
}
parts-vault-delete-title = Delete the vault?
parts-vault-delete-confirm = Delete the vault
parts-vault-holds-none = It holds no secrets of the accounts in the list
# $accounts: a list of names
parts-vault-secrets-lost = The secrets of { $accounts } are deleted with it
parts-vault-accounts-stay = You can enter them again; the accounts stay in the list

## The service’s verdict on an address

parts-address-checking = Checking the address…
parts-address-verified = Address verified
parts-address-typed = You entered
parts-address-suggested = Did you mean
parts-address-keep = Keep mine
# The names of the buttons for screen readers. $address: such as "From" or "To"
parts-address-keep-name = Keep mine: { $address }
parts-address-use = Use this
parts-address-use-city = Use { $city }
parts-address-undrawable = No font on this computer can draw { $letters }. Postroom shows boxes in their place, in this window and on its packing slips and practice labels; a carrier’s own label comes as the carrier draws it. Install a font for this script, such as Noto Sans CJK.
parts-address-use-name = Use suggestion: { $address }
parts-address-sender = From
parts-address-recipient = To
# $reason: what the address must be or must not have.
parts-base-url-problem = { $reason }, such as https://api.example.com/v3.1

## A label on screen

# The name of its picture for screen readers
parts-label-picture = Shipping label
parts-label-fetching = Getting the label…
parts-label-drawing = Drawing the label…
parts-label-not-checked = Barcode not checked yet
parts-label-save = Save label…
# A refund was requested, so the label is void
parts-label-void = Voided: a refund was requested, so this label can’t be used
parts-label-voided = Voided
# $notes: remarks in lower case, such as "the command ^ZZ is unknown"
parts-picture-differs = This picture differs: { $notes }
parts-copy-number = Copy tracking number
parts-copy-number-of-package = Copy tracking number of package { $package }
parts-no-number = No tracking number

## Documents: the form of a manifest, container labels, the sheet of command barcodes

parts-form-print = Print form
parts-form-save = Save form…
parts-form-fetching = Getting the form…
parts-form-drawing = Drawing the form…
parts-containers-print = Print labels
parts-containers-save = Save labels…
parts-containers-fetching = Getting the labels…
parts-containers-drawing = Drawing the labels…
parts-sheet-print = Print sheet
parts-sheet-save = Save sheet…
parts-sheet-fetching = Creating the sheet…
parts-sheet-drawing = Drawing the sheet…

## Printing

parts-print = Print
parts-print-label = Print label
parts-print-set-up = Set up a printer
parts-print-no-printer = No printer is set up; you can save the label as a file
# The choice of a printer
parts-print-with = Print with
parts-print-with-selected = Print selected labels with
# Instead of a certain printer: the one whose paper fits
parts-print-by-paper = By paper size
# The choice between the two halves of a sheet with two labels
parts-print-first-sheet = First sheet
parts-print-first-sheet-selected = First sheet for selected labels
parts-print-whole-sheet = Start on a whole sheet
parts-print-second-half = Start on the second half
parts-print-packages = Packages to print
parts-print-all-packages = { $count ->
    [one] { $count } package
   *[other] All { $count } packages
}
parts-print-package = Package { $package }
# The question after problems were found in labels
parts-print-question = { $count ->
    [one] Print this label?
   *[other] Print these { $count } labels?
}
parts-print-more-findings = { $count ->
    [one] { $count } more label has a problem
   *[other] { $count } more labels have problems
}
parts-print-nothing-sent = Nothing has been sent to the printer yet
parts-print-some-sent = { $count ->
    [one] { $count } label before these is in the print queue. These haven’t been sent yet.
   *[other] { $count } labels before these are in the print queue. These haven’t been sent yet.
}
parts-print-anyway = Print anyway
# $time: a date and a time. The printer confirmed each
parts-print-times = { $count ->
    [one] Printed { $count } time, last { $time }
   *[other] Printed { $count } times, last { $time }
}
# The printer doesn't report whether they were printed
parts-print-sent-times = { $count ->
    [one] Sent to a printer { $count } time, last { $time }
   *[other] Sent to a printer { $count } times, last { $time }
}

## The state of a print job. $printer: its name. $why: a sentence without a period

parts-job-waiting = Waiting for { $printer }
parts-job-waiting-because = Waiting for { $printer }: { $why }. It prints automatically when the printer is ready.
parts-job-sending = Sending to { $printer }
parts-job-in-queue = In the queue of { $printer }, not printed yet
parts-job-in-queue-because = In the queue of { $printer }, not printed yet: { $why }
parts-job-sent = Sent to { $printer }
parts-job-sent-because = Sent to { $printer }: { $why }
parts-job-sent-hint = This printer doesn’t report whether it printed
parts-job-printed = Printed on { $printer }
parts-job-printed-because = Printed on { $printer }: { $why }
parts-job-failed = Not printed on { $printer }
parts-job-failed-because = Not printed on { $printer }: { $why }
parts-job-doubtful = Check { $printer }: it’s not known whether this printed
parts-job-doubtful-because = Check { $printer }: it’s not known whether this printed: { $why }
parts-job-canceled = Canceled

## The view of a page: zoom, pages, rulers

# The name of the picture for screen readers. $title: such as "Shipping label"
parts-canvas-name = { $title }, page { $page } of { $pages }, { $width } by { $height } inches
parts-canvas-no-pages = This label has no pages
parts-zoom = { $percent }%
parts-zoom-hint = 100% is the size it prints at
parts-zoom-out = Zoom out
parts-zoom-in = Zoom in
# The name of the choice between the next two, for screen readers
parts-zoom-size = Size on screen
parts-zoom-actual = Actual size
parts-zoom-fit = Fit
parts-page = Page { $page } of { $pages }
parts-page-previous = Previous
parts-page-previous-name = Previous page
parts-page-next = Next
parts-page-next-name = Next page
parts-page-is-first = This is the first page
parts-page-is-last = This is the last page
parts-ruler-unit = Ruler unit
parts-ruler-millimeters = Show mm
parts-ruler-millimeters-hint = The rulers show inches; click for millimeters
parts-ruler-inches = Show in
parts-ruler-inches-hint = The rulers show millimeters; click for inches
parts-size-inches = { $width } × { $height } in, { $dpi } dpi
parts-size-millimeters = { $width } × { $height } mm, { $dpi } dpi

## Cards and fields

# The names of the mark before the title of a card, for screen readers
parts-card-done = { $card }: complete
parts-card-asking = { $card }: complete, to be confirmed
parts-card-open = { $card }: not complete yet
# The name of the choice of a unit, for screen readers. $field: such as "Weight"
parts-field-unit = { $field } unit
parts-test-labels-free = Test labels cost nothing
parts-balance-being-read = The current balance is not known yet
parts-environment-practice = Practice: no real money, no real carriers
parts-environment-test = The service’s test environment: labels aren’t valid for mailing
parts-environment-production = Real money, real labels

## Tables

parts-more = More
parts-menu-choice = { $name }: { $value }
parts-row-menu = Row menu
parts-copy-row = Copy row
# $text: the start of the text of a cell
parts-copy-text = Copy “{ $text }”
# $column: the title of a column in lower case
parts-sort-by = Sort by { $column }
# The names of tables for screen readers. $name: such as "addresses"
parts-table = Table of { $name }
parts-table-activity = Table of activity
parts-table-carrier-accounts = Table of carrier accounts
parts-table-closing-scan = Table of scanned parcels
parts-table-containers = Table of containers
parts-table-history = Table of the balance history
parts-table-never-scanned = Table of labels that were never scanned
parts-table-left-out = Table of shipments left out
parts-table-manifests = Table of manifests
parts-table-package-types = Table of package types
parts-table-hand-over = Table of parcels to hand over
parts-table-past-quotes = Table of past quotes
parts-table-rates = Table of rates
parts-table-rates-of-then = Table of rates of the past quote
parts-table-refundable = Table of refundable labels
parts-table-refunds = Table of requested refunds
parts-table-rows-of-work = Table of results
parts-table-services = Table of services
parts-table-shipments = Table of shipments
parts-table-special-services = Table of special services

## Work on many rows, such as an import

# The title of a finished task that has none of its own
parts-work-finished = Finished
parts-work-crashed = Stopped by a fault in Postroom; a report was saved on this computer
# $title: such as "Importing addresses"
parts-work-not-all = { $title }: not all succeeded
# $title: such as "Getting rates". No row failed, but some were not tried.
parts-work-needs-attention = { $count ->
    [one] { $title }: finished, { $count } needs attention
   *[other] { $title }: finished, { $count } need attention
}
parts-work-is-stopping = { $title }: stopping
parts-work-was-stopped = { $title }: stopped before the end
parts-work-was-canceled = { $title }: canceled; finished rows are kept
# Facts about the progress, which are listed with commas between them
parts-work-so-far = { $count } so far
parts-work-done = { $count } done
parts-work-of = { $count } of { $all }
parts-work-failed-count = { $count } failed
parts-work-doubt-count = { $count } being checked
parts-work-rate = { $rate } per second
parts-work-seconds-left = { $count } s left
parts-work-minutes-left = { $count } min left
parts-work-doubt = Rows being checked may have gone through; they settle automatically
parts-work-cancel = Cancel the task
parts-work-cancel-hint = Finished rows are kept
parts-work-stopping-hint = It stops after the current row
parts-work-retry = Retry failed rows
parts-work-close = Close the task
# The filter for the rows
parts-work-filter = Rows shown
parts-work-all = All
parts-work-over = Finished
parts-work-open = Not done yet
# All rows that were skipped; "parts-work-skipped" is one of them
parts-work-all-skipped = Skipped
# A filter with its number of rows, such as "Failed 3"
parts-work-count = { $state } { $count }
parts-work-only-counted = These rows were only counted; they needed no change
parts-work-no-rows = No such rows so far
parts-work-no-results = No results yet
# The state of a row
parts-work-waiting = Waiting
parts-work-doing = In progress
parts-work-skipped = Skipped
parts-work-review = Needs review
parts-work-checking = Being checked
parts-work-failed = Failed
parts-work-canceled = Canceled
# Titles of columns. Line: of the imported file
parts-work-line = Line
parts-work-result = Result
parts-work-name = Name
parts-work-detail = Details
parts-work-price = Price
# Why a row failed and what to do
parts-work-trouble = { $cause }. { $advice }.

## Choosing a file: the titles of dialogs

parts-file-label = Save label
parts-file-labels = Save labels
parts-file-labels-folder = Save labels in a folder
parts-file-form = Save form
parts-file-containers = Save container labels
parts-file-command-sheet = Save command sheet
parts-file-shipments = Export shipments
parts-file-history = Export balance history
parts-file-import-addresses = Import addresses
parts-file-import-orders = Import orders
parts-file-export-addresses = Export addresses
parts-file-journal = Export purchase journal
parts-file-diagnostics = Save diagnostics
parts-file-crashes = Save crash reports
parts-file-back-up = Back up to a folder
parts-file-label-folder = Folder for saved labels
parts-file-authority = Extra certificate authority
# Kinds of files in the dialog of the system
parts-filter-addresses = CSV tables and vCards
parts-filter-orders = Tables and spreadsheets
parts-filter-certificates = PEM certificates
parts-filter-png = PNG pictures
parts-filter-jpeg = JPEG pictures
parts-filter-tiff = TIFF pictures
parts-filter-zpl = ZPL files
parts-filter-csv = CSV tables
parts-filter-vcards = vCards
parts-filter-text = Text

## Choosing a file: while the dialog is open, and without one

parts-dialog-open = A file dialog is open
# $title: of the dialog, such as "Save label"
parts-dialog-open-for = A file dialog is open: { $title }
parts-dialog-type = Type the path instead
parts-dialog-account-changed = { $title }: the account changed while you were choosing the file, so nothing was done. Choose it again.
parts-dialog-preview-closed = { $title }: the preview was closed while you were choosing the file, so nothing was done. Choose it again.
parts-dialog-no-answer = The file dialog closed without an answer. Type the path.
parts-dialog-no-display = This window has no display for a file dialog. Type the path.
parts-dialog-neither = This computer has no file dialog: neither xdg-desktop-portal nor zenity responded. Type the path.
parts-dialog-no-library = This computer has no file dialog: the library libdbus-1.so.3 is missing (package libdbus-1-3). Type the path.
# The fields and buttons for a typed path
parts-path-write = File to save
parts-path-write-go = Save file
parts-path-read = File to open
parts-path-read-go = Open file
parts-path-file-hint = Path of the file
parts-path-file-first = Enter a file first
parts-path-folder = Folder
parts-path-folder-go = Use folder
parts-path-folder-hint = Path of the folder
parts-path-folder-first = Enter a folder first
parts-path-cancel = Cancel the path

# Heads the suggestions of an empty address field: the recipients of the last labels, or the address book
parts-address-recent = Recent
parts-address-book = Address book

## Files dropped on the window

parts-drop-addresses = Import addresses from { $file }
parts-drop-orders = Import orders from { $file }
parts-drop-certificates = Trust the certificates in { $file }
parts-drop-now = Drop the file to continue
parts-drop-nothing = This can’t be dropped here
# $addresses, $settings: the names of two panels
parts-drop-no-files = { $panel } doesn’t accept files. Drop orders (tables) on { $orders }, addresses (CSV or vCard) on { $addresses }, certificates on { $settings }.
parts-drop-no-addresses = { $file } can’t be used: { $panel } accepts CSV tables and vCards
parts-drop-no-orders = { $file } can’t be used: { $panel } accepts CSV tables, Excel and OpenDocument spreadsheets
parts-drop-no-certificates = { $file } can’t be used: { $panel } accepts PEM certificates
parts-drop-one = Drop one file at a time
parts-drop-busy = Not imported: another task in the address book is running
parts-drop-busy-orders = Not imported: another task of the orders is running

# The first steps of a new account, each with a check mark once it is done.
parts-first-steps = First steps
parts-first-carrier = A carrier account, which sells the labels
parts-first-carrier-add = Add a carrier account
parts-first-sender = The sender: fill in From
parts-first-printer = A printer; without one, labels are saved as files
parts-first-rate = The first rate: fill in To and Package
parts-mend-carriers = Go to Carriers
parts-mend-balance = Go to Balance
parts-undo = Undo
parts-undo-close = Close this notice
