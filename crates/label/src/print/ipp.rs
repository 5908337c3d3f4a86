//! The Internet Printing Protocol (IPP), used by CUPS queues and office printers: sends one
//! document as a job, and asks for the state of that job. Calls block on the network: not for the
//! UI thread.

mod exchange;
mod reasons;

use std::io::Cursor;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use ipp::model::StatusCode;
use ipp::prelude::{
    DelimiterTag, IppAttribute, IppOperationBuilder, IppPayload, IppValue, JobState, PrinterState,
};
use ipp::request::IppRequestResponse;

use self::exchange::{Unanswered, exchange};
use postroom_base::text;

/// The outcome of sending a job to a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpoolOutcome {
    /// Nothing was sent: safe to retry.
    Not {
        reason: String,
    },
    Accepted {
        job: i32,
    },
    /// The queue refused the job and has nothing.
    Refused {
        reason: String,
    },
    /// No response after bytes were sent: the user has to check.
    Unknown {
        reason: String,
    },
}

/// The state of a job that a queue accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// In the queue or at the printer, with the reason why it waits, if there is one.
    Waiting {
        words: String,
    },
    /// The queue reports it as completed.
    Printed,
    Failed {
        reason: String,
    },
    /// The queue has removed the job without an error and will report nothing more.
    Gone {
        words: String,
    },
    /// The queue reports that it has no such job: many queues forget completed jobs.
    Forgotten {
        reason: String,
    },
    /// The queue does not answer at the moment.
    NoAnswer {
        reason: String,
    },
}

const CONNECT: Duration = Duration::from_secs(3);
const ANSWER: Duration = Duration::from_secs(30);
/// A printer without a disk accepts a page only as fast as it prints it, after waking up.
const TAKES: Duration = Duration::from_secs(90);
pub(super) const USER: &str = "postroom";

/// The attributes that say how near to the edges of its paper a printer prints.
pub(super) const MARGINS: [&str; 4] = [
    "media-left-margin-supported",
    "media-right-margin-supported",
    "media-top-margin-supported",
    "media-bottom-margin-supported",
];

/// The largest margin, in inches. Margins are in hundredths of a millimeter, several for each side;
/// the smallest one of a side is what the printer can do.
pub(super) fn edge<'a>(told: impl Fn(&str) -> Option<&'a IppAttribute>) -> f32 {
    let least = MARGINS.into_iter().filter_map(|name| {
        let margins = values(told(name)).iter();
        let hundredths = margins.filter_map(|value| match value {
            IppValue::Integer(number) => u16::try_from(*number).ok(),
            _ => None,
        });
        hundredths.min()
    });
    f32::from(least.max().unwrap_or(0)) / 2_540.0
}

/// The queue or printer to talk to, by its `ipp://` address.
#[derive(Clone, Copy, Debug)]
pub(super) enum IppTarget<'a> {
    Queue(&'a str),
    Printer(&'a str),
}

/// A document to be sent.
pub(super) struct Document<'a> {
    pub mime: &'a str,
    pub title: &'a str,
    pub attributes: Vec<IppAttribute>,
    pub bytes: Vec<u8>,
}

impl IppTarget<'_> {
    pub fn uri(&self) -> &str {
        match self {
            Self::Queue(uri) | Self::Printer(uri) => uri,
        }
    }

    pub fn parsed(&self) -> Result<http::Uri, String> {
        let unusable = |_| match self {
            Self::Queue(_) => text!("printing-queue-address").to_owned(),
            Self::Printer(_) => text!("printing-printer-address").to_owned(),
        };
        self.uri().parse().map_err(unusable)
    }

    pub fn says(&self, status: StatusCode) -> String {
        let status = status.to_string();
        match self {
            Self::Queue(_) => text!("printing-queue-says", status = status),
            Self::Printer(_) => text!("printing-printer-says", status = status),
        }
    }

    fn forgot(&self, status: StatusCode) -> String {
        let status = status.to_string();
        match self {
            Self::Queue(_) => text!("printing-queue-forgot", status = status),
            Self::Printer(_) => text!("printing-printer-forgot", status = status),
        }
    }

    fn canceled(&self) -> String {
        match self {
            Self::Queue(_) => text!("printing-queue-canceled").to_owned(),
            Self::Printer(_) => text!("printing-printer-canceled").to_owned(),
        }
    }

    fn gave_up(&self, reason: Option<String>) -> String {
        match (self, reason) {
            (Self::Queue(_), Some(reason)) => text!("printing-queue-gave-up", reason = reason),
            (Self::Queue(_), None) => text!("printing-queue-gave-up-silently").to_owned(),
            (Self::Printer(_), Some(reason)) => {
                text!("printing-printer-gave-up", reason = reason)
            }
            (Self::Printer(_), None) => text!("printing-printer-gave-up-silently").to_owned(),
        }
    }

    /// # Errors
    /// A message if no response was received; something may have been sent.
    pub fn send_request(&self, question: impl Into<IppRequestResponse>) -> Result<Answer, String> {
        self.ask_for(question, ANSWER)
    }

    fn ask_for(
        &self,
        question: impl Into<IppRequestResponse>,
        patience: Duration,
    ) -> Result<Answer, String> {
        let answer = exchange(&self.parsed()?, question.into(), patience);
        answer.map(Answer).map_err(|unanswered| match self {
            Self::Queue(_) => {
                text!("printing-system-no-answer", reason = unanswered.to_string())
            }
            Self::Printer(_) => refused(&unanswered),
        })
    }

    /// Checks that somebody listens, before anything important is sent.
    ///
    /// # Errors
    /// A message if nobody answers.
    pub fn reach(&self) -> Result<(), String> {
        let address = with_port(authority(self.uri()));
        let silent = || match self {
            Self::Queue(_) => text!("printing-no-system-at", address = address.as_str()),
            Self::Printer(_) => text!("printing-no-printer-at", address = address.as_str()),
        };
        let mut places = address.to_socket_addrs().map_err(|_| silent())?;
        let reached = places.any(|place| TcpStream::connect_timeout(&place, CONNECT).is_ok());
        reached.then_some(()).ok_or_else(silent)
    }

    /// Sends one document as a job, once. The list next to [`SpoolOutcome::Accepted`] contains the
    /// attributes that were ignored.
    pub fn send(&self, document: Document<'_>) -> (SpoolOutcome, Vec<String>) {
        let of = |spooled| (spooled, Vec::new());
        if let Err(reason) = self.reach() {
            return of(SpoolOutcome::Not { reason });
        }
        let parsed = match self.parsed() {
            Ok(parsed) => parsed,
            Err(reason) => return of(SpoolOutcome::Refused { reason }),
        };
        let payload = IppPayload::new(Cursor::new(document.bytes));
        let job = IppOperationBuilder::print_job(parsed, payload)
            .user_name(USER)
            .job_title(short(document.title))
            .document_format(document.mime)
            .attributes(document.attributes);
        let Ok(operation) = job.build() else {
            return of(SpoolOutcome::Refused {
                reason: text!("printing-job-not-written").to_owned(),
            });
        };
        let patience = match self {
            Self::Queue(_) => ANSWER,
            Self::Printer(_) => TAKES,
        };
        let answer = match self.ask_for(operation, patience) {
            Ok(answer) => answer,
            Err(reason) => return of(SpoolOutcome::Unknown { reason }),
        };
        let status = answer.status();
        if !status.is_success() {
            let reason = self.says(status);
            return of(match self {
                Self::Printer(_) if comes_later(status) => SpoolOutcome::Not { reason },
                _ => SpoolOutcome::Refused { reason },
            });
        }
        match answer.job("job-id").and_then(number_of) {
            Some(job) => (SpoolOutcome::Accepted { job }, answer.unsupported()),
            None => of(SpoolOutcome::Unknown {
                reason: match self {
                    Self::Queue(_) => text!("printing-queue-no-number").to_owned(),
                    Self::Printer(_) => text!("printing-printer-no-number").to_owned(),
                },
            }),
        }
    }

    /// Asks for the state of a job. A printer restarts its job numbers when it was switched off,
    /// so there the title is compared too.
    pub fn progress(&self, job: i32, title: &str) -> Progress {
        let no_answer = |reason| Progress::NoAnswer { reason };
        if let Err(reason) = self.reach() {
            return no_answer(reason);
        }
        let operation = self.parsed().and_then(|uri| {
            let question = IppOperationBuilder::get_job_attributes(uri, job).user_name(USER);
            question.build().map_err(|error| error.to_string())
        });
        let answer = match operation.and_then(|operation| self.send_request(operation)) {
            Ok(answer) => answer,
            Err(reason) => return no_answer(reason),
        };
        let status = answer.status();
        if comes_later(status) {
            return no_answer(self.says(status));
        }
        if !status.is_success() {
            return match (self, status) {
                // CUPS never gives a number twice, and may be set up to keep no record of jobs that
                // are over.
                (Self::Queue(_), StatusCode::ClientErrorNotFound) => {
                    Progress::Gone { words: text!("printing-queue-gone").to_owned() }
                }
                _ => Progress::Forgotten { reason: self.forgot(status) },
            };
        }
        if let (Self::Printer(_), Some(called)) = (self, answer.job("job-name"))
            && !same_title(&words_of(called), title)
        {
            return Progress::Forgotten { reason: text!("printing-printer-was-off").to_owned() };
        }
        // CUPS reports the job of an offline printer as "processing" forever; only the reasons
        // tell.
        let words = reasons::words(
            &answer.job_keywords("job-printer-state-reasons"),
            &answer.job_keywords("job-printer-state-message").join(" "),
            &answer.job_keywords("job-state-reasons"),
        );
        let state = answer.job("job-state").and_then(number_of);
        let is = |wanted: JobState| state == Some(wanted as i32);
        if is(JobState::Completed) {
            Progress::Printed
        } else if is(JobState::Canceled) {
            Progress::Failed { reason: self.canceled() }
        } else if is(JobState::Aborted) {
            Progress::Failed { reason: self.gave_up(words) }
        } else {
            let is_asked = match self {
                Self::Printer(_) => words.is_none(),
                // A job that waits for its queue does not say why the queue is stopped.
                Self::Queue(_) => is(JobState::Pending),
            };
            let reason = is_asked.then(|| self.printer_reasons()).flatten();
            Progress::Waiting { words: reason.or(words).unwrap_or_default() }
        }
    }

    /// The reasons the printer itself reports, which printers keep separate from their jobs, or why
    /// the queue is stopped.
    fn printer_reasons(&self) -> Option<String> {
        let asked = ["printer-state", "printer-state-reasons", "printer-state-message"];
        let question = IppOperationBuilder::get_printer_attributes(self.parsed().ok()?)
            .attributes(asked)
            .build();
        let answer = self.send_request(question.ok()?).ok()?;
        let told = answer.printer_keywords("printer-state-reasons");
        match self {
            Self::Printer(_) => reason(&told),
            Self::Queue(_) => {
                let state = answer.printer("printer-state").and_then(number_of);
                let message = answer.printer_keywords("printer-state-message").join(" ");
                let is_stopped = state == Some(PrinterState::Stopped as i32);
                is_stopped.then(|| reasons::words(&told, &message, &[])).flatten()
            }
        }
    }

    /// Cancels a job.
    ///
    /// # Errors
    /// A message if nobody answers or the job was already printed.
    pub fn cancel(&self, job: i32) -> Result<(), String> {
        self.reach()?;
        let operation = IppOperationBuilder::cancel_job(self.parsed()?, job)
            .user_name(USER)
            .build()
            .map_err(|error| error.to_string())?;
        let status = self.send_request(operation)?.status();
        if status.is_success() { Ok(()) } else { Err(self.says(status)) }
    }
}

/// Why a printer gave no answer; what a status of its web server means.
fn refused(unanswered: &Unanswered) -> String {
    match unanswered {
        Unanswered::Status(426) => text!("printing-needs-encryption").to_owned(),
        Unanswered::Status(401 | 403) => text!("printing-needs-password").to_owned(),
        Unanswered::Status(404) => text!("printing-no-path").to_owned(),
        other => text!("printing-printer-no-answer", reason = other.to_string()),
    }
}

/// A temporary refusal: nothing was accepted, and the same request may be repeated.
pub(super) fn comes_later(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::ServerErrorBusy
            | StatusCode::ServerErrorNotAcceptingJobs
            | StatusCode::ServerErrorServiceUnavailable
            | StatusCode::ServerErrorTemporaryError
            | StatusCode::ServerErrorDeviceError
    )
}

/// A response and its attribute groups.
pub(super) struct Answer(IppRequestResponse);

impl Answer {
    pub fn status(&self) -> StatusCode {
        self.0.header().status_code()
    }

    pub fn groups(
        &self,
        tag: DelimiterTag,
    ) -> impl Iterator<Item = &ipp::attribute::IppAttributeGroup> {
        self.0.attributes().groups_of(tag)
    }

    fn job(&self, name: &str) -> Option<&IppAttribute> {
        let mut groups = self.groups(DelimiterTag::JobAttributes);
        groups.find_map(|group| group.get(name))
    }

    pub fn printer(&self, name: &str) -> Option<&IppAttribute> {
        let mut groups = self.groups(DelimiterTag::PrinterAttributes);
        groups.find_map(|group| group.get(name))
    }

    fn job_keywords(&self, name: &str) -> Vec<String> {
        keywords(self.job(name))
    }

    pub fn printer_keywords(&self, name: &str) -> Vec<String> {
        keywords(self.printer(name))
    }

    /// The requested attributes that the printer ignores.
    pub fn unsupported(&self) -> Vec<String> {
        let groups = self.groups(DelimiterTag::UnsupportedAttributes);
        let attributes = groups.flat_map(|group| group.attributes());
        attributes.map(|one| one.name().to_string()).collect()
    }
}

/// Shortens a title. Job names hold 255 bytes, and some printers show far fewer.
pub(super) fn short(title: &str) -> &str {
    let end = (0..=120).rev().find(|end| title.is_char_boundary(*end));
    title.get(..end.unwrap_or(0)).unwrap_or(title)
}

/// Whether the reported title is the sent one. Printers truncate names, so the start is compared.
fn same_title(told: &str, sent: &str) -> bool {
    let sent = short(sent);
    told.is_empty() || sent.starts_with(told) || told.starts_with(sent)
}

/// The part `host:port` of `ipp://host:port/printers/name`.
fn authority(uri: &str) -> &str {
    let rest = uri.split_once("://").map_or(uri, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest)
}

/// `host:port`, with the port of IPP where none is named.
pub(super) fn with_port(host: &str) -> String {
    match host.rsplit_once(':') {
        Some((_, port)) if port.parse::<u16>().is_ok() => host.to_owned(),
        _ => format!("{host}:631"),
    }
}

pub(super) fn words_of(attribute: &IppAttribute) -> String {
    attribute.value().to_string()
}

/// All values of an attribute.
pub(super) fn values(attribute: Option<&IppAttribute>) -> &[IppValue] {
    match attribute.map(IppAttribute::value) {
        Some(IppValue::Array(values)) => values,
        Some(value) => std::slice::from_ref(value),
        None => &[],
    }
}

fn keywords(attribute: Option<&IppAttribute>) -> Vec<String> {
    values(attribute).iter().map(ToString::to_string).collect()
}

pub(super) fn number_of(attribute: &IppAttribute) -> Option<i32> {
    match attribute.value() {
        IppValue::Integer(number) | IppValue::Enum(number) => Some(*number),
        _ => None,
    }
}

/// The meaning of the keywords of a printer's state: the first one that prevents printing.
pub(super) fn reason(keywords: &[String]) -> Option<String> {
    reasons::words(keywords, "", &[])
}

/// A printer's state as a word.
pub(super) fn state(attribute: Option<&IppAttribute>) -> &'static str {
    match attribute.and_then(number_of) {
        Some(3) => text!("printing-state-idle"),
        Some(4) => text!("printing-state-printing"),
        _ => text!("printing-state-stopped"),
    }
}

pub(super) fn keyword(name: &str, value: &str) -> Option<IppAttribute> {
    IppAttribute::with_name(name, IppValue::new_keyword(value).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        for (uri, place) in [
            ("ipp://localhost:18631/printers/z", "localhost:18631"),
            ("ipp://[::1]:631/ipp/print", "[::1]:631"),
            ("ipp://10.0.0.9", "10.0.0.9"),
        ] {
            assert_eq!(authority(uri), place);
        }
    }

    #[test]
    fn a_job_is_known_by_the_beginning_of_its_title() {
        let long = "é".repeat(90);
        assert_eq!(short(&long).len(), 120);
        for (told, sent, same) in [
            ("Label for Ann", "Label for Ann, 92055", true),
            (long.as_str(), long.as_str(), true),
            ("", "Label for Ann", true),
            ("holiday.jpg", "Label for Ann", false),
        ] {
            assert_eq!(same_title(told, sent), same, "{told}");
        }
    }
}
