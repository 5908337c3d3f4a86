//! Small windows and large text: everything keeps inside the window.

use jiff::civil::date;
use postroom::base::locale;
use postroom::desk::tracking::Tracked;
use postroom::ui::stage::{Element, Stage};

use super::board::shipment_row;
use super::settings_language::is_own_process;
use super::{now, times_painted};
use crate::prelude::*;

/// The size of the window in pixels, and the text size.
const SIZES: [((usize, usize), f32); 9] = [
    ((1024, 700), 1.0),
    ((1040, 768), 1.0),
    ((1280, 720), 1.0),
    ((1366, 768), 1.25),
    ((1366, 768), 1.5),
    ((1366, 768), 2.0),
    ((1024, 700), 1.5),
    ((1024, 700), 2.0),
    ((3840, 2160), 1.0),
];

fn busy() -> State {
    let mut state = super::panels::rich();
    state.shipments.rows = (1..=6).map(|nth| shipment_row(nth, "PreTransit")).collect();
    (state.shipments.total, state.shipments.matching) = (6, 6);
    state.tracking.list = (1..=6)
        .map(|nth| Tracked {
            number: TrackingNumber::new(format!("940011189922310000000{nth}")),
            tracking: Remote::NotAsked,
        })
        .collect();
    let shop = super::order_grid::shop();
    (state.orders, state.order_rules) = (shop.orders, shop.order_rules);
    state.refunds = super::refunds::three().refunds;
    state.manifests = super::manifests::filled().manifests;
    let state_of = |board: AnsweringScene| board.stage.into_state().state;
    state.carriers = state_of(super::carriers::filled()).carriers;
    state.addresses = state_of(super::addresses::filled()).addresses;
    state.activity = super::panels::requests().into();
    state.printing.printers = vec![super::printing::printer("Label printer")];
    state.settings.express = true;
    state.purchases.blocked = Some("The disk is full".into());
    state
}

/// Collects what does not fit, so that one run tells everything.
fn check<S>(stage: &mut Stage<S>, what: &str, wrong: &mut Vec<String>) {
    let faults = stage.text_faults();
    wrong.extend(faults.into_iter().map(|it| format!("{what}: {it}")));
    if let Some(folder) = std::env::var_os("POSTROOM_PICTURES") {
        let name = format!("narrow-{}.png", what.replace([' ', ','], "-"));
        let path = Path::new(&folder).join(name);
        stage.screenshot(&path).unwrap();
    }
}

fn sized(panel: Panel, state: State, (size, scale): ((usize, usize), f32)) -> Scene {
    let mut scene = Scene::on(panel, state);
    scene.state.settings.scale = scale;
    scene.settle();
    scene.stage.resize(size);
    scene.settle();
    scene.settle();
    scene
}

/// W1: at 1024×700 nothing opened a shipment; at 1040 to 1080 points panels ran off the right
/// edge; at 125 % text on 1366×768 the balance was clipped.
#[test]
fn every_panel_keeps_inside_a_small_window() {
    let mut wrong = Vec::new();
    for (size, scale) in SIZES {
        for panel in Panel::ALL {
            let what = format!("{panel:?}, {} at {scale}", size.0);
            let mut scene = sized(panel, busy(), (size, scale));
            check(&mut scene.stage, &what, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

/// Longer words need more room: in Spanish the filters of Shipments pushed the prices out of the window, and
/// the rates lay over the package.
#[test]
fn every_panel_keeps_inside_a_small_window_in_spanish() {
    if !is_own_process("narrow::every_panel_keeps_inside_a_small_window_in_spanish") {
        return;
    }
    locale::choose("es");
    let mut wrong = Vec::new();
    for (size, scale) in SIZES {
        for panel in Panel::ALL {
            let what = format!("{panel:?}, {} at {scale}", size.0);
            let mut state = busy();
            state.settings.language = "es".to_owned();
            let mut scene = sized(panel, state, (size, scale));
            check(&mut scene.stage, &what, &mut wrong);
            if panel == Panel::Refunds {
                scene.click("Seleccionar todo");
                scene.settle();
                scene.settle();
                check(&mut scene.stage, &format!("{what}, all ticked"), &mut wrong);
            }
        }
        wrong.extend(with_rates(size, scale, "es"));
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

/// What does not fit in Ship and in Rates once there are rates.
fn with_rates(size: (usize, usize), scale: f32, language: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut board = AnsweringScene::sized(size.0, size.1);
    board.state.settings.language = language.to_owned();
    board.ready_to_buy();
    board.state.settings.scale = scale;
    board.settle();
    board.stage.resize(size);
    board.settle();
    for panel in [Panel::Ship, Panel::Rates] {
        board.go_to(panel);
        let what = format!("{panel:?} with rates, {} at {scale}", size.0);
        check(&mut board.stage, &what, &mut wrong);
    }
    wrong
}

/// W1: list and timeline stood side by side and were cut.
#[test]
fn a_tracked_parcel_covers_the_list_in_a_small_window() {
    let mut wrong = Vec::new();
    let mut scene = sized(Panel::Tracking, busy(), ((1366, 768), 2.0));
    let row = "9400111899223100000002";
    let row = scene.stage.elements().find(|it| it.name.contains(row)).unwrap();
    assert!(!scene.stage.shows("Stop watching"), "the list alone");
    scene.click(&row.name);
    scene.settle();
    check(&mut scene.stage, "timeline over the list", &mut wrong);
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(scene.stage.shows("Stop watching") && !scene.stage.shows(&row.name));
    assert_eq!(scene.focus().as_deref(), Some("Back to list"));
    scene.key(Key::Escape);
    scene.settle();
    assert_eq!(scene.focus(), Some(row.name));
    assert!(!scene.stage.shows("Stop watching"), "the list again");
}

/// W1
#[test]
fn the_open_shipment_and_the_rates_keep_inside_a_small_window() {
    let mut wrong = Vec::new();
    for (size, scale) in SIZES {
        let mut state = busy();
        state.shipments.selected = Some(ShipmentId::new("s-1"));
        let mut scene = sized(Panel::Shipments, state, (size, scale));
        let what = format!("open shipment, {} at {scale}", size.0);
        check(&mut scene.stage, &what, &mut wrong);
        wrong.extend(with_rates(size, scale, ""));
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

/// W1: what lies above the panels.
#[test]
fn notices_and_the_palette_keep_inside_a_small_window() {
    let mut wrong = Vec::new();
    for (size, scale) in SIZES {
        let mut state = busy();
        state.notices.push(Notice {
            whose: None,
            id: 1,
            tone: Tone::Bad,
            text: "The rates could not be loaded because the service did not answer".into(),
            trouble: None,
            at: now(),
            ..Notice::default()
        });
        let mut scene = sized(Panel::Balance, state, (size, scale));
        scene.press(Modifiers::COMMAND, Key::K);
        scene.settle();
        let what = format!("palette, {} at {scale}", size.0);
        check(&mut scene.stage, &what, &mut wrong);
        let window = scene.stage.ctx.content_rect();
        for id in ["notices", "palette"] {
            let area = |memory: &egui::Memory| memory.area_rect(egui::Id::unique(id));
            let rect = scene.stage.ctx.memory(area).unwrap();
            assert!(window.contains_rect(rect), "{id}, {size:?}: {rect:?}");
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

fn with_notices(mut state: State, count: u64) -> State {
    for id in 1..=count {
        state.notices.push(Notice {
            whose: None,
            id,
            tone: Tone::Bad,
            text: format!("The carrier refused refund {id} of the label for Casey Example").into(),
            trouble: None,
            at: now(),
            ..Notice::default()
        });
    }
    state
}

fn place_of_notices(scene: &Scene) -> egui::Rect {
    let area = |memory: &egui::Memory| memory.area_rect(egui::Id::unique("notices"));
    scene.stage.ctx.memory(area).unwrap()
}

fn dismissals(scene: &Scene) -> usize {
    let all = scene.stage.elements();
    all.filter(|it| it.name.starts_with("Dismiss")).count()
}

/// W40. Four notices over a form full of fields: they covered the field that had the focus, and later
/// were one cut line without a × that jumped to other places of the window.
#[test]
fn notices_without_room_are_a_strip_and_leave_the_focused_field() {
    let state = with_notices(busy(), 4);
    let mut scene = sized(Panel::Ship, state, ((1024, 700), 1.0));
    assert_eq!(dismissals(&scene), 1);
    let words = "The carrier refused refund 4 of the label for Casey Example";
    assert_eq!(times_painted(&scene.stage, words), 1);
    let strip = |scene: &Scene| {
        let said = "The carrier refused refund 4";
        let all = scene.stage.elements().filter(|it| it.name.contains(said));
        all.map(|it| it.bounds).reduce(egui::Rect::union).unwrap()
    };
    let first = strip(&scene);
    assert!(first.height() < 48.0 && first.bottom() > 660.0, "{first:?}");
    for _ in 0..30 {
        scene.key(Key::Tab);
        scene.settle();
        let mut all = scene.stage.elements();
        let focused = all.find(|it| it.focused && it.is_control());
        let is_own = |name: &str| name == "Show 4" || name.starts_with("Dismiss");
        if let Some(focused) = focused.filter(|it| !is_own(&it.name)) {
            assert!(!focused.bounds.intersects(first), "{}", focused.name);
        }
    }
    assert_eq!(strip(&scene), first, "it stays where it is");
    scene.click("Show 4");
    scene.settle();
    assert_eq!(dismissals(&scene), 4);
}

/// Rows of a list are not controls that a notice gives way to: notices jumped over the heads of
/// panels to leave rows in sight.
#[test]
fn notices_stay_in_the_lower_corner_over_rows_of_a_list() {
    for panel in [Panel::Shipments, Panel::Orders, Panel::Balance] {
        let state = with_notices(busy(), 3);
        let mut scene = sized(panel, state, ((1366, 768), 1.0));
        scene.settle();
        let notices = place_of_notices(&scene);
        let window = scene.stage.ctx.content_rect();
        assert!(window.right() - notices.right() < 24.0, "{panel:?}");
        assert!(window.bottom() - notices.bottom() < 24.0, "{panel:?}");
    }
}

/// W1: with a long account name and everything to tell, the bar shortens, and troubles stay.
#[test]
fn a_full_top_bar_shortens_and_keeps_the_troubles() {
    let mut wrong = Vec::new();
    for (size, scale) in SIZES {
        let mut state = busy();
        if let Connection::Connected(session) = &mut state.connection {
            session.account_name = "The Incredibly Long Named Trading Company of Chicago".into();
        }
        let mut scene = sized(Panel::Settings, state, (size, scale));
        let what = format!("full bar, {} at {scale}", size.0);
        check(&mut scene.stage, &what, &mut wrong);
        for name in ["Express mode", "1 open problem", "Command palette"] {
            let mut all = scene.stage.elements();
            let found = all.find(|it| it.name.starts_with(name));
            assert!(found.is_some(), "{name}, {size:?} at {scale}");
        }
        let mut bar: Vec<Element> = scene
            .stage
            .elements()
            .filter(|it| it.is_control() && it.bounds.bottom() < 48.0)
            .collect();
        bar.sort_by(|a, b| a.bounds.left().total_cmp(&b.bounds.left()));
        for pair in bar.windows(2) {
            let [left, right] = pair else { continue };
            if right.bounds.left() < left.bounds.right() {
                wrong.push(format!("{} lies on {}, {size:?}", left.name, right.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

/// The filters for which there is no room are in a menu, which counts those in use.
#[test]
fn every_filter_of_the_orders_is_reached_in_a_small_window() {
    let mut wrong = Vec::new();
    let mut state = busy();
    state.orders.sources = vec!["Shop".to_owned(), "Market".to_owned()];
    let mut scene = sized(Panel::Orders, state, ((1024, 700), 2.0));
    assert!(scene.stage.find("Ship by").is_err(), "there is no room");
    check(&mut scene.stage, "filters", &mut wrong);
    scene.click("Filters");
    check(&mut scene.stage, "menu of filters", &mut wrong);
    let shown = |intents: Vec<Intent>| {
        let filters = intents.into_iter().filter_map(|intent| match intent {
            Intent::Orders(OrderIntent::Show { filter, .. }) => Some(filter),
            _ => None,
        });
        filters.last().unwrap()
    };
    let filter = shown(scene.click("Ship by: Due today"));
    assert_eq!(filter.ship_by, Some(date(2026, 11, 21)));
    scene.settle();
    scene.assert_shows("Filters (1)");
    scene.click("Filters (1)");
    let chosen = scene.menu().into_iter().filter(|item| item.on);
    let chosen: Vec<String> = chosen.map(|item| item.name).collect();
    let expected = ["Source: Any source", "Preset: Any preset", "Ship by: Due today"];
    assert_eq!(chosen, expected);
    let filter = shown(scene.click("Source: Market"));
    assert_eq!(filter.source.as_deref(), Some("Market"));
    assert_eq!(filter.ship_by, Some(date(2026, 11, 21)), "both are in use");
    scene.settle();
    scene.assert_shows("Filters (2)");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whatever is done with selected shipments is reached, also with a choice of printers.
#[test]
fn everything_for_selected_shipments_is_reached_in_a_small_window() {
    let mut wrong = Vec::new();
    let printer = super::printing::printer;
    for size in SIZES {
        let mut state = busy();
        state.printing.printers = vec![printer("Label printer"), printer("Desk")];
        let mut scene = sized(Panel::Shipments, state, size);
        let row = scene.state.shipments.rows[0].clone();
        let number = row.tracking_number.as_ref().unwrap();
        scene.click(&format!("Select {}, {number}", row.to_name));
        scene.settle();
        check(&mut scene.stage, &format!("selected, {size:?}"), &mut wrong);
        if scene.stage.find("Select all").is_err() {
            scene.click("More for the selected shipments");
            check(&mut scene.stage, &format!("menu, {size:?}"), &mut wrong);
        }
        scene.click("Select all");
        scene.settle();
        scene.assert_shows("6 selected");
        let choice = "Print selected labels with";
        if scene.stage.find(choice).is_ok() {
            scene.click(choice);
            scene.click("Desk");
        } else {
            scene.click("More for the selected shipments");
            scene.click(&format!("{choice}: Desk"));
        }
        scene.settle();
        let print = scene.click("Print selected");
        let printed = print.iter().find_map(|intent| match intent {
            Intent::Print(request) => Some(request),
            _ => None,
        });
        let printed = printed.unwrap();
        assert_eq!(printed.printer.as_deref(), Some("Desk"));
        assert_eq!(printed.shipments.len(), 6);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
