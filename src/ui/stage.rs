//! The window's typefaces, theme and plugins on a [`Stage`], which has no display.

use egui::Ui;
pub use postroom_stage::{Element, Stage, StageError, TextFault};

use super::theme;
use super::window::Window;

/// A stage that draws as the window does. `draw` runs once per frame.
///
/// # Errors
/// As [`Stage::new`].
pub fn window_stage<S>(
    size: (usize, usize),
    state: S,
    draw: impl FnMut(&mut Ui, &mut S) + 'static,
) -> Result<Stage<S>, StageError> {
    let prepare = |ctx: &egui::Context| {
        Window::install(ctx);
        theme::add_installed_fonts(ctx);
    };
    Stage::new(size, prepare, state, draw)
}
