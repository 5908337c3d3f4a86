//! What keeps an order from being bought, each with its field.

use jiff::civil::Date;

use super::import_problems::{explains, problems_of_notes};
use crate::message;
use crate::order::{ChosenBy, Order};
use postroom_api::carrier_account::CarrierAccount;
use postroom_base::locale::Message;
use postroom_parcel::catalogs::Catalogs;
use postroom_parcel::draft::{CustomsItemField, Draft, Field};
use postroom_parcel::preset::Preset;
use postroom_parcel::problems;
use postroom_parcel::problems::field_name_message;
use postroom_tables::import_note::ImportNoteKind;

/// The field that a problem belongs to, so that a panel can show it there and jump to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrderProblemField {
    /// A field of the draft that is made of the order and its preset.
    Draft(Field),
    /// The place of the note in [`Order::import_notes`].
    Note(usize),
    Number,
    Preset,
    /// The quantity of the item at this place.
    Quantity(usize),
    /// The recipient's address, of which the service has another spelling or which it refuses.
    Address,
    /// The whole row.
    Row,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderProblem {
    pub field: OrderProblemField,
    /// The field as a person knows it: its name, or the heading of its column.
    pub name: Message,
    /// Words that a person can act on, as those of a [`problems::check`].
    pub message: Message,
}

impl OrderProblem {
    /// `Recipient ZIP: Enter a ZIP code`
    pub fn in_words(&self) -> Message {
        message!("order-problems-in-words", field = &self.name, problem = &self.message)
    }
}

/// All problems of the order, those of its import first, then in the reading order of the draft.
///
/// `draft` is that of the order and of `preset`, which is the order's own if it still exists. No
/// preset is no problem as long as the order has all it needs. The rate is not among the problems:
/// without one the order is only not rated yet.
pub fn problems_of(
    order: &Order,
    draft: &Draft,
    preset: Option<&Preset>,
    catalogs: Option<&Catalogs>,
    accounts: &[CarrierAccount],
    today: Date,
) -> Vec<OrderProblem> {
    let mut found = problems_of_notes(order);
    if is_unreadable(order) {
        // Whatever else is missing is missing because of it.
        if !has_note(order, ImportNoteKind::RowUnreadable) {
            found.push(OrderProblem {
                field: OrderProblemField::Row,
                name: message!("order-problems-field-row"),
                message: message!("order-problems-order-unreadable"),
            });
        }
        return found;
    }
    found.extend(number(order));
    found.extend(lost_preset(order, preset));
    found.extend(suggested_address(order));
    found.extend(quantities(order));
    for problem in problems::check(draft, catalogs, accounts, today) {
        let field = problem.field;
        let is_told = explains(order, field) || follows_from_quantity(order, field);
        if field == Field::Rate || is_told {
            continue;
        }
        found.push(OrderProblem {
            field: OrderProblemField::Draft(field),
            name: field_name_message(field),
            message: problem.message,
        });
    }
    found
}

/// Whether there is no order but only the text of its row.
fn is_unreadable(order: &Order) -> bool {
    let open = order.open_import_problems();
    let mut rows = open.filter(|note| note.kind == ImportNoteKind::RowUnreadable);
    rows.next().is_some()
        || order.raw_row.is_some() && !has_note(order, ImportNoteKind::RowUnreadable)
}

/// Also a settled one.
fn has_note(order: &Order, kind: ImportNoteKind) -> bool {
    order.import_notes.iter().any(|note| note.kind == kind)
}

fn number(order: &Order) -> Option<OrderProblem> {
    let is_told = || {
        let mut notes = order.open_import_problems();
        notes.any(|note| note.kind == ImportNoteKind::NumberMissing)
    };
    (order.number.trim().is_empty() && !is_told()).then(|| OrderProblem {
        field: OrderProblemField::Number,
        name: message!("order-problems-field-number"),
        message: message!("order-problems-number-blank"),
    })
}

fn lost_preset(order: &Order, preset: Option<&Preset>) -> Option<OrderProblem> {
    let chosen = order.preset.as_ref().filter(|_| preset.is_none())?;
    let message = match &chosen.by {
        ChosenBy::Rule { name, .. } => message!("order-problems-preset-gone-rule", rule = name),
        ChosenBy::Person | ChosenBy::File => message!("order-problems-preset-gone"),
    };
    Some(OrderProblem {
        field: OrderProblemField::Preset,
        name: message!("order-problems-field-preset"),
        message,
    })
}

fn suggested_address(order: &Order) -> Option<OrderProblem> {
    let suggested = order.suggested_address.as_ref()?;
    let message = match suggested.remark.trim() {
        "" => message!("order-problems-address-suggested"),
        remark => message!("order-problems-address-refused", remark = remark),
    };
    Some(OrderProblem {
        field: OrderProblemField::Address,
        name: message!("order-problems-field-address"),
        message,
    })
}

/// Quantities that were made unreadable after the import; a packing slip needs them too.
fn quantities(order: &Order) -> impl Iterator<Item = OrderProblem> {
    let mut notes = order.open_import_problems();
    let is_told = notes.any(|note| note.kind == ImportNoteKind::QuantityUnreadable);
    let items = order.items.iter().enumerate();
    let wrong = items.filter(move |(_, item)| !is_told && item.pieces().is_none());
    wrong.map(|(place, item)| OrderProblem {
        field: OrderProblemField::Quantity(place),
        name: message!("order-problems-field-quantity", number = place + 1),
        message: message!("order-problems-quantity-unreadable", text = item.quantity.trim()),
    })
}

/// Quantity, weight and value of a line of the declaration are unknown without the pieces, which
/// [`quantities`] tells.
fn follows_from_quantity(order: &Order, field: Field) -> bool {
    let Field::CustomsItem(place, part) = field else {
        return false;
    };
    let item = order.items.get(place);
    item.is_some_and(|item| item.pieces().is_none())
        && matches!(
            part,
            CustomsItemField::Quantity | CustomsItemField::Weight | CustomsItemField::Value
        )
}
