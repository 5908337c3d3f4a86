//! Sends the jobs of one printer in order: connects first, then claims the job, then sends it.

use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::watch;

use crate::base::clock::Stopwatch;
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::printing::complain;
use crate::desk::printing::queue::refresh;
use crate::desk::printing::state::Printing;
use crate::desk::records::void_labels::has_void_label;
use crate::label::print::cups::SpoolOutcome;
use crate::label::print::office::ValidatedJob;
use crate::label::print::spooler::Spooler;
use crate::label::print::{Destination, Printer, SendOutcome, cups, office, raw};
use crate::message;
use crate::store::SpoolError;
use crate::store::cache::Cache;
use crate::store::spool::{Claim, JobRecord, JobState, Spool, labels_of};
use crate::text;

/// What is needed for sending.
pub(super) struct PrintSender {
    pub cache: Cache,
    pub spool: Spool,
    pub spooler: Spooler,
    pub closing: watch::Receiver<bool>,
    /// Since the list was read again last.
    pub shown: Option<Stopwatch>,
}

/// The list is read again as often at most: a printer can take hundreds of labels in a second, and the
/// list has them all.
const SHOW: Duration = Duration::from_millis(200);

impl PrintSender {
    /// Sends the jobs that wait for one destination, in order, until none is left, the printer is
    /// off, or the window closes.
    pub(super) async fn work(mut self, place: String, outbox: Outbox<Printing>) {
        loop {
            let done = self.send_next(&place, &outbox).await;
            match done {
                Ok(Next::Sent) => {}
                Ok(Next::Nothing) => break,
                Ok(Next::Off) => {
                    let since = Stopwatch::start();
                    let pause = move |me: &mut Printing, ctx: &mut Ctx<'_>| {
                        me.pauses.insert(place, since);
                        refresh(ctx);
                    };
                    return outbox.finish(pause).await;
                }
                Err((attempted, error)) => {
                    complain(&outbox, failure::describe_local_error(attempted, &error)).await;
                    break;
                }
            }
        }
        outbox.finish(|_, ctx| refresh(ctx)).await;
    }

    /// Connects to the printer, then claims the job, then sends it. If the printer cannot be
    /// reached, the job stays in the queue.
    async fn send_next(&mut self, place: &str, outbox: &Outbox<Printing>) -> Result<Next, Fault> {
        let reading = |error| (message!("printing-error-read-queue"), error);
        if *self.closing.borrow() {
            return Ok(Next::Nothing);
        }
        let Some(job) = self.spool.next(place).await.map_err(reading)? else {
            return Ok(Next::Nothing);
        };
        // The label can have been voided since the job was queued.
        if has_void_label(&self.cache, &job.subject).await {
            return self.refuse(job.row, text!("printing-job-void")).await;
        }
        let line = tokio::select! {
            line = open(&job) => line,
            _ = self.closing.wait_for(|closing| *closing) => return Ok(Next::Nothing),
        };
        if let Err(Outcome { state: JobState::Queued, detail, .. }) = &line {
            tracing::debug!(
                row = job.row,
                labels = labels_of(&job.subject),
                detail,
                "a print job waits"
            );
            self.spool.set_waiting_reason(job.row, detail).await.map_err(reading)?;
            return Ok(Next::Off);
        }
        tracing::debug!(row = job.row, labels = labels_of(&job.subject), "a print job is sent");
        let Some(mut claim) = self.spool.claim(job.row).await.map_err(reading)? else {
            // The job was canceled in the meantime.
            return Ok(Next::Sent);
        };
        let outcome = match line {
            Ok(line) => {
                let since = self.shown.as_ref().map_or(SHOW, Stopwatch::elapsed);
                let sending = send(&self.spooler, line, &mut claim);
                tokio::pin!(sending);
                tokio::select! {
                    biased;
                    outcome = &mut sending => outcome,
                    () = tokio::time::sleep(SHOW.saturating_sub(since)) => {
                        self.shown = Some(Stopwatch::start());
                        outbox.send(|_, ctx| refresh(ctx)).await;
                        sending.await
                    }
                }
            }
            Err(refused) => refused,
        };
        let off = outcome.state == JobState::Queued;
        let Outcome { state, detail, remote } = outcome;
        tracing::info!(
            row = job.row,
            labels = labels_of(&job.subject),
            ?state,
            detail,
            remote,
            "a print job"
        );
        // If this fails, the mark stays. The next start then asks the user instead of printing
        // again.
        let settled = self.spool.settle_sending(job.row, state, &detail, remote);
        settled.await.map_err(recording)?;
        Ok(if off { Next::Off } else { Next::Sent })
    }

    /// Ends a job of which nothing was sent.
    async fn refuse(&self, row: i64, reason: &str) -> Result<Next, Fault> {
        tracing::warn!(row, reason, "a print job is not sent");
        // A claim that is dropped earlier puts the job back into the queue.
        let Some(_claim) = self.spool.claim(row).await.map_err(recording)? else {
            // The job was canceled in the meantime.
            return Ok(Next::Sent);
        };
        let failed = JobState::Failed;
        let settled = self.spool.settle_sending(row, failed, reason, None);
        settled.await.map_err(recording)?;
        Ok(Next::Sent)
    }
}

/// The attempted action and the error.
type Fault = (Message, SpoolError);

fn recording(error: SpoolError) -> Fault {
    (message!("printing-error-record"), error)
}

enum Next {
    /// One job left the queue.
    Sent,
    /// No job is waiting, or the window closes.
    Nothing,
    /// The printer cannot be reached; it is tried again after a pause.
    Off,
}

/// The result of sending a job.
struct Outcome {
    state: JobState,
    detail: String,
    remote: Option<i32>,
}

impl Outcome {
    fn new(state: JobState, detail: impl Into<String>) -> Self {
        Self { state, detail: detail.into(), remote: None }
    }

    fn failed(reason: &str) -> Self {
        Self::new(JobState::Failed, reason)
    }

    fn of(spooled: SpoolOutcome) -> Self {
        match spooled {
            SpoolOutcome::Not { reason } => Self::new(JobState::Queued, reason),
            SpoolOutcome::Accepted { job } => {
                Self { remote: Some(job), ..Self::new(JobState::Sent, "") }
            }
            SpoolOutcome::Refused { reason } => Self::failed(&reason),
            SpoolOutcome::Unknown { reason } => Self::new(JobState::Interrupted, reason),
        }
    }
}

/// A printer that was reached; nothing of the job is sent yet.
enum PrinterConnection {
    Raw(TcpStream),
    Cups {
        uri: String,
        printer: Box<Printer>,
    },
    Office {
        uri: String,
        printer: Box<Printer>,
        willing: ValidatedJob,
    },
    /// Windows accepts or refuses the job at once.
    Windows {
        queue: String,
    },
}

/// Connects to the printer of a job. The error has the state *queued* if the printer is off, and
/// *failed* if the job can never be sent.
async fn open(job: &JobRecord) -> Result<PrinterConnection, Outcome> {
    let Ok(printer) = serde_json::from_str::<Printer>(&job.printer) else {
        return Err(Outcome::failed(text!("printing-settings-unreadable")));
    };
    let off = |reason: String| Outcome::new(JobState::Queued, reason);
    let printer = Box::new(printer);
    match printer.destination.clone() {
        Destination::Raw { host, port } => raw::connect(&host, port, raw::RawTimeouts::default())
            .await
            .map(PrinterConnection::Raw)
            .map_err(off),
        Destination::Cups { uri } => {
            let at = uri.clone();
            let reached = tokio::task::spawn_blocking(move || cups::reach(&at)).await;
            let reached = reached.unwrap_or_else(|error| Err(error.to_string()));
            reached.map(|()| PrinterConnection::Cups { uri, printer }).map_err(off)
        }
        Destination::Office { uri } => {
            let (at, asked) = (uri.clone(), printer.clone());
            let title = job.title.as_stored().to_owned();
            let ask = move || office::validate_job(&at, &asked, &title);
            match tokio::task::spawn_blocking(ask).await {
                Ok(Ok(willing)) => Ok(PrinterConnection::Office { uri, printer, willing }),
                Ok(Err(no)) => Err(Outcome::of(no)),
                Err(error) => Err(off(error.to_string())),
            }
        }
        Destination::Windows { queue } => Ok(PrinterConnection::Windows { queue }),
    }
}

async fn send(spooler: &Spooler, line: PrinterConnection, claim: &mut Claim) -> Outcome {
    let document = std::mem::take(&mut claim.document);
    let title = claim.job.title.as_stored().to_owned();
    let spooled = match line {
        PrinterConnection::Raw(stream) => {
            let begun = || claim.begin();
            let patience = raw::RawTimeouts::default();
            return match raw::hand_over(stream, &document, patience, begun).await {
                SendOutcome::Not { reason } => Outcome::new(JobState::Queued, reason),
                SendOutcome::All => Outcome::new(JobState::Sent, ""),
                SendOutcome::Unknown { bytes, reason } => {
                    let whole = document.len();
                    let words =
                        text!("printing-sent-part", reason = reason, bytes = bytes, whole = whole,);
                    Outcome::new(JobState::Interrupted, words)
                }
            };
        }
        PrinterConnection::Windows { queue } => {
            claim.begin();
            return Outcome::of(spooler.print(&queue, &title, document).await);
        }
        PrinterConnection::Cups { uri, printer } => {
            claim.begin();
            let print = move || cups::print(&uri, &printer, &title, document);
            tokio::task::spawn_blocking(print).await
        }
        PrinterConnection::Office { uri, printer, willing } => {
            claim.begin();
            let print = move || office::print_at(willing, &uri, &printer, &title, document);
            tokio::task::spawn_blocking(print).await
        }
    };
    match spooled {
        Ok(spooled) => Outcome::of(spooled),
        Err(error) => Outcome::new(JobState::Interrupted, error.to_string()),
    }
}
