//! The way back: tracking numbers are written into the shop's database, each of them once.
//!
//! An entry is committed to the outbox before anything is sent ([`enqueue`]), and the statement runs
//! in a transaction:
//!
//! - *No answer to the commit*: nobody knows whether it was kept. Postroom can make no table in the
//!   shop's database to note what it has done, so it asks the shop's own data: the *verify query*
//!   says whether the tracking number is there, and only if it is not, the statement runs again, in
//!   the same transaction. Without a verify query a statement that is declared *repeatable* runs
//!   again, and for any other a person decides. The first look is taken when the server's own limits
//!   have ended whatever the lost transaction was doing.
//! - *The program ended in between*: the same.
//! - *A connection that breaks before the commit was sent* has kept nothing, except where tables
//!   have no transactions (MySQL's MyISAM): there it counts as unknown.
//! - *No row was changed*: either it was written already, which the verify query tells, or the order
//!   is not there or has another tracking number, and a person must look.
//! - *Several rows were changed* although one order has one row: undone and refused.
//!
//! A statement should change nothing if it runs twice. Where the shop can add a column,
//! `:transaction_id` is the best key; else a condition on the tracking number does it, see
//! [`crate::orders::shop_database::WriteBackSettings::statement`].

mod attempt;
pub mod values;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use jiff::tz::TimeZone;
use tokio::task::JoinSet;

use self::attempt::{Attempt, Statements};
use self::values::WriteBackValues;
use crate::base::locale::Message;
use crate::base::secret::Secret;
use crate::message;
use crate::orders::shop_database::{ShopDatabase, ShopDatabaseKind};
use crate::shop_database::error::ShopDatabaseError;
use crate::shop_database::session::{Access, Session};
pub use crate::store::outbox::SETTLING;
use crate::store::outbox::{
    NewWriteBack, OutboxError, ShopOutbox, WriteBackClaim, WriteBackEntry, WriteBackOutcome,
};

/// The most entries of one round.
const MOST: u32 = 500;
/// Connections to one server at the same time.
const WORKERS: usize = 3;

/// A database with what is needed to reach it.
#[derive(Clone, Debug)]
pub struct Shop {
    /// The key of its document.
    pub key: String,
    pub database: Arc<ShopDatabase>,
    pub secret: Option<Secret>,
}

/// What one round has done.
#[derive(Clone, Debug, Default)]
pub struct Delivery {
    /// The entries that were tried, as they are now.
    pub tried: Vec<WriteBackEntry>,
    /// The databases that could not be reached, by key, with the reason.
    pub unreachable: Vec<(String, Message)>,
    /// There may be more that is due: newer entries of the same orders, or more than fit one round.
    pub has_more: bool,
}

/// Commits to the outbox that a label is to be written back. To be called when the label was bought;
/// calling it again for the same label changes nothing.
///
/// # Errors
/// The outbox cannot be written. The order must then keep the wish
/// ([`crate::orders::order_label::WriteBack::Waiting`]), so that it is added later.
pub async fn enqueue(
    outbox: &ShopOutbox,
    shop: &str,
    values: &WriteBackValues,
) -> Result<i64, OutboxError> {
    outbox
        .add(NewWriteBack {
            shop: shop.to_owned(),
            order: values.order_id.clone(),
            number: values.number.clone(),
            transaction: values.transaction_id.clone(),
            values: serde_json::to_string(values).unwrap_or_default(),
        })
        .await
}

/// Sends what is due to these databases: several entries at a time, but one of each order. Entries
/// of databases that are not among `shops`, for example because a password is not known yet, wait.
///
/// Only one round may run at a time. If the future is dropped, what was being sent becomes unknown
/// and is verified later.
///
/// # Errors
/// The outbox cannot be written. Nothing more is sent then.
pub async fn deliver_due(
    outbox: &ShopOutbox,
    shops: &[Shop],
    zone: &TimeZone,
) -> Result<Delivery, OutboxError> {
    let due = outbox.due(MOST).await?;
    let mut delivery = Delivery { has_more: due.len() == MOST as usize, ..Delivery::default() };
    let mut by_shop: BTreeMap<String, VecDeque<WriteBackEntry>> = BTreeMap::new();
    for entry in due {
        let queue = by_shop.entry(entry.shop.clone()).or_default();
        queue.push_back(entry);
    }
    let mut rounds = JoinSet::new();
    for shop in shops {
        if let Some(queue) = by_shop.remove(&shop.key) {
            rounds.spawn(deliver_to_shop(outbox.clone(), shop.clone(), queue, zone.clone()));
        }
    }
    while let Some(round) = rounds.join_next().await {
        match round {
            Ok(round) => delivery.add(round?),
            Err(error) => tracing::warn!(%error, "a round of the outbox ended early"),
        }
    }
    delivery.has_more |= delivery.tried.iter().any(|entry| entry.state.is_over());
    Ok(delivery)
}

impl Delivery {
    fn add(&mut self, other: Self) {
        self.tried.extend(other.tried);
        for (key, reason) in other.unreachable {
            if !self.unreachable.iter().any(|(known, _)| *known == key) {
                self.unreachable.push((key, reason));
            }
        }
        self.has_more |= other.has_more;
    }
}

/// The entries of one database that are left in this round.
type Queue = Arc<Mutex<VecDeque<WriteBackEntry>>>;

fn next_in(queue: &Queue) -> Option<WriteBackEntry> {
    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    queue.pop_front()
}

async fn deliver_to_shop(
    outbox: ShopOutbox,
    shop: Shop,
    queue: VecDeque<WriteBackEntry>,
    zone: TimeZone,
) -> Result<Delivery, OutboxError> {
    let statements = match Statements::of_database(&shop.database) {
        Ok(statements) => Arc::new(statements),
        Err(error) => return refuse_all(&outbox, queue, &error).await,
    };
    let count = match shop.database.kind {
        ShopDatabaseKind::SqliteFile => 1,
        _ => WORKERS.min(queue.len()),
    };
    let queue: Queue = Arc::new(Mutex::new(queue));
    let mut workers = JoinSet::new();
    for _ in 0..count {
        let worker = Worker {
            outbox: outbox.clone(),
            shop: shop.clone(),
            statements: Arc::clone(&statements),
            queue: Arc::clone(&queue),
            zone: zone.clone(),
        };
        workers.spawn(worker.run());
    }
    let mut delivery = Delivery::default();
    while let Some(worker) = workers.join_next().await {
        match worker {
            Ok(done) => delivery.add(done?),
            Err(error) => tracing::warn!(%error, "a worker of the outbox ended early"),
        }
    }
    Ok(delivery)
}

/// The settings are of no use, so nothing can be sent until they are corrected.
async fn refuse_all(
    outbox: &ShopOutbox,
    queue: VecDeque<WriteBackEntry>,
    error: &ShopDatabaseError,
) -> Result<Delivery, OutboxError> {
    let mut delivery = Delivery::default();
    for entry in queue {
        let Some(claim) = outbox.claim(entry.row).await? else {
            continue;
        };
        let outcome = match claim.entry.is_in_doubt {
            true => WriteBackOutcome::Unknown(error.message(), None),
            false => WriteBackOutcome::Failed(error.message()),
        };
        delivery.tried.push(outbox.settle(claim, outcome).await?);
    }
    Ok(delivery)
}

/// One connection to a database, and the entries that go through it.
struct Worker {
    outbox: ShopOutbox,
    shop: Shop,
    statements: Arc<Statements>,
    queue: Queue,
    zone: TimeZone,
}

impl Worker {
    async fn run(self) -> Result<Delivery, OutboxError> {
        let mut delivery = Delivery::default();
        let mut open: Option<Session<'_>> = None;
        while let Some(entry) = next_in(&self.queue) {
            // The connection comes first: an entry is claimed only if it can be sent.
            let mut session = match open.take() {
                Some(session) => session,
                None => match self.connect().await {
                    Ok(session) => session,
                    Err(error) => {
                        let reason = error.message();
                        self.put_off(entry, &reason).await?;
                        delivery.unreachable.push((self.shop.key.clone(), reason));
                        break;
                    }
                },
            };
            if let Some(claim) = self.outbox.claim(entry.row).await? {
                delivery.tried.push(self.send(&mut session, claim).await?);
            }
            open = session.is_usable().then_some(session);
        }
        if let Some(session) = open {
            session.close().await;
        }
        Ok(delivery)
    }

    async fn connect(&self) -> Result<Session<'_>, ShopDatabaseError> {
        let secret = self.shop.secret.as_ref();
        Session::connect(&self.shop.database, secret, &self.zone, Access::Write).await
    }

    /// Sends a claimed entry and records what became of it.
    async fn send(
        &self,
        session: &mut Session<'_>,
        mut claim: WriteBackClaim,
    ) -> Result<WriteBackEntry, OutboxError> {
        let number = claim.entry.number.clone();
        let is_in_doubt = claim.entry.is_in_doubt;
        if is_in_doubt && !self.statements.can_resolve_doubt() {
            return self.outbox.settle(claim, ask_person(&number)).await;
        }
        let values = serde_json::from_str(&claim.entry.values);
        let Ok(values) = values else {
            let reason = message!("shop-database-values-unreadable", number = &number);
            let outcome = WriteBackOutcome::Failed(reason);
            return self.outbox.settle(claim, outcome).await;
        };
        claim.begin();
        let attempt = self.statements.write_once(session, &values, is_in_doubt);
        let outcome = self.outcome(attempt.await, &number, is_in_doubt);
        self.outbox.settle(claim, outcome).await
    }

    /// Puts off an entry and everything else that is left for this database.
    async fn put_off(&self, entry: WriteBackEntry, why: &Message) -> Result<(), OutboxError> {
        let mut rows = vec![entry.row];
        rows.extend(std::iter::from_fn(|| next_in(&self.queue)).map(|entry| entry.row));
        self.outbox.put_off(rows, why.clone()).await
    }

    fn outcome(&self, attempt: Attempt, number: &str, is_in_doubt: bool) -> WriteBackOutcome {
        match attempt {
            Attempt::Written => WriteBackOutcome::Written,
            Attempt::NotVerified(error) if is_in_doubt => {
                let verify_at = error.may_pass().then(|| self.outbox.now());
                WriteBackOutcome::Unknown(error.message(), verify_at)
            }
            // Without a verify query, the earlier attempt may be why there is nothing to change.
            Attempt::NotWritten(ShopDatabaseError::NothingChanged { .. })
                if is_in_doubt && !self.statements.can_verify() =>
            {
                ask_person(number)
            }
            Attempt::NotWritten(error) | Attempt::NotVerified(error) => match error.may_pass() {
                true => WriteBackOutcome::FailedForNow(error.message()),
                false => WriteBackOutcome::Failed(error.message()),
            },
            Attempt::Unknown(error) if self.statements.can_resolve_doubt() => {
                let reason =
                    message!("shop-database-unknown", number = number, reason = error.message());
                let later = self.outbox.now().saturating_add(SETTLING);
                WriteBackOutcome::Unknown(reason, later.ok())
            }
            Attempt::Unknown(_) => ask_person(number),
        }
    }
}

fn ask_person(number: &str) -> WriteBackOutcome {
    WriteBackOutcome::Unknown(message!("shop-database-unknown-ask", number = number), None)
}
