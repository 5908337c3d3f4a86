//! Small files that are read and written as a whole: readable by this user only, and replaced
//! atomically, so that a power cut leaves the old content or the new one.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use zeroize::Zeroizing;

use super::file::{self, FileError, FileStep, io_error};
use crate::base::private;
use crate::text;

/// Far more than this program writes; a larger file comes from elsewhere.
const LARGEST_BYTES: u64 = 1 << 20;

/// Reads a file; `None` if it does not exist. The buffer is wiped when it is dropped.
///
/// # Errors
/// The file cannot be read, or is larger than 1 MiB.
pub fn read(path: &Path) -> Result<Option<Zeroizing<Vec<u8>>>, FileError> {
    let file = match fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io_error(FileStep::Open, path)(error)),
    };
    let length = file.metadata().map_err(io_error(FileStep::Read, path))?.len();
    if length > LARGEST_BYTES {
        return Err(FileError::NotWhole {
            path: path.to_owned(),
            detail: text!("storage-detail-too-large", count = length),
        });
    }
    // Allocated large enough at once: a buffer that grows leaves copies of its content in memory.
    let mut bytes = Zeroizing::new(Vec::with_capacity(usize::try_from(length).unwrap_or(0) + 1));
    file.take(LARGEST_BYTES).read_to_end(&mut bytes).map_err(io_error(FileStep::Read, path))?;
    Ok(Some(bytes))
}

/// Replaces the file atomically. Makes the folder if it does not exist.
///
/// # Errors
/// The folder cannot be made or the file cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    file::private_dir(path.parent().unwrap_or(Path::new(".")))?;
    private::write_bytes(path, bytes).map_err(io_error(FileStep::Write, path))
}

/// Removes the file. Succeeds if it does not exist.
///
/// # Errors
/// The file cannot be removed.
pub fn remove(path: &Path) -> Result<(), FileError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(io_error(FileStep::Remove, path)(error))
        }
        _ => Ok(()),
    }
}
