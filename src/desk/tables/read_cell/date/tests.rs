use super::*;
use DateOrder::{DayFirst, MonthFirst};

fn text(text: &str) -> Cell {
    Cell::Text(text.into())
}

fn day(text: &str) -> DateReading {
    DateReading::Read { date: text.parse().unwrap(), repaired: false }
}

#[test]
fn dates_with_one_reading() {
    for cell in [
        "2026-11-23",
        "2026-11-23 08:15:00 -0500",
        "2026-11-23T08:15:00Z",
        "2026-11-23T08:15:00.000+01:00",
        "2026/11/23",
        "20261123",
        "11/23/2026",
        "11/23/26",
        "11-23-2026",
        "11/23/2026 14:05",
        "11/23/2026 2:05 PM",
        "11/23/2026 UTC",
        "23/11/2026",
        "23.11.2026",
        "23. 11. 2026",
        "23.11.26",
        "23-11-2026",
        "Nov 23, 2026",
        "Nov 23, 2026 8:15:00 AM PST",
        "November 23rd, 2026",
        "23 Nov 2026",
        "23-Nov-2026",
        "23Nov2026",
        "Nov-23-26",
        "Mon, 23 Nov 2026 08:15:00 +0000",
        "Monday, November 23, 2026",
        "23 de noviembre de 2026",
        "23. November 2026",
        "23 nov. 2026",
        "2026 Nov 23",
        "2026年11月23日",
        "2026년 11월 23일",
    ] {
        assert_eq!(read_date(&text(cell), None), day("2026-11-23"), "{cell}");
    }
    for (cell, date) in [
        ("11/11/2026", "2026-11-11"),
        ("03.04.2026", "2026-04-03"),
        ("1 mars 2026", "2026-03-01"),
        ("1 juin 2026", "2026-06-01"),
        ("1 juillet 2026", "2026-07-01"),
        ("5. Dez 2026", "2026-12-05"),
        ("3 gennaio 2026", "2026-01-03"),
        ("2 août 2026", "2026-08-02"),
        ("1. März 2026", "2026-03-01"),
    ] {
        assert_eq!(read_date(&text(cell), None), day(date), "{cell}");
    }
}

#[test]
fn day_and_month_that_can_be_exchanged_are_asked_about() {
    for cell in ["03/04/2026", "3/4/26", "03-04-2026", "03/04/2026 10:00"] {
        assert_eq!(read_date(&text(cell), None), DateReading::TwoReadings, "{cell}");
        assert_eq!(read_date(&text(cell), Some(MonthFirst)), day("2026-03-04"), "{cell}");
        assert_eq!(read_date(&text(cell), Some(DayFirst)), day("2026-04-03"), "{cell}");
        assert_eq!(order_of_date(&text(cell)), None, "{cell}");
    }
    for (cell, order) in [
        ("11/23/2026", Some(MonthFirst)),
        ("23/11/2026", Some(DayFirst)),
        ("23.11.2026", Some(DayFirst)),
        ("11/11/2026", None),
        ("2026-11-23", None),
        ("Nov 23, 2026", None),
    ] {
        assert_eq!(order_of_date(&text(cell)), order, "{cell}");
    }
}

#[test]
fn what_is_no_date_is_not_read() {
    for cell in [
        "soon",
        "11/23",
        "2026",
        "2026-13-01",
        "2026-02-30",
        "31/11/2026",
        "13/13/2026",
        "26-11-23",
        "11/23/2026 or later",
        "2026-11-23 or later",
        "Nov 31, 2026",
        "November 2026",
        "1826-11-23",
        "11/23/226",
        "Q4 2026 1",
        "1001",
        "99999",
        "1.5",
        "0",
        "14:05:00",
    ] {
        assert_eq!(read_date(&text(cell), None), DateReading::Unreadable, "{cell}");
    }
    assert_eq!(read_date(&Cell::Empty, None), DateReading::Blank);
    assert_eq!(read_date(&text(" "), None), DateReading::Blank);
    let error = Cell::Error("#VALUE!".into());
    assert_eq!(read_date(&error, None), DateReading::Unreadable);
}

#[test]
fn days_of_a_spreadsheet() {
    let number = |digits: &str| read_date(&Cell::Number(digits.into()), None);
    let repaired = DateReading::Read { date: "2026-11-23".parse().unwrap(), repaired: true };
    assert_eq!(number("46349"), repaired);
    assert_eq!(number("46349.34375"), repaired);
    assert_eq!(number("20261123"), day("2026-11-23"));
    assert_eq!(number("12"), DateReading::Unreadable);
    for cell in ["2026-11-23", "2026-11-23T14:05:00"] {
        let cell = Cell::Date(cell.into());
        assert_eq!(read_date(&cell, None), day("2026-11-23"));
    }
}
