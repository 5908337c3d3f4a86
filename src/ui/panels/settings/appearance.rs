//! The theme, the size of text, and the language.

use egui::Ui;

use crate::desk::kernel::settings::{Settings, Theme};
use crate::text;
use crate::ui::tokens::space;
use crate::ui::widgets::{Card, combo_ui, hint_ui, labelled_ui};

/// Text sizes in percent.
const SCALES: [u32; 7] = [75, 90, 100, 110, 125, 150, 200];

/// Each language by its own name, so that it is found by those who read only that one.
const LANGUAGES: [(&str, &str); 2] = [("en", "English"), ("es", "Español")];

const WIDTH: f32 = 200.0;

pub(super) fn card_ui(ui: &mut Ui, settings: &mut Settings) {
    Card::new(text!("settings-appearance")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::M;
        let themes = [
            (Theme::System, text!("settings-theme-system")),
            (Theme::Light, text!("settings-theme-light")),
            (Theme::Dark, text!("settings-theme-dark")),
        ];
        labelled_ui(ui, text!("settings-theme"), &mut settings.theme, &themes);
        size_ui(ui, settings);
        language_ui(ui, settings);
    });
}

fn size_ui(ui: &mut Ui, settings: &mut Settings) {
    let mut percent = percent(settings.scale);
    let mut sizes = SCALES.to_vec();
    if !sizes.contains(&percent) {
        sizes.push(percent);
        sizes.sort_unstable();
    }
    let options: Vec<(u32, String)> =
        sizes.into_iter().map(|size| (size, text!("settings-percent", percent = size))).collect();
    let name = text!("settings-text-size");
    if combo_ui(ui, name, WIDTH, &mut percent, &options) {
        settings.scale = f32::from(u16::try_from(percent).unwrap_or(100)) / 100.0;
    }
}

fn language_ui(ui: &mut Ui, settings: &mut Settings) {
    let mut options = vec![(String::new(), text!("settings-language-system"))];
    for (tag, name) in LANGUAGES {
        options.push((tag.to_owned(), name));
    }
    // A tag of another kind, such as that of the tests, reads as it is.
    let other = settings.language.clone();
    if options.iter().all(|(tag, _)| *tag != other) {
        options.push((other.clone(), &other));
    }
    let name = text!("settings-language");
    let mut chosen = other.clone();
    if combo_ui(ui, name, WIDTH, &mut chosen, &options) {
        settings.language = chosen;
    }
    hint_ui(ui, text!("settings-language-explained"));
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 75 to 200
fn percent(scale: f32) -> u32 {
    (scale * 100.0).round().clamp(75.0, 200.0) as u32
}
