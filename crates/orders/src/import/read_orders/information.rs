//! What an import has repaired, in words. The words of problems are in `order_state`.

use crate::message;
use postroom_base::locale::Message;
use postroom_tables::import_note::{ImportNote, ImportNoteKind};

/// What was repaired; `None` for a note that is a problem.
pub fn information_of_note(note: &ImportNote) -> Option<Message> {
    let (column, text, row) = (note.column.as_str(), note.text.as_str(), note.row);
    Some(match note.kind {
        ImportNoteKind::ZipRestored => {
            message!("order-import-note-zip-restored", column = column, text = text, row = row)
        }
        ImportNoteKind::CellRepaired => {
            message!("order-import-note-cell-repaired", column = column, text = text, row = row)
        }
        ImportNoteKind::LineLeftOut => {
            message!("order-import-note-line-left-out", column = column, text = text, row = row)
        }
        ImportNoteKind::StateFilled => {
            message!("order-import-note-state-filled", column = column, text = text, row = row)
        }
        ImportNoteKind::DateIgnored => {
            message!("order-import-note-date-ignored", column = column, text = text, row = row)
        }
        _ => return None,
    })
}
