# The shop’s own database: keyed import and write-back.

## What is missing in the settings
shop-database-name-missing = Give the database a name
shop-database-host-missing = Enter the host, such as db.example.com or 127.0.0.1
shop-database-database-missing = Enter the name of the database
shop-database-file-missing = Choose the SQLite file
shop-database-user-missing = Enter the user name
# $reason: one of the sentences below
shop-database-query-problem = The query can’t be used. { $reason }
shop-database-write-back-problem = The write-back statement can’t be used. { $reason }
shop-database-verify-problem = The verify query can’t be used. { $reason }

## Why a statement can’t be used
shop-database-statement-empty = It’s empty.
shop-database-statement-open-quote = A quote is opened and never closed.
shop-database-statement-open-comment = A comment is opened and never closed.
shop-database-statement-nul = It contains a character that isn’t text. Type it again instead of pasting it.
shop-database-statement-run-comment = It contains a comment of the form /*! … */, which MySQL would run. Take it out.
shop-database-statement-several = It has more than one statement. Leave only one.
shop-database-statement-unknown-parameter = There is no value named :{ $name }. If the colon is part of an array, put a space after it.
shop-database-statement-no-value = :{ $name } has no value here. Use :number for the scanned number.
shop-database-statement-placeholder = It contains { $text }. Write :number for the scanned number.
shop-database-statement-not-a-query = It must begin with SELECT or WITH.
shop-database-statement-into = It contains INTO, which would write the rows somewhere else.
shop-database-statement-not-a-change = It must begin with UPDATE or INSERT.
shop-database-statement-order-missing = It doesn’t say which order is meant. Use :number, :order_id or :transaction_id in it.
shop-database-statement-where-missing = It has no WHERE, so it would change every order.

## Reaching the database. $reason is what the system or the server says.
shop-database-not-reachable = Couldn’t reach { $host }. Check the host, the port and the network. { $reason }
shop-database-no-answer = { $count ->
    [one] { $host } didn’t answer within { $count } second. Try again, or allow more time in the settings of the database.
   *[other] { $host } didn’t answer within { $count } seconds. Try again, or allow more time in the settings of the database.
}
shop-database-gone = The connection to { $host } broke. Try again. { $reason }
shop-database-tls = Couldn’t make an encrypted connection to { $host }. Check the encryption and the certificate in the settings of the database. { $reason }
shop-database-tls-needed = { $host } takes the password only over an encrypted connection. Turn encryption on in the settings of the database.
shop-database-wrong-password = The database refused the user { $user } or the password. Enter the password again. The server says: { $reason }
shop-database-not-accepted = The database doesn’t let the user { $user } in from this computer. Ask whoever looks after it. The server says: { $reason }
shop-database-no-such-database = There is no database { $database } on the server. Check its name. The server says: { $reason }
shop-database-file-not-there = There is no file { $path }. Check whether it was moved, or whether its drive is connected.
shop-database-file-not-opened = Couldn’t open { $path }. Check its permissions. { $reason }
shop-database-not-a-database = { $path } isn’t an SQLite database, or it’s damaged.

## What the database refuses
shop-database-not-allowed = The user { $user } lacks a permission. Ask whoever looks after the database to grant it. The server says: { $reason }
shop-database-unknown-name = A statement names a table or a column that doesn’t exist. Correct it in the settings of the database. The server says: { $reason }
shop-database-statement-refused = The database doesn’t understand a statement. Correct it in the settings of the database. The server says: { $reason }
shop-database-too-slow = { $count ->
    [one] The database stopped the statement after { $count } second. Add an index for the order number, or allow more time in the settings of the database.
   *[other] The database stopped the statement after { $count } seconds. Add an index for the order number, or allow more time in the settings of the database.
}
shop-database-busy = The database is busy with something else. Try again. The server says: { $reason }
shop-database-read-only = The database allows no changes here. A query must only read, and write-back needs a database that can be written to. The server says: { $reason }
shop-database-value-refused = The database doesn’t take a value. Check the types and lengths of the columns. The server says: { $reason }
shop-database-disk = The disk of the database failed or is full. The server says: { $reason }
shop-database-other = The database failed. The server says: { $reason }

## What the query returned
shop-database-number-missing = Scan or type an order number
shop-database-no-such-number = { $name } has no order { $number }
# $count: two or more
shop-database-several-orders = { $number } stands for { $count } different orders: their numbers or recipients differ. Change the query so that it returns one order.
shop-database-too-many-rows = The query returns more than { $most } rows for { $number }. Change it so that it returns one order.
shop-database-no-columns = The query returns no columns. It must return the row of an order.
shop-database-binary-column = The column { $column } contains bytes. Leave it out of the query, or turn it into text there.
shop-database-long-cell = The column { $column } has a text of more than { $most } characters. Leave it out of the query, or shorten it there.

## The way back
shop-database-nothing-changed = No row was changed for order { $number }: it isn’t in the database, or it has a tracking number already. Check it in the shop.
# $count: two or more
shop-database-several-changed = The statement would have changed { $count } rows for order { $number }, so it was undone. Change it so that it fits one row, or allow several rows.
# $count: two or more
shop-database-not-undone = The statement changed { $count } rows for order { $number }, and the table can’t undo that. Check these rows in the shop.
shop-database-no-way-back = Write-back isn’t set up for this database any more
shop-database-unknown = Whether order { $number } was written isn’t known yet; Postroom checks again. { $reason }
shop-database-unknown-ask = Whether the tracking number of order { $number } was written isn’t known. Check it in the shop, and choose here what you found.
shop-database-interrupted = Postroom was closed while it wrote to the database
shop-database-settled-by-person = Settled by hand
shop-database-values-unreadable = What was to be written for order { $number } can’t be read. Enter the tracking number in the shop yourself.

## The file of what goes back
shop-database-outbox-damaged = { $path } with the tracking numbers that go back to the shop is damaged: { $reason }
shop-database-outbox-failed = Couldn’t use the file of tracking numbers that go back to the shop
shop-database-outbox-not-opened = Couldn’t open the file of tracking numbers that go back to the shop
shop-database-outbox-closed = The file of tracking numbers that go back to the shop is closed
# Follows a colon.
shop-database-detail-not-an-outbox = it isn’t a file of Postroom’s for that

## Settings
shop-database-settings = Shop’s database
shop-database-settings-explained = Postroom can fill a scanned order from your shop’s own database and write the tracking number back into it.
shop-database-add = Add a database
shop-database-edit = Edit
shop-database-edit-name = Edit { $name }
shop-database-remove = Remove
shop-database-remove-name = Remove { $name }
shop-database-unconfirmed = Another station has set up “{ $name }”, or changed it. This computer doesn’t connect to it until you allow it in Settings, Orders and shop.
shop-database-changed-by = Changed by { $station }
shop-database-goes-to = { $place }, port { $port }, database { $database }, user { $user }, { $encryption }
shop-database-goes-to-file = The file { $file } of this computer
shop-database-asks = Asks: { $statement }
shop-database-writes = Writes: { $statement }
shop-database-allow = Allow on this computer
shop-database-allow-name = Allow { $name } on this computer
shop-database-remove-question = Remove { $name }?
shop-database-remove-explained = Its settings and its password are removed from Postroom. Nothing changes in the database.
shop-database-remove-waiting = { $count ->
    [one] { $count } tracking number that waits for it won’t be written.
   *[other] { $count } tracking numbers that wait for it won’t be written.
}
shop-database-keep = Keep it
shop-database-writes-back = Tracking numbers are written back
shop-database-kind = Kind
shop-database-kind-postgres = PostgreSQL
shop-database-kind-mysql = MySQL or MariaDB
shop-database-kind-sqlite = SQLite file
shop-database-name = Name of this database
shop-database-file = File
shop-database-host = Host
shop-database-port = Port
shop-database-port-problem = A number up to 65535
shop-database-database = Database
shop-database-user = User
shop-database-password = Password
shop-database-password-again = Enter it again: where it goes has changed
shop-database-password-kept = Unchanged if you leave it empty
shop-database-remember = Remember the password on this computer
shop-database-encryption = Encryption
shop-database-tls-verified = Encrypted, certificate checked
shop-database-tls-unverified = Encrypted, certificate not checked
shop-database-tls-off = Not encrypted
shop-database-tls-off-warning = Everybody on the way to { $host } can read what is sent, and the server gets the password in plain text if it asks for it. Use encryption for a server on another computer.
shop-database-certificate = Certificate authority
shop-database-certificate-explained = A file, only if this computer doesn’t know the authority of the server.
shop-database-query-title = What a scan asks
shop-database-query-explained = A query that returns the rows of one order. :number stands for the scanned number. Each further row is another item of the order.
shop-database-query = Query
shop-database-columns = Columns
shop-database-field-of = Field of { $column }
shop-database-field-kept = Keep as it is
# $columns: names of columns, divided by commas
shop-database-new-columns = New in the result: { $columns }. Check below what they are.
shop-database-weight-unit = Weights are in
shop-database-unit-in-query = The unit that the column names
shop-database-way-back-title = The way back
shop-database-way-back = Write the tracking number back
shop-database-way-back-explained = Each label is written once after it was bought, also if the database is down at that time.
shop-database-is-test = This is a test database
shop-database-is-test-explained = Labels of Practice and Test are written into a test database only.
shop-database-change = Statement
shop-database-values = It can use :number, :tracking_number, :carrier, :service, :cost, :currency, :time, :transaction_id and :order_id.
shop-database-verify = Verify query
shop-database-verify-explained = Returns a row if the tracking number is there. With it, Postroom finds out by itself what became of a write whose answer was lost.
shop-database-repeatable = The statement may run twice
shop-database-repeatable-explained = Only if a second run for the same label changes nothing more.
shop-database-several-rows = It may change several rows of an order
shop-database-insert-example = Insert an example
shop-database-insert-example-name = Insert an example: { $field }
shop-database-test-title = Test
shop-database-number = Order number to try
shop-database-number-explained = Leave it empty to test only the connection and the statements. A test writes nothing.
shop-database-test = Test
shop-database-testing = The test is running
shop-database-connected = Connected to { $server }
shop-database-change-understood = The database understands the statement. It wasn’t run.
shop-database-save = Save
shop-database-cancel = Cancel
