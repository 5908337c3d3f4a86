use super::*;

fn text(text: &str) -> Cell {
    Cell::Text(text.into())
}

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
fn amounts_as_shops_write_them() {
    for (cell, reading) in [
        ("12.50", read("12.5", "")),
        ("$1,234.50", read("1234.5", "USD")),
        ("$ 12", read("12", "USD")),
        ("US$12", read("12", "USD")),
        ("CA$12.00", read("12", "CAD")),
        ("$12 CAD", read("12", "CAD")),
        ("1.234,50 €", read("1234.5", "EUR")),
        ("€12", read("12", "EUR")),
        ("12,50€", read("12.5", "EUR")),
        ("USD 12", read("12", "USD")),
        ("12 eur", read("12", "EUR")),
        ("CHF 1'234.50", read("1234.5", "CHF")),
        ("Fr. 50", read("50", "CHF")),
        ("Fr. 12.-", read("12", "CHF")),
        ("12,- €", read("12", "EUR")),
        ("R$ 10,00", read("10", "BRL")),
        ("100 zł", read("100", "PLN")),
        ("£.50", read("0.5", "GBP")),
        ("-12.00", read("-12", "")),
        ("-$12.00", read("-12", "USD")),
        ("$-12.00", read("-12", "USD")),
        ("−3,50 €", read("-3.5", "EUR")),
        ("(3.00)", read("-3", "")),
        ("($3.00)", read("-3", "USD")),
        ("12-", read("-12", "")),
        ("+5", read("5", "")),
        ("0", read("0", "")),
        ("19.990000", read("19.99", "")),
        ("$1,250", MoneyReading::TwoReadings),
        ("1.250 €", MoneyReading::TwoReadings),
        ("", MoneyReading::Blank),
        ("free", MoneyReading::Unreadable),
        ("12 or so", MoneyReading::Unreadable),
        ("12 pcs", MoneyReading::Unreadable),
        ("1.2.3", MoneyReading::Unreadable),
        ("2026-11-23", MoneyReading::Unreadable),
        ("12%", MoneyReading::Unreadable),
    ] {
        assert_eq!(read_money(&text(cell), None, None), reading, "{cell}");
    }
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
