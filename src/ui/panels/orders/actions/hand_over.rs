//! The question before orders are handed over: which manifests are made, and which parcels cannot be
//! on one.

use std::collections::BTreeMap;

use egui::Ui;
use jiff::civil::Date;

use crate::base::id::{OrderId, ShipmentId};
use crate::base::locale::format;
use crate::desk::flows::hand_over_orders::{HandOverPlan, PlanBasis, PlannedManifest, plan};
use crate::desk::intent::Intent;
use crate::desk::manifests::ManifestIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{space, text};
use crate::ui::widgets::{
    Button, Icon, Meaning, band_ui, card, heading_ui, muted_ui, trouble_ui, wrapped_ui,
};

/// Width of the question, in points.
const WIDTH: f32 = 460.0;

/// What is handed over if the answer is yes. The plan is made again when the shipments are grouped
/// again and when the day changes: the desk makes its own when it acts.
#[derive(Debug)]
pub struct HandOverQuestion {
    orders: Vec<(OrderId, ShipmentId)>,
    plan: HandOverPlan,
    basis: PlanBasis,
    /// Shipments that are not among the newest were looked for among all of this computer.
    has_sought: bool,
}

impl HandOverQuestion {
    /// `None` while the shipments of the day are not known.
    pub(super) fn of_selection(cx: &Cx<'_>) -> Option<Self> {
        let sums = cx.state.orders.selection.sums.as_ref()?;
        let labels = sums.labels.iter().filter(|label| !label.is_handed_over);
        let orders: Vec<_> =
            labels.map(|label| (label.order.clone(), label.shipment.clone())).collect();
        let plan = plan(cx.state, &orders, cx.now)?;
        Some(Self { orders, plan, basis: PlanBasis::now(cx.state, cx.now)?, has_sought: false })
    }

    fn plan_again(&mut self, cx: &mut Cx<'_>) {
        if let Some(basis) = PlanBasis::now(cx.state, cx.now)
            && basis != self.basis
            && let Some(plan) = plan(cx.state, &self.orders, cx.now)
        {
            (self.plan, self.basis) = (plan, basis);
        }
        if !self.has_sought && !self.plan.unknown.is_empty() {
            self.has_sought = true;
            let unknown = self.plan.unknown.iter();
            let shipments = unknown.map(|(_, shipment)| shipment.clone()).collect();
            cx.ask(ManifestIntent::Seek(shipments));
        }
    }

    /// Returns false once the question is answered.
    pub(super) fn show_ui(&mut self, ui: &Ui, cx: &mut Cx<'_>) -> bool {
        let mut stays = true;
        self.plan_again(cx);
        let modal = card::question(text!("order-printing-hand-over"), cx.tokens);
        let modal = modal.show(ui.ctx(), |ui| {
            ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 2.0 * space::XXL));
            ui.spacing_mut().item_spacing.y = space::S;
            let count = self.orders.len();
            heading_ui(ui, &text!("order-printing-hand-over-title", count = count));
            plan_ui(ui, cx, &self.plan);
            ui.add_space(space::S);
            ui.horizontal(|ui| {
                let nothing = match cx.state.manifests.is_seeking() {
                    true => Some(text!("order-printing-hand-over-loading")),
                    false => self.plan.is_empty().then(|| text!("order-printing-none-possible")),
                };
                let yes = Button::primary(text!("order-printing-hand-over-now"))
                    .name(text!("order-printing-hand-over-now-name"))
                    .icon(Icon::Truck)
                    .disabled_because(nothing);
                if yes.show_ui(ui).clicked() {
                    cx.ask(Intent::HandOverOrders(std::mem::take(&mut self.orders)));
                    stays = false;
                }
                let no = Button::secondary(text!("orders-buy-cancel"));
                stays &= !card::no_ui(ui, text!("order-printing-hand-over"), no);
            });
        });
        stays && !modal.should_close()
    }
}

fn plan_ui(ui: &mut Ui, cx: &Cx<'_>, plan: &HandOverPlan) {
    let ink = cx.tokens.ink;
    for manifest in &plan.manifests {
        wrapped_ui(ui, &manifest_words(manifest), text::body(), ink);
    }
    if !plan.manifests.is_empty() {
        let words = text!("order-printing-cannot-be-undone");
        band_ui(ui, Meaning::Warning, words, None);
    }
    if !plan.without_manifest.is_empty() {
        let count = plan.without_manifest.len();
        let words = text!("order-printing-without-manifest", count = count);
        wrapped_ui(ui, &words, text::body(), ink);
    }
    let mut past: BTreeMap<Date, usize> = BTreeMap::new();
    for (_, date) in &plan.past {
        *past.entry(*date).or_default() += 1;
    }
    for (date, count) in past {
        let day = format::formats().date_of_year(date);
        let words = text!("order-printing-past", count = count, day = day);
        wrapped_ui(ui, &words, text::body(), ink);
    }
    if plan.already > 0 {
        muted_ui(ui, &text!("order-printing-on-manifest", count = plan.already));
    }
    if plan.asked > 0 {
        muted_ui(ui, &text!("order-printing-manifest-asked", count = plan.asked));
    }
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for (_, reason) in &plan.left_out {
        *reasons.entry(reason.to_string()).or_default() += 1;
    }
    for (reason, count) in reasons {
        let words = text!("order-printing-cannot-be-on", count = count, reason = reason);
        muted_ui(ui, &words);
    }
    if !plan.unknown.is_empty() {
        let count = plan.unknown.len();
        let words = match cx.state.manifests.is_seeking() {
            true => text!("order-printing-seeking", count = count),
            false => text!("order-printing-not-loaded", count = count),
        };
        muted_ui(ui, &words);
    }
}

/// `Manifest of Postal main, Nov 23: 40 parcels`
fn manifest_words(manifest: &PlannedManifest) -> String {
    let day = format::formats().date_of_year(manifest.group.ship_date);
    text!(
        "order-printing-manifest",
        account = &manifest.account_name,
        day = day,
        count = manifest.shipments.len()
    )
}

/// Why the last manifest was not made.
pub(super) fn refusal_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(refused) = &cx.state.manifests.refused else {
        return;
    };
    trouble_ui(ui, refused, false);
    let words = text!("manifests-refused");
    let dismiss = text!("manifests-refused-dismiss");
    if band_ui(ui, Meaning::Warning, words, Some(dismiss)) {
        cx.ask(ManifestIntent::DismissRefused);
    }
}
