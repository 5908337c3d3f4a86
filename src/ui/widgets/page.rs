//! A page that needs more room than a small window with large text has.

use egui::{Color32, Frame, Panel, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2};

use crate::ui::theme::margins;
use crate::ui::tokens::space;

/// A strip along an edge of the window with its own background.
pub fn edge(panel: Panel, fill: Color32) -> Panel {
    panel
        .resizable(false)
        .show_separator_line(true)
        .frame(Frame::new().fill(fill).inner_margin(margins(space::M, space::S)))
}

/// Draws a page in at least this size, in points. Where there is less room the window scrolls over it,
/// so that everything on it can be reached.
pub fn page_ui(ui: &mut Ui, least: Vec2, draw: impl FnOnce(&mut Ui)) {
    let room = ui.available_size();
    let is_short = [room.x < least.x, room.y < least.y];
    if is_short == [false, false] {
        return draw(ui);
    }
    let area = ScrollArea::new(is_short).id_salt("page").auto_shrink(false);
    area.show(ui, |ui| {
        let place = Rect::from_min_size(ui.cursor().min, ui.available_size().max(least));
        ui.allocate_rect(place, Sense::hover());
        draw(&mut ui.new_child(UiBuilder::new().max_rect(place)));
    });
}

#[cfg(test)]
mod tests {
    use egui::{Label, vec2};

    use super::*;
    use crate::ui::stage::window_stage;

    #[test]
    fn a_page_with_too_little_room_can_be_scrolled_to_its_end() {
        let draw = |ui: &mut Ui, (): &mut ()| {
            page_ui(ui, vec2(400.0, 300.0), |ui| {
                let end = Rect::from_min_size(
                    ui.max_rect().right_bottom() - vec2(60.0, 40.0),
                    vec2(60.0, 40.0),
                );
                ui.put(end, egui::Button::new("Buy"));
            });
        };
        for (width, height) in [(200, 100), (200, 500), (500, 100), (500, 500)] {
            let mut stage = window_stage((width, height), (), draw).unwrap();
            assert_eq!(stage.text_faults(), [], "{width}, {height}");
            stage.click("Buy").unwrap();
            let place = stage.find("Buy").unwrap().bounds;
            let window = stage.ctx.viewport_rect();
            assert!(window.contains_rect(place), "{width}, {height}: {place:?}");
        }
        let bare = |ui: &mut Ui, (): &mut ()| {
            let place = Rect::from_min_size(egui::pos2(340.0, 10.0), vec2(60.0, 20.0));
            ui.put(place, Label::new("Price"));
        };
        let stage = window_stage((200, 100), (), bare).unwrap();
        assert_eq!(stage.text_faults().len(), 1, "without a page");
    }
}
