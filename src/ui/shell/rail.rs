//! The navigation rail at the left: the panels with their counts.

use egui::{Align, Align2, Button, Layout, Panel as Edge, RichText, Stroke, Ui, vec2};

use super::edge;
use crate::text;
use crate::ui::command;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::icon;
use crate::ui::widgets::text::{grouped, small_muted_ui};

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let tokens = Tokens::of_theme(ui);
    edge(Edge::left("rail"), tokens.sunken)
        .exact_size(size::RAIL)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for panel in Panel::ALL {
                if panel.is_available(cx.state) && entry_ui(ui, cx, panel) {
                    cx.commands.push(Command::Go(panel));
                }
            }
            ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
                small_muted_ui(ui, concat!("Postroom ", env!("CARGO_PKG_VERSION")));
                let keys = command::shortcut_text(&Command::OpenPalette).unwrap_or_default();
                small_muted_ui(ui, &text!("shell-rail-find", keys = keys));
            });
        });
}

fn entry_ui(ui: &mut Ui, cx: &Cx<'_>, panel: Panel) -> bool {
    let tokens = Tokens::of_theme(ui);
    let chosen = *cx.panel == panel;
    let ink = if chosen {
        tokens.accent_ink
    } else {
        tokens.ink
    };
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
            ui.spacing_mut().button_padding = vec2(space::S, space::XS);
            let font = if chosen {
                text::body_strong()
            } else {
                text::body_medium()
            };
            let picture = egui::Atom::paint(vec2(size::ICON, size::ICON), move |ui, place| {
                icon::paint(ui.painter(), place.rect, panel.icon(), ink);
            });
            let words = RichText::new(panel.title()).font(font).color(ink);
            let button = Button::new((picture, words)).right_text("");
            let response = ui.add(button.min_size(vec2(ui.available_width(), size::CONTROL)));
            // Painted without layout: beside a long title there is room for the count, but not for
            // the spacing around it, so layout would wrap the title.
            if let Some(count) = count {
                let right = response.rect.right_center() - vec2(space::S, 0.0);
                let font = text::small();
                ui.painter().text(
                    right,
                    Align2::RIGHT_CENTER,
                    short(count),
                    font,
                    tokens.ink_muted,
                );
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
    response.on_hover_text(keys).clicked()
}

/// The count in at most three digits. Screen readers get the exact number.
fn short(count: u64) -> String {
    match count {
        0..1000 => count.to_string(),
        _ => "999+".to_owned(),
    }
}
