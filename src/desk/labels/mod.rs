//! Labels on the screen and on the disk: bytes as delivered, pages as they will print,
//! and the self-check that reads the barcode back.

mod fetch;
mod save;
pub(in crate::desk) mod zoomed;

pub mod documents;
pub mod file_names;

use std::sync::Arc;

use crate::api::shipment::Shipment;
use crate::api::value::{LabelFileType, LabelSize};
use crate::base::id::ShipmentId;
use crate::desk::Desk;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::session::{Link, Setback};
use crate::desk::kernel::{failure, saved_values};
use crate::desk::labels::fetch::{Source, pages_of_first};
pub(in crate::desk) use crate::desk::labels::fetch::first_file;
use crate::desk::labels::file_names::Names;
pub(in crate::desk) use crate::desk::labels::save::save;
pub(in crate::desk) use crate::desk::labels::zoomed::render;
pub(in crate::desk) use crate::desk::records::package_numbers::{
    Expected, known_numbers, missing, parts,
};
use crate::desk::records::label_files::{self, LabelFile};
use crate::desk::records::shipment_row;
use crate::desk::state::{LabelView, Trouble};
use crate::label::{Decoded, Decoder, Page, SelfCheck};
use crate::store::cache::{Cache, Scope};

const LABEL: Slot = Slot::with_account("label");

/// What most label printers have; the barcode is checked as they will print it.
const PRINTER_DPI: f32 = 203.0;
/// Labels that stay drawn, beside those in sight.
const MOST_DRAWN: usize = 12;

/// A purchase came with its label, or has to fetch it.
pub(in crate::desk) fn arrived(
    desk: &mut Desk,
    id: &ShipmentId,
    shipment: &Shipment,
    files: Vec<LabelFile>,
) {
    if files.is_empty() {
        return show(desk, id.clone());
    }
    let expected = Expected::of(shipment);
    put_on_screen(desk, id.clone(), files, expected, PRINTER_DPI);
}

pub(in crate::desk) fn show(desk: &mut Desk, id: ShipmentId) {
    let ready = desk
        .state
        .labels
        .get(&id)
        .is_some_and(|view| view.files.value().is_some());
    if !ready {
        open(desk, id, PRINTER_DPI, false);
    }
}

pub(in crate::desk) fn fetch_again(desk: &mut Desk, id: ShipmentId) {
    open(desk, id, PRINTER_DPI, true);
}

/// A drawn label takes megabytes, so only those shown last stay drawn. The others are in the
/// cache and come back when they are looked at.
fn make_room(desk: &mut Desk, id: &ShipmentId) {
    let shown = &mut desk.labels_shown;
    shown.retain(|known| known != id);
    shown.push_back(id.clone());
    let in_sight = [
        desk.state.just_bought.as_ref(),
        desk.state.shipments.selected.as_ref(),
    ];
    while shown.len() > MOST_DRAWN {
        let oldest = shown.iter().position(|id| !in_sight.contains(&Some(id)));
        let Some(gone) = oldest.and_then(|at| shown.remove(at)) else {
            return;
        };
        desk.state.labels.remove(&gone);
    }
}

/// From the cache without the network, else from GET /Shipment/:id/Label (section 4.6).
fn open(desk: &mut Desk, id: ShipmentId, dpi: f32, from_server: bool) {
    let Some(scope) = desk.scope.clone() else {
        return;
    };
    make_room(desk, &id);
    let (cache, link) = (desk.cache.clone(), desk.link.clone());
    let view = desk.state.labels.entry(id.clone()).or_default();
    view.files.start_loading();
    view.pages.start_loading();
    let slot = LABEL.about(&id);
    let decoder = Arc::clone(&desk.decoder);
    desk.jobs.start(slot, |outbox| async move {
        let shelf = Shelf {
            cache: &cache,
            decoder: &decoder,
            link: link.as_deref(),
            scope: &scope,
        };
        let gathered = shelf.gather(&id, from_server).await;
        let (files, expected) = match gathered {
            Ok(gathered) => gathered,
            Err(setback) => {
                return outbox.send(move |desk| no_files(desk, &id, setback)).await;
            }
        };
        let shown = id.clone();
        let delivered = files.clone();
        let names = save::names(&cache, &scope, &id).await;
        outbox
            .send(move |desk| {
                files_arrived(desk, &shown, &delivered);
                named(desk, &shown, names);
            })
            .await;
        let drawn = draw(&decoder, &files, dpi, &expected).await;
        outbox
            .send(move |desk| pages_arrived(desk, &id, drawn))
            .await;
    });
}

/// Where labels are looked for.
pub(in crate::desk) struct Shelf<'a> {
    pub cache: &'a Cache,
    pub decoder: &'a Decoder,
    pub link: Option<&'a Link>,
    pub scope: &'a Scope,
}

impl Shelf<'_> {
    /// A label's files, from the cache unless the server is to be asked, and what is known of
    /// them.
    pub(in crate::desk) async fn gather(
        &self,
        id: &ShipmentId,
        from_server: bool,
    ) -> Result<(Vec<LabelFile>, Expected), Setback> {
        let record = saved_values::logged(self.cache.shipment(self.scope, id).await).flatten();
        let expected = record
            .as_ref()
            .and_then(shipment_row::shipment)
            .map(|shipment| Expected::of(&shipment))
            .unwrap_or_default();
        let mut files = Vec::new();
        if !from_server {
            files = cached_files(self.cache, self.scope, id).await;
        }
        if files.is_empty() {
            let source = self.source(id).ok_or_else(not_connected)?;
            files = source.fetch(&files).await?;
        }
        let files = self.completed(id, files, &expected).await;
        let expected = known_numbers(self.cache, self.link, self.scope, id, expected).await;
        Ok((files, expected))
    }

    /// As many labels as packages, as far as they can be had. One file may hold them all.
    async fn completed(
        &self,
        id: &ShipmentId,
        files: Vec<LabelFile>,
        expected: &Expected,
    ) -> Vec<LabelFile> {
        let lacks = |files: &[LabelFile]| files.len() < expected.packages.max(1);
        let Some(source) = self.source(id).filter(|_| lacks(&files)) else {
            return files;
        };
        let pages = pages_of_first(self.decoder, &files, expected).await;
        if pages >= expected.packages {
            return files;
        }
        let files = match source.fetch(&files).await {
            Ok(more) if more.len() >= files.len() => more,
            _ => files,
        };
        if !lacks(&files) {
            return files;
        }
        let pages = pages_of_first(self.decoder, &files, expected).await;
        if files.len() == 1 && pages >= expected.packages {
            return files;
        }
        source.completed(files, pages, expected).await
    }

    fn source<'b>(&'b self, id: &'b ShipmentId) -> Option<Source<'b>> {
        Some(Source {
            cache: self.cache,
            scope: self.scope,
            link: self.link?,
            id,
        })
    }
}

fn put_on_screen(
    desk: &mut Desk,
    id: ShipmentId,
    files: Vec<LabelFile>,
    expected: Expected,
    dpi: f32,
) {
    make_room(desk, &id);
    desk.state.labels.insert(id.clone(), LabelView::default());
    files_arrived(desk, &id, &files);
    let decoder = Arc::clone(&desk.decoder);
    let (cache, link, scope) = (desk.cache.clone(), desk.link.clone(), desk.scope.clone());
    desk.jobs.start(LABEL.about(&id), |outbox| async move {
        let (files, expected) = match &scope {
            Some(scope) => {
                let (shown, names) = (id.clone(), save::names(&cache, scope, &id).await);
                outbox.send(move |desk| named(desk, &shown, names)).await;
                let shelf = Shelf {
                    cache: &cache,
                    decoder: &decoder,
                    link: link.as_deref(),
                    scope,
                };
                let delivered = files.len();
                let files = shelf.completed(&id, files, &expected).await;
                if files.len() != delivered {
                    let (shown, files) = (id.clone(), files.clone());
                    outbox
                        .send(move |desk| files_arrived(desk, &shown, &files))
                        .await;
                }
                let link = link.as_deref();
                let expected = known_numbers(&cache, link, scope, &id, expected).await;
                (files, expected)
            }
            None => (files, expected),
        };
        let drawn = draw(&decoder, &files, dpi, &expected).await;
        outbox
            .send(move |desk| pages_arrived(desk, &id, drawn))
            .await;
    });
}

fn files_arrived(desk: &mut Desk, id: &ShipmentId, files: &[LabelFile]) {
    let now = desk.clock.now();
    let view = desk.state.labels.entry(id.clone()).or_default();
    view.file_type = files.first().map(|file| file.file_type.clone());
    let bytes = files.iter().map(|file| Arc::clone(&file.bytes));
    view.files = Remote::ready(bytes.collect(), now);
    view.zoomed = Remote::NotAsked;
    view.pages.start_loading();
}

fn named(desk: &mut Desk, id: &ShipmentId, names: Names) {
    if let Some(view) = desk.state.labels.get_mut(id) {
        view.names = Some(names);
    }
}

fn no_files(desk: &mut Desk, id: &ShipmentId, setback: Setback) {
    let answer: Result<(), Trouble> = desk.heed(Err(setback));
    let now = desk.clock.now();
    let (Err(trouble), Some(view)) = (answer, desk.state.labels.get_mut(id)) else {
        return;
    };
    view.files.settle(Err(trouble.clone()), now);
    view.pages.settle(Err(trouble), now);
}

fn pages_arrived(
    desk: &mut Desk,
    id: &ShipmentId,
    drawn: Result<(Decoded, Option<SelfCheck>), Trouble>,
) {
    let now = desk.clock.now();
    let Some(view) = desk.state.labels.get_mut(id) else {
        return;
    };
    match drawn {
        Ok((drawn, check)) => {
            view.check = check.or(view.check.take());
            view.warnings = drawn.warnings;
            view.beyond = drawn.beyond;
            view.pages.settle(Ok(drawn.pages), now);
        }
        Err(trouble) => view.pages.settle(Err(trouble), now),
    }
}

/// Pages of every file in order. The check reads the barcode at the printer's
/// resolution, whatever the screen asked for, and only needs doing once.
async fn draw(
    decoder: &Decoder,
    files: &[LabelFile],
    dpi: f32,
    expected: &Expected,
) -> Result<(Decoded, Option<SelfCheck>), Trouble> {
    let mut drawn = Decoded::empty();
    let mut counts = Vec::new();
    for file in files {
        let decoded = decoder
            .decode_reporting(Arc::clone(&file.bytes), dpi)
            .await
            .map_err(|error| Trouble {
                advice: "The file is kept as delivered: save it, or fetch it again".to_owned(),
                ..failure::local("Drawing the label", &error)
            })?;
        counts.push((file.package_number, decoded.pages.len()));
        drawn.append(decoded);
    }
    if (expected.tracking.is_none() && expected.packages < 2) || dpi < PRINTER_DPI {
        return Ok((drawn, None));
    }
    let size = expected.size.as_ref().and_then(inches);
    let expected = expected.clone();
    // Reading a barcode takes tens of milliseconds of a core.
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
        Err(error) => Err(failure::local("Checking the label", &error)),
    }
}

async fn cached_files(cache: &Cache, scope: &Scope, id: &ShipmentId) -> Vec<LabelFile> {
    saved_values::logged(cache.labels(scope, id).await)
        .unwrap_or_default()
        .into_iter()
        .map(|(package_number, file_type, bytes)| LabelFile {
            package_number,
            file_type: LabelFileType::parse(&file_type),
            bytes: bytes.into(),
        })
        .collect()
}

/// Width and height; a letter page is 8.5 by 11.
pub(in crate::desk) fn inches(size: &LabelSize) -> Option<(f32, f32)> {
    match size {
        LabelSize::S4x6 => Some((4.0, 6.0)),
        LabelSize::S6x4 => Some((6.0, 4.0)),
        LabelSize::S4x8 => Some((4.0, 8.0)),
        LabelSize::S7x3 => Some((7.0, 3.0)),
        LabelSize::Letter => Some((8.5, 11.0)),
        LabelSize::Unknown(_) => None,
    }
}

fn extension(file_type: &LabelFileType) -> &'static str {
    match file_type {
        LabelFileType::Zpl | LabelFileType::Zpl2 => "zpl",
        LabelFileType::Png => "png",
        LabelFileType::Tif => "tif",
        LabelFileType::Jpeg => "jpg",
        LabelFileType::Pdf => "pdf",
        LabelFileType::Unknown(_) => "bin",
    }
}

fn not_connected() -> Setback {
    Setback {
        trouble: Trouble {
            attempted: "Fetching the label".to_owned(),
            cause: "Nobody is signed in, and the label is not in the cache".to_owned(),
            advice: "Connect, then fetch it again".to_owned(),
            retry_is_safe: true,
            ..Trouble::default()
        },
        sign_in: false,
    }
}
