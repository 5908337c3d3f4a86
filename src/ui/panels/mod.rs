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

use egui::Ui;

use crate::ui::cx::Cx;
use crate::ui::local::LocalState;
use crate::ui::panel::Panel;

/// Draws the panel on screen.
pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut LocalState) {
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
