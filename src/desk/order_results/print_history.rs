//! Records in each order when its label was printed, on which printer and by which computer.
//!
//! The print queue keeps each printed job as unrecorded until its order says so. What a program that
//! is killed in between leaves open is recorded at its next start. A job is recorded once.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::base::clock::Stopwatch;
use crate::base::id::ShipmentId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::{self, Trouble};
use crate::desk::kernel::workspaces::WorkspaceHandle;
use crate::desk::order_results::OrderResults;
use crate::desk::order_results::label_facts::{self, Fact, Recorded, take_in_orders};
use crate::label::print::Printer;
use crate::message;
use crate::orders::basis::{OrderBasis, scope_text};
use crate::orders::order::Order;
use crate::orders::order_label::LabelPrint;
use crate::store::spool::{JobRecord, Spool};

/// Jobs that are recorded in one commit.
const AT_ONCE: u32 = 200;
/// A label may be printed before its order knows that it was bought. A job for which no order is
/// found in this time belongs to none.
const LONGEST_WAIT: SignedDuration = SignedDuration::from_mins(10);

/// What comes out of a printer in this time after a recording is recorded together: each one reads the list
/// of orders again.
const TOGETHER: Duration = Duration::from_millis(500);

/// Labels came out of a printer.
pub(in crate::desk) fn record(me: &mut OrderResults, ctx: &mut Ctx<'_>) {
    me.has_printed = true;
    label_facts::record(me, ctx, Fact::Printed);
}

pub(super) fn begin(me: &mut OrderResults, ctx: &mut Ctx<'_>) {
    let (Some(spool), Some(scope)) = (ctx.spool.clone(), ctx.scope.as_ref()) else {
        return;
    };
    if !std::mem::take(&mut me.has_printed) {
        return;
    }
    let since = me.prints_recorded.as_ref().map_or(TOGETHER, Stopwatch::elapsed);
    let recorder = Recorder {
        spool,
        account: format!("{}/", scope_text(scope)),
        workspace: ctx.workspace(),
        basis: Arc::clone(&me.known.basis),
        author: ctx.workspaces.author().signed(),
        now: ctx.clock.now(),
    };
    let recorded = async move {
        tokio::time::sleep(TOGETHER.saturating_sub(since)).await;
        recorder.record_all().await
    };
    label_facts::start(me, ctx, Fact::Printed, recorded, |me, is_written| {
        me.prints_recorded = Some(Stopwatch::start());
        // The print queue has them.
        me.has_printed |= !is_written;
    });
}

struct Recorder {
    spool: Spool,
    /// The beginning of the subjects of this account's labels.
    account: String,
    workspace: WorkspaceHandle,
    basis: Arc<OrderBasis>,
    /// The station and the person, as they are called now.
    author: String,
    now: Timestamp,
}

impl Recorder {
    /// Returns the number of orders that changed.
    async fn record_all(&self) -> Result<usize, Trouble> {
        let (mut changed, mut last) = (0, 0);
        loop {
            let jobs = self.spool.unrecorded(&self.account, last, AT_ONCE).await;
            let jobs = jobs.map_err(|error| unrecorded(&error))?;
            let Some(newest) = jobs.last() else {
                return Ok(changed);
            };
            last = newest.row;
            changed += self.record_jobs(jobs).await?;
        }
    }

    async fn record_jobs(&self, jobs: Vec<JobRecord>) -> Result<usize, Trouble> {
        let mut prints: HashMap<ShipmentId, Vec<JobPrint>> = HashMap::new();
        for job in &jobs {
            let shipments = job.subject.lines().filter_map(|it| self.shipment_of(it));
            // Two packages of a shipment may share a sheet.
            for shipment in shipments.collect::<HashSet<_>>() {
                let print = self.print_of(job);
                prints.entry(shipment).or_default().push(print);
            }
        }
        let shipments: Vec<ShipmentId> = prints.keys().cloned().collect();
        let workspace = self.workspace.open().await.map_err(|error| unrecorded(&error))?;
        let prints = Arc::new(prints);
        let take = move |order: &mut Order, own: &HashSet<ShipmentId>| {
            add_prints(order, prints.iter().filter(|(shipment, _)| own.contains(*shipment)))
        };
        let taken = take_in_orders(workspace.as_ref(), &self.basis, &shipments, &[], take).await;
        let Recorded { changed, known } = taken.map_err(|error| unrecorded(&error))?;
        let recorded = jobs.iter().filter(|job| self.is_settled(job, &known));
        let rows: Vec<i64> = recorded.map(|job| job.row).collect();
        let marked = self.spool.mark_recorded(rows).await;
        marked.map_err(|error| unrecorded(&error))?;
        Ok(changed)
    }

    /// Whether the job's orders have it, or it has none.
    fn is_settled(&self, job: &JobRecord, known: &HashSet<ShipmentId>) -> bool {
        let mut shipments = job.subject.lines().filter_map(|it| self.shipment_of(it));
        let is_old = self.now.duration_since(job.updated) > LONGEST_WAIT;
        is_old || shipments.all(|shipment| known.contains(&shipment))
    }

    /// The shipment of `environment/account/shipment/package`; papers have other subjects.
    fn shipment_of(&self, subject: &str) -> Option<ShipmentId> {
        let (shipment, package) = subject.strip_prefix(&self.account)?.split_once('/')?;
        let is_number = package.parse::<u32>().is_ok();
        is_number.then(|| ShipmentId::new(shipment))
    }

    fn print_of(&self, job: &JobRecord) -> JobPrint {
        let printer = serde_json::from_str::<Printer>(&job.printer);
        JobPrint {
            print: LabelPrint {
                at: job.updated,
                printer: printer.map(|printer| printer.name).unwrap_or_default(),
                by: self.author.clone(),
                job: job.row,
            },
            queued: job.created,
        }
    }
}

/// What a job adds to the history.
#[derive(Clone, Debug)]
struct JobPrint {
    print: LabelPrint,
    /// A print before this time is of a job with the same number in an earlier print queue.
    queued: Timestamp,
}

/// Adds the prints that the labels of these shipments do not have yet. Returns whether there were
/// any.
fn add_prints<'a>(
    order: &mut Order,
    prints: impl IntoIterator<Item = (&'a ShipmentId, &'a Vec<JobPrint>)>,
) -> bool {
    let mut added = false;
    for (shipment, prints) in prints {
        for label in order.labels_of(shipment) {
            for JobPrint { print, queued } in prints {
                let is_same = |known: &LabelPrint| {
                    known.job == print.job && known.by == print.by && known.at >= *queued
                };
                if !label.prints.iter().any(is_same) {
                    label.prints.push(print.clone());
                    added = true;
                }
            }
        }
    }
    added
}

fn unrecorded(error: &dyn std::error::Error) -> Trouble {
    failure::describe_local_error(message!("order-printing-attempted-history"), error)
}

#[cfg(test)]
mod tests;
