//! Where a workspace on PostgreSQL is, and how it is reached.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use url::Url;

use crate::base::secret::Secret;

const DEFAULT_PORT: u16 = 5432;
const DEFAULT_DATABASE: &str = "postroom";
/// How long a connection may take to open.
pub const CONNECT_LIMIT: Duration = Duration::from_secs(8);

/// How far the connection is encrypted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkspaceTls {
    /// The certificate must be valid for the name of the server.
    #[default]
    Verified,
    /// Encrypted, and the server may be anybody.
    Unverified,
    Off,
}

/// The address of a workspace on a server, without its password.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WorkspaceAddress {
    pub host: String,
    /// 0 for the usual one, 5432.
    pub port: u16,
    pub database: String,
    pub user: String,
    pub tls: WorkspaceTls,
    /// A file with the certificate of an authority that the system does not know.
    pub certificate: Option<PathBuf>,
    /// `host:port` of the server itself, where `host` is a pool of connections in transaction mode:
    /// news of other stations cannot pass through such a pool. Blank without a pool.
    pub direct: String,
}

/// Why a text is no address of a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressFault {
    #[error("it is no address; one is postgres://user@server/database")]
    NotAnAddress,
    #[error("only addresses that begin with postgres:// are known")]
    OtherScheme,
    #[error("the server is missing: postgres://user@server/database")]
    NoHost,
    #[error("the user is missing: postgres://user@server/database")]
    NoUser,
    #[error("tls is verified, unverified or off")]
    UnknownTls,
    #[error("the options are tls, certificate and direct")]
    UnknownOption,
    #[error("direct is the server and its port: direct=server:5432")]
    BadDirectAddress,
}

impl WorkspaceAddress {
    /// Reads `postgres://user:password@host:port/database?tls=unverified&certificate=FILE&direct=host:port`.
    /// `sslmode` is taken too, in the words of PostgreSQL.
    pub fn parse(text: &str) -> Result<(Self, Option<Secret>), AddressFault> {
        let url = Url::parse(text.trim()).map_err(|_| AddressFault::NotAnAddress)?;
        if !matches!(url.scheme(), "postgres" | "postgresql") {
            return Err(AddressFault::OtherScheme);
        }
        let plain = |text: &str| {
            let decoded = percent_encoding::percent_decode_str(text).decode_utf8();
            decoded.map(|text| text.into_owned()).map_err(|_| AddressFault::NotAnAddress)
        };
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(AddressFault::NoHost)?;
        let mut address = Self {
            host: plain(host)?,
            port: url.port().unwrap_or_default(),
            database: plain(url.path().trim_start_matches('/'))?,
            user: plain(url.username())?,
            ..Self::default()
        };
        if address.user.is_empty() {
            return Err(AddressFault::NoUser);
        }
        for (name, value) in url.query_pairs() {
            match name.as_ref() {
                "tls" | "sslmode" => {
                    address.tls = tls_named(&value).ok_or(AddressFault::UnknownTls)?
                }
                "certificate" | "sslrootcert" => {
                    address.certificate = Some(PathBuf::from(value.as_ref()))
                }
                "direct" => address.direct = value.into_owned(),
                _ => return Err(AddressFault::UnknownOption),
            }
        }
        if !address.direct.is_empty() && address.direct_place().is_none() {
            return Err(AddressFault::BadDirectAddress);
        }
        let password = url.password().map(plain).transpose()?.map(Secret::new);
        Ok((address, password))
    }

    pub fn port(&self) -> u16 {
        match self.port {
            0 => DEFAULT_PORT,
            port => port,
        }
    }

    pub fn database(&self) -> &str {
        match self.database.trim() {
            "" => DEFAULT_DATABASE,
            database => database,
        }
    }

    /// `bench@db.example:5432/postroom`, as it is shown.
    pub fn shown(&self) -> String {
        format!("{}@{}:{}/{}", self.user, self.host, self.port(), self.database())
    }

    /// The server and the port of `direct`.
    pub fn direct_place(&self) -> Option<(&str, u16)> {
        let (host, port) = self.direct.trim().rsplit_once(':')?;
        let host = host.trim_start_matches('[').trim_end_matches(']');
        (!host.is_empty()).then_some((host, port.parse().ok()?))
    }

    /// Options for everything that may pass through a pool: no prepared statement outlives its
    /// transaction, and nothing is set for a whole session.
    pub(super) fn options(&self, password: Option<&Secret>) -> PgConnectOptions {
        let mode = match self.tls {
            _ if self.host.starts_with('/') => PgSslMode::Disable,
            WorkspaceTls::Verified => PgSslMode::VerifyFull,
            WorkspaceTls::Unverified => PgSslMode::Require,
            WorkspaceTls::Off => PgSslMode::Disable,
        };
        let mut options = PgConnectOptions::new_without_pgpass()
            .host(self.host.trim())
            .port(self.port())
            .database(self.database())
            .username(self.user.trim())
            .password(password.map_or("", Secret::expose))
            .ssl_mode(mode)
            .statement_cache_capacity(0)
            .extra_float_digits(None)
            .application_name("Postroom");
        if let Some(certificate) = &self.certificate {
            options = options.ssl_root_cert(certificate);
        }
        sqlx::ConnectOptions::disable_statement_logging(options)
    }

    /// Options of the connection that listens for news; it reaches the server itself.
    pub(super) fn listener_options(&self, password: Option<&Secret>) -> PgConnectOptions {
        let options = self.options(password);
        match self.direct_place() {
            Some((host, port)) => options.host(host).port(port),
            None => options,
        }
    }
}

fn tls_named(name: &str) -> Option<WorkspaceTls> {
    match name {
        "verified" | "verify-full" => Some(WorkspaceTls::Verified),
        "unverified" | "require" => Some(WorkspaceTls::Unverified),
        "off" | "disable" => Some(WorkspaceTls::Off),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_with_its_password_apart() {
        let text =
            "postgres://bench:p%40ss@db.example:6432/shop?tls=unverified&direct=10.0.0.5:5432";
        let (address, password) = WorkspaceAddress::parse(text).unwrap();
        assert_eq!(address.shown(), "bench@db.example:6432/shop");
        assert_eq!(address.tls, WorkspaceTls::Unverified);
        assert_eq!(address.direct_place(), Some(("10.0.0.5", 5432)));
        assert_eq!(password.unwrap().expose(), "p@ss");
        assert!(!format!("{address:?}").contains("p@ss"));

        let (address, password) = WorkspaceAddress::parse("postgresql://ana@[::1]").unwrap();
        assert_eq!(address.shown(), "ana@[::1]:5432/postroom");
        assert_eq!((address.tls, password.is_none()), (WorkspaceTls::Verified, true));
    }

    #[test]
    fn what_is_no_address_is_named() {
        for (text, wanted) in [
            ("db.example", AddressFault::NotAnAddress),
            ("mysql://ana@db", AddressFault::OtherScheme),
            ("postgres:///shop", AddressFault::NoHost),
            ("postgres://db/shop", AddressFault::NoUser),
            ("postgres://ana@db?sslmode=prefer", AddressFault::UnknownTls),
            ("postgres://ana@db?pool=3", AddressFault::UnknownOption),
            ("postgres://ana@db?direct=here", AddressFault::BadDirectAddress),
        ] {
            assert_eq!(WorkspaceAddress::parse(text).unwrap_err(), wanted, "{text}");
        }
    }
}
