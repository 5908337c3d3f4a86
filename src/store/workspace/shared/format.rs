//! Making the tables, moving them forward, and finding out of which version they are.

use sqlx::postgres::PgConnection;
use sqlx::{Executor, Row};

use super::schema;

/// What the tables of a database are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkspaceFormat {
    /// There are none: an empty database, or one of other programs.
    None,
    /// Of an older version; [`super::SharedWorkspace::prepare`] moves them forward.
    Older(i32),
    Current,
    /// Of a newer version; whether this one may still write.
    Newer {
        version: i32,
        may_write: bool,
    },
}

/// The steps that this version knows.
pub(super) fn known_steps() -> i32 {
    i32::try_from(schema::STEPS.len()).unwrap_or(i32::MAX)
}

/// The key of the lock under which tables are made, known to no other program.
const MAKING_TABLES: i64 = 0x506f_7374_726f_6f6d;

pub(super) async fn make_tables(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .persistent(false)
        .bind(MAKING_TABLES)
        .execute(&mut *connection)
        .await?;
    if !has_tables(connection).await? {
        connection.execute(schema::BEGINNING).await?;
    }
    let (version, _) = versions(connection).await?;
    let known = usize::try_from(version).unwrap_or_default();
    for (step, number) in schema::STEPS.iter().zip(1_i32..).skip(known) {
        connection.execute(step.sql).await?;
        sqlx::query("UPDATE postroom.format SET version = $1, oldest_writer = $2")
            .persistent(false)
            .bind(number)
            .bind(step.oldest_writer)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

pub(super) async fn format_of(
    connection: &mut PgConnection,
) -> Result<WorkspaceFormat, sqlx::Error> {
    if !has_tables(connection).await? {
        return Ok(WorkspaceFormat::None);
    }
    let (version, oldest_writer) = versions(connection).await?;
    let known = known_steps();
    Ok(match version {
        0 => WorkspaceFormat::None,
        version if version < known => WorkspaceFormat::Older(version),
        version if version == known => WorkspaceFormat::Current,
        version => WorkspaceFormat::Newer { version, may_write: oldest_writer <= known },
    })
}

async fn has_tables(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT to_regclass('postroom.format') IS NOT NULL")
        .persistent(false)
        .fetch_one(connection)
        .await
}

/// The number of steps that the tables have, and those that a station must know to write.
pub(super) async fn versions(connection: &mut PgConnection) -> Result<(i32, i32), sqlx::Error> {
    // Without parameters, one exchange with the server is enough; this precedes every write.
    let row = sqlx::raw_sql("SELECT version, oldest_writer FROM postroom.format")
        .fetch_optional(connection)
        .await?;
    match row {
        Some(row) => Ok((row.try_get(0)?, row.try_get(1)?)),
        None => Err(sqlx::Error::Configuration(
            "postroom.format has no row, so it does not say which version made the tables".into(),
        )),
    }
}
