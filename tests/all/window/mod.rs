//! The real window under a virtual display, read and driven through its accessibility
//! tree. Only with `--features inspect`, which puts the listening port into the binary.
//! X11 always; where `POSTROOM_WAYLAND` is set, a Wayland compositor as well.

mod client;
mod clipboard;
mod dialogs;
mod display;
mod journeys;
mod no_window;
mod second_start;
mod wayland;
