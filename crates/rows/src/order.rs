//! An order as a workspace keeps it: what lists and searches go by, and the order itself as JSON.

use jiff::Timestamp;
use jiff::civil::Date;
use postroom_base::id::{OrderId, TransactionId};
use postroom_base::locale::Message;

/// Where an order stands. The names are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OrderState {
    /// Something is missing or unreadable.
    #[default]
    NeedsAttention,
    Ready,
    Rated,
    Buying,
    /// Whether the label was bought is not known yet.
    InDoubt,
    Bought,
    Printed,
    HandedOver,
    /// The label was refunded, and no person has decided yet whether another is bought.
    Refunded,
    OnHold,
    Canceled,
    /// Not stored: the row has a state that this version does not know, or a column that it cannot
    /// read. A newer version may have written it, so nothing is done for the order.
    Unreadable,
}

impl OrderState {
    /// Those that are stored.
    pub const ALL: [Self; 11] = [
        Self::NeedsAttention,
        Self::Ready,
        Self::Rated,
        Self::Buying,
        Self::InDoubt,
        Self::Bought,
        Self::Printed,
        Self::HandedOver,
        Self::Refunded,
        Self::OnHold,
        Self::Canceled,
    ];

    pub const fn code(self) -> &'static str {
        match self {
            Self::NeedsAttention => "needs-attention",
            Self::Ready => "ready",
            Self::Rated => "rated",
            Self::Buying => "buying",
            Self::InDoubt => "in-doubt",
            Self::Bought => "bought",
            Self::Printed => "printed",
            Self::HandedOver => "handed-over",
            Self::Refunded => "refunded",
            Self::OnHold => "on-hold",
            Self::Canceled => "canceled",
            Self::Unreadable => "unreadable",
        }
    }

    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }

    /// Whether a purchase was begun that may have cost money. Such an order is never overwritten by
    /// an import and never removed.
    pub fn may_have_cost_money(self) -> bool {
        matches!(
            self,
            Self::Buying
                | Self::InDoubt
                | Self::Bought
                | Self::Printed
                | Self::HandedOver
                | Self::Unreadable
        )
    }

    /// Whether the order may be removed. One whose label was refunded stays: imported again, it
    /// would be bought again without a decision.
    pub fn is_removable(self) -> bool {
        !self.may_have_cost_money() && self != Self::Refunded
    }
}

/// What the list and the search use of an order; the order itself is `json`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderFields {
    /// Where the order comes from, such as the name of a file mapping or `Shopify`.
    pub source: String,
    /// Unique within its source.
    pub number: String,
    pub state: OrderState,
    pub recipient: String,
    pub ship_by: Option<Date>,
    /// Key of the preset that was chosen by a rule or a person.
    pub preset: Option<String>,
    /// The text of every field that can be searched.
    pub search_text: String,
    pub json: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderRow {
    pub id: OrderId,
    /// Grows with every write.
    pub revision: i64,
    /// Orders are listed and printed in the order in which they came.
    pub position: i64,
    pub fields: OrderFields,
    pub changed: Timestamp,
    /// The computer and the person that changed it last.
    pub changed_by: String,
    /// Why the row cannot be read. Such a row is never written or removed.
    pub unreadable: Option<Message>,
}

impl OrderRow {
    /// Whether a write that was made on this revision still holds.
    pub fn may_be_written_on(&self, revision: i64) -> bool {
        self.revision == revision && self.unreadable.is_none()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderWrite {
    pub id: OrderId,
    /// `None` adds a new order.
    pub revision: Option<i64>,
    pub fields: OrderFields,
    /// The labels of the order that are being bought or in doubt, return labels too. A claim of any
    /// other purchase ends with this write, if the computer that writes has it.
    pub open_purchases: Vec<TransactionId>,
}

/// What became of one write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// With the new revision.
    Written(i64),
    Removed,
    /// The order is now as given, and nothing was written. For a new order: its number exists.
    Conflict(Box<OrderRow>),
    /// The workspace does not take this order, for this reason; the others of the call are written.
    Refused(Message),
    /// The order does not exist (any more).
    Missing,
}
