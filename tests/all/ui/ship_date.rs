//! The ship date: typed as people write dates, or picked in the calendar.

use egui::{Key, Modifiers};
use postroom::parcel::requests;

use super::board::{AnsweringScene, complete_draft, rates};

fn options() -> AnsweringScene {
    let mut board = AnsweringScene::new();
    board.state.ship.draft = complete_draft();
    board.recheck_draft();
    board.click("More options");
    board
}

fn sent(board: &AnsweringScene) -> Option<String> {
    requests::shipment_request(&board.state.ship.draft, &rates()[0]).ship_date
}

#[test]
fn a_day_is_picked_by_mouse() {
    let mut board = options();
    board.click("Ship date: open the calendar");
    board.shot("ship-calendar");
    assert_eq!(board.bad_names(), Vec::<String>::new());
    let past = board.stage.find("Friday, November 20, 2026").unwrap();
    assert!(past.disabled, "a parcel can’t ship yesterday");
    board.click("Later month");
    board.click("Thursday, December 3, 2026");
    assert_eq!(sent(&board).as_deref(), Some("2026-12-03"));
    assert_eq!(board.focus().as_deref(), Some("Ship date"));
    assert!(board.stage.find("Later month").is_err(), "the calendar is closed");
    let more = board.stage.find("More options").unwrap();
    let words = more.description.unwrap_or_default();
    assert_eq!(words, "Ships Dec 3, 2026; if undeliverable, back to sender");
}

#[test]
fn a_day_is_picked_by_keyboard() {
    let mut board = options();
    board.click("Ship date");
    board.press(Modifiers::NONE, Key::Tab);
    assert_eq!(board.focus().as_deref(), Some("Ship date: open the calendar"));
    board.press(Modifiers::NONE, Key::Enter);
    assert_eq!(board.focus().as_deref(), Some("Saturday, November 21, 2026, today"));
    // Not before today.
    board.press(Modifiers::NONE, Key::ArrowUp);
    assert_eq!(board.focus().as_deref(), Some("Saturday, November 21, 2026, today"));
    for key in [Key::ArrowDown, Key::ArrowRight, Key::PageDown] {
        board.press(Modifiers::NONE, key);
    }
    assert_eq!(board.focus().as_deref(), Some("Tuesday, December 29, 2026"));
    board.press(Modifiers::NONE, Key::Enter);
    assert_eq!(sent(&board).as_deref(), Some("2026-12-29"));
    assert_eq!(board.focus().as_deref(), Some("Ship date"));

    // It opens on the chosen day; Esc changes nothing and goes back to the button.
    board.press(Modifiers::NONE, Key::Tab);
    board.press(Modifiers::NONE, Key::Space);
    assert_eq!(board.focus().as_deref(), Some("Tuesday, December 29, 2026"));
    board.press(Modifiers::NONE, Key::Escape);
    assert_eq!(board.focus().as_deref(), Some("Ship date: open the calendar"));
    assert_eq!(sent(&board).as_deref(), Some("2026-12-29"));
}

#[test]
fn a_typed_date_is_read_as_people_write_it() {
    let mut board = options();
    for typed in ["11/28/2026", "Nov 28, 2026", "2026-11-28"] {
        board.type_into("Ship date", typed);
        assert_eq!(sent(&board).as_deref(), Some("2026-11-28"), "{typed}");
    }
}
