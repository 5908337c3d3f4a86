//! What the user asks of the import of orders.

use std::path::PathBuf;
use std::sync::Arc;

use crate::desk::kernel::batch_job::BatchIntent;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::order_import::database::DatabaseIntent;
use crate::desk::order_import::table::{IMPORT, TableImport};
use crate::desk::order_import::{OrderImport, database, table, write};
use crate::orders::import::read_orders::Answer;
use crate::orders::practice_orders;
use crate::tables::headings;
use crate::tables::mapping::OrderField;
use crate::tables::read_file::{ReadOptions, read_clipboard};

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
    /// Stops or closes the import that is being written.
    Writing(BatchIntent),
    /// Sets up the shop's database.
    Database(DatabaseIntent),
}

pub(in crate::desk) fn apply(me: &mut OrderImport, ctx: &mut Ctx<'_>, intent: OrderImportIntent) {
    match intent {
        OrderImportIntent::ReadFile(path) => table::read_path(me, ctx, path),
        OrderImportIntent::ReadClipboard(text) => {
            me.table = TableImport::default();
            match read_clipboard(&text) {
                Ok(workbook) => table::take(me, ctx, None, ReadOptions::default(), workbook),
                Err(error) => {
                    let trouble = table::not_pasted(&error);
                    me.table.preview.settle(Err(trouble), ctx.clock.now());
                }
            }
        }
        OrderImportIntent::ReadSample => {
            ctx.announce(Event::SampleDocumentsWanted);
            let (name, bytes) = practice_orders::practice_orders_file();
            table::read_bytes(me, ctx, name.to_owned(), Arc::from(bytes), ReadOptions::default());
        }
        OrderImportIntent::Options(options) => {
            let source = me.table.source.clone();
            if let Some(source) = source
                && let Some(bytes) = source.bytes
            {
                let name = source.workbook.file.clone();
                table::read_bytes(me, ctx, name, bytes, options);
            }
        }
        OrderImportIntent::Sheet(sheet) => table::plan_sheet(me, ctx, sheet, None),
        OrderImportIntent::Map { column, field } => table::change_mapping(me, ctx, |mapping| {
            if let Some(mapped) = mapping.columns.get_mut(column) {
                mapped.field = field;
            }
        }),
        OrderImportIntent::Answer(answer) => {
            table::change_mapping(me, ctx, |mapping| answer.apply(mapping));
        }
        OrderImportIntent::Source(name) => table::change_mapping(me, ctx, |mapping| {
            mapping.source = name;
        }),
        OrderImportIntent::FirstIsHeading(is_heading) => {
            let Some((source, preview)) = me.table.source.as_ref().zip(me.table.preview.value())
            else {
                return;
            };
            let sheet = preview.sheet;
            let Some(rows) = source.workbook.sheets.get(sheet) else {
                return;
            };
            let mapping = headings::recognize_below(rows, is_heading.then_some(0)).mapping;
            table::plan_sheet(me, ctx, sheet, Some((is_heading.then_some(0), mapping)));
        }
        OrderImportIntent::SaveMapping(name) => table::save_mapping(me, ctx, name),
        OrderImportIntent::Write => {
            table::keep_answers(me, ctx);
            write::write_orders(me, ctx);
        }
        OrderImportIntent::Cancel => {
            ctx.jobs.abort(&IMPORT);
            me.table = TableImport::default();
        }
        // An import that is written in part is chosen again.
        OrderImportIntent::Writing(intent) => drop(intent.obey(&mut me.writing)),
        OrderImportIntent::Database(intent) => database::apply(me, ctx, intent),
    }
}
