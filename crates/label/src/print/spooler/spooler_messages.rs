//! Interprets the responses of the spooler.

use serde::{Deserialize, Serialize};

use crate::print::cups::Progress;
use postroom_base::locale::TextOf;
use postroom_base::text;

/// The state of a job as the spooler lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seen {
    /// In the queue or at the printer, without a reported problem.
    Waiting,
    Held,
    /// The printer is off, out of paper or needs attention.
    Stuck,
    Printed,
    Deleted,
    /// Not in the list, although the spooler returned one.
    Absent,
}

/// State reasons of a printer and what they mean for the user. The first entry that matches is
/// used.
const MEANINGS: [(&str, TextOf); 15] = [
    ("paper_out", || text!("printing-paper-empty")),
    ("paper_jam", || text!("printing-paper-jam")),
    ("door_open", || text!("printing-cover-open")),
    ("no_toner", || text!("printing-toner-or-ribbon-empty")),
    ("output_bin_full", || text!("printing-output-full")),
    ("manual_feed", || text!("printing-manual-feed")),
    ("paper_problem", || text!("printing-paper-problem")),
    ("offline", || text!("printing-offline")),
    ("not_available", || text!("printing-offline")),
    ("server_unknown", || text!("printing-offline")),
    ("paused", || text!("printing-queue-stopped")),
    ("pending_deletion", || text!("printing-queue-removed")),
    ("user_intervention", || text!("printing-needs-attention")),
    ("out_of_memory", || text!("printing-printer-memory")),
    ("error", || text!("printing-printer-error")),
];

/// Why a printer does not print, in plain words, or `None` if nothing prevents it.
pub fn trouble(reasons: &[String]) -> Option<&'static str> {
    let said = |word: &str| reasons.iter().any(|reason| reason == word);
    MEANINGS.iter().find(|(word, _)| said(word)).map(|(_, meaning)| meaning())
}

/// The state of a job to show. `known` is the message shown before: the reason while a printer
/// had a problem.
pub fn progress(seen: Seen, reasons: &[String], known: &str) -> Progress {
    let waiting = |otherwise: &str| Progress::Waiting {
        words: trouble(reasons).unwrap_or(otherwise).to_owned(),
    };
    match seen {
        Seen::Waiting => waiting(""),
        Seen::Held => waiting(text!("printing-job-held")),
        Seen::Stuck => waiting(text!("printing-windows-waits")),
        Seen::Printed => Progress::Printed,
        Seen::Deleted => Progress::Failed { reason: text!("printing-windows-deleted").to_owned() },
        // Windows forgets a job once it is printed, and also when somebody deletes it.
        Seen::Absent if known.is_empty() => {
            Progress::Gone { words: text!("printing-windows-gone").to_owned() }
        }
        Seen::Absent => {
            Progress::Forgotten { reason: text!("printing-windows-forgotten", known = known) }
        }
    }
}

/// The outcome of sending a job, from the library's result and the last error of the thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendResult {
    Whole(i32),
    /// The queue could not be opened: nothing was sent.
    Nothing,
    /// The queue was opened but accepted nothing.
    Refused,
    /// There is a job, but perhaps not with all of its bytes.
    Doubtful,
}

/// Windows errors while a document is written: out of memory (8, 14), write fault (29), disk full
/// (39, 112), no spool space (62), canceled (63), the spooler has ended (1722, 1726, 1727), and
/// lost spool files or jobs (3002 to 3004).
const WHILE_WRITING: [i32; 13] = [8, 14, 29, 39, 62, 63, 112, 1722, 1726, 1727, 3002, 3003, 3004];
/// Windows errors while jobs are listed: access denied (5), no such printer (1801), the spooler
/// has ended (1717, 1722, 1726, 1727), and 203, which remains after an error of the library
/// looked up an environment variable.
const WHILE_LISTING: [i32; 7] = [5, 203, 1717, 1722, 1726, 1727, 1801];

/// The library ignores errors of the write calls. They remain the thread's last error if the
/// thread did nothing else.
pub fn handed(answer: Result<u64, &str>, last_error: i32) -> SendResult {
    match answer {
        Ok(_) if WHILE_WRITING.contains(&last_error) => SendResult::Doubtful,
        Ok(job) => i32::try_from(job).map_or(SendResult::Doubtful, SendResult::Whole),
        Err(words) if words.contains("OpenPrinter") => SendResult::Nothing,
        Err(_) => SendResult::Refused,
    }
}

/// Whether an empty list of jobs is valid: the library also returns one after an error.
pub fn is_list(jobs: usize, last_error: i32) -> bool {
    jobs > 0 || !WHILE_LISTING.contains(&last_error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_is_said_only_when_windows_says_so() {
        postroom_base::locale::install(&crate::texts_of_program::SOURCES);
        assert_eq!(progress(Seen::Printed, &[], ""), Progress::Printed);
        let gone = progress(Seen::Absent, &[], "");
        assert!(
            matches!(&gone, Progress::Gone { words } if words.contains("printed or deleted")),
            "{gone:?}"
        );
        // Out of paper, then gone: it was printed after all, or deleted because of the problem.
        let gone = progress(Seen::Absent, &[], "The printer is out of paper");
        assert!(
            matches!(&gone, Progress::Forgotten { reason } if reason.contains("out of paper")),
            "{gone:?}"
        );
        let gone = progress(Seen::Deleted, &[], "");
        assert!(matches!(gone, Progress::Failed { .. }), "{gone:?}");
    }

    #[test]
    fn the_printers_own_reason_comes_before_the_jobs() {
        postroom_base::locale::install(&crate::texts_of_program::SOURCES);
        let check = |seen: Seen, reason: &str, told: &str| {
            let words = told.to_owned();
            assert_eq!(progress(seen, &[reason.to_owned()], "before"), Progress::Waiting { words });
        };
        check(Seen::Waiting, "none", "");
        check(Seen::Waiting, "busy", "");
        check(Seen::Stuck, "none", "Windows is waiting for the printer");
        check(Seen::Stuck, "paper_out", "The printer is out of paper");
        check(Seen::Held, "none", "The job is held in the queue");
        let off = "The printer is off or not connected";
        check(Seen::Waiting, "offline", off);
    }

    #[test]
    fn a_write_that_windows_refused_is_a_doubt() {
        assert_eq!(handed(Ok(7), 0), SendResult::Whole(7));
        // The last error that successful calls leave behind.
        assert_eq!(handed(Ok(7), 122), SendResult::Whole(7));
        assert_eq!(handed(Ok(7), 112), SendResult::Doubtful);
        assert_eq!(handed(Ok(u64::MAX), 0), SendResult::Doubtful);
        assert_eq!(handed(Err("OpenPrinterW failed"), 1801), SendResult::Nothing);
        assert_eq!(handed(Err("StartDocPrinterW failed"), 5), SendResult::Refused);
    }

    #[test]
    fn no_list_is_not_an_empty_list() {
        assert!(is_list(0, 0) && is_list(0, 122) && is_list(2, 1722));
        assert!(!is_list(0, 1722) && !is_list(0, 1801));
    }
}
