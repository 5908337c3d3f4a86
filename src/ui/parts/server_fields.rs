//! Fields of a server that a database is on.

use egui::Ui;

use crate::base::secret::Secret;
use crate::ui::tokens::space;
use crate::ui::widgets::Field;
use crate::ui::widgets::form::side_by_side_ui;

const PORT: f32 = 90.0;

/// The port as it is typed; none is typed for the usual one.
pub fn port_text(port: u16) -> String {
    match port {
        0 => String::new(),
        port => port.to_string(),
    }
}

/// Whether this is no port. Nothing typed means the usual one.
pub fn is_bad_port(typed: &str) -> bool {
    let port = typed.trim();
    !port.is_empty() && port.parse::<u16>().is_err()
}

pub fn read_port(typed: &str) -> u16 {
    typed.trim().parse().unwrap_or_default()
}

/// The password, if one is typed.
pub fn read_password(typed: &str) -> Option<Secret> {
    (!typed.is_empty()).then(|| Secret::new(typed.to_owned()))
}

/// The host and the port side by side.
pub fn host_and_port_ui(
    ui: &mut Ui,
    host: (Field<'_>, &mut String),
    port: (Field<'_>, &mut String),
) {
    side_by_side_ui(ui, |ui| {
        let room = ui.available_width() - PORT - space::S;
        host.0.hint("db.example.com").width(room).show_ui(ui, host.1);
        port.0.width(PORT).show_ui(ui, port.1);
    });
}
