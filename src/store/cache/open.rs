//! Opens the cache and moves a damaged file aside.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use rusqlite::Connection;

use super::schema::STEPS;
use super::{Cache, CacheError, Opened};
use crate::base::clock::Clock;
use crate::store::file::{Durability, FileError, FileStep, io_error};
use crate::store::worker::ConnectionThreads;
use crate::store::{file, integrity_check};
use crate::text;

/// "PsCh": distinguishes a cache from any other SQLite file.
const APPLICATION_ID: i64 = 0x5073_4368;
const READERS: usize = 3;

pub fn open(dir: &Path, clock: Clock) -> Result<Opened, CacheError> {
    file::private_dir(dir)?;
    let path = dir.join("cache.db");
    let ((connection, owed), rebuilt) = match open_whole(&path) {
        Ok(opened) => (opened, false),
        Err(error) if is_unusable(&error) => {
            move_aside(&path, &clock)?;
            tracing::warn!(%error, "the cache was damaged and is being rebuilt");
            (open_whole(&path)?, true)
        }
        Err(error) => return Err(error.into()),
    };
    let owes_a_look = owed.then(|| path.clone());
    let readers = file::readers(&path, READERS)?;
    let start = |name, connections| {
        ConnectionThreads::start(name, connections).map_err(io_error(FileStep::StartThread, &path))
    };
    let cache = Cache {
        readers: start("cache-read", readers)?,
        writer: start("cache-write", vec![connection])?,
        clock,
    };
    Ok(Opened { cache, rebuilt, unchecked_file: owes_a_look })
}

/// The connection, and whether the file still has to be checked for damage.
fn open_whole(path: &Path) -> Result<(Connection, bool), FileError> {
    file::create_if_missing(path, STEPS)?;
    let owed = check_content(path)?;
    let mut connection = file::connect(path, Durability::Normal)?;
    file::migrate(&mut connection, path, STEPS)?;
    check_schema(&connection, path)?;
    Ok((connection, owed))
}

/// Checks the file before any setting is written, so that a foreign file stays unchanged. Returns
/// whether the full check is still due.
fn check_content(path: &Path) -> Result<bool, FileError> {
    file::check_length(path)?;
    let connection = file::connect_bare(path)?;
    let owed = integrity_check::check_now_if_small(&connection, path)?;
    let otherwise = text!("storage-detail-not-a-cache");
    file::check_identity(&connection, path, APPLICATION_ID, otherwise)?;
    Ok(owed)
}

/// Checks that every table exists: a file can have intact pages and still lack a table.
fn check_schema(connection: &Connection, path: &Path) -> Result<(), FileError> {
    let wanted = [
        "SELECT scope, environment, account, shipments FROM scopes LIMIT 1",
        "SELECT scope, key, json, at FROM snapshots LIMIT 1",
        "SELECT row, scope, id, created, status FROM shipments LIMIT 1",
        "SELECT row, search_text, json FROM shipment_bodies LIMIT 1",
        "SELECT rowid FROM shipment_words LIMIT 1",
        "SELECT scope, span, currency, micros, shipments FROM spending LIMIT 1",
        "SELECT row, scope, created FROM spent LIMIT 1",
        "SELECT scope, shipment, package_number, file_type, bytes FROM labels LIMIT 1",
        "SELECT watch, scope, tracking_number, json, at FROM tracked LIMIT 1",
    ];
    for query in wanted {
        let answers =
            connection.prepare(query).and_then(|mut rows| rows.query([])?.next().map(|_| ()));
        answers.map_err(|error| FileError::NotWhole {
            path: path.to_owned(),
            detail: error.to_string(),
        })?;
    }
    Ok(())
}

/// Whether the file must be replaced. A cache written by a newer version is as useless to this
/// one as a damaged one.
fn is_unusable(error: &FileError) -> bool {
    match error {
        FileError::Sql { source, .. } => file::is_of_content(source),
        FileError::NotWhole { .. } | FileError::TooNew { .. } => true,
        FileError::Io { .. } => false,
    }
}

/// Renames the file and its side files to `cache.db.damaged-<time>`. Nothing is deleted.
fn move_aside(path: &Path, clock: &Clock) -> Result<(), FileError> {
    let stamp = clock.now().strftime("%Y%m%dT%H%M%S%.3fZ").to_string();
    let free = (0..10_000_u32).find_map(|attempt| {
        let suffix = match attempt {
            0 => format!(".damaged-{stamp}"),
            _ => format!(".damaged-{stamp}-{attempt}"),
        };
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        let target = std::path::PathBuf::from(name);
        (!target.exists()).then_some(target)
    });
    let failed = || io_error(FileStep::Move, path);
    let target = free.ok_or_else(|| failed()(ErrorKind::AlreadyExists.into()))?;
    for (from, to) in file::with_side_files(path).iter().zip(file::with_side_files(&target)) {
        match fs::rename(from, to) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed()(error)),
            _ => {}
        }
    }
    Ok(())
}
