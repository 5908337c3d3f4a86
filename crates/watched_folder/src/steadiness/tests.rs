use std::time::UNIX_EPOCH;

use super::*;

const RULES: SteadinessRules = SteadinessRules {
    steady_for: Duration::from_secs(3),
    overdue_after: Duration::from_secs(60),
    retry_after: Duration::from_secs(5),
};

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

/// `name size modified`, for example `orders.csv 10 100`.
fn seen(line: &str) -> SeenFile {
    let mut words = line.rsplitn(3, ' ');
    let modified: u64 = words.next().unwrap().parse().unwrap();
    let bytes = words.next().unwrap().parse().unwrap();
    SeenFile {
        name: words.next().unwrap().into(),
        stamp: Stamp { bytes, modified: Some(UNIX_EPOCH + seconds(modified)) },
    }
}

/// The names to take at a look; an overdue one has `!`.
fn steady(look: &Look) -> Vec<String> {
    let names = look.steady.iter().map(|file| {
        let overdue = if file.is_overdue { "!" } else { "" };
        format!("{}{overdue}", file.name.display())
    });
    names.collect()
}

#[test]
fn a_file_is_taken_when_it_has_stopped_changing() {
    type Looks<'a> = &'a [(u64, &'a [&'a str], &'a [&'a str])];
    let cases: &[(&str, Looks)] = &[
        (
            "at the second look, and no sooner than after the time",
            &[
                (0, &["a.csv 10 100"], &[]),
                (2, &["a.csv 10 100"], &[]),
                (3, &["a.csv 10 100"], &["a.csv"]),
            ],
        ),
        (
            "one look is not enough, however late it is",
            &[(0, &[], &[]), (500, &["a.csv 10 100"], &[]), (503, &["a.csv 10 100"], &["a.csv"])],
        ),
        (
            "a file that grows is not taken until it stays",
            &[
                (0, &["a.csv 10 100"], &[]),
                (3, &["a.csv 20 103"], &[]),
                (5, &["a.csv 20 103"], &[]),
                (6, &["a.csv 20 103"], &["a.csv"]),
            ],
        ),
        (
            "one that is rewritten with the same size",
            &[
                (0, &["a.csv 10 100"], &[]),
                (3, &["a.csv 10 102"], &[]),
                (6, &["a.csv 10 102"], &["a.csv"]),
            ],
        ),
        (
            "one whose time does not move while it grows",
            &[
                (0, &["a.csv 10 100"], &[]),
                (3, &["a.csv 11 100"], &[]),
                (6, &["a.csv 11 100"], &["a.csv"]),
            ],
        ),
        (
            "one that was away in between begins anew",
            &[
                (0, &["a.csv 10 100"], &[]),
                (2, &[], &[]),
                (3, &["a.csv 10 100"], &[]),
                (6, &["a.csv 10 100"], &["a.csv"]),
            ],
        ),
        (
            "an unfinished download, then under its name",
            &[
                (0, &["a.csv.part 10 100"], &[]),
                (9, &["a.csv.part 10 100"], &[]),
                (10, &["a.csv 10 100"], &[]),
                (13, &["a.csv 10 100"], &["a.csv"]),
            ],
        ),
        (
            "an empty file waits for its content",
            &[
                (0, &["a.csv 0 100"], &[]),
                (90, &["a.csv 0 100"], &[]),
                (91, &["a.csv 5 191"], &[]),
                (94, &["a.csv 5 191"], &["a.csv"]),
            ],
        ),
        (
            "the oldest first, then by name",
            &[
                (0, &["c.csv 1 100", "a.csv 1 200", "b.csv 1 100"], &[]),
                (3, &["c.csv 1 100", "a.csv 1 200", "b.csv 1 100"], &["b.csv", "c.csv", "a.csv"]),
            ],
        ),
        (
            "each file has its own time",
            &[
                (0, &["a.csv 1 100"], &[]),
                (2, &["a.csv 1 100", "b.csv 1 102"], &[]),
                (3, &["a.csv 1 100", "b.csv 1 102"], &["a.csv"]),
                (5, &["b.csv 1 102"], &["b.csv"]),
            ],
        ),
        (
            "one that is never taken is overdue",
            &[
                (0, &["a.csv 1 100"], &[]),
                (59, &["a.csv 1 100"], &["a.csv"]),
                (60, &["a.csv 1 100"], &["a.csv!"]),
            ],
        ),
    ];
    for (case, looks) in cases {
        let mut steadiness = Steadiness::new(RULES);
        for (at, files, wanted) in *looks {
            let files: Vec<SeenFile> = files.iter().map(|line| seen(line)).collect();
            let look = steadiness.add_look(seconds(*at), &files);
            assert_eq!(steady(&look), *wanted, "{case}: at {at} s");
        }
    }
}

#[test]
fn a_workbook_that_is_open_in_an_office_program_waits_until_it_is_closed() {
    for lock in ["~$a.xlsx", ".~lock.a.xlsx#"] {
        let mut steadiness = Steadiness::new(RULES);
        let book = seen("a.xlsx 10 100");
        let locked = [book.clone(), seen(&format!("{lock} 5 100"))];
        for at in [0, 10, 59] {
            let look = steadiness.add_look(seconds(at), &locked);
            assert_eq!(look, Look::default(), "{lock} at {at} s");
        }
        let look = steadiness.add_look(seconds(60), &locked);
        let hindrance = Hindrance::OpenInOffice { lock: lock.to_owned() };
        assert_eq!(look.hindered, [("a.xlsx".into(), hindrance)], "{lock}");
        assert_eq!(steadiness.next_due(seconds(60)), None, "{lock}");
        let look = steadiness.add_look(seconds(61), std::slice::from_ref(&book));
        assert_eq!(steady(&look), ["a.xlsx!"], "{lock}");
    }
}

#[test]
fn a_file_that_stays_empty_is_named_once_it_is_overdue() {
    let mut steadiness = Steadiness::new(RULES);
    let files = [seen("a.csv 0 100")];
    assert_eq!(steadiness.add_look(seconds(0), &files), Look::default());
    assert_eq!(steadiness.add_look(seconds(59), &files), Look::default());
    let look = steadiness.add_look(seconds(60), &files);
    assert_eq!(look.hindered, [("a.csv".into(), Hindrance::Empty)]);
    assert_eq!(look.steady, []);
}

#[test]
fn a_postponed_file_is_tried_again_after_growing_pauses() {
    let mut steadiness = Steadiness::new(RULES);
    let name = OsStr::new("a.csv");
    let files = [seen("a.csv 10 100")];
    steadiness.add_look(seconds(0), &files);
    let mut tried = Vec::new();
    for at in 1..400 {
        if !steadiness.add_look(seconds(at), &files).steady.is_empty() {
            tried.push(at);
            steadiness.postpone(name, seconds(at));
        }
    }
    assert_eq!(tried, [3, 8, 18, 38, 78, 158, 318]);
    // A change begins anew.
    let changed = [seen("a.csv 11 500")];
    steadiness.add_look(seconds(400), &changed);
    let look = steadiness.add_look(seconds(403), &changed);
    assert_eq!(steady(&look), ["a.csv"]);
}

#[test]
fn the_next_look_is_due_when_a_file_can_be_steady() {
    let mut steadiness = Steadiness::new(RULES);
    assert_eq!(steadiness.next_due(seconds(0)), None);
    steadiness.add_look(seconds(10), &[seen("a.csv 10 100"), seen("b.csv 0 100")]);
    assert_eq!(steadiness.next_due(seconds(10)), Some(seconds(13)));
    let later = [seen("a.csv 10 100"), seen("c.csv 10 100")];
    steadiness.add_look(seconds(11), &later);
    assert_eq!(steadiness.next_due(seconds(11)), Some(seconds(13)));
    // What was due and was not taken does not cause looks without a pause.
    assert_eq!(steadiness.next_due(seconds(13)), Some(seconds(14)));
    steadiness.postpone(OsStr::new("a.csv"), seconds(13));
    assert_eq!(steadiness.next_due(seconds(14)), Some(seconds(18)));
}
