//! What comes out of a printer that remembers the labels before.

use std::path::PathBuf;

use super::*;
use crate::print::{Printer as PrinterSettings, compose};
use crate::{Limits, Page, decode_in_process};

/// A printer that is never switched off: it keeps its settings, prefixes, bitmap and objects.
#[derive(Clone)]
struct PaperPrinter {
    memory: Printer,
    signs: (u8, u8, u8),
}

impl PaperPrinter {
    fn new() -> Self {
        let budget = Budget { labels: 50, commands: 200_000 };
        let mut memory = Printer::new(budget).with_long_labels();
        memory.may_keep_ink = true;
        Self { memory, signs: (b'^', b'~', b',') }
    }

    /// The paper that a job comes out on: width, height and dots.
    fn print(&mut self, job: &[u8]) -> Vec<(u32, u32, Vec<u8>)> {
        let mut tokens = Tokens::with_signs(job, self.signs);
        self.memory.read(&mut tokens);
        self.signs = tokens.signs();
        let printed = std::mem::take(&mut self.memory.printed);
        self.memory.commands = 0;
        printed.into_iter().map(|one| (one.width(), one.height(), one.dots.into_luma())).collect()
    }
}

/// Labels that leave as much as they can behind, and labels as carriers write them. The whole form has
/// those of one command each too.
fn samples(is_whole: bool) -> Vec<(String, Vec<u8>)> {
    let folders = if is_whole { &["zpl", "zpl-commands"][..] } else { &["zpl"] };
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/samples");
    let mut samples: Vec<(String, Vec<u8>)> = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.display().to_string(), std::fs::read(&path).unwrap()))
        .collect();
    samples.sort();
    let leaving = [
        "^XA^LRN^MNY^MFN,N^LH10,12^MCY^POI^PW812^CI27^FO15,20^A0N,40,40^FVLABEL A^FS^XZ",
        "^XA^PW812^LL1218^FO60,60^A0N,40,40^FDLABEL B PLAIN^FS^XZ",
        "^XA^FO60,60^FDall defaults^FS^FO60,90^BC^FD123^FS^FO60,150^GB50,50,3^FS^XZ",
        "^XA^MUM^FO5,5^GB50,30,1^FS^XZ",
        "^XA^PW400^LL300^PMY^LRY^FWB^CFD,36^BY4,2,90^CVY^JMB^FO9,9^FDa^FS^MCN^XZ",
        "^XA^CC*FO20,20*A0N,40*FDprefix*FS*CT!*CD;*XZ",
        "^XA^LS60^LT40^FO20,20^A0N,40^FDmoved^FS^XZ",
    ];
    let leaving = leaving.iter().map(|label| ((*label).to_owned(), label.as_bytes().to_vec()));
    leaving.chain(samples).collect()
}

struct Job {
    name: String,
    bytes: Vec<u8>,
    shown: Vec<Page>,
}

/// The label for a printer with its own paper, in its own commands and as dots.
fn jobs(is_whole: bool) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (name, bytes) in samples(is_whole) {
        let Ok(pages) = decode_in_process(&bytes, 203.0, &Limits::default()) else { continue };
        let [page] = pages.as_slice() else { continue };
        let media_in = (page.width_in, page.height_in);
        let printer = PrinterSettings { media_in, ..PrinterSettings::default() };
        for (kind, bytes) in [("commands", bytes.as_slice()), ("dots", b"\x89PNG\r\n\x1a\n")] {
            let made = compose(bytes, pages.clone(), &printer).unwrap();
            jobs.push(Job {
                name: format!("{name} as {kind}"),
                bytes: made.bytes,
                shown: made.pages,
            });
        }
    }
    jobs
}

/// Finding L2: whatever was printed before, the paper is what the preview shows.
#[test]
fn paper_is_what_the_preview_shows_after_every_other_label() {
    let is_whole = std::env::var_os("POSTROOM_WHOLE").is_some();
    let jobs = jobs(is_whole);
    // The short form has the labels that leave the most in front.
    let first = if is_whole { jobs.as_slice() } else { &jobs[..14] };
    let mut wrong = Vec::new();
    for before in first {
        let mut printer = PaperPrinter::new();
        printer.print(&before.bytes);
        for job in &jobs {
            let paper = printer.clone().print(&job.bytes);
            let shown = |page: &Page| (page.width_px, page.height_px, page.luma.clone());
            let shown: Vec<(u32, u32, Vec<u8>)> = job.shown.iter().map(shown).collect();
            if paper != shown {
                wrong.push(format!("{} after {}", job.name, before.name));
            }
        }
    }
    let pairs = first.len() * jobs.len();
    println!("{pairs} pairs");
    assert!(wrong.is_empty(), "{} of {pairs} pairs, such as {:?}", wrong.len(), wrong.first());
}
