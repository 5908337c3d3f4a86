//! The confirmation before a manifest is requested: what it includes, what it leaves
//! out, and that it cannot be undone.

use egui::Ui;

use super::day::named;
use super::group_words::GroupNames;
use super::view_state::{ManifestsViewState, View, offline};
use crate::base::id::ShipmentId;
use crate::base::locale::format;
use crate::desk::manifests::ManifestIntent;
use crate::desk::manifests::groups::{Group, GroupId, UnmanifestedShipments};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::widgets::{Button, Meaning, band_ui, card, heading_ui, muted_ui};

#[derive(Clone, Debug)]
pub struct Question {
    group: GroupId,
    names: GroupNames,
    take: Vec<ShipmentId>,
    /// Names of the shipments left out.
    without: Vec<String>,
}

/// Most names listed; further ones are counted.
const NAMED: usize = 6;

/// Asks for confirmation of a manifest of these shipments of a group.
pub fn open(
    local: &mut ManifestsViewState,
    day: &UnmanifestedShipments,
    group: &Group,
    take: Vec<ShipmentId>,
) {
    let without = group
        .parcels
        .iter()
        .filter(|parcel| !take.contains(&parcel.id))
        .map(|parcel| named(parcel.as_ref()))
        .collect();
    local.question = Some(Question {
        group: group.id.clone(),
        names: GroupNames::of_group(day, group),
        take,
        without,
    });
}

pub fn show_ui(ui: &Ui, cx: &mut Cx<'_>, local: &mut ManifestsViewState) {
    let Some(question) = &mut local.question else {
        return;
    };
    // Every day ends with a manifest: nothing is lost by it, so the button is not red.
    let create = Button::primary(text!("manifests-create")).disabled_because(offline(cx.state));
    let no = Button::secondary(text!("manifests-cancel"));
    let answer = card::ask_ui(ui, "create a manifest", create, no, |ui| {
        let count = question.take.len();
        heading_ui(ui, &text!("manifests-question-title", count = count));
        muted_ui(ui, &question.names.words());
        let words = text!("manifests-question-warning");
        band_ui(ui, Meaning::Warning, words, None);
        if !question.without.is_empty() {
            band_ui(ui, Meaning::Info, &left_words(&question.without), None);
        }
    });
    if answer == Some(true) {
        cx.ask(ManifestIntent::Create {
            group: question.group.clone(),
            shipments: std::mem::take(&mut question.take),
        });
        if local.view == View::Day {
            local.ticks.clear();
        }
    }
    if answer.is_some() {
        local.question = None;
    }
}

fn left_words(names: &[String]) -> String {
    let mut told: Vec<String> = names.iter().take(NAMED).cloned().collect();
    let more = names.len().saturating_sub(NAMED);
    if more > 0 {
        told.push(text!("manifests-question-more", count = more));
    }
    text!("manifests-question-without", names = format::list(&told))
}
