//! What is copied in one window is pasted in another: two processes, real keys.

use std::thread;
use std::time::Duration;

use super::display::{Display, Window};
use super::journeys::folder;

const WORDS: &str = "Zoë Quiñones, 12 Ürün Sokağı";

#[test]
fn words_copied_in_one_window_are_pasted_in_another() {
    copy_and_paste(&Display::start()).unwrap();
    // A nested compositor on a busy machine now and then passes no keys on to any window; then
    // another one is started.
    let mut reasons = Vec::new();
    while let Some(display) = Display::wayland(1) {
        match copy_and_paste(&display) {
            Ok(()) => break,
            Err(reason) => reasons.push(reason),
        }
        assert!(reasons.len() < 4, "{reasons:#?}");
    }
}

fn copy_and_paste(display: &Display) -> Result<(), String> {
    let mut from = display.open(&folder("copy"), &["--practice"]);
    from.client.wait_for("PRACTICE");
    type_a_letter(display, &mut from, "From company")?;
    from.client.fill("From name", WORDS);
    from.client.wait_for(WORDS);
    // Once the second window is open, Wayland gives it the keyboard: copying is over by then.
    until_seen(&mut from, &format!("of {WORDS}"), |from| {
        from.client.click("From name");
        display.keys(from, &["ctrl+a", "ctrl+c"]);
        from.client.fill("From company", "of ");
        display.keys(from, &["End", "ctrl+v"]);
    })?;

    let mut to = display.open(&folder("paste"), &["--practice"]);
    to.client.wait_for("PRACTICE");
    type_a_letter(display, &mut to, "To company")?;
    to.client.click("To name");
    until_seen(&mut to, WORDS, |to| {
        display.keys(to, &["ctrl+a", "ctrl+v"]);
    })
}

/// Without keys there is nothing to see here.
fn type_a_letter(display: &Display, window: &mut Window, field: &str) -> Result<(), String> {
    window.client.fill(field, "typed: ");
    until_seen(window, "typed: k", |window| display.keys(window, &["k"]))
}

/// A copy or a paste is carried out a moment after its keys, and a first copy on Wayland not
/// before the clipboard has met the keyboard: it is tried again until the words are there.
fn until_seen(
    window: &mut Window,
    words: &str,
    attempt: impl Fn(&mut Window),
) -> Result<(), String> {
    let seen = (0..60).any(|_| {
        attempt(window);
        thread::sleep(Duration::from_millis(100));
        window.client.text_on_screen().contains(words)
    });
    let screen = window.client.text_on_screen();
    seen.then_some(())
        .ok_or_else(|| format!("no {words:?}: {screen}"))
}
