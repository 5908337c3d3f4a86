//! What the user asks of the way back to the shop.

use jiff::civil::Date;

use crate::base::id::OrderId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::files::SaveTo;
use crate::desk::order_results::OrderResults;
use crate::desk::order_results::day::{self, DayFile};
use crate::desk::order_results::export::{self, ExportChoice, ExportedOrders};
use crate::desk::order_results::write_back::{self, WriteBackIntent};

#[derive(Clone, Debug)]
pub enum OrderResultIntent {
    /// Reads the day report.
    ReadDay(Date),
    /// Saves the day report that is on screen.
    SaveDay {
        form: DayFile,
        to: SaveTo,
    },
    /// Shows what a file for a shop would have.
    PreviewExport(Box<ExportChoice>),
    ExportToShop {
        choice: Box<ExportChoice>,
        file: SaveTo,
    },
    /// A decision on a label that goes back into the shop's database.
    WriteBack(WriteBackIntent),
}

impl OrderResultIntent {
    /// Whether it is about the ticked orders.
    pub(in crate::desk) fn is_about_selected(&self) -> bool {
        match self {
            Self::PreviewExport(choice) | Self::ExportToShop { choice, .. } => {
                choice.orders == ExportedOrders::Selected
            }
            Self::ReadDay(_) | Self::SaveDay { .. } | Self::WriteBack(_) => false,
        }
    }
}

/// `selected` are the ticked orders, if it is about these.
pub(in crate::desk) fn apply(
    me: &mut OrderResults,
    ctx: &mut Ctx<'_>,
    intent: OrderResultIntent,
    selected: Vec<OrderId>,
) {
    match intent {
        OrderResultIntent::ReadDay(day) => day::read(me, ctx, day),
        OrderResultIntent::SaveDay { form, to } => day::save(me, ctx, form, to),
        OrderResultIntent::PreviewExport(choice) => export::preview(me, ctx, *choice, selected),
        OrderResultIntent::ExportToShop { choice, file } => {
            export::export(me, ctx, *choice, selected, file);
        }
        OrderResultIntent::WriteBack(intent) => write_back::apply(me, ctx, intent),
    }
}
