//! Data Matrix of quality 200 (ISO/IEC 16022), encoded with the library that also reads it.

use rxing::Dimension;
use rxing::datamatrix::encoder::{
    DefaultPlacement, SymbolInfoLookup, SymbolShapeHint, error_correction, high_level_encoder,
    minimal_encoder,
};

use super::guarded;
use super::mask::{Mask, Paint};

/// The parameters of `^BX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataMatrixOptions {
    pub module: i32,
    /// 0 where the data decides.
    pub columns: usize,
    pub rows: usize,
    pub escape: char,
    pub rectangular: bool,
}

/// More characters than the largest symbol holds.
const LONGEST: usize = 3_200;
/// FNC1 among the data.
const SEPARATOR: char = '\u{1d}';

/// The rows and columns of the rectangular symbols.
const RECTANGLES: [(usize, usize); 6] = [(8, 18), (8, 32), (12, 26), (12, 36), (16, 36), (16, 48)];

/// Draws the bytes of the data, each as one character. `None` if they do not fit the requested size.
///
/// A requested size that is no size of the symbology is raised to the next one.
pub fn data_matrix(data: &str, asked: DataMatrixOptions) -> Option<Mask> {
    let contents = unescaped(data, asked.escape);
    let (is_gs1, contents) = match contents.strip_prefix(SEPARATOR) {
        Some(rest) => (true, rest),
        None => (false, contents.as_str()),
    };
    if contents.is_empty() || contents.len() > LONGEST {
        return None;
    }
    let size = requested_size(asked);
    let rectangular = match size {
        Some((rows, columns)) => rows != columns,
        None => asked.rectangular,
    };
    let shape = if rectangular {
        SymbolShapeHint::FORCE_RECTANGLE
    } else {
        SymbolShapeHint::FORCE_SQUARE
    };
    let exact = size.map(|(rows, columns)| Dimension::new(columns, rows));
    guarded(|| {
        let codewords = match (is_gs1, exact) {
            (true, Some(exact)) => padded(ascii(contents)?, shape, exact)?,
            (true, None) => {
                minimal_encoder::encodeHighLevelWithDetails(contents, None, Some(SEPARATOR), shape)
                    .ok()?
            }
            (false, _) => high_level_encoder::encodeHighLevelWithDimensionForceC40(
                contents, shape, exact, exact, false,
            )
            .ok()?,
        };
        drawn(&codewords, shape, exact, asked.module)
    })
}

/// Rows and columns, if one of them is requested. Only one of them makes a square, or the narrowest
/// rectangle that has it.
fn requested_size(asked: DataMatrixOptions) -> Option<(usize, usize)> {
    let (rows, columns) = (asked.rows, asked.columns);
    if rows == 0 && columns == 0 {
        return None;
    }
    let is_rectangle = asked.rectangular || (rows != columns && rows != 0 && columns != 0);
    if is_rectangle {
        let fits = |size: &&(usize, usize)| size.0 >= rows && size.1 >= columns;
        if let Some(size) = RECTANGLES.iter().find(fits) {
            return Some(*size);
        }
    }
    let side = rows.max(columns);
    let squares = (10..=26)
        .step_by(2)
        .chain([32, 36, 40, 44, 48, 52, 64, 72, 80, 88, 96, 104]);
    let side = squares.chain([120, 132, 144]).find(|size| *size >= side)?;
    Some((side, side))
}

/// FNC1, then the data as single characters, pairs of digits, FNC1 and shifted bytes.
fn ascii(contents: &str) -> Option<Vec<u8>> {
    let mut out = vec![232];
    let mut rest = contents.chars().peekable();
    while let Some(character) = rest.next() {
        let pair = character
            .to_digit(10)
            .zip(rest.peek().and_then(|next| next.to_digit(10)));
        if let Some((tens, units)) = pair {
            rest.next();
            out.push(u8::try_from(tens * 10 + units + 130).ok()?);
            continue;
        }
        match u8::try_from(character).ok()? {
            _ if character == SEPARATOR => out.push(232),
            byte if byte < 128 => out.push(byte + 1),
            byte => out.extend([235, byte - 127]),
        }
    }
    Some(out)
}

/// Pads codewords to the capacity of the symbol of a size.
fn padded(mut codewords: Vec<u8>, shape: SymbolShapeHint, size: Dimension) -> Option<String> {
    let count = u32::try_from(codewords.len()).ok()?;
    let symbol = SymbolInfoLookup::new()
        .lookup_with_codewords_shape_size_fail(count, shape, &Some(size), &Some(size), true)
        .ok()??;
    let room = usize::try_from(symbol.getDataCapacity()).ok()?;
    let mut pad = 129;
    while codewords.len() < room {
        codewords.push(pad);
        // The following pads are scrambled by their position.
        let position = codewords.len() + 1;
        let scrambled = 129 + 149 * position % 253 + 1;
        pad = u8::try_from(if scrambled > 254 {
            scrambled - 254
        } else {
            scrambled
        })
        .ok()?;
    }
    Some(codewords.into_iter().map(char::from).collect())
}

/// Draws codewords: the data in its regions, each between solid and dotted edges.
fn drawn(
    codewords: &str,
    shape: SymbolShapeHint,
    size: Option<Dimension>,
    module: i32,
) -> Option<Mask> {
    let count = u32::try_from(codewords.chars().count()).ok()?;
    let symbol = SymbolInfoLookup::new()
        .lookup_with_codewords_shape_size_fail(count, shape, &size, &size, true)
        .ok()??;
    let all = error_correction::encodeECC200(codewords, symbol).ok()?;
    let data = (
        symbol.getSymbolDataWidth().ok()?,
        symbol.getSymbolDataHeight().ok()?,
    );
    let whole = (
        symbol.getSymbolWidth().ok()?,
        symbol.getSymbolHeight().ok()?,
    );
    let mut placement = DefaultPlacement::new(all, data.0 as usize, data.1 as usize);
    placement.place().ok()?;
    // A region has one edge on each side.
    let across = whole.0 / ((whole.0 - data.0) / 2).max(1);
    let down = whole.1 / ((whole.1 - data.1) / 2).max(1);
    let mut mask = Mask::new(
        i32::try_from(whole.0).ok()?.checked_mul(module)?,
        i32::try_from(whole.1).ok()?.checked_mul(module)?,
    )?;
    for y in 0..whole.1 {
        for x in 0..whole.0 {
            let (inside_x, inside_y) = (x % across, y % down);
            let dark = if inside_x == 0 || inside_y == down - 1 {
                true
            } else if inside_y == 0 {
                x % 2 == 0
            } else if inside_x == across - 1 {
                y % 2 == 1
            } else {
                let (column, row) = (x - x / across * 2 - 1, y - y / down * 2 - 1);
                placement.getBit(column as usize, row as usize)
            };
            if dark {
                mask.fill(
                    x as i32 * module,
                    y as i32 * module,
                    module,
                    module,
                    Paint::Black,
                );
            }
        }
    }
    Some(mask)
}

/// The data without escape sequences: FNC1 (`_1`), bytes (`_d065`), control characters (`_A`) and
/// the escape character itself.
fn unescaped(data: &str, escape: char) -> String {
    let mut out = String::new();
    let mut rest = data;
    while let Some(character) = rest.chars().next() {
        let after = rest.get(character.len_utf8()..).unwrap_or_default();
        if character != escape {
            out.push(character);
            rest = after;
            continue;
        }
        let sign = after.chars().next();
        let decimal = after.get(1..4).and_then(|digits| digits.parse::<u8>().ok());
        let (made, used) = match (sign, decimal) {
            (Some('1'), _) => (Some(SEPARATOR), 1),
            (Some('d'), Some(value)) => (Some(char::from(value)), 4),
            (Some(shift @ '@'..='_'), _) if shift != escape => {
                (char::from_u32(u32::from(shift) - 64), 1)
            }
            (Some(same), _) => (Some(same), same.len_utf8()),
            (None, _) => (None, 0),
        };
        out.extend(made);
        rest = after.get(used..).unwrap_or_default();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_read() {
        let check = |data: &str, expected: &str| assert_eq!(unescaped(data, '_'), expected);
        check("_1420_192", "\u{1d}420\u{1d}92");
        check("A_d066C", "ABC");
        check("_A__", "\u{1}_");
        check("plain_", "plain");
    }

    fn size(data: &str, columns: usize, rows: usize, rectangular: bool) -> Option<(i32, i32)> {
        let asked = DataMatrixOptions {
            module: 1,
            columns,
            rows,
            escape: '_',
            rectangular,
        };
        data_matrix(data, asked).map(|mask| (mask.width(), mask.height()))
    }

    #[test]
    fn columns_and_rows_are_honoured() {
        for data in ["123456", "_1123456"] {
            assert_eq!(
                size(data, 0, 0, false),
                Some((
                    if data.len() > 6 { 12 } else { 10 },
                    if data.len() > 6 { 12 } else { 10 }
                ))
            );
            assert_eq!(size(data, 18, 18, false), Some((18, 18)));
            assert_eq!(size(data, 0, 20, false), Some((20, 20)));
            assert_eq!(size(data, 17, 0, false), Some((18, 18)));
            assert_eq!(size(data, 32, 8, false), Some((32, 8)));
            assert_eq!(size(data, 0, 12, true), Some((26, 12)));
        }
        assert_eq!(size(&"1".repeat(40), 10, 10, false), None);
        assert_eq!(size(&format!("_1{}", "1".repeat(40)), 10, 10, false), None);
    }

    /// The codewords of the example in annex O of the standard: 123456 in a symbol of 10 × 10.
    #[test]
    fn pairs_of_digits_are_one_codeword() {
        assert_eq!(ascii("123456"), Some(vec![232, 142, 164, 186]));
        assert_eq!(ascii("A\u{1d}7é"), Some(vec![232, 66, 232, 56, 235, 106]));
    }
}
