//! The display on which the window opens: a Wayland compositor if there is one, else an X11 server.
//! If no window can open, says what to install or to do.

use std::ffi::OsString;

use crate::base::restart;
use crate::base::startup_credentials::StartupCredentials;
use crate::text;

/// Either one names a Wayland compositor.
const WAYLAND: [&str; 2] = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET"];
const X11: &str = "DISPLAY";

/// What the window needs under Wayland, as Debian packages. Desktops have them; a
/// minimal server lacks them.
const WAYLAND_LIBRARIES: &str = "libwayland-client0 libwayland-egl1 libxkbcommon0 libegl1";
/// What the window needs under X11, as Debian packages.
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

/// Restarts the program on X11 if Wayland failed and an X11 server is also available. Wayland fails
/// with a compositor without OpenGL, a missing library, or a variable that names a compositor that
/// has ended. Returns if there is no X11 server, or the system refuses the restart.
pub fn try_x11_instead(handed: &StartupCredentials, reason: &str, report: fn(&str)) {
    if display(variable) == Display::Wayland && variable(X11).is_some() {
        let reason = without_place(reason);
        report(&text!("shell-start-try-x11", reason = reason));
        restart::restart_process(handed, |again| {
            for name in WAYLAND {
                again.env_remove(name);
            }
        });
    }
}

/// One line: what was attempted, why it failed, and what to do.
pub fn no_window(reason: &str) -> String {
    let reason = without_place(reason);
    let (kind, packages) = match display(variable) {
        Display::OfSystem => return text!("shell-start-no-window", reason = reason),
        Display::Missing => return text!("shell-start-no-display").to_owned(),
        Display::Wayland => ("Wayland", WAYLAND_LIBRARIES),
        Display::X11 => ("X11", X11_LIBRARIES),
    };
    text!("shell-start-no-window-library", display = kind, reason = reason, packages = packages)
}

/// Removes the source file and line that the windowing library puts before its message.
fn without_place(reason: &str) -> &str {
    let after = reason.rsplit_once(".rs:").map(|(_, rest)| rest);
    let words = after.and_then(|rest| rest.split_once(": "));
    words.map_or(reason, |(_, words)| words)
}

/// The display on which the window opens, in the same order as the windowing library.
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

/// The value of an environment variable; an empty one counts as not set.
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}
