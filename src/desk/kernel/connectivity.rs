//! Whether answers arrive: what waits while they do not, and what is made good once they do.

use jiff::Timestamp;

use crate::base::clock::Stopwatch;
use crate::desk::kernel::remote::Remote;
use crate::desk::labels::documents;
use crate::desk::ship::rates;
use crate::desk::shipments::{list, sync};
use crate::desk::state::{Connection, LabelView, Line, State, Tone, Trouble};
use crate::desk::{Desk, balance, labels, manifests, sign_in, tracking};

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
            make_good(self);
        }
    }
}

/// Whether the line is down. Then `words` are said and it is tried at once: a person who waits
/// for it must not wait for the next try too.
pub(in crate::desk) fn refuses(desk: &mut Desk, words: &str) -> bool {
    let down = desk.state.is_offline();
    if down {
        desk.notice(Tone::Info, words, None);
        sign_in::retry(desk);
    }
    down
}

type Again = fn(&mut Desk);

/// What was asked while the line was down is asked again, and only that: a line that comes and
/// goes would else be asked for everything each time. What a person did and what failed of it
/// stays told.
fn make_good(desk: &mut Desk) {
    let state = &mut desk.state;
    for check in [
        &mut state.checks.from,
        &mut state.checks.to,
        &mut state.addresses.check,
    ] {
        check.forgive();
    }
    let views = state.labels.iter_mut();
    let labels: Vec<_> = views
        .filter_map(|(id, view)| view.forgive().then(|| id.clone()))
        .collect();
    let views = state.documents.iter_mut();
    let documents: Vec<_> = views
        .filter_map(|(id, view)| view.forgive().then(|| id.clone()))
        .collect();
    let carriers = [
        state.carriers.forgive(),
        state.carrier_accounts.forgive(),
        state.catalogs.forgive(),
    ];
    let parcels = state.tracking.iter_mut();
    let lost = parcels.filter_map(|parcel| parcel.tracking.forgive().then_some(()));
    let older = &mut state.sync.trouble;
    let due: [(bool, Again); 9] = [
        (carriers.contains(&true), sign_in::refresh_carriers),
        (lost.count() > 0, tracking::refresh_all),
        (state.shipments.refresh.forgive(), list::refresh),
        (
            older.take_if(|trouble| trouble.offline).is_some(),
            sync::go_on,
        ),
        (state.shipments.detail.forgive(), |desk| {
            list::select(desk, desk.state.shipments.selected.clone());
        }),
        (state.balance.forgive(), balance::refresh),
        (state.history.entries.forgive(), balance::reload_history),
        (state.manifests.list.forgive(), manifests::refresh),
        (state.quote.forgive(), |desk| {
            if rates::not_ready(desk).is_none() {
                rates::get(desk);
            }
        }),
    ];
    for (_, again) in due.into_iter().filter(|(due, _)| *due) {
        again(desk);
    }
    for label in labels {
        labels::show(desk, label);
    }
    for document in documents {
        documents::show(desk, document);
    }
}

impl LabelView {
    fn forgive(&mut self) -> bool {
        let pages = self.pages.forgive();
        self.files.forgive() || pages
    }
}

impl<T> Remote<T> {
    /// Forgets that an answer did not arrive; what was known before stays. Whether there was
    /// anything to forget.
    fn forgive(&mut self) -> bool {
        let lost = self.trouble().is_some_and(|trouble| trouble.offline);
        if lost {
            *self = self.known().cloned().map_or(Self::NotAsked, Self::Ready);
        }
        lost
    }
}
