//! The practice service's own routes, beside the interface: its clock and a refill.

mod faults;

use http::Method;
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::service_time::PracticeClock;
use crate::desk::kernel::session;

pub use crate::desk::practice::faults::{Fault, FaultKind};

/// The practice service's own controls.
#[derive(Debug, Default)]
pub struct Practice {
    /// What the practice service was asked to do wrong and has not yet.
    pub faults: Vec<Fault>,
}


#[derive(Clone, Debug)]
pub enum PracticeIntent {
    RefreshClock,
    Pause(bool),
    DaySeconds(u32),
    JumpDays(u32),
    Refill,
    /// Asks what is still to go wrong.
    RefreshFaults,
    AddFault(Fault),
    ClearFaults,
}

const PRACTICE: Slot = Slot::with_account("practice clock");

pub(in crate::desk) fn apply(desk: &mut Desk, intent: PracticeIntent) {
    match intent {
        PracticeIntent::RefreshClock => refresh_clock(desk),
        PracticeIntent::Pause(paused) => set_clock(desk, json!({ "paused": paused })),
        PracticeIntent::DaySeconds(seconds) => set_clock(desk, json!({ "dayLength": seconds })),
        PracticeIntent::JumpDays(days) => set_clock(desk, json!({ "jump": { "days": days } })),
        PracticeIntent::RefreshFaults => faults::look(desk),
        PracticeIntent::AddFault(fault) => faults::add(desk, &fault),
        PracticeIntent::ClearFaults => faults::clear(desk),
        PracticeIntent::Refill => call(desk, Method::POST, "/refill", Some(json!({}))),
    }
}

pub(in crate::desk) fn refresh_clock(desk: &mut Desk) {
    call(desk, Method::GET, "/clock", None);
    if !desk.state.practice_faults.is_empty() {
        faults::look(desk);
    }
}

fn set_clock(desk: &mut Desk, change: Value) {
    call(desk, Method::POST, "/clock", Some(change));
}

fn call(desk: &mut Desk, method: Method, path: &'static str, body: Option<Value>) {
    let Some(link) = desk.link.clone() else {
        return;
    };
    let Some(practice_url) = link.practice_url.clone() else {
        return;
    };
    let reading = body.is_none();
    desk.jobs.start(PRACTICE, |outbox| async move {
        let url = format!("{practice_url}{path}");
        let answer = link.client.raw_json(method, &url, body.as_ref()).await;
        outbox
            .send(move |desk| match answer {
                Ok(value) => answered(desk, &value, reading),
                Err(error) => {
                    let setback = session::setback(&error);
                    desk.complain(setback.trouble);
                }
            })
            .await;
    });
}

fn answered(desk: &mut Desk, value: &Value, reading: bool) {
    if let Some(clock) = read_clock(value, desk.clock.now()) {
        desk.state.practice = Some(clock);
        desk.announce(Event::PracticeTimeRead);
    }
    if !reading {
        desk.announce(Event::PracticeWorldChanged);
    }
}

fn read_clock(value: &Value, read: Timestamp) -> Option<PracticeClock> {
    Some(PracticeClock {
        now: value.get("now")?.as_str()?.parse().ok()?,
        read,
        day_seconds: u32::try_from(value.get("dayLength")?.as_u64()?).ok()?,
        paused: value.get("paused")?.as_bool()?,
    })
}
