//! The way back to the shop: tracking numbers of the selected orders, or of all bought ones, written
//! to a file that the shop reads. What a file will have is shown before it is written. Each label
//! remembers the formats it was exported in, so that the next file has only what is new.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::base::clock::desk_zone;
use crate::base::id::{OrderId, TransactionId};
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::{self, Trouble};
use crate::desk::kernel::files::{self, SaveTo};
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::remote::Remote;
use crate::desk::order_records::changes::{Change, write_changes};
use crate::desk::order_records::{CHUNK, unreadable};
use crate::desk::order_results::OrderResults;
use crate::desk::order_results::day;
use crate::message;
use crate::orders::basis::OrderBasis;
use crate::orders::day_report::DayBounds;
use crate::orders::order::Order;
use crate::orders::order_label::LabelExport;
use crate::orders::order_row::{is_readable, order_of_row};
use crate::orders::shop_export;
use crate::orders::shop_export::{
    ExportOrder, ExportRemark, Exported, ShopFormat, is_for_shops, was_exported,
};
use crate::store::workspace::{OrderQuery, OrderState, Workspace, WorkspaceError};

const PREVIEW: Slot<OrderResults> = Slot::with_account("preview of a file for a shop");

/// The states of orders with a label.
const BOUGHT: [OrderState; 3] = [OrderState::Bought, OrderState::Printed, OrderState::HandedOver];

/// Which file is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportChoice {
    pub format: ShopFormat,
    pub orders: ExportedOrders,
    /// Leaves out orders that were exported in this format before.
    pub only_new: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportedOrders {
    /// The ticked orders.
    Selected,
    /// Orders with a label that was bought on this day, or on any; of this source, or of all.
    Bought { day: Option<Date>, source: Option<String> },
}

/// Files for shops: what the choice on screen would write, and what was written last.
#[derive(Debug, Default)]
pub struct ShopFiles {
    /// The choice that was previewed last.
    pub choice: Option<ExportChoice>,
    pub preview: Remote<ExportSummary>,
    /// The last file, until something else is chosen.
    pub written: Option<WrittenFile>,
    /// A file is being written.
    pub is_writing: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct WrittenFile {
    pub path: PathBuf,
    pub summary: ExportSummary,
}

/// What a file has, or would have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportSummary {
    /// Orders in the file.
    pub orders: usize,
    /// Rows without the heading.
    pub rows: usize,
    /// Tracking numbers.
    pub numbers: usize,
    /// Orders that are not in it because they were exported in this format before.
    pub exported_before: usize,
    pub left_out: Vec<RemarkedOrder>,
    /// Orders in the file without some of their tracking numbers.
    pub incomplete: Vec<RemarkedOrder>,
    /// The name proposed for the file.
    pub file_name: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RemarkedOrder {
    pub id: OrderId,
    pub number: String,
    pub reason: Message,
}

/// The orders of a choice, as they were read.
#[derive(Default)]
struct Chosen {
    orders: Vec<ChosenOrder>,
    exported_before: usize,
    unreadable: Vec<RemarkedOrder>,
}

struct ChosenOrder {
    id: OrderId,
    revision: i64,
    order: Order,
}

/// Shows what the file would have. `selected` are the ticked orders, if it is for these.
pub(in crate::desk) fn preview(
    me: &mut OrderResults,
    ctx: &mut Ctx<'_>,
    choice: ExportChoice,
    selected: Vec<OrderId>,
) {
    let files = &mut me.shop_files;
    if files.choice.as_ref() != Some(&choice) {
        files.written = None;
    }
    files.choice = Some(choice.clone());
    files.preview.start_loading();
    let workspace = ctx.workspace();
    let work = async move {
        let read = async { read_chosen(workspace.open().await?.as_ref(), &choice, selected).await };
        match read.await {
            Ok(chosen) => file_of(chosen, choice.format).await.map(|file| file.summary),
            Err(error) => Err(unreadable(&error)),
        }
    };
    ctx.jobs.answer(PREVIEW, work, move |me, ctx, summary| {
        me.shop_files.preview.settle(summary, ctx.clock.now())
    });
}

/// Writes the file, then remembers at each label that it was exported.
pub(in crate::desk) fn export(
    me: &mut OrderResults,
    ctx: &mut Ctx<'_>,
    choice: ExportChoice,
    selected: Vec<OrderId>,
    to: SaveTo,
) {
    if std::mem::replace(&mut me.shop_files.is_writing, true) {
        return;
    }
    me.shop_files.written = None;
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.known.basis));
    let (now, scope) = (ctx.clock.now(), ctx.scope.clone());
    ctx.jobs.spawn_writing(|outbox: Outbox<OrderResults>| async move {
        let written = async {
            let workspace = workspace.open().await.map_err(|error| failed(&error))?;
            let chosen = read_chosen(workspace.as_ref(), &choice, selected).await;
            let chosen = chosen.map_err(|error| failed(&error))?;
            let file = file_of(chosen, choice.format.clone()).await?;
            if file.summary.orders == 0 {
                return Err(nothing_to_write());
            }
            let path = save(&file.exported, to).await?;
            let code = choice.format.code();
            let kept = remember(workspace.as_ref(), &basis, file.orders, code, now).await;
            let summary = file.summary;
            Ok((WrittenFile { path, summary }, kept.err()))
        };
        let written = written.await;
        outbox
            .send(move |me, ctx| {
                match written {
                    Ok((file, not_kept)) => {
                        if let Some(error) = not_kept {
                            let attempted = message!("shop-files-attempted-remember");
                            let trouble = failure::describe_local_error(attempted, &error);
                            ctx.notice_failure(trouble);
                        }
                        if *ctx.scope == scope {
                            show_written(me, ctx, file);
                        }
                    }
                    Err(trouble) => ctx.notice_failure(trouble),
                }
                me.shop_files.is_writing = false;
            })
            .await;
    });
}

fn show_written(me: &mut OrderResults, ctx: &mut Ctx<'_>, file: WrittenFile) {
    me.shop_files.written = Some(file);
    ctx.announce(Event::ShopFileWritten);
    ctx.announce(Event::OrdersChanged);
}

async fn read_chosen(
    workspace: &dyn Workspace,
    choice: &ExportChoice,
    selected: Vec<OrderId>,
) -> Result<Chosen, WorkspaceError> {
    let code = choice.format.code();
    let (ids, bounds) = match &choice.orders {
        ExportedOrders::Selected => (selected, None),
        ExportedOrders::Bought { day, source } => {
            let bounds = day.and_then(|day| DayBounds::in_zone(day, &desk_zone()));
            let query = OrderQuery {
                states: BOUGHT.to_vec(),
                source: source.clone(),
                changed_since: bounds.map(|bounds| day::since(bounds.begins)),
                limit: u32::MAX,
                ..OrderQuery::default()
            };
            (workspace.order_ids(query).await?, bounds)
        }
    };
    let mut chosen = Chosen::default();
    for chunk in ids.chunks(CHUNK) {
        for row in workspace.orders_by_id(chunk.to_vec()).await? {
            if !is_readable(&row) {
                chosen.unreadable.push(RemarkedOrder {
                    id: row.id,
                    number: row.fields.number,
                    reason: message!("orders-work-unreadable"),
                });
                continue;
            }
            let order = order_of_row(&row);
            if bounds.is_some_and(|bounds| !bounds.has_label_of(&order)) {
                continue;
            }
            if choice.only_new && was_exported(&order, &code) {
                chosen.exported_before += 1;
                continue;
            }
            chosen.orders.push(ChosenOrder { id: row.id, revision: row.revision, order });
        }
    }
    Ok(chosen)
}

/// A file in memory, and the orders that are in it.
struct ShopFile {
    exported: Exported,
    summary: ExportSummary,
    orders: Vec<ChosenOrder>,
}

async fn file_of(chosen: Chosen, format: ShopFormat) -> Result<ShopFile, Trouble> {
    let made = tokio::task::spawn_blocking(move || make_file(chosen, &format)).await;
    made.map_err(|error| failed(&error))
}

fn make_file(chosen: Chosen, format: &ShopFormat) -> ShopFile {
    let zone = desk_zone();
    let orders =
        chosen.orders.iter().map(|chosen| ExportOrder { order: &chosen.order, zone: &zone });
    let exported = shop_export::write(format, &orders.collect::<Vec<_>>());
    let remarked = |remark: &ExportRemark| {
        let order = chosen.orders.get(remark.place)?;
        Some(RemarkedOrder {
            id: order.id.clone(),
            number: remark.order.clone(),
            reason: remark.reason.clone(),
        })
    };
    let mut left_out: Vec<RemarkedOrder> = exported.left_out.iter().filter_map(remarked).collect();
    let incomplete = exported.incomplete.iter().filter_map(remarked).collect();
    left_out.extend(chosen.unreadable);
    let mut missing = exported.left_out.iter().map(|remark| remark.place).peekable();
    let orders: Vec<ChosenOrder> = (0..)
        .zip(chosen.orders)
        .filter(|(place, _)| missing.next_if_eq(place).is_none())
        .map(|(_, order)| order)
        .collect();
    let summary = ExportSummary {
        orders: orders.len(),
        rows: exported.rows,
        numbers: exported.numbers,
        exported_before: chosen.exported_before,
        left_out,
        incomplete,
        file_name: exported.file_name.clone(),
    };
    ShopFile { exported, summary, orders }
}

async fn save(exported: &Exported, to: SaveTo) -> Result<PathBuf, Trouble> {
    let name = PathBuf::from(&exported.file_name);
    let bytes = exported.bytes.clone();
    let text =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, extension) = (text(name.file_stem()), text(name.extension()));
    let write = move || files::write(&to, &stem, &extension, &bytes);
    match tokio::task::spawn_blocking(write).await {
        Ok(written) => written.map_err(|error| failed(&error)),
        Err(lost) => Err(failed(&lost)),
    }
}

/// Notes at the labels that are in the file that they were exported.
async fn remember(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
    orders: Vec<ChosenOrder>,
    code: String,
    at: Timestamp,
) -> Result<(), WorkspaceError> {
    let mut orders = orders.into_iter().peekable();
    while orders.peek().is_some() {
        let chunk = orders.by_ref().take(CHUNK);
        let changes = chunk.map(|chosen| change_of(chosen, &code, at));
        write_changes(workspace, basis, changes.collect()).await?;
    }
    Ok(())
}

fn change_of(chosen: ChosenOrder, code: &str, at: Timestamp) -> Change {
    let of = &chosen.order;
    let labels = of.labels.iter().filter(|label| is_for_shops(of, label));
    let written: Vec<TransactionId> = labels.map(|label| label.transaction.clone()).collect();
    let code = code.to_owned();
    let mark = move |order: &mut Order| mark_exported(order, &written, &code, at);
    Change::made_to(chosen.id, chosen.revision, chosen.order, mark)
}

/// One note for each format: the newest file counts.
fn mark_exported(order: &mut Order, written: &[TransactionId], code: &str, at: Timestamp) {
    for label in &mut order.labels {
        if !written.contains(&label.transaction) {
            continue;
        }
        label.exported.retain(|export| export.format != code);
        label.exported.push(LabelExport { at, format: code.to_owned() });
    }
}

fn failed(error: &dyn Error) -> Trouble {
    failure::describe_local_error(message!("shop-files-attempted-write"), error)
}

/// Between the preview and the file, all of its orders were changed.
fn nothing_to_write() -> Trouble {
    Trouble {
        attempted: message!("shop-files-attempted-write"),
        cause: message!("shop-files-nothing"),
        advice: message!("shop-files-nothing-advice"),
        retry_is_safe: true,
        ..Trouble::default()
    }
}

#[cfg(test)]
mod tests;
