//! Whether the service answers, and what waits while it does not.

use jiff::Timestamp;

use crate::base::clock::Stopwatch;
use crate::base::locale::TextOf;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::Connection;
use crate::text;

/// Whether the service answers.
#[derive(Clone, Debug, Default)]
pub enum Connectivity {
    #[default]
    Unknown,
    Online {
        last_answer: Timestamp,
    },
    Offline {
        since: Timestamp,
        trouble: Trouble,
    },
}

/// Shown when a purchase cannot start; the draft stays.
pub fn not_bought() -> &'static str {
    text!("errors-offline-not-bought")
}

/// Shown when a purchase in the journal cannot be sent.
pub fn not_sent() -> &'static str {
    text!("errors-offline-not-sent")
}

impl Connectivity {
    pub fn is_offline(&self) -> bool {
        matches!(self, Self::Offline { .. })
    }

    /// Why no request can be sent now, or `None`; `offline` is the text for a lost connection.
    pub fn unreachable_reason(
        &self,
        connection: &Connection,
        offline: &'static str,
    ) -> Option<&'static str> {
        if self.is_offline() {
            return Some(offline);
        }
        let connected = matches!(connection, Connection::Connected(_));
        (!connected).then(|| text!("errors-sign-in-first"))
    }
}

impl Ctx<'_> {
    /// Updates the connection state after a failure. A refusal is an answer and changes nothing;
    /// only a failure without any answer means offline.
    pub(in crate::desk) fn note_connection_failure(&mut self, trouble: &Trouble) {
        if !trouble.offline {
            return;
        }
        let since = match &*self.connectivity {
            Connectivity::Offline { since, .. } => *since,
            _ => {
                self.announce(Event::WentOffline);
                self.clock.now()
            }
        };
        *self.connectivity = Connectivity::Offline { since, trouble: trouble.clone() };
        self.retried.get_or_insert_with(Stopwatch::start);
    }

    /// An answer arrived: the connection works.
    pub(in crate::desk) fn note_answer_received(&mut self, last_answer: Timestamp) {
        let was_down = self.connectivity.is_offline();
        *self.connectivity = Connectivity::Online { last_answer };
        *self.retried = None;
        if was_down {
            self.announce(Event::BackOnline);
        }
    }
}

/// Whether the connection is down. If so, shows `words` and tries to reconnect at once: a user who
/// is waiting should not also wait for the next scheduled attempt.
pub(in crate::desk) fn warn_if_offline(ctx: &mut Ctx<'_>, words: TextOf) -> bool {
    let down = ctx.connectivity.is_offline();
    if down {
        ctx.notice(Tone::Info, words, None);
        ctx.announce(Event::ReconnectRequested);
    }
    down
}
