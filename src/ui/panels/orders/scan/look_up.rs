//! What became of a scanned number that opens no order yet.

use std::sync::Arc;

use egui::Ui;

use super::{NUMBER_LINE, awaited_ui, close_ui, fits_beside, long_number_ui, step, told_ui};
use crate::desk::scan_to_ship::{ScanLookUp, ScanStep};
use crate::orders::order_row::{OrderInList, recipient};
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panels::orders::state_words::state_words;
use crate::ui::settings_category::SettingsCategory;
use crate::ui::tokens::{size, text};
use crate::ui::widgets::{
    Button, Icon, Meaning, from_left_ui, from_right_ui, line_ui, pill_ui, short_ui, words_ui,
};

pub(super) fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, found: &ScanLookUp) {
    let tokens = cx.tokens;
    let is_long = !fits_beside(ui, found.number(), 1.0);
    line_ui(ui, NUMBER_LINE, |ui| {
        from_right_ui(ui, |ui| {
            close_ui(ui, cx);
            if !is_long {
                from_left_ui(ui, |ui| words_ui(ui, found.number(), text::display(), tokens.ink));
            }
        });
    });
    if is_long {
        long_number_ui(ui, found.number());
    }
    match found {
        ScanLookUp::Searching { .. } => {
            told_ui(ui, Meaning::Neutral, text!("scan-searching"));
        }
        ScanLookUp::Asking { database, .. } => {
            let words = text!("scan-asking", name = database);
            told_ui(ui, Meaning::Neutral, &words);
        }
        ScanLookUp::Several { orders, .. } => several_ui(ui, cx, orders),
        ScanLookUp::Nothing { number, database } => {
            nothing_ui(ui, cx, number, database.as_deref());
        }
        ScanLookUp::Refused { reason, .. } => {
            awaited_ui(ui, Meaning::Warning, reason, |ui| {
                again_ui(ui, cx);
                let settings = Button::secondary(text!("scan-database-settings"));
                if settings.icon(Icon::Settings).show_ui(ui).clicked() {
                    cx.open_settings(SettingsCategory::Orders);
                }
            });
        }
    }
}

fn again_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let again = Button::secondary(text!("scan-go-on")).icon(Icon::Refresh);
    if again.show_ui(ui).clicked() {
        step(cx, ScanStep::GoOn);
    }
}

fn nothing_ui(ui: &mut Ui, cx: &mut Cx<'_>, number: &str, database: Option<&str>) {
    let words = match database {
        Some(name) => text!("scan-nothing-in-database", name = name),
        None => text!("scan-nothing").to_owned(),
    };
    awaited_ui(ui, Meaning::Warning, &words, |ui| {
        again_ui(ui, cx);
        let track = Button::secondary(text!("scan-track")).icon(Icon::Tracking);
        if track.show_ui(ui).clicked() {
            cx.commands.push(Command::Track(number.to_owned()));
            step(cx, ScanStep::End);
        }
    });
}

/// Several sources have the number, so a person picks.
fn several_ui(ui: &mut Ui, cx: &mut Cx<'_>, orders: &[Arc<OrderInList>]) {
    told_ui(ui, Meaning::Info, text!("scan-several"));
    for order in orders {
        line_ui(ui, size::CONTROL, |ui| {
            let open = text!("scan-pick", source = &order.order.source);
            if Button::secondary(&open).show_ui(ui).clicked() {
                step(cx, ScanStep::Pick(order.id.clone()));
            }
            let (meaning, words) = state_words(order.state);
            pill_ui(ui, meaning, meaning.icon(), words);
            short_ui(ui, &recipient(&order.order), text::title(), cx.tokens.ink);
        });
    }
}
