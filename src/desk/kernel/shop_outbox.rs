//! The outbox of the shop's database, opened once in a run: a second opening would take what is
//! being sent for interrupted. The file is made when the first label is to be written back.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::OnceCell;

use crate::base::clock::Clock;
use crate::store::outbox::{OutboxError, SETTLING, ShopOutbox, Stopped};

#[derive(Clone, Debug)]
pub(in crate::desk) struct OutboxHandle(Arc<Lazy>);

#[derive(Debug)]
struct Lazy {
    folder: PathBuf,
    clock: Clock,
    opened: OnceCell<ShopOutbox>,
}

impl OutboxHandle {
    pub(in crate::desk) fn new(data_dir: &Path, clock: &Clock) -> Self {
        Self(Arc::new(Lazy {
            folder: data_dir.to_owned(),
            clock: clock.clone(),
            opened: OnceCell::new(),
        }))
    }

    /// Opens the file at the first call. A failure is tried again by the next call.
    pub(in crate::desk) async fn open(&self) -> Result<ShopOutbox, OutboxError> {
        let opened = self.0.opened.get_or_try_init(|| async {
            let lazy = Arc::clone(&self.0);
            let open = move || ShopOutbox::open(&lazy.folder, lazy.clock.clone(), SETTLING);
            let opened = tokio::task::spawn_blocking(open).await;
            opened.map_err(|_| Stopped)?
        });
        opened.await.cloned()
    }

    /// `None` if this computer never wrote anything back.
    pub(in crate::desk) async fn open_if_there(&self) -> Result<Option<ShopOutbox>, OutboxError> {
        let folder = self.0.folder.clone();
        let is_there = move || folder.join("outbox.db").exists();
        let is_there = tokio::task::spawn_blocking(is_there).await.unwrap_or(true);
        match is_there || self.0.opened.initialized() {
            true => self.open().await.map(Some),
            false => Ok(None),
        }
    }
}
