//! Files for shops of the orders that are ticked in the list.

use crate::desk::order_results::intent::{OrderResultIntent, apply};
use crate::desk::owner::Desk;

pub(in crate::desk) fn begin(desk: &mut Desk, intent: OrderResultIntent) {
    let selected = match intent.is_about_selected() {
        true => desk.state.orders.selection.ids().to_vec(),
        false => Vec::new(),
    };
    desk.order_results(|me, ctx| apply(me, ctx, intent, selected));
}

/// A file was written: the preview shows what the next one would have.
pub(in crate::desk) fn preview_again(desk: &mut Desk) {
    if let Some(choice) = desk.state.order_results.shop_files.choice.clone() {
        begin(desk, OrderResultIntent::PreviewExport(Box::new(choice)));
    }
}
