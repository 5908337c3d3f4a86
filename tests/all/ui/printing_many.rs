//! Several labels on screen: shared sheets, shipments selected together, and the names of saved
//! files.

use postroom::desk::printing::state::PrintConfirmation;
use postroom::label::print::Half;

use super::board::shipment_row;
use super::files::Dialogs;
use super::printing::printer;
use crate::label::office_printer;
use crate::prelude::*;

fn office() -> Printer {
    Printer { two_a_sheet: true, ..office_printer() }
}

fn with_shipments(printers: Vec<Printer>) -> AnsweringScene {
    let mut board = AnsweringScene::new();
    let statuses = ["PreTransit", "InTransit", "Delivered", "PreTransit"];
    let rows = (0..).zip(statuses);
    board.state.shipments.rows = rows.map(|(at, status)| shipment_row(at, status)).collect();
    board.state.shipments.total = 4;
    board.state.shipments.matching = 4;
    board.state.printing.printers = printers;
    board.go_to(Panel::Shipments);
    board
}

fn printed(board: &AnsweringScene) -> Vec<PrintRequest> {
    let requests = board.asked.iter().filter_map(|intent| match intent {
        Intent::Print(request) => Some(request.clone()),
        _ => None,
    });
    requests.collect()
}

#[test]
fn two_labels_to_a_sheet_are_offered_where_the_paper_holds_them() {
    let mut board = AnsweringScene::new();
    board.open_settings(SettingsCategory::Printers);
    board.click("Add printer");
    assert!(board.stage.find("Two labels per sheet").is_err());
    board.type_into("Printer name", "Office");
    board.type_into("Printer address", "10.0.0.9");
    board.click("Printer language");
    board.click("PDF (office printer)");
    assert!(board.stage.find("Two labels per sheet").is_err(), "4 × 6");
    board.click("Paper");
    board.click("Letter, 8.5 × 11 in");
    board.click("Two labels per sheet");
    board.shot("settings-two-a-sheet");
    board.state.settings.theme = Theme::Dark;
    board.settle();
    board.shot("settings-two-a-sheet-dark");
    board.click("Save printer");
    let saved = |intent: &Intent| matches!(intent, Intent::Printing(PrintingIntent::SavePrinter { printer, .. }) if printer.shares_sheets());
    assert_eq!(board.count(saved), 1);
    board.state.printing.printers = vec![office()];
    board.settle();
    assert!(board.stage.shows("two labels per sheet"));
}

#[test]
fn chosen_shipments_are_printed_together() {
    let mut board = with_shipments(vec![office(), printer("Zebra")]);
    assert!(board.stage.find("Print selected").is_err());
    let rows = board.state.shipments.rows.clone();
    for row in [&rows[0], &rows[2]] {
        let number = row.tracking_number.as_ref().unwrap();
        board.click(&format!("Select {}, {number}", row.to_name));
    }
    assert!(board.stage.shows("2 selected"));
    assert!(board.state.shipments.selected.is_none(), "a box is no row");
    board.shot("shipments-chosen");
    board.click("Print selected");
    board.click("First sheet for selected labels");
    board.click("Start on the second half");
    board.click("Print selected");
    board.click("Print selected labels with");
    board.click("Zebra");
    assert!(
        board.stage.find("First sheet for selected labels").is_err(),
        "a label printer has no sheets"
    );
    board.click("Print selected");
    let asked = printed(&board);
    // In order of purchase, oldest first.
    let ids = vec![rows[2].id.clone(), rows[0].id.clone()];
    assert!(asked.iter().all(|request| request.shipments == ids));
    let starts: Vec<Half> = asked.iter().map(|request| request.start).collect();
    assert_eq!(starts, [Half::First, Half::Second, Half::First]);
    assert_eq!(asked[2].printer.as_deref(), Some("Zebra"));
    assert_eq!(board.bad_names(), Vec::<String>::new());
    let named = ["Ann Reed", "Bo Lind"].map(|name| (name.to_owned(), name.to_owned()));
    board.state.printing.work = Some(BatchJob::new("Printing labels", named));
    board.settle();
    board.shot("shipments-printing");
    assert!(board.stage.shows("0 of 2"));
    assert!(board.stage.find("Print selected").unwrap().disabled);
    board.click("Cancel the task");
    let cancelled = |intent: &Intent| {
        matches!(intent, Intent::Printing(PrintingIntent::Batch(BatchIntent::Cancel)))
    };
    assert_eq!(board.count(cancelled), 1);
    let work = board.state.printing.work.as_mut().unwrap();
    work.set_row_state("Ann Reed", RowState::Done("In the print queue".into()));
    work.set_row_state("Bo Lind", RowState::Failed(Box::default()));
    board.settle();
    board.shot("shipments-printed");
    board.click("Retry failed rows");
    let retried = |intent: &Intent| {
        matches!(intent, Intent::Printing(PrintingIntent::Batch(BatchIntent::Retry)))
    };
    assert_eq!(board.count(retried), 1);
    assert!(!board.stage.find("Print selected").unwrap().disabled);
    board.state.printing.work = None;
    board.click("Select all");
    assert!(board.stage.shows("4 selected"));
    board.click("Clear selection");
    assert!(board.stage.find("Print selected").is_err());
}

#[test]
fn chosen_shipments_are_saved_together() {
    let mut board = with_shipments(vec![office()]);
    let first = board.state.shipments.rows[0].clone();
    let number = first.tracking_number.as_ref().unwrap();
    board.click(&format!("Select {}, {number}", first.to_name));
    board.click("Save labels…");
    board.click("One PDF");
    board.shot("shipments-chosen-save");
    board.state.settings.theme = Theme::Dark;
    board.state.shipments.selected = Some(first.id.clone());
    board.settle();
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.shot("shipments-chosen-save-dark");
    let dialogs = Dialogs::of(&mut board.window.local.files);
    board.click("Choose where to save the selected labels");
    dialogs.choose("/tmp/out/all.pdf");
    board.settle();
    let saved = |intent: &Intent| {
        matches!(intent, Intent::Labels(LabelIntent::Save { shipments, to: SaveTo::File { path, replace: true }, files: SavedFiles::OnePdf })
            if shipments.len() == 1 && path == Path::new("/tmp/out/all.pdf"))
    };
    assert_eq!(board.count(saved), 1);
}

#[test]
fn the_names_of_saved_labels_show_an_example() {
    let mut board = AnsweringScene::new();
    board.open_settings(SettingsCategory::Files);
    let usual = "2026-11-21_Casey Example_9205590164917312751089.pdf";
    assert!(board.stage.shows(usual));
    board.click("Add {package}");
    assert!(board.stage.shows("2026-11-21_Casey Example_9205590164917312751089_2.pdf"));
    board.shot("settings-names");
    board.state.settings.theme = Theme::Dark;
    board.settle();
    board.shot("settings-names-dark");
    let named = |pattern: &'static str| move |intent: &Intent| matches!(intent, Intent::ChangeSettings(settings) if settings.label_name == pattern);
    assert!(board.count(named("{date}_{recipient}_{tracking}_{package}")) > 0);
    board.type_into("File names of saved labels", "{nobody}");
    assert!(board.stage.shows("There is no {nobody}"));
    assert_eq!(board.count(named("{nobody}")), 0);
    assert_eq!(board.bad_names(), Vec::<String>::new());
}

#[test]
fn many_doubts_do_not_leave_the_window() {
    let mut board = with_shipments(vec![office()]);
    let ids: Vec<_> = board.state.shipments.rows.iter().map(|row| row.id.clone()).collect();
    let doubt = |at: usize| format!("Customer {at}: No barcode could be read on this label");
    board.state.printing.question = Some(PrintConfirmation {
        request: PrintRequest { shipments: ids, ..PrintRequest::default() },
        queued: 0,
        check_findings: (0..30).map(doubt).collect(),
    });
    board.settle();
    assert!(board.stage.shows("Print these 4 labels?"));
    assert!(board.stage.shows("25 more labels have problems"));
    board.shot("print-question-many");
    board.click("Print anyway");
    assert!(printed(&board)[0].findings_confirmed);
}
