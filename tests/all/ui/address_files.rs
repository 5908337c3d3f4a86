//! Bulk work on addresses: files, duplicates, long-running jobs.

use postroom::desk::addresses::import::{ImportIntent, Preview};
use postroom::desk::addresses::merge;
use postroom::desk::addresses::table::{AddressTable, Entry, Target};

use super::addresses::{asked, contact, filled, open, people};
use super::board::chicago;
use crate::prelude::*;

/// W10
#[test]
fn columns_that_are_left_out_are_named_before_the_import() {
    let mut board = filled();
    let text = "Name,Street,Town/City,Gift note,Shelf\nAnn Lee,12 Main St,Chicago,Hi,B4\n";
    let table = AddressTable::read(text, None).unwrap();
    let mut preview = Preview {
        file: "book.csv".to_owned(),
        titles: table.titles(),
        example: table.example(),
        layout: Some(table.layout),
        unused: vec![3, 4],
        good: 12,
        ..Preview::default()
    };
    let show = |board: &mut AnsweringScene, preview: &Preview| {
        board.state.addresses.import.preview = Remote::ready(preview.clone(), board.now);
        board.settle();
    };
    show(&mut board, &preview);
    board.shot("addresses-import-unused");
    for words in ["12 rows found", "2 columns are not imported: Gift note and Shelf"] {
        assert!(board.stage.shows(words), "{words}");
    }
    assert!(!board.stage.shows("all readable"));
    board.click("Column 4: Gift note");
    board.click("Company");
    let assigned = asked(&board, |intent| {
        matches!(intent, AddressIntent::Import(ImportIntent::ReadAs { layout: Some(layout), .. })
            if layout.columns[3].target == Target::Field(OrderField::Company)
                && layout.columns[2].target == Target::Field(OrderField::City))
    });
    assert_eq!(assigned, 1);
    preview.unused.clear();
    show(&mut board, &preview);
    assert!(board.stage.shows("12 rows, all readable"));
    assert!(!board.stage.shows("not imported"));
}

#[test]
fn a_file_is_seen_before_it_is_written() {
    let mut board = filled();
    board.click("Import…");
    board.type_into("File to open", "/tmp/book.csv");
    board.click("Open file");
    let read = |intent: &AddressIntent| matches!(intent, AddressIntent::Import(ImportIntent::ReadFile(path)) if path.ends_with("book.csv"));
    assert_eq!(asked(&board, read), 1);
    let text =
        "Full name,Street,Town,State,ZIP,Note\nAnn Lee,12 Main St,Chicago,IL,60606,x\n,,,,,\n";
    let table = AddressTable::read(text, None).unwrap();
    let entry = |form: AddressForm| Entry { form, groups: Vec::new() };
    let preview = Preview {
        file: "book.csv".to_owned(),
        titles: table.titles(),
        example: table.example(),
        layout: Some(table.layout),
        rows: people().into_iter().zip(2..).map(|(form, line)| (line, entry(form))).collect(),
        errors: vec![(3, "Street is missing".into()), (9, "Name or company is missing".into())],
        good: 1204,
        bad: 2,
        ..Preview::default()
    };
    board.state.addresses.import.preview = Remote::ready(preview, board.now);
    board.settle();
    board.shot("addresses-import");
    for words in ["1,204 rows readable, 2 skipped", "Street is missing", "First 6 of 1,204 rows"] {
        assert!(board.stage.shows(words), "{words}");
    }
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.click("Column 6: Note");
    board.click("Groups");
    let mapped = asked(&board, |intent| {
        matches!(intent, AddressIntent::Import(ImportIntent::ReadAs { layout: Some(layout), .. })
            if layout.columns[5].target == Target::Groups)
    });
    assert_eq!(mapped, 1);
    board.click("Import rows");
    assert_eq!(
        asked(&board, |intent| matches!(intent, AddressIntent::Import(ImportIntent::Run))),
        1
    );
}

/// Below a message, the text of a borderless button is aligned with the text above it.
#[test]
fn the_details_to_copy_stand_under_what_is_told() {
    let mut board = filled();
    let cause = "The disk is full";
    let trouble =
        Trouble { attempted: "Reading the file".into(), cause: cause.into(), ..Trouble::default() };
    board.state.addresses.import.preview = Remote::Failed { trouble, previous: None };
    board.settle();
    board.shot("addresses-import-failed");
    let left = |name: &str| board.stage.find(name).unwrap().bounds.left();
    // The button has a padding of 8 points on each side of its text.
    let (told, copy) = (left(cause), left("Copy details") + 8.0);
    assert!((told - copy).abs() < 0.5, "{told} and {copy}");
}

#[test]
fn results_that_stand_there_keep_nobody_from_going_on() {
    let mut board = filled();
    let mut work = BatchJob::with_expected_rows("Importing addresses", 2);
    board.state.addresses.work = Some(work.clone());
    board.settle();
    assert!(board.stage.find("New address").unwrap().disabled);
    let row = |line: u64, name: &str, state| BatchRow::new(line.to_string(), name, state);
    let added = RowState::Done("Added".into());
    let failed = RowState::Failed(Box::new(Trouble {
        cause: "Unknown country: Atlantis".into(),
        ..Trouble::default()
    }));
    work.add_finished_rows(
        2,
        vec![row(2, "Jane", added).at_line(2), row(4, "–", failed).at_line(4)],
    );
    work.end(None);
    board.state.addresses.work = Some(work);
    board.settle();
    board.shot("addresses-imported");
    assert!(board.stage.shows("Importing addresses: not all succeeded"));
    let closed = |intent: &AddressIntent| matches!(intent, AddressIntent::Work(BatchIntent::Close));
    for (nth, step) in
        ["New address", "Find duplicates", "Check all addresses", "Import…"].into_iter().enumerate()
    {
        board.click(step);
        assert_eq!(asked(&board, closed), nth + 1, "{step}");
    }
}

#[test]
fn duplicates_show_which_words_stay() {
    let mut board = filled();
    board.click("Find duplicates");
    assert_eq!(asked(&board, |intent| matches!(intent, AddressIntent::FindDuplicates)), 1);
    let first = contact(1, AddressForm { phone: "312 555 0100".to_owned(), ..chicago() });
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
    for words in
        ["After merging", "riley@example.com", "312 555 0100", "RILEY SAMPLE", "United States"]
    {
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
    board.click("Keep both: pair 1");
    assert!(board.stage.shows("No duplicates"));
    board.click("Back to list");
    assert_eq!(asked(&board, |intent| matches!(intent, AddressIntent::DropDuplicates)), 1);
}

#[test]
fn long_work_shows_each_row_and_the_way_out() {
    let mut board = filled();
    board.click("Check all addresses");
    assert_eq!(asked(&board, |intent| matches!(intent, AddressIntent::CheckMany)), 1);
    let row =
        |row: i64, name: &str, state| BatchRow::new(row.to_string(), name, state).with_entry(row);
    let suggested = "The service suggests 233 S Wacker Dr, Chicago, IL, 60606-6306, US";
    let trouble = Trouble {
        cause: "Unknown country".into(),
        advice: "Correct the address".into(),
        ..Trouble::default()
    };
    let mut work = BatchJob::with_expected_rows("Checking addresses", 5_000);
    work.add_finished_rows(
        1_200,
        vec![
            row(1, "Casey Example", RowState::Done("Address verified".into())),
            row(2, "Riley Sample", RowState::NeedsReview(suggested.into())),
            row(3, "Erika Muster", RowState::Failed(Box::new(trouble))),
        ],
    );
    board.state.addresses.work = Some(work);
    board.settle();
    board.shot("addresses-work");
    assert!(board.stage.shows("1,200 of 5,000, 1 failed, "));
    assert!(board.stage.shows(" per second, "));
    assert!(board.stage.find("Retry failed rows").is_err(), "not while it runs");
    let step = |board: &AnsweringScene, wanted: BatchIntent| {
        asked(board, |intent| matches!(intent, AddressIntent::Work(step) if *step == wanted))
    };
    board.click("Cancel the task");
    assert_eq!(step(&board, BatchIntent::Cancel), 1);
    if let Some(work) = &mut board.state.addresses.work {
        work.cancel();
        work.end(None);
    }
    board.settle();
    board.click("Failed 3,801");
    assert!(board.stage.shows("Unknown country") && !board.stage.shows("Address verified"));
    board.shot("addresses-work-ended");
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.click("Retry failed rows");
    assert_eq!(step(&board, BatchIntent::Retry), 1);
    board.click("Close the task");
    assert_eq!(step(&board, BatchIntent::Close), 1);
}

#[test]
fn exports_to_the_file_and_format_named() {
    let mut board = filled();
    board.click("Export…");
    board.click("vCard 4.0");
    board.click("Choose where to save the addresses");
    assert!(board.value("File to save").ends_with("addresses.vcf"));
    board.click("Save file");
    let exported = asked(
        &board,
        |intent| matches!(intent, AddressIntent::Export { file, .. } if file.ends_with("addresses.vcf")),
    );
    assert_eq!(exported, 1);
    board.state.settings.theme = Theme::Dark;
    open(&mut board, 2);
    board.shot("addresses-dark");
}
