//! Beside the quote: the service's own reason for a missing rate, and other packages.

use postroom::api::rate::Rate;
use postroom::api::value::{PackageType, Service};
use postroom::desk::ship::compare;
use postroom::desk::ship::compare::PackageChoice;
use postroom::parcel::hidden_services::set_offered;
use postroom::parcel::last_service::usual_service;
use postroom::parcel::missing_rates::missing_rates;
use postroom::parcel::restricted_services::is_restricted;

use super::harness::describe_state;
use crate::prelude::*;

fn choice(state: &State, name: &str) -> PackageChoice {
    let accounts = state.carriers.accounts.value().unwrap();
    let choices = compare::choices(&state.ship.draft, state.carriers.catalogs.value(), accounts);
    choices.into_iter().find(|choice| choice.name == name).unwrap()
}

fn compare(desk: &mut TestDesk, names: &[&str]) {
    let choices = names.iter().map(|name| choice(desk.state(), name));
    let choices = choices.collect();
    desk.apply(ShipIntent::ComparePackages(choices));
    desk.run_until("the packages compared", |state| !state.ship.comparison.is_loading());
}

#[test]
fn a_missing_rate_is_explained_by_the_service_itself() {
    let (_world, mut desk) = connected_desk();
    desk.fill();
    desk.quote();
    let state = desk.state();
    let missing = missing_rates(
        &state.ship.draft,
        &state.ship.quote.value().unwrap().rates,
        state.carriers.catalogs.value().unwrap(),
        state.carriers.accounts.value().unwrap(),
    );
    let abroad =
        missing.iter().find(|missing| missing.service.as_str() == "PriorityMailIntl").unwrap();
    let (account, service) = (abroad.account.clone(), abroad.service.clone());
    desk.apply(ShipIntent::AskWhyNoRate { account: account.clone(), service: service.clone() });
    desk.run_until("the reason", |state| {
        let reason = state.ship.comparison.reason(&account, &service);
        reason.is_some_and(|reason| !reason.answer.is_loading())
    });
    let reason = desk.state().ship.comparison.reason(&account, &service).unwrap();
    let trouble = reason.answer.trouble().unwrap();
    assert!(trouble.codes.iter().any(|code| code.starts_with("SHIPMENTRATE.")), "{trouble:?}");
    assert!(!trouble.cause.is_empty() && trouble.correlation.is_some());
    // The reason applies to this shipment only.
    desk.edit(|draft| draft.packages[0].weight = "2".into());
    assert!(desk.state().ship.comparison.reasons.is_empty());
}

#[test]
fn other_packages_are_priced_and_one_is_carried_into_a_purchase() {
    let (_world, mut desk) = connected_desk();
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

    desk.apply(ShipIntent::ChooseCompared { column: 1, rate: Box::new(rate.clone()) });
    let state = desk.state();
    assert_eq!(state.ship.draft.chosen.as_ref(), Some(&rate), "{}", describe_state(state));
    assert_eq!(state.ship.draft.packages[0].kind.as_str(), "MediumFlatRateBox1");
    assert_eq!(state.ship.draft.packages[0].weight, "1.5");
    assert!(!state.ship.comparison.outdated, "only the packages changed");
    let purchase = desk.buy_and_wait();
    let PurchaseStatus::Bought { charged, differs, .. } = purchase.status else { unreachable!() };
    assert_eq!((charged, differs), (rate.price(), false));
}

#[test]
fn columns_of_another_weight_are_not_carried_over() {
    let (_world, mut desk) = connected_desk();
    desk.fill();
    compare(&mut desk, &["Small Flat Rate Box"]);
    let rate = desk.state().ship.comparison.columns[1].answer.value().unwrap()[0].clone();
    desk.edit(|draft| draft.packages[0].weight = "3".into());
    assert!(desk.state().ship.comparison.outdated);
    desk.apply(ShipIntent::ChooseCompared { column: 1, rate: Box::new(rate) });
    assert_eq!(desk.state().ship.draft.chosen, None);
    assert_eq!(desk.state().ship.draft.packages[0].kind.as_str(), "Parcel");
}

#[test]
fn a_package_no_carrier_takes_says_why_in_its_column() {
    let (_world, mut desk) = connected_desk();
    desk.fill();
    desk.quote();
    // Heavier than any service accepts.
    let mut envelope = choice(desk.state(), "Flat Rate Envelope");
    envelope.packages[0].weight = "900".into();
    desk.apply(ShipIntent::ComparePackages(vec![envelope]));
    desk.run_until("the packages compared", |state| !state.ship.comparison.is_loading());
    let column = &desk.state().ship.comparison.columns[1];
    let trouble = column.answer.trouble().unwrap();
    assert!(!trouble.codes.is_empty(), "{trouble:?}");
    assert!(desk.state().ship.comparison.columns[0].answer.value().is_some());
}

#[test]
fn what_is_chosen_is_always_one_of_the_rates_on_the_screen() {
    let (_world, mut desk) = desk_ready_to_buy();
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
        let told = state.notices.iter().any(|notice| notice.text.contains(words));
        assert!(told, "{words}: {}", describe_state(state));
    }
    assert_eq!(desk.state().ship.draft.chosen, None);
}

fn service_of(rate: &Rate) -> &str {
    rate.final_service.as_ref().unwrap().as_str()
}

/// Chooses the first rate of this service.
fn take(desk: &mut TestDesk, service: &str) -> Rate {
    let rates = &desk.state().ship.quote.value().unwrap().rates;
    let rate = rates.iter().find(|rate| service_of(rate) == service);
    let rate = rate.unwrap().clone();
    desk.apply(ShipIntent::ChooseRate(Box::new(rate.clone())));
    assert_eq!(desk.state().ship.draft.chosen.as_ref(), Some(&rate));
    rate
}

/// W15
#[test]
fn a_service_for_certain_goods_is_never_chosen_for_another_parcel() {
    let (_world, mut desk) = connected_desk();
    desk.fill();
    desk.quote();
    let quote = desk.state().ship.quote.value().unwrap();
    let cheapest = &quote.rates[quote.cheapest.unwrap()];
    let below = |rate: &&Rate| rate.total_fee < cheapest.total_fee;
    let below: Vec<&Rate> = quote.rates.iter().filter(below).collect();
    assert!(!below.is_empty() && below.into_iter().all(is_restricted));

    take(&mut desk, "MediaMail");
    // The same parcel, weighed again, goes as the user said.
    desk.edit(|draft| draft.packages[0].weight = "2".into());
    desk.quote();
    let again = desk.state().ship.draft.chosen.clone().unwrap();
    assert_eq!(service_of(&again), "MediaMail");

    desk.apply(ShipIntent::NewDraft);
    desk.fill();
    desk.quote();
    assert_eq!(desk.state().ship.draft.chosen, None);
    let usual = usual_service(&desk.state().ship.draft).cloned().unwrap();
    assert!(usual.is(&again), "still the usual one, at the top");

    take(&mut desk, "GroundAdvantage");
    desk.apply(ShipIntent::NewDraft);
    desk.fill();
    desk.quote();
    let chosen = desk.state().ship.draft.chosen.clone().unwrap();
    assert_eq!(service_of(&chosen), "GroundAdvantage");
}

/// W15
#[test]
fn hidden_services_leave_the_quote_and_the_chosen_one_stays() {
    let (_world, mut desk) = connected_desk();
    desk.fill();
    desk.quote();
    let all = desk.state().ship.quote.value().unwrap().rates.len();
    let chosen = take(&mut desk, "GroundAdvantage");
    let hide = |desk: &mut TestDesk, services: &[&str]| {
        let mut settings = desk.state().settings.clone();
        settings.hidden_services.clear();
        for service in services {
            for carrier in ["POST-eVS", "POST-ePostage"] {
                let service = Service::parse(service);
                let hidden = &mut settings.hidden_services;
                set_offered(hidden, carrier, &service, false);
            }
        }
        desk.apply(Intent::ChangeSettings(Box::new(settings)));
    };
    let shows = |desk: &TestDesk, service: &str| {
        let quote = desk.state().ship.quote.value().unwrap();
        quote.rates.iter().any(|rate| service_of(rate) == service)
    };
    hide(&mut desk, &["GroundAdvantage", "PriorityMail"]);
    assert!(!shows(&desk, "PriorityMail") && shows(&desk, "GroundAdvantage"));
    assert_eq!(desk.state().ship.draft.chosen.as_ref(), Some(&chosen));
    desk.edit(|draft| draft.packages[0].weight = "2".into());
    desk.quote();
    let again = desk.state().ship.draft.chosen.clone().unwrap();
    assert_eq!(service_of(&again), "GroundAdvantage");
    let quote = desk.state().ship.quote.value().unwrap();
    let cheapest = quote.cheapest.and_then(|index| quote.rates.get(index));
    assert_ne!(service_of(cheapest.unwrap()), "GroundAdvantage");
    // What is chosen for this parcel is bought.
    let purchase = desk.buy_and_wait();
    assert!(matches!(purchase.status, PurchaseStatus::Bought { .. }));

    desk.apply(ShipIntent::NewDraft);
    desk.fill();
    desk.quote();
    assert_eq!(desk.state().ship.draft.chosen, None);
    assert!(!shows(&desk, "GroundAdvantage"));
    hide(&mut desk, &[]);
    let rates = &desk.state().ship.quote.value().unwrap().rates;
    assert_eq!(rates.len(), all, "all are back");
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
        sent.filter(|sent| sent.call == "POST /ShipmentRate").count()
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

/// A scan into a field changes it and puts it back: the rate that was chosen is chosen again.
#[test]
fn an_edit_that_is_undone_leaves_the_choice() {
    let (_world, mut desk) = desk_ready_to_buy();
    let chosen = desk.state().ship.draft.chosen.clone();
    desk.edit(|draft| draft.packages[0].weight = "1.5*BUY*".into());
    assert_eq!(desk.state().ship.draft.chosen, None);
    desk.edit(|draft| draft.packages[0].weight = "1.5".into());
    assert_eq!(desk.state().ship.draft.chosen, chosen);
    desk.edit(|draft| draft.packages[0].weight = "2.5".into());
    assert_eq!(desk.state().ship.draft.chosen, None, "another weight, another price");
}

/// W10: the service of the last parcel is taken again for a parcel of the same kind only, and each
/// kind remembers its own.
#[test]
fn the_last_service_is_repeated_for_the_same_kind_of_parcel() {
    let (_world, mut desk) = connected_desk();
    let chosen = |desk: &TestDesk| {
        let rate = desk.state().ship.draft.chosen.as_ref();
        rate.and_then(|rate| rate.carrier_code.clone())
    };
    let next = |desk: &mut TestDesk, kind: PackageType| {
        desk.apply(ShipIntent::NewDraft);
        desk.fill();
        desk.edit(|draft| draft.packages[0].kind = kind);
        desk.quote();
    };
    let take = |desk: &mut TestDesk, carrier: &str| {
        let rates = &desk.state().ship.quote.value().unwrap().rates;
        let of = rates.iter().find(|it| it.carrier_code.as_deref() == Some(carrier));
        let rate = of.unwrap().clone();
        desk.apply(ShipIntent::ChooseRate(Box::new(rate)));
    };
    next(&mut desk, PackageType::Parcel);
    take(&mut desk, "ORBIT");
    next(&mut desk, PackageType::SoftPack);
    assert_eq!(chosen(&desk), None, "a parcel of another kind");
    take(&mut desk, "NOVA");
    next(&mut desk, PackageType::Parcel);
    assert_eq!(chosen(&desk).as_deref(), Some("ORBIT"));
    next(&mut desk, PackageType::SoftPack);
    assert_eq!(chosen(&desk).as_deref(), Some("NOVA"));
}
