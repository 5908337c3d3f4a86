//! The documents of the workspace are read, and read again after each change of them.

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::{NoSlot, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::order_records::documents::{read_all, write_all};
use crate::desk::order_records::unreadable;
use crate::desk::order_rules::{OrderRules, allowed_here, basis, restate};
use crate::message;
use crate::orders::documents::{DocumentEdit, changes_of};

const READ: Slot<OrderRules> = Slot::with_account("documents of the workspace");
const CHANGES: Slot<OrderRules> = Slot::with_account("changes of documents");

/// Reads all documents, then the states of the orders that depend on them.
pub(in crate::desk) fn read(ctx: &mut Ctx<'_>) {
    let workspace = ctx.workspace();
    let work = async move { read_all(workspace.open().await?.as_ref()).await };
    ctx.jobs.answer_or_notice(READ, work, unreadable, move |me, ctx, documents| {
        let writes = me.documents.writes;
        let before = std::mem::replace(&mut me.documents, documents);
        allowed_here::review(me, ctx);
        // Each write was followed by a new reading, so this one has them all.
        (me.documents.writes, me.documents.written) = (writes, writes);
        me.documents.overtaken.clone_from(&before.overtaken);
        basis::documents_changed(me, ctx);
        let have_changed = before.loaded && !before.has_same_revisions(&me.documents);
        ctx.announce(Event::DocumentsRead { have_changed });
        if before.wants_samples {
            add_samples(me, ctx);
        }
        if have_changed {
            restate::restate_open_orders(me, ctx);
        }
    });
}

/// Reads all documents if another station has written one, else only the list. The
/// connection to the workspace shows a failure.
pub(in crate::desk) fn read_changes(ctx: &mut Ctx<'_>) {
    let workspace = ctx.workspace();
    ctx.jobs.start(CHANGES, |outbox| async move {
        let documents = async { read_all(workspace.open().await?.as_ref()).await };
        let Ok(documents) = documents.await else {
            return;
        };
        outbox
            .send(move |me, ctx| {
                match me.documents.loaded && me.documents.has_same_revisions(&documents) {
                    true => ctx.announce(Event::OrderNews),
                    false => read(ctx),
                }
            })
            .await;
    });
}

/// Adds the presets and rules of the sample orders to a shop that has none.
pub(in crate::desk) fn add_samples(me: &mut OrderRules, ctx: &mut Ctx<'_>) {
    let documents = &mut me.documents;
    if !documents.loaded {
        documents.wants_samples = true;
    } else if documents.presets.is_empty() && documents.rules.is_empty() {
        edit(me, ctx, DocumentEdit::AddSamples);
    }
}

/// Writes a change of a document, then reads all again. One that another station changed first stays
/// as it is, and both versions are kept until a person decides.
pub(in crate::desk) fn edit(me: &mut OrderRules, ctx: &mut Ctx<'_>, edit: DocumentEdit) {
    match &edit {
        DocumentEdit::WriteDatabase { key: Some(key), database } => {
            allowed_here::note_own(ctx, key, database);
        }
        DocumentEdit::WriteShop(shop) if shop.logo != me.documents.shop.profile.logo => {
            allowed_here::note_own_logo(ctx, &shop.logo);
        }
        _ => {}
    }
    let changes = changes_of(&mut me.documents, edit);
    allowed_here::review(me, ctx);
    basis::documents_changed(me, ctx);
    let workspace = ctx.workspace();
    let work = async move {
        let workspace = workspace.open().await?;
        write_all(workspace.as_ref(), changes).await
    };
    ctx.jobs.answer(NoSlot::<OrderRules>::until_finished(), work, move |me, ctx, written| {
        match written {
            Ok(overtaken) => {
                me.documents.writes += 1;
                for found in overtaken {
                    ctx.notice(Tone::Warning, found.message(), None);
                    me.documents.overtaken.retain(|it| !it.is_same(&found));
                    me.documents.overtaken.push(found);
                }
                basis::documents_changed(me, ctx);
            }
            Err(error) => {
                let attempted = message!("orders-attempted-document");
                ctx.notice_failure(failure::describe_workspace_error(attempted, &error));
            }
        }
        read(ctx);
    });
}
