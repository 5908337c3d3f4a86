//! `postroom label FILE`: the preview of a label as a command, for scripts and for support. It draws
//! in the same child process as the window, so no file can harm it.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lexopt::prelude::*;
use serde::Serialize;

use postroom_base::read_limited;

use super::{
    Barcode, Decoded, Decoder, LabelFormat, Limits, Page, has_barcode, read_barcodes, sniff,
};

/// The part of `postroom --help`.
pub const LABEL_HELP: &str = "\
postroom label FILE         draw a label and say what is on it: pages, sizes, barcodes, and
                            what a printer would do otherwise; FILE may be - for standard input
  --png OUT                 write the picture; further pages get -2, -3, … before the ending
  --dpi N                   dots per inch of PDF and printer commands, 36 to 1200 (203)
  --check NUMBER            fail with code 3 unless a barcode holds this tracking number
  --json                    one JSON object instead of text
                            the barcodes that are read: Code 128, Code 39, QR, Data Matrix,
                            PDF417, Aztec; ends with 0, or 1 if the file cannot be drawn,
                            2 for wrong arguments
";

/// What is looked for ([`read_barcodes`]), in words.
const SYMBOLOGIES: &str = "Code 128, Code 39, QR, Data Matrix, PDF417 or Aztec";
/// The dots per inch of most label printers.
const USUAL_DPI: f32 = 203.0;
const DPI: std::ops::RangeInclusive<f32> = 36.0..=1_200.0;
/// How often a file is drawn that takes too long.
const TRIES: u32 = 4;

/// How the command ended. The codes are documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelExit {
    Drawn,
    NotDrawn,
    WrongArguments,
    OtherNumber,
}

impl LabelExit {
    pub fn code(self) -> u8 {
        match self {
            Self::Drawn => 0,
            Self::NotDrawn => 1,
            Self::WrongArguments => 2,
            Self::OtherNumber => 3,
        }
    }
}

#[derive(Debug, Default, PartialEq)]
struct LabelArguments {
    file: PathBuf,
    png: Option<PathBuf>,
    dpi: Option<f32>,
    number: Option<String>,
    json: bool,
    help: bool,
}

fn parse(words: Vec<OsString>) -> Result<LabelArguments, lexopt::Error> {
    let mut parser = lexopt::Parser::from_args(words);
    let mut arguments = LabelArguments::default();
    while let Some(word) = parser.next()? {
        match word {
            Value(file) if arguments.file.as_os_str().is_empty() => arguments.file = file.into(),
            Long("png") => arguments.png = Some(parser.value()?.into()),
            Long("dpi") => {
                let dpi: f32 = parser.value()?.parse()?;
                if !DPI.contains(&dpi) {
                    return Err("--dpi is a number from 36 to 1200".into());
                }
                arguments.dpi = Some(dpi);
            }
            Long("check") => {
                let number = parser.value()?.string()?;
                if number.trim().is_empty() {
                    return Err("--check needs a tracking number".into());
                }
                arguments.number = Some(number);
            }
            Long("json") => arguments.json = true,
            Long("help") | Short('h') => arguments.help = true,
            other => return Err(other.unexpected()),
        }
    }
    if arguments.file.as_os_str().is_empty() && !arguments.help {
        return Err("there is no file".into());
    }
    Ok(arguments)
}

/// What the command says of a file; its JSON form is documented.
#[derive(Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct LabelReport {
    file: String,
    /// `PDF`, `PNG`, `JPEG`, `TIFF`, `GIF`, `ZPL`, `EPL2` or `CPCL`; absent if it is none of them.
    #[serde(rename = "type")]
    kind: Option<&'static str>,
    pages: Vec<PageReport>,
    warnings: Vec<String>,
    ink_outside_page: Vec<String>,
    check: Option<NumberCheck>,
    error: Option<String>,
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct PageReport {
    width_in: f32,
    height_in: f32,
    dpi: f32,
    width_px: u32,
    height_px: u32,
    barcodes: Vec<BarcodeReport>,
    /// The file of the picture, if one was asked for.
    png: Option<String>,
}

#[derive(Debug, PartialEq, Serialize)]
struct BarcodeReport {
    symbology: String,
    text: String,
}

#[derive(Debug, PartialEq, Serialize)]
struct NumberCheck {
    number: String,
    found: bool,
}

/// Runs the command. `program` is this program's own file, which draws in a child process.
pub fn run_label_command(words: Vec<OsString>, program: PathBuf) -> LabelExit {
    let arguments = match parse(words) {
        Ok(arguments) if arguments.help => {
            print!("{LABEL_HELP}");
            return LabelExit::Drawn;
        }
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("postroom label: {error}; postroom label --help lists what there is");
            return LabelExit::WrongArguments;
        }
    };
    let mut report =
        LabelReport { file: arguments.file.display().to_string(), ..LabelReport::default() };
    if let Err(error) = report.fill(&arguments, program) {
        report.error = Some(error);
    }
    let words = match arguments.json {
        true => serde_json::to_string_pretty(&report).unwrap_or_default() + "\n",
        false => report.words(),
    };
    // A reader that has gone needs no answer.
    let _ = std::io::stdout().write_all(words.as_bytes());
    match (&report.error, &report.check) {
        (Some(_), _) => LabelExit::NotDrawn,
        (None, Some(check)) if !check.found => LabelExit::OtherNumber,
        (None, _) => LabelExit::Drawn,
    }
}

impl LabelReport {
    fn fill(&mut self, arguments: &LabelArguments, program: PathBuf) -> Result<(), String> {
        let bytes = read_file(&arguments.file)?;
        self.kind = sniff(&bytes).map(kind_of);
        let dpi = arguments.dpi.unwrap_or(USUAL_DPI);
        let decoded = draw(program, bytes.into(), dpi)?;
        self.warnings = decoded.warnings;
        self.ink_outside_page = decoded.ink_outside_page;
        let pages = decoded.pages.len();
        for (page, number) in decoded.pages.iter().zip(1_usize..) {
            let on_page = read_barcodes(page);
            let png = match &arguments.png {
                Some(out) => Some(write_png(page, out, number, pages)?),
                None => None,
            };
            self.pages.push(PageReport {
                width_in: page.width_in,
                height_in: page.height_in,
                dpi: page.dpi,
                width_px: page.width_px,
                height_px: page.height_px,
                barcodes: on_page.iter().map(barcode_report).collect(),
                png,
            });
        }
        self.check = arguments.number.as_ref().map(|number| NumberCheck {
            number: number.clone(),
            found: decoded.pages.iter().any(|page| has_barcode(page, number)),
        });
        Ok(())
    }

    /// The report as lines.
    fn words(&self) -> String {
        let mut lines = vec![format!("{}: {}", self.file, self.kind.unwrap_or("unknown"))];
        for (page, number) in self.pages.iter().zip(1..) {
            lines.push(format!(
                "page {number}: {:.2} × {:.2} in, {} × {} dots, {:.0} dpi",
                page.width_in, page.height_in, page.width_px, page.height_px, page.dpi
            ));
            for barcode in &page.barcodes {
                lines.push(format!("  {}: {}", barcode.symbology, readable(&barcode.text)));
            }
            if page.barcodes.is_empty() {
                lines.push(format!("  no {SYMBOLOGIES} code read"));
            }
            lines.extend(page.png.iter().map(|png| format!("  picture: {png}")));
        }
        let said = self.warnings.iter().chain(&self.ink_outside_page);
        lines.extend(said.map(|warning| format!("warning: {warning}")));
        if let Some(check) = &self.check {
            let found = if check.found { "holds" } else { "does not hold" };
            lines.push(format!("check: the label {found} {}", check.number));
        }
        lines.extend(self.error.iter().map(|error| format!("error: {error}")));
        lines.join("\n") + "\n"
    }
}

fn barcode_report(barcode: &Barcode) -> BarcodeReport {
    BarcodeReport { symbology: barcode.symbology.clone(), text: barcode.text.clone() }
}

/// Function characters as `<GS>`, and no other control character that a terminal would obey.
fn readable(text: &str) -> String {
    let shown = text.chars().map(|letter| match letter {
        '\u{1d}' => "<GS>".to_owned(),
        letter if letter.is_control() => format!("<{:02X}>", u32::from(letter)),
        letter => letter.to_string(),
    });
    shown.collect()
}

fn kind_of(format: LabelFormat) -> &'static str {
    match format {
        LabelFormat::Pdf => "PDF",
        LabelFormat::Png => "PNG",
        LabelFormat::Jpeg => "JPEG",
        LabelFormat::Tiff => "TIFF",
        LabelFormat::Gif => "GIF",
        LabelFormat::Zpl => "ZPL",
        LabelFormat::Commands(language) => language.name(),
    }
}

fn read_file(file: &Path) -> Result<Vec<u8>, String> {
    let most = Limits::default().max_bytes as u64;
    let read = match file.as_os_str() == "-" {
        true => read_limited::read_all(std::io::stdin().lock(), most),
        false => read_limited::read_file(file, most),
    };
    read.map_err(|error| error.to_string())
}

fn draw(program: PathBuf, bytes: Arc<[u8]>, dpi: f32) -> Result<Decoded, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let decoder = Decoder::new(program);
    let decoded = runtime.block_on(decoder.decode_patiently(bytes, dpi, TRIES));
    decoded.map_err(|error| error.to_string())
}

/// Writes the gray levels of a page with its resolution, and returns the name of the file.
fn write_png(page: &Page, out: &Path, number: usize, pages: usize) -> Result<String, String> {
    let path = match number {
        1 => out.to_owned(),
        number => {
            let stem = out.file_stem().unwrap_or_default().to_string_lossy();
            let ending = out.extension().unwrap_or_default().to_string_lossy();
            let digits = pages.to_string().len();
            out.with_file_name(format!("{stem}-{number:0digits$}.{ending}"))
        }
    };
    let written = || -> Result<(), png::EncodingError> {
        let file = std::fs::File::create(&path)?;
        let file = std::io::BufWriter::new(file);
        let mut encoder = png::Encoder::new(file, page.width_px, page.height_px);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::Eight);
        let dots_a_meter = (page.dpi / 0.0254).round() as u32;
        encoder.set_pixel_dims(Some(png::PixelDimensions {
            xppu: dots_a_meter,
            yppu: dots_a_meter,
            unit: png::Unit::Meter,
        }));
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&page.luma)?;
        writer.finish()
    };
    let shown = path.display().to_string();
    match written() {
        Ok(()) => Ok(shown),
        Err(error) => Err(format!("{shown}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Result<LabelArguments, String> {
        let words = words.iter().map(OsString::from).collect();
        parse(words).map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_are_read_or_refused() {
        let all = ["a.zpl", "--png", "a.png", "--dpi", "300", "--check", "9400", "--json"];
        let arguments = parsed(&all).unwrap();
        assert_eq!(arguments.file, PathBuf::from("a.zpl"));
        assert_eq!((arguments.dpi, arguments.json), (Some(300.0), true));
        assert_eq!(arguments.number.as_deref(), Some("9400"));
        assert!(parsed(&["--help"]).unwrap().help);
        for wrong in [
            &[][..],
            &["a", "b"],
            &["a", "--dpi", "12"],
            &["a", "--dpi", "NaN"],
            &["a", "--check", " "],
            &["a", "--buy"],
        ] {
            assert!(parsed(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn control_characters_are_shown_by_their_names() {
        assert_eq!(readable("42\u{1d}94\u{1b}[31m"), "42<GS>94<1B>[31m");
    }
}
