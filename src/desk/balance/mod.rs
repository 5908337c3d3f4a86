//! Balance, AutoBuy and the payment history. Topping up is a purchase and is handled in `money`.

pub mod history;
pub mod intent;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::api;
use crate::api::account::{AutoBuyRequest, BalanceEntry, BalanceSummary};
use crate::api::listing::Listing;
use crate::base::clock::Stopwatch;
use crate::base::id::TransactionId;
use crate::base::locale::Message;
use crate::desk::balance::history::{Ledger, Range};
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::{NoSlot, Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::remote::{LoadedValue, Remote};
use crate::desk::kernel::{list_pages, pace, saved_values, service_time, session};
use crate::desk::records::shipment_row::{self, ShipmentRow};
use crate::message;
use crate::store::cache::ShipmentQuery;

/// Until this age a balance is current in a question about money.
const FRESH: Duration = Duration::from_secs(10);

/// The balance of the account, its history, and figures derived on this computer.
#[derive(Debug, Default)]
pub struct Balance {
    pub summary: Remote<BalanceSummary>,
    pub history: History,
    pub ledger: Ledger,
    /// A purchase was refused for lack of money, and no balance has arrived since.
    is_doubted: bool,
    /// Time since the balance was requested or received last.
    asked: Option<Stopwatch>,
}

impl AccountChange for Balance {
    fn give_up_requests(&mut self) {
        let Self { summary, history, ledger, is_doubted: _, asked: _ } = self;
        summary.cancel_loading();
        history.entries.cancel_loading();
        ledger.services.cancel_loading();
        ledger.drift.cancel_loading();
        ledger.exporting = None;
    }

    fn forget_rows(&mut self) {
        *self = Self::default();
    }
}

impl Balance {
    /// The balance, unless it is known to be wrong.
    pub fn believed(&self) -> Option<&LoadedValue<BalanceSummary>> {
        self.summary.known().filter(|_| !self.is_doubted)
    }

    /// As [`Self::believed`], if it is not older than some seconds: what a question about money says
    /// of the balance must be true.
    pub fn fresh(&self, now: Timestamp) -> Option<&BalanceSummary> {
        // The last one stays for the time that reading takes.
        let known = self.believed().filter(|known| is_within(known, FRESH + FRESH, now))?;
        Some(&known.value)
    }

    /// Whether it is to be read again before a question about money.
    pub fn is_stale(&self, now: Timestamp) -> bool {
        let is_settled = matches!(self.summary, Remote::NotAsked | Remote::Ready(_));
        is_settled && !self.believed().is_some_and(|known| is_within(known, FRESH, now))
    }
}

#[derive(Debug, Default)]
pub struct History {
    pub entries: Remote<Vec<BalanceEntry>>,
    /// Where to continue reading older entries.
    pub listing: Option<Listing>,
    /// Why the entries shown are known to be incomplete, in one sentence.
    pub incomplete: Option<Message>,
    pub total_results: Option<u64>,
    pub range: Range,
    /// The shipments of the labels that entries paid for, by their transaction.
    pub labels: BTreeMap<TransactionId, Arc<ShipmentRow>>,
}

impl History {
    /// The label that an entry paid for, if this computer knows it.
    pub fn label_of(&self, entry: &BalanceEntry) -> Option<&Arc<ShipmentRow>> {
        self.labels.get(entry.transaction_id.as_ref()?)
    }
}

const BALANCE: Slot<Balance> = Slot::with_account("balance");
const HISTORY: Slot<Balance> = Slot::with_account("balance history");
const LABELS: Slot<Balance> = Slot::with_account("labels of the balance history");

pub(in crate::desk) fn refresh(me: &mut Balance, ctx: &mut Ctx<'_>) {
    let Some(link) = ctx.link.clone() else {
        return;
    };
    let cache = ctx.cache.clone();
    me.asked = Some(Stopwatch::start());
    me.summary.start_loading();
    let work = async move {
        let answer = link.send(api::account::balance()).await;
        // Saved before it is shown, so that a window closed right away does not start with an older
        // balance.
        if let Ok(summary) = &answer {
            saved_values::save(&cache, &link.scope, saved_values::BALANCE, summary).await;
        }
        answer
    };
    ctx.jobs.answer(BALANCE, work, move |me, ctx, answer| match ctx.note_failure(answer) {
        Ok(summary) => show(me, ctx, summary),
        Err(trouble) => me.summary.settle(Err(trouble), ctx.clock.now()),
    });
}

/// The balance on screen is known to be wrong until it was read again.
pub(in crate::desk) fn doubt(me: &mut Balance, ctx: &mut Ctx<'_>) {
    me.is_doubted = true;
    refresh(me, ctx);
}

fn is_within<T>(known: &LoadedValue<T>, age: Duration, now: Timestamp) -> bool {
    let passed = Duration::try_from(known.at.duration_until(now)).unwrap_or_default();
    !known.cached && passed <= age
}

/// Announces that the balance on screen is getting old.
pub(in crate::desk) fn refresh_when_due(me: &mut Balance, ctx: &mut Ctx<'_>) {
    if next_wake(me, ctx).is_some_and(|wait| wait.is_zero()) {
        me.asked = Some(Stopwatch::start());
        ctx.announce(Event::DataGrewOld);
    }
}

/// Time until the balance is to be requested again; `None` while nobody is signed in.
pub(in crate::desk) fn next_wake(me: &Balance, ctx: &Ctx<'_>) -> Option<Duration> {
    ctx.link.as_ref()?;
    pace::remaining(me.asked.as_ref(), ctx.pace.refresh)
}

fn show(me: &mut Balance, ctx: &mut Ctx<'_>, summary: BalanceSummary) {
    // The increase may be a refund, so refund statuses are fetched now instead of at the next poll.
    let known = me.summary.value().and_then(|known| known.balance);
    if known.is_some() && summary.balance > known {
        ctx.announce(Event::BalanceRose);
    }
    me.summary = Remote::ready(summary, ctx.clock.now());
    me.is_doubted = false;
    history::reload_ledger(me, ctx);
}

/// The balance was received as part of a sign-in.
pub(in crate::desk) fn arrived(me: &mut Balance, ctx: &mut Ctx<'_>, summary: BalanceSummary) {
    let (cache, scope) = (ctx.cache.clone(), ctx.scope.clone());
    let kept = summary.clone();
    me.asked = Some(Stopwatch::start());
    show(me, ctx, summary);
    let Some(scope) = scope else { return };
    ctx.jobs.spawn_lasting(|_: Outbox<Balance>| async move {
        saved_values::save(&cache, &scope, saved_values::BALANCE, &kept).await;
    });
}

pub(in crate::desk) fn set_auto_buy(ctx: &mut Ctx<'_>, request: AutoBuyRequest) {
    let Some(link) = ctx.link.clone() else {
        return;
    };
    let work = async move {
        let answer = link.send(api::account::set_auto_buy(&request)).await;
        (answer, request)
    };
    ctx.jobs.answer(NoSlot::<Balance>::with_account(), work, move |me, ctx, (answer, request)| {
        match ctx.note_failure(answer) {
            Ok(_) => {
                let text = match request.is_auto_buy {
                    true => message!("balance-auto-buy-now-on"),
                    false => message!("balance-auto-buy-now-off"),
                };
                ctx.notice(Tone::Good, text, None);
            }
            Err(trouble) => ctx.notice_failure(trouble),
        }
        refresh(me, ctx);
    });
}

pub(in crate::desk) fn reload_history(me: &mut Balance, ctx: &mut Ctx<'_>) {
    let range = me.history.range.times(service_time::now(ctx));
    load_page(me, ctx, Listing::new(range, ctx.clock.now()));
}

pub(in crate::desk) fn load_more_history(me: &mut Balance, ctx: &mut Ctx<'_>) {
    let listing = me.history.listing.clone();
    if let Some(listing) = listing.filter(|_| !ctx.jobs.is_running(&HISTORY)) {
        load_page(me, ctx, listing);
    }
}

/// Loads the next page of the history.
fn load_page(me: &mut Balance, ctx: &mut Ctx<'_>, mut listing: Listing) {
    let Some(link) = ctx.link.clone() else {
        return;
    };
    let shown = me.history.range;
    let first = listing.pages() == 0;
    me.history.listing = None;
    // Without a range these are the newest entries, which are shown at the next start.
    let keep = first && shown == Range::All;
    let cache = ctx.cache.clone();
    me.history.entries.start_loading();
    let work = async move {
        let before = listing.clone();
        let answer = list_pages::next(&link, &mut listing, api::account::balance_history).await;
        let answer = answer.map_err(|error| session::setback(&error));
        if let (true, Ok(Some(page))) = (keep, &answer) {
            saved_values::save(&cache, &link.scope, saved_values::HISTORY, &page.results).await;
        }
        (before, answer, listing)
    };
    ctx.jobs.answer(HISTORY, work, move |me, ctx, (before, answer, listing)| {
        let answer = ctx.note_failure(answer);
        let now = ctx.clock.now();
        let history = &mut me.history;
        if answer.is_err() {
            // A retry requests the same page, not the first one.
            history.listing = (!first).then_some(before);
        }
        let answer = answer.map(|page| {
            history.total_results = listing.reported_total();
            let more = listing.next().is_some();
            history.incomplete = match more {
                true => None,
                false => list_pages::incomplete(&listing.clone().end()),
            };
            history.listing = more.then_some(listing);
            let mut entries = match history.entries.value() {
                Some(known) if !first => known.clone(),
                _ => Vec::new(),
            };
            list_pages::add(&mut entries, page.map(|page| page.results).unwrap_or_default());
            entries
        });
        history.entries.settle(answer, now);
        find_labels(me, ctx);
    });
}

/// Looks up the shipments of the entries among those of the cache.
fn find_labels(me: &mut Balance, ctx: &mut Ctx<'_>) {
    let (Some(scope), cache) = (ctx.scope.clone(), ctx.cache.clone()) else {
        return;
    };
    let history = &me.history;
    let entries = history.entries.value().into_iter().flatten();
    let unknown = entries.filter(|entry| history.label_of(entry).is_none());
    let unknown: Vec<TransactionId> =
        unknown.filter_map(|entry| entry.transaction_id.clone()).collect();
    ctx.jobs.start(LABELS, |outbox| async move {
        let mut found = Vec::new();
        for transaction in unknown {
            let text = transaction.to_string();
            let query = ShipmentQuery { text, limit: 1, ..ShipmentQuery::default() };
            let page = saved_values::logged(cache.find_shipments(&scope, query).await);
            let record = page.and_then(|page| page.rows.into_iter().next());
            found.extend(record.map(|record| (transaction, shipment_row::row(record))));
        }
        if !found.is_empty() {
            outbox.send(move |me, _| me.history.labels.extend(found)).await;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_about_money_gets_no_old_balance() {
        let at = Timestamp::from_second(1_000).unwrap();
        let after = |seconds: i64| Timestamp::from_second(1_000 + seconds).unwrap();
        let mut balance = Balance::default();
        assert!(balance.is_stale(at) && balance.fresh(at).is_none());
        balance.summary = Remote::ready(BalanceSummary::default(), at);
        for (seconds, is_stale, is_fresh) in [
            (0, false, true),
            (10, false, true),
            (11, true, true),
            (20, true, true),
            (21, true, false),
        ] {
            assert_eq!(balance.is_stale(after(seconds)), is_stale, "{seconds}");
            assert_eq!(balance.fresh(after(seconds)).is_some(), is_fresh, "{seconds}");
        }
        // One that is being read is not asked for again.
        balance.summary.start_loading();
        assert!(!balance.is_stale(after(300)) && balance.fresh(after(300)).is_none());
        balance.summary = Remote::from_cache(BalanceSummary::default(), at);
        assert!(balance.is_stale(at) && balance.fresh(at).is_none());
        balance.summary = Remote::ready(BalanceSummary::default(), at);
        balance.is_doubted = true;
        assert!(balance.is_stale(at) && balance.fresh(at).is_none());
    }
}
