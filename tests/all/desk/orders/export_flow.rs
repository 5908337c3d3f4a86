//! Files that tell shops of their tracking numbers.

use postroom::desk::order_results::export::{ExportChoice, ExportSummary, ExportedOrders};
use postroom::orders::order::Order;
use postroom::orders::shop_export::{ExportField, OwnExport, ShopFormat};
use postroom::store::workspace::{DocumentKind, OrderFields};

use super::batches::table;
use super::day_flow::{day_of, file_in, seed};
use crate::prelude::*;
use crate::ui::order_samples;

fn selected(format: ShopFormat, only_new: bool) -> ExportChoice {
    ExportChoice { format, orders: ExportedOrders::Selected, only_new }
}

fn bought(day: Option<Date>, source: Option<&str>) -> ExportChoice {
    ExportChoice {
        format: ShopFormat::WooCommerce,
        orders: ExportedOrders::Bought { day, source: source.map(str::to_owned) },
        only_new: true,
    }
}

impl TestDesk {
    fn preview(&mut self, choice: &ExportChoice) -> ExportSummary {
        self.apply(OrderResultIntent::PreviewExport(Box::new(choice.clone())));
        self.run_until("preview", |state| {
            matches!(state.order_results.shop_files.preview, Remote::Ready(_))
        });
        let files = &self.state().order_results.shop_files;
        assert_eq!(files.choice.as_ref(), Some(choice));
        files.preview.value().unwrap().clone()
    }
}

fn tracking_number(order: &Order) -> String {
    order.bought_label().unwrap().tracking_numbers[0].clone()
}

#[test]
fn bought_orders_go_back_to_the_shop_once() {
    let (world, mut desk) = connected_desk();
    desk.import_orders(&table(3));
    desk.rate_all();
    desk.run_until("rated", |state| state.orders.in_state(OrderState::Rated) == 3);
    // One of them stays unbought.
    desk.tick_all_orders();
    let mut priced = desk.state().orders.selection.sums.clone().unwrap().priced;
    priced.truncate(2);
    desk.work(OrderWork::Buy(priced));
    desk.run_until("bought", |state| {
        let rows = &state.orders.rows;
        rows.iter().filter(|row| row.state == OrderState::Bought).count() == 2
    });
    desk.tick_all_orders();

    let shopify = ShopFormat::Shopify { notify_customers: true };
    let choice = selected(shopify.clone(), true);
    let preview = desk.preview(&choice);
    assert_eq!((preview.orders, preview.rows, preview.exported_before), (2, 2, 0));
    let [left_out] = preview.left_out.as_slice() else {
        panic!("{preview:?}");
    };
    assert_eq!(
        (left_out.number.as_str(), left_out.reason.as_str()),
        ("T00002", "No label was bought")
    );
    assert_eq!(left_out.id, desk.order_id("T00002"));

    let (path, file) = file_in(&world, &preview.file_name);
    desk.apply(OrderResultIntent::ExportToShop { choice: Box::new(choice.clone()), file });
    desk.run_until("written", |state| state.order_results.shop_files.written.is_some());
    let written = desk.state().order_results.shop_files.written.clone().unwrap();
    assert_eq!((&written.path, written.summary.orders), (&path, 2));
    let orders: Vec<Order> = desk.state().orders.rows.iter().map(|row| row.order.clone()).collect();
    let expected = format!(
        "Name,Command,Line: Type,Fulfillment: Status,Fulfillment: Tracking Company,\
         Fulfillment: Tracking Number,Fulfillment: Send Receipt\r\n\
         T00000,UPDATE,Fulfillment Line,success,COMPANY,{},TRUE\r\n\
         T00001,UPDATE,Fulfillment Line,success,COMPANY,{},TRUE\r\n",
        tracking_number(&orders[0]),
        tracking_number(&orders[1])
    );
    let text = fs::read_to_string(&path).unwrap();
    let company = text.lines().nth(1).unwrap().split(',').nth(4).unwrap().to_owned();
    assert!(!company.is_empty());
    assert_eq!(text.replace(&company, "COMPANY"), expected);

    // Each label remembers it, and only what is new is offered.
    desk.run_until("remembered", |state| {
        let mut rows = state.orders.rows.iter();
        let labels = rows.find(|row| row.order.number == "T00000");
        labels.is_some_and(|row| !row.order.labels[0].exported.is_empty())
    });
    for row in &desk.state().orders.rows {
        let exported = row.order.labels.iter().flat_map(|label| &label.exported);
        let formats: Vec<&str> = exported.map(|export| export.format.as_str()).collect();
        let wanted: &[&str] = if row.order.number == "T00002" { &[] } else { &["shopify"] };
        assert_eq!(formats, wanted, "{}", row.order.number);
        assert_eq!(row.state == OrderState::Bought, !wanted.is_empty());
    }
    let again = desk.preview(&choice);
    assert_eq!((again.orders, again.exported_before), (0, 2));
    assert_eq!(desk.preview(&selected(shopify, false)).orders, 2);
    assert_eq!(desk.preview(&selected(ShopFormat::Ebay, true)).orders, 2);
    let amazon = desk.preview(&selected(ShopFormat::Amazon, true));
    assert_eq!((amazon.orders, amazon.left_out.len()), (0, 3));

    // Nothing new: no file is written, and the user is told.
    let (path, file) = file_in(&world, "nothing.csv");
    desk.apply(OrderResultIntent::ExportToShop { choice: Box::new(choice), file });
    desk.run_until_told("Couldn’t write the file for the shop");
    assert!(!path.exists());
    assert!(desk.state().order_results.shop_files.written.is_none());
    assert!(!desk.state().order_results.shop_files.is_writing);
}

/// An order as the workspace has it after its label was bought.
fn bought_order(source: &str, number: &str, at: Timestamp, numbers: &[&str]) -> OrderFields {
    let label = OrderLabel {
        transaction: TransactionId::new(format!("t-{number}")),
        begun: at,
        bought: Some(at),
        tracking_numbers: numbers.iter().map(|number| (*number).to_owned()).collect(),
        ..order_samples::label()
    };
    let order = Order {
        number: number.to_owned(),
        source: source.to_owned(),
        labels: vec![label],
        ..Order::default()
    };
    OrderFields {
        source: source.to_owned(),
        number: number.to_owned(),
        state: OrderState::Bought,
        json: serde_json::to_string(&order).unwrap(),
        ..OrderFields::default()
    }
}

/// Whom a seeded workspace belongs to, and the keys of its orders.
fn with_orders(world: &DeskFixture) -> (TestDesk, Vec<OrderId>, Timestamp) {
    let now = Timestamp::now();
    let before = now - SignedDuration::from_hours(72);
    let ids = seed(
        world,
        now,
        vec![
            bought_order("Web", "1", now, &["N1"]),
            bought_order("Market", "2", now, &["N2"]),
            bought_order("Web", "3", before, &["N3"]),
            bought_order("Web", "4", now, &[]),
        ],
    );
    let mut desk = world.open_connected();
    desk.run_until("orders", |state| state.orders.total() == 4);
    (desk, ids, now)
}

#[test]
fn a_file_has_what_was_bought_on_a_day_for_one_shop() {
    let world = DeskFixture::new();
    let (mut desk, ids, now) = with_orders(&world);
    let today = Some(day_of(now));
    let counted = |summary: &ExportSummary| (summary.orders, summary.left_out.len());
    let web = desk.preview(&bought(today, Some("Web")));
    assert_eq!(counted(&web), (1, 1));
    assert_eq!(web.left_out[0].id, ids[3]);
    assert_eq!(web.left_out[0].reason.as_str(), "The label has no tracking number");
    assert_eq!(web.file_name, format!("woocommerce-tracking-{}.csv", day_of(now)));
    assert_eq!(counted(&desk.preview(&bought(today, None))), (2, 1));
    assert_eq!(counted(&desk.preview(&bought(None, Some("Web")))), (2, 1));
    assert_eq!(counted(&desk.preview(&bought(None, Some("Elsewhere")))), (0, 0));
}

#[test]
fn a_file_that_cannot_be_written_marks_nothing() {
    let world = DeskFixture::new();
    let (mut desk, _, _) = with_orders(&world);
    // A file stands where its folder would be.
    fs::write(world.folder.join("taken"), "").unwrap();
    let (_, file) = file_in(&world, "taken/tracking.csv");
    let choice = bought(None, None);
    desk.apply(OrderResultIntent::ExportToShop { choice: Box::new(choice.clone()), file });
    desk.run_until("told", |state| {
        let told = |text: &str| text.contains("Couldn’t write the file for the shop");
        !state.order_results.shop_files.is_writing
            && state.notices.iter().any(|notice| told(&notice.text))
    });
    let preview = desk.preview(&choice);
    assert_eq!((preview.orders, preview.exported_before), (3, 0));
}

#[test]
fn own_columns_are_kept_and_used() {
    let world = DeskFixture::new();
    let (mut desk, _, now) = with_orders(&world);
    let export = OwnExport {
        name: "Forum shop".to_owned(),
        columns: vec![
            ("No.".to_owned(), ExportField::Number),
            ("Tracking".to_owned(), ExportField::TrackingNumber),
            ("Who".to_owned(), ExportField::Text("Nova".to_owned())),
        ],
        ..OwnExport::default()
    };
    let write = |key, export: &OwnExport| {
        let export = Box::new(export.clone());
        OrderRuleIntent::Document(DocumentEdit::WriteExport { key, export })
    };
    desk.apply(write(None, &export));
    desk.run_until("kept", |state| state.order_rules.documents.exports.len() == 1);
    let kept = desk.state().order_rules.documents.exports[0].clone();
    assert_eq!(kept.document, export);
    let renamed = OwnExport { name: "Forum".to_owned(), ..export.clone() };
    desk.apply(write(Some(kept.key.clone()), &renamed));
    desk.run_until("renamed", |state| {
        let mut exports = state.order_rules.documents.exports.iter();
        exports.any(|keyed| keyed.document.name == "Forum")
    });
    assert_eq!(desk.state().order_rules.documents.exports.len(), 1);

    let mut choice = bought(Some(day_of(now)), Some("Market"));
    choice.format = ShopFormat::Own(renamed);
    let (path, file) = file_in(&world, "own.csv");
    desk.apply(OrderResultIntent::ExportToShop { choice: Box::new(choice.clone()), file });
    desk.run_until("written", |state| state.order_results.shop_files.written.is_some());
    let text = fs::read_to_string(path).unwrap();
    assert_eq!(text, "No.,Tracking,Who\r\n2,N2,Nova\r\n");
    assert_eq!(desk.preview(&choice).exported_before, 1);

    desk.apply(OrderRuleIntent::Document(DocumentEdit::Remove {
        kind: DocumentKind::OwnExport,
        key: kept.key,
    }));
    desk.run_until("removed", |state| state.order_rules.documents.exports.is_empty());
}
