//! Whether the tracking number of a label is in the shop's database, and what a person decides.

use egui::Ui;

use crate::base::locale::format;
use crate::desk::order_results::intent::OrderResultIntent;
use crate::desk::order_results::write_back::{
    WriteBackEntry, WriteBackIntent, WriteBackState, needs_person,
};
use crate::desk::orders::intent::OrderIntent;
use crate::orders::documents::Keyed;
use crate::orders::order_label::{LabelStatus, OrderLabel, WriteBack};
use crate::orders::order_row::OrderInList;
use crate::orders::shop_database::ShopDatabase;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::{Button, Meaning, band_ui, line_ui, pill_ui, small_muted_ui};

/// The line of a label of the open order.
pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, row: &OrderInList, label: &OrderLabel) {
    let is_bought = label.status == LabelStatus::Bought && !label.is_return;
    if !is_bought {
        return;
    }
    let entry = cx.state.order_results.write_backs.open.get(&label.transaction).cloned();
    match label.write_back {
        WriteBack::NotWanted => {}
        WriteBack::Written => state_ui(ui, Meaning::Good, text!("scan-write-back-written")),
        WriteBack::GivenUp => state_ui(ui, Meaning::Neutral, text!("scan-write-back-given-up")),
        WriteBack::Waiting => waiting_ui(ui, cx, row, entry.as_ref()),
    }
}

fn state_ui(ui: &mut Ui, meaning: Meaning, words: &str) {
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        pill_ui(ui, meaning, meaning.icon(), words);
    });
}

fn waiting_ui(ui: &mut Ui, cx: &mut Cx<'_>, row: &OrderInList, entry: Option<&WriteBackEntry>) {
    let Some(entry) = entry else {
        state_ui(ui, Meaning::Neutral, text!("scan-write-back-waiting"));
        if let Some(trouble) = &cx.state.order_results.write_backs.trouble {
            small_muted_ui(ui, trouble);
        }
        return;
    };
    let is_undecided = needs_person(entry);
    let (meaning, words) = match entry.state {
        WriteBackState::Unknown => (Meaning::Doubt, text!("scan-write-back-unknown")),
        WriteBackState::Failed if is_undecided => (Meaning::Bad, text!("scan-write-back-failed")),
        _ => (Meaning::Neutral, text!("scan-write-back-waiting")),
    };
    state_ui(ui, meaning, words);
    for reason in reasons(cx, row, entry) {
        small_muted_ui(ui, &reason);
    }
    buttons_ui(ui, cx, entry);
}

/// Why it waits, and until when.
fn reasons(cx: &Cx<'_>, row: &OrderInList, entry: &WriteBackEntry) -> Vec<String> {
    let mut reasons = Vec::new();
    if !entry.detail.as_str().is_empty() {
        reasons.push(entry.detail.to_string());
    }
    if let Some(locked) = cx.state.order_results.write_backs.locked.get(&entry.shop) {
        reasons.push(locked.to_string());
    }
    let key = row.order.write_back.as_deref().unwrap_or(&entry.shop);
    let is_there = |keyed: &Keyed<ShopDatabase>| keyed.key == key;
    if cx.state.order_rules.documents.loaded
        && !cx.state.order_rules.documents.databases.iter().any(is_there)
    {
        reasons.push(text!("scan-write-back-database-gone").to_owned());
    }
    if let Some(at) = entry.retry_at.filter(|at| *at > cx.now && entry.attempts > 0) {
        let at = format::formats().moment(&at.to_zoned(cx.zone.clone()).datetime());
        reasons.push(text!("scan-write-back-next", at = at));
    }
    reasons
}

fn buttons_ui(ui: &mut Ui, cx: &mut Cx<'_>, entry: &WriteBackEntry) {
    let row = entry.row;
    let mut buttons = vec![(text!("scan-write-back-try"), WriteBackIntent::TryNow(row))];
    if entry.state == WriteBackState::Unknown {
        buttons.extend([
            (text!("scan-write-back-is-written"), WriteBackIntent::ItIsWritten(row)),
            (text!("scan-write-back-send-again"), WriteBackIntent::SendAgain(row)),
        ]);
    }
    buttons.push((text!("scan-write-back-give-up"), WriteBackIntent::GiveUp(row)));
    let is_sending = entry.state == WriteBackState::Sending;
    let why = is_sending.then(|| text!("scan-write-back-sending"));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        for (words, intent) in buttons {
            let button = Button::secondary(words).compact().disabled_because(why);
            if button.show_ui(ui).clicked() {
                cx.ask(OrderResultIntent::WriteBack(intent));
            }
        }
    });
}

/// Says that labels wait for a decision, and opens the first of their orders.
pub fn undecided_ui(ui: &mut Ui, cx: &mut Cx<'_>) -> bool {
    let undecided = cx.state.order_results.write_backs.undecided();
    let Some(first) = undecided.first() else {
        return false;
    };
    let order = first.order.clone();
    let words = text!("scan-write-back-undecided", count = undecided.len());
    let is_shown = band_ui(ui, Meaning::Warning, &words, Some(text!("scan-write-back-show")));
    if is_shown {
        cx.ask(OrderIntent::Open(Some(order)));
    }
    is_shown
}
