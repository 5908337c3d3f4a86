//! The connection between the program and the service: it loses, delays and duplicates requests.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use postroom::api::account::BalanceEntry;
use postroom::api::call::CallFacts;
use postroom::api::error::{ApiError, ErrorKind, Lost, ServiceError, Unsent};
use postroom::api::page::{DateRange, Page};
use postroom::api::shipment::{Shipment, ShipmentKey};
use postroom::desk::money::ports::{BoxFuture, Proof, PurchaseResult, Seen, ServicePort};
use postroom::desk::money::send::MoneyTask;
use postroom::store::{EntryKind, EntryState, SendPermit};

use super::model::{Fate, Model, State};
use super::service::{Reply, Sending};
use super::virtual_clock::{Side, held};

/// The program's time-outs in milliseconds: for a call that spends money, and for a lookup.
const PATIENCE: u64 = 90_000;
const LOOK_UP_PATIENCE: u64 = 60_000;
/// The latest arrival of a request after its time-out: half of the watch.
const LATEST: u64 = 12 * 3_600_000;
/// A purchase that is sent later than this after the clerk asked for it is sent by itself.
const WISH: Duration = Duration::from_secs(5 * 60);

#[derive(Clone)]
pub struct FaultyConnection(Arc<Model>);

type Slot = Arc<Mutex<Option<Reply>>>;

/// The fate of one call that spends money: when its copies arrive, and what comes back when.
struct Plan {
    /// In milliseconds from now. The program receives the response to the copy at index `heard`.
    arrivals: Vec<u64>,
    heard: usize,
    answer: Answer,
    after: u64,
}

enum Answer {
    /// The service's response.
    True,
    Error(ErrorKind, Option<u32>),
}

impl FaultyConnection {
    pub fn new(model: &Arc<Model>) -> Self {
        Self(Arc::clone(model))
    }

    async fn exchange(&self, kind: EntryKind, permit: SendPermit) -> Result<Proof, ApiError> {
        let model = &self.0;
        model.step("before the first byte").await;
        let sending = model.with(|state, _| Sending {
            number: state.service.next_sending(),
            kind,
            transaction: permit.transaction().clone(),
            body: permit.body().to_vec(),
        });
        self.check(&sending);
        let fate = model.with(|state, now| fate(state, now, kind));
        let plan = model.with(|state, _| plan(state, fate));
        model.log(|| {
            format!(
                "sent {} as sending {}: {fate:?}, arrives after {:?} ms",
                sending.transaction, sending.number, plan.arrivals
            )
        });
        let slot = self.deliver(&sending, &plan);
        if plan.arrivals.is_empty() && !matches!(fate, Fate::Swallowed) {
            model.with(|state, _| state.service.decline(sending.number));
        }
        model.pulse.sleep(Duration::from_millis(plan.after)).await;
        model.step("before the answer is read").await;
        let answer = match plan.answer {
            Answer::Error(kind, wish) => Err(failure(kind, wish)),
            Answer::True if self.is_unreadable(kind, &slot) => {
                Err(failure(ErrorKind::TooLarge, None))
            }
            Answer::True => match held(&slot).take() {
                Some(reply) => read(reply),
                None => Err(failure(ErrorKind::NoAnswer(Lost::TimeOut), None)),
            },
        };
        model.log(|| match &answer {
            Ok(_) => format!("answered {}: done", sending.transaction),
            Err(error) => format!("answered {}: {error}", sending.transaction),
        });
        answer
    }

    /// Whether this is a bought label whose response is larger than the client accepts.
    fn is_unreadable(&self, kind: EntryKind, slot: &Slot) -> bool {
        let label = kind == EntryKind::Label && matches!(&*held(slot), Some(Reply::Label(_)));
        label && self.0.with(|state, _| state.manners.unreadable)
    }

    /// Sends every copy. The slot receives the response that the program will get.
    fn deliver(&self, sending: &Sending, plan: &Plan) -> Slot {
        let slot = Slot::default();
        for (copy, after) in plan.arrivals.iter().enumerate() {
            let (model, sending) = (Arc::clone(&self.0), sending.clone());
            let heard = (copy == plan.heard).then(|| Arc::clone(&slot));
            let after = Duration::from_millis(*after);
            model.with(|state, _| {
                let count = state.under_way.entry(sending.transaction.clone());
                *count.or_default() += 1;
            });
            self.0.begin_task(Side::World, async move {
                model.pulse.sleep(after).await;
                arrive(&model, &sending, heard);
            });
        }
        slot
    }

    /// Checks the invariants that must hold before the first byte is sent.
    fn check(&self, sending: &Sending) {
        let (model, id) = (&self.0, &sending.transaction);
        let wrong = model.with(|state, now| {
            if state.rules().policy.is_some() {
                return None;
            }
            let mut wrong = match state.durable(id, now) {
                None => Some(format!("I1: {id} is sent without a durable row")),
                Some(entry) if entry.state != EntryState::Sending => {
                    Some(format!("I1: {id} is sent while it is {}", entry.state))
                }
                Some(entry) if entry.body != sending.body => {
                    Some(format!("I6: {id} is sent with other bytes than written"))
                }
                Some(_) => None,
            };
            let age = state.row(id).map(|row| now.saturating_sub(row.born).as_secs());
            if let Some(job) = state.jobs.get_mut(id) {
                job.sendings += 1;
                let again = job.asked.take().is_some_and(|at| now < at + WISH);
                let asked = again || job.task == MoneyTask::Send && job.sendings == 1;
                if !asked && sending.kind == EntryKind::TopUp {
                    wrong = Some(format!("a top-up was sent again by itself: {id}"));
                }
                if !asked && age.is_some_and(|age| age > 24 * 3600 + 60) {
                    wrong = Some(format!("{id} was sent by itself after a day"));
                }
            }
            wrong
        });
        if let Some(wrong) = wrong {
            model.wrong(|| wrong);
        }
    }

    /// A request that changes nothing.
    async fn ask<T>(
        &self,
        what: &str,
        answer: impl FnOnce(&State, Duration) -> Result<T, ErrorKind> + Send,
    ) -> Result<T, ApiError> {
        let model = &self.0;
        model.step(what).await;
        let fault = model.with(|state, now| {
            state.calls += 1;
            state.exposed += u64::from(!state.is_calm(now));
            let chance = state.rules().faulted;
            let faulted = chance > 0 && !state.is_calm(now) && state.dice.chance(chance);
            state.faults += u64::from(faulted);
            faulted.then(|| look_up_fault(state))
        });
        let result = match fault {
            Some((kind, wish, after)) => {
                model.pulse.sleep(Duration::from_millis(after)).await;
                Err(failure(kind, wish))
            }
            None => {
                model.pause(20, 2000).await;
                // Some replicas of the service's data lag behind.
                let answer = model.with(|state, now| {
                    let lag = u64::try_from(state.manners.lag.as_millis()).unwrap_or_default();
                    let behind = state.dice.between(0, lag + 1);
                    answer(state, now.saturating_sub(Duration::from_millis(behind)))
                });
                model.pause(20, 2000).await;
                model.with(|state, _| state.heard = true);
                answer.map_err(|kind| failure(kind, None))
            }
        };
        model.log(|| match &result {
            Ok(_) => format!("{what}: found"),
            Err(error) => format!("{what}: {error}"),
        });
        model.step(what).await;
        result
    }
}

fn arrive(model: &Arc<Model>, sending: &Sending, heard: Option<Slot>) {
    let id = &sending.transaction;
    let (reply, wrong, unwritten) = model.with(|state, now| {
        if let Some(count) = state.under_way.get_mut(id) {
            *count -= 1;
        }
        let unwritten = state.rules().policy.is_none() && state.durable(id, now).is_none();
        let (reply, wrong) = state.service.take(sending, now);
        (reply, wrong, unwritten)
    });
    model.log(|| match &reply {
        Reply::No(status, code) => format!("the service refuses {id}: {status} {code}"),
        _ => format!("the service carries out {id}"),
    });
    if unwritten {
        model.wrong(|| format!("I1: the service sees {id} and no durable row holds it"));
    }
    if let Some(wrong) = wrong {
        model.wrong(|| wrong);
    }
    if let Some(slot) = heard {
        *held(&slot) = Some(reply);
    }
}

fn fate(state: &mut State, now: Duration, kind: EntryKind) -> Fate {
    state.calls += 1;
    state.exposed += u64::from(!state.is_calm(now));
    let first = state.rules().first_fate;
    if state.sent_first.insert(kind as u8)
        && let Some(fate) = first
    {
        return fate;
    }
    let chance = state.rules().faulted;
    if chance == 0 || state.is_calm(now) || !state.dice.chance(chance) {
        return Fate::Clean;
    }
    state.faults += 1;
    let fates = [
        (6, Fate::Slow),
        (10, Fate::Unsent),
        (5, Fate::TurnedAway),
        (10, Fate::Swallowed),
        (14, Fate::Late),
        (14, Fate::AnswerLost),
        (6, Fate::AnswerLostBefore),
        (8, Fate::FailedAfter),
        (5, Fate::FailedBefore),
        (8, Fate::Twice),
        (4, Fate::TwiceLate),
        (5, Fate::Declined),
        (3, Fate::DeclinedAsUsed),
        (3, Fate::DeclinedStrangely),
        (2, Fate::StrangeUnauthorized),
    ];
    state.dice.pick(&fates, Fate::Clean)
}

fn plan(state: &mut State, fate: Fate) -> Plan {
    let dice = &mut state.dice;
    let soon = dice.between(20, 900);
    let back = soon + dice.between(20, 900);
    let late = match dice.chance(500) {
        true => PATIENCE + dice.between(1, 180_000),
        false => PATIENCE + dice.between(180_000, LATEST),
    };
    let gone = || Answer::Error(ErrorKind::NoAnswer(Lost::TimeOut), None);
    let (arrivals, heard, answer, after) = match fate {
        Fate::Clean => (vec![soon], 0, Answer::True, back),
        Fate::Slow => {
            let slow = dice.between(1000, PATIENCE - 2000);
            (vec![slow], 0, Answer::True, slow + 1000)
        }
        Fate::Unsent => {
            let whys = [
                (1, Unsent::Dns),
                (1, Unsent::Refused),
                (1, Unsent::Unreachable),
                (1, Unsent::Tls),
                (1, Unsent::ConnectTimeOut),
            ];
            let why = dice.pick(&whys, Unsent::Dns);
            (vec![], 0, Answer::Error(ErrorKind::NotSent(why), None), back)
        }
        Fate::TurnedAway => (vec![], 0, Answer::Error(signed_out(), None), back),
        Fate::Swallowed => (vec![], 0, gone(), PATIENCE),
        Fate::Late => (vec![late], 0, gone(), PATIENCE),
        Fate::AnswerLost => (vec![soon], 0, Answer::Error(lost(dice), None), back),
        Fate::AnswerLostBefore => (vec![], 0, Answer::Error(lost(dice), None), back),
        Fate::FailedAfter | Fate::FailedBefore => {
            let (kind, wish) = failed(dice);
            let arrivals = match fate {
                Fate::FailedAfter => vec![soon],
                _ => vec![],
            };
            (arrivals, 0, Answer::Error(kind, wish), back)
        }
        Fate::Twice => {
            let heard = usize::from(dice.chance(500));
            (vec![soon, soon + 1], heard, Answer::True, back)
        }
        Fate::TwiceLate => (vec![soon, late], 0, Answer::True, back),
        Fate::Declined => (vec![], 0, no(422, "ADDRESS.VALIDATION_FAILED"), back),
        Fate::DeclinedAsUsed => (vec![], 0, no(422, "SHIPMENT.VALIDATION_FAILED"), back),
        Fate::DeclinedStrangely => (vec![], 0, no(422, "LATER.NEW_THING"), back),
        Fate::StrangeUnauthorized => {
            let arrivals = match dice.chance(500) {
                true => vec![soon],
                false => vec![],
            };
            (arrivals, 0, Answer::Error(page(401), None), back)
        }
    };
    Plan { arrivals, heard, answer, after }
}

fn look_up_fault(state: &mut State) -> (ErrorKind, Option<u32>, u64) {
    let dice = &mut state.dice;
    let soon = dice.between(20, 2000);
    match dice.between(0, 6) {
        0 => (ErrorKind::NotSent(Unsent::Refused), None, soon),
        1 => (ErrorKind::NoAnswer(Lost::TimeOut), None, LOOK_UP_PATIENCE),
        2 => (lost(dice), None, soon),
        3 => (signed_out(), None, soon),
        4 => (page(401), None, soon),
        _ => {
            let (kind, wish) = failed(dice);
            (kind, wish, soon)
        }
    }
}

fn lost(dice: &mut super::dice::Dice) -> ErrorKind {
    match dice.between(0, 6) {
        0 => ErrorKind::NoAnswer(Lost::Broken),
        1 => ErrorKind::NoAnswer(Lost::Truncated),
        2 => ErrorKind::NoAnswer(Lost::Protocol),
        3 => ErrorKind::TooLarge,
        // An unreadable body or another request's transaction id; a redirect.
        4 => page(200),
        _ => page(302),
    }
}

/// A 5xx from the service or from a proxy, with or without a `Retry-After`.
fn failed(dice: &mut super::dice::Dice) -> (ErrorKind, Option<u32>) {
    let statuses = [(1, 500), (1, 502), (1, 503), (1, 504)];
    let status = dice.pick(&statuses, 500);
    let wish = dice.chance(300).then(|| dice.between(1, 120));
    let wish = wish.and_then(|wish| u32::try_from(wish).ok());
    if dice.chance(500) {
        return (page(status), wish);
    }
    (refused(status, "SHIPMENT.OPERATION_FAILED"), wish)
}

fn no(status: u16, code: &'static str) -> Answer {
    Answer::Error(refused(status, code), None)
}

fn page(status: u16) -> ErrorKind {
    ErrorKind::Unintelligible { status, body: Vec::new() }
}

fn refused(status: u16, code: &str) -> ErrorKind {
    ErrorKind::Refused {
        status,
        errors: Box::new([ServiceError {
            code: code.to_owned(),
            message: String::new(),
            additional_info: None,
        }]),
        raised_by: None,
    }
}

fn signed_out() -> ErrorKind {
    let inner = refused(401, "ACCOUNT.AUTHENTICATION_FAILED");
    ErrorKind::SignInFailed(Box::new(failure(inner, None)))
}

fn failure(kind: ErrorKind, wish: Option<u32>) -> ApiError {
    let error = ApiError::new(CallFacts::new("POST /Shipment", || "Simulating"), kind);
    match wish {
        Some(seconds) => error.with_retry_after(seconds),
        None => error,
    }
}

fn read(reply: Reply) -> Result<Proof, ApiError> {
    let found = match reply {
        Reply::Label(shipment) => PurchaseResult::Shipment(shipment),
        Reply::TopUp(account) => PurchaseResult::TopUp(Some(account), None),
        Reply::Refund(shipment) => PurchaseResult::Refund(shipment),
        Reply::No(status, code) => return Err(failure(refused(status, code), None)),
    };
    Ok(Proof::of_row(found))
}

impl ServicePort for FaultyConnection {
    fn send(&self, kind: EntryKind, permit: SendPermit) -> BoxFuture<'_, Result<Proof, ApiError>> {
        Box::pin(self.exchange(kind, permit))
    }

    fn shipment<'a>(
        &'a self,
        key: ShipmentKey,
        value: &'a str,
    ) -> BoxFuture<'a, Result<Option<Seen>, ApiError>> {
        Box::pin(async move {
            let what = format!("look up {value}");
            let find = |state: &State, seen: Duration| {
                let found = match key {
                    ShipmentKey::TransactionId => state.service.by_transaction(value, seen),
                    _ => state.service.by_id(value, seen),
                };
                match found {
                    Some(_) if key == ShipmentKey::TransactionId && state.manners.unreadable => {
                        Err(ErrorKind::TooLarge)
                    }
                    Some(_) if key == ShipmentKey::TransactionId && state.manners.error_by_id => {
                        Err(refused(500, "INTERNAL_SERVER_ERROR"))
                    }
                    Some(found) => {
                        Ok(Some(Seen { shipment: Box::new(found), answer: Arc::from([]) }))
                    }
                    None if state.manners.empty_is_none => Ok(None),
                    None => Err(refused(404, "SHIPMENT.NOT_FOUND")),
                }
            };
            self.ask(&what, find).await
        })
    }

    fn shipments(
        &self,
        _range: DateRange,
        page_token: Option<String>,
    ) -> BoxFuture<'_, Result<Page<Shipment>, ApiError>> {
        Box::pin(async move {
            let read = |state: &State, seen: Duration| {
                if state.manners.history_only && !state.is_readable(seen) {
                    return Err(ErrorKind::TooLarge);
                }
                Ok(state.service.list(page_token.as_deref(), seen))
            };
            self.ask("read the shipments", read).await
        })
    }

    fn balance_history(
        &self,
        range: DateRange,
        page_token: Option<String>,
    ) -> BoxFuture<'_, Result<Page<BalanceEntry>, ApiError>> {
        Box::pin(async move {
            let start = self.0.since_start(range.start);
            let read = |state: &State, seen: Duration| {
                let asked = (start, seen);
                Ok(state.service.history(page_token.as_deref(), asked))
            };
            self.ask("read the history", read).await
        })
    }
}
