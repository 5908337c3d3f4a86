//! What the orders know of other features.

use std::sync::Arc;

use crate::base::locale::Message;
use crate::desk::money::batch_purchase::BatchedPurchases;
use crate::orders::documents::Documents;
use crate::store::workspace::shared::OwedReport;

/// What the orders know of other features.
#[derive(Clone, Debug, Default)]
pub struct KnownToOrders {
    pub documents: Arc<Documents>,
    /// An import is being written.
    pub is_importing: bool,
    /// Why nothing can be bought now.
    pub buying_stopped: Option<Message>,
    /// Orders are not bought before other stations have reported.
    pub waits_for_reports: bool,
    /// What this computer has to report to the shared workspace.
    pub owed_report: Option<OwedReport>,
    /// Labels that a batch is buying.
    pub(in crate::desk) batched: BatchedPurchases,
}
