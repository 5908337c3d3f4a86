//! Finding O24: a table that was copied in a spreadsheet is imported by the button Paste and by
//! Ctrl+V, in every state of the panel.

use egui::Event;

use crate::desk::imported_orders::table;
use crate::prelude::*;

const PATIENCE: Duration = Duration::from_secs(60);

fn copied(number: &str) -> String {
    format!(
        "Order number\tName\tStreet 1\tCity\tState\tZIP\tCountry\r\n\
         {number}\tCasey Example\t1 Ferry Building\tSan Francisco\tCA\t94111\tUS\r\n"
    )
}

/// The panel Orders over this desk, with its list loaded.
fn orders_window(world: &DeskFixture, desk: TestDesk) -> Driver {
    let mut window = desk.into_window(world);
    window.window().panel = Panel::Orders;
    window.wait_until("orders", PATIENCE, |state| state.orders.loaded).unwrap();
    window
}

fn paste(window: &mut Driver, text: &str) {
    window.burst(vec![Event::Paste(text.to_owned())]);
}

#[track_caller]
fn pasted(window: &mut Driver, number: &str) {
    paste(window, &copied(number));
    let is_shown = |state: &State| {
        let preview = state.order_import.table.preview.value();
        preview.is_some_and(|it| it.orders.iter().any(|order| order.number == number))
    };
    window.wait_until(number, PATIENCE, is_shown).unwrap();
}

fn cancel(window: &mut Driver) {
    window.desk().apply(OrderImportIntent::Cancel);
    window.settle();
}

#[test]
fn o24_a_pasted_table_is_previewed_in_every_state() {
    let world = DeskFixture::new();
    let mut window = orders_window(&world, world.open_connected());
    pasted(&mut window, "empty-list");
    // Over a preview; text without columns leaves that one.
    pasted(&mut window, "again");
    paste(&mut window, "Casey Example");
    window
        .wait_until("kept", PATIENCE, |it| it.order_import.table.preview.value().is_some())
        .unwrap();
    cancel(&mut window);

    let mut desk = TestDesk(window.into_desk());
    desk.import_orders(&table(3));
    let mut window = orders_window(&world, desk);
    pasted(&mut window, "list");
    cancel(&mut window);
    // A field keeps words, and not a table.
    window.click("Search orders").unwrap();
    paste(&mut window, "T00001");
    window.wait_until("found", PATIENCE, |state| state.orders.matching == 1).unwrap();
    pasted(&mut window, "typing");
    cancel(&mut window);
    for view in ["Presets", "Rules", "Day report", "Tracking file for the shop…"] {
        window.click(view).unwrap();
        pasted(&mut window, view);
        cancel(&mut window);
        window.click("All orders").unwrap();
    }
}

#[test]
fn o24_the_button_imports_the_clipboard_or_says_that_it_is_empty() {
    let world = DeskFixture::new();
    let mut window = orders_window(&world, world.open_connected());
    window.click("Paste").unwrap();
    let failed = |state: &State| matches!(state.order_import.table.preview, Remote::Failed { .. });
    window.wait_until("nothing to paste", PATIENCE, failed).unwrap();
    assert!(window.shows("There is no text in the clipboard"));
    cancel(&mut window);
    pasted(&mut window, "afterwards");
}
