//! Which shop databases this computer uses, and which file it reads as the shop's logo. Everybody with
//! the rights of a station can write the shared workspace. So where a database is, which file it is, and
//! what it is asked is obeyed only after a person at this computer has said so; after any change, a person
//! is asked again.

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::settings::save_settings;
use crate::desk::order_rules::{OrderRules, basis};
use crate::orders::shop_database::ShopDatabase;

/// Finds the databases and the logo that another station changed since they were allowed here. What this
/// computer keeps for itself needs no leave.
pub(in crate::desk) fn review(me: &mut OrderRules, ctx: &Ctx<'_>) {
    let is_shared = ctx.workspace_is_shared();
    let databases = me.documents.databases.iter();
    let changed = databases.filter(|keyed| {
        let allowed = ctx.settings.allowed_databases.get(&keyed.key);
        is_shared && allowed != Some(&keyed.document.reach())
    });
    me.documents.not_allowed = changed.map(|keyed| keyed.key.clone()).collect();
    let logo = &me.documents.shop.profile.logo;
    me.documents.refuses_logo = is_shared && !logo.is_empty() && *logo != ctx.settings.allowed_logo;
}

/// A person at this computer has chosen the file of the logo.
pub(in crate::desk) fn note_own_logo(ctx: &mut Ctx<'_>, path: &str) {
    if ctx.settings.allowed_logo != path {
        path.clone_into(&mut ctx.settings.allowed_logo);
        save_settings(ctx);
    }
}

/// A person at this computer has seen the path of the logo as it is now, and allows it.
pub(in crate::desk) fn allow_logo(me: &mut OrderRules, ctx: &mut Ctx<'_>) {
    note_own_logo(ctx, &me.documents.shop.profile.logo);
    review(me, ctx);
    basis::documents_changed(me, ctx);
}

/// A person at this computer set the database up as it is here.
pub(in crate::desk) fn note_own(ctx: &mut Ctx<'_>, key: &str, database: &ShopDatabase) {
    let reach = database.reach();
    let known = ctx.settings.allowed_databases.insert(key.to_owned(), reach.clone());
    if known != Some(reach) {
        save_settings(ctx);
    }
}

/// A person at this computer has seen the database as it is now, and allows it.
pub(in crate::desk) fn allow(me: &mut OrderRules, ctx: &mut Ctx<'_>, key: &str) {
    let mut databases = me.documents.databases.iter();
    if let Some(keyed) = databases.find(|keyed| keyed.key == key) {
        note_own(ctx, key, &keyed.document);
        review(me, ctx);
        basis::documents_changed(me, ctx);
        ctx.announce(Event::ShopDatabaseChanged);
    }
}
