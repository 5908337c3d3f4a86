//! Queues of CUPS over its own protocol: which there are, a job into one, and what the
//! queue says of that job afterwards. Calls wait for the network: never on the window's
//! thread.

mod reasons;

use std::io::Cursor;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use ipp::prelude::{
    DelimiterTag, IppAttribute, IppClient, IppOperationBuilder, IppPayload, IppValue, JobState,
};
use ipp::request::IppRequestResponse;

use super::{Language, Printer};

/// A queue somebody set up at the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queue {
    pub name: String,
    pub uri: String,
    /// `Idle`, `Printing`, `Stopped`, with the queue's own words.
    pub state: String,
}

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
const USER: &str = "postroom";

/// The queues of a server such as `localhost:631`.
///
/// # Errors
/// A sentence saying why nobody can tell.
pub fn queues(server: &str) -> Result<Vec<Queue>, String> {
    reach(server)?;
    let uri = format!("ipp://{server}/");
    let answer = ask(&uri, IppOperationBuilder::cups().get_printers())?;
    let status = answer.header().status_code();
    if !status.is_success() && status != ipp::model::StatusCode::ClientErrorNotFound {
        return Err(format!("The printing system answers: {status}"));
    }
    let groups = answer
        .attributes()
        .groups_of(DelimiterTag::PrinterAttributes);
    Ok(groups
        .filter_map(|group| {
            let name = group.get("printer-name").map(words_of)?;
            let state = match group.get("printer-state").and_then(number_of) {
                Some(3) => "Idle",
                Some(4) => "Printing",
                _ => "Stopped",
            };
            let told = group.get("printer-state-message").map(words_of);
            let told = told.filter(|words| !words.is_empty());
            Some(Queue {
                uri: format!("ipp://{server}/printers/{name}"),
                state: told.map_or_else(|| state.to_owned(), |told| format!("{state}, {told}")),
                name,
            })
        })
        .collect())
}

/// Puts one document into the printer's queue, once.
pub fn print(uri: &str, printer: &Printer, title: &str, bytes: Vec<u8>) -> Spooled {
    if let Err(reason) = reach(authority(uri)) {
        return Spooled::Not { reason };
    }
    let Ok(parsed) = uri.parse() else {
        return Spooled::Refused {
            reason: "The queue’s address is not one".to_owned(),
        };
    };
    let payload = IppPayload::new(Cursor::new(bytes));
    let job = IppOperationBuilder::print_job(parsed, payload)
        .user_name(USER)
        .job_title(title.get(..120).unwrap_or(title))
        .document_format(printer.language.mime())
        .attributes(job_attributes(printer));
    let Ok(operation) = job.build() else {
        return Spooled::Refused {
            reason: "The job could not be written".to_owned(),
        };
    };
    let answer = match ask(uri, operation) {
        Ok(answer) => answer,
        Err(reason) => return Spooled::Unknown { reason },
    };
    let status = answer.header().status_code();
    if !status.is_success() {
        return Spooled::Refused {
            reason: format!("The queue says: {status}"),
        };
    }
    match job_attribute(&answer, "job-id").and_then(number_of) {
        Some(job) => Spooled::Accepted { job },
        None => Spooled::Unknown {
            reason: "The queue took the job without naming it".to_owned(),
        },
    }
}

/// Asks the queue what became of a job.
pub fn progress(uri: &str, job: i32) -> Progress {
    let no_answer = |reason| Progress::NoAnswer { reason };
    if let Err(reason) = reach(authority(uri)) {
        return no_answer(reason);
    }
    let operation = uri
        .parse()
        .map_err(|_| "The queue’s address is not one".to_owned())
        .and_then(|uri| {
            let question = IppOperationBuilder::get_job_attributes(uri, job);
            question.build().map_err(|error| error.to_string())
        });
    let answer = match operation.and_then(|operation| ask(uri, operation)) {
        Ok(answer) => answer,
        Err(reason) => return no_answer(reason),
    };
    let status = answer.header().status_code();
    if !status.is_success() {
        return Progress::Forgotten {
            reason: format!("The queue no longer knows the job: {status}"),
        };
    }
    // CUPS keeps an offline printer's job "processing" for ever; only these tell.
    let words = reasons::words(
        &keywords(&answer, "job-printer-state-reasons"),
        &keywords(&answer, "job-printer-state-message").join(" "),
        &keywords(&answer, "job-state-reasons"),
    );
    let state = job_attribute(&answer, "job-state").and_then(number_of);
    let is = |wanted: JobState| state == Some(wanted as i32);
    if is(JobState::Completed) {
        Progress::Printed
    } else if is(JobState::Canceled) {
        Progress::Failed {
            reason: "It was cancelled at the queue; if it had begun, part of it may be on paper"
                .to_owned(),
        }
    } else if is(JobState::Aborted) {
        let words = words.unwrap_or_else(|| "no reason given".to_owned());
        Progress::Failed {
            reason: format!("The queue gave the job up: {words}"),
        }
    } else {
        Progress::Waiting {
            words: words.unwrap_or_default(),
        }
    }
}

/// Takes a job out of the queue.
///
/// # Errors
/// A sentence when the queue does not answer or has printed it already.
pub fn cancel(uri: &str, job: i32) -> Result<(), String> {
    reach(authority(uri))?;
    let parsed = uri
        .parse()
        .map_err(|_| "The queue’s address is not one".to_owned())?;
    let operation = IppOperationBuilder::cancel_job(parsed, job)
        .user_name(USER)
        .build()
        .map_err(|error| error.to_string())?;
    let status = ask(uri, operation)?.header().status_code();
    match status.is_success() {
        true => Ok(()),
        false => Err(format!("The queue says: {status}")),
    }
}

/// Exact paper and no scaling: without these a 4 × 6 page lands somewhere on A4.
fn job_attributes(printer: &Printer) -> Vec<IppAttribute> {
    if printer.language == Language::Zpl {
        return Vec::new();
    }
    let keyword = |name: &str, value: String| {
        IppAttribute::with_name(name, IppValue::new_keyword(value).ok()?).ok()
    };
    let copies = IppValue::new_integer(i32::from(printer.copies.max(1)));
    [
        keyword("media", media(printer.media_in)),
        keyword("print-scaling", "none".to_owned()),
        IppAttribute::with_name("copies", copies).ok(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The name printing systems have for a paper size in inches.
fn media((wide, high): (f32, f32)) -> String {
    let is = |w: f32, h: f32| (wide - w).abs() < 0.01 && (high - h).abs() < 0.01;
    if is(4.0, 6.0) {
        "na_index-4x6_4x6in".to_owned()
    } else if is(8.5, 11.0) {
        "na_letter_8.5x11in".to_owned()
    } else if is(8.27, 11.69) {
        "iso_a4_210x297mm".to_owned()
    } else {
        format!("Custom.{wide}x{high}in")
    }
}

fn ask(
    uri: &str,
    operation: impl ipp::operation::IppOperation,
) -> Result<IppRequestResponse, String> {
    let address = uri
        .parse()
        .map_err(|_| "The queue’s address is not one".to_owned())?;
    let client = IppClient::builder(address).request_timeout(ANSWER).build();
    client
        .send(operation)
        .map_err(|error| format!("The printing system did not answer: {error}"))
}

/// Whether somebody listens, before anything that counts is sent.
fn reach(server: &str) -> Result<(), String> {
    let address = match server.rsplit_once(':') {
        Some((_, port)) if port.parse::<u16>().is_ok() => server.to_owned(),
        _ => format!("{server}:631"),
    };
    let silent = || format!("No printing system answers at {address}");
    let mut places = address.to_socket_addrs().map_err(|_| silent())?;
    let reached = places.any(|place| TcpStream::connect_timeout(&place, CONNECT).is_ok());
    reached.then_some(()).ok_or_else(silent)
}

/// `host:port` of `ipp://host:port/printers/name`.
fn authority(uri: &str) -> &str {
    let rest = uri.split_once("://").map_or(uri, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest)
}

fn job_attribute<'a>(answer: &'a IppRequestResponse, name: &str) -> Option<&'a IppAttribute> {
    let mut groups = answer.attributes().groups_of(DelimiterTag::JobAttributes);
    groups.find_map(|group| group.get(name))
}

fn words_of(attribute: &IppAttribute) -> String {
    attribute.value().to_string()
}

/// Every value of a job's attribute as text.
fn keywords(answer: &IppRequestResponse, name: &str) -> Vec<String> {
    let Some(attribute) = job_attribute(answer, name) else {
        return Vec::new();
    };
    match attribute.value() {
        IppValue::Array(values) => values.iter().map(ToString::to_string).collect(),
        value => vec![value.to_string()],
    }
}

fn number_of(attribute: &IppAttribute) -> Option<i32> {
    match attribute.value() {
        IppValue::Integer(number) | IppValue::Enum(number) => Some(*number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_have_the_names_queues_know() {
        for (size, name) in [
            ((4.0, 6.0), "na_index-4x6_4x6in"),
            ((8.5, 11.0), "na_letter_8.5x11in"),
            ((7.0, 3.0), "Custom.7x3in"),
        ] {
            assert_eq!(media(size), name);
        }
        assert_eq!(
            authority("ipp://localhost:18631/printers/z"),
            "localhost:18631"
        );
    }

    #[test]
    fn nothing_is_sent_where_nobody_listens() {
        let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = closed.local_addr().unwrap();
        drop(closed);
        let uri = format!("ipp://{address}/printers/z");
        let spooled = print(&uri, &Printer::default(), "t", vec![1]);
        assert!(matches!(spooled, Spooled::Not { .. }), "{spooled:?}");
        assert!(queues(&address.to_string()).is_err());
    }
}
