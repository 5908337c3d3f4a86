//! The day report and the files for shops in the Orders panel.

use jiff::civil::date;
use postroom::desk::order_results::export::{
    ExportChoice, ExportSummary, ExportedOrders, RemarkedOrder, WrittenFile,
};
use postroom::orders::day_report::{DayBounds, DayReport, ReportedOrder};
use postroom::orders::documents::Keyed;
use postroom::orders::order::{Hold, Order};
use postroom::orders::order_label::LabelPrint;
use postroom::orders::shop_export::ShopFormat;

use super::{connected, now, order_samples};
use crate::prelude::*;

const TODAY: Date = date(2026, 11, 21);

fn order(number: &str, name: &str, labels: Vec<OrderLabel>) -> Order {
    let mut order = Order { number: number.to_owned(), labels, ..Order::default() };
    order.to.name = name.to_owned();
    order
}

pub(super) fn label(carrier: &str, service: &str, cents: i64) -> OrderLabel {
    OrderLabel {
        charged: Some(Money::new(Amount::from_cents(cents), Currency::USD)),
        carrier: carrier.to_owned(),
        service: service.to_owned(),
        tracking_numbers: vec!["N1".to_owned()],
        prints: vec![LabelPrint {
            at: now(),
            printer: "Zebra".to_owned(),
            by: "bench".to_owned(),
            job: 1,
        }],
        ..order_samples::label()
    }
}

pub(super) fn report(waiting: usize) -> DayReport {
    let mut on_manifest = label("Postal Service", "PriorityMail", 812);
    on_manifest.manifest = Some("3f1c9a52-7f0e-4d1e-9c55-0b9f6a1d2e3f".to_owned());
    let mut refunded = label("Nova", "Ground", 905);
    refunded.status = LabelStatus::Refunded;
    let mut unprinted = label("Nova", "Ground", 645);
    unprinted.prints.clear();
    let mut held = order("#1004", "Dee Sample", Vec::new());
    held.hold = Some(Hold { reason: "customer asks".to_owned(), by_rule: None });
    held.ship_by = Some(TODAY);
    let mut orders = vec![
        (order("#1001", "Ann Sample", vec![on_manifest]), OrderState::HandedOver),
        (order("#1002", "Bob Sample", vec![refunded]), OrderState::Ready),
        (order("#1003", "Cy Sample", vec![unprinted]), OrderState::Bought),
        (held, OrderState::OnHold),
    ];
    for number in 0..waiting {
        let name = format!("Waiting Customer {number}");
        orders.push((order(&format!("#{}", 2000 + number), &name, Vec::new()), OrderState::Ready));
    }
    let ids: Vec<OrderId> = orders.iter().map(|(order, _)| OrderId::new(&order.number)).collect();
    let bounds = DayBounds::in_zone(TODAY, &TimeZone::UTC).unwrap();
    let reported = orders.iter().zip(&ids).map(|((order, state), id)| ReportedOrder {
        id,
        order,
        state: *state,
        first_problem: None,
        preset: Some("Small box"),
    });
    DayReport::of_orders(&bounds, reported)
}

/// An account with some orders.
fn shop() -> State {
    let mut state = connected();
    state.orders.loaded = true;
    state.orders.by_state = vec![(OrderState::Ready, 4)];
    state.order_rules.documents.loaded = true;
    state
}

pub(super) fn with_report(report: DayReport) -> State {
    let mut state = shop();
    state.order_results.day.day = Some(report.day);
    state.order_results.day.report = Remote::ready(report, now());
    state
}

fn asked_days(intents: &[Intent]) -> Vec<Date> {
    let days = intents.iter().filter_map(|intent| match intent {
        Intent::OrderResults(OrderResultIntent::ReadDay(day)) => Some(*day),
        _ => None,
    });
    days.collect()
}

fn opened(intents: &[Intent]) -> Vec<String> {
    let ids = intents.iter().filter_map(|intent| match intent {
        Intent::Orders(OrderIntent::Open(Some(id))) => Some(id.to_string()),
        _ => None,
    });
    ids.collect()
}

/// The name of the table row that begins so.
fn row(scene: &Scene, start: &str) -> String {
    let mut all = scene.stage.elements();
    let found = all.find(|element| {
        element.role == egui::accesskit::Role::Row && element.name.starts_with(start)
    });
    found.expect(start).name
}

#[test]
fn the_day_is_read_when_its_view_is_opened_and_when_another_is_chosen() {
    let mut scene = Scene::on(Panel::Orders, shop());
    let intents = scene.click("Day report");
    assert_eq!(asked_days(&intents), [TODAY]);
    scene.assert_shows("Reading the day…");
    assert!(scene.element("Save CSV…").disabled);
    // Once for each day, and again when the orders changed.
    assert_eq!(asked_days(&scene.click("The day before")), [date(2026, 11, 20)]);
    assert_eq!(asked_days(&scene.click("The day after")), [TODAY]);
    assert!(scene.try_click("The day after").is_err(), "a day in the future");
    scene.state.orders.answered += 1;
    scene.intents();
    scene.settle();
    assert_eq!(asked_days(&scene.intents()), [TODAY]);
    scene.click("All orders");
    scene.assert_shows("Orders");
    assert!(scene.stage.find("Save CSV…").is_err());
}

#[test]
fn the_report_shows_totals_costs_and_what_was_not_shipped() {
    for (width, height, name) in [
        (1024.0, 700.0, "orders-day-1024"),
        (1366.0, 768.0, "orders-day"),
        (3840.0, 2160.0, "orders-day-4k"),
    ] {
        let mut scene = Scene::on(Panel::Orders, with_report(report(40)));
        scene.stage.set_size(egui::vec2(width, height));
        scene.click("Day report");
        for words in ["Labels bought", "$14.57", "$9.05", "Not shipped: 42"] {
            scene.assert_shows(words);
        }
        row(&scene, "Nova, Ground, 1, $6.45");
        row(&scene, "Total, ");
        row(&scene, "Small box, 2, $14.57");
        scene.check(name);
        for button in ["Print", "Save PDF…", "Save CSV…", "All orders"] {
            let place = scene.element(button).bounds;
            assert!(place.right() <= width, "{button} ends at {place:?}");
        }
    }
}

/// No label is left of the day, and its refunds are shown all the same.
#[test]
fn a_day_whose_labels_were_all_refunded_shows_the_refunds() {
    let mut refunded = label("Nova", "Ground", 905);
    refunded.status = LabelStatus::Refunded;
    let of = order("#1002", "Bob Sample", vec![refunded]);
    let id = OrderId::new("#1002");
    let bounds = DayBounds::in_zone(TODAY, &TimeZone::UTC).unwrap();
    let reported = ReportedOrder {
        id: &id,
        order: &of,
        state: OrderState::Refunded,
        first_problem: None,
        preset: None,
    };
    let report = DayReport::of_orders(&bounds, [reported]);
    let mut scene = Scene::on(Panel::Orders, with_report(report));
    scene.click("Day report");
    row(&scene, "#1002, Nova, Ground, $9.05");
    assert!(!scene.stage.shows("No label was bought on this day"));
    assert!(!scene.stage.shows("Cost by preset"), "an empty table");
}

#[test]
fn large_text_and_spanish_words_are_whole() {
    let mut scene = Scene::on(Panel::Orders, with_report(report(3)));
    scene.state.settings.scale = 2.0;
    scene.stage.set_size(egui::vec2(1366.0, 768.0));
    scene.click("Day report");
    scene.check("orders-day-200");
}

#[test]
fn a_row_opens_its_order() {
    let mut scene = Scene::on(Panel::Orders, with_report(report(0)));
    scene.click("Day report");
    let held = row(&scene, "#1004");
    assert_eq!(held, "#1004, Dee Sample, On hold: customer asks, Nov 21, 2026");
    let intents = scene.click(&held);
    assert_eq!(opened(&intents), ["#1004"]);
    assert!(scene.stage.find("Save CSV…").is_err(), "the list is on screen");
}

#[test]
fn a_day_without_labels_says_so() {
    let bounds = DayBounds::in_zone(TODAY, &TimeZone::UTC).unwrap();
    let mut scene = Scene::on(Panel::Orders, with_report(DayReport::of_orders(&bounds, [])));
    scene.click("Day report");
    scene.assert_shows("No label was bought on this day");
    scene.assert_shows("Every order has a label");
    scene.check("orders-day-empty");
}

fn remarked(number: &str, reason: &str) -> RemarkedOrder {
    RemarkedOrder { id: OrderId::new(number), number: number.to_owned(), reason: reason.into() }
}

fn summary() -> ExportSummary {
    ExportSummary {
        orders: 212,
        rows: 215,
        numbers: 215,
        exported_before: 8,
        left_out: vec![remarked("#1004", "No label was bought")],
        incomplete: vec![remarked("#1007", "The file has no place for 1 tracking number")],
        file_name: "Orders-tracking-2026-11-21.csv".to_owned(),
    }
}

fn previewed(intents: &[Intent]) -> Vec<ExportChoice> {
    let choices = intents.iter().filter_map(|intent| match intent {
        Intent::OrderResults(OrderResultIntent::PreviewExport(choice)) => Some((**choice).clone()),
        _ => None,
    });
    choices.collect()
}

/// Answers the preview that the view asks for.
fn answer(scene: &mut Scene, intents: &[Intent]) -> ExportChoice {
    let choice = previewed(intents).pop().expect("a preview");
    scene.state.order_results.shop_files.choice = Some(choice.clone());
    scene.state.order_results.shop_files.preview = Remote::ready(summary(), now());
    scene.settle();
    choice
}

#[test]
fn the_file_is_previewed_before_it_is_saved() {
    let mut scene = Scene::on(Panel::Orders, shop());
    let intents = scene.click("Tracking file for the shop…");
    let choice = answer(&mut scene, &intents);
    assert_eq!(
        choice,
        ExportChoice {
            format: ShopFormat::Shopify { notify_customers: true },
            orders: ExportedOrders::Bought { day: Some(TODAY), source: None },
            only_new: true,
        }
    );
    scene.assert_shows("For the app Matrixify in Shopify");
    let painted = scene.stage.painted();
    assert!(painted.contains(&"Save the file with 212 orders…"), "{painted:?}");
    scene.assert_shows("8 exported before");
    scene.check("orders-shop-files");
    let left_out = row(&scene, "#1004");
    assert_eq!(opened(&scene.click(&left_out)), ["#1004"]);
}

#[test]
fn what_is_chosen_is_what_is_previewed() {
    let mut scene = Scene::on(Panel::Orders, shop());
    let intents = scene.click("Tracking file for the shop…");
    answer(&mut scene, &intents);
    let intents = scene.click("Shopify writes to the customers that their parcels are on the way");
    let choice = answer(&mut scene, &intents);
    assert_eq!(choice.format, ShopFormat::Shopify { notify_customers: false });
    let intents = scene.click("Only what was not exported yet");
    assert!(!answer(&mut scene, &intents).only_new);
    let intents = scene.click("Bought on any day");
    let orders = ExportedOrders::Bought { day: None, source: None };
    assert_eq!(answer(&mut scene, &intents).orders, orders);
    scene.click("Format");
    let intents = scene.click("eBay");
    assert_eq!(answer(&mut scene, &intents).format, ShopFormat::Ebay);
    scene.assert_shows("Merchant Integration Platform");
    // Until the answer is there, the old counts can't be saved.
    let intents = scene.click("Bought on any day");
    assert_eq!(previewed(&intents).len(), 1);
    assert!(scene.element("Save the file…").disabled);
}

#[test]
fn own_columns_are_edited_and_kept() {
    let mut scene = Scene::on(Panel::Orders, shop());
    let intents = scene.click("Tracking file for the shop…");
    answer(&mut scene, &intents);
    scene.click("Format");
    let intents = scene.click("Columns of your own");
    answer(&mut scene, &intents);
    assert!(scene.element("Keep format").disabled, "it has no name");
    let intents = scene.click("Remove column 2");
    let ShopFormat::Own(export) = answer(&mut scene, &intents).format else {
        panic!("another format");
    };
    let headings: Vec<&str> = export.columns.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(headings, ["Order", "Tracking number", "Carrier", "Service", "Shipped"]);
    scene.type_into("Heading of column 1", "No.");
    scene.click("Move column 2 up");
    scene.type_into("Name of this format", "Forum");
    scene.check("orders-shop-files-own");
    let intents = scene.click("Keep format");
    let written = intents.iter().find_map(|intent| match intent {
        Intent::OrderRules(OrderRuleIntent::Document(DocumentEdit::WriteExport {
            key,
            export,
        })) => Some((key.clone(), (**export).clone())),
        _ => None,
    });
    let (key, export) = written.unwrap();
    assert_eq!((key, export.name.as_str()), (None, "Forum"));
    let headings: Vec<&str> = export.columns.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(headings, ["Tracking number", "No.", "Carrier", "Service", "Shipped"]);
    // Kept, it is one of the formats, and can be deleted; its columns stay in the form.
    let documents = &mut scene.state.order_rules.documents;
    documents.written += 1;
    documents.exports = vec![Keyed {
        key: "forum".to_owned(),
        revision: 1,
        rank: 0,
        changed_by: String::new(),
        document: export,
    }];
    scene.settle();
    let intents = scene.click("Delete format");
    assert!(intents.iter().any(|intent| matches!(
        intent,
        Intent::OrderRules(OrderRuleIntent::Document(DocumentEdit::Remove { key, .. })) if key == "forum"
    )));
    scene.state.order_rules.documents.exports.clear();
    scene.settle();
    assert_eq!(scene.element("Heading of column 2").value.as_deref(), Some("No."));
    assert!(scene.stage.find("Delete format").is_err());
}

#[test]
fn the_summary_stays_after_the_file_is_written() {
    let mut scene = Scene::on(Panel::Orders, shop());
    let intents = scene.click("Tracking file for the shop…");
    answer(&mut scene, &intents);
    scene.state.order_results.shop_files.written = Some(WrittenFile {
        path: PathBuf::from("/exports/Orders-tracking-2026-11-21.csv"),
        summary: summary(),
    });
    let rest = ExportSummary { exported_before: 220, ..ExportSummary::default() };
    scene.state.order_results.shop_files.preview = Remote::ready(rest, now());
    scene.settle();
    scene.assert_shows("212 orders written to /exports/Orders-tracking-2026-11-21.csv");
    row(&scene, "#1007, To check");
    // What another save would write, why, and what to do.
    scene.assert_shows("0 orders and 220 exported before");
    scene.assert_shows(
        "All 220 orders are already in a file of this format. To write them again, uncheck \
         “Only what was not exported yet”.",
    );
    assert!(scene.element("Save the file…").disabled, "nothing new is left");
    for (width, height) in [(1024.0, 700.0), (1366.0, 768.0)] {
        scene.stage.set_size(egui::vec2(width, height));
        scene.settle();
        scene.check(&format!("orders-shop-files-written-{width}"));
    }
}
