//! A test of an address, before it is used.

use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use sqlx::postgres::PgConnection;

use super::format::format_of;
use super::transaction::WorkspaceTransaction;
use super::{ServerFault, SharedWorkspace, WorkspaceAddress, WorkspaceFormat, changes, limited};
use crate::base::secret::Secret;
use crate::base::{read_limited, tls};
use crate::store::workspace::{ClaimTimes, WorkspaceError};
use crate::text;

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
    workspace.check_certificate().await?;
    let checked = limited("test the server", async {
        let mut transaction =
            WorkspaceTransaction::begin(&workspace.shared.pool, "READ ONLY").await?;
        let connection = transaction.connection()?;
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
            let listener = changes::listener(&workspace.shared, HEARS_WITHIN).await;
            if let Err(error) = &listener {
                tracing::debug!(%error, "announcements of the server do not come through");
            }
            let hears = matches!(listener, Ok(Some(_)));
            Ok(WorkspaceCheck { hears, ..found })
        }
        Err(error) => Err(error),
    };
    workspace.close().await;
    checked
}

/// How many certificates the file has. One without any trusts nobody, which looks like a server that
/// nobody knows.
fn certificates(path: &Path) -> io::Result<usize> {
    let bytes = read_limited::read_file(path, tls::LARGEST_CERTIFICATES)?;
    Ok(CertificateDer::pem_slice_iter(&bytes).filter(Result::is_ok).count())
}

impl SharedWorkspace {
    /// Fails where the file with the certificate of the authority cannot be read. A connection would
    /// say only that something is not there.
    pub(super) async fn check_certificate(&self) -> Result<(), WorkspaceError> {
        let Some(file) = self.shared.address.certificate.clone() else {
            return Ok(());
        };
        let path = file.clone();
        let read = tokio::task::spawn_blocking(move || certificates(&path)).await;
        let reason = match read {
            Ok(Err(error)) => error.to_string(),
            Ok(Ok(0)) => text!("errors-tls-no-certificate").to_owned(),
            _ => return Ok(()),
        };
        let fault = ServerFault::CertificateNotRead { file: file.display().to_string(), reason };
        Err(failed("read the certificate", fault))
    }

    /// Fails where the role lacks a right that a station needs. Without this, an order could be
    /// claimed and bought, and its label not be written.
    pub(super) async fn check_rights(&self) -> Result<(), WorkspaceError> {
        if self.reads_only() {
            return Ok(());
        }
        let missing = limited("look at the rights", async {
            let mut transaction =
                WorkspaceTransaction::begin(&self.shared.pool, "READ ONLY").await?;
            let missing = missing_rights(transaction.connection()?, TABLES_OF_ORDERS).await?;
            transaction.commit().await?;
            Ok(missing)
        });
        match missing.await? {
            None => Ok(()),
            Some(missing) => Err(failed("look at the rights", ServerFault::NotAllowed(missing))),
        }
    }

    /// Looks whether the workspace can still be used. Returns the version of its tables if this one
    /// may only read them.
    pub async fn check_still_usable(&self) -> Result<Option<i32>, WorkspaceError> {
        let fault = match self.format().await? {
            WorkspaceFormat::Newer { version, may_write } => {
                self.shared.reads_only.store(!may_write, Ordering::Relaxed);
                if !may_write {
                    return Ok(Some(version));
                }
                None
            }
            WorkspaceFormat::Current => None,
            WorkspaceFormat::None => Some(ServerFault::NotPrepared),
            WorkspaceFormat::Older(version) => Some(ServerFault::Older { version }),
        };
        match fault {
            Some(fault) => Err(failed("look at the tables", fault)),
            None => self.check_rights().await.map(|()| None),
        }
    }
}

fn failed(attempted: &'static str, fault: ServerFault) -> WorkspaceError {
    WorkspaceError::Server { attempted, fault }
}

/// What orders are bought with. A role that may not use it all can do nothing.
const TABLES_OF_ORDERS: &[&str] = &[
    "postroom.orders",
    "postroom.order_details",
    "postroom.documents",
    "postroom.claims",
    "postroom.stations",
];
const TABLES_OF_ADDRESSES: &[&str] = &["postroom.addresses", "postroom.address_sequence"];

async fn may_work(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let tables = [TABLES_OF_ORDERS, TABLES_OF_ADDRESSES].concat();
    let missing = missing_rights(connection, &tables).await?;
    Ok(missing.is_none())
}

/// The rights of a station on these tables that the role lacks, such as `DELETE ON postroom.claims`.
async fn missing_rights(
    connection: &mut PgConnection,
    tables: &[&str],
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar(
        // Tables of an older version lack some.
        "SELECT string_agg(r || ' ON ' || t, ', ' ORDER BY t, r)
         FROM unnest($1::text[]) AS t,
           unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS r
         WHERE to_regclass(t) IS NOT NULL AND NOT has_table_privilege(t, r)
           AND (r <> 'DELETE' OR t NOT IN ('postroom.stations', 'postroom.addresses',
             'postroom.address_sequence'))",
    )
    .persistent(false)
    .bind(tables)
    .fetch_one(connection)
    .await
}
