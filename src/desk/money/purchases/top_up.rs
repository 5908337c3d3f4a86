//! Adding funds, by the same rules as buying a label: one unsettled top-up per account, no second
//! one while the first may still arrive except with the user's consent, and the daily cap checked
//! in the same commit.

use std::time::Duration;

use crate::api;
use crate::api::account::TopUpRequest;
use crate::base::id::TransactionId;
use crate::base::locale::{Message, TextOf};
use crate::base::money::{Amount, Currency, Money};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::{connectivity, failure};
use crate::desk::money::desk_host::DeskHost;
use crate::desk::money::host::{AnswerLives, JournalWork, PurchaseHost};
use crate::desk::money::purchase::{Purchase, PurchaseKind, PurchaseStatus};
use crate::desk::money::purchases::list_unsettled;
use crate::desk::money::{Purchases, purchases};
use crate::message;
use crate::store::cache::Scope;
use crate::store::journal::{EntryContext, EntryKind, JournalError, NewEntry};
use crate::text;

/// Section 8: the smallest top-up.
const LEAST_TOP_UP: Amount = Amount::from_cents(100);

impl Purchases {
    /// The top-up of an account that may still arrive. No other one can start before it is settled.
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

    /// Why no top-up of an account can start now, or `None`.
    pub fn top_up_obstacle(&self, whose: Option<&Scope>) -> Option<TextOf> {
        obstacle(self.living_top_up(whose)?)
    }
}

/// Why another top-up cannot begin while this one may still arrive.
fn obstacle(top_up: &Purchase) -> Option<TextOf> {
    let words: TextOf = match top_up.status {
        PurchaseStatus::NotSent { .. } => || text!("errors-top-up-not-sent"),
        PurchaseStatus::Absent { .. } => || text!("errors-top-up-absent"),
        PurchaseStatus::Checking { .. } => || text!("errors-top-up-checking"),
        _ => || text!("errors-top-up-sending"),
    };
    Some(words)
}

/// Adds funds, through the journal like any purchase. The amount is in the currency of the balance.
pub(in crate::desk) fn begin(
    me: &mut Purchases,
    ctx: &mut Ctx<'_>,
    amount: Amount,
    currency: Currency,
) {
    let (Some(link), true) = (ctx.link.clone(), ctx.journal.is_some()) else {
        return ctx.notice(Tone::Warning, message!("errors-top-up-not-connected"), None);
    };
    if connectivity::warn_if_offline(ctx, connectivity::not_sent) {
        return;
    }
    if let Some(reason) = me.stopped() {
        return ctx.notice(Tone::Warning, reason, None);
    }
    if let Some(reason) = me.top_up_obstacle(ctx.scope.as_ref()) {
        let text = message!("errors-not-topped-up", reason = reason);
        return ctx.notice(Tone::Warning, text, None);
    }
    if amount < LEAST_TOP_UP {
        let least = Money::new(LEAST_TOP_UP, currency);
        let text = message!("errors-top-up-too-small", least = least);
        return ctx.notice(Tone::Warning, text, None);
    }
    let Ok(body) = api::call::to_bytes(&TopUpRequest { balance: amount }) else {
        return ctx.notice(Tone::Bad, message!("errors-top-up-unwritable"), None);
    };
    let money = Money::new(amount, currency);
    let beside = EntryContext {
        daily_cap: Some(ctx.settings.daily_top_up_cap),
        server_time: link.server_clock.now(ctx.clock),
        ..EntryContext::default()
    };
    let new = NewEntry {
        kind: EntryKind::TopUp,
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
    purchases::begin(&mut DeskHost::new(me, ctx), new, beside, Duration::ZERO);
}

/// Shows the top-up that keeps another one from being begun, where the screen does not have it
/// (it may be of an earlier day), so that the user can decide about it.
pub fn show_living(host: &mut dyn PurchaseHost, transaction: TransactionId) {
    let work: JournalWork = Box::new(move |journal| {
        Box::pin(async move {
            let living = journal.get(&transaction).await;
            Box::new(move |host: &mut dyn PurchaseHost| match living {
                Ok(Some(entry)) => {
                    list_unsettled(host, vec![entry]);
                    let purchases = &host.purchases().list;
                    let listed = purchases.iter().find(|it| it.transaction == transaction);
                    let reason = listed.and_then(obstacle).map(Message::from).unwrap_or_default();
                    let text = message!("errors-not-topped-up", reason = reason);
                    host.notice(Tone::Warning, text);
                }
                Ok(None) => {}
                Err(error) => {
                    let attempted = message!("errors-attempt-read-journal");
                    host.complain(failure::describe_local_error(attempted, &error));
                }
            }) as _
        })
    });
    host.with_journal(AnswerLives::Always, work);
}

/// The user gives up waiting for a missing top-up, knowing that it may be charged twice. The
/// journal records it first. This buys nothing: the next amount is typed and confirmed as ever.
pub fn consent(host: &mut dyn PurchaseHost, transaction: TransactionId) {
    let work: JournalWork = Box::new(move |journal| {
        Box::pin(async move {
            let consented = journal.consent_to_another(&transaction).await;
            Box::new(move |host: &mut dyn PurchaseHost| match consented {
                Ok(_) => {
                    let mut listed = host.purchases().list.iter_mut();
                    if let Some(purchase) = listed.find(|it| it.transaction == transaction) {
                        purchase.given_up = true;
                    }
                    host.notice(Tone::Info, message!("errors-top-up-given-up"));
                }
                Err(JournalError::WrongState { .. }) => {
                    let text = message!("errors-top-up-not-missing");
                    host.notice(Tone::Warning, text);
                }
                Err(error) => host.complain(failure::describe_local_error(
                    message!("errors-attempt-record-consent"),
                    &error,
                )),
            }) as _
        })
    });
    host.with_journal(AnswerLives::Always, work);
}
