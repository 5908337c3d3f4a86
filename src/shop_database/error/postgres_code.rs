//! The error codes of PostgreSQL (SQLSTATE).

use super::ShopDatabaseError as Error;
use crate::orders::shop_database::ShopDatabase;

pub fn error_of_code(code: &str, reason: String, database: &ShopDatabase) -> Error {
    let user = database.user.clone();
    let class = code.get(..2).unwrap_or_default();
    match code {
        "28P01" => Error::WrongPassword { user, reason },
        "3D000" => Error::NoSuchDatabase { database: database.database.clone(), reason },
        "42501" => Error::NotAllowed { user, reason },
        // A table, a column, a schema.
        "42P01" | "42703" | "3F000" => Error::UnknownName { reason },
        // Stopped by the limit that every transaction here sets.
        "57014" => Error::TooSlow { seconds: database.statement_limit().as_secs() },
        // A lock that could not be had, too many connections, a server that is starting.
        "55P03" | "53300" | "57P03" => Error::Busy { reason },
        "25006" => Error::ReadOnly { reason },
        "53100" => Error::Disk { reason },
        // The server is going down, or has ended an idle connection.
        "57P01" | "57P02" | "57P05" | "25P03" | "25P04" => {
            Error::Gone { host: database.host.clone(), reason }
        }
        _ => match class {
            "08" => Error::Gone { host: database.host.clone(), reason },
            "28" => Error::NotAccepted { user, reason },
            // Two transactions were in each other's way; this one was undone.
            "40" => Error::Busy { reason },
            "22" | "23" | "44" => Error::ValueRefused { reason },
            "42" => Error::StatementRefused { reason },
            _ => Error::Other { reason },
        },
    }
}

/// Whether a `COMMIT` that failed with this code has certainly changed nothing.
pub fn is_certainly_undone(code: &str) -> bool {
    // 40003 says that the server itself does not know.
    let class = code.get(..2).unwrap_or_default();
    code != "40003"
        && (matches!(class, "22" | "23" | "25" | "40" | "42" | "44" | "P0") || code == "57014")
}
