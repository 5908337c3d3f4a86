//! Puts a backup in the place of the journal or of the orders, from the command line.

use std::path::Path;

use crate::base::clock::Clock;
use crate::desk::kernel::failure::with_sources;
use crate::store::{journal, workspace};

/// Replaces the journal, or the orders, in the folder `data` with the backup `file`. Returns what the
/// command prints, in English as every command does.
///
/// # Errors
/// Why nothing was replaced, in one sentence.
pub fn put_backup_in_place(data: &Path, file: &Path, of_orders: bool) -> Result<String, String> {
    let clock = Clock::System;
    if of_orders {
        let aside = workspace::restore(data, file, &clock).map_err(|error| with_sources(&error))?;
        return Ok(format!(
            "restored; what lay there is kept in {}. Orders that came after the backup are not in \
             it. Labels that were bought since are in Shipments: compare before you import such \
             orders again",
            aside.display()
        ));
    }
    let aside = journal::restore(data, file, &clock).map_err(|error| error.to_string())?;
    Ok(format!(
        "restored; what lay there is kept in {}. The next start compares it with the account",
        aside.display()
    ))
}
