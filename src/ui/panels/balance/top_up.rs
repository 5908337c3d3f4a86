//! Topping up: an amount of at least 1, and a question that names it before money moves.

use egui::Ui;

use crate::api::account::BalanceSummary;
use crate::base::money::{Amount, Money};
use crate::desk::history::left_of_cap;
use crate::desk::intent::Intent;
use crate::desk::state::{Purchase, PurchaseKind, PurchaseStatus};
use crate::ui::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::card::{self, Card};
use crate::ui::widgets::notice::{band_ui, trouble_ui};
use crate::ui::widgets::text::{heading_ui, muted_ui};
use crate::ui::widgets::{Button, Field, Meaning};

#[derive(Default)]
pub struct Local {
    typed: String,
    tried: bool,
    /// The amount being asked about.
    asking: Option<Amount>,
}

const LEAST: Amount = Amount::from_cents(100);

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, summary: &BalanceSummary) {
    let cap = cx.state.settings.daily_top_up_cap;
    let left = left_of_cap(cap, cx.state.ledger.topped_up.unwrap_or_default());
    let obstacle = super::obstacle(cx.state);
    let local = &mut cx.local.balance.top_up;
    Card::new("Top up").show_ui(ui, |ui| {
        let currency = summary.money().map(|money| money.currency);
        let money = |amount| Money::new(amount, currency.unwrap_or_default());
        let read = read(&local.typed, (money(cap), money(left)));
        let problem = local
            .tried
            .then(|| read.as_ref().err().map(String::as_str))
            .flatten();
        let limit = format!(
            "At most {} in 24 hours, {} of it left; see Settings",
            money(cap),
            money(left)
        );
        Field::new("Amount")
            .name("Top-up amount")
            .hint("e.g. 50.00")
            .right_aligned()
            .problem(problem)
            .explain(&limit)
            .show_ui(ui, &mut local.typed);
        ui.add_space(space::XS);
        let button = Button::primary("Top up")
            .name("Top up the balance")
            .disabled_because(obstacle);
        if button.full_width().show_ui(ui).clicked() {
            local.tried = true;
            local.asking = read.ok();
        }
    });
    under_way_ui(ui, cx);
    confirm_ui(ui, cx, summary);
}

/// The last top-up, told until it is settled, and why if it was refused.
fn under_way_ui(ui: &mut Ui, cx: &Cx<'_>) {
    let Some(Purchase { status, title, .. }) = cx
        .state
        .purchases
        .iter()
        .find(|purchase| purchase.kind == PurchaseKind::TopUp)
    else {
        return;
    };
    match status {
        PurchaseStatus::Sending => {
            band_ui(ui, Meaning::Info, &format!("{title}: sending"), None);
        }
        PurchaseStatus::ToppedUp { balance } => {
            let now = balance.map_or_else(String::new, |money| format!(", now {money}"));
            band_ui(ui, Meaning::Good, &format!("{title}: done{now}"), None);
        }
        PurchaseStatus::Rejected { trouble } => {
            trouble_ui(ui, trouble, false);
        }
        PurchaseStatus::Held { .. }
        | PurchaseStatus::NotSent { .. }
        | PurchaseStatus::Checking { .. }
        | PurchaseStatus::Bought { .. }
        | PurchaseStatus::RefundAsked { .. }
        | PurchaseStatus::Absent { .. } => {}
    }
}

fn confirm_ui(ui: &Ui, cx: &mut Cx<'_>, summary: &BalanceSummary) {
    let Some(amount) = cx.local.balance.top_up.asking else {
        return;
    };
    let currency = summary
        .money()
        .map(|money| money.currency)
        .unwrap_or_default();
    let money = Money::new(amount, currency);
    let words = format!("Pay {money}");
    let pay = Button::danger(&words)
        .name("Confirm top-up")
        .disabled_because(super::obstacle(cx.state));
    let not = Button::secondary("Do not pay").name("Cancel top-up");
    let answer = card::ask_ui(ui, "top up", (pay, not), |ui| {
        heading_ui(ui, &format!("Top up {money}?"));
        muted_ui(
            ui,
            &format!(
                "{}, at once. It cannot be undone here.",
                super::payment_method(summary)
            ),
        );
    });
    match answer {
        Some(true) => {
            cx.ask(Intent::TopUp { amount });
            cx.local.balance.top_up = Local::default();
        }
        Some(false) => cx.local.balance.top_up.asking = None,
        None => {}
    }
}

fn read(typed: &str, (cap, left): (Money, Money)) -> Result<Amount, String> {
    let amount: Amount = typed
        .trim()
        .trim_start_matches('$')
        .parse()
        .map_err(|error| sentence(&format!("{error}")))?;
    if amount < LEAST {
        let least = Money::new(LEAST, cap.currency);
        return Err(format!("The smallest top-up is {least}"));
    }
    if amount.round_to_cents() != amount {
        return Err("Cents are the smallest unit".to_owned());
    }
    if amount > cap.amount {
        return Err(format!("More than the daily cap of {cap}"));
    }
    if amount > left.amount {
        return Err(format!("The daily cap lets only {left} more in"));
    }
    Ok(amount)
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::money::Currency;

    #[test]
    fn amounts_are_checked_before_anything_is_asked() {
        let dollars = |cents| Money::new(Amount::from_cents(cents), Currency::USD);
        let cap = dollars(100_000);
        for (typed, fine) in [
            ("50", true),
            ("$50.25", true),
            ("1", true),
            ("0.99", false),
            ("50.255", false),
            ("1000.01", false),
            ("", false),
            ("fifty", false),
        ] {
            assert_eq!(read(typed, (cap, cap)).is_ok(), fine, "{typed}");
        }
        let left = dollars(2_000);
        assert!(read("20", (cap, left)).is_ok());
        assert_eq!(
            read("20.01", (cap, left)),
            Err("The daily cap lets only $20.00 more in".to_owned())
        );
    }
}
