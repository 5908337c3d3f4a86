//! The last print run in the workspace, one for each computer and account: another computer has
//! other printers, and paper jams of its own.

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::saved_values;
use crate::desk::kernel::workspaces::WorkspaceHandle;
use crate::desk::order_printing::OrderPrinting;
use crate::desk::order_printing::print_run::PrintRun;
use crate::desk::order_records::unreadable;
use crate::message;
use crate::orders::basis::scope_text;
use crate::store::workspace::{
    DocumentKind, DocumentOutcome, DocumentRow, Workspace, WorkspaceError,
};

const READ: Slot<OrderPrinting> = Slot::with_account("the last print run");
const WRITE: Slot<OrderPrinting> = Slot::until_finished("labels of the last print run");

/// How often a write is tried that another write of this computer overtook.
const MOST_ROUNDS: usize = 5;

pub(super) fn key_of_run(ctx: &Ctx<'_>, scope: &str) -> String {
    format!("{} {scope}", ctx.station())
}

/// Reads the last run of this computer for the account on the screen.
pub(in crate::desk) fn read(ctx: &mut Ctx<'_>) {
    let Some(scope) = ctx.scope.as_ref().map(scope_text) else {
        return;
    };
    let key = key_of_run(ctx, &scope);
    let workspace = ctx.workspace();
    let work = async move {
        let workspace = workspace.open().await?;
        find(workspace.as_ref(), &key).await
    };
    ctx.jobs.answer_or_notice(READ, work, unreadable, |me, _, found| {
        // A run that began meanwhile is newer.
        if let (None, Some(row)) = (&me.run, found) {
            me.run = saved_values::readable(&row.json, "the last print run");
        }
    });
}

async fn find(workspace: &dyn Workspace, key: &str) -> Result<Option<DocumentRow>, WorkspaceError> {
    let rows = workspace.documents(DocumentKind::PrintRun).await?;
    Ok(rows.into_iter().find(|row| row.key == key))
}

/// Replaces the last run.
pub(super) async fn write(
    workspace: &WorkspaceHandle,
    key: &str,
    run: &PrintRun,
) -> Result<(), WorkspaceError> {
    let workspace = workspace.open().await?;
    let known = find(workspace.as_ref(), key).await?;
    let mut revision = known.map_or(0, |row| row.revision);
    for _ in 0..MOST_ROUNDS {
        let row = DocumentRow {
            kind: DocumentKind::PrintRun,
            key: key.to_owned(),
            name: String::new(),
            rank: 0,
            // Never fails: all keys are texts.
            json: serde_json::to_string(run).unwrap_or_default(),
            revision,
            changed_by: String::new(),
        };
        revision = match workspace.write_document(row).await? {
            DocumentOutcome::Conflict(now) => now.revision,
            DocumentOutcome::Missing => 0,
            DocumentOutcome::Written(_) | DocumentOutcome::Removed => return Ok(()),
        };
    }
    tracing::warn!("the last print run was not kept: it was written all the time");
    Ok(())
}

/// Keeps what became of the labels of the run. Changes during a write are written after it.
pub(super) fn write_later(me: &mut OrderPrinting, ctx: &mut Ctx<'_>) {
    if ctx.jobs.is_running(&WRITE) {
        me.run_changed = true;
        return;
    }
    begin_write(me, ctx);
}

fn begin_write(me: &mut OrderPrinting, ctx: &mut Ctx<'_>) {
    me.run_changed = false;
    let scope = ctx.scope.as_ref().map(scope_text);
    let (Some(run), Some(scope)) = (me.run.clone(), scope) else {
        return;
    };
    let (workspace, key) = (ctx.workspace(), key_of_run(ctx, &scope));
    let work = async move { write(&workspace, &key, &run).await };
    ctx.jobs.answer(WRITE, work, move |me, ctx, written| {
        if let Err(error) = written {
            tell_unkept(ctx, &error);
        }
        if me.run_changed {
            begin_write(me, ctx);
        }
    });
}

pub(super) fn tell_unkept(ctx: &mut Ctx<'_>, error: &WorkspaceError) {
    let attempted = message!("order-printing-attempted-run");
    ctx.notice_failure(failure::describe_workspace_error(attempted, error));
}
