//! A display or library is missing: the other display is tried, and if that does not help, a
//! message names the packages.

use super::display::{Display, until_ended};
use super::journeys::{RemotePracticeService, folder};

/// The program restarts itself on X11, and the restarted program still has the sign-in.
#[test]
fn a_compositor_that_has_ended_leaves_the_window_to_x11() {
    let display = Display::start();
    let shop = RemotePracticeService::open("stale-wayland");
    let ended = ("WAYLAND_DISPLAY", "postroom-nobody");
    let mut window = shop.open_window_with(&display, Some(ended));
    window.client.wait_for("PRODUCTION");
}

/// An invalid file replaces the library, as if it were not installed.
#[test]
fn a_missing_library_is_answered_with_its_package() {
    // Each row alone prevents the window from opening. The X11 libraries themselves are loaded by
    // the path they had when the program was built, so no other file can replace them.
    let x11 = [
        (&["libxkbcommon-x11.so.0", "libxkbcommon-x11.so"][..], "libxkbcommon-x11-0"),
        (&["libGL.so.1", "libGL.so", "libEGL.so.1", "libEGL.so"], "libegl1 libgl1"),
    ];
    let wayland = [
        (&["libwayland-client.so.0", "libwayland-client.so"][..], "libwayland-client0"),
        (&["libwayland-egl.so.1", "libwayland-egl.so"], "libwayland-egl1"),
        (&["libxkbcommon.so.0", "libxkbcommon.so"], "libxkbcommon0"),
        (&["libEGL.so.1", "libEGL.so"], "libegl1"),
    ];
    for display in Display::each() {
        let rows = if display.is_wayland() { &wayland[..] } else { &x11[..] };
        for (libraries, package) in rows {
            let broken = folder("broken");
            std::fs::create_dir(&broken).unwrap();
            for library in *libraries {
                std::fs::write(broken.join(library), "").unwrap();
            }
            let mut program = display.program();
            program.arg("--data").arg(folder("no-library")).env("LD_LIBRARY_PATH", &broken);
            let (code, said) = until_ended(&mut program);
            assert_eq!(code, Some(1), "{package}: {said}");
            assert_eq!(said.lines().count(), 1, "{package}: {said}");
            assert!(said.contains(&format!(" {package}")), "{package}: {said}");
            std::fs::remove_dir_all(broken).unwrap();
        }
    }
}
