//! Text on screen: headings, muted lines, money, ages, status pills.

use egui::{
    Align, Label, Layout, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind, TextWrapMode,
    Ui, Vec2, WidgetInfo, WidgetText, pos2, vec2,
};
use jiff::Timestamp;

use super::cut_texts::add_cut;
use super::icon::{self, Icon};
use super::words::{ending_ui, fitting_ui, line_width, words_ui, wrapped_ui};
use crate::base::locale::format;
use crate::base::money::Money;
use crate::desk::kernel::notices::Tone;
use crate::drawing::bidi::visual_order;
use crate::text;
use crate::ui::tokens::{Hue, Tokens, radius, size, space, text};

pub fn heading_ui(ui: &mut Ui, words: &str) -> Response {
    let ink = Tokens::of_theme(ui).ink;
    let seen = visual_order(words);
    let response = ui.label(RichText::new(seen).font(text::heading()).color(ink));
    response.ctx.accesskit_node_builder(response.id, |node| node.set_role(egui::Role::Heading));
    response.accessible_name(words)
}

pub fn title_ui(ui: &mut Ui, words: &str) -> Response {
    let ink = Tokens::of_theme(ui).ink;
    words_ui(ui, words, text::title(), ink)
}

pub fn muted_ui(ui: &mut Ui, words: &str) -> Response {
    let ink = Tokens::of_theme(ui).ink_muted;
    wrapped_ui(ui, words, text::body(), ink)
}

pub fn small_muted_ui(ui: &mut Ui, words: &str) -> Response {
    let ink = Tokens::of_theme(ui).ink_muted;
    wrapped_ui(ui, words, text::small(), ink)
}

/// An explanation of a field, close below it regardless of the card's item spacing.
pub fn hint_ui(ui: &mut Ui, words: &str) {
    ui.add_space(space::XS - ui.spacing().item_spacing.y);
    small_muted_ui(ui, words);
}

pub fn strong_ui(ui: &mut Ui, words: &str) -> Response {
    let ink = Tokens::of_theme(ui).ink;
    words_ui(ui, words, text::body_strong(), ink)
}

/// Selectable text in a fixed-width font, for ids and codes that the user copies.
pub fn code_ui(ui: &mut Ui, words: &str) -> Response {
    let ink = Tokens::of_theme(ui).ink;
    ui.add(Label::new(RichText::new(words).font(text::mono()).color(ink)).selectable(true))
}

/// A tracking number in a table, in a fixed-width font so that digits line up. In a narrow column
/// its last digits stay.
pub fn number_cell_ui(ui: &mut Ui, number: &str) {
    ending_ui(ui, number, text::mono(), Tokens::of_theme(ui).ink);
}

/// Money as the locale writes it, with a true minus sign as wide as a plus sign. Files use
/// `Money`'s own `Display`, which programs can read.
pub fn money_words(money: Money) -> String {
    format::money(money)
}

/// Adds an explanation to a text: on hover, and for screen readers. An empty one adds nothing.
pub fn hinted(response: Response, hint: &str) -> Response {
    if hint.is_empty() {
        return response;
    }
    response.ctx.accesskit_node_builder(response.id, |node| node.set_description(hint));
    response.on_hover_text(visual_order(hint))
}

/// A price, or a dash if unknown. Digits are of equal width, so a right-aligned column
/// lines up at the decimal point.
pub fn money_ui(ui: &mut Ui, money: Option<Money>) -> Response {
    let words = money.map_or_else(|| "–".to_owned(), money_words);
    let ink = Tokens::of_theme(ui).ink;
    ui.label(RichText::new(words).font(text::body_medium()).color(ink))
}

/// The same at the right edge of a table cell.
pub fn money_cell_ui(ui: &mut Ui, money: Option<Money>) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        money_ui(ui, money);
    });
}

/// A whole number with the separators of the locale: `1,000,000`.
pub fn grouped(number: impl ToString) -> String {
    format::formats().decimal(&number.to_string())
}

/// `now`, `12 s ago`, `4 min ago`, `3 h ago`, `2 days ago`; a time in the future is `in 5 min`.
pub fn age(at: Timestamp, now: Timestamp) -> String {
    let seconds = now.as_second() - at.as_second();
    let plain = seconds.unsigned_abs();
    let past = seconds >= 0;
    match plain {
        0..=1 => text!("common-age-now").to_owned(),
        2..=59 if past => text!("common-age-seconds", count = plain),
        2..=59 => text!("common-in-seconds", count = plain),
        60..=3599 if past => text!("common-age-minutes", count = plain / 60),
        60..=3599 => text!("common-in-minutes", count = plain / 60),
        3600..=86_399 if past => text!("common-age-hours", count = plain / 3600),
        3600..=86_399 => text!("common-in-hours", count = plain / 3600),
        _ if past => text!("common-age-days", count = plain / 86_400),
        _ => text!("common-in-days", count = plain / 86_400),
    }
}

/// The age of the data on screen, in one color wherever it stands: its words say how old it is.
///
/// While newer data is being loaded, the age is short, because what is being done stands beside it.
pub fn age_ui(ui: &mut Ui, at: Timestamp, cached: bool, loading: bool, now: Timestamp) {
    let ink = Tokens::of_theme(ui).ink_muted;
    let bare = age(at, now);
    let whole = match cached {
        true => text!("common-age-saved", age = &bare),
        false => text!("common-age-updated", age = &bare),
    };
    let is_wide = ui.ctx().content_rect().width() >= ROOM_FOR_WHOLE_AGE;
    let forms = match is_wide && !loading || cached {
        true => [whole.as_str(), bare.as_str()],
        false => [bare.as_str(); 2],
    };
    fitting_ui(ui, &forms, text::small(), ink).on_hover_text(text!("common-age-hint"));
}

/// Width of the window from which an age says what it is of, in points.
const ROOM_FOR_WHOLE_AGE: f32 = 1280.0;

/// Whether data is so old, or of an earlier run, that its age must be seen.
pub fn is_old(at: Timestamp, cached: bool, now: Timestamp) -> bool {
    cached || now.as_second() - at.as_second() > STALE_SECONDS
}

const STALE_SECONDS: i64 = 300;

pub use crate::base::locale::format::{
    clock as clock_time, heading_date as day, moment, short_moment,
};

/// The meaning of a pill or a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Neutral,
    Good,
    Info,
    Warning,
    Bad,
    Doubt,
}

impl From<Tone> for Meaning {
    fn from(tone: Tone) -> Self {
        match tone {
            Tone::Good => Self::Good,
            Tone::Info => Self::Info,
            Tone::Warning => Self::Warning,
            Tone::Bad => Self::Bad,
        }
    }
}

impl Meaning {
    pub fn hue(self, tokens: &Tokens) -> Hue {
        match self {
            Self::Neutral => Hue {
                ink: tokens.ink_muted,
                wash: tokens.sunken,
                solid: tokens.ink_muted,
                on_solid: tokens.surface,
            },
            Self::Good => tokens.good,
            Self::Info => tokens.info,
            Self::Warning => tokens.warning,
            Self::Bad => tokens.bad,
            Self::Doubt => tokens.doubt,
        }
    }

    pub fn icon(self) -> Icon {
        match self {
            Self::Neutral => Icon::Dot,
            Self::Good => Icon::Check,
            Self::Info => Icon::Info,
            Self::Warning | Self::Bad => Icon::Warning,
            Self::Doubt => Icon::Clock,
        }
    }
}

/// A pill with icon, word and color, so that the color is never the only sign. Painted directly,
/// because each row of a table has one, and nested frames took a fifth of a row's drawing time.
pub fn pill_ui(ui: &mut Ui, meaning: Meaning, icon: Icon, word: &str) -> Response {
    let hue = meaning.hue(Tokens::of_theme(ui));
    let beside = size::ICON_SMALL + space::XS;
    let padding = vec2(space::S, 2.0);
    let room = (ui.available_width() - beside - 2.0 * padding.x).max(0.0);
    let seen = visual_order(word);
    let words = WidgetText::from(RichText::new(seen).font(text::label()).color(hue.ink));
    let wrap = ui.style().wrap_mode.unwrap_or(TextWrapMode::Extend);
    let galley = words.into_galley(ui, Some(wrap), room, text::label());
    if galley.elided {
        add_cut(ui.ctx(), pill_width(ui, word) - ui.available_width());
    }
    let inside = vec2(beside + galley.size().x, galley.size().y.max(size::ICON));
    let (rect, response) = ui.allocate_exact_size(inside + 2.0 * padding, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, word));
    if ui.is_rect_visible(rect) {
        // The border separates the pill from the background of a selected row.
        let edge = Stroke::new(size::HAIRLINE, hue.ink.gamma_multiply(0.25));
        let inside = StrokeKind::Inside;
        ui.painter().rect(rect, radius::PILL, hue.wash, edge, inside);
        let middle = |height: f32| rect.center().y - height / 2.0;
        let left = rect.left() + padding.x;
        let picture = Rect::from_min_size(
            pos2(left, middle(size::ICON_SMALL)),
            Vec2::splat(size::ICON_SMALL),
        );
        icon::paint(ui.painter(), picture, icon, hue.ink);
        let at = pos2(left + beside, middle(galley.size().y));
        ui.painter().galley(at, galley, hue.ink);
    }
    response
}

/// The width of a pill with this word.
pub fn pill_width(ui: &Ui, word: &str) -> f32 {
    let words = line_width(ui, &visual_order(word), &text::label());
    (size::ICON_SMALL + space::XS + words + 2.0 * space::S).ceil()
}

/// A pill that can be clicked; `name` is its accessible name.
pub fn pill_button_ui(
    ui: &mut Ui,
    meaning: Meaning,
    icon: Icon,
    word: &str,
    name: &str,
) -> Response {
    let sensing = egui::UiBuilder::new().sense(egui::Sense::click());
    let response = ui.scope_builder(sensing, |ui| pill_ui(ui, meaning, icon, word)).response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    if response.has_focus() {
        let ring = Stroke::new(size::FOCUS_RING, Tokens::of_theme(ui).focus);
        let outside = StrokeKind::Outside;
        ui.painter().rect_stroke(response.rect, radius::PILL, ring, outside);
    }
    response
}

/// A row of at least this height; a plain `horizontal` has the height of a control.
pub fn line_ui<R>(ui: &mut Ui, height: f32, contents: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = height;
        ui.horizontal(contents).inner
    })
    .inner
}

/// What follows is placed from the right edge of the line.
pub fn from_right_ui<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    ui.with_layout(Layout::right_to_left(Align::Center), contents).inner
}

/// What follows is placed from the left, in the room that is left of a line filled from the right.
pub fn from_left_ui<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    ui.with_layout(Layout::left_to_right(Align::Center), contents).inner
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::money::{Amount, Currency};

    #[test]
    fn a_debit_has_a_true_minus() {
        let money = |cents| Money::new(Amount::from_cents(cents), Currency::USD);
        assert_eq!(money_words(money(-123_400)), "−$1,234.00");
        assert_eq!(money_words(money(790)), "$7.90");
    }

    #[test]
    fn large_numbers_are_read_in_threes() {
        for (number, words) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_000_000, "1,000,000")] {
            assert_eq!(grouped(number), words);
        }
    }

    #[test]
    fn ages_read_like_speech() {
        let now = Timestamp::from_second(1_000_000).unwrap();
        let check = |seconds: i64, words: &str| {
            let at = Timestamp::from_second(1_000_000 - seconds).unwrap();
            assert_eq!(age(at, now), words, "{seconds}");
        };
        check(0, "now");
        check(12, "12 s ago");
        check(60, "1 min ago");
        check(3599, "59 min ago");
        check(7200, "2 h ago");
        check(86_400, "1 day ago");
        check(400_000, "4 days ago");
        check(-90, "in 1 min");
    }
}
