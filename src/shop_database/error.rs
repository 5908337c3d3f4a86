//! What can go wrong with a shop's database, as sentences that say what to do. What the server says
//! is kept in its own words, without secrets.

mod mysql_code;
mod postgres_code;

use std::fmt;
use std::io;

use sqlx::mysql::MySqlDatabaseError;
use sqlx::postgres::PgDatabaseError;

use crate::base::locale::Message;
use crate::base::secret;
use crate::message;
use crate::orders::shop_database::{ShopDatabase, ShopDatabaseProblem};
use crate::store::shop_file::ShopFileError;

pub(super) use mysql_code::is_certainly_undone as is_certainly_undone_by_mysql;
pub(super) use postgres_code::is_certainly_undone as is_certainly_undone_by_postgres;

/// The longest text of a server that is shown, in characters.
const LONGEST_REASON: usize = 300;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShopDatabaseError {
    /// The settings are incomplete, or a statement cannot be used.
    Settings(ShopDatabaseProblem),
    NotReachable {
        host: String,
        reason: String,
    },
    /// The server did not answer in this time.
    NoAnswer {
        host: String,
        seconds: u64,
    },
    /// The connection broke after it was made.
    Gone {
        host: String,
        reason: String,
    },
    Tls {
        host: String,
        reason: String,
    },
    /// The server takes the password of this user only over an encrypted connection.
    TlsNeeded {
        host: String,
    },
    WrongPassword {
        user: String,
        reason: String,
    },
    /// The server refuses this user from this computer.
    NotAccepted {
        user: String,
        reason: String,
    },
    NoSuchDatabase {
        database: String,
        reason: String,
    },
    /// The user lacks a right.
    NotAllowed {
        user: String,
        reason: String,
    },
    UnknownName {
        reason: String,
    },
    StatementRefused {
        reason: String,
    },
    /// The server stopped the statement after this time.
    TooSlow {
        seconds: u64,
    },
    /// Another program holds the rows, or too many connections are open.
    Busy {
        reason: String,
    },
    /// The statement tried to change data in a read-only transaction.
    ReadOnly {
        reason: String,
    },
    /// The database does not take a value: its form, its length, or a rule of the table.
    ValueRefused {
        reason: String,
    },
    /// The disk of the database.
    Disk {
        reason: String,
    },
    FileNotThere {
        path: String,
    },
    FileNotOpened {
        path: String,
        reason: String,
    },
    NotADatabase {
        path: String,
    },
    Other {
        reason: String,
    },

    /// No number was scanned.
    NumberMissing,
    NoSuchNumber {
        number: String,
        name: String,
    },
    /// The rows of the number belong to this many orders.
    SeveralOrders {
        number: String,
        orders: usize,
    },
    TooManyRows {
        number: String,
        most: usize,
    },
    NoColumns,
    /// A column that holds bytes.
    BinaryColumn {
        column: String,
    },
    LongCell {
        column: String,
        most: usize,
    },

    /// The statement for the way back changed no row.
    NothingChanged {
        number: String,
    },
    /// It would have changed this many rows, and was undone.
    SeveralChanged {
        number: String,
        rows: u64,
    },
    /// It changed this many rows, and the table cannot undo changes.
    NotUndone {
        number: String,
        rows: u64,
    },
    /// No statement for the way back is set up any more.
    NoWayBack,
}

impl ShopDatabaseError {
    pub fn message(&self) -> Message {
        match self {
            Self::Settings(problem) => problem.message(),
            Self::NotReachable { host, reason } => {
                message!("shop-database-not-reachable", host = host, reason = reason)
            }
            Self::NoAnswer { host, seconds } => {
                message!("shop-database-no-answer", host = host, count = *seconds)
            }
            Self::Gone { host, reason } => {
                message!("shop-database-gone", host = host, reason = reason)
            }
            Self::Tls { host, reason } => {
                message!("shop-database-tls", host = host, reason = reason)
            }
            Self::TlsNeeded { host } => message!("shop-database-tls-needed", host = host),
            Self::WrongPassword { user, reason } => {
                message!("shop-database-wrong-password", user = user, reason = reason)
            }
            Self::NotAccepted { user, reason } => {
                message!("shop-database-not-accepted", user = user, reason = reason)
            }
            Self::NoSuchDatabase { database, reason } => {
                message!("shop-database-no-such-database", database = database, reason = reason)
            }
            Self::NotAllowed { user, reason } => {
                message!("shop-database-not-allowed", user = user, reason = reason)
            }
            Self::UnknownName { reason } => {
                message!("shop-database-unknown-name", reason = reason)
            }
            Self::StatementRefused { reason } => {
                message!("shop-database-statement-refused", reason = reason)
            }
            Self::TooSlow { seconds } => message!("shop-database-too-slow", count = *seconds),
            Self::Busy { reason } => message!("shop-database-busy", reason = reason),
            Self::ReadOnly { reason } => message!("shop-database-read-only", reason = reason),
            Self::ValueRefused { reason } => {
                message!("shop-database-value-refused", reason = reason)
            }
            Self::Disk { reason } => message!("shop-database-disk", reason = reason),
            Self::FileNotThere { path } => message!("shop-database-file-not-there", path = path),
            Self::FileNotOpened { path, reason } => {
                message!("shop-database-file-not-opened", path = path, reason = reason)
            }
            Self::NotADatabase { path } => message!("shop-database-not-a-database", path = path),
            Self::Other { reason } => message!("shop-database-other", reason = reason),
            Self::NumberMissing => message!("shop-database-number-missing"),
            Self::NoSuchNumber { number, name } => {
                message!("shop-database-no-such-number", number = number, name = name)
            }
            Self::SeveralOrders { number, orders } => {
                message!("shop-database-several-orders", number = number, count = *orders)
            }
            Self::TooManyRows { number, most } => {
                message!("shop-database-too-many-rows", number = number, most = *most)
            }
            Self::NoColumns => message!("shop-database-no-columns"),
            Self::BinaryColumn { column } => {
                message!("shop-database-binary-column", column = column)
            }
            Self::LongCell { column, most } => {
                message!("shop-database-long-cell", column = column, most = *most)
            }
            Self::NothingChanged { number } => {
                message!("shop-database-nothing-changed", number = number)
            }
            Self::SeveralChanged { number, rows } => {
                message!("shop-database-several-changed", number = number, count = *rows)
            }
            Self::NotUndone { number, rows } => {
                message!("shop-database-not-undone", number = number, count = *rows)
            }
            Self::NoWayBack => message!("shop-database-no-way-back"),
        }
    }

    /// Whether the connection cannot be used any more, so what the server did last is not known.
    pub fn is_connection_lost(&self) -> bool {
        matches!(self, Self::Gone { .. } | Self::NoAnswer { .. })
    }

    /// Whether the same may succeed later without anybody changing anything.
    pub fn may_pass(&self) -> bool {
        matches!(
            self,
            Self::NotReachable { .. }
                | Self::NoAnswer { .. }
                | Self::Gone { .. }
                | Self::TooSlow { .. }
                | Self::Busy { .. }
                | Self::Disk { .. }
        )
    }

    /// An error while connecting.
    pub(super) fn of_connecting(error: &sqlx::Error, database: &ShopDatabase) -> Self {
        let host = database.host.clone();
        match error {
            // The library reports a refused certificate as unreadable data.
            sqlx::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
                Self::Tls { host, reason: without_secrets(&error.to_string()) }
            }
            sqlx::Error::Io(error) => {
                Self::NotReachable { host, reason: without_secrets(&error.to_string()) }
            }
            sqlx::Error::Tls(error) => {
                Self::Tls { host, reason: without_secrets(&error.to_string()) }
            }
            // MySQL's own way to send a password over an open connection is not built in.
            sqlx::Error::Configuration(error) if error.to_string().contains("RSA") => {
                Self::TlsNeeded { host }
            }
            error => Self::of_statement(error, database),
        }
    }

    /// An error of a statement.
    pub(super) fn of_statement(error: &sqlx::Error, database: &ShopDatabase) -> Self {
        let reason = || without_secrets(&error.to_string());
        match error {
            sqlx::Error::Database(error) => {
                let reason = without_secrets(error.message());
                let error = error.as_ref();
                if let Some(error) = error.try_downcast_ref::<PgDatabaseError>() {
                    postgres_code::error_of_code(error.code(), reason, database)
                } else if let Some(error) = error.try_downcast_ref::<MySqlDatabaseError>() {
                    mysql_code::error_of_code(error.number(), error.code(), reason, database)
                } else {
                    Self::Other { reason }
                }
            }
            sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) => {
                Self::Gone { host: database.host.clone(), reason: reason() }
            }
            _ => Self::Other { reason: reason() },
        }
    }

    /// An error of the SQLite file.
    pub(super) fn of_file(error: ShopFileError, database: &ShopDatabase) -> Self {
        let path = database.database.clone();
        match error {
            ShopFileError::Missing => Self::FileNotThere { path },
            ShopFileError::NotOpened(reason) => Self::FileNotOpened { path, reason },
            ShopFileError::NotADatabase => Self::NotADatabase { path },
            ShopFileError::Busy(reason) => Self::Busy { reason },
            ShopFileError::ReadOnly(reason) => Self::ReadOnly { reason },
            ShopFileError::UnknownName(reason) => Self::UnknownName { reason },
            ShopFileError::Statement(reason) => Self::StatementRefused { reason },
            ShopFileError::Value(reason) => Self::ValueRefused { reason },
            ShopFileError::Disk(reason) => Self::Disk { reason },
            ShopFileError::Stopped => {
                Self::TooSlow { seconds: database.statement_limit().as_secs() }
            }
            ShopFileError::NoAnswer => Self::no_answer(database),
        }
    }

    /// The limit on our side has passed.
    pub(super) fn no_answer(database: &ShopDatabase) -> Self {
        Self::NoAnswer {
            host: database.place().to_owned(),
            seconds: database.statement_limit().as_secs(),
        }
    }
}

impl fmt::Display for ShopDatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message().as_str())
    }
}

impl std::error::Error for ShopDatabaseError {}

impl From<ShopDatabaseProblem> for ShopDatabaseError {
    fn from(problem: ShopDatabaseProblem) -> Self {
        Self::Settings(problem)
    }
}

/// The words of a server on one line, without secrets and of a readable length.
fn without_secrets(text: &str) -> String {
    // Another thread holds the list of secrets only for a moment.
    let masked = (0..1000).find_map(|_| {
        let masked = secret::mask_secrets(text);
        if masked.is_none() {
            std::thread::yield_now();
        }
        masked
    });
    let words: Vec<String> =
        masked.unwrap_or_else(|| "…".to_owned()).split_whitespace().map(str::to_owned).collect();
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST_REASON) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

#[cfg(test)]
mod tests;
