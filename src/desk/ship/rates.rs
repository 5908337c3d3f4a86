//! Requesting rates, and choosing one.

use crate::api;
use crate::api::rate::Rate;
use crate::base::clock::Stopwatch;
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::Connection;
use crate::desk::ship::{
    Ship, address_sides, draft_edit, preset_choice, rate_history, special_prices,
};
use crate::message;
use crate::parcel::draft::{Field, PreferredService, Problem};
use crate::parcel::hidden_services::HiddenServices;
use crate::parcel::rate_ranking::service_name;
use crate::parcel::restricted_services::is_restricted;
use crate::parcel::{last_service, problems, rate_ranking, requests};

const QUOTE: Slot<Ship> = Slot::with_account("rates");

/// Asks for rates once a draft that can be priced has rested; never twice for the same inputs.
pub(in crate::desk) fn get_when_due(me: &mut Ship, ctx: &mut Ctx<'_>) {
    let rest = me.inputs_changed.as_ref().map(Stopwatch::elapsed);
    if rest.is_some_and(|rest| rest >= ctx.pace.rates) && is_wanted(me, ctx) {
        get(me, ctx);
    }
}

/// Rates that could not be had may be there now.
pub(in crate::desk) fn carriers_changed(me: &mut Ship, _: &mut Ctx<'_>) {
    let found_none = me.quote.value().is_some_and(|quote| quote.rates.is_empty());
    if me.quote.trouble().is_some() || found_none {
        me.quoted = None;
        me.inputs_changed = Some(Stopwatch::start());
    }
}

/// Whether the draft can be priced and was not since its inputs changed.
pub(in crate::desk) fn is_wanted(me: &Ship, ctx: &Ctx<'_>) -> bool {
    let unpriced = me.quoted.is_none() || me.quote_outdated;
    unpriced
        && me.inputs_changed.is_some()
        && me.just_bought.is_none()
        && address_sides::rates_wait(me).is_none()
        && matches!(ctx.connection, Connection::Connected(_))
        && problems::ready_for_quote(&me.problems)
}

pub(in crate::desk) fn get(me: &mut Ship, ctx: &mut Ctx<'_>) {
    let Some(link) = ctx.link.clone() else {
        return ctx.notice(Tone::Warning, message!("ship-sign-in-for-rates"), None);
    };
    if let Some(missing) = not_ready(me, ctx) {
        return ctx.notice(Tone::Info, missing, None);
    }
    me.inputs_changed = None;
    let asked = me.draft.clone();
    let body = requests::rate_request(&asked);
    me.quoted = Some(Box::new(asked.clone()));
    me.quote_outdated = false;
    me.comparison.reasons.clear();
    me.quote.start_loading();
    rate_history::forget_hint(me, ctx);
    let work = async move { link.send(api::rate::quote(&body)).await };
    ctx.jobs.answer(QUOTE, work, move |me, ctx, answer| {
        let answer = ctx.note_failure(answer);
        if let Ok(reply) = &answer
            && reply.skipped > 0
        {
            let words = message!("ship-rates-skipped", count = reply.skipped);
            ctx.notice(Tone::Warning, words, None);
        }
        let rates = answer.as_ref().ok().map(|reply| reply.rates.clone());
        let answer = answer.map(|reply| rate_ranking::quote(asked.order.clone(), reply.rates));
        me.quote.settle(answer, ctx.clock.now());
        hide_services(me, &ctx.settings.hidden_services);
        if let Some(rates) = rates {
            rate_history::remember(me, ctx, &asked, &rates);
            special_prices::learn(me, ctx, &asked, &rates);
        }
        draft_edit::mark_quote(me);
        take_usual(me, ctx);
    });
}

/// The first problem that prevents a quote, or `None` if rates can be requested.
pub(in crate::desk) fn not_ready(me: &mut Ship, ctx: &mut Ctx<'_>) -> Option<Message> {
    draft_edit::recheck(me, ctx);
    if problems::ready_for_quote(&me.problems) {
        return None;
    }
    let mut problems = me.problems.iter();
    let missing = problems.find(|problem| problems::blocks_quote(problem.field));
    Some(missing.map(wanted).unwrap_or_default())
}

/// Describes one problem, for a user who is looking at another panel.
fn wanted(problem: &Problem) -> Message {
    let message = &problem.message;
    if !problem.missing {
        let field = problems::field_name_message(problem.field);
        return message!("ship-rates-need-correction", field = field, problem = message);
    }
    match problem.field {
        Field::From(_) => message!("ship-rates-need-sender", problem = message),
        Field::To(_) => message!("ship-rates-need-recipient", problem = message),
        Field::Package(0, _) => message!("ship-rates-need-package", problem = message),
        Field::Package(index, _) => {
            message!("ship-rates-need-package-number", number = index + 1, problem = message)
        }
        _ => message!("ship-rates-need-other", problem = message),
    }
}

/// Takes the services that the shop hides out of the quote, and puts back those it offers again. The
/// service chosen for this parcel stays.
pub(in crate::desk) fn hide_services(me: &mut Ship, hidden: &HiddenServices) {
    let chosen = me.draft.chosen.as_ref().map(PreferredService::chosen_now);
    let chosen = chosen.or_else(|| me.draft.usual.clone());
    let chosen = chosen.filter(|chosen| chosen.of_this_parcel);
    let keeps = |rate: &Rate| chosen.as_ref().is_some_and(|chosen| chosen.is(rate));
    if let Some(quote) = me.quote.value()
        && !quote.hides(hidden, keeps)
    {
        me.quote.revise(|quote| quote.clone().hiding(hidden, keeps));
    }
}

/// Chooses the same account and service as before, with the price and date of the new rates: those
/// of the chosen rate, or else of the last parcel of the same kind. The purchase always uses the
/// rate on the screen. A service that only takes certain goods is not repeated for another parcel.
/// The preset of the draft, if it has one, chooses instead.
pub(in crate::desk) fn take_usual(me: &mut Ship, ctx: &mut Ctx<'_>) {
    if !quote_is_current(me) || draft_edit::is_frozen(me) {
        return;
    }
    if let Some(preset) = me.preset.clone() {
        return preset_choice::take_rate(me, ctx, &preset);
    }
    let draft = &me.draft;
    let before = draft.chosen.clone();
    let usual = before.as_ref().map(PreferredService::chosen_now);
    let usual = usual.or_else(|| last_service::usual_service(draft).cloned());
    let rates = me.quote.value().map(|quote| &quote.rates);
    let again = usual.and_then(|usual| {
        let may_repeat = |rate: &&Rate| usual.of_this_parcel || !is_restricted(rate);
        let mut rates = rates?.iter().filter(|rate| usual.is(rate));
        rates.find(may_repeat).cloned()
    });
    let seen = me.rate_before_check.take().map(|rate| *rate);
    if before == again {
        return;
    }
    if let Some(seen) = before.as_ref().or(seen.as_ref())
        && let Some(words) = other_price(seen, again.as_ref())
    {
        ctx.notice(Tone::Warning, words, None);
    }
    draft_edit::change(me, ctx, |draft| draft.chosen = again);
}

/// The warning for a clerk who saw the old price, if it changed.
pub(in crate::desk) fn other_price(before: &Rate, now: Option<&Rate>) -> Option<Message> {
    let service = before.final_service.as_ref().map(service_name)?;
    let Some(now) = now else {
        return Some(message!("ship-rate-gone", service = service));
    };
    match (before.price(), now.price()) {
        (before, now) if before == now => None,
        (None, None) => None,
        (Some(before), Some(price)) => Some(message!(
            "ship-rate-price-changed",
            service = service,
            price = price,
            before = before
        )),
        (None, Some(price)) => {
            Some(message!("ship-rate-price-new", service = service, price = price))
        }
        (Some(before), None) => {
            Some(message!("ship-rate-price-gone", service = service, before = before))
        }
    }
}

/// Copies a rate into the draft, if its quote is still valid for the draft. A preset chooses none
/// any more.
pub(in crate::desk) fn choose(me: &mut Ship, ctx: &mut Ctx<'_>, rate: Rate) {
    if !quote_is_current(me) {
        return ctx.notice(Tone::Info, message!("ship-changed-get-rates"), None);
    }
    me.preset = None;
    draft_edit::change(me, ctx, |draft| draft.chosen = Some(rate));
}

pub(in crate::desk) fn quote_is_current(me: &Ship) -> bool {
    let settled = !me.quote.is_loading() && me.quote.trouble().is_none();
    let same_order = me.quote.value().is_some_and(|quote| quote.order == me.draft.order);
    settled && same_order && !me.quote_outdated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parcel::draft::{AddressField, PackageField};

    #[test]
    fn one_thing_is_asked_for_in_plain_words() {
        let problem =
            |field, message: &str, missing| Problem { field, message: message.into(), missing };
        for (problem, words) in [
            (
                problem(Field::To(AddressField::Name), "Name is needed", true),
                "No rates yet. Recipient’s address: Name is needed",
            ),
            (
                problem(Field::From(AddressField::Zip), "ZIP is needed", true),
                "No rates yet. Sender’s address: ZIP is needed",
            ),
            (
                problem(Field::Package(1, PackageField::Weight), "Weight is needed", true),
                "No rates yet. Package 2: Weight is needed",
            ),
            (
                problem(Field::To(AddressField::Zip), "ZIP has 5 digits", false),
                "No rates yet. Recipient ZIP: ZIP has 5 digits",
            ),
        ] {
            assert_eq!(wanted(&problem), words);
        }
    }
}
