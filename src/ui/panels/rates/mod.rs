//! The comparison of rates: all offers in one table, their fees, the badges, price against days,
//! and the expected services without a rate.

mod chart;
mod missing;
mod package_comparison;
pub mod rate_history;

use egui::{RichText, ScrollArea, Ui};

use crate::api::rate::Rate;
use crate::base::money::Money;
use crate::desk::parcel::rate_ranking::{Quote, SortKey, matches, service_name, sorted, spaced};
use crate::desk::ship::intent::ShipIntent;
use crate::desk::ship::rate_history::RateHistoryIntent;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::rate_words::{
    account_words, badges_ui, carrier_name, cheaper_words, days_words, same_rate,
};
use crate::ui::parts::row_actions::ShipmentAction;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::card::{Card, empty_ui};
use crate::ui::widgets::choice::segmented_ui;
use crate::ui::widgets::field::column_ui;
use crate::ui::widgets::menu::MenuItem;
use crate::ui::widgets::notice::{band_ui, retry_ui};
use crate::ui::widgets::pick::{Choice, pick_ui};
use crate::ui::widgets::table::{Column, Sort, Table, TableState};
use crate::ui::widgets::text::{heading_ui, money_cell_ui, small_muted_ui};
use crate::ui::widgets::words::words_ui;
use crate::ui::widgets::{Button, Field, Icon, Meaning};

#[derive(Debug, Default)]
pub struct RatesViewState {
    table: TableState,
    /// Whether the table last drawn showed carrier and account in one column.
    one_name: bool,
    filter: String,
    carrier: Option<String>,
    missing: bool,
    view: View,
    beside: package_comparison::PackageComparisonViewState,
    past: rate_history::PastQuotesViewState,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum View {
    #[default]
    All,
    Packages,
    Past,
}

const VIEWS: [(View, &str); 3] = [
    (View::All, "All rates"),
    (View::Packages, "Packages side by side"),
    (View::Past, "Past quotes"),
];

const COLUMNS: [Column; 7] = [
    Column::wide("Service").sortable(),
    Column::new("Carrier", 112.0).growing(0.1).sortable(),
    Column::new("Account", 130.0).growing(0.1).sortable(),
    DAYS,
    ARRIVES,
    ZONE,
    PRICE,
];
/// The columns if carrier and account names say the same for every rate.
const ONE_NAME: [Column; 6] = [
    Column::wide("Service").sortable(),
    Column::new("Carrier", 164.0).growing(0.2).sortable(),
    DAYS,
    ARRIVES,
    ZONE,
    PRICE,
];
const DAYS: Column = Column::new("Days", 40.0).right().sortable();
const ARRIVES: Column = Column::new("Arrives", 168.0).growing(0.1).sortable();
const ZONE: Column = Column::new("Zone", 40.0).right().sortable();
const PRICE: Column = Column::new("Price", 72.0).right().sortable();
const ACCOUNT: usize = 2;
const KEYS: [SortKey; 7] = [
    SortKey::Service,
    SortKey::Carrier,
    SortKey::Account,
    SortKey::Days,
    SortKey::Date,
    SortKey::Zone,
    SortKey::Price,
];
const SIDE: f32 = 272.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RatesViewState) {
    panel_ui(ui, cx, local);
}

fn panel_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RatesViewState) {
    let state = cx.state;
    head_ui(ui, cx, local);
    match local.view {
        View::All => {}
        View::Packages => return package_comparison::show_ui(ui, cx, &mut local.beside),
        View::Past => return rate_history::show_ui(ui, cx, &mut local.past),
    }
    if retry_ui(ui, cx.trouble_to_show(&state.ship.quote)) {
        cx.ask(ShipIntent::GetRates);
    }
    if state.ship.quote.value().is_some() {
        filter_ui(ui, cx, local);
    }
    let Some(quote) = state
        .ship
        .quote
        .value()
        .filter(|quote| !quote.rates.is_empty())
    else {
        let words = "Fill in both addresses and a package; the rates of all your carriers appear here side by side";
        if empty_ui(ui, Icon::Rates, "No rates yet", words, Some("Go to Ship")) {
            cx.go_to(Panel::Ship);
        }
        return;
    };
    if state.ship.quote_outdated && !state.ship.quote.is_loading() {
        let words = "Something changed since; these prices are of before";
        if band_ui(ui, Meaning::Warning, words, Some("Refresh rates now")) {
            cx.ask(ShipIntent::GetRates);
        }
    }
    cheaper_ui(ui, cx, local);
    let room = ui.available_size();
    let beside = room.x >= SIDE * 2.5;
    let width = if beside {
        room.x - SIDE - space::L
    } else {
        room.x
    };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        let mut chosen = None;
        column_ui(ui, width, |ui| {
            chosen = grid_ui(ui, cx, local, quote);
        });
        if beside {
            column_ui(ui, SIDE, |ui| {
                ScrollArea::vertical()
                    .id_salt("rate details")
                    .show(ui, |ui| {
                        ui.set_width(SIDE);
                        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::M);
                        details_ui(ui, cx, quote, chosen);
                        missing::show_ui(ui, cx, &mut local.missing, quote);
                        Card::new("Price against days").show_ui(ui, |ui| {
                            chart::show_ui(ui, quote, chosen);
                        });
                    });
            });
        }
    });
}

/// A muted line if a similar parcel once cost less.
fn cheaper_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RatesViewState) {
    let Some(words) = cheaper_words(cx) else {
        return;
    };
    let cheaper = cx
        .state
        .ship
        .rate_history
        .cheaper
        .as_ref()
        .map(|cheaper| cheaper.row);
    ui.horizontal(|ui| {
        small_muted_ui(ui, &words);
        let show = Button::quiet("Show that quote").compact();
        if show.show_ui(ui).clicked() {
            local.view = View::Past;
            cx.ask(ShipIntent::RateHistory(RateHistoryIntent::Open(cheaper)));
        }
    });
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RatesViewState) {
    let state = cx.state;
    ui.horizontal(|ui| {
        heading_ui(ui, "Rates");
        if local.view != View::Past {
            cx.freshness_ui(ui, &state.ship.quote);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            segmented_ui(ui, "View", &mut local.view, &VIEWS);
        });
    });
}

fn filter_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RatesViewState) {
    ui.horizontal(|ui| {
        Field::new("Filter rates")
            .hint("Filter by service or account")
            .hide_label()
            .search()
            .width(260.0)
            .show_ui(ui, &mut local.filter);
        let carriers = carriers(cx);
        pick_ui(
            ui,
            ("", "Carrier filter"),
            160.0,
            &mut local.carrier,
            &carriers,
        );
        let refresh = Button::secondary("Refresh")
            .name("Refresh rates")
            .icon(Icon::Refresh);
        if refresh.show_ui(ui).clicked() {
            cx.ask(ShipIntent::GetRates);
        }
    });
}

fn carriers(cx: &Cx<'_>) -> Vec<Choice<Option<String>>> {
    let mut codes: Vec<&str> = cx
        .state
        .ship
        .quote
        .value()
        .map(|quote| {
            quote
                .rates
                .iter()
                .filter_map(|rate| rate.carrier_code.as_deref())
                .collect()
        })
        .unwrap_or_default();
    codes.sort_unstable();
    codes.dedup();
    std::iter::once(Choice::new(None, "All carriers"))
        .chain(
            codes
                .into_iter()
                .map(|code| Choice::new(Some(code.to_owned()), carrier_name(cx.state, code))),
        )
        .collect()
}

/// Returns the index of the selected rate.
fn grid_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut RatesViewState,
    quote: &Quote,
) -> Option<usize> {
    let one_name = quote.rates.iter().all(|rate| {
        // Separate columns are needed only if neither name contains the other.
        let account = rate.carrier_account_name.as_deref().unwrap_or_default();
        let carrier = carrier(cx, rate);
        carrier.contains(account) || account.contains(&carrier)
    });
    let columns: &[Column] = if one_name { &ONE_NAME } else { &COLUMNS };
    if std::mem::replace(&mut local.one_name, one_name) != one_name {
        local.table.sort = None;
    }
    let column_of = |shown: usize| match one_name && shown >= ACCOUNT {
        true => shown + 1,
        false => shown,
    };
    // The arrow marks the price column from the start.
    let sort = *local.table.sort.get_or_insert(Sort {
        column: columns.len() - 1,
        descending: false,
    });
    let key = KEYS.get(column_of(sort.column)).copied();
    let (key, descending) = (key.unwrap_or_default(), sort.descending);
    let rows: Vec<usize> = sorted(&quote.rates, key, descending)
        .into_iter()
        .filter(|index| {
            quote.rates.get(*index).is_some_and(|rate| {
                matches(rate, &local.filter)
                    && local
                        .carrier
                        .as_deref()
                        .is_none_or(|carrier| rate.carrier_code.as_deref() == Some(carrier))
            })
        })
        .collect();
    if rows.is_empty() {
        if empty_ui(
            ui,
            Icon::Search,
            "No rate fits the filter",
            "",
            Some("Show all rates"),
        ) {
            local.filter.clear();
            local.carrier = None;
        }
        return None;
    }
    if local.table.selected.is_none() {
        let chosen = cx.state.ship.draft.chosen.as_ref();
        local.table.selected = rows.iter().position(|index| {
            quote
                .rates
                .get(*index)
                .zip(chosen)
                .is_some_and(|(rate, chosen)| same_rate(rate, chosen))
        });
    }
    let at = |row: usize| rows.get(row).and_then(|index| quote.rates.get(*index));
    let words = |rate: &Rate| {
        let mut cells = cells(cx, rate);
        if one_name {
            cells.remove(ACCOUNT);
            if let Some(name) = cells.get_mut(1) {
                *name = account_words(cx.state, rate);
            }
        }
        cells
    };
    let table = Table::new("rates", columns, rows.len());
    let table = table.dimmed(cx.state.ship.quote_outdated || cx.state.ship.quote.is_loading());
    let (events, step) = table.with_menu_ui(
        ui,
        &mut local.table,
        |row| at(row).map(words).unwrap_or_default(),
        |ui, row, shown| {
            if let (Some(rate), Some(index)) = (at(row), rows.get(row)) {
                let words = words(rate).into_iter().nth(shown).unwrap_or_default();
                cell_ui(ui, (quote, *index), rate, (column_of(shown), &words));
            }
        },
        |row| {
            let rate = at(row).map(|rate| Command::ShipWith(Box::new(rate.clone())));
            let step =
                rate.map(|rate| MenuItem::new("Ship with this rate", ShipmentAction::Run(rate)));
            step.map(|step| step.shortcut("Enter"))
                .into_iter()
                .collect()
        },
    );
    cx.carry_out(step);
    if let Some(rate) = events.opened.and_then(at) {
        carry(cx, rate);
    }
    local.table.selected.and_then(|row| rows.get(row).copied())
}

/// Puts a rate into the wizard.
fn carry(cx: &mut Cx<'_>, rate: &Rate) {
    cx.commands.push(Command::ShipWith(Box::new(rate.clone())));
}

fn cells(cx: &Cx<'_>, rate: &Rate) -> Vec<String> {
    vec![
        rate.final_service
            .as_ref()
            .map(service_name)
            .unwrap_or_default(),
        carrier(cx, rate),
        rate.carrier_account_name.clone().unwrap_or_default(),
        rate.delivery_days
            .map(|days| days.to_string())
            .unwrap_or_default(),
        arrives(cx, rate),
        rate.zone.clone().unwrap_or_default(),
        rate.price()
            .map(|price| price.to_string())
            .unwrap_or_default(),
    ]
}

fn carrier(cx: &Cx<'_>, rate: &Rate) -> String {
    carrier_name(cx.state, rate.carrier_code.as_deref().unwrap_or_default())
}

fn arrives(cx: &Cx<'_>, rate: &Rate) -> String {
    let date = rate
        .delivery_date
        .as_ref()
        .map(|date| date.in_zone(cx.zone).strftime("%a %-d %b").to_string())
        .unwrap_or_default();
    match rate.delivery_date_guaranteed {
        Some(true) => format!("{date}, guaranteed"),
        _ => date,
    }
}

fn cell_ui(
    ui: &mut Ui,
    (quote, index): (&Quote, usize),
    rate: &Rate,
    (column, words): (usize, &str),
) {
    let tokens = Tokens::of_theme(ui);
    match column {
        0 => {
            words_ui(ui, words, text::body_medium(), tokens.ink);
            badges_ui(ui, quote, index);
        }
        6 => money_cell_ui(ui, rate.price()),
        ACCOUNT => {
            words_ui(ui, words, text::body(), tokens.ink_muted);
        }
        _ => {
            words_ui(ui, words, text::body(), tokens.ink);
        }
    }
}

/// The selected rate with all its fees.
fn details_ui(ui: &mut Ui, cx: &mut Cx<'_>, quote: &Quote, chosen: Option<usize>) {
    let tokens = Tokens::of_theme(ui);
    let Some(rate) = chosen.and_then(|index| quote.rates.get(index)) else {
        Card::new("Choose a rate").show_ui(ui, |ui| {
            small_muted_ui(
                ui,
                "Click a row to see its fees, double-click or Enter to ship with it",
            );
        });
        return;
    };
    let service = rate
        .final_service
        .as_ref()
        .map(service_name)
        .unwrap_or_default();
    Card::new(&service).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        small_muted_ui(ui, &account_words(cx.state, rate));
        if let Some(days) = rate.delivery_days {
            small_muted_ui(ui, &format!("{}, {}", days_words(days), arrives(cx, rate)));
        }
        let currency = rate.price().map(|price| price.currency).unwrap_or_default();
        for fee in &rate.fees {
            let kind = spaced(fee.kind.as_deref().unwrap_or("Fee"));
            let package = match fee.package_number {
                Some(number) if cx.state.ship.draft.packages.len() > 1 => {
                    format!("{kind}, package {number}")
                }
                _ => kind,
            };
            let how = fee.rating_type.as_deref().map(spaced);
            line_ui(
                ui,
                &package,
                fee.fee.map(|fee| Money::new(fee, currency).to_string()),
                how.as_deref(),
            );
        }
        let line = egui::Stroke::new(size::HAIRLINE, tokens.line);
        let (rect, _) = ui.allocate_exact_size(
            egui::vec2(ui.available_width(), size::HAIRLINE),
            egui::Sense::empty(),
        );
        ui.painter().hline(rect.x_range(), rect.center().y, line);
        ui.add_space(space::XS);
        line_ui(
            ui,
            "Total",
            rate.price().map(|price| price.to_string()),
            None,
        );
        ui.add_space(space::XS);
        let button = Button::primary("Ship with this rate")
            .shortcut("Enter")
            .full_width();
        if button.show_ui(ui).clicked() {
            carry(cx, rate);
        }
    });
}

fn line_ui(ui: &mut Ui, name: &str, amount: Option<String>, how: Option<&str>) {
    let tokens = Tokens::of_theme(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = size::ICON;
        let response = ui.label(RichText::new(name).color(tokens.ink));
        if let Some(how) = how {
            response.on_hover_text(how);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let words = amount.unwrap_or_else(|| "–".to_owned());
            ui.label(
                RichText::new(words)
                    .font(text::body_medium())
                    .color(tokens.ink),
            );
        });
    });
}
