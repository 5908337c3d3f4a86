//! Labels go back into the shop's database: a round takes up what waits, sends what is due, and
//! notes in the orders what the database has committed. Rounds run in the background, one at a time,
//! with a growing pause while the database cannot be reached.
//!
//! The wish is stored with the order when its label is claimed, so neither a crash nor a damaged
//! outbox loses one: each round looks for labels that wait and adds those that the outbox does not
//! know.

mod round;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::base::id::TransactionId;
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::order_results::OrderResults;
use crate::desk::order_results::write_back::round::{Round, RoundResult};
use crate::message;
use crate::orders::documents;
pub use crate::store::outbox::{WriteBackEntry, WriteBackState};

/// It writes into a database of the shop, so it goes on when another account is shown, and gets time
/// to finish when the window closes.
const DELIVER: Slot<OrderResults> = Slot::until_finished("labels written back");

/// While labels are being bought, those that were bought are taken up this often.
const WHILE_BUYING: SignedDuration = SignedDuration::from_secs(3);
/// When a round that never answered is over for certain, the next one begins.
const LOST_ROUND: SignedDuration = SignedDuration::from_secs(120);

/// What waits for the shop's database.
#[derive(Debug, Default)]
pub struct WriteBacks {
    /// What is not over, by the purchase of its label.
    pub open: BTreeMap<TransactionId, WriteBackEntry>,
    /// Why nothing can be sent.
    pub trouble: Option<Message>,
    /// The databases that cannot be used, by key, with the reason: a password that cannot be read, or
    /// a change of another station that nobody has allowed here.
    pub locked: BTreeMap<String, Message>,
    /// When the next round begins; `None` if nothing waits for its time.
    next: Option<Timestamp>,
    /// Another round was asked for while one is at work.
    again: bool,
    /// Decisions for the next round.
    decisions: Vec<WriteBackIntent>,
}

/// A person's decision on an entry, named by its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteBackIntent {
    /// Sends what failed or waits. What may have been written is verified first.
    TryNow(i64),
    /// It was looked for in the database and is not there.
    SendAgain(i64),
    /// It was looked for in the database and is there.
    ItIsWritten(i64),
    GiveUp(i64),
}

impl WriteBacks {
    /// The entries that go on only after a decision of a person, oldest first.
    pub fn undecided(&self) -> Vec<&WriteBackEntry> {
        let open = self.open.values();
        let mut undecided: Vec<_> = open.filter(|entry| needs_person(entry)).collect();
        undecided.sort_by_key(|entry| entry.row);
        undecided
    }
}

/// Whether the entry goes on only after a decision of a person.
pub fn needs_person(entry: &WriteBackEntry) -> bool {
    let has_failed = matches!(entry.state, WriteBackState::Failed | WriteBackState::Unknown);
    has_failed && entry.retry_at.is_none()
}

pub(in crate::desk) fn apply(me: &mut OrderResults, ctx: &mut Ctx<'_>, intent: WriteBackIntent) {
    if !me.write_backs.decisions.contains(&intent) {
        me.write_backs.decisions.push(intent);
    }
    if ctx.jobs.is_running(&DELIVER) {
        // The entry may be the one that is being sent. The outbox drops a decision that no longer fits
        // what became of it.
        me.write_backs.again = true;
        return ctx.notice(Tone::Info, message!("scan-write-back-busy"), None);
    }
    begin(me, ctx);
}

/// Takes up what waits: after purchases, after a change of the settings, and at the start.
pub(in crate::desk) fn take_up(me: &mut OrderResults, ctx: &mut Ctx<'_>) {
    if ctx.jobs.is_running(&DELIVER) {
        me.write_backs.again = true;
        return;
    }
    begin(me, ctx);
}

/// The settings of a database or its password changed: what they refused is tried again.
pub(in crate::desk) fn settings_changed(me: &mut OrderResults, ctx: &mut Ctx<'_>) {
    me.write_backs.locked.clear();
    take_up(me, ctx);
}

/// Begins the round that is due.
pub(in crate::desk) fn deliver_when_due(me: &mut OrderResults, ctx: &mut Ctx<'_>) {
    let now = ctx.clock.now();
    if me.known.is_buying && !me.known.basis.write_backs.is_empty() {
        let soon = now.saturating_add(WHILE_BUYING).unwrap_or(now);
        let next = me.write_backs.next.get_or_insert(soon);
        *next = soon.min(*next);
    }
    if me.write_backs.next.is_some_and(|next| next <= now) && !ctx.jobs.is_running(&DELIVER) {
        begin(me, ctx);
    }
}

/// Time until the next round.
pub(in crate::desk) fn next_wake(me: &OrderResults, ctx: &Ctx<'_>) -> Option<Duration> {
    let left = me.write_backs.next?.duration_since(ctx.clock.now());
    Some(Duration::try_from(left).unwrap_or_default())
}

fn begin(me: &mut OrderResults, ctx: &mut Ctx<'_>) {
    me.write_backs.again = false;
    let decisions = std::mem::take(&mut me.write_backs.decisions);
    if !decisions.is_empty() {
        // A person may answer the question for the password now.
        me.write_backs.locked.clear();
    }
    if me.known.basis.write_backs.is_empty()
        && decisions.is_empty()
        && me.write_backs.open.is_empty()
    {
        me.write_backs.next = None;
        return;
    }
    let now = ctx.clock.now();
    me.write_backs.next = now.saturating_add(LOST_ROUND).ok();
    let databases = me.known.documents.databases.iter();
    let refused =
        databases.clone().filter(|keyed| me.known.documents.not_allowed.contains(&keyed.key));
    let refused = refused.map(|keyed| {
        let reason = documents::refusal(&keyed.document);
        (keyed.key.clone(), reason)
    });
    me.write_backs.locked.extend(refused);
    let round = Round {
        outbox: ctx.shop_outbox.clone(),
        workspace: ctx.workspace(),
        basis: Arc::clone(&me.known.basis),
        station: ctx.station(),
        databases: databases
            .map(|keyed| (keyed.key.clone(), Arc::new(keyed.document.clone())))
            .collect(),
        places: ctx.secret_places.clone(),
        locked: me.write_backs.locked.clone(),
        decisions,
        clock: ctx.clock.clone(),
    };
    let scope = ctx.scope.clone();
    let work = async move { round.run().await };
    ctx.jobs.answer(DELIVER, work, move |me, ctx, result| {
        if *ctx.scope == scope {
            show_result(me, ctx, result);
        }
        if me.write_backs.again {
            // The slot is free once this answer was given.
            me.write_backs.next = Some(ctx.clock.now());
        }
    });
}

fn show_result(me: &mut OrderResults, ctx: &mut Ctx<'_>, result: RoundResult) {
    let write_backs = &mut me.write_backs;
    write_backs.trouble = result.trouble;
    write_backs.locked = result.locked;
    write_backs.open = result.open;
    write_backs.next = result.next;
    for entry in result.tried.iter().filter(|entry| needs_person(entry)) {
        let words = message!(
            "scan-write-back-needs-person",
            number = &entry.number,
            reason = &entry.detail
        );
        ctx.notice(Tone::Warning, words, None);
    }
    if result.changed > 0 {
        ctx.announce(Event::OrdersChanged);
    }
}
