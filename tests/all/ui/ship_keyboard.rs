//! The wizard without a mouse: where the keyboard is after each step, and that nothing typed is lost.

use egui::Event;
use postroom::parcel::rate_ranking;

use super::board::{berlin, chicago, complete_draft, rates, shipment_row};
use crate::prelude::*;

fn key(key: Key, modifiers: Modifiers) -> [Event; 2] {
    [true, false].map(|pressed| Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers,
    })
}

fn text(words: &str) -> Event {
    Event::Text(words.to_owned())
}

/// A shop whose sender is known, on an empty draft with a parcel size.
fn shop() -> AnsweringScene {
    let mut board = AnsweringScene::new();
    let mut draft = Draft { from: chicago(), ..Draft::default() };
    draft.packages[0] = complete_draft().packages.remove(0);
    draft.packages[0].weight.clear();
    board.state.ship.draft = draft;
    board.recheck_draft();
    board
}

/// W4: name, Enter, weight, Ctrl+Enter, all within one frame.
#[test]
fn a_repeat_parcel_is_typed_faster_than_the_window_draws() {
    let mut board = shop();
    board.click("To search");
    let mut all = vec![text("casey")];
    all.extend(key(Key::Enter, Modifiers::NONE));
    all.push(text("2.5"));
    all.extend(key(Key::Enter, Modifiers::COMMAND));
    board.burst(all);
    let draft = &board.state.ship.draft;
    assert_eq!(draft.to.name, "Casey Example");
    assert_eq!(draft.packages[0].weight, "2.5");
    let asked = board.count(|intent| matches!(intent, Intent::Ship(ShipIntent::GetRates)));
    assert_eq!(asked, 1, "Ctrl+Enter asks for the prices that are missing");
    assert_eq!(board.count(|intent| matches!(intent, Intent::Buy)), 0, "nothing was chosen");
    let focus = board.focus().unwrap_or_default();
    assert!(focus.starts_with("Ground Advantage, "), "{focus}");
}

/// W4: the first digit replaces the weight of the last parcel.
#[test]
fn the_weight_is_selected_once_the_recipient_is_known() {
    let mut board = shop();
    board.type_into("Weight", "7");
    board.type_into("To search", "riley");
    board.press(Modifiers::NONE, Key::Enter);
    assert_eq!(board.focus().as_deref(), Some("Weight"));
    board.burst(vec![text("3")]);
    assert_eq!(board.value("Weight"), "3");
    assert_eq!(board.state.ship.draft.to.name, "Riley Sample");
    // Enter in the field leaves the keyboard there.
    board.press(Modifiers::NONE, Key::Enter);
    assert_eq!(board.focus().as_deref(), Some("Weight"));
}

/// W4: Enter before the book has answered takes nobody that an earlier text found.
#[test]
fn enter_waits_for_the_addresses_of_the_typed_name() {
    let mut board = shop();
    board.click("To search");
    board.state.ship.book.rows = board.state.ship.book.recent.clone();
    let mut all = vec![text("riley")];
    all.extend(key(Key::Enter, Modifiers::NONE));
    board.burst(all);
    assert_eq!(board.state.ship.draft.to.name, "Riley Sample");

    board.press(Modifiers::COMMAND, Key::N);
    let mut all = vec![text("nobody")];
    all.extend(key(Key::Enter, Modifiers::NONE));
    board.burst(all);
    assert!(board.state.ship.draft.to.is_blank());
    assert_eq!(board.focus().as_deref(), Some("To search"));
    assert_eq!(board.value("To search"), "nobody", "it can be corrected");
    assert!(board.stage.shows("No matches"));
}

/// W4: what is typed right after Ctrl+N is the next recipient.
#[test]
fn a_new_shipment_starts_in_the_recipient_search() {
    let mut board = shop();
    board.click("Weight");
    let mut all = key(Key::N, Modifiers::COMMAND).to_vec();
    all.push(text("casey"));
    board.burst(all);
    assert_eq!(board.focus().as_deref(), Some("To search"));
    assert_eq!(board.value("To search"), "casey");
    assert_eq!(board.value("Weight"), "");
}

/// W4: an address that is not in the book is typed in one line.
#[test]
fn a_typed_address_leads_on_to_the_weight() {
    let mut board = shop();
    board.click("To search");
    board.burst(vec![text("Robin Sample, 12 Main St, Boston")]);
    assert!(board.stage.shows("No matches"), "the ZIP is missing");
    board.burst(vec![text(", MA 02108")]);
    assert!(board.stage.shows("As typed; not in the address book"));
    let mut all = key(Key::Enter, Modifiers::NONE).to_vec();
    all.push(text("2.5"));
    board.burst(all);
    let draft = &board.state.ship.draft;
    let to = [&draft.to.name, &draft.to.street1, &draft.to.city, &draft.to.zip];
    assert_eq!(to, ["Robin Sample", "12 Main St", "Boston", "02108"]);
    assert_eq!(draft.packages[0].weight, "2.5");
    assert_eq!(board.focus().as_deref(), Some("Weight"));
}

/// An entry of the book with a suite that was not typed is another door.
#[test]
fn a_typed_address_is_never_another_one_of_the_book() {
    let typed = "Casey Example, 1 Ferry Building, San Francisco, CA 94111";
    for (suite, picked) in [("", 1), ("Ste 50", 0)] {
        let mut board = shop();
        board.click("To search");
        board.burst(vec![text(typed)]);
        let mut known = board.state.ship.book.recent[0].clone();
        known.address.street2 = suite.to_owned();
        board.state.ship.book.rows = vec![known];
        board.settle();
        board.press(Modifiers::NONE, Key::Enter);
        let picks =
            |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::PickAddress { .. }));
        assert_eq!(board.count(picks), picked, "{suite}");
        assert_eq!(board.state.ship.draft.to.name, "Casey Example");
        assert_eq!(board.focus().as_deref(), Some("Weight"));
    }
}

/// W4: a start leads to the next thing to type, without a list that covers the fields.
#[test]
fn a_start_puts_the_keyboard_where_the_draft_continues() {
    let mut board = AnsweringScene::new();
    board.settle();
    assert_eq!(board.focus().as_deref(), Some("From search"));
    assert!(!board.stage.shows("Riley Sample"), "nobody asked for a list");
    board.press(Modifiers::NONE, Key::Enter);
    assert!(board.state.ship.draft.from.is_blank());
    board.press(Modifiers::NONE, Key::ArrowDown);
    assert!(board.stage.shows("Riley Sample"));
}

/// W4: behind the label just bought, the next recipient is typed without a key before it.
#[test]
fn the_next_recipient_is_typed_beside_the_label() {
    let mut board = shop();
    board.state.ship.just_bought = Some(shipment_row(0, "PreTransit").id.clone());
    board.state.ship.draft = Draft {
        from: board.state.ship.draft.from.clone(),
        packages: board.state.ship.draft.packages.clone(),
        ..Draft::default()
    };
    board.recheck_draft();
    assert_eq!(board.focus().as_deref(), Some("To search"));
    // A second Enter or Ctrl+Enter of the purchase does nothing.
    board.press(Modifiers::COMMAND, Key::Enter);
    board.press(Modifiers::NONE, Key::Enter);
    assert!(board.state.ship.just_bought.is_some());
    assert_eq!(board.focus().as_deref(), Some("To search"));
    board.shot("ship-bought-next");

    let mut all = vec![text("casey")];
    all.extend(key(Key::Enter, Modifiers::NONE));
    all.push(text("3.75"));
    board.burst(all);
    assert!(board.state.ship.just_bought.is_none());
    let draft = &board.state.ship.draft;
    assert_eq!(draft.to.name, "Casey Example");
    assert_eq!(draft.packages[0].weight, "3.75");
    assert_eq!(board.focus().as_deref(), Some("Weight"));
    assert_eq!(board.count(|intent| matches!(intent, Intent::Buy)), 0);
}

/// W1: the field that has the keyboard is in sight in any window, and so is what was bought.
#[test]
fn the_next_recipient_is_in_sight_in_any_window() {
    for (width, height) in [(1366, 768), (1093, 614), (900, 600), (683, 384)] {
        let mut board = AnsweringScene::sized(width, height);
        let row = shipment_row(0, "PreTransit");
        board.state.ship.just_bought = Some(row.id.clone());
        board.state.shipments.rows = vec![row];
        board.state.ship.draft = Draft { from: chicago(), ..Draft::default() };
        board.recheck_draft();
        assert_eq!(board.focus().as_deref(), Some("To search"));
        let field = board.stage.find("To search").unwrap().bounds;
        let rows = field.top() as usize..=field.bottom() as usize;
        assert!(*rows.start() > 48 && *rows.end() <= height, "{width} × {height}: {field:?}");
        let title = board.stage.find("Label bought").unwrap().bounds;
        let rows = title.top() as usize..=title.bottom() as usize;
        assert!(*rows.start() > 48 && *rows.end() <= height, "{width} × {height}: {title:?}");
        board.shot(&format!("ship-bought-next-{width}"));
    }
}

#[test]
fn a_pasted_block_leads_on_to_the_weight_or_to_what_it_lacks() {
    for (block, focus) in [
        ("Riley Sample\n233 S Wacker Dr\nChicago, IL 60606", "Weight"),
        ("Riley Sample\n233 S Wacker Dr", "Recipient city"),
    ] {
        let mut board = shop();
        board.click("To search");
        board.burst(vec![Event::Paste(block.to_owned())]);
        assert_eq!(board.focus().as_deref(), Some(focus), "{block}");
    }
}

/// W8: also when the page is scrolled to its end.
#[test]
fn the_missing_rate_leads_to_the_rates() {
    for size in [(1366, 768), (1024, 700), (700, 600)] {
        let mut board = AnsweringScene::sized(size.0, size.1);
        board.state.ship.draft = complete_draft();
        board.state.ship.draft.to = berlin();
        let quote = rate_ranking::quote(board.state.ship.draft.order.clone(), rates());
        board.state.ship.quote = Remote::ready(quote, board.now);
        board.recheck_draft();
        board
            .state
            .ship
            .problems
            .retain(|problem| matches!(problem.field, postroom::parcel::draft::Field::Rate));
        board.settle();
        board.click("Customs signer");
        board.click("Go to Rate");
        let focus = board.focus().unwrap_or_default();
        assert!(focus.starts_with("Ground Advantage, "), "{size:?}: {focus}");
        let row = board.stage.find(&focus).unwrap().bounds;
        let footer = board.stage.find("Buy label").unwrap().bounds;
        assert!(row.top() > 40.0 && row.bottom() < footer.top(), "{size:?}: {row:?}");
    }
}

/// W8: without prices it asks for them; while something else is missing it goes there.
#[test]
fn the_missing_rate_asks_for_rates_first() {
    let mut board = shop();
    board.type_into("To search", "riley");
    board.press(Modifiers::NONE, Key::Enter);
    board.click("Go to Rate");
    assert_eq!(board.focus().as_deref(), Some("Weight"));
    board.burst(vec![text("3")]);
    board.click("Go to Rate");
    let asked = board.count(|intent| matches!(intent, Intent::Ship(ShipIntent::GetRates)));
    assert_eq!(asked, 1);
    let focus = board.focus().unwrap_or_default();
    assert!(focus.starts_with("Ground Advantage, "), "{focus}");
}
