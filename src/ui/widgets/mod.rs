//! The controls that panels are made of. Each has a role and a name in the accessibility tree; none
//! depends on the desk, except for the plain types it shows.

pub mod badge;
pub mod button;
pub mod calendar;
pub mod card;
pub mod chart;
pub mod choice;
mod cut_texts;
mod dropdown;
pub mod entry;
pub mod environment;
pub mod field;
pub mod file_row;
pub mod form;
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
pub use calendar::date_field_ui;
pub use card::{Card, empty_ui, frame, height_within, page_ui};
pub use choice::{check_ui, combo_box_ui, combo_ui, labelled_ui, segmented_ui};
pub use field::{Field, column_ui, label_ui, panes_ui, problem_ui, weight_ui};
pub use form::{FormEnd, end_ui, fields_ui};
pub use icon::{Icon, icon_ui};
pub use keyboard::take_escape;
pub use menu::{MenuItem, menu_button_ui};
pub use notice::{
    band_ui, band_with_ui, capital, closing_title_ui, icon_button_ui, retry_ui, trouble_ui,
};
pub use pick::{Choice, country_ui, pick_ui};
pub use table::{Column, Table, TableState};
pub use text::{
    Meaning, age, clock_time, code_ui, from_left_ui, from_right_ui, grouped, heading_ui, hint_ui,
    line_ui, moment, money_ui, money_words, muted_ui, pill_ui, short_moment, small_muted_ui,
    strong_ui, title_ui,
};
pub use words::{line_width, short_ui, words_ui, wrapped_ui};
pub use work::{Asked, work_ui};
