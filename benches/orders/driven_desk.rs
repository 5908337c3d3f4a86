//! A desk without a window. It does what is due whenever a job wakes it, as the window does.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use postroom::base::clock::{Clock, Stopwatch};
use postroom::desk::intent::Intent;
use postroom::desk::kernel::batch_job::BatchJob;
use postroom::desk::kernel::remote::Remote;
use postroom::desk::kernel::session::SignIn;
use postroom::desk::order_import::intent::OrderImportIntent;
use postroom::desk::state::State;
use postroom::desk::{Desk, Setup, Waker};
use tokio::runtime::Runtime;

const PATIENCE: Duration = Duration::from_secs(600);
/// Timers of the desk are seen after this time at the latest.
const LONGEST_SLEEP: Duration = Duration::from_millis(20);

pub struct DrivenDesk {
    pub desk: Desk,
    woken: Receiver<()>,
}

pub fn setup(runtime: &Runtime, folder: &Path, credentials: SignIn, waker: Waker) -> Setup {
    Setup {
        runtime: runtime.handle().clone(),
        data_dir: folder.to_owned(),
        clock: Clock::System,
        waker,
        practice: None,
        decoder_program: PathBuf::from(env!("CARGO_BIN_EXE_postroom")),
        base_url: None,
        credentials: Some(credentials),
        keyring: None,
        ca_file: None,
        workspace: None,
        devices: None,
    }
}

impl DrivenDesk {
    pub fn open(runtime: &Runtime, folder: &Path, credentials: SignIn) -> Self {
        let (wake, woken): (SyncSender<()>, _) = sync_channel(1);
        let waker: Waker = Arc::new(move || {
            // Full: it is being woken already.
            let _ = wake.try_send(());
        });
        let desk = Desk::open(setup(runtime, folder, credentials, waker)).expect("a desk");
        Self { desk, woken }
    }

    pub fn state(&self) -> &State {
        self.desk.state()
    }

    pub fn apply(&mut self, intent: impl Into<Intent>) {
        self.desk.apply(intent);
    }

    pub fn run_until(&mut self, what: &str, done: impl Fn(&State) -> bool) {
        let watch = Stopwatch::start();
        loop {
            self.desk.tick();
            if done(self.desk.state()) {
                return;
            }
            if watch.elapsed() > PATIENCE {
                let state = self.desk.state();
                panic!(
                    "waited in vain for {what}: {:?} {:?} {:?}",
                    state.connection, state.orders.trouble, state.notices
                );
            }
            // Disconnected only if the desk is gone.
            let _ = self.woken.recv_timeout(LONGEST_SLEEP);
        }
    }

    /// Imports the orders of a file. Returns the times to the preview and from there to the list.
    pub fn import(&mut self, file: &Path) -> (Duration, Duration) {
        let before = self.state().orders.total();
        let watch = Stopwatch::start();
        self.apply(OrderImportIntent::ReadFile(file.to_owned()));
        self.run_until("the preview", |state| {
            let preview = &state.order_import.table.preview;
            assert!(preview.trouble().is_none(), "{:?}", preview.trouble());
            matches!(preview, Remote::Ready(_))
        });
        let to_preview = watch.elapsed();
        let counts = self.state().order_import.table.preview.value();
        let counts = counts.expect("a preview").counts;
        assert_eq!(counts.need_attention, 0, "{counts:?}");
        let watch = Stopwatch::start();
        self.apply(OrderImportIntent::Write);
        self.run_until("the list", |state| {
            state.order_batch().is_none() && state.orders.total() == before + counts.new
        });
        (to_preview, watch.elapsed())
    }
}

pub fn is_idle(state: &State) -> bool {
    let work = state.order_batches.work.as_ref();
    work.is_some_and(|work| !BatchJob::is_running(work))
}
