//! Warns about a label for the same recipient and weight that was bought minutes ago: most likely
//! the same parcel twice. The wizard shows the warning and offers to print that label again; it
//! never blocks. For a draft that was loaded from a shipment the wizard asks when it is bought.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use crate::api::address::Address;
use crate::api::shipment::Shipment;
use crate::base::id::ShipmentId;
use crate::base::measure::{Weight, WeightUnit};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::{saved_values, service_time};
use crate::desk::records::shipment_row;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::ship::Ship;
use crate::parcel::draft::Draft;
use crate::parcel::{parse_input, requests};
use crate::rows::scope::Environment;
use crate::store::cache::ShipmentQuery;
use crate::store::journal::Journal;

/// The search for a label like the draft, bought minutes ago.
pub(in crate::desk) const DUPLICATE: Slot<Ship> = Slot::with_account("duplicate alert");

/// Beyond this, a second parcel to the same recipient is as likely as a duplicate.
const WINDOW: SignedDuration = SignedDuration::from_mins(30);
/// Number of shipments to examine, newest first; older ones in the window are ignored.
const LOOKED_AT: u32 = 200;
const DAY_SECONDS: i64 = 86_400;

#[derive(Clone, Debug, PartialEq)]
pub struct DuplicateShipment {
    pub row: Arc<ShipmentRow>,
    /// By this computer's clock, even if the service's clock runs faster.
    pub bought: Timestamp,
}

/// The properties by which two parcels count as the same.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::desk) struct ParcelFingerprint {
    name: String,
    street: String,
    zip: String,
    packages: usize,
    /// The sender, if it tells parcels apart: returns all go to one recipient.
    sender: Option<String>,
    /// Rounded to whole grams, because units are converted.
    grams: f64,
}

/// Searches for a recent label like the draft, once per change of the compared properties.
pub(in crate::desk) fn look_for_duplicate(me: &mut Ship, ctx: &mut Ctx<'_>) {
    let likeness = of_draft(&me.draft);
    if likeness == me.looked_for_duplicates_of {
        return;
    }
    let practice = Environment::Practice.word();
    let practicing = ctx.scope.as_ref().is_some_and(|scope| scope.environment == practice);
    if practicing && ctx.practice.is_none() {
        // The search runs again when the clock of the practice service is known: its days are
        // short, so without it no age is right.
        return;
    }
    me.looked_for_duplicates_of.clone_from(&likeness);
    me.duplicate = None;
    let (Some(likeness), Some(scope)) = (likeness, ctx.scope.clone()) else {
        return ctx.jobs.abort(&DUPLICATE);
    };
    let (now, server_now) = (ctx.clock.now(), service_time::now(ctx));
    let pace = server_pace(ctx);
    let Some(from) =
        WINDOW.checked_mul(pace).and_then(|window| server_now.checked_sub(window).ok())
    else {
        return;
    };
    let query = ShipmentQuery {
        created_from: Some(from),
        refunded: Some(false),
        limit: LOOKED_AT,
        ..ShipmentQuery::default()
    };
    let (cache, journal) = (ctx.cache.clone(), ctx.journal.clone());
    ctx.jobs.start(DUPLICATE, |outbox| async move {
        let page = saved_values::logged(cache.find_shipments(&scope, query).await);
        let rows = page.map(|page| page.rows).unwrap_or_default();
        // The list has only the name; the street and the weight are in the full record.
        let named = rows.into_iter().filter(|row| plain(&row.to_name) == likeness.name);
        for row in named {
            let whole = saved_values::logged(cache.shipment(&scope, &row.id).await).flatten();
            let Some(whole) = whole.as_ref().and_then(shipment_row::shipment) else {
                continue;
            };
            if of_shipment(&whole, likeness.sender.is_some()).as_ref() != Some(&likeness) {
                continue;
            }
            let age = server_now.duration_since(row.created).checked_div(pace).unwrap_or_default();
            let bought = now.checked_sub(age).unwrap_or(now).min(now);
            let bought = begun_here(journal.as_ref(), &whole).await.unwrap_or(bought);
            let row = shipment_row::row(row);
            return outbox
                .finish(move |me, _| {
                    let ignored = me.dismissed_duplicate.as_ref() == Some(&row.id);
                    if me.looked_for_duplicates_of.as_ref() == Some(&likeness) && !ignored {
                        me.duplicate = Some(DuplicateShipment { row, bought });
                    }
                })
                .await;
        }
    });
}

/// When this computer began to buy the shipment, by its own clock; `None` if another one bought it.
async fn begun_here(journal: Option<&Journal>, shipment: &Shipment) -> Option<Timestamp> {
    let transaction = shipment.transaction_id.as_ref()?;
    let entry = journal?.get(transaction).await;
    saved_values::logged(entry).flatten().map(|entry| entry.created)
}

/// Dismisses the alert for this label: the draft is another parcel.
pub(in crate::desk) fn ignore(me: &mut Ship, shipment: ShipmentId) {
    me.dismissed_duplicate = Some(shipment);
    me.duplicate = None;
}

/// Seconds of the service's clock per second of this computer: practice days are short.
fn server_pace(ctx: &Ctx<'_>) -> i32 {
    let pace =
        ctx.practice.as_ref().map_or(1, |clock| DAY_SECONDS / i64::from(clock.day_seconds.max(1)));
    i32::try_from(pace).unwrap_or(1).max(1)
}

fn of_draft(draft: &Draft) -> Option<ParcelFingerprint> {
    let weights = draft
        .packages
        .iter()
        .map(|package| parse_input::weight(&package.weight, package.weight_unit));
    let is_return = draft.usual_sender.is_some();
    let sender = is_return.then(|| requests::details(&draft.from));
    of(&requests::details(&draft.to), sender.as_ref(), weights)
}

fn of_shipment(shipment: &Shipment, with_sender: bool) -> Option<ParcelFingerprint> {
    let weights = shipment.packages.iter().map(|package| {
        let unit = package.weight_unit.as_deref().and_then(WeightUnit::parse);
        // The interface reports pounds if the request named no unit.
        Some(Weight::new(package.weight?, unit.unwrap_or(WeightUnit::Lb)))
    });
    let sender = shipment.from_address.as_ref().filter(|_| with_sender);
    of(shipment.to_address.as_ref()?, sender, weights)
}

fn of(
    to: &Address,
    sender: Option<&Address>,
    weights: impl Iterator<Item = Option<Weight>>,
) -> Option<ParcelFingerprint> {
    let weights: Vec<Weight> = weights.collect::<Option<_>>()?;
    let zip = plain(to.zip.as_deref()?);
    let likeness = ParcelFingerprint {
        name: plain(&shipment_row::name_of(to)),
        street: plain(to.street1.as_deref()?),
        // A validated address has a ZIP with four more digits.
        zip: zip.chars().take(5).collect(),
        packages: weights.len(),
        sender: sender.map(|sender| plain(&shipment_row::name_of(sender))),
        grams: weights.iter().map(|weight| weight.grams()).sum::<f64>().round(),
    };
    let whole = !likeness.name.is_empty() && !likeness.street.is_empty() && likeness.grams > 0.0;
    whole.then_some(likeness)
}

/// Letters and digits only, in lowercase, so that `350 5th Ave.` equals `350 5TH AVE`.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(name: &str, street: &str, zip: &str) -> Address {
        Address {
            name: Some(name.to_owned()),
            street1: Some(street.to_owned()),
            zip: Some(zip.to_owned()),
            ..Address::default()
        }
    }

    #[test]
    fn spelling_and_units_do_not_hide_a_twin() {
        let pounds = |value| std::iter::once(Some(Weight::new(value, WeightUnit::Lb)));
        let ounces = std::iter::once(Some(Weight::new(24.0, WeightUnit::Oz)));
        let one = of(&address("Jane Sample", "350 5th Ave.", "10118"), None, pounds(1.5));
        let same = address("JANE SAMPLE", "350 5TH AVE", "10118-0110");
        let same = of(&same, None, ounces);
        assert!(one.is_some());
        assert_eq!(one, same);
        let heavier = of(&address("Jane Sample", "350 5th Ave.", "10118"), None, pounds(1.6));
        assert_ne!(one, heavier);
    }

    #[test]
    fn half_an_address_has_no_twin() {
        let none = std::iter::once(None);
        assert_eq!(of(&address("Jane", "1 A St", "10118"), None, none), None);
        let weight = std::iter::once(Some(Weight::new(1.0, WeightUnit::Lb)));
        assert_eq!(of(&address("", "1 A St", "10118"), None, weight), None);
    }
}
