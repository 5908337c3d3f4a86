//! The rules that choose presets: the list in its order, the form of one, and what the rules would
//! do. Everything stays in this view until it is saved, so that it can be tried before.

mod condition_fields;
mod editor;
mod overtaken_rules;
mod rule_form;
mod trial_card;

use egui::{Key, Modifiers, Ui};

use self::rule_form::EditedRule;
use crate::desk::order_rules::intent::OrderRuleIntent;
use crate::orders::documents::{DocumentEdit, Documents};
use crate::orders::rules::{KeyedRule, RuleFault, rule_in_words};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::signed::signed_by;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::{
    Button, Column, Icon, Table, TableState, column_ui, empty_ui, grouped, icon_ui, muted_ui,
    page_ui, panes_ui, small_muted_ui, take_escape, words_ui,
};

#[derive(Debug, Default)]
pub struct RulesViewState {
    /// The rules of the workspace as they were opened.
    before: Vec<KeyedRule>,
    rules: Vec<EditedRule>,
    table: TableState,
    /// The key of the rule in the form.
    open: Option<String>,
    /// Saving or trying was asked for: from then on gaps of new rules are shown.
    tried: bool,
    changes: TableState,
}

/// From this width on, the form is beside the list; below it, in place of the list.
const BESIDE: f32 = 820.0;
const FORM: f32 = 400.0;
/// The share of the height that the list takes above the result of a trial.
const LIST_SHARE: f32 = 0.45;
const LEAST_LIST: f32 = 140.0;

impl RulesViewState {
    fn take(&mut self, documents: &Documents) {
        self.before.clone_from(&documents.rules);
        self.rules = self.before.iter().map(EditedRule::of_keyed).collect();
        self.tried = false;
    }

    /// The rules as they would be kept.
    fn after(&self) -> Vec<KeyedRule> {
        let ranked = self.rules.iter().zip(0..);
        ranked.map(|(rule, rank)| rule.keyed(rank)).collect()
    }

    fn is_changed(&self) -> bool {
        let opened = self.before.iter().map(|keyed| &keyed.key);
        let is_same = opened.eq(self.rules.iter().map(|rule| &rule.key));
        !is_same || self.rules.iter().any(EditedRule::is_changed)
    }

    /// Follows the workspace, unless something is changed here that it does not have yet.
    fn follow(&mut self, documents: &Documents) {
        if self.before == documents.rules {
            return;
        }
        let content = |keyed: &KeyedRule| (keyed.key.clone(), keyed.rule.clone());
        let is_saved = documents.rules.iter().map(content).eq(self.after().iter().map(content));
        if is_saved || !self.is_changed() {
            self.take(documents);
        }
    }

    /// Keeps the changes and makes them changes of the newest rules: those that another computer
    /// added come last, and what it changed elsewhere is replaced.
    fn rebase(&mut self, documents: &Documents) {
        for keyed in &documents.rules {
            match self.rules.iter_mut().find(|rule| rule.key == keyed.key) {
                Some(rule) if rule.is_changed() => {
                    rule.revision = keyed.revision;
                    rule.changed_by.clone_from(&keyed.changed_by);
                }
                Some(rule) => *rule = EditedRule::of_keyed(keyed),
                None if self.before.iter().any(|before| before.key == keyed.key) => {}
                None => self.rules.push(EditedRule::of_keyed(keyed)),
            }
        }
        self.before.clone_from(&documents.rules);
    }

    fn selected(&self) -> Option<usize> {
        let open = self.open.as_ref()?;
        self.rules.iter().position(|rule| rule.key == *open)
    }

    /// Moves the open rule one place up or down.
    fn move_open(&mut self, down: bool) {
        let Some(at) = self.selected() else { return };
        let to = if down { at + 1 } else { at.wrapping_sub(1) };
        if to < self.rules.len() {
            self.rules.swap(at, to);
        }
    }

    fn add(&mut self) {
        let rule = EditedRule::new_rule();
        self.open = Some(rule.key.clone());
        self.rules.push(rule);
        self.tried = false;
    }

    fn remove_open(&mut self) {
        if let Some(at) = self.selected() {
            self.rules.remove(at);
            let next = self.rules.get(at).or(self.rules.last());
            self.open = next.map(|rule| rule.key.clone());
        }
    }
}

fn faults_of(cx: &Cx<'_>, rule: &EditedRule) -> Vec<RuleFault> {
    let presets = &cx.state.order_rules.documents.presets;
    let exists = |key: &str| presets.iter().any(|keyed| keyed.key == key);
    rule.form.faults(exists)
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RulesViewState) {
    let documents = &cx.state.order_rules.documents;
    if !documents.loaded {
        muted_ui(ui, text!("orders-loading"));
        return;
    }
    local.follow(documents);
    overtaken_rules::show_ui(ui, cx, local);
    if local.rules.is_empty() && !local.is_changed() {
        let title = text!("rules-none-title");
        let words = text!("rules-none");
        if empty_ui(ui, Icon::Orders, title, words, Some(text!("rules-new"))) {
            local.add();
        }
        return;
    }
    let room = ui.available_size();
    let is_open = local.selected().is_some();
    if room.x < BESIDE {
        match is_open {
            true => editor_ui(ui, cx, local, true),
            false => list_ui(ui, cx, local),
        }
        return;
    }
    panes_ui(ui, |ui| {
        let list = if is_open { room.x - FORM - space::L } else { room.x };
        column_ui(ui, list, |ui| list_ui(ui, cx, local));
        if is_open {
            column_ui(ui, FORM, |ui| editor_ui(ui, cx, local, false));
        }
    });
}

/// Which station and which person changed the rule last.
fn changed_ui(ui: &mut Ui, rule: &EditedRule) {
    if !rule.changed_by.is_empty() {
        let by = signed_by(&rule.changed_by);
        small_muted_ui(ui, &text!("stations-document-changed", by = by));
    }
}

fn editor_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RulesViewState, covers: bool) {
    let Some(at) = local.selected() else { return };
    let Some(rule) = local.rules.get_mut(at) else {
        return;
    };
    let faults = faults_of(cx, rule);
    let shown = local.tried || !rule.is_new();
    let mut goes_back = false;
    let removes = page_ui(ui, "rule", |ui| {
        // In a small window there is no room for anything above the form.
        if covers {
            let back = Button::quiet(text!("rules-back")).icon(Icon::Left);
            goes_back = back.show_ui(ui).clicked();
        }
        changed_ui(ui, rule);
        editor::show_ui(ui, cx, &rule.key, &mut rule.form, &faults, shown)
    });
    if removes {
        local.remove_open();
    } else if goes_back || covers && take_escape(ui) {
        local.open = None;
        local.table.take_focus();
    }
}

fn list_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RulesViewState) {
    steps_ui(ui, cx, local);
    let state = cx.state;
    let Some(trial) = &state.order_rules.trial else {
        return table_ui(ui, cx, local, None);
    };
    let height = ui.available_height();
    page_ui(ui, "rules", |ui| {
        ui.spacing_mut().item_spacing.y = space::M;
        let least = (height * LIST_SHARE).max(LEAST_LIST);
        table_ui(ui, cx, local, Some(least));
        let is_current = *trial.tried == local.after();
        if trial_card::show_ui(ui, cx, trial, is_current, &mut local.changes) {
            cx.ask(OrderRuleIntent::DropTrial);
        }
    });
}

/// The first rule that is changed and cannot be kept as it is.
fn faulty<'a>(cx: &Cx<'_>, local: &'a RulesViewState) -> Option<&'a EditedRule> {
    let mut changed = local.rules.iter().filter(|rule| rule.is_changed());
    changed.find(|rule| !faults_of(cx, rule).is_empty())
}

fn steps_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RulesViewState) {
    let at = local.selected();
    let last = local.rules.len().saturating_sub(1);
    let is_changed = local.is_changed();
    let documents = &cx.state.order_rules.documents;
    let overtaken = (local.before != documents.rules).then(|| text!("rules-overtaken-first"));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let unchanged = (!is_changed).then(|| text!("rules-saved"));
        let save = Button::primary(text!("rules-save"))
            .hint(text!("rules-save-hint"))
            .disabled_because(overtaken.or(unchanged));
        if save.show_ui(ui).clicked() && is_complete(cx, local) {
            cx.ask(OrderRuleIntent::Document(DocumentEdit::KeepRules {
                before: local.before.clone(),
                after: local.after(),
            }));
        }
        let attempt = Button::secondary(text!("rules-try")).hint(text!("rules-try-hint"));
        if attempt.show_ui(ui).clicked() && is_complete(cx, local) {
            cx.ask(OrderRuleIntent::TryRules(local.after()));
        }
        let new = Button::secondary(text!("rules-new")).icon(Icon::Plus);
        if new.show_ui(ui).clicked() {
            local.add();
        }
        let none = at.is_none().then(|| text!("rules-choose-first"));
        let first = (at == Some(0)).then(|| text!("rules-is-first"));
        let up = Button::quiet(text!("rules-up"))
            .icon(Icon::Up)
            .hint(text!("rules-up-hint"))
            .disabled_because(none.or(first));
        if up.show_ui(ui).clicked() {
            local.move_open(false);
        }
        let is_last = (at == Some(last)).then(|| text!("rules-is-last"));
        let down = Button::quiet(text!("rules-down"))
            .icon(Icon::Down)
            .hint(text!("rules-down-hint"))
            .disabled_because(none.or(is_last));
        if down.show_ui(ui).clicked() {
            local.move_open(true);
        }
        if is_changed && Button::quiet(text!("rules-restore")).show_ui(ui).clicked() {
            local.take(&cx.state.order_rules.documents);
        }
    });
}

/// Whether the rules can be kept or tried; if not, opens the one that needs a person.
fn is_complete(cx: &Cx<'_>, local: &mut RulesViewState) -> bool {
    local.tried = true;
    let Some(key) = faulty(cx, local).map(|rule| rule.key.clone()) else {
        return true;
    };
    local.open = Some(key);
    false
}

/// The texts of one row.
struct RuleRow {
    place: usize,
    key: String,
    name: String,
    words: String,
    /// How many orders the rule fits, once it was tried.
    fits: Option<String>,
    is_faulty: bool,
}

fn rows(cx: &Cx<'_>, local: &RulesViewState) -> Vec<RuleRow> {
    let presets = &cx.state.order_rules.documents.presets;
    let answer = cx.state.order_rules.trial.as_ref().and_then(|trial| trial.answer.as_ref());
    let tallies = answer.and_then(|answer| answer.as_ref().ok());
    let rows = local.rules.iter().zip(1_usize..).map(|(edited, place)| {
        let rule = edited.keyed(0).rule;
        let faults = faults_of(cx, edited);
        let is_shown = local.tried || !edited.is_new();
        let fault = faults.first().filter(|_| is_shown);
        let named = presets.iter().find(|keyed| keyed.key == edited.form.preset);
        let words = match fault {
            Some(fault) => fault.message.to_string(),
            None if !faults.is_empty() => text!("rules-incomplete").to_owned(),
            None => rule_in_words(&rule, named.map(|keyed| keyed.preset.name.as_str())),
        };
        let name = match rule.name.as_str() {
            "" => text!("rules-unnamed").to_owned(),
            name => name.to_owned(),
        };
        let fits = tallies.map(|tallies| {
            let mut tallies = tallies.rules.iter();
            let tally = tallies.find(|tally| tally.key == edited.key);
            tally.map_or(String::new(), |tally| grouped(tally.fits))
        });
        let key = edited.key.clone();
        RuleRow { place, key, name, words, fits, is_faulty: fault.is_some() }
    });
    rows.collect()
}

fn table_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut RulesViewState, height: Option<f32>) {
    let rows = rows(cx, local);
    local.table.selected = local.selected();
    let table = Table::new(text!("rules-table"), &rows)
        .max_height(height)
        .column(Column::new(text!("rules-column-place"), 28.0).right(), |row| row.place.to_string())
        .muted()
        .hinted()
        .column(Column::new(text!("rules-column-name"), 260.0).shrinking(90.0), |row| {
            row.name.clone()
        })
        .medium()
        .hinted()
        .column(Column::wide(text!("rules-column-words")), |row| row.words.clone())
        .drawn(|ui, row| {
            let mut ink = Tokens::of_theme(ui).ink;
            if row.is_faulty {
                ink = Tokens::of_theme(ui).bad.ink;
                icon_ui(ui, Icon::Warning, size::ICON_SMALL, ink);
            }
            words_ui(ui, &row.words, text::body(), ink).on_hover_text(&row.words);
        })
        .column(Column::new(text!("rules-column-orders"), 64.0).right(), |row| {
            row.fits.clone().unwrap_or_default()
        })
        .muted()
        .hinted()
        .shown(rows.iter().any(|row| row.fits.is_some()));
    if table.has_focus(ui) {
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::ALT, key));
        if pressed(Key::ArrowUp) {
            local.move_open(false);
        }
        if pressed(Key::ArrowDown) {
            local.move_open(true);
        }
        local.table.selected = local.selected();
    }
    let events = table.show_ui(ui, &mut local.table);
    if let Some(row) = events.entered() {
        local.open = Some(row.key.clone());
    }
}

#[cfg(test)]
mod tests;
