//! Drafts that another one took the place of: the last one comes back at once, the others from a menu
//! beside a recipient that is still to be entered.

use egui::Ui;

use crate::base::id::OrderId;
use crate::desk::ship::intent::ShipIntent;
use crate::parcel::draft::Draft;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::one_line;
use crate::ui::widgets::notice::band_ui as notice_ui;
use crate::ui::widgets::{Button, Meaning, MenuItem, menu_button_ui};

/// Says that the draft before this one is kept.
pub fn band_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let ship = &cx.state.ship;
    let Some(draft) = ship.draft.aside.last().filter(|_| ship.has_put_aside) else {
        return;
    };
    let words = text!("ship-drafts-kept", name = name_of(draft));
    if notice_ui(ui, Meaning::Info, &words, Some(text!("ship-drafts-back"))) {
        let order = draft.order.clone();
        cx.ask(ShipIntent::BringBack(order));
    }
}

/// The menu of the drafts put aside, the newest first; returns the one that was picked.
pub fn menu_ui(ui: &mut Ui, aside: &[Draft]) -> Option<OrderId> {
    if aside.is_empty() {
        return None;
    }
    let button = Button::quiet(text!("ship-drafts"));
    let item = |draft: &Draft| MenuItem::new(name_of(draft), draft.order.clone());
    let items = aside.iter().rev().map(item).collect();
    menu_button_ui(ui, button, text!("ship-drafts"), items)
}

/// Whom the draft is for, and where.
fn name_of(draft: &Draft) -> String {
    match draft.to.is_blank() {
        true => text!("ship-drafts-nobody").to_owned(),
        false => one_line(&draft.to),
    }
}
