//! The columns of a file for a shop that has no format here: headings, what stands below them, and
//! under which name they are kept.

use egui::Ui;

use crate::desk::order_rules::intent::OrderRuleIntent;
use crate::desk::orders::DocumentKind;
use crate::orders::documents::{DocumentEdit, Documents};
use crate::orders::shop_export::{Delimiter, ExportField, OwnExport, WrittenDate};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::{
    Button, Field, Icon, combo_box_ui, combo_ui, icon_button_ui, label_ui, line_ui,
};

#[derive(Debug, Default)]
pub struct OwnColumnsViewState {
    pub export: OwnExport,
    /// The number of writes of documents before Save was pressed.
    saving: Option<u64>,
}

/// Widths of the heading of a column and of what stands below it.
const HEADING: f32 = 132.0;
const FIELD: f32 = 200.0;

impl OwnColumnsViewState {
    /// Takes the columns of a format that is kept, or begins new ones.
    pub fn begin(&mut self, documents: &Documents, key: Option<String>) {
        let mut kept = documents.exports.iter();
        let kept = key.and_then(|key| kept.find(|keyed| keyed.key == key));
        *self = Self {
            export: kept.map(|keyed| keyed.document.clone()).unwrap_or_default(),
            saving: None,
        };
    }

    /// The key of what was just saved.
    pub fn key_of_saved(&mut self, documents: &Documents) -> Option<String> {
        self.saving.filter(|before| documents.written > *before)?;
        let mut kept = documents.exports.iter();
        let found = kept.find(|keyed| keyed.document == self.export)?;
        self.saving = None;
        Some(found.key.clone())
    }
}

/// Shows the columns of the format with this key, or new ones.
pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut OwnColumnsViewState, key: Option<String>) {
    let export = &mut local.export;
    let delimiters = [
        (Delimiter::Comma, text!("shop-files-comma")),
        (Delimiter::Semicolon, text!("shop-files-semicolon")),
        (Delimiter::Tab, text!("shop-files-tab")),
    ];
    combo_ui(ui, text!("shop-files-delimiter"), FIELD, &mut export.delimiter, &delimiters);
    label_ui(ui, text!("shop-files-columns"));
    columns_ui(ui, export);
    if Button::quiet(text!("shop-files-add")).icon(Icon::Plus).show_ui(ui).clicked() {
        export.columns.push((String::new(), ExportField::Number));
    }
    ui.horizontal_wrapped(|ui| save_ui(ui, cx, local, key));
}

fn save_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut OwnColumnsViewState, key: Option<String>) {
    let documents = &cx.state.order_rules.documents;
    Field::new(text!("shop-files-name"))
        .hint(text!("shop-files-name-hint"))
        .width(HEADING + FIELD)
        .show_ui(ui, &mut local.export.name);
    let name = local.export.name.trim();
    let unnamed = name.is_empty().then(|| text!("shop-files-unnamed"));
    let mut others = documents.exports.iter();
    let is_taken =
        others.any(|other| other.document.name.trim() == name && Some(&other.key) != key.as_ref());
    let taken = is_taken.then(|| text!("shop-files-name-taken"));
    let mut kept = documents.exports.iter();
    let is_kept = kept.any(|kept| kept.document == local.export);
    let same = is_kept.then(|| text!("shop-files-kept"));
    let save =
        Button::secondary(text!("shop-files-keep")).disabled_because(unnamed.or(same).or(taken));
    if save.show_ui(ui).clicked() {
        local.saving = Some(documents.written);
        let export = Box::new(local.export.clone());
        let key = key.clone();
        cx.ask(OrderRuleIntent::Document(DocumentEdit::WriteExport { key, export }));
    }
    if let Some(key) = key
        && Button::quiet(text!("shop-files-delete")).show_ui(ui).clicked()
    {
        let kind = DocumentKind::OwnExport;
        cx.ask(OrderRuleIntent::Document(DocumentEdit::Remove { kind, key }));
    }
}

/// One line for each column.
fn columns_ui(ui: &mut Ui, export: &mut OwnExport) {
    let (mut removed, mut raised) = (None, None);
    for (at, (heading, field)) in export.columns.iter_mut().enumerate() {
        let number = at + 1;
        line_ui(ui, size::CONTROL, |ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            let name = text!("shop-files-heading", number = number);
            Field::new(text!("shop-files-heading-hint"))
                .name(&name)
                .hint(text!("shop-files-heading-hint"))
                .hide_label()
                .width(HEADING)
                .show_ui(ui, heading);
            let name = text!("shop-files-field", number = number);
            let mut kind = kind_of(field);
            if combo_box_ui(ui, &name, FIELD, &mut kind, &kinds()) {
                *field = kind;
            }
            if at == 0 {
                ui.add_space(size::CONTROL_COMPACT + space::XS);
            } else if icon_button_ui(ui, Icon::Up, &text!("shop-files-up", number = number)) {
                raised = Some(at);
            }
            if icon_button_ui(ui, Icon::Cross, &text!("shop-files-remove", number = number)) {
                removed = Some(at);
            }
        });
        detail_ui(ui, number, field);
    }
    if let Some(at) = raised {
        export.columns.swap(at - 1, at);
    }
    if let Some(at) = removed {
        export.columns.remove(at);
    }
}

/// What a kind of column needs besides.
fn detail_ui(ui: &mut Ui, number: usize, field: &mut ExportField) {
    let name = text!("shop-files-detail", number = number);
    match field {
        ExportField::ShipDate(form) => {
            let forms = [
                (WrittenDate::YearFirst, "2026-11-23"),
                (WrittenDate::MonthFirst, "11/23/2026"),
                (WrittenDate::DayFirst, "23/11/2026"),
            ];
            ui.horizontal(|ui| {
                ui.add_space(HEADING + space::XS);
                combo_box_ui(ui, &name, FIELD, form, &forms);
            });
        }
        ExportField::Column(words) | ExportField::Text(words) => {
            ui.horizontal(|ui| {
                ui.add_space(HEADING + space::XS);
                Field::new(text!("shop-files-detail-hint"))
                    .name(&name)
                    .hint(text!("shop-files-detail-hint"))
                    .hide_label()
                    .width(FIELD)
                    .show_ui(ui, words);
            });
        }
        _ => {}
    }
}

/// The field without what it needs besides.
fn kind_of(field: &ExportField) -> ExportField {
    match field {
        ExportField::ShipDate(_) => ExportField::ShipDate(WrittenDate::default()),
        ExportField::Column(_) => ExportField::Column(String::new()),
        ExportField::Text(_) => ExportField::Text(String::new()),
        other => other.clone(),
    }
}

fn kinds() -> [(ExportField, &'static str); 14] {
    [
        (ExportField::Number, text!("shop-files-field-number")),
        (ExportField::TrackingNumber, text!("shop-files-field-tracking")),
        (ExportField::AllTrackingNumbers, text!("shop-files-field-all-tracking")),
        (ExportField::Carrier, text!("shop-files-field-carrier")),
        (ExportField::Service, text!("shop-files-field-service")),
        (ExportField::ShipDate(WrittenDate::default()), text!("shop-files-field-date")),
        (ExportField::Cost, text!("shop-files-field-cost")),
        (ExportField::Currency, text!("shop-files-field-currency")),
        (ExportField::Recipient, text!("shop-files-field-recipient")),
        (ExportField::Country, text!("shop-files-field-country")),
        (ExportField::Source, text!("shop-files-field-source")),
        (ExportField::Reference, text!("shop-files-field-reference")),
        (ExportField::Column(String::new()), text!("shop-files-field-column")),
        (ExportField::Text(String::new()), text!("shop-files-field-text")),
    ]
}
