//! Another computer changed the rules that are being changed here: who it was, both versions of the
//! rules that differ, and the choice between them.

use egui::Ui;

use super::RulesViewState;
use crate::desk::orders::DocumentKind;
use crate::orders::documents::Documents;
use crate::orders::overtaken::{
    Difference, OvertakenDocument, differences, signed_words, versions_of,
};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::overtaken::{Version, decide, preset_name, versions_ui};

/// Rules with two versions that are shown at once; more would fill a small window.
const MOST: usize = 3;

impl RulesViewState {
    /// Whether the view shows both versions itself.
    pub fn shows_versions(&self, documents: &Documents) -> bool {
        self.before != documents.rules
    }

    /// Who changed the rules, as they signed: of the rules that are not as they were opened.
    fn changed_by(&self, documents: &Documents) -> String {
        let mut rules = documents.rules.iter();
        let other = rules.find(|rule| !self.before.contains(rule));
        other.map_or_else(String::new, |rule| rule.changed_by.clone())
    }

    /// What differs in the rules that were changed both here and there.
    fn differences(&self, cx: &Cx<'_>) -> Vec<Difference> {
        let mut found = Vec::new();
        for mine in self.rules.iter().filter(|rule| rule.is_changed()) {
            let rules = &cx.state.order_rules.documents.rules;
            let theirs = rules.iter().find(|rule| rule.key == mine.key);
            let before = self.before.iter().find(|rule| rule.key == mine.key);
            let (Some(theirs), Some(before)) = (theirs, before) else {
                continue;
            };
            if theirs.revision == before.revision {
                continue;
            }
            let mine = mine.keyed(before.rank).rule;
            let versions = versions_of(&before.rule, &theirs.rule, &mine);
            let differ = differences(DocumentKind::Rule, &versions, |key| preset_name(cx, key));
            // Each line says of which rule it is.
            found.extend(
                differ.into_iter().map(|it| Difference { part: before.rule.name.clone(), ..it }),
            );
        }
        found
    }
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RulesViewState) {
    let documents = &cx.state.order_rules.documents;
    if !local.shows_versions(documents) {
        return;
    }
    let by = signed_words(&local.changed_by(documents)).to_string();
    let words = text!("rules-overtaken", by = by);
    let mut differences = local.differences(cx);
    differences.truncate(MOST);
    let Some(version) = versions_ui(ui, &words, &differences) else {
        return;
    };
    match version {
        Version::Mine => local.rebase(documents),
        Version::Theirs => local.take(documents),
    }
    // What is kept stays in this view until it is saved.
    let is_rule = |it: &&OvertakenDocument| it.kind == DocumentKind::Rule;
    for overtaken in documents.overtaken.iter().filter(is_rule) {
        decide(cx, overtaken, Version::Theirs);
    }
}
