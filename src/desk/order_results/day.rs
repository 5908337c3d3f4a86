//! The day report of the workspace: read in the background and saved as a file.
//!
//! A report needs the labels of one day and every order without a label. Which orders these are
//! follows from their state and from the time they were written last, which the workspace finds
//! without reading the orders themselves: an order in a state without a label can matter whatever
//! its age; any other order only if it was written since the day began, because buying its label
//! wrote it. So a shop with a hundred thousand shipped orders decodes the few of the day. A report
//! of an earlier day also decodes the orders of the days after it.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::error::Error;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use crate::base::clock::desk_zone;
use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure;
use crate::desk::kernel::files::{self, SaveTo};
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::remote::Remote;
use crate::desk::order_records::papers::{PaperPrinter, PaperToPrint, tell_failure};
use crate::desk::order_records::{CHUNK, unreadable};
use crate::desk::order_results::OrderResults;
use crate::desk::records::document_id::{DrawnKind, DrawnPaper};
use crate::message;
use crate::orders::basis::OrderBasis;
use crate::orders::day_report::{CollectedDay, DayBounds, DayReport, ReportedOrder};
use crate::orders::order::Order;
use crate::orders::order_row::{is_readable, order_of_row};
use crate::orders::papers::day_report_paper::{day_report_paper, day_report_parts};
use crate::orders::papers::paper::PaperSize;
use crate::store::workspace::{OrderQuery, OrderRow, OrderState, Workspace, WorkspaceError};

const READ: Slot<OrderResults> = Slot::with_account("day report");
const DRAW: Slot<OrderResults> = Slot::with_account("day report for the printer");

/// The states of orders that may have no label.
const WITHOUT_LABEL: [OrderState; 8] = [
    OrderState::Unreadable,
    OrderState::NeedsAttention,
    OrderState::Ready,
    OrderState::Rated,
    OrderState::Buying,
    OrderState::InDoubt,
    OrderState::Refunded,
    OrderState::OnHold,
];
/// The states of orders that matter only if something was done for them on the day.
const OTHERS: [OrderState; 4] =
    [OrderState::Bought, OrderState::Printed, OrderState::HandedOver, OrderState::Canceled];

/// By how much the clocks of two computers of a shop may differ.
const CLOCKS_DIFFER: SignedDuration = SignedDuration::from_hours(24);

/// The day report on screen.
#[derive(Debug, Default)]
pub struct DayOfOrders {
    /// The day that was asked for last.
    pub day: Option<Date>,
    pub report: Remote<DayReport>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DayFile {
    Csv,
    Pdf,
}

impl DayFile {
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Pdf => "pdf",
        }
    }
}

/// Reads what happened on a day and what is not shipped now.
pub(in crate::desk) fn read(me: &mut OrderResults, ctx: &mut Ctx<'_>, day: Date) {
    let Some(bounds) = DayBounds::in_zone(day, &desk_zone()) else {
        return;
    };
    if me.day.day != Some(day) {
        // The report of another day must not look like this one.
        me.day.report = Remote::NotAsked;
    }
    me.day.day = Some(day);
    me.day.report.start_loading();
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.known.basis));
    let work = async move { report_of(workspace.open().await?.as_ref(), &basis, bounds).await };
    ctx.jobs.answer(READ, work, move |me, ctx, report| {
        let report = report.map_err(|error| unreadable(&error));
        me.day.report.settle(report, ctx.clock.now());
    });
}

async fn report_of(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
    bounds: DayBounds,
) -> Result<DayReport, WorkspaceError> {
    let ids = ids_that_matter(workspace, bounds.begins).await?;
    let mut day = CollectedDay::of_day(bounds);
    for chunk in ids.chunks(CHUNK) {
        for row in workspace.orders_by_id(chunk.to_vec()).await? {
            add(&mut day, basis, &row);
        }
    }
    Ok(day.finished())
}

/// The keys of the orders that the report of a day must read, each once.
async fn ids_that_matter(
    workspace: &dyn Workspace,
    begins: Timestamp,
) -> Result<Vec<OrderId>, WorkspaceError> {
    let without_label =
        OrderQuery { states: WITHOUT_LABEL.to_vec(), limit: u32::MAX, ..OrderQuery::default() };
    let others = OrderQuery {
        states: OTHERS.to_vec(),
        changed_since: Some(since(begins)),
        ..without_label.clone()
    };
    // In this sequence: an order that is bought between the two is in both, not in none.
    let mut ids = workspace.order_ids(without_label).await?;
    let changed = workspace.order_ids(others).await?;
    let known: HashSet<OrderId> = ids.iter().cloned().collect();
    ids.extend(changed.into_iter().filter(|id| !known.contains(id)));
    Ok(ids)
}

/// The time from which on orders were written whose label may be of the day that begins then.
pub(super) fn since(begins: Timestamp) -> Timestamp {
    begins.checked_sub(CLOCKS_DIFFER).unwrap_or(Timestamp::MIN)
}

fn add(day: &mut CollectedDay, basis: &OrderBasis, row: &OrderRow) {
    let order = order_of_row(row);
    let mut state = row.fields.state;
    let first_problem = if is_readable(row) {
        (state == OrderState::NeedsAttention).then(|| first_problem(basis, row, &order)).flatten()
    } else {
        // Whether it has a label is not known.
        state = OrderState::Unreadable;
        Some(message!("orders-work-unreadable"))
    };
    let preset = basis.preset(&order).map(|preset| preset.name.as_str());
    day.add(&ReportedOrder { id: &row.id, order: &order, state, first_problem, preset });
}

fn first_problem(basis: &OrderBasis, row: &OrderRow, order: &Order) -> Option<Message> {
    let problems = basis.assess(&row.id, order).problems;
    problems.first().map(|problem| problem.in_words())
}

/// Draws the report on screen and hands it to the printer of papers.
pub(in crate::desk) fn print(me: &mut OrderResults, ctx: &mut Ctx<'_>, printer: PaperPrinter) {
    let Some(known) = me.day.report.known() else {
        return;
    };
    let report = Arc::clone(&known.value);
    let shop = me.known.basis.shop.clone();
    let work = async move {
        let draw = move || -> Result<DrawnPaper, Box<dyn Error + Send + Sync>> {
            let size = PaperSize::named(&shop.paper);
            let parts = day_report_parts(&report, &shop.name, size, printer.most_pages)?;
            Ok(DrawnPaper {
                kind: DrawnKind::DayReport,
                key: key_of(&report),
                parts: parts.into_iter().map(Into::into).collect(),
            })
        };
        let drawn = tokio::task::spawn_blocking(draw).await.unwrap_or_else(|lost| Err(lost.into()));
        (drawn, printer)
    };
    ctx.jobs.answer(DRAW, work, move |me, ctx, (drawn, printer)| match drawn {
        Ok(paper) => {
            me.paper_to_print = Some(PaperToPrint { paper, printer: printer.name });
            ctx.announce(Event::PaperDrawn);
        }
        Err(error) => tell_failure(ctx, error.as_ref()),
    });
}

/// The day and what the report says: a report that says something else by now is another paper.
fn key_of(report: &DayReport) -> String {
    let mut hasher = DefaultHasher::new();
    report.csv().hash(&mut hasher);
    format!("{}-{:016x}", report.day, hasher.finish())
}

/// Saves the report on screen.
pub(in crate::desk) fn save(me: &OrderResults, ctx: &mut Ctx<'_>, form: DayFile, to: SaveTo) {
    let Some(known) = me.day.report.known() else {
        return;
    };
    let report = Arc::clone(&known.value);
    let shop = me.known.basis.shop.clone();
    ctx.jobs.spawn_writing(|outbox: Outbox<OrderResults>| async move {
        let write = move || -> Result<PathBuf, Box<dyn Error + Send + Sync>> {
            let bytes = match form {
                DayFile::Csv => report.csv(),
                DayFile::Pdf => {
                    day_report_paper(&report, &shop.name, PaperSize::named(&shop.paper))?
                }
            };
            let stem = report.file_stem();
            Ok(files::write(&to, &stem, form.extension(), &bytes)?)
        };
        let written = tokio::task::spawn_blocking(write).await;
        let written = written.unwrap_or_else(|lost| Err(lost.into()));
        outbox
            .send(move |_, ctx| match written {
                Ok(path) => {
                    let text = message!("order-day-saved", file = path.display().to_string());
                    ctx.notice_file(Tone::Good, text, path);
                }
                Err(error) => {
                    let attempted = message!("order-day-attempted-save");
                    let trouble = failure::describe_local_error(attempted, error.as_ref());
                    ctx.notice_failure(trouble);
                }
            })
            .await;
    });
}
