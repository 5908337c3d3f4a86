//! What became of one attempt to buy a label, and what follows for its order.

use jiff::Timestamp;

use crate::order::Order;
use crate::order_label::{LabelStatus, OrderLabel};
use postroom_api::shipment::Shipment;
use postroom_base::id::{ShipmentId, TransactionId};
use postroom_base::locale::Message;
use postroom_base::money::Money;
use postroom_parcel::rate_ranking::service_name;

/// What became of one attempt to buy a label, as far as it is known.
#[derive(Clone, Debug)]
pub enum Fate {
    /// In the journal and not sent.
    NotSent,
    InDoubt,
    Bought(Box<BoughtLabel>),
    /// With the reason, if the service gave one.
    NotBought(Message),
    /// Neither the journal nor the service has it: it was never sent.
    NeverSent,
}

#[derive(Clone, Debug, Default)]
pub struct BoughtLabel {
    pub shipment: Option<ShipmentId>,
    pub charged: Option<Money>,
    pub carrier: String,
    pub service: String,
    pub tracking_numbers: Vec<String>,
    pub at: Option<Timestamp>,
}

impl BoughtLabel {
    pub fn of_shipment(shipment: &Shipment, charged: Option<Money>, at: Timestamp) -> Self {
        let number = shipment.tracking_number().map(ToString::to_string);
        Self {
            shipment: postroom_api::shipment::id_of(shipment),
            charged,
            carrier: shipment.carrier_code.clone().unwrap_or_default(),
            service: shipment.service.as_ref().map(service_name).unwrap_or_default(),
            tracking_numbers: number.into_iter().collect(),
            at: Some(at),
        }
    }
}

/// Applies the fate of an attempt to its label. Returns whether it changed anything. What was paid for
/// stays paid for, whatever a slower answer says.
pub fn apply_fate(order: &mut Order, transaction: &TransactionId, fate: &Fate) -> bool {
    let labels = &mut order.labels;
    let Some(place) = labels.iter().position(|label| label.transaction == *transaction) else {
        return false;
    };
    let Some(label) = labels.get_mut(place) else {
        return false;
    };
    if label.was_bought() && !matches!(fate, Fate::Bought(_)) {
        return false;
    }
    if matches!(fate, Fate::NeverSent) {
        labels.remove(place);
        return true;
    }
    let before = label.clone();
    match fate {
        Fate::NotSent => label.status = LabelStatus::Buying,
        Fate::InDoubt => label.status = LabelStatus::InDoubt,
        Fate::NotBought(refusal) => {
            label.status = LabelStatus::NotBought;
            label.refusal.clone_from(refusal);
        }
        Fate::Bought(bought) => mark_bought(label, bought),
        Fate::NeverSent => {}
    }
    *label != before
}

/// Applies the fate of an attempt of this computer. Once another computer has taken the purchase over,
/// only that one knows what became of it; that it was bought is true whoever says so.
pub fn apply_fate_of(
    station: &str,
    order: &mut Order,
    transaction: &TransactionId,
    fate: &Fate,
) -> bool {
    let mut labels = order.labels.iter();
    let label = labels.find(|label| label.transaction == *transaction);
    let is_theirs = label.is_some_and(|label| label.station != station);
    if is_theirs && !matches!(fate, Fate::Bought(_)) {
        return false;
    }
    apply_fate(order, transaction, fate)
}

fn mark_bought(label: &mut OrderLabel, bought: &BoughtLabel) {
    // A refund that was requested meanwhile stays.
    if label.status != LabelStatus::Refunded {
        label.status = LabelStatus::Bought;
    }
    label.refusal = Message::default();
    label.shipment.clone_from(&bought.shipment);
    label.charged = bought.charged.or(label.charged);
    label.bought = bought.at.or(label.bought);
    for (mine, theirs) in
        [(&mut label.carrier, &bought.carrier), (&mut label.service, &bought.service)]
    {
        if !theirs.is_empty() {
            mine.clone_from(theirs);
        }
    }
    if !bought.tracking_numbers.is_empty() {
        label.tracking_numbers.clone_from(&bought.tracking_numbers);
    }
}
