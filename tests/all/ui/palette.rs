//! The command palette.

use postroom::desk::finder::FinderIntent;
use postroom::desk::finder::orders::FoundOrder;
use postroom::desk::records::stored_address::BookEntry;

use super::board::shipment_row;
use super::connected;
use crate::prelude::*;

fn entry(row: i64, name: &str) -> BookEntry {
    BookEntry {
        row,
        address: AddressForm {
            name: name.to_owned(),
            street1: "1 Main St".to_owned(),
            city: "Chicago".to_owned(),
            ..AddressForm::default()
        },
        last_used: None,
    }
}

/// The palette, with what the search found for the text.
fn typed(query: &str) -> Scene {
    let mut scene = Scene::on(Panel::Balance, connected());
    scene.press(Modifiers::COMMAND, Key::K);
    scene.type_into("Find anything", query);
    let asked = scene.intents();
    let searched = |intent: &Intent| matches!(intent, Intent::Finder(FinderIntent::Find(text)) if text == query);
    assert!(asked.iter().any(searched), "{asked:?}");
    let finder = &mut scene.state.finder;
    finder.found = query.to_owned();
    finder.recipients = vec![entry(7, "Bella Go")];
    finder.shipments = vec![shipment_row(3, "PreTransit")];
    scene.settle();
    scene
}

/// Finding "Palette": recipients first, then numbers, then commands, each group with its heading.
#[test]
fn groups_come_in_the_order_of_need() {
    let mut scene = typed("go");
    scene.check("palette-groups");
    let top = |name: &str| scene.element(name).bounds.top();
    let order = [
        top("Recipients"),
        top("Bella Go"),
        top("Shipments and numbers"),
        top("Commands"),
        top("Go to Ship"),
    ];
    assert!(order.is_sorted(), "{order:?}");
    let asked = scene.key(Key::Enter);
    assert!(
        matches!(asked.as_slice(), [Intent::Ship(ShipIntent::PickAddress { row: 7, .. })]),
        "{asked:?}"
    );
}

/// Finding "Palette": the field stays where it is while the results change.
#[test]
fn the_field_keeps_its_place() {
    let mut scene = Scene::on(Panel::Balance, connected());
    scene.press(Modifiers::COMMAND, Key::K);
    let place = scene.element("Find anything").bounds;
    for query in ["b", "balance", "nothing at all", ""] {
        scene.type_into("Find anything", query);
        assert_eq!(scene.element("Find anything").bounds, place, "{query}");
    }
}

/// A shipment is found by a text that its row does not show, such as an order number.
#[test]
fn what_the_search_found_is_listed_whatever_its_row_shows() {
    let mut scene = typed("order 10421");
    let asked = scene.press(Modifiers::NONE, Key::ArrowDown);
    assert!(asked.is_empty());
    let asked = scene.key(Key::Enter);
    let wanted = ShipmentId::new("s-3");
    assert!(
        matches!(asked.as_slice(), [Intent::Shipments(ShipmentIntent::Select(Some(id)))] if *id == wanted),
        "{asked:?}"
    );
    // An answer to another text does not stay.
    let mut scene = typed("order 10421");
    scene.type_into("Find anything", "zzz");
    scene.assert_shows("No matches");
}

/// W2: the number of the second package finds its shipment, and is the one that the row names.
#[test]
fn a_shipment_is_named_by_the_number_that_was_typed() {
    let second = "9400111899223100000777";
    for query in [second, "0000777", "420606069400111899223100000777"] {
        let mut scene = typed(query);
        let mut row = ShipmentRow::clone(&shipment_row(3, "PreTransit"));
        row.packages = 2;
        row.further_numbers = vec![TrackingNumber::new(second)];
        let first = row.tracking_number.clone().unwrap();
        scene.state.finder.shipments = vec![Arc::new(row)];
        scene.settle();
        scene.assert_shows(second);
        assert!(!scene.stage.shows(first.as_str()), "{query}");
    }
}

/// An order is found by the words of the workspace, and by those of the list on screen, and opens.
#[test]
fn an_order_is_found_and_opened() {
    let found = FoundOrder {
        id: OrderId::new("o-7"),
        number: "#1007".to_owned(),
        recipient: "Zoë Tremblay".to_owned(),
        reference: "PO-9".to_owned(),
    };
    // As the answer to a text that its row does not show, and to a text that it does.
    for query in ["teapot", "po-9"] {
        let mut scene = Scene::on(Panel::Balance, connected());
        scene.press(Modifiers::COMMAND, Key::K);
        scene.type_into("Find anything", query);
        scene.intents();
        scene.state.finder.found = query.to_owned();
        scene.state.finder.orders = vec![found.clone()];
        scene.settle();
        scene.check("palette-orders");
        scene.assert_shows("Orders");
        scene.assert_shows("Order for Zoë Tremblay, PO-9");
        let asked = scene.key(Key::Enter);
        let opened = |intent: &Intent| matches!(intent, Intent::Orders(OrderIntent::Open(Some(id))) if id.as_str() == "o-7");
        assert!(asked.iter().any(opened), "{asked:?}");
        assert_eq!(scene.window.panel, Panel::Orders);
    }
}

/// A scan goes to the field of the open palette, and its Enter waits for the search.
#[test]
fn a_scan_is_looked_up_in_the_palette() {
    let mut scene = Scene::on(Panel::Balance, connected());
    scene.press(Modifiers::COMMAND, Key::K);
    let number = "9400111899223100000003";
    let mut asked = Vec::new();
    for letter in number.chars() {
        scene.stage.event(egui::Event::Text(letter.to_string()));
        scene.stage.run_steps(1);
    }
    asked.extend(scene.intents());
    let field = scene.element("Find anything");
    assert_eq!(field.value.as_deref(), Some(number));
    scene.stage.event(egui::Event::Key {
        key: Key::Enter,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    });
    scene.stage.run_steps(1);
    let looked_up = |intent: &Intent| matches!(intent, Intent::Shipments(_) | Intent::Tracking(_));
    assert!(!asked.iter().any(looked_up), "{asked:?}");
    let finder = &mut scene.state.finder;
    finder.found = number.to_owned();
    finder.shipments = vec![shipment_row(3, "PreTransit")];
    scene.settle();
    let asked = scene.intents();
    assert!(
        matches!(asked.as_slice(), [.., Intent::Shipments(ShipmentIntent::Select(Some(id)))] if id.as_str() == "s-3"),
        "{asked:?}"
    );
    assert_eq!(scene.window.panel, Panel::Shipments);
}

/// Finding "Palette": the categories of Settings were not found.
#[test]
fn each_category_of_settings_is_found_by_its_name() {
    let mut scene = typed("settings: appear");
    scene.state.finder = Default::default();
    scene.settle();
    scene.assert_shows("Settings: Appearance and language");
    scene.key(Key::Enter);
    scene.settle();
    assert_eq!(scene.window.panel, Panel::Settings);
    scene.assert_shows("Text size");
}

/// Finding "Palette": the return label of the open shipment, or of the label bought last.
#[test]
fn a_return_label_is_found() {
    for open in [None, Some(ShipmentId::new("s-3"))] {
        let mut state = connected();
        state.shipments.rows = (1..=3).map(|nth| shipment_row(nth, "PreTransit")).collect();
        state.shipments.total = 3;
        state.shipments.selected.clone_from(&open);
        let mut scene = Scene::on(Panel::Shipments, state);
        scene.press(Modifiers::COMMAND, Key::K);
        scene.type_into("Find anything", "return label");
        scene.intents();
        scene.state.finder.found = "return label".to_owned();
        scene.settle();
        let asked = scene.key(Key::Enter);
        let returned = asked.iter().find_map(|intent| match intent {
            Intent::ReturnLabel(id) => Some(id.clone()),
            _ => None,
        });
        // Nothing was bought in this scene, so without an open shipment there is none to return.
        assert_eq!(returned, open, "{asked:?}");
    }
}
