//! The places that ask for a file or a folder.

use postroom::desk::addresses::export::Format;
use postroom::desk::addresses::import::ImportIntent;
use postroom::desk::labels::file_names::Names;
use postroom::desk::safekeeping::{Preview, Previewed, ProofFormat};
use postroom::ui::dialogs::FileDialogKind;

use crate::prelude::*;
use crate::ui::board::shipment_row;

/// A place that asks for a file or a folder.
#[derive(Clone)]
pub struct Place {
    pub panel: Panel,
    /// Prepares the panel.
    pub set_up: fn(&mut AnsweringScene),
    /// The clicks that open the dialog.
    pub clicks: &'static [&'static str],
    pub title: &'static str,
    pub wanted: FileDialogKind,
    pub extensions: &'static [&'static str],
    /// The folder in which the first dialog opens.
    pub begins: &'static str,
    /// The path that the user then chooses.
    pub chosen: &'static str,
    pub done: fn(&Intent) -> bool,
}

fn write(name: &str) -> FileDialogKind {
    FileDialogKind::FileToWrite { name: name.to_owned() }
}

fn in_files(board: &mut AnsweringScene) {
    board.window.local.settings.open(SettingsCategory::Files);
    board.settle();
}

fn in_connection(board: &mut AnsweringScene) {
    board.window.local.settings.open(SettingsCategory::Connection);
    board.settle();
}

fn in_devices(board: &mut AnsweringScene) {
    board.window.local.settings.open(SettingsCategory::Devices);
    board.settle();
}

fn with_label(board: &mut AnsweringScene) {
    board.ready_to_buy();
    let row = shipment_row(0, "PreTransit");
    let names = Names {
        date: "2026-11-21".to_owned(),
        recipient: row.to_name.clone(),
        tracking: "9400".to_owned(),
        ..Names::default()
    };
    let label = LabelView {
        file_type: Some(LabelFileType::Pdf),
        files: Remote::ready(vec![Arc::from(b"%PDF-1.7".as_slice())], board.now),
        names: Some(names),
        ..LabelView::default()
    };
    board.state.labels.views.insert(row.id.clone(), label);
    board.state.ship.just_bought = Some(row.id.clone());
    board.state.shipments.rows = vec![row];
    board.settle();
}

/// A label with two packages.
fn with_labels(board: &mut AnsweringScene) {
    with_label(board);
    let id = board.state.ship.just_bought.clone().unwrap();
    let now = board.now;
    let label = board.state.labels.views.get_mut(&id).unwrap();
    let file: Arc<[u8]> = Arc::from(b"%PDF-1.7".as_slice());
    label.files = Remote::ready(vec![Arc::clone(&file), file], now);
    board.settle();
}

fn with_history(board: &mut AnsweringScene) {
    let entry = BalanceEntry { amount: Some(Amount::from_cents(-790)), ..BalanceEntry::default() };
    board.state.balance.history.entries = Remote::ready(vec![entry], board.now);
    board.settle();
}

fn with_shipments(board: &mut AnsweringScene) {
    board.state.shipments.rows = vec![shipment_row(0, "PreTransit"), shipment_row(1, "InTransit")];
    board.state.shipments.total = 2;
    board.state.shipments.matching = 2;
    board.settle();
}

pub fn with_addresses(board: &mut AnsweringScene) {
    board.state.addresses.loaded = true;
    board.state.addresses.matching = 2;
    board.settle();
}

fn with_diagnostics(board: &mut AnsweringScene) {
    board.state.safekeeping.preview = Some(Preview {
        what: Previewed::Diagnostics,
        text: "Postroom 0.1.0 on linux x86_64".into(),
    });
    board.settle();
}

const LABEL: &str = "2026-11-21_Casey Example_9400.pdf";
const TICK: &str = "Select Casey Example, 9400111899223100000000";

pub fn places() -> Vec<Place> {
    let documents = "/home/clerk/Documents";
    let base = Place {
        panel: Panel::Settings,
        set_up: in_files,
        clicks: &[],
        title: "",
        wanted: FileDialogKind::Folder,
        extensions: &[],
        begins: documents,
        chosen: "/media/stick",
        done: |_| false,
    };
    vec![
        Place {
            panel: Panel::Ship,
            set_up: with_label,
            clicks: &["Save label…"],
            title: "Save label",
            wanted: write(LABEL),
            extensions: &["pdf"],
            chosen: "/media/stick/label.pdf",
            done: |intent| {
                matches!(intent, Intent::Labels(LabelIntent::Save { shipments, to: SaveTo::File { path, .. }, files: SavedFiles::AsDelivered })
                    if shipments.len() == 1 && path.ends_with("label.pdf"))
            },
            ..base.clone()
        },
        Place {
            panel: Panel::Ship,
            set_up: with_labels,
            clicks: &["Save label…", "Choose where to save the label"],
            title: "Save labels in a folder",
            done: |intent| {
                matches!(intent, Intent::Labels(LabelIntent::Save { to: SaveTo::Folder(folder), files: SavedFiles::AsDelivered, .. })
                    if folder.ends_with("stick"))
            },
            ..base.clone()
        },
        Place {
            panel: Panel::Shipments,
            set_up: with_shipments,
            clicks: &[TICK, "Save labels…", "One PDF", "Choose where to save the selected labels"],
            title: "Save label",
            wanted: write("2026-11-21_1 label.pdf"),
            extensions: &["pdf"],
            chosen: "/media/stick/all.pdf",
            done: |intent| {
                matches!(intent, Intent::Labels(LabelIntent::Save { to: SaveTo::File { path, .. }, files: SavedFiles::OnePdf, .. })
                    if path.ends_with("all.pdf"))
            },
            ..base.clone()
        },
        Place {
            panel: Panel::Shipments,
            set_up: with_shipments,
            clicks: &["Export CSV…"],
            title: "Export shipments",
            wanted: write("shipments.csv"),
            extensions: &["csv"],
            chosen: "/media/stick/s.csv",
            done: |intent| matches!(intent, Intent::Shipments(ShipmentIntent::Export { file }) if file.ends_with("s.csv")),
            ..base.clone()
        },
        Place {
            panel: Panel::Balance,
            set_up: with_history,
            clicks: &["Export the history"],
            title: "Export balance history",
            wanted: write("balance-history.csv"),
            extensions: &["csv"],
            chosen: "/media/stick/b.csv",
            done: |intent| matches!(intent, Intent::Balance(BalanceIntent::ExportHistory { file }) if file.ends_with("b.csv")),
            ..base.clone()
        },
        Place {
            panel: Panel::Addresses,
            set_up: with_addresses,
            clicks: &["Import…"],
            title: "Import addresses",
            wanted: FileDialogKind::FileToRead,
            extensions: &["csv", "tsv", "txt", "vcf", "vcard"],
            begins: "/home/clerk/Downloads",
            chosen: "/media/stick/book.csv",
            done: |intent| {
                matches!(intent, Intent::Addresses(AddressIntent::Import(ImportIntent::ReadFile(path)))
                    if path.ends_with("book.csv"))
            },
        },
        Place {
            panel: Panel::Addresses,
            set_up: with_addresses,
            clicks: &["Export…", "vCard 4.0", "Choose where to save the addresses"],
            title: "Export addresses",
            wanted: write("addresses.vcf"),
            extensions: &["vcf"],
            chosen: "/media/stick/a.vcf",
            done: |intent| {
                matches!(intent, Intent::Addresses(AddressIntent::Export { file, format: Format::VCard4 })
                    if file.ends_with("a.vcf"))
            },
            ..base.clone()
        },
        Place {
            panel: Panel::Activity,
            clicks: &["Export journal…", "JSON", "Save the journal as…"],
            title: "Export purchase journal",
            wanted: write("postroom-journal.json"),
            extensions: &["json"],
            chosen: "/media/stick/j.json",
            done: |intent| {
                matches!(intent, Intent::Safekeeping(SafekeepingIntent::ExportJournal { file, format: ProofFormat::Json })
                    if file.ends_with("j.json"))
            },
            ..base.clone()
        },
        Place {
            set_up: with_diagnostics,
            clicks: &["Save this text"],
            title: "Save diagnostics",
            wanted: write("postroom-diagnostics.txt"),
            extensions: &["txt"],
            chosen: "/media/stick/d.txt",
            done: |intent| {
                matches!(intent, Intent::Safekeeping(SafekeepingIntent::SavePreview { file })
                    if file.ends_with("d.txt"))
            },
            ..base.clone()
        },
        Place {
            clicks: &["Back up now…"],
            title: "Back up to a folder",
            done: |intent| matches!(intent, Intent::Safekeeping(SafekeepingIntent::BackUp { folder }) if folder.ends_with("stick")),
            ..base.clone()
        },
        Place {
            clicks: &["Choose the folder for saved labels"],
            title: "Folder for saved labels",
            done: |intent| {
                matches!(intent, Intent::ChangeSettings(settings)
                    if settings.label_folder == "/media/stick")
            },
            ..base.clone()
        },
        Place {
            set_up: in_connection,
            clicks: &["Choose the certificate file"],
            title: "Extra certificate authority",
            wanted: FileDialogKind::FileToRead,
            extensions: &["pem", "crt", "cer"],
            begins: "/home/clerk/Downloads",
            chosen: "/media/stick/our.pem",
            done: |intent| {
                matches!(intent, Intent::ChangeSettings(settings)
                    if settings.ca_file == "/media/stick/our.pem")
            },
            ..base.clone()
        },
        Place {
            set_up: in_devices,
            clicks: &["Save command sheet…"],
            title: "Save command sheet",
            wanted: write("Postroom commands.pdf"),
            extensions: &["pdf"],
            chosen: "/media/stick/sheet.pdf",
            done: |intent| {
                matches!(intent, Intent::Documents(DocumentIntent::Save { document: DocumentId::CommandSheet(_), to: SaveTo::File { path, .. } })
                    if path.ends_with("sheet.pdf"))
            },
            ..base.clone()
        },
    ]
}
