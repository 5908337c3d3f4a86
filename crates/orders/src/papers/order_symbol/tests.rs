use super::*;

/// The symbol, its kind by its height, and the width of its narrowest bar in dots of 203 dpi.
fn found(number: &str, width: f32, paper: PaperSize) -> Option<(&'static str, f32)> {
    let symbol = OrderSymbol::of_number(number, width, paper)?;
    assert!(symbol.width < width);
    let narrowest = symbol.areas.iter().map(|area| area.width).fold(f32::INFINITY, f32::min);
    let kind = if symbol.is_square() { "qr" } else { "bars" };
    Some((kind, (narrowest / DOT * 100.0).round() / 100.0))
}

#[test]
fn the_widest_bars_that_fit_are_taken() {
    use PaperSize::{A4, Label4x6, Letter};
    for (number, width, paper, expected) in [
        ("1001", 260.0, Label4x6, Some(("bars", 3.0))),
        ("113-1234567-1234567", 260.0, Label4x6, Some(("bars", 3.0))),
        ("113-1234567-1234567", 200.0, Label4x6, Some(("bars", 2.0))),
        ("#1001", 240.0, Letter, Some(("bars", 2.71))),
        ("#1001", 240.0, A4, Some(("bars", 2.71))),
        ("113-1234567-1234567 B", 200.0, Letter, Some(("bars", 2.03))),
        // Letters that Code 128 lacks, and ñ, which its encoder takes for a function character.
        ("№ 1001", 240.0, Letter, Some(("qr", 4.74))),
        ("año-7", 260.0, Label4x6, Some(("qr", 5.0))),
        // Too long for bars.
        ("ORDER/2026/11/23/WAREHOUSE-NORTH/000000017", 240.0, Letter, Some(("qr", 4.74))),
        ("", 240.0, Letter, None),
        ("  ", 240.0, Letter, None),
    ] {
        assert_eq!(found(number, width, paper), expected, "{number}");
    }
    assert_eq!(found(&"x".repeat(400), 240.0, Letter), None);
}

#[test]
fn bars_of_a_label_printer_are_whole_dots() {
    let symbol = OrderSymbol::of_number("A-1001", 260.0, PaperSize::Label4x6).unwrap();
    for left in [12.77, 13.0, 100.3] {
        for area in symbol.placed(left, 7.0) {
            for value in [area.left, area.width] {
                let dots = value / DOT;
                assert!((dots - dots.round()).abs() < 0.01, "{left}: {dots}");
            }
            assert_eq!(area.top, 7.0);
        }
    }
}
