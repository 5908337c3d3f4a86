//! An entry of a list at the side that chooses what is beside it; it looks like one of the navigation
//! rail.

use egui::{Color32, Response, RichText, Role, Stroke, Ui, vec2};

use crate::ui::tokens::{Tokens, size, space, text};

/// Distance of an entry that belongs to the one above it, for each step.
const DEEPER: f32 = space::L;

/// In the available width; long words wrap.
pub fn entry_ui(ui: &mut Ui, words: &str, chosen: bool, depth: usize) -> Response {
    let tokens = Tokens::of_theme(ui);
    let (ink, font) = match chosen {
        true => (tokens.accent_ink, text::body_strong()),
        false => (tokens.ink, text::body_medium()),
    };
    let entry_ui = |ui: &mut Ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for (state, fill) in
            [(&mut widgets.inactive, Color32::TRANSPARENT), (&mut widgets.hovered, tokens.hover)]
        {
            state.weak_bg_fill = if chosen { tokens.selected } else { fill };
            state.bg_stroke = Stroke::NONE;
        }
        widgets.active.weak_bg_fill = tokens.selected;
        ui.spacing_mut().button_padding = vec2(space::S, space::XS);
        let words = RichText::new(words).font(font).color(ink);
        // The empty text at the right keeps the title at the left.
        let button = egui::Button::new(words).wrap().right_text("");
        ui.add(button.min_size(vec2(ui.available_width(), size::CONTROL)))
    };
    let response = match depth {
        0 => ui.scope(entry_ui).inner,
        _ => {
            ui.horizontal(|ui| {
                ui.add_space(DEEPER * depth as f32);
                entry_ui(ui)
            })
            .inner
        }
    };
    response.ctx.accesskit_node_builder(response.id, |node| {
        node.set_role(Role::Tab);
        node.set_label(words);
        node.set_selected(chosen);
    });
    response
}
