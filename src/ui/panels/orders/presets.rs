//! The presets of the shop: the list, and the form of one.

mod fields;
mod form;
mod service;

use egui::Ui;

use self::form::PresetForm;
use crate::desk::order_rules::intent::OrderRuleIntent;
use crate::desk::orders::DocumentKind;
use crate::orders::documents::{DocumentEdit, Documents};
use crate::orders::overtaken::signed_words;
use crate::orders::rules::RuleOutcome;
use crate::parcel::preset::{
    KeyedPreset, Preset, PresetProblems, PresetSurroundings, preset_problems,
};
use crate::text;
use crate::ui::command::preset_shortcut_text;
use crate::ui::cx::Cx;
use crate::ui::parts::overtaken::{Version, decide, versions_ui};
use crate::ui::parts::signed::signed_by;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::card::ask_ui;
use crate::ui::widgets::{
    Button, Column, Icon, Table, TableState, column_ui, empty_ui, keyboard, line_ui, muted_ui,
    page_ui, panes_ui, short_ui, small_muted_ui, take_escape, title_ui, trouble_ui, words_ui,
    wrapped_ui,
};

#[derive(Debug, Default)]
pub struct PresetsViewState {
    table: TableState,
    form: Option<PresetForm>,
    /// What comes next if the changes of the form are dropped.
    leaving: Option<Next>,
    /// The key of the preset that may be deleted.
    deleting: Option<String>,
}

/// What the form makes way for.
#[derive(Clone, Debug)]
enum Next {
    Open(String),
    New,
    List,
}

/// From this width on, the form is beside the list; below it, in place of the list.
const BESIDE: f32 = 760.0;
const LIST: f32 = 300.0;
/// The widest form; longer lines are hard to read.
const FORM: f32 = 720.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PresetsViewState) {
    let documents = &cx.state.order_rules.documents;
    if !documents.loaded {
        muted_ui(ui, text!("orders-loading"));
        return;
    }
    if let Some(form) = &mut local.form
        && !form.follow(&documents.presets)
    {
        local.form = None;
    }
    delete_ui(ui, cx, local);
    leave_ui(ui, cx, local);
    if documents.presets.is_empty() && local.form.is_none() {
        let title = text!("presets-none-title");
        let words = text!("presets-none");
        if empty_ui(ui, Icon::Tag, title, words, Some(text!("presets-new"))) {
            go_to(cx, local, Next::New);
        }
        return;
    }
    let room = ui.available_size();
    if room.x < BESIDE {
        match local.form.is_some() {
            true => form_ui(ui, cx, local, true),
            false => list_ui(ui, cx, local),
        }
        return;
    }
    panes_ui(ui, |ui| {
        column_ui(ui, LIST, |ui| list_ui(ui, cx, local));
        let width = (room.x - LIST - space::L).min(FORM);
        column_ui(ui, width, |ui| match local.form.is_some() {
            true => form_ui(ui, cx, local, false),
            false => {
                muted_ui(ui, text!("presets-choose"));
            }
        });
    });
}

/// Begins a new preset, for the button in the head.
pub fn begin(cx: &Cx<'_>, local: &mut PresetsViewState) {
    go_to(cx, local, Next::New);
}

/// Goes on at once, or asks first if something typed would be lost.
fn go_to(cx: &Cx<'_>, local: &mut PresetsViewState, next: Next) {
    match local.form.as_ref().is_some_and(PresetForm::is_changed) {
        true => local.leaving = Some(next),
        false => enter(cx, local, next),
    }
}

fn enter(cx: &Cx<'_>, local: &mut PresetsViewState, next: Next) {
    let presets = &cx.state.order_rules.documents.presets;
    local.form = match next {
        Next::List => {
            local.table.take_focus();
            None
        }
        Next::New => Some(PresetForm::of_preset(&Preset::default())),
        Next::Open(key) => {
            let found = presets.iter().find(|keyed| keyed.key == key);
            found.map(PresetForm::of_keyed)
        }
    };
}

fn list_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut PresetsViewState) {
    let presets = &cx.state.order_rules.documents.presets;
    let open = local.form.as_ref().and_then(|form| form.key.as_ref());
    local.table.selected = presets.iter().position(|keyed| Some(&keyed.key) == open);
    let digit =
        |keyed: &KeyedPreset| keyed.preset.key.and_then(preset_shortcut_text).unwrap_or_default();
    let events = Table::new(text!("presets-table"), presets)
        .column(Column::wide(text!("presets-column-name")), |keyed| keyed.preset.name.clone())
        .medium()
        .column(Column::new(text!("presets-column-key"), 84.0), digit)
        .drawn(|ui, keyed| {
            words_ui(ui, &digit(keyed), text::small(), Tokens::of_theme(ui).ink_muted);
        })
        .show_ui(ui, &mut local.table);
    if let Some(keyed) = events.entered() {
        let is_open = open == Some(&keyed.key);
        if !is_open {
            go_to(cx, local, Next::Open(keyed.key.clone()));
        }
    }
}

/// The problems of the form.
fn problems(cx: &Cx<'_>, form: &PresetForm) -> PresetProblems {
    let state = cx.state;
    let others = state.order_rules.documents.presets.iter();
    let others = others.filter(|keyed| Some(&keyed.key) != form.key.as_ref());
    let printers = state.printing.printers.iter();
    let around = PresetSurroundings {
        others: others.map(|keyed| &keyed.preset).collect(),
        catalogs: state.carriers.catalogs.value(),
        accounts: state.carriers.accounts.value().map(Vec::as_slice),
        printers: printers.map(|printer| printer.name.as_str()).collect(),
        today: cx.today(),
    };
    preset_problems(&form.preset(), &around)
}

fn form_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PresetsViewState, covers: bool) {
    let Some(form) = &mut local.form else { return };
    let problems = problems(cx, form);
    form.progress.focus_early(ui);
    let is_untyped_new = form.key.is_none() && !form.is_changed();
    if form.key.is_none() {
        keyboard::begin_form(ui, "preset");
    }
    let mut step = None;
    if !covers {
        step = top_ui(ui, cx, form, &problems);
    }
    page_ui(ui, "preset", |ui| {
        ui.spacing_mut().item_spacing.y = space::M;
        // In a small window there is no room for anything above the form.
        if covers {
            let back = Button::quiet(text!("presets-back")).icon(Icon::Left);
            let goes_back = back.show_ui(ui).clicked();
            step = top_ui(ui, cx, form, &problems).or(goes_back.then_some(Step::Back));
        }
        fields::show_ui(ui, cx, form, &problems);
        ui.add_space(space::L);
    });
    if (covers || is_untyped_new) && take_escape(ui) {
        step = Some(Step::Back);
    }
    let key = local.form.as_ref().and_then(|form| form.key.clone());
    match step {
        Some(Step::Save) => save(cx, local, &problems),
        // As it is saved, by this computer or by another.
        Some(Step::Restore) => {
            if let Some(key) = &key {
                decided(cx, key);
            }
            enter(cx, local, key.map_or(Next::List, Next::Open));
        }
        Some(Step::KeepMine) => {
            let presets = &cx.state.order_rules.documents.presets;
            if let Some(form) = &mut local.form
                && let Some(theirs) = form.overtaken_by(presets)
            {
                form.rebase(theirs);
                decided(cx, &theirs.key);
            }
        }
        Some(Step::Duplicate) => duplicate(local),
        Some(Step::Delete) => {
            local.deleting.clone_from(&key);
            if let Some(key) = key {
                cx.ask(OrderRuleIntent::CountOrdersOf(key));
            }
        }
        Some(Step::Back) => go_to(cx, local, Next::List),
        None => {}
    }
}

/// The name of the preset, what another computer did to it, and what can be done with it.
fn top_ui(ui: &mut Ui, cx: &Cx<'_>, form: &PresetForm, problems: &PresetProblems) -> Option<Step> {
    let ink = cx.tokens.ink;
    line_ui(ui, size::CONTROL, |ui| {
        let title = match form.name.trim() {
            "" => text!("presets-new-title"),
            name => name,
        };
        short_ui(ui, title, text::title(), ink);
    });
    let presets = &cx.state.order_rules.documents.presets;
    let mut step = None;
    if let Some(theirs) = form.overtaken_by(presets) {
        let by = signed_words(&theirs.changed_by).to_string();
        let words = text!("presets-overtaken", by = by);
        step = match versions_ui(ui, &words, &form.differences(theirs)) {
            Some(Version::Mine) => Some(Step::KeepMine),
            Some(Version::Theirs) => Some(Step::Restore),
            None => None,
        };
    } else if let Some(saved) = presets.iter().find(|it| Some(&it.key) == form.key.as_ref())
        && !saved.changed_by.is_empty()
    {
        let by = signed_by(&saved.changed_by);
        small_muted_ui(ui, &text!("stations-document-changed", by = by));
    }
    steps_ui(ui, cx, form, problems).or(step)
}

/// What is typed in the form is decided there, and no more in the list of what is undecided.
fn decided(cx: &mut Cx<'_>, key: &str) {
    let mut overtaken = cx.state.order_rules.documents.overtaken.iter();
    let found = overtaken.find(|it| it.kind == DocumentKind::Preset && it.key == key);
    if let Some(found) = found {
        decide(cx, found, Version::Theirs);
    }
}

impl PresetsViewState {
    /// The key of the preset whose two versions are shown in the form.
    pub fn shows_versions_of(&self, documents: &Documents) -> Option<&str> {
        let form = self.form.as_ref()?;
        form.overtaken_by(&documents.presets)?;
        form.key.as_deref()
    }
}

#[derive(Clone, Copy)]
enum Step {
    Save,
    Restore,
    KeepMine,
    Duplicate,
    Delete,
    Back,
}

fn steps_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    form: &PresetForm,
    problems: &PresetProblems,
) -> Option<Step> {
    let is_new = form.key.is_none();
    let is_changed = form.is_changed();
    let overtaken = form.overtaken_by(&cx.state.order_rules.documents.presets);
    let overtaken = overtaken.map(|_| text!("presets-overtaken-first"));
    let unchanged = (!is_new && !is_changed).then(|| text!("presets-saved"));
    let mut step = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let hint = match problems.block_saving() {
            true => text!("presets-save-hint-problems"),
            false => text!("presets-save-hint"),
        };
        let save = Button::primary(text!("presets-save"))
            .hint(hint)
            .disabled_because(overtaken.or(unchanged));
        if save.show_ui(ui).clicked() {
            step = Some(Step::Save);
        }
        if is_changed && Button::quiet(text!("presets-restore")).show_ui(ui).clicked() {
            step = Some(Step::Restore);
        }
        if is_new {
            return;
        }
        let unsaved = is_changed.then(|| text!("presets-save-first"));
        let duplicate =
            Button::quiet(text!("presets-duplicate")).icon(Icon::Copy).disabled_because(unsaved);
        if duplicate.show_ui(ui).clicked() {
            step = Some(Step::Duplicate);
        }
        if Button::quiet(text!("presets-delete")).show_ui(ui).clicked() {
            step = Some(Step::Delete);
        }
    });
    step
}

/// Saves the preset, or goes to the first field that prevents it.
fn save(cx: &mut Cx<'_>, local: &mut PresetsViewState, problems: &PresetProblems) {
    let Some(form) = &mut local.form else { return };
    form.progress.tried = true;
    if problems.block_saving() {
        let is_own = problems.own.iter().any(|problem| !problem.is_warning);
        if let Some(problem) = problems.of_draft.first().filter(|_| !is_own) {
            form.progress.jump = Some(problem.field);
        }
        return;
    }
    form.begin_saving();
    cx.ask(OrderRuleIntent::Document(DocumentEdit::WritePreset {
        key: form.key.clone(),
        preset: Box::new(form.preset()),
    }));
}

/// Begins a new preset like this one, which has neither its name nor its key.
fn duplicate(local: &mut PresetsViewState) {
    if let Some(form) = &local.form {
        let preset = form.preset();
        let name = text!("presets-copy-name", name = &preset.name);
        local.form = Some(PresetForm::of_preset(&Preset { name, key: None, ..preset }));
    }
}

/// Asks before typed text is lost.
fn leave_ui(ui: &Ui, cx: &Cx<'_>, local: &mut PresetsViewState) {
    let Some(next) = local.leaving.clone() else {
        return;
    };
    let name = local.form.as_ref().map(|form| form.name.trim().to_owned());
    let name = name.filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| text!("presets-new-title").to_owned());
    let yes = Button::danger(text!("presets-leave-drop"));
    let no = Button::secondary(text!("presets-leave-keep"));
    let answer = ask_ui(ui, text!("presets-leave-question"), yes, no, |ui| {
        title_ui(ui, &text!("presets-leave-title", name = &name));
        muted_ui(ui, text!("presets-leave-words"));
    });
    if let Some(drops) = answer {
        local.leaving = None;
        if drops {
            enter(cx, local, next);
        }
    }
}

/// Deletes the preset as soon as it is known that no order and no rule has it; else asks.
fn delete_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PresetsViewState) {
    let Some(key) = local.deleting.clone() else {
        return;
    };
    let counted = cx.state.order_rules.preset_use.as_ref().filter(|counted| counted.key == key);
    let Some(counted) = counted.and_then(|counted| counted.orders.as_ref()) else {
        return;
    };
    let count = match counted {
        Ok(count) => *count,
        Err(trouble) => {
            if trouble_ui(ui, trouble, false).is_some() {
                local.deleting = None;
            }
            return;
        }
    };
    let presets = &cx.state.order_rules.documents.presets;
    let name = presets.iter().find(|keyed| keyed.key == key);
    let name = name.map_or("", |keyed| &keyed.preset.name);
    let is_of =
        |outcome: &RuleOutcome| matches!(outcome, RuleOutcome::Preset { key: of } if *of == key);
    let rules = cx.state.order_rules.documents.rules.iter();
    let rules: Vec<&str> = rules
        .filter(|keyed| is_of(&keyed.rule.outcome))
        .map(|keyed| keyed.rule.name.as_str())
        .collect();
    let answer = match (count, rules.as_slice()) {
        (0, []) => Some(true),
        _ => {
            let yes = Button::danger(text!("presets-delete-yes"));
            let no = Button::secondary(text!("presets-delete-no"));
            let ink = cx.tokens.ink;
            ask_ui(ui, text!("presets-delete-question"), yes, no, |ui| {
                title_ui(ui, &text!("presets-delete-title", name = name));
                if count > 0 {
                    let words = text!("presets-delete-orders", count = count);
                    wrapped_ui(ui, &words, text::body(), ink);
                }
                if !rules.is_empty() {
                    let names = rules.join(", ");
                    let words = text!("presets-delete-rules", count = rules.len(), rules = names);
                    wrapped_ui(ui, &words, text::body(), ink);
                }
            })
        }
    };
    let Some(deletes) = answer else { return };
    local.deleting = None;
    if deletes {
        local.form = None;
        let kind = DocumentKind::Preset;
        cx.ask(OrderRuleIntent::Document(DocumentEdit::Remove { kind, key }));
    }
}
