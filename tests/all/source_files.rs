//! The files of the project, for the tests that read them.

use crate::prelude::*;

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The source folder of each package, relative to [`root`]: `src` and `crates/NAME/src`.
pub fn source_folders() -> Vec<PathBuf> {
    let members = fs::read_dir(root().join("crates")).unwrap();
    let mut folders: Vec<PathBuf> = members
        .map(|member| Path::new("crates").join(member.unwrap().file_name()).join("src"))
        .collect();
    folders.sort();
    folders.insert(0, PathBuf::from("src"));
    folders
}

/// Every file below a folder whose name ends so, sorted; none if the path is a file.
pub fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
