//! Asking for a manifest. It moves no money, but it cannot be taken back and carries no
//! transaction id: so it is written down before it is sent, and one whose answer was lost is
//! searched for in the list before anything is sent again (`docs/money.md`).

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::follow::{arrived, merge, watch_soon};
use super::groups::GroupId;
use super::{ORDERS, Order, OrderStatus, changed, look};
use crate::api;
use crate::api::address::Address;
use crate::api::error::{ApiError, Certainty};
use crate::api::manifest::{Manifest, ManifestRequest};
use crate::api::page::DateRange;
use crate::api::shipment::Key;
use crate::base::id::ShipmentId;
use crate::desk::jobs::Slot;
use crate::desk::link::{self, Link, Setback};
use crate::desk::state::{Tone, Trouble};
use crate::desk::{Desk, practice, trouble};
use crate::store::cache::CacheError;

/// The server dates its manifests by its own clock.
const MARGIN: SignedDuration = SignedDuration::from_hours(48);
/// The end of a notice, until it is [`HERE`].
pub(super) const COMES: &str = "asked for. The form comes automatically.";
pub(super) const HERE: &str = "the form is ready";
/// Pages of the list read for one look.
const PAGES: usize = 50;

impl Order {
    fn request(&self) -> ManifestRequest {
        // The id alone stands for a stored address (section 2.6), and is preferred.
        let from = match &self.from.id {
            Some(id) => Address::by_id(id.clone()),
            None => self.from.clone(),
        };
        ManifestRequest {
            from_address: from,
            carrier_account_id: self.account.clone(),
            key: Key::ShipmentId,
            value: self.shipments.iter().map(ToString::to_string).collect(),
            ship_date: Some(self.ship_date.clone()),
            asynchronous: true,
        }
    }

    /// A manifest that holds every one of its shipments is the one asked for.
    pub(super) fn is_in(&self, manifest: &Manifest) -> bool {
        let holds = |id: &ShipmentId| manifest.shipment_ids.iter().any(|it| it == id.as_str());
        !self.shipments.is_empty() && self.shipments.iter().all(holds)
    }
}

pub(super) fn create(desk: &mut Desk, group: &GroupId, shipments: &[ShipmentId]) {
    if desk.link.is_none() {
        return desk.notice(Tone::Warning, "Connect first to make a manifest", None);
    }
    let manifests = &desk.state.manifests;
    let mut groups = manifests
        .day
        .value()
        .into_iter()
        .flat_map(|day| &day.groups);
    let Some(group) = groups.find(|known| known.id == *group) else {
        return;
    };
    // A second click finds the first one's shipments asked for already.
    let free = |id: &ShipmentId| !manifests.orders.iter().any(|it| it.shipments.contains(id));
    let shipments: Vec<ShipmentId> = group
        .parcels
        .iter()
        .map(|parcel| parcel.id.clone())
        .filter(|id| shipments.contains(id) && free(id))
        .collect();
    if shipments.is_empty() {
        return;
    }
    let now = desk.clock.now();
    let count = match shipments.len() {
        1 => "1 shipment".to_owned(),
        count => format!("{count} shipments"),
    };
    let order = Order {
        number: uuid::Uuid::new_v4().to_string(),
        title: format!("of {count}"),
        account: group.id.account.clone(),
        from: group.from.clone(),
        ship_date: group.id.ship_date.to_string(),
        shipments,
        asked: practice::now(desk).min(now).as_microsecond(),
        doubted: false,
        status: OrderStatus::Sending,
    };
    let number = order.number.clone();
    desk.state.manifests.refused = None;
    desk.state.manifests.orders.push(order);
    send(desk, &number);
}

/// Written down first, then sent.
fn send(desk: &mut Desk, number: &str) {
    let (Some(link), Some(scope)) = (desk.link.clone(), desk.scope.clone()) else {
        return;
    };
    let Some(order) = order_mut(desk, number) else {
        return;
    };
    order.status = OrderStatus::Sending;
    let request = order.request();
    look(desk);
    let Ok(json) = serde_json::to_string(&desk.state.manifests.orders) else {
        return;
    };
    let (cache, number) = (desk.cache.clone(), number.to_owned());
    let slot = Slot::ManifestOrder(number.clone());
    desk.jobs.start(slot, |outbox| async move {
        if let Err(error) = cache.put(Some(&scope), ORDERS, json).await {
            let fold = move |desk: &mut Desk| not_recorded(desk, &number, &error);
            return outbox.send(fold).await;
        }
        let answer = link.client.send(api::manifest::create(&request)).await;
        let answer = answer.map(|answer| answer.value);
        outbox
            .send(move |desk| answered(desk, &number, answer))
            .await;
    });
}

fn not_recorded(desk: &mut Desk, number: &str, error: &CacheError) {
    let trouble = trouble::local("Writing down the manifest asked for", error);
    give_up(desk, number, trouble);
}

fn answered(desk: &mut Desk, number: &str, answer: Result<Manifest, ApiError>) {
    let error = match answer {
        Ok(manifest) => {
            merge(&mut desk.state.manifests.known, vec![manifest]);
            desk.timers.manifest_rounds = 0;
            resolved(desk, number);
            changed(desk);
            return watch_soon(desk);
        }
        Err(error) => error,
    };
    let certainty = error.certainty();
    let unsupported = error.has_code("MANIFEST.NOT_SUPPORTED");
    let heeded: Result<(), Trouble> = desk.heed(Err(link::setback(&error)));
    let (Some(order), Err(trouble)) = (order_mut(desk, number), heeded) else {
        return;
    };
    let account = order.account.clone();
    match certainty {
        // Nothing came of this try; what became of an earlier one is as open as before.
        Certainty::NotSent | Certainty::Refused if order.doubted => {
            search(desk, number, Then::Believe(Box::new(trouble)));
        }
        Certainty::NotSent | Certainty::Refused => {
            if unsupported {
                desk.state.manifests.unsupported.insert(account);
            }
            give_up(desk, number, trouble);
        }
        Certainty::Unknown => {
            order.doubted = true;
            changed(desk);
            search(desk, number, Then::Wait);
        }
    }
}

/// The order was not carried out: its shipments are free again.
fn give_up(desk: &mut Desk, number: &str, trouble: Trouble) {
    desk.state.manifests.orders.retain(|it| it.number != number);
    desk.state.manifests.refused = Some(trouble);
    changed(desk);
}

/// A manifest holds its shipments, however that was learned.
pub(super) fn resolved(desk: &mut Desk, number: &str) {
    let manifests = &mut desk.state.manifests;
    let Some(at) = manifests.orders.iter().position(|it| it.number == number) else {
        return;
    };
    let order = manifests.orders.remove(at);
    for id in &order.shipments {
        manifests.scans.marks.remove(id);
    }
    let words = format!("Manifest {}: {COMES}", order.title);
    desk.notice(Tone::Good, words, None);
}

/// At the start of a connection: whatever is not certain is searched for.
pub(super) fn resume(desk: &mut Desk) {
    let numbers: Vec<String> = desk
        .state
        .manifests
        .orders
        .iter()
        .filter(|order| order.status == OrderStatus::Checking)
        .map(|order| order.number.clone())
        .collect();
    for number in numbers {
        look_up(desk, &number);
    }
}

pub(super) fn look_up(desk: &mut Desk, number: &str) {
    let Some(order) = order_mut(desk, number) else {
        return;
    };
    if order.status != OrderStatus::Sending {
        order.doubted = true;
        search(desk, number, Then::Wait);
    }
}

/// Only after one more look that was answered is it sent again.
pub(super) fn ask_again(desk: &mut Desk, number: &str) {
    let Some(order) = order_mut(desk, number) else {
        return;
    };
    if order.status == OrderStatus::Absent {
        search(desk, number, Then::Send);
    }
}

/// Where the list cannot tell, a person can: its shipments are handed over.
pub(super) fn it_was_made(_desk: &mut Desk, _number: &str) {}

/// What to do when a manifest is not in the list after every look.
#[derive(Clone)]
enum Then {
    /// Say so, and leave the next step to a person.
    Wait,
    /// A later try was refused, and that is now to be believed.
    Believe(Box<Trouble>),
    Send,
}

/// Looks into the list at growing intervals. A look without an answer proves nothing and
/// is repeated.
fn search(desk: &mut Desk, number: &str, then: Then) {
    let Some(link) = desk.link.clone() else {
        return;
    };
    let Some(order) = order_mut(desk, number) else {
        return;
    };
    order.status = OrderStatus::Checking;
    let order = order.clone();
    let looks = match then {
        Then::Send => desk.pace.look_ups.iter().take(1).copied().collect(),
        _ => desk.pace.look_ups.clone(),
    };
    let unanswered = desk.pace.unanswered;
    let slot = Slot::ManifestOrder(order.number.clone());
    desk.jobs.start(slot, |outbox| async move {
        for pause in looks {
            tokio::time::sleep(pause).await;
            let found = loop {
                match made_since(&link, &order).await {
                    Ok(found) => break found,
                    Err(setback) => {
                        let heed = move |desk: &mut Desk| {
                            let _: Result<(), Trouble> = desk.heed(Err(setback));
                        };
                        outbox.send(heed).await;
                        tokio::time::sleep(unanswered).await;
                    }
                }
            };
            let made = found.iter().any(|manifest| order.is_in(manifest));
            outbox.send(move |desk| arrived(desk, found)).await;
            if made {
                return outbox.send(watch_soon).await;
            }
        }
        outbox
            .send(move |desk| not_there(desk, &order.number, then))
            .await;
    });
}

fn not_there(desk: &mut Desk, number: &str, then: Then) {
    match then {
        Then::Believe(trouble) => give_up(desk, number, *trouble),
        Then::Send => send(desk, number),
        Then::Wait => {
            if let Some(order) = order_mut(desk, number) {
                order.status = OrderStatus::Absent;
            }
        }
    }
}

/// Every manifest of about the time of an order and later.
async fn made_since(link: &Arc<Link>, order: &Order) -> Result<Vec<Manifest>, Setback> {
    let asked = Timestamp::from_microsecond(order.asked).unwrap_or_default();
    let range = DateRange {
        start: asked.checked_sub(MARGIN).ok(),
        end: None,
    };
    let mut found = Vec::new();
    let mut token: Option<String> = None;
    for _ in 0..PAGES {
        let call = api::manifest::list(range, token.as_deref());
        let page = link.ask(call).await?;
        found.extend(page.results);
        token = page.next_page.filter(|next| token.as_ref() != Some(next));
        if token.is_none() {
            break;
        }
    }
    Ok(found)
}

fn order_mut<'a>(desk: &'a mut Desk, number: &str) -> Option<&'a mut Order> {
    let orders = &mut desk.state.manifests.orders;
    orders.iter_mut().find(|order| order.number == number)
}
