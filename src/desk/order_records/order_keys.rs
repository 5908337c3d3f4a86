//! The keys of imported orders. A key follows from the order's source and number, so an order that is
//! imported again after a backup was put back has the key that the journal knows: the label that was
//! bought for it is found, and none is bought twice.

use crate::base::id::OrderId;
use crate::store::workspace::{
    DocumentKind, DocumentOutcome, DocumentRow, Workspace, WorkspaceError,
};

/// The key of the one document of [`DocumentKind::OrderKeys`].
const DOCUMENT: &str = "workspace";

/// The keys that a workspace gives. Another workspace gives the same number another key: an order of
/// the practice service is never taken for a real one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::desk) struct OrderKeys {
    of_workspace: String,
}

impl OrderKeys {
    /// Reads what the workspace makes its keys from. One that has nothing yet, as after everything
    /// was deleted, gets it.
    pub(in crate::desk) async fn read(workspace: &dyn Workspace) -> Result<Self, WorkspaceError> {
        let known = workspace.documents(DocumentKind::OrderKeys).await?;
        if let Some(row) = known.into_iter().next() {
            return Ok(Self { of_workspace: row.json });
        }
        let row = DocumentRow {
            kind: DocumentKind::OrderKeys,
            key: DOCUMENT.to_owned(),
            name: String::new(),
            rank: 0,
            json: serde_json::json!(OrderId::mint().as_str()).to_string(),
            revision: 0,
            changed_by: String::new(),
        };
        let mine = row.json.clone();
        let of_workspace = match workspace.write_document(row).await? {
            // Another computer was faster.
            DocumentOutcome::Conflict(theirs) => theirs.json,
            _ => mine,
        };
        Ok(Self { of_workspace })
    }

    pub(in crate::desk) fn key_of(&self, source: &str, number: &str) -> OrderId {
        OrderId::of_texts(&[&self.of_workspace, source, number])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::clock::Clock;
    use crate::store::workspace::LocalWorkspace;

    #[test]
    fn a_number_has_one_key_in_each_workspace() {
        let folder = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let open = |name: &str| {
            let folder = folder.path().join(name);
            LocalWorkspace::open(&folder, Clock::System, "here".to_owned()).unwrap()
        };
        let keys =
            |workspace: &LocalWorkspace| runtime.block_on(OrderKeys::read(workspace)).unwrap();
        let first = open("first");
        let of_first = keys(&first);
        assert_eq!(keys(&first), of_first);
        let key = of_first.key_of("Shop", "1001");
        assert_ne!(of_first.key_of("Shop", "1002"), key);
        assert_ne!(of_first.key_of("Shop1", "001"), key);
        assert_ne!(keys(&open("second")).key_of("Shop", "1001"), key);
        drop(first);
        let first = open("first");
        assert_eq!(keys(&first).key_of("Shop", "1001"), key);
        runtime.block_on(first.clear()).unwrap();
        let anew = keys(&first);
        assert_ne!(anew, of_first);
        assert_eq!(keys(&first), anew);
    }
}
