//! The work of the clerks: they buy labels, several before the first is settled, top up, request
//! refunds, and send again what was refused before it was sent.

use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

use postroom::api::value::LabelFileType;
use postroom::base::id::{OrderId, ShipmentId, TransactionId};
use postroom::base::money::Amount;
use postroom::desk::Timing;
use postroom::desk::balance::intent::BalanceIntent;
use postroom::desk::intent::Intent;
use postroom::desk::kernel::batch_job::{BatchIntent, BatchJob};
use postroom::desk::money::intent::PurchaseIntent;
use postroom::desk::money::purchase::{PurchaseKind, PurchaseStatus};
use postroom::desk::refunds::intent::RefundIntent;
use postroom::desk::ship::intent::ShipIntent;
use postroom::parcel::draft::{AddressForm, PackageForm};

use super::shop::{ShopDesk, is_settled};
use super::{Dice, Failure, PATIENCE};

/// Purchases in progress at a time.
pub const IN_FLIGHT: usize = 12;
/// Checks of the state between two retries of unsent purchases.
const SWEEP: u32 = 25;
/// Refunds requested together.
const LOT: usize = 100;

const PEOPLE: [(&str, &str, &str, &str, &str); 5] = [
    ("Jane Sample", "350 5th Ave", "New York", "NY", "10118"),
    ("Omar Reyes", "600 Congress Ave", "Austin", "TX", "78701"),
    ("Li Wen", "1 Market St", "San Francisco", "CA", "94105"),
    ("Ada Moss", "400 Broad St", "Seattle", "WA", "98109"),
    ("Ivo Hart", "1 Peachtree St", "Atlanta", "GA", "30303"),
];

/// The progress of the next label.
enum Step {
    Fill,
    Quote { asked: Instant },
    Bought { order: OrderId, asked: Instant },
}

pub struct Clerk {
    dice: Dice,
    step: Step,
    /// Labels requested so far.
    pub bought: u64,
    looks: u32,
}

impl Clerk {
    pub fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), step: Step::Fill, bought: 0, looks: 0 }
    }

    /// Requests `labels` labels, then waits until none is in progress.
    pub fn buy(&mut self, counter: &mut ShopDesk, labels: u64) -> Result<(), Failure> {
        let wanted = self.bought + labels;
        let mut moved = Instant::now();
        while self.bought < wanted {
            let before = self.bought;
            counter.frame();
            self.step(counter)?;
            if self.bought != before {
                moved = Instant::now();
            }
            if moved.elapsed() > PATIENCE {
                return Err(format!("label {} is not bought: {}", before, counter.tell()).into());
            }
        }
        self.settle(counter)
    }

    /// Checks the state once and acts on it.
    pub fn step(&mut self, counter: &mut ShopDesk) -> Result<(), Failure> {
        self.send_unsent(counter);
        let desk = &mut counter.desk;
        match &self.step {
            Step::Fill => {
                if under_way(counter) >= IN_FLIGHT {
                    return Ok(());
                }
                self.fill(counter);
                counter.desk.apply(ShipIntent::GetRates);
                let asked = Instant::now();
                self.step = Step::Quote { asked };
            }
            Step::Quote { asked } => {
                let state = desk.state();
                if state.ship.quote.is_loading() {
                    return Ok(());
                }
                let quote =
                    state.ship.quote.value().filter(|_| state.ship.quote.trouble().is_none());
                let cheapest = quote.and_then(|quote| {
                    let at = quote.cheapest?;
                    quote.rates.get(at).cloned()
                });
                let Some(rate) = cheapest.filter(|_| !state.is_offline()) else {
                    // The rate request got a fault, or the desk shows that it is offline: request
                    // again, as a user would.
                    if asked.elapsed() > PATIENCE {
                        return Err(format!("no rates: {}", counter.tell()).into());
                    }
                    desk.apply(ShipIntent::GetRates);
                    return Ok(());
                };
                desk.apply(ShipIntent::ChooseRate(Box::new(rate)));
                let order = desk.state().ship.draft.order.clone();
                desk.apply(Intent::Buy);
                let asked = Instant::now();
                self.step = Step::Bought { order, asked };
            }
            Step::Bought { order, asked } => {
                let listed = desk
                    .state()
                    .purchases
                    .list
                    .iter()
                    .any(|purchase| purchase.order.as_ref() == Some(order));
                if listed {
                    if desk.state().ship.draft.order == *order {
                        desk.apply(ShipIntent::NewDraft);
                    }
                    self.bought += 1;
                    self.step = Step::Fill;
                } else if asked.elapsed() > PATIENCE {
                    return Err(format!("not taken on: {}", counter.tell()).into());
                }
            }
        }
        Ok(())
    }

    /// Tops up `times` times with random amounts, with less than `together` purchases open before
    /// the next one.
    pub fn top_up(
        &mut self,
        counter: &mut ShopDesk,
        times: u64,
        together: usize,
    ) -> Result<(), Failure> {
        for done in 0..times {
            let before = newest_top_up(counter);
            let amount = Amount::from_cents(100 + self.dice.below(50_000) as i64);
            self.clear_the_way(counter)?;
            // Last, with no frame before the request: the desk refuses a top-up while it is
            // offline.
            wait_for_the_line(counter)?;
            counter.desk.apply(Intent::TopUp { amount });
            let mut moved = (Instant::now(), usize::MAX);
            while newest_top_up(counter) == before || under_way(counter) >= together {
                let open = under_way(counter);
                if open != moved.1 {
                    moved = (Instant::now(), open);
                }
                if moved.0.elapsed() > PATIENCE {
                    return Err(format!("top-up {done}: {}", counter.tell()).into());
                }
                counter.frame();
                self.send_unsent(counter);
            }
        }
        Ok(())
    }

    /// Waits until no top-up is open. If the last one was not found, the clerk gives it up, as a
    /// user does who accepts that it may be charged twice.
    fn clear_the_way(&mut self, counter: &mut ShopDesk) -> Result<(), Failure> {
        let begun = Instant::now();
        loop {
            let living = counter.desk.state().pending_top_up();
            let living = living.map(|it| (it.transaction.clone(), it.status.clone()));
            match living {
                None => return Ok(()),
                Some((transaction, PurchaseStatus::Absent { .. })) => {
                    counter.desk.apply(PurchaseIntent::GiveUpTopUp(transaction));
                }
                Some(_) => {}
            }
            counter.frame();
            self.send_unsent(counter);
            if begun.elapsed() > PATIENCE {
                return Err(format!("a top-up stays open: {}", counter.tell()).into());
            }
        }
    }

    /// Requests refunds for `wanted` labels, in lots, as the desk allows. Requests that were
    /// canceled or refused are tried again, as a user would.
    pub fn refund(&mut self, counter: &mut ShopDesk, wanted: usize) -> Result<(), Failure> {
        let mut asked: HashSet<ShipmentId> = HashSet::new();
        counter.desk.apply(RefundIntent::Refresh);
        let mut moved = Instant::now();
        while asked.len() < wanted {
            counter.frame();
            let open = counter.desk.state().refunds.refundable_rows.value();
            let fresh = open.into_iter().flatten().map(|open| open.row.id.clone());
            let lot: Vec<_> = fresh
                .filter(|id| !asked.contains(id))
                .take(LOT.min(wanted - asked.len()))
                .collect();
            if !lot.is_empty() {
                asked.extend(lot.iter().cloned());
                self.ask_for(counter, lot)?;
                moved = Instant::now();
            }
            if moved.elapsed() > PATIENCE {
                return Err(format!("nothing more to refund: {}", counter.tell()).into());
            }
        }
        Ok(())
    }

    fn ask_for(&mut self, counter: &mut ShopDesk, lot: Vec<ShipmentId>) -> Result<(), Failure> {
        counter.desk.apply(Intent::RequestRefunds(lot));
        let mut moved = (Instant::now(), u64::MAX);
        loop {
            counter.frame();
            self.send_unsent(counter);
            let work = counter.desk.state().refunds.work.as_ref();
            let tally = work.map(BatchJob::tally).unwrap_or_default();
            if tally.waiting == 0 {
                if tally.failed + tally.called_off == 0 {
                    return Ok(());
                }
                counter.desk.apply(RefundIntent::Batch(BatchIntent::Retry));
            }
            if tally.waiting != moved.1 {
                moved = (Instant::now(), tally.waiting);
            }
            if moved.0.elapsed() > PATIENCE {
                return Err(format!("{tally:?}: {}", counter.tell()).into());
            }
        }
    }

    /// Waits until no purchase is in progress; fails if the count stops changing.
    pub fn settle(&mut self, counter: &mut ShopDesk) -> Result<(), Failure> {
        let mut moved = (Instant::now(), usize::MAX);
        loop {
            let open = under_way(counter);
            if open == 0 {
                return Ok(());
            }
            if open != moved.1 {
                moved = (Instant::now(), open);
            }
            if moved.0.elapsed() > PATIENCE {
                return Err(format!("not settled: {}", counter.tell()).into());
            }
            counter.frame();
            self.send_unsent(counter);
        }
    }

    /// Like [`Clerk::settle`], and also waits until the desk has looked up missing purchases once
    /// more.
    pub fn settle_watched(&mut self, counter: &mut ShopDesk, pace: &Timing) -> Result<(), Failure> {
        self.settle(counter)?;
        idle(counter, pace.watch * 3);
        self.settle(counter)
    }

    fn send_unsent(&mut self, counter: &mut ShopDesk) {
        self.looks += 1;
        if !self.looks.is_multiple_of(SWEEP) || counter.desk.state().is_offline() {
            return;
        }
        let unsent: Vec<_> = counter
            .desk
            .state()
            .purchases
            .list
            .iter()
            .filter(|purchase| matches!(purchase.status, PurchaseStatus::NotSent { .. }))
            .map(|purchase| purchase.transaction.clone())
            .collect();
        for transaction in unsent {
            counter.desk.apply(PurchaseIntent::SendNow(transaction));
        }
    }

    fn fill(&mut self, counter: &mut ShopDesk) {
        let (name, street, city, state, zip) =
            PEOPLE.get(self.dice.place(PEOPLE.len())).copied().unwrap_or_default();
        let ounces = 4 + self.dice.below(60);
        let mut draft = counter.desk.state().ship.draft.clone();
        draft.from = address("Practice Shop", "233 S Wacker Dr", "Chicago", "IL", "60606");
        // Each recipient is unique, so the desk has no similar recent shipment to warn about.
        let name = format!("{name} {}", self.bought);
        draft.to = address(&name, street, city, state, zip);
        draft.packages = vec![PackageForm {
            weight: format!("{}.{:02}", ounces / 16, ounces % 16),
            length: "10".into(),
            width: "6".into(),
            height: "4".into(),
            ..PackageForm::default()
        }];
        draft.label.file_type = LabelFileType::Zpl2;
        counter.desk.apply(ShipIntent::EditDraft(Box::new(draft)));
    }
}

fn under_way(counter: &ShopDesk) -> usize {
    let purchases = &counter.desk.state().purchases.list;
    purchases.iter().filter(|purchase| !is_settled(&purchase.status)).count()
}

/// Waits until the desk is online; while it is offline, it disables purchases.
fn wait_for_the_line(counter: &mut ShopDesk) -> Result<(), Failure> {
    let begun = Instant::now();
    while counter.desk.state().is_offline() {
        if !counter.desk.state().balance.summary.is_loading() {
            counter.desk.apply(BalanceIntent::Refresh);
        }
        counter.frame();
        if begun.elapsed() > PATIENCE {
            return Err(format!("the line stays down: {}", counter.tell()).into());
        }
    }
    Ok(())
}

fn newest_top_up(counter: &ShopDesk) -> Option<TransactionId> {
    let purchases = &counter.desk.state().purchases.list;
    let newest = purchases.iter().find(|purchase| purchase.kind == PurchaseKind::TopUp);
    newest.map(|purchase| purchase.transaction.clone())
}

/// Number of purchases by status.
pub type Standing = BTreeMap<&'static str, u64>;

/// Counts the purchases in the list.
pub fn standing(counter: &ShopDesk) -> Standing {
    let mut counts = Standing::new();
    for purchase in &counter.desk.state().purchases.list {
        let word = match purchase.status {
            PurchaseStatus::Bought { .. } => "bought",
            PurchaseStatus::ToppedUp { .. } => "topped up",
            PurchaseStatus::RefundAsked { .. } => "refund asked",
            PurchaseStatus::Rejected { .. } => "rejected",
            PurchaseStatus::Absent { .. } => "absent",
            _ => "open",
        };
        *counts.entry(word).or_default() += 1;
    }
    counts
}

fn address(name: &str, street: &str, city: &str, state: &str, zip: &str) -> AddressForm {
    AddressForm {
        name: name.into(),
        street1: street.into(),
        city: city.into(),
        state: state.into(),
        zip: zip.into(),
        ..AddressForm::default()
    }
}

/// Runs the desk's frames for a while without user input.
pub fn idle(counter: &mut ShopDesk, time: Duration) {
    let begun = Instant::now();
    while begun.elapsed() < time {
        counter.frame();
    }
}
