//! The search of the command palette.

use postroom::desk::finder::FinderIntent;

use super::delivered::bought;
use crate::prelude::*;

/// Finding "Palette": a shipment is found by its number, scanned or typed, its recipient and its
/// reference, and a recipient by name, whatever the lists on screen hold.
#[test]
fn recipients_and_shipments_are_found_by_any_of_their_words() {
    let (_world, mut desk) = connected_desk();
    desk.fill();
    desk.edit(|draft| draft.options.custom_text1 = "Order 10421".to_owned());
    desk.quote();
    desk.choose_cheapest();
    let to = desk.state().ship.draft.to.clone();
    let shipment = bought(&mut desk);
    desk.run_until("the row", |state| state.shipments.total == 1);
    let number = desk.state().shipments.rows[0].tracking_number.as_ref().unwrap().to_string();
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

/// An order is found by its number, its recipient and its reference, though the list on screen
/// shows others.
#[test]
fn an_order_is_found_whatever_the_list_shows() {
    let (_world, mut desk) = connected_desk();
    let reference = |at: usize| format!("PO-{}", 7000 + at);
    let mut rows =
        vec!["Order number,Name,Street 1,City,State,ZIP,Country,Weight (lb),Reference".to_owned()];
    rows.extend((1..=5).map(|at| {
        let po = reference(at);
        format!("B-{at},Buyer{at} Sample,{at} Ferry Building,San Francisco,CA,94111,US,1.5,{po}")
    }));
    desk.import_orders(&rows.join("\n"));
    desk.apply(OrderIntent::Show {
        filter: OrderFilter { text: "Buyer1".to_owned(), ..OrderFilter::default() },
        first: 0,
    });
    desk.run_until("one row", |state| state.orders.rows.len() == 1);
    for text in ["B-4", "buyer4", "PO-7004"] {
        desk.apply(FinderIntent::Find(text.to_owned()));
        desk.run_until(text, |state| {
            let finder = &state.finder;
            finder.found == text && !finder.orders.is_empty()
        });
        let found = &desk.state().finder.orders;
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0].number, "B-4", "{text}");
        assert_eq!(found[0].recipient, "Buyer4 Sample");
        assert_eq!(found[0].reference, reference(4));
    }
    let id = desk.state().finder.orders[0].id.clone();
    desk.apply(OrderIntent::Open(Some(id)));
    desk.run_until("the order", |state| {
        let open = state.orders.open.as_ref();
        open.is_some_and(|row| row.order.number == "B-4")
    });
    desk.apply(FinderIntent::Find(" - ".to_owned()));
    desk.run_until("nothing", |state| state.finder.found == " - ");
    assert!(desk.state().finder.orders.is_empty());
}
