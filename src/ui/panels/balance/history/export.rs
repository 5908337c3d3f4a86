//! Export of the history: the button, and the progress of a running export.

use egui::Ui;

use crate::desk::balance::intent::BalanceIntent;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::widgets::Button;
use crate::ui::widgets::text::small_muted_ui;

pub fn button_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    if let Some(count) = cx.state.balance.ledger.exporting {
        let stop = Button::secondary("Cancel").name("Cancel the export");
        if stop.compact().show_ui(ui).clicked() {
            cx.ask(BalanceIntent::CancelHistoryExport);
        }
        small_muted_ui(ui, &format!("Exporting, {count} entries so far"));
        return;
    }
    let export = Button::secondary("Export CSV…")
        .name("Export the history")
        .hint("All entries of the days chosen")
        .disabled_because(cx.files_busy);
    if export.show_ui(ui).clicked() {
        cx.choose_file(FileAction::ExportHistory);
    }
}
