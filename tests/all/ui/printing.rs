//! Printers and the print queue on screen: their texts and their intents.

use postroom::desk::printing::state::{PrintConfirmation, PrintJob};
use postroom::label::print::cups::Queue;

use super::board::shipment_row;
use crate::prelude::*;

pub fn printer(name: &str) -> Printer {
    Printer {
        name: name.to_owned(),
        destination: Destination::Raw { host: "192.168.1.50".to_owned(), port: 9100 },
        ..Printer::default()
    }
}

fn job(board: &AnsweringScene, row: i64, state: JobState, detail: &str) -> PrintJob {
    PrintJob {
        row,
        subject: format!("PRACTICE/a/s-0/{row}"),
        title: "Label for Casey Example, 9205590164917312751089".into(),
        printer: printer("Zebra"),
        state,
        detail: detail.to_owned(),
        remote: None,
        updated: board.now,
    }
}

fn settings(board: &mut AnsweringScene) {
    board.open_settings(SettingsCategory::Printers);
}

#[test]
fn a_printer_is_added_checked_and_forgotten() {
    let mut board = AnsweringScene::new();
    settings(&mut board);
    board.click("Add printer");
    board.click("Save printer");
    for (field, words, problem) in [
        ("Printer name", "Zebra", "Enter a name"),
        ("Printer address", "10.0.0.9", "such as 192.168.1.50"),
    ] {
        assert!(board.stage.shows(problem), "{problem}");
        board.type_into(field, words);
    }
    board.click("Save printer");
    let saved = |intent: &Intent| {
        matches!(intent, Intent::Printing(PrintingIntent::SavePrinter { replaces: None, printer })
            if printer.name == "Zebra" && printer.dpi == 203 && printer.media_in == (4.0, 6.0))
    };
    assert_eq!(board.count(saved), 1);
    board.state.printing.printers = vec![printer("Zebra")];
    board.settle();
    assert!(board.stage.shows("ZPL, 203 dpi, 4 × 6 in, at 192.168.1.50:9100"));
    assert!(board.stage.shows("Zebra, 4 × 6 in"), "the top bar names it");
    // Finding L13 (b): of several, the first one was named, whichever prints.
    board.state.printing.printers.push(printer("Office"));
    board.settle();
    assert!(board.stage.shows("2 printers") && !board.stage.shows("Zebra, 4 × 6 in"));
    board.state.printing.printers.pop();
    board.settle();
    board.click("Test print: Zebra");
    board.click("Remove: Zebra");
    assert_eq!(
        board.count(|intent| matches!(intent, Intent::Printing(PrintingIntent::TestPrint(name)) if name == "Zebra")),
        1
    );
    assert_eq!(
        board.count(|intent| matches!(intent, Intent::Printing(PrintingIntent::RemovePrinter(name)) if name == "Zebra")),
        1
    );
    board.click("Edit: Zebra");
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.shot("settings-printer-form");
}

#[test]
fn queues_of_the_system_fill_the_form() {
    let mut board = AnsweringScene::new();
    settings(&mut board);
    board.click("Find printers");
    assert_eq!(
        board.count(|intent| matches!(intent, Intent::Printing(PrintingIntent::FindPrinters))),
        1
    );
    let queue = Queue {
        name: "office".to_owned(),
        uri: "ipp://localhost:631/printers/office".to_owned(),
        state: "Idle".to_owned(),
        language: Language::Pdf,
        media_in: (8.5, 11.0),
        edge_in: 0.13,
    };
    board.state.printing.found = Remote::ready(vec![queue], board.now);
    board.settle();
    board.click("Use queue: office");
    assert_eq!(board.value("Queue address"), "ipp://localhost:631/printers/office");
    board.click("Save printer");
    let saved = |intent: &Intent| {
        matches!(intent, Intent::Printing(PrintingIntent::SavePrinter { printer, .. })
            if matches!(&printer.destination, Destination::Cups { uri } if uri.ends_with("/office"))
                && (printer.language, printer.media_in) == (Language::Pdf, (8.5, 11.0))
                && printer.edge_in == 0.13)
    };
    assert_eq!(board.count(saved), 1);
}

#[test]
fn every_state_of_a_job_is_told_honestly() {
    let mut board = AnsweringScene::new();
    board.state.printing.printers = vec![printer("Zebra")];
    let states = [
        (JobState::Queued, "The printer is off", "It prints automatically when"),
        (JobState::Sending, "", "Sending to Zebra"),
        (JobState::Sent, "", "Sent to Zebra"),
        (JobState::Printed, "", "Printed on Zebra"),
        (JobState::Failed, "Out of paper", "Not printed on Zebra: Out of paper"),
        (JobState::Interrupted, "", "it’s not known whether this printed"),
    ];
    let jobs = (1..).zip(states);
    board.state.printing.jobs =
        jobs.map(|(row, (state, detail, _))| job(&board, row, state, detail)).collect();
    settings(&mut board);
    for (state, _, words) in states {
        assert!(board.stage.shows(words), "{state:?}: {words}");
        // The word "Printed" is shown only when the printer has reported it.
        assert_eq!(words.starts_with("Printed"), state == JobState::Printed);
    }
    let sent = board.stage.find("Sent to Zebra").unwrap();
    let hint = sent.description.unwrap_or_default();
    assert!(hint.contains("doesn’t report whether it printed"), "{hint}");
    assert!(board.stage.shows("2 prints need you"));
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.shot("settings-queue");
    board.state.settings.theme = Theme::Dark;
    board.settle();
    board.shot("settings-queue-dark");
    board.click("It printed: print job 6");
    board.click("Print again: print job 6");
    board.click("Try again: print job 5");
    board.click("Cancel: print job 1");
    let asked: Vec<String> = board.asked.iter().map(|intent| format!("{intent:?}")).collect();
    for wanted in [
        "Printing(SettleInterrupted { job: 6, printed: true })",
        "Printing(SettleInterrupted { job: 6, printed: false })",
        "Printing(Retry(5))",
        "Printing(Cancel(1))",
    ] {
        assert!(asked.iter().any(|intent| intent == wanted), "{wanted}");
    }
}

#[test]
fn print_is_there_where_a_label_is_shown() {
    let mut board = AnsweringScene::new();
    let row = shipment_row(0, "PreTransit");
    let id = row.id.clone();
    board.state.shipments.rows = vec![row];
    board.state.ship.just_bought = Some(id.clone());
    board.settle();
    assert!(board.stage.find("Print label").is_err(), "a dead button");
    assert!(board.stage.shows("No printer is set up"));
    board.shot("bought-no-printer");
    board.click("Set up a printer");
    assert_eq!(board.window.panel, Panel::Settings);
    board.go_to(Panel::Ship);
    board.state.printing.printers = vec![printer("Zebra"), printer("Office")];
    board.state.printing.printers[1].language = Language::Pdf;
    board.state.printing.jobs = vec![job(&board, 1, JobState::Sent, "")];
    board.settle();
    board.click("Print label");
    board.press(Modifiers::COMMAND, Key::P);
    assert_eq!(board.count(|intent| prints(intent, &id, false)), 2);
    board.shot("bought-print");
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.go_to(Panel::Shipments);
    board.press(Modifiers::COMMAND, Key::P);
    assert_eq!(board.count(|intent| prints(intent, &id, false)), 2, "none is open");
    board.state.shipments.selected = Some(id.clone());
    board.settle();
    board.click("Print label");
    assert_eq!(board.count(|intent| prints(intent, &id, false)), 3);
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.shot("shipments-print");
}

#[test]
fn a_doubtful_label_is_asked_about_first() {
    let mut board = AnsweringScene::new();
    let id = ShipmentId::new("s-0");
    board.state.printing.printers = vec![printer("Zebra")];
    board.state.printing.question = Some(PrintConfirmation {
        request: PrintRequest {
            shipments: vec![id.clone()],
            printer: Some("Zebra".to_owned()),
            ..PrintRequest::default()
        },
        queued: 0,
        check_findings: vec!["No barcode could be read on this label".to_owned()],
    });
    board.settle();
    assert!(board.stage.shows("No barcode could be read"));
    board.shot("print-question");
    board.click("Cancel");
    assert_eq!(
        board.count(|intent| matches!(intent, Intent::Printing(PrintingIntent::DropQuestion))),
        1
    );
    board.click("Print anyway");
    assert_eq!(board.count(|intent| prints(intent, &id, true)), 1);
}

fn prints(intent: &Intent, id: &ShipmentId, wanted: bool) -> bool {
    matches!(intent, Intent::Print(request)
        if request.shipments == std::slice::from_ref(id) && request.findings_confirmed == wanted)
}
