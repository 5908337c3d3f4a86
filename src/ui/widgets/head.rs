//! The heading row of a panel: title and views at the left, actions at the right. In a narrow
//! window the actions are a row of their own below.

use egui::{Align, Layout, Ui, UiBuilder, vec2};

use crate::ui::tokens::space;

/// Widths are rounded to pixels, in points.
const ROUNDING: f32 = 0.5;

/// What is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Title,
    /// At the right edge. The main action comes last.
    Actions,
}

/// The widths of both parts when they were side by side the last time.
#[derive(Clone, Copy, Debug, Default)]
struct Measured {
    title: f32,
    actions: f32,
}

impl Measured {
    fn whole(self) -> f32 {
        self.title + space::L + self.actions
    }
}

/// A panel has one heading row.
pub fn head_ui(ui: &mut Ui, mut draw: impl FnMut(&mut Ui, Part)) {
    let memory = ui.scope_id().with("heading row");
    let room = ui.available_width();
    let last: Option<Measured> = ui.data(|data| data.get_temp(memory));
    if last.is_some_and(|last| last.whole() > room) {
        ui.horizontal_wrapped(|ui| draw(ui, Part::Title));
        ui.horizontal_wrapped(|ui| draw(ui, Part::Actions));
        return;
    }
    let row = ui.horizontal(|ui| {
        let left = ui.horizontal(|ui| draw(ui, Part::Title));
        let actions = at_right_ui(ui, |ui| draw(ui, Part::Actions));
        Measured { title: left.response.rect.width(), actions }
    });
    let now = row.inner;
    if now.whole() > room {
        // Not a second pass of this frame: it would carry out each click of the frame again.
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(memory, now));
}

/// Draws controls at the right end of a row, from left to right, so that Tab goes the way the eye
/// does. Returns their width. Once in each row.
pub fn at_right_ui(ui: &mut Ui, mut draw: impl FnMut(&mut Ui)) -> f32 {
    let memory = ui.scope_id().with("controls at the right");
    let layout = Layout::left_to_right(Align::Center);
    let known: Option<f32> = ui.data(|data| data.get_temp(memory));
    let last = known.unwrap_or_else(|| {
        // Unseen and out of use: nothing can be clicked twice.
        let aside = UiBuilder::new().layout(layout).sizing_pass().invisible();
        let mut aside = ui.new_child(aside);
        draw(&mut aside);
        aside.min_rect().width()
    });
    // A row that is filled from its right, or goes on below, is measured by whoever made it: there the
    // controls take no more than their own width.
    let width = if ui.layout().main_wrap() {
        ui.horizontal(draw).response.rect.width()
    } else if ui.layout().prefer_right_to_left() {
        let size = vec2(last, ui.available_height());
        ui.allocate_ui_with_layout(size, layout, draw).response.rect.width()
    } else {
        let row = ui.with_layout(layout, |ui| {
            ui.add_space((ui.available_width() - last).max(0.0));
            ui.horizontal(draw).response.rect.width()
        });
        row.inner
    };
    let is_other = (width - last).abs() > ROUNDING;
    if is_other {
        // Not a second pass of this frame: it would carry out each click of the frame again.
        ui.ctx().request_repaint();
    }
    if is_other || known.is_none() {
        ui.data_mut(|data| data.insert_temp(memory, width));
    }
    width
}
