//! Exports of the journal: an export is verified from its own fields, and no change goes
//! unnoticed, however small.

use std::process::Command;

use postroom::store::journal::{Proof, ProofError, ProofFormat, verify_proof};

use super::{Folder, clock, dollars, label, run};
use crate::prelude::*;

/// Three purchases with eight events; one title would be a formula in a spreadsheet.
fn exported(name: &str, format: ProofFormat) -> (Folder, PathBuf, Proof) {
    let folder = Folder::new(name);
    let journal = Journal::open(folder.path(), clock()).unwrap();
    let file = folder.file("proof");
    let proof = run(async {
        for (sequence, title) in [(1, "=1+1"), (2, "Ground, to \"Ann\"\nBright"), (3, "plain")] {
            let new = NewEntry { title: title.to_owned(), ..label("order", sequence) };
            let entry = journal.intend(new).await.unwrap();
            journal.mark_sending(&entry.transaction).await.unwrap();
            if sequence < 3 {
                journal
                    .confirm(&entry.transaction, "s-1", Some(dollars(795)), b"{}".to_vec())
                    .await
                    .unwrap();
            }
        }
        journal.export(file.clone(), format).await.unwrap()
    });
    assert_eq!(proof.events, 8);
    (folder, file, proof)
}

const FORMATS: [ProofFormat; 2] = [ProofFormat::Csv, ProofFormat::Json];

#[test]
fn an_export_holds_and_says_how_far_it_reaches() {
    for format in FORMATS {
        let (_folder, file, proof) = exported("proof", format);
        assert_eq!(verify_proof(&file, None).unwrap(), proof);
        assert_eq!(verify_proof(&file, Some(&proof.last_hash)).unwrap(), proof);
        let other = verify_proof(&file, Some("00")).unwrap_err();
        assert!(matches!(other, ProofError::LastHashMismatch { .. }), "{other}");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("7.95") && text.contains("Bright"), "{text}");
        assert!(!text.contains("{\"order\":\"order\",\"sequence\":1}"), "a body");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&file).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let drafts = fs::read_dir(file.parent().unwrap()).unwrap();
        let drafts = drafts.map(|entry| entry.unwrap().file_name());
        let left: Vec<_> = drafts.filter(|name| name.to_string_lossy().ends_with(".new")).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

#[test]
fn no_cell_of_the_table_is_a_formula() {
    let (_folder, file, _) = exported("proof-formula", ProofFormat::Csv);
    let mut table = csv::Reader::from_path(&file).unwrap();
    let titles: Vec<String> = table.records().map(|row| row.unwrap()[6].to_owned()).collect();
    assert_eq!(titles[0], "'=1+1");
    assert!(titles.iter().all(|title| !title.starts_with(['=', '+', '-', '@'])));
}

#[test]
fn no_change_of_an_export_goes_unnoticed() {
    for format in FORMATS {
        let (folder, file, _) = exported("proof-changed", format);
        let whole = fs::read(&file).unwrap();
        let text = String::from_utf8(whole.clone()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let changed = folder.file("changed");
        let refused = |bytes: &[u8], what: &str| {
            fs::write(&changed, bytes).unwrap();
            assert!(verify_proof(&changed, None).is_err(), "{format:?}: {what}");
        };
        // Digits of amounts, hashes and times, in the whole file.
        for (at, byte) in whole.iter().enumerate() {
            let other = match byte {
                b'0'..=b'8' => byte + 1,
                b'9' => b'0',
                _ => continue,
            };
            if at % 13 != 0 {
                continue;
            }
            // The time of the export is not part of the chain.
            if text[..at]
                .rfind("\"exported\":\"")
                .is_some_and(|from| !text[from + 12..at].contains('"'))
            {
                continue;
            }
            let mut bytes = whole.clone();
            bytes[at] = other;
            refused(&bytes, &format!("byte {at}"));
        }
        let without = |drop: usize| {
            let kept = lines.iter().enumerate().filter(|(at, _)| *at != drop);
            kept.map(|(_, line)| format!("{line}\n")).collect::<String>()
        };
        for drop in 0..lines.len() {
            // The last line of a JSON file only closes it; without it the file is not valid JSON.
            refused(without(drop).as_bytes(), &format!("without line {drop}"));
        }
    }
}

#[test]
fn what_is_no_export_is_called_so() {
    let folder = Folder::new("proof-foreign");
    fs::create_dir_all(folder.path()).unwrap();
    for (name, content) in [
        ("empty", ""),
        ("table", "a,b\n1,2\n"),
        ("json", "{\"format\":\"recipes\",\"events\":0,\"last_hash\":\"\",\"rows\":[]}"),
        ("cut", "{\"format\":"),
    ] {
        let path = folder.file(name);
        fs::write(&path, content).unwrap();
        let error = verify_proof(&path, None).unwrap_err();
        assert!(matches!(error, ProofError::NotAnExport { .. }), "{name}: {error}");
    }
    let missing = verify_proof(&folder.file("missing"), None).unwrap_err();
    assert!(matches!(missing, ProofError::Io { .. }));
}

#[test]
fn the_program_checks_an_export_from_the_command_line() {
    let check = |file: &Path, head: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_postroom"))
            .args(["journal", "verify"])
            .arg(file)
            .args(head)
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(said).unwrap())
    };
    let (_folder, file, proof) = exported("proof-command", ProofFormat::Csv);
    let (held, said) = check(&file, &["--head", &proof.last_hash]);
    assert!(held, "{said}");
    assert_eq!(said, format!("8 events, the chain holds; the last hash is {}\n", proof.last_hash));
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("7.95", "7.96", 1)).unwrap();
    let (held, said) = check(&file, &[]);
    assert!(!held);
    assert!(said.contains("the export was changed: event 3"), "{said}");
}
