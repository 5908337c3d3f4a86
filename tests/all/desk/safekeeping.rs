//! Exports of the journal as proof, and of diagnostics, from a desk that bought a label.

use postroom::desk::safekeeping::ProofFormat;
use postroom::store::journal::verify_proof;

use crate::prelude::*;

#[test]
fn the_journal_is_exported_as_proof() {
    let (world, mut desk) = desk_ready_to_buy();
    desk.buy_and_wait();
    let file = world.folder.join("proof.json");
    desk.apply(SafekeepingIntent::ExportJournal { file: file.clone(), format: ProofFormat::Json });
    desk.run_until("exported", |state| !state.safekeeping.exporting);
    let said = desk.state().notices.last().unwrap().text.clone();
    let proof = verify_proof(&file, None).unwrap();
    assert_eq!(proof.events, 3);
    assert!(said.contains("Exported 3 events") && said.contains(&proof.last_hash), "{said}");
    desk.apply(SafekeepingIntent::ExportJournal {
        file: file.join("in a file").join("proof.json"),
        format: ProofFormat::Csv,
    });
    desk.run_until("refused", |state| {
        !state.safekeeping.exporting
            && state.notices.iter().any(|notice| {
                let trouble = notice.trouble.as_ref();
                let attempted = trouble.map(|trouble| &*trouble.attempted);
                attempted == Some("Couldn’t export the purchase journal")
            })
    });
}

#[test]
fn diagnostics_are_read_before_they_are_written() {
    let (world, mut desk) = desk_ready_to_buy();
    desk.buy_and_wait();
    desk.apply(SafekeepingIntent::ShowDiagnostics);
    desk.run_until("gathered", |state| state.safekeeping.preview.is_some());
    let preview = desk.state().safekeeping.preview.clone().unwrap();
    for words in ["POST /Shipment 200", "3 events, last hash", "journal.db"] {
        assert!(preview.text.contains(words), "{words}: {}", preview.text);
    }
    for words in ["Jane", "5th Ave", "Practice Shop"] {
        assert!(!preview.text.contains(words), "{words}: {}", preview.text);
    }
    let file = world.folder.join("diagnostics.txt");
    assert!(!file.exists());
    let file_wanted = file.clone();
    desk.apply(SafekeepingIntent::SavePreview { file: file_wanted });
    desk.run_until("saved", |state| state.safekeeping.preview.is_none());
    assert_eq!(fs::read_to_string(&file).unwrap(), &*preview.text);
    desk.apply(SafekeepingIntent::ShowDiagnostics);
    desk.run_until("gathered again", |state| state.safekeeping.preview.is_some());
    desk.apply(SafekeepingIntent::ClosePreview);
    assert!(desk.state().safekeeping.preview.is_none());
}
