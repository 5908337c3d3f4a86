//! Purchases, top-ups and refunds in progress: written to the journal first, sent once, and looked
//! up until the outcome is certain. The rules and their reasons are in `docs/money.md`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use crate::base::clock::Stopwatch;
use crate::base::id::{OrderId, TransactionId};
use crate::base::locale::Message;
use crate::desk::money::account_comparison::AccountComparison;
use crate::desk::money::batch_purchase::BatchedPurchases;
use crate::desk::money::nudge::Nudge;
use crate::desk::money::purchase::{Purchase, PurchaseStatus};

pub mod account_comparison;
pub(in crate::desk) mod adapters;
pub(in crate::desk) mod batch_purchase;
pub(in crate::desk) mod claim_keeper;
pub mod classify_failure;
pub(in crate::desk) mod desk_host;
pub mod host;
pub mod intent;
pub(in crate::desk) mod journal_health;
pub(in crate::desk) mod look_up;
pub mod nudge;
pub mod ports;
pub mod purchase;
pub mod purchases;
pub mod reconcile;
pub(in crate::desk) mod refund_request;
pub mod resolver;
pub mod send;

/// The purchases, top-ups and refunds of the journal that are on the screen.
#[derive(Debug, Default)]
pub struct Purchases {
    /// Purchases of this run and those that were unsettled at the start, newest first.
    pub list: Vec<Purchase>,
    /// Why nothing can be bought now (the journal cannot be written, …).
    pub blocked: Option<Message>,
    /// The comparison with the service that must finish before anything is bought.
    pub account_comparison: Option<AccountComparison>,
    /// A purchase that was requested and has no journal row yet.
    pub(in crate::desk) buying: Option<(OrderId, u32)>,
    held_back: Vec<Held>,
    /// Purchases that were never sent from here and that another computer carries out.
    carried_out_elsewhere: HashSet<TransactionId>,
    /// Wakes the job that resolves a purchase, for a look-up now.
    nudges: HashMap<TransactionId, Arc<Nudge>>,
    /// Purchases that were made and are not in the journal yet.
    unrecorded: usize,
    /// Time since purchases that were not found were last looked up.
    watched: Option<Stopwatch>,
    /// Open rows must be read from the journal: an earlier read failed, or it has rejected rows to
    /// watch.
    unread: bool,
    /// Purchases that a batch is sending.
    pub(in crate::desk) batched: BatchedPurchases,
}

/// A purchase in its regret window.
#[derive(Debug)]
struct Held {
    transaction: TransactionId,
    since: Stopwatch,
    wait: Duration,
}

impl Purchases {
    /// An empty list; `blocked` says why nothing can be bought.
    pub fn new(blocked: Option<Message>) -> Self {
        Self { blocked, ..Self::default() }
    }

    /// The attempt to buy a label that was not rejected. While it exists, no other attempt may
    /// start.
    pub fn living_try(&self, order: &OrderId, sequence: u32) -> Option<&Purchase> {
        self.list.iter().find(|purchase| {
            purchase.order.as_ref() == Some(order)
                && purchase.sequence == sequence
                && !matches!(purchase.status, PurchaseStatus::Rejected { .. })
        })
    }

    /// Takes a purchase from the list that was never sent from here and that another computer carries
    /// out. A read of the journal that began before may end after; it does not list it again.
    pub(in crate::desk) fn forget(&mut self, transaction: &TransactionId) {
        self.carried_out_elsewhere.insert(transaction.clone());
        self.list.retain(|purchase| purchase.transaction != *transaction);
    }

    /// Why nothing can be bought now, or `None`.
    pub fn stopped(&self) -> Option<Message> {
        let sweep = self.account_comparison.as_ref().map(|comparison| comparison.words().into());
        self.blocked.clone().or(sweep)
    }
}
