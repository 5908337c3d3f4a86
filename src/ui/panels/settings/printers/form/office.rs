//! The part of the printer form that queries an office printer: its address, the
//! request, and the result.

use egui::Ui;

use super::{Form, PORT_WIDTH, half};
use crate::desk::printing::intent::PrintingIntent;
use crate::label::print::office::PrinterCapabilities;
use crate::label::print::{Language, Printer, office};
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::notice::{band_ui, retry_ui};
use crate::ui::widgets::text::{Meaning, small_muted_ui};
use crate::ui::widgets::{Button, Field, Icon};

/// The document formats for office printers, the most common first.
pub const LANGUAGES: [(Language, &str); 3] = [
    (Language::Pdf, "PDF"),
    (Language::Pwg, "PWG raster"),
    (Language::PwgBlack, "PWG raster, black"),
];

/// The port and path of the printer's address; the form has the host.
pub struct OfficePrinterAddress {
    pub port: String,
    pub path: String,
    /// A response is pending, and fills in the form when it arrives.
    waits: bool,
}

impl Default for OfficePrinterAddress {
    fn default() -> Self {
        Self {
            port: office::PORT.to_string(),
            path: office::PATH.to_owned(),
            waits: false,
        }
    }
}

impl OfficePrinterAddress {
    /// Splits an address: stores port and path, and returns the host.
    pub fn take(&mut self, uri: &str) -> String {
        let (host, port, path) = office::parts(uri);
        (self.port, self.path) = (port.to_string(), path);
        host
    }
}

impl Form {
    pub fn office_uri(&self) -> String {
        let port = self.office.port.trim().parse().unwrap_or(office::PORT);
        office::address(self.host.trim(), port, self.office.path.trim())
    }

    pub fn office_ui<'a>(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx<'_>,
        problem: &dyn Fn(&str) -> Option<&'a str>,
    ) {
        let half = half(ui);
        ui.horizontal_top(|ui| {
            Field::new("Address")
                .name("Printer address")
                .hint("192.168.1.60")
                .width(half)
                .problem(problem("host"))
                .show_ui(ui, &mut self.host);
            Field::new("Port")
                .name("Printer port")
                .width(PORT_WIDTH)
                .right_aligned()
                .problem(problem("port"))
                .show_ui(ui, &mut self.office.port);
            Field::new("Path")
                .name("Printer path")
                .width(half - PORT_WIDTH - space::S)
                .problem(problem("path"))
                .show_ui(ui, &mut self.office.path);
        });
        // A full address pasted into the host field is split into its fields.
        if self.host.trim_start().starts_with("ipp://") {
            self.host = self.office.take(self.host.trim());
        }
        small_muted_ui(
            ui,
            "The name or number it has in this network stands on its display or its network page",
        );
        let uri = self.office_uri();
        let state = cx.state;
        let told = state.printing.office.as_ref();
        let told = told.filter(|(of, _)| *of == uri).map(|(_, told)| told);
        let busy = told.is_some_and(|told| told.is_loading());
        let cannot = match (self.host.trim().is_empty(), busy) {
            (true, _) => Some("Write its address first"),
            (false, true) => Some("The printer is being asked"),
            (false, false) => None,
        };
        let ask = Button::secondary("Ask the printer")
            .icon(Icon::Search)
            .hint("What it is, and which language, resolution and paper it takes; fills them in below")
            .disabled_because(cannot);
        let mut asks = ask.show_ui(ui).clicked();
        let Some(told) = told else {
            return self.asked(cx, asks, uri);
        };
        if busy {
            small_muted_ui(ui, "Asking the printer");
        } else if let Some(trouble) = told.trouble() {
            asks |= retry_ui(ui, Some(trouble));
        } else if let Some(told) = told.value() {
            if std::mem::take(&mut self.office.waits) {
                self.fill_in(told);
            }
            found_ui(ui, told, &self.printer());
        }
        self.asked(cx, asks, uri);
    }

    fn asked(&mut self, cx: &mut Cx<'_>, asks: bool, uri: String) {
        if asks {
            self.office.waits = true;
            cx.ask(PrintingIntent::AskOfficePrinter(uri));
        }
    }

    /// Fills in what the printer supports, replacing earlier values; a name that was typed stays.
    fn fill_in(&mut self, told: &PrinterCapabilities) {
        if self.name.trim().is_empty() {
            self.name = told.name.clone();
        }
        if let Ok(language) = told.language() {
            self.language = language;
            self.dpi = told.dpi(language).unwrap_or(300);
        }
        if let Some(paper) = told.paper() {
            self.lay_in(paper);
        }
    }
}

/// Shows whether the printer is ready for labels with these settings, or why it is not.
fn found_ui(ui: &mut Ui, told: &PrinterCapabilities, printer: &Printer) {
    ui.add_space(space::XS);
    let Err(reason) = told.language() else {
        let words = format!("{}. {}", told.called(), told.state);
        small_muted_ui(ui, &words);
        if told.edge_in > 0.0 {
            let edge = format!("{:.2}", told.edge_in);
            let words = format!("Nothing is printed nearer than {edge} in to the paper's edge");
            small_muted_ui(ui, &words);
        }
        match told.objection(printer) {
            Some(reason) => band_ui(ui, Meaning::Warning, &reason, None),
            None => band_ui(
                ui,
                Meaning::Good,
                "Takes labels at 100 % as set below",
                None,
            ),
        };
        return;
    };
    let way = match cfg!(windows) {
        true => "Save labels as PDF and print them at actual size",
        false => "Set it up as a queue of this computer instead",
    };
    band_ui(ui, Meaning::Bad, &format!("{reason}. {way}."), None);
}
