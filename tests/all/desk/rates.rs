//! Beside the quote: the service's own reason for a missing rate, and other packages.

use std::time::Duration;

use postroom::api::rate::Rate;
use postroom::api::value::Service;
use postroom::base::money::Amount;
use postroom::desk::kernel::session::Connection;
use postroom::desk::money::purchase::PurchaseStatus;
use postroom::desk::parcel::rate_ranking::missing_rates;
use postroom::desk::ship::compare;
use postroom::desk::ship::compare::PackageChoice;
use postroom::desk::ship::intent::ShipIntent;
use postroom::desk::sign_in::intent::SignInIntent;
use postroom::desk::state::State;
use postroom::desk::{Desk, Timing};

use super::harness::{DeskFixture, TestDesk, describe_state, pace};

fn choice(state: &State, name: &str) -> PackageChoice {
    let accounts = state.carriers.accounts.value().unwrap();
    let choices = compare::choices(&state.ship.draft, state.carriers.catalogs.value(), accounts);
    choices
        .into_iter()
        .find(|choice| choice.name == name)
        .unwrap()
}

fn compare(desk: &mut TestDesk, names: &[&str]) {
    let choices = names.iter().map(|name| choice(desk.state(), name));
    let choices = choices.collect();
    desk.apply(ShipIntent::ComparePackages(choices));
    desk.run_until("the packages compared", |state| {
        !state.ship.comparison.is_loading()
    });
}

#[test]
fn a_missing_rate_is_explained_by_the_service_itself() {
    let world = DeskFixture::new();
    let mut desk = world.open_connected();
    desk.fill();
    desk.quote();
    let state = desk.state();
    let missing = missing_rates(
        &state.ship.draft,
        &state.ship.quote.value().unwrap().rates,
        state.carriers.catalogs.value().unwrap(),
        state.carriers.accounts.value().unwrap(),
    );
    let abroad = missing
        .iter()
        .find(|missing| missing.service.as_str() == "PriorityMailIntl")
        .unwrap();
    let (account, service) = (abroad.account.clone(), abroad.service.clone());
    desk.apply(ShipIntent::AskWhyNoRate {
        account: account.clone(),
        service: service.clone(),
    });
    desk.run_until("the reason", |state| {
        let reason = state.ship.comparison.reason(&account, &service);
        reason.is_some_and(|reason| !reason.answer.is_loading())
    });
    let reason = desk
        .state()
        .ship
        .comparison
        .reason(&account, &service)
        .unwrap();
    let trouble = reason.answer.trouble().unwrap();
    assert!(
        trouble
            .codes
            .iter()
            .any(|code| code.starts_with("SHIPMENTRATE.")),
        "{trouble:?}"
    );
    assert!(!trouble.cause.is_empty() && trouble.correlation.is_some());
    // The reason applies to this shipment only.
    desk.edit(|draft| draft.packages[0].weight = "2".into());
    assert!(desk.state().ship.comparison.reasons.is_empty());
}

#[test]
fn other_packages_are_priced_and_one_is_carried_into_a_purchase() {
    let world = DeskFixture::new();
    let mut desk = world.open_connected();
    desk.fill();
    desk.quote();
    compare(&mut desk, &["Medium Flat Rate Box 1", "Large box"]);
    let columns = &desk.state().ship.comparison.columns;
    let names: Vec<_> = columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["As entered", "Medium Flat Rate Box 1", "Large box"]);
    let own = desk.state().ship.quote.value().unwrap().rates.clone();
    assert_eq!(columns[0].answer.value(), Some(&own), "not asked twice");
    let boxed = columns[1].answer.value().unwrap();
    let rate = boxed[0].clone();
    assert!(!own.iter().any(|other| other.id == rate.id));

    desk.apply(ShipIntent::ChooseCompared {
        column: 1,
        rate: Box::new(rate.clone()),
    });
    let state = desk.state();
    assert_eq!(
        state.ship.draft.chosen.as_ref(),
        Some(&rate),
        "{}",
        describe_state(state)
    );
    assert_eq!(
        state.ship.draft.packages[0].kind.as_str(),
        "MediumFlatRateBox1"
    );
    assert_eq!(state.ship.draft.packages[0].weight, "1.5");
    assert!(!state.ship.comparison.outdated, "only the packages changed");
    let purchase = desk.buy_and_wait();
    let PurchaseStatus::Bought {
        charged, differs, ..
    } = purchase.status
    else {
        unreachable!()
    };
    assert_eq!((charged, differs), (rate.price(), false));
}

#[test]
fn columns_of_another_weight_are_not_carried_over() {
    let world = DeskFixture::new();
    let mut desk = world.open_connected();
    desk.fill();
    compare(&mut desk, &["Small Flat Rate Box"]);
    let rate = desk.state().ship.comparison.columns[1]
        .answer
        .value()
        .unwrap()[0]
        .clone();
    desk.edit(|draft| draft.packages[0].weight = "3".into());
    assert!(desk.state().ship.comparison.outdated);
    desk.apply(ShipIntent::ChooseCompared {
        column: 1,
        rate: Box::new(rate),
    });
    assert_eq!(desk.state().ship.draft.chosen, None);
    assert_eq!(desk.state().ship.draft.packages[0].kind.as_str(), "Parcel");
}

#[test]
fn a_package_no_carrier_takes_says_why_in_its_column() {
    let world = DeskFixture::new();
    let mut desk = world.open_connected();
    desk.fill();
    desk.quote();
    // Heavier than any service accepts.
    let mut envelope = choice(desk.state(), "Flat Rate Envelope");
    envelope.packages[0].weight = "900".into();
    desk.apply(ShipIntent::ComparePackages(vec![envelope]));
    desk.run_until("the packages compared", |state| {
        !state.ship.comparison.is_loading()
    });
    let column = &desk.state().ship.comparison.columns[1];
    let trouble = column.answer.trouble().unwrap();
    assert!(!trouble.codes.is_empty(), "{trouble:?}");
    assert!(
        desk.state().ship.comparison.columns[0]
            .answer
            .value()
            .is_some()
    );
}

#[test]
fn what_is_chosen_is_always_one_of_the_rates_on_the_screen() {
    let world = DeskFixture::new();
    let mut desk = world.open_connected();
    desk.choose();
    let first = desk.state().ship.draft.chosen.clone().unwrap();
    desk.quote();
    let state = desk.state();
    let chosen = state.ship.draft.chosen.as_ref().unwrap();
    let rates = &state.ship.quote.value().unwrap().rates;
    assert!(rates.contains(chosen), "{chosen:?}");
    assert_eq!(chosen.final_service, first.final_service);
    assert_eq!(state.notices.len(), 0, "{}", describe_state(state));

    // A price that differs from the chosen one, and a service that is no longer offered.
    let chosen = chosen.clone();
    for (service, price, words) in [
        (chosen.final_service.clone(), 1, "now; it was $0.01"),
        (Some(Service::parse("Gone")), 1, "Gone is no longer offered"),
    ] {
        desk.apply(ShipIntent::ChooseRate(Box::new(Rate {
            final_service: service,
            total_fee: Some(Amount::from_cents(price)),
            ..chosen.clone()
        })));
        desk.quote();
        let state = desk.state();
        let told = state
            .notices
            .iter()
            .any(|notice| notice.text.contains(words));
        assert!(told, "{words}: {}", describe_state(state));
    }
    assert_eq!(desk.state().ship.draft.chosen, None);
}

#[test]
fn rates_are_requested_once_after_a_change_of_price_inputs() {
    let world = DeskFixture::new();
    let rates = Duration::from_millis(60);
    let mut desk = TestDesk(Desk::open_paced(world.setup(), Timing { rates, ..pace() }).unwrap());
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("practice", |state| {
        let connected = matches!(state.connection, Connection::Connected(_));
        connected && state.carriers.catalogs.value().is_some()
    });
    let requests = |desk: &TestDesk| {
        let sent = desk.state().activity.iter();
        sent.filter(|sent| sent.call == "POST /ShipmentRate")
            .count()
    };
    desk.run_for(4 * rates);
    assert_eq!(requests(&desk), 0, "an empty draft has no price");
    desk.fill();
    assert_eq!(requests(&desk), 0, "not before the draft has rested");
    desk.run_until("rates", |state| state.ship.quote.value().is_some());
    desk.run_for(4 * rates);
    assert_eq!(requests(&desk), 1, "once is enough");
    desk.edit(|draft| draft.packages[0].weight = "3".into());
    desk.run_until("other rates", |state| {
        let quote = &state.ship.quote;
        !state.ship.quote_outdated && !quote.is_loading()
    });
    assert_eq!(requests(&desk), 2);
    desk.edit(|draft| draft.to.name = "Somebody Else".into());
    desk.run_for(4 * rates);
    assert_eq!(requests(&desk), 2, "a name does not change a price");
}
