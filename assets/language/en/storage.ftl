# Files, databases and stored secrets of Postroom on this computer.

## Keeping data safe
storage-failed-daily-backup = Couldn’t make the daily backup
storage-failed-back-up = Couldn’t back up
# $files: a list of the next names
storage-backed-up = Backed up { $files } to { $folder }
storage-name-book = the address book
storage-name-journal = the purchase journal
storage-name-printers = printers and print jobs
storage-name-orders = orders, presets and rules
storage-name-outbox = what waits for the shop’s database
storage-failed-remove-old = Couldn’t remove old shipments
storage-saved = Saved { $file }
storage-failed-save = Couldn’t save the file
storage-crashes-deleted = Crash reports deleted
storage-failed-delete-crashes = Couldn’t delete the crash reports
storage-exported = { $count ->
    [one] Exported { $count } event of the purchase journal to { $file }; the last hash is { $hash }
   *[other] Exported { $count } events of the purchase journal to { $file }; the last hash is { $hash }
}
storage-failed-export = Couldn’t export the purchase journal
storage-export-no-journal = Not exported: the purchase journal can’t be used
storage-salvaged = The purchase journal was damaged. Events read: { $events }. Purchases saved: { $purchases }, of which { $doubtful } on a broken chain. The damaged files and a list are in { $folder }
storage-salvaged-of = The purchase journal was damaged. Events read: { $events } of { $total }. Purchases saved: { $purchases }, of which { $doubtful } on a broken chain. The damaged files and a list are in { $folder }
storage-buying-stopped = Buying is stopped: { $reason }. Close Postroom and start it again; it then saves what can be read.

## Files that fail. These follow a colon and begin in lower case; the cause is added.
storage-cannot-make-folder = couldn’t create the folder { $path }
storage-cannot-open = couldn’t open { $path }
storage-cannot-lock = couldn’t lock { $path }
storage-cannot-read = couldn’t read { $path }
storage-cannot-write = couldn’t write { $path }
storage-cannot-copy = couldn’t copy { $path }
storage-cannot-move = couldn’t move { $path }
storage-cannot-remove = couldn’t delete { $path }
storage-cannot-check = couldn’t check { $path } for damage
storage-cannot-migrate = couldn’t update { $path } to the newest format
storage-cannot-start-thread = couldn’t start a thread for { $path }
storage-damaged = { $path } is damaged: { $reason }
storage-too-new = { $path } was written by a newer version of Postroom (format { $found }; this version knows { $known })
storage-thread-stopped = the thread that handles the file has stopped

## What is wrong with a damaged file. These follow a colon.
storage-detail-cut-off = it ends in the middle of a page
storage-detail-format = its format number is { $format }
storage-detail-not-whole = it isn’t a complete database
storage-detail-empty = it’s empty
storage-detail-only-log = its write-ahead log is there, but the file itself is gone
storage-detail-not-a-book = it isn’t an address book
storage-detail-not-a-cache = it isn’t a cache
storage-detail-not-a-spool = it isn’t a print queue
storage-detail-not-a-journal = it isn’t a purchase journal
storage-detail-event = event { $event } doesn’t fit the chain
storage-detail-event-unreadable = event { $event } isn’t readable: { $reason }
storage-detail-request = the request of { $transaction } has changed
storage-detail-entry = { $transaction } differs from its last event
storage-detail-too-large = { $count ->
    [one] it’s too large: { $count } byte
   *[other] it’s too large: { $count } bytes
}

## The address book
storage-book-damaged = the address book { $path } is damaged and was left as it is: { $reason }
storage-book-failed = couldn’t access the address book
storage-book-not-opened = couldn’t open the address book
storage-book-closed = the address book is closed
storage-workspace-damaged = the file of orders { $path } is damaged and was left as it is: { $reason }
storage-workspace-failed = couldn’t access the orders
storage-workspace-not-opened = couldn’t open the orders
storage-workspace-closed = the orders are closed
storage-detail-not-a-workspace = it is a database of another program

## The cache
storage-cache-failed = couldn’t access the cache
storage-cache-not-opened = couldn’t open the cache
storage-cache-closed = the cache is closed

## The print queue
storage-spool-damaged = the print queue { $path } is damaged and was left as it is: { $reason }
storage-spool-failed = couldn’t access the print queue
storage-spool-not-opened = couldn’t open the print queue
storage-spool-closed = the print queue is closed
# Why a job counts as printed; follows a colon.
storage-job-settled = confirmed by you
# Why it is not known whether a job printed; follows a colon.
storage-job-interrupted = Postroom was closed while sending

## The purchase journal
storage-journal-in-use = another Postroom window is using the purchase journal in { $folder }
storage-journal-damaged = the purchase journal { $path } is damaged and was left as it is: { $reason }. Nothing can be bought until it’s repaired
storage-journal-already = this label is already being bought or was bought, as transaction { $transaction }
storage-journal-over-cap = the daily limit is { $limit }, and { $spent } was added in the last 24 hours
storage-journal-no-order = a label can only be bought for an order
storage-journal-not-found = the purchase journal has no transaction { $transaction }
# $state: the journal’s own word, such as confirmed
storage-journal-wrong-state = couldn’t change transaction { $transaction }: its state in the journal is { $state }
storage-journal-altered = the recorded request of transaction { $transaction } no longer matches its checksum
storage-journal-failed = couldn’t access the purchase journal
storage-journal-not-opened = couldn’t open the purchase journal
storage-journal-closed = the purchase journal is closed

## The keyring of the system
# Inside a sentence.
storage-keyring = this computer’s keyring
storage-keyring-windows = Windows Credential Manager
storage-keyring-macos = the macOS Keychain
# The same at the start of a sentence.
storage-first-keyring = This computer’s keyring
storage-first-keyring-windows = Windows Credential Manager
storage-first-keyring-macos = The macOS Keychain
storage-keyring-absent = { $keyring } can’t be used: { $reason }
storage-keyring-locked = { $keyring } is locked
storage-keyring-dismissed = the prompt of { $keyring } was closed without an answer
storage-keyring-timed-out = { $keyring } didn’t answer in time
storage-keyring-too-long = the API secret and the password are longer than the { $bytes } bytes that { $keyring } keeps
storage-keyring-refused = { $keyring } refused: { $reason }
storage-keyring-differs = it didn’t return what was stored
storage-keyring-interrupted = the call to it was interrupted
storage-keyring-no-item = the item isn’t there
storage-keyring-two-items = it has two items with the same name
storage-keyring-not-text = what it returned isn’t text
storage-keyring-not-decrypted = what it returned can’t be decrypted
storage-keyring-error = error { $code }
storage-keyring-no-session = this sign-in session keeps no credentials
storage-keyring-no-default = it has no default keyring; create one in the system’s password program
storage-keyring-no-program = no program on the session bus keeps secrets
storage-keyring-no-bus = there is no session bus

## The vault
storage-vault-locked = the vault is locked
storage-vault-wrong-passphrase = this isn’t the passphrase of the vault
storage-vault-short-passphrase = a passphrase has at least { $count } characters
storage-vault-damaged = the vault file is damaged: { $reason }
storage-vault-too-new = the vault file was written by a newer version of Postroom (format { $format })
storage-vault-not-sealed = couldn’t encrypt the vault
storage-vault-unreadable = its contents can’t be read
storage-vault-not-a-vault = it doesn’t begin like a vault
storage-vault-format = no version wrote such a format
storage-vault-cut-off = it’s cut off
storage-vault-checksum = its checksum is wrong
storage-vault-cost = it asks for too much memory or time
