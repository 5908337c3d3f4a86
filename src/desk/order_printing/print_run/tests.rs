use std::collections::HashMap;

use super::*;
use crate::orders::order::{ChosenBy, ChosenPreset};
use crate::orders::order_label::{LabelStatus, OrderLabel};
use crate::parcel::preset::Preset;

const SCOPE: &str = "TEST/a";

fn label(shipment: &str, scope: &str, status: LabelStatus) -> OrderLabel {
    let label = serde_json::json!({
        "sequence": 1, "transaction": "t", "scope": scope, "station": "here",
        "status": status, "begun": "2026-11-23T08:00:00Z", "expected": null, "charged": null,
        "carrier": "", "service": "", "bought": null, "shipment": shipment, "manifest": null
    });
    serde_json::from_value(label).unwrap()
}

/// Orders of the numbers 1 to 6: the third was refunded, the fifth belongs to another account.
fn orders() -> Vec<(OrderId, Order)> {
    let orders = (1..=6).map(|number| {
        let (scope, status) = match number {
            3 => (SCOPE, LabelStatus::Refunded),
            5 => ("TEST/b", LabelStatus::Bought),
            _ => (SCOPE, LabelStatus::Bought),
        };
        let order = Order {
            number: number.to_string(),
            labels: vec![label(&format!("s{number}"), scope, status)],
            preset: (number == 2)
                .then(|| ChosenPreset { key: "k".to_owned(), by: ChosenBy::Person }),
            ..Order::default()
        };
        (OrderId::new(format!("o{number}")), order)
    });
    orders.collect()
}

fn basis() -> OrderBasis {
    let preset = Preset { printer: Some("Dock".to_owned()), ..Preset::default() };
    OrderBasis { presets: HashMap::from([("k".to_owned(), preset)]), ..OrderBasis::default() }
}

fn sorted(from: Option<usize>, to: Option<usize>) -> SortedLabels {
    let request = PrintOrders { from, to, ..PrintOrders::default() };
    SortedLabels::of_orders(orders(), &request, SCOPE, &basis())
}

fn shipments(sorted: &SortedLabels) -> Vec<&str> {
    let shipments = sorted.labels.shipments.iter();
    shipments.map(ShipmentId::as_str).collect()
}

#[test]
fn only_labels_of_this_account_are_printed_and_numbered() {
    let all = sorted(None, None);
    assert_eq!(shipments(&all), ["s1", "s2", "s4", "s6"]);
    assert_eq!(all.left_out, 2);
    let run = all.run.unwrap();
    let numbers: Vec<&str> = run.labels.iter().map(|it| it.number.as_str()).collect();
    assert_eq!(numbers, ["1", "2", "4", "6"]);
    let printers: Vec<_> = all.labels.printers.into_iter().collect();
    assert_eq!(printers, [(ShipmentId::new("s2"), "Dock".to_owned())]);
    assert_eq!(all.orders.len(), 4, "a slip for each label");
}

/// A label that was refunded since the run keeps its number, so that the others keep theirs.
#[test]
fn a_part_of_a_run_is_printed_by_its_numbers() {
    for (from, to, wanted, left_out) in [
        (Some(2), Some(4), vec!["s2", "s4"], 1),
        (Some(4), None, vec!["s4", "s6"], 1),
        (None, Some(1), vec!["s1"], 0),
        (Some(0), Some(1), vec!["s1"], 0),
        (Some(3), Some(3), vec![], 1),
        (Some(7), Some(9), vec![], 0),
    ] {
        let part = sorted(from, to);
        assert_eq!(shipments(&part), wanted, "{from:?} to {to:?}");
        assert_eq!(part.left_out, left_out, "{from:?} to {to:?}");
        assert_eq!(part.run, None, "the numbers of the run stay");
    }
}

#[test]
fn a_run_knows_what_was_queued_and_a_part_goes_to_the_same_printer() {
    let mut run = sorted(None, None).begun_at(Timestamp::UNIX_EPOCH).run.unwrap();
    assert_eq!((run.queued(), run.first_unqueued()), (0, Some(1)));
    let queued = [
        // Servers change the case of ids.
        (ShipmentId::new("S1"), "Zebra".to_owned()),
        (ShipmentId::new("s2"), "Zebra".to_owned()),
        (ShipmentId::new("s9"), "Zebra".to_owned()),
    ];
    assert!(run.take_queued(&queued));
    assert!(!run.take_queued(&queued), "told again");
    assert_eq!((run.queued(), run.first_unqueued()), (2, Some(3)));
    let stored = serde_json::to_string(&run).unwrap();
    assert_eq!(serde_json::from_str::<PrintRun>(&stored).unwrap(), run);

    let earlier = printers_of_run(Some(&run));
    let printers = |sorted: SortedLabels| -> Vec<(String, String)> {
        let printers = sorted.on_earlier_printers(&earlier).labels.printers.into_iter();
        printers.map(|(id, name)| (id.to_string(), name)).collect()
    };
    let named = |id: &str, name: &str| (id.to_owned(), name.to_owned());
    // The preset of the second order names another printer.
    let part = printers(sorted(Some(1), Some(3)));
    assert_eq!(part, [named("s1", "Zebra"), named("s2", "Zebra")]);
    assert_eq!(printers(sorted(None, None)), [named("s2", "Dock")], "a new run");
}
