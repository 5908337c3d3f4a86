//! Statements that a person writes, with named parameters such as `:number`. A parameter is found
//! only outside of strings, quoted names and comments, and is then written as the database wants
//! it: `$1` or `?`. Values are always bound, never put into the text.

mod scanner;

use serde::{Deserialize, Serialize};

use self::scanner::Scanner;
use crate::message;
use crate::shop_database::ShopDatabaseKind;
use postroom_base::locale::Message;

/// A value that a statement can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parameter {
    /// The order number that was scanned, or that of the order.
    Number,
    TrackingNumber,
    Carrier,
    Service,
    /// What the label cost, such as `12.40`.
    Cost,
    /// The currency of the cost, such as `USD`.
    Currency,
    /// When the label was bought.
    Time,
    /// Unique per label.
    TransactionId,
    /// Postroom's own key of the order.
    OrderId,
}

impl Parameter {
    pub const ALL: [Self; 9] = [
        Self::Number,
        Self::TrackingNumber,
        Self::Carrier,
        Self::Service,
        Self::Cost,
        Self::Currency,
        Self::Time,
        Self::TransactionId,
        Self::OrderId,
    ];

    /// As it is written after the colon.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::TrackingNumber => "tracking_number",
            Self::Carrier => "carrier",
            Self::Service => "service",
            Self::Cost => "cost",
            Self::Currency => "currency",
            Self::Time => "time",
            Self::TransactionId => "transaction_id",
            Self::OrderId => "order_id",
        }
    }

    fn of_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|parameter| parameter.name().eq_ignore_ascii_case(name))
    }

    /// Whether it says which order is meant.
    const fn names_the_order(self) -> bool {
        matches!(self, Self::Number | Self::TransactionId | Self::OrderId)
    }
}

/// Why a statement cannot be used. It is never sent then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementProblem {
    Empty,
    OpenQuote,
    OpenComment,
    NulCharacter,
    /// A comment that MySQL runs: `/*! … */`.
    RunComment,
    SeveralStatements,
    UnknownParameter(String),
    /// A parameter that has no value here.
    NoValueHere(Parameter),
    /// A placeholder in the form of a database, such as `?` or `$1`.
    Placeholder(String),
    NotAQuery,
    /// A query that writes its rows somewhere.
    Into,
    NotAChange,
    /// No parameter says which order is meant.
    OrderMissing,
    WhereMissing,
}

impl StatementProblem {
    pub fn message(&self) -> Message {
        match self {
            Self::Empty => message!("shop-database-statement-empty"),
            Self::OpenQuote => message!("shop-database-statement-open-quote"),
            Self::OpenComment => message!("shop-database-statement-open-comment"),
            Self::NulCharacter => message!("shop-database-statement-nul"),
            Self::RunComment => message!("shop-database-statement-run-comment"),
            Self::SeveralStatements => message!("shop-database-statement-several"),
            Self::UnknownParameter(name) => {
                message!("shop-database-statement-unknown-parameter", name = name)
            }
            Self::NoValueHere(parameter) => {
                message!("shop-database-statement-no-value", name = parameter.name())
            }
            Self::Placeholder(text) => {
                message!("shop-database-statement-placeholder", text = text)
            }
            Self::NotAQuery => message!("shop-database-statement-not-a-query"),
            Self::Into => message!("shop-database-statement-into"),
            Self::NotAChange => message!("shop-database-statement-not-a-change"),
            Self::OrderMissing => message!("shop-database-statement-order-missing"),
            Self::WhereMissing => message!("shop-database-statement-where-missing"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Parameter(Parameter),
}

/// A statement whose parameters are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SqlStatement {
    pieces: Vec<Piece>,
    /// Its words outside of quotes and comments, in capitals.
    words: Vec<String>,
}

impl SqlStatement {
    /// Reads a statement of any kind.
    fn parse(text: &str, kind: ShopDatabaseKind) -> Result<Self, StatementProblem> {
        let statement = Scanner::new(text, kind).statement()?;
        if statement.words.is_empty() {
            return Err(StatementProblem::Empty);
        }
        Ok(statement)
    }

    /// Reads the query that finds an order. Its only parameter is `:number`.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn parse_query(text: &str, kind: ShopDatabaseKind) -> Result<Self, StatementProblem> {
        let statement = Self::parse(text, kind)?.checked_as_query()?;
        let other = statement.parameters().find(|parameter| *parameter != Parameter::Number);
        match other {
            Some(other) => Err(StatementProblem::NoValueHere(other)),
            None => Ok(statement),
        }
    }

    /// Reads a query that finds out whether a tracking number was written. It may name every
    /// parameter.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn parse_verify_query(
        text: &str,
        kind: ShopDatabaseKind,
    ) -> Result<Self, StatementProblem> {
        Self::parse(text, kind)?.checked_as_query()
    }

    /// Reads the statement that writes a tracking number back.
    ///
    /// # Errors
    /// Why it cannot be used. An `UPDATE` without `WHERE` is refused.
    pub fn parse_change(text: &str, kind: ShopDatabaseKind) -> Result<Self, StatementProblem> {
        let statement = Self::parse(text, kind)?;
        let first = statement.words.first().map_or("", String::as_str);
        let changes = match first {
            "UPDATE" | "INSERT" | "MERGE" => true,
            "WITH" => ["UPDATE", "INSERT", "MERGE"].iter().any(|word| statement.has_word(word)),
            _ => false,
        };
        if !changes {
            return Err(StatementProblem::NotAChange);
        }
        if first == "UPDATE" && !statement.has_word("WHERE") {
            return Err(StatementProblem::WhereMissing);
        }
        statement.checked_for_order()
    }

    fn checked_as_query(self) -> Result<Self, StatementProblem> {
        let first = self.words.first().map_or("", String::as_str);
        if !matches!(first, "SELECT" | "WITH" | "VALUES" | "TABLE") {
            return Err(StatementProblem::NotAQuery);
        }
        if self.has_word("INTO") {
            return Err(StatementProblem::Into);
        }
        self.checked_for_order()
    }

    fn checked_for_order(self) -> Result<Self, StatementProblem> {
        if !self.parameters().any(Parameter::names_the_order) {
            return Err(StatementProblem::OrderMissing);
        }
        Ok(self)
    }

    fn has_word(&self, word: &str) -> bool {
        self.words.iter().any(|found| found == word)
    }

    /// The parameter of each placeholder, in the order of the text. One that is named twice is
    /// there twice, because the database may give each place another type.
    pub fn parameters(&self) -> impl Iterator<Item = Parameter> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Parameter(parameter) => Some(*parameter),
        })
    }

    /// The text with each parameter written by `placeholder`, which receives its position, counted
    /// from 0.
    pub fn rendered(&self, mut placeholder: impl FnMut(usize) -> String) -> String {
        let mut text = String::new();
        let mut position = 0;
        for piece in &self.pieces {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Parameter(_) => {
                    text.push_str(&placeholder(position));
                    position += 1;
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests;
