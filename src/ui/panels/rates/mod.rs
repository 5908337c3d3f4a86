//! The comparison of rates: all offers in one table, their fees, the badges, price and delivery
//! days, and the expected services without a rate.

mod chart;
mod missing;
mod package_comparison;
pub mod rate_history;

use egui::{RichText, ScrollArea, Ui};

use crate::api::rate::Rate;
use crate::base::locale::format;
use crate::base::money::Money;
use crate::desk::parcel::rate_ranking::{Quote, SortKey, matches, service_name, sorted, spaced};
use crate::desk::ship::intent::ShipIntent;
use crate::desk::ship::rate_history::RateHistoryIntent;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::rate_words::{
    account_words, arrival, badges_ui, carrier_name, cheaper_words, same_rate,
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
use crate::ui::widgets::text::{heading_ui, money_cell_ui, money_words, small_muted_ui};
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

fn views() -> [(View, &'static str); 3] {
    [
        (View::All, text!("rates-view-all")),
        (View::Packages, text!("rates-view-packages")),
        (View::Past, text!("rates-view-past")),
    ]
}

/// The columns; `one_name` if carrier and account names say the same for every rate.
fn columns(one_name: bool) -> Vec<Column> {
    let carrier = |width| Column::new(text!("rates-column-carrier"), width).sortable();
    let mut columns = vec![Column::wide(text!("rates-column-service")).sortable()];
    if one_name {
        columns.push(carrier(164.0).growing(0.2));
    } else {
        let account = Column::new(text!("rates-column-account"), 130.0);
        columns.push(carrier(112.0).growing(0.1));
        columns.push(account.growing(0.1).sortable());
    }
    let arrives = Column::new(text!("rates-column-arrives"), 176.0);
    columns.extend([
        Column::new(text!("rates-column-days"), 40.0)
            .right()
            .sortable(),
        arrives.growing(0.1).sortable(),
        Column::new(text!("rates-column-zone"), 40.0)
            .right()
            .sortable(),
        Column::new(text!("rates-column-price"), 72.0)
            .right()
            .sortable(),
    ]);
    columns
}

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
        let (title, words) = (text!("rates-none-title"), text!("rates-none-words"));
        let step = Some(text!("rates-go-to-ship"));
        if empty_ui(ui, Icon::Rates, title, words, step) {
            cx.go_to(Panel::Ship);
        }
        return;
    };
    if state.ship.quote_outdated && !state.ship.quote.is_loading() {
        let (words, step) = (text!("rates-outdated"), text!("rates-outdated-step"));
        if band_ui(ui, Meaning::Warning, words, Some(step)) {
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
                        Card::new(text!("rates-chart-title")).show_ui(ui, |ui| {
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
        let show = Button::quiet(text!("rates-cheaper-show")).compact();
        if show.show_ui(ui).clicked() {
            local.view = View::Past;
            cx.ask(ShipIntent::RateHistory(RateHistoryIntent::Open(cheaper)));
        }
    });
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RatesViewState) {
    let state = cx.state;
    ui.horizontal(|ui| {
        heading_ui(ui, text!("rates-title"));
        if local.view != View::Past {
            cx.freshness_ui(ui, &state.ship.quote);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            segmented_ui(ui, text!("rates-view"), &mut local.view, &views());
        });
    });
}

fn filter_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RatesViewState) {
    ui.horizontal(|ui| {
        Field::new(text!("rates-filter"))
            .hint(text!("rates-filter-hint"))
            .hide_label()
            .search()
            .width(260.0)
            .show_ui(ui, &mut local.filter);
        let carriers = carriers(cx);
        pick_ui(
            ui,
            ("", text!("rates-filter-carrier")),
            160.0,
            &mut local.carrier,
            &carriers,
        );
        let refresh = Button::secondary(text!("rates-refresh"))
            .name(text!("rates-refresh-name"))
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
    std::iter::once(Choice::new(None, text!("rates-filter-all-carriers")))
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
    let columns = columns(one_name);
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
        let title = text!("rates-filter-none-title");
        let step = Some(text!("rates-filter-none-step"));
        if empty_ui(ui, Icon::Search, title, "", step) {
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
    let table = Table::new("rates", &columns, rows.len());
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
            let words = text!("rates-ship-with");
            let step = rate.map(|rate| MenuItem::new(words, ShipmentAction::Run(rate)));
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
        rate.delivery_days.map(format::number).unwrap_or_default(),
        arrives(cx, rate),
        rate.zone.clone().unwrap_or_default(),
        rate.price().map(money_words).unwrap_or_default(),
    ]
}

fn carrier(cx: &Cx<'_>, rate: &Rate) -> String {
    carrier_name(cx.state, rate.carrier_code.as_deref().unwrap_or_default())
}

fn arrives(cx: &Cx<'_>, rate: &Rate) -> String {
    let date = rate.delivery_date.as_ref();
    let date = date.map(|date| format::formats().weekday_date(date.in_zone(cx.zone).date()));
    match (date, rate.delivery_date_guaranteed) {
        (Some(date), Some(true)) => text!("rates-arrival-guaranteed", arrival = date),
        (None, Some(true)) => text!("rates-arrival-only-guaranteed").to_owned(),
        (date, _) => date.unwrap_or_default(),
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
        Card::new(text!("rates-choose-title")).show_ui(ui, |ui| {
            small_muted_ui(ui, text!("rates-choose-hint"));
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
        if rate.delivery_days.is_some() {
            small_muted_ui(ui, &arrival(rate, cx.zone));
        }
        let currency = rate.price().map(|price| price.currency).unwrap_or_default();
        for fee in &rate.fees {
            let kind = fee.kind.as_deref().map(spaced);
            let kind = kind.unwrap_or_else(|| text!("rates-fee").to_owned());
            let package = match fee.package_number {
                Some(number) if cx.state.ship.draft.packages.len() > 1 => {
                    text!("rates-fee-of-package", fee = kind, number = number)
                }
                _ => kind,
            };
            let how = fee.rating_type.as_deref().map(spaced);
            line_ui(
                ui,
                &package,
                fee.fee.map(|fee| money_words(Money::new(fee, currency))),
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
        let total = rate.price().map(money_words);
        line_ui(ui, text!("rates-total"), total, None);
        ui.add_space(space::XS);
        let button = Button::primary(text!("rates-ship-with"))
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
