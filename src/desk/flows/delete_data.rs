//! Deleting what this computer keeps. What was bought stays in the journal.

use crate::base::id::OrderId;
use crate::desk::flows::switch_account;
use crate::desk::kernel::{failure, settings};
use crate::desk::parcel::draft::Draft;
use crate::desk::safekeeping::local_data::Care;
use crate::desk::ship::{address_sides, draft_edit};
use crate::desk::kernel::session::Connection;
use crate::desk::kernel::settings::Settings;
use crate::desk::kernel::notices::Tone;
use crate::desk::{Desk, safekeeping, sign_in};

/// Empties the cache and the address book, and starts over. What was bought stays in the
/// journal, what is in doubt is resolved as ever.
pub(in crate::desk) fn delete(desk: &mut Desk) {
    if desk.state.care != Care::Nothing {
        return;
    }
    desk.state.care = Care::Deleting;
    sign_in::leave(desk);
    let secrets = sign_in::every_secret(desk);
    let (cache, book, data) = (desk.cache.clone(), desk.book.clone(), desk.data_dir.clone());
    desk.jobs.spawn_lasting(|outbox| async move {
        let emptied = async {
            secrets.remove().await?;
            cache.clear().await?;
            book.clear().await?;
            tokio::task::spawn_blocking(move || safekeeping::forget_files(&data)).await??;
            Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
        };
        let emptied = emptied.await;
        outbox
            .send(move |desk| {
                desk.state.care = Care::Nothing;
                match emptied {
                    Ok(()) => start_over(desk),
                    Err(error) => {
                        desk.complain(failure::local("Deleting your data", error.as_ref()));
                    }
                }
            })
            .await;
    });
}

fn start_over(desk: &mut Desk) {
    switch_account::forget_rows(desk);
    desk.forget_told(None);
    desk.scope = None;
    desk.drafts.clear();
    sign_in::forget_everyone(desk);
    desk.state.connection = Connection::None;
    desk.state.settings = Settings::default();
    desk.state.draft = Draft {
        order: OrderId::mint(),
        ..Draft::default()
    };
    desk.timers.draft_edited = None;
    draft_edit::recheck(desk);
    address_sides::search(desk, String::new());
    settings::save_settings(desk);
    let text = "Deleted: the address book, shipments and labels, past quotes, drafts and settings of this computer. The purchase journal and the printers stay.";
    desk.notice_here(Tone::Good, text);
}
