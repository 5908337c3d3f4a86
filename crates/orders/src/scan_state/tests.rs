mod other_station;

use super::*;
use postroom_base::money::{Amount, Currency};

fn dollars(cents: i64) -> Money {
    Money::new(Amount::from_cents(cents), Currency::USD)
}

fn shipment() -> ShipmentId {
    ShipmentId::new("s-1")
}

const ASKS: ScanRules = ScanRules { buys: false, checks_items: false };
const BUYS: ScanRules = ScanRules { buys: true, checks_items: false };
const CHECKS: ScanRules = ScanRules { buys: true, checks_items: true };

/// An order that lacks nothing.
fn ready(rules: ScanRules) -> ScanFacts {
    ScanFacts {
        rules,
        state: OrderState::Ready,
        has_weight: true,
        limit: Some(dollars(2_000)),
        ..ScanFacts::default()
    }
}

fn rated(rules: ScanRules, cents: i64) -> ScanFacts {
    ScanFacts { state: OrderState::Rated, price: Some(dollars(cents)), ..ready(rules) }
}

fn working(facts: ScanFacts) -> ScanFacts {
    ScanFacts { is_working: true, ..facts }
}

fn bought(rules: ScanRules) -> ScanFacts {
    ScanFacts { state: OrderState::Bought, shipment: Some(shipment()), ..ready(rules) }
}

fn missing_item() -> BeltStop {
    BeltStop::NotInOrder { code: "CUP".to_owned() }
}

fn halted(stage: &ScanStage) -> bool {
    matches!(stage, ScanStage::Halted(_))
}

#[test]
fn an_order_that_lacks_nothing_is_rated_bought_and_printed() {
    let mut progress = ScanProgress::default();
    let steps = [
        (ready(BUYS), Some(ScanAction::GetRate), ScanStage::Rating),
        (working(ready(BUYS)), None, ScanStage::Rating),
        (rated(BUYS, 840), Some(ScanAction::Buy(dollars(840))), ScanStage::Buying),
        (working(rated(BUYS, 840)), None, ScanStage::Buying),
        (bought(BUYS), Some(ScanAction::Print(shipment())), ScanStage::Bought),
        (bought(BUYS), None, ScanStage::Bought),
    ];
    for (at, (facts, action, stage)) in steps.into_iter().enumerate() {
        assert_eq!(progress.advance(&facts), action, "step {at}");
        assert_eq!(progress.stage(&facts), stage, "step {at}");
    }
}

#[test]
fn a_person_buys_where_scans_do_not() {
    let mut progress = ScanProgress::default();
    assert_eq!(progress.advance(&ready(ASKS)), Some(ScanAction::GetRate));
    let facts = rated(ASKS, 840);
    assert_eq!(progress.advance(&facts), None);
    assert_eq!(progress.stage(&facts), ScanStage::Priced(dollars(840)));
    assert_eq!(progress.advance(&facts), None, "it waits");
    assert_eq!(progress.buy(&facts, dollars(841)), None, "another price");
    assert_eq!(progress.buy(&facts, dollars(840)), Some(ScanAction::Buy(dollars(840))));
    assert_eq!(progress.buy(&facts, dollars(840)), None, "once");
    assert_eq!(progress.advance(&bought(ASKS)), Some(ScanAction::Print(shipment())));
}

/// The list is read again at any moment, and the order with it.
#[test]
fn a_key_that_is_pressed_while_the_order_is_read_again_is_not_lost() {
    let priced = || ScanProgress { phase: ScanPhase::Priced, ..ScanProgress::default() };
    let reading = working(rated(ASKS, 840));
    let mut progress = priced();
    assert_eq!(progress.buy(&reading, dollars(840)), None);
    assert_eq!(progress.advance(&reading), None, "still being read");
    let buys = Some(ScanAction::Buy(dollars(840)));
    assert_eq!(progress.advance(&rated(ASKS, 840)), buys);
    assert_eq!(progress.advance(&working(rated(ASKS, 840))), None, "once");
    // It was agreed to another price.
    let mut progress = priced();
    progress.buy(&reading, dollars(840));
    let dearer = rated(ASKS, 900);
    assert_eq!(progress.advance(&dearer), None);
    assert!(progress.halt.is_some(), "and that is said");
    assert_eq!(progress.stage(&dearer), ScanStage::Priced(dollars(900)));
    assert_eq!(progress.advance(&dearer), None, "nor later");
    assert_eq!(progress.buy(&dearer, dollars(900)), Some(ScanAction::Buy(dollars(900))));
    // What no longer holds is not bought once it is rated again.
    let mut progress = priced();
    progress.buy(&reading, dollars(840));
    let get_rate = Some(ScanAction::GetRate);
    assert_eq!(progress.advance(&ready(ASKS)), get_rate);
    assert_eq!(progress.advance(&rated(ASKS, 840)), None);
    assert_eq!(progress.advance(&rated(ASKS, 840)), None);
    // A wrong item stops it too.
    let mut progress = priced();
    progress.buy(&reading, dollars(840));
    progress.stop = Some(missing_item());
    assert_eq!(progress.advance(&rated(ASKS, 840)), None);
    progress.confirm();
    assert_eq!(progress.advance(&rated(ASKS, 840)), None);
}

/// What each lack leads to: the stage, and whether anything is asked of the service.
#[test]
fn whatever_is_missing_stops_the_order_before_the_service_is_asked() {
    type Check = fn(&ScanStage) -> bool;
    let cases: Vec<(&str, ScanFacts, Check)> = vec![
        ("weight", ScanFacts { has_weight: false, ..ready(BUYS) }, |stage| {
            *stage == ScanStage::Weight
        }),
        ("items", ScanFacts { pieces_left: 3, ..ready(CHECKS) }, |stage| {
            *stage == ScanStage::Items(3)
        }),
        (
            "items come before the weight",
            ScanFacts { pieces_left: 1, has_weight: false, ..ready(CHECKS) },
            |stage| *stage == ScanStage::Items(1),
        ),
        (
            "a problem",
            ScanFacts {
                state: OrderState::NeedsAttention,
                problem: Some("Recipient ZIP: Enter a ZIP code".into()),
                pieces_left: 1,
                ..ready(CHECKS)
            },
            |stage| matches!(stage, ScanStage::Halted(why) if why.as_str().contains("ZIP")),
        ),
        ("on hold", ScanFacts { state: OrderState::OnHold, ..ready(BUYS) }, halted),
        ("canceled", ScanFacts { state: OrderState::Canceled, ..ready(BUYS) }, halted),
        ("being bought elsewhere", ScanFacts { state: OrderState::Buying, ..ready(BUYS) }, halted),
        ("offline", ScanFacts { unreachable: Some("Offline".into()), ..ready(ASKS) }, halted),
        ("no printer", ScanFacts { not_bought: Some("No printer".into()), ..ready(BUYS) }, halted),
        ("bought before", bought(BUYS), |stage| *stage == ScanStage::Bought),
    ];
    for (name, facts, check) in cases {
        let mut progress = ScanProgress::default();
        assert_eq!(progress.advance(&facts), None, "{name}");
        let stage = progress.stage(&facts);
        assert!(check(&stage), "{name}: {stage:?}");
    }
    // Where a person buys, a missing printer is no reason to know no price.
    let without_printer = ScanFacts { not_bought: Some("No printer".into()), ..ready(ASKS) };
    let action = ScanProgress::default().advance(&without_printer);
    assert_eq!(action, Some(ScanAction::GetRate));
    // Items are no matter where they are not checked.
    let unchecked = ScanFacts { pieces_left: 3, ..ready(BUYS) };
    let action = ScanProgress::default().advance(&unchecked);
    assert_eq!(action, Some(ScanAction::GetRate));
}

#[test]
fn the_weight_and_the_last_piece_let_it_go_on_by_itself() {
    let mut progress = ScanProgress::default();
    for (pieces_left, has_weight) in [(2, false), (1, false), (0, false)] {
        let facts = ScanFacts { pieces_left, has_weight, ..ready(CHECKS) };
        assert_eq!(progress.advance(&facts), None, "{pieces_left}");
    }
    assert_eq!(progress.advance(&ready(CHECKS)), Some(ScanAction::GetRate));
}

#[test]
fn a_halt_stays_until_a_person_goes_on() {
    let mut progress = ScanProgress::default();
    let offline = ScanFacts { unreachable: Some("Offline".into()), ..ready(BUYS) };
    assert_eq!(progress.advance(&offline), None);
    // Being online again buys nothing by itself.
    assert_eq!(progress.advance(&ready(BUYS)), None);
    assert_eq!(progress.stage(&ready(BUYS)), ScanStage::Halted("Offline".into()));
    progress.go_on();
    assert_eq!(progress.advance(&ready(BUYS)), Some(ScanAction::GetRate));
}

#[test]
fn a_wrong_item_stops_the_purchase_at_every_point_before_it() {
    // Before rating.
    let mut progress = ScanProgress { stop: Some(missing_item()), ..ScanProgress::default() };
    assert_eq!(progress.advance(&ready(CHECKS)), None);
    assert_eq!(progress.stage(&ready(CHECKS)), ScanStage::Stopped(missing_item()));
    progress.confirm();
    assert_eq!(progress.advance(&ready(CHECKS)), Some(ScanAction::GetRate));
    // While the rate is on its way.
    progress.stop = Some(missing_item());
    assert_eq!(progress.advance(&working(ready(CHECKS))), None);
    assert_eq!(progress.advance(&rated(CHECKS, 840)), None, "not bought");
    progress.confirm();
    assert_eq!(progress.advance(&rated(CHECKS, 840)), Some(ScanAction::GetRate));
    assert_eq!(progress.advance(&rated(CHECKS, 840)), Some(ScanAction::Buy(dollars(840))));
    // With the price on screen.
    let mut progress = ScanProgress {
        phase: ScanPhase::Priced,
        stop: Some(missing_item()),
        ..ScanProgress::default()
    };
    assert_eq!(progress.buy(&rated(ASKS, 840), dollars(840)), None);
    progress.confirm();
    let action = progress.buy(&rated(ASKS, 840), dollars(840));
    assert_eq!(action, Some(ScanAction::Buy(dollars(840))));
}

#[test]
fn a_scan_never_spends_more_than_the_limit() {
    for (cents, is_bought) in [(2_000, true), (2_001, false)] {
        let mut progress = ScanProgress::default();
        assert_eq!(progress.advance(&ready(BUYS)), Some(ScanAction::GetRate));
        let facts = rated(BUYS, cents);
        let action = progress.advance(&facts);
        assert_eq!(action.is_some(), is_bought, "{cents}");
        if !is_bought {
            // A person may pay it.
            assert!(progress.halt.is_some());
            assert_eq!(progress.stage(&facts), ScanStage::Priced(dollars(cents)));
            assert!(progress.buy(&facts, dollars(cents)).is_some());
        }
    }
    let other_currency = ScanFacts {
        limit: Some(Money::new(Amount::from_cents(9_999), Currency::parse("EUR").unwrap())),
        ..rated(BUYS, 100)
    };
    let mut progress = ScanProgress { phase: ScanPhase::Rating, ..ScanProgress::default() };
    assert_eq!(progress.advance(&other_currency), None);
}

#[test]
fn a_failure_is_told_in_its_own_words_and_nothing_is_repeated() {
    let refused = |facts: ScanFacts| ScanFacts {
        outcome: Some("The service refuses the address".into()),
        ..facts
    };
    for phase in [ScanPhase::Rating, ScanPhase::Buying] {
        let mut progress = ScanProgress { phase, ..ScanProgress::default() };
        let facts = refused(ready(BUYS));
        for _ in 0..3 {
            assert_eq!(progress.advance(&facts), None);
            let stage = progress.stage(&facts);
            assert_eq!(stage, ScanStage::Halted("The service refuses the address".into()));
        }
    }
    // A purchase whose outcome is open is never begun again, not even by a person.
    let mut progress = ScanProgress { phase: ScanPhase::Buying, ..ScanProgress::default() };
    let uncertain = ScanFacts { state: OrderState::InDoubt, ..rated(BUYS, 840) };
    assert_eq!(progress.advance(&uncertain), None);
    progress.go_on();
    assert_eq!(progress.advance(&uncertain), None);
    assert!(halted(&progress.stage(&uncertain)));
    // It turns out to be bought: its label is printed, once.
    let print = Some(ScanAction::Print(shipment()));
    assert_eq!(progress.advance(&bought(BUYS)), print);
    assert_eq!(progress.advance(&bought(BUYS)), None);
    assert_eq!(progress.stage(&bought(BUYS)), ScanStage::Bought);
}

#[test]
fn a_change_of_the_order_asks_for_a_new_rate() {
    let mut progress = ScanProgress { phase: ScanPhase::Priced, ..ScanProgress::default() };
    let changed = ready(ASKS);
    assert_eq!(progress.advance(&changed), Some(ScanAction::GetRate));
    progress.phase = ScanPhase::Priced;
    let without_weight = ScanFacts { has_weight: false, ..ready(ASKS) };
    assert_eq!(progress.advance(&without_weight), None);
    assert_eq!(progress.stage(&without_weight), ScanStage::Weight);
}

fn item(sku: &str, quantity: &str) -> OrderItem {
    OrderItem {
        sku: sku.to_owned(),
        name: format!("The {sku}"),
        quantity: quantity.to_owned(),
        ..OrderItem::default()
    }
}

#[test]
fn each_scan_counts_one_piece_of_its_item() {
    let items = [item("MUG", "2"), item("CUP-1", "1"), item("MUG", "1"), item("", "4")];
    let too_many = |code: &str, name: &str| {
        Err(BeltStop::OneTooMany { code: code.to_owned(), name: name.to_owned() })
    };
    let not_there = |code: &str| Err(BeltStop::NotInOrder { code: code.to_owned() });
    for (scanned, code, wanted) in [
        (vec![], "MUG", Ok(vec![1, 0, 0, 0])),
        (vec![1], " mug ", Ok(vec![2, 0, 0, 0])),
        (vec![2], "MUG", Ok(vec![2, 0, 1, 0])),
        (vec![2, 0, 1], "MUG", too_many("MUG", "The MUG")),
        (vec![2, 0, 1], "cup-1", Ok(vec![2, 1, 1, 0])),
        (vec![0, 1], "CUP-1", too_many("CUP-1", "The CUP-1")),
        (vec![], "CUP", not_there("CUP")),
        (vec![], "CUP-10", not_there("CUP-10")),
        (vec![], "", not_there("")),
    ] {
        assert_eq!(count_piece(&items, &scanned, code), wanted, "{scanned:?} {code}");
    }
    for (scanned, left) in [(vec![], 8), (vec![1], 7), (vec![9, 1, 1, 3], 1), (vec![2, 1, 1, 4], 0)]
    {
        assert_eq!(pieces_left(&items, &scanned), left, "{scanned:?}");
    }
    // What has no code is checked by hand.
    assert_eq!(check_item(&items, &[1], 3), [1, 0, 0, 4]);
    assert_eq!(check_item(&items, &[1], 0), [2, 0, 0, 0]);
    assert_eq!(check_item(&items, &[2], 9), [2, 0, 0, 0]);
    // An unreadable quantity needs a person in any case.
    assert_eq!(pieces_left(&[item("MUG", "two")], &[]), 1);
}
