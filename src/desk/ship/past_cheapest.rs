//! The cheapest rate of a stored quote. An earlier version took any service for it, so a service
//! for certain contents is replaced when the quote is shown.

use crate::api::value::Service;
use crate::desk::kernel::saved_values;
use crate::desk::ship::rate_history::{PastRate, PastRow, past_of, row_of};
use crate::parcel::hidden_services::HiddenServices;
use crate::parcel::hidden_services::is_hidden;
use crate::parcel::restricted_services::allowed_use;
use crate::store::cache::{Cache, QuoteRecord, Scope};

/// The rows of these records. Only a record with a restricted service is read in full.
pub(super) async fn rows(
    cache: &Cache,
    scope: &Scope,
    hidden: &HiddenServices,
    records: Vec<QuoteRecord>,
) -> Vec<PastRow> {
    let mut rows = Vec::new();
    for row in records.into_iter().filter_map(row_of) {
        if allowed_use(&Service::parse(&row.service)).is_none() {
            rows.push(row);
            continue;
        }
        let whole = saved_values::logged(cache.quote(scope, row.row).await).flatten();
        let rates = whole.as_ref().and_then(past_of).map(|past| past.rates);
        rows.push(with_cheapest(row, &rates.unwrap_or_default(), hidden));
    }
    rows
}

/// Without a rate that takes all goods, the row names none.
fn with_cheapest(row: PastRow, rates: &[PastRate], hidden: &HiddenServices) -> PastRow {
    let counts = |rate: &&PastRate| {
        let service = rate.service.as_ref();
        service.is_some_and(|service| {
            allowed_use(service).is_none() && !is_hidden(hidden, &rate.carrier, service)
        })
    };
    let priced = rates.iter().filter(counts).filter_map(|rate| {
        let price = rate.price()?;
        // The amounts of two currencies cannot be compared.
        let same = row.price.is_none_or(|known| known.currency == price.currency);
        same.then_some((rate, price))
    });
    let best = priced.min_by_key(|(_, price)| price.amount);
    PastRow {
        service: best.map(|(rate, _)| rate.service_name()).unwrap_or_default(),
        carrier: best.map(|(rate, _)| rate.carrier.clone()).unwrap_or_default(),
        price: best.map(|(_, price)| price),
        ..row
    }
}
