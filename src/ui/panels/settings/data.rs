//! The data on this computer: how long shipments are stored, backups of what cannot be fetched
//! again, and deletion, with its consequences shown first.

use egui::Ui;

use crate::desk::intent::Intent;
use crate::desk::kernel::settings::Settings;
use crate::desk::safekeeping::SafekeepingIntent;
use crate::desk::safekeeping::local_data::LocalDataTask;
use crate::desk::state::State;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::widgets::{
    Button, Card, age, card, combo_ui, heading_ui, hint_ui, muted_ui, problem_ui, small_muted_ui,
};

#[derive(Default)]
pub struct LocalDataViewState {
    /// The confirmation of the deletion is on screen.
    asking: bool,
    /// The new number of days to store shipments, while its confirmation is on screen.
    shorter: Option<u32>,
}

/// How long shipments can be stored, in days; 0 is forever.
const KEPT: [u32; 5] = [0, 90, 365, 730, 1825];

fn kept_words(days: u32) -> String {
    match days {
        0 => text!("settings-keep-forever").to_owned(),
        365 | 730 | 1825 => text!("settings-keep-years", count = days / 365),
        _ => text!("settings-keep-days", count = days),
    }
}

/// Returns whether the user confirmed the deletion, which makes the texts typed in
/// Settings obsolete.
pub fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut LocalDataViewState,
    settings: &mut Settings,
) -> bool {
    Card::new(text!("settings-data")).show_ui(ui, |ui| {
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
        LocalDataTask::BackingUp => Some(text!("settings-busy-backing-up")),
        LocalDataTask::Deleting => Some(text!("settings-busy-deleting")),
    }
}

fn kept_ui(ui: &mut Ui, local: &mut LocalDataViewState, settings: &mut Settings) {
    let now = settings.keep_shipments_days;
    let mut periods = KEPT.to_vec();
    if !periods.contains(&now) {
        periods.push(now);
    }
    let options: Vec<(u32, String)> =
        periods.into_iter().map(|days| (days, kept_words(days))).collect();
    let mut wanted = now;
    let name = text!("settings-keep-shipments");
    if combo_ui(ui, name, 200.0, &mut wanted, &options) {
        if wanted == 0 || (now != 0 && wanted > now) {
            settings.keep_shipments_days = wanted;
        } else {
            local.shorter = Some(wanted);
        }
    }
    let words = match settings.keep_shipments_days {
        0 => text!("settings-keep-forever-explained"),
        _ => text!("settings-keep-explained"),
    };
    hint_ui(ui, words);
}

fn steps_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut LocalDataViewState) {
    let busy = busy(cx.state);
    let backup = Button::secondary(text!("settings-back-up"))
        .hint(text!("settings-back-up-hint"))
        .disabled_because(busy.or(cx.files_busy));
    if backup.show_ui(ui).clicked() {
        cx.choose_file(FileAction::BackUp);
    }
    let diagnostics =
        Button::secondary(text!("settings-diagnostics")).hint(text!("settings-diagnostics-hint"));
    if diagnostics.show_ui(ui).clicked() {
        cx.ask(SafekeepingIntent::ShowDiagnostics);
    }
    let delete = Button::quiet(text!("settings-delete-data")).disabled_because(busy);
    local.asking |= delete.show_ui(ui).clicked();
}

/// Describes the daily backup, and when it last ran.
fn daily_ui(ui: &mut Ui, cx: &Cx<'_>) {
    let backup = &cx.state.safekeeping.backup;
    let words = match (backup.running, backup.last) {
        (true, _) => text!("settings-backup-running").to_owned(),
        (false, Some(last)) => text!("settings-backup-last", age = age(last, cx.now)),
        (false, None) => text!("settings-backup-none").to_owned(),
    };
    small_muted_ui(ui, &words);
    if let Some(trouble) = &backup.trouble {
        problem_ui(ui, &text!("settings-backup-failed", reason = trouble));
    }
}

/// A shorter period removes stored labels, so it needs a confirmation.
fn shorter_ui(ui: &Ui, local: &mut LocalDataViewState, settings: &mut Settings) {
    let Some(days) = local.shorter else {
        return;
    };
    let remove = Button::danger(text!("settings-remove-older"));
    let no = Button::secondary(text!("settings-keep-them"));
    let answer = card::ask_ui(ui, "keep shorter", remove, no, |ui| {
        heading_ui(ui, &text!("settings-keep-less-title", count = days));
        muted_ui(ui, text!("settings-keep-less-text"));
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
    let yes = Button::danger(text!("settings-delete-it"));
    let no = Button::secondary(text!("settings-keep-it"));
    let answer = card::ask_ui(ui, "delete data", yes, no, |ui| {
        heading_ui(ui, text!("settings-delete-data-title"));
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
        0 => text!("settings-delete-no-addresses").to_owned(),
        count => text!("settings-delete-addresses", count = count),
    };
    vec![
        addresses,
        text!("settings-delete-shipments", count = state.shipments.total),
        text!("settings-delete-settings").to_owned(),
        text!("settings-delete-files").to_owned(),
        text!("settings-delete-kept").to_owned(),
    ]
}
