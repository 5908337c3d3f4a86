//! Decodes label files to pictures, reads their barcodes and checks that a label is the right
//! one. Independent of shipments, the network and the UI.
//!
//! No decoder survives every hostile file, so the UI uses [`Decoder`], which runs
//! [`decode_in_process`] in a child process with limits ([`run_worker`]).

mod barcode;
mod check;
mod command;
mod decoder;
mod note;
mod pdf;
mod picture;
pub mod print;
mod printer_language;
mod size;
/// The words of the program, for tests that compare them.
#[cfg(test)]
#[path = "../../../assets/language/sources.rs"]
mod texts_of_program;
mod tiff;
mod tracking_code;
mod worker;
mod zpl;

use serde::{Deserialize, Serialize};

use self::note::{InkOutside, Note};
use postroom_base::text;

pub use self::barcode::{Barcode, read_barcodes, read_some_code128};
pub use self::check::{
    Package, SelfCheck, Verdict, check_packages, has_barcode, self_check, unless_missing,
};
pub use self::command::{LABEL_HELP, run_label_command};
pub use self::decoder::Decoder;
pub use self::note::Unsupported;
pub use self::printer_language::PrinterLanguage;
pub use self::size::inches;
pub use self::worker::{run_worker, worker_command};

/// The file types of a label (API 2.16, `labelFileType`), and others that carriers deliver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LabelFormat {
    Pdf,
    Png,
    Jpeg,
    Tiff,
    Gif,
    Zpl,
    /// Commands for a label printer that are not drawn here.
    Commands(PrinterLanguage),
}

/// Detects the file type from the first bytes, never from a name.
pub fn sniff(bytes: &[u8]) -> Option<LabelFormat> {
    // Some programs write a few bytes before the header of a PDF.
    let start = bytes.get(..1024).unwrap_or(bytes);
    let holds = |mark: &[u8]| start.windows(mark.len()).any(|window| window == mark);
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some(LabelFormat::Png);
    }
    if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        return Some(LabelFormat::Gif);
    }
    if bytes.starts_with(b"\xff\xd8\xff") {
        return Some(LabelFormat::Jpeg);
    }
    if [&b"II*\0"[..], b"MM\0*", b"II+\0", b"MM\0+"].iter().any(|mark| bytes.starts_with(mark)) {
        return Some(LabelFormat::Tiff);
    }
    if holds(b"%PDF-") {
        return Some(LabelFormat::Pdf);
    }
    let text = start.trim_ascii_start();
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let commands = matches!(text, [b'^' | b'~' | 0x10, letter, ..] if letter.is_ascii_alphabetic());
    if commands || holds(b"^XA") || holds(b"^xa") {
        return Some(LabelFormat::Zpl);
    }
    printer_language::recognize(text).map(LabelFormat::Commands)
}

/// One page of a label as it will be printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    pub width_px: u32,
    pub height_px: u32,
    pub dpi: f32,
    pub width_in: f32,
    pub height_in: f32,
    /// Eight-bit gray levels, row by row; 255 is white.
    pub luma: Vec<u8>,
}

/// The pages of a label, with warnings about what is drawn differently from what the file
/// requests.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    pub pages: Vec<Page>,
    /// One sentence each, without duplicates.
    pub warnings: Vec<String>,
    /// What the file contains beyond these pages: more than the limits allow, or a damaged page.
    /// Also one of the warnings.
    pub left_out: Option<String>,
    /// Ink outside the paper of a page, one sentence each. These are not warnings, because a
    /// printer may clip it too.
    pub ink_outside_page: Vec<String>,
}

impl Decoded {
    /// A result without pages.
    pub fn empty() -> Decoded {
        Decoded {
            pages: Vec::new(),
            warnings: Vec::new(),
            left_out: None,
            ink_outside_page: Vec::new(),
        }
    }

    /// The pages, if none is missing.
    ///
    /// # Errors
    /// [`DecodeError::NotWhole`]: printing and saving need all pages.
    pub fn whole(self) -> Result<Vec<Page>, DecodeError> {
        match self.left_out {
            Some(what) => Err(DecodeError::NotWhole(what)),
            None => Ok(self.pages),
        }
    }

    /// Appends the pages of another file.
    pub fn append(&mut self, more: Decoded) {
        self.pages.extend(more.pages);
        self.warn(more.warnings);
        add_new(&mut self.ink_outside_page, more.ink_outside_page);
        self.left_out = self.left_out.take().or(more.left_out);
    }

    fn add(&mut self, page: Page, said: PageWarnings) {
        self.pages.push(page);
        self.warn(said.warnings.iter().map(Note::words).collect());
        add_new(&mut self.ink_outside_page, said.beyond.words());
    }

    fn end(&mut self, left_out: LeftOut) {
        self.left_out = left_out.as_ref().map(Note::words);
        self.warn(self.left_out.iter().cloned().collect());
    }

    fn warn(&mut self, warnings: Vec<String>) {
        add_new(&mut self.warnings, warnings);
    }
}

fn add_new(known: &mut Vec<String>, more: impl IntoIterator<Item = String>) {
    for sentence in more {
        if !known.contains(&sentence) {
            known.push(sentence);
        }
    }
}

/// The warnings about one page; see [`Decoded`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct PageWarnings {
    warnings: Vec<Note>,
    beyond: InkOutside,
}

/// What a file contains beyond the pages drawn.
type LeftOut = Option<Note>;

/// Receives each page as soon as it is drawn, with its warnings.
type Sink<'a> = dyn FnMut(Page, PageWarnings) + 'a;

/// Why a label cannot be shown, as a message for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum DecodeError {
    #[error(
        "{}",
        text!("labels-too-large", megabytes = *megabytes, most_megabytes = *most_megabytes)
    )]
    TooLarge { megabytes: usize, most_megabytes: usize },
    #[error("{}", text!("labels-too-many-pixels", width = *width, height = *height))]
    TooManyPixels { width: u64, height: u64 },
    #[error("{}", text!("labels-empty"))]
    Empty,
    #[error("{}", text!("labels-unknown-type"))]
    UnknownType,
    #[error("{}", text!("labels-printer-language", language = .0.name()))]
    NotDrawn(PrinterLanguage),
    #[error("{}", text!("labels-encrypted"))]
    Encrypted,
    #[error("{}", text!("labels-broken", kind = kind))]
    Broken { kind: String },
    #[error("{}", text!("labels-no-page", kind = kind))]
    NoPage { kind: String },
    #[error("{}", text!("labels-unsupported", kind = kind, reason = reason.to_string()))]
    Unsupported { kind: String, reason: Unsupported },
    #[error("{}", text!("labels-not-whole", reason = .0))]
    NotWhole(String),
    #[error("{}", text!("labels-timed-out"))]
    TimedOut,
    #[error("{}", text!("labels-out-of-memory"))]
    OutOfMemory,
    #[error("{}", text!("labels-worker-died"))]
    WorkerDied,
    #[error("{}", text!("labels-worker-start", reason = .0))]
    WorkerStart(String),
}

/// The limits for one label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub max_bytes: usize,
    pub max_pages: usize,
    /// Pixels of one page.
    pub max_pixels: u64,
    /// Commands of one ZPL file.
    pub max_commands: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            max_bytes: 25 * 1024 * 1024,
            max_pages: 50,
            max_pixels: 36_000_000,
            max_commands: 200_000,
        }
    }
}

impl Limits {
    /// A remark if the file has more pages than are drawn.
    fn pages_left_out(&self, pages: usize) -> LeftOut {
        let most = self.max_pages;
        (pages > most).then_some(Note::MorePages { most })
    }

    /// Checks the size of a page before memory of that size is allocated.
    fn admit(&self, width: u64, height: u64) -> Result<(), DecodeError> {
        const LONGEST_SIDE: u64 = 20_000;
        let too_long = width > LONGEST_SIDE || height > LONGEST_SIDE;
        if too_long || width.saturating_mul(height) > self.max_pixels {
            return Err(DecodeError::TooManyPixels { width, height });
        }
        Ok(())
    }

    fn admit_bytes(&self, bytes: &[u8]) -> Result<(), DecodeError> {
        if bytes.is_empty() {
            return Err(DecodeError::Empty);
        }
        if bytes.len() > self.max_bytes {
            return Err(DecodeError::TooLarge {
                megabytes: bytes.len() / (1024 * 1024),
                most_megabytes: self.max_bytes / (1024 * 1024),
            });
        }
        Ok(())
    }
}

/// Draws every page of a label.
///
/// PDF files are drawn at `dpi`; pictures keep their own pixels; ZPL is drawn at the dots of its
/// printer and scaled from there.
///
/// # Errors
/// A [`DecodeError`] with a message for the user. Running out of memory or time is only caught in
/// the child process of [`Decoder`]. A file with more pages than [`Limits`] allow is an error; no
/// page is returned.
pub fn decode_in_process(
    bytes: &[u8],
    dpi: f32,
    limits: &Limits,
) -> Result<Vec<Page>, DecodeError> {
    decode_reporting(bytes, dpi, limits)?.whole()
}

/// Like [`decode_in_process`], with warnings, and with as many pages as [`Limits`] allow.
///
/// # Errors
/// Same as [`decode_in_process`].
pub fn decode_reporting(bytes: &[u8], dpi: f32, limits: &Limits) -> Result<Decoded, DecodeError> {
    let mut decoded = Decoded::empty();
    let left_out = decode_each(bytes, dpi, limits, &mut |page, said| decoded.add(page, said))?;
    decoded.end(left_out);
    Ok(decoded)
}

/// Like [`decode_reporting`], passing on each page as soon as it is drawn.
fn decode_each(
    bytes: &[u8],
    dpi: f32,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> Result<LeftOut, DecodeError> {
    limits.admit_bytes(bytes)?;
    let dpi = if dpi.is_finite() { dpi.clamp(36.0, 1_200.0) } else { 203.0 };
    match sniff(bytes).ok_or(DecodeError::UnknownType)? {
        LabelFormat::Pdf => pdf::decode(bytes, dpi, limits, sink),
        LabelFormat::Png => picture::decode_png(bytes, limits, sink).map(|()| None),
        LabelFormat::Jpeg => picture::decode_jpeg(bytes, limits, sink).map(|()| None),
        LabelFormat::Tiff => tiff::decode(bytes, limits, sink),
        LabelFormat::Gif => picture::decode_gif(bytes, limits, sink).map(|()| None),
        LabelFormat::Commands(language) => Err(DecodeError::NotDrawn(language)),
        LabelFormat::Zpl => decode_zpl(bytes, dpi, limits, sink),
    }
}

fn decode_zpl(
    bytes: &[u8],
    dpi: f32,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> Result<LeftOut, DecodeError> {
    let budget = zpl::Budget { labels: limits.max_pages, commands: limits.max_commands };
    let zpl::Stream { labels, left_out, .. } = zpl::print(bytes, budget);
    if labels.is_empty() {
        return Err(DecodeError::NoPage { kind: "ZPL".to_owned() });
    }
    for label in labels {
        let (width, height) = (label.width(), label.height());
        let inches = |dots: u32| dots as f32 / label.dots_per_inch;
        let (width_in, height_in) = (inches(width), inches(height));
        let scaled = |inches: f32| (inches * dpi).round().max(1.0) as u32;
        let (width_px, height_px) = (scaled(width_in), scaled(height_in));
        limits.admit(u64::from(width_px), u64::from(height_px))?;
        let said = PageWarnings { warnings: label.warnings, beyond: label.beyond };
        let mut luma = label.dots.into_luma();
        if (width, height) != (width_px, height_px) {
            luma = size::resampled(&luma, (width, height), (width_px, height_px));
        }
        sink(Page { width_px, height_px, dpi, width_in, height_in, luma }, said);
    }
    Ok(left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_by_their_bytes() {
        let check = |bytes: &[u8], kind: Option<LabelFormat>| assert_eq!(sniff(bytes), kind);
        check(b"%PDF-1.7\n", Some(LabelFormat::Pdf));
        check(b"junk\n%PDF-1.4", Some(LabelFormat::Pdf));
        check(b"\x89PNG\r\n\x1a\n....", Some(LabelFormat::Png));
        check(b"\xff\xd8\xff\xe0", Some(LabelFormat::Jpeg));
        check(b"MM\0*\0\0\0\x08", Some(LabelFormat::Tiff));
        check(b"\r\n^XA^FO1,1", Some(LabelFormat::Zpl));
        check(b"~SD20^XA", Some(LabelFormat::Zpl));
        check(b"CT~~CD,~CC^~CT~\n^XA", Some(LabelFormat::Zpl));
        check(b"GIF89a\x20\x03", Some(LabelFormat::Gif));
        let epl = LabelFormat::Commands(PrinterLanguage::Epl2);
        check(b"\nN\nq812\nA10,10,0,3,1,1,N,\"A\"\nP1\n", Some(epl));
        check(b"<html>", None);
        check(b"", None);
    }
}
