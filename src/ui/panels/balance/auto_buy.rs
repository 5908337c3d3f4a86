//! AutoBuy: a sentence that says what it will do, and the form to change it.

use egui::Ui;

use crate::api::account::{AutoBuyRequest, BalanceSummary};
use crate::base::locale::format;
use crate::base::locale::typed_amounts::AmountFormats;
use crate::base::money::Amount;
use crate::desk::balance::intent::BalanceIntent;
use crate::parcel::parse_input;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::auto_buy_words::{auto_buy_words, currency_of};
use crate::ui::tokens::space;
use crate::ui::widgets::{Button, Card, Field, FormEnd, check_ui, end_ui, fields_ui, muted_ui};

#[derive(Default)]
pub struct AutoBuyViewState {
    /// `Some` while the form is open.
    form: Option<Form>,
}

struct Form {
    on: bool,
    amount: String,
    threshold: String,
    formats: AmountFormats,
}

pub fn show_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut AutoBuyViewState,
    summary: &BalanceSummary,
) {
    let mut wanted = None;
    let obstacle = super::obstacle(cx.state);
    Card::new(text!("balance-auto-buy")).show_ui(ui, |ui| {
        muted_ui(ui, &auto_buy_words(summary));
        ui.add_space(space::XS);
        let Some(form) = &mut local.form else {
            let change = Button::secondary(text!("balance-auto-buy-change"));
            let change = change.disabled_because(obstacle);
            if change.show_ui(ui).clicked() {
                local.form = Some(Form::of(summary));
            }
            return;
        };
        form.formats.follow_language([&mut form.amount, &mut form.threshold]);
        check_ui(ui, text!("balance-auto-buy-switch"), &mut form.on);
        let sign = format::currency_sign(currency_of(summary));
        let label = text!("balance-auto-buy-threshold-label", currency = &sign);
        let threshold = Field::new(&label).name(text!("balance-auto-buy-threshold"));
        let label = text!("balance-auto-buy-amount-label", currency = &sign);
        let amount = Field::new(&label).name(text!("balance-auto-buy-amount"));
        fields_ui(
            ui,
            [
                (threshold.right_aligned(), &mut form.threshold),
                (amount.right_aligned(), &mut form.amount),
            ],
        );
        let request = form.read();
        let reason = request.as_ref().err().cloned();
        ui.add_space(space::XS);
        let save = Button::primary(text!("balance-auto-buy-save"));
        let save = save.disabled_because(obstacle.or(reason.as_deref()));
        let cancel = Button::secondary(text!("balance-auto-buy-cancel"));
        let end = end_ui(ui, save, cancel.name(text!("balance-auto-buy-cancel-name")));
        if end == Some(FormEnd::Save) {
            wanted = request.ok();
        }
        if end.is_some() {
            local.form = None;
        }
    });
    if let Some(request) = wanted {
        cx.ask(BalanceIntent::SetAutoBuy(request));
    }
}

impl Form {
    fn of(summary: &BalanceSummary) -> Self {
        let plain = |amount: Option<Amount>, fallback: i64| {
            let known = amount.filter(|amount| !amount.is_zero());
            format::amount(known.unwrap_or(Amount::from_cents(fallback)))
        };
        Self {
            on: summary.is_auto_buy == Some(true),
            amount: plain(summary.auto_buy_amount, 10_000),
            threshold: plain(summary.auto_buy_threshold, 5_000),
            formats: AmountFormats::default(),
        }
    }

    fn read(&self) -> Result<AutoBuyRequest, String> {
        let amount = parse_input::amount(&self.amount)
            .map_err(|_| text!("balance-auto-buy-amount-unreadable"))?;
        let threshold = parse_input::amount(&self.threshold)
            .map_err(|_| text!("balance-auto-buy-threshold-unreadable"))?;
        let least = Amount::from_cents(100);
        if self.on && amount < least {
            let least = format::amount(least);
            return Err(text!("balance-auto-buy-least", amount = least));
        }
        if threshold.is_negative() || amount.is_negative() {
            return Err(text!("balance-auto-buy-negative").to_owned());
        }
        Ok(AutoBuyRequest {
            is_auto_buy: self.on,
            auto_buy_amount: amount,
            auto_buy_threshold: threshold,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_that_makes_no_sense_is_not_sent() {
        let form = |amount: &str, threshold: &str| Form {
            on: true,
            amount: amount.to_owned(),
            threshold: threshold.to_owned(),
            formats: AmountFormats::default(),
        };
        assert!(form("100", "50").read().is_ok());
        for (amount, threshold) in [("0", "50"), ("x", "50"), ("100", "-1"), ("100", "")] {
            assert!(form(amount, threshold).read().is_err(), "{amount} {threshold}");
        }
    }
}
