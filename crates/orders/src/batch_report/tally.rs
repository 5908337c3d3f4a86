//! Counts what became of the orders of a run.

use std::collections::HashMap;

use serde::{Serialize, Serializer};

use crate::batch_report::arguments::BatchGoal;
use crate::batch_report::exit::{BatchExit, RunEnd};
use crate::batch_report::line::{BatchOrder, BatchStart, ImportedAs, LeftOut, OrderEvent, Price};
use crate::price_rise::{PriceRise, price_rise};
use postroom_base::money::{Amount, Money};

#[derive(Debug, Default)]
pub(super) struct Tally {
    orders: HashMap<BatchOrder, Counted>,
    imported: ImportCounts,
    /// Labels are to be bought, so an order that is only rated remains.
    buys: bool,
    price_rise_limit: Amount,
}

/// What is known of one order. Later events replace the standing.
#[derive(Debug, Default)]
struct Counted {
    standing: Standing,
    label_missing: bool,
    dearer: Option<Dearer>,
}

/// A label that was charged above its quote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dearer {
    order: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    source: String,
    #[serde(serialize_with = "as_price")]
    expected: Money,
    #[serde(serialize_with = "as_price")]
    charged: Money,
    #[serde(skip)]
    is_above_limit: bool,
}

#[derive(Clone, Copy, Debug, Default)]
enum Standing {
    /// Imported, and nothing was tried yet.
    #[default]
    NotTried,
    Ready,
    NeedsAttention,
    BoughtBefore,
    BoughtElsewhere,
    Refunded,
    OnHold,
    Canceled,
    Rated(Money),
    NotRated,
    WouldBuy(Money),
    Bought(Option<Money>),
    Refused,
    NotBought,
    InDoubt,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportCounts {
    pub added: u64,
    pub updated: u64,
    pub unchanged: u64,
    pub kept_aside: u64,
}

/// The last line of the report. Each order is in exactly one of the counts from `ready` to
/// `not_tried`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BatchSummary {
    stage: &'static str,
    pub orders: u64,
    pub imported: ImportCounts,
    pub ready: u64,
    pub rated: u64,
    pub would_buy: u64,
    pub bought: u64,
    pub bought_before: u64,
    pub bought_elsewhere: u64,
    pub refunded: u64,
    pub on_hold: u64,
    pub canceled: u64,
    pub needs_attention: u64,
    pub not_rated: u64,
    pub refused: u64,
    pub not_bought: u64,
    pub in_doubt: u64,
    /// The run ended before it came to them.
    pub not_tried: u64,
    /// Bought ones among the orders whose label file is missing.
    pub labels_not_saved: u64,
    /// The prices of the rated orders and of those that a dry run would buy, for each currency.
    #[serde(serialize_with = "as_prices")]
    pub rated_for: Vec<Money>,
    /// What was charged for the bought ones, or else the price of their quote.
    #[serde(serialize_with = "as_prices")]
    pub bought_for: Vec<Money>,
    /// Labels that were charged above their quotes.
    pub above_quote: u64,
    /// Those among them that were charged more than the limit above it.
    pub above_limit: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub charged_more: Vec<Dearer>,
    #[serde(serialize_with = "as_code", rename = "exit_code")]
    pub exit: BatchExit,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

fn as_price<S: Serializer>(price: &Money, to: S) -> Result<S::Ok, S::Error> {
    Price(*price).serialize(to)
}

fn as_prices<S: Serializer>(sums: &[Money], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(sums.iter().map(|sum| Price(*sum)))
}

fn as_code<S: Serializer>(exit: &BatchExit, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u8(exit.code())
}

impl Tally {
    pub(super) fn new(start: &BatchStart) -> Self {
        Self {
            buys: start.goal == BatchGoal::Buy && !start.dry_run,
            price_rise_limit: start.price_rise_limit,
            ..Self::default()
        }
    }

    pub(super) fn add_event(&mut self, order: &BatchOrder, event: &OrderEvent) {
        let counted = self.orders.entry(order.clone()).or_default();
        counted.standing = match event {
            OrderEvent::Imported(imported) => {
                let count = match imported {
                    ImportedAs::Added => &mut self.imported.added,
                    ImportedAs::Updated => &mut self.imported.updated,
                    ImportedAs::Unchanged => &mut self.imported.unchanged,
                    ImportedAs::KeptAside => &mut self.imported.kept_aside,
                };
                *count += 1;
                return;
            }
            OrderEvent::TrackingNumbers { .. } => return,
            OrderEvent::LabelSaved { .. } | OrderEvent::LabelSavedElsewhere => {
                counted.label_missing = false;
                return;
            }
            OrderEvent::LabelNotSaved { .. } => {
                counted.label_missing = true;
                return;
            }
            OrderEvent::Ready => Standing::Ready,
            OrderEvent::NeedsAttention { .. } => Standing::NeedsAttention,
            OrderEvent::LeftOut(LeftOut::BoughtBefore) => Standing::BoughtBefore,
            OrderEvent::LeftOut(LeftOut::BoughtElsewhere) => Standing::BoughtElsewhere,
            OrderEvent::LeftOut(LeftOut::Refunded) => Standing::Refunded,
            OrderEvent::LeftOut(LeftOut::OnHold) => Standing::OnHold,
            OrderEvent::LeftOut(LeftOut::Canceled) => Standing::Canceled,
            OrderEvent::Rated { price, .. } => Standing::Rated(*price),
            OrderEvent::NotRated { .. } => Standing::NotRated,
            OrderEvent::WouldBuy { price, .. } => Standing::WouldBuy(*price),
            OrderEvent::Bought { charged, expected, .. } => {
                let rise = price_rise(*expected, *charged, self.price_rise_limit);
                counted.dearer = rise.zip(expected.zip(*charged)).map(|(rise, prices)| Dearer {
                    order: order.number.clone(),
                    source: order.source.clone(),
                    expected: prices.0,
                    charged: prices.1,
                    is_above_limit: rise == PriceRise::AboveLimit,
                });
                Standing::Bought(charged.or(*expected))
            }
            OrderEvent::Refused { .. } => Standing::Refused,
            OrderEvent::NotBought { .. } => Standing::NotBought,
            OrderEvent::InDoubt { .. } => Standing::InDoubt,
        };
    }

    pub(super) fn summary(&self, end: &RunEnd) -> BatchSummary {
        let mut summary = BatchSummary {
            stage: "summary",
            orders: 0,
            imported: self.imported,
            ready: 0,
            rated: 0,
            would_buy: 0,
            bought: 0,
            bought_before: 0,
            bought_elsewhere: 0,
            refunded: 0,
            on_hold: 0,
            canceled: 0,
            needs_attention: 0,
            not_rated: 0,
            refused: 0,
            not_bought: 0,
            in_doubt: 0,
            not_tried: 0,
            labels_not_saved: 0,
            rated_for: Vec::new(),
            bought_for: Vec::new(),
            above_quote: 0,
            above_limit: 0,
            charged_more: Vec::new(),
            exit: BatchExit::AllDone,
            result: "",
            reason: end.reason().map(str::to_owned),
        };
        let (mut rated_for, mut bought_for) = (Vec::new(), Vec::new());
        for counted in self.orders.values() {
            summary.orders += 1;
            summary.labels_not_saved += u64::from(counted.label_missing);
            summary.charged_more.extend(counted.dearer.clone());
            *match counted.standing {
                Standing::NotTried => &mut summary.not_tried,
                Standing::Ready => &mut summary.ready,
                Standing::NeedsAttention => &mut summary.needs_attention,
                Standing::BoughtBefore => &mut summary.bought_before,
                Standing::BoughtElsewhere => &mut summary.bought_elsewhere,
                Standing::Refunded => &mut summary.refunded,
                Standing::OnHold => &mut summary.on_hold,
                Standing::Canceled => &mut summary.canceled,
                Standing::Rated(price) => {
                    rated_for.push(price);
                    &mut summary.rated
                }
                Standing::NotRated => &mut summary.not_rated,
                Standing::WouldBuy(price) => {
                    rated_for.push(price);
                    &mut summary.would_buy
                }
                Standing::Bought(price) => {
                    bought_for.extend(price);
                    &mut summary.bought
                }
                Standing::Refused => &mut summary.refused,
                Standing::NotBought => &mut summary.not_bought,
                Standing::InDoubt => &mut summary.in_doubt,
            } += 1;
        }
        let dearer = &mut summary.charged_more;
        dearer.sort_by(|one, other| (&one.order, &one.source).cmp(&(&other.order, &other.source)));
        summary.above_quote = dearer.len() as u64;
        summary.above_limit = dearer.iter().filter(|it| it.is_above_limit).count() as u64;
        summary.rated_for = sums(rated_for);
        summary.bought_for = sums(bought_for);
        let remaining = [
            summary.needs_attention,
            summary.not_rated,
            summary.refused,
            summary.not_bought,
            if self.buys { summary.rated } else { 0 },
            summary.not_tried,
            summary.labels_not_saved,
            summary.above_limit,
        ];
        let any_remain = remaining.iter().any(|count| *count > 0);
        summary.exit = end.exit(summary.in_doubt > 0, any_remain);
        summary.result = summary.exit.word();
        summary
    }
}

impl BatchSummary {
    /// Which labels were charged above their quotes, in a sentence for a person.
    pub fn charged_more_in_words(&self) -> Option<String> {
        if self.charged_more.is_empty() {
            return None;
        }
        let price = |price: Money| format!("{} {}", price.amount, price.currency.code());
        let labels = self.charged_more.iter().map(|it| {
            format!(
                "{} ({}, and its quote was {})",
                it.order,
                price(it.charged),
                price(it.expected)
            )
        });
        let labels: Vec<String> = labels.collect();
        Some(format!(
            "charged above the quote: {}, by more than the limit: {}. {}",
            self.above_quote,
            self.above_limit,
            labels.join(", ")
        ))
    }
}

/// One sum for each currency, by its code.
fn sums(prices: Vec<Money>) -> Vec<Money> {
    let mut sums = Money::sum_by_currency(prices);
    sums.sort_by_key(|sum| sum.currency);
    sums
}
