use super::*;
use crate::read_cell::tests::text;
use DateOrder::{DayFirst, MonthFirst};

fn day(text: &str) -> DateReading {
    DateReading::Read { date: text.parse().unwrap(), repaired: false }
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
