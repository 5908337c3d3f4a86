//! What a person changes of an order, and what each edit does to it.

use jiff::Timestamp;
use jiff::civil::Date;
use postroom_base::measure::{LengthUnit, WeightUnit};

use crate::order::{ChosenBy, ChosenPreset, Hold, Order, OrderItem};
use crate::order_label::{LabelStatus, OrderLabel};
use crate::rules::lift_hold;
use postroom_parcel::address_check::KEPT_AS_TYPED;
use postroom_parcel::draft::{AddressField, AddressForm, PackageForm, Weighed};
use postroom_tables::import_note::ImportNoteKind;

/// What a person changes of an order.
#[derive(Clone, Debug, PartialEq)]
pub enum OrderEdit {
    /// One field of the recipient.
    To(AddressField, String),
    Recipient(Box<AddressForm>),
    /// The weight of the first parcel; makes a parcel if the order has none.
    Weight {
        text: String,
        unit: WeightUnit,
        weighed: Option<Weighed>,
    },
    /// Length, width and height of the first parcel, as typed.
    Size([String; 3]),
    /// The unit of the size of the first parcel.
    SizeUnit(LengthUnit),
    Parcels(Vec<PackageForm>),
    Items(Vec<OrderItem>),
    /// `None` leaves the choice to the rules.
    Preset(Option<String>),
    ShipBy(Option<Date>),
    Shipping(String),
    Reference(String),
    Note(String),
    Hold(String),
    Release,
    Cancel,
    Restore,
    /// A person has looked at what the import could not read.
    SettleNote(usize),
    /// Of an order that a newer file changed after its label was bought: the file's version is
    /// seen and put aside.
    DismissFileVersion,
    /// Takes the service's spelling of the address.
    AcceptSuggestion,
    /// Keeps the address as it is; it is not checked again.
    KeepAddress,
    /// Pieces that were checked by scanning, in the order of the items.
    Scanned(Vec<u32>),
    /// Each of these, in this sequence, undone together.
    Several(Vec<OrderEdit>),
    /// The parcel was handed to a carrier that takes no manifests.
    HandOver(Timestamp),
    /// A person decides that another label is bought in place of the refunded one.
    ReplaceRefunded(Timestamp),
}

impl OrderEdit {
    /// Whether it changes nothing that a label depends on.
    pub fn is_allowed_after_purchase(&self) -> bool {
        match self {
            Self::Several(edits) => edits.iter().all(Self::is_allowed_after_purchase),
            edit => matches!(
                edit,
                Self::Note(_)
                    | Self::DismissFileVersion
                    | Self::SettleNote(_)
                    | Self::Scanned(_)
                    | Self::HandOver(_)
            ),
        }
    }
}

pub fn apply_edit(order: &mut Order, edit: &OrderEdit) {
    match edit {
        OrderEdit::To(field, text) => {
            field.text_mut(&mut order.to).clone_from(text);
            order.to.stored = None;
            order.to.verification = None;
            order.suggested_address = None;
            if *field == AddressField::Country {
                settle(order, &[ImportNoteKind::CountryUnknown]);
            }
        }
        OrderEdit::Recipient(form) => {
            order.to = (**form).clone();
            order.suggested_address = None;
        }
        OrderEdit::Weight { text, unit, weighed } => {
            edit_first_parcel(order, |parcel| {
                parcel.weight.clone_from(text);
                parcel.weight_unit = *unit;
                parcel.weighed.clone_from(weighed);
            });
            if !text.trim().is_empty() {
                settle(order, &[ImportNoteKind::WeightUnreadable, ImportNoteKind::WeightUnclear]);
            }
        }
        OrderEdit::Size([length, width, height]) => {
            edit_first_parcel(order, |parcel| {
                parcel.length.clone_from(length);
                parcel.width.clone_from(width);
                parcel.height.clone_from(height);
            });
            if [length, width, height].iter().all(|side| !side.trim().is_empty()) {
                settle(order, &[ImportNoteKind::SizeUnreadable, ImportNoteKind::SizeUnclear]);
            }
        }
        OrderEdit::SizeUnit(unit) => {
            edit_first_parcel(order, |parcel| parcel.length_unit = *unit);
        }
        OrderEdit::Parcels(parcels) => order.parcels.clone_from(parcels),
        OrderEdit::Items(items) => {
            order.items.clone_from(items);
            if items.iter().all(|item| item.pieces().is_some()) {
                settle(order, &[ImportNoteKind::QuantityUnreadable]);
            }
        }
        OrderEdit::Preset(key) => {
            order.preset = key.clone().map(|key| ChosenPreset { key, by: ChosenBy::Person });
        }
        OrderEdit::ShipBy(day) => order.ship_by = *day,
        OrderEdit::Shipping(text) => order.shipping.clone_from(text),
        OrderEdit::Reference(text) => order.reference.clone_from(text),
        OrderEdit::Note(text) => order.note.clone_from(text),
        OrderEdit::Hold(reason) => {
            order.hold = Some(Hold { reason: reason.clone(), by_rule: None });
        }
        OrderEdit::Release => lift_hold(order),
        OrderEdit::Cancel => order.canceled = true,
        OrderEdit::Restore => order.canceled = false,
        OrderEdit::SettleNote(place) => {
            if let Some(note) = order.import_notes.get_mut(*place) {
                note.settled = true;
            }
        }
        OrderEdit::DismissFileVersion => order.changed_in_file = None,
        OrderEdit::AcceptSuggestion => {
            if let Some(suggested) = order.suggested_address.take() {
                order.to = suggested.form;
            }
        }
        OrderEdit::KeepAddress => {
            order.suggested_address = None;
            order.to.verification = Some(KEPT_AS_TYPED.to_owned());
        }
        OrderEdit::Scanned(pieces) => order.scanned.clone_from(pieces),
        OrderEdit::Several(edits) => edits.iter().for_each(|edit| apply_edit(order, edit)),
        OrderEdit::HandOver(at) => {
            let is_bought =
                |label: &&mut OrderLabel| label.status == LabelStatus::Bought && !label.is_return;
            if let Some(label) = order.labels.iter_mut().rev().find(is_bought) {
                label.handed_over = Some(*at);
            }
        }
        OrderEdit::ReplaceRefunded(at) => replace_refunded(order, *at),
    }
}

/// What the import could not read of a field is settled once a person has given the field a value.
fn settle(order: &mut Order, kinds: &[ImportNoteKind]) {
    for note in &mut order.import_notes {
        note.settled |= kinds.contains(&note.kind);
    }
}

/// Lets the order be bought anew, at prices that are asked for anew.
fn replace_refunded(order: &mut Order, at: Timestamp) {
    let undecided = order.undecided_refund();
    let Some(sequence) =
        undecided.filter(|label| label.can_be_replaced()).map(|label| label.sequence)
    else {
        return;
    };
    let mut labels = order.labels.iter_mut();
    let label = labels.find(|label| label.sequence == sequence && !label.is_return);
    if let Some(refund) = label.and_then(|label| label.refund.as_mut()) {
        refund.replace = Some(at);
        order.quote = None;
    }
}

/// Changes the first parcel; an order without parcels gets one.
fn edit_first_parcel(order: &mut Order, edit: impl FnOnce(&mut PackageForm)) {
    match order.parcels.first_mut() {
        Some(parcel) => edit(parcel),
        None => {
            let mut parcel = PackageForm::default();
            edit(&mut parcel);
            order.parcels.push(parcel);
        }
    }
}
