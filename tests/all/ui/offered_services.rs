//! Services for certain goods only, and services that the shop hides: in Ship, Rates and Carriers.

use egui::Rect;
use egui::accesskit::Role;
use postroom::api::rate::Rate;
use postroom::api::value::Service;
use postroom::base::id::RateId;
use postroom::parcel::hidden_services::HiddenServices;
use postroom::parcel::hidden_services::set_offered;
use postroom::parcel::rate_ranking;

use super::board::rates;
use super::theme;
use crate::prelude::*;

/// The usual rates, and one of Media Mail that costs less and arrives sooner than all others.
fn with_media() -> Vec<Rate> {
    let mut rates = rates();
    let media = Rate {
        id: Some(RateId::new("r-media")),
        final_service: Some(Service::MediaMail),
        total_fee: Some(Amount::from_cents(460)),
        delivery_days: Some(1.0),
        ..rates[0].clone()
    };
    rates.push(media);
    rates
}

/// A draft without a chosen rate; `hidden` are services of the post.
fn quoted(size: (usize, usize), hidden: &[Service]) -> AnsweringScene {
    let mut board = AnsweringScene::sized(size.0, size.1);
    board.ready_to_buy();
    board.state.settings.theme = theme();
    board.state.ship.draft.chosen = None;
    let mut services = HiddenServices::new();
    for service in hidden {
        set_offered(&mut services, "POST-eVS", service, false);
    }
    let quote = rate_ranking::quote(board.state.ship.draft.order.clone(), with_media());
    let quote = quote.hiding(&services, |_| false);
    board.state.ship.quote = Remote::ready(quote, board.now);
    board.state.settings.hidden_services = services;
    board.recheck_draft();
    board
}

/// The accessible names of elements of this role that contain a price, from top to bottom.
fn offers(board: &AnsweringScene, role: Role) -> Vec<(String, Rect)> {
    let elements = board.stage.elements();
    let mut rows: Vec<_> = elements
        .filter(|it| it.role == role && it.name.contains('$'))
        .map(|it| (it.name, it.bounds))
        .collect();
    rows.sort_by(|(_, a), (_, b)| a.top().total_cmp(&b.top()));
    rows
}

/// W15
#[test]
fn a_restricted_service_says_what_it_is_for_and_is_never_recommended() {
    let mut board = quoted((1366, 1000), &[]);
    board.go_to(Panel::Ship);
    let rows = offers(&board, Role::RadioButton);
    assert!(rows[0].0.starts_with("Ground Advantage"), "{rows:?}");
    let media = rows.last().unwrap();
    assert!(media.0.starts_with("Media Mail"), "below the others");
    let find = |name: &str| board.stage.find(name).unwrap();
    let heights = |row: &(String, Rect)| row.1.y_range();
    let best = find("Cheapest").bounds.y_range();
    assert!(best.intersects(heights(&rows[0])));
    board.stage.hover_at(media.1.center());
    let told = board.stage.find(&media.0).unwrap().description;
    let words = "Only books, film, and recorded media";
    assert_eq!(told.as_deref(), Some(words));

    board.go_to(Panel::Rates);
    board.shot("rates-restricted");
    let rows = offers(&board, Role::Row);
    assert!(rows[0].0.starts_with("Media Mail"), "in its place by price");
    let pill = board.stage.find("Restricted").unwrap();
    assert!(pill.bounds.y_range().intersects(heights(&rows[0])));
    assert_eq!(pill.description.as_deref(), Some(words));
    for badge in ["Cheapest", "Fastest", "Best value"] {
        let badge = board.stage.find(badge).unwrap().bounds.y_range();
        assert!(!badge.intersects(heights(&rows[0]).shrink(4.0)));
    }
    board.click(&rows[0].0);
    assert!(board.stage.painted().contains(&words), "in the details too");
}

/// W15
#[test]
fn the_command_for_the_cheapest_takes_one_for_all_goods() {
    let mut board = quoted((1366, 768), &[]);
    board.press(Modifiers::COMMAND, Key::K);
    board.burst(vec![egui::Event::Text("cheapest rate".to_owned())]);
    board.press(Modifiers::NONE, Key::Enter);
    let chosen = board.state.ship.draft.chosen.clone().unwrap();
    assert_eq!(chosen.final_service, Some(Service::GroundAdvantage));
}

/// W15
#[test]
fn hidden_services_are_left_out_and_shown_once() {
    let hidden = [Service::MediaMail, Service::PriorityMailExpress];
    let mut board = quoted((1366, 768), &hidden);
    let rows = offers(&board, Role::RadioButton);
    assert!(!rows.iter().any(|(name, _)| name.starts_with("Media Mail")));
    board.go_to(Panel::Rates);
    assert_eq!(offers(&board, Role::Row).len(), 7);
    assert!(board.stage.shows("2 services are hidden"));
    board.click("Why rates are missing");
    assert!(!board.stage.shows("Media Mail, Postal"), "hidden, not missing");
    board.click("Show hidden services");
    board.shot("rates-hidden-shown");
    assert_eq!(offers(&board, Role::Row).len(), 9);
    let media = board.named("Media Mail");
    board.click(&media);
    board.click("Ship with this rate");
    let chosen = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::ChooseRate(rate)) if rate.final_service == Some(Service::MediaMail));
    assert_eq!(board.count(chosen), 1);
    board.go_to(Panel::Rates);
    board.click("Hide these services again");
    assert_eq!(offers(&board, Role::Row).len(), 7);
    assert_eq!(board.bad_names(), Vec::<String>::new());
}

/// W15
#[test]
fn where_every_service_is_hidden_the_panel_says_so() {
    let mut board = quoted((1366, 768), &[]);
    let mut services = HiddenServices::new();
    for rate in with_media() {
        let (carrier, service) = (rate.carrier_code.unwrap(), rate.final_service.unwrap());
        set_offered(&mut services, &carrier, &service, false);
    }
    let quote = board.state.ship.quote.value().unwrap().clone();
    let quote = quote.hiding(&services, |_| false);
    board.state.ship.quote = Remote::ready(quote, board.now);
    board.settle();
    let words = "gave rates only for services that you don’t offer";
    assert!(board.stage.shows(words), "Ship");
    board.go_to(Panel::Rates);
    assert!(board.stage.shows(words));
    board.click("Show hidden services");
    assert_eq!(offers(&board, Role::Row).len(), 9);
}

/// W15
#[test]
fn the_catalog_says_which_services_the_shop_offers() {
    let mut board = quoted((1366, 768), &[]);
    board.go_to(Panel::Carriers);
    board.click("Catalog");
    assert!(board.stage.shows("Only books, film, and recorded media"));
    let media = Service::MediaMail;
    let is_hidden = |board: &AnsweringScene, service: &Service| {
        let hidden = board.state.settings.hidden_services.get("POST-eVS");
        hidden.is_some_and(|hidden| hidden.contains(service.as_str()))
    };
    board.click("Offer Media Mail");
    assert!(is_hidden(&board, &media));
    board.shot("carriers-offered");
    board.click("Show only offered");
    assert!(!board.stage.shows("Media Mail"));
    assert!(board.stage.shows("Ground Advantage"));
    board.click("Show only offered");
    // By keyboard: Space on the selected row.
    let row = board.named("Media Mail, MediaMail, Hidden");
    board.click(&row);
    board.press(Modifiers::NONE, Key::Space);
    assert!(!is_hidden(&board, &media));
    assert_eq!(board.bad_names(), Vec::<String>::new());
}

/// The scale of texts and the size of the window in pixels.
const SMALL_WINDOWS: [(f32, (usize, usize)); 5] = [
    (1.0, (1024, 700)),
    (1.25, (1024, 700)),
    (1.5, (1024, 700)),
    (1.25, (1366, 768)),
    (1.5, (1366, 768)),
];

/// W1
#[test]
fn rates_are_whole_in_small_windows() {
    for (scale, size) in SMALL_WINDOWS {
        let mut board = quoted(size, &[Service::PriorityMailExpress]);
        board.state.settings.scale = scale;
        board.go_to(Panel::Rates);
        board.wait(4);
        board.shot(&format!("rates-{}-{scale}", size.0));
        let right = size.0 as f32;
        let faults = |name: &str| format!("{name} at {size:?} and {scale}");
        for (name, row) in offers(&board, Role::Row) {
            assert!(row.right() <= right, "{}", faults(&name));
            assert!(name.contains("main") || name.contains("Postal"), "{name}");
        }
        let prices = board.stage.painted().into_iter();
        let prices = prices.filter(|words| words.starts_with('$'));
        assert!(prices.count() >= 4, "{}", faults("prices"));
        let first = board.named("Ground Advantage");
        board.click(&first);
        // What is below is scrolled to.
        for name in ["Show hidden services", "Why rates are missing"] {
            board.click(name);
        }
        let chart = |board: &AnsweringScene| {
            let mut elements = board.stage.elements();
            let chart = elements.find(|it| it.name.starts_with("Chart of price"));
            chart.unwrap().bounds
        };
        let bounds = chart(&board);
        assert!(bounds.width() > 200.0, "{}", faults("chart"));
        assert!(bounds.right() <= right, "{}", faults("chart"));
        for view in ["Compare packages", "Past quotes"] {
            board.click(view);
            board.shot(&format!("rates-{}-{scale}-{view}", size.0));
        }
        board.click("All rates");
    }
}

/// W1
#[test]
fn carriers_are_whole_in_small_windows() {
    for (scale, size) in SMALL_WINDOWS {
        let mut board = quoted(size, &[Service::MediaMail]);
        board.state.settings.scale = scale;
        board.go_to(Panel::Carriers);
        board.wait(4);
        let right = size.0 as f32;
        let inside = |board: &AnsweringScene| {
            // A row reaches as far as the longest text of its last cell, which is cut.
            let mut shown = board.stage.elements().filter(|it| it.role != Role::Row);
            let outside = shown.find(|it| it.bounds.right() > right);
            let outside = outside.map(|it| (it.name, it.bounds));
            assert_eq!(outside, None, "{size:?} and {scale}");
        };
        let shot = |board: &mut AnsweringScene, name: &str| {
            board.shot(&format!("carriers-{}-{scale}-{name}", size.0));
        };
        shot(&mut board, "accounts");
        inside(&board);
        let row = board.named("Northline main");
        board.click(&row);
        shot(&mut board, "detail");
        inside(&board);
        board.click("Edit…");
        shot(&mut board, "form");
        inside(&board);
        board.click("Close form");
        for view in ["Catalog", "Special services", "Package types", "Services"] {
            board.click(view);
            shot(&mut board, view);
            inside(&board);
        }
        assert!(board.stage.find("Offer Media Mail").is_ok());
    }
}

/// W1: with the name of the account, two accounts of one carrier are told apart.
#[test]
fn every_row_says_its_account() {
    for size in [(1024, 700), (1366, 768)] {
        let mut board = quoted(size, &[]);
        let of = |account: &'static str| {
            rates().into_iter().take(2).map(move |rate| Rate {
                id: rate.id.map(|id| RateId::new(format!("{account}-{id}"))),
                carrier_account_name: Some(account.to_owned()),
                carrier_account_id: Some(CarrierAccountId::new(account)),
                carrier_code: Some("NORTHLINE".to_owned()),
                ..rate
            })
        };
        // Both names are part of the carrier's.
        let both = of("North").chain(of("line")).collect();
        let quote = rate_ranking::quote(board.state.ship.draft.order.clone(), both);
        board.state.ship.quote = Remote::ready(quote, board.now);
        board.go_to(Panel::Rates);
        for account in ["North", "line"] {
            let rows = offers(&board, Role::Row);
            let mut parts = rows.iter().filter(|(name, _)| {
                let mut parts = name.split(", ");
                parts.any(|part| part == account)
            });
            assert_eq!(parts.by_ref().count(), 2, "{account}: {rows:?}");
        }
    }
}

/// Rates as the second panel of a group: the heading, the views and the filter are one line.
#[test]
fn the_head_of_the_panel_is_one_line() {
    let mut board = quoted((1366, 768), &[]);
    board.go_to(Panel::Rates);
    let line = board.stage.find("Past quotes").unwrap().bounds.center().y;
    for name in ["Filter rates", "Carrier filter", "Refresh rates"] {
        let bounds = board.stage.find(name).unwrap().bounds;
        assert!(bounds.y_range().contains(line), "{name}: {bounds:?}");
    }
}
