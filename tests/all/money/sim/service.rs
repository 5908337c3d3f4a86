//! The simulated service: its shipments, its refusals, and its ledger. It carries out each
//! transaction id once and refuses it afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use postroom::api::account::{Account, BalanceEntry};
use postroom::api::page::Page;
use postroom::api::rate::Rate;
use postroom::api::shipment::Shipment;
use postroom::api::value::RefundStatus;
use postroom::base::id::{AccountId, ShipmentId, TransactionId};
use postroom::base::money::Amount;
use postroom::store::EntryKind;

use super::dice::Dice;
use super::service_quirks::Manners;

/// Entries per page of the history: few, so that lookups have to read several pages.
const PAGE: usize = 3;

pub struct Service {
    pub balance: i64,
    pub sold: Vec<Sold>,
    pub credits: Vec<(TransactionId, i64)>,
    /// Entries of the history, in booking order.
    history: Vec<(TransactionId, i64, Duration)>,
    manners: Manners,
    /// How many entries other users book after each of ours.
    busy: usize,
    /// Whether an id that was refused counts as used.
    remembers_refusals: bool,
    used: BTreeSet<TransactionId>,
    /// Requests that were refused; a second copy of one gets the same response.
    refused: BTreeSet<u64>,
    /// The first body received for each id.
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
    pub at: Duration,
    /// The transaction that requested the refund, and when.
    pub refund: Option<TransactionId>,
    pub refunded_at: Duration,
}

/// A request on its way.
#[derive(Clone)]
pub struct Sending {
    pub number: u64,
    pub kind: EntryKind,
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
    pub fn new(dice: &mut Dice, may_be_poor: bool, manners: &Manners) -> Self {
        let poor = may_be_poor && dice.chance(if manners.balance_first { 600 } else { 200 });
        Self {
            balance: if poor { 6_000_000 } else { 1_000_000_000 },
            sold: Vec::new(),
            credits: Vec::new(),
            history: Vec::new(),
            manners: manners.clone(),
            busy: if dice.chance(15) { 75 } else { 0 },
            remembers_refusals: dice.chance(500),
            used: BTreeSet::new(),
            refused: BTreeSet::new(),
            bytes: BTreeMap::new(),
            sendings: 0,
        }
    }

    /// Adds an older label that this request can refund.
    pub fn prepare(&mut self, wish: usize) {
        self.sold.push(Sold {
            id: old_label(wish),
            transaction: TransactionId::new(format!("before-{wish}")),
            wish: usize::MAX,
            price: 5_000_000,
            at: Duration::ZERO,
            refund: None,
            refunded_at: Duration::ZERO,
        });
    }

    pub fn next_sending(&mut self) -> u64 {
        self.sendings += 1;
        self.sendings
    }

    /// Handles an incoming request. Returns the response, and a message if the request breaks an
    /// invariant.
    pub fn take(&mut self, sending: &Sending, now: Duration) -> (Reply, Option<String>) {
        let known =
            self.bytes.entry(sending.transaction.clone()).or_insert_with(|| sending.body.clone());
        let wrong = (*known != sending.body)
            .then(|| format!("I6: {} came with other bytes", sending.transaction));
        if self.refused.contains(&sending.number) {
            return (Reply::No(422, "SHIPMENT.VALIDATION_FAILED"), wrong);
        }
        let reply = self.carry_out(sending, now);
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

    /// Refuses a request without carrying it out; no copy of it is carried out later either.
    pub fn decline(&mut self, sending: u64) {
        self.refused.insert(sending);
    }

    fn carry_out(&mut self, sending: &Sending, now: Duration) -> Reply {
        let price = part(&sending.body, 1).unwrap_or_default();
        let poor = sending.kind == EntryKind::Label && self.balance < price;
        if self.manners.balance_first && poor {
            return Reply::No(422, "ACCOUNT.BALANCE.VALIDATION_FAILED");
        }
        if self.used.contains(&sending.transaction) {
            let code = match sending.kind {
                EntryKind::TopUp => "ACCOUNT.VALIDATION_FAILED",
                EntryKind::Label | EntryKind::Refund => "SHIPMENT.VALIDATION_FAILED",
            };
            return Reply::No(422, code);
        }
        match sending.kind {
            EntryKind::Label => self.sell(sending, now),
            EntryKind::TopUp => self.credit(sending, now),
            EntryKind::Refund => self.refund(sending, now),
        }
    }

    fn sell(&mut self, sending: &Sending, now: Duration) -> Reply {
        let (Some(wish), Some(price)) = (part(&sending.body, 0), part(&sending.body, 1)) else {
            return Reply::No(400, "SHIPMENT.BAD_REQUEST");
        };
        // Sometimes the price is higher than the quote.
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
            at: now,
            refund: None,
            refunded_at: Duration::ZERO,
        };
        let line = (sending.transaction.clone(), -price, now);
        self.history.push(line);
        let reply = self.shipment(&sold, now);
        self.sold.push(sold);
        Reply::Label(Box::new(reply))
    }

    fn credit(&mut self, sending: &Sending, now: Duration) -> Reply {
        let Some(amount) = part(&sending.body, 1) else {
            return Reply::No(400, "ACCOUNT.BAD_REQUEST");
        };
        self.balance += amount;
        self.credits.push((sending.transaction.clone(), amount));
        let line = (sending.transaction.clone(), amount, now);
        self.history.push(line);
        for line in 0..self.busy {
            let other = TransactionId::new(format!("other-{line}"));
            self.history.push((other, -1, now));
        }
        Reply::TopUp(Box::new(Account {
            id: Some(AccountId::new("account")),
            balance: Some(Amount::from_micros(self.balance)),
            ..Account::default()
        }))
    }

    fn refund(&mut self, sending: &Sending, now: Duration) -> Reply {
        let body: serde_json::Value = serde_json::from_slice(&sending.body).unwrap_or_default();
        let wanted = body.get("value").and_then(|value| value.as_str());
        let sold = self.sold.iter_mut().find(|sold| Some(sold.id.as_str()) == wanted);
        match sold {
            None => Reply::No(404, "SHIPMENT.NOT_FOUND"),
            Some(sold) if sold.refund.is_some() => {
                Reply::No(422, "SHIPMENT.REFUND.VALIDATION_FAILED")
            }
            Some(sold) => {
                sold.refund = Some(sending.transaction.clone());
                sold.refunded_at = now;
                let sold = sold.clone();
                Reply::Refund(Box::new(self.shipment(&sold, now)))
            }
        }
    }

    pub fn by_transaction(&self, transaction: &str, seen: Duration) -> Option<Shipment> {
        let mut sold = self.sold.iter().filter(|sold| sold.at <= seen);
        sold.find(|sold| sold.transaction.as_str() == transaction)
            .map(|sold| self.shipment(sold, seen))
    }

    pub fn by_id(&self, id: &str, seen: Duration) -> Option<Shipment> {
        let mut sold = self.sold.iter().filter(|sold| sold.at <= seen);
        sold.find(|sold| sold.id.as_str() == id).map(|sold| self.shipment(sold, seen))
    }

    /// A page of the entries since `start`, as far as this replica has them. A token is a position
    /// counted from the oldest entry, so new entries do not shift the pages.
    pub fn history(
        &self,
        page: Option<&str>,
        (start, seen): (Duration, Duration),
    ) -> Page<BalanceEntry> {
        let lines = self.history.iter();
        let lines: Vec<_> = lines.filter(|line| line.2 >= start && line.2 <= seen).collect();
        paged(&lines, page, self.manners.oldest_first, |(id, amount, _)| BalanceEntry {
            id: Some(format!("line-{id}")),
            transaction_id: Some(TransactionId::new(self.manners.spelt(id.as_str()))),
            amount: Some(Amount::from_micros(*amount)),
            ..BalanceEntry::default()
        })
    }

    /// A page of the shipments.
    pub fn list(&self, page: Option<&str>, seen: Duration) -> Page<Shipment> {
        let sold: Vec<_> = self.sold.iter().filter(|sold| sold.at <= seen).collect();
        let oldest_first = self.manners.oldest_first;
        paged(&sold, page, oldest_first, |sold| self.shipment(sold, seen))
    }

    fn shipment(&self, sold: &Sold, seen: Duration) -> Shipment {
        let refunded = sold.refund.is_some() && sold.refunded_at <= seen;
        let spelt = self.manners.spelt(sold.transaction.as_str());
        Shipment {
            id: Some(sold.id.clone()),
            transaction_id: Some(TransactionId::new(spelt)),
            rates: vec![Rate {
                total_fee: Some(Amount::from_micros(sold.price)),
                currency: Some("USD".to_owned()),
                ..Rate::default()
            }],
            refund_status: refunded.then_some(RefundStatus::Initiated),
            ..Shipment::default()
        }
    }

    pub fn moved(&self, transaction: &TransactionId) -> bool {
        let refunds = self.sold.iter().filter_map(|sold| sold.refund.as_ref());
        let labels = self.sold.iter().map(|sold| &sold.transaction);
        let credits = self.credits.iter().map(|(transaction, _)| transaction);
        labels.chain(refunds).chain(credits).any(|moved| moved == transaction)
    }
}

pub fn old_label(wish: usize) -> ShipmentId {
    ShipmentId::new(format!("old-{wish}"))
}

/// The rows of one page, and the token of the next. A token counts rows from the oldest one, so
/// rows that are added meanwhile do not shift the pages.
fn paged<R, T>(
    rows: &[R],
    page: Option<&str>,
    oldest_first: bool,
    read: impl Fn(&R) -> T,
) -> Page<T> {
    let token: Option<usize> = page.and_then(|page| page.parse().ok());
    let (from, to) = match oldest_first {
        true => {
            let from = token.unwrap_or(0).min(rows.len());
            (from, (from + PAGE).min(rows.len()))
        }
        false => {
            let to = token.unwrap_or(rows.len()).min(rows.len());
            (to.saturating_sub(PAGE), to)
        }
    };
    let some = rows.get(from..to).unwrap_or_default().iter().map(read);
    let (results, next): (Vec<T>, _) = match oldest_first {
        true => (some.collect(), (to < rows.len()).then_some(to)),
        false => (some.rev().collect(), (from > 0).then_some(from)),
    };
    Page {
        results,
        next_page: next.map(|next| next.to_string()),
        names_next: true,
        ..Page::default()
    }
}

/// One number of a body. Bodies of labels and top-ups are numbers separated by spaces: the request,
/// the amount, and how often it was requested.
fn part(body: &[u8], at: usize) -> Option<i64> {
    let text = std::str::from_utf8(body).ok()?;
    text.split(' ').nth(at)?.parse().ok()
}
