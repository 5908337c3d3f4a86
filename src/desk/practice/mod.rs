//! Controls of the practice service, which are not part of the interface: clock, balance refill,
//! faults.

mod faults;

use http::Method;
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::service_time::PracticeClock;
use crate::desk::kernel::session;

pub use crate::desk::practice::faults::{Fault, FaultKind};

/// State of the practice service's controls.
#[derive(Debug, Default)]
pub struct Practice {
    /// Faults that are still pending.
    pub faults: Vec<Fault>,
}

impl AccountChange for Practice {
    fn give_up_requests(&mut self) {}

    fn forget_rows(&mut self) {
        *self = Self::default();
    }
}

#[derive(Clone, Debug)]
pub enum PracticeIntent {
    RefreshClock,
    Pause(bool),
    DaySeconds(u32),
    JumpDays(u32),
    Refill,
    /// Asks for the faults that are still pending.
    RefreshFaults,
    AddFault(Fault),
    ClearFaults,
}

const PRACTICE: Slot<Practice> = Slot::with_account("practice clock");

pub(in crate::desk) fn apply(me: &mut Practice, ctx: &mut Ctx<'_>, intent: PracticeIntent) {
    match intent {
        PracticeIntent::RefreshClock => refresh_clock(me, ctx),
        PracticeIntent::Pause(paused) => set_clock(ctx, json!({ "paused": paused })),
        PracticeIntent::DaySeconds(seconds) => set_clock(ctx, json!({ "dayLength": seconds })),
        PracticeIntent::JumpDays(days) => set_clock(ctx, json!({ "jump": { "days": days } })),
        PracticeIntent::RefreshFaults => faults::reload_faults(ctx),
        PracticeIntent::AddFault(fault) => faults::add(ctx, &fault),
        PracticeIntent::ClearFaults => faults::clear(ctx),
        PracticeIntent::Refill => call(ctx, Method::POST, "/refill", Some(json!({}))),
    }
}

pub(in crate::desk) fn refresh_clock(me: &mut Practice, ctx: &mut Ctx<'_>) {
    call(ctx, Method::GET, "/clock", None);
    if !me.faults.is_empty() {
        faults::reload_faults(ctx);
    }
}

fn set_clock(ctx: &mut Ctx<'_>, change: Value) {
    call(ctx, Method::POST, "/clock", Some(change));
}

fn call(ctx: &mut Ctx<'_>, method: Method, path: &'static str, body: Option<Value>) {
    let Some(link) = ctx.link.clone() else {
        return;
    };
    let Some(practice_url) = link.practice_url.clone() else {
        return;
    };
    let reading = body.is_none();
    let work = async move {
        let url = format!("{practice_url}{path}");
        link.client.raw_json(method, &url, body.as_ref()).await
    };
    ctx.jobs.answer(PRACTICE, work, move |_, ctx, answer| match answer {
        Ok(value) => answered(ctx, &value, reading),
        Err(error) => {
            let setback = session::setback(&error);
            ctx.notice_failure(setback.trouble);
        }
    });
}

fn answered(ctx: &mut Ctx<'_>, value: &Value, reading: bool) {
    if let Some(clock) = read_clock(value, ctx.clock.now()) {
        *ctx.practice = Some(clock);
        ctx.announce(Event::PracticeTimeRead);
    }
    if !reading {
        ctx.announce(Event::PracticeWorldChanged);
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
