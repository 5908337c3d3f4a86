//! The labels of one shipment, drawn for their printer: written in its language and checked, unless
//! they go on sheets that other labels share.

use crate::base::id::ShipmentId;
use crate::base::locale::Message;
use crate::desk::kernel::session::RequestError;
use crate::desk::printing::batch::BatchSources;
use crate::desk::printing::batch::drawing::{BurntPages, Drawn, check, draw, missing};
use crate::desk::printing::job_for;
use crate::desk::printing::state::PrintRequest;
use crate::desk::records::label_files;
use crate::desk::records::label_files::LabelFile;
use crate::desk::records::package_numbers::Expected;
use crate::label::print::{Language, Printer};
use crate::label::{SelfCheck, print};
use crate::message;
use crate::store::spool::NewJob;
use crate::text;

/// What becomes of the labels of one shipment.
pub(super) enum ShipmentLabels {
    /// The label files could not be read or fetched.
    NotGathered(RequestError),
    /// They cannot be printed, with the reason and the name of the shipment.
    Refused {
        name: String,
        cause: String,
    },
    Drawn(Box<DrawnLabels>),
}

/// The labels of one shipment as they will be printed.
pub(super) struct DrawnLabels {
    /// The index of the printer.
    pub printer: usize,
    pub expected: Expected,
    /// Packages that have no label.
    pub missing: usize,
    pub content: DrawnContent,
}

pub(super) enum DrawnContent {
    /// One job for each label. Without a finding if no tracking number is known.
    Jobs { jobs: Vec<NewJob>, check: Option<SelfCheck> },
    /// For sheets that are shared. They are checked on the sheet.
    ForSheets(Vec<Drawn>),
}

impl DrawnContent {
    pub fn labels(&self) -> usize {
        match self {
            Self::Jobs { jobs, .. } => jobs.len(),
            Self::ForSheets(drawn) => drawn.len(),
        }
    }
}

/// Reads and draws the labels of one shipment. Nothing of it depends on other shipments, so several
/// are drawn at once.
pub(super) async fn draw_shipment(
    sources: &BatchSources,
    printers: &[Printer],
    request: &PrintRequest,
    id: &ShipmentId,
) -> ShipmentLabels {
    let (files, expected) = match sources.gather(id).await {
        Ok(gathered) => gathered,
        Err(setback) => return ShipmentLabels::NotGathered(setback),
    };
    let name = name(&expected, id);
    let drawn = drawn(sources, printers, request, id, &files, expected).await;
    tracing::debug!(shipment = %id, error = drawn.as_ref().err(), "a label is drawn");
    match drawn {
        Ok(drawn) => ShipmentLabels::Drawn(Box::new(drawn)),
        Err(cause) => ShipmentLabels::Refused { name, cause },
    }
}

async fn drawn(
    sources: &BatchSources,
    printers: &[Printer],
    request: &PrintRequest,
    id: &ShipmentId,
    files: &[LabelFile],
    expected: Expected,
) -> Result<DrawnLabels, String> {
    let own = printer_of(printers, request, id);
    let asked = expected.size.as_ref().and_then(label_files::inches);
    let mut at = own.map_or_else(|| choose(printers, files, asked), Ok)?;
    let gone = || text!("printing-printer-gone").to_owned();
    let mut printer = printers.get(at).ok_or_else(gone)?;
    let mut drawn = draw(&sources.decoder, files, &expected, printer).await?;
    // A service may deliver another size than was asked for.
    let delivered = drawn.iter().flat_map(|label| &label.pages).next();
    let delivered = delivered.map(|page| (page.width_in, page.height_in));
    if own.is_none()
        && let Some(size) = delivered.filter(|size| !printer.has_paper_size(*size))
        && let Ok(better) = choose(printers, files, Some(size))
        && better != at
    {
        at = better;
        printer = printers.get(at).ok_or_else(gone)?;
        drawn = draw(&sources.decoder, files, &expected, printer).await?;
    }
    let missing = match request.package {
        None => missing(&drawn, &expected),
        Some(_) => 0,
    };
    if let Some(number) = request.package {
        drawn.retain(|label| label.number == number);
        if drawn.is_empty() {
            return Err(text!("printing-no-package", package = number));
        }
    }
    let content = match printer.shares_sheets() {
        true => DrawnContent::ForSheets(drawn),
        false => {
            let several = drawn.len() > 1;
            let names: Vec<(String, Message)> = drawn
                .iter()
                .map(|label| {
                    let package = several.then_some(label.number);
                    let subject = sources.subject(id, label.number);
                    (subject, title(&expected, id, package))
                })
                .collect();
            let Composed { written, burnt, cut } = compose(drawn, printer).await?;
            let jobs = names.into_iter().zip(written);
            let jobs =
                jobs.map(|((subject, title), bytes)| job_for(printer, &subject, title, bytes));
            let check = check(burnt, cut, &expected, printer).await?;
            DrawnContent::Jobs { jobs: jobs.collect(), check }
        }
    };
    Ok(DrawnLabels { printer: at, expected, missing, content })
}

/// The labels of a shipment in the printer's language.
#[derive(Default)]
struct Composed {
    written: Vec<Vec<u8>>,
    burnt: Vec<BurntPages>,
    /// What the paper cuts off of a label, which nobody has agreed to yet.
    cut: Option<SelfCheck>,
}

/// Writes each label in the printer's language, in a thread of its own: a picture takes a moment.
async fn compose(drawn: Vec<Drawn>, printer: &Printer) -> Result<Composed, String> {
    let printer = printer.clone();
    let compose = move || {
        let mut composed = Composed::default();
        for label in drawn {
            let bytes = label.bytes.unwrap_or_default();
            let prepared = print::compose_or_cut(&bytes, label.pages, &printer);
            let (prepared, too_large) = prepared.map_err(|error| error.to_string())?;
            composed.cut = composed.cut.or_else(|| SelfCheck::of_cut(too_large.as_ref()?));
            composed.written.push(prepared.bytes);
            composed.burnt.push((label.number, prepared.pages));
        }
        Ok(composed)
    };
    let composed = tokio::task::spawn_blocking(compose).await;
    composed.map_err(|error| error.to_string())?
}

/// The shipment's own printer, if it has one that exists.
fn printer_of(printers: &[Printer], request: &PrintRequest, id: &ShipmentId) -> Option<usize> {
    let own = request.printers.get(id)?;
    printers.iter().position(|it| it.name == *own)
}

/// The title of a label's job, with its package if the shipment has several.
pub(super) fn title(expected: &Expected, id: &ShipmentId, package: Option<u32>) -> Message {
    let number = expected.tracking.as_ref().map(ToString::to_string);
    let number = number.unwrap_or_else(|| id.to_string());
    let name = Some(expected.to_name.as_str()).filter(|name| !name.is_empty());
    match (name, package) {
        (None, None) => message!("printing-title", number = number),
        (None, Some(package)) => {
            message!("printing-title-package", number = number, package = package)
        }
        (Some(name), None) => message!("printing-title-name", name = name, number = number),
        (Some(name), Some(package)) => {
            message!("printing-title-name-package", name = name, number = number, package = package,)
        }
    }
}

pub(super) fn name(expected: &Expected, id: &ShipmentId) -> String {
    match expected.to_name.is_empty() {
        true => id.to_string(),
        false => expected.to_name.clone(),
    }
}

/// The index of the best printer for a label of this size, in inches: one whose paper fits it
/// exactly and that understands its language, else one with such paper, else one with larger paper.
fn choose(
    printers: &[Printer],
    files: &[LabelFile],
    size: Option<(f32, f32)>,
) -> Result<usize, String> {
    if printers.len() == 1 {
        return Ok(0);
    }
    let first = files.first();
    let language = first.and_then(|file| print::language_of(&file.bytes));
    // Commands that are not drawn here can go to no other printer.
    let is_bound = language.is_some_and(|language| language != Language::Zpl);
    let rank = |printer: &Printer| {
        let speaks = match language {
            Some(language) => printer.language == language,
            None => !printer.language.is_of_label_printers(),
        };
        if is_bound && !speaks {
            return None;
        }
        let Some(size) = size else {
            return Some(u8::from(!speaks));
        };
        match (printer.has_paper_size(size), printer.fits_on_paper(size)) {
            (true, _) => Some(u8::from(!speaks)),
            (false, true) => Some(2),
            (false, false) => None,
        }
    };
    printers
        .iter()
        .enumerate()
        .filter_map(|(at, printer)| rank(printer).map(|rank| (rank, at)))
        .min()
        .map(|(_, at)| at)
        .ok_or_else(|| {
            let size = print::measure(size.unwrap_or_default());
            text!("printing-no-such-paper", size = size)
        })
}
