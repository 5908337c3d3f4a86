//! An order as the workspace keeps it: whom it goes to, what is in it, and what was done for it.
//! Plain data; where an order stands follows from its fields and is computed by
//! `order_state.rs`.

mod surplus_labels;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::order_label::{LabelStatus, OrderLabel};
use postroom_api::rate::Rate;
use postroom_base::id::{ShipmentId, TransactionId};
use postroom_base::measure::WeightUnit;
use postroom_base::money::{Amount, Money};
use postroom_parcel::draft::{AddressForm, PackageForm};
use postroom_tables::import_note::ImportNote;

/// One order of a shop. Texts are kept as they came, so that nothing is lost by reading them. A field
/// that is empty is not stored, as most are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Order {
    /// Unique within its source.
    pub number: String,
    /// Where it comes from, for example `Shopify` or the name of a mapping.
    pub source: String,
    /// The shop's own id, if the file has one beside the number. Two shops can have one number.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub shop_id: String,
    pub to: AddressForm,
    /// The parcels as imported or edited. Empty: a preset or the weight of the items makes one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parcels: Vec<PackageForm>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<OrderItem>,
    /// The shipping that the customer chose, in the shop's words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub shipping: String,
    /// The day on which the customer ordered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ordered: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ship_by: Option<Date>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reference: String,
    /// A remark of the customer or of the shop.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The value of the goods, if the source names it apart from the items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Money>,
    /// What the service says of the recipient's address, until a person decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggested_address: Option<Box<SuggestedAddress>>,
    /// Columns of the source that have no field here, under their own names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<(String, String)>,
    /// What the import changed or could not read. Each note that is a problem keeps the order in
    /// [`postroom_rows::order::OrderState::NeedsAttention`] until it is settled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub import_notes: Vec<ImportNote>,
    /// The text of the row if it could not be read as an order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw_row: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<ChosenPreset>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold: Option<Hold>,
    /// The keys of the rules whose hold a person has lifted. They do not hold the order again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lifted_holds: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub canceled: bool,
    /// The quote that the label is bought for. In a box, as few of a hundred thousand orders have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<Box<OrderQuote>>,
    /// The quote that the next return label is bought for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_quote: Option<Box<OrderQuote>>,
    /// The newest attempt to buy a label and the earlier ones, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<OrderLabel>,
    /// The labels whose files `postroom batch` has saved: it does not save them again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub saved_labels: Vec<TransactionId>,
    /// The runs that are saving files of labels at the moment.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub label_saves: Vec<LabelSave>,
    /// A newer file has other data, but the order is being bought or was bought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_in_file: Option<Box<ChangedInFile>>,
    /// Quantities that were checked by scanning, in the order of `items`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scanned: Vec<u32>,
    /// The digest of the rows that the order was read from; an equal one changes nothing.
    pub digest: String,
    /// The fields as the file had them, as
    /// [`crate::import::read_orders::imported_values`] writes them. A field that
    /// differs from it was changed by a person.
    pub imported: String,
    /// The key of the shop database that receives the tracking number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub write_back: Option<String>,
}

/// Who saves the files of a label. It is written before the files are, so that no other station saves
/// them too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LabelSave {
    pub label: TransactionId,
    pub station: String,
    pub since: Timestamp,
}

impl LabelSave {
    /// A station that has begun to save and not told of it for so long is taken to be gone.
    const LONGEST: SignedDuration = SignedDuration::from_mins(10);

    fn has_lapsed(&self, now: Timestamp) -> bool {
        now.duration_since(self.since).abs() >= Self::LONGEST
    }
}

impl Order {
    /// Takes the right to save the files of a label. False if they are saved, or another station is
    /// saving them.
    pub fn begin_label_save(&mut self, wanted: &LabelSave) -> bool {
        let is_refused = self.saved_labels.contains(&wanted.label)
            || self.label_saves.iter().any(|save| {
                save.label == wanted.label
                    && save.station != wanted.station
                    && !save.has_lapsed(wanted.since)
            });
        if !is_refused {
            self.label_saves.retain(|save| save.label != wanted.label);
            self.label_saves.push(wanted.clone());
        }
        !is_refused
    }

    /// Gives the right back, with the files saved or not.
    pub fn end_label_save(&mut self, label: &TransactionId, is_saved: bool) {
        self.label_saves.retain(|save| save.label != *label);
        if is_saved && !self.saved_labels.contains(label) {
            self.saved_labels.push(label.clone());
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderItem {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sku: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// As imported: a whole number, else the order needs attention.
    pub quantity: String,
    /// Of one piece.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub weight: String,
    pub weight_unit: WeightUnit,
    /// Of one piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Money>,
    /// Two-letter code or the name of a country.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub origin_country: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tariff_number: String,
    /// The shop's own id of this line, which some shops want back with the tracking number.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub line_id: String,
}

/// The service's answer to an address that it does not take as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SuggestedAddress {
    /// The service's spelling, or the address as typed if it has none.
    pub form: AddressForm,
    /// Why the service refuses the address; empty if it only spells it otherwise.
    pub remark: String,
}

/// Which preset the order has and who chose it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenPreset {
    /// The preset's key.
    pub key: String,
    pub by: ChosenBy,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChosenBy {
    Person,
    /// The key and the name of the rule, as it was named then.
    Rule {
        key: String,
        name: String,
    },
    /// The name of the preset was in the imported file.
    File,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    pub reason: String,
    /// The key of the rule that put the order on hold; `None` for a person. Applying rules again
    /// changes only a rule's hold.
    pub by_rule: Option<String>,
}

/// The quote of an order, with what it was asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrderQuote {
    pub rate: Rate,
    /// Digest of everything that the price depends on. A quote with another digest than the
    /// order's current one is outdated.
    pub inputs: String,
    pub at: Timestamp,
    /// The account that was asked, as `environment/account`.
    pub scope: String,
    /// The price that was shown before, if the latest rates changed it.
    #[serde(default)]
    pub changed_from: Option<Money>,
}

/// What a newer file says of an order that may not be overwritten.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChangedInFile {
    pub at: Timestamp,
    /// The name of the file.
    pub file: String,
    /// The order as the file has it.
    pub order: Order,
}

impl Order {
    /// The labels with this shipment.
    pub fn labels_of(&mut self, shipment: &ShipmentId) -> impl Iterator<Item = &mut OrderLabel> {
        let has_it = |label: &&mut OrderLabel| {
            let own = label.shipment.as_ref();
            own.is_some_and(|own| own.same_as(shipment))
        };
        self.labels.iter_mut().filter(has_it)
    }

    /// The attempt that was made last.
    pub fn newest_label(&self) -> Option<&OrderLabel> {
        self.labels.iter().rev().find(|label| !label.is_return)
    }

    /// The label that was bought and not refunded.
    pub fn bought_label(&self) -> Option<&OrderLabel> {
        let mut labels = self.labels.iter().rev();
        labels.find(|label| label.status == LabelStatus::Bought && !label.is_return)
    }

    /// The refunded label for which nobody has decided yet whether another is bought in its place.
    /// Until then the order is not bought.
    pub fn undecided_refund(&self) -> Option<&OrderLabel> {
        let mut labels = self.labels.iter().rev();
        let newest =
            labels.find(|label| !label.is_return && label.status != LabelStatus::NotBought)?;
        let is_decided = newest.refund.as_ref().is_some_and(|it| it.replace.is_some());
        (newest.status == LabelStatus::Refunded && !is_decided).then_some(newest)
    }

    /// Whether another label was bought in place of this one, whose refund was declined later.
    pub fn is_replaced(&self, label: &OrderLabel) -> bool {
        let mut labels = self.labels.iter();
        let is_newer = |other: &OrderLabel| {
            let is_bought = other.status == LabelStatus::Bought && !other.is_return;
            is_bought && other.sequence > label.sequence
        };
        label.refund.is_some() && labels.any(is_newer)
    }

    /// The return labels that were bought and not refunded, oldest first.
    pub fn return_labels(&self) -> impl Iterator<Item = &OrderLabel> {
        let labels = self.labels.iter();
        labels.filter(|label| label.is_return && label.status == LabelStatus::Bought)
    }

    /// The return label that is being bought, or may have been bought.
    pub fn open_return_label(&self) -> Option<&OrderLabel> {
        self.labels.iter().find(|label| {
            let is_open = matches!(label.status, LabelStatus::Buying | LabelStatus::InDoubt);
            is_open && label.is_return
        })
    }

    /// The sequence number of the next attempt: one that was never used.
    pub fn next_sequence(&self) -> u32 {
        let used = self.labels.iter().map(|label| label.sequence).max();
        used.unwrap_or_default().saturating_add(1)
    }

    /// Whether a purchase was begun whose outcome is open or that was bought. Such an order is not
    /// overwritten by an import.
    pub fn may_have_cost_money(&self) -> bool {
        let labels = self.labels.iter().filter(|label| !label.is_return);
        labels.into_iter().any(|label| {
            matches!(label.status, LabelStatus::Buying | LabelStatus::InDoubt | LabelStatus::Bought)
        })
    }

    /// The notes that are problems and not settled.
    pub fn open_import_problems(&self) -> impl Iterator<Item = &ImportNote> {
        let notes = self.import_notes.iter();
        notes.filter(|note| note.kind.is_problem() && !note.settled)
    }

    /// The value of the goods: the items if each has a value of one currency, else the total.
    pub fn value(&self) -> Option<Money> {
        let of_items = || {
            let first = self.items.first()?.value?;
            let mut sum = Amount::ZERO;
            for item in &self.items {
                let value = item.value.filter(|it| it.currency == first.currency)?;
                let pieces = item.pieces()?;
                sum = sum.checked_add(value.amount.checked_mul(i64::from(pieces))?)?;
            }
            Some(Money::new(sum, first.currency))
        };
        of_items().or(self.total)
    }
}

impl OrderItem {
    /// `None` if the quantity is no whole number from 1 to a million.
    pub fn pieces(&self) -> Option<u32> {
        let pieces: u32 = self.quantity.trim().parse().ok()?;
        (1..=1_000_000).contains(&pieces).then_some(pieces)
    }
}
