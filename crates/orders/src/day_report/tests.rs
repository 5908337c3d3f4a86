use std::sync::LazyLock;

use jiff::civil::date;

use super::*;
use crate::message;
use crate::order::Hold;
use crate::order_label::LabelPrint;
use postroom_base::id::TransactionId;
use postroom_base::money::{Amount, Currency};

const POST: &str = "Postal Service";
static ID: LazyLock<OrderId> = LazyLock::new(|| OrderId::new("the order"));

fn usd(cents: i64) -> Option<Money> {
    Some(Money::new(Amount::from_cents(cents), Currency::USD))
}

fn cad(cents: i64) -> Option<Money> {
    let currency = Currency::parse("CAD").unwrap();
    Some(Money::new(Amount::from_cents(cents), currency))
}

fn label(carrier: &str, service: &str, bought: &str, charged: Option<Money>) -> OrderLabel {
    OrderLabel {
        scope: "test/1".to_owned(),
        station: "desk".to_owned(),
        status: LabelStatus::Bought,
        expected: usd(99_999),
        charged,
        carrier: carrier.to_owned(),
        service: service.to_owned(),
        bought: Some(bought.parse().unwrap()),
        tracking_numbers: vec!["9205".to_owned()],
        ..OrderLabel::begun(TransactionId::new("transaction"), 1, bought.parse().unwrap())
    }
}

fn printed(mut label: OrderLabel) -> OrderLabel {
    label.prints.push(LabelPrint {
        at: label.begun,
        printer: "Zebra".to_owned(),
        by: "desk".to_owned(),
        job: 0,
    });
    label
}

fn on_manifest(mut label: OrderLabel, id: &str) -> OrderLabel {
    label.manifest = Some(id.to_owned());
    label
}

fn order(number: &str, name: &str, labels: Vec<OrderLabel>) -> Order {
    let mut order = Order { number: number.to_owned(), labels, ..Order::default() };
    order.to.name = name.to_owned();
    order
}

fn reported<'a>(
    order: &'a Order,
    state: OrderState,
    preset: Option<&'a str>,
    first_problem: Option<Message>,
) -> ReportedOrder<'a> {
    ReportedOrder { id: &ID, order, state, first_problem, preset }
}

/// November 23 in Chicago: from 06:00 UTC on that day to 06:00 UTC on the next.
fn bounds() -> DayBounds {
    let zone = TimeZone::fixed(jiff::tz::offset(-6));
    DayBounds::in_zone(date(2026, 11, 23), &zone).unwrap()
}

const MORNING: &str = "2026-11-23T14:00:00Z";

fn report() -> DayReport {
    let mut refunded = printed(label(POST, "PriorityMail", MORNING, usd(905)));
    refunded.status = LabelStatus::Refunded;
    let mut return_label = label(POST, "GroundAdvantage", MORNING, usd(500));
    return_label.is_return = true;
    let mut not_bought = label("Nova", "Ground", MORNING, None);
    not_bought.status = LabelStatus::NotBought;
    not_bought.refusal = "The ZIP 00000 is unknown.".into();
    let mut in_doubt = label("Nova", "Ground", MORNING, None);
    in_doubt.status = LabelStatus::InDoubt;

    let a = order(
        "1001",
        "Ann",
        vec![on_manifest(printed(label(POST, "PriorityMail", MORNING, usd(812))), "M-1")],
    );
    // The first moment of the day, and a price that has thirds of cents.
    let third = Some(Money::new("0.333333".parse().unwrap(), Currency::USD));
    let b = order(
        "1002",
        "Bob",
        vec![
            on_manifest(label(POST, "PriorityMail", "2026-11-23T06:00:00Z", third), "M-1"),
            return_label,
        ],
    );
    // The last moment before the day, and the first after it.
    let c = order("1003", "Cy", vec![label(POST, "PriorityMail", "2026-11-23T05:59:59Z", usd(1))]);
    let d = order("1004", "Dee", vec![label(POST, "PriorityMail", "2026-11-24T06:00:00Z", usd(1))]);
    let e = order("1005", "Eve", vec![refunded]);
    let f = order(
        "1006",
        "Fay",
        vec![printed(label("Nova", "StandardToCanada", "2026-11-24T05:59:59Z", cad(2150)))],
    );
    let g = order("=1007", "Gus", vec![label("Nova", "Ground", MORNING, None)]);
    let mut h = order("1008", "", Vec::new());
    h.to.company = "Hill & Sons".to_owned();
    h.ship_by = Some(date(2026, 11, 23));
    let mut i = order("1009", "Ira", Vec::new());
    i.hold = Some(Hold { reason: "customer asks".to_owned(), by_rule: None });
    let j = order("1010", "Jan", vec![not_bought]);
    let k = order("1011", "Kim", vec![in_doubt]);
    let mut l = order("1012", "Lou", Vec::new());
    l.canceled = true;
    let m = order("1013", "Max", Vec::new());
    let n = order("1014", "Ned", Vec::new());

    let problem = message!("order-papers-report-waiting");
    DayReport::of_orders(
        &bounds(),
        [
            reported(&a, OrderState::HandedOver, Some("Small box"), None),
            reported(&b, OrderState::Bought, Some("Small box"), None),
            reported(&c, OrderState::Bought, Some("Small box"), None),
            reported(&d, OrderState::Bought, None, None),
            reported(&e, OrderState::Ready, None, None),
            reported(&f, OrderState::Printed, Some("Abroad"), None),
            reported(&g, OrderState::Bought, None, None),
            reported(&h, OrderState::NeedsAttention, None, Some(problem)),
            reported(&i, OrderState::OnHold, None, None),
            reported(&j, OrderState::Ready, None, None),
            reported(&k, OrderState::InDoubt, None, None),
            reported(&l, OrderState::Canceled, None, None),
            reported(&m, OrderState::Rated, None, None),
            reported(&n, OrderState::Buying, None, None),
        ],
    )
}

#[test]
fn the_day_of_the_shop_decides() {
    let day = bounds();
    assert_eq!(day.begins.to_string(), "2026-11-23T06:00:00Z");
    assert_eq!(day.ends.to_string(), "2026-11-24T06:00:00Z");
    let report = report();
    // 1001, 1002, 1006 and 1007; 1003 and 1004 are of other days, and 1005 was refunded.
    assert_eq!(report.total.labels(), 4);
    assert_eq!(report.refunded.labels(), 1);
    assert_eq!(report.return_labels.labels(), 1);
    assert!(DayBounds::in_zone(Date::MAX, &TimeZone::UTC).is_none());
}

#[test]
fn a_day_with_a_clock_change_has_its_own_length() {
    let zone = TimeZone::posix("CST6CDT,M3.2.0,M11.1.0").unwrap();
    for (day, hours) in [(date(2026, 3, 8), 23), (date(2026, 11, 1), 25), (date(2026, 11, 2), 24)] {
        let bounds = DayBounds::in_zone(day, &zone).unwrap();
        let seconds = bounds.ends.as_second() - bounds.begins.as_second();
        assert_eq!(seconds, hours * 3600, "{day}");
    }
}

#[test]
fn the_file_is_one_table() {
    let report = report();
    let csv = String::from_utf8(report.csv()).unwrap();
    let expected = [
        "day,section,carrier,service,preset,order,recipient,ship_by,reason,manifest,labels,amount,currency,station",
        "2026-11-23,total,,,,,,,,,1,21.50,CAD,",
        "2026-11-23,total,,,,,,,,,2,8.453333,USD,",
        "2026-11-23,total,,,,,,,,,1,,,",
        "2026-11-23,service,Nova,Ground,,,,,,,1,,,",
        "2026-11-23,service,Nova,StandardToCanada,,,,,,,1,21.50,CAD,",
        "2026-11-23,service,Postal Service,PriorityMail,,,,,,,2,8.453333,USD,",
        "2026-11-23,preset,,,Abroad,,,,,,1,21.50,CAD,",
        "2026-11-23,preset,,,Small box,,,,,,2,8.453333,USD,",
        "2026-11-23,preset,,,,,,,,,1,,,",
        "2026-11-23,return,,,,,,,,,1,5.00,USD,",
        "2026-11-23,refund,Postal Service,PriorityMail,,1005,,,,,1,9.05,USD,",
        "2026-11-23,manifest,Postal Service,,,,,,,M-1,2,,,",
        "2026-11-23,not-printed,,,,1002,,,,,1,,,",
        "2026-11-23,not-printed,,,,'=1007,,,,,1,,,",
        "2026-11-23,not-shipped,,,,1005,Eve,,\"refunded: The label was refunded, and no other was bought\",,,,,",
        "2026-11-23,not-shipped,,,,1008,Hill & Sons,2026-11-23,needs-attention: No label was bought,,,,,",
        "2026-11-23,not-shipped,,,,1009,Ira,,on-hold: On hold: customer asks,,,,,",
        "2026-11-23,not-shipped,,,,1010,Jan,,refused: Refused: The ZIP 00000 is unknown.,,,,,",
        "2026-11-23,not-shipped,,,,1011,Kim,,in-doubt: It is not known yet whether the label was bought,,,,,",
        "2026-11-23,not-shipped,,,,1013,Max,,waiting: No label was bought,,,,,",
        "2026-11-23,not-shipped,,,,1014,Ned,,buying: The label is being bought,,,,,",
        "",
    ];
    assert_eq!(csv.split("\r\n").collect::<Vec<_>>(), expected);
    assert_eq!(report.file_stem(), "day-report-2026-11-23");
}

#[test]
fn the_screen_shows_the_same_in_words() {
    let report = report();
    assert_eq!(report.title(), "Day report for Monday, November 23, 2026");
    let sections = report.sections();
    let titles: Vec<&str> = sections.iter().map(|section| section.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "Summary",
            "Cost by carrier and service",
            "Cost by preset",
            "Refunds",
            "Manifests",
            "Labels not printed",
            "Not shipped"
        ]
    );
    for section in &sections {
        for row in &section.rows {
            assert_eq!(row.len(), section.columns.len(), "{}: {row:?}", section.title);
        }
    }
    let summary: Vec<String> = sections[0].rows.iter().map(|row| row.join(" | ")).collect();
    assert_eq!(
        summary,
        [
            "Labels bought | 4 | CAD\u{a0}21.50 and $8.453333",
            "Labels whose price is not known | 1 | ",
            "Return labels | 1 | $5.00",
            "Refunds | 1 | $9.05",
            "Labels printed | 2 | ",
            "Labels not printed | 2 | ",
            "Labels on manifests | 2 | ",
            "Labels without a manifest | 2 | ",
            "Needs attention | 1 | ",
            "On hold | 1 | ",
            "Refused | 1 | ",
            "Uncertain | 1 | ",
            "Being bought | 1 | ",
            "Label refunded | 1 | ",
            "No label was bought | 1 | ",
        ]
    );
    assert_eq!(sections[2].rows[2], ["No preset", "1", ""]);
    assert_eq!(sections[1].rows[1][1], "Standard To Canada");
    assert_eq!(sections[6].rows[1], ["1008", "Hill & Sons", "Nov 23, 2026", "No label was bought"]);
    let numbers = |section: &ReportSection| -> Vec<bool> {
        section.columns.iter().map(|column| column.is_number).collect()
    };
    assert_eq!(numbers(&sections[1]), [false, false, true, true]);
}

#[test]
fn a_day_without_orders_has_only_its_summary() {
    let report = DayReport::of_orders(&bounds(), []);
    let sections = report.sections();
    assert_eq!(sections.len(), 1);
    assert_eq!(sections[0].rows, [["Labels bought", "0", ""]]);
    assert_eq!(String::from_utf8(report.csv()).unwrap().lines().count(), 1);
}

#[test]
fn an_order_with_a_valid_label_is_shipped_whatever_was_tried_before() {
    let mut tried = label(POST, "PriorityMail", MORNING, None);
    tried.status = LabelStatus::NotBought;
    tried.refusal = "refused".into();
    let again = label(POST, "PriorityMail", MORNING, usd(1));
    let shipped = order("1", "Ann", vec![tried.clone(), again.clone()]);
    let returned_only = order("2", "Bob", {
        let mut only = again;
        only.is_return = true;
        vec![tried, only]
    });
    let report = DayReport::of_orders(
        &bounds(),
        [&shipped, &returned_only].map(|order| reported(order, OrderState::Ready, None, None)),
    );
    let open: Vec<(&str, WhyNotShipped)> =
        report.not_shipped.iter().map(|it| (it.order.as_str(), it.why)).collect();
    assert_eq!(open, [("2", WhyNotShipped::Refused)]);
}

#[test]
fn a_sum_that_is_too_large_loses_no_label() {
    let mut costs = Costs::default();
    let most = Money::new(Amount::from_micros(i64::MAX), Currency::USD);
    costs.add(Some(most));
    costs.add(usd(1));
    costs.add(None);
    assert_eq!((costs.labels(), costs.unpriced()), (3, 2));
    assert_eq!(costs.sums().collect::<Vec<_>>(), [(1, most)]);
}

#[test]
fn costs_are_split_by_station_if_several_bought() {
    let bought = |signed: &str, cents: i64| OrderLabel {
        signed: signed.to_owned(),
        ..label("Nova", "Ground", "2026-11-23T15:00:00Z", cad(cents))
    };
    let order = |labels: Vec<OrderLabel>| Order { labels, ..Order::default() };
    let id = OrderId::new("1");
    let report_of = |order: &Order| {
        let reported = ReportedOrder {
            id: &id,
            order,
            state: OrderState::Bought,
            first_problem: None,
            preset: None,
        };
        DayReport::of_orders(&bounds(), [reported])
    };
    let labels = vec![
        bought("Bench 1 / Ana", 100),
        bought("Bench 2", 200),
        bought("Bench 1 / Bo", 300),
        // Of a version that did not sign.
        bought("", 400),
    ];
    let report = report_of(&order(labels.clone()));
    let stations = report.by_station.iter();
    let stations: Vec<(&str, usize)> =
        stations.map(|row| (row.station.as_str(), row.costs.labels())).collect();
    assert_eq!(stations, [("Bench 1", 2), ("Bench 2", 1), ("desk", 1)]);
    let csv = String::from_utf8(report.csv()).unwrap();
    assert!(csv.contains("2026-11-23,station,,,,,,,,,2,4.00,CAD,Bench 1\r\n"), "{csv}");
    // Of one station the total says enough.
    assert_eq!(report_of(&order(labels[..1].to_vec())).by_station, []);
}
