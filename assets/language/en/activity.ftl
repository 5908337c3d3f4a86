# The Activity panel.
activity-title = Activity
activity-explained = Without keys, passwords, or contents
activity-copy-all = Copy all
# While the list is filtered
activity-copy-shown = Copy these
activity-nothing-to-copy = There’s nothing to copy yet
activity-empty = No requests yet
activity-empty-explained = Each request is listed here with its answer

## Filter
activity-filter = Request filter
activity-filter-all = All
activity-filter-failed = Failed
activity-search = Search requests
activity-search-hint = Search call, correlation ID, error
activity-count = { $count ->
    [one] { $count } request
   *[other] { $count } requests
}
# Those that are shown, of all
activity-count-matching = { $count } of { $total }
activity-no-match = No matches
activity-no-match-explained = No request matches the filter and the search
activity-show-all = Show all

## Columns
activity-time = Time
activity-call = Call
activity-call-practice = Practice service
activity-call-label-file = Label file
activity-status = Status
activity-no-answer = No answer
activity-milliseconds = Milliseconds
# Whether it is the first attempt, the second and so on. A narrow column.
activity-attempt = Try
activity-correlation-id = Correlation ID
activity-error = Error

## Export of the purchase journal
activity-export = Export journal…
activity-export-busy = The journal is being exported
activity-export-format = Export format
activity-export-choose = Save as…
activity-export-choose-name = Save the journal as…
activity-export-cancel = Cancel
activity-export-cancel-name = Cancel the export
activity-export-explained = Contains every event of every purchase with its hash, but no requests, answers, or secrets. To check such a file: postroom journal verify FILE
