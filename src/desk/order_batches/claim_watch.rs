//! Claims of orders that several computers share. While a purchase of this computer is open, its
//! lease is renewed; and claims of a computer that fell silent are taken over, under the same
//! transaction id and with the same bytes.
//!
//! A purchase that is taken over is written to the journal of this computer first, as uncertain, and
//! only then does the order say that it is bought here. So the resolver looks it up, and sends it
//! only if it is not found. Claims of this computer itself are settled by its own journal; one whose
//! label somebody else has settled is ended here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::base::clock::Stopwatch;
use crate::base::id::{OrderId, TransactionId};
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::pace;
use crate::desk::kernel::session::{Link, Links, RequestError};
use crate::desk::kernel::workspaces::WorkspaceHandle;
use crate::desk::money::batch_purchase::BatchedPurchases;
use crate::desk::order_batches::claim_context::ClaimContext;
use crate::desk::order_batches::claimed_request::{other_price, same_request};
use crate::desk::order_batches::claims_elsewhere::{ClaimElsewhere, WhyElsewhere};
use crate::desk::order_batches::work::{RateInquiry, is_covered};
use crate::desk::order_batches::{OrderBatches, settle};
use crate::message;
use crate::orders::basis::{OrderBasis, scope_text};
use crate::orders::fate::{Fate, apply_fate_of};
use crate::orders::order_label::{LabelStatus, OrderLabel};
use crate::orders::order_row::{is_readable, order_of_row, write_of};
use crate::rows::scope::Environment;
use crate::store::journal::{Entry, EntryState, Journal, JournalError};
use crate::store::workspace::{LapsedClaim, OrderRow, Workspace, WorkspaceError, WriteOutcome};

const WATCH: Slot<OrderBatches> = Slot::with_account("claims of other computers");

/// When claims were last looked at, and what was told about them.
#[derive(Debug, Default)]
pub(in crate::desk) struct ClaimWatch {
    since: Option<Stopwatch>,
    /// Accounts whose orders another computer left, and whose sign-in nobody has here.
    told: BTreeSet<String>,
    /// The last look got no answer, or some order was claimed.
    has_claims: bool,
    /// What became of labels could not be written, because the workspace was away.
    must_settle: bool,
    /// Purchases whose request a person has seen, and that are finished as another computer left them.
    allowed: Vec<(TransactionId, WhyElsewhere)>,
    /// The workspace refused to write it, and that was told.
    pub(in crate::desk::order_batches) is_refused: bool,
    /// What became of labels was being written when that began again: what was written is not on
    /// screen yet.
    pub(in crate::desk::order_batches) is_unseen: bool,
}

impl ClaimWatch {
    /// What became of labels is written as soon as the workspace answers.
    pub(in crate::desk) fn settle_later(&mut self) {
        self.must_settle = true;
    }
}

/// A person has seen why the purchase is not finished here by itself: it is finished as it was left.
pub(in crate::desk) fn allow(me: &mut OrderBatches, ctx: &mut Ctx<'_>, transaction: TransactionId) {
    let mut elsewhere = me.claims_elsewhere.values();
    if let Some(claim) = elsewhere.find(|claim| claim.transaction == transaction) {
        me.claims.allowed.push((transaction, claim.why.clone()));
    }
    look_at_claims(me, ctx);
}

/// Looks at the claims now and then while an account is signed in.
pub(in crate::desk) fn look_when_due(me: &mut OrderBatches, ctx: &mut Ctx<'_>) {
    let since = me.claims.since.as_ref();
    if since.is_none_or(|since| since.elapsed() >= pause(me, ctx)) {
        look_at_claims(me, ctx);
    }
}

/// Nobody else claims orders of a workspace that is not shared. Where nothing is claimed either, a
/// look now and then is enough: each one draws the window.
fn pause(me: &OrderBatches, ctx: &Ctx<'_>) -> Duration {
    let is_claimed = me.claims.has_claims || !me.known.batched.is_empty();
    match is_claimed || me.claims.must_settle || ctx.workspace_is_shared() {
        true => ctx.pace.claims,
        false => ctx.pace.claims_alone,
    }
}

/// Time until the claims are looked at again.
pub(in crate::desk) fn next_wake(me: &OrderBatches, ctx: &Ctx<'_>) -> Option<Duration> {
    ctx.link.as_ref()?;
    pace::remaining(me.claims.since.as_ref(), pause(me, ctx))
}

/// Looks at the claims now: another computer asks whether this one is still there.
pub(in crate::desk) fn look_at_claims(me: &mut OrderBatches, ctx: &mut Ctx<'_>) {
    let (Some(link), Some(journal)) = (ctx.link.clone(), ctx.journal.clone()) else {
        return;
    };
    me.claims.since = Some(Stopwatch::start());
    if ctx.jobs.is_running(&WATCH) {
        return;
    }
    let taking = Taking {
        journal,
        handle: ctx.workspace(),
        links: ctx.links.clone(),
        link,
        station: ctx.station(),
        basis: Arc::clone(&me.known.basis),
        batched: me.known.batched.clone(),
        allowed: me.claims.allowed.clone(),
        may_take: !me.known.waits_for_reports,
        now: ctx.clock.now(),
    };
    ctx.jobs.start(WATCH, |outbox| async move {
        let mut found = Found::default();
        let looked = taking.look(&mut found).await;
        if let Err(error) = &looked {
            tracing::warn!(%error, "claims could not be looked at");
        }
        let answered = looked.is_ok();
        outbox.finish(move |me, ctx| show(me, ctx, found, answered)).await;
    });
}

fn show(me: &mut OrderBatches, ctx: &mut Ctx<'_>, found: Found, answered: bool) {
    me.claims.has_claims = !answered || found.has_claims;
    if found.in_journal {
        // The purchases are in the journal by now, where they are found as after a restart.
        ctx.announce(Event::PurchaseResumeRequested);
    }
    for (transaction, title) in found.given_up {
        ctx.announce(Event::PurchaseGivenUp(transaction));
        let text = message!("errors-claim-given-up", title = title);
        ctx.notice(Tone::Warning, text, None);
    }
    if found.taken > 0 {
        let text = message!("orders-claims-taken-over", orders = found.taken);
        ctx.notice(Tone::Info, text, None);
        ctx.announce(Event::OrdersChanged);
    }
    if answered {
        me.claims_elsewhere = found.claims_elsewhere;
    }
    for account in found.elsewhere {
        if me.claims.told.insert(account.clone()) {
            let text = message!("orders-claims-other-account", account = account);
            ctx.notice(Tone::Warning, text, None);
        }
    }
    if answered {
        ctx.announce(Event::WorkspaceAnswered);
    }
    if answered && (std::mem::take(&mut me.claims.must_settle) || found.has_lost) {
        settle::settle_after_absence(me, ctx);
    } else if found.must_settle {
        settle::settle_all(me, ctx);
    }
}

/// What a look at the claims found.
#[derive(Debug, Default)]
struct Found {
    has_claims: bool,
    taken: u64,
    /// A purchase was written to the journal.
    in_journal: bool,
    /// Purchases with their titles that were not sent and that another computer carries out.
    given_up: Vec<(TransactionId, String)>,
    /// A purchase of this computer is over, and its order does not say so.
    must_settle: bool,
    /// An order does not have the label of a purchase of this computer.
    has_lost: bool,
    /// Accounts that are needed for other claims.
    elsewhere: BTreeSet<String>,
    claims_elsewhere: BTreeMap<OrderId, ClaimElsewhere>,
}

impl Found {
    /// The claim is not taken over, and its order says why.
    fn leave(&mut self, claim: &LapsedClaim, context: &ClaimContext, why: WhyElsewhere) {
        let elsewhere = ClaimElsewhere::of_claim(claim, context, why);
        self.claims_elsewhere.insert(claim.order.clone(), elsewhere);
    }
}

struct Taking {
    journal: Journal,
    handle: WorkspaceHandle,
    link: Arc<Link>,
    links: Links,
    station: Arc<str>,
    basis: Arc<OrderBasis>,
    /// Labels that a batch of this run is buying.
    batched: BatchedPurchases,
    allowed: Vec<(TransactionId, WhyElsewhere)>,
    /// No report of a station is missing.
    may_take: bool,
    now: Timestamp,
}

/// What an order says of the label that it is claimed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClaimedLabel {
    Open,
    /// Somebody has settled it.
    Over,
    /// There is no such order, or it has no such label: the order was imported anew after the workspace
    /// went back to an older copy, or will be.
    Lost,
    /// The order is of a newer version of the program.
    Unreadable,
}

fn claimed_label(row: Option<&OrderRow>, transaction: &TransactionId) -> ClaimedLabel {
    let Some(row) = row else {
        return ClaimedLabel::Lost;
    };
    if !is_readable(row) {
        return ClaimedLabel::Unreadable;
    }
    let order = order_of_row(row);
    let mut labels = order.labels.iter();
    match labels.find(|label| label.transaction == *transaction) {
        Some(label) if label.is_open() => ClaimedLabel::Open,
        Some(_) => ClaimedLabel::Over,
        None => ClaimedLabel::Lost,
    }
}

/// Why a claim was not taken over.
#[derive(Debug, thiserror::Error)]
enum Obstacle {
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl Taking {
    async fn look(&self, found: &mut Found) -> Result<(), Obstacle> {
        let workspace = self.handle.open().await?;
        self.renew(workspace.as_ref(), found).await?;
        self.look_after_own(workspace.as_ref(), found).await?;
        let lapsed = workspace.lapsed_claims().await?;
        found.has_claims |= !lapsed.is_empty();
        for claim in lapsed {
            if claim.may_be_taken && self.may_take {
                self.take(workspace.as_ref(), claim, found).await?;
            }
        }
        Ok(())
    }

    /// Renews the lease while a purchase of a claimed order is open here. One that was never sent and
    /// whose claim another computer has taken over is given up: nobody would send or settle it here.
    async fn renew(&self, workspace: &dyn Workspace, found: &mut Found) -> Result<(), Obstacle> {
        let is_here = |environment: &str| {
            let practice = Environment::Practice.word();
            (environment == practice) == (self.link.scope.environment == practice)
        };
        let open = self.journal.unsettled().await?.into_iter();
        let open: Vec<Entry> =
            open.filter(|entry| entry.claimed && is_here(&entry.environment)).collect();
        // A batch may have claimed orders that are not in the journal yet.
        if open.is_empty() && self.batched.is_empty() {
            return Ok(());
        }
        let transactions = open.iter().map(|entry| entry.transaction.clone());
        let held = workspace.hold_claims(transactions.collect()).await?;
        let lost = open.into_iter().zip(held).filter(|(_, is_held)| !is_held);
        for (entry, _) in lost {
            let is_unsent = entry.state == EntryState::Intent && !entry.uncertain_once;
            if !is_unsent || self.batched.has(&entry.transaction) {
                continue;
            }
            match self.journal.give_up(&entry.transaction).await {
                Ok(_) => found.given_up.push((entry.transaction, entry.title)),
                // Somebody sends it at this moment, and asks for the claim first.
                Err(error) => tracing::warn!(%error, "an unsent purchase is not given up"),
            }
        }
        Ok(())
    }

    /// Ends the claims of this computer whose labels somebody else has settled, and sees to it that
    /// the others are looked up or settled.
    async fn look_after_own(
        &self,
        workspace: &dyn Workspace,
        found: &mut Found,
    ) -> Result<(), Obstacle> {
        let mut own = workspace.own_claims().await?;
        found.has_claims |= !own.is_empty();
        own.retain(|(_, transaction)| !self.batched.has(transaction));
        if own.is_empty() {
            return Ok(());
        }
        let ids = own.iter().map(|(order, _)| order.clone()).collect();
        let rows = workspace.orders_by_id(ids).await?;
        let mut over = Vec::new();
        for (order, transaction) in own {
            let row = rows.iter().find(|row| row.id == order);
            match claimed_label(row, &transaction) {
                ClaimedLabel::Over => over.push(transaction),
                ClaimedLabel::Lost => match self.journal.get(&transaction).await? {
                    Some(entry) if settle::may_be_bought(&entry, self.now) => {
                        found.has_lost |= row.is_some();
                    }
                    _ => over.push(transaction),
                },
                ClaimedLabel::Open => self.take_up_again(&transaction, found).await?,
                ClaimedLabel::Unreadable => {}
            }
        }
        if !over.is_empty() {
            workspace.end_claims(over).await?;
        }
        Ok(())
    }

    /// The label is this computer's to finish, whatever its journal concluded while that was not
    /// certain.
    async fn take_up_again(
        &self,
        transaction: &TransactionId,
        found: &mut Found,
    ) -> Result<(), Obstacle> {
        match self.journal.get(transaction).await? {
            Some(entry) if entry.state == EntryState::Cancelled && entry.uncertain_once => {
                self.journal.take_back(transaction).await?;
                found.in_journal = true;
            }
            Some(entry) if !self.is_over(&entry) => {}
            _ => found.must_settle = true,
        }
        Ok(())
    }

    fn is_over(&self, entry: &Entry) -> bool {
        match entry.state {
            EntryState::Intent | EntryState::Sending | EntryState::Unknown => false,
            EntryState::Absent => entry.watched_until.is_none_or(|until| until <= self.now),
            EntryState::Rejected => !entry.is_charged(),
            EntryState::Confirmed | EntryState::Cancelled => true,
        }
    }

    async fn take(
        &self,
        workspace: &dyn Workspace,
        claim: LapsedClaim,
        found: &mut Found,
    ) -> Result<(), Obstacle> {
        let rows = workspace.orders_by_id(vec![claim.order.clone()]).await?;
        let row = rows.into_iter().next();
        let standing = claimed_label(row.as_ref(), &claim.transaction);
        if standing == ClaimedLabel::Over {
            return Ok(workspace.end_claims(vec![claim.transaction]).await?);
        }
        if row.is_none() {
            return Ok(());
        }
        let Some(mut context) = ClaimContext::of_claim(&claim) else {
            tracing::warn!(order = claim.order.as_str(), "a claim cannot be read");
            return Ok(());
        };
        if !self.is_of_account(&context) {
            found.elsewhere.insert(context.account.clone());
            found.leave(&claim, &context, WhyElsewhere::OtherAccount);
            return Ok(());
        }
        if !self.is_of_server(&context) {
            let why = WhyElsewhere::OtherAddress(context.base_url.clone());
            if !self.is_allowed(&claim, &why) {
                found.leave(&claim, &context, why);
                return Ok(());
            }
            // It is looked for, and sent if need be, at the address of this computer.
            context.base_url.clone_from(&self.link.base_url);
        }
        let Some(row) = row.filter(is_readable) else {
            return Ok(());
        };
        if standing == ClaimedLabel::Lost {
            return self.find_lost(workspace, &claim, &context, row).await;
        }
        self.take_over(workspace, claim, &context, row, found).await
    }

    /// Writes the purchase to the journal of this computer, and then that it is bought here.
    async fn take_over(
        &self,
        workspace: &dyn Workspace,
        claim: LapsedClaim,
        context: &ClaimContext,
        row: OrderRow,
        found: &mut Found,
    ) -> Result<(), Obstacle> {
        let mut order = order_of_row(&row);
        let mut labels = order.labels.iter_mut();
        let label = labels.find(|label| label.transaction == claim.transaction);
        let Some(label) = label.filter(|label| label.is_open()) else {
            return Ok(());
        };
        let Ok(other) = self.other_request(&row, label, context, &claim).await else {
            return Ok(());
        };
        if let Some(why) = other.map(WhyElsewhere::OtherRequest)
            && !self.is_allowed(&claim, &why)
        {
            found.leave(&claim, context, why);
            return Ok(());
        }
        let (new, beside) = context.entry(claim.order.clone(), claim.purchase.body.clone());
        let transaction = claim.transaction.clone();
        let entered = self.journal.take_over(&transaction, new, beside, context.begun);
        match entered.await {
            Ok(_) => {}
            Err(error @ (JournalError::AlreadyLive { .. } | JournalError::Altered { .. })) => {
                tracing::warn!(%error, "a claim of another computer is not taken over");
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        }
        label.station = self.station.to_string();
        label.status = LabelStatus::InDoubt;
        let write = write_of(&self.basis, &row.id, Some(row.revision), &order);
        // Without an answer the claim may be this computer's by now: then the journal has it.
        found.in_journal = true;
        match workspace.take_over_claim(claim, write).await? {
            WriteOutcome::Written(_) => {
                found.taken += 1;
                // Its job may have asked for the claim a moment too early and given it up.
                self.take_up_again(&transaction, found).await?;
            }
            // That computer has answered, or another one was faster.
            _ => drop(self.journal.give_up(&transaction).await),
        }
        Ok(())
    }

    /// What the request of a claim asks for, if the order asks for something else, or the service for
    /// more than the database says was agreed to.
    ///
    /// # Errors
    /// The service gives no answer. The next look asks again.
    async fn other_request(
        &self,
        row: &OrderRow,
        label: &OrderLabel,
        context: &ClaimContext,
        claim: &LapsedClaim,
    ) -> Result<Option<Message>, Box<RequestError>> {
        let body = &claim.purchase.body;
        let (draft, quote) = match same_request(&self.basis, row, label, context, body) {
            Ok(same) => same,
            Err(asks) => return Ok(Some(asks)),
        };
        let agreed = label.expected.unwrap_or_default();
        if self.basis.is_of_service(&quote) {
            return Ok(None);
        }
        let inquiry = RateInquiry::new(Arc::clone(&self.basis), Arc::clone(&self.link));
        let now = match inquiry.price_now(&draft, &quote.rate).await {
            Ok(Some(now)) if is_covered(now, agreed) => return Ok(None),
            Ok(now) => now,
            Err(error) if error.trouble.offline || error.sign_in => return Err(error),
            Err(_) => None,
        };
        // What is bought is bought: there is nothing to decide.
        Ok(match settle::fate_at_service(&self.link, label, self.now).await {
            Some(Fate::Bought(_)) => None,
            _ => Some(other_price(body, context, now)),
        })
    }

    /// Gives an order the label that the computer which is gone has bought for it, if the service has
    /// it. Else the claim stays: only that computer knows what became of its purchase.
    async fn find_lost(
        &self,
        workspace: &dyn Workspace,
        claim: &LapsedClaim,
        context: &ClaimContext,
        row: OrderRow,
    ) -> Result<(), Obstacle> {
        let (transaction, body) = (&claim.transaction, &claim.purchase.body);
        let mut order = order_of_row(&row);
        let mut label = settle::label_of_claim(transaction, context, body, &order, &claim.station);
        // Of the same account, which may be known here by another key.
        label.scope = scope_text(&self.link.scope);
        let fate = settle::fate_at_service(&self.link, &label, self.now).await;
        let Some(fate @ Fate::Bought(_)) = fate else {
            return Ok(());
        };
        order.labels.push(label);
        apply_fate_of(&self.station, &mut order, transaction, &fate);
        let write = write_of(&self.basis, &row.id, Some(row.revision), &order);
        let written = workspace.write_orders(vec![write]).await?;
        if matches!(written.as_slice(), [WriteOutcome::Written(_)]) {
            workspace.end_claims(vec![transaction.clone()]).await?;
        }
        Ok(())
    }

    fn is_of_account(&self, context: &ClaimContext) -> bool {
        let scope = &self.link.scope;
        let other_keys = self.links.other_keys(scope);
        let same_key = context.account == scope.account || other_keys.contains(&context.account);
        context.environment == scope.environment && same_key
    }

    fn is_of_server(&self, context: &ClaimContext) -> bool {
        let moves = self.link.environment == Environment::Practice;
        moves || context.base_url == self.link.base_url
    }

    fn is_allowed(&self, claim: &LapsedClaim, why: &WhyElsewhere) -> bool {
        let mut allowed = self.allowed.iter();
        allowed.any(|(transaction, seen)| *transaction == claim.transaction && seen == why)
    }
}
