//! Charts of the history: the balance over time, the money spent per day, and the cost per service.

use std::collections::BTreeMap;

use egui::{Align, Label, Layout, Rect, RichText, ScrollArea, Sense, Ui, vec2};
use egui_plot::{AxisHints, Bar, BarChart, GridMark, Line, Plot, PlotPoints};
use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;

use super::at;
use crate::api::account::BalanceEntry;
use crate::api::value::Service;
use crate::base::locale::format;
use crate::base::money::{Amount, Currency, Money};
use crate::desk::balance::history::{Range, Spending};
use crate::parcel::rate_ranking::service_name;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::rate_words::carrier_name;
use crate::ui::tokens::{Tokens, radius, size, space};
use crate::ui::widgets::chart::{AMOUNTS, amount_marks, axis, money_mark};
use crate::ui::widgets::{from_right_ui, money_ui, muted_ui};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HistoryChart {
    #[default]
    Balance,
    Days,
    Services,
}

pub fn charts() -> [(HistoryChart, &'static str); 3] {
    [
        (HistoryChart::Balance, text!("balance-chart-balance")),
        (HistoryChart::Days, text!("balance-chart-days")),
        (HistoryChart::Services, text!("balance-chart-services")),
    ]
}

pub fn show_ui(ui: &mut Ui, cx: &Cx<'_>, shown: HistoryChart, entries: &[BalanceEntry]) {
    match shown {
        HistoryChart::Balance => balance_ui(ui, cx, entries),
        HistoryChart::Days => days_ui(ui, cx, entries),
        HistoryChart::Services => services_ui(ui, cx),
    }
}

/// The balance over time, as steps: each change takes effect at once.
fn balance_ui(ui: &mut Ui, cx: &Cx<'_>, entries: &[BalanceEntry]) {
    let mut points = steps(entries);
    let (Some([first, _]), Some([last, balance])) = (points.first(), points.last().copied()) else {
        return;
    };
    let first = *first;
    if points.len() < 3 {
        muted_ui(ui, text!("balance-chart-too-early"));
        return;
    }
    // The balance stays the same after its last change, so the line extends to now. A range with an
    // end date stops at its last change.
    let now = cx.world_now().as_second() as f64;
    let still = !matches!(cx.state.balance.history.range, Range::Between { .. });
    let last = if still && now > last {
        points.push([now, balance]);
        now
    } else {
        last
    };
    let long = last - first > 2.0 * DAY_SECONDS;
    let tokens = cx.tokens;
    let (zone, days) = (cx.zone.clone(), cx.zone.clone());
    let most = points.iter().map(|[_, y]| *y).fold(0.0, f64::max);
    let plot = quiet(Plot::new("balance chart"), entries, tokens);
    #[expect(clippy::cast_possible_truncation, reason = "a few marks")]
    let most_hours = ((ui.available_width() / HOURS) as i64).clamp(1, MOST_MARKS);
    let plot = plot.include_y(most * HEADROOM).x_grid_spacer(move |input| {
        let marks = match long {
            true => day_marks(&days, input.bounds),
            false => hour_marks(&days, input.bounds, most_hours),
        };
        inside(marks, input.bounds)
    });
    ui.scope(|ui| {
        // Axes use the text color; muted, they stay in the background.
        let visuals = ui.visuals_mut();
        visuals.override_text_color = Some(tokens.ink_muted);
        let response = plot
            .custom_x_axes(vec![
                axis(AxisHints::new_x(), tokens, DAYS)
                    .formatter(move |mark, _| axis_time(mark.value, &zone)),
            ])
            .label_formatter(|_| None)
            .show(ui, |plot| {
                plot.line(
                    Line::new("balance", PlotPoints::from(points))
                        .color(tokens.accent_ink)
                        .width(1.5)
                        // The steps are exact; a band would draw them as a slope.
                        .allow_band(false)
                        .fill(0.0)
                        .fill_alpha(0.08),
                );
            })
            .response;
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Image, true, text!("balance-chart-balance-name"))
        });
    });
}

/// Room above the highest point, so that the line does not touch the edge.
const HEADROOM: f64 = 1.15;
const DAY_SECONDS: f64 = 86_400.0;

fn steps(entries: &[BalanceEntry]) -> Vec<[f64; 2]> {
    let mut known: Vec<(f64, f64)> = entries
        .iter()
        // The response lists the newest first; entries of one instant keep their order in time.
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

/// The time of day, or the date at midnight.
#[allow(clippy::cast_possible_truncation)] // seconds of a date on an axis
fn axis_time(seconds: f64, zone: &TimeZone) -> String {
    let Ok(at) = Timestamp::from_second(seconds as i64) else {
        return String::new();
    };
    let at = zone.to_datetime(at);
    match at.time() == Time::midnight() {
        true => format::formats().date_of_year(at.date()),
        false => format::formats().clock(&at),
    }
}

/// The total debited on each date in `zone`.
fn by_day(entries: &[BalanceEntry], zone: &TimeZone) -> BTreeMap<Date, Amount> {
    let mut days = BTreeMap::new();
    for entry in entries {
        let (Some(at), Some(amount)) = (at(entry), entry.amount) else {
            continue;
        };
        if amount.is_negative() {
            let sum: &mut Amount = days.entry(at.to_zoned(zone.clone()).date()).or_default();
            // Debits are negative: subtracting them adds up their amounts.
            *sum = sum.checked_sub(amount).unwrap_or(*sum);
        }
    }
    days
}

fn days_ui(ui: &mut Ui, cx: &Cx<'_>, entries: &[BalanceEntry]) {
    let days = by_day(entries, cx.zone);
    let currency = currency(entries);
    let Some(first) = days.keys().next().copied() else {
        muted_ui(ui, text!("balance-chart-nothing-spent"));
        return;
    };
    let bars = days.iter().filter_map(|(day, sum)| {
        let place = day.since(first).ok()?.get_days();
        let date = format::formats().date_of_year(*day);
        let sum_words = Money::new(*sum, currency);
        let words = text!("balance-chart-day", date = date, sum = sum_words);
        Some(Bar::new(f64::from(place), sum.for_plotting()).width(0.6).name(words))
    });
    let bars: Vec<Bar> = bars.collect();
    let tokens = cx.tokens;
    ui.scope(|ui| {
        ui.visuals_mut().override_text_color = Some(tokens.ink_muted);
        let response = quiet(Plot::new("spending by day"), entries, tokens)
            .include_x(-0.5)
            .include_x(0.5)
            .custom_x_axes(vec![
                axis(AxisHints::new_x(), tokens, DAYS)
                    .formatter(move |mark, _| day_name(first, mark.value)),
            ])
            .show(ui, |plot| {
                let name = |bar: &Bar, _: &BarChart| bar.name.clone();
                let chart = BarChart::new("spent", bars).color(tokens.accent);
                plot.bar_chart(chart.element_formatter(Box::new(name)));
            })
            .response;
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Image, true, text!("balance-chart-days-name"))
        });
    });
}

/// The label of a whole day; empty for other positions on the axis.
#[allow(clippy::cast_possible_truncation)] // a few thousand days
fn day_name(first: Date, place: f64) -> String {
    let whole = place.round();
    if (place - whole).abs() > 1.0e-6 {
        return String::new();
    }
    first
        .checked_add(jiff::Span::new().days(whole as i64))
        .map(|day| format::formats().date_of_year(day))
        .unwrap_or_default()
}

/// The currency of the entries; one account has one currency.
fn currency(entries: &[BalanceEntry]) -> Currency {
    let mut named = entries.iter().filter_map(|entry| entry.currency.as_deref());
    named.find_map(Currency::parse).unwrap_or_default()
}

/// A static chart without dragging or zooming.
fn quiet<'a>(plot: Plot<'a>, entries: &[BalanceEntry], tokens: &Tokens) -> Plot<'a> {
    let currency = currency(entries);
    plot.height(size::CHART)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_double_click_reset(false)
        .show_background(false)
        .show_grid([false, true])
        .grid_color(tokens.line)
        .grid_fade(0.0)
        .show_x(false)
        .show_y(false)
        .include_y(0.0)
        .y_grid_spacer(|input| amount_marks(input.bounds))
        .custom_y_axes(vec![
            axis(AxisHints::new_y(), tokens, AMOUNTS)
                .formatter(move |mark, _| money_mark(mark.value, currency)),
        ])
}

/// Minimum distance of two marks on the time axis, in points.
const DAYS: f32 = 46.0;
/// The same with a time of day, such as `11:00 p. m.`.
const HOURS: f32 = 74.0;

/// Most days marked on one axis; labels of more would not fit.
const MOST_MARKS: i64 = 8;

/// Marks at midnight, so that no day is labeled twice.
fn day_marks(zone: &TimeZone, (from, to): (f64, f64)) -> Vec<GridMark> {
    let day = |seconds: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "seconds of a calendar")]
        let at = Timestamp::from_second(seconds as i64).ok();
        at.map(|at| at.to_zoned(zone.clone()).date())
    };
    let (Some(first), Some(last)) = (day(from), day(to)) else {
        return Vec::new();
    };
    let days = last.since(first).map_or(1, |span| i64::from(span.get_days()).max(1));
    let step = days / MOST_MARKS + 1;
    let mut marks = Vec::new();
    let mut next = first.tomorrow().ok();
    while let Some(date) = next.filter(|date| *date <= last) {
        if let Ok(midnight) = date.to_zoned(zone.clone()) {
            marks.push(GridMark {
                value: midnight.timestamp().as_second() as f64,
                step_size: step as f64 * DAY_SECONDS,
            });
        }
        next = date.checked_add(jiff::Span::new().days(step)).ok();
    }
    marks
}

/// Minutes between marks, smallest first.
const STEPS: [i64; 9] = [1, 5, 10, 15, 30, 60, 120, 180, 360];

/// At most this many marks at round times of day, including midnight.
fn hour_marks(zone: &TimeZone, (from, to): (f64, f64), most: i64) -> Vec<GridMark> {
    #[expect(clippy::cast_possible_truncation, reason = "seconds of a calendar")]
    let (from, to) = (from as i64, to as i64);
    let fits = |step: &&i64| (to - from) / (**step * 60) <= most;
    let step = 60 * STEPS.iter().find(fits).copied().unwrap_or(720);
    let Ok(start) = Timestamp::from_second(from) else {
        return Vec::new();
    };
    // Counted from the local midnight, so that the times are round in this time zone.
    let Ok(midnight) = start.to_zoned(zone.clone()).start_of_day() else {
        return Vec::new();
    };
    let mut at = midnight.timestamp().as_second();
    let mut marks = Vec::new();
    while at <= to {
        if at >= from {
            marks.push(GridMark { value: at as f64, step_size: step as f64 });
        }
        at += step;
    }
    marks
}

/// Removes marks whose labels would extend beyond the plot.
fn inside(mut marks: Vec<GridMark>, (from, to): (f64, f64)) -> Vec<GridMark> {
    let edge = (to - from) * EDGE;
    marks.retain(|mark| mark.value >= from + edge && mark.value <= to - edge);
    marks
}

/// Half the width of a mark's label, as a share of the plot.
const EDGE: f64 = 0.03;

const NAME: f32 = 240.0;
const SUM: f32 = 170.0;
const MONEY: f32 = 84.0;

/// One bar per service, from the shipments on this computer.
fn services_ui(ui: &mut Ui, cx: &Cx<'_>) {
    let services = cx.state.balance.ledger.services.value().map_or(&[][..], Vec::as_slice);
    let most = services.iter().map(|one| one.sum.amount).max();
    let Some(most) = most.filter(|most| !most.is_zero()) else {
        muted_ui(ui, text!("balance-chart-no-labels"));
        return;
    };
    ScrollArea::vertical()
        .id_salt("services")
        .max_height(size::CHART)
        .auto_shrink([false, false])
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            for one in services {
                service_ui(ui, cx, one, most);
            }
        });
}

fn service_ui(ui: &mut Ui, cx: &Cx<'_>, one: &Spending, most: Amount) {
    let tokens = Tokens::of_theme(ui);
    ui.horizontal(|ui| {
        ui.set_height(size::CONTROL_COMPACT);
        let service = service_name(&Service::parse(&one.service));
        let name = format!("{service}, {}", carrier_name(cx.state, &one.carrier));
        let left = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(vec2(NAME, size::CONTROL_COMPACT), left, |ui| {
            ui.set_width(NAME);
            ui.add(Label::new(RichText::new(name).color(tokens.ink)).truncate());
        });
        let room = (ui.available_width() - SUM - space::S).max(space::XL);
        let (rect, _) = ui.allocate_exact_size(vec2(room, space::M), Sense::empty());
        #[expect(clippy::cast_possible_truncation, reason = "points on a screen")]
        let part = (one.sum.amount.for_plotting() / most.for_plotting()) as f32;
        let bar = Rect::from_min_size(rect.min, vec2(rect.width() * part, rect.height()));
        ui.painter().rect_filled(bar, radius::CONTROL, tokens.accent);
        from_right_ui(ui, |ui| {
            let backwards = Layout::right_to_left(Align::Center);
            ui.allocate_ui_with_layout(vec2(MONEY, size::CONTROL_COMPACT), backwards, |ui| {
                ui.set_width(MONEY);
                money_ui(ui, Some(one.sum));
            });
            muted_ui(ui, &text!("balance-chart-labels", count = one.shipments));
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::clock::WireTime;

    #[test]
    fn the_chart_steps_in_the_order_of_time() {
        let entry = |at: &str, cents| BalanceEntry {
            transaction_date: WireTime::parse(at),
            balance: Some(Amount::from_cents(cents)),
            ..BalanceEntry::default()
        };
        let points =
            steps(&[entry("2026-01-02T00:00:00Z", 900), entry("2026-01-01T00:00:00Z", 1000)]);
        let heights: Vec<f64> = points.iter().map(|[_, y]| *y).collect();
        assert_eq!(heights, [10.0, 10.0, 9.0]);
    }

    #[test]
    fn no_day_is_named_twice_and_an_axis_holds_few() {
        let at = |text: &str| -> f64 {
            let at: Timestamp = text.parse().unwrap();
            at.as_second() as f64
        };
        let marks = |from: &str, to: &str| {
            let marks = day_marks(&TimeZone::UTC, (at(from), at(to)));
            let days = marks.iter().map(|mark| mark.value / DAY_SECONDS);
            days.collect::<Vec<f64>>()
        };
        let few = marks("2026-11-21T09:00:00Z", "2026-11-24T10:00:00Z");
        assert_eq!(few.len(), 3);
        assert!(few.iter().all(|day| day.fract() == 0.0), "{few:?}");
        let year = marks("2026-01-01T09:00:00Z", "2026-12-31T10:00:00Z");
        assert!((5..=8).contains(&year.len()), "{year:?}");
    }

    #[test]
    fn times_are_round_and_a_new_day_is_named() {
        let zone = TimeZone::get("America/New_York").unwrap();
        let at = |text: &str| -> f64 {
            let at: Timestamp = text.parse().unwrap();
            at.as_second() as f64
        };
        let named = |from: &str, to: &str| -> Vec<String> {
            let bounds = (at(from), at(to));
            let marks = inside(hour_marks(&zone, bounds, MOST_MARKS), bounds);
            let named = marks.iter().map(|it| axis_time(it.value, &zone));
            named.map(|words| words.replace('\u{a0}', " ")).collect()
        };
        // 17:26 to 00:41 local time.
        let night = named("2026-11-21T22:26:00Z", "2026-11-22T05:41:00Z");
        let hours = ["6:00 PM", "7:00 PM", "8:00 PM", "9:00 PM", "10:00 PM", "11:00 PM", "Nov 22"];
        assert_eq!(night, hours);
        let minutes = named("2026-11-21T22:26:00Z", "2026-11-21T22:56:00Z");
        assert_eq!(minutes, ["5:30 PM", "5:35 PM", "5:40 PM", "5:45 PM", "5:50 PM", "5:55 PM"]);
        let days = named("2026-11-20T22:26:00Z", "2026-11-22T21:41:00Z");
        assert_eq!(days.len(), 7, "{days:?}");
        assert!(days.contains(&"Nov 21".to_owned()), "{days:?}");
    }

    #[test]
    fn a_day_adds_up_what_went_out_and_nothing_that_came_in() {
        let entry = |at: &str, cents| BalanceEntry {
            transaction_date: WireTime::parse(at),
            amount: Some(Amount::from_cents(cents)),
            ..BalanceEntry::default()
        };
        let days = by_day(
            &[
                entry("2026-01-01T09:00:00Z", -790),
                entry("2026-01-01T10:00:00Z", -210),
                entry("2026-01-01T11:00:00Z", 5000),
                entry("2026-01-03T11:00:00Z", -1),
            ],
            &TimeZone::UTC,
        );
        let told: Vec<_> = days.iter().map(|(day, sum)| (day.day(), *sum)).collect();
        assert_eq!(told, [(1, Amount::from_cents(1000)), (3, Amount::from_cents(1))]);
    }
}
