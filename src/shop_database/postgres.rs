//! A shop's database on PostgreSQL.
//!
//! The server names the type of each parameter, and the value, which is text, is cast to it: so a
//! scanned number fits a column of text as well as one of integers, and no value is read by this
//! program as something else than by the server. The rows come back the same way: the query is
//! wrapped in one that casts every column to text, so numbers keep all their digits and every type
//! of the server can be read, also those that an extension or the shop itself has defined.

use jiff::tz::TimeZone;
use sqlx::postgres::types::Oid;
use sqlx::postgres::{
    PgConnectOptions, PgConnection, PgDatabaseError, PgRow, PgSslMode, PgTypeInfo, PgTypeKind,
};
use sqlx::{
    AssertSqlSafe, Column, ConnectOptions, Either, Executor, Postgres, Row, SqlSafeStr, Statement,
    TypeInfo,
};

use crate::orders::shop_database::{ShopDatabase, TlsMode};
use crate::orders::sql_statement::SqlStatement;
use crate::rows::limits::LONGEST_TEXT;
use crate::shop_database::error::{ShopDatabaseError, is_certainly_undone_by_postgres};
use crate::shop_database::result_table::{
    ResultColumn, ResultTable, checked_cell, number_cell, text_cell,
};
use crate::shop_database::session::{
    Access, CommitError, IDLE_SECONDS, RowsError, StatementValues,
};
use crate::shop_database::time_text;
use crate::tables::sheet::Cell;

/// The type `text`.
const TEXT: Oid = Oid(25);
/// The code for a setting that the server does not take, such as a time zone it does not know.
const INVALID_SETTING: &str = "22023";

/// A statement with what its parameters stand for.
pub struct Request<'a> {
    pub statement: &'a SqlStatement,
    pub values: StatementValues<'a>,
    pub zone: &'a TimeZone,
}

pub async fn connect(database: &ShopDatabase, password: &str) -> Result<PgConnection, sqlx::Error> {
    let mode = match database.tls {
        _ if database.is_socket() => PgSslMode::Disable,
        TlsMode::Verified => PgSslMode::VerifyFull,
        TlsMode::Unverified => PgSslMode::Require,
        TlsMode::Off => PgSslMode::Disable,
    };
    // Without the user's own password file and, as far as everything is set here, environment.
    let mut options = PgConnectOptions::new_without_pgpass()
        .host(database.host.trim())
        .port(database.port())
        .database(database.database.trim())
        .username(database.user.trim())
        .password(password)
        .ssl_mode(mode)
        .application_name("Postroom")
        .disable_statement_logging();
    if !database.certificate.trim().is_empty() {
        options = options.ssl_root_cert(database.certificate.trim());
    }
    options.connect().await
}

pub async fn server_name(connection: &mut PgConnection) -> Result<String, sqlx::Error> {
    let row = connection.fetch_one("SHOW server_version").await?;
    let version: String = row.try_get(0)?;
    // What follows is the name of a package.
    let version = version.split(' ').next().unwrap_or_default();
    Ok(format!("PostgreSQL {version}"))
}

/// Begins a transaction whose limits end with it, so that nothing of them stays in a connection
/// that a pool of the server hands to the next program.
pub async fn begin(
    connection: &mut PgConnection,
    database: &ShopDatabase,
    zone: &TimeZone,
    access: Access,
) -> Result<(), sqlx::Error> {
    let mode = match access {
        Access::Read => "READ ONLY",
        Access::Write => "READ WRITE",
    };
    let limit = database.statement_limit().as_millis();
    let begin = format!(
        "BEGIN {mode}; SET LOCAL statement_timeout = {limit}; SET LOCAL lock_timeout = {limit}; \
         SET LOCAL idle_in_transaction_session_timeout = {}",
        IDLE_SECONDS * 1000
    );
    connection.execute(AssertSqlSafe(begin)).await?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "/_+-".contains(letter);
    let Some(zone) = zone.iana_name().filter(|name| name.chars().all(is_name)) else {
        return Ok(());
    };
    // The days in a query are those of this computer's calendar, not of Greenwich.
    let set_zone = format!("SAVEPOINT time_zone; SET LOCAL TIME ZONE '{zone}'");
    match connection.execute(AssertSqlSafe(set_zone)).await {
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(INVALID_SETTING) => {
            connection.execute("ROLLBACK TO SAVEPOINT time_zone").await.map(drop)
        }
        set => set.map(drop),
    }
}

/// A statement whose parameters are cast from text to the types that the server has found for them.
struct Typed {
    sql: String,
    columns: Vec<(String, PgTypeInfo)>,
}

async fn typed(
    connection: &mut PgConnection,
    statement: &SqlStatement,
) -> Result<Typed, sqlx::Error> {
    let plain = statement.rendered(|position| format!("${}", position + 1));
    let prepared = connection.prepare(AssertSqlSafe(plain).into_sql_str()).await?;
    let columns = prepared.columns().iter();
    let columns =
        columns.map(|column| (column.name().to_owned(), column.type_info().clone())).collect();
    let types: Vec<Oid> = match prepared.parameters() {
        Some(Either::Left(types)) => types.iter().map(|it| it.oid().unwrap_or(TEXT)).collect(),
        _ => Vec::new(),
    };
    // The server quotes the name of a type and adds its schema where that is needed.
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT format_type(types.oid, -1) FROM unnest($1::oid[]) WITH ORDINALITY
           AS types (oid, position) ORDER BY types.position",
    )
    .bind(types)
    .persistent(false)
    .fetch_all(&mut *connection)
    .await?;
    let sql = statement.rendered(|position| {
        let name = names.get(position).map_or("text", String::as_str);
        format!("CAST(${} AS {name})", position + 1)
    });
    Ok(Typed { sql, columns })
}

pub async fn columns(
    connection: &mut PgConnection,
    statement: &SqlStatement,
) -> Result<Vec<ResultColumn>, sqlx::Error> {
    let columns = typed(connection, statement).await?.columns.into_iter();
    let columns = columns
        .map(|(heading, of_type)| ResultColumn { heading, type_name: of_type.name().to_owned() });
    Ok(columns.collect())
}

pub async fn rows(
    connection: &mut PgConnection,
    request: Request<'_>,
    most: usize,
) -> Result<ResultTable, RowsError> {
    let Typed { sql, columns } = typed(connection, request.statement).await?;
    if columns.is_empty() {
        return Err(ShopDatabaseError::NoColumns.into());
    }
    let mut names = Vec::new();
    let mut texts = Vec::new();
    for (number, (heading, of_type)) in columns.iter().enumerate() {
        let base = base_type(of_type).name();
        if base.starts_with("BYTEA") {
            let column = heading.clone();
            return Err(ShopDatabaseError::BinaryColumn { column }.into());
        }
        // Money as text has the currency sign and the commas of the server's language.
        let value = match base {
            "MONEY" => format!("c{number}::numeric::text"),
            _ => format!("c{number}::text"),
        };
        texts.push(format!("left({value}, {})", LONGEST_TEXT + 1));
        names.push(format!("c{number}"));
    }
    // The statement may end with a comment, so the parenthesis is on a line of its own.
    let wrapped = format!(
        "SELECT {} FROM (\n{sql}\n) AS shop_rows ({}) LIMIT {}",
        texts.join(", "),
        names.join(", "),
        most.saturating_add(1)
    );
    let mut query = sqlx::query::<Postgres>(AssertSqlSafe(wrapped)).persistent(false);
    for text in request.texts() {
        query = query.bind(text);
    }
    let mut found = query.fetch_all(connection).await?;
    let has_more = found.len() > most;
    found.truncate(most);
    let rows =
        found.iter().map(|row| cells_of(row, &columns, request.zone)).collect::<Result<_, _>>()?;
    let columns = columns.into_iter();
    Ok(ResultTable {
        columns: columns
            .map(|(heading, of_type)| ResultColumn {
                heading,
                type_name: of_type.name().to_owned(),
            })
            .collect(),
        rows,
        has_more,
    })
}

fn cells_of(
    row: &PgRow,
    columns: &[(String, PgTypeInfo)],
    zone: &TimeZone,
) -> Result<Vec<Cell>, RowsError> {
    let mut cells = Vec::with_capacity(columns.len());
    for (at, (heading, of_type)) in columns.iter().enumerate() {
        let text: Option<String> = row.try_get(at)?;
        let cell = text.map_or(Cell::Empty, |text| cell_of(&text, of_type, zone));
        cells.push(checked_cell(cell, heading)?);
    }
    Ok(cells)
}

fn cell_of(text: &str, of_type: &PgTypeInfo, zone: &TimeZone) -> Cell {
    match base_type(of_type).name() {
        "INT2" | "INT4" | "INT8" | "OID" | "NUMERIC" | "FLOAT4" | "FLOAT8" | "MONEY" => {
            number_cell(text)
        }
        "DATE" => time_text::date_cell(text),
        "TIMESTAMP" => time_text::date_time_cell(text),
        "TIMESTAMPTZ" => time_text::zoned_time_cell(text, zone),
        _ => text_cell(text),
    }
}

/// The type behind a domain.
fn base_type(of_type: &PgTypeInfo) -> &PgTypeInfo {
    match of_type.kind() {
        PgTypeKind::Domain(base) => base_type(base),
        _ => of_type,
    }
}

pub async fn change(
    connection: &mut PgConnection,
    request: Request<'_>,
) -> Result<u64, sqlx::Error> {
    let Typed { sql, .. } = typed(connection, request.statement).await?;
    let mut query = sqlx::query::<Postgres>(AssertSqlSafe(sql)).persistent(false);
    for text in request.texts() {
        query = query.bind(text);
    }
    Ok(query.execute(connection).await?.rows_affected())
}

impl Request<'_> {
    fn texts(&self) -> Vec<Option<String>> {
        let write_time = |time| time_text::with_offset(time, self.zone);
        let parameters = self.statement.parameters();
        parameters.map(|parameter| self.values.text(parameter, write_time)).collect()
    }
}

pub async fn commit(
    connection: &mut PgConnection,
    database: &ShopDatabase,
) -> Result<(), CommitError> {
    let Err(error) = connection.execute("COMMIT").await else {
        return Ok(());
    };
    let found = ShopDatabaseError::of_statement(&error, database);
    let is_undone = error
        .as_database_error()
        .and_then(|error| error.try_downcast_ref::<PgDatabaseError>())
        .is_some_and(|error| is_certainly_undone_by_postgres(error.code()));
    match is_undone {
        true => Err(CommitError::Undone(found)),
        false => Err(CommitError::Unknown(found)),
    }
}

pub async fn roll_back(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    connection.execute("ROLLBACK").await.map(drop)
}
