//! The address books of the shared workspaces that this computer has used. Each is a file of its
//! own, so that the addresses of a shop and those of this computer are never mixed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::base::clock::Clock;
use crate::base::private;
use crate::store::backup;
use crate::store::book::{Book, BookError};
use crate::store::workspace::shared::WorkspaceAddress;

/// Below the folder of the data.
const FOLDER: &str = "shared-books";
/// Which book belongs to which workspace at one address.
const LIST: &str = "books.json";

/// The books of one address. The same address may lead to another database later.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct BooksOfAddress {
    /// The folder of the book in use.
    current: String,
    /// The folder of the book of each workspace, by the id of the workspace.
    by_workspace: BTreeMap<String, String>,
}

/// Where the books of one address are.
#[derive(Clone, Debug)]
pub(in crate::desk) struct SharedBooks {
    folder: PathBuf,
    clock: Clock,
}

impl SharedBooks {
    pub(in crate::desk) fn of_address(
        data_dir: &Path,
        address: &WorkspaceAddress,
        clock: &Clock,
    ) -> Self {
        let WorkspaceAddress { host, port, database, .. } = address;
        // Names of hosts and databases may contain what no file name may.
        let place = format!("{host}:{port}/{database}");
        let digest = ring::digest::digest(&ring::digest::SHA256, place.as_bytes());
        let bytes = digest.as_ref().iter().take(10);
        let name: String = bytes.map(|byte| format!("{byte:02x}")).collect();
        Self { folder: data_dir.join(FOLDER).join(name), clock: clock.clone() }
    }

    /// Opens the book that was used last. One that is damaged stays as it is, and another is begun:
    /// the workspace has the same addresses. Also returns why, or why there is no book at all; then
    /// every call of the book fails. Not for the UI thread.
    pub(in crate::desk) fn open(&self) -> (Book, Option<BookError>) {
        let mut list = self.list();
        let damage = match self.open_current(&mut list) {
            Ok(book) => return (book, None),
            Err(error) => error,
        };
        if matches!(damage, BookError::Damaged { .. }) {
            list.by_workspace.retain(|_, folder| *folder != list.current);
            list.current.clear();
            if let Ok(book) = self.open_current(&mut list) {
                return (book, Some(damage));
            }
        }
        (Book::closed(self.clock.clone()), Some(damage))
    }

    /// Opens the book of this workspace; `current` belongs to it or, without an id, to none yet.
    /// Not for the UI thread.
    pub(in crate::desk) fn open_of_workspace(&self, workspace: &str) -> Result<Book, BookError> {
        let mut list = self.list();
        let known = list.by_workspace.get(workspace).cloned();
        list.current = known.unwrap_or_default();
        let book = self.open_current(&mut list)?;
        self.note_workspace(workspace);
        Ok(book)
    }

    /// Notes that the book in use belongs to this workspace.
    pub(in crate::desk) fn note_workspace(&self, workspace: &str) {
        let mut list = self.list();
        let current = list.current.clone();
        list.by_workspace.insert(workspace.to_owned(), current);
        self.write(&list);
    }

    fn open_current(&self, list: &mut BooksOfAddress) -> Result<Book, BookError> {
        if list.current.is_empty() {
            list.current = uuid::Uuid::new_v4().simple().to_string();
        }
        let book = Book::open_mirror(&self.folder.join(&list.current), self.clock.clone())?;
        if *list != self.list() {
            self.write(list);
        }
        Ok(book)
    }

    fn list(&self) -> BooksOfAddress {
        let text = std::fs::read_to_string(self.folder.join(LIST)).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    fn write(&self, list: &BooksOfAddress) {
        let text = serde_json::to_vec(list).unwrap_or_default();
        if let Err(error) = private::write_bytes(&self.folder.join(LIST), &text) {
            tracing::error!(%error, "which book belongs to which workspace cannot be kept");
        }
    }
}

/// Deletes the books of all shared workspaces but the one in use.
pub(in crate::desk) fn remove_unused(
    data_dir: &Path,
    in_use: Option<PathBuf>,
) -> std::io::Result<()> {
    let folder = data_dir.join(FOLDER);
    if !folder.exists() {
        return Ok(());
    }
    let keeps = |path: &Path| in_use.as_ref().is_some_and(|file| file.starts_with(path));
    for address in std::fs::read_dir(folder)? {
        let address = address?.path();
        if !keeps(&address) {
            std::fs::remove_dir_all(address)?;
            continue;
        }
        for book in std::fs::read_dir(address)? {
            let book = book?.path();
            let copies = backup::folder(&book);
            if book.is_dir() && !keeps(&book) {
                std::fs::remove_dir_all(book)?;
            } else if copies.is_dir() {
                std::fs::remove_dir_all(copies)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(folder: &Path) -> SharedBooks {
        let address = WorkspaceAddress { host: "../db".to_owned(), ..WorkspaceAddress::default() };
        SharedBooks::of_address(folder, &address, &Clock::System)
    }

    #[test]
    fn each_workspace_of_an_address_has_its_book_and_a_damaged_one_is_left_aside() {
        let kept = tempfile::tempdir().unwrap();
        let folder = kept.path();
        let books = files(folder);
        assert!(books.folder.starts_with(folder.join(FOLDER)));
        let file = |(book, error): (Book, Option<BookError>)| {
            assert!(error.is_none(), "{error:?}");
            book.file().to_owned()
        };
        let first = file(books.open());
        books.note_workspace("one");
        let second = books.open_of_workspace("two").unwrap().file().to_owned();
        assert_ne!(first, second);
        assert_eq!(file(books.open()), second);
        assert_eq!(books.open_of_workspace("one").unwrap().file(), first);
        assert_eq!(file(books.open()), first);

        std::fs::write(&first, vec![7; 9_000]).unwrap();
        let (third, error) = books.open();
        assert!(matches!(error, Some(BookError::Damaged { .. })), "{error:?}");
        assert!(![first.as_path(), second.as_path()].contains(&third.file()));
        assert_eq!(file(books.open()), third.file());
        remove_unused(folder, Some(third.file().to_owned())).unwrap();
        assert!(third.file().exists() && !first.exists() && !second.exists());
    }
}
