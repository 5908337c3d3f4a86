//! Printers, their queue and the questions of printing, as the window shows them.

use jiff::Timestamp;

use crate::base::clock::Stopwatch;
use crate::base::id::ShipmentId;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::batch_job::Work;
use crate::desk::kernel::remote::Remote;
use crate::label::print::Half;
use crate::label::print::Printer;
use crate::label::print::cups::Queue;
use crate::label::print::office::Told;
use crate::store::spool::JobState;
use std::collections::HashMap;

/// What is to be printed, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintRequest {
    pub shipments: Vec<ShipmentId>,
    /// `None` prints every package's label.
    pub package: Option<u32>,
    /// `None` lets the paper size decide.
    pub printer: Option<String>,
    /// The half of the first sheet that is unused, where two labels share one.
    pub start: Half,
    /// The self-check's doubts were read and answered.
    pub sure: bool,
}

/// Printers and what waits for them.
#[derive(Debug, Default)]
pub struct Printing {
    pub printers: Vec<Printer>,
    /// The newest first.
    pub jobs: Vec<PrintJob>,
    /// The queues of the system, once asked for.
    pub found: Remote<Vec<Queue>>,
    /// The office printer that was asked last, by its address, and what it said.
    pub office: Option<(String, Remote<Told>)>,
    /// What the self-check minds about a label that is not yet queued.
    pub question: Option<PrintQuestion>,
    /// Several labels on their way into the queue, and how that was asked for.
    pub work: Option<Work>,
    pub asked: Option<PrintRequest>,
    /// Why nothing can be printed (the queue's file cannot be used, …).
    pub blocked: Option<String>,
    /// Printers that are off, each since its last try.
    pub(in crate::desk) pauses: HashMap<String, Stopwatch>,
}

impl AccountChange for Printing {
    /// What is asked of printers goes on.
    fn give_up_requests(&mut self) {}

    fn forget_rows(&mut self) {
        let Self {
            question,
            work,
            asked,
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
    }
}

/// One job of the print queue, as the screen tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintJob {
    pub row: i64,
    /// A line for each label on the sheet, ending with the shipment and the package;
    /// `test` for a test print.
    pub subject: String,
    pub title: String,
    /// As it was when the job was made.
    pub printer: Printer,
    pub state: JobState,
    /// Why it waits or failed, in words; empty where there is nothing to say.
    pub detail: String,
    /// What the queue calls it.
    pub remote: Option<i32>,
    pub updated: Timestamp,
}

/// Printing waits for a yes or no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintQuestion {
    /// What was asked for, its printer settled.
    pub request: PrintRequest,
    pub doubts: Vec<String>,
}
