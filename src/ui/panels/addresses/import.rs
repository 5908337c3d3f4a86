//! The preview of an address import: how the file is read, its first rows, and the
//! rows left out with the reasons.

use egui::{Align, Layout as Lay, ScrollArea, Ui, vec2};

use crate::base::locale::format::list;
use crate::desk::addresses::AddressIntent;
use crate::desk::addresses::import::{ImportIntent, Preview};
use crate::desk::addresses::table::{Layout, Target};
use crate::desk::kernel::remote::Remote;
use crate::tables::text_encoding::Encoding;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::{person, whole_line};
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::choice::combo_width;
use crate::ui::widgets::{
    Button, Card, Column, Table, TableState, check_ui, column_ui, combo_box_ui, combo_ui,
    country_ui, line_ui, muted_ui, panes_ui, short_ui, small_muted_ui, strong_ui, trouble_ui,
    wrapped_ui,
};

const LEFT: f32 = 420.0;
/// Limits of the width of the box of separators.
const SEPARATOR: (f32, f32) = (120.0, 180.0);
const ERRORS_HEIGHT: f32 = 170.0;

/// The view state of the two lists of a preview.
#[derive(Debug, Default)]
pub struct AddressImportViewState {
    errors: TableState,
    rows: TableState,
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut AddressImportViewState) {
    let preview = &cx.state.addresses.import.preview;
    if let Remote::Failed { trouble, .. } = preview {
        trouble_ui(ui, trouble, false);
    }
    let Some(shown) = preview.value() else {
        if preview.is_loading() {
            muted_ui(ui, text!("addresses-import-loading"));
        }
        if Button::secondary(text!("addresses-import-close"))
            .name(text!("addresses-import-close-name"))
            .show_ui(ui)
            .clicked()
        {
            ask(cx, ImportIntent::Drop);
        }
        return;
    };
    let room = ui.available_size();
    panes_ui(ui, |ui| {
        column_ui(ui, LEFT, |ui| reading_ui(ui, cx, shown, room.y));
        column_ui(ui, room.x - LEFT - space::L, |ui| {
            if preview.is_loading() {
                ui.set_opacity(crate::ui::tokens::DIMMED);
            }
            rows_ui(ui, local, shown);
        });
    });
}

fn ask(cx: &mut Cx<'_>, intent: ImportIntent) {
    cx.ask(AddressIntent::Import(intent));
}

/// The settings for reading the file, and the buttons to import or cancel.
fn reading_ui(ui: &mut Ui, cx: &mut Cx<'_>, preview: &Preview, height: f32) {
    let mut wanted = None;
    let bottom = ui.cursor().top() + height;
    let card = Card::new(text!("addresses-import-title")).aside(&preview.file);
    card.show_ui(ui, |ui| {
        strong_ui(ui, &summary(preview));
        unused_ui(ui, preview);
        ui.add_space(space::XS);
        ui.horizontal(|ui| {
            let nothing = (preview.good == 0).then(|| text!("addresses-import-nothing"));
            let words = text!("addresses-import-rows", count = preview.good);
            let import = Button::primary(&words)
                .name(text!("addresses-import-rows-name"))
                .disabled_because(nothing);
            if import.show_ui(ui).clicked() {
                wanted = Some(ImportIntent::Run);
            }
            if Button::secondary(text!("addresses-cancel"))
                .name(text!("addresses-import-close-name"))
                .show_ui(ui)
                .clicked()
            {
                wanted = Some(ImportIntent::Drop);
            }
        });
        small_muted_ui(ui, text!("addresses-import-promise"));
        ui.add_space(space::S);
        let mut encoding = preview.encoding;
        let mut layout = preview.layout.clone();
        let encodings = Encoding::ALL.map(|encoding| (encoding, encoding.name()));
        let label = text!("addresses-import-encoding");
        if combo_ui(ui, label, 200.0, &mut encoding, &encodings) {
            // With another encoding the headings may differ, so the columns are guessed again.
            layout = None;
            wanted = Some(ImportIntent::ReadAs { encoding, layout: None });
        }
        let Some(layout) = &mut layout else {
            small_muted_ui(ui, encoding.name());
            return;
        };
        ui.add_space(space::S);
        let before = layout.clone();
        ui.horizontal_top(|ui| {
            let separators = [
                (b',', text!("addresses-import-comma")),
                (b';', text!("addresses-import-semicolon")),
                (b'\t', text!("addresses-import-tab")),
                (b'|', text!("addresses-import-bar")),
            ];
            let label = text!("addresses-import-separator");
            let names = separators.iter().map(|(_, name)| *name);
            let width = combo_width(ui, names, SEPARATOR);
            combo_ui(ui, label, width, &mut layout.separator, &separators);
            let label = text!("addresses-import-country");
            country_ui(ui, label, label, 220.0, &mut layout.country);
        });
        check_ui(ui, text!("addresses-import-headings"), &mut layout.headings);
        columns_ui(ui, preview, layout, bottom);
        if *layout != before && wanted.is_none() {
            let same_table = layout.separator == before.separator;
            wanted = Some(ImportIntent::ReadAs {
                encoding,
                // Another separator changes the columns.
                layout: Some(if same_table { layout.clone() } else { cut_again(layout) }),
            });
        }
    });
    if let Some(intent) = wanted {
        ask(cx, intent);
    }
}

fn cut_again(layout: &Layout) -> Layout {
    Layout { columns: Vec::new(), ..layout.clone() }
}

fn columns_ui(ui: &mut Ui, preview: &Preview, layout: &mut Layout, bottom: f32) {
    ui.add_space(space::S);
    let tokens = Tokens::of_theme(ui);
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        cell_ui(ui, TAKEN_AS, |ui| {
            small_muted_ui(ui, text!("addresses-import-as"));
        });
        cell_ui(ui, TITLE, |ui| {
            small_muted_ui(ui, text!("addresses-import-file-column"));
        });
        small_muted_ui(ui, text!("addresses-import-example"));
    });
    let targets: Vec<(Target, &str)> =
        Target::all().into_iter().map(|target| (target, target.name())).collect();
    let most = bottom - space::L - size::HAIRLINE - ui.cursor().top();
    ScrollArea::vertical()
        .id_salt("columns")
        .auto_shrink([false, true])
        .max_height(most.max(120.0))
        .show(ui, |ui| {
            for at in 0..layout.columns.len() {
                ui.horizontal(|ui| {
                    let cell = |cells: &[String]| cells.get(at).cloned().unwrap_or_default();
                    let example = cell(&preview.example);
                    let number = at + 1;
                    let heading = preview.heading(at);
                    let name =
                        text!("addresses-import-column-name", number = number, heading = &heading);
                    let held =
                        layout.columns.get(at).map(|column| column.target).unwrap_or_default();
                    let mut target = held;
                    cell_ui(ui, TAKEN_AS, |ui| {
                        combo_box_ui(ui, &name, TAKEN_AS, &mut target, &targets)
                    });
                    if target != held {
                        layout.assign(at, target);
                    }
                    let ink = match preview.unused.contains(&at) {
                        true => tokens.warning.ink,
                        false => tokens.ink,
                    };
                    cell_ui(ui, TITLE, |ui| short_ui(ui, &heading, text::body_medium(), ink));
                    short_ui(ui, &example, text::body(), tokens.ink_muted);
                });
            }
        });
}

const TAKEN_AS: f32 = 130.0;
const TITLE: f32 = 100.0;

/// Allocates a cell of a fixed width, so that the cells after it line up in every row.
fn cell_ui<R>(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui) -> R) {
    let room = vec2(width, ui.available_height());
    ui.allocate_ui_with_layout(room, Lay::left_to_right(Align::Center), |ui| {
        ui.set_min_width(width);
        contents(ui);
    });
}

fn rows_ui(ui: &mut Ui, local: &mut AddressImportViewState, preview: &Preview) {
    let rows = &preview.rows;
    if !preview.errors.is_empty() {
        strong_ui(ui, &text!("addresses-import-skipped", count = preview.bad));
        Table::new(text!("addresses-import-skipped-table"), &preview.errors)
            .max_height(ERRORS_HEIGHT)
            .column(Column::new(text!("addresses-import-line"), 56.0).right(), |(line, _)| {
                line.to_string()
            })
            .column(Column::wide(text!("addresses-import-reason")), |(_, why)| why.to_string())
            .show_ui(ui, &mut local.errors);
        ui.add_space(space::S);
    }
    let words = match preview.good > rows.len() as u64 {
        true => text!("addresses-import-first-rows", shown = rows.len(), count = preview.good),
        false => text!("addresses-import-all-rows", count = preview.good),
    };
    strong_ui(ui, &words);
    Table::new(text!("addresses-import-table"), rows)
        .column(Column::new(text!("addresses-import-line"), 56.0).right(), |(line, _)| {
            line.to_string()
        })
        .muted()
        .column(Column::new(text!("addresses-field-name"), 200.0).shrinking(110.0), |(_, entry)| {
            person(&entry.form)
        })
        .column(Column::wide(text!("addresses-column-address")), |(_, entry)| {
            whole_line(&entry.form)
        })
        .muted()
        .show_ui(ui, &mut local.rows);
}

fn summary(preview: &Preview) -> String {
    match preview.bad {
        0 if !preview.unused.is_empty() => {
            text!("addresses-import-found-rows", count = preview.good)
        }
        0 => text!("addresses-import-all-readable", count = preview.good),
        bad => text!("addresses-import-some-readable", good = preview.good, bad = bad),
    }
}

/// Names the columns that are not imported, so that nobody loses a city or a street unseen.
fn unused_ui(ui: &mut Ui, preview: &Preview) {
    if preview.unused.is_empty() {
        return;
    }
    let names: Vec<String> = preview.unused.iter().map(|at| preview.heading(*at)).collect();
    let words = text!("addresses-import-unused-columns", count = names.len(), names = list(&names));
    wrapped_ui(ui, &words, text::body(), Tokens::of_theme(ui).warning.ink);
    small_muted_ui(ui, text!("addresses-import-unused-advice"));
}
