//! Forms and sheets that belong to manifests and containers: their names, and the printers
//! available for them.

use crate::base::locale::Message;
use crate::desk::kernel::files;
use crate::desk::labels::documents;
use crate::desk::labels::documents::{DocumentId, DocumentIntent, KnownOfDocument, extension};
use crate::desk::owner::Desk;
use crate::desk::state::State;
use crate::message;

pub(in crate::desk) fn apply(desk: &mut Desk, intent: DocumentIntent) {
    let known = KnownOfDocument {
        title: title(&desk.state, intent.document()),
        printers: desk.state.printing.printers.clone(),
        printing_blocked: desk.state.printing.blocked.clone(),
    };
    desk.labels(|labels, ctx| documents::apply(labels, ctx, intent, known));
}

/// The proposed file name. Forms are assumed to be PDF until their bytes are loaded.
pub fn file_name(state: &State, document: &DocumentId) -> String {
    let view = state.labels.documents.get(document);
    let bytes = view.and_then(|view| view.files.value()?.first());
    let extension = bytes.map_or("pdf", |bytes| extension(bytes));
    let stem = files::file_name(&title(state, document));
    format!("{stem}.{extension}")
}

/// The document's name in file names and print queues.
fn title(state: &State, document: &DocumentId) -> Message {
    let id = match document {
        DocumentId::ScanForm(id) => id,
        DocumentId::Containers(name) => {
            let mut made = state.containers.made.iter();
            let code = made.find(|made| made.name == *name);
            let code = code.map_or(name.as_str(), |made| made.content_code.as_str());
            return message!("ship-flow-document-containers", code = code);
        }
        DocumentId::CommandSheet(_) => {
            return message!("ship-flow-document-commands");
        }
        DocumentId::Paper(paper) => return paper.kind.title(),
    };
    let known = state.manifests.by_id(id);
    let number = known.and_then(|manifest| manifest.form_number.clone());
    let number = number.unwrap_or_else(|| id.to_string());
    message!("ship-flow-document-scan-form", number = number)
}
