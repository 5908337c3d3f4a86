//! A scale beside the desk: found, read in threads of its own, and its weight taken into the
//! draft, by a key or by itself. What moves, is old or is no weight is never taken; what a
//! person typed is never overwritten by itself.

mod descriptor;
mod find;
#[cfg(any(windows, target_os = "macos"))]
mod listed;
mod reader;
mod report;

use std::sync::Arc;
use std::sync::mpsc::Sender;

use jiff::{SignedDuration, Timestamp};

use crate::base::measure::ExactWeight;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::parcel::draft::{PackageForm, Weighed};
use crate::desk::scale::reader::Told;

pub use crate::desk::records::scale_reading::Witness;
pub use crate::desk::scale::descriptor::Layout;
pub use crate::desk::scale::find::{Devices, RULE_FILE, Scale, ScaleSource};
pub use crate::desk::scale::report::Status;

/// A scale that has said nothing for longer may have another parcel on it by now.
pub const FRESH: SignedDuration = SignedDuration::from_secs(3);

/// What is known of scales.
#[derive(Debug, Default)]
pub struct Scales {
    /// Whether this system's scales can be read at all.
    pub supported: bool,
    pub found: Vec<Scale>,
    /// The one in use.
    pub used: Option<Scale>,
    pub reading: Option<Reading>,
    pub fault: Option<ScaleFault>,
    /// Whether the draft takes a weight. Copied after each change of it.
    pub(in crate::desk) draft: KnownToScale,
    /// Taken for a package of the draft, counted from 0.
    pub(in crate::desk) weighed: Option<(usize, Weighed)>,
    hand: Hand,
}

/// What the scale must know of the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::desk) enum KnownToScale {
    /// It takes a weight; that which comes by itself, for this package.
    Free(Option<usize>),
    /// Its label is on the screen.
    Bought,
    /// The draft's label is held back, sent or in doubt: it does not change under that.
    BeingBought,
}

impl Default for KnownToScale {
    fn default() -> Self {
        Self::Free(None)
    }
}

/// Why the scale in use gives no reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScaleFault {
    /// This person may not read the device.
    NoRights,
    /// In the system's words.
    Unreadable(String),
}

/// What the scale showed, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub status: Status,
    /// Or why the numbers are no weight.
    pub weight: Result<ExactWeight, &'static str>,
    pub at: Timestamp,
}

impl Reading {
    pub fn is_fresh(&self, now: Timestamp) -> bool {
        let age = now.duration_since(self.at);
        // A clock that was set back tells nothing about the age.
        age <= FRESH && !age.is_negative()
    }
}

impl Scales {
    /// Whether there is a scale to speak of, or one is missed.
    pub fn is_there(&self, chosen: &str) -> bool {
        self.supported && (self.used.is_some() || !chosen.is_empty())
    }

    /// The weight that may be taken now, or why there is none.
    ///
    /// # Errors
    /// A sentence for the person at the scale.
    pub fn weight(&self, now: Timestamp) -> Result<ExactWeight, String> {
        if !self.supported {
            return Err("Scales are not supported on this system".to_owned());
        }
        let Some(scale) = &self.used else {
            return Err("No scale is connected".to_owned());
        };
        match (&scale.layout, &self.fault) {
            (Err(why), _) => return Err(format!("{} cannot be read. {why}", scale.name)),
            (_, Some(ScaleFault::NoRights)) => {
                return Err("No permission to read the scale; see Settings, Scale".to_owned());
            }
            (_, Some(ScaleFault::Unreadable(why))) => {
                return Err(format!("{} cannot be read: {why}", scale.name));
            }
            (Ok(_), None) => {}
        }
        let Some(reading) = &self.reading else {
            return Err("The scale has not shown a weight yet".to_owned());
        };
        if !reading.is_fresh(now) {
            return Err("The last reading is old: lift the parcel and put it back".to_owned());
        }
        let words = match reading.status {
            Status::Stable => return still(reading),
            Status::Zero => "The scale is empty: put the parcel on it",
            Status::Moving => "The scale is still moving",
            Status::UnderZero => "The scale is below zero: empty it and press its zero key",
            Status::OverLimit => "The parcel is too heavy for the scale",
            Status::NeedsCalibration => "The scale needs calibration",
            Status::NeedsZero => "The scale asks for its zero key",
            Status::Fault => "The scale reports a fault",
            Status::Unknown(_) => "The scale reports a state that is not known",
        };
        Err(words.to_owned())
    }
}

fn still(reading: &Reading) -> Result<ExactWeight, String> {
    match reading.weight {
        Err(why) => Err(why.to_owned()),
        Ok(weight) if weight.steps <= 0 => {
            Err("The scale is empty: put the parcel on it".to_owned())
        }
        Ok(weight) => Ok(weight),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleIntent {
    /// Takes the weight into this package of the draft, counted from 0.
    Weigh { package: usize },
}

/// What only the desk needs to know of it.
#[derive(Debug, Default)]
struct Hand {
    /// Names the scale to use; gone with the desk, which ends the threads.
    orders: Option<Sender<String>>,
    run: u64,
    /// What lies on the scale was taken, or stood beside a typed weight: it waits until the
    /// scale moves, so that the next draft does not get the last parcel's weight.
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
        let tell = teller(outbox.clone());
        let started = thread.spawn(move || reader::watch(&source, pause, chosen, &ordered, &tell));
        if let Err(error) = started {
            let text = format!("Scales are not looked for: {error}");
            outbox
                .send(move |_, ctx| ctx.notice(Tone::Warning, text, None))
                .await;
        }
    });
}

fn teller(outbox: Outbox<Scales>) -> reader::Tell {
    Arc::new(move |told| outbox.put(move |me, ctx| hear(me, ctx, told)))
}

/// After a change of the settings.
pub(in crate::desk) fn choose(me: &mut Scales, ctx: &mut Ctx<'_>) {
    if let Some(orders) = &me.hand.orders {
        // The other end is gone only when its thread could not be started, which was told.
        let _ = orders.send(ctx.settings.weigh_with.clone());
    }
}

pub(in crate::desk) fn apply(me: &mut Scales, ctx: &mut Ctx<'_>, intent: ScaleIntent) {
    let ScaleIntent::Weigh { package } = intent;
    let obstacle = match me.draft {
        KnownToScale::Free(_) => None,
        KnownToScale::Bought => Some("Not weighed: start the next shipment first"),
        KnownToScale::BeingBought => Some("Not weighed: this label is being bought"),
    };
    if let Some(words) = obstacle {
        return ctx.notice(Tone::Warning, words, None);
    }
    match me.weight(ctx.clock.now()) {
        Ok(weight) => take(me, ctx, package, weight),
        Err(why) => ctx.notice(Tone::Warning, format!("Not weighed. {why}"), None),
    }
}

fn hear(me: &mut Scales, ctx: &mut Ctx<'_>, told: Told) {
    let now = ctx.clock.now();
    match told {
        Told::Found(found) => me.found = found,
        Told::Run(run, used) => {
            me.hand.run = run;
            me.hand.spent = false;
            me.used = used;
            me.reading = None;
            me.fault = None;
        }
        Told::Ended(run, error) if run == me.hand.run => {
            me.reading = None;
            me.fault = Some(match error.kind() {
                std::io::ErrorKind::PermissionDenied => ScaleFault::NoRights,
                _ => ScaleFault::Unreadable(error.to_string()),
            });
        }
        Told::Report(run, report) if run == me.hand.run => {
            me.fault = None;
            me.reading = Some(Reading {
                status: report.status,
                weight: report.weight,
                at: now,
            });
            rest_or_move(me, report.status);
            by_itself(me, ctx, now);
        }
        Told::Ended(..) | Told::Report(..) => {}
    }
}

/// A parcel that is labelled on the scale moves too: then only an empty scale shows that the
/// next weight is another parcel's.
fn rest_or_move(me: &mut Scales, status: Status) {
    let moved = match status {
        Status::Stable => false,
        Status::Zero => true,
        _ => matches!(me.draft, KnownToScale::Free(_)),
    };
    me.hand.spent &= !moved;
}

/// Takes a weight that came to rest, once, where nobody typed one.
fn by_itself(me: &mut Scales, ctx: &mut Ctx<'_>, now: Timestamp) {
    let KnownToScale::Free(package) = me.draft else {
        return;
    };
    if !ctx.settings.weigh_by_itself || me.hand.spent {
        return;
    }
    let Ok(weight) = me.weight(now) else {
        return;
    };
    me.hand.spent = true;
    if let Some(package) = package {
        take(me, ctx, package, weight);
    }
}

/// The package a weight may go to by itself: the only one, unless somebody typed its weight,
/// or the first of several that has none.
pub(in crate::desk) fn free_package(packages: &[PackageForm]) -> Option<usize> {
    let empty = |package: &PackageForm| package.weight.trim().is_empty();
    match packages {
        [only] => (empty(only) || only.is_weighed()).then_some(0),
        several => several.iter().position(empty),
    }
}

fn take(me: &mut Scales, ctx: &mut Ctx<'_>, package: usize, weight: ExactWeight) {
    me.hand.spent = true;
    let scale = &*me;
    let weighed = Weighed {
        digits: weight.digits(),
        unit: weight.unit,
        at: scale
            .reading
            .as_ref()
            .map(|it| it.at.to_string())
            .unwrap_or_default(),
        scale: scale
            .used
            .as_ref()
            .map(|it| it.name.clone())
            .unwrap_or_default(),
    };
    me.weighed = Some((package, weighed));
    ctx.announce(Event::PackageWeighed);
}
