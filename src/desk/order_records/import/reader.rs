//! From a table to a plan of what its import writes.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;

use crate::base::id::OrderId;
use crate::desk::order_records::CHUNK;
use crate::desk::order_records::import::preview::{
    Beforehand, ImportCounts, ImportPreview, ImportSource, PreviewedOrder,
};
use crate::orders::basis::OrderBasis;
use crate::orders::documents::Keyed;
use crate::orders::import::beside::{each_beside, usual_parts};
use crate::orders::import::merge::{
    FileFacts, ImportPlan, ImportStep, PlannedOrder, another_order, further_numbers, plan_import,
};
use crate::orders::import::read_orders::{
    Coverage, ImportContext, Question, ReadOrder, read_orders, same_number_question,
};
use crate::orders::order_row;
use crate::orders::order_state::OrderProblem;
use crate::orders::rules::{PreparedRules, with_verdict};
use crate::store::workspace::{
    OrderQuery, OrderRow, OrderState, Stopped, Workspace, WorkspaceError,
};
use crate::tables::headings;
use crate::tables::import_note::ImportNoteKind;
use crate::tables::mapping::Mapping;
use crate::tables::read_file::{ReadFileError, ReadOptions, read_file_in_child};
use crate::tables::sheet::{Sheet, SheetRow, Workbook};

/// Rows that are searched for an example of a column.
const EXAMPLE_ROWS: usize = 12;
/// Orders that the preview shows.
const SHOWN_ORDERS: usize = 200;

/// A mapping that a person has corrected, with the place of the heading.
pub(in crate::desk) type Corrected = Option<(Option<usize>, Mapping)>;

/// Turns a sheet into a plan. The same is done for the preview and for the import itself: between
/// the two, orders may have been bought or changed.
#[derive(Clone)]
pub(in crate::desk) struct Reader {
    pub source: ImportSource,
    pub sheet: usize,
    pub corrected: Corrected,
    pub saved: Vec<Keyed<Mapping>>,
    pub beforehand: Beforehand,
    pub basis: Arc<OrderBasis>,
    /// The time of the import.
    pub at: Timestamp,
}

#[derive(Default)]
pub(in crate::desk) struct Planned {
    pub preview: ImportPreview,
    pub plan: ImportPlan,
    /// The source had no order at all, so the plan is made from the file alone.
    pub is_first: bool,
}

impl Reader {
    /// For a file that is imported without a person: the first sheet, with this mapping or the one
    /// that is recognized.
    pub(in crate::desk) fn unattended(
        bytes: Option<Arc<[u8]>>,
        workbook: Workbook,
        mapping: Option<Mapping>,
        saved: Vec<Keyed<Mapping>>,
        basis: Arc<OrderBasis>,
        at: Timestamp,
    ) -> Self {
        let workbook = Arc::new(workbook);
        let corrected = mapping.map(|mapping| {
            let first = workbook.sheets.first();
            (first.and_then(|sheet| mapping.heading_row(sheet)), mapping)
        });
        Self {
            source: ImportSource { bytes, options: ReadOptions::default(), workbook },
            sheet: 0,
            corrected,
            saved,
            beforehand: Beforehand::default(),
            basis,
            at,
        }
    }

    /// Reads another sheet, with what was said of the file beforehand.
    pub(in crate::desk) fn choose(&mut self, sheet: usize, beforehand: Beforehand) {
        self.sheet = sheet;
        self.beforehand = beforehand;
        let rows = self.source.workbook.sheets.get(sheet);
        if let (Some((heading_row, mapping)), Some(rows)) = (&mut self.corrected, rows) {
            *heading_row = mapping.heading_row(rows);
        }
    }

    /// Lets the rows of the file go, which are a quarter of the memory of a large import. The plan
    /// does not need them.
    pub(in crate::desk) fn let_rows_go(&mut self) {
        let file = self.source.workbook.file.clone();
        self.source.workbook = Arc::new(Workbook { file, ..Workbook::default() });
    }

    /// Reads the rows again, to plan once more.
    pub(in crate::desk) async fn read_rows_again(
        &mut self,
        program: &Path,
    ) -> Result<(), ReadFileError> {
        if let Some(bytes) = self.source.bytes.clone() {
            let name = self.source.workbook.file.clone();
            let read = read_file_in_child(program, &name, bytes, self.source.options).await?;
            self.source.workbook = Arc::new(read);
        }
        Ok(())
    }

    pub(in crate::desk) async fn plan(
        &self,
        workspace: &dyn Workspace,
    ) -> Result<Planned, WorkspaceError> {
        let mut planned = self.compare(workspace).await?;
        let basis = Arc::clone(&self.basis);
        let planned = tokio::task::spawn_blocking(move || {
            describe_plan(&mut planned.preview, &planned.plan, &basis);
            planned
        });
        Ok(planned.await.map_err(|_| Stopped)?)
    }

    /// The plan alone, when nobody is shown what it does.
    pub(in crate::desk) async fn plan_to_write(
        &self,
        workspace: &dyn Workspace,
    ) -> Result<ImportPlan, WorkspaceError> {
        Ok(self.compare(workspace).await?.plan)
    }

    /// Reads the orders and compares them with those that are there.
    async fn compare(&self, workspace: &dyn Workspace) -> Result<Planned, WorkspaceError> {
        let me = self.clone();
        let read = tokio::task::spawn_blocking(move || me.read()).await;
        let (mut preview, orders, coverage) = read.map_err(|_| Stopped)?;
        let is_first = has_no_order(workspace, &preview.mapping.source).await?;
        let existing = match is_first {
            true => HashMap::new(),
            false => existing_orders(workspace, &preview.mapping.source, &orders).await?,
        };
        let same_number = preview.mapping.same_number;
        let file = FileFacts { name: preview.file.clone(), coverage, same_number };
        let at = self.at;
        let planned = tokio::task::spawn_blocking(move || {
            let plan = plan_import(orders, &existing, &file, at);
            preview.questions.extend(question_of_numbers(&plan));
            Planned { preview, plan, is_first }
        });
        Ok(planned.await.map_err(|_| Stopped)?)
    }
}

/// Asks about orders whose number is taken by one with another recipient.
fn question_of_numbers(plan: &ImportPlan) -> Option<Question> {
    let new = plan.orders.iter().filter(|planned| planned.step == ImportStep::New);
    let notes = new.filter_map(|planned| {
        let notes = planned.write.as_ref()?.order.import_notes.iter();
        let mut of_number = notes.filter(|note| note.kind == ImportNoteKind::NumberOfAnother);
        // The column names the number that the file gives.
        let note = of_number.next()?;
        Some(format!("{}: {}", note.column, note.text))
    });
    let examples: Vec<String> = notes.collect();
    (!examples.is_empty()).then(|| same_number_question(&examples))
}

/// What the orders of a table are read with.
pub(in crate::desk) fn context_of(basis: &OrderBasis) -> ImportContext {
    ImportContext {
        home_country: basis.rule_facts().sender_country,
        presets: basis.preset_names(),
        ..ImportContext::default()
    }
}

/// Whether the workspace has no order of the source.
pub(in crate::desk) async fn has_no_order(
    workspace: &dyn Workspace,
    source: &str,
) -> Result<bool, WorkspaceError> {
    let of_source =
        OrderQuery { source: Some(source.to_owned()), limit: 1, ..OrderQuery::default() };
    Ok(workspace.orders(of_source).await?.matching == 0)
}

/// The orders of the source that have one of these numbers, by number.
async fn existing_orders(
    workspace: &dyn Workspace,
    source: &str,
    orders: &[ReadOrder],
) -> Result<HashMap<String, OrderRow>, WorkspaceError> {
    let mut existing: HashMap<String, OrderRow> = HashMap::new();
    let mut numbers: Vec<String> = orders.iter().map(|it| it.order.number.clone()).collect();
    // Orders that had to give their number to another shop's have it with a count.
    for is_further in [false, true] {
        if is_further {
            let others = orders.iter().filter(|it| {
                let row = existing.get(&it.order.number);
                row.is_some_and(|row| another_order(&it.order, row, None).is_some())
            });
            numbers = others.flat_map(|it| further_numbers(&it.order.number)).collect();
        }
        for chunk in numbers.chunks(CHUNK) {
            let source = Some(source.to_owned());
            let rows = workspace.orders_by_number(source, chunk.to_vec()).await?;
            existing.extend(rows.into_iter().map(|row| (row.fields.number.clone(), row)));
        }
    }
    Ok(existing)
}

impl Reader {
    /// The orders of the sheet, and what is shown of the table.
    fn read(&self) -> (ImportPreview, Vec<ReadOrder>, Coverage) {
        let workbook = &self.source.workbook;
        let none = Sheet::default();
        let sheet = workbook.sheets.get(self.sheet).unwrap_or(&none);
        let mut preview = ImportPreview {
            file: workbook.file.clone(),
            options: self.source.options,
            text_form: workbook.text_form,
            sheets: workbook.sheets.iter().map(|sheet| sheet.name.clone()).collect(),
            sheet: self.sheet,
            ..ImportPreview::default()
        };
        self.choose_mapping(sheet, &mut preview);
        for answer in &self.beforehand.answers {
            answer.apply(&mut preview.mapping);
        }
        if let Some(source) = &self.beforehand.source {
            source.clone_into(&mut preview.mapping.source);
        }
        if preview.mapping.source.is_empty() {
            preview.mapping.source = source_of(&preview);
        }
        let context = context_of(&self.basis);
        let read = read_orders(sheet, preview.heading_row, &preview.mapping, &context);
        preview.problems = headings::problems(&preview.mapping, sheet);
        preview.questions = read.questions;
        preview.skipped = read.skipped;
        preview.examples = examples(sheet, preview.heading_row, &preview.mapping);
        let heading = preview.heading_row.and_then(|at| sheet.rows.get(at));
        let unused = heading.map(|heading| preview.mapping.unused_columns(heading));
        preview.unused_columns = unused.unwrap_or_default();
        (preview, read.orders, read.coverage)
    }

    fn choose_mapping(&self, sheet: &Sheet, preview: &mut ImportPreview) {
        if let Some((heading_row, mapping)) = self.corrected.clone() {
            (preview.heading_row, preview.mapping) = (heading_row, mapping);
            // It is still the table of that shop.
            preview.origin = headings::recognize_below(sheet, heading_row).origin;
            return;
        }
        let saved: Vec<Mapping> = self.saved.iter().map(|it| it.document.clone()).collect();
        if let Some(found) = headings::apply_saved(&saved, sheet)
            && found.missing.is_empty()
            && let Some(keyed) = self.saved.get(found.index)
        {
            preview.heading_row = found.heading_row;
            preview.mapping = keyed.document.clone();
            preview.saved_mapping = Some(keyed.key.clone());
            preview.sure = true;
            return;
        }
        let recognized = headings::recognize(sheet);
        preview.heading_row = recognized.heading_row;
        preview.mapping = recognized.mapping;
        preview.origin = recognized.origin;
        preview.sure = recognized.sure;
    }
}

/// The name of the source of orders whose mapping names none.
fn source_of(preview: &ImportPreview) -> String {
    match (preview.origin, preview.mapping.name.as_str()) {
        (Some(origin), _) => origin.to_owned(),
        (None, "") => crate::text!("orders-import-source").to_owned(),
        (None, name) => name.to_owned(),
    }
}

/// One example of each column of the mapping. The table can have columns that the mapping leaves out.
fn examples(sheet: &Sheet, heading_row: Option<usize>, mapping: &Mapping) -> Vec<String> {
    let none = SheetRow::default();
    let heading = heading_row.and_then(|at| sheet.rows.get(at)).unwrap_or(&none);
    let below = heading_row.map_or(0, |at| at.saturating_add(1));
    let example = |place: Option<usize>| {
        let rows = sheet.rows.iter().skip(below).take(EXAMPLE_ROWS);
        let mut texts = rows.filter_map(|row| Some(row.cells.get(place?)?.text().trim()));
        texts.find(|text| !text.is_empty()).unwrap_or_default().to_owned()
    };
    mapping.places(heading).into_iter().map(example).collect()
}

/// Counts what the plan does, and lists the first orders that it writes.
fn describe_plan(preview: &mut ImportPreview, plan: &ImportPlan, basis: &OrderBasis) {
    let facts = basis.rule_facts();
    let rules = PreparedRules::new(&basis.rules, &facts);
    let parts = usual_parts(plan.orders.len());
    let length = plan.orders.len().div_ceil(parts).max(1);
    let parts = plan.orders.chunks(length).collect();
    let described = each_beside(parts, |orders| Described::of_orders(orders, &rules, basis));
    // Those that need attention come first: they are what a person looks for.
    let mut others = Vec::new();
    for part in described {
        preview.counts.add(part.counts);
        preview.orders.extend(part.need_attention);
        others.extend(part.others);
    }
    preview.orders.extend(others);
    preview.orders.truncate(SHOWN_ORDERS);
}

/// What the plan does with a part of the orders.
#[derive(Default)]
struct Described {
    counts: ImportCounts,
    /// The first ones that it writes.
    need_attention: Vec<PreviewedOrder>,
    others: Vec<PreviewedOrder>,
}

impl Described {
    fn of_orders(orders: &[PlannedOrder], rules: &PreparedRules<'_>, basis: &OrderBasis) -> Self {
        let mut described = Self::default();
        for planned in orders {
            described.add(planned, rules, basis);
        }
        described
    }

    fn add(&mut self, planned: &PlannedOrder, rules: &PreparedRules<'_>, basis: &OrderBasis) {
        let counts = &mut self.counts;
        match &planned.step {
            ImportStep::New => counts.new += 1,
            ImportStep::Changed(_) => counts.changed += 1,
            ImportStep::ChangedWhileBought(_) => counts.changed_while_bought += 1,
            ImportStep::Unchanged
            | ImportStep::AgreesAgain
            | ImportStep::Duplicate
            | ImportStep::Unreadable => {
                counts.unchanged += 1;
                return;
            }
        }
        let Some(write) = &planned.write else {
            return;
        };
        let order = with_verdict(&write.order, &rules.first_fit(&write.order));
        let assessed = basis.assess(&OrderId::default(), &order);
        let needs_attention = assessed.state == OrderState::NeedsAttention;
        counts.need_attention += u64::from(needs_attention);
        let shown = match needs_attention {
            true => &mut self.need_attention,
            false => &mut self.others,
        };
        if shown.len() < SHOWN_ORDERS {
            shown.push(PreviewedOrder {
                number: order.number.clone(),
                recipient: order_row::recipient(&order),
                state: assessed.state,
                problem: assessed.problems.first().map(OrderProblem::in_words),
                is_new: planned.step == ImportStep::New,
            });
        }
    }
}

#[cfg(test)]
mod tests;
