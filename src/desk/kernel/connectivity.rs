//! Whether answers arrive, and what waits while they do not.

use jiff::Timestamp;

use crate::base::clock::Stopwatch;
use crate::desk::Desk;
use crate::desk::event::Event;
use crate::desk::state::{Connection, Line, State, Tone, Trouble};

/// A purchase that is not begun; what is typed stays.
pub const NOT_BOUGHT: &str = "Offline: the draft is kept, nothing is bought";
/// One that was begun and is not on its way.
pub const NOT_SENT: &str = "Offline: nothing is sent";

impl State {
    pub fn is_offline(&self) -> bool {
        matches!(self.line, Line::Offline { .. })
    }

    /// Why the service cannot be asked now; `offline` says what waits for the line.
    pub fn out_of_reach(&self, offline: &'static str) -> Option<&'static str> {
        if self.is_offline() {
            return Some(offline);
        }
        let connected = matches!(self.connection, Connection::Connected(_));
        (!connected).then_some("Sign in first")
    }
}

impl Desk {
    /// An answer, even a refusal, means the line holds; none at all means it does not.
    pub(in crate::desk) fn note_line(&mut self, trouble: &Trouble) {
        if !trouble.offline {
            return;
        }
        let since = match &self.state.line {
            Line::Offline { since, .. } => *since,
            _ => {
                // Its advice is out of date.
                self.state.containers.trouble = None;
                self.clock.now()
            }
        };
        self.state.line = Line::Offline {
            since,
            trouble: trouble.clone(),
        };
        if self.timers.retried.is_none() {
            self.timers.retried = Some(Stopwatch::start());
        }
    }

    /// An answer arrived.
    pub(in crate::desk) fn line_holds(&mut self, last_answer: Timestamp) {
        let was_down = self.state.is_offline();
        self.state.line = Line::Online { last_answer };
        self.timers.retried = None;
        if was_down {
            self.announce(Event::BackOnline);
        }
    }
}

/// Whether the line is down. Then `words` are said and it is tried at once: a person who waits
/// for it must not wait for the next try too.
pub(in crate::desk) fn refuses(desk: &mut Desk, words: &str) -> bool {
    let down = desk.state.is_offline();
    if down {
        desk.notice(Tone::Info, words, None);
        desk.announce(Event::AnswerWanted);
    }
    down
}
