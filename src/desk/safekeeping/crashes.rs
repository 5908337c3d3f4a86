//! Reports of crashed runs: offered, shown, saved, deleted. Never sent.

use std::sync::Arc;

use crate::base::crash;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::safekeeping::{Preview, Previewed, Safekeeping, crash_folder};
use crate::message;

/// Separates two reports in the preview.
const RULE: &str = "\n----------------------------------------\n\n";

pub(super) fn count_crash_reports(ctx: &mut Ctx<'_>) {
    let folder = crash_folder(ctx.data_dir);
    ctx.jobs.spawn_lasting(|outbox: Outbox<Safekeeping>| async move {
        let found = tokio::task::spawn_blocking(move || crash::reports(&folder)).await;
        let found = found.unwrap_or_default();
        if !found.is_empty() {
            outbox
                .send(move |me, _| {
                    me.crashes = found.len();
                    me.reports = found;
                })
                .await;
        }
    });
}

pub(super) fn show(me: &mut Safekeeping) {
    let texts: Vec<&str> = me.reports.iter().map(|report| &*report.text).collect();
    me.preview = Some(Preview { what: Previewed::Crashes, text: Arc::from(texts.join(RULE)) });
}

/// Deletes only the reports that were offered: nobody has seen a newer one.
pub(super) fn delete(me: &mut Safekeeping, ctx: &mut Ctx<'_>) {
    let (folder, reports) = (crash_folder(ctx.data_dir), std::mem::take(&mut me.reports));
    me.crashes = 0;
    me.preview = None;
    ctx.jobs.spawn_lasting(|outbox: Outbox<Safekeeping>| async move {
        let deleted = tokio::task::spawn_blocking(move || crash::delete(&folder, &reports))
            .await
            .unwrap_or_else(|error| Err(std::io::Error::other(error)));
        outbox
            .send(move |_, ctx| match deleted {
                Ok(()) => ctx.notice_here(Tone::Info, message!("storage-crashes-deleted")),
                Err(error) => {
                    ctx.notice_failure(failure::describe_local_error(
                        message!("storage-failed-delete-crashes"),
                        &error,
                    ));
                }
            })
            .await;
    });
}
