//! Likely duplicates side by side: shows which text remains before two entries are merged.

use egui::{Grid, RichText, ScrollArea, Ui};

use super::table::checked;
use crate::desk::addresses::AddressIntent;
use crate::desk::addresses::merge::{Pair, swapped};
use crate::parcel::address_parts;
use crate::parcel::draft::AddressForm;
use crate::tables::mapping::OrderField;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::country_name;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::{
    Button, Card, Icon, empty_ui, muted_ui, retry_ui, small_muted_ui, words_ui,
};

#[derive(Debug, Default)]
pub struct DuplicatesViewState {
    /// Row ids of the pairs the user chose not to merge.
    left: Vec<(i64, i64)>,
    /// Row ids of the pairs in which the other entry should remain.
    swapped: Vec<(i64, i64)>,
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut DuplicatesViewState) {
    let found = &cx.state.addresses.duplicates;
    if found.is_loading() && found.value().is_none() {
        muted_ui(ui, text!("addresses-duplicates-loading"));
    }
    if retry_ui(ui, found.trouble()) {
        cx.ask(AddressIntent::FindDuplicates);
    }
    let Some(pairs) = found.value() else {
        back_ui(ui, cx);
        return;
    };
    let open: Vec<&Pair> = pairs.iter().filter(|pair| !local.left.contains(&key(pair))).collect();
    if open.is_empty() {
        let title = text!("addresses-duplicates-none-title");
        let words = text!("addresses-duplicates-none");
        let step = Some(text!("addresses-duplicates-back"));
        if empty_ui(ui, Icon::Check, title, words, step) {
            *local = DuplicatesViewState::default();
            cx.ask(AddressIntent::DropDuplicates);
        }
        return;
    }
    ui.horizontal(|ui| {
        muted_ui(ui, &text!("addresses-duplicates-count", count = open.len()));
        back_ui(ui, cx);
    });
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("duplicates").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::M;
        for (number, pair) in (1..).zip(open) {
            let shown = match local.swapped.contains(&key(pair)) {
                true => swapped(pair.clone()),
                false => pair.clone(),
            };
            pair_ui(ui, cx, local, number, shown, key(pair));
        }
    });
}

fn back_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let back = Button::secondary(text!("addresses-duplicates-back"));
    if back.show_ui(ui).clicked() {
        cx.ask(AddressIntent::DropDuplicates);
    }
}

fn key(pair: &Pair) -> (i64, i64) {
    (pair.keep.row, pair.gone.row)
}

fn pair_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut DuplicatesViewState,
    number: usize,
    pair: Pair,
    key: (i64, i64),
) {
    let title = text!("addresses-pair", number = number);
    Card::new(&title).show_ui(ui, |ui| {
        ui.spacing_mut().interact_size.y = size::CONTROL_COMPACT;
        comparison_ui(ui, &pair, key);
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            let merge = text!("addresses-merge-name", number = number);
            let swap = text!("addresses-keep-other-name", number = number);
            let leave = text!("addresses-keep-both-name", number = number);
            if Button::primary(text!("addresses-merge"))
                .name(&merge)
                .compact()
                .show_ui(ui)
                .clicked()
            {
                cx.ask(AddressIntent::Merge(Box::new(pair)));
            }
            if Button::secondary(text!("addresses-keep-other"))
                .name(&swap)
                .compact()
                .show_ui(ui)
                .clicked()
            {
                match local.swapped.iter().position(|other| *other == key) {
                    Some(at) => drop(local.swapped.remove(at)),
                    None => local.swapped.push(key),
                }
            }
            if Button::quiet(text!("addresses-keep-both"))
                .name(&leave)
                .compact()
                .show_ui(ui)
                .clicked()
            {
                local.left.push(key);
            }
            small_muted_ui(ui, text!("addresses-merge-undo"));
        });
    });
}

/// Both addresses and what becomes of them, field by field.
fn comparison_ui(ui: &mut Ui, pair: &Pair, key: (i64, i64)) {
    let tokens = Tokens::of_theme(ui);
    Grid::new(("pair", key)).num_columns(4).spacing([space::XL, space::XS]).show(ui, |ui| {
        for heading in [
            "",
            text!("addresses-pair-keep"),
            text!("addresses-pair-remove"),
            text!("addresses-pair-result"),
        ] {
            ui.label(RichText::new(heading).font(text::label()).color(tokens.ink_muted));
        }
        ui.end_row();
        let columns = [&pair.keep.form, &pair.gone.form, &pair.merged].map(fields);
        let [keep, gone, merged] = columns;
        let values = keep.into_iter().zip(gone.into_iter().zip(merged));
        for (name, (first, (second, result))) in field_names().into_iter().zip(values) {
            if first.is_empty() && second.is_empty() {
                continue;
            }
            let differs = first.trim() != second.trim();
            ui.label(RichText::new(name).color(tokens.ink_muted));
            for words in [first, second, result] {
                // A difference is no risk: it stands out by weight, not by amber.
                let (font, ink) = match differs {
                    true => (text::body_strong(), tokens.ink),
                    false => (text::body(), tokens.ink_muted),
                };
                words_ui(ui, words, font, ink);
            }
            ui.end_row();
        }
        if !pair.groups.is_empty() {
            let name = text!("addresses-field-groups");
            ui.label(RichText::new(name).color(tokens.ink_muted));
            for groups in [&pair.keep.groups, &pair.gone.groups, &pair.groups] {
                words_ui(ui, &groups.join(", "), text::body(), tokens.ink);
            }
            ui.end_row();
        }
    });
}

/// The fields of an address as the comparison shows them, in the order of [`field_names`].
fn fields(form: &AddressForm) -> [&str; 12] {
    let [a, b, c, d, e, f, g, h, country, i, j] = address_parts::parts(form);
    let checked = match form.verification.as_deref() {
        None | Some("") => "",
        Some(_) => checked(form).1,
    };
    [a, b, c, d, e, f, g, h, country_name(country), i, j, checked]
}

fn field_names() -> [&'static str; 12] {
    let [a, b, c, d, e, f, g, h, i, j, k] = OrderField::OF_ADDRESS_FORM.map(OrderField::name);
    let checked = text!("addresses-column-check");
    [a, b, c, d, e, f, g, h, i, j, k, checked]
}
