//! Addresses: a list of any length, one entry beside it, files, duplicates.

use std::sync::Arc;

use postroom::api::address::Address;
use postroom::base::id::AddressId;
use postroom::desk::addresses::contact::Contact;
use postroom::desk::addresses::import::{ImportIntent, Preview};
use postroom::desk::addresses::merge;
use postroom::desk::addresses::table::{Entry, Layout, Target};
use postroom::desk::addresses::task::{Kind, Outcome, RowResult, Task, TaskIntent};
use postroom::desk::addresses::{AddressIntent, WINDOW};
use postroom::desk::draft::AddressForm;
use postroom::desk::intent::Intent;
use postroom::desk::remote::Remote;
use postroom::desk::state::{AddressCheck, Line, Side, Theme, Trouble};
use postroom::ui::panels::Panel;

use super::board::{Board, berlin, chicago, san_francisco};

fn contact(row: i64, form: AddressForm) -> Arc<Contact> {
    Arc::new(Contact {
        row,
        form,
        groups: if row % 2 == 0 {
            vec!["Customers".to_owned()]
        } else {
            Vec::new()
        },
        id: None,
        last_used: None,
    })
}

fn people() -> Vec<AddressForm> {
    let named = |name: &str, company: &str, form: AddressForm| AddressForm {
        name: name.to_owned(),
        company: company.to_owned(),
        ..form
    };
    let checked = |word: &str, form: AddressForm| AddressForm {
        verification: Some(word.to_owned()),
        residential: Some(true),
        ..form
    };
    vec![
        checked("Success", san_francisco()),
        checked("KeptAsTyped", chicago()),
        checked("Failed", berlin()),
        named(
            "山田 太郎",
            "サンプル商会",
            AddressForm {
                street1: "千代田1-1".to_owned(),
                city: "東京".to_owned(),
                zip: "100-0001".to_owned(),
                country: "JP".to_owned(),
                ..AddressForm::default()
            },
        ),
        named(
            "محمد علي",
            "",
            AddressForm {
                street1: "شارع النيل ١٢".to_owned(),
                city: "القاهرة".to_owned(),
                zip: "11511".to_owned(),
                country: "EG".to_owned(),
                ..AddressForm::default()
            },
        ),
        named(
            "홍길동",
            "샘플",
            AddressForm {
                street1: "세종대로 110".to_owned(),
                city: "서울".to_owned(),
                zip: "04524".to_owned(),
                country: "KR".to_owned(),
                ..AddressForm::default()
            },
        ),
    ]
}

fn filled() -> Board {
    let mut board = Board::new();
    let rows = (1..).zip(people()).map(|(row, form)| contact(row, form));
    board.state.addresses.rows = rows.collect();
    board.state.addresses.matching = board.state.addresses.rows.len() as u64;
    board.state.addresses.groups = vec![("Customers".to_owned(), 3)];
    board.state.addresses.loaded = true;
    board.state.book.count = board.state.addresses.matching;
    board.go_to(Panel::Addresses);
    board
}

fn open(board: &mut Board, at: usize) {
    board.state.addresses.open = board.state.addresses.rows.get(at).cloned();
    board.settle();
}

fn asked(board: &Board, wanted: impl Fn(&AddressIntent) -> bool) -> usize {
    board.count(|intent| matches!(intent, Intent::Addresses(intent) if wanted(intent)))
}

#[test]
fn every_state_says_what_it_is_and_what_to_do() {
    let mut board = Board::new();
    board.go_to(Panel::Addresses);
    assert!(board.stage.shows("Opening the address book"));
    board.state.addresses.loaded = true;
    board.settle();
    board.shot("addresses-empty");
    board.click("Add an address");
    assert!(board.stage.shows("Street 2"));
    board.click("Close form");
    board.state.addresses.trouble = Some(Trouble {
        attempted: "Reading the address book".to_owned(),
        cause: "The disk cannot be read".to_owned(),
        retry_is_safe: true,
        ..Trouble::default()
    });
    board.settle();
    board.shot("addresses-error");
    board.click("Try again");
    assert_eq!(
        asked(&board, |intent| matches!(
            intent,
            AddressIntent::Show { first: 0, .. }
        )),
        1
    );

    let mut board = filled();
    board.state.line = Line::Offline {
        since: board.now,
        trouble: Trouble::default(),
    };
    open(&mut board, 1);
    board.shot("addresses-offline");
    assert!(
        board.stage.shows("Casey Example"),
        "the book is on this computer"
    );
    assert!(board.stage.find("Check address").unwrap().disabled);
    assert!(!board.stage.find("Ship to this address").unwrap().disabled);
}

#[test]
fn searches_as_you_type_and_ships_by_keyboard_alone() {
    let mut board = filled();
    board.shot("addresses");
    assert_eq!(board.bad_names(), Vec::<String>::new());
    tab_to(&mut board, "Search addresses");
    for letter in ["c", "a"] {
        board.burst(vec![egui::Event::Text(letter.to_owned())]);
    }
    let asked_for = |text: &str| {
        asked(
            &board,
            |intent| matches!(intent, AddressIntent::Show { text: asked, .. } if asked == text),
        )
    };
    assert_eq!((asked_for("c"), asked_for("ca")), (1, 1));
    board.press(egui::Modifiers::NONE, egui::Key::Enter);
    assert_eq!(
        asked(&board, |intent| matches!(
            intent,
            AddressIntent::Open(Some(1))
        )),
        1
    );
    open(&mut board, 0);
    tab_to(&mut board, "Ship to this address");
    board.press(egui::Modifiers::NONE, egui::Key::Enter);
    let picked = board.count(|intent| {
        matches!(
            intent,
            Intent::PickAddress {
                side: Side::To,
                row: 1
            }
        )
    });
    assert_eq!(picked, 1);
    assert_eq!(board.window.local.panel, Panel::Ship);
}

#[test]
fn a_million_rows_load_a_window_at_a_time() {
    let mut board = filled();
    board.state.addresses.matching = 1_000_000;
    board.state.addresses.rows = (1..=i64::from(WINDOW))
        .map(|row| contact(row, chicago()))
        .collect();
    board.settle();
    let shows = |board: &Board| asked(board, |intent| matches!(intent, AddressIntent::Show { .. }));
    assert_eq!(shows(&board), 0, "the window holds what is seen");
    assert!(board.stage.shows("1,000,000 addresses"));
    // Far down: dots, and one question for the rows around.
    board.stage.move_to(egui::pos2(700.0, 500.0));
    board.burst(vec![egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -16_000_000.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers: egui::Modifiers::NONE,
    }]);
    board.wait(40);
    assert!(shows(&board) >= 1);
    let first = board.asked.iter().rev().find_map(|intent| match intent {
        Intent::Addresses(AddressIntent::Show { first, .. }) => Some(*first),
        _ => None,
    });
    assert!(first.unwrap() > 400_000, "{first:?}");
    let before = shows(&board);
    board.wait(5);
    assert_eq!(shows(&board), before, "asked once");
    board.state.addresses.first = first.unwrap();
    board.settle();
    board.shot("addresses-million");
    assert!(board.stage.shows("Riley Sample"));
}

#[test]
fn the_suggestion_stands_beside_the_words_typed() {
    let mut board = filled();
    open(&mut board, 1);
    board.click("Check address");
    assert_eq!(
        asked(&board, |intent| matches!(intent, AddressIntent::Check(2))),
        1
    );
    let suggested = Address {
        name: Some("Riley Sample".to_owned()),
        street1: Some("233 S WACKER DR".to_owned()),
        city: Some("CHICAGO".to_owned()),
        state: Some("IL".to_owned()),
        zip: Some("60606-6306".to_owned()),
        country: Some("US".to_owned()),
        ..Address::default()
    };
    let check = AddressCheck {
        typed: board.state.addresses.rows[1].form.clone(),
        suggested,
        remarks: Vec::new(),
        differs: true,
    };
    board.state.addresses.check = Remote::ready(check, board.now);
    board.settle();
    board.shot("addresses-check");
    assert!(board.stage.shows("60606-6306"));
    board.click("Use suggestion: address");
    assert_eq!(
        asked(&board, |intent| matches!(intent, AddressIntent::Accept(2))),
        1
    );
    board.click("Keep mine: address");
    assert_eq!(
        asked(&board, |intent| matches!(
            intent,
            AddressIntent::KeepMine(2)
        )),
        1
    );
    let mut stored = (*board.state.addresses.rows[1]).clone();
    stored.id = Some(AddressId::new("0f9d-77"));
    board.state.addresses.open = Some(Arc::new(stored));
    board.settle();
    assert!(board.stage.shows("0f9d-77"));
}

#[test]
fn a_block_is_pasted_and_deleting_asks() {
    let mut board = filled();
    board.click("New address");
    board.click("Paste a block");
    board.type_into("Address block", "Ann Lee\n12 Main St\nChicago, IL 60606");
    board.click("Fill in the fields");
    board.shot("addresses-form");
    assert_eq!(board.value("City"), "Chicago");
    board.type_into("Groups", "Customers; VIP");
    board.click("Save address");
    let saved = asked(&board, |intent| {
        matches!(intent, AddressIntent::Save { row: None, form, groups }
            if form.name == "Ann Lee" && groups == &["Customers", "VIP"])
    });
    assert_eq!(saved, 1);
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.click("Close form");
    open(&mut board, 0);
    board.click("Delete…");
    board.shot("addresses-delete");
    assert_eq!(
        asked(&board, |intent| matches!(intent, AddressIntent::Remove(_))),
        0
    );
    board.click("Delete address");
    assert_eq!(
        asked(&board, |intent| matches!(intent, AddressIntent::Remove(1))),
        1
    );
}

#[test]
fn a_file_is_seen_before_it_is_written() {
    let mut board = filled();
    board.click("Import…");
    board.type_into("File to import", "/tmp/book.csv");
    board.click("Read file");
    let read = |intent: &AddressIntent| matches!(intent, AddressIntent::Import(ImportIntent::ReadFile(path)) if path.ends_with("book.csv"));
    assert_eq!(asked(&board, read), 1);
    let text =
        "Full name,Street,Town,State,ZIP,Note\nAnn Lee,12 Main St,Chicago,IL,60606,x\n,,,,,\n";
    let layout = Layout::guess(text);
    let entry = |form: AddressForm| Entry {
        form,
        groups: Vec::new(),
    };
    let preview = Preview {
        file: "book.csv".to_owned(),
        titles: layout.titles(text),
        example: layout.example(text),
        layout: Some(layout),
        rows: people()
            .into_iter()
            .zip(2..)
            .map(|(form, line)| (line, entry(form)))
            .collect(),
        errors: vec![
            (3, "The street is missing".to_owned()),
            (9, "A name or a company is missing".to_owned()),
        ],
        good: 1204,
        bad: 2,
        ..Preview::default()
    };
    board.state.addresses.import.preview = Remote::ready(preview, board.now);
    board.settle();
    board.shot("addresses-import");
    for words in [
        "1204 rows readable, 2 left out",
        "The street is missing",
        "The first 6 of 1204 rows",
    ] {
        assert!(board.stage.shows(words), "{words}");
    }
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.click("Column 6: Note");
    board.click("Groups");
    let mapped = asked(&board, |intent| {
        matches!(intent, AddressIntent::Import(ImportIntent::ReadAs { layout: Some(layout), .. })
            if layout.columns[5] == Target::Groups)
    });
    assert_eq!(mapped, 1);
    board.click("Import rows");
    assert_eq!(
        asked(&board, |intent| matches!(
            intent,
            AddressIntent::Import(ImportIntent::Run)
        )),
        1
    );
}

#[test]
fn duplicates_show_which_words_stay() {
    let mut board = filled();
    board.click("Find duplicates");
    assert_eq!(
        asked(&board, |intent| matches!(
            intent,
            AddressIntent::FindDuplicates
        )),
        1
    );
    let first = contact(
        1,
        AddressForm {
            phone: "312 555 0100".to_owned(),
            ..chicago()
        },
    );
    let second = contact(
        2,
        AddressForm {
            name: "RILEY SAMPLE".to_owned(),
            email: "riley@example.com".to_owned(),
            ..chicago()
        },
    );
    let pair = merge::pair((*first).clone(), (*second).clone());
    board.state.addresses.duplicates = Remote::ready(vec![pair], board.now);
    board.settle();
    board.shot("addresses-duplicates");
    for words in [
        "This entry stays",
        "riley@example.com",
        "312 555 0100",
        "RILEY SAMPLE",
    ] {
        assert!(board.stage.shows(words), "{words}");
    }
    board.click("Keep the other: pair 1");
    board.click("Merge: pair 1");
    let merged = asked(
        &board,
        |intent| matches!(intent, AddressIntent::Merge(pair) if pair.keep.row == 2 && pair.merged.phone == "312 555 0100"),
    );
    assert_eq!(merged, 1);
    board.state.settings.theme = Theme::Dark;
    board.settle();
    board.shot("addresses-duplicates-dark");
    board.click("Leave both: pair 1");
    assert!(board.stage.shows("Nothing to merge"));
    board.click("Back to the list");
    assert_eq!(
        asked(&board, |intent| matches!(
            intent,
            AddressIntent::DropDuplicates
        )),
        1
    );
}

#[test]
fn long_work_shows_each_row_and_the_way_out() {
    let mut board = filled();
    board.click("Check all");
    assert_eq!(
        asked(&board, |intent| matches!(intent, AddressIntent::CheckMany)),
        1
    );
    let result = |row: i64, name: &str, outcome: Outcome, words: &str| RowResult {
        line: None,
        row: Some(row),
        name: name.to_owned(),
        outcome,
        words: words.to_owned(),
    };
    let mut task = Task::new("Checking addresses", Kind::Check, 5_000, board.now);
    task.take(
        1_200,
        vec![
            result(1, "Casey Example", Outcome::Done, "Known and complete"),
            result(
                2,
                "Riley Sample",
                Outcome::Doubt,
                "The service suggests 233 S Wacker Dr, Chicago, IL, 60606-6306, US",
            ),
            result(
                3,
                "Erika Muster",
                Outcome::Failed,
                "The country is not known",
            ),
        ],
    );
    board.state.addresses.task = Some(task);
    board.now = board
        .now
        .checked_add(jiff::SignedDuration::from_secs(4))
        .unwrap();
    board.settle();
    board.shot("addresses-work");
    assert!(
        board
            .stage
            .shows("1,200 of 5,000 · 300 a second · 12 s left")
    );
    assert!(
        board.stage.find("Try the failed rows again").is_err(),
        "not while it runs"
    );
    board.click("Cancel the work");
    assert_eq!(
        asked(&board, |intent| matches!(
            intent,
            AddressIntent::Task(TaskIntent::Cancel)
        )),
        1
    );
    if let Some(task) = &mut board.state.addresses.task {
        task.ended = Some(board.now);
        task.cancelled = true;
    }
    board.settle();
    board.click("Not done 1");
    assert!(
        board.stage.shows("The country is not known") && !board.stage.shows("Known and complete")
    );
    board.shot("addresses-work-ended");
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.click("Try the failed rows again");
    assert_eq!(
        asked(&board, |intent| matches!(
            intent,
            AddressIntent::Task(TaskIntent::Retry)
        )),
        1
    );
    board.click("Close the work");
    assert_eq!(
        asked(&board, |intent| matches!(
            intent,
            AddressIntent::Task(TaskIntent::Close)
        )),
        1
    );
}

#[test]
fn exports_to_the_file_and_format_named() {
    let mut board = filled();
    board.click("Export…");
    board.click("vCard 4.0");
    assert!(board.value("File to write").ends_with("addresses.vcf"));
    board.click("Write file");
    let exported = asked(
        &board,
        |intent| matches!(intent, AddressIntent::Export { file, .. } if file.ends_with("addresses.vcf")),
    );
    assert_eq!(exported, 1);
    board.state.settings.theme = Theme::Dark;
    open(&mut board, 2);
    board.shot("addresses-dark");
}

fn tab_to(board: &mut Board, name: &str) {
    for _ in 0..80 {
        board.press(egui::Modifiers::NONE, egui::Key::Tab);
        if board.focus().as_deref() == Some(name) {
            return;
        }
    }
    panic!("Tab never comes to {name}");
}
