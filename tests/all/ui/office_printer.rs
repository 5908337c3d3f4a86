//! An office printer in Settings: its properties are requested, and the form uses them.

use postroom::label::print::office::PrinterCapabilities;

use crate::prelude::*;

const URI: &str = "ipp://192.168.1.60:631/ipp/print";

fn list(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// A typical answer of an office printer that accepts PDF.
fn told() -> PrinterCapabilities {
    PrinterCapabilities {
        name: "Example Office 2026".to_owned(),
        state: "Idle".to_owned(),
        formats: list(&["application/octet-stream", "application/pdf", "image/pwg-raster"]),
        media: list(&["na_letter_8.5x11in", "iso_a4_210x297mm"]),
        loaded: list(&["iso_a4_210x297mm"]),
        usual: Some("iso_a4_210x297mm".to_owned()),
        dots: vec![600, 1_200],
        raster_dots: vec![300, 600],
        raster_types: list(&["black_1", "sgray_8"]),
        scaling: list(&["auto", "fit", "none"]),
        sides: list(&["one-sided"]),
        edge_in: 0.165,
    }
}

/// The form with the printer's address filled in and the request sent.
fn asked() -> AnsweringScene {
    let mut board = AnsweringScene::new();
    board.open_settings(SettingsCategory::Printers);
    board.click("Add printer");
    board.click("Office printer");
    board.type_into("Printer address", "192.168.1.60");
    board.click("Check printer");
    let asked = |intent: &Intent| matches!(intent, Intent::Printing(PrintingIntent::AskOfficePrinter(uri)) if uri == URI);
    assert_eq!(board.count(asked), 1);
    board
}

fn answers(board: &mut AnsweringScene, told: PrinterCapabilities) {
    board.state.printing.office = Some((URI.to_owned(), Remote::ready(told, board.now)));
    board.settle();
}

#[test]
fn an_office_printer_fills_in_its_own_form() {
    let mut board = asked();
    let mut loading = Remote::NotAsked;
    loading.start_loading();
    board.state.printing.office = Some((URI.to_owned(), loading));
    board.settle();
    assert!(board.stage.shows("Checking the printer"));
    answers(&mut board, told());
    assert_eq!(board.value("Printer name"), "Example Office 2026");
    assert!(board.stage.shows("Example Office 2026. Idle"));
    assert!(board.stage.shows("Prints labels at 100% with the settings below"));
    assert!(board.stage.shows("closer than 0.17 in to the edge of the paper"));
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.shot("office-printer-found");
    board.state.settings.theme = Theme::Dark;
    board.settle();
    board.shot("office-printer-found-dark");
    board.click("Save printer");
    let saved = |intent: &Intent| {
        matches!(intent, Intent::Printing(PrintingIntent::SavePrinter { replaces: None, printer })
            if matches!(&printer.destination, Destination::Office { uri } if uri == URI)
                && printer.language == Language::Pdf
                && printer.dpi == 600
                && printer.media_in == (8.27, 11.69)
                && printer.edge_in == 0.165)
    };
    assert_eq!(board.count(saved), 1);
}

/// The margin was kept for a printer that nobody has asked.
#[test]
fn the_margin_is_that_of_the_printer_at_the_address() {
    let mut board = asked();
    answers(&mut board, told());
    board.type_into("Printer address", "192.168.1.61");
    board.click("Save printer");
    let saved = |intent: &Intent| {
        matches!(intent, Intent::Printing(PrintingIntent::SavePrinter { printer, .. })
            if printer.media_in == (8.27, 11.69) && printer.edge_in == 0.0)
    };
    assert_eq!(board.count(saved), 1);
}

#[test]
fn the_keyboard_reaches_the_question() {
    let mut board = AnsweringScene::new();
    board.open_settings(SettingsCategory::Printers);
    board.click("Add printer");
    board.click("Office printer");
    board.type_into("Printer address", "192.168.1.60");
    for stop in ["Printer port", "Printer path", "Check printer"] {
        board.press(Modifiers::NONE, Key::Tab);
        board.settle();
        assert_eq!(board.focus().as_deref(), Some(stop));
    }
    board.press(Modifiers::NONE, Key::Enter);
    assert_eq!(
        board.count(|intent| matches!(
            intent,
            Intent::Printing(PrintingIntent::AskOfficePrinter(_))
        )),
        1
    );
}

#[test]
fn what_was_typed_over_the_answer_stays_and_is_checked_against_it() {
    let mut board = asked();
    let told = PrinterCapabilities {
        formats: list(&["image/pwg-raster"]),
        loaded: list(&["na_index-5x8_5x8in"]),
        media: list(&["na_index-5x8_5x8in"]),
        raster_types: list(&["black_1"]),
        ..told()
    };
    answers(&mut board, told);
    assert_eq!(board.value("Paper width"), "5");
    board.type_into("Paper width", "4");
    assert_eq!(board.value("Paper width"), "4", "asked once, filled in once");
    assert!(
        board.stage.shows("Example Office 2026 has no 4 × 8 in paper; 5 × 8 in paper is loaded")
    );
    board.shot("office-printer-other-paper");
    board.click("Save printer");
    let saved = |intent: &Intent| {
        matches!(intent, Intent::Printing(PrintingIntent::SavePrinter { printer, .. })
            if printer.language == Language::PwgBlack && printer.dpi == 300)
    };
    assert_eq!(board.count(saved), 1);
}

#[test]
fn a_printer_that_cannot_or_does_not_answer_is_told_with_what_to_do() {
    let mut board = asked();
    let none = PrinterCapabilities { formats: list(&["image/urf"]), ..told() };
    answers(&mut board, none);
    assert!(board.stage.shows("doesn’t accept PDF or PWG raster"));
    board.shot("office-printer-cannot");
    let trouble = Trouble {
        attempted: "Couldn’t check the printer".into(),
        cause: "No printer answers at 192.168.1.60:631".into(),
        advice: "Check that it is on and in this network".into(),
        retry_is_safe: true,
        ..Trouble::default()
    };
    let mut failed = Remote::NotAsked;
    failed.settle(Err(trouble), board.now);
    board.state.printing.office = Some((URI.to_owned(), failed));
    board.settle();
    assert!(board.stage.shows("No printer answers at 192.168.1.60:631"));
    board.shot("office-printer-silent");
    // The address changed, so the answer belongs to another printer.
    board.type_into("Printer address", "192.168.1.61");
    assert!(!board.stage.shows("No printer answers"));
}

#[test]
fn a_whole_address_goes_to_its_places_and_a_wrong_one_is_told() {
    let mut board = AnsweringScene::new();
    board.open_settings(SettingsCategory::Printers);
    board.click("Add printer");
    board.click("Office printer");
    board.type_into("Printer address", "ipp://copier.local:8631/ipp/printer");
    assert_eq!(board.value("Printer address"), "copier.local");
    assert_eq!(board.value("Printer port"), "8631");
    assert_eq!(board.value("Printer path"), "/ipp/printer");
    board.type_into("Printer name", "Copier");
    board.type_into("Printer path", "ipp");
    board.click("Save printer");
    assert!(board.stage.shows("Such as /ipp/print"));
    assert_eq!(
        board
            .count(|intent| matches!(intent, Intent::Printing(PrintingIntent::SavePrinter { .. }))),
        0
    );
}
