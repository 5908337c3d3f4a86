# The frame around the panels: top bar, navigation, palette, banners, messages.

## Names of the panels
shell-panel-ship = Ship
shell-panel-orders = Orders
shell-panel-rates = Rates
shell-panel-shipments = Shipments
shell-panel-refunds = Refunds
shell-panel-manifests = End of day
shell-panel-tracking = Tracking
shell-panel-addresses = Addresses
shell-panel-carriers = Carriers
shell-panel-balance = Balance
shell-panel-containers = Containers
shell-panel-activity = Activity
shell-panel-practice = Practice
shell-panel-settings = Settings

## What each panel can't do while offline, and what still works: the end of the explanation at "Offline"
shell-offline-ship = Rates have to wait; your draft is kept.
shell-offline-orders = Rates and labels have to wait; orders can be imported and edited.
shell-offline-rates = New rates have to wait.
shell-offline-shipments = This is the saved list; newer shipments have to wait.
shell-offline-refunds = Refund requests have to wait.
shell-offline-manifests = Manifests have to wait; your scans are kept.
shell-offline-tracking = New scans have to wait.
shell-offline-addresses = Address checks have to wait; the address book is on this computer.
shell-offline-carriers = Accounts can’t be changed; this is the saved list.
shell-offline-balance = Top-ups and new entries have to wait.
shell-offline-containers = New labels have to wait; earlier ones are here.
shell-offline-activity = Requests without an answer are listed below.
shell-offline-practice = The controls below still work.
shell-offline-settings = Settings are saved on this computer and can be changed.

## Navigation
# $keys: a keyboard shortcut, such as Ctrl+K
shell-rail-find = { $keys } finds anything
# $panel: the name of a panel; $keys: its keyboard shortcut
shell-rail-hint = { $panel } ({ $keys })
shell-refreshing = Refreshing…

## Top bar
shell-account-name = Account: { $account }
shell-account-hint = Switch to another account ({ $keys })
shell-balance = Balance { $amount }
shell-balance-hint = Money on the account
# $age: such as "33 min ago"
shell-balance-age-name = The balance is from { $age }
shell-balance-after = { $amount } after this label
# AutoBuy: the service tops up the balance automatically
shell-autobuy-on = AutoBuy on
shell-autobuy-off = AutoBuy off
shell-find = Find
shell-find-name = Command palette
shell-problems = { $count ->
    [one] { $count } open problem
   *[other] { $count } open problems
}
# The name of a printer and the size of its paper in inches
shell-printer-paper = { $printer }, { $width } × { $height } in
shell-printers = { $count ->
    [one] { $count } printer
   *[other] { $count } printers
}
# The printers with their papers
shell-printers-hint = Which one prints a label depends on its paper: { $printers }
shell-printer-waiting = { $count } waiting to print
# Print jobs whose outcome a person has to check
shell-printer-asks = { $count ->
    [one] { $count } print needs you
   *[other] { $count } prints need you
}
shell-printer-name = Printer: { $status }
shell-printer-hint = Printers and the print queue are in Settings
# $detail: what the printer reports
shell-printer-job = { $printer }: { $detail }
shell-express = Express up to { $amount }
shell-express-name = Express mode: buys up to { $amount } a label
shell-express-hint = Enter in the weight field, or a scan of the Buy barcode, buys the label right away up to this price
shell-scale-name = Scale: { $status }
# $key: a key, such as F2
shell-scale-hint = Stable; press { $key } to use this weight
shell-connection-unknown = No answer yet
# $age: such as "4 min ago"
shell-connection-online = Online, last answer { $age }
shell-connection-online-short = Online
shell-connection-hint = When the service last answered
shell-connection-offline = Offline
shell-connection-offline-since = Offline since { $time }
# $cause: why there is no connection; $panel: a sentence of "shell-offline-…"
shell-offline-explained = { $cause }. Nothing is bought while you’re offline. { $panel }

## Bands above the panel
# $account: the account that the purchase belongs to; $message: what the band says
shell-band-other-account = { $account }: { $message }
shell-band-switch = Switch to it
# $purchase: such as "Priority Mail to Casey Example"; $when: such as "in 5 s"
shell-purchase-held = { $purchase }: will be bought { $when }
shell-purchase-cancel = Cancel purchase
shell-purchase-not-sent = { $purchase }: recorded but not sent. Nothing was bought.
shell-purchase-send = Send now
shell-purchase-checking = { $purchase }: checking whether it was bought; don’t buy it again (check { $count })
shell-purchase-refused = { $purchase }: the service refused it; making sure nothing was bought
shell-purchase-charged = { $purchase }: bought; its label still has to be downloaded
shell-purchase-check = Check now
# $when: a date and time
shell-purchase-absent = { $purchase }: not found on the account. Postroom keeps watching for it until { $when }.
shell-pick-up-soon = { $minutes ->
    [0] { $count ->
        [one] Pick-up now: { $count } shipment isn’t on a manifest
       *[other] Pick-up now: { $count } shipments aren’t on a manifest
    }
    [one] { $count ->
        [one] Pick-up in { $minutes } minute: { $count } shipment isn’t on a manifest
       *[other] Pick-up in { $minutes } minute: { $count } shipments aren’t on a manifest
    }
   *[other] { $count ->
        [one] Pick-up in { $minutes } minutes: { $count } shipment isn’t on a manifest
       *[other] Pick-up in { $minutes } minutes: { $count } shipments aren’t on a manifest
    }
}
shell-pick-up-past = { $minutes ->
    [one] { $count ->
        [one] Pick-up was { $minutes } minute ago: { $count } shipment isn’t on a manifest
       *[other] Pick-up was { $minutes } minute ago: { $count } shipments aren’t on a manifest
    }
   *[other] { $count ->
        [one] Pick-up was { $minutes } minutes ago: { $count } shipment isn’t on a manifest
       *[other] Pick-up was { $minutes } minutes ago: { $count } shipments aren’t on a manifest
    }
}
shell-pick-up-show = Go to End of day

## A panel that stopped
shell-stopped-title = { $panel } stopped because of a problem in Postroom
shell-stopped-text = The other panels still work, and every purchase is in the journal. A report was saved on this computer; Postroom offers it at the next start.
shell-stopped-again = Try again
shell-stopped-again-name = Show the panel again

## Command palette
shell-practice-next = Next day
shell-practice-next-short = +1 day
shell-practice-next-name = Go to the next practice day
shell-practice-day-hint = The date in practice, which parcels and refunds follow
shell-palette-field = Find anything
shell-palette-hint = Recipient, tracking number, order, or command
shell-palette-empty = No matches
shell-palette-best = Best match
shell-palette-pages = Guide
shell-palette-guide = Page of the guide
shell-palette-recipients = Recipients
shell-palette-shipments = Shipments and numbers
shell-palette-orders = Orders
shell-palette-commands = Commands
shell-palette-switch = Switch to { $account }
# $end: the last characters of the key
shell-palette-switch-detail = { $user }, key …{ $end }
shell-palette-practice = Switch to practice
shell-palette-practice-detail = No real money
shell-palette-another = Switch to another account…
shell-palette-another-detail = Sign in with its keys, or sign up
shell-palette-preset = Use preset { $preset }
shell-palette-preset-detail = For this parcel; in Orders, for the selected orders
# $category: a category of Settings, such as “Printers and labels”
shell-palette-settings = Settings: { $category }
shell-palette-settings-detail = Open this page of Settings
# Typed into the palette to list the accounts: the words that the three entries above begin with
shell-palette-switch-query = Switch to
shell-palette-ship-to = Ship to { $address }
# $shipment: the recipient, the place and the reference
shell-palette-shipment = Shipment to { $shipment }
# An order without a recipient and a reference.
shell-palette-order-plain = Order
shell-palette-order = Order for { $order }
shell-palette-tracked = Tracking number
shell-palette-track = Track { $number }
shell-palette-track-detail = Ask the carrier

## Crash reports and diagnostics
shell-crash-title = Postroom closed unexpectedly
shell-crash-saved = { $count ->
    [one] A report was saved on this computer. It hasn’t been sent anywhere.
   *[other] { $count } reports were saved on this computer. They haven’t been sent anywhere.
}
shell-crash-purchases = Your purchases are safe in the journal. Anything in progress is being checked automatically.
shell-crash-view = View report
shell-crash-delete = Delete report
shell-crash-later = Later
shell-crash-later-name = Decide later
shell-preview-diagnostics = Diagnostics
shell-preview-crashes = Crash reports
shell-preview-text = This is everything that would be saved, without secrets, addresses, and labels. Nothing leaves this computer automatically.
shell-preview-text-name = Text to save
shell-preview-save = Save…
shell-preview-save-name = Save this text
shell-preview-close = Close
shell-preview-close-name = Close preview

## Notices
shell-notices = Notifications
shell-notice-show-form = Show form
shell-notice-open-file = Open
shell-notice-show-folder = Show in folder
shell-notice-top-up = Top up…
# A button above the newest notification, where all of them would cover something
shell-notices-more =
    { $count ->
        [one] { $count } more notification
       *[other] { $count } more notifications
    }
# A button beside the first words of the newest notification, where there is no room for it
shell-notices-show =
    { $count ->
        [one] Show
       *[other] Show { $count }
    }

## The window of a start whose data folder cannot be used
shell-refused-title = Postroom can’t use its data folder
shell-refused-advice = Postroom keeps orders, addresses and the record of purchases there. The folder has to exist or be possible to create, allow writing, and have free space. Nothing was bought or changed. A folder that you enter here counts for this start only; to always use it, start Postroom with: postroom --data FOLDER
shell-refused-folder = Data folder
shell-refused-quit = Quit

## On the terminal, before there is a window: begins with a small letter, because "postroom:" stands before it
shell-start-already-open = Postroom is already open on this folder; its window comes to the front, or asks for attention if the desktop decides that
shell-start-window-stopped = the window stopped working
shell-start-no-opengl = OpenGL can’t draw here: { $cause }
shell-start-try-x11 = couldn’t open the window on the Wayland display ({ $reason }); trying X11
shell-start-no-window = couldn’t open the window: { $reason }
# WAYLAND_DISPLAY, DISPLAY and the command at the end are not translated
shell-start-no-display = couldn’t open the window: there is no display (neither WAYLAND_DISPLAY nor DISPLAY is set). Start Postroom in a desktop session, or draw the same screens as pictures: postroom tour --out tour
# $display: Wayland or X11; $packages: names of packages. The command is not translated.
shell-start-no-window-library = couldn’t open the window on the { $display } display ({ $reason }); if a library is missing: sudo apt-get install -y { $packages }
