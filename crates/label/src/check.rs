//! Checks before printing that a label is the right one, by reading its barcodes.

use super::Page;
use super::barcode::{Barcode, read_barcodes, read_code128, read_one_code128};
use postroom_base::locale::{Message, format};
use postroom_base::message;

#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// A barcode contains the tracking number and the size is right.
    Matches,
    /// Barcodes were read, but none contains the tracking number.
    Differs {
        found: String,
    },
    NoBarcode,
    /// Barcodes were read, but the expected tracking number is unknown.
    NotKnown,
    /// The number of packages without a label.
    Missing {
        labels: usize,
    },
    /// The size of the first page differs from the requested one.
    WrongSize {
        width_in: f32,
        height_in: f32,
    },
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
    let has_number = |barcodes: &[Barcode]| {
        let mut barcodes = barcodes.iter();
        barcodes.any(|barcode| holds(&barcode.text, tracking_number))
    };
    // Mostly the number stands in the first barcode found. All are read only if it does not.
    let mut barcodes: Vec<Barcode> = pages.iter().filter_map(read_one_code128).collect();
    if !has_number(&barcodes) {
        barcodes = pages.iter().flat_map(read_code128).collect();
    }
    if !has_number(&barcodes) {
        barcodes = pages.iter().flat_map(read_barcodes).collect();
    }
    let verdict = verdict(pages, &barcodes, tracking_number, size_in);
    let sentence = match &verdict {
        Verdict::Matches => message!("labels-verified"),
        Verdict::NoBarcode => message!("labels-no-barcode"),
        Verdict::NotKnown => message!("labels-not-compared"),
        Verdict::Missing { labels } => missing_words(*labels, *labels),
        Verdict::Differs { found } => {
            message!("labels-differs", found = found, number = tracking_number)
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

fn reads(number: &str) -> Message {
    message!("labels-reads", number = number)
}

/// The pages of one package's label, and the tracking number its barcode must contain, or `None`
/// if it is unknown.
#[derive(Clone, Debug)]
pub struct Package<'a> {
    pub number: u32,
    pub pages: &'a [Page],
    pub tracking: Option<&'a str>,
}

/// Like [`self_check`], for each package's label and its own number. The sentence names the first
/// package with a problem.
pub fn check_packages(packages: &[Package<'_>], size_in: Option<(f32, f32)>) -> SelfCheck {
    let checks: Vec<SelfCheck> =
        packages.iter().map(|package| check_package(package, packages, size_in)).collect();
    if let [check] = checks.as_slice() {
        return check.clone();
    }
    let bad = |check: &&(u32, &SelfCheck)| {
        !matches!(check.1.verdict, Verdict::Matches | Verdict::NotKnown)
    };
    let named = || packages.iter().map(|package| package.number).zip(&checks);
    let unknown = |check: &&(u32, &SelfCheck)| check.1.verdict == Verdict::NotKnown;
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
    let mild = |check: &SelfCheck| matches!(check.verdict, Verdict::Matches | Verdict::NotKnown);
    if missing == 0 || check.as_ref().is_some_and(|check| !mild(check)) {
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
    let any = |barcodes: Vec<Barcode>| barcodes.iter().any(|one| holds(&one.text, number));
    any(read_code128(page)) || any(read_barcodes(page))
}

fn check_package(
    package: &Package<'_>,
    all: &[Package<'_>],
    size_in: Option<(f32, f32)>,
) -> SelfCheck {
    if let Some(tracking) = package.tracking {
        return self_check(package.pages, tracking, size_in);
    }
    let found: Vec<String> =
        package.pages.iter().flat_map(read_code128).map(|barcode| barcode.text).collect();
    let others = all.iter().filter(|other| other.number != package.number);
    let another = others
        .filter_map(|other| Some((other.number, other.tracking?)))
        .find(|(_, number)| found.iter().any(|text| holds(text, number)));
    match (another, found.first()) {
        (Some((other, number)), _) => SelfCheck {
            verdict: Verdict::Differs { found: number.to_owned() },
            sentence: message!("labels-of-other-package", package = other, number = number),
            detail: Message::default(),
        },
        (None, Some(text)) => SelfCheck {
            verdict: Verdict::NotKnown,
            sentence: message!("labels-not-compared"),
            detail: reads(&readable(text)),
        },
        (None, None) => SelfCheck {
            verdict: Verdict::NoBarcode,
            sentence: message!("labels-no-barcode"),
            detail: Message::default(),
        },
    }
}

fn verdict(
    pages: &[Page],
    barcodes: &[Barcode],
    tracking_number: &str,
    size_in: Option<(f32, f32)>,
) -> Verdict {
    if barcodes.is_empty() {
        return Verdict::NoBarcode;
    }
    if !barcodes.iter().any(|barcode| holds(&barcode.text, tracking_number)) {
        let found: Vec<String> = barcodes.iter().map(|barcode| readable(&barcode.text)).collect();
        return Verdict::Differs { found: found.join(", ") };
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

/// Whether a barcode's text is the tracking number, optionally after the postal routing prefix
/// (420 and a ZIP code of five or nine digits).
fn holds(text: &str, tracking_number: &str) -> bool {
    let bare =
        |text: &str| -> String { text.chars().filter(char::is_ascii_alphanumeric).collect() };
    let (text, wanted) = (bare(text), bare(tracking_number));
    if wanted.is_empty() {
        return false;
    }
    let routed = text
        .strip_prefix("420")
        .and_then(|rest| rest.strip_suffix(wanted.as_str()))
        .is_some_and(|zip| matches!(zip.len(), 5 | 9) && zip.bytes().all(|b| b.is_ascii_digit()));
    text == wanted || routed
}

fn readable(text: &str) -> String {
    let shown: String = text.chars().filter(|c| !c.is_control()).take(60).collect();
    shown
}

/// At most two decimals, without trailing zeros.
fn inches(value: f32) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    format::formats().decimal(short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_routing_prefix_is_no_part_of_the_number() {
        let check = |text: &str, expected: bool| {
            assert_eq!(holds(text, "9205 5901 6491"), expected, "{text:?}");
        };
        check("920559016491", true);
        check("42094704920559016491", true);
        check("42094704\u{1d}920559016491", true);
        check("420947041234920559016491", true);
        check("4209470920559016491", false);
        check("42094704", false);
        check("920559016492", false);
        assert!(!holds("", ""));
    }

    #[test]
    fn inches_are_written_short() {
        assert_eq!(
            (inches(4.0), inches(6.75), inches(3.9999)),
            ("4".into(), "6.75".into(), "4".into())
        );
    }
}
