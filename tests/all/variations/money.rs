//! The plans for the desk: every row of the table of a call, what of it the service carries out,
//! and the books against what the desk shows in the end.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use postroom::desk::state::PurchaseStatus;
use serde_json::{Value, json};

use super::calls::{Tried, all};
use super::change::{Body, Change, Put, Wire};
use super::desk::{Counter, is_open, stock};
use super::path::Path;
use super::replies;
use super::run::Tally;
use super::shop::{Books, LABELS, MANIFESTS, Plan, REFUNDS, Shop, TOP_UPS, can_persist};
use super::table::{Must, Row, rows_of};

/// As long as the quiet period of the desk under test is kept waiting.
const LAG: Duration = Duration::from_millis(90);
/// Of the members that say nothing about identity, every so many.
const EVERY: usize = 29;

/// Every desk waits for its own doubts: several together are done sooner.
pub fn run(call: &'static str) -> Tally {
    let desks = match call {
        LABELS => 2,
        TOP_UPS => 4,
        _ => 3,
    };
    let mut lots: Vec<Vec<Plan>> = (0..desks).map(|_| Vec::new()).collect();
    // A manifest known under an id that no list has keeps every other one in doubt, rightly: a
    // desk of their own for those.
    let of_manifests = |plan: &Plan| call == MANIFESTS && gives_other_id(plan);
    let (apart, usual): (Vec<_>, Vec<_>) = plans_of(call).into_iter().partition(of_manifests);
    for (at, plan) in usual.into_iter().enumerate() {
        lots[at % desks].push(plan);
    }
    if !apart.is_empty() {
        lots.push(apart);
    }
    let desks: Vec<_> = lots
        .into_iter()
        .map(|plans| std::thread::spawn(move || run_at_one(call, plans)))
        .collect();
    let mut all = Tally::default();
    for desk in desks {
        let Tally { apply, failed } = desk.join().unwrap();
        all.apply += apply;
        all.failed.extend(failed);
    }
    all
}

fn run_at_one(call: &'static str, plans: Vec<Plan>) -> Tally {
    let count = plans.len();
    let shop = Arc::new(Shop::default());
    shop.0.lock().unwrap().plans.insert(call, plans);
    if matches!(call, REFUNDS | MANIFESTS) {
        stock(&shop, count);
    }
    let mut counter = Counter::open(&shop);
    match call {
        LABELS => counter.buy(count),
        TOP_UPS => counter.top_up(count),
        REFUNDS => counter.refund(count),
        _ => counter.hand_over(count),
    }
    let books = shop.0.lock().unwrap();
    let failed = (0..count)
        .filter_map(|subject| {
            let plan = &books.plans[call][subject];
            let found = if call == MANIFESTS {
                manifest(&counter, &books, subject)
            } else {
                audit(&counter, &books, call, subject)
            };
            found
                .err()
                .map(|what| format!("{call} at the desk · {}: {what}", plan.name))
        })
        .collect();
    Tally {
        apply: count,
        failed,
    }
}

fn plans_of(call: &'static str) -> Vec<Plan> {
    let tried = all().into_iter().find(|tried| tried.name == call).unwrap();
    let mut plans = Vec::new();
    for row in rows_at_the_desk(&tried) {
        let plan = |commits: bool| Plan {
            name: format!(
                "{} · {}{}",
                row.finding,
                row.name,
                if commits { "" } else { ", not carried out" }
            ),
            change: row.change.clone(),
            commits,
            persists: persists(&row),
            lag: Duration::ZERO,
            none: None,
        };
        let status = match &row.change {
            Change::Once(inner) => status_of(inner),
            change => status_of(change),
        };
        match status {
            Some((status, body)) if status >= 400 => {
                plans.push(plan(false));
                if !is_believed(call, status, body) {
                    plans.push(plan(true));
                }
            }
            _ => plans.push(plan(true)),
        }
        if matches!(
            row.change,
            Change::Wire(Wire::HeadCut(0) | Wire::HangBefore)
        ) {
            plans.push(plan(false));
        }
    }
    plans.extend(cases_of(call));
    plans
}

/// Every row that changes the whole answer or what says whose it is, and every so many of those
/// that change another member: the client's own table has them all.
fn rows_at_the_desk(tried: &Tried) -> Vec<Row> {
    let is_needed = |row: &Row| match &row.change {
        Change::Member(place, _) | Change::Spelled(place, _) | Change::Twice(place) => {
            let name = place.to_string();
            let mut needed = tried.identity.iter().chain(tried.whose);
            needed.any(|needed| *needed == name)
        }
        Change::Beside(_) | Change::Among(..) => false,
        _ => true,
    };
    let rows = rows_of(tried).into_iter().enumerate();
    let kept = rows.filter(|(at, row)| is_needed(row) || at % EVERY == 0);
    kept.map(|(_, row)| row).collect()
}

fn status_of(change: &Change) -> Option<(u16, Body)> {
    match change {
        Change::Status(status, body) => Some((*status, *body)),
        _ => None,
    }
}

/// A refusal that nobody could take for anything else. A service that carries the call out and
/// refuses it in these words cannot be told from one that does not.
fn is_believed(call: &str, status: u16, body: Body) -> bool {
    let code = match body {
        Body::Documented(code) | Body::LowerCase(code) | Body::One(code) | Body::Later(code) => {
            code
        }
        _ => return false,
    };
    let says_used = code.ends_with("VALIDATION_FAILED") && call != MANIFESTS;
    status < 500 && !says_used && !code.contains("LATER") && !code.contains("TOO_MANY")
}

fn persists(row: &Row) -> bool {
    let read = matches!(
        row.must,
        Must::Same | Must::SameLetters | Must::Except(_) | Must::Without(_) | Must::Contains(_)
    );
    read && can_persist(&row.change)
}

const QUOTED: &str = "C11 · all quoted rates come back";

/// Cases that no single change of one answer makes.
fn cases_of(call: &str) -> Vec<Plan> {
    let lost = || Change::Wire(Wire::HeadCut(0));
    let case = |name: &str, change: Change, commits: bool| Plan {
        name: name.to_owned(),
        change,
        commits,
        persists: false,
        lag: Duration::ZERO,
        none: None,
    };
    let mut cases = Vec::new();
    if call != LABELS {
        return cases;
    }
    // One of the quoted rates is charged, not their sum.
    let rates = json!([
        replies::rate("RT-3", "PriorityMailExpress", 31.4, 1),
        replies::rate("RT-1", "PriorityMail", 12.31, 2),
        replies::rate("RT-2", "GroundAdvantage", 7.05, 5),
    ]);
    cases.push(case(
        QUOTED,
        Change::Member(Path::of("rates"), Put::Value(rates)),
        true,
    ));
    let used = Body::Documented("SHIPMENT.VALIDATION_FAILED");
    for (finding, change) in [
        (
            "C5 M5 · refused after the commit",
            Change::Status(422, used),
        ),
        ("C5 · lost after the commit", lost()),
    ] {
        cases.push(Plan {
            lag: LAG,
            ..case(&format!("{finding}, and look-ups lag"), change, true)
        });
    }
    for none in [
        json!([]),
        Value::Null,
        json!({"results": []}),
        json!({"shipments": []}),
    ] {
        cases.push(Plan {
            none: Some(none.clone()),
            ..case(
                &format!("C2 M4 · never arrived, and none is {none}"),
                lost(),
                false,
            )
        });
    }
    cases
}

/// What a call of money came to, by the books and by the screen.
fn audit(counter: &Counter, books: &Books, call: &str, subject: usize) -> Result<(), String> {
    let sent: Vec<_> = books
        .sent
        .get(call)
        .into_iter()
        .flatten()
        .filter(|sent| sent.subject == subject)
        .collect();
    let ids: BTreeSet<&str> = sent.iter().map(|sent| sent.transaction.as_str()).collect();
    let bodies: BTreeSet<&[u8]> = sent.iter().map(|sent| sent.body.as_slice()).collect();
    if ids.len() != 1 || bodies.len() != 1 {
        return Err(format!(
            "{} ids and {} bodies were sent",
            ids.len(),
            bodies.len()
        ));
    }
    let made = match call {
        LABELS => &books.labels,
        TOP_UPS => &books.top_ups,
        _ => &books.refunds,
    };
    let made: Vec<_> = made.iter().filter(|made| made.subject == subject).collect();
    if made.len() > 1 {
        return Err(format!("carried out {} times", made.len()));
    }
    let status = ids.first().and_then(|id| counter.seen.get(*id));
    let Some(status) = status else {
        return Err("never on the screen".to_owned());
    };
    let sends = sent.len();
    let plan = &books.plans[call][subject];
    let is_quoted = plan.name == QUOTED;
    match (status, made.first()) {
        (PurchaseStatus::Bought { charged, .. }, Some(_))
            if is_quoted && charged.map(|money| money.amount) != "12.31".parse().ok() =>
        {
            Err(format!("charged {charged:?}"))
        }
        // Under the id that the service gave it.
        (PurchaseStatus::Bought { shipment, .. }, Some(made))
            if shipment.as_str().trim() == made.id || gives_other_id(plan) =>
        {
            Ok(())
        }
        (PurchaseStatus::RefundAsked { shipment, .. }, Some(made))
            if shipment.as_str() == made.id =>
        {
            Ok(())
        }
        (PurchaseStatus::ToppedUp { .. }, Some(_)) | (PurchaseStatus::Rejected { .. }, None) => {
            Ok(())
        }
        // A top-up is never sent twice: what did not arrive is watched.
        (PurchaseStatus::Absent { .. }, None) if call == TOP_UPS => Ok(()),
        (status, Some(made)) if is_open(status) => Err(format!(
            "stuck after {sends} sendings though {} was made: {status:?}",
            made.id
        )),
        (status, made) => {
            let made = made.map(|made| made.id.as_str());
            Err(format!("{sends} sendings, made {made:?}, shown {status:?}"))
        }
    }
}

fn gives_other_id(plan: &Plan) -> bool {
    matches!(&plan.change, Change::Member(place, Put::Value(_)) if place.to_string() == "id")
}

/// A manifest has no id of ours; the screen has it among the known, or its order is gone and
/// nothing was made.
fn manifest(counter: &Counter, books: &Books, subject: usize) -> Result<(), String> {
    let made: Vec<_> = books
        .manifests
        .iter()
        .filter(|made| made.subject == subject)
        .collect();
    let state = &counter.desk.state().manifests;
    let shipment = format!("SHP-{subject}");
    let order = state
        .orders
        .iter()
        .find(|order| order.shipments.iter().any(|id| id.as_str() == shipment));
    if made.len() > 1 {
        return Err(format!("made {} times", made.len()));
    }
    if let Some(order) = order {
        return Err(format!(
            "still asked for: {:?}, made {}",
            order.status,
            made.len()
        ));
    }
    let known = state
        .known
        .iter()
        .any(|manifest| manifest.shipment_ids.contains(&shipment));
    match (known, made.first()) {
        (true, Some(_)) | (false, None) => Ok(()),
        (known, made) => Err(format!("known {known}, made {}", made.is_some())),
    }
}
