//! A manifest whose outcome is unknown: the response was lost, and the service's list cannot show
//! whether it was made. The user asks the carrier and enters the answer here.

use egui::Ui;

use super::{ManifestsViewState, offline};
use crate::desk::intent::Intent;
use crate::desk::manifests::{ManifestIntent, ManifestOrder};
use crate::ui::cx::Cx;
use crate::ui::widgets::notice::{band_ui as plain_band_ui, band_with_ui};
use crate::ui::widgets::text::{heading_ui, muted_ui};
use crate::ui::widgets::{Button, Meaning, card};

pub fn band_ui(
    ui: &mut Ui,
    order: &ManifestOrder,
    why: &str,
    local: &mut ManifestsViewState,
) -> Option<ManifestIntent> {
    let words = format!(
        "Manifest {}: the answer was lost, and the service cannot tell whether it was made ({why}). \
         Ask the carrier before you decide.",
        order.title
    );
    let mut step = None;
    band_with_ui(ui, Meaning::Doubt, &words, |ui| {
        if Button::secondary("Send again")
            .compact()
            .show_ui(ui)
            .clicked()
        {
            local.send_again = Some(order.number.clone());
        }
        if Button::secondary("It was made")
            .compact()
            .show_ui(ui)
            .clicked()
        {
            step = Some(ManifestIntent::ConfirmManifestExists(order.number.clone()));
        }
        if Button::secondary("Look again")
            .compact()
            .show_ui(ui)
            .clicked()
        {
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
    let send = Button::danger("Send again").disabled_because(offline(cx.state));
    let steps = (send, Button::secondary("Cancel"));
    let answer = card::ask_ui(ui, "send the manifest again", steps, |ui| {
        heading_ui(ui, &format!("Send the manifest {} again?", order.title));
        muted_ui(ui, "The first one may exist: its answer was lost");
        let words = "If the carrier has it already, these shipments will be on two manifests";
        plain_band_ui(ui, Meaning::Warning, words, None);
    });
    if answer == Some(true) {
        cx.ask(Intent::Manifests(ManifestIntent::SendOrderAgain(number)));
    }
    if answer.is_some() {
        local.send_again = None;
    }
}
