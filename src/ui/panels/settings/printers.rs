//! The printers: the configured ones, those the system offers, and the form for one.

mod form;
pub mod queue;

use egui::Ui;

use self::form::Form;
use crate::base::locale::format::formats;
use crate::desk::kernel::settings::Settings;
use crate::desk::printing::intent::PrintingIntent;
use crate::label::print::{Destination, Printer};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::{
    Button, Card, Icon, check_ui, muted_ui, retry_ui, small_muted_ui, strong_ui,
};

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
    Card::new(text!("settings-printers")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        if printers.is_empty() {
            muted_ui(ui, text!("settings-printers-none"));
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
        check_ui(ui, text!("settings-auto-print"), &mut settings.auto_print);
        small_muted_ui(
            ui,
            match cfg!(windows) {
                false => text!("settings-print-size"),
                true => text!("settings-print-size-windows"),
            },
        );
    });
}

fn printer_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PrintersViewState, printer: &Printer) {
    let name = &printer.name;
    strong_ui(ui, name);
    small_muted_ui(ui, &facts(printer));
    ui.horizontal_wrapped(|ui| {
        if Button::secondary(text!("settings-test-print"))
            .name(&text!("settings-test-print-on", printer = name))
            .hint(text!("settings-test-print-hint"))
            .compact()
            .show_ui(ui)
            .clicked()
        {
            cx.ask(PrintingIntent::TestPrint(name.clone()));
        }
        if Button::quiet(text!("settings-printer-edit"))
            .name(&text!("settings-printer-edit-name", printer = name))
            .compact()
            .show_ui(ui)
            .clicked()
        {
            local.form = Some(Form::of_printer(printer));
        }
        if Button::quiet(text!("settings-printer-remove"))
            .name(&text!("settings-printer-remove-name", printer = name))
            .hint(text!("settings-printer-remove-hint"))
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
    let (wide, high) = printer.media_in;
    let inches = |side: f32| formats().decimal(&side.to_string());
    let place = match &printer.destination {
        Destination::Raw { host, port } => {
            text!("settings-printer-at", address = format!("{host}:{port}"))
        }
        Destination::Cups { uri } => {
            let queue = uri.rsplit('/').next().unwrap_or(uri);
            text!("settings-printer-queue", queue = queue)
        }
        Destination::Office { uri } => text!("settings-printer-at", address = uri),
        Destination::Windows { queue } => text!("settings-printer-windows-queue", queue = queue),
    };
    let mut facts = vec![
        printer.language.name().to_owned(),
        text!("settings-printer-dpi", dpi = printer.dpi),
        text!("settings-printer-paper", width = inches(wide), height = inches(high)),
        place,
    ];
    if printer.shares_sheets() {
        facts.push(text!("settings-printer-two-per-sheet").to_owned());
    }
    if printer.copies > 1 {
        facts.push(text!("settings-printer-copies", count = printer.copies));
    }
    facts.join(", ")
}

fn add_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PrintersViewState) {
    let found = &cx.state.printing.found;
    ui.horizontal_wrapped(|ui| {
        let add = Button::secondary(text!("settings-printer-add")).icon(Icon::Plus);
        if add.show_ui(ui).clicked() {
            local.form = Some(Form::fresh());
        }
        let asking = text!("settings-printers-asking");
        let busy = found.is_loading().then_some(asking);
        let find = Button::secondary(text!("settings-printers-find"))
            .icon(Icon::Search)
            .hint(match cfg!(windows) {
                true => text!("settings-printers-find-hint-windows"),
                false => text!("settings-printers-find-hint"),
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
        muted_ui(ui, text!("settings-printers-found-none"));
    }
    for queue in queues.iter() {
        ui.horizontal_wrapped(|ui| {
            strong_ui(ui, &queue.name);
            small_muted_ui(ui, &queue.state);
            if Button::secondary(text!("settings-printer-use"))
                .name(&text!("settings-printer-use-queue", queue = &queue.name))
                .compact()
                .show_ui(ui)
                .clicked()
            {
                local.form = Some(Form::of_queue(queue));
            }
        });
    }
}
