//! A monogram in a colored square, instead of a carrier's logo that would have to be downloaded.

use egui::{Align2, Sense, Ui, vec2};

use crate::ui::tokens::{Hue, Tokens, radius, text};

/// Size of a badge in a table row.
pub const SIDE: f32 = 24.0;

/// Decoration only: screen readers read the name beside it.
pub fn badge_ui(ui: &mut Ui, name: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::empty());
    if !ui.is_rect_visible(rect) {
        return;
    }
    let hue = hue(Tokens::of_theme(ui), name);
    ui.painter().rect_filled(rect, radius::CONTROL, hue.wash);
    ui.painter().text(
        rect.center(),
        Align2::CENTER_CENTER,
        monogram(name),
        text::small_strong(),
        hue.ink,
    );
}

/// `Nova Express` becomes `NE`, `POST-eVS` becomes `PV`, `Northline` becomes `No`.
pub fn monogram(name: &str) -> String {
    let mut words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    match (words.next(), words.next()) {
        (Some(first), Some(second)) => {
            let letter =
                |word: &str| word.chars().find(|c| c.is_uppercase()).or(word.chars().next());
            [letter(first), letter(second)]
                .into_iter()
                .flatten()
                .flat_map(char::to_uppercase)
                .collect()
        }
        (Some(only), None) => only.chars().take(2).collect(),
        (None, _) => "?".to_owned(),
    }
}

/// The color of a name, the same on every computer.
fn hue(tokens: &Tokens, name: &str) -> Hue {
    let hues = [tokens.info, tokens.good, tokens.doubt, tokens.practice, tokens.warning];
    let sum = name
        .bytes()
        .fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)));
    hues.get(sum % hues.len()).copied().unwrap_or(tokens.info)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn monograms_are_the_first_letters() {
        for (name, letters) in [
            ("Nova Express", "NE"),
            ("POST-eVS", "PV"),
            ("Northline", "No"),
            ("  ", "?"),
            ("østre post", "ØP"),
        ] {
            assert_eq!(monogram(name), letters, "{name}");
        }
    }
}
