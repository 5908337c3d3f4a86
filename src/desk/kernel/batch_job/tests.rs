use super::*;

fn work() -> BatchJob {
    let rows = ["a", "b", "c", "d"].map(|key| (key.to_owned(), key.to_uppercase()));
    BatchJob::new("Trying", rows)
}

fn done(key: &str) -> BatchRow {
    BatchRow::new(key, key, RowState::Done("Added".into()))
}

fn failed(key: &str) -> BatchRow {
    BatchRow::new(key, key, RowState::Failed(Box::default()))
}

#[test]
fn what_failed_is_tried_again_and_what_is_in_doubt_is_not() {
    let mut work = work();
    assert_eq!(work.next().unwrap().key, "a");
    assert_eq!(work.time_left(), None);
    work.set_row_state("a", RowState::Done("ok".into()));
    work.set_row_state("b", RowState::Uncertain);
    work.set_row_state("c", RowState::Failed(Box::default()));
    work.cancel();
    assert!(!work.is_running() && work.rows[3].state == RowState::Canceled);
    let stands = RowCounts { done: 1, doubt: 1, failed: 1, called_off: 1, ..RowCounts::default() };
    assert_eq!(work.tally(), stands);
    assert!(work.can_retry());
    assert_eq!(work.retry(), ["c", "d"]);
    assert!(work.is_running() && !work.can_retry());
    assert_eq!((work.tally().waiting, work.tally().over()), (2, 2));
}

#[test]
fn of_a_million_rows_those_worth_telling_are_kept() {
    let mut work = BatchJob::with_expected_rows("Importing", 1_000_000);
    let mut next = 0..;
    for _ in 0..12 {
        let rows = next.by_ref().take(1000).map(|at| done(&at.to_string()));
        work.add_finished_rows(1000, rows.collect());
    }
    work.add_finished_rows(3, vec![failed("x")]);
    assert_eq!(work.rows.len() as u64, ALIKE_KEPT + 1);
    let stands =
        RowCounts { waiting: 987_997, done: 12_000, left: 2, failed: 1, ..RowCounts::default() };
    assert_eq!(work.tally(), stands);
    assert!(work.is_running() && !work.can_retry());
    work.cancel();
    assert!(work.is_running(), "the job comes to its end first");
    work.end(None);
    assert!(work.cancelled && work.can_retry());
    assert_eq!(work.tally().called_off, 987_997);
    assert_eq!(work.retry(), ["x"]);
    work.add_finished_rows(1, vec![done("x")]);
    assert_eq!((work.tally().failed, work.tally().done), (0, 12_001));
}

#[test]
fn an_expected_row_that_never_came_is_not_called_off() {
    let mut work = BatchJob::with_expected_rows("Checking", 5).without_retry();
    work.add_finished_rows(4, vec![done("a"), failed("b")]);
    work.end(None);
    assert_eq!((work.tally().total(), work.tally().called_off), (4, 0));
    assert!(!work.can_retry(), "the same line fails the same way");
    // Canceled after all rows were done.
    let mut late = BatchJob::with_expected_rows("Checking", 1);
    late.add_finished_rows(1, vec![done("a")]);
    late.cancel();
    late.end(None);
    assert!(!late.cancelled);
}

/// A batch that is stopped before any of its rows failed has no row to retry, but what it never came
/// to.
#[test]
fn what_a_stopped_batch_never_came_to_can_be_retried_if_it_is_known() {
    let stopped = |mut work: BatchJob, rows: u64| {
        let done = (0..rows).map(|at| done(&at.to_string()));
        work.add_finished_rows(rows, done.collect());
        work.cancel();
        work.end(None);
        work
    };
    let known = BatchJob::with_expected_rows("Buying", 3).with_known_rows();
    assert!(stopped(known.clone(), 1).can_retry());
    assert!(!stopped(known, 3).can_retry(), "all are done");
    let unknown = BatchJob::with_expected_rows("Importing", 3);
    assert!(!stopped(unknown, 1).can_retry());
}

/// Whoever runs it has lost sight of two rows: it does not end as if all had succeeded.
#[test]
fn a_known_row_that_never_came_is_not_left_out_of_the_counts() {
    let mut work = BatchJob::with_expected_rows("Buying", 5).with_known_rows();
    work.add_finished_rows(3, vec![done("a"), done("b"), done("c")]);
    work.end(None);
    let tally = work.tally();
    assert_eq!((tally.total(), tally.done, tally.called_off), (5, 3, 2));
    assert!(!tally.all_succeeded() && work.can_retry() && !work.cancelled);
}

#[test]
fn a_work_of_unknown_length_tells_no_time_left() {
    let mut work = BatchJob::with_expected_rows("Fetching", 0);
    work.add_finished_rows(1, vec![done("1")]);
    work.expect(None);
    assert!(work.is_unknown() && work.is_running());
    assert_eq!(work.time_left(), None);
    work.expect(Some(3));
    assert!(!work.is_unknown());
    assert_eq!((work.tally().total(), work.tally().waiting), (4, 3));
    work.add_finished_rows(1, vec![done("2")]);
    assert!(work.time_left().is_some());
    work.expect(Some(0));
    work.end(None);
    assert_eq!((work.tally().done, work.tally().called_off), (2, 0));
}
