//! The money in the account: the balance, top-ups, AutoBuy, and the spending.

mod auto_buy;
mod drift;
mod history;
mod top_up;

use egui::{Align, Layout, RichText, ScrollArea, Ui, vec2};

use crate::api::account::BalanceSummary;
use crate::desk::balance::intent::BalanceIntent;
use crate::desk::state::State;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::refresh_button::refresh_button_ui;
use crate::ui::tokens::{space, text};
use crate::ui::widgets::card;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::notice::retry_ui;
use crate::ui::widgets::text::{heading_ui, money_words, muted_ui, small_muted_ui};

#[derive(Default)]
pub struct BalanceViewState {
    top_up: top_up::TopUpViewState,
    auto_buy: auto_buy::AutoBuyViewState,
    history: history::HistoryViewState,
}

const LEFT: f32 = 340.0;
/// Minimum height of the history; below this the whole history scrolls.
const HISTORY: f32 = 480.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut BalanceViewState) {
    ui.horizontal(|ui| {
        heading_ui(ui, text!("balance-title"));
        cx.freshness_ui(ui, &cx.state.balance.summary);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if refresh_button_ui(ui, text!("balance-refresh-name")) {
                refresh(cx);
            }
        });
    });
    if retry_ui(ui, cx.trouble_to_show(&cx.state.balance.summary)) {
        refresh(cx);
    }
    let room = ui.available_size();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        ui.allocate_ui_with_layout(vec2(LEFT, room.y), Layout::top_down(Align::Min), |ui| {
            ScrollArea::vertical()
                .id_salt("money")
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.x = space::S;
                    left_ui(ui, cx, local);
                });
        });
        let (height, width) = (room.y.max(HISTORY), ui.available_width());
        ScrollArea::vertical()
            .id_salt("what moved")
            .max_height(room.y)
            .show(ui, |ui| {
                let size = vec2(width, height);
                let down = Layout::top_down(Align::Min);
                ui.allocate_ui_with_layout(size, down, |ui| {
                    history::show_ui(ui, cx, &mut local.history);
                });
            });
    });
}

/// Requests the balance and the history again, for F5 and the Refresh buttons.
pub fn refresh(cx: &mut Cx<'_>) {
    cx.ask(BalanceIntent::Refresh);
    let range = cx.state.balance.history.range;
    cx.ask(BalanceIntent::LoadHistory(range));
}

/// Why no money can be moved now.
fn obstacle(state: &State) -> Option<&'static str> {
    state.unreachable_reason(text!("balance-offline"))
}

fn left_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut BalanceViewState) {
    let Some(summary) = cx.state.balance.summary.value() else {
        muted_ui(ui, text!("balance-unknown"));
        return;
    };
    Card::new(text!("balance-available")).show_ui(ui, |ui| {
        let amount = summary.money().map_or_else(|| "–".to_owned(), money_words);
        ui.label(RichText::new(amount).font(text::display()));
        small_muted_ui(ui, &payment_method(summary));
    });
    card::gap_ui(ui);
    top_up::show_ui(ui, cx, &mut local.top_up, summary);
    card::gap_ui(ui);
    auto_buy::show_ui(ui, cx, &mut local.auto_buy, summary);
    card::gap_ui(ui);
    drift::show_ui(ui, cx);
}

/// The API reports the last four digits of a card, but not its brand.
fn payment_method(summary: &BalanceSummary) -> String {
    match (&summary.credit_card, &summary.bank_account) {
        (Some(card), _) if card.active != Some(false) => match &card.last_four {
            Some(digits) => text!("balance-paid-by-card", digits = digits),
            None => text!("balance-paid-by-some-card").to_owned(),
        },
        (_, Some(bank)) if bank.active != Some(false) => match &bank.last_four {
            Some(digits) => text!("balance-paid-by-bank", digits = digits),
            None => text!("balance-paid-by-some-bank").to_owned(),
        },
        _ => text!("balance-no-payment-method").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::account::CreditCard;

    #[test]
    fn the_payment_method_is_named_by_its_last_digits() {
        let mut summary = BalanceSummary::default();
        assert_eq!(payment_method(&summary), "No payment method on file");
        summary.credit_card = Some(CreditCard {
            last_four: Some("4242".into()),
            ..CreditCard::default()
        });
        assert!(payment_method(&summary).contains("4242"));
    }
}
