//! Unknown outcomes, refusals and crashes: a label is bought at most once, and never lost.

use postroom::desk::money::ports::PurchaseEvidence;
use postroom::desk::practice::Fault;
use postroom::parcel::draft::Side;

use super::harness::{describe_state, is_bought, is_checking, journal_of};
use crate::prelude::*;

#[test]
fn a_lost_answer_is_found_again_and_bought_once() {
    for (kind, millis) in [
        ("cut_after_commit", 0),
        ("cut_mid_reply", 0),
        ("garbage_after_commit", 0),
        ("unavailable_after_commit", 0),
        ("cut_before_commit", 0),
        ("garbage_before_commit", 0),
        ("unavailable_before_commit", 0),
    ] {
        let (world, mut desk) = connected_desk();
        let before = desk.state().balance.summary.value().unwrap().money().unwrap();
        desk.choose();
        let price = desk.state().ship.draft.chosen.as_ref().unwrap().price().unwrap();
        world.fault("POST /Shipment", kind, millis);
        desk.apply(Intent::Buy);
        desk.run_until("in doubt", |state| {
            state.purchases.list.first().is_some_and(|p| is_checking(p) || is_bought(p))
        });
        desk.apply(Intent::Buy);
        desk.run_until("bought", |state| state.purchases.list.first().is_some_and(is_bought));
        assert_eq!(world.shipments_at_service(), 1, "{kind}");
        desk.run_until("paid once", |state| {
            !state.balance.summary.is_loading()
                && state.balance.summary.value().and_then(|summary| summary.money())
                    == before.checked_sub(price)
        });
        assert_eq!(
            desk.state().purchases.list.len(),
            1,
            "{kind}: {}",
            describe_state(desk.state())
        );
    }
}

#[test]
fn a_crash_while_waiting_for_the_answer_is_resolved_at_the_next_start() {
    for kind in ["delay_after_commit", "delay_before_commit"] {
        let (world, mut desk) = desk_ready_to_buy();
        world.fault("POST /Shipment", kind, 1500);
        desk.apply(Intent::Buy);
        desk.run_until("sending", |state| {
            matches!(newest_purchase(state), Some(PurchaseStatus::Sending))
        });
        // Sent, and the desk ends before the response, without saving or closing anything.
        desk.run_for(Duration::from_millis(300));
        assert!(!desk.state().purchases.list.iter().any(is_bought));
        drop(desk);

        let mut desk = world.open();
        assert_eq!(desk.state().purchases.list.len(), 1, "listed before any answer");
        desk.run_until("resolved", |state| state.purchases.list.first().is_some_and(is_bought));
        assert_eq!(world.shipments_at_service(), 1, "{kind}");
        desk.run_until("in the list", |state| state.shipments.rows.len() == 1);
    }
}

#[test]
fn too_little_money_is_a_plain_no() {
    let (world, mut desk) = desk_ready_to_buy();
    // Spend the balance elsewhere first: the desk learns it only from the service's response.
    let file = world.folder.join("practice").join("practice.db");
    rusqlite::Connection::open(file)
        .unwrap()
        .execute_batch("UPDATE wallets SET balance = 1")
        .unwrap();
    desk.apply(Intent::Buy);
    desk.run_until("refused", |state| {
        matches!(newest_purchase(state), Some(PurchaseStatus::Rejected { .. }))
    });
    let PurchaseStatus::Rejected { trouble } = &desk.state().purchases.list[0].status else {
        unreachable!()
    };
    assert_eq!(trouble.codes, ["ACCOUNT.BALANCE.VALIDATION_FAILED"]);
    assert!(trouble.correlation.is_some());
    assert_eq!(world.shipments_at_service(), 0);
    assert!(desk.state().ship.draft.chosen.is_some(), "nothing typed is lost");
    // C3: the balance on screen was the old one for up to four minutes.
    desk.run_until("the true balance", |state| {
        let balance = state.balance.believed().and_then(|known| known.value.balance);
        balance.is_some_and(|balance| balance.micros() == 1)
    });
}

/// C3: a balance that is known to be wrong, and cannot be read again, is none.
#[test]
fn after_a_refusal_for_lack_of_money_no_old_balance_is_told() {
    let (world, mut desk) = desk_ready_to_buy();
    world.practice(
        "faults",
        &json!({
            "call": "POST /Shipment", "kind": "error", "code": "ACCOUNT.BALANCE.VALIDATION_FAILED",
        }),
    );
    world.faults("GET /Account/Postage/Balance", "internal_before_commit", 0, 100);
    assert!(desk.state().balance.believed().is_some());
    desk.apply(Intent::Buy);
    desk.run_until("refused", |state| {
        state.purchases.list.first().is_some_and(|purchase| purchase.status.lacks_money())
            && state.balance.summary.trouble().is_some()
    });
    assert!(desk.state().balance.summary.value().is_some());
    assert!(desk.state().balance.believed().is_none());
}

/// W27: a refusal is sent again as soon as a person wants it, under its own id. That cannot buy
/// twice, so it need not wait until it is certain that the first attempt bought nothing.
#[test]
fn what_was_refused_is_sent_again_without_waiting_for_the_last_look() {
    let world = DeskFixture::new();
    let look_ups = [0, 3_600].map(Duration::from_secs).to_vec();
    let timing = Timing { look_ups, ..pace() };
    let mut desk = TestDesk(Desk::open_paced(world.setup(), timing).unwrap()).connected();
    desk.choose();
    let wallet = |micros: i64| {
        let file = world.folder.join("practice").join("practice.db");
        let wallets = rusqlite::Connection::open(file).unwrap();
        wallets.execute("UPDATE wallets SET balance = ?1", [micros]).unwrap();
    };
    wallet(1);
    desk.apply(Intent::Buy);
    desk.run_until("refused and looked up", |state| {
        state.purchases.list.first().is_some_and(|purchase| {
            let learned = PurchaseEvidence::Refused;
            matches!(&purchase.status, PurchaseStatus::Checking { learned: it, attempts: 1.., .. } if *it == learned)
        })
    });
    let first = desk.state().purchases.list[0].transaction.clone();
    // Still too little: refused again, and still neither bought nor given up.
    desk.apply(PurchaseIntent::SendNow(first.clone()));
    desk.run_for(Duration::from_millis(300));
    assert!(desk.state().purchases.list.first().is_some_and(is_checking));
    wallet(100_000_000);
    desk.apply(PurchaseIntent::SendNow(first.clone()));
    desk.run_until("bought", |state| state.purchases.list.first().is_some_and(is_bought));
    assert_eq!(desk.state().purchases.list[0].transaction, first);
    assert_eq!(world.shipments_at_service(), 1);
}

/// W28: the notice that a label was not bought goes when it is bought.
#[test]
fn a_notice_that_a_label_was_not_bought_goes_with_its_purchase() {
    let (world, mut desk) = desk_ready_to_buy();
    let code = "SHIPMENT.BAD_REQUEST";
    let refusal = json!({"call": "POST /Shipment", "kind": "error", "code": code, "count": 1});
    world.practice("faults", &refusal);
    desk.apply(Intent::Buy);
    let not_bought =
        |state: &State| state.notices.iter().any(|it| it.text.starts_with("Not bought"));
    desk.run_until("refused", not_bought);
    desk.buy_and_wait();
    desk.run_until("the notice is gone", |state| !not_bought(state));
}

#[test]
fn unsent_keeps_its_id_and_waits_for_the_clerk() {
    let (world, mut desk) = desk_ready_to_buy();
    world.stop_service();
    desk.apply(Intent::Buy);
    desk.run_until("not sent", |state| {
        state.purchases.list.first().is_some_and(|p| {
            matches!(&p.status, PurchaseStatus::NotSent { trouble: Some(trouble) } if trouble.offline)
        })
    });
    let id = desk.state().purchases.list[0].transaction.clone();
    // After a restart the purchase is listed as not sent, and is not sent automatically.
    world.runtime.block_on(desk.0.close());
    let mut desk = world.open();
    assert!(matches!(desk.state().purchases.list[0].status, PurchaseStatus::NotSent { .. }));
    desk.run_until("connected", |state| {
        matches!(state.connection, Connection::Connected(_)) && !state.balance.summary.is_loading()
    });
    desk.run_for(Duration::from_millis(300));
    assert_eq!(world.shipments_at_service(), 0);
    desk.apply(PurchaseIntent::SendNow(id.clone()));
    desk.run_until("bought", |state| state.purchases.list.first().is_some_and(is_bought));
    assert_eq!(desk.state().purchases.list[0].transaction, id);
    assert_eq!(world.shipments_at_service(), 1);
}

#[test]
fn a_purchase_can_be_called_back_while_it_is_held() {
    let (world, mut desk) = connected_desk();
    desk.apply(Intent::ChangeSettings(Box::new(Settings {
        regret_secs: 10,
        ..desk.state().settings.clone()
    })));
    desk.choose();
    desk.apply(Intent::Buy);
    desk.run_until("held", |state| {
        matches!(newest_purchase(state), Some(PurchaseStatus::Held { .. }))
    });
    let id = desk.state().purchases.list[0].transaction.clone();
    desk.apply(PurchaseIntent::Cancel(id));
    desk.run_until("called back", |state| state.purchases.list.is_empty());
    assert_eq!(world.shipments_at_service(), 0);
    // The order can be bought again, under another transaction id.
    desk.apply(Intent::ChangeSettings(Box::new(Settings {
        regret_secs: 0,
        ..desk.state().settings.clone()
    })));
    desk.buy_and_wait();
    assert_eq!(world.shipments_at_service(), 1);
}

#[test]
fn a_top_up_is_booked_once_also_when_its_answer_is_lost() {
    let (world, mut desk) = connected_desk();
    let before = desk.state().balance.summary.value().unwrap().balance.unwrap();
    let amount = Amount::from_cents(2500);
    world.fault("PUT /Account/Postage/Balance", "cut_after_commit", 0);
    desk.apply(Intent::TopUp { amount });
    desk.run_until("topped up", |state| {
        matches!(newest_purchase(state), Some(PurchaseStatus::ToppedUp { .. }))
    });
    desk.run_until("the balance rose once", |state| {
        !state.balance.summary.is_loading()
            && state.balance.summary.value().and_then(|summary| summary.balance)
                == before.checked_add(amount)
    });
    desk.apply(Intent::TopUp { amount: Amount::from_cents(99_000) });
    desk.run_until_told("daily limit");
    assert_eq!(desk.state().purchases.list.len(), 1);
}

#[test]
fn a_lost_top_up_that_never_arrived_is_not_sent_again() {
    let (world, mut desk) = connected_desk();
    let before = desk.state().balance.summary.value().unwrap().balance;
    world.fault("PUT /Account/Postage/Balance", "cut_before_commit", 0);
    desk.apply(Intent::TopUp { amount: Amount::from_cents(2500) });
    desk.run_until("watched", |state| {
        matches!(newest_purchase(state), Some(PurchaseStatus::Absent { .. }))
    });
    desk.apply(BalanceIntent::Refresh);
    desk.run_until("the balance", |state| !state.balance.summary.is_loading());
    assert_eq!(desk.state().balance.summary.value().unwrap().balance, before);
}

/// An older program opens nothing of a folder whose purchases a newer one wrote.
#[test]
fn a_folder_with_a_journal_of_a_newer_version_is_left_to_it() {
    let (world, mut desk) = desk_ready_to_buy();
    desk.buy_and_wait();
    world.runtime.block_on(desk.0.close());
    let file = journal_of(&world.folder);
    rusqlite::Connection::open(&file).unwrap().execute_batch("PRAGMA user_version = 99").unwrap();
    let before = fs::read(&file).unwrap();
    let refused = Desk::open_paced(world.setup(), pace()).err().unwrap();
    assert!(matches!(refused, DeskError::Newer { .. }), "{refused}");
    let why = std::error::Error::source(&refused).unwrap().to_string();
    assert!(why.contains("journal.db"), "{why}");
    assert_eq!(world.shipments_at_service(), 1);
    assert_eq!(fs::read(&file).unwrap(), before);
}

/// The fault is set from the Practice panel; the test does not touch the service.
#[test]
fn a_drill_loses_the_answer_to_a_purchase_and_it_is_bought_once() {
    let (world, mut desk) = desk_ready_to_buy();
    let drill =
        Fault { call: "POST /Shipment".to_owned(), kind: FaultKind::CutAfter, millis: 0, count: 1 };
    desk.apply(PracticeIntent::AddFault(drill.clone()));
    desk.run_until("the drill waits", |state| state.practice.faults == [drill.clone()]);
    let purchase = desk.buy_and_wait();
    assert!(is_bought(&purchase));
    assert_eq!(world.shipments_at_service(), 1);
    desk.apply(PracticeIntent::RefreshFaults);
    desk.run_until("it is used up", |state| state.practice.faults.is_empty());
}

/// What remains when sending again never helps: the user consents to another transaction id, and
/// the journal records the consent.
#[test]
fn what_was_not_found_is_bought_under_another_id_only_by_consent() {
    let (world, mut desk) = desk_ready_to_buy();
    world.faults("POST /Shipment", "cut_before_commit", 0, 50);
    desk.apply(Intent::Buy);
    desk.run_until("not found", |state| {
        matches!(newest_purchase(state), Some(PurchaseStatus::Absent { .. }))
    });
    world.forget_faults();
    let first = desk.state().purchases.list[0].transaction.clone();
    let order = desk.state().ship.draft.order.clone();
    desk.apply(Intent::Buy);
    desk.run_for(Duration::from_millis(200));
    assert_eq!(world.shipments_at_service(), 0, "bought without consent");

    desk.apply(Intent::BuyAnother(first.clone()));
    desk.run_until("a place of its own", |state| state.ship.draft.order != order);
    assert_eq!(world.shipments_at_service(), 0, "consent alone buys nothing");
    desk.run_until("the same service, priced anew", |state| {
        !state.ship.quote.is_loading() && state.ship.draft.chosen.is_some()
    });
    desk.apply(Intent::Buy);
    desk.run_until("bought", |state| {
        let mut purchases = state.purchases.list.iter();
        purchases.any(|p| p.transaction != first && is_bought(p))
    });
    assert_eq!(world.shipments_at_service(), 1);
    let watched = desk.state().purchases.list.iter();
    let mut watched = watched.filter(|p| p.transaction == first);
    assert!(watched.all(|p| matches!(p.status, PurchaseStatus::Absent { .. })));
    world.runtime.block_on(desk.0.close());
    let journal = rusqlite::Connection::open(journal_of(&world.folder)).unwrap();
    let kept: String = journal
        .query_row("SELECT trouble FROM entries WHERE txn = ?1", [first.as_str()], |row| row.get(0))
        .unwrap();
    assert!(kept.contains("may be charged twice"), "{kept}");
}

/// A purchase that has been found meanwhile is not bought again, whatever the screen showed.
#[test]
fn consent_is_refused_for_what_is_not_missing() {
    let (_world, mut desk) = desk_ready_to_buy();
    let bought = desk.buy_and_wait();
    let order = desk.state().ship.draft.order.clone();
    desk.apply(Intent::BuyAnother(bought.transaction));
    desk.run_until_told("Not prepared");
    assert_eq!(desk.state().ship.draft.order, order);
}

/// The practice service gets another port at each start, and a sign-in can be renewed: an uncertain
/// purchase is looked up over the new connection, without a program restart.
#[test]
fn a_doubt_follows_the_account_to_its_new_line() {
    let world = DeskFixture::new();
    let mut desk = in_doubt(&world);
    let address = |state: &State| match &state.connection {
        Connection::Connected(session) => Some(session.base_url.clone()),
        _ => None,
    };
    let before = address(desk.state());
    world.stop_service();
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("another line", |state| address(state).is_some() && address(state) != before);
    desk.run_until("bought", |state| state.purchases.list.first().is_some_and(is_bought));
    assert_eq!(world.shipments_at_service(), 1);
}

/// A service that answers slowly delays the sign-in, but not the lookup of uncertain purchases.
#[test]
fn a_doubt_is_looked_up_while_the_sign_in_still_waits() {
    let world = DeskFixture::new();
    drop(in_doubt(&world));
    world.forget_faults();
    let balance = "GET /Account/Postage/Balance";
    world.faults(balance, "delay_before_commit", 300_000, 9999);
    let mut desk = world.open();
    desk.run_until("bought", |state| state.purchases.list.first().is_some_and(is_bought));
    let connection = &desk.state().connection;
    assert!(matches!(connection, Connection::Connecting { .. }), "{connection:?}");
    assert_eq!(world.shipments_at_service(), 1);
}

/// A label was bought, its response was lost, and every lookup fails.
fn in_doubt(world: &DeskFixture) -> TestDesk {
    let mut desk = world.open_connected();
    desk.choose();
    world.fault("POST /Shipment", "cut_after_commit", 0);
    world.faults("GET /Shipment", "unavailable_before_commit", 0, 9999);
    desk.apply(Intent::Buy);
    desk.run_until("in doubt", |state| state.purchases.list.first().is_some_and(is_checking));
    desk
}

/// Finding M8: the draft on the screen stays the one that is being bought.
#[test]
fn a_draft_whose_purchase_is_under_way_cannot_be_changed() {
    let (world, mut desk) = desk_ready_to_buy();
    world.faults("GET /Shipment", "delay_before_commit", 30_000, 50);
    world.fault("POST /Shipment", "cut_after_commit", 0);
    desk.apply(Intent::Buy);
    // This also applies between the click and the journal row.
    let draft = desk.state().ship.draft.clone();
    desk.edit(|draft| draft.packages[0].weight = "9".into());
    assert_eq!(desk.state().ship.draft, draft);
    desk.run_until("in doubt", |state| state.purchases.list.first().is_some_and(is_checking));
    desk.edit(|draft| draft.packages[0].weight = "9".into());
    desk.apply(ShipIntent::PasteAddress {
        side: Side::To,
        text: "Other Person\n1 Main St\nBoston MA 02101".into(),
    });
    assert_eq!(desk.state().ship.draft, draft);
    let told = desk.state().notices.iter();
    assert!(
        told.map(|notice| notice.text.as_str()).any(|text| text.contains("being bought")),
        "{}",
        describe_state(desk.state())
    );
    // The next parcel can be edited meanwhile.
    desk.apply(ShipIntent::NewDraft);
    desk.edit(|draft| draft.packages[0].weight = "9".into());
    assert_eq!(desk.state().ship.draft.packages[0].weight, "9");
    world.forget_faults();
    desk.run_until("bought", |state| state.purchases.list.first().is_some_and(is_bought));
    assert_eq!(desk.state().ship.draft.packages[0].weight, "9");
    assert_eq!(world.shipments_at_service(), 1);
}
