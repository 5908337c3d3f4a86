//! The system's folders for application data and for the user's documents. Both functions read the
//! environment and files, so they are called once, at the start.

use std::ffi::OsString;
use std::path::PathBuf;

use directories::{BaseDirs, UserDirs};

/// The folder of all of Postroom's data; `None` if the user has no home folder.
///
/// On macOS this is the folder of the XDG rules and not `Library/Application Support`: the journals
/// of existing installations are in it since the first version and cannot be moved safely.
pub fn data_dir() -> Option<PathBuf> {
    let base = BaseDirs::new()?;
    let in_base = match cfg!(windows) {
        true => of_windows(|name| std::env::var_os(name), base.data_dir().to_owned()),
        false => of_xdg(|name| std::env::var_os(name), base.home_dir().to_owned()),
    };
    Some(in_base.join("postroom"))
}

/// `APPDATA` takes precedence over the folder that Windows reports.
fn of_windows(variable: impl Fn(&str) -> Option<OsString>, known: PathBuf) -> PathBuf {
    match variable("APPDATA").filter(|value| !value.is_empty()) {
        Some(value) => PathBuf::from(value),
        None => known,
    }
}

/// A relative `XDG_DATA_HOME` is ignored, as the specification asks.
fn of_xdg(variable: impl Fn(&str) -> Option<OsString>, home: PathBuf) -> PathBuf {
    let set = variable("XDG_DATA_HOME").map(PathBuf::from);
    match set.filter(|path| path.is_absolute()) {
        Some(path) => path,
        None => home.join(".local").join("share"),
    }
}

/// Where file dialogs start before the user has chosen a folder.
#[derive(Clone, Debug, Default)]
pub struct UserFolders {
    pub documents: Option<PathBuf>,
    pub downloads: Option<PathBuf>,
}

impl UserFolders {
    /// The folders of the system; the home folder for each one that does not exist.
    pub fn of_system() -> Self {
        let Some(user) = UserDirs::new() else {
            return Self::default();
        };
        let home = user.home_dir();
        Self {
            documents: Some(user.document_dir().unwrap_or(home).to_owned()),
            downloads: Some(user.download_dir().unwrap_or(home).to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The folder must not change between versions, or existing data would be lost from view.
    #[test]
    fn data_stays_where_it_always_was() {
        let absolute = std::env::temp_dir().join("elsewhere");
        for (set, unix) in [
            (None, "home/.local/share"),
            (Some(OsString::new()), "home/.local/share"),
            (Some(OsString::from("relative")), "home/.local/share"),
            (Some(absolute.clone().into()), ""),
        ] {
            let asked = |name: &str| match name {
                "XDG_DATA_HOME" => set.clone(),
                _ => Some(OsString::from("/not/asked")),
            };
            let wanted = match unix {
                "" => absolute.clone(),
                unix => PathBuf::from(unix),
            };
            assert_eq!(of_xdg(asked, PathBuf::from("home")), wanted, "{set:?}");
        }
        for (set, windows) in [
            (None, "known"),
            (Some(OsString::new()), "known"),
            (Some(OsString::from("D:\\data")), "D:\\data"),
        ] {
            let asked = |name: &str| match name {
                "APPDATA" => set.clone(),
                _ => Some(OsString::from("/not/asked")),
            };
            let folder = of_windows(asked, PathBuf::from("known"));
            assert_eq!(folder, PathBuf::from(windows), "{set:?}");
        }
    }
}
