//! Two real windows on one folder: the second ends, the first stays as it was.

use std::process::Command;

use super::display::Display;
use super::journeys::folder;

#[test]
fn a_second_start_ends_with_a_sentence_and_the_first_window_goes_on() {
    let display = Display::start();
    let data = folder("second-start");
    let mut first = display.open(&data, &[]);
    first.client.wait_for("Try it now");
    let second = Command::new(env!("CARGO_BIN_EXE_postroom"))
        .arg("--data")
        .arg(&data)
        .env("DISPLAY", display.name())
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains("its window was brought forward"), "{said}");
    first.client.click("Try it now");
    first.client.wait_for("PRACTICE");
}
