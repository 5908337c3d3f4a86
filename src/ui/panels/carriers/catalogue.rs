//! The catalogue of each carrier: services, special services with their parameters, and
//! package types with their sizes.

use egui::{RichText, Ui};

use crate::api::carrier::{Catalog, CatalogEntry};
use crate::base::locale::format;
use crate::base::measure::{Length, LengthUnit};
use crate::desk::parcel::rate_ranking::spaced;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::badge::badge_ui;
use crate::ui::widgets::card::{empty_ui, frame};
use crate::ui::widgets::choice::segmented_ui;
use crate::ui::widgets::field::column_ui;
use crate::ui::widgets::table::{Column, Table, TableState};
use crate::ui::widgets::text::{muted_ui, small_muted_ui};
use crate::ui::widgets::{Field, Icon};

#[derive(Default)]
pub struct CatalogueViewState {
    carrier: Option<String>,
    kind: CatalogueView,
    unit: Option<LengthUnit>,
    filter: String,
    table: TableState,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum CatalogueView {
    #[default]
    Services,
    Special,
    Packages,
}

const LEFT: f32 = 280.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut CatalogueViewState) {
    let state = cx.state;
    let carriers = state
        .carriers
        .list
        .value()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let Some(catalogs) = state
        .carriers
        .catalogs
        .value()
        .filter(|_| !carriers.is_empty())
    else {
        if state.carriers.catalogs.is_loading() || state.carriers.list.is_loading() {
            muted_ui(ui, text!("carriers-catalog-loading"));
        } else {
            let title = text!("carriers-catalog-unknown-title");
            let words = text!("carriers-catalog-unknown");
            empty_ui(ui, Icon::Truck, title, words, None);
        }
        return;
    };
    let codes: Vec<&str> = carriers
        .iter()
        .filter_map(|carrier| carrier.code.as_deref())
        .collect();
    let chosen = local
        .carrier
        .clone()
        .filter(|code| codes.contains(&code.as_str()));
    let chosen = chosen
        .or_else(|| codes.first().map(|code| (*code).to_owned()))
        .unwrap_or_default();
    local.carrier = Some(chosen.clone());
    let room = ui.available_size();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        column_ui(ui, LEFT, |ui| {
            for carrier in carriers {
                let code = carrier.code.as_deref().unwrap_or_default();
                let name = carrier.name.as_deref().unwrap_or(code);
                if carrier_ui(ui, name, carrier.description.as_deref(), code == chosen) {
                    local.carrier = Some(code.to_owned());
                    local.table = TableState::default();
                }
            }
        });
        column_ui(ui, room.x - LEFT - space::L, |ui| {
            let catalog = match local.kind {
                CatalogueView::Services => &catalogs.services,
                CatalogueView::Special => &catalogs.special_services,
                CatalogueView::Packages => &catalogs.package_types,
            };
            entries_ui(ui, cx, local, catalog, &chosen);
        });
    });
}

fn carrier_ui(ui: &mut Ui, name: &str, description: Option<&str>, chosen: bool) -> bool {
    let tokens = Tokens::of_theme(ui);
    let card = match chosen {
        true => frame(tokens).fill(tokens.selected),
        false => frame(tokens),
    };
    let sensing = egui::UiBuilder::new().sense(egui::Sense::click());
    let inner = ui.scope_builder(sensing, |ui| {
        let card = card.inner_margin(crate::ui::theme::margin(space::M));
        card.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                badge_ui(ui, name);
                ui.label(
                    RichText::new(name)
                        .font(text::body_strong())
                        .color(tokens.ink),
                );
            });
            if let Some(description) = description.filter(|words| !words.is_empty()) {
                small_muted_ui(ui, description);
            }
        });
    });
    let response = inner.response;
    if response.has_focus() {
        let stroke = egui::Stroke::new(size::FOCUS_RING, tokens.accent);
        let radius = crate::ui::tokens::radius::CARD;
        ui.painter()
            .rect_stroke(response.rect, radius, stroke, egui::StrokeKind::Inside);
    }
    let words = text!("carriers-catalog-carrier", name = name);
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, &words));
    response.clicked()
}

fn entries_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    local: &mut CatalogueViewState,
    catalog: &Catalog,
    carrier: &str,
) {
    let all = catalog.get(carrier).map(Vec::as_slice).unwrap_or_default();
    let unit = local.unit.get_or_insert_with(|| {
        // The unit in which Ship measures the parcels.
        let package = cx.state.ship.draft.packages.first();
        package.map_or(LengthUnit::In, |package| package.length_unit)
    });
    ui.horizontal(|ui| {
        let kinds = [
            (CatalogueView::Services, text!("carriers-services")),
            (CatalogueView::Special, text!("carriers-special-services")),
            (CatalogueView::Packages, text!("carriers-package-types")),
        ];
        let label = text!("carriers-view-catalog");
        segmented_ui(ui, label, &mut local.kind, &kinds);
        Field::new(text!("carriers-catalog-search"))
            .hint(text!("carriers-catalog-search-hint"))
            .hide_label()
            .search()
            .width(180.0)
            .show_ui(ui, &mut local.filter);
        if local.kind == CatalogueView::Packages {
            let units = [LengthUnit::In, LengthUnit::Cm, LengthUnit::Mm];
            let units = units.map(|unit| (unit, unit.code()));
            segmented_ui(ui, text!("carriers-catalog-unit"), unit, &units);
        }
        small_muted_ui(ui, &text!("carriers-catalog-count", count = all.len()));
    });
    let unit = *unit;
    let filter = local.filter.trim().to_lowercase();
    let rows: Vec<&CatalogEntry> = all
        .iter()
        .filter(|entry| {
            let words = format!(
                "{} {}",
                name(entry),
                entry.code.as_deref().unwrap_or_default()
            );
            words.to_lowercase().contains(&filter)
        })
        .collect();
    if rows.is_empty() {
        let words = match all.is_empty() {
            true => text!("carriers-catalog-none"),
            false => text!("carriers-catalog-no-matches"),
        };
        muted_ui(ui, words);
        return;
    }
    let code = |width| Column::new(text!("carriers-column-code"), width);
    let (id, columns) = match local.kind {
        CatalogueView::Services => (
            text!("carriers-table-services"),
            vec![Column::wide(text!("carriers-column-service")), code(220.0)],
        ),
        CatalogueView::Special => (
            text!("carriers-table-special-services"),
            vec![
                Column::new(text!("carriers-column-special-service"), 200.0),
                Column::wide(text!("carriers-column-asks-for")),
                code(200.0),
            ],
        ),
        CatalogueView::Packages => (
            text!("carriers-table-package-types"),
            vec![
                Column::wide(text!("carriers-column-package-type")),
                code(200.0),
                Column::new(text!("carriers-column-size"), 200.0).right(),
            ],
        ),
    };
    let kind = local.kind;
    let cells = |entry: &CatalogEntry| -> Vec<String> {
        let code = entry.code.clone().unwrap_or_default();
        match kind {
            CatalogueView::Services => vec![name(entry), code],
            CatalogueView::Special => vec![name(entry), asks_for(&code).to_owned(), code],
            CatalogueView::Packages => vec![name(entry), code, sizes(entry, unit)],
        }
    };
    Table::new(id, &columns, rows.len()).show_ui(
        ui,
        &mut local.table,
        |row| rows.get(row).map(|entry| cells(entry)).unwrap_or_default(),
        |ui, row, column| {
            let tokens = Tokens::of_theme(ui);
            let words = rows
                .get(row)
                .and_then(|entry| cells(entry).into_iter().nth(column));
            let words = RichText::new(words.unwrap_or_default());
            ui.label(match column {
                0 => words.font(text::body_medium()).color(tokens.ink),
                _ => words.color(tokens.ink_muted),
            });
        },
    );
}

fn name(entry: &CatalogEntry) -> String {
    match entry.name.as_deref() {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => spaced(entry.code.as_deref().unwrap_or_default()),
    }
}

/// Catalogue sizes come without a unit. As in requests without one (section 2.10),
/// the unit is inches.
fn sizes(entry: &CatalogEntry, unit: LengthUnit) -> String {
    let sides = [entry.length, entry.width, entry.height];
    if sides.iter().flatten().all(|side| *side <= 0.0) {
        return text!("carriers-size-any").to_owned();
    }
    let side = |side: Option<f64>| match side {
        Some(inches) if inches > 0.0 => {
            let value = Length::new(inches, LengthUnit::In).to(unit);
            format::number((value * 100.0).round() / 100.0)
        }
        _ => text!("carriers-side-any").to_owned(),
    };
    let [length, width, height] = sides.map(side);
    text!(
        "carriers-size",
        length = length,
        width = width,
        height = height,
        unit = unit.code()
    )
}

/// The parameters of a special service (section 2.13).
fn asks_for(code: &str) -> &'static str {
    match code {
        "HAZMAT" => text!("carriers-asks-hazmat"),
        "COD" => text!("carriers-asks-cod"),
        "RegisteredMail" => text!("carriers-asks-registered"),
        "Insurance" => text!("carriers-asks-insurance"),
        "LiveAnimals" => text!("carriers-asks-animals"),
        "Returns" => text!("carriers-asks-returns"),
        _ => text!("carriers-asks-nothing"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_in_the_unit_asked_for() {
        let entry = |length, width, height| CatalogEntry {
            length,
            width,
            height,
            ..CatalogEntry::default()
        };
        let flat = entry(Some(12.5), Some(9.5), Some(0.0));
        assert_eq!(sizes(&flat, LengthUnit::In), "12.5 × 9.5 × any in");
        assert_eq!(sizes(&flat, LengthUnit::Cm), "31.75 × 24.13 × any cm");
        assert_eq!(
            sizes(&entry(Some(0.0), Some(0.0), None), LengthUnit::Cm),
            "Any"
        );
    }
}
