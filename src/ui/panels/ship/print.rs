//! Printing a label: the button, what became of it, and the question the self-check asks.

use egui::{Modal, Ui};

use super::label::Local;
use crate::base::id::ShipmentId;
use crate::desk::intent::Intent;
use crate::desk::state::{JobState, PrintJob, State};
use crate::ui::Cx;
use crate::ui::command::{Command, shortcut_text};
use crate::ui::tokens::{size, space};
use crate::ui::widgets::choice::combo_box_ui;
use crate::ui::widgets::notice::band_ui;
use crate::ui::widgets::text::{heading_ui, muted_ui};
use crate::ui::widgets::{Button, Icon, Meaning};

/// Why nothing can be printed now.
pub fn obstacle(state: &State) -> Option<&str> {
    if let Some(blocked) = &state.printing.blocked {
        return Some(blocked);
    }
    let none = state.printing.printers.is_empty();
    none.then_some("No printer is set up; add one in Settings")
}

/// The button, and which printer where there are several.
pub fn button_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut Local, shipment: &ShipmentId) {
    let obstacle = obstacle(cx.state);
    let keys = shortcut_text(&Command::Print).unwrap_or_default();
    let button = match obstacle {
        None => Button::primary("Print"),
        Some(_) => Button::secondary("Print"),
    };
    let button = button
        .name("Print label")
        .icon(Icon::Printer)
        .shortcut(&keys)
        .disabled_because(obstacle);
    if button.show_ui(ui).clicked() {
        cx.ask(Intent::PrintLabel {
            shipment: shipment.clone(),
            package: local.package,
            printer: local.printer.clone(),
            sure: false,
        });
    }
    let printers = &cx.state.printing.printers;
    let is_there = |name: &String| printers.iter().any(|printer| printer.name == *name);
    local.printer = local.printer.take().filter(is_there);
    let packages = packages(cx, shipment);
    if packages > 1 || printers.len() > 1 {
        ui.horizontal(|ui| choices_ui(ui, cx, local, packages));
    }
}

/// Which packages and which printer, where there is a choice.
fn choices_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut Local, count: u32) {
    let printers = &cx.state.printing.printers;
    if count > 1 {
        let mut options = vec![(None, format!("All {count} packages"))];
        options.extend((1..=count).map(|number| (Some(number), format!("Package {number}"))));
        combo_box_ui(ui, "Packages to print", 140.0, &mut local.package, &options);
    }
    if printers.len() > 1 {
        let mut options = vec![(None, "By paper size".to_owned())];
        options.extend(
            printers
                .iter()
                .map(|printer| (Some(printer.name.clone()), printer.name.clone())),
        );
        combo_box_ui(ui, "Print with", 150.0, &mut local.printer, &options);
    }
}

fn packages(cx: &Cx<'_>, shipment: &ShipmentId) -> u32 {
    let label = cx.state.labels.get(shipment);
    let files = label.and_then(|label| label.files.value());
    files.map_or(0, |files| u32::try_from(files.len()).unwrap_or(u32::MAX))
}

/// The newest job of each package of a label, in words.
pub fn jobs_ui(ui: &mut Ui, cx: &Cx<'_>, shipment: &ShipmentId) {
    let mut told: Vec<&str> = Vec::new();
    let middle = format!("/{shipment}/");
    for job in &cx.state.printing.jobs {
        let mine = job.subject.contains(&middle) && !told.contains(&job.subject.as_str());
        if mine {
            told.push(&job.subject);
            let (meaning, words) = words(job);
            band_ui(ui, meaning, &words, None);
        }
    }
}

/// A job told honestly: "printed" only where the queue or a person says so.
pub fn words(job: &PrintJob) -> (Meaning, String) {
    let name = &job.printer.name;
    let because = match job.detail.is_empty() {
        true => String::new(),
        false => format!(": {}", job.detail),
    };
    match job.state {
        JobState::Queued if job.detail.is_empty() => (Meaning::Info, format!("Waiting for {name}")),
        JobState::Queued => (
            Meaning::Warning,
            format!("Waiting for {name}{because}. It prints by itself once the printer is there"),
        ),
        JobState::Sending => (Meaning::Info, format!("Being sent to {name}")),
        JobState::Sent if job.remote.is_some() => (
            Meaning::Info,
            format!("In the queue of {name}, not printed yet{because}"),
        ),
        JobState::Sent => (
            Meaning::Info,
            format!("Sent to {name}, which does not say whether it printed"),
        ),
        JobState::Printed => (Meaning::Good, format!("Printed on {name}{because}")),
        JobState::Failed => (Meaning::Bad, format!("Not printed on {name}{because}")),
        JobState::Interrupted => (
            Meaning::Doubt,
            format!("Look at {name}: nobody knows whether it printed{because}"),
        ),
        JobState::Cancelled => (Meaning::Neutral, "Taken back".to_owned()),
    }
}

/// What the self-check minds, before anything goes to a printer.
pub fn question_ui(ui: &Ui, cx: &mut Cx<'_>) {
    let Some(question) = &cx.state.printing.question else {
        return;
    };
    let (mut yes, mut no) = (false, false);
    let modal = Modal::new(egui::Id::unique("print anyway"))
        .backdrop_color(cx.tokens.veil)
        .show(ui.ctx(), |ui| {
            ui.set_width(size::TOAST);
            heading_ui(ui, "Print this label?");
            for doubt in &question.doubts {
                band_ui(ui, Meaning::Warning, doubt, None);
            }
            muted_ui(ui, "Nothing was sent to the printer yet");
            ui.add_space(space::M);
            ui.horizontal(|ui| {
                no = Button::primary("Do not print").show_ui(ui).clicked();
                yes = Button::danger("Print anyway").show_ui(ui).clicked();
            });
        });
    if yes {
        cx.ask(Intent::PrintLabel {
            shipment: question.shipment.clone(),
            package: question.package,
            printer: Some(question.printer.clone()),
            sure: true,
        });
    } else if no || modal.should_close() {
        cx.ask(Intent::DropPrintQuestion);
    }
}
