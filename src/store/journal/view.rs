//! Reads the payload of an event: the complete state of a purchase at that moment.

use serde::Deserialize;

use crate::base::money::{Amount, Currency, Money};

/// Amounts are in millionths with their currency, times in microseconds.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct View {
    pub number: i64,
    pub transaction: String,
    pub kind: String,
    pub order: Option<String>,
    pub sequence: u32,
    pub environment: String,
    pub account: String,
    pub base_url: String,
    pub call: String,
    pub sha256: String,
    pub expected: Option<(i64, String)>,
    pub title: String,
    pub state: String,
    pub attempts: u32,
    pub uncertain_once: bool,
    pub created: i64,
    pub updated: i64,
    pub result_id: Option<String>,
    pub charged: Option<(i64, String)>,
    pub trouble: Option<String>,
    pub watched_until: Option<i64>,
    pub reply_sha256: Option<String>,
    pub overtaken: bool,
    /// Where the row came from, if it was not written by a purchase of this installation.
    #[serde(default)]
    pub origin: Option<String>,
    /// What the scale showed.
    #[serde(default)]
    pub witness: Option<String>,
    /// The server's time when the entry was created.
    #[serde(default)]
    pub server_time: Option<i64>,
    /// The order of a workspace was claimed for it.
    #[serde(default)]
    pub claimed: bool,
}

pub fn money(stored: Option<&(i64, String)>) -> Option<Money> {
    let (micros, code) = stored?;
    let currency = Currency::parse(code)?;
    Some(Money::new(Amount::from_micros(*micros), currency))
}
