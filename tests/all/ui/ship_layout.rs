//! What of the wizard is in sight, and where it stands.

use egui::{Color32, Rect, Shape};
use postroom::api::rate::Rate;
use postroom::parcel::draft::PreferredService;
use postroom::parcel::rate_ranking;
use postroom::ui::tokens::{DARK, LIGHT};

use super::board::{berlin, rates};
use crate::prelude::*;

fn bounds(board: &AnsweringScene, name: &str) -> Rect {
    board.stage.find(name).unwrap().bounds
}

fn ready((width, height): (usize, usize)) -> AnsweringScene {
    let mut board = AnsweringScene::sized(width, height);
    board.ready_to_buy();
    board
}

/// The window without the bar above and the footer below.
fn is_in_sight(board: &AnsweringScene, name: &str) -> bool {
    let footer = bounds(board, "Buy label").top();
    let place = bounds(board, name);
    place.top() > 48.0 && place.bottom() < footer
}

#[test]
fn recipient_weight_rate_and_buy_are_in_sight_without_scrolling() {
    for size in [(1366, 768), (1024, 700), (1920, 1080)] {
        for theme in [Theme::Light, Theme::Dark] {
            let mut board = ready(size);
            board.state.settings.theme = theme;
            board.settle();
            let rate = board.named("Ground Advantage, ");
            for name in ["Casey Example", "Weight", "Change: From", "Get rates", &rate] {
                assert!(is_in_sight(&board, name), "{size:?}: {name}");
            }
            assert!(board.stage.shows("Balance after: $92.10"));
            board.shot(&format!("ship-ready-{}-{theme:?}", size.0));
            assert_eq!(board.bad_names(), Vec::<String>::new(), "{size:?}");
        }
    }
}

/// The color of the first text that contains these words.
fn ink_of(shape: &Shape, words: &str) -> Option<Color32> {
    match shape {
        Shape::Vec(shapes) => shapes.iter().find_map(|shape| ink_of(shape, words)),
        Shape::Text(text) if text.galley.text().contains(words) => {
            let section = text.galley.job.sections.first();
            section.map(|section| section.format.color)
        }
        _ => None,
    }
}

/// Design: red is for loss, amber for risk.
#[test]
fn a_balance_that_is_short_is_a_risk_and_amber() {
    for (theme, tokens) in [(Theme::Light, &LIGHT), (Theme::Dark, &DARK)] {
        let mut board = ready((1366, 768));
        board.state.settings.theme = theme;
        let summary = BalanceSummary {
            balance: Some(Amount::from_cents(1)),
            currency: Some("USD".to_owned()),
            ..BalanceSummary::default()
        };
        board.state.balance.summary = Remote::ready(summary, board.now);
        board.settle();
        let mut shapes = board.stage.output().shapes.iter();
        let ink = shapes.find_map(|clipped| ink_of(&clipped.shape, "Top up first"));
        assert_eq!(ink, Some(tokens.warning.ink), "{theme:?}");
    }
}

#[test]
fn a_complete_sender_is_one_line_over_the_whole_width() {
    let mut board = ready((1366, 768));
    let line = bounds(&board, "John Q Sample, Sample Goods LLC, New York, NY 10118");
    let change = bounds(&board, "Change: From");
    assert!(line.height() < 30.0 && (line.center().y - change.center().y).abs() < 2.0);
    assert!(line.bottom() < bounds(&board, "Casey Example").top());
    assert!(change.left() > bounds(&board, "Get rates").left() - 200.0);
    assert!(board.stage.shows("Verified"));
    assert!(board.stage.find("Sender name").is_err());

    board.click("Change: From");
    assert_eq!(board.focus().as_deref(), Some("Sender name"));
    board.click("Collapse: From");
    assert!(board.stage.find("Sender name").is_err());
    board.click("More: From");
    board.click("Check: From");
    let checks =
        |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::ValidateAddress { .. }));
    assert_eq!(board.count(checks), 1);
}

#[test]
fn the_rates_stand_still_beside_a_long_declaration() {
    for size in [(1366, 768), (1024, 700)] {
        let mut board = ready(size);
        board.state.ship.draft.to = berlin();
        board.recheck_draft();
        board.click("Add item");
        let before = bounds(&board, "Get rates");
        board.click("Customs signer");
        assert_eq!(before, bounds(&board, "Get rates"), "{size:?}");
        assert!(is_in_sight(&board, "Customs signer"), "{size:?}");
        assert!(is_in_sight(&board, "Get rates"), "{size:?}");
        let signer = bounds(&board, "Customs signer");
        assert!(signer.right() < before.left(), "{size:?}");
        assert!(signer.width() > 480.0, "{size:?}: the whole width of the left part");
        board.shot(&format!("ship-declaration-{}", size.0));
    }
}

#[test]
fn the_actions_on_an_address_are_one_button_and_a_menu() {
    let mut board = ready((1366, 768));
    assert!(board.stage.find("Edit: To").is_ok());
    assert!(board.stage.find("Save: To").is_err(), "in the menu");
    board.click("More: To");
    board.shot("ship-more");
    assert_eq!(board.bad_names(), Vec::<String>::new());
    assert_eq!(board.focus().as_deref(), Some("Check: To"));
    board.press(Modifiers::NONE, Key::Escape);
    assert_eq!(board.focus().as_deref(), Some("More: To"));
    board.click("More: To");
    board.click("Save: To");
    let saves = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::SaveAddress { .. }));
    assert_eq!(board.count(saves), 1);
}

#[test]
fn the_label_is_one_line_that_opens() {
    let mut board = ready((1366, 768));
    let words = |board: &AnsweringScene| {
        let line = board.stage.find("Label settings").unwrap();
        line.description.unwrap_or_default()
    };
    assert_eq!(words(&board), "Label: PDF, 4 × 6 in, portrait");
    assert!(board.stage.find("Label format").is_err());
    board.click("Label settings");
    board.click("Label format");
    board.click("ZPL");
    assert_eq!(words(&board), "Label: ZPL, 4 × 6 in, portrait");
}

/// As many badges as a row can have: usual, cheapest, fastest and best value.
fn crowded((width, height): (usize, usize), scale: f32) -> AnsweringScene {
    let mut board = ready((width, height));
    let mut list: Vec<Rate> = rates();
    list[0].delivery_days = Some(1.0);
    board.state.ship.draft.chosen = Some(list[0].clone());
    board.state.ship.draft.usual = Some(PreferredService::of_rate(&list[0]));
    let quote = rate_ranking::quote(board.state.ship.draft.order.clone(), list);
    board.state.ship.quote = Remote::ready(quote, board.now);
    board.state.settings.scale = scale;
    board.recheck_draft();
    board
}

/// W6: the texts of a row neither overlap nor leave it, at any text size.
#[test]
fn no_badge_covers_or_pushes_a_price() {
    for size in [(1366, 768), (1024, 700)] {
        for scale in [1.0, 1.25, 1.5] {
            let mut board = crowded(size, scale);
            // In one column the rates are below the page.
            let row = board.named("Ground Advantage, ");
            board.click(&row);
            board.shot(&format!("rate-badges-{}-{scale}", size.0));
            let row = bounds(&board, &row);
            let elements = board.stage.elements();
            let prices: Vec<Rect> = elements
                .filter(|it| it.name == "$7.90" || it.value.as_deref() == Some("$7.90"))
                .map(|it| it.bounds)
                .filter(|price| row.contains(price.center()))
                .collect();
            assert_eq!(prices.len(), 1, "{size:?} {scale}");
            assert!(row.contains_rect(prices[0]), "{size:?} {scale}: {prices:?} in {row:?}");
            for badge in ["Cheapest", "Fastest", "Last used"] {
                let badges = board.stage.elements().filter(|it| it.name == badge);
                let over = badges.filter(|it| it.bounds.intersects(prices[0]));
                assert_eq!(over.count(), 0, "{size:?} {scale}: {badge}");
            }
        }
    }
}

/// Two accounts of a carrier with one price are one row, under the first account.
#[test]
fn one_service_at_one_price_is_one_row() {
    let mut board = ready((1366, 768));
    let mut list = rates();
    let mut second = list[0].clone();
    second.id = None;
    second.carrier_account_id = Some(CarrierAccountId::new("OTHER"));
    second.carrier_account_name = Some("Postal branch".to_owned());
    second.carrier_code = Some("POST-ePostage".to_owned());
    list.insert(3, second.clone());
    board.state.ship.draft.chosen = None;
    let quote = rate_ranking::quote(board.state.ship.draft.order.clone(), list);
    board.state.ship.quote = Remote::ready(quote, board.now);
    board.recheck_draft();
    let rows = |board: &AnsweringScene| {
        let all = board.stage.elements();
        let named = all.filter(|it| it.is_control() && it.name.starts_with("Ground Advantage"));
        named.map(|it| it.name).collect::<Vec<_>>()
    };
    assert_eq!(rows(&board).len(), 1);
    assert!(rows(&board)[0].contains("Postal and 1 more, $7.90"), "{:?}", rows(&board));
    board.click(&rows(&board)[0].clone());
    let chosen = board.state.ship.draft.chosen.as_ref();
    let account = chosen.and_then(|rate| rate.carrier_account_id.clone());
    assert_eq!(account, rates()[0].carrier_account_id);
    // Another account's offer that was chosen elsewhere stands for the row.
    board.state.ship.draft.chosen = Some(second);
    board.settle();
    assert_eq!(rows(&board).len(), 1);
    assert!(rows(&board)[0].contains("Postal branch"), "{:?}", rows(&board));
}

/// W17: the carrier charges the insurance of each package.
#[test]
fn insurance_says_what_it_means_for_several_packages() {
    let mut board = ready((1366, 768));
    board.click("Special services");
    board.click("Insurance");
    assert!(board.stage.shows("Each package is insured for this amount"));
    board.type_into("Insurance amount", "100");
    board.click("Add package");
    assert!(
        board
            .stage
            .shows("Each of the 2 packages is insured for $100.00 and charged for it: $200.00")
    );
}
