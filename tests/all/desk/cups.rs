//! A private CUPS server, started where `POSTROOM_CUPS` is set (`.ci/run` sets it): its queues are
//! found, raw bytes arrive complete, and a job counts as printed when the queue reports it.

mod kit;
mod mishaps;
mod office;

use std::io::Read;
use std::net::{SocketAddr, TcpListener};

use postroom::label::print::cups;
use postroom::label::print::cups::{Progress, SpoolOutcome};

use self::kit::Script;
use crate::prelude::*;
use crate::reserved_ports::reserve_port;

const PATIENCE: Duration = Duration::from_secs(60);

struct Cups {
    script: Script,
    server: String,
    sink: SocketAddr,
}

impl Cups {
    /// `None` where `POSTROOM_CUPS` is not set.
    fn start() -> Option<Self> {
        Self::start_with([])
    }

    fn start_with<const N: usize>(settings: [(&str, &str); N]) -> Option<Self> {
        std::env::var_os("POSTROOM_CUPS")?;
        let free = || SocketAddr::from(([127, 0, 0, 1], reserve_port()));
        let (server, sink) = (free(), free());
        Some(Self {
            script: Script::start_with("start", [server.port(), sink.port()], settings),
            server: server.to_string(),
            sink,
        })
    }

    fn printer(&self, queue: &str, language: Language) -> Printer {
        Printer {
            name: queue.to_owned(),
            destination: Destination::Cups { uri: self.uri(queue) },
            language,
            ..Printer::default()
        }
    }

    fn uri(&self, queue: &str) -> String {
        format!("ipp://{}/printers/{queue}", self.server)
    }

    fn taken(&self) -> std::thread::JoinHandle<Vec<u8>> {
        let listener = TcpListener::bind(self.sink).unwrap();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            listener.accept().unwrap().0.read_to_end(&mut bytes).unwrap();
            bytes
        })
    }
}

fn job(spooled: SpoolOutcome) -> i32 {
    match spooled {
        SpoolOutcome::Accepted { job } => job,
        other => panic!("{other:?}"),
    }
}

fn until_printed(uri: &str, job: i32) {
    let begun = Instant::now();
    loop {
        match cups::progress(uri, job) {
            Progress::Printed => return,
            Progress::Waiting { .. } if begun.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(100));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn queues_take_bytes_whole_and_tell_what_became_of_them() {
    let Some(cups) = Cups::start() else { return };
    let mut found = cups::queues(&cups.server).unwrap();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    let names: Vec<&str> = found.iter().map(|queue| queue.name.as_str()).collect();
    assert_eq!(names, ["pdfq", "tray", "zebra"]);
    assert_eq!(found[2].uri, cups.uri("zebra"));
    // Finding L13 (c): a queue with a driver takes documents, of its usual paper.
    let takes: Vec<Language> = found.iter().map(|queue| queue.language).collect();
    assert_eq!(takes, [Language::Pdf, Language::Zpl, Language::Zpl]);
    assert_eq!(found[2].media_in, (4.0, 6.0));
    assert!(found[0].media_in.0 > 8.0, "{:?}", found[0].media_in);

    // A printer that is off: the job waits in the queue and does not count as printed.
    let bytes: Vec<u8> = (0..250_000_u32).map(|at| (at % 253) as u8).collect();
    let zebra = cups.printer("zebra", Language::Zpl);
    let uri = cups.uri("zebra");
    let id = job(cups::print(&uri, &zebra, "off", bytes.clone()));
    std::thread::sleep(Duration::from_secs(2));
    let waits = cups::progress(&uri, id);
    assert!(matches!(waits, Progress::Waiting { .. }), "{waits:?}");
    let taken = cups.taken();
    until_printed(&uri, id);
    assert!(taken.join().unwrap() == bytes, "the very bytes");

    // A canceled job never arrives.
    let id = job(cups::print(&uri, &zebra, "back", bytes));
    cups::cancel(&uri, id).unwrap();
    let gone = cups::progress(&uri, id);
    assert!(matches!(gone, Progress::Failed { .. }), "{gone:?}");
    let gone = cups::progress(&uri, 9_999);
    assert!(matches!(gone, Progress::Gone { .. }), "{gone:?}");

    let office = cups.printer("pdfq", Language::Pdf);
    let page = postroom::label::print::test_page(&office).unwrap();
    let uri = cups.uri("pdfq");
    until_printed(&uri, job(cups::print(&uri, &office, "test page", page)));
    let none = cups::print(&cups.uri("none"), &office, "t", vec![1]);
    assert!(matches!(none, SpoolOutcome::Refused { .. }), "{none:?}");
}

#[test]
fn a_label_is_called_printed_once_the_queue_says_so() {
    let Some(cups) = Cups::start() else { return };
    let (world, mut desk) = connected_desk();
    desk.apply(PrintingIntent::SavePrinter {
        replaces: None,
        printer: Box::new(cups.printer("zebra", Language::Zpl)),
    });
    desk.choose();
    let PurchaseStatus::Bought { shipment, .. } = desk.buy_and_wait().status else {
        unreachable!()
    };
    desk.print(vec![shipment]);
    let newest =
        |state: &State| state.printing.jobs.first().map(|job| (job.state, job.remote.is_some()));
    desk.run_until("in the queue", |state| newest(state) == Some((JobState::Sent, true)));
    desk.run_for(Duration::from_secs(1));
    assert_eq!(newest(desk.state()), Some((JobState::Sent, true)), "nobody printed it yet");
    // The queue keeps the job while the application is closed, and is asked again afterwards.
    world.runtime.block_on(desk.0.close());
    let mut desk = world.open();
    let taken = cups.taken();
    desk.run_until("printed", |state| newest(state) == Some((JobState::Printed, true)));
    assert!(taken.join().unwrap().starts_with(b"~CC^"));
    // The same label through a driver that writes files: exactly its size, and its barcode.
    desk.apply(PrintingIntent::SavePrinter {
        replaces: None,
        printer: Box::new(cups.printer("pdfq", Language::Pdf)),
    });
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    let row = &desk.state().shipments.rows[0];
    let number = row.tracking_number.clone().unwrap().to_string();
    desk.apply(Intent::Print(PrintRequest {
        shipments: vec![row.id.clone()],
        printer: Some("pdfq".to_owned()),
        ..PrintRequest::default()
    }));
    desk.run_until("printed to a file", |state| {
        let jobs = &state.printing.jobs;
        jobs.len() == 2 && jobs[0].state == JobState::Printed
    });
    // The folder for jobs of unknown users.
    let folder = Path::new("/var/spool/cups-pdf/ANONYMOUS");
    let begun = Instant::now();
    let file = loop {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths = entries.map(|entry| entry.path());
        if let Some(path) = paths.find(|path| path.display().to_string().contains(&number)) {
            break path;
        }
        assert!(begun.elapsed() < PATIENCE, "no file of {number}");
        std::thread::sleep(Duration::from_millis(100));
    };
    let bytes = fs::read(&file).unwrap();
    fs::remove_file(file).unwrap();
    let pages = decode_in_process(&bytes, 203.0, &Limits::default()).unwrap();
    assert_eq!((pages[0].width_px, pages[0].height_px), (812, 1218));
    let check = self_check(&pages, &number, Some((4.0, 6.0)));
    assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
}
