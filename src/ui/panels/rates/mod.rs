//! The comparison of rates: all offers in one table, their fees, the badges, price and delivery
//! days, and the expected services without a rate.

mod chart;
mod columns;
mod details;
mod missing;
mod package_comparison;
pub mod rate_history;

use std::borrow::Cow;

use egui::{ScrollArea, Ui};

use self::columns::RateRow;
use crate::api::rate::Rate;
use crate::base::id::OrderId;
use crate::desk::ship::intent::ShipIntent;
use crate::desk::ship::rate_history::RateHistoryIntent;
use crate::parcel::rate_ranking::{Quote, SortKey, matches, sorted};
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::first_steps;
use crate::ui::parts::rate_words::{carrier_name, cheaper_words, same_rate};
use crate::ui::parts::row_actions::ShipmentAction;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::choice::combo_width;
use crate::ui::widgets::table::Sort;
use crate::ui::widgets::{
    Button, Card, Choice, Field, Icon, Meaning, MenuItem, Table, TableState, band_ui, column_ui,
    empty_ui, from_left_ui, from_right_ui, heading_ui, page_ui, panes_ui, pick_ui, retry_ui,
    segmented_ui, small_muted_ui,
};

#[derive(Debug, Default)]
pub struct RatesViewState {
    table: TableState,
    sort: (SortKey, bool),
    /// The rate whose details are shown.
    picked: Option<Rate>,
    filter: String,
    carrier: Option<String>,
    /// The order whose rates of hidden services are shown.
    shows_hidden_of: Option<OrderId>,
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

const SIDE: f32 = 272.0;
/// Least width of the table beside the details; in less room they are below it.
const TABLE: f32 = 460.0;
/// Below this width the details and the chart are not side by side.
const HALVES: f32 = 520.0;
/// Rows in view, even if the page then scrolls.
const LEAST_ROWS: f32 = 6.0;
/// Room of the filter, the age of the rates and the button beside the carrier, in the first line.
const FILTER: f32 = 376.0;
/// Limits of the width of the box of carriers, and of the filter beside it.
const CARRIER: (f32, f32) = (144.0, 240.0);
const FILTER_FIELD: (f32, f32) = (120.0, 240.0);

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RatesViewState) {
    head_ui(ui, cx, local);
    match local.view {
        View::All => all_ui(ui, cx, local),
        View::Packages => package_comparison::show_ui(ui, cx, &mut local.beside),
        View::Past => rate_history::show_ui(ui, cx, &mut local.past),
    }
}

fn all_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RatesViewState) {
    let state = cx.state;
    let trouble = cx.trouble_to_show(&state.ship.quote);
    if retry_ui(ui, trouble) {
        cx.ask(ShipIntent::GetRates);
    }
    cx.commands.extend(first_steps::mend_ui(ui, trouble));
    let Some(quote) = shown_quote(cx, local) else {
        return nothing_ui(ui, cx, local);
    };
    if state.ship.quote_outdated && !state.ship.quote.is_loading() {
        let (words, step) = (text!("rates-outdated"), text!("rates-outdated-step"));
        if band_ui(ui, Meaning::Warning, words, Some(step)) {
            cx.ask(ShipIntent::GetRates);
        }
    }
    cheaper_ui(ui, cx, local);
    let room = ui.available_size();
    if room.x >= SIDE + space::L + TABLE {
        panes_ui(ui, |ui| {
            column_ui(ui, room.x - SIDE - space::L, |ui| {
                grid_ui(ui, cx, local, &quote, None);
            });
            column_ui(ui, SIDE, |ui| {
                let area = ScrollArea::vertical().id_salt("rate details");
                area.show(ui, |ui| {
                    ui.set_width(SIDE);
                    ui.spacing_mut().item_spacing = egui::vec2(space::S, space::M);
                    let chosen = chosen(cx, local, &quote);
                    details::show_ui(ui, cx, chosen.and_then(|at| quote.rates.get(at)));
                    left_out_ui(ui, cx, local, &quote);
                    chart_ui(ui, &quote, chosen);
                });
            });
        });
        return;
    }
    page_ui(ui, "rates and details", |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::L, space::M);
        let least = LEAST_ROWS * size::TABLE_ROW + size::CONTROL_COMPACT + space::XS;
        let height = (room.y - size::CHART).max(least);
        grid_ui(ui, cx, local, &quote, Some(height));
        let chosen = chosen(cx, local, &quote);
        let rate = chosen.and_then(|at| quote.rates.get(at));
        let width = ui.available_width();
        if width < HALVES {
            details::show_ui(ui, cx, rate);
            left_out_ui(ui, cx, local, &quote);
            chart_ui(ui, &quote, chosen);
            return;
        }
        ui.horizontal_top(|ui| {
            let half = (width - space::L) / 2.0;
            column_ui(ui, half, |ui| {
                ui.spacing_mut().item_spacing = egui::vec2(space::S, space::M);
                details::show_ui(ui, cx, rate);
                left_out_ui(ui, cx, local, &quote);
            });
            column_ui(ui, half, |ui| chart_ui(ui, &quote, chosen));
        });
    });
}

fn chart_ui(ui: &mut Ui, quote: &Quote, chosen: Option<usize>) {
    Card::new(text!("rates-chart-title")).show_ui(ui, |ui| {
        chart::show_ui(ui, quote, chosen);
    });
}

/// The rates to show, if there are any.
fn shown_quote<'a>(cx: &Cx<'a>, local: &RatesViewState) -> Option<Cow<'a, Quote>> {
    let quote = cx.state.ship.quote.value()?;
    let quote = match local.shows_hidden_of.as_ref() == Some(&quote.order) {
        true => Cow::Owned(quote.with_hidden()),
        false => Cow::Borrowed(quote),
    };
    (!quote.rates.is_empty()).then_some(quote)
}

/// Shown without rates: the way to Ship, or to those that are hidden.
fn nothing_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RatesViewState) {
    let quote = cx.state.ship.quote.value();
    if let Some(quote) = quote.filter(|quote| !quote.hidden.is_empty()) {
        let title = text!("rates-hidden-all-title");
        let words = text!("rates-hidden-all-words");
        let step = Some(text!("rates-hidden-show-name"));
        if empty_ui(ui, Icon::Rates, title, words, step) {
            local.shows_hidden_of = Some(quote.order.clone());
        }
        return;
    }
    let (title, words) = (text!("rates-none-title"), text!("rates-none-words"));
    let step = Some(text!("rates-go-to-ship"));
    if empty_ui(ui, Icon::Rates, title, words, step) {
        cx.go_to(Panel::Ship);
    }
}

/// A muted line if a similar parcel once cost less.
fn cheaper_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RatesViewState) {
    let Some(words) = cheaper_words(cx) else {
        return;
    };
    let cheaper = cx.state.ship.rate_history.cheaper.as_ref().map(|cheaper| cheaper.row);
    ui.horizontal_wrapped(|ui| {
        small_muted_ui(ui, &words);
        let show = Button::quiet(text!("rates-cheaper-show")).compact();
        if show.show_ui(ui).clicked() {
            local.view = View::Past;
            cx.ask(ShipIntent::RateHistory(RateHistoryIntent::Open(cheaper)));
        }
    });
}

/// What the table leaves out: services that the shop hides, and those that gave no rate.
fn left_out_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RatesViewState, quote: &Quote) {
    let Some(all) = cx.state.ship.quote.value() else {
        return;
    };
    let count = all.hidden_services();
    if count > 0 {
        let shown = local.shows_hidden_of.as_ref() == Some(&all.order);
        let (words, name) = match shown {
            true => (text!("rates-hidden-hide"), text!("rates-hidden-hide-name")),
            false => (text!("rates-hidden-show"), text!("rates-hidden-show-name")),
        };
        ui.horizontal(|ui| {
            small_muted_ui(ui, &text!("rates-hidden-count", count = count));
            let button = Button::quiet(words).name(name).compact();
            if button.show_ui(ui).clicked() {
                local.shows_hidden_of = (!shown).then(|| all.order.clone());
            }
        });
    }
    missing::show_ui(ui, cx, &mut local.missing, quote);
}

/// The heading, the views and the filter in one line, or in two if there is no room.
fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RatesViewState) {
    let has_filter = match local.view {
        View::All => cx.state.ship.quote.value().is_some(),
        View::Packages => false,
        View::Past => rate_history::has_search(cx),
    };
    let carrier = carrier_width(ui, &carriers(cx));
    let in_line = ui.horizontal(|ui| {
        heading_ui(ui, text!("rates-title"));
        ui.add_space(space::S);
        segmented_ui(ui, text!("rates-view"), &mut local.view, &views());
        let in_line = ui.available_width() >= FILTER + carrier;
        if has_filter && in_line {
            filter_ui(ui, cx, local);
        }
        in_line
    });
    if has_filter && !in_line.inner {
        ui.horizontal(|ui| filter_ui(ui, cx, local));
    }
}

fn filter_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RatesViewState) {
    if local.view == View::Past {
        return rate_history::search_ui(ui, cx, &mut local.past);
    }
    from_right_ui(ui, |ui| {
        let refresh = Button::secondary(text!("rates-refresh"))
            .name(text!("rates-refresh-name"))
            .icon(Icon::Refresh);
        if refresh.show_ui(ui).clicked() {
            cx.ask(ShipIntent::GetRates);
        }
        cx.freshness_ui(ui, &cx.state.ship.quote);
        from_left_ui(ui, |ui| {
            let carriers = carriers(cx);
            let (least, most) = FILTER_FIELD;
            let both = ui.available_width() - space::S;
            let carrier = carrier_width(ui, &carriers).min(both - least).max(CARRIER.0);
            let room = both - carrier;
            Field::new(text!("rates-filter"))
                .hint(text!("rates-filter-hint"))
                .hide_label()
                .search()
                .width(room.clamp(least, most))
                .show_ui(ui, &mut local.filter);
            pick_ui(ui, "", text!("rates-filter-carrier"), carrier, &mut local.carrier, &carriers);
        });
    });
}

/// Wide enough for each of the carriers, so that it stays when another one is picked.
fn carrier_width(ui: &Ui, carriers: &[Choice<Option<String>>]) -> f32 {
    let names = carriers.iter().map(|choice| choice.words.as_str());
    combo_width(ui, names, CARRIER)
}

fn carriers(cx: &Cx<'_>) -> Vec<Choice<Option<String>>> {
    let quote = cx.state.ship.quote.value();
    let rates = quote.map(|quote| quote.rates.as_slice());
    let mut codes: Vec<&str> =
        rates.unwrap_or_default().iter().filter_map(|rate| rate.carrier_code.as_deref()).collect();
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

/// The index of the rate picked in the table, or else of the draft's rate.
fn chosen(cx: &Cx<'_>, local: &RatesViewState, quote: &Quote) -> Option<usize> {
    let picked = local.picked.as_ref();
    let chosen = picked.or(cx.state.ship.draft.chosen.as_ref())?;
    let mut rates = quote.rates.iter();
    rates.position(|rate| same_rate(rate, chosen))
}

/// The indices of the rates that match the filter, in the order of the table.
fn rows(local: &RatesViewState, quote: &Quote) -> Vec<usize> {
    let is_wanted = |rate: &Rate| {
        let carrier = local.carrier.as_deref();
        let of_carrier = carrier.is_none_or(|code| rate.carrier_code.as_deref() == Some(code));
        of_carrier && matches(rate, &local.filter)
    };
    let (key, descending) = local.sort;
    let mut rows = sorted(&quote.rates, key, descending);
    rows.retain(|index| quote.rates.get(*index).is_some_and(is_wanted));
    rows
}

fn grid_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut RatesViewState,
    quote: &Quote,
    max_height: Option<f32>,
) {
    let rows = rows(local, quote).into_iter();
    let rows: Vec<RateRow<'_>> =
        rows.filter_map(|index| Some(RateRow { index, rate: quote.rates.get(index)? })).collect();
    if rows.is_empty() {
        let title = text!("rates-filter-none-title");
        let step = Some(text!("rates-filter-none-step"));
        if empty_ui(ui, Icon::Search, title, "", step) {
            local.filter.clear();
            local.carrier = None;
        }
        return;
    }
    let accounts = columns::Accounts::named_in(cx, quote);
    let kinds = columns::fitting(ui.available_width(), accounts);
    let (key, descending) = local.sort;
    local.table.sort = Some(Sort { key: key as usize, descending });
    let chosen = chosen(cx, local, quote);
    local.table.selected = rows.iter().position(|row| Some(row.index) == chosen);
    let mut table = Table::new("rates", &rows)
        .dimmed(cx.state.ship.quote_outdated || cx.state.ship.quote.is_loading())
        .max_height(max_height);
    for kind in kinds {
        table = table
            .column(kind.column(accounts), |row| columns::words(cx, row.rate, *kind, accounts))
            .drawn(|ui, row| columns::cell_ui(ui, cx, quote, row, *kind, accounts));
    }
    let (events, step) = table.with_menu_ui(ui, &mut local.table, |row| {
        let rate = Command::ShipWith(Box::new(row.rate.clone()));
        let step = MenuItem::new(text!("rates-ship-with"), ShipmentAction::Run(rate));
        vec![step.shortcut("Enter")]
    });
    if let Some(sort) = local.table.sort.filter(|_| events.sort_changed)
        && let Some(kind) = kinds.iter().find(|kind| kind.key(accounts) as usize == sort.key)
    {
        local.sort = (kind.key(accounts), sort.descending);
    }
    if let Some(row) = events.selected {
        local.picked = Some(row.rate.clone());
    }
    cx.carry_out(step);
    if let Some(row) = events.opened {
        cx.commands.push(Command::ShipWith(Box::new(row.rate.clone())));
    }
}
