//! What the user asks of presets, rules and the other documents.

use crate::desk::kernel::ctx::Ctx;
use crate::desk::order_rules::{OrderRules, allowed_here, documents, preset_use, trial};
use crate::orders::documents::DocumentEdit;
use crate::orders::rules::KeyedRule;

#[derive(Clone, Debug)]
pub enum OrderRuleIntent {
    Document(DocumentEdit),
    /// Uses the shop's database of this key at this computer as another station has set it up.
    AllowDatabase(String),
    /// Reads the logo of the shop at this computer from the path that another station has set.
    AllowLogo,
    /// Counts the orders that have the preset with this key.
    CountOrdersOf(String),
    /// Tries the rules against all orders; nothing is changed.
    TryRules(Vec<KeyedRule>),
    DropTrial,
}

pub(in crate::desk) fn apply(me: &mut OrderRules, ctx: &mut Ctx<'_>, intent: OrderRuleIntent) {
    match intent {
        OrderRuleIntent::Document(edit) => documents::edit(me, ctx, edit),
        OrderRuleIntent::AllowDatabase(key) => allowed_here::allow(me, ctx, &key),
        OrderRuleIntent::AllowLogo => allowed_here::allow_logo(me, ctx),
        OrderRuleIntent::CountOrdersOf(preset) => preset_use::count_orders(me, ctx, preset),
        OrderRuleIntent::TryRules(rules) => trial::try_against_orders(me, ctx, rules),
        OrderRuleIntent::DropTrial => trial::drop_trial(me, ctx),
    }
}
