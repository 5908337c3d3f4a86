//! Prints labels: the settings of a printer, the bytes sent for a label, and the connections to
//! printers. A label is printed at 100 % or refused with the reason, never scaled to fit.

mod command_sheet;
pub mod cups;
mod dots;
mod grid;
mod ipp;
mod media;
pub mod office;
mod paper;
mod picture;
mod pwg;
pub mod raw;
mod sheet;
pub mod spooler;
mod zpl;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use self::paper::Paper;
use super::{DecodeError, Decoder, LabelFormat, Page, PrinterLanguage, inches, sniff};
use postroom_base::locale::Message;
use postroom_base::locale::format::formats;
use postroom_base::{message, text};

pub use self::command_sheet::{CommandLine, pdf as command_sheet};
pub use self::raw::SendOutcome;
pub use self::sheet::{Sheet, Sheets, one_pdf};

/// One printer with one kind of paper, as set up by the user.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Printer {
    /// Unique among the printers.
    pub name: String,
    pub destination: Destination,
    pub language: Language,
    /// Dots per inch of the print head.
    pub dpi: u16,
    /// Width and height of the paper in inches, in the direction it leaves the printer.
    pub media_in: (f32, f32),
    /// Offset in dots to the right and down; negative values move left and up.
    pub offset: (i32, i32),
    /// 0 to 30; `None` uses the printer's own setting.
    pub darkness: Option<u8>,
    pub turn: Turn,
    pub copies: u8,
    /// Whether to print two labels per sheet, each in its own half; see
    /// [`Printer::shares_sheets`].
    pub two_a_sheet: bool,
    /// How near to the edges of its paper it cannot print, in inches, as it reports; 0 if it has not.
    pub edge_in: f32,
}

impl Default for Printer {
    fn default() -> Self {
        Self {
            name: String::new(),
            destination: Destination::Raw { host: String::new(), port: RAW_PORT },
            language: Language::Zpl,
            dpi: 203,
            media_in: (4.0, 6.0),
            offset: (0, 0),
            darkness: None,
            turn: Turn::None,
            copies: 1,
            two_a_sheet: false,
            edge_in: 0.0,
        }
    }
}

/// One half of a sheet. The upper or left half is the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Half {
    #[default]
    First,
    Second,
}

/// The TCP port of label printers.
pub const RAW_PORT: u16 = 9100;
/// The usual resolutions of print heads, in dots per inch.
pub const RESOLUTIONS: [u16; 3] = [203, 300, 600];

impl Printer {
    /// Whether a label of this size in inches fits on the paper, as it is or rotated by 90°.
    pub fn fits_on_paper(&self, size_in: (f32, f32)) -> bool {
        paper::fits(size_in, self.media_in) || paper::fits((size_in.1, size_in.0), self.media_in)
    }

    /// Whether two labels share a sheet: the setting is on, it is an office printer, and half of
    /// the paper holds the usual label.
    pub fn shares_sheets(&self) -> bool {
        self.two_a_sheet && self.could_share_sheets()
    }

    /// Like [`Printer::shares_sheets`], without regard to the setting.
    pub fn could_share_sheets(&self) -> bool {
        let half = self.half_in();
        !self.language.is_of_label_printers()
            && (paper::fits((4.0, 6.0), half) || paper::fits((6.0, 4.0), half))
    }

    /// Width and height in inches of half the paper, cut across its longer side.
    fn half_in(&self) -> (f32, f32) {
        let (wide, high) = self.media_in;
        if high >= wide { (wide, high / 2.0) } else { (wide / 2.0, high) }
    }

    /// Whether the paper has exactly this size, in either orientation.
    pub fn has_paper_size(&self, (wide, high): (f32, f32)) -> bool {
        let (media_wide, media_high) = self.media_in;
        let near = |a: f32, b: f32| (a - b).abs() <= paper::TOLERANCE_IN;
        (near(wide, media_wide) && near(high, media_high))
            || (near(wide, media_high) && near(high, media_wide))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Destination {
    /// A TCP connection to the printer's own port.
    Raw { host: String, port: u16 },
    /// A CUPS queue, by its `ipp://` address.
    Cups { uri: String },
    /// An office printer reached directly, by its `ipp://` address.
    Office { uri: String },
    /// A queue of this Windows computer, by its name.
    Windows { queue: String },
}

impl std::fmt::Display for Destination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Raw { host, port } => write!(f, "{host}:{port}"),
            Self::Cups { uri } | Self::Office { uri } => f.write_str(uri),
            Self::Windows { queue } => write!(f, "{}{queue}", spooler::SCHEME),
        }
    }
}

/// The document format a printer accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    #[default]
    Zpl,
    Pdf,
    Png,
    /// PWG raster with dots as gray levels.
    Pwg,
    /// PWG raster with dots as bits.
    PwgBlack,
    Epl2,
    Cpcl,
    Tspl,
}

impl Language {
    /// The name used in data sheets of printers, in every language.
    pub fn name(self) -> &'static str {
        match self {
            Self::Zpl => "ZPL",
            Self::Pdf => "PDF",
            Self::Png => "PNG",
            Self::Pwg => "PWG raster",
            Self::PwgBlack => "PWG raster in black",
            Self::Epl2 => PrinterLanguage::Epl2.name(),
            Self::Cpcl => PrinterLanguage::Cpcl.name(),
            Self::Tspl => PrinterLanguage::Tspl.name(),
        }
    }

    /// The language of a label printer by its name, its make and model or its device ID (IEEE 1284);
    /// `None` if nothing in them tells it.
    pub fn of_printer(words: &str) -> Option<Self> {
        let lower = words.to_lowercase();
        let mut words = lower.split(|letter: char| !letter.is_alphanumeric());
        let is_listed = |word: &str| TSPL_WORDS.lines().any(|listed| listed == word);
        words.any(is_listed).then_some(Self::Tspl)
    }

    /// Whether label printers understand it themselves: commands that no queue may convert.
    pub fn is_of_label_printers(self) -> bool {
        matches!(self, Self::Zpl | Self::Epl2 | Self::Cpcl | Self::Tspl)
    }

    /// The document format sent to a queue. Commands for label printers are sent as raw data, so
    /// that the queue does not convert them.
    pub fn mime(self) -> &'static str {
        match self {
            Self::Zpl | Self::Epl2 | Self::Cpcl | Self::Tspl => "application/vnd.cups-raw",
            Self::Pdf => "application/pdf",
            Self::Png => "image/png",
            Self::Pwg | Self::PwgBlack => "image/pwg-raster",
        }
    }
}

/// Words in the names of printers that speak TSPL, one a line.
const TSPL_WORDS: &str = include_str!("../../../../assets/printers/tspl.txt");

/// Clockwise rotation of a label before it is placed on the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Turn {
    #[default]
    None,
    Quarter,
    Half,
    ThreeQuarters,
}

/// Why a label is not printed, as a message for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrintError {
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// Ink is where the printer prints nothing. It may be printed all the same.
    #[error("{0}")]
    Cut(Message),
    #[error("{}", text!("printing-needs-whole-sheet", label = label))]
    NeedsWholeSheet { label: String },
    #[error("{}", text!("printing-over-the-edge", printer = printer))]
    OverTheEdge { printer: String },
    #[error("{}", text!("printing-bad-printer", printer = printer))]
    BadPrinter { printer: String },
    #[error("{}", text!("printing-too-many-pages", pages = *pages))]
    TooManyPages { pages: usize },
    #[error("{}", text!("printing-not-written"))]
    Write,
}

/// A label converted for one printer.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub bytes: Vec<u8>,
    /// The pages as they will be printed, for the self-check before spooling.
    pub pages: Vec<Page>,
}

/// Converts a label of any file type to the bytes for one printer, at 100 %.
///
/// # Errors
/// A [`PrintError`] with a message if the label cannot be drawn or does not fit.
pub async fn prepare(
    decoder: &Decoder,
    bytes: Arc<[u8]>,
    printer: &Printer,
) -> Result<Prepared, PrintError> {
    let pages = match is_sent_undrawn(&bytes, printer) {
        true => Vec::new(),
        false => {
            let dpi = f32::from(printer.dpi);
            decoder.decode(Arc::clone(&bytes), dpi).await?
        }
    };
    compose(&bytes, pages, printer)
}

/// The language of the printer in which a file is written, if it is one of label printers.
pub fn language_of(bytes: &[u8]) -> Option<Language> {
    match sniff(bytes)? {
        LabelFormat::Zpl => Some(Language::Zpl),
        LabelFormat::Commands(PrinterLanguage::Epl2) => Some(Language::Epl2),
        LabelFormat::Commands(PrinterLanguage::Cpcl) => Some(Language::Cpcl),
        LabelFormat::Commands(PrinterLanguage::Tspl) => Some(Language::Tspl),
        _ => None,
    }
}

/// Whether the file is in a language that is not drawn here, and the printer speaks it: it is sent
/// as it is, without pages to check.
pub fn is_sent_undrawn(bytes: &[u8], printer: &Printer) -> bool {
    matches!(sniff(bytes), Some(LabelFormat::Commands(_)))
        && language_of(bytes) == Some(printer.language)
}

/// Like [`prepare`], with pages already drawn at the printer's resolution; none for a file that
/// [`is_sent_undrawn`].
///
/// # Errors
/// Same as [`prepare`].
pub fn compose(bytes: &[u8], pages: Vec<Page>, printer: &Printer) -> Result<Prepared, PrintError> {
    match compose_or_cut(bytes, pages, printer)? {
        (_, Some(cut)) => Err(cut),
        (prepared, None) => Ok(prepared),
    }
}

/// Like [`compose`], but ink that the printer cannot print is left out, and what it is is returned: the label may
/// be printed once somebody has agreed.
///
/// # Errors
/// Same as [`prepare`], except [`PrintError::Cut`].
pub fn compose_or_cut(
    bytes: &[u8],
    pages: Vec<Page>,
    printer: &Printer,
) -> Result<(Prepared, Option<PrintError>), PrintError> {
    let kind = sniff(bytes);
    let as_delivered = match (printer.language, kind) {
        (Language::Zpl, Some(LabelFormat::Zpl)) => zpl::adapted(bytes, &pages, printer),
        (Language::Pdf, Some(LabelFormat::Pdf)) => {
            takes_unchanged(bytes, &pages, printer).then(|| bytes.to_vec())
        }
        _ if is_sent_undrawn(bytes, printer) => {
            Some(bytes.repeat(usize::from(printer.copies.max(1))))
        }
        _ => None,
    };
    let mut cut = None;
    let (bytes, mut pages) = match as_delivered {
        Some(bytes) => (bytes, pages),
        None => {
            let mut papers = Vec::with_capacity(pages.len());
            for page in &pages {
                papers.push(match Paper::with(page, printer) {
                    Err(error @ PrintError::Cut(_)) => {
                        cut.get_or_insert(error);
                        Paper::with_cut(page, printer)?
                    }
                    paper => paper?,
                });
            }
            let bytes = written(&papers, printer)?;
            (bytes, papers.into_iter().map(Paper::into_page).collect())
        }
    };
    for page in &mut pages {
        let paper = (page.width_px as usize, page.height_px as usize);
        let in_edge = lose_edge(page, (0, 0), paper, printer);
        cut = cut.or(in_edge);
    }
    Ok((Prepared { bytes, pages }, cut))
}

/// Takes away what the printer cannot print near the edges of its paper, of which the page is the part
/// at `corner`. Returns how far ink reaches into that, if it does.
fn lose_edge(
    page: &mut Page,
    corner: (usize, usize),
    (width, height): (usize, usize),
    printer: &Printer,
) -> Option<PrintError> {
    let edge = (printer.edge_in * page.dpi).round().max(0.0) as usize;
    if edge == 0 {
        return None;
    }
    let mut nearest = edge;
    for (y, row) in (corner.1..).zip(page.luma.chunks_mut(page.width_px.max(1) as usize)) {
        let from_top = y.min(height.saturating_sub(y + 1));
        for (x, level) in (corner.0..).zip(row) {
            let from_edge = from_top.min(x.min(width.saturating_sub(x + 1)));
            if from_edge < edge && *level < paper::INK_BELOW {
                nearest = nearest.min(from_edge);
                *level = 255;
            }
        }
    }
    (nearest < edge).then(|| edge_error(printer, (edge - nearest) as f32 / page.dpi))
}

fn edge_error(printer: &Printer, lost_in: f32) -> PrintError {
    let millimeters = |inches: f32| formats().decimal(&format!("{:.1}", inches * 25.4));
    PrintError::Cut(message!(
        "printing-in-edge",
        printer = &printer.name,
        edge = millimeters(printer.edge_in),
        lost = millimeters(lost_in),
    ))
}

/// Whether the printer is sent this file as it is. The resolution of the pages does not matter.
pub fn takes_unchanged(bytes: &[u8], pages: &[Page], printer: &Printer) -> bool {
    let sizes: Vec<(f32, f32)> = pages.iter().map(|page| (page.width_in, page.height_in)).collect();
    sniff(bytes) == Some(LabelFormat::Pdf) && takes_pdf_unchanged(&sizes, printer)
}

/// Whether the printer is sent a PDF with pages of these sizes, in inches, as it is.
pub fn takes_pdf_unchanged(sizes: &[(f32, f32)], printer: &Printer) -> bool {
    let untouched = printer.offset == (0, 0) && printer.turn == Turn::None && repeats(printer) == 1;
    let same_size = |(wide, high): &(f32, f32)| {
        let near = |a: f32, b: f32| (a - b).abs() <= paper::TOLERANCE_IN;
        near(*wide, printer.media_in.0) && near(*high, printer.media_in.1)
    };
    printer.language == Language::Pdf && untouched && sizes.iter().all(same_size)
}

/// The test page: a frame, a ruler and the printer's settings. It shows whether scale, offset and
/// darkness are right.
///
/// # Errors
/// Same as [`prepare`].
pub fn test_page(printer: &Printer) -> Result<Vec<u8>, PrintError> {
    written(&[grid::draw(printer)?], printer)
}

fn written(papers: &[Paper], printer: &Printer) -> Result<Vec<u8>, PrintError> {
    match printer.language {
        Language::Zpl => Ok(zpl::written(papers, printer)),
        Language::Epl2 => Ok(dots::epl2(papers, printer)),
        Language::Cpcl => Ok(dots::cpcl(papers, printer)),
        Language::Tspl => Ok(dots::tspl(papers, printer)),
        Language::Pdf => picture::pdf(papers, printer, repeats(printer)),
        Language::Pwg | Language::PwgBlack => pwg::written(papers, printer, repeats(printer)),
        Language::Png => match papers {
            [paper] if repeats(printer) == 1 => picture::png(paper),
            _ => Err(PrintError::TooManyPages { pages: papers.len() * repeats(printer) }),
        },
    }
}

/// How often each page is repeated in the document. CUPS queues and label printers receive the
/// number of copies instead.
fn repeats(printer: &Printer) -> usize {
    match (&printer.destination, printer.language) {
        (Destination::Cups { .. }, _) => 1,
        (_, language) if language.is_of_label_printers() => 1,
        _ => usize::from(printer.copies.max(1)),
    }
}

/// A size such as `4 × 6`, as the locale writes it.
pub fn measure((wide, high): (f32, f32)) -> String {
    format!("{} × {}", inches(wide), inches(high))
}
