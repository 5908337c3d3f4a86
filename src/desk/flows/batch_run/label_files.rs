//! The files of the labels, named by order number, in the folder of `--out`. A file appears there
//! whole, and never replaces another. Each label is saved once: a folder may be one from which files
//! are printed and removed. So a run takes the right to save a label in its order first, and what
//! another station saves is left to it.

use std::collections::{HashSet, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::id::{OrderId, ShipmentId, TransactionId};
use crate::base::{private, read_limited};
use crate::desk::flows::batch_run::{Run, Step, in_words};
use crate::desk::kernel::batch_job::under_way::UnderWay;
use crate::desk::kernel::files;
use crate::desk::labels::documents::extension;
use crate::desk::order_records::changes::{Change, write_changes};
use crate::desk::records::label_fetch::LabelSources;
use crate::desk::records::label_files::LabelFile;
use crate::desk::records::void_labels::refuse_void;
use crate::message;
use crate::orders::batch_report::OrderEvent;
use crate::orders::order::LabelSave;
use crate::orders::order_label::OrderLabel;
use crate::orders::order_row::order_of_row;

/// Labels that are fetched and written at once.
const AT_ONCE: usize = 4;
/// Labels for which the right to save them is taken in one commit.
const RIGHTS_AT_ONCE: usize = 32;

pub(super) struct LabelFiles {
    folder: PathBuf,
    waiting: VecDeque<Label>,
    /// Those that this run has the right to save.
    granted: VecDeque<Label>,
    saving: UnderWay<Label, Result<Vec<PathBuf>, NotSaved>>,
    /// Labels that were added in this run.
    known: HashSet<TransactionId>,
    /// Those of which the service gave no file so far. Each was told.
    pub(super) late: Vec<Label>,
    told: HashSet<TransactionId>,
}

#[derive(Clone, Debug)]
pub(super) struct Label {
    order: OrderId,
    transaction: TransactionId,
    shipment: Option<ShipmentId>,
}

/// A label that was to be saved, with its files. Nothing comes of a panic.
type Ended = (Label, Option<Result<Vec<PathBuf>, NotSaved>>);

enum NotSaved {
    /// The service gave no files, or none that are the labels of this shipment.
    NotFetched(String),
    NotWritten(String),
}

impl LabelFiles {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            waiting: VecDeque::new(),
            granted: VecDeque::new(),
            saving: UnderWay::new(),
            known: HashSet::new(),
            late: Vec::new(),
            told: HashSet::new(),
        }
    }

    /// The files of the label are saved as soon as possible.
    pub(super) fn add(&mut self, order: &OrderId, label: &OrderLabel) {
        if self.known.insert(label.transaction.clone()) {
            self.waiting.push_back(Label {
                order: order.clone(),
                transaction: label.transaction.clone(),
                shipment: label.shipment.clone(),
            });
        }
    }

    /// Those that the service gave no file of are asked for once more.
    pub(super) fn ask_again(&mut self) {
        self.waiting.extend(self.late.drain(..));
    }

    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.granted.is_empty() && self.saving.is_empty()
    }
}

impl Run<'_, '_> {
    /// Tells of the label files that are written by now, and begins to write the next.
    pub(super) fn save_labels(&mut self) -> Step<()> {
        let over = std::iter::from_fn(|| self.labels.saving.next_if_over()).collect();
        self.tell_saved(over)?;
        while self.labels.saving.len() < AT_ONCE {
            if self.labels.granted.is_empty() {
                self.take_rights()?;
            }
            let Some(label) = self.labels.granted.pop_front() else {
                break;
            };
            self.begin_to_save(label);
        }
        Ok(())
    }

    /// Takes the right to save the next labels, and tells of those that are left to another station.
    fn take_rights(&mut self) -> Step<()> {
        let next = self.labels.waiting.len().min(RIGHTS_AT_ONCE);
        let labels: Vec<Label> = self.labels.waiting.drain(..next).collect();
        if labels.is_empty() {
            return Ok(());
        }
        let ids: Vec<OrderId> = labels.iter().map(|label| label.order.clone()).collect();
        let rows = self.orders_by_id(&ids)?;
        let station = self.headless.desk.kernel(|ctx| ctx.station().to_string());
        let since = self.headless.desk.clock.now();
        let (mut asked, mut changes) = (Vec::new(), Vec::new());
        for label in labels {
            let Some(row) = rows.iter().find(|row| row.id == label.order) else {
                continue;
            };
            let wanted =
                LabelSave { label: label.transaction.clone(), station: station.clone(), since };
            let is_granted = Arc::new(AtomicBool::new(false));
            changes.push((row, wanted, Arc::clone(&is_granted)));
            asked.push((label, order_of_row(row), is_granted));
        }
        let basis = Arc::clone(&self.prepared.import.basis);
        let workspace = self.workspace();
        self.patiently(|| {
            let changes = changes.iter().filter_map(|(row, wanted, is_granted)| {
                let (wanted, granted) = (wanted.clone(), Arc::clone(is_granted));
                let change = Change::made_to_row(row, move |order| {
                    granted.store(order.begin_label_save(&wanted), Ordering::Relaxed);
                });
                is_granted.load(Ordering::Relaxed).then_some(change)
            });
            write_changes(workspace.as_ref(), &basis, changes.collect())
        })?;
        for (label, order, is_granted) in asked {
            match is_granted.load(Ordering::Relaxed) {
                true => self.labels.granted.push_back(label),
                false => self.tell_of(&label.order, &order, &OrderEvent::LabelSavedElsewhere),
            }
        }
        Ok(())
    }

    /// Waits for the label files of everything that was bought.
    pub(super) fn finish_labels(&mut self) -> Step<()> {
        while !self.labels.is_idle() {
            self.save_labels()?;
            self.headless.turn();
        }
        self.save_labels()
    }

    fn begin_to_save(&mut self, label: Label) {
        let desk = &self.headless.desk;
        let (cache, decoder) = (desk.cache.clone(), Arc::clone(&desk.decoder));
        let (link, scope) = (desk.link.clone(), desk.scope.clone());
        let name = self.orders.get(&label.order);
        let number = name.map(|order| order.number.clone()).unwrap_or_default();
        let folder = self.labels.folder.clone();
        let shipment = label.shipment.clone();
        let saving = async move {
            let gathered = match (&shipment, &scope) {
                (Some(shipment), Some(scope)) => {
                    let sources = LabelSources {
                        cache: &cache,
                        decoder: &decoder,
                        link: link.as_deref(),
                        scope,
                    };
                    let attempted = message!("labels-error-save");
                    let gathered = match refuse_void(&cache, scope, shipment, attempted).await {
                        Ok(()) => sources.gather_read(shipment).await,
                        Err(refused) => Err(refused),
                    };
                    gathered.map_err(|error| error.trouble.cause.to_string())
                }
                _ => Err("the service did not name the shipment".to_owned()),
            };
            match gathered {
                Err(reason) => Err(NotSaved::NotFetched(reason)),
                Ok(files) => {
                    let written =
                        tokio::task::spawn_blocking(move || write_files(&folder, &number, &files));
                    let written =
                        written.await.unwrap_or_else(|panic| Err(io::Error::other(panic)));
                    written.map_err(|error| NotSaved::NotWritten(in_words(&error)))
                }
            }
        };
        let runtime = self.headless.runtime().clone();
        let _in_runtime = runtime.enter();
        self.labels.saving.spawn(label, saving);
    }

    fn tell_saved(&mut self, over: Vec<Ended>) -> Step<()> {
        if over.is_empty() {
            return Ok(());
        }
        let ids: Vec<OrderId> = over.iter().map(|(label, _)| label.order.clone()).collect();
        let rows = self.orders_by_id(&ids)?;
        let mut ended = Vec::new();
        for (label, files) in over {
            let crashed = || NotSaved::NotFetched(message!("parts-work-crashed").to_string());
            let files = files.unwrap_or_else(|| Err(crashed()));
            let Some(row) = rows.iter().find(|row| row.id == label.order) else {
                continue;
            };
            let order = order_of_row(row);
            ended.push((row, label.transaction.clone(), files.is_ok()));
            let reason = match files {
                Ok(paths) => {
                    for path in paths {
                        let file = path.display().to_string();
                        self.tell_of(&row.id, &order, &OrderEvent::LabelSaved { file });
                    }
                    continue;
                }
                Err(NotSaved::NotFetched(reason)) => {
                    let is_first = self.labels.told.insert(label.transaction.clone());
                    self.labels.late.push(label);
                    if !is_first {
                        continue;
                    }
                    reason
                }
                Err(NotSaved::NotWritten(reason)) => {
                    // The disk is full, or the folder is gone: the next labels would meet the same.
                    let obstacle = format!("a label file cannot be written: {reason}");
                    self.obstacle.get_or_insert(obstacle);
                    reason
                }
            };
            self.tell_of(&row.id, &order, &OrderEvent::LabelNotSaved { reason });
        }
        let basis = Arc::clone(&self.prepared.import.basis);
        let workspace = self.workspace();
        self.patiently(|| {
            let changes = ended.iter().map(|(row, label, is_saved)| {
                let (label, is_saved) = (label.clone(), *is_saved);
                Change::made_to_row(row, move |order| order.end_label_save(&label, is_saved))
            });
            write_changes(workspace.as_ref(), &basis, changes.collect())
        })
        .map(drop)
    }
}

/// Writes the files of one label: `1001.pdf`, and `1001-2.pdf` for the second package.
fn write_files(folder: &Path, number: &str, files: &[LabelFile]) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for file in files {
        let stem = match file.package_number {
            0 | 1 => files::file_name(number),
            package => files::file_name(&format!("{number}-{package}")),
        };
        paths.push(write_file(folder, &stem, extension(&file.bytes), &file.bytes)?);
    }
    Ok(paths)
}

/// Never replaces a file: tries `1001.pdf`, then `1001 (2).pdf` and so on. A file that has this very
/// content is the label already.
fn write_file(folder: &Path, stem: &str, extension: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    for place in 1_u32.. {
        let name = match place {
            1 => format!("{stem}.{extension}"),
            _ => format!("{stem} ({place}).{extension}"),
        };
        let path = folder.join(name);
        match private::write_new_for_others(&path, bytes) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let there = read_limited::read_file(&path, bytes.len() as u64);
                if there.is_ok_and(|there| there == bytes) {
                    return Ok(path);
                }
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::value::LabelFileType;

    fn label(package_number: u32, bytes: &[u8]) -> LabelFile {
        LabelFile { package_number, file_type: LabelFileType::Pdf, bytes: Arc::from(bytes) }
    }

    #[test]
    fn label_files_have_the_number_of_the_order_and_replace_nothing() {
        let kept = tempfile::tempdir().unwrap();
        let folder = kept.path();
        for (number, files, names) in [
            ("1001", vec![label(1, b"%PDF-a")], &["1001.pdf"][..]),
            // The same again is there already, another one gets a number.
            ("1001", vec![label(1, b"%PDF-a")], &["1001.pdf"]),
            ("1001", vec![label(1, b"%PDF-b")], &["1001 (2).pdf"]),
            ("1002", vec![label(1, b"%PDF-c"), label(2, b"%PDF-d")], &["1002.pdf", "1002-2.pdf"]),
            ("../../x", vec![label(1, b"%PDF-e")], &["x.pdf"]),
            // Named by what it is, not by what the service calls it.
            ("#1003", vec![label(1, b"^XA^FDa^FS^XZ")], &["1003.zpl"]),
        ] {
            let paths = write_files(folder, number, &files).unwrap();
            let wanted: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
            assert_eq!(paths, wanted, "{number}");
        }
        assert_eq!(std::fs::read(folder.join("1001.pdf")).unwrap(), b"%PDF-a");
        assert_eq!(std::fs::read(folder.join("1001 (2).pdf")).unwrap(), b"%PDF-b");
        assert!(write_files(&folder.join("gone"), "1", &[label(1, b"")]).is_err());
    }
}
