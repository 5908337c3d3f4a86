//! After a purchase: the actual label, its self-check, the cost, and the next actions.

use egui::Ui;

use super::ShipViewState;
use super::address_search::search_ui;
use crate::base::id::ShipmentId;
use crate::desk::intent::Intent;
use crate::desk::kernel::settings::Settings;
use crate::desk::money::purchase::{Purchase, PurchaseStatus};
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::ship::intent::ShipIntent;
use crate::parcel::draft::Side;
use crate::parcel::rate_ranking::spaced;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::draft_guide::Guide;
use crate::ui::parts::label_view;
use crate::ui::parts::rate_words::carrier_name;
use crate::ui::parts::row_actions::refund_obstacle;
use crate::ui::tokens::space;
use crate::ui::widgets::button::button_rows_ui;
use crate::ui::widgets::{
    Button, Card, Icon, Meaning, band_ui, column_ui, label_ui, money_ui, muted_ui, page_ui,
    panes_ui, strong_ui,
};

#[derive(Debug, Default)]
pub struct BoughtViewState {
    pub label: label_view::LabelViewState,
}

/// The undo delay that is offered.
const OFFERED_SECONDS: u8 = 10;
/// Width of the column beside the label; the label takes the rest.
const SIDE: f32 = 412.0;
/// With less height, what comes next is above what was bought: its field has the keyboard, and the
/// page would scroll to it, away from what was bought.
const LEAST_HEIGHT: f32 = 600.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipViewState, shipment: &ShipmentId) {
    let room = ui.available_size();
    let side = SIDE.min(room.x);
    if room.x < SIDE + SIDE {
        page_ui(ui, "bought", |ui| {
            column_ui(ui, side, |ui| cards_ui(ui, cx, local, shipment, true));
            ui.add_space(space::M);
            column_ui(ui, room.x, |ui| {
                ui.set_height(room.y);
                let label = &mut local.bought.label;
                label_view::canvas_ui(ui, cx, label, shipment);
            });
        });
        return;
    }
    panes_ui(ui, |ui| {
        column_ui(ui, side, |ui| {
            let low = room.y < LEAST_HEIGHT;
            page_ui(ui, "bought", |ui| cards_ui(ui, cx, local, shipment, low));
        });
        column_ui(ui, room.x - side - space::L, |ui| {
            ui.set_height(room.y);
            let label = &mut local.bought.label;
            label_view::canvas_ui(ui, cx, label, shipment);
        });
    });
}

fn cards_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ShipViewState,
    shipment: &ShipmentId,
    next_first: bool,
) {
    ui.spacing_mut().item_spacing = egui::vec2(space::S, space::M);
    if next_first {
        next_ui(ui, cx, local, shipment);
        result_ui(ui, cx, local, shipment);
    } else {
        result_ui(ui, cx, local, shipment);
        next_ui(ui, cx, local, shipment);
    }
    undo_offer_ui(ui, cx);
}

fn result_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipViewState, shipment: &ShipmentId) {
    let state = cx.state;
    let row = state.shipments.rows.iter().find(|row| row.id == *shipment);
    let purchase = state.purchases.list.iter().find(|purchase| {
        matches!(&purchase.status, PurchaseStatus::Bought { shipment: id, .. } if id == shipment)
    });
    let title = text!("ship-bought-title");
    Card::new(title).done(true).announced().show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        facts_ui(ui, cx, row.map(AsRef::as_ref), purchase);
        ui.add_space(space::S);
        label_view::verdict_ui(
            ui,
            state.labels.views.get(shipment).and_then(|label| label.check.as_ref()),
        );
        ui.add_space(space::S);
        let number = row.and_then(|row| row.tracking_number.as_ref());
        label_view::steps_ui(ui, cx, &mut local.bought.label, shipment, number);
        let obstacle = row.and_then(|row| refund_obstacle(cx, row));
        let refund = Button::quiet(text!("shipments-action-refund")).icon(Icon::Back).compact();
        let refund = refund.hint(text!("ship-bought-refund-hint"));
        if refund.disabled_because(obstacle.as_deref()).show_ui(ui).clicked() {
            cx.commands.push(Command::AskRefund(shipment.clone()));
        }
    });
}

fn next_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipViewState, shipment: &ShipmentId) {
    Card::new(text!("ship-bought-next")).show_ui(ui, |ui| {
        button_rows_ui(ui, |ui| {
            let new = Button::secondary(text!("ship-new-shipment"));
            if new.show_ui(ui).clicked() {
                cx.ask(ShipIntent::NewDraft);
            }
            let another = Button::secondary(text!("ship-bought-another"));
            if another.show_ui(ui).clicked() {
                cx.ask(ShipIntent::ShipAnother(shipment.clone()));
            }
        });
        next_recipient_ui(ui, cx, local);
    });
}

/// Offers the undo delay once, where a person sees what it is good for.
fn undo_offer_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let settings = &cx.state.settings;
    if settings.regret_secs > 0 || settings.undo_offered {
        return;
    }
    let mut answer = None;
    Card::new(text!("ship-undo-offer")).show_ui(ui, |ui| {
        muted_ui(ui, &text!("ship-undo-offer-words", count = OFFERED_SECONDS));
        button_rows_ui(ui, |ui| {
            let yes = text!("ship-undo-offer-yes", count = OFFERED_SECONDS);
            if Button::secondary(&yes).show_ui(ui).clicked() {
                answer = Some(OFFERED_SECONDS);
            }
            if Button::quiet(text!("ship-undo-offer-no")).show_ui(ui).clicked() {
                answer = Some(0);
            }
        });
    });
    if let Some(regret_secs) = answer {
        let settings = Settings { regret_secs, undo_offered: true, ..settings.clone() };
        cx.ask(Intent::ChangeSettings(Box::new(settings)));
    }
}

/// The recipient of the next parcel, whose draft is behind this label: once known, the draft comes
/// on screen and the keyboard is in its weight.
fn next_recipient_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipViewState) {
    let state = cx.state;
    let mut guide = Guide { problems: &state.ship.problems, progress: &mut local.progress };
    label_ui(ui, text!("ship-bought-next-recipient"));
    let taken = search_ui(ui, cx, &mut guide, &mut local.to, Side::To, text!("ship-card-to"));
    if taken {
        local.progress.go_on_after(Side::To, &state.ship.draft);
    }
    if taken || local.progress.pasted == Some(Side::To) {
        cx.ask(ShipIntent::LeaveLabel);
    }
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
        let words = text!("ship-bought-service-words", service = service, carrier = carrier);
        strong_ui(ui, &words);
        if let Some(number) = &row.tracking_number {
            ui.add_space(space::S);
            label_ui(ui, text!("ship-bought-number"));
            label_view::numbers_ui(ui, cx, &row.id, number);
        }
    }
    ui.add_space(space::S);
    label_ui(ui, text!("ship-bought-charged"));
    let charged = match purchase.map(|purchase| &purchase.status) {
        Some(PurchaseStatus::Bought { charged, .. }) => *charged,
        _ => None,
    };
    if cx.state.buys_for_nothing() {
        muted_ui(ui, text!("parts-test-labels-free"));
    } else {
        money_ui(ui, charged.or(row.and_then(|row| row.price)));
    }
    if let Some(purchase) = purchase
        && let PurchaseStatus::Bought { differs: true, charged: Some(charged), .. } =
            purchase.status
        && let Some(expected) = purchase.expected
    {
        let words = text!("ship-bought-differs", expected = expected, charged = charged);
        band_ui(ui, Meaning::Warning, &words, None);
    }
}
