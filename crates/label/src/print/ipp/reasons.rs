//! Explains in plain words why a job waits or ended.

use postroom_base::locale::TextOf;
use postroom_base::text;

/// Keywords of printing systems and what they mean for the user. The first entry that matches is
/// used.
const MEANINGS: [(&str, TextOf); 16] = [
    ("media-empty", || text!("printing-paper-empty")),
    ("media-needed", || text!("printing-paper-empty")),
    ("media-jam", || text!("printing-paper-jam")),
    ("cover-open", || text!("printing-cover-open")),
    ("door-open", || text!("printing-cover-open")),
    ("toner-empty", || text!("printing-toner-empty")),
    ("marker-supply-empty", || text!("printing-ink-empty")),
    ("input-tray-missing", || text!("printing-tray-missing")),
    ("output-area-full", || text!("printing-output-full")),
    ("offline", || text!("printing-offline")),
    ("timed-out", || text!("printing-no-answer")),
    ("shutdown", || text!("printing-offline")),
    ("paused", || text!("printing-queue-stopped")),
    ("printer-stopped", || text!("printing-queue-stopped")),
    ("media-low", || text!("printing-paper-low")),
    ("job-hold", || text!("printing-job-held")),
];

/// Describes the state of a job: the printer's own reasons first, with its message added. `None`
/// if nothing prevents printing.
pub fn words(printer: &[String], message: &str, job: &[String]) -> Option<String> {
    let of = |said: &[String]| {
        MEANINGS
            .iter()
            .find(|(word, _)| said.iter().any(|keyword| is_about(keyword, word)))
            .map(|(_, meaning)| meaning().to_owned())
    };
    let message = message.trim().trim_end_matches('.');
    let message = (!message.is_empty() && message != "none").then(|| message.to_owned());
    match (of(printer), message) {
        (Some(reason), Some(message)) => {
            Some(text!("printing-reason-and-message", reason = reason, message = message,))
        }
        (reason, message) => reason.or(message).or_else(|| of(job)),
    }
}

/// Whether the keyword contains the word: `media-empty-error` and `cups-media-empty` match
/// `media-empty`.
fn is_about(keyword: &str, word: &str) -> bool {
    keyword
        .strip_suffix("-error")
        .or_else(|| keyword.strip_suffix("-warning"))
        .or_else(|| keyword.strip_suffix("-report"))
        .unwrap_or(keyword)
        .contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_told_in_plain_words() {
        postroom_base::locale::install(&crate::texts_of_program::SOURCES);
        let check = |printer: &str, message: &str, job: &str, told: Option<&str>| {
            let (printer, job) = ([printer.to_owned()], [job.to_owned()]);
            assert_eq!(words(&printer, message, &job).as_deref(), told);
        };
        check("none", "", "job-printing", None);
        let paper = Some("The printer is out of paper");
        check("media-empty-error", "", "job-printing", paper);
        let both = Some("The printer is off or not connected (No route)");
        check("offline-report", "No route.", "job-printing", both);
        check("none", "Unreachable.", "job-printing", Some("Unreachable"));
        check("none", "", "printer-stopped", Some("The queue is stopped"));
    }
}
