//! Adding funds, by the rules of a label: one living top-up for each account, no second one
//! while the first may still arrive but by a person's word, and the cap in the same commit.

use std::time::Duration;

use crate::api;
use crate::api::account::TopUpRequest;
use crate::base::id::TransactionId;
use crate::base::money::{Amount, Currency, Money};
use crate::desk::Desk;
use crate::desk::kernel::{connectivity, failure};
use crate::desk::money::purchases::intend;
use crate::desk::money::purchase::Purchase;
use crate::desk::money::purchase::PurchaseKind;
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::kernel::notices::Tone;
use crate::desk::state::{State};
use crate::store::journal::{Beside, JournalError, Kind, NewEntry};

/// Section 8: the least that can be topped up.
const LEAST_TOP_UP: Amount = Amount::from_cents(100);

impl State {
    /// The top-up of the account on screen that may still arrive: the next one waits for it.
    pub fn living_top_up(&self) -> Option<&Purchase> {
        let whose = self.known.here.as_ref();
        self.purchases.iter().find(|purchase| {
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

    /// Why no top-up is begun now.
    pub fn top_up_obstacle(&self) -> Option<&'static str> {
        Some(match self.living_top_up()?.status {
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

/// Adds funds, through the journal like any purchase.
pub(in crate::desk) fn begin(desk: &mut Desk, amount: Amount) {
    let (Some(journal), Some(link)) = (desk.journal.clone(), desk.link.clone()) else {
        return desk.notice(Tone::Warning, "Connect first to top up", None);
    };
    if connectivity::refuses(desk, connectivity::NOT_SENT) {
        return;
    }
    if let Some(reason) = desk.state.buying_stopped() {
        return desk.notice(Tone::Warning, reason, None);
    }
    if let Some(reason) = desk.state.top_up_obstacle() {
        return desk.notice(Tone::Warning, format!("Not topped up: {reason}"), None);
    }
    if amount < LEAST_TOP_UP {
        return desk.notice(Tone::Warning, "A top-up is at least 1.00", None);
    }
    let Ok(body) = api::call::to_bytes(&TopUpRequest { balance: amount }) else {
        return desk.notice(Tone::Bad, "The request could not be written", None);
    };
    let currency = desk
        .state
        .balance
        .value()
        .and_then(|summary| summary.money())
        .map_or(Currency::USD, |money| money.currency);
    let money = Money::new(amount, currency);
    let beside = Beside {
        daily_cap: Some(desk.state.settings.daily_top_up_cap),
        server_time: link.server_clock.now(&desk.clock),
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
    intend(desk, journal, (new, beside), Duration::ZERO);
}

/// The journal knows a living one that the screen does not show, of an earlier day for
/// example: it is shown, so that a person can decide about it.
pub(super) fn in_the_way(desk: &mut Desk) {
    let (Some(journal), Some(scope)) = (desk.journal.clone(), desk.scope.clone()) else {
        return;
    };
    desk.jobs.spawn_lasting(|outbox| async move {
        let living = journal
            .living_top_up(&scope.environment, &scope.account)
            .await;
        outbox
            .send(move |desk| match living {
                Ok(Some(entry)) => {
                    crate::desk::money::purchases::list_unsettled(desk, vec![entry]);
                    let reason = desk.state.top_up_obstacle().unwrap_or_default();
                    desk.notice(Tone::Warning, format!("Not topped up: {reason}"), None);
                }
                Ok(None) => {}
                Err(error) => desk.complain(failure::local("Reading the journal", &error)),
            })
            .await;
    });
}

/// A person gives up waiting for a top-up, knowing that it may be charged twice. The journal
/// keeps the word first. It buys nothing: the amount is typed and asked about as always.
pub(in crate::desk) fn consent(desk: &mut Desk, transaction: TransactionId) {
    let Some(journal) = desk.journal.clone() else {
        return;
    };
    desk.jobs.spawn_lasting(|outbox| async move {
        let kept = journal.consent_to_another(&transaction).await;
        outbox
            .send(move |desk| match kept {
                Ok(_) => {
                    let mut known = desk.state.purchases.iter_mut();
                    if let Some(purchase) = known.find(|it| it.transaction == transaction) {
                        purchase.given_up = true;
                    }
                    let text = "You can top up again. The first top-up is watched on; it is told if it arrives";
                    desk.notice(Tone::Info, text, None);
                }
                Err(JournalError::WrongState { .. }) => {
                    let text = "Not prepared: the first top-up is no longer missing";
                    desk.notice(Tone::Warning, text, None);
                }
                Err(error) => desk.complain(failure::local("Recording the consent", &error)),
            })
            .await;
    });
}
