//! Renders ZPL II: interprets the commands as a 203 or 300 dpi printer would and returns the dots
//! it would print. Everything that cannot be drawn is reported in a warning.

mod barcode;
mod charset;
mod clock;
mod codablock;
mod codablock_a;
mod code49;
mod databar;
mod datamatrix;
mod field;
mod font;
mod graphic;
mod linear;
mod mask;
mod matrix;
pub mod maxicode;
mod micropdf;
mod outline;
mod page;
mod postal;
mod printer;
mod serial;
mod shape;
mod sign;
#[cfg(test)]
mod tests;
mod text;
mod tlc39;
mod token;
mod validation;

use self::mask::Mask;
use super::note::{InkOutside, Note};

pub use self::page::TEAR_OFF_IN;
pub use self::token::{Command, Tokens};

/// The limits of the interpreter.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub labels: usize,
    pub commands: usize,
}

/// One label as its printer would print it.
#[derive(Clone)]
pub struct Printed {
    pub dots: Mask,
    pub dots_per_inch: f32,
    pub warnings: Vec<Note>,
    /// The ink outside the page.
    pub beyond: InkOutside,
}

/// The labels of a stream, and a remark about content beyond the limits.
pub struct Stream {
    pub labels: Vec<Printed>,
    pub left_out: Option<Note>,
    /// Whether a label has ink below the length that it declares, on paper that does not end there.
    runs_on: bool,
}

impl Printed {
    pub fn width(&self) -> u32 {
        self.dots.width().max(0) as u32
    }

    pub fn height(&self) -> u32 {
        self.dots.height().max(0) as u32
    }
}

/// Renders the labels of a stream, at most as many as the budget allows. Few labels have ink below the
/// length that they declare, so only they are drawn a second time, on longer bitmaps.
pub fn print(bytes: &[u8], budget: Budget) -> Stream {
    let stream = printer::Printer::new(budget).run(bytes);
    match stream.runs_on {
        true => printer::Printer::new(budget).with_long_labels().run(bytes),
        false => stream,
    }
}

/// Renders a line of text `height` dots high, for pages this program draws itself.
pub fn words(line: &str, height: usize) -> Option<Mask> {
    let font = font::Font::named(b'0', i32::try_from(height).ok(), None)?;
    text::line(&font, line, text::Direction::Across, 0).map(|drawn| drawn.mask)
}

/// Runs an encoder that may panic on unexpected input.
fn guarded<T>(work: impl FnOnce() -> Option<T>) -> Option<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).ok().flatten()
}
