# The Balance panel.

balance-title = Balance
balance-refresh-name = Refresh
# Why no money can be moved now.
balance-offline = You can’t do this until you’re back online
balance-unknown = The balance isn’t loaded yet

## The balance and how top-ups are paid
# The title of the balance itself.
balance-available = Available
# $digits: the last four digits
balance-paid-by-card = Top-ups are charged to the card ending in { $digits }
balance-paid-by-some-card = Top-ups are charged to your card
# In practice, where no money moves.
balance-practice-card = Top-ups use a practice card ending in { $digits }; nothing is charged
balance-practice-some-card = Top-ups use a practice card; nothing is charged
balance-paid-by-bank = Top-ups are charged to the bank account ending in { $digits }
balance-paid-by-some-bank = Top-ups are charged to your bank account
balance-no-payment-method = No payment method on file

## Topping up
balance-top-up = Top up
balance-top-up-name = Top up the balance
balance-top-up-limit = Up to { $cap } in 24 hours, { $left } left. You can change the limit in Settings.
balance-top-up-amount = Amount
balance-top-up-amount-name = Top-up amount
balance-top-up-amount-hint = e.g. { $amount }
balance-top-up-least = The smallest top-up is { $amount }
balance-top-up-cents = Amounts can’t have fractions of a cent
balance-top-up-over-cap = This is more than the daily limit of { $cap }
balance-top-up-over-left = Only { $left } of the daily limit is left
balance-top-up-change-limit = Change the limit…
# $panel: where the money was lacking, such as Orders
balance-top-up-back = Back to { $panel }

## The question before a top-up
balance-top-up-title = Top up { $amount }?
# $method: such as "Top-ups are charged to the card ending in 4242"
balance-top-up-words = { $method }. You’re charged right away, and it can’t be undone here.
# $method: such as "Top-ups use a practice card ending in 4242; nothing is charged"
balance-top-up-words-practice = { $method }. The practice balance rises right away.
balance-top-up-pay = Pay { $amount }
balance-top-up-pay-name = Confirm top-up
balance-top-up-cancel = Cancel
balance-top-up-cancel-name = Cancel top-up

## A top-up under way. $title: such as "Top-up of $25.00"
balance-top-up-sending = { $title }: sending
balance-top-up-done = { $title }: done
balance-top-up-done-balance = { $title }: done, the balance is now { $balance }
balance-top-up-absent = { $title }: not found in the history. It may still arrive, so the next top-up has to wait.
balance-top-up-checking = { $title }: checking whether it arrived
balance-top-up-not-sent = { $title }: not sent, nothing was charged
balance-top-up-send = Send now
balance-top-up-send-name = Send the top-up
balance-top-up-discard = Discard
balance-top-up-discard-name = Discard the top-up
balance-top-up-check = Check now
balance-top-up-check-name = Check the top-up now

## The question before another top-up while one is not found
balance-top-up-again = Top up again…
balance-top-up-again-title = Top up again?
balance-top-up-again-words = { $title } wasn’t found, but it may still arrive. If it does, you’ll be charged twice.
balance-top-up-again-yes = Top up again
balance-top-up-again-yes-name = Confirm topping up again
balance-top-up-again-cancel-name = Cancel topping up again

## AutoBuy
balance-auto-buy = AutoBuy
balance-auto-buy-on = On: when the balance falls below { $threshold }, { $amount } is added from your payment method
balance-auto-buy-on-amounts-unknown = On; the service didn’t say with which amounts
balance-auto-buy-off = Off: nothing is added automatically. A label that costs more than the balance is refused.
balance-auto-buy-unknown = The service didn’t say whether AutoBuy is on
balance-auto-buy-change = Change AutoBuy
balance-auto-buy-switch = Top up automatically
balance-auto-buy-threshold = If balance is below
# $currency: such as $
balance-auto-buy-threshold-label = If balance is below ({ $currency })
balance-auto-buy-amount = Add this much
balance-auto-buy-amount-label = Add this much ({ $currency })
balance-auto-buy-save = Save AutoBuy
balance-auto-buy-cancel = Cancel
balance-auto-buy-cancel-name = Cancel changes to AutoBuy
balance-auto-buy-amount-unreadable = Enter the amount to add as a number
balance-auto-buy-threshold-unreadable = Enter the balance to watch for as a number
balance-auto-buy-least = The smallest top-up is { $amount }
balance-auto-buy-negative = Amounts can’t be negative
balance-auto-buy-now-on = AutoBuy is on
balance-auto-buy-now-off = AutoBuy is off

## Purchases whose charge differs from the quote
balance-drift-title = Quoted and charged
balance-drift-none-yet = Appears after your first purchase
balance-drift-nothing-compared = No purchases on this computer to compare yet
balance-drift-all-as-quoted = { $compared ->
    [one] { $compared } purchase on this computer was charged as quoted
   *[other] All { $compared } purchases on this computer were charged as quoted
}
balance-drift-some = { $compared ->
    [one] Charged differently than quoted: { $count } of { $compared } purchase on this computer
   *[other] Charged differently than quoted: { $count } of { $compared } purchases on this computer
}
# $sum: such as "$0.45 less"
balance-drift-some-with-sum = { $compared ->
    [one] Charged differently than quoted: { $count } of { $compared } purchase on this computer, { $sum } in total
   *[other] Charged differently than quoted: { $count } of { $compared } purchases on this computer, { $sum } in total
}
balance-drift-more = { $amount } more
balance-drift-less = { $amount } less
balance-drift-other-currency = in another currency
# $difference: such as "$0.45 more" or "in another currency"
balance-drift-row = { $date }: quoted { $quoted }, charged { $charged }, { $difference }
balance-drift-open = Open
# $title: a shipment
balance-drift-open-name = Open shipment: { $title }
balance-drift-older = { $count ->
    [one] and { $count } older purchase
   *[other] and { $count } older purchases
}

## The period of the history
balance-history = History
balance-range = Period
balance-range-7-days = 7 days
balance-range-30-days = 30 days
balance-range-90-days = 90 days
balance-range-all = All
# Days that the user enters.
balance-range-dates = Dates
balance-range-from = From
balance-range-to = To
balance-range-show = Show these days
# An example of a date in an empty field
balance-range-hint = e.g. { $date }
balance-range-unreadable = Enter both dates like { $example }
balance-range-backwards = The first day is after the last

## The entries of the history
balance-history-loading = Loading the history
balance-history-not-loaded = The history isn’t loaded yet
balance-history-empty = No activity in this period
balance-history-load-older = Load older entries
balance-column-date = Date
balance-column-type = Type
balance-column-note = Note
balance-column-amount = Amount
# The balance after the entry.
balance-column-balance = Balance
# A purchase of a label.
balance-event-label = Label
balance-event-top-up = Top-up
balance-event-auto-buy = AutoBuy
balance-event-refund = Refund

## Search in the history
balance-search = Search the history
balance-search-hint = Search notes, amounts, dates
balance-search-type = Type of entry
balance-search-all-types = All types
balance-search-no-match = No matches in the entries loaded so far
balance-count = { $count ->
    [one] { $count } entry
   *[other] { $count } entries
}
balance-count-of = { $count } of { $total } entries
balance-count-found = { $count ->
    [one] { $found } found in { $count } entry
   *[other] { $found } found in { $count } entries
}
balance-count-found-of = { $found } found in { $count } of { $total } entries

## Charts
balance-chart = Chart
balance-chart-balance = Balance
balance-chart-days = Spent by day
balance-chart-services = By service
balance-chart-too-early = The chart appears after the first purchase
balance-chart-nothing-spent = No spending in these entries
balance-chart-no-labels = No labels from this period on this computer
balance-chart-part = The chart has { $count } of { $total } entries
balance-chart-part-unknown = The chart has the newest { $count } entries only
balance-chart-load-all = Load all entries
# The label that an entry paid for, such as: Ground Advantage to Jane Sample, 9400…
balance-note-label = { $service } to { $to }, { $number }
# For screen readers.
balance-chart-balance-name = Chart of the balance over time
balance-chart-days-name = Chart of spending per day
# What was spent on one day.
balance-chart-day = { $date }: { $sum }
balance-chart-labels = { $count ->
    [one] { $count } label
   *[other] { $count } labels
}

## Export
balance-export = Export CSV…
balance-export-name = Export the history
balance-export-hint = All entries in this period
balance-export-cancel = Cancel
balance-export-cancel-name = Cancel the export
balance-export-progress = { $count ->
    [one] Exporting, { $count } entry so far
   *[other] Exporting, { $count } entries so far
}
balance-exported = { $count ->
    [one] Exported { $count } entry to { $file }
   *[other] Exported { $count } entries to { $file }
}
# $why: a sentence that says why entries are missing
balance-exported-incomplete = { $count ->
    [one] { $why }; only the { $count } entry available was exported to { $file }
   *[other] { $why }; only the { $count } entries available were exported to { $file }
}
balance-export-offline = The service isn’t answering

## Failures: what was attempted
balance-error-sums = Couldn’t add up your spending
balance-error-export = Couldn’t export the history
