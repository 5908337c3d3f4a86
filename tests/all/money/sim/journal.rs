//! An in-memory journal with the guarantees of the real one: durable at the commit and not before,
//! the same changes allowed, one living purchase per label. It is a separate implementation, so
//! that the two can disagree; `the_model_is_the_journal` compares them.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use postroom::base::id::{ShipmentId, TransactionId};
use postroom::base::money::Money;
use postroom::desk::money::ports::{BoxFuture, JournalPort};
use postroom::store::EntryState::{
    Absent, Cancelled, Confirmed, Intent, Rejected, Sending, Unknown,
};
use postroom::store::{
    Entry, EntryContext, EntryKind, EntryState, JournalError, NewEntry, SendPermit,
};

use super::model::{Model, State};

pub struct Row {
    pub entry: Entry,
    pub overtaken: bool,
    /// The user's consent that a top-up may be charged twice.
    pub consented: bool,
    /// The true time of creation, whatever the desk's clock says.
    pub born: Duration,
    /// Every state of the row and when it was committed; used only where commits lag.
    past: Vec<(Duration, Entry)>,
}

impl Row {
    pub fn durable(&self, now: Duration, unsynced: Duration) -> Option<&Entry> {
        if unsynced.is_zero() {
            return Some(&self.entry);
        }
        let older = |(at, _): &&(Duration, Entry)| *at + unsynced <= now;
        self.past.iter().rev().find(older).map(|(_, entry)| entry)
    }

    fn is_living(&self) -> bool {
        let living = [Intent, Sending, Unknown, Confirmed, Absent];
        !self.overtaken && living.contains(&self.entry.state)
    }
}

/// The simulated journal.
#[derive(Clone)]
pub struct ModelJournal(Arc<Model>);

enum Change<'a> {
    Sending,
    Unsent(&'a str),
    Unknown(&'a str),
    Confirmed(&'a str, Option<Money>),
    Rejected(&'a str, Timestamp),
    Absent(Timestamp),
    Watched(Timestamp),
    Charged(Money),
    Cancelled,
    Consented,
}

impl ModelJournal {
    pub fn new(model: &Arc<Model>) -> Self {
        Self(Arc::clone(model))
    }

    /// The state at the next start: unsynced commits are lost, and rows in *sending* become
    /// *unknown*.
    pub fn reopen(&self) {
        let now = self.0.local_now();
        self.0.with(|state, time| {
            let unsynced = state.rules().unsynced;
            if !unsynced.is_zero() {
                for row in &mut state.rows {
                    row.past.retain(|(at, _)| *at + unsynced <= time);
                    if let Some((_, entry)) = row.past.last() {
                        row.entry = entry.clone();
                    }
                }
                state.rows.retain(|row| !row.past.is_empty());
            }
            for row in &mut state.rows {
                if row.entry.state == Sending {
                    row.entry.state = Unknown;
                    row.entry.uncertain_once = true;
                    row.entry.updated = now;
                    row.past.push((time, row.entry.clone()));
                }
            }
        });
    }

    /// Nothing changes if the disk is full.
    async fn commit<T>(
        &self,
        what: &str,
        work: impl FnOnce(&mut State, Timestamp, Duration) -> Result<T, JournalError> + Send,
    ) -> Result<T, JournalError> {
        self.0.pause(1, 20).await;
        self.0.step(what).await;
        let now = self.0.local_now();
        let done = self.0.with(|state, time| {
            let chance = state.rules().failing_commits;
            if chance > 0 && !state.is_calm(time) && state.dice.chance(chance) {
                return Err(disk_full());
            }
            work(state, now, time)
        });
        self.0.log(|| match &done {
            Ok(_) => format!("journal: {what}"),
            Err(error) => format!("journal: {what} fails, {error}"),
        });
        self.0.step(what).await;
        done
    }

    async fn change(
        &self,
        transaction: &TransactionId,
        change: Change<'_>,
    ) -> Result<Entry, JournalError> {
        let what = format!("{} {transaction}", change.name());
        let mut broken = None;
        let done = self
            .commit(&what, |state, now, time| {
                let Some(at) = position(state, transaction) else {
                    return Err(JournalError::NotFound { transaction: transaction.clone() });
                };
                let taken = is_taken(state, at);
                let Some(row) = state.rows.get_mut(at) else {
                    return Err(disk_full());
                };
                let before = row.entry.state;
                let is_answer = !matches!(change, Change::Consented | Change::Charged(_));
                let watched = row.entry.watched_until > Some(row.entry.updated);
                edit(row, change, taken)?;
                row.entry.updated = now;
                if watched && !is_answer {
                    // A consent or a recorded charge is not a lookup, so it must not end the watch.
                    let until = Some(now + SignedDuration::from_hours(24));
                    row.entry.watched_until = row.entry.watched_until.max(until);
                }
                broken = forbidden(before, row.entry.state);
                row.past.push((time, row.entry.clone()));
                Ok(row.entry.clone())
            })
            .await;
        if let Some(words) = broken {
            self.0.wrong(|| format!("I7: {transaction} {words}"));
        }
        done
    }

    async fn begin(&self, new: NewEntry) -> Result<Entry, JournalError> {
        let what = format!("intend {}", new.title);
        let server = self.0.now();
        self.commit(&what, |state, now, time| {
            let same = |row: &&Row| {
                row.entry.kind == new.kind
                    && row.entry.order == new.order
                    && row.entry.sequence == new.sequence
            };
            // A confirmed top-up is finished and allows another one. Anything else has one living
            // row.
            let living = |row: &&Row| {
                let done = row.entry.kind == EntryKind::TopUp && row.entry.state == Confirmed;
                row.is_living() && !done
            };
            if let Some(row) = state.rows.iter().rev().filter(same).find(living) {
                return Err(JournalError::AlreadyLive {
                    transaction: row.entry.transaction.clone(),
                });
            }
            let entry = Entry {
                number: i64::try_from(state.rows.len()).unwrap_or_default() + 1,
                transaction: TransactionId::new(format!("{:016x}", state.dice.draw())),
                kind: new.kind,
                order: new.order,
                sequence: new.sequence,
                environment: new.environment,
                account: new.account,
                base_url: new.base_url,
                call: new.call,
                body: new.body,
                expected: new.expected,
                title: new.title,
                sha256: String::new(),
                state: Intent,
                attempts: 0,
                uncertain_once: false,
                created: now,
                updated: now,
                result_id: None,
                charged: None,
                trouble: None,
                watched_until: None,
                server_time: state.heard.then_some(server),
                claimed: false,
            };
            state.rows.push(Row {
                past: vec![(time, entry.clone())],
                entry: entry.clone(),
                overtaken: false,
                consented: false,
                born: time,
            });
            Ok(entry)
        })
        .await
    }
}

fn position(state: &State, transaction: &TransactionId) -> Option<usize> {
    state.rows.iter().position(|row| &row.entry.transaction == transaction)
}

/// Whether another living row exists for this label or refund.
fn is_taken(state: &State, at: usize) -> bool {
    let Some(this) = state.rows.get(at) else {
        return false;
    };
    state.rows.iter().enumerate().any(|(other, row)| {
        other != at
            && row.is_living()
            && row.entry.kind == this.entry.kind
            && row.entry.order == this.entry.order
            && row.entry.sequence == this.entry.sequence
    })
}

fn edit(row: &mut Row, change: Change<'_>, taken: bool) -> Result<(), JournalError> {
    let entry = &mut row.entry;
    let refused = JournalError::WrongState {
        attempted: change.name(),
        transaction: entry.transaction.clone(),
        state: entry.state,
    };
    match (change, entry.state) {
        (Change::Sending, Intent | Sending | Unknown | Absent) => {
            entry.uncertain_once |= entry.state == Sending;
            entry.attempts += 1;
            entry.state = Sending;
        }
        (Change::Unsent(trouble), Sending) => {
            entry.state = if entry.uncertain_once { Unknown } else { Intent };
            entry.trouble = Some(trouble.to_owned());
        }
        (Change::Unknown(trouble), Sending | Unknown) => {
            entry.state = Unknown;
            entry.uncertain_once = true;
            entry.trouble = Some(trouble.to_owned());
        }
        (Change::Confirmed(result, _), Confirmed) if entry.result_id.as_deref() == Some(result) => {
        }
        (
            Change::Confirmed(result, charged),
            before @ (Intent | Sending | Unknown | Absent | Rejected),
        ) => {
            entry.state = Confirmed;
            entry.result_id = Some(result.to_owned());
            entry.charged = charged.or(entry.charged);
            entry.trouble = None;
            row.overtaken = before == Rejected && entry.kind != EntryKind::TopUp && taken;
        }
        (Change::Rejected(trouble, until), Sending | Unknown) => {
            entry.state = Rejected;
            entry.trouble = Some(trouble.to_owned());
            entry.watched_until = Some(until);
        }
        (Change::Watched(until), Absent | Rejected) => entry.watched_until = Some(until),
        (Change::Charged(charged), Sending | Unknown | Absent | Rejected)
            if entry.kind == EntryKind::Label =>
        {
            entry.charged = Some(charged);
            entry.uncertain_once = true;
        }
        (Change::Consented, Absent) if entry.kind == EntryKind::Label => {
            entry.trouble = Some(String::new());
        }
        (Change::Consented, Absent | Unknown) if entry.kind == EntryKind::TopUp => {
            entry.trouble = Some(String::new());
            row.overtaken = true;
            row.consented = true;
        }
        (Change::Absent(until), Sending | Unknown | Absent) => {
            entry.state = Absent;
            entry.uncertain_once = true;
            entry.watched_until = Some(until);
        }
        (Change::Cancelled, Intent) if !entry.uncertain_once => entry.state = Cancelled,
        _ => return Err(refused),
    }
    Ok(())
}

/// I7, except for the changes that `edit` allows.
fn forbidden(before: EntryState, after: EntryState) -> Option<String> {
    let settled = match before {
        Confirmed | Cancelled => before != after,
        Rejected => after != Rejected && after != Confirmed,
        Absent => !matches!(after, Absent | Confirmed | Sending),
        Intent | Sending | Unknown => false,
    };
    settled.then(|| format!("went from {before} to {after}"))
}

fn disk_full() -> JournalError {
    let full = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_FULL);
    JournalError::Sql { attempted: "write", source: rusqlite::Error::SqliteFailure(full, None) }
}

impl Change<'_> {
    fn name(&self) -> &'static str {
        match self {
            Self::Sending => "mark sending",
            Self::Unsent(_) => "mark unsent",
            Self::Unknown(_) => "mark unknown",
            Self::Confirmed(..) => "confirm",
            Self::Rejected(..) => "reject",
            Self::Watched(_) => "watch",
            Self::Charged(_) => "mark charged",
            Self::Consented => "consent",
            Self::Absent(_) => "mark absent",
            Self::Cancelled => "cancel",
        }
    }
}

impl JournalPort for ModelJournal {
    fn intend(
        &self,
        new: NewEntry,
        _beside: EntryContext,
    ) -> BoxFuture<'_, Result<Entry, JournalError>> {
        Box::pin(self.begin(new))
    }

    fn mark_sending<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<SendPermit, JournalError>> {
        Box::pin(async move {
            let entry = self.change(transaction, Change::Sending).await?;
            Ok(SendPermit::after_commit(entry))
        })
    }

    fn mark_unsent<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.change(transaction, Change::Unsent(trouble)))
    }

    fn mark_unknown<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
        _answer: Option<Vec<u8>>,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.change(transaction, Change::Unknown(trouble)))
    }

    fn confirm<'a>(
        &'a self,
        transaction: &'a TransactionId,
        result_id: &'a str,
        charged: Option<Money>,
        _reply: Vec<u8>,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.change(transaction, Change::Confirmed(result_id, charged)))
    }

    fn reject<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
        watched_until: Timestamp,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.change(transaction, Change::Rejected(trouble, watched_until)))
    }

    fn mark_absent<'a>(
        &'a self,
        transaction: &'a TransactionId,
        watched_until: Timestamp,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.change(transaction, Change::Absent(watched_until)))
    }

    fn watch<'a>(
        &'a self,
        transaction: &'a TransactionId,
        until: Timestamp,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.change(transaction, Change::Watched(until)))
    }

    fn mark_charged<'a>(
        &'a self,
        transaction: &'a TransactionId,
        charged: Money,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.change(transaction, Change::Charged(charged)))
    }

    fn cancel<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.change(transaction, Change::Cancelled))
    }

    fn consent_to_another<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.change(transaction, Change::Consented))
    }

    fn get<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<Option<Entry>, JournalError>> {
        Box::pin(self.commit("read a row", move |state, _, _| {
            Ok(state.row(transaction).map(|row| row.entry.clone()))
        }))
    }

    fn unsettled(&self) -> BoxFuture<'_, Result<Vec<Entry>, JournalError>> {
        Box::pin(self.commit("read what is unsettled", |state, _, _| {
            let open = |entry: &&Entry| match entry.state {
                Intent | Sending | Unknown => true,
                Absent | Rejected => {
                    let watched = |until| until > entry.updated;
                    entry.is_charged() || entry.watched_until.is_some_and(watched)
                }
                Confirmed | Cancelled => false,
            };
            let rows = state.rows.iter().map(|row| &row.entry);
            Ok(rows.filter(open).cloned().collect())
        }))
    }

    fn unconfirmed(
        &self,
        transactions: Vec<TransactionId>,
        shipments: Vec<ShipmentId>,
    ) -> BoxFuture<'_, Result<Vec<Entry>, JournalError>> {
        Box::pin(self.commit("read what is not confirmed", move |state, _, _| {
            let same =
                |left: &str, right: &str| left.trim().to_lowercase() == right.trim().to_lowercase();
            let named = |entry: &&Entry| {
                let order = entry.order.as_ref().filter(|_| entry.kind == EntryKind::Refund);
                let asks =
                    |id: &ShipmentId| order.is_some_and(|order| same(order.as_str(), id.as_str()));
                let is = |id: &TransactionId| same(id.as_str(), entry.transaction.as_str());
                let open = !matches!(entry.state, Confirmed | Cancelled);
                open && (transactions.iter().any(is) || shipments.iter().any(asks))
            };
            let rows = state.rows.iter().map(|row| &row.entry);
            Ok(rows.filter(named).cloned().collect())
        }))
    }
}
