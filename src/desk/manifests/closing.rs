//! The closing scan: each parcel is scanned as it leaves, and a manifest is made from the scanned
//! parcels. Scans are saved, so a restart loses none.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use jiff::Timestamp;

use crate::api;
use crate::api::manifest::Manifest;
use crate::api::shipment::{Shipment, ShipmentKey};
use crate::base::id::{ShipmentId, TrackingNumber};
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::RequestError;
use crate::desk::manifests::groups::{Group, Parcel, UnmanifestedShipments};
use crate::desk::manifests::{Manifests, changed};
use crate::message;

/// Scan messages kept for the screen.
const SAID: usize = 50;

#[derive(Clone, Debug, Default)]
pub struct Scans {
    /// The scanned numbers of each shipment, one per package.
    pub scanned_numbers: BTreeMap<ShipmentId, BTreeSet<String>>,
    /// The result of each scan, newest first.
    pub messages: VecDeque<ScanMessage>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanMessage {
    pub number: String,
    pub tone: Tone,
    pub words: Message,
    pub at: Timestamp,
}

impl Scans {
    /// Number of scanned packages of a parcel.
    pub fn scanned_packages(&self, parcel: &Parcel) -> u32 {
        let count = self.scanned_numbers.get(&parcel.id).map_or(0, BTreeSet::len);
        u32::try_from(count).unwrap_or(u32::MAX).min(parcel.packages)
    }

    /// Whether all packages of a parcel are scanned.
    pub fn is_fully_scanned(&self, parcel: &Parcel) -> bool {
        self.scanned_packages(parcel) == parcel.packages
    }

    /// Parcels of a group whose packages are all scanned.
    pub fn fully_scanned_parcels(&self, group: &Group) -> Vec<ShipmentId> {
        let whole = group.parcels.iter().filter(|parcel| self.is_fully_scanned(parcel));
        whole.map(|parcel| parcel.id.clone()).collect()
    }
}

/// What a scanned number belongs to.
#[derive(Debug, PartialEq)]
enum Found<'a> {
    Parcel(&'a Arc<Parcel>),
    LeftOut(&'a str, &'a Message),
    Manifested(&'a Manifest),
    Nowhere,
}

pub(super) fn scan(me: &mut Manifests, ctx: &mut Ctx<'_>, text: &str) {
    for line in text.split(['\n', '\r', ',', ';', '\t']) {
        let number = plain(line);
        if !number.is_empty() {
            scan_one(me, ctx, number);
        }
    }
}

fn scan_one(me: &mut Manifests, ctx: &mut Ctx<'_>, number: String) {
    let manifests = &*me;
    let empty = UnmanifestedShipments::default();
    let day = manifests.day.value().unwrap_or(&empty);
    // Only the service knows which shipment the numbers of further packages belong to. Once looked
    // up, they are stored in `marks`.
    let marked = manifests.scans.scanned_numbers.values().any(|seen| seen.contains(&number));
    if marked {
        let words = message!("manifests-scanned-twice");
        return say(me, ctx, number, Tone::Warning, words);
    }
    match find(day, &manifests.known, &number) {
        Found::Parcel(parcel) => {
            let parcel = Arc::clone(parcel);
            mark(me, ctx, &parcel, number);
        }
        Found::LeftOut(name, reason) => {
            let words = message!("manifests-scanned-left-out", name = name, reason = reason);
            say(me, ctx, number, Tone::Bad, words);
        }
        Found::Manifested(manifest) => {
            let words = already_on(manifest);
            say(me, ctx, number, Tone::Warning, words);
        }
        Found::Nowhere => ask(me, ctx, number),
    }
}

/// Asks the service about a number that is not in the lists: the number of another package, or of a
/// shipment that is not in the cache.
fn ask(me: &mut Manifests, ctx: &mut Ctx<'_>, number: String) {
    let Some(link) = ctx.link.clone() else {
        let words = message!("manifests-scanned-offline");
        return say(me, ctx, number, Tone::Bad, words);
    };
    let asking = message!("manifests-scanned-asking");
    say(me, ctx, number.clone(), Tone::Info, asking);
    ctx.jobs.spawn(|outbox: Outbox<Manifests>| async move {
        let answer =
            link.send_required(api::shipment::get_by(ShipmentKey::TrackingNumber, &number)).await;
        outbox.send(move |me, ctx| answered(me, ctx, number, answer)).await;
    });
}

fn answered(
    me: &mut Manifests,
    ctx: &mut Ctx<'_>,
    number: String,
    answer: Result<Shipment, RequestError>,
) {
    let shipment = match ctx.note_failure(answer) {
        Ok(shipment) => shipment,
        Err(trouble) if trouble.offline => {
            let words = message!("manifests-scanned-offline");
            return say(me, ctx, number, Tone::Bad, words);
        }
        Err(_) => {
            let words = message!("manifests-scanned-nowhere");
            return say(me, ctx, number, Tone::Bad, words);
        }
    };
    let day = me.day.value();
    let id = shipment.id.unwrap_or_default();
    let parcel = day.and_then(|day| parcel_of(day, &id)).cloned();
    if let Some(parcel) = parcel {
        return mark(me, ctx, &parcel, number);
    }
    let left = day.and_then(|day| day.left_out.iter().find(|left| left.parcel.id == id));
    let words = match left {
        Some(left) => message!(
            "manifests-scanned-left-out",
            name = &left.parcel.to_name,
            reason = &left.reason
        ),
        None => message!("manifests-scanned-not-today"),
    };
    say(me, ctx, number, Tone::Bad, words);
}

fn mark(me: &mut Manifests, ctx: &mut Ctx<'_>, parcel: &Parcel, number: String) {
    let scans = &mut me.scans;
    scans.scanned_numbers.entry(parcel.id.clone()).or_default().insert(number.clone());
    let seen = scans.scanned_packages(parcel);
    let to = [parcel.to_name.as_str(), parcel.to_place.as_str()];
    let to = to.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    let total = parcel.packages;
    let (tone, words) = match seen < total {
        true => (
            Tone::Info,
            message!("manifests-scanned-package", to = to, count = seen, total = total),
        ),
        false => (Tone::Good, to.into()),
    };
    say(me, ctx, number, tone, words);
    changed(me, ctx);
}

pub(super) fn unscan(me: &mut Manifests, ctx: &mut Ctx<'_>, id: &ShipmentId) {
    me.scans.scanned_numbers.remove(id);
    changed(me, ctx);
}

pub(super) fn clear(me: &mut Manifests, ctx: &mut Ctx<'_>) {
    me.scans = Scans::default();
    changed(me, ctx);
}

/// Shows the result of a scan. It replaces the earlier result for the same number.
fn say(
    me: &mut Manifests,
    ctx: &mut Ctx<'_>,
    number: String,
    tone: Tone,
    words: impl Into<Message>,
) {
    let at = ctx.clock.now();
    let said = &mut me.scans.messages;
    said.retain(|known| known.number != number);
    said.push_front(ScanMessage { number, tone, words: words.into(), at });
    said.truncate(SAID);
}

fn find<'a>(day: &'a UnmanifestedShipments, known: &'a [Arc<Manifest>], number: &str) -> Found<'a> {
    let fits = |parcel: &Parcel| {
        let numbers = parcel.number.iter().chain(&parcel.further_numbers);
        numbers
            .map(TrackingNumber::as_str)
            .chain(parcel.barcode.as_deref())
            .any(|known| is_number(&plain(known), number))
    };
    // Manifests first: the lists of the day are updated shortly after them.
    let on = |manifest: &&Arc<Manifest>| {
        let numbers = &manifest.tracking_numbers;
        numbers.iter().any(|known| is_number(&plain(known), number))
    };
    if let Some(manifest) = known.iter().find(on) {
        return Found::Manifested(manifest);
    }
    let mut parcels = day.groups.iter().flat_map(|group| &group.parcels);
    if let Some(parcel) = parcels.find(|parcel| fits(parcel)) {
        return Found::Parcel(parcel);
    }
    match day.left_out.iter().find(|left| fits(&left.parcel)) {
        Some(left) => Found::LeftOut(&left.parcel.to_name, &left.reason),
        None => Found::Nowhere,
    }
}

fn parcel_of<'a>(day: &'a UnmanifestedShipments, id: &ShipmentId) -> Option<&'a Arc<Parcel>> {
    let mut parcels = day.groups.iter().flat_map(|group| &group.parcels);
    parcels.find(|parcel| parcel.id == *id)
}

/// A number without the spaces in print and the control characters that some scanners add.
fn plain(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect()
}

/// Whether a scanned barcode holds this number. Barcodes of postal labels have 420 and a ZIP code
/// of five or nine digits before the number.
pub fn is_number(known: &str, scanned: &str) -> bool {
    let routed = |digits: usize| {
        scanned.starts_with("420")
            && scanned.get(3 + digits..).is_some_and(|rest| !rest.is_empty() && rest == known)
    };
    !known.is_empty() && (known == scanned || routed(5) || routed(9))
}

fn already_on(manifest: &Manifest) -> Message {
    match &manifest.form_number {
        Some(number) => message!("manifests-scanned-on-manifest", number = number),
        None => message!("manifests-scanned-on-new-manifest"),
    }
}

/// Drops the scans of parcels that are no longer in the lists of the day.
pub(super) fn forget_gone(me: &mut Manifests) {
    let Some(day) = me.day.value() else {
        return;
    };
    let here: BTreeSet<&ShipmentId> = day
        .groups
        .iter()
        .flat_map(|group| group.parcels.iter().map(|parcel| &parcel.id))
        .chain(day.left_out.iter().map(|left| &left.parcel.id))
        .collect();
    let marks = &mut me.scans.scanned_numbers;
    marks.retain(|id, _| here.contains(id));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_barcode_is_its_number_also_with_the_zip_before_it() {
        for (scanned, fits) in [
            ("9400111899223100000018", true),
            ("9400 1118 9922 3100 0000 18", true),
            ("420101189400111899223100000018", true),
            ("4201011801239400111899223100000018", true),
            ("\u{1d}420101189400111899223100000018", true),
            ("42010118940011189922310000001", false),
            ("42010118", false),
            ("", false),
        ] {
            let known = "9400111899223100000018";
            assert_eq!(is_number(known, &plain(scanned)), fits, "{scanned}");
        }
    }
}
