use calamine::{CellErrorType, ExcelDateTimeType};

use super::*;

#[test]
fn numbers_are_the_digits_that_a_spreadsheet_shows() {
    for (number, digits) in [
        (2035.0, "2035"),
        (0.5, "0.5"),
        (-0.0, "0"),
        (0.1 + 0.2, "0.3"),
        (1.1 * 3.0, "3.3"),
        (12.345, "12.345"),
        (1e-7, "0.0000001"),
        (9.405_51e21, "9405510000000000000000"),
        (123_456_789_012_345.0, "123456789012345"),
        (-7.25, "-7.25"),
        (9_007_199_254_740_991.0, "9007199254740991"),
    ] {
        assert_eq!(number_cell(number), Cell::Number(digits.into()));
    }
    assert_eq!(number_cell(f64::NAN), Cell::Error("#NUM!".into()));
    assert_eq!(number_cell(f64::INFINITY), Cell::Error("#NUM!".into()));
}

#[test]
fn written_numbers_keep_every_digit() {
    for (text, digits) in [
        ("94055118992231234567", Some("94055118992231234567")),
        ("9.4055118992231234567E+21", Some("9405511899223123456700")),
        ("9.40551e+21", Some("9405510000000000000000")),
        ("-1.50", Some("-1.5")),
        ("+007", Some("7")),
        ("125e-2", Some("1.25")),
        ("0", Some("0")),
        ("1e400", None),
        ("1e-400", None),
        ("", None),
        ("abc", None),
        ("1.2.3", None),
        ("1e", None),
    ] {
        assert_eq!(written_digits(text).as_deref(), digits, "{text}");
    }
}

#[test]
fn counted_days_are_dates() {
    let date = |text: &str| Cell::Date(text.into());
    let text = |text: &str| Cell::Text(text.into());
    let number = |text: &str| Cell::Number(text.into());
    let moment = ExcelDateTimeType::DateTime;
    let duration = ExcelDateTimeType::TimeDelta;
    for (value, kind, is_1904, expected) in [
        (46_349.0, moment, false, date("2026-11-23")),
        (44_887.0, moment, true, date("2026-11-23")),
        (46_349.0 + 845.0 / 1_440.0, moment, false, date("2026-11-23T14:05:00")),
        // A second before midnight, and so near to midnight that it is midnight.
        (46_349.0 + 86_399.0 / 86_400.0, moment, false, date("2026-11-23T23:59:59")),
        (46_349.999_999, moment, false, date("2026-11-24")),
        (1.0, moment, false, date("1900-01-01")),
        (59.0, moment, false, date("1900-02-28")),
        (60.0, moment, false, number("60")),
        (61.0, moment, false, date("1900-03-01")),
        (0.586_805_555_555, moment, false, text("14:05:00")),
        (0.0, moment, false, text("00:00:00")),
        (0.999_999_9, moment, false, text("23:59:59")),
        (1.5, duration, false, text("36:00:00")),
        (-1.0, moment, false, number("-1")),
        (2_958_465.0, moment, false, date("9999-12-31")),
        (2_958_466.0, moment, false, number("2958466")),
        (1e300, duration, false, number_cell(1e300)),
    ] {
        let moment = ExcelDateTime::new(value, kind, is_1904);
        let found = cell(&DataRef::DateTime(moment), is_1904);
        assert_eq!(found, expected, "{value}");
    }
}

#[test]
fn dates_of_open_document_are_dates() {
    let date = |text: &str| Cell::Date(text.into());
    for (value, expected) in [
        ("2026-11-23", date("2026-11-23")),
        ("2026-11-23T14:05:00", date("2026-11-23T14:05:00")),
        ("2026-11-23T14:04:59.999999999", date("2026-11-23T14:05:00")),
        ("2026-11-23T00:00:00", date("2026-11-23")),
        ("soon", Cell::Text("soon".into())),
    ] {
        assert_eq!(cell(&DataRef::DateTimeIso(value.to_owned()), false), expected);
    }
    for (value, expected) in [
        ("PT14H05M00S", "14:05:00"),
        ("PT37H30M00S", "37:30:00"),
        ("PT14H05M00.4S", "14:05:00"),
        ("whenever", "whenever"),
    ] {
        let found = cell(&DataRef::DurationIso(value.to_owned()), false);
        assert_eq!(found, Cell::Text(expected.into()));
    }
}

#[test]
fn texts_are_plain() {
    for (text, expected) in [
        ("  Ann \u{a0}", "Ann"),
        ("=\"02035\"", "02035"),
        ("=\"a\"&\"b\"", "=\"a\"&\"b\""),
        ("=\"", "=\""),
        ("1 Main St\r\nAustin\rTX", "1 Main St\nAustin\nTX"),
        ("a\0b\0", "ab"),
    ] {
        assert_eq!(text_cell(text), Cell::Text(expected.into()));
    }
    for text in ["", "  ", "\0\0", "=\"\"", "\u{feff}"] {
        assert_eq!(text_cell(text), Cell::Empty);
    }
    let value = |value| cell(&value, false);
    assert_eq!(value(DataRef::Bool(true)), Cell::Text("TRUE".into()));
    let error = DataRef::Error(CellErrorType::Div0);
    assert_eq!(value(error), Cell::Error("#DIV/0!".into()));
}
