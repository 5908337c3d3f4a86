//! Label views: the files as delivered, the pages as they will print, and the self-check that reads
//! the barcode back.

pub mod intent;
pub mod save;
pub(in crate::desk) mod zoomed;

pub mod documents;
pub mod file_names;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::api::shipment::Shipment;
use crate::api::value::LabelFileType;
use crate::base::id::{ShipmentId, TrackingNumber};
use crate::base::locale::Message;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::session::RequestError;
use crate::desk::labels::documents::DocumentId;
use crate::desk::labels::file_names::Names;
pub(in crate::desk) use crate::desk::labels::save::save;
pub(in crate::desk) use crate::desk::labels::zoomed::render;
use crate::desk::records::label_fetch::LabelSources;
use crate::desk::records::label_files::{LabelFile, inches};
use crate::desk::records::package_numbers::{Expected, known_numbers, missing, parts};
use crate::label;
use crate::label::{Decoded, Decoder, Page, SelfCheck};
use crate::message;

/// Labels and other documents shown on screen.
#[derive(Debug, Default)]
pub struct Labels {
    pub views: BTreeMap<ShipmentId, LabelView>,
    /// The document in view; only one stays loaded.
    pub documents: BTreeMap<DocumentId, LabelView>,
    /// Labels in `views`, the most recently shown last.
    shown: VecDeque<ShipmentId>,
    /// Labels that a panel shows now. Copied here after each change.
    pub(in crate::desk) in_sight: Vec<ShipmentId>,
}

impl AccountChange for Labels {
    fn give_up_requests(&mut self) {
        let Self { views, documents, shown: _, in_sight: _ } = self;
        for view in views.values_mut().chain(documents.values_mut()) {
            view.files.cancel_loading();
            view.pages.cancel_loading();
            view.zoomed.cancel_loading();
        }
    }

    fn forget_rows(&mut self) {
        *self = Self::default();
    }
}

/// A label on screen: the files as delivered, the pages as they will print, and the self-check.
#[derive(Clone, Debug, Default)]
pub struct LabelView {
    pub file_type: Option<LabelFileType>,
    /// Values for the name of its file.
    pub names: Option<Names>,
    /// The tracking numbers of the second and further packages, as far as known.
    pub further_numbers: Vec<TrackingNumber>,
    /// The files as delivered, one per package.
    pub files: Remote<Vec<Arc<[u8]>>>,
    pub pages: Remote<Vec<label::Page>>,
    /// The pages drawn again at the zoom of the screen; empty if the files are bitmaps, which
    /// zooming cannot sharpen. `pages` stay at the printer's resolution.
    pub zoomed: Remote<Vec<label::Page>>,
    /// How the pages differ from what the file asks for.
    pub warnings: Vec<String>,
    /// Ink outside the page.
    pub beyond: Vec<String>,
    pub check: Option<label::SelfCheck>,
    /// The last action, such as `Saved to …`; never "printed" without evidence.
    pub last_action: Option<Message>,
}

const LABEL: Slot<Labels> = Slot::with_account("label");

/// Resolution of most label printers; the barcode is checked as they will print it.
const PRINTER_DPI: f32 = 203.0;
/// Labels that stay drawn. There are more only while panels show that many at once.
const MOST_DRAWN: usize = 12;

/// Shows the label of a purchase: from the files that came with it, or fetched if there are none.
pub(in crate::desk) fn arrived(
    me: &mut Labels,
    ctx: &mut Ctx<'_>,
    id: &ShipmentId,
    shipment: &Shipment,
    files: Vec<LabelFile>,
) {
    if files.is_empty() {
        return show(me, ctx, id.clone());
    }
    let expected = Expected::from_shipment(shipment);
    put_on_screen(me, ctx, id.clone(), files, expected, PRINTER_DPI);
}

pub(in crate::desk) fn show(me: &mut Labels, ctx: &mut Ctx<'_>, id: ShipmentId) {
    let ready = me.views.get(&id).is_some_and(|view| view.files.value().is_some());
    if !ready {
        open(me, ctx, id, PRINTER_DPI, false);
    }
}

pub(in crate::desk) fn fetch_again(me: &mut Labels, ctx: &mut Ctx<'_>, id: ShipmentId) {
    open(me, ctx, id, PRINTER_DPI, true);
}

/// Drops the labels shown least recently, because a drawn label takes megabytes. They stay in the
/// cache and are drawn again when shown.
fn make_room(me: &mut Labels, id: &ShipmentId) {
    let shown = &mut me.shown;
    shown.retain(|known| known != id);
    shown.push_back(id.clone());
    while shown.len() > MOST_DRAWN {
        let oldest = shown.iter().position(|id| !me.in_sight.contains(id));
        let Some(gone) = oldest.and_then(|at| shown.remove(at)) else {
            return;
        };
        me.views.remove(&gone);
    }
}

/// Loads the label from the cache, else from GET /Shipment/:id/Label (section 4.6).
fn open(me: &mut Labels, ctx: &mut Ctx<'_>, id: ShipmentId, dpi: f32, from_server: bool) {
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    make_room(me, &id);
    let (cache, link) = (ctx.cache.clone(), ctx.link.clone());
    let view = me.views.entry(id.clone()).or_default();
    view.files.start_loading();
    view.pages.start_loading();
    let slot = LABEL.about(&id);
    let decoder = Arc::clone(ctx.decoder);
    ctx.jobs.start(slot, |outbox| async move {
        let sources =
            LabelSources { cache: &cache, decoder: &decoder, link: link.as_deref(), scope: &scope };
        let gathered = sources.gather(&id, from_server).await;
        let (files, expected) = match gathered {
            Ok(gathered) => gathered,
            Err(setback) => {
                return outbox.send(move |me, ctx| no_files(me, ctx, &id, setback)).await;
            }
        };
        let shown = id.clone();
        let delivered = files.clone();
        let further = numbers_of_further_packages(&expected);
        let names = save::names(&cache, &scope, &id).await;
        outbox
            .send(move |me, ctx| {
                files_arrived(me, ctx, &shown, &delivered);
                named(me, &shown, names);
                numbers_arrived(me, ctx, &shown, further);
            })
            .await;
        let drawn = draw(&decoder, &files, dpi, &expected).await;
        outbox.send(move |me, ctx| pages_arrived(me, ctx, &id, drawn)).await;
    });
}

fn put_on_screen(
    me: &mut Labels,
    ctx: &mut Ctx<'_>,
    id: ShipmentId,
    files: Vec<LabelFile>,
    expected: Expected,
    dpi: f32,
) {
    make_room(me, &id);
    me.views.insert(id.clone(), LabelView::default());
    files_arrived(me, ctx, &id, &files);
    let decoder = Arc::clone(ctx.decoder);
    let (cache, link, scope) = (ctx.cache.clone(), ctx.link.clone(), ctx.scope.clone());
    ctx.jobs.start(LABEL.about(&id), |outbox| async move {
        let (files, expected) = match &scope {
            Some(scope) => {
                let (shown, names) = (id.clone(), save::names(&cache, scope, &id).await);
                outbox.send(move |me, _| named(me, &shown, names)).await;
                let sources =
                    LabelSources { cache: &cache, decoder: &decoder, link: link.as_deref(), scope };
                let delivered = files.len();
                let files = sources.completed(&id, files, &expected).await;
                if files.len() != delivered {
                    let (shown, files) = (id.clone(), files.clone());
                    outbox.send(move |me, ctx| files_arrived(me, ctx, &shown, &files)).await;
                }
                let link = link.as_deref();
                let expected = known_numbers(&cache, link, scope, &id, expected).await;
                let shown = id.clone();
                let further = numbers_of_further_packages(&expected);
                outbox.send(move |me, ctx| numbers_arrived(me, ctx, &shown, further)).await;
                (files, expected)
            }
            None => (files, expected),
        };
        let drawn = draw(&decoder, &files, dpi, &expected).await;
        outbox.send(move |me, ctx| pages_arrived(me, ctx, &id, drawn)).await;
    });
}

fn files_arrived(me: &mut Labels, ctx: &mut Ctx<'_>, id: &ShipmentId, files: &[LabelFile]) {
    let now = ctx.clock.now();
    let view = me.views.entry(id.clone()).or_default();
    view.file_type = files.first().map(|file| file.file_type.clone());
    let bytes = files.iter().map(|file| Arc::clone(&file.bytes));
    view.files = Remote::ready(bytes.collect(), now);
    view.zoomed = Remote::NotAsked;
    view.pages.start_loading();
}

fn named(me: &mut Labels, id: &ShipmentId, names: Names) {
    if let Some(view) = me.views.get_mut(id) {
        view.names = Some(names);
    }
}

fn numbers_of_further_packages(expected: &Expected) -> Vec<TrackingNumber> {
    expected.further.iter().flatten().cloned().collect()
}

/// Shows the numbers of further packages; the list of shipments has them from the cache.
fn numbers_arrived(
    me: &mut Labels,
    ctx: &mut Ctx<'_>,
    id: &ShipmentId,
    further: Vec<TrackingNumber>,
) {
    let Some(view) = me.views.get_mut(id).filter(|_| !further.is_empty()) else {
        return;
    };
    if view.further_numbers != further {
        view.further_numbers = further;
        ctx.announce(Event::ShipmentsChanged);
    }
}

fn no_files(me: &mut Labels, ctx: &mut Ctx<'_>, id: &ShipmentId, setback: RequestError) {
    let answer: Result<(), Trouble> = ctx.note_failure(Err(setback));
    let now = ctx.clock.now();
    let (Err(trouble), Some(view)) = (answer, me.views.get_mut(id)) else {
        return;
    };
    view.files.settle(Err(trouble.clone()), now);
    view.pages.settle(Err(trouble), now);
}

fn pages_arrived(
    me: &mut Labels,
    ctx: &mut Ctx<'_>,
    id: &ShipmentId,
    drawn: Result<(Decoded, Option<SelfCheck>), Trouble>,
) {
    let now = ctx.clock.now();
    let Some(view) = me.views.get_mut(id) else {
        return;
    };
    match drawn {
        Ok((drawn, check)) => {
            view.check = check.or(view.check.take());
            view.warnings = drawn.warnings;
            view.beyond = drawn.ink_outside_page;
            view.pages.settle(Ok(drawn.pages), now);
        }
        Err(trouble) => view.pages.settle(Err(trouble), now),
    }
}

/// Draws the pages of every file in order. The check reads the barcode at the printer's resolution
/// and is skipped when drawing at a lower one.
async fn draw(
    decoder: &Decoder,
    files: &[LabelFile],
    dpi: f32,
    expected: &Expected,
) -> Result<(Decoded, Option<SelfCheck>), Trouble> {
    let mut drawn = Decoded::empty();
    let mut counts = Vec::new();
    for file in files {
        let decoded =
            decoder.decode_reporting(Arc::clone(&file.bytes), dpi).await.map_err(|error| {
                Trouble {
                    advice: message!("labels-kept-as-delivered"),
                    ..failure::describe_local_error(message!("labels-error-draw"), &error)
                }
            })?;
        counts.push((file.package_number, decoded.pages.len()));
        drawn.append(decoded);
    }
    if (expected.tracking.is_none() && expected.packages < 2) || dpi < PRINTER_DPI {
        return Ok((drawn, None));
    }
    let size = expected.size.as_ref().and_then(inches);
    let expected = expected.clone();
    // Reading a barcode takes tens of milliseconds of CPU time.
    let checked = tokio::task::spawn_blocking(move || {
        let parts = parts(&drawn.pages, &counts, &expected);
        let known = expected.tracking.is_some();
        let check = known.then(|| crate::label::check_packages(&parts, size));
        let pages: Vec<&Page> = drawn.pages.iter().collect();
        let missing = missing(&counts, &pages, &expected);
        let check = crate::label::unless_missing(check, missing, expected.packages);
        (drawn, check)
    })
    .await;
    match checked {
        Ok((drawn, check)) => Ok((drawn, check)),
        Err(error) => Err(failure::describe_local_error(message!("labels-error-check"), &error)),
    }
}

pub(in crate::desk) fn extension(file_type: &LabelFileType) -> &'static str {
    match file_type {
        LabelFileType::Zpl | LabelFileType::Zpl2 => "zpl",
        LabelFileType::Png => "png",
        LabelFileType::Tif => "tif",
        LabelFileType::Jpeg => "jpg",
        LabelFileType::Pdf => "pdf",
        LabelFileType::Unknown(_) => "bin",
    }
}
