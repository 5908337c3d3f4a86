//! What the frame around the panels keeps.

use crate::ui::shell::{guard, palette, toasts};

/// Lost when the window closes.
#[derive(Default)]
pub struct Local {
    pub palette: palette::Local,
    pub toasts: toasts::Local,
    /// The top bar has no room for everything.
    pub bar_is_full: bool,
    /// Panels that are not drawn, because they panicked.
    pub stopped: guard::Stopped,
    /// Answers to scans that were followed.
    pub scans_followed: u64,
}
