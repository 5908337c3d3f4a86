//! What a person asks of a money job that waits.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

#[derive(Debug, Default)]
pub struct Nudge {
    woken: Notify,
    send: AtomicBool,
}

impl Nudge {
    /// Asks for a look-up now.
    pub fn look_up(&self) {
        self.woken.notify_one();
    }

    /// Asks for a look-up now, and that a refused purchase is sent again if it is not found.
    pub fn send_again(&self) {
        self.send.store(true, Ordering::Relaxed);
        self.woken.notify_one();
    }

    /// Waits for either.
    pub(super) async fn come(&self) {
        self.woken.notified().await;
    }

    /// Whether it is to be sent again. Forgets it.
    pub(super) fn take_send(&self) -> bool {
        self.send.swap(false, Ordering::Relaxed)
    }
}
