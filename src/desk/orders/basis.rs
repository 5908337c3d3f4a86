//! What the orders know of other features, and the basis that follows from it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::api::carrier_account::CarrierAccount;
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::service_time;
use crate::desk::money::batch_purchase::BatchedPurchases;
use crate::desk::orders::Orders;
use crate::desk::orders::documents::Documents;
use crate::orders::basis::OrderBasis;
use crate::parcel::catalogs::Catalogs;
use crate::parcel::draft::AddressForm;
use crate::parcel::hidden_services::HiddenServices;
use crate::store::workspace::shared::OwedReport;

/// What the orders know of other features.
#[derive(Clone, Debug, Default)]
pub struct KnownToOrders {
    pub catalogs: Option<Arc<Catalogs>>,
    pub accounts: Option<Arc<Vec<CarrierAccount>>>,
    pub hidden_services: HiddenServices,
    /// The sender of Ship, for a shop that has not set its own.
    pub sender: AddressForm,
    /// Why nothing can be bought now.
    pub buying_stopped: Option<Message>,
    /// Orders are not bought before other stations have reported.
    pub waits_for_reports: bool,
    /// What this computer has to report to the shared workspace.
    pub owed_report: Option<OwedReport>,
    /// Labels that a batch is buying.
    pub(in crate::desk) batched: BatchedPurchases,
    /// A printer is set up.
    pub can_print: bool,
    /// The printers with a label that did not come out.
    pub stuck_printers: Vec<StuckPrinter>,
}

/// A printer with a label that did not come out.
#[derive(Clone, Debug)]
pub struct StuckPrinter {
    pub printer: String,
    /// Why a scan buys no further label for it, for the user.
    pub why: Message,
}

fn databases_written_to(documents: &Documents) -> HashMap<String, bool> {
    let databases = documents.databases.iter();
    let written = databases.filter(|keyed| keyed.document.write_back.is_some());
    written.map(|keyed| (keyed.key.clone(), keyed.document.is_test)).collect()
}

/// Takes the newest presets, catalogs and settings.
pub(in crate::desk) fn renew_basis(me: &mut Orders, ctx: &Ctx<'_>) {
    let documents = &me.documents;
    let presets = documents.presets.iter();
    me.basis = Arc::new(OrderBasis {
        presets: presets.map(|keyed| (keyed.key.clone(), keyed.preset.clone())).collect(),
        rules: documents.rules.clone(),
        shop: documents.shop.profile.clone(),
        refuses_logo: documents.refuses_logo,
        sender: me.known.sender.clone(),
        is_shared: ctx.workspace_is_shared(),
        catalogs: me.known.catalogs.clone(),
        accounts: me.known.accounts.clone(),
        hidden_services: me.known.hidden_services.clone(),
        today: service_time::today(ctx),
        scope: ctx.scope.clone(),
        asked: me.asked.clone(),
        write_backs: databases_written_to(documents),
    });
}
