//! Detects barcode scanners, which type like a very fast keyboard and end with Enter.
//!
//! A field that waits for a scan (`Field::expects_scans`), such as a reference, a search or a path,
//! gets the text, and the Enter after it. Everywhere else the window acts on the scan: the text is
//! removed from the field that received it, so that a parcel scanned while a ZIP is being typed
//! does not change the ZIP, and the Enter presses no button.
//!
//! A barcode of the command sheet is a command in every field but a password, because nobody means
//! `*WEIGH*` as a reference, and the sheet promises to work from anywhere. A password field is left
//! alone: other programs fill it in just as fast.

use std::collections::VecDeque;

use egui::output::OutputEvent;
use egui::{Context, Event, FullOutput, Id, Key, Modifiers, Plugin, RawInput};

use super::command::command_of_barcode;
use super::widgets::field::{ScanUse, take_scan_use};

/// Fewest characters of a carrier's number. Commands may be shorter, and order numbers where orders are
/// shipped.
pub const SHORTEST: usize = 8;
/// Most seconds per character, on average; the fastest typists take twice as long.
const PACE: f64 = 0.03;
/// The same for a code that is shorter than [`SHORTEST`]: a word of few letters is typed in a burst
/// more easily.
const PACE_OF_SHORT: f64 = 0.015;
/// Seconds after which the next character starts a new input.
const PAUSE: f64 = 0.3;

/// Observes the typed characters of the entire window.
#[derive(Default)]
pub struct Scanner {
    letters: String,
    first: f64,
    last: f64,
    /// When the last scan ended.
    ended: Option<f64>,
    /// The key that is down, and whether its last event was a repetition.
    down: Option<Key>,
    repeats: bool,
    /// The text of the focused field before the first scanned character, if a field had the focus.
    before: Option<String>,
    /// The events that complete the last scan, for each of the next frames.
    steps: VecDeque<Vec<Event>>,
    /// The control that had the keyboard focus at the end of the scan; `steps` are only for it.
    target: Option<Id>,
    /// Codes reported once the field is restored, because the resulting command may hide the field.
    waiting: Vec<String>,
    /// The field is being restored in this frame.
    putting: bool,
    scanned: Vec<String>,
    /// What the field with the keyboard focus does with a scan.
    field: ScanUse,
    /// This frame has the Enter of a scan for its field.
    ends: bool,
    /// Scans are not detected: other programs fill in keys and passwords just as fast.
    off: bool,
    /// Fewest characters of a code at the moment; 0 for [`SHORTEST`].
    shortest: usize,
}

/// Returns the codes scanned since the last call. While `off`, nothing counts as a scan; shorter codes
/// than `shortest` are commands only.
pub fn scanned(ctx: &Context, off: bool, shortest: usize) -> Vec<String> {
    ctx.with_plugin(|scanner: &mut Scanner| {
        scanner.off = off;
        scanner.shortest = shortest;
        std::mem::take(&mut scanner.scanned)
    })
    .unwrap_or_default()
}

/// Whether the Enter of this frame ends a scan that the field with the keyboard focus keeps.
pub fn ends_scan(ctx: &Context) -> bool {
    ctx.with_plugin(|scanner: &mut Scanner| scanner.ends).unwrap_or_default()
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

    /// A key held down types as fast as a scanner, but a scanner releases each key.
    fn follow_key(&mut self, event: &Event) {
        match event {
            Event::Key { key, pressed, .. } => {
                self.repeats = *pressed && self.down == Some(*key);
                self.down = pressed.then_some(*key);
            }
            // The window may not be told of the release.
            Event::WindowFocused(_) => (self.down, self.repeats) = (None, false),
            _ => {}
        }
    }

    /// Whether the characters before an Enter came from a scanner.
    fn is_scan(&self, now: f64) -> bool {
        let count = self.letters.chars().count();
        let steps = u32::try_from(count).unwrap_or(u32::MAX).saturating_sub(1);
        let is_long = count >= SHORTEST || command_of_barcode(&self.letters).is_some();
        let is_short_code = self.shortest > 0 && count >= self.shortest;
        let pace = if is_long { PACE } else { PACE_OF_SHORT };
        !self.off
            && self.field != ScanUse::Secret
            && (is_long || is_short_code)
            && now - self.last <= PAUSE
            && self.last - self.first <= pace * f64::from(steps)
            && self.letters.chars().all(|letter| letter.is_ascii_graphic())
    }

    /// Whether this Enter is the second one of a scanner that ends with two.
    fn is_second_end(&self, now: f64) -> bool {
        self.letters.is_empty() && self.ended.is_some_and(|ended| now - ended <= PACE)
    }

    /// Whether the field with the keyboard focus keeps this code.
    fn is_for_field(&self, code: &str) -> bool {
        matches!(self.field, ScanUse::Added | ScanUse::Alone) && command_of_barcode(code).is_none()
    }

    /// Completes the scan in the field that expects it. Its text is in the field after this frame;
    /// Enter follows later, so that a list of matches is that of the entire text.
    fn leave_to_field(&mut self, code: String) {
        let was_empty = self.before.as_deref() == Some("");
        if self.field == ScanUse::Alone && !was_empty {
            self.steps.push_back(replace_text(code));
        }
        let enter = |pressed| key_event(Key::Enter, Modifiers::NONE, pressed);
        self.steps.push_back(vec![enter(true), enter(false)]);
    }

    /// Restores the field, if one has the keyboard focus, and reports the code after that.
    fn take_from_field(&mut self, code: String) {
        match self.before.take() {
            Some(before) => {
                self.steps.push_back(replace_text(before));
                self.waiting.push(code);
            }
            None => self.scanned.push(code),
        }
    }

    /// The events that this frame adds. If the field has lost the focus there are none: they would
    /// delete the text of another field, or press a button.
    fn next_step(&mut self, ctx: &Context) -> Vec<Event> {
        if self.steps.is_empty() {
            return Vec::new();
        }
        if ctx.memory(|memory| memory.focused()) != self.target {
            self.steps.clear();
        }
        let step = self.steps.pop_front().unwrap_or_default();
        if !self.steps.is_empty() {
            ctx.request_repaint();
        }
        step
    }
}

impl Plugin for Scanner {
    fn debug_name(&self) -> &'static str {
        "scanner"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let now = input.time.unwrap_or_default();
        self.field = take_scan_use(ctx);
        self.putting = !self.waiting.is_empty();
        let step = self.next_step(ctx);
        self.ends = step.iter().any(is_enter);
        let mut kept = Vec::new();
        let mut swallow = false;
        for event in std::mem::take(&mut input.events) {
            self.follow_key(&event);
            match &event {
                // A scanner types one character at a time; several at once were pasted.
                Event::Text(letter) if letter.chars().count() == 1 && !self.repeats => {
                    self.hear(letter, now);
                }
                Event::Key { key: Key::Enter, pressed: true, modifiers, .. }
                    if modifiers.is_none() =>
                {
                    if self.is_scan(now) {
                        swallow = true;
                        self.ended = Some(now);
                        self.target = ctx.memory(|memory| memory.focused());
                        let code = std::mem::take(&mut self.letters);
                        if self.is_for_field(&code) {
                            self.leave_to_field(code);
                        } else {
                            // Characters of this frame must not reach the field.
                            kept.retain(|event| !matches!(event, Event::Text(_)));
                            self.take_from_field(code);
                        }
                        ctx.request_repaint();
                    }
                    swallow |= self.is_second_end(now);
                    self.forget();
                }
                Event::Key { key: Key::Enter, .. } if swallow => {
                    continue;
                }
                Event::Key {
                    key: Key::Tab | Key::Backspace | Key::Delete, pressed: true, ..
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
        input.events = step;
        input.events.append(&mut kept);
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
    matches!(event, Event::Key { key: Key::Enter, .. })
}

fn key_event(key: Key, modifiers: Modifiers, pressed: bool) -> Event {
    Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }
}

/// Events that select all text of the field and replace it.
fn replace_text(by: String) -> Vec<Event> {
    let all = key_event(Key::A, Modifiers::COMMAND, true);
    match by.is_empty() {
        true => vec![all, key_event(Key::Delete, Modifiers::NONE, true)],
        false => vec![all, Event::Text(by)],
    }
}
