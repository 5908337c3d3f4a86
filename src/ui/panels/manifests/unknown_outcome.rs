//! A manifest whose outcome is unknown: the response was lost, and the service's list cannot show
//! whether it was made. The user asks the carrier and enters the answer here.

use egui::Ui;

use super::view_state::{ManifestsViewState, offline};
use crate::desk::manifests::{ManifestIntent, ManifestOrder};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::widgets::notice::band_ui as plain_band_ui;
use crate::ui::widgets::{Button, Meaning, band_with_ui, card, heading_ui, muted_ui};

pub fn band_ui(
    ui: &mut Ui,
    order: &ManifestOrder,
    why: &str,
    local: &mut ManifestsViewState,
) -> Option<ManifestIntent> {
    let count = order.shipments.len();
    let words = text!("manifests-order-in-doubt", count = count, why = why);
    let mut step = None;
    band_with_ui(ui, Meaning::Doubt, &words, |ui| {
        if Button::secondary(text!("manifests-order-send-again")).compact().show_ui(ui).clicked() {
            local.send_again = Some(order.number.clone());
        }
        if Button::secondary(text!("manifests-order-exists")).compact().show_ui(ui).clicked() {
            step = Some(ManifestIntent::ConfirmManifestExists(order.number.clone()));
        }
        if Button::secondary(text!("manifests-order-check-again")).compact().show_ui(ui).clicked() {
            step = Some(ManifestIntent::SearchListAgain(order.number.clone()));
        }
    });
    step
}

/// The confirmation before a second manifest is requested.
pub fn ask_ui(ui: &Ui, cx: &mut Cx<'_>, local: &mut ManifestsViewState) {
    let Some(number) = local.send_again.clone() else {
        return;
    };
    let mut orders = cx.state.manifests.orders.iter();
    let Some(order) = orders.find(|order| order.number == number) else {
        local.send_again = None;
        return;
    };
    let send = Button::danger(text!("manifests-order-send-again"));
    let send = send.disabled_because(offline(cx.state));
    let no = Button::secondary(text!("manifests-cancel"));
    let count = order.shipments.len();
    let answer = card::ask_ui(ui, "send the manifest again", send, no, |ui| {
        heading_ui(ui, &text!("manifests-send-again-title", count = count));
        muted_ui(ui, text!("manifests-send-again-may-exist"));
        let words = text!("manifests-send-again-warning");
        plain_band_ui(ui, Meaning::Warning, words, None);
    });
    if answer == Some(true) {
        cx.ask(ManifestIntent::SendOrderAgain(number));
    }
    if answer.is_some() {
        local.send_again = None;
    }
}
