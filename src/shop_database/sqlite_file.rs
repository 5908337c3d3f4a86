//! A shop's SQLite file.

use jiff::tz::TimeZone;

use crate::orders::shop_database::ShopDatabase;
use crate::orders::sql_statement::SqlStatement;
use crate::shop_database::error::ShopDatabaseError;
use crate::shop_database::result_table::{
    ResultColumn, ResultTable, checked_cell, number_cell, text_cell,
};
use crate::shop_database::session::{CommitError, RowsError, StatementValues};
use crate::shop_database::time_text;
use crate::store::shop_file::{
    ShopFile, ShopFileAccess, ShopFileError, ShopFileValue, sqlite_version,
};
use crate::tables::sheet::Cell;
use smol_str::ToSmolStr;

pub async fn open(
    database: &ShopDatabase,
    access: ShopFileAccess,
) -> Result<ShopFile, ShopFileError> {
    let path = std::path::Path::new(&database.database);
    ShopFile::open(path, access, database.statement_limit()).await
}

pub fn server_name() -> String {
    format!("SQLite {}", sqlite_version())
}

pub async fn columns(
    file: &ShopFile,
    statement: &SqlStatement,
) -> Result<Vec<ResultColumn>, ShopFileError> {
    Ok(without_types(file.columns(numbered(statement)).await?))
}

pub async fn rows(
    file: &ShopFile,
    statement: &SqlStatement,
    values: StatementValues<'_>,
    zone: &TimeZone,
    most: usize,
) -> Result<ResultTable, RowsError> {
    let texts = texts(statement, values, zone);
    let found = file.rows(numbered(statement), texts, most).await;
    let found = found.map_err(RowsError::File)?;
    if found.columns.is_empty() {
        return Err(ShopDatabaseError::NoColumns.into());
    }
    let mut rows = Vec::with_capacity(found.rows.len());
    for values in found.rows {
        let named = found.columns.iter().zip(values);
        let cells = named.map(|(name, value)| cell_of(name, value));
        rows.push(cells.collect::<Result<_, _>>()?);
    }
    Ok(ResultTable { columns: without_types(found.columns), rows, has_more: found.has_more })
}

pub async fn change(
    file: &ShopFile,
    statement: &SqlStatement,
    values: StatementValues<'_>,
    zone: &TimeZone,
) -> Result<u64, ShopFileError> {
    let texts = texts(statement, values, zone);
    file.change(numbered(statement), texts).await
}

pub async fn commit(file: &ShopFile, database: &ShopDatabase) -> Result<(), CommitError> {
    file.commit().await.map_err(|error| match error {
        // A disk that fails may have kept what it reported as failed.
        ShopFileError::NoAnswer | ShopFileError::Disk(_) => {
            CommitError::Unknown(ShopDatabaseError::of_file(error, database))
        }
        error => CommitError::Undone(ShopDatabaseError::of_file(error, database)),
    })
}

fn numbered(statement: &SqlStatement) -> String {
    statement.rendered(|position| format!("?{}", position + 1))
}

fn texts(
    statement: &SqlStatement,
    values: StatementValues<'_>,
    zone: &TimeZone,
) -> Vec<Option<String>> {
    let write_time = |time| time_text::with_offset(time, zone);
    let parameters = statement.parameters();
    parameters.map(|parameter| values.text(parameter, write_time)).collect()
}

fn without_types(names: Vec<String>) -> Vec<ResultColumn> {
    names.into_iter().map(|heading| ResultColumn { heading, type_name: String::new() }).collect()
}

fn cell_of(heading: &str, value: ShopFileValue) -> Result<Cell, ShopDatabaseError> {
    let cell = match value {
        ShopFileValue::Empty => Cell::Empty,
        ShopFileValue::Integer(number) => Cell::Number(number.to_smolstr()),
        ShopFileValue::Real(number) => number_cell(&number.to_string()),
        ShopFileValue::Text(text) => text_cell(&text),
        ShopFileValue::Bytes => {
            return Err(ShopDatabaseError::BinaryColumn { column: heading.to_owned() });
        }
    };
    checked_cell(cell, heading)
}
