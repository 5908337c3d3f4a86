//! A monogram in a coloured square, in place of a carrier's logo: nothing is fetched for it.

use egui::{Align2, Sense, Ui, vec2};

use crate::ui::tokens::{Hue, Tokens, radius, text};

/// Room of a badge in a table row.
pub const SIDE: f32 = 24.0;

/// Decoration: the name beside it is what is read out.
pub fn badge_ui(ui: &mut Ui, name: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::empty());
    if !ui.is_rect_visible(rect) {
        return;
    }
    let hue = hue(Tokens::of(ui), name);
    ui.painter().rect_filled(rect, radius::CONTROL, hue.wash);
    ui.painter().text(
        rect.center(),
        Align2::CENTER_CENTER,
        monogram(name),
        text::small_strong(),
        hue.ink,
    );
}

/// `Nova Express` is `NE`, `POST-eVS` is `PV`, `Northline` is `No`.
pub fn monogram(name: &str) -> String {
    let mut words = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    match (words.next(), words.next()) {
        (Some(first), Some(second)) => {
            let letter = |word: &str| {
                word.chars()
                    .find(|c| c.is_uppercase())
                    .or(word.chars().next())
            };
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

/// The same name has the same colour on every machine.
fn hue(tokens: &Tokens, name: &str) -> Hue {
    let hues = [
        tokens.info,
        tokens.good,
        tokens.doubt,
        tokens.practice,
        tokens.warning,
    ];
    let sum = name.bytes().fold(0_usize, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(usize::from(byte))
    });
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
