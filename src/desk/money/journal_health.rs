//! Stops purchases while the journal accepts no commit: the disk is full, or the folder is
//! read-only. Purchases resume when an empty commit has reached the disk and every purchase made
//! meanwhile is recorded.

use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::money::Purchases;
use crate::message;

/// Waits until the journal accepts a commit again.
const PROBE: Slot<Purchases> = Slot::with_window("journal probe");

/// Stops purchases, shows the reason, and checks regularly whether they can resume.
pub(in crate::desk) fn stop(me: &mut Purchases, ctx: &mut Ctx<'_>, text: Message) {
    me.blocked = Some(text.clone());
    ctx.notice_here(Tone::Bad, text);
    let (Some(journal), false) = (ctx.journal.clone(), ctx.jobs.is_running(&PROBE)) else {
        return;
    };
    let pause = ctx.pace.retry_after_no_answer;
    ctx.jobs.start(PROBE, |outbox| async move {
        loop {
            tokio::time::sleep(pause).await;
            if journal.probe().await.is_ok() {
                return outbox.finish(go_on).await;
            }
        }
    });
}

/// A purchase was made and is not recorded yet.
pub(in crate::desk) fn unrecorded(me: &mut Purchases, ctx: &mut Ctx<'_>, text: Message) {
    me.unrecorded += 1;
    stop(me, ctx, text);
}

/// A purchase made meanwhile is recorded now.
pub(in crate::desk) fn recorded(me: &mut Purchases, ctx: &mut Ctx<'_>) {
    me.unrecorded = me.unrecorded.saturating_sub(1);
    go_on(me, ctx);
}

fn go_on(me: &mut Purchases, ctx: &mut Ctx<'_>) {
    if me.unrecorded == 0 && me.blocked.take().is_some() {
        ctx.notice_here(Tone::Good, message!("errors-journal-works-again"));
    }
}
