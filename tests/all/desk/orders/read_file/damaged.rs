//! Spreadsheets with damage in their parts, a short form of `--bench hostile -- --only sheets`.

mod mutate;

use std::path::PathBuf;

use postroom::tables::read_file::{ReadFileError, ReadOptions, read_file};

use self::mutate::{FORMATS, TEXT, damaged, judge, originals};
use super::child::in_child;
use super::workbooks;
use crate::label::change;
use crate::label::change::Draw;

const FILES_OF_A_FORMAT: usize = 60;
const SEED: u64 = 20_261_123;

#[test]
fn damaged_spreadsheets_end_in_a_table_or_a_sentence() {
    postroom::catalogs::install();
    let program = PathBuf::from(env!("CARGO_BIN_EXE_postroom"));
    for format in FORMATS {
        let originals = originals(format);
        let mut draw = Draw::new(SEED);
        let (mut tables, mut sentences) = (0, 0);
        for at in 0..FILES_OF_A_FORMAT {
            let whole = draw.one(&originals);
            let (bytes, expected) = damaged(&mut draw, whole);
            let read = in_child(&program, format, &bytes);
            if let Err(fault) = judge(&read, expected, whole) {
                panic!("{format} {at}, seed {SEED}: {fault}");
            }
            // A panic ends in the child's own answer, never with the child.
            assert_ne!(read, Err(ReadFileError::WorkerDied), "{format} {at}, seed {SEED}");
            match read {
                Ok(_) => tables += 1,
                Err(_) => sentences += 1,
            }
        }
        // If damage always or never had an effect, the test would prove nothing. Any text is a table.
        assert!(tables > 5 && (sentences > 5 || format == TEXT), "{format}: {tables} {sentences}");
    }
}

/// Without the styles, dates would be numbers.
#[test]
fn a_damaged_name_in_the_directory_is_damage() {
    let whole = originals("xlsx").remove(0).bytes;
    let name = b"xl/styles.xml";
    let places = whole.windows(name.len());
    let places: Vec<usize> =
        places.enumerate().filter_map(|(at, window)| (window == name).then_some(at)).collect();
    let [_, in_directory] = places.as_slice() else {
        panic!("{places:?}");
    };
    let mut damaged = whole.clone();
    damaged[in_directory + name.len() - 1] = b'|';
    let options = ReadOptions::default();
    let read = read_file("orders.xlsx", &damaged, &options);
    assert_eq!(read.err(), Some(ReadFileError::Damaged));
}
