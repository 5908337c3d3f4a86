//! What the rules would do with the orders, before they are kept.

use egui::Ui;

use crate::desk::order_rules::trial::{MOST_LISTED, Trial, TrialAnswer};
use crate::desk::state::State;
use crate::orders::rules::Placement;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::{
    Button, Card, Column, Meaning, Table, TableState, band_ui, muted_ui, small_muted_ui, strong_ui,
    trouble_ui,
};

/// Height of the list of changed orders.
const LIST: f32 = 260.0;

/// Shows the trial; returns whether to close it. `is_current`: the rules are still those that were
/// tried.
pub fn show_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    trial: &Trial,
    is_current: bool,
    local: &mut TableState,
) -> bool {
    let mut closes = false;
    let title = match trial.answer {
        None => text!("rules-trial-running"),
        Some(_) => text!("rules-trial-title"),
    };
    let end = match trial.answer {
        None => text!("rules-trial-stop"),
        Some(_) => text!("rules-trial-close"),
    };
    Card::new(title).announced().show_with_ui(
        ui,
        |ui| closes = Button::quiet(end).compact().show_ui(ui).clicked(),
        |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            match &trial.answer {
                None => {
                    let words = text!("rules-trial-read", read = trial.read, all = trial.all);
                    muted_ui(ui, &words);
                }
                Some(Err(trouble)) => {
                    trouble_ui(ui, trouble, false);
                }
                Some(Ok(answer)) => {
                    if !is_current {
                        band_ui(ui, Meaning::Info, text!("rules-trial-outdated"), None);
                    }
                    answer_ui(ui, cx.state, answer, trial.all, local);
                }
            }
        },
    );
    closes
}

fn answer_ui(ui: &mut Ui, state: &State, answer: &TrialAnswer, all: u64, local: &mut TableState) {
    strong_ui(ui, &text!("rules-trial-changed", count = answer.changed));
    let undecided: u64 = answer.rules.iter().map(|tally| tally.undecided).sum();
    let mut facts = Vec::new();
    // Of orders that are left alone nothing was tried.
    if answer.left_alone < all {
        facts.push(text!("rules-trial-unfit", count = answer.unfit));
    }
    if undecided > 0 {
        facts.push(text!("rules-trial-undecided", count = undecided));
    }
    if answer.left_alone > 0 {
        facts.push(text!("rules-trial-left", count = answer.left_alone));
    }
    for fact in facts {
        small_muted_ui(ui, &fact);
    }
    if answer.listed.is_empty() {
        return;
    }
    if answer.changed > MOST_LISTED as u64 {
        small_muted_ui(ui, &text!("rules-trial-first", count = MOST_LISTED));
    }
    Table::new(text!("rules-trial-table"), &answer.listed)
        .max_height(LIST)
        .column(Column::new(text!("rules-trial-column-order"), 90.0), |row| row.number.clone())
        .medium()
        .hinted()
        .column(Column::new(text!("rules-trial-column-recipient"), 150.0).shrinking(90.0), |row| {
            row.recipient.clone()
        })
        .muted()
        .hinted()
        .column(Column::new(text!("rules-trial-column-before"), 140.0).shrinking(90.0), |row| {
            placement(state, &row.before)
        })
        .muted()
        .hinted()
        .column(Column::wide(text!("rules-trial-column-after")), |row| placement(state, &row.after))
        .medium()
        .hinted()
        .show_ui(ui, local);
}

/// `Small box`, or why the order is on hold.
fn placement(state: &State, placement: &Placement) -> String {
    if let Some(hold) = &placement.hold {
        return match hold.reason.trim() {
            "" => text!("orders-held").to_owned(),
            reason => text!("orders-held-because", reason = reason),
        };
    }
    let Some(chosen) = &placement.preset else {
        return text!("rules-trial-no-preset").to_owned();
    };
    let mut presets = state.order_rules.documents.presets.iter();
    let found = presets.find(|keyed| keyed.key == chosen.key);
    found.map_or_else(|| text!("orders-preset-gone").to_owned(), |keyed| keyed.preset.name.clone())
}
