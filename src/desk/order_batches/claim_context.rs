//! What a claim says of its purchase, so that another computer can write it to its journal.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::base::id::OrderId;
use crate::base::money::Money;
use crate::store::journal::{Entry, EntryContext, EntryKind, NewEntry};
use crate::store::workspace::LapsedClaim;

/// Kept in the workspace with the claim, as JSON. Members are only added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimContext {
    pub environment: String,
    pub account: String,
    pub base_url: String,
    pub call: String,
    pub sequence: u32,
    pub expected: Option<Money>,
    pub title: String,
    #[serde(default)]
    pub scale_reading: Option<String>,
    /// The service's time of the claim, if known.
    #[serde(default)]
    pub server_time: Option<Timestamp>,
    pub begun: Timestamp,
}

impl ClaimContext {
    pub fn of_purchase(new: &NewEntry, beside: &EntryContext, begun: Timestamp) -> Self {
        Self {
            environment: new.environment.clone(),
            account: new.account.clone(),
            base_url: new.base_url.clone(),
            call: new.call.clone(),
            sequence: new.sequence,
            expected: new.expected,
            title: new.title.clone(),
            scale_reading: beside.scale_reading.clone(),
            server_time: beside.server_time,
            begun,
        }
    }

    pub fn of_entry(entry: &Entry) -> Self {
        Self {
            environment: entry.environment.clone(),
            account: entry.account.clone(),
            base_url: entry.base_url.clone(),
            call: entry.call.clone(),
            sequence: entry.sequence,
            expected: entry.expected,
            title: entry.title.clone(),
            scale_reading: None,
            server_time: entry.server_time,
            begun: entry.created,
        }
    }

    pub fn to_json(&self) -> String {
        // Never fails: all keys are texts, and there are no numbers that JSON does not have.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// `None` if the claim was not written by this program.
    pub fn of_claim(claim: &LapsedClaim) -> Option<Self> {
        serde_json::from_str(&claim.purchase.context).ok()
    }

    /// What the journal of this computer needs.
    pub fn entry(&self, order: OrderId, body: Vec<u8>) -> (NewEntry, EntryContext) {
        let new = NewEntry {
            kind: EntryKind::Label,
            order: Some(order),
            sequence: self.sequence,
            environment: self.environment.clone(),
            account: self.account.clone(),
            base_url: self.base_url.clone(),
            call: self.call.clone(),
            body,
            expected: self.expected,
            title: self.title.clone(),
        };
        let beside = EntryContext {
            scale_reading: self.scale_reading.clone(),
            server_time: self.server_time,
            claimed: true,
            ..EntryContext::default()
        };
        (new, beside)
    }
}
