//! The button that opens the guide, in the side bar and on the first page.

use egui::{Response, Ui};

use crate::text;
use crate::ui::command::{Command, shortcut_text};
use crate::ui::guide::HelpPage;
use crate::ui::widgets::{Button, Icon};

pub fn help_button_ui(ui: &mut Ui) -> Response {
    let keys = shortcut_text(&Command::Help(HelpPage::OfPanel)).unwrap_or_default();
    let help = Button::quiet(text!("help-title")).icon(Icon::Info).shortcut(&keys);
    help.compact().show_ui(ui)
}
