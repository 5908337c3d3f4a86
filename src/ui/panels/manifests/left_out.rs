//! Shipments that cannot be on a manifest, each with its reason.

use std::sync::Arc;

use egui::Ui;

use super::day::{bought_column, parcel_columns};
use super::view_state::ManifestsViewState;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::shipment_columns::ShipmentColumns;
use crate::ui::widgets::{
    Button, Column, Icon, MenuItem, Table, empty_ui, muted_ui, small_muted_ui,
};

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
    let reason = Column::new(text!("manifests-left-out-column"), 290.0).shrinking(220.0);
    let table = Table::new("left out", rows)
        .dimmed(cx.state.shipments.refresh.is_loading())
        .column(reason, |left| sentence(&left.reason))
        .recipient(Column::wide(text!("manifests-column-to")), |left| {
            [&left.parcel.to_name, &left.parcel.to_place]
        });
    let service = Column::new(text!("manifests-column-service"), 150.0);
    let service = service.growing(0.35).shrinking(84.0);
    let number = Column::new(text!("manifests-column-number"), 190.0).shrinking(120.0);
    let table = parcel_columns(table, service, number, |left| &left.parcel);
    let table = bought_column(table, cx, |left| &left.parcel);
    let (events, step) = table.with_menu_ui(ui, &mut local.left_out, |left| {
        let show = Command::ShowShipment(left.parcel.id.clone());
        vec![MenuItem::new(text!("manifests-show-shipment"), show).shortcut("Enter")]
    });
    cx.commands.extend(step);
    if let Some(left) = events.opened {
        let id = left.parcel.id.clone();
        cx.commands.push(Command::ShowShipment(id));
    }
}

/// Changes `refund requested` to `Refund requested`.
fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
