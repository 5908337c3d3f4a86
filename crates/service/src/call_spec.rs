//! The description of one call.

use std::sync::Arc;

use axum::routing::MethodRouter;

use super::app::App;
use super::spec::{Param, Reply, Shape};

/// One call.
pub struct CallSpec {
    pub method: &'static str,
    /// The path with its version, and `{id}` for each parameter.
    pub path: &'static str,
    /// Whether the part `Shipment` of the path may also be written `shipment` (section 4.6).
    pub also_lower_case: bool,
    pub title: &'static str,
    pub words: &'static str,
    /// What the codes of its errors begin with.
    pub module: &'static str,
    /// Whether it needs no token.
    pub open: bool,
    /// Whether the header `transactionId` is required.
    pub transaction: bool,
    pub query: &'static [Param],
    pub body: Option<&'static Shape>,
    pub reply: Reply,
    /// The codes that it alone can fail with; those of every call are added by [`CallSpec::codes`].
    pub codes: &'static [&'static str],
    /// A request body that works with the ready-made data, or an empty text.
    pub example: &'static str,
    pub route: fn() -> MethodRouter<Arc<App>>,
}

impl CallSpec {
    /// The whole list of codes that the call can fail with.
    pub fn codes(&self) -> Vec<String> {
        let of_module = |kind: &str| format!("{}.{kind}", self.module);
        let mut codes: Vec<String> = self.codes.iter().map(|code| (*code).to_owned()).collect();
        if !self.open {
            codes.push("ACCOUNT.APP.AUTHENTICATION_FAILED".to_owned());
            codes.push("ACCOUNT.NOT_ACTIVE".to_owned());
        }
        if self.body.is_some() || self.transaction || !self.query.is_empty() {
            codes.push(of_module("BAD_REQUEST"));
        }
        if self.path.starts_with("/practice/") && !self.path.starts_with("/practice/track/") {
            codes.push("PRACTICE.AUTHENTICATION_FAILED".to_owned());
        }
        // Too many large bodies at once.
        codes.push(of_module("OPERATION_FAILED"));
        codes.push("INTERNAL_SERVER_ERROR".to_owned());
        codes.sort();
        codes.dedup();
        codes
    }
}
