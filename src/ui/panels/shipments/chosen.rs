//! Actions on several chosen shipments: print or save them together.

use std::collections::{BTreeSet, HashSet};

use egui::Ui;

use crate::base::id::ShipmentId;
use crate::desk::intent::Intent;
use crate::desk::kernel::batch_job::BatchJob;
use crate::desk::printing::MOST_SHIPMENTS;
use crate::desk::printing::intent::PrintingIntent;
use crate::desk::printing::state::PrintRequest;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::print_label;
use crate::ui::parts::print_label::PrintOptions;
use crate::ui::parts::save_labels::Saving;
use crate::ui::widgets::choice::tick_ui;
use crate::ui::widgets::text::strong_ui;
use crate::ui::widgets::work::{Asked, work_ui};
use crate::ui::widgets::{Button, Icon, work};

#[derive(Debug, Default)]
pub struct Chosen {
    ids: BTreeSet<ShipmentId>,
    way: PrintOptions,
    saving: Option<Saving>,
    work: work::BatchJobViewState,
}

/// Most shipments whose labels are saved at once: one file holds no more pages.
const MOST_SAVED: usize = 200;
/// Maximum width of the form for saving, in points.
const FOLDER: f32 = 420.0;
/// Room that "Select all" needs at the end of the line, in the longest of the languages.
const SELECT_ALL: f32 = 120.0;
/// Room for the actions without and with a choice of printers.
const ACTIONS: f32 = 440.0;
const ACTIONS_AND_CHOICE: f32 = 820.0;

impl Chosen {
    /// The check box of one row.
    pub fn cell_ui(&mut self, ui: &mut Ui, row: &ShipmentRow) {
        let mut is_chosen = self.ids.contains(&row.id);
        let number = row.tracking_number.as_ref().map(ToString::to_string);
        let number = number.unwrap_or_else(|| row.id.to_string());
        let name = text!("shipments-select", name = &row.to_name, number = number);
        if tick_ui(ui, &mut is_chosen, &name) {
            self.toggle(row);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    fn clear(&mut self) {
        self.ids.clear();
        self.saving = None;
    }

    /// The room that the actions need in the line of the filters.
    pub fn room(&self, cx: &Cx<'_>) -> f32 {
        match self.way.has_choice(cx) {
            true => ACTIONS_AND_CHOICE,
            false => ACTIONS,
        }
    }

    /// Toggles whether the row is chosen.
    pub fn toggle(&mut self, row: &ShipmentRow) {
        if !self.ids.remove(&row.id) {
            self.ids.insert(row.id.clone());
        }
        if self.ids.is_empty() {
            self.saving = None;
        }
    }
}

/// The progress of a batch print.
pub fn progress_ui(ui: &mut Ui, cx: &mut Cx<'_>, chosen: &mut Chosen) {
    if let Some(work) = &cx.state.printing.work
        && let Some(Asked::Step(step)) = work_ui(ui, work, &mut chosen.work, false)
    {
        cx.ask(PrintingIntent::Batch(step));
    }
}

/// The actions on the chosen rows, in the line of the filters, so that choosing the first row
/// moves none.
pub fn actions_ui(ui: &mut Ui, cx: &mut Cx<'_>, chosen: &mut Chosen) {
    let shipments = in_order(cx, &chosen.ids);
    let count = shipments.len();
    let printing = cx.state.printing.work.as_ref();
    let busy = printing.is_some_and(BatchJob::is_running);
    let fewer_than = |most: usize| {
        let is_too_many = count > most;
        is_too_many.then(|| text!("shipments-select-fewer", most = most))
    };
    // The desk draws and queues them in parts.
    let (to_print, to_save) = (fewer_than(MOST_SHIPMENTS), fewer_than(MOST_SAVED));
    let voided = is_any_void(cx, &chosen.ids).then_some(text!("shipments-select-voided"));
    strong_ui(ui, &text!("shipments-selected", count = count));
    let obstacle = print_label::obstacle(cx.state)
        .or(to_print.as_deref())
        .or(voided)
        .or(busy.then_some(text!("shipments-print-busy")));
    let button = Button::secondary(text!("shipments-print"))
        .name(text!("shipments-print-selected"))
        .icon(Icon::Printer)
        .disabled_because(obstacle);
    if button.show_ui(ui).clicked() {
        cx.ask(Intent::Print(PrintRequest {
            shipments: shipments.clone(),
            printer: chosen.way.printer.clone(),
            start: std::mem::take(&mut chosen.way.start),
            ..PrintRequest::default()
        }));
    }
    chosen.way.choice_ui(ui, cx, true);
    let save = Button::secondary(text!("shipments-save-labels"))
        .icon(Icon::Save)
        .disabled_because(to_save.as_deref().or(voided).or(cx.files_busy));
    if save.show_ui(ui).clicked() {
        chosen.saving = match chosen.saving {
            Some(_) => None,
            None => Some(Saving::default()),
        };
    }
    let none = Button::quiet(text!("shipments-clear-selection"));
    if none.show_ui(ui).clicked() {
        chosen.clear();
    }
    let rows = &cx.state.shipments.rows;
    let hint = text!("shipments-select-all-hint", most = MOST_SHIPMENTS);
    if ui.available_width() >= SELECT_ALL {
        let all = Button::quiet(text!("shipments-select-all")).hint(&hint);
        if all.show_ui(ui).clicked() {
            chosen.ids = rows
                .iter()
                .take(MOST_SHIPMENTS)
                .map(|row| row.id.clone())
                .collect();
        }
    }
}

/// The form for saving the chosen labels, once it was asked for.
pub fn saving_ui(ui: &mut Ui, cx: &mut Cx<'_>, chosen: &mut Chosen) {
    let Some(saving) = &mut chosen.saving else {
        return;
    };
    let shipments = in_order(cx, &chosen.ids);
    let done = ui
        .scope(|ui| {
            ui.set_max_width(FOLDER);
            saving.form_ui(ui, cx, &shipments, true)
        })
        .inner;
    if done {
        chosen.saving = None;
    }
}

fn is_any_void(cx: &Cx<'_>, ids: &BTreeSet<ShipmentId>) -> bool {
    let mut rows = cx.state.shipments.rows.iter();
    rows.any(|row| row.is_void() && ids.contains(&row.id))
}

/// Oldest first, in the order they were packed; rows that are not loaded come last.
fn in_order(cx: &Cx<'_>, ids: &BTreeSet<ShipmentId>) -> Vec<ShipmentId> {
    let rows = cx.state.shipments.rows.iter().rev();
    let mut ordered: Vec<ShipmentId> = rows
        .filter(|row| ids.contains(&row.id))
        .map(|row| row.id.clone())
        .collect();
    if ordered.len() < ids.len() {
        let seen: HashSet<ShipmentId> = ordered.iter().cloned().collect();
        ordered.extend(ids.iter().filter(|id| !seen.contains(*id)).cloned());
    }
    ordered
}
