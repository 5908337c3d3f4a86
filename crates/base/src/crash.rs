//! Crash reports. The panic hook writes them, redacted, into a private folder of this computer;
//! they are not sent anywhere. The next start shows them to the user.

use std::any::Any;
use std::backtrace::Backtrace;
use std::fs;
use std::io;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::clock::Clock;
use super::{log, private, redact};

/// Reports of one run: a panic in every frame must not fill the disk.
const MOST_A_RUN: u32 = 5;
/// Reports in the folder; the oldest are deleted.
const MOST_KEPT: usize = 10;
/// Lines of the backtrace.
const MOST_LINES: usize = 120;
/// Latest lines of the log.
const MOST_LOG_LINES: usize = 200;
/// Characters of the panic message, which can quote a whole response.
const MOST_LETTERS: usize = 2000;

/// A crash report in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub name: String,
    pub text: String,
}

/// Installs the panic hook: every panic of this process writes a report to the folder and one line
/// to standard error. It replaces the default hook, whose output is not redacted.
pub fn install(folder: PathBuf, clock: Clock) {
    let written = AtomicU32::new(0);
    std::panic::set_hook(Box::new(move |info| {
        let number = written.fetch_add(1, Ordering::Relaxed);
        let told = if number < MOST_A_RUN {
            match write(&folder, &clock, number, info) {
                Ok(path) => format!("a report is in {}", path.display()),
                Err(error) => format!("no report could be written ({error})"),
            }
        } else {
            "no further report is written in this run".to_owned()
        };
        let line = format!("a fault in Postroom {}; {told}", place(info));
        use std::io::Write;
        // Standard error may be closed; the report is what matters.
        let _ = writeln!(io::stderr(), "postroom: {line}");
        tracing::error!("{line}");
    }));
}

/// The panic message, redacted, to show in the window.
pub fn panic_message(payload: &(dyn Any + Send)) -> String {
    let said = payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied());
    let said = said.unwrap_or("an unknown reason");
    redact::redact_message(&said.chars().take(MOST_LETTERS).collect::<String>())
}

/// All reports in the folder, newest first. Unreadable ones are left out.
pub fn reports(folder: &Path) -> Vec<Report> {
    let mut found: Vec<Report> = names(folder)
        .into_iter()
        .filter_map(|name| {
            let text = fs::read_to_string(folder.join(&name)).ok()?;
            Some(Report { name, text })
        })
        .collect();
    found.reverse();
    found
}

/// Deletes the given reports.
///
/// # Errors
/// The first file that cannot be deleted stops the deletion with the file system's error.
pub fn delete(folder: &Path, reports: &[Report]) -> io::Result<()> {
    for report in reports {
        match fs::remove_file(folder.join(&report.name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn write(
    folder: &Path,
    clock: &Clock,
    number: u32,
    info: &PanicHookInfo<'_>,
) -> io::Result<PathBuf> {
    let now = clock.now();
    let thread = std::thread::current();
    let thread = thread.name().unwrap_or("without a name");
    let trace = Backtrace::force_capture().to_string();
    let trace: Vec<&str> = trace.lines().take(MOST_LINES).collect();
    let log = log::recent_log_lines();
    let latest = log.len().saturating_sub(MOST_LOG_LINES);
    let text = format!(
        "Postroom {} on {} {}\n{now}\nThread: {thread}\nPlace: {}\nReason: {}\n\nLast lines of the log:\n{}\n\nBacktrace:\n{}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        place(info),
        words_of_info(info),
        log.get(latest..).unwrap_or_default().join("\n"),
        redact::redact_line(&trace.join("\n")),
    );
    private::create_or_restrict_dir(folder)?;
    let stamp = now.strftime("%Y%m%dT%H%M%S%.3fZ");
    let path = folder.join(format!("crash-{stamp}-{}-{number}.txt", std::process::id()));
    private::write_bytes(&path, text.as_bytes())?;
    let names = names(folder);
    for old in names.iter().take(names.len().saturating_sub(MOST_KEPT)) {
        fs::remove_file(folder.join(old))?;
    }
    Ok(path)
}

fn place(info: &PanicHookInfo<'_>) -> String {
    info.location().map_or_else(
        || "at an unknown place".to_owned(),
        |at| format!("at {}:{}", at.file(), at.line()),
    )
}

fn words_of_info(info: &PanicHookInfo<'_>) -> String {
    let said = info.payload_as_str().unwrap_or("an unknown reason");
    redact::redact_message(&said.chars().take(MOST_LETTERS).collect::<String>())
}

/// The names of the reports, oldest first.
fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with("crash-") && name.ends_with(".txt"))
        .collect();
    names.sort();
    names
}
