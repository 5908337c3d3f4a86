//! The state of purchases: held, being sent, unknown outcome, not sent, refused. A purchase with an
//! unknown outcome has its own color, and never offers to buy again on its own.

use egui::{Frame, Key, Modifiers, RichText, Stroke, Ui};

use super::duplicate_alert;
use crate::base::id::{OrderId, TransactionId};
use crate::base::money::{Currency, Money};
use crate::desk::intent::Intent;
use crate::desk::kernel::connectivity::{not_bought, not_sent};
use crate::desk::kernel::failure::Trouble;
use crate::desk::money::intent::PurchaseIntent;
use crate::desk::money::ports::PurchaseEvidence;
use crate::desk::money::purchase::{Purchase, PurchaseKind, PurchaseStatus};
use crate::desk::ship::intent::ShipIntent;
use crate::desk::state::State;
use crate::parcel::draft::Draft;
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::theme::margin;
use crate::ui::tokens::{Tokens, radius, size, space, text};
use crate::ui::widgets::notice::{Answer, trouble_with_steps_ui};
use crate::ui::widgets::{
    Button, Meaning, card, heading_ui, icon_ui, moment, muted_ui, small_muted_ui, words_ui,
    wrapped_ui,
};

#[derive(Debug, Default)]
pub struct PurchaseViewState {
    /// The confirmation of the purchase is on screen.
    pub confirming: bool,
    /// The purchase that was not found, while the user is asked whether to buy again.
    again: Option<TransactionId>,
}

/// The status of each attempt to buy the label of this order.
fn tries<'a>(state: &'a State, order: &'a OrderId) -> impl Iterator<Item = &'a PurchaseStatus> {
    let purchases = state.purchases.list.iter();
    let own = purchases.filter(move |purchase| purchase.order.as_ref() == Some(order));
    own.map(|purchase| &purchase.status)
}

/// Whether a purchase is held, sent or of unknown outcome, so that Buy must not start another.
pub fn under_way(state: &State, order: &OrderId) -> bool {
    tries(state, order).any(|status| {
        matches!(
            status,
            PurchaseStatus::Held { .. } | PurchaseStatus::Sending | PurchaseStatus::Checking { .. }
        )
    })
}

/// Why the draft on screen cannot be changed, or `None` if no purchase of it is open.
pub fn lock_reason(state: &State) -> Option<(Meaning, &'static str)> {
    match &state.active_purchase_of_draft()?.status {
        PurchaseStatus::Held { .. } | PurchaseStatus::Sending => {
            Some((Meaning::Info, text!("ship-lock-buying")))
        }
        PurchaseStatus::Checking { learned: PurchaseEvidence::Refused, .. } => {
            Some((Meaning::Doubt, text!("ship-lock-refused")))
        }
        PurchaseStatus::Checking { .. } => Some((Meaning::Doubt, text!("ship-lock-checking"))),
        PurchaseStatus::NotSent { .. } => Some((Meaning::Doubt, text!("ship-lock-not-sent"))),
        PurchaseStatus::Absent { .. } => Some((Meaning::Doubt, text!("ship-lock-absent"))),
        PurchaseStatus::Bought { .. }
        | PurchaseStatus::ToppedUp { .. }
        | PurchaseStatus::RefundAsked { .. }
        | PurchaseStatus::Rejected { .. } => None,
    }
}

/// The balance after paying the price, and whether it is negative; `None` if it is not known or stays.
pub fn balance_after(state: &State, price: Money) -> Option<(Money, bool)> {
    if state.buys_for_nothing() {
        return None;
    }
    let balance = &state.balance.believed()?.value;
    let currency = balance.currency.as_deref().and_then(Currency::parse).unwrap_or_default();
    let after = Money::new(balance.balance?, currency).checked_sub(price)?;
    Some((after, after.amount.is_negative()))
}

/// Bands above the wizard for all label purchases that are not settled.
pub fn bands_ui(ui: &mut Ui, cx: &mut Cx<'_>, view: &mut PurchaseViewState, draft: &Draft) {
    let state = cx.state;
    // The list has the newest first: earlier attempts of an order no longer matter.
    let newest = state
        .purchases
        .list
        .iter()
        .find(|purchase| purchase.order.as_ref() == Some(&draft.order))
        .map(|purchase| &purchase.transaction);
    for purchase in &state.purchases.list {
        if purchase.kind != PurchaseKind::Label {
            continue;
        }
        let mine = newest == Some(&purchase.transaction);
        match &purchase.status {
            PurchaseStatus::Bought { .. }
            | PurchaseStatus::ToppedUp { .. }
            | PurchaseStatus::RefundAsked { .. } => {}
            PurchaseStatus::Rejected { .. } | PurchaseStatus::Absent { .. } if !mine => {}
            PurchaseStatus::Rejected { trouble } => {
                let top_up = trouble.lacks_money().then_some(text!("ship-purchase-top-up"));
                let answer = trouble_with_steps_ui(ui, trouble, false, top_up.as_slice());
                if answer == Some(Answer::Step(0)) {
                    cx.commands.push(Command::TopUp(None));
                }
            }
            _ => open_ui(ui, cx, view, purchase, mine),
        }
    }
    again_ui(ui, cx, view);
}

/// `on_screen`: the purchase belongs to the draft below, and locks it.
fn open_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    view: &mut PurchaseViewState,
    purchase: &Purchase,
    on_screen: bool,
) {
    let told = purchase_band(purchase, cx);
    let offline = cx.state.is_offline().then(not_sent);
    let mut asked = Vec::new();
    card_ui(ui, &told, |ui| {
        let is_held = matches!(purchase.status, PurchaseStatus::Held { .. });
        if on_screen && !is_held {
            let button = Button::secondary(text!("ship-new-shipment"));
            let button = button.hint(text!("ship-new-shipment-hint"));
            if button.show_ui(ui).clicked() {
                cx.ask(ShipIntent::NewDraft);
            }
        }
        asked = steps_ui(ui, &purchase.status, offline);
    });
    for step in asked {
        let id = purchase.transaction.clone();
        match step {
            Step::Cancel => cx.ask(PurchaseIntent::Cancel(id)),
            Step::Send => cx.ask(PurchaseIntent::SendNow(id)),
            Step::Check => cx.ask(PurchaseIntent::CheckAgain(id)),
            Step::BuyAgain => view.again = Some(id),
            Step::TopUp => cx.commands.push(Command::TopUp(None)),
        }
    }
}

/// What a person can do about a purchase that is not over.
enum Step {
    Cancel,
    Send,
    Check,
    BuyAgain,
    TopUp,
}

/// The buttons of a purchase; those that send something need the connection.
fn steps_ui(ui: &mut Ui, status: &PurchaseStatus, offline: Option<&'static str>) -> Vec<Step> {
    let pressed = |ui: &mut Ui, button: Button<'_>| button.show_ui(ui).clicked();
    let send = |ui: &mut Ui, button: Button<'_>| {
        let button = button.disabled_because(offline);
        button.show_ui(ui).clicked().then_some(Step::Send)
    };
    let check = |ui: &mut Ui| {
        let check = Button::secondary(text!("ship-purchase-check-again"));
        check.show_ui(ui).clicked().then_some(Step::Check)
    };
    let again = text!("ship-purchase-send-again");
    let steps = match status {
        PurchaseStatus::Held { .. } => {
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(200));
            let esc = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
            let cancel = Button::secondary(text!("ship-purchase-cancel")).shortcut("Esc");
            let cancels = pressed(ui, cancel) || esc;
            let sends = send(ui, Button::quiet(text!("ship-purchase-buy-now")));
            [cancels.then_some(Step::Cancel), sends, None]
        }
        PurchaseStatus::NotSent { .. } => {
            let sends = send(ui, Button::primary(text!("ship-purchase-send-now")));
            let discards = pressed(ui, Button::secondary(text!("ship-purchase-discard")));
            [sends, discards.then_some(Step::Cancel), None]
        }
        PurchaseStatus::Checking { learned, trouble, .. } => {
            let lacks_money = trouble.as_ref().is_some_and(Trouble::lacks_money);
            let top_up = Button::primary(text!("ship-purchase-top-up"));
            let tops_up = lacks_money && pressed(ui, top_up);
            let sends = match learned {
                PurchaseEvidence::Refused => send(ui, Button::secondary(again)),
                _ => None,
            };
            [sends, check(ui), tops_up.then_some(Step::TopUp)]
        }
        PurchaseStatus::Absent { .. } => {
            let sends = send(ui, Button::primary(again));
            let checks = check(ui);
            let buys_again = pressed(ui, Button::quiet(text!("ship-purchase-again")));
            [sends, checks, buys_again.then_some(Step::BuyAgain)]
        }
        _ => [None, None, None],
    };
    steps.into_iter().flatten().collect()
}

struct PurchaseBand<'a> {
    meaning: Meaning,
    headline: String,
    words: String,
    trouble: Option<&'a Trouble>,
}

fn purchase_band<'a>(purchase: &'a Purchase, cx: &Cx<'_>) -> PurchaseBand<'a> {
    let label = match purchase.expected {
        Some(price) => text!("ship-purchase-priced", title = &purchase.title, price = price),
        None => purchase.title.clone(),
    };
    let told = |meaning, headline: String, words: &str, trouble| PurchaseBand {
        meaning,
        headline,
        words: words.to_owned(),
        trouble,
    };
    match &purchase.status {
        PurchaseStatus::Held { until } => {
            let left = (until.as_millisecond() - cx.now.as_millisecond()).max(0);
            let seconds = (left + 999) / 1000;
            told(
                Meaning::Info,
                text!("ship-purchase-held", seconds = seconds, label = label),
                text!("ship-purchase-held-words"),
                None,
            )
        }
        PurchaseStatus::Sending => told(
            Meaning::Info,
            text!("ship-purchase-sending", label = label),
            text!("ship-purchase-sending-words"),
            None,
        ),
        PurchaseStatus::NotSent { trouble } => told(
            Meaning::Warning,
            text!("ship-purchase-not-sent", label = label),
            text!("ship-purchase-not-sent-words"),
            trouble.as_ref(),
        ),
        PurchaseStatus::Checking { attempts, trouble, learned } => {
            let headline = match learned {
                PurchaseEvidence::Nothing => text!("ship-purchase-checking"),
                PurchaseEvidence::Refused => text!("ship-purchase-checking-refused"),
                PurchaseEvidence::Charged => text!("ship-purchase-checking-charged"),
            };
            let words = match (learned, attempts) {
                (PurchaseEvidence::Refused, _) => {
                    text!("ship-purchase-refused-words", label = label)
                }
                (_, 0) => label,
                (_, &count) => text!("ship-purchase-looked-up", label = label, count = count),
            };
            let headline = headline.to_owned();
            told(Meaning::Doubt, headline, &words, trouble.as_ref())
        }
        PurchaseStatus::Absent { watched_until, trouble } => {
            let time = moment(*watched_until, cx.zone);
            told(
                Meaning::Doubt,
                text!("ship-purchase-absent", label = label),
                &text!("ship-purchase-absent-words", time = time),
                trouble.as_ref(),
            )
        }
        PurchaseStatus::Rejected { trouble } => {
            told(Meaning::Bad, text!("ship-purchase-refused", label = label), "", Some(trouble))
        }
        PurchaseStatus::Bought { .. }
        | PurchaseStatus::ToppedUp { .. }
        | PurchaseStatus::RefundAsked { .. } => {
            told(Meaning::Good, text!("ship-purchase-bought", label = label), "", None)
        }
    }
}

fn card_ui(ui: &mut Ui, told: &PurchaseBand<'_>, steps: impl FnOnce(&mut Ui)) {
    let tokens = Tokens::of_theme(ui);
    let hue = told.meaning.hue(tokens);
    Frame::new()
        .fill(hue.wash)
        .stroke(Stroke::new(size::HAIRLINE, hue.ink))
        .corner_radius(radius::CARD)
        .inner_margin(margin(space::M))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_top(|ui| {
                icon_ui(ui, told.meaning.icon(), size::ICON, hue.ink);
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    words_ui(ui, &told.headline, text::body_strong(), hue.ink);
                    if !told.words.is_empty() {
                        wrapped_ui(ui, &told.words, text::body(), tokens.ink);
                    }
                    if let Some(trouble) = told.trouble {
                        wrapped_ui(ui, &trouble.cause, text::body(), tokens.ink);
                        let codes = [
                            trouble.codes.clone(),
                            trouble
                                .correlation
                                .iter()
                                .map(|id| text!("ship-purchase-correlation", id = id.to_string()))
                                .collect(),
                        ]
                        .concat();
                        if !codes.is_empty() {
                            ui.label(
                                RichText::new(codes.join(" · "))
                                    .font(text::mono())
                                    .color(tokens.ink_muted),
                            );
                        }
                    }
                    ui.add_space(space::XS);
                    ui.horizontal_wrapped(steps);
                });
            });
        });
}

/// The confirmation for buying a label a second time, with what that may cost.
fn again_ui(ui: &Ui, cx: &mut Cx<'_>, view: &mut PurchaseViewState) {
    let Some(id) = &view.again else { return };
    let known = cx
        .state
        .purchases
        .list
        .iter()
        .find(|it| &it.transaction == id && matches!(it.status, PurchaseStatus::Absent { .. }));
    let Some(purchase) = known else {
        view.again = None;
        return;
    };
    let words = match purchase.expected {
        Some(price) => text!("ship-again-words-priced", price = price),
        None => text!("ship-again-words").to_owned(),
    };
    let yes = Button::danger(text!("ship-again-prepare"));
    let no = Button::secondary(text!("ship-again-cancel"));
    let decided = card::ask_ui(ui, "buy what was not found again", yes, no, |ui| {
        heading_ui(ui, text!("ship-again-title"));
        muted_ui(ui, &words);
        muted_ui(ui, text!("ship-again-safe"));
    });
    match decided {
        Some(true) => cx.ask(Intent::BuyAnother(id.clone())),
        Some(false) => {}
        None => return,
    }
    view.again = None;
}

/// The confirmation of a purchase in Production, and of a second label like one bought minutes ago;
/// its button names the amount.
pub fn confirm_ui(ui: &Ui, cx: &mut Cx<'_>, view: &mut PurchaseViewState, draft: &Draft) {
    if !view.confirming {
        return;
    }
    let Some(price) = draft.chosen.as_ref().and_then(crate::api::rate::Rate::price) else {
        view.confirming = false;
        return;
    };
    let words = text!("ship-confirm-buy", price = price);
    let offline = cx.state.is_offline().then(not_bought);
    let buy = Button::danger(&words).disabled_because(offline);
    let no = Button::secondary(text!("ship-confirm-cancel"));
    let decided = card::ask_ui(ui, "confirm purchase", buy, no, |ui| {
        match cx.state.ship.duplicate_to_confirm() {
            Some(twin) => {
                heading_ui(ui, text!("ship-confirm-duplicate-title"));
                muted_ui(ui, &duplicate_alert::sentence(cx, twin));
            }
            None => {
                heading_ui(ui, &text!("ship-confirm-title", price = price));
            }
        }
        if let Some(doubt) = cx.state.ship.doubt_about_recipient() {
            muted_ui(ui, &text!("ship-confirm-doubt", reason = doubt));
        }
        if cx.state.environment() == Some(Environment::Production) {
            muted_ui(ui, &text!("ship-confirm-words", price = price));
        }
        if cx.state.buys_for_nothing() {
            small_muted_ui(ui, text!("parts-test-labels-free"));
        } else if cx.fresh_balance().is_none() {
            small_muted_ui(ui, text!("parts-balance-being-read"));
        } else if let Some((after, _)) = balance_after(cx.state, price) {
            small_muted_ui(ui, &text!("ship-balance-after", amount = after));
        }
    });
    match decided {
        Some(true) => cx.ask(Intent::Buy),
        Some(false) => {}
        None => return,
    }
    view.confirming = false;
}
