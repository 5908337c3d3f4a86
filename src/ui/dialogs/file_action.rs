//! What to do with a chosen path: one variant for each feature that asks for a file or folder.

use std::path::{Path, PathBuf};

use crate::base::folders::UserFolders;
use crate::base::id::{OrderId, ShipmentId};
use crate::desk::addresses::AddressIntent;
use crate::desk::addresses::export::Format;
use crate::desk::addresses::import::ImportIntent;
use crate::desk::balance::intent::BalanceIntent;
use crate::desk::intent::Intent;
use crate::desk::kernel::batch_job::BatchIntent;
use crate::desk::kernel::files::SaveTo;
use crate::desk::kernel::settings::Settings;
use crate::desk::labels::documents::{DocumentId, DocumentIntent};
use crate::desk::labels::intent::LabelIntent;
use crate::desk::labels::save::SavedFiles;
use crate::desk::order_batches::OrderBatchIntent;
use crate::desk::order_import::intent::OrderImportIntent;
use crate::desk::order_moves::MoveIntent;
use crate::desk::order_printing::office_papers::{OrderPapers, PaperGoal};
use crate::desk::order_results::day::DayFile;
use crate::desk::order_results::export::ExportChoice;
use crate::desk::order_results::intent::OrderResultIntent;
use crate::desk::records::document_id::{DrawnKind, PaperKind};
use crate::desk::safekeeping::{Previewed, ProofFormat, SafekeepingIntent};
use crate::desk::shipments::intent::ShipmentIntent;
use crate::desk::state::State;
use crate::text;
use crate::ui::dialogs::question::{FileDialogKind, Question};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileAction {
    SaveLabels {
        shipments: Vec<ShipmentId>,
        files: SavedFiles,
        /// The proposed name of the file; `None` asks for a folder instead.
        name: Option<String>,
    },
    SaveDocument {
        document: DocumentId,
        name: String,
    },
    /// Packing slips or the pick list of orders.
    SaveOrderPaper {
        kind: PaperKind,
        ids: Vec<OrderId>,
    },
    /// The picture on packing slips.
    ShopLogo,
    ExportShipments,
    ExportHistory,
    ImportAddresses,
    ImportOrders,
    SaveDayReport {
        form: DayFile,
        name: String,
    },
    ExportToShop {
        choice: Box<ExportChoice>,
        name: String,
    },
    ExportAddresses(Format),
    ExportJournal(ProofFormat),
    SavePreview(Previewed),
    BackUp,
    /// The orders, presets and rules, for another workspace.
    ExportWorkspace,
    ImportWorkspace,
    /// The setting for the folder where labels are saved.
    LabelFolder,
    /// The setting for the folder whose files of orders are imported.
    WatchedFolder,
    /// The setting for certificates trusted in addition to the system's.
    Authority,
}

/// A deed with its path.
#[derive(Clone, Debug)]
pub struct FileActionWithPath {
    pub deed: FileAction,
    pub path: PathBuf,
    /// The dialog asked before replacing a file.
    pub is_confirmed: bool,
}

pub const ADDRESS_FILES: [&str; 5] = ["csv", "tsv", "txt", "vcf", "vcard"];
pub const ORDER_FILES: [&str; 9] =
    ["csv", "tsv", "txt", "tab", "xlsx", "xlsm", "xls", "xlsb", "ods"];
pub const PICTURE_FILES: [&str; 3] = ["png", "jpg", "jpeg"];
pub const CERTIFICATE_FILES: [&str; 3] = ["pem", "crt", "cer"];

impl FileAction {
    pub fn title(&self) -> &'static str {
        match self {
            Self::SaveLabels { shipments, name: Some(_), .. } => match shipments.len() {
                1 => text!("parts-file-label"),
                _ => text!("parts-file-labels"),
            },
            Self::SaveLabels { name: None, .. } => text!("parts-file-labels-folder"),
            Self::SaveDocument { document, .. } => match document {
                DocumentId::ScanForm(_) => text!("parts-file-form"),
                DocumentId::Containers(_) => text!("parts-file-containers"),
                DocumentId::CommandSheet(_) => text!("parts-file-command-sheet"),
                DocumentId::Paper(paper) => match paper.kind {
                    DrawnKind::OfOrders(kind) => paper_title(kind),
                    DrawnKind::DayReport => text!("order-day-file"),
                },
            },
            Self::SaveOrderPaper { kind, .. } => paper_title(*kind),
            Self::ShopLogo => text!("order-printing-file-logo"),
            Self::ExportShipments => text!("parts-file-shipments"),
            Self::ExportHistory => text!("parts-file-history"),
            Self::ImportAddresses => text!("parts-file-import-addresses"),
            Self::ImportOrders => text!("parts-file-import-orders"),
            Self::SaveDayReport { .. } => text!("order-day-file"),
            Self::ExportToShop { .. } => text!("shop-files-file"),
            Self::ExportAddresses(_) => text!("parts-file-export-addresses"),
            Self::ExportJournal(_) => text!("parts-file-journal"),
            Self::SavePreview(Previewed::Diagnostics) => text!("parts-file-diagnostics"),
            Self::SavePreview(Previewed::Crashes) => text!("parts-file-crashes"),
            Self::BackUp => text!("parts-file-back-up"),
            Self::ExportWorkspace => text!("stations-file-export"),
            Self::ImportWorkspace => text!("stations-file-import"),
            Self::LabelFolder => text!("parts-file-label-folder"),
            Self::WatchedFolder => text!("watched-folder-file"),
            Self::Authority => text!("parts-file-authority"),
        }
    }

    /// Whether it reads or writes data of the account on screen.
    pub(super) fn is_of_account(&self) -> bool {
        match self {
            Self::SaveLabels { .. }
            | Self::SaveDocument { .. }
            | Self::ExportShipments
            | Self::ExportHistory
            | Self::ImportOrders
            | Self::SaveOrderPaper { .. }
            | Self::SaveDayReport { .. }
            | Self::ExportToShop { .. }
            | Self::ExportWorkspace
            | Self::ImportWorkspace => true,
            Self::ImportAddresses
            | Self::ExportAddresses(_)
            | Self::ExportJournal(_)
            | Self::SavePreview(_)
            | Self::BackUp
            | Self::LabelFolder
            | Self::WatchedFolder
            | Self::ShopLogo
            | Self::Authority => false,
        }
    }

    pub(super) fn question(&self, settings: &Settings, folders: &UserFolders) -> Question {
        let wanted = match self {
            Self::SaveLabels { name: None, .. }
            | Self::BackUp
            | Self::LabelFolder
            | Self::WatchedFolder => FileDialogKind::Folder,
            Self::ImportAddresses
            | Self::ImportOrders
            | Self::ImportWorkspace
            | Self::ShopLogo
            | Self::Authority => FileDialogKind::FileToRead,
            Self::ExportWorkspace => writing("postroom-orders.db"),
            Self::SaveOrderPaper { kind, .. } => writing(&format!("{}.pdf", paper_title(*kind))),
            Self::SaveLabels { name: Some(name), .. }
            | Self::SaveDocument { name, .. }
            | Self::SaveDayReport { name, .. }
            | Self::ExportToShop { name, .. } => writing(name),
            Self::ExportShipments => writing("shipments.csv"),
            Self::ExportHistory => writing("balance-history.csv"),
            Self::ExportAddresses(format) => writing(&format!("addresses.{}", format.extension())),
            Self::ExportJournal(ProofFormat::Csv) => writing("postroom-journal.csv"),
            Self::ExportJournal(ProofFormat::Json) => writing("postroom-journal.json"),
            Self::SavePreview(Previewed::Diagnostics) => writing("postroom-diagnostics.txt"),
            Self::SavePreview(Previewed::Crashes) => writing("postroom-crash.txt"),
        };
        let filters = match (self, &wanted) {
            (Self::ImportAddresses, _) => {
                vec![(text!("parts-filter-addresses"), ADDRESS_FILES.to_vec())]
            }
            (Self::ImportOrders, _) => {
                vec![(text!("parts-filter-orders"), ORDER_FILES.to_vec())]
            }
            (Self::ShopLogo, _) => {
                vec![(text!("order-printing-filter-pictures"), PICTURE_FILES.to_vec())]
            }
            (Self::Authority, _) => {
                vec![(text!("parts-filter-certificates"), CERTIFICATE_FILES.to_vec())]
            }
            (_, FileDialogKind::FileToWrite { name }) => kind(name).into_iter().collect(),
            _ => Vec::new(),
        };
        let remembered = match settings.last_folders.get(self.purpose()) {
            Some(folder) => folder.clone(),
            None if self.takes_label_folder() => settings.label_folder.clone(),
            None => String::new(),
        };
        let usual = match self {
            Self::ImportAddresses | Self::ImportOrders | Self::Authority => &folders.downloads,
            _ => &folders.documents,
        };
        let folder = match remembered.is_empty() {
            true => usual.clone(),
            false => Some(PathBuf::from(remembered)),
        };
        Question { title: self.title().to_owned(), wanted, filters, folder }
    }

    /// The key under which its last folder is remembered.
    fn purpose(&self) -> &'static str {
        match self {
            // These have their own setting, `label_folder`.
            Self::SaveLabels { .. } | Self::LabelFolder => "",
            Self::SaveDocument { .. } => "documents",
            Self::ExportShipments => "shipments",
            Self::ExportHistory => "balance history",
            Self::ImportAddresses => "address import",
            Self::ImportOrders => "order import",
            Self::SaveOrderPaper { .. } => "papers of orders",
            Self::ShopLogo => "logo",
            Self::SaveDayReport { .. } => "day reports",
            Self::ExportToShop { .. } => "files for shops",
            Self::ExportAddresses(_) => "address export",
            Self::ExportJournal(_) => "journal",
            Self::SavePreview(_) => "diagnostics",
            Self::BackUp | Self::ExportWorkspace | Self::ImportWorkspace => "backups",
            Self::WatchedFolder => "watched folder",
            Self::Authority => "certificates",
        }
    }

    /// Labels and the documents printed with them share a folder until the user chooses another.
    fn takes_label_folder(&self) -> bool {
        matches!(self, Self::SaveLabels { .. } | Self::LabelFolder | Self::SaveDocument { .. })
    }
}

fn paper_title(kind: PaperKind) -> &'static str {
    match kind {
        PaperKind::PackingSlips => text!("order-papers-slip-titles"),
        PaperKind::PickList => text!("order-papers-pick-title"),
    }
}

fn writing(name: &str) -> FileDialogKind {
    FileDialogKind::FileToWrite { name: name.to_owned() }
}

/// The file filter for the extension of this name.
fn kind(name: &str) -> Option<(&'static str, Vec<&'static str>)> {
    let (words, extension) = match extension(Path::new(name)).as_str() {
        "pdf" => ("PDF", "pdf"),
        "png" => (text!("parts-filter-png"), "png"),
        "jpg" => (text!("parts-filter-jpeg"), "jpg"),
        "tif" => (text!("parts-filter-tiff"), "tif"),
        "zpl" => (text!("parts-filter-zpl"), "zpl"),
        "csv" => (text!("parts-filter-csv"), "csv"),
        "vcf" => (text!("parts-filter-vcards"), "vcf"),
        "json" => ("JSON", "json"),
        "txt" => (text!("parts-filter-text"), "txt"),
        _ => return None,
    };
    Some((words, vec![extension]))
}

/// The extension in lower case; empty for none.
pub(super) fn extension(path: &Path) -> String {
    let extension = path.extension().unwrap_or_default();
    extension.to_string_lossy().to_lowercase()
}

impl FileActionWithPath {
    /// The intents to carry out; the first one remembers the folder if it changed.
    pub(crate) fn intents(self, state: &State) -> Vec<Intent> {
        let settings = self.remembering(&state.settings);
        let changed = settings != state.settings;
        let mut intents: Vec<Intent> =
            changed.then(|| Intent::ChangeSettings(Box::new(settings))).into_iter().collect();
        if self.deed == FileAction::ImportAddresses && state.addresses.work.is_some() {
            // The results of a finished batch job must be closed before the import starts.
            intents.push(Intent::Addresses(AddressIntent::Work(BatchIntent::Close)));
        }
        if self.deed == FileAction::ImportOrders && state.order_batches.work.is_some() {
            intents.push(Intent::OrderBatches(OrderBatchIntent::Work(BatchIntent::Close)));
        }
        if self.deed == FileAction::ImportOrders && state.order_import.writing.is_some() {
            let close = OrderImportIntent::Writing(BatchIntent::Close);
            intents.push(Intent::OrderImport(close));
        }
        intents.extend(self.deed_intent());
        intents
    }

    fn remembering(&self, settings: &Settings) -> Settings {
        let mut settings = settings.clone();
        let path = self.path.display().to_string();
        let folder = match &self.deed {
            FileAction::SaveLabels { name: None, .. }
            | FileAction::BackUp
            | FileAction::LabelFolder
            | FileAction::WatchedFolder => path.clone(),
            _ => {
                let folder = self.path.parent().unwrap_or(Path::new(""));
                folder.display().to_string()
            }
        };
        match &self.deed {
            FileAction::SaveLabels { .. } | FileAction::LabelFolder => {
                settings.label_folder = folder
            }
            deed => {
                let purpose = deed.purpose().to_owned();
                settings.last_folders.insert(purpose, folder);
            }
        }
        if self.deed == FileAction::Authority {
            settings.ca_file = path;
        }
        settings
    }

    fn deed_intent(self) -> Option<Intent> {
        let (file, replace) = (self.path, self.is_confirmed);
        let to_file = |path| SaveTo::File { path, replace };
        Some(match self.deed {
            FileAction::SaveLabels { shipments, files, name } => {
                Intent::Labels(LabelIntent::Save {
                    shipments,
                    to: match name {
                        Some(_) => to_file(file),
                        None => SaveTo::Folder(file),
                    },
                    files,
                })
            }
            FileAction::SaveDocument { document, .. } => {
                Intent::Documents(DocumentIntent::Save { document, to: to_file(file) })
            }
            FileAction::ExportShipments => Intent::Shipments(ShipmentIntent::Export { file }),
            FileAction::ExportHistory => Intent::Balance(BalanceIntent::ExportHistory { file }),
            FileAction::ImportAddresses => {
                let read = ImportIntent::ReadFile(file);
                Intent::Addresses(AddressIntent::Import(read))
            }
            FileAction::ImportOrders => Intent::OrderImport(OrderImportIntent::ReadFile(file)),
            FileAction::SaveDayReport { form, .. } => {
                Intent::OrderResults(OrderResultIntent::SaveDay { form, to: to_file(file) })
            }
            FileAction::ExportToShop { choice, .. } => {
                Intent::OrderResults(OrderResultIntent::ExportToShop {
                    choice,
                    file: to_file(file),
                })
            }
            FileAction::ExportAddresses(format) => {
                Intent::Addresses(AddressIntent::Export { file, format })
            }
            FileAction::ExportJournal(format) => {
                Intent::Safekeeping(SafekeepingIntent::ExportJournal { file, format })
            }
            FileAction::SavePreview(_) => {
                Intent::Safekeeping(SafekeepingIntent::SavePreview { file })
            }
            FileAction::ExportWorkspace => Intent::OrderMoves(MoveIntent::Export { file, replace }),
            FileAction::ImportWorkspace => Intent::OrderMoves(MoveIntent::Import(file)),
            FileAction::BackUp => Intent::Safekeeping(SafekeepingIntent::BackUp { folder: file }),
            FileAction::SaveOrderPaper { kind, ids } => Intent::PaperOfOrders(OrderPapers {
                kind,
                ids,
                goal: PaperGoal::Save(to_file(file)),
            }),
            FileAction::LabelFolder
            | FileAction::WatchedFolder
            | FileAction::ShopLogo
            | FileAction::Authority => return None,
        })
    }
}
