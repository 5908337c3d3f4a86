//! Finding L1 through the whole desk: a label in a carrier's printer language whose ink ends at dot
//! 1,230 reaches a 4 × 6 in printer byte for byte, and the preview says what will happen.

use super::printing::{any_loopback_address, newest, printer, set_up, shot};
use crate::label::office_printer;
use crate::prelude::*;

/// Closes the desk, changes its cached label files as a service could have delivered them, and
/// opens it again.
pub fn reopen_with_label_files(
    world: &DeskFixture,
    desk: TestDesk,
    shipment: &ShipmentId,
    change: impl Fn(Vec<(u32, Vec<u8>)>) -> Vec<(u32, Vec<u8>)>,
) -> TestDesk {
    world.runtime.block_on(desk.0.close());
    let cache = rusqlite::Connection::open(world.folder.join("desk").join("cache.db")).unwrap();
    let rows = {
        let mut read = cache
            .prepare("SELECT package_number, bytes FROM labels WHERE shipment = ?1 ORDER BY 1")
            .unwrap();
        let rows =
            read.query_map([shipment.as_str()], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    let kept = change(rows);
    for (number, bytes) in &kept {
        cache
            .execute(
                "UPDATE labels SET bytes = ?3 WHERE shipment = ?1 AND package_number = ?2",
                rusqlite::params![shipment.as_str(), number, bytes],
            )
            .unwrap();
    }
    let numbers: Vec<String> = kept.iter().map(|(number, _)| number.to_string()).collect();
    cache
        .execute(
            &format!(
                "DELETE FROM labels WHERE shipment = ?1 AND package_number NOT IN ({})",
                numbers.join(", ")
            ),
            [shipment.as_str()],
        )
        .unwrap();
    drop(cache);
    world.open()
}

/// Buys the draft's label and waits until the label is in the cache.
pub fn bought(desk: &mut TestDesk) -> ShipmentId {
    let PurchaseStatus::Bought { shipment, .. } = desk.buy_and_wait().status else {
        unreachable!()
    };
    desk.run_until("the label", |state| {
        let view = state.labels.views.get(&shipment);
        view.is_some_and(|view| view.check.is_some())
    });
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    shipment
}

/// Like the carriers' sample labels: no size commands, and a line at the very end.
fn running_over(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let bare = text.replace("^PW812", "").replace("^LL1218", "");
    assert!(bare.len() < text.len(), "the practice label says its size");
    let (rest, end) = bare.rsplit_once("^XZ").unwrap();
    format!("{rest}^FO40,1222^GB732,8,8^FS^XZ{end}").into_bytes()
}

#[test]
fn ink_at_dot_1230_is_printed_byte_for_byte_and_the_preview_says_so() {
    let (world, mut desk) = connected_desk();
    let sink = with_printer(&mut desk);
    desk.choose();
    desk.edit(|draft| draft.label.file_type = LabelFileType::Zpl);
    let shipment = bought(&mut desk);
    let delivered = Mutex::new(Vec::new());
    let mut desk = reopen_with_label_files(&world, desk, &shipment, |files| {
        let over = running_over(&files[0].1);
        delivered.lock().unwrap().clone_from(&over);
        vec![(1, over)]
    });
    let delivered = delivered.into_inner().unwrap();
    desk.apply(LabelIntent::Show(shipment.clone()));
    desk.run_until("the preview", |state| {
        let view = state.labels.views.get(&shipment);
        view.is_some_and(|view| view.check.is_some() && view.pages.value().is_some())
    });
    let view = &desk.state().labels.views[&shipment];
    let page = &view.pages.value().unwrap()[0];
    assert_eq!((page.width_px, page.height_px), (812, 1_218));
    assert_eq!(
        view.beyond,
        ["The label’s ink ends 12 dots below 6 in; the printer may cut it off"]
    );
    let check = view.check.as_ref().unwrap();
    assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);

    desk.print(vec![shipment.clone()]);
    desk.run_until("sent", |state| newest(state) == Some(JobState::Sent));
    assert!(desk.state().printing.question.is_none());
    let [taken]: [Vec<u8>; 1] = sink.taken().try_into().unwrap();
    let mut parts = taken.windows(delivered.len());
    assert!(parts.any(|part| part == delivered), "byte for byte, between settings");

    let mut window = desk.into_window(&world);
    window.window().panel = Panel::Shipments;
    window.desk().apply(ShipmentIntent::Select(Some(shipment.clone())));
    window.settle();
    let said = "The label’s ink ends 12 dots below 6 in; the printer may cut it off";
    window
        .wait_until("the picture", Duration::from_secs(30), |state| {
            let view = state.labels.views.get(&shipment);
            view.is_some_and(|view| view.zoomed.value().is_some())
        })
        .unwrap();
    assert!(window.shows(said));
    assert!(!window.shows("This picture differs"), "it shows what is printed");
    shot(&mut window, "past-the-edge");
}

/// L6: a service that delivers a letter page where 4 × 6 in was asked for.
#[test]
fn the_printer_is_chosen_by_the_file_that_came() {
    let (world, mut desk) = connected_desk();
    let [labels, office] = [(); 2].map(|()| FakePrinter::on(any_loopback_address()));
    set_up(&mut desk, printer(labels.address));
    set_up(
        &mut desk,
        Printer { destination: printer(office.address).destination, ..office_printer() },
    );
    desk.choose();
    let shipment = bought(&mut desk);
    let mut desk = reopen_with_label_files(&world, desk, &shipment, |mut files| {
        let (asked, letter) = (b"MediaBox[0 0 288 432]", b"MediaBox[0 0 612 792]");
        let bytes = &mut files[0].1;
        let at = bytes.windows(asked.len()).position(|part| part == asked).unwrap();
        bytes[at..at + letter.len()].copy_from_slice(letter);
        files
    });
    let request = PrintRequest { shipments: vec![shipment], ..PrintRequest::default() };
    desk.apply(Intent::Print(request));
    desk.run_until("sent", |state| newest(state) == Some(JobState::Sent));
    assert_eq!(desk.state().printing.jobs[0].printer.name, "Office");
    assert_eq!((labels.taken().len(), office.taken().len()), (0, 1));
}
