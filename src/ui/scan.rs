//! A barcode scanner is a keyboard that types very fast and ends with Enter. What it types is
//! told by its pace and taken out of whatever field had the keyboard: a parcel scanned while a
//! ZIP was being typed changes no ZIP, and its Enter presses no button.

use egui::output::OutputEvent;
use egui::{Context, Event, FullOutput, Key, Modifiers, Plugin, RawInput};

use super::command::of_barcode;

/// No number of a carrier is shorter; commands may be.
const SHORTEST: usize = 8;
/// Seconds from one letter to the next, on average; the fastest hands take twice as long.
const PACE: f64 = 0.03;
/// Seconds after which the next letter belongs to something else.
const PAUSE: f64 = 0.3;

/// Listens to the letters of the whole window.
#[derive(Default)]
pub struct Scanner {
    letters: String,
    first: f64,
    last: f64,
    /// What stood in the field before the first letter came, if one took it.
    before: Option<String>,
    /// What puts the field back, for the next frame.
    back: Vec<Event>,
    /// Told once the field is back: what it leads to takes the field off the screen.
    waiting: Vec<String>,
    /// The field is being put back in this frame.
    putting: bool,
    scanned: Vec<String>,
    /// Keys and passwords are filled in as fast by other programs.
    off: bool,
}

/// Takes what was scanned since the last call; nothing is taken for a scan while `off`.
pub fn scanned(ctx: &Context, off: bool) -> Vec<String> {
    ctx.with_plugin(|scanner: &mut Scanner| {
        scanner.off = off;
        std::mem::take(&mut scanner.scanned)
    })
    .unwrap_or_default()
}

impl Scanner {
    fn hear(&mut self, letter: &str, now: f64) {
        if self.letters.is_empty() || now - self.last > PAUSE {
            self.forget();
            self.first = now;
        }
        self.letters.push_str(letter);
        self.last = now;
    }

    fn forget(&mut self) {
        self.letters.clear();
        self.before = None;
    }

    /// Whether the letters before an Enter came from a scanner.
    fn is_scan(&self, now: f64) -> bool {
        let count = self.letters.chars().count();
        let steps = u32::try_from(count).unwrap_or(u32::MAX).saturating_sub(1);
        !self.off
            && (count >= SHORTEST || of_barcode(&self.letters).is_some())
            && now - self.last <= PAUSE
            && self.last - self.first <= PACE * f64::from(steps)
            && self.letters.chars().all(|letter| letter.is_ascii_graphic())
    }
}

impl Plugin for Scanner {
    fn debug_name(&self) -> &'static str {
        "scanner"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let now = input.time.unwrap_or_default();
        let mut kept = std::mem::take(&mut self.back);
        self.putting = !kept.is_empty();
        let mut swallow = false;
        for event in std::mem::take(&mut input.events) {
            match &event {
                // A scanner types letter by letter; more at once was pasted.
                Event::Text(letter) if letter.chars().count() == 1 => self.hear(letter, now),
                Event::Key {
                    key: Key::Enter,
                    pressed: true,
                    modifiers,
                    ..
                } if modifiers.is_none() => {
                    if self.is_scan(now) {
                        swallow = true;
                        // Letters of this very frame never reach the field.
                        kept.retain(|event| !matches!(event, Event::Text(_)));
                        self.back = put_back(self.before.take());
                        let code = std::mem::take(&mut self.letters);
                        match self.back.is_empty() {
                            true => self.scanned.push(code),
                            false => self.waiting.push(code),
                        }
                        ctx.request_repaint();
                    }
                    self.forget();
                }
                Event::Key {
                    key: Key::Enter, ..
                } if swallow => {
                    continue;
                }
                Event::Key {
                    key: Key::Tab | Key::Backspace | Key::Delete,
                    pressed: true,
                    ..
                }
                | Event::Text(_)
                | Event::Paste(_)
                | Event::PointerButton { .. } => self.forget(),
                _ => {}
            }
            if !(swallow && is_enter(&event)) {
                kept.push(event);
            }
        }
        input.events = kept;
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        if std::mem::take(&mut self.putting) && !self.waiting.is_empty() {
            self.scanned.append(&mut self.waiting);
            ctx.request_repaint();
        }
        if self.letters.is_empty() || self.before.is_some() {
            return;
        }
        for event in &output.platform_output.events {
            if let OutputEvent::ValueChanged(info) = event
                && let Some(before) = &info.prev_text_value
            {
                self.before = Some(before.clone());
            }
        }
    }
}

fn is_enter(event: &Event) -> bool {
    matches!(
        event,
        Event::Key {
            key: Key::Enter,
            ..
        }
    )
}

/// Selects all and writes what stood there.
fn put_back(before: Option<String>) -> Vec<Event> {
    let Some(before) = before else {
        return Vec::new();
    };
    let press = |key, modifiers| Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    };
    let all = press(Key::A, Modifiers::COMMAND);
    match before.is_empty() {
        true => vec![all, press(Key::Delete, Modifiers::NONE)],
        false => vec![all, Event::Text(before)],
    }
}
