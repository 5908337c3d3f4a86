//! Files a person takes away: CSV that no spreadsheet runs as a formula, and names that
//! every file system takes.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::desk::Desk;
use crate::desk::intent::SaveTo;
use crate::desk::kernel::failure;
use crate::desk::records::shipment_row;
use crate::desk::scale::witness;
use crate::desk::shipments::list;
use crate::desk::state::{ShipmentRow, Tone};
use crate::store::cache::Scope;
use crate::store::journal::{Journal, JournalError};

pub(in crate::desk) use crate::base::cell::plain as cell;

const COLUMNS: [&str; 13] = [
    "created",
    "shipment_id",
    "tracking_number",
    "to_name",
    "to_place",
    "carrier",
    "service",
    "packages",
    "price",
    "currency",
    "status",
    "refund_status",
    "weighed",
];
const PAGE: u32 = 1000;
/// Bytes: file systems take 255, and a number and the extension follow.
const LONGEST_NAME: usize = 180;

/// Every row the search on the screen matches, not only those scrolled to.
pub(in crate::desk) fn shipments(desk: &mut Desk, file: PathBuf) {
    let (Some(scope), cache) = (desk.scope.clone(), desk.cache.clone()) else {
        return;
    };
    let mut query = list::query(desk, 0, PAGE);
    let journal = desk.journal.clone();
    desk.jobs.spawn(|outbox| async move {
        let mut rows = Vec::new();
        let read = loop {
            match cache.find_shipments(&scope, query.clone()).await {
                Ok(page) if page.rows.is_empty() => break Ok(()),
                Ok(page) => {
                    query.offset += page.rows.len() as u64;
                    rows.extend(page.rows.into_iter().map(shipment_row::row));
                }
                Err(error) => break Err(error),
            }
        };
        if let Err(error) = read {
            let trouble = failure::local("Exporting shipments", &error);
            return outbox.send(move |desk| desk.complain(trouble)).await;
        }
        let weighed = match weighed(journal.as_ref(), &scope).await {
            Ok(weighed) => weighed,
            Err(error) => {
                let trouble = failure::local("Exporting shipments", &error);
                return outbox.send(move |desk| desk.complain(trouble)).await;
            }
        };
        let count = rows.len();
        let path = file.clone();
        let written = tokio::task::spawn_blocking(move || write_csv(&path, &rows, &weighed)).await;
        outbox
            .send(move |desk| match written {
                Ok(Ok(())) => {
                    let text = format!("Exported {count} shipments to {}", file.display());
                    desk.notice(Tone::Good, text, None);
                }
                Ok(Err(error)) => desk.complain(failure::local("Exporting shipments", &error)),
                Err(error) => desk.complain(failure::local("Exporting shipments", &error)),
            })
            .await;
    });
}

/// Letters, digits and what no file system minds; everything else becomes `-`.
pub(in crate::desk) fn file_name(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|c| match c {
            '.' | '_' | '-' | ' ' => c,
            c if c.is_alphanumeric() => c,
            _ => '-',
        })
        .collect();
    let mut name = plain.trim_matches(['.', ' ']).to_owned();
    while name.len() > LONGEST_NAME {
        name.pop();
    }
    let name = name.trim_end_matches(['.', ' ']);
    let device = name.split('.').next().unwrap_or(name).trim_end();
    if name.is_empty() {
        "label".to_owned()
    } else if is_device(device) {
        format!("label {name}")
    } else {
        name.to_owned()
    }
}

/// Names that Windows keeps for devices, whatever follows the dot.
fn is_device(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    let numbered = ["COM", "LPT"].iter().any(|device| {
        let rest = upper.strip_prefix(device);
        rest.is_some_and(|rest| rest.len() == 1 && rest.chars().all(|c| c.is_ascii_digit()))
    });
    numbered || matches!(upper.as_str(), "CON" | "PRN" | "AUX" | "NUL")
}

/// Writes one file where the person wants it, in folders that need not exist yet. The name
/// and the extension are those of a file in a folder.
pub(in crate::desk) fn write(
    to: &SaveTo,
    stem: &str,
    extension: &str,
    bytes: &[u8],
) -> std::io::Result<PathBuf> {
    match to {
        SaveTo::Folder(folder) => {
            std::fs::create_dir_all(folder)?;
            write_new(folder, stem, extension, bytes)
        }
        SaveTo::File { path, replace } => {
            let folder = path.parent().unwrap_or(Path::new(""));
            std::fs::create_dir_all(folder)?;
            match (replace, path.file_stem(), path.extension()) {
                (false, Some(stem), Some(extension)) => {
                    let (stem, extension) = (stem.to_string_lossy(), extension.to_string_lossy());
                    write_new(folder, &stem, &extension, bytes)
                }
                (false, Some(stem), None) => {
                    write_new(folder, &stem.to_string_lossy(), extension, bytes)
                }
                _ => std::fs::write(path, bytes).map(|()| path.clone()),
            }
        }
    }
}

/// Writes beside what is there: `name.pdf`, then `name (2).pdf`.
pub(in crate::desk) fn write_new(
    folder: &Path,
    stem: &str,
    extension: &str,
    bytes: &[u8],
) -> std::io::Result<PathBuf> {
    for number in 1_u32.. {
        let name = match number {
            1 => format!("{stem}.{extension}"),
            _ => format!("{stem} ({number}).{extension}"),
        };
        let path = folder.join(name);
        match std::fs::File::create_new(&path) {
            Ok(mut file) => {
                file.write_all(bytes)?;
                return Ok(path);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(std::io::ErrorKind::AlreadyExists.into())
}

/// What the scale showed, by shipment.
type Weighed = HashMap<String, String>;

async fn weighed(journal: Option<&Journal>, scope: &Scope) -> Result<Weighed, JournalError> {
    let Some(journal) = journal else {
        return Ok(Weighed::new());
    };
    let known = journal
        .witnesses(&scope.environment, &scope.account)
        .await?;
    let cell = |(id, json): (String, String)| (id, witness::cell(&witness::read(&json)));
    Ok(known.into_iter().map(cell).collect())
}

fn write_csv(path: &Path, rows: &[Arc<ShipmentRow>], weighed: &Weighed) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_path(path)?;
    writer.write_record(COLUMNS)?;
    for row in rows {
        let weighed = weighed.get(row.id.as_str()).map_or("", String::as_str);
        writer.write_record(fields(row, weighed).iter().map(|text| cell(text)))?;
    }
    writer.flush()?;
    Ok(())
}

fn fields(row: &ShipmentRow, weighed: &str) -> [String; 13] {
    let price = row.price.map(|price| price.amount.to_string());
    let currency = row.price.map(|price| price.currency.code().to_owned());
    let number = row.tracking_number.as_ref().map(ToString::to_string);
    [
        row.created.to_string(),
        row.id.to_string(),
        number.unwrap_or_default(),
        row.to_name.clone(),
        row.to_place.clone(),
        row.carrier.clone(),
        row.service.clone(),
        row.packages.to_string(),
        price.unwrap_or_default(),
        currency.unwrap_or_default(),
        row.status.clone(),
        row.refund_status.clone().unwrap_or_default(),
        weighed.to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        for (text, name) in [
            ("2026-11-21_Jane Sample_9400", "2026-11-21_Jane Sample_9400"),
            ("../../etc/passwd", "-..-etc-passwd"),
            ("a/b\\c:d*e?\"<>|", "a-b-c-d-e-----"),
            ("Zoë Ünal", "Zoë Ünal"),
            ("...", "label"),
            ("nul", "label nul"),
            ("COM1.x", "label COM1.x"),
            ("command", "command"),
        ] {
            assert_eq!(file_name(text), name, "{text}");
        }
        let long = file_name(&"東".repeat(300));
        assert_eq!(long.len(), 180);
    }

    #[test]
    fn a_second_file_does_not_replace_the_first() {
        let folder = std::env::temp_dir().join(format!("postroom-{}", uuid::Uuid::new_v4()));
        std::fs::create_dir_all(&folder).unwrap();
        let first = write_new(&folder, "a", "pdf", b"1").unwrap();
        let second = write_new(&folder, "a", "pdf", b"2").unwrap();
        assert_eq!(std::fs::read(first).unwrap(), b"1");
        assert!(second.ends_with("a (2).pdf"));
        let to = |replace| SaveTo::File {
            path: folder.join("a.pdf"),
            replace,
        };
        // Typed, nobody was asked about the file that is there.
        let third = write(&to(false), "x", "zpl", b"3").unwrap();
        assert!(third.ends_with("a (3).pdf"), "{third:?}");
        let replaced = write(&to(true), "x", "zpl", b"4").unwrap();
        assert_eq!(replaced, folder.join("a.pdf"));
        assert_eq!(std::fs::read(replaced).unwrap(), b"4");
        let bare = SaveTo::File {
            path: folder.join("new").join("b"),
            replace: false,
        };
        let bare = write(&bare, "x", "zpl", b"5").unwrap();
        assert_eq!(bare, folder.join("new").join("b.zpl"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
