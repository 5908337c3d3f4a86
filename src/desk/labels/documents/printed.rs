//! Puts a document into the print queue.

use std::sync::Arc;

use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::labels::Labels;
use crate::desk::labels::documents::{DocumentId, KnownOfDocument, gather, refuse};
use crate::label::print::Printer;
use crate::label::{Decoder, print};
use crate::message;
use crate::store::spool::{NewJob, Spool};
use crate::text;

/// Resolution at which only the paper size is measured.
const SIZE_DPI: f32 = 20.0;

pub(super) fn print(
    ctx: &mut Ctx<'_>,
    document: DocumentId,
    printer: Option<String>,
    known: KnownOfDocument,
) {
    let Some(spool) = ctx.spool.clone() else {
        let words = known.printing_blocked.unwrap_or_default();
        ctx.notice(Tone::Bad, words, None);
        return ended(ctx, &document);
    };
    let mut printers = known.printers;
    if let Some(name) = &printer {
        printers.retain(|known| known.name == *name);
    }
    if printers.is_empty() {
        let words = message!("printing-no-printer");
        ctx.notice(Tone::Warning, words, None);
        return ended(ctx, &document);
    }
    let Some(scope) = ctx.scope.clone() else {
        return ended(ctx, &document);
    };
    let (cache, link) = (ctx.cache.clone(), ctx.link.clone());
    let printing = DocumentPrint {
        decoder: Arc::clone(ctx.decoder),
        spool,
        printers,
        subject: format!("{}/{}/{document}", scope.environment, scope.account),
        title: known.title,
    };
    ctx.jobs.spawn(|outbox: Outbox<Labels>| async move {
        let parts = match &document {
            DocumentId::Paper(paper) => Ok(paper.parts.to_vec()),
            _ => gather(&cache, link.as_deref(), &scope, &document, false)
                .await
                .map(|bytes| vec![bytes]),
        };
        match parts {
            Ok(parts) => {
                let printer = printing.print_parts(parts, &outbox).await;
                // A form has its place beside its label; a paper of orders has none.
                if let (Some(printer), DocumentId::Paper(_)) = (printer, &document) {
                    let words = message!(
                        "printing-paper-queued",
                        title = &printing.title,
                        printer = printer
                    );
                    outbox.send(move |_, ctx| ctx.notice(Tone::Good, words, None)).await;
                }
            }
            Err(setback) => outbox.send(move |_, ctx| refuse(ctx, setback)).await,
        }
        outbox.lasting().send(move |_, ctx| ended(ctx, &document)).await;
    });
}

/// The document is in the queue, or it was told why not. Labels may wait for their slips.
fn ended(ctx: &mut Ctx<'_>, document: &DocumentId) {
    if let DocumentId::Paper(_) = document {
        ctx.announce(Event::PaperQueued);
    }
}

/// What is needed to queue a document.
struct DocumentPrint {
    decoder: Arc<Decoder>,
    spool: Spool,
    printers: Vec<Printer>,
    /// Without the number of the part.
    subject: String,
    title: Message,
}

impl DocumentPrint {
    /// Queues the parts one after the other, and returns the printer. A part that cannot be queued
    /// ends it.
    async fn print_parts(&self, parts: Vec<Arc<[u8]>>, outbox: &Outbox<Labels>) -> Option<String> {
        let all = parts.len();
        let mut queued_for = None;
        for (number, bytes) in (1_usize..).zip(parts) {
            let title = match all {
                1 => self.title.clone(),
                _ => {
                    message!("printing-title-part", title = &self.title, part = number, parts = all)
                }
            };
            let (printer, document) = match prepared(&self.decoder, bytes, &self.printers).await {
                Ok(prepared) => prepared,
                Err(cause) => {
                    let trouble = Trouble {
                        attempted: message!("printing-error-form"),
                        cause: cause.into(),
                        advice: message!("printing-nothing-sent"),
                        retry_is_safe: true,
                        ..Trouble::default()
                    };
                    outbox.send(move |_, ctx| ctx.notice_failure(trouble)).await;
                    return None;
                }
            };
            let job = NewJob {
                subject: format!("{}/{number}", self.subject),
                title,
                destination: printer.destination.to_string(),
                printer: serde_json::to_string(&printer).unwrap_or_default(),
                document,
            };
            if !queue(&self.spool, &outbox.lasting(), job).await {
                return None;
            }
            queued_for = Some(printer.name);
        }
        queued_for
    }
}

/// Returns whether the job is in the queue.
async fn queue(spool: &Spool, outbox: &Outbox<Labels>, job: NewJob) -> bool {
    let words = match spool.add(job).await {
        Ok(Some(_)) => None,
        Ok(None) => Some(message!("printing-form-waits")),
        Err(error) => {
            let trouble =
                failure::describe_local_error(message!("printing-error-add-form"), &error);
            outbox.send(move |_, ctx| ctx.notice_failure(trouble)).await;
            return false;
        }
    };
    let is_queued = words.is_none();
    outbox
        .send(move |_, ctx| {
            if let Some(words) = words {
                ctx.notice(Tone::Info, words, None);
            }
            ctx.announce(Event::PrintQueueChanged);
        })
        .await;
    is_queued
}

async fn prepared(
    decoder: &Decoder,
    bytes: Arc<[u8]>,
    printers: &[Printer],
) -> Result<(Printer, Vec<u8>), String> {
    let pages = decoder.decode(Arc::clone(&bytes), SIZE_DPI).await;
    let pages = pages.map_err(|error| error.to_string())?;
    let size = pages.first().map_or((8.5, 11.0), |page| (page.width_in, page.height_in));
    let printer = choose(printers, size)?;
    if print::takes_unchanged(&bytes, &pages, printer) {
        // Many pages at a printer's resolution are hundreds of megabytes.
        return Ok((printer.clone(), bytes.to_vec()));
    }
    let prepared = print::prepare(decoder, bytes, printer).await;
    let prepared = prepared.map_err(|error| error.to_string())?;
    Ok((printer.clone(), prepared.bytes))
}

/// Pages of one job that are sent as they are. A document of more pages would not be measured.
const PAGES_AS_THEY_ARE: usize = 40;
/// Pages of one job that are drawn at the printer's resolution: a Letter page of 600 dpi is 34 MB.
const PAGES_DRAWN: usize = 8;

/// The printer for papers of this size, and how many pages one job should have.
pub(in crate::desk) fn printer_for(
    printers: &[Printer],
    size: (f32, f32),
) -> (Option<String>, usize) {
    match choose(printers, size) {
        Ok(printer) if print::takes_pdf_unchanged(&[size], printer) => {
            (Some(printer.name.clone()), PAGES_AS_THEY_ARE)
        }
        Ok(printer) => (Some(printer.name.clone()), PAGES_DRAWN),
        Err(_) => (None, PAGES_DRAWN),
    }
}

/// Chooses the printer: one with this paper size before one with larger paper, and of those an
/// office printer before a label printer.
fn choose(printers: &[Printer], size: (f32, f32)) -> Result<&Printer, String> {
    let rank = |printer: &&Printer| match printer.has_paper_size(size) {
        true => u8::from(printer.language.is_of_label_printers()),
        false => 2,
    };
    printers
        .iter()
        .filter(|printer| printer.fits_on_paper(size))
        .min_by_key(rank)
        .ok_or_else(|| text!("printing-no-such-paper", size = print::measure(size)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::print::Language;

    #[test]
    fn a_letter_page_goes_to_the_office_printer() {
        let printer = |name: &str, language, media_in| Printer {
            name: name.to_owned(),
            language,
            media_in,
            ..Printer::default()
        };
        let label = printer("Zebra", Language::Zpl, (4.0, 6.0));
        let large = printer("Plotter", Language::Pdf, (11.0, 17.0));
        let office = printer("Office", Language::Pdf, (8.5, 11.0));
        let letter = (8.5, 11.0);
        let chosen = |printers: &[Printer]| choose(printers, letter).map(|it| it.name.clone());
        let all = [label.clone(), large.clone(), office];
        assert_eq!(chosen(&all).as_deref(), Ok("Office"));
        assert_eq!(chosen(&[label.clone(), large]).as_deref(), Ok("Plotter"));
        assert!(chosen(&[label]).unwrap_err().contains("8.5 × 11"));
    }
}
