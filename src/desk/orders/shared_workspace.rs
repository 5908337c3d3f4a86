//! What the orders do when another workspace is chosen, when its server is back, and when other
//! stations have written.

use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::orders::{Orders, documents, enter, list, signed_in};

/// Shows the orders of the workspace that is used from now on.
pub(in crate::desk) fn workspace_chosen(me: &mut Orders, ctx: &mut Ctx<'_>) {
    // What is known of the account stays.
    let (known, basis) = (std::mem::take(&mut me.known), std::mem::take(&mut me.basis));
    me.give_up_requests();
    me.forget_rows();
    (me.known, me.basis) = (known, basis);
    take_up(me, ctx);
}

/// The server answers, for the first time or again. What happened meanwhile to labels that this
/// computer bought and printed is written before anything else.
pub(in crate::desk) fn workspace_back(me: &mut Orders, ctx: &mut Ctx<'_>) {
    if ctx.workspace_is_shared() {
        take_up(me, ctx);
    }
}

fn take_up(me: &mut Orders, ctx: &mut Ctx<'_>) {
    match (ctx.scope.is_some(), ctx.link.is_some()) {
        (false, _) => {}
        (true, false) => enter(me, ctx),
        (true, true) => signed_in(me, ctx),
    }
}

/// Other stations have written. What is typed, ticked and open here stays.
pub(in crate::desk) fn workspace_news(me: &mut Orders, ctx: &mut Ctx<'_>, documents: bool) {
    if !ctx.workspace_is_shared() {
        return;
    }
    match documents {
        true => documents::read_changes(ctx),
        false if me.loaded => list::follow_news(me, ctx),
        false => {}
    }
}
