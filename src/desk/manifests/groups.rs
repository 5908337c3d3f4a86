//! Which shipments may be on one manifest: those with the same carrier account, origin and ship
//! date (section 4.7). Shipments that cannot be on one are listed with the reason.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::api::address::Address;
use crate::api::manifest::Manifest;
use crate::api::shipment::Shipment;
use crate::api::value::{RefundStatus, TrackingStatus};
use crate::base::clock::WireTime;
use crate::base::geography;
use crate::base::id::{CarrierAccountId, ShipmentId, TrackingNumber};
use crate::base::locale::{Message, format};
use crate::desk::manifests::parcel_of_shipment::parcel;
use crate::desk::manifests::{ManifestOrder, unsupported_carriers};
use crate::message;

/// A parcel that was not scanned and whose ship date is past is listed as left out for this long
/// after its purchase. Later only the never-scanned list has it.
const LEFT_OUT_PERIOD: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Shipments of the last weeks that are on no manifest yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnmanifestedShipments {
    /// The earliest ship date first.
    pub groups: Vec<Group>,
    pub left_out: Vec<LeftOut>,
    /// Shipments that may still leave and are on a manifest already.
    pub manifested: u64,
    /// There are more recent shipments than were examined.
    pub capped: bool,
    /// The shipments on no manifest whose ship date has passed, with that date. No manifest can be
    /// made for them any more, whether or not they are listed as left out.
    pub past: HashMap<ShipmentId, Date>,
    /// When the first ship date of the groups passes, at its origin. They are made again then.
    pub next_day: Option<Timestamp>,
}

impl UnmanifestedShipments {
    /// The shipments with a ship date up to `until` that the carrier does not have yet.
    pub(super) fn to_hand_over(&self, until: Date) -> impl Iterator<Item = &Arc<Parcel>> {
        let groups = self.groups.iter();
        let due = groups.filter(move |group| group.id.ship_date <= until);
        let parcels = due.flat_map(|group| &group.parcels);
        parcels.filter(|parcel| !parcel.with_carrier)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub id: GroupId,
    pub account_name: String,
    /// The ship-from address as the newest shipment has it.
    pub from: Address,
    /// The newest first.
    pub parcels: Vec<Arc<Parcel>>,
}

impl Group {
    /// Whether its ship date has passed at its origin, so that the service makes no manifest of it.
    /// `now` is the server's time and the computer's.
    pub(in crate::desk) fn has_passed(&self, now: [Timestamp; 2]) -> bool {
        self.id.ship_date < today(Some(&self.from), now)
    }
}

/// What the shipments of one manifest share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId {
    pub ship_date: Date,
    pub account: CarrierAccountId,
    /// The lines of the address without its name, in lower case.
    pub origin: String,
}

/// A shipment as it is handed over to the carrier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    pub id: ShipmentId,
    pub number: Option<TrackingNumber>,
    /// The numbers of the further packages that are known.
    pub further_numbers: Vec<TrackingNumber>,
    /// Content of the barcode, if the carrier reports it.
    pub barcode: Option<String>,
    pub to_name: String,
    pub to_place: String,
    pub service: String,
    pub account_name: String,
    pub created: Timestamp,
    /// At least one.
    pub packages: u32,
    /// Scanned or delivered. It needs no handing over, but can still be on a manifest.
    pub with_carrier: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub parcel: Arc<Parcel>,
    /// Begins with a small letter, for use after a colon: `refund requested`.
    pub reason: Message,
}

/// Input of the grouping.
pub(super) struct Sources {
    /// The newest first.
    pub shipments: Vec<GroupingShipment>,
    pub known: Vec<Arc<Manifest>>,
    pub orders: Vec<ManifestOrder>,
    /// Shipments that the user marked as manifested.
    pub vouched: BTreeSet<ShipmentId>,
    /// Accounts whose carrier takes no manifests.
    pub unsupported: BTreeSet<CarrierAccountId>,
    /// The names of carriers that offer no tracking.
    pub untracked: Arc<BTreeSet<String>>,
    /// The server's time and the computer's. A ship date is past only if both are later.
    pub now: [Timestamp; 2],
    pub capped: bool,
}

pub(super) fn group(sources: &Sources) -> UnmanifestedShipments {
    let on_manifest: HashSet<&str> = sources
        .known
        .iter()
        .flat_map(|manifest| &manifest.shipment_ids)
        .map(String::as_str)
        .collect();
    let asked: HashSet<&ShipmentId> =
        sources.orders.iter().flat_map(|order| &order.shipments).collect();
    let mut day =
        UnmanifestedShipments { capped: sources.capped, ..UnmanifestedShipments::default() };
    let mut groups: BTreeMap<GroupId, Group> = BTreeMap::new();
    for slip in &sources.shipments {
        let parcel = Arc::clone(&slip.parcel);
        match place_of(slip, sources, &on_manifest, &asked) {
            GroupingOutcome::Group(id, from) => groups
                .entry(id.clone())
                .or_insert_with(|| Group {
                    id,
                    account_name: parcel.account_name.clone(),
                    from: from.address.clone(),
                    parcels: Vec::new(),
                })
                .parcels
                .push(parcel),
            GroupingOutcome::LeftOut(reason) => day.left_out.push(LeftOut { parcel, reason }),
            GroupingOutcome::Past(date, reason) => {
                day.past.insert(parcel.id.clone(), date);
                let left_out = reason.map(|reason| LeftOut { parcel, reason });
                day.left_out.extend(left_out);
            }
            GroupingOutcome::Manifested => day.manifested += 1,
            GroupingOutcome::Gone => {}
        }
    }
    day.groups = groups.into_values().collect();
    let next_days = day.groups.iter().filter_map(|group| next_day(&group.from, sources.now));
    day.next_day = next_days.min();
    day
}

/// The fields of a shipment that grouping needs. Thousands are in memory at once, so it is small.
pub(super) struct GroupingShipment {
    parcel: Arc<Parcel>,
    from: Option<Arc<Origin>>,
    status: Option<TrackingStatus>,
    refund: Option<RefundStatus>,
    account: Option<CarrierAccountId>,
    ship_date: Option<Date>,
}

/// A place of handing over, with its address as the newest shipment has it.
pub(super) struct Origin {
    lines: String,
    address: Address,
}

/// Every origin once, shared by all shipments that leave from it.
pub(super) type Origins = HashMap<String, Arc<Origin>>;

/// The slip of a shipment; `None` if the shipment has no id.
pub(super) fn slip(
    whole: Shipment,
    created: Timestamp,
    further_numbers: Vec<TrackingNumber>,
    origins: &mut Origins,
) -> Option<GroupingShipment> {
    let parcel = parcel(&whole, created, further_numbers)?;
    let from = whole.from_address.map(|address| {
        let lines = origin(&address);
        let known = origins.entry(lines.clone());
        Arc::clone(known.or_insert_with(|| Arc::new(Origin { lines, address })))
    });
    Some(GroupingShipment {
        parcel: Arc::new(parcel),
        from,
        status: whole.tracking.and_then(|tracking| tracking.status),
        refund: whole.refund_status,
        account: whole.carrier_account_id,
        ship_date: whole.ship_date.as_ref().and_then(written_date),
    })
}

impl GroupingShipment {
    pub(super) fn id(&self) -> &ShipmentId {
        &self.parcel.id
    }
}

enum GroupingOutcome {
    Group(GroupId, Arc<Origin>),
    LeftOut(Message),
    Manifested,
    /// This ship date is past. The reason is given if the parcel is listed as left out: it is not
    /// with the carrier, and was bought within the [`LEFT_OUT_PERIOD`].
    Past(Date, Option<Message>),
    /// Nothing left to hand over: the ship date is past, and the parcel is manifested, refunded, or
    /// canceled.
    Gone,
}

fn place_of(
    slip: &GroupingShipment,
    sources: &Sources,
    on_manifest: &HashSet<&str>,
    asked: &HashSet<&ShipmentId>,
) -> GroupingOutcome {
    let (parcel, status) = (&slip.parcel, slip.status.as_ref());
    let left = GroupingOutcome::LeftOut;
    let today = today(slip.from.as_ref().map(|from| &from.address), sources.now);
    let date = slip.ship_date;
    let past = date.is_some_and(|date| date < today);
    if on_manifest.contains(parcel.id.as_str()) || sources.vouched.contains(&parcel.id) {
        return match past {
            true => GroupingOutcome::Gone,
            false => GroupingOutcome::Manifested,
        };
    }
    let refund = slip.refund.as_ref();
    if refund.is_some_and(|status| *status != RefundStatus::Rejected) {
        // A refund settles a parcel whose ship date is past.
        return match past {
            true => GroupingOutcome::Gone,
            false => match refund {
                Some(RefundStatus::Unknown(word)) => {
                    left(message!("manifests-reason-refund-status", status = word))
                }
                _ => left(message!("manifests-reason-refund")),
            },
        };
    }
    let mut clocks = sources.now.iter();
    let recent = clocks.any(|now| now.duration_since(parcel.created) < LEFT_OUT_PERIOD);
    if matches!(status, Some(TrackingStatus::Cancelled)) {
        return match past && !recent {
            true => GroupingOutcome::Gone,
            false => left(message!("manifests-reason-canceled")),
        };
    }
    if let Some(date) = date.filter(|date| *date < today) {
        // Where nothing is tracked, a parcel that left looks like one that did not.
        let is_told = !sources.untracked.contains(&parcel.account_name);
        let is_listed = recent && !parcel.with_carrier && is_told;
        let reason = is_listed.then(|| {
            let date = format::formats().date_of_year(date);
            message!("manifests-reason-past", date = date)
        });
        return GroupingOutcome::Past(date, reason);
    }
    if asked.contains(&parcel.id) {
        return left(message!("manifests-reason-ordered"));
    }
    let (Some(account), Some(from), Some(ship_date)) = (slip.account.clone(), &slip.from, date)
    else {
        return left(message!("manifests-reason-unknown"));
    };
    if sources.unsupported.contains(&account) {
        return left(unsupported_carriers::reason());
    }
    let id = GroupId { ship_date, account, origin: from.lines.clone() };
    GroupingOutcome::Group(id, Arc::clone(from))
}

/// The address lines that identify a place of handing over.
fn origin(from: &Address) -> String {
    [&from.street1, &from.street2, &from.street3, &from.city, &from.state, &from.zip, &from.country]
        .into_iter()
        .map(|line| line.as_deref().unwrap_or_default().trim().to_lowercase())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The date of a ship date (section 4.6); a response may add any time of day.
fn written_date(time: &WireTime) -> Option<Date> {
    let text = time.source_text().trim();
    text.get(..10)
        .and_then(|date| date.parse().ok())
        .or_else(|| Some(time.instant().to_zoned(TimeZone::UTC).date()))
}

/// The current date at the origin, by the earlier of the two clocks.
fn today(from: Option<&Address>, now: [Timestamp; 2]) -> Date {
    let zone = zone(from);
    let [server, machine] = now.map(|at| at.to_zoned(zone.clone()).date());
    server.min(machine)
}

/// When the date at the origin changes, by the earlier of the two clocks.
fn next_day(from: &Address, now: [Timestamp; 2]) -> Option<Timestamp> {
    let tomorrow = today(Some(from), now).tomorrow().ok()?;
    let begin = tomorrow.to_zoned(zone(Some(from))).ok()?;
    Some(begin.timestamp())
}

fn zone(from: Option<&Address>) -> TimeZone {
    let zip = from.and_then(|from| from.zip.as_deref());
    zip.and_then(geography::zip3)
        .and_then(|area| TimeZone::get(area.timezone.as_str()).ok())
        .unwrap_or_else(crate::base::clock::desk_zone)
}

#[cfg(test)]
mod tests;
