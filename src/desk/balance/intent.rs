//! What the user asks of the balance and its history.

use std::path::PathBuf;

use crate::api::account::AutoBuyRequest;
use crate::desk::balance::{Balance, history, load_more_history, refresh, set_auto_buy};
use crate::desk::kernel::ctx::Ctx;

#[derive(Clone, Debug)]
pub enum BalanceIntent {
    Refresh,
    SetAutoBuy(AutoBuyRequest),
    LoadHistory(history::Range),
    LoadMoreHistory,
    /// Exports every entry of the shown days as CSV.
    ExportHistory {
        file: PathBuf,
    },
    CancelHistoryExport,
}

pub(in crate::desk) fn apply(me: &mut Balance, ctx: &mut Ctx<'_>, intent: BalanceIntent) {
    match intent {
        BalanceIntent::Refresh => refresh(me, ctx),
        BalanceIntent::SetAutoBuy(request) => set_auto_buy(ctx, request),
        BalanceIntent::LoadHistory(range) => history::load(me, ctx, range),
        BalanceIntent::LoadMoreHistory => load_more_history(me, ctx),
        BalanceIntent::ExportHistory { file } => history::export(me, ctx, file),
        BalanceIntent::CancelHistoryExport => history::cancel_export(me, ctx),
    }
}
