//! What is said over a list that is made from the shipments here.

use egui::Ui;

use crate::desk::intent::Intent;
use crate::desk::shipments::sync::{self, Missing};
use crate::ui::cx::Cx;
use crate::ui::widgets::notice::incomplete_ui;
use crate::ui::widgets::text::small_muted_ui;

/// Says over a list made from the shipments here that some of them are missing.
pub fn shipments_missing_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = match sync::missing(&cx.state.shipments.sync) {
        None => return,
        Some(Missing::OnTheWay) => {
            small_muted_ui(ui, "Older shipments are still being fetched");
            return;
        }
        Some(Missing::Known(words)) => words,
    };
    if incomplete_ui(ui, &words) {
        cx.ask(Intent::PauseSync(false));
        cx.ask(Intent::RefreshShipments);
    }
}
