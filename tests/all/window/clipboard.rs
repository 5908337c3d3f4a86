//! What is copied in one window is pasted in another: two processes, real keys.

use std::thread;
use std::time::Duration;

use super::display::Display;
use super::journeys::folder;

const WORDS: &str = "Zoë Quiñones, 12 Ürün Sokağı";

#[test]
fn words_copied_in_one_window_are_pasted_in_another() {
    for display in Display::each() {
        let mut from = display.open(&folder("copy"), &["--practice"]);
        from.client.wait_for("PRACTICE");
        from.client.fill("From name", WORDS);
        from.client.wait_for(WORDS);
        display.keys(&from, &["ctrl+a", "ctrl+c"]);

        let mut to = display.open(&folder("paste"), &["--practice"]);
        to.client.wait_for("PRACTICE");
        to.client.click("To name");
        // The other window offers what it copied a moment after its keys were pressed.
        let pasted = (0..100).any(|_| {
            display.keys(&to, &["ctrl+a", "ctrl+v"]);
            thread::sleep(Duration::from_millis(100));
            to.client.text_on_screen().contains(WORDS)
        });
        assert!(pasted, "{display:?}: {}", to.client.text_on_screen());
    }
}
