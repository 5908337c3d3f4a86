//! The plans for the desk: the rows of a call's table, whether the service carries the call out,
//! and the comparison of the books with what the desk shows in the end.

use super::calls::{TestedCall, all};
use super::change::{Body, Change, Replacement, Wire};
use super::desk::{Counter, is_open, stock};
use super::path::Path;
use super::replies;
use super::run::{SEED, Tally};
use super::shop::{Books, LABELS, MANIFESTS, Plan, REFUNDS, Shop, TOP_UPS, can_persist};
use super::table::{Expectation, Row, rows_of};
use crate::extent::sample;
use crate::prelude::*;

/// How long look-ups do not find the object, in the cases with such a delay.
const LAG: Duration = Duration::from_millis(90);
/// The calls that move money.
pub const CALLS: [&str; 4] = [LABELS, TOP_UPS, REFUNDS, MANIFESTS];
/// Of the members that do not identify anything, one in this many is tested.
const EVERY: usize = 29;

/// Runs the plans at several desks at a time: every desk waits for its own unknown outcomes.
pub fn run(call: &'static str) -> Tally {
    let desks = match call {
        LABELS => 2,
        TOP_UPS => 4,
        _ => 3,
    };
    let mut lots: Vec<Vec<Plan>> = (0..desks).map(|_| Vec::new()).collect();
    // A manifest with an id that is in no list keeps all others uncertain, as it should. So those
    // plans get separate desks.
    let of_manifests = |plan: &Plan| call == MANIFESTS && gives_other_id(plan);
    let (apart, usual): (Vec<_>, Vec<_>) = plans_of(call).into_iter().partition(of_manifests);
    for (at, plan) in usual.into_iter().enumerate() {
        lots[at % desks].push(plan);
    }
    if !apart.is_empty() {
        lots.push(apart);
    }
    let desks: Vec<_> =
        lots.into_iter().map(|plans| std::thread::spawn(move || run_at_one(call, plans))).collect();
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
            found.err().map(|what| format!("{call} at the desk · {}: {what}", plan.name))
        })
        .collect();
    Tally { apply: count, failed }
}

fn plans_of(call: &'static str) -> Vec<Plan> {
    let mut plans = Vec::new();
    for row in rows_of_the_run(call) {
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
        if matches!(row.change, Change::Wire(Wire::HeadCut(0) | Wire::HangBefore)) {
            plans.push(plan(false));
        }
    }
    plans.extend(cases_of(call));
    plans
}

/// The rows of this call. The short form has every variation with one of the four calls, and every
/// sort of change with each of them.
fn rows_of_the_run(call: &str) -> Vec<Row> {
    let moving: Vec<TestedCall> =
        all().into_iter().filter(|tried| CALLS.contains(&tried.name)).collect();
    let rows = moving
        .iter()
        .flat_map(|tried| rows_at_the_desk(tried).into_iter().map(move |row| (tried, row)));
    let rows = sample(rows.collect(), SEED, |(tried, row)| row.kinds(tried).into());
    rows.into_iter().filter(|(tried, _)| tried.name == call).map(|(_, row)| row).collect()
}

/// The rows that change the whole response or what identifies its owner, and a sample of those that
/// change another member; the client's own table has all of them.
fn rows_at_the_desk(tried: &TestedCall) -> Vec<Row> {
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

/// Whether the client takes this refusal as certain. If a service carries the call out and still
/// refuses it in this form, it cannot be distinguished from one that does not.
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
        Expectation::Same
            | Expectation::SameLetters
            | Expectation::Except(_)
            | Expectation::Without(_)
            | Expectation::Contains(_)
    );
    read && can_persist(&row.change)
}

const QUOTED: &str = "C11 · all quoted rates come back";

/// Cases that need more than a single change of one response.
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
    // Only one of the quoted rates is charged, not their sum.
    let rates = json!([
        replies::rate("RT-3", "PriorityMailExpress", 31.4, 1),
        replies::rate("RT-1", "PriorityMail", 12.31, 2),
        replies::rate("RT-2", "GroundAdvantage", 7.05, 5),
    ]);
    cases.push(case(QUOTED, Change::Member(Path::of("rates"), Replacement::Value(rates)), true));
    let used = Body::Documented("SHIPMENT.VALIDATION_FAILED");
    for (finding, change) in [
        ("C5 M5 · refused after the commit", Change::Status(422, used)),
        ("C5 · lost after the commit", lost()),
    ] {
        cases
            .push(Plan { lag: LAG, ..case(&format!("{finding}, and look-ups lag"), change, true) });
    }
    for none in [json!([]), Value::Null, json!({"results": []}), json!({"shipments": []})] {
        cases.push(Plan {
            none: Some(none.clone()),
            ..case(&format!("C2 M4 · never arrived, and none is {none}"), lost(), false)
        });
    }
    cases
}

/// Compares what the books and the desk have for a call that moves money.
fn audit(counter: &Counter, books: &Books, call: &str, subject: usize) -> Result<(), String> {
    let sent: Vec<_> =
        books.sent.get(call).into_iter().flatten().filter(|sent| sent.subject == subject).collect();
    let ids: BTreeSet<&str> = sent.iter().map(|sent| sent.transaction.as_str()).collect();
    let bodies: BTreeSet<&[u8]> = sent.iter().map(|sent| sent.body.as_slice()).collect();
    if ids.len() != 1 || bodies.len() != 1 {
        return Err(format!("{} ids and {} bodies were sent", ids.len(), bodies.len()));
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
        // It is shown under the id that the service gave it.
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
        // A top-up is never sent twice: one that did not arrive stays under watch.
        (PurchaseStatus::Absent { .. }, None) if call == TOP_UPS => Ok(()),
        (status, Some(made)) if is_open(status) => {
            Err(format!("stuck after {sends} sendings though {} was made: {status:?}", made.id))
        }
        (status, made) => {
            let made = made.map(|made| made.id.as_str());
            Err(format!("{sends} sendings, made {made:?}, shown {status:?}"))
        }
    }
}

fn gives_other_id(plan: &Plan) -> bool {
    matches!(&plan.change, Change::Member(place, Replacement::Value(_)) if place.to_string() == "id")
}

/// The client chooses no id for a manifest: either the desk shows it, or its order is gone and no
/// manifest was made.
fn manifest(counter: &Counter, books: &Books, subject: usize) -> Result<(), String> {
    let made: Vec<_> = books.manifests.iter().filter(|made| made.subject == subject).collect();
    let state = &counter.desk.state().manifests;
    let shipment = format!("SHP-{subject}");
    let order =
        state.orders.iter().find(|order| order.shipments.iter().any(|id| id.as_str() == shipment));
    if made.len() > 1 {
        return Err(format!("made {} times", made.len()));
    }
    if let Some(order) = order {
        return Err(format!("still asked for: {:?}, made {}", order.status, made.len()));
    }
    let known = state.known.iter().any(|manifest| manifest.shipment_ids.contains(&shipment));
    match (known, made.first()) {
        (true, Some(_)) | (false, None) => Ok(()),
        (known, made) => Err(format!("known {known}, made {}", made.is_some())),
    }
}
