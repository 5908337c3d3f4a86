//! A bought label on screen: the page as it will print, the result of the self-check, and the
//! actions on it. Shared by the wizard and the Shipments panel.

use egui::{RichText, Ui};

use crate::api::value::RefundStatus;
use crate::base::id::{ShipmentId, TrackingNumber};
use crate::desk::labels::intent::LabelIntent;
use crate::desk::labels::save::SavedFiles;
use crate::desk::printing::state::PrintRequest;
use crate::desk::records::shipment_row::is_void;
use crate::desk::tracking::intent::TrackingIntent;
use crate::label::{SelfCheck, Verdict};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::save_labels::Saving;
use crate::ui::parts::{print_label, save_labels};
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::button::button_rows_ui;
use crate::ui::widgets::label_canvas::{CanvasView, label_canvas_ui};
use crate::ui::widgets::notice::hinted_band_ui;
use crate::ui::widgets::{
    Button, Icon, Meaning, band_ui, code_ui, line_ui, muted_ui, pill_ui, retry_ui, small_muted_ui,
};

/// View state of a label.
#[derive(Debug, Default)]
pub struct LabelViewState {
    shipment: Option<ShipmentId>,
    pub view: CanvasView,
    /// The format to save in, while it is being asked for.
    saving: Option<Saving>,
    pub way: print_label::PrintOptions,
    /// The package whose label is printed; `None` prints the labels of all packages.
    pub package: Option<u32>,
}

impl LabelViewState {
    /// Prints the label as its choices on screen say: the printer, the package, the half of a sheet.
    pub fn print_request(&mut self, shipment: ShipmentId) -> PrintRequest {
        // The choices are those of another label until this one has been drawn.
        let is_shown = self.shipment.as_ref() == Some(&shipment);
        PrintRequest {
            shipments: vec![shipment],
            package: self.package.filter(|_| is_shown),
            printer: self.way.printer.clone(),
            start: std::mem::take(&mut self.way.start),
            ..PrintRequest::default()
        }
    }
}

/// The picture of the label, in all available room. Requests the label when it is first shown.
pub fn canvas_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut LabelViewState, shipment: &ShipmentId) {
    if local.shipment.as_ref() != Some(shipment) {
        *local = LabelViewState {
            shipment: Some(shipment.clone()),
            // The unit of measurement stays the same for the next label.
            view: CanvasView::in_unit(local.view.unit),
            saving: None,
            way: std::mem::take(&mut local.way),
            package: None,
        };
        if !cx.state.labels.views.contains_key(shipment) {
            cx.ask(LabelIntent::Show(shipment.clone()));
        }
    }
    let Some(label) = cx.state.labels.views.get(shipment) else {
        muted_ui(ui, text!("parts-label-fetching"));
        return;
    };
    let trouble = label.files.trouble().or_else(|| label.pages.trouble());
    if retry_ui(ui, trouble) {
        cx.ask(LabelIntent::FetchAgain(shipment.clone()));
    }
    if !label.warnings.is_empty() {
        // The picture differs from what the printer prints, so the user must be warned.
        let words = text!("parts-picture-differs", notes = label.warnings.join("; "));
        band_ui(ui, Meaning::Warning, &words, None);
    }
    for sentence in &label.beyond {
        band_ui(ui, Meaning::Info, sentence, None);
    }
    match label.pages.value() {
        Some(pages) => {
            let wanted = label_canvas_ui(
                ui,
                cx.textures,
                shipment.as_str(),
                text!("parts-label-picture"),
                pages,
                &label.zoomed,
                &mut local.view,
            );
            if let Some(dpi) = wanted {
                cx.ask(LabelIntent::Render { shipment: shipment.clone(), dpi });
            }
        }
        None if trouble.is_none() => {
            muted_ui(ui, text!("parts-label-drawing"));
        }
        None => {}
    }
}

/// The result of the self-check, in one line.
pub fn verdict_ui(ui: &mut Ui, check: Option<&SelfCheck>) {
    match check {
        None => {
            small_muted_ui(ui, text!("parts-label-not-checked"));
        }
        Some(check) => {
            let meaning = match check.verdict {
                Verdict::Matches => Meaning::Good,
                Verdict::Differs { .. } => Meaning::Bad,
                Verdict::NoBarcode
                | Verdict::NotKnown
                | Verdict::OtherCode { .. }
                | Verdict::Cut
                | Verdict::Missing { .. }
                | Verdict::WrongSize { .. } => Meaning::Warning,
            };
            hinted_band_ui(ui, meaning, &check.sentence, &check.detail);
        }
    }
}

/// The tracking number of each package, with its copy button. Those of further packages are known
/// from the list or from the label.
pub fn numbers_ui(ui: &mut Ui, cx: &Cx<'_>, shipment: &ShipmentId, first: &TrackingNumber) {
    let rows = &cx.state.shipments.rows;
    let row = rows.iter().find(|row| row.id == *shipment);
    let listed = row.map(|row| row.further_numbers.as_slice());
    let view = cx.state.labels.views.get(shipment);
    let viewed = view.map(|view| view.further_numbers.as_slice());
    let known = [viewed, listed].into_iter().flatten();
    let further = known.max_by_key(|numbers| numbers.len()).unwrap_or_default();
    if further.is_empty() {
        return number_ui(ui, first, text!("parts-copy-number"));
    }
    for (package, number) in (1..).zip(std::iter::once(first).chain(further)) {
        let name = text!("parts-copy-number-of-package", package = package);
        number_ui(ui, number, &name);
    }
}

fn number_ui(ui: &mut Ui, number: &TrackingNumber, copy_name: &str) {
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        code_ui(ui, number.as_str());
        let copy = Button::quiet(text!("parts-copy")).name(copy_name).icon(Icon::Copy).compact();
        if copy.show_ui(ui).clicked() {
            ui.ctx().copy_text(number.as_str().to_owned());
        }
    });
}

/// Why the label of this shipment must not be used any more.
pub fn void_reason(cx: &Cx<'_>, shipment: &ShipmentId) -> Option<&'static str> {
    let shipments = &cx.state.shipments;
    let row = shipments.rows.iter().find(|row| row.id == *shipment);
    let requested = cx.state.refunds.requested_rows.value().into_iter().flatten();
    let mut known = row.into_iter().chain(requested).filter(|row| row.id == *shipment);
    let detail = shipments.detail.value().filter(|whole| whole.id.as_ref() == Some(shipment));
    let status = detail.and_then(|whole| whole.refund_status.as_ref());
    let is_void = known.any(|row| row.is_void()) || is_void(status.map(RefundStatus::as_str));
    is_void.then_some(text!("parts-label-void"))
}

/// The buttons to print, save and track.
pub fn steps_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut LabelViewState,
    shipment: &ShipmentId,
    number: Option<&TrackingNumber>,
) {
    let void = void_reason(cx, shipment);
    // What can be done best is first.
    let saves_first = void.is_none() && print_label::obstacle(cx.state).is_some();
    button_rows_ui(ui, |ui| {
        if saves_first {
            save_ui(ui, cx, local, shipment, Button::primary);
        }
        print_label::button_ui(ui, cx, local, shipment);
        if !saves_first {
            save_ui(ui, cx, local, shipment, Button::secondary);
        }
        let untracked = number.is_none().then(|| text!("parts-no-number"));
        let track = Button::secondary(text!("parts-track")).icon(Icon::Tracking);
        if track.disabled_because(untracked).show_ui(ui).clicked()
            && let Some(number) = number
        {
            cx.ask(TrackingIntent::Track { text: number.as_str().to_owned() });
            cx.go_to(Panel::Tracking);
        }
    });
    match void {
        Some(reason) => {
            band_ui(ui, Meaning::Neutral, reason, None);
        }
        None => print_label::choice_ui(ui, cx, local, shipment),
    }
    if let Some(saving) = &mut local.saving
        && saving.form_ui(ui, cx, std::slice::from_ref(shipment), false)
    {
        local.saving = None;
    }
    print_label::jobs_ui(ui, cx, shipment);
    let last = cx.state.labels.views.get(shipment).and_then(|label| label.last_action.as_deref());
    if let Some(last) = last {
        pill_or_line_ui(ui, last);
    }
}

/// The button that saves the label, or asks for the format first.
fn save_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut LabelViewState,
    shipment: &ShipmentId,
    button: fn(&'static str) -> Button<'static>,
) {
    let obstacle = void_reason(cx, shipment).or(cx.files_busy);
    let save = button(text!("parts-label-save")).icon(Icon::Save);
    if !save.disabled_because(obstacle).show_ui(ui).clicked() {
        return;
    }
    if is_several(cx, shipment) {
        local.saving = match local.saving {
            Some(_) => None,
            None => Some(Saving::default()),
        };
        return;
    }
    let shipments = std::slice::from_ref(shipment);
    cx.choose_file(save_labels::save_labels_action(cx, shipments, SavedFiles::AsDelivered));
}

/// Whether there are several files or pages, so that the user can choose how to save them.
fn is_several(cx: &Cx<'_>, shipment: &ShipmentId) -> bool {
    cx.state.labels.views.get(shipment).is_some_and(|label| {
        let files = label.files.value().map_or(0, |files| files.len());
        files > 1 || label.pages.value().is_some_and(|pages| pages.len() > 1)
    })
}

fn pill_or_line_ui(ui: &mut Ui, words: &str) {
    if words.len() <= LONGEST_PILL {
        pill_ui(ui, Meaning::Good, Icon::Check, words);
        return;
    }
    let tokens = Tokens::of_theme(ui);
    let words = RichText::new(words).font(text::small()).color(tokens.good.ink);
    ui.add(egui::Label::new(words).wrap());
}

const LONGEST_PILL: usize = 36;
