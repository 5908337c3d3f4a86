# The workspace of several stations on a server.
workspace-server-failed = The workspace on the server could not be used: { $reason }
workspace-server-away = The server does not answer. Postroom tries again by itself.
workspace-server-wrong-password = The server does not accept the user or the password.
workspace-server-not-trusted = The connection to the server is not trusted: its certificate is not valid for this address, or the server does not encrypt.
workspace-server-no-database = The server has no database of this name.
workspace-server-not-allowed = The user of the database has too few rights. The server says: { $reason }
workspace-server-full = The server has no room left on its disk.
workspace-server-busy = Another station holds the order. Try again.
workspace-server-not-prepared = The database has no tables of Postroom yet.
workspace-server-older = The tables of the database are of an older version of Postroom ({ $version }).
workspace-server-newer = The tables of the database are of a newer version of Postroom ({ $version }). Orders can be read here and not be changed until Postroom is updated on this computer.
workspace-server-other = The server says: { $reason }
