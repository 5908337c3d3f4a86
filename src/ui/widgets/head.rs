//! The heading row of a panel: title and views at the left, actions at the right. In a narrow
//! window the actions are a row of their own below.

use egui::{Align, Layout, Ui};

use crate::ui::tokens::space;

/// What is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Title,
    /// From the right edge, so the main action comes first.
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
        let right = ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            draw(ui, Part::Actions);
            ui.min_rect().width()
        });
        Measured { title: left.response.rect.width(), actions: right.inner }
    });
    let now = row.inner;
    if now.whole() > room {
        // Not a second pass of this frame: it would carry out each click of the frame again.
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(memory, now));
}
