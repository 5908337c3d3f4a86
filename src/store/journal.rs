//! `journal.db`: records every request that moves money before its first byte is sent.
//!
//! A purchase is an entry. Every change of it appends an event row, chained by SHA-256; the entry
//! row holds the current state and is written in the same transaction. A commit is on the disk
//! when it returns (WAL, synchronous=FULL). Only [`Journal::mark_sending`] and
//! [`Journal::intend_and_mark_sending`] return the [`SendPermit`] that holds the bytes to send.
//!
//! The states:
//! - `Intent → Sending | Cancelled`
//! - `Sending → Intent | Confirmed | Rejected | Unknown | Absent`
//! - `Unknown → Sending | Confirmed | Rejected | Absent`
//! - `Absent → Sending | Confirmed`
//! - `Rejected → Confirmed`
//! - a claimed purchase that is taken over from another computer: any but `Confirmed → Unknown`
//!
//! A purchase found on the server also takes `Intent` to `Confirmed`. An `Absent` entry that is
//! sent again keeps its transaction id. The journal does not use the network: the caller decides
//! what a response means.

mod adopt;
mod chain;
mod change;
mod open;
mod pending_comparison;
mod proof;
mod raw_events;
mod reply;
mod row;
mod salvage;
mod scale_reading;
mod schema;
mod shared_commit;
mod swap;
mod taken_over;
mod uncertain;
mod view;

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use rusqlite::Connection;

use self::shared_commit::WaitingChanges;
use crate::base::clock::Clock;
use crate::base::id::{OrderId, TransactionId};
use crate::base::locale::format;
use crate::base::money::{Amount, Money};
use crate::store::file;
use crate::store::file::FileError;
use crate::store::file_step::shown;
use crate::store::worker::{ConnectionThreads, Stopped};
use crate::text;

pub use self::adopt::{Adoption, Orphan};
pub(crate) use self::chain::sha256_hex;
pub(super) use self::open::take_instance_lock;
pub use self::pending_comparison::{ComparisonReason, PendingComparison};
pub use self::proof::{Proof, ProofError, verify as verify_proof};
pub use self::salvage::{Salvage, salvage};
pub use self::swap::restore;
pub use self::uncertain::EntryContext;

/// The file format of an export of the journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ProofFormat {
    #[default]
    Csv,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    Label,
    TopUp,
    Refund,
}

/// The exact request that is about to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    pub kind: EntryKind,
    /// Required for a label: together with `sequence` it identifies what may be bought only once.
    pub order: Option<OrderId>,
    pub sequence: u32,
    pub environment: String,
    pub account: String,
    pub base_url: String,
    /// Method and path, such as `POST /Shipment`.
    pub call: String,
    pub body: Vec<u8>,
    pub expected: Option<Money>,
    pub title: String,
}

/// The current state of one purchase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Increases with every new entry, so it gives their order even if the clock was wrong.
    pub number: i64,
    pub transaction: TransactionId,
    pub kind: EntryKind,
    pub order: Option<OrderId>,
    pub sequence: u32,
    pub environment: String,
    pub account: String,
    pub base_url: String,
    pub call: String,
    pub body: Vec<u8>,
    pub expected: Option<Money>,
    pub title: String,
    /// The SHA-256 of the body in lower-case hex.
    pub sha256: String,
    pub state: EntryState,
    /// How many permits to send were given.
    pub attempts: u32,
    /// Whether the outcome of any attempt was ever unknown. Never reset.
    pub uncertain_once: bool,
    pub created: Timestamp,
    pub updated: Timestamp,
    /// The server's id of what was bought.
    pub result_id: Option<String>,
    pub charged: Option<Money>,
    /// Why it failed or is uncertain: JSON defined by the caller, or a sentence after
    /// [`Journal::consent_to_another`].
    pub trouble: Option<String>,
    pub watched_until: Option<Timestamp>,
    /// The server's time when the entry was created, if known.
    pub server_time: Option<Timestamp>,
    /// The order of a workspace was claimed for it, so another computer may take it over.
    pub claimed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryState {
    Intent,
    Sending,
    Unknown,
    Confirmed,
    Rejected,
    Absent,
    Cancelled,
}

/// The permission to send one attempt. It exists only after the mark is committed and the body
/// was read back and matched its SHA-256.
pub struct SendPermit {
    transaction: TransactionId,
    call: String,
    body: Vec<u8>,
}

impl SendPermit {
    /// Creates the permit for an entry whose `Sending` mark was just committed. Only the journal
    /// may call this; a test in `tests/all/layering/` checks that.
    pub fn after_commit(entry: Entry) -> Self {
        Self { transaction: entry.transaction, call: entry.call, body: entry.body }
    }

    pub fn transaction(&self) -> &TransactionId {
        &self.transaction
    }

    pub fn call(&self) -> &str {
        &self.call
    }

    pub fn body(&self) -> &[u8] {
        &self.body
    }
}

/// Shows only the length of the body: it has a customer's address.
impl fmt::Debug for SendPermit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SendPermit")
            .field("transaction", &self.transaction)
            .field("call", &self.call)
            .field("body_bytes", &self.body.len())
            .finish()
    }
}

#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("{}", text!("storage-journal-in-use", folder = shown(dir)))]
    InUse { dir: PathBuf },
    #[error("{}", text!("storage-journal-damaged", path = shown(path), reason = detail))]
    Damaged { path: PathBuf, detail: String },
    #[error("{}", text!("storage-journal-already", transaction = transaction.as_str()))]
    AlreadyLive { transaction: TransactionId },
    #[error(
        "{}",
        text!(
            "storage-journal-over-cap",
            limit = format::amount(*cap),
            spent = format::amount(*spent)
        )
    )]
    OverCap { spent: Amount, cap: Amount },
    #[error("{}", text!("storage-journal-no-order"))]
    OrderMissing,
    #[error("{}", text!("storage-journal-not-found", transaction = transaction.as_str()))]
    NotFound { transaction: TransactionId },
    #[error(
        "{}",
        text!(
            "storage-journal-wrong-state",
            transaction = transaction.as_str(),
            state = state.to_string()
        )
    )]
    WrongState { attempted: &'static str, transaction: TransactionId, state: EntryState },
    #[error("{}", text!("storage-journal-altered", transaction = transaction.as_str()))]
    Altered { transaction: TransactionId },
    #[error("{}", text!("storage-journal-failed"))]
    Sql { attempted: &'static str, source: rusqlite::Error },
    #[error("{}", text!("storage-journal-not-opened"))]
    File(#[from] FileError),
    #[error("{}", text!("storage-journal-closed"))]
    Stopped(#[from] Stopped),
}

/// Handle to the journal. Clones share the file; dropping the last one closes it.
#[derive(Clone, Debug)]
pub struct Journal {
    // Fields are dropped in this order. The writer closes last and writes the WAL into the file;
    // only then may another instance take the lock.
    readers: ConnectionThreads,
    writer: ConnectionThreads,
    waiting: WaitingChanges,
    clock: Clock,
    care: pending_comparison::RollbackDetector,
    path: Arc<Path>,
    _instance: Arc<File>,
}

impl Journal {
    /// Takes the instance lock, checks the whole file and its chain, and changes entries left in
    /// `Sending` by a crash to `Unknown`. Reads every page: not for the UI thread.
    ///
    /// # Errors
    /// [`JournalError::InUse`] if another instance holds the lock. [`JournalError::Damaged`] if
    /// the content cannot be trusted; the file is then left untouched.
    pub fn open(dir: &Path, clock: Clock) -> Result<Self, JournalError> {
        open::open(dir, clock)
    }

    /// An id for [`EntryContext::transaction`], for a caller that writes it down first.
    pub fn new_transaction() -> TransactionId {
        TransactionId::mint()
    }

    /// Creates the transaction id and commits the entry.
    pub async fn intend(&self, new: NewEntry) -> Result<Entry, JournalError> {
        self.intend_with(new, EntryContext::default()).await
    }

    /// Allowed from `Intent`, `Sending`, `Unknown` and `Absent`. If the entry is already
    /// `Sending`, the outcome of the earlier attempt is not known, so it counts as uncertain.
    pub async fn mark_sending(
        &self,
        transaction: &TransactionId,
    ) -> Result<SendPermit, JournalError> {
        let entry = self.change(transaction, change::Step::Sending).await?;
        Ok(SendPermit::after_commit(entry))
    }

    /// The attempt provably never reached the server: goes back to `Intent`, or to `Unknown` if
    /// the outcome of an earlier attempt is unknown.
    pub async fn mark_unsent(
        &self,
        transaction: &TransactionId,
        trouble: &str,
    ) -> Result<Entry, JournalError> {
        let trouble = trouble.to_owned();
        self.change(transaction, change::Step::Unsent { trouble }).await
    }

    pub async fn mark_unknown(
        &self,
        transaction: &TransactionId,
        trouble: &str,
    ) -> Result<Entry, JournalError> {
        self.mark_unknown_by(transaction, trouble, None).await
    }

    /// Allowed from every state but `Cancelled`. Confirming the same result again changes
    /// nothing, so a caller may repeat it after a failed commit.
    pub async fn confirm(
        &self,
        transaction: &TransactionId,
        result_id: &str,
        charged: Option<Money>,
        reply: Vec<u8>,
    ) -> Result<Entry, JournalError> {
        let step = change::Step::Confirmed {
            result_id: result_id.to_owned(),
            charged,
            reply: reply::packed(&reply),
        };
        self.change(transaction, step).await
    }

    /// Records a definitive refusal by the server. Allowed from `Sending` and `Unknown`.
    pub async fn reject(
        &self,
        transaction: &TransactionId,
        trouble: &str,
    ) -> Result<Entry, JournalError> {
        let step = change::Step::Rejected { trouble: trouble.to_owned(), watched_until: None };
        self.change(transaction, step).await
    }

    /// The purchase was not found by lookups during the quiet period. It is watched until the
    /// given time, and stays watched after that until a lookup was made. Allowed from `Sending`,
    /// `Unknown`, and from `Absent` to extend the watch. A time that is not in the future ends
    /// the watch.
    pub async fn mark_absent(
        &self,
        transaction: &TransactionId,
        watched_until: Timestamp,
    ) -> Result<Entry, JournalError> {
        let watched_until = file::whole_micros(watched_until);
        self.change(transaction, change::Step::Absent { watched_until }).await
    }

    /// The user chose to buy this again under another id, knowing it may be charged twice.
    /// Allowed for a label from `Absent`, for a top-up also from `Unknown`. The entry keeps its
    /// state and is still watched, but a top-up no longer prevents another one.
    pub async fn consent_to_another(
        &self,
        transaction: &TransactionId,
    ) -> Result<Entry, JournalError> {
        self.change(transaction, change::Step::Consented).await
    }

    /// Allowed only if no attempt can have bought anything: from `Intent`, if never uncertain.
    pub async fn cancel(&self, transaction: &TransactionId) -> Result<Entry, JournalError> {
        self.change(transaction, change::Step::Cancelled).await
    }

    pub async fn get(&self, transaction: &TransactionId) -> Result<Option<Entry>, JournalError> {
        let transaction = transaction.clone();
        self.readers.run(move |connection| row::get(connection, &transaction)).await
    }

    /// The server's response as recorded by [`Journal::confirm`].
    pub async fn reply(
        &self,
        transaction: &TransactionId,
    ) -> Result<Option<Vec<u8>>, JournalError> {
        let transaction = transaction.clone();
        self.readers.run(move |connection| row::reply(connection, &transaction)).await
    }

    /// Entries that need attention, oldest first: `Intent`, `Sending` and `Unknown`; `Absent` and
    /// `Rejected` while they are watched; labels whose charge is in the balance history but that
    /// are not confirmed.
    pub async fn unsettled(&self) -> Result<Vec<Entry>, JournalError> {
        self.readers.run(|connection| row::unsettled(connection)).await
    }

    /// The newest entries, newest first.
    pub async fn recent(&self, limit: u32) -> Result<Vec<Entry>, JournalError> {
        self.readers.run(move |connection| row::recent(connection, limit)).await
    }

    /// Labels whose charge differs from the expected price, newest first, at most a thousand; and
    /// the number of labels for which both amounts are known.
    pub async fn price_differences(
        &self,
        environment: &str,
        account: &str,
    ) -> Result<(Vec<Entry>, u64), JournalError> {
        let (environment, account) = (environment.to_owned(), account.to_owned());
        self.readers.run(move |connection| row::drift(connection, &environment, &account)).await
    }

    /// Writes a complete copy of the current state to `to`, which must not exist yet.
    pub async fn backup(&self, to: std::path::PathBuf) -> Result<(), JournalError> {
        self.readers.run(move |connection| Ok(file::backup(connection, &to)?)).await
    }

    /// Whether the shipments and balance history of this account must be compared with the
    /// journal before anything is bought, because the journal was restored from a copy or
    /// salvaged.
    pub fn pending_comparison(
        &self,
        environment: &str,
        account: &str,
    ) -> Option<PendingComparison> {
        self.care.owes(environment, account)
    }

    /// Records that the account was compared. If that fails, the comparison is still due.
    pub fn mark_compared(&self, environment: &str, account: &str) -> Result<(), JournalError> {
        self.care.swept(environment, account)
    }

    /// Adds purchases that the server knows and the journal does not, in one commit.
    pub async fn adopt(&self, orphans: Vec<Orphan>) -> Result<Adoption, JournalError> {
        let (clock, care) = (self.clock.clone(), self.care.clone());
        self.writer
            .run(move |connection| {
                let adoption = adopt::adopt(connection, &clock, orphans)?;
                care.update_mark(connection);
                Ok(adoption)
            })
            .await
    }

    /// Checks whether a commit reaches the disk now. Changes no purchase.
    pub async fn probe(&self) -> Result<(), JournalError> {
        let at = file::now(&self.clock).as_microsecond();
        self.writer.run(move |connection| change::probe(connection, at)).await
    }

    /// The number of events and the hash of the last one.
    pub async fn head(&self) -> Result<Proof, JournalError> {
        self.readers.run(|connection| chain::head(connection)).await
    }

    /// Writes every event to a file, replacing an existing one. See [`verify_proof`].
    pub async fn export(&self, to: PathBuf, format: ProofFormat) -> Result<Proof, JournalError> {
        let now = self.clock.now();
        self.readers.run(move |connection| proof::export(connection, &to, format, now)).await
    }

    /// Checks the whole open file: its pages, the chain, the entries. For a background task.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] if anything does not match.
    pub async fn check(&self) -> Result<u64, JournalError> {
        let path = Arc::clone(&self.path);
        self.readers.run(move |connection| open::check_open(connection, &path)).await
    }

    /// Recomputes every link and compares every entry with its last event. Returns the number of
    /// events.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] at the first event or entry that does not match.
    pub async fn verify_chain(&self) -> Result<u64, JournalError> {
        let path = Arc::clone(&self.path);
        self.readers.run(move |connection| chain::verify(connection, &path)).await
    }

    async fn change(
        &self,
        transaction: &TransactionId,
        step: change::Step,
    ) -> Result<Entry, JournalError> {
        let attempted = step.attempted();
        let (transaction, clock) = (transaction.clone(), self.clock.clone());
        let change = move |connection: &Connection| {
            change::apply_within(connection, &clock, &transaction, step.clone())
        };
        self.commit(attempted, change).await
    }
}
