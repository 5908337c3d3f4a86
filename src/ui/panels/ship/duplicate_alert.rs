//! A warning before buying if a similar shipment was bought recently. Printing that
//! label again is the first option.

use egui::Ui;

use crate::desk::intent::Intent;
use crate::desk::printing::state::PrintRequest;
use crate::desk::ship::duplicate_alert::DuplicateShipment;
use crate::desk::ship::intent::ShipIntent;
use crate::desk::shipments::intent::ShipmentIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::print_label;
use crate::ui::widgets::{Button, Meaning, age, notice};

pub fn band_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let state = cx.state;
    let Some(twin) = state.ship.duplicate_to_tell() else {
        return;
    };
    let mut asked = Vec::new();
    let mut show = false;
    notice::band_with_ui(ui, Meaning::Warning, &sentence(cx, twin), |ui| {
        let id = &twin.row.id;
        if Button::quiet(text!("ship-duplicate-dismiss")).compact().show_ui(ui).clicked() {
            asked.push(Intent::Ship(ShipIntent::DismissDuplicateAlert(id.clone())));
        }
        show = Button::secondary(text!("ship-duplicate-show"))
            .name(text!("ship-duplicate-show-name"))
            .compact()
            .show_ui(ui)
            .clicked();
        let reprint = Button::secondary(text!("ship-duplicate-reprint"))
            .disabled_because(print_label::obstacle(state))
            .compact();
        if reprint.show_ui(ui).clicked() {
            asked.push(Intent::Print(PrintRequest {
                shipments: vec![id.clone()],
                ..PrintRequest::default()
            }));
        }
    });
    cx.intents.extend(asked);
    if show {
        cx.ask(ShipmentIntent::Select(Some(twin.row.id.clone())));
        cx.go_to(Panel::Shipments);
    }
}

/// What was bought before, and when.
pub fn sentence(cx: &Cx<'_>, twin: &DuplicateShipment) -> String {
    let row = &twin.row;
    let (name, place) = (&row.to_name, &row.to_place);
    let age = age(twin.bought, cx.now);
    match row.price {
        Some(price) => text!(
            "ship-duplicate-words-priced",
            name = name,
            place = place,
            age = age,
            price = price
        ),
        None => text!("ship-duplicate-words", name = name, place = place, age = age),
    }
}
