//! Asking what it costs, and choosing.

use super::draft::{Field, Problem};
use super::jobs::Slot;
use super::state::Tone;
use super::{Desk, check, past, quote, request, ship};
use crate::api;
use crate::api::rate::Rate;

pub(super) fn get(desk: &mut Desk) {
    let Some(link) = desk.link.clone() else {
        return desk.notice(
            Tone::Warning,
            "Connect first: rates come from the service",
            None,
        );
    };
    if let Some(missing) = not_ready(desk) {
        return desk.notice(Tone::Info, missing, None);
    }
    let asked = desk.state.draft.clone();
    let body = request::rate_request(&asked);
    desk.quoted = Some(Box::new(asked.clone()));
    desk.state.quote_outdated = false;
    desk.state.comparison.reasons.clear();
    desk.state.quote.start_loading();
    past::forget_hint(desk);
    desk.jobs.start(Slot::Quote, |outbox| async move {
        let answer = link.ask(api::rate::quote(&body)).await;
        outbox
            .send(move |desk| {
                let answer = desk.heed(answer);
                let rates = answer.as_ref().ok().map(|reply| reply.rates.clone());
                let answer = answer.map(|reply| quote::quote(asked.order.clone(), reply.rates));
                desk.state.quote.settle(answer, desk.clock.now());
                if let Some(rates) = rates {
                    past::remember(desk, &asked, &rates);
                }
                ship::mark_quote(desk);
                take_usual(desk);
            })
            .await;
    });
}

/// What the draft still lacks before it can be priced.
pub(super) fn not_ready(desk: &mut Desk) -> Option<String> {
    ship::recheck(desk);
    if check::ready_for_quote(&desk.state.problems) {
        return None;
    }
    let mut problems = desk.state.problems.iter();
    let missing = problems.find(|problem| check::blocks_quote(problem.field));
    Some(missing.map_or_else(String::new, wanted))
}

/// One thing at a time, in the words of somebody who looks at another panel.
fn wanted(problem: &Problem) -> String {
    let name = check::field_name(problem.field);
    if !problem.missing {
        return format!("No rates yet. {name}: {}", problem.message);
    }
    let what = match problem.field {
        Field::From(_) => name.replacen("From ", "sender’s ", 1),
        Field::To(_) => name.replacen("To ", "recipient’s ", 1),
        Field::Package(..) => name.to_lowercase(),
        _ => return format!("No rates yet. {}", problem.message),
    };
    format!("Rates need the {what} first")
}

/// Chooses what was chosen last time, at today's price, unless something is chosen.
fn take_usual(desk: &mut Desk) {
    if !quote_is_current(desk) {
        return;
    }
    let draft = &desk.state.draft;
    let (None, Some(usual)) = (&draft.chosen, &draft.usual) else {
        return;
    };
    let rates = desk.state.quote.value().map(|quote| &quote.rates);
    let again = rates.and_then(|rates| rates.iter().find(|rate| usual.is(rate)));
    if let Some(rate) = again.cloned() {
        choose(desk, rate);
    }
}

/// Carries a rate into the draft, if the quote it is from still answers to the draft.
pub(super) fn choose(desk: &mut Desk, rate: Rate) {
    if !quote_is_current(desk) {
        return desk.notice(
            Tone::Info,
            "The shipment changed since these rates; get rates again",
            None,
        );
    }
    ship::change(desk, |draft| draft.chosen = Some(rate));
}

pub(super) fn quote_is_current(desk: &Desk) -> bool {
    let settled = !desk.state.quote.is_loading() && desk.state.quote.trouble().is_none();
    let same_order = desk
        .state
        .quote
        .value()
        .is_some_and(|quote| quote.order == desk.state.draft.order);
    settled && same_order && !desk.state.quote_outdated
}

#[cfg(test)]
mod tests {
    use super::super::draft::{AddressField, PackageField};
    use super::*;

    #[test]
    fn one_thing_is_asked_for_in_plain_words() {
        let problem = |field, message: &str, missing| Problem {
            field,
            message: message.to_owned(),
            missing,
        };
        for (problem, words) in [
            (
                problem(Field::To(AddressField::Name), "Name is needed", true),
                "Rates need the recipient’s name first",
            ),
            (
                problem(Field::From(AddressField::Zip), "ZIP is needed", true),
                "Rates need the sender’s ZIP first",
            ),
            (
                problem(
                    Field::Package(1, PackageField::Weight),
                    "Weight is needed",
                    true,
                ),
                "Rates need the weight of package 2 first",
            ),
            (
                problem(Field::To(AddressField::Zip), "ZIP has 5 figures", false),
                "No rates yet. To ZIP: ZIP has 5 figures",
            ),
        ] {
            assert_eq!(wanted(&problem), words);
        }
    }
}
