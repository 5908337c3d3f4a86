//! Printing the labels of many orders in the sequence in which they are packed. The last run is
//! kept in the workspace, so that a part of it can be printed again after a paper jam, also after a
//! restart.

mod kept;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::base::clock::desk_zone;
use crate::base::id::{OrderId, ShipmentId};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::order_printing::MOST_AT_ONCE;
use crate::desk::order_printing::OrderPrinting;
use crate::desk::order_printing::office_papers::{self, PaperShop};
use crate::desk::order_printing::packing_sequence::{read_for_packing, read_in_sequence};
use crate::desk::order_records::papers::{PaperPrinter, PaperToPrint, tell_failure};
use crate::desk::order_records::unreadable;
use crate::desk::records::document_id::PaperKind;
use crate::message;
use crate::orders::basis::{OrderBasis, scope_text};
use crate::orders::order::Order;
use crate::orders::order_row::recipient;

pub(in crate::desk) use self::kept::read;

const SORT: Slot<OrderPrinting> = Slot::with_account("labels of orders to print");

/// Prints the labels of these orders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintOrders {
    /// Of a new run in any sequence: they are sorted for packing. Of a part of the last run in its
    /// sequence, which stays whatever was changed since.
    pub ids: Vec<OrderId>,
    /// The first label of the last run to print, counted from 1; `None` for the first of all. A
    /// request without `from` and `to` is a new run, whose numbers are remembered.
    pub from: Option<usize>,
    /// The last label of the last run to print.
    pub to: Option<usize>,
    /// Prints packing slips before the labels.
    pub slips: bool,
    /// They are printed once more.
    pub again: bool,
}

/// The labels that were printed together last, in their sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintRun {
    /// When it began.
    pub begun: Timestamp,
    pub labels: Vec<LabelOfRun>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelOfRun {
    pub order: OrderId,
    /// The number of the order.
    pub number: String,
    pub recipient: String,
    pub shipment: ShipmentId,
    /// The printer in whose queue the label was put; `None` if it was not.
    #[serde(default)]
    pub printer: Option<String>,
}

impl PrintRun {
    /// The number of labels that were put into a print queue.
    pub fn queued(&self) -> usize {
        let labels = self.labels.iter();
        labels.filter(|label| label.printer.is_some()).count()
    }

    /// The number of the first label that was put into no print queue.
    pub fn first_unqueued(&self) -> Option<usize> {
        let place = self.labels.iter().position(|it| it.printer.is_none())?;
        Some(place + 1)
    }

    /// Returns whether a label was not known to be queued there.
    fn take_queued(&mut self, queued: &[(ShipmentId, String)]) -> bool {
        let mut changed = false;
        for label in &mut self.labels {
            let mut queued = queued.iter();
            let own = queued.find(|(shipment, _)| label.shipment.same_as(shipment));
            if let Some((_, printer)) = own
                && label.printer.as_ref() != Some(printer)
            {
                label.printer = Some(printer.clone());
                changed = true;
            }
        }
        changed
    }
}

/// These labels are in print queues.
pub(in crate::desk) fn note_queued(
    me: &mut OrderPrinting,
    ctx: &mut Ctx<'_>,
    queued: &[(ShipmentId, String)],
) {
    let run = me.run.as_mut();
    if run.is_some_and(|run| run.take_queued(queued)) {
        kept::write_later(me, ctx);
    }
}

/// Labels on their way to the printers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::desk) struct LabelsToPrint {
    pub shipments: Vec<ShipmentId>,
    /// The printers that the presets name.
    pub printers: BTreeMap<ShipmentId, String>,
    /// `1042 · Jane Sample`
    pub subjects: BTreeMap<ShipmentId, String>,
    /// They are printed once more.
    pub again: bool,
}

/// Reads and sorts the orders, and draws their packing slips if they are wanted.
pub(in crate::desk) fn begin(
    me: &mut OrderPrinting,
    ctx: &mut Ctx<'_>,
    request: PrintOrders,
    slip_printer: PaperPrinter,
) {
    if request.ids.len() > MOST_AT_ONCE {
        let words = message!("order-printing-too-many", most = MOST_AT_ONCE);
        return ctx.notice(Tone::Warning, words, None);
    }
    let Some(scope) = ctx.scope.as_ref().map(scope_text) else {
        return ctx.notice(Tone::Warning, message!("printing-signed-out"), None);
    };
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.known.basis));
    let (now, key) = (ctx.clock.now(), kept::key_of_run(ctx, &scope));
    let made = now.to_zoned(desk_zone()).datetime();
    let earlier = printers_of_run(me.run.as_ref());
    ctx.jobs.start(SORT, |outbox| async move {
        let orders = async {
            let workspace = workspace.open().await?;
            match request.is_new_run() {
                true => read_for_packing(workspace.as_ref(), &request.ids).await,
                false => read_in_sequence(workspace.as_ref(), &request.ids).await,
            }
        };
        let orders = match orders.await {
            Ok(orders) => orders,
            Err(error) => {
                let trouble = unreadable(&error);
                return outbox.send(move |_, ctx| ctx.notice_failure(trouble)).await;
            }
        };
        let sorted = SortedLabels::of_orders(orders, &request, &scope, &basis);
        let sorted = sorted.begun_at(now).on_earlier_printers(&earlier);
        // Before the first label is queued, so that no run is forgotten.
        let unkept = match &sorted.run {
            Some(run) => kept::write(&workspace, &key, run).await.err(),
            None => None,
        };
        let slips = match request.slips && !sorted.orders.is_empty() {
            true => {
                let shop = PaperShop::of_basis(&basis, made);
                let most_pages = slip_printer.most_pages;
                let kind = PaperKind::PackingSlips;
                Some(office_papers::draw(sorted.orders, kind, shop, most_pages).await)
            }
            false => None,
        };
        outbox
            .send(move |me, ctx| {
                if let Some(run) = sorted.run {
                    me.run = Some(run);
                }
                if let Some(error) = unkept {
                    kept::tell_unkept(ctx, &error);
                }
                if sorted.left_out > 0 {
                    let words = message!("order-printing-left-out", count = sorted.left_out);
                    ctx.notice(Tone::Warning, words, None);
                }
                match slips {
                    Some(Ok(drawn)) => {
                        office_papers::warn_of_logo(ctx, &drawn);
                        me.paper_to_print =
                            Some(PaperToPrint { paper: drawn.paper, printer: slip_printer.name });
                    }
                    // The labels are printed all the same.
                    Some(Err(error)) => tell_failure(ctx, error.as_ref()),
                    None => {}
                }
                if !sorted.labels.shipments.is_empty() {
                    me.labels_to_print = Some(sorted.labels);
                    ctx.announce(Event::OrdersSorted);
                }
            })
            .await;
    });
}

/// What a request prints.
struct SortedLabels {
    labels: LabelsToPrint,
    /// The orders of the labels, for their slips.
    orders: Vec<(OrderId, Order)>,
    /// Of a new run.
    run: Option<PrintRun>,
    /// Orders without a label of this account.
    left_out: usize,
}

impl SortedLabels {
    /// `orders` are sorted for packing. An order that is left out keeps its number in the run.
    fn of_orders(
        orders: Vec<(OrderId, Order)>,
        request: &PrintOrders,
        scope: &str,
        basis: &OrderBasis,
    ) -> Self {
        let first = request.from.unwrap_or(1).max(1);
        let last = request.to.unwrap_or(usize::MAX);
        let mut sorted =
            Self { labels: LabelsToPrint::default(), orders: Vec::new(), run: None, left_out: 0 };
        sorted.labels.again = request.again;
        let mut run = PrintRun::default();
        for (place, (id, order)) in (1_usize..).zip(orders) {
            if place < first || place > last {
                continue;
            }
            let label = order.bought_label().filter(|label| label.scope == scope);
            let Some(shipment) = label.and_then(|label| label.shipment.clone()) else {
                sorted.left_out += 1;
                continue;
            };
            let name = recipient(&order);
            run.labels.push(LabelOfRun {
                order: id.clone(),
                number: order.number.clone(),
                recipient: name.clone(),
                shipment: shipment.clone(),
                printer: None,
            });
            let subject = match name.is_empty() {
                true => order.number.clone(),
                false => format!("{} · {name}", order.number),
            };
            if let Some(printer) = basis.preset(&order).and_then(|it| it.printer.clone()) {
                sorted.labels.printers.insert(shipment.clone(), printer);
            }
            sorted.labels.subjects.insert(shipment.clone(), subject);
            sorted.labels.shipments.push(shipment);
            sorted.orders.push((id, order));
        }
        if request.is_new_run() && !run.labels.is_empty() {
            sorted.run = Some(run);
        }
        sorted
    }

    fn begun_at(mut self, now: Timestamp) -> Self {
        if let Some(run) = &mut self.run {
            run.begun = now;
        }
        self
    }

    /// A part that is printed again goes to the printer that had it. A new run has none.
    fn on_earlier_printers(mut self, earlier: &BTreeMap<ShipmentId, String>) -> Self {
        if self.run.is_none() {
            for shipment in &self.labels.shipments {
                if let Some(printer) = earlier.get(shipment) {
                    let printers = &mut self.labels.printers;
                    printers.insert(shipment.clone(), printer.clone());
                }
            }
        }
        self
    }
}

impl PrintOrders {
    fn is_new_run(&self) -> bool {
        self.from.is_none() && self.to.is_none()
    }
}

fn printers_of_run(run: Option<&PrintRun>) -> BTreeMap<ShipmentId, String> {
    let labels = run.into_iter().flat_map(|run| &run.labels);
    let queued = labels.filter_map(|label| Some((label.shipment.clone(), label.printer.clone()?)));
    queued.collect()
}

#[cfg(test)]
mod tests;
