//! The error numbers of MySQL and MariaDB.

use super::ShopDatabaseError as Error;
use crate::orders::shop_database::ShopDatabase;

pub fn error_of_code(
    number: u16,
    sql_state: Option<&str>,
    reason: String,
    database: &ShopDatabase,
) -> Error {
    let user = database.user.clone();
    let class = sql_state.and_then(|state| state.get(..2));
    match number {
        1045 | 1698 => Error::WrongPassword { user, reason },
        // A host that is not on the list, a locked account, encryption that is required.
        1129 | 1130 | 3118 | 3159 | 4151 => Error::NotAccepted { user, reason },
        1049 => Error::NoSuchDatabase { database: database.database.clone(), reason },
        1044 | 1142 | 1143 | 1227 | 1370 => Error::NotAllowed { user, reason },
        // A table, a column.
        1051 | 1054 | 1109 | 1146 => Error::UnknownName { reason },
        // The limits of MySQL and of MariaDB, and a statement that was stopped by hand.
        3024 | 1969 | 1317 => Error::TooSlow { seconds: database.statement_limit().as_secs() },
        1205 | 1213 | 1040 | 1203 | 1226 => Error::Busy { reason },
        1290 | 1792 | 1836 => Error::ReadOnly { reason },
        1021 | 1026 | 1114 => Error::Disk { reason },
        1053 | 1152 | 1184 | 1927 | 4031 => Error::Gone { host: database.host.clone(), reason },
        1048 | 1062 | 1264 | 1265 | 1292 | 1364 | 1366 | 1406 | 1451 | 1452 | 3819 | 4025 => {
            Error::ValueRefused { reason }
        }
        _ => match class {
            Some("22" | "23") => Error::ValueRefused { reason },
            Some("42") => Error::StatementRefused { reason },
            Some("08") => Error::Gone { host: database.host.clone(), reason },
            _ => Error::Other { reason },
        },
    }
}

/// Whether a `COMMIT` that failed with this number has certainly changed nothing: the transaction
/// lost against another one.
pub fn is_certainly_undone(number: u16) -> bool {
    matches!(number, 1213 | 1205)
}
