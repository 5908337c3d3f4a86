//! The comparison grid: order, filter, fees, and carrying a rate into the wizard.

use egui::{Key, Modifiers};
use postroom::api::value::Service;
use postroom::desk::intent::Intent;
use postroom::desk::state::Theme;
use postroom::ui::panels::Panel;

use super::board::Board;

fn compared() -> Board {
    let mut board = Board::new();
    board.ready_to_buy();
    board.go_to(Panel::Rates);
    board
}

/// The services of the rows, from top to bottom.
fn services(board: &Board) -> Vec<String> {
    let mut rows: Vec<_> = board
        .stage
        .elements()
        .iter()
        .filter(|element| element.role == egui::accesskit::Role::Row)
        .collect();
    rows.sort_by(|a, b| a.bounds.top().total_cmp(&b.bounds.top()));
    rows.iter()
        .map(|row| row.name.split(", ").next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn cheapest_first_then_as_asked() {
    let mut board = compared();
    board.shot("rates");
    let by_price = services(&board);
    assert_eq!(by_price.len(), 8);
    assert_eq!(by_price[0], "Ground Advantage");
    assert_eq!(by_price[7], "Next Day Air");
    board.click("Sort by days");
    assert_eq!(services(&board)[0], "Priority Mail Express");
    board.click("Sort by days");
    assert_eq!(services(&board)[0], "Ground Advantage");
    for badge in ["Cheapest", "Fastest", "Best value"] {
        assert!(board.stage.shows(badge), "{badge}");
    }
    assert_eq!(board.bad_names(), Vec::<String>::new());
}

#[test]
fn filters_by_words_and_carrier() {
    let mut board = compared();
    board.type_into("Filter rates", "next day");
    assert_eq!(services(&board), ["Next Day Air Saver", "Next Day Air"]);
    board.type_into("Filter rates", "nothing like it");
    board.click("Show all rates");
    assert_eq!(services(&board).len(), 8);
    board.click("Carrier filter");
    board.click("Northline");
    assert_eq!(services(&board).len(), 3);
}

#[test]
fn a_row_unfolds_its_fees_and_enter_ships_with_it() {
    let mut board = compared();
    board.click(&board.named("Priority Mail, "));
    assert!(board.stage.shows("Fuel Surcharge"));
    assert!(board.stage.shows("10.50"), "the base fee");
    board.press(Modifiers::NONE, Key::Enter);
    let chosen = |intent: &Intent| matches!(intent, Intent::ChooseRate(rate) if rate.final_service == Some(Service::PriorityMail));
    assert_eq!(board.count(chosen), 1);
    assert_eq!(board.window.local.panel, Panel::Ship);
}

#[test]
fn old_prices_say_so_and_can_be_asked_again() {
    let mut board = compared();
    board.state.quote_outdated = true;
    board.state.settings.theme = Theme::Dark;
    board.settle();
    assert!(board.stage.shows("these prices are of before"));
    board.shot("rates-outdated-dark");
    board.click("Refresh rates now");
    assert_eq!(board.count(|intent| matches!(intent, Intent::GetRates)), 1);
}

#[test]
fn a_service_without_a_rate_is_named_with_the_likely_reason() {
    let mut board = compared();
    board.click("Why is one missing");
    assert!(
        board
            .stage
            .shows("Priority Mail Intl, Postal: Only for shipments abroad")
    );
}

#[test]
fn without_rates_the_way_back_is_shown() {
    let mut board = Board::new();
    board.go_to(Panel::Rates);
    board.shot("rates-empty");
    board.click("Go to Ship");
    assert_eq!(board.window.local.panel, Panel::Ship);
}
