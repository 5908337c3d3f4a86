//! What an unencrypted connection to a database gives away.

use std::net::IpAddr;

use egui::Ui;

use crate::text;
use crate::ui::widgets::{Meaning, band_ui};

/// Warns of an unencrypted connection to another computer.
pub fn warning_ui(ui: &mut Ui, host: &str) {
    if leaves_computer(host) {
        let words = text!("shop-database-tls-off-warning", host = host.trim());
        band_ui(ui, Meaning::Warning, &words, None);
    }
}

/// Whether this is not certainly the computer itself: a socket, or a loopback address.
fn leaves_computer(host: &str) -> bool {
    let host = host.trim().trim_start_matches('[').trim_end_matches(']');
    let is_here = host.is_empty()
        || host.starts_with('/')
        || host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    !is_here
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_computer_is_reached_without_a_warning() {
        for host in
            ["", "localhost", "LOCALHOST ", "127.0.0.1", "127.8.0.1", "::1", "[::1]", "/run/pg"]
        {
            assert!(!leaves_computer(host), "{host}");
        }
        for host in
            ["db.example.com", "192.168.0.7", "localhost.example.com", "0.0.0.0", "127.0.0.1.nip"]
        {
            assert!(leaves_computer(host), "{host}");
        }
    }
}
