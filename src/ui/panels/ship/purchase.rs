//! The state of purchases: held, being sent, unknown outcome, not sent, refused. A purchase with an
//! unknown outcome has its own color, and never offers to buy again on its own.

use egui::{Frame, Key, Modifiers, RichText, Stroke, Ui};

use crate::base::id::{OrderId, TransactionId};
use crate::base::money::{Currency, Money};
use crate::desk::intent::Intent;
use crate::desk::kernel::connectivity::{NOT_BOUGHT, NOT_SENT};
use crate::desk::kernel::failure::Trouble;
use crate::desk::money::intent::PurchaseIntent;
use crate::desk::money::ports::PurchaseEvidence;
use crate::desk::money::purchase::{Purchase, PurchaseKind, PurchaseStatus};
use crate::desk::parcel::draft::Draft;
use crate::desk::ship::intent::ShipIntent;
use crate::desk::state::State;
use crate::ui::cx::Cx;
use crate::ui::theme::margin;
use crate::ui::tokens::{Tokens, radius, size, space, text};
use crate::ui::widgets::icon::icon_ui;
use crate::ui::widgets::notice::trouble_ui;
use crate::ui::widgets::text::{heading_ui, moment, muted_ui, small_muted_ui};
use crate::ui::widgets::words::words_ui;
use crate::ui::widgets::{Button, Meaning, card};

#[derive(Debug, Default)]
pub struct PurchaseViewState {
    /// The confirmation for Production is on screen.
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
        PurchaseStatus::Held { .. } | PurchaseStatus::Sending => Some((
            Meaning::Info,
            "The label is being bought; the form is locked until the answer is here",
        )),
        PurchaseStatus::Checking { .. } => Some((
            Meaning::Doubt,
            "It is not certain yet whether the label was bought; the form is locked until it is",
        )),
        PurchaseStatus::NotSent { .. } => Some((
            Meaning::Doubt,
            "The purchase was not sent; choose above what to do with it",
        )),
        PurchaseStatus::Absent { .. } => Some((
            Meaning::Doubt,
            "Sent before and not found yet; choose above what to do",
        )),
        PurchaseStatus::Bought { .. }
        | PurchaseStatus::ToppedUp { .. }
        | PurchaseStatus::RefundAsked { .. }
        | PurchaseStatus::Rejected { .. } => None,
    }
}

/// The balance after paying the price, and whether it is negative.
pub fn balance_after(state: &State, price: Money) -> Option<(Money, bool)> {
    let balance = state.balance.summary.value()?;
    let currency = balance
        .currency
        .as_deref()
        .and_then(Currency::parse)
        .unwrap_or_default();
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
                trouble_ui(ui, trouble, false);
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
    let id = || purchase.transaction.clone();
    let told = purchase_band(purchase, cx);
    let offline = cx.state.is_offline().then_some(NOT_SENT);
    let send = |ui: &mut Ui, button: Button<'_>| {
        let button = button.disabled_because(offline);
        button.show_ui(ui).clicked()
    };
    let mut asked = Vec::new();
    card_ui(ui, &told, |ui| {
        let is_held = matches!(purchase.status, PurchaseStatus::Held { .. });
        if on_screen && !is_held {
            let button = Button::secondary("New shipment").hint("Go on with the next parcel");
            if button.show_ui(ui).clicked() {
                asked.push(Intent::Ship(ShipIntent::NewDraft));
            }
        }
        match &purchase.status {
            PurchaseStatus::Held { .. } => {
                ui.ctx()
                    .request_repaint_after(std::time::Duration::from_millis(200));
                let esc = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
                let cancel = Button::secondary("Cancel purchase")
                    .shortcut("Esc")
                    .show_ui(ui);
                if esc || cancel.clicked() {
                    asked.push(Intent::Purchases(PurchaseIntent::Cancel(id())));
                }
                if send(ui, Button::quiet("Buy now")) {
                    asked.push(Intent::Purchases(PurchaseIntent::SendNow(id())));
                }
            }
            PurchaseStatus::NotSent { .. } => {
                if send(ui, Button::primary("Send now")) {
                    asked.push(Intent::Purchases(PurchaseIntent::SendNow(id())));
                }
                if Button::secondary("Discard purchase").show_ui(ui).clicked() {
                    asked.push(Intent::Purchases(PurchaseIntent::Cancel(id())));
                }
            }
            PurchaseStatus::Checking { .. }
                if Button::secondary("Check again").show_ui(ui).clicked() =>
            {
                asked.push(Intent::Purchases(PurchaseIntent::CheckAgain(id())));
            }
            PurchaseStatus::Absent { .. } => {
                if send(ui, Button::primary("Send again")) {
                    asked.push(Intent::Purchases(PurchaseIntent::SendNow(id())));
                }
                if Button::secondary("Check again").show_ui(ui).clicked() {
                    asked.push(Intent::Purchases(PurchaseIntent::CheckAgain(id())));
                }
                if Button::quiet("Buy again…").show_ui(ui).clicked() {
                    view.again = Some(id());
                }
            }
            _ => {}
        }
    });
    cx.intents.extend(asked);
}

struct PurchaseBand<'a> {
    meaning: Meaning,
    headline: String,
    words: String,
    trouble: Option<&'a Trouble>,
}

fn purchase_band<'a>(purchase: &'a Purchase, cx: &Cx<'_>) -> PurchaseBand<'a> {
    let what = match purchase.expected {
        Some(price) => format!("{}, {price}", purchase.title),
        None => purchase.title.clone(),
    };
    let told = |meaning, headline: String, words: String, trouble| PurchaseBand {
        meaning,
        headline,
        words,
        trouble,
    };
    match &purchase.status {
        PurchaseStatus::Held { until } => {
            let left = (until.as_millisecond() - cx.now.as_millisecond()).max(0);
            let seconds = (left + 999) / 1000;
            let words = "Nothing is sent yet; cancelling costs nothing";
            told(
                Meaning::Info,
                format!("Buying in {seconds} s: {what}"),
                words.to_owned(),
                None,
            )
        }
        PurchaseStatus::Sending => told(
            Meaning::Info,
            format!("Buying: {what}"),
            "Waiting for the service to answer".to_owned(),
            None,
        ),
        PurchaseStatus::NotSent { trouble } => told(
            Meaning::Warning,
            format!("Not bought: {what}"),
            "Nothing was sent and nothing was charged".to_owned(),
            trouble.as_ref(),
        ),
        PurchaseStatus::Checking {
            attempts,
            trouble,
            learned,
        } => told(
            Meaning::Doubt,
            match learned {
                PurchaseEvidence::Nothing => "Checking whether it was bought, do not buy again",
                PurchaseEvidence::Refused => {
                    "The service refused it; making sure nothing was bought"
                }
                PurchaseEvidence::Charged => "Bought; its label is still to be fetched",
            }
            .to_owned(),
            match attempts {
                0 => what,
                1 => format!("{what} · looked up once"),
                count => format!("{what} · looked up {count} times"),
            },
            trouble.as_ref(),
        ),
        PurchaseStatus::Absent {
            watched_until,
            trouble,
        } => told(
            Meaning::Doubt,
            format!("Not found at the service: {what}"),
            format!(
                "It is watched until {}. Sent again it keeps its number, so it cannot be bought twice.",
                moment(*watched_until, cx.zone)
            ),
            trouble.as_ref(),
        ),
        PurchaseStatus::Rejected { trouble } => told(
            Meaning::Bad,
            format!("Refused: {what}"),
            String::new(),
            Some(trouble),
        ),
        PurchaseStatus::Bought { .. }
        | PurchaseStatus::ToppedUp { .. }
        | PurchaseStatus::RefundAsked { .. } => told(
            Meaning::Good,
            format!("Bought: {what}"),
            String::new(),
            None,
        ),
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
            ui.horizontal(|ui| {
                icon_ui(ui, told.meaning.icon(), size::ICON, hue.ink);
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    words_ui(ui, &told.headline, text::body_strong(), hue.ink);
                    if !told.words.is_empty() {
                        words_ui(ui, &told.words, text::body(), tokens.ink);
                    }
                    if let Some(trouble) = told.trouble {
                        words_ui(ui, &trouble.cause, text::body(), tokens.ink);
                        let codes = [
                            trouble.codes.clone(),
                            trouble
                                .correlation
                                .iter()
                                .map(|id| format!("correlation id {id}"))
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
                });
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), steps);
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
    let cost = purchase
        .expected
        .map_or_else(String::new, |price| format!(" for {price}"));
    let steps = (
        Button::danger("Prepare a second purchase"),
        Button::secondary("Do not buy again"),
    );
    let decided = card::ask_ui(ui, "buy what was not found again", steps, |ui| {
        heading_ui(ui, "Buy this label again? It may be charged twice");
        muted_ui(
            ui,
            &format!(
                "The first try{cost} was not found at the service, but it may still arrive. Then two labels are bought, and one of them must be refunded."
            ),
        );
        muted_ui(
            ui,
            "Send again is safe: it keeps the number of the first try, so it cannot be charged twice",
        );
    });
    match decided {
        Some(true) => cx.ask(Intent::BuyAnother(id.clone())),
        Some(false) => {}
        None => return,
    }
    view.again = None;
}

/// The confirmation of a purchase in Production; its button names the amount.
pub fn confirm_ui(ui: &Ui, cx: &mut Cx<'_>, view: &mut PurchaseViewState, draft: &Draft) {
    if !view.confirming {
        return;
    }
    let Some(price) = draft
        .chosen
        .as_ref()
        .and_then(crate::api::rate::Rate::price)
    else {
        view.confirming = false;
        return;
    };
    let words = format!("Buy for {price}");
    let buy = Button::danger(&words).disabled_because(cx.state.is_offline().then_some(NOT_BOUGHT));
    let steps = (buy, Button::secondary("Do not buy"));
    let decided = card::ask_ui(ui, "confirm purchase", steps, |ui| {
        heading_ui(ui, &format!("Buy this label for {price}?"));
        muted_ui(
            ui,
            &format!("{price} is taken from the Production balance now"),
        );
        if let Some((after, _)) = balance_after(cx.state, price) {
            small_muted_ui(ui, &format!("Balance after: {after}"));
        }
    });
    match decided {
        Some(true) => cx.ask(Intent::Buy),
        Some(false) => {}
        None => return,
    }
    view.confirming = false;
}
