//! Files and streams of strangers are read up to a limit: what their length says is not believed,
//! because a device has none and a file can grow meanwhile.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads a file of at most this many bytes.
///
/// # Errors
/// The file cannot be read, or has more bytes ([`io::ErrorKind::FileTooLarge`]).
pub fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_all(File::open(path)?, most)
}

/// The same of anything that can be read.
///
/// # Errors
/// As [`read_file`].
pub fn read_all(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_read_up_to_the_limit() {
        assert_eq!(read_all(&b"label"[..], 5).unwrap(), b"label");
        for reader in [Box::new(io::repeat(0)) as Box<dyn Read>, Box::new(&b"labels"[..])] {
            let error = read_all(reader, 5).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        }
        // A device says that its length is 0.
        #[cfg(unix)]
        assert!(read_file(Path::new("/dev/zero"), 1 << 20).is_err());
    }
}
