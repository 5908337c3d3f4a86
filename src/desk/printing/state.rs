//! Printers, the print queue and pending questions, as the window shows them.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;

use crate::base::clock::Stopwatch;
use crate::base::id::ShipmentId;
use crate::base::locale::Message;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::batch_job::BatchJob;
use crate::desk::kernel::remote::Remote;
use crate::label::print::cups::Queue;
use crate::label::print::office::PrinterCapabilities;
use crate::label::print::{Half, Printer};
pub use crate::store::spool::JobState;

/// Which labels to print, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintRequest {
    pub shipments: Vec<ShipmentId>,
    /// `None` prints every package's label.
    pub package: Option<u32>,
    /// With `None` the paper size decides the printer.
    pub printer: Option<String>,
    /// Shipments with a printer of their own, which counts if `printer` is `None` and this computer
    /// has it.
    pub printers: BTreeMap<ShipmentId, String>,
    /// The unused half of the first sheet, if two labels share a sheet.
    pub start: Half,
    /// The user has confirmed the problems that the self-check found.
    pub findings_confirmed: bool,
    /// The user wants another copy of what was printed, even less than a minute ago.
    pub copies_confirmed: bool,
}

/// Printers and print jobs.
#[derive(Debug, Default)]
pub struct Printing {
    pub printers: Vec<Printer>,
    /// Newest first.
    pub jobs: Vec<PrintJob>,
    /// The print queues of the system.
    pub found: Remote<Vec<Queue>>,
    /// The address of the office printer that was asked last, and its answer.
    pub office: Option<(String, Remote<PrinterCapabilities>)>,
    /// Problems that the self-check found in labels that are not queued yet.
    pub question: Option<PrintConfirmation>,
    /// The batch job of several labels being prepared, and its request.
    pub work: Option<BatchJob>,
    pub batch_request: Option<PrintRequest>,
    /// The labels of `work` have left the print queue, so there is nothing to tell of it.
    pub batch_is_over: bool,
    /// Why nothing can be printed, such as an unusable queue file.
    pub blocked: Option<Message>,
    /// Printers that cannot be reached, with the time since the last attempt.
    pub(in crate::desk) pauses: HashMap<String, Stopwatch>,
}

impl AccountChange for Printing {
    /// Requests to printers do not depend on the account.
    fn give_up_requests(&mut self) {}

    fn forget_rows(&mut self) {
        let Self {
            question,
            work,
            batch_request: asked,
            batch_is_over,
            printers: _,
            jobs: _,
            found: _,
            office: _,
            blocked: _,
            pauses: _,
        } = self;
        *question = None;
        *work = None;
        *asked = None;
        *batch_is_over = false;
    }
}

impl Printing {
    /// The batch job, while there is something to tell of it.
    pub fn work_to_show(&self) -> Option<&BatchJob> {
        self.work.as_ref().filter(|_| !self.batch_is_over)
    }
}

/// One job of the print queue.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintJob {
    pub row: i64,
    /// One line per label on the sheet, ending with the shipment and the package; `test` for a test
    /// print.
    pub subject: String,
    pub title: Message,
    /// As configured when the job was created.
    pub printer: Printer,
    pub state: JobState,
    /// Why the job waits or failed; empty if there is nothing to report.
    pub detail: String,
    /// Id of the job in the queue of the system.
    pub remote: Option<i32>,
    pub updated: Timestamp,
}

/// A confirmation before printing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintConfirmation {
    /// The request, with the chosen printer.
    pub request: PrintRequest,
    pub check_findings: Vec<String>,
    /// Labels of the same batch that are in the print queue.
    pub queued: usize,
}
