//! A purchase on screen: held, sent, uncertain, refused, confirmed, bought.

use postroom::desk::money::ports::PurchaseEvidence;
use postroom::label::SelfCheck;

use super::board::shipment_row;
use super::files::Dialogs;
use crate::prelude::*;

fn dollars(cents: i64) -> Money {
    Money::new(Amount::from_cents(cents), Currency::USD)
}

fn with(status: PurchaseStatus) -> AnsweringScene {
    let mut board = AnsweringScene::new();
    board.ready_to_buy();
    board.state.purchases.list = vec![Purchase {
        transaction: TransactionId::new("t-1"),
        kind: PurchaseKind::Label,
        order: Some(board.state.ship.draft.order.clone()),
        sequence: 1,
        title: "Ground Advantage to Casey Example".to_owned(),
        expected: Some(dollars(790)),
        status,
        started: board.now,
        scope: super::practice(),
        given_up: false,
    }];
    board.settle();
    board
}

fn refusal() -> Trouble {
    Trouble {
        attempted: "Couldn’t buy the label".into(),
        cause: "There is not enough money in the account".into(),
        advice: "Top up and buy again".into(),
        codes: vec!["ACCOUNT.BALANCE.VALIDATION_FAILED".into()],
        status: Some(422),
        correlation: Some(CorrelationId::new("0c3a7d1e")),
        ..Trouble::default()
    }
}

/// A screenshot's name, a status, and the texts, buttons and absent buttons to check.
type Case = (
    &'static str,
    PurchaseStatus,
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
);

const LOCKED: &str = "The form is locked until the service answers";

#[test]
fn each_state_is_told_and_offers_only_safe_steps() {
    let until = AnsweringScene::new().now + SignedDuration::from_secs(4);
    let cases: [Case; 6] = [
        (
            "held",
            PurchaseStatus::Held { until },
            &["Buying in 4 s", "canceling costs nothing", LOCKED],
            &["Cancel purchase", "Buy now"],
            &["Check again"],
        ),
        (
            "sending",
            PurchaseStatus::Sending,
            &["Buying: Ground Advantage to Casey Example, $7.90", LOCKED],
            &[],
            &["Cancel purchase", "Send now"],
        ),
        (
            "checking",
            PurchaseStatus::Checking { attempts: 2, trouble: None, learned: Default::default() },
            &[
                "Checking whether it was bought; don’t buy it again",
                "looked up 2 times",
                "The form is locked until it is",
            ],
            &["Check again"],
            &["Send now", "Cancel purchase"],
        ),
        (
            "not-sent",
            PurchaseStatus::NotSent { trouble: None },
            &["Not bought", "nothing was charged", "The purchase wasn’t sent"],
            &["Send now", "Discard purchase"],
            &["Check again"],
        ),
        (
            "rejected",
            PurchaseStatus::Rejected { trouble: refusal() },
            &["not enough money", "ACCOUNT.BALANCE.VALIDATION_FAILED", "0c3a7d1e"],
            &["Copy details"],
            &["Send now", "Try again"],
        ),
        (
            "absent",
            PurchaseStatus::Absent { watched_until: until, trouble: Some(refusal()) },
            &[
                "Not found at the service",
                "keeps looking for it until",
                "can’t be bought twice",
                "not enough money",
                "Sent before, but not found yet. Choose above what to do",
            ],
            &["Check again", "Send again", "Buy again…"],
            &["Send now"],
        ),
    ];
    for (name, status, words, steps, never) in cases {
        let mut board = with(status);
        for words in words {
            assert!(board.stage.shows(words), "{name}: {words}");
        }
        if name != "rejected" {
            assert!(!board.stage.shows("Ready to buy"), "{name}");
        }
        for step in steps {
            assert!(board.stage.find(step).is_ok(), "{name}: {step}");
        }
        for step in never {
            assert!(board.stage.find(step).is_err(), "{name} must not offer {step}");
        }
        board.shot(&format!("purchase-{name}"));
    }
}

/// W27: what was refused can be paid for and sent again at once, under its own id, while Postroom
/// still makes sure that nothing was bought.
#[test]
fn a_refusal_for_lack_of_money_leads_to_the_balance_and_is_sent_again() {
    let learned = PurchaseEvidence::Refused;
    let trouble = Some(refusal());
    let mut board = with(PurchaseStatus::Checking { attempts: 1, trouble, learned });
    board.shot("purchase-refused-checking");
    assert!(board.stage.shows("There is not enough money in the account"));
    assert!(board.stage.shows("can’t be bought twice"));
    board.click("Send again");
    let sent = |intent: &Intent| matches!(intent, Intent::Purchases(PurchaseIntent::SendNow(id)) if id.as_str() == "t-1");
    assert_eq!(board.count(sent), 1);
    board.click("Top up…");
    assert_eq!(board.window.panel, Panel::Balance);
    let mut board = with(PurchaseStatus::Rejected { trouble: refusal() });
    board.click("Top up…");
    assert_eq!(board.window.panel, Panel::Balance);
    let about_the_address =
        Trouble { codes: vec!["ADDRESS.VALIDATION_FAILED".into()], ..refusal() };
    let mut board = with(PurchaseStatus::Rejected { trouble: about_the_address });
    board.settle();
    assert!(board.stage.find("Top up…").is_err());
}

#[test]
fn buying_again_says_that_it_may_be_charged_twice() {
    let until = AnsweringScene::new().now + SignedDuration::from_hours(20);
    let mut board = with(PurchaseStatus::Absent { watched_until: until, trouble: None });
    let asked =
        |board: &AnsweringScene| board.count(|intent| matches!(intent, Intent::BuyAnother(_)));
    board.click("Buy again…");
    assert!(board.stage.shows("You may be charged twice"));
    board.shot("purchase-again");
    board.click("Cancel");
    assert!(!board.stage.shows("You may be charged twice"));
    assert_eq!(asked(&board), 0);
    board.click("Buy again…");
    board.click("Prepare a second purchase");
    assert_eq!(asked(&board), 1);
    assert!(!board.stage.shows("You may be charged twice"));
}

#[test]
fn esc_cancels_a_held_purchase() {
    let until = AnsweringScene::new().now + SignedDuration::from_secs(4);
    let mut board = with(PurchaseStatus::Held { until });
    board.press(Modifiers::NONE, Key::Escape);
    let cancelled = |intent: &Intent| matches!(intent, Intent::Purchases(PurchaseIntent::Cancel(id)) if id.as_str() == "t-1");
    assert_eq!(board.count(cancelled), 1);
}

#[test]
fn nothing_is_bought_twice_while_one_is_in_doubt() {
    for status in [
        PurchaseStatus::Sending,
        PurchaseStatus::Checking { attempts: 0, trouble: None, learned: Default::default() },
    ] {
        let mut board = with(status);
        board.press(Modifiers::COMMAND, Key::Enter);
        board.click("Buy label");
        assert_eq!(board.count(|intent| matches!(intent, Intent::Buy)), 0);
    }
}

#[test]
fn offline_the_footer_says_why_nothing_is_bought() {
    let why = "You can’t buy until you’re back online; your draft is kept";
    let buy = |board: &AnsweringScene| board.stage.find("Buy label").unwrap();
    let mut board = AnsweringScene::new();
    board.ready_to_buy();
    board.settle();
    assert!(!buy(&board).disabled && !board.stage.shows(why));
    board.state.connectivity =
        Connectivity::Offline { since: board.now, trouble: Trouble::default() };
    board.settle();
    board.shot("purchase-offline");
    assert!(buy(&board).disabled && board.stage.shows(why));
    board.state.connectivity = Connectivity::Online { last_answer: board.now };
    board.settle();
    board.click("Buy label");
    assert_eq!(board.count(|intent| matches!(intent, Intent::Buy)), 1);
}

#[test]
fn production_names_the_amount_before_it_buys() {
    let mut board = AnsweringScene::new();
    board.ready_to_buy();
    if let Connection::Connected(session) = &mut board.state.connection {
        session.environment = Environment::Production;
    }
    let bought = |board: &AnsweringScene| board.count(|intent| matches!(intent, Intent::Buy));
    board.press(Modifiers::COMMAND, Key::Enter);
    assert!(board.stage.shows("Buy this label for $7.90?"));
    board.shot("purchase-confirm");
    board.click("Cancel");
    assert_eq!(bought(&board), 0);
    board.click("Buy label");
    board.click("Buy for $7.90");
    assert_eq!(bought(&board), 1);
    assert!(!board.stage.shows("Buy this label for"));
}

#[test]
fn after_buying_the_label_stands_there_with_its_next_steps() {
    let mut board = AnsweringScene::new();
    board.ready_to_buy();
    let row = shipment_row(0, "PreTransit");
    let id = row.id.clone();
    board.state.shipments.rows = vec![row];
    board.state.shipments.total = 1;
    board.state.ship.just_bought = Some(id.clone());
    board.settle();
    let shown = |intent: &Intent| matches!(intent, Intent::Labels(LabelIntent::Show(asked)) if *asked == id);
    assert_eq!(board.count(shown), 1, "asked for once");
    let page = Page {
        width_px: 400,
        height_px: 600,
        dpi: 100.0,
        width_in: 4.0,
        height_in: 6.0,
        luma: (0..400 * 600).map(|at| if at % 400 / 5 % 3 == 0 { 0 } else { 255 }).collect(),
    };
    let label = LabelView {
        pages: Remote::ready(vec![page], board.now),
        check: Some(SelfCheck {
            verdict: Verdict::Matches,
            sentence: "Barcode verified".into(),
            detail: "The barcode reads 9400111899223100000000".into(),
        }),
        ..LabelView::default()
    };
    board.state.labels.views.insert(id.clone(), label);
    board.settle();
    board.shot("bought");
    for words in ["Label bought", "$7.90", "Barcode verified"] {
        assert!(board.stage.shows(words), "{words}");
    }
    let chosen = |board: &AnsweringScene| {
        ["Actual size", "Fit"].map(|name| board.stage.find(name).unwrap().on)
    };
    assert_eq!(chosen(&board), [false, true], "the whole label at first");
    assert!(!board.stage.shows("100%"));
    board.click("Actual size");
    assert_eq!(chosen(&board), [true, false]);
    assert!(board.stage.shows("100%"));
    board.click("Zoom in");
    assert_eq!(chosen(&board), [false, false], "neither");
    board.click("Fit");
    assert_eq!(chosen(&board), [false, true]);
    let verdict = board.stage.find("Barcode verified").unwrap();
    let read = verdict.description.unwrap_or_default();
    assert!(read.contains("9400111899223100000000"), "{read}");
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.click("Copy tracking number");
    let copied = board.stage.copied();
    assert_eq!(copied.as_deref(), Some("9400111899223100000000"));
    let dialogs = Dialogs::of(&mut board.window.local.files);
    board.click("Save label…");
    board.state.settings.theme = Theme::Dark;
    board.settle();
    board.shot("bought-dark");
    // The label file is not loaded yet, so its name is unknown.
    dialogs.choose("/tmp/labels");
    board.settle();
    let saved = |intent: &Intent| matches!(intent, Intent::Labels(LabelIntent::Save { to: SaveTo::Folder(folder), .. }) if folder.ends_with("labels"));
    assert_eq!(board.count(saved), 1);
    board.click("Track");
    assert_eq!(board.window.panel, Panel::Tracking);
    board.go_to(Panel::Ship);
    board.click("New shipment");
    assert!(board.stage.find("Weight").is_ok(), "the wizard is back");
}

/// A label whose pages are stripes, so that a shifted or blurred page is visible.
fn striped(dpi: f32) -> Page {
    let (width, height) = ((4.0 * dpi) as u32, (6.0 * dpi) as u32);
    let stripe = (dpi / 20.0) as u32;
    Page {
        width_px: width,
        height_px: height,
        dpi,
        width_in: 4.0,
        height_in: 6.0,
        luma: (0..width * height)
            .map(|at| if (at % width / stripe).is_multiple_of(3) { 0 } else { 255 })
            .collect(),
    }
}

#[test]
fn a_label_is_drawn_again_for_the_zoom_it_is_looked_at() {
    let mut board = AnsweringScene::new();
    let row = shipment_row(0, "PreTransit");
    let id = row.id.clone();
    board.state.shipments.rows = vec![row];
    board.state.ship.just_bought = Some(id.clone());
    let page = Page { width_in: 4.001889, ..striped(200.0) };
    let label = LabelView {
        pages: Remote::ready(vec![page.clone(), page], board.now),
        warnings: vec!["MaxiCode is shown as a box".into()],
        ..LabelView::default()
    };
    board.state.labels.views.insert(id.clone(), label);
    let asked = |board: &AnsweringScene| -> Vec<f32> {
        let dpi = |intent: &Intent| match intent {
            Intent::Labels(LabelIntent::Render { shipment, dpi }) if *shipment == id => Some(*dpi),
            _ => None,
        };
        board.asked.iter().filter_map(dpi).collect()
    };
    board.wait(30);
    // Finding L11.
    assert!(board.stage.shows("4 × 6 in") && !board.stage.shows("4.0018"));
    assert!(board.stage.shows("This picture differs: MaxiCode is shown as a box"));
    assert_eq!(asked(&board).len(), 1, "once the view rests, to fit");
    board.click("Actual size");
    board.wait(30);
    assert_eq!(asked(&board).last(), Some(&96.0), "at true size");
    board.state.labels.views.get_mut(&id).unwrap().zoomed = Remote::ready(Vec::new(), board.now);
    for _ in 0..3 {
        board.click("Zoom in");
    }
    board.wait(30);
    assert_eq!(asked(&board).last(), Some(&288.0));
    assert!(board.stage.shows("300%"));
    let so_far = asked(&board).len();
    board.wait(30);
    assert_eq!(asked(&board).len(), so_far, "asked once");
    // While the new pages are drawn, the old ones stay; then the new ones replace them.
    board.state.labels.views.get_mut(&id).unwrap().zoomed.start_loading();
    board.settle();
    assert!(board.stage.shows("Page 1 of 2"));
    board.shot("zoom-before");
    let sharp = vec![striped(288.0), striped(288.0)];
    board.state.labels.views.get_mut(&id).unwrap().zoomed = Remote::ready(sharp, board.now);
    board.settle();
    board.shot("zoom-after");
    board.click("Next page");
    assert!(board.stage.shows("Page 2 of 2"));
    board.click("Ruler unit");
    assert!(board.stage.shows("101.6 × 152.4 mm, 200 dpi"));
    board.shot("zoom-millimetres");
    board.click("Fit");
    board.wait(30);
    assert_eq!(asked(&board).len(), so_far + 1);
    // The file was loaded again: the pages drawn from the old file are gone and are requested
    // again.
    board.state.labels.views.get_mut(&id).unwrap().zoomed = Remote::NotAsked;
    board.wait(30);
    assert_eq!(asked(&board).len(), so_far + 2);
    assert_eq!(board.bad_names(), Vec::<String>::new());
}

#[test]
fn a_charge_that_differs_from_the_quote_is_said() {
    let mut board = AnsweringScene::new();
    let row = shipment_row(0, "PreTransit");
    board.state.ship.just_bought = Some(row.id.clone());
    board.state.purchases.list = vec![Purchase {
        transaction: TransactionId::new("t-1"),
        kind: PurchaseKind::Label,
        order: None,
        sequence: 1,
        title: String::new(),
        expected: Some(dollars(790)),
        status: PurchaseStatus::Bought {
            shipment: row.id.clone(),
            charged: Some(dollars(815)),
            differs: true,
        },
        started: board.now,
        scope: super::practice(),
        given_up: false,
    }];
    board.settle();
    assert!(board.stage.shows("Quoted at $7.90, charged $8.15"));
}

/// W7: a label for an address that the service refuses is not bought without a question.
#[test]
fn a_refused_address_is_asked_about_before_it_is_bought() {
    let mut board = AnsweringScene::new();
    board.ready_to_buy();
    let remark = "AUTSIN is not a city";
    let check = postroom::parcel::address_check::AddressCheck {
        typed: board.state.ship.draft.to.clone(),
        suggested: postroom::api::address::Address::default(),
        remarks: vec![remark.to_owned()],
        differs: false,
    };
    board.state.ship.checks.to = Remote::ready(check, board.now);
    board.settle();
    board.press(Modifiers::COMMAND, Key::Enter);
    board.settle();
    assert_eq!(board.count(|it| matches!(it, Intent::Buy)), 0);
    let names: Vec<String> =
        board.stage.elements().map(|it| it.name).filter(|it| it.contains(remark)).collect();
    assert!(names.iter().any(|it| it != remark), "the question says why: {names:?}");
}
