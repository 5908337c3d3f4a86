//! The scanner: the sheet of command barcodes, and whether a scan may buy.

use egui::Ui;

use super::{SettingsViewState, limit_ui, texts};
use crate::desk::intent::Intent;
use crate::desk::kernel::settings::Settings;
use crate::desk::labels::documents::{DocumentId, DocumentIntent};
use crate::ui::command;
use crate::ui::cx::Cx;
use crate::ui::parts::{document_view, print_label};
use crate::ui::tokens::space;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::choice::check_ui;
use crate::ui::widgets::text::{muted_ui, small_muted_ui};
use crate::ui::widgets::{Button, Icon};

pub fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut SettingsViewState,
    settings: &mut Settings,
) {
    Card::new("Scanner").show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        let words = "A scanner that types like a keyboard needs no setting up. A sheet of barcodes gives commands by scanning: weigh, next, print again.";
        muted_ui(ui, words);
        sheet_ui(ui, cx);
        express_ui(ui, cx, local, settings);
    });
}

fn sheet_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let sheet = || DocumentId::CommandSheet(command::barcode_sheet_lines().into());
    let obstacle = match cx.state.printing.printers.is_empty() {
        true => Some("No printer is set up; add one under Printers"),
        false => print_label::obstacle(cx.state),
    };
    ui.horizontal_wrapped(|ui| {
        let button = Button::secondary("Print command sheet").icon(Icon::Printer);
        if button.disabled_because(obstacle).show_ui(ui).clicked() {
            cx.ask(Intent::Documents(DocumentIntent::Print {
                document: sheet(),
                printer: None,
            }));
        }
        let button = Button::secondary("Save command sheet…").icon(Icon::Save);
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
    check_ui(ui, "Express mode: a scan may buy", &mut settings.express);
    let words = "Then Enter in the weight, or the scanned barcode of Buy, buys the label at once: only if nothing is missing, the price is fresh and within the limit, and no label like it was bought just before. The regret window stays, and in Production the amount is still confirmed.";
    small_muted_ui(ui, words);
    let currency = cx.state.currency();
    let texts = texts(cx, local);
    let limit = &mut settings.express_limit;
    let name = "Express limit per label";
    limit_ui(
        ui,
        (name, "20.00", currency),
        &mut texts.express_limit,
        limit,
    );
}
