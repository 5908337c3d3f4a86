//! Passes the tokens to egui: fonts, text styles, spacing and both color schemes.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::epaint::text::{FallbackRequest, FontInsert};
use egui::style::{Selection, TextCursorStyle, WidgetVisuals};
use egui::{
    Color32, Context, FontData, FontDefinitions, FontFamily, Margin, Stroke, Style, TextStyle,
    ThemePreference, Visuals, vec2,
};

use super::tokens::{self, DARK, LIGHT, Tokens, radius, size, space, text};
use crate::desk::kernel::settings::Theme;
use crate::drawing::font;
use crate::drawing::font::Weight;

/// Installs fonts and both color schemes. Called once per context.
pub fn install(ctx: &Context) {
    ctx.set_fonts(fonts());
    ctx.set_style_of(egui::Theme::Light, style(&LIGHT));
    ctx.set_style_of(egui::Theme::Dark, style(&DARK));
}

/// Characters that the bundled typeface lacks come from the system's fonts. eframe does this for
/// the real window; this is for contexts without eframe.
pub fn add_installed_fonts(ctx: &Context) {
    ctx.add_font_provider(Arc::new(|request: &FallbackRequest<'_>| {
        let bold = tokens::family(Weight::SemiBold);
        let letter = request.cluster.chars().next()?;
        let file = font::installed_font_for(letter, bold == *request.family)?;
        let name = format!("installed {:p} {}", file.bytes.as_ptr(), file.index);
        let mut data = FontData::from_static(file.bytes);
        data.index = file.index;
        Some(FontInsert::new(&name, data, Vec::new()))
    }));
}

/// Applies the theme and scale from the settings. Cheap enough for every frame,
/// because it acts only on changes.
pub fn follow(ctx: &Context, theme: Theme, scale: f32) {
    let wanted = match theme {
        Theme::System => ThemePreference::System,
        Theme::Light => ThemePreference::Light,
        Theme::Dark => ThemePreference::Dark,
    };
    if ctx.options(|options| options.theme_preference) != wanted {
        ctx.set_theme(wanted);
    }
    let scale = scale.clamp(0.75, 2.0);
    if (ctx.zoom_factor() - scale).abs() > f32::EPSILON {
        ctx.set_zoom_factor(scale);
    }
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    let mut add = |family: FontFamily, weight: Weight| {
        let name = tokens::family_name(weight).to_owned();
        let bytes = FontData::from_static(weight.file());
        fonts.font_data.insert(name.clone(), Arc::new(bytes));
        fonts.families.insert(family, vec![name]);
    };
    // Characters that Inter lacks come from the system's fonts.
    add(FontFamily::Proportional, Weight::Regular);
    add(FontFamily::Monospace, Weight::Regular);
    for weight in tokens::WEIGHTS {
        add(tokens::family(weight), weight);
    }
    fonts
}

fn style(tokens: &Tokens) -> Style {
    let mut style = Style {
        text_styles: BTreeMap::from([
            (TextStyle::Small, text::small()),
            (TextStyle::Body, text::body()),
            (TextStyle::Button, text::body()),
            (TextStyle::Heading, text::heading()),
            (TextStyle::Monospace, text::mono()),
        ]),
        visuals: visuals(tokens),
        ..Style::default()
    };
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(space::S, space::S);
    spacing.button_padding = vec2(space::M, space::XS);
    spacing.interact_size = vec2(size::CONTROL, size::CONTROL);
    spacing.menu_margin = margin(space::XS);
    spacing.window_margin = margin(space::L);
    spacing.icon_width = size::ICON;
    spacing.icon_width_inner = size::ICON_SMALL - 2.0;
    spacing.icon_spacing = space::S;
    spacing.combo_height = 320.0;
    spacing.tooltip_width = 360.0;
    // The scroll bar stays visible: without it, a longer list would look complete.
    spacing.scroll.dormant_handle_opacity = 0.35;
    // Under the pointer it is no more than a stronger gray: in full ink, it is the brightest thing of the
    // dark theme.
    spacing.scroll.active_handle_opacity = 0.45;
    spacing.scroll.interact_handle_opacity = 0.55;
    spacing.scroll.bar_width = size::BAR;
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.3;
    // Nothing moves or fades, whatever the system asks for: what changes is there at once.
    style.animation_time = 0.0;
    style.scroll_animation = egui::style::ScrollAnimation::none();
    style
}

fn visuals(tokens: &Tokens) -> Visuals {
    let mut visuals = if tokens.dark { Visuals::dark() } else { Visuals::light() };
    let state = |fill: Color32, line: Color32, ink: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(size::HAIRLINE, line),
        corner_radius: radius::CONTROL,
        fg_stroke: Stroke::new(size::HAIRLINE, ink),
        expansion: 0.0,
    };
    let widgets = &mut visuals.widgets;
    widgets.noninteractive = state(tokens.surface, tokens.line, tokens.ink);
    widgets.inactive = state(tokens.surface, tokens.line_strong, tokens.ink);
    widgets.hovered = state(tokens.hover, tokens.line_strong, tokens.ink);
    widgets.active = state(tokens.hover, tokens.accent, tokens.ink);
    // A control with the keyboard focus uses the active state, so its ring must be visible.
    widgets.active.bg_stroke = Stroke::new(size::FOCUS_RING, tokens.focus);
    widgets.open = state(tokens.hover, tokens.accent_ink, tokens.ink);
    visuals.selection =
        Selection { bg_fill: tokens.selected, stroke: Stroke::new(size::FOCUS_RING, tokens.focus) };
    visuals.weak_text_color = Some(tokens.ink_muted);
    visuals.hyperlink_color = tokens.accent_ink;
    visuals.faint_bg_color = tokens.sunken;
    visuals.extreme_bg_color = tokens.field;
    visuals.text_edit_bg_color = Some(tokens.field);
    visuals.code_bg_color = tokens.sunken;
    visuals.warn_fg_color = tokens.warning.ink;
    visuals.error_fg_color = tokens.bad.ink;
    visuals.window_fill = tokens.surface;
    visuals.window_stroke = Stroke::new(size::HAIRLINE, tokens.line);
    visuals.window_corner_radius = radius::CARD;
    visuals.menu_corner_radius = radius::CONTROL;
    visuals.window_shadow = tokens.shadow;
    visuals.popup_shadow = tokens.shadow;
    visuals.panel_fill = tokens.page;
    visuals.text_cursor = TextCursorStyle {
        stroke: Stroke::new(1.5, tokens.accent_ink),
        ..TextCursorStyle::default()
    };
    visuals.disabled_alpha = DISABLED;
    visuals.striped = false;
    visuals.slider_trailing_fill = true;
    visuals
}

/// Opacity of disabled controls: their text stays readable.
pub const DISABLED: f32 = 0.65;

/// A margin of the same width on all sides.
#[allow(clippy::cast_possible_truncation)] // tokens are far below 127
pub fn margin(points: f32) -> Margin {
    Margin::same(points as i8)
}

#[allow(clippy::cast_possible_truncation)] // tokens are far below 127
pub fn margins(horizontal: f32, vertical: f32) -> Margin {
    Margin::symmetric(horizontal as i8, vertical as i8)
}
