//! The print queue on disk: each job is printed once, whatever its state at a restart.

use jiff::SignedDuration;
use postroom::store::spool::{Claim, JobRecord, SECOND_PRESS};
use postroom::store::{JobState, NewJob, Spool};

use super::{Folder, clock, run};

fn job(subject: &str, destination: &str) -> NewJob {
    NewJob {
        subject: subject.to_owned(),
        title: format!("Label {subject}").into(),
        destination: destination.to_owned(),
        printer: "{}".to_owned(),
        document: subject.as_bytes().to_vec(),
    }
}

fn open(folder: &Folder) -> Spool {
    Spool::open(folder.path(), clock()).unwrap()
}

fn states(spool: &Spool) -> Vec<JobState> {
    let jobs = run(spool.jobs()).unwrap();
    jobs.into_iter().map(|job| job.state).collect()
}

/// The oldest job of a destination, claimed.
fn claim(spool: &Spool, place: &str) -> Option<Claim> {
    let job = run(spool.next(place)).unwrap()?;
    run(spool.claim(job.row)).unwrap()
}

/// The same, after its first bytes were sent.
fn take(spool: &Spool, place: &str) -> Option<(JobRecord, Vec<u8>)> {
    let mut claim = claim(spool, place)?;
    claim.begin();
    Some((claim.job.clone(), std::mem::take(&mut claim.document)))
}

/// Finding P1: dropping a claim before the first byte gives the job back.
#[test]
fn a_claim_that_is_dropped_before_its_first_byte_is_in_the_queue_again() {
    let folder = Folder::new("spool-claim");
    let spool = open(&folder);
    let row = run(spool.add(job("a", "p"))).unwrap().unwrap();
    for _ in 0..3 {
        let held = claim(&spool, "p").unwrap();
        assert_eq!((held.job.row, held.job.state), (row, JobState::Sending));
        assert!(run(spool.next("p")).unwrap().is_none(), "it is held");
        assert!(run(spool.claim(row)).unwrap().is_none(), "by one only");
        drop(held);
        assert_eq!(states(&spool), [JobState::Queued]);
    }
    // A caller that stops waiting for its claim does not get it.
    let waiting = spool.claim(row);
    let mut waiting = Box::pin(waiting);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(waiting.as_mut().poll(&mut context).is_pending());
    drop(waiting);
    while states(&spool) != [JobState::Queued] {
        std::thread::yield_now();
    }
    // A job whose bytes were sent does not go back to the queue by itself.
    let (taken, bytes) = take(&spool, "p").unwrap();
    assert_eq!((taken.row, bytes), (row, b"a".to_vec()));
    assert_eq!(states(&spool), [JobState::Sending]);
    drop(spool);
    assert_eq!(states(&open(&folder)), [JobState::Interrupted]);
}

#[test]
fn a_job_is_given_out_once_and_in_order() {
    let folder = Folder::new("spool-order");
    let clock = clock();
    let spool = Spool::open(folder.path(), clock.clone()).unwrap();
    let first = run(spool.add(job("a", "p"))).unwrap().unwrap();
    assert_eq!(run(spool.add(job("a", "p"))).unwrap(), None, "it waits already");
    assert!(run(spool.add(job("a", "q"))).unwrap().is_some());
    run(spool.add(job("b", "p"))).unwrap().unwrap();
    let (taken, bytes) = take(&spool, "p").unwrap();
    assert_eq!((taken.row, bytes), (first, b"a".to_vec()));
    assert_eq!(taken.state, JobState::Sending);
    assert_eq!(run(spool.add(job("a", "p"))).unwrap(), None, "it is being sent");
    let (second, _) = take(&spool, "p").unwrap();
    assert_eq!(second.subject, "b");
    assert!(take(&spool, "p").is_none());
    assert!(!run(spool.cancel(first)).unwrap(), "its bytes are on their way");
    assert!(run(spool.settle_sending(first, JobState::Sent, "", None)).unwrap());
    assert!(
        !run(spool.settle_sending(first, JobState::Queued, "", None)).unwrap(),
        "what was sent is not queued again"
    );
    clock.advance(SECOND_PRESS);
    assert_eq!(run(spool.add(job("a", "p"))).unwrap(), None, "a second press");
    assert_eq!(run(spool.sent_lately("q")).unwrap().len(), 0, "only waits there");
    clock.advance(SignedDuration::from_secs(1));
    assert_eq!(run(spool.sent_lately("p")).unwrap(), [("a".to_owned(), 3)].into());
    assert!(run(spool.add(job("a", "p"))).unwrap().is_some(), "a reprint");
    clock.advance(SignedDuration::from_secs(60));
    assert_eq!(run(spool.sent_lately("p")).unwrap().len(), 0);
}

#[test]
fn a_restart_finds_every_job_where_it_was() {
    let folder = Folder::new("spool-restart");
    let spool = open(&folder);
    let place = |state: JobState| format!("{state:?}");
    let all = [
        JobState::Queued,
        JobState::Sending,
        JobState::Sent,
        JobState::Printed,
        JobState::Failed,
        JobState::Interrupted,
        JobState::Cancelled,
    ];
    for state in all {
        let row = run(spool.add(job(&place(state), &place(state)))).unwrap().unwrap();
        match state {
            JobState::Queued => {}
            JobState::Cancelled => assert!(run(spool.cancel(row)).unwrap()),
            state => {
                take(&spool, &place(state)).unwrap();
                if state == JobState::Printed {
                    run(spool.settle_sending(row, JobState::Sent, "", Some(7))).unwrap();
                    assert!(run(spool.settle_sent(row, state, "")).unwrap());
                } else if state != JobState::Sending {
                    assert!(run(spool.settle_sending(row, state, "why", None)).unwrap());
                }
            }
        }
    }
    drop(spool);
    for _ in 0..2 {
        let spool = open(&folder);
        let mut expected = all;
        expected[1] = JobState::Interrupted;
        expected.reverse();
        assert_eq!(states(&spool), expected);
        // A job that was being sent is not given out again by itself.
        assert!(take(&spool, "Sending").is_none());
    }
    let spool = open(&folder);
    let jobs = run(spool.jobs()).unwrap();
    let of = |name: &str| jobs.iter().find(|job| job.subject == name).unwrap().row;
    assert!(run(spool.settle_interrupted(of("Sending"), false)).unwrap());
    let (_, bytes) = take(&spool, "Sending").unwrap();
    assert_eq!(bytes, b"Sending", "the same bytes again, after a person said so");
    assert!(run(spool.settle_interrupted(of("Interrupted"), true)).unwrap());
    assert!(!run(spool.settle_interrupted(of("Interrupted"), false)).unwrap());
    assert!(run(spool.retry(of("Failed"))).unwrap());
    assert!(!run(spool.retry(of("Sent"))).unwrap());
    let (_, bytes) = take(&spool, "Failed").unwrap();
    assert_eq!(bytes, b"Failed");
}

/// Documents have people's addresses: each goes with the job that cannot need it any more.
#[test]
fn a_document_is_there_as_long_as_its_job_may_need_it() {
    let folder = Folder::new("spool-documents");
    let clock = clock();
    let spool = Spool::open(folder.path(), clock.clone()).unwrap();
    let kept = || -> Vec<String> {
        let file = rusqlite::Connection::open(folder.file("print.db")).unwrap();
        let query = "SELECT CAST(document AS TEXT) FROM documents ORDER BY job";
        let mut documents = file.prepare(query).unwrap();
        documents.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let add = |name: &str| run(spool.add(job(name, name))).unwrap().unwrap();
    let names = ["queued", "direct", "remote", "lost", "failed", "printed", "canceled"];
    let [_, direct, remote, lost, failed, printed, canceled] = names.map(add);
    let settle = |row: i64, name: &str, state: JobState, remote: Option<i32>| {
        take(&spool, name).unwrap();
        assert!(run(spool.settle_sending(row, state, "", remote)).unwrap());
    };
    settle(direct, "direct", JobState::Sent, None);
    settle(remote, "remote", JobState::Sent, Some(7));
    settle(lost, "lost", JobState::Sent, Some(8));
    settle(failed, "failed", JobState::Failed, None);
    settle(printed, "printed", JobState::Sent, Some(9));
    assert_eq!(kept(), ["queued", "remote", "lost", "failed", "printed", "canceled"]);
    assert!(run(spool.stop_tracking(lost, "")).unwrap());
    assert!(run(spool.settle_sent(printed, JobState::Printed, "")).unwrap());
    assert!(run(spool.cancel(canceled)).unwrap());
    assert_eq!(kept(), ["queued", "remote", "failed"]);
    drop(spool);
    clock.advance(SignedDuration::from_hours(24 * 15));
    drop(Spool::open(folder.path(), clock.clone()).unwrap());
    assert_eq!(kept(), ["queued", "failed"], "an old job goes with its document");
}

#[test]
fn printers_are_kept_in_their_order() {
    let folder = Folder::new("spool-printers");
    let spool = open(&folder);
    for (name, json) in [("a", "1"), ("b", "2"), ("a", "3")] {
        run(spool.put_printer(name, json.to_owned())).unwrap();
    }
    drop(spool);
    let spool = open(&folder);
    assert_eq!(run(spool.printers()).unwrap(), ["3", "2"]);
    run(spool.remove_printer("a")).unwrap();
    assert_eq!(run(spool.printers()).unwrap(), ["2"]);
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let folder = Folder::new("spool-foreign");
    std::fs::create_dir_all(folder.path()).unwrap();
    std::fs::write(folder.file("print.db"), b"not a database at all, but long enough").unwrap();
    assert!(Spool::open(folder.path(), clock()).is_err());
    let kept = std::fs::read(folder.file("print.db")).unwrap();
    assert!(kept.starts_with(b"not a database"));
}

/// What came out of a printer is listed until it is recorded, by account and oldest first. A job
/// that a queue may still fail is not among it.
#[test]
fn printed_jobs_are_listed_until_they_are_recorded() {
    let folder = Folder::new("spool-recorded");
    let spool = open(&folder);
    let sent = |subject: &str, remote: Option<i32>| {
        let row = run(spool.add(job(subject, subject))).unwrap().unwrap();
        take(&spool, subject).unwrap();
        run(spool.settle_sending(row, JobState::Sent, "", remote)).unwrap();
        row
    };
    assert!(!run(spool.has_unrecorded()).unwrap());
    let direct = sent("A/1/ship-1/1", None);
    let in_queue = sent("A/1/ship-2/1", Some(7));
    let other = sent("A/12/ship-3/1", None);
    let rows = |account: &str, limit: u32| -> Vec<i64> {
        let jobs = run(spool.unrecorded(account, 0, limit)).unwrap();
        jobs.into_iter().map(|job| job.row).collect()
    };
    assert_eq!(rows("A/1/", 10), [direct]);
    assert_eq!(rows("A/12/", 10), [other]);
    run(spool.settle_sent(in_queue, JobState::Printed, "")).unwrap();
    assert_eq!(rows("A/1/", 10), [direct, in_queue]);
    assert_eq!(rows("A/1/", 1), [direct]);
    let later = run(spool.unrecorded("A/1/", direct, 10)).unwrap();
    assert_eq!((later.len(), later[0].row), (1, in_queue));
    run(spool.mark_recorded(vec![direct, in_queue])).unwrap();
    assert!(rows("A/1/", 10).is_empty());
    assert!(run(spool.has_unrecorded()).unwrap(), "of the other account");
    drop(spool);
    let spool = open(&folder);
    run(spool.mark_recorded(vec![other])).unwrap();
    assert!(!run(spool.has_unrecorded()).unwrap());
}

/// However many jobs wait, all of them are followed; of the finished ones only the newest are
/// listed.
#[test]
fn a_job_that_waits_is_listed_among_any_number() {
    let folder = Folder::new("spool-many");
    let spool = open(&folder);
    let held = run(spool.add(job("held", "queue"))).unwrap().unwrap();
    take(&spool, "queue").unwrap();
    run(spool.settle_sending(held, JobState::Sent, "", Some(3))).unwrap();
    let done = run(spool.add(job("done", "direct"))).unwrap().unwrap();
    take(&spool, "direct").unwrap();
    run(spool.settle_sending(done, JobState::Sent, "", None)).unwrap();
    for nth in 0..250 {
        run(spool.add(job(&format!("label {nth}"), "off"))).unwrap();
    }
    let listed = run(spool.jobs()).unwrap();
    let rows: Vec<i64> = listed.iter().map(|job| job.row).collect();
    assert_eq!(rows.len(), 251, "all but the finished one");
    assert!(rows.contains(&held) && !rows.contains(&done));
    assert!(rows.is_sorted_by(|a, b| a > b), "newest first");
}

#[test]
fn jobs_queued_together_keep_their_order_and_repeat_no_label() {
    let folder = Folder::new("queued-together");
    let spool = open(&folder);
    let jobs = vec![job("a/1", "here"), job("b/1", "here"), job("a/1", "here")];
    let added = run(spool.add_all(jobs)).expect("added");
    assert!(added[0] < added[1], "{added:?}");
    assert_eq!(added[2], None, "the same label in the same request");
    let jobs = vec![job("b/1", "here"), job("b/1", "there"), job("c/1", "here")];
    let added = run(spool.add_all(jobs)).expect("added");
    assert_eq!(added[0], None, "it waits already");
    assert!(added[1].is_some() && added[2].is_some(), "{added:?}");
    assert_eq!(states(&spool).len(), 4);
}
