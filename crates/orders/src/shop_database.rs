//! How a database of the shop is reached and what it is asked, as its document says.

use std::time::Duration;

use postroom_base::locale::Message;
use postroom_tables::mapping::Mapping;
use serde::{Deserialize, Serialize};

use crate::message;
use crate::sql_statement::{SqlStatement, StatementProblem};

/// The names are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShopDatabaseKind {
    #[default]
    Postgres,
    /// MySQL and MariaDB.
    MySql,
    SqliteFile,
}

impl ShopDatabaseKind {
    pub const ALL: [Self; 3] = [Self::Postgres, Self::MySql, Self::SqliteFile];

    /// 0 for a file.
    pub const fn default_port(self) -> u16 {
        match self {
            Self::Postgres => 5432,
            Self::MySql => 3306,
            Self::SqliteFile => 0,
        }
    }
}

/// The names are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TlsMode {
    /// Encrypted, and the server's certificate is checked.
    #[default]
    Verified,
    /// Encrypted, but anybody in between could pose as the server.
    Unverified,
    /// For a server on this computer or in a network that is trusted.
    Off,
}

/// How to reach a database of the shop, and what to ask it. A document of the workspace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShopDatabase {
    pub name: String,
    pub kind: ShopDatabaseKind,
    /// A host name, an address, or the folder of a Unix socket (for MySQL the socket itself).
    pub host: String,
    /// 0 for the usual one.
    pub port: u16,
    /// The name of the database, or the path of the SQLite file.
    pub database: String,
    pub user: String,
    pub tls: TlsMode,
    /// The path of a file with the certificate authority of the server, if the system does not
    /// know it.
    pub certificate: String,
    /// Returns the rows of one order. `:number` stands for the scanned number.
    pub query: String,
    /// Which column of the result is which field.
    pub mapping: Mapping,
    /// `None`: nothing is ever written.
    pub write_back: Option<WriteBackSettings>,
    /// A copy to try things with: labels of Practice and Test are written back too. Into any other
    /// database only labels of Production are.
    pub is_test: bool,
    /// How long connecting may take.
    pub connect_seconds: u16,
    /// How long one statement may take.
    pub statement_seconds: u16,
}

impl Default for ShopDatabase {
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: ShopDatabaseKind::default(),
            host: String::new(),
            port: 0,
            database: String::new(),
            user: String::new(),
            tls: TlsMode::default(),
            certificate: String::new(),
            query: String::new(),
            mapping: Mapping::default(),
            write_back: None,
            is_test: false,
            connect_seconds: 8,
            statement_seconds: 10,
        }
    }
}

/// The way back into the database. [write back] has the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WriteBackSettings {
    /// Changes the row of the order. Recommended, so that running it twice changes nothing more:
    ///
    /// ```sql
    /// UPDATE orders SET tracking = :tracking_number, shipped_at = :time
    ///  WHERE number = :number AND (tracking IS NULL OR tracking = :tracking_number)
    /// ```
    pub statement: String,
    /// Returns a row if the tracking number is in the database, for example
    /// `SELECT 1 FROM orders WHERE number = :number AND tracking = :tracking_number`. May be empty.
    pub verify_query: String,
    /// The statement may run twice for one label without harm. Then it is repeated without asking
    /// if nobody knows whether it was carried out.
    pub is_repeatable: bool,
    /// The statement may change several rows, for example those of an order's items.
    pub changes_several_rows: bool,
}

/// What is missing or wrong in the settings, before anything is connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShopDatabaseProblem {
    NameMissing,
    HostMissing,
    DatabaseMissing,
    FileMissing,
    UserMissing,
    Query(StatementProblem),
    WriteBack(StatementProblem),
    VerifyQuery(StatementProblem),
}

impl ShopDatabaseProblem {
    pub fn message(&self) -> Message {
        match self {
            Self::NameMissing => message!("shop-database-name-missing"),
            Self::HostMissing => message!("shop-database-host-missing"),
            Self::DatabaseMissing => message!("shop-database-database-missing"),
            Self::FileMissing => message!("shop-database-file-missing"),
            Self::UserMissing => message!("shop-database-user-missing"),
            Self::Query(problem) => {
                message!("shop-database-query-problem", reason = problem.message())
            }
            Self::WriteBack(problem) => {
                message!("shop-database-write-back-problem", reason = problem.message())
            }
            Self::VerifyQuery(problem) => {
                message!("shop-database-verify-problem", reason = problem.message())
            }
        }
    }
}

impl ShopDatabase {
    /// Everything that must be corrected before the connection can be used.
    pub fn problems(&self) -> Vec<ShopDatabaseProblem> {
        let is_file = self.kind == ShopDatabaseKind::SqliteFile;
        let is_missing = |text: &str| text.trim().is_empty();
        let mut problems = Vec::new();
        let mut add = |is_there: bool, problem| {
            if is_there {
                problems.push(problem);
            }
        };
        add(is_missing(&self.name), ShopDatabaseProblem::NameMissing);
        add(!is_file && is_missing(&self.host), ShopDatabaseProblem::HostMissing);
        add(!is_file && is_missing(&self.database), ShopDatabaseProblem::DatabaseMissing);
        add(is_file && is_missing(&self.database), ShopDatabaseProblem::FileMissing);
        add(!is_file && is_missing(&self.user), ShopDatabaseProblem::UserMissing);
        problems.extend(self.parsed_query().err());
        if let Some(settings) = &self.write_back {
            problems.extend(self.parsed_change(settings).err());
            problems.extend(self.parsed_verify_query(settings).err());
        }
        problems
    }

    pub fn parsed_query(&self) -> Result<SqlStatement, ShopDatabaseProblem> {
        SqlStatement::parse_query(&self.query, self.kind).map_err(ShopDatabaseProblem::Query)
    }

    pub fn parsed_change(
        &self,
        settings: &WriteBackSettings,
    ) -> Result<SqlStatement, ShopDatabaseProblem> {
        SqlStatement::parse_change(&settings.statement, self.kind)
            .map_err(ShopDatabaseProblem::WriteBack)
    }

    /// `None` if none is set up.
    pub fn parsed_verify_query(
        &self,
        settings: &WriteBackSettings,
    ) -> Result<Option<SqlStatement>, ShopDatabaseProblem> {
        if settings.verify_query.trim().is_empty() {
            return Ok(None);
        }
        SqlStatement::parse_verify_query(&settings.verify_query, self.kind)
            .map(Some)
            .map_err(ShopDatabaseProblem::VerifyQuery)
    }

    pub fn port(&self) -> u16 {
        match self.port {
            0 => self.kind.default_port(),
            port => port,
        }
    }

    /// Whether the server is reached through a Unix socket, which needs no encryption.
    pub fn is_socket(&self) -> bool {
        self.host.trim().starts_with('/')
    }

    /// Everything that decides where a computer connects, which of its files it reads, and what it
    /// asks or changes there.
    pub fn reach(&self) -> String {
        let Self { kind, host, database, user, tls, certificate, query, write_back, .. } = self;
        let reach = (kind, host, self.port(), database, user, tls, certificate, query, write_back);
        serde_json::to_string(&reach).unwrap_or_default()
    }

    /// Where the data is, for messages.
    pub fn place(&self) -> &str {
        match self.kind {
            ShopDatabaseKind::SqliteFile => &self.database,
            _ => &self.host,
        }
    }

    pub fn connect_limit(&self) -> Duration {
        Duration::from_secs(self.connect_seconds.clamp(1, 120).into())
    }

    pub fn statement_limit(&self) -> Duration {
        Duration::from_secs(self.statement_seconds.clamp(1, 600).into())
    }
}

#[cfg(test)]
mod tests;
