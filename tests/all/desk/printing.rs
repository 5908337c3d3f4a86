//! From the Print button to a printer that is on, off, or disconnects in the middle of a job.

use std::net::SocketAddr;

pub use crate::fake_printer::{FakePrinter, any_loopback_address};
use crate::prelude::*;
use crate::reserved_ports::reserve_address;

const PATIENCE: Duration = Duration::from_secs(30);

/// A reserved address on which nothing listens until a [`FakePrinter`] does.
pub fn unreachable_printer_address() -> SocketAddr {
    reserve_address(any_loopback_address())
}

pub fn printer(address: SocketAddr) -> Printer {
    Printer {
        name: "Zebra".into(),
        destination: Destination::Raw { host: address.ip().to_string(), port: address.port() },
        ..Printer::default()
    }
}

pub fn set_up(desk: &mut TestDesk, printer: Printer) {
    desk.apply(PrintingIntent::SavePrinter { replaces: None, printer: Box::new(printer) });
}

/// A printer that stores what it gets, set up at the desk.
pub fn with_printer(desk: &mut TestDesk) -> FakePrinter {
    let sink = FakePrinter::on(any_loopback_address());
    set_up(desk, printer(sink.address));
    sink
}

pub fn buy(desk: &mut TestDesk) -> ShipmentId {
    desk.choose();
    match desk.buy_and_wait().status {
        PurchaseStatus::Bought { shipment, .. } => shipment,
        _ => unreachable!(),
    }
}

fn print(desk: &mut TestDesk, shipment: &ShipmentId) {
    desk.print(vec![shipment.clone()]);
}

pub fn newest(state: &State) -> Option<JobState> {
    state.printing.jobs.first().map(|job| job.state)
}

fn number(state: &State) -> String {
    let row = &state.shipments.rows[0];
    row.tracking_number.as_ref().unwrap().to_string()
}

pub fn assert_is_the_label(bytes: &[u8], number: &str) {
    let pages = decode_in_process(bytes, 203.0, &Limits::default()).unwrap();
    let check = self_check(&pages, number, Some((4.0, 6.0)));
    assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
}

#[test]
fn a_printer_switched_on_late_gets_one_copy() {
    let (world, mut desk) = connected_desk();
    let address = unreachable_printer_address();
    set_up(&mut desk, printer(address));
    let shipment = buy(&mut desk);
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    print(&mut desk, &shipment);
    desk.run_until("told that it is off", |state| {
        let job = state.printing.jobs.first();
        job.is_some_and(|job| job.state == JobState::Queued && job.detail.contains("is off"))
    });
    print(&mut desk, &shipment);
    desk.run_until_told("already on its way to the printer");
    // Still there after the application was closed and reopened.
    world.runtime.block_on(desk.0.close());
    let mut desk = world.open();
    assert_eq!(newest(desk.state()), Some(JobState::Queued));
    assert_eq!(desk.state().printing.printers, [printer(address)]);
    let sink = FakePrinter::on(address);
    desk.run_until("sent", |state| newest(state) == Some(JobState::Sent));
    desk.run_for(Duration::from_millis(300));
    let taken = sink.taken();
    assert_eq!(taken.len(), 1, "one copy");
    assert_is_the_label(&taken[0], &number(desk.state()));
}

/// L1: a second press prints nothing, a copy within a minute is asked about, and a later one is a
/// reprint.
#[test]
fn the_same_label_at_the_same_printer_is_asked_about() {
    let world = DeskFixture::with_still_clock();
    let mut desk = world.open_connected();
    let _sink = with_printer(&mut desk);
    let shipment = buy(&mut desk);
    print(&mut desk, &shipment);
    desk.run_until("sent", |state| newest(state) == Some(JobState::Sent));
    let waits = |state: &State| {
        let words = "already on its way to the printer";
        state.notices.iter().any(|notice| notice.text.contains(words))
    };
    assert!(!waits(desk.state()));
    world.clock.advance(SignedDuration::from_millis(1_900));
    print(&mut desk, &shipment);
    desk.run_until("a second press", waits);
    assert_eq!(desk.state().printing.jobs.len(), 1);

    world.clock.advance(SignedDuration::from_secs(50));
    print(&mut desk, &shipment);
    desk.run_until("asked", |state| state.printing.question.is_some());
    let question = desk.state().printing.question.clone().unwrap();
    let [finding] = question.check_findings.as_slice() else { panic!("{question:?}") };
    assert!(finding.contains("went to this printer 51 seconds ago"), "{finding}");
    assert_eq!(desk.state().printing.jobs.len(), 1);
    desk.apply(Intent::Print(PrintRequest { findings_confirmed: true, ..question.request }));
    desk.run_until("printed again", |state| state.printing.jobs.len() == 2);

    // Another printer has no copy yet.
    let other = FakePrinter::on(any_loopback_address());
    set_up(&mut desk, Printer { name: "Other".into(), ..printer(other.address) });
    let to_other = PrintRequest {
        shipments: vec![shipment.clone()],
        printer: Some("Other".into()),
        ..PrintRequest::default()
    };
    desk.apply(Intent::Print(to_other));
    desk.run_until("at the other one", |state| state.printing.jobs.len() == 3);
    world.clock.advance(SignedDuration::from_secs(61));
    print(&mut desk, &shipment);
    desk.run_until("a reprint", |state| state.printing.jobs.len() == 4);
    assert!(desk.state().printing.question.is_none());
}

#[test]
fn a_job_that_broke_off_waits_for_a_person() {
    let (world, mut desk) = connected_desk();
    let sink = FakePrinter::that_breaks_off_once();
    set_up(&mut desk, printer(sink.address));
    let shipment = buy(&mut desk);
    print(&mut desk, &shipment);
    desk.run_until("in doubt", |state| newest(state) == Some(JobState::Interrupted));
    desk.run_for(Duration::from_millis(300));
    assert_eq!(sink.taken().len(), 1, "not sent again by itself");
    world.runtime.block_on(desk.0.close());
    let mut desk = world.open();
    desk.run_for(Duration::from_millis(200));
    assert_eq!(newest(desk.state()), Some(JobState::Interrupted));
    assert_eq!(sink.taken().len(), 1);
    let job = desk.state().printing.jobs[0].row;
    desk.apply(PrintingIntent::SettleInterrupted { job, printed: false });
    desk.run_until("sent", |state| newest(state) == Some(JobState::Sent));
    desk.run_until("arrived", |_| sink.taken().len() == 2);
    assert_is_the_label(&sink.taken()[1], &number(desk.state()));
}

/// W18: the window refuses a voided label by the rows on screen; one that is not among them was
/// printed.
#[test]
fn a_voided_label_is_refused_also_if_its_row_is_not_on_screen() {
    let (_world, mut desk) = connected_desk();
    let sink = with_printer(&mut desk);
    let shipment = buy(&mut desk);
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    void(&mut desk, &shipment);
    desk.apply(ShipmentIntent::Search { text: "nobody".into(), filter: ShipmentFilter::All });
    desk.run_until("no rows", |state| state.shipments.rows.is_empty());
    print(&mut desk, &shipment);
    desk.run_until_told("It was voided: a refund was requested");
    assert!(desk.state().printing.jobs.is_empty() && sink.taken().is_empty());
}

/// Asks for a refund of the shipment.
fn void(desk: &mut TestDesk, shipment: &ShipmentId) {
    desk.apply(Intent::RequestRefunds(vec![shipment.clone()]));
    desk.run_until("voided", |state| {
        let row = state.shipments.rows.first();
        row.is_some_and(|row| row.is_void())
    });
}

#[test]
fn a_label_voided_after_its_job_was_queued_is_not_printed() {
    let (_world, mut desk) = connected_desk();
    let address = unreachable_printer_address();
    set_up(&mut desk, printer(address));
    let shipment = buy(&mut desk);
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    print(&mut desk, &shipment);
    desk.run_until("told that it is off", |state| {
        let job = state.printing.jobs.first();
        job.is_some_and(|job| job.state == JobState::Queued && job.detail.contains("is off"))
    });
    void(&mut desk, &shipment);
    let sink = FakePrinter::on(address);
    let refused = |state: &State| {
        let job = state.printing.jobs.first();
        job.is_some_and(|job| {
            job.state == JobState::Failed && job.detail.contains("One of its labels was voided")
        })
    };
    desk.run_until("refused", refused);
    let job = desk.state().printing.jobs[0].clone();
    desk.apply(PrintingIntent::Retry(job.row));
    desk.run_until("refused again", |state| {
        refused(state) && state.printing.jobs[0].updated > job.updated
    });
    assert!(sink.taken().is_empty());
}

#[test]
fn a_voided_label_is_not_saved() {
    let (world, mut desk) = connected_desk();
    let shipment = buy(&mut desk);
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    let folder = world.folder.join("saved");
    fs::create_dir(&folder).unwrap();
    let save = |desk: &mut TestDesk, files: SavedFiles| {
        desk.apply(LabelIntent::Save {
            shipments: vec![shipment.clone()],
            to: SaveTo::Folder(folder.clone()),
            files,
        });
    };
    save(&mut desk, SavedFiles::AsDelivered);
    let files = || fs::read_dir(&folder).unwrap().count();
    desk.run_until("saved", |_| files() == 1);
    void(&mut desk, &shipment);
    for kind in [SavedFiles::AsDelivered, SavedFiles::OnePdf] {
        let refusals = |state: &State| {
            let told = |text: &str| text.contains("It was voided: a refund was requested");
            state.notices.iter().filter(|notice| told(&notice.text)).count()
        };
        save(&mut desk, kind);
        desk.run_until("refused", |state| refusals(state) == 1);
        for notice in desk.state().notices.iter().map(|notice| notice.id).collect::<Vec<_>>() {
            desk.apply(Intent::DismissNotice(notice));
        }
    }
    assert_eq!(files(), 1);
}

fn desk_that_prints_by_itself(world: &DeskFixture) -> (TestDesk, FakePrinter) {
    let mut desk = world.open_connected();
    let sink = with_printer(&mut desk);
    desk.change_settings(|settings| settings.auto_print = true);
    (desk, sink)
}

#[test]
fn bought_labels_print_by_themselves_where_the_settings_say_so() {
    let world = DeskFixture::new();
    let (mut desk, sink) = desk_that_prints_by_itself(&world);
    buy(&mut desk);
    desk.run_until("sent", |state| newest(state) == Some(JobState::Sent));
    desk.run_for(Duration::from_millis(200));
    assert_eq!(sink.taken().len(), 1);
}

/// The answer of a purchase is lost. While the look-up waits for its answer, a list has the shipment;
/// then the look-up finds it too.
#[test]
fn a_label_that_is_found_twice_prints_once() {
    let world = DeskFixture::new();
    let (mut desk, sink) = desk_that_prints_by_itself(&world);
    desk.choose();
    world.fault("GET /Shipment", "delay_before_commit", 2_000);
    world.fault("POST /Shipment", "cut_after_commit", 0);
    desk.apply(Intent::Buy);
    desk.run_until("the look-up", |_| world.faults_met("delay_before_commit") == 1);
    desk.apply(ShipmentIntent::Refresh);
    desk.run_until("sent", |state| newest(state) == Some(JobState::Sent));
    desk.run_for(Duration::from_millis(3_000));
    assert_eq!((sink.taken().len(), desk.state().printing.jobs.len()), (1, 1));
}

#[test]
fn what_would_be_cut_off_is_asked_in_millimetres() {
    let (_world, mut desk) = connected_desk();
    let small = Printer { media_in: (2.25, 1.25), ..printer(unreachable_printer_address()) };
    set_up(&mut desk, small);
    let shipment = buy(&mut desk);
    print(&mut desk, &shipment);
    desk.run_until("asked", |state| state.printing.question.is_some());
    let question = format!("{:?}", desk.state().printing.question);
    assert!(question.contains("holds 2.25 × 1.25 in paper"), "{question}");
    assert!(question.contains("mm at the bottom would be cut off"), "{question}");
    assert!(desk.state().printing.jobs.is_empty());
}

#[test]
fn a_clerk_sets_a_printer_up_and_prints_through_the_window() {
    let (world, mut desk) = connected_desk();
    let shipment = buy(&mut desk);
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    let sink = FakePrinter::on(any_loopback_address());
    let mut window = desk.into_window(&world);
    window.settle();
    assert!(window.find("Print label").is_err(), "nothing to print on yet");
    window.click("Set up a printer").unwrap();
    window.settle();
    assert_eq!(window.window().panel, Panel::Settings);
    window.click("Add printer").unwrap();
    window.click("Save printer").unwrap();
    assert!(window.shows("Enter a name"));
    for (field, words) in [
        ("Printer name", "Zebra"),
        ("Printer address", &sink.address.ip().to_string()),
        ("Printer port", &sink.address.port().to_string()),
    ] {
        window.type_into(field, words).unwrap();
    }
    shot(&mut window, "printer-form");
    window.click("Save printer").unwrap();
    window.click("Test print: Zebra").unwrap();
    let sent = |state: &State, count: usize| {
        let sent = |state: &JobState| *state == JobState::Sent;
        state.printing.jobs.iter().filter(|job| sent(&job.state)).count() == count
    };
    window.wait_until("the test print", PATIENCE, |state| sent(state, 1)).unwrap();
    shot(&mut window, "printers");
    window.window().panel = Panel::Ship;
    window.settle();
    window.press(Modifiers::COMMAND, Key::P);
    window.wait_until("the label", PATIENCE, |state| sent(state, 2)).unwrap();
    assert!(window.shows("Sent to Zebra"));
    shot(&mut window, "label-sent");
    let taken = sink.taken();
    assert_eq!(taken.len(), 2);
    let row = &window.state().shipments.rows[0];
    assert_eq!(row.id, shipment);
    assert_is_the_label(&taken[1], row.tracking_number.as_ref().unwrap().as_str());
}

pub fn shot(window: &mut Driver, name: &str) {
    if let Ok(folder) = std::env::var("SHOTS") {
        let path = Path::new(&folder).join(format!("{name}.png"));
        window.settle();
        window.screenshot(&path).unwrap();
    }
}
