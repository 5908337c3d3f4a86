//! The history as pictures: the balance over time, what went out each day, and what each
//! service cost.

use std::collections::BTreeMap;

use egui::{Align, Label, Layout, Rect, RichText, ScrollArea, Sense, Ui, vec2};
use egui_plot::{AxisHints, Bar, BarChart, GridMark, Line, Plot, PlotPoints};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::at;
use crate::api::account::BalanceEntry;
use crate::api::value::Service;
use crate::base::money::Amount;
use crate::desk::history::Spending;
use crate::desk::quote::service_name;
use crate::ui::Cx;
use crate::ui::panels::ship::quotes::carrier_name;
use crate::ui::tokens::{Tokens, radius, size, space};
use crate::ui::widgets::text::{money_ui, muted_ui};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    #[default]
    Balance,
    Days,
    Services,
}

pub const CHARTS: [(Shown, &str); 3] = [
    (Shown::Balance, "Balance"),
    (Shown::Days, "Spent by day"),
    (Shown::Services, "By service"),
];

pub fn show_ui(ui: &mut Ui, cx: &Cx<'_>, shown: Shown, entries: &[BalanceEntry]) {
    match shown {
        Shown::Balance => balance_ui(ui, cx, entries),
        Shown::Days => days_ui(ui, cx, entries),
        Shown::Services => services_ui(ui, cx),
    }
}

/// The balance over time, as steps: money moves at once.
fn balance_ui(ui: &mut Ui, cx: &Cx<'_>, entries: &[BalanceEntry]) {
    let points = steps(entries);
    let (Some([first, _]), Some([last, _])) = (points.first(), points.last()) else {
        return;
    };
    if points.len() < 3 {
        muted_ui(ui, "The chart appears after the first purchase");
        return;
    }
    let pattern = if last - first > 2.0 * DAY_SECONDS {
        "%-d %b"
    } else {
        "%H:%M"
    };
    let tokens = cx.tokens;
    let (zone, days) = (cx.zone.clone(), cx.zone.clone());
    let mut plot = quiet(Plot::new("balance chart"));
    if last - first > 2.0 * DAY_SECONDS {
        plot = plot.x_grid_spacer(move |input| day_marks(&days, input.bounds));
    }
    ui.scope(|ui| {
        // The axes are drawn in the ink of plain text; they are to stay in the background.
        let visuals = ui.visuals_mut();
        visuals.override_text_color = Some(tokens.ink_muted);
        let response = plot
            .custom_x_axes(vec![
                AxisHints::new_x()
                    .formatter(move |mark, _| axis_time(mark.value, pattern, &zone))
                    .label_spacing(DAYS),
            ])
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

/// What went out on each day of the desk's zone, as whole days since 1970.
fn by_day(entries: &[BalanceEntry], zone: &TimeZone) -> BTreeMap<Date, Amount> {
    let mut days = BTreeMap::new();
    for entry in entries {
        let (Some(at), Some(amount)) = (at(entry), entry.amount) else {
            continue;
        };
        if amount.is_negative() {
            let sum: &mut Amount = days.entry(at.to_zoned(zone.clone()).date()).or_default();
            // Debits are negative: taking them away adds them up.
            *sum = sum.checked_sub(amount).unwrap_or(*sum);
        }
    }
    days
}

fn days_ui(ui: &mut Ui, cx: &Cx<'_>, entries: &[BalanceEntry]) {
    let days = by_day(entries, cx.zone);
    let Some(first) = days.keys().next().copied() else {
        muted_ui(ui, "Nothing was spent in these entries");
        return;
    };
    let bars = days.iter().filter_map(|(day, sum)| {
        let place = day.since(first).ok()?.get_days();
        let words = format!("{}: {sum}", day.strftime("%-d %b"));
        Some(
            Bar::new(f64::from(place), sum.for_plotting())
                .width(0.6)
                .name(words),
        )
    });
    let bars: Vec<Bar> = bars.collect();
    let tokens = cx.tokens;
    ui.scope(|ui| {
        ui.visuals_mut().override_text_color = Some(tokens.ink_muted);
        let response = quiet(Plot::new("spending by day"))
            .include_x(-0.5)
            .include_x(0.5)
            .custom_x_axes(vec![
                AxisHints::new_x()
                    .formatter(move |mark, _| day_name(first, mark.value))
                    .label_spacing(DAYS),
            ])
            .show(ui, |plot| {
                plot.bar_chart(BarChart::new("Spent", bars).color(tokens.accent));
            })
            .response;
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Image, true, "Chart of what was spent each day")
        });
    });
}

/// Only whole days have a name.
#[allow(clippy::cast_possible_truncation)] // a few thousand days
fn day_name(first: Date, place: f64) -> String {
    let whole = place.round();
    if (place - whole).abs() > 1.0e-6 {
        return String::new();
    }
    first
        .checked_add(jiff::Span::new().days(whole as i64))
        .map(|day| day.strftime("%-d %b").to_string())
        .unwrap_or_default()
}

/// A picture only: nothing of it is dragged or zoomed.
fn quiet(plot: Plot<'_>) -> Plot<'_> {
    plot.height(size::CHART)
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
        .custom_y_axes(vec![
            AxisHints::new_y()
                .formatter(|mark, _| format!("{:.0}", mark.value))
                .label_spacing(AMOUNTS),
        ])
}

/// Points between marks below which they fade out.
const AMOUNTS: egui::Rangef = egui::Rangef {
    min: 10.0,
    max: 20.0,
};
const DAYS: egui::Rangef = egui::Rangef {
    min: 46.0,
    max: 60.0,
};

/// More days than that are too many words for one axis.
const MOST_MARKS: i64 = 8;

/// Midnights, so that no day is named twice.
fn day_marks(zone: &TimeZone, (from, to): (f64, f64)) -> Vec<GridMark> {
    let day = |seconds: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "seconds of a calendar")]
        let at = Timestamp::from_second(seconds as i64).ok();
        at.map(|at| at.to_zoned(zone.clone()).date())
    };
    let (Some(first), Some(last)) = (day(from), day(to)) else {
        return Vec::new();
    };
    let days = last
        .since(first)
        .map_or(1, |span| i64::from(span.get_days()).max(1));
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

const NAME: f32 = 240.0;
const SUM: f32 = 170.0;
const MONEY: f32 = 84.0;

/// A bar for each service, from the shipments on this computer.
fn services_ui(ui: &mut Ui, cx: &Cx<'_>) {
    let services = cx
        .state
        .ledger
        .services
        .value()
        .map_or(&[][..], Vec::as_slice);
    let most = services.iter().map(|one| one.sum.amount).max();
    let Some(most) = most.filter(|most| !most.is_zero()) else {
        muted_ui(ui, "No label of these days is on this computer");
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
    let tokens = Tokens::of(ui);
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
        ui.painter()
            .rect_filled(bar, radius::CONTROL, tokens.accent);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let backwards = Layout::right_to_left(Align::Center);
            ui.allocate_ui_with_layout(vec2(MONEY, size::CONTROL_COMPACT), backwards, |ui| {
                ui.set_width(MONEY);
                money_ui(ui, Some(one.sum));
            });
            let count = match one.shipments {
                1 => "1 label".to_owned(),
                many => format!("{many} labels"),
            };
            muted_ui(ui, &count);
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
        let points = steps(&[
            entry("2026-01-02T00:00:00Z", 900),
            entry("2026-01-01T00:00:00Z", 1000),
        ]);
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
        assert_eq!(
            told,
            [(1, Amount::from_cents(1000)), (3, Amount::from_cents(1))]
        );
    }
}
