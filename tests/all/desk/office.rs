//! An office printer from Settings to the printed label, without a driver and without a local
//! queue.

use ipp::model::Operation;
use postroom::label::print::office;
use postroom::label::print::office::PrinterCapabilities;

use crate::label::office::{FakePrinter, ways};
use crate::prelude::*;
use crate::reserved_ports::reserve_port;

fn told(state: &State) -> Option<&PrinterCapabilities> {
    state.printing.office.as_ref().and_then(|(_, told)| told.value())
}

#[test]
fn a_printer_is_asked_and_prints_one_label_once() {
    let made = FakePrinter::start(ways());
    let (_world, mut desk) = connected_desk();
    let nobody = office::address("127.0.0.1", reserve_port(), office::PATH);
    desk.apply(PrintingIntent::AskOfficePrinter(nobody.clone()));
    desk.run_until("nobody there", |state| {
        let office = state.printing.office.as_ref();
        office.is_some_and(|(uri, told)| {
            *uri == nobody
                && told
                    .trouble()
                    .is_some_and(|trouble| trouble.cause.contains("No printer responds"))
        })
    });
    desk.apply(PrintingIntent::AskOfficePrinter(made.uri.clone()));
    desk.run_until("told", |state| told(state).is_some());
    assert_eq!(told(desk.state()).unwrap().language(), Ok(Language::Pdf));

    desk.apply(PrintingIntent::SavePrinter {
        replaces: None,
        printer: Box::new(Printer {
            name: "Office".to_owned(),
            destination: Destination::Office { uri: made.uri.clone() },
            language: Language::Pdf,
            dpi: 300,
            copies: 2,
            ..Printer::default()
        }),
    });
    desk.choose();
    let PurchaseStatus::Bought { shipment, .. } = desk.buy_and_wait().status else {
        unreachable!()
    };
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    desk.print(vec![shipment]);
    desk.run_until("printed", |state| {
        let job = state.printing.jobs.first();
        job.is_some_and(|job| job.state == JobState::Printed)
    });
    let jobs = made.asked().into_iter().filter(|one| *one == Operation::PrintJob);
    assert_eq!(jobs.count(), 1);
    let pages = decode_in_process(&made.document(), 300.0, &Limits::default()).unwrap();
    assert_eq!(pages.len(), 2, "copies are pages");
    let number = desk.state().shipments.rows[0].tracking_number.clone();
    for page in pages {
        assert_eq!((page.width_px, page.height_px), (1_200, 1_800));
        let number = number.as_ref().unwrap().as_str();
        let check = self_check(&[page], number, Some((4.0, 6.0)));
        assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
    }
}
