//! The window on a Wayland compositor without an X11 server, so it is a native Wayland window and
//! not one of XWayland.

use super::display::Display;
use super::journeys::{folder, newcomer};

#[test]
fn a_newcomer_buys_a_label_under_wayland() {
    if let Some(display) = Display::wayland(1) {
        newcomer(&display, "wayland");
    }
}

#[test]
fn a_screen_of_double_density_is_drawn_with_twice_the_dots() {
    for (scale, dots) in [(1, 1.0), (2, 2.0)] {
        let Some(display) = Display::wayland(scale) else {
            return;
        };
        let mut window = display.open(&folder("density"), &[]);
        window.client.wait_for("Try it now");
        assert_eq!(window.client.pixels_per_point(), dots, "scale {scale}");
    }
}

/// When its display ends, the program shuts down in order: the folder is free for the next start.
#[test]
fn the_program_ends_when_the_compositor_does() {
    let Some(mut display) = Display::wayland(1) else {
        return;
    };
    let data = folder("compositor-ends");
    let mut window = display.open(&data, &["--practice"]);
    window.client.wait_for("PRACTICE");
    assert!(data.join("instance").exists());
    display.kill_compositor();
    assert_eq!(window.end(), Some(1));
    assert!(!data.join("instance").exists());
}
