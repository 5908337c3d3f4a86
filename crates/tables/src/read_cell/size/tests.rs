use super::*;
use crate::read_cell::tests::text;
use LengthUnit::{Cm, In, Mm};

fn one(side: &str, unit: LengthUnit) -> SizeReading {
    SizeReading::One(side.to_owned(), unit)
}

#[test]
fn the_column_gives_unit_and_decimal_mark() {
    assert_eq!(read_size(&text("12"), Some(In), None), one("12", In));
    assert_eq!(read_size(&text("12 cm"), Some(In), None), one("12", Cm));
    let comma = Some(DecimalMark::Comma);
    assert_eq!(read_size(&text("1,250"), Some(Mm), comma), one("1.25", Mm));
    let number = Cell::Number("1.125".into());
    assert_eq!(read_size(&number, Some(In), comma), one("1.125", In));
    let date = Cell::Date("2004-12-09".into());
    assert_eq!(read_size(&date, Some(In), None), SizeReading::Unreadable);
}
