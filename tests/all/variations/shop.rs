//! The second service with state: it sells labels, takes top-ups, refunds and manifests, and varies
//! the response to each subject by one row of the table. A subject is identified by what the desk
//! sends: the recipient's name, the amount, the shipments of a manifest.

use std::sync::PoisonError;

use super::change::{Body, Change, Replacement, Wire, scripts};
use super::replies;
use super::server::{JSON, Script, Service};
use crate::prelude::*;
use crate::wire::server::ReceivedRequest;

/// How the response to a subject goes wrong.
#[derive(Clone, Debug)]
pub struct Plan {
    pub name: String,
    pub change: Change,
    /// Whether the service carries out the call before it sends this response.
    pub commits: bool,
    /// Look-ups of the subject have the same change, as from a server that always writes it this
    /// way.
    pub persists: bool,
    /// For this long, look-ups do not find the object.
    pub lag: Duration,
    /// The response to a look-up that finds nothing; `None` is the documented 404.
    pub none: Option<Value>,
}

/// One request that moves money or creates a manifest.
#[derive(Clone, Debug)]
pub struct Sent {
    pub subject: usize,
    pub transaction: String,
    pub body: Vec<u8>,
}

pub struct Made {
    pub subject: usize,
    pub id: String,
    pub transaction: String,
    pub reply: Value,
    pub at: Instant,
}

#[derive(Default)]
pub struct Books {
    pub plans: HashMap<&'static str, Vec<Plan>>,
    pub labels: Vec<Made>,
    pub top_ups: Vec<Made>,
    pub refunds: Vec<Made>,
    pub manifests: Vec<Made>,
    pub sent: HashMap<&'static str, Vec<Sent>>,
}

#[derive(Default)]
pub struct Shop(pub Mutex<Books>);

pub const LABELS: &str = "POST /Shipment";
pub const TOP_UPS: &str = "PUT /Account/Postage/Balance";
pub const REFUNDS: &str = "POST /Shipment/Refund";
pub const MANIFESTS: &str = "POST /Manifest";
/// A top-up is this many cents plus the number of its subject.
pub const FIRST_CENTS: usize = 10_000;
const PAGE: usize = 200;

impl Service for Shop {
    fn answer(&self, _: usize, asked: &ReceivedRequest) -> Script {
        let mut books = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let call = format!("{} {}", asked.method, asked.path());
        match call.as_str() {
            LABELS => books.sell(asked),
            TOP_UPS => books.top_up(asked),
            REFUNDS => books.refund(asked),
            MANIFESTS => books.make_manifest(asked),
            "GET /Shipment" => books.shipments(asked),
            "GET /Manifest" => books.list_manifests(asked),
            "GET /Account/Postage/BalanceHistory" => books.history(asked),
            "GET /Tracking" => plain(&replies::tracking(&asked.query("value").unwrap_or_default())),
            "POST /Address" => plain(&replies::address("ADR-1", "Somebody")),
            call if call.ends_with("/Label") => plain(&replies::label()),
            call => match known(call) {
                Some(call) => plain(&replies::reply(call)),
                None => refusal(404, "ACCOUNT.NOT_FOUND"),
            },
        }
    }
}

/// Calls that belong to no subject and are answered without changes.
fn known(call: &str) -> Option<&'static str> {
    crate::coverage::CALLS.into_iter().find(|it| *it == call)
}

fn plain(value: &Value) -> Script {
    Script::answer(200, &[JSON.to_owned()], value.to_string().as_bytes())
}

fn refusal(status: u16, code: &'static str) -> Script {
    let change = Change::Status(status, Body::Documented(code));
    scripts(&Value::Null, &change).remove(0)
}

fn varied(reply: &Value, change: &Change) -> Script {
    scripts(reply, &of_this(reply, change)).remove(0)
}

/// The table respells the ids of its own reply; this applies the same to the ids of this reply.
fn of_this(reply: &Value, change: &Change) -> Change {
    let Change::Member(place, Replacement::Value(Value::String(text))) = change else {
        return change.clone();
    };
    let known = [replies::SHIPMENT, replies::TRANSACTION];
    let own = place.get(reply).and_then(Value::as_str).unwrap_or_default();
    let known = known.iter().find(|known| text.trim().eq_ignore_ascii_case(known));
    let spelled = match known {
        None => return change.clone(),
        Some(known) if text == *known => own.to_owned(),
        Some(_) if text.trim() != text => format!(" {own}\n"),
        Some(known) if *text == known.to_uppercase() => own.to_uppercase(),
        Some(_) => own.to_lowercase(),
    };
    Change::Member(place.clone(), Replacement::Value(json!(spelled)))
}

pub fn now() -> String {
    Timestamp::now().to_string()
}

impl Books {
    fn plan(&self, call: &str, subject: usize) -> Option<&Plan> {
        self.plans.get(call)?.get(subject)
    }

    /// Records the request. Returns whether it is the first of its subject, whose response is
    /// varied.
    fn note(&mut self, call: &'static str, subject: usize, asked: &ReceivedRequest) -> bool {
        let transaction = asked.header("transactionId").unwrap_or_default();
        let sent = self.sent.entry(call).or_default();
        let first = !sent.iter().any(|sent| sent.subject == subject);
        sent.push(Sent { subject, transaction: transaction.to_owned(), body: asked.body.clone() });
        first
    }

    /// The response to a call of a subject: its plan the first time, the plain reply afterwards.
    fn script(&self, call: &str, subject: usize, first: bool, reply: &Value) -> Script {
        match self.plan(call, subject) {
            Some(plan) if first => varied(reply, &plan.change),
            _ => plain(reply),
        }
    }

    fn commits(&self, call: &str, subject: usize, first: bool) -> bool {
        !first || self.plan(call, subject).is_none_or(|plan| plan.commits)
    }

    fn sell(&mut self, asked: &ReceivedRequest) -> Script {
        let body: Value = serde_json::from_slice(&asked.body).unwrap_or_default();
        let transaction = asked.header("transactionId").unwrap_or_default().to_owned();
        let name = body["toAddress"]["name"].as_str().unwrap_or_default();
        let Some(subject) = number_in(name) else {
            return refusal(400, "SHIPMENT.BAD_REQUEST");
        };
        let first = self.note(LABELS, subject, asked);
        if self.labels.iter().any(|made| made.transaction == transaction) {
            return refusal(422, "SHIPMENT.VALIDATION_FAILED");
        }
        let id = format!("SHP-{}", self.labels.len());
        let mut reply = replies::shipment(&id, &transaction, &format!("1Z{subject:016}"));
        reply["createdDate"] = json!(now());
        reply["toAddress"]["name"] = json!(name);
        let script = self.script(LABELS, subject, first, &reply);
        if self.commits(LABELS, subject, first) {
            self.labels.push(Made { subject, id, transaction, reply, at: Instant::now() });
        }
        script
    }

    fn shipments(&self, asked: &ReceivedRequest) -> Script {
        let Some(key) = asked.query("key") else {
            return self.page_of_shipments(asked);
        };
        let value = asked.query("value").unwrap_or_default();
        let made = self.labels.iter().find(|made| match key.as_str() {
            "TransactionId" => made.transaction.eq_ignore_ascii_case(value.trim()),
            "TrackingNumber" => made.reply["tracking"]["trackingNumber"] == value.as_str(),
            _ => made.id == value,
        });
        let refunded = |made: &Made| {
            let refund = self.refunds.iter().any(|refund| refund.id == made.id);
            let mut reply = made.reply.clone();
            if refund {
                reply["refundStatus"] = json!("Initiated");
            }
            reply
        };
        let made = made.filter(|made| {
            let plan = self.plan(LABELS, made.subject);
            plan.is_none_or(|plan| made.at.elapsed() >= plan.lag)
        });
        let Some(made) = made else {
            // The transaction is not stored, so the subject is found by the request that was sent.
            let sent = self.sent.get(LABELS).into_iter().flatten();
            let subject =
                sent.filter(|sent| sent.transaction == value).map(|sent| sent.subject).next();
            let plan = subject.and_then(|subject| self.plan(LABELS, subject));
            return match plan.and_then(|plan| plan.none.as_ref()) {
                Some(none) => plain(none),
                None => refusal(404, "SHIPMENT.NOT_FOUND"),
            };
        };
        let reply = refunded(made);
        // A refund is looked up by its shipment, so the changes that persist are those of the
        // refund.
        let of_refund = self.sent.get(REFUNDS).into_iter().flatten();
        let refund = of_refund
            .filter(|sent| value_of(&sent.body) == made.id)
            .map(|sent| sent.subject)
            .next();
        let plan = match refund {
            Some(subject) => self.plan(REFUNDS, subject),
            None => self.plan(LABELS, made.subject),
        };
        match plan.filter(|plan| plan.persists) {
            Some(plan) => varied(&reply, &plan.change),
            None => plain(&reply),
        }
    }

    fn page_of_shipments(&self, asked: &ReceivedRequest) -> Script {
        let rows = self.labels.iter().rev().map(|made| {
            let plan = self.plan(LABELS, made.subject);
            match plan.filter(|plan| plan.persists) {
                Some(plan) => {
                    super::change::changed(&made.reply, &of_this(&made.reply, &plan.change))
                }
                None => made.reply.clone(),
            }
        });
        page(asked, rows.collect())
    }

    fn top_up(&mut self, asked: &ReceivedRequest) -> Script {
        let body: Value = serde_json::from_slice(&asked.body).unwrap_or_default();
        let transaction = asked.header("transactionId").unwrap_or_default().to_owned();
        let amount = body["balance"].as_f64().unwrap_or_default();
        let subject = ((amount * 100.0).round() as usize).saturating_sub(FIRST_CENTS);
        let first = self.note(TOP_UPS, subject, asked);
        if self.top_ups.iter().any(|made| made.transaction == transaction) {
            return refusal(422, "ACCOUNT.BALANCE.VALIDATION_FAILED");
        }
        let reply = replies::account();
        let script = self.script(TOP_UPS, subject, first, &reply);
        if self.commits(TOP_UPS, subject, first) {
            let id = format!("HIS-{}", self.top_ups.len());
            let mut line = replies::history_line(&id, &transaction, amount);
            line["transactionType"] = json!("Credit");
            line["eventType"] = json!("OnPostagePurchase");
            for date in ["transactionDate", "createdDate"] {
                line[date] = json!(now());
            }
            self.top_ups.push(Made { subject, id, transaction, reply: line, at: Instant::now() });
        }
        script
    }

    fn history(&self, asked: &ReceivedRequest) -> Script {
        page(asked, self.top_ups.iter().rev().map(|made| made.reply.clone()).collect())
    }

    fn refund(&mut self, asked: &ReceivedRequest) -> Script {
        let transaction = asked.header("transactionId").unwrap_or_default().to_owned();
        let id = value_of(&asked.body);
        let Some(made) = self.labels.iter().find(|made| made.id == id) else {
            return refusal(404, "SHIPMENT.NOT_FOUND");
        };
        let (subject, mut reply) = (made.subject, made.reply.clone());
        let first = self.note(REFUNDS, subject, asked);
        if self.refunds.iter().any(|made| made.id == id) {
            return refusal(422, "SHIPMENT.REFUND.VALIDATION_FAILED");
        }
        reply["refundStatus"] = json!("Initiated");
        let script = self.script(REFUNDS, subject, first, &reply);
        if self.commits(REFUNDS, subject, first) {
            self.refunds.push(Made { subject, id, transaction, reply, at: Instant::now() });
        }
        script
    }

    fn make_manifest(&mut self, asked: &ReceivedRequest) -> Script {
        let body: Value = serde_json::from_slice(&asked.body).unwrap_or_default();
        let shipment = body["value"][0].as_str().unwrap_or_default().to_owned();
        let Some(made) = self.labels.iter().find(|made| made.id == shipment) else {
            return refusal(404, "SHIPMENT.NOT_FOUND");
        };
        let subject = made.subject;
        let first = self.note(MANIFESTS, subject, asked);
        let id = format!("MAN-{}", self.manifests.len());
        let mut reply = replies::manifest(&id, &shipment);
        reply["shipmentIds"] = body["value"].clone();
        reply["transactionDate"] = json!(now());
        let script = self.script(MANIFESTS, subject, first, &reply);
        if self.commits(MANIFESTS, subject, first) {
            self.manifests.push(Made {
                subject,
                id,
                transaction: String::new(),
                reply,
                at: Instant::now(),
            });
        }
        script
    }

    fn list_manifests(&self, asked: &ReceivedRequest) -> Script {
        let rows = self.manifests.iter().rev().map(|made| made.reply.clone());
        match asked.query("value") {
            Some(id) => match self.manifests.iter().find(|made| made.id == id) {
                Some(made) => plain(&made.reply),
                None => refusal(404, "MANIFEST.NOT_FOUND"),
            },
            None => page(asked, rows.collect()),
        }
    }
}

fn page(asked: &ReceivedRequest, rows: Vec<Value>) -> Script {
    let from: usize = asked.query("pageToken").and_then(|token| token.parse().ok()).unwrap_or(0);
    let all = rows.len();
    let rows: Vec<Value> = rows.into_iter().skip(from).take(PAGE).collect();
    let next = from + rows.len();
    plain(&json!({
        "results": rows,
        "nextPage": (next < all).then(|| next.to_string()),
        "totalResults": all,
        "totalPages": all.div_ceil(PAGE),
        "pageSize": PAGE,
    }))
}

pub fn number_in(name: &str) -> Option<usize> {
    name.strip_prefix("Variation ")?.parse().ok()
}

fn value_of(body: &[u8]) -> String {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    body["value"].as_str().unwrap_or_default().to_owned()
}

/// Whether the changed response is still a 2xx that a server might always send.
pub fn can_persist(change: &Change) -> bool {
    match change {
        Change::Member(..)
        | Change::Beside(_)
        | Change::Spelled(..)
        | Change::Twice(_)
        | Change::Among(..) => true,
        Change::Wire(wire) => matches!(
            wire,
            Wire::Gzip
                | Wire::GzipInCapitals
                | Wire::ByteOrderMark
                | Wire::ManyHeaders
                | Wire::LongHeader
                | Wire::ContentType(_)
                | Wire::Chunked
                | Wire::NoLength
                | Wire::Http10
                | Wire::Latin1
                | Wire::Padded(_)
        ),
        _ => false,
    }
}
