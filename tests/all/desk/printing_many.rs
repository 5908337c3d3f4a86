//! Several packages and several shipments: shared sheets, each label checked against its own
//! number, reprints with and without the network, many labels in one file.

use postroom::label::print::Half;

use super::printing::{
    any_loopback_address, assert_is_the_label, buy, newest, printer, set_up,
    unreachable_printer_address,
};
use crate::label::office_printer;
use crate::prelude::*;

/// Buys a shipment of three packages.
fn buy_three(desk: &mut TestDesk) -> ShipmentId {
    desk.choose();
    desk.edit(|draft| {
        let package = draft.packages[0].clone();
        draft.packages = vec![package; 3];
    });
    desk.quote();
    let rates = desk.state().ship.quote.value().unwrap().rates.clone();
    desk.apply(ShipIntent::ChooseRate(Box::new(rates[0].clone())));
    let status = desk.buy_and_wait().status;
    match status {
        PurchaseStatus::Bought { shipment, .. } => shipment,
        _ => unreachable!(),
    }
}

fn ask(desk: &mut TestDesk, shipments: &[ShipmentId]) -> PrintRequest {
    let request = PrintRequest { shipments: shipments.to_vec(), ..PrintRequest::default() };
    desk.apply(Intent::Print(request.clone()));
    request
}

fn all_sent(state: &State, count: usize) -> bool {
    let jobs = &state.printing.jobs;
    jobs.len() == count && jobs.iter().all(|job| job.state == JobState::Sent)
}

/// The tracking numbers in a document, by page and from top to bottom.
fn numbers(bytes: &[u8]) -> Vec<String> {
    let pages: Vec<Page> = decode_in_process(bytes, 300.0, &Limits::default()).unwrap();
    let halves = pages.into_iter().flat_map(|page| {
        let half = page.luma.len() / 2 / page.width_px as usize * page.width_px as usize;
        let parts = [page.luma[..half].to_vec(), page.luma[half..].to_vec()];
        parts.map(|luma| Page {
            height_px: (luma.len() / page.width_px as usize) as u32,
            luma,
            ..page.clone()
        })
    });
    halves
        .filter_map(|half| read_barcodes(&half).into_iter().next())
        .map(|barcode| barcode.text.split('\u{1d}').next_back().unwrap().to_owned())
        .collect()
}

/// After this time a label is printed again without a question.
const A_WHILE: SignedDuration = SignedDuration::from_secs(61);

fn shipped(state: &State) -> Vec<(ShipmentId, String)> {
    let rows = state.shipments.rows.iter();
    rows.map(|row| {
        let number = row.tracking_number.as_ref().unwrap().to_string();
        (row.id.clone(), number)
    })
    .collect()
}

fn office(sink: &FakePrinter) -> Printer {
    Printer {
        destination: printer(sink.address).destination,
        two_a_sheet: true,
        ..office_printer()
    }
}

fn cache_of(world: &DeskFixture) -> rusqlite::Connection {
    rusqlite::Connection::open(world.folder.join("desk").join("cache.db")).unwrap()
}

#[test]
fn labels_of_several_shipments_fill_sheets() {
    let world = DeskFixture::with_still_clock();
    let mut desk = world.open_connected();
    let sink = FakePrinter::on(any_loopback_address());
    set_up(&mut desk, office(&sink));
    for count in 1..=3 {
        buy(&mut desk);
        desk.run_until("the row", |state| state.shipments.rows.len() == count);
        desk.apply(ShipIntent::NewDraft);
    }
    let shipments = shipped(desk.state());
    let ids: Vec<_> = shipments.iter().map(|(id, _)| id.clone()).collect();
    let wanted: Vec<_> = shipments.iter().map(|(_, number)| number.clone()).collect();
    ask(&mut desk, &ids);
    desk.run_until("two sheets", |state| all_sent(state, 2));
    let taken = sink.taken();
    assert_eq!(numbers(&taken[0]), wanted[..2]);
    assert_eq!(numbers(&taken[1]), wanted[2..]);
    let jobs = &desk.state().printing.jobs;
    assert!(jobs[1].title.starts_with("2 labels on one sheet"), "{}", jobs[1].title);
    assert_eq!(jobs[1].subject.lines().count(), 2);
    world.clock.advance(A_WHILE);
    // The earlier job left half a sheet, which is used first.
    desk.apply(Intent::Print(PrintRequest {
        shipments: ids[..2].to_vec(),
        start: Half::Second,
        ..PrintRequest::default()
    }));
    desk.run_until("two more", |state| all_sent(state, 4));
    let taken = sink.taken();
    assert_eq!((numbers(&taken[2]).len(), numbers(&taken[3]).len()), (1, 1));
}

#[test]
fn a_label_that_lies_in_the_margin_of_its_sheet_is_asked_about() {
    let (_world, mut desk) = connected_desk();
    let sink = FakePrinter::on(any_loopback_address());
    // A label of six inches in the middle of the sheet begins after an inch and a quarter.
    set_up(&mut desk, Printer { edge_in: 1.5, ..office(&sink) });
    let shipment = buy(&mut desk);
    let mut request = ask(&mut desk, &[shipment]);
    desk.run_until("asked", |state| state.printing.question.is_some());
    let findings = desk.state().printing.question.clone().unwrap().check_findings;
    assert!(findings[0].contains("within 38.1 mm"), "{findings:?}");
    assert!(desk.state().printing.jobs.is_empty());
    request.findings_confirmed = true;
    desk.apply(Intent::Print(request));
    desk.run_until("one sheet", |state| all_sent(state, 1));
}

#[test]
fn a_label_on_a_waiting_sheet_is_not_queued_again() {
    let (_world, mut desk) = connected_desk();
    let sink = FakePrinter::on(any_loopback_address());
    let address = unreachable_printer_address();
    let away = Printer { destination: printer(address).destination, ..office(&sink) };
    set_up(&mut desk, away);
    let shipment = buy_three(&mut desk);
    let waits = |count: usize| {
        move |state: &State| {
            let jobs = &state.printing.jobs;
            jobs.len() == count && jobs.iter().all(|job| job.state == JobState::Queued)
        }
    };
    ask(&mut desk, std::slice::from_ref(&shipment));
    desk.run_until("two sheets wait", waits(2));
    desk.apply(Intent::Print(PrintRequest {
        shipments: vec![shipment],
        package: Some(2),
        ..PrintRequest::default()
    }));
    desk.run_until_told("already on its way to the printer");
    desk.run_for(Duration::from_millis(200));
    assert_eq!(desk.state().printing.jobs.len(), 2);
}

#[test]
fn every_package_is_checked_against_its_own_number() {
    let (world, mut desk) = connected_desk();
    let _sink = with_printer(&mut desk);
    let shipment = buy_three(&mut desk);
    let checked =
        |state: &State| state.labels.views.get(&shipment).and_then(|view| view.check.clone());
    desk.run_until("the label's check", |state| checked(state).is_some());
    let check = checked(desk.state()).unwrap();
    assert_eq!(check.verdict, Verdict::Matches);
    assert_eq!(check.sentence, "Barcodes of all 3 packages verified");
    ask(&mut desk, std::slice::from_ref(&shipment));
    desk.run_until("three labels", |state| all_sent(state, 3));
    // The label of the third package is replaced by that of the second.
    world.runtime.block_on(desk.0.close());
    let changed = cache_of(&world)
        .execute(
            "UPDATE labels SET bytes = (SELECT bytes FROM labels WHERE package_number = 2)
             WHERE package_number = 3",
            [],
        )
        .unwrap();
    assert_eq!(changed, 1);
    let mut desk = world.open();
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    ask(&mut desk, std::slice::from_ref(&shipment));
    desk.run_until("asked", |state| state.printing.question.is_some());
    let doubts = desk.state().printing.question.clone().unwrap().check_findings;
    assert!(doubts[0].starts_with("Package 3: The barcode reads"), "{doubts:?}");
    assert_eq!(desk.state().printing.jobs.len(), 3, "nothing was queued");
    desk.apply(LabelIntent::Show(shipment.clone()));
    desk.run_until("the check on screen", |state| {
        let check = state.labels.views.get(&shipment).and_then(|view| view.check.as_ref());
        check.is_some_and(|check| matches!(check.verdict, Verdict::Differs { .. }))
    });
}

#[test]
fn a_reprint_needs_no_network_while_the_label_is_here() {
    let world = DeskFixture::with_still_clock();
    let mut desk = world.open_connected();
    let sink = with_printer(&mut desk);
    let shipment = buy_three(&mut desk);
    desk.run_until("the files", |state| {
        let view = state.labels.views.get(&shipment);
        view.is_some_and(|view| view.check.is_some())
    });
    world.runtime.block_on(desk.0.close());
    world.stop_service();
    let mut setup = world.setup();
    setup.practice = None;
    let desk = Desk::open_paced(setup, super::harness::pace()).unwrap();
    let mut desk = TestDesk(desk);
    desk.apply(Intent::Print(PrintRequest {
        shipments: vec![shipment.clone()],
        package: Some(2),
        ..PrintRequest::default()
    }));
    desk.run_until("one package", |state| all_sent(state, 1));
    world.clock.advance(A_WHILE);
    ask(&mut desk, std::slice::from_ref(&shipment));
    desk.run_until("all packages", |state| all_sent(state, 4));
    let taken = sink.taken();
    let number = |bytes: &[u8]| numbers(bytes).concat();
    let all: Vec<String> = taken[1..].iter().map(|bytes| number(bytes)).collect();
    assert_eq!(number(&taken[0]), all[1], "package 2 alone");
    assert!(all[0] != all[1] && all[1] != all[2], "{all:?}");
    let own = shipped(desk.state())[0].1.clone();
    assert_is_the_label(&taken[1], &own);
}

#[test]
fn a_reprint_fetches_what_is_not_here() {
    let world = DeskFixture::with_still_clock();
    let mut desk = world.open_connected();
    let _sink = with_printer(&mut desk);
    let shipment = buy_three(&mut desk);
    desk.run_until("the check", |state| {
        let view = state.labels.views.get(&shipment);
        view.is_some_and(|view| view.check.is_some())
    });
    for lost in ["package_number = 2", "package_number > 0"] {
        world.runtime.block_on(desk.0.close());
        let gone = cache_of(&world).execute(&format!("DELETE FROM labels WHERE {lost}"), []);
        assert!(gone.unwrap() > 0);
        world.clock.advance(A_WHILE);
        desk = world.open_connected();
        let before = desk.state().printing.jobs.len();
        ask(&mut desk, std::slice::from_ref(&shipment));
        desk.run_until("three more", |state| all_sent(state, before + 3));
        let kept: i64 = cache_of(&world)
            .query_row("SELECT count(*) FROM labels", [], |row| row.get(0))
            .unwrap();
        assert_eq!(kept, 3, "kept for the next time");
    }
    let fetched = desk.state().activity.iter();
    let calls = fetched.filter(|one| one.call == "GET /Shipment/:id/Label");
    assert!(calls.count() > 0);
}

#[test]
fn one_that_cannot_be_printed_costs_no_other() {
    let (_world, mut desk) = connected_desk();
    let sink = with_printer(&mut desk);
    let shipment = buy(&mut desk);
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    let nobody = ShipmentId::new("nobody");
    ask(&mut desk, &[nobody, shipment]);
    desk.run_until("one is sent", |state| newest(state) == Some(JobState::Sent));
    desk.run_until("told of the other", |state| {
        state.notices.iter().any(|notice| {
            let trouble = notice.trouble.as_ref();
            trouble.is_some_and(|trouble| trouble.attempted == "Couldn’t print 1 of 2 labels")
        })
    });
    desk.run_until("the end", |state| !work(state).is_running());
    let states: Vec<&RowState> = work(desk.state()).rows.iter().map(|row| &row.state).collect();
    assert!(matches!(states[0], RowState::Failed(_)), "{states:?}");
    assert_eq!(*states[1], RowState::Done("In the print queue".into()));
    assert_eq!(sink.taken().len(), 1);

    // Only the failed rows are retried.
    desk.apply(PrintingIntent::Batch(BatchIntent::Retry));
    assert!(work(desk.state()).is_running());
    desk.run_until("the end again", |state| !work(state).is_running());
    desk.run_for(Duration::from_millis(200));
    assert_eq!(work(desk.state()).tally().failed, 1);
    assert_eq!(sink.taken().len(), 1, "what was printed is not printed twice");
    desk.apply(PrintingIntent::Batch(BatchIntent::Close));
    assert!(desk.state().printing.work.is_none());
}

fn work(state: &State) -> &BatchJob {
    state.printing.work.as_ref().unwrap()
}

#[test]
fn a_print_called_off_puts_nothing_on_paper_and_can_be_taken_up() {
    let (_world, mut desk) = connected_desk();
    let sink = with_printer(&mut desk);
    for count in 1..=3 {
        buy(&mut desk);
        desk.run_until("the row", |state| state.shipments.rows.len() == count);
        desk.apply(ShipIntent::NewDraft);
    }
    let shipments: Vec<_> = shipped(desk.state()).into_iter().map(|(id, _)| id).collect();
    ask(&mut desk, &shipments);
    desk.apply(PrintingIntent::Batch(BatchIntent::Cancel));
    desk.run_until("the end", |state| !work(state).is_running());
    assert_eq!(work(desk.state()).tally().called_off, 3);
    desk.run_for(Duration::from_millis(200));
    assert!(desk.state().printing.jobs.is_empty() && sink.taken().is_empty());

    desk.apply(PrintingIntent::Batch(BatchIntent::Retry));
    desk.run_until("all of them", |state| all_sent(state, 3));
    desk.run_until("told", |state| work(state).tally().done == 3);
    let subject = &work(desk.state()).rows[0].subject;
    assert!(subject.starts_with("Jane Sample"), "{subject}");
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn labels_are_saved_under_the_names_a_person_chose() {
    let (world, mut desk) = connected_desk();
    desk.change_settings(|settings| {
        settings.label_name = "{order} {recipient} {package}".to_owned()
    });
    desk.edit(|draft| draft.options.custom_text1 = "A/7".to_owned());
    let shipment = buy_three(&mut desk);
    let folder = world.folder.join("labels");
    let saved = |state: &State, words: &str| {
        let mut notices = state.notices.iter();
        notices.any(|notice| notice.text.starts_with(words))
    };
    let save = |desk: &mut TestDesk, files: SavedFiles| {
        desk.apply(LabelIntent::Save {
            shipments: vec![shipment.clone()],
            to: SaveTo::Folder(folder.clone()),
            files,
        });
    };
    save(&mut desk, SavedFiles::AsDelivered);
    desk.run_until("saved", |state| saved(state, "Saved 3 files"));
    let first = names_in(&folder);
    assert_eq!(first, ["A-7 Jane Sample 1.pdf", "A-7 Jane Sample 2.pdf", "A-7 Jane Sample 3.pdf"]);
    let kept = fs::read(folder.join(&first[0])).unwrap();
    save(&mut desk, SavedFiles::AsDelivered);
    desk.run_until("saved beside", |_| names_in(&folder).len() == 6);
    assert!(names_in(&folder).contains(&"A-7 Jane Sample 1 (2).pdf".to_owned()));
    assert!(fs::read(folder.join(&first[0])).unwrap() == kept);
    save(&mut desk, SavedFiles::OnePdf);
    desk.run_until("one file", |state| saved(state, "Saved to"));
    let one = fs::read(folder.join("A-7 Jane Sample.pdf")).unwrap();
    let pages = decode_in_process(&one, 203.0, &Limits::default()).unwrap();
    assert_eq!(pages.len(), 3);
    let sizes: Vec<_> = pages.iter().map(|page| (page.width_px, page.height_px)).collect();
    assert_eq!(sizes, [(812, 1218); 3]);
    let read: Vec<String> = pages.iter().map(|page| read_barcodes(page)[0].text.clone()).collect();
    assert!(read[0] != read[1] && read[1] != read[2], "{read:?}");
}

/// W53: labels that are printed are not said to be in the print queue.
#[test]
fn labels_that_left_the_queue_are_not_said_to_be_in_it() {
    let (world, mut desk) = connected_desk();
    let _sink = with_printer(&mut desk);
    for count in 1..=2 {
        buy(&mut desk);
        desk.run_until("the row", |state| state.shipments.rows.len() == count);
        desk.apply(ShipIntent::NewDraft);
    }
    let ids: Vec<_> = shipped(desk.state()).into_iter().map(|(id, _)| id).collect();
    ask(&mut desk, &ids);
    desk.run_until("sent", |state| all_sent(state, 2));
    let mut window = desk.into_window(&world);
    window.window().panel = Panel::Shipments;
    let settled = |state: &State| state.printing.work.as_ref().is_none_or(|it| !it.is_running());
    window.wait_until("the end of the batch", Duration::from_secs(30), settled).unwrap();
    for _ in 0..50 {
        if !window.shows("Labels are in the print queue") {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
        window.settle();
    }
    panic!("the labels are said to be in the queue");
}
