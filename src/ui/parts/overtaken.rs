//! Both versions of a document that two stations changed, and the choice between them.

use egui::Ui;

use crate::desk::order_rules::intent::OrderRuleIntent;
use crate::orders::documents::DocumentEdit;
use crate::orders::overtaken::{Difference, OvertakenDocument};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::{Button, Meaning, band_with_ui, wrapped_ui};

/// Which version a person wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    Mine,
    Theirs,
}

/// What happened, what differs, and a button for each version.
pub fn versions_ui(ui: &mut Ui, words: &str, differences: &[Difference]) -> Option<Version> {
    let ink = Tokens::of_theme(ui).ink;
    band_with_ui(ui, Meaning::Warning, words, |_| {});
    for difference in differences {
        wrapped_ui(ui, &difference.words(), text::body(), ink);
    }
    let mut wanted = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let mine = Button::secondary(text!("overtaken-keep-mine"))
            .hint(text!("overtaken-keep-mine-hint"))
            .compact();
        if mine.show_ui(ui).clicked() {
            wanted = Some(Version::Mine);
        }
        let theirs = Button::secondary(text!("overtaken-use-theirs"))
            .hint(text!("overtaken-use-theirs-hint"))
            .compact();
        if theirs.show_ui(ui).clicked() {
            wanted = Some(Version::Theirs);
        }
    });
    wanted
}

/// The changes that were not saved and of which nobody has decided yet, as far as `is_here`. Returns
/// what was decided.
pub fn undecided_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    is_here: impl Fn(&OvertakenDocument) -> bool,
) -> Option<Version> {
    let mut decided = None;
    let documents = &cx.state.order_rules.documents;
    for overtaken in documents.overtaken.iter().filter(|it| is_here(it)) {
        let differences = overtaken.differences(|key| preset_name(cx, key));
        let id = (overtaken.key.as_str(), "overtaken");
        let wanted =
            ui.push_id(id, |ui| versions_ui(ui, &overtaken.words().to_string(), &differences));
        if let Some(version) = wanted.inner {
            decide(cx, overtaken, version);
            decided = Some(version);
        }
    }
    decided
}

pub fn decide(cx: &mut Cx<'_>, overtaken: &OvertakenDocument, version: Version) {
    cx.ask(OrderRuleIntent::Document(DocumentEdit::Decide {
        kind: overtaken.kind,
        key: overtaken.key.clone(),
        keeps_mine: version == Version::Mine,
    }));
}

pub fn preset_name(cx: &Cx<'_>, key: &str) -> Option<String> {
    let mut presets = cx.state.order_rules.documents.presets.iter();
    let found = presets.find(|keyed| keyed.key == key);
    found.map(|keyed| keyed.preset.name.clone())
}
