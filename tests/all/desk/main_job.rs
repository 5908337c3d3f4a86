//! From an empty desk to a label that is bought, drawn and tracked, and everything is still there
//! after a restart.

use super::harness::describe_state;
use crate::prelude::*;

#[test]
fn the_main_job() {
    let (world, mut desk) = connected_desk();
    desk.run_until("sample addresses", |state| state.ship.book.count > 0);
    desk.run_until("first history", |state| {
        state.balance.history.entries.value().is_some()
            && !state.balance.history.entries.is_loading()
    });
    let before = desk.state().balance.summary.value().unwrap().money().unwrap();

    desk.choose();
    let quote = desk.state().ship.quote.value().unwrap();
    let mut carriers: Vec<_> = quote.rates.iter().map(|rate| &rate.carrier_code).collect();
    carriers.sort();
    carriers.dedup();
    assert!(carriers.len() >= 2 && quote.rates.len() >= 4);
    let expected = desk.state().ship.draft.chosen.as_ref().unwrap().price();

    let purchase = desk.buy_and_wait();
    let PurchaseStatus::Bought { shipment, charged, differs } = purchase.status else {
        unreachable!()
    };
    assert_eq!((charged, differs), (expected, false));
    assert_eq!(desk.state().ship.just_bought.as_ref(), Some(&shipment));
    assert!(desk.state().ship.draft.to.name.is_empty(), "a fresh draft begins");
    assert_eq!(desk.state().ship.draft.from.name, "Practice Shop");

    desk.run_until("the label checked", |state| {
        state.labels.views.get(&shipment).is_some_and(|view| view.check.is_some())
    });
    let view = &desk.state().labels.views[&shipment];
    let check = view.check.as_ref().unwrap();
    assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
    assert_eq!(view.pages.value().unwrap().len(), 1);

    desk.run_until("the new balance", |state| {
        !state.balance.summary.is_loading()
            && state.balance.summary.value().and_then(|summary| summary.money())
                == before.checked_sub(expected.unwrap())
    });
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    assert_eq!(world.shipments_at_service(), 1);

    moves_with_the_clock(&mut desk, &shipment);
}

fn moves_with_the_clock(desk: &mut super::harness::TestDesk, shipment: &ShipmentId) {
    assert_eq!(desk.state().tracking.list.len(), 1);
    desk.apply(PracticeIntent::JumpDays(12));
    desk.run_until("the parcel moved", |state| {
        let status = state.tracking.list[0].tracking.value().and_then(|t| t.status.clone());
        status.is_some_and(|status| status.as_str() != "PreTransit")
    });
    let status = desk.state().tracking.list[0].tracking.value().unwrap().status.clone();
    desk.run_until("the row follows", |state| {
        state.shipments.rows[0].status == status.as_ref().unwrap().as_str()
    });
    assert_eq!(&desk.state().shipments.rows[0].id, shipment);
    assert!(desk.state().practice_clock.is_some());
    has_a_way_on_the_map(desk);
}

/// The route goes from origin to destination, and each scan has a known place.
fn has_a_way_on_the_map(desk: &mut super::harness::TestDesk) {
    let number = desk.state().tracking.list[0].number.to_string();
    desk.apply(TrackingIntent::ShowRoute(number));
    desk.run_until("the places of the scans", |state| {
        let route = state.tracking.route.as_ref();
        route.is_some_and(|route| route.stops.is_some())
    });
    assert!(postroom::drawing::map::loaded_map().is_some());
    let state = desk.state();
    let route = state.tracking.route.as_ref().unwrap();
    assert!(route.is_of(&state.tracking.list[0]));
    let stops = route.stops.as_ref().unwrap();
    assert!(stops.len() >= 2, "{stops:?}");
    let times = stops.iter().map(|stop| stop.at.as_ref());
    let times: Vec<_> = times.map(|at| at.map(|at| at.instant())).collect();
    assert!(times.is_sorted(), "{stops:?}");
    assert!(stops.iter().all(|stop| (-180.0..-60.0).contains(&stop.lon)));
}

#[test]
fn a_restart_shows_everything_before_any_answer() {
    let (world, mut desk) = desk_ready_to_buy();
    let shipment = desk.buy_a_shipment();
    desk.run_until("settled", |state| {
        !state.balance.summary.is_loading()
            && state.shipments.rows.len() == 1
            && state.carriers.list.value().is_some()
            && !state.balance.history.entries.is_loading()
    });
    let balance = desk.state().balance.summary.value().unwrap().balance;
    desk.edit(|draft| draft.to.name = "Half typed".into());
    world.runtime.block_on(desk.0.close());
    world.stop_service();

    let mut setup = world.setup();
    // A launcher that never answers: everything shown comes from the files.
    setup.practice = Some(Arc::new(|| Box::pin(std::future::pending())));
    let desk = Desk::open(setup).unwrap();
    let state = desk.state();
    assert!(matches!(state.connection, Connection::Connecting { .. }));
    assert_eq!(state.ship.draft.to.name, "Half typed");
    assert_eq!(state.shipments.rows[0].id, shipment);
    let known = state.balance.summary.known().unwrap();
    assert!(known.cached && known.value.balance == balance);
    assert!(state.carriers.list.value().is_some() && state.carriers.catalogs.value().is_some());
    assert_eq!(state.tracking.list.len(), 1);
    assert!(state.purchases.list.is_empty(), "{}", describe_state(state));

    let mut desk = super::harness::TestDesk(desk);
    desk.apply(LabelIntent::Show(shipment.clone()));
    desk.run_until("the label from the cache", |state| {
        state.labels.views[&shipment].pages.value().is_some()
    });
    let printed = desk.state().labels.views[&shipment].pages.value().unwrap().clone();
    desk.apply(LabelIntent::Render { shipment: shipment.clone(), dpi: 96.0 });
    let view = &desk.state().labels.views[&shipment];
    assert!(view.zoomed.is_loading() && view.pages.value().is_some());
    desk.run_until("the label at the screen's scale", |state| {
        state.labels.views[&shipment].zoomed.value().is_some()
    });
    let view = &desk.state().labels.views[&shipment];
    let drawn = &view.zoomed.value().unwrap()[0];
    assert_eq!((drawn.width_px, drawn.height_px), (384, 576));
    assert_eq!(view.pages.value().unwrap(), &printed, "the printer's stay");
    desk.apply(ShipmentIntent::Search { text: "jane sam".into(), filter: ShipmentFilter::All });
    desk.run_until("found by words", |state| state.shipments.matching == 1);
    desk.apply(ShipmentIntent::Search { text: "nobody".into(), filter: ShipmentFilter::All });
    desk.run_until("nothing found", |state| state.shipments.matching == 0);
}

#[test]
fn an_edit_drops_the_rate_unless_it_is_about_the_label() {
    let (_world, mut desk) = desk_ready_to_buy();
    desk.edit(|draft| draft.label.file_type = LabelFileType::Zpl);
    assert!(desk.state().ship.draft.chosen.is_some() && !desk.state().ship.quote_outdated);
    desk.edit(|draft| draft.packages[0].weight = "2.5".into());
    assert!(desk.state().ship.draft.chosen.is_none() && desk.state().ship.quote_outdated);
    desk.apply(Intent::Buy);
    desk.run_for(Duration::from_millis(100));
    assert!(desk.state().purchases.list.is_empty());
    let said = &desk.state().notices.last().unwrap().text;
    assert!(said.starts_with("Not bought"), "{said}");
}

#[test]
fn a_repeat_label_takes_the_same_service_at_the_new_price() {
    let (_world, mut desk) = desk_ready_to_buy();
    let first = desk.state().ship.draft.chosen.clone().unwrap();
    desk.edit(|draft| draft.packages[0].weight = "7".into());
    assert!(desk.state().ship.draft.chosen.is_none());
    desk.quote();
    let again = desk.state().ship.draft.chosen.clone().unwrap();
    assert_eq!(again.final_service, first.final_service);
    assert_eq!(again.carrier_account_id, first.carrier_account_id);
    assert!(again.total_fee > first.total_fee, "seven pounds cost more");

    // The next parcel starts with the same service too; buying still needs the user.
    desk.buy_and_wait();
    let recipient = desk.state().ship.draft.to.clone();
    assert!(recipient.name.is_empty());
    desk.fill();
    desk.quote();
    let next = desk.state().ship.draft.chosen.clone().unwrap();
    assert_eq!(next.final_service, first.final_service);
    assert_eq!(next.total_fee, first.total_fee);
}

#[test]
fn files_are_saved_under_their_names() {
    let (world, mut desk) = desk_ready_to_buy();
    let shipment = desk.buy_a_shipment();
    desk.run_until("label files", |state| {
        state.labels.views.get(&shipment).is_some_and(|view| view.files.value().is_some())
    });
    desk.run_until("a name for the file", |state| state.labels.views[&shipment].names.is_some());
    let proposed = desk.state().labels.views[&shipment].file_name("");
    let folder = world.folder.join("labels");
    desk.apply(LabelIntent::Save {
        shipments: vec![shipment.clone()],
        to: SaveTo::Folder(folder.clone()),
        files: SavedFiles::AsDelivered,
    });
    desk.run_until("saved", |state| state.labels.views[&shipment].last_action.is_some());
    let names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names.len(), 1);
    // A file saved to a folder gets the name that a dialog proposes.
    assert_eq!(Some(&names[0]), proposed.as_ref());
    assert!(names[0].contains("_Jane Sample_") && names[0].ends_with(".pdf"), "{names:?}");
    let bytes = fs::read(folder.join(&names[0])).unwrap();
    assert!(bytes.starts_with(b"%PDF"));

    let file = world.folder.join("shipments.csv");
    desk.apply(ShipmentIntent::Export { file: file.clone() });
    desk.run_until("exported", |state| {
        state.notices.iter().any(|notice| notice.text.starts_with("Exported 1 shipment "))
    });
    let text = fs::read_to_string(file).unwrap();
    assert!(text.lines().count() == 2 && text.contains("Jane Sample"), "{text}");
}
