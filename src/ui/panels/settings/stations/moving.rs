//! Copying orders from one workspace to another, and what became of them.

use egui::Ui;

use crate::desk::order_moves::{MoveIntent, MoveReport};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::tokens::space;
use crate::ui::widgets::{Button, Card, hint_ui, muted_ui, trouble_ui};

pub(super) fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    Card::new(text!("stations-moving-title")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        muted_ui(ui, text!("stations-moving-explained"));
        let moving = cx.state.order_moves.moving.clone();
        let busy = moving.is_loading().then(|| text!("stations-moving-busy"));
        let is_shared = cx.state.stations.address().is_some();
        ui.horizontal_wrapped(|ui| {
            if is_shared {
                let copy = Button::secondary(text!("stations-copy-own")).disabled_because(busy);
                if copy.show_ui(ui).clicked() {
                    cx.ask(MoveIntent::CopyOwn);
                }
            }
            for (words, action) in [
                (text!("stations-export"), FileAction::ExportWorkspace),
                (text!("stations-import"), FileAction::ImportWorkspace),
            ] {
                let button = Button::secondary(words).disabled_because(busy.or(cx.files_busy));
                if button.show_ui(ui).clicked() {
                    cx.choose_file(action);
                }
            }
        });
        if moving.is_loading() {
            muted_ui(ui, text!("stations-moving-busy"));
        } else if let Some(trouble) = moving.trouble() {
            trouble_ui(ui, trouble, false);
        } else if let Some(report) = moving.value() {
            report_ui(ui, report);
        }
    });
}

fn report_ui(ui: &mut Ui, report: &MoveReport) {
    let (orders, documents) = (report.orders, report.documents);
    let addresses = report.addresses;
    let lines = [
        text!("stations-moved-orders", count = orders.copied),
        text!("stations-moved-orders-there", count = orders.were_there),
        text!("stations-moved-documents", count = documents.copied),
        text!("stations-moved-documents-there", count = documents.were_there),
        text!("stations-moved-addresses", count = addresses.copied),
        text!("stations-moved-addresses-there", count = addresses.were_there),
    ];
    if let Some(file) = &report.file {
        muted_ui(ui, &file.display().to_string());
    }
    let counts = [
        orders.copied,
        orders.were_there,
        documents.copied,
        documents.were_there,
        addresses.copied,
        addresses.were_there,
    ];
    for (line, count) in lines.iter().zip(counts) {
        if count > 0 {
            muted_ui(ui, line);
        }
    }
    if counts == [0; 6] && report.left_out == 0 {
        muted_ui(ui, text!("stations-moved-nothing"));
    }
    if !report.different.is_empty() {
        let numbers = report.different.join(", ");
        hint_ui(ui, &text!("stations-moved-different", numbers = numbers));
    }
    if report.left_out > 0 {
        let numbers = report.left_out_numbers.join(", ");
        let orders = report.left_out;
        hint_ui(ui, &text!("stations-moved-left-out", orders = orders, numbers = numbers));
    }
}
