//! The preview of an address import: how the file is read, its first rows, and the
//! rows left out with the reasons.

use egui::{Align, Layout as Lay, RichText, ScrollArea, Ui, vec2};

use super::encoding_words;
use crate::desk::addresses::AddressIntent;
use crate::desk::addresses::encoding::Encoding;
use crate::desk::addresses::import::{ImportIntent, Preview};
use crate::desk::addresses::table::{Layout, Target};
use crate::desk::intent::Intent;
use crate::desk::kernel::remote::Remote;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::{person, whole_line};
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::Button;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::choice::{check_ui, combo_box_ui, combo_ui};
use crate::ui::widgets::field::column_ui;
use crate::ui::widgets::notice::trouble_ui;
use crate::ui::widgets::pick::country_ui;
use crate::ui::widgets::table::{Column, Table, TableState};
use crate::ui::widgets::text::{grouped, line_ui, muted_ui, small_muted_ui, strong_ui};
use crate::ui::widgets::words::{short_ui, words_ui};

const LEFT: f32 = 420.0;
const ROWS: [Column; 3] = [
    Column::new("Line", 56.0).right(),
    Column::new("Name", 200.0),
    Column::wide("Address"),
];
const ERRORS: [Column; 2] = [
    Column::new("Line", 56.0).right(),
    Column::wide("Why it is left out"),
];
const ERRORS_HEIGHT: f32 = 170.0;
const SEPARATORS: [(u8, &str); 4] = [
    (b',', "Comma"),
    (b';', "Semicolon"),
    (b'\t', "Tab"),
    (b'|', "Bar"),
];

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
            muted_ui(ui, "Reading the file…");
        }
        if Button::secondary("Close")
            .name("Close import")
            .show_ui(ui)
            .clicked()
        {
            ask(cx, ImportIntent::Drop);
        }
        return;
    };
    let room = ui.available_size();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
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
    cx.ask(Intent::Addresses(AddressIntent::Import(intent)));
}

/// The settings for reading the file, and the buttons to import or cancel.
fn reading_ui(ui: &mut Ui, cx: &mut Cx<'_>, preview: &Preview, height: f32) {
    let mut wanted = None;
    let bottom = ui.cursor().top() + height;
    Card::new("Import").aside(&preview.file).show_ui(ui, |ui| {
        strong_ui(ui, &summary(preview));
        ui.add_space(space::XS);
        ui.horizontal(|ui| {
            let nothing = (preview.good == 0).then_some("No row can be read as an address");
            let words = format!("Import {}", count(preview.good));
            let import = Button::primary(&words).name("Import rows").disabled_because(nothing);
            if import.show_ui(ui).clicked() {
                wanted = Some(ImportIntent::Run);
            }
            if Button::secondary("Cancel").name("Close import").show_ui(ui).clicked() {
                wanted = Some(ImportIntent::Drop);
            }
        });
        small_muted_ui(ui, "Nothing is written before you press Import; entries already in the book stay as they are");
        ui.add_space(space::S);
        let mut encoding = preview.encoding;
        let mut layout = preview.layout.clone();
        if combo_ui(ui, "Characters", 200.0, &mut encoding, &Encoding::ALL) {
            // With another encoding the headings may differ, so the columns are guessed again.
            layout = None;
            wanted = Some(ImportIntent::ReadAs { encoding, layout: None });
        }
        let Some(layout) = &mut layout else {
            small_muted_ui(ui, encoding_words(encoding));
            return;
        };
        ui.add_space(space::S);
        let before = layout.clone();
        ui.horizontal_top(|ui| {
            combo_ui(ui, "Separator", 120.0, &mut layout.separator, &SEPARATORS);
            country_ui(ui, ("Country where none is given", "Usual country"), 220.0, &mut layout.country);
        });
        check_ui(ui, "The first line names the columns", &mut layout.headings);
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
    Layout {
        columns: Vec::new(),
        ..layout.clone()
    }
}

fn columns_ui(ui: &mut Ui, preview: &Preview, layout: &mut Layout, bottom: f32) {
    ui.add_space(space::S);
    let tokens = Tokens::of_theme(ui);
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        cell_ui(ui, TAKEN_AS, |ui| small_muted_ui(ui, "Taken as"));
        cell_ui(ui, TITLE, |ui| small_muted_ui(ui, "In the file"));
        small_muted_ui(ui, "First row");
    });
    let most = bottom - space::L - size::HAIRLINE - ui.cursor().top();
    ScrollArea::vertical()
        .id_salt("columns")
        .auto_shrink([false, true])
        .max_height(most.max(120.0))
        .show(ui, |ui| {
            for (at, target) in layout.columns.iter_mut().enumerate() {
                ui.horizontal(|ui| {
                    let cell = |cells: &[String]| cells.get(at).cloned().unwrap_or_default();
                    let (title, example) = (cell(&preview.titles), cell(&preview.example));
                    let number = at + 1;
                    let heading = match layout.headings && !title.is_empty() {
                        true => title,
                        false => format!("Column {number}"),
                    };
                    let name = format!("Column {number}: {heading}");
                    cell_ui(ui, TAKEN_AS, |ui| {
                        combo_box_ui(ui, &name, TAKEN_AS, target, &Target::ALL)
                    });
                    cell_ui(ui, TITLE, |ui| {
                        short_ui(ui, &heading, text::body_medium(), tokens.ink)
                    });
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
        let errors = &preview.errors;
        let cells = |row: usize| {
            let error = errors.get(row);
            error
                .map(|(line, why)| vec![line.to_string(), why.clone()])
                .unwrap_or_default()
        };
        let words = match preview.bad {
            1 => "1 row is left out".to_owned(),
            many => format!("{} are left out", count(many)),
        };
        strong_ui(ui, &words);
        Table::new("rows left out", &ERRORS, errors.len())
            .max_height(ERRORS_HEIGHT)
            .show_ui(ui, &mut local.errors, cells, |ui, row, column| {
                let words = cells(row).into_iter().nth(column).unwrap_or_default();
                ui.label(RichText::new(words).color(Tokens::of_theme(ui).ink));
            });
        ui.add_space(space::S);
    }
    let words = match preview.good > rows.len() as u64 {
        true => format!("The first {} of {}", rows.len(), count(preview.good)),
        false => format!("{} to be written", count(preview.good)),
    };
    strong_ui(ui, &words);
    let cells = |row: usize| {
        let row = rows.get(row);
        row.map(|(line, entry)| {
            vec![
                line.to_string(),
                person(&entry.form),
                whole_line(&entry.form),
            ]
        })
        .unwrap_or_default()
    };
    Table::new("rows to import", &ROWS, rows.len()).show_ui(
        ui,
        &mut local.rows,
        cells,
        |ui, row, column| {
            let words = cells(row).into_iter().nth(column).unwrap_or_default();
            let tokens = Tokens::of_theme(ui);
            let ink = if column == 1 {
                tokens.ink
            } else {
                tokens.ink_muted
            };
            words_ui(ui, &words, text::body(), ink);
        },
    );
}

fn summary(preview: &Preview) -> String {
    match preview.bad {
        0 => format!("{}, all of them readable", count(preview.good)),
        bad => format!("{} readable, {bad} left out", count(preview.good)),
    }
}

fn count(rows: u64) -> String {
    match rows {
        1 => "1 row".to_owned(),
        many => format!("{} rows", grouped(many)),
    }
}
