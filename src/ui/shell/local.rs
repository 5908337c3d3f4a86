//! The view state of the frame around the panels.

use crate::ui::panel::Panel;
use crate::ui::shell::{guard, help, new_keys, palette, reports, toasts};

/// Lost when the window closes.
#[derive(Default)]
pub struct ShellViewState {
    pub palette: palette::PaletteViewState,
    pub help: help::HelpViewState,
    pub new_keys: new_keys::NewKeysViewState,
    pub reports: reports::ReportsViewState,
    pub toasts: toasts::ToastsViewState,
    /// The panel that the rail marked last, and the height it had, in points.
    pub rail_shown: (Panel, f32),
    /// Panels that are not drawn because they panicked.
    pub stopped: guard::PanickedPanels,
    /// The number of scan results for which the window has already opened a panel.
    pub scans_followed: u64,
    /// The same for scanned orders.
    pub order_scans_followed: u64,
}
