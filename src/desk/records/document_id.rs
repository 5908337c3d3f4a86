//! Documents that belong to no shipment: manifests, container labels, command sheets.

use std::fmt;
use std::sync::Arc;

use crate::base::id::ManifestId;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::session::RequestError;
use crate::label::print::CommandLine;
use crate::text;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentId {
    /// The end-of-day form of a manifest (`formUrl`, section 2.21).
    ScanForm(ManifestId),
    /// Container labels made on this computer, by the name of their order; they cannot be fetched
    /// from the service again.
    Containers(String),
    /// A sheet of command barcodes, drawn on this computer each time.
    CommandSheet(Arc<[CommandLine]>),
}

/// The document's key in the cache, and the last part of the subject of its print jobs.
impl fmt::Display for DocumentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ScanForm(manifest) => write!(f, "scan-form/{manifest}"),
            Self::Containers(name) => write!(f, "containers/{name}"),
            Self::CommandSheet(_) => f.write_str("command-sheet"),
        }
    }
}

pub(in crate::desk) fn missing(cause: &str, advice: &str) -> RequestError {
    RequestError {
        trouble: Trouble {
            attempted: text!("shipments-document-failed").to_owned(),
            cause: cause.to_owned(),
            advice: advice.to_owned(),
            retry_is_safe: true,
            ..Trouble::default()
        },
        sign_in: false,
    }
}
