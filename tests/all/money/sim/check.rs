//! The checks at the end of a run: the invariants of `docs/money.md` that a single step cannot
//! show.

use std::collections::BTreeMap;

use postroom::base::id::TransactionId;
use postroom::store::{Entry, EntryKind, EntryState};

use super::journal::Row;
use super::model::{Model, State};

/// The result of one run.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    pub orders: u64,
    pub calls: u64,
    /// How many of these calls fell into the period of faults.
    pub exposed: u64,
    pub faults: u64,
    pub crashes: u64,
    /// Steps of the program; it can crash at each.
    pub steps: u64,
    pub bought_twice: u64,
    pub lost: u64,
    pub stuck: u64,
    /// Broken invariants, in the order in which they broke.
    pub wrong: Vec<String>,
    pub log: Vec<String>,
    /// How often the service carried out each request.
    pub carried_out: Vec<u64>,
    /// How often the user consented to a second charge for each request.
    pub consents: Vec<u64>,
}

pub fn judge(model: &Model) -> Verdict {
    let now = model.now();
    let mut state = model.state();
    let mut verdict = Verdict {
        orders: count(state.wishes.len()),
        calls: state.calls,
        exposed: state.exposed,
        faults: state.faults,
        crashes: state.crashes,
        steps: state.steps,
        wrong: std::mem::take(&mut state.wrong),
        log: std::mem::take(&mut state.log),
        ..Verdict::default()
    };
    twice(&state, &mut verdict);
    if state.rules().policy.is_some() {
        super::policies::judge(&state, &mut verdict);
        return verdict;
    }
    check_journal_matches_service(&state, &mut verdict);
    let open = state.rows.iter().map(|row| &row.entry).filter(|entry| match entry.state {
        EntryState::Confirmed | EntryState::Rejected | EntryState::Cancelled => false,
        EntryState::Absent => entry.watched_until.is_none(),
        // A purchase that was never sent waits for the user, who may have lost interest.
        EntryState::Intent => entry.uncertain_once,
        EntryState::Sending | EntryState::Unknown => true,
    });
    let stuck: Vec<String> = open
        .map(|entry| format!("I5: {} is {} at {now}", entry.transaction, entry.state))
        .collect();
    verdict.stuck += count(stuck.len());
    verdict.wrong.extend(stuck);
    sums(&state, &mut verdict);
    verdict.consents = (0..state.wishes.len()).map(|wish| consents(&state, wish)).collect();
    verdict.carried_out = (0..state.wishes.len())
        .map(|wish| {
            let rows = state.rows.iter().map(|row| &row.entry);
            let moved = rows
                .filter(|entry| State::wish_of(entry) == wish)
                .filter(|entry| state.service.moved(&entry.transaction));
            count(moved.count())
        })
        .collect();
    verdict
}

/// I2: one shipment per request, and one credit and one refund per transaction.
fn twice(state: &State, verdict: &mut Verdict) {
    let mut sold: BTreeMap<usize, u64> = BTreeMap::new();
    for label in state.service.sold.iter().filter(|sold| sold.wish != usize::MAX) {
        *sold.entry(label.wish).or_default() += 1;
    }
    for (wish, times) in sold.into_iter().filter(|(_, times)| *times > 1) {
        verdict.bought_twice += 1;
        verdict.wrong.push(format!("I2: wish {wish} was bought {times} times"));
    }
    let mut credits: BTreeMap<usize, u64> = BTreeMap::new();
    for (transaction, _) in &state.service.credits {
        if let Some(row) = state.row(transaction) {
            *credits.entry(State::wish_of(&row.entry)).or_default() += 1;
        }
    }
    for (wish, times) in credits {
        if times <= 1 + consents(state, wish) {
            continue;
        }
        verdict.bought_twice += 1;
        verdict.wrong.push(format!("I2: wish {wish} was topped up {times} times"));
    }
}

/// The consents in the journal. Each allows one more purchase.
fn consents(state: &State, wish: usize) -> u64 {
    let given = |row: &&Row| row.consented && State::wish_of(&row.entry) == wish;
    count(state.rows.iter().filter(given).count())
}

/// I3 and I4.
fn check_journal_matches_service(state: &State, verdict: &mut Verdict) {
    let service = &state.service;
    let labels = service.sold.iter().map(|sold| &sold.transaction);
    let refunds = service.sold.iter().filter_map(|sold| sold.refund.as_ref());
    let credits = service.credits.iter().map(|(transaction, _)| transaction);
    let ours = |id: &&TransactionId| !id.as_str().starts_with("before-");
    for id in labels.chain(refunds).chain(credits).filter(ours) {
        let found = state.row(id).map(|row| row.entry.state);
        if found != Some(EntryState::Confirmed) {
            verdict.lost += 1;
            let found = found.map_or_else(|| "nowhere".to_owned(), |found| found.to_string());
            verdict.wrong.push(format!("I3: {id} was carried out and is {found}"));
        }
    }
    let confirmed = |entry: &&Entry| entry.state == EntryState::Confirmed;
    for entry in state.rows.iter().map(|row| &row.entry).filter(confirmed) {
        let id = &entry.transaction;
        let sold = service.sold.iter().find(|sold| sold.transaction == *id);
        // A refund that was requested elsewhere counts as well: "already initiated".
        let refunded = entry.kind == EntryKind::Refund
            && entry.result_id.as_deref().is_some_and(|known| {
                let mut sold = service.sold.iter();
                sold.any(|sold| sold.id.as_str() == known && sold.refund.is_some())
            });
        let named = sold.is_none_or(|sold| entry.result_id.as_deref() == Some(sold.id.as_str()));
        if !(service.moved(id) || refunded) || !named {
            verdict.wrong.push(format!("I4: {id} is confirmed and the service has none of it"));
        }
    }
}

/// I8, to the millionth.
fn sums(state: &State, verdict: &mut Verdict) {
    for (kind, ledger) in [
        (
            EntryKind::Label,
            state
                .service
                .sold
                .iter()
                .filter(|sold| sold.wish != usize::MAX)
                .map(|sold| sold.price)
                .sum::<i64>(),
        ),
        (EntryKind::TopUp, state.service.credits.iter().map(|(_, amount)| amount).sum()),
    ] {
        let booked: i64 = state
            .rows
            .iter()
            .map(|row| &row.entry)
            .filter(|entry| entry.kind == kind && entry.state == EntryState::Confirmed)
            .filter_map(|entry| entry.charged)
            .map(|money| money.amount.micros())
            .sum();
        if booked != ledger {
            verdict.wrong.push(format!("I8: {kind:?} came to {ledger}, the journal has {booked}"));
        }
    }
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
