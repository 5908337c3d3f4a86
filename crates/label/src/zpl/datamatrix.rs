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
    /// Where it is not requested, the height of the whole symbol decides.
    pub module: Option<i32>,
    pub height: i32,
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
/// The first of the characters that stand for codewords among the data.
const FIRST_CODEWORD: u32 = 0xe000;
const STRUCTURED_APPEND: u8 = 233;
const READER_PROGRAM: u8 = 234;
const CODE_PAGE: u8 = 241;

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
    let shape =
        if rectangular { SymbolShapeHint::FORCE_RECTANGLE } else { SymbolShapeHint::FORCE_SQUARE };
    let exact = size.map(|(rows, columns)| Dimension::new(columns, rows));
    guarded(|| {
        let has_codewords = contents.chars().any(|c| codeword_of(c).is_some());
        let codewords = match (is_gs1, exact) {
            (true, Some(_)) => padded(ascii(contents, true)?, shape, exact)?,
            _ if has_codewords => padded(ascii(contents, is_gs1)?, shape, exact)?,
            (true, None) => {
                minimal_encoder::encodeHighLevelWithDetails(contents, None, Some(SEPARATOR), shape)
                    .ok()?
            }
            (false, _) => high_level_encoder::encodeHighLevelWithDimensionForceC40(
                contents, shape, exact, exact, false,
            )
            .ok()?,
        };
        drawn(&codewords, shape, exact, asked)
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
    let squares = (10..=26).step_by(2).chain([32, 36, 40, 44, 48, 52, 64, 72, 80, 88, 96, 104]);
    let side = squares.chain([120, 132, 144]).find(|size| *size >= side)?;
    Some((side, side))
}

/// The character that stands for a codeword.
fn of_codeword(value: u8) -> Option<char> {
    char::from_u32(FIRST_CODEWORD + u32::from(value))
}

/// The codeword that a character stands for.
fn codeword_of(character: char) -> Option<u8> {
    let value = u32::from(character).checked_sub(FIRST_CODEWORD)?;
    u8::try_from(value).ok()
}

/// The data as single characters, pairs of digits, FNC1, shifted bytes and codewords. FNC1 comes
/// first if the data is one of GS1.
fn ascii(contents: &str, is_gs1: bool) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    if is_gs1 {
        out.push(232);
    }
    let mut rest = contents.chars().peekable();
    while let Some(character) = rest.next() {
        let pair = character.to_digit(10).zip(rest.peek().and_then(|next| next.to_digit(10)));
        if let Some((tens, units)) = pair {
            rest.next();
            out.push(u8::try_from(tens * 10 + units + 130).ok()?);
            continue;
        }
        if let Some(codeword) = codeword_of(character) {
            out.push(codeword);
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

/// Pads codewords to the capacity of the symbol of a size, or of the smallest one that holds them.
fn padded(
    mut codewords: Vec<u8>,
    shape: SymbolShapeHint,
    size: Option<Dimension>,
) -> Option<String> {
    let count = u32::try_from(codewords.len()).ok()?;
    let symbol = SymbolInfoLookup::new()
        .lookup_with_codewords_shape_size_fail(count, shape, &size, &size, true)
        .ok()??;
    let room = usize::try_from(symbol.getDataCapacity()).ok()?;
    let mut pad = 129;
    while codewords.len() < room {
        codewords.push(pad);
        // The following pads are scrambled by their position.
        let position = codewords.len() + 1;
        let scrambled = 129 + 149 * position % 253 + 1;
        pad = u8::try_from(if scrambled > 254 { scrambled - 254 } else { scrambled }).ok()?;
    }
    Some(codewords.into_iter().map(char::from).collect())
}

/// Draws codewords: the data in its regions, each between solid and dotted edges.
///
/// A module that is not requested follows from the height of `^BY`, divided by the rows and rounded,
/// and is at least one dot (manual, `^BX`, effects of `^BY`).
fn drawn(
    codewords: &str,
    shape: SymbolShapeHint,
    size: Option<Dimension>,
    asked: DataMatrixOptions,
) -> Option<Mask> {
    let count = u32::try_from(codewords.chars().count()).ok()?;
    let symbol = SymbolInfoLookup::new()
        .lookup_with_codewords_shape_size_fail(count, shape, &size, &size, true)
        .ok()??;
    let all = error_correction::encodeECC200(codewords, symbol).ok()?;
    let data = (symbol.getSymbolDataWidth().ok()?, symbol.getSymbolDataHeight().ok()?);
    let whole = (symbol.getSymbolWidth().ok()?, symbol.getSymbolHeight().ok()?);
    let rows = i32::try_from(whole.1).ok()?.max(1);
    let module = asked.module.unwrap_or_else(|| ((asked.height + rows / 2) / rows).max(1));
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
                mask.fill(x as i32 * module, y as i32 * module, module, module, Paint::Black);
            }
        }
    }
    Some(mask)
}

/// The data without escape sequences: FNC1 (`_1`), the place in a sequence of symbols (`_2` and nine
/// digits), a program for the reader (`_3`), a code page (`_5009`), bytes (`_d065`), control
/// characters (`_A`) and the escape character itself.
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
        if let Some((codewords, used)) = escaped_codewords(after) {
            out.extend(codewords.into_iter().filter_map(of_codeword));
            rest = after.get(used..).unwrap_or_default();
            continue;
        }
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

/// The codewords of an escape sequence without its escape character, and how long it is.
fn escaped_codewords(sequence: &str) -> Option<(Vec<u8>, usize)> {
    let number = |at: usize| {
        let digits = sequence.get(at..at + 3)?;
        let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<u16>().ok().filter(|_| all_digits)
    };
    match sequence.chars().next()? {
        '2' => {
            let part = |at: usize| {
                let value = u8::try_from(number(at)?).ok()?;
                Some(value).filter(|value| (1..=254).contains(value))
            };
            Some((vec![STRUCTURED_APPEND, part(1)?, part(4)?, part(7)?], 10))
        }
        '3' => Some((vec![READER_PROGRAM], 1)),
        '5' => {
            let page = number(1)?;
            let designator = match page.checked_sub(127) {
                None => vec![u8::try_from(page + 1).ok()?],
                Some(above) => {
                    vec![u8::try_from(above / 254 + 128).ok()?, u8::try_from(above % 254 + 1).ok()?]
                }
            };
            Some(([vec![CODE_PAGE], designator].concat(), 4))
        }
        _ => None,
    }
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
        check("_2214001001A", "\u{e0e9}\u{e0d6}\u{e001}\u{e001}A");
        check("_2999001001", "2999001001");
        check("_3A", "\u{e0ea}A");
        check("_5026_5899A", "\u{e0f1}\u{e01b}\u{e0f1}\u{e083}\u{e00b}A");
        check("_5A", "5A");
    }

    fn size(data: &str, columns: usize, rows: usize, rectangular: bool) -> Option<(i32, i32)> {
        let asked = DataMatrixOptions {
            module: Some(1),
            height: 10,
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
                Some((if data.len() > 6 { 12 } else { 10 }, if data.len() > 6 { 12 } else { 10 }))
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
        assert_eq!(ascii("123456", true), Some(vec![232, 142, 164, 186]));
        assert_eq!(ascii("A\u{1d}7é\u{e0f1}", false), Some(vec![66, 232, 56, 235, 106, 241]));
    }
}
