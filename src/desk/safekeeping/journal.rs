//! Exports the purchase journal to a file.

use std::path::PathBuf;

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::NoSlot;
use crate::desk::kernel::notices::Tone;
use crate::desk::safekeeping::Safekeeping;
use crate::message;
use crate::store::journal::ProofFormat;

pub(super) fn export(me: &mut Safekeeping, ctx: &mut Ctx<'_>, file: PathBuf, format: ProofFormat) {
    let Some(journal) = ctx.journal.clone() else {
        return ctx.notice_here(Tone::Warning, message!("storage-export-no-journal"));
    };
    if std::mem::replace(&mut me.exporting, true) {
        return;
    }
    let work = async move {
        // If the folder cannot be created, the export reports that it cannot write.
        let path = file.clone();
        let _ = tokio::task::spawn_blocking(move || {
            crate::desk::safekeeping::create_parent_folder(&path)
        })
        .await;
        let written = journal.export(file.clone(), format).await;
        (written, file)
    };
    ctx.jobs.answer(NoSlot::<Safekeeping>::with_window(), work, move |me, ctx, (written, file)| {
        me.exporting = false;
        match written {
            Ok(proof) => {
                let text = message!(
                    "storage-exported",
                    count = proof.events,
                    file = file.display().to_string(),
                    hash = &proof.last_hash
                );
                ctx.notice_here(Tone::Good, text);
            }
            Err(error) => {
                let attempted = message!("storage-failed-export");
                ctx.notice_failure(failure::describe_local_error(attempted, &error));
            }
        }
    });
}
