//! Runs rows of the table against the client, many at a time, and checks the results.

use std::collections::VecDeque;
use std::sync::PoisonError;

use postroom::api::error::{ApiError, Certainty};
use postroom::client::{Client, Options, TimeOuts};
use tokio::runtime::Runtime;

use super::calls::{CallKind, CallResult, TestedCall, all};
use super::change::{Body, Change, Wire, changed, scripts};
use super::judge::{means, same, same_except, says_something, short};
use super::path::{Path, pruned};
use super::server::{self, Slots};
use super::table::{Expectation, Row, rows_of};
use crate::extent::sample;
use crate::prelude::*;
use crate::wire::server::signed_in;

/// Longer than any response takes, including slow ones and retries.
const HUNG: Duration = Duration::from_secs(60);
const WORKERS: usize = 48;
/// The short form of the table is drawn by it.
pub const SEED: u64 = 20_261_122;
/// Clients with short timeouts, for responses that never arrive.
const HASTY: usize = 24;

/// The results of one call's rows.
#[derive(Default)]
pub struct Tally {
    pub apply: usize,
    pub failed: Vec<String>,
}

struct Job {
    call: usize,
    row: Row,
}

type Jobs = Arc<Mutex<VecDeque<Job>>>;

/// Runs the tables of all calls, in the order of the calls.
pub fn run_all() -> Vec<(&'static str, Tally)> {
    let calls = Arc::new(all());
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(3).enable_all().build().unwrap();
    let slots = Slots::new(WORKERS + HASTY);
    let address = server::start(Arc::clone(&slots) as Arc<dyn server::Service>);
    let before = baseline(&runtime, &calls, &slots, address);
    let tables = calls.iter().enumerate();
    let jobs = tables
        .flat_map(|(call, tried)| rows_of(tried).into_iter().map(move |row| Job { call, row }));
    let jobs = sample(jobs.collect(), SEED, |job| job.row.kinds(&calls[job.call]).into());
    let (hasty, usual) = jobs.into_iter().partition(|job| is_hasty(&job.row.change));
    let tallies = Arc::new(Mutex::new(calls.iter().map(|_| Tally::default()).collect::<Vec<_>>()));
    let (usual, hasty): (Jobs, Jobs) = (Arc::new(Mutex::new(usual)), Arc::new(Mutex::new(hasty)));
    let before = Arc::new(before);
    let workers: Vec<_> = (0..WORKERS + HASTY)
        .map(|slot| {
            let queue = Arc::clone(if slot < WORKERS { &usual } else { &hasty });
            let worker = Worker {
                slot,
                client: client(address, slot, slot >= WORKERS),
                slots: Arc::clone(&slots),
            };
            let (calls, before) = (Arc::clone(&calls), Arc::clone(&before));
            let tallies = Arc::clone(&tallies);
            runtime.spawn(async move {
                worker.sign_in(&calls).await;
                while let Some(job) = next(&queue) {
                    let (tried, before) = (&calls[job.call], &before[job.call]);
                    let found = worker.hold(tried, before, &job.row).await;
                    let mut tallies = tallies.lock().unwrap_or_else(PoisonError::into_inner);
                    let tally = &mut tallies[job.call];
                    tally.apply += 1;
                    if let Err(what) = found {
                        let Row { finding, name, .. } = &job.row;
                        tally.failed.push(format!("{} · {finding} · {name}: {what}", tried.name));
                    }
                }
            })
        })
        .collect();
    runtime.block_on(async {
        for worker in workers {
            worker.await.unwrap();
        }
    });
    runtime.shutdown_background();
    let tallies = std::mem::take(&mut *tallies.lock().unwrap_or_else(PoisonError::into_inner));
    calls.iter().map(|tried| tried.name).zip(tallies).collect()
}

fn next(queue: &Mutex<VecDeque<Job>>) -> Option<Job> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
}

fn is_hasty(change: &Change) -> bool {
    matches!(change, Change::Wire(Wire::HangBefore | Wire::HangAfterHead | Wire::HangInBody))
}

fn client(address: std::net::SocketAddr, slot: usize, hasty: bool) -> Client {
    let patience = if hasty { Duration::from_millis(300) } else { Duration::from_secs(20) };
    let time_outs = TimeOuts {
        connect: Duration::from_secs(20),
        read: patience,
        total: patience,
        money: patience,
    };
    let options = Options { time_outs, ..Options::default() };
    signed_in(&format!("http://{address}/s{slot}/v3.1"), options)
}

/// What the client reads of each unchanged reply, which must be all of it.
fn baseline(
    runtime: &Runtime,
    calls: &[TestedCall],
    slots: &Slots,
    address: std::net::SocketAddr,
) -> Vec<Value> {
    let client = client(address, 0, false);
    calls
        .iter()
        .map(|tried| {
            let token_too = tried.name == "POST /Account/Token";
            slots.say(0, token_too, scripts(&tried.base(), &Change::None));
            match runtime.block_on((tried.run)(client.clone())) {
                CallResult::Read { value, oddities } => {
                    assert!(oddities.is_empty(), "{}: {oddities:?}", tried.name);
                    if let Err(what) = same(&tried.base(), &value) {
                        panic!("{}: {what}", tried.name);
                    }
                    value
                }
                CallResult::Nothing => panic!("{}: nothing came", tried.name),
                CallResult::Failed(error) => panic!("{}: {error:?}", tried.name),
            }
        })
        .collect()
}

struct Worker {
    slot: usize,
    client: Client,
    slots: Arc<Slots>,
}

impl Worker {
    /// A hasty client gives up a token that comes late from a loaded machine. It signs in before the
    /// first row, as often as that takes.
    async fn sign_in(&self, calls: &[TestedCall]) {
        let tried = calls.iter().find(|tried| tried.nature == CallKind::One).unwrap();
        self.slots.say(self.slot, false, scripts(&tried.base(), &Change::None));
        let begun = Instant::now();
        while !matches!(self.call(tried).await, Ok(CallResult::Read { .. })) {
            assert!(begun.elapsed() < HUNG, "it cannot sign in");
        }
    }

    async fn hold(&self, tried: &TestedCall, before: &Value, row: &Row) -> Result<(), String> {
        let base = tried.base();
        let token_too = tried.name == "POST /Account/Token";
        self.slots.say(self.slot, token_too, scripts(&base, &row.change));
        let came = self.call(tried).await?;
        judge(tried, &base, before, row, &came)?;
        let asked = self.slots.asked(self.slot);
        if asked.iter().any(|asked| asked.path() == "/elsewhere") {
            return Err("a redirect was followed".to_owned());
        }
        let twice = matches!(row.change, Change::Once(_));
        if matches!(tried.nature, CallKind::Money) && asked.len() > 1 && !twice {
            let renewed = matches!(row.change, Change::Status(401 | 403, _));
            if !renewed {
                return Err(format!("it was sent {} times", asked.len()));
            }
        }
        if matches!(row.change, Change::Wire(Wire::TwoAnswers)) {
            self.slots.say(self.slot, token_too, scripts(&base, &Change::None));
            let after = self.call(tried).await?;
            return judge_must(before, &Expectation::Same, None, &after)
                .map_err(|what| format!("and the next call: {what}"));
        }
        Ok(())
    }

    async fn call(&self, tried: &TestedCall) -> Result<CallResult, String> {
        let mut running = tokio::spawn((tried.run)(self.client.clone()));
        match tokio::time::timeout(HUNG, &mut running).await {
            Err(_) => {
                // What it would still send belongs to this row, not to the next one of the slot.
                running.abort();
                Err("no end came".to_owned())
            }
            Ok(Err(broken)) => Err(format!("it panicked: {broken}")),
            Ok(Ok(came)) => Ok(came),
        }
    }
}

fn judge(
    tried: &TestedCall,
    base: &Value,
    before: &Value,
    row: &Row,
    came: &CallResult,
) -> Result<(), String> {
    let given = match &row.must {
        Expectation::Except(place)
        | Expectation::ExceptOrError(place)
        | Expectation::Contains(place) => place.get(&changed(base, &row.change)).cloned(),
        _ => None,
    };
    if let (CallKind::Money, CallResult::Failed(error)) = (tried.nature, came) {
        certain(&row.change, error)?;
    }
    match (&row.must, came) {
        // A reply without a label: the desk checks whether the reply is the file itself, and
        // reports it if not.
        (must, CallResult::Nothing) if tried.nature == CallKind::Write => match must {
            Expectation::Except(place) if place.name() == Some("labels") => Ok(()),
            must if may_fail(must) => Ok(()),
            must => Err(format!("no label instead of {must:?}")),
        },
        (Expectation::Rows | Expectation::RowsOrError, CallResult::Read { value, .. }) => {
            let at = Path::of(tried.rows.unwrap_or_default());
            let null = Value::Null;
            same(at.get(before).unwrap_or(&null), at.get(value).unwrap_or(&null))
        }
        (must, came) => judge_must(before, must, given.as_ref(), came),
    }
}

/// Money may have moved unless the response was a documented refusal.
fn certain(change: &Change, error: &ApiError) -> Result<(), String> {
    let change = match change {
        Change::Once(inner) => inner,
        change => change,
    };
    let said_no = matches!(
        change,
        Change::Status(400..=499, Body::Documented(_) | Body::LowerCase(_) | Body::One(_))
    );
    if said_no || error.certainty() == Certainty::Unknown {
        return Ok(());
    }
    Err(format!(
        "money may have moved, and the client is certain: {:?} {:?}",
        error.certainty(),
        error.kind
    ))
}

fn judge_must(
    before: &Value,
    must: &Expectation,
    given: Option<&Value>,
    came: &CallResult,
) -> Result<(), String> {
    let (value, oddities) = match came {
        CallResult::Failed(error) => {
            return match must {
                must if may_fail(must) => Ok(()),
                Expectation::Code(code) if error.has_code(code) => Ok(()),
                other => Err(format!("{} instead of {other:?}", told(error))),
            };
        }
        CallResult::Nothing => {
            return match must {
                Expectation::Nothing | Expectation::NothingOrError | Expectation::Any => Ok(()),
                other => Err(format!("“there is none” instead of {other:?}")),
            };
        }
        CallResult::Read { value, oddities } => (value, oddities),
    };
    // Nothing of it was read, and an oddity reports that.
    let is_told = pruned(value).is_null() && oddities.iter().any(String::is_empty);
    match must {
        Expectation::SameOrError if is_told => Ok(()),
        Expectation::Same
        | Expectation::SameOrError
        | Expectation::Rows
        | Expectation::RowsOrError => same(before, value),
        Expectation::SameLetters | Expectation::SameLettersOrError => {
            same(&letters(before), &letters(value))
        }
        Expectation::Except(place) | Expectation::ExceptOrError(place) => {
            same_except(before, value, &place.0)?;
            told_or_read(place, before, value, given, oddities)
        }
        Expectation::Without(place) | Expectation::WithoutOrError(place) => {
            same_except(before, value, &place.0)
        }
        Expectation::Contains(place) => {
            same_except(before, value, &place.0)?;
            contains(place, before, value)
        }
        Expectation::Nothing | Expectation::NothingOrError if nothing_in(value) => Ok(()),
        Expectation::Any => Ok(()),
        other => Err(format!("{} was read instead of {other:?}", short(value))),
    }
}

fn may_fail(must: &Expectation) -> bool {
    matches!(
        must,
        Expectation::SameOrError
            | Expectation::SameLettersOrError
            | Expectation::ExceptOrError(_)
            | Expectation::WithoutOrError(_)
            | Expectation::RowsOrError
            | Expectation::NothingOrError
            | Expectation::Error
            | Expectation::Any
    )
}

fn told(error: &ApiError) -> String {
    use std::error::Error;
    let cause = error.source().map(ToString::to_string).unwrap_or_default();
    format!("{} ({cause})", error.kind)
}

/// Whether there are no rows; paging members do not count.
fn nothing_in(value: &Value) -> bool {
    let rows = ["results", "rates"].iter().find_map(|key| value.get(key));
    pruned(rows.unwrap_or(value)).is_null()
}

fn told_or_read(
    place: &Path,
    before: &Value,
    value: &Value,
    given: Option<&Value>,
    oddities: &[String],
) -> Result<(), String> {
    let Some(given) = given else { return Ok(()) };
    let known = place.get(before).is_some_and(says_something);
    let read = place.get(value).map(pruned).unwrap_or_default();
    let no_date = *given == "0001-01-01T00:00:00";
    if !read.is_null() && (no_date || !means(given, &read)) {
        // The element after a dropped one has moved into its place.
        let moved = matches!(place.last(), Some(super::path::Step::At(_)));
        if !moved || oddities.is_empty() {
            return Err(format!("{place} = {} was read as {}", short(given), short(&read)));
        }
    }
    if !known || !says_something(given) || !read.is_null() {
        return Ok(());
    }
    // An object with unknown members need not be reported where known members are expected.
    let of_members = |value: &Value| value.is_object() || value[0].is_object();
    if given.is_object() && place.get(before).is_some_and(of_members) {
        return Ok(());
    }
    let word = place.name().unwrap_or_default();
    if oddities.iter().any(|path| path.contains(word)) {
        return Ok(());
    }
    Err(format!("{place} = {} was left out and not told ({oddities:?})", short(given)))
}

fn contains(place: &Path, before: &Value, value: &Value) -> Result<(), String> {
    let list = |value: &Value| {
        let list = place.get(&pruned(value)).cloned();
        list.and_then(|list| list.as_array().cloned()).unwrap_or_default()
    };
    let read = list(value);
    for element in list(before) {
        if !read.iter().any(|read| means(&element, read)) {
            return Err(format!("{place} lost {}", short(&element)));
        }
    }
    Ok(())
}

/// The value with only the letters that all encodings have in common.
fn letters(value: &Value) -> Value {
    match value {
        Value::Object(object) => {
            object.iter().map(|(key, value)| (key.clone(), letters(value))).collect()
        }
        Value::Array(items) => items.iter().map(letters).collect(),
        Value::String(text) => text
            .chars()
            .filter(|letter| letter.is_ascii_graphic() && *letter != '?')
            .collect::<String>()
            .into(),
        other => other.clone(),
    }
}
