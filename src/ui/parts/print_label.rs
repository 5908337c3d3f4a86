//! Printing a label: the button, the state of its print jobs, and the question after
//! a failed self-check.

use egui::Ui;

use crate::base::id::ShipmentId;
use crate::desk::intent::Intent;
use crate::desk::printing::intent::PrintingIntent;
use crate::desk::printing::shown::JobState;
use crate::desk::printing::shown::{PrintJob, PrintRequest};
use crate::desk::state::State;
use crate::label::print::Half;
use crate::ui::command::{Command, shortcut_text};
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::label_view::Local;
use crate::ui::widgets::choice::combo_box_ui;
use crate::ui::widgets::notice::band_ui;
use crate::ui::widgets::text::{heading_ui, muted_ui, small_muted_ui};
use crate::ui::widgets::{Button, Icon, Meaning, card};

/// Why nothing can be printed now.
pub fn obstacle(state: &State) -> Option<&str> {
    if let Some(blocked) = &state.printing.blocked {
        return Some(blocked);
    }
    let none = state.printing.printers.is_empty();
    none.then_some("No printer is set up; add one in Settings")
}

/// The Print button. Without a printer, a button that leads to the printer settings replaces it.
pub fn button_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut Local, shipment: &ShipmentId) {
    if is_without_printer(cx.state) {
        let button = Button::secondary("Set up a printer").icon(Icon::Printer);
        if button.show_ui(ui).clicked() {
            cx.go_to(Panel::Settings);
        }
        return;
    }
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
        cx.ask(Intent::Print(PrintRequest {
            shipments: vec![shipment.clone()],
            package: local.package,
            printer: local.way.printer.clone(),
            start: std::mem::take(&mut local.way.start),
            sure: false,
        }));
    }
}

fn is_without_printer(state: &State) -> bool {
    state.printing.blocked.is_none() && state.printing.printers.is_empty()
}

/// Why printing is not possible, and the choice of printer and packages if there is one.
pub fn choice_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut Local, shipment: &ShipmentId) {
    if is_without_printer(cx.state) {
        small_muted_ui(ui, "No printer is set up; the label can be saved as a file");
        return;
    }
    if let Some(obstacle) = obstacle(cx.state) {
        small_muted_ui(ui, obstacle);
    }
    let packages = packages(cx, shipment);
    if packages > 1 || local.way.has_choice(cx) {
        ui.horizontal_wrapped(|ui| {
            packages_ui(ui, local, packages);
            local.way.choice_ui(ui, cx, "");
        });
    }
}

/// The printer, and the half of the first sheet to start on.
#[derive(Debug, Default)]
pub struct Way {
    /// The chosen printer; `None` chooses by paper size.
    pub printer: Option<String>,
    pub start: Half,
}

impl Way {
    fn has_choice(&self, cx: &Cx<'_>) -> bool {
        cx.state.printing.printers.len() > 1 || self.may_share(cx)
    }

    /// Whether labels may share a sheet.
    fn may_share(&self, cx: &Cx<'_>) -> bool {
        let mut printers = cx.state.printing.printers.iter();
        let meant = |name: &str| self.printer.as_deref().is_none_or(|wanted| wanted == name);
        printers.any(|printer| meant(&printer.name) && printer.shares_sheets())
    }

    /// `more` makes the names of the controls unique if the screen has two of them.
    pub fn choice_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, more: &str) {
        let printers = &cx.state.printing.printers;
        let is_there = |name: &String| printers.iter().any(|printer| printer.name == *name);
        self.printer = self.printer.take().filter(is_there);
        if printers.len() > 1 {
            let mut options = vec![(None, "By paper size".to_owned())];
            options.extend(
                printers
                    .iter()
                    .map(|printer| (Some(printer.name.clone()), printer.name.clone())),
            );
            let name = format!("Print with{more}");
            combo_box_ui(ui, &name, 150.0, &mut self.printer, &options);
        }
        if self.may_share(cx) {
            let halves = [
                (Half::First, "Start on a whole sheet"),
                (Half::Second, "Start on the second half"),
            ];
            let name = format!("First sheet{more}");
            combo_box_ui(ui, &name, 200.0, &mut self.start, &halves);
        } else {
            self.start = Half::First;
        }
    }
}

fn packages_ui(ui: &mut Ui, local: &mut Local, count: u32) {
    if count > 1 {
        let mut options = vec![(None, format!("All {count} packages"))];
        options.extend((1..=count).map(|number| (Some(number), format!("Package {number}"))));
        combo_box_ui(ui, "Packages to print", 140.0, &mut local.package, &options);
    }
}

fn packages(cx: &Cx<'_>, shipment: &ShipmentId) -> u32 {
    let label = cx.state.labels.views.get(shipment);
    let files = label.and_then(|label| label.files.value());
    files.map_or(0, |files| u32::try_from(files.len()).unwrap_or(u32::MAX))
}

/// The state of the newest print job of each package of a label.
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

/// The state of a print job. It says "printed" only if the queue or the user confirmed it.
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
            format!(
                "Waiting for {name}{because}. It prints automatically once the printer is there."
            ),
        ),
        JobState::Sending => (Meaning::Info, format!("Being sent to {name}")),
        JobState::Sent if job.remote.is_some() => (
            Meaning::Info,
            format!("In the queue of {name}, not printed yet{because}"),
        ),
        JobState::Sent => (
            Meaning::Info,
            format!("Sent to {name}, which does not say whether it printed{because}"),
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

/// Most doubts listed; more would not fit in the window.
const MOST_DOUBTS: usize = 5;

/// The question before printing, if the self-check found problems.
pub fn question_ui(ui: &Ui, cx: &mut Cx<'_>) {
    let Some(question) = &cx.state.printing.question else {
        return;
    };
    let print = Button::danger("Print anyway");
    let steps = (print, Button::secondary("Do not print"));
    let answer = card::ask_ui(ui, "print anyway", steps, |ui| {
        let heading = match question.request.shipments.len() {
            0 | 1 => "Print this label?".to_owned(),
            count => format!("Print these {count} labels?"),
        };
        heading_ui(ui, &heading);
        for doubt in question.doubts.iter().take(MOST_DOUBTS) {
            band_ui(ui, Meaning::Warning, doubt, None);
        }
        if question.doubts.len() > MOST_DOUBTS {
            let more = question.doubts.len() - MOST_DOUBTS;
            muted_ui(ui, &format!("{more} more labels are doubtful"));
        }
        muted_ui(ui, "Nothing was sent to the printer yet");
    });
    match answer {
        Some(true) => cx.ask(Intent::Print(PrintRequest {
            sure: true,
            ..question.request.clone()
        })),
        Some(false) => cx.ask(PrintingIntent::DropQuestion),
        None => {}
    }
}
