//! Packing slips and pick lists: drawn by Orders for the printer that will get them, printed like any
//! other document.

use crate::desk::flows::documents;
use crate::desk::labels::documents::printed::printer_for;
use crate::desk::labels::documents::{DocumentId, DocumentIntent};
use crate::desk::orders::day_flow;
use crate::desk::orders::office_papers::{self, OrderPapers, PaperPrinter};
use crate::desk::owner::Desk;

pub(in crate::desk) fn begin(desk: &mut Desk, request: OrderPapers) {
    let printer = printer_of_papers(desk);
    desk.orders(|me, ctx| office_papers::begin(me, ctx, request, printer));
}

pub(in crate::desk) fn print_day_report(desk: &mut Desk) {
    let printer = printer_of_papers(desk);
    desk.orders(|me, ctx| day_flow::print(me, ctx, printer));
}

/// The printer that has the paper of this shop's papers.
pub(in crate::desk) fn printer_of_papers(desk: &Desk) -> PaperPrinter {
    let size = office_papers::paper_size(&desk.state.orders).inches();
    let (name, most_pages) = printer_for(&desk.state.printing.printers, size);
    PaperPrinter { name, most_pages }
}

/// Prints the paper that is drawn.
pub(in crate::desk) fn print(desk: &mut Desk) {
    let Some(ready) = desk.state.orders.paper_to_print.take() else {
        return;
    };
    let print =
        DocumentIntent::Print { document: DocumentId::Paper(ready.paper), printer: ready.printer };
    documents::apply(desk, print);
}
