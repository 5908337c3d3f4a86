//! The pick-up time of the carrier, for the reminder before it.

use egui::Ui;
use jiff::civil::Time;

use super::{SettingsViewState, texts};
use crate::desk::kernel::settings::Settings;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::widgets::Field;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::text::hint_ui;

pub fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut SettingsViewState,
    settings: &mut Settings,
) {
    let texts = texts(cx, local);
    Card::new(text!("settings-pick-up")).show_ui(ui, |ui| {
        let read = read(&texts.pick_up);
        let problem = text!("settings-pick-up-problem");
        let problem = read.is_none().then_some(problem);
        Field::new(text!("settings-pick-up-time"))
            .hint(text!("settings-pick-up-off"))
            .width(200.0)
            .problem(problem)
            .show_ui(ui, &mut texts.pick_up);
        hint_ui(ui, text!("settings-pick-up-explained"));
        if let Some(time) = read {
            settings.pick_up_time = time;
        }
    });
}

/// Parses a time to `HH:MM`; empty input stays empty, and invalid input is `None`.
fn read(typed: &str) -> Option<String> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Some(String::new());
    }
    let (hour, minute) = typed.split_once([':', '.'])?;
    let time = Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()?;
    Some(time.strftime("%H:%M").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_as_people_write_it() {
        for (typed, expected) in [
            ("", Some("")),
            (" 16:30 ", Some("16:30")),
            ("9.05", Some("09:05")),
            ("24:00", None),
            ("soon", None),
            ("1630", None),
        ] {
            assert_eq!(read(typed).as_deref(), expected, "{typed}");
        }
    }
}
