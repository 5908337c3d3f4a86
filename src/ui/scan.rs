//! Detects barcode scanners, which type like a very fast keyboard and end with Enter. Scanned text
//! is recognized by its speed and removed from the focused field: a parcel scanned while a ZIP is
//! being typed does not change the ZIP, and its Enter presses no button. A field that expects a
//! scan (`Field::expects_scans`), such as a reference or a search, keeps the text and gets the Enter.

use egui::output::OutputEvent;
use egui::{Context, Event, FullOutput, Key, Modifiers, Plugin, RawInput};

use super::command::command_of_barcode;
use super::widgets::field::take_expected_scan;

/// Fewest characters of a scanned number; no carrier's number is shorter. Commands may be shorter.
const SHORTEST: usize = 8;
/// Most seconds per character, on average; the fastest typists take twice as long.
const PACE: f64 = 0.03;
/// Seconds after which the next character starts a new input.
const PAUSE: f64 = 0.3;

/// Observes the typed characters of the entire window.
#[derive(Default)]
pub struct Scanner {
    letters: String,
    first: f64,
    last: f64,
    /// The text of the focused field before the first scanned character, if a field had the focus.
    before: Option<String>,
    /// Events that restore the field in the next frame.
    back: Vec<Event>,
    /// Codes reported once the field is restored, because the resulting command may hide the field.
    waiting: Vec<String>,
    /// The field is being restored in this frame.
    putting: bool,
    scanned: Vec<String>,
    /// The field with the keyboard focus expected a scan in the last frame.
    expected: bool,
    /// Scans are not detected: other programs fill in keys and passwords just as fast.
    off: bool,
}

/// Returns the codes scanned since the last call. While `off`, nothing counts as a scan.
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

    /// Whether the characters before an Enter came from a scanner.
    fn is_scan(&self, now: f64) -> bool {
        let count = self.letters.chars().count();
        let steps = u32::try_from(count).unwrap_or(u32::MAX).saturating_sub(1);
        !self.off
            && !self.expected
            && (count >= SHORTEST || command_of_barcode(&self.letters).is_some())
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
        self.expected = take_expected_scan(ctx);
        let mut kept = std::mem::take(&mut self.back);
        self.putting = !kept.is_empty();
        let mut swallow = false;
        for event in std::mem::take(&mut input.events) {
            match &event {
                // A scanner types one character at a time; several at once were pasted.
                Event::Text(letter) if letter.chars().count() == 1 => self.hear(letter, now),
                Event::Key {
                    key: Key::Enter,
                    pressed: true,
                    modifiers,
                    ..
                } if modifiers.is_none() => {
                    if self.is_scan(now) {
                        swallow = true;
                        // Characters of this frame must not reach the field.
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

/// Events that select all text of the field and replace it with the earlier text.
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
