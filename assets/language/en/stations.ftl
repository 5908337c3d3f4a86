# The workspace of several stations on a server.
workspace-server-failed = The workspace on the server could not be used: { $reason }
workspace-server-away = The server does not answer. If that goes on, check the address in Settings → Stations and whether the server is running.
workspace-server-wrong-password = The server does not accept the user or the password. Check both in Settings → Stations.
workspace-server-not-trusted = The connection to the server is not trusted: { $reason }. Check the encryption and the certificate in Settings → Stations.
workspace-server-certificate-not-read = The file with the certificate of the server’s authority, { $file }, could not be read: { $reason }. Choose another one in Settings → Stations.
workspace-server-no-database = The server has no database of this name. Check the name in Settings → Stations.
workspace-server-not-allowed = The user of the database has too few rights. Let the owner of the database grant them. The server says: { $reason }
workspace-server-full = The server has no room left on its disk, so nothing was written. Tell whoever looks after it, then try again.
workspace-server-busy = Another station holds the order. Try again.
workspace-server-not-prepared = The database has no tables of Postroom yet. Its owner can make them in Settings → Stations.
workspace-server-older = The tables of the database are of an older version of Postroom ({ $version }). The owner of the database can move them forward in Settings → Stations.
workspace-server-newer = The tables of the database are of a newer version of Postroom ({ $version }). Orders can be read here and not be changed until Postroom is updated on this computer.
# $stations: names of stations, separated by commas.
workspace-server-reports-missing = The shared orders were put back to an older copy. Orders may look unbought that were bought since. These stations have not reported what they bought: { $stations }. A station reports by itself when it is open and signed in.
# $others: the number of stations without a name in the sentence, at least 1.
workspace-server-reports-missing-many = The shared orders were put back to an older copy. Orders may look unbought that were bought since. These stations have not reported what they bought: { $stations } and { $others } more. A station reports by itself when it is open and signed in.
workspace-server-other = The server says: { $reason }
## Why an order isn’t stored. These follow a colon.
workspace-refused-number = its number or its source is longer than { $most } bytes
workspace-refused-long = it is too long for an order

## Why an order of the list can’t be read. $column: the name of a column of the database, or of a field
workspace-row-odd = “{ $column }” has “{ $text }”, which this version of Postroom doesn’t know
workspace-row-no-text = Its text is missing, or longer than 4 MB
workspace-row-long = “{ $column }” has a text of more than { $most } characters
workspace-server-password-not-read = The password of the workspace could not be read on this computer: { $reason }

# What is kept where, and what a person does about it.
stations-title = Stations
stations-local = The orders, presets, rules and addresses are kept on this computer. Several computers can share them in a PostgreSQL database.
stations-share = Share with other computers…
stations-used = This computer shares its orders, presets, rules and addresses:
stations-given = The address is from the command line and holds until Postroom is closed.
stations-opening = Connecting…
stations-open = Connected. What other stations change appears here within a second.
stations-open-slow = Connected. What other stations change appears here after up to 15 seconds, because the server’s announcements do not come through.
stations-lost-since = No connection since { $time }.
stations-tried-again = Postroom tries again by itself.
stations-try-again = Try again
stations-question-empty = This database has no tables of Postroom yet. Postroom can make them now, in a schema named “postroom”. Nothing else in the database is changed.
stations-prepare = Prepare the database
stations-question-older = The tables of this database were made by an older version of Postroom. Postroom can move them forward now. Stations with the older version keep working unless a step forbids it.
stations-move-forward = Move the tables forward
stations-preparing = Preparing the database…
stations-change = Change
stations-leave = Use the orders of this computer
stations-leave-question = Use the orders of this computer again?
stations-leave-explained = The shared orders and addresses stay in the database, and the other stations keep working with them. This computer shows its own orders and addresses until you share again.
stations-leave-yes = Use this computer’s orders
stations-leave-no = Keep sharing
stations-switch-waits = Orders are being worked on. Wait until that has ended.
stations-names-title = Who works here
stations-names-explained = Each order and each address says which station and which person changed it last.
stations-name = Name of this station
stations-person = Name of the person here
stations-form-explained = Ask whoever looks after the database for these values. The guide says how to set one up.
stations-form-guide = Show it in the guide
stations-host = Server
stations-port = Port
stations-port-problem = A number up to 65535
stations-database = Database
stations-user = User
stations-password = Password
stations-encryption = Encryption
stations-certificate = Certificate of the server’s authority
stations-certificate-explained = A PEM file. Leave it empty if the system trusts the authority.
stations-direct = Direct address for announcements
stations-direct-explained = Only if the server above is PgBouncer: the database server itself, with its port. Without it, changes of other stations are seen after up to 15 seconds.
stations-direct-problem = Server and port, such as db.example.com:5432
stations-test = Test
stations-testing = The test is under way
stations-use = Use this database
stations-use-needs = Enter the server and the user
stations-cancel = Cancel
stations-test-empty = { $server } answers. The database is empty: Postroom asks before it prepares it.
stations-test-not-prepared = { $server } answers. The database is empty, and this user may not prepare it. Let its owner prepare it once.
stations-test-few-rights = { $server } answers. This user has too few rights on the tables of Postroom. Let the owner of the database grant them.
stations-test-older = { $server } answers. The tables are of an older version of Postroom, which asks before it moves them forward.
stations-test-older-waits = { $server } answers. The tables are of an older version of Postroom, and this user may not move them forward. Let the owner of the database do it.
stations-test-ready = { $server } answers, and the database is ready for this station.
stations-test-reads-only = { $server } answers. The tables are of a newer version of Postroom: orders can be read here and not be changed until Postroom is updated.
stations-test-hears-not = Announcements of other stations do not come through this address. Enter the direct address of the server, or changes are seen after up to 15 seconds.
stations-attempted-test = Couldn’t test the database
stations-attempted-prepare = Couldn’t prepare the database
stations-attempted-keep = Couldn’t keep the settings of this station
stations-password-not-stored = The password of the workspace is known until Postroom is closed. It could not be stored: { $reason }
stations-password-not-removed = The password of the workspace could not be removed: { $reason }
stations-buying-waits = No order is bought now. { $reason }
stations-buying-waits-opening = No order is bought until the shared orders are open.
stations-buy-without = Buy without them…
stations-buy-without-question = Buy without these reports?
stations-buy-without-risk = What these stations bought since the copy was made looks unbought here until they report. If you buy now, such a label is paid for twice. Say yes only if they have bought nothing since, or if they are gone for good and you have looked at the shipments on the website of the service. Your answer holds on this computer, until a station asks for reports again.
stations-buy-without-yes = Buy without them
stations-buy-without-no = Wait for them
stations-bar = Shared orders: no connection
stations-bar-short = No connection
stations-bar-reads-only = Shared orders: read only
stations-bar-question = Shared orders: a question
stations-bar-since = { $words }, since { $time }
stations-moving-title = Move orders
stations-moving-explained = Orders, presets, rules and mappings can be copied from one workspace to another, and the address book with them. What is there already stays as it is. A file holds names and addresses: keep it where only you can read it.
stations-moving-busy = Orders are being copied…
stations-copy-own = Copy this computer’s orders and addresses here
stations-export = Export to a file…
stations-import = Import from a file…
stations-file-export = Export the orders
stations-file-import = Import orders from an export or a backup
stations-attempted-book = Couldn’t open the address book of the shared workspace
stations-attempted-copy = Couldn’t copy the orders and addresses
stations-attempted-export = Couldn’t export the orders
stations-attempted-import = Couldn’t import the orders
stations-moved-orders = { $count ->
    [one] { $count } order was copied
   *[other] { $count } orders were copied
}
stations-moved-orders-there = { $count ->
    [one] { $count } order was there already and stays as it is
   *[other] { $count } orders were there already and stay as they are
}
stations-moved-documents = { $count ->
    [one] { $count } preset, rule or setting was copied
   *[other] { $count } presets, rules and settings were copied
}
stations-moved-documents-there = { $count ->
    [one] { $count } preset, rule or setting was there already and stays as it is
   *[other] { $count } presets, rules and settings were there already and stay as they are
}
stations-moved-addresses = { $count ->
    [one] { $count } address was copied
   *[other] { $count } addresses were copied
}
stations-moved-addresses-there = { $count ->
    [one] { $count } address was there already and stays as it is
   *[other] { $count } addresses were there already and stay as they are
}
stations-moved-nothing = There was nothing to copy.
stations-moved-different = Not copied, because the order of this number says something else there: { $numbers }
stations-moved-left-out = { $orders ->
    [one] Not copied, because it can’t be read or is too long: { $numbers }
   *[other] { $orders } orders weren’t copied, because they can’t be read or are too long: { $numbers }
}
stations-signed = { $station }, { $person }
stations-order-changed = Last changed { $at } by { $by }
stations-report-by-station = By station
stations-report-station = Station
stations-typed-kept = { $by } has changed this order meanwhile. What you typed is still here. There it is now: { $theirs }
stations-typed-take = Use theirs
stations-field-size = Size
stations-collision = Order { $number }: { $by } changed the same field at the same time, to “{ $theirs }”. It says “{ $mine }” now. Undo brings the other text back.

# Two stations changed the same preset, rule or setting.
overtaken-changed = { $by } changed “{ $name }” at the same time, so what was changed here is not saved.
overtaken-removed = “{ $name }” was deleted at another station meanwhile, so what was changed here is not saved.
overtaken-not-removed = { $by } changed “{ $name }” meanwhile, so it was not deleted.
overtaken-somebody = Another station
overtaken-shop = Your shop
overtaken-unnamed = Without a name
overtaken-notice-orders = { $words } Choose in Orders which version stays.
overtaken-notice-settings = { $words } Choose in Settings → Orders which version stays.
overtaken-difference = { $part }: it was { $before }; there it is { $theirs }; here it is { $mine }
overtaken-keep-mine = Keep mine
overtaken-keep-mine-hint = What was changed here stays, and so does what only the other station changed
overtaken-use-theirs = Use theirs
overtaken-use-theirs-hint = What was changed here is given up
overtaken-part-other = Content
overtaken-part-hides-note = Leave the order’s note off packing slips
overtaken-set = yes
overtaken-not-set = no
stations-document-changed = Last changed by { $by }
# $asks: the service, the recipient, the weight and the price of the request.
stations-claim-differs = { $station } left this purchase unfinished, and its request is not what the order asks for: { $asks }. Nothing is sent until you decide.
stations-claim-differs-pill = Other request
stations-claim-differs-short = Another station left a request that is not what the order asks for
stations-claim-finish = Finish it as it was left
stations-claim-asks = { $service } to { $to }, { $weight }, agreed at { $price }
stations-claim-costs = { $asks }; the service asks { $price } now
stations-claim-not-offered = { $asks }; the service doesn’t confirm this price
stations-claim-other-address = { $station } began to buy this label at { $theirs }. This station uses { $ours }. If both are the same service, this station can find out what became of the label and finish it. If they are not, the label may be bought twice.
stations-claim-same-service = It is the same service
stations-claim-other-address-pill = Other address
stations-claim-other-address-short = Another station began to buy its label at another address of the service
stations-order-elsewhere-sign-in = Sign in to it…
stations-claim-unreadable = a request that cannot be read
stations-order-elsewhere = { $station } began to buy this label with account { $account } ({ $begun }) and stopped. Only a station that is signed in to that account can finish it. Sign in to it here or at another station.
stations-order-elsewhere-short = Waits for a station with account { $account }
stations-order-elsewhere-pill = Other account
