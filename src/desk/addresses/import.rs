//! Importing addresses from a file. The file is read and previewed first and written only when the
//! user confirms. Each row gets a result.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::mpsc;

use crate::base::locale::Message;
use crate::desk::addresses::table::{AddressTable, Entry, Layout, Read, Refused};
use crate::desk::addresses::{Addresses, WORK, merge, vcard};
use crate::desk::kernel::batch_job::{BatchJob, BatchRow, RowState};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::{batch_job, failure};
use crate::desk::records::contact::StoredContact;
use crate::message;
use crate::parcel::address_parts;
use crate::store::book::{Book, BookError};
use crate::tables::read_file::{ReadFileError, read_whole};
use crate::tables::text_encoding::Encoding;
use crate::text;

const IMPORT: Slot<Addresses> = Slot::with_window("address import");

/// The file being imported.
#[derive(Debug, Default)]
pub struct Import {
    pub preview: Remote<Preview>,
    /// The name and content of the file, stored for parsing it again with other options.
    bytes: Option<(String, Arc<[u8]>)>,
}

/// What an import of the file would write to the book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    pub file: String,
    pub encoding: Encoding,
    /// How the table is parsed; `None` for vCards.
    pub layout: Option<Layout>,
    /// The cells of the first line, and of the first row below the headings.
    pub titles: Vec<String>,
    pub example: Vec<String>,
    /// Columns that contain something and are not imported.
    pub unused: Vec<usize>,
    /// The first rows.
    pub rows: Vec<(u64, Entry)>,
    /// The first rows that are not imported, each with its reason.
    pub errors: Vec<(u64, Message)>,
    pub good: u64,
    pub bad: u64,
}

#[derive(Clone, Debug)]
pub enum ImportIntent {
    ReadFile(PathBuf),
    /// Parses the same file with other options. Without a layout, or with a layout without columns,
    /// the columns are guessed again.
    ReadAs {
        encoding: Encoding,
        layout: Option<Layout>,
    },
    Run,
    Drop,
}

/// Rows and errors shown in the preview.
const SHOWN: usize = 100;

pub(super) fn apply(me: &mut Addresses, ctx: &mut Ctx<'_>, intent: ImportIntent) {
    match intent {
        ImportIntent::ReadFile(path) => read_file(me, ctx, path),
        ImportIntent::ReadAs { encoding, layout } => look(me, ctx, encoding, layout),
        ImportIntent::Run => run(me, ctx),
        ImportIntent::Drop => me.import = Import::default(),
    }
}

fn read_file(me: &mut Addresses, ctx: &mut Ctx<'_>, path: PathBuf) {
    me.import = Import::default();
    me.import.preview.start_loading();
    let work = read_whole(path, || text!("addresses-import-too-large"));
    ctx.jobs.answer(IMPORT, work, move |me, ctx, (name, read)| match read {
        Ok(bytes) => {
            let encoding = Encoding::detect(&bytes);
            me.import.bytes = Some((name, bytes));
            look(me, ctx, encoding, None);
        }
        Err(error) => {
            let trouble = Trouble {
                attempted: message!("addresses-attempted-read-file"),
                cause: message!(
                    "addresses-import-unreadable",
                    file = name,
                    reason = error.to_string()
                ),
                advice: message!("addresses-import-unreadable-advice"),
                retry_is_safe: true,
                ..Trouble::default()
            };
            let now = ctx.clock.now();
            me.import.preview.settle(Err(trouble), now);
        }
    });
}

/// Parses the whole stored file and shows its first rows.
fn look(me: &mut Addresses, ctx: &mut Ctx<'_>, encoding: Encoding, layout: Option<Layout>) {
    let import = &mut me.import;
    let Some((name, bytes)) = import.bytes.clone() else {
        return;
    };
    import.preview.start_loading();
    let look = move || preview(name, &bytes, encoding, layout);
    let work = async { tokio::task::spawn_blocking(look).await };
    ctx.jobs.answer(IMPORT, work, move |me, ctx, looked| {
        let now = ctx.clock.now();
        let attempted = || message!("addresses-attempted-read-file");
        let looked = looked
            .map_err(|error| failure::describe_local_error(attempted(), &error))
            .and_then(|read| {
                read.map_err(|error| failure::describe_local_error(attempted(), &error))
            })
            .and_then(|preview| match preview.good + preview.bad {
                0 => Err(Trouble {
                    attempted: attempted(),
                    cause: message!("addresses-import-empty", file = preview.file),
                    advice: message!("addresses-import-empty-advice"),
                    ..Trouble::default()
                }),
                _ => Ok(preview),
            });
        me.import.preview.settle(looked, now);
    });
}

/// Two exports that were put together can have two encodings; one that a person chose holds for all.
fn text_of(bytes: &[u8], encoding: Encoding) -> Cow<'_, str> {
    match encoding == Encoding::detect(bytes) {
        true => encoding.decode_by_lines(bytes),
        false => encoding.decode_in_place(bytes),
    }
}

fn preview(
    file: String,
    bytes: &[u8],
    encoding: Encoding,
    layout: Option<Layout>,
) -> Result<Preview, ReadFileError> {
    let text = text_of(bytes, encoding);
    let mut preview = Preview { file, encoding, ..Preview::default() };
    if vcard::is_vcard(&text) {
        vcard::read(&text).into_iter().for_each(|read| preview.count(read));
        return Ok(preview);
    }
    let table = AddressTable::read(&text, layout)?;
    preview.titles = table.titles();
    preview.example = table.example();
    preview.unused = table.find_unused();
    table.read_rows(|read| {
        preview.count(read);
        true
    });
    preview.layout = Some(table.layout);
    Ok(preview)
}

impl Preview {
    /// The name of a column on screen: its heading, else its number.
    pub fn heading(&self, at: usize) -> String {
        let named = self.layout.as_ref().is_some_and(|layout| layout.headings);
        let title = self.titles.get(at).filter(|title| named && !title.is_empty());
        title.cloned().unwrap_or_else(|| text!("addresses-import-column", number = at + 1))
    }

    fn count(&mut self, (line, row): Read) {
        match row {
            Ok(entry) => {
                self.good += 1;
                if self.rows.len() < SHOWN {
                    self.rows.push((line, entry));
                }
            }
            Err(refused) => {
                self.bad += 1;
                if self.errors.len() < SHOWN {
                    self.errors.push((line, refused.why));
                }
            }
        }
    }
}

/// Rows written in one transaction.
const BATCH: usize = 500;

/// Imports the rows as previewed. Entries that are already in the book stay as they are.
fn run(me: &mut Addresses, ctx: &mut Ctx<'_>) {
    let import = &me.import;
    let (Remote::Ready(known), Some((_, bytes))) = (&import.preview, import.bytes.clone()) else {
        return;
    };
    let preview = Arc::clone(&known.value);
    let total = preview.good + preview.bad;
    let book = ctx.book.clone();
    me.duplicates = Remote::NotAsked;
    batch_job::start(
        me,
        ctx,
        &WORK,
        // A row that cannot be parsed now cannot be parsed on a retry either.
        BatchJob::with_expected_rows(message!("addresses-work-import"), total)
            .finished_as(|| text!("addresses-work-all-imported"))
            .without_retry(),
        |progress| async move {
            let (sender, mut batches) = mpsc::channel(2);
            // Ends when the receiver is dropped.
            let reading = tokio::task::spawn_blocking(move || {
                let text = text_of(&bytes, preview.encoding);
                let mut batch = Vec::with_capacity(BATCH);
                let mut send = |read: Option<Read>| {
                    let last = read.is_none();
                    batch.extend(read);
                    let full = batch.len() == BATCH || (last && !batch.is_empty());
                    !full || sender.blocking_send(std::mem::take(&mut batch)).is_ok()
                };
                match preview.layout.clone().map(|layout| AddressTable::read(&text, Some(layout))) {
                    Some(table) => {
                        table.iter().for_each(|table| table.read_rows(|read| send(Some(read))));
                    }
                    None => {
                        let _cut = vcard::read(&text).into_iter().all(|read| send(Some(read)));
                    }
                }
                send(None);
            });
            let mut known = merge::AddressIndex::read(&book).await.map_err(unreadable)?;
            while let Some(batch) = batches.recv().await {
                if progress.is_cancelled() {
                    break;
                }
                let rows = batch.len() as u64;
                let results = write(&book, &mut known, batch).await.map_err(unreadable)?;
                progress.report_rows(rows, results).await;
            }
            drop(batches);
            reading.await.map_err(|cut| {
                failure::describe_local_error(message!("addresses-attempted-import"), &cut)
            })
        },
    );
    me.import = Import::default();
}

fn unreadable(error: BookError) -> Trouble {
    failure::describe_local_error(message!("addresses-attempted-import"), &error)
}

async fn write(
    book: &Book,
    known: &mut merge::AddressIndex,
    batch: Vec<Read>,
) -> Result<Vec<BatchRow>, BookError> {
    let (mut steps, mut results, mut new) = (Vec::new(), Vec::new(), Vec::new());
    for (line, read) in batch {
        let key = format!("line {line}");
        let result = match read {
            Err(Refused { name, why }) => {
                let trouble = Trouble {
                    attempted: message!("addresses-attempted-import"),
                    cause: why,
                    advice: message!("addresses-import-row-advice"),
                    ..Trouble::default()
                };
                let name = if name.is_empty() { "–".to_owned() } else { name };
                BatchRow::new(key, name, RowState::Failed(Box::new(trouble)))
            }
            Ok(entry) => {
                let name = address_parts::shown_name(&entry.form).to_owned();
                let twin = known.twin(book, &entry.form).await?;
                let inside = twin.is_some()
                    || new.iter().any(|(_, form)| address_parts::same_door(form, &entry.form));
                if inside {
                    let left = RowState::Skipped(message!("addresses-import-duplicate"));
                    BatchRow { entry: twin, ..BatchRow::new(key, name, left) }
                } else {
                    let kept = StoredContact::from(entry.form.clone());
                    steps.push(kept.put_change(None, Some(entry.groups)));
                    new.push((results.len(), entry.form));
                    let added = message!("addresses-import-added");
                    BatchRow::new(key, name, RowState::Done(added))
                }
            }
        };
        results.push(result.at_line(line));
    }
    let rows = book.change(steps).await?;
    for ((at, form), row) in new.into_iter().zip(rows) {
        known.add(&form, row);
        if let Some(result) = results.get_mut(at) {
            result.entry = Some(row);
        }
    }
    Ok(results)
}
