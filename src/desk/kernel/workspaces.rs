//! The workspaces of this computer: one for the practice service, one for everything else, so that
//! an invented order can never be bought with real money. The second is either a file here or a
//! database that several computers share. Each is opened when it is first used, in the background:
//! the first frame does not wait for it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

use crate::base::clock::Clock;
use crate::base::private;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::shared_place::SharedPlace;
use crate::rows::scope::Environment;
use crate::store::book::Book;
use crate::store::workspace::{
    LocalWorkspace, Stopped, Workspace, WorkspaceAuthor, WorkspaceError,
};

/// The folder of the practice workspace, below the folder of the data.
const PRACTICE_FOLDER: &str = "practice-orders";
/// The name of this computer, as other computers of the shop see it.
const STATION_FILE: &str = "station.txt";

#[derive(Clone, Debug)]
pub(in crate::desk) struct Workspaces {
    shop: WorkspaceHandle,
    practice: WorkspaceHandle,
    /// Used instead of `shop` while there is one.
    shared: Arc<Mutex<Option<Arc<SharedPlace>>>>,
    station: Arc<str>,
    author: WorkspaceAuthor,
}

/// A workspace that is opened by the first who needs it.
#[derive(Clone, Debug)]
pub(in crate::desk) struct WorkspaceHandle(Place);

#[derive(Clone, Debug)]
enum Place {
    Local(Arc<Lazy>),
    Shared(Arc<SharedPlace>),
}

#[derive(Debug)]
struct Lazy {
    folder: PathBuf,
    clock: Clock,
    station: Arc<str>,
    author: WorkspaceAuthor,
    opened: OnceCell<Arc<LocalWorkspace>>,
    /// Filled by the thread that opens the file, also if the job that waited for it has ended: the
    /// file must not be opened twice at a time.
    opening: Mutex<Option<Arc<LocalWorkspace>>>,
}

impl Workspaces {
    pub(in crate::desk) fn new(data_dir: &Path, clock: &Clock) -> Self {
        let station: Arc<str> = station_of_folder(data_dir).into();
        let author = WorkspaceAuthor::new(&station);
        let handle = |folder: PathBuf| {
            WorkspaceHandle(Place::Local(Arc::new(Lazy {
                folder,
                clock: clock.clone(),
                station: Arc::clone(&station),
                author: author.clone(),
                opened: OnceCell::new(),
                opening: Mutex::new(None),
            })))
        };
        Self {
            shop: handle(data_dir.to_owned()),
            practice: handle(data_dir.join(PRACTICE_FOLDER)),
            shared: Arc::default(),
            station: Arc::clone(&station),
            author: author.clone(),
        }
    }

    /// The file of the shop on this computer, which a backup holds: the orders of the practice
    /// service are invented, and those of a server are kept there.
    pub(in crate::desk) fn shop(&self) -> WorkspaceHandle {
        self.shop.clone()
    }

    /// Both files, for what concerns the whole folder, such as deleting everything.
    pub(in crate::desk) fn both(&self) -> [WorkspaceHandle; 2] {
        [self.shop.clone(), self.practice.clone()]
    }

    /// The workspace that accounts of this kind use now.
    pub(in crate::desk) fn in_use(&self, is_practice: bool) -> WorkspaceHandle {
        match (is_practice, self.shared_place()) {
            (true, _) => self.practice.clone(),
            (false, Some(place)) => WorkspaceHandle(Place::Shared(place)),
            (false, None) => self.shop.clone(),
        }
    }

    /// The address book of the shared workspace, if accounts of this kind use one.
    pub(in crate::desk) fn shared_book(&self, is_practice: bool) -> Option<Book> {
        match is_practice {
            true => None,
            false => self.shared_place().map(|place| place.book()),
        }
    }

    pub(in crate::desk) fn shared_place(&self) -> Option<Arc<SharedPlace>> {
        let shared = self.shared.lock();
        shared.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Uses this workspace from now on; `None` for the file of this computer. Jobs that are under
    /// way end with the one they began with.
    pub(in crate::desk) fn use_shared(&self, place: Option<Arc<SharedPlace>>) {
        let shared = self.shared.lock();
        *shared.unwrap_or_else(PoisonError::into_inner) = place;
    }

    /// Who writes.
    pub(in crate::desk) fn author(&self) -> &WorkspaceAuthor {
        &self.author
    }
}

impl WorkspaceHandle {
    /// Opens the workspace at the first call. A failure is tried again by the next call.
    pub(in crate::desk) async fn open(&self) -> Result<Arc<dyn Workspace>, WorkspaceError> {
        Ok(match &self.0 {
            Place::Local(lazy) => open_local(lazy).await?,
            Place::Shared(place) => place.open().await?,
        })
    }

    /// The file of this computer; `None` if there are no orders in it yet.
    pub(in crate::desk) async fn open_if_there(
        &self,
    ) -> Result<Option<Arc<LocalWorkspace>>, WorkspaceError> {
        let Place::Local(lazy) = &self.0 else {
            return Ok(None);
        };
        let file = lazy.folder.join("workspace.db");
        let is_there = tokio::task::spawn_blocking(move || file.exists()).await;
        match is_there.unwrap_or(true) || lazy.opened.initialized() {
            true => open_local(lazy).await.map(Some),
            false => Ok(None),
        }
    }

    /// Deletes every order and document that is kept on this computer.
    pub(in crate::desk) async fn clear(&self) -> Result<(), WorkspaceError> {
        match &self.0 {
            Place::Local(lazy) => open_local(lazy).await?.clear().await,
            Place::Shared(_) => Ok(()),
        }
    }
}

async fn open_local(lazy: &Arc<Lazy>) -> Result<Arc<LocalWorkspace>, WorkspaceError> {
    let opened = lazy.opened.get_or_try_init(|| async {
        let lazy = Arc::clone(lazy);
        let open = move || -> Result<Arc<LocalWorkspace>, WorkspaceError> {
            let mut opening = lazy.opening.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(workspace) = opening.as_ref() {
                return Ok(Arc::clone(workspace));
            }
            let station = lazy.station.to_string();
            let workspace = LocalWorkspace::open(&lazy.folder, lazy.clock.clone(), station)?;
            let workspace = Arc::new(workspace.signed_by(lazy.author.clone()));
            *opening = Some(Arc::clone(&workspace));
            Ok(workspace)
        };
        let opened = tokio::task::spawn_blocking(open).await;
        opened.map_err(|_| WorkspaceError::Stopped(Stopped))?
    });
    opened.await.map(Arc::clone)
}

impl Ctx<'_> {
    /// The workspace of the account on the screen; without an account that of the shop.
    pub(in crate::desk) fn workspace(&self) -> WorkspaceHandle {
        self.workspaces.in_use(self.is_practice())
    }

    /// Whether the account on the screen is one of the practice service.
    pub(in crate::desk) fn is_practice(&self) -> bool {
        let scope = self.scope.as_ref();
        scope.is_some_and(|scope| scope.environment == Environment::Practice.word())
    }

    /// Whether the workspace on screen is one that other computers write too.
    pub(in crate::desk) fn workspace_is_shared(&self) -> bool {
        matches!(self.workspace().0, Place::Shared(_))
    }

    /// The name of this computer, as other computers of the shop see it.
    pub(in crate::desk) fn station(&self) -> Arc<str> {
        Arc::clone(&self.workspaces.station)
    }
}

/// Names this computer and this folder of data. It is made once and stays when the computer gets
/// another name: the claims of an earlier name would belong to nobody.
fn station_of_folder(data_dir: &Path) -> String {
    let file = data_dir.join(STATION_FILE);
    if let Ok(known) = std::fs::read_to_string(&file)
        && !known.trim().is_empty()
    {
        return known.trim().to_owned();
    }
    let name = gethostname::gethostname().to_string_lossy().into_owned();
    let name = match name.trim().is_empty() {
        true => "computer",
        false => name.trim(),
    };
    let mark: String = uuid::Uuid::new_v4().simple().to_string().chars().take(8).collect();
    let station = format!("{name} {mark}");
    if let Err(error) = private::write_bytes(&file, station.as_bytes()) {
        tracing::error!(%error, "the name of this computer cannot be kept");
    }
    station
}
