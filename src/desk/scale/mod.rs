//! Support for a scale: finding it, reading it in separate threads, and putting its weight into the
//! draft, on a key press or automatically. A weight that is moving, old or invalid is never used,
//! and a typed weight is never overwritten automatically.

mod descriptor;
mod find;
#[cfg(any(windows, target_os = "macos"))]
mod listed;
mod reader;
mod report;

use std::sync::Arc;
use std::sync::mpsc::Sender;

use jiff::{SignedDuration, Timestamp};

use crate::base::locale::Message;
use crate::base::measure::ExactWeight;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::scale::reader::ScaleMessage;
use crate::message;
use crate::parcel::draft::{PackageForm, Weighed};

pub use crate::desk::records::scale_reading::ScaleReading;
pub use crate::desk::scale::descriptor::Layout;
pub use crate::desk::scale::find::{HidrawFolders, RULE_FILE, Scale, ScaleSource};
pub use crate::desk::scale::report::Status;

/// A reading older than this is not used, because there may be another parcel on the scale by now.
pub const FRESH: SignedDuration = SignedDuration::from_secs(3);

/// State of the scales.
#[derive(Debug, Default)]
pub struct Scales {
    /// Whether this system's scales can be read at all.
    pub supported: bool,
    pub found: Vec<Scale>,
    /// The scale in use.
    pub used: Option<Scale>,
    pub reading: Option<Reading>,
    pub fault: Option<ScaleFault>,
    /// Whether the draft accepts a weight. Copied here after each change of the draft.
    pub(in crate::desk) draft: KnownToScale,
    /// The weight taken for a package of the draft; packages are counted from 0.
    pub(in crate::desk) weighed: Option<(usize, Weighed)>,
    /// The weight taken for the scanned order.
    pub(in crate::desk) weighed_order: Option<Weighed>,
    hand: ScaleThreads,
}

/// What the scale needs to know about the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::desk) enum KnownToScale {
    /// The draft accepts a weight. An automatic one goes to this package.
    Free(Option<usize>),
    /// The draft accepts a weight, but no automatic one: the parcel on the scale may belong to an order
    /// that is scanned next.
    Reserved,
    /// A scanned order waits for its weight.
    OfOrder,
    /// The draft is bought and its label is on screen.
    Bought,
    /// The draft's purchase is held, being sent, or its outcome is unknown, so the draft must not
    /// change.
    BeingBought,
}

impl Default for KnownToScale {
    fn default() -> Self {
        Self::Free(None)
    }
}

/// Why the scale in use cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScaleFault {
    /// The user has no permission to read the device.
    NoRights,
    /// The error message of the system.
    Unreadable(String),
}

/// The last report of the scale, and when it was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub status: Status,
    /// The weight, or why the report has no valid weight.
    pub weight: Result<ExactWeight, &'static str>,
    pub at: Timestamp,
}

impl Reading {
    pub fn is_fresh(&self, now: Timestamp) -> bool {
        let age = now.duration_since(self.at);
        // After the clock was set back, the age is unknown.
        age <= FRESH && !age.is_negative()
    }
}

impl Scales {
    /// Whether a scale is in use, or a chosen scale is missing.
    pub fn is_there(&self, chosen: &str) -> bool {
        self.supported && (self.used.is_some() || !chosen.is_empty())
    }

    /// Whether the weight on the scale was used before and the parcel has not moved since. It is not
    /// taken automatically again.
    pub fn was_taken(&self) -> bool {
        self.hand.spent
    }

    /// The weight that can be used now, or why there is none.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn weight(&self, now: Timestamp) -> Result<ExactWeight, Message> {
        if !self.supported {
            return Err(message!("settings-weigh-unsupported"));
        }
        let Some(scale) = &self.used else {
            return Err(message!("settings-weigh-no-scale"));
        };
        match (&scale.layout, &self.fault) {
            (Err(why), _) => {
                let words = message!("settings-weigh-layout", scale = &scale.name, reason = why);
                return Err(words);
            }
            (_, Some(ScaleFault::NoRights)) => {
                return Err(message!("settings-weigh-forbidden"));
            }
            (_, Some(ScaleFault::Unreadable(why))) => {
                let words = message!("settings-weigh-failed", scale = &scale.name, reason = why);
                return Err(words);
            }
            (Ok(_), None) => {}
        }
        let Some(reading) = &self.reading else {
            return Err(message!("settings-weigh-silent"));
        };
        if !reading.is_fresh(now) {
            return Err(message!("settings-weigh-old"));
        }
        let words = match reading.status {
            Status::Stable => return still(reading),
            Status::Zero => message!("settings-weigh-empty"),
            Status::Moving => message!("settings-weigh-moving"),
            Status::UnderZero => message!("settings-weigh-below-zero"),
            Status::OverLimit => message!("settings-weigh-overload"),
            Status::NeedsCalibration => message!("settings-weigh-calibration"),
            Status::NeedsZero => message!("settings-weigh-needs-zero"),
            Status::Fault => message!("settings-weigh-fault"),
            Status::Unknown(_) => message!("settings-weigh-unknown"),
        };
        Err(words)
    }
}

fn still(reading: &Reading) -> Result<ExactWeight, Message> {
    match reading.weight {
        Err(why) => Err(why.into()),
        Ok(weight) if weight.steps <= 0 => Err(message!("settings-weigh-empty")),
        Ok(weight) => Ok(weight),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleIntent {
    /// Puts the weight into this package of the draft, counted from 0.
    Weigh { package: usize },
    /// Puts the weight into the scanned order.
    WeighOrder,
}

/// Internal state of the scale.
#[derive(Debug, Default)]
struct ScaleThreads {
    /// Sends the id of the scale to use. Dropping it ends the threads.
    orders: Option<Sender<String>>,
    run: u64,
    /// The weight on the scale was used, or a typed weight was there. It is not used automatically
    /// again until the scale moves, so that the next draft does not get the weight of the last
    /// parcel.
    spent: bool,
}

/// Starts looking for scales.
pub(in crate::desk) fn begin(me: &mut Scales, ctx: &mut Ctx<'_>, source: Option<ScaleSource>) {
    let Some(source) = source else {
        return;
    };
    let (orders, ordered) = std::sync::mpsc::channel();
    let (pause, chosen) = (ctx.pace.scale, ctx.settings.weigh_with.clone());
    me.supported = true;
    me.hand.orders = Some(orders);
    ctx.jobs.spawn_lasting(|outbox: Outbox<Scales>| async move {
        let thread = std::thread::Builder::new().name("postroom-scales".to_owned());
        let tell = message_sender(outbox.clone());
        let started = thread.spawn(move || reader::watch(&source, pause, chosen, &ordered, &tell));
        if let Err(error) = started {
            let text = message!("settings-scales-not-searched", reason = error.to_string());
            outbox.send(move |_, ctx| ctx.notice(Tone::Warning, text, None)).await;
        }
    });
}

fn message_sender(outbox: Outbox<Scales>) -> reader::Tell {
    Arc::new(move |told| outbox.send_blocking(move |me, ctx| apply_message(me, ctx, told)))
}

/// The setting of the scale to use may have changed.
pub(in crate::desk) fn choose(me: &mut Scales, ctx: &mut Ctx<'_>) {
    if let Some(orders) = &me.hand.orders {
        // Sending fails only if the thread could not be started, which was reported.
        let _ = orders.send(ctx.settings.weigh_with.clone());
    }
}

pub(in crate::desk) fn apply(me: &mut Scales, ctx: &mut Ctx<'_>, intent: ScaleIntent) {
    let place = match intent {
        ScaleIntent::Weigh { package } => Some(package),
        ScaleIntent::WeighOrder => None,
    };
    let obstacle = match me.draft {
        _ if place.is_none() => None,
        KnownToScale::Free(_) | KnownToScale::Reserved | KnownToScale::OfOrder => None,
        KnownToScale::Bought => Some(message!("settings-not-weighed-bought")),
        KnownToScale::BeingBought => Some(message!("settings-not-weighed-buying")),
    };
    if let Some(words) = obstacle {
        return ctx.notice(Tone::Info, words, None);
    }
    match me.weight(ctx.clock.now()) {
        Ok(weight) => take(me, ctx, place, weight),
        Err(why) => {
            let text = message!("settings-not-weighed", reason = why);
            ctx.notice(Tone::Info, text, None);
        }
    }
}

fn apply_message(me: &mut Scales, ctx: &mut Ctx<'_>, told: ScaleMessage) {
    let now = ctx.clock.now();
    match told {
        ScaleMessage::Found(found) => me.found = found,
        ScaleMessage::Run(run, used) => {
            me.hand.run = run;
            me.hand.spent = false;
            me.used = used;
            me.reading = None;
            me.fault = None;
        }
        ScaleMessage::Ended(run, error) if run == me.hand.run => {
            me.reading = None;
            me.fault = Some(match error.kind() {
                std::io::ErrorKind::PermissionDenied => ScaleFault::NoRights,
                _ => ScaleFault::Unreadable(error.to_string()),
            });
        }
        ScaleMessage::Report(run, report) if run == me.hand.run => {
            me.fault = None;
            me.reading = Some(Reading { status: report.status, weight: report.weight, at: now });
            rest_or_move(me, report.status);
            by_itself(me, ctx, now);
        }
        ScaleMessage::Ended(..) | ScaleMessage::Report(..) => {}
    }
}

/// Clears `spent` when the scale moves. While the draft is being bought or is bought, only an empty
/// scale does so, because the parcel moves while its label is applied.
fn rest_or_move(me: &mut Scales, status: Status) {
    let moved = match status {
        Status::Stable => false,
        Status::Zero => true,
        _ => !matches!(me.draft, KnownToScale::Bought | KnownToScale::BeingBought),
    };
    me.hand.spent &= !moved;
}

/// A scanned order begins to wait for its weight: the parcel may lie on the scale already, and a scale
/// that reports only changes would say no more.
pub(in crate::desk) fn take_resting_weight(me: &mut Scales, ctx: &mut Ctx<'_>) {
    let now = ctx.clock.now();
    by_itself(me, ctx, now);
}

/// Uses a stable weight automatically, once, if no weight was typed.
fn by_itself(me: &mut Scales, ctx: &mut Ctx<'_>, now: Timestamp) {
    let place = match me.draft {
        KnownToScale::Free(package) => package.map(Some),
        KnownToScale::OfOrder => Some(None),
        _ => return,
    };
    if !ctx.settings.weigh_by_itself || me.hand.spent {
        return;
    }
    let Ok(weight) = me.weight(now) else {
        return;
    };
    me.hand.spent = true;
    if let Some(place) = place {
        take(me, ctx, place, weight);
    }
}

/// The package for an automatic weight: the only package, unless its weight was typed, or the first
/// of several without a weight.
pub(in crate::desk) fn free_package(packages: &[PackageForm]) -> Option<usize> {
    let empty = |package: &PackageForm| package.weight.trim().is_empty();
    match packages {
        [only] => (empty(only) || only.is_weighed()).then_some(0),
        several => several.iter().position(empty),
    }
}

/// Takes the weight for this package of the draft, or for the scanned order.
fn take(me: &mut Scales, ctx: &mut Ctx<'_>, package: Option<usize>, weight: ExactWeight) {
    me.hand.spent = true;
    let scale = &*me;
    let weighed = Weighed {
        digits: weight.digits(),
        unit: weight.unit,
        at: scale.reading.as_ref().map(|it| it.at.to_string()).unwrap_or_default(),
        scale: scale.used.as_ref().map(|it| it.name.clone()).unwrap_or_default(),
    };
    match package {
        Some(package) => me.weighed = Some((package, weighed)),
        None => me.weighed_order = Some(weighed),
    }
    ctx.announce(Event::PackageWeighed);
}
