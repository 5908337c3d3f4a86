//! The numbers of further packages, references and emails: stored with a shipment, searched,
//! scanned, exported.

use super::delivered::bought;
use crate::prelude::*;

fn found(desk: &mut TestDesk, text: &str) -> Vec<ShipmentId> {
    let before = desk.state().shipments.answered;
    desk.apply(ShipmentIntent::Search { text: text.to_owned(), filter: ShipmentFilter::All });
    desk.run_until("the search", |state| state.shipments.answered > before);
    let rows = desk.state().shipments.rows.iter();
    rows.map(|row| row.id.clone()).collect()
}

/// W2: the second package's number is in the list, in the search, in the export and behind a scan.
#[test]
fn every_package_of_a_shipment_is_found_by_its_number() {
    let (world, mut desk) = connected_desk();
    desk.fill();
    desk.edit(|draft| {
        let package = draft.packages[0].clone();
        draft.packages = vec![package; 2];
        draft.to.email = "jane@sample.example".to_owned();
        draft.options.custom_text3 = "PO-7741".to_owned();
    });
    desk.quote();
    desk.choose_cheapest();
    let shipment = bought(&mut desk);
    desk.run_until("the numbers", |state| {
        let mut rows = state.shipments.rows.iter();
        rows.any(|row| row.id == shipment && row.further_numbers.len() == 1)
    });
    let mut rows = desk.state().shipments.rows.iter();
    let row = rows.find(|row| row.id == shipment).unwrap().clone();
    let numbers: Vec<String> = row.numbers().map(ToString::to_string).collect();
    assert_ne!(numbers[0], numbers[1]);
    assert_eq!(row.to_email, "jane@sample.example");
    assert_eq!(row.reference, "PO-7741");

    desk.apply(ShipIntent::NewDraft);
    desk.choose();
    desk.buy_and_wait();
    desk.apply(ShipmentIntent::Refresh);
    desk.run_until("the refresh", |state| {
        !state.shipments.refresh.is_loading() && state.shipments.sync.complete
    });
    drop(desk);
    let mut desk = world.open_connected();
    let only = vec![shipment.clone()];
    for text in [numbers[0].as_str(), &numbers[1], "jane@sample.example", "po-7741"] {
        assert_eq!(found(&mut desk, text), only, "{text}");
    }
    let scanned = desk.state().shipments.scanned.answered;
    desk.apply(ShipmentIntent::LookUpScanned(numbers[1].clone()));
    desk.run_until("the scan", |state| state.shipments.scanned.answered > scanned);
    assert_eq!(desk.state().shipments.selected.as_ref(), Some(&shipment));

    assert_eq!(found(&mut desk, "").len(), 2);
    let file = world.folder.join("shipments.csv");
    desk.apply(ShipmentIntent::Export { file: file.clone() });
    desk.run_until("exported", |state| {
        let mut notices = state.notices.iter();
        notices.any(|notice| notice.text.starts_with("Exported 2 shipments"))
    });
    let text = fs::read_to_string(file).unwrap();
    let line = text.lines().find(|line| line.contains("PO-7741")).unwrap();
    assert!(line.contains(&numbers.join(" ")), "{line}");
    assert!(line.contains("jane@sample.example"), "{line}");
}
