use super::*;
use crate::desk::Desk;

#[test]
fn what_is_being_written_is_finished_when_the_window_closes() {
    let folder = tempfile::tempdir().unwrap();
    type Start = fn(&mut Jobs, std::path::PathBuf);
    let starts: [(Start, bool); 3] = [
        (|jobs, file| jobs.spawn_writing(|_: Outbox<()>| write(file)), true),
        (|jobs, file| jobs.start(Slot::<()>::until_finished("a test"), |_| write(file)), true),
        (|jobs, file| jobs.spawn_lasting(|_: Outbox<()>| write(file)), false),
    ];
    async fn write(file: std::path::PathBuf) {
        tokio::time::sleep(Duration::from_millis(200)).await;
        std::fs::write(file, b"kept").unwrap();
    }
    for (number, (start, is_kept)) in starts.into_iter().enumerate() {
        let file = folder.path().join(number.to_string());
        crate::desk::tests::with_desk(|desk| start(&mut desk.jobs, file.clone()));
        assert_eq!(file.exists(), is_kept, "{number}");
    }
}

#[test]
fn a_job_or_an_answer_that_panics_is_told_and_the_desk_goes_on() {
    crate::desk::tests::with_desk(|desk| {
        let fault = |desk: &Desk| {
            let notices = &desk.state().notices;
            notices.iter().position(|notice| notice.text.contains("because of a fault"))
        };
        type Start = fn(&mut Desk);
        let starts: [Start; 2] = [
            |desk| desk.jobs.spawn(|_: Outbox<()>| async { panic!("a job") }),
            |desk| {
                desk.jobs.spawn(|outbox: Outbox<()>| async move {
                    outbox.send(|_, _| panic!("an answer")).await;
                });
            },
        ];
        for start in starts {
            start(desk);
            let watch = crate::base::clock::Stopwatch::start();
            while fault(desk).is_none() {
                assert!(watch.elapsed().as_secs() < 60, "waited in vain");
                desk.tick();
                std::thread::yield_now();
            }
            desk.state.notices.clear();
        }
    });
}

#[test]
fn a_job_that_is_marked_stale_still_answers_and_finds_it_out_once() {
    const READ: Slot<()> = Slot::with_account("a test");
    crate::desk::tests::with_desk(|desk| {
        let (finish, finished) = tokio::sync::oneshot::channel::<()>();
        let (answer, answered) = std::sync::mpsc::channel();
        assert!(!desk.jobs.mark_stale(&READ), "nothing is being read");
        assert!(!desk.jobs.take_stale(&READ));
        desk.jobs.start(READ, |outbox| async move {
            finished.await.unwrap();
            let fold = move |(): &mut (), ctx: &mut Ctx<'_>| {
                let stale = [ctx.jobs.take_stale(&READ), ctx.jobs.take_stale(&READ)];
                answer.send(stale).unwrap();
            };
            outbox.send(fold).await;
        });
        // Changes that come faster than the answer do not put it off.
        for _ in 0..3 {
            assert!(desk.jobs.mark_stale(&READ));
        }
        finish.send(()).unwrap();
        let watch = crate::base::clock::Stopwatch::start();
        let stale = loop {
            desk.tick();
            if let Ok(stale) = answered.try_recv() {
                break stale;
            }
            assert!(watch.elapsed().as_secs() < 60, "waited in vain");
            std::thread::yield_now();
        };
        assert_eq!(stale, [true, false]);
        // What the next one reads is read after every change before it.
        desk.jobs.start(READ, |_: Outbox<()>| std::future::pending());
        assert!(desk.jobs.mark_stale(&READ));
        desk.jobs.start(READ, |_: Outbox<()>| std::future::pending());
        assert!(!desk.jobs.take_stale(&READ));
    });
}

/// A person who acts on the answer at once is not too early for the thread of the job.
#[test]
fn a_slot_is_free_with_the_last_answer_of_its_job() {
    const READ: Slot<()> = Slot::with_account("a test of a free slot");
    crate::desk::tests::with_desk(|desk| {
        let (answer, answered) = std::sync::mpsc::channel();
        desk.jobs.start(READ, |outbox| async move {
            let first = answer.clone();
            let fold = move |(): &mut (), ctx: &mut Ctx<'_>| {
                first.send(ctx.jobs.is_running(&READ)).unwrap();
            };
            outbox.send(fold).await;
            let fold = move |(): &mut (), ctx: &mut Ctx<'_>| {
                answer.send(ctx.jobs.is_running(&READ)).unwrap();
            };
            outbox.finish(fold).await;
            std::future::pending::<()>().await;
        });
        let watch = crate::base::clock::Stopwatch::start();
        let mut is_running = Vec::new();
        while is_running.len() < 2 {
            assert!(watch.elapsed().as_secs() < 60, "waited in vain");
            desk.tick();
            is_running.extend(answered.try_iter());
            std::thread::yield_now();
        }
        assert_eq!(is_running, [true, false]);
        assert!(!desk.jobs.is_running(&READ));
        assert!(!desk.jobs.mark_stale(&READ), "nobody would take it");
    });
}
