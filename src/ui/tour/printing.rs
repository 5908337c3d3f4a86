//! The simulated printer of the tour: a socket in this program that receives the print data, so
//! that the pictures show a real print.

use std::io::Read;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::{Bought, Tour, TourError};
use crate::desk::printing::state::JobState;
use crate::ui::panel::Panel;

/// The same limit as for any other step.
const PATIENCE: Duration = super::PATIENCE;

/// The port of the printer, and the bytes received on each connection.
struct Printer {
    port: u16,
    taken: Receiver<Vec<u8>>,
}

impl Printer {
    /// Receives two jobs, then its thread ends.
    fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        let (tell, taken) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming().take(2) {
                let mut bytes = Vec::new();
                let read = stream.and_then(|mut stream| stream.read_to_end(&mut bytes));
                // The receiver is gone only if the tour failed in another place.
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
        self.go_to(Panel::Settings)?;
        self.click("Light")?;
        self.click("Add printer")?;
        let port = printer.port.to_string();
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
        let page = printer.taken.recv_timeout(PATIENCE).unwrap_or_default();
        self.holds(page.starts_with(b"^XA"), || {
            "the printer got no test page".to_owned()
        })?;

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
        let label = printer.taken.recv_timeout(PATIENCE).unwrap_or_default();
        self.holds(label.starts_with(b"^XA"), || {
            "the printer got no label".to_owned()
        })?;
        self.go_to(Panel::Settings)?;
        self.end_step("print-queue")
    }

    fn sent(&mut self, count: usize) -> Result<(), TourError> {
        let what = format!("{count} prints");
        self.wait(&what, |state| {
            let jobs = state.printing.jobs.iter();
            jobs.filter(|job| job.state == JobState::Sent).count() == count
        })
    }
}
