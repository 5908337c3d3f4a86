//! The rates beside the wizard: which rows are in view, what scrolls, how their age is shown.

use egui::{Event, MouseWheelUnit, Rect, TouchPhase, vec2};
use postroom::api::rate::Rate;
use postroom::base::id::RateId;
use postroom::parcel::rate_ranking;

use super::board::{complete_draft, rates};
use super::theme;
use crate::prelude::*;

/// As many rates as several carriers offer.
fn many() -> Vec<Rate> {
    let thrice = (0..3).flat_map(|turn| rates().into_iter().map(move |rate| (turn, rate)));
    let dearer = |(turn, rate): (i64, Rate)| {
        let fee = rate.total_fee.unwrap();
        Rate {
            id: rate.id.map(|id| RateId::new(format!("{id}-{turn}"))),
            total_fee: fee.checked_add(Amount::from_cents(turn)),
            ..rate
        }
    };
    thrice.map(dearer).collect()
}

/// A new draft with many rates, the cheapest one chosen.
fn quoted((width, height): (usize, usize)) -> AnsweringScene {
    let mut board = AnsweringScene::sized(width, height);
    board.state.settings.theme = theme();
    anew(&mut board);
    board
}

fn anew(board: &mut AnsweringScene) {
    board.state.ship.draft = complete_draft();
    board.state.ship.draft.chosen = many().into_iter().next();
    let quote = rate_ranking::quote(board.state.ship.draft.order.clone(), many());
    board.state.ship.quote = Remote::ready(quote, board.now);
    board.recheck_draft();
}

fn bounds(board: &AnsweringScene, name: &str) -> Rect {
    board.stage.find(name).unwrap().bounds
}

/// Whether the chosen row is between the card's title and the footer.
fn chosen_is_in_sight(board: &AnsweringScene) -> bool {
    let elements = board.stage.elements();
    let chosen: Vec<Rect> = elements
        .filter(|it| it.on && it.role == egui::accesskit::Role::RadioButton)
        .filter(|it| it.name.contains('$'))
        .map(|it| it.bounds)
        .collect();
    assert_eq!(chosen.len(), 1, "{chosen:?}");
    let (top, end) = (bounds(board, "Get rates"), bounds(board, "Buy label"));
    top.bottom() <= chosen[0].top() && chosen[0].bottom() <= end.top()
}

#[test]
fn the_chosen_rate_is_in_sight_whatever_was_scrolled_to_before() {
    let mut board = quoted((1366, 768));
    assert!(chosen_is_in_sight(&board));
    // Chooses the last row of the list, then opens another draft whose rate is the first row.
    let scrolled = |board: &mut AnsweringScene| {
        board.click(&board.named("Next Day Air, Skyway Express, Skyway main, $58.35"));
        assert!(chosen_is_in_sight(board), "where it was clicked");
        let first = board.named("Ground Advantage, Postal, $7.90");
        let top = bounds(board, "Get rates").bottom();
        assert!(bounds(board, &first).top() < top, "it has scrolled");
    };
    scrolled(&mut board);
    anew(&mut board);
    assert!(chosen_is_in_sight(&board), "another draft");
    board.shot("rate-list");

    // The same draft with newly requested prices.
    scrolled(&mut board);
    board.state.ship.draft.chosen = many().into_iter().next();
    let quote = rate_ranking::quote(board.state.ship.draft.order.clone(), many());
    let later = board.now + SignedDuration::from_secs(60);
    board.state.ship.quote = Remote::ready(quote, later);
    board.settle();
    assert!(chosen_is_in_sight(&board), "other prices");

    // A rate that was chosen elsewhere.
    board.state.ship.draft.chosen = many().into_iter().next_back();
    board.wait(60);
    assert!(chosen_is_in_sight(&board), "another rate");
}

#[test]
fn a_long_list_scrolls_within_itself_and_the_page_stands_still() {
    for size in [(1366, 768), (1920, 1080)] {
        for chosen in [true, false] {
            let mut board = quoted(size);
            if !chosen {
                board.state.ship.draft.chosen = None;
                board.recheck_draft();
            }
            board.shot(&format!("rate-list-{}-{chosen}", size.0));
            let before = bounds(&board, "To: complete, to be confirmed");
            board.stage.hover_at(before.center());
            board.burst(vec![Event::MouseWheel {
                unit: MouseWheelUnit::Point,
                delta: vec2(0.0, -200.0),
                modifiers: Modifiers::NONE,
                phase: TouchPhase::Move,
                source: egui::MouseWheelSource::Wheel,
            }]);
            board.wait(30);
            let after = bounds(&board, "To: complete, to be confirmed");
            assert_eq!(before, after, "{size:?}, chosen: {chosen}");
        }
    }
}

#[test]
fn asking_again_moves_nothing_and_says_so_beside_the_age() {
    for size in [(1366, 768), (1920, 1080)] {
        let mut board = quoted(size);
        // The longest age that is shown.
        let quote = rate_ranking::quote(board.state.ship.draft.order.clone(), many());
        let before = board.now - SignedDuration::from_secs(59 * 60);
        board.state.ship.quote = Remote::ready(quote, before);
        board.settle();
        assert!(board.stage.shows("59 min ago"));
        let before = bounds(&board, "Buy label");
        let known = board.state.ship.quote.known().cloned();
        board.state.ship.quote = Remote::Loading { previous: known };
        board.settle();
        assert!(board.stage.shows("Refreshing…"));
        assert_eq!(before, bounds(&board, "Buy label"), "{size:?}");
        board.shot(&format!("rate-list-loading-{}", size.0));
    }
}

#[test]
fn what_the_band_says_of_the_line_is_not_said_again() {
    for panel in [Panel::Ship, Panel::Rates] {
        let mut board = quoted((1366, 768));
        board.go_to(panel);
        let trouble = Trouble {
            attempted: "Couldn’t get rates".into(),
            cause: "the connection broke before the answer came".into(),
            offline: true,
            retry_is_safe: true,
            ..Trouble::default()
        };
        board.state.ship.quote = Remote::Failed {
            trouble: trouble.clone(),
            previous: board.state.ship.quote.known().cloned(),
        };
        board.settle();
        assert!(board.stage.shows("Couldn’t get rates"));
        board.state.connectivity = Connectivity::Offline { since: board.now, trouble };
        board.settle();
        assert!(board.stage.shows("Offline since"));
        assert!(!board.stage.shows("Couldn’t get rates"));
        // Without known rates, the card itself says why it is empty.
        if let Remote::Failed { previous, .. } = &mut board.state.ship.quote {
            *previous = None;
        }
        board.settle();
        let words = match panel {
            Panel::Ship => "You can get rates again when you’re back online",
            _ => "No rates yet",
        };
        assert!(board.stage.shows(words));
        board.shot(&format!("rate-list-offline-{panel:?}"));
    }
}
