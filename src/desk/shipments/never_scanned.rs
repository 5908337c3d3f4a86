//! Labels that were created but never scanned: the parcels may never have left the shop.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use crate::base::locale::Message;
use crate::base::money::Money;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::service_time;
use crate::desk::records::shipment_row;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::shipments::list::Shipments;
use crate::message;
use crate::store::cache::ShipmentQuery;

const NEVER_SCANNED: Slot<Shipments> = Slot::with_account("labels never scanned");

/// Labels are listed from this many days after their creation.
const PATIENCE_DAYS: i64 = 1;
/// Most rows shown.
const MOST: u32 = 500;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct NeverScannedLabels {
    /// Newest first.
    pub rows: Vec<NeverScannedLabel>,
    /// Number of all such labels, including those not in `rows`.
    pub matching: u64,
    /// Total price of the rows, one sum per currency.
    pub at_risk: Vec<Money>,
}

/// A label that was created and not scanned since.
#[derive(Clone, Debug, PartialEq)]
pub struct NeverScannedLabel {
    pub row: Arc<ShipmentRow>,
    /// Whole days since the label was created, by the server's clock.
    pub days: i64,
}

/// Reads the list from the cache only, so it can run after every round of tracking.
pub(in crate::desk) fn reload_never_scanned(me: &mut Shipments, ctx: &mut Ctx<'_>) {
    ctx.announce(Event::RefundsChanged);
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    let now = service_time::now(ctx);
    let Some(query) = query(now, &me.untracked) else { return };
    let cache = ctx.cache.clone();
    let work = async move { cache.find_shipments(&scope, query).await };
    ctx.jobs.answer(NEVER_SCANNED, work, move |me, _, found| {
        let answer = found
            .map(|page| {
                let rows: Vec<NeverScannedLabel> = page
                    .rows
                    .into_iter()
                    .map(shipment_row::row)
                    .map(|row| NeverScannedLabel {
                        days: now.duration_since(row.created).as_hours() / 24,
                        row,
                    })
                    .collect();
                NeverScannedLabels { at_risk: sums(&rows), rows, matching: page.matching }
            })
            .map_err(|error| Trouble {
                attempted: message!("tracking-unscanned-failed"),
                cause: Message::shown(error),
                advice: message!("tracking-unscanned-advice"),
                retry_is_safe: true,
                ..Trouble::default()
            });
        me.never_scanned_labels.settle(answer, now);
    });
}

/// Carriers without tracking are left out: they report no scan.
fn query(now: Timestamp, untracked: &BTreeSet<String>) -> Option<ShipmentQuery> {
    let patience = SignedDuration::from_hours(PATIENCE_DAYS * 24);
    Some(ShipmentQuery {
        created_to: Some(now.checked_sub(patience).ok()?),
        statuses: vec!["PreTransit".to_owned()],
        refunded: Some(false),
        carriers_left_out: untracked.iter().cloned().collect(),
        limit: MOST,
        ..ShipmentQuery::default()
    })
}

fn sums(rows: &[NeverScannedLabel]) -> Vec<Money> {
    Money::sum_by_currency(rows.iter().filter_map(|never_left| never_left.row.price))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::money::{Amount, Currency};

    #[test]
    fn only_labels_older_than_a_day_and_never_scanned_are_asked_for() {
        let now: Timestamp = "2026-11-21T15:00:00Z".parse().unwrap();
        let query = query(now, &BTreeSet::from(["Orbit".to_owned()])).unwrap();
        assert_eq!(query.created_to, Some("2026-11-20T15:00:00Z".parse().unwrap()));
        assert_eq!(query.created_from, None);
        assert_eq!(query.statuses, ["PreTransit"]);
        assert_eq!(query.refunded, Some(false));
        // W25
        assert_eq!(query.carriers_left_out, ["Orbit"]);
    }

    #[test]
    fn money_of_two_currencies_is_never_added_up() {
        let never_left = |cents, currency| NeverScannedLabel {
            days: 1,
            row: Arc::new(ShipmentRow {
                price: Some(Money::new(Amount::from_cents(cents), currency)),
                ..ShipmentRow::default()
            }),
        };
        let euro = Currency::named(Some("EUR"));
        let rows =
            [never_left(430, Currency::USD), never_left(100, euro), never_left(570, Currency::USD)];
        let words: Vec<String> = sums(&rows).iter().map(Money::to_string).collect();
        assert_eq!(words, ["$10.00", "€1.00"]);
    }
}
