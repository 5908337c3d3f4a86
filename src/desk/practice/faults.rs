//! Deliberate faults: what the practice service is to do wrong next.

use http::Method;
use serde_json::{Value, json};

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::session;
use crate::desk::practice::Practice;

const FAULTS: Slot<Practice> = Slot::with_account("practice faults");

const PATH: &str = "/faults";

/// A fault of the next matching calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// `POST /Shipment`, or `*` for any.
    pub call: String,
    pub kind: FaultKind,
    /// Duration of a delay.
    pub millis: u64,
    /// How many more calls it affects; 0 if unlimited, as for a rule with a probability.
    pub count: u64,
}

/// The kinds a user can choose; the service has a few more for tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The call is delayed before it is carried out.
    SlowBefore,
    /// The call is carried out; the response is delayed.
    SlowAfter,
    /// The connection is closed before anything happens.
    CutBefore,
    /// The call is carried out; the connection is closed before the response.
    CutAfter,
    /// The server reports that it is unavailable; nothing happens.
    Down,
    /// The call is carried out; the response is unreadable.
    Garbled,
    /// The connection is closed, and the call is carried out afterwards.
    Late,
    /// The call is carried out twice; the response is that of the second.
    Twice,
    /// The call is refused with this code of section 7.3.
    Refused(String),
    /// A kind of the service that is not listed here.
    Other(String),
}

impl FaultKind {
    fn of(kind: &str, code: Option<&str>) -> Self {
        match (kind, code) {
            ("delay_before_commit", _) => Self::SlowBefore,
            ("delay_after_commit", _) => Self::SlowAfter,
            ("cut_before_commit", _) => Self::CutBefore,
            ("cut_after_commit", _) => Self::CutAfter,
            ("unavailable_before_commit", _) => Self::Down,
            ("garbage_after_commit", _) => Self::Garbled,
            ("late", _) => Self::Late,
            ("duplicate", _) => Self::Twice,
            ("error", Some(code)) => Self::Refused(code.to_owned()),
            (other, _) => Self::Other(other.to_owned()),
        }
    }

    /// The service's name for the kind, and its error code.
    fn word(&self) -> (&str, Option<&str>) {
        match self {
            Self::SlowBefore => ("delay_before_commit", None),
            Self::SlowAfter => ("delay_after_commit", None),
            Self::CutBefore => ("cut_before_commit", None),
            Self::CutAfter => ("cut_after_commit", None),
            Self::Down => ("unavailable_before_commit", None),
            Self::Garbled => ("garbage_after_commit", None),
            Self::Late => ("late", None),
            Self::Twice => ("duplicate", None),
            Self::Refused(code) => ("error", Some(code)),
            Self::Other(word) => (word, None),
        }
    }
}

pub(super) fn reload_faults(ctx: &mut Ctx<'_>) {
    send(ctx, Method::GET, None);
}

pub(super) fn add(ctx: &mut Ctx<'_>, fault: &Fault) {
    let (kind, code) = fault.kind.word();
    let mut body = json!({
        "call": fault.call, "kind": kind, "millis": fault.millis, "count": fault.count,
    });
    if let (Some(code), Some(body)) = (code, body.as_object_mut()) {
        body.insert("code".to_owned(), code.into());
    }
    send(ctx, Method::POST, Some(body));
}

pub(super) fn clear(ctx: &mut Ctx<'_>) {
    send(ctx, Method::DELETE, None);
}

fn send(ctx: &mut Ctx<'_>, method: Method, body: Option<Value>) {
    let Some(link) = ctx.link.clone() else {
        return;
    };
    let Some(practice_url) = link.practice_url.clone() else {
        return;
    };
    let work = async move {
        let url = format!("{practice_url}{PATH}");
        link.client.raw_json(method, &url, body.as_ref()).await
    };
    ctx.jobs.answer(FAULTS, work, move |me, ctx, answer| match answer {
        Ok(value) => {
            me.faults = read(&value);
            // The last fault is over: reconnect now instead of waiting for the next retry.
            if me.faults.is_empty() && ctx.connectivity.is_offline() {
                ctx.announce(Event::ReconnectRequested);
            }
        }
        Err(error) => {
            let setback = session::setback(&error);
            ctx.notice_failure(setback.trouble);
        }
    });
}

fn read(answer: &Value) -> Vec<Fault> {
    let list = answer.get("faults").and_then(Value::as_array);
    let text =
        |fault: &Value, key: &str| fault.get(key).and_then(Value::as_str).map(ToOwned::to_owned);
    list.into_iter()
        .flatten()
        .filter_map(|fault| {
            let code = text(fault, "code");
            Some(Fault {
                call: text(fault, "call")?,
                kind: FaultKind::of(&text(fault, "kind")?, code.as_deref()),
                millis: fault.get("millis").and_then(Value::as_u64).unwrap_or(0),
                count: fault.get("count").and_then(Value::as_u64).unwrap_or(0),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_keep_their_words_both_ways() {
        for kind in [
            FaultKind::SlowBefore,
            FaultKind::SlowAfter,
            FaultKind::CutBefore,
            FaultKind::CutAfter,
            FaultKind::Down,
            FaultKind::Garbled,
            FaultKind::Late,
            FaultKind::Twice,
            FaultKind::Refused("ACCOUNT.NOT_ACTIVE".to_owned()),
            FaultKind::Other("cut_mid_reply".to_owned()),
        ] {
            let (word, code) = kind.word();
            assert_eq!(FaultKind::of(word, code), kind);
        }
    }
}
