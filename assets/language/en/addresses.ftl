# The Addresses panel and the address book.

## The panel
addresses-title = Addresses
addresses-kept-here = Stored on this computer
addresses-kept-shared = Shared with other stations
addresses-loading = Opening the address book…
addresses-offline = Offline: checking addresses and getting IDs needs the service
addresses-busy = Another task is using the address book
addresses-new = New address
addresses-import = Import…
addresses-import-hint = Import a CSV file or vCards. You’ll see a preview first. You can also drop the file here.
addresses-export = Export…
addresses-nothing-to-export = No addresses to export
addresses-find-duplicates = Find duplicates
addresses-too-few-to-compare = There are fewer than two addresses
addresses-check-all = Check all addresses
addresses-check-all-hint = Check every listed address that hasn’t been checked yet
addresses-nothing-to-check = No addresses to check
addresses-cancel = Cancel

## The empty panel and the search
addresses-none-title = No addresses yet
addresses-none = Add an address, or import a CSV or vCard file. You can also drop the file here.
addresses-none-add = Add address
addresses-no-matches-title = No matches
addresses-no-matches = Each word you type must start a word of the address
addresses-show-all = Show all addresses
addresses-search = Search addresses
addresses-search-hint = Search name, street, city, ZIP, phone, email
addresses-group = Group
addresses-all-groups = All groups
# A group in the list of groups, with the number of its addresses
addresses-group-members = { $name } ({ $count })
addresses-count = { $count ->
    [one] { $count } address
   *[other] { $count } addresses
}
# Addresses that match the search, of all in the book
addresses-count-matching = { $count } of { $total }
addresses-count-capped = Showing the newest { $count }. Type another word to narrow the search.

## The list
# What a screen reader says after “Table of”
addresses-table = addresses
# A row that is not loaded yet
addresses-row = Row { $number }
addresses-column-address = Address
# The result of an address check
addresses-column-check = Check
# How long ago a parcel was sent to the address
addresses-column-last-sent = Last sent
addresses-not-checked = Not checked
addresses-checked = Verified
# The user kept the address although the service suggested another
addresses-kept-as-typed = Kept as typed
# The service does not know the address as it is
addresses-check-failed = Needs review
addresses-check-failed-why = At its last check the service did not find this address as it is. Check asks it for the reason.
addresses-residential = Residential
addresses-commercial = Commercial

## One address
addresses-close = Close address
addresses-ship-to = Ship to this address
addresses-ship-from = Ship from
addresses-edit = Edit…
addresses-check = Check
addresses-check-name = Check address
addresses-checking = Checking the address…
addresses-being-checked = This address is being checked
# Tells the buttons about this address from those of others: “Keep mine: address”
addresses-verdict = address
addresses-service-id = Service ID
addresses-store = Save to service
addresses-store-hint = The service assigns an ID to exactly this address; requests can use the ID instead of the address
addresses-storing = Saving to the service…
# $age: such as “4 min ago”
addresses-last-sent = Last parcel sent here { $age }
addresses-changed-by = Last changed by { $by }
addresses-delete = Delete…
addresses-delete-title = Delete { $name }?
addresses-delete-words = Shipments keep their own copy of the address. You can undo this until the next change to the address book.
addresses-delete-yes = Delete address

## Fields
addresses-field-name = Name
addresses-field-company = Company
addresses-field-street = Street
addresses-field-street-2 = Street line 2
addresses-field-street-3 = Street line 3
addresses-field-city = City
addresses-field-state = State
addresses-field-zip = ZIP
addresses-field-country = Country
addresses-field-phone = Phone
addresses-field-email = Email
addresses-field-groups = Groups
# Whether it is residential or commercial
addresses-field-kind = Address type
addresses-kind-unknown = Unknown

## The form
addresses-edit-title = Edit address
addresses-paste = Paste full address
# Goes back from the box for a pasted address to the fields
addresses-type-instead = Fill in fields
addresses-block = Full address
addresses-block-hint = Name, street, city, state, and ZIP, each on its own line
addresses-block-empty = Paste an address first
# Splits the pasted address into the fields
addresses-block-fill = Use this address
# An example of two groups. The separator is always a semicolon.
addresses-groups-hint = Customers; Returns
addresses-save = Save address
addresses-close-form = Close form
addresses-problem-name = Name or company is missing
addresses-problem-street = Street is missing
addresses-problem-city = City or ZIP is missing
addresses-problem-country = Unknown country

## Changes that can be undone
addresses-select = Select { $name }
addresses-selected = { $count ->
    [one] { $count } selected
   *[other] { $count } selected
}
addresses-select-none = Clear
addresses-check-selected = Check the selected addresses
addresses-delete-selected = Delete the selected addresses
addresses-undo-changed = Changed { $name }
addresses-undo-deleted = Deleted { $name }
addresses-undo-deleted-many = { $count ->
    [one] Deleted { $count } address
   *[other] Deleted { $count } addresses
}
addresses-undo-merged = Merged { $first } and { $second }
addresses-undo-shared = { $addresses ->
    [one] Two stations changed { $addresses } address. Undo brings the other version back.
   *[other] Two stations changed { $addresses } addresses. Undo brings the other versions back.
}
addresses-attempted-share = Couldn’t share the address book
addresses-shared-both = { $name }: { $by } changed this address at the same time, to “{ $theirs }”. It says “{ $mine }” now. Undo in the address book brings the other one back.
addresses-shared-removed-here = { $name } was deleted here, and { $by } changed the address at the same time. It stays as it is there.
addresses-shared-removed-there = { $by } deleted { $name } while the address was changed here. It stays as it is here.
addresses-shared-more = { $addresses ->
    [one] { $addresses } more address was changed by two stations at the same time.
   *[other] { $addresses } more addresses were changed by two stations at the same time.
}

## Checking addresses
addresses-sign-in-to-check = Sign in first: the service checks addresses
addresses-sign-in-to-store = Sign in first: the service assigns the ID
addresses-check-good = Address verified
addresses-check-suggestion = The service suggests { $address }

## Exporting
addresses-export-as = Export as
addresses-export-choose = Choose location…
addresses-export-choose-name = Choose where to save the addresses
addresses-export-cancel-name = Cancel export
addresses-exported = { $count ->
    [one] Exported { $count } address to { $path }
   *[other] Exported { $count } addresses to { $path }
}
# Causes, followed by a colon and the details
addresses-export-unreadable = the address book could not be read
addresses-export-unwritable = the file could not be written
addresses-export-cut = the export was interrupted

## Importing: the file
addresses-import-loading = Reading the file…
addresses-import-close = Close
addresses-import-close-name = Close import
addresses-import-title = Import
addresses-import-all-readable = { $count ->
    [one] { $count } row, readable
   *[other] { $count } rows, all readable
}
# Instead of “all readable” while columns are left out
addresses-import-found-rows = { $count ->
    [one] { $count } row found
   *[other] { $count } rows found
}
# $names: the headings of the columns, such as “Town/City, Addr 2, and Note”
addresses-import-unused-columns = { $count ->
    [one] { $count } column is not imported: { $names }
   *[other] { $count } columns are not imported: { $names }
}
addresses-import-unused-advice = Choose below what each of these columns contains
addresses-import-some-readable = { $good ->
    [one] { $good } row readable, { $bad } skipped
   *[other] { $good } rows readable, { $bad } skipped
}
addresses-import-nothing = No row can be read as an address
addresses-import-rows = { $count ->
    [one] Import { $count } row
   *[other] Import { $count } rows
}
addresses-import-rows-name = Import rows
addresses-import-promise = Nothing is saved until you choose Import. Addresses already in the book don’t change.
addresses-import-encoding = Character encoding
addresses-import-separator = Separator
addresses-import-comma = Comma
addresses-import-semicolon = Semicolon
addresses-import-tab = Tab
addresses-import-bar = Vertical bar
# For rows that name no country
addresses-import-country = Default country
addresses-import-headings = First line contains column names
# Above the columns of the file: the field, the name in the file, an example
addresses-import-as = Import as
addresses-import-file-column = File column
addresses-import-example = First row
addresses-import-column = Column { $number }
addresses-import-column-name = Column { $number }: { $heading }
# The column is not imported
addresses-import-skip-column = Skip

## Importing: the rows
addresses-import-line = Line
# Why a row is skipped
addresses-import-reason = Reason
addresses-import-skipped = { $count ->
    [one] { $count } row is skipped
   *[other] { $count } rows are skipped
}
# What a screen reader says after “Table of”
addresses-import-skipped-table = skipped rows
# What a screen reader says after “Table of”
addresses-import-table = rows to import
addresses-import-first-rows = First { $shown } of { $count } rows
addresses-import-all-rows = { $count ->
    [one] { $count } row to import
   *[other] { $count } rows to import
}
addresses-import-added = Added
addresses-import-duplicate = Already in book
addresses-import-bad-row = This row can’t be read
addresses-import-bad-letters = Some characters can’t be read; choose another character encoding
addresses-import-long-cell = A cell has more than { $most } characters
addresses-import-unknown-country = Unknown country: { $name }
addresses-import-card-cut = The vCard is incomplete
addresses-import-card-empty = The vCard has no postal address

## Character encodings
addresses-encoding-latin1 = Latin-1 (Windows)
addresses-encoding-central-european = Central European (Windows)
addresses-encoding-cyrillic = Cyrillic (Windows)
addresses-encoding-greek = Greek (Windows)
addresses-encoding-turkish = Turkish (Windows)
addresses-encoding-baltic = Baltic (Windows)
addresses-encoding-japanese = Japanese (Shift JIS)
addresses-encoding-chinese-simplified = Chinese (GB 18030)
addresses-encoding-chinese-traditional = Chinese (Big5)
addresses-encoding-korean = Korean (EUC-KR)
addresses-encoding-utf16-big-endian = UTF-16 (big-endian)

## Duplicates
addresses-duplicates-loading = Comparing addresses…
addresses-duplicates-back = Back to list
addresses-duplicates-none-title = No duplicates
addresses-duplicates-none = No two addresses have the same name, street, ZIP, and country
addresses-duplicates-count = { $count ->
    [one] { $count } pair looks like the same address
   *[other] { $count } pairs look like the same address
}
addresses-pair = Pair { $number }
# Heads the address of a pair that stays
addresses-pair-keep = Keep
# Heads the address of a pair that is merged into the other
addresses-pair-remove = Remove
addresses-pair-result = After merging
addresses-merge = Merge
addresses-merge-name = Merge: pair { $number }
# Swaps which of the two addresses stays
addresses-keep-other = Keep the other
addresses-keep-other-name = Keep the other: pair { $number }
addresses-keep-both = Keep both
addresses-keep-both-name = Keep both: pair { $number }
addresses-merge-undo = You can undo this until the next change to the address book

## What was attempted, in errors and task titles
addresses-attempted-read = Couldn’t read the address book
addresses-attempted-use = Couldn’t use the address book
addresses-attempted-change = Couldn’t change the address book
addresses-attempted-read-file = Couldn’t read the file
addresses-work-check = Checking addresses
addresses-work-import = Importing addresses
# The titles of the same tasks once every row succeeded
addresses-work-all-checked = Addresses checked
addresses-work-all-imported = Import finished
addresses-attempted-import = Couldn’t import the addresses
addresses-attempted-export = Couldn’t export the addresses
addresses-attempted-duplicates = Couldn’t find duplicates
addresses-attempted-merge = Couldn’t merge the two addresses

## Why a file cannot be imported, and what to do
addresses-import-unreadable = { $file }: { $reason }
addresses-import-unreadable-advice = Check the file’s location and try again; nothing was changed
addresses-import-too-large = the file is larger than 512 MB
addresses-import-empty = { $file } contains no addresses
addresses-import-empty-advice = Choose a CSV or vCard file
addresses-import-row-advice = Correct the line in the file and import it again
