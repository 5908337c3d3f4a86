//! Draws the labels of one shipment as they will be printed, and checks them.

use std::sync::Arc;

use crate::desk::records::label_files::LabelFile;
use crate::desk::records::package_numbers::Expected;
use crate::desk::records::{label_files, package_numbers};
use crate::label::print::{self, Printer};
use crate::label::{Decoded, Decoder, Package, Page, SelfCheck, Verdict, check_packages};
use crate::text;

/// How often a label that takes too long is drawn: one that was bought must come out.
const TRIES: u32 = 3;

/// The drawn label of one package; without bytes if it is a part of a file, and without pages if it
/// is sent in the printer's own language, which is not drawn here.
pub(super) struct Drawn {
    pub number: u32,
    pub bytes: Option<Arc<[u8]>>,
    pub pages: Vec<Page>,
}

/// Draws the pages of every package at the printer's resolution. If one file serves several
/// packages, it has one page for each.
pub(super) async fn draw(
    decoder: &Decoder,
    files: &[LabelFile],
    expected: &Expected,
    printer: &Printer,
) -> Result<Vec<Drawn>, String> {
    let mut drawn = Vec::new();
    for file in files {
        let bytes = Arc::clone(&file.bytes);
        let pages = match print::is_sent_undrawn(&bytes, printer) {
            true => Vec::new(),
            false => {
                let dpi = f32::from(printer.dpi);
                let drawn = decoder.decode_patiently(bytes, dpi, TRIES).await;
                let pages = drawn.and_then(Decoded::whole);
                pages.map_err(|error| error.to_string())?
            }
        };
        drawn.push(Drawn {
            number: file.package_number,
            bytes: Some(Arc::clone(&file.bytes)),
            pages,
        });
    }
    match drawn.pop() {
        Some(only)
            if drawn.is_empty()
                && expected.packages > 1
                && only.pages.len() == expected.packages =>
        {
            let each = (1..).zip(only.pages);
            Ok(each
                .map(|(number, page)| Drawn { number, bytes: None, pages: vec![page] })
                .collect())
        }
        Some(last) => {
            drawn.push(last);
            Ok(drawn)
        }
        None => Err(text!("printing-no-label").to_owned()),
    }
}

pub(super) fn missing(drawn: &[Drawn], expected: &Expected) -> usize {
    let counts: Vec<(u32, usize)> =
        drawn.iter().map(|label| (label.number, label.pages.len().max(1))).collect();
    let pages: Vec<&Page> = drawn.iter().flat_map(|label| &label.pages).collect();
    package_numbers::missing(&counts, &pages, expected)
}

/// A package's number and the pages of its label as they will be printed.
pub(super) type BurntPages = (u32, Vec<Page>);

/// Runs the self-check on the pages as they will be printed, of which `cut` says what is lost; `None`
/// if nothing is and no tracking number is known.
pub(super) async fn check(
    burnt: Vec<BurntPages>,
    cut: Option<SelfCheck>,
    expected: &Expected,
    printer: &Printer,
) -> Result<Option<SelfCheck>, String> {
    let is_undrawn = burnt.iter().all(|(_, pages)| pages.is_empty());
    if expected.tracking.is_none() || is_undrawn {
        return Ok(cut);
    }
    let size = expected.size.as_ref().and_then(label_files::inches);
    // On larger paper the page has the size of the paper, so only the barcode can be compared.
    let size = size.filter(|size| printer.has_paper_size(*size));
    let expected = expected.clone();
    let read = move || {
        let packages: Vec<Package<'_>> =
            burnt.iter().map(|(number, pages)| expected.package(*number, pages)).collect();
        check_packages(&packages, size)
    };
    let checked = tokio::task::spawn_blocking(read).await.map_err(|error| error.to_string())?;
    // A wrong label is worse than one that is cut; other findings can be due to the cut.
    let is_wrong = matches!(checked.verdict, Verdict::Differs { .. });
    Ok(cut.filter(|_| !is_wrong).or(Some(checked)))
}
