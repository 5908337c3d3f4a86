//! Documents that belong to no shipment: manifests, container labels, command sheets.

use std::fmt;
use std::sync::Arc;

use crate::base::id::ManifestId;
use crate::base::locale::Message;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::session::RequestError;
use crate::label::print::CommandLine;
use crate::message;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentId {
    /// The end-of-day form of a manifest (`formUrl`, section 2.21).
    ScanForm(ManifestId),
    /// Container labels made on this computer, by the name of their order; they cannot be fetched
    /// from the service again.
    Containers(String),
    /// A sheet of command barcodes, drawn on this computer each time.
    CommandSheet(Arc<[CommandLine]>),
    /// Packing slips, a pick list or a day report, drawn on this computer.
    Paper(DrawnPaper),
}

/// A paper about many orders, as one PDF or several.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DrawnPaper {
    pub kind: DrawnKind,
    /// Names what it is of: the same paper is not queued twice.
    pub key: String,
    /// Each is printed as a job of its own.
    pub parts: Arc<[Arc<[u8]>]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DrawnKind {
    OfOrders(PaperKind),
    DayReport,
}

impl DrawnKind {
    /// In file names and print queues.
    pub fn title(self) -> Message {
        match self {
            Self::OfOrders(kind) => kind.title(),
            Self::DayReport => message!("order-papers-report-heading"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PaperKind {
    PackingSlips,
    PickList,
}

impl PaperKind {
    /// In file names and print queues.
    pub fn title(self) -> Message {
        match self {
            Self::PackingSlips => message!("order-papers-slip-titles"),
            Self::PickList => message!("order-papers-pick-title"),
        }
    }
}

/// The document's key in the cache, and the last part of the subject of its print jobs.
impl fmt::Display for DocumentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ScanForm(manifest) => write!(f, "scan-form/{manifest}"),
            Self::Containers(name) => write!(f, "containers/{name}"),
            Self::CommandSheet(_) => f.write_str("command-sheet"),
            Self::Paper(paper) => {
                let kind = match paper.kind {
                    DrawnKind::OfOrders(PaperKind::PackingSlips) => "packing-slips",
                    DrawnKind::OfOrders(PaperKind::PickList) => "pick-list",
                    DrawnKind::DayReport => "day-report",
                };
                write!(f, "{kind}/{}", paper.key)
            }
        }
    }
}

pub(in crate::desk) fn missing(cause: Message, advice: Message) -> RequestError {
    RequestError {
        trouble: Trouble {
            attempted: message!("shipments-document-failed"),
            cause,
            advice,
            retry_is_safe: true,
            ..Trouble::default()
        },
        sign_in: false,
    }
}
