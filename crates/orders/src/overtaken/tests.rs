use super::*;
use crate::rules::{Condition, Rule, RuleOutcome};
use postroom_parcel::draft::PackageForm;
use postroom_parcel::preset::{Preset, ServiceChoice};

fn small() -> Preset {
    Preset {
        name: "Small box".to_owned(),
        package: Some(PackageForm {
            length: "8".to_owned(),
            width: "6".to_owned(),
            ..PackageForm::default()
        }),
        ..Preset::default()
    }
}

fn row(preset: &Preset, revision: i64) -> DocumentRow {
    DocumentRow {
        kind: DocumentKind::Preset,
        key: "small".to_owned(),
        name: preset.name.clone(),
        rank: 0,
        json: serde_json::to_string(preset).unwrap(),
        revision,
        changed_by: "Bench 1 / Ana".to_owned(),
    }
}

fn longer(length: &str) -> Preset {
    let mut preset = small();
    preset.package.as_mut().unwrap().length = length.to_owned();
    preset
}

fn overtaken(theirs: &Preset, mine: &Preset) -> Option<OvertakenDocument> {
    let change =
        Change::Write { row: row(mine, 1), before: serde_json::to_string(&small()).unwrap() };
    OvertakenDocument::of_outcome(change, DocumentOutcome::Conflict(Box::new(row(theirs, 2))))
}

#[test]
fn both_versions_are_shown_with_what_was_before() {
    let theirs = Preset { printer: Some("Dock".to_owned()), ..longer("9") };
    let mine = Preset { service: ServiceChoice::CheapestWithin { days: 2 }, ..longer("10") };
    let found = overtaken(&theirs, &mine).unwrap();
    assert_eq!(
        found.words().to_string(),
        "Bench 1, Ana changed “Small box” at the same time, so what was changed here is not saved."
    );
    let shown = found.differences(|_| None);
    let shown: Vec<_> =
        shown.iter().map(|it| [&*it.part, &*it.before, &*it.theirs, &*it.mine]).collect();
    assert_eq!(
        shown,
        [
            ["Package", "8", "9", "10"],
            ["Printer of the labels", "–", "Dock", "–"],
            [
                "Which rate is chosen",
                "The cheapest",
                "The cheapest",
                "The cheapest within a number of days: 2"
            ],
        ]
    );
}

#[test]
fn what_only_the_other_station_changed_stays_when_mine_is_kept() {
    let theirs = Preset { printer: Some("Dock".to_owned()), ..longer("9") };
    let mine = Preset { name: "Box".to_owned(), ..longer("10") };
    let Some(Change::Write { row, before }) = overtaken(&theirs, &mine).unwrap().keep_mine() else {
        panic!("nothing is written")
    };
    assert_eq!((row.revision, row.name.as_str()), (2, "Box"));
    let written: Preset = serde_json::from_str(&row.json).unwrap();
    let wanted = Preset { printer: theirs.printer.clone(), ..mine.clone() };
    assert_eq!(written, wanted);
    assert_eq!(merged(&small(), &theirs, &mine), wanted);
    assert_eq!(serde_json::from_str::<Preset>(&before).unwrap(), theirs);
}

#[test]
fn the_same_change_of_two_stations_is_no_conflict() {
    assert_eq!(overtaken(&longer("9"), &longer("9")), None);
}

#[test]
fn what_was_removed_there_is_added_again_and_what_was_changed_there_is_not_removed() {
    let change = Change::Write { row: row(&longer("9"), 1), before: String::new() };
    let gone = OvertakenDocument::of_outcome(change, DocumentOutcome::Missing).unwrap();
    assert!(gone.words().to_string().contains("was deleted"));
    match gone.keep_mine() {
        Some(Change::Write { row, .. }) => assert_eq!(row.revision, 0),
        other => panic!("{other:?}"),
    }
    let remove = Change::Remove { row: row(&small(), 1) };
    let theirs = Box::new(row(&longer("9"), 2));
    let kept = OvertakenDocument::of_outcome(remove, DocumentOutcome::Conflict(theirs)).unwrap();
    assert!(kept.words().to_string().contains("not deleted"));
    match kept.keep_mine() {
        Some(Change::Remove { row }) => assert_eq!(row.revision, 2),
        other => panic!("{other:?}"),
    }
    let both = Change::Remove { row: row(&small(), 1) };
    assert_eq!(OvertakenDocument::of_outcome(both, DocumentOutcome::Missing), None);
}

#[test]
fn a_rule_is_shown_as_one_sentence() {
    let rule = |conditions: Vec<Condition>, key: &str| Rule {
        name: "Light".to_owned(),
        conditions,
        outcome: RuleOutcome::Preset { key: key.to_owned() },
    };
    let before = rule(vec![Condition::EveryOrder], "a");
    let theirs = rule(vec![Condition::International(true)], "b");
    let versions = versions_of(&before, &theirs, &before);
    let shown = differences(DocumentKind::Rule, &versions, |key| Some(key.to_uppercase()));
    let [one] = shown.as_slice() else { panic!("{shown:?}") };
    assert_eq!(one.part, "Rule");
    assert!(one.theirs.ends_with("preset B"), "{one:?}");
    assert!(one.mine.ends_with("preset A"), "{one:?}");
}

#[test]
fn a_part_that_is_left_open_is_one_dash() {
    let open = Preset { package: None, ..small() };
    let versions = versions_of(&open, &open, &small());
    let shown = differences(DocumentKind::Preset, &versions, |_| None);
    let [one] = shown.as_slice() else { panic!("{shown:?}") };
    assert_eq!((one.before.as_str(), one.theirs.as_str()), ("–", "–"));
    assert!(one.mine.contains('8') && one.mine.contains('6'), "{one:?}");
}
