# The Containers panel.

containers-title = Container labels
containers-what-for = For sacks, pallets, and trays handed over as one unit. They’re free.

## The form
containers-new = New labels
containers-from = From
containers-from-name = Container from
containers-to = To
containers-to-name = Container to
containers-address-hint = Search the address book
containers-address-unknown = Choose one from the list
# The code of what is in the container.
containers-code = Content code
containers-code-hint = As agreed with your carrier
containers-code-at-most = At most 20 characters
containers-account = Carrier account
# The number of labels.
containers-count = How many
containers-count-hint = e.g. 1
containers-count-problem = Enter a whole number from 1 to 100
containers-create = Create labels
containers-creating = Creating labels

## Why no labels can be created now
containers-busy = Labels are being created
containers-offline = You can’t create labels until you’re back online
containers-code-missing = Enter the content code
containers-code-too-long = The content code is too long
containers-choose-from = Choose the sender
containers-choose-to = Choose the destination
containers-choose-account = Choose a carrier account
containers-sign-in-first = Sign in to create container labels

## The labels created earlier
containers-earlier = Created earlier
containers-column-content = Content
containers-column-to = To
# When the labels were created.
containers-column-created = Created
# How many labels.
containers-column-labels = Labels
containers-print = Print

## The labels on screen
containers-none-open = No container label open
containers-none-created = Fill in the form to create one
containers-none-chosen = Fill in the form, or choose one created earlier
# $code: the content code; $to: the name of the destination
containers-open = { $code } for { $to }

## Failures
containers-unreadable-cause = The service sent a label that can’t be read
containers-unreadable-advice = Create it again; container labels are free
