//! Queues of CUPS: which there are, a job into one, and what the queue says of it. Calls wait
//! for the network: never on the window's thread.

use ipp::prelude::{DelimiterTag, IppAttribute, IppOperationBuilder, IppValue};

use super::ipp::{At, Document, keyword, words_of};
use super::{Language, Printer, media};

pub use super::ipp::{Progress, Spooled};

/// A queue somebody set up at the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queue {
    pub name: String,
    pub uri: String,
    /// `Idle`, `Printing`, `Stopped`, with the queue's own words.
    pub state: String,
}

/// The queues of a server such as `localhost:631`.
///
/// # Errors
/// A sentence saying why nobody can tell.
pub fn queues(server: &str) -> Result<Vec<Queue>, String> {
    let uri = format!("ipp://{server}/");
    let at = At::Queue(&uri);
    at.reach()?;
    let answer = at.ask(IppOperationBuilder::cups().get_printers())?;
    let status = answer.status();
    if !status.is_success() && status != ipp::model::StatusCode::ClientErrorNotFound {
        return Err(format!("The printing system answers: {status}"));
    }
    Ok(answer
        .groups(DelimiterTag::PrinterAttributes)
        .filter_map(|group| {
            let name = group.get("printer-name").map(words_of)?;
            let state = super::ipp::state(group.get("printer-state"));
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

/// Whether the printing system answers, before a job is claimed for it.
///
/// # Errors
/// A sentence when nobody does.
pub fn reach(uri: &str) -> Result<(), String> {
    At::Queue(uri).reach()
}

/// Puts one document into the printer's queue, once.
pub fn print(uri: &str, printer: &Printer, title: &str, bytes: Vec<u8>) -> Spooled {
    let document = Document {
        mime: printer.language.mime(),
        title,
        attributes: job_attributes(printer),
        bytes,
    };
    At::Queue(uri).send(document).0
}

/// Asks the queue what became of a job.
pub fn progress(uri: &str, job: i32) -> Progress {
    // The jobs of CUPS keep their numbers.
    At::Queue(uri).progress(job, "")
}

/// Takes a job out of the queue.
///
/// # Errors
/// A sentence when the queue does not answer or has printed it already.
pub fn cancel(uri: &str, job: i32) -> Result<(), String> {
    At::Queue(uri).cancel(job)
}

/// Exact paper and no scaling: without these a 4 × 6 page lands somewhere on A4.
fn job_attributes(printer: &Printer) -> Vec<IppAttribute> {
    if printer.language == Language::Zpl {
        return Vec::new();
    }
    let copies = IppValue::new_integer(i32::from(printer.copies.max(1)));
    let (wide, high) = printer.media_in;
    // CUPS makes a paper of any size from this name.
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
            let printer = Printer {
                media_in,
                language: Language::Pdf,
                ..Printer::default()
            };
            let attributes = job_attributes(&printer);
            let told: Vec<String> = attributes.iter().map(words_of).collect();
            assert_eq!(told, [name, "none", "1"]);
        }
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
