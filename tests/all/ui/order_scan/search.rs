//! Order numbers that are entered into the search.

use super::super::scans::scan;
use super::{on, shop};
use crate::prelude::*;

fn entered(intents: &[Intent]) -> Vec<(String, bool)> {
    let entered = intents.iter().filter_map(|intent| match intent {
        Intent::ScanToShip(ScanIntent::OpenNumber { number, is_scanned }) => {
            Some((number.clone(), *is_scanned))
        }
        _ => None,
    });
    entered.collect()
}

/// Enter in the search opens the order with exactly this number; the desk knows whether there is one.
#[test]
fn a_number_in_the_search_opens_its_order_with_enter() {
    let mut scene = on(shop());
    scene.type_into("Search orders", " 1001");
    assert_eq!(entered(&scene.intents()), [], "not before Enter");
    let asked = scene.key(Key::Enter);
    assert_eq!(entered(&asked), [("1001".to_owned(), false)]);
    assert_eq!(scene.focus().as_deref(), Some("Search orders"));
    // 3 ms a character, over the text that is there.
    for number in ["1002", "10421-A", "1Z999AA10123456784"] {
        scene.intents();
        scan(&mut scene.stage, number);
        let asked = scene.intents();
        assert_eq!(entered(&asked), [(number.to_owned(), true)], "{asked:?}");
        let value = scene.element("Search orders").value;
        assert_eq!(value.as_deref(), Some(number));
        assert_eq!(scene.window.panel, Panel::Orders);
    }
    // The next one is typed by hand again.
    scene.write("1003");
    let asked = scene.key(Key::Enter);
    assert_eq!(entered(&asked), [("1003".to_owned(), false)]);
    scene.press(Modifiers::COMMAND, Key::A);
    scene.key(Key::Delete);
    assert_eq!(entered(&scene.key(Key::Enter)), [], "nothing to open");
}
