//! Keeps the control with the keyboard in sight: when Tab or an arrow moves the focus to a control
//! outside the visible part of a scrolled page, the page follows.

use egui::accesskit::{Action, ActionRequest, TreeId};
use egui::{Context, Event, Id, Order, Plugin, RawInput, Ui};

/// A taller control is in sight if this much of it is.
const ENOUGH: f32 = 48.0;

#[derive(Default)]
pub struct FocusInSight {
    last: Option<Id>,
    /// The control to scroll to in the next frame.
    wanted: Option<Id>,
}

impl Plugin for FocusInSight {
    fn debug_name(&self) -> &'static str {
        "focus in sight"
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx();
        let focused = ctx.memory(|memory| memory.focused());
        if focused == self.last {
            return;
        }
        self.last = focused;
        // What was clicked is in sight, and must not move under the pointer.
        let by_pointer = ctx.input(|input| input.pointer.any_pressed() || input.pointer.any_down());
        let Some(id) = focused.filter(|_| !by_pointer) else {
            return;
        };
        // Menus and questions are as high as their contents; only pages are scrolled.
        let is_hidden = ctx.read_response(id).is_some_and(|response| {
            let seen = response.interact_rect.intersect(response.rect).height();
            response.layer_id.order == Order::Background
                && response.rect.is_positive()
                && seen < response.rect.height().min(ENOUGH)
        });
        if is_hidden {
            self.wanted = Some(id);
            ctx.request_repaint();
        }
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        if let Some(id) = self.wanted.take() {
            input
                .events
                .push(Event::AccessKitActionRequest(ActionRequest {
                    action: Action::ScrollIntoView,
                    target_tree: TreeId::ROOT,
                    target_node: id.accesskit_id(),
                    data: None,
                }));
        }
    }
}
