use jiff::tz::{self, TimeZone};

use super::*;
use crate::order::OrderItem;
use crate::order_label::{LabelExport, LabelRefund};
use postroom_base::id::TransactionId;
use postroom_base::money::{Amount, Currency};

/// A label that was bought at 03:30 UTC on November 24, which is November 23 in Chicago.
fn label(carrier: &str, service: &str, numbers: &[&str]) -> OrderLabel {
    OrderLabel {
        scope: "test/1".to_owned(),
        station: "desk".to_owned(),
        status: LabelStatus::Bought,
        charged: Some(Money::new(Amount::from_cents(812), Currency::USD)),
        carrier: carrier.to_owned(),
        service: service.to_owned(),
        bought: Some("2026-11-24T03:30:00Z".parse().unwrap()),
        tracking_numbers: numbers.iter().map(|number| (*number).to_owned()).collect(),
        ..OrderLabel::begun(
            TransactionId::new("transaction"),
            1,
            "2026-11-24T03:29:00Z".parse().unwrap(),
        )
    }
}

fn order(number: &str, labels: Vec<OrderLabel>) -> Order {
    let mut order =
        Order { number: number.to_owned(), source: "Shop".to_owned(), labels, ..Order::default() };
    order.to.name = "Zoë \"Zip\" Marsh, Jr.".to_owned();
    order
}

fn item(line: &str, quantity: &str) -> OrderItem {
    OrderItem { line_id: line.to_owned(), quantity: quantity.to_owned(), ..OrderItem::default() }
}

/// Amazon takes each tracking number of an order with the pieces in its parcel.
#[test]
fn the_goods_of_an_amazon_order_are_divided_among_its_parcels() {
    for (items, parcels, shares) in [
        (vec![("a", "2")], 2, Some("a1|a1")),
        (vec![("a", "1"), ("b", "1")], 2, Some("a1|b1")),
        (vec![("a", "5")], 3, Some("a1|a2|a2")),
        (vec![("a", "1"), ("b", "3"), ("c", "1")], 2, Some("a1 b1|b2 c1")),
        // More parcels than pieces, a line without an id, an unreadable quantity, no items.
        (vec![("a", "1")], 2, None),
        (vec![("a", "2"), ("", "2")], 2, None),
        (vec![("a", "two")], 2, None),
        (vec![], 2, None),
    ] {
        let numbers: Vec<String> = (0..parcels).map(|at| format!("920{at}")).collect();
        let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
        let mut sent = order("058-3563777-5518068", vec![label(POST, "", &numbers)]);
        sent.items = items.iter().map(|(line, count)| item(line, count)).collect();
        let exported = exported(&ShopFormat::Amazon, &[sent]);
        let mut told: Vec<String> = Vec::new();
        let mut last = "";
        for row in text(&exported).lines().skip(1) {
            let cells: Vec<&str> = row.split('\t').collect();
            let goods = format!("{}{}", cells[1], cells[2]);
            match told.last_mut().filter(|_| last == cells[6]) {
                Some(parcel) => *parcel = format!("{parcel} {goods}"),
                None => told.push(goods),
            }
            last = cells[6];
        }
        assert_eq!(told.join("|"), shares.unwrap_or_default(), "{items:?}");
        let all = shares.map_or(1, |_| parcels);
        assert_eq!(exported.numbers, all, "{items:?}");
        assert_eq!(exported.incomplete.len(), 1, "{items:?}");
    }
}

fn chicago() -> TimeZone {
    TimeZone::fixed(tz::offset(-6))
}

fn exported(format: &ShopFormat, orders: &[Order]) -> Exported {
    let zone = chicago();
    let orders: Vec<ExportOrder<'_>> =
        orders.iter().map(|order| ExportOrder { order, zone: &zone }).collect();
    write(format, &orders)
}

fn text(exported: &Exported) -> &str {
    std::str::from_utf8(&exported.bytes).unwrap()
}

const POST: &str = "POST-eVS";
const FIRST: &str = "9205589991700000000100";
const SECOND: &str = "9205589991700000000117";
const EXPRESS: &str = "NX00000000070013";

/// Orders that every format must tell apart: one parcel, two parcels of one label, two labels of
/// two carriers, and a number that begins like a formula.
fn orders(numbers: [&str; 4]) -> Vec<Order> {
    vec![
        order(numbers[0], vec![label(POST, "PriorityMail", &[FIRST])]),
        order(numbers[1], vec![label(POST, "GroundAdvantage", &[FIRST, SECOND])]),
        order(
            numbers[2],
            vec![
                label(POST, "PriorityMail", &[SECOND]),
                label("Nova, Express", "SecondDayAirAM", &[EXPRESS]),
            ],
        ),
        order(numbers[3], vec![label("=Nova", "Ground", &[EXPRESS])]),
    ]
}

fn remarks(remarks: &[ExportRemark]) -> Vec<(usize, &str, &str)> {
    let remarks = remarks.iter();
    remarks.map(|it| (it.place, it.order.as_str(), it.reason.as_str())).collect()
}

#[test]
fn shopify_takes_one_row_for_an_order() {
    let format = ShopFormat::Shopify { notify_customers: false };
    let exported = exported(&format, &orders(["#1001", "#1002", "#1003", "-100"]));
    assert_eq!(
        text(&exported),
        "Name,Command,Line: Type,Fulfillment: Status,Fulfillment: Tracking Company,\
         Fulfillment: Tracking Number,Fulfillment: Send Receipt\r\n\
         #1001,UPDATE,Fulfillment Line,success,USPS,9205589991700000000100,FALSE\r\n\
         #1002,UPDATE,Fulfillment Line,success,USPS,\
         \"9205589991700000000100,9205589991700000000117\",FALSE\r\n\
         #1003,UPDATE,Fulfillment Line,success,USPS,9205589991700000000117,FALSE\r\n\
         -100,UPDATE,Fulfillment Line,success,'=Nova,NX00000000070013,FALSE\r\n"
    );
    assert_eq!(exported.rows, 4);
    assert_eq!(exported.file_name, "Orders-tracking-2026-11-23.csv");
    let told = "The file has no place for 1 tracking number of this order: NX00000000070013";
    assert_eq!(remarks(&exported.incomplete), [(2, "#1003", told)]);
    assert_eq!(exported.left_out, []);
}

#[test]
fn shopify_writes_to_the_customers_only_if_asked() {
    let [notifying, ..] = &ShopFormat::OF_SHOPS;
    let exported = exported(notifying, &[order("1", vec![label(POST, "", &[FIRST])])]);
    assert!(text(&exported).ends_with(",TRUE\r\n"));
}

#[test]
fn amazon_takes_tabs_and_its_own_order_numbers() {
    let numbers = [
        "058-3563777-5518068",
        "058-3563777-5518069",
        "S02-3563777-5518070",
        "111-0000001-0000001",
    ];
    let mut orders = orders(numbers);
    // The third order has the shop's ids of its lines: each parcel gets its share.
    orders[2].items = vec![item("05835637773450", "2"), item("05835637773451", "1")];
    orders.push(order("#1001", vec![label(POST, "PriorityMail", &[FIRST])]));
    let long = format!("A\tcarrier {}", "x".repeat(50));
    orders.push(order("111-0000001-0000002", vec![label(&long, "NextDayAir", &[EXPRESS])]));
    let exported = exported(&ShopFormat::Amazon, &orders);
    let expected = [
        "order-id\torder-item-id\tquantity\tship-date\tcarrier-code\tcarrier-name\ttracking-number\tship-method",
        "058-3563777-5518068\t\t\t2026-11-23\tUSPS\t\t9205589991700000000100\tPriority Mail",
        "058-3563777-5518069\t\t\t2026-11-23\tUSPS\t\t9205589991700000000100\tGround Advantage",
        "S02-3563777-5518070\t05835637773450\t1\t2026-11-23\tUSPS\t\t9205589991700000000117\tPriority Mail",
        "S02-3563777-5518070\t05835637773450\t1\t2026-11-23\tOther\tNova, Express\tNX00000000070013\tSecond Day Air AM",
        "S02-3563777-5518070\t05835637773451\t1\t2026-11-23\tOther\tNova, Express\tNX00000000070013\tSecond Day Air AM",
        "111-0000001-0000001\t\t\t2026-11-23\tOther\t'=Nova\tNX00000000070013\tGround",
        "111-0000001-0000002\t\t\t2026-11-23\tOther\tA carrier xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\tNX00000000070013\tNext Day Air",
        "",
    ];
    assert_eq!(text(&exported), expected.join("\r\n"));
    assert_eq!(exported.file_name, "amazon-shipping-confirmation-2026-11-23.txt");
    let needs = "Amazon takes 1 more tracking number of this order only with the order-item-id and \
                 the quantity of each item, and at least one piece for each parcel: \
                 9205589991700000000117";
    let divided = "The goods are divided among the parcels in the order of the items, because which \
                   of them is in which parcel isn’t known";
    assert_eq!(
        remarks(&exported.incomplete),
        [(1, "058-3563777-5518069", needs), (2, "S02-3563777-5518070", divided)]
    );
    assert_eq!((exported.rows, exported.numbers), (7, 6));
    let reason =
        "The number does not have the form of an Amazon order number, such as 058-3563777-5518068";
    assert_eq!(remarks(&exported.left_out), [(4, "#1001", reason)]);
}

#[test]
fn ebay_takes_a_row_for_each_parcel() {
    let exported = exported(&ShopFormat::Ebay, &orders(["14-1", "14-2", "14-3", "-100"]));
    assert_eq!(
        text(&exported),
        "Order ID,Line Item ID,Logistics Status,Shipment Carrier,Shipment Tracking\r\n\
         14-1,,SHIPPED,USPS,9205589991700000000100\r\n\
         14-2,,SHIPPED,USPS,9205589991700000000100\r\n\
         14-2,,SHIPPED,USPS,9205589991700000000117\r\n\
         14-3,,SHIPPED,USPS,9205589991700000000117\r\n\
         14-3,,SHIPPED,\"Nova, Express\",NX00000000070013\r\n\
         -100,,SHIPPED,'=Nova,NX00000000070013\r\n"
    );
    assert_eq!((exported.rows, exported.incomplete.len()), (6, 0));
    assert_eq!(exported.file_name, "ebay-order-fulfillment-2026-11-23.csv");
}

#[test]
fn woocommerce_marks_the_order_with_the_last_parcel() {
    let exported = exported(&ShopFormat::WooCommerce, &orders(["11", "12", "13", "-100"]));
    assert_eq!(
        text(&exported),
        "order_id,tracking_provider,tracking_number,date_shipped,status_shipped\r\n\
         11,USPS,9205589991700000000100,11-23-2026,1\r\n\
         12,USPS,9205589991700000000100,11-23-2026,0\r\n\
         12,USPS,9205589991700000000117,11-23-2026,1\r\n\
         13,USPS,9205589991700000000117,11-23-2026,0\r\n\
         13,\"Nova, Express\",NX00000000070013,11-23-2026,1\r\n\
         -100,'=Nova,NX00000000070013,11-23-2026,1\r\n"
    );
    assert_eq!(exported.file_name, "woocommerce-tracking-2026-11-23.csv");
}

#[test]
fn an_own_format_has_any_columns() {
    let own = |columns: &[(&str, ExportField)], delimiter| {
        let columns = columns.iter();
        ShopFormat::Own(OwnExport {
            name: "Shop".to_owned(),
            columns: columns.map(|(name, field)| ((*name).to_owned(), field.clone())).collect(),
            delimiter,
        })
    };
    let mut orders = orders(["#1", "#2", "#3", "-100"]);
    orders[0].columns = vec![("Item;ID".to_owned(), "=7".to_owned())];
    orders[1].columns = vec![("Item;ID".to_owned(), "-7".to_owned())];
    orders[3].labels[0].charged = None;

    let format = own(
        &[
            ("No.", ExportField::Number),
            ("An", ExportField::Recipient),
            ("Sendung", ExportField::TrackingNumber),
            ("Am", ExportField::ShipDate(WrittenDate::DayFirst)),
            ("Preis", ExportField::Cost),
            ("Item;ID", ExportField::Column("Item;ID".to_owned())),
            ("Status", ExportField::Text("versandt".to_owned())),
        ],
        Delimiter::Semicolon,
    );
    let by_number = exported(&format, &orders);
    assert_eq!(
        text(&by_number),
        "No.;An;Sendung;Am;Preis;\"Item;ID\";Status\r\n\
         #1;\"Zoë \"\"Zip\"\" Marsh, Jr.\";9205589991700000000100;23/11/2026;8.12;'=7;versandt\r\n\
         #2;\"Zoë \"\"Zip\"\" Marsh, Jr.\";9205589991700000000100;23/11/2026;8.12;-7;versandt\r\n\
         #2;\"Zoë \"\"Zip\"\" Marsh, Jr.\";9205589991700000000117;23/11/2026;8.12;-7;versandt\r\n\
         #3;\"Zoë \"\"Zip\"\" Marsh, Jr.\";9205589991700000000117;23/11/2026;8.12;;versandt\r\n\
         #3;\"Zoë \"\"Zip\"\" Marsh, Jr.\";NX00000000070013;23/11/2026;8.12;;versandt\r\n\
         -100;\"Zoë \"\"Zip\"\" Marsh, Jr.\";NX00000000070013;23/11/2026;;;versandt\r\n"
    );
    assert_eq!(by_number.file_name, "tracking-numbers-2026-11-23.csv");

    let format = own(
        &[
            ("order", ExportField::Number),
            ("numbers", ExportField::AllTrackingNumbers),
            ("carrier", ExportField::Carrier),
            ("service", ExportField::Service),
            ("day", ExportField::ShipDate(WrittenDate::MonthFirst)),
            ("cur", ExportField::Currency),
        ],
        Delimiter::Tab,
    );
    let by_label = exported(&format, &orders[1..3]);
    let expected = [
        "order\tnumbers\tcarrier\tservice\tday\tcur",
        "#2\t9205589991700000000100 9205589991700000000117\tUSPS\tGround Advantage\t11/23/2026\tUSD",
        "#3\t9205589991700000000117\tUSPS\tPriority Mail\t11/23/2026\tUSD",
        "#3\tNX00000000070013\tNova, Express\tSecond Day Air AM\t11/23/2026\tUSD",
        "",
    ];
    assert_eq!(text(&by_label), expected.join("\r\n"));
    assert_eq!(by_label.file_name, "tracking-numbers-2026-11-23.txt");
}

#[test]
fn an_own_format_is_the_same_after_it_was_stored() {
    let mut own = OwnExport::default();
    own.columns.push(("Day".to_owned(), ExportField::ShipDate(WrittenDate::MonthFirst)));
    own.columns.push(("Item".to_owned(), ExportField::Column("Item ID".to_owned())));
    for format in [ShopFormat::Own(own), ShopFormat::Amazon] {
        let stored = serde_json::to_string(&format).unwrap();
        assert_eq!(serde_json::from_str::<ShopFormat>(&stored).unwrap(), format);
    }
}

#[test]
fn what_is_left_out_is_told_with_its_reason() {
    let with = |number: &str, change: fn(&mut OrderLabel)| {
        let mut label = label(POST, "PriorityMail", &[FIRST]);
        change(&mut label);
        order(number, vec![label])
    };
    let mut canceled = with("6", |_| ());
    canceled.canceled = true;
    let mut again = with("11", |label| label.status = LabelStatus::Refunded);
    again.labels.push(label(POST, "PriorityMail", &[SECOND]));
    let orders = [
        order("1", Vec::new()),
        with("2", |label| label.status = LabelStatus::Buying),
        with("3", |label| label.status = LabelStatus::InDoubt),
        with("4", |label| label.status = LabelStatus::NotBought),
        with("5", |label| label.status = LabelStatus::Refunded),
        canceled,
        with("7", |label| label.tracking_numbers = vec![" ".to_owned()]),
        with("8", |label| label.is_return = true),
        with("=9", |_| ()),
        with("10", |label| label.tracking_numbers = vec!["@9205".to_owned()]),
        with(" ", |_| ()),
        again,
    ];
    let exported = exported(&ShopFormat::Ebay, &orders);
    let left_out: Vec<(&str, &str)> = remarks(&exported.left_out)
        .into_iter()
        .map(|(_, number, reason)| (number, reason))
        .collect();
    assert_eq!(
        left_out,
        [
            ("1", "No label was bought"),
            ("2", "The label is being bought"),
            ("3", "It is not known yet whether the label was bought"),
            ("4", "No label was bought"),
            ("5", "The label was refunded"),
            ("6", "The order is canceled"),
            ("7", "The label has no tracking number"),
            ("8", "No label was bought"),
            (
                "=9",
                "The order number would be a formula in a spreadsheet, and the shop would not know it in another form"
            ),
            ("10", "The tracking number would be a formula in a spreadsheet"),
            (" ", "The order has no number"),
        ]
    );
    assert_eq!(exported.rows, 1);
    assert!(text(&exported).ends_with("\r\n11,,SHIPPED,USPS,9205589991700000000117\r\n"));
}

#[test]
fn a_file_without_orders_has_its_heading() {
    let exported = exported(&ShopFormat::WooCommerce, &[]);
    assert_eq!(
        text(&exported),
        "order_id,tracking_provider,tracking_number,date_shipped,status_shipped\r\n"
    );
    assert_eq!(exported.file_name, "woocommerce-tracking.csv");
}

#[test]
fn each_format_names_its_reader() {
    let mut readers: Vec<String> =
        ShopFormat::OF_SHOPS.iter().map(|format| format.reader().to_string()).collect();
    readers.push(ShopFormat::Own(OwnExport::default()).reader().to_string());
    readers.push(why_not_etsy().to_string());
    let shops = ["Matrixify", "Seller Central", "Merchant Integration", "Advanced Shipment"];
    for (reader, name) in readers.iter().zip(shops) {
        assert!(reader.contains(name), "{reader}");
    }
    readers.sort();
    readers.dedup();
    assert_eq!(readers.len(), 6);
}

#[test]
fn an_order_was_exported_if_each_of_its_labels_was() {
    let exported = |format: &str| LabelExport {
        at: "2026-11-23T20:00:00Z".parse().unwrap(),
        format: format.to_owned(),
    };
    let code = ShopFormat::Ebay.code();
    let mut order = order("1", vec![label(POST, "PriorityMail", &[FIRST])]);
    assert!(!was_exported(&order, &code));
    order.labels[0].exported.push(exported("amazon"));
    assert!(!was_exported(&order, &code), "only to another shop");
    order.labels[0].exported.push(exported(&code));
    assert!(was_exported(&order, &code));
    // A refunded label and one without a number tell the shop nothing.
    let mut refunded = label(POST, "PriorityMail", &[SECOND]);
    refunded.status = LabelStatus::Refunded;
    order.labels.push(refunded);
    order.labels.push(label(POST, "PriorityMail", &[" "]));
    assert!(was_exported(&order, &code));
    order.labels.push(label(POST, "PriorityMail", &[SECOND]));
    assert!(!was_exported(&order, &code), "another label was bought");
    order.labels.clear();
    assert!(!was_exported(&order, &code));

    let own =
        |name: &str| ShopFormat::Own(OwnExport { name: name.to_owned(), ..OwnExport::default() });
    assert_eq!(own("amazon").code(), "own:amazon");
}

/// The first label was refunded and another bought; then the refund was declined, so that both cost
/// money. The parcel goes with the second one.
#[test]
fn a_label_that_was_replaced_is_told_to_no_shop() {
    let mut replaced = label(POST, "PriorityMail", &[SECOND]);
    replaced.refund = Some(LabelRefund {
        status: "Rejected".to_owned(),
        at: replaced.begun,
        replace: None,
        stopped_write_back: false,
    });
    let mut newer = label(POST, "PriorityMail", &[FIRST]);
    newer.sequence = 2;
    let alone = order("1", vec![replaced.clone()]);
    let both = order("2", vec![replaced, newer]);
    let exported = exported(&ShopFormat::WooCommerce, &[alone, both]);
    let numbers: Vec<&str> =
        text(&exported).lines().skip(1).filter_map(|line| line.split(',').nth(2)).collect();
    assert_eq!(numbers, [SECOND, FIRST]);
}
