//! A shop's database on MySQL or MariaDB. Numbers come without the zeros that a column shows in
//! front of them (`ZEROFILL`), because the server sends only the number.

use sqlx::mysql::{
    MySql, MySqlConnectOptions, MySqlConnection, MySqlDatabaseError, MySqlRow, MySqlSslMode,
};
use sqlx::{
    AssertSqlSafe, Column, ConnectOptions, Executor, Row, SqlSafeStr, Statement, Type, TypeInfo,
    ValueRef,
};

use crate::orders::shop_database::{ShopDatabase, TlsMode};
use crate::orders::sql_statement::{Parameter, SqlStatement};
use crate::shop_database::error::{ShopDatabaseError, is_certainly_undone_by_mysql};
use crate::shop_database::result_table::{
    ResultColumn, ResultTable, checked_cell, number_cell, text_cell,
};
use crate::shop_database::session::{
    Access, CommitError, IDLE_SECONDS, RolledBack, RowsError, StatementValues,
};
use crate::shop_database::time_text;
use crate::tables::sheet::Cell;
use smol_str::ToSmolStr;

/// A setting that this server does not have.
const UNKNOWN_SETTING: u16 = 1193;
/// The warning that a text was cut short to compare it with a number.
const CUT_SHORT: &str = "1292";
/// The warning that a table without transactions was changed and stays so.
const NOT_ROLLED_BACK: &str = "1196";

pub async fn connect(
    database: &ShopDatabase,
    password: &str,
) -> Result<MySqlConnection, sqlx::Error> {
    let mode = match database.tls {
        _ if database.is_socket() => MySqlSslMode::Disabled,
        TlsMode::Verified => MySqlSslMode::VerifyIdentity,
        TlsMode::Unverified => MySqlSslMode::Required,
        TlsMode::Off => MySqlSslMode::Disabled,
    };
    // The session stays as the server sets it up: its time zone and its dialect are those that the
    // shop's own statements were written for.
    let mut options = MySqlConnectOptions::new()
        .host(database.host.trim())
        .port(database.port())
        .database(database.database.trim())
        .username(database.user.trim())
        .ssl_mode(mode)
        .timezone(None)
        .pipes_as_concat(false)
        .no_engine_substitution(false)
        .disable_statement_logging();
    // The library signs in with an empty password as if it were one.
    if !password.is_empty() {
        options = options.password(password);
    }
    if database.is_socket() {
        options = options.socket(database.host.trim());
    }
    if !database.certificate.trim().is_empty() {
        options = options.ssl_ca(database.certificate.trim());
    }
    options.connect().await
}

pub async fn server_name(connection: &mut MySqlConnection) -> Result<String, sqlx::Error> {
    let row = connection.fetch_one("SELECT VERSION()").await?;
    let version: String = row.try_get_unchecked(0)?;
    Ok(match version.split_once("-MariaDB") {
        Some((number, _)) => format!("MariaDB {number}"),
        None => format!("MySQL {version}"),
    })
}

pub async fn begin(
    connection: &mut MySqlConnection,
    database: &ShopDatabase,
    access: Access,
) -> Result<(), sqlx::Error> {
    let seconds = database.statement_limit().as_secs();
    // MariaDB has the first limit, MySQL the second, which is only for queries.
    let of_maria_db = format!("SET SESSION max_statement_time = {seconds}");
    if !set_if_known(connection, of_maria_db).await? {
        let milliseconds = seconds.saturating_mul(1000);
        let of_mysql = format!("SET SESSION max_execution_time = {milliseconds}");
        set_if_known(connection, of_mysql).await?;
    }
    let locks = format!(
        "SET SESSION innodb_lock_wait_timeout = {seconds}, lock_wait_timeout = {seconds}, \
         wait_timeout = {IDLE_SECONDS}"
    );
    set_if_known(connection, locks).await?;
    let begin = match access {
        Access::Read => "START TRANSACTION READ ONLY",
        Access::Write => "START TRANSACTION READ WRITE",
    };
    connection.execute(begin).await.map(drop)
}

/// Returns false if the server does not have the setting.
async fn set_if_known(
    connection: &mut MySqlConnection,
    statement: String,
) -> Result<bool, sqlx::Error> {
    match connection.execute(AssertSqlSafe(statement)).await {
        Err(error) if number_of(&error) == Some(UNKNOWN_SETTING) => Ok(false),
        set => set.map(|_| true),
    }
}

fn number_of(error: &sqlx::Error) -> Option<u16> {
    let error = error.as_database_error()?;
    let error = error.try_downcast_ref::<MySqlDatabaseError>()?;
    Some(error.number())
}

fn with_marks(statement: &SqlStatement) -> String {
    statement.rendered(|_| "?".to_owned())
}

pub async fn columns(
    connection: &mut MySqlConnection,
    statement: &SqlStatement,
) -> Result<Vec<ResultColumn>, sqlx::Error> {
    let sql = AssertSqlSafe(with_marks(statement)).into_sql_str();
    let prepared = connection.prepare(sql).await?;
    Ok(prepared.columns().iter().map(result_column).collect())
}

fn result_column(column: &sqlx::mysql::MySqlColumn) -> ResultColumn {
    ResultColumn {
        heading: column.name().to_owned(),
        type_name: column.type_info().name().to_owned(),
    }
}

pub async fn rows(
    connection: &mut MySqlConnection,
    statement: &SqlStatement,
    values: StatementValues<'_>,
    most: usize,
) -> Result<ResultTable, RowsError> {
    let texts = texts(connection, statement, values).await?;
    let mut query = sqlx::query::<MySql>(AssertSqlSafe(with_marks(statement))).persistent(false);
    for text in texts {
        query = query.bind(text);
    }
    let mut table = ResultTable::default();
    let mut refused = None;
    // The rows are read one by one, and the reading ends with the first one that is too many.
    let read = query
        .try_map(|row: MySqlRow| {
            if table.rows.len() == most {
                table.has_more = true;
                return Err(sqlx::Error::RowNotFound);
            }
            if table.columns.is_empty() {
                table.columns = row.columns().iter().map(result_column).collect();
            }
            match cells_of(&row) {
                Ok(cells) => table.rows.push(cells),
                Err(RowsError::Sql(error)) => return Err(error),
                Err(error) => {
                    refused = Some(error);
                    return Err(sqlx::Error::RowNotFound);
                }
            }
            Ok(())
        })
        .fetch_all(&mut *connection)
        .await;
    if let Some(refused) = refused {
        return Err(refused);
    }
    match read {
        Err(_) if table.has_more => return Ok(table),
        read => read?,
    };
    if !table.rows.is_empty() && is_number_cut_short(connection, values).await? {
        table.rows.clear();
    }
    Ok(table)
}

/// Compared with a column of numbers, MySQL reads `1001-B` as 1001, which is another order. It warns
/// of that and names the text.
async fn is_number_cut_short(
    connection: &mut MySqlConnection,
    values: StatementValues<'_>,
) -> Result<bool, sqlx::Error> {
    let Some(number) = values.text(Parameter::Number, |_| String::new()) else {
        return Ok(false);
    };
    let number = format!("'{number}'");
    let warnings = warnings(connection).await?;
    let mut cut_short = warnings.iter().filter(|(code, _)| code == CUT_SHORT);
    Ok(cut_short.any(|(_, text)| text.contains(&number)))
}

/// The code and the text of each warning of the last statement.
async fn warnings(connection: &mut MySqlConnection) -> Result<Vec<(String, String)>, sqlx::Error> {
    let rows = connection.fetch_all("SHOW WARNINGS").await?;
    rows.iter().map(|row| Ok((row.try_get_unchecked(1)?, row.try_get_unchecked(2)?))).collect()
}

fn cells_of(row: &MySqlRow) -> Result<Vec<Cell>, RowsError> {
    let mut cells = Vec::with_capacity(row.columns().len());
    for (at, column) in row.columns().iter().enumerate() {
        let cell = cell_of(row, at, column)?;
        cells.push(checked_cell(cell, column.name())?);
    }
    Ok(cells)
}

fn cell_of(
    row: &MySqlRow,
    at: usize,
    column: &sqlx::mysql::MySqlColumn,
) -> Result<Cell, RowsError> {
    // A date of zeros counts as none.
    if row.try_get_raw(at)?.is_null() {
        return Ok(Cell::Empty);
    }
    let of_type = column.type_info();
    let name = of_type.name();
    Ok(match name {
        "BIT" => Cell::Number(row.try_get_unchecked::<u64, _>(at)?.to_smolstr()),
        _ if name.ends_with(" UNSIGNED") || name == "YEAR" => {
            Cell::Number(row.try_get_unchecked::<u64, _>(at)?.to_smolstr())
        }
        "BOOLEAN" | "TINYINT" | "SMALLINT" | "MEDIUMINT" | "INT" | "BIGINT" => {
            Cell::Number(row.try_get_unchecked::<i64, _>(at)?.to_smolstr())
        }
        "FLOAT" => number_cell(&row.try_get_unchecked::<f32, _>(at)?.to_string()),
        "DOUBLE" => number_cell(&row.try_get_unchecked::<f64, _>(at)?.to_string()),
        "DECIMAL" => number_cell(&row.try_get_unchecked::<String, _>(at)?),
        "DATE" | "DATETIME" | "TIMESTAMP" => {
            let text = date_time_text(row.try_get_unchecked(at)?);
            text.map_or(Cell::Empty, |text| Cell::Date(text.into()))
        }
        "TIME" => {
            let text = duration_text(row.try_get_unchecked(at)?);
            text.map_or(Cell::Empty, |text| Cell::Text(text.into()))
        }
        "JSON" => text_cell(&row.try_get_unchecked::<String, _>(at)?),
        _ if <str as Type<MySql>>::compatible(of_type) => {
            text_cell(&row.try_get_unchecked::<String, _>(at)?)
        }
        _ => {
            let column = column.name().to_owned();
            return Err(ShopDatabaseError::BinaryColumn { column }.into());
        }
    })
}

/// A day or a moment as the binary protocol has it: its length, the year in two bytes, month, day,
/// then hour, minute and second if there is a time.
fn date_time_text(bytes: &[u8]) -> Option<String> {
    let (date, time) = bytes.get(1..)?.split_at_checked(4)?;
    let [low, high, month, day] = date else {
        return None;
    };
    let year = u16::from_le_bytes([*low, *high]);
    let date = format!("{year:04}-{month:02}-{day:02}");
    Some(match time {
        [hour, minute, second, ..] => format!("{date}T{hour:02}:{minute:02}:{second:02}"),
        _ => date,
    })
}

/// A time of day, or a span that may be negative and longer than a day: its length, the sign, the
/// days in four bytes, then hour, minute and second.
fn duration_text(bytes: &[u8]) -> Option<String> {
    if bytes == [0] {
        return Some("00:00:00".to_owned());
    }
    let [_, sign, d0, d1, d2, d3, hour, minute, second, ..] = bytes else {
        return None;
    };
    let days = u32::from_le_bytes([*d0, *d1, *d2, *d3]);
    let hours = u64::from(days) * 24 + u64::from(*hour);
    let sign = if *sign == 0 { "" } else { "-" };
    Some(format!("{sign}{hours:02}:{minute:02}:{second:02}"))
}

pub async fn change(
    connection: &mut MySqlConnection,
    statement: &SqlStatement,
    values: StatementValues<'_>,
) -> Result<u64, sqlx::Error> {
    let texts = texts(connection, statement, values).await?;
    let mut query = sqlx::query::<MySql>(AssertSqlSafe(with_marks(statement))).persistent(false);
    for text in texts {
        query = query.bind(text);
    }
    // The connection asks for rows that were found, so one that already has the value counts.
    Ok(query.execute(connection).await?.rows_affected())
}

/// The values of the parameters. A time is what the clock of the server's session shows, as its own
/// `NOW()` would.
async fn texts(
    connection: &mut MySqlConnection,
    statement: &SqlStatement,
    values: StatementValues<'_>,
) -> Result<Vec<Option<String>>, sqlx::Error> {
    let mut offset = 0;
    if statement.parameters().any(|it| it == Parameter::Time) {
        let ask = "SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(), NOW())";
        let row = connection.fetch_one(ask).await?;
        offset = row.try_get_unchecked::<i32, _>(0)?;
    }
    let write_time = |time| time_text::clock_at_offset(time, offset);
    let parameters = statement.parameters();
    Ok(parameters.map(|parameter| values.text(parameter, write_time)).collect())
}

pub async fn commit(
    connection: &mut MySqlConnection,
    database: &ShopDatabase,
) -> Result<(), CommitError> {
    let Err(error) = connection.execute("COMMIT").await else {
        return Ok(());
    };
    let found = ShopDatabaseError::of_statement(&error, database);
    match number_of(&error).is_some_and(is_certainly_undone_by_mysql) {
        true => Err(CommitError::Undone(found)),
        false => Err(CommitError::Unknown(found)),
    }
}

pub async fn roll_back(connection: &mut MySqlConnection) -> Result<RolledBack, sqlx::Error> {
    connection.execute("ROLLBACK").await?;
    let warnings = warnings(connection).await?;
    let stays = warnings.iter().any(|(code, _)| code == NOT_ROLLED_BACK);
    Ok(match stays {
        true => RolledBack::NotEverything,
        false => RolledBack::Everything,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_the_binary_protocol_are_read() {
        for (bytes, wanted) in [
            (&[4, 0xea, 7, 11, 23][..], Some("2026-11-23")),
            (&[7, 0xea, 7, 11, 23, 14, 5, 9], Some("2026-11-23T14:05:09")),
            (&[11, 0xea, 7, 1, 2, 3, 4, 5, 9, 9, 9, 9], Some("2026-01-02T03:04:05")),
            (&[0], None),
            (&[], None),
            (&[3, 1, 1, 1], None),
        ] {
            assert_eq!(date_time_text(bytes).as_deref(), wanted, "{bytes:?}");
        }
        for (bytes, wanted) in [
            (&[0][..], Some("00:00:00")),
            (&[8, 0, 0, 0, 0, 0, 14, 5, 9], Some("14:05:09")),
            (&[8, 1, 2, 0, 0, 0, 3, 5, 9], Some("-51:05:09")),
            (&[8, 1, 2], None),
        ] {
            assert_eq!(duration_text(bytes).as_deref(), wanted, "{bytes:?}");
        }
    }
}
