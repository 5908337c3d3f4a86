# Texts that several parts of Postroom share.

## How long ago or how soon
common-age-now = now
common-age-seconds = { $count } s ago
common-age-minutes = { $count } min ago
common-age-hours = { $count } h ago
common-age-days = { $count ->
    [one] { $count } day ago
   *[other] { $count } days ago
}
common-in-seconds = in { $count } s
common-in-minutes = in { $count } min
common-in-hours = in { $count } h
common-in-days = { $count ->
    [one] in { $count } day
   *[other] in { $count } days
}
# The data on screen is a saved copy. $age: such as "4 min ago"
common-age-updated = Updated { $age }
common-age-saved = saved { $age }
common-age-hint = When the service last answered this

## The calendar of a date field
# $field: the name of the field, such as Ship date
common-calendar-open = { $field }: open the calendar
common-calendar-earlier = Earlier month
common-calendar-later = Later month
# $date: such as Monday, November 23, 2026
common-calendar-today = { $date }, today
