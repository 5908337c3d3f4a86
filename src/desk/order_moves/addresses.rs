//! The address book on its way to a shared workspace and through a file.

use std::path::Path;

use crate::base::locale::Message;
use crate::desk::kernel::failure::{self, Trouble};
use crate::desk::order_moves::{CHUNK, Moved};
use crate::desk::records::contact;
use crate::store::book::carried::{add_to_file, read_from_file};
use crate::store::book::mirror::AddressContent;
use crate::store::book::{Book, BookError};
use crate::store::workspace::{SharedWorkspace, Stopped, WorkspaceError};

#[derive(Debug)]
pub(super) enum CopyFailure {
    Book(BookError),
    Workspace(WorkspaceError),
}

impl CopyFailure {
    pub(super) fn describe(&self, attempted: Message) -> Trouble {
        match self {
            Self::Book(error) => failure::describe_local_error(attempted, error),
            Self::Workspace(error) => failure::describe_workspace_error(attempted, error),
        }
    }
}

impl From<BookError> for CopyFailure {
    fn from(error: BookError) -> Self {
        Self::Book(error)
    }
}

impl From<WorkspaceError> for CopyFailure {
    fn from(error: WorkspaceError) -> Self {
        Self::Workspace(error)
    }
}

/// As many addresses as are moved at once, and the key of each.
type Copies = Vec<(String, AddressContent)>;

/// Copies every address that is not there yet, by its key and by its words. What is there stays as
/// it is, so the same copy can be made again after an interruption.
pub(super) async fn copy(from: &Book, to: &SharedWorkspace) -> Result<Moved, CopyFailure> {
    let mut moved = Moved::default();
    let mut after = 0;
    while let Some(copies) = next(from, &mut after).await? {
        moved.count(to.copy_addresses_in(&copies).await?);
    }
    Ok(moved)
}

/// Writes the book into the file of an exported workspace.
pub(super) async fn export(from: &Book, file: &Path) -> Result<Moved, CopyFailure> {
    let mut moved = Moved::default();
    let mut after = 0;
    while let Some(copies) = next(from, &mut after).await? {
        moved.copied += copies.len() as u64;
        let file = file.to_owned();
        blocking(move || add_to_file(&file, &copies)).await?;
    }
    Ok(moved)
}

/// Copies the addresses of such a file into the shared workspace or, without one, into the book of
/// this computer. What is there stays as it is.
pub(super) async fn import(
    file: &Path,
    shared: Option<&SharedWorkspace>,
    own: &Book,
) -> Result<Moved, CopyFailure> {
    let mut moved = Moved::default();
    let mut after = 0;
    loop {
        let path = file.to_owned();
        let chunk = blocking(move || read_from_file(&path, after, chunk_size())).await?;
        let Some(last) = chunk.last() else {
            return Ok(moved);
        };
        after = last.row;
        let copies = chunk.into_iter().map(|one| (one.key, one.content));
        let added = match shared {
            Some(shared) => shared.copy_addresses_in(&copies.collect::<Copies>()).await?,
            None => {
                let records = copies.map(|(key, it)| (key, contact::record_fields(it)));
                own.add_copies(records.collect()).await?
            }
        };
        moved.count(added);
    }
}

/// The addresses of the book after a row, which moves on.
async fn next(book: &Book, after: &mut i64) -> Result<Option<Copies>, BookError> {
    let chunk = book.scan(*after, chunk_size()).await?;
    let Some(last) = chunk.last() else {
        return Ok(None);
    };
    *after = last.record.row;
    let copies = chunk.into_iter().map(|filed| {
        let json = contact::shared_json(&filed.record.json);
        let groups = filed.groups;
        (filed.record.key, AddressContent { json, groups })
    });
    Ok(Some(copies.collect()))
}

fn chunk_size() -> u32 {
    u32::try_from(CHUNK).unwrap_or(u32::MAX)
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, BookError> + Send + 'static,
) -> Result<T, BookError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or(Err(BookError::Stopped(Stopped)))
}

impl Moved {
    fn count(&mut self, added: Vec<bool>) {
        for is_added in added {
            match is_added {
                true => self.copied += 1,
                false => self.were_there += 1,
            }
        }
    }
}
