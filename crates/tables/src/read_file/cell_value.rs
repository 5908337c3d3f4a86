//! Values of a spreadsheet as cells: digits instead of binary numbers, dates instead of counted
//! days, and the text that a person sees.

use calamine::{Data, DataRef, ExcelDateTime};
use jiff::civil::{DateTime, Time};
use jiff::{SignedDuration, ToSpan};

use crate::read_file::cleaned_text::cleaned_text;
use crate::sheet::Cell;
use smol_str::ToSmolStr;

/// Whole numbers below this are exact in a spreadsheet.
pub(super) const EXACT: f64 = 9_007_199_254_740_992.0;

/// The cell of a value. `is_1904`: days are counted from 1904 rather than from 1900.
pub(super) fn cell(value: &DataRef<'_>, is_1904: bool) -> Cell {
    match value {
        DataRef::Empty => Cell::Empty,
        DataRef::Int(number) => Cell::Number(number.to_smolstr()),
        DataRef::Float(number) => number_cell(*number),
        DataRef::String(text) => text_cell(text),
        DataRef::SharedString(text) => text_cell(text),
        DataRef::Bool(value) => Cell::Text(if *value { "TRUE" } else { "FALSE" }.into()),
        DataRef::DateTime(moment) => date_cell(moment, is_1904),
        DataRef::DateTimeIso(text) => iso_date_cell(text),
        DataRef::DurationIso(text) => duration_cell(text),
        DataRef::Error(error) => Cell::Error(error.to_smolstr()),
    }
}

/// As [`cell`], of a value that owns its text.
pub(super) fn data_cell(value: &Data, is_1904: bool) -> Cell {
    let borrowed = match value {
        Data::Int(number) => DataRef::Int(*number),
        Data::Float(number) => DataRef::Float(*number),
        Data::String(text) => DataRef::SharedString(text),
        Data::Bool(value) => DataRef::Bool(*value),
        Data::DateTime(moment) => DataRef::DateTime(*moment),
        Data::DateTimeIso(text) => DataRef::DateTimeIso(text.clone()),
        Data::DurationIso(text) => DataRef::DurationIso(text.clone()),
        Data::Error(error) => DataRef::Error(error.clone()),
        Data::Empty => DataRef::Empty,
    };
    cell(&borrowed, is_1904)
}

/// A text without surrounding spaces; see [`Cell::Text`].
pub(super) fn text_cell(text: &str) -> Cell {
    let is_margin = |letter: char| letter.is_whitespace() || matches!(letter, '\u{feff}' | '\0');
    let text = text.trim_matches(is_margin);
    let text = match text.strip_prefix("=\"").and_then(|text| text.strip_suffix('"')) {
        Some(inner) if !inner.contains('"') => inner.trim_matches(is_margin),
        _ => text,
    };
    let text = cleaned_text(text);
    let text = text.trim_matches(is_margin);
    if text.is_empty() {
        return Cell::Empty;
    }
    if memchr::memchr2(b'\r', 0, text.as_bytes()).is_none() {
        return Cell::Text(text.into());
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    Cell::Text(text.replace('\0', "").into())
}

/// A number in digits; see [`Cell::Number`].
pub(super) fn number_cell(number: f64) -> Cell {
    if !number.is_finite() {
        return Cell::Error("#NUM!".into());
    }
    Cell::Number(digits(number).into())
}

fn digits(number: f64) -> String {
    // Spreadsheets show 15 digits: 0.1 + 0.2 is 0.3.
    let number = if number.fract() == 0.0 {
        number
    } else {
        format!("{number:.14e}").parse().unwrap_or(number)
    };
    if number == 0.0 {
        // Not `-0`.
        return "0".to_owned();
    }
    number.to_string()
}

/// The digits of a number as it is written in a file, without scientific notation. `None` if it is
/// no number or has more digits than a tracking number could.
pub(super) fn written_digits(text: &str) -> Option<String> {
    const LONGEST: usize = 60;
    let text = text.trim();
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let point = i32::try_from(whole.len()).ok()?.checked_add(exponent)?;
    let point = usize::try_from(point).ok()?;
    let are_digits = !all.is_empty() && all.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits || all.len() > LONGEST || point > LONGEST {
        return None;
    }
    let padded = format!("{all:0<point$}");
    let (whole, fraction) = padded.split_at_checked(point)?;
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(match fraction {
        "" => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{fraction}"),
    })
}

/// A number that the format of its cell shows as a date, a time or a duration.
fn date_cell(moment: &ExcelDateTime, is_1904: bool) -> Cell {
    let value = moment.as_f64();
    let last = if is_1904 { 2_957_004.0 } else { 2_958_466.0 };
    if !(0.0..last).contains(&value) {
        // Before the first or after the last day; spreadsheets show `####`.
        return number_cell(value);
    }
    if moment.is_duration() {
        return Cell::Text(clock_text((value * 86_400.0).round() as i64).into());
    }
    if value < 1.0 {
        let seconds = (value * 86_400.0).round().min(86_399.0);
        return Cell::Text(clock_text(seconds as i64).into());
    }
    // The day 60 of the count from 1900 is February 29, which that year did not have.
    let (year, month, day, hour, minute, second, milli) = moment.to_ymd_hms_milli();
    let civil = || {
        let [month, day] = [i8::try_from(month).ok()?, i8::try_from(day).ok()?];
        let [hour, minute] = [i8::try_from(hour).ok()?, i8::try_from(minute).ok()?];
        let (year, second) = (i16::try_from(year).ok()?, i8::try_from(second).ok()?);
        let civil = DateTime::new(year, month, day, hour, minute, second, 0).ok()?;
        let round_up = i64::from(milli >= 500);
        civil.checked_add(round_up.seconds()).ok()
    };
    match civil() {
        Some(civil) => Cell::Date(civil_text(civil).into()),
        None => number_cell(value),
    }
}

fn civil_text(moment: DateTime) -> String {
    if moment.time() == Time::midnight() {
        moment.date().to_string()
    } else {
        moment.strftime("%Y-%m-%dT%H:%M:%S").to_string()
    }
}

/// A date of OpenDocument, such as `2026-11-23` or `2026-11-23T14:05:00.000000000`.
fn iso_date_cell(text: &str) -> Cell {
    let civil = text.trim().parse::<DateTime>().ok();
    let rounded = civil.and_then(|civil| {
        let round_up = i64::from(civil.subsec_nanosecond() >= 500_000_000);
        let whole = civil.with().subsec_nanosecond(0).build().ok()?;
        whole.checked_add(round_up.seconds()).ok()
    });
    match rounded {
        Some(civil) => Cell::Date(civil_text(civil).into()),
        None => text_cell(text),
    }
}

/// A time of OpenDocument, such as `PT14H05M00S`.
fn duration_cell(text: &str) -> Cell {
    match text.trim().parse::<SignedDuration>() {
        Ok(duration) if !duration.is_negative() => {
            Cell::Text(clock_text(duration.as_secs()).into())
        }
        _ => text_cell(text),
    }
}

/// Seconds as `14:05:00`; hours may be more than 24.
fn clock_text(seconds: i64) -> String {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02}", seconds % 60)
}

#[cfg(test)]
mod tests;
