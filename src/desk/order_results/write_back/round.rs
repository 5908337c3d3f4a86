//! One round: what waits is added to the outbox, what is due is sent, and the orders learn what the
//! database has.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::WriteBackIntent;
use crate::base::clock::{Clock, desk_zone};
use crate::base::id::{OrderId, TransactionId};
use crate::base::locale::Message;
use crate::desk::kernel::secret_places::SecretPlaces;
use crate::desk::kernel::shop_outbox::OutboxHandle;
use crate::desk::kernel::workspaces::WorkspaceHandle;
use crate::desk::order_records::changes::{Change, write_changes};
use crate::message;
use crate::orders::basis::OrderBasis;
use crate::orders::order::Order;
use crate::orders::order_label::{LabelStatus, OrderLabel, WriteBack};
use crate::orders::order_row::{is_readable, order_of_row};
use crate::orders::order_state::WAITS_FOR_WRITE_BACK;
use crate::orders::shop_database::{ShopDatabase, ShopDatabaseKind};
use crate::shop_database::secret_item;
use crate::shop_database::write_back::values::WriteBackValues;
use crate::shop_database::write_back::{Shop, deliver_due, enqueue};
use crate::store::outbox::{OutboxError, ShopOutbox, WriteBackEntry, WriteBackState};
use crate::store::secret::SecretError;
use crate::store::workspace::{OrderQuery, OrderRow, Workspace, WorkspaceError};

/// Pause after a failure of the outbox or the workspace, and until a locked vault is tried again.
const AFTER_TROUBLE: SignedDuration = SignedDuration::from_secs(60);
/// Two rounds are at least this far apart.
const SHORTEST_PAUSE: SignedDuration = SignedDuration::from_millis(200);

/// What a round works with.
pub(super) struct Round {
    pub outbox: OutboxHandle,
    pub workspace: WorkspaceHandle,
    pub basis: Arc<OrderBasis>,
    pub station: Arc<str>,
    pub databases: HashMap<String, Arc<ShopDatabase>>,
    pub places: SecretPlaces,
    /// Databases whose password could not be read. Asking again could show a person the same
    /// question again and again.
    pub locked: BTreeMap<String, Message>,
    pub decisions: Vec<WriteBackIntent>,
    pub clock: Clock,
}

#[derive(Debug, Default)]
pub(super) struct RoundResult {
    pub open: BTreeMap<TransactionId, WriteBackEntry>,
    pub locked: BTreeMap<String, Message>,
    pub trouble: Option<Message>,
    /// The entries that were sent.
    pub tried: Vec<WriteBackEntry>,
    /// Orders that were changed.
    pub changed: usize,
    pub next: Option<Timestamp>,
}

#[derive(Debug, thiserror::Error)]
enum RoundError {
    #[error(transparent)]
    Outbox(#[from] OutboxError),
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
}

/// An order with labels that wait.
struct WaitingOrder {
    row: OrderRow,
    order: Order,
}

impl WaitingOrder {
    fn labels<'a>(&'a self, station: &'a str) -> impl Iterator<Item = &'a OrderLabel> {
        let labels = self.order.labels.iter();
        labels.filter(move |label| {
            label.write_back == WriteBack::Waiting && !label.is_return && label.station == station
        })
    }

    /// What becomes of a label whose write-back a refund had stopped that was declined since then;
    /// `None` for any other.
    fn revival(&self, label: &OrderLabel) -> Option<Revival> {
        let refund = label.refund.as_ref();
        let was_stopped = refund.is_some_and(|refund| refund.stopped_write_back);
        if !was_stopped || label.status != LabelStatus::Bought {
            return None;
        }
        let mut others = self.order.labels.iter();
        let is_buying = others.any(|other| {
            let is_open = matches!(other.status, LabelStatus::Buying | LabelStatus::InDoubt);
            is_open && !other.is_return && other.sequence > label.sequence
        });
        Some(match (self.order.is_replaced(label), is_buying) {
            (true, _) => Revival::Never,
            (false, true) => Revival::Later,
            (false, false) => Revival::Now,
        })
    }
}

/// Whether a label is written back whose refund was declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Revival {
    Now,
    /// Another label is being bought in its place. Only one of the two is the parcel's.
    Later,
    /// The parcel goes with another label.
    Never,
}

impl Round {
    pub(super) async fn run(self) -> RoundResult {
        let mut result = RoundResult { locked: self.locked.clone(), ..RoundResult::default() };
        if let Err(error) = self.run_through(&mut result).await {
            tracing::warn!(%error, "a round of write-back ended early");
            result.trouble = Some(error.to_string().into());
            result.next = self.after(AFTER_TROUBLE);
        }
        result
    }

    async fn run_through(&self, result: &mut RoundResult) -> Result<(), RoundError> {
        let outbox = self.outbox.open().await?;
        for decision in &self.decisions {
            decide(&outbox, decision).await?;
        }
        let workspace = self.workspace.open().await?;
        let waiting = waiting_orders(workspace.as_ref()).await?;
        self.take_up(&outbox, &waiting).await?;
        let shops = self.shops(&outbox.open_entries().await?, result).await;
        let delivery = deliver_due(&outbox, &shops, &desk_zone()).await?;
        result.tried = delivery.tried;
        result.changed = self.note_in_orders(&outbox, workspace.as_ref(), waiting).await?;
        let open = outbox.open_entries().await?;
        result.next = self.next_round(&open, &shops, result);
        let open = open.into_iter();
        result.open = open.map(|entry| (entry.transaction.clone(), entry)).collect();
        Ok(())
    }

    /// Adds labels that were bought, and gives up those that were refunded.
    async fn take_up(
        &self,
        outbox: &ShopOutbox,
        waiting: &[WaitingOrder],
    ) -> Result<(), OutboxError> {
        for waiting in waiting {
            let Some(shop) = &waiting.order.write_back else {
                continue;
            };
            for label in waiting.labels(&self.station) {
                let revival = waiting.revival(label);
                match label.status {
                    LabelStatus::Bought
                        if matches!(revival, Some(Revival::Later | Revival::Never)) => {}
                    LabelStatus::Bought => {
                        if let Some(values) = values_of(&waiting.row.id, &waiting.order, label) {
                            enqueue(outbox, shop, &values).await?;
                        }
                        if revival.is_some() {
                            for entry in outbox.entries_of(vec![label.transaction.clone()]).await? {
                                outbox.retry(entry.row).await?;
                            }
                        }
                    }
                    LabelStatus::Refunded => {
                        for entry in outbox.entries_of(vec![label.transaction.clone()]).await? {
                            outbox.give_up(entry.row).await?;
                        }
                    }
                    LabelStatus::Buying | LabelStatus::InDoubt | LabelStatus::NotBought => {}
                }
            }
        }
        Ok(())
    }

    /// The databases with open entries that can be reached with what is known.
    async fn shops(&self, open: &[WriteBackEntry], result: &mut RoundResult) -> Vec<Shop> {
        let wanted: HashSet<&str> = open.iter().map(|entry| entry.shop.as_str()).collect();
        let mut shops = Vec::new();
        for (key, database) in &self.databases {
            let is_wanted = wanted.contains(key.as_str()) && database.write_back.is_some();
            if !is_wanted || result.locked.contains_key(key) {
                continue;
            }
            let secret = match database.kind {
                ShopDatabaseKind::SqliteFile => Ok(None),
                _ => self.places.read(&secret_item(key, database)).await,
            };
            match secret {
                Ok(secret) => {
                    shops.push(Shop { key: key.clone(), database: Arc::clone(database), secret })
                }
                // Asks nobody, so it is tried again by itself.
                Err(SecretError::VaultLocked) => {}
                Err(error) => {
                    let reason = message!("scan-password-not-read", reason = error.to_string());
                    result.locked.insert(key.clone(), reason);
                }
            }
        }
        shops
    }

    /// Notes in the orders what is over. Returns how many orders that are.
    async fn note_in_orders(
        &self,
        outbox: &ShopOutbox,
        workspace: &dyn Workspace,
        waiting: Vec<WaitingOrder>,
    ) -> Result<usize, RoundError> {
        let mut changes = Vec::new();
        for waiting in waiting {
            let labels = waiting.labels(&self.station);
            let transactions: Vec<_> = labels.map(|label| label.transaction.clone()).collect();
            let entries = outbox.entries_of(transactions).await?;
            let of = |label: &OrderLabel| {
                let mut entries = entries.iter();
                entries.find(|entry| entry.transaction == label.transaction)
            };
            let mut over: Vec<(TransactionId, WriteBack)> = Vec::new();
            for label in waiting.labels(&self.station) {
                let is_refunded = label.status == LabelStatus::Refunded;
                let revival = waiting.revival(label);
                let outcome = match of(label).map(|entry| entry.state) {
                    Some(WriteBackState::Written) => WriteBack::Written,
                    _ if revival == Some(Revival::Later) => continue,
                    Some(WriteBackState::GivenUp) => WriteBack::GivenUp,
                    None if is_refunded || revival == Some(Revival::Never) => WriteBack::GivenUp,
                    // It goes on as any other.
                    Some(_) if revival == Some(Revival::Now) => WriteBack::Waiting,
                    _ => continue,
                };
                over.push((label.transaction.clone(), outcome));
            }
            if !over.is_empty() {
                changes.push(change_of(waiting, over));
            }
        }
        let changed = changes.len();
        write_changes(workspace, &self.basis, changes).await?;
        Ok(changed)
    }

    /// When the next entry is due that can be sent. An older entry holds back the newer ones of its
    /// order, and an entry of a database that is not among `shops` waits for a person.
    fn next_round(
        &self,
        open: &[WriteBackEntry],
        shops: &[Shop],
        result: &RoundResult,
    ) -> Option<Timestamp> {
        let mut seen: HashSet<(&str, &OrderId)> = HashSet::new();
        let mut next: Option<Timestamp> = None;
        let mut is_vault_locked = false;
        for entry in open {
            if !seen.insert((&entry.shop, &entry.order)) {
                continue;
            }
            if !shops.iter().any(|shop| shop.key == entry.shop) {
                let database = self.databases.get(&entry.shop);
                let is_wanted = database.is_some_and(|it| it.write_back.is_some());
                is_vault_locked |= is_wanted && !result.locked.contains_key(&entry.shop);
                continue;
            }
            if let Some(at) = entry.retry_at {
                next = Some(next.map_or(at, |next| next.min(at)));
            }
        }
        let vault = self.after(AFTER_TROUBLE).filter(|_| is_vault_locked);
        let next = next.into_iter().chain(vault).min()?;
        self.after(SHORTEST_PAUSE).map(|earliest| next.max(earliest))
    }

    fn after(&self, pause: SignedDuration) -> Option<Timestamp> {
        self.clock.now().checked_add(pause).ok()
    }
}

async fn decide(outbox: &ShopOutbox, decision: &WriteBackIntent) -> Result<(), OutboxError> {
    match decision {
        WriteBackIntent::TryNow(row) => {
            if !outbox.retry(*row).await? {
                // One that waits for its time is not to be sent again but earlier.
                let open = outbox.open_entries().await?;
                if let Some(entry) = open.iter().find(|entry| entry.row == *row) {
                    outbox.hurry(&entry.shop).await?;
                }
            }
        }
        WriteBackIntent::SendAgain(row) => {
            outbox.settle_unknown(*row, false).await?;
        }
        WriteBackIntent::ItIsWritten(row) => {
            outbox.settle_unknown(*row, true).await?;
        }
        WriteBackIntent::GiveUp(row) => {
            outbox.give_up(*row).await?;
        }
    }
    Ok(())
}

async fn waiting_orders(workspace: &dyn Workspace) -> Result<Vec<WaitingOrder>, WorkspaceError> {
    let query = OrderQuery {
        text: WAITS_FOR_WRITE_BACK.to_owned(),
        limit: u32::MAX,
        ..OrderQuery::default()
    };
    let rows = workspace.orders(query).await?.rows.into_iter();
    let readable = rows.filter(is_readable);
    let waiting = readable.map(|row| WaitingOrder { order: order_of_row(&row), row });
    Ok(waiting.collect())
}

/// What the statement can name; `None` for a label without a tracking number.
fn values_of(id: &OrderId, order: &Order, label: &OrderLabel) -> Option<WriteBackValues> {
    Some(WriteBackValues {
        number: order.number.clone(),
        tracking_number: label.tracking_numbers.first()?.clone(),
        carrier: label.carrier.clone(),
        service: label.service.clone(),
        cost: label.charged.or(label.expected),
        time: label.bought.unwrap_or(label.begun),
        transaction_id: label.transaction.clone(),
        order_id: id.clone(),
    })
}

fn change_of(waiting: WaitingOrder, over: Vec<(TransactionId, WriteBack)>) -> Change {
    let WaitingOrder { row, order } = waiting;
    let take = move |order: &mut Order| {
        for label in &mut order.labels {
            let mut over = over.iter();
            let outcome = over.find(|(transaction, _)| *transaction == label.transaction);
            if let Some((_, outcome)) = outcome
                && label.write_back == WriteBack::Waiting
            {
                label.write_back = *outcome;
                let is_refunded = label.status == LabelStatus::Refunded;
                if let Some(refund) = &mut label.refund {
                    refund.stopped_write_back = is_refunded && *outcome == WriteBack::GivenUp;
                }
            }
        }
    };
    Change::made_to(row.id, row.revision, order, take)
}
