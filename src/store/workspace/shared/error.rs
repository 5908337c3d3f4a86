//! Why the server of a workspace did not do what it was asked.

use sqlx::postgres::PgDatabaseError;

use super::reports::ReportsMissing;
use super::{MissingReports, NewerTables};
use crate::base::locale::Message;
use crate::base::tls::TlsFault;
use crate::message;

/// What is wrong with a server, as far as its answer tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerFault {
    /// No connection, or it was lost, or the server is starting or ending.
    Away,
    WrongPassword,
    /// The password rests on this computer and could not be read.
    PasswordNotRead(String),
    NotTrusted(TlsFault),
    /// The file with the certificate of the server's authority.
    CertificateNotRead {
        file: String,
        reason: String,
    },
    NoDatabase,
    /// The role may not do this. With what the server says.
    NotAllowed(String),
    /// The server has no room left.
    Full,
    /// Another station held the row for too long.
    Busy,
    /// The database has no tables of Postroom.
    NotPrepared,
    /// The tables are of an older version of Postroom.
    Older {
        version: i32,
    },
    /// The tables are of a newer version of Postroom; this one may only read.
    Newer {
        version: i32,
    },
    /// The database was put back to an older copy, and these stations have not reported what they bought
    /// since.
    ReportsMissing(MissingReports),
    /// The server does not take a value that it was given. With what it says.
    Refused(String),
    /// Anything else, with what the server says.
    Other(String),
}

impl ServerFault {
    pub fn from_error(error: &sqlx::Error) -> Self {
        match error {
            sqlx::Error::Database(error) => {
                Self::of_code(error.try_downcast_ref(), error.message())
            }
            sqlx::Error::Tls(inner) => {
                let fault = TlsFault::of_certificate(inner.as_ref());
                Self::NotTrusted(fault.unwrap_or(TlsFault::NotEncrypted))
            }
            sqlx::Error::Io(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                Self::NotTrusted(TlsFault::of_certificate(error).unwrap_or(TlsFault::Refused))
            }
            sqlx::Error::Io(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => Self::Away,
            sqlx::Error::Protocol(_) => Self::Away,
            sqlx::Error::Configuration(inner) => match inner.downcast_ref::<NewerTables>() {
                Some(newer) => Self::Newer { version: newer.version },
                None => match inner.downcast_ref::<ReportsMissing>() {
                    Some(met) => Self::ReportsMissing(met.0.clone()),
                    None => Self::Other(inner.to_string()),
                },
            },
            // A row that was there a moment ago: another station removed it.
            sqlx::Error::RowNotFound => Self::Busy,
            other => Self::Other(other.to_string()),
        }
    }

    fn of_code(error: Option<&PgDatabaseError>, said: &str) -> Self {
        let code = error.map(PgDatabaseError::code).unwrap_or_default();
        match code {
            // The server lets nobody in from here, or not without encryption: it says which.
            "28000" if said.contains("pg_hba.conf") => Self::Other(said.to_owned()),
            "28P01" | "28000" => Self::WrongPassword,
            "3D000" => Self::NoDatabase,
            "42501" => Self::NotAllowed(said.to_owned()),
            "3F000" | "42P01" => Self::NotPrepared,
            // "Too many connections", 53300, passes with time.
            "53100" => Self::Full,
            "55P03" | "40001" | "40P01" | "57014" | "23505" => Self::Busy,
            code if code.starts_with("08") || code.starts_with("57P") || code == "53300" => {
                Self::Away
            }
            // A value that is too long, that breaks a rule of the tables, or that is no text.
            code if code.starts_with("22") || code.starts_with("23") || code == "54000" => {
                Self::Refused(said.to_owned())
            }
            // The server only reads, as a copy does that has not taken over yet.
            "25006" => Self::Away,
            _ => Self::Other(said.to_owned()),
        }
    }

    /// Whether the same call may succeed later without anybody doing anything here.
    pub fn passes(&self) -> bool {
        matches!(self, Self::Away | Self::Busy)
    }

    pub fn in_words(&self) -> String {
        self.message().to_string()
    }

    /// What is wrong and what to do.
    pub fn message(&self) -> Message {
        match self {
            Self::Away => message!("workspace-server-away"),
            Self::WrongPassword => message!("workspace-server-wrong-password"),
            Self::PasswordNotRead(reason) => {
                message!("workspace-server-password-not-read", reason = reason)
            }
            Self::NotTrusted(fault) => {
                message!("workspace-server-not-trusted", reason = fault.message())
            }
            Self::CertificateNotRead { file, reason } => {
                message!("workspace-server-certificate-not-read", file = file, reason = reason)
            }
            Self::NoDatabase => message!("workspace-server-no-database"),
            Self::NotAllowed(said) => message!("workspace-server-not-allowed", reason = said),
            Self::Full => message!("workspace-server-full"),
            Self::Busy => message!("workspace-server-busy"),
            Self::NotPrepared => message!("workspace-server-not-prepared"),
            Self::Older { version } => {
                message!("workspace-server-older", version = i64::from(*version))
            }
            Self::Newer { version } => {
                message!("workspace-server-newer", version = i64::from(*version))
            }
            Self::ReportsMissing(missing) => missing.message(),
            Self::Refused(said) | Self::Other(said) => {
                message!("workspace-server-other", reason = said)
            }
        }
    }
}
