# British English: the messages whose spelling differs from ../en.

carriers-view-catalog = Catalogue
carriers-catalog-loading = Loading the catalogue…
carriers-catalog-unknown-title = The catalogue isn’t loaded yet
carriers-catalog-search = Search the catalogue
commands-theme-tooltip = Change the colour scheme
errors-canceled = Cancelled, nothing was charged: { $title }
labels-unknown-colors = its colours { $colors } aren’t supported
manifests-reason-canceled = cancelled
order-import-field-canceled-on = Cancelled on
order-import-merge-field-canceled = Cancelled in the shop
order-import-question-answer-canceled = Cancelled
order-papers-shop-canceled = The order is cancelled
order-papers-slip-logo-cmyk = The logo is a JPEG in the colours of a printing press (CMYK). Save it in RGB, or as a PNG.
parts-job-canceled = Cancelled
parts-work-was-canceled = { $title }: cancelled; finished rows are kept
parts-work-canceled = Cancelled
printing-queue-canceled = It was cancelled at the queue; if it had started, part of it may be on paper
printing-printer-canceled = It was cancelled at the printer; if it had started, part of it may be on paper
printing-canceled-for-size = The printer won’t keep the paper size, so the job was cancelled
printing-canceled-for-scale = The printer won’t print at 100%, so the job was cancelled
printing-canceled-for-size-and-scale = The printer won’t keep the paper size or print at 100%, so the job was cancelled
printing-not-canceled-for-size = The printer won’t keep the paper size, and the job couldn’t be cancelled: measure the label
printing-not-canceled-for-scale = The printer won’t print at 100%, and the job couldn’t be cancelled: measure the label
printing-not-canceled-for-size-and-scale = The printer won’t keep the paper size or print at 100%, and the job couldn’t be cancelled: measure the label
rates-only-printed = Only bound, printed matter such as catalogues and books
ship-purchase-held-words = Nothing has been sent yet; cancelling costs nothing
ship-flow-nothing-held = Nothing was cancelled: no purchase is waiting
tracking-status-canceled = Cancelled
orders-nothing-canceled = None of the selected orders is cancelled
orders-state-canceled = Cancelled
orders-work-on-hold = On hold or cancelled
orders-work-purchase-canceled = Its purchase was cancelled before it was sent
rules-trial-left = { $count ->
    [one] { $count } order is bought or cancelled, and no rule changes it
   *[other] { $count } orders are bought or cancelled, and no rule changes them
}
scan-canceled = The order is cancelled.
