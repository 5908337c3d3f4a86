//! Text copied in one window is pasted in another: two processes, real keys.

use std::thread;
use std::time::Duration;

use super::display::{Display, Window};
use super::journeys::{folder, picture};

const WORDS: &str = "Zoë Quiñones, 12 Ürün Sokağı";

#[test]
fn words_copied_in_one_window_are_pasted_in_another() {
    assert!(copy_and_paste(&Display::start()), "no key arrived");
    // On a busy machine a nested compositor sometimes passes no keys to any window; then another
    // one is started.
    let had_keys =
        (0..4).any(|_| Display::wayland(1).is_none_or(|display| copy_and_paste(&display)));
    assert!(had_keys, "no key arrived on four compositors");
}

/// Returns whether keys reached the windows; without keys there is nothing to test.
fn copy_and_paste(display: &Display) -> bool {
    let mut from = display.open(&folder("copy"), &["--practice"]);
    from.client.wait_for("PRACTICE");
    if !has_keyboard(display, &mut from, "Sender company") {
        return false;
    }
    from.client.fill("Sender name", WORDS);
    from.client.wait_for(WORDS);
    // Once the second window is open, Wayland gives it the keyboard, so the copy must be done
    // before.
    let copied = is_seen(&mut from, &format!("of {WORDS}"), |from| {
        from.client.click("Sender name");
        display.keys(from, &["ctrl+a", "ctrl+c"]);
        from.client.fill("Sender company", "of ");
        display.keys(from, &["End", "ctrl+v"]);
    });
    assert!(copied, "{display:?}: {}", from.client.text_on_screen());

    let mut to = display.open(&folder("paste"), &["--practice"]);
    to.client.wait_for("PRACTICE");
    if !has_keyboard(display, &mut to, "Recipient company") {
        return false;
    }
    to.client.click("Recipient name");
    let pasted = is_seen(&mut to, WORDS, |to| {
        display.keys(to, &["ctrl+a", "ctrl+v"]);
    });
    assert!(pasted, "{display:?}: {}", to.client.text_on_screen());
    true
}

fn has_keyboard(display: &Display, window: &mut Window, field: &str) -> bool {
    window.client.fill(field, "typed: ");
    is_seen(window, "typed: k", |window| display.keys(window, &["k"]))
}

/// Repeats the attempt until the text appears. A copy or paste takes effect a moment after its
/// keys, and on Wayland the first copy only works once the clipboard has the keyboard's focus.
fn is_seen(window: &mut Window, words: &str, attempt: impl Fn(&mut Window)) -> bool {
    (0..100).any(|_| {
        attempt(window);
        thread::sleep(Duration::from_millis(100));
        window.client.text_on_screen().contains(words)
    })
}

/// Finding O24, with the clipboard of another program and with both ways to paste.
#[test]
fn o24_cells_copied_elsewhere_become_orders() {
    let display = Display::start();
    let data = folder("paste-orders");
    let cells = data.join("cells.tsv");
    std::fs::create_dir_all(&data).unwrap();
    std::fs::write(
        &cells,
        "Order number\tName\tStreet 1\tCity\tState\tZIP\tCountry\r\n\
         S-77\tCasey Example\t1 Ferry Building\tSan Francisco\tCA\t94111\tUS\r\n",
    )
    .unwrap();
    let copied = std::process::Command::new("xclip")
        .args(["-selection", "clipboard", "-in"])
        .arg(&cells)
        .env("DISPLAY", display.name())
        .status()
        .expect("xclip is needed for this test: apt-get install xclip");
    assert!(copied.success());
    let mut window = display.open(&data.join("data"), &["--practice"]);
    window.client.wait_for("PRACTICE");
    window.client.click("Orders");
    window.client.wait_for("Paste");
    window.client.click("Paste");
    window.client.wait_for("S-77");
    picture(&mut window.client, "orders-pasted");
    window.client.click("Cancel");
    let pasted = is_seen(&mut window, "S-77", |window| display.keys(window, &["ctrl+v"]));
    assert!(pasted, "{}", window.client.text_on_screen());
}
