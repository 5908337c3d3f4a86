//! Shipping by scanning order numbers, where it concerns other features: unknown numbers, the scale,
//! printing.

use std::sync::Arc;

use crate::base::id::{OrderId, ShipmentId};
use crate::desk::flows::printing;
use crate::desk::kernel::batch_job::BatchJob;
use crate::desk::order_batches::work::{self, OrderWork};
use crate::desk::owner::Desk;
use crate::desk::printing::state::{JobState, PrintJob, PrintRequest, Printing};
use crate::desk::scale::KnownToScale;
use crate::desk::scan_to_ship::{self, KnownToScanToShip, StuckPrinter, Unfound, go_on};
use crate::desk::shipments::list;
use crate::desk::state::State;
use crate::desk::{ship, tracking};
use crate::message;
use crate::orders::scan_state::ScanAction;

/// A scanned number belongs to no known shipment: it may be that of an order.
pub(in crate::desk) fn look_up_order(desk: &mut Desk, code: &str) {
    desk.scan_to_ship(|me, ctx| scan_to_ship::scan(me, ctx, code, Unfound::MayBeParcel));
}

/// A scanned number belongs to no known shipment and to no order: it may be that of a parcel of
/// somebody else.
pub(in crate::desk) fn track_unknown(desk: &mut Desk, code: &str) {
    desk.tracking(|me, ctx| tracking::track(me, ctx, code));
    desk.shipments(|me, _| list::note_unknown_scan(me));
}

/// The weight of the scale belongs to the scanned order or to the draft.
pub(in crate::desk) fn take_weight(desk: &mut Desk) {
    if let Some(weighed) = desk.state.scale.weighed_order.take() {
        desk.scan_to_ship(|me, ctx| scan_to_ship::take_weight(me, ctx, weighed));
    }
    if let Some((package, weighed)) = desk.state.scale.weighed.take() {
        desk.ship(|me, ctx| ship::draft_edit::put_weight(me, ctx, package, weighed));
    }
}

/// Whose weight the scale's is, as long as nothing is being bought in Ship: that of the scanned order
/// while it waits for one. Where parcels are shipped by scanning, a parcel may lie on the scale before
/// its order is scanned, so an empty draft does not take its weight.
pub(in crate::desk) fn known_to_scale(state: &State, of_draft: KnownToScale) -> KnownToScale {
    if state.scan_to_ship.awaits_weight() {
        return KnownToScale::OfOrder;
    }
    let is_empty = state.ship.draft.to.is_blank();
    match of_draft {
        KnownToScale::Free(_) if is_empty && state.ships_by_scan() => KnownToScale::Reserved,
        of_draft => of_draft,
    }
}

/// What the scan must know of other features.
pub(in crate::desk) fn tell(desk: &mut Desk) {
    let is_ending = desk.order_batches(|me, ctx| work::is_busy(me, ctx));
    let state = &mut desk.state;
    state.scan_to_ship.known = KnownToScanToShip {
        basis: Arc::clone(&state.order_rules.basis),
        documents: Arc::clone(&state.order_rules.shared),
        lists_read: state.orders.answered,
        has_batch: state.order_batches.is_busy(),
        is_importing: state.order_import.writing.as_ref().is_some_and(BatchJob::is_running),
        is_ending,
        buying_stopped: state.order_batches.known.buying_stopped.clone(),
        can_print: state.printing.blocked.is_none() && !state.printing.printers.is_empty(),
        stuck_printers: stuck_printers(&state.printing),
    };
}

/// Does what comes next for the scanned order. A batch that is over leaves its slot without an answer.
pub(in crate::desk) fn go_on_when_due(desk: &mut Desk) {
    if desk.state.scan_to_ship.open.is_some() {
        tell(desk);
        desk.scan_to_ship(go_on);
    }
}

/// Begins a batch of the scanned order. Results of another one come back on screen after it.
pub(in crate::desk) fn begin(desk: &mut Desk, order: OrderId, action: ScanAction) {
    let wanted = match action {
        ScanAction::GetRate => OrderWork::GetRates(vec![order]),
        ScanAction::Buy(price) => OrderWork::Buy(vec![(order, price)]),
        ScanAction::Print(_) => return,
    };
    let batches = &mut desk.state.order_batches;
    let before = batches.work.take().zip(batches.work_kind.take());
    desk.order_batches(|me, ctx| work::begin(me, ctx, wanted));
    let (batches, scan) = (&mut desk.state.order_batches, &mut desk.state.scan_to_ship);
    if batches.is_busy() && scan.open.is_some() {
        batches.set_aside = before;
        scan.note_begun();
    } else {
        // A notice says why.
        (batches.work, batches.work_kind) = before.unzip();
    }
}

/// The scanned order gets what its batch said, and the results before it come back on screen.
pub(in crate::desk) fn end(desk: &mut Desk) {
    let batches = &mut desk.state.order_batches;
    desk.state.scan_to_ship.note_over(batches.work.as_ref());
    (batches.work, batches.work_kind) = batches.set_aside.take().unzip();
}

/// The printers with a label that did not come out: it waits for the printer, the print queue reports
/// a reason why it is not printed, or nobody knows whether it came out. A label that was refused is in
/// the print queue of Settings and does not stop the next ones.
fn stuck_printers(printing: &Printing) -> Vec<StuckPrinter> {
    let mut stuck: Vec<StuckPrinter> = Vec::new();
    for job in printing.jobs.iter().filter(|job| is_of_label(job)) {
        let printer = &job.printer.name;
        let has_reason = !job.detail.is_empty();
        let why = match job.state {
            JobState::Interrupted => message!("scan-printer-doubt", printer = printer),
            JobState::Queued if has_reason => {
                message!("scan-printer-waits", printer = printer, reason = &job.detail)
            }
            JobState::Sent if has_reason && job.remote.is_some() => {
                message!("scan-printer-waits", printer = printer, reason = &job.detail)
            }
            _ => continue,
        };
        if !stuck.iter().any(|known| known.printer == *printer) {
            let printer = printer.clone();
            stuck.push(StuckPrinter { printer, why });
        }
    }
    stuck
}

/// The names of other print jobs, such as that of a test print, have no shipment.
fn is_of_label(job: &PrintJob) -> bool {
    job.subject.rsplit('/').nth(1).is_some()
}

/// Prints the label of the scanned order, on the printer of its preset if it names one.
pub(in crate::desk) fn print(desk: &mut Desk, shipment: ShipmentId, printer: Option<String>) {
    let printers = printer.map(|printer| (shipment.clone(), printer));
    let request = PrintRequest {
        shipments: vec![shipment],
        printers: printers.into_iter().collect(),
        ..PrintRequest::default()
    };
    printing::print(desk, request);
}
