//! Actions on several chosen shipments: print or save them together.

use std::collections::BTreeSet;

use egui::Ui;

use crate::base::id::ShipmentId;
use crate::desk::intent::Intent;
use crate::desk::kernel::batch_job::BatchJob;
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

/// Most shipments the desk prints in one request.
const MOST: usize = 200;
/// Maximum width of the form for saving, in points.
const FOLDER: f32 = 420.0;

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

    /// Toggles whether the row is chosen.
    pub fn toggle(&mut self, row: &ShipmentRow) {
        if !self.ids.remove(&row.id) {
            self.ids.insert(row.id.clone());
        }
    }
}

/// The progress of a batch print, and the actions on the chosen rows if there are any.
pub fn bar_ui(ui: &mut Ui, cx: &mut Cx<'_>, chosen: &mut Chosen) {
    if let Some(work) = &cx.state.printing.work
        && let Some(Asked::Step(step)) = work_ui(ui, work, &mut chosen.work, false)
    {
        cx.ask(PrintingIntent::Batch(step));
    }
    if chosen.ids.is_empty() {
        chosen.saving = None;
        return;
    }
    let shipments = in_order(cx, &chosen.ids);
    let count = shipments.len();
    let printing = cx.state.printing.work.as_ref();
    let busy = printing.is_some_and(BatchJob::is_running);
    let too_many = (count > MOST).then(|| text!("shipments-select-fewer", most = MOST));
    let too_many = too_many.as_deref();
    ui.horizontal(|ui| {
        strong_ui(ui, &text!("shipments-selected", count = count));
        let obstacle = print_label::obstacle(cx.state)
            .or(too_many)
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
            .disabled_because(too_many.or(cx.files_busy));
        if save.show_ui(ui).clicked() {
            chosen.saving = match chosen.saving {
                Some(_) => None,
                None => Some(Saving::default()),
            };
        }
        let rows = &cx.state.shipments.rows;
        let hint = text!("shipments-select-all-hint", most = MOST);
        let all = Button::quiet(text!("shipments-select-all")).hint(&hint);
        if all.show_ui(ui).clicked() {
            chosen.ids = rows.iter().take(MOST).map(|row| row.id.clone()).collect();
        }
        let none = Button::quiet(text!("shipments-clear-selection"));
        if none.show_ui(ui).clicked() {
            chosen.ids.clear();
        }
    });
    if let Some(saving) = &mut chosen.saving {
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
}

/// Oldest first, in the order they were packed; rows that are not loaded come last.
fn in_order(cx: &Cx<'_>, ids: &BTreeSet<ShipmentId>) -> Vec<ShipmentId> {
    let rows = cx.state.shipments.rows.iter().rev();
    let mut ordered: Vec<ShipmentId> = rows
        .filter(|row| ids.contains(&row.id))
        .map(|row| row.id.clone())
        .collect();
    let unseen = ids.iter().filter(|id| !ordered.contains(id));
    let unseen: Vec<ShipmentId> = unseen.cloned().collect();
    ordered.extend(unseen);
    ordered
}
