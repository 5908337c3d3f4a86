//! The address book: a list of any length of which only a window is loaded, the open
//! entry beside it, import and export.

mod detail;
mod form;
mod import;
mod merge;
mod table;

use egui::Ui;

use self::table::RowStep;
use crate::desk::addresses::AddressIntent;
use crate::desk::addresses::export::Format;
use crate::desk::intent::Intent;
use crate::desk::kernel::batch_job::{BatchIntent, BatchJob};
use crate::desk::kernel::remote::Remote;
use crate::desk::state::State;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::parts::undo_band::{UndoStep, undo_band_ui};
use crate::ui::tokens::{size, space, text};
use crate::ui::widgets::{
    Asked, Button, Field, Icon, column_ui, combo_box_ui, empty_ui, head, heading_ui, line_ui,
    muted_ui, panes_ui, retry_ui, segmented_ui, short_ui, small_muted_ui, strong_ui, work, work_ui,
};

#[derive(Default)]
pub struct AddressesViewState {
    list: table::AddressTableViewState,
    search: String,
    group: Option<String>,
    form: Option<form::Form>,
    detail: detail::AddressDetailViewState,
    /// The format to export, while it is being asked for.
    export: Option<Format>,
    merge: merge::DuplicatesViewState,
    preview: import::AddressImportViewState,
    work: work::BatchJobViewState,
}

const SIDE: f32 = 400.0;
/// Room of the head below which it says nothing but its title.
const ROOM_FOR_NOTE: f32 = 760.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut AddressesViewState) {
    panel_ui(ui, cx, local);
}

/// Why the service cannot be called now. The address book itself is always available.
pub fn obstacle(state: &State) -> Option<&'static str> {
    state.unreachable_reason(text!("addresses-offline"))
}

fn panel_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut AddressesViewState) {
    let state = cx.state;
    let book = &state.addresses;
    if local.form.as_ref().is_some_and(|form| form.is_done(state)) {
        local.form = None;
    }
    head_ui(ui, cx, local);
    export_ui(ui, cx, local);
    if retry_ui(ui, book.trouble.as_ref()) {
        ask_show(cx, local, 0);
    }
    let step = book.undo.as_ref().and_then(|undo| undo_band_ui(ui, &undo.text));
    match step {
        Some(UndoStep::Undo) => cx.ask(AddressIntent::Undo),
        Some(UndoStep::Close) => cx.ask(AddressIntent::DropUndo),
        None => {}
    }
    if let Some(work) = &book.work {
        match work_ui(ui, work, &mut local.work, true) {
            Some(Asked::Step(step)) => cx.ask(AddressIntent::Work(step)),
            Some(Asked::Open(row)) => {
                cx.ask(AddressIntent::Open(Some(row)));
                cx.ask(AddressIntent::Work(BatchIntent::Close));
            }
            None => {}
        }
        return;
    }
    if !matches!(book.import.preview, Remote::NotAsked) {
        return import::show_ui(ui, cx, &mut local.preview);
    }
    if !matches!(book.duplicates, Remote::NotAsked) {
        return merge::show_ui(ui, cx, &mut local.merge);
    }
    if !book.loaded {
        muted_ui(ui, text!("addresses-loading"));
        return;
    }
    let searching = !book.text.trim().is_empty() || book.group.is_some();
    if book.matching == 0 && !searching && local.form.is_none() {
        let title = text!("addresses-none-title");
        let words = text!("addresses-none");
        let step = Some(text!("addresses-none-add"));
        if empty_ui(ui, Icon::Addresses, title, words, step) {
            local.form = Some(form::Form::new(state));
        }
        return;
    }
    search_ui(ui, cx, local);
    ticked_ui(ui, cx, local);
    list_and_detail_ui(ui, cx, local);
}

/// The list, and beside it the form or the open address.
fn list_and_detail_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut AddressesViewState) {
    let state = cx.state;
    let book = &state.addresses;
    let room = ui.available_size();
    let beside = local.form.is_some() || book.open.is_some();
    let width = if beside { room.x - SIDE - space::L } else { room.x };
    panes_ui(ui, |ui| {
        column_ui(ui, width, |ui| {
            if book.matching > 0 {
                let wanted = table::show_ui(ui, cx, &mut local.list, beside);
                if let Some(first) = wanted.window {
                    ask_show(cx, local, first);
                }
                if let Some(step) = wanted.step {
                    take(cx, local, step);
                }
            } else if empty_ui(
                ui,
                Icon::Search,
                text!("addresses-no-matches-title"),
                text!("addresses-no-matches"),
                Some(text!("addresses-show-all")),
            ) {
                local.search.clear();
                local.group = None;
                ask_show(cx, local, 0);
            }
        });
        column_ui(ui, SIDE, |ui| match (&mut local.form, &book.open) {
            (Some(form), _) => {
                if form::show_ui(ui, cx, form, room.y) {
                    local.form = None;
                }
            }
            (None, Some(open)) => {
                if detail::show_ui(ui, cx, &mut local.detail, open, room.y) {
                    local.form = Some(form::Form::of_contact(open, state));
                }
            }
            (None, None) => {}
        });
    });
}

/// Carries out an action from a row's menu; the buttons of an open entry do the same.
fn take(cx: &mut Cx<'_>, local: &mut AddressesViewState, step: RowStep) {
    let open = |row| Intent::Addresses(AddressIntent::Open(Some(row)));
    match step {
        RowStep::ShipTo(row) => cx.commands.push(Command::ShipTo(row)),
        RowStep::ShipFrom(row) => cx.commands.push(Command::ShipFrom(row)),
        RowStep::Check(row) => {
            cx.ask(open(row));
            cx.ask(AddressIntent::Check(row));
        }
        RowStep::Edit(contact) => {
            cx.ask(open(contact.row));
            local.form = Some(form::Form::of_contact(&contact, cx.state));
        }
        RowStep::Delete(row) => {
            cx.ask(open(row));
            local.form = None;
            local.detail.ask_to_delete(row);
        }
    }
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut AddressesViewState) {
    let state = cx.state;
    let work = state.addresses.work.as_ref();
    let running = work.is_some_and(BatchJob::is_running);
    let busy = running.then(|| text!("addresses-busy"));
    head::head_ui(ui, |ui, part| {
        if part == head::Part::Title {
            heading_ui(ui, text!("addresses-title"));
            if ui.available_width() > ROOM_FOR_NOTE {
                let words = match state.addresses.is_shared {
                    true => text!("addresses-kept-shared"),
                    false => text!("addresses-kept-here"),
                };
                small_muted_ui(ui, words);
            }
            return;
        }
        let empty = state.addresses.matching == 0;
        let nothing = empty.then(|| text!("addresses-nothing-to-check"));
        let many = Button::secondary(text!("addresses-check-all"))
            .hint(text!("addresses-check-all-hint"))
            .disabled_because(busy.or(obstacle(state)).or(nothing));
        if many.show_ui(ui).clicked() {
            put_away(cx);
            cx.ask(AddressIntent::CheckMany);
        }
        let few = (state.ship.book.count < 2).then(|| text!("addresses-too-few-to-compare"));
        let find =
            Button::secondary(text!("addresses-find-duplicates")).disabled_because(busy.or(few));
        if find.show_ui(ui).clicked() {
            put_away(cx);
            cx.ask(AddressIntent::FindDuplicates);
        }
        if Button::secondary(text!("addresses-export"))
            .disabled_because(empty.then(|| text!("addresses-nothing-to-export")))
            .show_ui(ui)
            .clicked()
        {
            local.export = match local.export {
                Some(_) => None,
                None => Some(Format::Csv),
            };
        }
        let import = Button::secondary(text!("addresses-import"))
            .hint(text!("addresses-import-hint"))
            .disabled_because(busy.or(cx.files_busy));
        if import.show_ui(ui).clicked() {
            put_away(cx);
            local.export = None;
            cx.choose_file(FileAction::ImportAddresses);
        }
        if Button::primary(text!("addresses-new"))
            .icon(Icon::Plus)
            .disabled_because(busy)
            .show_ui(ui)
            .clicked()
        {
            put_away(cx);
            local.form = Some(form::Form::new(state));
        }
    });
}

/// Closes the results of a finished batch job, to make room for the next view.
fn put_away(cx: &mut Cx<'_>) {
    if cx.state.addresses.work.is_some() {
        cx.ask(AddressIntent::Work(BatchIntent::Close));
    }
}

/// Asks for the export format, and then for the file.
fn export_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut AddressesViewState) {
    let Some(format) = &mut local.export else {
        return;
    };
    let mut done = false;
    ui.horizontal(|ui| {
        segmented_ui(ui, text!("addresses-export-as"), format, &Format::ALL);
        let choose = Button::primary(text!("addresses-export-choose"))
            .name(text!("addresses-export-choose-name"))
            .disabled_because(cx.files_busy);
        if choose.show_ui(ui).clicked() {
            cx.choose_file(FileAction::ExportAddresses(*format));
            done = true;
        }
        let cancel =
            Button::quiet(text!("addresses-cancel")).name(text!("addresses-export-cancel-name"));
        done |= cancel.show_ui(ui).clicked();
    });
    if done {
        local.export = None;
    }
}

/// Width of the choice of a group.
const GROUP: f32 = 160.0;
/// Room for the gaps and the number of entries beside it.
const COUNT: f32 = 104.0;

fn search_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut AddressesViewState) {
    let book = &cx.state.addresses;
    ui.horizontal(|ui| {
        let room = ui.available_width() - GROUP - COUNT;
        let response = Field::new(text!("addresses-search"))
            .hint(text!("addresses-search-hint"))
            .hide_label()
            .search()
            .width(room.clamp(160.0, 440.0))
            .show_ui(ui, &mut local.search);
        let mut groups = vec![(None, text!("addresses-all-groups").to_owned())];
        groups.extend(book.groups.iter().map(|(name, count)| {
            let words = text!("addresses-group-members", name = name, count = *count);
            (Some(name.clone()), words)
        }));
        let label = text!("addresses-group");
        let grouped = combo_box_ui(ui, label, GROUP, &mut local.group, &groups);
        if response.changed() || grouped {
            local.list.begin();
            ask_show(cx, local, 0);
        }
        let enter = ui.input(|input| input.key_pressed(egui::Key::Enter));
        if response.lost_focus()
            && enter
            && let Some(first) = book.rows.first()
        {
            cx.ask(AddressIntent::Open(Some(first.row)));
        }
        short_ui(ui, &count_words(cx.state), text::small(), cx.tokens.ink_muted);
    });
}

/// What is done for the ticked entries.
fn ticked_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut AddressesViewState) {
    let ticked = &mut local.list.ticked;
    if ticked.is_empty() {
        return;
    }
    let rows = || ticked.iter().copied().collect();
    let mut asked = None;
    let mut is_over = false;
    line_ui(ui, size::CONTROL, |ui| {
        strong_ui(ui, &text!("addresses-selected", count = ticked.len()));
        is_over = Button::quiet(text!("addresses-select-none")).show_ui(ui).clicked();
        let check = Button::secondary(text!("addresses-check-selected"));
        if check.disabled_because(obstacle(cx.state)).show_ui(ui).clicked() {
            asked = Some(AddressIntent::CheckRows(rows()));
        }
        if Button::secondary(text!("addresses-delete-selected")).show_ui(ui).clicked() {
            asked = Some(AddressIntent::RemoveMany(rows()));
        }
    });
    if is_over || asked.is_some() {
        ticked.clear();
    }
    if let Some(asked) = asked {
        cx.ask(asked);
    }
}

fn count_words(state: &State) -> String {
    let book = &state.addresses;
    let searching = !book.text.trim().is_empty() || book.group.is_some();
    match (searching, book.capped) {
        (_, true) => text!("addresses-count-capped", count = book.matching),
        (true, false) => {
            text!("addresses-count-matching", count = book.matching, total = state.ship.book.count)
        }
        (false, false) => text!("addresses-count", count = book.matching),
    }
}

fn ask_show(cx: &mut Cx<'_>, local: &AddressesViewState, first: u64) {
    cx.ask(AddressIntent::Show {
        text: local.search.trim().to_owned(),
        group: local.group.clone(),
        first,
    });
}
