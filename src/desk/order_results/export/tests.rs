use super::*;
use crate::orders::order_label::{LabelStatus, OrderLabel};
use crate::orders::shop_export::OwnExport;

fn label(transaction: &str, numbers: &[&str]) -> OrderLabel {
    OrderLabel {
        scope: "test/1".to_owned(),
        station: "desk".to_owned(),
        status: LabelStatus::Bought,
        carrier: "Nova".to_owned(),
        service: "Ground".to_owned(),
        tracking_numbers: numbers.iter().map(|number| (*number).to_owned()).collect(),
        ..OrderLabel::begun(
            TransactionId::new(transaction),
            1,
            "2026-11-23T14:00:00Z".parse().unwrap(),
        )
    }
}

fn chosen(id: &str, number: &str, labels: Vec<OrderLabel>) -> ChosenOrder {
    ChosenOrder {
        id: OrderId::new(id),
        revision: 3,
        order: Order { number: number.to_owned(), labels, ..Order::default() },
    }
}

fn names(remarked: &[RemarkedOrder]) -> Vec<(&str, &str)> {
    let remarked = remarked.iter();
    remarked.map(|order| (order.id.as_str(), order.reason.as_str())).collect()
}

/// Two shops may use one number: what is said of an order opens that order.
#[test]
fn a_remark_names_its_own_order() {
    let orders = vec![
        chosen("a", "1001", vec![label("t-a", &["N1"])]),
        chosen("b", "1001", Vec::new()),
        chosen("c", "1002", vec![label("t-c", &["N2"]), label("t-c2", &["N3"])]),
        chosen("d", "=1", vec![label("t-d", &["N4"])]),
        chosen("e", "1001", vec![label("t-e", &["N5"])]),
    ];
    let chosen = Chosen {
        orders,
        exported_before: 2,
        unreadable: vec![RemarkedOrder {
            id: OrderId::new("f"),
            number: "1003".to_owned(),
            reason: "newer".into(),
        }],
    };
    let file = make_file(chosen, &ShopFormat::Own(OwnExport::default()));
    let in_file: Vec<&str> = file.orders.iter().map(|order| order.id.as_str()).collect();
    assert_eq!(in_file, ["a", "c", "e"]);
    let summary = file.summary;
    assert_eq!((summary.orders, summary.rows, summary.exported_before), (3, 4, 2));
    assert_eq!(
        names(&summary.left_out),
        [
            ("b", "No label was bought"),
            (
                "d",
                "The order number would be a formula in a spreadsheet, and the shop would not know it in another form"
            ),
            ("f", "newer"),
        ]
    );
    assert_eq!(summary.file_name, "tracking-numbers-2026-11-23.csv");
}

#[test]
fn the_newest_file_of_a_format_is_noted_at_the_labels_that_are_in_it() {
    let mut refunded = label("t-2", &["N2"]);
    refunded.status = LabelStatus::Refunded;
    let order = chosen("a", "1001", vec![label("t-1", &["N1"]), refunded]);
    let at = |hour: u8| format!("2026-11-23T{hour}:00:00Z").parse::<Timestamp>().unwrap();
    let first = change_of(order, "ebay", at(15));
    assert_eq!(first.revision, 3);
    let mut order = first.order;
    // Another computer bought a label meanwhile: it is not in the file.
    order.labels.push(label("t-3", &["N3"]));
    (first.again)(&mut order);
    let formats = |order: &Order| -> Vec<Vec<String>> {
        let exported = order.labels.iter().map(|label| {
            let exported = label.exported.iter();
            exported.map(|it| format!("{} {}", it.format, it.at)).collect()
        });
        exported.collect()
    };
    let ebay = "ebay 2026-11-23T15:00:00Z".to_owned();
    assert_eq!(formats(&order), [vec![ebay.clone()], vec![], vec![]]);
    mark_exported(&mut order, &[TransactionId::new("t-1")], "amazon", at(16));
    mark_exported(&mut order, &[TransactionId::new("t-1")], "ebay", at(17));
    assert_eq!(formats(&order)[0], ["amazon 2026-11-23T16:00:00Z", "ebay 2026-11-23T17:00:00Z"]);
}
