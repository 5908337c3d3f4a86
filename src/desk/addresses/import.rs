//! A file of addresses on its way into the book: read and shown first, written only when
//! a person says so, each row with its result.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::contact::Kept;
use super::table::{Encoding, Entry, Layout, Read};
use super::vcard;
use crate::desk::Desk;
use crate::desk::jobs::Slot;
use crate::desk::remote::Remote;
use crate::desk::state::Trouble;

/// What is being imported.
#[derive(Debug, Default)]
pub struct Import {
    pub preview: Remote<Preview>,
    /// Kept for reading it again in another way.
    bytes: Option<(String, Arc<[u8]>)>,
}

/// A file as it would be written to the book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    pub file: String,
    pub encoding: Encoding,
    /// How the table is read; `None` for cards.
    pub layout: Option<Layout>,
    /// The cells of the first line, and of the first row below the headings.
    pub titles: Vec<String>,
    pub example: Vec<String>,
    /// The first rows.
    pub rows: Vec<(u64, Entry)>,
    /// The first rows that are left out, each with its reason.
    pub errors: Vec<(u64, String)>,
    pub good: u64,
    pub bad: u64,
}

#[derive(Clone, Debug)]
pub enum ImportIntent {
    ReadFile(PathBuf),
    /// Reads the same file in another way. Without a layout, or without its columns, they
    /// are guessed again.
    ReadAs {
        encoding: Encoding,
        layout: Option<Layout>,
    },
    Run,
    Drop,
}

/// Shown of a file before it is written.
const SHOWN: usize = 100;
/// A table larger than this is no address book.
const LARGEST: u64 = 512 * 1024 * 1024;
const ATTEMPTED: &str = "Reading the file";

pub(super) fn apply(desk: &mut Desk, intent: ImportIntent) {
    match intent {
        ImportIntent::ReadFile(path) => read_file(desk, path),
        ImportIntent::ReadAs { encoding, layout } => look(desk, encoding, layout),
        ImportIntent::Run => run(desk),
        ImportIntent::Drop => desk.state.addresses.import = Import::default(),
    }
}

fn read_file(desk: &mut Desk, path: PathBuf) {
    desk.state.addresses.import = Import::default();
    desk.state.addresses.import.preview.start_loading();
    desk.jobs.start_lasting(Slot::Import, |outbox| async move {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = name.to_string_lossy().into_owned();
        let read = tokio::task::spawn_blocking(move || read(&path)).await;
        let read = read.unwrap_or_else(|cut| Err(std::io::Error::other(cut)));
        outbox
            .send(move |desk| match read {
                Ok(bytes) => {
                    let encoding = Encoding::detect(&bytes);
                    desk.state.addresses.import.bytes = Some((name, bytes));
                    look(desk, encoding, None);
                }
                Err(error) => {
                    let trouble = Trouble {
                        attempted: ATTEMPTED.to_owned(),
                        cause: format!("{name}: {error}"),
                        advice: "Check the path and try again; nothing was changed".to_owned(),
                        retry_is_safe: true,
                        ..Trouble::default()
                    };
                    let now = desk.clock.now();
                    desk.state
                        .addresses
                        .import
                        .preview
                        .settle(Err(trouble), now);
                }
            })
            .await;
    });
}

fn read(path: &Path) -> std::io::Result<Arc<[u8]>> {
    if std::fs::metadata(path)?.len() > LARGEST {
        return Err(std::io::Error::other("the file is larger than 512 MB"));
    }
    std::fs::read(path).map(Arc::from)
}

/// Reads the kept bytes through to the end and shows their beginning.
fn look(desk: &mut Desk, encoding: Encoding, layout: Option<Layout>) {
    let import = &mut desk.state.addresses.import;
    let Some((name, bytes)) = import.bytes.clone() else {
        return;
    };
    import.preview.start_loading();
    desk.jobs.start_lasting(Slot::Import, |outbox| async move {
        let looked = tokio::task::spawn_blocking(move || preview(name, &bytes, encoding, layout));
        let looked = looked.await;
        outbox
            .send(move |desk| {
                let now = desk.clock.now();
                let looked = looked
                    .map_err(|error| crate::desk::trouble::local(ATTEMPTED, &error))
                    .and_then(|preview| match preview.good + preview.bad {
                        0 => Err(Trouble {
                            attempted: ATTEMPTED.to_owned(),
                            cause: format!("{} holds no address", preview.file),
                            advice: "Choose a CSV table or a file of vCards".to_owned(),
                            ..Trouble::default()
                        }),
                        _ => Ok(preview),
                    });
                desk.state.addresses.import.preview.settle(looked, now);
            })
            .await;
    });
}

fn preview(file: String, bytes: &[u8], encoding: Encoding, layout: Option<Layout>) -> Preview {
    let text = encoding.decode(bytes);
    let mut preview = Preview {
        file,
        encoding,
        ..Preview::default()
    };
    if vcard::is_vcard(&text) {
        preview.count(vcard::read(&text).into_iter());
        return preview;
    }
    let layout = match layout {
        Some(layout) if layout.columns.is_empty() => layout.with_columns(&text),
        Some(layout) => layout,
        None => Layout::guess(&text),
    };
    preview.titles = layout.titles(&text);
    preview.example = layout.example(&text);
    preview.count(layout.rows(&text));
    preview.layout = Some(layout);
    preview
}

impl Preview {
    fn count(&mut self, rows: impl Iterator<Item = Read>) {
        for (line, row) in rows {
            match row {
                Ok(entry) => {
                    self.good += 1;
                    if self.rows.len() < SHOWN {
                        self.rows.push((line, entry));
                    }
                }
                Err(problem) => {
                    self.bad += 1;
                    if self.errors.len() < SHOWN {
                        self.errors.push((line, problem));
                    }
                }
            }
        }
    }
}

fn run(_desk: &mut Desk) {}
