//! Importing orders: a file, a table from the clipboard or the sample is read, shown as the orders
//! it would make, corrected, and written only when the user says so.

mod reader;
mod ready_plan;
mod write;

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;

use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::remote::Remote;
use crate::desk::orders::documents::{DocumentEdit, Keyed};
use crate::desk::orders::import_flow::reader::Corrected;
use crate::desk::orders::unattended_import::Beforehand;
use crate::desk::orders::{Orders, documents};
use crate::message;
use crate::orders::import::read_orders::{Answer, Question, SkippedRow};
use crate::orders::practice_orders;
use crate::store::workspace::OrderState;
use crate::tables::headings;
use crate::tables::headings::MappingProblem;
use crate::tables::mapping::{Mapping, OrderField};
use crate::tables::read_file::{
    ReadFileError, ReadOptions, read_clipboard, read_file_in_child, read_whole,
};
use crate::tables::sheet::{TextForm, Workbook};
use crate::text;

pub(in crate::desk) use reader::{Planned, Reader};
use ready_plan::ReadyPlan;
pub(in crate::desk) use write::{Written, write_plan, writes_of};

const IMPORT: Slot<Orders> = Slot::with_account("order import");

/// Rows that are searched for an example of a column.
const EXAMPLE_ROWS: usize = 12;
/// Orders that the preview shows.
const SHOWN_ORDERS: usize = 200;

/// The table being imported.
#[derive(Debug, Default)]
pub struct OrderImport {
    pub preview: Remote<ImportPreview>,
    source: Option<ImportSource>,
    /// The sheet that is shown, with the mapping if a person has corrected it.
    shown: Option<(usize, Corrected)>,
    /// A person has answered a question about the table, or corrected a column or the source.
    is_answered: bool,
    /// The plan of the preview, if it may be written as it is.
    ready: Option<ReadyPlan>,
}

#[derive(Clone, Debug)]
struct ImportSource {
    /// The file as it was read, to read it again with other options; `None` for the clipboard.
    bytes: Option<Arc<[u8]>>,
    options: ReadOptions,
    workbook: Arc<Workbook>,
}

/// What an import of the table would do.
#[derive(Clone, Debug, Default)]
pub struct ImportPreview {
    /// The name of the file; empty for the clipboard.
    pub file: String,
    pub options: ReadOptions,
    /// How a text file was read; `None` for a spreadsheet.
    pub text_form: Option<TextForm>,
    /// The names of the sheets, and the one that is shown.
    pub sheets: Vec<String>,
    pub sheet: usize,
    /// The place of the heading among the rows; `None` for a table without one.
    pub heading_row: Option<usize>,
    pub mapping: Mapping,
    /// What stands below the heading of each column of the mapping: the first cell that is not blank.
    pub examples: Vec<String>,
    /// The headings of the columns that no field is taken from.
    pub unused_columns: Vec<String>,
    /// The key of the saved mapping that was taken.
    pub saved_mapping: Option<String>,
    /// The name of the shop or program whose table it is.
    pub origin: Option<&'static str>,
    /// Nothing needs to be asked.
    pub sure: bool,
    pub problems: Vec<MappingProblem>,
    pub questions: Vec<Question>,
    pub skipped: Vec<SkippedRow>,
    pub counts: ImportCounts,
    /// The first orders that the import would write.
    pub orders: Vec<PreviewedOrder>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportCounts {
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
    /// Changed in the file, but bought or being bought.
    pub changed_while_bought: u64,
    /// Of the new and changed ones.
    pub need_attention: u64,
}

impl ImportCounts {
    fn add(&mut self, other: Self) {
        self.new += other.new;
        self.changed += other.changed;
        self.unchanged += other.unchanged;
        self.changed_while_bought += other.changed_while_bought;
        self.need_attention += other.need_attention;
    }
}

#[derive(Clone, Debug)]
pub struct PreviewedOrder {
    pub number: String,
    pub recipient: String,
    pub state: OrderState,
    /// The first problem, if it needs attention.
    pub problem: Option<Message>,
    pub is_new: bool,
}

#[derive(Clone, Debug)]
pub enum OrderImportIntent {
    ReadFile(PathBuf),
    /// A table that was pasted.
    ReadClipboard(String),
    /// The sample of the practice service.
    ReadSample,
    /// Reads the file again.
    Options(ReadOptions),
    Sheet(usize),
    /// Gives a column, counted from 0, another field.
    Map {
        column: usize,
        field: Option<OrderField>,
    },
    Answer(Answer),
    /// The name of the shop whose orders these are.
    Source(String),
    /// Whether the first line is the heading.
    FirstIsHeading(bool),
    /// Keeps the mapping under a name for the next file.
    SaveMapping(String),
    Write,
    Cancel,
}

pub(in crate::desk) fn apply(me: &mut Orders, ctx: &mut Ctx<'_>, intent: OrderImportIntent) {
    match intent {
        OrderImportIntent::ReadFile(path) => read_path(me, ctx, path),
        OrderImportIntent::ReadClipboard(text) => {
            me.import = OrderImport::default();
            match read_clipboard(&text) {
                Ok(workbook) => take(me, ctx, None, ReadOptions::default(), workbook),
                Err(error) => {
                    let trouble = not_pasted(&error);
                    me.import.preview.settle(Err(trouble), ctx.clock.now());
                }
            }
        }
        OrderImportIntent::ReadSample => {
            documents::add_samples(me, ctx);
            let (name, bytes) = practice_orders::practice_orders_file();
            read_bytes(me, ctx, name.to_owned(), Arc::from(bytes), ReadOptions::default());
        }
        OrderImportIntent::Options(options) => {
            let source = me.import.source.clone();
            if let Some(source) = source
                && let Some(bytes) = source.bytes
            {
                let name = source.workbook.file.clone();
                read_bytes(me, ctx, name, bytes, options);
            }
        }
        OrderImportIntent::Sheet(sheet) => look(me, ctx, sheet, None),
        OrderImportIntent::Map { column, field } => change_mapping(me, ctx, |mapping| {
            if let Some(mapped) = mapping.columns.get_mut(column) {
                mapped.field = field;
            }
        }),
        OrderImportIntent::Answer(answer) => {
            change_mapping(me, ctx, |mapping| answer.apply(mapping));
        }
        OrderImportIntent::Source(name) => change_mapping(me, ctx, |mapping| {
            mapping.source = name;
        }),
        OrderImportIntent::FirstIsHeading(is_heading) => {
            let Some((source, preview)) = me.import.source.as_ref().zip(me.import.preview.value())
            else {
                return;
            };
            let sheet = preview.sheet;
            let Some(rows) = source.workbook.sheets.get(sheet) else {
                return;
            };
            let mapping = headings::recognize_below(rows, is_heading.then_some(0)).mapping;
            look(me, ctx, sheet, Some((is_heading.then_some(0), mapping)));
        }
        OrderImportIntent::SaveMapping(name) => save_mapping(me, ctx, name),
        OrderImportIntent::Write => {
            keep_answers(me, ctx);
            write::write_orders(me, ctx);
        }
        OrderImportIntent::Cancel => {
            ctx.jobs.abort(&IMPORT);
            me.import = OrderImport::default();
        }
    }
}

/// Keeps the mapping under a name; one of this name is replaced.
fn save_mapping(me: &mut Orders, ctx: &mut Ctx<'_>, name: String) {
    let Some(preview) = me.import.preview.value() else {
        return;
    };
    // Two mappings with one name could not be told apart.
    let mut kept = me.documents.mappings.iter();
    let same = kept.find(|kept| kept.document.name.trim() == name.trim());
    let same = same.map(|kept| kept.key.clone());
    let key = same.or(preview.saved_mapping.clone());
    let mapping = Box::new(Mapping { name, ..preview.mapping.clone() });
    documents::edit(me, ctx, DocumentEdit::WriteMapping { key, mapping });
}

/// What a person has answered holds for the next file of the same form, too. Each form has a mapping of
/// its own: a shop can have files of several.
fn keep_answers(me: &mut Orders, ctx: &mut Ctx<'_>) {
    let Some(preview) = me.import.preview.value().filter(|_| me.import.is_answered) else {
        return;
    };
    let kept = &me.documents.mappings;
    let same_form = |keyed: &&Keyed<Mapping>| {
        preview.saved_mapping.as_ref() == Some(&keyed.key)
            || keyed.document.has_form_of(&preview.mapping)
    };
    if let Some(keyed) = kept.iter().find(same_form) {
        let name = keyed.document.name.clone();
        return save_mapping(me, ctx, name);
    }
    let mapping = &preview.mapping;
    let wanted = match mapping.name.trim() {
        "" => mapping.source.trim(),
        name => name,
    };
    let is_free = |name: &String| kept.iter().all(|it| it.document.name.trim() != name.as_str());
    let further = (2..).map(|number| format!("{wanted} {number}"));
    let mut names = std::iter::once(wanted.to_owned()).chain(further);
    if let Some(name) = names.find(is_free) {
        save_mapping(me, ctx, name);
    }
}

fn read_path(me: &mut Orders, ctx: &mut Ctx<'_>, path: PathBuf) {
    me.import = OrderImport::default();
    me.import.preview.start_loading();
    ctx.jobs.start(IMPORT, |outbox| async move {
        let (name, read) = read_whole(path, || text!("orders-import-too-large")).await;
        outbox
            .send(move |me, ctx| match read {
                Ok(bytes) => read_bytes(me, ctx, name, bytes, ReadOptions::default()),
                Err(error) => {
                    let now = ctx.clock.now();
                    let cause = match error.kind() {
                        ErrorKind::NotFound => message!("orders-import-gone"),
                        _ => error.to_string().into(),
                    };
                    let trouble = not_read(&name, cause);
                    me.import.preview.settle(Err(trouble), now);
                }
            })
            .await;
    });
}

fn not_read(file: &str, cause: Message) -> Trouble {
    Trouble {
        attempted: message!("orders-attempted-import", file = file),
        cause,
        advice: message!("orders-import-advice"),
        retry_is_safe: true,
        ..Trouble::default()
    }
}

fn not_pasted(error: &ReadFileError) -> Trouble {
    let cause = match error {
        ReadFileError::NoRows => message!("orders-paste-nothing"),
        other => other.message(),
    };
    Trouble {
        attempted: message!("orders-attempted-paste"),
        advice: message!("orders-paste-advice"),
        ..not_read("", cause)
    }
}

fn read_bytes(
    me: &mut Orders,
    ctx: &mut Ctx<'_>,
    name: String,
    bytes: Arc<[u8]>,
    options: ReadOptions,
) {
    me.import.preview.start_loading();
    me.import.shown = None;
    me.import.ready = None;
    let program = ctx.decoder.program().to_owned();
    ctx.jobs.start(IMPORT, |outbox| async move {
        let read = read_file_in_child(&program, &name, Arc::clone(&bytes), options).await;
        outbox
            .send(move |me, ctx| match read {
                Ok(workbook) => take(me, ctx, Some(bytes), options, workbook),
                Err(error) => {
                    let now = ctx.clock.now();
                    let trouble = not_read(&name, error.message());
                    me.import.preview.settle(Err(trouble), now);
                }
            })
            .await;
    });
}

fn take(
    me: &mut Orders,
    ctx: &mut Ctx<'_>,
    bytes: Option<Arc<[u8]>>,
    options: ReadOptions,
    workbook: Workbook,
) {
    me.import.source = Some(ImportSource { bytes, options, workbook: Arc::new(workbook) });
    look(me, ctx, 0, None);
}

fn change_mapping(me: &mut Orders, ctx: &mut Ctx<'_>, change: impl FnOnce(&mut Mapping)) {
    let Some(preview) = me.import.preview.value() else {
        return;
    };
    let mut mapping = preview.mapping.clone();
    change(&mut mapping);
    me.import.is_answered = true;
    let (sheet, heading_row) = (preview.sheet, preview.heading_row);
    look(me, ctx, sheet, Some((heading_row, mapping)));
}

/// Presets, rules or mappings have changed: the preview shows what they make of the table now.
pub(in crate::desk) fn look_again(me: &mut Orders, ctx: &mut Ctx<'_>) {
    let is_shown = me.import.preview.value().is_some() || me.import.preview.is_loading();
    if is_shown && let Some((sheet, corrected)) = me.import.shown.clone() {
        look(me, ctx, sheet, corrected);
    }
}

/// Reads the orders of a sheet and compares them with those that are there.
fn look(me: &mut Orders, ctx: &mut Ctx<'_>, sheet: usize, corrected: Corrected) {
    let Some(source) = me.import.source.clone() else {
        return;
    };
    me.import.preview.start_loading();
    me.import.shown = Some((sheet, corrected.clone()));
    me.import.ready = None;
    let reader = Reader {
        source,
        sheet,
        corrected,
        saved: me.documents.mappings.clone(),
        beforehand: Beforehand::default(),
        basis: Arc::clone(&me.basis),
        at: ctx.clock.now(),
    };
    let workspace = ctx.workspace();
    ctx.jobs.start(IMPORT, |outbox| async move {
        let file = reader.source.workbook.file.clone();
        let planned = async {
            let workspace = workspace.open().await?;
            reader.plan(workspace.as_ref()).await
        };
        let planned = planned.await.map(|planned| ReadyPlan::of_planned(planned, &reader.basis));
        outbox
            .send(move |me, ctx| {
                let now = ctx.clock.now();
                let preview = planned
                    .map(|(preview, ready)| {
                        me.import.ready = ready;
                        preview
                    })
                    .map_err(|error| not_read(&file, error.to_string().into()));
                me.import.preview.settle(preview, now);
            })
            .await;
    });
}
