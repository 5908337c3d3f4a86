//! The left rail: panels with their counts.

use egui::{Align, Button, Layout, Panel as Edge, RichText, Stroke, Ui, vec2};

use super::edge;
use crate::ui::command::{self, Command};
use crate::ui::cx::Cx;
use crate::ui::panels::Panel;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::icon;
use crate::ui::widgets::text::small_muted_ui;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let tokens = Tokens::of(ui);
    edge(Edge::left("rail"), tokens.sunken)
        .exact_size(size::RAIL)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for panel in Panel::ALL {
                if panel.is_there(cx.state) && entry_ui(ui, cx, panel) {
                    cx.commands.push(Command::Go(panel));
                }
            }
            ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
                small_muted_ui(ui, concat!("Postroom ", env!("CARGO_PKG_VERSION")));
                let keys = command::shortcut_text(&Command::OpenPalette).unwrap_or_default();
                small_muted_ui(ui, &format!("{keys} finds anything"));
            });
        });
}

fn entry_ui(ui: &mut Ui, cx: &Cx<'_>, panel: Panel) -> bool {
    let tokens = Tokens::of(ui);
    let chosen = cx.local.panel == panel;
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
            // There is room for the longest title and three figures, but not for a word broken
            // in two.
            let one_line = egui::TextWrapMode::Extend;
            let mut button = Button::new((picture, words)).wrap_mode(one_line);
            if let Some(count) = count {
                button = button.right_text(
                    RichText::new(short(count))
                        .font(text::small())
                        .color(tokens.ink_muted),
                );
            } else {
                button = button.right_text("");
            }
            ui.add(button.min_size(vec2(ui.available_width(), size::CONTROL)))
        })
        .inner;
    let name = panel.title();
    response.ctx.accesskit_node_builder(response.id, |node| {
        node.set_role(egui::Role::Tab);
        node.set_label(name);
        node.set_selected(chosen);
        if let Some(count) = count {
            node.set_description(count.to_string());
        }
    });
    let keys = command::shortcut_text(&Command::Go(panel)).unwrap_or_default();
    response.on_hover_text(keys).clicked()
}

/// The rail has room for three figures; the exact number is read out.
fn short(count: u64) -> String {
    match count {
        0..1000 => count.to_string(),
        _ => "999+".to_owned(),
    }
}
