//! Packing slips and pick lists: drawn for the printer that will get them, printed like any
//! other document.

use crate::desk::flows::documents;
use crate::desk::labels::documents::printed::printer_for;
use crate::desk::labels::documents::{DocumentId, DocumentIntent};
use crate::desk::order_printing::office_papers::{self, OrderPapers};
use crate::desk::order_records::papers::PaperPrinter;
use crate::desk::order_results::day;
use crate::desk::owner::Desk;
use crate::orders::papers::paper::PaperSize;

pub(in crate::desk) fn begin(desk: &mut Desk, request: OrderPapers) {
    let printer = printer_of_papers(desk);
    desk.order_printing(|me, ctx| office_papers::begin(me, ctx, request, printer));
}

pub(in crate::desk) fn print_day_report(desk: &mut Desk) {
    let printer = printer_of_papers(desk);
    desk.order_results(|me, ctx| day::print(me, ctx, printer));
}

/// The printer that has the paper of this shop's papers.
pub(in crate::desk) fn printer_of_papers(desk: &Desk) -> PaperPrinter {
    let shop = &desk.state.order_rules.documents.shop.profile;
    let size = PaperSize::named(&shop.paper).inches();
    let (name, most_pages) = printer_for(&desk.state.printing.printers, size);
    PaperPrinter { name, most_pages }
}

/// Prints the paper that is drawn.
pub(in crate::desk) fn print(desk: &mut Desk) {
    let state = &mut desk.state;
    let of_orders = state.order_printing.paper_to_print.take();
    let Some(ready) = of_orders.or_else(|| state.order_results.paper_to_print.take()) else {
        return;
    };
    let print =
        DocumentIntent::Print { document: DocumentId::Paper(ready.paper), printer: ready.printer };
    documents::apply(desk, print);
}
