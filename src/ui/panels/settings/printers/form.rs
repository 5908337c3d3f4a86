//! The form for one printer, and its validation.

mod office;

use egui::Ui;

use crate::desk::printing::intent::PrintingIntent;
use crate::label::print::cups::Queue;
use crate::label::print::spooler::SCHEME;
use crate::label::print::{Destination, Language, Printer, RAW_PORT, RESOLUTIONS, Turn, measure};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::size;
use crate::ui::widgets::form::{FieldProblem, share_of_width};
use crate::ui::widgets::{
    Button, Field, FormEnd, check_ui, combo_ui, end_ui, fields_ui, hint_ui, keyboard, labelled_ui,
    small_muted_ui,
};

pub struct Form {
    /// The name it had when the form was opened.
    replaces: Option<String>,
    name: String,
    way: PrinterConnection,
    host: String,
    port: String,
    office: office::OfficePrinterAddress,
    uri: String,
    language: Language,
    dpi: u16,
    paper: Paper,
    width: String,
    height: String,
    x: String,
    y: String,
    darkness: Option<u8>,
    turn: Turn,
    copies: u8,
    two_a_sheet: bool,
    /// As the printer or the queue at this address reports it.
    edge: (f32, Destination),
    tried: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PrinterConnection {
    Port,
    Office,
    Queue,
}

/// A field that can have a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PrinterField {
    Name,
    Host,
    Port,
    Path,
    Queue,
    Size,
    Offset,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Paper {
    Label4x6,
    Label4x8,
    Label7x3,
    Letter,
    A4,
    Other,
}

/// The known papers with their width and height in inches.
const PAPERS: [(Paper, (f32, f32)); 5] = [
    (Paper::Label4x6, (4.0, 6.0)),
    (Paper::Label4x8, (4.0, 8.0)),
    (Paper::Label7x3, (7.0, 3.0)),
    (Paper::Letter, (8.5, 11.0)),
    (Paper::A4, (8.27, 11.69)),
];

/// The documents that a label printer and a queue take, the most common first.
const LANGUAGES: [Language; 6] =
    [Language::Zpl, Language::Tspl, Language::Pdf, Language::Png, Language::Epl2, Language::Cpcl];

fn paper_words(paper: Paper) -> String {
    let known = PAPERS.iter().find(|(known, _)| *known == paper);
    let size = known.map(|(_, size)| measure(*size)).unwrap_or_default();
    match paper {
        Paper::Label4x6 | Paper::Label4x8 | Paper::Label7x3 => {
            text!("settings-paper-label", size = size)
        }
        Paper::Letter => text!("settings-paper-letter", size = size),
        Paper::A4 => text!("settings-paper-a4", size = size),
        Paper::Other => text!("settings-paper-other").to_owned(),
    }
}

const PORT_WIDTH: f32 = 72.0;

impl Form {
    pub fn fresh() -> Self {
        let mut form = Self::of_printer(&Printer::default());
        form.replaces = None;
        form
    }

    pub fn of_queue(queue: &Queue) -> Self {
        let mut form = Self::of_printer(&Printer {
            name: queue.name.clone(),
            destination: at(&queue.uri),
            language: queue.language,
            media_in: queue.media_in,
            edge_in: queue.edge_in,
            ..Printer::default()
        });
        form.replaces = None;
        form
    }

    pub fn of_printer(printer: &Printer) -> Self {
        let (mut host, mut port, mut uri) = (String::new(), RAW_PORT, String::new());
        let mut office = office::OfficePrinterAddress::default();
        let way = match &printer.destination {
            Destination::Raw { host: of, port: at } => {
                (host, port) = (of.clone(), *at);
                PrinterConnection::Port
            }
            Destination::Office { uri } => {
                host = office.take(uri);
                PrinterConnection::Office
            }
            queue => {
                uri = queue.to_string();
                PrinterConnection::Queue
            }
        };
        let mut form = Self {
            replaces: Some(printer.name.clone()),
            name: printer.name.clone(),
            way,
            host,
            port: port.to_string(),
            office,
            uri,
            language: printer.language,
            dpi: printer.dpi,
            paper: Paper::Other,
            width: String::new(),
            height: String::new(),
            x: printer.offset.0.to_string(),
            y: printer.offset.1.to_string(),
            darkness: printer.darkness,
            turn: printer.turn,
            copies: printer.copies.max(1),
            two_a_sheet: printer.two_a_sheet,
            edge: (printer.edge_in, printer.destination.clone()),
            tried: false,
        };
        form.edge.1 = form.destination();
        form.lay_in(printer.media_in);
        form
    }

    /// Selects the paper of this size, in inches.
    fn lay_in(&mut self, (wide, high): (f32, f32)) {
        let near = |a: f32, b: f32| (a - b).abs() < 0.01;
        let known = PAPERS.iter().find(|(_, size)| near(size.0, wide) && near(size.1, high));
        self.paper = known.map_or(Paper::Other, |(paper, _)| *paper);
        let short = |inches: f32| ((inches * 1_000.0).round() / 1_000.0).to_string();
        (self.width, self.height) = (short(wide), short(high));
    }

    /// Returns true when the form is saved or canceled.
    pub fn show_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) -> bool {
        ui.scope(|ui| {
            // Two columns in whole points, aligned with the content above at the right.
            let half = (ui.available_width().min(size::READING) / 2.0).floor();
            ui.set_max_width(2.0 * half);
            ui.separator();
            self.contents_ui(ui, cx)
        })
        .inner
    }

    fn contents_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) -> bool {
        keyboard::begin_form(ui, "printer");
        let problem = self.problem(cx);
        let shown = problem.filter(|_| self.tried);
        let of = |field| FieldProblem::words_below(shown.as_ref(), field);
        Field::new(text!("settings-printer-name"))
            .name(text!("settings-printer-name-field"))
            .hint(text!("settings-printer-name-hint"))
            .problem(of(PrinterField::Name))
            .show_ui(ui, &mut self.name);
        let ways = [
            (PrinterConnection::Port, text!("settings-way-label-printer")),
            (PrinterConnection::Office, text!("settings-way-office-printer")),
            (PrinterConnection::Queue, text!("settings-way-installed")),
        ];
        labelled_ui(ui, text!("settings-way"), &mut self.way, &ways);
        let languages = self.languages();
        // Each way of connecting has its own languages, the most common first.
        if !languages.contains(&self.language) {
            self.language = languages.first().copied().unwrap_or(Language::Pdf);
            // Office printers do not have the resolution of a label printer.
            self.dpi = if self.way == PrinterConnection::Office { 300 } else { self.dpi };
        }
        if self.way == PrinterConnection::Office {
            self.office_ui(ui, cx, &of);
        } else if self.way == PrinterConnection::Queue {
            let example = match cfg!(windows) {
                true => "winspool:ZDesigner ZD421",
                false => "ipp://localhost:631/printers/zebra",
            };
            Field::new(text!("settings-queue-address"))
                .hint(example)
                .problem(of(PrinterField::Queue))
                .explain(text!("settings-queue-address-explained"))
                .show_ui(ui, &mut self.uri);
            if self.uri.starts_with(SCHEME) && !self.language.is_of_label_printers() {
                small_muted_ui(ui, text!("settings-windows-raw"));
            }
        } else {
            let host = Field::new(text!("settings-printer-address"))
                .name(text!("settings-printer-address-field"))
                .hint("192.168.1.50")
                .problem(of(PrinterField::Host));
            let port = Field::new(text!("settings-printer-port"))
                .name(text!("settings-printer-port-field"))
                .right_aligned()
                .problem(of(PrinterField::Port));
            fields_ui(ui, [(host, &mut self.host), (port, &mut self.port)]);
        }
        self.paper_ui(ui, languages, of(PrinterField::Size));
        self.dots_ui(ui, of(PrinterField::Offset));
        let cancel = Button::secondary(text!("settings-printer-cancel"));
        let cancel = cancel.name(text!("settings-printer-cancel-name"));
        let end = end_ui(ui, Button::primary(text!("settings-printer-save")), cancel);
        if end != Some(FormEnd::Save) {
            return end.is_some();
        }
        self.tried = true;
        if problem.is_none() {
            cx.ask(PrintingIntent::SavePrinter {
                replaces: self.replaces.clone(),
                printer: Box::new(self.printer()),
            });
        }
        problem.is_none()
    }

    fn languages(&self) -> &'static [Language] {
        match self.way {
            PrinterConnection::Office => &office::LANGUAGES,
            PrinterConnection::Port | PrinterConnection::Queue => &LANGUAGES,
        }
    }

    fn language_words(&self, language: Language) -> &'static str {
        match language {
            // The name says which printers usually take it, where there is a choice.
            Language::Zpl => text!("settings-language-zpl"),
            Language::Pdf if self.way != PrinterConnection::Office => {
                text!("settings-language-pdf")
            }
            Language::PwgBlack => text!("settings-language-pwg-black"),
            Language::Epl2 => text!("settings-language-epl2"),
            Language::Cpcl => text!("settings-language-cpcl"),
            Language::Tspl => text!("settings-language-tspl"),
            other => other.name(),
        }
    }

    fn paper_ui(&mut self, ui: &mut Ui, languages: &[Language], problem: Option<&str>) {
        let half = share_of_width(ui, 2);
        ui.horizontal_top(|ui| {
            let languages: Vec<(Language, &str)> = languages
                .iter()
                .map(|language| (*language, self.language_words(*language)))
                .collect();
            let label = text!("settings-printer-language");
            combo_ui(ui, label, half, &mut self.language, &languages);
            let mut dots = RESOLUTIONS.to_vec();
            // The list also includes another resolution that the printer reported.
            if !dots.contains(&self.dpi) {
                dots.push(self.dpi);
            }
            let dots: Vec<(u16, String)> = dots
                .into_iter()
                .map(|dpi| (dpi, text!("settings-printer-dpi", dpi = dpi)))
                .collect();
            let label = text!("settings-printer-resolution");
            combo_ui(ui, label, half, &mut self.dpi, &dots);
        });
        ui.horizontal_top(|ui| {
            let known = PAPERS.iter().map(|(paper, _)| *paper);
            let papers: Vec<(Paper, String)> =
                known.chain([Paper::Other]).map(|paper| (paper, paper_words(paper))).collect();
            let label = text!("settings-printer-paper-size");
            combo_ui(ui, label, half, &mut self.paper, &papers);
            let turns = [
                (Turn::None, text!("settings-rotation-none")),
                (Turn::Quarter, text!("settings-rotation-right")),
                (Turn::Half, text!("settings-rotation-half")),
                (Turn::ThreeQuarters, text!("settings-rotation-left")),
            ];
            combo_ui(ui, text!("settings-rotation"), half, &mut self.turn, &turns);
        });
        if self.paper == Paper::Other {
            let width = Field::new(text!("settings-paper-width"))
                .name(text!("settings-paper-width-field"))
                .problem(problem);
            let height = Field::new(text!("settings-paper-height"))
                .name(text!("settings-paper-height-field"));
            fields_ui(
                ui,
                [
                    (width.measure().right_aligned(), &mut self.width),
                    (height.measure().right_aligned(), &mut self.height),
                ],
            );
        }
        // Offered only if half the sheet holds a label.
        if self.printer().could_share_sheets() {
            check_ui(ui, text!("settings-two-per-sheet"), &mut self.two_a_sheet);
            small_muted_ui(ui, text!("settings-two-per-sheet-explained"));
        }
    }

    fn dots_ui(&mut self, ui: &mut Ui, problem: Option<&str>) {
        let half = share_of_width(ui, 2);
        let right = Field::new(text!("settings-shift-right")).right_aligned().problem(problem);
        let down = Field::new(text!("settings-shift-down")).right_aligned();
        fields_ui(ui, [(right, &mut self.x), (down, &mut self.y)]);
        hint_ui(ui, &text!("settings-shift-explained", dpi = self.dpi));
        ui.horizontal_top(|ui| {
            let copies: Vec<(u8, String)> = (1..=5).map(|n| (n, n.to_string())).collect();
            combo_ui(ui, text!("settings-copies"), half, &mut self.copies, &copies);
            if matches!(self.language, Language::Zpl | Language::Epl2 | Language::Tspl) {
                let mut levels = vec![(None, text!("settings-darkness-own").to_owned())];
                levels.extend((0..=30).map(|level| (Some(level), level.to_string())));
                let label = text!("settings-darkness");
                combo_ui(ui, label, half, &mut self.darkness, &levels);
            }
        });
    }

    /// The first invalid field, and why.
    fn problem(&self, cx: &Cx<'_>) -> Option<FieldProblem<PrinterField>> {
        let problem = |field, words| Some(FieldProblem::new(field, words));
        let name = self.name.trim();
        if name.is_empty() {
            return problem(PrinterField::Name, text!("settings-problem-name"));
        }
        let taken = cx.state.printing.printers.iter().any(|known| {
            known.name == name && self.replaces.as_deref() != Some(known.name.as_str())
        });
        if taken {
            return problem(PrinterField::Name, text!("settings-problem-name-taken"));
        }
        if self.way == PrinterConnection::Queue {
            let address = self.uri.trim();
            let of = |scheme: &str| address.strip_prefix(scheme).is_some_and(|it| !it.is_empty());
            let is_queue = of("ipp://") || (cfg!(windows) && of(SCHEME));
            if !is_queue {
                return problem(
                    PrinterField::Queue,
                    match cfg!(windows) {
                        true => text!("settings-problem-queue-windows"),
                        false => text!("settings-problem-queue"),
                    },
                );
            }
        } else {
            let host = self.host.trim();
            if host.is_empty() || host.contains(char::is_whitespace) || host.contains('/') {
                return problem(PrinterField::Host, text!("settings-problem-host"));
            }
            let (port, path) = match self.way {
                PrinterConnection::Office => (&self.office.port, self.office.path.trim()),
                _ => (&self.port, "/"),
            };
            if !port.trim().parse().is_ok_and(|port: u16| port > 0) {
                return problem(PrinterField::Port, text!("settings-problem-port"));
            }
            if !path.starts_with('/') || path.contains(char::is_whitespace) {
                return problem(PrinterField::Path, text!("settings-problem-path"));
            }
        }
        let (wide, high) = self.size();
        let sound = |inches: f32| (0.5..=40.0).contains(&inches);
        if !sound(wide) || !sound(high) {
            return problem(PrinterField::Size, text!("settings-problem-size"));
        }
        let offset = |text: &str| text.trim().parse().is_ok_and(|dots: i32| dots.abs() <= 2_000);
        if !offset(&self.x) || !offset(&self.y) {
            return problem(PrinterField::Offset, text!("settings-problem-offset"));
        }
        None
    }

    fn size(&self) -> (f32, f32) {
        let known = PAPERS.iter().find(|(paper, ..)| *paper == self.paper);
        let typed = |text: &str| text.trim().replace(',', ".").parse().unwrap_or(0.0);
        known.map_or_else(|| (typed(&self.width), typed(&self.height)), |(_, size)| *size)
    }

    fn printer(&self) -> Printer {
        Printer {
            name: self.name.trim().to_owned(),
            destination: self.destination(),
            language: self.language,
            dpi: self.dpi,
            media_in: self.size(),
            offset: (self.x.trim().parse().unwrap_or(0), self.y.trim().parse().unwrap_or(0)),
            darkness: self.darkness,
            turn: self.turn,
            copies: self.copies,
            two_a_sheet: self.two_a_sheet,
            edge_in: match self.edge.1 == self.destination() {
                true if !self.language.is_of_label_printers() => self.edge.0,
                _ => 0.0,
            },
        }
    }

    fn destination(&self) -> Destination {
        match self.way {
            PrinterConnection::Queue => at(&self.uri),
            PrinterConnection::Office => Destination::Office { uri: self.office_uri() },
            PrinterConnection::Port => Destination::Raw {
                host: self.host.trim().to_owned(),
                port: self.port.trim().parse().unwrap_or(RAW_PORT),
            },
        }
    }
}

/// The destination for the address of a queue.
fn at(address: &str) -> Destination {
    let address = address.trim();
    match address.strip_prefix(SCHEME) {
        Some(queue) => Destination::Windows { queue: queue.to_owned() },
        None => Destination::Cups { uri: address.to_owned() },
    }
}
