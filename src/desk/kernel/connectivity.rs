//! Whether answers arrive, and what waits while they do not.

use jiff::Timestamp;

use crate::base::clock::Stopwatch;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::Connection;

/// Whether answers arrive.
#[derive(Clone, Debug, Default)]
pub enum Line {
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

/// A purchase that is not begun; what is typed stays.
pub const NOT_BOUGHT: &str = "Offline: the draft is kept, nothing is bought";
/// One that was begun and is not on its way.
pub const NOT_SENT: &str = "Offline: nothing is sent";

impl Line {
    pub fn is_down(&self) -> bool {
        matches!(self, Self::Offline { .. })
    }

    /// Why the service cannot be asked now; `offline` says what waits for the line.
    pub fn out_of_reach(
        &self,
        connection: &Connection,
        offline: &'static str,
    ) -> Option<&'static str> {
        if self.is_down() {
            return Some(offline);
        }
        let connected = matches!(connection, Connection::Connected(_));
        (!connected).then_some("Sign in first")
    }
}

impl Ctx<'_> {
    /// An answer, even a refusal, means the line holds; none at all means it does not.
    pub(in crate::desk) fn note_line(&mut self, trouble: &Trouble) {
        if !trouble.offline {
            return;
        }
        let since = match &*self.line {
            Line::Offline { since, .. } => *since,
            _ => {
                self.announce(Event::WentOffline);
                self.clock.now()
            }
        };
        *self.line = Line::Offline {
            since,
            trouble: trouble.clone(),
        };
        self.retried.get_or_insert_with(Stopwatch::start);
    }

    /// An answer arrived.
    pub(in crate::desk) fn line_holds(&mut self, last_answer: Timestamp) {
        let was_down = self.line.is_down();
        *self.line = Line::Online { last_answer };
        *self.retried = None;
        if was_down {
            self.announce(Event::BackOnline);
        }
    }
}

/// Whether the line is down. Then `words` are said and it is tried at once: a person who waits
/// for it must not wait for the next try too.
pub(in crate::desk) fn refuses(ctx: &mut Ctx<'_>, words: &str) -> bool {
    let down = ctx.line.is_down();
    if down {
        ctx.notice(Tone::Info, words, None);
        ctx.announce(Event::AnswerWanted);
    }
    down
}
