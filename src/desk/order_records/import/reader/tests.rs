use super::*;
use crate::orders::import::merge::PlannedWrite;
use crate::orders::order::Order;

/// A plan of new orders; those that are not canceled need attention, since nothing is known of them.
fn described(are_canceled: impl Iterator<Item = bool>) -> ImportPreview {
    let orders = (0..).zip(are_canceled).map(|(number, canceled)| {
        let number = number.to_string();
        PlannedOrder {
            number: number.clone(),
            rows: Vec::new(),
            step: ImportStep::New,
            write: Some(PlannedWrite {
                existing: None,
                order: Box::new(Order { number, canceled, ..Order::default() }),
            }),
        }
    });
    let plan = ImportPlan { orders: orders.collect() };
    let mut preview = ImportPreview::default();
    describe_plan(&mut preview, &plan, &OrderBasis::default());
    preview
}

fn numbers(preview: &ImportPreview) -> Vec<&str> {
    let orders = preview.orders.iter();
    orders.map(|order| order.number.as_str()).collect()
}

#[test]
fn orders_that_need_attention_are_shown_first() {
    let preview = described([true, false, true, false].into_iter());
    assert_eq!(numbers(&preview), ["1", "3", "0", "2"]);
    assert_eq!((preview.counts.new, preview.counts.need_attention), (4, 2));
}

/// So many are described by several threads, where there are several.
#[test]
fn a_large_plan_is_described_as_a_small_one() {
    let preview = described((0..5_000).map(|place| place % 50 != 0));
    let counts = preview.counts;
    assert_eq!((counts.new, counts.need_attention), (5_000, 100));
    assert_eq!(preview.orders.len(), SHOWN_ORDERS);
    let numbers = numbers(&preview);
    assert_eq!(numbers[..3], ["0", "50", "100"]);
    assert_eq!(numbers[99..102], ["4950", "1", "2"]);
}
