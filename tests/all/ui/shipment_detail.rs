//! One shipment on screen: all its numbers, what a voided label offers, its place in a narrow
//! window, and the way to a return label.

use egui::accesskit::Role;
use egui::{Event, Rect, Shape, vec2};

use postroom::api::address::Address;
use postroom::api::label::PostageLabel;
use postroom::api::shipment::Shipment;
use postroom::desk::printing::state::PrintJob;
use postroom::ui::stage::Element;

use super::board::shipment_row;
use super::colours::drawn;
use super::printing::printer;
use crate::prelude::*;

const SECOND: &str = "9400111899223199999999";

fn rows(board: &mut AnsweringScene, count: i64, change: impl Fn(&mut ShipmentRow)) {
    let row = |nth| {
        let mut row = (*shipment_row(nth, "PreTransit")).clone();
        change(&mut row);
        Arc::new(row)
    };
    board.state.shipments.rows = (0..count).map(row).collect();
    board.state.shipments.total = count.unsigned_abs();
    board.state.shipments.matching = count.unsigned_abs();
    board.go_to(Panel::Shipments);
}

fn open(board: &mut AnsweringScene) -> ShipmentId {
    let row = board.named("Nov 21, 2026, 9:58");
    board.click(&row);
    let id = board.state.shipments.selected.clone().unwrap();
    board.state.shipments.detail = Remote::ready(whole(&id), board.now);
    board.settle();
    id
}

fn whole(id: &ShipmentId) -> Shipment {
    let text = |words: &str| Some(words.to_owned());
    Shipment {
        id: Some(id.clone()),
        to_address: Some(Address {
            name: text("Casey Example"),
            street1: text("1 Ferry Building"),
            city: text("San Francisco"),
            state: text("CA"),
            email: text("casey@sample.example"),
            ..Address::default()
        }),
        postage_label: Some(PostageLabel {
            custom_text1: text("PO-7741"),
            custom_text3: text("Shelf 4"),
            ..PostageLabel::default()
        }),
        ..Shipment::default()
    }
}

fn two_packages(row: &mut ShipmentRow) {
    row.packages = 2;
    row.further_numbers = vec![TrackingNumber::new(SECOND)];
}

fn page() -> Page {
    Page {
        width_px: 400,
        height_px: 600,
        dpi: 100.0,
        width_in: 4.0,
        height_in: 6.0,
        luma: vec![255; 400 * 600],
    }
}

/// W2: each package's number is in the list and, with its copy button, in the detail; so are the
/// email and the references.
#[test]
fn the_detail_has_every_number_and_reference() {
    let mut board = AnsweringScene::sized(1920, 1000);
    rows(&mut board, 3, two_packages);
    let row = board.named("Nov 21, 2026, 9:58");
    assert!(row.contains(&format!("9400111899223100000000 {SECOND}")), "{row}");
    assert!(board.stage.shows("+1"));
    open(&mut board);
    board.shot("shipment-packages");
    for words in [SECOND, "casey@sample.example", "PO-7741, Shelf 4"] {
        assert!(board.stage.shows(words), "{words}");
    }
    board.click("Copy tracking number of package 2");
    assert_eq!(board.stage.copied().as_deref(), Some(SECOND));
    assert_eq!(board.bad_names(), Vec::<String>::new());
}

/// W59: "+1" was broken over two lines, or below the number, where the column is narrow.
#[test]
fn the_count_of_further_packages_stands_behind_the_number() {
    for (width, scale) in [(1024, 1.0), (1024, 1.25), (1366, 1.5), (1920, 1.0)] {
        let mut board = AnsweringScene::sized(width, 700);
        board.state.settings.scale = scale;
        rows(&mut board, 3, two_packages);
        board.settle();
        let texts = drawn(&board.stage, |shape| match shape {
            Shape::Text(text) => Some((text.galley.text().to_owned(), text.visual_bounding_rect())),
            _ => None,
        });
        let counts: Vec<_> = texts.iter().filter(|(words, _)| words.starts_with('+')).collect();
        assert_eq!(counts.len(), 3, "{width} {scale}: {counts:?}");
        for (words, count) in counts {
            assert_eq!(words, "+1");
            let beside = |words: &str, place: &Rect| {
                let middle = place.center().y - count.center().y;
                words.contains("9400") && middle.abs() < 4.0 && place.right() <= count.left()
            };
            let is_beside = texts.iter().any(|(words, place)| beside(words, place));
            assert!(is_beside, "{width} {scale}: {count:?} of {texts:?}");
        }
    }
}

/// W2: the numbers of the label are there before the list has them.
#[test]
fn a_label_brings_the_numbers_of_its_packages() {
    let mut board = AnsweringScene::new();
    rows(&mut board, 1, |row| row.packages = 2);
    let id = open(&mut board);
    let label =
        LabelView { further_numbers: vec![TrackingNumber::new(SECOND)], ..LabelView::default() };
    board.state.labels.views.insert(id, label);
    board.settle();
    assert!(board.stage.shows(SECOND));
}

/// A line of several words that is narrower than a word was wrapped in the middle of words.
fn is_squeezed(element: &Element) -> bool {
    let lines = (element.bounds.height() / 14.0).floor();
    element.role == Role::Label && lines > 2.0 && element.bounds.width() < 60.0
}

/// W7
#[test]
fn two_packages_leave_every_line_its_width() {
    for width in [1024, 1366, 1920] {
        let mut board = AnsweringScene::sized(width, 700);
        board.state.printing.printers = vec![printer("Zebra"), printer("Office")];
        rows(&mut board, 3, two_packages);
        let id = open(&mut board);
        let label = LabelView {
            files: Remote::ready(vec![Arc::from([1]), Arc::from([2])], board.now),
            pages: Remote::ready(vec![page(), page()], board.now),
            ..LabelView::default()
        };
        board.state.labels.views.insert(id, label);
        board.settle();
        board.shot(&format!("shipment-two-pages-{width}"));
        let squeezed: Vec<Element> = board.stage.elements().filter(is_squeezed).collect();
        assert!(squeezed.is_empty(), "{width}: {squeezed:?}");
        assert!(board.stage.find("Next page").is_ok(), "{width}");
    }
}

/// W20: another shipment is shown from its top.
#[test]
fn another_shipment_begins_at_its_top() {
    let mut board = AnsweringScene::sized(1366, 600);
    rows(&mut board, 8, two_packages);
    let id = open(&mut board);
    let view = |board: &mut AnsweringScene, id: ShipmentId| {
        let label =
            LabelView { pages: Remote::ready(vec![page()], board.now), ..LabelView::default() };
        board.state.labels.views.insert(id, label);
    };
    view(&mut board, id);
    view(&mut board, ShipmentId::new("s-3"));
    board.settle();
    let top = |board: &AnsweringScene| {
        let found = board.stage.find("Close shipment");
        found.map(|button| button.bounds.top()).unwrap_or(-1.0)
    };
    let before = top(&board);
    let over = board.stage.find("Copy tracking number of package 1").unwrap();
    let wheel = Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, -300.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
    };
    board.burst(vec![Event::PointerMoved(over.bounds.center()), wheel]);
    board.wait(30);
    assert!(top(&board) < before, "the detail scrolls");
    let other = board.named("Nov 21, 2026, 5:28");
    board.click(&other);
    board.wait(5);
    assert_eq!(board.state.shipments.selected, Some(ShipmentId::new("s-3")));
    assert_eq!(top(&board), before);
}

/// W18: a label with a requested refund is marked and cannot be used; after a declined one it can.
#[test]
fn a_voided_label_is_marked_and_not_offered() {
    for (status, void) in [("Initiated", true), ("Refunded", true), ("Rejected", false)] {
        let mut board = AnsweringScene::new();
        board.state.printing.printers = vec![printer("Zebra")];
        rows(&mut board, 2, |row| row.refund_status = Some(status.to_owned()));
        open(&mut board);
        board.shot(&format!("shipment-refund-{status}"));
        assert_eq!(board.stage.find("Voided").is_ok(), void, "{status}");
        let offered = ["Print label", "Save label…", "Download label again"];
        for name in offered {
            let button = board.stage.find(name).unwrap();
            assert_eq!(button.disabled, void, "{status}: {name}");
            let why = button.description.unwrap_or_default();
            assert_eq!(why.contains("a refund was requested"), void, "{status}: {name}: {why}");
        }
        board.press(Modifiers::NONE, Key::F10);
        board.press(Modifiers::SHIFT, Key::F10);
        board.settle();
        for name in ["Print", "Download label again"] {
            let all = board.stage.elements();
            let mut items = all.filter(|item| item.role == Role::MenuItem && item.name == name);
            assert_eq!(items.next().unwrap().disabled, void, "{status}: {name}");
        }
    }
}

/// W18: a label that was printed more than once says so.
#[test]
fn a_reprint_is_said() {
    let mut board = AnsweringScene::new();
    rows(&mut board, 2, |_| {});
    open(&mut board);
    let job = |row, state| PrintJob {
        row,
        subject: "PRACTICE/a/s-0/1".to_owned(),
        title: "Label".into(),
        printer: printer("Zebra"),
        state,
        detail: String::new(),
        remote: None,
        updated: board.now,
    };
    let jobs = [
        job(4, JobState::Printed),
        job(3, JobState::Failed),
        job(2, JobState::Printed),
        job(1, JobState::Sent),
    ];
    let says = |board: &mut AnsweringScene, jobs: &[PrintJob], words: &str| {
        board.state.printing.jobs = jobs.to_vec();
        board.settle();
        board.stage.shows(words)
    };
    let time = "last Nov 21, 10:00\u{a0}AM";
    assert!(!says(&mut board, &jobs[..2], "times"));
    assert!(says(&mut board, &jobs[..3], &format!("Printed 2 times, {time}")));
    let sent = format!("Sent to a printer 3 times, {time}");
    assert!(says(&mut board, &jobs, &sent), "one of them is not known to be printed");
}

fn recipient(board: &AnsweringScene) -> Rect {
    board.stage.find("Casey Example").unwrap().bounds
}

/// W1: at 1024×700 a click or Enter opens a shipment in place of the list, and Escape or the button
/// leads back to its row.
#[test]
fn a_narrow_window_shows_the_shipment_in_place_of_the_list() {
    let mut board = AnsweringScene::sized(1024, 700);
    rows(&mut board, 12, two_packages);
    board.shot("shipments-1024");
    open(&mut board);
    board.shot("shipment-1024");
    assert!(board.stage.shows("casey@sample.example"));
    assert!(board.stage.find("Table of shipments").is_err());
    assert_eq!(board.focus().as_deref(), Some("Back to list"));
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.click("Back to list");
    let table = board.stage.find("Table of shipments").unwrap();
    assert!(table.focused);
    assert_eq!(board.state.shipments.selected, Some(ShipmentId::new("s-0")));
    // The arrow keys only select.
    board.press(Modifiers::NONE, Key::ArrowDown);
    board.settle();
    assert_eq!(board.state.shipments.selected, Some(ShipmentId::new("s-1")));
    assert!(board.stage.find("Table of shipments").is_ok());
    board.press(Modifiers::NONE, Key::Enter);
    board.settle();
    assert!(board.stage.find("Back to list").is_ok());
    board.press(Modifiers::NONE, Key::Escape);
    board.settle();
    assert!(board.stage.find("Table of shipments").unwrap().focused);
}

/// The recipient takes the room of a wide window and keeps its own in a narrow one.
#[test]
fn the_recipient_has_room_at_every_width() {
    let widths = [1024, 1366, 1920].map(|width| {
        let mut board = AnsweringScene::sized(width, 700);
        rows(&mut board, 12, |row| {
            row.reference = "PO-7741".to_owned();
            row.to_email = "casey@sample.example".to_owned();
        });
        board.shot(&format!("shipments-{width}"));
        let next = match width {
            1024 | 1366 => "Ground Advantage",
            _ => "PO-7741",
        };
        let next = board.stage.elements().find(|it| it.name == next).unwrap();
        next.bounds.left() - recipient(&board).left()
    });
    assert!(widths[0] >= 230.0, "{widths:?}");
    assert!(widths[2] > widths[1] && widths[1] > widths[0], "{widths:?}");
}

#[test]
fn a_return_label_is_one_step_away() {
    let mut board = AnsweringScene::new();
    rows(&mut board, 3, |_| {});
    let id = open(&mut board);
    let asked = |board: &AnsweringScene| {
        board.count(|intent| matches!(intent, Intent::ReturnLabel(shipment) if *shipment == id))
    };
    board.click("Return label");
    assert_eq!((asked(&board), board.window.panel), (1, Panel::Ship));
    board.go_to(Panel::Shipments);
    let row = board.named("Nov 21, 2026, 9:58");
    board.click(&row);
    board.press(Modifiers::SHIFT, Key::F10);
    board.settle();
    for _ in 0..9 {
        if board.focus().as_deref() == Some("Return label") {
            break;
        }
        board.press(Modifiers::NONE, Key::ArrowDown);
    }
    assert_eq!(board.focus().as_deref(), Some("Return label"));
    board.press(Modifiers::NONE, Key::Enter);
    board.settle();
    assert_eq!((asked(&board), board.window.panel), (2, Panel::Ship));
}
