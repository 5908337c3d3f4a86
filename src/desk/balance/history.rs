//! The history of the balance: its date range, its CSV export, and figures from this computer's own
//! records: spending by service, differences between quotes and charges, and the total topped up in
//! the last day.

use std::path::{Path, PathBuf};

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, ToSpan};

use crate::api;
use crate::api::account::BalanceEntry;
use crate::api::listing::Listing;
use crate::api::page::DateRange;
use crate::base::clock::desk_zone;
use crate::base::id::ShipmentId;
use crate::base::locale::Message;
use crate::base::money::{Amount, Currency, Money};
use crate::base::spreadsheet_cell::escape_formula;
use crate::desk::balance;
use crate::desk::balance::Balance;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::{failure, list_pages, service_time, session};
use crate::message;
pub use crate::store::cache::Spending;
use crate::store::journal::Entry;

/// Loads the figures from this computer's files.
const LEDGER: Slot<Balance> = Slot::with_account("ledger");
const EXPORT: Slot<Balance> = Slot::with_account("balance history export");

/// The date range of the history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Range {
    #[default]
    All,
    /// The last days, counted back from now.
    Days(u32),
    /// Both days included, in this computer's time zone.
    Between { from: Date, to: Date },
}

impl Range {
    pub fn times(self, now: Timestamp) -> DateRange {
        let at = |day: Date| day.to_zoned(desk_zone()).ok().map(|day| day.timestamp());
        match self {
            Self::All => DateRange::default(),
            Self::Days(days) => DateRange {
                start: now.checked_sub(SignedDuration::from_hours(i64::from(days) * 24)).ok(),
                end: None,
            },
            Self::Between { from, to } => {
                DateRange { start: at(from), end: to.checked_add(1.day()).ok().and_then(at) }
            }
        }
    }
}

/// Figures from this computer's own files, so they are available offline too.
#[derive(Debug, Default)]
pub struct Ledger {
    /// Labels bought in the range, without refunded ones; the most expensive service first.
    pub services: Remote<Vec<Spending>>,
    pub drift: Remote<Drift>,
    /// Total topped up in the last 24 hours, which counts against the daily cap.
    pub topped_up: Option<Amount>,
    /// Entries read so far, while an export is running.
    pub exporting: Option<u64>,
}

/// Purchases whose charge differs from the quote.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drift {
    /// Newest first.
    pub rows: Vec<Drifted>,
    /// Number of purchases whose quote and charge are both known.
    pub compared: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Drifted {
    pub title: String,
    pub at: Timestamp,
    pub shipment: Option<ShipmentId>,
    pub quoted: Money,
    pub charged: Money,
}

impl Drift {
    /// Charges minus quotes, one sum per currency; negative if less was charged.
    pub fn sums(&self) -> Vec<Money> {
        let mut sums: Vec<Money> = Vec::new();
        for row in &self.rows {
            let Some(more) = row.charged.checked_sub(row.quoted) else {
                continue;
            };
            match sums.iter_mut().find(|sum| sum.currency == more.currency) {
                Some(sum) => *sum = sum.checked_add(more).unwrap_or(*sum),
                None => sums.push(more),
            }
        }
        sums
    }
}

/// Reloads the ledger for the account and the range on screen.
pub(in crate::desk) fn reload_ledger(me: &mut Balance, ctx: &mut Ctx<'_>) {
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    let range = me.history.range.times(service_time::now(ctx));
    let link = ctx.link.clone();
    let server_now = link.and_then(|link| link.server_clock.now(ctx.clock));
    let (cache, journal) = (ctx.cache.clone(), ctx.journal.clone());
    let work = async move {
        let services = cache.spending(&scope, range.start, range.end).await;
        let kept = match &journal {
            Some(journal) => {
                let drift = journal.price_differences(&scope.environment, &scope.account).await;
                let sum =
                    journal.top_up_sum_last_day(&scope.environment, &scope.account, server_now);
                Some((drift, sum.await))
            }
            None => None,
        };
        (services, kept)
    };
    ctx.jobs.answer(LEDGER, work, move |me, ctx, (services, kept)| {
        let now = ctx.clock.now();
        let failed = |error: &dyn std::error::Error| {
            failure::describe_local_error(message!("balance-error-sums"), error)
        };
        let services = services.map_err(|error| failed(&error));
        let ledger = &mut me.ledger;
        ledger.services.settle(services, now);
        let Some((drift, topped_up)) = kept else {
            return;
        };
        let drift = drift.map_err(|error| failed(&error));
        ledger.drift.settle(drift.map(drift_of), now);
        ledger.topped_up = topped_up.ok();
    });
}

fn drift_of((entries, compared): (Vec<Entry>, u64)) -> Drift {
    let row = |entry: Entry| {
        Some(Drifted {
            title: entry.title,
            at: entry.created,
            shipment: entry.result_id.map(ShipmentId::new),
            quoted: entry.expected?,
            charged: entry.charged?,
        })
    };
    Drift { rows: entries.into_iter().filter_map(row).collect(), compared }
}

/// Exports every entry of the range on screen, including those not loaded yet.
pub(in crate::desk) fn export(me: &mut Balance, ctx: &mut Ctx<'_>, file: PathBuf) {
    let range = me.history.range.times(service_time::now(ctx));
    let loaded = me.history.entries.value().cloned();
    let Some(link) = ctx.link.clone() else {
        return finish(ctx, file, loaded.unwrap_or_default(), offline());
    };
    let (pause, now) = (ctx.pace.page, ctx.clock.now());
    me.ledger.exporting = Some(0);
    ctx.jobs.start(EXPORT, |outbox| async move {
        let mut entries: Vec<BalanceEntry> = Vec::new();
        let mut listing = Listing::new(range, now);
        let list = api::account::balance_history;
        let end = loop {
            match list_pages::next(&link, &mut listing, list).await {
                Ok(Some(page)) => list_pages::add(&mut entries, page.results),
                Ok(None) => break Ok(list_pages::incomplete(&listing.end())),
                Err(error) => break Err(session::setback(&error)),
            }
            let count = entries.len() as u64;
            outbox.send(move |me, _| me.ledger.exporting = Some(count)).await;
            tokio::time::sleep(pause).await;
        };
        outbox
            .send(move |me, ctx| {
                me.ledger.exporting = None;
                match ctx.note_failure(end) {
                    Ok(incomplete) => finish(ctx, file, entries, incomplete),
                    Err(trouble) if trouble.offline => {
                        finish(ctx, file, loaded.unwrap_or_default(), offline());
                    }
                    Err(trouble) => ctx.notice_failure(trouble),
                }
            })
            .await;
    });
}

pub(in crate::desk) fn cancel_export(me: &mut Balance, ctx: &mut Ctx<'_>) {
    ctx.jobs.abort(&EXPORT);
    me.ledger.exporting = None;
}

fn offline() -> Option<Message> {
    Some(message!("balance-export-offline"))
}

/// Writes the file. `incomplete` is the reason why entries are missing.
fn finish(
    ctx: &mut Ctx<'_>,
    file: PathBuf,
    entries: Vec<BalanceEntry>,
    incomplete: Option<Message>,
) {
    ctx.jobs.spawn(|outbox: Outbox<Balance>| async move {
        let count = entries.len();
        let path = file.clone();
        let written = tokio::task::spawn_blocking(move || write_csv(&path, &entries)).await;
        outbox
            .send(move |_, ctx| match (written, incomplete) {
                (Ok(Ok(())), None) => {
                    let path = file.display().to_string();
                    let text = message!("balance-exported", count = count, file = path);
                    ctx.notice_file(Tone::Good, text, file);
                }
                (Ok(Ok(())), Some(why)) => {
                    let path = file.display().to_string();
                    let text = message!(
                        "balance-exported-incomplete",
                        why = why,
                        count = count,
                        file = path
                    );
                    ctx.notice_file(Tone::Warning, text, file);
                }
                (Ok(Err(error)), _) => {
                    ctx.notice_failure(failure::describe_local_error(
                        message!("balance-error-export"),
                        &error,
                    ));
                }
                (Err(error), _) => {
                    ctx.notice_failure(failure::describe_local_error(
                        message!("balance-error-export"),
                        &error,
                    ));
                }
            })
            .await;
    });
}

const COLUMNS: [&str; 9] = [
    "date",
    "event",
    "type",
    "note",
    "original_amount",
    "amount",
    "balance",
    "currency",
    "transaction_id",
];

fn write_csv(path: &Path, entries: &[BalanceEntry]) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_path(path)?;
    writer.write_record(COLUMNS)?;
    for entry in entries {
        writer.write_record(fields(entry))?;
    }
    writer.flush()?;
    Ok(())
}

/// Amounts are not escaped: a leading minus sign of a number is not a formula.
fn fields(entry: &BalanceEntry) -> [String; 9] {
    let text = |text: &Option<String>| escape_formula(text.as_deref().unwrap_or_default());
    let number = |amount: Option<Amount>| amount.map(|it| it.to_string()).unwrap_or_default();
    let at = entry.transaction_date.as_ref().or(entry.created_date.as_ref());
    let transaction = entry.transaction_id.as_ref().map(ToString::to_string);
    [
        at.map(|at| at.instant().to_string()).unwrap_or_default(),
        text(&entry.event_type),
        text(&entry.transaction_type),
        text(&entry.comments),
        number(entry.original_amount),
        number(entry.amount),
        number(entry.balance),
        text(&entry.currency),
        text(&transaction),
    ]
}

/// What can still be topped up under the daily cap.
pub fn left_of_cap(cap: Amount, topped_up: Amount) -> Amount {
    let left = cap.checked_sub(topped_up).unwrap_or_default();
    if left.is_negative() { Amount::default() } else { left }
}

pub(in crate::desk) fn load(me: &mut Balance, ctx: &mut Ctx<'_>, range: Range) {
    me.history.range = range;
    balance::reload_history(me, ctx);
    reload_ledger(me, ctx);
}

/// An amount of an entry with its currency. The service omits the currency if there is only one.
pub fn money(entry: &BalanceEntry, amount: Option<Amount>) -> Option<Money> {
    let currency = entry.currency.as_deref().and_then(Currency::parse);
    amount.map(|amount| Money::new(amount, currency.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_days_of_a_range_are_in_it() {
        let day = Date::constant(2026, 11, 20);
        let range = Range::Between { from: day, to: day };
        let times = range.times(Timestamp::UNIX_EPOCH);
        let long = times.end.unwrap().duration_since(times.start.unwrap());
        assert_eq!(long, SignedDuration::from_hours(24));
    }

    #[test]
    fn drift_is_summed_for_each_currency() {
        let money = |cents, currency| Money::new(Amount::from_cents(cents), currency);
        let row = |quoted, charged| Drifted {
            title: String::new(),
            at: Timestamp::UNIX_EPOCH,
            shipment: None,
            quoted,
            charged,
        };
        let (usd, eur) = (Currency::USD, Currency::parse("EUR").unwrap());
        let drift = Drift {
            rows: vec![
                row(money(790, usd), money(835, usd)),
                row(money(500, eur), money(450, eur)),
                row(money(1000, usd), money(990, usd)),
            ],
            compared: 9,
        };
        assert_eq!(drift.sums(), [money(35, usd), money(-50, eur)]);
    }

    #[test]
    fn a_note_is_never_a_formula_and_an_amount_stays_a_number() {
        let entry = BalanceEntry {
            comments: Some("=HYPERLINK(\"x\")".to_owned()),
            amount: Some(Amount::from_cents(-790)),
            ..BalanceEntry::default()
        };
        let [.., note, _, amount, _, _, _] = fields(&entry);
        assert_eq!(note, "'=HYPERLINK(\"x\")");
        assert_eq!(amount, "-7.90");
    }

    #[test]
    fn the_cap_is_never_less_than_used_up() {
        let cents = Amount::from_cents;
        assert_eq!(left_of_cap(cents(1000), cents(400)), cents(600));
        assert_eq!(left_of_cap(cents(1000), cents(1400)), cents(0));
    }
}
