//! Shipments that cannot be on a manifest, each with its reason.

use std::sync::Arc;

use egui::Ui;

use super::ManifestsViewState;
use super::day::{parcel_cell_ui, service};
use crate::desk::manifests::groups::LeftOut;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::package_numbers::PackageNumbers;
use crate::ui::tokens::{Tokens, text};
use crate::ui::widgets::card::empty_ui;
use crate::ui::widgets::menu::MenuItem;
use crate::ui::widgets::table::{Column, Table};
use crate::ui::widgets::text::{muted_ui, short_moment, small_muted_ui};
use crate::ui::widgets::words::words_ui;
use crate::ui::widgets::{Button, Icon};

fn columns() -> [Column; 5] {
    [
        Column::new(text!("manifests-left-out-column"), 290.0).shrinking(220.0),
        Column::wide(text!("manifests-column-to")),
        Column::new(text!("manifests-column-service"), 150.0).growing(0.35).shrinking(84.0),
        Column::new(text!("manifests-column-number"), 190.0).shrinking(120.0),
        Column::new(text!("manifests-column-bought"), 136.0),
    ]
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ManifestsViewState) {
    let Some(known) = cx.state.manifests.day.known() else {
        muted_ui(ui, text!("manifests-loading-shipments"));
        return;
    };
    let day = Arc::clone(&known.value);
    if day.left_out.is_empty() {
        let title = text!("manifests-left-out-empty-title");
        let words = text!("manifests-left-out-empty-text");
        empty_ui(ui, Icon::Check, title, words, None);
        return;
    }
    let rows = &day.left_out;
    ui.horizontal(|ui| {
        let chosen = local.left_out.selected.and_then(|row| rows.get(row));
        let Some(left) = chosen else {
            small_muted_ui(ui, text!("manifests-left-out-note-select"));
            return;
        };
        small_muted_ui(ui, text!("manifests-left-out-note"));
        let show = Button::secondary(text!("manifests-show-shipment")).compact();
        if show.show_ui(ui).clicked() {
            let id = left.parcel.id.clone();
            cx.commands.push(Command::ShowShipment(id));
        }
    });
    let mut table = local.left_out;
    let (events, step) = Table::new("left out", &columns(), rows.len())
        .dimmed(cx.state.shipments.refresh.is_loading())
        .with_menu_ui(
            ui,
            &mut table,
            |row| rows.get(row).map(|row| cells(cx, row)).unwrap_or_default(),
            |ui, row, column| {
                let Some(left) = rows.get(row) else { return };
                match column {
                    0 => {
                        let ink = Tokens::of_theme(ui).ink;
                        words_ui(ui, &sentence(&left.reason), text::body(), ink);
                    }
                    _ => parcel_cell_ui(ui, cx, &left.parcel, column),
                }
            },
            |row| {
                let left = rows.get(row);
                let show = left.map(|left| Command::ShowShipment(left.parcel.id.clone()));
                let words = text!("manifests-show-shipment");
                let step = show.map(|show| MenuItem::new(words, show).shortcut("Enter"));
                step.into_iter().collect()
            },
        );
    local.left_out = table;
    cx.commands.extend(step);
    if let Some(left) = events.opened.and_then(|row| rows.get(row)) {
        let id = left.parcel.id.clone();
        cx.commands.push(Command::ShowShipment(id));
    }
}

fn cells(cx: &Cx<'_>, left: &LeftOut) -> Vec<String> {
    let parcel = &left.parcel;
    vec![
        sentence(&left.reason),
        format!("{}, {}", parcel.to_name, parcel.to_place),
        service(parcel),
        PackageNumbers::of_parcel(parcel).words(),
        short_moment(parcel.created, cx.now, cx.zone),
    ]
}

/// Changes `refund requested` to `Refund requested`.
fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
