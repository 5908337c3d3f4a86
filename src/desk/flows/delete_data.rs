//! Deletes the data stored on this computer, orders among it. Purchases stay in the journal.

use crate::base::id::OrderId;
use crate::desk::flows::leave_account;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::Connection;
use crate::desk::kernel::settings::Settings;
use crate::desk::kernel::shared_books;
use crate::desk::kernel::{failure, settings};
use crate::desk::orders::DocumentKind;
use crate::desk::owner::{Desk, to_desk};
use crate::desk::safekeeping::local_data::LocalDataTask;
use crate::desk::ship::{address_sides, draft_edit};
use crate::desk::{safekeeping, sign_in};
use crate::message;
use crate::parcel::draft::Draft;
use crate::shop_database::secret_item;

/// Empties the cache, the address book and the orders, and resets the desk. Purchases stay in the journal; those
/// with an unknown outcome are still resolved.
pub(in crate::desk) fn delete(desk: &mut Desk) {
    if desk.state.safekeeping.local_data_task != LocalDataTask::Nothing {
        return;
    }
    desk.state.safekeeping.local_data_task = LocalDataTask::Deleting;
    // The documents of a shared workspace stay; what this computer keeps for them goes.
    let databases = desk.state.order_rules.documents.databases.iter();
    let items = databases.map(|keyed| secret_item(&keyed.key, &keyed.document));
    let passwords: Vec<_> = items.map(|item| desk.secret_places.change(&item)).collect();
    desk.accounts(sign_in::sign_out);
    let secrets = sign_in::every_secret(&mut desk.state.accounts);
    let (cache, book, data) = (desk.cache.clone(), desk.book.clone(), desk.data_dir.clone());
    let workspaces = desk.workspaces.both();
    let shared_book = desk.workspaces.shared_book(false);
    let (shop_outbox, places) = (desk.shop_outbox.clone(), desk.secret_places.clone());
    desk.jobs.spawn_lasting(|outbox: Outbox<()>| async move {
        let emptied = async {
            secrets.remove().await?;
            for change in passwords {
                places.remove(change).await?;
            }
            for workspace in workspaces {
                let kind = DocumentKind::ShopDatabase;
                for database in workspace.open().await?.documents(kind).await? {
                    let known = serde_json::from_str(&database.json).unwrap_or_default();
                    let change = places.change(&secret_item(&database.key, &known));
                    places.remove(change).await?;
                }
                workspace.clear().await?;
            }
            if let Some(outbox) = shop_outbox.open_if_there().await? {
                outbox.clear().await?;
            }
            cache.clear().await?;
            book.clear().await?;
            // What the server has comes back from there while the workspace is used.
            if let Some(shared_book) = &shared_book {
                shared_book.clear().await?;
            }
            let in_use = shared_book.map(|book| book.file().to_owned());
            let folder = data.clone();
            tokio::task::spawn_blocking(move || shared_books::remove_unused(&folder, in_use))
                .await??;
            tokio::task::spawn_blocking(move || safekeeping::forget_files(&data)).await??;
            Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
        };
        let emptied = emptied.await;
        let fold = to_desk(move |desk| {
            desk.state.safekeeping.local_data_task = LocalDataTask::Nothing;
            match emptied {
                Ok(()) => start_over(desk),
                Err(error) => {
                    let attempt = message!("ship-flow-delete-attempt");
                    let trouble = failure::describe_local_error(attempt, error.as_ref());
                    desk.kernel(|ctx| ctx.notice_failure(trouble));
                }
            }
        });
        outbox.send_to_desk(fold).await;
    });
}

fn start_over(desk: &mut Desk) {
    leave_account::forget_rows(desk);
    desk.kernel(|ctx| ctx.remove_notices_of(None));
    desk.scope = None;
    desk.state.ship.drafts.clear();
    desk.accounts(|me, _| sign_in::forget_everyone(me));
    desk.state.connection = Connection::None;
    desk.state.settings = Settings::default();
    desk.state.ship.draft = Draft { order: OrderId::mint(), ..Draft::default() };
    desk.state.ship.edited = None;
    desk.ship(draft_edit::recheck);
    desk.ship(|ship, ctx| address_sides::search(ship, ctx, String::new()));
    desk.kernel(settings::save_settings);
    let text = message!("ship-flow-deleted");
    desk.kernel(|ctx| ctx.notice_here(Tone::Good, text));
}
