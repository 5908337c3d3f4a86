//! Past quotes. Every response with rates is stored on this computer, can be searched, and is used
//! to show when a similar parcel was cheaper. A failed write must not delay a label: failures are
//! logged and nothing waits for them.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::api::rate::Rate;
use crate::api::value::Service;
use crate::base::id::{CarrierAccountId, OrderId};
use crate::base::locale::Message;
use crate::base::measure::shown_number;
use crate::base::money::{Amount, Currency, Money};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::{saved_values, service_time};
use crate::desk::records::shipment_row;
use crate::desk::ship::{Ship, draft_edit, past_cheapest};
use crate::message;
use crate::parcel::comparable_parcel;
use crate::parcel::draft::{AddressForm, Draft, PackageForm};
use crate::parcel::last_service;
use crate::parcel::last_service::LastServices;
use crate::parcel::names;
use crate::parcel::problems::needs_dimensions;
use crate::parcel::rate_ranking::{quote, service_name};
use crate::parcel::requests;
use crate::store::cache::{QuoteRecord, Scope};
use crate::text;

const LIST: Slot<Ship> = Slot::with_account("past quotes");
const ONE: Slot<Ship> = Slot::with_account("past quote");
const CHEAPER: Slot<Ship> = Slot::with_account("cheaper past quote");

/// Rows read from the cache at a time.
const PAGE: u32 = 200;
/// Older prices belong to another tariff.
const COMPARED_DAYS: i64 = 365;

/// The past quotes on the screen.
#[derive(Debug, Default)]
pub struct PastQuotes {
    pub search: String,
    /// The list was requested; it is not requested again automatically until the account changes.
    pub asked: bool,
    /// Newest first, as many as the user scrolled to.
    pub rows: Vec<Arc<PastRow>>,
    pub matching: u64,
    pub total: u64,
    /// Number of answers of the cache; before the first, nothing is known.
    pub answered: u64,
    /// The quote that is open.
    pub open: Option<PastQuote>,
    /// A cheaper past quote for a parcel like the draft.
    pub cheaper: Option<PastRow>,
}

/// A row of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct PastRow {
    pub row: i64,
    pub at: Timestamp,
    pub to_name: String,
    /// `New York, NY 10118`
    pub to_place: String,
    /// For example `1.5 lb, 10 × 6 × 4 in`, or with a package type `1.5 lb, Small Flat Rate Box`.
    pub parcel: Message,
    pub rates: usize,
    /// The service of the cheapest rate.
    pub service: String,
    pub carrier: String,
    pub price: Option<Money>,
}

/// A complete past quote.
#[derive(Clone, Debug, PartialEq)]
pub struct PastQuote {
    pub row: i64,
    pub at: Timestamp,
    /// The draft as it was quoted, without what belonged to that label only.
    pub draft: Draft,
    /// For example `2026-11-21`; empty if it was the day of the quote.
    pub ship_date: String,
    /// In the order of the response.
    pub rates: Vec<PastRate>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PastRate {
    pub carrier: String,
    pub account_name: String,
    pub account: Option<CarrierAccountId>,
    pub service: Option<Service>,
    /// Millionths of the currency.
    micros: Option<i64>,
    currency: String,
    pub days: Option<f64>,
}

impl PastRate {
    /// Copies the stored part of a rate.
    pub fn of_rate(rate: &Rate) -> Self {
        let price = rate.price();
        Self {
            carrier: rate.carrier_code.clone().unwrap_or_default(),
            account_name: rate.carrier_account_name.clone().unwrap_or_default(),
            account: rate.carrier_account_id.clone(),
            service: rate.final_service.clone(),
            micros: price.map(|price| price.amount.micros()),
            currency: price.map_or_else(String::new, |price| price.currency.code().to_owned()),
            days: rate.delivery_days,
        }
    }

    pub fn price(&self) -> Option<Money> {
        let currency = Currency::parse(&self.currency)?;
        Some(Money::new(Amount::from_micros(self.micros?), currency))
    }

    pub fn service_name(&self) -> String {
        self.service.as_ref().map(service_name).unwrap_or_default()
    }
}

#[derive(Clone, Debug)]
pub enum RateHistoryIntent {
    Search(String),
    LoadMore,
    /// Opens a quote; `None` closes the open one.
    Open(Option<i64>),
    /// Starts a new draft of that parcel and discards the current one; the user has confirmed it.
    UseAgain(i64),
}

pub(in crate::desk) fn apply(me: &mut Ship, ctx: &mut Ctx<'_>, intent: RateHistoryIntent) {
    match intent {
        RateHistoryIntent::Search(text) => {
            me.rate_history.search = text;
            me.rate_history.asked = true;
            find(me, ctx, 0, PAGE);
        }
        RateHistoryIntent::LoadMore => {
            let known = &me.rate_history;
            let shown = known.rows.len() as u64;
            if shown < known.matching && !ctx.jobs.is_running(&LIST) {
                find(me, ctx, shown, PAGE);
            }
        }
        RateHistoryIntent::Open(None) => me.rate_history.open = None,
        RateHistoryIntent::Open(Some(row)) => look_up(ctx, row, |me, _, past| {
            me.rate_history.open = Some(past);
        }),
        RateHistoryIntent::UseAgain(row) => look_up(ctx, row, |me, ctx, past| {
            let draft = Draft {
                order: OrderId::mint(),
                label: me.draft.label.clone(),
                last_services: last_service::carry_over(&me.draft),
                ..past.draft
            };
            draft_edit::replace_draft(me, ctx, draft);
        }),
    }
}

/// Whether the draft has user input that loading another parcel would discard.
pub fn has_typed_work(draft: &Draft) -> bool {
    let weighed = |package: &PackageForm| !package.weight.trim().is_empty();
    draft.to != AddressForm::default()
        || draft.packages.iter().any(weighed)
        || !draft.customs.items.is_empty()
}

/// Stores the rates of the draft and checks whether a similar parcel was cheaper.
pub(in crate::desk) fn remember(me: &mut Ship, ctx: &mut Ctx<'_>, draft: &Draft, rates: &[Rate]) {
    me.rate_history.cheaper = None;
    let (Some(scope), false) = (ctx.scope.clone(), rates.is_empty()) else {
        return;
    };
    let now = service_time::now(ctx);
    let record = record_of(ctx, draft, rates, now);
    let likeness = record.similarity_key.clone();
    let than = record.cheapest;
    keep(ctx, scope.clone(), record);
    let days = SignedDuration::from_hours(24 * COMPARED_DAYS);
    let (Some(than), Ok(since)) = (than, now.checked_sub(days)) else {
        return;
    };
    let (cache, hidden) = (ctx.cache.clone(), ctx.settings.hidden_services.clone());
    let work = async move {
        let known = cache.cheaper_quote(&scope, &likeness, than, since).await;
        let known = saved_values::logged(known).flatten().into_iter().collect();
        let mut rows = past_cheapest::rows(&cache, &scope, &hidden, known).await;
        let is_less = |row: &PastRow| row.price.is_some_and(|it| it.amount < than.amount);
        rows.pop().filter(is_less)
    };
    ctx.jobs.answer(CHEAPER, work, move |me, _, cheaper| me.rate_history.cheaper = cheaper);
}

/// Stores the rates of a parcel that is not on the screen.
pub(in crate::desk) fn remember_aside(ctx: &mut Ctx<'_>, draft: &Draft, rates: &[Rate]) {
    if let (Some(scope), false) = (ctx.scope.clone(), rates.is_empty()) {
        let record = record_of(ctx, draft, rates, service_time::now(ctx));
        keep(ctx, scope, record);
    }
}

/// Clears the hint about a cheaper quote, for another shipment or another account.
pub(in crate::desk) fn forget_hint(me: &mut Ship, ctx: &mut Ctx<'_>) {
    me.rate_history.cheaper = None;
    ctx.jobs.abort(&CHEAPER);
}

fn keep(ctx: &mut Ctx<'_>, scope: Scope, record: QuoteRecord) {
    let cache = ctx.cache.clone();
    ctx.jobs.spawn(|outbox: Outbox<Ship>| async move {
        if saved_values::logged(cache.put_quote(&scope, record).await).is_none() {
            return;
        }
        outbox
            .send(|me, ctx| {
                // Only a list that was opened is kept up to date. A list that is still loading may
                // have been read just before this write.
                if me.rate_history.asked {
                    let shown = u32::try_from(me.rate_history.rows.len()).unwrap_or(PAGE);
                    find(me, ctx, 0, shown.max(PAGE));
                }
            })
            .await;
    });
}

fn find(me: &mut Ship, ctx: &mut Ctx<'_>, offset: u64, limit: u32) {
    let Some(scope) = ctx.scope.clone() else {
        // Nobody signed in yet, so there are no quotes.
        me.rate_history.answered += 1;
        return;
    };
    let (cache, text) = (ctx.cache.clone(), me.rate_history.search.clone());
    let hidden = ctx.settings.hidden_services.clone();
    let work = async move {
        let mut found = cache.find_quotes(&scope, &text, offset, limit).await;
        let records = found.as_mut().map(|page| std::mem::take(&mut page.rows)).unwrap_or_default();
        let rows = past_cheapest::rows(&cache, &scope, &hidden, records).await;
        (found, rows, offset)
    };
    ctx.jobs.answer(LIST, work, move |me, ctx, (found, rows, offset)| match found {
        Ok(page) => {
            let shown = &mut me.rate_history;
            if offset == 0 {
                shown.rows.clear();
            }
            shown.rows.extend(rows.into_iter().map(Arc::new));
            (shown.matching, shown.total) = (page.matching, page.total);
            shown.answered += 1;
        }
        Err(error) => {
            me.rate_history.answered += 1;
            let text = message!("ship-history-search-failed", error = error.to_string());
            ctx.notice(Tone::Warning, text, None);
        }
    });
}

fn look_up(
    ctx: &mut Ctx<'_>,
    row: i64,
    then: impl FnOnce(&mut Ship, &mut Ctx<'_>, PastQuote) + Send + 'static,
) {
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    let cache = ctx.cache.clone();
    let work = async move {
        let known = saved_values::logged(cache.quote(&scope, row).await).flatten();
        known.as_ref().and_then(past_of)
    };
    ctx.jobs.answer(ONE, work, move |me, ctx, past| match past {
        Some(past) => then(me, ctx, past),
        None => {
            ctx.notice(Tone::Warning, message!("ship-history-gone"), None);
        }
    });
}

/// The part of a quote that the list shows, as stored.
#[derive(Serialize, Deserialize)]
struct Listed {
    to_name: String,
    to_place: String,
    /// The parcel in words, if an older version stored it; now it has `package` instead.
    parcel: String,
    /// The first package; the words for it depend on the language.
    #[serde(default)]
    package: Option<PackageForm>,
    #[serde(default)]
    packages: usize,
    rates: usize,
    service: String,
    carrier: String,
}

#[derive(Serialize, Deserialize)]
struct Body {
    draft: Draft,
    ship_date: String,
    rates: Vec<PastRate>,
}

pub(super) fn row_of(record: QuoteRecord) -> Option<PastRow> {
    let listed: Listed = saved_values::readable(&record.listed, "rates")?;
    Some(PastRow {
        row: record.row,
        at: record.at,
        to_name: listed.to_name,
        to_place: listed.to_place,
        parcel: match listed.package {
            Some(first) => Message::composed(move || parcel_words(&first, listed.packages)),
            None => listed.parcel.into(),
        },
        rates: listed.rates,
        service: listed.service,
        carrier: listed.carrier,
        price: record.cheapest,
    })
}

pub(super) fn past_of(record: &QuoteRecord) -> Option<PastQuote> {
    let body: Body = saved_values::readable(&record.json, "rates")?;
    Some(PastQuote {
        row: record.row,
        at: record.at,
        draft: body.draft,
        ship_date: body.ship_date,
        rates: body.rates,
    })
}

fn record_of(ctx: &Ctx<'_>, draft: &Draft, rates: &[Rate], at: Timestamp) -> QuoteRecord {
    // What the shop does not offer is kept with the quote, but is never its cheapest rate.
    let hidden = &ctx.settings.hidden_services;
    let asked = quote(draft.order.clone(), rates.to_vec()).hiding(hidden, |_| false);
    let cheapest = asked.cheapest.and_then(|index| asked.rates.get(index));
    let past: Vec<PastRate> = rates.iter().map(PastRate::of_rate).collect();
    let best = cheapest.map(PastRate::of_rate).unwrap_or_default();
    let listed = Listed {
        to_name: name(&draft.to),
        to_place: place(&draft.to),
        parcel: String::new(),
        package: draft.packages.first().cloned(),
        packages: draft.packages.len(),
        rates: rates.len(),
        service: best.service_name(),
        carrier: best.carrier,
    };
    let search_text = words(draft, &past);
    let body =
        Body { draft: reusable(draft), ship_date: draft.options.ship_date.clone(), rates: past };
    QuoteRecord {
        row: 0,
        at,
        label: format!("{}/{}", draft.order, draft.sequence),
        similarity_key: comparable_parcel::parcel_key(draft),
        cheapest: cheapest.and_then(Rate::price),
        listed: serde_json::to_string(&listed).unwrap_or_default(),
        search_text,
        json: serde_json::to_string(&body).unwrap_or_default(),
    }
}

/// The parcel without what belonged to that label only: its rate, its date, its scale reading, and
/// ids that may belong to another address by now. What only travels with the draft on screen stays
/// with it.
fn reusable(draft: &Draft) -> Draft {
    let mut again = Draft {
        chosen: None,
        sequence: 1,
        aside: Vec::new(),
        last_services: LastServices::new(),
        ..draft.clone()
    };
    again.options.ship_date.clear();
    for side in [&mut again.from, &mut again.to] {
        side.stored = None;
    }
    for package in &mut again.packages {
        package.weighed = None;
        package.carried_over = true;
    }
    again
}

fn words(draft: &Draft, rates: &[PastRate]) -> String {
    let sides = [&draft.from, &draft.to].into_iter().flat_map(|side| {
        [&side.name, &side.company, &side.city, &side.state, &side.zip, &side.country]
    });
    let mut words: Vec<String> = sides.cloned().collect();
    for rate in rates {
        words.extend([rate.carrier.clone(), rate.account_name.clone(), rate.service_name()]);
    }
    words.retain(|word| !word.trim().is_empty());
    words.sort_unstable();
    words.dedup();
    words.join(" ")
}

fn name(side: &AddressForm) -> String {
    shipment_row::name_of(&requests::details(side))
}

/// `New York, NY 10118`
fn place(side: &AddressForm) -> String {
    let place = shipment_row::place_of(&requests::details(side));
    [place.trim(), side.zip.trim()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The first package, and the number of others.
fn parcel_words(first: &PackageForm, packages: usize) -> String {
    let words = package_words(first);
    match packages {
        0 | 1 => words,
        count => text!("ship-package-words-more", package = words, count = count - 1),
    }
}

/// `1.5 lb, 10 × 6 × 4 in` or `1.5 lb, Small Flat Rate Box`.
pub fn package_words(package: &PackageForm) -> String {
    let weight = shown_number(package.weight.trim());
    let unit = package.weight_unit.code();
    let [length, width, height] =
        [&package.length, &package.width, &package.height].map(|size| shown_number(size.trim()));
    if !needs_dimensions(&package.kind) {
        // Carriers price these by type, whatever dimensions were typed.
        return text!(
            "ship-package-words-typed",
            weight = weight,
            unit = unit,
            kind = names::package_type(&package.kind)
        );
    }
    if [&length, &width, &height].iter().any(|size| size.is_empty()) {
        return text!("ship-package-words", weight = weight, unit = unit);
    }
    text!(
        "ship-package-words-sized",
        weight = weight,
        unit = unit,
        length = length,
        width = width,
        height = height,
        size_unit = package.length_unit.code()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_of_one_label_is_not_used_again() {
        let mut asked = Draft::default();
        asked.to.zip = "10118".to_owned();
        asked.options.ship_date = "2026-11-21".to_owned();
        asked.to.stored = Some(crate::base::id::AddressId::new("a-1"));
        asked.chosen = Some(Rate::default());
        // Drafts put aside travel with the draft on screen; a stored quote holds one parcel.
        asked.aside.push(Draft::default());
        let again = reusable(&asked);
        assert_eq!(again.aside, []);
        assert_eq!(again.options.ship_date, "");
        assert_eq!((again.to.stored, again.chosen), (None, None));
        assert_eq!(again.to.zip, "10118");
    }
}
