//! A test of an address, before it is used.

use std::time::Duration;

use sqlx::postgres::{PgConnection, PgListener, PgPoolOptions};

use super::format::format_of;
use super::{SharedWorkspace, WorkspaceAddress, WorkspaceFormat, address, changes, limited};
use crate::base::secret::Secret;
use crate::store::workspace::{ClaimTimes, WorkspaceError};

/// How long an announcement to oneself may take.
const HEARS_WITHIN: Duration = Duration::from_secs(3);

/// What a test of an address found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkspaceCheck {
    /// For example `PostgreSQL 15.4`.
    pub server: String,
    pub format: WorkspaceFormat,
    /// An announcement came back.
    pub hears: bool,
    /// The role has the rights of a station. Unknown without tables.
    pub may_work: Option<bool>,
    /// The role may make the tables.
    pub may_prepare: bool,
}

/// Looks at a server as a station would use it, and changes nothing.
pub async fn check_server(
    address: WorkspaceAddress,
    password: Option<Secret>,
) -> Result<WorkspaceCheck, WorkspaceError> {
    let workspace =
        SharedWorkspace::connect(address, password, String::new(), ClaimTimes::default());
    let checked = limited("test the server", async {
        let mut transaction = workspace.begin("READ ONLY").await?;
        let connection: &mut PgConnection = &mut transaction;
        let server: String = sqlx::query_scalar("SELECT current_setting('server_version')")
            .persistent(false)
            .fetch_one(&mut *connection)
            .await?;
        let may_prepare: bool =
            sqlx::query_scalar("SELECT has_database_privilege(current_database(), 'CREATE')")
                .persistent(false)
                .fetch_one(&mut *connection)
                .await?;
        let format = format_of(connection).await?;
        let may_work = match format {
            WorkspaceFormat::None => None,
            _ => Some(may_work(connection).await?),
        };
        transaction.commit().await?;
        Ok(WorkspaceCheck {
            server: format!("PostgreSQL {server}"),
            format,
            hears: false,
            may_work,
            may_prepare,
        })
    })
    .await;
    let checked = match checked {
        Ok(found) => {
            let hears = hears(&workspace).await.unwrap_or_else(|error| {
                tracing::debug!(%error, "announcements of the server do not come through");
                false
            });
            Ok(WorkspaceCheck { hears, ..found })
        }
        Err(error) => Err(error),
    };
    workspace.close().await;
    checked
}

async fn may_work(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT bool_and(has_table_privilege(t, 'SELECT') AND has_table_privilege(t, 'INSERT')
           AND has_table_privilege(t, 'UPDATE'))
         FROM unnest(ARRAY['postroom.orders', 'postroom.order_details', 'postroom.documents',
           'postroom.claims', 'postroom.stations']) AS t",
    )
    .persistent(false)
    .fetch_one(connection)
    .await
}

/// Whether an announcement that goes the way of all writes comes in where a station listens.
async fn hears(workspace: &SharedWorkspace) -> Result<bool, sqlx::Error> {
    let shared = &workspace.shared;
    let options = shared.address.listener_options(shared.password.as_ref());
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(address::CONNECT_LIMIT)
        .connect_lazy_with(options);
    let mut listener = PgListener::connect_with(&pool).await?;
    let channel = format!("{}_test", changes::CHANNEL);
    listener.listen(&channel).await?;
    sqlx::query("SELECT pg_notify($1, '')")
        .persistent(false)
        .bind(&channel)
        .execute(&shared.pool)
        .await?;
    let heard = tokio::time::timeout(HEARS_WITHIN, listener.recv()).await;
    Ok(matches!(heard, Ok(Ok(_))))
}
