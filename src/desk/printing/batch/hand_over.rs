//! Hands drawn and checked labels over to the print queue, or asks the user first.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::base::id::ShipmentId;
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::{Event, Unlogged};
use crate::desk::kernel::failure;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::printing::complain;
use crate::desk::printing::queue::refresh;
use crate::desk::printing::state::{PrintConfirmation, PrintRequest, Printing};
use crate::label::print::Printer;
use crate::message;
use crate::store::SpoolError;
use crate::store::cache::Scope;
use crate::store::spool::{NewJob, SECOND_PRESS, Spool};
use crate::text;

/// The result of a batch, or of a part of it.
pub(super) struct Ready {
    pub jobs: Vec<NewJob>,
    pub printers: Vec<String>,
    pub doubts: Vec<String>,
    pub refused: Vec<String>,
    pub waiting: usize,
    /// See [`super::Batch`].
    pub begun: BTreeSet<usize>,
}

impl Ready {
    /// Adds a doubt for each label that went to the same printer less than a minute ago: on two
    /// parcels it is one label too many. A second press is no question, see [`Spool::add_all`].
    pub async fn note_copies(&mut self, spool: &Spool, request: &PrintRequest) {
        if request.findings_confirmed || request.copies_confirmed {
            return;
        }
        let mut lately: HashMap<&str, HashMap<String, i64>> = HashMap::new();
        for job in &self.jobs {
            if !lately.contains_key(job.destination.as_str()) {
                let sent = spool.sent_lately(&job.destination).await;
                let sent = sent.unwrap_or_else(|error| {
                    tracing::warn!(%error, "what was printed lately is not known");
                    HashMap::new()
                });
                lately.insert(&job.destination, sent);
            }
            let sent = lately.get(job.destination.as_str());
            let ages = job.subject.lines().filter_map(|label| sent?.get(label));
            let Some(age) = ages.filter(|age| **age >= SECOND_PRESS.as_secs()).max() else {
                continue;
            };
            self.doubts.push(text!("printing-copy", label = job.title.to_string(), seconds = *age));
        }
    }
}

/// Queues the jobs of one shipment, or asks the user about problems that the self-check found.
pub(super) async fn hand_over(
    spool: &Spool,
    whose: &Scope,
    outbox: Outbox<Printing>,
    mut request: PrintRequest,
    mut ready: Ready,
) {
    ready.note_copies(spool, &request).await;
    if !request.findings_confirmed && !ready.doubts.is_empty() {
        if let [only] = ready.printers.as_slice() {
            request.printer = Some(only.clone());
        }
        return ask(&outbox, whose.clone(), request, 0, ready.doubts).await;
    }
    let outbox = outbox.lasting();
    if ready.waiting > 0 {
        already_waiting(&outbox).await;
    }
    tell_refused(&outbox, 1, !ready.jobs.is_empty(), ready.refused).await;
    queue(spool, &outbox, ready.jobs).await;
}

/// Asks about findings of the self-check. Nothing of the request is queued before the answer;
/// `queued` labels of the same batch are.
pub(super) async fn ask(
    outbox: &Outbox<Printing>,
    whose: Scope,
    request: PrintRequest,
    queued: usize,
    check_findings: Vec<String>,
) {
    let question = PrintConfirmation { request, check_findings, queued };
    let ask = move |me: &mut Printing, ctx: &mut Ctx<'_>| {
        if ctx.scope.as_ref() == Some(&whose) {
            me.question = Some(question);
        }
    };
    outbox.send(ask).await;
}

/// The reasons that a notice can name. The rows of the task have all of them.
const MOST_NAMED: usize = 3;

fn causes_of(refused: &[String]) -> Message {
    match refused.split_at_checked(MOST_NAMED) {
        Some((named, more)) if !more.is_empty() => {
            message!("printing-error-and-more", reasons = named.join("; "), count = more.len())
        }
        _ => refused.join("; ").into(),
    }
}

/// Tells which of `all` labels could not be printed, with the first reasons.
pub(super) async fn tell_refused(
    outbox: &Outbox<Printing>,
    all: usize,
    is_any_queued: bool,
    refused: Vec<String>,
) {
    if refused.is_empty() {
        return;
    }
    let attempted = match all {
        0 | 1 => message!("printing-error-label"),
        all => message!("printing-error-some", count = refused.len(), all = all),
    };
    let advice = match all > 1 && is_any_queued {
        true => message!("printing-others-queued"),
        false => message!("printing-nothing-sent"),
    };
    let trouble = Trouble {
        attempted,
        cause: causes_of(&refused),
        advice,
        retry_is_safe: true,
        ..Trouble::default()
    };
    complain(outbox, trouble).await;
}

pub(in crate::desk::printing) async fn queue(
    spool: &Spool,
    outbox: &Outbox<Printing>,
    jobs: Vec<NewJob>,
) {
    let queued = add(spool, jobs).await;
    if let Some(error) = queued.error {
        complain(outbox, unqueued(&error)).await;
    }
    if queued.waited {
        already_waiting(outbox).await;
    }
    tell_queued(outbox, queued.added).await;
}

/// Shows the jobs that were added, and tells other features of their labels.
pub(super) async fn tell_queued(outbox: &Outbox<Printing>, added: Vec<(ShipmentId, String)>) {
    let tell = move |_: &mut Printing, ctx: &mut Ctx<'_>| {
        refresh(ctx);
        if !added.is_empty() {
            ctx.announce(Event::LabelsQueued(Unlogged(added)));
        }
    };
    outbox.send(tell).await;
}

/// What became of jobs that were to be queued.
#[derive(Default)]
pub(super) struct Queued {
    /// The shipments of the jobs that are in the queue, each with its printer.
    pub added: Vec<(ShipmentId, String)>,
    /// One of the labels waited for its printer already, so its job was not queued again.
    pub waited: bool,
    /// Why the queue takes no more jobs.
    pub error: Option<SpoolError>,
    /// The shipments that have a job which is not in the queue for this reason.
    pub left: HashSet<ShipmentId>,
}

/// Queues the jobs in their order, or none of them.
pub(super) async fn add(spool: &Spool, jobs: Vec<NewJob>) -> Queued {
    let labels: Vec<(ShipmentId, String)> = jobs
        .iter()
        .flat_map(|job| {
            let printer = serde_json::from_str::<Printer>(&job.printer);
            let printer = printer.map(|printer| printer.name).unwrap_or_default();
            let shipments = job.subject.lines().filter_map(shipment_of);
            shipments.map(move |id| (id, printer.clone()))
        })
        .collect();
    match spool.add_all(jobs).await {
        Ok(rows) => Queued { added: labels, waited: rows.contains(&None), ..Queued::default() },
        Err(error) => Queued {
            left: labels.into_iter().map(|(id, _)| id).collect(),
            error: Some(error),
            ..Queued::default()
        },
    }
}

/// The shipment of a label's name in the print queue: `environment/account/shipment/package`.
fn shipment_of(subject: &str) -> Option<ShipmentId> {
    let shipment = subject.rsplit('/').nth(1)?;
    Some(ShipmentId::new(shipment))
}

pub(super) fn unqueued(error: &SpoolError) -> Trouble {
    failure::describe_local_error(message!("printing-error-add"), error)
}

pub(super) async fn already_waiting(outbox: &Outbox<Printing>) {
    outbox.send(move |_, ctx| ctx.notice(Tone::Info, message!("printing-waits"), None)).await;
}
