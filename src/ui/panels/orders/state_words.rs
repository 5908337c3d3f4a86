//! What the list and its parts say about orders.

use crate::desk::orders::OrderState;
use crate::desk::state::State;
use crate::text;
use crate::ui::widgets::Meaning;

/// The state in words.
pub fn state_words(state: OrderState) -> (Meaning, &'static str) {
    match state {
        OrderState::NeedsAttention => (Meaning::Warning, text!("orders-state-attention")),
        OrderState::Ready => (Meaning::Neutral, text!("orders-state-ready")),
        OrderState::Rated => (Meaning::Info, text!("orders-state-rated")),
        OrderState::Buying => (Meaning::Info, text!("orders-state-buying")),
        OrderState::InDoubt => (Meaning::Warning, text!("orders-state-doubt")),
        OrderState::Bought => (Meaning::Good, text!("orders-state-bought")),
        OrderState::Printed => (Meaning::Good, text!("orders-state-printed")),
        OrderState::HandedOver => (Meaning::Good, text!("orders-state-handed-over")),
        OrderState::Refunded => (Meaning::Warning, text!("orders-state-refunded")),
        OrderState::OnHold => (Meaning::Neutral, text!("orders-state-hold")),
        OrderState::Canceled => (Meaning::Neutral, text!("orders-state-canceled")),
        OrderState::Unreadable => (Meaning::Warning, text!("orders-state-unreadable")),
    }
}

/// Why the service cannot be called now. Orders can be imported and edited all the same.
pub fn obstacle(state: &State) -> Option<&'static str> {
    state.unreachable_reason(text!("orders-offline"))
}
