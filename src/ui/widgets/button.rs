//! Buttons, with their kind, shortcut, and the reason while they are disabled.

use egui::{Atom, Color32, FontId, Response, RichText, Stroke, Ui, vec2};

use super::icon::{self, Icon};
use super::words::seen;
use crate::drawing::bidi::visual_order;
use crate::ui::tokens::{Tokens, radius, size, space, text};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ButtonKind {
    Primary,
    Secondary,
    Danger,
    Quiet,
    /// A row of a menu.
    Item,
}

/// Space on both sides of a compact button's text, in points.
pub const COMPACT_PADDING: f32 = 8.0;

/// `Button::primary("Buy label").shortcut("Ctrl+Enter").show_ui(ui)`.
#[must_use = "a button is drawn by show_ui"]
pub struct Button<'a> {
    words: &'a str,
    name: Option<&'a str>,
    kind: ButtonKind,
    icon: Option<Icon>,
    shortcut: Option<&'a str>,
    disabled_because: Option<&'a str>,
    hint: Option<&'a str>,
    compact: bool,
    full_width: bool,
    pressed: bool,
}

impl<'a> Button<'a> {
    /// The main action of a view.
    pub fn primary(words: &'a str) -> Self {
        Self::new(words, ButtonKind::Primary)
    }

    pub fn secondary(words: &'a str) -> Self {
        Self::new(words, ButtonKind::Secondary)
    }

    /// Only for what may lose money, or destroys something: red says that.
    pub fn danger(words: &'a str) -> Self {
        Self::new(words, ButtonKind::Danger)
    }

    /// Beside a more important action: plain words, with a ground when the pointer is over it.
    pub fn quiet(words: &'a str) -> Self {
        Self::new(words, ButtonKind::Quiet)
    }

    /// Fills its row of a menu, with the text at the left.
    pub fn item(words: &'a str) -> Self {
        Self::new(words, ButtonKind::Item)
    }

    fn new(words: &'a str, kind: ButtonKind) -> Self {
        Self {
            words,
            name: None,
            kind,
            icon: None,
            shortcut: None,
            disabled_because: None,
            hint: None,
            compact: false,
            full_width: false,
            pressed: false,
        }
    }

    /// The accessible name, if the text alone would be ambiguous.
    pub fn name(mut self, name: &'a str) -> Self {
        self.name = Some(name);
        self
    }

    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    pub fn shortcut(mut self, shortcut: &'a str) -> Self {
        self.shortcut = Some(shortcut).filter(|keys| !keys.is_empty());
        self
    }

    /// `Some` disables the button and shows the reason on hover and to screen readers.
    pub fn disabled_because(mut self, reason: Option<&'a str>) -> Self {
        self.disabled_because = reason;
        self
    }

    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = Some(hint);
        self
    }

    /// 22 points high, for dense rows.
    pub fn compact(mut self) -> Self {
        self.compact = true;
        self
    }

    pub fn full_width(mut self) -> Self {
        self.full_width = true;
        self
    }

    /// Says to screen readers that it is the one in use; its icon says so on screen.
    pub fn pressed(mut self) -> Self {
        self.pressed = true;
        self
    }

    pub fn show_ui(self, ui: &mut Ui) -> Response {
        let tokens = Tokens::of_theme(ui);
        let enabled = self.disabled_because.is_none();
        let height = if self.compact { size::CONTROL_COMPACT } else { size::CONTROL };
        let font = self.font();
        if ui.layout().main_wrap() {
            self.begin_line_ui(ui);
        }
        let response = ui
            .scope(|ui| {
                let ink = self.colours(ui, tokens, enabled);
                ui.spacing_mut().interact_size.y = height;
                if self.compact {
                    ui.spacing_mut().button_padding = vec2(COMPACT_PADDING, 1.0);
                }
                let padding = 2.0 * ui.spacing().button_padding.x;
                let room = ui.available_width() - padding;
                let seen = seen(ui, self.words, &font, ui.wrap_mode(), room);
                let words = RichText::new(seen).font(font).color(ink);
                let button = self
                    .button(words, ink, enabled)
                    .min_size(vec2(0.0, height))
                    .corner_radius(radius::CONTROL);
                if self.kind == ButtonKind::Item {
                    let room = vec2(ui.available_width(), height);
                    let lined = egui::Layout::top_down_justified(egui::Align::Min);
                    // Text at the right (the shortcut, or an empty text) keeps the
                    // label at the left.
                    let button = match self.shortcut {
                        Some(_) => button,
                        None => button.right_text(""),
                    };
                    let add = |ui: &mut Ui| ui.add_enabled(enabled, button);
                    ui.allocate_ui_with_layout(room, lined, add).inner
                } else if self.full_width {
                    let room = vec2(ui.available_width(), height);
                    let centred = egui::Layout::centered_and_justified(ui.layout().main_dir());
                    let add = |ui: &mut Ui| ui.add_enabled(enabled, button);
                    ui.allocate_ui_with_layout(room, centred, add).inner
                } else {
                    ui.add_enabled(enabled, button)
                }
            })
            .inner;
        if self.is_filled() && response.has_focus() {
            // Around the button: on its fill no ring would be visible in both color schemes.
            let around = response.rect.expand(RING_GAP + size::FOCUS_RING / 2.0);
            let ring = Stroke::new(size::FOCUS_RING, tokens.focus);
            let middle = egui::StrokeKind::Middle;
            ui.painter().rect_stroke(around, radius::AROUND_CONTROL, ring, middle);
        }
        let name = self.name.unwrap_or(self.words);
        let response = response.accessible_name(name);
        if self.kind == ButtonKind::Item {
            response.ctx.accesskit_node_builder(response.id, |node| {
                node.set_role(egui::accesskit::Role::MenuItem);
                if self.pressed {
                    node.set_toggled(egui::accesskit::Toggled::True);
                }
            });
        }
        match (self.disabled_because, self.hint) {
            (Some(reason), _) => {
                response
                    .ctx
                    .accesskit_node_builder(response.id, |node| node.set_description(reason));
                response.on_disabled_hover_text(visual_order(reason))
            }
            (None, Some(hint)) => response.on_hover_text(visual_order(hint)),
            (None, None) => response,
        }
    }

    /// The words with the icon before them and the shortcut behind them.
    fn button<'b>(&'b self, words: RichText, ink: Color32, enabled: bool) -> egui::Button<'b> {
        let button = match self.icon {
            Some(icon) => {
                let side = if self.compact { size::ICON_SMALL } else { size::ICON };
                let picture = Atom::paint(vec2(side, side), move |ui, place| {
                    icon::paint(ui.painter(), place.rect, icon, ink);
                });
                match self.words.is_empty() {
                    true => egui::Button::new(picture),
                    false => egui::Button::new((picture, words)),
                }
            }
            None => egui::Button::new(words),
        };
        let Some(shortcut) = self.shortcut else {
            return button;
        };
        let ink = self.shortcut_ink(ink, enabled);
        button.shortcut_text(RichText::new(shortcut).font(text::small()).color(ink))
    }

    fn font(&self) -> FontId {
        match (self.kind, self.compact) {
            (_, true) => text::label(),
            (ButtonKind::Primary | ButtonKind::Danger, false) => text::body_strong(),
            (ButtonKind::Secondary | ButtonKind::Quiet | ButtonKind::Item, false) => {
                text::body_medium()
            }
        }
    }

    /// Begins the next line of a wrapped row if the button does not fit in this one. The row cannot
    /// do so itself, as it does not know how wide the scope of the button will be.
    fn begin_line_ui(&self, ui: &mut Ui) {
        let begun = ui.cursor().left() > ui.max_rect().left();
        if begun && self.width(ui) > ui.available_size_before_wrap().x {
            next_row_ui(ui);
        }
    }

    /// The width that the whole text needs, in points.
    pub fn width(&self, ui: &Ui) -> f32 {
        let line = |words: &str, font: FontId| {
            let words = visual_order(words).into_owned();
            let galley = ui.painter().layout_no_wrap(words, font, Color32::BLACK);
            galley.size().x
        };
        let (padding, side) = match self.compact {
            true => (COMPACT_PADDING, size::ICON_SMALL),
            false => (ui.spacing().button_padding.x, size::ICON),
        };
        let gap = ui.spacing().icon_spacing;
        let picture = self.icon.map_or(0.0, |_| side + gap);
        let shortcut = self.shortcut.map(|keys| line(keys, text::small()) + gap);
        let words = line(self.words, self.font());
        2.0 * padding + picture + words + shortcut.unwrap_or_default()
    }

    fn is_filled(&self) -> bool {
        matches!(self.kind, ButtonKind::Primary | ButtonKind::Danger)
    }

    /// The color of the shortcut: fainter than the label on a plain background; a colored one
    /// has too little contrast for that.
    fn shortcut_ink(&self, ink: egui::Color32, enabled: bool) -> egui::Color32 {
        match self.kind {
            ButtonKind::Secondary | ButtonKind::Item if enabled => {
                ink.gamma_multiply(SHORTCUT_FADE)
            }
            _ => ink,
        }
    }

    /// Sets the fill colors of this scope and returns the color of the text.
    fn colours(&self, ui: &mut Ui, tokens: &Tokens, enabled: bool) -> egui::Color32 {
        let widgets = &mut ui.visuals_mut().widgets;
        let (rest, pointed, ink, line) = match self.kind {
            ButtonKind::Primary => {
                (tokens.accent, tokens.accent_hover, tokens.on_accent, tokens.accent)
            }
            ButtonKind::Danger => {
                (tokens.bad.solid, tokens.bad.solid, tokens.bad.on_solid, tokens.bad.solid)
            }
            ButtonKind::Secondary => (tokens.surface, tokens.hover, tokens.ink, tokens.line_strong),
            // In ink: a word in the accent color would be a link to a web page.
            ButtonKind::Quiet | ButtonKind::Item => {
                (egui::Color32::TRANSPARENT, tokens.hover, tokens.ink, egui::Color32::TRANSPARENT)
            }
        };
        for (state, fill) in [
            (&mut widgets.inactive, rest),
            (&mut widgets.hovered, pointed),
            (&mut widgets.active, pointed),
        ] {
            state.weak_bg_fill = fill;
            state.bg_stroke = Stroke::new(size::HAIRLINE, line);
            state.fg_stroke.color = ink;
        }
        if !self.is_filled() {
            widgets.active.bg_stroke = Stroke::new(size::FOCUS_RING, tokens.focus);
        }
        if enabled {
            ink
        } else {
            // egui fades the button; a plain background keeps the text readable.
            for state in [&mut widgets.noninteractive, &mut widgets.inactive] {
                state.weak_bg_fill = tokens.sunken;
                state.bg_stroke.color = tokens.line;
                if self.kind == ButtonKind::Quiet {
                    // Without a frame, like the enabled buttons beside it.
                    state.weak_bg_fill = rest;
                    state.bg_stroke.color = line;
                }
            }
            tokens.ink
        }
    }
}

/// Buttons in rows, with the same gap between two rows as between two buttons. A button that does
/// not fit moves to the next row as a whole.
pub fn button_rows_ui<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::S, space::S);
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        ui.horizontal_wrapped(contents).inner
    })
    .inner
}

/// Begins the next row in a layout that wraps.
pub fn next_row_ui(ui: &mut Ui) {
    ui.end_row();
    // Otherwise egui would place the row in the middle of the gap, as the room ends above it.
    let top = ui.cursor().top();
    ui.expand_to_include_y(top);
}

/// Between a filled button and the ring around it.
const RING_GAP: f32 = 1.0;

/// Opacity of a shortcut beside the label; both stay readable.
const SHORTCUT_FADE: f32 = 0.8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::tokens::{DARK, LIGHT, contrast, faded};

    #[test]
    fn a_shortcut_is_readable_on_every_button() {
        for tokens in [&LIGHT, &DARK] {
            let button = Button::primary("Buy");
            let ink = button.shortcut_ink(tokens.on_accent, true);
            let grounds = [tokens.accent, tokens.accent_hover];
            let mut pairs = grounds.map(|ground| (ink, ground)).to_vec();
            let button = Button::danger("Pay");
            let ink = button.shortcut_ink(tokens.bad.on_solid, true);
            pairs.push((ink, tokens.bad.solid));
            let button = Button::secondary("Refresh");
            let ink = button.shortcut_ink(tokens.ink, true);
            pairs.extend([(ink, tokens.surface), (ink, tokens.hover)]);
            let button = Button::quiet("Skip");
            let ink = button.shortcut_ink(tokens.ink, true);
            pairs.extend([(ink, tokens.page), (ink, tokens.hover)]);
            // egui fades disabled text once more.
            let ink = Button::secondary("Print").shortcut_ink(tokens.ink, false);
            let ink = ink.gamma_multiply(crate::ui::theme::DISABLED);
            pairs.push((ink, tokens.sunken));
            for (ink, ground) in pairs {
                let ratio = contrast(faded(ink, ground), ground);
                assert!(ratio >= 4.5, "dark={}: {ink:?}: {ratio:.2}", tokens.dark);
            }
        }
    }
}
