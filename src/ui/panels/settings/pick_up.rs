//! The pick-up time of the carrier, for the reminder before it.

use egui::Ui;
use jiff::civil::{Date, Time};

use super::{SettingsViewState, texts};
use crate::base::locale::format::formats;
use crate::base::locale::parse;
use crate::desk::kernel::settings::Settings;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::widgets::{Card, Field, hint_ui};

/// Half past four in the afternoon, which shows whether the clock has 12 or 24 hours.
const EXAMPLE: Time = Time::constant(16, 30, 0, 0);

pub(super) fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut SettingsViewState,
    settings: &mut Settings,
) {
    let texts = texts(cx, local);
    Card::new(text!("settings-pick-up")).show_ui(ui, |ui| {
        let problem = match stored(&texts.pick_up) {
            Some(_) => None,
            None => Some(text!("settings-pick-up-problem", example = clock(EXAMPLE))),
        };
        let response = Field::new(text!("settings-pick-up-time"))
            .hint(text!("settings-pick-up-off"))
            .width(200.0)
            .problem(problem.as_deref())
            .show_ui(ui, &mut texts.pick_up);
        hint_ui(ui, text!("settings-pick-up-explained"));
        let Some(time) = stored(&texts.pick_up) else {
            return;
        };
        if response.changed() {
            settings.pick_up_time.clone_from(&time);
        }
        if response.lost_focus() {
            texts.pick_up = written(&time);
        }
    });
}

/// The typed time as `HH:MM`; empty input stays empty, and invalid input is `None`.
fn stored(typed: &str) -> Option<String> {
    if typed.trim().is_empty() {
        return Some(String::new());
    }
    let time = parse::time(typed)?;
    Some(time.strftime("%H:%M").to_string())
}

/// A stored time as the locale writes it.
pub(super) fn written(stored: &str) -> String {
    parse::time(stored).map_or_else(|| stored.to_owned(), clock)
}

fn clock(time: Time) -> String {
    // A plain space can be typed.
    let written = formats().clock(&Date::constant(2026, 1, 1).to_datetime(time));
    written.replace('\u{a0}', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_stored_in_one_form_and_written_in_the_locales() {
        for (typed, expected) in [
            ("", Some("")),
            (" 16:30 ", Some("16:30")),
            ("4:30 pm", Some("16:30")),
            ("9.05", Some("09:05")),
            ("soon", None),
        ] {
            assert_eq!(stored(typed).as_deref(), expected, "{typed}");
        }
        assert_eq!(written("16:30"), "4:30 PM");
        assert_eq!(written(""), "");
    }
}
