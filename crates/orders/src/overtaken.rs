//! Two stations change the same document at the same time. The second change is not written: both
//! versions are kept, with what differs, until a person decides which one stays.

mod differences;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::message;
use postroom_base::locale::Message;
use postroom_rows::author::Signature;
use postroom_rows::document::{DocumentKind, DocumentOutcome, DocumentRow};

pub use differences::{Difference, differences, versions_of};

/// One write of the workspace.
#[derive(Clone, Debug)]
pub enum Change {
    Write {
        row: DocumentRow,
        /// What was changed, as JSON; empty for a new document.
        before: String,
    },
    /// Of the document as it was known.
    Remove { row: DocumentRow },
}

/// A change that was made here and not written.
#[derive(Clone, Debug, PartialEq)]
pub struct OvertakenDocument {
    pub kind: DocumentKind,
    pub key: String,
    pub name: String,
    /// The station and the person that were faster; empty if it is not known.
    pub by: String,
    /// As it was when the change was begun; empty if there was none.
    pub before: String,
    /// As it is now; `None` if it was removed.
    pub theirs: Option<DocumentRow>,
    /// As it would be here; `None` if it was to be removed.
    pub mine: Option<DocumentRow>,
}

impl OvertakenDocument {
    /// `None` if the change was written, or if both stations made the same one.
    pub fn of_outcome(change: Change, outcome: DocumentOutcome) -> Option<Self> {
        let theirs = match outcome {
            DocumentOutcome::Written(_) | DocumentOutcome::Removed => return None,
            DocumentOutcome::Conflict(row) => Some(*row),
            DocumentOutcome::Missing => None,
        };
        let (row, before, mine) = match change {
            Change::Write { row, before } => (row.clone(), before, Some(row)),
            Change::Remove { row } => (row.clone(), row.json, None),
        };
        let is_same = match (&theirs, &mine) {
            (Some(theirs), Some(mine)) => {
                theirs.rank == mine.rank && value(&theirs.json) == value(&mine.json)
            }
            (None, None) => true,
            _ => false,
        };
        (!is_same).then(|| Self {
            kind: row.kind,
            key: row.key,
            name: row.name,
            by: theirs.as_ref().map_or_else(String::new, |row| row.changed_by.clone()),
            before,
            theirs,
            mine,
        })
    }

    /// Whether both are of one document.
    pub fn is_same(&self, other: &Self) -> bool {
        self.kind == other.kind && self.key == other.key
    }

    /// The change that was made here, made again of the document as it is now. What only the other
    /// station changed stays.
    pub fn keep_mine(self) -> Option<Change> {
        match (self.mine, self.theirs) {
            (Some(mine), Some(theirs)) => {
                let json = merge(&value(&self.before), &value(&theirs.json), &value(&mine.json));
                let name = json.get("name").and_then(Value::as_str);
                let row = DocumentRow {
                    name: name.map_or(mine.name, str::to_owned),
                    json: json.to_string(),
                    revision: theirs.revision,
                    ..mine
                };
                let before = theirs.json;
                Some(Change::Write { row, before })
            }
            (Some(mine), None) => Some(Change::Write {
                row: DocumentRow { revision: 0, ..mine },
                before: String::new(),
            }),
            (None, Some(row)) => Some(Change::Remove { row }),
            (None, None) => None,
        }
    }

    /// What differs between the two versions.
    pub fn differences(&self, preset: impl Fn(&str) -> Option<String>) -> Vec<Difference> {
        match (&self.theirs, &self.mine) {
            (Some(theirs), Some(mine)) => {
                let [before, theirs, mine] = [&self.before, &theirs.json, &mine.json];
                let versions = [value(before), value(theirs), value(mine)];
                differences(self.kind, &versions, preset)
            }
            _ => Vec::new(),
        }
    }

    /// The name, or what it is if it has none.
    fn title(&self) -> Message {
        match self.name.trim() {
            "" if self.kind == DocumentKind::Shop => message!("overtaken-shop"),
            "" => message!("overtaken-unnamed"),
            name => Message::from(name.to_owned()),
        }
    }

    /// What happened, in one sentence.
    pub fn words(&self) -> Message {
        let (name, by) = (self.title(), signed_words(&self.by));
        match (&self.theirs, &self.mine) {
            (None, _) => message!("overtaken-removed", name = name),
            (_, None) => message!("overtaken-not-removed", name = name, by = by),
            _ => message!("overtaken-changed", name = name, by = by),
        }
    }

    /// The notice that sends a person to the place where it is decided.
    pub fn message(&self) -> Message {
        match self.kind {
            DocumentKind::Shop => message!("overtaken-notice-settings", words = self.words()),
            _ => message!("overtaken-notice-orders", words = self.words()),
        }
    }
}

/// Who signed, as part of a sentence.
pub fn signed_words(signed: &str) -> Message {
    let signature = Signature::parse(signed);
    match signature.station {
        "" => message!("overtaken-somebody"),
        _ => signature.message(),
    }
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_default()
}

/// `theirs` with every part that `mine` has otherwise than `before`. A part is a member of the
/// document; what is inside belongs together, such as the lines of an address.
fn merge(before: &Value, theirs: &Value, mine: &Value) -> Value {
    let (Value::Object(theirs), Value::Object(mine)) = (theirs, mine) else {
        return mine.clone();
    };
    let mut merged = theirs.clone();
    for (key, mine) in mine {
        if before.get(key) != Some(mine) {
            merged.insert(key.clone(), mine.clone());
        }
    }
    Value::Object(merged)
}

/// The same of three versions of a document. Mine, if they cannot be taken apart.
pub fn merged<T: Serialize + DeserializeOwned + Clone>(before: &T, theirs: &T, mine: &T) -> T {
    let value = |document: &T| serde_json::to_value(document).unwrap_or_default();
    let merged = merge(&value(before), &value(theirs), &value(mine));
    serde_json::from_value(merged).unwrap_or_else(|_| mine.clone())
}

#[cfg(test)]
mod tests;
