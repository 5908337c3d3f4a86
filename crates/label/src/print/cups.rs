//! CUPS queues: lists them, sends a job to one, and asks for the state of a job. Calls block on
//! the network: not for the UI thread.

use ipp::prelude::{DelimiterTag, IppAttribute, IppOperationBuilder, IppValue};

use super::ipp::{Document, IppTarget, keyword, with_port, words_of};
use super::{Language, Printer, media};
use postroom_base::text;

pub use super::ipp::{Progress, SpoolOutcome};

/// A queue that is set up in the system.
#[derive(Clone, Debug, PartialEq)]
pub struct Queue {
    pub name: String,
    pub uri: String,
    /// `Idle`, `Printing` or `Stopped`, followed by the queue's own message.
    pub state: String,
    /// What it takes: documents if it has a driver, whatever printer that is for, or the bytes of a
    /// label printer.
    pub language: Language,
    /// Its usual paper, in inches.
    pub media_in: (f32, f32),
    /// As [`Printer::edge_in`].
    pub edge_in: f32,
}

/// How CUPS calls a queue without a driver: bytes go to the printer as they are.
const RAW: &str = "Local Raw Printer";

/// The server of the system, as `CUPS_SERVER` names it: a host with or without a port, with the
/// version of the protocol, or a socket, beside which CUPS listens on this computer too.
pub fn server(set: Option<&str>) -> String {
    let set = set.unwrap_or_default().trim();
    let host = set.split_once("/version=").map_or(set, |(host, _)| host);
    match host {
        "" => with_port("localhost"),
        socket if socket.starts_with('/') => with_port("localhost"),
        address if address.matches(':').count() > 1 && !address.starts_with('[') => {
            with_port(&format!("[{address}]"))
        }
        host => with_port(host),
    }
}

/// Lists the queues of a server such as `localhost:631`.
///
/// # Errors
/// A message saying why the queues cannot be listed.
pub fn queues(server: &str) -> Result<Vec<Queue>, String> {
    let uri = format!("ipp://{server}/");
    let at = IppTarget::Queue(&uri);
    at.reach()?;
    let answer = at.send_request(IppOperationBuilder::cups().get_printers())?;
    let status = answer.status();
    if !status.is_success() && status != ipp::model::StatusCode::ClientErrorNotFound {
        return Err(text!("printing-system-says", status = status.to_string()));
    }
    Ok(answer
        .groups(DelimiterTag::PrinterAttributes)
        .filter_map(|group| {
            let name = group.get("printer-name").map(words_of)?;
            let state = super::ipp::state(group.get("printer-state"));
            let told = group.get("printer-state-message").map(words_of);
            let told = told.filter(|words| !words.is_empty());
            let driver = group.get("printer-make-and-model").map(words_of);
            let has_driver = driver.is_some_and(|driver| !driver.is_empty() && driver != RAW);
            let mut told_of_printer = ["printer-name", "printer-info", "printer-device-id"]
                .into_iter()
                .filter_map(|it| group.get(it).map(words_of));
            let own = told_of_printer.find_map(|words| Language::of_printer(&words));
            let usual = Printer::default();
            let paper = group.get("media-default").and_then(|name| media::size(&words_of(name)));
            Some(Queue {
                language: if has_driver { Language::Pdf } else { own.unwrap_or(usual.language) },
                media_in: paper.filter(|_| has_driver).unwrap_or(usual.media_in),
                edge_in: if has_driver { super::ipp::edge(|name| group.get(name)) } else { 0.0 },
                uri: format!("ipp://{server}/printers/{name}"),
                state: match told {
                    Some(told) => text!("printing-state-because", state = state, reason = told),
                    None => state.to_owned(),
                },
                name,
            })
        })
        .collect())
}

/// Checks that the printing system answers, before a job is claimed for it.
///
/// # Errors
/// A message if it does not answer.
pub fn reach(uri: &str) -> Result<(), String> {
    IppTarget::Queue(uri).reach()
}

/// Sends one document to the printer's queue, once.
pub fn print(uri: &str, printer: &Printer, title: &str, bytes: Vec<u8>) -> SpoolOutcome {
    let document = Document {
        mime: printer.language.mime(),
        title,
        attributes: job_attributes(printer),
        bytes,
    };
    IppTarget::Queue(uri).send(document).0
}

/// Asks the queue for the state of a job.
pub fn progress(uri: &str, job: i32) -> Progress {
    // CUPS never reuses job numbers, so no title is needed.
    IppTarget::Queue(uri).progress(job, "")
}

/// Removes a job from the queue.
///
/// # Errors
/// A message if the queue does not answer or has already printed the job.
pub fn cancel(uri: &str, job: i32) -> Result<(), String> {
    IppTarget::Queue(uri).cancel(job)
}

/// Requests the exact paper and no scaling: otherwise a 4 × 6 page is placed somewhere on A4.
fn job_attributes(printer: &Printer) -> Vec<IppAttribute> {
    if printer.language.is_of_label_printers() {
        return Vec::new();
    }
    let copies = IppValue::new_integer(i32::from(printer.copies.max(1)));
    let (wide, high) = printer.media_in;
    // CUPS accepts a paper of any size under this name.
    let name = media::standard(printer.media_in)
        .map_or_else(|| format!("Custom.{wide}x{high}in"), str::to_owned);
    [
        keyword("media", &name),
        keyword("print-scaling", "none"),
        IppAttribute::with_name("copies", copies).ok(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_have_the_names_queues_know() {
        for (media_in, name) in [
            ((4.0, 6.0), "na_index-4x6_4x6in"),
            ((8.5, 11.0), "na_letter_8.5x11in"),
            ((7.0, 3.0), "Custom.7x3in"),
        ] {
            let printer = Printer { media_in, language: Language::Pdf, ..Printer::default() };
            let attributes = job_attributes(&printer);
            let told: Vec<String> = attributes.iter().map(words_of).collect();
            assert_eq!(told, [name, "none", "1"]);
        }
    }

    /// Finding L13 (g)
    #[test]
    fn the_server_is_named_in_each_way_that_cups_takes() {
        for (set, server_of_it) in [
            (None, "localhost:631"),
            (Some(""), "localhost:631"),
            (Some("/run/cups/cups.sock"), "localhost:631"),
            (Some("print.example"), "print.example:631"),
            (Some("print.example:8631"), "print.example:8631"),
            (Some("print.example:8631/version=1.1"), "print.example:8631"),
            (Some("print.example/version=2.0"), "print.example:631"),
            (Some("::1"), "[::1]:631"),
            (Some("[::1]:8631"), "[::1]:8631"),
        ] {
            assert_eq!(server(set), server_of_it, "{set:?}");
        }
    }

    #[test]
    fn nothing_is_sent_where_nobody_listens() {
        // A socket that is bound but does not listen keeps the port from other tests.
        let closed = tokio::net::TcpSocket::new_v4().unwrap();
        closed.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = closed.local_addr().unwrap();
        let uri = format!("ipp://{address}/printers/z");
        let spooled = print(&uri, &Printer::default(), "t", vec![1]);
        assert!(matches!(spooled, SpoolOutcome::Not { .. }), "{spooled:?}");
        assert!(queues(&address.to_string()).is_err());
    }
}
