//! The display the window opens on: a Wayland compositor where there is one, else an X11
//! server. Says what to install or to do where no window can open.

use std::ffi::OsString;

use crate::base::handed::Handed;
use crate::base::restart;

/// Either names a Wayland compositor.
const WAYLAND: [&str; 2] = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET"];
const X11: &str = "DISPLAY";

/// What the window needs under Wayland, as Debian packages. A bare server lacks them;
/// desktops have them.
const WAYLAND_LIBRARIES: &str = "libwayland-client0 libwayland-egl1 libxkbcommon0 libegl1";
/// The same under X11.
const X11_LIBRARIES: &str =
    "libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libegl1 libgl1";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Display {
    /// Windows and macOS have one way to open a window, and need no library for it.
    OfSystem,
    Wayland,
    X11,
    Missing,
}

/// Starts the program again for X11, where Wayland was tried and there is an X11 server as
/// well: a compositor without OpenGL, a library that is missing, a variable that names a
/// compositor which has ended. Returns where that is not so, or the system refuses.
pub fn try_x11_instead(handed: &Handed, reason: &str, report: fn(&str)) {
    if display(variable) == Display::Wayland && variable(X11).is_some() {
        let reason = without_place(reason);
        report(&format!(
            "the window could not open on the Wayland display ({reason}); trying X11"
        ));
        restart::with(handed, |again| {
            for name in WAYLAND {
                again.env_remove(name);
            }
        });
    }
}

/// One line: what was attempted, why it failed, what to do.
pub fn no_window(reason: &str) -> String {
    let reason = without_place(reason);
    let (kind, packages) = match display(variable) {
        Display::OfSystem => return format!("the window could not open: {reason}"),
        Display::Missing => {
            return "the window could not open: there is no display (neither WAYLAND_DISPLAY \
                    nor DISPLAY is set). Start Postroom in a desktop session, or draw the same \
                    screens as pictures: postroom tour --out tour"
                .to_owned();
        }
        Display::Wayland => ("Wayland", WAYLAND_LIBRARIES),
        Display::X11 => ("X11", X11_LIBRARIES),
    };
    format!(
        "the window could not open on the {kind} display ({reason}); if a library is missing: \
         sudo apt-get install -y {packages}"
    )
}

/// The windowing library names the line of its own source before the words.
fn without_place(reason: &str) -> &str {
    let after = reason.rsplit_once(".rs:").map(|(_, rest)| rest);
    let words = after.and_then(|rest| rest.split_once(": "));
    words.map_or(reason, |(_, words)| words)
}

/// The one the window is opened on, by the same order as the windowing library.
fn display(variable: impl Fn(&str) -> Option<OsString>) -> Display {
    if cfg!(any(windows, target_os = "macos")) {
        Display::OfSystem
    } else if WAYLAND.iter().any(|name| variable(name).is_some()) {
        Display::Wayland
    } else if variable(X11).is_some() {
        Display::X11
    } else {
        Display::Missing
    }
}

/// The value of a variable; an empty one counts as not set.
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}
