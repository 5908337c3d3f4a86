//! Files saved for the user: names that every file system accepts, never overwriting an existing
//! file without asking.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Where to save a file for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveTo {
    /// Into this folder, under names chosen by the program; existing files are not replaced.
    Folder(PathBuf),
    /// To exactly this file.
    File {
        path: PathBuf,
        /// The user confirmed replacing an existing file. Otherwise the new file gets another name
        /// beside it.
        replace: bool,
    },
}

/// In bytes. File systems allow 255; a number and the extension are appended.
const LONGEST_NAME: usize = 180;

/// Keeps letters, digits and characters that every file system allows; everything else becomes `-`.
/// No name begins with one: `lp *.pdf` and `rm *.pdf` take it for an option.
pub(in crate::desk) fn file_name(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|c| match c {
            '.' | '_' | '-' | ' ' => c,
            c if c.is_alphanumeric() => c,
            _ => '-',
        })
        .collect();
    let name = plain.trim_start_matches(['.', ' ', '-']);
    let mut name = name.trim_end_matches(['.', ' ']).to_owned();
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

/// Names that Windows reserves for devices, with any extension.
fn is_device(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    let numbered = ["COM", "LPT"].iter().any(|device| {
        let rest = upper.strip_prefix(device);
        rest.is_some_and(|rest| rest.len() == 1 && rest.chars().all(|c| c.is_ascii_digit()))
    });
    numbered || matches!(upper.as_str(), "CON" | "PRN" | "AUX" | "NUL")
}

/// Writes one file where the user wants it and creates missing folders. `stem` and `extension` form
/// its name in a folder; a file path without an extension gets `extension`.
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

/// Never replaces a file: tries `name.pdf`, then `name (2).pdf` and so on.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        for (text, name) in [
            ("2026-11-21_Jane Sample_9400", "2026-11-21_Jane Sample_9400"),
            ("../../etc/passwd", "etc-passwd"),
            ("#1001", "1001"),
            ("--id", "id"),
            ("-", "label"),
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
        let kept = tempfile::tempdir().unwrap();
        let folder = kept.path();
        let first = write_new(folder, "a", "pdf", b"1").unwrap();
        let second = write_new(folder, "a", "pdf", b"2").unwrap();
        assert_eq!(std::fs::read(first).unwrap(), b"1");
        assert!(second.ends_with("a (2).pdf"));
        let to = |replace| SaveTo::File { path: folder.join("a.pdf"), replace };
        // A typed path: the user was not asked about the existing file.
        let third = write(&to(false), "x", "zpl", b"3").unwrap();
        assert!(third.ends_with("a (3).pdf"), "{third:?}");
        let replaced = write(&to(true), "x", "zpl", b"4").unwrap();
        assert_eq!(replaced, folder.join("a.pdf"));
        assert_eq!(std::fs::read(replaced).unwrap(), b"4");
        let bare = SaveTo::File { path: folder.join("new").join("b"), replace: false };
        let bare = write(&bare, "x", "zpl", b"5").unwrap();
        assert_eq!(bare, folder.join("new").join("b.zpl"));
    }
}
