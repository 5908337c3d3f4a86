//! A call is a value: the request, how its response is decoded, and whether it is safe to repeat.
//! Building one sends nothing.

use std::fmt;
use std::sync::Arc;

use http::Method;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::lenient::{self, Decoded};
use postroom_base::id::TransactionId;
use postroom_base::locale::TextOf;

/// Effect of sending the same call a second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// Changes nothing; the client retries it automatically.
    Read,
    /// Changes something other than money; repeated only when the user asks for it.
    Write,
    /// Moves money. Repeated only with the same transaction id and the same bytes.
    Money,
}

/// What an error says of its call.
#[derive(Clone, Copy, Debug)]
pub struct CallFacts {
    /// The name in the interface documentation: `POST /Shipment`, `GET /Address/:id`.
    pub name: &'static str,
    /// What users read if it fails: `Couldn’t buy the label`.
    pub attempting: TextOf,
    /// What they read if nobody knows whether it was carried out.
    pub uncertain: TextOf,
    pub safety: Safety,
}

impl CallFacts {
    /// A call that counts as a read.
    pub const fn new(name: &'static str, attempting: TextOf) -> Self {
        Self { name, attempting, uncertain: attempting, safety: Safety::Read }
    }
}

/// Decoder of a call's response.
pub type Decode<R> = dyn Fn(&[u8]) -> Result<Decoded<R>, serde_json::Error> + Send + Sync;

/// One call of section 4 whose response is decoded to `R`.
pub struct Call<R> {
    pub facts: CallFacts,
    pub method: Method,
    /// Path below the base URL, with ids percent-encoded: `/Shipment/abc/Label`.
    pub path: String,
    /// Not yet percent-encoded.
    pub query: Vec<(&'static str, String)>,
    /// Sent as the header `transactionId`.
    pub transaction: Option<TransactionId>,
    pub body: Option<Arc<[u8]>>,
    /// Whether `Authorization: Bearer` is sent (section 5).
    pub authorized: bool,
    pub decode: Box<Decode<R>>,
    /// Set if the request body could not be serialized; sending reports it.
    pub unwritable: Option<Arc<serde_json::Error>>,
}

impl<R: DeserializeOwned + 'static> Call<R> {
    pub fn new(name: &'static str, attempting: TextOf) -> Self {
        Self::with_decoder(name, attempting, json)
    }
}

impl<R> Call<R> {
    /// A call whose name gives its method and path. It counts as a read unless [`Call::write`] or
    /// [`Call::money`] is applied.
    pub fn with_decoder(
        name: &'static str,
        attempting: TextOf,
        decode: impl Fn(&[u8]) -> Result<Decoded<R>, serde_json::Error> + Send + Sync + 'static,
    ) -> Self {
        let (method, path) = name.split_once(' ').unwrap_or(("GET", name));
        Self {
            facts: CallFacts::new(name, attempting),
            method: Method::from_bytes(method.as_bytes()).unwrap_or_default(),
            path: path.to_owned(),
            query: Vec::new(),
            transaction: None,
            body: None,
            authorized: true,
            decode: Box::new(decode),
            unwritable: None,
        }
    }

    pub fn write(mut self) -> Self {
        self.facts.safety = Safety::Write;
        self
    }

    /// What users read if nobody knows whether the call was carried out.
    pub fn uncertain(mut self, words: TextOf) -> Self {
        self.facts.uncertain = words;
        self
    }

    pub fn money(mut self, transaction: TransactionId) -> Self {
        self.facts.safety = Safety::Money;
        self.transaction = Some(transaction);
        self
    }

    pub fn unauthorized(mut self) -> Self {
        self.authorized = false;
        self
    }

    /// Replaces `:name` in the path with an id.
    pub fn route(mut self, name: &str, id: &str) -> Self {
        self.path = self.path.replace(&format!(":{name}"), &encode(id));
        self
    }

    pub fn query(mut self, key: &'static str, value: Option<String>) -> Self {
        self.query.extend(value.map(|value| (key, value)));
        self
    }

    pub fn json(mut self, body: &impl Serialize) -> Self {
        match to_bytes(body) {
            Ok(bytes) => self.body = Some(bytes),
            Err(error) => self.unwritable = Some(Arc::new(error)),
        }
        self
    }

    pub fn bytes(mut self, body: Arc<[u8]>) -> Self {
        self.body = Some(body);
        self
    }

    /// Path and query to append to the base URL.
    pub fn target(&self) -> String {
        let mut target = self.path.clone();
        for (place, (key, value)) in self.query.iter().enumerate() {
            target.push(if place == 0 { '?' } else { '&' });
            target.push_str(key);
            target.push('=');
            target.push_str(&encode(value));
        }
        target
    }
}

/// Bodies contain passwords and addresses, so `Debug` does not show them.
impl<R> fmt::Debug for Call<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("name", &self.facts.name)
            .field("safety", &self.facts.safety)
            .field("transaction", &self.transaction)
            .finish_non_exhaustive()
    }
}

/// Serializes a request body. The same value always gives the same bytes: fields are in declaration
/// order, map entries in key order.
pub fn to_bytes(body: &impl Serialize) -> Result<Arc<[u8]>, serde_json::Error> {
    serde_json::to_vec(body).map(Arc::from)
}

pub fn json<R: DeserializeOwned>(bytes: &[u8]) -> Result<Decoded<R>, serde_json::Error> {
    let (value, oddities) = lenient::from_slice(bytes)?;
    Ok(Decoded { value, oddities })
}

/// Rejects a response without its essential content. Every field of a response is optional, so `{}`
/// would otherwise count as a bought label.
pub fn need(present: bool, what: &str) -> Result<(), serde_json::Error> {
    if present {
        return Ok(());
    }
    Err(serde::de::Error::custom(format!("the reply carries no {what}")))
}

fn encode(text: &str) -> String {
    const KEPT: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    // A segment that is only dots would change the path.
    if matches!(text, "." | "..") {
        return text.replace('.', "%2E");
    }
    utf8_percent_encode(text, &KEPT).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_values_cannot_leave_their_place() {
        let call: Call<serde_json::Value> = Call::new("GET /Shipment/:id/Label", || "Reprinting")
            .route("id", "../a b?c#d/é")
            .query("value", Some("1&2=3 +".into()));
        assert_eq!(
            call.target(),
            "/Shipment/..%2Fa%20b%3Fc%23d%2F%C3%A9/Label?value=1%262%3D3%20%2B"
        );
        let climbing: Call<serde_json::Value> =
            Call::new("GET /Address/:id", || "Reading").route("id", "..");
        assert_eq!(climbing.target(), "/Address/%2E%2E");
    }

    #[test]
    fn debug_shows_no_body() {
        let call: Call<()> = Call::new("POST /Account/Token", || "Signing in")
            .json(&serde_json::json!({"password": "hunter2"}));
        assert!(call.body.is_some() && !format!("{call:?}").contains("hunter2"));
    }
}
