//! What is copied in one window is pasted in another: two processes, real keys.

use std::thread;
use std::time::Duration;

use super::display::{Display, Window};
use super::journeys::folder;

const WORDS: &str = "Zoë Quiñones, 12 Ürün Sokağı";

#[test]
fn words_copied_in_one_window_are_pasted_in_another() {
    for display in Display::each() {
        let mut from = display.open(&folder("copy"), &["--practice"]);
        from.client.wait_for("PRACTICE");
        from.client.fill("From name", WORDS);
        from.client.wait_for(WORDS);
        // Once the second window is open, Wayland gives it the keyboard: copying is over by then.
        until_seen(&mut from, &format!("of {WORDS}"), |from| {
            from.client.click("From name");
            display.keys(from, &["ctrl+a", "ctrl+c"]);
            from.client.fill("From company", "of ");
            display.keys(from, &["End", "ctrl+v"]);
        });

        let mut to = display.open(&folder("paste"), &["--practice"]);
        to.client.wait_for("PRACTICE");
        to.client.click("To name");
        until_seen(&mut to, WORDS, |to| {
            display.keys(to, &["ctrl+a", "ctrl+v"]);
        });
    }
}

/// A copy or a paste is carried out a moment after its keys, and a first copy on Wayland not
/// before the clipboard has met the keyboard: it is tried again until the words are there.
fn until_seen(window: &mut Window, words: &str, attempt: impl Fn(&mut Window)) {
    let seen = (0..100).any(|_| {
        attempt(window);
        thread::sleep(Duration::from_millis(100));
        window.client.text_on_screen().contains(words)
    });
    assert!(seen, "no {words:?}: {}", window.client.text_on_screen());
}
