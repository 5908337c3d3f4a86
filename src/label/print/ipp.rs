//! The Internet Printing Protocol, which queues of CUPS and office printers both speak: one
//! document into a job, and what is said of that job afterwards. Calls wait for the network:
//! never on the window's thread.

mod reasons;

use std::error::Error;
use std::io::Cursor;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use ipp::error::IppError;
use ipp::model::StatusCode;
use ipp::prelude::{
    AsyncIppClient, DelimiterTag, IppAttribute, IppOperationBuilder, IppPayload, IppValue, JobState,
};
use ipp::request::IppRequestResponse;

use crate::base::tls;

/// What became of a job that was to be handed to a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spooled {
    /// Nothing left: safe to try again.
    Not {
        reason: String,
    },
    Accepted {
        job: i32,
    },
    /// The queue said no; it has nothing.
    Refused {
        reason: String,
    },
    /// No answer after bytes left: a person looks.
    Unknown {
        reason: String,
    },
}

/// What the queue says of a job it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// In the queue or at the printer, with the reason it waits, if there is one.
    Waiting {
        words: String,
    },
    /// The queue says completed.
    Printed,
    Failed {
        reason: String,
    },
    /// The queue has let go of it in good order, and never says more.
    Gone {
        words: String,
    },
    /// The queue answers that it has no such job: many forget what is done.
    Forgotten {
        reason: String,
    },
    /// The queue does not answer now.
    NoAnswer {
        reason: String,
    },
}

const CONNECT: Duration = Duration::from_secs(3);
const ANSWER: Duration = Duration::from_secs(30);
/// A printer without a disk takes a page as slowly as it prints it, and wakes up first.
const TAKES: Duration = Duration::from_secs(90);
pub(super) const USER: &str = "postroom";

/// Who is spoken to, by its `ipp://` address.
#[derive(Clone, Copy, Debug)]
pub(super) enum At<'a> {
    Queue(&'a str),
    Printer(&'a str),
}

/// A document on its way.
pub(super) struct Document<'a> {
    pub mime: &'a str,
    pub title: &'a str,
    pub attributes: Vec<IppAttribute>,
    pub bytes: Vec<u8>,
}

impl At<'_> {
    pub fn uri(&self) -> &str {
        match self {
            Self::Queue(uri) | Self::Printer(uri) => uri,
        }
    }

    /// As the beginning of a sentence.
    fn name(&self) -> &'static str {
        match self {
            Self::Queue(_) => "The queue",
            Self::Printer(_) => "The printer",
        }
    }

    pub fn parsed(&self) -> Result<http::Uri, String> {
        let unusable = |_| format!("{}'s address is not one", self.name());
        self.uri().parse().map_err(unusable)
    }

    pub fn says(&self, status: StatusCode) -> String {
        format!("{} says: {status}", self.name())
    }

    /// # Errors
    /// A sentence when no answer came; something may have been sent.
    pub fn ask(&self, question: impl Into<IppRequestResponse>) -> Result<Answer, String> {
        self.ask_for(question, ANSWER)
    }

    fn ask_for(
        &self,
        question: impl Into<IppRequestResponse>,
        patience: Duration,
    ) -> Result<Answer, String> {
        let client = AsyncIppClient::builder(self.parsed()?).request_timeout(patience);
        let answer = finished(client.build().send(question.into()));
        answer
            .and_then(|answer| answer.map_err(|error| reason_of(&error)))
            .map(Answer)
            .map_err(|reason| match self {
                Self::Queue(_) => format!("The printing system did not answer: {reason}"),
                Self::Printer(_) => refused(&reason),
            })
    }

    /// Whether somebody listens, before anything that counts is sent.
    ///
    /// # Errors
    /// A sentence when nobody does.
    pub fn reach(&self) -> Result<(), String> {
        let server = authority(self.uri());
        let address = match server.rsplit_once(':') {
            Some((_, port)) if port.parse::<u16>().is_ok() => server.to_owned(),
            _ => format!("{server}:631"),
        };
        let silent = || match self {
            Self::Queue(_) => format!("No printing system answers at {address}"),
            Self::Printer(_) => format!("No printer answers at {address}"),
        };
        let mut places = address.to_socket_addrs().map_err(|_| silent())?;
        let reached = places.any(|place| TcpStream::connect_timeout(&place, CONNECT).is_ok());
        reached.then_some(()).ok_or_else(silent)
    }

    /// Puts one document into a job, once. The answer beside [`Spooled::Accepted`] names what
    /// was not done as asked.
    pub fn send(&self, document: Document<'_>) -> (Spooled, Vec<String>) {
        let of = |spooled| (spooled, Vec::new());
        if let Err(reason) = self.reach() {
            return of(Spooled::Not { reason });
        }
        let parsed = match self.parsed() {
            Ok(parsed) => parsed,
            Err(reason) => return of(Spooled::Refused { reason }),
        };
        let payload = IppPayload::new(Cursor::new(document.bytes));
        let job = IppOperationBuilder::print_job(parsed, payload)
            .user_name(USER)
            .job_title(short(document.title))
            .document_format(document.mime)
            .attributes(document.attributes);
        let Ok(operation) = job.build() else {
            return of(Spooled::Refused {
                reason: "The job could not be written".to_owned(),
            });
        };
        let patience = match self {
            Self::Queue(_) => ANSWER,
            Self::Printer(_) => TAKES,
        };
        let answer = match self.ask_for(operation, patience) {
            Ok(answer) => answer,
            Err(reason) => return of(Spooled::Unknown { reason }),
        };
        let status = answer.status();
        if !status.is_success() {
            let reason = self.says(status);
            return of(match self {
                Self::Printer(_) if comes_later(status) => Spooled::Not { reason },
                _ => Spooled::Refused { reason },
            });
        }
        match answer.job("job-id").and_then(number_of) {
            Some(job) => (Spooled::Accepted { job }, answer.unsupported()),
            None => of(Spooled::Unknown {
                reason: format!("{} took the job without naming it", self.name()),
            }),
        }
    }

    /// Asks what became of a job. A printer numbers its jobs from the start again when it was
    /// switched off, so the title belongs to a job's name there.
    pub fn progress(&self, job: i32, title: &str) -> Progress {
        let no_answer = |reason| Progress::NoAnswer { reason };
        if let Err(reason) = self.reach() {
            return no_answer(reason);
        }
        let operation = self.parsed().and_then(|uri| {
            let question = IppOperationBuilder::get_job_attributes(uri, job).user_name(USER);
            question.build().map_err(|error| error.to_string())
        });
        let answer = match operation.and_then(|operation| self.ask(operation)) {
            Ok(answer) => answer,
            Err(reason) => return no_answer(reason),
        };
        let status = answer.status();
        if comes_later(status) {
            return no_answer(self.says(status));
        }
        let name = self.name();
        if !status.is_success() {
            return Progress::Forgotten {
                reason: format!("{name} no longer knows the job: {status}"),
            };
        }
        if let (Self::Printer(_), Some(called)) = (self, answer.job("job-name"))
            && !same_title(&words_of(called), title)
        {
            return Progress::Forgotten {
                reason: format!("{name} was switched off and no longer knows the job"),
            };
        }
        // CUPS keeps an offline printer's job "processing" for ever; only these tell.
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
            let place = name.trim_start_matches("The ");
            Progress::Failed {
                reason: format!(
                    "It was cancelled at the {place}; if it had begun, part of it may be on paper"
                ),
            }
        } else if is(JobState::Aborted) {
            let words = words.unwrap_or_else(|| "no reason given".to_owned());
            Progress::Failed {
                reason: format!("{name} gave the job up: {words}"),
            }
        } else {
            Progress::Waiting {
                words: words.or_else(|| self.printer_reasons()).unwrap_or_default(),
            }
        }
    }

    /// What the printer itself says is wrong; printers keep it beside their jobs.
    fn printer_reasons(&self) -> Option<String> {
        let Self::Printer(_) = self else {
            return None;
        };
        let question = IppOperationBuilder::get_printer_attributes(self.parsed().ok()?)
            .attribute("printer-state-reasons")
            .build();
        let answer = self.ask(question.ok()?).ok()?;
        reason(&answer.printer_keywords("printer-state-reasons"))
    }

    /// Takes a job out.
    ///
    /// # Errors
    /// A sentence when nobody answers or it was printed already.
    pub fn cancel(&self, job: i32) -> Result<(), String> {
        self.reach()?;
        let operation = IppOperationBuilder::cancel_job(self.parsed()?, job)
            .user_name(USER)
            .build()
            .map_err(|error| error.to_string())?;
        let status = self.ask(operation)?.status();
        match status.is_success() {
            true => Ok(()),
            false => Err(self.says(status)),
        }
    }
}

/// Runs one exchange to its end, on the caller's thread: who calls this module waits anyway.
fn finished<T>(exchange: impl Future<Output = T>) -> Result<T, String> {
    tls::install_provider();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let ended = runtime.block_on(exchange);
    // A name that is still being looked up is left behind.
    runtime.shutdown_background();
    Ok(ended)
}

/// The innermost cause; the outer ones only say that a request failed.
fn reason_of(error: &IppError) -> String {
    let mut cause: &dyn Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

/// What a web server's refusal in front of a printer means, from the error's words.
fn refused(error: &str) -> String {
    let status = error
        .strip_prefix("HTTP request error: ")
        .unwrap_or_default();
    match status {
        "426" => "The printer only talks over encrypted connections (IPPS), and these are not supported; switch on IPP without encryption in its own settings".to_owned(),
        "401" | "403" => "The printer lets nobody print without a password, and these are not supported; allow it in its own settings".to_owned(),
        "404" => NO_PATH.to_owned(),
        _ => format!("The printer did not answer: {error}"),
    }
}

pub(super) const NO_PATH: &str = "The printer has nothing under this path";

/// A "no" that holds for now only: nothing was taken, and the same may be asked again.
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

/// An answer and its groups.
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

    /// What was asked for and is not done so.
    pub fn unsupported(&self) -> Vec<String> {
        let groups = self.groups(DelimiterTag::UnsupportedAttributes);
        let attributes = groups.flat_map(|group| group.attributes());
        attributes.map(|one| one.name().to_string()).collect()
    }
}

/// Job names hold 255 bytes, and some printers show far fewer.
pub(super) fn short(title: &str) -> &str {
    let end = (0..=120).rev().find(|end| title.is_char_boundary(*end));
    title.get(..end.unwrap_or(0)).unwrap_or(title)
}

/// Printers cut names short, so the beginning counts.
fn same_title(told: &str, sent: &str) -> bool {
    let sent = short(sent);
    told.is_empty() || sent.starts_with(told) || told.starts_with(sent)
}

/// `host:port` of `ipp://host:port/printers/name`.
fn authority(uri: &str) -> &str {
    let rest = uri.split_once("://").map_or(uri, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest)
}

pub(super) fn words_of(attribute: &IppAttribute) -> String {
    attribute.value().to_string()
}

/// Every value of an attribute.
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

/// What keywords of a printer's state mean, the first that stands in the way.
pub(super) fn reason(keywords: &[String]) -> Option<String> {
    reasons::words(keywords, "", &[])
}

/// A printer's state in a word.
pub(super) fn state(attribute: Option<&IppAttribute>) -> &'static str {
    match attribute.and_then(number_of) {
        Some(3) => "Idle",
        Some(4) => "Printing",
        _ => "Stopped",
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
