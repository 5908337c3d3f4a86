//! Changes of an entry: checks whether the state allows a change, and writes the entry and its
//! event. The caller commits both in one transaction.

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, params};

use super::row::{self, Stored, sql};
use super::{Entry, EntryContext, EntryKind, EntryState, JournalError, NewEntry, chain};
use crate::base::clock::Clock;
use crate::base::id::{OrderId, TransactionId};
use crate::base::money::Money;
use crate::store::file;

/// The text an export shows. The entry stays watched because it may have been bought.
const CONSENT: &str =
    "Not found; a person chose to buy it again under another id, knowing it may be charged twice";

/// What is attempted when an entry is created.
pub const INTEND: &str = "record the purchase";

#[derive(Clone)]
pub enum Step {
    Sending,
    Unsent {
        trouble: String,
    },
    Unknown {
        trouble: String,
        /// The response that could not be interpreted.
        reply: Option<Vec<u8>>,
    },
    Charged {
        charged: Money,
    },
    Confirmed {
        result_id: String,
        charged: Option<Money>,
        reply: Vec<u8>,
    },
    Rejected {
        trouble: String,
        watched_until: Option<Timestamp>,
    },
    Watched {
        until: Timestamp,
    },
    Absent {
        watched_until: Timestamp,
    },
    Cancelled,
    /// The user stopped waiting and buys under another id, knowing it may be charged twice.
    Consented,
    /// The entry was found in `Sending` at program start: the sending process is gone.
    Orphaned,
    /// The claim came from another computer, which may have sent it.
    TakenOver,
    /// Another computer has the claim, and nothing was ever sent from here.
    GivenUp,
}

/// Creates an entry. The caller commits it.
pub fn intend_within(
    transaction: &Connection,
    clock: &Clock,
    new: NewEntry,
    beside: EntryContext,
) -> Result<Entry, JournalError> {
    let failed = || sql(INTEND);
    // The unique indexes also refuse this; checking first gives a specific error.
    let living = match new.kind {
        EntryKind::TopUp => row::living_top_up(transaction, &new.environment, &new.account)?
            .map(|entry| entry.transaction),
        EntryKind::Label => row::living(transaction, order(&new)?, new.sequence)?,
        EntryKind::Refund => {
            row::living_refund(transaction, &new.environment, &new.account, order(&new)?)?
        }
    };
    if let Some(transaction) = living {
        return Err(JournalError::AlreadyLive { transaction });
    }
    let now = file::now(clock);
    let server_time = beside.server_time.map(file::whole_micros);
    if let Some(cap) = beside.daily_cap {
        let spent = row::topped_up(transaction, &new.environment, &new.account, now, server_time)?;
        let more = new.expected.map(|money| money.amount).unwrap_or_default();
        if spent.checked_add(more).is_none_or(|sum| sum > cap) {
            return Err(JournalError::OverCap { spent, cap });
        }
    }
    let entry = Entry {
        number: 0,
        transaction: beside.transaction.unwrap_or_else(TransactionId::mint),
        kind: new.kind,
        order: new.order,
        sequence: new.sequence,
        environment: new.environment,
        account: new.account,
        base_url: new.base_url,
        call: new.call,
        sha256: chain::sha256_hex(&new.body),
        body: new.body,
        expected: new.expected,
        title: new.title,
        state: EntryState::Intent,
        attempts: 0,
        uncertain_once: false,
        created: now,
        updated: now,
        result_id: None,
        charged: None,
        trouble: None,
        watched_until: None,
        server_time,
        claimed: beside.claimed,
    };
    let mut stored = Stored {
        entry,
        reply: None,
        superseded: false,
        origin: None,
        witness: beside.scale_reading,
    };
    stored.entry.number = row::insert_stored(transaction, &stored).map_err(failed())?;
    chain::append(transaction, &stored).map_err(failed())?;
    Ok(stored.entry)
}

fn order(new: &NewEntry) -> Result<&OrderId, JournalError> {
    new.order.as_ref().ok_or(JournalError::OrderMissing)
}

/// Space for the largest requests: with too little free space a small commit could still succeed
/// where a request would not.
const ROOM_BYTES: u32 = 64 << 10;

pub fn probe(connection: &Connection, at: i64) -> Result<(), JournalError> {
    connection
        .execute(
            "INSERT OR REPLACE INTO probe VALUES (1, ?1, zeroblob(?2))",
            params![at, ROOM_BYTES],
        )
        .and_then(|_| connection.execute("UPDATE probe SET room = x''", []))
        .map(drop)
        .map_err(sql("write a test row"))
}

/// Changes every entry left in `Sending` to `Unknown`, all in one commit. Returns how many.
pub fn adopt_orphans(connection: &mut Connection, clock: &Clock) -> Result<usize, JournalError> {
    let failed = || sql("look for interrupted purchases");
    let transaction = connection.transaction().map_err(failed())?;
    let ids: Vec<String> = transaction
        .prepare("SELECT txn FROM entries WHERE state = 'sending' ORDER BY number")
        .and_then(|mut rows| rows.query_map([], |row| row.get(0))?.collect())
        .map_err(failed())?;
    for id in &ids {
        let id = TransactionId::new(id.as_str());
        apply_within(&transaction, clock, &id, Step::Orphaned)?;
    }
    transaction.commit().map_err(failed())?;
    Ok(ids.len())
}

/// How long an entry is watched after the user's consent or a recorded charge. A clock that was
/// corrected may have jumped over the watch, and the desk sees that only while `updated` is from
/// before the jump. These steps change `updated`, so the watch starts again.
const NEW_WATCH: SignedDuration = SignedDuration::from_hours(24);

/// Changes an entry. The caller commits it.
pub(super) fn apply_within(
    transaction: &Connection,
    clock: &Clock,
    id: &TransactionId,
    step: Step,
) -> Result<Entry, JournalError> {
    let attempted = step.attempted();
    let Some(mut stored) = row::load(transaction, id)? else {
        return Err(JournalError::NotFound { transaction: id.clone() });
    };
    // `row::unsettled` finds a watched row by `watched_until > updated`, and only a response of
    // the server (`Step::Watched`) ends a watch. These steps change `updated` without such a
    // response.
    let keeps_watch = matches!(step, Step::Consented | Step::Charged { .. })
        && stored.entry.watched_until > Some(stored.entry.updated);
    if edit(transaction, &mut stored, step)? {
        stored.entry.updated = file::now(clock);
        if keeps_watch {
            let later = stored.entry.updated.checked_add(NEW_WATCH).ok();
            stored.entry.watched_until = stored.entry.watched_until.max(later);
        }
        row::update(transaction, &stored).map_err(sql(attempted))?;
        chain::append(transaction, &stored).map_err(sql(attempted))?;
    }
    Ok(stored.entry)
}

impl Step {
    pub fn attempted(&self) -> &'static str {
        match self {
            Self::Sending => "mark as being sent",
            Self::Unsent { .. } => "mark as not sent",
            Self::Unknown { .. } | Self::Orphaned => "mark as unknown",
            Self::Confirmed { .. } => "confirm",
            Self::Rejected { .. } => "record the refusal of",
            Self::Absent { .. } => "mark as absent",
            Self::Charged { .. } => "record the charge of",
            Self::Watched { .. } => "change the watch of",
            Self::Cancelled => "cancel",
            Self::TakenOver => "take over",
            Self::GivenUp => "give up",
            Self::Consented => "record the consent to buy again instead of",
        }
    }
}

/// Changes the entry if its state allows it. Returns `false` if there is nothing to change.
fn edit(connection: &Connection, stored: &mut Stored, step: Step) -> Result<bool, JournalError> {
    use EntryState::{Absent, Cancelled, Confirmed, Intent, Rejected, Sending, Unknown};
    let refused = JournalError::WrongState {
        attempted: step.attempted(),
        transaction: stored.entry.transaction.clone(),
        state: stored.entry.state,
    };
    let entry = &mut stored.entry;
    match (step, entry.state) {
        (Step::Sending, Intent | Sending | Unknown | Absent) => {
            // An entry whose request was lost may be looked up, but never sent.
            if entry.body.is_empty() || chain::sha256_hex(&entry.body) != entry.sha256 {
                return Err(JournalError::Altered { transaction: entry.transaction.clone() });
            }
            entry.uncertain_once |= entry.state == Sending;
            entry.attempts = entry.attempts.saturating_add(1);
            entry.state = Sending;
        }
        (Step::Unsent { trouble }, Sending) => {
            entry.state = if entry.uncertain_once { Unknown } else { Intent };
            entry.trouble = Some(trouble);
        }
        (Step::Unknown { trouble, reply }, Sending | Unknown) => {
            entry.state = Unknown;
            entry.uncertain_once = true;
            entry.trouble = Some(trouble);
            if reply.is_some() {
                stored.reply = reply;
            }
        }
        (Step::Charged { charged }, Sending | Unknown | Absent | Rejected)
            if entry.kind == EntryKind::Label =>
        {
            if entry.charged == Some(charged) {
                return Ok(false);
            }
            entry.charged = Some(charged);
            entry.uncertain_once = true;
        }
        (Step::Watched { until }, Absent | Rejected) => {
            entry.watched_until = Some(until);
        }
        (Step::Orphaned, Sending) => {
            entry.state = Unknown;
            entry.uncertain_once = true;
        }
        (Step::Confirmed { result_id, .. }, Confirmed)
            if entry.result_id.as_deref() == Some(result_id.as_str()) =>
        {
            return Ok(false);
        }
        (
            Step::Confirmed { result_id, charged, reply },
            before @ (Intent | Sending | Unknown | Absent | Rejected),
        ) => {
            if let (Rejected, Some(order)) = (before, &entry.order) {
                // Both were bought; the newer one stays the current purchase of the order.
                let (environment, account) = (&entry.environment, &entry.account);
                let living = match entry.kind {
                    EntryKind::Label => row::living(connection, order, entry.sequence)?,
                    EntryKind::Refund => {
                        row::living_refund(connection, environment, account, order)?
                    }
                    EntryKind::TopUp => None,
                };
                stored.superseded = living.is_some();
            }
            entry.state = Confirmed;
            entry.result_id = Some(result_id);
            // A response without a price does not remove the charge found in the balance history.
            entry.charged = charged.or(entry.charged);
            entry.trouble = None;
            stored.reply = Some(reply);
        }
        (Step::Rejected { trouble, watched_until }, Sending | Unknown) => {
            entry.state = Rejected;
            entry.trouble = Some(trouble);
            entry.watched_until = watched_until;
        }
        (Step::Absent { watched_until }, Sending | Unknown | Absent) => {
            entry.state = Absent;
            entry.uncertain_once = true;
            entry.watched_until = Some(watched_until);
        }
        (Step::Consented, Absent) if entry.kind == EntryKind::Label => {
            entry.trouble = Some(CONSENT.to_owned());
        }
        (Step::Consented, Absent | Unknown) if entry.kind == EntryKind::TopUp => {
            entry.trouble = Some(CONSENT.to_owned());
            stored.superseded = true;
        }
        (Step::Cancelled, Intent) if !entry.uncertain_once => {
            entry.state = Cancelled;
        }
        (Step::TakenOver, Confirmed) => return Ok(false),
        (Step::TakenOver, Intent | Sending | Unknown | Absent | Rejected | Cancelled)
            if entry.claimed =>
        {
            entry.state = Unknown;
            entry.uncertain_once = true;
        }
        (Step::GivenUp, Intent) if !entry.uncertain_once => {
            entry.state = Cancelled;
        }
        (Step::GivenUp, Intent | Unknown | Absent)
            if entry.claimed && entry.attempts == 0 && entry.charged.is_none() =>
        {
            entry.state = Cancelled;
        }
        (_, Intent | Sending | Unknown | Confirmed | Rejected | Absent | Cancelled) => {
            return Err(refused);
        }
    }
    Ok(true)
}
