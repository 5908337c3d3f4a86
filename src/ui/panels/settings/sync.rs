//! How much of the account's shipment history is on this computer.

use egui::Ui;

use crate::desk::shipments::intent::ShipmentIntent;
use crate::desk::shipments::sync::Sync;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::widgets::{
    Asked, Button, Card, moment, muted_ui, retry_ui, small_muted_ui, work, work_ui,
};

pub fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut work::BatchJobViewState) {
    let sync = &cx.state.shipments.sync;
    Card::new(text!("settings-sync")).show_ui(ui, |ui| {
        muted_ui(ui, &state(sync, cx.state.shipments.total, cx));
        if sync.running {
            small_muted_ui(ui, &text!("settings-sync-fetched", count = sync.fetched));
        }
        if let Some(trouble) = &sync.trouble
            && sync.work.is_none()
            && retry_ui(ui, Some(trouble))
        {
            cx.ask(ShipmentIntent::PauseSync(false));
        }
        let waits = sync.running && sync.work.is_none();
        let pause = Button::secondary(text!("settings-sync-pause"));
        if waits && pause.show_ui(ui).clicked() {
            cx.ask(ShipmentIntent::PauseSync(true));
        }
        let read_again = sync.incomplete.is_some() && !sync.complete && !sync.running;
        let again = Button::secondary(text!("settings-sync-again"));
        if read_again && !sync.paused && again.show_ui(ui).clicked() {
            cx.ask(ShipmentIntent::PauseSync(false));
        }
        let go_on = Button::secondary(text!("settings-sync-continue"));
        if sync.paused && go_on.show_ui(ui).clicked() {
            cx.ask(ShipmentIntent::PauseSync(false));
        }
        small_muted_ui(ui, text!("settings-sync-explained"));
    });
    if let Some(work) = &sync.work
        && let Some(Asked::Step(step)) = work_ui(ui, work, local, false)
    {
        cx.ask(ShipmentIntent::SyncBatch(step));
    }
}

fn state(sync: &Sync, count: u64, cx: &Cx<'_>) -> String {
    let back_to = sync.back_to.map(|at| moment(at, cx.zone));
    match (sync, back_to) {
        (Sync { complete: true, .. }, _) => match cx.state.settings.keep_shipments_days {
            0 => text!("settings-sync-all", count = count),
            days => text!("settings-sync-all-of-days", count = count, days = days),
        },
        (Sync { running: true, .. }, Some(at)) => {
            text!("settings-sync-running-back-to", count = count, at = at)
        }
        (Sync { running: true, .. }, None) => text!("settings-sync-running", count = count),
        (Sync { paused: true, .. }, Some(at)) => {
            text!("settings-sync-paused-back-to", count = count, at = at)
        }
        (Sync { paused: true, .. }, None) => text!("settings-sync-paused", count = count),
        (Sync { incomplete: Some(why), .. }, _) => {
            text!("settings-sync-incomplete", count = count, reason = why)
        }
        (_, Some(at)) => text!("settings-sync-back-to", count = count, at = at),
        (_, None) => text!("settings-sync-count", count = count),
    }
}
