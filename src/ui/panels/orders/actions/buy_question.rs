//! What buying would cost, by carrier, before the money is spent.

use egui::Ui;

use crate::base::locale::format;
use crate::base::money::{Amount, Money};
use crate::desk::order_batches::OrderBatchIntent;
use crate::desk::order_batches::work::OrderWork;
use crate::desk::orders::selection::{CarrierSum, SelectionSums};
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::auto_buy_words::auto_buy_words;
use crate::ui::parts::rate_words::carrier_name;
use crate::ui::tokens::{size, space, text};
use crate::ui::widgets::{
    Button, Meaning, band_with_ui, card, from_left_ui, from_right_ui, heading_ui, line_ui,
    money_words, short_ui, small_muted_ui, strong_ui,
};

/// The sum by carrier, what changed, and what the balance lacks, before the money is spent.
/// Returns false once the question is answered.
pub(super) fn question_ui(ui: &Ui, cx: &mut Cx<'_>) -> bool {
    let Some(sums) = cx.state.orders.selection.sums.clone() else {
        return !cx.state.orders.selection.is_empty();
    };
    let tokens = cx.tokens;
    let mut stays = true;
    let modal = card::question(text!("orders-buy-question"), tokens).show(ui.ctx(), |ui| {
        ui.set_width(420.0);
        let title = text!("orders-buy-title", labels = sums.priced.len());
        heading_ui(ui, &title);
        ui.add_space(space::S);
        carriers_ui(ui, cx, &sums.carriers, &sums.totals);
        let prices: Vec<Money> = sums.priced.iter().map(|(_, price)| *price).collect();
        // Whoever tops up comes back to this question.
        balance_ui(ui, cx, &sums.totals, &prices);
        changes_ui(ui, &sums);
        ui.add_space(space::M);
        ui.horizontal(|ui| {
            let words = text!(
                "orders-buy-labels",
                labels = sums.priced.len(),
                total = sum_words(&sums.totals)
            );
            // With too little money, topping up is the first thing to do.
            let known = cx.state.balance.summary.value().and_then(|summary| summary.money());
            let known = known.filter(|_| !cx.state.buys_for_nothing());
            let buy = match known.and_then(|balance| lacking(balance, &sums.totals)) {
                Some(_) => Button::secondary(&words),
                None => Button::primary(&words),
            };
            let buy = buy.name(text!("orders-buy-now"));
            if buy.show_ui(ui).clicked() {
                let work = OrderWork::Buy(sums.priced.clone());
                cx.ask(OrderBatchIntent::Begin(work));
                stays = false;
            }
            let no = Button::secondary(text!("orders-buy-cancel"));
            stays &= !card::no_ui(ui, text!("orders-buy-question"), no);
        });
    });
    stays && !modal.should_close()
}

/// The sum of each carrier, by its name, and `totals` of all if there are several.
pub(super) fn carriers_ui(ui: &mut Ui, cx: &Cx<'_>, carriers: &[CarrierSum], totals: &[Money]) {
    for carrier in carriers {
        let words = text!(
            "orders-buy-carrier",
            carrier = carrier_name(cx.state, &carrier.carrier),
            labels = carrier.labels
        );
        sum_ui(ui, cx, &words, &money_words(carrier.total));
    }
    if carriers.len() > 1 {
        let labels: u64 = carriers.iter().map(|carrier| carrier.labels).sum();
        let words = text!("orders-buy-sum", labels = labels);
        sum_ui(ui, cx, &words, &sum_words(totals));
    }
}

/// What something costs, at the right end of its line.
fn sum_ui(ui: &mut Ui, cx: &Cx<'_>, words: &str, sum: &str) {
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        from_right_ui(ui, |ui| {
            strong_ui(ui, sum);
            from_left_ui(ui, |ui| short_ui(ui, words, text::body(), cx.tokens.ink));
        });
    });
}

fn sum_words(totals: &[Money]) -> String {
    let totals = totals.iter().map(|total| money_words(*total));
    format::list(&totals.collect::<Vec<_>>())
}

/// What changed since the orders were rated.
fn changes_ui(ui: &mut Ui, sums: &SelectionSums) {
    let count = sums.price_changes;
    if count > 0 {
        let parts = sums.changed_by.iter().map(|by| {
            let amount = money_words(Money::new(by.amount.abs(), by.currency));
            match (by.amount.is_zero(), by.amount.is_negative()) {
                (true, _) => text!("orders-buy-changed-even").to_owned(),
                (false, true) => text!("orders-buy-changed-less", amount = amount),
                (false, false) => text!("orders-buy-changed-more", amount = amount),
            }
        });
        let by = format::list(&parts.collect::<Vec<_>>());
        let words = text!("orders-buy-changed", count = count, by = by);
        small_muted_ui(ui, &words);
    }
    if sums.outdated > 0 {
        small_muted_ui(ui, &text!("orders-buy-outdated", count = sums.outdated));
    }
}

/// What the balance lacks for all of it.
fn lacking(balance: Money, totals: &[Money]) -> Option<Money> {
    let [total] = totals else {
        return None;
    };
    let lacking = total.checked_sub(balance)?;
    let is_lacking = !lacking.amount.is_negative() && !lacking.amount.is_zero();
    is_lacking.then_some(lacking)
}

/// The balance, what it lacks for all of it, and for how many labels it is enough. The prices are in
/// the order of buying. Returns whether the user goes to top it up.
pub(super) fn balance_ui(ui: &mut Ui, cx: &mut Cx<'_>, totals: &[Money], prices: &[Money]) -> bool {
    if cx.state.buys_for_nothing() {
        small_muted_ui(ui, text!("parts-test-labels-free"));
        return false;
    }
    let Some(summary) = cx.fresh_balance() else {
        small_muted_ui(ui, text!("parts-balance-being-read"));
        return false;
    };
    let (Some(balance), [_]) = (summary.money(), totals) else {
        return false;
    };
    let words = text!("orders-buy-balance", balance = money_words(balance));
    small_muted_ui(ui, &words);
    if let Some(lacking) = lacking(balance, totals) {
        let words = text!(
            "orders-buy-lacks",
            amount = money_words(lacking),
            labels = covered(balance, prices)
        );
        let mut is_chosen = false;
        band_with_ui(ui, Meaning::Warning, &words, |ui| {
            let top_up = Button::primary(text!("orders-buy-top-up"));
            is_chosen = top_up.show_ui(ui).clicked();
        });
        if summary.is_auto_buy == Some(true) {
            small_muted_ui(ui, &auto_buy_words(summary));
        }
        if is_chosen {
            cx.commands.push(Command::TopUp(Some(whole_units(lacking.amount))));
        }
        return is_chosen;
    }
    false
}

/// A dollar, a euro.
const UNIT: i64 = 1_000_000;

/// The amount in whole units of the currency, so that it is enough.
fn whole_units(amount: Amount) -> Amount {
    let over = amount.micros().rem_euclid(UNIT);
    let missing = if over == 0 { 0 } else { UNIT - over };
    amount.checked_add(Amount::from_micros(missing)).unwrap_or(amount)
}

/// How many labels the balance pays, one after the other, before it is used up.
fn covered(balance: Money, prices: &[Money]) -> usize {
    let mut left = balance;
    let paid = prices.iter().take_while(|price| {
        let rest = left.checked_sub(**price);
        match rest.filter(|rest| !rest.amount.is_negative()) {
            Some(rest) => {
                left = rest;
                true
            }
            None => false,
        }
    });
    paid.count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::money::Currency;

    fn dollars(cents: i64) -> Money {
        Money::new(Amount::from_cents(cents), Currency::USD)
    }

    #[test]
    fn the_balance_pays_labels_in_their_order_until_one_is_too_much() {
        let prices = [400, 500, 200, 50].map(dollars);
        for (balance, labels) in [(0, 0), (399, 0), (400, 1), (900, 2), (1_149, 3), (1_150, 4)] {
            assert_eq!(covered(dollars(balance), &prices), labels, "{balance}");
        }
        // The third is too much, and buying stops there, though the fourth would be paid.
        assert_eq!(covered(dollars(960), &prices), 2);
    }

    /// W30: what is proposed for a top-up is enough.
    #[test]
    fn an_amount_is_rounded_up_to_whole_units() {
        for (cents, whole) in [(1, 100), (100, 100), (257_624, 257_700), (99_99, 10_000)] {
            let amount = whole_units(Amount::from_cents(cents));
            assert_eq!(amount, Amount::from_cents(whole), "{cents}");
        }
    }
}
