//! The desk opens its files while the display makes the window. Neither needs the other, and
//! together they are most of what a person waits for at the start.

use std::panic::resume_unwind;
use std::sync::{Arc, OnceLock};

use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use crate::desk::{Desk, DeskError, Setup, Waker};

/// Everything the desk needs but the waker.
pub type DeskSetup = Box<dyn FnOnce(Waker) -> Setup + Send>;

pub struct OpeningDesk {
    desk: JoinHandle<Result<Desk, Box<DeskError>>>,
    runtime: Handle,
    /// The window that the desk wakes, once it is there.
    ctx: Arc<OnceLock<egui::Context>>,
}

impl OpeningDesk {
    pub fn begin(setup: DeskSetup, runtime: Handle) -> Self {
        let ctx = Arc::new(OnceLock::<egui::Context>::new());
        let woken = Arc::clone(&ctx);
        // Before there is a window nothing is missed: the first frame looks at everything.
        let waker: Waker = Arc::new(move || {
            if let Some(ctx) = woken.get() {
                ctx.request_repaint();
            }
        });
        let open = move || Desk::open(setup(waker)).map_err(Box::new);
        Self {
            desk: runtime.spawn_blocking(open),
            runtime,
            ctx,
        }
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
