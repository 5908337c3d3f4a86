//! A preset in the draft, and the rate that it chooses when the rates arrive.

use crate::api::rate::Rate;
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::remote::Remote;
use crate::desk::ship::{Ship, draft_edit, rates};
use crate::message;
use crate::parcel::draft::PreferredService;
use crate::parcel::preset::{KeyedPreset, PresetPick, apply_to_draft, choose_rate, find_preset};
use crate::parcel::rate_ranking::service_name;

/// Gives the draft what the preset says. From then on the preset chooses the rate whenever rates
/// arrive, until the person chooses one or another draft begins. After a purchase, the next parcel's
/// draft comes on the screen with it.
pub(in crate::desk) fn use_preset(me: &mut Ship, ctx: &mut Ctx<'_>, pick: &PresetPick) {
    if draft_edit::is_frozen(me) {
        return ctx.notice(Tone::Warning, message!("ship-frozen"), None);
    }
    let found = match find_preset(&me.known.presets, pick) {
        Ok(found) => found.clone(),
        Err(words) => return ctx.notice(Tone::Warning, words, None),
    };
    me.just_bought = None;
    let was_current = rates::quote_is_current(me);
    let sender = me.draft.from.clone();
    let preset = found.preset.clone();
    me.preset = Some(found);
    draft_edit::change(me, ctx, |draft| apply_to_draft(&preset, draft));
    if me.draft.from != sender {
        me.checks.from = Remote::NotAsked;
    }
    // A change that makes an outdated quote current again has chosen already.
    if was_current {
        rates::take_usual(me, ctx);
    }
}

/// Chooses the rate that the preset asks for. If there is none, says why, and chooses none.
pub(in crate::desk) fn take_rate(me: &mut Ship, ctx: &mut Ctx<'_>, keyed: &KeyedPreset) {
    let Some(quote) = me.quote.value() else {
        return;
    };
    // The preset may name a service that the shop hides.
    let rates = quote.with_hidden().rates;
    let hidden = &ctx.settings.hidden_services;
    let before = me.draft.chosen.clone();
    let chosen = match choose_rate(&keyed.preset, &rates, hidden) {
        Ok(rate) => Some(rate.clone()),
        Err(reason) => {
            ctx.notice(Tone::Warning, reason.in_words(), None);
            None
        }
    };
    if before == chosen {
        return;
    }
    if let (Some(before), Some(now)) = (&before, &chosen)
        && let Some(words) = other_rate(keyed, before, now)
    {
        ctx.notice(Tone::Warning, words, None);
    }
    draft_edit::change(me, ctx, |draft| draft.chosen = chosen);
}

/// The warning for a person who saw the earlier choice.
fn other_rate(keyed: &KeyedPreset, before: &Rate, now: &Rate) -> Option<Message> {
    if PreferredService::of_rate(before).is(now) {
        return rates::other_price(before, Some(now));
    }
    let service = now.final_service.as_ref().map(service_name)?;
    Some(message!(
        "ship-preset-other-rate",
        preset = &keyed.preset.name,
        service = service,
        price = now.price()?
    ))
}
