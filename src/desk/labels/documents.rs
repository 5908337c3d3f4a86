//! Documents that belong to no shipment, such as the SCAN form of a manifest: fetched, cached,
//! drawn, saved and printed like labels.

pub(in crate::desk) mod printed;

use std::sync::Arc;

use crate::api;
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::files::SaveTo;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::session::{Link, RequestError, setback};
use crate::desk::kernel::{failure, files, saved_values};
use crate::desk::labels::{LabelView, Labels, zoomed};
pub use crate::desk::records::document_id::DocumentId;
use crate::desk::records::document_id::missing;
use crate::label::print::{Printer, command_sheet};
use crate::label::{Decoded, LabelFormat, PrinterLanguage, sniff};
use crate::message;
use crate::store::cache::{Cache, Scope};

/// Loads and draws a document.
const DOCUMENT: Slot<Labels> = Slot::with_account("document");
const ZOOMED: Slot<Labels> = Slot::with_account("document on the screen");

/// A form has many letter pages, which at a printer's resolution would take hundreds of megabytes.
/// Printing draws them again, page by page.
const SCREEN_DPI: f32 = 100.0;

#[derive(Clone, Debug)]
pub enum DocumentIntent {
    Show(DocumentId),
    FetchAgain(DocumentId),
    /// Draws the pages again at this resolution, in dots per inch.
    Render {
        document: DocumentId,
        dpi: f32,
    },
    Save {
        document: DocumentId,
        to: SaveTo,
    },
    /// With `None` the paper size decides the printer.
    Print {
        document: DocumentId,
        printer: Option<String>,
    },
}

impl DocumentIntent {
    pub(in crate::desk) fn document(&self) -> &DocumentId {
        match self {
            Self::Show(document)
            | Self::FetchAgain(document)
            | Self::Render { document, .. }
            | Self::Save { document, .. }
            | Self::Print { document, .. } => document,
        }
    }
}

/// What other features know about a document that is saved or printed.
pub(in crate::desk) struct KnownOfDocument {
    /// Title for file names and print queues.
    pub title: Message,
    pub printers: Vec<Printer>,
    /// Why nothing can be printed.
    pub printing_blocked: Option<Message>,
}

pub(in crate::desk) fn apply(
    me: &mut Labels,
    ctx: &mut Ctx<'_>,
    intent: DocumentIntent,
    known: KnownOfDocument,
) {
    match intent {
        DocumentIntent::Show(document) => show(me, ctx, document),
        DocumentIntent::FetchAgain(document) => open(me, ctx, document, true),
        DocumentIntent::Render { document, dpi } => render(me, ctx, document, dpi),
        DocumentIntent::Save { document, to } => save(ctx, document, to, &known.title),
        DocumentIntent::Print { document, printer } => {
            printed::print(ctx, document, printer, known);
        }
    }
}

pub(in crate::desk) fn show(me: &mut Labels, ctx: &mut Ctx<'_>, document: DocumentId) {
    // Pages are large and can be read from the cache again, so only the document in view keeps
    // them.
    me.documents.retain(|other, _| *other == document);
    let ready = me
        .documents
        .get(&document)
        .is_some_and(|view| view.files.value().is_some() || view.files.is_loading());
    if !ready {
        open(me, ctx, document, false);
    }
}

fn open(me: &mut Labels, ctx: &mut Ctx<'_>, document: DocumentId, from_server: bool) {
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    let (cache, link) = (ctx.cache.clone(), ctx.link.clone());
    let decoder = Arc::clone(ctx.decoder);
    let view = me.documents.entry(document.clone()).or_default();
    view.files.start_loading();
    view.pages.start_loading();
    let slot = DOCUMENT.about(&document);
    ctx.jobs.start(slot, |outbox| async move {
        let gathered = gather(&cache, link.as_deref(), &scope, &document, from_server).await;
        let bytes = match gathered {
            Ok(bytes) => bytes,
            Err(setback) => {
                return outbox
                    .send(move |me, ctx| {
                        let answer: Result<(), Trouble> = ctx.note_failure(Err(setback));
                        let now = ctx.clock.now();
                        if let (Err(trouble), Some(view)) = (answer, view_of(me, &document)) {
                            view.files.settle(Err(trouble.clone()), now);
                            view.pages.settle(Err(trouble), now);
                        }
                    })
                    .await;
            }
        };
        let (shown, delivered) = (document.clone(), Arc::clone(&bytes));
        outbox
            .send(move |me, ctx| {
                let now = ctx.clock.now();
                if let Some(view) = view_of(me, &shown) {
                    view.files = Remote::ready(vec![delivered], now);
                    view.zoomed = Remote::NotAsked;
                    view.pages.start_loading();
                }
            })
            .await;
        let drawn = decoder.decode_reporting(bytes, SCREEN_DPI).await;
        outbox
            .send(move |me, ctx| {
                let now = ctx.clock.now();
                let Some(view) = view_of(me, &document) else {
                    return;
                };
                match drawn {
                    Ok(Decoded { pages, warnings, ink_outside_page: beyond, .. }) => {
                        view.warnings = warnings;
                        view.beyond = beyond;
                        view.pages.settle(Ok(pages), now);
                    }
                    Err(error) => {
                        let trouble = Trouble {
                            advice: message!("labels-kept-as-delivered"),
                            ..failure::describe_local_error(
                                message!("labels-error-draw-form"),
                                &error,
                            )
                        };
                        view.pages.settle(Err(trouble), now);
                    }
                }
            })
            .await;
    });
}

/// Loads the file from the cache, else downloads it. The URL is requested each time, because a
/// stored one may be outdated.
async fn gather(
    cache: &Cache,
    link: Option<&Link>,
    scope: &Scope,
    document: &DocumentId,
    from_server: bool,
) -> Result<Arc<[u8]>, RequestError> {
    if let DocumentId::CommandSheet(lines) = document {
        let lines = Arc::clone(lines);
        let drawn = tokio::task::spawn_blocking(move || command_sheet(&lines)).await;
        return match drawn {
            Ok(Ok(bytes)) => Ok(bytes.into()),
            Ok(Err(error)) => Err(undrawn(&error)),
            Err(error) => Err(undrawn(&error)),
        };
    }
    if let DocumentId::Paper(paper) = document {
        let first = paper.parts.first();
        return Ok(first.map(Arc::clone).unwrap_or_default());
    }
    let name = document.to_string();
    if !from_server
        && let Some(bytes) = saved_values::logged(cache.document(scope, &name).await).flatten()
    {
        return Ok(bytes.into());
    }
    let link = link.ok_or_else(|| {
        missing(message!("labels-form-signed-out"), message!("labels-form-signed-out-advice"))
    })?;
    let DocumentId::ScanForm(id) = document else {
        return Err(missing(
            message!("labels-containers-gone"),
            message!("labels-containers-gone-advice"),
        ));
    };
    let manifest = link.send_required(api::manifest::get(id)).await?;
    let url = manifest.form_url.ok_or_else(|| {
        missing(message!("labels-form-not-made"), message!("labels-form-not-made-advice"))
    })?;
    let answer = link.client.download(&url).await;
    let bytes = answer.map_err(|error| setback(&error))?.value;
    saved_values::logged(cache.put_document(scope, &name, bytes.clone()).await);
    Ok(bytes.into())
}

/// A failure to draw the command sheet, which only a bug can cause.
fn undrawn(error: &dyn std::error::Error) -> RequestError {
    let advice = message!("labels-not-drawn-advice");
    let mut setback = missing(error.to_string().into(), advice);
    setback.trouble.attempted = message!("labels-error-draw-command-sheet");
    setback
}

/// Draws the pages for the screen at the current zoom, as for labels.
fn render(me: &mut Labels, ctx: &mut Ctx<'_>, document: DocumentId, dpi: f32) {
    let now = ctx.clock.now();
    let Some(view) = me.documents.get_mut(&document) else {
        return;
    };
    let (Some(files), Some(pages)) = (view.files.value().cloned(), view.pages.value()) else {
        return;
    };
    if !files.iter().any(|bytes| zoomed::scales(bytes)) {
        view.zoomed = Remote::ready(Vec::new(), now);
        return;
    }
    let dpi = zoomed::affordable(pages, dpi);
    view.zoomed.start_loading();
    let decoder = Arc::clone(ctx.decoder);
    let slot = ZOOMED.about(&document);
    let work = async move { zoomed::drawn(&decoder, files, dpi).await };
    ctx.jobs.answer(slot, work, move |me, ctx, drawn| {
        let now = ctx.clock.now();
        if let Some(view) = view_of(me, &document) {
            view.zoomed.settle(drawn, now);
        }
    });
}

/// Writes the file on another thread and reports its path.
fn save(ctx: &mut Ctx<'_>, document: DocumentId, to: SaveTo, title: &str) {
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    let (cache, link) = (ctx.cache.clone(), ctx.link.clone());
    let stem = files::file_name(title);
    ctx.jobs.spawn(|outbox: Outbox<Labels>| async move {
        let gathered = gather(&cache, link.as_deref(), &scope, &document, false).await;
        let bytes = match gathered {
            Ok(bytes) => bytes,
            Err(setback) => return outbox.send(move |_, ctx| refuse(ctx, setback)).await,
        };
        let written = tokio::task::spawn_blocking(move || {
            files::write(&to, &stem, extension(&bytes), &bytes)
        });
        let written = written.await.unwrap_or_else(|error| Err(error.into()));
        outbox
            .send(move |me, ctx| match written {
                Ok(path) => {
                    let text = message!("labels-saved", path = path.display().to_string());
                    if let Some(view) = view_of(me, &document) {
                        view.last_action = Some(text.clone());
                    }
                    ctx.notice_file(Tone::Good, text, path);
                }
                Err(error) => {
                    let attempted = message!("labels-error-save-form");
                    ctx.notice_failure(failure::describe_local_error(attempted, &error))
                }
            })
            .await;
    });
}

fn refuse(ctx: &mut Ctx<'_>, setback: RequestError) {
    let answer: Result<(), Trouble> = ctx.note_failure(Err(setback));
    if let Err(trouble) = answer {
        ctx.notice_failure(trouble);
    }
}

fn view_of<'a>(me: &'a mut Labels, document: &DocumentId) -> Option<&'a mut LabelView> {
    me.documents.get_mut(document)
}

pub(in crate::desk) fn extension(bytes: &[u8]) -> &'static str {
    match sniff(bytes) {
        Some(LabelFormat::Pdf) => "pdf",
        Some(LabelFormat::Png) => "png",
        Some(LabelFormat::Jpeg) => "jpg",
        Some(LabelFormat::Tiff) => "tif",
        Some(LabelFormat::Gif) => "gif",
        Some(LabelFormat::Zpl) => "zpl",
        Some(LabelFormat::Commands(PrinterLanguage::Epl2)) => "epl",
        Some(LabelFormat::Commands(PrinterLanguage::Cpcl)) => "cpcl",
        Some(LabelFormat::Commands(PrinterLanguage::Tspl)) => "tspl",
        None => "bin",
    }
}
