//! Importing a file without a person, from the watched folder or by `postroom batch`. Nobody is
//! there to be asked: a file about which there is anything to ask is refused, with the sentences.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;

use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::desk::kernel::batch_job::Progress;
use crate::desk::order_records::CHUNK;
use crate::desk::order_records::import::preview::{Beforehand, ImportPreview};
use crate::desk::order_records::import::reader::{Planned, Reader};
use crate::desk::order_records::import::write_plan::{Written, write_plan};
use crate::message;
use crate::orders::basis::OrderBasis;
use crate::orders::documents::Keyed;
use crate::orders::import::merge::{ImportPlan, ImportStep};
use crate::orders::import::read_orders::{Question, SkipReason, SkippedRow};
use crate::orders::order_row::{is_readable, order_of_row};
use crate::orders::order_state::OrderProblem;
use crate::store::workspace::{OrderRow, OrderState, Workspace, WorkspaceError};
use crate::tables::mapping::Mapping;
use crate::tables::read_file::{ReadFileError, ReadOptions, read_file_in_child};
use crate::tables::sheet::Workbook;
use crate::watched_folder::OrderOutcome;

/// A file is planned anew this often if other computers change its orders at the same moment.
const MOST_ROUNDS: u32 = 5;

/// What a file is imported with.
pub(in crate::desk) struct UnattendedImport {
    pub workspace: Arc<dyn Workspace>,
    pub basis: Arc<OrderBasis>,
    /// The mappings among which one is looked for if none is given.
    pub saved: Vec<Keyed<Mapping>>,
    pub mapping: Option<Mapping>,
    /// What a person has answered beforehand.
    pub beforehand: Beforehand,
    /// This application's binary, which reads spreadsheets in a child process.
    pub program: PathBuf,
    /// The time of the import.
    pub at: Timestamp,
}

/// Why a file was not imported.
#[derive(Debug)]
pub(in crate::desk) enum UnattendedRefusal {
    /// It cannot be read as orders without a person. Each sentence says one reason.
    Unreadable(Vec<Message>),
    /// The orders cannot be read or stored at the moment.
    Unavailable(Message),
    /// They could not be stored, and the reason may lie in the file.
    Failed(Message),
}

impl From<WorkspaceError> for UnattendedRefusal {
    fn from(error: WorkspaceError) -> Self {
        let reason = error.to_string().into();
        match error.may_lie_in_orders() {
            true => Self::Failed(reason),
            false => Self::Unavailable(reason),
        }
    }
}

/// What became of the rows of a file.
#[derive(Debug)]
pub(in crate::desk) struct ImportedFile {
    /// In the order of the file.
    pub orders: Vec<ImportedOrder>,
    /// Rows that are no orders and not blank.
    pub skipped: Vec<SkippedRow>,
}

#[derive(Debug)]
pub(in crate::desk) struct ImportedOrder {
    /// `None` if it is not in the workspace any more.
    pub id: Option<OrderId>,
    /// The very same order is in the file before.
    pub is_repeated: bool,
    /// The first row of the file that belongs to it.
    pub row: u64,
    pub number: String,
    pub source: String,
    pub outcome: OrderOutcome,
    /// What the import did, unless it is new or as it was.
    pub note: Option<Message>,
    pub state: OrderState,
    /// False if a newer version of the program has written it.
    pub is_readable: bool,
}

impl UnattendedImport {
    /// Reads the tables of a file.
    pub(in crate::desk) async fn read(
        &self,
        name: &str,
        content: Arc<[u8]>,
    ) -> Result<Reader, UnattendedRefusal> {
        let options = ReadOptions::default();
        let read = read_file_in_child(&self.program, name, Arc::clone(&content), options).await;
        let workbook = read.map_err(unreadable)?;
        let sheet = match &self.beforehand.sheet {
            None => 0,
            Some(name) => sheet_named(&workbook, name)?,
        };
        let mut reader = Reader::unattended(
            Some(content),
            workbook,
            self.mapping.clone(),
            self.saved.clone(),
            Arc::clone(&self.basis),
            self.at,
        );
        reader.choose(sheet, self.beforehand.clone());
        Ok(reader)
    }

    /// What the import would do.
    pub(in crate::desk) async fn plan(
        &self,
        reader: &Reader,
    ) -> Result<Planned, UnattendedRefusal> {
        let planned = reader.plan(self.workspace.as_ref()).await?;
        let open = open_points(&planned.preview, self.mapping.is_some());
        match open.is_empty() {
            true => Ok(planned),
            false => Err(UnattendedRefusal::Unreadable(open)),
        }
    }

    /// Writes the orders of the file as they were planned, or as they are planned anew if other
    /// computers have changed some since. Those that are written already are not written again, so
    /// it can be repeated after a failure.
    pub(in crate::desk) async fn write(
        &self,
        reader: &mut Reader,
        planned: Planned,
    ) -> Result<ImportedFile, UnattendedRefusal> {
        reader.let_rows_go();
        let source = planned.preview.mapping.source.clone();
        let skipped = planned.preview.skipped.iter().filter(|row| row.reason != SkipReason::Blank);
        let skipped: Vec<SkippedRow> = skipped.cloned().collect();
        let mut orders = orders_of(&planned.plan, &source);
        let mut plan = planned.plan;
        for round in 1.. {
            let writes = plan.orders.iter().map(|planned| planned.write.is_some());
            let writes: Vec<bool> = writes.collect();
            let written = self.write_plan(plan).await?;
            let of_writes = orders.iter_mut().zip(writes).filter(|(_, is_written)| *is_written);
            let mut refused = written.refused.into_iter().peekable();
            for (at, ((order, _), stored)) in of_writes.zip(written.stored).enumerate() {
                if let Some((_, _, why)) = refused.next_if(|(refused, ..)| *refused == at) {
                    order.outcome = OrderOutcome::Refused;
                    order.note = Some(why);
                }
                if let Some((id, state)) = stored {
                    (order.id, order.state) = (Some(id), state);
                }
            }
            if written.overtaken == 0 {
                break;
            }
            if round == MOST_ROUNDS {
                let reason = message!("order-import-unattended-overtaken");
                return Err(UnattendedRefusal::Unavailable(reason));
            }
            reader.read_rows_again(&self.program).await.map_err(unreadable)?;
            plan = self.plan(reader).await?.plan;
            note_next_round(&mut orders, &plan);
        }
        self.read_back(&mut orders, &source).await?;
        Ok(ImportedFile { orders, skipped })
    }

    async fn write_plan(&self, plan: ImportPlan) -> Result<Written, WorkspaceError> {
        write_plan(self.workspace.as_ref(), &self.basis, plan, None::<&Progress<()>>).await
    }

    /// Reads the keys and the states of orders that were not written.
    async fn read_back(
        &self,
        orders: &mut [ImportedOrder],
        source: &str,
    ) -> Result<(), WorkspaceError> {
        let mut others: Vec<_> = orders.iter_mut().filter(|order| order.id.is_none()).collect();
        for chunk in others.chunks_mut(CHUNK) {
            let numbers = chunk.iter().map(|order| order.number.clone()).collect();
            let source = Some(source.to_owned());
            let rows = self.workspace.orders_by_number(source, numbers).await?;
            let rows: HashMap<&str, &OrderRow> =
                rows.iter().map(|row| (row.fields.number.as_str(), row)).collect();
            for order in chunk {
                let Some(row) = rows.get(order.number.as_str()) else {
                    continue;
                };
                order.state = row.fields.state;
                order.is_readable &= is_readable(row);
                order.id = Some(row.id.clone());
            }
        }
        Ok(())
    }

    /// What keeps each order that needs attention from being bought.
    pub(in crate::desk) async fn problems(
        &self,
        orders: &[ImportedOrder],
    ) -> Result<HashMap<OrderId, Vec<OrderProblem>>, WorkspaceError> {
        let attention = orders.iter().filter(|order| order.state == OrderState::NeedsAttention);
        let ids: Vec<OrderId> = attention.filter_map(|order| order.id.clone()).collect();
        let mut problems = HashMap::new();
        for chunk in ids.chunks(CHUNK) {
            for row in self.workspace.orders_by_id(chunk.to_vec()).await? {
                let assessed = self.basis.assess(&row.id, &order_of_row(&row));
                problems.insert(row.id, assessed.problems);
            }
        }
        Ok(problems)
    }
}

fn unreadable(error: ReadFileError) -> UnattendedRefusal {
    UnattendedRefusal::Unreadable(vec![error.message()])
}

/// The orders of the plan as they were planned. Key and state are read after the write.
fn orders_of(plan: &ImportPlan, source: &str) -> Vec<ImportedOrder> {
    let orders = plan.orders.iter().map(|planned| ImportedOrder {
        id: None,
        is_repeated: planned.step == ImportStep::Duplicate,
        row: planned.rows.first().copied().unwrap_or_default(),
        number: planned.number.clone(),
        source: source.to_owned(),
        outcome: outcome_of(&planned.step),
        note: note_of(&planned.step),
        state: OrderState::default(),
        is_readable: planned.step != ImportStep::Unreadable,
    });
    orders.collect()
}

/// Orders that another computer changed between plan and write were planned once more.
fn note_next_round(orders: &mut [ImportedOrder], plan: &ImportPlan) {
    for (order, planned) in orders.iter_mut().zip(&plan.orders) {
        if planned.write.is_some() && planned.number == order.number {
            order.outcome = outcome_of(&planned.step);
            order.note = note_of(&planned.step);
        }
    }
}

pub(in crate::desk) fn outcome_of(step: &ImportStep) -> OrderOutcome {
    match step {
        ImportStep::New => OrderOutcome::Added,
        ImportStep::Changed(_) => OrderOutcome::Updated,
        ImportStep::ChangedWhileBought(_) => OrderOutcome::KeptAside,
        ImportStep::Unchanged
        | ImportStep::AgreesAgain
        | ImportStep::Duplicate
        | ImportStep::Unreadable => OrderOutcome::Unchanged,
    }
}

fn note_of(step: &ImportStep) -> Option<Message> {
    match step {
        ImportStep::New | ImportStep::Unchanged => None,
        step => Some(step.text()),
    }
}

/// What a person would have to settle before the import. Columns that are only guessed are no
/// obstacle if the mapping was given.
fn open_points(preview: &ImportPreview, is_mapping_given: bool) -> Vec<Message> {
    let problems = preview.problems.iter().map(|problem| problem.message());
    let mut open: Vec<Message> = problems.collect();
    open.extend(preview.questions.iter().map(in_words));
    if open.is_empty() && !preview.sure && !is_mapping_given {
        open.push(message!("order-import-unattended-unsure"));
    }
    if !open.is_empty() {
        open.push(message!("order-import-unattended-advice"));
    }
    open
}

fn sheet_named(workbook: &Workbook, name: &str) -> Result<usize, UnattendedRefusal> {
    let mut sheets = workbook.sheets.iter();
    sheets.position(|sheet| sheet.name.trim() == name.trim()).ok_or_else(|| {
        let names: Vec<&str> = workbook.sheets.iter().map(|it| it.name.as_str()).collect();
        let missing = message!("order-import-unattended-sheet", name = name, sheets = names);
        UnattendedRefusal::Unreadable(vec![missing])
    })
}

/// A question with the arguments of `postroom batch` that answer it.
fn in_words(question: &Question) -> Message {
    let (text, examples) = (question.text(), question.examples.join(" · "));
    let arguments = question.arguments();
    message!(
        "order-import-unattended-question",
        question = text,
        examples = examples,
        arguments = arguments
    )
}

/// The sentences as one text.
pub(in crate::desk) fn sentences(messages: Vec<Message>) -> Message {
    Message::composed(move || {
        let mut text = String::new();
        for message in &messages {
            let sentence = message.as_str().trim();
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(sentence);
            if !sentence.ends_with(['.', '?', '!', '…']) {
                text.push('.');
            }
        }
        text
    })
}
