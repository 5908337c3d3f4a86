//! To whom a parcel goes: the recipient of the shipment that has its number.

use crate::base::id::TrackingNumber;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::saved_values::logged;
use crate::desk::tracking::Parcels;

const RECIPIENTS: Slot<Parcels> = Slot::with_account("recipients of parcels");

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipient {
    pub name: String,
    /// The city and the state, or the country.
    pub place: String,
    /// As the list of shipments names it.
    pub carrier: String,
}

impl Recipient {
    /// `Jane Sample, New York, NY`
    pub fn line(&self) -> String {
        let parts = [self.name.trim(), self.place.trim()];
        let known: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        known.join(", ")
    }
}

/// Looks up the recipients that are not known yet among the shipments in the cache. Runs again
/// whenever more shipments are known.
pub(in crate::desk) fn look_up(me: &mut Parcels, ctx: &mut Ctx<'_>) {
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    let missing = |number: &&TrackingNumber| !me.recipients.contains_key(*number);
    let numbers = me.list.iter().map(|tracked| &tracked.number);
    let numbers: Vec<TrackingNumber> = numbers.filter(missing).cloned().collect();
    if numbers.is_empty() {
        return;
    }
    let cache = ctx.cache.clone();
    ctx.jobs.start(RECIPIENTS, |outbox| async move {
        let mut found = Vec::new();
        for number in numbers {
            let record = logged(cache.shipment_by_tracking(&scope, &number).await).flatten();
            if let Some(record) = record {
                let (name, place) = (record.to_name, record.to_place);
                found.push((number, Recipient { name, place, carrier: record.carrier }));
            }
        }
        if !found.is_empty() {
            outbox.send(move |me, _| me.recipients.extend(found)).await;
        }
    });
}
