//! Shipping by scanning order numbers, where it concerns other features: unknown numbers, the scale,
//! printing.

use crate::base::id::ShipmentId;
use crate::desk::flows::printing;
use crate::desk::orders::known::StuckPrinter;
use crate::desk::orders::scan_flow;
use crate::desk::orders::scan_flow::Unfound;
use crate::desk::owner::Desk;
use crate::desk::printing::state::{JobState, PrintJob, PrintRequest, Printing};
use crate::desk::scale::KnownToScale;
use crate::desk::shipments::list;
use crate::desk::state::State;
use crate::desk::{ship, tracking};
use crate::message;

/// A scanned number belongs to no known shipment: it may be that of an order.
pub(in crate::desk) fn look_up_order(desk: &mut Desk, code: &str) {
    desk.orders(|me, ctx| scan_flow::scan(me, ctx, code, Unfound::MayBeParcel));
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
        desk.orders(|me, ctx| scan_flow::take_weight(me, ctx, weighed));
    }
    if let Some((package, weighed)) = desk.state.scale.weighed.take() {
        desk.ship(|me, ctx| ship::draft_edit::put_weight(me, ctx, package, weighed));
    }
}

/// Whose weight the scale's is, as long as nothing is being bought in Ship: that of the scanned order
/// while it waits for one. Where parcels are shipped by scanning, a parcel may lie on the scale before
/// its order is scanned, so an empty draft does not take its weight.
pub(in crate::desk) fn known_to_scale(state: &State, of_draft: KnownToScale) -> KnownToScale {
    if state.orders.scan.awaits_weight() {
        return KnownToScale::OfOrder;
    }
    let is_empty = state.ship.draft.to.is_blank();
    match of_draft {
        KnownToScale::Free(_) if is_empty && state.orders.ships_by_scan() => KnownToScale::Reserved,
        of_draft => of_draft,
    }
}

/// The printers with a label that did not come out: it waits for the printer, the print queue reports
/// a reason why it is not printed, or nobody knows whether it came out. A label that was refused is in
/// the print queue of Settings and does not stop the next ones.
pub(in crate::desk) fn stuck_printers(printing: &Printing) -> Vec<StuckPrinter> {
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
