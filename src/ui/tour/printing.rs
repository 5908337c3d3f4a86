//! The simulated printer of the tour: a socket in this program that receives the print data, so
//! that the pictures show a real print.

use std::io::Read;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::{Bought, Tour, TourError};
use crate::desk::printing::state::JobState;
use crate::ui::panel::Panel;
use crate::ui::settings_category::SettingsCategory;

/// The same limit as for any other step.
const PATIENCE: Duration = super::PATIENCE;

/// The port of the printer, and the bytes received on each connection.
pub(super) struct Printer {
    port: u16,
    taken: Receiver<Vec<u8>>,
}

impl Printer {
    /// Receives jobs, one on each connection, as long as the program runs.
    fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        let (tell, taken) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut bytes = Vec::new();
                let read = stream.and_then(|mut stream| stream.read_to_end(&mut bytes));
                // The receiver is gone only if the tour is over.
                if read.is_err() || tell.send(bytes).is_err() {
                    return;
                }
            }
        });
        Ok(Self { port, taken })
    }
}

impl Tour<'_> {
    /// Sets up a printer, tests it, and prints the first label.
    pub(super) fn printing(&mut self, first: &Bought) -> Result<(), TourError> {
        let printer = Printer::start().map_err(|error| self.broken(&error.to_string()))?;
        self.open_settings(SettingsCategory::Appearance)?;
        self.click("Light")?;
        self.open_settings(SettingsCategory::Printers)?;
        self.click("Add printer")?;
        let port = printer.port.to_string();
        self.printer = Some(printer);
        for (field, words) in [
            ("Printer name", "Label printer"),
            ("Printer address", "127.0.0.1"),
            ("Printer port", port.as_str()),
        ] {
            self.type_into(field, words)?;
        }
        self.end_step("printer")?;
        self.click("Save printer")?;
        self.click("Test print: Label printer")?;
        self.sent(1)?;
        let page = self.next_print()?;
        self.holds(page.starts_with(b"~CC^"), || "the printer got no test page".to_owned())?;

        self.go_to(Panel::Shipments)?;
        let row = self.driver.state().shipments.rows.iter();
        let number = row
            .filter(|row| row.id == first.shipment)
            .find_map(|row| row.tracking_number.clone())
            .ok_or_else(|| self.broken("the shipment has no tracking number"))?;
        self.click(&format!("Select Casey Example, {number}"))?;
        self.end_step("chosen")?;
        self.click("Print selected")?;
        self.sent(2)?;
        let label = self.next_print()?;
        self.holds(label.starts_with(b"~CC^"), || "the printer got no label".to_owned())?;
        self.open_settings(SettingsCategory::Printers)?;
        self.end_step("print-queue")
    }

    /// What the printer received next.
    pub(super) fn next_print(&self) -> Result<Vec<u8>, TourError> {
        let printer = self.printer.as_ref();
        let printed = printer.and_then(|printer| printer.taken.recv_timeout(PATIENCE).ok());
        printed.ok_or_else(|| self.broken("the printer got nothing more"))
    }

    fn sent(&mut self, count: usize) -> Result<(), TourError> {
        let what = format!("{count} prints");
        self.wait(&what, |state| {
            let jobs = state.printing.jobs.iter();
            jobs.filter(|job| job.state == JobState::Sent).count() == count
        })
    }
}
