//! What a button or a row of a menu does to the selection. The orders are looked up when it is
//! clicked, not in every frame.

use super::papers::OrderPaper;
use crate::desk::intent::Intent;
use crate::desk::order_batches::OrderBatchIntent;
use crate::desk::order_batches::work::OrderWork;
use crate::desk::order_printing::office_papers::{OrderPapers, PaperGoal};
use crate::desk::order_printing::print_run::PrintOrders;
use crate::desk::orders::intent::OrderIntent;
use crate::desk::printing::state::PrintRequest;
use crate::orders::order_edit::OrderEdit;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Effect {
    SelectAll,
    SelectNone,
    /// Those that need attention, one after the other.
    Correct,
    CheckAddresses,
    GetRates,
    AskBuy,
    SendUnsent,
    /// The labels that were not printed yet.
    Print,
    AskPrintAgain,
    AskHandOver,
    AskEditMany,
    AskReturns,
    PrintReturns,
    Paper(OrderPaper),
    Edit(OrderEdit),
    Delete,
}

impl Effect {
    /// The questions are shown by the panel.
    pub fn carry_out(self, cx: &mut Cx<'_>) {
        let orders = &cx.state.orders;
        let ids = || orders.selection.ids().to_vec();
        let intent: Intent = match self {
            Self::SelectAll => OrderIntent::TickAll.into(),
            Self::SelectNone => OrderIntent::UntickAll.into(),
            Self::CheckAddresses => {
                OrderBatchIntent::Begin(OrderWork::CheckAddresses(ids())).into()
            }
            Self::GetRates => OrderBatchIntent::Begin(OrderWork::GetRates(ids())).into(),
            Self::SendUnsent => OrderBatchIntent::Begin(OrderWork::SendUnsent(ids())).into(),
            Self::Edit(edit) => OrderIntent::Edit { ids: ids(), edit }.into(),
            Self::Delete => OrderIntent::Delete(ids()).into(),
            Self::Print => {
                let labels = super::selected_labels(cx).iter();
                let unprinted = labels.filter(|label| !label.is_printed);
                Intent::PrintOrders(PrintOrders {
                    ids: unprinted.map(|label| label.order.clone()).collect(),
                    slips: cx.state.order_rules.documents.shop.profile.slips_with_labels,
                    ..PrintOrders::default()
                })
            }
            Self::PrintReturns => {
                let sums = orders.selection.sums.as_ref();
                let bought = sums.map(|sums| sums.returns.bought.clone());
                Intent::Print(PrintRequest {
                    shipments: bought.unwrap_or_default(),
                    ..PrintRequest::default()
                })
            }
            Self::Paper(OrderPaper::Print(kind)) => {
                Intent::PaperOfOrders(OrderPapers { kind, ids: ids(), goal: PaperGoal::Print })
            }
            Self::Paper(OrderPaper::Save(kind)) => {
                let save = FileAction::SaveOrderPaper { kind, ids: ids() };
                return cx.choose_file(save);
            }
            Self::AskBuy
            | Self::AskPrintAgain
            | Self::AskHandOver
            | Self::AskEditMany
            | Self::AskReturns
            | Self::Correct => return,
        };
        cx.ask(intent);
    }
}
