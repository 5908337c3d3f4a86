//! Barcode commands, and buying by a scan in express mode.

use postroom::label::print::{CommandLine, command_sheet};
use postroom::ui::command::{Command, command_of_barcode};
use postroom::ui::panels::manifests::View;

use super::board::shipment_row;
use super::theme;
use crate::prelude::*;

fn board() -> AnsweringScene {
    let mut board = AnsweringScene::new();
    board.state.settings.theme = theme();
    board.ready_to_buy();
    board
}

fn express() -> AnsweringScene {
    let mut board = board();
    board.state.settings.express = true;
    board.settle();
    board
}

fn scan(board: &mut AnsweringScene, code: &str) {
    board.asked.clear();
    board.letters(code);
    board.press(Modifiers::NONE, Key::Enter);
    board.settle();
}

fn bought(board: &AnsweringScene) -> usize {
    board.count(|intent| matches!(intent, Intent::Buy))
}

fn express_bought(board: &AnsweringScene) -> usize {
    board.count(|intent| matches!(intent, Intent::BuyExpress))
}

/// The sheet as the Settings panel passes it to the desk.
fn sheet() -> Vec<CommandLine> {
    let mut board = board();
    board.open_settings(SettingsCategory::Devices);
    board.click("Save command sheet…");
    board.click("Save file");
    let saved = board.asked.iter().find_map(|intent| match intent {
        Intent::Documents(DocumentIntent::Save {
            document: DocumentId::CommandSheet(lines),
            ..
        }) => Some(lines.to_vec()),
        _ => None,
    });
    saved.expect("the sheet was saved")
}

#[test]
fn every_barcode_of_the_sheet_decodes_and_does_its_command() {
    let lines = sheet();
    let bytes = command_sheet(&lines).unwrap();
    if let Some(folder) = std::env::var_os("POSTROOM_PICTURES") {
        let file = Path::new(&folder).join("command-sheet.pdf");
        fs::write(file, &bytes).unwrap();
    }
    let pages = decode_in_process(&bytes, 300.0, &Limits::default()).unwrap();
    assert_eq!(pages.len(), 1);
    let mut codes: Vec<String> =
        read_barcodes(&pages[0]).into_iter().map(|barcode| barcode.text).collect();
    codes.sort();
    let mut printed: Vec<String> = lines.iter().map(|line| line.code.clone()).collect();
    printed.sort();
    assert_eq!(codes, printed);
    for code in codes {
        let mut board = express();
        board.state.ship.just_bought = None;
        board.state.purchases.list.clear();
        board.go_to(Panel::Balance);
        scan(&mut board, &code);
        let panel = board.window.panel;
        let asked = |wanted: fn(&Intent) -> bool| board.count(wanted) == 1;
        let done = match code.as_str() {
            "*SHIP*" => panel == Panel::Ship && board.asked.is_empty(),
            "*NEXT*" => asked(|it| matches!(it, Intent::Ship(ShipIntent::NewDraft))),
            // Nothing was bought yet, so the command opens the panel in which to pick a shipment.
            "*AGAIN*" | "*PRINT-AGAIN*" => panel == Panel::Shipments,
            "*WEIGH*" => asked(|it| matches!(it, Intent::Scale(ScaleIntent::Weigh { package: 0 }))),
            "*RATES*" => asked(|it| matches!(it, Intent::Ship(ShipIntent::GetRates))),
            "*CHEAPEST*" => asked(|it| matches!(it, Intent::Ship(ShipIntent::ChooseRate(_)))),
            "*BUY*" => asked(|it| matches!(it, Intent::BuyExpress)) && bought(&board) == 0,
            "*CANCEL*" => asked(|it| matches!(it, Intent::CancelHeld)),
            "*CLOSING*" => {
                panel == Panel::Manifests && board.window.local.manifests.view == View::Closing
            }
            other => panic!("{other} has no test"),
        };
        assert!(done, "{code}: {:?} on {panel:?}", board.asked);
    }
}

#[test]
fn the_last_label_is_printed_and_shipped_again_by_scan() {
    let mut board = board();
    let id = shipment_row(0, "PreTransit").id.clone();
    board.state.ship.just_bought = Some(id.clone());
    board.go_to(Panel::Tracking);
    scan(&mut board, "*PRINT-AGAIN*");
    let printed =
        |it: &Intent| matches!(it, Intent::Print(request) if request.shipments == [id.clone()]);
    assert_eq!(board.count(printed), 1, "{:?}", board.asked);
    scan(&mut board, "*AGAIN*");
    let again =
        |it: &Intent| matches!(it, Intent::Ship(ShipIntent::ShipAnother(other)) if *other == id);
    assert_eq!(board.count(again), 1, "{:?}", board.asked);
}

#[test]
fn no_barcode_is_the_plain_buy_and_strangers_are_no_commands() {
    assert_eq!(command_of_barcode("*BUY*"), Some(Command::BuyExpress));
    for code in ["BUY", "*BUY", "*buy*", "**", "*", "", "*NOTHING*"] {
        assert_eq!(command_of_barcode(code), None, "{code}");
    }
    // Typed by hand it is plain text.
    let mut board = express();
    board.click("Height");
    for letter in "*BUY*".chars() {
        board.letters(&letter.to_string());
        board.wait(6);
    }
    board.asked.clear();
    board.press(Modifiers::NONE, Key::Enter);
    assert_eq!(express_bought(&board) + bought(&board), 0);
}

#[test]
fn enter_buys_only_in_express_mode_and_only_from_a_weight() {
    let mut board = board();
    board.click("Weight");
    board.press(Modifiers::NONE, Key::Enter);
    board.settle();
    assert_eq!(express_bought(&board) + bought(&board), 0, "off");
    let mut board = express();
    board.click("Height");
    board.press(Modifiers::NONE, Key::Enter);
    assert_eq!(express_bought(&board) + bought(&board), 0, "another field");
    board.click("Weight");
    board.press(Modifiers::NONE, Key::Enter);
    assert_eq!(express_bought(&board), 1);
    assert_eq!(bought(&board), 0, "never past the desk's rules");
    board.settle();
    assert_eq!(board.focus().as_deref(), Some("Weight"), "for the next Enter");
}

#[test]
fn in_production_a_scan_leads_to_the_question_with_the_amount() {
    let mut board = express();
    if let Connection::Connected(session) = &mut board.state.connection {
        session.environment = Environment::Production;
    }
    board.settle();
    scan(&mut board, "*BUY*");
    assert_eq!(express_bought(&board) + bought(&board), 0);
    assert!(board.stage.shows("Buy this label for $7.90?"));
    board.shot("express-production");
    board.click("Buy for $7.90");
    assert_eq!(bought(&board), 1);
    // A purchase over the limit does not even open the confirmation.
    let mut board = express();
    if let Connection::Connected(session) = &mut board.state.connection {
        session.environment = Environment::Production;
    }
    board.state.settings.express_limit = Amount::from_cents(789);
    board.settle();
    scan(&mut board, "*BUY*");
    assert!(!board.stage.shows("Buy this label for"));
    assert_eq!(express_bought(&board), 1, "the desk says why not");
}

#[test]
fn what_stands_in_the_way_is_named() {
    let why = |change: &dyn Fn(&mut AnsweringScene)| {
        let mut board = express();
        change(&mut board);
        board.recheck_draft();
        postroom::desk::flows::express::obstacle(&board.state, board.now)
    };
    assert_eq!(why(&|_| {}), None);
    type Case = (&'static str, fn(&mut AnsweringScene));
    let cases: [Case; 9] = [
        ("express mode is off", |it| it.state.settings.express = false),
        ("over the express mode limit of $7.89", |it| {
            it.state.settings.express_limit = Amount::from_cents(789);
        }),
        ("price is out of date", |it| it.now += SignedDuration::from_mins(16)),
        ("price isn’t known yet", |it| it.state.ship.quote_outdated = true),
        ("price isn’t known yet", |it| it.state.ship.quote.start_loading()),
        ("Rate: Choose a rate", |it| it.state.ship.draft.chosen = None),
        ("Recipient name: ", |it| it.state.ship.draft.to.name.clear()),
        ("Start the next shipment", |it| {
            it.state.ship.just_bought = Some(shipment_row(0, "PreTransit").id.clone());
        }),
        ("a similar label was just bought", |it| {
            it.state.ship.duplicate =
                Some(postroom::desk::ship::duplicate_alert::DuplicateShipment {
                    row: shipment_row(0, "PreTransit"),
                    bought: it.now,
                });
        }),
    ];
    for (words, change) in cases {
        let said = why(&change).unwrap_or_default();
        assert!(said.contains(words), "{words}: {said}");
    }
    let exact = why(&|it| it.state.settings.express_limit = Amount::from_cents(790));
    assert_eq!(exact, None, "up to and with the limit");
}

#[test]
fn it_is_in_the_top_bar_while_on_and_the_limit_is_a_setting() {
    let mut board = express();
    let pill = "Express mode: buys up to $20.00 a label";
    assert!(board.stage.find(pill).is_ok());
    assert!(board.stage.shows("Express up to $20"));
    board.shot("express-on");
    board.click(pill);
    board.settle();
    assert_eq!(board.window.panel, Panel::Settings);
    board.shot("settings-scanner");
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.type_into("Express limit per label", "12.50");
    let limit = |it: &Intent| matches!(it, Intent::ChangeSettings(settings) if settings.express_limit == Amount::from_cents(1250));
    assert!(board.count(limit) > 0);
    board.click("Express mode: a scan may buy");
    let off = |it: &Intent| matches!(it, Intent::ChangeSettings(settings) if !settings.express);
    assert!(board.count(off) > 0);
    let off = super::board::AnsweringScene::new();
    assert!(off.stage.find(pill).is_err());
}
