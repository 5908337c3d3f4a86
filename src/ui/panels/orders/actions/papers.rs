//! The menu of papers: packing slips and the pick list, printed or saved.

use super::effect::Effect;
use crate::desk::order_printing::MOST_AT_ONCE;
use crate::desk::records::document_id::PaperKind;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::print_label;
use crate::ui::widgets::MenuItem;

/// What is done with a paper of the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OrderPaper {
    Print(PaperKind),
    Save(PaperKind),
}

pub(super) fn items(cx: &Cx<'_>) -> Vec<MenuItem<Effect>> {
    let selected = cx.state.orders.selection.len();
    let too_many =
        (selected > MOST_AT_ONCE).then(|| text!("order-printing-too-many", most = MOST_AT_ONCE));
    let print = |words: &str, kind| {
        let why = print_label::obstacle(cx.state).or(too_many.as_deref());
        let item = MenuItem::new(words, Effect::Paper(OrderPaper::Print(kind)));
        item.disabled_because(why)
    };
    let save = |words: &str, kind| {
        let why = too_many.as_deref().or(cx.files_busy);
        let item = MenuItem::new(words, Effect::Paper(OrderPaper::Save(kind)));
        item.disabled_because(why)
    };
    vec![
        print(text!("order-printing-print-slips"), PaperKind::PackingSlips),
        save(text!("order-printing-save-slips"), PaperKind::PackingSlips),
        print(text!("order-printing-print-pick-list"), PaperKind::PickList),
        save(text!("order-printing-save-pick-list"), PaperKind::PickList),
    ]
}
