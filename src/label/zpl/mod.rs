//! ZPL II to pictures: reads printer language as a 203 or 300 dpi printer would and
//! gives the dots it would burn. What cannot be drawn is said in warnings, never left
//! out in silence.

mod charset;
mod field;
mod font;
mod graphic;
mod linear;
mod mask;
mod matrix;
mod maxicode;
mod outline;
mod page;
mod postal;
mod printer;
mod serial;
mod shape;
mod text;
mod token;

use self::mask::Mask;

pub use self::page::TEAR_OFF_IN;
pub use self::token::{Command, Tokens};

/// What the interpreter may spend.
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
    pub warnings: Vec<String>,
    /// What ink the page has no paper for, as a sentence.
    pub beyond: Option<String>,
}

/// The labels of a stream, and what it holds beyond them, in words.
pub struct Stream {
    pub labels: Vec<Printed>,
    pub left_out: Option<String>,
}

impl Printed {
    pub fn width(&self) -> u32 {
        self.dots.width().max(0) as u32
    }

    pub fn height(&self) -> u32 {
        self.dots.height().max(0) as u32
    }

    /// Eight-bit grey, row after row, 255 is white.
    pub fn luma(&self) -> &[u8] {
        self.dots.luma()
    }
}

/// Prints every label of a stream, at most as many as the budget allows.
pub fn print(bytes: &[u8], budget: Budget) -> Stream {
    printer::Printer::new(budget).run(bytes)
}

/// A line of words for papers of our own, so many dots high.
pub fn words(line: &str, height: usize) -> Option<Mask> {
    let font = font::Font::named(b'0', i32::try_from(height).ok(), None)?;
    text::line(&font, line, text::Direction::Across, 0).map(|drawn| drawn.mask)
}

/// Runs an encoder that may panic on input it did not expect.
fn guarded<T>(work: impl FnOnce() -> Option<T>) -> Option<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work))
        .ok()
        .flatten()
}
