//! A document that does not belong to a shown shipment: its pages, and the buttons
//! to print and save it.

use egui::Ui;

use crate::desk::flows;
use crate::desk::labels::documents::{DocumentId, DocumentIntent};
use crate::text;
use crate::ui::command::{Command, shortcut_text};
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::parts::print_label;
use crate::ui::widgets::label_canvas::{CanvasView, label_canvas_ui};
use crate::ui::widgets::{
    Button, Icon, Meaning, band_ui, combo_box_ui, muted_ui, retry_ui, small_muted_ui,
};

/// View state of a document.
#[derive(Debug, Default)]
pub struct DocumentViewState {
    document: Option<DocumentId>,
    view: CanvasView,
    /// The chosen printer; `None` chooses by paper size.
    printer: Option<String>,
}

/// The texts that name the document.
struct DocumentWords {
    print: &'static str,
    save: &'static str,
    fetching: &'static str,
    drawing: &'static str,
}

fn words_of(document: &DocumentId) -> DocumentWords {
    match document {
        // Papers of orders are printed and saved without a view.
        DocumentId::ScanForm(_) | DocumentId::Paper(_) => DocumentWords {
            print: text!("parts-form-print"),
            save: text!("parts-form-save"),
            fetching: text!("parts-form-fetching"),
            drawing: text!("parts-form-drawing"),
        },
        DocumentId::Containers(_) => DocumentWords {
            print: text!("parts-containers-print"),
            save: text!("parts-containers-save"),
            fetching: text!("parts-containers-fetching"),
            drawing: text!("parts-containers-drawing"),
        },
        DocumentId::CommandSheet(_) => DocumentWords {
            print: text!("parts-sheet-print"),
            save: text!("parts-sheet-save"),
            fetching: text!("parts-sheet-fetching"),
            drawing: text!("parts-sheet-drawing"),
        },
    }
}

/// Requests the document once, when it is first shown.
pub fn open(cx: &mut Cx<'_>, local: &mut DocumentViewState, document: &DocumentId) {
    if local.document.as_ref() == Some(document) && cx.state.labels.documents.contains_key(document)
    {
        return;
    }
    let asked = local.document.as_ref() == Some(document);
    if !asked {
        *local = DocumentViewState {
            document: Some(document.clone()),
            view: CanvasView::in_unit(local.view.unit),
            printer: local.printer.take(),
        };
        cx.ask(DocumentIntent::Show(document.clone()));
    }
}

/// Print and Save, and the result of either.
pub fn steps_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut DocumentViewState,
    document: &DocumentId,
) {
    let obstacle = print_label::obstacle(cx.state);
    ui.horizontal_wrapped(|ui| {
        let keys = shortcut_text(&Command::Print).unwrap_or_default();
        let DocumentWords { print, save: saved, .. } = words_of(document);
        let (printing, saving) = match obstacle {
            None => (Button::primary(print), Button::secondary(saved)),
            Some(_) => (Button::secondary(print), Button::primary(saved)),
        };
        let printing = printing.icon(Icon::Printer).shortcut(&keys);
        if printing.disabled_because(obstacle).show_ui(ui).clicked() {
            cx.ask(DocumentIntent::Print {
                document: document.clone(),
                printer: local.printer.clone(),
            });
        }
        let saving = saving.icon(Icon::Save);
        if saving.disabled_because(cx.files_busy).show_ui(ui).clicked() {
            save(cx, document.clone());
        }
        let printers = &cx.state.printing.printers;
        if printers.len() > 1 {
            let mut options = vec![(None, text!("parts-print-by-paper").to_owned())];
            options.extend(
                printers.iter().map(|printer| (Some(printer.name.clone()), printer.name.clone())),
            );
            let name = text!("parts-print-with");
            combo_box_ui(ui, name, 150.0, &mut local.printer, &options);
        }
    });
    jobs_ui(ui, cx, document);
    let view = cx.state.labels.documents.get(document);
    if let Some(last) = view.and_then(|view| view.last_action.as_deref()) {
        small_muted_ui(ui, last);
    }
}

/// Asks for the file in which to save the document.
pub fn save(cx: &mut Cx<'_>, document: DocumentId) {
    let name = flows::documents::file_name(cx.state, &document);
    cx.choose_file(FileAction::SaveDocument { document, name });
}

/// The state of the document's newest print job.
fn jobs_ui(ui: &mut Ui, cx: &Cx<'_>, document: &DocumentId) {
    let middle = format!("/{document}/");
    let mut jobs = cx.state.printing.jobs.iter();
    if let Some(job) = jobs.find(|job| job.subject.contains(&middle)) {
        print_label::job_ui(ui, job);
    }
}

/// The pages, in all available room.
pub fn canvas_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut DocumentViewState,
    document: &DocumentId,
    title: &str,
) {
    let Some(form) = cx.state.labels.documents.get(document) else {
        muted_ui(ui, words_of(document).fetching);
        return;
    };
    let trouble = form.files.trouble().or_else(|| form.pages.trouble());
    if retry_ui(ui, trouble) {
        cx.ask(DocumentIntent::FetchAgain(document.clone()));
    }
    if !form.warnings.is_empty() {
        let words = text!("parts-picture-differs", notes = form.warnings.join("; "));
        band_ui(ui, Meaning::Warning, &words, None);
    }
    for sentence in &form.beyond {
        band_ui(ui, Meaning::Info, sentence, None);
    }
    match form.pages.value() {
        Some(pages) => {
            let name = document.to_string();
            let wanted = label_canvas_ui(
                ui,
                cx.textures,
                &name,
                title,
                pages,
                &form.zoomed,
                &mut local.view,
            );
            if let Some(dpi) = wanted {
                cx.ask(DocumentIntent::Render { document: document.clone(), dpi });
            }
        }
        None if trouble.is_none() => {
            muted_ui(ui, words_of(document).drawing);
        }
        None => {}
    }
}
