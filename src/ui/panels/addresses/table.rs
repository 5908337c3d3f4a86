//! The list of addresses, as long as the address book. Rows outside the loaded window show dots
//! until the desk loads them, so that scrolling never blocks.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{RichText, Ui};

use super::obstacle;
use crate::desk::addresses::{AddressIntent, BookSort, WINDOW};
use crate::desk::intent::Intent;
use crate::desk::records::contact::Contact;
use crate::desk::state::State;
use crate::drawing::bidi::visual_order;
use crate::parcel::address_check::KEPT_AS_TYPED;
use crate::parcel::address_parts::shown_name;
use crate::parcel::draft::AddressForm;

use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::whole_line;
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::choice::tick_ui;
use crate::ui::widgets::menu::MenuItem;
use crate::ui::widgets::table::{Column, Table, TableState};
use crate::ui::widgets::text::{age, pill_ui};
use crate::ui::widgets::words::words_ui;
use crate::ui::widgets::{Icon, Meaning};

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

fn columns() -> [Column; 6] {
    [
        Column::new(text!("addresses-field-name"), 210.0).growing(0.35).shrinking(120.0).sortable(),
        Column::wide(text!("addresses-column-address")),
        Column::new(text!("addresses-field-groups"), 100.0).shrinking(72.0),
        Column::new(text!("addresses-column-check"), 140.0),
        Column::new(text!("addresses-column-last-sent"), 92.0).sortable(),
        Column::new("", 28.0),
    ]
}

const NAME: usize = 0;
const TICK: usize = 5;
const ALL: &[usize] = &[TICK, NAME, 1, 2, 3, 4];
/// No address is in a group, so the address column takes the room.
const GROUPLESS: &[usize] = &[TICK, NAME, 1, 3, 4];
/// The columns shown beside an open address.
const NARROW: &[usize] = &[TICK, NAME, 1, 3];

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
        cx.ask(Intent::Addresses(AddressIntent::Open(Some(row))));
    }
    let open = book.open.as_ref();
    let shown = open.and_then(|open| book.rows.iter().position(|row| row.row == open.row));
    local.table.selected = local.pending.or(shown.map(|at| first + at));
    let shape = match (narrow, book.groups.is_empty()) {
        (true, _) => NARROW,
        (false, true) => GROUPLESS,
        (false, false) => ALL,
    };
    let all = columns();
    let chosen = shape.iter().filter_map(|column| all.get(*column));
    let columns: Vec<Column> = chosen.copied().collect();
    let (mut top, mut bottom) = (usize::MAX, 0);
    let now = cx.now;
    let cells = |contact: &Contact| {
        let all = [
            name(&contact.form),
            whole_line(&contact.form),
            contact.groups.join(", "),
            checked(&contact.form).1.to_owned(),
            contact.last_used.map(|at| age(at, now)).unwrap_or_default(),
            String::new(),
        ];
        let shown = shape.iter().filter_map(|column| all.get(*column));
        shown.cloned().collect()
    };
    let ticked = &mut local.ticked;
    let mut turned = None;
    let (events, step) = Table::new(text!("addresses-table"), &columns, rows)
        .known(first..first + book.rows.len())
        .with_menu_ui(
            ui,
            &mut local.table,
            |row| {
                contact(row)
                    .map(|contact| cells(contact))
                    .unwrap_or_else(|| vec![text!("addresses-row", number = row + 1)])
            },
            |ui, row, column| {
                (top, bottom) = (top.min(row), bottom.max(row));
                let column = shape.get(column).copied().unwrap_or_default();
                match contact(row) {
                    Some(contact) if column == TICK => {
                        let mut is_ticked = ticked.contains(&contact.row);
                        let name = text!("addresses-select", name = shown_name(&contact.form));
                        if tick_ui(ui, &mut is_ticked, &name) {
                            turned = Some(contact.row);
                        }
                    }
                    Some(contact) => cell_ui(ui, contact, column, now),
                    None if column == NAME => {
                        ui.label(RichText::new("…").color(Tokens::of_theme(ui).ink_muted));
                    }
                    None => {}
                }
            },
            |row| {
                let contact = contact(row);
                contact.map(|contact| steps(cx.state, contact)).unwrap_or_default()
            },
        );
    let turned = turned.or(events.ticked.and_then(contact).map(|contact| contact.row));
    if let Some(row) = turned
        && !ticked.remove(&row)
    {
        ticked.insert(row);
    }
    if events.sort_changed {
        let by = local.table.sort;
        let column = by.and_then(|sort| shape.get(sort.column));
        let is_down = by.is_some_and(|sort| sort.descending);
        let sort = match (column, is_down) {
            (Some(&NAME), false) => BookSort::Name,
            (Some(&NAME), true) => BookSort::NameDown,
            _ => BookSort::Use,
        };
        cx.ask(Intent::Addresses(AddressIntent::Sort(sort)));
    }
    if let Some(row) = events.selected.or(events.opened) {
        match contact(row) {
            Some(contact) => {
                let row = contact.row;
                cx.ask(Intent::Addresses(AddressIntent::Open(Some(row))));
            }
            None => local.pending = Some(row),
        }
    }
    if top > bottom || (contact(top).is_some() && contact(bottom).is_some()) {
        local.asked = None;
        return AddressTableResponse { window: None, step };
    }
    let middle = (top + bottom) / 2;
    let wanted = middle.saturating_sub(usize::try_from(WINDOW / 2).unwrap_or_default()) as u64;
    // A small scroll does not request rows that are already being loaded.
    let near = local.asked.is_some_and(|asked| asked.abs_diff(wanted) < u64::from(WINDOW / 4));
    if near {
        return AddressTableResponse { window: None, step };
    }
    local.asked = Some(wanted);
    AddressTableResponse { window: Some(wanted), step }
}

fn cell_ui(ui: &mut Ui, contact: &Contact, column: usize, now: jiff::Timestamp) {
    let tokens = Tokens::of_theme(ui);
    let form = &contact.form;
    match column {
        0 => {
            ui.spacing_mut().item_spacing.x = space::S;
            words_ui(ui, shown_name(form), text::body_medium(), tokens.ink);
            if !form.name.trim().is_empty() && !form.company.trim().is_empty() {
                words_ui(ui, &form.company, text::body(), tokens.ink_muted);
            }
        }
        1 => {
            let words = whole_line(form);
            words_ui(ui, &words, text::body(), tokens.ink).on_hover_text(visual_order(&words));
        }
        2 => {
            let groups = contact.groups.join(", ");
            words_ui(ui, &groups, text::body(), tokens.ink_muted)
                .on_hover_text(visual_order(&groups));
        }
        3 => checked_ui(ui, form),
        4 => {
            let used = contact.last_used.map(|at| age(at, now)).unwrap_or_default();
            ui.label(RichText::new(used).color(tokens.ink_muted));
        }
        _ => {}
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

fn name(form: &AddressForm) -> String {
    crate::ui::parts::address_lines::person(form)
}
