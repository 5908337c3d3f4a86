//! Reports that crashed runs left: offered, read, saved, deleted. Never sent.

use std::sync::Arc;

use crate::base::crash;
use crate::desk::Desk;
use crate::desk::kernel::failure;
use crate::desk::safekeeping::{Preview, Previewed, crash_folder};
use crate::desk::kernel::notices::Tone;

/// Between two reports in the preview.
const RULE: &str = "\n----------------------------------------\n\n";

pub(super) fn look(desk: &mut Desk) {
    let folder = crash_folder(&desk.data_dir);
    desk.jobs.spawn_lasting(|outbox| async move {
        let found = tokio::task::spawn_blocking(move || crash::reports(&folder)).await;
        let found = found.unwrap_or_default();
        if !found.is_empty() {
            outbox
                .send(move |desk| {
                    desk.state.keeping.crashes = found.len();
                    desk.crashes = found;
                })
                .await;
        }
    });
}

pub(super) fn show(desk: &mut Desk) {
    let texts: Vec<&str> = desk.crashes.iter().map(|report| &*report.text).collect();
    desk.state.keeping.preview = Some(Preview {
        what: Previewed::Crashes,
        text: Arc::from(texts.join(RULE)),
    });
}

/// Only those that were offered: one written since then was not seen by anybody.
pub(super) fn delete(desk: &mut Desk) {
    let (folder, reports) = (
        crash_folder(&desk.data_dir),
        std::mem::take(&mut desk.crashes),
    );
    desk.state.keeping.crashes = 0;
    desk.state.keeping.preview = None;
    desk.jobs.spawn_lasting(|outbox| async move {
        let deleted = tokio::task::spawn_blocking(move || crash::delete(&folder, &reports))
            .await
            .unwrap_or_else(|error| Err(std::io::Error::other(error)));
        outbox
            .send(move |desk| match deleted {
                Ok(()) => desk.notice_here(Tone::Info, "The crash reports are deleted"),
                Err(error) => {
                    desk.complain(failure::local("Deleting the crash reports", &error));
                }
            })
            .await;
    });
}
