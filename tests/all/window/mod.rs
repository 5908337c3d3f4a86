//! The real window on a virtual display, read and driven through its accessibility tree. Only with
//! `--features inspect`, which adds the inspection port to the program. Always on X11; where
//! `POSTROOM_WAYLAND` is set, also on a Wayland compositor.

mod client;
mod clipboard;
mod dialogs;
mod display;
mod journeys;
mod no_window;
mod second_start;
mod wayland;
