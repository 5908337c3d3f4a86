//! Balance, AutoBuy and the history of what was paid. Topping up is a purchase and
//! lives with them.

use super::history::{self, Range};
use super::jobs::Slot;
use super::remote::Remote;
use super::state::Tone;
use super::{Desk, practice, refunds, snapshot};
use crate::api;
use crate::api::account::{AutoBuyRequest, BalanceSummary};

pub(super) fn refresh(desk: &mut Desk) {
    let Some(link) = desk.link.clone() else {
        return;
    };
    let cache = desk.cache.clone();
    desk.state.balance.start_loading();
    desk.jobs.start(Slot::Balance, |outbox| async move {
        let answer = link.ask(api::account::balance()).await;
        // Before it is shown: a window that closes at once must not come back with an older one.
        if let Ok(summary) = &answer {
            snapshot::keep(&cache, &link.scope, snapshot::BALANCE, summary).await;
        }
        outbox
            .send(move |desk| match desk.heed(answer) {
                Ok(summary) => show(desk, summary),
                Err(trouble) => desk.state.balance.settle(Err(trouble), desk.clock.now()),
            })
            .await;
    });
}

fn show(desk: &mut Desk, summary: BalanceSummary) {
    // What came in may be a refund: its status is not left to its own round.
    let known = desk.state.balance.value().and_then(|known| known.balance);
    if known.is_some() && summary.balance > known {
        refunds::ask_again(desk);
    }
    desk.state.balance = Remote::ready(summary, desk.clock.now());
    history::look(desk);
}

/// The balance that proved a sign-in.
pub(super) fn arrived(desk: &mut Desk, summary: BalanceSummary) {
    let (cache, scope) = (desk.cache.clone(), desk.scope.clone());
    let kept = summary.clone();
    show(desk, summary);
    let Some(scope) = scope else { return };
    desk.jobs.spawn_lasting(|_| async move {
        snapshot::keep(&cache, &scope, snapshot::BALANCE, &kept).await;
    });
}

pub(super) fn set_auto_buy(desk: &mut Desk, request: AutoBuyRequest) {
    let Some(link) = desk.link.clone() else {
        return;
    };
    desk.jobs.spawn(|outbox| async move {
        let answer = link.ask(api::account::set_auto_buy(&request)).await;
        outbox
            .send(move |desk| {
                match desk.heed(answer) {
                    Ok(_) => {
                        let text = if request.is_auto_buy {
                            "AutoBuy is on"
                        } else {
                            "AutoBuy is off"
                        };
                        desk.notice(Tone::Good, text, None);
                    }
                    Err(trouble) => desk.complain(trouble),
                }
                refresh(desk);
            })
            .await;
    });
}

pub(super) fn reload_history(desk: &mut Desk) {
    desk.state.history.next_page = None;
    load_page(desk, None);
}

pub(super) fn load_more_history(desk: &mut Desk) {
    let next = desk.state.history.next_page.clone();
    if next.is_some() && !desk.jobs.is_running(&Slot::History) {
        load_page(desk, next);
    }
}

fn load_page(desk: &mut Desk, token: Option<String>) {
    let Some(link) = desk.link.clone() else {
        return;
    };
    let shown = desk.state.history.range;
    let range = shown.times(practice::now(desk));
    // Without a range these are the newest entries, worth showing at the next start.
    let keep = token.is_none() && shown == Range::All;
    let cache = desk.cache.clone();
    desk.state.history.entries.start_loading();
    desk.jobs.start(Slot::History, |outbox| async move {
        let answer = link
            .ask(api::account::balance_history(range, token.as_deref()))
            .await;
        if let (true, Ok(page)) = (keep, &answer) {
            snapshot::keep(&cache, &link.scope, snapshot::HISTORY, &page.results).await;
        }
        outbox
            .send(move |desk| {
                let answer = desk.heed(answer);
                let now = desk.clock.now();
                let history = &mut desk.state.history;
                let answer = answer.map(|page| {
                    history.next_page = page.next_page;
                    history.total_results = page.total_results;
                    let mut entries = match (&token, history.entries.value()) {
                        (Some(_), Some(known)) => known.clone(),
                        _ => Vec::new(),
                    };
                    entries.extend(page.results);
                    entries
                });
                history.entries.settle(answer, now);
            })
            .await;
    });
}
