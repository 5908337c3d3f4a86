//! Export of the history: the button, and the progress of a running export.

use egui::Ui;

use crate::desk::balance::intent::BalanceIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::widgets::{Button, small_muted_ui};

pub fn button_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    if let Some(count) = cx.state.balance.ledger.exporting {
        let stop = Button::secondary(text!("balance-export-cancel"));
        let stop = stop.name(text!("balance-export-cancel-name"));
        if stop.compact().show_ui(ui).clicked() {
            cx.ask(BalanceIntent::CancelHistoryExport);
        }
        small_muted_ui(ui, &text!("balance-export-progress", count = count));
        return;
    }
    let export = Button::secondary(text!("balance-export"))
        .name(text!("balance-export-name"))
        .hint(text!("balance-export-hint"))
        .disabled_because(cx.files_busy);
    if export.show_ui(ui).clicked() {
        cx.choose_file(FileAction::ExportHistory);
    }
}
