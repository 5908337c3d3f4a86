//! The line that says what was changed last and offers to undo it.

use std::time::Duration;

use jiff::tz::TimeZone;
use postroom::base::clock::Clock;
use postroom::base::id::OrderId;
use postroom::desk::orders::change::OrderEdit;
use postroom::desk::orders::intent::OrderIntent;
use postroom::desk::state::State;
use postroom::ui::driver::Driver;
use postroom::ui::panel::Panel;

use crate::desk::harness::DeskFixture;

const PATIENCE: Duration = Duration::from_secs(60);
const TABLE: &str = "Order number,Name,Street 1,City,State,ZIP,Country,Weight (lb)
1001,Casey Example,1 Ferry Building,San Francisco,CA,94111,US,1.5
";

fn is_held(state: &State) -> bool {
    let row = state.orders.rows.first();
    row.is_some_and(|row| row.order.hold.is_some())
}

fn hold(window: &mut Driver, id: &OrderId) {
    window
        .desk()
        .apply(OrderIntent::Edit { ids: vec![id.clone()], edit: OrderEdit::Hold(String::new()) });
    let changed = |state: &State| is_held(state) && state.orders.undo.is_some();
    window.wait_until("the change", PATIENCE, changed).unwrap();
    window.settle();
    assert!(window.shows("Last change: 1 order"));
}

#[test]
fn the_cross_closes_the_line_and_keeps_the_change_and_undo_takes_it_back() {
    let world = DeskFixture::new();
    let mut desk = world.open_connected();
    desk.import_orders(TABLE);
    let ids = desk.tick_all_orders();
    let id = &ids[0];
    let folder = world.folder.join("desk");
    let mut window =
        Driver::new(desk.0, Clock::System, TimeZone::UTC, folder, (1366, 768)).unwrap();
    window.window().panel = Panel::Orders;
    window.settle();

    hold(&mut window, id);
    window.click("Close this notice").unwrap();
    window.settle();
    assert!(!window.shows("Last change: 1 order"), "the line is closed");
    assert!(window.find("Undo").is_err(), "and with it the offer");
    assert!(window.state().orders.undo.is_none());
    assert!(is_held(window.state()), "the change stays");

    window.desk().apply(OrderIntent::Edit { ids: vec![id.clone()], edit: OrderEdit::Release });
    let released = |state: &State| !is_held(state) && state.orders.undo.is_some();
    window.wait_until("no hold", PATIENCE, released).unwrap();
    hold(&mut window, id);
    window.click("Undo").unwrap();
    let undone = |state: &State| !is_held(state);
    window.wait_until("undone", PATIENCE, undone).unwrap();
    window.settle();
    assert!(!window.shows("Last change: 1 order"));
}
