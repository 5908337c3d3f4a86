//! The desk opens its files while the display makes the window. Neither needs the other, and
//! together they are most of what a person waits for at the start. The practice service waits
//! for the first frame: it would take the processor from it.

use std::panic::resume_unwind;
use std::sync::{Arc, OnceLock};

use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::desk::{Desk, DeskError, PracticeLauncher, Setup, Waker};

/// Everything the desk needs but the waker and the runtime of its jobs.
pub type DeskSetup = Box<dyn FnOnce(Waker, Handle) -> Setup + Send>;

pub struct OpeningDesk {
    desk: JoinHandle<Result<Desk, Box<DeskError>>>,
    runtime: Handle,
    /// The window that the desk wakes, once it is there.
    ctx: Arc<OnceLock<egui::Context>>,
}

impl OpeningDesk {
    /// `shown` becomes true when the first frame was handed to the display.
    pub fn begin(setup: DeskSetup, runtime: Handle, shown: watch::Receiver<bool>) -> Self {
        let ctx = Arc::new(OnceLock::<egui::Context>::new());
        let woken = Arc::clone(&ctx);
        // Before there is a window nothing is missed: the first frame looks at everything.
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
        Self {
            desk: runtime.spawn_blocking(open),
            runtime,
            ctx,
        }
    }

    pub fn runtime(&self) -> Handle {
        self.runtime.clone()
    }

    /// Waits until the desk is open. From then on it wakes this window.
    ///
    /// # Errors
    /// What [`Desk::open`] says.
    pub fn wait(self, ctx: &egui::Context) -> Result<Desk, Box<DeskError>> {
        // Set once, here.
        let _ = self.ctx.set(ctx.clone());
        match self.runtime.block_on(self.desk) {
            Ok(opened) => opened,
            Err(broken) => resume_unwind(broken.into_panic()),
        }
    }

    /// No window came: what was opened is closed in order.
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
            // A window that is gone shows nothing more, and its desk closes.
            let _ = shown.wait_for(|shown| *shown).await;
            launcher().await
        })
    })
}
