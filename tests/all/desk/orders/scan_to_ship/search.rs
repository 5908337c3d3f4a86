//! An order number that is typed or scanned into the search.

use super::shop::SqliteShop;
use super::{number, stage};
use crate::desk::orders::batches::table;
use crate::prelude::*;

impl TestDesk {
    fn enter(&mut self, number: &str, is_scanned: bool) {
        self.apply(ScanIntent::OpenNumber { number: number.to_owned(), is_scanned });
    }
}

#[test]
fn only_a_scanned_number_buys_by_itself() {
    let (world, mut desk) = connected_desk();
    desk.import_orders(&table(3));
    let _paper = desk.buy_by_scan();
    desk.enter(" T00001 ", false);
    desk.run_until("the price", |state| {
        number(state) == Some("T00001") && matches!(stage(state), Some(ScanStage::Priced(_)))
    });
    desk.run_for(Duration::from_millis(300));
    assert_eq!(world.shipments_at_service(), 0, "typed by hand");
    let Some(ScanStage::Priced(price)) = stage(desk.state()).cloned() else {
        panic!("{:?}", stage(desk.state()));
    };
    desk.scan_step(ScanStep::Buy(price));
    desk.run_until_bought("T00001");
    desk.scan_step(ScanStep::End);
    desk.enter("T00002", true);
    desk.run_until_bought("T00002");
    assert_eq!(world.shipments_at_service(), 2);
    // A scan after a typed number buys again.
    desk.scan_step(ScanStep::End);
    desk.enter("T00001", false);
    desk.run_until("opened", |state| number(state) == Some("T00001"));
    desk.scan("T00000");
    desk.run_until_bought("T00000");
    assert_eq!(world.shipments_at_service(), 3);
}

/// The text of a search is no number of the shop's database, and nothing covers the search.
#[test]
fn what_no_order_has_stays_a_search() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    let mut desk = world.open_connected();
    desk.import_orders(&table(2));
    desk.use_database(&shop.database(), None);
    for text in ["1001", "T0000", "Jane", ""] {
        let before = desk.state().scan_to_ship.answered;
        desk.enter(text, true);
        desk.run_for(Duration::from_millis(150));
        let scan = &desk.state().scan_to_ship;
        assert!(scan.open.is_none() && scan.look_up.is_none(), "{text}");
        assert_eq!(scan.answered, before, "{text}");
    }
    assert_eq!(desk.state().orders.total(), 2, "nothing was filled");
    desk.enter("T00000", false);
    desk.run_until("opened", |state| number(state) == Some("T00000"));
}
