# Reading orders from files, folders and the clipboard.

## Fields of an order that a column can fill
order-import-field-group-order = Order
order-import-field-group-recipient = Recipient
order-import-field-group-parcel = Parcel
order-import-field-group-item = Items
order-import-field-number = Order number
order-import-field-ordered = Order date
order-import-field-ship-by = Ship by
# In the shop’s own words, for example “Expedited”
order-import-field-shipping = Shipping method
# In the shop’s own words, for example “refunded”
order-import-field-status = Status in the shop
order-import-field-canceled-on = Canceled on
# A date, a tracking number, or “yes”: the order needs no label any more
order-import-field-closed-on = Shipped on
order-import-field-reference = Reference
order-import-field-note = Note
# Without shipping and taxes
order-import-field-total = Value of the goods
order-import-field-currency = Currency
order-import-field-name = Name
order-import-field-first-name = First name
order-import-field-last-name = Last name
order-import-field-company = Company
order-import-field-address = Whole address
order-import-field-street-1 = Street
order-import-field-street-2 = Street line 2
order-import-field-street-3 = Street line 3
order-import-field-city = City
order-import-field-state = State
order-import-field-zip = ZIP
order-import-field-country = Country
order-import-field-phone = Phone
order-import-field-email = Email
order-import-field-preset = Preset
order-import-field-package-type = Package type
order-import-field-weight = Weight
order-import-field-weight-unit = Unit of the weight
order-import-field-length = Length
order-import-field-width = Width
order-import-field-height = Height
order-import-field-size-unit = Unit of the size
order-import-field-item-sku = Item: SKU
order-import-field-item-name = Item: name
order-import-field-item-quantity = Item: quantity
order-import-field-item-weight = Item: weight of one
order-import-field-item-weight-unit = Item: unit of the weight
order-import-field-item-value = Item: value of one
# Of all pieces of the row together
order-import-field-item-line-value = Item: value of all
order-import-field-item-origin = Item: country of origin
order-import-field-item-tariff-number = Item: HS number
# The shop’s own ID of a line of the order
order-import-field-item-line-id = Item: line ID
order-import-field-item-status = Item status in the shop
order-import-field-item-ships = Item is shipped
order-import-field-shop-id = Order ID of the shop
order-import-field-ignored = Leave out

## Problems of a column mapping
order-import-mapping-number-missing = No column has the order numbers
order-import-mapping-recipient-missing = No column has the recipient’s name or company
order-import-mapping-address-missing = No column has the address
# { $field } is for example “City”
order-import-mapping-field-missing = No column has the field “{ $field }” of the address
order-import-mapping-rows-missing = The table has no rows below its heading
order-import-mapping-column-missing = The table has no column “{ $column }”
order-import-mapping-field-twice = “{ $field }” is given to several columns: { $columns }
order-import-mapping-address-twice = “{ $column }” has the whole address, and other columns have parts of it
# Names a column of a table without headings
order-import-mapping-nth-column = Column { $number }
# Names the second column with a heading, for example “Name (number 2)”
order-import-mapping-nth-heading = { $column } (number { $number })

## Files

# Why a file can’t be read
order-import-file-empty = The file is empty. If a program is still writing it, wait until it’s done and try again.
order-import-file-no-rows = Every cell of the file is empty
order-import-file-too-large = The file is { $megabytes } MB; the limit is { $most_megabytes } MB. Split it into several files.
order-import-file-unpacks-too-large = The workbook is { $megabytes } MB when it’s unpacked; the limit is { $most_megabytes } MB. Split it into several files.
order-import-file-too-many-cells = The table has more than { $most } cells. Delete columns and sheets that aren’t needed, or split it into several files.
order-import-file-password = The workbook is protected with a password. Open it in the spreadsheet program, save a copy without a password, and import the copy.
order-import-file-unfinished = The end of the file is missing. If a program is still writing or downloading it, wait until it’s done; if not, save or download it again.
order-import-file-damaged = The workbook is damaged and can’t be read. Open it in the spreadsheet program, save it again, and import the new file.
order-import-file-is-pdf = This is a PDF, not a table. Export the orders as a CSV file or a spreadsheet.
order-import-file-is-picture = This is a picture, not a table. Export the orders as a CSV file or a spreadsheet.
order-import-file-is-archive = This is an archive with files in it. Unpack it, and import the table that it contains.
order-import-file-is-document = This is a document, not a table. Copy the table from it to a spreadsheet, and import the spreadsheet.
order-import-file-is-web-page = This is a web page, even if it’s named like a spreadsheet. Open it in the spreadsheet program, save it as .xlsx or CSV, and import the new file.
order-import-file-is-data = This is an XML or JSON file, not a table. Export the orders as a CSV file or a spreadsheet.
order-import-file-is-foreign-spreadsheet = This kind of spreadsheet can’t be read. Open it in its program, save it as .xlsx or CSV, and import the new file.
order-import-file-is-lock-file = This file only notes that a workbook is open in a spreadsheet program. Import the workbook itself.
order-import-file-is-unknown = This isn’t a table. You can import CSV and text files, and .xlsx, .xls, .xlsb and .ods files.
order-import-file-timed-out = Reading the workbook took too long and was stopped. Save it as CSV, and import the new file.
order-import-file-out-of-memory = Reading the workbook needed more memory than allowed. Save it as CSV, and import the new file.
order-import-file-worker-died = The workbook crashed the process that reads it. Save it as CSV, and import the new file.
order-import-file-worker-start = The process that reads workbooks couldn’t be started: { $reason }

# Character encodings, beside those of addresses
order-import-file-encoding-hebrew = Hebrew (Windows)
order-import-file-encoding-arabic = Arabic (Windows)
order-import-file-encoding-vietnamese = Vietnamese (Windows)
order-import-file-encoding-thai = Thai (Windows)
order-import-file-encoding-mac-roman = Western (Mac)
order-import-file-encoding-dos-western = Western (DOS, code page 850)
order-import-file-encoding-dos-united-states = United States (DOS, code page 437)
order-import-file-encoding-dos-cyrillic = Cyrillic (DOS, code page 866)

## The watched folder
order-import-folder-unavailable = Couldn’t read the watched folder: { $reason }. Its files are imported when it’s back.
order-import-folder-imported = Imported { $file }. New orders: { $added }. Changed: { $updated }. Unchanged: { $unchanged }. Changed in the file, but already bought: { $kept }. In need of attention: { $attention }.{ $refused ->
    [0] {""}
   *[other] {" "}Not imported: { $refused }; the file of results says why.
}
# $first: a file in the folder “done”
order-import-folder-imported-before = { $file } wasn’t imported again: { $first } has the same content
order-import-folder-refused = Couldn’t import { $file }: { $reason }
order-import-folder-waits = { $file } is still in the watched folder: { $reason }
order-import-folder-paused = Files in the watched folder can’t be imported at the moment: { $reason }
# A note in the file of results
order-import-folder-same-content = { $file } has the same content

## Why a file stays in the watched folder or isn’t imported. These follow a colon.
order-import-folder-empty = it’s empty
order-import-folder-in-use = another program is using it
# $lock: the name of a file that the office program leaves behind if it crashes
order-import-folder-open = it’s open in an office program. If not, delete { $lock }
order-import-folder-too-large = it’s larger than { $megabytes } MB
order-import-folder-is-link = it is a link to another folder
order-import-folder-not-moved-done = it has been imported, but couldn’t be moved to the folder “done” ({ $reason })
order-import-folder-not-moved-failed = it can’t be imported, and couldn’t be moved to the folder “failed” ({ $reason })
order-import-unattended-overtaken = other computers keep changing these orders

## Why a file isn’t imported while nobody is there to be asked
order-import-unattended-sheet = There is no sheet “{ $name }” with rows; the file has { $sheets }
# $arguments: what to give the command, such as --answer weight-unit=lb
order-import-unattended-question = { $question } ({ $examples }) Answer with --answer and one of: { $arguments }
order-import-unattended-unsure = Not every column of the table is known for certain
# Follows the problems and questions
order-import-unattended-advice = Import the file in Orders once, settle this there, and save the mapping. The mapping is then used for files with these columns.

# One field of an order that a newer file changed after its label was bought
order-import-merge-field = { $field }: { $after } instead of { $before }
order-import-merge-field-new = { $field }: { $after } is new
order-import-merge-field-gone = { $field }: { $before } is not there any more

## Rows that are no orders
order-import-row-skipped-blank = The row is blank
order-import-row-skipped-heading = The row repeats the headings
order-import-row-skipped-total = The row is a total
order-import-row-skipped-nothing-to-ship = Nothing of the order is shipped: a gift card or a tip
order-import-row-skipped-hidden = The spreadsheet hides the row
order-import-row-skipped-footer = The row is written by the shop below its orders

## Questions about a whole column
order-import-question-weight-unit = In which unit are the weights in “{ $column }”?
order-import-question-length-unit = In which unit are the sizes in “{ $column }”?
order-import-question-decimal-mark = How are the decimals written in “{ $column }”?
order-import-question-date-order = What comes first in the dates in “{ $column }”?
order-import-question-currency = In which currency are the amounts in “{ $column }”?
order-import-question-weight-is = What does the weight in “{ $column }” belong to?
order-import-question-same-number = Orders with these numbers are here already, for other recipients. What are those of the file?
# $word: what the shop writes, for example on its way
order-import-question-status = What does “{ $word }” in “{ $column }” mean?
order-import-question-shipping = Does a carrier bring what is marked “{ $word }” in “{ $column }”?
order-import-question-item = Is “{ $word }” sent in the parcel?
order-import-question-pieces = No column has the number of pieces. Is each row one piece?
order-import-question-equal-rows = Rows of one order are equal in every cell. What are they?
order-import-question-hidden-rows = { $rows ->
    [one] The spreadsheet hides { $rows } row. Is it an order, too?
   *[other] The spreadsheet hides { $rows } rows. Are they orders, too?
}
# $examples: cells of the column with a dot between them
order-import-question-detail = { $rows ->
    [one] It concerns { $rows } row, for example: { $examples }
   *[other] It concerns { $rows } rows, for example: { $examples }
}
order-import-question-answer-oz = Ounces (oz)
order-import-question-answer-lb = Pounds (lb)
order-import-question-answer-g = Grams (g)
order-import-question-answer-kg = Kilograms (kg)
order-import-question-answer-in = Inches (in)
order-import-question-answer-cm = Centimeters (cm)
order-import-question-answer-mm = Millimeters (mm)
order-import-question-answer-m = Meters (m)
order-import-question-answer-ft = Feet (ft)
order-import-question-answer-yd = Yards (yd)
order-import-question-answer-point = With a point, as in 0.5
order-import-question-answer-comma = With a comma, as in 0,5
order-import-question-answer-month-first = The month, as in 12/31/2026
order-import-question-answer-day-first = The day, as in 31/12/2026
order-import-question-answer-of-order = The whole order
order-import-question-answer-of-piece = One piece of the item
order-import-question-answer-ship = Ship it
order-import-question-answer-carried = Yes, a carrier
order-import-question-answer-sent = Yes, it is sent
order-import-question-answer-not-sent = No: a tip, a fee, a gift card by e-mail
order-import-question-answer-held = Wait: unpaid or on hold
order-import-question-answer-not-carried = No: collected, or nothing to ship
order-import-question-answer-closed = Done: shipped or refunded
order-import-question-answer-canceled = Canceled
order-import-question-answer-one-piece = Yes, one piece
order-import-question-answer-each-row = Each row counts
order-import-question-answer-same-row = One row, written twice
order-import-question-answer-another-order = Other orders, of another shop
order-import-question-answer-same-order = The same orders, changed
order-import-question-answer-hidden-in = Import them
order-import-question-answer-hidden-out = Leave them out

## What was repaired in a row
# $text: the ZIP as the file has it, for example 2035
order-import-note-zip-restored = Row { $row }, “{ $column }”: the spreadsheet had left out zeros at the start of { $text }
order-import-note-line-left-out = Row { $row }, “{ $column }”: { $text } is not shipped with this order, or was shipped before
order-import-note-date-ignored = Row { $row }, “{ $column }”: { $text } isn’t a date and was left out
order-import-note-cell-repaired = Row { $row }, “{ $column }”: { $text } was read as the number or the date that the spreadsheet had stored that way
order-import-note-state-filled = Row { $row }, “{ $column }”: the file had no state; { $text } is the one of the city

## What an import does to an order that is there
order-import-merge-new = New
order-import-merge-unchanged = Unchanged
# $fields, $kept: lists of fields, for example “City and Weight”
order-import-merge-changed = Changed: { $fields }
order-import-merge-kept = Changed in the file and by a person, whose version is kept: { $fields }
order-import-merge-changed-and-kept = Changed: { $fields }. Changed in the file and by a person, whose version is kept: { $kept }
order-import-merge-problems-changed = Other problems than before
order-import-merge-bought = Changed in the file, but already being bought or bought: { $fields }
order-import-merge-agrees = The file agrees with the bought order again
order-import-merge-duplicate = The same order is in the file before
order-import-merge-unreadable = The order was saved by a newer version of Postroom and stays as it is
order-import-merge-field-size = Size
order-import-merge-field-items = Items
order-import-merge-field-canceled = Canceled in the shop
order-import-merge-field-columns = Other columns

# The folder whose files of orders are imported without a person, in Settings.
watched-folder = Watched folder
watched-folder-explained = Order files in this folder of this computer are imported by themselves while you’re signed in. An imported file goes into its folder “done”, any other file into “failed”.
watched-folder-path = Folder
watched-folder-empty = Enter or choose a folder first
watched-folder-relative = Enter the whole path, from the root of the disk
watched-folder-begin = Watch this folder
watched-folder-choose = Choose the folder to watch
watched-folder-end = Stop watching
watched-folder-signed-out = Files are imported once you’re signed in
watched-folder-nothing-yet = No file was taken yet
watched-folder-last = { $age }: { $words }
watched-folder-file = Folder to watch
