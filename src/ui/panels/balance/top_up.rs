//! Topping up: an amount of at least 1, and a confirmation that names it.

use egui::Ui;

use crate::api::account::BalanceSummary;
use crate::base::id::TransactionId;
use crate::base::locale::format;
use crate::base::locale::typed_amounts::AmountFormats;
use crate::base::money::{Amount, Money};
use crate::desk::balance::history::left_of_cap;
use crate::desk::intent::Intent;
use crate::desk::kernel::connectivity::not_sent;
use crate::desk::money::intent::PurchaseIntent;
use crate::desk::money::purchase::{Purchase, PurchaseKind, PurchaseStatus};
use crate::parcel::parse_input;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::settings_category::SettingsCategory;
use crate::ui::tokens::space;
use crate::ui::widgets::{
    Button, Card, Field, Icon, Meaning, band_ui, capital, card, heading_ui, muted_ui, trouble_ui,
};

#[derive(Default)]
pub struct TopUpViewState {
    typed: String,
    formats: AmountFormats,
    tried: bool,
    /// The amount that waits for confirmation.
    asking: Option<Amount>,
    /// The unresolved top-up that the user is asked about giving up.
    giving_up: Option<TransactionId>,
    /// The panel where the money was lacking.
    came_from: Option<Panel>,
}

impl TopUpViewState {
    /// Proposes an amount for a purchase on another panel.
    pub(super) fn ask_for(&mut self, amount: Option<Amount>, came_from: Panel) {
        if let Some(amount) = amount {
            self.typed = format::amount(amount.max(LEAST));
        }
        self.tried = false;
        self.came_from = Some(came_from).filter(|panel| *panel != Panel::Balance);
    }
}

/// Look-ups after which the user may top up again without waiting for the result.
const MANY_LOOKS: u32 = 6;
const LEAST: Amount = Amount::from_cents(100);
/// The amount in the hint of an empty field.
const EXAMPLE: Amount = Amount::from_cents(5_000);

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut TopUpViewState, summary: &BalanceSummary) {
    let cap = cx.state.settings.daily_top_up_cap;
    let left = left_of_cap(cap, cx.state.balance.ledger.topped_up.unwrap_or_default());
    let obstacle = super::obstacle(cx.state).or_else(|| Some(cx.state.top_up_obstacle()?()));
    Card::new(text!("balance-top-up")).show_ui(ui, |ui| {
        let currency = summary.money().map(|money| money.currency);
        let money = |amount| Money::new(amount, currency.unwrap_or_default());
        local.formats.follow_language([&mut local.typed]);
        let read = read(&local.typed, money(cap), money(left));
        let refused = local.tried.then(|| read.as_ref().err()).flatten();
        let problem = refused.map(|refused| refused.words.as_str());
        let limit = text!("balance-top-up-limit", cap = money(cap), left = money(left));
        let example = format::amount(EXAMPLE);
        let hint = text!("balance-top-up-amount-hint", amount = &example);
        Field::new(text!("balance-top-up-amount"))
            .name(text!("balance-top-up-amount-name"))
            .hint(&hint)
            .right_aligned()
            .problem(problem)
            .explain(&limit)
            .show_ui(ui, &mut local.typed);
        if refused.is_some_and(|refused| refused.is_limit)
            && Button::quiet(text!("balance-top-up-change-limit")).compact().show_ui(ui).clicked()
        {
            cx.open_settings(SettingsCategory::Purchases);
        }
        ui.add_space(space::XS);
        let button = Button::primary(text!("balance-top-up"))
            .name(text!("balance-top-up-name"))
            .disabled_because(obstacle);
        if button.full_width().show_ui(ui).clicked() {
            local.tried = true;
            local.asking = read.ok();
        }
    });
    if let Some(panel) = local.came_from {
        let words = text!("balance-top-up-back", panel = panel.title());
        if Button::quiet(&words).icon(Icon::Back).show_ui(ui).clicked() {
            local.came_from = None;
            cx.go_to(panel);
        }
    }
    under_way_ui(ui, cx, local, summary);
    confirm_ui(ui, cx, local, summary);
    again_ui(ui, cx, local);
}

/// Shows the unresolved top-up, if any, and the result of the latest one.
fn under_way_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut TopUpViewState,
    summary: &BalanceSummary,
) {
    if let Some(living) = cx.state.pending_top_up() {
        let (status, id) = (living.status.clone(), living.transaction.clone());
        let title = living.title.clone();
        living_ui(ui, cx, local, &status, &id, &title);
    }
    let Some(Purchase { status, title, started, .. }) =
        cx.state.purchases.list.iter().find(|purchase| purchase.kind == PurchaseKind::TopUp)
    else {
        return;
    };
    // Money has moved since.
    let is_newer = cx.state.balance.summary.known().is_some_and(|known| known.at >= *started);
    match status {
        PurchaseStatus::ToppedUp { balance: Some(balance) }
            if is_newer && summary.money() != Some(*balance) => {}
        PurchaseStatus::Sending => {
            let words = text!("balance-top-up-sending", title = title);
            band_ui(ui, Meaning::Info, &words, None);
        }
        PurchaseStatus::ToppedUp { balance } => {
            let words = match balance {
                Some(money) => {
                    text!("balance-top-up-done-balance", title = title, balance = *money)
                }
                None => text!("balance-top-up-done", title = title),
            };
            band_ui(ui, Meaning::Good, &words, None);
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

/// The unresolved top-up that blocks the next one, with what the user can do about it.
fn living_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut TopUpViewState,
    status: &PurchaseStatus,
    id: &TransactionId,
    title: &str,
) {
    let offline = cx.state.is_offline().then(not_sent);
    let (words, patience) = match status {
        PurchaseStatus::Absent { .. } => (text!("balance-top-up-absent", title = title), true),
        PurchaseStatus::Checking { attempts, .. } => {
            (text!("balance-top-up-checking", title = title), *attempts >= MANY_LOOKS)
        }
        PurchaseStatus::NotSent { .. } => (text!("balance-top-up-not-sent", title = title), false),
        _ => return,
    };
    band_ui(ui, Meaning::Doubt, &words, None);
    ui.add_space(space::XS);
    ui.horizontal_wrapped(|ui| {
        if matches!(status, PurchaseStatus::NotSent { .. }) {
            let send = Button::secondary(text!("balance-top-up-send"));
            let send = send.name(text!("balance-top-up-send-name"));
            if send.disabled_because(offline).show_ui(ui).clicked() {
                cx.ask(PurchaseIntent::SendNow(id.clone()));
            }
            let discard = Button::quiet(text!("balance-top-up-discard"));
            let discard = discard.name(text!("balance-top-up-discard-name"));
            if discard.show_ui(ui).clicked() {
                cx.ask(PurchaseIntent::Cancel(id.clone()));
            }
            return;
        }
        let check = Button::secondary(text!("balance-top-up-check"));
        let check = check.name(text!("balance-top-up-check-name"));
        if check.show_ui(ui).clicked() {
            cx.ask(PurchaseIntent::CheckAgain(id.clone()));
        }
        let again = Button::quiet(text!("balance-top-up-again"));
        if patience && again.show_ui(ui).clicked() {
            local.giving_up = Some(id.clone());
        }
    });
}

/// Asks the user to confirm giving up on a top-up, which allows another one.
fn again_ui(ui: &Ui, cx: &mut Cx<'_>, local: &mut TopUpViewState) {
    let Some(id) = local.giving_up.clone() else {
        return;
    };
    let living = cx.state.pending_top_up();
    let Some(title) = living.filter(|it| it.transaction == id).map(|it| it.title.clone()) else {
        local.giving_up = None;
        return;
    };
    let go = Button::danger(text!("balance-top-up-again-yes"));
    let go = go.name(text!("balance-top-up-again-yes-name"));
    let not = Button::secondary(text!("balance-top-up-cancel"));
    let not = not.name(text!("balance-top-up-again-cancel-name"));
    let answer = card::ask_ui(ui, "top up again", go, not, |ui| {
        heading_ui(ui, text!("balance-top-up-again-title"));
        muted_ui(ui, &text!("balance-top-up-again-words", title = &title));
    });
    if answer == Some(true) {
        cx.ask(PurchaseIntent::GiveUpTopUp(id));
    }
    if answer.is_some() {
        local.giving_up = None;
    }
}

fn confirm_ui(ui: &Ui, cx: &mut Cx<'_>, local: &mut TopUpViewState, summary: &BalanceSummary) {
    let Some(amount) = local.asking else {
        return;
    };
    let currency = summary.money().map(|money| money.currency).unwrap_or_default();
    let money = Money::new(amount, currency);
    let words = text!("balance-top-up-pay", amount = money);
    let pay = Button::primary(&words)
        .name(text!("balance-top-up-pay-name"))
        .disabled_because(super::obstacle(cx.state));
    let not = Button::secondary(text!("balance-top-up-cancel"));
    let not = not.name(text!("balance-top-up-cancel-name"));
    let answer = card::ask_ui(ui, "top up", pay, not, |ui| {
        heading_ui(ui, &text!("balance-top-up-title", amount = money));
        let is_practice = super::is_practice(cx.state);
        let method = super::payment_method(summary, is_practice);
        let words = match is_practice {
            true => text!("balance-top-up-words-practice", method = method),
            false => text!("balance-top-up-words", method = method),
        };
        muted_ui(ui, &words);
    });
    match answer {
        Some(true) => {
            cx.ask(Intent::TopUp { amount });
            let came_from = local.came_from;
            *local = TopUpViewState { came_from, ..TopUpViewState::default() };
        }
        Some(false) => local.asking = None,
        None => {}
    }
}

/// Why an amount cannot be topped up.
#[derive(Debug, PartialEq, Eq)]
struct Refused {
    words: String,
    /// It is more than the settings allow.
    is_limit: bool,
}

fn read(typed: &str, cap: Money, left: Money) -> Result<Amount, Refused> {
    let plain = |words: String| Refused { words, is_limit: false };
    let amount = parse_input::amount(typed).map_err(|error| plain(capital(&error.to_string())))?;
    if amount < LEAST {
        let least = Money::new(LEAST, cap.currency);
        return Err(plain(text!("balance-top-up-least", amount = least)));
    }
    if amount.round_to_cents() != amount {
        return Err(plain(text!("balance-top-up-cents").to_owned()));
    }
    let limit = |words| Err(Refused { words, is_limit: true });
    if amount > cap.amount {
        return limit(text!("balance-top-up-over-cap", cap = cap));
    }
    if amount > left.amount {
        return limit(text!("balance-top-up-over-left", left = left));
    }
    Ok(amount)
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
            assert_eq!(read(typed, cap, cap).is_ok(), fine, "{typed}");
        }
        let left = dollars(2_000);
        assert!(read("20", cap, left).is_ok());
        let refused = read("20.01", cap, left).unwrap_err();
        assert_eq!(refused.words, "Only $20.00 of the daily limit is left");
        // W30: only a limit leads to its setting.
        assert!(refused.is_limit);
        assert!(!read("0.99", cap, left).unwrap_err().is_limit);
    }
}
