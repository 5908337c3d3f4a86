//! Diagnostics for support: versions, sizes, counts, the last requests and the log. The text is
//! shown to the user first and saved exactly as shown.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::{crash, log, redact};
use crate::build_facts;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::NoSlot;
use crate::desk::kernel::saved_values;
use crate::desk::kernel::session::Connection;
use crate::desk::safekeeping::{Preview, Previewed, Safekeeping, crash_folder, log_folder};

/// The newest lines of the log.
const LOG_LINES: usize = 300;
/// The newest requests of the Activity panel.
const REQUESTS: usize = 50;

/// Numbers of other features for the diagnostics.
#[derive(Clone, Debug, Default)]
pub(in crate::desk) struct Counts {
    pub buying_stopped: Option<String>,
    pub shipments: u64,
    pub addresses: u64,
    pub purchases: usize,
    pub print_jobs: usize,
}

pub(super) fn show(ctx: &mut Ctx<'_>, counts: &Counts) {
    let now = ctx.clock.now();
    let head = format!(
        "Postroom {} on {} {}, {now}\n\n{}",
        build_facts::in_words(),
        std::env::consts::OS,
        std::env::consts::ARCH,
        of_screen(ctx, counts)
    );
    let (journal, data) = (ctx.journal.clone(), ctx.data_dir.clone());
    let work = async move {
        let proof = match journal {
            Some(journal) => saved_values::logged(journal.head().await),
            None => None,
        };
        let journal = match proof {
            Some(proof) => format!("{} events, last hash {}", proof.events, proof.last_hash),
            None => "it cannot be read".to_owned(),
        };
        let files = tokio::task::spawn_blocking(move || of_files(&data)).await;
        let files = files.unwrap_or_else(|error| format!("Files could not be read: {error}"));
        redact::redact_line(&format!("{head}\nPurchase journal: {journal}\n\n{files}"))
    };
    ctx.jobs.answer(NoSlot::<Safekeeping>::with_window(), work, move |me, _, text| {
        me.preview = Some(Preview { what: Previewed::Diagnostics, text: Arc::from(text) });
    });
}

fn of_screen(ctx: &Ctx<'_>, counts: &Counts) -> String {
    let mut text = String::new();
    let connection = match &*ctx.connection {
        Connection::None => "not connected".to_owned(),
        Connection::Connecting { environment } => format!("connecting to {}", environment.word()),
        Connection::Connected(session) => {
            format!("{} at {}", session.environment.word(), session.base_url)
        }
        Connection::SignInNeeded { environment, .. } => {
            format!("{}, sign-in needed", environment.word())
        }
        Connection::TermsPending { .. } => "terms not accepted yet".to_owned(),
    };
    // Writing into a string does not fail.
    let _ = writeln!(text, "Connection: {connection}");
    let blocked = counts.buying_stopped.as_deref().unwrap_or("no");
    let _ = writeln!(text, "Buying stopped: {blocked}");
    let _ = writeln!(
        text,
        "Shipments here: {}, addresses: {}, purchases on screen: {}, print jobs: {}",
        counts.shipments, counts.addresses, counts.purchases, counts.print_jobs
    );
    let _ = writeln!(text, "\nLast requests:");
    for request in ctx.activity.iter().take(REQUESTS) {
        let status =
            request.status.map_or_else(|| "no answer".to_owned(), |status| status.to_string());
        let correlation = request.correlation.as_ref().map(ToString::to_string);
        let _ = writeln!(
            text,
            "{} {} {status} {} ms, try {} {} {}",
            request.at,
            request.call,
            request.millis,
            request.attempt,
            correlation.unwrap_or_default(),
            request.error.as_deref().unwrap_or_default(),
        );
    }
    text
}

fn of_files(data: &Path) -> String {
    let mut text = String::from("Files:\n");
    for (path, bytes) in sizes(data) {
        let name = path.strip_prefix(data).unwrap_or(&path).display();
        let _ = writeln!(text, "{bytes:>12} {name}");
    }
    let crashes = crash::reports(&crash_folder(data)).len();
    let _ = writeln!(text, "\nCrash reports: {crashes}\n\nLog:");
    let mut lines: Vec<String> = Vec::new();
    for file in log::files(&log_folder(data)) {
        let content = fs::read_to_string(file).unwrap_or_default();
        let room = LOG_LINES.saturating_sub(lines.len());
        let newest = content.lines().rev().take(room);
        lines.extend(newest.map(str::to_owned));
    }
    for line in lines.iter().rev() {
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text, "\nLatest steps, which the log file does not have:");
    for line in log::recent_log_lines() {
        let _ = writeln!(text, "{line}");
    }
    text
}

/// Files below the folder with their sizes in bytes, sorted by path.
fn sizes(folder: &Path) -> Vec<(PathBuf, u64)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(about) if about.is_dir() => open.push(entry.path()),
                Ok(about) => found.push((entry.path(), about.len())),
                Err(_) => {}
            }
        }
    }
    found.sort();
    found
}
