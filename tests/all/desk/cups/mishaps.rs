//! Failures at a queue, and the output of one.

use std::process::Command;

use postroom::label::print::{Half, Sheets, compose, cups};
use postroom::service::document::{FileType, Orientation, Size, render};

use super::kit::{self, newest, printed_on};
use super::{Cups, PATIENCE, job, until_printed};
use crate::label::facts;
use crate::prelude::*;

#[test]
fn paper_that_ran_out_is_told_and_one_copy_comes_out() {
    let Some(cups) = Cups::start() else { return };
    let tray = cups.script.folder.join("tray");
    fs::write(tray.join("empty"), b"").unwrap();
    let world = DeskFixture::new();
    let mut desk =
        kit::printed_once_there_is_paper(&world, cups.printer("tray", Language::Zpl), || {
            fs::remove_file(tray.join("empty")).unwrap();
        });
    desk.run_for(Duration::from_millis(500));
    assert_eq!(came_out(&tray).len(), 1, "one copy");
    assert_eq!(desk.state().printing.jobs.len(), 1);
}

fn came_out(tray: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(tray).unwrap().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| path.extension().is_none() && !path.ends_with("empty")).collect()
}

#[test]
fn a_job_cancelled_at_the_queue_is_not_called_printed_and_can_be_tried_again() {
    let Some(cups) = Cups::start() else { return };
    let tray = cups.script.folder.join("tray");
    fs::write(tray.join("empty"), b"").unwrap();
    let world = DeskFixture::new();
    let (mut desk, _) = printed_on(&world, cups.printer("tray", Language::Zpl));
    desk.run_until("in the queue", |state| {
        newest(state).is_some_and(|(_, words)| words.contains("out of paper"))
    });
    // Another user cancels it at the queue itself.
    let job = &desk.state().printing.jobs[0];
    let (row, remote) = (job.row, job.remote.unwrap());
    cups::cancel(&cups.uri("tray"), remote).unwrap();
    desk.run_until("told so", |state| {
        newest(state).is_some_and(|(state, words)| {
            state == JobState::Failed && words.contains("canceled at the queue")
        })
    });
    assert_eq!(came_out(&tray).len(), 0);
    fs::remove_file(tray.join("empty")).unwrap();
    desk.apply(PrintingIntent::Retry(row));
    kit::until_called_printed(&mut desk);
    desk.run_for(Duration::from_millis(500));
    assert_eq!(came_out(&tray).len(), 1);
}

#[test]
fn a_printer_that_is_off_keeps_its_job_at_the_queue() {
    let Some(cups) = Cups::start() else { return };
    let world = DeskFixture::new();
    let (mut desk, _) = printed_on(&world, cups.printer("zebra", Language::Zpl));
    desk.run_until("told why it waits", |state| {
        newest(state).is_some_and(|(state, words)| state == JobState::Sent && !words.is_empty())
    });
    let (_, words) = newest(desk.state()).unwrap();
    assert!(words.contains("unavailable") || words.contains("not"), "{words}");
    let taken = cups.taken();
    kit::until_called_printed(&mut desk);
    assert!(taken.join().unwrap().starts_with(b"~CC^"));
    // The sink is closed again: a second copy would be refused and show as waiting.
    desk.run_for(Duration::from_millis(500));
    assert_eq!(desk.state().printing.jobs.len(), 1);
    assert_eq!(newest(desk.state()).unwrap().0, JobState::Printed);
}

#[test]
fn a_printing_system_that_is_gone_loses_nothing() {
    let Some(cups) = Cups::start() else { return };
    let printer = cups.printer("tray", Language::Zpl);
    drop(cups);
    let world = DeskFixture::new();
    let (mut desk, _) = printed_on(&world, printer);
    desk.run_until("waiting", |state| {
        newest(state).is_some_and(|(state, words)| {
            state == JobState::Queued && words.contains("No printing system responds")
        })
    });
}

/// Finding L13 (d): a queue that keeps no record of finished jobs made each label one of which it is
/// not known whether it was printed.
#[test]
fn a_queue_without_a_history_lets_its_job_go() {
    let Some(cups) = Cups::start_with([("POSTROOM_CUPS_HISTORY", "No")]) else {
        return;
    };
    let taken = cups.taken();
    let world = DeskFixture::new();
    let (mut desk, _) = printed_on(&world, cups.printer("zebra", Language::Zpl));
    desk.run_until("gone from the queue", |state| {
        newest(state).is_some_and(|(state, words)| {
            state == JobState::Sent && words.contains("keeps no record")
        })
    });
    assert!(taken.join().unwrap().starts_with(b"~CC^"));
}

/// Finding L13 (e): who stopped the queue said why, and the window did not.
#[test]
fn a_stopped_queue_says_why() {
    let Some(cups) = Cups::start() else { return };
    let stopped = Command::new("cupsdisable")
        .args(["-h", &cups.server, "-r", "the roll is being changed", "zebra"])
        .status()
        .unwrap();
    assert!(stopped.success());
    let world = DeskFixture::new();
    let (mut desk, _) = printed_on(&world, cups.printer("zebra", Language::Zpl));
    desk.run_until("told why it waits", |state| {
        newest(state).is_some_and(|(state, words)| {
            state == JobState::Sent && words.contains("the roll is being changed")
        })
    });
}

/// Images through a document driver: each is printed at exactly its own size.
#[test]
fn pictures_come_out_of_a_pdf_queue_at_their_exact_size() {
    let Some(cups) = Cups::start() else { return };
    let uri = cups.uri("pdfq");
    for (at, file_type, size) in [
        (1, FileType::Png, Size::S4x6),
        (2, FileType::Tif, Size::S4x6),
        (3, FileType::Jpeg, Size::S4x8),
        (4, FileType::Zpl, Size::S7x3),
        (5, FileType::Tif, Size::Letter),
    ] {
        let facts = facts::postal();
        let label = render(&facts, file_type, size, Orientation::Portrait).unwrap();
        let printer =
            Printer { media_in: size.inches(), dpi: 300, ..cups.printer("pdfq", Language::Pdf) };
        let pages = decode_in_process(&label, 300.0, &Limits::default()).unwrap();
        let document = compose(&label, pages, &printer).unwrap().bytes;
        let title = format!("exact-{}-{at}", std::process::id());
        until_printed(&uri, job(cups::print(&uri, &printer, &title, document)));
        let page = printed_file(&title).remove(0);
        let dots = |inches: f32| (inches * 300.0).round() as u32;
        let (wide, high) = size.inches();
        assert_eq!((page.width_px, page.height_px), (dots(wide), dots(high)), "{file_type:?}");
        let check = self_check(&[page], &facts.tracking_number, Some(size.inches()));
        assert_eq!(check.verdict, Verdict::Matches, "{file_type:?}: {}", check.sentence);
    }
}

#[test]
fn two_labels_on_a_sheet_come_out_of_a_pdf_queue() {
    let Some(cups) = Cups::start() else { return };
    let uri = cups.uri("pdfq");
    let printer = Printer {
        media_in: (8.5, 11.0),
        dpi: 300,
        two_a_sheet: true,
        ..cups.printer("pdfq", Language::Pdf)
    };
    let facts = facts::postal();
    let label = render(&facts, FileType::Png, Size::S4x6, Orientation::Portrait).unwrap();
    let page = decode_in_process(&label, 300.0, &Limits::default()).unwrap().remove(0);
    let mut sheets = Sheets::new(&printer, Half::First);
    for key in 0..2 {
        sheets.add(key, &page).unwrap();
    }
    let sheet = sheets.finish().unwrap().remove(0);
    let title = format!("sheet-{}", std::process::id());
    until_printed(&uri, job(cups::print(&uri, &printer, &title, sheet.bytes)));
    let whole = printed_file(&title).remove(0);
    assert_eq!((whole.width_px, whole.height_px), (2550, 3300));
    let half = whole.luma.len() / 2;
    for luma in [&whole.luma[..half], &whole.luma[half..]] {
        let part = Page { height_px: 1650, height_in: 5.5, luma: luma.to_vec(), ..whole.clone() };
        let check = self_check(&[part], &facts.tracking_number, None);
        assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
    }
}

/// The pages of the file that the driver wrote for a job with this title, at 300 dpi.
fn printed_file(title: &str) -> Vec<Page> {
    // The folder for jobs of unknown users.
    let folder = Path::new("/var/spool/cups-pdf/ANONYMOUS");
    let begun = Instant::now();
    let file = loop {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths = entries.map(|entry| entry.path());
        if let Some(path) = paths.find(|path| path.display().to_string().contains(title)) {
            break path;
        }
        assert!(begun.elapsed() < PATIENCE, "no file of {title}");
        std::thread::sleep(Duration::from_millis(100));
    };
    let bytes = fs::read(&file).unwrap();
    fs::remove_file(file).unwrap();
    decode_in_process(&bytes, 300.0, &Limits::default()).unwrap()
}
