//! One open connection to a shop's database, of whatever kind. Every call ends within a time limit.
//! After an error the connection is not used again, except to undo the transaction.

use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use sqlx::Connection;
use sqlx::mysql::MySqlConnection;
use sqlx::postgres::PgConnection;
use tokio::time::timeout;

use crate::base::secret::Secret;
use crate::orders::shop_database::{ShopDatabase, ShopDatabaseKind};
use crate::orders::sql_statement::{Parameter, SqlStatement};
use crate::shop_database::error::ShopDatabaseError;
use crate::shop_database::result_table::{ResultColumn, ResultTable};
use crate::shop_database::write_back::values::WriteBackValues;
use crate::shop_database::{mysql, postgres, sqlite_file};
use crate::store::shop_file::{ShopFile, ShopFileAccess};

/// The server's own limit comes first; this is for one that no longer answers.
const GRACE: Duration = Duration::from_secs(3);
/// After this time without a word from us, the server ends a transaction and undoes it. It is
/// shorter than what the way back waits before it looks, see [`crate::shop_database::write_back::SETTLING`].
pub const IDLE_SECONDS: u64 = 20;
/// How long a polite goodbye may take.
const GOODBYE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

/// What the parameters of a statement stand for.
#[derive(Clone, Copy, Debug)]
pub enum StatementValues<'a> {
    /// Only the number.
    Number(&'a str),
    Label(&'a WriteBackValues),
}

impl StatementValues<'_> {
    pub fn text(
        &self,
        parameter: Parameter,
        time_text: impl Fn(Timestamp) -> String,
    ) -> Option<String> {
        match self {
            Self::Number(number) => (parameter == Parameter::Number).then(|| (*number).to_owned()),
            Self::Label(values) => values.text(parameter, time_text),
        }
    }
}

/// Why a commit failed.
#[derive(Debug)]
pub enum CommitError {
    /// Nothing was kept.
    Undone(ShopDatabaseError),
    /// It may have been kept.
    Unknown(ShopDatabaseError),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolledBack {
    Everything,
    /// A table of the database cannot undo changes (MyISAM).
    NotEverything,
}

enum Link {
    Postgres(Box<PgConnection>),
    MySql(Box<MySqlConnection>),
    File(ShopFile),
}

impl Link {
    async fn connect(
        database: &ShopDatabase,
        password: &str,
        access: Access,
    ) -> Result<Self, ShopDatabaseError> {
        let failed = |error: sqlx::Error| ShopDatabaseError::of_connecting(&error, database);
        Ok(match database.kind {
            ShopDatabaseKind::Postgres => {
                let connection = postgres::connect(database, password).await;
                Self::Postgres(Box::new(connection.map_err(failed)?))
            }
            ShopDatabaseKind::MySql => {
                let connection = mysql::connect(database, password).await;
                Self::MySql(Box::new(connection.map_err(failed)?))
            }
            ShopDatabaseKind::SqliteFile => {
                let access = match access {
                    Access::Read => ShopFileAccess::Read,
                    Access::Write => ShopFileAccess::Write,
                };
                let file = sqlite_file::open(database, access).await;
                Self::File(file.map_err(|error| ShopDatabaseError::of_file(error, database))?)
            }
        })
    }
}

pub struct Session<'a> {
    database: &'a ShopDatabase,
    zone: &'a TimeZone,
    link: Link,
    /// Nothing is known of its transaction any more.
    is_broken: bool,
}

impl<'a> Session<'a> {
    /// Connects. `zone` is that of this computer.
    pub async fn connect(
        database: &'a ShopDatabase,
        secret: Option<&Secret>,
        zone: &'a TimeZone,
        access: Access,
    ) -> Result<Self, ShopDatabaseError> {
        let password = secret.map_or("", Secret::expose);
        let limit = database.connect_limit();
        let connect = Link::connect(database, password, access);
        // Opening a file has a limit of its own.
        let limit = match database.kind {
            ShopDatabaseKind::SqliteFile => limit + database.statement_limit() + GRACE,
            _ => limit,
        };
        let link = timeout(limit, connect).await.map_err(|_| ShopDatabaseError::NoAnswer {
            host: database.place().to_owned(),
            seconds: limit.as_secs(),
        })??;
        Ok(Self { database, zone, link, is_broken: false })
    }

    /// The name and version of the server.
    pub async fn server_name(&mut self) -> Result<String, ShopDatabaseError> {
        let database = self.database;
        match &mut self.link {
            Link::Postgres(connection) => {
                limited(database, postgres::server_name(connection)).await
            }
            Link::MySql(connection) => limited(database, mysql::server_name(connection)).await,
            Link::File(_) => Ok(sqlite_file::server_name()),
        }
    }

    /// Begins a transaction with the limits of the settings. Nothing can be changed in one for
    /// reading.
    pub async fn begin(&mut self, access: Access) -> Result<(), ShopDatabaseError> {
        let (database, zone) = (self.database, self.zone);
        let begun = match &mut self.link {
            Link::Postgres(connection) => {
                limited(database, postgres::begin(connection, database, zone, access)).await
            }
            Link::MySql(connection) => {
                limited(database, mysql::begin(connection, database, access)).await
            }
            Link::File(file) if access == Access::Write => file
                .begin_writing()
                .await
                .map_err(|error| ShopDatabaseError::of_file(error, database)),
            Link::File(_) => Ok(()),
        };
        self.is_broken |= begun.is_err();
        begun
    }

    /// Whether another transaction can begin.
    pub fn is_usable(&self) -> bool {
        !self.is_broken
    }

    /// The columns that a statement returns, without running it. Finds out too whether the database
    /// understands it.
    pub async fn columns(
        &mut self,
        statement: &SqlStatement,
    ) -> Result<Vec<ResultColumn>, ShopDatabaseError> {
        let database = self.database;
        match &mut self.link {
            Link::Postgres(connection) => {
                limited(database, postgres::columns(connection, statement)).await
            }
            Link::MySql(connection) => {
                limited(database, mysql::columns(connection, statement)).await
            }
            Link::File(file) => sqlite_file::columns(file, statement)
                .await
                .map_err(|error| ShopDatabaseError::of_file(error, database)),
        }
    }

    /// At most `most` rows of a query.
    pub async fn rows(
        &mut self,
        statement: &SqlStatement,
        values: StatementValues<'_>,
        most: usize,
    ) -> Result<ResultTable, ShopDatabaseError> {
        let (database, zone) = (self.database, self.zone);
        match &mut self.link {
            Link::Postgres(connection) => {
                let request = postgres::Request { statement, values, zone };
                limited_rows(database, postgres::rows(connection, request, most)).await
            }
            Link::MySql(connection) => {
                limited_rows(database, mysql::rows(connection, statement, values, most)).await
            }
            Link::File(file) => sqlite_file::rows(file, statement, values, zone, most)
                .await
                .map_err(|error| error.in_database(database)),
        }
    }

    /// Runs a statement that changes rows, and returns how many rows it found to change.
    pub async fn change(
        &mut self,
        statement: &SqlStatement,
        values: StatementValues<'_>,
    ) -> Result<u64, ShopDatabaseError> {
        let (database, zone) = (self.database, self.zone);
        let changed = match &mut self.link {
            Link::Postgres(connection) => {
                let request = postgres::Request { statement, values, zone };
                limited(database, postgres::change(connection, request)).await
            }
            Link::MySql(connection) => {
                limited(database, mysql::change(connection, statement, values)).await
            }
            Link::File(file) => sqlite_file::change(file, statement, values, zone)
                .await
                .map_err(|error| ShopDatabaseError::of_file(error, database)),
        };
        let is_lost = |error: &ShopDatabaseError| error.is_connection_lost();
        self.is_broken |= changed.as_ref().is_err_and(is_lost);
        changed
    }

    /// Whether a statement that got no answer may have been kept although its transaction was never
    /// committed: some tables of MySQL have no transactions, and a file that hangs tells nothing.
    pub fn may_keep_uncommitted(&self) -> bool {
        !matches!(self.link, Link::Postgres(_))
    }

    pub async fn commit(&mut self) -> Result<(), CommitError> {
        let database = self.database;
        let limit = database.statement_limit() + GRACE;
        let committed = match &mut self.link {
            Link::Postgres(connection) => {
                timeout(limit, postgres::commit(connection, database)).await
            }
            Link::MySql(connection) => timeout(limit, mysql::commit(connection, database)).await,
            Link::File(file) => Ok(sqlite_file::commit(file, database).await),
        };
        let committed = committed.unwrap_or_else(|_| {
            let error = ShopDatabaseError::no_answer(database);
            Err(CommitError::Unknown(error))
        });
        self.is_broken |= committed.is_err();
        committed
    }

    pub async fn roll_back(&mut self) -> Result<RolledBack, ShopDatabaseError> {
        let database = self.database;
        let rolled_back = match &mut self.link {
            Link::Postgres(connection) => limited(database, postgres::roll_back(connection))
                .await
                .map(|()| RolledBack::Everything),
            Link::MySql(connection) => limited(database, mysql::roll_back(connection)).await,
            Link::File(file) => {
                let rolled_back = file.roll_back().await;
                rolled_back
                    .map(|()| RolledBack::Everything)
                    .map_err(|error| ShopDatabaseError::of_file(error, database))
            }
        };
        self.is_broken |= rolled_back.is_err();
        rolled_back
    }

    /// Says goodbye, so that the server frees the connection at once.
    pub async fn close(self) {
        // A server that does not answer notices that the connection is gone.
        let _ = match self.link {
            Link::Postgres(connection) => timeout(GOODBYE, connection.close()).await,
            Link::MySql(connection) => timeout(GOODBYE, connection.close()).await,
            Link::File(_) => return,
        };
    }
}

async fn limited<T>(
    database: &ShopDatabase,
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, ShopDatabaseError> {
    limited_rows(database, async { work.await.map_err(RowsError::Sql) }).await
}

async fn limited_rows<T>(
    database: &ShopDatabase,
    work: impl Future<Output = Result<T, RowsError>>,
) -> Result<T, ShopDatabaseError> {
    match timeout(database.statement_limit() + GRACE, work).await {
        Ok(done) => done.map_err(|error| error.in_database(database)),
        Err(_) => Err(ShopDatabaseError::no_answer(database)),
    }
}

/// Why rows could not be read: the database failed, or what it returned is of no use.
#[derive(Debug)]
pub enum RowsError {
    Sql(sqlx::Error),
    File(crate::store::shop_file::ShopFileError),
    Refused(ShopDatabaseError),
}

impl RowsError {
    fn in_database(self, database: &ShopDatabase) -> ShopDatabaseError {
        match self {
            Self::Sql(error) => ShopDatabaseError::of_statement(&error, database),
            Self::File(error) => ShopDatabaseError::of_file(error, database),
            Self::Refused(error) => error,
        }
    }
}

impl From<sqlx::Error> for RowsError {
    fn from(error: sqlx::Error) -> Self {
        Self::Sql(error)
    }
}

impl From<ShopDatabaseError> for RowsError {
    fn from(error: ShopDatabaseError) -> Self {
        Self::Refused(error)
    }
}
