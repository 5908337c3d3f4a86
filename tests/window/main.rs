//! The real window on a virtual display, read and driven through its accessibility tree. Only with
//! `--features inspect`, which adds the inspection port to the program. Always on X11; where
//! `POSTROOM_WAYLAND` is set, also on a Wayland compositor; where `POSTROOM_ATSPI` is set, also
//! through the accessibility bus. Not a part of `all`, which would be compiled a second time for
//! this feature.

// Clippy's exception for tests covers only `#[test]` functions, not the helpers they share.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

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

// Helpers that are shared with `all`. The tests of the window use only a part of them.
#[allow(dead_code)]
#[path = "../all/database_servers.rs"]
mod database_servers;
#[allow(dead_code)]
#[path = "../all/fake_printer.rs"]
mod fake_printer;
#[allow(dead_code)]
#[path = "../all/reserved_ports.rs"]
mod reserved_ports;

#[allow(dead_code)]
#[path = "../all/desk"]
mod desk {
    pub mod harness;
    pub mod imported_orders;
    #[path = "stations/shop.rs"]
    pub mod shop;
}

#[allow(dead_code)]
#[path = "../all/service"]
mod service {
    mod http;
    pub mod setup;
}
