//! `postroom watch`: each file of the folder is a batch, and what the batch says decides about the
//! file and about the watch.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use postroom::desk::flows::watch_run::run_watch;
use postroom::orders::batch_report::{BatchArguments, BatchExit};
use postroom::watched_folder::{SteadinessRules, WatchedFolderSettings};

use super::batch_command::kit::{HEADING, Running, Shop, row, staged, table, text};

/// Long enough for the slowest machine.
const PATIENCE: Duration = Duration::from_secs(300);

fn quick() -> WatchedFolderSettings {
    let short = Duration::from_millis(20);
    WatchedFolderSettings {
        steadiness: SteadinessRules {
            steady_for: short,
            retry_after: short,
            ..SteadinessRules::default()
        },
        poll: short,
        ..WatchedFolderSettings::default()
    }
}

#[test]
fn the_end_of_a_batch_decides_about_its_file_and_about_the_watch() {
    use BatchExit::*;
    let (stays, done, failed) = ("a.csv", "done/a.csv", "failed/a.csv");
    for (exit, summary, place, ended) in [
        (AllDone, "{}", done, AllDone),
        (SomeOrdersRemain, "{}", done, AllDone),
        (SomeOrdersRemain, r#"{"labels_not_saved":1}"#, done, AllDone),
        (SomeOrdersRemain, r#"{"above_limit":1}"#, done, Stopped),
        (FileUnreadable, r#"{"reason":"Which column is the weight?"}"#, failed, AllDone),
        (NothingSent, "{}", stays, AllDone),
        (DataUnavailable, "{}", stays, AllDone),
        (InDoubt, "{}", stays, AllDone),
        (InDoubt, r#"{"labels_not_saved":1}"#, stays, Stopped),
        (InDoubt, r#"{"above_limit":1}"#, stays, Stopped),
        (Stopped, "{}", stays, Stopped),
        (WrongArguments, "", stays, WrongArguments),
    ] {
        let case = format!("{exit:?} {summary}");
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.csv"), "a").unwrap();
        fs::write(folder.path().join("b.csv"), "b").unwrap();
        let runs = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&runs);
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let code = runtime.block_on(run_watch(
            BatchArguments { file: folder.path().to_owned(), ..BatchArguments::default() },
            quick(),
            Box::new(move |_, _, out, _| {
                counted.fetch_add(1, Ordering::Relaxed);
                out.write_all(summary.as_bytes()).unwrap();
                exit
            }),
            Box::new(std::io::sink()),
            second_run(Arc::clone(&runs)),
        ));
        assert_eq!(code, ended, "{case}");
        assert!(folder.path().join(place).exists(), "{case}: {:?}", files(folder.path()));
        // A watch that ends takes no further file.
        let runs = runs.load(Ordering::Relaxed);
        assert!(if ended == AllDone { runs >= 2 } else { runs == 1 }, "{case}: {runs} runs");
        if place == failed {
            let reason = fs::read_to_string(folder.path().join("failed/a.csv.reason.txt")).unwrap();
            assert!(reason.contains("Which column is the weight?"), "{reason}");
        }
    }
}

async fn second_run(runs: Arc<AtomicUsize>) {
    while runs.load(Ordering::Relaxed) < 2 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[test]
fn labels_are_not_saved_where_they_would_be_taken_for_orders() {
    for out in ["", "done", "failed"] {
        let folder = tempfile::tempdir().unwrap();
        let arguments = BatchArguments {
            file: folder.path().to_owned(),
            out: Some(folder.path().join(out)),
            ..BatchArguments::default()
        };
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let code = runtime.block_on(run_watch(
            arguments,
            quick(),
            Box::new(|_, _, _, _| BatchExit::AllDone),
            Box::new(std::io::sink()),
            async {},
        ));
        assert_eq!(code, BatchExit::WrongArguments, "{out}");
    }
}

/// The program is killed while it buys the labels of a file. The next one buys what is missing, and
/// nothing twice; a file that leaves a question is never bought, and the same file again neither.
#[test]
fn a_killed_watch_is_settled_by_the_next() {
    let shop = Shop::new();
    let folder = shop.path("in");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("orders.csv"), table(12)).unwrap();
    shop.world.faults("POST /Shipment", "delay_before_commit", 60, 30);
    let watch = || Running::start(shop.watch_command(&folder, &["--buy", "--out", "labels"]));
    let mut first = watch();
    first.read_until("bought", 3);
    let lines = first.kill();
    assert_eq!(staged(&lines, "summary").len(), 0);
    assert_eq!(files(&folder), ["orders.csv"]);
    shop.world.forget_faults();

    let question = [HEADING.replace(" (lb)", ""), row("Q1", "2")].concat();
    fs::write(folder.join("question.csv"), question).unwrap();
    let second = watch();
    wait_for(&folder.join("failed/question.csv"));
    fs::write(folder.join("again.csv"), table(12)).unwrap();
    wait_for(&folder.join("done/again.csv"));
    let lines = second.kill();
    assert_eq!(shop.world.shipments_at_service(), 12);
    assert_eq!(shop.labels().len(), 12);
    let begun: Vec<String> =
        staged(&lines, "begin").into_iter().map(|line| text(line, "file")).collect();
    assert_eq!(begun.first().map(String::as_str), Some("orders.csv"));
    assert!(!begun.contains(&"again.csv".to_owned()), "{begun:?}");
    assert_eq!(
        files(&folder),
        [
            "done/again.csv",
            "done/again.csv.result.csv",
            "done/orders.csv",
            "done/orders.csv.result.csv",
            "failed/question.csv",
            "failed/question.csv.reason.txt",
        ]
    );
    let result = fs::read_to_string(folder.join("done/orders.csv.result.csv")).unwrap();
    assert_eq!(result.lines().count(), 13, "{result}");
    assert!(!result.contains(",yes,"), "{result}");
    let reason = fs::read_to_string(folder.join("failed/question.csv.reason.txt")).unwrap();
    assert!(reason.contains("--answer"), "{reason}");
}

fn wait_for(file: &Path) {
    let begun = Instant::now();
    while !file.exists() {
        assert!(begun.elapsed() < PATIENCE, "{} did not come", file.display());
        sleep(Duration::from_millis(20));
    }
}

/// The files of the folder and of those in it, sorted.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push(path.strip_prefix(folder).unwrap().display().to_string()),
            }
        }
    }
    found.sort();
    found
}
