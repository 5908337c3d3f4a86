//! Office printers that ignore parts of a job: a fake printer responds as some real ones do.

use std::io::{Cursor, Read, Write};
use std::net::TcpListener;
use std::thread;

use axum::Router;
use axum::body::Bytes;
use axum::http::StatusCode as HttpStatus;
use axum::response::{IntoResponse, Response};
use ipp::model::{DelimiterTag, IppVersion, Operation, StatusCode};
use ipp::parser::IppParser;
use ipp::prelude::{IppAttribute, IppValue};
use ipp::reader::IppReader;
use ipp::request::IppRequestResponse;
use postroom::label::print::cups::{Progress, SpoolOutcome};
use postroom::label::print::office;

use crate::prelude::*;

/// How the fake printer responds.
#[derive(Clone, Debug, Default)]
pub struct FakePrinterBehavior {
    /// The attributes it ignores when it validates a job, and when it prints.
    says_it_ignores: Vec<&'static str>,
    ignores: Vec<&'static str>,
    /// The status of its response to a job.
    no: Option<StatusCode>,
    /// Whether it refuses to cancel a job.
    keeps_jobs: bool,
    cannot_be_left_alone: bool,
    /// The error of the web server in front of it.
    closed: Option<HttpStatus>,
    pub formats: Vec<&'static str>,
    /// The name it gives every job, if not the requested one.
    job_name: Option<&'static str>,
}

/// The requests it received, in order, and the last job.
#[derive(Debug, Default)]
struct Seen {
    asked: Vec<Operation>,
    title: String,
    document: Vec<u8>,
}

/// The fake printer.
pub struct FakePrinter {
    pub uri: String,
    seen: Arc<Mutex<Seen>>,
    _runtime: tokio::runtime::Runtime,
}

impl FakePrinter {
    pub fn start(ways: FakePrinterBehavior) -> Self {
        postroom::catalogs::install();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"));
        let listener = listener.unwrap();
        let uri = office::address("127.0.0.1", listener.local_addr().unwrap().port(), "/ipp/print");
        let kept = Arc::new(Mutex::new(Seen::default()));
        let seen = Arc::clone(&kept);
        let app = Router::new().fallback(move |body: Bytes| {
            let (ways, seen) = (ways.clone(), Arc::clone(&seen));
            async move { answer(&ways, &seen, body) }
        });
        runtime.spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { uri, seen: kept, _runtime: runtime }
    }

    fn print(&self, language: Language) -> SpoolOutcome {
        let printer = Printer {
            destination: Destination::Office { uri: self.uri.clone() },
            language,
            dpi: 300,
            ..Printer::default()
        };
        office::print(&self.uri, &printer, "Label for Ann", vec![1, 2, 3])
    }

    pub fn asked(&self) -> Vec<Operation> {
        self.seen.lock().unwrap().asked.clone()
    }

    pub fn document(&self) -> Vec<u8> {
        self.seen.lock().unwrap().document.clone()
    }
}

const ALL: [Operation; 9] = [
    Operation::PrintJob,
    Operation::ValidateJob,
    Operation::CancelJob,
    Operation::GetJobAttributes,
    Operation::GetPrinterAttributes,
    Operation::CreateJob,
    Operation::SendDocument,
    Operation::GetJobs,
    Operation::PurgeJobs,
];

fn answer(ways: &FakePrinterBehavior, seen: &Mutex<Seen>, body: Bytes) -> Response {
    if let Some(status) = ways.closed {
        return status.into_response();
    }
    let request = IppParser::new(IppReader::new(Cursor::new(body.to_vec()))).parse().unwrap();
    let code = request.header().operation_or_status;
    let operation = ALL.into_iter().find(|one| *one as i16 == code).unwrap();
    let mut seen = seen.lock().unwrap();
    seen.asked.push(operation);
    let ignored = |names: &[&'static str]| match names.is_empty() {
        true => StatusCode::SuccessfulOk,
        false => StatusCode::SuccessfulOkIgnoredOrSubstitutedAttributes,
    };
    let (status, unsupported) = match operation {
        Operation::ValidateJob => (ignored(&ways.says_it_ignores), &ways.says_it_ignores),
        Operation::PrintJob => (ways.no.unwrap_or(ignored(&ways.ignores)), &ways.ignores),
        Operation::CancelJob if ways.keeps_jobs => (StatusCode::ClientErrorNotPossible, &vec![]),
        _ => (StatusCode::SuccessfulOk, &vec![]),
    };
    let id = request.header().request_id;
    if operation == Operation::PrintJob {
        seen.title = {
            let tag = DelimiterTag::OperationAttributes;
            let mut groups = request.attributes().groups_of(tag);
            let title = groups.find_map(|group| group.get("job-name")).unwrap();
            title.value().to_string()
        };
        seen.document.clear();
        let mut document = request.into_payload();
        document.read_to_end(&mut seen.document).unwrap();
    }
    let mut reply = IppRequestResponse::new_response(IppVersion::v1_1(), status, id).unwrap();
    let mut add = |tag, name: &str, value| {
        let attribute = IppAttribute::with_name(name, value).unwrap();
        reply.attributes_mut().add(tag, attribute);
    };
    let word = |word: &str| IppValue::new_keyword(word).unwrap();
    for name in unsupported {
        add(DelimiterTag::UnsupportedAttributes, name, word("none"));
    }
    let printer = DelimiterTag::PrinterAttributes;
    match operation {
        Operation::GetPrinterAttributes => {
            let list = |words: &[&str]| IppValue::Array(words.iter().copied().map(word).collect());
            let resolution = IppValue::Resolution { cross_feed: 300, feed: 300, units: 3 };
            add(printer, "document-format-supported", list(&ways.formats));
            add(printer, "media-supported", list(&["na_letter_8.5x11in", "na_index-4x6_4x6in"]));
            add(printer, "sides-supported", list(&["one-sided"]));
            add(printer, "pwg-raster-document-type-supported", list(&["black_1"]));
            add(printer, "pwg-raster-document-resolution-supported", resolution);
            if !ways.cannot_be_left_alone {
                add(printer, "print-scaling-supported", list(&["auto", "none"]));
            }
        }
        Operation::PrintJob if status.is_success() => {
            add(DelimiterTag::JobAttributes, "job-id", IppValue::Integer(7));
        }
        Operation::GetJobAttributes => {
            let name =
                IppValue::new_name_without_language(ways.job_name.unwrap_or(&seen.title)).unwrap();
            add(DelimiterTag::JobAttributes, "job-name", name);
            add(DelimiterTag::JobAttributes, "job-state", IppValue::Enum(9));
        }
        _ => {}
    }
    let headers = [("content-type", "application/ipp")];
    (headers, reply.to_bytes()).into_response()
}

pub fn ways() -> FakePrinterBehavior {
    FakePrinterBehavior {
        formats: vec!["application/pdf", "image/pwg-raster"],
        ..FakePrinterBehavior::default()
    }
}

#[test]
fn a_printer_that_will_not_keep_to_the_size_gets_no_job() {
    for (attribute, words) in
        [("media", "won’t keep the paper size"), ("print-scaling", "won’t print at 100%")]
    {
        let made = FakePrinter::start(FakePrinterBehavior {
            says_it_ignores: vec!["copies", attribute],
            ..ways()
        });
        let spooled = made.print(Language::Pdf);
        let refused =
            matches!(&spooled, SpoolOutcome::Refused { reason } if reason.contains(words));
        assert!(refused, "{spooled:?}");
        let asked = [Operation::GetPrinterAttributes, Operation::ValidateJob];
        assert_eq!(made.asked(), asked);
    }
    // It may ignore attributes that do not change the label.
    let made = FakePrinter::start(FakePrinterBehavior {
        says_it_ignores: vec!["sides"],
        ignores: vec!["sides"],
        ..ways()
    });
    assert_eq!(made.print(Language::Pdf), SpoolOutcome::Accepted { job: 7 });
    assert_eq!(made.asked().last(), Some(&Operation::PrintJob));
}

#[test]
fn a_job_that_was_changed_all_the_same_is_taken_back() {
    let changed = FakePrinterBehavior { ignores: vec!["print-scaling"], ..ways() };
    let made = FakePrinter::start(changed.clone());
    let spooled = made.print(Language::Pdf);
    let refused =
        matches!(&spooled, SpoolOutcome::Refused { reason } if reason.contains("was canceled"));
    assert!(refused, "{spooled:?}");
    assert_eq!(made.asked().last(), Some(&Operation::CancelJob));
    let made = FakePrinter::start(FakePrinterBehavior { keeps_jobs: true, ..changed });
    let spooled = made.print(Language::Pdf);
    assert!(matches!(spooled, SpoolOutcome::Unknown { .. }), "{spooled:?}");
}

#[test]
fn a_printer_with_no_place_for_a_job_is_asked_again_and_a_refusal_is_final() {
    for (status, again) in [
        (StatusCode::ServerErrorBusy, true),
        (StatusCode::ServerErrorNotAcceptingJobs, true),
        (StatusCode::ClientErrorDocumentFormatNotSupported, false),
    ] {
        let made = FakePrinter::start(FakePrinterBehavior { no: Some(status), ..ways() });
        let spooled = made.print(Language::Pdf);
        let kept = matches!(spooled, SpoolOutcome::Not { .. });
        let refused = matches!(spooled, SpoolOutcome::Refused { .. });
        assert_eq!((kept, refused), (again, !again), "{spooled:?}");
    }
}

#[test]
fn another_job_of_the_same_number_is_not_ours() {
    let made =
        FakePrinter::start(FakePrinterBehavior { job_name: Some("Label for Ann"), ..ways() });
    let progress = |title| office::progress(&made.uri, 7, title);
    assert_eq!(progress("Label for Ann"), Progress::Printed);
    let other = progress("Label for Bob");
    assert!(matches!(other, Progress::Forgotten { .. }), "{other:?}");
}

#[test]
fn the_language_is_one_that_comes_out_at_its_size() {
    let check = |formats: &[&'static str], cannot_be_left_alone, wanted: Result<Language, &str>| {
        let made = FakePrinter::start(FakePrinterBehavior {
            formats: formats.to_vec(),
            cannot_be_left_alone,
            ..ways()
        });
        let told = office::get_capabilities(&made.uri).unwrap().language();
        assert_eq!(told, wanted.map_err(str::to_owned));
        if let Ok(language) = told {
            assert_eq!(made.print(language), SpoolOutcome::Accepted { job: 7 });
        }
    };
    let (pdf, raster) = ("application/pdf", "image/pwg-raster");
    check(&[pdf, raster], false, Ok(Language::Pdf));
    // Raster data is not scaled; a PDF page might be.
    check(&[pdf, raster], true, Ok(Language::PwgBlack));
    let fits = "The printer can’t be told to print PDF at 100%";
    check(&[pdf], true, Err(fits));
    let neither = "The printer doesn’t accept PDF or PWG raster";
    check(&["image/jpeg"], false, Err(neither));
}

#[test]
fn a_printer_behind_a_closed_door_says_what_to_do() {
    for (status, words) in [
        (HttpStatus::UPGRADE_REQUIRED, "Turn on IPP without encryption"),
        (HttpStatus::UNAUTHORIZED, "without a password"),
        (HttpStatus::NOT_FOUND, "nothing under this path"),
        (HttpStatus::INTERNAL_SERVER_ERROR, "didn’t respond"),
    ] {
        let made = FakePrinter::start(FakePrinterBehavior { closed: Some(status), ..ways() });
        let told = office::get_capabilities(&made.uri).unwrap_err();
        assert!(told.contains(words), "{told}");
        let spooled = made.print(Language::Pdf);
        assert!(matches!(spooled, SpoolOutcome::Not { .. }), "{spooled:?}");
    }
}

/// Z4: an answer without end took 15 GB of memory in twelve seconds.
#[test]
fn an_answer_without_end_is_cut_off() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = thread::spawn(move || {
        let mut taken = 0;
        // The first connection only looks whether somebody is there.
        while let Ok((mut stream, _)) = listener.accept() {
            stream.set_write_timeout(Some(Duration::from_secs(5))).unwrap();
            let mut question = [0; 1024];
            if stream.read(&mut question).is_ok_and(|read| read > 0) {
                let head = "HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\n\
                            Transfer-Encoding: chunked\r\n\r\n";
                stream.write_all(head.as_bytes()).unwrap();
                // A header, and one attribute after the other.
                let chunk = [b"10000\r\n".as_slice(), &[0x44; 0x10000], b"\r\n"].concat();
                while taken < MOST && stream.write_all(&chunk).is_ok() {
                    taken += chunk.len();
                }
                return taken;
            }
        }
        taken
    });
    const MOST: usize = 64 * 1024 * 1024;
    let told = office::get_capabilities(&format!("ipp://{address}/ipp/print")).unwrap_err();
    assert!(told.contains("larger than 512 kB"), "{told}");
    let taken = server.join().unwrap();
    assert!(taken < MOST, "{taken} bytes were read");
}
