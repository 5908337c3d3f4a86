//! Orders, documents and addresses on their way from one workspace to another: from this computer to a shared
//! one, and through a file. The file is the same whichever workspace it comes from: a `workspace.db`,
//! which a backup has too.

mod addresses;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::clock::Clock;
use crate::base::id::OrderId;
use crate::base::private;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::{self, Trouble};
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::shared_place::SharedPlace;
use crate::desk::kernel::workspaces::WorkspaceHandle;
use crate::message;
use crate::orders::order_row::copy_of;
use crate::store::book::Book;
use crate::store::workspace::{
    DocumentKind, DocumentOutcome, DocumentRow, LocalWorkspace, OrderQuery, OrderRow, Workspace,
    WorkspaceError, WriteOutcome,
};

const MOVE: Slot<OrderMoves> = Slot::until_finished("orders on their way to another workspace");

/// Orders that are read and written at once.
const CHUNK: usize = 500;
/// Orders that are named in the report because another one of the same number is there.
const MOST_NAMED: usize = 20;
/// Everything but what a computer printed last, which is of no use elsewhere.
const KINDS: [DocumentKind; 6] = [
    DocumentKind::Preset,
    DocumentKind::Rule,
    DocumentKind::Mapping,
    DocumentKind::ShopDatabase,
    DocumentKind::Shop,
    DocumentKind::OwnExport,
];

#[derive(Debug, Default)]
pub struct OrderMoves {
    /// What is on its way, and what became of it.
    pub moving: Remote<MoveReport>,
}

impl AccountChange for OrderMoves {
    fn give_up_requests(&mut self) {}

    fn forget_rows(&mut self) {
        *self = Self::default();
    }
}

#[derive(Clone, Debug)]
pub enum MoveIntent {
    /// Copies the orders of this computer into the workspace in use.
    CopyOwn,
    /// Writes the workspace in use to a file.
    Export {
        file: PathBuf,
        /// The user confirmed replacing an existing file.
        replace: bool,
    },
    /// Copies the orders of such a file into the workspace in use.
    Import(PathBuf),
    Forget,
}

/// What became of the orders and documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveReport {
    /// The file that was written or read.
    pub file: Option<PathBuf>,
    pub orders: Moved,
    pub documents: Moved,
    pub addresses: Moved,
    /// Some of the orders that were left out because another one of the same number is there.
    pub different: Vec<String>,
    /// The orders that cannot be read or are not taken, and the numbers of some of them.
    pub left_out: u64,
    pub left_out_numbers: Vec<String>,
}

impl MoveReport {
    fn leave_out(&mut self, row: &OrderRow) {
        self.left_out += 1;
        if self.left_out_numbers.len() < MOST_NAMED {
            self.left_out_numbers.push(row.fields.number.clone());
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    pub copied: u64,
    /// It was there already, and stays as it is there.
    pub were_there: u64,
}

pub(in crate::desk) fn apply(me: &mut OrderMoves, ctx: &mut Ctx<'_>, intent: MoveIntent) {
    if matches!(intent, MoveIntent::Forget) {
        if !ctx.jobs.is_running(&MOVE) {
            me.moving = Remote::NotAsked;
        }
        return;
    }
    if ctx.jobs.is_running(&MOVE) {
        return;
    }
    me.moving.start_loading();
    let mover = Mover {
        // The orders of this computer are copied to the shared ones, whichever account is shown.
        in_use: match &intent {
            MoveIntent::CopyOwn => ctx.workspaces.in_use(false),
            _ => ctx.workspace(),
        },
        own: ctx.workspaces.shop(),
        own_book: ctx.own_book.clone(),
        book: (!ctx.is_practice()).then(|| ctx.book.clone()),
        shared: ctx.workspaces.shared_place(),
        // In the folder of the data: it holds names and addresses.
        folder: ctx.data_dir.join("moving"),
        clock: ctx.clock.clone(),
    };
    let work = async move {
        let moved = mover.carry_out(intent).await;
        mover.clean_up().await;
        moved
    };
    ctx.jobs.answer(MOVE, work, move |me, ctx, moved| {
        me.moving.settle(moved, ctx.clock.now());
        ctx.announce(Event::DocumentsOutdated);
        ctx.announce(Event::BookChanged);
    });
}

struct Mover {
    in_use: WorkspaceHandle,
    own: WorkspaceHandle,
    own_book: Book,
    /// The book in use. The practice service has none to move.
    book: Option<Book>,
    shared: Option<Arc<SharedPlace>>,
    folder: PathBuf,
    clock: Clock,
}

impl Mover {
    async fn carry_out(&self, intent: MoveIntent) -> Result<MoveReport, Trouble> {
        match intent {
            MoveIntent::CopyOwn => self.copy_own().await,
            MoveIntent::Export { file, replace } => self.export(&file, replace).await,
            MoveIntent::Import(file) => self.import(&file).await,
            MoveIntent::Forget => Ok(MoveReport::default()),
        }
    }

    async fn copy_own(&self) -> Result<MoveReport, Trouble> {
        let attempted = || message!("stations-attempted-copy");
        let failed = |error: WorkspaceError| failure::describe_workspace_error(attempted(), &error);
        let to = self.in_use.open().await.map_err(failed)?;
        let mut report = match self.own.open_if_there().await.map_err(failed)? {
            Some(own) => copy_all(own.as_ref(), to.as_ref()).await.map_err(failed)?,
            None => MoveReport::default(),
        };
        if let Some(place) = &self.shared {
            let shared = place.open().await.map_err(failed)?;
            report.addresses = addresses::copy(&self.own_book, &shared)
                .await
                .map_err(|error| error.describe(attempted()))?;
        }
        Ok(report)
    }

    async fn export(&self, file: &Path, replace: bool) -> Result<MoveReport, Trouble> {
        let attempted = || message!("stations-attempted-export");
        let failed = |error: WorkspaceError| failure::describe_workspace_error(attempted(), &error);
        let from = self.in_use.open().await.map_err(failed)?;
        let copy = self.empty_workspace().await.map_err(failed)?;
        let copied = copy_all(from.as_ref(), &copy).await.map_err(failed)?;
        // Beside the file at first: what is not whole must not look like an export.
        let draft = self.folder.join("export.db");
        copy.backup(draft.clone()).await.map_err(failed)?;
        let addresses = match &self.book {
            Some(book) => addresses::export(book, &draft)
                .await
                .map_err(|error| error.describe(attempted()))?,
            None => Moved::default(),
        };
        let to = file.to_owned();
        let written = tokio::task::spawn_blocking(move || -> std::io::Result<()> {
            let mut draft = std::fs::File::open(&draft)?;
            if !replace && to.exists() {
                return Err(std::io::ErrorKind::AlreadyExists.into());
            }
            private::write_atomically(&to, |out| std::io::copy(&mut draft, out).map(drop))
        });
        let written = written.await.unwrap_or_else(|_| Err(interrupted()));
        written.map_err(|error| failure::describe_local_error(attempted(), &error))?;
        Ok(MoveReport { file: Some(file.to_owned()), addresses, ..copied })
    }

    async fn import(&self, file: &Path) -> Result<MoveReport, Trouble> {
        let attempted = || message!("stations-attempted-import");
        let failed = |error: WorkspaceError| failure::describe_workspace_error(attempted(), &error);
        let to = self.in_use.open().await.map_err(failed)?;
        // A copy: opening a file of an older version changes it.
        let (folder, given) = (self.folder.clone(), file.to_owned());
        let read = tokio::task::spawn_blocking(move || -> std::io::Result<()> {
            remove(&folder)?;
            private::create_private_dir(&folder)?;
            let mut given = std::fs::File::open(given)?;
            let copy = folder.join("workspace.db");
            private::write_atomically(&copy, |out| std::io::copy(&mut given, out).map(drop))
        });
        let read = read.await.unwrap_or_else(|_| Err(interrupted()));
        read.map_err(|error| failure::describe_local_error(attempted(), &error))?;
        let from = self.open_folder().await.map_err(failed)?;
        let copied = copy_all(&from, to.as_ref()).await.map_err(failed)?;
        let shared = match (&self.book, &self.shared) {
            (Some(_), Some(place)) => Some(place.open().await.map_err(failed)?),
            _ => None,
        };
        let addresses = match &self.book {
            Some(own) => {
                addresses::import(&self.folder.join("workspace.db"), shared.as_deref(), own)
                    .await
                    .map_err(|error| error.describe(attempted()))?
            }
            None => Moved::default(),
        };
        Ok(MoveReport { file: Some(file.to_owned()), addresses, ..copied })
    }

    async fn empty_workspace(&self) -> Result<LocalWorkspace, WorkspaceError> {
        let folder = self.folder.clone();
        let removed = tokio::task::spawn_blocking(move || remove(&folder)).await;
        if let Ok(Err(error)) = removed {
            tracing::warn!(%error, "an earlier copy of the orders stays");
        }
        self.open_folder().await
    }

    async fn open_folder(&self) -> Result<LocalWorkspace, WorkspaceError> {
        let (folder, clock) = (self.folder.clone(), self.clock.clone());
        let open = move || LocalWorkspace::open(&folder, clock, String::new());
        let opened = tokio::task::spawn_blocking(open).await;
        opened.unwrap_or(Err(crate::store::workspace::Stopped.into()))
    }

    async fn clean_up(&self) {
        let folder = self.folder.clone();
        let removed = tokio::task::spawn_blocking(move || remove(&folder)).await;
        if let Ok(Err(error)) = removed {
            tracing::warn!(%error, "a copy of the orders stays in the folder of the data");
        }
    }
}

fn remove(folder: &Path) -> std::io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn interrupted() -> std::io::Error {
    std::io::ErrorKind::Interrupted.into()
}

/// Copies every order and document that is not there yet. What is there stays as it is, so the same
/// copy can be made again after an interruption.
async fn copy_all(from: &dyn Workspace, to: &dyn Workspace) -> Result<MoveReport, WorkspaceError> {
    let mut report = MoveReport::default();
    // Orders name presets, so these come first.
    for kind in KINDS {
        for row in from.documents(kind).await? {
            let copy = DocumentRow { revision: 0, ..row };
            match to.write_document(copy).await? {
                DocumentOutcome::Written(_) => report.documents.copied += 1,
                _ => report.documents.were_there += 1,
            }
        }
    }
    let ids = from.order_ids(OrderQuery::default()).await?;
    for chunk in ids.chunks(CHUNK) {
        copy_orders(from, to, chunk, &mut report).await?;
    }
    Ok(report)
}

async fn copy_orders(
    from: &dyn Workspace,
    to: &dyn Workspace,
    ids: &[OrderId],
    report: &mut MoveReport,
) -> Result<(), WorkspaceError> {
    let rows = from.orders_by_id(ids.to_vec()).await?;
    let (rows, unreadable): (Vec<_>, Vec<_>) =
        rows.into_iter().partition(|row| row.unreadable.is_none());
    unreadable.iter().for_each(|row| report.leave_out(row));
    let copies = rows.iter().map(copy_of).collect();
    let outcomes = to.write_orders(copies).await?;
    for (row, outcome) in rows.iter().zip(outcomes) {
        match outcome {
            WriteOutcome::Written(_) => report.orders.copied += 1,
            WriteOutcome::Conflict(there) => {
                report.orders.were_there += 1;
                if is_another(row, &there) && report.different.len() < MOST_NAMED {
                    report.different.push(row.fields.number.clone());
                }
            }
            WriteOutcome::Refused(_) => report.leave_out(row),
            WriteOutcome::Missing | WriteOutcome::Removed => report.orders.were_there += 1,
        }
    }
    Ok(())
}

/// Whether the order that is there says something else.
fn is_another(copied: &OrderRow, there: &OrderRow) -> bool {
    let said = |row: &OrderRow| serde_json::from_str::<serde_json::Value>(&row.fields.json).ok();
    copied.fields.state != there.fields.state || said(copied) != said(there)
}
