//! All colors, distances and text sizes of the window, in one place. Only this file and `theme.rs`
//! contain raw colors; a panel requests a color by its meaning.

use egui::{Color32, CornerRadius, FontFamily, FontId, Shadow};

use crate::drawing::font::Weight;

/// Distances on a grid of 4 points.
pub mod space {
    pub const XS: f32 = 4.0;
    pub const S: f32 = 8.0;
    pub const M: f32 = 12.0;
    pub const L: f32 = 16.0;
    pub const XL: f32 = 24.0;
    pub const XXL: f32 = 32.0;
}

/// Heights and widths of the frame and its controls.
pub mod size {
    /// Height of every control that the user clicks (32 points, 22 in dense rows).
    pub const CONTROL: f32 = 32.0;
    pub const CONTROL_COMPACT: f32 = 22.0;
    pub const TOP_BAR: f32 = 48.0;
    /// Distance between scrolled content and its scroll bar. Less than any gap between columns and
    /// than the margin of a card, and enough that the bar touches no number of a table.
    pub const BAR_BESIDE: f32 = 8.0;
    /// The width of a scroll bar. In the gap between two cards it is nearer to its own.
    pub const BAR: f32 = 6.0;
    pub const RAIL: f32 = 168.0;
    /// The rail in a window narrower than `RAIL_WORDS_FROM`: icons without words.
    pub const RAIL_ICONS: f32 = 40.0;
    pub const RAIL_WORDS_FROM: f32 = 600.0;
    /// In a narrower window the words of the rail are small, and without icons.
    pub const RAIL_WHOLE_FROM: f32 = 1180.0;
    pub const TABLE_ROW: f32 = 32.0;
    /// Width of a column of check boxes.
    pub const TICK_COLUMN: f32 = 28.0;
    pub const ICON: f32 = 16.0;
    pub const ICON_SMALL: f32 = 12.0;
    /// Longest line of text that is comfortable to read.
    pub const READING: f32 = 560.0;
    pub const PALETTE: f32 = 600.0;
    pub const TOAST: f32 = 360.0;
    pub const CHART: f32 = 160.0;
    pub const HAIRLINE: f32 = 1.0;
    pub const FOCUS_RING: f32 = 2.0;
}

pub mod radius {
    use egui::CornerRadius;

    pub const CONTROL: CornerRadius = CornerRadius::same(6);
    /// Of a ring around a control.
    pub const AROUND_CONTROL: CornerRadius = CornerRadius::same(8);
    pub const CARD: CornerRadius = CornerRadius::same(10);
    pub const PILL: CornerRadius = CornerRadius::same(11);
}

/// The type scale, in Inter. Its digits are all of the same width, so codes need no
/// second typeface.
pub mod text {
    use crate::ui::tokens::{FontFamily, FontId, Weight, family};

    pub const SMALL_SIZE: f32 = 12.0;
    pub const BODY_SIZE: f32 = 13.5;
    pub const TITLE_SIZE: f32 = 15.0;
    pub const HEADING_SIZE: f32 = 20.0;
    pub const DISPLAY_SIZE: f32 = 28.0;

    pub fn small() -> FontId {
        FontId::new(SMALL_SIZE, FontFamily::Proportional)
    }
    pub fn small_strong() -> FontId {
        FontId::new(SMALL_SIZE, family(Weight::SemiBold))
    }
    pub fn label() -> FontId {
        FontId::new(SMALL_SIZE, family(Weight::Medium))
    }
    pub fn body() -> FontId {
        FontId::new(BODY_SIZE, FontFamily::Proportional)
    }
    pub fn body_medium() -> FontId {
        FontId::new(BODY_SIZE, family(Weight::Medium))
    }
    pub fn body_strong() -> FontId {
        FontId::new(BODY_SIZE, family(Weight::SemiBold))
    }
    pub fn title() -> FontId {
        FontId::new(TITLE_SIZE, family(Weight::SemiBold))
    }
    pub fn heading() -> FontId {
        FontId::new(HEADING_SIZE, family(Weight::SemiBold))
    }
    pub fn display() -> FontId {
        FontId::new(DISPLAY_SIZE, family(Weight::SemiBold))
    }
    pub fn mono() -> FontId {
        FontId::new(SMALL_SIZE, FontFamily::Monospace)
    }
}

/// The font weights on screen. Each one must be parsed and prepared before the first
/// frame. Bold is only for printing.
pub const WEIGHTS: [Weight; 3] = [Weight::Regular, Weight::Medium, Weight::SemiBold];

/// The font family of one of the [`WEIGHTS`] of Inter; Regular is egui's `Proportional`.
pub fn family(weight: Weight) -> FontFamily {
    FontFamily::Name(family_name(weight).into())
}

pub fn family_name(weight: Weight) -> &'static str {
    match weight {
        Weight::Regular => "Inter",
        Weight::Medium => "Inter Medium",
        Weight::SemiBold => "Inter SemiBold",
        Weight::Bold => "Inter Bold",
    }
}

/// The colors of one meaning: `ink` on `wash` for pills and notices, `on_solid` on
/// `solid` for bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hue {
    pub ink: Color32,
    pub wash: Color32,
    pub solid: Color32,
    pub on_solid: Color32,
}

/// One color scheme. The name of a field says what the color is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tokens {
    pub dark: bool,
    /// The background of the window.
    pub page: Color32,
    /// Cards, tables, popups.
    pub surface: Color32,
    /// Navigation rail, table headers, disabled fields.
    pub sunken: Color32,
    /// A row or quiet button under the pointer.
    pub hover: Color32,
    /// A selected row or rail entry.
    pub selected: Color32,
    pub field: Color32,
    pub line: Color32,
    /// Edges of fields, boxes and buttons.
    pub line_strong: Color32,
    pub ink: Color32,
    /// Labels and second lines; still readable.
    pub ink_muted: Color32,
    pub accent: Color32,
    pub accent_hover: Color32,
    pub on_accent: Color32,
    /// Links and selected words.
    pub accent_ink: Color32,
    /// The ring around the control that has the keyboard: visible on every ground.
    pub focus: Color32,
    pub good: Hue,
    pub info: Hue,
    /// Only for a risk: money or a parcel may be lost unless the user does something.
    pub warning: Hue,
    /// Only for a loss, or for what cannot be brought back.
    pub bad: Hue,
    /// Purchases with an unknown outcome have their own color.
    pub doubt: Hue,
    pub practice: Hue,
    pub test: Hue,
    /// The strongest neutral: real money is the normal case, and no danger by itself.
    pub production: Hue,
    pub shadow: Shadow,
    /// Dims the window behind a dialog.
    pub veil: Color32,
    /// Label paper has the same color in both schemes.
    pub paper: Color32,
    pub paper_ink: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    let [_, red, green, blue] = hex.to_be_bytes();
    Color32::from_rgb(red, green, blue)
}

const fn hue(ink: u32, wash: u32, solid: u32, on_solid: u32) -> Hue {
    Hue { ink: rgb(ink), wash: rgb(wash), solid: rgb(solid), on_solid: rgb(on_solid) }
}

pub static LIGHT: Tokens = Tokens {
    dark: false,
    page: rgb(0xF6_F7F9),
    surface: rgb(0xFF_FFFF),
    sunken: rgb(0xEE_F0F3),
    hover: rgb(0xEB_EDF2),
    selected: rgb(0xE3_E9FC),
    field: rgb(0xFF_FFFF),
    line: rgb(0xE0_E3E9),
    line_strong: rgb(0x7A_8291),
    ink: rgb(0x1A_1E27),
    ink_muted: rgb(0x55_5D6C),
    accent: rgb(0x30_54D1),
    accent_hover: rgb(0x27_47B8),
    on_accent: rgb(0xFF_FFFF),
    accent_ink: rgb(0x29_49BA),
    focus: rgb(0x29_49BA),
    good: hue(0x12_6135, 0xE2_F4E8, 0x1A_7A47, 0xFF_FFFF),
    info: hue(0x1D_4A94, 0xE5_EEFC, 0x2A_5DB0, 0xFF_FFFF),
    warning: hue(0x74_4600, 0xFD_F0D3, 0x8F_5A00, 0xFF_FFFF),
    bad: hue(0x9E_1F1A, 0xFC_E8E6, 0xB4_2A23, 0xFF_FFFF),
    doubt: hue(0x66_2796, 0xF3_E8FB, 0x74_31A8, 0xFF_FFFF),
    practice: hue(0x0A_5C5C, 0xDE_F3F2, 0x0B_6B6B, 0xFF_FFFF),
    test: hue(0x49_33A6, 0xED_EAFC, 0x5A_43C4, 0xFF_FFFF),
    production: hue(0x1A_1E27, 0xE4_E7EC, 0x1A_1E27, 0xFF_FFFF),
    shadow: Shadow {
        offset: [0, 6],
        blur: 24,
        spread: 0,
        color: Color32::from_rgba_premultiplied(0, 0, 0, 40),
    },
    veil: Color32::from_rgba_premultiplied(7, 9, 14, 90),
    paper: rgb(0xFF_FFFF),
    paper_ink: rgb(0x00_0000),
};

pub static DARK: Tokens = Tokens {
    dark: true,
    page: rgb(0x14_161B),
    surface: rgb(0x1B_1E25),
    sunken: rgb(0x10_1216),
    hover: rgb(0x26_2A33),
    selected: rgb(0x25_2F4F),
    field: rgb(0x12_1419),
    line: rgb(0x2C_313B),
    line_strong: rgb(0x73_7C8F),
    ink: rgb(0xE7_E9EE),
    ink_muted: rgb(0xA4_ABB8),
    accent: rgb(0x42_63DC),
    accent_hover: rgb(0x4B_6BDF),
    on_accent: rgb(0xFF_FFFF),
    accent_ink: rgb(0xA5_B8FF),
    focus: rgb(0xA5_B8FF),
    good: hue(0x84_DAA6, 0x14_3020, 0x1A_7A47, 0xFF_FFFF),
    info: hue(0x9F_C4FF, 0x17_2A46, 0x2A_5DB0, 0xFF_FFFF),
    warning: hue(0xF0_C576, 0x37_290F, 0x8F_5A00, 0xFF_FFFF),
    bad: hue(0xFF_9F97, 0x3D_1A18, 0xB4_2A23, 0xFF_FFFF),
    doubt: hue(0xDA_B5F8, 0x31_1B43, 0x74_31A8, 0xFF_FFFF),
    practice: hue(0x7F_DAD6, 0x0F_2E2E, 0x0B_6B6B, 0xFF_FFFF),
    test: hue(0xC3_B8FF, 0x26_2048, 0x5A_43C4, 0xFF_FFFF),
    production: hue(0xE7_E9EE, 0x2C_303A, 0xE7_E9EE, 0x14_161B),
    shadow: Shadow {
        offset: [0, 8],
        blur: 28,
        spread: 0,
        color: Color32::from_rgba_premultiplied(0, 0, 0, 140),
    },
    veil: Color32::from_rgba_premultiplied(0, 0, 0, 150),
    paper: rgb(0xFF_FFFF),
    paper_ink: rgb(0x00_0000),
};

impl Tokens {
    /// The color scheme of this part of the window.
    pub fn of_theme(ui: &egui::Ui) -> &'static Self {
        Self::scheme(ui.visuals().dark_mode)
    }

    pub fn scheme(dark: bool) -> &'static Self {
        if dark { &DARK } else { &LIGHT }
    }
}

/// No rounding, for anything that touches the window's edge.
pub const SQUARE: CornerRadius = CornerRadius::ZERO;

/// Opacity of old rows while new ones are loading; as faint as readability allows.
pub const DIMMED: f32 = 0.92;

/// Contrast ratio of WCAG 2.
#[cfg(test)]
pub(in crate::ui) fn contrast(a: Color32, b: Color32) -> f64 {
    let luminance = |color: Color32| {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(color.r()) + 0.7152 * channel(color.g()) + 0.0722 * channel(color.b())
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// A color with some of its background showing through.
#[cfg(test)]
pub(in crate::ui) fn faded(color: Color32, ground: Color32) -> Color32 {
    ground.blend(color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_readable_on_every_background_it_meets() {
        for tokens in [&LIGHT, &DARK] {
            let grounds = [
                ("page", tokens.page),
                ("surface", tokens.surface),
                ("sunken", tokens.sunken),
                ("hover", tokens.hover),
                ("selected", tokens.selected),
                ("field", tokens.field),
            ];
            let inks = [
                ("ink", tokens.ink),
                ("ink_muted", tokens.ink_muted),
                ("accent_ink", tokens.accent_ink),
            ];
            let hues = [
                ("good", tokens.good),
                ("info", tokens.info),
                ("warning", tokens.warning),
                ("bad", tokens.bad),
                ("doubt", tokens.doubt),
                ("practice", tokens.practice),
                ("test", tokens.test),
                ("production", tokens.production),
            ];
            let mut pairs = Vec::new();
            for (ground_name, ground) in grounds {
                for (ink_name, ink) in inks {
                    pairs.push((format!("{ink_name} on {ground_name}"), ink, ground));
                }
                for (hue_name, hue) in hues {
                    pairs.push((format!("{hue_name} on {ground_name}"), hue.ink, ground));
                }
            }
            for (name, hue) in hues {
                pairs.push((format!("{name} on its wash"), hue.ink, hue.wash));
                pairs.push((format!("on {name} solid"), hue.on_solid, hue.solid));
                pairs.push((format!("ink on {name} wash"), tokens.ink, hue.wash));
                pairs.push((format!("muted on {name} wash"), tokens.ink_muted, hue.wash));
            }
            pairs.push(("on accent".into(), tokens.on_accent, tokens.accent));
            pairs.push(("on accent, hovered".into(), tokens.on_accent, tokens.accent_hover));
            for (name, ink, ground) in pairs {
                let ratio = contrast(ink, ground);
                assert!(ratio >= 4.5, "dark={}: {name}: {ratio:.2}", tokens.dark);
            }
        }
    }

    #[test]
    fn rows_that_are_being_read_again_stay_readable() {
        for tokens in [&LIGHT, &DARK] {
            for ground in [tokens.page, tokens.surface, tokens.hover, tokens.selected] {
                for ink in [tokens.ink, tokens.ink_muted, tokens.accent_ink] {
                    let ratio = contrast(faded(ink.gamma_multiply(DIMMED), ground), ground);
                    assert!(ratio >= 4.5, "dark={}: {ratio:.2}", tokens.dark);
                }
            }
        }
    }

    /// Every ground a control can stand on.
    fn grounds(tokens: &Tokens) -> Vec<Color32> {
        let plain = [
            tokens.page,
            tokens.surface,
            tokens.sunken,
            tokens.hover,
            tokens.selected,
            tokens.field,
        ];
        let washes = [
            tokens.good.wash,
            tokens.info.wash,
            tokens.warning.wash,
            tokens.bad.wash,
            tokens.doubt.wash,
            tokens.practice.wash,
            tokens.test.wash,
            tokens.production.wash,
        ];
        plain.into_iter().chain(washes).collect()
    }

    /// Fields, buttons and boxes have the strong line; a checked box and an open list the accent's
    /// ink, a filled button the accent.
    #[test]
    fn a_control_edge_is_visible_beside_its_ground() {
        for tokens in [&LIGHT, &DARK] {
            for ground in grounds(tokens) {
                for edge in [tokens.line_strong, tokens.accent_ink] {
                    let ratio = contrast(edge, ground);
                    assert!(ratio >= 3.0, "dark={}: {ground:?}: {ratio:.2}", tokens.dark);
                }
            }
            for ground in [tokens.page, tokens.surface, tokens.sunken, tokens.field] {
                assert!(contrast(tokens.accent, ground) >= 3.0);
            }
        }
    }

    #[test]
    fn the_ring_of_the_keyboard_is_visible_on_every_ground() {
        for tokens in [&LIGHT, &DARK] {
            for ground in grounds(tokens) {
                let ratio = contrast(tokens.focus, ground);
                assert!(ratio >= 3.0, "dark={}: {ground:?}: {ratio:.2}", tokens.dark);
            }
        }
    }

    /// Finding "Colour": an environment looks like no warning and no other environment.
    #[test]
    fn each_environment_has_a_color_of_its_own() {
        for tokens in [&LIGHT, &DARK] {
            let environments = [tokens.practice, tokens.test, tokens.production];
            let others = [tokens.warning, tokens.bad, tokens.doubt, tokens.info];
            for (at, hue) in environments.iter().enumerate() {
                let rest = environments.iter().skip(at + 1).chain(&others);
                for other in rest {
                    assert_ne!(hue.solid, other.solid, "dark={}", tokens.dark);
                }
            }
        }
    }
}
