//! How each panel is being looked at; never what the desk knows.

use crate::ui::dialogs::Files;
use crate::ui::parts::account_list;
use crate::ui::{panels, shell};

/// One field a panel; lost when the window closes.
#[derive(Default)]
pub struct LocalState {
    pub shell: shell::Local,
    /// The file dialog, and what waits for its answer.
    pub files: Files,
    /// The list of accounts, in Connect and in Settings.
    pub accounts: account_list::Local,
    pub connect: panels::connect::Local,
    pub ship: panels::ship::Local,
    pub rates: panels::rates::Local,
    pub shipments: panels::shipments::Local,
    pub refunds: panels::refunds::Local,
    pub manifests: panels::manifests::Local,
    pub tracking: panels::tracking::Local,
    pub addresses: panels::addresses::Local,
    pub carriers: panels::carriers::Local,
    pub containers: panels::containers::Local,
    pub balance: panels::balance::Local,
    pub activity: panels::activity::Local,
    pub practice: panels::practice::Local,
    pub settings: panels::settings::Local,
}
