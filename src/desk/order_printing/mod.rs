//! Printing for many orders: their labels in the sequence in which they are packed, packing slips and
//! pick lists. Orders are sorted and papers drawn here; the queue of the printers is in `printing`.

pub mod office_papers;
mod packing_sequence;
pub mod print_run;
pub mod shop_identity;

use std::sync::Arc;

use crate::desk::kernel::account_change::AccountChange;
use crate::desk::order_printing::print_run::{LabelsToPrint, PrintRun};
use crate::desk::order_records::papers::PaperToPrint;
use crate::orders::basis::OrderBasis;

/// Orders whose labels or papers are printed together: a day of a large shop.
pub const MOST_AT_ONCE: usize = 2_000;

#[derive(Debug, Default)]
pub struct OrderPrinting {
    /// The labels that were printed together last.
    pub run: Option<PrintRun>,
    /// Labels of the run got into a print queue while an earlier state was being written.
    run_changed: bool,
    /// What is handed to the printers next.
    pub(in crate::desk) labels_to_print: Option<LabelsToPrint>,
    pub(in crate::desk) paper_to_print: Option<PaperToPrint>,
    /// What the feature knows of others; copied to it after each change.
    pub(in crate::desk) known: KnownToOrderPrinting,
}

#[derive(Debug, Default)]
pub(in crate::desk) struct KnownToOrderPrinting {
    pub basis: Arc<OrderBasis>,
}

impl AccountChange for OrderPrinting {
    fn give_up_requests(&mut self) {}

    fn forget_rows(&mut self) {
        *self = Self::default();
    }
}
