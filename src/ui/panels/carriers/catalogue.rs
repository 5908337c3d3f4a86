//! The catalogue of each carrier: services, special services with their parameters, and
//! package types with their sizes.

use egui::{RichText, ScrollArea, Ui};

use crate::api::carrier::{Carrier, Catalog, CatalogEntry};
use crate::api::value::Service;
use crate::base::locale::format;
use crate::base::measure::{Length, LengthUnit};
use crate::base::search_text::Search;
use crate::desk::intent::Intent;
use crate::parcel::hidden_services::{is_hidden, set_offered};
use crate::parcel::rate_ranking::spaced;
use crate::parcel::restricted_services::allowed_use;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::badge::badge_ui;
use crate::ui::widgets::card::{empty_ui, frame};
use crate::ui::widgets::choice::{check_ui, combo_ui, segmented_ui, tick_ui};
use crate::ui::widgets::field::column_ui;
use crate::ui::widgets::menu::MenuItem;
use crate::ui::widgets::table::{Column, Table, TableState};
use crate::ui::widgets::text::{muted_ui, small_muted_ui};
use crate::ui::widgets::words::{short_ui, words_ui};
use crate::ui::widgets::{Field, Icon};

#[derive(Default)]
pub struct CatalogueViewState {
    carrier: Option<String>,
    kind: CatalogueView,
    unit: Option<LengthUnit>,
    filter: String,
    only_offered: bool,
    table: TableState,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum CatalogueView {
    #[default]
    Services,
    Special,
    Packages,
}

const LEFT: f32 = 232.0;
/// Least width of the table beside the carriers; in less room they are a list above it.
const TABLE: f32 = 440.0;
/// Room of the search and the switches beside the kinds of entries.
const FILTER: f32 = 420.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut CatalogueViewState) {
    let state = cx.state;
    let carriers = state.carriers.list.value().map(Vec::as_slice).unwrap_or_default();
    let Some(catalogs) = state.carriers.catalogs.value().filter(|_| !carriers.is_empty()) else {
        if state.carriers.catalogs.is_loading() || state.carriers.list.is_loading() {
            muted_ui(ui, text!("carriers-catalog-loading"));
        } else {
            let title = text!("carriers-catalog-unknown-title");
            let words = text!("carriers-catalog-unknown");
            empty_ui(ui, Icon::Truck, title, words, None);
        }
        return;
    };
    let codes: Vec<&str> = carriers.iter().filter_map(|carrier| carrier.code.as_deref()).collect();
    let chosen = local.carrier.clone().filter(|code| codes.contains(&code.as_str()));
    let chosen =
        chosen.or_else(|| codes.first().map(|code| (*code).to_owned())).unwrap_or_default();
    local.carrier = Some(chosen.clone());
    let room = ui.available_size();
    let catalog = match local.kind {
        CatalogueView::Services => &catalogs.services,
        CatalogueView::Special => &catalogs.special_services,
        CatalogueView::Packages => &catalogs.package_types,
    };
    if room.x < LEFT + space::L + TABLE {
        let mut wanted = chosen.clone();
        let of = |carrier: &Carrier| (code(carrier).to_owned(), name_of(carrier).to_owned());
        let options: Vec<(String, String)> = carriers.iter().map(of).collect();
        let label = text!("carriers-carrier");
        if combo_ui(ui, label, LEFT.min(room.x), &mut wanted, &options) {
            local.carrier = Some(wanted);
            local.table = TableState::default();
        }
        entries_ui(ui, cx, local, catalog, &chosen);
        return;
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        column_ui(ui, LEFT, |ui| {
            let list = ScrollArea::vertical().id_salt("carriers");
            list.show(ui, |ui| {
                for carrier in carriers {
                    let chosen = code(carrier) == chosen;
                    let description = carrier.description.as_deref();
                    if carrier_ui(ui, name_of(carrier), description, chosen) {
                        local.carrier = Some(code(carrier).to_owned());
                        local.table = TableState::default();
                    }
                }
            });
        });
        column_ui(ui, room.x - LEFT - space::L, |ui| {
            entries_ui(ui, cx, local, catalog, &chosen);
        });
    });
}

fn code(carrier: &Carrier) -> &str {
    carrier.code.as_deref().unwrap_or_default()
}

fn name_of(carrier: &Carrier) -> &str {
    carrier.name.as_deref().unwrap_or_else(|| code(carrier))
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
                ui.label(RichText::new(name).font(text::body_strong()).color(tokens.ink));
            });
            if let Some(description) = description.filter(|words| !words.is_empty()) {
                small_muted_ui(ui, description);
            }
        });
    });
    let response = inner.response;
    if response.has_focus() {
        let stroke = egui::Stroke::new(size::FOCUS_RING, tokens.focus);
        let radius = crate::ui::tokens::radius::CARD;
        ui.painter().rect_stroke(response.rect, radius, stroke, egui::StrokeKind::Inside);
    }
    let words = text!("carriers-catalog-carrier", name = name);
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, &words));
    response.clicked()
}

fn entries_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut CatalogueViewState,
    catalog: &Catalog,
    carrier: &str,
) {
    let all = catalog.get(carrier).map(Vec::as_slice).unwrap_or_default();
    let in_line = ui.horizontal(|ui| {
        let kinds = [
            (CatalogueView::Services, text!("carriers-services")),
            (CatalogueView::Special, text!("carriers-special-services")),
            (CatalogueView::Packages, text!("carriers-package-types")),
        ];
        let label = text!("carriers-view-catalog");
        segmented_ui(ui, label, &mut local.kind, &kinds);
        let in_line = ui.available_width() >= FILTER;
        if in_line {
            filter_ui(ui, cx, local, all.len());
        }
        in_line
    });
    if !in_line.inner {
        ui.horizontal(|ui| filter_ui(ui, cx, local, all.len()));
    }
    let search = Search::new(&local.filter);
    let only_offered = local.only_offered && local.kind == CatalogueView::Services;
    let rows: Vec<&CatalogEntry> = all
        .iter()
        .filter(|entry| {
            let words = format!("{} {}", name(entry), entry.code.as_deref().unwrap_or_default());
            search.finds(&words) && (!only_offered || is_offered(cx, carrier, entry))
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
    match local.kind {
        CatalogueView::Services => services_ui(ui, cx, local, carrier, &rows),
        _ => others_ui(ui, local, &rows),
    }
}

fn filter_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut CatalogueViewState, count: usize) {
    Field::new(text!("carriers-catalog-search"))
        .hint(text!("carriers-catalog-search-hint"))
        .hide_label()
        .search()
        .width(180.0)
        .show_ui(ui, &mut local.filter);
    match local.kind {
        CatalogueView::Services => {
            check_ui(ui, text!("carriers-only-offered"), &mut local.only_offered);
        }
        CatalogueView::Special => {}
        CatalogueView::Packages => {
            let unit = local.unit.get_or_insert_with(|| ship_unit(cx));
            let units = [LengthUnit::In, LengthUnit::Cm, LengthUnit::Mm];
            let units = units.map(|unit| (unit, unit.code()));
            segmented_ui(ui, text!("carriers-catalog-unit"), unit, &units);
        }
    }
    small_muted_ui(ui, &text!("carriers-catalog-count", count = count));
}

/// The unit in which Ship measures the parcels.
fn ship_unit(cx: &Cx<'_>) -> LengthUnit {
    let package = cx.state.ship.draft.packages.first();
    package.map_or(LengthUnit::In, |package| package.length_unit)
}

fn service(entry: &CatalogEntry) -> Service {
    Service::parse(entry.code.as_deref().unwrap_or_default())
}

fn is_offered(cx: &Cx<'_>, carrier: &str, entry: &CatalogEntry) -> bool {
    !is_hidden(&cx.state.settings.hidden_services, carrier, &service(entry))
}

/// The services of a carrier, each with the switch whether the shop offers it.
fn services_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut CatalogueViewState,
    carrier: &str,
    rows: &[&CatalogEntry],
) {
    const CODE: f32 = 200.0;
    let has_code = ui.available_width() >= TABLE + CODE;
    let mut columns = vec![
        Column::wide(text!("carriers-column-service")),
        Column::new(text!("carriers-column-offered"), 80.0),
    ];
    if has_code {
        columns.insert(1, Column::new(text!("carriers-column-code"), CODE));
    }
    let offered_at = columns.len() - 1;
    let mut changed = None;
    let table = Table::new(text!("carriers-table-services"), &columns, rows.len());
    let (events, step) = table.with_menu_ui(
        ui,
        &mut local.table,
        |row| {
            let Some(entry) = rows.get(row) else {
                return Vec::new();
            };
            let offered = match is_offered(cx, carrier, entry) {
                true => text!("carriers-offered"),
                false => text!("carriers-not-offered"),
            };
            let mut cells = vec![name(entry), offered.to_owned()];
            if has_code {
                cells.insert(1, entry.code.clone().unwrap_or_default());
            }
            cells
        },
        |ui, row, column| {
            let tokens = Tokens::of_theme(ui);
            let Some(entry) = rows.get(row) else { return };
            let mut offered = is_offered(cx, carrier, entry);
            let ink = match offered {
                true => tokens.ink,
                false => tokens.ink_muted,
            };
            if column == 0 {
                words_ui(ui, &name(entry), text::body_medium(), ink);
                if let Some(words) = allowed_use(&service(entry)) {
                    short_ui(ui, words, text::small(), tokens.ink_muted).on_hover_text(words);
                }
            } else if column == offered_at {
                let name = text!("carriers-offer-name", service = name(entry));
                if tick_ui(ui, &mut offered, &name) {
                    changed = Some(row);
                }
            } else {
                let code = entry.code.as_deref().unwrap_or_default();
                words_ui(ui, code, text::body(), tokens.ink_muted);
            }
        },
        |row| {
            let words = match rows.get(row) {
                Some(entry) if is_offered(cx, carrier, entry) => text!("carriers-hide"),
                _ => text!("carriers-offer"),
            };
            vec![MenuItem::new(words, row).shortcut("Space")]
        },
    );
    let turned = changed.or(events.ticked).or(step);
    if let Some(entry) = turned.and_then(|row| rows.get(row)) {
        let offered = !is_offered(cx, carrier, entry);
        let mut settings = cx.state.settings.clone();
        let hidden = &mut settings.hidden_services;
        set_offered(hidden, carrier, &service(entry), offered);
        cx.ask(Intent::ChangeSettings(Box::new(settings)));
    }
}

/// Special services or package types.
fn others_ui(ui: &mut Ui, local: &mut CatalogueViewState, rows: &[&CatalogEntry]) {
    const CODE: f32 = 200.0;
    let kind = local.kind;
    let unit = local.unit.unwrap_or_default();
    let wide = ui.available_width() >= TABLE + CODE;
    let (id, mut columns) = match kind {
        CatalogueView::Special => (
            text!("carriers-table-special-services"),
            vec![
                Column::new(text!("carriers-column-special-service"), 180.0),
                Column::wide(text!("carriers-column-asks-for")),
            ],
        ),
        _ => (
            text!("carriers-table-package-types"),
            vec![
                Column::wide(text!("carriers-column-package-type")),
                Column::new(text!("carriers-column-size"), 200.0).right(),
            ],
        ),
    };
    if wide {
        columns.push(Column::new(text!("carriers-column-code"), CODE));
    }
    let cells = |entry: &CatalogEntry| -> Vec<String> {
        let code = entry.code.clone().unwrap_or_default();
        let about = match kind {
            CatalogueView::Special => asks_for(&code).to_owned(),
            _ => sizes(entry, unit),
        };
        vec![name(entry), about, code]
    };
    Table::new(id, &columns, rows.len()).show_ui(
        ui,
        &mut local.table,
        |row| rows.get(row).map(|entry| cells(entry)).unwrap_or_default(),
        |ui, row, column| {
            let tokens = Tokens::of_theme(ui);
            let words = rows.get(row).and_then(|entry| cells(entry).into_iter().nth(column));
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
    text!("carriers-size", length = length, width = width, height = height, unit = unit.code())
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
        assert_eq!(sizes(&entry(Some(0.0), Some(0.0), None), LengthUnit::Cm), "Any");
    }
}
