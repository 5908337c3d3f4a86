//! The workspace that several computers share: where it is and how it stands with it, and the names
//! that the other stations see.

mod form;
mod moving;

use egui::Ui;

use self::form::Form;
use crate::desk::stations::intent::StationsIntent;
use crate::desk::stations::{PrepareQuestion, SharedStatus};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::{
    Button, Card, Field, Meaning, band_ui, card, clock_time, code_ui, heading_ui, hint_ui,
    muted_ui, trouble_ui,
};

#[derive(Default)]
pub(super) struct StationsViewState {
    form: Option<Form>,
    asks_to_leave: bool,
    /// The names as they are typed; filled when the card is first drawn.
    names: Option<Names>,
}

#[derive(Clone, PartialEq)]
struct Names {
    station: String,
    person: String,
}

pub(super) fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut StationsViewState) {
    Card::new(text!("stations-title")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        if let Some(form) = &mut local.form {
            if form.show_ui(ui, cx) {
                local.form = None;
                cx.ask(StationsIntent::ForgetTest);
            }
            return;
        }
        match cx.state.stations.address().cloned() {
            None => {
                muted_ui(ui, text!("stations-local"));
                let share = Button::primary(text!("stations-share"));
                let obstacle = cx.state.stations.switch_obstacle();
                if share.disabled_because(obstacle).show_ui(ui).clicked() {
                    local.form = Some(Form::fresh());
                }
            }
            Some(address) => {
                muted_ui(ui, text!("stations-used"));
                code_ui(ui, &address.shown());
                if cx.state.stations.given.is_some() {
                    hint_ui(ui, text!("stations-given"));
                }
                status_ui(ui, cx);
                steps_ui(ui, cx, local);
            }
        }
    });
    if local.form.is_none() {
        names_ui(ui, cx, local);
        if cx.state.order_rules.documents.loaded {
            moving::card_ui(ui, cx);
        }
    }
    leave_question_ui(ui, cx, local);
}

fn status_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let stations = &cx.state.stations;
    match &stations.status {
        SharedStatus::Local => {}
        SharedStatus::Opening => drop(muted_ui(ui, text!("stations-opening"))),
        SharedStatus::Open { newer: None } => {
            let words = match stations.is_listening {
                true => text!("stations-open"),
                false => text!("stations-open-slow"),
            };
            muted_ui(ui, words);
        }
        SharedStatus::Open { newer: Some(_) } => {
            let words = stations.status.trouble().unwrap_or_default();
            band_ui(ui, Meaning::Warning, &words, None);
        }
        SharedStatus::Lost { since, is_tried_again, .. } => {
            if let Some(question) = stations.status.question() {
                return question_ui(ui, cx, question);
            }
            let words = stations.status.trouble().unwrap_or_default();
            let since = clock_time(*since, cx.zone);
            let mut words = format!("{words} {}", text!("stations-lost-since", time = since));
            if *is_tried_again {
                words = format!("{words} {}", text!("stations-tried-again"));
            }
            let again = text!("stations-try-again");
            if band_ui(ui, Meaning::Warning, &words, Some(again)) {
                cx.ask(StationsIntent::TryAgain);
            }
        }
    }
}

/// Asks before tables are made or moved forward.
fn question_ui(ui: &mut Ui, cx: &mut Cx<'_>, question: PrepareQuestion) {
    let (words, step) = match question {
        PrepareQuestion::Make => (text!("stations-question-empty"), text!("stations-prepare")),
        PrepareQuestion::MoveForward => {
            (text!("stations-question-older"), text!("stations-move-forward"))
        }
    };
    muted_ui(ui, words);
    let preparing = &cx.state.stations.preparing;
    if let Some(trouble) = preparing.trouble() {
        trouble_ui(ui, trouble, false);
    }
    let busy = preparing.is_loading().then(|| text!("stations-preparing"));
    let prepare = Button::primary(step).disabled_because(busy);
    if prepare.show_ui(ui).clicked() {
        cx.ask(StationsIntent::Prepare);
    }
}

fn steps_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut StationsViewState) {
    let obstacle = cx.state.stations.switch_obstacle();
    ui.horizontal_wrapped(|ui| {
        let change = Button::secondary(text!("stations-change")).disabled_because(obstacle);
        if change.show_ui(ui).clicked() {
            local.form = cx.state.stations.address().map(Form::of_address);
        }
        let leave = Button::secondary(text!("stations-leave")).disabled_because(obstacle);
        if leave.show_ui(ui).clicked() {
            local.asks_to_leave = true;
        }
    });
}

/// The names, which hold for the orders of this computer too.
fn names_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut StationsViewState) {
    let settings = &cx.state.stations.settings;
    let kept = Names { station: settings.name.clone(), person: settings.person.clone() };
    let usual = cx.state.stations.usual_name.clone();
    Card::new(text!("stations-names-title")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        muted_ui(ui, text!("stations-names-explained"));
        let names = local.names.get_or_insert_with(|| kept.clone());
        let station =
            Field::new(text!("stations-name")).hint(&usual).show_ui(ui, &mut names.station);
        let person = Field::new(text!("stations-person")).show_ui(ui, &mut names.person);
        let is_left = station.lost_focus() || person.lost_focus();
        if is_left && *names != kept {
            cx.ask(StationsIntent::Sign {
                name: names.station.trim().to_owned(),
                person: names.person.trim().to_owned(),
            });
        }
    });
}

fn leave_question_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut StationsViewState) {
    if !local.asks_to_leave {
        return;
    }
    let yes = Button::primary(text!("stations-leave-yes"));
    let no = Button::secondary(text!("stations-leave-no"));
    let answer = card::ask_ui(ui, text!("stations-title"), yes, no, |ui| {
        heading_ui(ui, text!("stations-leave-question"));
        muted_ui(ui, text!("stations-leave-explained"));
    });
    if let Some(is_yes) = answer {
        local.asks_to_leave = false;
        if is_yes {
            cx.ask(StationsIntent::Leave);
        }
    }
}
