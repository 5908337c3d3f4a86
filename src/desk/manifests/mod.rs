//! Manifests (sections 2.21 and 4.7): shipments without a manifest, creating a manifest, polling it
//! until its form is generated, and the list of manifests.
//!
//! A shipment in a response does not say whether it is on a manifest; the manifests name their
//! shipments. So the manifests of the last weeks are stored in the cache with the shipments.

pub mod closing;
mod follow;
pub mod groups;
mod handed_over;
mod leave_account;
mod order;
mod parcel_of_shipment;
mod regroup;
pub mod reminder;
mod unsupported_carriers;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::api::address::Address;
use crate::api::carrier::Carrier;
use crate::api::carrier_account::CarrierAccount;
use crate::api::listing::Listing;
use crate::api::manifest::Manifest;
use crate::base::clock::Stopwatch;
use crate::base::id::{CarrierAccountId, ManifestId, ShipmentId};
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::saved_values::SavedValue;
use crate::desk::kernel::{pace, saved_values};
use crate::desk::manifests::closing::Scans;
pub(in crate::desk) use crate::desk::manifests::follow::refresh;
use crate::desk::manifests::follow::{load_older, merge, watch, watch_soon};
use crate::desk::manifests::groups::{GroupId, UnmanifestedShipments};
pub use crate::desk::manifests::unsupported_carriers::is_without_manifests;
use crate::store::cache::{Cache, Scope};

/// Saves what must survive a restart.
const KEEP: Slot<Manifests> = Slot::until_finished("manifests to keep");

/// Shipments bought longer ago are not examined, and manifests made longer ago are only fetched on
/// request.
const LOOK_BACK: SignedDuration = SignedDuration::from_hours(31 * 24);
/// Shipments examined, newest first.
pub const MOST_SHIPMENTS: u32 = 5_000;
/// Manifests saved for the next start.
const MOST_KEPT: usize = 200;

const ORDERS: &str = "manifest-orders";
const KNOWN: &str = "manifests";
/// Has no content; its time is when the list was last received. `KNOWN` is stored more often.
const LISTED: &str = "manifests-listed";
const SCANS: &str = "closing-scan";
const VOUCHED: &str = "manifests-vouched";
const REFUSERS: &str = "manifest-refusers";

/// What manifests need to know about carriers. Copied here after each change of the carriers.
#[derive(Debug, Default)]
pub(in crate::desk) struct KnownToManifests {
    pub list: Option<Arc<Vec<Carrier>>>,
    pub accounts: Option<Arc<Vec<CarrierAccount>>>,
}

#[derive(Debug, Default)]
pub struct Manifests {
    /// Shipments in the cache that are on no manifest yet.
    pub day: Remote<UnmanifestedShipments>,
    /// Newest first.
    pub known: Vec<Arc<Manifest>>,
    /// State of the last fetch of the list.
    pub list: Remote<()>,
    /// Why the list is known to be incomplete, in one sentence.
    pub incomplete: Option<Message>,
    /// Where to continue reading older manifests.
    pub older: OlderManifests,
    /// Manifests requested whose result is not certain yet.
    pub orders: Vec<ManifestOrder>,
    /// Orders whose response was lost and whose manifest the user knows to exist.
    pub(in crate::desk) confirmed_orders: Vec<ManifestOrder>,
    /// Why the last manifest was not made.
    pub refused: Option<Trouble>,
    /// The texts of notices about requested manifests, each with the text that replaces it once
    /// no form is pending.
    requested_notices: Vec<(Message, Message)>,
    pub scans: Scans,
    /// Carrier accounts that refused to make a manifest.
    unsupported: BTreeSet<CarrierAccountId>,
    /// The names of carriers that offer no tracking.
    pub(in crate::desk) untracked: Arc<BTreeSet<String>>,
    /// The saved values of this account are loaded; before that no manifest can be created.
    pub restored: bool,
    /// Something changed before the saved values were loaded, and has to be saved.
    unsaved: bool,
    /// Time since queued manifests were last polled.
    polled: Option<Stopwatch>,
    /// Rounds of polling that brought no change.
    rounds: u32,
    stale: bool,
    /// Time since the last grouping, and the pause after it.
    grouped: Option<(Stopwatch, Duration)>,
    /// When the groups are made again because the day changes at an origin.
    next_day: Option<Timestamp>,
    /// Shipments that are grouped however many newer ones there are, and whatever their age.
    sought: Vec<ShipmentId>,
    /// The groups do not have the shipments sought yet.
    seeking: bool,
    pub(in crate::desk) carriers: KnownToManifests,
}

#[derive(Clone, Debug, Default)]
pub struct OlderManifests {
    pub(in crate::desk) listing: Option<Listing>,
    /// Pages read so far.
    pub pages: u64,
    pub complete: bool,
}

/// A requested manifest. It stays until the outcome is certain. The service has no transaction id
/// for it, so an order with an unknown outcome is searched for in the list before it is sent again.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ManifestOrder {
    /// Our own id of the order.
    pub number: String,
    pub account: CarrierAccountId,
    pub from: Address,
    /// `YYYY-MM-DD`
    pub ship_date: String,
    pub shipments: Vec<ShipmentId>,
    /// Unix microseconds on the server's clock.
    pub asked: i64,
    /// A response was lost once. A later refusal then does not prove that no manifest was made.
    pub doubted: bool,
    #[serde(skip)]
    pub status: ManifestOrderStatus,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ManifestOrderStatus {
    Sending,
    /// The list is being searched for it. Initial status of orders loaded at the start.
    #[default]
    Checking,
    /// The list was searched repeatedly and does not contain it. The request may still arrive.
    Absent,
    /// The list cannot tell, for this reason. The user asks the carrier and decides.
    InDoubt(Message),
}

#[derive(Clone, Debug)]
pub enum ManifestIntent {
    Refresh,
    LoadOlder,
    Create {
        group: GroupId,
        shipments: Vec<ShipmentId>,
    },
    /// Searches the list again for an order with an unknown outcome.
    SearchListAgain(String),
    /// Searches the list again, and sends the request again if the manifest is not there.
    SendOrderAgain(String),
    /// The user learned elsewhere that the manifest exists.
    ConfirmManifestExists(String),
    DismissRefused,
    /// Groups these shipments too, however old they are, until others are sought.
    Seek(Vec<ShipmentId>),
    /// One or more numbers, as a scanner types them.
    Scan(String),
    Unscan(ShipmentId),
    ClearScans,
}

/// Progress of a manifest's form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormState {
    Queued,
    Generated,
    /// In the service's words.
    Other(String),
}

impl FormState {
    pub fn of_manifest(manifest: &Manifest) -> Self {
        let codes = || {
            let messages = manifest.messages.iter();
            messages
                .filter_map(|message| message.code.as_deref())
                .chain(manifest.message_code.as_deref())
        };
        let says = |code: &str| codes().any(|known| known.eq_ignore_ascii_case(code));
        if manifest.form_url.is_some() || says("MANIFEST_GENERATED") {
            return Self::Generated;
        }
        let other = codes().find(|code| !code.ends_with("FIELD_DEPRECATED"));
        if says("MANIFEST_QUEUED") || other.is_none() {
            return Self::Queued;
        }
        let words = manifest.messages.iter().find_map(|message| message.description.clone());
        Self::Other(words.or(other.map(str::to_owned)).unwrap_or_default())
    }
}

impl Manifests {
    /// Whether a shipment is on a known manifest.
    pub fn is_on_manifest(&self, shipment: &ShipmentId) -> bool {
        self.shipments_on_manifests().contains(shipment.as_str())
    }

    /// All shipments on known manifests.
    pub(in crate::desk) fn shipments_on_manifests(&self) -> BTreeSet<&str> {
        let ids = self.known.iter().flat_map(|it| &it.shipment_ids);
        let vouched = self.confirmed_orders.iter().flat_map(|it| &it.shipments);
        let ids = ids.map(String::as_str);
        ids.chain(vouched.map(ShipmentId::as_str)).collect()
    }

    pub fn by_id(&self, id: &ManifestId) -> Option<&Arc<Manifest>> {
        let is = |manifest: &&Arc<Manifest>| manifest.id.as_ref() == Some(id);
        self.known.iter().find(is)
    }

    /// Whether shipments are sought that the groups do not have yet.
    pub fn is_seeking(&self) -> bool {
        self.seeking
    }

    /// Number of shipments that are on no manifest yet and still to be handed over. Those of a carrier
    /// without tracking are not counted, because nothing says when it has them.
    pub fn waiting(&self) -> u64 {
        let parcels = self.day.value().into_iter().flat_map(|day| day.to_hand_over(Date::MAX));
        parcels.filter(|parcel| !self.untracked.contains(&parcel.account_name)).count() as u64
    }
}

pub(in crate::desk) fn apply(me: &mut Manifests, ctx: &mut Ctx<'_>, intent: ManifestIntent) {
    match intent {
        ManifestIntent::Refresh => refresh(me, ctx),
        ManifestIntent::LoadOlder => load_older(me, ctx),
        ManifestIntent::Create { group, shipments } => order::create(me, ctx, &group, &shipments),
        ManifestIntent::SearchListAgain(number) => order::look_up(me, ctx, &number),
        ManifestIntent::SendOrderAgain(number) => order::ask_again(me, ctx, &number),
        ManifestIntent::ConfirmManifestExists(number) => order::it_was_made(me, ctx, &number),
        ManifestIntent::DismissRefused => me.refused = None,
        ManifestIntent::Seek(shipments) => regroup::seek(me, shipments),
        ManifestIntent::Scan(text) => closing::scan(me, ctx, &text),
        ManifestIntent::Unscan(id) => closing::unscan(me, ctx, &id),
        ManifestIntent::ClearScans => closing::clear(me, ctx),
    }
}

/// The saved manifest data of one account.
#[derive(Default)]
pub(in crate::desk) struct Rows {
    known: Vec<Manifest>,
    listed: SavedValue<()>,
    orders: Vec<ManifestOrder>,
    vouched: Vec<ManifestOrder>,
    scans: std::collections::BTreeMap<ShipmentId, BTreeSet<String>>,
    refusers: BTreeSet<CarrierAccountId>,
}

pub(in crate::desk) async fn rows(cache: &Cache, scope: &Scope) -> Rows {
    let given = Some(scope);
    Rows {
        known: saved_values::read(cache, given, KNOWN).await.unwrap_or_default(),
        listed: saved_values::read_with_time(cache, given, LISTED).await,
        orders: saved_values::read(cache, given, ORDERS).await.unwrap_or_default(),
        vouched: saved_values::read(cache, given, VOUCHED).await.unwrap_or_default(),
        scans: saved_values::read(cache, given, SCANS).await.unwrap_or_default(),
        refusers: saved_values::read(cache, given, REFUSERS).await.unwrap_or_default(),
    }
}

pub(in crate::desk) fn show(me: &mut Manifests, ctx: &mut Ctx<'_>, rows: Rows) {
    let manifests = &mut *me;
    if let Some(((), at)) = rows.listed
        && manifests.list.known().is_none()
        && !manifests.list.is_loading()
    {
        manifests.list = Remote::from_cache((), at);
    }
    // Manifests received in this run are newer than the saved ones.
    let there: BTreeSet<_> = manifests.known.iter().map(|it| it.id.clone()).collect();
    let known = rows.known.into_iter().filter(|it| !there.contains(&it.id)).collect();
    merge(&mut manifests.known, known);
    for order in rows.orders {
        if !manifests.orders.iter().any(|it| it.number == order.number) {
            manifests.orders.push(order);
        }
    }
    for order in rows.vouched {
        if !manifests.confirmed_orders.iter().any(|it| it.number == order.number) {
            manifests.confirmed_orders.push(order);
        }
    }
    for (id, numbers) in rows.scans {
        manifests.scans.scanned_numbers.entry(id).or_default().extend(numbers);
    }
    manifests.unsupported.extend(rows.refusers);
    manifests.restored = true;
    handed_over::announce_recent(manifests, ctx);
    if std::mem::take(&mut manifests.unsaved) {
        changed(me, ctx);
    }
    me.stale = true;
    if ctx.link.is_some() {
        order::resume(me, ctx);
        watch_soon(me, ctx);
    }
}

/// There is a connection: reloads the list and searches for orders whose response was lost.
pub(in crate::desk) fn resume(me: &mut Manifests, ctx: &mut Ctx<'_>) {
    refresh(me, ctx);
    order::resume(me, ctx);
}

/// Shipments or manifests changed, so they are grouped again soon.
pub(in crate::desk) fn mark_regroup_needed(me: &mut Manifests) {
    me.stale = true;
}

/// Saves what must survive a restart, and marks the grouping as outdated.
pub(in crate::desk) fn changed(me: &mut Manifests, ctx: &mut Ctx<'_>) {
    ctx.announce(Event::RefundsChanged);
    me.stale = true;
    let (Some(scope), cache) = (ctx.scope.clone(), ctx.cache.clone()) else {
        return;
    };
    if !me.restored {
        // Saving now would overwrite values that are not loaded yet.
        me.unsaved = true;
        return;
    }
    let manifests = &*me;
    let known: Vec<&Manifest> = manifests.known.iter().take(MOST_KEPT).map(|it| &**it).collect();
    let values = [
        (KNOWN, serde_json::to_string(&known)),
        (ORDERS, serde_json::to_string(&manifests.orders)),
        (VOUCHED, serde_json::to_string(&manifests.confirmed_orders)),
        (SCANS, serde_json::to_string(&manifests.scans.scanned_numbers)),
        (REFUSERS, serde_json::to_string(&manifests.unsupported)),
    ];
    ctx.jobs.start(KEEP, |_| async move {
        for (key, json) in values {
            let Ok(json) = json else { continue };
            saved_values::logged(cache.put(Some(&scope), key, json).await);
        }
    });
}

pub(in crate::desk) use crate::desk::manifests::follow::pause;

pub(in crate::desk) fn work_when_due(me: &mut Manifests, ctx: &mut Ctx<'_>) {
    regroup::regroup_when_due(me, ctx);
    let due = me.polled.as_ref().is_some_and(|since| since.elapsed() >= pause(me, ctx));
    if due {
        me.polled = None;
        watch(me, ctx);
    }
}

/// Time until the next grouping or the next round of polling, whichever is sooner; `None` if
/// neither is pending.
pub(in crate::desk) fn next_wake(me: &Manifests, ctx: &Ctx<'_>) -> Option<Duration> {
    let poll = pace::remaining(me.polled.as_ref(), follow::pause(me, ctx));
    let group = regroup::next_wake(me, ctx);
    poll.into_iter().chain(group).min()
}
