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
use crate::ui::widgets::{
    Column, Field, Icon, MenuItem, Table, TableState, check_ui, column_ui, combo_ui, empty_ui,
    frame, muted_ui, panes_ui, segmented_ui, short_ui, small_muted_ui, words_ui,
};

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
/// Its column of codes, where there is room.
const CODE: f32 = 200.0;
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
    panes_ui(ui, |ui| {
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
    let card = if chosen { frame(tokens).fill(tokens.selected) } else { frame(tokens) };
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
    let has_code = ui.available_width() >= TABLE + CODE;
    let (events, step) = Table::new(text!("carriers-table-services"), rows)
        .column(Column::wide(text!("carriers-column-service")), |entry| name(entry))
        .drawn(|ui, entry| {
            let tokens = Tokens::of_theme(ui);
            let ink = if is_offered(cx, carrier, entry) { tokens.ink } else { tokens.ink_muted };
            words_ui(ui, &name(entry), text::body_medium(), ink);
            if let Some(words) = allowed_use(&service(entry)) {
                short_ui(ui, words, text::small(), tokens.ink_muted).on_hover_text(words);
            }
        })
        .column(Column::new(text!("carriers-column-code"), CODE), |entry| code_words(entry))
        .muted()
        .shown(has_code)
        .column(Column::new(text!("carriers-column-offered"), 80.0), |entry| {
            match is_offered(cx, carrier, entry) {
                true => text!("carriers-offered").to_owned(),
                false => text!("carriers-not-offered").to_owned(),
            }
        })
        .tick(
            |entry| is_offered(cx, carrier, entry),
            |entry| text!("carriers-offer-name", service = name(entry)),
        )
        .with_menu_ui(ui, &mut local.table, |entry| {
            let words = match is_offered(cx, carrier, entry) {
                true => text!("carriers-hide"),
                false => text!("carriers-offer"),
            };
            vec![MenuItem::new(words, entry).shortcut("Space")]
        });
    if let Some(entry) = events.ticked.or(step) {
        let offered = !is_offered(cx, carrier, entry);
        let mut settings = cx.state.settings.clone();
        let hidden = &mut settings.hidden_services;
        set_offered(hidden, carrier, &service(entry), offered);
        cx.ask(Intent::ChangeSettings(Box::new(settings)));
    }
}

/// Special services or package types.
fn others_ui(ui: &mut Ui, local: &mut CatalogueViewState, rows: &[&CatalogEntry]) {
    let wide = ui.available_width() >= TABLE + CODE;
    let table = match local.kind {
        CatalogueView::Special => Table::new(text!("carriers-table-special-services"), rows)
            .column(Column::new(text!("carriers-column-special-service"), 180.0), |entry| {
                name(entry)
            })
            .medium()
            .column(Column::wide(text!("carriers-column-asks-for")), |entry| {
                asks_for(entry.code.as_deref().unwrap_or_default()).to_owned()
            }),
        _ => {
            let unit = local.unit.unwrap_or_default();
            Table::new(text!("carriers-table-package-types"), rows)
                .column(Column::wide(text!("carriers-column-package-type")), |entry| name(entry))
                .medium()
                .column(Column::new(text!("carriers-column-size"), 200.0).right(), move |entry| {
                    sizes(entry, unit)
                })
        }
    };
    table
        .muted()
        .column(Column::new(text!("carriers-column-code"), CODE), |entry| code_words(entry))
        .muted()
        .shown(wide)
        .show_ui(ui, &mut local.table);
}

fn code_words(entry: &CatalogEntry) -> String {
    entry.code.clone().unwrap_or_default()
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
