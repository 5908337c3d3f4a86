//! The child process that reads spreadsheets: one file from standard input, its sheets to standard
//! output.
//!
//! A request is a length (eight little-endian bytes) and the file. The response is a sequence of
//! messages, each a length (four bytes) and JSON; `Done` or `Failed` ends it.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, ExitCode};

use serde::{Deserialize, Serialize};

use super::error::ReadFileError;
use super::file_type::FileType;
use super::spreadsheet::read_each_sheet;
use super::{MEGABYTE, MOST_MEGABYTES, checked_file_type};
use crate::sheet::{Sheet, SheetRow};
use postroom_base::child;

/// The subcommand of this program.
const SUBCOMMAND: &str = "sheet-worker";
/// Address space of the child with the program itself. A workbook of 100,000 orders of 20 columns
/// takes less than half of it.
const MEMORY_BYTES: u64 = 1024 * 1024 * 1024;
/// The parent ends the child earlier; this is for a parent that is gone.
const PROCESSOR_SECONDS: u64 = 60;
/// Rows are sent together until they have about so many bytes.
const USUAL_MESSAGE: usize = 128 * 1024;
/// A longer message is refused. It would be a row of more than a thousand cells that are all as long
/// as a cell can be.
pub(super) const LONGEST_MESSAGE: u32 = 64 * 1024 * 1024;

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// A sheet begins; its rows follow.
    Sheet(String),
    Rows(Vec<SheetRow>),
    Done,
    Failed(ReadFileError),
}

/// The command that starts the child; `program` is this application's binary.
pub(super) fn worker_command(program: &Path) -> Command {
    child::worker(program, SUBCOMMAND)
}

/// The main function of `postroom sheet-worker`: sets the limits and reads one file.
pub fn run_sheet_worker() -> ExitCode {
    if let Err(error) = child::limit_self(MEMORY_BYTES, PROCESSOR_SECONDS) {
        // Without limits a hostile file could exhaust the machine, so none is read.
        eprintln!("postroom: the process that reads spreadsheets could not be limited: {error}");
        return ExitCode::FAILURE;
    }
    let mut output = io::BufWriter::new(io::stdout().lock());
    match serve(&mut io::stdin().lock(), &mut output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve(input: &mut impl Read, output: &mut impl Write) -> io::Result<()> {
    let mut length = [0; 8];
    input.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    if length > MOST_MEGABYTES * MEGABYTE {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    let mut written = Ok(());
    let read = checked_file_type("", &bytes).and_then(|kind| match kind {
        // The parent reads text itself.
        FileType::Text => Err(ReadFileError::Damaged),
        _ => read_each_sheet(kind, &bytes, &mut |sheet| {
            if written.is_ok() {
                written = write_sheet(output, sheet);
            }
            Ok(())
        }),
    });
    written?;
    let last = match read {
        Ok(()) => Message::Done,
        Err(error) => Message::Failed(error),
    };
    write_message(output, &last)?;
    output.flush()
}

fn write_sheet(output: &mut impl Write, sheet: Sheet) -> io::Result<()> {
    write_message(output, &Message::Sheet(sheet.name))?;
    let (mut rows, mut bytes) = (Vec::new(), 0);
    for row in sheet.rows {
        // A cell has at most a dozen bytes beside its text.
        let texts = row.cells.iter().map(|cell| cell.text().len() + 12);
        bytes += texts.sum::<usize>();
        rows.push(row);
        if bytes >= USUAL_MESSAGE {
            write_message(output, &Message::Rows(std::mem::take(&mut rows)))?;
            bytes = 0;
        }
    }
    write_message(output, &Message::Rows(rows))
}

fn write_message(output: &mut impl Write, message: &Message) -> io::Result<()> {
    let json = serde_json::to_vec(message)?;
    let length = u32::try_from(json.len()).map_err(io::Error::other)?;
    output.write_all(&length.to_le_bytes())?;
    output.write_all(&json)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{Cell, RowFault};

    #[test]
    fn rows_survive_the_pipe() {
        let row = SheetRow {
            number: 70_000,
            cells: vec![
                Cell::Empty,
                Cell::Text("Zoë\n\"x\"".into()),
                Cell::Number("94055118992231234567".into()),
                Cell::Date("2026-11-23".into()),
                Cell::Error("#REF!".into()),
            ],
            fault: Some(RowFault::OpenQuote),
        };
        let sheet = Sheet { name: "Orders".to_owned(), rows: vec![row.clone()] };
        let mut written = Vec::new();
        write_sheet(&mut written, sheet).unwrap();
        let mut read = written.as_slice();
        let mut messages = Vec::new();
        while let Some((length, rest)) = read.split_first_chunk::<4>() {
            let (json, after) = rest.split_at(u32::from_le_bytes(*length) as usize);
            messages.push(serde_json::from_slice::<Message>(json).unwrap());
            read = after;
        }
        let [Message::Sheet(name), Message::Rows(rows)] = messages.as_slice() else {
            panic!("{messages:?}");
        };
        assert_eq!((name.as_str(), rows.as_slice()), ("Orders", &[row][..]));
    }

    #[test]
    fn a_request_that_is_no_spreadsheet_ends_with_a_sentence() {
        let mut written = Vec::new();
        let mut request = 5_u64.to_le_bytes().to_vec();
        request.extend(b"PK\x03\x04.");
        serve(&mut request.as_slice(), &mut written).unwrap();
        let message: Message = serde_json::from_slice(&written[4..]).unwrap();
        assert!(matches!(message, Message::Failed(ReadFileError::Unfinished)), "{message:?}");
        let too_long = u64::MAX.to_le_bytes();
        assert!(serve(&mut too_long.as_slice(), &mut Vec::new()).is_err());
    }
}
