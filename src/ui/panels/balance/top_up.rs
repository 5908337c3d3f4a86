//! Topping up: an amount of at least 1, and a confirmation that names it.

use egui::Ui;

use crate::api::account::BalanceSummary;
use crate::base::id::TransactionId;
use crate::base::money::{Amount, Money};
use crate::desk::balance::history::left_of_cap;
use crate::desk::intent::Intent;
use crate::desk::kernel::connectivity::NOT_SENT;
use crate::desk::money::intent::PurchaseIntent;
use crate::desk::money::purchase::{Purchase, PurchaseKind, PurchaseStatus};
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::notice::{band_ui, trouble_ui};
use crate::ui::widgets::text::{heading_ui, muted_ui};
use crate::ui::widgets::{Button, Field, Meaning, card};

#[derive(Default)]
pub struct TopUpViewState {
    typed: String,
    tried: bool,
    /// The amount that waits for confirmation.
    asking: Option<Amount>,
    /// The unresolved top-up that the user is asked about giving up.
    giving_up: Option<TransactionId>,
}

/// Look-ups after which the user may top up again without waiting for the result.
const MANY_LOOKS: u32 = 6;
const LEAST: Amount = Amount::from_cents(100);

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut TopUpViewState, summary: &BalanceSummary) {
    let cap = cx.state.settings.daily_top_up_cap;
    let left = left_of_cap(cap, cx.state.balance.ledger.topped_up.unwrap_or_default());
    let obstacle = super::obstacle(cx.state).or(cx.state.top_up_obstacle());
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
    under_way_ui(ui, cx, local);
    confirm_ui(ui, cx, local, summary);
    again_ui(ui, cx, local);
}

/// Shows the unresolved top-up, if any, and the result of the latest one.
fn under_way_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut TopUpViewState) {
    if let Some(living) = cx.state.pending_top_up() {
        let (status, id) = (living.status.clone(), living.transaction.clone());
        let title = living.title.clone();
        living_ui(ui, cx, local, (&status, &id, &title));
    }
    let Some(Purchase { status, title, .. }) = cx
        .state
        .purchases
        .list
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

/// The unresolved top-up that blocks the next one, with what the user can do about it.
fn living_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut TopUpViewState,
    (status, id, title): (&PurchaseStatus, &TransactionId, &str),
) {
    let offline = cx.state.is_offline().then_some(NOT_SENT);
    let (words, patience) = match status {
        PurchaseStatus::Absent { .. } => (
            format!(
                "{title}: not found in the history. It may still arrive; the next one waits for it"
            ),
            true,
        ),
        PurchaseStatus::Checking { attempts, .. } => (
            format!("{title}: checking whether it arrived"),
            *attempts >= MANY_LOOKS,
        ),
        PurchaseStatus::NotSent { .. } => {
            (format!("{title}: not sent, nothing was charged"), false)
        }
        _ => return,
    };
    band_ui(ui, Meaning::Doubt, &words, None);
    ui.add_space(space::XS);
    ui.horizontal_wrapped(|ui| {
        if matches!(status, PurchaseStatus::NotSent { .. }) {
            let send = Button::secondary("Send it now").name("Send the top-up");
            if send.disabled_because(offline).show_ui(ui).clicked() {
                cx.ask(PurchaseIntent::SendNow(id.clone()));
            }
            let discard = Button::quiet("Discard it").name("Discard the top-up");
            if discard.show_ui(ui).clicked() {
                cx.ask(PurchaseIntent::Cancel(id.clone()));
            }
            return;
        }
        let check = Button::secondary("Check now").name("Check the top-up now");
        if check.show_ui(ui).clicked() {
            cx.ask(PurchaseIntent::CheckAgain(id.clone()));
        }
        let again = Button::quiet("Top up again…");
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
    let Some(title) = living
        .filter(|it| it.transaction == id)
        .map(|it| it.title.clone())
    else {
        local.giving_up = None;
        return;
    };
    let go = Button::danger("Top up again").name("Confirm topping up again");
    let not = Button::secondary("Cancel").name("Cancel topping up again");
    let answer = card::ask_ui(ui, "top up again", (go, not), |ui| {
        heading_ui(ui, "Top up again?");
        muted_ui(
            ui,
            &format!(
                "{title} was not found, but it may still arrive. If it does, you are charged twice."
            ),
        );
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
            *local = TopUpViewState::default();
        }
        Some(false) => local.asking = None,
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
