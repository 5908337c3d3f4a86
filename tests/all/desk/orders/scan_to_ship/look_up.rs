//! What a scanned number can be.

use postroom::desk::scan_to_ship::ScanLookUp;

use super::shop::SqliteShop;
use super::{desk_with_shop, number, stage};
use crate::prelude::*;

fn table(source: &str, numbers: &[&str]) -> String {
    let mut table = format!(
        "Order number,Name,Street 1,City,State,ZIP,Country,Weight (lb),Length (in),Width (in),Height (in),{source}\n"
    );
    for number in numbers {
        table.push_str(&format!(
            "{number},Jane Sample,350 5th Ave,New York,NY,10118,US,1.5,10,6,4,x\n"
        ));
    }
    table
}

fn look_up(state: &State) -> Option<&ScanLookUp> {
    state.scan_to_ship.look_up.as_ref()
}

/// A number that was scanned anywhere: first it may be a parcel's, then an order's.
#[test]
fn a_number_is_looked_for_among_parcels_then_orders_then_elsewhere() {
    let (_world, mut desk) = connected_desk();
    desk.import_orders(&table("A", &["#7001", "70020000"]));
    for (code, order) in [("7001", "#7001"), ("#7001", "#7001"), ("70020000", "70020000")] {
        let before = desk.state().scan_to_ship.answered;
        desk.apply(ShipmentIntent::LookUpScanned(code.to_owned()));
        desk.run_until("the order", |state| {
            number(state) == Some(order) && state.scan_to_ship.answered > before
        });
        desk.run_until("its price", |state| matches!(stage(state), Some(ScanStage::Priced(_))));
        let open = desk.state().orders.open.as_ref().unwrap();
        assert_eq!(open.order.number, order, "the detail shows it");
        assert_eq!(desk.state().shipments.scanned.answered, 0);
    }
    // A carrier's number of somebody else's parcel.
    desk.apply(ShipmentIntent::LookUpScanned("1Z999AA10123456784".to_owned()));
    desk.run_until("tracked", |state| state.shipments.scanned.answered == 1);
    let tracked = &desk.state().tracking.list;
    assert!(tracked.iter().any(|it| it.number.as_str() == "1Z999AA10123456784"));
    // Too short for a carrier: it was meant for an order.
    desk.apply(ShipmentIntent::LookUpScanned("7009".to_owned()));
    desk.run_until("no order", |state| {
        matches!(look_up(state), Some(ScanLookUp::Nothing { number, database: None })
            if number == "7009")
    });
    assert_eq!(desk.state().shipments.scanned.answered, 1);
}

/// The same number in two sources is two orders: a person chooses, and what can still be shipped comes
/// first.
#[test]
fn several_orders_of_one_number_are_all_listed() {
    let (world, _shop, mut desk) = desk_with_shop();
    desk.scan("1001");
    desk.run_until("filled and rated", |state| {
        matches!(stage(state), Some(ScanStage::Priced(_))) && state.orders.total() == 1
    });
    desk.scan_step(ScanStep::End);
    desk.import_orders(&table("x", &["1001"]));
    assert_eq!(desk.state().orders.total(), 2);
    let several = |state: &State| match look_up(state) {
        Some(ScanLookUp::Several { orders, number }) if number == "1001" => {
            let sources = orders.iter().map(|order| order.order.source.clone());
            Some((sources.collect::<Vec<_>>(), orders[0].id.clone()))
        }
        _ => None,
    };
    desk.scan("1001");
    desk.run_until("both", |state| several(state).is_some());
    let (sources, newest) = several(desk.state()).unwrap();
    assert_eq!(sources.len(), 2, "{sources:?}");
    assert_eq!(sources[1], "Test shop", "the newest comes first");
    assert!(number(desk.state()).is_none());
    desk.scan_step(ScanStep::Pick(newest.clone()));
    desk.run_until("its price", |state| matches!(stage(state), Some(ScanStage::Priced(_))));
    let open = desk.state().scan_to_ship.open.as_ref().unwrap();
    assert_eq!(open.order.id, newest);
    let Some(ScanStage::Priced(price)) = stage(desk.state()).cloned() else { unreachable!() };
    desk.scan_step(ScanStep::Buy(price));
    desk.run_until_bought("1001");
    assert_eq!(world.shipments_at_service(), 1);
    // The other one comes first now: it can still be shipped.
    desk.scan("1001");
    desk.run_until("both again", |state| several(state).is_some());
    let (sources, first) = several(desk.state()).unwrap();
    assert_eq!(sources[0], "Test shop");
    assert_ne!(first, newest);
}

#[test]
fn a_database_that_knows_nothing_or_fails_says_so() {
    let (_world, shop, mut desk) = desk_with_shop();
    desk.scan("4711");
    desk.run_until("nothing", |state| {
        matches!(look_up(state), Some(ScanLookUp::Nothing { database: Some(name), .. })
            if name == "Test shop")
    });
    shop.take_away();
    desk.scan("1001");
    desk.run_until("refused", |state| {
        matches!(look_up(state), Some(ScanLookUp::Refused { reason, .. })
            if reason.as_str().contains("shop.sqlite"))
    });
    assert_eq!(desk.state().orders.total(), 0);
    shop.bring_back();
    desk.scan_step(ScanStep::GoOn);
    desk.run_until("filled", |state| number(state) == Some("1001"));
    desk.run_until("listed", |state| state.orders.total() == 1);
    desk.scan("1001");
    desk.run_until("again", |state| number(state) == Some("1001"));
    assert_eq!(desk.state().orders.total(), 1);
}

#[test]
fn a_column_without_a_field_is_kept_and_the_scanned_number_can_stand_for_a_missing_one() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    let mut database = shop.database();
    database.query = database.query.replace("o.number, o.name", "o.name, o.carrier AS depot");
    database.mapping.columns.retain(|column| column.heading != "number");
    shop.connect()
        .execute("UPDATE orders SET carrier = 'North' WHERE number = '1001'", [])
        .unwrap();
    let mut desk = world.open_connected();
    desk.use_database(&database, None);
    desk.scan(" 1001 ");
    desk.run_until("filled", |state| number(state) == Some("1001"));
    let order = &desk.state().scan_to_ship.open.as_ref().unwrap().order.order;
    assert_eq!(order.columns, [("depot".to_owned(), "North".to_owned())]);
    assert!(order.write_back.is_some());
    assert!(order.import_notes.is_empty(), "{:?}", order.import_notes);
}
