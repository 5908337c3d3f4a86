//! The navigation rail at the left: the panels in groups, with the number of things to do. In a
//! narrow window it shows only icons, and a dot instead of a number.

use egui::{
    Align, Align2, Button, Layout, Panel as Edge, Response, RichText, ScrollArea, Stroke, Ui, vec2,
};

use super::edge;
use super::local::ShellViewState;
use crate::text;
use crate::ui::command;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::guide::HelpPage;
use crate::ui::panel::Panel;
use crate::ui::parts::help_button::help_button_ui;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::icon;
use crate::ui::widgets::text::{grouped, small_muted_ui};

/// Between two entries.
const GAP: f32 = 2.0;
/// The room of the rule above the last group.
const RULE: f32 = 2.0 * space::S + size::HAIRLINE;
/// The room of a count of two digits beside a title.
const COUNT: f32 = 20.0;
/// The room of the two lines and the button below the last group.
const FOOT: f32 = 76.0;

/// How the entries are drawn.
#[derive(Clone, Copy)]
struct Fit {
    icons_only: bool,
    height: f32,
    gap: f32,
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, shell: &mut ShellViewState) {
    let tokens = Tokens::of_theme(ui);
    let icons_only = ui.ctx().content_rect().width() < size::RAIL_WORDS_FROM;
    let width = match icons_only {
        true => size::RAIL_ICONS,
        false => words_width(ui),
    };
    let moved = std::mem::replace(&mut shell.rail_shown, *cx.panel) != *cx.panel;
    edge(Edge::left("rail"), tokens.sunken).exact_size(width).show(ui, |ui| {
        let room = ui.available_height();
        let fit = fit(cx, icons_only, room);
        let whole = whole_height(cx, fit);
        if whole > room {
            ui.spacing_mut().scroll.bar_width = space::XS;
            ScrollArea::vertical().show(ui, |ui| groups_ui(ui, cx, fit, moved, 0.0));
            return;
        }
        let has_foot = !icons_only && whole + FOOT <= room;
        let foot = if has_foot { FOOT } else { 0.0 };
        groups_ui(ui, cx, fit, moved, room - whole - foot);
        if has_foot {
            foot_ui(ui, cx);
        }
    });
}

/// Wide enough for the longest title of this language, with a count beside it.
fn words_width(ui: &Ui) -> f32 {
    let title = |panel: &Panel| {
        let ink = Tokens::of_theme(ui).ink;
        let words = panel.title().to_owned();
        let words = ui.painter().layout_no_wrap(words, text::body_strong(), ink);
        words.size().x
    };
    let longest = Panel::ALL.iter().map(title).fold(0.0, f32::max);
    let around = 2.0 * (space::M + space::S) + size::ICON + ui.spacing().icon_spacing;
    (longest + around + COUNT).ceil().max(size::RAIL)
}

/// Entries of the height of a control, or as dense as table rows if the window is low.
fn fit(cx: &Cx<'_>, icons_only: bool, room: f32) -> Fit {
    let fit = Fit { icons_only, height: size::CONTROL, gap: GAP };
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
            ui.spacing_mut().button_padding = vec2(space::S, 0.0);
            let picture = egui::Atom::paint(vec2(size::ICON, size::ICON), move |ui, place| {
                icon::paint(ui.painter(), place.rect, panel.icon(), ink);
            });
            let font = if chosen { text::body_strong() } else { text::body_medium() };
            let words = RichText::new(panel.title()).font(font).color(ink);
            let button = match fit.icons_only {
                true => Button::new(picture),
                false => Button::new((picture, words)).right_text(""),
            };
            let response = ui.add(button.min_size(vec2(ui.available_width(), fit.height)));
            if let Some(count) = count {
                count_ui(ui, &response, count, fit.icons_only);
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
    response.on_hover_text(match fit.icons_only {
        true => text!("shell-rail-hint", panel = name, keys = keys),
        false => keys,
    })
}

/// Painted without layout: beside a long title there is room for the count, but not for the
/// spacing around it, so layout would wrap the title.
fn count_ui(ui: &Ui, entry: &Response, count: u64, icons_only: bool) {
    let tokens = Tokens::of_theme(ui);
    if icons_only {
        let at = entry.rect.center() + vec2(size::ICON, -size::ICON) / 2.0;
        ui.painter().circle_filled(at, space::XS, tokens.accent_ink);
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
