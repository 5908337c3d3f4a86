//! The money in the account: the balance, top-ups, AutoBuy, and the spending.

mod auto_buy;
mod drift;
mod history;
mod top_up;

use egui::{Align, Layout, RichText, ScrollArea, Ui, Vec2, vec2};

use crate::api::account::BalanceSummary;
use crate::base::money::Amount;
use crate::desk::balance::intent::BalanceIntent;
use crate::desk::state::State;
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::refresh_button::refresh_button_ui;
use crate::ui::tokens::{space, text};
use crate::ui::widgets::{
    Card, card, column_ui, head, heading_ui, money_words, muted_ui, panes_ui, retry_ui,
    small_muted_ui,
};

#[derive(Default)]
pub struct BalanceViewState {
    top_up: top_up::TopUpViewState,
    auto_buy: auto_buy::AutoBuyViewState,
    history: history::HistoryViewState,
}

impl BalanceViewState {
    /// Proposes an amount to top up, for a purchase on another panel.
    pub fn ask_for(&mut self, amount: Option<Amount>, came_from: Panel) {
        self.top_up.ask_for(amount, came_from);
    }
}

const LEFT: f32 = 340.0;
/// Width below which the history does not stand beside the cards.
const BESIDE: f32 = 632.0;
/// Width below which two cards do not stand side by side.
const CARD: f32 = 280.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut BalanceViewState) {
    head::head_ui(ui, |ui, part| {
        if part == head::Part::Title {
            heading_ui(ui, text!("balance-title"));
            cx.freshness_ui(ui, &cx.state.balance.summary);
        } else if refresh_button_ui(ui, text!("balance-refresh-name")) {
            refresh(cx);
        }
    });
    if retry_ui(ui, cx.trouble_to_show(&cx.state.balance.summary)) {
        refresh(cx);
    }
    let room = ui.available_size();
    if room.x < LEFT + space::L + BESIDE {
        return stacked_ui(ui, cx, local, room);
    }
    panes_ui(ui, |ui| {
        ui.allocate_ui_with_layout(vec2(LEFT, room.y), Layout::top_down(Align::Min), |ui| {
            ScrollArea::vertical().id_salt("money").auto_shrink([false, false]).show(ui, |ui| {
                ui.spacing_mut().item_spacing.x = space::S;
                left_ui(ui, cx, local);
            });
        });
        let size = vec2(ui.available_width(), room.y);
        ScrollArea::vertical().id_salt("what moved").max_height(room.y).show(ui, |ui| {
            let down = Layout::top_down(Align::Min);
            ui.allocate_ui_with_layout(size, down, |ui| {
                history::show_ui(ui, cx, &mut local.history);
            });
        });
    });
}

/// In a narrow window: the cards in rows above the history, all in one scroll area.
fn stacked_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut BalanceViewState, room: Vec2) {
    let area = ScrollArea::vertical().id_salt("balance");
    area.auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::M;
        let width = ui.available_width();
        if cx.state.balance.summary.value().is_none() || width < 2.0 * CARD + space::L {
            left_ui(ui, cx, local);
        } else {
            let half = ((width - space::L) * 0.5).floor();
            panes_ui(ui, |ui| {
                column_ui(ui, half, |ui| {
                    ui.spacing_mut().item_spacing.x = space::S;
                    available_ui(ui, cx);
                    card::gap_ui(ui);
                    auto_buy_ui(ui, cx, local);
                });
                column_ui(ui, half, |ui| {
                    ui.spacing_mut().item_spacing.x = space::S;
                    top_up_ui(ui, cx, local);
                    card::gap_ui(ui);
                    drift::show_ui(ui, cx);
                });
            });
        }
        let size = vec2(width, room.y);
        let down = Layout::top_down(Align::Min);
        ui.allocate_ui_with_layout(size, down, |ui| {
            history::show_ui(ui, cx, &mut local.history);
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
    if cx.state.balance.summary.value().is_none() {
        muted_ui(ui, text!("balance-unknown"));
        return;
    }
    available_ui(ui, cx);
    card::gap_ui(ui);
    top_up_ui(ui, cx, local);
    card::gap_ui(ui);
    auto_buy_ui(ui, cx, local);
    card::gap_ui(ui);
    drift::show_ui(ui, cx);
}

fn available_ui(ui: &mut Ui, cx: &Cx<'_>) {
    let Some(summary) = cx.state.balance.summary.value() else {
        return;
    };
    Card::new(text!("balance-available")).show_ui(ui, |ui| {
        let amount = summary.money().map_or_else(|| "–".to_owned(), money_words);
        ui.label(RichText::new(amount).font(text::display()));
        small_muted_ui(ui, &payment_method(summary, is_practice(cx.state)));
    });
}

fn top_up_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut BalanceViewState) {
    if let Some(summary) = cx.state.balance.summary.value() {
        top_up::show_ui(ui, cx, &mut local.top_up, summary);
    }
}

fn auto_buy_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut BalanceViewState) {
    if let Some(summary) = cx.state.balance.summary.value() {
        auto_buy::show_ui(ui, cx, &mut local.auto_buy, summary);
    }
}

fn is_practice(state: &State) -> bool {
    state.environment() == Some(Environment::Practice)
}

/// The API reports the last four digits of a card, but not its brand.
fn payment_method(summary: &BalanceSummary, is_practice: bool) -> String {
    match (&summary.credit_card, &summary.bank_account) {
        (Some(card), _) if card.active != Some(false) => match &card.last_four {
            Some(digits) if is_practice => text!("balance-practice-card", digits = digits),
            None if is_practice => text!("balance-practice-some-card").to_owned(),
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
        assert_eq!(payment_method(&summary, false), "No payment method on file");
        summary.credit_card =
            Some(CreditCard { last_four: Some("4242".into()), ..CreditCard::default() });
        let words = payment_method(&summary, false);
        assert_eq!(words, "Top-ups are charged to the card ending in 4242");
        // Nobody needs to fear a charge in practice.
        let words = payment_method(&summary, true);
        assert!(words.contains("practice card ending in 4242"), "{words}");
        assert!(words.contains("nothing is charged"), "{words}");
    }
}
