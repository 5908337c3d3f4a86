//! A workspace on a server, as this computer reaches it: its address, where its password rests, and
//! the connections once it is open.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

use crate::base::secret::Secret;
use crate::desk::kernel::secret_places::SecretPlaces;
use crate::desk::kernel::shared_books::SharedBooks;
use crate::desk::kernel::station_settings::PASSWORD_ITEM;
use crate::store::book::Book;
use crate::store::workspace::shared::{ServerFault, WorkspaceAddress};
use crate::store::workspace::{ClaimTimes, SharedWorkspace, WorkspaceAuthor, WorkspaceError};

const SEEN: &str = "seen-purchases.json";

#[derive(Debug)]
pub(in crate::desk) struct SharedPlace {
    pub address: WorkspaceAddress,
    password: SharedPassword,
    station: Arc<str>,
    author: WorkspaceAuthor,
    opened: OnceCell<Arc<SharedWorkspace>>,
    /// Where this computer keeps what it has seen of the purchases of other stations.
    seen: PathBuf,
    /// The books of the address, and the one in use.
    pub books: SharedBooks,
    book: Mutex<Book>,
}

/// Where the password comes from.
#[derive(Clone, Debug)]
pub(in crate::desk) enum SharedPassword {
    /// From the command line or the environment, for this run.
    Given(Secret),
    Stored(SecretPlaces),
}

impl SharedPassword {
    /// `None` if none was stored: a server may ask for none.
    pub(in crate::desk) async fn read(&self) -> Result<Option<Secret>, WorkspaceError> {
        match self {
            Self::Given(secret) => Ok(Some(secret.clone())),
            Self::Stored(places) => {
                let read = places.read(PASSWORD_ITEM).await;
                read.map_err(|error| WorkspaceError::Server {
                    attempted: "read the password",
                    fault: ServerFault::PasswordNotRead(error.to_string()),
                })
            }
        }
    }
}

impl SharedPlace {
    pub(in crate::desk) fn new(
        address: WorkspaceAddress,
        password: SharedPassword,
        station: Arc<str>,
        author: WorkspaceAuthor,
        (books, book): (SharedBooks, Book),
        data_dir: &Path,
    ) -> Self {
        Self {
            address,
            password,
            station,
            author,
            opened: OnceCell::new(),
            seen: data_dir.join(SEEN),
            books,
            book: Mutex::new(book),
        }
    }

    /// The address book of the workspace on this computer.
    pub(in crate::desk) fn book(&self) -> Book {
        let book = self.book.lock();
        book.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Uses this book from now on: the address leads to another workspace than before.
    pub(in crate::desk) fn use_book(&self, book: Book) {
        let used = self.book.lock();
        *used.unwrap_or_else(PoisonError::into_inner) = book;
    }

    /// Connects at the first call. A failure is tried again by the next call.
    pub(in crate::desk) async fn open(&self) -> Result<Arc<SharedWorkspace>, WorkspaceError> {
        let opened = self.opened.get_or_try_init(|| async {
            let opened = SharedWorkspace::open(
                self.address.clone(),
                self.password.read().await?,
                self.station.to_string(),
                ClaimTimes::default(),
            );
            let workspace = opened.await?.signed_by(self.author.clone());
            Ok(Arc::new(workspace.remembering(self.seen.clone()).await))
        });
        opened.await.map(Arc::clone)
    }

    /// The workspace if it was opened before: whoever must not try a password asks this.
    pub(in crate::desk) fn opened(&self) -> Option<Arc<SharedWorkspace>> {
        self.opened.get().cloned()
    }

    /// Makes the tables or moves them forward.
    pub(in crate::desk) async fn prepare(&self) -> Result<(), WorkspaceError> {
        let password = self.password.read().await?;
        SharedWorkspace::prepare(self.address.clone(), password).await
    }
}
