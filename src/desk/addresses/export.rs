//! Exports the address book, or the entries that match a search, to a file.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::desk::addresses::table::Entry;
use crate::desk::addresses::vcard::Version;
use crate::desk::addresses::{Addresses, table, vcard};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::records::contact::StoredContact;
use crate::message;
use crate::store::book::{Book, BookError, BookQuery, GroupedRecord};
use crate::text;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Csv,
    VCard3,
    VCard4,
}

impl Format {
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Csv, "CSV"), (Self::VCard3, "vCard 3.0"), (Self::VCard4, "vCard 4.0")];

    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::VCard3 | Self::VCard4 => "vcf",
        }
    }
}

#[derive(Debug, thiserror::Error)]
enum ExportError {
    #[error("{}", text!("addresses-export-unreadable"))]
    Book(#[from] BookError),
    #[error("{}", text!("addresses-export-unwritable"))]
    File(#[from] std::io::Error),
    #[error("{}", text!("addresses-export-unwritable"))]
    Table(#[from] ::csv::Error),
    #[error("{}", text!("addresses-export-cut"))]
    Cut(#[from] tokio::task::JoinError),
}

const CHUNK: u32 = 2000;

/// Exports every entry that matches the search on screen, or the whole book if there is no search.
pub(super) fn export(me: &mut Addresses, ctx: &mut Ctx<'_>, file: PathBuf, format: Format) {
    let shown = &*me;
    let query =
        BookQuery { text: shown.text.clone(), group: shown.group.clone(), ..BookQuery::default() };
    let book = ctx.book.clone();
    ctx.jobs.spawn_lasting(|outbox: Outbox<Addresses>| async move {
        let written = write(&book, query, &file, format).await;
        outbox
            .send(move |_, ctx| match written {
                Ok(count) => {
                    let words = message!(
                        "addresses-exported",
                        count = count,
                        path = file.display().to_string()
                    );
                    ctx.notice_file(Tone::Good, words, file);
                }
                Err(error) => ctx.notice_failure(failure::describe_local_error(
                    message!("addresses-attempted-export"),
                    &error,
                )),
            })
            .await;
    });
}

async fn write(
    book: &Book,
    query: BookQuery,
    file: &Path,
    format: Format,
) -> Result<u64, ExportError> {
    let mut sink = Sink::create(file.to_owned(), format).await?;
    let mut count = 0;
    let whole = query.text.trim().is_empty() && query.group.is_none();
    let (mut after, mut offset) = (0, 0);
    loop {
        let chunk = if whole {
            book.scan(after, CHUNK).await?
        } else {
            let query = BookQuery { offset, limit: CHUNK, ..query.clone() };
            book.page(query).await?.records
        };
        let Some(last) = chunk.last() else {
            sink.finish().await?;
            return Ok(count);
        };
        (after, offset) = (last.record.row, offset + chunk.len() as u64);
        count += chunk.len() as u64;
        sink = sink.add(chunk).await?;
    }
}

/// The open file. It is written on blocking threads.
enum Sink {
    Table(Box<::csv::Writer<std::fs::File>>),
    Cards(BufWriter<std::fs::File>, Version),
}

impl Sink {
    async fn create(path: PathBuf, format: Format) -> Result<Self, ExportError> {
        tokio::task::spawn_blocking(move || {
            let mut file = std::fs::File::create(path)?;
            let version = match format {
                Format::Csv => {
                    // A byte order mark, by which spreadsheets recognize UTF-8.
                    file.write_all("\u{feff}".as_bytes())?;
                    let mut writer = ::csv::Writer::from_writer(file);
                    writer.write_record(table::as_exported().map(|(_, name)| name))?;
                    return Ok(Self::Table(Box::new(writer)));
                }
                Format::VCard3 => Version::V3,
                Format::VCard4 => Version::V4,
            };
            Ok(Self::Cards(BufWriter::new(file), version))
        })
        .await?
    }

    async fn add(mut self, chunk: Vec<GroupedRecord>) -> Result<Self, ExportError> {
        tokio::task::spawn_blocking(move || {
            for filed in chunk {
                let Some(kept) = StoredContact::read(&filed.record) else {
                    continue;
                };
                let entry = Entry { form: kept.form, groups: filed.groups };
                match &mut self {
                    Self::Table(writer) => writer.write_record(table::cells(&entry))?,
                    Self::Cards(file, version) => {
                        file.write_all(vcard::write(&entry, *version).as_bytes())?;
                    }
                }
            }
            Ok(self)
        })
        .await?
    }

    async fn finish(self) -> Result<(), ExportError> {
        tokio::task::spawn_blocking(move || match self {
            Self::Table(mut writer) => Ok(writer.flush()?),
            Self::Cards(mut file, _) => Ok(file.flush()?),
        })
        .await?
    }
}
