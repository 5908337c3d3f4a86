//! The basis that follows from the documents and from what other features know.

use std::collections::HashMap;
use std::sync::Arc;

use crate::api::carrier_account::CarrierAccount;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::service_time;
use crate::desk::order_rules::OrderRules;
use crate::orders::basis::OrderBasis;
use crate::orders::documents::Documents;
use crate::parcel::catalogs::Catalogs;
use crate::parcel::draft::AddressForm;
use crate::parcel::hidden_services::HiddenServices;

/// What the rules know of other features.
#[derive(Clone, Debug, Default)]
pub struct KnownToOrderRules {
    pub catalogs: Option<Arc<Catalogs>>,
    pub accounts: Option<Arc<Vec<CarrierAccount>>>,
    pub hidden_services: HiddenServices,
    /// The sender of Ship, for a shop that has not set its own.
    pub sender: AddressForm,
}

fn databases_written_to(documents: &Documents) -> HashMap<String, bool> {
    let databases = documents.databases.iter();
    let written = databases.filter(|keyed| keyed.document.write_back.is_some());
    written.map(|keyed| (keyed.key.clone(), keyed.document.is_test)).collect()
}

/// The documents have changed: the other features get them as they are now.
pub(in crate::desk) fn documents_changed(me: &mut OrderRules, ctx: &Ctx<'_>) {
    me.shared = Arc::new(me.documents.clone());
    me.basis = Arc::new(basis_of(me, ctx));
}

/// Takes the newest catalogs and settings. To be called after each change.
pub(in crate::desk) fn renew_when_outdated(me: &mut OrderRules, ctx: &Ctx<'_>) {
    let (basis, known) = (&me.basis, &me.known);
    let is_current = is_same(&basis.catalogs, &known.catalogs)
        && is_same(&basis.accounts, &known.accounts)
        && basis.hidden_services == known.hidden_services
        && basis.sender == known.sender
        && basis.is_shared == ctx.workspace_is_shared()
        && basis.scope == *ctx.scope
        && basis.today == service_time::today(ctx);
    if !is_current {
        me.basis = Arc::new(basis_of(me, ctx));
    }
}

fn is_same<T>(one: &Option<Arc<T>>, other: &Option<Arc<T>>) -> bool {
    one.as_ref().map(Arc::as_ptr) == other.as_ref().map(Arc::as_ptr)
}

fn basis_of(me: &OrderRules, ctx: &Ctx<'_>) -> OrderBasis {
    let documents = &me.documents;
    let presets = documents.presets.iter();
    OrderBasis {
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
        asked: me.basis.asked.clone(),
        write_backs: databases_written_to(documents),
    }
}
