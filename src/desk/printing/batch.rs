//! Turns labels into print jobs, for one shipment or many. Each is checked against its own tracking
//! number as it will be printed. Two labels go on one sheet if the printer shares sheets.

mod drawing;
mod hand_over;
mod many;
mod void_labels;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use crate::base::id::ShipmentId;
use crate::base::locale::Message;
use crate::desk::kernel::batch_job::RowState;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::{Link, RequestError};
use crate::desk::printing::batch::drawing::{check, draw, missing};
use crate::desk::printing::state::{PrintRequest, Printing};
use crate::desk::printing::{job_for, usable};
use crate::desk::records::label_fetch::LabelSources;
use crate::desk::records::label_files;
use crate::desk::records::label_files::LabelFile;
use crate::desk::records::package_numbers::Expected;
use crate::label::print::{Half, Language, Printer, Sheets};
use crate::label::{Decoder, Page, SelfCheck, Verdict, print, unless_missing};
use crate::message;
use crate::store::cache::{Cache, Scope};
use crate::store::spool::{NewJob, Spool};
use crate::text;

/// A day of a large shop. They are drawn and queued in parts, so the number costs no memory.
pub const MOST_SHIPMENTS: usize = 2_000;
/// Labels that are drawn and checked before they are queued together. Their documents stay in
/// memory until then. An even number, so that two labels on each sheet leave none half empty.
const PART: usize = 40;

pub(super) use crate::desk::printing::batch::hand_over::queue;
use crate::desk::printing::batch::hand_over::{Ready, hand_over};
pub(in crate::desk) use crate::desk::printing::batch::many::{drop_question, work};
use crate::desk::printing::batch::void_labels::refuse_void;

/// Recipient of each label: `Jane Sample, Denver CO`.
pub(in crate::desk) type Subjects = BTreeMap<ShipmentId, String>;

/// Prints right after a purchase, if the settings say so.
pub(in crate::desk) fn after_purchase(me: &mut Printing, ctx: &mut Ctx<'_>, id: &ShipmentId) {
    if ctx.settings.auto_print && !me.printers.is_empty() {
        let shipments = vec![id.clone()];
        let request = PrintRequest {
            shipments,
            ..PrintRequest::default()
        };
        print(me, ctx, request, &Subjects::new());
    }
}

/// Prepares labels for their printers and queues them. If the self-check finds a problem, the user
/// is asked first, unless the request says `findings_confirmed`.
pub(in crate::desk) fn print(
    me: &mut Printing,
    ctx: &mut Ctx<'_>,
    request: PrintRequest,
    subjects: &Subjects,
) {
    me.question = None;
    if usable(me, ctx).is_none() {
        return;
    }
    if request.shipments.len() > MOST_SHIPMENTS {
        let words = message!("printing-too-many", most = MOST_SHIPMENTS);
        return ctx.notice(Tone::Warning, words, None);
    }
    if many::goes_on(me, &request) {
        return many::go_on(me, ctx, request);
    }
    let (sources, printers) = match ready(me, ctx, &request) {
        Ok(means) => means,
        Err(reason) => return ctx.notice(Tone::Warning, reason, None),
    };
    if request.shipments.len() > 1 {
        return many::begin(me, ctx, (sources, printers), request, subjects);
    }
    ctx.jobs.spawn(|outbox: Outbox<Printing>| async move {
        let mut batch = Batch::new(&printers, &request, BTreeSet::new());
        for id in &request.shipments {
            match sources.gather(id).await {
                Ok((files, expected)) => {
                    batch.take(&sources, id, files, expected).await;
                }
                Err(setback) => {
                    let heed = move |_: &mut Printing, ctx: &mut Ctx<'_>| {
                        if let Err(trouble) = ctx.note_failure::<()>(Err(setback)) {
                            ctx.notice_failure(trouble);
                        }
                    };
                    return outbox.send(heed).await;
                }
            }
        }
        let finished = batch.finish();
        hand_over((&sources.spool, &sources.scope), outbox, request, finished).await;
    });
}

/// What is needed for printing, or why nothing can be printed.
fn ready(
    me: &Printing,
    ctx: &Ctx<'_>,
    request: &PrintRequest,
) -> Result<(BatchSources, Vec<Printer>), Message> {
    let mut printers = me.printers.clone();
    if let Some(name) = &request.printer {
        printers.retain(|known| known.name == *name);
    }
    if printers.is_empty() {
        return Err(message!("printing-no-printer"));
    }
    let (Some(scope), Some(spool)) = (ctx.scope.clone(), ctx.spool.clone()) else {
        return Err(message!("printing-signed-out"));
    };
    let sources = BatchSources {
        cache: ctx.cache.clone(),
        link: ctx.link.clone(),
        scope,
        decoder: Arc::clone(ctx.decoder),
        spool,
    };
    Ok((sources, printers))
}

/// Access to the label files and the print queue.
struct BatchSources {
    cache: Cache,
    link: Option<Arc<Link>>,
    scope: Scope,
    decoder: Arc<Decoder>,
    spool: Spool,
}

impl BatchSources {
    async fn gather(&self, id: &ShipmentId) -> Result<(Vec<LabelFile>, Expected), RequestError> {
        refuse_void(&self.cache, &self.scope, id).await?;
        let sources = LabelSources {
            cache: &self.cache,
            decoder: &self.decoder,
            link: self.link.as_deref(),
            scope: &self.scope,
        };
        sources.gather(id, false).await
    }

    /// The name of a package's label in the print queue.
    fn subject(&self, id: &ShipmentId, package: u32) -> String {
        let (environment, account) = (&self.scope.environment, &self.scope.account);
        format!("{environment}/{account}/{id}/{package}")
    }
}

/// A label on a shared sheet.
struct Shared {
    subject: String,
    to_name: String,
    title: Message,
}

/// Jobs being prepared, and the problems found.
struct Batch<'a> {
    request: &'a PrintRequest,
    printers: &'a [Printer],
    jobs: Vec<NewJob>,
    /// Sheets being filled, by the index of the printer.
    sheets: BTreeMap<usize, Sheets<'a>>,
    shared: Vec<Shared>,
    used: Vec<String>,
    doubts: Vec<String>,
    refused: Vec<String>,
    waiting: usize,
    /// Labels drawn.
    labels: usize,
    /// Printers, by index, whose half of a sheet that the request starts with is used.
    begun: BTreeSet<usize>,
}

impl<'a> Batch<'a> {
    /// `begun` is from the part before.
    fn new(printers: &'a [Printer], request: &'a PrintRequest, begun: BTreeSet<usize>) -> Self {
        Self {
            request,
            printers,
            jobs: Vec::new(),
            sheets: BTreeMap::new(),
            shared: Vec::new(),
            used: Vec::new(),
            doubts: Vec::new(),
            refused: Vec::new(),
            waiting: 0,
            labels: 0,
            begun,
        }
    }

    /// Whether this part is complete: it has [`PART`] labels, and a sheet that is begun would get
    /// its second label only with the next part. With several packages or printers that can last,
    /// so there is a limit.
    fn is_full(&self) -> bool {
        let are_full = self.sheets.values().all(Sheets::is_full);
        self.labels >= 2 * PART || (self.labels >= PART && are_full)
    }

    /// The printer of a shipment: its own if it has one that exists, else by the paper.
    fn printer_of(
        &self,
        id: &ShipmentId,
        files: &[LabelFile],
        expected: &Expected,
    ) -> Result<usize, String> {
        let own = self.request.printers.get(id);
        let own = own.and_then(|name| self.printers.iter().position(|it| it.name == *name));
        own.map_or_else(|| choose(self.printers, files, expected), Ok)
    }

    /// Prepares the labels of one shipment and returns the result. A failure is recorded and does
    /// not affect the other shipments.
    async fn take(
        &mut self,
        sources: &BatchSources,
        id: &ShipmentId,
        files: Vec<LabelFile>,
        expected: Expected,
    ) -> RowState {
        let waiting = self.waiting;
        let taken = match self.printer_of(id, &files, &expected) {
            Ok(at) => self.prepare(sources, id, &files, &expected, at).await,
            Err(cause) => Err(cause),
        };
        let is_one = self.request.shipments.len() < 2;
        let mine = |sentence: String| match is_one {
            true => sentence,
            false => text!(
                "printing-of-recipient",
                name = name(&expected, id),
                finding = sentence,
            ),
        };
        match taken {
            Ok(check) => {
                if let Some(SelfCheck {
                    verdict, sentence, ..
                }) = check
                    && !matches!(verdict, Verdict::Matches | Verdict::NotKnown)
                {
                    self.doubts.push(mine(sentence.to_string()));
                    return RowState::NeedsReview(sentence);
                }
                if self.waiting > waiting {
                    return RowState::Skipped(message!("printing-waits"));
                }
                RowState::Done(message!("printing-drawn"))
            }
            Err(cause) => {
                self.refused.push(mine(cause.clone()));
                RowState::Failed(Box::new(Trouble {
                    attempted: message!("printing-error-label"),
                    cause: cause.into(),
                    advice: message!("printing-nothing-sent"),
                    retry_is_safe: true,
                    ..Trouble::default()
                }))
            }
        }
    }

    async fn prepare(
        &mut self,
        sources: &BatchSources,
        id: &ShipmentId,
        files: &[LabelFile],
        expected: &Expected,
        at: usize,
    ) -> Result<Option<SelfCheck>, String> {
        let Some(printer) = self.printers.get(at) else {
            return Err(text!("printing-printer-gone").to_owned());
        };
        let mut drawn = draw(&sources.decoder, files, expected, printer).await?;
        let missing = match self.request.package {
            None => missing(&drawn, expected),
            Some(_) => 0,
        };
        if let Some(number) = self.request.package {
            drawn.retain(|label| label.number == number);
            if drawn.is_empty() {
                return Err(text!("printing-no-package", package = number));
            }
        }
        if !self.used.contains(&printer.name) {
            self.used.push(printer.name.clone());
        }
        self.labels += drawn.len();
        let several = drawn.len() > 1;
        let titled = |package: u32| title(expected, id, several.then_some(package));
        let mut burnt: Vec<(u32, Vec<Page>)> = Vec::new();
        if printer.shares_sheets() {
            let waiting = sources
                .spool
                .waiting(&printer.destination.to_string())
                .await;
            let waiting: HashSet<String> = waiting.unwrap_or_default();
            for label in drawn {
                let subject = sources.subject(id, label.number);
                if waiting.contains(&subject) {
                    self.waiting += 1;
                    continue;
                }
                self.shared.push(Shared {
                    subject,
                    to_name: name(expected, id),
                    title: titled(label.number),
                });
                let key = self.shared.len() - 1;
                let start = match self.begun.insert(at) {
                    true => self.request.start,
                    false => Half::First,
                };
                let sheets = self.sheets.entry(at);
                let sheets = sheets.or_insert_with(|| Sheets::new(printer, start));
                let pages = label.pages.iter().map(|page| sheets.add(key, page));
                let pages: Result<Vec<Page>, _> = pages.collect();
                burnt.push((label.number, pages.map_err(|error| error.to_string())?));
            }
        } else {
            let mut jobs = Vec::new();
            for label in drawn {
                let bytes = label.bytes.unwrap_or_default();
                let prepared = print::compose(&bytes, label.pages, printer);
                let prepared = prepared.map_err(|error| error.to_string())?;
                let subject = sources.subject(id, label.number);
                let title = titled(label.number);
                jobs.push(job_for(printer, &subject, title, prepared.bytes));
                burnt.push((label.number, prepared.pages));
            }
            self.jobs.extend(jobs);
        }
        let check = check(burnt, expected, printer).await?;
        Ok(unless_missing(check, missing, expected.packages))
    }

    fn finish(mut self) -> Ready {
        for (at, sheets) in std::mem::take(&mut self.sheets) {
            let Some(printer) = self.printers.get(at) else {
                continue;
            };
            match sheets.finish() {
                Ok(sheets) => {
                    let job = |sheet: print::Sheet| {
                        let labels = sheet.labels.iter();
                        let on = labels.filter_map(|key| self.shared.get(*key));
                        let (subject, title) = of_sheet(&on.collect::<Vec<_>>());
                        job_for(printer, &subject, title, sheet.bytes)
                    };
                    self.jobs.extend(sheets.into_iter().map(job));
                }
                Err(error) => self.refused.push(error.to_string()),
            }
        }
        Ready {
            jobs: self.jobs,
            printers: self.used,
            doubts: self.doubts,
            refused: self.refused,
            waiting: self.waiting,
            begun: self.begun,
        }
    }
}

/// The subjects of a sheet's labels, one per line, and the title of the sheet.
fn of_sheet(labels: &[&Shared]) -> (String, Message) {
    let subjects: Vec<&str> = labels.iter().map(|label| label.subject.as_str()).collect();
    let title = match labels {
        [only] => only.title.clone(),
        several => {
            let mut names: Vec<&str> = several.iter().map(|one| one.to_name.as_str()).collect();
            names.dedup();
            message!("printing-title-sheet", count = several.len(), names = names,)
        }
    };
    (subjects.join("\n"), title)
}

/// The title of a label's job, with its package if the shipment has several.
fn title(expected: &Expected, id: &ShipmentId, package: Option<u32>) -> Message {
    let number = expected.tracking.as_ref().map(ToString::to_string);
    let number = number.unwrap_or_else(|| id.to_string());
    let name = Some(expected.to_name.as_str()).filter(|name| !name.is_empty());
    match (name, package) {
        (None, None) => message!("printing-title", number = number),
        (None, Some(package)) => {
            message!("printing-title-package", number = number, package = package)
        }
        (Some(name), None) => message!("printing-title-name", name = name, number = number),
        (Some(name), Some(package)) => message!(
            "printing-title-name-package",
            name = name,
            number = number,
            package = package,
        ),
    }
}

fn name(expected: &Expected, id: &ShipmentId) -> String {
    match expected.to_name.is_empty() {
        true => id.to_string(),
        false => expected.to_name.clone(),
    }
}

/// The index of the best printer: one whose paper fits the label exactly and that understands its
/// language, else one with such paper, else one with larger paper.
fn choose(printers: &[Printer], files: &[LabelFile], expected: &Expected) -> Result<usize, String> {
    if printers.len() == 1 {
        return Ok(0);
    }
    let size = expected.size.as_ref().and_then(label_files::inches);
    let first = files.first();
    let language = first.and_then(|file| print::language_of(&file.bytes));
    // Commands that are not drawn here can go to no other printer.
    let is_bound = matches!(language, Some(Language::Epl2 | Language::Cpcl));
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
