//! The desk opens its files while the display creates the window. Neither needs the other, and
//! together they are most of the startup time. The practice service starts after the first frame,
//! because it would compete with it for the processor.

use std::panic::resume_unwind;
use std::sync::{Arc, OnceLock};

use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::desk::{Desk, DeskError, PracticeLauncher, Setup, Waker};

/// Builds everything the desk needs from its waker and the runtime of its jobs.
pub type DeskSetup = Box<dyn FnOnce(Waker, Handle) -> Setup + Send>;

pub struct OpeningDesk {
    desk: JoinHandle<Result<Desk, Box<DeskError>>>,
    runtime: Handle,
    /// The window that the desk wakes, once it exists.
    ctx: Arc<OnceLock<egui::Context>>,
}

impl OpeningDesk {
    /// `shown` becomes true once the first frame has been passed to the display.
    pub fn begin(setup: DeskSetup, runtime: Handle, shown: watch::Receiver<bool>) -> Self {
        let ctx = Arc::new(OnceLock::<egui::Context>::new());
        let woken = Arc::clone(&ctx);
        // Wakes before the window exists can be dropped: the first frame reads the whole state.
        let waker: Waker = Arc::new(move || {
            if let Some(ctx) = woken.get() {
                ctx.request_repaint();
            }
        });
        let jobs = runtime.clone();
        let open = move || {
            let mut setup = setup(waker, jobs);
            setup.practice = setup.practice.map(|launcher| once_shown(launcher, shown));
            Desk::open(setup).map_err(Box::new)
        };
        Self { desk: runtime.spawn_blocking(open), runtime, ctx }
    }

    pub fn runtime(&self) -> Handle {
        self.runtime.clone()
    }

    /// Waits until the desk is open. From then on the desk wakes this window.
    ///
    /// # Errors
    /// As [`Desk::open`].
    pub fn wait(self, ctx: &egui::Context) -> Result<Desk, Box<DeskError>> {
        // This is the only place that sets it.
        let _ = self.ctx.set(ctx.clone());
        match self.runtime.block_on(self.desk) {
            Ok(opened) => opened,
            Err(broken) => resume_unwind(broken.into_panic()),
        }
    }

    /// Closes the desk in order if no window could be opened.
    pub fn give_up(self) {
        if let Ok(Ok(desk)) = self.runtime.block_on(self.desk) {
            self.runtime.block_on(desk.close());
        }
    }
}

fn once_shown(launcher: PracticeLauncher, shown: watch::Receiver<bool>) -> PracticeLauncher {
    Arc::new(move || {
        let (launcher, mut shown) = (Arc::clone(&launcher), shown.clone());
        Box::pin(async move {
            // An error means that the window is gone; its desk closes anyway.
            let _ = shown.wait_for(|shown| *shown).await;
            launcher().await
        })
    })
}
