//! The message above lists that are made from the stored shipments.

use egui::Ui;

use crate::desk::shipments::intent::ShipmentIntent;
use crate::desk::shipments::sync;
use crate::desk::shipments::sync::Missing;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::widgets::notice::incomplete_ui;
use crate::ui::widgets::small_muted_ui;

/// Reports above a list that some of the shipments it is made from are not stored yet.
pub fn shipments_missing_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = match sync::missing(&cx.state.shipments.sync) {
        None => return,
        Some(Missing::OnTheWay) => {
            small_muted_ui(ui, text!("shipments-missing-loading"));
            return;
        }
        Some(Missing::Known(words)) => words,
    };
    if incomplete_ui(ui, &words) {
        cx.ask(ShipmentIntent::PauseSync(false));
        cx.ask(ShipmentIntent::Refresh);
    }
}
