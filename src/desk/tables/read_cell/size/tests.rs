use super::*;
use LengthUnit::{Cm, Ft, In, Mm, Yd};

fn text(text: &str) -> Cell {
    Cell::Text(text.into())
}

fn one(side: &str, unit: LengthUnit) -> SizeReading {
    SizeReading::One(side.to_owned(), unit)
}

fn several(sides: [&str; 3], unit: LengthUnit) -> SizeReading {
    SizeReading::Several(sides.map(str::to_owned), unit)
}

#[test]
fn sizes_as_shops_write_them() {
    for (cell, reading) in [
        ("12x9x4 in", several(["12", "9", "4"], In)),
        ("12 x 9 x 4 in", several(["12", "9", "4"], In)),
        ("12\" x 9\" x 4\"", several(["12", "9", "4"], In)),
        ("12in X 9in X 4in", several(["12", "9", "4"], In)),
        ("30,5×20×10 cm", several(["30.5", "20", "10"], Cm)),
        ("300*200*100mm", several(["300", "200", "100"], Mm)),
        ("L12 x W9 x H4 in", several(["12", "9", "4"], In)),
        ("12\"L x 9\"W x 4\"H", several(["12", "9", "4"], In)),
        ("12x9 in", several(["12", "9", ""], In)),
        ("12 in", one("12", In)),
        ("12 inches", one("12", In)),
        ("30,5 cm", one("30.5", Cm)),
        ("1 yd", one("1", Yd)),
        ("2'", one("2", Ft)),
        ("12 pulgadas", one("12", In)),
        ("12x9x4", SizeReading::NoUnit),
        ("12", SizeReading::NoUnit),
        ("1,250 mm", SizeReading::TwoReadings),
        ("1.250 x 2 x 3 m", SizeReading::TwoReadings),
        ("0", SizeReading::Blank),
        ("0x0x0 in", SizeReading::Blank),
        ("", SizeReading::Blank),
        ("12 in x 9 cm x 4 in", SizeReading::Unreadable),
        ("1x2x3x4 in", SizeReading::Unreadable),
        ("12x x4 in", SizeReading::Unreadable),
        ("large", SizeReading::Unreadable),
        ("5'6\"", SizeReading::Unreadable),
        ("-3 in", SizeReading::Unreadable),
        ("12 1/2 in", SizeReading::Unreadable),
    ] {
        assert_eq!(read_size(&text(cell), None, None), reading, "{cell}");
    }
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
