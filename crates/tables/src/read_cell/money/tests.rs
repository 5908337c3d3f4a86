use super::*;
use crate::read_cell::tests::text;

fn code(code: &str) -> Option<Currency> {
    match code {
        "" => None,
        code => Some(Currency::parse(code).unwrap()),
    }
}

fn read(amount: &str, currency: &str) -> MoneyReading {
    MoneyReading::Read { amount: amount.parse().unwrap(), currency: code(currency) }
}

#[test]
fn a_sign_of_several_currencies_is_that_of_the_column() {
    for (cell, likely, currency) in [
        ("$5", "CAD", "CAD"),
        ("$5", "EUR", "USD"),
        ("¥500", "CNY", "CNY"),
        ("50 kr", "SEK", "SEK"),
        ("€5", "USD", "EUR"),
        ("5", "CAD", ""),
    ] {
        match read_money(&text(cell), code(likely), None) {
            MoneyReading::Read { currency: found, .. } => {
                assert_eq!(found, code(currency), "{cell} {likely}")
            }
            other => panic!("{cell}: {other:?}"),
        }
    }
}

#[test]
fn o22_a_sign_of_several_currencies_is_not_that_of_another_column() {
    for cell in ["¥500", "50 kr", "kr. 12,50"] {
        let read = read_money(&text(cell), code("USD"), None);
        assert_eq!(read, MoneyReading::SharedSign, "{cell}");
    }
}

#[test]
fn the_decimal_mark_decides_between_two_readings() {
    let amount = |decimal| read_money(&text("$1,250"), None, Some(decimal));
    assert_eq!(amount(DecimalMark::Point), read("1250", "USD"));
    assert_eq!(amount(DecimalMark::Comma), read("1.25", "USD"));
    let number = Cell::Number("1.125".into());
    assert_eq!(read_money(&number, None, None), read("1.125", ""));
}

#[test]
fn headings_name_currencies() {
    for (heading, currency) in [
        ("Price (EUR)", "EUR"),
        ("total_usd", "USD"),
        ("Amount €", "EUR"),
        ("Total", ""),
        ("Price", ""),
        ("TOP", ""),
        ("ALL ITEMS", ""),
        ("SKU", ""),
        ("Value GBP", "GBP"),
    ] {
        assert_eq!(currency_of_heading(heading), code(currency), "{heading}");
    }
}
