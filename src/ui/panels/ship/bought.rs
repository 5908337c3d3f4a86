//! After a purchase: the actual label, its self-check, the cost, and the next actions.

use egui::Ui;

use crate::base::id::ShipmentId;
use crate::desk::money::purchase::{Purchase, PurchaseStatus};
use crate::desk::parcel::rate_ranking::spaced;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::ship::intent::ShipIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::label_view;
use crate::ui::parts::rate_words::carrier_name;
use crate::ui::tokens::space;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::field::{column_ui, label_ui};
use crate::ui::widgets::label_canvas::CanvasView;
use crate::ui::widgets::notice::band_ui;
use crate::ui::widgets::text::{money_ui, muted_ui, strong_ui};
use crate::ui::widgets::{Button, Meaning};

#[derive(Debug, Default)]
pub struct BoughtViewState {
    label: label_view::LabelViewState,
}

/// Width of the column beside the label; the label takes the rest.
const SIDE: f32 = 412.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut BoughtViewState, shipment: &ShipmentId) {
    let room = ui.available_size();
    let side = SIDE.min(room.x);
    let beside = room.x >= SIDE + SIDE;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        column_ui(ui, side, |ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::S, space::M);
            result_ui(ui, cx, local, shipment);
        });
        if beside {
            column_ui(ui, room.x - side - space::L, |ui| {
                ui.set_height(room.y);
                label_view::canvas_ui(ui, cx, &mut local.label, shipment, CanvasView::default());
            });
        }
    });
    if !beside {
        label_view::canvas_ui(ui, cx, &mut local.label, shipment, CanvasView::fit());
    }
}

fn result_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut BoughtViewState, shipment: &ShipmentId) {
    let state = cx.state;
    let row = state.shipments.rows.iter().find(|row| row.id == *shipment);
    let purchase = state.purchases.list.iter().find(|purchase| {
        matches!(&purchase.status, PurchaseStatus::Bought { shipment: id, .. } if id == shipment)
    });
    let title = text!("ship-bought-title");
    Card::new(title).done(true).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        facts_ui(ui, cx, row.map(AsRef::as_ref), purchase);
        ui.add_space(space::S);
        label_view::verdict_ui(
            ui,
            state
                .labels
                .views
                .get(shipment)
                .and_then(|label| label.check.as_ref()),
        );
        ui.add_space(space::S);
        let number = row.and_then(|row| row.tracking_number.as_ref());
        label_view::steps_ui(ui, cx, &mut local.label, shipment, number);
    });
    Card::new(text!("ship-bought-next")).show_ui(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            let new = Button::secondary(text!("ship-new-shipment"));
            if new.show_ui(ui).clicked() {
                cx.ask(ShipIntent::NewDraft);
            }
            let another = Button::secondary(text!("ship-bought-another"));
            if another.show_ui(ui).clicked() {
                cx.ask(ShipIntent::ShipAnother(shipment.clone()));
            }
        });
    });
}

fn facts_ui(ui: &mut Ui, cx: &Cx<'_>, row: Option<&ShipmentRow>, purchase: Option<&Purchase>) {
    if let Some(row) = row {
        label_ui(ui, text!("ship-bought-to"));
        strong_ui(ui, &row.to_name);
        muted_ui(ui, &row.to_place);
        ui.add_space(space::S);
        label_ui(ui, text!("ship-bought-service"));
        let carrier = carrier_name(cx.state, &row.carrier);
        let service = spaced(&row.service);
        let words = text!(
            "ship-bought-service-words",
            service = service,
            carrier = carrier
        );
        strong_ui(ui, &words);
        if let Some(number) = &row.tracking_number {
            ui.add_space(space::S);
            label_ui(ui, text!("ship-bought-number"));
            label_view::number_ui(ui, number);
        }
    }
    ui.add_space(space::S);
    label_ui(ui, text!("ship-bought-charged"));
    let charged = match purchase.map(|purchase| &purchase.status) {
        Some(PurchaseStatus::Bought { charged, .. }) => *charged,
        _ => None,
    };
    money_ui(ui, charged.or(row.and_then(|row| row.price)));
    if let Some(purchase) = purchase
        && let PurchaseStatus::Bought {
            differs: true,
            charged: Some(charged),
            ..
        } = purchase.status
        && let Some(expected) = purchase.expected
    {
        let words = text!(
            "ship-bought-differs",
            expected = expected,
            charged = charged
        );
        band_ui(ui, Meaning::Warning, &words, None);
    }
}
