//! The window, drawn from the desk's state. Panels are functions of [`Cx`]: they read the state,
//! store only their own view state (selection, scroll position, typed text), and push intents.
//! Nothing here blocks, locks, reads files or uses the network.

pub mod app;
pub mod command;
pub mod cx;
pub mod dialogs;
mod display;
pub mod driver;
pub mod guide;
pub mod instance;
pub mod local;
pub mod opening;
pub mod pacing;
pub mod panel;
pub mod panels;
pub mod parts;
pub mod refused_start;
mod run_command;
mod scan;
pub mod search_words;
pub mod settings_card;
pub mod settings_category;
pub mod shell;
pub mod stage;
pub mod theme;
pub mod tokens;
pub mod tour;
pub mod widgets;
pub mod window;
mod window_place;

pub use crate::ui::cx::Cx;
pub use crate::ui::local::LocalState;
