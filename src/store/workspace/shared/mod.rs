//! The workspace of several stations, on a PostgreSQL server.
//!
//! Every call is one transaction of a few statements and is closed before it returns; none is open
//! while a label is bought. Nothing is kept in a session of the server: limits are set for the
//! transaction, and no statement is prepared for longer, so a pool in transaction mode can stand
//! between. Notifications are hints, and whoever gets one reads the tables.

mod address;
mod changes;
mod check;
mod claims;
mod documents;
mod error;
mod format;
mod order_writes;
mod orders;
mod schema;
mod seen;
mod transaction;
mod words;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgConnection, PgPool, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection, Executor};

pub use address::{AddressFault, WorkspaceAddress, WorkspaceTls};
pub use addresses::{AddressOutcome, AddressWrite, SharedAddress, SharedAddressPage};
use changes::Told;
pub use changes::{WorkspaceChange, WorkspaceNews};
pub use check::{WorkspaceCheck, check_server};
pub use error::ServerFault;
pub use format::WorkspaceFormat;
use format::{format_of, known_steps, make_tables, versions};
use order_writes::Writer;
pub use reports::{MissingReports, OwedReport, PurchaseWithoutOrder, ReportLook};
use seen::SeenWorkspaces;
use transaction::{LOCK_LIMIT, STATEMENT_LIMIT};

use super::{
    ClaimTimes, DocumentKind, DocumentOutcome, DocumentRow, LapsedClaim, OrderClaim, OrderPage,
    OrderQuery, OrderRow, OrderWrite, Workspace, WorkspaceAuthor, WorkspaceError, WorkspaceFuture,
    WriteOutcome,
};
use crate::base::id::{OrderId, TransactionId};
use crate::base::secret::Secret;

/// Connections of one station. Most calls take a few milliseconds, and a hundred stations must not
/// use up the server.
const CONNECTIONS: u32 = 4;
/// A connection that was not used for this long is tested first.
const TESTED_AFTER: Duration = Duration::from_secs(2);
/// How often a transaction that met another one is tried again at once.
const TRIES: u64 = 4;

/// Runs `$job` in a transaction that changes nothing.
macro_rules! read {
    ($me:expr, $attempted:literal, $connection:ident => $job:expr) => {
        limited($attempted, async {
            let mut transaction =
                $crate::store::workspace::shared::transaction::WorkspaceTransaction::begin(
                    &$me.shared.pool,
                    "READ ONLY",
                )
                .await?;
            let $connection: &mut PgConnection = transaction.connection()?;
            let result = $job.await?;
            transaction.commit().await?;
            Ok(result)
        })
        .await
    };
}

/// Runs `$job` in one transaction, again from its beginning if it met another station.
macro_rules! write {
    ($me:expr, $attempted:literal, $connection:ident => $job:expr) => {{
        let mut tries = 1;
        loop {
            let tried = limited($attempted, async {
                let mut transaction =
                    $crate::store::workspace::shared::transaction::WorkspaceTransaction::begin(
                        &$me.shared.pool,
                        "READ WRITE",
                    )
                    .await?;
                let $connection: &mut PgConnection = transaction.connection()?;
                let result = $job.await?;
                transaction.commit().await?;
                Ok(result)
            })
            .await;
            let is_busy = tried.as_ref().is_err_and(WorkspaceError::is_busy);
            if !is_busy || tries == TRIES {
                break tried;
            }
            tokio::time::sleep(Duration::from_millis(20 * tries)).await;
            tries += 1;
        }
    }};
}

// Below the macros that they use.
mod addresses;
mod reports;

/// Handle to a workspace on a server. Clones share the connections.
#[derive(Clone, Debug)]
pub struct SharedWorkspace {
    shared: Arc<Shared>,
    author: WorkspaceAuthor,
    /// What this computer has seen of the purchases of all stations.
    seen: Arc<SeenWorkspaces>,
}

#[derive(Debug)]
struct Shared {
    pool: PgPool,
    address: WorkspaceAddress,
    password: Option<Secret>,
    /// The name of this computer, which claims are made in.
    station: String,
    times: ClaimTimes,
    /// The tables are of a newer version, which this one must not write.
    reads_only: AtomicBool,
}

impl SharedWorkspace {
    /// Connects and checks the tables. Needs a runtime of tokio, which the connections belong to.
    ///
    /// # Errors
    /// [`ServerFault::NotPrepared`] and [`ServerFault::Older`] where [`Self::prepare`] has to come
    /// first. Tables of a newer version are opened, for reading only if it says so.
    pub async fn open(
        address: WorkspaceAddress,
        password: Option<Secret>,
        station: String,
        times: ClaimTimes,
    ) -> Result<Self, WorkspaceError> {
        let workspace = Self::connect(address, password, station, times);
        workspace.check_certificate().await?;
        let format = workspace.format().await?;
        let fault = match format {
            WorkspaceFormat::None => Some(ServerFault::NotPrepared),
            WorkspaceFormat::Older(version) => Some(ServerFault::Older { version }),
            WorkspaceFormat::Current => None,
            WorkspaceFormat::Newer { may_write, .. } => {
                workspace.shared.reads_only.store(!may_write, Ordering::Relaxed);
                None
            }
        };
        match fault {
            Some(fault) => Err(WorkspaceError::Server { attempted: "open the workspace", fault }),
            None => workspace.check_rights().await.map(|()| workspace),
        }
    }

    fn connect(
        address: WorkspaceAddress,
        password: Option<Secret>,
        station: String,
        times: ClaimTimes,
    ) -> Self {
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(address::CONNECT_LIMIT)
            .idle_timeout(Duration::from_secs(300))
            // A connection that worked a moment ago is not tested again for every call.
            .test_before_acquire(false)
            .before_acquire(|connection, metadata| {
                Box::pin(async move {
                    if metadata.idle_for > TESTED_AFTER {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
            .connect_lazy_with(address.options(password.as_ref()));
        let author = WorkspaceAuthor::new(&station);
        Self {
            shared: Arc::new(Shared {
                pool,
                address,
                password,
                station,
                times,
                reads_only: AtomicBool::new(false),
            }),
            author,
            seen: Arc::default(),
        }
    }

    /// What is written from now on is signed by this author.
    pub fn signed_by(self, author: WorkspaceAuthor) -> Self {
        Self { author, ..self }
    }

    /// Keeps in this file what is seen of the purchases of all stations, so that a database that went back
    /// is noticed after a restart too.
    pub async fn remembering(self, file: PathBuf) -> Self {
        Self { seen: Arc::new(SeenWorkspaces::kept_in(file).await), ..self }
    }

    /// Looks what the tables of the database are, and changes nothing.
    pub async fn format_at(
        address: WorkspaceAddress,
        password: Option<Secret>,
    ) -> Result<WorkspaceFormat, WorkspaceError> {
        let workspace = Self::connect(address, password, String::new(), ClaimTimes::default());
        let format = workspace.format().await;
        workspace.close().await;
        format
    }

    /// Makes the tables, or moves them forward to this version, in one transaction. Nothing happens
    /// where they are there. The role needs the right to create in the database; those of the
    /// stations need only the rights that [`Self::grant`] gives.
    pub async fn prepare(
        address: WorkspaceAddress,
        password: Option<Secret>,
    ) -> Result<(), WorkspaceError> {
        let workspace = Self::connect(address, password, String::new(), ClaimTimes::default());
        workspace.check_certificate().await?;
        let prepared = write!(workspace, "make the tables", connection => make_tables(connection));
        workspace.close().await;
        prepared
    }

    /// Gives a role what a station needs, and no more.
    pub async fn grant(
        address: WorkspaceAddress,
        password: Option<Secret>,
        role: &str,
    ) -> Result<(), WorkspaceError> {
        let workspace = Self::connect(address, password, String::new(), ClaimTimes::default());
        let role = format!("\"{}\"", role.replace('"', "\"\""));
        let statement = format!(
            "GRANT USAGE ON SCHEMA postroom TO {role};
             GRANT SELECT, INSERT, UPDATE, DELETE ON postroom.orders, postroom.order_details,
               postroom.documents, postroom.claims TO {role};
             GRANT SELECT, INSERT, UPDATE ON postroom.stations, postroom.addresses,
               postroom.address_sequence TO {role};
             GRANT SELECT ON postroom.format TO {role};"
        );
        let granted = write!(workspace, "grant rights", connection => async {
            let statement = AssertSqlSafe(statement.clone());
            connection.execute(statement).await.map(drop)
        });
        workspace.close().await;
        granted
    }

    pub async fn format(&self) -> Result<WorkspaceFormat, WorkspaceError> {
        read!(self, "look at the tables", connection => format_of(connection))
    }

    pub fn address(&self) -> &WorkspaceAddress {
        &self.shared.address
    }

    /// Whether this version of the program must not write.
    pub fn reads_only(&self) -> bool {
        self.shared.reads_only.load(Ordering::Relaxed)
    }

    /// Says goodbye to the server. One that does not answer is left without.
    pub async fn close(&self) {
        let closed = tokio::time::timeout(address::CONNECT_LIMIT, self.shared.pool.close());
        if closed.await.is_err() {
            tracing::debug!("the server does not answer a goodbye");
        }
    }

    /// News of other stations, for as long as the receiver is kept.
    pub fn news(&self) -> WorkspaceNews {
        changes::listen(&self.shared)
    }

    /// How what is written now is signed.
    pub fn signed(&self) -> String {
        self.author.signed()
    }

    fn station(&self) -> &str {
        &self.shared.station
    }

    /// Tells the other stations, when the transaction is committed.
    async fn tell(&self, connection: &mut PgConnection, told: Told) -> Result<(), sqlx::Error> {
        // Without parameters, one exchange with the server is enough.
        let message = told.message(self.station()).replace('\'', "''");
        let notify = format!("SELECT pg_notify('{}', '{message}')", changes::CHANNEL);
        let notify = sqlx::raw_sql(AssertSqlSafe(notify));
        notify.execute(connection).await.map(drop)
    }

    /// Who writes: this computer, and how it signs.
    fn writer<'a>(&'a self, author: &'a str) -> Writer<'a> {
        Writer { station: self.station(), author }
    }

    /// Fails where the tables have become those of a newer version that forbids this one to write.
    async fn check_writable(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let (version, oldest_writer) = versions(connection).await?;
        if oldest_writer <= known_steps() {
            return Ok(());
        }
        self.shared.reads_only.store(true, Ordering::Relaxed);
        Err(sqlx::Error::Configuration(Box::new(NewerTables { version })))
    }
}

/// The tables are of a newer version that forbids this one to write.
#[derive(Debug, thiserror::Error)]
#[error("the tables are of version {version}")]
struct NewerTables {
    version: i32,
}

/// Ends a call that the server leaves without an answer, and names what failed.
async fn limited<T>(
    attempted: &'static str,
    run: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, WorkspaceError> {
    let limit = address::CONNECT_LIMIT + STATEMENT_LIMIT + LOCK_LIMIT;
    let run = tokio::time::timeout(limit, run).await.unwrap_or(Err(sqlx::Error::PoolTimedOut));
    run.map_err(|error| {
        let fault = ServerFault::from_error(&error);
        tracing::warn!(attempted, ?fault, "a call of the workspace's server failed");
        WorkspaceError::Server { attempted, fault }
    })
}

impl Workspace for SharedWorkspace {
    fn orders(&self, query: OrderQuery) -> WorkspaceFuture<'_, OrderPage> {
        Box::pin(async move {
            read!(self, "list orders", connection => orders::page(connection, &query))
        })
    }

    fn order_ids(&self, query: OrderQuery) -> WorkspaceFuture<'_, Vec<OrderId>> {
        Box::pin(async move {
            read!(self, "list order keys", connection => orders::ids(connection, &query))
        })
    }

    fn orders_by_id(&self, ids: Vec<OrderId>) -> WorkspaceFuture<'_, Vec<OrderRow>> {
        Box::pin(async move {
            read!(self, "read orders", connection => orders::by_id(connection, &ids))
        })
    }

    fn orders_by_number(
        &self,
        source: Option<String>,
        numbers: Vec<String>,
    ) -> WorkspaceFuture<'_, Vec<OrderRow>> {
        Box::pin(async move {
            let source = source.as_deref();
            read!(self, "look up orders by number", connection => {
                orders::by_number(connection, source, &numbers)
            })
        })
    }

    fn write_orders(&self, writes: Vec<OrderWrite>) -> WorkspaceFuture<'_, Vec<WriteOutcome>> {
        Box::pin(async move {
            let author = self.author.signed();
            let mut apart = false;
            loop {
                let written = write!(self, "write orders", connection => async {
                    self.check_writable(connection).await?;
                    let by = self.writer(&author);
                    let outcomes = match apart {
                        false => order_writes::write(connection, &writes, by).await?,
                        true => order_writes::write_apart(connection, &writes, by).await?,
                    };
                    self.tell(connection, Told::Orders).await?;
                    Ok::<_, sqlx::Error>(outcomes)
                });
                match written {
                    // One of them is refused: which one is found out at the second try.
                    Err(error) if error.is_refusal() && !apart => apart = true,
                    written => return written,
                }
            }
        })
    }

    fn remove_orders(&self, orders: Vec<(OrderId, i64)>) -> WorkspaceFuture<'_, Vec<WriteOutcome>> {
        Box::pin(async move {
            write!(self, "remove orders", connection => async {
                self.check_writable(connection).await?;
                let outcomes = order_writes::remove(connection, &orders).await?;
                self.tell(connection, Told::Orders).await?;
                Ok::<_, sqlx::Error>(outcomes)
            })
        })
    }

    fn claim_orders(&self, claims: Vec<OrderClaim>) -> WorkspaceFuture<'_, Vec<WriteOutcome>> {
        Box::pin(async move {
            let (times, author) = (self.shared.times, self.author.signed());
            let claimed = write!(self, "claim orders", connection => async {
                self.check_writable(connection).await?;
                let by = self.writer(&author);
                let claimed = claims::claim(connection, &claims, by, times, &self.seen).await?;
                self.tell(connection, Told::Orders).await?;
                Ok::<_, sqlx::Error>(claimed)
            });
            self.counted(claimed).await
        })
    }

    fn hold_claims(&self, transactions: Vec<TransactionId>) -> WorkspaceFuture<'_, Vec<bool>> {
        Box::pin(async move {
            let lease = self.shared.times.lease;
            write!(self, "renew the lease", connection => {
                claims::hold(connection, &transactions, self.station(), lease)
            })
        })
    }

    fn own_claims(&self) -> WorkspaceFuture<'_, Vec<(OrderId, TransactionId)>> {
        Box::pin(async move {
            read!(self, "list claims", connection => claims::own(connection, self.station()))
        })
    }

    fn end_claims(&self, transactions: Vec<TransactionId>) -> WorkspaceFuture<'_, ()> {
        Box::pin(async move {
            let times = self.shared.times;
            write!(self, "end claims", connection => async {
                self.check_writable(connection).await?;
                claims::end(connection, &transactions, self.station(), times).await
            })
        })
    }

    fn lapsed_claims(&self) -> WorkspaceFuture<'_, Vec<LapsedClaim>> {
        Box::pin(async move {
            let times = self.shared.times;
            write!(self, "look for lapsed claims", connection => async {
                self.check_writable(connection).await?;
                let lapsed = claims::lapsed(connection, self.station(), times).await?;
                if lapsed.iter().any(|claim| !claim.may_be_taken) {
                    self.tell(connection, Told::Wanted).await?;
                }
                Ok::<_, sqlx::Error>(lapsed)
            })
        })
    }

    fn take_over_claim(
        &self,
        claim: LapsedClaim,
        write: OrderWrite,
    ) -> WorkspaceFuture<'_, WriteOutcome> {
        Box::pin(async move {
            let (times, author) = (self.shared.times, self.author.signed());
            let taken = write!(self, "take over a claim", connection => async {
                self.check_writable(connection).await?;
                let by = self.writer(&author);
                let (claim, seen) = (&claim, &*self.seen);
                let taken = claims::take_over(connection, claim, &write, by, times, seen).await?;
                self.tell(connection, Told::Orders).await?;
                Ok::<_, sqlx::Error>(taken)
            });
            self.counted(taken).await
        })
    }

    fn documents(&self, kind: DocumentKind) -> WorkspaceFuture<'_, Vec<DocumentRow>> {
        Box::pin(async move {
            read!(self, "list documents", connection => documents::list(connection, kind))
        })
    }

    fn write_document(&self, row: DocumentRow) -> WorkspaceFuture<'_, DocumentOutcome> {
        Box::pin(async move {
            let author = self.author.signed();
            write!(self, "write a document", connection => async {
                self.check_writable(connection).await?;
                let outcome = documents::write(connection, &row, &author).await?;
                // What a station printed last is of no use to the others.
                if row.kind != DocumentKind::PrintRun {
                    self.tell(connection, Told::Documents).await?;
                }
                Ok::<_, sqlx::Error>(outcome)
            })
        })
    }

    fn remove_document(
        &self,
        kind: DocumentKind,
        key: String,
        revision: i64,
    ) -> WorkspaceFuture<'_, DocumentOutcome> {
        Box::pin(async move {
            write!(self, "remove a document", connection => async {
                self.check_writable(connection).await?;
                let outcome = documents::remove(connection, kind, &key, revision).await?;
                self.tell(connection, Told::Documents).await?;
                Ok::<_, sqlx::Error>(outcome)
            })
        })
    }
}
