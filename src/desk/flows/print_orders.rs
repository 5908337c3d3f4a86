//! Printing the labels of many orders: Orders sorts them for packing, then the printers get them.
//! Packing slips that are printed with the labels get into the print queue first.

use crate::desk::flows::{order_papers, printing};
use crate::desk::order_printing::print_run::{self, PrintOrders};
use crate::desk::owner::Desk;
use crate::desk::printing::state::PrintRequest;

pub(in crate::desk) fn begin(desk: &mut Desk, request: PrintOrders) {
    let slip_printer = order_papers::printer_of_papers(desk);
    desk.order_printing(|me, ctx| print_run::begin(me, ctx, request, slip_printer));
}

/// The labels are sorted; the slips are drawn if they are wanted.
pub(in crate::desk) fn print_slips_first(desk: &mut Desk) {
    match desk.state.order_printing.paper_to_print.is_some() {
        true => order_papers::print(desk),
        false => print_labels(desk),
    }
}

/// Prints the labels that are sorted. Their slips, if any, are in the queue or could not be put
/// there; the labels are printed all the same.
pub(in crate::desk) fn print_labels(desk: &mut Desk) {
    let Some(labels) = desk.state.order_printing.labels_to_print.take() else {
        return;
    };
    let request = PrintRequest {
        shipments: labels.shipments,
        printers: labels.printers,
        copies_confirmed: labels.again,
        ..PrintRequest::default()
    };
    printing::print_named(desk, request, labels.subjects);
}
