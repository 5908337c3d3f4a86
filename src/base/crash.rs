//! Reports of panics: written by the panic hook into a private folder of this computer,
//! redacted, and sent nowhere. The next start offers them.

use std::any::Any;
use std::backtrace::Backtrace;
use std::fs;
use std::io;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::clock::Clock;
use super::{log, private, redact};

/// Of one run: what panics in every frame must not fill the disk.
const MOST_A_RUN: u32 = 5;
/// In the folder; the oldest go.
const MOST_KEPT: usize = 10;
/// Of the backtrace.
const MOST_LINES: usize = 120;
/// A message can quote whole answers.
const MOST_LETTERS: usize = 2000;

/// A report as it lies in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub name: String,
    pub text: String,
}

/// Every panic of this process leaves a report in the folder and one line on standard
/// error, instead of what the usual hook prints, which is not redacted.
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
        // Nobody may be reading; the report is what counts.
        let _ = writeln!(io::stderr(), "postroom: {line}");
        tracing::error!("{line}");
    }));
}

/// What a panic said, redacted, for the screen.
pub fn words_of(payload: &(dyn Any + Send)) -> String {
    let said = payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied());
    let said = said.unwrap_or("an unknown reason");
    redact::message(&said.chars().take(MOST_LETTERS).collect::<String>())
}

/// The reports there are, the newest first. Unreadable ones are left out.
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

/// Removes these reports and no other file.
///
/// # Errors
/// What the file system says of the first that stays.
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
    let text = format!(
        "Postroom {} on {} {}\n{now}\nThread: {thread}\nPlace: {}\nReason: {}\n\nLast lines of the log:\n{}\n\nBacktrace:\n{}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        place(info),
        words_of_info(info),
        log::latest().join("\n"),
        redact::line(&trace.join("\n")),
    );
    private::own_dir(folder)?;
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
    redact::message(&said.chars().take(MOST_LETTERS).collect::<String>())
}

/// In the order in which they were written.
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
