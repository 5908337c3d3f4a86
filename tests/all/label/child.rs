//! Damaged files and bombs through a real child process: a short form of `--bench hostile`, and a
//! shorter one in `cargo test`. Nothing is timed here; a child that hangs is ended by the decoder's
//! own time limit and reported.

use postroom::label::Decoder;
use postroom::service::document::{FileType, Orientation, Size, render};

use super::change::Draw;
use super::mutate::{FORMATS, mutated, originals};
use super::{bombs, facts};
use crate::extent::{extent, whole};
use crate::prelude::*;

const SEED: u64 = 20_261_121;

fn survived(files: impl Iterator<Item = (String, Vec<u8>)>) -> (usize, usize) {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let decoder = Decoder::new(PathBuf::from(env!("CARGO_BIN_EXE_postroom")));
    let good = render(&facts::postal(), FileType::Png, Size::S4x6, Orientation::Portrait);
    let good: Arc<[u8]> = good.expect("a label").into();
    let drawn = |bytes: Arc<[u8]>| runtime.block_on(decoder.decode(bytes, 203.0));
    let expected = drawn(Arc::clone(&good));
    assert!(expected.is_ok(), "{expected:?}");
    let (mut pictures, mut sentences) = (0, 0);
    for (what, bytes) in files {
        match drawn(bytes.into()) {
            Ok(pages) => {
                let whole =
                    |page: &Page| page.luma.len() == (page.width_px * page.height_px) as usize;
                assert!(!pages.is_empty() && pages.iter().all(whole), "{what}");
                pictures += 1;
            }
            Err(DecodeError::WorkerStart(reason)) => panic!("no child after {what}: {reason}"),
            Err(DecodeError::TimedOut | DecodeError::OutOfMemory | DecodeError::WorkerDied) => {
                assert!(drawn(Arc::clone(&good)) == expected, "no new child after {what}");
                sentences += 1;
            }
            Err(_) => sentences += 1,
        }
    }
    (pictures, sentences)
}

#[test]
fn damaged_files_end_in_a_picture_or_a_sentence() {
    let count = extent(15, 60);
    let mut all = (0, 0);
    for (format, ..) in FORMATS {
        let mut draw = Draw::new(SEED);
        let originals = originals(format);
        let files = (0..count).map(|at| {
            let (whole, other) = (draw.one(&originals).clone(), draw.one(&originals).clone());
            let file = mutated(&mut draw, format, &whole, &other);
            (format!("{format} {at}, seed {SEED}"), file)
        });
        let (pictures, sentences) = survived(files);
        assert_eq!(pictures + sentences, count);
        // If damage always or never had an effect, the test would prove nothing.
        assert!(!whole() || pictures > 0 && sentences > 0, "{format}: {pictures} {sentences}");
        all = (all.0 + pictures, all.1 + sentences);
    }
    assert!(all.0 > 0 && all.1 > 0, "{all:?}");
}

/// In the short form every third of them.
fn bombs_of(formats: &[&str]) {
    let of_formats = bombs::all().into_iter().filter(|(format, ..)| formats.contains(format));
    let files: Vec<_> = of_formats
        .step_by(extent(3, 1))
        .map(|(format, what, bytes)| (format!("{format}: {what}"), bytes))
        .collect();
    let count = files.len();
    let (pictures, sentences) = survived(files.into_iter());
    assert!(count > 3 && pictures + sentences == count);
}

#[test]
fn bombs_in_pdf_cost_a_sentence() {
    bombs_of(&["PDF"]);
}

#[test]
fn bombs_in_pictures_cost_a_sentence() {
    bombs_of(&["PNG", "JPEG", "TIF"]);
}

#[test]
fn bombs_in_printer_language_cost_a_sentence() {
    bombs_of(&["ZPL", "ZPL2"]);
}
