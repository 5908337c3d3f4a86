//! The navigation rail at the left: the panels in groups, with the number of things to do. A narrow
//! window has small words without icons, and a dot for the number; the narrowest has icons alone.

use egui::{
    Align, Align2, Button, FontId, Frame, Layout, Panel as Edge, Response, RichText, ScrollArea,
    Stroke, Ui, vec2,
};

use super::local::ShellViewState;
use crate::text;
use crate::ui::command;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::guide::HelpPage;
use crate::ui::panel::Panel;
use crate::ui::parts::help_button::help_button_ui;
use crate::ui::theme::margins;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::page::edge;
use crate::ui::widgets::{grouped, icon, small_muted_ui};

/// Between two entries.
const GAP: f32 = 2.0;
/// The room of the rule above the last group.
const RULE: f32 = 2.0 * space::S + size::HAIRLINE;
/// The room of a count of two digits beside a title.
const COUNT: f32 = 20.0;
/// The room of the two lines and the button below the last group.
const FOOT: f32 = 76.0;

/// What an entry shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Whole,
    SmallWords,
    Icon,
}

impl Form {
    fn in_window(ui: &Ui) -> Self {
        match ui.ctx().content_rect().width() {
            width if width >= size::RAIL_WHOLE_FROM => Self::Whole,
            width if width >= size::RAIL_WORDS_FROM => Self::SmallWords,
            _ => Self::Icon,
        }
    }

    fn font(self, is_chosen: bool) -> FontId {
        match (self, is_chosen) {
            (Self::SmallWords, _) => text::small(),
            (_, true) => text::body_strong(),
            (_, false) => text::body_medium(),
        }
    }
}

/// How the entries are drawn.
#[derive(Clone, Copy)]
struct Fit {
    form: Form,
    height: f32,
    gap: f32,
    /// The width of the scroll bar, over which no dot is drawn.
    bar: f32,
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, shell: &mut ShellViewState) {
    let tokens = Tokens::of_theme(ui);
    let form = Form::in_window(ui);
    let width = width(ui, form);
    let mut rail = edge(Edge::left("rail"), tokens.sunken).exact_size(width);
    if form != Form::Whole {
        rail =
            rail.frame(Frame::new().fill(tokens.sunken).inner_margin(margins(space::XS, space::S)));
    }
    rail.show(ui, |ui| {
        let room = ui.available_height();
        let mut fit = fit(cx, form, room);
        let whole = whole_height(cx, fit);
        let shown = (*cx.panel, room);
        let moved = std::mem::replace(&mut shell.rail_shown, shown) != shown;
        if whole > room {
            ui.spacing_mut().scroll.bar_width = space::XS;
            fit.bar = space::XS;
            ScrollArea::vertical().show(ui, |ui| groups_ui(ui, cx, fit, moved, 0.0));
            return;
        }
        let has_foot = form == Form::Whole && whole + FOOT <= room;
        let foot = if has_foot { FOOT } else { 0.0 };
        groups_ui(ui, cx, fit, moved, room - whole - foot);
        if has_foot {
            foot_ui(ui, cx);
        }
    });
}

/// Wide enough for the longest title of this language, with a count beside it.
fn width(ui: &Ui, form: Form) -> f32 {
    let title = |panel: &Panel| {
        let ink = Tokens::of_theme(ui).ink;
        let words = panel.title().to_owned();
        let words = ui.painter().layout_no_wrap(words, form.font(true), ink);
        words.size().x
    };
    let longest = || Panel::ALL.iter().map(title).fold(0.0, f32::max);
    // With the margin, the padding, and the gaps beside the words.
    match form {
        Form::Whole => {
            let icon = size::ICON + ui.spacing().icon_spacing;
            let around = 2.0 * (space::M + space::S) + icon + COUNT;
            (longest() + around).ceil().max(size::RAIL)
        }
        Form::SmallWords => (longest() + 6.0 * space::XS + size::HAIRLINE).ceil(),
        Form::Icon => size::RAIL_ICONS,
    }
}

/// Entries of the height of a control, or as dense as table rows if the window is low.
fn fit(cx: &Cx<'_>, form: Form, room: f32) -> Fit {
    let fit = Fit { form, height: size::CONTROL, gap: GAP, bar: 0.0 };
    if whole_height(cx, fit) <= room {
        return fit;
    }
    Fit { height: size::CONTROL_COMPACT, gap: 0.0, ..fit }
}

fn whole_height(cx: &Cx<'_>, fit: Fit) -> f32 {
    let panels = Panel::ALL.iter();
    let entries = panels.filter(|panel| panel.is_available(cx.state)).count();
    entries as f32 * (fit.height + fit.gap) + space::M + RULE
}

/// `spare` is the height left over, which puts the last group at the bottom.
fn groups_ui(ui: &mut Ui, cx: &mut Cx<'_>, fit: Fit, moved: bool, spare: f32) {
    ui.spacing_mut().item_spacing.y = fit.gap;
    for (at, group) in Panel::GROUPS.into_iter().enumerate() {
        match at {
            0 => {}
            1 => drop(ui.allocate_space(vec2(0.0, space::M - fit.gap))),
            _ => rule_ui(ui, spare),
        }
        for panel in group {
            if !panel.is_available(cx.state) {
                continue;
            }
            let response = entry_ui(ui, cx, *panel, fit);
            if moved && *cx.panel == *panel {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                cx.commands.push(Command::Go(*panel));
            }
        }
    }
}

fn rule_ui(ui: &mut Ui, spare: f32) {
    let line = Tokens::of_theme(ui).line;
    let height = spare + RULE - ui.spacing().item_spacing.y;
    let (rect, _) =
        ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::empty());
    let stroke = Stroke::new(size::HAIRLINE, line);
    ui.painter().hline(rect.x_range(), rect.bottom() - space::S, stroke);
}

fn foot_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
        ui.spacing_mut().item_spacing.y = GAP;
        small_muted_ui(ui, concat!("Postroom ", env!("CARGO_PKG_VERSION")));
        let keys = command::shortcut_text(&Command::OpenPalette).unwrap_or_default();
        small_muted_ui(ui, &text!("shell-rail-find", keys = keys));
        if help_button_ui(ui).clicked() {
            cx.commands.push(Command::Help(HelpPage::OfPanel));
        }
    });
}

fn entry_ui(ui: &mut Ui, cx: &Cx<'_>, panel: Panel, fit: Fit) -> Response {
    let tokens = Tokens::of_theme(ui);
    let chosen = *cx.panel == panel;
    let ink = if chosen { tokens.accent_ink } else { tokens.ink };
    let count = panel.count(cx.state);
    let response = ui
        .scope(|ui| {
            let visuals = ui.visuals_mut();
            for (state, fill) in [
                (&mut visuals.widgets.inactive, egui::Color32::TRANSPARENT),
                (&mut visuals.widgets.hovered, tokens.hover),
            ] {
                state.weak_bg_fill = if chosen { tokens.selected } else { fill };
                state.bg_stroke = Stroke::NONE;
            }
            visuals.widgets.active.weak_bg_fill = tokens.selected;
            ui.spacing_mut().interact_size.y = fit.height;
            let side = if fit.form == Form::SmallWords { space::XS } else { space::S };
            ui.spacing_mut().button_padding = vec2(side, 0.0);
            ui.spacing_mut().icon_spacing = side;
            let picture = egui::Atom::paint(vec2(size::ICON, size::ICON), move |ui, place| {
                icon::paint(ui.painter(), place.rect, panel.icon(), ink);
            });
            let words = RichText::new(panel.title()).font(fit.form.font(chosen)).color(ink);
            // The empty text at the right keeps the words at the left.
            let button = match fit.form {
                Form::Whole => Button::new((picture, words)).right_text(""),
                Form::SmallWords => Button::new(words).right_text(""),
                Form::Icon => Button::new(picture),
            };
            let response = ui.add(button.min_size(vec2(ui.available_width(), fit.height)));
            if let Some(count) = count {
                count_ui(ui, &response, count, fit);
            }
            response
        })
        .inner;
    let name = panel.title();
    response.ctx.accesskit_node_builder(response.id, |node| {
        node.set_role(egui::Role::Tab);
        node.set_label(name);
        node.set_selected(chosen);
        if let Some(count) = count {
            node.set_description(grouped(count));
        }
    });
    let keys = command::shortcut_text(&Command::Go(panel)).unwrap_or_default();
    response.on_hover_text(match fit.form {
        Form::Icon => text!("shell-rail-hint", panel = name, keys = keys),
        Form::Whole | Form::SmallWords => keys,
    })
}

/// Painted without layout: beside a long title there is room for the count, but not for the
/// spacing around it, so layout would wrap the title.
fn count_ui(ui: &Ui, entry: &Response, count: u64, fit: Fit) {
    let tokens = Tokens::of_theme(ui);
    if fit.form != Form::Whole {
        let end = match fit.form {
            Form::Icon => entry.rect.right_top() + vec2(-space::XS - fit.bar, space::XS),
            _ => entry.rect.right_center() - vec2(space::XS + fit.bar, 0.0),
        };
        ui.painter().circle_filled(end, 3.0, tokens.accent_ink);
        return;
    }
    let right = entry.rect.right_center() - vec2(space::S, 0.0);
    let (words, font) = (short(count), text::small());
    ui.painter().text(right, Align2::RIGHT_CENTER, words, font, tokens.ink_muted);
}

/// The count in at most three digits. Screen readers get the exact number.
fn short(count: u64) -> String {
    match count {
        0..1000 => count.to_string(),
        _ => "999+".to_owned(),
    }
}
