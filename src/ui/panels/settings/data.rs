//! The data on this computer: how long shipments are stored, backups of what cannot be fetched
//! again, and deletion, with its consequences shown first.

use egui::Ui;

use crate::desk::intent::Intent;
use crate::desk::kernel::settings::Settings;
use crate::desk::safekeeping::SafekeepingIntent;
use crate::desk::safekeeping::local_data::LocalDataTask;
use crate::desk::state::State;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::choice::combo_ui;
use crate::ui::widgets::field::problem_ui;
use crate::ui::widgets::text::{age, grouped, heading_ui, hint_ui, muted_ui, small_muted_ui};
use crate::ui::widgets::{Button, card};

#[derive(Default)]
pub struct LocalDataViewState {
    /// The confirmation of the deletion is on screen.
    asking: bool,
    /// The new number of days to store shipments, while its confirmation is on screen.
    shorter: Option<u32>,
}

const KEPT: [(u32, &str); 5] = [
    (0, "For good"),
    (90, "90 days"),
    (365, "1 year"),
    (730, "2 years"),
    (1825, "5 years"),
];

/// Returns whether the user confirmed the deletion, which makes the texts typed in
/// Settings obsolete.
pub fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut LocalDataViewState,
    settings: &mut Settings,
) -> bool {
    Card::new("Data of this computer").show_ui(ui, |ui| {
        kept_ui(ui, local, settings);
        daily_ui(ui, cx);
        ui.horizontal_wrapped(|ui| steps_ui(ui, cx, local));
    });
    shorter_ui(ui, local, settings);
    delete_ui(ui, cx, local)
}

fn busy(state: &State) -> Option<&'static str> {
    match state.safekeeping.local_data_task {
        LocalDataTask::Nothing => None,
        LocalDataTask::BackingUp => Some("A backup is being written"),
        LocalDataTask::Deleting => Some("Your data is being deleted"),
    }
}

fn kept_ui(ui: &mut Ui, local: &mut LocalDataViewState, settings: &mut Settings) {
    let mut options: Vec<(u32, String)> = KEPT
        .iter()
        .map(|(days, words)| (*days, (*words).to_owned()))
        .collect();
    let now = settings.keep_shipments_days;
    if !options.iter().any(|(days, _)| *days == now) {
        options.push((now, format!("{now} days")));
    }
    let mut wanted = now;
    if combo_ui(
        ui,
        "Keep shipments and labels",
        200.0,
        &mut wanted,
        &options,
    ) {
        if wanted == 0 || (now != 0 && wanted > now) {
            settings.keep_shipments_days = wanted;
        } else {
            local.shorter = Some(wanted);
        }
    }
    let words = match settings.keep_shipments_days {
        0 => "Nothing is removed automatically",
        _ => {
            "Older ones leave this computer, and past quotes of that age; the service still has the shipments"
        }
    };
    hint_ui(ui, words);
}

fn steps_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut LocalDataViewState) {
    let busy = busy(cx.state);
    let backup = Button::secondary("Back up now…")
        .hint("The address book, the purchase journal, printers and print jobs, into a folder you choose")
        .disabled_because(busy.or(cx.files_busy));
    if backup.show_ui(ui).clicked() {
        cx.choose_file(FileAction::BackUp);
    }
    let hint = "Shows what would be written before anything is";
    let diagnostics = Button::secondary("Diagnostics…").hint(hint);
    if diagnostics.show_ui(ui).clicked() {
        cx.ask(SafekeepingIntent::ShowDiagnostics);
    }
    let delete = Button::quiet("Delete my data…").disabled_because(busy);
    local.asking |= delete.show_ui(ui).clicked();
}

/// Describes the daily backup, and when it last ran.
fn daily_ui(ui: &mut Ui, cx: &Cx<'_>) {
    let backup = &cx.state.safekeeping.backup;
    let words = match (backup.running, backup.last) {
        (true, _) => "The daily backup is being written".to_owned(),
        (false, Some(last)) => format!(
            "Backed up automatically every day, last {}; the last 7 are kept with Postroom’s data",
            age(last, cx.now)
        ),
        (false, None) => "Not backed up yet; it is done automatically every day".to_owned(),
    };
    small_muted_ui(ui, &words);
    if let Some(trouble) = &backup.trouble {
        problem_ui(ui, &format!("The last daily backup failed: {trouble}"));
    }
}

/// A shorter period removes stored labels, so it needs a confirmation.
fn shorter_ui(ui: &Ui, local: &mut LocalDataViewState, settings: &mut Settings) {
    let Some(days) = local.shorter else {
        return;
    };
    let remove = Button::danger("Remove older ones");
    let steps = (remove, Button::secondary("Keep them"));
    let answer = card::ask_ui(ui, "keep shorter", steps, |ui| {
        heading_ui(ui, &format!("Keep only {days} days?"));
        muted_ui(
            ui,
            "Older shipments and their labels are removed from this computer now. They can be fetched again from the service, but not while you are offline. Past quotes of that age are lost.",
        );
    });
    if answer == Some(true) {
        settings.keep_shipments_days = days;
    }
    if answer.is_some() {
        local.shorter = None;
    }
}

fn delete_ui(ui: &Ui, cx: &mut Cx<'_>, local: &mut LocalDataViewState) -> bool {
    if !local.asking {
        return false;
    }
    let costs = costs(cx.state);
    let steps = (Button::danger("Delete it"), Button::secondary("Keep it"));
    let answer = card::ask_ui(ui, "delete data", steps, |ui| {
        heading_ui(ui, "Delete the data of this computer?");
        for line in &costs {
            muted_ui(ui, line);
        }
    });
    if answer == Some(true) {
        cx.ask(Intent::DeleteData);
    }
    if answer.is_some() {
        local.asking = false;
    }
    answer == Some(true)
}

/// What the deletion costs, one sentence each.
fn costs(state: &State) -> Vec<String> {
    let addresses = match state.ship.book.count {
        0 => "The address book is empty".to_owned(),
        1 => "1 address is lost for good: the service cannot list addresses".to_owned(),
        many => format!(
            "{} addresses are lost for good: the service cannot list addresses",
            grouped(many)
        ),
    };
    let shipments = match state.shipments.total {
        1 => "1 shipment and its label".to_owned(),
        many => format!("{} shipments and their labels", grouped(many)),
    };
    vec![
        addresses,
        format!("{shipments}, balance and history come back from the service when you sign in"),
        "The draft on the Ship panel and all settings are lost; you are signed out".to_owned(),
        "Backups of the address book beside the data, damaged caches kept aside, old logs and crash reports go too".to_owned(),
        "The purchase journal stays, it proves what was paid. Printers and print jobs stay too."
            .to_owned(),
    ]
}
