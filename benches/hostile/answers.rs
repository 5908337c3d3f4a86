//! A window that draws frames while a service and printers answer what no honest one would: without
//! end, hugely, slowly, brokenly, or not at all.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::tz::TimeZone;
use postroom::base::clock::Clock;
use postroom::base::id::ShipmentId;
use postroom::client::Options;
use postroom::desk::balance::intent::BalanceIntent;
use postroom::desk::intent::Intent;
use postroom::desk::kernel::session::Connection;
use postroom::desk::money::purchase::{Purchase, PurchaseStatus};
use postroom::desk::printing::intent::PrintingIntent;
use postroom::desk::printing::state::PrintRequest;
use postroom::desk::refunds::intent::RefundIntent;
use postroom::desk::ship::intent::ShipIntent;
use postroom::desk::shipments::intent::ShipmentIntent;
use postroom::desk::sign_in::intent::SignInIntent;
use postroom::desk::tracking::intent::TrackingIntent;
use postroom::label::print::{Destination, Language, Printer, cups, office};
use postroom::parcel::draft::Draft;
use postroom::ui::driver::Driver;
use postroom::ui::panel::Panel;

use crate::fake_printer::{FakePrinter, any_loopback_address};
use crate::harness::{DeskFixture, is_bought};
use crate::window::{frames, header, told};

/// Of the whole process, with the practice service and this bench, in megabytes.
const MOST_MEMORY_MB: f64 = 300.0;
/// How long the window draws beside each kind of answer.
const BESIDE: Duration = Duration::from_secs(10);
/// Until everything that was left open is settled.
const SETTLED: Duration = Duration::from_secs(150);
static PIECE: [u8; 64 * 1024] = [b' '; 64 * 1024];

/// What a hostile computer does with a connection once the request has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// A body that never ends, of white space, which any JSON may begin with.
    EndlessBody,
    EndlessHead,
    /// A body of 100 GB according to its head.
    HugeBody,
    /// A kilobyte that inflates to a thousand, again and again.
    Inflating,
    /// A list that begins correctly and has rows without end.
    EndlessRows,
    /// As many rows as are accepted.
    ManyRows,
    /// As many numbers.
    ManyValues,
    /// Brackets within one another, nearly as many as are accepted.
    Deep,
    /// One text, as long as is accepted.
    LongText,
    /// A byte in each second.
    Slow,
    Silent,
    /// Random bytes in place of HTTP.
    Noise,
    /// Success, with another kind of value than the interface has.
    WrongTypes,
    Page,
    /// Closed without a byte.
    Closed,
    /// The answer ends in the middle.
    CutShort,
    /// To itself, for ever.
    Redirect,
    /// Asks to wait for a year.
    WaitAYear,
    /// Attributes of a printer within one another.
    IppDeep,
    /// As many attributes of a printer as are accepted.
    IppMany,
}

const MANNERS: [Manner; 20] = [
    Manner::EndlessBody,
    Manner::EndlessHead,
    Manner::HugeBody,
    Manner::Inflating,
    Manner::EndlessRows,
    Manner::ManyRows,
    Manner::ManyValues,
    Manner::Deep,
    Manner::LongText,
    Manner::Slow,
    Manner::Silent,
    Manner::Noise,
    Manner::WrongTypes,
    Manner::Page,
    Manner::Closed,
    Manner::CutShort,
    Manner::Redirect,
    Manner::WaitAYear,
    Manner::IppDeep,
    Manner::IppMany,
];

/// Stands between the desk and the practice service. Without a manner it passes everything on.
struct HostileServer {
    address: SocketAddr,
    manner: Arc<Mutex<Option<Manner>>>,
    /// Ends every connection that is being answered.
    over: Arc<Mutex<Arc<AtomicBool>>>,
}

impl HostileServer {
    fn before(service: Option<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let manner: Arc<Mutex<Option<Manner>>> = Arc::default();
        let over: Arc<Mutex<Arc<AtomicBool>>> = Arc::default();
        let (chosen, ends) = (Arc::clone(&manner), Arc::clone(&over));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (manner, service) = (*chosen.lock().expect("a manner"), service.clone());
                let over = Arc::clone(&ends.lock().expect("an end"));
                thread::spawn(move || match (manner, service) {
                    (None, Some(service)) => drop(pass_on(stream, &service)),
                    (manner, _) => drop(answer(stream, manner.unwrap_or(Manner::Closed), &over)),
                });
            }
        });
        Self { address, manner, over }
    }

    fn behave(&self, manner: Option<Manner>) {
        *self.manner.lock().expect("a manner") = manner;
        let ended = std::mem::take(&mut *self.over.lock().expect("an end"));
        ended.store(true, Ordering::Relaxed);
    }
}

/// The head of a request and what has arrived of its body.
fn request(stream: &mut TcpStream) -> std::io::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let head = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        if let Some(end) = head {
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
            });
            let length: usize = length.unwrap_or(0);
            if bytes.len() >= end + 4 + length {
                return Ok((head, bytes.split_off(end + 4)));
            }
        }
        match stream.read(&mut piece)? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            count => bytes.extend_from_slice(&piece[..count]),
        }
    }
}

fn pass_on(mut stream: TcpStream, service: &str) -> std::io::Result<()> {
    let (head, body) = request(&mut stream)?;
    let mut there = TcpStream::connect(service)?;
    let kept = head.lines().filter(|line| {
        let line = line.to_ascii_lowercase();
        !line.starts_with("host:") && !line.starts_with("connection:")
    });
    let head: Vec<&str> = kept.collect();
    let head = format!("{}\r\nHost: {service}\r\nConnection: close\r\n\r\n", head.join("\r\n"));
    there.write_all(head.as_bytes())?;
    there.write_all(&body)?;
    std::io::copy(&mut there, &mut stream)?;
    stream.shutdown(Shutdown::Write)
}

fn answer(mut stream: TcpStream, manner: Manner, over: &AtomicBool) -> std::io::Result<()> {
    // A printer's job comes without a head, and is not read to its end.
    stream.set_read_timeout(Some(Duration::from_millis(300)))?;
    let (head, _) = request(&mut stream).unwrap_or_default();
    let path = head.split_whitespace().nth(1).unwrap_or("/").to_owned();
    let kind =
        if head.contains("application/ipp") { "application/ipp" } else { "application/json" };
    let plain = format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n");
    let chunked = format!("{plain}Transfer-Encoding: chunked\r\n\r\n");
    let is_on = || !over.load(Ordering::Relaxed);
    // Little less than the client accepts.
    let most = Options::default().json_cap - 100_000;
    match manner {
        Manner::EndlessBody => {
            stream.write_all(chunked.as_bytes())?;
            while is_on() {
                chunk(&mut stream, &PIECE)?;
            }
        }
        Manner::EndlessHead => {
            stream.write_all(plain.as_bytes())?;
            while is_on() {
                stream.write_all(b"X-More: ")?;
                stream.write_all(&PIECE)?;
                stream.write_all(b"\r\n")?;
            }
        }
        Manner::HugeBody => {
            write!(stream, "{plain}Content-Length: 100000000000\r\n\r\n")?;
            while is_on() {
                stream.write_all(&PIECE)?;
            }
        }
        Manner::Inflating => {
            write!(stream, "{plain}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n")?;
            let mut packed = GzEncoder::new(Vec::new(), Compression::best());
            while is_on() {
                packed.write_all(&PIECE)?;
                packed.flush()?;
                let bytes = std::mem::take(packed.get_mut());
                if !bytes.is_empty() {
                    chunk(&mut stream, &bytes)?;
                }
            }
        }
        Manner::EndlessRows => {
            stream.write_all(chunked.as_bytes())?;
            chunk(&mut stream, b"{\"results\":[{\"id\":\"a\"}")?;
            let rows = b",{\"id\":\"a\",\"transactionId\":\"b\",\"status\":\"c\"}".repeat(1_000);
            while is_on() {
                chunk(&mut stream, &rows)?;
            }
        }
        Manner::Deep => {
            stream.write_all(chunked.as_bytes())?;
            let brackets = [b'['; 64 * 1024];
            for _ in 0..13 {
                chunk(&mut stream, &brackets)?;
            }
            chunk(&mut stream, b"")?;
        }
        Manner::ManyRows => {
            let row = b"{\"id\":\"a\",\"transactionId\":\"b\",\"trackingNumber\":\"c\"},";
            filled(&mut stream, &chunked, b"{\"results\":[", row, b"{}]}", most)?;
        }
        Manner::ManyValues => {
            filled(&mut stream, &chunked, b"{\"results\":[", b"0,", b"0]}", most)?;
        }
        Manner::LongText => {
            filled(&mut stream, &chunked, b"{\"description\":\"", b"x", b"\"}", most)?;
        }
        Manner::Slow => {
            write!(stream, "{plain}Content-Length: 100000\r\n\r\n")?;
            while is_on() {
                stream.write_all(b" ")?;
                thread::sleep(Duration::from_secs(1));
            }
        }
        Manner::Silent => {
            while is_on() {
                thread::sleep(Duration::from_millis(100));
            }
        }
        Manner::Noise => {
            let noise: Vec<u8> =
                (0..100_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 9) as u8).collect();
            stream.write_all(&noise)?;
        }
        Manner::WrongTypes => {
            let body = b"{\"results\":{\"a\":1e999},\"balance\":[true],\"token\":null}";
            write!(stream, "{plain}Content-Length: {}\r\n\r\n", body.len())?;
            stream.write_all(body)?;
        }
        Manner::Page => {
            let body = "<html>Sign in to the network of this building</html>".repeat(20_000);
            write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n")?;
            write!(stream, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        }
        Manner::Closed => {}
        Manner::CutShort => {
            write!(stream, "{plain}Content-Length: 1000\r\n\r\n{{\"results\":[")?;
        }
        Manner::Redirect => {
            write!(stream, "HTTP/1.1 302 Found\r\nLocation: {path}\r\nContent-Length: 0\r\n\r\n")?;
        }
        Manner::WaitAYear => {
            write!(
                stream,
                "HTTP/1.1 503 Busy\r\nRetry-After: 31536000\r\nContent-Length: 0\r\n\r\n"
            )?;
        }
        Manner::IppDeep => {
            // Tag, length of the name, name, length of the value, value.
            let inner = [0x4a, 0, 0, 0, 1, b'm', 0x34, 0, 0, 0, 0];
            let deep = inner.repeat(47_000);
            ipp(&mut stream, &[&[0x34, 0, 1, b'c', 0, 0], deep.as_slice()].concat())?;
        }
        Manner::IppMany => ipp(&mut stream, &[0x44, 0, 1, b'a', 0, 1, b'b'].repeat(74_000))?,
    }
    stream.shutdown(Shutdown::Both)
}

fn chunk(stream: &mut TcpStream, bytes: &[u8]) -> std::io::Result<()> {
    write!(stream, "{:x}\r\n", bytes.len())?;
    stream.write_all(bytes)?;
    stream.write_all(b"\r\n")
}

/// An answer with `part` as often as fits into `most` bytes.
fn filled(
    stream: &mut TcpStream,
    head: &str,
    start: &[u8],
    part: &[u8],
    end: &[u8],
    most: u64,
) -> std::io::Result<()> {
    stream.write_all(head.as_bytes())?;
    chunk(stream, start)?;
    let piece = part.repeat(PIECE.len() / part.len());
    for _ in 0..most / piece.len() as u64 {
        chunk(stream, &piece)?;
    }
    chunk(stream, end)?;
    chunk(stream, b"")
}

/// A successful answer over IPP with these attributes of a printer.
fn ipp(stream: &mut TcpStream, attributes: &[u8]) -> std::io::Result<()> {
    let head = [2, 0, 0, 0, 0, 0, 0, 1, 0x04];
    let length = head.len() + attributes.len() + 1;
    write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\n")?;
    write!(stream, "Content-Length: {length}\r\n\r\n")?;
    stream.write_all(&head)?;
    stream.write_all(attributes)?;
    stream.write_all(&[0x03])
}

/// The number of heaps of the allocator, which the program limits before it opens a window.
const HEAPS: &str = "MALLOC_ARENA_MAX";

/// The service and every printer of the desk answer in each manner, while the window draws. In a process
/// of its own, with the heaps of a window.
pub fn measured() -> bool {
    if std::env::var_os(HEAPS).is_some() {
        return in_this_process();
    }
    let program = std::env::current_exe().expect("this program");
    let mut command = std::process::Command::new(program);
    let ended = command.args(["--only", "answers"]).env(HEAPS, "2").status();
    ended.is_ok_and(|status| status.success())
}

fn in_this_process() -> bool {
    let world = DeskFixture::new();
    let keys = world.credentials();
    let service = keys.base_url.trim_start_matches("http://").to_owned();
    let (service, base) = service.split_once('/').expect("a path");
    let between = HostileServer::before(Some(service.to_owned()));
    let mut desk = world.open();
    let base_url = format!("http://{}/{base}", between.address);
    desk.apply(SignInIntent::SignIn(postroom::desk::kernel::session::SignIn { base_url, ..keys }));
    desk.run_until("connected", |state| {
        matches!(state.connection, Connection::Connected(_))
            && state.carriers.catalogs.value().is_some()
    });
    desk.choose();
    let filled = desk.state().ship.draft.clone();
    let label = desk.buy_a_shipment();
    let folder = world.folder.join("desk");
    let window = Driver::new(desk.0, Clock::System, TimeZone::UTC, folder, (1366, 768));
    let mut window = window.expect("a window");
    header("window while the service answers");
    let mut holds = true;
    for manner in MANNERS {
        between.behave(None);
        holds &= ready(&mut window, &filled);
        let bought = world.shipments_at_service();
        let purchases = window.state().purchases.list.len();
        between.behave(Some(manner));
        begin_again();
        window.desk().apply(Intent::Buy);
        let times = watched(&mut window);
        let in_time = told(&format!("{manner:?}"), times, Some((peak_mb(), MOST_MEMORY_MB)));
        between.behave(None);
        // What was asked for once is bought once, whatever was answered.
        let begun = Instant::now();
        let settled = |window: &Driver| {
            let purchases = &window.state().purchases.list;
            purchases.iter().all(is_settled)
        };
        frames(&mut window, |window| settled(window) || begun.elapsed() > SETTLED);
        let count = world.shipments_at_service() - bought;
        let list = &window.state().purchases.list;
        let is_shown = list.len() > purchases && list.first().is_some_and(is_bought);
        let agrees = settled(&window) && count == i64::from(is_shown);
        if list.len() == purchases {
            println!("    not bought: refused before anything was sent");
        }
        if !agrees {
            println!("    {count} bought, {:?}   MISSED", window.state().purchases.list.first());
        }
        holds &= in_time && agrees;
    }
    holds &= printers(&mut window, &label);
    world.runtime.block_on(window.into_desk().close());
    holds
}

/// A draft as it was bought first, with its cheapest rate, and nothing under way.
fn ready(window: &mut Driver, filled: &Draft) -> bool {
    window.desk().apply(Intent::Ship(ShipIntent::NewDraft));
    let mut draft = filled.clone();
    let fresh = &window.state().ship.draft;
    (draft.order, draft.sequence, draft.chosen) = (fresh.order.clone(), fresh.sequence, None);
    window.desk().apply(Intent::Ship(ShipIntent::EditDraft(Box::new(draft))));
    let begun = Instant::now();
    loop {
        window.desk().apply(Intent::Ship(ShipIntent::GetRates));
        frames(window, |window| !window.state().ship.quote.is_loading());
        let quote = window.state().ship.quote.value();
        let cheapest = quote.and_then(|quote| quote.rates.get(quote.cheapest?).cloned());
        if let Some(rate) = cheapest {
            window.desk().apply(Intent::Ship(ShipIntent::ChooseRate(Box::new(rate))));
        }
        if window.state().ship.draft.chosen.is_some() {
            return true;
        }
        if begun.elapsed() > SETTLED {
            println!("    no rates: {:?}   MISSED", window.state().ship.quote.trouble());
            return false;
        }
        let paused = Instant::now();
        frames(window, |_| paused.elapsed() > Duration::from_millis(200));
    }
}

/// Goes from panel to panel and refreshes what each shows; returns the time of each frame.
fn watched(window: &mut Driver) -> Vec<Duration> {
    let begun = Instant::now();
    let mut times = Vec::new();
    for panel in Panel::ALL.into_iter().cycle() {
        if begun.elapsed() > BESIDE {
            break;
        }
        window.window().panel = panel;
        for refresh in [
            Intent::Shipments(ShipmentIntent::Refresh),
            Intent::Balance(BalanceIntent::Refresh),
            Intent::Refunds(RefundIntent::Refresh),
            Intent::Tracking(TrackingIntent::Refresh),
        ] {
            window.desk().apply(refresh);
        }
        let shown = Instant::now();
        times.extend(frames(window, |_| shown.elapsed() > Duration::from_millis(600)));
    }
    times.sort();
    times
}

/// Printers that answer in each manner, over their own port, over IPP and as the print service of this
/// computer; then an honest one prints.
fn printers(window: &mut Driver, label: &ShipmentId) -> bool {
    header("window while printers answer");
    let mut holds = true;
    for manner in MANNERS {
        let server = HostileServer::before(None);
        server.behave(Some(manner));
        let (host, port) = (server.address.ip().to_string(), server.address.port());
        let uri = office::address(&host, port, office::PATH);
        let destinations =
            [Destination::Raw { host, port }, Destination::Office { uri: uri.clone() }];
        begin_again();
        for destination in destinations {
            print(window, label, destination);
        }
        window.desk().apply(Intent::Printing(PrintingIntent::AskOfficePrinter(uri)));
        let address = format!("http://{}", server.address);
        let asked = thread::spawn(move || cups::queues(&address));
        let times = watched(window);
        holds &= told(&format!("{manner:?}"), times, Some((peak_mb(), MOST_MEMORY_MB)));
        server.behave(Some(Manner::Closed));
        holds &= asked.join().is_ok_and(|queues| queues.is_err() || manner == Manner::IppMany);
        // A printer with a job is not removed.
        let jobs: Vec<i64> = window.state().printing.jobs.iter().map(|job| job.row).collect();
        for job in jobs {
            window.desk().apply(Intent::Printing(PrintingIntent::Cancel(job)));
        }
    }
    let honest = FakePrinter::on(any_loopback_address());
    let (host, port) = (honest.address.ip().to_string(), honest.address.port());
    print(window, label, Destination::Raw { host, port });
    let begun = Instant::now();
    frames(window, |_| !honest.taken().is_empty() || begun.elapsed() > SETTLED);
    let printed = honest.taken().len();
    println!("an honest printer then got {printed} label");
    holds && printed == 1
}

fn print(window: &mut Driver, label: &ShipmentId, destination: Destination) {
    let language = match destination {
        Destination::Office { .. } => Language::Pdf,
        _ => Printer::default().language,
    };
    let name = format!("Printer {}", window.state().printing.printers.len());
    let printer = Printer { name: name.clone(), destination, language, ..Printer::default() };
    let printer = PrintingIntent::SavePrinter { replaces: None, printer: Box::new(printer) };
    window.desk().apply(Intent::Printing(printer));
    window.desk().apply(Intent::Print(PrintRequest {
        shipments: vec![label.clone()],
        printer: Some(name),
        findings_confirmed: true,
        copies_confirmed: true,
        ..PrintRequest::default()
    }));
}

/// Forgets the peak of this process so far.
fn begin_again() {
    std::fs::write("/proc/self/clear_refs", "5").expect("the peak is forgotten");
}

fn peak_mb() -> f64 {
    crate::watch::peak_of(std::process::id()) as f64 * 1.024 / 1_000.0
}

fn is_settled(purchase: &Purchase) -> bool {
    !matches!(
        purchase.status,
        PurchaseStatus::Held { .. } | PurchaseStatus::Sending | PurchaseStatus::Checking { .. }
    )
}
