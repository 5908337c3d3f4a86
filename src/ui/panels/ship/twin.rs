//! The same parcel twice? Said before buying, with printing again as the first way out.

use egui::{Align, Frame, Layout, Ui};

use super::print;
use crate::desk::intent::{Intent, PrintRequest};
use crate::ui::Cx;
use crate::ui::panels::Panel;
use crate::ui::theme::margins;
use crate::ui::tokens::{Tokens, radius, size, space, text};
use crate::ui::widgets::icon::icon_ui;
use crate::ui::widgets::text::age;
use crate::ui::widgets::words::wrapped_ui;
use crate::ui::widgets::{Button, Meaning};

pub fn band_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let state = cx.state;
    let Some(twin) = &state.twin else {
        return;
    };
    let tokens = Tokens::of(ui);
    let hue = Meaning::Warning.hue(tokens);
    let mut asked = Vec::new();
    let mut show = false;
    Frame::new()
        .fill(hue.wash)
        .corner_radius(radius::CARD)
        .inner_margin(margins(space::M, space::S))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                icon_ui(ui, Meaning::Warning.icon(), size::ICON, hue.ink);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let id = &twin.row.id;
                    if Button::quiet("It is another parcel")
                        .compact()
                        .show_ui(ui)
                        .clicked()
                    {
                        asked.push(Intent::IgnoreTwin(id.clone()));
                    }
                    show = Button::secondary("Show it")
                        .name("Show the earlier label")
                        .compact()
                        .show_ui(ui)
                        .clicked();
                    let reprint = Button::secondary("Reprint that label")
                        .disabled_because(print::obstacle(state))
                        .compact();
                    if reprint.show_ui(ui).clicked() {
                        asked.push(Intent::Print(PrintRequest {
                            shipments: vec![id.clone()],
                            ..PrintRequest::default()
                        }));
                    }
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        wrapped_ui(ui, &sentence(cx), text::body_medium(), hue.ink);
                    });
                });
            });
        });
    cx.intents.extend(asked);
    if show {
        cx.ask(Intent::SelectShipment(Some(twin.row.id.clone())));
        cx.go_to(Panel::Shipments);
    }
}

fn sentence(cx: &Cx<'_>) -> String {
    let Some(twin) = &cx.state.twin else {
        return String::new();
    };
    let row = &twin.row;
    let price = row
        .price
        .map_or_else(String::new, |price| format!(" for {price}"));
    format!(
        "The same parcel twice? A label of this weight to {}, {} was bought {}{price}",
        row.to_name,
        row.to_place,
        age(twin.bought, cx.now)
    )
}
