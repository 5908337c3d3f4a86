//! Turns labels into print jobs, for one shipment or many. Each is checked against its own tracking
//! number as it will be printed. Two labels go on one sheet if the printer shares sheets.

mod drawing;
mod hand_over;
mod many;
mod shipment_labels;

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
use crate::desk::printing::batch::drawing::{BurntPages, Drawn, check};
use crate::desk::printing::state::{PrintRequest, Printing};
use crate::desk::printing::{job_for, usable};
use crate::desk::records::label_fetch::LabelSources;
use crate::desk::records::label_files::LabelFile;
use crate::desk::records::package_numbers::Expected;
use crate::desk::records::void_labels::refuse_void;
use crate::label::print::{Half, Printer, Sheets};
use crate::label::{Decoder, SelfCheck, print, unless_missing};
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
use crate::desk::printing::batch::shipment_labels::{
    DrawnContent, DrawnLabels, ShipmentLabels, draw_shipment, name, title,
};

/// Recipient of each label: `Jane Sample, Denver CO`.
pub(in crate::desk) type Subjects = BTreeMap<ShipmentId, String>;

/// Prints right after a purchase, if the settings say so.
pub(in crate::desk) fn after_purchase(me: &mut Printing, ctx: &mut Ctx<'_>, id: &ShipmentId) {
    if ctx.settings.auto_print && !me.printers.is_empty() {
        let shipments = vec![id.clone()];
        let request = PrintRequest { shipments, ..PrintRequest::default() };
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
        return many::begin(me, ctx, sources, printers, request, subjects);
    }
    ctx.jobs.spawn(|outbox: Outbox<Printing>| async move {
        let mut batch = Batch::new(&printers, &request, BTreeSet::new());
        for id in &request.shipments {
            match draw_shipment(&sources, &printers, &request, id).await {
                ShipmentLabels::Drawn(labels) => {
                    batch.take(&sources, id, *labels).await;
                }
                ShipmentLabels::Refused { name, cause } => {
                    batch.refuse(&name, cause);
                }
                ShipmentLabels::NotGathered(setback) => {
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
        hand_over(&sources.spool, &sources.scope, outbox, request, finished).await;
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
        let attempted = message!("printing-error-label");
        refuse_void(&self.cache, &self.scope, id, attempted).await?;
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

    /// Takes the labels of the next shipment and returns the result. A failure is recorded and does
    /// not affect the other shipments.
    async fn take(
        &mut self,
        sources: &BatchSources,
        id: &ShipmentId,
        labels: DrawnLabels,
    ) -> RowState {
        let waiting = self.waiting;
        let name = name(&labels.expected, id);
        match self.place(sources, id, labels).await {
            Ok(Some(SelfCheck { verdict, sentence, .. })) if !verdict.allows_printing() => {
                self.doubts.push(self.named(&name, sentence.to_string()));
                RowState::NeedsReview(sentence)
            }
            Ok(_) if self.waiting > waiting => RowState::Skipped(message!("printing-waits")),
            Ok(_) => RowState::Done(message!("printing-drawn")),
            Err(cause) => self.refuse(&name, cause),
        }
    }

    /// Records why the labels of a shipment cannot be printed.
    fn refuse(&mut self, name: &str, cause: String) -> RowState {
        self.refused.push(self.named(name, cause.clone()));
        RowState::Failed(Box::new(Trouble {
            attempted: message!("printing-error-label"),
            cause: cause.into(),
            advice: message!("printing-nothing-sent"),
            retry_is_safe: true,
            ..Trouble::default()
        }))
    }

    /// The sentence with the shipment's name, if there are several.
    fn named(&self, name: &str, sentence: String) -> String {
        match self.request.shipments.len() < 2 {
            true => sentence,
            false => text!("printing-of-recipient", name = name, finding = sentence),
        }
    }

    /// Puts the labels among the jobs or on the sheets of their printer.
    async fn place(
        &mut self,
        sources: &BatchSources,
        id: &ShipmentId,
        labels: DrawnLabels,
    ) -> Result<Option<SelfCheck>, String> {
        let DrawnLabels { printer: at, expected, missing, content } = labels;
        let Some(printer) = self.printers.get(at) else {
            return Err(text!("printing-printer-gone").to_owned());
        };
        if !self.used.contains(&printer.name) {
            self.used.push(printer.name.clone());
        }
        self.labels += content.labels();
        let check = match content {
            DrawnContent::Jobs { jobs, check } => {
                self.jobs.extend(jobs);
                check
            }
            DrawnContent::ForSheets(drawn) => {
                let (burnt, cut) =
                    self.place_on_sheets(sources, at, printer, id, &expected, drawn).await?;
                check(burnt, cut, &expected, printer).await?
            }
        };
        Ok(unless_missing(check, missing, expected.packages))
    }

    /// Returns the pages as they stand on the sheets, and what the printer cannot print of them.
    async fn place_on_sheets(
        &mut self,
        sources: &BatchSources,
        at: usize,
        printer: &'a Printer,
        id: &ShipmentId,
        expected: &Expected,
        drawn: Vec<Drawn>,
    ) -> Result<(Vec<BurntPages>, Option<SelfCheck>), String> {
        let several = drawn.len() > 1;
        let waiting = sources.spool.waiting(&printer.destination.to_string()).await;
        let waiting: HashSet<String> = waiting.unwrap_or_default();
        let (mut burnt, mut cut) = (Vec::new(), None);
        for label in drawn {
            let subject = sources.subject(id, label.number);
            if waiting.contains(&subject) {
                self.waiting += 1;
                continue;
            }
            self.shared.push(Shared {
                subject,
                to_name: name(expected, id),
                title: title(expected, id, several.then_some(label.number)),
            });
            let key = self.shared.len() - 1;
            let start = match self.begun.insert(at) {
                true => self.request.start,
                false => Half::First,
            };
            let sheets = self.sheets.entry(at);
            let sheets = sheets.or_insert_with(|| Sheets::new(printer, start));
            let mut pages = Vec::with_capacity(label.pages.len());
            for page in &label.pages {
                let (page, lost) = sheets.add(key, page).map_err(|error| error.to_string())?;
                cut = cut.or_else(|| SelfCheck::of_cut(lost.as_ref()?));
                pages.push(page);
            }
            burnt.push((label.number, pages));
        }
        Ok((burnt, cut))
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
