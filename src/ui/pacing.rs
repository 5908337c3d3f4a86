//! At most one move of the keyboard focus per frame. On a slow computer, a fast typist or a scanner
//! can put a Tab and the following digits into one frame. egui moves the focus at the end of a
//! frame, so the digits would go to the field before the Tab. In the same way Enter takes a
//! suggestion and Ctrl+N begins a new shipment, and Ctrl+Enter buys what was typed before it.

use egui::{Context, Event, Key, Modifiers, Plugin, RawInput};

/// Holds back the input after such a key until the next frame.
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
        if let Some(at) = end_of_frame(&events) {
            self.held = events.split_off(at);
        }
        if !self.held.is_empty() {
            ctx.request_repaint();
        }
        input.events = events;
    }
}

/// How many of the events belong to this frame, if not all.
fn end_of_frame(events: &[Event]) -> Option<usize> {
    let mut has_text = false;
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Text(_) | Event::Paste(_) => has_text = true,
            Event::Key { key: Key::Enter, pressed: true, modifiers, .. }
                if modifiers.command && has_text =>
            {
                return Some(at);
            }
            Event::Key { key, pressed: true, modifiers, .. }
                if moves_the_focus(*key, *modifiers) =>
            {
                return Some(at + 1);
            }
            _ => {}
        }
    }
    None
}

fn moves_the_focus(key: Key, modifiers: Modifiers) -> bool {
    match key {
        Key::Tab => true,
        Key::Enter => modifiers.is_none(),
        Key::N => modifiers.command,
        _ => false,
    }
}
