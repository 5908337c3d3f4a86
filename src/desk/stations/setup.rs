//! Setting up the workspace of a server: a test of its address, its use, and its tables.

use crate::base::locale::Message;
use crate::base::secret::Secret;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::{NoSlot, Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::secret_places::SecretPlace;
use crate::desk::kernel::shared_books::SharedBooks;
use crate::desk::kernel::shared_place::SharedPassword;
use crate::desk::kernel::station_settings::PASSWORD_ITEM;
use crate::desk::stations::{
    OpenedBook, ReportLook, SharedStatus, Stations, WorkspaceAddress, WorkspaceFormat,
    change_place, keep_settings, keeper,
};
use crate::message;
use crate::store::workspace::shared::{WorkspaceCheck, check_server};

const TEST: Slot<Stations> = Slot::with_window("test of a workspace");
const PREPARE: Slot<Stations> = Slot::until_finished("tables of a workspace");

pub(super) fn test(
    me: &mut Stations,
    ctx: &mut Ctx<'_>,
    address: WorkspaceAddress,
    password: Option<Secret>,
) {
    me.test.start_loading();
    let password = match password {
        Some(password) => SharedPassword::Given(password),
        None => SharedPassword::Stored(ctx.secret_places.clone()),
    };
    let work = async move { check_server(address, password.read().await?).await };
    ctx.jobs.answer(TEST, work, move |me, ctx, tested| {
        let attempted = message!("stations-attempted-test");
        let tested = tested.map_err(|error| failure::describe_workspace_error(attempted, &error));
        me.test.settle(tested, ctx.clock.now());
    });
}

pub(super) fn forget_test(me: &mut Stations, ctx: &mut Ctx<'_>) {
    ctx.jobs.abort(&TEST);
    me.test = Remote::NotAsked;
}

/// Uses the address from now on. Its password is stored first: the connection needs it.
pub(super) fn use_address(
    me: &mut Stations,
    ctx: &mut Ctx<'_>,
    address: WorkspaceAddress,
    password: Option<Secret>,
    is_remembered: bool,
) {
    if me.known_busy {
        return;
    }
    me.test = Remote::NotAsked;
    let places = ctx.secret_places.clone();
    let label = format!("Postroom: {}", address.shown());
    let books = SharedBooks::of_address(ctx.data_dir, &address, ctx.clock);
    let password = password.map(|password| (places.change(PASSWORD_ITEM), password));
    me.wishes += 1;
    let wish = me.wishes;
    let work = async move {
        let place = match password {
            Some((change, password)) => {
                let stored = places.store(change, &label, &password, is_remembered);
                Some(stored.await)
            }
            None => None,
        };
        let opened = tokio::task::spawn_blocking(move || OpenedBook::open(books)).await;
        (place, opened)
    };
    ctx.jobs.answer(NoSlot::<Stations>::until_finished(), work, move |me, ctx, (place, opened)| {
        let Ok(opened) = opened else {
            return;
        };
        if me.wishes != wish {
            return;
        }
        if let Some(SecretPlace::ThisRun(Some(reason))) = place {
            let words = message!("stations-password-not-stored", reason = reason);
            ctx.notice(Tone::Warning, words, None);
        }
        me.settings.workspace = Some(address);
        me.given = None;
        keep_settings(me, ctx);
        change_place(me, ctx, Some(opened));
    });
}

/// Back to the workspace of this computer. What is on the server stays there.
pub(super) fn leave(me: &mut Stations, ctx: &mut Ctx<'_>) {
    if me.known_busy {
        return;
    }
    me.wishes += 1;
    me.settings.workspace = None;
    me.given = None;
    keep_settings(me, ctx);
    change_place(me, ctx, None);
    let places = ctx.secret_places.clone();
    let change = places.change(PASSWORD_ITEM);
    ctx.jobs.spawn_writing(|outbox: Outbox<Stations>| async move {
        let Err(error) = places.remove(change).await else {
            return;
        };
        outbox
            .send(move |_, ctx| {
                let words = message!("stations-password-not-removed", reason = error.to_string());
                ctx.notice(Tone::Warning, words, None);
            })
            .await;
    });
}

/// Makes the tables or moves them forward, after a person has said yes.
pub(super) fn prepare(me: &mut Stations, ctx: &mut Ctx<'_>) {
    let Some(place) = ctx.workspaces.shared_place() else {
        return;
    };
    if me.status.question().is_none() || ctx.jobs.is_running(&PREPARE) {
        return;
    }
    me.preparing.start_loading();
    let work = async move { place.prepare().await };
    ctx.jobs.answer(PREPARE, work, move |me, ctx, prepared| {
        let attempted = message!("stations-attempted-prepare");
        let is_done = prepared.is_ok();
        let prepared =
            prepared.map_err(|error| failure::describe_workspace_error(attempted, &error));
        me.preparing.settle(prepared, ctx.clock.now());
        if is_done {
            me.status = SharedStatus::Opening;
            keeper::keep(me, ctx);
        }
    });
}

/// Orders are bought without the reports that a person has seen to be missing.
pub(super) fn buy_without(ctx: &mut Ctx<'_>, seen: ReportLook) {
    let Some(place) = ctx.workspaces.shared_place() else {
        return;
    };
    ctx.jobs.spawn_writing(|outbox: Outbox<Stations>| async move {
        let looked = async {
            let workspace = place.open().await?;
            workspace.buy_without(&seen).await;
            workspace.look_for_reports().await
        };
        // A server that is away is looked at again when it is back.
        if let Ok(reports) = looked.await {
            outbox.send(move |me, ctx| keeper::take_in(me, ctx, reports)).await;
        }
    });
}

impl WorkspaceCheck {
    /// What it means for a station, and whether the address can be used.
    pub fn message(&self) -> (Message, bool) {
        let server = &self.server;
        let lacks_rights = self.may_work == Some(false);
        match self.format {
            WorkspaceFormat::None if self.may_prepare => {
                (message!("stations-test-empty", server = server), true)
            }
            WorkspaceFormat::None => {
                (message!("stations-test-not-prepared", server = server), false)
            }
            _ if lacks_rights => (message!("stations-test-few-rights", server = server), false),
            WorkspaceFormat::Older(_) if self.may_prepare => {
                (message!("stations-test-older", server = server), true)
            }
            WorkspaceFormat::Older(_) => {
                (message!("stations-test-older-waits", server = server), false)
            }
            WorkspaceFormat::Current | WorkspaceFormat::Newer { may_write: true, .. } => {
                (message!("stations-test-ready", server = server), true)
            }
            WorkspaceFormat::Newer { .. } => {
                (message!("stations-test-reads-only", server = server), true)
            }
        }
    }
}
