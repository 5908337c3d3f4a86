//! Checks before printing that a label is the right one, by reading its barcodes.

use super::Page;
use super::barcode::{Barcode, read_barcodes, read_code128, read_some_code128};
use super::print::PrintError;
use super::size::inches;
use super::tracking_code::{Holding, holding};
use postroom_base::locale::Message;
use postroom_base::message;

#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// A barcode contains the tracking number and the size is right.
    Matches,
    /// A barcode contains another number of the same kind.
    Differs {
        found: String,
    },
    /// Barcodes were read, but none is known to contain a tracking number of this kind.
    OtherCode {
        found: String,
    },
    NoBarcode,
    /// Barcodes were read, but the expected tracking number is unknown.
    NotKnown,
    /// The number of packages without a label.
    Missing {
        labels: usize,
    },
    /// Ink is beyond the paper and will be cut off.
    Cut,
    /// The size of the first page differs from the requested one.
    WrongSize {
        width_in: f32,
        height_in: f32,
    },
}

impl Verdict {
    /// Whether nothing found speaks against printing the label.
    pub fn allows_printing(&self) -> bool {
        matches!(self, Self::Matches | Self::NotKnown | Self::OtherCode { .. })
    }
}

/// A verdict and a sentence for the user.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfCheck {
    pub verdict: Verdict,
    pub sentence: Message,
    /// What the barcodes contain, where the sentence does not say it; else empty.
    pub detail: Message,
}

/// Compares a label's barcodes with its tracking number, and the size of the first page with the
/// requested one, in inches. A label rotated by 90° has the right size.
pub fn self_check(pages: &[Page], tracking_number: &str, size_in: Option<(f32, f32)>) -> SelfCheck {
    check_numbers(pages, tracking_number, None, size_in)
}

fn check_numbers(
    pages: &[Page],
    tracking_number: &str,
    barcode: Option<&str>,
    size_in: Option<(f32, f32)>,
) -> SelfCheck {
    let numbers: Vec<&str> = std::iter::once(tracking_number).chain(barcode).collect();
    let numbers = numbers.as_slice();
    let has_number = |barcodes: &[Barcode]| barcodes.iter().any(|code| holds(code, numbers));
    // The number is usually in one of these barcodes. All barcodes are read only if it is not.
    let mut barcodes: Vec<Barcode> = pages.iter().flat_map(read_some_code128).collect();
    if !has_number(&barcodes) {
        barcodes = pages.iter().flat_map(read_code128).collect();
    }
    if !has_number(&barcodes) {
        barcodes = pages.iter().flat_map(read_barcodes).collect();
    }
    let verdict = verdict(pages, &barcodes, numbers, size_in);
    let sentence = match &verdict {
        Verdict::Matches => message!("labels-verified"),
        Verdict::NoBarcode => message!("labels-no-barcode"),
        // No comparison of barcodes comes to this.
        Verdict::NotKnown | Verdict::Cut => message!("labels-not-compared"),
        Verdict::Missing { labels } => missing_words(*labels, *labels),
        Verdict::Differs { found } => {
            message!("labels-differs", found = found, number = tracking_number)
        }
        Verdict::OtherCode { found } => {
            message!("labels-other-code", found = found, number = tracking_number)
        }
        Verdict::WrongSize { width_in, height_in } => {
            let (wide, high) = size_in.unwrap_or_default();
            message!(
                "labels-wrong-size",
                width = inches(*width_in),
                height = inches(*height_in),
                asked_width = inches(wide),
                asked_height = inches(high),
            )
        }
    };
    let detail = match &verdict {
        Verdict::Matches | Verdict::WrongSize { .. } => reads(tracking_number),
        _ => Message::default(),
    };
    SelfCheck { verdict, sentence, detail }
}

impl SelfCheck {
    /// What is said of a label of which the printer cannot print everything. `None` for other errors.
    pub fn of_cut(error: &PrintError) -> Option<SelfCheck> {
        let PrintError::Cut(sentence) = error else {
            return None;
        };
        let (verdict, sentence) = (Verdict::Cut, sentence.clone());
        Some(SelfCheck { verdict, sentence, detail: Message::default() })
    }
}

fn reads(number: &str) -> Message {
    message!("labels-reads", number = number)
}

/// The pages of one package's label, the tracking number its barcode must contain, or `None` if it
/// is unknown, and what the service says the barcode contains.
#[derive(Clone, Debug)]
pub struct Package<'a> {
    pub number: u32,
    pub pages: &'a [Page],
    pub tracking: Option<&'a str>,
    pub barcode: Option<&'a str>,
}

/// Like [`self_check`], for each package's label and its own number. The sentence names the first
/// package with a problem.
pub fn check_packages(packages: &[Package<'_>], size_in: Option<(f32, f32)>) -> SelfCheck {
    let checks: Vec<SelfCheck> =
        packages.iter().map(|package| check_package(package, packages, size_in)).collect();
    if let [check] = checks.as_slice() {
        return check.clone();
    }
    let bad = |check: &&(u32, &SelfCheck)| !check.1.verdict.allows_printing();
    let named = || packages.iter().map(|package| package.number).zip(&checks);
    let unknown = |check: &&(u32, &SelfCheck)| check.1.verdict != Verdict::Matches;
    let told: Vec<(u32, &SelfCheck)> = named().collect();
    let worst = told.iter().find(bad).or_else(|| told.iter().find(unknown));
    match worst {
        Some((number, check)) => SelfCheck {
            verdict: check.verdict.clone(),
            sentence: message!("labels-of-package", package = *number, finding = &check.sentence,),
            detail: check.detail.clone(),
        },
        None => {
            let numbers: Vec<&str> = packages.iter().filter_map(|one| one.tracking).collect();
            SelfCheck {
                verdict: Verdict::Matches,
                sentence: message!("labels-all-verified", count = packages.len()),
                detail: message!("labels-read", numbers = numbers),
            }
        }
    }
}

/// The check of the existing labels, unless labels are missing: then the verdict is `Missing`,
/// except if an existing label is wrong, which is worse.
pub fn unless_missing(
    check: Option<SelfCheck>,
    missing: usize,
    packages: usize,
) -> Option<SelfCheck> {
    if missing == 0 || check.as_ref().is_some_and(|check| !check.verdict.allows_printing()) {
        return check;
    }
    Some(SelfCheck {
        verdict: Verdict::Missing { labels: missing },
        sentence: missing_words(missing, packages),
        detail: Message::default(),
    })
}

fn missing_words(missing: usize, packages: usize) -> Message {
    message!("labels-missing", missing = missing, packages = packages)
}

/// Whether a barcode of the page contains the number.
pub fn has_barcode(page: &Page, number: &str) -> bool {
    let any = |barcodes: Vec<Barcode>| barcodes.iter().any(|one| holds(one, &[number]));
    any(read_code128(page)) || any(read_barcodes(page))
}

fn check_package(
    package: &Package<'_>,
    all: &[Package<'_>],
    size_in: Option<(f32, f32)>,
) -> SelfCheck {
    if let Some(tracking) = package.tracking {
        return check_numbers(package.pages, tracking, package.barcode, size_in);
    }
    let found: Vec<Barcode> = package.pages.iter().flat_map(read_code128).collect();
    let others = all.iter().filter(|other| other.number != package.number);
    let another = others
        .filter_map(|other| Some((other.number, other.tracking?)))
        .find(|(_, number)| found.iter().any(|code| holds(code, &[number])));
    match (another, found.first()) {
        (Some((other, number)), _) => SelfCheck {
            verdict: Verdict::Differs { found: number.to_owned() },
            sentence: message!("labels-of-other-package", package = other, number = number),
            detail: Message::default(),
        },
        (None, Some(code)) => SelfCheck {
            verdict: Verdict::NotKnown,
            sentence: message!("labels-not-compared"),
            detail: reads(&readable(&code.text)),
        },
        (None, None) => SelfCheck {
            verdict: Verdict::NoBarcode,
            sentence: message!("labels-no-barcode"),
            detail: Message::default(),
        },
    }
}

/// A barcode of lines with another number decides against a field of a message with the right one:
/// the message of a shipment's further packages can have the number of the first.
fn verdict(
    pages: &[Page],
    barcodes: &[Barcode],
    numbers: &[&str],
    size_in: Option<(f32, f32)>,
) -> Verdict {
    if barcodes.is_empty() {
        return Verdict::NoBarcode;
    }
    let having = |wanted: Holding, in_lines: bool| {
        let fits = |code: &&Barcode| !in_lines || code.is_linear();
        barcodes.iter().filter(fits).any(|code| holding(code, numbers) == wanted)
    };
    let is_wrong = having(Holding::WrongNumber, true) && !having(Holding::Number, true);
    if is_wrong || !having(Holding::Number, false) {
        let found: Vec<String> = barcodes.iter().map(|barcode| readable(&barcode.text)).collect();
        let found = found.join(", ");
        return match is_wrong || having(Holding::WrongNumber, false) {
            true => Verdict::Differs { found },
            false => Verdict::OtherCode { found },
        };
    }
    if let (Some(asked), Some(page)) = (size_in, pages.first()) {
        let is = (page.width_in, page.height_in);
        let near = |a: f32, b: f32| (a - b).abs() <= 0.05;
        let as_asked = near(is.0, asked.0) && near(is.1, asked.1);
        let on_its_side = near(is.0, asked.1) && near(is.1, asked.0);
        if !as_asked && !on_its_side {
            return Verdict::WrongSize { width_in: is.0, height_in: is.1 };
        }
    }
    Verdict::Matches
}

fn holds(barcode: &Barcode, numbers: &[&str]) -> bool {
    holding(barcode, numbers) == Holding::Number
}

fn readable(text: &str) -> String {
    let shown: String = text.chars().filter(|c| !c.is_control()).take(60).collect();
    shown
}
