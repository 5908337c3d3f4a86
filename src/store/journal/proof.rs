//! Exports the journal as a CSV or JSON file for others, and verifies such a file.
//!
//! Each row is an event. Its readable cells are derived from the payload that the chain covers.
//! The check derives them again from the payload, and the hashes from those, so no cell, row or
//! order of rows can be changed unnoticed. Somebody who rewrites the whole file could compute a
//! new chain; comparing the last hash with one noted elsewhere detects that. Bodies, responses
//! and secrets are not exported; a request appears as its SHA-256.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::Connection;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::chain::{self, BEGINNING, Event};
use super::row::sql;
use super::view::{self, View};
use super::{JournalError, ProofFormat};
use crate::base::{private, spreadsheet_cell};
use crate::store::file::{FileError, FileStep, io_error};
use crate::text;

const FORMAT: &str = "postroom journal 1";

const COLUMNS: [&str; 24] = [
    "event",
    "of",
    "at",
    "transaction",
    "state",
    "kind",
    "title",
    "expected",
    "expected_currency",
    "charged",
    "charged_currency",
    "result",
    "order",
    "label_of_order",
    "environment",
    "account",
    "call",
    "attempts",
    "trouble",
    "request_sha256",
    "payload",
    "payload_sha256",
    "previous",
    "hash",
];

/// How many events an export holds or a check has verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    pub events: u64,
    /// The hash of the last event; empty if there is none.
    pub last_hash: String,
}

#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    #[error("could not read {}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{} is no export of a purchase journal: {detail}", path.display())]
    NotAnExport { path: PathBuf, detail: String },
    #[error("the export was changed: event {event}: {detail}")]
    Changed { event: u64, detail: String },
    #[error("the export is not whole: it holds {found} of {wanted} events")]
    CutShort { found: u64, wanted: u64 },
    #[error("the export is whole, but its last hash is {found}")]
    LastHashMismatch { found: String },
}

/// Writes every event. The file is complete or does not exist, and only this user can read it.
pub fn export(
    connection: &mut Connection,
    to: &Path,
    format: ProofFormat,
    now: Timestamp,
) -> Result<Proof, JournalError> {
    // One transaction, so that the number of events is the number of rows written.
    let view = connection.transaction().map_err(sql("read the chain of events"))?;
    let proof = chain::head(&view)?;
    let mut failed = None;
    let written = private::write_atomically(to, |out| {
        let all = match format {
            ProofFormat::Csv => write_csv(&view, &proof, out),
            ProofFormat::Json => write_json(&view, &proof, now, out),
        };
        all.map_err(|error| match error {
            Halt::Io(error) => error,
            Halt::Journal(error) => {
                failed = Some(error);
                io::ErrorKind::InvalidData.into()
            }
        })
    });
    match (failed, written) {
        (Some(error), _) => Err(error),
        (None, Err(source)) => Err(JournalError::File(io_error(FileStep::Write, to)(source))),
        (None, Ok(())) => Ok(proof),
    }
}

/// Recomputes the chain from the fields of an export. `head` is the last hash noted when the
/// export was made, if available.
///
/// # Errors
/// The first mismatch.
pub fn verify(path: &Path, head: Option<&str>) -> Result<Proof, ProofError> {
    let failed = |source| ProofError::Io { path: path.to_owned(), source };
    let mut reader = BufReader::new(File::open(path).map_err(failed)?);
    let first = reader.fill_buf().map_err(failed)?.first().copied();
    let proof =
        if first == Some(b'{') { verify_json(path, reader)? } else { verify_csv(path, reader)? };
    match head.map(str::trim) {
        Some(head) if !head.eq_ignore_ascii_case(&proof.last_hash) => {
            Err(ProofError::LastHashMismatch { found: proof.last_hash })
        }
        _ => Ok(proof),
    }
}

enum Halt {
    Io(io::Error),
    Journal(JournalError),
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<csv::Error> for Halt {
    fn from(error: csv::Error) -> Self {
        Self::Io(io::Error::other(error))
    }
}

fn write_csv(connection: &Connection, proof: &Proof, out: &mut impl Write) -> Result<(), Halt> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS)?;
    each_event(connection, |event, hash| {
        let cells = cells(event, hash, proof.events)?;
        writer.write_record(cells.iter().map(|text| spreadsheet_cell::escape_formula(text)))?;
        Ok(())
    })?;
    writer.flush()?;
    Ok(())
}

fn write_json(
    connection: &Connection,
    proof: &Proof,
    now: Timestamp,
    out: &mut impl Write,
) -> Result<(), Halt> {
    let Proof { events, last_hash } = proof;
    let (format, exported) = (json!(FORMAT), json!(now.to_string()));
    write!(
        out,
        "{{\"format\":{format},\"exported\":{exported},\"events\":{events},\"last_hash\":\"{last_hash}\",\"rows\":["
    )?;
    let mut comma = "";
    each_event(connection, |event, hash| {
        let cells = cells(event, hash, *events)?;
        let named = COLUMNS.iter().map(|name| (*name).to_owned());
        let row: Map<String, Value> = named.zip(cells.into_iter().map(Value::String)).collect();
        write!(out, "{comma}\n{}", Value::Object(row))?;
        comma = ",";
        Ok(())
    })?;
    writeln!(out, "\n]}}")?;
    Ok(())
}

fn each_event(
    connection: &Connection,
    mut act: impl FnMut(&Event, &str) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let failed =
        |source| Halt::Journal(JournalError::Sql { attempted: "read the chain of events", source });
    let mut statement =
        connection.prepare("SELECT * FROM events ORDER BY number").map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let (event, hash) = chain::read(row).map_err(failed)?;
        act(&event, &hash)?;
    }
    Ok(())
}

/// The cells of an event read from the journal.
fn cells(event: &Event, hash: &str, of: u64) -> Result<Vec<String>, Halt> {
    let view: View = serde_json::from_str(&event.payload).map_err(|error| {
        let number = event.number.to_string();
        let detail =
            text!("storage-detail-event-unreadable", event = number, reason = error.to_string());
        Halt::Journal(JournalError::File(FileError::NotWhole {
            path: PathBuf::from("journal.db"),
            detail,
        }))
    })?;
    Ok(cells_of(event, &view, hash, of))
}

fn cells_of(event: &Event, view: &View, hash: &str, of: u64) -> Vec<String> {
    let amount = |money: Option<&(i64, String)>| {
        view::money(money).map_or_else(Default::default, |money| {
            (money.amount.to_string(), money.currency.code().to_owned())
        })
    };
    let (expected, expected_currency) = amount(view.expected.as_ref());
    let (charged, charged_currency) = amount(view.charged.as_ref());
    let at =
        Timestamp::from_microsecond(event.at).map_or_else(|_| String::new(), |at| at.to_string());
    vec![
        event.number.to_string(),
        of.to_string(),
        at,
        event.transaction.clone(),
        event.state.clone(),
        view.kind.clone(),
        view.title.clone(),
        expected,
        expected_currency,
        charged,
        charged_currency,
        view.result_id.clone().unwrap_or_default(),
        view.order.clone().unwrap_or_default(),
        view.sequence.to_string(),
        view.environment.clone(),
        view.account.clone(),
        view.call.clone(),
        view.attempts.to_string(),
        view.trouble.clone().unwrap_or_default(),
        view.sha256.clone(),
        event.payload.clone(),
        event.digest.clone(),
        event.previous.clone(),
        hash.to_owned(),
    ]
}

/// The state of a check after the rows read so far.
struct Walk {
    events: u64,
    previous: String,
    of: Option<u64>,
}

impl Walk {
    fn new() -> Self {
        Self { events: 0, previous: BEGINNING.to_owned(), of: None }
    }

    /// Checks one row, its cells in the order of [`COLUMNS`]. `written` gives the form of a cell
    /// in the file.
    fn step(&mut self, found: &[&str], written: fn(&str) -> String) -> Result<(), ProofError> {
        self.events += 1;
        let event = self.events;
        let changed = |detail: String| ProofError::Changed { event, detail };
        let cell = |name: &str| {
            let at = COLUMNS.iter().position(|column| *column == name);
            at.and_then(|at| found.get(at)).copied().unwrap_or_default()
        };
        let payload = cell("payload");
        let view: View = serde_json::from_str(payload)
            .map_err(|error| changed(format!("its payload is not readable ({error})")))?;
        let of = *self.of.get_or_insert(cell("of").parse().unwrap_or_default());
        let remade = Event {
            number: i64::try_from(event).unwrap_or(i64::MAX),
            transaction: view.transaction.clone(),
            state: view.state.clone(),
            at: view.updated,
            digest: chain::sha256_hex(payload.as_bytes()),
            previous: self.previous.clone(),
            payload: payload.to_owned(),
        };
        let hash = remade.hash();
        let wanted = cells_of(&remade, &view, &hash, of);
        for ((column, wanted), found) in COLUMNS.iter().zip(&wanted).zip(found) {
            if written(wanted) != **found {
                return Err(changed(format!("{column} does not follow from the rest")));
            }
        }
        self.previous = hash;
        Ok(())
    }

    fn end(self, wanted: u64) -> Result<Proof, ProofError> {
        if self.events != wanted {
            return Err(ProofError::CutShort { found: self.events, wanted });
        }
        Ok(Proof { events: self.events, last_hash: self.previous })
    }
}

fn verify_csv(path: &Path, reader: impl io::Read) -> Result<Proof, ProofError> {
    let foreign = |error: &dyn std::fmt::Display| not_an_export(path, error.to_string());
    let mut reader = csv::Reader::from_reader(reader);
    let titles = reader.headers().map_err(|error| foreign(&error))?;
    if !titles.iter().eq(COLUMNS) {
        return Err(foreign(&"its columns are others"));
    }
    let mut walk = Walk::new();
    for row in reader.records() {
        let row = row.map_err(|error| foreign(&error))?;
        walk.step(&row.iter().collect::<Vec<_>>(), spreadsheet_cell::escape_formula)?;
    }
    let wanted = walk.of.unwrap_or_default();
    walk.end(wanted)
}

#[derive(Deserialize)]
struct Export {
    format: String,
    events: u64,
    last_hash: String,
    rows: Vec<Map<String, Value>>,
}

fn verify_json(path: &Path, reader: impl io::Read) -> Result<Proof, ProofError> {
    let export: Export =
        serde_json::from_reader(reader).map_err(|error| not_an_export(path, error.to_string()))?;
    if export.format != FORMAT {
        return Err(not_an_export(path, format!("it is of the format {:?}", export.format)));
    }
    let mut walk = Walk::new();
    for row in &export.rows {
        let found: Vec<&str> = COLUMNS
            .iter()
            .map(|column| row.get(*column).and_then(Value::as_str).unwrap_or_default())
            .collect();
        walk.step(&found, str::to_owned)?;
    }
    let proof = walk.end(export.events)?;
    if proof.last_hash != export.last_hash {
        return Err(ProofError::Changed {
            event: proof.events,
            detail: "the last hash named is another".to_owned(),
        });
    }
    Ok(proof)
}

fn not_an_export(path: &Path, detail: String) -> ProofError {
    ProofError::NotAnExport { path: path.to_owned(), detail }
}
