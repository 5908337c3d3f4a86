# Label files: reading, checking, saving.

## The check of the barcode against the tracking number

labels-verified = Barcode verified
labels-all-verified = { $count ->
    [one] Barcode of { $count } package verified
   *[other] Barcodes of all { $count } packages verified
}
# The text that was read from the barcode, as an explanation of the lines above
labels-reads = The barcode reads { $number }
# $numbers: a list, such as "9205 and 9206"
labels-read = The barcodes read { $numbers }
labels-no-barcode = No barcode could be read on this label
labels-not-compared = The barcode wasn’t checked: the tracking number isn’t known yet
labels-differs = The barcode reads { $found }, but the tracking number is { $number }. Don’t use this label.
labels-other-code = No code is known to have the tracking number { $number }. Compare it with the number printed on the label. The codes read { $found }
labels-of-other-package = This label has the barcode of package { $package }, { $number }. Don’t use this label.
labels-wrong-size = The label is { $width } × { $height } in, but { $asked_width } × { $asked_height } in was requested
labels-missing = { $missing ->
    [one] { $missing } of { $packages } labels is missing; download the label again
   *[other] { $missing } of { $packages } labels are missing; download the label again
}
# $finding: one of the messages above
labels-of-package = Package { $package }: { $finding }

## Why a label file cannot be shown

labels-too-large = The label file is { $megabytes } MB; the limit is { $most_megabytes } MB
labels-too-many-pixels = The page of the label is too large to show: { $width } × { $height } pixels
labels-empty = The label file is empty
labels-unknown-type = The file isn’t a PDF, PNG, JPEG, TIFF, GIF or ZPL file
labels-printer-language = The label is in { $language }, a printer’s own language that can’t be shown here. A printer that is set to { $language } prints it as it is
labels-encrypted = The label’s PDF file is protected with a password
# $kind: PDF, PNG, JPEG, TIFF or ZPL
labels-broken = The { $kind } file of the label is damaged and can’t be shown
labels-no-page = The { $kind } file of the label has no page to show
labels-unsupported = This kind of { $kind } file can’t be shown: { $reason }
# A reason in the message above
labels-unknown-compression = its compression { $method } isn’t supported
labels-unknown-colors = its colors { $colors } aren’t supported
# $reason: one of the remarks below
labels-not-whole = Part of the label can’t be drawn: { $reason }
labels-timed-out = Drawing the label took too long and was stopped
labels-out-of-memory = Drawing the label needed more memory than allowed
labels-worker-died = The label file crashed the process that draws it
labels-worker-start = The process that draws labels couldn’t be started: { $reason }

## What is drawn differently from what the file asks for; listed after "This picture differs:"

labels-more-pages = only the first { $most } pages are shown
labels-more-commands = only the first { $most } commands are read
labels-more-copies = the file asks for { $asked } copies; { $most } are shown
labels-damaged-page = a page after the last one shown is damaged
# $symbol: one of the symbols below. $data: the start of its text
labels-not-drawn = { $symbol } could not be drawn from “{ $data }”
labels-symbol-text = text
labels-symbol-aztec = an Aztec code
labels-symbol-codabar = a Codabar barcode
labels-symbol-codablock = a CODABLOCK
labels-symbol-code-11 = a Code 11 barcode
labels-symbol-code-128 = a Code 128 barcode
labels-symbol-code-39 = a Code 39 barcode
labels-symbol-code-49 = a Code 49 barcode
labels-symbol-code-93 = a Code 93 barcode
labels-symbol-databar = a GS1 DataBar
labels-symbol-data-matrix = a Data Matrix
labels-symbol-ean-13 = an EAN-13 barcode
labels-symbol-ean-8 = an EAN-8 barcode
labels-symbol-extension = a UPC or EAN extension
labels-symbol-industrial = an Industrial 2 of 5 barcode
labels-symbol-interleaved = an Interleaved 2 of 5 barcode
labels-symbol-logmars = a LOGMARS barcode
labels-symbol-maxicode = a MaxiCode
labels-symbol-micro-pdf417 = a MicroPDF417
labels-symbol-msi = an MSI barcode
labels-symbol-pdf417 = a PDF417
labels-symbol-plessey = a Plessey barcode
labels-symbol-postal = a postal barcode
labels-symbol-qr = a QR code
labels-symbol-standard = a Standard 2 of 5 barcode
labels-symbol-tlc39 = a TLC39
labels-symbol-upc-a = a UPC-A barcode
labels-symbol-upc-e = a UPC-E barcode
labels-unknown-command = the command ^{ $name } is unknown
labels-older-data-matrix = a printer draws the Data Matrix in an older form, of quality { $quality }, and not as shown
labels-older-qr = a printer draws the QR code in its older form, model 1, and not as shown
labels-unknown-charset = character set { $number } is unknown; the previous one is used
labels-absent-graphic = the graphic { $name } isn’t in the file
labels-more-graphics = the file stores more graphics than a printer holds
labels-graphic-size = a graphic has no dots or far too many
labels-graphic-data = the data of a graphic is damaged
labels-graphic-checksum = the checksum of a graphic doesn’t match its data; the printer may leave the graphic out
labels-absent-format = the stored format { $name } isn’t in the file
labels-endless-format = the stored format { $name } recalls itself
labels-other-font = text in the font { $name } is shown in the printer’s font A
labels-foreign-script = “{ $text }” needs a font that the printer may not have
labels-printer-clock = the printer sets the date and time when it prints; the current ones are shown
labels-tag-data = the printer adds what it reads from the RFID tag
labels-foreign-picture = the graphic { $name } is a BMP or PCX file and is not shown
labels-refused-barcode = a printer prints “INVALID - { $code }” in place of { $symbol }
labels-divided-barcode = a printer divides long data of { $symbol } among the places of ^FM; one is shown
labels-marked-aztec = a printer marks the Aztec code as a menu or as one of several, and not as shown
labels-linked-font = a printer takes letters that a font lacks from the linked font { $name }
labels-embedded-fields = a printer puts other fields in place of the numbers in “{ $data }”

## Ink outside the page

labels-ink-right = { $dots ->
    [one] The label’s ink ends { $dots } dot right of { $inches } in; the printer may cut it off
   *[other] The label’s ink ends { $dots } dots right of { $inches } in; the printer may cut it off
}
labels-ink-below = { $dots ->
    [one] The label’s ink ends { $dots } dot below { $inches } in; the printer may cut it off
   *[other] The label’s ink ends { $dots } dots below { $inches } in; the printer may cut it off
}
labels-ink-right-and-below = The label’s ink ends { $right_dots ->
    [one] { $right_dots } dot
   *[other] { $right_dots } dots
} right of { $right } in and { $below_dots ->
    [one] { $below_dots } dot
   *[other] { $below_dots } dots
} below { $below } in; the printer may cut it off

## Errors with a file: the headline, and what to do

labels-error-draw = Couldn’t draw the label
labels-error-check = Couldn’t check the label
labels-error-save = Couldn’t save the label
labels-error-save-pdf = Couldn’t save one PDF
labels-error-draw-form = Couldn’t draw the form
labels-error-save-form = Couldn’t save the form
labels-error-draw-command-sheet = Couldn’t draw the command sheet
labels-kept-as-delivered = The file itself is kept: save it, or download it again
labels-not-drawn-advice = Try again. If it happens again, send the diagnostics from Settings.
labels-form-signed-out = You’re not signed in, and the form isn’t saved on this computer
labels-form-signed-out-advice = Sign in, then download it again
labels-containers-gone = The labels are no longer kept on this computer
labels-containers-gone-advice = Create them again; container labels are free
labels-form-not-made = The carrier hasn’t created the form yet
labels-form-not-made-advice = It appears automatically once the manifest is created
labels-too-many-pages = { $most ->
    [one] The labels have more than { $most } page
   *[other] The labels have more than { $most } pages
}
labels-too-many-pages-advice = Select fewer shipments; nothing was saved

## Saved files

labels-saved = Saved to { $path }
# $path: the first of the files; the others are in the same folder
labels-saved-many = { $count ->
    [one] Saved { $count } file to { $path }
   *[other] Saved { $count } files to { $path } and its folder
}
labels-nothing-to-save = Nothing to save
# The name of a file with many labels, without its extension. $date: such as 2026-11-23. $count: digits
labels-name-of-many = { $date }_{ $count } labels

## The pattern for names of saved files: what the placeholders stand for

labels-name-date = the purchase date
labels-name-carrier = the carrier
labels-name-service = the service
labels-name-tracking = the tracking number
labels-name-recipient = the recipient’s name
labels-name-order = the first text on the label
labels-name-package = the package number, if there are several
labels-name-unclosed = A {"{"} has no {"}"}
labels-name-unopened = A {"}"} has no {"{"}
labels-name-unknown = There is no {"{"}{ $name }{"}"}
