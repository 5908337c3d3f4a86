//! What becomes of orders after their labels are bought: printed, handed over and refunded labels are
//! recorded in them, and the shop hears of them by files, in its database, and by the day report.

pub mod day;
pub mod export;
pub(in crate::desk) mod handed_over;
pub mod intent;
pub(in crate::desk) mod label_facts;
pub(in crate::desk) mod label_refunds;
pub(in crate::desk) mod print_history;
pub mod write_back;

use std::sync::Arc;

use crate::base::clock::Stopwatch;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Manifested;
use crate::desk::order_records::papers::PaperToPrint;
use crate::desk::order_results::day::DayOfOrders;
use crate::desk::order_results::export::ShopFiles;
use crate::desk::order_results::label_facts::FactRecords;
use crate::desk::order_results::label_refunds::SeenRefunds;
use crate::desk::order_results::write_back::WriteBacks;
use crate::orders::basis::OrderBasis;
use crate::orders::documents::Documents;

#[derive(Debug, Default)]
pub struct OrderResults {
    /// The day report.
    pub day: DayOfOrders,
    /// Files that tell shops of their tracking numbers.
    pub shop_files: ShopFiles,
    /// Labels that go back into the shop's database.
    pub write_backs: WriteBacks,
    facts: FactRecords,
    /// Labels came out of a printer while earlier ones were being recorded.
    has_printed: bool,
    /// Since labels that came out were recorded last.
    prints_recorded: Option<Stopwatch>,
    /// Shipments on manifests that are not recorded yet.
    manifested: Vec<Manifested>,
    refunds: SeenRefunds,
    /// The day report that is drawn for the printer.
    pub(in crate::desk) paper_to_print: Option<PaperToPrint>,
    /// What the feature knows of others; copied to it after each change.
    pub(in crate::desk) known: KnownToOrderResults,
}

#[derive(Debug, Default)]
pub(in crate::desk) struct KnownToOrderResults {
    pub basis: Arc<OrderBasis>,
    pub documents: Arc<Documents>,
    /// A batch buys labels.
    pub is_buying: bool,
}

impl AccountChange for OrderResults {
    fn give_up_requests(&mut self) {}

    fn forget_rows(&mut self) {
        *self = Self::default();
    }
}

/// Orders know more of their labels than before.
pub(in crate::desk) fn labels_settled(me: &mut OrderResults, ctx: &mut Ctx<'_>) {
    me.refunds.look_again();
    write_back::take_up(me, ctx);
    // A label may have been printed before its order knew that it was bought.
    print_history::record(me, ctx);
}
