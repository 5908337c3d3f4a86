//! The preview of an import of orders: which column is which field, what is asked, and the orders
//! that the import writes.

use egui::{ScrollArea, Ui};

use super::state_words::state_words;
use crate::base::locale::format;
use crate::desk::kernel::remote::Remote;
use crate::desk::order_import::intent::OrderImportIntent;
use crate::desk::order_records::import::preview::ImportCounts;
use crate::desk::order_records::import::preview::ImportPreview;
use crate::tables::mapping::{FieldGroup, OrderField};
use crate::tables::read_file::ReadOptions;
use crate::tables::text_encoding::Encoding;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::choice::box_ui;
use crate::ui::widgets::field::beside_field_ui;
use crate::ui::widgets::words::ending_ui;
use crate::ui::widgets::{
    Button, Card, Column, Field, Meaning, Table, TableState, band_ui, column_ui, combo_box_ui,
    combo_ui, line_ui, muted_ui, panes_ui, pill_ui, short_ui, small_muted_ui, strong_ui,
    trouble_ui, wrapped_ui,
};

const LEFT: f32 = 440.0;
/// Width of the box with the fields of a column.
const FIELDS: f32 = 190.0;

#[derive(Debug, Default)]
pub struct ImportViewState {
    orders: TableState,
    /// The name of the mapping to keep.
    name: String,
    /// The name of the shop, while it is written.
    shop: Option<String>,
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ImportViewState) {
    let preview = &cx.state.order_import.table.preview;
    if let Remote::Failed { trouble, .. } = preview {
        trouble_ui(ui, trouble, false);
    }
    let Some(shown) = preview.value() else {
        if preview.is_loading() {
            muted_ui(ui, text!("orders-import-loading"));
        }
        if Button::secondary(text!("orders-import-close")).show_ui(ui).clicked() {
            ask(cx, OrderImportIntent::Cancel);
        }
        return;
    };
    let room = ui.available_size();
    panes_ui(ui, |ui| {
        column_ui(ui, LEFT, |ui| {
            ScrollArea::vertical()
                .id_salt("order import")
                .max_height(room.y)
                .show(ui, |ui| reading_ui(ui, cx, local, shown));
        });
        column_ui(ui, room.x - LEFT - space::L, |ui| {
            if preview.is_loading() {
                ui.set_opacity(crate::ui::tokens::DIMMED);
            }
            orders_ui(ui, local, shown);
        });
    });
}

fn ask(cx: &mut Cx<'_>, intent: OrderImportIntent) {
    cx.ask(intent);
}

fn reading_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ImportViewState, preview: &ImportPreview) {
    let file = match preview.file.is_empty() {
        true => text!("orders-import-clipboard"),
        false => &preview.file,
    };
    Card::new(text!("orders-import-title")).aside(file).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        if let Some(words) = recognized_as(preview) {
            small_muted_ui(ui, &words);
        }
        strong_ui(ui, &count_words(preview.counts));
        write_ui(ui, cx, preview);
        shop_ui(ui, cx, local, preview);
        sheet_ui(ui, cx, preview);
        text_form_ui(ui, cx, preview);
        for question in &preview.questions {
            question_ui(ui, cx, question);
        }
        for problem in &preview.problems {
            band_ui(ui, Meaning::Warning, &problem.message(), None);
        }
        columns_ui(ui, cx, preview);
        save_ui(ui, cx, local, preview);
        skipped_ui(ui, preview);
    });
}

fn recognized_as(preview: &ImportPreview) -> Option<String> {
    if preview.saved_mapping.is_some() {
        let name = &preview.mapping.name;
        return Some(text!("orders-import-saved-mapping", name = name));
    }
    Some(text!("orders-import-recognized", name = preview.origin?))
}

fn count_words(counts: ImportCounts) -> String {
    let mut parts = vec![text!("orders-import-new", count = counts.new)];
    if counts.changed > 0 {
        parts.push(text!("orders-import-changed", count = counts.changed));
    }
    if counts.unchanged > 0 {
        parts.push(text!("orders-import-unchanged", count = counts.unchanged));
    }
    if counts.changed_while_bought > 0 {
        let count = counts.changed_while_bought;
        parts.push(text!("orders-import-changed-bought", count = count));
    }
    let words = format::list(&parts);
    match counts.need_attention {
        0 => words,
        attention => text!("orders-import-with-attention", counts = words, attention = attention),
    }
}

fn write_ui(ui: &mut Ui, cx: &mut Cx<'_>, preview: &ImportPreview) {
    let counts = preview.counts;
    let writes = counts.new + counts.changed + counts.changed_while_bought;
    ui.horizontal(|ui| {
        let nothing = (writes == 0).then(|| text!("orders-import-nothing"));
        let words = text!("orders-import-write", count = writes);
        let write = Button::primary(&words)
            .name(text!("orders-import-write-name"))
            .disabled_because(nothing);
        if write.show_ui(ui).clicked() {
            ask(cx, OrderImportIntent::Write);
        }
        if Button::secondary(text!("orders-import-close")).show_ui(ui).clicked() {
            ask(cx, OrderImportIntent::Cancel);
        }
    });
}

fn sheet_ui(ui: &mut Ui, cx: &mut Cx<'_>, preview: &ImportPreview) {
    if preview.sheets.len() < 2 {
        return;
    }
    let sheets = preview.sheets.iter().enumerate();
    let options: Vec<(usize, &str)> = sheets.map(|(at, name)| (at, name.as_str())).collect();
    let mut sheet = preview.sheet;
    if combo_ui(ui, text!("orders-import-sheet"), FIELDS, &mut sheet, &options) {
        ask(cx, OrderImportIntent::Sheet(sheet));
    }
}

/// The name of the shop, by which two shops of one kind are told apart, and whether the first line is
/// the heading.
fn shop_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ImportViewState, preview: &ImportPreview) {
    let source = &preview.mapping.source;
    let mut shop = local.shop.clone().unwrap_or_else(|| source.clone());
    let field = Field::new(text!("orders-import-shop")).width(FIELDS).show_ui(ui, &mut shop);
    if field.lost_focus() {
        local.shop = None;
        let shop = shop.trim();
        if !shop.is_empty() && shop != source {
            ask(cx, OrderImportIntent::Source(shop.to_owned()));
        }
    } else if field.has_focus() {
        local.shop = Some(shop);
    }
    let mut is_heading = preview.heading_row.is_some();
    if box_ui(ui, text!("orders-import-first-is-heading"), &mut is_heading).changed() {
        ask(cx, OrderImportIntent::FirstIsHeading(is_heading));
    }
}

/// How a text file is read: guessed, and corrected by hand.
fn text_form_ui(ui: &mut Ui, cx: &mut Cx<'_>, preview: &ImportPreview) {
    // What was pasted is text already.
    let Some(form) = preview.text_form.filter(|_| !preview.file.is_empty()) else {
        return;
    };
    let (mut encoding, mut delimiter) = (form.encoding, form.delimiter);
    let encodings = Encoding::ALL.map(|encoding| (encoding, encoding.name()));
    let delimiters = [
        (b',', text!("shop-files-comma")),
        (b';', text!("shop-files-semicolon")),
        (b'\t', text!("shop-files-tab")),
        (b'|', text!("orders-import-bar")),
    ];
    let width = FIELDS;
    let mut is_other = false;
    ui.horizontal_wrapped(|ui| {
        let name = text!("addresses-import-encoding");
        is_other |= combo_ui(ui, name, width, &mut encoding, &encodings);
        let name = text!("shop-files-delimiter");
        is_other |= combo_ui(ui, name, width, &mut delimiter, &delimiters);
    });
    if is_other {
        let options = ReadOptions { encoding: Some(encoding), delimiter: Some(delimiter) };
        ask(cx, OrderImportIntent::Options(options));
    }
}

fn question_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    question: &crate::orders::import::read_orders::Question,
) {
    let ink = Tokens::of_theme(ui).ink;
    wrapped_ui(ui, &question.text(), text::body_medium(), ink);
    small_muted_ui(ui, &question.detail());
    ui.horizontal_wrapped(|ui| {
        for answer in &question.answers {
            if Button::secondary(&answer.text()).compact().show_ui(ui).clicked() {
                ask(cx, OrderImportIntent::Answer(answer.clone()));
            }
        }
    });
}

/// One line for each column: its heading, an example, and the field it is.
fn columns_ui(ui: &mut Ui, cx: &mut Cx<'_>, preview: &ImportPreview) {
    strong_ui(ui, text!("orders-import-columns"));
    let options = field_options();
    let columns = preview.mapping.columns.iter().zip(&preview.examples);
    for (at, (column, example)) in columns.enumerate() {
        line_ui(ui, size::CONTROL, |ui| {
            let room = ui.available_width() - FIELDS - space::S;
            column_ui(ui, room, |ui| {
                let tokens = Tokens::of_theme(ui);
                short_ui(ui, &column.heading, text::body(), tokens.ink);
                short_ui(ui, example, text::small(), tokens.ink_muted);
            });
            let mut field = column.field;
            let name = text!("orders-import-field-of", column = &column.heading);
            if combo_box_ui(ui, &name, FIELDS, &mut field, &options) {
                ask(cx, OrderImportIntent::Map { column: at, field });
            }
        });
    }
}

fn field_options() -> Vec<(Option<OrderField>, &'static str)> {
    let mut options = vec![
        (None, text!("orders-import-field-kept")),
        (Some(OrderField::Ignored), OrderField::Ignored.name()),
    ];
    for group in FieldGroup::ALL {
        options.extend(group.fields().map(|field| (Some(field), field.name())));
    }
    options
}

fn save_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ImportViewState, preview: &ImportPreview) {
    ui.horizontal_top(|ui| {
        Field::new(text!("orders-import-mapping-name"))
            .hint(text!("orders-import-mapping-hint"))
            .width(220.0)
            .show_ui(ui, &mut local.name);
        let none = local.name.trim().is_empty();
        let save = Button::secondary(text!("orders-import-mapping-save"))
            .disabled_because(none.then(|| text!("orders-import-mapping-unnamed")));
        if beside_field_ui(ui, |ui| save.show_ui(ui)).clicked() {
            ask(cx, OrderImportIntent::SaveMapping(local.name.trim().to_owned()));
        }
    });
    if preview.saved_mapping.is_none() {
        small_muted_ui(ui, text!("orders-import-mapping-note"));
    }
}

/// Rows that are no orders, with the reason of each.
fn skipped_ui(ui: &mut Ui, preview: &ImportPreview) {
    if preview.skipped.is_empty() {
        return;
    }
    strong_ui(ui, &text!("orders-import-skipped", count = preview.skipped.len()));
    for skipped in preview.skipped.iter().take(20) {
        let reason = skipped.reason.text().to_string();
        let words = text!("orders-import-skipped-row", row = skipped.row, reason = reason);
        small_muted_ui(ui, &words);
    }
}

/// The least room with a column for the state. Without it, the problems say which orders need
/// attention.
const ROOM_FOR_STATE: f32 = 560.0;

fn orders_ui(ui: &mut Ui, local: &mut ImportViewState, preview: &ImportPreview) {
    let is_narrow = ui.available_width() < ROOM_FOR_STATE;
    let (number, recipient) = if is_narrow { (84.0, 76.0) } else { (112.0, 160.0) };
    Table::new(text!("orders-import-table"), &preview.orders)
        .column(Column::new(text!("orders-column-number"), number), |order| order.number.clone())
        .drawn(|ui, order| {
            let ink = Tokens::of_theme(ui).ink;
            ending_ui(ui, &order.number, text::body_medium(), ink);
        })
        .column(Column::new(text!("orders-column-state"), 130.0), |order| {
            state_words(order.state).1.to_owned()
        })
        .drawn(|ui, order| {
            let (meaning, words) = state_words(order.state);
            pill_ui(ui, meaning, meaning.icon(), words);
        })
        .shown(!is_narrow)
        .column(Column::new(text!("orders-column-recipient"), recipient).shrinking(76.0), |order| {
            order.recipient.clone()
        })
        // It gets the room that is left.
        .column(Column::wide(text!("orders-import-column-problem")), |order| {
            order.problem.as_ref().map(ToString::to_string).unwrap_or_default()
        })
        .show_ui(ui, &mut local.orders);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_that_need_attention_are_said_to_be_among_the_others() {
        let counts =
            ImportCounts { new: 300, changed: 2, need_attention: 17, ..ImportCounts::default() };
        let words = "300 new orders and 2 changed, 17 of them need attention";
        assert_eq!(count_words(counts), words);
        let none = ImportCounts { new: 1, ..ImportCounts::default() };
        assert_eq!(count_words(none), "1 new order");
    }
}
