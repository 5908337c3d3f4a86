//! The Balance panel's history: date ranges, search and filter, charts, the exported file;
//! differences from the quotes and the top-up cap.

use egui::accesskit::Role;
use postroom::api::listing::Listing;
use postroom::api::page::DateRange;
use postroom::desk::balance::history::{Drift, Drifted, Range, Spending};

use super::{connected, now};
use crate::prelude::*;

fn dollars(cents: i64) -> Money {
    Money::new(Amount::from_cents(cents), Currency::USD)
}

fn spent() -> State {
    let mut state = connected();
    let summary = BalanceSummary {
        balance: Some(Amount::from_cents(49_210)),
        is_auto_buy: Some(false),
        ..BalanceSummary::default()
    };
    state.balance.summary = Remote::ready(summary, now());
    let entry = |step: i64| BalanceEntry {
        event_type: Some(if step % 5 == 4 { "OnRefund" } else { "OnLabelGenerate" }.to_owned()),
        transaction_date: WireTime::parse(&format!("2026-11-{:02}T10:00:00Z", 20 - step / 4)),
        amount: Some(Amount::from_cents(if step % 5 == 4 { 790 } else { -790 - step })),
        balance: Some(Amount::from_cents(49_210 + step * 700)),
        comments: Some(format!("Northline Ground {step}")),
        ..BalanceEntry::default()
    };
    state.balance.history.entries = Remote::ready((0..40).map(entry).collect(), now());
    state.balance.history.total_results = Some(95);
    state.balance.history.listing = Some(Listing::new(DateRange::default(), now()));
    let service = |service: &str, cents, shipments| Spending {
        carrier: "Postal".to_owned(),
        service: service.to_owned(),
        sum: dollars(cents),
        shipments,
    };
    state.balance.ledger.services = Remote::ready(
        vec![
            service("PriorityMail", 24_810, 21),
            service("GroundAdvantage", 11_990, 15),
            service("MediaMail", 460, 1),
        ],
        now(),
    );
    let drifted = |title: &str, quoted, charged| Drifted {
        title: title.to_owned(),
        at: now(),
        shipment: Some(ShipmentId::new("s-1")),
        quoted: dollars(quoted),
        charged: dollars(charged),
    };
    let rows = vec![
        drifted("GroundAdvantage to Casey Example", 790, 835),
        drifted("PriorityMail to Riley Sample", 1140, 1130),
    ];
    state.balance.ledger.drift = Remote::ready(Drift { rows, compared: 37 }, now());
    state.balance.ledger.topped_up = Some(Amount::from_cents(95_000));
    state
}

#[test]
fn rows_are_searched_and_filtered_and_older_ones_come_on_demand() {
    let mut scene = Scene::on(Panel::Balance, spent());
    scene.assert_shows("40 of 95 entries");
    // The screen shows a true minus sign; copied text has the hyphen that programs read.
    scene.assert_shows("−$7.90");
    scene.assert_shows("Up to $1,000.00 in 24 hours, $50.00 left");
    scene.check("balance-history");
    scene.type_into("Search the history", "ground 8.07");
    scene.assert_shows("1 found in 40 of 95 entries");
    scene.type_into("Search the history", "");
    scene.click("Type of entry");
    scene.click("Refund");
    scene.assert_shows("8 found in 40 of 95 entries");
    scene.type_into("Search the history", "nothing like it");
    let intents = scene.click("Load older entries");
    assert!(
        matches!(intents.as_slice(), [Intent::Balance(BalanceIntent::LoadMoreHistory)]),
        "{intents:?}"
    );
}

#[test]
fn the_form_of_autobuy_moves_nothing_beside_it() {
    let mut scene = Scene::on(Panel::Balance, spent());
    let search = scene.element("Search the history").bounds;
    let top_up = scene.element("Top-up amount").bounds;
    scene.click("Change AutoBuy");
    scene.settle();
    assert_eq!(scene.element("Search the history").bounds, search);
    assert_eq!(scene.element("Add this much").bounds.right(), top_up.right());
    scene.check("balance-auto-buy");
}

/// W1: at 1024×700, and at 1366×768 with 125 % text, nothing is cut off: the history stands below
/// the cards.
#[test]
fn a_narrow_window_cuts_nothing_off() {
    for (name, width, height) in [
        ("balance-1024", 1024.0, 700.0),
        ("balance-125-percent", 1093.0, 614.0),
        ("balance-200-percent", 683.0, 384.0),
    ] {
        let mut scene = Scene::on(Panel::Balance, spent());
        scene.stage.set_size(egui::vec2(width, height));
        scene.settle();
        scene.check(name);
        for control in ["Top-up amount", "Change AutoBuy", "7 days", "Dates"] {
            let place = scene.element(control).bounds;
            assert!(place.right() <= width, "{name}: {control} ends at {place:?}");
        }
        scene.click("Search the history");
        let search = scene.element("Search the history").bounds;
        assert!(search.bottom() <= height, "{name}: {search:?}");
    }
}

#[test]
fn a_day_of_the_history_is_picked_in_a_calendar() {
    let mut scene = Scene::on(Panel::Balance, spent());
    scene.click("Dates");
    scene.click("From: open the calendar");
    scene.click("Tuesday, November 3, 2026");
    assert_eq!(scene.element("From").value.as_deref(), Some("Nov 3, 2026"));
    scene.type_into("To", "Nov 10, 2026");
    let intents = scene.click("Show these days");
    let day = |day| jiff::civil::date(2026, 11, day);
    let wanted = Range::Between { from: day(3), to: day(10) };
    assert!(
        matches!(intents.as_slice(), [Intent::Balance(BalanceIntent::LoadHistory(range))] if *range == wanted),
        "{intents:?}"
    );
}

#[test]
fn days_of_ones_own_are_read_before_they_are_asked_for() {
    let mut scene = Scene::on(Panel::Balance, spent());
    scene.click("Dates");
    scene.type_into("From", "2026-11-20");
    scene.type_into("To", "2026-11-10");
    scene.assert_shows("The first day is after the last");
    assert!(scene.element("Show these days").disabled);
    scene.type_into("From", "11/01/2026");
    scene.check("balance-dates");
    let intents = scene.click("Show these days");
    let day = |day| jiff::civil::date(2026, 11, day);
    let wanted = Range::Between { from: day(1), to: day(10) };
    assert!(
        matches!(intents.as_slice(), [Intent::Balance(BalanceIntent::LoadHistory(range))] if *range == wanted),
        "{intents:?}"
    );
}

#[test]
fn spending_is_drawn_by_day_and_by_service() {
    let mut scene = Scene::on(Panel::Balance, spent());
    scene.click("Spent by day");
    scene.check("balance-by-day");
    assert!(scene.stage.find("Chart of spending per day").is_ok());
    scene.click("By service");
    scene.check("balance-by-service");
    scene.assert_shows("Priority Mail, Postal");
    scene.assert_shows("21 labels");
    scene.assert_shows("$248.10");
}

/// W22: a chart of a part of the entries says so, and brings the others; one of all entries says
/// nothing.
#[test]
fn a_chart_of_a_part_says_so() {
    let mut scene = Scene::on(Panel::Balance, spent());
    let part = "The chart has 40 of 95 entries";
    scene.assert_shows(part);
    scene.click("Spent by day");
    scene.assert_shows(part);
    scene.check("balance-part");
    let intents = scene.click("Load all entries");
    assert!(
        matches!(intents.as_slice(), [Intent::Balance(BalanceIntent::LoadMoreHistory)]),
        "{intents:?}"
    );
    // It goes on by itself, page by page.
    let known = scene.state.balance.history.entries.value().unwrap().clone();
    let more: Vec<_> = known.iter().chain(&known).cloned().collect();
    scene.state.balance.history.entries = Remote::ready(more, now());
    scene.settle();
    assert!(!scene.intents().is_empty(), "the next page was not asked for");
    scene.click("By service");
    assert!(!scene.stage.shows("The chart has"));
    scene.click("Spent by day");
    let all: Vec<_> = known.iter().chain(&known).chain(&known).take(95).cloned().collect();
    scene.state.balance.history.entries = Remote::ready(all, now());
    scene.state.balance.history.listing = None;
    scene.settle();
    assert!(!scene.stage.shows("The chart has"));
}

/// W30: what says that there is too little money leads to an amount that is enough; the limit leads
/// to its setting; and what a top-up has made of the balance is not told once it is another.
#[test]
fn a_top_up_knows_why_it_was_asked_for() {
    let mut state = spent();
    state.purchases.list = vec![Purchase {
        transaction: TransactionId::new("t-1"),
        kind: PurchaseKind::TopUp,
        order: None,
        sequence: 0,
        title: "Top-up of $50.00".to_owned(),
        expected: Some(dollars(5_000)),
        status: PurchaseStatus::ToppedUp { balance: Some(dollars(49_210)) },
        started: now(),
        scope: super::practice(),
        given_up: false,
    }];
    let mut scene = Scene::on(Panel::Balance, state);
    scene.assert_shows("Top-up of $50.00: done");
    if let Remote::Ready(known) = &mut scene.state.balance.summary {
        let mut summary = (*known.value).clone();
        summary.balance = Some(Amount::from_cents(43_701));
        known.value = Arc::new(summary);
    }
    scene.settle();
    assert!(!scene.stage.shows("the balance is now $492.10"));
    scene.type_into("Top-up amount", "2000");
    scene.click("Top up the balance");
    scene.click("Change the limit…");
    assert_eq!(scene.window.panel, Panel::Settings);
}

#[test]
fn the_history_goes_into_a_file_that_is_named_first() {
    let mut scene = Scene::on(Panel::Balance, spent());
    scene.click("Export the history");
    scene.type_into("File to save", "/tmp/of-november.csv");
    scene.check("balance-export");
    let intents = scene.click("Save file");
    assert!(
        matches!(intents.as_slice(), [Intent::ChangeSettings(_), Intent::Balance(BalanceIntent::ExportHistory { file })] if file.ends_with("of-november.csv")),
        "{intents:?}"
    );
    scene.state.balance.ledger.exporting = Some(40);
    scene.settle();
    scene.assert_shows("Exporting, 40 entries so far");
    let intents = scene.click("Cancel the export");
    assert!(matches!(intents.as_slice(), [Intent::Balance(BalanceIntent::CancelHistoryExport)]));
}

#[test]
fn drift_is_summed_and_leads_to_the_shipment() {
    let mut scene = Scene::on(Panel::Balance, spent());
    scene.assert_shows(
        "Charged differently than quoted: 2 of 37 purchases on this computer, $0.35 more in total",
    );
    let intents = scene.click("Open shipment: GroundAdvantage to Casey Example");
    assert!(
        matches!(intents.as_slice(), [Intent::Shipments(ShipmentIntent::Select(Some(id)))] if id.as_str() == "s-1"),
        "{intents:?}"
    );
    assert_eq!(scene.window.panel, Panel::Shipments);
}

#[test]
fn the_cap_is_told_with_what_is_left_of_it() {
    let mut scene = Scene::on(Panel::Balance, spent());
    scene.assert_shows("Up to $1,000.00 in 24 hours, $50.00 left");
    scene.type_into("Top-up amount", "50.01");
    assert!(scene.click("Top up the balance").is_empty());
    scene.assert_shows("Only $50.00 of the daily limit is left");
    assert!(scene.stage.find("Confirm top-up").is_err());
}

#[test]
fn one_failure_of_both_reads_is_told_once() {
    let boxes = |cause: &str| {
        let mut state = spent();
        let failed = |attempted: &str, cause: &str| Trouble {
            attempted: attempted.into(),
            cause: cause.into(),
            codes: vec!["SHIPMENT.OPERATION_FAILED".to_owned()],
            retry_is_safe: true,
            ..Trouble::default()
        };
        let busy = "The carrier does not answer";
        let balance = failed("Couldn’t refresh the balance", busy);
        state.balance.summary.settle(Err(balance), now());
        let history = failed("Couldn’t load the balance history", cause);
        state.balance.history.entries.settle(Err(history), now());
        let mut scene = Scene::on(Panel::Balance, state);
        scene.check(if cause == busy { "balance-failed" } else { "balance-failed-twice" });
        let all = scene.stage.elements();
        let boxes = all.filter(|it| it.name.starts_with("Couldn’t ")).count();
        if boxes == 1 {
            let asked = scene.click("Try again");
            let both = [
                Intent::Balance(BalanceIntent::Refresh),
                Intent::Balance(BalanceIntent::LoadHistory(Range::All)),
            ];
            assert_eq!(format!("{asked:?}"), format!("{both:?}"));
        }
        boxes
    };
    assert_eq!(boxes("The carrier does not answer"), 1);
    assert_eq!(boxes("The page is unknown"), 2);
}

/// With two failures above it, the table had no height left, and its first row stood below the
/// window.
#[test]
fn entries_keep_their_place_below_notices() {
    let failed = |cause: &str| Trouble {
        attempted: "Couldn’t load the money of this account".into(),
        cause: cause.into(),
        codes: vec!["SHIPMENT.OPERATION_FAILED".to_owned()],
        retry_is_safe: true,
        ..Trouble::default()
    };
    let long = "The service does not answer. It was asked several times in a row. ".repeat(4);
    for (width, height) in [(1366.0, 768.0), (1366.0, 700.0), (1024.0, 700.0), (683.0, 384.0)] {
        let name = format!("balance-noticed-{width}x{height}");
        let mut state = spent();
        state.balance.summary.settle(Err(failed(&long)), now());
        let history = &mut state.balance.history;
        history.entries.settle(Err(failed(&format!("{long}Nobody knows why."))), now());
        history.incomplete = Some("A page of the list could not be read.".into());
        let mut scene = Scene::on(Panel::Balance, state);
        scene.stage.set_size(egui::vec2(width, height));
        scene.settle();
        scene.check(&name);
        let mut tables = scene.stage.elements().filter(|it| it.role == Role::Table);
        let table = tables.next().unwrap().bounds;
        assert!(table.height() > 160.0, "{name}: {table:?}");
    }
}

#[test]
fn nothing_is_refreshed_while_the_line_is_down() {
    let mut state = spent();
    state.balance.summary.start_loading();
    let mut scene = Scene::on(Panel::Balance, state);
    scene.assert_shows("Refreshing…");
    scene.state.connectivity = Connectivity::Offline { since: now(), trouble: Trouble::default() };
    scene.settle();
    scene.check("balance-offline");
    assert!(!scene.stage.shows("Refreshing…"));
}

/// Finding M2: a top-up that was not found blocks the next one. Only a user who has read that the
/// charge may happen twice can unblock it.
#[test]
fn another_top_up_needs_a_persons_word() {
    let status = |attempts| match attempts {
        None => PurchaseStatus::Absent { watched_until: now(), trouble: None },
        Some(attempts) => {
            PurchaseStatus::Checking { attempts, trouble: None, learned: Default::default() }
        }
    };
    // The choice is not offered while the service is still being asked.
    for (attempts, offered) in [(Some(0), false), (None, true)] {
        let mut state = spent();
        state.purchases.list = vec![Purchase {
            transaction: TransactionId::new("t-1"),
            kind: PurchaseKind::TopUp,
            order: None,
            sequence: 0,
            title: "Top-up of $25.00".to_owned(),
            expected: Some(dollars(2_500)),
            status: status(attempts),
            started: now(),
            scope: super::practice(),
            given_up: false,
        }];
        let mut scene = Scene::on(Panel::Balance, state);
        assert!(scene.element("Top up the balance").disabled);
        let button = scene.stage.find("Top up again…").is_ok();
        assert_eq!(button, offered, "{attempts:?}");
        if !offered {
            continue;
        }
        assert!(scene.click("Top up again…").is_empty());
        scene.assert_shows("Top up again?");
        scene.assert_shows("If it does, you’ll be charged twice");
        scene.check("balance-top-up-again");
        assert!(scene.click("Cancel topping up again").is_empty());
        assert!(scene.click("Top up again…").is_empty());
        let intents = scene.click("Confirm topping up again");
        assert!(
            matches!(intents.as_slice(), [Intent::Purchases(PurchaseIntent::GiveUpTopUp(id))] if id.as_str() == "t-1"),
            "{intents:?}"
        );
        // After the decision, top-ups are possible again, and the first one is still watched.
        if let Some(first) = scene.state.purchases.list.first_mut() {
            first.given_up = true;
        }
        scene.settle();
        assert!(!scene.element("Top up the balance").disabled);
    }
}
