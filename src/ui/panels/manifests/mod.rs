//! Manifests: shipments on no manifest yet, the closing scan, shipments left out and why, and the
//! existing manifests with their forms.

mod ask;
mod closing;
mod day;
mod group_words;
mod left_out;
mod list;
mod unknown_outcome;
mod view_state;

use egui::Ui;

pub use self::view_state::{ManifestsViewState, View};
use crate::desk::kernel::remote::Remote;
use crate::desk::labels::documents::{DocumentId, DocumentIntent};
use crate::desk::manifests::{ManifestIntent, ManifestOrder, ManifestOrderStatus};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::refresh_button::refresh_button_ui;
use crate::ui::parts::shipments_missing::shipments_missing_ui;
use crate::ui::tokens::space;
use crate::ui::widgets::notice::incomplete_ui;
use crate::ui::widgets::{Meaning, band_ui, head, heading_ui, retry_ui, segmented_ui, trouble_ui};

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ManifestsViewState) {
    head_ui(ui, cx, local);
    troubles_ui(ui, cx, local);
    if local.view != View::Closing {
        local.closing.leave();
    }
    match local.view {
        View::Day => day::show_ui(ui, cx, local),
        View::Closing => closing::show_ui(ui, cx, local),
        View::LeftOut => left_out::show_ui(ui, cx, local),
        View::Made => list::show_ui(ui, cx, local),
    }
    ask::show_ui(ui, cx, local);
    unknown_outcome::ask_ui(ui, cx, local);
}

/// Prints the open form.
pub fn print(cx: &mut Cx<'_>, local: &ManifestsViewState) {
    if let Some(id) = local.open.clone() {
        cx.ask(DocumentIntent::Print { document: DocumentId::ScanForm(id), printer: None });
    }
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ManifestsViewState) {
    let manifests = &cx.state.manifests;
    let left = manifests.day.value().map_or(0, |day| day.left_out.len());
    let today = text!("manifests-view-day", count = manifests.waiting());
    let left = text!("manifests-view-left-out", count = left);
    let made = text!("manifests-view-made", count = manifests.known.len());
    head::head_ui(ui, |ui, part| {
        if part == head::Part::Actions {
            if refresh_button_ui(ui, text!("manifests-refresh")) {
                cx.ask(ManifestIntent::Refresh);
            }
            return;
        }
        heading_ui(ui, text!("manifests-title"));
        ui.add_space(space::M);
        let views = [
            (View::Day, today.as_str()),
            (View::Closing, text!("manifests-view-closing")),
            (View::LeftOut, left.as_str()),
            (View::Made, made.as_str()),
        ];
        segmented_ui(ui, text!("manifests-views-name"), &mut local.view, &views);
        // Without a list of manifests, shows the age of the shipments.
        let shown = match manifests.list {
            Remote::NotAsked | Remote::Failed { previous: None, .. } => &cx.state.shipments.refresh,
            _ => &manifests.list,
        };
        cx.freshness_ui(ui, shown);
    });
}

/// Errors, and orders whose outcome is not certain yet.
fn troubles_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ManifestsViewState) {
    let manifests = &cx.state.manifests;
    let mut steps = Vec::new();
    if retry_ui(ui, cx.trouble_to_show(&manifests.list)) {
        steps.push(ManifestIntent::Refresh);
    }
    if let Some(words) = &manifests.incomplete
        && incomplete_ui(ui, words)
    {
        steps.push(ManifestIntent::Refresh);
    }
    if local.view != View::Made {
        shipments_missing_ui(ui, cx);
    }
    let manifests = &cx.state.manifests;
    if let Some(trouble) = manifests.day.trouble() {
        trouble_ui(ui, trouble, false);
    }
    if let Some(trouble) = &manifests.refused {
        trouble_ui(ui, trouble, false);
        let words = text!("manifests-refused");
        let dismiss = text!("manifests-refused-dismiss");
        if band_ui(ui, Meaning::Warning, words, Some(dismiss)) {
            steps.push(ManifestIntent::DismissRefused);
        }
    }
    for order in &manifests.orders {
        steps.extend(order_ui(ui, order, local));
    }
    for step in steps {
        cx.ask(step);
    }
}

fn order_ui(
    ui: &mut Ui,
    order: &ManifestOrder,
    local: &mut ManifestsViewState,
) -> Option<ManifestIntent> {
    let count = order.shipments.len();
    let number = || order.number.clone();
    match &order.status {
        ManifestOrderStatus::Sending => {
            let words = text!("manifests-order-sending", count = count);
            band_ui(ui, Meaning::Info, &words, None);
            None
        }
        ManifestOrderStatus::Checking => {
            let words = text!("manifests-order-checking", count = count);
            let step = text!("manifests-order-check-now");
            let look = band_ui(ui, Meaning::Doubt, &words, Some(step));
            look.then(|| ManifestIntent::SearchListAgain(number()))
        }
        ManifestOrderStatus::Absent => {
            let words = text!("manifests-order-absent", count = count);
            let step = text!("manifests-order-request-again");
            let again = band_ui(ui, Meaning::Doubt, &words, Some(step));
            again.then(|| ManifestIntent::SendOrderAgain(number()))
        }
        ManifestOrderStatus::InDoubt(why) => unknown_outcome::band_ui(ui, order, why, local),
    }
}
