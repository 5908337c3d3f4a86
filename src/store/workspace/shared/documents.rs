//! Named documents on PostgreSQL.

use sqlx::Row;
use sqlx::postgres::{PgConnection, PgRow};

use crate::store::workspace::{DocumentKind, DocumentOutcome, DocumentRow};

pub(super) async fn list(
    connection: &mut PgConnection,
    kind: DocumentKind,
) -> Result<Vec<DocumentRow>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT key, name, rank, json, revision, changed_by FROM postroom.documents WHERE kind = $1
         ORDER BY rank, lower(name COLLATE \"C\"), key COLLATE \"C\"",
    )
    .persistent(false)
    .bind(kind.code())
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| document(kind, row)).collect()
}

/// The document, locked until the end of the transaction.
async fn locked(
    connection: &mut PgConnection,
    kind: DocumentKind,
    key: &str,
) -> Result<Option<DocumentRow>, sqlx::Error> {
    let row = sqlx::query(
        "SELECT key, name, rank, json, revision, changed_by FROM postroom.documents
         WHERE kind = $1 AND key = $2 FOR UPDATE",
    )
    .persistent(false)
    .bind(kind.code())
    .bind(key)
    .fetch_optional(connection)
    .await?;
    row.map(|row| document(kind, &row)).transpose()
}

pub(super) async fn write(
    connection: &mut PgConnection,
    row: &DocumentRow,
    station: &str,
) -> Result<DocumentOutcome, sqlx::Error> {
    match locked(connection, row.kind, &row.key).await? {
        Some(now) if now.revision != row.revision => {
            return Ok(DocumentOutcome::Conflict(Box::new(now)));
        }
        None if row.revision != 0 => return Ok(DocumentOutcome::Missing),
        _ => {}
    }
    let revision = row.revision + 1;
    let written = sqlx::query(
        "INSERT INTO postroom.documents (kind, key, name, rank, json, revision, changed, changed_by)
         VALUES ($1, $2, $3, $4, $5, $6, now(), $7)
         ON CONFLICT (kind, key) DO UPDATE SET name = excluded.name, rank = excluded.rank,
           json = excluded.json, revision = excluded.revision, changed = excluded.changed,
           changed_by = excluded.changed_by
         WHERE documents.revision = $8",
    )
    .persistent(false)
    .bind(row.kind.code())
    .bind(&row.key)
    .bind(&row.name)
    .bind(row.rank)
    .bind(&row.json)
    .bind(revision)
    .bind(station)
    .bind(row.revision)
    .execute(&mut *connection)
    .await?;
    if written.rows_affected() == 1 {
        return Ok(DocumentOutcome::Written(revision));
    }
    // Another station added it between the two statements.
    match locked(connection, row.kind, &row.key).await? {
        Some(now) => Ok(DocumentOutcome::Conflict(Box::new(now))),
        None => Ok(DocumentOutcome::Missing),
    }
}

pub(super) async fn remove(
    connection: &mut PgConnection,
    kind: DocumentKind,
    key: &str,
    revision: i64,
) -> Result<DocumentOutcome, sqlx::Error> {
    match locked(connection, kind, key).await? {
        None => return Ok(DocumentOutcome::Missing),
        Some(now) if now.revision != revision => {
            return Ok(DocumentOutcome::Conflict(Box::new(now)));
        }
        Some(_) => {}
    }
    sqlx::query("DELETE FROM postroom.documents WHERE kind = $1 AND key = $2")
        .persistent(false)
        .bind(kind.code())
        .bind(key)
        .execute(connection)
        .await?;
    Ok(DocumentOutcome::Removed)
}

fn document(kind: DocumentKind, row: &PgRow) -> Result<DocumentRow, sqlx::Error> {
    Ok(DocumentRow {
        kind,
        key: row.try_get("key")?,
        name: row.try_get("name")?,
        rank: row.try_get("rank")?,
        json: row.try_get("json")?,
        revision: row.try_get("revision")?,
        changed_by: row.try_get("changed_by")?,
    })
}
