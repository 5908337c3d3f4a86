//! A chart of price and delivery days, to compare cheap and fast rates.

use egui::{Pos2, Rect, Stroke, Ui, Vec2, pos2, vec2};
use egui_plot::{AxisHints, MarkerShape, Plot, PlotPoint, Points};

use crate::api::rate::Rate;
use crate::base::locale::format;
use crate::parcel::rate_ranking::{Quote, service_name};
use crate::text;
use crate::ui::parts::rate_words::{badge, days_words};
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::chart::{AMOUNTS, amount_marks, axis, money_mark};

/// Minimum distance of two marks on the axis of days, in points.
const DAYS: f32 = 16.0;

/// Height of the chart; enough to separate cheap rates with similar prices.
const HEIGHT: f32 = size::CHART + space::XXL + space::L;

/// A rate in the chart.
struct Dot {
    index: usize,
    days: f64,
    price: f64,
    /// `Cheapest`, or several badges joined by commas.
    badge: Option<String>,
}

pub fn show_ui(ui: &mut Ui, quote: &Quote, selected: Option<usize>) {
    let tokens = Tokens::of_theme(ui);
    let dots = dots(quote, selected);
    // All amounts of one quote have the same currency.
    let first = quote.rates.iter().find_map(Rate::price);
    let currency = first.map(|price| price.currency).unwrap_or_default();
    let most = dots.iter().map(|dot| dot.price).fold(0.0, f64::max);
    // A plot without height shows nothing.
    let most = most.max(1.0);
    let shown = Plot::new("price against days")
        .height(HEIGHT)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_grid(false)
        .include_x(0.0)
        .include_y(FLOOR * most)
        .include_y(CEILING * most)
        .y_grid_spacer(|input| amount_marks(input.bounds))
        .custom_x_axes(vec![
            axis(AxisHints::new_x(), tokens, DAYS)
                .label(egui::RichText::new(text!("rates-chart-days")).font(text::small()))
                .formatter(|mark, _| format::number(mark.value)),
        ])
        .custom_y_axes(vec![
            axis(AxisHints::new_y(), tokens, AMOUNTS)
                .formatter(move |mark, _| money_mark(mark.value, currency)),
        ])
        .set_margin_fraction(vec2(0.12, 0.0))
        .show(ui, |plot| {
            for dot in &dots {
                plot.points(mark(quote, dot, selected == Some(dot.index), tokens));
            }
        });
    let at = |dot: &Dot| {
        let point = PlotPoint::new(dot.days, dot.price);
        shown.transform.position_from_point(&point)
    };
    let points: Vec<Pos2> = dots.iter().map(at).collect();
    let painter = ui.painter();
    let named = dots.iter().filter_map(|dot| {
        let words = dot.badge.clone()?;
        let galley = painter.layout_no_wrap(words, text::small(), tokens.ink);
        Some((at(dot), galley))
    });
    let named: Vec<_> = named.collect();
    let words: Vec<(Pos2, Vec2)> = named.iter().map(|(at, it)| (*at, it.size())).collect();
    // The edges of the frame are the lines of the axes.
    let room = shown.transform.frame().shrink2(vec2(space::S, space::XS));
    let places = places(room, &points, &words);
    for ((point, galley), place) in named.into_iter().zip(places) {
        // `None` means that every position would cover a rate; its color still marks the dot.
        let Some(place) = place else { continue };
        if let Some(edge) = end_of_line(place, point) {
            let start = point + (edge - point).normalized() * RADIUS;
            painter.line_segment([start, edge], Stroke::new(size::HAIRLINE, tokens.ink_muted));
        }
        painter.galley(place.min, galley, tokens.ink);
    }
    let name = spoken(quote, &dots);
    let picture = shown.response;
    picture.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
}

fn mark(quote: &Quote, dot: &Dot, chosen: bool, tokens: &Tokens) -> Points<'static> {
    let is_badged = dot.badge.is_some();
    let rate = quote.rates.get(dot.index);
    let service = rate.and_then(|rate| rate.final_service.as_ref());
    let name = service.map(service_name).unwrap_or_default();
    Points::new(name, vec![[dot.days, dot.price]])
        .color(if chosen || is_badged { tokens.accent_ink } else { tokens.line_strong })
        .shape(if chosen { MarkerShape::Diamond } else { MarkerShape::Circle })
        // Also marked by size and shape, not only by color.
        .radius(match (chosen, is_badged) {
            (true, _) => 6.0,
            (false, true) => RADIUS + 1.0,
            (false, false) => RADIUS,
        })
}

const RADIUS: f32 = 4.0;
/// A label nearer than this touches its point and needs no line to it.
const NEAR: f32 = 7.0;
/// The room above and below the letters of a label.
const LEADING: f32 = 3.0;
/// The ends of the axis of amounts, as shares of the highest price: zero is at the floor, and the
/// dot of a free service is whole.
const FLOOR: f64 = -0.03;
const CEILING: f64 = 1.15;
/// Beyond this distance to other points, a label is not mistaken for one of theirs.
const ALONE: f32 = 24.0;
/// Cost of a label that is not to the right of its point.
const ASIDE: f32 = 8.0;
/// Cost of a label nearer to another point; only taken when nothing else is free.
const ASTRAY: f32 = 100.0;
/// Cost of a line through a label, which is still better than no label.
const CROSSED: f32 = 1_000.0;

/// Dots with a badge are last, so that no other dot is drawn over them.
fn dots(quote: &Quote, selected: Option<usize>) -> Vec<Dot> {
    let badges = [
        (quote.cheapest, badge::cheapest()),
        (quote.fastest, badge::fastest()),
        (quote.best_value, badge::best_value()),
    ];
    let dot = |(index, rate): (usize, &Rate)| {
        let words = badges.iter().filter(|(badge, _)| *badge == Some(index));
        let words: Vec<&str> = words.map(|(_, word)| *word).collect();
        Some(Dot {
            index,
            days: rate.delivery_days?,
            price: rate.total_fee?.for_plotting(),
            badge: (!words.is_empty()).then(|| words.join(", ")),
        })
    };
    let mut dots: Vec<Dot> = quote.rates.iter().enumerate().filter_map(dot).collect();
    dots.sort_by_key(|dot| (dot.badge.is_some(), selected == Some(dot.index)));
    dots
}

/// The description of the chart for screen readers.
fn spoken(quote: &Quote, dots: &[Dot]) -> String {
    let point = |dot: &Dot| {
        let price = quote.rates.get(dot.index).and_then(Rate::price)?;
        let (badge, days) = (dot.badge.as_ref()?, days_words(dot.days));
        Some(text!("rates-chart-point", badge = badge, price = price, days = days))
    };
    let points: Vec<String> = dots.iter().filter_map(point).collect();
    match points.is_empty() {
        true => text!("rates-chart-name").to_owned(),
        false => text!("rates-chart-name-with-points", points = points.join("; ")),
    }
}

/// Where the line from a point to its label ends; `None` if the label touches the point.
fn end_of_line(place: Rect, point: Pos2) -> Option<Pos2> {
    let end = place.shrink2(vec2(0.0, LEADING)).clamp(point);
    (end.distance(point) > NEAR).then_some(end)
}

/// Whether the line from a point to its label runs through another label.
fn is_crossed(label: Rect, place: Rect, point: Pos2) -> bool {
    const SAMPLES: u8 = 24;
    end_of_line(place, point).is_some_and(|end| {
        let mut shares = (0..=SAMPLES).map(|at| f32::from(at) / f32::from(SAMPLES));
        shares.any(|share| label.contains(point + share * (end - point)))
    })
}

/// The position of each label: as close to its point as possible, closer to it than to
/// any other point, preferably to its right, over no point and no other label, and with no line through one.
/// `None` if there is no such position.
fn places(room: Rect, points: &[Pos2], words: &[(Pos2, Vec2)]) -> Vec<Option<Rect>> {
    let mut best = places_in_order(room, points, words);
    let orders = (0..words.len()).flat_map(|first| [(first, false), (first, true)]);
    for (first, is_reversed) in orders.skip(1) {
        if best.0 < CROSSED {
            break;
        }
        let mut turned = words.to_vec();
        turned.rotate_left(first);
        if is_reversed {
            turned.reverse();
        }
        let (cost, mut places) = places_in_order(room, points, &turned);
        if is_reversed {
            places.reverse();
        }
        places.rotate_right(first);
        if cost < best.0 {
            best = (cost, places);
        }
    }
    best.1
}

/// The same, for labels that are placed in this order, with their cost.
fn places_in_order(
    room: Rect,
    points: &[Pos2],
    words: &[(Pos2, Vec2)],
) -> (f32, Vec<Option<Rect>>) {
    const STEP: f32 = 3.0;
    let steps =
        |length: f32| (0..).map(|step| step as f32 * STEP).take_while(move |at| *at <= length);
    let mut taken: Vec<(Pos2, Rect)> = Vec::new();
    let free = |taken: &[(Pos2, Rect)], place: Rect| {
        let dots = place.expand(RADIUS + 2.0);
        !points.iter().any(|point| dots.contains(*point))
            && !taken.iter().any(|(_, other)| other.expand(space::XS).intersects(place))
    };
    let crosses = |taken: &[(Pos2, Rect)], place: Rect, own: Pos2| {
        taken.iter().any(|(point, other)| {
            is_crossed(*other, place, own) || is_crossed(place, *other, *point)
        })
    };
    let (mut total, mut places) = (0.0, Vec::new());
    for (point, size) in words {
        let apart = |other: &&Pos2| other.distance(*point) > 0.5;
        let others: Vec<Pos2> = points.iter().filter(apart).copied().collect();
        let cost = |place: Rect| {
            let far = place.distance_to_pos(*point);
            let other = others.iter().map(|other| place.distance_to_pos(*other));
            let alone = other.fold(f32::INFINITY, f32::min);
            let level = (place.center().y - point.y).abs();
            let aside = if place.left() > point.x { 0.0 } else { ASIDE };
            let astray = if alone > far { 0.0 } else { ASTRAY };
            far + aside + astray + 0.1 * level - 0.5 * alone.min(ALONE)
        };
        let mut best: Option<(f32, Rect)> = None;
        for x in steps(room.width() - size.x) {
            for y in steps(room.height() - size.y) {
                let corner = pos2(room.left() + x, room.top() + y);
                let place = Rect::from_min_size(corner, *size);
                let is_better = |cost: f32| best.is_none_or(|(least, _)| cost < least);
                let cost = cost(place);
                if !is_better(cost) || !free(&taken, place) {
                    continue;
                }
                let cost = if crosses(&taken, place, *point) { cost + CROSSED } else { cost };
                if is_better(cost) {
                    best = Some((cost, place));
                }
            }
        }
        total += best.map_or(2.0 * CROSSED, |(cost, _)| cost);
        let place = best.map(|(_, place)| place);
        taken.extend(place.map(|place| (*point, place)));
        places.push(place);
    }
    (total, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_covers_no_rate_and_no_other_word() {
        let room = Rect::from_min_size(pos2(10.0, 20.0), vec2(200.0, 130.0));
        // Cheap rates in a row, as ground services are, and two on the same spot.
        let mut points: Vec<Pos2> = (1..9).map(|day| pos2(20.0 * day as f32, 140.0)).collect();
        points.extend([pos2(60.0, 100.0), pos2(60.0, 100.0), pos2(30.0, 30.0)]);
        let size = vec2(60.0, 15.0);
        let words =
            [(pos2(160.0, 140.0), size), (pos2(60.0, 100.0), size), (pos2(30.0, 30.0), size)];
        let found: Vec<Rect> = places(room, &points, &words).into_iter().flatten().collect();
        assert_eq!(found.len(), 3);
        for (at, place) in found.iter().enumerate() {
            assert!(room.contains_rect(*place), "{place:?} is outside");
            let covered = points.iter().find(|point| place.contains(**point));
            assert_eq!(covered, None, "{place:?}");
            let over = found.iter().skip(at + 1).find(|it| it.intersects(*place));
            assert_eq!(over, None, "{place:?}");
            let far = place.distance_to_pos(words[at].0);
            assert!(far < 24.0, "{far} from its point");
            let crossed = found
                .iter()
                .enumerate()
                .any(|(other, label)| other != at && is_crossed(*label, *place, words[at].0));
            assert!(!crossed, "its line runs through a label");
        }
    }

    #[test]
    fn a_word_stands_by_its_own_rate() {
        let room = Rect::from_min_max(pos2(4.0, 4.0), pos2(195.0, 157.0));
        // Days and prices of the practice carriers, as the chart shows them.
        let at = |days: f32, price: f32| pos2(13.0 + 21.4 * days, 134.0 - 0.68 * price);
        let few = [(8.0, 5.21), (7.0, 9.09), (5.0, 10.88), (8.0, 12.12)];
        let many = [(7.0, 12.95), (3.0, 22.62), (2.0, 28.66), (2.0, 50.27)];
        let badges = [(8.0, 4.30), (1.0, 63.33), (3.0, 14.87)];
        let all = few.into_iter().chain(many).chain([(1.0, 73.89)]).chain(badges);
        let points: Vec<Pos2> = all.map(|(days, price)| at(days, price)).collect();
        let words = badges.map(|(days, price)| (at(days, price), vec2(55.0, 14.0)));
        for (place, (own, _)) in places(room, &points, &words).into_iter().zip(words) {
            let place = place.unwrap();
            let far = place.distance_to_pos(own);
            let others = points.iter().filter(|other| other.distance(own) > 2.0 * RADIUS);
            let other = others.map(|other| place.distance_to_pos(*other));
            let other = other.fold(f32::INFINITY, f32::min);
            assert!(far < 10.0 && far < other, "{place:?}: {far} and {other}");
        }
    }

    /// In Spanish, the line to *Mejor equilibrio* ran through *La más barata*.
    #[test]
    fn no_line_runs_through_a_word() {
        let room = Rect::from_min_max(pos2(4.0, 4.0), pos2(195.0, 157.0));
        let at = |days: f32, price: f32| pos2(13.0 + 21.4 * days, 150.0 - 0.68 * price);
        let others = [(8.0, 4.3), (8.0, 5.21), (5.0, 10.88), (8.0, 12.12), (7.0, 12.95)];
        let more = [(3.0, 26.27), (2.0, 32.31), (2.0, 36.98), (1.0, 73.89), (2.0, 120.0)];
        let badges = [(7.0, 9.09), (1.0, 63.33), (3.0, 14.87)];
        let all = others.into_iter().chain(more).chain(badges);
        let points: Vec<Pos2> = all.map(|(days, price)| at(days, price)).collect();
        let wide = [80.0, 80.0, 90.0];
        let words = badges.into_iter().zip(wide);
        let words: Vec<_> =
            words.map(|((days, price), wide)| (at(days, price), vec2(wide, 14.0))).collect();
        let found: Vec<Rect> = places(room, &points, &words).into_iter().flatten().collect();
        assert_eq!(found.len(), 3);
        for (place, (own, _)) in found.iter().zip(&words) {
            let mut others = found.iter().filter(|other| *other != place);
            assert!(!others.any(|other| is_crossed(*other, *place, *own)), "{found:?}");
        }
    }

    #[test]
    fn a_word_stands_at_the_right_where_there_is_room() {
        let room = Rect::from_min_size(Pos2::ZERO, vec2(200.0, 100.0));
        let size = vec2(60.0, 15.0);
        let of = |at: Pos2, others: &[Pos2]| {
            let points: Vec<Pos2> = others.iter().copied().chain([at]).collect();
            places(room, &points, &[(at, size)]).remove(0).unwrap()
        };
        let middle = pos2(100.0, 50.0);
        let place = of(middle, &[]);
        assert!(place.left() > middle.x && place.y_range().contains(middle.y));
        // To the right it would be closer to another point, so it moves elsewhere.
        let place = of(middle, &[pos2(130.0, 38.0), pos2(130.0, 62.0)]);
        assert!(place.right() < middle.x, "{place:?}");
        let edge = pos2(170.0, 50.0);
        assert!(of(edge, &[]).left() < edge.x);
    }

    #[test]
    fn a_word_that_does_not_touch_its_rate_has_a_line_to_it() {
        let point = pos2(100.0, 50.0);
        let size = vec2(60.0, 15.0);
        let end = |corner: Pos2| end_of_line(Rect::from_min_size(corner, size), point);
        assert_eq!(end(pos2(106.0, 43.0)), None, "to the right of it");
        assert_eq!(end(pos2(45.0, 57.0)), Some(pos2(100.0, 60.0)), "below");
        assert_eq!(end(pos2(120.0, 43.0)), Some(pos2(120.0, 50.0)), "far");
    }

    #[test]
    fn a_word_without_room_is_left_out() {
        let room = Rect::from_min_size(Pos2::ZERO, vec2(40.0, 40.0));
        let word = (pos2(20.0, 20.0), vec2(60.0, 15.0));
        assert_eq!(places(room, &[], &[word]), [None]);
    }

    #[test]
    fn rates_with_a_badge_are_drawn_over_the_others() {
        let rate = |cents, days| Rate {
            delivery_days: Some(days),
            total_fee: Some(crate::base::money::Amount::from_cents(cents)),
            ..Rate::default()
        };
        let quote = Quote {
            order: crate::base::id::OrderId::new("o-1"),
            rates: vec![rate(430, 8.0), rate(1500, 3.0), rate(700, 5.0)],
            hidden: Vec::new(),
            cheapest: Some(0),
            fastest: Some(1),
            best_value: Some(1),
        };
        let dots = dots(&quote, None);
        let order: Vec<usize> = dots.iter().map(|dot| dot.index).collect();
        assert_eq!(order, [2, 0, 1]);
        assert_eq!(
            spoken(&quote, &dots),
            "Chart of price and delivery days; \
             Cheapest: $4.30, 8 days; Fastest, Best value: $15.00, 3 days"
        );
    }
}
