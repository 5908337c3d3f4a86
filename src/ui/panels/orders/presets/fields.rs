//! The fields of a preset, in cards: what it is called, how the parcel is packed, which rate is
//! chosen, and what else it says.

use egui::Ui;

use super::form::{PresetForm, open_item, says_nothing};
use super::service::{self, note_touch};
use crate::api::value::SpecialService;
use crate::parcel::draft::{AddressForm, CustomsItemField, Field as At};
use crate::parcel::paste_address::parse_block;
use crate::parcel::preset::{PresetField, PresetProblems};
use crate::text;
use crate::ui::command::preset_shortcut_text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_fields::fields_ui;
use crate::ui::parts::customs_fields::{
    contents_ui, filing_pick_ui, hs_and_origin_ui, signature_ui,
};
use crate::ui::parts::draft_guide::{Guide, Look};
use crate::ui::parts::label_fields::label_fields_ui;
use crate::ui::parts::package_fields::{common_sizes, package_types, package_ui};
use crate::ui::parts::special_services::{parameters_ui, services_ui};
use crate::ui::tokens::space;
use crate::ui::widgets::{
    Button, Card, Choice, Field, check_ui, column_ui, pick_ui, problem_ui, small_muted_ui,
    strong_ui, weight_ui,
};

pub fn show_ui(ui: &mut Ui, cx: &Cx<'_>, form: &mut PresetForm, problems: &PresetProblems) {
    name_ui(ui, cx, form, problems);
    package_card_ui(ui, cx, form, problems);
    service::card_ui(ui, cx, form, problems);
    options_ui(ui, cx, form, problems);
    customs_ui(ui, form, problems);
    sender_ui(ui, cx, form, problems);
    label_ui(ui, cx, form, problems);
}

/// The problem to show beside a field: warnings always, mistakes once the field was left, what is
/// missing once Save was pressed.
pub fn own_problem<'a>(
    form: &PresetForm,
    problems: &'a PresetProblems,
    field: PresetField,
) -> Option<&'a str> {
    let problem = problems.own.iter().find(|problem| problem.field == field)?;
    let is_left = form.was_left(field) && !problem.missing;
    let is_due = problem.is_warning || form.progress.tried || is_left;
    is_due.then_some(problem.message.as_str())
}

fn name_ui(ui: &mut Ui, cx: &Cx<'_>, form: &mut PresetForm, problems: &PresetProblems) {
    Card::new(text!("presets-card-name")).show_ui(ui, |ui| {
        let room = ui.available_width();
        let message = own_problem(form, problems, PresetField::Name);
        let response = Field::new(text!("presets-name"))
            .hint(text!("presets-name-hint"))
            .width(room)
            .problem(message)
            .id(("preset name", form.progress.form))
            .show_ui(ui, &mut form.name);
        note_touch(form, PresetField::Name, &response);
        let message = own_problem(form, problems, PresetField::Key);
        let width = ((room - space::S) / 2.0).floor();
        column_ui(ui, width, |ui| {
            let choices = digits(cx, form);
            let name = text!("presets-key");
            let response = pick_ui(ui, name, name, width, &mut form.digit, &choices);
            note_touch(form, PresetField::Key, &response);
            if let Some(message) = message {
                problem_ui(ui, message);
            }
        });
        small_muted_ui(ui, text!("presets-key-words"));
    });
}

/// No key, and the nine keys; those of other presets cannot be taken.
fn digits(cx: &Cx<'_>, form: &PresetForm) -> Vec<Choice<Option<u8>>> {
    let presets = &cx.state.order_rules.documents.presets;
    let owner = |digit: u8| {
        let mut others = presets.iter();
        let other = others
            .find(|keyed| keyed.preset.key == Some(digit) && Some(&keyed.key) != form.key.as_ref());
        other.map(|keyed| text!("presets-key-taken", preset = &keyed.preset.name))
    };
    let none = Choice::new(None, text!("presets-key-none"));
    let digits = (1..=9).map(|digit| {
        let keys = preset_shortcut_text(digit).unwrap_or_default();
        Choice::new(Some(digit), keys).blocked(owner(digit))
    });
    std::iter::once(none).chain(digits).collect()
}

fn guide<'a>(form: &'a mut PresetForm, problems: &'a PresetProblems) -> Guide<'a> {
    Guide { problems: &problems.of_draft, progress: &mut form.progress }
}

fn package_card_ui(ui: &mut Ui, cx: &Cx<'_>, form: &mut PresetForm, problems: &PresetProblems) {
    Card::new(text!("presets-card-package")).show_ui(ui, |ui| {
        check_ui(ui, text!("presets-package-said"), &mut form.says.package);
        if form.says.package {
            let kinds = package_types(cx.state);
            let mut packages = std::mem::take(&mut form.draft.packages);
            if let Some(package) = packages.first_mut() {
                package.carried_over = false;
                let mut guide = guide(form, problems);
                package_ui(ui, &mut guide, 0, package, &kinds, &common_sizes());
            }
            form.draft.packages = packages;
            small_muted_ui(ui, text!("presets-package-words"));
        }
        let width = ((ui.available_width() - space::S) / 2.0).floor();
        let message = own_problem(form, problems, PresetField::PackagingWeight);
        let field = Field::new(text!("presets-packaging"))
            .right_aligned()
            .width(width)
            .problem(message)
            .id(("preset packaging", form.progress.form));
        let (value, unit) = &mut form.packaging;
        let response = weight_ui(ui, field, value, unit);
        note_touch(form, PresetField::PackagingWeight, &response);
        small_muted_ui(ui, text!("presets-packaging-words"));
    });
}

fn options_ui(ui: &mut Ui, cx: &Cx<'_>, form: &mut PresetForm, problems: &PresetProblems) {
    Card::new(text!("presets-card-options")).show_ui(ui, |ui| {
        check_ui(ui, text!("presets-options-said"), &mut form.says.options);
        if !form.says.options {
            return;
        }
        let PresetForm { draft, progress, services, .. } = form;
        let mut guide = Guide { problems: &problems.of_draft, progress };
        services_ui(ui, cx, &mut guide, services, draft);
        parameters_ui(ui, cx, &mut guide, draft);
        let options = &draft.options;
        let is_insured = options.special_services.contains(&SpecialService::Insurance);
        if is_insured && options.insurance_amount.trim().is_empty() {
            small_muted_ui(ui, text!("presets-insurance-words"));
        }
    });
}

fn customs_ui(ui: &mut Ui, form: &mut PresetForm, problems: &PresetProblems) {
    Card::new(text!("presets-card-customs")).show_ui(ui, |ui| {
        check_ui(ui, text!("presets-customs-said"), &mut form.says.customs);
        if !form.says.customs {
            return;
        }
        let room = ui.available_width();
        let half = ((room - space::S) / 2.0).floor();
        let customs = &mut form.draft.customs;
        let mut guide = Guide { problems: &problems.of_draft, progress: &mut form.progress };
        contents_ui(ui, &mut guide, customs);
        filing_pick_ui(ui, &mut guide, customs, half);
        signature_ui(ui, &mut guide, customs, "");
        let Some(item) = customs.items.first_mut() else {
            return;
        };
        strong_ui(ui, text!("presets-customs-items"));
        small_muted_ui(ui, text!("presets-customs-items-words"));
        let at = At::CustomsItem(0, CustomsItemField::Description);
        let look = Look { hint: text!("ship-customs-description-hint"), ..Look::default() };
        let label = text!("presets-customs-description");
        guide.text_ui(ui, at, label, room, look, &mut item.description);
        hs_and_origin_ui(ui, &mut guide, 0, item, false);
        let clear = Button::quiet(text!("presets-customs-clear")).compact();
        if !says_nothing(item) && clear.show_ui(ui).clicked() {
            *item = open_item();
        }
    });
}

fn sender_ui(ui: &mut Ui, cx: &Cx<'_>, form: &mut PresetForm, problems: &PresetProblems) {
    Card::new(text!("presets-card-sender")).show_ui(ui, |ui| {
        check_ui(ui, text!("presets-sender-said"), &mut form.says.from);
        if !form.says.from {
            return;
        }
        let ship = &cx.state.ship.draft;
        let usual = ship.usual_sender.as_deref().unwrap_or(&ship.from);
        let nobody = usual.is_blank().then(|| text!("presets-sender-nobody"));
        let take =
            Button::secondary(text!("presets-sender-take")).compact().disabled_because(nobody);
        if take.show_ui(ui).clicked() {
            form.draft.from = usual.clone();
        }
        let mut from = std::mem::take(&mut form.draft.from);
        let before = from.clone();
        if let Some(block) = fields_ui(ui, &mut guide(form, problems), &mut from, At::From) {
            from = parse_block(&block);
        }
        if from != before {
            // The id and the verdict belong to the earlier text.
            from = AddressForm { stored: None, verification: None, ..from };
        }
        form.draft.from = from;
    });
}

fn label_ui(ui: &mut Ui, cx: &Cx<'_>, form: &mut PresetForm, problems: &PresetProblems) {
    Card::new(text!("presets-card-label")).show_ui(ui, |ui| {
        check_ui(ui, text!("presets-label-said"), &mut form.says.label);
        if form.says.label {
            label_fields_ui(ui, &mut form.draft.label);
        }
        let any = Choice::new(None, text!("presets-printer-any"));
        let mut choices = vec![any];
        let printers = cx.state.printing.printers.iter();
        choices.extend(
            printers.map(|printer| Choice::new(Some(printer.name.clone()), &*printer.name)),
        );
        // One of another computer stays the preset's.
        if !choices.iter().any(|choice| choice.value == form.printer)
            && let Some(name) = &form.printer
        {
            choices.push(Choice::new(Some(name.clone()), &**name));
        }
        let message = own_problem(form, problems, PresetField::Printer);
        let width = ((ui.available_width() - space::S) / 2.0).floor();
        column_ui(ui, width, |ui| {
            let name = text!("presets-printer");
            let response = pick_ui(ui, name, name, width, &mut form.printer, &choices);
            note_touch(form, PresetField::Printer, &response);
            if let Some(message) = message {
                problem_ui(ui, message);
            }
        });
    });
}
