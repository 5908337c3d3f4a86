//! Two real windows on one folder: the second one ends, the first one stays open.

use super::display::Display;
use super::journeys::folder;

#[test]
fn a_second_start_ends_with_a_sentence_and_the_first_window_goes_on() {
    for display in Display::each() {
        let data = folder("second-start");
        let mut first = display.open(&data, &[]);
        first.client.wait_for("Try it now");
        let second = display.program().arg("--data").arg(&data).output().unwrap();
        let said = String::from_utf8(second.stderr).unwrap();
        assert_eq!(second.status.code(), Some(2), "{said}");
        assert!(said.contains("its window comes to the front"), "{said}");
        first.client.click("Try it now");
        first.client.wait_for("PRACTICE");
    }
}
