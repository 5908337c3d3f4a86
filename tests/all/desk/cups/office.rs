//! Office printers reached without a driver, simulated by `tests/cups/office`: the properties they
//! report, labels at their exact size, and failures.

use std::process::{Command, Stdio};
use std::sync::{MutexGuard, PoisonError};

use postroom::label::print::{compose, office};
use postroom::service::document::{FileType, Orientation, Size, render};

use super::PATIENCE;
use super::kit::{Script, newest, printed_on, printed_once_there_is_paper, until_called_printed};
use crate::label::facts;
use crate::prelude::*;
use crate::reserved_ports::reserve_port;

struct Office {
    script: Script,
    ports: [u16; 2],
    /// The daemon that printers announce themselves to cannot run twice at the same time.
    _only: MutexGuard<'static, ()>,
}

static ONLY: Mutex<()> = Mutex::new(());

impl Office {
    /// `None` where `POSTROOM_CUPS` is not set.
    fn start() -> Option<Self> {
        std::env::var_os("POSTROOM_CUPS")?;
        let only = ONLY.lock().unwrap_or_else(PoisonError::into_inner);
        let ports = [(); 2].map(|()| reserve_port());
        Some(Self { script: Script::start("office", ports), ports, _only: only })
    }

    fn tray(&self, kind: &str) -> Tray<'_> {
        let port = self.ports[usize::from(kind == "raster")];
        Tray {
            folder: self.script.folder.join(kind),
            uri: office::address("localhost", port, office::PATH),
            _office: self,
        }
    }
}

struct Tray<'a> {
    folder: PathBuf,
    uri: String,
    _office: &'a Office,
}

impl Tray<'_> {
    fn printer(&self, language: Language) -> Printer {
        Printer {
            name: "Office".to_owned(),
            destination: Destination::Office { uri: self.uri.clone() },
            language,
            dpi: 300,
            ..Printer::default()
        }
    }

    fn came_out(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.folder).unwrap().flatten();
        let jobs = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("job-"));
        jobs.map(|entry| entry.path()).collect()
    }

    fn put(&self, sign: &str) {
        fs::write(self.folder.join(sign), b"").unwrap();
    }

    fn take(&self, sign: &str) {
        fs::remove_file(self.folder.join(sign)).unwrap();
    }

    /// The attributes sent with the job that the printer printed last.
    fn said(&self) -> String {
        fs::read_to_string(self.folder.join("said")).unwrap()
    }

    fn until(&self, what: &str, wanted: impl Fn() -> bool) {
        let begun = Instant::now();
        while !wanted() {
            assert!(begun.elapsed() < PATIENCE, "{what}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Converts a raster to PDF with the CUPS filter and reads its pages.
fn raster_pages(file: &Path, dpi: f32) -> Vec<Page> {
    let pdf = Command::new("/usr/lib/cups/filter/rastertopdf")
        .args(["1", "test", "test", "1", ""])
        .arg(file)
        .env("CONTENT_TYPE", "image/pwg-raster")
        .env("FINAL_CONTENT_TYPE", "application/pdf")
        .stderr(Stdio::null())
        .output()
        .unwrap();
    assert!(pdf.status.success() && !pdf.stdout.is_empty(), "the filter refuses it");
    decode_in_process(&pdf.stdout, dpi, &Limits::default()).unwrap()
}

#[test]
fn a_printer_says_what_it_takes_and_a_label_comes_out_of_it_as_pdf() {
    let Some(office) = Office::start() else { return };
    let tray = office.tray("pdf");
    let (_world, mut desk) = connected_desk();
    desk.apply(PrintingIntent::AskOfficePrinter(tray.uri.clone()));
    desk.run_until("told", |state| {
        let told = state.printing.office.as_ref();
        told.is_some_and(|(_, told)| told.value().is_some())
    });
    let (_, told) = desk.state().printing.office.as_ref().unwrap();
    let told = told.value().unwrap();
    assert_eq!(told.called(), "Example Office 2026");
    assert_eq!(told.state, "Idle");
    assert_eq!(told.language(), Ok(Language::Pdf));
    assert_eq!(told.dpi(Language::Pdf), Some(600));
    assert_eq!(told.paper(), Some((4.0, 6.0)));
    drop(desk);

    let world = DeskFixture::new();
    let (mut desk, number) = printed_on(&world, tray.printer(Language::Pdf));
    until_called_printed(&mut desk);
    let came = tray.came_out();
    assert_eq!(came.len(), 1);
    let pages = decode_in_process(&fs::read(&came[0]).unwrap(), 300.0, &Limits::default());
    let pages = pages.unwrap();
    assert_eq!((pages[0].width_px, pages[0].height_px), (1_200, 1_800));
    let check = self_check(&pages, &number, Some((4.0, 6.0)));
    assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
    let said = tray.said();
    for line in ["IPP_MEDIA=na_index-4x6_4x6in", "IPP_SIDES=one-sided"] {
        assert!(said.lines().any(|told| told == line), "{line} in {said}");
    }
}

#[test]
fn a_printer_without_a_language_gets_dots_of_the_exact_size() {
    let Some(office) = Office::start() else { return };
    let tray = office.tray("raster");
    let told = office::get_capabilities(&tray.uri).unwrap();
    assert_eq!(told.language(), Ok(Language::Pwg));
    assert_eq!(told.dpi(Language::Pwg), Some(300));
    let world = DeskFixture::new();
    let (mut desk, number) = printed_on(&world, tray.printer(Language::Pwg));
    until_called_printed(&mut desk);
    let came = tray.came_out();
    assert_eq!(came.len(), 1);
    let pages = raster_pages(&came[0], 300.0);
    assert_eq!(pages.len(), 1);
    let check = self_check(&pages, &number, Some((4.0, 6.0)));
    assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);

    // Every dot, in both raster formats, at both resolutions, on every paper size: decoded by the
    // filter and compared with the dots that were sent.
    let facts = facts::postal();
    for (language, dpi, size, copies) in [
        (Language::Pwg, 300, Size::S4x6, 1),
        (Language::PwgBlack, 300, Size::S4x6, 2),
        (Language::PwgBlack, 600, Size::S4x8, 1),
        (Language::Pwg, 600, Size::Letter, 1),
    ] {
        let printer = Printer { media_in: size.inches(), dpi, copies, ..tray.printer(language) };
        let label = render(&facts, FileType::Png, size, Orientation::Portrait).unwrap();
        let pages = decode_in_process(&label, f32::from(dpi), &Limits::default()).unwrap();
        let sent = compose(&label, pages, &printer).unwrap();
        let file = office.script.folder.join("page.pwg");
        fs::write(&file, &sent.bytes).unwrap();
        let read = raster_pages(&file, f32::from(dpi));
        assert_eq!(read.len(), usize::from(copies), "{language:?}");
        for page in &read {
            let (wanted, got) = (&sent.pages[0], page);
            let size = |page: &Page| (page.width_px, page.height_px);
            assert_eq!(size(got), size(wanted), "{language:?} at {dpi}");
            let same = wanted.luma.iter().zip(&got.luma);
            let other = same.filter(|(a, b)| (**a < 128) != (**b < 128)).count();
            assert_eq!(other, 0, "{language:?} at {dpi}");
        }
        let check = self_check(&read[..1], &facts.tracking_number, Some(size.inches()));
        assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
    }
}

#[test]
fn what_would_not_come_out_right_is_refused_before_it_is_sent() {
    let Some(office) = Office::start() else { return };
    let tray = office.tray("raster");
    let raster = tray.printer(Language::Pwg);
    for (printer, reason) in [
        (tray.printer(Language::Pdf), "doesn’t accept PDF"),
        (Printer { media_in: (4.0, 8.0), ..raster.clone() }, "has no 4 × 8 in paper"),
        (Printer { dpi: 203, ..raster.clone() }, "doesn’t print at 203 dpi"),
    ] {
        let spooled = office::print(&tray.uri, &printer, "t", vec![1]);
        let words = format!("{spooled:?}");
        assert!(words.starts_with("Refused") && words.contains(reason), "{words}");
    }
    assert_eq!(tray.came_out().len(), 0);
    let nowhere = format!("{}/nothing", tray.uri);
    assert!(office::get_capabilities(&nowhere).is_err());
}

#[test]
fn paper_that_ran_out_is_told_and_a_job_can_be_taken_back() {
    let Some(office) = Office::start() else { return };
    let tray = office.tray("pdf");
    tray.put("empty");
    let world = DeskFixture::new();
    let mut desk = printed_once_there_is_paper(&world, tray.printer(Language::Pdf), || {
        tray.take("empty");
    });
    assert_eq!(tray.came_out().len(), 1, "one copy");

    tray.put("empty");
    desk.apply(PrintingIntent::TestPrint("Office".to_owned()));
    desk.run_until("waiting", |state| {
        state.printing.jobs.len() == 2
            && newest(state).is_some_and(|(state, words)| {
                state == JobState::Sent && words.contains("out of paper")
            })
    });
    let row = desk.state().printing.jobs[0].row;
    desk.apply(PrintingIntent::Cancel(row));
    desk.run_until("taken back", |state| {
        newest(state).is_some_and(|(state, _)| state == JobState::Cancelled)
    });
}

#[test]
fn a_printer_that_is_switched_off_loses_nothing_and_prints_nothing_twice() {
    let Some(office) = Office::start() else { return };
    let tray = office.tray("raster");
    tray.put("off");
    tray.until("off", || office::get_capabilities(&tray.uri).is_err());
    let world = DeskFixture::new();
    let (mut desk, _) = printed_on(&world, tray.printer(Language::Pwg));
    desk.run_until("waiting", |state| {
        newest(state).is_some_and(|(state, words)| {
            state == JobState::Queued && words.contains("No printer responds")
        })
    });
    tray.take("off");
    tray.until("on", || office::get_capabilities(&tray.uri).is_ok());
    until_called_printed(&mut desk);
    assert_eq!(tray.came_out().len(), 1, "one copy");

    // Switched off while it holds a job: it restarts without jobs and numbers new ones from one.
    // Nobody can tell what was printed, so the user is asked and nothing is sent again.
    tray.put("empty");
    desk.apply(PrintingIntent::TestPrint("Office".to_owned()));
    desk.run_until("taken", |state| {
        newest(state)
            .is_some_and(|(state, words)| state == JobState::Sent && words.contains("out of paper"))
    });
    tray.put("off");
    desk.run_until("no answer", |state| {
        newest(state).is_some_and(|(state, words)| {
            state == JobState::Sent && words.contains("No printer responds")
        })
    });
    tray.take("off");
    desk.run_until("a person looks", |state| {
        newest(state).is_some_and(|(state, _)| state == JobState::Interrupted)
    });
    desk.run_for(Duration::from_millis(500));
    assert_eq!(desk.state().printing.jobs.len(), 2);
    tray.take("empty");
}
