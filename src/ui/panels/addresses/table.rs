//! The list of addresses, as long as the address book. Rows outside the loaded window show dots
//! until the desk loads them, so that scrolling never blocks.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::Ui;

use super::obstacle;
use crate::desk::addresses::{AddressIntent, BookSort, WINDOW};
use crate::desk::records::contact::Contact;
use crate::desk::state::State;
use crate::parcel::address_check::KEPT_AS_TYPED;
use crate::parcel::address_parts::shown_name;
use crate::parcel::draft::AddressForm;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::{person, whole_line};
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::{
    Column, Icon, Meaning, MenuItem, Table, TableState, age, pill_ui, words_ui,
};

#[derive(Debug, Default)]
pub struct AddressTableViewState {
    table: TableState,
    /// A row chosen by keyboard that is not loaded yet.
    pending: Option<usize>,
    /// First row of the window requested last, so that it is requested only once.
    asked: Option<u64>,
    /// The entries that are ticked, by their rows of the book.
    pub ticked: BTreeSet<i64>,
}

impl AddressTableViewState {
    /// A new search: resets the selection and requests, which belong to the old list. What is ticked
    /// and not shown must not be acted on.
    pub fn begin(&mut self) {
        let mut table = TableState::default();
        table.sort = self.table.sort;
        *self = Self { table, ..Self::default() };
    }
}

/// An action in the menu of a row.
#[derive(Clone, Debug)]
pub enum RowStep {
    ShipTo(i64),
    ShipFrom(i64),
    Check(i64),
    Edit(Arc<Contact>),
    Delete(i64),
}

/// What the list asks its panel to do.
#[derive(Default)]
pub struct AddressTableResponse {
    /// The first row of the window to load next.
    pub window: Option<u64>,
    pub step: Option<RowStep>,
}

fn steps(state: &State, contact: &Arc<Contact>) -> Vec<MenuItem<RowStep>> {
    let row = contact.row;
    vec![
        MenuItem::new(text!("addresses-ship-to"), RowStep::ShipTo(row)),
        MenuItem::new(text!("addresses-ship-from"), RowStep::ShipFrom(row)),
        MenuItem::new(text!("addresses-edit"), RowStep::Edit(Arc::clone(contact))),
        MenuItem::new(text!("addresses-check"), RowStep::Check(row))
            .disabled_because(obstacle(state)),
        MenuItem::new(text!("addresses-delete"), RowStep::Delete(row)),
    ]
}

pub fn show_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut AddressTableViewState,
    narrow: bool,
) -> AddressTableResponse {
    let book = &cx.state.addresses;
    let rows = usize::try_from(book.matching).unwrap_or(usize::MAX);
    let first = usize::try_from(book.first).unwrap_or(usize::MAX);
    let contact = |row: usize| row.checked_sub(first).and_then(|at| book.rows.get(at));
    if let Some(chosen) = local.pending.and_then(contact) {
        let row = chosen.row;
        local.pending = None;
        cx.ask(AddressIntent::Open(Some(row)));
    }
    let open = book.open.as_ref();
    let shown = open.and_then(|open| book.rows.iter().position(|row| row.row == open.row));
    local.table.selected = local.pending.or(shown.map(|at| first + at));
    let has_groups = !narrow && !book.groups.is_empty();
    let name_column = Column::new(text!("addresses-field-name"), 210.0);
    let last_sent = Column::new(text!("addresses-column-last-sent"), 92.0);
    let groups = |contact: &Arc<Contact>| contact.groups.join(", ");
    let now = cx.now;
    let (events, step) = Table::new(text!("addresses-table"), &book.rows)
        .window(first, rows, |number| text!("addresses-row", number = number))
        .ticks(
            |contact| local.ticked.contains(&contact.row),
            |contact| text!("addresses-select", name = shown_name(&contact.form)),
        )
        .column(
            name_column.growing(0.35).shrinking(120.0).sortable(BookSort::Name as usize),
            |contact| person(&contact.form),
        )
        .drawn(|ui, contact| name_ui(ui, &contact.form))
        .column(Column::wide(text!("addresses-column-address")), |contact| {
            whole_line(&contact.form)
        })
        .hinted()
        // Without an address in a group, and beside an open address, there is no such column.
        .column(Column::new(text!("addresses-field-groups"), 100.0).shrinking(72.0), groups)
        .muted()
        .hinted()
        .shown(has_groups)
        .column(Column::new(text!("addresses-column-check"), 140.0), |contact| {
            checked(&contact.form).1.to_owned()
        })
        .drawn(|ui, contact| checked_ui(ui, &contact.form))
        .column(last_sent.sortable(BookSort::Use as usize), |contact| {
            contact.last_used.map(|at| age(at, now)).unwrap_or_default()
        })
        .muted()
        .shown(!narrow)
        .with_menu_ui(ui, &mut local.table, |contact| steps(cx.state, contact));
    if let Some(contact) = events.ticked
        && !local.ticked.remove(&contact.row)
    {
        local.ticked.insert(contact.row);
    }
    if let Some(by) = local.table.sort.filter(|_| events.sort_changed) {
        let is_by_name = by.key == BookSort::Name as usize;
        let sort = match (is_by_name, by.descending) {
            (true, false) => BookSort::Name,
            (true, true) => BookSort::NameDown,
            _ => BookSort::Use,
        };
        cx.ask(AddressIntent::Sort(sort));
    }
    if let Some(contact) = events.entered() {
        cx.ask(AddressIntent::Open(Some(contact.row)));
    }
    local.pending = events.unloaded.or(local.pending);
    let window = events.missing.and_then(|middle| window_around(local, middle));
    if events.missing.is_none() {
        local.asked = None;
    }
    AddressTableResponse { window, step }
}

/// The first row of the window around a row. A small scroll does not request rows that are already
/// being loaded.
fn window_around(local: &mut AddressTableViewState, middle: usize) -> Option<u64> {
    let wanted = middle.saturating_sub(usize::try_from(WINDOW / 2).unwrap_or_default()) as u64;
    let near = local.asked.is_some_and(|asked| asked.abs_diff(wanted) < u64::from(WINDOW / 4));
    if near {
        return None;
    }
    local.asked = Some(wanted);
    Some(wanted)
}

fn name_ui(ui: &mut Ui, form: &AddressForm) {
    let tokens = Tokens::of_theme(ui);
    ui.spacing_mut().item_spacing.x = space::S;
    words_ui(ui, shown_name(form), text::body_medium(), tokens.ink);
    if !form.name.trim().is_empty() && !form.company.trim().is_empty() {
        words_ui(ui, &form.company, text::body(), tokens.ink_muted);
    }
}

pub fn checked_ui(ui: &mut Ui, form: &AddressForm) {
    let (meaning, words) = checked(form);
    pill_ui(ui, meaning, meaning.icon(), words);
}

/// The verdict of the service, or of the user, on the address.
pub fn checked(form: &AddressForm) -> (Meaning, &'static str) {
    match form.verification.as_deref() {
        None | Some("") => (Meaning::Neutral, text!("addresses-not-checked")),
        Some(KEPT_AS_TYPED) => (Meaning::Info, text!("addresses-kept-as-typed")),
        Some(word) if word.eq_ignore_ascii_case("success") => {
            (Meaning::Good, text!("addresses-checked"))
        }
        Some(_) => (Meaning::Warning, text!("addresses-check-failed")),
    }
}

pub fn residential_ui(ui: &mut Ui, form: &AddressForm) {
    let (icon, words) = match form.residential {
        Some(true) => (Icon::House, text!("addresses-residential")),
        Some(false) => (Icon::Dot, text!("addresses-commercial")),
        None => return,
    };
    pill_ui(ui, Meaning::Neutral, icon, words);
}
