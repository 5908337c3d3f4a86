//! The wizard by keyboard and name: what it says, where it jumps, what it asks for.

use egui::{Key, Modifiers};
use postroom::base::id::{CorrelationId, TransactionId};
use postroom::base::money::{Amount, Currency, Money};
use postroom::desk::intent::Intent;
use postroom::desk::remote::Remote;
use postroom::desk::state::*;
use postroom::label::{Page, SelfCheck, Verdict};
use postroom::ui::panels::Panel;

use super::board::*;

fn purchase(board: &Board, status: PurchaseStatus) -> Purchase {
    Purchase {
        transaction: TransactionId::new("t-1"),
        kind: PurchaseKind::Label,
        order: Some(board.state.draft.order.clone()),
        title: "Ground Advantage to Casey Example".to_owned(),
        expected: Some(Money::new(Amount::from_cents(790), Currency::USD)),
        status,
        started: board.now,
    }
}

fn trouble() -> Trouble {
    Trouble {
        attempted: "Buying the label".into(),
        cause: "There is not enough money in the account".into(),
        advice: "Top up and buy again".into(),
        codes: vec!["ACCOUNT.BALANCE.VALIDATION_FAILED".into()],
        status: Some(422),
        correlation: Some(CorrelationId::new("0c3a7d1e")),
        ..Trouble::default()
    }
}

#[test]
fn pictures() {
    let mut board = Board::new();
    board.shot("ship-empty");
    board.press(Modifiers::COMMAND, Key::Enter);
    board.shot("ship-tried");
    board.click("To search");
    board.shot("ship-search");
    board.press(Modifiers::NONE, Key::Escape);
    board.click("To country");
    board.shot("ship-country");
    board.press(Modifiers::NONE, Key::Escape);

    let mut board = Board::new();
    board.state.draft = whole();
    board.look_over();
    board.wait(40);
    let name = board.stage.elements().iter().find(|e| e.name.starts_with("Ground Advantage,")).unwrap().name.clone();
    board.click(&name);
    board.shot("ship-chosen");
    board.click("Special services");
    board.click("More options");
    board.click("Insurance");
    board.click("HAZMAT");
    board.click("Different return address");
    board.shot("ship-options");
    board.state.settings.theme = Theme::Dark;
    board.settle();
    board.shot("ship-options-dark");

    let mut board = Board::new();
    board.state.draft = whole();
    board.state.draft.to = berlin();
    board.state.draft.packages[0].carried_over = true;
    board.look_over();
    board.settle();
    board.click("Add item");
    board.press(Modifiers::COMMAND, Key::Enter);
    board.shot("ship-customs");

    let mut board = Board::new();
    board.state.draft = whole();
    board.state.draft.chosen = Some(rates().remove(0));
    board.state.quote = Remote::ready(postroom::desk::quote::quote(board.state.draft.order.clone(), rates()), board.now);
    board.look_over();
    for (name, status) in [
        ("held", PurchaseStatus::Held { until: board.now + jiff::SignedDuration::from_secs(4) }),
        ("sending", PurchaseStatus::Sending),
        ("checking", PurchaseStatus::Checking { attempts: 2, trouble: None }),
        ("notsent", PurchaseStatus::NotSent { trouble: None }),
        ("rejected", PurchaseStatus::Rejected { trouble: trouble() }),
    ] {
        board.state.purchases = vec![purchase(&board, status)];
        board.settle();
        board.shot(&format!("ship-{name}"));
    }
    board.state.purchases.clear();
    if let Connection::Connected(session) = &mut board.state.connection {
        session.environment = Environment::Production;
    }
    board.press(Modifiers::COMMAND, Key::Enter);
    board.shot("ship-confirm");
    board.press(Modifiers::NONE, Key::Escape);

    let row = shipment_row(0, "PreTransit");
    let id = row.id.clone();
    board.state.shipments.rows = (0..40).map(|i| shipment_row(i, ["PreTransit", "InTransit", "Delivered", "Delayed"][i as usize % 4])).collect();
    board.state.shipments.total = 40;
    board.state.shipments.matching = 40;
    board.state.just_bought = Some(id.clone());
    let page = Page { width_px: 812, height_px: 1218, dpi: 203.0, width_in: 4.0, height_in: 6.0,
        luma: (0..812 * 1218).map(|i| if (i % 812 / 7) % 3 == 0 && (i / 812) > 700 && (i / 812) < 900 { 0 } else { 255 }).collect() };
    board.state.labels.insert(id.clone(), LabelView {
        pages: Remote::ready(vec![page], board.now),
        check: Some(SelfCheck { verdict: Verdict::Matches, sentence: "The barcode reads 9400111899223100000000 and the size is 4 × 6 in".into() }),
        last_action: Some("Saved to /home/sam/labels/label.pdf".into()),
        ..LabelView::default()
    });
    board.settle();
    board.shot("bought");
    board.click("Save label…");
    board.state.settings.theme = Theme::Dark;
    board.settle();
    board.shot("bought-dark");
    board.state.settings.theme = Theme::Light;
    board.go_to(Panel::Rates);
    board.shot("rates");
    board.go_to(Panel::Shipments);
    board.shot("shipments");
    board.state.shipments.selected = Some(id);
    board.settle();
    board.shot("shipments-detail");
    board.state.settings.theme = Theme::Dark;
    board.settle();
    board.shot("shipments-dark");
    board.go_to(Panel::Rates);
    board.shot("rates-dark");
    for (w, h) in [(900, 700), (683, 384)] {
        let mut board = Board::sized(w, h);
        board.state.draft = whole();
        board.look_over();
        board.wait(40);
        board.shot(&format!("ship-{w}"));
    }
}
