//! Finds events in the raw bytes of a damaged journal, without using its structure.
//!
//! A row of `events` is stored in its page as consecutive texts: payload, digest, previous hash,
//! hash. So the data that verifies a complete payload follows directly after it. Rows that span
//! several pages are found by SQL, as far as it can still read them.

use std::collections::BTreeMap;

use memchr::memmem;
use rusqlite::Connection;
use serde::Serialize;

use super::chain::{self, BEGINNING, Event};
use super::view::View;

/// How a payload starts, as [`chain`] writes it.
const START: &[u8] = b"{\"number\":";
const HASH: usize = 64;

/// An event that matches its own hashes.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    pub event: u64,
    pub transaction: String,
    pub state: String,
    pub at: i64,
    pub payload: String,
    pub digest: String,
    pub previous: String,
    pub hash: String,
    /// Whether all events before it, back to the first one, were found and match.
    pub chain_holds: bool,
    #[serde(skip)]
    pub view: View,
}

/// By number, then by hash: two events may have the same number.
pub type Events = BTreeMap<(u64, String), Found>;

/// Adds every complete event in these bytes, each once.
pub fn from_bytes(bytes: &[u8], found: &mut Events) {
    for at in memmem::find_iter(bytes, START) {
        let Some((before, rest)) = bytes.split_at_checked(at) else {
            continue;
        };
        let mut reader = serde_json::Deserializer::from_slice(rest).into_iter::<View>();
        let Some(Ok(view)) = reader.next() else {
            continue;
        };
        let length = reader.byte_offset();
        let Some(payload) = rest.get(..length).and_then(|text| std::str::from_utf8(text).ok())
        else {
            continue;
        };
        let digest = chain::sha256_hex(payload.as_bytes());
        let behind = rest.get(length..).unwrap_or_default();
        if behind.get(..HASH) != Some(digest.as_bytes()) {
            continue;
        }
        let behind = behind.get(HASH..).unwrap_or_default();
        // The first event has an empty predecessor, so only its own hash follows.
        for previous in [hash_at(behind, 0), Some(BEGINNING)].into_iter().flatten() {
            let Some(hash) = hash_at(behind, previous.len()) else {
                continue;
            };
            if let Some(event) = numbered(before, &view, payload, &digest, previous, hash) {
                keep(event, found);
                break;
            }
        }
    }
}

/// Adds every event that SQL can still read: all in order, or after an error one by one.
pub fn from_sql(connection: &Connection, most: u64, found: &mut Events) {
    let mut reach = |query: &str, number: Option<i64>| -> rusqlite::Result<()> {
        let mut statement = connection.prepare_cached(query)?;
        let mut rows = match number {
            Some(number) => statement.query([number])?,
            None => statement.query([])?,
        };
        while let Some(row) = rows.next()? {
            let (event, hash) = chain::read(row)?;
            if event.hash() == hash && event.digest == chain::sha256_hex(event.payload.as_bytes()) {
                keep((event, hash), found);
            }
        }
        Ok(())
    };
    if reach("SELECT * FROM events ORDER BY number", None).is_ok() {
        return;
    }
    for number in 1..=i64::try_from(most).unwrap_or(i64::MAX) {
        // Rows that cannot be read are expected in a damaged file.
        let _ = reach("SELECT * FROM events WHERE number = ?1", Some(number));
    }
}

/// Marks the events that form an unbroken chain from the first one. Returns the last of them.
pub fn mark_whole(found: &mut Events) -> u64 {
    let (mut last, mut previous) = (0, BEGINNING.to_owned());
    loop {
        let next = found
            .range_mut((last + 1, String::new())..(last + 2, String::new()))
            .map(|(_, event)| event)
            .find(|event| event.previous == previous);
        let Some(event) = next else {
            return last;
        };
        event.chain_holds = true;
        last = event.event;
        previous.clone_from(&event.hash);
    }
}

fn hash_at(bytes: &[u8], at: usize) -> Option<&str> {
    let text = std::str::from_utf8(bytes.get(at..at + HASH)?).ok()?;
    let hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    text.bytes().all(hex).then_some(text)
}

/// The event, if the number found before the payload gives the hash that follows the payload.
fn numbered(
    before: &[u8],
    view: &View,
    payload: &str,
    digest: &str,
    previous: &str,
    hash: &str,
) -> Option<(Event, String)> {
    let event = Event {
        number: number_of(before, view, payload.len(), previous.len())?,
        transaction: view.transaction.clone(),
        state: view.state.clone(),
        at: view.updated,
        payload: payload.to_owned(),
        digest: digest.to_owned(),
        previous: previous.to_owned(),
    };
    (event.hash() == hash).then(|| (event, hash.to_owned()))
}

/// Reads the row number of an SQLite cell. A cell is its length, the row number, a header with
/// one length per column, then the columns. All lengths follow from the payload, and so does the
/// position of the row number.
fn number_of(before: &[u8], view: &View, payload: usize, previous: usize) -> Option<i64> {
    const AT_BYTES: usize = 8;
    let of_text = |length: usize| varint_bytes(length * 2 + 13);
    let header = [view.transaction.len(), view.state.len(), payload, HASH, previous, HASH];
    let columns: usize = header.into_iter().map(of_text).sum();
    // One byte each for the header's own length, the empty column of the row number, and the
    // time.
    let header = columns + 3;
    let behind = AT_BYTES + view.state.len() + view.transaction.len() + header;
    let row = before.get(..before.len().checked_sub(behind)?)?;
    let (last, rest) = row.split_last()?;
    if last & 0x80 != 0 {
        return None;
    }
    let more = rest.iter().rev().take_while(|byte| *byte & 0x80 != 0).take(7);
    let mut number = i64::from(*last);
    for (place, byte) in (1..).zip(more) {
        number |= i64::from(byte & 0x7f) << (7 * place);
    }
    Some(number)
}

fn varint_bytes(value: usize) -> usize {
    match value {
        0..=0x7f => 1,
        0x80..=0x3fff => 2,
        0x4000..=0x1f_ffff => 3,
        _ => 4,
    }
}

fn keep((event, hash): (Event, String), found: &mut Events) {
    let Ok(view) = serde_json::from_str(&event.payload) else {
        return;
    };
    let number = u64::try_from(event.number).unwrap_or_default();
    found.entry((number, hash.clone())).or_insert(Found {
        event: number,
        transaction: event.transaction,
        state: event.state,
        at: event.at,
        payload: event.payload,
        digest: event.digest,
        previous: event.previous,
        hash,
        chain_holds: false,
        view,
    });
}
