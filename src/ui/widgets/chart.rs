//! Axes of the charts: round marks in small muted text, either drawn fully or omitted.

use egui::Rangef;
use egui_plot::{AxisHints, GridMark};

use crate::base::locale::format;
use crate::base::money::{Amount, Currency, Money};
use crate::ui::tokens::{Tokens, text};

/// An axis that omits marks closer than `room`, in points, instead of fading them.
pub fn axis(axis: AxisHints<'static>, tokens: &Tokens, room: f32) -> AxisHints<'static> {
    axis.label_spacing(Rangef::new(room, room + 0.5))
        .tick_label_color(tokens.ink_muted)
        .tick_label_font(text::small())
}

/// Minimum distance of two amounts on a vertical axis, in points.
pub const AMOUNTS: f32 = 16.0;
const MOST: f64 = 5.0;

/// Marks at round amounts, few enough to be readable.
pub fn amount_marks((from, to): (f64, f64)) -> Vec<GridMark> {
    let span = to - from;
    if !span.is_finite() || span <= 0.0 {
        return Vec::new();
    }
    let least = span / MOST;
    let power = 10.0_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    let fits = steps.into_iter().find(|step| *step >= least);
    let step = fits.unwrap_or(10.0 * power);
    let first = (from / step).ceil();
    (0..=16)
        .map(|count| (first + f64::from(count)) * step)
        .take_while(|value| *value <= to)
        .map(|value| GridMark { value, step_size: step })
        .collect()
}

/// An amount on an axis, as the locale writes money; a whole amount has no decimal places.
pub fn money_mark(value: f64, currency: Currency) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "amounts on an axis")]
    let amount = Amount::from_micros((value * 1_000_000.0).round() as i64);
    let words = format::money(Money::new(amount, currency));
    let zero = format::formats().decimal("0.00");
    // `.00` or `,00`; two decimal places that are zero occur only at the end of a number.
    let places = zero.strip_prefix('0').unwrap_or(&zero);
    match amount.micros() % 1_000_000 == 0 {
        true => words.replacen(places, "", 1),
        false => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_amounts_have_no_decimal_places() {
        for (value, words) in [
            (0.0, "$0"),
            (20.0, "$20"),
            (-1000.0, "−$1,000"),
            (0.5, "$0.50"),
            (2000.1, "$2,000.10"),
        ] {
            assert_eq!(money_mark(value, Currency::USD), words);
        }
    }

    #[test]
    fn amounts_are_round_and_few() {
        let marks = |from, to| -> Vec<f64> {
            let marks = amount_marks((from, to));
            marks.iter().map(|mark| mark.value).collect()
        };
        assert_eq!(marks(-30.0, 560.0), [0.0, 200.0, 400.0]);
        assert_eq!(marks(0.0, 88.0), [0.0, 20.0, 40.0, 60.0, 80.0]);
        assert_eq!(marks(-0.4, 9.0), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(marks(-250.0, 250.0), [-200.0, -100.0, 0.0, 100.0, 200.0]);
        assert!(marks(1.0, 1.0).is_empty());
        for span in [0.07, 3.0, 47.0, 1234.0, 98_765.0] {
            let count = marks(0.0, span).len();
            assert!((3..=6).contains(&count), "{span}: {count}");
        }
    }
}
