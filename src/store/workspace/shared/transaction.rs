//! A transaction that always ends. The one of the library trusts that its beginning is awaited to the
//! end: where a call is given up meanwhile, the connection goes back to the pool inside a transaction
//! that nobody ends, and whoever gets it next is refused.

use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnection, PgPool};
use sqlx::{AssertSqlSafe, Executor, Postgres};
use tokio::runtime::Handle;

use super::CONNECTIONS;

/// After this time the server ends a statement, or one that waits for another station.
pub const STATEMENT_LIMIT: Duration = Duration::from_secs(20);
pub const LOCK_LIMIT: Duration = Duration::from_secs(5);
/// The server ends a transaction of which it heard nothing for this long.
const IDLE_LIMIT: Duration = Duration::from_secs(30);
/// A connection that does not answer a rollback within this time is closed, so that it does not keep
/// its place in the pool.
const ROLLBACK_LIMIT: Duration = Duration::from_secs(5);

/// A connection inside a transaction. Where it is dropped without [`Self::commit`], whatever the
/// reason, the transaction is rolled back before anybody else gets the connection.
pub struct WorkspaceTransaction {
    /// `None` once it is committed.
    connection: Option<PoolConnection<Postgres>>,
}

impl WorkspaceTransaction {
    /// Begins one with its limits, which end with it. What it commits is on the disk of the server:
    /// a claim that was lost with a power cut would let another station buy the order.
    pub async fn begin(pool: &PgPool, mode: &str) -> Result<Self, sqlx::Error> {
        let begin = format!(
            "BEGIN {mode}; SET LOCAL statement_timeout = {}; SET LOCAL lock_timeout = {};
             SET LOCAL idle_in_transaction_session_timeout = {};
             SELECT set_config('synchronous_commit', 'local', true)
               WHERE current_setting('synchronous_commit') = 'off'",
            STATEMENT_LIMIT.as_millis(),
            LOCK_LIMIT.as_millis(),
            IDLE_LIMIT.as_millis(),
        );
        let mut dead = 0;
        loop {
            let mut begun = Self { connection: Some(pool.acquire().await?) };
            let begin = sqlx::raw_sql(AssertSqlSafe(begin.clone()));
            match begin.execute(begun.connection()?).await {
                Ok(_) => return Ok(begun),
                // The server ended it while nobody used it, and nothing was done over it.
                Err(error) if dead < CONNECTIONS && is_ended(&error) => {
                    drop(begun.connection.take().map(PoolConnection::detach));
                    dead += 1;
                }
                Err(error) => return Err(error),
            }
        }
    }

    pub fn connection(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        let connection = self.connection.as_deref_mut();
        connection.ok_or(sqlx::Error::PoolClosed)
    }

    pub async fn commit(mut self) -> Result<(), sqlx::Error> {
        self.connection()?.execute("COMMIT").await?;
        self.connection = None;
        Ok(())
    }
}

/// Whether the connection is no more, by itself or by the server's word (classes 08 and 57P).
fn is_ended(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    let is_told = code.is_some_and(|code| code.starts_with("08") || code.starts_with("57P"));
    is_told || matches!(error, sqlx::Error::Io(_))
}

impl Drop for WorkspaceTransaction {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else {
            return;
        };
        let Ok(runtime) = Handle::try_current() else {
            // Its socket is closed at once; giving it back to the pool needs a runtime.
            drop(connection.detach());
            return;
        };
        runtime.spawn(RollingBack(Some(connection)).run());
    }
}

/// Closes its connection, which ends the transaction too, unless it was taken out.
struct RollingBack(Option<PoolConnection<Postgres>>);

impl RollingBack {
    async fn run(mut self) {
        let Some(connection) = &mut self.0 else {
            return;
        };
        let rolled_back = connection.execute("ROLLBACK");
        let rolled_back = tokio::time::timeout(ROLLBACK_LIMIT, rolled_back).await;
        if matches!(rolled_back, Ok(Ok(_))) {
            self.0 = None;
        }
    }
}

impl Drop for RollingBack {
    fn drop(&mut self) {
        if let Some(connection) = &mut self.0 {
            connection.close_on_drop();
        }
    }
}
