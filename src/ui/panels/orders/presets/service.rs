//! Which rate a preset chooses, and of which carrier account.

use egui::{Response, Ui};

use super::fields::own_problem;
use super::form::{ChoiceKind, PresetForm};
use crate::api::carrier_account::CarrierAccount;
use crate::api::value::Service;
use crate::base::id::CarrierAccountId;
use crate::base::locale::format;
use crate::desk::state::State;
use crate::parcel::preset::{PresetField, PresetProblems};
use crate::parcel::problems::offered;
use crate::parcel::rate_ranking::service_name;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::rate_words::{carrier_account_name, carrier_name};
use crate::ui::tokens::space;
use crate::ui::widgets::{
    Card, Choice, Field, column_ui, combo_ui, pick_ui, problem_ui, small_muted_ui,
};

/// Width of a number.
const NUMBER: f32 = 120.0;

pub fn card_ui(ui: &mut Ui, cx: &Cx<'_>, form: &mut PresetForm, problems: &PresetProblems) {
    Card::new(text!("presets-card-service")).show_ui(ui, |ui| {
        let room = ui.available_width();
        let half = ((room - space::S) / 2.0).floor();
        let kinds = ChoiceKind::ALL.map(|kind| (kind, kind.words()));
        combo_ui(ui, text!("presets-choice"), room, &mut form.choice.kind, &kinds);
        match form.choice.kind {
            ChoiceKind::Cheapest => {}
            ChoiceKind::Named => service_ui(ui, cx, form, problems, room),
            ChoiceKind::CheapestWithin => days_ui(ui, form, problems),
            ChoiceKind::FastestUnder => amount_ui(ui, form, problems),
        }
        account_ui(ui, cx, form, problems, half.max(NUMBER));
        small_muted_ui(ui, text!("presets-choice-words"));
    });
}

fn service_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    form: &mut PresetForm,
    problems: &PresetProblems,
    width: f32,
) {
    let choices = services(cx.state, form);
    let message = own_problem(form, problems, PresetField::Service);
    column_ui(ui, width, |ui| {
        let name = text!("presets-service");
        let response = pick_ui(ui, name, name, width, &mut form.choice.service, &choices);
        note_touch(form, PresetField::Service, &response);
        if let Some(message) = message {
            problem_ui(ui, message);
        }
    });
}

/// The services of the preset's account, or of all accounts; while the catalogs are not known, all
/// services.
fn services(state: &State, form: &PresetForm) -> Vec<Choice<Option<Service>>> {
    let carriers = &state.carriers;
    let accounts = carriers.accounts.value().map_or(&[][..], Vec::as_slice);
    let is_meant = |it: &&CarrierAccount| {
        let of_preset = form.account.as_ref();
        of_preset.is_none_or(|account| it.id.as_ref().is_some_and(|id| id.same_as(account)))
    };
    let accounts: Vec<CarrierAccount> = accounts.iter().filter(is_meant).cloned().collect();
    let catalogs = carriers.catalogs.value();
    let listed = catalogs.and_then(|known| offered(&known.services, &accounts));
    let mut found: Vec<(Service, Vec<String>)> = Vec::new();
    let mut add = |service: Service, carrier: Option<String>| match found
        .iter_mut()
        .find(|(known, _)| *known == service)
    {
        Some((_, carriers)) => carriers.extend(carrier),
        None => found.push((service, carrier.into_iter().collect())),
    };
    match listed {
        Some(listed) => {
            for (carrier, code) in listed {
                add(Service::parse(code), Some(carrier_name(state, carrier)));
            }
        }
        None => Service::ALL.iter().for_each(|service| add(service.clone(), None)),
    }
    // One that is not offered now stays the preset's.
    if let Some(service) = &form.choice.service {
        add(service.clone(), None);
    }
    let choices = found.into_iter().map(|(service, carriers)| {
        let name = service_name(&service);
        let words = match carriers.is_empty() {
            true => name,
            false => {
                text!("presets-service-of", service = name, carriers = format::list(&carriers))
            }
        };
        Choice::new(Some(service), words)
    });
    choices.collect()
}

fn days_ui(ui: &mut Ui, form: &mut PresetForm, problems: &PresetProblems) {
    let message = own_problem(form, problems, PresetField::Days);
    let response = Field::new(text!("presets-days"))
        .hint("3")
        .right_aligned()
        .width(NUMBER)
        .problem(message)
        .id(("preset days", form.progress.form))
        .show_ui(ui, &mut form.choice.days);
    note_touch(form, PresetField::Days, &response);
}

fn amount_ui(ui: &mut Ui, form: &mut PresetForm, problems: &PresetProblems) {
    let message = own_problem(form, problems, PresetField::Amount);
    let example = format::formats().decimal("12.50");
    let response = Field::new(text!("presets-amount"))
        .hint(&example)
        .right_aligned()
        .width(NUMBER)
        .problem(message)
        .id(("preset amount", form.progress.form))
        .show_ui(ui, &mut form.choice.amount);
    note_touch(form, PresetField::Amount, &response);
}

fn account_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    form: &mut PresetForm,
    problems: &PresetProblems,
    width: f32,
) {
    let accounts = cx.state.carriers.accounts.value().map_or(&[][..], Vec::as_slice);
    let any = Choice::new(None, text!("presets-account-any"));
    let mut choices: Vec<Choice<Option<CarrierAccountId>>> = vec![any];
    choices.extend(accounts.iter().filter_map(|account| {
        let id = account.id.clone()?;
        let code = account.carrier_code.as_deref().unwrap_or_default();
        let name = account.name.as_deref().unwrap_or_default();
        let words = carrier_account_name(cx.state, code, name);
        Some(Choice::new(Some(id), words))
    }));
    let is_listed = choices.iter().any(|choice| choice.value == form.account);
    if !is_listed {
        let gone = text!("presets-account-unknown");
        choices.push(Choice::new(form.account.clone(), gone));
    }
    let message = own_problem(form, problems, PresetField::Account);
    column_ui(ui, width, |ui| {
        let name = text!("presets-account");
        let response = pick_ui(ui, name, name, width, &mut form.account, &choices);
        note_touch(form, PresetField::Account, &response);
        if let Some(message) = message {
            problem_ui(ui, message);
        }
    });
}

/// Remembers that the field was left.
pub fn note_touch(form: &mut PresetForm, field: PresetField, response: &Response) {
    if response.lost_focus() {
        form.leave(field);
    }
}
