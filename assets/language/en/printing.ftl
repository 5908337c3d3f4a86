# Printers, the print queue, and what becomes of a print job.

## Before a label is printed

printing-no-printer = No printer is set up; add one in Settings
printing-signed-out = Sign in first: labels belong to an account
printing-too-many = { $most ->
    [one] Print at most { $most } shipment at a time
   *[other] Print at most { $most } shipments at a time
}
printing-under-way = Labels are already being prepared for printing
printing-waits = This label is already on its way to the printer
printing-form-waits = This form is already on its way to the printer
# $title: the name of a paper, such as "Packing slips"; $printer: the name of a printer
printing-paper-queued = { $title }: in the print queue of { $printer }
# $label: the title of a print job
printing-copy = { $seconds ->
    [one] { $label } went to this printer { $seconds } second ago. A second copy may end up on another parcel.
   *[other] { $label } went to this printer { $seconds } seconds ago. A second copy may end up on another parcel.
}
printing-no-label = The service sent no label
printing-no-package = The label of package { $package } isn’t here
printing-printer-gone = The printer was removed
# $size: such as "4 × 6", in inches
printing-no-such-paper = No printer has { $size } in paper; add one in Settings
# $name: a recipient or a shipment. $finding: a sentence about its label
printing-of-recipient = { $name }: { $finding }
printing-drawn = Ready to print
printing-queued = In the print queue
printing-waits-for-answer = Waits for your answer
# $count: labels that are in the print queue already
printing-stopped = { $count ->
    [one] Stopped. { $count } label is in the print queue and stays there.
   *[other] Stopped. { $count } labels are in the print queue and stay there.
}

## Names of print jobs

# $number: the tracking number
printing-title = Label { $number }
printing-title-package = Label { $number }, package { $package }
printing-title-name = Label for { $name }, { $number }
printing-title-name-package = Label for { $name }, { $number }, package { $package }
# $names: the recipients as a list
printing-title-sheet = { $count ->
    [one] { $count } label on one sheet: { $names }
   *[other] { $count } labels on one sheet: { $names }
}
# $title: the name of the paper
printing-title-part = { $title }, part { $part } of { $parts }
printing-title-test = Test print

## Errors: the headline, and what to do

printing-error-label = Couldn’t print the label
printing-label-void = It was voided: a refund was requested, so it can’t be used
printing-label-void-advice = Buy a new label
printing-job-void = One of its labels was voided: a refund was requested, so it can’t be used
printing-labels = Printing labels
printing-all-queued = Labels are in the print queue
# $count: the labels that failed, of $all
printing-error-some = Couldn’t print { $count } of { $all } labels
printing-error-form = Couldn’t print the form
printing-nothing-sent = Nothing was sent to a printer
printing-error-and-more = { $reasons }; and { $count } more
printing-others-queued = The other labels are in the print queue
printing-error-add = Couldn’t add the label to the print queue
printing-error-add-form = Couldn’t add the form to the print queue
printing-error-read-queue = Couldn’t read the print queue
printing-error-change-queue = Couldn’t change the print queue
printing-error-cancel = Couldn’t cancel the print job
printing-error-cancel-because = Couldn’t cancel the print job: { $reason }
printing-error-record = Couldn’t record what was printed
printing-error-save-printer = Couldn’t save the printer
printing-error-remove-printer = Couldn’t remove the printer
printing-error-find = Couldn’t find printers
printing-finding-advice = Add the printer by its network address instead
printing-error-ask = Couldn’t ask the printer about its features
printing-asking-advice = Check that the printer is on, that it’s on this network, and its address. Some printers use another path, such as /ipp/printer or /ipp.
printing-error-draw-test = Couldn’t draw the test print
printing-settings-unreadable = The printer’s settings can’t be read
# $reason: such as "The connection to the printer was lost"
printing-sent-part = { $reason }; { $bytes } of { $whole } bytes were sent

## Why a label does not fit a printer

# $label and $media: sizes such as "4 × 6", in inches
printing-too-large = The label is { $label } in, but { $printer } holds { $media } in paper: { $right } mm at the right and { $below } mm at the bottom would be cut off, and labels are never scaled down
printing-in-edge = { $printer } prints nothing within { $edge } mm of the paper’s edges, and { $lost } mm of the label are there and would be missing
printing-needs-whole-sheet = The label is { $label } in and needs a whole sheet, but the first half of this sheet is used
printing-over-the-edge = The offset of { $printer } moves part of the label off the paper
printing-bad-printer = The paper size or resolution of { $printer } isn’t possible
printing-too-many-pages = { $pages ->
    [one] The label has { $pages } page, but a PNG printer takes one at a time
   *[other] The label has { $pages } pages, but a PNG printer takes one at a time
}
printing-not-written = The page for the printer couldn’t be created

## The state of a printer or a queue

printing-state-idle = Idle
printing-state-printing = Printing
printing-state-stopped = Stopped
printing-state-ready = Ready
printing-state-because = { $state }: { $reason }
# $message: what the printer says itself
printing-reason-and-message = { $reason } ({ $message })
printing-paper-empty = The printer is out of paper
printing-paper-low = The printer is almost out of paper
printing-paper-jam = Paper is jammed
printing-paper-problem = The printer has a paper problem
printing-manual-feed = The printer is waiting for paper in its manual feed
printing-cover-open = The printer is open
printing-toner-empty = The printer is out of toner
printing-ink-empty = The printer is out of ink or ribbon
printing-toner-or-ribbon-empty = The printer is out of toner or ribbon
printing-tray-missing = The paper tray is missing
printing-output-full = The output tray is full
printing-offline = The printer is off or not connected
printing-no-answer = The printer isn’t responding
printing-needs-attention = The printer needs attention
printing-printer-memory = The printer is out of memory
printing-printer-error = The printer reports an error
printing-queue-stopped = The queue is stopped
printing-queue-removed = The queue is being removed
printing-job-held = The job is held in the queue

## A printer at its own network port

printing-stopped-reading = The printer stopped accepting data
printing-closed = The printer closed the connection
printing-refused-connection = The printer is off, or it uses another port
printing-connection-broke = The connection to the printer was lost
printing-unreachable = The printer can’t be reached
printing-unreachable-because = The printer can’t be reached: { $reason }

## A print queue, or an office printer that is asked directly

printing-the-printer = The printer
printing-queue-address = The address of the queue isn’t valid
printing-printer-address = The address of the printer isn’t valid
# $status: in the words of the printing system
printing-queue-says = The queue says: { $status }
printing-printer-says = The printer says: { $status }
printing-system-says = The printing system says: { $status }
printing-answer-too-large = its answer is larger than 512 kB
printing-system-no-answer = The printing system didn’t respond: { $reason }
printing-printer-no-answer = The printer didn’t respond: { $reason }
printing-no-system-at = No printing system responds at { $address }
printing-no-printer-at = No printer responds at { $address }
printing-job-not-written = The print job couldn’t be created
printing-queue-no-number = The queue accepted the job without giving it a number
printing-printer-no-number = The printer accepted the job without giving it a number
printing-queue-gone = The print queue keeps no record of it, as some do of jobs that are printed or deleted
printing-queue-forgot = The queue no longer has a record of the job: { $status }
printing-printer-forgot = The printer no longer has a record of the job: { $status }
printing-printer-was-off = The printer was turned off and no longer has a record of the job
printing-queue-canceled = It was canceled at the queue; if it had started, part of it may be on paper
printing-printer-canceled = It was canceled at the printer; if it had started, part of it may be on paper
printing-queue-gave-up = The queue gave up the job: { $reason }
printing-queue-gave-up-silently = The queue gave up the job without a reason
printing-printer-gave-up = The printer gave up the job: { $reason }
printing-printer-gave-up-silently = The printer gave up the job without a reason
printing-needs-encryption = The printer only accepts encrypted connections (IPPS), which Postroom doesn’t support. Turn on IPP without encryption in the printer’s own settings.
printing-needs-password = The printer doesn’t let anyone print without a password, and Postroom doesn’t support passwords. Allow it in the printer’s own settings.
printing-no-path = The printer has nothing under this path
# $printer: its name, or "The printer"
printing-takes-neither = { $printer } doesn’t accept PDF or PWG raster
printing-takes-no = { $printer } doesn’t accept { $format }
printing-takes-no-dpi = { $printer } doesn’t print at { $dpi } dpi
printing-scales-pdf = { $printer } can’t be told to print PDF at 100%
printing-no-paper = { $printer } has no { $size } in paper
printing-other-paper = { $printer } has no { $size } in paper; { $loaded } in paper is loaded
# $reason: one of the four above
printing-change-settings = { $reason }; change its settings
printing-ignores-size = The printer won’t keep the paper size
printing-ignores-scale = The printer won’t print at 100%
printing-ignores-size-and-scale = The printer won’t keep the paper size or print at 100%
printing-canceled-for-size = The printer won’t keep the paper size, so the job was canceled
printing-canceled-for-scale = The printer won’t print at 100%, so the job was canceled
printing-canceled-for-size-and-scale = The printer won’t keep the paper size or print at 100%, so the job was canceled
printing-not-canceled-for-size = The printer won’t keep the paper size, and the job couldn’t be canceled: measure the label
printing-not-canceled-for-scale = The printer won’t print at 100%, and the job couldn’t be canceled: measure the label
printing-not-canceled-for-size-and-scale = The printer won’t keep the paper size or print at 100%, and the job couldn’t be canceled: measure the label

## Print queues of Windows

printing-windows-elsewhere = This is a queue of a Windows computer; choose a printer of this computer
printing-windows-silent = The Windows print spooler isn’t responding
printing-windows-silent-because = The Windows print spooler isn’t responding: { $reason }
printing-windows-no-child = The connection to the print spooler couldn’t be opened: { $reason }
printing-windows-no-queue = Windows has no queue { $queue } now: { $reason }
printing-windows-refused = Windows refused the job: { $reason }
printing-windows-doubtful = Windows may not have accepted all of it: { $reason }
printing-windows-job-left = It has left the Windows queue
printing-windows-waits = Windows is waiting for the printer
printing-windows-deleted = It was deleted at the queue; if it had started, part of it may be on paper
printing-windows-gone = Windows removed it from the queue, as it does with jobs that are printed or deleted
# $known: the reason shown before, such as "The printer is out of paper"
printing-windows-forgotten = It left the Windows queue; the last message was: { $known }

## On paper: the test print and the sheet of command barcodes

printing-test-title = Postroom test print
printing-test-paper = { $size } in at { $dpi } dpi
# $right and $down: numbers, negative to the left and up
printing-test-offset = Offset in dots: { $right } right, { $down } down
printing-test-square = The square is one inch wide
printing-test-frame = The frame is at the edge of the paper
printing-command-sheet = Postroom commands
printing-command-sheet-hint = Scan a line to run its command from any panel
