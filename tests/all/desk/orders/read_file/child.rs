//! Spreadsheets through a real child process, and files that would take all memory or all time.

use postroom::tables::read_file::{ReadFileError, read_file_in_child};
use postroom::tables::sheet::Workbook;

use super::workbooks::{Xlsx, ods, zip};
use super::{golden, read};
use crate::prelude::*;

pub fn in_child(program: &Path, name: &str, bytes: &[u8]) -> Result<Workbook, ReadFileError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let bytes: Arc<[u8]> = bytes.into();
    runtime.block_on(read_file_in_child(program, name, bytes, ReadOptions::default()))
}

fn this_program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_postroom"))
}

#[test]
fn a_child_reads_what_this_process_reads() {
    let program = this_program();
    for name in [
        "orders.xlsx",
        "orders.ods",
        "orders.xls",
        "orders.xlsb",
        "dates-1904.xls",
        "password.xlsx",
        "letter.doc",
    ] {
        let bytes = golden(name);
        assert_eq!(in_child(&program, name, &bytes), read(name, &bytes), "{name}");
    }
    // A table of many messages.
    let rows: String = (0..3_000)
        .map(|row| format!("<row><c><v>{row}</v></c><c/><c t=\"str\"><v>Name {row}</v></c></row>"))
        .collect();
    let bytes = Xlsx::of(&rows).bytes();
    let workbook = in_child(&program, "a.xlsx", &bytes).unwrap();
    assert_eq!(workbook.sheets[0].rows.len(), 3_000);
    assert_eq!(Ok(workbook), read("a.xlsx", &bytes));
}

#[test]
fn text_needs_no_child() {
    let nowhere = Path::new("/nowhere/postroom");
    let read = |bytes: &[u8]| in_child(nowhere, "a.csv", bytes);
    let workbook = read(b"Order;Name\n1;Ann\n").unwrap();
    assert_eq!((workbook.file.as_str(), workbook.sheets.len()), ("a.csv", 1));
    assert_eq!(read(b""), Err(ReadFileError::Empty));
    let refused = read(&golden("orders.xlsx"));
    assert!(matches!(refused, Err(ReadFileError::WorkerStart(_))), "{refused:?}");
}

/// What happens to a file that asks for more than there is.
fn refusal(what: &str, bytes: &[u8]) -> ReadFileError {
    let read = in_child(&this_program(), "a.xlsx", bytes);
    match read {
        Err(ReadFileError::WorkerStart(reason)) => panic!("{what}: {reason}"),
        Err(error) => error,
        Ok(_) => panic!("{what} was read"),
    }
}

#[test]
#[cfg(unix)]
fn files_that_ask_for_all_memory_are_refused() {
    let table = |cell: &str| {
        format!(
            "<table:table table:name=\"A\"><table:table-row><table:table-cell \
             office:value-type=\"string\">{cell}</table:table-cell></table:table-row></table:table>"
        )
    };
    let spaces = "<text:p>a<text:s text:c=\"2000000000\"/>b</text:p>";
    let spaces = ods(&table(spaces));
    assert_eq!(refusal("spaces", &spaces), ReadFileError::OutOfMemory);

    let row = "<table:table-row table:number-rows-repeated=\"1000000\"><table:table-cell \
        table:number-columns-repeated=\"16000\" office:value-type=\"float\" office:value=\"1\"/>\
        </table:table-row>";
    let repeated = ods(&format!("<table:table table:name=\"A\">{row}</table:table>"));
    let refused = refusal("repeated rows", &repeated);
    assert_eq!(refused, ReadFileError::TooManyCells { most: 10_000_000 });

    let mut announced = Xlsx::of("<row><c><v>1</v></c></row>").parts();
    for (name, part) in &mut announced {
        if name.ends_with("sharedStrings.xml") {
            *part = part.replace("<sst ", "<sst uniqueCount=\"30000000000\" ");
        }
    }
    let parts: Vec<(&str, &[u8])> =
        announced.iter().map(|(name, part)| (name.as_str(), part.as_bytes())).collect();
    assert_eq!(refusal("announced texts", &zip(&parts)), ReadFileError::OutOfMemory);

    // A chain of sectors that leads back to its begin.
    let mut chain = golden("orders.xls");
    let table = u32::from_le_bytes(chain[76..80].try_into().unwrap()) as usize;
    let directory = u32::from_le_bytes(chain[48..52].try_into().unwrap());
    let entry = 512 * (table + 1) + 4 * directory as usize;
    chain[entry..entry + 4].copy_from_slice(&directory.to_le_bytes());
    assert_eq!(refusal("endless chain", &chain), ReadFileError::OutOfMemory);
}

#[test]
fn a_wide_row_in_each_line_is_too_many_cells() {
    let rows: String = (1..=1_000)
        .map(|row| format!("<row r=\"{row}\"><c r=\"XFD{row}\"><v>1</v></c></row>"))
        .collect();
    let refused = refusal("wide rows", &Xlsx::of(&rows).bytes());
    assert_eq!(refused, ReadFileError::TooManyCells { most: 10_000_000 });
}

/// `calamine` reads a table of OpenDocument for ever if it has no end.
#[test]
fn a_table_without_an_end_is_damaged() {
    let note = "<office:annotation><text:p>x</text:p>";
    for content in [
        "<table:table table:name=\"A\"><table:table-row/>".to_owned(),
        format!(
            "<table:table table:name=\"A\"><table:table-row><table:table-cell \
             office:value-type=\"string\">{note}</table:table-cell></table:table-row></table:table>"
        ),
    ] {
        let refused = refusal(&content, &ods(&content));
        assert_eq!(refused, ReadFileError::Damaged);
    }
}
