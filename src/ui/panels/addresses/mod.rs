//! The address book: a list of any length of which only a window is loaded, one entry
//! beside it, and files in and out.

mod detail;
mod form;
mod import;
mod merge;
mod table;
mod task;

use std::path::PathBuf;

use egui::{Align, Layout, Ui};

use crate::desk::addresses::AddressIntent;
use crate::desk::addresses::encoding::Encoding;
use crate::desk::addresses::export::Format;
use crate::desk::addresses::import::ImportIntent;
use crate::desk::intent::Intent;
use crate::desk::remote::Remote;
use crate::desk::state::{Connection, Line, State};
use crate::ui::Cx;
use crate::ui::panels::ship::save::usual_folder;
use crate::ui::tokens::space;
use crate::ui::widgets::card::empty_ui;
use crate::ui::widgets::choice::{combo_box_ui, segmented_ui};
use crate::ui::widgets::field::column_ui;
use crate::ui::widgets::notice::{Answer, band_ui, trouble_ui};
use crate::ui::widgets::text::{heading_ui, muted_ui, small_muted_ui};
use crate::ui::widgets::{Button, Field, Icon, Meaning};

#[derive(Default)]
pub struct Local {
    list: table::Local,
    search: String,
    group: Option<String>,
    form: Option<form::Form>,
    detail: detail::Local,
    /// The path of a file to import or export, while that question is open.
    import: Option<String>,
    export: Option<(String, Format)>,
    merge: merge::Local,
    task: task::Local,
}

const SIDE: f32 = 400.0;
const FILE_FIELD: f32 = 420.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut local = std::mem::take(&mut cx.local.addresses);
    dropped(ui, cx);
    panel_ui(ui, cx, &mut local);
    cx.local.addresses = local;
}

/// Why the service cannot be asked now; the book itself is always there.
pub fn obstacle(state: &State) -> Option<&'static str> {
    match (&state.connection, &state.line) {
        (_, Line::Offline { .. }) => Some("Offline: the service checks addresses and gives ids"),
        (Connection::Connected(_), _) => None,
        _ => Some("Connect first: the service checks addresses and gives ids"),
    }
}

/// A file let go over the window is read as one to import.
fn dropped(ui: &Ui, cx: &mut Cx<'_>) {
    let files = ui.input(|input| input.raw.dropped_files.clone());
    if cx.state.addresses.task.is_some() {
        return;
    }
    let Some(file) = files.into_iter().next() else {
        return;
    };
    let intent = ImportIntent::ReadFile(file.path().to_owned());
    cx.ask(Intent::Addresses(AddressIntent::Import(intent)));
}

fn panel_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut Local) {
    let state = cx.state;
    let book = &state.addresses;
    if local.form.as_ref().is_some_and(|form| form.is_done(state)) {
        local.form = None;
    }
    head_ui(ui, cx, local);
    file_ui(ui, cx, local);
    if let Some(trouble) = &book.trouble
        && trouble_ui(ui, trouble, true) == Some(Answer::Retry)
    {
        ask_show(cx, local, 0);
    }
    if let Some(undo) = &book.undo
        && band_ui(ui, Meaning::Info, &undo.text, Some("Undo"))
    {
        cx.ask(Intent::Addresses(AddressIntent::Undo));
    }
    if let Some(running) = &book.task {
        return task::show_ui(ui, cx, &mut local.task, running);
    }
    if !matches!(book.import.preview, Remote::NotAsked) {
        return import::show_ui(ui, cx);
    }
    if !matches!(book.duplicates, Remote::NotAsked) {
        return merge::show_ui(ui, cx, &mut local.merge);
    }
    if !book.loaded {
        muted_ui(ui, "Opening the address book…");
        return;
    }
    let searching = !book.text.trim().is_empty() || book.group.is_some();
    if book.matching == 0 && !searching && local.form.is_none() {
        let words =
            "Type one, paste one, or import the table you have; drop a CSV or vCard file here";
        let title = "No address in the book yet";
        if empty_ui(ui, Icon::Addresses, title, words, Some("Add an address")) {
            local.form = Some(form::Form::new(state));
        }
        return;
    }
    search_ui(ui, cx, local);
    let room = ui.available_size();
    let beside = local.form.is_some() || book.open.is_some();
    let width = if beside {
        room.x - SIDE - space::L
    } else {
        room.x
    };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        column_ui(ui, width, |ui| {
            if book.matching > 0 {
                if let Some(first) = table::show_ui(ui, cx, &mut local.list, beside) {
                    ask_show(cx, local, first);
                }
            } else if empty_ui(
                ui,
                Icon::Search,
                "No address fits",
                "Every word typed must begin a word of the address",
                Some("Show all addresses"),
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
                    local.form = Some(form::Form::of(open, state));
                }
            }
            (None, None) => {}
        });
    });
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut Local) {
    let state = cx.state;
    let task = state.addresses.task.as_ref();
    let busy = task.map(|task| match task.ended {
        None => "Other work on the book is under way",
        Some(_) => "Close the results first",
    });
    ui.horizontal(|ui| {
        heading_ui(ui, "Addresses");
        small_muted_ui(ui, "Kept on this computer");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if Button::primary("New address")
                .icon(Icon::Plus)
                .disabled_because(busy)
                .show_ui(ui)
                .clicked()
            {
                local.form = Some(form::Form::new(state));
            }
            if Button::secondary("Import…")
                .disabled_because(busy)
                .show_ui(ui)
                .clicked()
            {
                local.export = None;
                local.import = match local.import {
                    Some(_) => None,
                    None => Some(format!("{}/", usual_folder(&state.settings.label_folder))),
                };
            }
            let nothing = (state.addresses.matching == 0).then_some("There is nothing to export");
            if Button::secondary("Export…")
                .disabled_because(nothing)
                .show_ui(ui)
                .clicked()
            {
                local.import = None;
                local.export = match local.export {
                    Some(_) => None,
                    None => Some((export_path(state, Format::Csv), Format::Csv)),
                };
            }
            let few = (state.book.count < 2).then_some("There are not two addresses to compare");
            let find = Button::secondary("Find duplicates").disabled_because(busy.or(few));
            if find.show_ui(ui).clicked() {
                cx.ask(Intent::Addresses(AddressIntent::FindDuplicates));
            }
            let many = Button::secondary("Check all")
                .hint("Has the service check every address listed that was not checked yet")
                .disabled_because(busy.or(obstacle(state)).or(nothing));
            if many.show_ui(ui).clicked() {
                cx.ask(Intent::Addresses(AddressIntent::CheckMany));
            }
        });
    });
}

fn export_path(state: &State, format: Format) -> String {
    PathBuf::from(usual_folder(&state.settings.label_folder))
        .join(format!("addresses.{}", format.extension()))
        .display()
        .to_string()
}

/// Which file to read or to write.
fn file_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut Local) {
    let mut done = false;
    if let Some(path) = &mut local.import {
        ui.horizontal(|ui| {
            let field = Field::new("File to import")
                .hide_label()
                .hint("CSV or vCard file")
                .width(FILE_FIELD);
            let entered = field.show_ui(ui, path).lost_focus()
                && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let named = path.trim().ends_with(['/', '\\']) || path.trim().is_empty();
            let reason = named.then_some("Name a file first");
            let read = Button::secondary("Read file")
                .disabled_because(reason)
                .show_ui(ui);
            if read.clicked() || (entered && !named) {
                let file = PathBuf::from(path.trim());
                let intent = ImportIntent::ReadFile(file);
                cx.ask(Intent::Addresses(AddressIntent::Import(intent)));
                done = true;
            }
            done |= Button::quiet("Cancel")
                .name("Cancel import")
                .show_ui(ui)
                .clicked();
            small_muted_ui(
                ui,
                "Or drop the file on the window; nothing is written before you saw it",
            );
        });
    }
    if let Some((path, format)) = &mut local.export {
        ui.horizontal(|ui| {
            let before = *format;
            if segmented_ui(ui, "Export as", format, &Format::ALL) {
                let old = format!(".{}", before.extension());
                if let Some(stem) = path.strip_suffix(&old) {
                    *path = format!("{stem}.{}", format.extension());
                }
            }
            let field = Field::new("File to write")
                .hide_label()
                .hint("File to write");
            field.width(FILE_FIELD).show_ui(ui, path);
            let empty = path.trim().is_empty().then_some("Name a file first");
            if Button::secondary("Write file")
                .disabled_because(empty)
                .show_ui(ui)
                .clicked()
            {
                cx.ask(Intent::Addresses(AddressIntent::Export {
                    file: PathBuf::from(path.trim()),
                    format: *format,
                }));
                done = true;
            }
            done |= Button::quiet("Cancel")
                .name("Cancel export")
                .show_ui(ui)
                .clicked();
        });
    }
    if done {
        local.import = None;
        local.export = None;
    }
}

fn search_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut Local) {
    let book = &cx.state.addresses;
    ui.horizontal(|ui| {
        let response = Field::new("Search addresses")
            .hint("Search name, street, city, ZIP, phone, email")
            .hide_label()
            .search()
            .width(320.0)
            .show_ui(ui, &mut local.search);
        let mut groups: Vec<(Option<String>, String)> = vec![(None, "All groups".to_owned())];
        groups.extend(
            book.groups
                .iter()
                .map(|(name, count)| (Some(name.clone()), format!("{name} ({count})"))),
        );
        let grouped = combo_box_ui(ui, "Group", 160.0, &mut local.group, &groups);
        if response.changed() || grouped {
            local.list.begin();
            ask_show(cx, local, 0);
        }
        let enter = ui.input(|input| input.key_pressed(egui::Key::Enter));
        if response.lost_focus()
            && enter
            && let Some(first) = book.rows.first()
        {
            cx.ask(Intent::Addresses(AddressIntent::Open(Some(first.row))));
        }
        small_muted_ui(ui, &count_words(cx.state));
    });
}

fn count_words(state: &State) -> String {
    let book = &state.addresses;
    let searching = !book.text.trim().is_empty() || book.group.is_some();
    match (searching, book.capped) {
        (_, true) => format!(
            "The newest {} that fit; another word narrows it",
            grouped(book.matching)
        ),
        (true, false) => format!(
            "{} of {}",
            grouped(book.matching),
            grouped(state.book.count)
        ),
        (false, false) if book.matching == 1 => "1 address".to_owned(),
        (false, false) => format!("{} addresses", grouped(book.matching)),
    }
}

/// `1,000,000`
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut words = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            words.push(',');
        }
        words.push(digit);
    }
    words
}

fn ask_show(cx: &mut Cx<'_>, local: &Local, first: u64) {
    cx.ask(Intent::Addresses(AddressIntent::Show {
        text: local.search.trim().to_owned(),
        group: local.group.clone(),
        first,
    }));
}

/// The word of an encoding, for the preview of an import.
fn encoding_words(encoding: Encoding) -> &'static str {
    let known = Encoding::ALL.iter().find(|(known, _)| *known == encoding);
    known.map_or("", |(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_read_in_threes() {
        for (number, words) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_000_000, "1,000,000"),
        ] {
            assert_eq!(grouped(number), words);
        }
    }
}
