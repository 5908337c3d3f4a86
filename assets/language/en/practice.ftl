# The Practice panel.
practice-title = Practice

## The clock
practice-clock = Clock
practice-clock-explained = Tracking, deliveries, and refunds follow this clock, not yours
practice-clock-read = Read the clock
# $day: such as Monday, November 23, 2026. $time: such as 8:31 AM
practice-clock-now = { $day }, { $time }
practice-clock-running = Running
practice-clock-paused = Paused
practice-clock-age = As of the practice service’s last answer
# Above a choice of durations, such as 5 minutes.
practice-day-length = A practice day lasts
practice-day-seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}
practice-day-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
practice-day-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
practice-day-real = A real day
practice-clock-run = Run the clock
practice-clock-pause = Pause the clock
practice-jump-day = Skip a day
practice-jump-week = Skip a week
practice-clock-refresh = Refresh
practice-clock-refresh-name = Refresh the clock

## Money
practice-money = Money
practice-money-free = Practice money is free
practice-refill = Refill the balance

## Drills
practice-drills = Drills
practice-drills-explained = See what happens on a bad day before one comes
practice-drill-lost-answer = The answer to a purchase is lost
practice-drill-lost-answer-explained = Buy a label: it’s bought once, and Postroom finds out automatically. The answers that say so take 5 seconds
practice-drill-never-arrives = A purchase never arrives
practice-drill-never-arrives-explained = Buy a label: nothing is charged, and the same purchase is sent again
practice-drill-late = A purchase arrives late
practice-drill-late-explained = Buy a label: the connection breaks, and the label is bought seconds later, only once
practice-drill-no-money = The money runs out
practice-drill-no-money-explained = Buy a label: it’s refused, and you see what to do about it
practice-drill-slow = Everything is slow
practice-drill-slow-explained = The next 10 calls take 5 seconds each; the window keeps working
practice-drill-down = The service is down
practice-drill-down-explained = The next 20 calls are turned away; what was loaded stays on screen

## Other failures
practice-faults = Make something fail
practice-fault-call = When
practice-fault-kind = What goes wrong
practice-fault-times = How often
practice-times = { $count ->
    [one] Once
   *[other] { $count } times
}
practice-times-now-and-then = Sometimes
practice-fault-add = Make it fail
practice-faults-waiting = Pending failures
practice-faults-clear = Clear all failures
# The requests that can fail.
practice-call-any = Any call
practice-call-buy = Buying a label
practice-call-rates = Getting rates
practice-call-refund = Requesting a refund
practice-call-manifest = Creating a manifest
practice-call-tracking = Tracking
practice-call-top-up = Topping up
practice-call-address = Checking an address
practice-call-find = Finding shipments
practice-call-label = Downloading a label again

## What happens to a request
practice-fault-slow-before = { $seconds ->
    [one] It waits { $seconds } second before it’s carried out
   *[other] It waits { $seconds } seconds before it’s carried out
}
practice-fault-slow-after = { $seconds ->
    [one] It’s carried out; its answer takes { $seconds } second
   *[other] It’s carried out; its answer takes { $seconds } seconds
}
practice-fault-late = { $seconds ->
    [one] The connection breaks; it’s carried out { $seconds } second later
   *[other] The connection breaks; it’s carried out { $seconds } seconds later
}
practice-fault-cut-before = The connection breaks before it’s carried out
practice-fault-cut-after = It’s carried out, then the connection breaks
practice-fault-down = The service says it’s down
practice-fault-garbled = It’s carried out, but its answer is unreadable
practice-fault-twice = It’s carried out twice
practice-fault-refused = It’s refused with { $code }
