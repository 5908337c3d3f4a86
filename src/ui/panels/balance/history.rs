//! What moved the balance: a chart and a table, page by page.

use egui::{RichText, Ui};
use egui_plot::{Line, Plot, PlotPoints};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::api::account::BalanceEntry;
use crate::base::money::{Currency, Money};
use crate::desk::intent::Intent;
use crate::desk::quote::spaced;
use crate::ui::Cx;
use crate::ui::tokens::{Tokens, size, space};
use crate::ui::widgets::card::Card;
use crate::ui::widgets::choice::segmented_ui;
use crate::ui::widgets::notice::{Answer, trouble_ui};
use crate::ui::widgets::table::{Column, Table, TableState};
use crate::ui::widgets::text::{moment, money_ui, muted_ui, small_muted_ui};

#[derive(Default)]
pub struct Local {
    table: TableState,
    /// The balance this history was last asked for.
    asked_for: Option<Timestamp>,
}

const COLUMNS: [Column; 5] = [
    Column::new("When", 140.0),
    Column::new("What", 110.0),
    Column::wide("Note"),
    Column::new("Amount", 90.0).right(),
    Column::new("Balance", 90.0).right(),
];

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    keep_up(cx);
    let mut days = cx.state.history.days;
    let mut changed = false;
    Card::new("History").show_with_ui(
        ui,
        |ui| changed = segmented_ui(ui, "Range", &mut days, &RANGES),
        |ui| entries_ui(ui, cx),
    );
    if changed {
        cx.ask(Intent::LoadHistory { days });
    }
}

/// A balance newer than the history means that money moved: the history is asked for
/// again, once for each such balance.
fn keep_up(cx: &mut Cx<'_>) {
    let balance = cx.state.balance.known().map(|known| known.at);
    let history = &cx.state.history;
    let entries = history.entries.known().map(|known| known.at);
    let behind = balance > entries && entries.is_some() && !history.entries.is_loading();
    if behind && cx.local.balance.history.asked_for != balance {
        cx.local.balance.history.asked_for = balance;
        let days = history.days;
        cx.ask(Intent::LoadHistory { days });
    }
}

const RANGES: [(Option<u32>, &str); 4] = [
    (Some(7), "7 days"),
    (Some(30), "30 days"),
    (Some(90), "90 days"),
    (None, "All"),
];

fn entries_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let history = &cx.state.history;
    if let Some(trouble) = history.entries.trouble()
        && trouble_ui(ui, trouble, true) == Some(Answer::Retry)
    {
        let days = history.days;
        cx.ask(Intent::LoadHistory { days });
    }
    let Some(entries) = history.entries.value() else {
        let words = if history.entries.is_loading() {
            "Loading the history"
        } else {
            "The history is not loaded yet"
        };
        muted_ui(ui, words);
        return;
    };
    if entries.is_empty() {
        muted_ui(ui, "Nothing moved in these days");
        return;
    }
    chart_ui(ui, cx, entries);
    ui.add_space(space::S);
    table_ui(ui, cx, entries);
}

fn table_ui(ui: &mut Ui, cx: &mut Cx<'_>, entries: &[BalanceEntry]) {
    let total = cx.state.history.total_results;
    let shown = entries.len();
    if let Some(total) = total {
        small_muted_ui(ui, &format!("{shown} of {total} entries"));
    }
    let zone = cx.zone;
    let text = |row: usize| {
        entries
            .get(row)
            .map(|entry| words(entry, zone))
            .unwrap_or_default()
    };
    let table = Table::new("history", &COLUMNS, shown);
    let events = table.show_ui(
        ui,
        &mut cx.local.balance.history.table,
        text,
        |ui, row, column| {
            let Some(entry) = entries.get(row) else {
                return;
            };
            match column {
                3 => amount_ui(ui, entry),
                4 => {
                    money_ui(ui, money(entry, entry.balance));
                }
                _ => {
                    if let Some(word) = words(entry, zone).get(column) {
                        ui.label(word);
                    }
                }
            }
        },
    );
    if events.at_end
        && cx.state.history.next_page.is_some()
        && !cx.state.history.entries.is_loading()
    {
        cx.ask(Intent::LoadMoreHistory);
    }
}

fn amount_ui(ui: &mut Ui, entry: &BalanceEntry) {
    let tokens = Tokens::of(ui);
    let Some(money) = money(entry, entry.amount) else {
        ui.label("–");
        return;
    };
    let words = if money.amount.is_negative() {
        RichText::new(money.to_string())
    } else {
        RichText::new(format!("+{money}")).color(tokens.good.ink)
    };
    ui.label(words);
}

fn words(entry: &BalanceEntry, zone: &TimeZone) -> Vec<String> {
    let plain = |money: Option<Money>| money.map(|money| money.to_string()).unwrap_or_default();
    vec![
        at(entry).map(|at| moment(at, zone)).unwrap_or_default(),
        entry
            .event_type
            .clone()
            .or_else(|| entry.transaction_type.clone())
            .map(|event| spaced(event.strip_prefix("On").unwrap_or(&event)))
            .unwrap_or_default(),
        entry.comments.clone().unwrap_or_default(),
        plain(money(entry, entry.amount)),
        plain(money(entry, entry.balance)),
    ]
}

fn at(entry: &BalanceEntry) -> Option<Timestamp> {
    entry
        .transaction_date
        .as_ref()
        .or(entry.created_date.as_ref())
        .map(|time| time.instant())
}

fn money(entry: &BalanceEntry, amount: Option<crate::base::money::Amount>) -> Option<Money> {
    let currency = entry
        .currency
        .as_deref()
        .and_then(Currency::parse)
        .unwrap_or_default();
    amount.map(|amount| Money::new(amount, currency))
}

/// The balance over time, as steps: money moves at once.
fn chart_ui(ui: &mut Ui, cx: &Cx<'_>, entries: &[BalanceEntry]) {
    let points = steps(entries);
    let (Some([first, _]), Some([last, _])) = (points.first(), points.last()) else {
        return;
    };
    if points.len() < 3 {
        return;
    }
    let pattern = if last - first > 2.0 * DAY_SECONDS {
        "%-d %b"
    } else {
        "%H:%M"
    };
    let tokens = cx.tokens;
    let zone = cx.zone.clone();
    ui.scope(|ui| {
        // The axes are drawn in the ink of plain text; they are to stay in the background.
        let visuals = ui.visuals_mut();
        visuals.override_text_color = Some(tokens.ink_muted);
        let response = Plot::new("balance chart")
            .height(size::CHART)
            .allow_drag(false)
            .allow_zoom(false)
            .allow_scroll(false)
            .allow_boxed_zoom(false)
            .allow_axis_zoom_drag(false)
            .allow_double_click_reset(false)
            .show_background(false)
            .show_grid([false, true])
            .show_x(false)
            .show_y(false)
            .include_y(0.0)
            .x_axis_formatter(move |mark, _| axis_time(mark.value, pattern, &zone))
            .y_axis_formatter(|mark, _| format!("{:.0}", mark.value))
            .label_formatter(|_| None)
            .show(ui, |plot| {
                plot.line(
                    Line::new("Balance", PlotPoints::from(points))
                        .color(tokens.accent)
                        .width(1.5)
                        // Steps are exact; a band would draw them as a slope.
                        .allow_band(false)
                        .fill(0.0)
                        .fill_alpha(0.08),
                );
            })
            .response;
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Image, true, "Chart of the balance over time")
        });
    });
}

const DAY_SECONDS: f64 = 86_400.0;

fn steps(entries: &[BalanceEntry]) -> Vec<[f64; 2]> {
    let mut known: Vec<(f64, f64)> = entries
        .iter()
        // Newest first on the wire; entries of one instant keep their order in time.
        .rev()
        .filter_map(|entry| {
            let at = at(entry)?.as_millisecond() as f64 / 1000.0;
            Some((at, entry.balance?.for_plotting()))
        })
        .collect();
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut points: Vec<[f64; 2]> = Vec::new();
    for (at, balance) in known {
        if let Some([_, before]) = points.last().copied() {
            points.push([at, before]);
        }
        points.push([at, balance]);
    }
    points
}

#[allow(clippy::cast_possible_truncation)] // seconds of a date on an axis
fn axis_time(seconds: f64, pattern: &str, zone: &TimeZone) -> String {
    Timestamp::from_second(seconds as i64)
        .map(|at| at.to_zoned(zone.clone()).strftime(pattern).to_string())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::clock::WireTime;
    use crate::base::money::Amount;

    #[test]
    fn the_chart_steps_in_the_order_of_time() {
        let entry = |at: &str, cents| BalanceEntry {
            transaction_date: WireTime::parse(at),
            balance: Some(Amount::from_cents(cents)),
            ..BalanceEntry::default()
        };
        let points = steps(&[
            entry("2026-01-02T00:00:00Z", 900),
            entry("2026-01-01T00:00:00Z", 1000),
        ]);
        let heights: Vec<f64> = points.iter().map(|[_, y]| *y).collect();
        assert_eq!(heights, [10.0, 10.0, 9.0]);
    }
}
