//! The existing manifests, and the form of one of them.

use std::sync::Arc;

use egui::{RichText, Ui};
use jiff::tz::TimeZone;

use super::group_words::origin_words;
use super::view_state::{ManifestsViewState, View};
use crate::api::manifest::Manifest;
use crate::base::id::ManifestId;
use crate::base::locale::format;
use crate::desk::intent::Intent;
use crate::desk::labels::documents::{DocumentId, DocumentIntent};
use crate::desk::manifests::{FormState, ManifestIntent};
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::row_actions::ShipmentAction;
use crate::ui::parts::{document_view, print_label};
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::{
    Button, Column, Icon, Meaning, MenuItem, Table, band_ui, closing_title_ui, column_ui, empty_ui,
    frame, grouped, height_within, muted_ui, panes_ui, pill_ui, short_moment, small_muted_ui,
};

const SIDE: f32 = 520.0;
/// The least width of the list beside an open form.
const BESIDE: f32 = 520.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ManifestsViewState) {
    let manifests = &cx.state.manifests;
    if manifests.known.is_empty() {
        if manifests.list.is_loading() {
            muted_ui(ui, text!("manifests-list-loading"));
            return;
        }
        let title = text!("manifests-list-empty-title");
        let words = text!("manifests-list-empty-text");
        let step = Some(text!("manifests-list-empty-step"));
        if empty_ui(ui, Icon::Manifests, title, words, step) {
            local.view = View::Day;
        }
        return;
    }
    let open = local.open.as_ref().and_then(|id| manifests.by_id(id)).cloned();
    let room = ui.available_size();
    // Where there is no room for both, the form takes the place of the list until it is closed.
    if let Some(manifest) = &open
        && room.x < SIDE + space::L + BESIDE
    {
        return column_ui(ui, room.x, |ui| form_ui(ui, cx, local, manifest, room.y));
    }
    let width = match open {
        Some(_) => room.x - SIDE - space::L,
        None => room.x,
    };
    panes_ui(ui, |ui| {
        column_ui(ui, width, |ui| table_ui(ui, cx, local, open.is_some()));
        if let Some(manifest) = open {
            column_ui(ui, SIDE, |ui| form_ui(ui, cx, local, &manifest, room.y));
        }
    });
}

fn table_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ManifestsViewState, beside: bool) {
    let manifests = &cx.state.manifests;
    let rows = &manifests.known;
    // New manifests move the rows, so the selection follows the id of the open one.
    local.list.selected =
        local.open.as_ref().and_then(|id| rows.iter().position(|row| row.id.as_ref() == Some(id)));
    // Beside an open form there are only the columns that distinguish rows.
    let (events, step) = Table::new("manifests", rows)
        .dimmed(cx.state.manifests.list.is_loading())
        .column(Column::new(text!("manifests-list-column-requested"), 130.0), |row| made(cx, row))
        .muted()
        .column(Column::wide(text!("manifests-list-column-account")), |row| account(row))
        .column(
            Column::new(text!("manifests-list-column-from"), 150.0).growing(0.3).shrinking(90.0),
            |row| row.from_address.as_ref().map(origin_words).unwrap_or_default(),
        )
        .muted()
        .shown(!beside)
        .column(
            Column::new(text!("manifests-list-column-form-number"), 240.0).shrinking(120.0),
            |row| row.form_number.clone().unwrap_or_default(),
        )
        .shown(!beside)
        .column(Column::new(text!("manifests-list-column-form"), 120.0), |row| state(row).2)
        .drawn(|ui, row| {
            let (meaning, icon, words) = state(row);
            pill_ui(ui, meaning, icon, &words);
        })
        .column(Column::new(text!("manifests-list-column-shipments"), 80.0).right(), |row| {
            grouped(row.shipment_ids.len())
        })
        .with_menu_ui(ui, &mut local.list, |row| steps(cx, row));
    cx.carry_out(step);
    if let Some(manifest) = events.entered() {
        local.open.clone_from(&manifest.id);
    }
    let older = (rows.len(), manifests.older.pages);
    if events.at_end
        && !manifests.older.complete
        && !manifests.list.is_loading()
        && local.asked_older != Some(older)
    {
        local.asked_older = Some(older);
        cx.ask(ManifestIntent::LoadOlder);
    }
}

fn steps(cx: &Cx<'_>, manifest: &Manifest) -> Vec<MenuItem<ShipmentAction>> {
    let Some(id) = manifest.id.clone() else {
        return Vec::new();
    };
    let document = DocumentId::ScanForm(id);
    let waiting = (FormState::of_manifest(manifest) != FormState::Generated)
        .then_some(text!("manifests-list-form-pending"));
    let print = DocumentIntent::Print { document, printer: None };
    let numbers = &manifest.tracking_numbers;
    let none = numbers.is_empty().then_some(text!("manifests-list-no-numbers"));
    let copy = ShipmentAction::Run(Command::Copy(numbers.join("\n")));
    let print = ShipmentAction::Ask(Intent::Documents(print));
    vec![
        MenuItem::new(text!("manifests-list-print-form"), print)
            .disabled_because(waiting.or(print_label::obstacle(cx.state))),
        MenuItem::new(text!("manifests-list-copy-numbers"), copy).disabled_because(none),
    ]
}

fn made(cx: &Cx<'_>, manifest: &Manifest) -> String {
    let date = manifest.transaction_date.as_ref();
    date.map(|date| short_moment(date.instant(), cx.now, cx.zone)).unwrap_or_default()
}

fn account(manifest: &Manifest) -> String {
    let name = manifest.carrier_account_name.clone();
    name.or(manifest.carrier_code.clone()).unwrap_or_default()
}

fn state(manifest: &Manifest) -> (Meaning, Icon, String) {
    match FormState::of_manifest(manifest) {
        FormState::Queued => {
            let words = text!("manifests-list-state-queued").to_owned();
            (Meaning::Info, Icon::Clock, words)
        }
        FormState::Generated => {
            let words = text!("manifests-list-state-ready").to_owned();
            (Meaning::Good, Icon::Check, words)
        }
        FormState::Other(words) => (Meaning::Warning, Icon::Warning, words),
    }
}

fn form_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ManifestsViewState,
    manifest: &Arc<Manifest>,
    height: f32,
) {
    let Some(id) = manifest.id.clone() else {
        return;
    };
    frame(Tokens::of_theme(ui)).show(ui, |ui| {
        ui.set_height(height_within(height));
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        if closing_title_ui(ui, &account(manifest), text!("manifests-list-close")) {
            local.open = None;
        }
        small_muted_ui(ui, &facts(manifest));
        number_ui(ui, manifest);
        match FormState::of_manifest(manifest) {
            FormState::Generated => pages_ui(ui, cx, local, id, manifest),
            FormState::Queued => {
                band_ui(ui, Meaning::Info, text!("manifests-list-queued"), None);
            }
            FormState::Other(words) => {
                band_ui(ui, Meaning::Warning, &words, None);
            }
        }
    });
}

fn facts(manifest: &Manifest) -> String {
    let shipments = manifest.shipment_ids.len();
    let mut facts = vec![text!("manifests-shipments", count = shipments)];
    let packages = manifest.tracking_numbers.len();
    if packages > shipments {
        facts.push(text!("manifests-list-packages", count = packages));
    }
    if let Some(date) = &manifest.ship_date {
        let date = date.in_zone(&TimeZone::UTC).date();
        let date = format::formats().date_of_year(date);
        facts.push(text!("manifests-list-ships", date = date));
    }
    let from = manifest.from_address.as_ref().map(origin_words);
    facts.extend(
        from.filter(|from| !from.is_empty()).map(|from| text!("manifests-list-from", place = from)),
    );
    facts.join(" · ")
}

fn number_ui(ui: &mut Ui, manifest: &Manifest) {
    ui.horizontal(|ui| {
        if let Some(number) = &manifest.form_number {
            let words = RichText::new(number).font(text::mono());
            ui.label(words.color(Tokens::of_theme(ui).ink));
            let copy = Button::quiet(text!("manifests-list-copy"))
                .name(text!("manifests-list-copy-form-number"));
            if copy.icon(Icon::Copy).compact().show_ui(ui).clicked() {
                ui.ctx().copy_text(number.clone());
            }
        }
        let none = manifest.tracking_numbers.is_empty();
        let none = none.then_some(text!("manifests-list-no-numbers"));
        let copy = Button::quiet(text!("manifests-list-copy-numbers")).icon(Icon::Copy);
        if copy.compact().disabled_because(none).show_ui(ui).clicked() {
            ui.ctx().copy_text(manifest.tracking_numbers.join("\n"));
        }
    });
}

fn pages_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ManifestsViewState,
    id: ManifestId,
    manifest: &Manifest,
) {
    let form = DocumentId::ScanForm(id);
    document_view::open(cx, &mut local.form, &form);
    document_view::steps_ui(ui, cx, &mut local.form, &form);
    let title = match &manifest.form_number {
        Some(number) => text!("manifests-list-form-title-number", number = number),
        None => text!("manifests-list-form-title").to_owned(),
    };
    document_view::canvas_ui(ui, cx, &mut local.form, &form, &title);
}
