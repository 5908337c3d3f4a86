use super::*;
use WeightUnit::{G, Kg, Lb, Oz};

fn text(text: &str) -> Cell {
    Cell::Text(text.into())
}

fn read(digits: &str, unit: WeightUnit) -> WeightReading {
    WeightReading::Read { digits: digits.to_owned(), unit, repaired: false }
}

#[test]
fn weights_as_shops_write_them() {
    for (cell, reading) in [
        ("1.5 lb", read("1.5", Lb)),
        ("1.5lbs", read("1.5", Lb)),
        ("1.5 lbs.", read("1.5", Lb)),
        ("24 oz", read("24", Oz)),
        ("24 OZ.", read("24", Oz)),
        ("1 lb 4 oz", read("20", Oz)),
        ("1lb4oz", read("20", Oz)),
        ("1 lb. 4.5 oz.", read("20.5", Oz)),
        ("2 pounds, 3 ounces", read("35", Oz)),
        ("0 lb 4 oz", read("4", Oz)),
        ("1 kg 250 g", read("1250", G)),
        ("5#", read("5", Lb)),
        ("680g", read("680", G)),
        ("0,5 kg", read("0.5", Kg)),
        ("1.250,5 g", read("1250.5", G)),
        ("1 250,5 g", read("1250.5", G)),
        ("1'250 g", read("1250", G)),
        ("kg 0.75", read("0.75", Kg)),
        ("3 libras", read("3", Lb)),
        ("12 onzas", read("12", Oz)),
        ("500 Gramm", read("500", G)),
        ("2 Kilos", read("2", Kg)),
        ("1,250 g", WeightReading::TwoReadings),
        ("1.250 kg", WeightReading::TwoReadings),
        ("1 lb 1,250 oz", WeightReading::TwoReadings),
        ("12", WeightReading::NoUnit),
        ("1,250", WeightReading::TwoReadings),
        ("0", WeightReading::Blank),
        ("0.00 lb", WeightReading::Blank),
        ("0 lb 0 oz", WeightReading::Blank),
        ("", WeightReading::Blank),
        ("heavy", WeightReading::Unreadable),
        ("-1 lb", WeightReading::Unreadable),
        ("1.2.3 kg", WeightReading::Unreadable),
        ("3 stone", WeightReading::Unreadable),
        ("12 mg", WeightReading::Unreadable),
        ("1 lb 4", WeightReading::Unreadable),
        ("1 oz 4 lb", WeightReading::Unreadable),
        ("1 lb 200 g", WeightReading::Unreadable),
        ("1 lb 4 oz 3", WeightReading::Unreadable),
        ("12 lb (about)", WeightReading::Unreadable),
        ("12 14 oz", WeightReading::Unreadable),
    ] {
        assert_eq!(read_weight(&text(cell), None, None), reading, "{cell}");
    }
}

#[test]
fn the_cell_names_its_unit_before_the_column() {
    assert_eq!(read_weight(&text("12"), Some(Oz), None), read("12", Oz));
    assert_eq!(read_weight(&text("12 lb"), Some(Oz), None), read("12", Lb));
}

#[test]
fn the_decimal_mark_decides_between_two_readings() {
    let weight = |decimal| read_weight(&text("1,250"), Some(Kg), Some(decimal));
    assert_eq!(weight(DecimalMark::Point), read("1250", Kg));
    assert_eq!(weight(DecimalMark::Comma), read("1.25", Kg));
}

#[test]
fn numbers_of_a_spreadsheet_have_one_reading() {
    let number = |digits: &str| Cell::Number(digits.into());
    assert_eq!(read_weight(&number("1.125"), Some(Lb), None), read("1.125", Lb));
    let comma = Some(DecimalMark::Comma);
    assert_eq!(read_weight(&number("1.125"), Some(Lb), comma), read("1.125", Lb));
    assert_eq!(read_weight(&number("-2"), Some(Lb), None), WeightReading::Unreadable);
    assert_eq!(read_weight(&number("0"), Some(Lb), None), WeightReading::Blank);
    let repaired = WeightReading::Read { digits: "125".to_owned(), unit: Oz, repaired: true };
    assert_eq!(read_weight(&text("1.25E+2 oz"), None, None), repaired);
    let date = Cell::Date("2026-05-01".into());
    assert_eq!(read_weight(&date, Some(Lb), None), WeightReading::Unreadable);
}

#[test]
fn columns_of_two_units_are_added() {
    for (one, other, sum) in [
        (("1", Lb), ("4", Oz), Some(("20", Oz))),
        (("4.5", Oz), ("2", Lb), Some(("36.5", Oz))),
        (("1", Kg), ("20", G), Some(("1020", G))),
        (("1", Lb), ("2", Lb), None),
        (("1", Lb), ("2", G), None),
    ] {
        let found = sum_of_units(one, other);
        let sum = sum.map(|(digits, unit)| (digits.to_owned(), unit));
        assert_eq!(found, sum, "{one:?} {other:?}");
    }
}
