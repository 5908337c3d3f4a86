//! What happened that other features may want to hear of, as plain data. Announced while an
//! answer is folded in, delivered after it by `flows/react.rs`.

use crate::desk::Desk;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::desk) enum Event {
    /// The first answer after a time in which none came.
    BackOnline,
}

impl Desk {
    pub(in crate::desk) fn announce(&mut self, event: Event) {
        tracing::debug!(?event);
        self.events.push_back(event);
    }
}
