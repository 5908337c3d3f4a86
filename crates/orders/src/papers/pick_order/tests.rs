use super::*;

/// Items such as `A2*3`; `:` before a name without SKU.
fn items(text: &str) -> Vec<OrderItem> {
    let items = text.split_whitespace().map(|item| {
        let (what, quantity) = item.split_once('*').unwrap_or((item, "1"));
        let (sku, name) = match what.split_once(':') {
            Some((sku, name)) => (sku, name.to_owned()),
            None => (what, format!("Name of {what}")),
        };
        OrderItem {
            sku: sku.to_owned(),
            name,
            quantity: quantity.to_owned(),
            ..OrderItem::default()
        }
    });
    items.collect()
}

fn with_orders<T>(texts: &[&str], check: impl FnOnce(&[PickOrder<'_>]) -> T) -> T {
    let numbers: Vec<String> = (1..=texts.len()).map(|at| format!("N{at}")).collect();
    let contents: Vec<Vec<OrderItem>> = texts.iter().map(|text| items(text)).collect();
    let orders: Vec<PickOrder<'_>> = numbers
        .iter()
        .zip(&contents)
        .map(|(number, items)| PickOrder { number, recipient: "", items })
        .collect();
    check(&orders)
}

#[test]
fn pieces_are_summed_by_sku() {
    let lines = with_orders(
        &["A10 B1*2", "A2*3 A10*4 A2*2", ":Card*2 b1", "A2:Mug A2*x A10*", ":Card :Bow*0"],
        pick_lines,
    );
    let written: Vec<String> = lines
        .iter()
        .map(|line| {
            let orders: Vec<String> =
                line.orders.iter().map(|(number, pieces)| format!("{number}={pieces}")).collect();
            let unclear: Vec<String> =
                line.unclear.iter().map(|(number, text)| format!("{number}?{text}")).collect();
            let (sku, name, pieces) = (&line.sku, &line.name, line.pieces);
            let (orders, unclear) = (orders.join(" "), unclear.join(" "));
            format!("{sku}|{name}|{pieces}|{orders}|{unclear}")
        })
        .collect();
    assert_eq!(
        written,
        [
            "A2|Name of A2 / Mug|6|N2=5 N4=1|N4?x",
            "A10|Name of A10|5|N1=1 N2=4|N4?",
            "B1|Name of B1|2|N1=2|",
            "b1|Name of b1|1|N3=1|",
            "|Bow|0||N5?0",
            "|Card|3|N3=2 N5=1|",
        ]
    );
}

#[test]
fn orders_of_one_sku_come_first_and_equal_ones_together() {
    for (orders, expected) in [
        (&[][..], &[][..]),
        // Natural order of the SKUs.
        (&["A10", "A2", "A1"], &[2, 1, 0]),
        // Fewer pieces first; equal orders keep their sequence.
        (&["A*2", "A", "B", "A*2", "A", "A*1"], &[1, 4, 5, 0, 3, 2]),
        // Several lines of one SKU are one SKU.
        (&["A B", "B B", "B", "A"], &[3, 2, 1, 0]),
        // Equal combinations follow each other, whatever the sequence of their lines.
        (&["B A", "C A", "A B*9", "A B C", "B C", "C"], &[5, 0, 2, 3, 1, 4]),
        // Without items, last. Without a SKU, by name behind the SKUs.
        (&["", "A B", ":Card", "", "Z"], &[4, 2, 1, 0, 3]),
        // A quantity that cannot be read counts as none.
        (&["A*2", "A*x", "A*1"], &[1, 2, 0]),
    ] {
        assert_eq!(with_orders(orders, pick_order), expected, "{orders:?}");
    }
}

#[test]
fn the_sequence_does_not_depend_on_the_sequence_of_the_input() {
    let texts = ["A B", "A", "C*2", "B A C", "B", "C", "A*4", ":Card"];
    let sorted = |texts: &[&str]| -> Vec<String> {
        let sequence = with_orders(texts, pick_order);
        sequence.iter().map(|at| texts[*at].to_owned()).collect()
    };
    let expected = sorted(&texts);
    let mut turned = texts.to_vec();
    for _ in 0..texts.len() {
        turned.rotate_left(3);
        assert_eq!(sorted(&turned), expected);
    }
}

#[test]
fn a_hundred_thousand_orders_are_sorted_at_once() {
    let contents: Vec<Vec<OrderItem>> = (0..100_000_u32)
        .map(|at| {
            let first = at.wrapping_mul(2_654_435_761) % 5_000;
            let second = at.wrapping_mul(40_503) % 3_000;
            items(&format!("SKU-{first} SKU-{second}*2"))
        })
        .collect();
    let orders: Vec<PickOrder<'_>> =
        contents.iter().map(|items| PickOrder { number: "1", recipient: "", items }).collect();
    let begin = postroom_base::clock::Stopwatch::start();
    let sequence = pick_order(&orders);
    let lines = pick_lines(&orders);
    let took = begin.elapsed();
    assert_eq!(sequence.len(), 100_000);
    assert_eq!(lines.iter().map(|line| line.pieces).sum::<u64>(), 300_000);
    assert!(took.as_secs() < 20, "{took:?}");
}
