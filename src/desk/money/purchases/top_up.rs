//! Adding funds, by the rules of a label: one living top-up for each account, no second one
//! while the first may still arrive but by a person's word, and the cap in the same commit.

use std::time::Duration;

use crate::api;
use crate::api::account::TopUpRequest;
use crate::base::id::TransactionId;
use crate::base::money::{Amount, Currency, Money};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::{connectivity, failure};
use crate::desk::money::Purchases;
use crate::desk::money::purchase::Purchase;
use crate::desk::money::purchase::PurchaseKind;
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::purchases::intend;
use crate::store::cache::Scope;
use crate::store::journal::{Beside, JournalError, Kind, NewEntry};

/// Section 8: the least that can be topped up.
const LEAST_TOP_UP: Amount = Amount::from_cents(100);

impl Purchases {
    /// The top-up of an account that may still arrive: the next one waits for it.
    pub fn living_top_up(&self, whose: Option<&Scope>) -> Option<&Purchase> {
        self.list.iter().find(|purchase| {
            purchase.kind == PurchaseKind::TopUp
                && whose.is_none_or(|scope| *scope == purchase.scope)
                && !purchase.given_up
                && matches!(
                    purchase.status,
                    PurchaseStatus::Held { .. }
                        | PurchaseStatus::NotSent { .. }
                        | PurchaseStatus::Sending
                        | PurchaseStatus::Checking { .. }
                        | PurchaseStatus::Absent { .. }
                )
        })
    }

    /// Why no top-up of an account is begun now.
    pub fn top_up_obstacle(&self, whose: Option<&Scope>) -> Option<&'static str> {
        Some(match self.living_top_up(whose)?.status {
            PurchaseStatus::NotSent { .. } => {
                "The last top-up is waiting to be sent; send it or discard it"
            }
            PurchaseStatus::Absent { .. } => {
                "The last top-up was not found and may still arrive; see below"
            }
            PurchaseStatus::Checking { .. } => "Checking whether the last top-up arrived",
            _ => "The last top-up is still being sent",
        })
    }
}

/// Adds funds, through the journal like any purchase. The amount is in the currency of the
/// balance.
pub(in crate::desk) fn begin(
    me: &mut Purchases,
    ctx: &mut Ctx<'_>,
    amount: Amount,
    currency: Currency,
) {
    let (Some(journal), Some(link)) = (ctx.journal.clone(), ctx.link.clone()) else {
        return ctx.notice(Tone::Warning, "Connect first to top up", None);
    };
    if connectivity::refuses(ctx, connectivity::NOT_SENT) {
        return;
    }
    if let Some(reason) = me.stopped() {
        return ctx.notice(Tone::Warning, reason, None);
    }
    if let Some(reason) = me.top_up_obstacle(ctx.scope.as_ref()) {
        return ctx.notice(Tone::Warning, format!("Not topped up: {reason}"), None);
    }
    if amount < LEAST_TOP_UP {
        return ctx.notice(Tone::Warning, "A top-up is at least 1.00", None);
    }
    let Ok(body) = api::call::to_bytes(&TopUpRequest { balance: amount }) else {
        return ctx.notice(Tone::Bad, "The request could not be written", None);
    };
    let money = Money::new(amount, currency);
    let beside = Beside {
        daily_cap: Some(ctx.settings.daily_top_up_cap),
        server_time: link.server_clock.now(ctx.clock),
        ..Beside::default()
    };
    let new = NewEntry {
        kind: Kind::TopUp,
        order: None,
        sequence: 0,
        environment: link.scope.environment.clone(),
        account: link.scope.account.clone(),
        base_url: link.base_url.clone(),
        call: "PUT /Account/Postage/Balance".to_owned(),
        body: body.to_vec(),
        expected: Some(money),
        title: format!("Top-up of {money}"),
    };
    intend(ctx, journal, (new, beside), Duration::ZERO);
}

/// The journal knows a living one that the screen does not show, of an earlier day for
/// example: it is shown, so that a person can decide about it.
pub(super) fn in_the_way(ctx: &mut Ctx<'_>) {
    let (Some(journal), Some(scope)) = (ctx.journal.clone(), ctx.scope.clone()) else {
        return;
    };
    ctx.jobs
        .spawn_lasting(|outbox: Outbox<Purchases>| async move {
            let living = journal
                .living_top_up(&scope.environment, &scope.account)
                .await;
            outbox
                .send(move |me, ctx| match living {
                    Ok(Some(entry)) => {
                        crate::desk::money::purchases::list_unsettled(me, ctx, vec![entry]);
                        let reason = me.top_up_obstacle(ctx.scope.as_ref()).unwrap_or_default();
                        ctx.notice(Tone::Warning, format!("Not topped up: {reason}"), None);
                    }
                    Ok(None) => {}
                    Err(error) => ctx.complain(failure::local("Reading the journal", &error)),
                })
                .await;
        });
}

/// A person gives up waiting for a top-up, knowing that it may be charged twice. The journal
/// keeps the word first. It buys nothing: the amount is typed and asked about as always.
pub(in crate::desk) fn consent(ctx: &mut Ctx<'_>, transaction: TransactionId) {
    let Some(journal) = ctx.journal.clone() else {
        return;
    };
    ctx.jobs.spawn_lasting(|outbox: Outbox<Purchases>| async move {
        let kept = journal.consent_to_another(&transaction).await;
        outbox
            .send(move |me, ctx| match kept {
                Ok(_) => {
                    let mut known = me.list.iter_mut();
                    if let Some(purchase) = known.find(|it| it.transaction == transaction) {
                        purchase.given_up = true;
                    }
                    let text = "You can top up again. The first top-up is watched on; it is told if it arrives";
                    ctx.notice(Tone::Info, text, None);
                }
                Err(JournalError::WrongState { .. }) => {
                    let text = "Not prepared: the first top-up is no longer missing";
                    ctx.notice(Tone::Warning, text, None);
                }
                Err(error) => ctx.complain(failure::local("Recording the consent", &error)),
            })
            .await;
    });
}
