//! What buying would cost, by carrier, before the money is spent.

use egui::Ui;

use crate::base::locale::format;
use crate::base::money::Money;
use crate::desk::orders::intent::OrderIntent;
use crate::desk::orders::selection::{CarrierSum, SelectionSums};
use crate::desk::orders::work::OrderWork;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::rate_words::carrier_name;
use crate::ui::tokens::{size, space, text};
use crate::ui::widgets::card;
use crate::ui::widgets::notice::band_ui;
use crate::ui::widgets::text::{line_ui, money_words, small_muted_ui, strong_ui, title_ui};
use crate::ui::widgets::words::short_ui;
use crate::ui::widgets::{Button, Meaning};

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
        title_ui(ui, &title);
        ui.add_space(space::S);
        carriers_ui(ui, cx, &sums.carriers);
        stays &= !balance_ui(ui, cx, &sums.totals);
        changes_ui(ui, &sums);
        ui.add_space(space::M);
        ui.horizontal(|ui| {
            let total = sums.totals.iter().map(|total| money_words(*total));
            let total = format::list(&total.collect::<Vec<_>>());
            let words = text!(
                "orders-buy-labels",
                labels = sums.priced.len(),
                total = total
            );
            let buy = Button::primary(&words).name(text!("orders-buy-now"));
            if buy.show_ui(ui).clicked() {
                let work = OrderWork::Buy(sums.priced.clone());
                cx.ask(OrderIntent::Begin(work));
                stays = false;
            }
            stays &= !Button::quiet(text!("orders-buy-cancel"))
                .show_ui(ui)
                .clicked();
        });
    });
    stays && !modal.should_close()
}

/// The sum of each carrier, by its name.
pub(super) fn carriers_ui(ui: &mut Ui, cx: &Cx<'_>, carriers: &[CarrierSum]) {
    for carrier in carriers {
        line_ui(ui, size::CONTROL_COMPACT, |ui| {
            let name = carrier_name(cx.state, &carrier.carrier);
            let words = text!(
                "orders-buy-carrier",
                carrier = name,
                labels = carrier.labels
            );
            let total = money_words(carrier.total);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                strong_ui(ui, &total);
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    short_ui(ui, &words, text::body(), cx.tokens.ink);
                });
            });
        });
    }
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

/// The balance, and what it lacks for all of it. Returns whether the user goes to top it up.
pub(super) fn balance_ui(ui: &mut Ui, cx: &mut Cx<'_>, totals: &[Money]) -> bool {
    let balance = cx.state.balance.summary.value();
    let (Some(balance), [total]) = (balance.and_then(|it| it.money()), totals) else {
        return false;
    };
    let words = text!("orders-buy-balance", balance = money_words(balance));
    small_muted_ui(ui, &words);
    let lacking = total.checked_sub(balance);
    if let Some(lacking) = lacking.filter(|it| !it.amount.is_negative() && !it.amount.is_zero()) {
        let words = text!("orders-buy-lacks", amount = money_words(lacking));
        if band_ui(
            ui,
            Meaning::Warning,
            &words,
            Some(text!("orders-buy-top-up")),
        ) {
            cx.go_to(Panel::Balance);
            return true;
        }
    }
    false
}
