//! The printers: the configured ones, those the system offers, and the form for one.

mod form;
pub mod queue;

use egui::Ui;

use self::form::Form;
use crate::desk::kernel::settings::Settings;
use crate::desk::printing::intent::PrintingIntent;
use crate::label::print::{Destination, Printer};
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::choice::check_ui;
use crate::ui::widgets::notice::retry_ui;
use crate::ui::widgets::text::{muted_ui, small_muted_ui, strong_ui};
use crate::ui::widgets::{Button, Icon};

#[derive(Default)]
pub struct PrintersViewState {
    form: Option<Form>,
}

pub fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut PrintersViewState,
    settings: &mut Settings,
) {
    let state = cx.state;
    let printers = &state.printing.printers;
    Card::new("Printers").show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        if printers.is_empty() {
            muted_ui(ui, "No printer is set up: labels are shown and saved as files");
        }
        for printer in printers {
            printer_ui(ui, cx, local, printer);
        }
        let form = local.form.take();
        match form {
            Some(mut form) => {
                let done = form.show_ui(ui, cx);
                if !done {
                    local.form = Some(form);
                }
            }
            None => add_ui(ui, cx, local),
        }
        ui.add_space(space::XS);
        check_ui(
            ui,
            "Print each label as soon as it is bought",
            &mut settings.auto_print,
        );
        small_muted_ui(
            ui,
            match cfg!(windows) {
                false => "Labels are printed at 100 %, never fitted",
                true => {
                    "Labels are printed at 100 %, never fitted. Label printers get ZPL through the Windows print spooler or by network address, office printers PDF or dots by network address, without their Windows driver."
                }
            },
        );
    });
}

fn printer_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PrintersViewState, printer: &Printer) {
    let name = &printer.name;
    strong_ui(ui, name);
    small_muted_ui(ui, &facts(printer));
    ui.horizontal_wrapped(|ui| {
        let named = |what: &str| format!("{what}: {name}");
        let (test, edit, remove) = (named("Test print"), named("Edit"), named("Remove"));
        let hint = "A frame, rulers and a square of one inch to measure";
        if Button::secondary("Test print")
            .name(&test)
            .hint(hint)
            .compact()
            .show_ui(ui)
            .clicked()
        {
            cx.ask(PrintingIntent::TestPrint(name.clone()));
        }
        if Button::quiet("Edit")
            .name(&edit)
            .compact()
            .show_ui(ui)
            .clicked()
        {
            local.form = Some(Form::of_printer(printer));
        }
        let hint = "Only forgets the settings; what waits for it stays in the queue";
        if Button::quiet("Remove")
            .name(&remove)
            .hint(hint)
            .compact()
            .show_ui(ui)
            .clicked()
        {
            cx.ask(PrintingIntent::RemovePrinter(name.clone()));
        }
    });
}

/// `ZPL, 203 dpi, 4 × 6 in, at 10.0.0.9:9100`
fn facts(printer: &Printer) -> String {
    let language = printer.language.name();
    let (wide, high) = printer.media_in;
    let place = match &printer.destination {
        Destination::Raw { host, port } => format!("at {host}:{port}"),
        Destination::Cups { uri } => {
            let queue = uri.rsplit('/').next().unwrap_or(uri);
            format!("queue {queue}")
        }
        Destination::Office { uri } => format!("at {uri}"),
        Destination::Windows { queue } => format!("Windows queue {queue}"),
    };
    let mut words = format!(
        "{language}, {} dpi, {wide} × {high} in, {place}",
        printer.dpi
    );
    if printer.shares_sheets() {
        words.push_str(", two labels to a sheet");
    }
    if printer.copies > 1 {
        words.push_str(&format!(", {} copies", printer.copies));
    }
    words
}

fn add_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PrintersViewState) {
    let found = &cx.state.printing.found;
    ui.horizontal_wrapped(|ui| {
        let add = Button::secondary("Add printer").icon(Icon::Plus);
        if add.show_ui(ui).clicked() {
            local.form = Some(Form::fresh());
        }
        let busy = found.is_loading().then_some("Asking the system");
        let find = Button::secondary("Find printers")
            .icon(Icon::Search)
            .hint(match cfg!(windows) {
                true => "Asks the Windows print spooler for its queues",
                false => "Asks this computer’s printing system (CUPS) for its queues",
            })
            .disabled_because(busy);
        if find.show_ui(ui).clicked() {
            cx.ask(PrintingIntent::FindPrinters);
        }
    });
    if retry_ui(ui, found.trouble()) {
        cx.ask(PrintingIntent::FindPrinters);
    }
    let Some(queues) = found.value() else {
        return;
    };
    if queues.is_empty() {
        muted_ui(ui, "The printing system has no queue");
    }
    for queue in queues.iter() {
        ui.horizontal_wrapped(|ui| {
            strong_ui(ui, &queue.name);
            small_muted_ui(ui, &queue.state);
            let name = format!("Use queue: {}", queue.name);
            if Button::secondary("Use")
                .name(&name)
                .compact()
                .show_ui(ui)
                .clicked()
            {
                local.form = Some(Form::of_queue(queue));
            }
        });
    }
}
