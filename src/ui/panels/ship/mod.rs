//! The purchase wizard: one screen with sections that mark themselves complete, and a footer that
//! lists what is missing. After the purchase, the label replaces the wizard.

mod address;
mod bought;
mod customs;
mod duplicate_alert;
mod footer;
mod guide;
mod options;
mod packages;
mod purchase;
pub(super) mod quotes;
mod review;

use egui::{Rect, Ui, UiBuilder, pos2, vec2};

use crate::base::id::OrderId;
use crate::desk::intent::Intent;
use crate::desk::parcel::draft::{Draft, Field as At, Side};
use crate::desk::parcel::problems;
use crate::desk::ship::intent::ShipIntent;
use crate::desk::state::State;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::card::page_ui;

use guide::{Guide, Progress};

/// View state of the wizard; reset with each new draft.
#[derive(Default)]
pub struct ShipViewState {
    order: Option<OrderId>,
    progress: Progress,
    from: address::ShipAddressViewState,
    to: address::ShipAddressViewState,
    return_address: address::ShipAddressViewState,
    options: options::ShipOptionsViewState,
    quotes: quotes::QuotesViewState,
    purchase: purchase::PurchaseViewState,
    bought: bought::BoughtViewState,
    /// Height of the review with the gap above it, in the last frame.
    review: f32,
}

/// Width needed for three columns, and for two.
const THREE_COLUMNS: f32 = 1040.0;
const TWO_COLUMNS: f32 = 680.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipViewState) {
    // Cloned, so that `cx` can be borrowed mutably.
    match cx.state.ship.just_bought.clone() {
        Some(shipment) => bought::show_ui(ui, cx, &mut local.bought, &shipment),
        None => wizard_ui(ui, cx, local),
    }
}

/// Height of the footer with the price and the Buy button, in points.
pub fn footer_height(state: &State) -> f32 {
    match state.ship.just_bought {
        Some(_) => 0.0,
        None => footer::HEIGHT,
    }
}

fn wizard_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipViewState) {
    let state = cx.state;
    if local.order.as_ref() != Some(&state.ship.draft.order) {
        *local = ShipViewState {
            order: Some(state.ship.draft.order.clone()),
            ..ShipViewState::default()
        };
    }
    let asked_before = cx.intents.len();
    let mut draft = state.ship.draft.clone();
    let room = ui.available_rect_before_wrap();
    let cut = (room.bottom() + space::L - footer::HEIGHT).max(room.top());
    let body = Rect::from_min_max(room.min, pos2(room.right(), cut));
    // The footer extends to the window's edges, over the panel's margin.
    let edge = vec2(space::L, space::L);
    let foot = Rect::from_min_max(pos2(room.left() - edge.x, cut), room.max + edge);
    ui.scope_builder(UiBuilder::new().max_rect(body), |ui| {
        page_ui(ui, "wizard", |ui| {
            body_ui(ui, cx, local, &mut draft, body.height());
            // The item spacing is already part of the gap at the end of the page.
            ui.add_space(space::L - ui.spacing().item_spacing.y);
        });
    });
    ui.scope_builder(UiBuilder::new().max_rect(foot), |ui| {
        footer::show_ui(ui, cx, local, &draft);
    });
    if draft != state.ship.draft {
        // Inserted before the other intents of this frame, which depend on it.
        let edit = Intent::Ship(ShipIntent::EditDraft(Box::new(draft)));
        cx.intents.insert(asked_before.min(cx.intents.len()), edit);
    }
}

fn body_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ShipViewState,
    draft: &mut Draft,
    height: f32,
) {
    // Both move when the page is scrolled, so the distance between them stays the same.
    let bottom = ui.cursor().top() + height - space::L;
    ui.spacing_mut().item_spacing.y = space::M;
    purchase::bands_ui(ui, cx, &mut local.purchase, draft);
    duplicate_alert::band_ui(ui, cx);
    if cx.state.active_purchase_of_draft().is_some() {
        // The screen shows the draft that is being bought, so nothing in it may change.
        ui.disable();
    }
    address::samples_ui(ui, cx, draft);
    let room = ui.available_width();
    let columns = match room {
        room if room >= THREE_COLUMNS => 3,
        room if room >= TWO_COLUMNS => 2,
        _ => 1,
    };
    let gaps = space::M * (columns - 1) as f32;
    // An even number of points, so that half a card is in whole points.
    let width = ((room - gaps) / columns as f32 / 2.0).floor() * 2.0;
    // The last column extends to the end of the page.
    let rest = room - (width + space::M) * (columns - 1) as f32;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        column_ui(ui, width, |ui| {
            let problems = &cx.state.ship.problems;
            let mut guide = Guide {
                problems,
                progress: &mut local.progress,
            };
            address::card_ui(ui, cx, &mut guide, (&mut local.from, Side::From), draft);
            address::card_ui(ui, cx, &mut guide, (&mut local.to, Side::To), draft);
            if columns == 2 {
                packages::card_ui(ui, cx, &mut guide, draft);
            }
            if columns == 1 {
                middle_ui(ui, cx, local, draft, true);
                last_ui(ui, cx, local, draft, bottom);
            }
        });
        match columns {
            3 => {
                column_ui(ui, width, |ui| middle_ui(ui, cx, local, draft, true));
                column_ui(ui, rest, |ui| last_ui(ui, cx, local, draft, bottom));
            }
            2 => column_ui(ui, rest, |ui| {
                middle_ui(ui, cx, local, draft, false);
                last_ui(ui, cx, local, draft, bottom);
            }),
            _ => {}
        }
    });
}

/// Packages (unless shown elsewhere), options, and customs for international shipments.
fn middle_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ShipViewState,
    draft: &mut Draft,
    with_packages: bool,
) {
    let mut guide = Guide {
        problems: &cx.state.ship.problems,
        progress: &mut local.progress,
    };
    if with_packages {
        packages::card_ui(ui, cx, &mut guide, draft);
    }
    let views = (&mut local.options, &mut local.return_address);
    options::card_ui(ui, cx, &mut guide, views, draft);
    if problems::is_international(draft) {
        customs::card_ui(ui, cx, &mut guide, draft);
    }
}

fn last_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ShipViewState,
    draft: &mut Draft,
    bottom: f32,
) {
    let jump = local.progress.jump == Some(At::Rate);
    let within = (jump, bottom - local.review);
    if quotes::card_ui(ui, cx, &mut local.quotes, draft, within) && jump {
        local.progress.jump = None;
    }
    let top = ui.cursor().top();
    review::card_ui(ui, cx, draft);
    let review = ui.cursor().top() - top;
    if (review - local.review).abs() > 0.5 {
        // The list of rates above leaves this much room in the next frame.
        local.review = review;
        ui.ctx().request_repaint();
    }
}

fn column_ui(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(
        vec2(width, 0.0),
        egui::Layout::top_down(egui::Align::Min),
        |ui| {
            ui.set_width(width);
            ui.spacing_mut().item_spacing = vec2(space::S, space::M);
            contents(ui);
        },
    );
}
