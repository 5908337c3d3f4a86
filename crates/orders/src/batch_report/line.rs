//! The lines of the report. Members that have no value are left out.

use serde::{Serialize, Serializer};

use crate::batch_report::arguments::BatchGoal;
use postroom_base::money::{Amount, Money};
use postroom_rows::scope::Environment;

/// Grows when a member or a word changes its meaning. New ones may be added to a format.
const FORMAT: u32 = 1;

/// What is known before the first order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchStart {
    /// The name of the file.
    pub file: String,
    /// The mapping by which the file is read, as named or as recognized.
    pub mapping: Option<String>,
    pub goal: BatchGoal,
    pub dry_run: bool,
    /// `None` if the run ended before it was known.
    pub environment: Option<Environment>,
    /// The account that buys.
    pub account: Option<String>,
    /// The columns of the file that nothing is taken from.
    pub unused_columns: Vec<String>,
    /// A charge above its quote by more than this ends the run.
    pub price_rise_limit: Amount,
}

/// Which order a line is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BatchOrder {
    /// Empty if the row has none.
    pub number: String,
    pub source: String,
    /// The row of the file in which it begins, counted from 1 with the heading. `None` only if the
    /// file does not have it: an order of an earlier run that is settled in this one.
    pub row: Option<u64>,
}

/// What happened to an order. Reasons are for people, codes for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderEvent {
    /// The order is in the workspace, or would be in a dry run.
    Imported(ImportedAs),
    /// Nothing is missing; the end of a run that only imports.
    Ready,
    NeedsAttention {
        problems: Vec<BatchProblem>,
    },
    /// It is not rated or bought, and that is no failure.
    LeftOut(LeftOut),
    Rated {
        carrier: String,
        service: String,
        price: Money,
        days: Option<u32>,
        /// Which rate was not considered, and why.
        left_out: Option<String>,
    },
    NotRated {
        reason: String,
        codes: Vec<String>,
    },
    /// A dry run would have bought this.
    WouldBuy {
        carrier: String,
        service: String,
        price: Money,
    },
    Bought {
        transaction: String,
        carrier: String,
        service: String,
        /// The price of the quote.
        expected: Option<Money>,
        /// `None` if the service named no readable price.
        charged: Option<Money>,
        tracking_numbers: Vec<String>,
        /// An earlier run began the purchase.
        begun_earlier: bool,
    },
    /// Not bought, for certain.
    Refused {
        transaction: String,
        reason: String,
        codes: Vec<String>,
        begun_earlier: bool,
    },
    /// Nothing was sent for it, or nothing got onto the line.
    NotBought {
        /// If a purchase is in the journal, which the next run sends.
        transaction: Option<String>,
        reason: String,
        codes: Vec<String>,
    },
    /// Whether it was bought is not known yet.
    InDoubt {
        transaction: String,
        begun_earlier: bool,
    },
    /// The service named them after the label was bought.
    TrackingNumbers {
        transaction: String,
        tracking_numbers: Vec<String>,
    },
    LabelSaved {
        file: String,
    },
    LabelNotSaved {
        reason: String,
    },
    /// Another station has saved it, or is saving it.
    LabelSavedElsewhere,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportedAs {
    Added,
    Updated,
    Unchanged,
    /// It is being bought or was bought; what the file says is kept beside it.
    KeptAside,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    BoughtBefore,
    /// Another station has bought its label during the run, or is buying it.
    BoughtElsewhere,
    /// Its label was refunded; a person decides in the window whether another is bought.
    Refunded,
    OnHold,
    Canceled,
}

/// Why an order needs attention.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BatchProblem {
    /// The field in the words of the program, such as `to.zip`; empty if it is about none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub field: String,
    pub text: String,
}

impl OrderEvent {
    /// The purchase that the event tells of.
    pub fn transaction(&self) -> Option<&str> {
        match self {
            Self::Bought { transaction, .. }
            | Self::Refused { transaction, .. }
            | Self::InDoubt { transaction, .. } => Some(transaction),
            Self::NotBought { transaction, .. } => transaction.as_deref(),
            _ => None,
        }
    }

    /// The word of the stage in the report.
    pub const fn stage(&self) -> &'static str {
        match self {
            Self::Imported(_) => "imported",
            Self::Ready => "ready",
            Self::NeedsAttention { .. } => "needs-attention",
            Self::LeftOut(_) => "left-out",
            Self::Rated { .. } => "rated",
            Self::NotRated { .. } => "not-rated",
            Self::WouldBuy { .. } => "would-buy",
            Self::Bought { .. } => "bought",
            Self::Refused { .. } => "refused",
            Self::NotBought { .. } => "not-bought",
            Self::InDoubt { .. } => "in-doubt",
            Self::TrackingNumbers { .. } => "tracking-numbers",
            Self::LabelSaved { .. } => "label-saved",
            Self::LabelNotSaved { .. } => "label-not-saved",
            Self::LabelSavedElsewhere => "label-saved-elsewhere",
        }
    }
}

/// An amount as text, because programs read numbers of JSON as binary fractions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Price(pub Money);

impl Serialize for Price {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Form<'a> {
            amount: String,
            currency: &'a str,
        }
        let form = Form { amount: self.0.amount.to_string(), currency: self.0.currency.code() };
        form.serialize(to)
    }
}

#[derive(Serialize)]
pub(super) struct StartLine<'a> {
    stage: &'static str,
    format: u32,
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mapping: Option<&'a str>,
    goal: &'static str,
    dry_run: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    environment: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    account: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    unused_columns: &'a [String],
}

impl<'a> StartLine<'a> {
    pub(super) fn from_start(start: &'a BatchStart) -> Self {
        Self {
            stage: "begin",
            format: FORMAT,
            file: &start.file,
            mapping: start.mapping.as_deref(),
            goal: start.goal.word(),
            dry_run: start.dry_run,
            environment: start.environment.map(Environment::word),
            account: start.account.as_deref(),
            unused_columns: &start.unused_columns,
        }
    }
}

#[derive(Default, Serialize)]
pub(super) struct OrderLine<'a> {
    order: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    source: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<u64>,
    stage: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problems: Option<&'a [BatchProblem]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    codes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    carrier: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    service: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<Price>,
    #[serde(skip_serializing_if = "Option::is_none")]
    days: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Price>,
    #[serde(skip_serializing_if = "Option::is_none")]
    charged: Option<Price>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    tracking_numbers: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    begun_earlier: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
}

impl<'a> OrderLine<'a> {
    pub(super) fn from_event(order: &'a BatchOrder, event: &'a OrderEvent) -> Self {
        let line = Self {
            order: &order.number,
            source: &order.source,
            row: order.row,
            stage: event.stage(),
            ..Self::default()
        };
        match event {
            OrderEvent::Ready | OrderEvent::LabelSavedElsewhere => line,
            OrderEvent::Imported(imported) => Self { outcome: Some(imported.word()), ..line },
            OrderEvent::LeftOut(left_out) => Self { reason: Some(left_out.word()), ..line },
            OrderEvent::NeedsAttention { problems } => Self { problems: Some(problems), ..line },
            OrderEvent::Rated { carrier, service, price, days, left_out } => Self {
                days: *days,
                left_out: left_out.as_deref(),
                ..line.of_rate(carrier, service, *price)
            },
            OrderEvent::WouldBuy { carrier, service, price } => {
                line.of_rate(carrier, service, *price)
            }
            OrderEvent::NotRated { reason, codes } => Self { reason: Some(reason), codes, ..line },
            OrderEvent::Bought {
                transaction,
                carrier,
                service,
                expected,
                charged,
                tracking_numbers,
                begun_earlier,
            } => Self {
                transaction: Some(transaction),
                carrier: Some(carrier),
                service: Some(service),
                expected: expected.map(Price),
                charged: charged.map(Price),
                tracking_numbers,
                begun_earlier: *begun_earlier,
                ..line
            },
            OrderEvent::Refused { transaction, reason, codes, begun_earlier } => Self {
                transaction: Some(transaction),
                reason: Some(reason),
                codes,
                begun_earlier: *begun_earlier,
                ..line
            },
            OrderEvent::NotBought { transaction, reason, codes } => {
                Self { transaction: transaction.as_deref(), reason: Some(reason), codes, ..line }
            }
            OrderEvent::InDoubt { transaction, begun_earlier } => {
                Self { transaction: Some(transaction), begun_earlier: *begun_earlier, ..line }
            }
            OrderEvent::TrackingNumbers { transaction, tracking_numbers } => {
                Self { transaction: Some(transaction), tracking_numbers, ..line }
            }
            OrderEvent::LabelSaved { file } => Self { label: Some(file), ..line },
            OrderEvent::LabelNotSaved { reason } => Self { reason: Some(reason), ..line },
        }
    }

    fn of_rate(self, carrier: &'a str, service: &'a str, price: Money) -> Self {
        Self { carrier: Some(carrier), service: Some(service), price: Some(Price(price)), ..self }
    }
}

impl ImportedAs {
    const fn word(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Updated => "updated",
            Self::Unchanged => "unchanged",
            Self::KeptAside => "kept-aside",
        }
    }
}

impl LeftOut {
    const fn word(self) -> &'static str {
        match self {
            Self::BoughtBefore => "bought-before",
            Self::BoughtElsewhere => "bought-elsewhere",
            Self::Refunded => "refunded",
            Self::OnHold => "on-hold",
            Self::Canceled => "canceled",
        }
    }
}
