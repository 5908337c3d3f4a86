//! Express mode at the desk: a scan buys a shipment that is ready, once, and nothing else.

use postroom::label::print::CommandLine;

use super::harness::is_bought;
use super::printing::{any_loopback_address, printer, set_up};
use crate::label::office_printer;
use crate::prelude::*;

/// The notices that the desk shows after a scan.
fn scan(desk: &mut TestDesk) -> String {
    let said: Vec<u64> = desk.state().notices.iter().map(|it| it.id).collect();
    for id in said {
        desk.apply(Intent::DismissNotice(id));
    }
    desk.apply(Intent::BuyExpress);
    let notices = desk.state().notices.iter();
    notices.map(|it| it.text.to_string()).collect()
}

/// Waits until the search for a similar recent shipment, which comes first, has ended.
fn rest(desk: &mut TestDesk) {
    desk.run_for(Duration::from_millis(300));
}

#[test]
fn a_scan_buys_once_and_only_what_is_ready() {
    let (world, mut desk) = desk_ready_to_buy();
    rest(&mut desk);
    assert!(scan(&mut desk).contains("express mode is off"));
    desk.change_settings(|it| {
        it.express = true;
        it.express_limit = Amount::from_cents(1);
    });
    assert!(scan(&mut desk).contains("over the express mode limit"));
    desk.change_settings(|it| it.express_limit = Amount::from_cents(100_000));
    desk.edit(|draft| draft.packages[0].weight = "1.6".into());
    rest(&mut desk);
    assert!(scan(&mut desk).contains("price isn’t known yet"));
    assert_eq!(desk.state().purchases.list.len(), 0);
    desk.choose();
    rest(&mut desk);
    assert_eq!(scan(&mut desk), "");
    // The scanner reads the code twice.
    assert!(scan(&mut desk).contains("being bought"));
    desk.run_until("bought", |state| state.purchases.list.first().is_some_and(is_bought));
    assert!(scan(&mut desk).contains("Start the next shipment"));
    assert_eq!(world.shipments_at_service(), 1);
    // The same parcel again looks like a duplicate; the user has to confirm it.
    desk.apply(ShipIntent::NewDraft);
    desk.choose();
    desk.run_until("the twin", |state| state.ship.duplicate.is_some());
    assert!(scan(&mut desk).contains("just bought"));
    assert_eq!(world.shipments_at_service(), 1);
}

#[test]
fn the_regret_window_stays_and_a_scan_takes_it_back() {
    let (world, mut desk) = connected_desk();
    desk.change_settings(|it| {
        it.express = true;
        it.express_limit = Amount::from_cents(100_000);
        it.regret_secs = 60;
    });
    desk.apply(Intent::CancelHeld);
    let said = desk.state().notices.iter().any(|it| it.text.contains("no purchase is waiting"));
    assert!(said);
    desk.choose();
    rest(&mut desk);
    assert_eq!(scan(&mut desk), "");
    desk.run_until("held", |state| {
        let held = |status: &PurchaseStatus| matches!(status, PurchaseStatus::Held { .. });
        state.purchases.list.iter().any(|it| held(&it.status))
    });
    desk.apply(Intent::CancelHeld);
    desk.run_until("cancelled", |state| state.purchases.list.is_empty());
    assert_eq!(world.shipments_at_service(), 0);
}

#[test]
fn the_command_sheet_is_saved_and_printed_like_any_form() {
    let (world, mut desk) = connected_desk();
    let line = |code: &str| CommandLine {
        code: code.to_owned(),
        name: "Weigh".to_owned(),
        words: "Take the weight".to_owned(),
    };
    let sheet = DocumentId::CommandSheet([line("*WEIGH*"), line("*NEXT*")].into());
    let folder = world.folder.join("sheets");
    desk.apply(DocumentIntent::Save {
        document: sheet.clone(),
        to: SaveTo::Folder(folder.clone()),
    });
    let file = folder.join("Postroom commands.pdf");
    desk.run_until_told("Saved to");
    let saved = fs::read(&file).unwrap();
    let sink = FakePrinter::on(any_loopback_address());
    set_up(
        &mut desk,
        Printer { destination: printer(sink.address).destination, ..office_printer() },
    );
    desk.apply(DocumentIntent::Print { document: sheet, printer: None });
    desk.run_until("printed", |state| {
        let jobs = state.printing.jobs.iter();
        jobs.filter(|job| job.state == JobState::Sent).count() == 1
    });
    for bytes in [saved, sink.taken().remove(0)] {
        let pages = decode_in_process(&bytes, 300.0, &Limits::default()).unwrap();
        let mut codes: Vec<String> =
            read_barcodes(&pages[0]).into_iter().map(|barcode| barcode.text).collect();
        codes.sort();
        assert_eq!(codes, ["*NEXT*", "*WEIGH*"]);
    }
}
