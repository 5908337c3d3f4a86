//! Keeps the connection to the workspace of the server: opens it, passes on what other stations
//! write, says when it is lost, and connects again with growing pauses.

use std::time::Duration;

use crate::base::clock::Stopwatch;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::stations::{ReportLook, ServerFault, SharedStatus, Stations};
use crate::store::workspace::shared::WorkspaceChange;
use crate::store::workspace::{SharedWorkspace, WorkspaceError};

const KEEP: Slot<Stations> = Slot::with_window("workspace of the server");

/// The first pause before another attempt; each one doubles it.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// Between looks whether the server is still there, while nothing is heard of it.
const LOOK: Duration = Duration::from_secs(10);
/// News that come within this time are passed on together.
const GATHER: Duration = Duration::from_millis(300);

/// What other stations have written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct News {
    orders: bool,
    documents: bool,
    addresses: bool,
    /// Another station asks whether this one is still there.
    wanted: bool,
    /// Stations were asked to report, or have reported.
    reports: bool,
}

impl News {
    fn between(before: WorkspaceChange, after: WorkspaceChange) -> Self {
        Self {
            orders: before.orders != after.orders,
            documents: before.documents != after.documents,
            addresses: before.addresses != after.addresses,
            wanted: before.wanted != after.wanted,
            reports: before.reports != after.reports,
        }
    }

    fn announce(self, ctx: &mut Ctx<'_>) {
        if self.wanted {
            ctx.announce(Event::ClaimsWanted);
        }
        if self.addresses {
            ctx.announce(Event::AddressNews);
        }
        if self.orders || self.documents {
            ctx.announce(Event::WorkspaceNews { documents: self.documents });
        }
    }
}

/// Opens the workspace that was chosen, in the background, and follows it from then on.
pub(in crate::desk) fn keep(me: &mut Stations, ctx: &mut Ctx<'_>) {
    me.is_listening = false;
    let Some(place) = ctx.workspaces.shared_place() else {
        ctx.jobs.abort(&KEEP);
        me.status = SharedStatus::Local;
        return;
    };
    if !matches!(me.status, SharedStatus::Lost { .. }) {
        me.status = SharedStatus::Opening;
    }
    ctx.jobs.start(KEEP, |outbox| async move {
        let mut pause = FIRST_PAUSE;
        loop {
            let fault = match place.open().await {
                Ok(workspace) => {
                    let (fault, was_open) = follow(&workspace, &outbox).await;
                    if was_open {
                        pause = FIRST_PAUSE;
                    }
                    fault
                }
                Err(error) => fault_of(&error),
            };
            let is_tried_again = is_tried_again(&fault);
            tracing::warn!(?fault, is_tried_again, ?pause, "the workspace is away");
            let told = fault.clone();
            outbox.send(move |me, ctx| lost(me, ctx, told, is_tried_again)).await;
            if !is_tried_again {
                return;
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    });
}

/// Whether another attempt may succeed without anybody doing anything here. A wrong password is not
/// tried again: a server may lock the role.
fn is_tried_again(fault: &ServerFault) -> bool {
    !matches!(
        fault,
        ServerFault::WrongPassword
            | ServerFault::PasswordNotRead(_)
            | ServerFault::NotTrusted(_)
            | ServerFault::NotPrepared
            | ServerFault::Older { .. }
    )
}

fn fault_of(error: &WorkspaceError) -> ServerFault {
    match error {
        WorkspaceError::Server { fault, .. } => fault.clone(),
        other => ServerFault::Other(other.to_string()),
    }
}

/// Passes news on until the server is lost. Returns why, and whether it was there at all.
async fn follow(workspace: &SharedWorkspace, outbox: &Outbox<Stations>) -> (ServerFault, bool) {
    let mut news = workspace.news();
    let mut seen = *news.changes.borrow_and_update();
    // At first too: what was opened once may have been lost meanwhile.
    let mut is_due = true;
    let mut is_shown = false;
    let mut looked = Stopwatch::start();
    loop {
        if is_due {
            let look = async {
                let newer = workspace.check_still_usable().await?;
                Ok::<_, WorkspaceError>((newer, workspace.look_for_reports().await?))
            };
            let (newer, reports) = match look.await {
                Ok(found) => found,
                Err(error) => return (fault_of(&error), is_shown),
            };
            let is_first = !is_shown;
            outbox.send(move |me, ctx| opened(me, ctx, newer, reports, is_first)).await;
            is_shown = true;
            looked = Stopwatch::start();
        }
        let change = tokio::time::timeout(LOOK, news.changes.changed()).await;
        let after = *news.changes.borrow_and_update();
        // A listener that lost its connection is the first to know. News alone say nothing: they come
        // from a listener that cannot connect too.
        let has_lost = seen.is_listening && !after.is_listening;
        let told = News::between(seen, after);
        is_due = has_lost || told.reports || looked.elapsed() >= LOOK;
        if !matches!(change, Ok(Ok(())) | Err(_)) {
            return (ServerFault::Away, is_shown);
        }
        let is_listening = after.is_listening;
        if told != News::default() || seen.is_listening != is_listening {
            outbox
                .send(move |me, ctx| {
                    me.is_listening = is_listening;
                    told.announce(ctx);
                })
                .await;
        }
        seen = after;
        tokio::time::sleep(GATHER).await;
    }
}

fn opened(
    me: &mut Stations,
    ctx: &mut Ctx<'_>,
    newer: Option<i32>,
    reports: ReportLook,
    is_first: bool,
) {
    me.status = SharedStatus::Open { newer };
    take_in(me, ctx, reports);
    if is_first {
        ctx.announce(Event::WorkspaceBack);
    }
}

/// Shows whose reports are missing. This computer gives its own, again with each look until it is there.
pub(in crate::desk) fn take_in(me: &mut Stations, ctx: &mut Ctx<'_>, reports: ReportLook) {
    me.reports = reports;
    if me.reports.owed.is_some() {
        ctx.announce(Event::ReportWanted);
    }
}

fn lost(me: &mut Stations, ctx: &mut Ctx<'_>, fault: ServerFault, is_tried_again: bool) {
    let since = match &me.status {
        SharedStatus::Lost { since, .. } => *since,
        _ => ctx.clock.now(),
    };
    me.is_listening = false;
    me.status = SharedStatus::Lost { fault, since, is_tried_again };
}
