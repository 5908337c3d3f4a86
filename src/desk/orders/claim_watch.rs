//! Claims of orders that several computers share. While a purchase of this computer is open, its
//! lease is renewed; and claims of a computer that fell silent are taken over, under the same
//! transaction id and with the same bytes.
//!
//! A purchase that is taken over is written to the journal of this computer first, as uncertain, and
//! only then does the order say that it is bought here. So the resolver looks it up, and sends it
//! only if it is not found. Claims of this computer itself are settled by its own journal.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::clock::Stopwatch;
use crate::base::id::TransactionId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::pace;
use crate::desk::kernel::session::{Environment, Link, Links};
use crate::desk::kernel::workspaces::WorkspaceHandle;
use crate::desk::orders::basis::OrderBasis;
use crate::desk::orders::claim_context::ClaimContext;
use crate::desk::orders::order_row::{is_readable, order_of_row, write_of};
use crate::desk::orders::{Orders, list, settle};
use crate::desk::records::order::LabelStatus;
use crate::message;
use crate::store::journal::{Journal, JournalError};
use crate::store::workspace::{LapsedClaim, Workspace, WorkspaceError, WriteOutcome};

const WATCH: Slot<Orders> = Slot::with_account("claims of other computers");

/// When claims were last looked at, and what was told about them.
#[derive(Debug, Default)]
pub(in crate::desk) struct ClaimWatch {
    since: Option<Stopwatch>,
    /// Accounts whose orders another computer left, and whose sign-in nobody has here.
    told: BTreeSet<String>,
    /// What became of labels could not be written, because the workspace was away.
    must_settle: bool,
}

impl ClaimWatch {
    /// What became of labels is written as soon as the workspace answers.
    pub(in crate::desk) fn settle_later(&mut self) {
        self.must_settle = true;
    }
}

/// Looks at the claims now and then while an account is signed in.
pub(in crate::desk) fn look_when_due(me: &mut Orders, ctx: &mut Ctx<'_>) {
    let since = me.claims.since.as_ref();
    if since.is_none_or(|since| since.elapsed() >= ctx.pace.claims) {
        look_at_claims(me, ctx);
    }
}

/// Time until the claims are looked at again.
pub(in crate::desk) fn next_wake(me: &Orders, ctx: &Ctx<'_>) -> Option<std::time::Duration> {
    ctx.link.as_ref()?;
    pace::remaining(me.claims.since.as_ref(), ctx.pace.claims)
}

/// Looks at the claims now: another computer asks whether this one is still there.
pub(in crate::desk) fn look_at_claims(me: &mut Orders, ctx: &mut Ctx<'_>) {
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
        basis: Arc::clone(&me.basis),
    };
    ctx.jobs.start(WATCH, |outbox| async move {
        let mut found = Found::default();
        let looked = taking.look(&mut found).await;
        if let Err(error) = &looked {
            tracing::warn!(%error, "claims could not be looked at");
        }
        let answered = looked.is_ok();
        outbox
            .send(move |me, ctx| show(me, ctx, found, answered))
            .await;
    });
}

fn show(me: &mut Orders, ctx: &mut Ctx<'_>, found: Found, answered: bool) {
    if found.in_journal {
        // The purchases are in the journal by now, where they are found as after a restart.
        ctx.announce(Event::PurchaseResumeRequested);
    }
    if found.taken > 0 {
        let text = message!("orders-claims-taken-over", orders = found.taken);
        ctx.notice(Tone::Info, text, None);
        list::refresh(me, ctx);
    }
    for account in found.elsewhere {
        if me.claims.told.insert(account.clone()) {
            let text = message!("orders-claims-other-account", account = account);
            ctx.notice(Tone::Warning, text, None);
        }
    }
    if answered && std::mem::take(&mut me.claims.must_settle) {
        settle::settle_all(me, ctx);
    }
}

/// What a look at the claims found.
#[derive(Debug, Default)]
struct Found {
    taken: u64,
    /// A purchase was written to the journal.
    in_journal: bool,
    /// Accounts that are needed for other claims.
    elsewhere: BTreeSet<String>,
}

struct Taking {
    journal: Journal,
    handle: WorkspaceHandle,
    link: Arc<Link>,
    links: Links,
    station: Arc<str>,
    basis: Arc<OrderBasis>,
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
        self.renew(workspace.as_ref()).await?;
        for claim in workspace.lapsed_claims().await? {
            if claim.may_be_taken {
                self.take(workspace.as_ref(), claim, found).await?;
            }
        }
        Ok(())
    }

    /// Renews the lease while a purchase of a claimed order is open here.
    async fn renew(&self, workspace: &dyn Workspace) -> Result<(), Obstacle> {
        let is_here = |environment: &str| {
            let practice = Environment::Practice.word();
            (environment == practice) == (self.link.scope.environment == practice)
        };
        let open = self.journal.unsettled().await?.into_iter();
        let open: Vec<TransactionId> = open
            .filter(|entry| entry.claimed && is_here(&entry.environment))
            .map(|entry| entry.transaction)
            .collect();
        if !open.is_empty() {
            workspace.hold_claims(open).await?;
        }
        Ok(())
    }

    async fn take(
        &self,
        workspace: &dyn Workspace,
        claim: LapsedClaim,
        found: &mut Found,
    ) -> Result<(), Obstacle> {
        let Some(context) = ClaimContext::of_claim(&claim) else {
            tracing::warn!(order = claim.order.as_str(), "a claim cannot be read");
            return Ok(());
        };
        if !self.is_of_account(&context) {
            found.elsewhere.insert(context.account);
            return Ok(());
        }
        let rows = workspace.orders_by_id(vec![claim.order.clone()]).await?;
        let Some(row) = rows.into_iter().next().filter(is_readable) else {
            return Ok(());
        };
        let mut order = order_of_row(&row);
        let mut labels = order.labels.iter_mut();
        let label = labels.find(|label| label.transaction == claim.transaction);
        let Some(label) = label.filter(|label| label.is_open()) else {
            return Ok(());
        };
        let (new, beside) = context.entry(claim.order.clone(), claim.purchase.body.clone());
        let transaction = claim.transaction.clone();
        let entered = self
            .journal
            .take_over(&transaction, new, beside, context.begun);
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
            WriteOutcome::Written(_) => found.taken += 1,
            // That computer has answered, or another one was faster.
            _ => drop(self.journal.give_up(&transaction).await),
        }
        Ok(())
    }

    fn is_of_account(&self, context: &ClaimContext) -> bool {
        let scope = &self.link.scope;
        let other_keys = self.links.other_keys(scope);
        let same_key = context.account == scope.account || other_keys.contains(&context.account);
        let moves = self.link.environment == Environment::Practice;
        let same_server = moves || context.base_url == self.link.base_url;
        context.environment == scope.environment && same_key && same_server
    }
}
