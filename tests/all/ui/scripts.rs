//! Right-to-left names and places, wherever the window shows them.

use postroom::desk::balance::history::{Drift, Drifted};
use postroom::desk::kernel::notices::Activity;
use postroom::desk::records::contact::Contact;
use postroom::parcel::rate_ranking;

use super::board::rates;
use super::keyboard::bought;
use super::{now, practice, theme};
use crate::prelude::*;

const HEBREW: &str = "דוד כהן";
const MIXED: &str = "שלום 12 Main St";
const ARABIC: &str = "محمد علي";

#[test]
fn leftward_names_stand_as_they_are_read_and_are_told_as_they_are_spoken() {
    let mut state = bought();
    for (row, (name, place)) in state.shipments.rows.iter_mut().zip([
        (HEBREW, "תל אביב 6100001 IL"),
        (MIXED, "Haifa (חיפה) IL"),
        (ARABIC, "دبي AE"),
    ]) {
        let row = Arc::make_mut(row);
        (row.to_name, row.to_place) = (name.to_owned(), place.to_owned());
    }
    state.notices.push(Notice {
        whose: None,
        id: 1,
        tone: Tone::Good,
        text: format!("$7.90 came back for {HEBREW}").into(),
        trouble: None,
        at: now(),
        ..Notice::default()
    });
    let form = AddressForm {
        name: HEBREW.to_owned(),
        company: ARABIC.to_owned(),
        street1: "רחוב הרצל 12".to_owned(),
        city: "תל אביב".to_owned(),
        zip: "6100001".to_owned(),
        country: "IL".to_owned(),
        ..AddressForm::default()
    };
    state.ship.draft.to = form.clone();
    let contact = Arc::new(Contact {
        row: 1,
        form,
        groups: Vec::new(),
        last_used: None,
        id: None,
        changed_by: String::new(),
    });
    state.addresses.rows = vec![Arc::clone(&contact)];
    state.addresses.open = Some(contact);
    state.addresses.matching = 1;
    state.addresses.loaded = true;
    let mut scene = Scene::on(Panel::Shipments, state);
    scene.check("leftward shipments");
    for words in [HEBREW, MIXED, ARABIC] {
        scene.assert_shows(words);
    }
    scene.window.panel = Panel::Addresses;
    scene.settle();
    scene.check("leftward addresses");
    scene.assert_shows(HEBREW);
    scene.assert_shows("רחוב הרצל 12");
    scene.window.panel = Panel::Ship;
    scene.settle();
    scene.check("leftward ship");
}

/// [`HEBREW`] in the visual order in which it is painted.
const TURNED: &str = "כהן דוד";

/// Asserts that the name is painted nowhere in logical order, and that a screen reader receives it
/// in logical order.
#[track_caller]
fn assert_turned(board: &mut AnsweringScene, picture: &str) {
    board.settle();
    board.shot(picture);
    let painted = board.stage.painted();
    let wrong: Vec<&&str> = painted.iter().filter(|it| it.contains(HEBREW)).collect();
    assert!(wrong.is_empty(), "{picture}: {wrong:?}");
    let turned = painted.iter().any(|it| it.contains(TURNED));
    assert!(turned, "{picture}: {painted:?}");
    assert!(board.stage.shows(HEBREW), "{picture} is silent");
}

fn trouble() -> Trouble {
    Trouble {
        attempted: format!("Looking for {HEBREW}").into(),
        cause: format!("the address of {HEBREW} is not known").into(),
        advice: format!("Ask {HEBREW}").into(),
        ..Trouble::default()
    }
}

/// A desk whose account, carriers and purchases have right-to-left names.
fn leftward() -> AnsweringScene {
    let mut board = AnsweringScene::new();
    board.state.settings.theme = theme();
    board.ready_to_buy();
    let now = board.now;
    let state = &mut board.state;
    if let Connection::Connected(session) = &mut state.connection {
        session.account_name = HEBREW.to_owned();
    }
    let mut accounts = state.carriers.accounts.value().unwrap().clone();
    accounts[0].name = Some(HEBREW.to_owned());
    accounts[0].description = Some(format!("{HEBREW} {ARABIC}"));
    state.carriers.accounts = Remote::ready(accounts, now);
    let mut offers = rates();
    for rate in &mut offers {
        rate.carrier_account_name = Some(HEBREW.to_owned());
    }
    state.ship.draft.chosen = None;
    let quote = rate_ranking::quote(state.ship.draft.order.clone(), offers);
    state.ship.quote = Remote::ready(quote, now);
    board
}

#[test]
fn buttons_and_combo_boxes_turn_names_too() {
    let mut board = leftward();
    assert_turned(&mut board, "leftward-top-bar");
    board.go_to(Panel::Carriers);
    assert_turned(&mut board, "leftward-carriers");
    board.go_to(Panel::Rates);
    assert_turned(&mut board, "leftward-rates");
    // Without the account name in the top bar, only the combo box has the name.
    if let Connection::Connected(session) = &mut board.state.connection {
        session.account_name = "Sample Goods".to_owned();
    }
    board.go_to(Panel::Containers);
    assert_turned(&mut board, "leftward-combo");
    let box_value = board.value("Carrier account");
    assert_eq!(box_value, HEBREW);
    board.click("Carrier account");
    assert_turned(&mut board, "leftward-combo-open");
    board.click(HEBREW);
    assert_eq!(board.value("Carrier account"), HEBREW);
}

#[test]
fn rows_of_requests_and_money_and_messages_turn_names_too() {
    let mut board = AnsweringScene::new();
    board.state.settings.theme = theme();
    board.ready_to_buy();
    let now = board.now;
    board.state.activity.push_back(Activity {
        whose: None,
        at: now,
        call: format!("GET /Address?name={HEBREW}"),
        status: Some(404),
        millis: 12,
        attempt: 1,
        correlation: None,
        error: Some(format!("{HEBREW} was not found").into()),
    });
    board.go_to(Panel::Activity);
    assert_turned(&mut board, "leftward-activity");
    let money = |cents| Money::new(Amount::from_cents(cents), Currency::USD);
    board.state.balance.ledger.drift = Remote::ready(
        Drift {
            rows: vec![Drifted {
                title: format!("Ground Advantage to {HEBREW}"),
                at: board.now,
                shipment: None,
                quoted: money(790),
                charged: money(840),
            }],
            compared: 3,
        },
        board.now,
    );
    board.go_to(Panel::Balance);
    assert_turned(&mut board, "leftward-balance");
    board.state.purchases.list = vec![Purchase {
        transaction: TransactionId::new("t-1"),
        kind: PurchaseKind::Label,
        order: Some(board.state.ship.draft.order.clone()),
        sequence: 1,
        title: format!("Ground Advantage to {HEBREW}"),
        expected: Some(money(790)),
        status: PurchaseStatus::NotSent { trouble: Some(trouble()) },
        started: board.now,
        scope: practice(),
        given_up: false,
    }];
    board.go_to(Panel::Ship);
    assert_turned(&mut board, "leftward-purchase");
    board.state.purchases.list.clear();
    board.state.notices.push(Notice {
        whose: None,
        id: 1,
        tone: Tone::Bad,
        text: "Not found".into(),
        trouble: Some(trouble()),
        at: now,
        ..Notice::default()
    });
    board.go_to(Panel::Settings);
    assert_turned(&mut board, "leftward-notice");
    board.state.notices.clear();
    board.state.ship.quote = Remote::Failed { trouble: trouble(), previous: None };
    board.go_to(Panel::Rates);
    assert_turned(&mut board, "leftward-trouble");
}
