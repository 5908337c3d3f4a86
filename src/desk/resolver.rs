//! What becomes of a purchase in doubt. It is looked up, and up again through a quiet
//! period; only then are the same bytes sent again under the same id, which cannot buy
//! twice. An answer of "not found" is counted, never trusted: the first request may
//! still arrive.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use tokio::sync::Notify;

use super::money::{Hands, Time};
use super::outcome::{self, Verdict};
use super::settle::{self, Finding, Reading};
use super::state::{PurchaseStatus, Trouble};
use super::trouble;
use crate::store::journal::{Entry, EntryState, Kind};

/// Sends of one id in all doubts together, the first one not counted.
const MOST_RESENDS: u32 = 3;
/// After this a purchase is no longer sent by itself: who waited a day has other plans.
const RESEND_HOURS: i64 = 24;
/// How long a purchase that was not found is looked for.
pub(super) const WATCH_HOURS: i64 = 24;

/// What the look-ups of one doubt have shown so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doubt {
    /// Answers of "not found" since the last send.
    pub not_found: usize,
    pub resends: u32,
    /// The last send was answered with a no, so that sending again is pointless.
    pub refused: bool,
    /// A label or a refund, and not older than a day. A top-up is never sent twice.
    pub may_resend: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    LookUp { wait: Duration },
    Resend,
    GiveUp,
}

/// The schedule as a pure decision. `look_ups` are the moments after the doubt began.
pub fn next_step(doubt: Doubt, look_ups: &[Duration]) -> Step {
    let moment = |at: usize| look_ups.get(at).copied();
    if let Some(next) = moment(doubt.not_found) {
        let last = doubt.not_found.checked_sub(1).and_then(moment);
        return Step::LookUp {
            wait: next.saturating_sub(last.unwrap_or_default()),
        };
    }
    if doubt.may_resend && !doubt.refused && doubt.resends < MOST_RESENDS {
        return Step::Resend;
    }
    Step::GiveUp
}

/// A no that came before or while in doubt.
pub struct Refusal {
    pub trouble: Trouble,
    /// It answers the only sending there was. Otherwise an earlier one may still arrive and
    /// be carried out, when the balance was filled up meanwhile for example.
    pub of_the_only_one: bool,
}

/// Runs until the purchase is bought, refused or given up on. `refusal` is what the
/// send before said; `nudge` asks for a look-up now.
pub async fn resolve(hands: Hands, entry: Entry, mut refusal: Option<Refusal>, nudge: Arc<Notify>) {
    let mut doubt = Doubt {
        refused: refusal.is_some(),
        ..Doubt::default()
    };
    let (mut attempts, mut reading) = (0, Reading::default());
    let mut last = refusal.as_ref().map(|refusal| refusal.trouble.clone());
    loop {
        show(&hands, &entry, attempts, last.as_ref()).await;
        // Asked each time: a line can be down for longer than a day.
        let age = entry.created.duration_until(hands.time.now());
        // A request that was lost with a damaged journal can only be looked for.
        doubt.may_resend = entry.kind != Kind::TopUp
            && !entry.body.is_empty()
            && age < SignedDuration::from_hours(RESEND_HOURS);
        match next_step(doubt, &hands.pace.look_ups) {
            Step::LookUp { wait } => {
                wait_or_nudge(&*hands.time, wait, &nudge).await;
                attempts += 1;
                match settle::look_up(&hands, &entry, &mut reading).await {
                    Ok(Some(found)) => return settle::found(&hands, &entry, found).await,
                    Ok(None) => doubt.not_found += 1,
                    Err(error) => {
                        // No answer counts for nothing, however often it comes.
                        last = Some(trouble::of(&error));
                        hands.screen.line(trouble::of(&error)).await;
                        // Before the pause: a clerk is told at once that nobody answered.
                        show(&hands, &entry, attempts, last.as_ref()).await;
                        let pause = error.retry_after().unwrap_or_default();
                        let pause = pause.max(hands.pace.unanswered);
                        wait_or_nudge(&*hands.time, pause, &nudge).await;
                    }
                }
            }
            Step::Resend => match settle::send(&hands, &entry).await {
                Ok(Finding::Sent(found)) => return settle::found(&hands, &entry, *found).await,
                Ok(Finding::Failed(error)) => {
                    let verdict = outcome::judge_error(entry.kind, &error, true);
                    last = Some(trouble::of(&error));
                    doubt = after_resend(doubt, verdict);
                    if doubt.refused {
                        refusal = Some(Refusal {
                            trouble: trouble::of(&error),
                            of_the_only_one: false,
                        });
                    }
                    let doubtful = verdict != Verdict::Unsent && verdict != Verdict::SignIn;
                    settle::keep_in_doubt(&hands, &entry, &error, doubtful).await;
                    if !doubtful {
                        hands.screen.line(trouble::of(&error)).await;
                        wait_or_nudge(&*hands.time, hands.pace.unanswered, &nudge).await;
                    }
                }
                Err(()) => return,
            },
            Step::GiveUp => return give_up(&hands, &entry, refusal).await,
        }
    }
}

async fn show(hands: &Hands, entry: &Entry, attempts: u32, trouble: Option<&Trouble>) {
    let status = PurchaseStatus::Checking {
        attempts,
        trouble: trouble.cloned(),
    };
    hands.screen.show(&entry.transaction, status).await;
}

/// One look at a purchase that was given up on.
pub(super) async fn watch_once(hands: Hands, entry: Entry) {
    match settle::look_up(&hands, &entry, &mut Reading::default()).await {
        Ok(Some(found)) => settle::found(&hands, &entry, found).await,
        Ok(None) => settle::still_absent(&hands, &entry).await,
        Err(_) => {}
    }
}

fn after_resend(doubt: Doubt, verdict: Verdict) -> Doubt {
    match verdict {
        Verdict::Unsent | Verdict::SignIn => doubt,
        Verdict::Unknown => Doubt {
            not_found: 0,
            resends: doubt.resends + 1,
            ..doubt
        },
        Verdict::LookUp | Verdict::Rejected => Doubt {
            not_found: 0,
            resends: doubt.resends + 1,
            refused: true,
            ..doubt
        },
    }
}

/// A no to the only sending is believed after a quiet period; everything else is watched
/// for a day and keeps its place.
async fn give_up(hands: &Hands, entry: &Entry, refusal: Option<Refusal>) {
    match refusal {
        Some(refusal) if refusal.of_the_only_one => {
            settle::reject(hands, entry, refusal.trouble).await;
        }
        refusal => {
            let trouble = refusal.map(|refusal| refusal.trouble);
            settle::absent(hands, entry, trouble).await;
        }
    }
}

/// Either way the next thing is a look-up, so which of the two came does not matter.
async fn wait_or_nudge(time: &dyn Time, wait: Duration, nudge: &Notify) {
    // In this order always: a simulated run must be the same each time.
    tokio::select! {
        biased;
        () = nudge.notified() => {}
        () = time.sleep(wait) => {}
    }
}

/// Whether an entry found at the start is in doubt.
pub fn is_in_doubt(entry: &Entry) -> bool {
    matches!(entry.state, EntryState::Unknown | EntryState::Sending)
}

/// Whether the journal is to be read again for rows to take up: what was not found, and
/// what a job had to leave because the journal could not be written.
pub fn is_open(status: &PurchaseStatus) -> bool {
    matches!(
        status,
        PurchaseStatus::Absent { .. } | PurchaseStatus::Checking { .. } | PurchaseStatus::Sending
    )
}

/// Whether a row that the journal left open is taken up without being asked.
pub fn is_picked_up(entry: &Entry) -> bool {
    is_in_doubt(entry) || entry.state == EntryState::Absent
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECONDS: fn(u64) -> Duration = Duration::from_secs;

    #[test]
    fn the_schedule() {
        let look_ups = [0, 2, 5, 15, 30, 60].map(SECONDS);
        let look = |seconds| Step::LookUp {
            wait: SECONDS(seconds),
        };
        for (not_found, resends, refused, may_resend, step) in [
            (0, 0, false, true, look(0)),
            (1, 0, false, true, look(2)),
            (2, 0, false, true, look(3)),
            (3, 0, false, true, look(10)),
            (5, 0, false, true, look(30)),
            (6, 0, false, true, Step::Resend),
            (6, 0, false, false, Step::GiveUp),
            (6, 1, false, true, Step::Resend),
            (6, 1, true, true, Step::GiveUp),
            (6, MOST_RESENDS, false, true, Step::GiveUp),
            (1, MOST_RESENDS, true, false, look(2)),
        ] {
            let doubt = Doubt {
                not_found,
                resends,
                refused,
                may_resend,
            };
            assert_eq!(next_step(doubt, &look_ups), step, "{doubt:?}");
        }
    }

    #[test]
    fn an_unsent_resend_is_not_counted() {
        let doubt = Doubt {
            not_found: 6,
            may_resend: true,
            ..Doubt::default()
        };
        assert_eq!(after_resend(doubt, Verdict::Unsent), doubt);
        let unknown = after_resend(doubt, Verdict::Unknown);
        assert_eq!((unknown.not_found, unknown.resends), (0, 1));
        assert!(after_resend(doubt, Verdict::LookUp).refused);
    }
}
