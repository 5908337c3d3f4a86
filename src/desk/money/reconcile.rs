//! Settles uncertain purchases by any answer that contains them. Each list of shipments and each
//! page of the balance history that arrives, whatever it was requested for, is compared with the
//! unconfirmed rows of the journal.

use std::any::Any;
use std::sync::Arc;

use crate::api::account::BalanceEntry;
use crate::api::page::{Lookup, Page};
use crate::api::shipment;
use crate::api::shipment::Shipment;
use crate::base::clock::Clock;
use crate::base::id::TransactionId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::{Feature, Outbox};
use crate::desk::kernel::pace::Timing;
use crate::desk::kernel::session::{AnswerWatch, Link, WeakLinks};
use crate::desk::money::desk_host::DeskHost;
use crate::desk::money::host::PurchaseHost;
use crate::desk::money::look_up::{charge_of, is_of};
use crate::desk::money::ports::{
    BoxFuture, MoneyParts, MoneyPorts, NoClaims, Proof, PurchaseResult,
};
use crate::desk::money::{Purchases, ports, purchases, send};
use crate::store::cache::Cache;
use crate::store::journal::{Entry, EntryKind, EntryState, Journal};

/// Compares the arriving lists of a link with the journal.
#[derive(Clone)]
pub(in crate::desk) struct JournalReconciler {
    journal: Option<Journal>,
    cache: Cache,
    links: WeakLinks,
    clock: Clock,
    pace: Timing,
    outbox: Option<Outbox<Purchases>>,
}

impl AnswerWatch for JournalReconciler {
    fn observe_answer<'a>(
        &'a self,
        link: &'a Link,
        answer: &'a (dyn Any + Send + Sync),
    ) -> BoxFuture<'a, ()> {
        Box::pin(self.look_at(link, answer))
    }
}

impl JournalReconciler {
    pub(in crate::desk) fn from_ctx(ctx: &Ctx<'_>) -> Self {
        Self {
            journal: ctx.journal.clone(),
            cache: ctx.cache.clone(),
            links: ctx.links.downgrade(),
            clock: ctx.clock.clone(),
            pace: ctx.pace.clone(),
            outbox: None,
        }
    }

    /// A copy that reports through this outbox, however long the link lives.
    pub(in crate::desk) fn of_job<F: Feature>(&self, outbox: &Outbox<F>) -> Self {
        Self { outbox: Some(outbox.lasting().to()), ..self.clone() }
    }

    /// Receives every answer of a link. Only those with shipments or balance history entries are
    /// examined.
    async fn look_at(&self, link: &Link, answer: &(dyn Any + Send + Sync)) {
        let (Some(journal), Some(outbox)) = (&self.journal, &self.outbox) else {
            return;
        };
        let rows = match answer.downcast_ref::<Page<Shipment>>() {
            Some(page) => page.results.as_slice(),
            None => match answer.downcast_ref::<Lookup<Shipment>>() {
                Some(Lookup::Found(shipment)) => std::slice::from_ref(shipment),
                _ => &[],
            },
        };
        let lines = answer.downcast_ref::<Page<BalanceEntry>>();
        let lines = lines.map_or(&[][..], |page| &page.results);
        if rows.is_empty() && lines.is_empty() {
            return;
        }
        let Some(links) = self.links.upgrade() else {
            return;
        };
        let Some(link) = links.known(link) else {
            return;
        };
        let of_rows = rows.iter().find_map(|row| row.account_id.as_ref());
        let of_lines = lines.iter().find_map(|line| line.account_id.as_ref());
        if let Some(id) = of_rows.or(of_lines).map(|id| id.to_string())
            && links.note_account_id(&link.scope, &id)
        {
            let scope = link.scope.clone();
            outbox.send(move |_, ctx| ctx.announce(Event::AccountIdSeen { scope, id })).await;
        }
        let scope = link.scope.clone();
        let parts = MoneyParts {
            journal: journal.clone(),
            cache: self.cache.clone(),
            link,
            links,
            clock: self.clock.clone(),
            pace: self.pace.clone(),
        };
        // Nothing is sent from here.
        let claims = Arc::new(NoClaims);
        let ports = ports::money_ports(parts, outbox.clone(), claims);
        let mut moved = rows_seen(&ports, rows).await;
        moved.extend(lines_seen(&ports, lines).await);
        if moved.is_empty() {
            return;
        }
        // Running jobs of these purchases look again and stop; a charged label gets a job that
        // continues.
        outbox
            .send(move |me, ctx| {
                for transaction in moved {
                    let is_here = ctx.scope.as_ref() == Some(&scope);
                    let mut host = DeskHost::new(me, ctx);
                    if is_here || host.is_running(&transaction) {
                        purchases::check_again(&mut host, transaction);
                    }
                }
            })
            .await;
    }
}

/// Confirms the journal rows that these shipments match; returns the transactions that changed.
pub async fn rows_seen(ports: &MoneyPorts, rows: &[Shipment]) -> Vec<TransactionId> {
    let ids = rows.iter().filter_map(|row| row.transaction_id.clone());
    let refunded = rows.iter().filter(|row| row.refund_status.is_some());
    let refunded = refunded.filter_map(shipment::id_of);
    let mut moved = Vec::new();
    for entry in open(ports, ids.collect(), refunded.collect()).await {
        let row = rows.iter().find(|row| names(row, &entry));
        let Some(row) = row.filter(|row| shipment::id_of(row).is_some()) else {
            continue;
        };
        let row = Box::new(row.clone());
        let found = match entry.kind {
            EntryKind::Label => PurchaseResult::Shipment(row),
            EntryKind::Refund => PurchaseResult::Refund(row),
            EntryKind::TopUp => continue,
        };
        send::record_success(ports, &entry, Proof::of_row(found)).await;
        moved.push(entry.transaction);
    }
    moved
}

/// Confirms the top-ups that these entries match, and marks the labels as charged: a label is
/// confirmed by its shipment, but a charged one is neither sent again nor treated as not found.
pub async fn lines_seen(ports: &MoneyPorts, lines: &[BalanceEntry]) -> Vec<TransactionId> {
    let ids = lines.iter().filter_map(|line| line.transaction_id.clone());
    let mut moved = Vec::new();
    for entry in open(ports, ids.collect(), Vec::new()).await {
        let line = lines.iter().find(|line| {
            let id = line.transaction_id.as_ref();
            id.is_some_and(|id| is_of(id, &entry))
        });
        let Some(line) = line else { continue };
        match entry.kind {
            EntryKind::TopUp => {
                let found = PurchaseResult::TopUp(None, Some(Box::new(line.clone())));
                send::record_success(ports, &entry, Proof::of_row(found)).await;
            }
            EntryKind::Label if entry.is_charged() || entry.state == EntryState::Intent => continue,
            EntryKind::Label => send::record_charge(ports, &entry, charge_of(line, &entry)).await,
            // The shipment has the status of the refund, and the resolver reads it.
            EntryKind::Refund => {}
        }
        moved.push(entry.transaction);
    }
    moved
}

async fn open(
    ports: &MoneyPorts,
    ids: Vec<TransactionId>,
    shipments: Vec<crate::base::id::ShipmentId>,
) -> Vec<Entry> {
    if ids.is_empty() && shipments.is_empty() {
        return Vec::new();
    }
    let mut entries = match ports.journal.unconfirmed(ids, shipments).await {
        Ok(entries) => entries,
        Err(error) => {
            tracing::warn!(%error, "what is in doubt could not be read");
            return Vec::new();
        }
    };
    entries.retain(|entry| send::is_of_account(entry, &ports.account));
    entries
}

fn names(row: &Shipment, entry: &Entry) -> bool {
    match entry.kind {
        EntryKind::Label => row.transaction_id.as_ref().is_some_and(|id| is_of(id, entry)),
        // A refund that was refused or not sent yet is not uncertain; someone else may have
        // requested this one.
        EntryKind::Refund => {
            let doubtful = matches!(entry.state, EntryState::Unknown | EntryState::Absent);
            let same = |id: &str, order: &str| id.trim().eq_ignore_ascii_case(order.trim());
            doubtful
                && row.refund_status.is_some()
                && row
                    .id
                    .as_ref()
                    .zip(entry.order.as_ref())
                    .is_some_and(|(id, order)| same(id.as_str(), order.as_str()))
        }
        EntryKind::TopUp => false,
    }
}
