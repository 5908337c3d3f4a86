//! At most one move of the keyboard focus per frame. On a slow computer, a fast typist or a scanner
//! can put a Tab and the following digits into one frame. egui moves the focus at the end of a
//! frame, so the digits would go to the field before the Tab.

use egui::{Context, Event, Key, Plugin, RawInput};

/// Holds back the input after a Tab until the next frame.
#[derive(Default)]
pub struct Pacing {
    held: Vec<Event>,
}

impl Plugin for Pacing {
    fn debug_name(&self) -> &'static str {
        "pacing"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let mut events = std::mem::take(&mut self.held);
        events.append(&mut input.events);
        let moved = events.iter().position(moves_the_focus);
        if let Some(at) = moved {
            self.held = events.split_off(at + 1);
        }
        if !self.held.is_empty() {
            ctx.request_repaint();
        }
        input.events = events;
    }
}

fn moves_the_focus(event: &Event) -> bool {
    matches!(
        event,
        Event::Key {
            key: Key::Tab,
            pressed: true,
            ..
        }
    )
}
