//! Where an order stands, its problems, and its row in the workspace.

mod import_problems;
mod order_problems;
mod search_words;

pub use order_problems::{OrderProblem, OrderProblemField, problems_of};
pub use search_words::{HAS_OPEN_LABEL_APART, WAITS_FOR_WRITE_BACK, search_text};

use crate::order::Order;
use crate::order_label::{LabelStatus, OrderLabel};
use crate::order_row::recipient;
use postroom_rows::order::{OrderFields, OrderState};

/// Where the order stands. `quote_current` says whether its quote still holds for it.
///
/// What was bought, may have been bought or is being bought counts before everything that a person
/// or a rule could still change. A refunded label counts as none once a person has decided to buy
/// another.
pub fn state_of(order: &Order, has_problem: bool, quote_current: bool) -> OrderState {
    if let Some(label) = order.bought_label() {
        return state_of_bought(label);
    }
    let labels = || order.labels.iter().filter(|label| !label.is_return);
    let has = |status| labels().any(|label| label.status == status);
    if has(LabelStatus::InDoubt) {
        return OrderState::InDoubt;
    }
    if has(LabelStatus::Buying) {
        return OrderState::Buying;
    }
    if order.canceled {
        return OrderState::Canceled;
    }
    if order.undecided_refund().is_some() {
        return OrderState::Refunded;
    }
    if order.hold.is_some() {
        return OrderState::OnHold;
    }
    if has_problem {
        return OrderState::NeedsAttention;
    }
    if order.quote.is_some() && quote_current { OrderState::Rated } else { OrderState::Ready }
}

fn state_of_bought(label: &OrderLabel) -> OrderState {
    if label.manifest.is_some() || label.handed_over.is_some() {
        OrderState::HandedOver
    } else if label.prints.is_empty() {
        OrderState::Bought
    } else {
        OrderState::Printed
    }
}

/// The order as the workspace lists and stores it.
pub fn order_fields(order: &Order, state: OrderState) -> OrderFields {
    OrderFields {
        source: order.source.clone(),
        number: order.number.clone(),
        state,
        recipient: recipient(order),
        ship_by: order.ship_by,
        preset: order.preset.as_ref().map(|preset| preset.key.clone()),
        search_text: search_text(order),
        // Never fails: all keys are texts, and a number that JSON does not have is written as null.
        json: serde_json::to_string(order).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests;
