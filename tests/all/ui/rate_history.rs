//! Past quotes: the list, one open quote, its parcel used for another label, and the hint that a
//! parcel was cheaper before.

use postroom::api::value::PackageType;
use postroom::desk::ship::rate_history::{PastQuote, PastRate, PastRow, RateHistoryIntent};

use super::board::{berlin, complete_draft, rates};
use super::theme;
use crate::prelude::*;

const VIEW: &str = "Past quotes";

fn row(index: i64, now: Timestamp) -> PastRow {
    let (to_name, to_place) = [
        ("Casey Example", "San Francisco, CA 94111"),
        ("דוד כהן", "תל אביב, IL 6688101"),
        ("Riley Sample", "Chicago, IL 60606"),
    ][index as usize % 3];
    PastRow {
        row: index,
        at: now - SignedDuration::from_hours(19 * index),
        to_name: to_name.to_owned(),
        to_place: to_place.to_owned(),
        parcel: "1.5 lb, 10 × 6 × 4 in".into(),
        rates: 8,
        service: "Ground Advantage".to_owned(),
        carrier: "POST-eVS".to_owned(),
        price: Some(Money::new(Amount::from_cents(790 + 11 * index), Currency::USD)),
    }
}

fn full(count: i64) -> AnsweringScene {
    filled(AnsweringScene::new(), count)
}

fn filled(mut board: AnsweringScene, count: i64) -> AnsweringScene {
    board.state.settings.theme = theme();
    board.ready_to_buy();
    let now = board.now;
    let past = &mut board.state.ship.rate_history;
    past.asked = true;
    past.answered = 1;
    past.rows = (0..count).map(|index| Arc::new(row(index, now))).collect();
    (past.matching, past.total) = (1234, 1234);
    board.go_to(Panel::Rates);
    board.click(VIEW);
    board
}

fn open(board: &mut AnsweringScene) {
    let mut draft = complete_draft();
    draft.packages.push(draft.packages[0].clone());
    board.state.ship.rate_history.open = Some(PastQuote {
        row: 0,
        at: board.now,
        draft,
        ship_date: "2026-11-23".to_owned(),
        rates: rates().iter().map(PastRate::of_rate).collect(),
    });
    board.settle();
}

#[test]
fn a_parcel_is_told_as_it_was_priced() {
    for (size, narrow) in [((1366, 768), true), ((1920, 1080), false)] {
        let mut board = filled(AnsweringScene::sized(size.0, size.1), 20);
        open(&mut board);
        let past = board.state.ship.rate_history.open.as_mut().unwrap();
        past.draft.packages[0].kind = PackageType::SmallFlatRateBox;
        past.draft.to = berlin();
        past.rates[1].account_name = "Postal ePostage of the shop".to_owned();
        board.settle();
        for words in [
            "1.5 lb, Small Flat Rate Box",
            "From New York, NY 10118 to Berlin, 10115, Germany",
            "Postal ePostage of the shop",
        ] {
            assert!(board.stage.shows(words), "{words}");
        }
        assert_eq!(board.stage.find("Parcel").is_err(), narrow, "{size:?}");
        board.shot(&format!("past-parcel-{}", size.0));
    }
}

fn used_again(board: &AnsweringScene) -> usize {
    board.count(|intent| {
        matches!(intent, Intent::Ship(ShipIntent::RateHistory(RateHistoryIntent::UseAgain(_))))
    })
}

#[test]
fn an_empty_memory_says_what_it_is_for() {
    let mut board = full(0);
    board.state.ship.rate_history.total = 0;
    board.settle();
    board.shot("past-empty");
    assert!(board.stage.shows("No past quotes yet"));
    board.click("Go to Ship");
    assert_eq!(board.window.panel, Panel::Ship);
}

#[test]
fn it_is_asked_for_once_it_is_looked_at() {
    let mut board = AnsweringScene::new();
    board.go_to(Panel::Rates);
    let asked = |board: &AnsweringScene| {
        board.count(|intent| {
            matches!(intent, Intent::Ship(ShipIntent::RateHistory(RateHistoryIntent::Search(_))))
        })
    };
    assert_eq!(asked(&board), 0);
    board.click(VIEW);
    assert!(asked(&board) > 0);
    assert!(board.stage.shows("Searching past quotes"));
}

/// W20
#[test]
fn one_quote_is_counted_as_one_and_a_search_may_find_nothing() {
    let mut board = full(1);
    let past = &mut board.state.ship.rate_history;
    (past.matching, past.total) = (1, 1);
    board.settle();
    assert!(board.stage.painted().contains(&"1 past quote"));
    board.state.ship.rate_history.rows.clear();
    board.state.ship.rate_history.matching = 0;
    board.type_into("Search past quotes", "nobody");
    assert!(board.stage.painted().contains(&"No matches"));
    assert!(board.stage.shows("0 of 1"));
}

/// W1
#[test]
fn a_past_quote_takes_the_place_of_the_list_where_both_have_no_room() {
    let mut board = filled(AnsweringScene::sized(1024, 700), 20);
    board.state.settings.scale = 1.5;
    board.settle();
    assert!(board.stage.shows("Casey Example"));
    open(&mut board);
    board.shot("past-open-narrow");
    assert!(board.stage.shows("$10.22"));
    assert!(board.stage.find("Table of past quotes").is_err());
    assert!(board.stage.find("Close past quote").is_ok());
}

#[test]
fn searches_as_it_is_typed_and_loads_more_at_the_end() {
    let mut board = full(60);
    board.shot("past");
    assert!(board.stage.shows("1,234 past quotes"));
    board.type_into("Search past quotes", "casey");
    let asked = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::RateHistory(RateHistoryIntent::Search(text))) if text == "casey");
    assert_eq!(board.count(asked), 1);
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.state.ship.rate_history.rows.truncate(3);
    board.wait(5);
    let more = |intent: &Intent| {
        matches!(intent, Intent::Ship(ShipIntent::RateHistory(RateHistoryIntent::LoadMore)))
    };
    assert_eq!(board.count(more), 1);
    board.state.ship.rate_history.rows.clear();
    board.state.ship.rate_history.matching = 0;
    board.settle();
    board.click("Show all past quotes");
    let all = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::RateHistory(RateHistoryIntent::Search(text))) if text.is_empty());
    assert_eq!(board.count(all), 1);
}

#[test]
fn a_row_opens_its_rates_and_its_parcel_is_used_again_after_a_question() {
    let mut board = full(20);
    board.click(&board.named("Nov 21, 2026, 10:00\u{a0}AM"));
    let opened = |intent: &Intent| {
        matches!(intent, Intent::Ship(ShipIntent::RateHistory(RateHistoryIntent::Open(Some(0)))))
    };
    assert_eq!(board.count(opened), 1);
    open(&mut board);
    board.shot("past-open");
    for words in ["Next Day Air Saver", "$58.33", "Ship date Nov 23, 2026", "1.5 lb, 10 × 6 × 4 in"]
    {
        assert!(board.stage.shows(words), "{words}");
    }
    assert_eq!(board.bad_names(), Vec::<String>::new());
    // The wizard has content, which is not discarded without a question.
    board.click("Use this parcel again");
    board.shot("past-question");
    assert!(board.stage.shows("Replace the shipment in Ship?"));
    board.click("Cancel");
    assert_eq!(used_again(&board), 0);
    assert_eq!(board.window.panel, Panel::Rates);
    board.click("Use this parcel again");
    board.click("Replace");
    assert_eq!(used_again(&board), 1);
    assert_eq!(board.window.panel, Panel::Ship);

    board.state.ship.draft = Draft::default();
    board.go_to(Panel::Rates);
    board.click("Use this parcel again");
    assert_eq!(used_again(&board), 2, "nothing is lost, nothing is asked");
    board.go_to(Panel::Rates);
    board.click("Close past quote");
    let closed = |intent: &Intent| {
        matches!(intent, Intent::Ship(ShipIntent::RateHistory(RateHistoryIntent::Open(None))))
    };
    assert_eq!(board.count(closed), 1);
}

#[test]
fn the_keys_lead_to_the_parcel_and_rows_are_copied() {
    let mut board = full(20);
    board.state.ship.draft = Draft::default();
    board.settle();
    while board.focus().as_deref() != Some("Table of past quotes") {
        board.press(Modifiers::NONE, Key::Tab);
    }
    board.press(Modifiers::NONE, Key::ArrowDown);
    board.press(Modifiers::NONE, Key::ArrowDown);
    board.burst(vec![egui::Event::Copy]);
    let copied = board.stage.copied().unwrap_or_default();
    assert!(
        copied.contains("Nov 20, 2026, 3:00\u{a0}PM\tדוד כהן, תל אביב, IL 6688101\t"),
        "{copied:?}"
    );
    board.press(Modifiers::NONE, Key::Enter);
    assert_eq!(used_again(&board), 1);
    assert_eq!(board.window.panel, Panel::Ship);
}

#[test]
fn where_it_was_cheaper_a_quiet_line_says_so() {
    let mut board = full(3);
    board.click("All rates");
    let words = "This parcel was cheaper on Oct 3: $7.10 with Ground Advantage";
    assert!(!board.stage.shows("was cheaper"));
    board.state.ship.rate_history.cheaper = Some(PastRow {
        at: "2026-10-03T12:00:00Z".parse().unwrap(),
        price: Some(Money::new(Amount::from_cents(710), Currency::USD)),
        ..row(7, board.now)
    });
    board.settle();
    assert!(board.stage.shows(words));
    board.shot("past-cheaper");
    board.go_to(Panel::Ship);
    assert!(board.stage.shows(words));
    board.shot("past-cheaper-ship");
    // Outdated prices are not compared. (The wizard would request new ones automatically.)
    board.go_to(Panel::Rates);
    board.state.ship.quote_outdated = true;
    board.settle();
    assert!(!board.stage.shows("was cheaper"));
    board.state.ship.quote_outdated = false;
    board.state.settings.theme = Theme::Dark;
    board.settle();
    board.shot("past-cheaper-dark");
    board.click("Show that quote");
    let opened = |intent: &Intent| {
        matches!(intent, Intent::Ship(ShipIntent::RateHistory(RateHistoryIntent::Open(Some(7)))))
    };
    assert_eq!(board.count(opened), 1);
    assert!(board.stage.shows("1,234 past quotes"));
    // On the same day the time is shown.
    board.click("All rates");
    board.state.ship.rate_history.cheaper.as_mut().unwrap().at =
        board.now - SignedDuration::from_hours(1);
    board.settle();
    let today = "This parcel was cheaper today at 9:00\u{a0}AM: $7.10 with Ground Advantage";
    assert!(board.stage.shows(today));
}
