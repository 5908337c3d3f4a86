//! Sums of weights without rounding, so that three items of `0.1` lb weigh `0.3` lb.

use super::{WeightUnit, plain_number};

/// A weight in attograms (10⁻¹⁸ g): every unit is a whole number of nanograms, and nine decimal
/// places of it are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExactWeightSum(i128);

/// Decimal places of a typed weight that count. More are the rounding error of a program.
const PLACES: usize = 9;
/// Digits before the decimal mark; no parcel has more, and the sum of many fits the type.
const MOST_WHOLE_DIGITS: usize = 9;
/// Decimal places that stay as they are: `15.999` oz, and whole ounces in pounds, `0.0625`.
const KEPT_PLACES: usize = 4;

/// Decimal places of a weight that is converted or summed, as many as a fine scale has: steps of
/// 0.1 g, 0.0001 kg and 0.01 oz. A pound of ten thousandths has whole ounces, of 0.0625 lb.
pub const fn scale_places(unit: WeightUnit) -> usize {
    match unit {
        WeightUnit::G => 1,
        WeightUnit::Oz => 2,
        WeightUnit::Lb | WeightUnit::Kg => 4,
    }
}

impl ExactWeightSum {
    pub const ZERO: Self = Self(0);

    /// The weight that [`super::parse_number`] reads. `None` if it reads none.
    pub fn parse(text: &str, unit: WeightUnit) -> Option<Self> {
        Some(Self(billionths(text)? * nanograms(unit)))
    }

    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    pub fn times(self, pieces: u32) -> Option<Self> {
        self.0.checked_mul(i128::from(pieces)).map(Self)
    }

    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The number in this unit as it is sent and printed, without superfluous zeros: `1.5`, `24`. With
    /// more than four decimals it is rounded to the digits of a scale, and up, so that a parcel is never
    /// declared lighter than it is.
    pub fn digits_in(self, unit: WeightUnit) -> String {
        match self.0 % step(unit, KEPT_PLACES) {
            0 => self.rounded_up(unit, KEPT_PLACES),
            _ => self.rounded_up(unit, scale_places(unit)),
        }
    }

    fn rounded_up(self, unit: WeightUnit, places: usize) -> String {
        let step = step(unit, places);
        decimal_digits((self.0 + step - 1) / step, places)
    }
}

/// One step of the last of these places, in attograms.
fn step(unit: WeightUnit, places: usize) -> i128 {
    let places_below = PLACES.saturating_sub(places);
    nanograms(unit) * (0..places_below).fold(1, |step, _| step * 10)
}

/// Exact: one pound is 453.592 37 g and has 16 ounces.
const fn nanograms(unit: WeightUnit) -> i128 {
    match unit {
        WeightUnit::Oz => 28_349_523_125,
        WeightUnit::Lb => 453_592_370_000,
        WeightUnit::G => 1_000_000_000,
        WeightUnit::Kg => 1_000_000_000_000,
    }
}

/// The number in billionths, rounded at the ninth place.
fn billionths(text: &str) -> Option<i128> {
    let text = plain_number(text)?;
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.trim_start_matches('0');
    if whole.len() > MOST_WHOLE_DIGITS {
        return None;
    }
    let kept = fraction.get(..PLACES).unwrap_or(fraction);
    let digits = format!("{whole}{kept:0<PLACES$}");
    let number: i128 = digits.parse().ok()?;
    let next = fraction.as_bytes().get(PLACES);
    let rounds_up = next.is_some_and(|digit| *digit >= b'5');
    Some(number + i128::from(rounds_up))
}

/// `1500` with three places is `1.5`.
fn decimal_digits(number: i128, places: usize) -> String {
    let digits = format!("{number:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    match fraction.trim_end_matches('0') {
        "" => whole.to_owned(),
        fraction => format!("{whole}.{fraction}"),
    }
}

#[cfg(test)]
#[allow(clippy::type_complexity, reason = "tables of cases")]
mod tests {
    use super::*;
    use WeightUnit::{G, Kg, Lb, Oz};

    /// W20: 310 g and 1 oz of packaging were sent as 338.349523125 g.
    #[test]
    fn sums_are_exact_and_their_digits_those_of_a_scale() {
        let cases: &[(&[(&str, WeightUnit, u32)], WeightUnit, &str)] = &[
            (&[("0.1", Lb, 3)], Lb, "0.3"),
            (&[("0.1", Lb, 1), ("0.2", Lb, 1)], Lb, "0.3"),
            (&[("0,5", Kg, 2)], Kg, "1"),
            (&[("8", Oz, 1), ("1", Lb, 1)], Lb, "1.5"),
            (&[("1", Lb, 1)], Oz, "16"),
            (&[("1", Oz, 1)], G, "28.4"),
            (&[("310", G, 1), ("1", Oz, 1)], G, "338.4"),
            (&[("1", Lb, 1)], Kg, "0.4536"),
            (&[("2", Lb, 1), ("3", Oz, 1)], Lb, "2.1875"),
            (&[("15.999", Oz, 1)], Oz, "15.999"),
            (&[("250", G, 4)], Kg, "1"),
            (&[("1,250.5", G, 1)], G, "1250.5"),
            (&[("007.50", Oz, 1)], Oz, "7.5"),
            (&[("0.30000000000000004", Kg, 1)], Kg, "0.3"),
            (&[("0.29999999999999999", Kg, 1)], Kg, "0.3"),
            (&[(".5", Lb, 1)], Lb, "0.5"),
            (&[("5.", Lb, 1)], Lb, "5"),
            (&[("0", Lb, 7)], Lb, "0"),
            // Without an end in this unit: rounded up.
            (&[("100", G, 1)], Lb, "0.2205"),
            (&[("1", G, 1)], Oz, "0.04"),
            (&[("1.234567", Kg, 1)], Kg, "1.2346"),
        ];
        for (parts, unit, digits) in cases {
            let mut sum = ExactWeightSum::ZERO;
            for (text, unit, pieces) in *parts {
                let one = ExactWeightSum::parse(text, *unit).unwrap();
                sum = sum.checked_add(one.times(*pieces).unwrap()).unwrap();
            }
            assert_eq!(sum.digits_in(*unit), *digits, "{parts:?}");
        }
    }

    #[test]
    fn what_is_no_weight_is_none() {
        for text in ["", " ", "-1", "abc", "1.2.3", "1e3", "1234567890", "."] {
            assert_eq!(ExactWeightSum::parse(text, Lb), None, "{text}");
        }
    }

    #[test]
    fn weights_of_different_units_compare() {
        let of = |text, unit| ExactWeightSum::parse(text, unit).unwrap();
        assert_eq!(of("16", Oz), of("1", Lb));
        assert!(of("453.59237", G) == of("1", Lb) && of("453.6", G) > of("1", Lb));
        assert!(of("2", Kg) < of("4.5", Lb));
    }
}
