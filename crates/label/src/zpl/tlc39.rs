//! TLC39: a Code 39 of six digits with a MicroPDF417 of four columns above it, which telephone
//! companies mark equipment with (ATIS TCIF-97-016).

use super::databar::{self, Rows};
use super::linear::Module;
use super::linear::two_widths::code39;
use super::mask::{Mask, Paint};
use super::micropdf::{self, SIZES};

/// The parameters of `^BT`, in dots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tlc39Options {
    pub module: Module,
    pub height: i32,
    pub micro_module: i32,
    pub micro_row_height: i32,
}

/// The codeword that links a MicroPDF417 to a linear symbol that is none of GS1.
const LINKED: u16 = 918;

/// Draws both symbols, or only the Code 39 if the six digits are not followed by a comma. What
/// follows the comma is in the MicroPDF417, of the smallest size from six rows on; the Code 39 then
/// ends with a T.
pub fn mask(data: &str, asked: Tlc39Options) -> Option<Mask> {
    let number = data.get(..6)?;
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let linked = data.get(6..).and_then(|rest| rest.strip_prefix(','));
    let above = match linked.filter(|rest| !rest.is_empty()) {
        Some(rest) => Some(linked_symbol(rest, asked)?),
        None => None,
    };
    let number = match above {
        Some(_) => format!("{number}T"),
        None => number.to_owned(),
    };
    let bars = code39(&number, false, asked.module)?;
    let top = above.as_ref().map_or(0, Mask::height);
    let width: i32 = bars.widths.iter().sum();
    let whole_width = width.max(above.as_ref().map_or(0, Mask::width));
    let mut mask = Mask::new(whole_width, top.checked_add(asked.height)?)?;
    if let Some(above) = &above {
        mask.draw(above, 0, 0, Paint::Black);
    }
    let mut x = 0;
    for (at, width) in bars.widths.iter().enumerate() {
        if at % 2 == 0 {
            mask.fill(x, top, *width, asked.height, Paint::Black);
        }
        x += width;
    }
    Some(mask)
}

fn linked_symbol(data: &str, asked: Tlc39Options) -> Option<Mask> {
    let mut words = vec![LINKED];
    words.extend(micropdf::codewords(data)?);
    let size = SIZES.iter().find(|size| {
        let room = size.columns * size.rows - size.correction;
        size.columns == 4 && size.rows >= 6 && words.len() <= room
    })?;
    let rows = micropdf::rows(&words, *size, false)?;
    let in_dots = rows.0.into_iter().map(|(row, _)| (row, asked.micro_row_height));
    databar::draw_dots(&Rows(in_dots.collect()), asked.micro_module)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: Tlc39Options = Tlc39Options {
        module: Module { dots: 2, ratio: 2.0 },
        height: 40,
        micro_module: 2,
        micro_row_height: 4,
    };

    #[test]
    fn a_serial_number_is_above_the_bars() {
        let size = |data: &str| mask(data, ASKED).map(|mask| (mask.width(), mask.height()));
        // Eight characters with their spaces, then nine: twelve modules each at a ratio of two.
        assert_eq!(size("123456"), Some((8 * 24 + 7 * 2, 40)));
        assert_eq!(size("123456,ABCd12345678901234"), Some((9 * 24 + 8 * 2, 6 * 4 + 40)));
        // The manual's example has more than twelve codewords.
        let manual = "123456,ABCd12345678901234,5551212,88899";
        assert_eq!(size(manual), Some((9 * 24 + 8 * 2, 10 * 4 + 40)));
        assert_eq!(size("12345"), None);
        assert_eq!(size("12345X"), None);
    }
}
