//! `postroom watch`: a watched folder without a window. Each file that is whole is a batch of its own
//! ([`batch_run`]), which alone decides what is bought, and is put away as the window does. Between
//! two files nothing is open, so that the window can be used on the same data folder.
//!
//! A file whose batch had no connection, no data folder or a label in doubt stays and is given to a
//! batch again. That buys nothing twice: the journal and the workspace know what was begun, as after a
//! crash. Whatever needs a person ends the watch, because each further batch would buy further labels.
//!
//! [`batch_run`]: crate::desk::flows::batch_run

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::Value;
use tokio::sync::Notify;

use crate::desk::flows::batch_run::opening::prepare_folder;
use crate::orders::batch_report::{BatchArguments, BatchExit};
use crate::watched_folder::{
    DONE, FAILED, FolderEvent, ImportRefusal, ImportSummary, OrderOutcome, OrderResult,
    WatchedFolderSettings, WatchedFolderSink, watch,
};

/// Runs a batch of a file whose content is given, as `run_batch` does.
type RunFile =
    dyn Fn(&BatchArguments, Arc<[u8]>, &mut dyn Write, &AtomicBool) -> BatchExit + Send + Sync;

/// The stages of the report after which an order needs a person.
const UNFINISHED: [&str; 6] =
    ["needs-attention", "not-rated", "refused", "not-bought", "in-doubt", "label-not-saved"];

/// Watches the folder that `arguments` have as their file, until `told_to_end` is ready or a person is
/// needed, and returns the code to exit with. The report of each batch goes to `out`.
///
/// Must run in a tokio runtime. `run_file` is called on a thread that may block.
pub async fn run_watch(
    arguments: BatchArguments,
    settings: WatchedFolderSettings,
    run_file: Box<RunFile>,
    out: Box<dyn Write + Send>,
    told_to_end: impl Future<Output = ()> + Send + 'static,
) -> BatchExit {
    if let Err(reason) = check_folders(&arguments) {
        complain(&reason);
        return BatchExit::WrongArguments;
    }
    let folder = arguments.file.clone();
    let watching = Arc::new(Watching {
        arguments,
        run_file,
        out: Mutex::new(out),
        stop: AtomicBool::new(false),
        closing: Notify::new(),
        end: OnceLock::new(),
    });
    let told = Arc::clone(&watching);
    let hearing = tokio::spawn(async move {
        told_to_end.await;
        told.stop.store(true, Ordering::Relaxed);
        told.closing.notify_one();
    });
    watch(folder, settings, BatchSink(Arc::clone(&watching)), watching.closing.notified()).await;
    hearing.abort();
    watching.end.get().copied().unwrap_or(BatchExit::AllDone)
}

/// A label that is saved in the watched folder would be taken for a table of orders.
fn check_folders(arguments: &BatchArguments) -> Result<(), String> {
    prepare_folder(arguments)?;
    let Some(out) = &arguments.out else {
        return Ok(());
    };
    let real = |folder: &Path| fs::canonicalize(folder).ok();
    let watched = &arguments.file;
    let taken = [watched.clone(), watched.join(DONE), watched.join(FAILED)];
    match taken.iter().any(|folder| real(folder).is_some_and(|it| Some(it) == real(out))) {
        true => Err(format!("--out {}: it is the watched folder or one in it", out.display())),
        false => Ok(()),
    }
}

struct Watching {
    arguments: BatchArguments,
    run_file: Box<RunFile>,
    out: Mutex<Box<dyn Write + Send>>,
    /// The program was told to end.
    stop: AtomicBool,
    closing: Notify,
    /// Why no further file is taken.
    end: OnceLock<BatchExit>,
}

impl Watching {
    fn run(&self, name: &str, content: Arc<[u8]>) -> Result<ImportSummary, ImportRefusal> {
        let file = self.arguments.file.join(name);
        let arguments = BatchArguments { file, ..self.arguments.clone() };
        // One file is run at a time, and a line is written whole or not at all.
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let mut report = KeptReport { out: out.as_mut(), kept: Vec::new() };
        let exit = (self.run_file)(&arguments, content, &mut report, &self.stop);
        let lines = report.lines();
        self.judge(exit, &lines)
    }

    fn judge(&self, exit: BatchExit, lines: &[Value]) -> Result<ImportSummary, ImportRefusal> {
        let summary = lines.last().unwrap_or(&Value::Null);
        let count = |name: &str| summary[name].as_u64().unwrap_or(0);
        let reason = summary["reason"].as_str().unwrap_or(exit.word());
        // A batch that is in doubt says no more of a label file that could not be written.
        let lacks_labels = exit == BatchExit::InDoubt && count("labels_not_saved") > 0;
        if count("above_limit") > 0 {
            self.end(BatchExit::Stopped, "a label was charged more than the limit above its quote");
        } else if lacks_labels {
            self.end(BatchExit::Stopped, "a label file could not be saved");
        }
        match exit {
            BatchExit::AllDone | BatchExit::SomeOrdersRemain => return Ok(results_of(lines)),
            BatchExit::FileUnreadable => {
                return Err(ImportRefusal::Unreadable(reason.to_owned().into()));
            }
            BatchExit::NothingSent | BatchExit::DataUnavailable | BatchExit::InDoubt => {}
            BatchExit::WrongArguments | BatchExit::Stopped => self.end(exit, reason),
        }
        Err(ImportRefusal::Unavailable(reason.to_owned().into()))
    }

    /// Takes no further file. A batch that was told to stop is no reason of its own.
    fn end(&self, exit: BatchExit, reason: &str) {
        if !self.stop.load(Ordering::Relaxed) && self.end.set(exit).is_ok() {
            // It is in the log too: a task of Windows has no standard error.
            tracing::error!(reason, "no further file is taken before a person has seen to it");
        }
        self.closing.notify_one();
    }
}

struct BatchSink(Arc<Watching>);

impl WatchedFolderSink for BatchSink {
    async fn import_file(
        &self,
        name: &str,
        content: Arc<[u8]>,
    ) -> Result<ImportSummary, ImportRefusal> {
        let (watching, name) = (Arc::clone(&self.0), name.to_owned());
        let ran = tokio::task::spawn_blocking(move || watching.run(&name, content)).await;
        ran.unwrap_or_else(|cut| {
            let reason = cut.to_string();
            self.0.end(BatchExit::Stopped, &reason);
            Err(ImportRefusal::Unavailable(reason.into()))
        })
    }

    async fn receive_event(&self, event: FolderEvent) {
        if let Some(notice) = event.notice() {
            complain(notice.as_str());
        }
    }
}

/// Passes the report on, and keeps it for the result file.
struct KeptReport<'a> {
    out: &'a mut dyn Write,
    kept: Vec<u8>,
}

impl KeptReport<'_> {
    fn lines(&self) -> Vec<Value> {
        let lines = self.kept.split(|byte| *byte == b'\n');
        lines.filter_map(|line| serde_json::from_slice(line).ok()).collect()
    }
}

impl Write for KeptReport<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.kept.extend_from_slice(bytes);
        self.out.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// What became of the orders of the file, by its rows. The notes have the words of the report.
fn results_of(lines: &[Value]) -> ImportSummary {
    let mut orders: BTreeMap<u64, OrderResult> = BTreeMap::new();
    for line in lines {
        let (Some(row), Some(stage)) = (line["row"].as_u64(), line["stage"].as_str()) else {
            continue;
        };
        let order = orders.entry(row).or_insert_with(|| OrderResult {
            row,
            number: line["order"].as_str().unwrap_or_default().to_owned(),
            // Of an order that the workspace refuses, the report says only that it needs attention.
            outcome: OrderOutcome::Refused,
            needs_attention: false,
            notes: Vec::new(),
        });
        match stage {
            "imported" => order.outcome = outcome_of(line),
            "ready" => {}
            _ => {
                if stage != "tracking-numbers" {
                    order.needs_attention = UNFINISHED.contains(&stage);
                }
                order.notes.push(note_of(stage, line).into());
            }
        }
    }
    ImportSummary { orders: orders.into_values().collect(), skipped: Vec::new() }
}

fn outcome_of(line: &Value) -> OrderOutcome {
    match line["outcome"].as_str() {
        Some("added") => OrderOutcome::Added,
        Some("updated") => OrderOutcome::Updated,
        Some("unchanged") => OrderOutcome::Unchanged,
        _ => OrderOutcome::KeptAside,
    }
}

fn note_of(stage: &str, line: &Value) -> String {
    let problems = line["problems"].as_array().into_iter().flatten();
    let problems = problems.map(|problem| &problem["text"]);
    let numbers = line["tracking_numbers"].as_array().into_iter().flatten();
    let said = [&line["reason"], &line["service"], &line["label"]];
    let words = said.into_iter().chain(problems).chain(numbers).filter_map(Value::as_str);
    let words: Vec<&str> = words.collect();
    match words.is_empty() {
        true => stage.to_owned(),
        false => format!("{stage}: {}", words.join(", ")),
    }
}

/// Writes a sentence for the person who reads standard error.
fn complain(words: &str) {
    // Nobody may be reading it.
    let _ = writeln!(io::stderr(), "postroom watch: {words}");
}
