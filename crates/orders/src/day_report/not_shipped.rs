//! Orders that have no label, and why.

use jiff::civil::Date;

use super::ReportedOrder;
use crate::message;
use crate::order::Order;
use crate::order_label::LabelStatus;
use postroom_base::id::OrderId;
use postroom_base::locale::Message;
use postroom_rows::order::OrderState;

/// An order that is not shipped and not canceled.
#[derive(Clone, Debug, PartialEq)]
pub struct NotShipped {
    pub id: OrderId,
    /// The number of the order.
    pub order: String,
    pub recipient: String,
    pub ship_by: Option<Date>,
    pub why: WhyNotShipped,
    /// In words, with the problem, the reason of the hold or the refusal.
    pub reason: Message,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WhyNotShipped {
    NeedsAttention,
    OnHold,
    /// The service refused the last attempt to buy a label.
    Refused,
    /// Whether the label was bought is not known.
    InDoubt,
    /// The purchase is under way.
    Buying,
    /// The label was refunded and no other was bought.
    Refunded,
    /// Nobody bought a label.
    Waiting,
}

impl WhyNotShipped {
    /// The name in files.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NeedsAttention => "needs-attention",
            Self::OnHold => "on-hold",
            Self::Refused => "refused",
            Self::InDoubt => "in-doubt",
            Self::Buying => "buying",
            Self::Refunded => "refunded",
            Self::Waiting => "waiting",
        }
    }
}

impl NotShipped {
    /// `None` for an order that has a label or is canceled.
    pub(super) fn of_order(reported: &ReportedOrder<'_>) -> Option<Self> {
        let order = reported.order;
        if order.canceled || order.bought_label().is_some() {
            return None;
        }
        let (why, reason) = match reported.state {
            OrderState::InDoubt => {
                (WhyNotShipped::InDoubt, message!("order-papers-report-in-doubt"))
            }
            OrderState::Buying => (WhyNotShipped::Buying, message!("order-papers-report-buying")),
            OrderState::OnHold => (WhyNotShipped::OnHold, hold(order)),
            OrderState::NeedsAttention | OrderState::Unreadable => (
                WhyNotShipped::NeedsAttention,
                match &reported.first_problem {
                    Some(problem) => problem.clone(),
                    None => message!("order-papers-report-needs-attention"),
                },
            ),
            OrderState::Refunded => {
                (WhyNotShipped::Refunded, message!("order-papers-report-refunded"))
            }
            OrderState::Canceled => return None,
            OrderState::Ready
            | OrderState::Rated
            | OrderState::Bought
            | OrderState::Printed
            | OrderState::HandedOver => without_label(order),
        };
        let recipient = [&order.to.name, &order.to.company];
        let recipient = recipient.into_iter().find(|name| !name.trim().is_empty());
        Some(Self {
            id: reported.id.clone(),
            order: order.number.clone(),
            recipient: recipient.cloned().unwrap_or_default(),
            ship_by: order.ship_by,
            why,
            reason,
        })
    }
}

fn hold(order: &Order) -> Message {
    let reason = order.hold.as_ref().map(|hold| hold.reason.trim());
    match reason.filter(|reason| !reason.is_empty()) {
        Some(reason) => message!("order-papers-report-held-because", reason = reason),
        None => message!("order-papers-report-held"),
    }
}

/// Of an order that could be bought.
fn without_label(order: &Order) -> (WhyNotShipped, Message) {
    let newest = order.newest_label();
    match newest.map(|label| (label.status, &label.refusal)) {
        Some((LabelStatus::NotBought, refusal)) if !refusal.trim().is_empty() => {
            (WhyNotShipped::Refused, message!("order-papers-report-refused", reason = refusal))
        }
        Some((LabelStatus::Refunded, _)) => {
            (WhyNotShipped::Refunded, message!("order-papers-report-refunded"))
        }
        _ => (WhyNotShipped::Waiting, message!("order-papers-report-waiting")),
    }
}
