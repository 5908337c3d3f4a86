//! Keeping the journal: taken away as proof from a desk that bought something.

use postroom::desk::intent::Intent;
use postroom::desk::keeping::{KeepingIntent, ProofFormat};
use postroom::store::journal::verify_proof;

use super::harness::World;

#[test]
fn the_journal_is_exported_as_proof() {
    let world = World::new();
    let mut desk = world.ready();
    desk.choose();
    desk.buy_and_wait();
    let file = world.folder.join("proof.json");
    desk.apply(Intent::Keeping(KeepingIntent::ExportJournal {
        file: file.clone(),
        format: ProofFormat::Json,
    }));
    desk.run_until("exported", |state| !state.keeping.exporting);
    let said = desk.state().notices.last().unwrap().text.clone();
    let proof = verify_proof(&file, None).unwrap();
    assert_eq!(proof.events, 3);
    assert!(
        said.contains("Exported 3 events") && said.contains(&proof.last_hash),
        "{said}"
    );
    desk.apply(Intent::Keeping(KeepingIntent::ExportJournal {
        file: world.folder.join("no such folder").join("proof.json"),
        format: ProofFormat::Csv,
    }));
    desk.run_until("refused", |state| {
        !state.keeping.exporting
            && state.notices.iter().any(|notice| {
                let trouble = notice.trouble.as_ref();
                trouble.is_some_and(|trouble| trouble.attempted == "Exporting the journal")
            })
    });
}
