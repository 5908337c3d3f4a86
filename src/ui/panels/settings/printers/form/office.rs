//! The part of the printer form that queries an office printer: its address, the
//! request, and the result.

use egui::Ui;

use super::{Form, PORT_WIDTH, PrinterField};
use crate::base::locale::format::formats;
use crate::desk::printing::intent::PrintingIntent;
use crate::label::print::office::PrinterCapabilities;
use crate::label::print::{Language, Printer, office};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::form::share_of_width;
use crate::ui::widgets::text::Meaning;
use crate::ui::widgets::{Button, Field, Icon, band_ui, retry_ui, small_muted_ui};

/// The document formats for office printers, the most common first.
pub const LANGUAGES: [Language; 3] = [Language::Pdf, Language::Pwg, Language::PwgBlack];

/// The port and path of the printer's address; the form has the host.
pub struct OfficePrinterAddress {
    pub port: String,
    pub path: String,
    /// A response is pending, and fills in the form when it arrives.
    waits: bool,
}

impl Default for OfficePrinterAddress {
    fn default() -> Self {
        Self { port: office::PORT.to_string(), path: office::PATH.to_owned(), waits: false }
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

    pub(super) fn office_ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx<'_>,
        problem: &dyn Fn(PrinterField) -> Option<&'static str>,
    ) {
        let half = share_of_width(ui, 2);
        ui.horizontal_top(|ui| {
            Field::new(text!("settings-printer-address"))
                .name(text!("settings-printer-address-field"))
                .hint("192.168.1.60")
                .width(half)
                .problem(problem(PrinterField::Host))
                .show_ui(ui, &mut self.host);
            Field::new(text!("settings-printer-port"))
                .name(text!("settings-printer-port-field"))
                .width(PORT_WIDTH)
                .right_aligned()
                .problem(problem(PrinterField::Port))
                .show_ui(ui, &mut self.office.port);
            Field::new(text!("settings-printer-path"))
                .name(text!("settings-printer-path-field"))
                .width(half - PORT_WIDTH - space::S)
                .problem(problem(PrinterField::Path))
                .show_ui(ui, &mut self.office.path);
        });
        // A full address pasted into the host field is split into its fields.
        if self.host.trim_start().starts_with("ipp://") {
            self.host = self.office.take(self.host.trim());
        }
        small_muted_ui(ui, text!("settings-office-address-explained"));
        let uri = self.office_uri();
        let state = cx.state;
        let told = state.printing.office.as_ref();
        let told = told.filter(|(of, _)| *of == uri).map(|(_, told)| told);
        let busy = told.is_some_and(|told| told.is_loading());
        let cannot = match (self.host.trim().is_empty(), busy) {
            (true, _) => Some(text!("settings-office-needs-address")),
            (false, true) => Some(text!("settings-office-checking")),
            (false, false) => None,
        };
        let ask = Button::secondary(text!("settings-office-check"))
            .icon(Icon::Search)
            .hint(text!("settings-office-check-hint"))
            .disabled_because(cannot);
        let mut asks = ask.show_ui(ui).clicked();
        let Some(told) = told else {
            return self.asked(cx, asks, uri);
        };
        if busy {
            small_muted_ui(ui, text!("settings-office-checking"));
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
        self.edge = (told.edge_in, self.destination());
    }
}

/// Shows whether the printer is ready for labels with these settings, or why it is not.
fn found_ui(ui: &mut Ui, told: &PrinterCapabilities, printer: &Printer) {
    ui.add_space(space::XS);
    let Err(reason) = told.language() else {
        let words = text!("settings-office-found", printer = told.called(), state = &told.state);
        small_muted_ui(ui, &words);
        if told.edge_in > 0.0 {
            let edge = formats().decimal(&format!("{:.2}", told.edge_in));
            small_muted_ui(ui, &text!("settings-office-edge", inches = edge));
        }
        match told.objection(printer) {
            Some(reason) => band_ui(ui, Meaning::Warning, &reason, None),
            None => band_ui(ui, Meaning::Good, text!("settings-office-ready"), None),
        };
        return;
    };
    let words = match cfg!(windows) {
        true => text!("settings-office-unfit-windows", reason = reason),
        false => text!("settings-office-unfit", reason = reason),
    };
    band_ui(ui, Meaning::Bad, &words, None);
}
