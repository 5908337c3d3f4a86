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
use crate::ui::parts::print_label::{PrintOption, PrintOptions};
use crate::ui::parts::save_labels::Saving;
use crate::ui::widgets::menu::{menu_button_width, more_ui};
use crate::ui::widgets::step_row::{Step, choices_ui, choices_width, row_ui};
use crate::ui::widgets::{Asked, Icon, strong_ui, work, work_ui};

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
/// Room for the actions without and with a choice of printers.
const ACTIONS: f32 = 440.0;
const ACTIONS_AND_CHOICE: f32 = 820.0;

impl Chosen {
    pub fn has(&self, row: &ShipmentRow) -> bool {
        self.ids.contains(&row.id)
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

/// The name of the check box of a row.
pub fn name_of(row: &ShipmentRow) -> String {
    let number = row.tracking_number.as_ref().map(ToString::to_string);
    let number = number.unwrap_or_else(|| row.id.to_string());
    text!("shipments-select", name = &row.to_name, number = number)
}

/// What is done with the chosen rows.
enum Action {
    Print,
    Choose(PrintOption),
    Save,
    Clear,
    SelectAll,
}

/// The progress of a batch print.
pub fn progress_ui(ui: &mut Ui, cx: &mut Cx<'_>, chosen: &mut Chosen) {
    if let Some(work) = cx.state.printing.work_to_show()
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
    let print = Step::new(text!("shipments-print"), Action::Print)
        .name(text!("shipments-print-selected"))
        .icon(Icon::Printer)
        .disabled_because(obstacle);
    let choices = chosen.way.choices(cx, true);
    let not_saved = to_save.as_deref().or(voided).or(cx.files_busy);
    let others = vec![
        Step::new(text!("shipments-save-labels"), Action::Save)
            .icon(Icon::Save)
            .disabled_because(not_saved),
        Step::new(text!("shipments-clear-selection"), Action::Clear).quiet(),
        Step::new(text!("shipments-select-all"), Action::SelectAll)
            .hint(text!("shipments-select-all-hint", most = MOST_SHIPMENTS))
            .quiet(),
    ];
    let gap = ui.spacing().item_spacing.x;
    let steps: f32 = others.iter().map(|step| step.width(ui) + gap).sum();
    let needed = print.width(ui) + gap + choices_width(ui, &choices) + steps;
    let reserved = match needed <= ui.available_width() + gap {
        true => -gap,
        false => menu_button_width(ui, text!("parts-more")),
    };
    let (printed, mut menu) = row_ui(ui, vec![print], reserved);
    let (option, options) = choices_ui(ui, choices, reserved);
    let (other, steps) = row_ui(ui, others, reserved);
    menu.extend(steps);
    let option = option.map(Action::Choose);
    menu.extend(options.into_iter().map(|item| item.map(Action::Choose)));
    let mut action = printed.or(option).or(other);
    if !menu.is_empty() {
        let picked = more_ui(ui, text!("shipments-selected-more"), menu);
        action = picked.or(action);
    }
    match action {
        Some(Action::Print) => cx.ask(Intent::Print(PrintRequest {
            shipments: shipments.clone(),
            printer: chosen.way.printer.clone(),
            start: std::mem::take(&mut chosen.way.start),
            ..PrintRequest::default()
        })),
        Some(Action::Choose(option)) => chosen.way.choose(option),
        Some(Action::Save) => {
            chosen.saving = match chosen.saving {
                Some(_) => None,
                None => Some(Saving::default()),
            };
        }
        Some(Action::Clear) => chosen.clear(),
        Some(Action::SelectAll) => {
            let rows = cx.state.shipments.rows.iter().take(MOST_SHIPMENTS);
            chosen.ids = rows.map(|row| row.id.clone()).collect();
        }
        None => {}
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
    let mut ordered: Vec<ShipmentId> =
        rows.filter(|row| ids.contains(&row.id)).map(|row| row.id.clone()).collect();
    if ordered.len() < ids.len() {
        let seen: HashSet<ShipmentId> = ordered.iter().cloned().collect();
        ordered.extend(ids.iter().filter(|id| !seen.contains(*id)).cloned());
    }
    ordered
}
