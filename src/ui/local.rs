//! The view state of each panel, such as selections and typed text; never data of the desk.

use egui::Ui;

use crate::ui::cx::Cx;
use crate::ui::dialogs::Files;
use crate::ui::panels::{
    activity, addresses, balance, carriers, connect, containers, manifests, orders, practice,
    rates, refunds, settings, ship, shipments, tracking,
};
use crate::ui::parts::account_list;
use crate::ui::shell::local as shell_local;

/// The view state of the window, one field per panel; lost when the window closes.
#[derive(Default)]
pub struct LocalState {
    pub shell: shell_local::ShellViewState,
    /// The file dialog, and the actions that wait for its answer.
    pub files: Files,
    /// The account list, in Connect and in Settings.
    pub accounts: account_list::AccountListViewState,
    pub connect: connect::ConnectViewState,
    pub ship: ship::ShipViewState,
    pub orders: orders::OrdersViewState,
    pub rates: rates::RatesViewState,
    pub shipments: shipments::ShipmentsViewState,
    pub refunds: refunds::RefundsViewState,
    pub manifests: manifests::ManifestsViewState,
    pub tracking: tracking::TrackingViewState,
    pub addresses: addresses::AddressesViewState,
    pub carriers: carriers::CarriersViewState,
    pub containers: containers::ContainersViewState,
    pub balance: balance::BalanceViewState,
    pub activity: activity::ActivityViewState,
    pub practice: practice::PracticeViewState,
    pub settings: settings::SettingsViewState,
}

/// Draws the panel on screen.
pub type Draw = fn(&mut Ui, &mut Cx<'_>, &mut LocalState);
