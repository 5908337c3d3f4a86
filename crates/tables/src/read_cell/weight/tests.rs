use super::*;
use crate::read_cell::tests::text;
use WeightUnit::{G, Kg, Lb, Oz};

fn read(digits: &str, unit: WeightUnit) -> WeightReading {
    WeightReading::Read { digits: digits.to_owned(), unit, repaired: false }
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
