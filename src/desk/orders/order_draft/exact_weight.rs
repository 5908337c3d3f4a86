//! Sums of weights without rounding, so that three items of `0.1` lb weigh `0.3` lb.

use crate::base::measure::{WeightUnit, plain_number};

/// A weight in attograms (10⁻¹⁸ g): every unit is a whole number of nanograms, and nine decimal
/// places of it are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExactWeightSum(i128);

/// Decimal places of a typed weight that count. More are the rounding error of a program.
const PLACES: usize = 9;
/// Digits before the decimal mark; no parcel has more, and the sum of many fits the type.
const MOST_WHOLE_DIGITS: usize = 9;
/// A sum that has no end in another unit is rounded up at this place, so that a parcel is never
/// declared lighter than it is.
const ROUNDED_PLACES: usize = 4;
/// One step of the last such place, in billionths.
const ROUNDED_STEP: i128 = 100_000;

impl ExactWeightSum {
    pub const ZERO: Self = Self(0);

    /// The weight that `base::measure::parse_number` reads. `None` if it reads none.
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

    /// The number in this unit, without superfluous zeros: `1.5`, `24`.
    pub fn digits_in(self, unit: WeightUnit) -> String {
        let unit = nanograms(unit);
        if self.0 % unit == 0 {
            return decimal_digits(self.0 / unit, PLACES);
        }
        let step = unit * ROUNDED_STEP;
        decimal_digits((self.0 + step - 1) / step, ROUNDED_PLACES)
    }
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

    #[test]
    fn sums_are_exact_and_their_digits_clean() {
        let cases: &[(&[(&str, WeightUnit, u32)], WeightUnit, &str)] = &[
            (&[("0.1", Lb, 3)], Lb, "0.3"),
            (&[("0.1", Lb, 1), ("0.2", Lb, 1)], Lb, "0.3"),
            (&[("0,5", Kg, 2)], Kg, "1"),
            (&[("8", Oz, 1), ("1", Lb, 1)], Lb, "1.5"),
            (&[("1", Lb, 1)], Oz, "16"),
            (&[("1", Oz, 1)], G, "28.349523125"),
            (&[("1", Lb, 1)], Kg, "0.45359237"),
            (&[("250", G, 4)], Kg, "1"),
            (&[("1,250.5", G, 1)], G, "1250.5"),
            (&[("007.50", Oz, 1)], Oz, "7.5"),
            (&[("0.30000000000000004", Kg, 1)], Kg, "0.3"),
            (&[("0.29999999999999999", Kg, 1)], Kg, "0.3"),
            (&[(".5", Lb, 1)], Lb, "0.5"),
            (&[("5.", Lb, 1)], Lb, "5"),
            (&[("0", Lb, 7)], Lb, "0"),
            // Without an end in pounds: rounded up.
            (&[("100", G, 1)], Lb, "0.2205"),
            (&[("1", G, 1)], Oz, "0.0353"),
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
