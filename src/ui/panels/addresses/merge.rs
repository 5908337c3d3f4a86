//! Likely duplicates side by side: shows which text remains before two entries are merged.

use egui::{Grid, RichText, ScrollArea, Ui};

use crate::desk::addresses::AddressIntent;
use crate::desk::addresses::merge::{Pair, fields, swapped};
use crate::desk::intent::Intent;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::country_name;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::card::{Card, empty_ui};
use crate::ui::widgets::notice::retry_ui;
use crate::ui::widgets::text::{grouped, muted_ui, small_muted_ui};
use crate::ui::widgets::words::words_ui;
use crate::ui::widgets::{Button, Icon};

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
        muted_ui(ui, "Comparing every address with every other…");
    }
    if retry_ui(ui, found.trouble()) {
        cx.ask(Intent::Addresses(AddressIntent::FindDuplicates));
    }
    let Some(pairs) = found.value() else {
        if Button::secondary("Back to the list").show_ui(ui).clicked() {
            cx.ask(Intent::Addresses(AddressIntent::DropDuplicates));
        }
        return;
    };
    let open: Vec<&Pair> = pairs
        .iter()
        .filter(|pair| !local.left.contains(&key(pair)))
        .collect();
    if open.is_empty() {
        let words = "No two entries have the same name, street, ZIP and country";
        let step = Some("Back to the list");
        if empty_ui(ui, Icon::Check, "Nothing to merge", words, step) {
            *local = DuplicatesViewState::default();
            cx.ask(Intent::Addresses(AddressIntent::DropDuplicates));
        }
        return;
    }
    ui.horizontal(|ui| {
        let words = match open.len() {
            1 => "1 pair seems to be the same address".to_owned(),
            many => format!("{} pairs seem to be the same address", grouped(many)),
        };
        muted_ui(ui, &words);
        if Button::secondary("Back to the list").show_ui(ui).clicked() {
            cx.ask(Intent::Addresses(AddressIntent::DropDuplicates));
        }
    });
    ScrollArea::vertical()
        .auto_shrink([false, false])
        .id_salt("duplicates")
        .show(ui, |ui| {
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
    let title = format!("Pair {number}");
    Card::new(&title).show_ui(ui, |ui| {
        let tokens = Tokens::of_theme(ui);
        ui.spacing_mut().interact_size.y = size::CONTROL_COMPACT;
        Grid::new(("pair", key))
            .num_columns(4)
            .spacing([space::XL, space::XS])
            .show(ui, |ui| {
                for heading in ["", "This entry stays", "This one goes", "After merging"] {
                    ui.label(
                        RichText::new(heading)
                            .font(text::label())
                            .color(tokens.ink_muted),
                    );
                }
                ui.end_row();
                let columns = [&pair.keep.form, &pair.gone.form, &pair.merged].map(fields);
                let [keep, gone, merged] = columns;
                for ((name, first), ((_, second), (_, result))) in
                    keep.into_iter().zip(gone.into_iter().zip(merged))
                {
                    if first.is_empty() && second.is_empty() {
                        continue;
                    }
                    let differs = first.trim() != second.trim();
                    ui.label(RichText::new(name).color(tokens.ink_muted));
                    for words in [first, second, result] {
                        let words = match name {
                            "Country" => country_name(words),
                            _ => words,
                        };
                        // Differences are also bold, not only colored.
                        let (font, ink) = match differs {
                            true => (text::body_strong(), tokens.warning.ink),
                            false => (text::body(), tokens.ink),
                        };
                        words_ui(ui, words, font, ink);
                    }
                    ui.end_row();
                }
                if !pair.groups.is_empty() {
                    ui.label(RichText::new("Groups").color(tokens.ink_muted));
                    for groups in [&pair.keep.groups, &pair.gone.groups, &pair.groups] {
                        words_ui(ui, &groups.join(", "), text::body(), tokens.ink);
                    }
                    ui.end_row();
                }
            });
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            let names = ["Merge", "Keep the other", "Leave both"]
                .map(|what| format!("{what}: pair {number}"));
            let [merge, swap, leave] = &names;
            if Button::primary("Merge")
                .name(merge)
                .compact()
                .show_ui(ui)
                .clicked()
            {
                cx.ask(Intent::Addresses(AddressIntent::Merge(Box::new(pair))));
            }
            if Button::secondary("Keep the other")
                .name(swap)
                .compact()
                .show_ui(ui)
                .clicked()
            {
                match local.swapped.iter().position(|other| *other == key) {
                    Some(at) => drop(local.swapped.remove(at)),
                    None => local.swapped.push(key),
                }
            }
            if Button::quiet("Leave both")
                .name(leave)
                .compact()
                .show_ui(ui)
                .clicked()
            {
                local.left.push(key);
            }
            small_muted_ui(ui, "Can be undone until the next change of the book");
        });
    });
}
