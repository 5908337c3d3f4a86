//! Purchases, top-ups and refunds on their way: written down first, sent once, and looked up
//! until it is certain what became of them. The rules with their reasons are in `docs/money.md`.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

use crate::base::clock::Stopwatch;
use crate::base::id::{OrderId, TransactionId};
use crate::desk::money::purchase::{Purchase, PurchaseStatus};
use crate::desk::money::sweep::Sweep;

pub(in crate::desk) mod adapters;
pub mod classify_failure;
pub(in crate::desk) mod desk_host;
pub mod host;
pub(in crate::desk) mod journal_health;
pub(in crate::desk) mod look_up;
pub mod ports;
pub mod purchase;
pub mod purchases;
pub mod reconcile;
pub(in crate::desk) mod refund_request;
pub mod resolver;
pub mod send;
pub mod sweep;

/// Purchases, top-ups and refunds of the journal, as far as they are on the screen.
#[derive(Debug, Default)]
pub struct Purchases {
    /// Those of this run and those not settled at start, newest first.
    pub list: Vec<Purchase>,
    /// Why nothing can be bought now (the journal cannot be written, …).
    pub blocked: Option<String>,
    /// What must be compared with the service before anything is bought.
    pub sweep: Option<Sweep>,
    /// A purchase between the click and its journal row.
    pub(in crate::desk) buying: Option<(OrderId, u32)>,
    held: Vec<Held>,
    /// Wakes the resolver of a purchase for a look-up now.
    nudges: HashMap<TransactionId, Arc<Notify>>,
    /// Purchases that were made and are not in the journal yet.
    unrecorded: usize,
    /// Since purchases that were not found were last looked for.
    watched: Option<Stopwatch>,
    /// The journal could not be read for what it left open.
    unread: bool,
}

/// A purchase waiting out its regret window.
#[derive(Debug)]
struct Held {
    transaction: TransactionId,
    since: Stopwatch,
    wait: Duration,
}

impl Purchases {
    /// None yet; `blocked` says why nothing can be bought.
    pub fn new(blocked: Option<String>) -> Self {
        Self {
            blocked,
            ..Self::default()
        }
    }

    /// The try to buy a label that is not refused: it keeps the label's place.
    pub fn living_try(&self, order: &OrderId, sequence: u32) -> Option<&Purchase> {
        self.list.iter().find(|purchase| {
            purchase.order.as_ref() == Some(order)
                && purchase.sequence == sequence
                && !matches!(purchase.status, PurchaseStatus::Rejected { .. })
        })
    }

    /// Why nothing can be bought now, if so.
    pub fn stopped(&self) -> Option<String> {
        let sweep = self.sweep.as_ref().map(Sweep::words);
        self.blocked.clone().or(sweep)
    }
}
