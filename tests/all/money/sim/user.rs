//! The simulated user: requests each purchase, sends what was not sent, cancels some of it, clicks
//! twice, and retries what was refused.

use std::sync::Arc;
use std::time::Duration;

use postroom::base::id::TransactionId;
use postroom::desk::money::ports::PurchaseEvidence;
use postroom::desk::money::purchase::{Purchase, PurchaseStatus};
use postroom::desk::money::purchases;
use postroom::store::{EntryKind, EntryState};

use super::journal::Row;
use super::model::{Model, State};
use super::program::Program;
use super::virtual_clock::Side;

/// The user's next action for one request.
enum Act {
    Nothing,
    Ask,
    /// Add funds by other means, then request it again.
    FillAndAsk,
    Send(TransactionId),
    Cancel(TransactionId),
    Check(TransactionId),
    /// "It may be charged twice": for a top-up that was not found.
    Consent(TransactionId),
    Restart,
    Over,
}

pub fn begin(model: &Arc<Model>, program: &Program) {
    let wishes = model.with(|state, _| state.wishes.len());
    for wish in 0..wishes {
        let (own, program) = (Arc::clone(model), program.clone());
        model.begin_task(Side::World, async move {
            own.pause(0, 1_200_000).await;
            for looked in 0_u64.. {
                let act = own.with(|state, now| choose(state, now, wish));
                if let Act::Over = act {
                    return own.with(|state, _| {
                        if let Some(wish) = state.wishes.get_mut(wish) {
                            wish.over = true;
                        }
                    });
                }
                carry_out(&own, &program, wish, act);
                // The user looks less and less often.
                let patience = 1 + (looked / 10).min(17);
                own.pause(2_000, 600_000 * patience).await;
            }
        });
    }
}

fn carry_out(model: &Arc<Model>, program: &Program, wish: usize, act: Act) {
    match act {
        Act::Nothing | Act::Over => {}
        Act::Ask => {
            model.log(|| format!("clerk: asks for wish {wish}"));
            program.ask(wish);
        }
        Act::FillAndAsk => {
            model.log(|| format!("clerk: adds funds and asks for wish {wish}"));
            model.with(|state, _| state.service.balance += 20_000_000);
            program.ask(wish);
        }
        Act::Send(transaction) => {
            model.log(|| format!("clerk: send {transaction} now"));
            model.with(|state, now| {
                if let Some(job) = state.jobs.get_mut(&transaction) {
                    job.asked = Some(now);
                }
            });
            program.lend(|host| purchases::send_now(host, transaction));
        }
        Act::Cancel(transaction) => {
            model.log(|| format!("clerk: cancel {transaction}"));
            program.lend(|host| purchases::cancel(host, transaction));
        }
        Act::Check(transaction) => {
            model.log(|| format!("clerk: check {transaction} again"));
            program.lend(|host| purchases::check_again(host, transaction));
        }
        Act::Consent(transaction) => {
            model.log(|| format!("clerk: no longer waits for {transaction}"));
            program.lend(|host| purchases::top_up::consent(host, transaction));
        }
        Act::Restart => {
            model.log(|| "clerk: closes the program".to_owned());
            model.close();
        }
    }
}

fn choose(state: &mut State, now: Duration, wish: usize) -> Act {
    let Some(known) = state.wishes.get(wish).cloned() else {
        return Act::Over;
    };
    if known.over || state.is_late(now) {
        return Act::Over;
    }
    if !state.up {
        return Act::Nothing;
    }
    if state.rules().policy.is_some() {
        return match known.asked {
            0 => Act::Ask,
            _ => Act::Nothing,
        };
    }
    let calm = state.is_calm(now);
    let fair = state.rules().faulted == 0;
    // The newest row of this request on the screen.
    let newest = |transaction: &TransactionId| {
        let row = state.row(transaction);
        row.map_or(0, |row| row.entry.number)
    };
    let shown = state
        .purchases
        .list
        .iter()
        .filter(|shown| shown.title.parse() == Ok(wish))
        .max_by_key(|shown| newest(&shown.transaction))
        .cloned();
    let Some(Purchase { transaction, status, given_up, .. }) = shown else {
        return unseen(state, wish, calm);
    };
    let busy = state.jobs.contains_key(&transaction);
    match status {
        PurchaseStatus::Absent { .. } if is_in_the_history(state, wish) => Act::Over,
        PurchaseStatus::NotSent { .. } if busy => Act::Nothing,
        PurchaseStatus::NotSent { .. } if calm || fair || state.dice.chance(600) => {
            Act::Send(transaction)
        }
        PurchaseStatus::NotSent { .. } if state.dice.chance(250) => Act::Cancel(transaction),
        PurchaseStatus::Held { .. } if !fair && state.dice.chance(200) => Act::Cancel(transaction),
        PurchaseStatus::Held { .. } if state.dice.chance(200) => Act::Send(transaction),
        PurchaseStatus::NotSent { .. } | PurchaseStatus::Held { .. } => Act::Nothing,
        PurchaseStatus::Absent { .. } if given_up => Act::Ask,
        PurchaseStatus::Checking { learned: PurchaseEvidence::Refused, trouble, .. }
            if known.kind != EntryKind::TopUp && state.dice.chance(150) =>
        {
            let codes = trouble.map(|trouble| trouble.codes).unwrap_or_default();
            if codes.iter().any(|code| code.contains("BALANCE")) {
                state.service.balance += 20_000_000;
            }
            Act::Send(transaction)
        }
        PurchaseStatus::Sending | PurchaseStatus::Checking { .. } => impatient(state, transaction),
        PurchaseStatus::Absent { .. }
            if !busy && known.kind == EntryKind::TopUp && state.dice.chance(30) =>
        {
            Act::Consent(transaction)
        }
        PurchaseStatus::Absent { trouble, .. }
            if !busy && known.kind != EntryKind::TopUp && state.dice.chance(100) =>
        {
            let codes = trouble.map(|trouble| trouble.codes).unwrap_or_default();
            if codes.iter().any(|code| code.contains("BALANCE")) {
                state.service.balance += 20_000_000;
            }
            Act::Send(transaction)
        }
        PurchaseStatus::Absent { .. } if calm && !fair && state.dice.chance(300) => Act::Over,
        PurchaseStatus::Absent { .. } => impatient(state, transaction),
        PurchaseStatus::Bought { .. }
        | PurchaseStatus::ToppedUp { .. }
        | PurchaseStatus::RefundAsked { .. } => Act::Over,
        PurchaseStatus::Rejected { .. } if state.blocked => Act::Restart,
        PurchaseStatus::Rejected { trouble } => {
            let poor = trouble.codes.iter().any(|code| code.contains("BALANCE"));
            match fair || state.dice.chance(700) {
                true if poor => Act::FillAndAsk,
                true => Act::Ask,
                false => Act::Over,
            }
        }
    }
}

/// For a request that the screen does not show: not made yet, or settled before a restart.
fn unseen(state: &mut State, wish: usize, calm: bool) -> Act {
    if state.blocked {
        return Act::Restart;
    }
    if is_in_the_history(state, wish) {
        return Act::Over;
    }
    let of_wish = |row: &Row| State::wish_of(&row.entry) == wish;
    let begun = state.rows.iter().any(of_wish);
    if calm && begun && state.dice.chance(300) {
        return Act::Over;
    }
    Act::Ask
}

/// A top-up in the history is not requested again, even after one that was given up. For other
/// kinds the journal prevents it.
fn is_in_the_history(state: &State, wish: usize) -> bool {
    state.rows.iter().map(|row| &row.entry).any(|entry| {
        State::wish_of(entry) == wish
            && entry.kind == EntryKind::TopUp
            && entry.state == EntryState::Confirmed
    })
}

/// Checks again, or clicks Buy again regardless of the screen.
fn impatient(state: &mut State, transaction: TransactionId) -> Act {
    if state.user_never_rechecks {
        return Act::Nothing;
    }
    match state.dice.between(0, 10) {
        0 | 1 => Act::Check(transaction),
        2 => Act::Ask,
        3 if state.blocked => Act::Restart,
        _ => Act::Nothing,
    }
}
