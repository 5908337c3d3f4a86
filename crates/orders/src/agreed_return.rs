//! A return label that is to be bought.

use postroom_base::id::OrderId;
use postroom_base::money::Money;

/// A return label that a person has decided to buy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgreedReturn {
    pub order: OrderId,
    pub price: Money,
    /// The number of return labels that the order had when the person decided. With another number
    /// none is bought: the label of this decision is there already, or somebody else was faster.
    pub bought_before: usize,
}
