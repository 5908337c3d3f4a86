//! Resolves an uncertain purchase. It is looked up repeatedly through a quiet period; only then are
//! the same bytes sent again under the same transaction id, which cannot buy twice. An answer of
//! "not found" is counted, never trusted: the first request may still arrive.

use std::sync::Arc;
use std::time::Duration;

use crate::desk::kernel::failure;
use crate::desk::kernel::failure::Trouble;
use crate::desk::money::classify_failure::Verdict;
use crate::desk::money::nudge::Nudge;
use crate::desk::money::ports::{ClockPort, MoneyPorts, Proof, PurchaseEvidence};
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::send::{Finding, LookUpProgress, Unsent};
use crate::desk::money::{classify_failure, send};
use crate::store::journal::{Entry, EntryKind, EntryState};
use jiff::SignedDuration;

/// Most resends of one id in total, the first send not counted.
const MOST_RESENDS: u32 = 3;
/// After this an uncertain purchase is not sent again automatically: after a day the user may have
/// other plans.
const RESEND_HOURS: i64 = 24;
/// How long a purchase that was not found is watched.
pub(in crate::desk) const WATCH_HOURS: i64 = 24;

/// A later reading of the service's clock may be this much behind an earlier one: `Date` counts
/// whole seconds, and answers take time.
const CLOCK_STEP: SignedDuration = SignedDuration::from_mins(2);

/// The pause after a look-up that was answered by an error doubles this often, while it goes on.
const MOST_DOUBLINGS: u32 = 4;

/// Longest delay requested by the server (`Retry-After`) that a look-up obeys.
const LONGEST_WISH: Duration = Duration::from_secs(120);

/// The results so far of resolving one uncertain purchase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doubt {
    /// Answers of "not found" since the last send; only scheduled look-ups count.
    pub not_found: usize,
    pub resends: u32,
    /// The last send was refused, so sending again is pointless.
    pub refused: bool,
    /// It is a label or a refund, and not older than a day. A top-up is never sent twice.
    pub may_resend: bool,
    /// The balance history contains it: it was bought, and is looked up until it is found.
    pub charged: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    LookUp { wait: Duration },
    Resend,
    GiveUp,
}

/// Decides the next step, as a pure function. `look_ups` are counted from when the purchase became
/// uncertain.
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

/// A refusal that arrived before the purchase became uncertain, or while it was.
pub struct Refusal {
    pub trouble: Trouble,
    /// Every send so far was refused. Otherwise an earlier request may still arrive and be carried
    /// out, for example because the balance was topped up meanwhile.
    pub of_every_send: bool,
}

/// Runs until the purchase is bought, refused or given up on, by this job or by another path: a
/// list that contains it settles it too. `refusal` is the answer to the previous send; `nudge`
/// requests a look-up now, or that a refused purchase is sent again.
pub async fn resolve(
    ports: MoneyPorts,
    entry: Entry,
    mut refusal: Option<Refusal>,
    nudge: Arc<Nudge>,
) {
    let mut doubt = Doubt { refused: refusal.is_some(), ..Doubt::default() };
    let mut look = Look {
        entry,
        attempts: 0,
        errors: 0,
        reading: LookUpProgress::default(),
        last: refusal.as_ref().map(|refusal| refusal.trouble.clone()),
        refused: refusal.is_some(),
    };
    while look.is_open(&ports).await {
        look.show(&ports).await;
        let entry = &look.entry;
        // Checked each time: a connection can be lost for longer than a day. A request whose bytes
        // were lost with a damaged journal can only be looked up.
        doubt.may_resend = entry.kind != EntryKind::TopUp
            && !entry.body.is_empty()
            && is_young(age(&ports, entry));
        doubt.charged = entry.is_charged();
        let mut step = next_step(doubt, &ports.pace.look_ups);
        tracing::info!(transaction = %entry.transaction, ?step, ?doubt, "resolving a purchase");
        if let Step::LookUp { wait } = step {
            match look.wait_and_look(&ports, wait, &nudge).await {
                Looked::Found(proof) => {
                    return send::record_success(&ports, &look.entry, *proof).await;
                }
                Looked::NotFound => doubt.not_found += 1,
                Looked::Nothing => {}
                Looked::SendAgain => step = Step::Resend,
            }
        }
        let entry = &look.entry;
        match step {
            Step::LookUp { .. } => {}
            Step::Resend => match send::send(&ports, entry).await {
                Ok(Finding::Sent(proof)) => {
                    return send::record_success(&ports, entry, *proof).await;
                }
                Ok(Finding::Failed(error)) => {
                    let verdict = classify_failure::judge_error(&error, true);
                    let trouble = failure::describe_api_error(&error);
                    let doubtful = verdict != Verdict::Unsent && verdict != Verdict::SignIn;
                    doubt = after_resend(doubt, verdict);
                    if doubtful {
                        let of_every_send = refusal.is_some_and(|earlier| earlier.of_every_send);
                        let trouble = trouble.clone();
                        refusal = doubt.refused.then_some(Refusal { trouble, of_every_send });
                    }
                    send::keep_in_doubt(&ports, entry, &error, doubtful).await;
                    if doubtful || !look.refused {
                        look.last = Some(trouble.clone());
                    }
                    look.refused = doubt.refused;
                    if !doubtful {
                        ports.screen.line(trouble).await;
                        wait_or_nudge(&*ports.clock, ports.pace.retry_after_no_answer, &nudge)
                            .await;
                    }
                }
                Err(Unsent::NotMarked) => return,
                Err(Unsent::TakenOver) => return send::give_up_claim(&ports, entry).await,
                Err(Unsent::ClaimUnknown(trouble)) => {
                    look.last = Some(trouble);
                    look.show(&ports).await;
                    wait_or_nudge(&*ports.clock, ports.pace.retry_after_no_answer, &nudge).await;
                }
            },
            Step::GiveUp => return give_up(&ports, entry, refusal).await,
        }
    }
}

/// The state of resolving one uncertain purchase.
struct Look {
    entry: Entry,
    attempts: u32,
    /// Look-ups in a row that were answered by an error.
    errors: u32,
    reading: LookUpProgress,
    last: Option<Trouble>,
    refused: bool,
}

enum Looked {
    Found(Box<Proof>),
    NotFound,
    /// No answer, or one that does not count.
    Nothing,
    /// The service does not have it, and a person wants what was refused sent again.
    SendAgain,
}

impl Look {
    /// Reloads the journal row. If it cannot be read, it is assumed unchanged.
    async fn is_open(&mut self, ports: &MoneyPorts) -> bool {
        let transaction = &self.entry.transaction;
        match ports.journal.get(transaction).await {
            Ok(Some(entry)) => self.entry = entry,
            Ok(None) => tracing::warn!(%transaction, "a purchase is not in the journal"),
            Err(error) => tracing::warn!(%transaction, %error, "the journal could not be read"),
        }
        is_in_doubt(&self.entry)
    }

    async fn show(&self, ports: &MoneyPorts) {
        let learned = match (self.entry.is_charged(), self.refused) {
            (true, _) => PurchaseEvidence::Charged,
            (false, true) => PurchaseEvidence::Refused,
            (false, false) => PurchaseEvidence::Nothing,
        };
        let status = PurchaseStatus::Checking {
            attempts: self.attempts,
            trouble: self.last.clone(),
            learned,
        };
        ports.screen.show(&self.entry.transaction, status).await;
    }

    /// Looks up when `wait` is over, and earlier whenever the user asks. Only the scheduled look-up
    /// counts: a clerk who asks six times in a second has not given a delayed list time to catch
    /// up.
    async fn wait_and_look(&mut self, ports: &MoneyPorts, wait: Duration, nudge: &Nudge) -> Looked {
        let mut nap = ports.clock.sleep(wait);
        loop {
            // `biased`: a simulated run must be the same each time.
            let asked = tokio::select! {
                biased;
                () = nudge.come() => true,
                () = &mut nap => false,
            };
            let looked = self.look(ports, nudge).await;
            match looked {
                // The same bytes under the same id: it cannot be bought twice.
                Looked::NotFound if self.may_send_again() && nudge.take_send() => {
                    return Looked::SendAgain;
                }
                Looked::NotFound if asked => self.show(ports).await,
                looked => return looked,
            }
        }
    }

    fn may_send_again(&self) -> bool {
        let entry = &self.entry;
        self.refused
            && !entry.is_charged()
            && entry.kind != EntryKind::TopUp
            && !entry.body.is_empty()
    }

    async fn look(&mut self, ports: &MoneyPorts, nudge: &Nudge) -> Looked {
        self.attempts += 1;
        let error = match send::look_up(ports, &self.entry, &mut self.reading).await {
            Ok(Some(proof)) => return Looked::Found(Box::new(proof)),
            Ok(None) => {
                self.errors = 0;
                return Looked::NotFound;
            }
            Err(error) => error,
        };
        let transaction = &self.entry.transaction;
        tracing::warn!(%transaction, error = error.for_log(), "a purchase could not be looked up");
        // A missing answer never counts, however often it happens. The service's refusal of the
        // purchase itself stays on the screen.
        if !self.refused {
            self.last = Some(failure::describe_api_error(&error));
        }
        ports.screen.line(failure::describe_api_error(&error)).await;
        // Before the pause: the clerk sees at once that there was no answer.
        self.is_open(ports).await;
        self.show(ports).await;
        let wish = error.retry_after().unwrap_or_default().min(LONGEST_WISH);
        let pause = wish.max(pause_after(self.errors, ports.pace.retry_after_no_answer));
        // Without a connection nothing is asked of the service, and it is back at any moment.
        self.errors = if error.is_answer() { self.errors + 1 } else { 0 };
        wait_or_nudge(&*ports.clock, pause, nudge).await;
        Looked::Nothing
    }
}

/// The pause after a look-up without a result that follows so many answered by errors.
fn pause_after(errors: u32, usual: Duration) -> Duration {
    usual.saturating_mul(1 << errors.min(MOST_DOUBLINGS))
}

/// The age of a row, by the service's clock if both times are known from it.
pub(in crate::desk) fn age(ports: &MoneyPorts, entry: &Entry) -> SignedDuration {
    match (entry.server_time, ports.clock.server_now()) {
        (Some(then), Some(now)) => then.duration_until(now),
        _ => entry.created.duration_until(ports.clock.now()),
    }
}

/// Whether a purchase of this age may still be sent again automatically. A row dated in the future
/// was written by a clock that was corrected since, so its age is unknown.
fn is_young(age: SignedDuration) -> bool {
    age >= -CLOCK_STEP && age < SignedDuration::from_hours(RESEND_HOURS)
}

/// Looks up once a purchase that was given up on, or refused.
pub(in crate::desk) async fn watch_once(ports: MoneyPorts, entry: Entry) {
    match send::look_up(&ports, &entry, &mut LookUpProgress::default()).await {
        Ok(Some(proof)) => send::record_success(&ports, &entry, proof).await,
        Ok(None) => send::end_watch_when_over(&ports, &entry).await,
        Err(error) => {
            let transaction = &entry.transaction;
            tracing::warn!(%transaction, error = error.for_log(), "a purchase could not be watched");
        }
    }
}

fn after_resend(doubt: Doubt, verdict: Verdict) -> Doubt {
    match verdict {
        Verdict::Unsent | Verdict::SignIn => doubt,
        Verdict::Unknown => {
            Doubt { not_found: 0, resends: doubt.resends + 1, refused: false, ..doubt }
        }
        Verdict::LookUp | Verdict::Rejected => {
            Doubt { not_found: 0, resends: doubt.resends + 1, refused: true, ..doubt }
        }
    }
}

/// Ends an uncertain purchase. A refusal of every send is believed after the quiet period;
/// everything else is watched for a day and still prevents another attempt.
async fn give_up(ports: &MoneyPorts, entry: &Entry, refusal: Option<Refusal>) {
    match refusal {
        Some(refusal) if refusal.of_every_send => {
            send::reject(ports, entry, refusal.trouble).await;
        }
        refusal => {
            let trouble = refusal.map(|refusal| refusal.trouble);
            send::record_absent(ports, entry, trouble).await;
        }
    }
}

/// Waits for either. A look-up follows in both cases, so it does not matter which one came.
async fn wait_or_nudge(time: &dyn ClockPort, wait: Duration, nudge: &Nudge) {
    // `biased`: a simulated run must be the same each time.
    tokio::select! {
        biased;
        () = nudge.come() => {}
        () = time.sleep(wait) => {}
    }
}

/// Whether the outcome of a journal row is unknown.
pub fn is_in_doubt(entry: &Entry) -> bool {
    matches!(entry.state, EntryState::Unknown | EntryState::Sending) || entry.is_charged()
}

/// Whether the journal must be read again for rows to take up: rows that were not found or were
/// refused, and rows that a job left open because the journal could not be written.
pub fn is_open(status: &PurchaseStatus) -> bool {
    matches!(
        status,
        PurchaseStatus::Absent { .. }
            | PurchaseStatus::Rejected { .. }
            | PurchaseStatus::Checking { .. }
            | PurchaseStatus::Sending
    )
}

/// Whether an open row of the journal is taken up automatically.
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
        let look = |seconds| Step::LookUp { wait: SECONDS(seconds) };
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
            let doubt = Doubt { not_found, resends, refused, may_resend, charged: false };
            assert_eq!(next_step(doubt, &look_ups), step, "{doubt:?}");
        }
    }

    /// Finding C9: 200 to 600 look-ups in two and a half minutes.
    #[test]
    fn look_ups_that_are_answered_by_errors_come_less_often() {
        let pauses = [0, 1, 2, 3, 4, 5, u32::MAX].map(|errors| pause_after(errors, SECONDS(5)));
        assert_eq!(pauses, [5, 10, 20, 40, 80, 80, 80].map(SECONDS));
    }

    /// Finding M1: a charged purchase is looked up, never sent again nor given up on.
    #[test]
    fn what_was_charged_is_looked_for_until_it_is_found() {
        let look_ups = [0, 2, 5, 15, 30, 60].map(SECONDS);
        for not_found in 6..1000 {
            let doubt = Doubt { not_found, may_resend: true, charged: true, ..Doubt::default() };
            let wait = SECONDS(30);
            assert_eq!(next_step(doubt, &look_ups), Step::LookUp { wait });
        }
    }

    /// Regression test: a second purchase in the same second was never sent again, because the next
    /// `Date`, in whole seconds, put it in the future.
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
        let doubt = Doubt { not_found: 6, may_resend: true, ..Doubt::default() };
        assert_eq!(after_resend(doubt, Verdict::Unsent), doubt);
        let unknown = after_resend(doubt, Verdict::Unknown);
        assert_eq!((unknown.not_found, unknown.resends), (0, 1));
        assert!(after_resend(doubt, Verdict::LookUp).refused);
    }
}
