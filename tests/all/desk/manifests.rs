//! Manifests against the practice service: created, reported as generated, the form fetched and
//! stored; lost responses; the closing scan.

use postroom::desk::kernel::notices::NoticeStep;
use postroom::desk::manifests::FormState;
use postroom::desk::manifests::groups::Group;

use super::printing::{any_loopback_address, newest, printer, set_up};
use crate::prelude::*;

/// Buys `count` labels from a carrier, then waits until the desk lists them for a manifest.
fn bought(world: &DeskFixture, carrier: &str, count: usize) -> TestDesk {
    let mut desk = world.open_connected();
    buy(&mut desk, carrier, count);
    desk
}

fn buy(desk: &mut TestDesk, carrier: &str, count: usize) {
    for nth in 0..count {
        desk.buy_of(carrier, &format!("Recipient {nth}"));
    }
    desk.run_until("to hand over", |state| {
        groups(state).iter().map(|group| group.parcels.len()).sum::<usize>() >= count
    });
}

fn groups(state: &State) -> &[Group] {
    state.manifests.day.value().map_or(&[], |day| &day.groups)
}

fn create(desk: &mut TestDesk) {
    let group = groups(desk.state())[0].clone();
    let shipments = group.parcels.iter().map(|it| it.id.clone()).collect();
    let create = ManifestIntent::Create { group: group.id, shipments };
    desk.apply(Intent::Manifests(create));
}

fn state_of(state: &State) -> Vec<FormState> {
    let known = state.manifests.known.iter();
    known.map(|manifest| FormState::of_manifest(manifest)).collect()
}

fn manifests_at_service(world: &DeskFixture) -> i64 {
    let file = world.folder.join("practice").join("practice.db");
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let database = rusqlite::Connection::open_with_flags(file, flags).unwrap();
    database.query_row("SELECT count(*) FROM manifests", [], |row| row.get(0)).unwrap()
}

/// Shipments on a manifest are no longer refunded (section 7.3); the desk says so without sending a
/// request.
fn no_longer_refunded(desk: &mut TestDesk) {
    desk.run_until("nothing to refund", |state| {
        let open = state.refunds.refundable_rows.value();
        open.is_some_and(Vec::is_empty) && !state.refunds.refundable_rows.is_loading()
    });
    let id = desk.state().shipments.rows[0].id.clone();
    desk.apply(Intent::RequestRefunds(vec![id]));
    let said = |notice: &Notice| notice.text.contains("on a manifest");
    assert!(desk.state().notices.iter().any(said));
    assert!(desk.state().refunds.work.is_none());
}

#[test]
fn a_manifest_is_made_generated_after_a_restart_and_its_form_kept() {
    let world = DeskFixture::new();
    let mut desk = bought(&world, "POST-eVS", 2);
    assert_eq!(groups(desk.state()).len(), 1, "one account, origin and date");
    create(&mut desk);
    desk.run_until("asked for", |state| {
        state_of(state) == [FormState::Queued]
            && groups(state).is_empty()
            && state.manifests.day.value().unwrap().manifested == 2
    });
    assert!(desk.state().manifests.orders.is_empty());
    let told = |desk: &TestDesk, words: &str| {
        let notices = &desk.state().notices;
        let said = notices.iter().any(|it| it.text == words);
        assert!(said, "{words}: {notices:?}");
    };
    told(&desk, "Manifest of 2 shipments requested. The form comes automatically.");
    // W55: the notice leads to the form.
    let made = desk.state().manifests.known[0].id.clone().map(NoticeStep::Manifest);
    assert!(made.is_some() && desk.state().notices.iter().any(|notice| notice.step == made));
    no_longer_refunded(&mut desk);
    world.runtime.block_on(desk.0.close());

    let mut desk = world.open();
    assert_eq!(state_of(desk.state()), [FormState::Queued], "from the cache");
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("the clock", |state| state.practice_clock.is_some());
    desk.apply(PracticeIntent::JumpDays(1));
    desk.run_until("generated", |state| state_of(state) == [FormState::Generated]);
    let manifest = desk.state().manifests.known[0].clone();
    assert!(manifest.form_number.is_some() && manifest.shipment_ids.len() == 2);

    let form = DocumentId::ScanForm(manifest.id.clone().unwrap());
    desk.apply(DocumentIntent::Show(form.clone()));
    let drawn = |state: &State| {
        let view = state.labels.documents.get(&form);
        view.is_some_and(|view| view.pages.value().is_some_and(|pages| !pages.is_empty()))
    };
    desk.run_until("the form", drawn);
    let view = &desk.state().labels.documents[&form];
    assert!(view.files.value().unwrap()[0].starts_with(b"%PDF-"));
    let page = &view.pages.value().unwrap()[0];
    assert_eq!((page.width_in, page.height_in), (8.5, 11.0));
    let folder = world.folder.join("forms");
    let (document, into) = (form.clone(), folder.clone());
    desk.apply(DocumentIntent::Save { document, to: SaveTo::Folder(into) });
    desk.run_until("saved", |state| state.labels.documents[&form].last_action.is_some());
    let saved = fs::read_dir(&folder).unwrap().next().unwrap().unwrap();
    assert!(fs::read(saved.path()).unwrap().starts_with(b"%PDF-"));
    printed(&mut desk, &form, manifest.form_number.as_deref().unwrap());
    world.runtime.block_on(desk.0.close());

    // Started again without a network: the manifest and its form are on this computer.
    world.stop_service();
    let mut desk = world.open();
    assert_eq!(state_of(desk.state()), [FormState::Generated]);
    desk.apply(DocumentIntent::Show(form.clone()));
    desk.run_until("the form from the cache", drawn);
}

/// A label printer cannot print the form and says so; a letter-size printer gets every dot.
fn printed(desk: &mut TestDesk, form: &DocumentId, number: &str) {
    let print =
        || Intent::Documents(DocumentIntent::Print { document: form.clone(), printer: None });
    let sink = FakePrinter::on(any_loopback_address());
    set_up(desk, printer(sink.address));
    desk.apply(print());
    desk.run_until_told("No printer has 8.5 × 11 in paper");
    assert!(desk.state().printing.jobs.is_empty());
    set_up(desk, Printer { name: "Letter".into(), media_in: (8.5, 11.0), ..printer(sink.address) });
    desk.apply(print());
    desk.run_until("sent", |state| newest(state) == Some(JobState::Sent));
    let job = desk.state().printing.jobs[0].clone();
    assert_eq!(
        (job.title.to_string(), job.printer.name.as_str()),
        (format!("SCAN form {number}"), "Letter")
    );
    desk.run_until("taken", |_| sink.taken().len() == 1);
    let pages = decode_in_process(&sink.taken()[0], 203.0, &Limits::default()).unwrap();
    let check = self_check(&pages, number, Some((8.5, 11.0)));
    assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
}

#[test]
fn a_lost_answer_is_looked_up_and_one_manifest_is_made() {
    for kind in ["cut_after_commit", "garbage_after_commit", "unavailable_after_commit"] {
        let world = DeskFixture::new();
        let mut desk = bought(&world, "POST-eVS", 1);
        world.fault("POST /Manifest", kind, 0);
        create(&mut desk);
        // A second click meanwhile sends no further request.
        create_again_is_refused(&mut desk);
        desk.run_until("found in the list", |state| {
            state_of(state) == [FormState::Queued]
                && state.manifests.orders.is_empty()
                && groups(state).is_empty()
        });
        assert_eq!(manifests_at_service(&world), 1, "{kind}");
        let told = |state: &State, words: &str| {
            let mut notices = state.notices.iter();
            notices.any(|it| it.text == format!("Manifest of 1 shipment{words}"))
        };
        assert!(told(desk.state(), " requested. The form comes automatically."), "{kind}");
        desk.apply(PracticeIntent::JumpDays(1));
        desk.run_until("the form", |state| told(state, ": the form is ready"));
    }
}

fn create_again_is_refused(desk: &mut TestDesk) {
    let orders = desk.state().manifests.orders.len();
    assert_eq!(orders, 1);
    if !groups(desk.state()).is_empty() {
        create(desk);
    }
    assert_eq!(desk.state().manifests.orders.len(), orders);
}

#[test]
fn one_that_never_arrived_waits_for_a_person_and_is_looked_for_before_it_is_sent_again() {
    let world = DeskFixture::new();
    let mut desk = bought(&world, "POST-eVS", 1);
    world.fault("POST /Manifest", "cut_before_commit", 0);
    create(&mut desk);
    let absent = |state: &State| {
        let mut orders = state.manifests.orders.iter();
        orders.any(|order| order.status == ManifestOrderStatus::Absent)
    };
    desk.run_until("not there", absent);
    desk.run_until("held back", |state| {
        groups(state).is_empty() && state.manifests.day.value().unwrap().left_out.len() == 1
    });
    assert_eq!(manifests_at_service(&world), 0, "nothing is sent by itself");
    world.runtime.block_on(desk.0.close());

    // An unknown outcome is still unknown after a restart.
    let mut desk = world.open_connected();
    assert_eq!(desk.state().manifests.orders.len(), 1);
    desk.run_until("still not there", absent);
    let number = desk.state().manifests.orders[0].number.clone();
    let before = list_reads(desk.state());
    desk.apply(ManifestIntent::SendOrderAgain(number));
    desk.run_until("made", |state| {
        state_of(state) == [FormState::Queued] && state.manifests.orders.is_empty()
    });
    assert_eq!(manifests_at_service(&world), 1);
    let calls: Vec<String> = desk.state().activity.iter().map(|it| it.call.clone()).collect();
    let sent = calls.iter().position(|call| call == "POST /Manifest").unwrap();
    let looked = calls[sent..].iter().filter(|call| *call == "GET /Manifest").count();
    assert!(looked > before, "looked once more before sending: {calls:?}");
}

fn list_reads(state: &State) -> usize {
    let calls = state.activity.iter();
    calls.filter(|it| it.call == "GET /Manifest").count()
}

#[test]
fn a_carrier_that_says_so_is_offered_no_manifest() {
    let world = DeskFixture::new();
    let mut desk = bought(&world, "POST-eVS", 1);
    desk.run_until("one to hand over", |state| state.manifests.waiting() == 1);
    desk.buy_of("POST-ePostage", "Recipient 0");
    desk.run_until("left out", without_manifests);
    assert_eq!(desk.state().manifests.waiting(), 1);
}

fn without_manifests(state: &State) -> bool {
    let day = state.manifests.day.value();
    let mut left = day.into_iter().flat_map(|day| &day.left_out);
    left.any(|left| left.reason == "its carrier doesn’t take manifests")
}

#[test]
fn a_refusal_frees_the_shipments_and_is_remembered_over_a_restart() {
    let world = DeskFixture::new();
    let mut desk = bought(&world, "POST-eVS", 1);
    let refusal = json!({
        "call": "POST /Manifest", "kind": "error", "code": "MANIFEST.NOT_SUPPORTED", "count": 1
    });
    world.practice("faults", &refusal);
    create(&mut desk);
    desk.run_until("refused", |state| {
        state.manifests.refused.is_some() && state.manifests.orders.is_empty()
    });
    let trouble = desk.state().manifests.refused.clone().unwrap();
    assert_eq!(trouble.codes, ["MANIFEST.NOT_SUPPORTED"]);
    let left_out = |state: &State| groups(state).is_empty() && without_manifests(state);
    desk.run_until("left out", left_out);
    world.runtime.block_on(desk.0.close());

    let mut desk = world.open_connected();
    desk.run_until("left out", left_out);
}

#[test]
fn the_closing_scan_takes_what_is_there_and_says_plainly_what_is_not() {
    let world = DeskFixture::new();
    let mut desk = bought(&world, "POST-eVS", 2);
    let numbers: Vec<String> = groups(desk.state())[0]
        .parcels
        .iter()
        .map(|parcel| parcel.number.as_ref().unwrap().to_string())
        .collect();
    let scan = |desk: &mut TestDesk, text: &str| {
        desk.apply(ManifestIntent::Scan(text.to_owned()));
        desk.run_until("answered", |state| {
            let said = state.manifests.scans.messages.front();
            said.is_some_and(|said| said.words != "Asking the service about this number")
        });
        let said = desk.state().manifests.scans.messages[0].clone();
        (said.tone, said.words)
    };
    let (tone, words) = scan(&mut desk, &format!("42010118{}", numbers[0]));
    assert!(tone == Tone::Good && words.starts_with("Recipient "), "{words}");
    let (tone, words) = scan(&mut desk, &format!("42010118{}", numbers[0]));
    assert_eq!((tone, words.as_str()), (Tone::Warning, "Already scanned"));
    let (tone, words) = scan(&mut desk, "123456789012");
    assert_eq!((tone, words.as_str()), (Tone::Bad, "No shipment on this account has this number"));
    world.runtime.block_on(desk.0.close());

    let mut desk = world.open_connected();
    // The groups may be loaded before the stored scans.
    desk.run_until("what was scanned before the restart", |state| {
        let first = groups(state).first();
        first.is_some_and(|group| !state.manifests.scans.fully_scanned_parcels(group).is_empty())
    });
    let group = groups(desk.state())[0].clone();
    let ready = desk.state().manifests.scans.fully_scanned_parcels(&group);
    assert_eq!(ready.len(), 1);
    let create = ManifestIntent::Create { group: group.id, shipments: ready.clone() };
    desk.apply(Intent::Manifests(create));
    desk.run_until("made of what is there", |state| {
        let known = &state.manifests.known;
        known.len() == 1
            && known[0].shipment_ids == [ready[0].as_str()]
            && groups(state).first().is_some_and(|group| group.parcels.len() == 1)
    });
    assert!(desk.state().manifests.scans.scanned_numbers.is_empty());
    let (tone, words) = scan(&mut desk, &numbers[0]);
    assert_eq!(
        (tone, words.as_str()),
        (Tone::Warning, "Already on a manifest that is being created")
    );
}

#[test]
fn each_package_of_a_shipment_is_scanned() {
    let (world, mut desk) = connected_desk();
    desk.fill();
    desk.edit(|draft| draft.packages = vec![draft.packages[0].clone(); 2]);
    desk.quote();
    let rates = &desk.state().ship.quote.value().unwrap().rates;
    let of = rates.iter().find(|it| it.carrier_code.as_deref() == Some("POST-eVS"));
    let rate = of.unwrap().clone();
    desk.apply(ShipIntent::ChooseRate(Box::new(rate)));
    desk.buy_and_wait();
    desk.run_until("to hand over", |state| !groups(state).is_empty());
    let group = groups(desk.state())[0].clone();
    let first = group.parcels[0].number.clone().unwrap();
    desk.apply(ManifestIntent::Scan(first.to_string()));
    assert_eq!(desk.state().manifests.scans.scanned_packages(&group.parcels[0]), 1);
    assert!(desk.state().manifests.scans.fully_scanned_parcels(&group).is_empty(), "one of two");
    // The other number is only on the label; the service finds its shipment.
    let other = other_number(&world, first.as_str());
    desk.apply(ManifestIntent::Scan(other));
    desk.run_until("both", |state| {
        state.manifests.scans.fully_scanned_parcels(&group) == [group.parcels[0].id.clone()]
    });
}

/// From the service's own database.
fn other_number(world: &DeskFixture, first: &str) -> String {
    let file = world.folder.join("practice").join("practice.db");
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let database = rusqlite::Connection::open_with_flags(file, flags).unwrap();
    database
        .query_row(
            "SELECT tracking_number FROM parcels WHERE tracking_number <> ?1",
            [first],
            |row| row.get(0),
        )
        .unwrap()
}
