//! Saves labels as files, as delivered or many in one PDF. Existing files are not overwritten
//! unless the user agreed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::tz::TimeZone;

use crate::base::id::ShipmentId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::files::SaveTo;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::{failure, files, saved_values};
use crate::desk::labels::file_names::Names;
use crate::desk::labels::{LabelView, Labels, extension, file_names};
use crate::desk::records::label_fetch::LabelSources;
use crate::desk::records::label_files::LabelFile;
use crate::desk::records::shipment_row;
use crate::desk::records::void_labels::refuse_void;
use crate::label::print::one_pdf;
use crate::label::{Decoder, LabelFormat, Page, sniff};
use crate::message;
use crate::parcel::rate_ranking;
use crate::store::cache::{Cache, Scope};
use crate::text;

/// How labels are saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SavedFiles {
    #[default]
    AsDelivered,
    OnePdf,
}

/// Fine enough for the text of every printer; ZPL is drawn at the resolution it is written for.
const FINE_DPI: f32 = 300.0;
const PRINTER_LANGUAGE_DPI: f32 = 203.0;
/// Memory limit: the pixels of more pages would not fit on a small computer.
const MOST_PAGES: usize = 200;

/// Saves labels. Missing ones are fetched, the files are written on another thread, and their path
/// is shown.
pub(in crate::desk) fn save(
    ctx: &mut Ctx<'_>,
    shipments: Vec<ShipmentId>,
    to: SaveTo,
    files: SavedFiles,
) {
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    let (cache, link) = (ctx.cache.clone(), ctx.link.clone());
    let decoder = Arc::clone(ctx.decoder);
    let pattern = ctx.settings.label_name.clone();
    ctx.jobs.spawn(|outbox: Outbox<Labels>| async move {
        let mut labels = Vec::new();
        let sources =
            LabelSources { cache: &cache, decoder: &decoder, link: link.as_deref(), scope: &scope };
        for id in &shipments {
            let attempted = message!("labels-error-save");
            let gathered = match refuse_void(&cache, &scope, id, attempted).await {
                Ok(()) => sources.gather(id, false).await,
                Err(refused) => Err(refused),
            };
            match gathered {
                Ok((files, _)) => labels.push((names(&cache, &scope, id).await, files)),
                Err(setback) => {
                    return outbox
                        .send(move |_, ctx| {
                            let answer: Result<(), Trouble> = ctx.note_failure(Err(setback));
                            if let Err(trouble) = answer {
                                ctx.notice_failure(trouble);
                            }
                        })
                        .await;
                }
            }
        }
        let written = match files {
            SavedFiles::AsDelivered => as_delivered(to, pattern, labels).await,
            SavedFiles::OnePdf => in_one(&decoder, to, pattern, labels).await,
        };
        let fold = move |me: &mut Labels, ctx: &mut Ctx<'_>| match written {
            Ok(paths) => notice_saved(me, ctx, &shipments, &paths),
            Err(trouble) => ctx.notice_failure(trouble),
        };
        outbox.send(fold).await;
    });
}

type NamedFiles = Vec<(Names, Vec<LabelFile>)>;

fn notice_saved(me: &mut Labels, ctx: &mut Ctx<'_>, shipments: &[ShipmentId], paths: &[PathBuf]) {
    let first = paths.first().map(|path| path.display().to_string());
    let text = match (first, paths.len()) {
        (Some(path), 1) => message!("labels-saved", path = path),
        (Some(path), count) => message!("labels-saved-many", count = count, path = path),
        (None, _) => message!("labels-nothing-to-save"),
    };
    if let [only] = shipments
        && let Some(view) = me.views.get_mut(only)
    {
        view.last_action = Some(text.clone());
    }
    match paths.first() {
        Some(first) => ctx.notice_file(Tone::Good, text, first.clone()),
        None => ctx.notice(Tone::Good, text, None),
    }
}

/// The values for the file name pattern.
pub(super) async fn names(cache: &Cache, scope: &Scope, id: &ShipmentId) -> Names {
    let record = saved_values::logged(cache.shipment(scope, id).await).flatten();
    let Some(record) = record else {
        return Names { tracking: id.to_string(), ..Names::default() };
    };
    let whole = shipment_row::shipment(&record);
    let label = whole.as_ref().and_then(|one| one.postage_label.as_ref());
    let number = record.tracking_number.as_ref().map(ToString::to_string);
    Names {
        date: record.created.to_zoned(TimeZone::system()).date().to_string(),
        carrier: record.carrier.clone(),
        service: rate_ranking::spaced(&record.service),
        tracking: number.unwrap_or_else(|| id.to_string()),
        recipient: record.to_name.clone(),
        order: label.and_then(|label| label.custom_text1.clone()).unwrap_or_default(),
        package: String::new(),
    }
}

async fn as_delivered(
    to: SaveTo,
    pattern: String,
    labels: NamedFiles,
) -> Result<Vec<PathBuf>, Trouble> {
    off_thread(move || {
        let to = match to {
            // More files than expected when the user chose one name: all go to the same folder.
            SaveTo::File { path, .. }
                if labels.iter().map(|(_, files)| files.len()).sum::<usize>() > 1 =>
            {
                SaveTo::Folder(path.parent().map(Path::to_owned).unwrap_or_default())
            }
            to => to,
        };
        let mut written = Vec::new();
        for (names, files) in labels {
            let several = files.len() > 1;
            for file in &files {
                let name = stem(&pattern, &names, several.then_some(file.package_number));
                let kind = extension(&file.file_type);
                written.push(files::write(&to, &name, kind, &file.bytes)?);
            }
        }
        Ok(written)
    })
    .await
}

/// The file name of one package. Packages never share a name, whatever the pattern is.
fn stem(pattern: &str, names: &Names, package: Option<u32>) -> String {
    let Some(number) = package else {
        return file_names::stem(pattern, names);
    };
    let names = Names { package: number.to_string(), ..names.clone() };
    match pattern.contains("{package}") {
        true => file_names::stem(pattern, &names),
        false => format!("{}_{number}", file_names::stem(pattern, &names)),
    }
}

async fn in_one(
    decoder: &Decoder,
    to: SaveTo,
    pattern: String,
    labels: NamedFiles,
) -> Result<Vec<PathBuf>, Trouble> {
    let mut pages: Vec<Page> = Vec::new();
    for file in labels.iter().flat_map(|(_, files)| files) {
        let dpi = match sniff(&file.bytes) {
            Some(LabelFormat::Zpl) => PRINTER_LANGUAGE_DPI,
            _ => FINE_DPI,
        };
        let drawn = decoder.decode(Arc::clone(&file.bytes), dpi).await;
        let drawn = drawn.map_err(|error| {
            failure::describe_local_error(message!("labels-error-draw"), &error)
        })?;
        pages.extend(drawn);
        if pages.len() > MOST_PAGES {
            return Err(Trouble {
                attempted: message!("labels-error-save-pdf"),
                cause: message!("labels-too-many-pages", most = MOST_PAGES),
                advice: message!("labels-too-many-pages-advice"),
                retry_is_safe: true,
                ..Trouble::default()
            });
        }
    }
    let name = match labels.as_slice() {
        [(names, _)] => file_names::stem(&pattern, names),
        [(names, _), ..] => files::file_name(&text!(
            "labels-name-of-many",
            date = names.date.as_str(),
            count = pages.len().to_string(),
        )),
        [] => return Ok(Vec::new()),
    };
    off_thread(move || {
        let document = one_pdf(&pages).map_err(std::io::Error::other)?;
        Ok(vec![files::write(&to, &name, "pdf", &document)?])
    })
    .await
}

impl LabelView {
    /// The proposed name for the label's file; `None` while it is unknown, or if the label has
    /// several files.
    pub fn file_name(&self, pattern: &str) -> Option<String> {
        let [_] = self.files.value()?.as_slice() else {
            return None;
        };
        let kind = extension(self.file_type.as_ref()?);
        Some(format!("{}.{kind}", file_names::stem(pattern, self.names.as_ref()?)))
    }
}

async fn off_thread(
    work: impl FnOnce() -> std::io::Result<Vec<PathBuf>> + Send + 'static,
) -> Result<Vec<PathBuf>, Trouble> {
    let failed = |error: &dyn std::error::Error| {
        failure::describe_local_error(message!("labels-error-save"), error)
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(paths)) => Ok(paths),
        Ok(Err(error)) => Err(failed(&error)),
        Err(error) => Err(failed(&error)),
    }
}
