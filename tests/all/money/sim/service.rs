//! The service of a world: what it sold, to whom it said no, and what it has in its
//! ledger. It carries an id out once and refuses it ever after.

use std::collections::{BTreeMap, BTreeSet};

use postroom::api::account::{Account, BalanceEntry};
use postroom::api::page::Page;
use postroom::api::rate::Rate;
use postroom::api::shipment::Shipment;
use postroom::api::value::RefundStatus;
use postroom::base::id::{AccountId, ShipmentId, TransactionId};
use postroom::base::money::Amount;
use postroom::store::Kind;

use super::dice::Dice;

/// Lines of one page of the history: few, so that look-ups have to turn pages.
const PAGE: usize = 3;

pub struct Service {
    pub balance: i64,
    pub sold: Vec<Sold>,
    pub credits: Vec<(TransactionId, i64)>,
    /// Lines of the history, in the order they were booked.
    history: Vec<(TransactionId, i64)>,
    /// Other tills book so many lines after each of ours.
    busy: usize,
    /// Whether an id that was refused counts as used.
    remembers_refusals: bool,
    used: BTreeSet<TransactionId>,
    /// Sendings that were answered with a no; a second copy of one gets the same answer.
    refused: BTreeSet<u64>,
    /// What each id came with first.
    pub bytes: BTreeMap<TransactionId, Vec<u8>>,
    sendings: u64,
}

/// A label that was bought.
#[derive(Clone, Debug)]
pub struct Sold {
    pub id: ShipmentId,
    pub transaction: TransactionId,
    pub wish: usize,
    pub price: i64,
    /// The transaction that asked for the money back.
    pub refund: Option<TransactionId>,
}

/// A request as it is under way.
#[derive(Clone)]
pub struct Sending {
    pub number: u64,
    pub kind: Kind,
    pub transaction: TransactionId,
    pub body: Vec<u8>,
}

#[derive(Clone, Debug)]
pub enum Reply {
    Label(Box<Shipment>),
    TopUp(Box<Account>),
    Refund(Box<Shipment>),
    No(u16, &'static str),
}

impl Service {
    pub fn new(dice: &mut Dice, may_be_poor: bool) -> Self {
        let poor = may_be_poor && dice.chance(200);
        Self {
            balance: if poor { 6_000_000 } else { 1_000_000_000 },
            sold: Vec::new(),
            credits: Vec::new(),
            history: Vec::new(),
            busy: if dice.chance(15) { 75 } else { 0 },
            remembers_refusals: dice.chance(500),
            used: BTreeSet::new(),
            refused: BTreeSet::new(),
            bytes: BTreeMap::new(),
            sendings: 0,
        }
    }

    /// An older label, so that a refund of this wish has something to be asked for.
    pub fn prepare(&mut self, wish: usize) {
        self.sold.push(Sold {
            id: old_label(wish),
            transaction: TransactionId::new(format!("before-{wish}")),
            wish: usize::MAX,
            price: 5_000_000,
            refund: None,
        });
    }

    pub fn next_sending(&mut self) -> u64 {
        self.sendings += 1;
        self.sendings
    }

    /// A request arrives. Gives what is wrong with it beside the answer.
    pub fn take(&mut self, sending: &Sending) -> (Reply, Option<String>) {
        let known = self
            .bytes
            .entry(sending.transaction.clone())
            .or_insert_with(|| sending.body.clone());
        let wrong = (*known != sending.body)
            .then(|| format!("I6: {} came with other bytes", sending.transaction));
        if self.refused.contains(&sending.number) {
            return (Reply::No(422, "SHIPMENT.VALIDATION_FAILED"), wrong);
        }
        let reply = self.carry_out(sending);
        if let Reply::No(..) = &reply {
            self.refused.insert(sending.number);
            if self.remembers_refusals {
                self.used.insert(sending.transaction.clone());
            }
        } else {
            self.used.insert(sending.transaction.clone());
        }
        (reply, wrong)
    }

    /// Turned away before it was looked at; no copy of it is carried out later.
    pub fn decline(&mut self, sending: u64) {
        self.refused.insert(sending);
    }

    fn carry_out(&mut self, sending: &Sending) -> Reply {
        if self.used.contains(&sending.transaction) {
            let code = match sending.kind {
                Kind::TopUp => "ACCOUNT.VALIDATION_FAILED",
                Kind::Label | Kind::Refund => "SHIPMENT.VALIDATION_FAILED",
            };
            return Reply::No(422, code);
        }
        match sending.kind {
            Kind::Label => self.sell(sending),
            Kind::TopUp => self.credit(sending),
            Kind::Refund => self.refund(sending),
        }
    }

    fn sell(&mut self, sending: &Sending) -> Reply {
        let (Some(wish), Some(price)) = (part(&sending.body, 0), part(&sending.body, 1)) else {
            return Reply::No(400, "SHIPMENT.BAD_REQUEST");
        };
        // Now and then it costs more than the quote said.
        let price = match part(&sending.body, 2) {
            Some(3) => price + 250_000,
            _ if wish == 1 => price + 125_000,
            _ => price,
        };
        if self.balance < price {
            return Reply::No(422, "ACCOUNT.BALANCE.VALIDATION_FAILED");
        }
        self.balance -= price;
        let sold = Sold {
            id: ShipmentId::new(format!("s-{}", self.sold.len())),
            transaction: sending.transaction.clone(),
            wish: usize::try_from(wish).unwrap_or(usize::MAX),
            price,
            refund: None,
        };
        self.history.push((sending.transaction.clone(), -price));
        let reply = shipment(&sold);
        self.sold.push(sold);
        Reply::Label(Box::new(reply))
    }

    fn credit(&mut self, sending: &Sending) -> Reply {
        let Some(amount) = part(&sending.body, 1) else {
            return Reply::No(400, "ACCOUNT.BAD_REQUEST");
        };
        self.balance += amount;
        self.credits.push((sending.transaction.clone(), amount));
        self.history.push((sending.transaction.clone(), amount));
        for line in 0..self.busy {
            let other = TransactionId::new(format!("other-{line}"));
            self.history.push((other, -1));
        }
        Reply::TopUp(Box::new(Account {
            id: Some(AccountId::new("account")),
            balance: Some(Amount::from_micros(self.balance)),
            ..Account::default()
        }))
    }

    fn refund(&mut self, sending: &Sending) -> Reply {
        let body: serde_json::Value = serde_json::from_slice(&sending.body).unwrap_or_default();
        let wanted = body.get("value").and_then(|value| value.as_str());
        let sold = self
            .sold
            .iter_mut()
            .find(|sold| Some(sold.id.as_str()) == wanted);
        match sold {
            None => Reply::No(404, "SHIPMENT.NOT_FOUND"),
            Some(sold) if sold.refund.is_some() => {
                Reply::No(422, "SHIPMENT.REFUND.VALIDATION_FAILED")
            }
            Some(sold) => {
                sold.refund = Some(sending.transaction.clone());
                Reply::Refund(Box::new(shipment(sold)))
            }
        }
    }

    pub fn by_transaction(&self, transaction: &str) -> Option<Shipment> {
        let mut sold = self.sold.iter();
        sold.find(|sold| sold.transaction.as_str() == transaction)
            .map(shipment)
    }

    pub fn by_id(&self, id: &str) -> Option<Shipment> {
        let mut sold = self.sold.iter();
        sold.find(|sold| sold.id.as_str() == id).map(shipment)
    }

    /// The newest first, as histories are.
    pub fn history(&self, page: Option<&str>) -> Page<BalanceEntry> {
        let from = page.and_then(|page| page.parse().ok()).unwrap_or(0);
        let lines = self.history.iter().rev().skip(from).take(PAGE);
        Page {
            results: lines
                .map(|(transaction, amount)| BalanceEntry {
                    id: Some(format!("line-{transaction}")),
                    transaction_id: Some(transaction.clone()),
                    amount: Some(Amount::from_micros(*amount)),
                    ..BalanceEntry::default()
                })
                .collect(),
            next_page: (from + PAGE < self.history.len()).then(|| (from + PAGE).to_string()),
            ..Page::default()
        }
    }

    pub fn moved(&self, transaction: &TransactionId) -> bool {
        let refunds = self.sold.iter().filter_map(|sold| sold.refund.as_ref());
        let labels = self.sold.iter().map(|sold| &sold.transaction);
        let credits = self.credits.iter().map(|(transaction, _)| transaction);
        labels
            .chain(refunds)
            .chain(credits)
            .any(|moved| moved == transaction)
    }
}

pub fn old_label(wish: usize) -> ShipmentId {
    ShipmentId::new(format!("old-{wish}"))
}

fn shipment(sold: &Sold) -> Shipment {
    Shipment {
        id: Some(sold.id.clone()),
        transaction_id: Some(sold.transaction.clone()),
        rates: vec![Rate {
            total_fee: Some(Amount::from_micros(sold.price)),
            currency: Some("USD".to_owned()),
            ..Rate::default()
        }],
        refund_status: sold.refund.is_some().then_some(RefundStatus::Initiated),
        ..Shipment::default()
    }
}

/// Bodies of labels and top-ups are numbers between spaces: the wish, the amount, and how
/// often it was asked for.
fn part(body: &[u8], at: usize) -> Option<i64> {
    let text = std::str::from_utf8(body).ok()?;
    text.split(' ').nth(at)?.parse().ok()
}
