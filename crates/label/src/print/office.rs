//! Office printers reached directly, without a driver or a queue on this computer: they speak IPP
//! themselves (IPP Everywhere, AirPrint). Reads the capabilities of a printer, and sends it a job
//! that is printed at 100 % or refused. Calls block on the network: not for the UI thread.

use ipp::model::{IppVersion, Operation, StatusCode};
use ipp::prelude::{DelimiterTag, IppAttribute, IppOperationBuilder, IppValue};
use ipp::request::IppRequestResponse;

use super::ipp::{
    Document, IppTarget, MARGINS, Progress, SpoolOutcome, USER, comes_later, keyword, short, state,
    values, words_of,
};
use super::{Language, Printer, measure, media};
use postroom_base::text;

/// The port printers listen on, and the path nearly all of them use.
pub const PORT: u16 = 631;
pub const PATH: &str = "/ipp/print";

/// The capabilities and the state a printer reports.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PrinterCapabilities {
    /// Maker and model as the printer reports them.
    pub name: String,
    /// `Idle`, `Printing` or `Stopped`, with the reason if there is one.
    pub state: String,
    /// The supported document formats, as MIME types.
    pub formats: Vec<String>,
    /// The names of all supported papers, of the loaded ones, and of the default paper.
    pub media: Vec<String>,
    pub loaded: Vec<String>,
    pub usual: Option<String>,
    /// Resolutions in dots per inch that are the same in both directions.
    pub dots: Vec<u16>,
    /// The resolutions for PWG raster, and its pixel types (`sgray_8`, `black_1`, …).
    pub raster_dots: Vec<u16>,
    pub raster_types: Vec<String>,
    /// Ways to scale a page; `none` is the one needed for 100 %.
    pub scaling: Vec<String>,
    pub sides: Vec<String>,
    /// The largest unprintable margin of the paper, in inches.
    pub edge_in: f32,
}

const ASKED: [&str; 12] = [
    "printer-make-and-model",
    "printer-state",
    "printer-state-reasons",
    "document-format-supported",
    "media-supported",
    "media-ready",
    "media-default",
    "printer-resolution-supported",
    "pwg-raster-document-resolution-supported",
    "pwg-raster-document-type-supported",
    "print-scaling-supported",
    "sides-supported",
];

/// The address of a printer from its host (a name or an IP address), port and path.
pub fn address(host: &str, port: u16, path: &str) -> String {
    let path = path.trim_start_matches('/');
    match host.contains(':') && !host.starts_with('[') {
        true => format!("ipp://[{host}]:{port}/{path}"),
        false => format!("ipp://{host}:{port}/{path}"),
    }
}

/// Host, port and path of such an address.
pub fn parts(uri: &str) -> (String, u16, String) {
    let rest = uri.strip_prefix("ipp://").unwrap_or(uri);
    let (server, path) = match rest.find('/') {
        Some(at) => rest.split_at(at),
        None => (rest, PATH),
    };
    let port = |text: &str| text.parse().ok();
    match server.rsplit_once(':') {
        Some((host, text)) if let Some(port) = port(text) => {
            (host.to_owned(), port, path.to_owned())
        }
        _ => (server.to_owned(), PORT, path.to_owned()),
    }
}

/// Asks a printer for its capabilities and its state.
///
/// # Errors
/// A message saying why they are unknown.
pub fn get_capabilities(uri: &str) -> Result<PrinterCapabilities, String> {
    let at = IppTarget::Printer(uri);
    at.reach()?;
    query_capabilities(at)
}

fn query_capabilities(at: IppTarget<'_>) -> Result<PrinterCapabilities, String> {
    let question = IppOperationBuilder::get_printer_attributes(at.parsed()?)
        .attributes(ASKED.into_iter().chain(MARGINS));
    let question = question.build().map_err(|error| error.to_string())?;
    let answer = at.send_request(question)?;
    let status = answer.status();
    if status == StatusCode::ClientErrorNotFound {
        return Err(text!("printing-no-path").to_owned());
    }
    if !status.is_success() {
        return Err(at.says(status));
    }
    let list = |name: &str| answer.printer_keywords(name);
    let dots = |name: &str| values(answer.printer(name)).iter().filter_map(square).collect();
    let said = state(answer.printer("printer-state"));
    let reason = super::ipp::reason(&list("printer-state-reasons"));
    Ok(PrinterCapabilities {
        name: answer.printer("printer-make-and-model").map(words_of).unwrap_or_default(),
        state: match reason {
            Some(reason) => text!("printing-state-because", state = said, reason = reason),
            None => said.to_owned(),
        },
        formats: list("document-format-supported"),
        media: list("media-supported"),
        loaded: list("media-ready"),
        usual: answer.printer("media-default").map(words_of),
        dots: dots("printer-resolution-supported"),
        raster_dots: dots("pwg-raster-document-resolution-supported"),
        raster_types: list("pwg-raster-document-type-supported"),
        scaling: list("print-scaling-supported"),
        sides: list("sides-supported"),
        edge_in: super::ipp::edge(|name| answer.printer(name)),
    })
}

/// Dots per inch if both directions have the same resolution.
fn square(value: &IppValue) -> Option<u16> {
    const AN_INCH: i8 = 3;
    match value {
        IppValue::Resolution { cross_feed, feed, units: AN_INCH } if cross_feed == feed => {
            u16::try_from(*feed).ok()
        }
        _ => None,
    }
}

impl PrinterCapabilities {
    /// The best language for labels on this printer.
    ///
    /// # Errors
    /// A message if the printer accepts no language that this program can write at 100 %.
    pub fn language(&self) -> Result<Language, String> {
        let all = [Language::Pdf, Language::Pwg, Language::PwgBlack];
        if let Some(language) = all.into_iter().find(|one| self.language_problem(*one).is_none()) {
            return Ok(language);
        }
        let taken = all.into_iter().find(|one| self.takes(one.mime()));
        Err(taken
            .and_then(|one| self.language_problem(one))
            .unwrap_or_else(|| text!("printing-takes-neither", printer = self.called())))
    }

    /// Why a label would not be printed correctly in this language.
    fn language_problem(&self, language: Language) -> Option<String> {
        let name = self.called();
        let format = language.name();
        let not_taken = || text!("printing-takes-no", printer = name, format = format);
        if !self.takes(language.mime()) {
            return Some(not_taken());
        }
        let raster_type = match language {
            Language::Pwg => Some("sgray_8"),
            Language::PwgBlack => Some("black_1"),
            _ => None,
        };
        if raster_type.is_some_and(|wanted| !self.raster_types.iter().any(|one| one == wanted)) {
            return Some(not_taken());
        }
        // Raster has the size of the paper and is not scaled. A PDF page is fitted between the
        // margins unless scaling can be switched off.
        if raster_type.is_none() && !self.is_left_alone() {
            return Some(text!("printing-scales-pdf", printer = name));
        }
        None
    }

    fn is_left_alone(&self) -> bool {
        self.scaling.iter().any(|way| way == "none")
    }

    fn takes(&self, mime: &str) -> bool {
        let plain = |format: &String| format.split(';').next().map(str::trim) == Some(mime);
        self.formats.iter().any(plain)
    }

    /// The resolution for this language: fine enough for every barcode but no finer, since more
    /// dots take longer to send.
    pub fn dpi(&self, language: Language) -> Option<u16> {
        let has = match language {
            Language::Pwg | Language::PwgBlack => &self.raster_dots,
            _ => &self.dots,
        };
        let usable = || has.iter().copied().filter(|dpi| (200..=1_200).contains(dpi));
        usable()
            .find(|dpi| *dpi == 300)
            .or_else(|| usable().find(|dpi| *dpi == 600))
            .or_else(|| usable().min())
    }

    /// Width and height in inches of the loaded paper, preferring the default paper.
    pub fn paper(&self) -> Option<(f32, f32)> {
        let usual = self.usual.as_ref();
        let there = usual.filter(|name| self.loaded.is_empty() || self.loaded.contains(name));
        media::size(there.or(self.loaded.first()).or(usual)?)
    }

    /// Maker and model, or "The printer" if unknown, as the start of a sentence.
    pub fn called(&self) -> &str {
        if self.name.is_empty() { text!("printing-the-printer") } else { &self.name }
    }

    /// Why a label would not be printed as drawn with these settings, or `None` if it would.
    pub fn objection(&self, printer: &Printer) -> Option<String> {
        self.job_attributes(printer).err()
    }

    /// The job attributes needed to print a label as drawn.
    fn job_attributes(&self, printer: &Printer) -> Result<Vec<IppAttribute>, String> {
        if let Some(reason) = self.language_problem(printer.language) {
            return Err(reason);
        }
        let dots = printer.dpi;
        let is_raster = printer.language != Language::Pdf;
        if is_raster && !self.raster_dots.contains(&dots) {
            let name = self.called();
            return Err(text!("printing-takes-no-dpi", printer = name, dpi = dots));
        }
        let paper = match self.media.is_empty() {
            true => media::standard(printer.media_in).map(str::to_owned),
            false => media::matching_name(&self.media, printer.media_in),
        };
        let Some(paper) = paper else {
            let (name, size) = (self.called(), measure(printer.media_in));
            return Err(match self.paper() {
                Some(paper) => text!(
                    "printing-other-paper",
                    printer = name,
                    size = size,
                    loaded = measure(paper),
                ),
                None => text!("printing-no-paper", printer = name, size = size),
            });
        };
        let mut attributes = vec![keyword("media", &paper)];
        if self.is_left_alone() {
            attributes.push(keyword("print-scaling", "none"));
        }
        // Two labels must be two sheets, whatever the printer's own setting for two-sided
        // printing.
        if self.sides.iter().any(|sides| sides == "one-sided") {
            attributes.push(keyword("sides", "one-sided"));
        }
        Ok(attributes.into_iter().flatten().collect())
    }
}

/// The attributes that determine the size, of which a printer ignores some. It may ignore others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ignored {
    Media,
    Scaling,
    Both,
}

impl Ignored {
    fn words(self) -> &'static str {
        match self {
            Self::Media => text!("printing-ignores-size"),
            Self::Scaling => text!("printing-ignores-scale"),
            Self::Both => text!("printing-ignores-size-and-scale"),
        }
    }

    fn refused(self) -> &'static str {
        match self {
            Self::Media => text!("printing-canceled-for-size"),
            Self::Scaling => text!("printing-canceled-for-scale"),
            Self::Both => text!("printing-canceled-for-size-and-scale"),
        }
    }

    fn not_canceled(self) -> &'static str {
        match self {
            Self::Media => text!("printing-not-canceled-for-size"),
            Self::Scaling => text!("printing-not-canceled-for-scale"),
            Self::Both => text!("printing-not-canceled-for-size-and-scale"),
        }
    }
}

fn ignored(unsupported: &[String]) -> Option<Ignored> {
    let is_ignored = |name: &str| unsupported.iter().any(|one| one == name);
    match (is_ignored("media"), is_ignored("print-scaling")) {
        (true, true) => Some(Ignored::Both),
        (true, false) => Some(Ignored::Media),
        (false, true) => Some(Ignored::Scaling),
        (false, false) => None,
    }
}

/// The attributes of a job that a printer has agreed to print on the right paper and at 100 %.
#[derive(Debug)]
pub struct ValidatedJob {
    attributes: Vec<IppAttribute>,
}

/// Asks the printer whether it would accept the job. Sends only requests, no document: nothing is
/// printed in any case.
///
/// # Errors
/// [`SpoolOutcome::Not`] or [`SpoolOutcome::Refused`].
pub fn validate_job(
    uri: &str,
    printer: &Printer,
    title: &str,
) -> Result<ValidatedJob, SpoolOutcome> {
    let at = IppTarget::Printer(uri);
    let not = |reason| SpoolOutcome::Not { reason };
    at.reach().map_err(not)?;
    let said = query_capabilities(at).map_err(not)?;
    let attributes = said.job_attributes(printer).map_err(|reason| SpoolOutcome::Refused {
        reason: text!("printing-change-settings", reason = reason),
    })?;
    match validated(at, printer, title, &attributes) {
        Some(no) => Err(no),
        None => Ok(ValidatedJob { attributes }),
    }
}

/// Asks the printer, then sends one document to it; see [`validate_job`] and [`print_at`].
pub fn print(uri: &str, printer: &Printer, title: &str, bytes: Vec<u8>) -> SpoolOutcome {
    match validate_job(uri, printer, title) {
        Ok(willing) => print_at(willing, uri, printer, title, bytes),
        Err(no) => no,
    }
}

/// Sends one document to the printer, once. If the printer ignores the size anyway, the job is
/// canceled.
pub fn print_at(
    willing: ValidatedJob,
    uri: &str,
    printer: &Printer,
    title: &str,
    bytes: Vec<u8>,
) -> SpoolOutcome {
    let at = IppTarget::Printer(uri);
    let ValidatedJob { attributes } = willing;
    let document = Document { mime: printer.language.mime(), title, attributes, bytes };
    match at.send(document) {
        (SpoolOutcome::Accepted { job }, unsupported) => match ignored(&unsupported) {
            None => SpoolOutcome::Accepted { job },
            Some(ignored) => match at.cancel(job) {
                Ok(()) => SpoolOutcome::Refused { reason: ignored.refused().to_owned() },
                Err(_) => SpoolOutcome::Unknown { reason: ignored.not_canceled().to_owned() },
            },
        },
        (spooled, _) => spooled,
    }
}

/// Asks the printer to validate the job. `None` if it would accept the job unchanged.
fn validated(
    at: IppTarget<'_>,
    printer: &Printer,
    title: &str,
    attributes: &[IppAttribute],
) -> Option<SpoolOutcome> {
    let answer =
        question(at, printer, title, attributes).and_then(|question| at.send_request(question));
    let answer = match answer {
        Ok(answer) => answer,
        Err(reason) => return Some(SpoolOutcome::Not { reason }),
    };
    let status = answer.status();
    if status == StatusCode::ServerErrorOperationNotSupported {
        return None;
    }
    if comes_later(status) {
        let reason = at.says(status);
        return Some(SpoolOutcome::Not { reason });
    }
    let reason = match (ignored(&answer.unsupported()), status.is_success()) {
        (Some(ignored), _) => ignored.words().to_owned(),
        (None, true) => return None,
        (None, false) => at.says(status),
    };
    Some(SpoolOutcome::Refused { reason })
}

fn question(
    at: IppTarget<'_>,
    printer: &Printer,
    title: &str,
    attributes: &[IppAttribute],
) -> Result<IppRequestResponse, String> {
    let version = IppVersion::v1_1();
    let uri = Some(at.parsed()?);
    let question = IppRequestResponse::new(version, Operation::ValidateJob, uri);
    let mut question = question.map_err(|error| error.to_string())?;
    let text = |name: &str, value| IppAttribute::with_name(name, value).ok();
    let operation = [
        IppValue::new_name_without_language(USER)
            .ok()
            .and_then(|value| text("requesting-user-name", value)),
        IppValue::new_name_without_language(short(title))
            .ok()
            .and_then(|value| text("job-name", value)),
        IppValue::new_mime_media_type(printer.language.mime())
            .ok()
            .and_then(|value| text("document-format", value)),
    ];
    for attribute in operation.into_iter().flatten() {
        let tag = DelimiterTag::OperationAttributes;
        question.attributes_mut().add(tag, attribute);
    }
    for attribute in attributes {
        let tag = DelimiterTag::JobAttributes;
        question.attributes_mut().add(tag, attribute.clone());
    }
    Ok(question)
}

/// Asks the printer for the state of a job.
pub fn progress(uri: &str, job: i32, title: &str) -> Progress {
    IppTarget::Printer(uri).progress(job, title)
}

/// Cancels a job at the printer.
///
/// # Errors
/// A message if the printer does not answer or has already printed the job.
pub fn cancel(uri: &str, job: i32) -> Result<(), String> {
    IppTarget::Printer(uri).cancel(job)
}
