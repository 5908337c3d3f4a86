//! How much of the account's shipment history is on this computer.

use egui::Ui;

use crate::desk::shipments::intent::ShipmentIntent;
use crate::desk::shipments::sync::Sync;
use crate::ui::cx::Cx;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::notice::retry_ui;
use crate::ui::widgets::text::{grouped, moment, muted_ui, small_muted_ui};
use crate::ui::widgets::work::{Asked, work_ui};
use crate::ui::widgets::{Button, work};

pub fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut work::BatchJobViewState) {
    let sync = &cx.state.shipments.sync;
    Card::new("Shipments on this computer").show_ui(ui, |ui| {
        muted_ui(ui, &state(sync, cx.state.shipments.total, cx));
        if sync.running {
            small_muted_ui(ui, &format!("{} fetched", grouped(sync.fetched)));
        }
        if let Some(trouble) = &sync.trouble
            && sync.work.is_none()
            && retry_ui(ui, Some(trouble))
        {
            cx.ask(ShipmentIntent::PauseSync(false));
        }
        let waits = sync.running && sync.work.is_none();
        if waits && Button::secondary("Pause fetching").show_ui(ui).clicked() {
            cx.ask(ShipmentIntent::PauseSync(true));
        }
        let read_again = sync.incomplete.is_some() && !sync.complete && !sync.running;
        if read_again && !sync.paused && Button::secondary("Read again").show_ui(ui).clicked() {
            cx.ask(ShipmentIntent::PauseSync(false));
        }
        if sync.paused && Button::secondary("Go on fetching").show_ui(ui).clicked() {
            cx.ask(ShipmentIntent::PauseSync(false));
        }
        small_muted_ui(
            ui,
            "What is here is searched without the network, also while you are offline",
        );
    });
    if let Some(work) = &sync.work
        && let Some(Asked::Step(step)) = work_ui(ui, work, local, false)
    {
        cx.ask(ShipmentIntent::SyncBatch(step));
    }
}

fn state(sync: &Sync, total: u64, cx: &Cx<'_>) -> String {
    let back_to = sync
        .back_to
        .map(|at| format!(", back to {}", moment(at, cx.zone)))
        .unwrap_or_default();
    let shipments = format!("{} shipments", grouped(total));
    match sync {
        Sync { complete: true, .. } => match cx.state.settings.keep_shipments_days {
            0 if total == 1 => "The account’s only shipment".to_owned(),
            0 => format!("All {shipments} of the account"),
            days if total == 1 => format!("The only shipment of the last {days} days"),
            days => format!("All {shipments} of the last {days} days"),
        },
        Sync { running: true, .. } => {
            format!("{shipments}{back_to}. Older ones are being fetched.")
        }
        Sync { paused: true, .. } => {
            format!("{shipments}{back_to}. Fetching the older ones is paused.")
        }
        Sync {
            incomplete: Some(why),
            ..
        } => format!("{shipments}. {why}."),
        _ => format!("{shipments}{back_to}"),
    }
}
