use super::*;
use crate::desk::Desk;

#[test]
fn what_is_being_written_is_finished_when_the_window_closes() {
    let folder = std::env::temp_dir().join(format!("postroom-{}", uuid::Uuid::new_v4()));
    std::fs::create_dir_all(&folder).unwrap();
    type Start = fn(&mut Jobs, std::path::PathBuf);
    let starts: [(Start, bool); 3] = [
        (
            |jobs, file| jobs.spawn_writing(|_: Outbox<()>| write(file)),
            true,
        ),
        (
            |jobs, file| jobs.start(Slot::<()>::until_finished("a test"), |_| write(file)),
            true,
        ),
        (
            |jobs, file| jobs.spawn_lasting(|_: Outbox<()>| write(file)),
            false,
        ),
    ];
    async fn write(file: std::path::PathBuf) {
        tokio::time::sleep(Duration::from_millis(200)).await;
        std::fs::write(file, b"kept").unwrap();
    }
    for (number, (start, is_kept)) in starts.into_iter().enumerate() {
        let file = folder.join(number.to_string());
        crate::desk::tests::with_desk(|desk| start(&mut desk.jobs, file.clone()));
        assert_eq!(file.exists(), is_kept, "{number}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_job_or_an_answer_that_panics_is_told_and_the_desk_goes_on() {
    crate::desk::tests::with_desk(|desk| {
        let fault = |desk: &Desk| {
            let notices = &desk.state().notices;
            notices
                .iter()
                .position(|notice| notice.text.contains("because of a fault"))
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
