//! The search of the command palette.

use postroom::desk::finder::FinderIntent;
use postroom::desk::ship::intent::ShipIntent;

use super::delivered::bought;
use super::harness::DeskFixture;

/// Finding "Palette": a shipment is found by its number, scanned or typed, its recipient and its
/// reference, and a recipient by name, whatever the lists on screen hold.
#[test]
fn recipients_and_shipments_are_found_by_any_of_their_words() {
    let world = DeskFixture::new();
    let mut desk = world.open_connected();
    desk.fill();
    desk.edit(|draft| draft.options.custom_text1 = "Order 10421".to_owned());
    desk.quote();
    let quote = desk.state().ship.quote.value().unwrap();
    let rate = quote.rates[quote.cheapest.unwrap()].clone();
    desk.apply(ShipIntent::ChooseRate(Box::new(rate)));
    let to = desk.state().ship.draft.to.clone();
    let shipment = bought(&mut desk);
    desk.run_until("the row", |state| state.shipments.total == 1);
    let number = desk.state().shipments.rows[0]
        .tracking_number
        .as_ref()
        .unwrap()
        .to_string();
    let scanned = format!("420{}{number}", to.zip.get(..5).unwrap_or("94111"));
    for text in [&number, &scanned, &to.name, "10421"] {
        desk.apply(FinderIntent::Find(text.to_owned()));
        desk.run_until(text, |state| state.finder.found == *text);
        let rows = &desk.state().finder.shipments;
        let found: Vec<_> = rows.iter().map(|row| &row.id).collect();
        assert_eq!(found, [&shipment], "{text}");
    }
    desk.apply(ShipIntent::PutInBook(Box::new(to.clone())));
    desk.run_until("in the book", |state| state.ship.book.count > 0);
    desk.apply(FinderIntent::Find(to.name.clone()));
    desk.run_until("the recipient", |state| !state.finder.recipients.is_empty());
    assert_eq!(desk.state().finder.recipients[0].address.name, to.name);
    // Signs and spaces alone would find everything.
    desk.apply(FinderIntent::Find(" - ".to_owned()));
    desk.run_until("nothing", |state| state.finder.found == " - ");
    assert!(desk.state().finder.recipients.is_empty());
    assert!(desk.state().finder.shipments.is_empty());
}
