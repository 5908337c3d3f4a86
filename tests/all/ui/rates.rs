//! The comparison grid: order, filter, fees, and passing a rate to the wizard.

use postroom::api::rate::Rate;
use postroom::api::value::Service;
use postroom::base::locale;
use postroom::desk::ship::compare::{Column, Reason};
use postroom::parcel::rate_ranking::Quote;
use postroom::ui::stage::Element;
use postroom::ui::tokens::text;

use super::board::rates;
use super::settings_language::is_own_process;
use super::theme;
use crate::prelude::*;

fn compared() -> AnsweringScene {
    let mut board = AnsweringScene::new();
    board.ready_to_buy();
    board.go_to(Panel::Rates);
    board
}

/// The services of the rows, from top to bottom.
fn services(board: &AnsweringScene) -> Vec<String> {
    let mut rows: Vec<_> = board
        .stage
        .elements()
        .filter(|element| element.role == egui::accesskit::Role::Row)
        .collect();
    rows.sort_by(|a, b| a.bounds.top().total_cmp(&b.bounds.top()));
    rows.iter().map(|row| row.name.split(", ").next().unwrap_or_default().to_owned()).collect()
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
    let mut elements = board.stage.elements();
    let chart = elements.find(|it| it.name.starts_with("Chart of price and delivery days"));
    let name = &chart.unwrap().name;
    assert!(name.contains("Cheapest: $7.90, 5 days"), "{name}");
    assert_eq!(board.bad_names(), Vec::<String>::new());
}

/// Asserts that this text is shown somewhere in its full width.
#[track_caller]
fn whole_words(board: &AnsweringScene, words: &str) {
    let fonts = |fonts: &mut egui::epaint::text::FontsView<'_>| {
        let ink = egui::Color32::BLACK;
        fonts.layout_no_wrap(words.to_owned(), text::body(), ink).size().x
    };
    let needed = board.stage.ctx.fonts_mut(fonts);
    let all = board.stage.elements();
    let shown =
        all.filter(|element| element.name == words || element.value.as_deref() == Some(words));
    let shown = shown.map(|element| element.bounds.width()).fold(0.0, f32::max);
    assert!(shown >= needed - 0.5, "{words}: {shown} of {needed}");
}

#[test]
fn an_account_has_a_column_where_it_tells_more_than_the_carrier() {
    let mut board = compared();
    assert!(board.stage.find("Sort by account").is_ok());
    let quote = Quote {
        rates: rates()
            .into_iter()
            .map(|rate| Rate {
                carrier_account_name: Some("Postal Service ePostage".to_owned()),
                carrier_code: Some("POST-eVS".to_owned()),
                delivery_date_guaranteed: Some(true),
                ..rate
            })
            .collect(),
        ..board.state.ship.quote.value().unwrap().clone()
    };
    board.state.ship.quote = Remote::ready(quote, board.now);
    board.settle();
    assert!(board.stage.find("Sort by account").is_err());
    whole_words(&board, "Postal Service ePostage");
    whole_words(&board, "Wed, Nov 25, guaranteed");
    assert_eq!(services(&board)[0], "Ground Advantage", "cheapest first");
    board.click("Sort by days");
    assert_eq!(services(&board)[0], "Priority Mail Express");
    board.click("Sort by price");
    board.click("Sort by price");
    assert_eq!(services(&board)[0], "Next Day Air");
    board.shot("rates-one-name");
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
    let chosen = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::ChooseRate(rate)) if rate.final_service == Some(Service::PriorityMail));
    assert_eq!(board.count(chosen), 1);
    assert_eq!(board.window.panel, Panel::Ship);
}

#[test]
fn old_prices_say_so_and_can_be_asked_again() {
    let mut board = compared();
    board.state.ship.quote_outdated = true;
    board.state.settings.theme = Theme::Dark;
    board.settle();
    assert!(board.stage.shows("these prices are out of date"));
    board.shot("rates-outdated-dark");
    board.click("Refresh rates now");
    assert_eq!(board.count(|intent| matches!(intent, Intent::Ship(ShipIntent::GetRates))), 1);
}

#[test]
fn a_service_without_a_rate_is_named_with_the_likely_reason() {
    let mut board = compared();
    board.click("Why rates are missing");
    // W61: what is certain is one line for all such services, and nothing is asked about it.
    assert!(board.stage.shows("International shipments only: "));
    assert!(board.stage.shows("Priority Mail Intl, Postal"));
    assert!(board.stage.find("Ask why: Priority Mail Intl, Postal").is_err());
    board.click("Ask why: Media Mail, Postal");
    let asked = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::AskWhyNoRate { account, service }) if account.as_str() == "POST-eVS" && *service == Service::MediaMail);
    assert_eq!(board.count(asked), 1);
    board.state.ship.comparison.reasons.push(Reason {
        account: CarrierAccountId::new("POST-eVS"),
        service: Service::MediaMail,
        answer: Remote::Failed {
            trouble: Trouble {
                cause: "The service does not go to this country".into(),
                codes: vec!["SHIPMENTRATE.VALIDATION_FAILED".to_owned()],
                correlation: Some(CorrelationId::new("c-17")),
                ..Trouble::default()
            },
            previous: None,
        },
    });
    board.settle();
    assert!(board.stage.shows("does not go to this country"));
    assert!(board.stage.shows("SHIPMENTRATE.VALIDATION_FAILED · correlation ID c-17"));
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.shot("rates-missing");
}

/// The results for three packages: rates, a refusal by every carrier, and one still loading.
fn side_by_side(board: &mut AnsweringScene) {
    let column = |name: &str, answer| Column {
        name: name.into(),
        packages: board.state.ship.draft.packages.clone(),
        answer,
    };
    let some = |from: usize, cents: i64| {
        let mut rates = rates().split_off(from);
        for rate in &mut rates {
            rate.total_fee =
                rate.total_fee.and_then(|fee| fee.checked_add(Amount::from_cents(cents)));
        }
        Remote::ready(rates, board.now)
    };
    let refused = Remote::Failed {
        trouble: Trouble {
            cause: "No carrier takes it".into(),
            codes: vec!["PACKAGETYPE.VALIDATION_FAILED".to_owned()],
            ..Trouble::default()
        },
        previous: None,
    };
    board.state.ship.comparison.columns = vec![
        column("As it is", some(0, 0)),
        column("Small Flat Rate Box", some(1, -600)),
        column("Flat Rate Envelope", refused),
        column("Mailer", Remote::Loading { previous: None }),
    ];
    board.settle();
}

#[test]
fn packages_side_by_side_lead_back_to_ship_with_package_and_rate() {
    let mut board = compared();
    board.state.settings.theme = theme();
    board.click("Compare packages");
    assert!(board.stage.shows("Ship dates can’t be compared"));
    board.click("Small Flat Rate Box");
    board.click("Mailer");
    board.click("Compare prices");
    let asked = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::ComparePackages(choices)) if choices.len() == 2 && choices.iter().all(|choice| choice.packages[0].weight == "1.5"));
    assert_eq!(board.count(asked), 1);
    side_by_side(&mut board);
    assert_eq!(board.bad_names(), Vec::<String>::new());
    assert!(board.stage.shows("PACKAGETYPE.VALIDATION_FAILED"));
    board.shot("rates-packages");
    assert!(board.stage.shows("Days are days until delivery"));
    let cheapest = board.stage.find("Cheapest").unwrap().bounds.y_range();
    let beside = |it: Element| it.name == "4 days" && it.bounds.y_range().intersects(cheapest);
    let has_days = board.stage.elements().any(beside);
    assert!(has_days, "the cheapest has its days too");
    // Priority Mail costs $11.40 in the draft's package and $5.40 in the small box.
    board.click("Priority Mail, Small Flat Rate Box: $5.40, 2 days to delivery");
    let chosen = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::ChooseCompared { column: 1, rate }) if rate.final_service == Some(Service::PriorityMail));
    assert_eq!(board.count(chosen), 1);
    assert_eq!(board.window.panel, Panel::Ship);
}

#[test]
fn prices_of_another_shipment_cannot_be_taken() {
    let mut board = compared();
    board.click("Compare packages");
    side_by_side(&mut board);
    board.state.ship.comparison.outdated = true;
    board.settle();
    assert!(board.stage.shows("these prices are out of date"));
    let price =
        board.stage.find("Priority Mail, Small Flat Rate Box: $5.40, 2 days to delivery").unwrap();
    assert!(price.disabled);
}

#[test]
fn without_rates_the_way_back_is_shown() {
    let mut board = AnsweringScene::new();
    board.go_to(Panel::Rates);
    board.shot("rates-empty");
    board.click("Go to Ship");
    assert_eq!(board.window.panel, Panel::Ship);
}

#[test]
fn the_packages_stay_ticked_in_another_language() {
    if is_own_process("rates::the_packages_stay_ticked_in_another_language") {
        stay_ticked();
    }
}

fn stay_ticked() {
    let mut board = compared();
    board.click("Compare packages");
    board.click("Small Flat Rate Box");
    board.click("Mailer");
    locale::choose("es-ES");
    board.settle();
    let ticked = board.stage.find("Caja pequeña Flat Rate").unwrap().on;
    assert!(ticked, "its name is another one only");
    board.click("Comparar precios");
    let asked = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::ComparePackages(choices)) if choices.len() == 2);
    assert_eq!(board.count(asked), 1);
}
