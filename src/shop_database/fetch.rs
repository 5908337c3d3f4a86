//! Asks the shop's database for the order with a scanned number.

use jiff::tz::TimeZone;

use crate::base::secret::Secret;
use crate::orders::shop_database::{ShopDatabase, ShopDatabaseKind};
use crate::orders::sql_statement::SqlStatement;
use crate::shop_database::error::ShopDatabaseError;
use crate::shop_database::result_table::{MOST_ROWS, ResultTable, fields_of};
use crate::shop_database::session::{Access, Session, StatementValues};
use crate::tables::mapping::OrderField;
use crate::tables::sheet::Sheet;

pub use crate::shop_database::result_table::ResultColumn;

/// The longest number that is looked for, in characters. A longer scan is something else. MySQL
/// names no more than 128 characters in the warning that `mysql.rs` looks for.
const LONGEST_NUMBER: usize = 100;

/// The rows of one order; several rows are several items.
#[derive(Clone, Debug, PartialEq)]
pub struct Fetched {
    pub columns: Vec<ResultColumn>,
    /// Its first row has the headings of the columns, for [`ShopDatabase::mapping`].
    pub sheet: Sheet,
}

/// What a test of the settings found.
#[derive(Clone, Debug, PartialEq)]
pub struct ConnectionTest {
    /// For example `PostgreSQL 15.4`.
    pub server: String,
    /// The columns of the query, known before any row is read.
    pub columns: Vec<ResultColumn>,
    /// What the number gave, if one was tried.
    pub fetched: Option<Result<Fetched, ShopDatabaseError>>,
    /// Whether the database understands the statement for the way back and the query that verifies
    /// it. Neither was run. `None` if nothing is written back.
    pub write_back: Option<Result<(), ShopDatabaseError>>,
}

/// A column as it fills a field, for the test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilledColumn {
    pub column: ResultColumn,
    /// `None` is kept under the heading of the column.
    pub field: Option<OrderField>,
    /// One for each row.
    pub texts: Vec<String>,
}

impl ConnectionTest {
    /// The row as it would be filled: each column with its field and its texts, which are empty if no
    /// number was tried.
    pub fn filled_columns(&self, database: &ShopDatabase) -> Vec<FilledColumn> {
        let fields = fields_of(&self.columns, database);
        let rows = match &self.fetched {
            Some(Ok(fetched)) => fetched.sheet.rows.get(1..).unwrap_or_default(),
            _ => &[],
        };
        let columns = self.columns.iter().zip(fields).enumerate();
        columns
            .map(|(at, (column, field))| FilledColumn {
                column: column.clone(),
                field,
                texts: rows
                    .iter()
                    .map(|row| row.cells.get(at).map_or("", |cell| cell.text()).to_owned())
                    .collect(),
            })
            .collect()
    }
}

/// Reads the rows of the order with this number, in a read-only transaction. `zone` is that of this
/// computer: times with a zone are shown in it.
///
/// # Errors
/// [`ShopDatabaseError::NoSuchNumber`] if there is no row, [`ShopDatabaseError::SeveralOrders`] if
/// the rows belong to different orders, and everything that a server can fail with.
pub async fn fetch(
    database: &ShopDatabase,
    secret: Option<&Secret>,
    number: &str,
    zone: &TimeZone,
) -> Result<Fetched, ShopDatabaseError> {
    let query = database.parsed_query()?;
    let number = checked_number(number, database)?;
    let mut session = Session::connect(database, secret, zone, Access::Read).await?;
    session.begin(Access::Read).await?;
    let fetched = fetch_in(&mut session, database, &query, number).await;
    session.close().await;
    fetched
}

/// Connects and checks every statement. With a number, the query is run too.
///
/// # Errors
/// The database cannot be reached, or does not understand the query.
pub async fn test_connection(
    database: &ShopDatabase,
    secret: Option<&Secret>,
    number: Option<&str>,
    zone: &TimeZone,
) -> Result<ConnectionTest, ShopDatabaseError> {
    let query = database.parsed_query()?;
    let mut session = Session::connect(database, secret, zone, Access::Read).await?;
    let server = session.server_name().await?;
    session.begin(Access::Read).await?;
    let columns = session.columns(&query).await?;
    if columns.is_empty() {
        return Err(ShopDatabaseError::NoColumns);
    }
    let fetched = match number.map(|number| checked_number(number, database)) {
        Some(Ok(number)) => Some(fetch_in(&mut session, database, &query, number).await),
        Some(Err(error)) => Some(Err(error)),
        None => None,
    };
    session.close().await;
    let write_back = match &database.write_back {
        // A statement that the server refuses ends the transaction, so this has its own.
        Some(_) => Some(test_write_back(database, secret, zone).await),
        None => None,
    };
    Ok(ConnectionTest { server, columns, fetched, write_back })
}

/// Lets the database read the statements of the way back. They are not run.
async fn test_write_back(
    database: &ShopDatabase,
    secret: Option<&Secret>,
    zone: &TimeZone,
) -> Result<(), ShopDatabaseError> {
    let Some(settings) = &database.write_back else {
        return Err(ShopDatabaseError::NoWayBack);
    };
    let change = database.parsed_change(settings)?;
    let verify = database.parsed_verify_query(settings)?;
    let mut session = Session::connect(database, secret, zone, Access::Read).await?;
    // MySQL does not even read a change in a read-only transaction.
    let access = match database.kind {
        ShopDatabaseKind::MySql => Access::Write,
        _ => Access::Read,
    };
    session.begin(access).await?;
    let mut understood = session.columns(&change).await.map(drop);
    if let (Ok(()), Some(verify)) = (&understood, verify) {
        understood = session.columns(&verify).await.map(drop);
    }
    session.close().await;
    understood
}

/// The number without what a scanner or a person puts around it.
fn checked_number<'a>(
    number: &'a str,
    database: &ShopDatabase,
) -> Result<&'a str, ShopDatabaseError> {
    let number = number.trim();
    if number.is_empty() {
        return Err(ShopDatabaseError::NumberMissing);
    }
    if number.chars().any(char::is_control) || number.chars().nth(LONGEST_NUMBER).is_some() {
        let shown = number.chars().filter(|letter| !letter.is_control());
        let shown: String = shown.take(LONGEST_NUMBER).collect();
        return Err(no_such_number(&shown, database));
    }
    Ok(number)
}

fn no_such_number(number: &str, database: &ShopDatabase) -> ShopDatabaseError {
    ShopDatabaseError::NoSuchNumber { number: number.to_owned(), name: database.name.clone() }
}

async fn fetch_in(
    session: &mut Session<'_>,
    database: &ShopDatabase,
    query: &SqlStatement,
    number: &str,
) -> Result<Fetched, ShopDatabaseError> {
    let values = StatementValues::Number(number);
    let table = match session.rows(query, values, MOST_ROWS).await {
        // PostgreSQL refuses to read `1001-B` as a number; no order has it then.
        Err(ShopDatabaseError::ValueRefused { reason })
            if database.kind == ShopDatabaseKind::Postgres && reason.contains(number) =>
        {
            ResultTable::default()
        }
        read => read?,
    };
    if table.rows.is_empty() {
        return Err(no_such_number(number, database));
    }
    if table.has_more {
        return Err(ShopDatabaseError::TooManyRows { number: number.to_owned(), most: MOST_ROWS });
    }
    let orders = table.count_orders(database);
    if orders > 1 {
        return Err(ShopDatabaseError::SeveralOrders { number: number.to_owned(), orders });
    }
    Ok(Fetched { columns: table.columns.clone(), sheet: table.into_sheet() })
}
