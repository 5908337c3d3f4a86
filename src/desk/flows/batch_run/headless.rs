//! The desk without a window: its answers are applied on the thread of the batch.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use tokio::runtime::Handle;

use crate::base::clock::Stopwatch;
use crate::desk::flows::batch_run::{Early, Step, complain, in_words};
use crate::desk::flows::start::Setup;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::pace::Timing;
use crate::desk::owner::Desk;
use crate::orders::batch_report::RunEnd;

/// The longest sleep between two looks at the desk and at the signal to stop.
const PAUSE: Duration = Duration::from_millis(50);

pub(super) struct Headless<'a> {
    pub desk: Desk,
    runtime: Handle,
    stop: &'a AtomicBool,
    /// The id of the last notice that was printed.
    printed: u64,
}

impl<'a> Headless<'a> {
    /// Opens the desk on its folder. What only a window is for stays idle: the watched folder, the
    /// print queue and the rates of the draft.
    pub fn open(mut setup: Setup, timing: Timing, stop: &'a AtomicBool) -> Step<Self> {
        let thread = thread::current();
        setup.waker = Arc::new(move || thread.unpark());
        let runtime = setup.runtime.clone();
        let timing = Timing { rates: Duration::MAX, watched_file: None, ..timing };
        let opened = Desk::open_paced(setup, timing);
        let mut desk = opened
            .map_err(|error| Early::End(RunEnd::DataUnavailable { reason: in_words(&error) }))?;
        desk.spool = None;
        desk.state.printing.jobs.clear();
        Ok(Self { desk, runtime, stop, printed: 0 })
    }

    pub fn is_stop_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Ends the run if it was told to stop.
    pub fn check_stop(&self) -> Step<()> {
        match self.is_stop_requested() {
            false => Ok(()),
            true => Err(Early::End(RunEnd::Stopped { reason: "stopped by a signal".to_owned() })),
        }
    }

    pub fn runtime(&self) -> &Handle {
        &self.runtime
    }

    /// Applies the answers that are there, then sleeps until there may be more.
    pub fn turn(&mut self) {
        self.turn_for(PAUSE);
    }

    /// As [`Self::turn`], with a sleep of at most this long.
    pub fn turn_for(&mut self, longest: Duration) {
        self.desk.tick();
        self.print_notices();
        let wake = self.desk.next_wake().unwrap_or(longest);
        thread::park_timeout(wake.min(longest));
    }

    /// Runs the desk until `done`, for at most this long, or until the run is told to stop. Returns
    /// whether it is done.
    pub fn run_until(
        &mut self,
        longest: Duration,
        mut done: impl FnMut(&mut Desk) -> bool,
    ) -> bool {
        let since = Stopwatch::start();
        loop {
            self.desk.tick();
            if done(&mut self.desk) {
                return true;
            }
            if since.elapsed() >= longest || self.is_stop_requested() {
                return false;
            }
            self.turn();
        }
    }

    /// Runs a job that takes longer than a look at a file, while the desk goes on.
    pub fn run_job<T: Send + 'static>(
        &mut self,
        job: impl Future<Output = T> + Send + 'static,
    ) -> Step<T> {
        let job = self.runtime.spawn(job);
        while !job.is_finished() {
            self.turn();
        }
        self.wait_for(job).map_err(|error| Early::End(RunEnd::Stopped { reason: in_words(&error) }))
    }

    /// Waits for a short look at a file.
    pub fn wait_for<T>(&self, look: impl Future<Output = T>) -> T {
        self.runtime.block_on(look)
    }

    pub fn close(self) {
        self.runtime.block_on(self.desk.close());
    }

    /// Warnings have no window to be shown in.
    fn print_notices(&mut self) {
        for notice in &self.desk.state.notices {
            if notice.id > self.printed && matches!(notice.tone, Tone::Warning | Tone::Bad) {
                complain(notice.text.as_str());
            }
        }
        let ids = self.desk.state.notices.iter().map(|notice| notice.id);
        self.printed = ids.max().unwrap_or_default().max(self.printed);
    }
}
