//! `journal.db`: every call that moves money, written down before its first byte leaves.
//!
//! A purchase is an entry; every change of it is an appended event row, chained by
//! SHA-256, and the entry row is the current view, written in the same transaction. A
//! commit is on the disk when it returns (WAL, synchronous=FULL). Only
//! [`Journal::mark_sending`] yields the [`SendPermit`] that holds bytes for sending.
//!
//! The states: `Intent → Sending → Confirmed | Rejected | Unknown`, `Unknown → Sending |
//! Confirmed | Rejected | Absent`; afterwards only `Absent` and `Rejected` still become
//! `Confirmed`, and an `Absent` that is sent again goes back to `Sending` under its id.
//! The journal knows nothing of the network: what an answer means is the caller's to say.

mod adopt;
mod carve;
mod chain;
mod change;
mod doubt;
mod open;
mod owed;
mod proof;
mod reply;
mod row;
mod salvage;
mod schema;
mod swap;
mod view;
mod witness;

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;

use crate::base::clock::Clock;
use crate::base::id::{OrderId, TransactionId};
use crate::base::money::{Amount, Money};
use crate::store::file::{self, FileError};
use crate::store::worker::{Crew, Stopped};

pub use self::adopt::{Adoption, Orphan};
pub use self::doubt::Beside;
pub use self::owed::{Owed, Why};
pub use self::proof::{Proof, ProofError, verify as verify_proof};
pub use self::salvage::{Salvage, salvage};
pub use self::swap::restore;

/// What an export of the journal is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ProofFormat {
    #[default]
    Csv,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Label,
    TopUp,
    Refund,
}

/// What is about to be sent, exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    pub kind: Kind,
    /// Required for a label: with `sequence` it names the purchase that may live once.
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

/// The current view of one purchase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Rises with every new entry; orders them whatever the clock says.
    pub number: i64,
    pub transaction: TransactionId,
    pub kind: Kind,
    pub order: Option<OrderId>,
    pub sequence: u32,
    pub environment: String,
    pub account: String,
    pub base_url: String,
    pub call: String,
    pub body: Vec<u8>,
    pub expected: Option<Money>,
    pub title: String,
    /// Of the body, in lower-case hex.
    pub sha256: String,
    pub state: EntryState,
    /// How often a permit to send was given.
    pub attempts: u32,
    /// Whether the fate of any attempt was ever unknown. Never unset.
    pub uncertain_once: bool,
    pub created: Timestamp,
    pub updated: Timestamp,
    /// What the service calls the thing that was bought.
    pub result_id: Option<String>,
    pub charged: Option<Money>,
    /// JSON of the caller's choice.
    pub trouble: Option<String>,
    pub watched_until: Option<Timestamp>,
    /// What the service's clock said when this was written down, where that was known.
    pub server_time: Option<Timestamp>,
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

/// The right to send one attempt. It exists only after the mark has been committed and
/// the body has been read back and matched with its SHA-256.
pub struct SendPermit {
    transaction: TransactionId,
    call: String,
    body: Vec<u8>,
}

impl SendPermit {
    /// Of an entry whose mark has just been committed. Only a journal may say so;
    /// `tests/all/layering/` holds that nothing else in here does.
    pub fn after_commit(entry: Entry) -> Self {
        Self {
            transaction: entry.transaction,
            call: entry.call,
            body: entry.body,
        }
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

/// The body holds a customer's address, so only its length is shown.
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
    #[error("another Postroom window is using the purchase journal in {}", dir.display())]
    InUse { dir: PathBuf },
    #[error(
        "the purchase journal {} is damaged and was left as it is: {detail}. Nothing can be bought until it is repaired",
        path.display()
    )]
    Damaged { path: PathBuf, detail: String },
    #[error("this label is already being bought or was bought, as transaction {transaction}")]
    AlreadyLive { transaction: TransactionId },
    #[error("the daily cap is {cap}, and {spent} went in during the last 24 hours")]
    OverCap { spent: Amount, cap: Amount },
    #[error("a label can only be bought for an order")]
    OrderMissing,
    #[error("the purchase journal holds no transaction {transaction}")]
    NotFound { transaction: TransactionId },
    #[error("could not {attempted} transaction {transaction}: it is {state}")]
    WrongState {
        attempted: &'static str,
        transaction: TransactionId,
        state: EntryState,
    },
    #[error("the recorded request of transaction {transaction} no longer has its checksum")]
    Altered { transaction: TransactionId },
    #[error("could not {attempted} in the purchase journal")]
    Sql {
        attempted: &'static str,
        source: rusqlite::Error,
    },
    #[error("could not open the purchase journal")]
    File(#[from] FileError),
    #[error("the purchase journal is closed")]
    Stopped(#[from] Stopped),
}

/// The handle. Clones share the file; dropping the last one closes it.
#[derive(Clone, Debug)]
pub struct Journal {
    // Dropped in this order: the writer closes last and folds the WAL into the file,
    // and only then may another instance take the lock.
    readers: Crew,
    writer: Crew,
    clock: Clock,
    care: owed::Care,
    path: Arc<Path>,
    _instance: Arc<File>,
}

impl Journal {
    /// Takes the instance lock, checks the whole file with its chain, and turns entries
    /// left in `Sending` by a crash into `Unknown`. Reads every page: not for the
    /// window's thread.
    ///
    /// # Errors
    /// [`JournalError::InUse`] where another instance holds it; [`JournalError::Damaged`]
    /// where the content cannot be trusted, which leaves the file untouched.
    pub fn open(dir: &Path, clock: Clock) -> Result<Self, JournalError> {
        open::open(dir, clock)
    }

    /// Mints the transaction id and commits the entry.
    pub async fn intend(&self, new: NewEntry) -> Result<Entry, JournalError> {
        self.intend_with(new, Beside::default()).await
    }

    /// From `Intent`, `Sending`, `Unknown` or `Absent`. A mark upon a mark means that
    /// the fate of the earlier attempt was never recorded, so it counts as uncertain.
    pub async fn mark_sending(
        &self,
        transaction: &TransactionId,
    ) -> Result<SendPermit, JournalError> {
        let entry = self.change(transaction, change::Step::Sending).await?;
        Ok(SendPermit::after_commit(entry))
    }

    /// The attempt provably never reached the service: back to `Intent`, or to
    /// `Unknown` where an earlier attempt is in doubt.
    pub async fn mark_unsent(
        &self,
        transaction: &TransactionId,
        trouble: &str,
    ) -> Result<Entry, JournalError> {
        let trouble = trouble.to_owned();
        self.change(transaction, change::Step::Unsent { trouble })
            .await
    }

    pub async fn mark_unknown(
        &self,
        transaction: &TransactionId,
        trouble: &str,
    ) -> Result<Entry, JournalError> {
        self.mark_unknown_by(transaction, trouble, None).await
    }

    /// From every state but `Cancelled`. Confirming the same result again changes
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

    /// A definitive refusal by the service, from `Sending` or `Unknown`.
    pub async fn reject(
        &self,
        transaction: &TransactionId,
        trouble: &str,
    ) -> Result<Entry, JournalError> {
        let step = change::Step::Rejected {
            trouble: trouble.to_owned(),
            watched_until: None,
        };
        self.change(transaction, step).await
    }

    /// Looked up through the quiet period and not there; watched until the given time, and
    /// over it until somebody looked. From `Sending`, `Unknown`, or `Absent` to watch on;
    /// a time that is not in the future ends the watch.
    pub async fn mark_absent(
        &self,
        transaction: &TransactionId,
        watched_until: Timestamp,
    ) -> Result<Entry, JournalError> {
        let watched_until = file::whole_micros(watched_until);
        self.change(transaction, change::Step::Absent { watched_until })
            .await
    }

    /// A person chose to buy this again under another id, knowing it may be charged twice.
    /// A label only from `Absent`, a top-up from `Unknown` too; it stays that and is watched
    /// on, but a top-up stands in the way of no other one any more.
    pub async fn consent_to_another(
        &self,
        transaction: &TransactionId,
    ) -> Result<Entry, JournalError> {
        self.change(transaction, change::Step::Consented).await
    }

    /// Only what no attempt can have bought: `Intent`, never uncertain.
    pub async fn cancel(&self, transaction: &TransactionId) -> Result<Entry, JournalError> {
        self.change(transaction, change::Step::Cancelled).await
    }

    pub async fn get(&self, transaction: &TransactionId) -> Result<Option<Entry>, JournalError> {
        let transaction = transaction.clone();
        self.readers
            .run(move |connection| row::get(connection, &transaction))
            .await
    }

    /// The service's answer as it was recorded by [`Journal::confirm`].
    pub async fn reply(
        &self,
        transaction: &TransactionId,
    ) -> Result<Option<Vec<u8>>, JournalError> {
        let transaction = transaction.clone();
        self.readers
            .run(move |connection| row::reply(connection, &transaction))
            .await
    }

    /// `Intent`, `Sending`, `Unknown`, `Absent` and `Rejected` whose watch nobody ended, and
    /// what the history names; oldest first.
    pub async fn unsettled(&self) -> Result<Vec<Entry>, JournalError> {
        self.readers
            .run(|connection| row::unsettled(connection))
            .await
    }

    /// Newest first.
    pub async fn recent(&self, limit: u32) -> Result<Vec<Entry>, JournalError> {
        self.readers
            .run(move |connection| row::recent(connection, limit))
            .await
    }

    /// Labels that were charged otherwise than expected, newest first, at most a thousand;
    /// and of how many labels both amounts are known.
    pub async fn drift(
        &self,
        environment: &str,
        account: &str,
    ) -> Result<(Vec<Entry>, u64), JournalError> {
        let (environment, account) = (environment.to_owned(), account.to_owned());
        self.readers
            .run(move |connection| row::drift(connection, &environment, &account))
            .await
    }

    /// A whole copy as of now, into a file that does not exist yet.
    pub async fn backup(&self, to: std::path::PathBuf) -> Result<(), JournalError> {
        self.readers
            .run(move |connection| Ok(file::backup(connection, &to)?))
            .await
    }

    /// Whether shipments and history of this account have to be compared with the journal
    /// before anything is bought: it was put back from a copy, or salvaged.
    pub fn owes(&self, environment: &str, account: &str) -> Option<Owed> {
        self.care.owes(environment, account)
    }

    /// The account was compared.
    ///
    /// # Errors
    /// The note could not be written; it is still owed then.
    pub fn swept(&self, environment: &str, account: &str) -> Result<(), JournalError> {
        self.care.swept(environment, account)
    }

    /// Enters what the service knows and the journal does not, in one commit.
    pub async fn adopt(&self, orphans: Vec<Orphan>) -> Result<Adoption, JournalError> {
        let (clock, care) = (self.clock.clone(), self.care.clone());
        self.writer
            .run(move |connection| {
                let adoption = adopt::adopt(connection, &clock, orphans)?;
                care.moved(connection);
                Ok(adoption)
            })
            .await
    }

    /// Whether a commit reaches the disk now. It changes nothing that counts.
    pub async fn probe(&self) -> Result<(), JournalError> {
        let at = file::now(&self.clock).as_microsecond();
        self.writer
            .run(move |connection| change::probe(connection, at))
            .await
    }

    /// How many events there are, and the hash of the last.
    pub async fn head(&self) -> Result<Proof, JournalError> {
        self.readers.run(|connection| chain::head(connection)).await
    }

    /// Writes every event into a file that replaces what is there, see [`verify_proof`].
    pub async fn export(&self, to: PathBuf, format: ProofFormat) -> Result<Proof, JournalError> {
        let now = self.clock.now();
        self.readers
            .run(move |connection| proof::export(connection, &to, format, now))
            .await
    }

    /// Reads the whole file: its pages, the chain, the entries. Beside the window.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] where anything does not fit.
    pub async fn check(&self) -> Result<u64, JournalError> {
        let path = Arc::clone(&self.path);
        self.readers
            .run(move |connection| open::check_open(connection, &path))
            .await
    }

    /// Recomputes every link and compares every entry with its last event; gives the
    /// number of events.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] at the first event or entry that does not fit.
    pub async fn verify_chain(&self) -> Result<u64, JournalError> {
        let path = Arc::clone(&self.path);
        self.readers
            .run(move |connection| chain::verify(connection, &path))
            .await
    }

    async fn change(
        &self,
        transaction: &TransactionId,
        step: change::Step,
    ) -> Result<Entry, JournalError> {
        let (transaction, clock) = (transaction.clone(), self.clock.clone());
        let care = self.care.clone();
        self.writer
            .run(move |connection| {
                let entry = change::apply(connection, &clock, &transaction, step)?;
                care.moved(connection);
                Ok(entry)
            })
            .await
    }
}
