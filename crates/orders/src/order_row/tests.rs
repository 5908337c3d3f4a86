use super::*;
use crate::order::OrderItem;
use postroom_base::locale::Message;
use postroom_rows::limits::LONGEST_TEXT;

fn row(json: String, unreadable: Option<Message>) -> OrderRow {
    OrderRow {
        id: OrderId::new("1"),
        revision: 1,
        position: 1,
        fields: OrderFields {
            number: "1001".to_owned(),
            recipient: "Ann Lee".to_owned(),
            json,
            ..OrderFields::default()
        },
        changed: Timestamp::UNIX_EPOCH,
        changed_by: String::new(),
        unreadable,
    }
}

fn json(order: &Order) -> String {
    serde_json::to_string(order).unwrap()
}

/// Z13 and Z14: an odd column, a damaged text and a text that is too long are shown in one way.
#[test]
fn what_cannot_be_read_is_shown_with_its_number_and_the_reason() {
    let long = "x".repeat(LONGEST_TEXT + 1);
    let noted = Order { note: long.clone(), ..Order::default() };
    let item = OrderItem { name: long.clone(), ..OrderItem::default() };
    let itemized = Order { items: vec![item], ..Order::default() };
    let columns = vec![("Gift".to_owned(), long.clone())];
    let columned = Order { columns, ..Order::default() };
    let whole = json(&Order::default());
    for (row, reason) in [
        (row(whole.clone(), Some("“state” has “zzz”".into())), "“state” has “zzz”"),
        (row("{\"number\":".to_owned(), None), "EOF while parsing"),
        (row("7".to_owned(), None), "invalid type"),
        (row(json(&noted), None), "“note” has a text of more than 32,768 characters"),
        (row(json(&itemized), None), "“name” has a text of more"),
        (row(json(&columned), None), "has a text of more"),
    ] {
        assert!(!is_readable(&row), "{reason}");
        let order = order_of_row(&row);
        assert_eq!((order.number.as_str(), order.to.name.as_str()), ("1001", "Ann Lee"));
        let raw = order.raw_row.unwrap();
        assert!(raw.contains(reason), "{reason}: {}", &raw[..raw.len().min(200)]);
        assert!(raw.len() < 3_000);
        let listed = in_list(row, &OrderBasis::default());
        assert_eq!(listed.state, OrderState::Unreadable);
        assert!(listed.is_fixed() && listed.problems.len() == 1, "{:?}", listed.problems);
    }
    let kept = Order { imported: long.clone(), note: "x".repeat(LONGEST_TEXT), ..Order::default() };
    for order in [Order::default(), kept] {
        assert!(is_readable(&row(json(&order), None)));
    }
}
