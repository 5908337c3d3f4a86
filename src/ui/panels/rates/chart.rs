//! Price against days: the cheap and the fast at a glance.

use egui::Ui;
use egui_plot::{AxisHints, MarkerShape, Plot, PlotPoint, Points, Text};

use crate::api::rate::Rate;
use crate::desk::quote::service_name;
use crate::desk::state::Quote;
use crate::ui::tokens::{Tokens, size};

/// Points between marks below which they fade out.
const TICKS: egui::Rangef = egui::Rangef {
    min: 10.0,
    max: 24.0,
};

/// A line of text, as a part of the highest price.
const LINE: f64 = 0.17;
/// From a point up to its word, as a part of the highest price.
const ABOVE: f64 = 0.06;
/// From a point to its word, as a part of half the days.
const BESIDE: f64 = 0.06;

pub fn show_ui(ui: &mut Ui, quote: &Quote, selected: Option<usize>) {
    let tokens = Tokens::of(ui);
    let all: Vec<(usize, [f64; 2])> = quote
        .rates
        .iter()
        .enumerate()
        .filter_map(|(index, rate)| {
            Some((index, [rate.delivery_days?, rate.total_fee?.for_plotting()]))
        })
        .collect();
    // Amounts of one quote have one currency.
    let first = quote.rates.iter().find_map(Rate::price);
    let sign = first.map_or("", |price| price.currency.symbol().unwrap_or_default());
    Plot::new("price against days")
        .height(size::CHART)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_grid(false)
        .include_x(0.0)
        .include_y(0.0)
        .custom_x_axes(vec![
            AxisHints::new_x()
                .label("Days")
                .formatter(|mark, _| mark.value.to_string())
                .label_spacing(TICKS),
        ])
        .custom_y_axes(vec![
            AxisHints::new_y()
                .formatter(move |mark, _| format!("{sign}{:.0}", mark.value))
                .label_spacing(TICKS),
        ])
        .set_margin_fraction(egui::vec2(0.08, 0.15))
        .show(ui, |plot| {
            let dearest = all.iter().map(|(_, [_, price])| *price).fold(0.0, f64::max);
            let mut words = Vec::new();
            let middle = all.iter().map(|(_, [days, _])| *days).fold(0.0, f64::max) / 2.0;
            for (index, point) in all {
                let badge = [
                    (quote.cheapest, "Cheapest"),
                    (quote.fastest, "Fastest"),
                    (quote.best_value, "Best value"),
                ]
                .into_iter()
                .find(|(badge, _)| *badge == Some(index));
                let chosen = selected == Some(index);
                let ink = if chosen || badge.is_some() {
                    tokens.accent_ink
                } else {
                    tokens.ink_muted
                };
                let name = quote
                    .rates
                    .get(index)
                    .and_then(|rate| rate.final_service.as_ref())
                    .map(service_name)
                    .unwrap_or_default();
                plot.points(
                    Points::new(name, vec![point])
                        .color(ink)
                        .shape(if chosen {
                            MarkerShape::Diamond
                        } else {
                            MarkerShape::Circle
                        })
                        .radius(if chosen { 6.0 } else { 4.0 }),
                );
                words.extend(badge.map(|(_, word)| (point, word)));
            }
            // Each word has a line of its own, at its point or above it, so none covers another.
            words.sort_by(|([_, a], _), ([_, b], _)| a.total_cmp(b));
            let mut free = 0.0;
            for ([days, price], word) in words {
                let line = (price + dearest * ABOVE).max(free);
                free = line + dearest * LINE;
                // Beside its point, not over it.
                let (side, days) = if days > middle {
                    (egui::Align2::RIGHT_BOTTOM, days - middle * BESIDE)
                } else {
                    (egui::Align2::LEFT_BOTTOM, days + middle * BESIDE)
                };
                let word = egui::RichText::new(word).color(tokens.ink);
                plot.text(Text::new("", PlotPoint::new(days, line), word).anchor(side));
            }
        });
}
