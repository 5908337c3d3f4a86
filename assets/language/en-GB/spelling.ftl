# British English: the messages whose spelling differs from ../en.

carriers-view-catalog = Catalogue
carriers-catalog-loading = Loading the catalogue…
carriers-catalog-unknown-title = The catalogue isn’t loaded yet
carriers-catalog-search = Search the catalogue
commands-theme-tooltip = Change the colour scheme
errors-canceled = Cancelled, nothing was charged: { $title }
labels-unknown-colors = its colours { $colors } aren’t supported
manifests-reason-canceled = cancelled
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
ship-purchase-held-words = Nothing has been sent yet; cancelling costs nothing
ship-flow-nothing-held = Nothing was cancelled: no purchase is waiting
tracking-status-canceled = Cancelled
