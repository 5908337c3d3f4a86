//! One file or folder per panel, each with a view state and a `show_ui`.

pub mod activity;
pub mod addresses;
pub mod balance;
pub mod carriers;
pub mod connect;
pub mod containers;
pub mod manifests;
pub mod orders;
pub mod practice;
pub mod rates;
pub mod refunds;
pub mod settings;
pub mod ship;
pub mod shipments;
pub mod tracking;

use egui::{Ui, Vec2, vec2};

use crate::ui::cx::Cx;
use crate::ui::local::LocalState;
use crate::ui::panel::Panel;
use crate::ui::widgets::page::page_ui;

/// Draws the panel on screen.
pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut LocalState) {
    let least = least_size(cx, ui.available_height());
    // A panel does not take over the scroll place or the keyboard of another one that is built alike.
    ui.push_id(*cx.panel, |ui| page_ui(ui, least, |ui| panel_ui(ui, cx, local)));
}

/// The room that a panel can be used in, in points. A smaller window scrolls over it, such as one of
/// 1024 × 700 pixels with text at 200 %.
fn least_size(cx: &Cx<'_>, height: f32) -> Vec2 {
    match *cx.panel {
        // The card of a scanned order, too, is made for the room there is.
        Panel::Orders if orders::scan::is_shown(cx.state) => Vec2::ZERO,
        // They fit into the smallest window themselves.
        Panel::Ship | Panel::Rates | Panel::Settings => Vec2::ZERO,
        // Their lists are below several rows of buttons, which are more in a narrow window.
        Panel::Orders | Panel::Shipments if height < HEIGHT => vec2(0.0, LIST_AND_BUTTONS),
        Panel::Orders | Panel::Shipments => Vec2::ZERO,
        Panel::Manifests => vec2(WIDTH, LIST_AND_BUTTONS),
        _ => vec2(WIDTH, HEIGHT),
    }
}

const WIDTH: f32 = 540.0;
const HEIGHT: f32 = 300.0;
const LIST_AND_BUTTONS: f32 = 440.0;

fn panel_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut LocalState) {
    match *cx.panel {
        Panel::Ship => ship::show_ui(ui, cx, &mut local.ship),
        Panel::Orders => orders::show_ui(ui, cx, &mut local.orders),
        Panel::Rates => rates::show_ui(ui, cx, &mut local.rates),
        Panel::Shipments => shipments::show_ui(ui, cx, &mut local.shipments),
        Panel::Refunds => refunds::show_ui(ui, cx, &mut local.refunds),
        Panel::Manifests => manifests::show_ui(ui, cx, &mut local.manifests),
        Panel::Tracking => tracking::show_ui(ui, cx, &mut local.tracking),
        Panel::Addresses => addresses::show_ui(ui, cx, &mut local.addresses),
        Panel::Carriers => carriers::show_ui(ui, cx, &mut local.carriers),
        Panel::Balance => balance::show_ui(ui, cx, &mut local.balance),
        Panel::Containers => containers::show_ui(ui, cx, &mut local.containers),
        Panel::Activity => activity::show_ui(ui, cx, &mut local.activity),
        Panel::Practice => practice::show_ui(ui, cx, &mut local.practice),
        Panel::Settings => settings::show_ui(ui, cx, &mut local.settings, &mut local.accounts),
    }
}
