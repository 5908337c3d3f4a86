//! Services of the user's carrier accounts that returned no rate: the likely reason at once, and
//! the reason of the service when the user asks for it.

use std::collections::BTreeMap;

use egui::{Label, RichText, Ui};

use crate::desk::ship::compare::Reason;
use crate::desk::ship::intent::ShipIntent;
use crate::desk::state::State;
use crate::parcel::hidden_services::is_hidden;
use crate::parcel::missing_rates::{MissingRate, missing_rates};
use crate::parcel::rate_ranking::{Quote, service_name};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::rate_words::carrier_name;
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::{Button, Icon, small_muted_ui};

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, open: &mut bool, quote: &Quote) {
    let state = cx.state;
    let (Some(catalogs), Some(accounts)) =
        (state.carriers.catalogs.value(), state.carriers.accounts.value())
    else {
        return;
    };
    let mut missing = missing_rates(&state.ship.draft, &quote.rates, catalogs, accounts);
    let hidden = &state.settings.hidden_services;
    missing.retain(|missing| !is_hidden(hidden, &missing.carrier, &missing.service));
    if missing.is_empty() {
        return;
    }
    let words = text!("rates-missing-count", count = missing.len());
    let icon = if *open { Icon::Up } else { Icon::Down };
    let button = Button::quiet(&words).name(text!("rates-missing-name")).icon(icon).compact();
    if button.show_ui(ui).clicked() {
        *open = !*open;
    }
    if !*open {
        return;
    }
    ui.spacing_mut().item_spacing.y = space::XS;
    let (certain, open): (Vec<_>, Vec<_>) =
        missing.into_iter().partition(|missing| missing.is_certain);
    for one in &open {
        one_ui(ui, cx, one);
    }
    let mut by_reason: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for one in &certain {
        by_reason.entry(one.hint).or_default().push(title(cx.state, one));
    }
    for (reason, services) in by_reason {
        let words =
            text!("rates-missing-certain", reason = reason, services = services.join(" · "));
        ui.add(
            Label::new(RichText::new(words).font(text::small()).color(cx.tokens.ink_muted)).wrap(),
        );
    }
}

fn one_ui(ui: &mut Ui, cx: &mut Cx<'_>, missing: &MissingRate) {
    let name = title(cx.state, missing);
    let reason = cx.state.ship.comparison.reason(&missing.account, &missing.service);
    let Some(reason) = reason else {
        let words = text!("rates-missing-reason", service = &name, reason = missing.hint);
        small_muted_ui(ui, &words);
        let outdated = cx.state.ship.quote_outdated.then_some(text!("rates-missing-outdated"));
        let ask = Button::quiet(text!("rates-missing-ask"))
            .name(&text!("rates-missing-ask-name", service = &name))
            .disabled_because(outdated)
            .compact()
            .show_ui(ui);
        if ask.clicked() {
            cx.ask(ShipIntent::AskWhyNoRate {
                account: missing.account.clone(),
                service: missing.service.clone(),
            });
        }
        return;
    };
    answer_ui(ui, &name, reason);
}

/// The cause as the service states it, with the codes that support needs.
fn answer_ui(ui: &mut Ui, name: &str, reason: &Reason) {
    let tokens = Tokens::of_theme(ui);
    let Some(trouble) = reason.answer.trouble() else {
        let words = match reason.answer.is_loading() {
            true => text!("rates-missing-asking", service = name),
            false => text!("rates-missing-no-reason", service = name),
        };
        small_muted_ui(ui, &words);
        return;
    };
    let words = text!("rates-missing-reason", service = name, reason = &trouble.cause);
    let words = RichText::new(words).font(text::small()).color(tokens.ink);
    ui.add(Label::new(words).wrap());
    let correlation = trouble.correlation.iter();
    let codes: Vec<String> = trouble
        .codes
        .iter()
        .cloned()
        .chain(correlation.map(|id| text!("rates-correlation", id = id.to_string())))
        .collect();
    if !codes.is_empty() {
        let words = RichText::new(codes.join(" · ")).font(text::small()).color(tokens.ink_muted);
        ui.add(Label::new(words).wrap().selectable(true));
    }
}

/// Includes the account name if several accounts have this carrier.
fn title(state: &State, missing: &MissingRate) -> String {
    let accounts = state.carriers.accounts.value().map_or(&[][..], Vec::as_slice);
    let several = accounts
        .iter()
        .filter(|account| account.carrier_code.as_deref() == Some(&missing.carrier))
        .count()
        > 1;
    let whose =
        if several { missing.account_name.clone() } else { carrier_name(state, &missing.carrier) };
    let service = service_name(&missing.service);
    text!("rates-missing-service", service = service, account = whose)
}
