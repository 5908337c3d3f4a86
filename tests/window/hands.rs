//! A clerk's hands: a real mouse and a real keyboard, and how often they were used. The window is
//! read through its accessibility tree, but never driven through it.

use std::collections::BTreeSet;
use std::fmt;
use std::thread;
use std::time::Duration;

use super::client::Client;
use super::display::{Display, Window};

/// Milliseconds a key of somebody who types fluently.
pub const FLUENT: u32 = 60;
/// Milliseconds a key of a practiced clerk at a number pad; a scanner is hardly faster.
pub const NUMBER_PAD: u32 = 20;

/// A control that has been in one place for so long rests.
const RESTING: Duration = Duration::from_millis(100);

pub struct Hands<'a> {
    display: &'a Display,
    corner: (i32, i32),
    pub done: Effort,
}

/// What a task took.
#[derive(Debug, Default)]
pub struct Effort {
    pub clicks: usize,
    /// The fields that were typed into.
    pub fields: BTreeSet<String>,
    /// Letters and digits.
    pub characters: usize,
    /// The other keys, in order.
    pub keys: Vec<String>,
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<&str> = self.fields.iter().map(String::as_str).collect();
        write!(
            f,
            "{} clicks, {} fields ({}), {} characters, {} other keys ({})",
            self.clicks,
            fields.len(),
            fields.join(", "),
            self.characters,
            self.keys.len(),
            self.keys.join(", ")
        )
    }
}

impl<'a> Hands<'a> {
    pub fn at(display: &'a Display, window: &Window) -> Self {
        Self { display, corner: display.focus_window(window), done: Effort::default() }
    }

    /// Clicks a control that is in sight.
    pub fn click(&mut self, client: &mut Client, name: &str) {
        let mut center = client.center(name);
        // What has just come is clicked where it rests.
        loop {
            thread::sleep(RESTING);
            let before = std::mem::replace(&mut center, client.center(name));
            if before == center {
                break;
            }
        }
        let center = center * client.pixels_per_point();
        #[allow(clippy::cast_possible_truncation)]
        let (x, y) = (center.x.round() as i32, center.y.round() as i32);
        assert!(
            (0..1366).contains(&x) && (0..768).contains(&y),
            "{name} is out of sight, at {x} × {y}"
        );
        let (x, y) = ((self.corner.0 + x).to_string(), (self.corner.1 + y).to_string());
        let arguments = ["mousemove", "--sync", &x, &y, "sleep", "0.1", "click", "1"];
        self.display.xdotool(&arguments);
        self.done.clicks += 1;
    }

    /// Types into the field that has the keyboard, wherever the program has put it, once it is
    /// there.
    pub fn fill(&mut self, client: &mut Client, field: &str, text: &str, pace: u32) {
        client.wait_for_focus(field);
        self.write(field, text, pace);
    }

    /// Types without a look at the screen; `field` is where the text should go.
    pub fn write(&mut self, field: &str, text: &str, pace: u32) {
        let pace = pace.to_string();
        self.display.xdotool(&["type", "--delay", &pace, text]);
        self.done.fields.insert(field.to_owned());
        self.done.characters += text.chars().count();
    }

    /// Presses a key, in the spelling of X11: `Return`, `ctrl+Return`.
    pub fn press(&mut self, key: &str) {
        self.display.xdotool(&["key", key]);
        self.done.keys.push(key.to_owned());
    }
}
