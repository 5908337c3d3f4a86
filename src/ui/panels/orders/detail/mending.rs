//! Orders that need attention, mended one after the other by keyboard: the keyboard is where the
//! first problem of the order is solved, and Enter stores the change and goes to the next problem,
//! in this order or in the next one.

use std::sync::Arc;

use egui::{Id, Key, Response, Ui};

use crate::base::id::OrderId;
use crate::desk::orders::OrderState;
use crate::desk::orders::intent::OrderIntent;
use crate::orders::order::Order;
use crate::orders::order_row::OrderInList;
use crate::orders::order_state::{OrderProblem, OrderProblemField};
use crate::parcel::draft::{AddressField, Field, PackageField};
use crate::tables::import_note::ImportNoteKind;
use crate::ui::cx::Cx;
use crate::ui::widgets::keyboard;

/// The control by which a problem is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    To(AddressField),
    Weight,
    Length,
    /// Of the item at this place.
    Quantity(usize),
    /// The button that says that this note of the import is right.
    Settle(usize),
    /// The button that takes the service's spelling of the address.
    Suggestion,
}

#[derive(Debug, Default)]
pub struct Mending {
    /// The order whose first problem gets the keyboard once the order is open.
    entered: Option<OrderId>,
    /// The control that takes the keyboard when it is drawn.
    wanted: Option<Remedy>,
    /// A change that was stored by keyboard, until the order is read again.
    stored: Option<Stored>,
    /// The last order that needed attention is mended.
    is_over: bool,
    /// The field that was left last.
    left: Option<Id>,
    /// The fields that have the keyboard or are just being left, each with the order as it was when
    /// the field was entered.
    fields: Vec<(Id, Arc<OrderInList>)>,
}

#[derive(Debug)]
struct Stored {
    id: OrderId,
    /// The order's revision before the change.
    revision: i64,
    /// Its place in the list, which it may leave.
    place: usize,
}

impl Mending {
    /// Gives the keyboard to the first problem of this order.
    pub fn enter(&mut self, id: OrderId) {
        let fields = std::mem::take(&mut self.fields);
        *self = Self { entered: Some(id), left: self.left, fields, ..Self::default() };
    }

    /// Whether the list gets the keyboard back.
    pub fn take_over(&mut self) -> bool {
        std::mem::take(&mut self.is_over)
    }

    /// Goes on once the change of the open order is stored.
    pub fn follow(&mut self, cx: &mut Cx<'_>, row: &OrderInList) {
        if self.entered.as_ref() == Some(&row.id) {
            self.entered = None;
            self.wanted = first_remedy(row);
        }
        let Some(stored) = self.stored.take() else {
            return;
        };
        if stored.id != row.id {
            return;
        }
        if stored.revision == row.revision {
            self.stored = Some(stored);
        } else if row.problems.is_empty() {
            self.go_on(cx, row, stored.place);
        } else {
            self.wanted = first_remedy(row);
        }
    }

    /// Gives the keyboard to the control if it solves the problem that is next.
    pub fn focus(&mut self, response: &Response, remedy: Remedy) {
        if self.wanted == Some(remedy) {
            self.wanted = None;
            keyboard::enter(&response.ctx, response.id);
            response.scroll_to_me(None);
        }
    }

    /// The order as it was when the keyboard came to the field that it has left now. Told once: egui
    /// tells it in two frames.
    pub fn has_left(
        &mut self,
        field: &Response,
        row: &Arc<OrderInList>,
    ) -> Option<Arc<OrderInList>> {
        let was_left = self.left == Some(field.id);
        let is_known =
            |(id, entered): &(Id, Arc<OrderInList>)| *id == field.id && entered.id == row.id;
        if field.lost_focus() {
            self.left = Some(field.id);
            let known = self.fields.iter().position(is_known);
            let entered = known.map_or_else(|| Arc::clone(row), |at| self.fields.remove(at).1);
            return (!was_left).then_some(entered);
        }
        if field.has_focus() {
            self.left = self.left.filter(|_| !was_left);
            if !self.fields.iter().any(is_known) {
                self.fields.retain(|(id, _)| *id != field.id);
                self.fields.push((field.id, Arc::clone(row)));
            }
        }
        None
    }

    /// A field of the open order was left. By Enter, the next problem is gone to; without a change,
    /// the next order.
    pub fn left_field(&mut self, ui: &Ui, cx: &mut Cx<'_>, row: &OrderInList, is_changed: bool) {
        let is_enter = ui.input(|input| input.key_pressed(Key::Enter));
        if !is_enter || row.state != OrderState::NeedsAttention {
            return;
        }
        let place = place_of(cx, row).unwrap_or_default();
        match is_changed {
            true => self.wait(row, place),
            false => self.go_on(cx, row, place),
        }
    }

    /// A button or a list of the open order was used. By keyboard, the next problem is gone to.
    pub fn used_control(&mut self, ui: &Ui, cx: &Cx<'_>, row: &OrderInList) {
        let is_mouse = ui.input(|input| input.pointer.any_click());
        if !is_mouse && row.state == OrderState::NeedsAttention {
            self.wait(row, place_of(cx, row).unwrap_or_default());
        }
    }

    fn wait(&mut self, row: &OrderInList, place: usize) {
        self.stored = Some(Stored { id: row.id.clone(), revision: row.revision, place });
    }

    /// Opens the next order that needs attention. After the last one of the list comes the first.
    fn go_on(&mut self, cx: &mut Cx<'_>, row: &OrderInList, place: usize) {
        let after = place_of(cx, row).map_or(place, |at| at + 1);
        let rows = &cx.state.orders.rows;
        let waits = |other: &&Arc<OrderInList>| {
            other.state == OrderState::NeedsAttention && other.id != row.id
        };
        let next = rows.iter().skip(after).find(waits);
        match next.or_else(|| rows.iter().find(waits)) {
            Some(next) => {
                let id = next.id.clone();
                self.enter(id.clone());
                cx.ask(OrderIntent::Open(Some(id)));
            }
            None => self.is_over = true,
        }
    }
}

/// The place of the order among the loaded ones.
fn place_of(cx: &Cx<'_>, row: &OrderInList) -> Option<usize> {
    let mut rows = cx.state.orders.rows.iter();
    rows.position(|other| other.id == row.id)
}

fn first_remedy(row: &OrderInList) -> Option<Remedy> {
    let mut problems = row.problems.iter();
    problems.find_map(|problem| remedy(&row.order, problem))
}

/// `None` if nothing beside the list solves the problem.
fn remedy(order: &Order, problem: &OrderProblem) -> Option<Remedy> {
    match problem.field {
        OrderProblemField::Note(place) => Some(remedy_of_note(order, place)),
        OrderProblemField::Draft(Field::To(field)) => Some(Remedy::To(field)),
        OrderProblemField::Draft(Field::Package(0, PackageField::Weight)) => Some(Remedy::Weight),
        OrderProblemField::Draft(Field::Package(
            0,
            PackageField::Length | PackageField::Width | PackageField::Height,
        )) => Some(Remedy::Length),
        OrderProblemField::Quantity(place) => Some(Remedy::Quantity(place)),
        OrderProblemField::Address => Some(match &order.suggested_address {
            Some(suggested) if suggested.remark.is_empty() => Remedy::Suggestion,
            _ => Remedy::To(AddressField::Street1),
        }),
        OrderProblemField::Draft(_)
        | OrderProblemField::Number
        | OrderProblemField::Preset
        | OrderProblemField::Row => None,
    }
}

/// A value for the field settles what the import could not read of it; the rest is for a person to
/// say.
fn remedy_of_note(order: &Order, place: usize) -> Remedy {
    let kind = order.import_notes.get(place).map(|note| note.kind);
    match kind {
        Some(ImportNoteKind::WeightUnreadable | ImportNoteKind::WeightUnclear) => Remedy::Weight,
        Some(ImportNoteKind::SizeUnreadable | ImportNoteKind::SizeUnclear) => Remedy::Length,
        Some(ImportNoteKind::CountryUnknown) => Remedy::To(AddressField::Country),
        Some(ImportNoteKind::QuantityUnreadable) => {
            let wrong = order.items.iter().position(|item| item.pieces().is_none());
            wrong.map_or(Remedy::Settle(place), Remedy::Quantity)
        }
        _ => Remedy::Settle(place),
    }
}
