# The Settings panel, the scale, and the scanner.
settings-title = Settings
settings-search = Search settings
settings-search-none = No matches
settings-search-all = Search the whole program
# Beside the category of a card that a search found: shows the whole category.
settings-show-all = Show all
settings-show-category = Show all: { $category }

## The categories
settings-category = Category
# What a search looks in.
settings-category-all = All categories
settings-category-printers = Printers and labels
settings-category-purchases = Purchases
settings-category-orders = Orders and shop
settings-category-stations = Stations
settings-category-devices = Scale and scanner
settings-category-appearance = Appearance and language
settings-category-connection = Connection and accounts
settings-category-files = Files and data

## Appearance
settings-appearance = Appearance
settings-theme = Theme
# Follows the theme of the system.
settings-theme-system = System
settings-theme-light = Light
settings-theme-dark = Dark
settings-text-size = Text size
settings-percent = { $percent }%
settings-language = Language
# Follows the language of the system.
settings-language-system = System
settings-language-explained = Dates, numbers, and money keep the form of this computer’s region

## Purchases
settings-purchases = Purchases
settings-undo-delay = Undo delay
settings-undo-delay-none = None
settings-undo-delay-seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}
settings-undo-delay-none-explained = A purchase is sent right away; after that, only a refund undoes it
settings-undo-delay-explained = Each purchase waits this long on this computer; press Esc to undo it at no cost
settings-top-up-limit = Daily top-up limit
# $currency: a symbol or code, such as $
settings-top-up-limit-label = Daily top-up limit ({ $currency })
settings-price-rise-limit = Largest price rise in a batch
settings-price-rise-limit-explained = A batch stops buying after a label that was charged above its quote by more than this
# The sign of the currency, such as $
settings-price-rise-limit-label = Largest price rise in a batch ({ $currency })
settings-problem-amount = Enter an amount, such as { $example }

## Connection
settings-connection = Connection
settings-base-url = Base URL for test and production
settings-base-url-explained = For your administrator: used the next time you sign in
settings-certificate = Extra certificate authority
settings-certificate-explained = For your administrator: a PEM file to trust in addition to the system’s certificates, for networks that sign connections themselves
settings-choose-file = Choose file…
settings-choose-certificate = Choose the certificate file
settings-sign-out = Sign out
settings-sign-out-hint = Returns to the first page; saved data stays

## Files
settings-files = Files
settings-label-folder = Folder for saved labels
settings-label-folder-explained = Saving a label starts in this folder; when you save in another one, that one takes its place
settings-label-folder-empty = Not chosen yet: saving a label starts in your Documents folder, then in the folder you used last
settings-choose-folder = Choose folder…
settings-choose-label-folder = Choose the folder for saved labels
settings-type-paths = Type paths instead of choosing them in a dialog
settings-label-names = File names of saved labels
# $placeholder: such as {date}
settings-add-placeholder = Add { $placeholder }
# A path follows below.
settings-data-folder = Drafts, purchases, and the cache are stored in
settings-data-folder-temporary = A temporary folder, for this run only
settings-data-folder-explained = To store them elsewhere, start Postroom with --data

## Data on this computer
settings-data = Data on this computer
settings-keep-shipments = Keep shipments and labels
settings-keep-forever = Forever
settings-keep-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
settings-keep-years = { $count ->
    [one] { $count } year
   *[other] { $count } years
}
settings-keep-forever-explained = Nothing is removed automatically
settings-keep-explained = Older shipments, labels, and quotes are removed from this computer; the service still has the shipments
settings-keep-less-title = { $count ->
    [one] Keep only { $count } day?
   *[other] Keep only { $count } days?
}
settings-keep-less-text = Older shipments and their labels are removed from this computer now. You can get them again from the service, but not while you’re offline. Quotes of that age are lost.
settings-remove-older = Remove older shipments
# Keeps the older shipments.
settings-keep-them = Cancel
settings-back-up = Back up now…
settings-back-up-hint = Copies the address book, the purchase journal, printers, and print jobs to a folder you choose
settings-backup-running = The daily backup is in progress
# $age: such as "4 min ago"
settings-backup-last = Backed up automatically every day, last { $age }; the last 7 backups are kept with Postroom’s data
settings-backup-none = Not backed up yet; backups run automatically every day
settings-backup-failed = The last daily backup failed: { $reason }
settings-diagnostics = Diagnostics…
settings-diagnostics-hint = You’ll see a preview first
settings-delete-data = Delete my data…
settings-busy-backing-up = A backup is in progress
settings-busy-deleting = Your data is being deleted
settings-delete-data-title = Delete the data on this computer?
settings-delete-no-addresses = The address book is empty
settings-delete-addresses = { $count ->
    [one] { $count } address is lost for good: the service can’t list addresses
   *[other] { $count } addresses are lost for good: the service can’t list addresses
}
settings-delete-shipments = { $count ->
    [one] { $count } shipment and its label, the balance, and the history come back from the service when you sign in
   *[other] { $count } shipments and their labels, the balance, and the history come back from the service when you sign in
}
settings-delete-settings = The draft on the Ship panel and all settings are lost, and you’re signed out
settings-delete-files = Address book backups, damaged caches, old logs, and crash reports are deleted too
settings-delete-kept = The purchase journal stays: it proves what was paid. Printers and print jobs stay too.
settings-delete-it = Delete data
# Keeps the data.
settings-keep-it = Cancel

## Pick-up
settings-pick-up = Pick-up
settings-pick-up-time = Pick-up time
# Shown in the empty field: there is no reminder.
settings-pick-up-off = Off
# $example: such as 4:30 PM
settings-pick-up-problem = Enter a time, such as { $example }
settings-pick-up-explained = 45 minutes before, you’re reminded of parcels that aren’t on a manifest; leave it empty for no reminder

## Printers
settings-printers = Printers
settings-printers-none = No printer is set up; labels are shown and saved as files
settings-auto-print = Print each label as soon as it’s bought
settings-print-size = Labels print at 100%, never scaled
settings-print-size-windows = Labels print at 100%, never scaled. Label printers get ZPL through the Windows print spooler or a network address; office printers get PDF or raster through a network address, without their Windows driver.
settings-test-print = Test print
settings-test-print-on = Test print: { $printer }
settings-test-print-hint = A frame, rulers, and a one-inch square to measure
settings-printer-edit = Edit
settings-printer-edit-name = Edit: { $printer }
settings-printer-remove = Remove
settings-printer-remove-name = Remove: { $printer }
settings-printer-remove-hint = Only removes its settings; waiting jobs stay in the queue
# The next messages are listed with commas: "ZPL, 203 dpi, 4 × 6 in, at 10.0.0.9:9100".
settings-printer-dpi = { $dpi } dpi
settings-printer-paper = { $width } × { $height } in
settings-printer-at = at { $address }
settings-printer-queue = queue { $queue }
settings-printer-windows-queue = Windows queue { $queue }
settings-printer-two-per-sheet = two labels per sheet
settings-printer-copies = { $count ->
    [one] { $count } copy
   *[other] { $count } copies
}
settings-printer-add = Add printer
settings-printers-find = Find printers
settings-printers-find-hint = Asks this computer’s printing system (CUPS) for its queues
settings-printers-find-hint-windows = Asks the Windows print spooler for its queues
settings-printers-asking = Looking for printers
settings-printers-found-none = The printing system has no queues
settings-printer-use = Use
settings-printer-use-queue = Use queue: { $queue }

## The labels of new shipments
settings-labels = Labels
settings-label-format = Label format
settings-label-size = Label size
settings-label-orientation = Orientation
settings-labels-explained = For every new shipment; one you’ve already started keeps its own

## The form for one printer
settings-printer-name = Name
settings-printer-name-field = Printer name
settings-printer-name-hint = Label printer
settings-way = Connection
settings-way-label-printer = Label printer
settings-way-office-printer = Office printer
settings-way-installed = Installed printer
settings-printer-address = Address
settings-printer-address-field = Printer address
settings-printer-port = Port
settings-printer-port-field = Printer port
settings-printer-path = Path
settings-printer-path-field = Printer path
settings-queue-address = Queue address
settings-queue-address-explained = Find printers fills this in
settings-windows-raw = Windows passes the file on unchanged: only a printer that understands this language can print it
settings-office-address-explained = The printer shows its network name or IP address on its display or its web page
settings-office-check = Check printer
settings-office-check-hint = Finds out its model, language, resolution, and paper, and fills them in below
settings-office-checking = Checking the printer
settings-office-needs-address = Enter its address first
# $printer: maker and model. $state: such as Idle
settings-office-found = { $printer }. { $state }
settings-office-edge = Nothing prints closer than { $inches } in to the edge of the paper
settings-office-ready = Prints labels at 100% with the settings below
settings-office-unfit = { $reason }. Set it up as an installed printer instead.
settings-office-unfit-windows = { $reason }. Save labels as PDF and print them at actual size.
settings-printer-language = Printer language
settings-language-zpl = ZPL (label printer)
settings-language-pdf = PDF (office printer)
settings-language-pwg-black = PWG raster, black
settings-language-tspl = TSPL (Rollo, MUNBYN, TSC, Xprinter)
settings-language-epl2 = EPL2 (older label printers)
settings-language-cpcl = CPCL (mobile printers)
settings-printer-resolution = Resolution
settings-printer-paper-size = Paper
# $size: such as 4 × 6
settings-paper-label = { $size } in label
settings-paper-letter = Letter, { $size } in
settings-paper-a4 = A4, { $size } in
settings-paper-other = Other size
settings-paper-width = Width (in)
settings-paper-width-field = Paper width
settings-paper-height = Height (in)
settings-paper-height-field = Paper height
settings-two-per-sheet = Two labels per sheet
settings-two-per-sheet-explained = Each label up to 4 × 6 in prints at full size on its own half of the sheet; labels printed together fill the sheets
settings-rotation = Rotation
settings-rotation-none = None
settings-rotation-right = 90° right
settings-rotation-half = 180°
settings-rotation-left = 90° left
settings-shift-right = Shift right (dots)
settings-shift-down = Shift down (dots)
settings-shift-explained = Moves the print on the paper: { $dpi } dots are 1 in; negative numbers move it left or up
settings-copies = Copies
settings-darkness = Darkness
settings-darkness-own = Printer default
settings-printer-save = Save printer
settings-printer-cancel = Cancel
settings-printer-cancel-name = Cancel printer
settings-problem-name = Enter a name
settings-problem-name-taken = Another printer has this name
settings-problem-queue = Enter an address, such as ipp://localhost:631/printers/zebra
settings-problem-queue-windows = Enter winspool: and the queue’s name, or an address that starts with ipp://
settings-problem-host = Enter a name or IP address, such as 192.168.1.50
settings-problem-port = 1 to 65535
settings-problem-path = Such as /ipp/print
settings-problem-size = Enter inches, such as 2.25
settings-problem-offset = Enter whole dots

## The print queue
settings-queue = Print queue
settings-queue-empty = Nothing has been printed yet
settings-queue-older = { $count ->
    [one] { $count } older job
   *[other] { $count } older jobs
}
# The name of a button for screen readers. $action: one of the next messages
settings-job-button = { $action }: print job { $job }
settings-job-printed = It printed
settings-job-again = Print again
settings-job-forget = Remove
settings-job-retry = Try again
settings-job-cancel = Cancel

## The scale
settings-scale = Scale
settings-scale-choice = Weigh with
settings-scale-first = First one found
settings-scale-not-connected = { $scale } (not connected)
settings-scale-unsupported = Scales aren’t supported on this system; they work on Linux, Windows, and macOS
settings-scale-none = No scale found. Plug in a USB scale and turn it on; it appears here automatically.
settings-scale-chosen-missing = The chosen scale isn’t connected
settings-scale-automatic = Take a stable weight automatically
# $key: a keyboard shortcut
settings-scale-automatic-explained = Fills in an empty weight, or replaces one from the scale; weights you typed stay. { $key } takes the weight at any time, in the unit the scale shows.
settings-scale-not-read = { $scale } is a scale, but Postroom can’t read it. { $reason }
settings-scale-no-permission = Your account has no permission to read the scale. As an administrator, put this line into { $file }, then unplug the scale and plug it in again.
settings-scale-copy-line = Copy line
settings-scale-unreadable = Couldn’t read the scale: { $reason }. Trying again automatically.
# A scale that tells no name. $id: such as 0922:8003
settings-scale-nameless = Scale { $id }

## The scale in a few words
settings-scale-is-missing = Scale not connected
settings-scale-is-unknown = Scale not supported
settings-scale-is-forbidden = Scale: no permission
settings-scale-is-unreadable = Scale not readable
settings-scale-is-silent = Scale: no reading yet
settings-scale-is-idle = Scale: no new reading
settings-scale-in-other-unit = Scale: unsupported unit
settings-scale-is-empty = Scale empty
settings-scale-is-moving = Scale moving
settings-scale-is-below-zero = Scale below zero
settings-scale-is-overloaded = Scale overloaded
settings-scale-needs-calibration = Scale needs calibration
settings-scale-needs-zero = Scale needs zeroing
settings-scale-fault = Scale fault

## Why a weight is not taken
# $reason: one of the next messages
settings-not-weighed = Not weighed. { $reason }
settings-not-weighed-bought = Not weighed: start the next shipment first
settings-not-weighed-buying = Not weighed: this label is being bought
settings-weigh-unsupported = Scales aren’t supported on this system
settings-weigh-no-scale = No scale is connected
settings-weigh-layout = { $scale } can’t be read. { $reason }
settings-weigh-failed = { $scale } can’t be read: { $reason }
settings-weigh-forbidden = No permission to read the scale; see Settings, Scale and scanner
settings-weigh-silent = The scale hasn’t shown a weight yet
settings-weigh-old = The last reading is old: lift the parcel and put it back
settings-weigh-empty = The scale is empty: put the parcel on it
settings-weigh-moving = The scale is still moving
settings-weigh-below-zero = The scale is below zero: empty it and press its zero key
settings-weigh-overload = The parcel is too heavy for the scale
settings-weigh-calibration = The scale needs calibration
settings-weigh-needs-zero = The scale needs zeroing: press its zero key
settings-weigh-fault = The scale reports a fault
settings-weigh-unknown = The scale reports an unknown state
settings-scales-not-searched = Couldn’t look for scales: { $reason }

## Scales that cannot be read
# $reason: one of the next messages
settings-scale-layout-unknown = Its report has an unknown layout: { $reason }
settings-scale-layout-damaged = its description is damaged
settings-scale-layout-not-scale = its description isn’t that of a scale
settings-scale-layout-no-weight = it doesn’t have exactly one weight field
settings-scale-layout-order = its states or units are in an unusual order
settings-scale-layout-state = the state isn’t its first byte
settings-scale-layout-unit = the unit isn’t its second byte
settings-scale-layout-exponent = the exponent isn’t its third byte
settings-scale-layout-weight = the weight isn’t its last two bytes
settings-scale-no-description = It doesn’t describe itself: { $reason }
settings-scale-report-exponent = Its report makes no sense: no scale has such an exponent
settings-scale-report-taels = It weighs in taels, which differ between countries: set it to g or oz
settings-scale-report-tons = It weighs in tons, which may be long or short: set it to kg or lb
settings-scale-report-unit = Its report names a unit that doesn’t exist

## The scanner
settings-scanner = Scanner
settings-scanner-explained = Scanners that type like a keyboard need no setup. With the command sheet, you can scan barcodes to weigh, start the next shipment, or print again.
settings-print-sheet = Print command sheet
settings-save-sheet = Save command sheet…
settings-sheet-needs-printer = No printer is set up; add one under Printers and labels
settings-express = Express mode: a scan may buy
settings-express-explained = Pressing Enter in the weight field, or scanning the Buy barcode, then buys the label right away: only if nothing is missing, the price is fresh and within the limit, and no similar label was bought just before. The undo delay still applies, and in production you still confirm the amount.
settings-express-limit = Express limit per label
settings-express-limit-label = Express limit per label ({ $currency })

## Shipments on this computer
settings-sync = Shipments on this computer
settings-sync-fetched = { $count ->
    [one] { $count } loaded
   *[other] { $count } loaded
}
settings-sync-pause = Pause loading
settings-sync-continue = Resume loading
settings-sync-again = Load again
settings-sync-explained = You can search these shipments without a network connection
settings-sync-count = { $count ->
    [one] { $count } shipment
   *[other] { $count } shipments
}
settings-sync-all = { $count ->
    [one] The account’s only shipment
   *[other] All { $count } shipments of the account
}
settings-sync-all-of-days = { $count ->
    [one] The only shipment of the last { $days } days
   *[other] All { $count } shipments of the last { $days } days
}
# $at: a date and time
settings-sync-back-to = { $count ->
    [one] { $count } shipment, back to { $at }
   *[other] { $count } shipments, back to { $at }
}
settings-sync-running = { $count ->
    [one] { $count } shipment. Loading older ones.
   *[other] { $count } shipments. Loading older ones.
}
settings-sync-running-back-to = { $count ->
    [one] { $count } shipment, back to { $at }. Loading older ones.
   *[other] { $count } shipments, back to { $at }. Loading older ones.
}
settings-sync-paused = { $count ->
    [one] { $count } shipment. Loading older ones is paused.
   *[other] { $count } shipments. Loading older ones is paused.
}
settings-sync-paused-back-to = { $count ->
    [one] { $count } shipment, back to { $at }. Loading older ones is paused.
   *[other] { $count } shipments, back to { $at }. Loading older ones is paused.
}
settings-sync-incomplete = { $count ->
    [one] { $count } shipment. { $reason }.
   *[other] { $count } shipments. { $reason }.
}
