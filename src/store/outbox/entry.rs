//! An entry of the outbox as plain data.

use jiff::Timestamp;
use rusqlite::Row;

use crate::base::id::{OrderId, TransactionId};
use crate::base::locale::Message;
use crate::store::file::{bad_column, optional_time_column, time_column};

/// The state of an entry. The names are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WriteBackState {
    /// Nothing was sent, or nothing of what was sent was kept.
    Waiting,
    /// Committed before the statement is sent.
    Sending,
    /// It may have been written.
    Unknown,
    /// The database has committed it.
    Written,
    /// Known not to be written. With a retry time it is sent again then, else a person must act.
    Failed,
    /// Given up by a person.
    GivenUp,
}

impl WriteBackState {
    pub const ALL: [Self; 6] =
        [Self::Waiting, Self::Sending, Self::Unknown, Self::Written, Self::Failed, Self::GivenUp];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sending => "sending",
            Self::Unknown => "unknown",
            Self::Written => "written",
            Self::Failed => "failed",
            Self::GivenUp => "given-up",
        }
    }

    /// Whether it needs no more work and no decision of a person.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Written | Self::GivenUp)
    }
}

/// The data of a new entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWriteBack {
    /// The key of the shop's database.
    pub shop: String,
    pub order: OrderId,
    /// The number of the order, for people.
    pub number: String,
    /// The purchase of the label. A database has one entry for each.
    pub transaction: TransactionId,
    /// The values to write, as JSON.
    pub values: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteBackEntry {
    pub row: i64,
    pub shop: String,
    pub order: OrderId,
    pub number: String,
    pub transaction: TransactionId,
    pub values: String,
    pub state: WriteBackState,
    /// An earlier attempt may have been written.
    pub is_in_doubt: bool,
    /// Why it waits or failed, in words.
    pub detail: Message,
    /// How often it was tried in vain.
    pub attempts: u32,
    /// When it is tried next; `None` if only a person can go on.
    pub retry_at: Option<Timestamp>,
    pub created: Timestamp,
    pub updated: Timestamp,
}

/// What became of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteBackOutcome {
    Written,
    /// Nothing was written, and it is tried again by itself.
    FailedForNow(Message),
    /// Nothing was written, and a person must act.
    Failed(Message),
    /// It may have been written. It is verified at this time, or a person must decide.
    Unknown(Message, Option<Timestamp>),
}

pub(super) fn read_entry(row: &Row<'_>) -> rusqlite::Result<WriteBackEntry> {
    let word: String = row.get("state")?;
    let state = WriteBackState::ALL
        .into_iter()
        .find(|state| state.word() == word)
        .ok_or_else(|| bad_column(format!("{word:?} is no state of an entry").into()))?;
    Ok(WriteBackEntry {
        row: row.get("row")?,
        shop: row.get("shop")?,
        order: OrderId::new(row.get::<_, String>("order_id")?),
        number: row.get("number")?,
        transaction: TransactionId::new(row.get::<_, String>("transaction_id")?),
        values: row.get("contents")?,
        state,
        is_in_doubt: row.get("in_doubt")?,
        detail: Message::from_stored(&row.get::<_, String>("detail")?),
        attempts: row.get("attempts")?,
        retry_at: optional_time_column(row, "retry_at")?,
        created: time_column(row, "created")?,
        updated: time_column(row, "updated")?,
    })
}
