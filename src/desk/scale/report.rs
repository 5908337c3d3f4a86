//! Parses a weight report: the status of the scale and the exact weight.

use crate::base::measure::{ExactWeight, WeightUnit};
use crate::desk::scale::descriptor::Layout;
use crate::text;

/// The statuses of the usage page, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Fault,
    /// Stable and empty.
    Zero,
    Moving,
    Stable,
    UnderZero,
    OverLimit,
    NeedsCalibration,
    NeedsZero,
    Unknown(u8),
}

impl Status {
    fn of(code: u8) -> Self {
        match code {
            1 => Self::Fault,
            2 => Self::Zero,
            3 => Self::Moving,
            4 => Self::Stable,
            5 => Self::UnderZero,
            6 => Self::OverLimit,
            7 => Self::NeedsCalibration,
            8 => Self::NeedsZero,
            other => Self::Unknown(other),
        }
    }
}

/// A parsed report. It has a weight even if the status does not allow using it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub status: Status,
    /// The weight, or why it cannot be used for a purchase.
    pub weight: Result<ExactWeight, &'static str>,
}

/// Parses a report; `None` if it has another report id or is too short.
pub fn read(layout: Layout, bytes: &[u8]) -> Option<Report> {
    let body = match layout.id {
        Some(id) => bytes.strip_prefix(&[id])?,
        None => bytes,
    };
    let [status, unit, exponent, low, high, ..] = body else {
        return None;
    };
    let steps = i64::from(u16::from_le_bytes([*low, *high]));
    Some(Report {
        status: Status::of(*status),
        weight: weight(*unit, exponent.cast_signed(), steps),
    })
}

/// Powers of ten that scales use; others mean a damaged report.
const EXPONENTS: std::ops::RangeInclusive<i8> = -6..=4;

/// The weight in a unit of the interface. Other units are converted to grams or kilograms exactly:
/// a grain is 64.798 91 mg by definition, a pennyweight 24 grains and a troy ounce 480.
fn weight(code: u8, exponent: i8, steps: i64) -> Result<ExactWeight, &'static str> {
    if !EXPONENTS.contains(&exponent) {
        return Err(text!("settings-scale-report-exponent"));
    }
    let (factor, shift, unit) = match code {
        1 => (1, -3, WeightUnit::G),
        2 => (1, 0, WeightUnit::G),
        3 => (1, 0, WeightUnit::Kg),
        4 => (2, -1, WeightUnit::G),
        5 => return Err(text!("settings-scale-report-taels")),
        6 => (6_479_891, -8, WeightUnit::G),
        7 => (24 * 6_479_891, -8, WeightUnit::G),
        8 => (1, 3, WeightUnit::Kg),
        9 => return Err(text!("settings-scale-report-tons")),
        10 => (480 * 6_479_891, -8, WeightUnit::G),
        11 => (1, 0, WeightUnit::Oz),
        12 => (1, 0, WeightUnit::Lb),
        _ => return Err(text!("settings-scale-report-unit")),
    };
    Ok(ExactWeight { steps: steps * factor, exponent: exponent + shift, unit })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERED: Layout = Layout { id: Some(3) };

    #[test]
    fn states_and_weights_are_read_as_the_usage_page_has_them() {
        // The report bytes, the status, and the weight as shown.
        let table: [(&[u8], Status, &str); 16] = [
            (&[3, 4, 11, 0xff, 123, 0], Status::Stable, "12.3 oz"),
            (&[3, 4, 2, 0, 0x2c, 1], Status::Stable, "300 g"),
            (&[3, 4, 12, 0xfe, 0xd2, 4], Status::Stable, "12.34 lb"),
            (&[3, 4, 3, 0xfd, 0x39, 0x30], Status::Stable, "12.345 kg"),
            (&[3, 2, 11, 0xff, 0, 0], Status::Zero, "0.0 oz"),
            (&[3, 3, 11, 0xff, 9, 0], Status::Moving, "0.9 oz"),
            (&[3, 5, 11, 0xff, 4, 0], Status::UnderZero, "0.4 oz"),
            (&[3, 6, 2, 0, 0xff, 0xff], Status::OverLimit, "65,535 g"),
            (&[3, 1, 2, 0, 0, 0], Status::Fault, "0 g"),
            (&[3, 7, 2, 0, 0, 0], Status::NeedsCalibration, "0 g"),
            (&[3, 8, 2, 0, 0, 0], Status::NeedsZero, "0 g"),
            (&[3, 9, 2, 0, 0, 0], Status::Unknown(9), "0 g"),
            (&[3, 4, 1, 0, 0xf4, 1], Status::Stable, "0.500 g"),
            (&[3, 4, 4, 0, 5, 0], Status::Stable, "1.0 g"),
            (&[3, 4, 8, 0xfd, 7, 0], Status::Stable, "7 kg"),
            (&[3, 4, 10, 0, 1, 0], Status::Stable, "31.10347680 g"),
        ];
        for (bytes, status, shown) in table {
            let report = read(NUMBERED, bytes).unwrap();
            assert_eq!(report.status, status, "{bytes:?}");
            assert_eq!(report.weight.unwrap().shown(), shown, "{bytes:?}");
        }
    }

    #[test]
    fn grains_and_pennyweights_are_exact() {
        let shown = |unit| weight(unit, 0, 1).unwrap().shown();
        assert_eq!(shown(6), "0.06479891 g");
        assert_eq!(shown(7), "1.55517384 g");
    }

    #[test]
    fn what_is_no_weight_is_told_apart() {
        for (unit, exponent, words) in [
            (5, 0, "taels"),
            (9, 0, "tons"),
            (0, 0, "doesn’t exist"),
            (13, 0, "doesn’t exist"),
            (11, 5, "no sense"),
            (11, 0x80, "no sense"),
        ] {
            let report = read(NUMBERED, &[3, 4, unit, exponent, 1, 0]).unwrap();
            assert!(report.weight.unwrap_err().contains(words), "{unit}");
        }
        // The largest values do not overflow.
        for unit in 0..=13 {
            for exponent in EXPONENTS {
                let _ = weight(unit, exponent, i64::from(u16::MAX));
            }
        }
    }

    #[test]
    fn reports_of_another_number_and_short_ones_are_left_out() {
        assert_eq!(read(NUMBERED, &[4, 4, 11, 0xff, 123, 0]), None);
        assert_eq!(read(NUMBERED, &[3, 4, 11, 0xff, 123]), None);
        assert_eq!(read(NUMBERED, &[]), None);
        let plain = read(Layout { id: None }, &[4, 11, 0xff, 123, 0]).unwrap();
        assert_eq!(plain.weight.unwrap().shown(), "12.3 oz");
    }
}
