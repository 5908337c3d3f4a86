//! The view state of each panel, such as selections and typed text; never data of the desk.

use egui::Ui;

use crate::ui::cx::Cx;
use crate::ui::dialogs::Files;
use crate::ui::panels::{
    activity, addresses, balance, carriers, connect, containers, manifests, practice, rates,
    refunds, settings, ship, shipments, tracking,
};
use crate::ui::parts::account_list;
use crate::ui::shell::local as shell_local;

/// The view state of the window, one field per panel; lost when the window closes.
#[derive(Default)]
pub struct LocalState {
    pub shell: shell_local::Local,
    /// The file dialog, and the actions that wait for its answer.
    pub files: Files,
    /// The account list, in Connect and in Settings.
    pub accounts: account_list::Local,
    pub connect: connect::Local,
    pub ship: ship::Local,
    pub rates: rates::Local,
    pub shipments: shipments::Local,
    pub refunds: refunds::Local,
    pub manifests: manifests::Local,
    pub tracking: tracking::Local,
    pub addresses: addresses::Local,
    pub carriers: carriers::Local,
    pub containers: containers::Local,
    pub balance: balance::Local,
    pub activity: activity::Local,
    pub practice: practice::Local,
    pub settings: settings::Local,
}

/// Draws the panel on screen.
pub type Draw = fn(&mut Ui, &mut Cx<'_>, &mut LocalState);
