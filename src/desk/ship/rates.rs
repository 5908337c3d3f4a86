//! Asking what it costs, and choosing.

use crate::api;
use crate::api::rate::Rate;
use crate::desk::Desk;
use crate::desk::kernel::jobs::Slot;
use crate::desk::parcel::draft::{Field, Problem, Usual};
use crate::desk::parcel::rate_ranking::service_name;
use crate::desk::parcel::{problems, rate_ranking, requests};
use crate::desk::ship::{draft_edit, rate_history};
use crate::desk::kernel::notices::Tone;

#[derive(Clone, Debug)]
pub struct Quote {
    /// The draft the rates answer to.
    pub order: OrderId,
    pub rates: Vec<Rate>,
    pub cheapest: Option<usize>,
    pub fastest: Option<usize>,
    /// Cheapest among those within a day of the fastest half; rule in `desk/parcel/rate_ranking.rs`.
    pub best_value: Option<usize>,
}

const QUOTE: Slot = Slot::with_account("rates");

pub(in crate::desk) fn get(desk: &mut Desk) {
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
    let body = requests::rate_request(&asked);
    desk.quoted = Some(Box::new(asked.clone()));
    desk.state.quote_outdated = false;
    desk.state.comparison.reasons.clear();
    desk.state.quote.start_loading();
    rate_history::forget_hint(desk);
    desk.jobs.start(QUOTE, |outbox| async move {
        let answer = link.ask(api::rate::quote(&body)).await;
        outbox
            .send(move |desk| {
                let answer = desk.heed(answer);
                if let Ok(reply) = &answer
                    && reply.skipped > 0
                {
                    let words = match reply.skipped {
                        1 => "1 rate of the answer could not be read and is left out".to_owned(),
                        count => {
                            format!(
                                "{count} rates of the answer could not be read and are left out"
                            )
                        }
                    };
                    desk.notice(Tone::Warning, words, None);
                }
                let rates = answer.as_ref().ok().map(|reply| reply.rates.clone());
                let answer =
                    answer.map(|reply| rate_ranking::quote(asked.order.clone(), reply.rates));
                desk.state.quote.settle(answer, desk.clock.now());
                if let Some(rates) = rates {
                    rate_history::remember(desk, &asked, &rates);
                }
                draft_edit::mark_quote(desk);
                take_usual(desk);
            })
            .await;
    });
}

/// What the draft still lacks before it can be priced.
pub(in crate::desk) fn not_ready(desk: &mut Desk) -> Option<String> {
    draft_edit::recheck(desk);
    if problems::ready_for_quote(&desk.state.problems) {
        return None;
    }
    let mut problems = desk.state.problems.iter();
    let missing = problems.find(|problem| problems::blocks_quote(problem.field));
    Some(missing.map_or_else(String::new, wanted))
}

/// One thing at a time, in the words of somebody who looks at another panel.
fn wanted(problem: &Problem) -> String {
    let name = problems::field_name(problem.field);
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

/// Chooses what was chosen before, at the price and for the day of these rates: of this draft
/// where something is chosen, else of the last one. What is bought is what is on the screen.
fn take_usual(desk: &mut Desk) {
    if !quote_is_current(desk) || draft_edit::is_frozen(desk) {
        return;
    }
    let draft = &desk.state.draft;
    let before = draft.chosen.clone();
    let usual = before.as_ref().map(Usual::of).or(draft.usual.clone());
    let rates = desk.state.quote.value().map(|quote| &quote.rates);
    let again = usual.and_then(|usual| rates?.iter().find(|rate| usual.is(rate)).cloned());
    if before == again {
        return;
    }
    if let Some(before) = &before
        && let Some(words) = other_price(before, again.as_ref())
    {
        desk.notice(Tone::Warning, words, None);
    }
    draft_edit::change(desk, |draft| draft.chosen = again);
}

/// What a clerk who looked at the old price must know.
fn other_price(before: &Rate, now: Option<&Rate>) -> Option<String> {
    let service = before.final_service.as_ref().map(service_name)?;
    match now.map(Rate::price) {
        None => Some(format!("{service} is no longer offered; choose a rate")),
        Some(price) if price == before.price() => None,
        Some(price) => {
            let [before, now] = [before.price(), price].map(|it| it.map(|it| it.to_string()));
            let (before, now) = (before.unwrap_or_default(), now.unwrap_or_default());
            Some(format!("{service} costs {now} now; it was {before}"))
        }
    }
}

/// Carries a rate into the draft, if the quote it is from still answers to the draft.
pub(in crate::desk) fn choose(desk: &mut Desk, rate: Rate) {
    if !quote_is_current(desk) {
        return desk.notice(
            Tone::Info,
            "The shipment changed since these rates; get rates again",
            None,
        );
    }
    draft_edit::change(desk, |draft| draft.chosen = Some(rate));
}

pub(in crate::desk) fn quote_is_current(desk: &Desk) -> bool {
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
    use super::*;
    use crate::desk::parcel::draft::{AddressField, PackageField};

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
