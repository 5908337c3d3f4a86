//! Files and folders that only this user can read, and atomic writes of files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Creates the folder and its missing parents; the new ones are readable by this user only.
///
/// # Errors
/// Any error of the file system.
pub fn create_private_dir(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Like [`create_private_dir`], but also removes the access of other users to an existing folder.
///
/// # Errors
/// Any error of the file system.
pub fn create_or_restrict_dir(path: &Path) -> io::Result<()> {
    create_private_dir(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if fs::metadata(path)?.permissions().mode() & 0o077 != 0 {
            fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
        }
    }
    Ok(())
}

/// Opens or creates a file for reading and writing; one that others could read becomes private.
///
/// # Errors
/// Any error of the file system.
pub fn open_private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    open(path, &mut options)
}

/// Opens or creates a file for appending.
///
/// # Errors
/// Any error of the file system.
pub fn open_private_append(path: &Path) -> io::Result<File> {
    open(path, OpenOptions::new().append(true).create(true))
}

/// Replaces a file atomically, also if the power fails: the content goes to a new file in the same
/// folder, readable by this user only, which is flushed to the disk and then renamed.
///
/// # Errors
/// Any error of the file system or of `write`; the temporary file is then removed.
pub fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
) -> io::Result<()> {
    let folder = folder_of(path);
    let mut draft =
        tempfile::Builder::new().prefix(".postroom-").suffix(".new").tempfile_in(folder)?;
    let mut out = BufWriter::new(draft.as_file_mut());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    draft.as_file().sync_all()?;
    draft.persist(path).map_err(|failed| failed.error)?;
    sync_dir(folder)
}

/// Like [`write_atomically`], for bytes in memory.
///
/// # Errors
/// Any error of the file system.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_atomically(path, |out| out.write_all(bytes))
}

/// Creates a file that other programs may wait for: they see it whole, and never find another one
/// replaced. Unlike the other files of this module it has the rights of any new file of the user.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] if the name is taken, else any error of the file system.
pub fn write_new_for_others(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".postroom-").suffix(".new");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut draft = builder.tempfile_in(folder)?;
    draft.write_all(bytes)?;
    draft.as_file().sync_all()?;
    match draft.persist_noclobber(path) {
        Ok(_) => {}
        Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(failed.error);
        }
        // Some network file systems cannot rename without replacing.
        Err(_) => {
            let mut file = File::create_new(path)?;
            file.write_all(bytes)?;
            file.sync_all()?;
        }
    }
    // The file is there; some network file systems cannot flush a folder.
    if let Err(error) = sync_dir(folder) {
        tracing::debug!(%error, folder = %folder.display(), "flushing a folder");
    }
    Ok(())
}

/// The path with a suffix appended to its name.
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Flushes the folder, so that a rename or a new file in it survives a power failure.
///
/// # Errors
/// Any error of the file system.
pub fn sync_dir(folder: &Path) -> io::Result<()> {
    // Windows cannot flush a folder handle; its file system journals names.
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// The folder of a file; `.` for a bare name.
pub fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|dir| !dir.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A file restored from a backup may be readable by everyone.
        file.set_permissions(fs::Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_as_it_was_and_private() {
        let kept = tempfile::tempdir().unwrap();
        let folder = kept.path().join("new");
        create_private_dir(&folder).unwrap();
        let path = folder.join("a.txt");
        write_bytes(&path, b"first").unwrap();
        let failed = write_atomically(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        let open = folder.join("label.pdf");
        write_new_for_others(&open, b"label").unwrap();
        let again = write_new_for_others(&open, b"another").unwrap_err();
        assert_eq!(again.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&open).unwrap(), b"label");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As the system makes any file.
            let usual = folder.join("usual");
            fs::write(&usual, b"").unwrap();
            let rights = |path: &Path| fs::metadata(path).unwrap().permissions();
            assert_eq!(rights(&open), rights(&usual));
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode(&path), 0o600);
            assert_eq!(mode(&folder), 0o700);
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
            create_or_restrict_dir(&folder).unwrap();
            assert_eq!(mode(&folder), 0o700);
        }
    }
}
