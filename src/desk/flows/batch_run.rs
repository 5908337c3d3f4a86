//! `postroom batch`: the desk without a window imports the orders of a file, and rates or buys
//! their labels. It asks nothing. What happens is told in lines of JSON on standard output, and the
//! rest on standard error; `docs/batch.md` describes both for users.
//!
//! Labels are bought by the same jobs as in the window ([`OrderWork`]), so every purchase is in the
//! journal before it is sent, and a run that is killed is settled by the next one or by the window.
//!
//! [`OrderWork`]: crate::desk::order_batches::work::OrderWork

mod doubts;
mod dry_run;
mod headless;
mod import;
mod label_files;
mod late_answers;
pub(super) mod opening;
mod portions;
mod problem_codes;
mod sorting;
mod unsettled;
mod waiting;

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use jiff::Timestamp;

use crate::base::id::{OrderId, TransactionId};
use crate::base::money::Amount;
use crate::desk::flows::batch_run::doubts::Doubt;
use crate::desk::flows::batch_run::headless::Headless;
use crate::desk::flows::batch_run::label_files::LabelFiles;
use crate::desk::flows::batch_run::late_answers::Unnumbered;
use crate::desk::flows::batch_run::opening::Prepared;
use crate::desk::flows::start::Setup;
use crate::desk::kernel::pace::Timing;
use crate::orders::batch_report::{
    BatchArguments, BatchExit, BatchGoal, BatchOrder, BatchReport, BatchStart, OrderEvent, RunEnd,
};
use crate::store::workspace::{Workspace, WorkspaceError};

/// Why a run ends before its end.
#[derive(Debug)]
enum Early {
    /// An argument names something that there is not.
    Arguments(String),
    End(RunEnd),
}

type Step<T> = Result<T, Early>;

impl From<WorkspaceError> for Early {
    fn from(error: WorkspaceError) -> Self {
        Self::End(RunEnd::DataUnavailable { reason: in_words(&error) })
    }
}

/// Runs a batch to its end, and returns the code to exit with. `stop` may be set at any time: then no
/// further purchase is begun, and those under way are finished. `timing` is the usual one; tests use
/// a shorter one. `content` is that of the file, if it was read already.
///
/// Blocks. Must not be called on a thread of the runtime in `setup`.
pub fn run_batch(
    setup: Setup,
    timing: Timing,
    arguments: &BatchArguments,
    content: Option<Arc<[u8]>>,
    out: &mut dyn Write,
    stop: &AtomicBool,
) -> BatchExit {
    let mut start = BatchStart {
        file: name_of(&arguments.file),
        mapping: None,
        goal: arguments.goal,
        dry_run: arguments.dry_run,
        environment: None,
        account: None,
        unused_columns: Vec::new(),
        price_rise_limit: Amount::ZERO,
    };
    if let Err(error) = opening::prepare_folder(arguments) {
        return end_before_the_report(Early::Arguments(error), &start, out);
    }
    let mut headless = match Headless::open(setup, timing, stop) {
        Ok(headless) => headless,
        Err(early) => return end_before_the_report(early, &start, out),
    };
    let exit = match opening::prepare(&mut headless, arguments, content, &mut start) {
        Ok(prepared) => Run::begin(&mut headless, arguments, prepared, &start, out),
        Err(early) => end_before_the_report(early, &start, out),
    };
    headless.close();
    exit
}

fn end_before_the_report(early: Early, start: &BatchStart, out: &mut dyn Write) -> BatchExit {
    let end = match early {
        Early::Arguments(reason) => {
            complain(&reason);
            return BatchExit::WrongArguments;
        }
        Early::End(end) => end,
    };
    if let Some(reason) = end.reason() {
        complain(reason);
    }
    let report = BatchReport::begin(out, start);
    report.and_then(|report| report.end(&end)).unwrap_or_else(|error| {
        complain(&format!("the report cannot be written: {error}"));
        // The code is the same with and without a report, as no order is known yet.
        BatchReport::begin(io::sink(), start)
            .map_or(BatchExit::Stopped, |report| report.summary(&end).exit)
    })
}

/// A run whose file can be imported.
struct Run<'run, 'desk> {
    headless: &'run mut Headless<'desk>,
    arguments: &'run BatchArguments,
    report: BatchReport<&'run mut dyn Write>,
    prepared: Prepared,
    /// How the report names the orders of the file.
    orders: HashMap<OrderId, BatchOrder>,
    /// Purchases of this computer that were open when the run began.
    earlier: HashSet<TransactionId>,
    doubts: Vec<Doubt>,
    labels: LabelFiles,
    /// Bought labels whose tracking numbers the service has not named yet.
    unnumbered: Vec<Unnumbered>,
    /// A purchase was handed to the journal.
    has_begun_buying: bool,
    begun: Timestamp,
    /// The transactions of the purchases that were told of.
    told: HashSet<String>,
    /// Why no further purchase may be begun: nobody reads the report, or label files cannot be
    /// written.
    obstacle: Option<String>,
}

impl<'run, 'desk> Run<'run, 'desk> {
    fn begin(
        headless: &'run mut Headless<'desk>,
        arguments: &'run BatchArguments,
        prepared: Prepared,
        start: &BatchStart,
        out: &'run mut dyn Write,
    ) -> BatchExit {
        let report = match BatchReport::begin(out, start) {
            Ok(report) => report,
            Err(error) => {
                complain(&format!("the report cannot be written: {error}"));
                return BatchExit::Stopped;
            }
        };
        let begun = headless.desk.clock.now();
        let earlier = prepared.earlier.iter();
        let mut run = Self {
            headless,
            arguments,
            report,
            orders: HashMap::new(),
            earlier: earlier.map(|label| label.transaction.clone()).collect(),
            doubts: Vec::new(),
            labels: LabelFiles::new(arguments.out.clone().unwrap_or_default()),
            unnumbered: Vec::new(),
            prepared,
            has_begun_buying: false,
            begun,
            told: HashSet::new(),
            obstacle: None,
        };
        let carried_out = run.carry_out();
        if carried_out.is_err() {
            run.tell_unsettled();
        }
        let end = match carried_out {
            Ok(()) => RunEnd::Finished,
            Err(Early::End(end)) => end,
            Err(Early::Arguments(reason)) => RunEnd::Stopped { reason },
        };
        if let Some(reason) = end.reason() {
            complain(reason);
        }
        let summary = run.report.summary(&end);
        if let Some(words) = summary.charged_more_in_words() {
            complain(&words);
        }
        let exit = summary.exit;
        run.report.end(&end).unwrap_or_else(|error| {
            complain(&format!("the report cannot be written: {error}"));
            exit
        })
    }

    fn carry_out(&mut self) -> Step<()> {
        if self.arguments.dry_run {
            return self.dry_run();
        }
        let file = self.import()?;
        self.give_preset(&file)?;
        let sorted = self.sort_orders(&file)?;
        match self.arguments.goal {
            BatchGoal::Import => Ok(()),
            BatchGoal::Rate => self.rate_all(&sorted.ready),
            BatchGoal::Buy => {
                self.tell_earlier_purchases()?;
                let bought = self.buy_all(sorted);
                if !self.must_stop() {
                    self.wait_for_doubts()?;
                }
                self.finish_labels()?;
                self.wait_for_late_answers()?;
                bought
            }
        }
    }

    /// Tells what happened to an order. A report that cannot be written stops the run before the next
    /// purchase.
    fn tell(&mut self, order: &BatchOrder, event: &OrderEvent) {
        self.told.extend(event.transaction().map(str::to_owned));
        if let Err(error) = self.report.add_event(order, event) {
            let obstacle = format!("the report cannot be written: {error}");
            self.obstacle.get_or_insert(obstacle);
        }
    }

    /// Tells what happened to an order of the workspace, whether it is in the file or not.
    fn tell_of(&mut self, id: &OrderId, order: &crate::orders::order::Order, event: &OrderEvent) {
        let known = self.orders.get(id).cloned();
        let name = known.unwrap_or_else(|| BatchOrder {
            number: order.number.clone(),
            source: order.source.clone(),
            row: None,
        });
        self.tell(&name, event);
    }

    fn must_stop(&self) -> bool {
        self.obstacle.is_some() || self.headless.is_stop_requested()
    }

    /// How the run ends if it must stop.
    fn checked(&self) -> Step<()> {
        match self.obstacle.clone() {
            Some(reason) => Err(Early::End(RunEnd::Stopped { reason })),
            None => self.headless.check_stop(),
        }
    }

    fn workspace(&self) -> Arc<dyn Workspace> {
        Arc::clone(&self.prepared.import.workspace)
    }
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// An error with its causes.
fn in_words(error: &dyn std::error::Error) -> String {
    crate::desk::kernel::failure::describe_local_error("", error).cause.to_string()
}

/// Writes a sentence for the person who reads standard error.
fn complain(words: &str) {
    // Nobody may be reading it.
    let _ = writeln!(io::stderr(), "postroom batch: {words}");
}
