//! What buying would cost, by carrier, before the money is spent.

use egui::Ui;

use crate::base::locale::format;
use crate::desk::orders::intent::OrderIntent;
use crate::desk::orders::selection::SelectionSums;
use crate::desk::orders::work::OrderWork;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
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
        for carrier in &sums.carriers {
            line_ui(ui, size::CONTROL, |ui| {
                let words = text!(
                    "orders-buy-carrier",
                    carrier = &carrier.carrier,
                    labels = carrier.labels
                );
                short_ui(ui, &words, text::body(), tokens.ink);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    strong_ui(ui, &money_words(carrier.total));
                });
            });
        }
        stays &= !balance_ui(ui, cx, &sums);
        if sums.price_changes > 0 {
            small_muted_ui(ui, &text!("orders-buy-changed", count = sums.price_changes));
        }
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

/// What the balance lacks for all of it. Returns whether the user goes to top it up.
fn balance_ui(ui: &mut Ui, cx: &mut Cx<'_>, sums: &SelectionSums) -> bool {
    let balance = cx.state.balance.summary.value();
    let (Some(balance), [total]) = (balance.and_then(|it| it.money()), sums.totals.as_slice())
    else {
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
