//! Scan to ship as a state machine: what the scanned order waits for, and what is done next. Pure: it
//! is told the facts and says what to do.
//!
//! The way of an order: its items are checked by scanning (where the shop wants that), it is weighed,
//! rated, bought and printed. Whatever is missing stops it with a sentence, and a wrong item stops it
//! until a person has seen it. Without [`ScanRules::buys`] a person buys, with one key.

use crate::message;
use crate::order::OrderItem;
use postroom_base::id::ShipmentId;
use postroom_base::locale::Message;
use postroom_base::money::Money;
use postroom_rows::order::OrderState;

/// What the shop wants of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScanRules {
    /// The label is bought and printed without a further key.
    pub buys: bool,
    /// Every piece is scanned before the label is bought.
    pub checks_items: bool,
}

/// Why the belt is stopped. The codes are as they were scanned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BeltStop {
    /// The order has no such item.
    NotInOrder { code: String },
    /// Every piece of this item was scanned before.
    OneTooMany { code: String, name: String },
}

impl BeltStop {
    pub fn message(&self) -> Message {
        match self {
            Self::NotInOrder { code } => message!("scan-stop-not-in-order", code = code),
            Self::OneTooMany { code, name } => {
                message!("scan-stop-one-too-many", code = code, name = name)
            }
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScanPhase {
    /// Items, weight, whatever is missing.
    #[default]
    Preparing,
    Rating,
    /// The rate is known, and a person buys.
    Priced,
    Buying,
    Over,
}

/// How far the scanned order is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScanProgress {
    pub phase: ScanPhase,
    /// The belt is stopped until a person confirms.
    pub stop: Option<BeltStop>,
    /// Why it does not go on by itself.
    pub halt: Option<Message>,
    /// A person agreed to this price while the order was being read again.
    pub agreed: Option<Money>,
    /// The outcome of its purchase is open: the label is printed once it is known to be bought.
    pub is_uncertain: bool,
}

/// What is known of the order and around it.
#[derive(Clone, Debug, Default)]
pub struct ScanFacts {
    pub rules: ScanRules,
    pub state: OrderState,
    /// The first problem of the order besides its weight.
    pub problem: Option<Message>,
    pub has_weight: bool,
    pub pieces_left: u32,
    /// The price of the current rate.
    pub price: Option<Money>,
    /// The label that was bought.
    pub shipment: Option<ShipmentId>,
    /// Another station bought the label and prints it. Here it is printed only when a person asks.
    pub is_elsewhere: bool,
    /// The batch of this order is at work, or the order is being read again.
    pub is_working: bool,
    /// What the batch said of this order if it could not do its work.
    pub outcome: Option<Message>,
    /// Why the service cannot be asked.
    pub unreachable: Option<Message>,
    /// Why nothing may be bought by a scan.
    pub not_bought: Option<Message>,
    /// The most that a scan may spend without a person.
    pub limit: Option<Money>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScanAction {
    GetRate,
    Buy(Money),
    Print(ShipmentId),
}

/// What the card shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScanStage {
    Stopped(BeltStop),
    Halted(Message),
    /// Pieces are to be scanned; so many are left.
    Items(u32),
    Weight,
    Rating,
    /// A person buys at this price.
    Priced(Money),
    Buying,
    /// The label is bought.
    Bought,
}

impl ScanProgress {
    /// What to do next. To be called after each change of the facts.
    pub fn advance(&mut self, facts: &ScanFacts) -> Option<ScanAction> {
        if facts.is_working {
            return None;
        }
        match self.phase {
            ScanPhase::Preparing => self.prepare(facts),
            ScanPhase::Rating => self.take_rate(facts),
            ScanPhase::Priced => self.keep_price(facts),
            ScanPhase::Buying => self.take_purchase(facts),
            ScanPhase::Over => None,
        }
    }

    /// A person buys at this price. While the order is being read again, the purchase waits for what
    /// is read: any change of the list reads it again, and the key would else be lost.
    pub fn buy(&mut self, facts: &ScanFacts, price: Money) -> Option<ScanAction> {
        if self.phase != ScanPhase::Priced || self.stop.is_some() {
            return None;
        }
        if facts.is_working {
            self.agreed = Some(price);
            return None;
        }
        let now = facts.price?;
        if now != price {
            return self.halt(message!("orders-work-other-price", price = now, agreed = price));
        }
        if let Some(why) = &facts.unreachable {
            return self.halt(why.clone());
        }
        self.halt = None;
        self.phase = ScanPhase::Buying;
        Some(ScanAction::Buy(price))
    }

    /// A person has seen the item that stopped the belt.
    pub fn confirm(&mut self) {
        self.stop = None;
    }

    /// A person tries again what was halted.
    pub fn go_on(&mut self) {
        self.halt = None;
    }

    fn prepare(&mut self, facts: &ScanFacts) -> Option<ScanAction> {
        if let Some(shipment) = &facts.shipment {
            self.phase = ScanPhase::Over;
            let is_mine = std::mem::take(&mut self.is_uncertain);
            let prints = is_mine && !facts.is_elsewhere;
            return prints.then(|| ScanAction::Print(shipment.clone()));
        }
        if self.stop.is_some() || self.halt.is_some() || obstacle(facts).is_some() {
            return None;
        }
        if let Some(why) = facts.unreachable.clone() {
            return self.halt(why);
        }
        if let Some(why) = facts.not_bought.clone().filter(|_| facts.rules.buys) {
            return self.halt(why);
        }
        self.phase = ScanPhase::Rating;
        Some(ScanAction::GetRate)
    }

    fn take_rate(&mut self, facts: &ScanFacts) -> Option<ScanAction> {
        self.phase = ScanPhase::Preparing;
        if self.stop.is_some() || obstacle(facts).is_some() {
            return None;
        }
        let price = facts.price.filter(|_| facts.state == OrderState::Rated);
        let Some(price) = price else {
            let why = facts.outcome.clone();
            return self.halt(why.unwrap_or_else(|| message!("scan-no-rate")));
        };
        self.phase = ScanPhase::Priced;
        if !facts.rules.buys {
            return None;
        }
        if let Some(why) = facts.not_bought.clone() {
            self.phase = ScanPhase::Preparing;
            return self.halt(why);
        }
        let limit = facts
            .limit
            .filter(|limit| limit.currency != price.currency || price.amount > limit.amount);
        if let Some(limit) = limit {
            // The price stays on screen, and a person may buy at it.
            return self.halt(message!("scan-over-limit", price = price, limit = limit));
        }
        self.phase = ScanPhase::Buying;
        Some(ScanAction::Buy(price))
    }

    /// A price that was shown holds as long as the order is as it was.
    fn keep_price(&mut self, facts: &ScanFacts) -> Option<ScanAction> {
        let agreed = self.agreed.take();
        if facts.shipment.is_some() {
            self.phase = ScanPhase::Over;
            return None;
        }
        if facts.price.is_none() || obstacle(facts).is_some() {
            self.phase = ScanPhase::Preparing;
            self.halt = None;
            return self.prepare(facts);
        }
        self.buy(facts, agreed?)
    }

    fn take_purchase(&mut self, facts: &ScanFacts) -> Option<ScanAction> {
        if let Some(shipment) = &facts.shipment {
            self.phase = ScanPhase::Over;
            return (!facts.is_elsewhere).then(|| ScanAction::Print(shipment.clone()));
        }
        self.phase = ScanPhase::Preparing;
        let why = match facts.state {
            OrderState::InDoubt | OrderState::Buying => {
                self.is_uncertain = true;
                message!("scan-purchase-uncertain")
            }
            _ => facts.outcome.clone().unwrap_or_else(|| message!("scan-not-bought")),
        };
        self.halt(why)
    }

    fn halt(&mut self, why: Message) -> Option<ScanAction> {
        self.halt = Some(why);
        None
    }

    /// What the card shows.
    pub fn stage(&self, facts: &ScanFacts) -> ScanStage {
        if let Some(stop) = &self.stop {
            return ScanStage::Stopped(stop.clone());
        }
        if self.phase == ScanPhase::Buying {
            return ScanStage::Buying;
        }
        if facts.shipment.is_some() {
            return ScanStage::Bought;
        }
        match (&self.phase, facts.price) {
            (ScanPhase::Rating, _) => return ScanStage::Rating,
            (ScanPhase::Priced, Some(price)) => return ScanStage::Priced(price),
            _ => {}
        }
        let halt = self.halt.clone().map(ScanStage::Halted);
        halt.or_else(|| obstacle(facts)).unwrap_or(ScanStage::Rating)
    }
}

/// What the order waits for before it can be rated; `None` if it is ready.
fn obstacle(facts: &ScanFacts) -> Option<ScanStage> {
    let halted = |why| Some(ScanStage::Halted(why));
    match facts.state {
        OrderState::Canceled => return halted(message!("scan-canceled")),
        OrderState::OnHold => return halted(message!("scan-on-hold")),
        OrderState::Refunded => return halted(message!("scan-refunded")),
        OrderState::Buying | OrderState::InDoubt => {
            return halted(message!("scan-purchase-uncertain"));
        }
        _ => {}
    }
    if let Some(problem) = &facts.problem {
        return halted(message!("scan-problem", problem = problem));
    }
    if facts.rules.checks_items && facts.pieces_left > 0 {
        return Some(ScanStage::Items(facts.pieces_left));
    }
    (!facts.has_weight).then_some(ScanStage::Weight)
}

/// Pieces of the items that are not checked yet.
pub fn pieces_left(items: &[OrderItem], scanned: &[u32]) -> u32 {
    let left = items.iter().enumerate().map(|(place, item)| left_of(item, scanned, place));
    left.fold(0, u32::saturating_add)
}

/// Pieces of the item at this place that are not checked yet. An unreadable quantity is a problem of
/// the order, and counts as one piece.
pub fn left_of(item: &OrderItem, scanned: &[u32], place: usize) -> u32 {
    let checked = scanned.get(place).copied().unwrap_or_default();
    item.pieces().unwrap_or(1).saturating_sub(checked)
}

/// Whether the code is that of an item. Case and surrounding spaces make no difference.
pub fn is_code_of(item: &OrderItem, code: &str) -> bool {
    let (sku, code) = (item.sku.trim(), code.trim());
    !sku.is_empty() && sku.to_lowercase() == code.to_lowercase()
}

/// The checked pieces after one more was scanned.
///
/// # Errors
/// The order has no such item, or all of its pieces are checked.
pub fn count_piece(items: &[OrderItem], scanned: &[u32], code: &str) -> Result<Vec<u32>, BeltStop> {
    let same = || items.iter().enumerate().filter(|(_, item)| is_code_of(item, code));
    let Some((_, first)) = same().next() else {
        return Err(BeltStop::NotInOrder { code: code.trim().to_owned() });
    };
    // The same SKU may be in several lines.
    let mut open = same().filter(|(place, item)| left_of(item, scanned, *place) > 0);
    match open.next() {
        Some((place, _)) => Ok(with_more(items, scanned, place, 1)),
        None => {
            Err(BeltStop::OneTooMany { code: code.trim().to_owned(), name: first.name.clone() })
        }
    }
}

/// The checked pieces after a person has checked the item at this place, whose code cannot be
/// scanned.
pub fn check_item(items: &[OrderItem], scanned: &[u32], place: usize) -> Vec<u32> {
    let left = items.get(place).map_or(0, |item| left_of(item, scanned, place));
    with_more(items, scanned, place, left)
}

fn with_more(items: &[OrderItem], scanned: &[u32], place: usize, pieces: u32) -> Vec<u32> {
    let checked = |place: usize| scanned.get(place).copied().unwrap_or_default();
    let mut counts: Vec<u32> = (0..items.len()).map(checked).collect();
    if let Some(count) = counts.get_mut(place) {
        *count = count.saturating_add(pieces);
    }
    counts
}

#[cfg(test)]
mod tests;
