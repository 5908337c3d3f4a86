//! Scan to ship: a scanned or typed order number opens its order, which goes its way by itself as far
//! as the shop wants it; [`scan_state`] says what comes next.
//!
//! A number is looked for in the workspace first. If it is not there and the shop has a database for
//! it, that is asked, and its row becomes an order. Known tracking numbers and commands never come
//! here: a number is an order's only if it is nothing else.
//!
//! [`scan_state`]: crate::orders::scan_state

mod items;
mod look_up;
mod steps;

use std::sync::Arc;

use crate::base::id::{OrderId, ShipmentId};
use crate::base::locale::Message;
use crate::base::measure::WeightUnit;
use crate::base::money::Money;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::batch_job::BatchJob;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::notices::Tone;
use crate::message;
use crate::orders::basis::OrderBasis;
use crate::orders::documents::Documents;
use crate::orders::order_row::OrderInList;
use crate::orders::scan_state::{ScanPhase, ScanProgress, ScanRules, ScanStage};
use crate::orders::shop_profile::ShopProfile;

pub(in crate::desk) use items::take_weight;
pub(in crate::desk) use look_up::Unfound;
use look_up::look_up;
pub(in crate::desk) use steps::go_on;

/// Scan to ship, as the screen shows it.
#[derive(Debug, Default)]
pub struct ScanToShip {
    /// What became of the last number while it opens no order.
    pub look_up: Option<ScanLookUp>,
    pub open: Option<ScannedOrder>,
    /// Scanned while the order before it is being bought; opened after it.
    pub next: Option<String>,
    /// Counts scans that led to something to see here.
    pub answered: u64,
    /// A number was scanned in this run.
    is_used: bool,
    /// The number that is looked up was typed into the search.
    is_typed: bool,
    /// What the feature knows of others; copied to it after each change.
    pub(in crate::desk) known: KnownToScanToShip,
}

#[derive(Debug, Default)]
pub(in crate::desk) struct KnownToScanToShip {
    pub basis: Arc<OrderBasis>,
    pub documents: Arc<Documents>,
    /// Counts windows of the list that were read.
    pub lists_read: u64,
    /// A batch of orders is at work, perhaps that of the scanned order.
    pub has_batch: bool,
    /// An import is being written.
    pub is_importing: bool,
    /// A batch of orders cannot begin yet, also if none is on screen.
    pub is_ending: bool,
    /// Why nothing can be bought now.
    pub buying_stopped: Option<Message>,
    /// A printer is set up.
    pub can_print: bool,
    /// The printers with a label that did not come out.
    pub stuck_printers: Vec<StuckPrinter>,
}

/// A printer with a label that did not come out.
#[derive(Clone, Debug)]
pub(in crate::desk) struct StuckPrinter {
    pub printer: String,
    /// Why a scan buys no further label for it, for the user.
    pub why: Message,
}

impl KnownToScanToShip {
    fn is_busy(&self) -> bool {
        self.has_batch || self.is_importing
    }
}

#[derive(Clone, Debug)]
pub enum ScanLookUp {
    Searching {
        number: String,
    },
    /// The database with this name is asked.
    Asking {
        number: String,
        database: String,
    },
    /// Orders of several sources have the number; the newest that can still be shipped comes first.
    Several {
        number: String,
        orders: Vec<Arc<OrderInList>>,
    },
    /// Nobody knows the number, neither the database with this name, if one was asked.
    Nothing {
        number: String,
        database: Option<String>,
    },
    /// The number could not be looked for.
    Refused {
        number: String,
        reason: Message,
    },
}

impl ScanLookUp {
    pub fn number(&self) -> &str {
        match self {
            Self::Searching { number }
            | Self::Asking { number, .. }
            | Self::Several { number, .. }
            | Self::Nothing { number, .. }
            | Self::Refused { number, .. } => number,
        }
    }

    /// Whether an answer is still to come.
    pub fn is_waiting(&self) -> bool {
        matches!(self, Self::Searching { .. } | Self::Asking { .. })
    }
}

/// The order whose number was scanned last.
#[derive(Clone, Debug)]
pub struct ScannedOrder {
    pub order: Arc<OrderInList>,
    pub stage: ScanStage,
    /// Checked pieces, in the order of the items.
    pub scanned: Vec<u32>,
    /// The name of the database that has just filled the order.
    pub filled_from: Option<String>,
    /// Why it does not go on by itself, also beside a price at which a person may buy.
    pub halt: Option<Message>,
    /// Its label was handed to a printer by this scan.
    pub is_printing: bool,
    /// Another station bought its label.
    pub is_elsewhere: bool,
    progress: ScanProgress,
    /// The batch at work is of this order.
    owns_work: bool,
    /// What the batch said of the order.
    outcome: Option<Message>,
    /// The order is being read again.
    is_reading: bool,
    /// Changes of the order that are not written yet. Nothing is bought meanwhile: its claim would
    /// be of an older revision.
    unwritten: usize,
    /// [`KnownToScanToShip::lists_read`] when it was read.
    seen: u64,
    /// It could not be read again: what is known of it may be outdated.
    is_unread: bool,
    /// Its number was typed into the search: nothing is bought without a person.
    is_typed: bool,
}

impl ScannedOrder {
    pub fn new(order: Arc<OrderInList>) -> Self {
        Self {
            scanned: order.order.scanned.clone(),
            order,
            stage: ScanStage::Rating,
            filled_from: None,
            halt: None,
            is_printing: false,
            is_elsewhere: false,
            progress: ScanProgress::default(),
            owns_work: false,
            outcome: None,
            is_reading: false,
            unwritten: 0,
            seen: 0,
            is_unread: false,
            is_typed: false,
        }
    }

    /// Whether the service works for it.
    pub fn is_working(&self) -> bool {
        let is_asking = matches!(self.progress.phase, ScanPhase::Rating | ScanPhase::Buying);
        self.owns_work || self.is_reading && is_asking
    }

    /// Whether items are to be scanned next.
    pub fn stage_awaits_items(&self) -> bool {
        matches!(self.stage, ScanStage::Items(_))
    }

    /// The label that was bought.
    pub fn shipment(&self) -> Option<&ShipmentId> {
        self.order.order.bought_label()?.shipment.as_ref()
    }
}

impl ScanToShip {
    /// Whether a scanned code belongs to the scanned order, whatever else has that number: it is one
    /// of its items, or its items are still to be checked.
    pub fn takes_code(&self, rules: ScanRules, code: &str) -> bool {
        let Some(scanned) = &self.open else {
            return false;
        };
        if !rules.checks_items || matches!(scanned.stage, ScanStage::Buying | ScanStage::Bought) {
            return false;
        }
        matches!(scanned.stage, ScanStage::Stopped(_) | ScanStage::Items(_))
            || items::has_code(scanned, code)
    }

    /// Whether the scan prints the label of this order as soon as it is known to be bought.
    pub(in crate::desk) fn awaits_label_of(&self, id: &OrderId) -> bool {
        let scanned = self.open.as_ref().filter(|scanned| scanned.order.id == *id);
        scanned.is_some_and(|scanned| {
            scanned.progress.is_uncertain || scanned.progress.phase == ScanPhase::Buying
        })
    }

    /// Whether the batch on screen is that of the scanned order, which the card shows.
    pub fn owns_work(&self) -> bool {
        self.open.as_ref().is_some_and(|scanned| scanned.owns_work)
    }

    /// The batch of the scanned order has begun.
    pub(in crate::desk) fn note_begun(&mut self) {
        if let Some(scanned) = &mut self.open {
            scanned.owns_work = true;
            scanned.outcome = None;
        }
    }

    /// The batch of the scanned order is over, with this result.
    pub(in crate::desk) fn note_over(&mut self, work: Option<&BatchJob>) {
        if let Some(scanned) = &mut self.open {
            scanned.outcome = work.and_then(steps::outcome_of);
        }
    }

    fn rules(&self) -> ScanRules {
        self.known.documents.shop.profile.scan_rules()
    }

    /// Whether parcels are shipped by scanning order numbers here.
    pub fn is_usual(&self, profile: &ShopProfile) -> bool {
        let is_set_up = profile.scan_buys || profile.scan_checks_items;
        self.is_used || is_set_up || !profile.keyed_database.is_empty()
    }

    /// Whether the scanned order waits for its weight.
    pub(in crate::desk) fn awaits_weight(&self) -> bool {
        let stage = self.open.as_ref().map(|scanned| &scanned.stage);
        stage == Some(&ScanStage::Weight)
    }
}

impl AccountChange for ScanToShip {
    fn give_up_requests(&mut self) {
        self.look_up = None;
    }

    fn forget_rows(&mut self) {
        *self = Self::default();
    }
}

#[derive(Clone, Debug)]
pub enum ScanIntent {
    /// A scanned or typed code: the number of an order, or an item of the scanned order.
    Scan(String),
    /// Enter in the search: opens the order with exactly this number, if there is one.
    OpenNumber { number: String, is_scanned: bool },
    /// A step with the scanned order.
    Step(ScanStep),
}

/// A step of a person with the scanned order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScanStep {
    /// One of several orders with the number.
    Pick(OrderId),
    /// The item that stopped the belt was seen.
    Confirm,
    /// Tries again what did not go on by itself.
    GoOn,
    /// Checks all pieces of the item at this place, whose code cannot be scanned.
    CheckItem(usize),
    /// Checks all items again.
    UncheckItems,
    /// The weight that a person typed.
    Weight { text: String, unit: WeightUnit },
    /// Buys at the price on screen.
    Buy(Money),
    /// Opens the order that was scanned meanwhile.
    OpenNext,
    /// Puts the order aside. What is being bought is bought all the same.
    End,
}

pub(in crate::desk) fn apply(me: &mut ScanToShip, ctx: &mut Ctx<'_>, intent: ScanIntent) {
    match intent {
        ScanIntent::Scan(code) => scan(me, ctx, &code, Unfound::Told),
        ScanIntent::OpenNumber { number, is_scanned } => {
            open_number(me, ctx, &number, is_scanned);
        }
        ScanIntent::Step(step) => take_step(me, ctx, step),
    }
}

/// A code was scanned or typed.
pub(in crate::desk) fn scan(me: &mut ScanToShip, ctx: &mut Ctx<'_>, code: &str, unfound: Unfound) {
    let code = code.trim();
    if code.is_empty() {
        return;
    }
    me.is_used = true;
    me.is_typed = false;
    ctx.announce(Event::NumberScanned);
    let Some(scanned) = &me.open else {
        return look_up(me, ctx, code, unfound);
    };
    if scanned.progress.stop.is_some() {
        // The belt is stopped: nothing counts until a person has seen why.
        me.answered += 1;
        return;
    }
    if me.rules().checks_items && items::take_code(me, ctx, code) {
        me.answered += 1;
        return go_on(me, ctx);
    }
    let waits_for_items = me.rules().checks_items && items::are_left(me);
    let scanned = me.open.as_ref();
    match scanned.is_some_and(ScannedOrder::is_working) {
        true => keep_for_later(me, ctx, code),
        false if waits_for_items => look_up(me, ctx, code, Unfound::WrongItem),
        false => look_up(me, ctx, code, unfound),
    }
}

/// Enter in the search: opens the order with exactly this number; without one the search stays as it
/// is. A typed number buys nothing by itself, whatever the shop wants of scans.
fn open_number(me: &mut ScanToShip, ctx: &mut Ctx<'_>, number: &str, is_scanned: bool) {
    let number = number.trim();
    // The card of a scanned order is in place of the search.
    if number.is_empty() || me.open.is_some() || me.look_up.is_some() {
        return;
    }
    look_up::look_up_here(ctx, number, is_scanned);
}

/// One number can wait; more would be forgotten by the person who scanned them.
fn keep_for_later(me: &mut ScanToShip, ctx: &mut Ctx<'_>, code: &str) {
    let open = me.open.as_ref();
    if open.is_some_and(|scanned| scanned.order.order.number == code) {
        return;
    }
    match &me.next {
        Some(next) if next != code => {
            let words = message!("scan-one-waits", number = code, next = next);
            ctx.notice(Tone::Warning, words, None);
        }
        _ => me.next = Some(code.to_owned()),
    }
    me.answered += 1;
}

fn take_step(me: &mut ScanToShip, ctx: &mut Ctx<'_>, step: ScanStep) {
    match step {
        ScanStep::Pick(id) => look_up::pick(me, ctx, &id),
        ScanStep::Confirm => with_progress(me, ctx, ScanProgress::confirm),
        ScanStep::GoOn => match &me.look_up {
            Some(ScanLookUp::Refused { number, .. } | ScanLookUp::Nothing { number, .. }) => {
                let number = number.clone();
                look_up(me, ctx, &number, Unfound::Told);
            }
            _ if is_unread(me) => steps::read_again(me, ctx),
            _ => with_progress(me, ctx, ScanProgress::go_on),
        },
        ScanStep::CheckItem(place) => {
            items::check_by_hand(me, ctx, place);
            go_on(me, ctx);
        }
        ScanStep::UncheckItems => items::uncheck(me, ctx),
        ScanStep::Weight { text, unit } => items::take_typed_weight(me, ctx, text, unit),
        ScanStep::Buy(price) => steps::buy(me, ctx, price),
        ScanStep::OpenNext => open_next(me, ctx),
        ScanStep::End => end(me, ctx),
    }
}

fn is_unread(me: &ScanToShip) -> bool {
    let scanned = me.open.as_ref();
    scanned.is_some_and(|scanned| scanned.is_unread)
}

fn with_progress(me: &mut ScanToShip, ctx: &mut Ctx<'_>, change: impl FnOnce(&mut ScanProgress)) {
    if let Some(scanned) = &mut me.open {
        change(&mut scanned.progress);
        scanned.outcome = None;
    }
    go_on(me, ctx);
}

fn open_next(me: &mut ScanToShip, ctx: &mut Ctx<'_>) {
    if let Some(next) = me.next.take() {
        look_up(me, ctx, &next, Unfound::Told);
    }
}

/// Closes the card. A batch of the order that is at work comes on screen.
fn end(me: &mut ScanToShip, ctx: &mut Ctx<'_>) {
    look_up::give_up(me, ctx);
    me.open = None;
    me.next = None;
    ctx.announce(Event::OrdersChanged);
}
