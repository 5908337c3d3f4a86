//! Compares the account with the journal after a restored backup or a salvaged journal: the
//! account's shipments and balance history are checked before anything is bought. Purchases that
//! the service has and the journal does not are added to the journal.

use jiff::{SignedDuration, Timestamp};

use crate::api;
use crate::api::account::BalanceEntry;
use crate::api::error::ApiError;
use crate::api::listing::Listing;
use crate::api::page::DateRange;
use crate::api::shipment;
use crate::api::shipment::Shipment;
use crate::base::clock::Clock;
use crate::base::locale::Message;
use crate::base::money::{Currency, Money};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::{Link, RequestError};
use crate::desk::kernel::{failure, list_pages, session};
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::{Purchases, purchases};
use crate::desk::records::shipment_row;
use crate::message;
use crate::store::journal::{
    Adoption, ComparisonReason, EntryKind, Journal, JournalError, Orphan, PendingComparison,
};
use crate::text;

/// The job that compares the journal with the account.
const SWEEP: Slot<Purchases> = Slot::with_account("journal against the account");

/// The journal is dated by this computer's clock, which may be wrong by days.
const MARGIN: SignedDuration = SignedDuration::from_hours(31 * 24);
/// Reading a list that turned out incomplete is costly: the pause before the next attempt is this
/// many times longer.
const READ_WHOLE_AGAIN: u32 = 20;

/// Why nothing can be bought for now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountComparison {
    pub why: ComparisonReason,
    pub entries: u64,
    pub doubtful: u64,
    /// Shipments and balance history entries compared so far.
    pub seen: u64,
    /// Why the comparison has not finished yet; it is retried automatically.
    pub trouble: Option<Message>,
}

impl AccountComparison {
    /// For the band and as the reason why a purchase is refused.
    pub fn words(&self) -> String {
        let (entries, doubtful, seen) = (self.entries, self.doubtful, self.seen);
        match (self.why, &self.trouble) {
            (ComparisonReason::Restored, None) => {
                text!("errors-comparison-restored", seen = seen)
            }
            (ComparisonReason::Restored, Some(trouble)) => {
                text!("errors-comparison-restored-failed", trouble = trouble)
            }
            (ComparisonReason::Salvaged, None) if doubtful == 0 => {
                text!("errors-comparison-salvaged", entries = entries, seen = seen)
            }
            (ComparisonReason::Salvaged, Some(trouble)) if doubtful == 0 => {
                text!("errors-comparison-salvaged-failed", entries = entries, trouble = trouble)
            }
            (ComparisonReason::Salvaged, None) => text!(
                "errors-comparison-doubtful",
                entries = entries,
                doubtful = doubtful,
                seen = seen
            ),
            (ComparisonReason::Salvaged, Some(trouble)) => text!(
                "errors-comparison-doubtful-failed",
                entries = entries,
                doubtful = doubtful,
                trouble = trouble
            ),
        }
    }
}

/// Starts the comparison if the account on screen still needs it, and stops purchases.
pub(in crate::desk) fn begin_when_owed(me: &mut Purchases, ctx: &mut Ctx<'_>) {
    let Some((journal, link)) = ctx.journal.clone().zip(ctx.link.clone()) else {
        return;
    };
    let Some(owed) = journal.pending_comparison(&link.scope.environment, &link.scope.account)
    else {
        me.account_comparison = None;
        return;
    };
    if me.account_comparison.is_some() && ctx.jobs.is_running(&SWEEP) {
        return;
    }
    me.account_comparison = Some(AccountComparison {
        why: owed.why,
        entries: owed.entries,
        doubtful: owed.doubtful,
        seen: 0,
        trouble: None,
    });
    let (clock, unanswered) = (ctx.clock.clone(), ctx.pace.retry_after_no_answer);
    ctx.jobs.start(SWEEP, |outbox| async move {
        loop {
            let mut pause = unanswered;
            let cause = match compare(&link, &journal, &owed, &clock, &outbox).await {
                Ok(adoption) => {
                    return outbox.finish(move |me, ctx| over(me, ctx, owed.why, adoption)).await;
                }
                Err(Halt::Setback(setback)) => {
                    let cause = setback.trouble.cause.clone();
                    outbox.send(move |_, ctx| drop(ctx.note_failure::<()>(Err(setback)))).await;
                    cause
                }
                Err(Halt::Incomplete(why)) => {
                    pause *= READ_WHOLE_AGAIN;
                    why
                }
                Err(Halt::Journal(error)) => failure::describe_local_error("", &error).cause,
            };
            tracing::warn!(cause = cause.id(), ?pause, "the journal is compared again later");
            outbox
                .send(move |me, _| {
                    if let Some(sweep) = &mut me.account_comparison {
                        sweep.trouble = Some(cause);
                    }
                })
                .await;
            tokio::time::sleep(pause).await;
        }
    });
}

fn over(me: &mut Purchases, ctx: &mut Ctx<'_>, why: ComparisonReason, adoption: Adoption) {
    me.account_comparison = None;
    let text = match (why, adoption.adopted, adoption.confirmed) {
        (ComparisonReason::Restored, 0, 0) => message!("errors-compared-restored-whole"),
        (ComparisonReason::Salvaged, 0, 0) => message!("errors-compared-salvaged-whole"),
        (ComparisonReason::Restored, adopted, confirmed) => {
            message!("errors-compared-restored", adopted = adopted, confirmed = confirmed)
        }
        (ComparisonReason::Salvaged, adopted, confirmed) => {
            message!("errors-compared-salvaged", adopted = adopted, confirmed = confirmed)
        }
    };
    ctx.notice(Tone::Warning, text, None);
    // Uncertain rows may be confirmed now; the others are listed again.
    me.list.retain(|purchase| {
        !matches!(
            purchase.status,
            PurchaseStatus::NotSent { .. }
                | PurchaseStatus::Checking { .. }
                | PurchaseStatus::Absent { .. }
        )
    });
    // Looks up each row that is still uncertain.
    purchases::resume(me, ctx);
}

enum Halt {
    Setback(RequestError),
    /// A list is incomplete, for this reason.
    Incomplete(Message),
    Journal(JournalError),
}

impl From<ApiError> for Halt {
    fn from(error: ApiError) -> Self {
        Self::Setback(session::setback(&error))
    }
}

impl From<JournalError> for Halt {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

async fn compare(
    link: &Link,
    journal: &Journal,
    owed: &PendingComparison,
    clock: &Clock,
    outbox: &Outbox<Purchases>,
) -> Result<Adoption, Halt> {
    let range = DateRange {
        start: owed.since().and_then(|since| since.checked_sub(MARGIN).ok()),
        end: None,
    };
    let (mut all, mut seen) = (Adoption::default(), 0);
    let mut listing = Listing::new(range, clock.now());
    while let Some(page) = list_pages::next(link, &mut listing, api::shipment::list).await? {
        seen += page.results.len() as u64;
        let orphans =
            page.results.iter().filter_map(|shipment| of_shipment(link, shipment, clock.now()));
        add(&mut all, journal.adopt(orphans.collect()).await?);
        report_progress(outbox, seen).await;
    }
    whole(listing, |why| message!("errors-comparison-shipments", why = why))?;
    let mut listing = Listing::new(range, clock.now());
    let list = api::account::balance_history;
    while let Some(page) = list_pages::next(link, &mut listing, list).await? {
        seen += page.results.len() as u64;
        let orphans = page.results.iter().filter_map(|line| of_history(link, line, clock.now()));
        add(&mut all, journal.adopt(orphans.collect()).await?);
        report_progress(outbox, seen).await;
    }
    whole(listing, |why| message!("errors-comparison-history", why = why))?;
    journal.mark_compared(&link.scope.environment, &link.scope.account)?;
    Ok(all)
}

/// Fails for an incomplete list; `named` adds which list it is. Entries that arrived but could not
/// be read contain no purchase; the missing part of a list may.
fn whole(listing: Listing, named: fn(Message) -> Message) -> Result<(), Halt> {
    let outcome = listing.end();
    match list_pages::incomplete(&outcome).filter(|_| !outcome.is_whole()) {
        None => Ok(()),
        Some(why) => Err(Halt::Incomplete(named(why))),
    }
}

fn add(all: &mut Adoption, more: Adoption) {
    all.adopted += more.adopted;
    all.confirmed += more.confirmed;
}

async fn report_progress(outbox: &Outbox<Purchases>, seen: u64) {
    outbox
        .send(move |me, _| {
            if let Some(sweep) = &mut me.account_comparison {
                sweep.seen = seen;
                sweep.trouble = None;
            }
        })
        .await;
}

fn of_shipment(link: &Link, shipment: &Shipment, now: Timestamp) -> Option<Orphan> {
    let to = shipment.to_address.as_ref().map(shipment_row::name_of);
    let service = shipment.service.as_ref().map(ToString::to_string);
    Some(Orphan {
        transaction: shipment.transaction_id.clone()?,
        kind: EntryKind::Label,
        environment: link.scope.environment.clone(),
        account: link.scope.account.clone(),
        base_url: link.base_url.clone(),
        result_id: shipment::id_of(shipment)?.as_str().to_owned(),
        charged: shipment.price(),
        title: format!("{} to {}", service.unwrap_or_default(), to.unwrap_or_default()),
        created: shipment.created_date.as_ref().map_or(now, |date| date.instant()),
        reply: serde_json::to_vec(shipment).unwrap_or_default(),
    })
}

/// Converts an entry to a missing top-up. Only money that someone added by a call counts: not the
/// cost of a label, the money of a refund, or what AutoBuy added.
fn of_history(link: &Link, line: &BalanceEntry, now: Timestamp) -> Option<Orphan> {
    let says = |text: &Option<String>, word: &str| {
        let text = text.as_deref().unwrap_or_default().to_ascii_lowercase();
        text.contains(word)
    };
    let other = says(&line.transaction_type, "debit")
        || ["label", "refund", "autobuy"].into_iter().any(|word| says(&line.event_type, word));
    let amount = line.amount.filter(|amount| !amount.is_negative())?;
    if other {
        return None;
    }
    let money = Money::new(amount, Currency::named(line.currency.as_deref()));
    Some(Orphan {
        transaction: line.transaction_id.clone()?,
        kind: EntryKind::TopUp,
        environment: link.scope.environment.clone(),
        account: link.scope.account.clone(),
        base_url: link.base_url.clone(),
        result_id: line.id.clone()?,
        charged: Some(money),
        title: format!("Top-up of {money}"),
        created: line
            .transaction_date
            .as_ref()
            .or(line.created_date.as_ref())
            .map_or(now, |date| date.instant()),
        reply: serde_json::to_vec(line).unwrap_or_default(),
    })
}
