//! The print queue: pending jobs, sent jobs, and jobs that need the user's decision.

use egui::Ui;

use crate::desk::intent::Intent;
use crate::desk::printing::intent::PrintingIntent;
use crate::desk::printing::state::JobState;
use crate::desk::printing::state::PrintJob;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::print_label::print_job_status;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::text::hinted;
use crate::ui::widgets::{
    Button, Card, Meaning, age, band_ui, muted_ui, small_muted_ui, strong_ui,
};

/// Most jobs shown; more would hide those that need the user.
const SHOWN: usize = 12;

pub fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let jobs = &cx.state.printing.jobs;
    if cx.state.printing.printers.is_empty() && jobs.is_empty() {
        return;
    }
    Card::new(text!("settings-queue")).show_ui(ui, |ui| {
        // Closer to its own heading than to the next one.
        ui.spacing_mut().item_spacing.y = space::XS;
        ui.spacing_mut().interact_size.y = size::CONTROL_COMPACT;
        if jobs.is_empty() {
            muted_ui(ui, text!("settings-queue-empty"));
        }
        // Jobs that need the user come first, regardless of age.
        let (asking, rest): (Vec<_>, Vec<_>) = jobs.iter().partition(|job| needs_a_person(job));
        for (at, job) in asking.into_iter().chain(rest).take(SHOWN).enumerate() {
            if at > 0 {
                ui.add_space(space::S);
            }
            job_ui(ui, cx, job);
        }
        if jobs.len() > SHOWN {
            let older = jobs.len() - SHOWN;
            small_muted_ui(ui, &text!("settings-queue-older", count = older));
        }
    });
}

pub fn needs_a_person(job: &PrintJob) -> bool {
    matches!(job.state, JobState::Interrupted | JobState::Failed)
}

fn job_ui(ui: &mut Ui, cx: &mut Cx<'_>, job: &PrintJob) {
    let row = job.row;
    ui.horizontal_wrapped(|ui| {
        strong_ui(ui, &job.title);
        small_muted_ui(ui, &age(job.updated, cx.now));
    });
    let (meaning, told, hint) = print_job_status(job);
    // Jobs that need no action stay muted, so that the others stand out.
    match meaning {
        Meaning::Good | Meaning::Info | Meaning::Neutral => {
            hinted(small_muted_ui(ui, &told), hint);
        }
        _ => {
            band_ui(ui, meaning, &told, None);
        }
    }
    let is_quiet = match job.state {
        JobState::Sending | JobState::Printed | JobState::Cancelled => true,
        JobState::Sent => job.remote.is_none(),
        JobState::Queued | JobState::Failed | JobState::Interrupted => false,
    };
    if is_quiet {
        // An empty row of buttons would add a gap between jobs.
        return;
    }
    let mut asked = None;
    ui.horizontal_wrapped(|ui| {
        let mut button = |ui: &mut Ui, what: &str, intent: Intent| {
            let name = text!("settings-job-button", action = what, job = row.to_string());
            let button = Button::secondary(what).name(&name).compact();
            if button.show_ui(ui).clicked() {
                asked = Some(intent);
            }
        };
        match job.state {
            JobState::Interrupted => {
                let settle = |printed| {
                    Intent::Printing(PrintingIntent::SettleInterrupted { job: row, printed })
                };
                button(ui, text!("settings-job-printed"), settle(true));
                button(ui, text!("settings-job-again"), settle(false));
                button(
                    ui,
                    text!("settings-job-forget"),
                    Intent::Printing(PrintingIntent::Cancel(row)),
                );
            }
            JobState::Failed => {
                button(
                    ui,
                    text!("settings-job-retry"),
                    Intent::Printing(PrintingIntent::Retry(row)),
                );
                button(
                    ui,
                    text!("settings-job-forget"),
                    Intent::Printing(PrintingIntent::Cancel(row)),
                );
            }
            JobState::Queued => button(
                ui,
                text!("settings-job-cancel"),
                Intent::Printing(PrintingIntent::Cancel(row)),
            ),
            JobState::Sent if job.remote.is_some() => {
                button(
                    ui,
                    text!("settings-job-cancel"),
                    Intent::Printing(PrintingIntent::Cancel(row)),
                );
            }
            JobState::Sending | JobState::Sent | JobState::Printed | JobState::Cancelled => {}
        }
    });
    if let Some(intent) = asked {
        cx.ask(intent);
    }
}
