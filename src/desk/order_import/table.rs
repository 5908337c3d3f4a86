//! Importing orders: a file, a table from the clipboard or the sample is read, shown as the orders
//! it would make, corrected, and written only when the user says so.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;

use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::{Event, Unlogged};
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::remote::Remote;
use crate::desk::order_import::OrderImport;
use crate::desk::order_import::ready_plan::ReadyPlan;
use crate::desk::order_records::import::preview::{Beforehand, ImportPreview, ImportSource};
use crate::desk::order_records::import::reader::{Corrected, Reader};
use crate::message;
use crate::orders::documents::{DocumentEdit, Keyed};
use crate::tables::mapping::Mapping;
use crate::tables::read_file::{ReadFileError, ReadOptions, read_file_in_child, read_whole};
use crate::tables::sheet::Workbook;
use crate::text;

pub(super) const IMPORT: Slot<OrderImport> = Slot::with_account("order import");

/// The table being imported.
#[derive(Debug, Default)]
pub struct TableImport {
    pub preview: Remote<ImportPreview>,
    pub(super) source: Option<ImportSource>,
    /// The sheet that is shown, with the mapping if a person has corrected it.
    shown: Option<(usize, Corrected)>,
    /// A person has answered a question about the table, or corrected a column or the source.
    is_answered: bool,
    /// The plan of the preview, if it may be written as it is.
    pub(super) ready: Option<ReadyPlan>,
}

/// Keeps the mapping under a name; one of this name is replaced.
pub(super) fn save_mapping(me: &mut OrderImport, ctx: &mut Ctx<'_>, name: String) {
    let Some(preview) = me.table.preview.value() else {
        return;
    };
    // A user tells mappings apart by their names.
    let mut kept = me.known.documents.mappings.iter();
    let same = kept.find(|kept| kept.document.name.trim() == name.trim());
    let same = same.map(|kept| kept.key.clone());
    let key = same.or(preview.saved_mapping.clone());
    let mapping = Box::new(Mapping { name, ..preview.mapping.clone() });
    let edit = DocumentEdit::WriteMapping { key, mapping };
    ctx.announce(Event::DocumentEditWanted(Unlogged(Box::new(edit))));
}

/// What a person has answered holds for the next file of the same form, too. Each form has a mapping of
/// its own: a shop can have files of several.
pub(super) fn keep_answers(me: &mut OrderImport, ctx: &mut Ctx<'_>) {
    let Some(preview) = me.table.preview.value().filter(|_| me.table.is_answered) else {
        return;
    };
    let kept = &me.known.documents.mappings;
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

pub(super) fn read_path(me: &mut OrderImport, ctx: &mut Ctx<'_>, path: PathBuf) {
    me.table = TableImport::default();
    me.table.preview.start_loading();
    let work = read_whole(path, || text!("orders-import-too-large"));
    ctx.jobs.answer(IMPORT, work, move |me, ctx, (name, read)| match read {
        Ok(bytes) => read_bytes(me, ctx, name, bytes, ReadOptions::default()),
        Err(error) => {
            let now = ctx.clock.now();
            let cause = match error.kind() {
                ErrorKind::NotFound => message!("orders-import-gone"),
                _ => error.to_string().into(),
            };
            let trouble = not_read(&name, cause);
            me.table.preview.settle(Err(trouble), now);
        }
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

pub(super) fn not_pasted(error: &ReadFileError) -> Trouble {
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

pub(super) fn read_bytes(
    me: &mut OrderImport,
    ctx: &mut Ctx<'_>,
    name: String,
    bytes: Arc<[u8]>,
    options: ReadOptions,
) {
    me.table.preview.start_loading();
    me.table.shown = None;
    me.table.ready = None;
    let program = ctx.decoder.program().to_owned();
    let work = async move {
        let read = read_file_in_child(&program, &name, Arc::clone(&bytes), options).await;
        (read, bytes, name, options)
    };
    ctx.jobs.answer(IMPORT, work, move |me, ctx, (read, bytes, name, options)| match read {
        Ok(workbook) => take(me, ctx, Some(bytes), options, workbook),
        Err(error) => {
            let now = ctx.clock.now();
            let trouble = not_read(&name, error.message());
            me.table.preview.settle(Err(trouble), now);
        }
    });
}

pub(super) fn take(
    me: &mut OrderImport,
    ctx: &mut Ctx<'_>,
    bytes: Option<Arc<[u8]>>,
    options: ReadOptions,
    workbook: Workbook,
) {
    me.table.source = Some(ImportSource { bytes, options, workbook: Arc::new(workbook) });
    plan_sheet(me, ctx, 0, None);
}

pub(super) fn change_mapping(
    me: &mut OrderImport,
    ctx: &mut Ctx<'_>,
    change: impl FnOnce(&mut Mapping),
) {
    let Some(preview) = me.table.preview.value() else {
        return;
    };
    let mut mapping = preview.mapping.clone();
    change(&mut mapping);
    me.table.is_answered = true;
    let (sheet, heading_row) = (preview.sheet, preview.heading_row);
    plan_sheet(me, ctx, sheet, Some((heading_row, mapping)));
}

/// Presets, rules or mappings have changed: the preview shows what they make of the table now.
pub(in crate::desk) fn look_again(me: &mut OrderImport, ctx: &mut Ctx<'_>) {
    let is_shown = me.table.preview.value().is_some() || me.table.preview.is_loading();
    if is_shown && let Some((sheet, corrected)) = me.table.shown.clone() {
        plan_sheet(me, ctx, sheet, corrected);
    }
}

/// Reads the orders of a sheet and compares them with those that are there.
pub(super) fn plan_sheet(
    me: &mut OrderImport,
    ctx: &mut Ctx<'_>,
    sheet: usize,
    corrected: Corrected,
) {
    let Some(source) = me.table.source.clone() else {
        return;
    };
    me.table.preview.start_loading();
    me.table.shown = Some((sheet, corrected.clone()));
    me.table.ready = None;
    let reader = Reader {
        source,
        sheet,
        corrected,
        saved: me.known.documents.mappings.clone(),
        beforehand: Beforehand::default(),
        basis: Arc::clone(&me.known.basis),
        at: ctx.clock.now(),
    };
    let workspace = ctx.workspace();
    let work = async move {
        let file = reader.source.workbook.file.clone();
        let planned = async {
            let workspace = workspace.open().await?;
            reader.plan(workspace.as_ref()).await
        };
        (file, planned.await.map(|planned| ReadyPlan::of_planned(planned, &reader.basis)))
    };
    ctx.jobs.answer(IMPORT, work, move |me, ctx, (file, planned)| {
        let now = ctx.clock.now();
        let preview = planned
            .map(|(preview, ready)| {
                me.table.ready = ready;
                preview
            })
            .map_err(|error| not_read(&file, error.to_string().into()));
        me.table.preview.settle(preview, now);
    });
}
