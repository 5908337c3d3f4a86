//! Printing a label: the button, the state of its print jobs, and the question after
//! a failed self-check.

use std::collections::BTreeMap;

use egui::Ui;

use crate::base::id::ShipmentId;
use crate::desk::intent::Intent;
use crate::desk::printing::intent::PrintingIntent;
use crate::desk::printing::state::JobState;
use crate::desk::printing::state::{PrintJob, PrintRequest};
use crate::desk::state::State;
use crate::label::print::Half;
use crate::text;
use crate::ui::command::{Command, shortcut_text};
use crate::ui::cx::Cx;
use crate::ui::parts::label_view::{LabelViewState, void_reason};
use crate::ui::settings_category::SettingsCategory;
use crate::ui::widgets::notice::hinted_band_ui;
use crate::ui::widgets::step_row::Choice;
use crate::ui::widgets::{
    Button, Icon, Meaning, band_ui, card, combo_box_ui, heading_ui, muted_ui, short_moment,
    small_muted_ui,
};

/// Why nothing can be printed now.
pub fn obstacle(state: &State) -> Option<&str> {
    if let Some(blocked) = &state.printing.blocked {
        return Some(blocked.as_str());
    }
    let none = state.printing.printers.is_empty();
    none.then(|| text!("printing-no-printer"))
}

/// The Print button. Without a printer, a button that leads to the printer settings replaces it.
pub fn button_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut LabelViewState, shipment: &ShipmentId) {
    if is_without_printer(cx.state) {
        let button = Button::secondary(text!("parts-print-set-up")).icon(Icon::Printer);
        if button.show_ui(ui).clicked() {
            cx.open_settings(SettingsCategory::Printers);
        }
        return;
    }
    let obstacle = void_reason(cx, shipment).or(obstacle(cx.state));
    let keys = shortcut_text(&Command::Print).unwrap_or_default();
    let button = match obstacle {
        None => Button::primary(text!("parts-print")),
        Some(_) => Button::secondary(text!("parts-print")),
    };
    let button = button
        .name(text!("parts-print-label"))
        .icon(Icon::Printer)
        .shortcut(&keys)
        .disabled_because(obstacle);
    if button.show_ui(ui).clicked() {
        cx.ask(Intent::Print(local.print_request(shipment.clone())));
    }
}

fn is_without_printer(state: &State) -> bool {
    state.printing.blocked.is_none() && state.printing.printers.is_empty()
}

/// Why printing is not possible, and the choice of printer and packages if there is one.
pub fn choice_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut LabelViewState, shipment: &ShipmentId) {
    if is_without_printer(cx.state) {
        small_muted_ui(ui, text!("parts-print-no-printer"));
        return;
    }
    if let Some(obstacle) = obstacle(cx.state) {
        small_muted_ui(ui, obstacle);
    }
    let packages = packages(cx, shipment);
    if packages > 1 || local.way.has_choice(cx) {
        ui.horizontal_wrapped(|ui| {
            packages_ui(ui, local, packages);
            local.way.choice_ui(ui, cx);
        });
    }
}

/// The printer, and the half of the first sheet to start on.
#[derive(Debug, Default)]
pub struct PrintOptions {
    /// The chosen printer; `None` chooses by paper size.
    pub printer: Option<String>,
    pub start: Half,
}

/// One option of [`PrintOptions`].
#[derive(Clone, Debug, PartialEq)]
pub enum PrintOption {
    Printer(Option<String>),
    Start(Half),
}

/// Widths of the boxes, in points.
const PRINTER: f32 = 150.0;
const SHEET: f32 = 200.0;

impl PrintOptions {
    pub fn has_choice(&self, cx: &Cx<'_>) -> bool {
        cx.state.printing.printers.len() > 1 || self.may_share(cx)
    }

    /// Whether labels may share a sheet.
    fn may_share(&self, cx: &Cx<'_>) -> bool {
        let mut printers = cx.state.printing.printers.iter();
        let meant = |name: &str| self.printer.as_deref().is_none_or(|wanted| wanted == name);
        printers.any(|printer| meant(&printer.name) && printer.shares_sheets())
    }

    /// The boxes for one label.
    pub fn choice_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        for choice in self.choices(cx, false) {
            let mut chosen = choice.chosen;
            let words = choice.options.iter().map(|(_, words)| words.as_str());
            let options: Vec<(usize, &str)> = words.enumerate().collect();
            combo_box_ui(ui, choice.name, choice.width, &mut chosen, &options);
            if let Some((picked, _)) = choice.options.into_iter().nth(chosen) {
                self.choose(picked);
            }
        }
    }

    /// The choices there are. `selected` is for the rows selected in a list; its controls have other
    /// names than those of one label, as the screen may have both.
    pub fn choices(&mut self, cx: &Cx<'_>, selected: bool) -> Vec<Choice<PrintOption>> {
        let printers = &cx.state.printing.printers;
        let is_there = |name: &String| printers.iter().any(|printer| printer.name == *name);
        self.printer = self.printer.take().filter(is_there);
        let mut choices = Vec::new();
        if printers.len() > 1 {
            let by_paper = text!("parts-print-by-paper").to_owned();
            let mut options = vec![(PrintOption::Printer(None), by_paper)];
            options.extend(printers.iter().map(|printer| {
                let name = printer.name.clone();
                (PrintOption::Printer(Some(name.clone())), name)
            }));
            let name = match selected {
                true => text!("parts-print-with-selected"),
                false => text!("parts-print-with"),
            };
            let chosen = PrintOption::Printer(self.printer.clone());
            choices.push(Choice::new(name, PRINTER, &chosen, options));
        }
        if self.may_share(cx) {
            let halves = [
                (Half::First, text!("parts-print-whole-sheet")),
                (Half::Second, text!("parts-print-second-half")),
            ];
            let options = halves.map(|(half, words)| (PrintOption::Start(half), words.to_owned()));
            let name = match selected {
                true => text!("parts-print-first-sheet-selected"),
                false => text!("parts-print-first-sheet"),
            };
            let chosen = PrintOption::Start(self.start);
            choices.push(Choice::new(name, SHEET, &chosen, options.to_vec()));
        } else {
            self.start = Half::First;
        }
        choices
    }

    pub fn choose(&mut self, option: PrintOption) {
        match option {
            PrintOption::Printer(printer) => self.printer = printer,
            PrintOption::Start(half) => self.start = half,
        }
    }
}

fn packages_ui(ui: &mut Ui, local: &mut LabelViewState, count: u32) {
    if count > 1 {
        let mut options = vec![(None, text!("parts-print-all-packages", count = count))];
        let one = |number| (Some(number), text!("parts-print-package", package = number));
        options.extend((1..=count).map(one));
        let name = text!("parts-print-packages");
        combo_box_ui(ui, name, 140.0, &mut local.package, &options);
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
            job_ui(ui, job);
        }
    }
    reprints_ui(ui, cx, &middle);
}

/// How often a label was printed, if more than once: a second copy may be used twice.
fn reprints_ui(ui: &mut Ui, cx: &Cx<'_>, middle: &str) {
    let jobs = &cx.state.printing.jobs;
    let out = |job: &&PrintJob| matches!(job.state, JobState::Sent | JobState::Printed);
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    let mut last = None;
    let mut known = true;
    for job in jobs.iter().filter(out) {
        for label in job.subject.lines().filter(|line| line.contains(middle)) {
            *times.entry(label).or_default() += 1;
            last = last.max(Some(job.updated));
            known &= job.state == JobState::Printed;
        }
    }
    let count = times.into_values().max().unwrap_or_default();
    let Some(last) = last.filter(|_| count > 1) else {
        return;
    };
    let time = short_moment(last, cx.now, cx.zone);
    let words = match known {
        true => text!("parts-print-times", count = count, time = time),
        false => text!("parts-print-sent-times", count = count, time = time),
    };
    small_muted_ui(ui, &words);
}

/// The state of a print job, as a band.
pub fn job_ui(ui: &mut Ui, job: &PrintJob) {
    let (meaning, words, hint) = print_job_status(job);
    hinted_band_ui(ui, meaning, &words, hint);
}

/// The state of a print job, with an explanation for a tooltip, or "". It says "printed" only if
/// the queue or the user confirmed it.
pub fn print_job_status(job: &PrintJob) -> (Meaning, String, &'static str) {
    let meaning = match job.state {
        JobState::Queued if !job.detail.is_empty() => Meaning::Warning,
        JobState::Queued | JobState::Sending | JobState::Sent => Meaning::Info,
        JobState::Printed => Meaning::Good,
        JobState::Failed => Meaning::Bad,
        JobState::Interrupted => Meaning::Doubt,
        JobState::Cancelled => Meaning::Neutral,
    };
    let hint = match job.state {
        JobState::Sent if job.remote.is_none() => text!("parts-job-sent-hint"),
        _ => "",
    };
    (meaning, job_words(job), hint)
}

fn job_words(job: &PrintJob) -> String {
    let printer = &job.printer.name;
    if job.detail.is_empty() {
        return match job.state {
            JobState::Queued => text!("parts-job-waiting", printer = printer),
            JobState::Sending => text!("parts-job-sending", printer = printer),
            JobState::Sent if job.remote.is_some() => {
                text!("parts-job-in-queue", printer = printer)
            }
            JobState::Sent => text!("parts-job-sent", printer = printer),
            JobState::Printed => text!("parts-job-printed", printer = printer),
            JobState::Failed => text!("parts-job-failed", printer = printer),
            JobState::Interrupted => text!("parts-job-doubtful", printer = printer),
            JobState::Cancelled => text!("parts-job-canceled").to_owned(),
        };
    }
    let why = &job.detail;
    match job.state {
        JobState::Queued => text!("parts-job-waiting-because", printer = printer, why = why),
        JobState::Sending => text!("parts-job-sending", printer = printer),
        JobState::Sent if job.remote.is_some() => {
            text!("parts-job-in-queue-because", printer = printer, why = why)
        }
        JobState::Sent => text!("parts-job-sent-because", printer = printer, why = why),
        JobState::Printed => text!("parts-job-printed-because", printer = printer, why = why),
        JobState::Failed => text!("parts-job-failed-because", printer = printer, why = why),
        JobState::Interrupted => {
            text!("parts-job-doubtful-because", printer = printer, why = why)
        }
        JobState::Cancelled => text!("parts-job-canceled").to_owned(),
    }
}

/// Most doubts listed; more would not fit in the window.
const MOST_DOUBTS: usize = 5;

/// The question before printing, if the self-check found problems.
pub fn question_ui(ui: &Ui, cx: &mut Cx<'_>) {
    let Some(question) = &cx.state.printing.question else {
        return;
    };
    let print = Button::danger(text!("parts-print-anyway"));
    let no = Button::secondary(text!("parts-cancel"));
    let answer = card::ask_ui(ui, "print anyway", print, no, |ui| {
        let count = question.request.shipments.len().max(1);
        heading_ui(ui, &text!("parts-print-question", count = count));
        for doubt in question.check_findings.iter().take(MOST_DOUBTS) {
            band_ui(ui, Meaning::Warning, doubt, None);
        }
        if question.check_findings.len() > MOST_DOUBTS {
            let more = question.check_findings.len() - MOST_DOUBTS;
            muted_ui(ui, &text!("parts-print-more-findings", count = more));
        }
        match question.queued {
            0 => muted_ui(ui, text!("parts-print-nothing-sent")),
            queued => muted_ui(ui, &text!("parts-print-some-sent", count = queued)),
        };
    });
    match answer {
        Some(true) => cx.ask(Intent::Print(PrintRequest {
            findings_confirmed: true,
            ..question.request.clone()
        })),
        Some(false) => cx.ask(PrintingIntent::DropQuestion),
        None => {}
    }
}
