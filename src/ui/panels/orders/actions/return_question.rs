//! Return labels for the selected orders: their rates, then what they cost, before the money is
//! spent.

use egui::Ui;

use super::buy_question::{balance_ui, carriers_ui};
use crate::base::locale::format;
use crate::desk::order_batches::OrderBatchIntent;
use crate::desk::order_batches::work::OrderWork;
use crate::desk::orders::selection::{ReturnSums, ReturnsToBuy};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panels::orders::state_words::obstacle;
use crate::ui::tokens::{space, text};
use crate::ui::widgets::{
    Button, card, check_ui, heading_ui, money_words, small_muted_ui, wrapped_ui,
};

const WIDTH: f32 = 440.0;

#[derive(Debug, Default)]
pub struct ReturnQuestion {
    /// Also orders that have a return label get one.
    another: bool,
}

impl ReturnQuestion {
    /// Returns false once the question is answered. Getting rates leaves it open: it is asked again,
    /// with the prices.
    pub(super) fn show_ui(&mut self, ui: &Ui, cx: &mut Cx<'_>) -> bool {
        let selection = &cx.state.orders.selection;
        let Some(sums) = selection.sums.as_ref().map(|sums| sums.returns.clone()) else {
            return !selection.is_empty();
        };
        let mut stays = true;
        let modal = card::question(text!("order-returns-title"), cx.tokens);
        let modal = modal.show(ui.ctx(), |ui| {
            ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 2.0 * space::XXL));
            ui.spacing_mut().item_spacing.y = space::S;
            stays = self.contents_ui(ui, cx, &sums);
        });
        stays && !modal.should_close()
    }

    fn contents_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, sums: &ReturnSums) -> bool {
        let wanted = sums.to_buy(self.another);
        let count = wanted.agreed.len() + wanted.unrated.len();
        heading_ui(ui, &text!("order-returns-count", count = count));
        let ink = cx.tokens.ink;
        wrapped_ui(ui, text!("order-returns-explained"), text::body(), ink);
        carriers_ui(ui, cx, &wanted.carriers, &wanted.totals);
        let prices: Vec<_> = wanted.agreed.iter().map(|agreed| agreed.price).collect();
        if !prices.is_empty() && balance_ui(ui, cx, &wanted.totals, &prices) {
            return false;
        }
        let with_one = sums.with_one();
        if with_one > 0 {
            let words = text!("order-returns-another", count = with_one);
            check_ui(ui, &words, &mut self.another);
        }
        for (count, words) in [
            (sums.impossible, text!("order-returns-impossible", count = sums.impossible)),
            (sums.open, text!("order-returns-open-count", count = sums.open)),
        ] {
            if count > 0 {
                small_muted_ui(ui, &words);
            }
        }
        ui.add_space(space::S);
        ui.horizontal_wrapped(|ui| steps_ui(ui, cx, &wanted)).inner
    }
}

/// The price is asked for first; what has one can be bought.
fn steps_ui(ui: &mut Ui, cx: &mut Cx<'_>, wanted: &ReturnsToBuy) -> bool {
    let mut stays = true;
    let stopped = cx.state.buying_stopped().map(|stopped| stopped.to_string());
    let obstacle = obstacle(cx.state);
    if !wanted.agreed.is_empty() {
        let totals = wanted.totals.iter().map(|total| money_words(*total));
        let total = format::list(&totals.collect::<Vec<_>>());
        let count = wanted.agreed.len();
        let words = text!("order-returns-buy", count = count, total = total);
        let buy = Button::primary(&words).disabled_because(obstacle.or(stopped.as_deref()));
        if buy.show_ui(ui).clicked() {
            let agreed = wanted.agreed.clone();
            cx.ask(OrderBatchIntent::Begin(OrderWork::BuyReturns(agreed)));
            stays = false;
        }
    }
    let words = text!("order-returns-rate", count = wanted.unrated.len());
    let nothing = wanted.is_empty().then(|| text!("order-returns-none"));
    let rate = match wanted.agreed.is_empty() {
        true => Button::primary(&words),
        false => Button::secondary(&words),
    };
    let rate = rate.name(text!("order-returns-rate-name")).disabled_because(nothing.or(obstacle));
    if (!wanted.unrated.is_empty() || wanted.is_empty()) && rate.show_ui(ui).clicked() {
        let ids = wanted.unrated.clone();
        cx.ask(OrderBatchIntent::Begin(OrderWork::RateReturns(ids)));
    }
    let no = Button::secondary(text!("orders-buy-cancel"));
    stays && !card::no_ui(ui, text!("order-returns-title"), no)
}
