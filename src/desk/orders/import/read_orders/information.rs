//! What an import has repaired, in words. The words of problems are in `order_state`.

use crate::base::locale::Message;
use crate::desk::records::order::{ImportNote, ImportNoteKind};
use crate::message;

/// What was repaired; `None` for a note that is a problem.
pub fn information_of_note(note: &ImportNote) -> Option<Message> {
    let (column, text) = (note.column.as_str(), note.text.as_str());
    match note.kind {
        ImportNoteKind::ZipRestored => Some(message!(
            "order-import-note-zip-restored",
            column = column,
            text = text,
            row = note.row
        )),
        ImportNoteKind::CellRepaired => Some(message!(
            "order-import-note-cell-repaired",
            column = column,
            text = text,
            row = note.row
        )),
        ImportNoteKind::LineLeftOut => Some(message!(
            "order-import-note-line-left-out",
            column = column,
            text = text,
            row = note.row
        )),
        ImportNoteKind::StateFilled => Some(message!(
            "order-import-note-state-filled",
            column = column,
            text = text,
            row = note.row
        )),
        ImportNoteKind::DateIgnored => Some(message!(
            "order-import-note-date-ignored",
            column = column,
            text = text,
            row = note.row
        )),
        _ => None,
    }
}
