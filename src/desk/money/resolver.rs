//! What becomes of a purchase in doubt. It is looked up, and up again through a quiet
//! period; only then are the same bytes sent again under the same id, which cannot buy
//! twice. An answer of "not found" is counted, never trusted: the first request may
//! still arrive.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use tokio::sync::Notify;

use crate::desk::kernel::failure;
use crate::desk::kernel::failure::Trouble;
use crate::desk::money::classify_failure::Verdict;
use crate::desk::money::ports::{Hands, Learned, Proof, Time};
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::send::{Finding, Reading};
use crate::desk::money::{classify_failure, send};
use crate::store::journal::{Entry, EntryState, Kind};

/// Sends of one id in all doubts together, the first one not counted.
const MOST_RESENDS: u32 = 3;
/// After this a purchase is no longer sent by itself: who waited a day has other plans.
const RESEND_HOURS: i64 = 24;
/// How long a purchase that was not found is looked for.
pub(in crate::desk) const WATCH_HOURS: i64 = 24;

/// A later reading of the service's clock may be this much behind an earlier one: `Date` counts
/// whole seconds, and answers take their time.
const CLOCK_STEP: SignedDuration = SignedDuration::from_mins(2);

/// The longest that a server's wish to be left alone keeps a purchase in doubt waiting.
const LONGEST_WISH: Duration = Duration::from_secs(120);

/// What the look-ups of one doubt have shown so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doubt {
    /// Answers of "not found" since the last send, each at its moment of the schedule.
    pub not_found: usize,
    pub resends: u32,
    /// The last send was answered with a no, so that sending again is pointless.
    pub refused: bool,
    /// A label or a refund, and not older than a day. A top-up is never sent twice.
    pub may_resend: bool,
    /// The history names it: it was bought, and is looked for until it is found.
    pub charged: bool,
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
    let wait = |at: usize| {
        let last = at.checked_sub(1).and_then(moment);
        Some(moment(at)?.saturating_sub(last.unwrap_or_default()))
    };
    if let Some(wait) = wait(doubt.not_found) {
        return Step::LookUp { wait };
    }
    if doubt.charged {
        let last = look_ups.len().checked_sub(1).and_then(wait);
        let wait = last.unwrap_or(LONGEST_WISH);
        return Step::LookUp { wait };
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

/// Runs until the purchase is bought, refused or given up on, here or by another path: a list
/// that names it settles it as well. `refusal` is what the send before said; `nudge` asks for
/// a look-up now.
pub async fn resolve(hands: Hands, entry: Entry, mut refusal: Option<Refusal>, nudge: Arc<Notify>) {
    let mut doubt = Doubt {
        refused: refusal.is_some(),
        ..Doubt::default()
    };
    let mut look = Look {
        entry,
        attempts: 0,
        reading: Reading::default(),
        last: refusal.as_ref().map(|refusal| refusal.trouble.clone()),
        refused: refusal.is_some(),
    };
    while look.is_open(&hands).await {
        look.show(&hands).await;
        let entry = &look.entry;
        // Asked each time: a line can be down for longer than a day. A request that was lost
        // with a damaged journal can only be looked for.
        doubt.may_resend =
            entry.kind != Kind::TopUp && !entry.body.is_empty() && is_young(age(&hands, entry));
        doubt.charged = entry.is_charged();
        match next_step(doubt, &hands.pace.look_ups) {
            Step::LookUp { wait } => match look.wait_and_look(&hands, wait, &nudge).await {
                Looked::Found(proof) => return send::found(&hands, &look.entry, *proof).await,
                Looked::NotFound => doubt.not_found += 1,
                Looked::Nothing => {}
            },
            Step::Resend => match send::send(&hands, entry).await {
                Ok(Finding::Sent(proof)) => return send::found(&hands, entry, *proof).await,
                Ok(Finding::Failed(error)) => {
                    let verdict = classify_failure::judge_error(&error, true);
                    doubt = after_resend(doubt, verdict);
                    if doubt.refused {
                        refusal = Some(Refusal {
                            trouble: failure::of(&error),
                            of_the_only_one: false,
                        });
                    }
                    let doubtful = verdict != Verdict::Unsent && verdict != Verdict::SignIn;
                    send::keep_in_doubt(&hands, entry, &error, doubtful).await;
                    look.last = Some(failure::of(&error));
                    look.refused = doubt.refused;
                    if !doubtful {
                        hands.screen.line(failure::of(&error)).await;
                        wait_or_nudge(&*hands.time, hands.pace.unanswered, &nudge).await;
                    }
                }
                Err(()) => return,
            },
            Step::GiveUp => return give_up(&hands, &look.entry, refusal).await,
        }
    }
}

/// One doubt as it is looked at.
struct Look {
    entry: Entry,
    attempts: u32,
    reading: Reading,
    last: Option<Trouble>,
    refused: bool,
}

enum Looked {
    Found(Box<Proof>),
    NotFound,
    /// No answer, or none that counts.
    Nothing,
}

impl Look {
    /// The row as the journal has it now. One that cannot be read is believed to stand as
    /// before.
    async fn is_open(&mut self, hands: &Hands) -> bool {
        if let Ok(Some(entry)) = hands.records.get(&self.entry.transaction).await {
            self.entry = entry;
        }
        is_in_doubt(&self.entry)
    }

    async fn show(&self, hands: &Hands) {
        let learned = match (self.entry.is_charged(), self.refused) {
            (true, _) => Learned::Charged,
            (false, true) => Learned::Refused,
            (false, false) => Learned::Nothing,
        };
        let status = PurchaseStatus::Checking {
            attempts: self.attempts,
            trouble: self.last.clone(),
            learned,
        };
        hands.screen.show(&self.entry.transaction, status).await;
    }

    /// Looks when the wait is over, and before that whenever somebody asks. Only a look at
    /// its moment counts: a clerk who asks six times in a second has not waited for a list
    /// that lags behind.
    async fn wait_and_look(&mut self, hands: &Hands, wait: Duration, nudge: &Notify) -> Looked {
        let mut nap = hands.time.sleep(wait);
        loop {
            // In this order always: a simulated run must be the same each time.
            let asked = tokio::select! {
                biased;
                () = nudge.notified() => true,
                () = &mut nap => false,
            };
            let looked = self.look(hands, nudge).await;
            match looked {
                Looked::NotFound if asked => self.show(hands).await,
                looked => return looked,
            }
        }
    }

    async fn look(&mut self, hands: &Hands, nudge: &Notify) -> Looked {
        self.attempts += 1;
        let error = match send::look_up(hands, &self.entry, &mut self.reading).await {
            Ok(Some(proof)) => return Looked::Found(Box::new(proof)),
            Ok(None) => return Looked::NotFound,
            Err(error) => error,
        };
        // No answer counts for nothing, however often it comes. What the service said of the
        // purchase itself stays on the screen.
        if !self.refused {
            self.last = Some(failure::of(&error));
        }
        hands.screen.line(failure::of(&error)).await;
        // Before the pause: a clerk is told at once that nobody answered.
        self.is_open(hands).await;
        self.show(hands).await;
        let wish = error.retry_after().unwrap_or_default().min(LONGEST_WISH);
        let pause = wish.max(hands.pace.unanswered);
        wait_or_nudge(&*hands.time, pause, nudge).await;
        Looked::Nothing
    }
}

/// How old a row is: by the service's clock where both ends are known of it.
pub(in crate::desk) fn age(hands: &Hands, entry: &Entry) -> SignedDuration {
    match (entry.server_time, hands.time.server_now()) {
        (Some(then), Some(now)) => then.duration_until(now),
        _ => entry.created.duration_until(hands.time.now()),
    }
}

/// Whether a purchase of this age is still sent again by itself. A row of the future was
/// written by a clock that was put right since, so its age is not known.
fn is_young(age: SignedDuration) -> bool {
    age >= -CLOCK_STEP && age < SignedDuration::from_hours(RESEND_HOURS)
}

/// One look at a purchase that was given up on, or refused.
pub(in crate::desk) async fn watch_once(hands: Hands, entry: Entry) {
    match send::look_up(&hands, &entry, &mut Reading::default()).await {
        Ok(Some(proof)) => send::found(&hands, &entry, proof).await,
        Ok(None) => send::still_absent(&hands, &entry).await,
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
            send::reject(hands, entry, refusal.trouble).await;
        }
        refusal => {
            let trouble = refusal.map(|refusal| refusal.trouble);
            send::absent(hands, entry, trouble).await;
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
    matches!(entry.state, EntryState::Unknown | EntryState::Sending) || entry.is_charged()
}

/// Whether the journal is to be read again for rows to take up: what was not found or was
/// refused, and what a job had to leave because the journal could not be written.
pub fn is_open(status: &PurchaseStatus) -> bool {
    matches!(
        status,
        PurchaseStatus::Absent { .. }
            | PurchaseStatus::Rejected { .. }
            | PurchaseStatus::Checking { .. }
            | PurchaseStatus::Sending
    )
}

/// Whether a row that the journal left open is taken up without being asked.
pub fn is_picked_up(entry: &Entry) -> bool {
    is_in_doubt(entry) || matches!(entry.state, EntryState::Absent | EntryState::Rejected)
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
                charged: false,
            };
            assert_eq!(next_step(doubt, &look_ups), step, "{doubt:?}");
        }
    }

    /// Finding M1: what the history names is looked for, never sent again nor given up.
    #[test]
    fn what_was_charged_is_looked_for_until_it_is_found() {
        let look_ups = [0, 2, 5, 15, 30, 60].map(SECONDS);
        for not_found in 6..1000 {
            let doubt = Doubt {
                not_found,
                may_resend: true,
                charged: true,
                ..Doubt::default()
            };
            let wait = SECONDS(30);
            assert_eq!(next_step(doubt, &look_ups), Step::LookUp { wait });
        }
    }

    /// A second purchase in the same second was never sent again: the next `Date`, counted in
    /// whole seconds, put it into the future.
    #[test]
    fn the_service_s_clock_counts_whole_seconds() {
        for (millis, young) in [
            (0, true),
            (-1, true),
            (-999, true),
            (-60_000, true),
            (-3_600_000, false),
            (24 * 3_600_000 - 1, true),
            (24 * 3_600_000, false),
        ] {
            let age = SignedDuration::from_millis(millis);
            assert_eq!(is_young(age), young, "{millis} ms");
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
