//! One entry of the address book: what is known about it, and the actions on it.

use egui::{RichText, ScrollArea, Ui};

use super::obstacle;
use super::table::{checked, checked_ui, residential_ui};
use crate::desk::addresses::AddressIntent;
use crate::desk::kernel::remote::Remote;
use crate::desk::records::contact::Contact;
use crate::drawing::bidi::may_contain_rtl;
use crate::parcel::address_parts::{same_words, shown_name};
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::lines;
use crate::ui::parts::address_verdict::{Verdict, undrawable_ui, verdict_ui};
use crate::ui::parts::signed::signed_by;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::{
    Button, Meaning, age, band_ui, card, closing_title_ui, code_ui, frame, heading_ui,
    height_within, label_ui, line_ui, muted_ui, retry_ui, small_muted_ui, trouble_ui, wrapped_ui,
};

#[derive(Debug, Default)]
pub struct AddressDetailViewState {
    /// The row id of the entry whose deletion waits for confirmation.
    deleting: Option<i64>,
}

impl AddressDetailViewState {
    /// Asks whether to delete the entry; the question appears once the entry is open.
    pub fn ask_to_delete(&mut self, row: i64) {
        self.deleting = Some(row);
    }
}

/// Returns whether the edit form should open.
pub fn show_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut AddressDetailViewState,
    contact: &Contact,
    height: f32,
) -> bool {
    let mut edit = false;
    let (row, form) = (contact.row, &contact.form);
    frame(Tokens::of_theme(ui)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.set_max_height(height_within(height));
        ScrollArea::vertical().id_salt("address detail").show(ui, |ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
            if closing_title_ui(ui, shown_name(form), text!("addresses-close")) {
                cx.ask(AddressIntent::Open(None));
            }
            line_ui(ui, size::CONTROL_COMPACT, |ui| {
                checked_ui(ui, form);
                residential_ui(ui, form);
            });
            edit = steps_ui(ui, cx, local, row);
            let ink = Tokens::of_theme(ui).ink;
            ui.scope(|ui| {
                ui.spacing_mut().item_spacing.y = space::XS;
                let extra = [form.phone.clone(), form.email.clone()];
                let extra = extra.into_iter().filter(|text| !text.is_empty());
                for line in lines(form).into_iter().chain(extra) {
                    address_line_ui(ui, &line, ink);
                }
            });
            check_ui(ui, cx, contact);
            facts_ui(ui, cx, contact);
        });
    });
    delete_ui(ui, cx, local, contact);
    edit
}

fn steps_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut AddressDetailViewState, row: i64) -> bool {
    if Button::primary(text!("addresses-ship-to")).full_width().show_ui(ui).clicked() {
        cx.commands.push(Command::ShipTo(row));
    }
    let mut edit = false;
    ui.horizontal_wrapped(|ui| {
        edit = Button::secondary(text!("addresses-edit")).compact().show_ui(ui).clicked();
        let checking = cx.state.addresses.check.is_loading();
        let reason =
            checking.then(|| text!("addresses-being-checked")).or_else(|| obstacle(cx.state));
        let check = Button::secondary(text!("addresses-check"))
            .name(text!("addresses-check-name"))
            .disabled_because(reason)
            .compact();
        if check.show_ui(ui).clicked() {
            cx.ask(AddressIntent::Check(row));
        }
        if Button::secondary(text!("addresses-ship-from")).compact().show_ui(ui).clicked() {
            cx.commands.push(Command::ShipFrom(row));
        }
        if Button::quiet(text!("addresses-delete")).compact().show_ui(ui).clicked() {
            local.deleting = Some(row);
        }
    });
    edit
}

/// The result of an address check, if it belongs to the current text of the entry.
fn check_ui(ui: &mut Ui, cx: &mut Cx<'_>, contact: &Contact) {
    let row = contact.row;
    undrawable_ui(ui, &contact.form);
    match &cx.state.addresses.check {
        Remote::NotAsked => {
            if checked(&contact.form).0 == Meaning::Warning {
                let said = contact.form.verification.as_deref().unwrap_or_default();
                // A bare word of the service is no sentence.
                let said = Some(said).filter(|it| it.contains(' '));
                let why = said.unwrap_or(text!("addresses-check-failed-why"));
                band_ui(ui, Meaning::Warning, why, None);
            }
        }
        Remote::Loading { .. } => {
            small_muted_ui(ui, text!("addresses-checking"));
        }
        Remote::Failed { trouble, .. } => {
            // A check stores nothing, so it is safe to repeat.
            if retry_ui(ui, Some(trouble)) {
                cx.ask(AddressIntent::Check(row));
            }
        }
        Remote::Ready(known) => {
            if same_words(&known.value.typed, &contact.form) {
                let title = text!("addresses-verdict");
                let intent = match verdict_ui(ui, &known.value, title) {
                    Some(Verdict::KeepMine) => AddressIntent::KeepMine(row),
                    Some(Verdict::UseSuggestion) => AddressIntent::Accept(row),
                    None => return,
                };
                cx.ask(intent);
            }
        }
    }
}

fn facts_ui(ui: &mut Ui, cx: &mut Cx<'_>, contact: &Contact) {
    if !contact.groups.is_empty() {
        label_ui(ui, text!("addresses-field-groups"));
        muted_ui(ui, &contact.groups.join(", "));
    }
    match (&contact.id, &cx.state.addresses.storing) {
        (Some(id), _) => {
            label_ui(ui, text!("addresses-service-id"));
            code_ui(ui, id.as_str());
        }
        (None, Remote::Loading { .. }) => {
            small_muted_ui(ui, text!("addresses-storing"));
        }
        (None, storing) => {
            if let Some(trouble) = storing.trouble() {
                trouble_ui(ui, trouble, false);
            }
            let store = Button::secondary(text!("addresses-store"))
                .hint(text!("addresses-store-hint"))
                .disabled_because(obstacle(cx.state))
                .compact();
            if store.show_ui(ui).clicked() {
                cx.ask(AddressIntent::Store(contact.row));
            }
        }
    }
    if let Some(used) = contact.last_used {
        let words = text!("addresses-last-sent", age = age(used, cx.now));
        small_muted_ui(ui, &words);
    }
    if !contact.changed_by.is_empty() {
        let by = signed_by(&contact.changed_by);
        small_muted_ui(ui, &text!("addresses-changed-by", by = by));
    }
}

fn delete_ui(ui: &Ui, cx: &mut Cx<'_>, local: &mut AddressDetailViewState, contact: &Contact) {
    if local.deleting != Some(contact.row) {
        return;
    }
    let delete = Button::danger(text!("addresses-delete-yes"));
    let no = Button::secondary(text!("addresses-cancel"));
    let answer = card::ask_ui(ui, "delete address", delete, no, |ui| {
        let name = shown_name(&contact.form);
        heading_ui(ui, &text!("addresses-delete-title", name = name));
        muted_ui(ui, text!("addresses-delete-words"));
    });
    if answer == Some(true) {
        cx.ask(AddressIntent::Remove(contact.row));
    }
    if answer.is_some() {
        local.deleting = None;
    }
}

/// Selectable for copying, unless a right-to-left line was reordered for display: a copy of the
/// reordered text would be wrong.
fn address_line_ui(ui: &mut Ui, line: &str, ink: egui::Color32) {
    if may_contain_rtl(line) {
        wrapped_ui(ui, line, text::body(), ink);
    } else {
        let words = RichText::new(line).color(ink);
        ui.add(egui::Label::new(words).wrap().selectable(true));
    }
}
