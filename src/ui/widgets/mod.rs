//! The controls that panels are made of. Each has a role and a name in the accessibility tree; none
//! depends on the desk, except for the plain types it shows.

pub mod badge;
pub mod button;
pub mod calendar;
pub mod card;
pub mod chart;
pub mod choice;
mod dropdown;
pub mod entry;
pub mod environment;
pub mod field;
pub mod file_row;
pub mod head;
pub mod icon;
pub mod keyboard;
pub mod label_canvas;
pub mod map;
pub mod measure_text;
pub mod menu;
pub mod notice;
pub mod page;
pub mod pick;
pub mod spoken;
pub mod step_row;
pub mod suggest;
pub mod table;
pub mod text;
pub mod words;
pub mod work;

pub use button::Button;
pub use field::Field;
pub use icon::Icon;
pub use text::Meaning;
