//! One carrier account: its details, and the confirmation before it is disabled or deleted.

use egui::{RichText, ScrollArea, Ui};
use serde_json::Value;

use super::{carrier, obstacle, status_ui};
use crate::api::carrier_account::CarrierAccount;
use crate::base::id::CarrierAccountId;
use crate::desk::carriers::{CarrierIntent, Risk, SHIP_FROM, displayed_value, is_hidden};
use crate::parcel::rate_ranking::spaced;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::badge::badge_ui;
use crate::ui::widgets::{
    Button, Icon, Meaning, band_ui, card, code_ui, frame, from_right_ui, heading_ui, height_within,
    icon_button_ui, label_ui, line_ui, menu, muted_ui, small_muted_ui, title_ui, trouble_ui,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Edit,
    Close,
}

pub fn show_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    account: &CarrierAccount,
    height: f32,
) -> Option<Step> {
    let mut step = None;
    frame(Tokens::of_theme(ui)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.set_max_height(height_within(height));
        ScrollArea::vertical().id_salt("carrier account").show(ui, |ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
            ui.horizontal(|ui| {
                badge_ui(ui, &carrier(cx, account));
                let name = account.name.as_deref();
                title_ui(ui, name.unwrap_or_else(|| text!("carriers-unnamed")));
                from_right_ui(ui, |ui| {
                    if icon_button_ui(ui, Icon::Cross, text!("carriers-close")) {
                        step = Some(Step::Close);
                    }
                });
            });
            line_ui(ui, size::CONTROL_COMPACT, |ui| {
                status_ui(ui, account);
                small_muted_ui(ui, &carrier(cx, account));
            });
            if let Some(trouble) = &cx.state.carriers.change.trouble {
                trouble_ui(ui, trouble, false);
            }
            steps_ui(ui, cx, account, &mut step);
            facts_ui(ui, cx, account);
        });
    });
    step
}

/// The effect of an action on an account.
#[derive(Clone, Debug)]
pub enum CarrierAccountAction {
    Edit(CarrierAccountId),
    Ask(CarrierIntent),
}

/// The actions on an account, for its detail view and for the menu of its row.
pub fn steps(cx: &Cx<'_>, account: &CarrierAccount) -> Vec<menu::MenuItem<CarrierAccountAction>> {
    let Some(id) = account.id.clone() else {
        return Vec::new();
    };
    let ask = |risk| CarrierAccountAction::Ask(CarrierIntent::Ask(id.clone(), risk));
    let turn = match account.is_enabled() {
        true => menu::MenuItem::new(text!("carriers-disable"), ask(Risk::Disable)),
        false => menu::MenuItem::new(
            text!("carriers-enable"),
            CarrierAccountAction::Ask(CarrierIntent::Enable(id.clone())),
        ),
    };
    let all = [
        menu::MenuItem::new(text!("carriers-edit"), CarrierAccountAction::Edit(id.clone())),
        turn,
        menu::MenuItem::new(text!("carriers-delete"), ask(Risk::Delete)),
    ];
    let obstacle = obstacle(cx.state);
    all.map(|step| step.disabled_because(obstacle)).into()
}

fn steps_ui(ui: &mut Ui, cx: &mut Cx<'_>, account: &CarrierAccount, step: &mut Option<Step>) {
    let mut picked = None;
    ui.horizontal_wrapped(|ui| {
        for step in steps(cx, account) {
            let button = match &step.does {
                CarrierAccountAction::Ask(CarrierIntent::Ask(_, Risk::Delete)) => {
                    Button::quiet(&step.words)
                }
                _ => Button::secondary(&step.words),
            };
            let button = button.disabled_because(step.reason.as_deref()).compact();
            if button.show_ui(ui).clicked() {
                picked = Some(step.does);
            }
        }
    });
    if let Some(reason) = obstacle(cx.state) {
        small_muted_ui(ui, reason);
    }
    match picked {
        Some(CarrierAccountAction::Edit(_)) => *step = Some(Step::Edit),
        Some(CarrierAccountAction::Ask(intent)) => cx.ask(intent),
        None => {}
    }
}

fn facts_ui(ui: &mut Ui, cx: &Cx<'_>, account: &CarrierAccount) {
    let description = super::description(cx, account);
    if !description.is_empty() {
        label_ui(ui, text!("carriers-description"));
        muted_ui(ui, description);
    }
    label_ui(ui, text!("carriers-ship-from"));
    match account.ship_from_address_id() {
        Some(id) => {
            let contacts = cx.state.addresses.rows.iter();
            let known = contacts
                .filter(|contact| contact.id.as_ref().is_some_and(|known| known.as_str() == id));
            if let Some(contact) = known.into_iter().next() {
                let form = &contact.form;
                muted_ui(ui, &format!("{}, {}, {}", form.name, form.street1, form.city));
            }
            code_ui(ui, id);
        }
        None => {
            muted_ui(ui, text!("carriers-ship-from-sender"));
        }
    }
    let entries = account.configuration.iter().flatten();
    let others: Vec<(&String, &Value)> =
        entries.filter(|(key, _)| !key.eq_ignore_ascii_case(SHIP_FROM)).collect();
    if !others.is_empty() {
        label_ui(ui, text!("carriers-configuration"));
    }
    let tokens = Tokens::of_theme(ui);
    for (key, value) in others {
        line_ui(ui, size::ICON, |ui| {
            ui.label(RichText::new(sentence(&spaced(key))).color(tokens.ink)).on_hover_text(key);
            from_right_ui(ui, |ui| {
                let words = match is_hidden(key, value) {
                    true => text!("carriers-value-hidden").to_owned(),
                    false => displayed_value(value),
                };
                ui.label(RichText::new(words).font(text::body_medium()).color(tokens.ink));
            });
        });
    }
    if let Some(id) = &account.id {
        label_ui(ui, text!("carriers-account-id"));
        code_ui(ui, id.as_str());
    }
}

/// Changes `account Number` to `Account number`.
fn sentence(words: &str) -> String {
    let lower = words.to_lowercase();
    let mut letters = lower.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Lists what will stop working before an account is disabled or deleted.
pub fn question_ui(ui: &Ui, cx: &mut Cx<'_>) {
    let Some(question) = &cx.state.carriers.change.question else {
        return;
    };
    let name = &question.name;
    let (title, yes) = match question.risk {
        Risk::Disable => {
            (text!("carriers-disable-title", name = name), text!("carriers-disable-yes"))
        }
        Risk::Delete => (text!("carriers-delete-title", name = name), text!("carriers-delete-yes")),
    };
    let no = Button::secondary(text!("carriers-cancel"));
    let answer = card::ask_ui(ui, "carrier account question", Button::danger(yes), no, |ui| {
        heading_ui(ui, &title);
        for words in &question.breaks {
            band_ui(ui, Meaning::Warning, words, None);
        }
    });
    if let Some(yes) = answer {
        cx.ask(CarrierIntent::Answer(yes));
    }
}
