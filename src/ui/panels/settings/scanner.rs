//! The scanner: the sheet of command barcodes, and whether a scan may buy.

use egui::Ui;

use super::{SettingsViewState, limit_ui, texts};
use crate::base::locale::format;
use crate::base::money::Amount;
use crate::desk::kernel::settings::Settings;
use crate::desk::labels::documents::{DocumentId, DocumentIntent};
use crate::text;
use crate::ui::command;
use crate::ui::cx::Cx;
use crate::ui::parts::{document_view, print_label};
use crate::ui::tokens::space;
use crate::ui::widgets::{Button, Card, Icon, check_ui, muted_ui, small_muted_ui};

pub fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut SettingsViewState,
    settings: &mut Settings,
) {
    Card::new(text!("settings-scanner")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        muted_ui(ui, text!("settings-scanner-explained"));
        sheet_ui(ui, cx);
        express_ui(ui, cx, local, settings);
    });
}

fn sheet_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let sheet = || DocumentId::CommandSheet(command::barcode_sheet_lines().into());
    let obstacle = match cx.state.printing.printers.is_empty() {
        true => Some(text!("settings-sheet-needs-printer")),
        false => print_label::obstacle(cx.state),
    };
    ui.horizontal_wrapped(|ui| {
        let button = Button::secondary(text!("settings-print-sheet")).icon(Icon::Printer);
        if button.disabled_because(obstacle).show_ui(ui).clicked() {
            cx.ask(DocumentIntent::Print { document: sheet(), printer: None });
        }
        let button = Button::secondary(text!("settings-save-sheet")).icon(Icon::Save);
        let button = button.disabled_because(cx.files_busy);
        if button.show_ui(ui).clicked() {
            document_view::save(cx, sheet());
        }
    });
    if let Some(reason) = obstacle {
        small_muted_ui(ui, reason);
    }
}

fn express_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut SettingsViewState,
    settings: &mut Settings,
) {
    check_ui(ui, text!("settings-express"), &mut settings.express);
    small_muted_ui(ui, text!("settings-express-explained"));
    let currency = cx.state.currency();
    let texts = texts(cx, local);
    let sign = format::currency_sign(currency);
    let label = text!("settings-express-limit-label", currency = sign);
    let name = text!("settings-express-limit");
    let limit = &mut settings.express_limit;
    let example = Amount::from_cents(2_000);
    limit_ui(ui, &label, name, example, &mut texts.express_limit, limit);
}
