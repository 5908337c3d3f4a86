//! The real window on a virtual display, read and driven through its accessibility tree. Only with
//! `--features inspect`, which adds the inspection port to the program. Always on X11; where
//! `POSTROOM_WAYLAND` is set, also on a Wayland compositor; where `POSTROOM_ATSPI` is set, also
//! through the accessibility bus.

#[cfg(target_os = "linux")]
mod accessibility;
mod client;
mod clipboard;
mod dialogs;
mod display;
mod hands;
mod journeys;
mod labels;
mod morning;
mod no_window;
mod second_start;
mod stations;
mod wayland;
