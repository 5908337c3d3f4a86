//! The journal takes no commit: the disk is full, the folder is read-only. Nothing is
//! bought until a commit that changes nothing has reached the disk again, and until every
//! purchase that was made meanwhile is recorded.

use crate::desk::Desk;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;

/// Whether the journal takes a commit again.
const PROBE: Slot = Slot::with_window("journal probe");

/// Stops purchases, says so, and looks now and then whether they can go on.
pub(in crate::desk) fn stop(desk: &mut Desk, text: String) {
    desk.state.buying_blocked = Some(text.clone());
    desk.notice_here(Tone::Bad, text);
    let (Some(journal), false) = (desk.journal.clone(), desk.jobs.is_running(&PROBE)) else {
        return;
    };
    let pause = desk.pace.unanswered;
    desk.jobs.start(PROBE, |outbox| async move {
        loop {
            tokio::time::sleep(pause).await;
            if journal.probe().await.is_ok() {
                return outbox.send(go_on).await;
            }
        }
    });
}

/// A purchase was made and is not recorded yet.
pub(in crate::desk) fn unrecorded(desk: &mut Desk, text: String) {
    desk.unrecorded += 1;
    stop(desk, text);
}

/// It is recorded now.
pub(in crate::desk) fn recorded(desk: &mut Desk) {
    desk.unrecorded = desk.unrecorded.saturating_sub(1);
    go_on(desk);
}

fn go_on(desk: &mut Desk) {
    if desk.unrecorded == 0 && desk.state.buying_blocked.take().is_some() {
        let text = "The journal can be written again; you can buy";
        desk.notice_here(Tone::Good, text);
    }
}
