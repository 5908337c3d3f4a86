//! The closing scan: a field for scanned numbers, the result of each, and the parcels still
//! missing. The manifest contains the scanned parcels.

use std::sync::Arc;

use egui::{ScrollArea, Ui};

use super::ask;
use super::day::{named, parcel_columns, recipient_column};
use super::group_words::{account_words, date_words, from_words, group_words, in_order, is_done};
use super::view_state::{ManifestsViewState as Panel, NARROW, offline};
use crate::base::id::ShipmentId;
use crate::desk::intent::Intent;
use crate::desk::manifests::ManifestIntent;
use crate::desk::manifests::closing::{ScanMessage, Scans};
use crate::desk::manifests::groups::{Group, Parcel, UnmanifestedShipments};
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::row_actions::ShipmentAction;
use crate::ui::tokens::{size, space, text};
use crate::ui::widgets::{
    Button, Column, Field, Icon, Meaning, MenuItem, Table, TableState, band_ui, column_ui,
    empty_ui, from_right_ui, line_ui, muted_ui, panes_ui, pill_ui, segmented_ui, short_ui,
    small_muted_ui, title_ui,
};

#[derive(Debug, Default)]
pub struct ClosingScanViewState {
    typed: String,
    filter: Filter,
    table: TableState,
    focused: bool,
}

impl ClosingScanViewState {
    /// Called when the view is left: on return, the field requests the keyboard focus again.
    pub fn leave(&mut self) {
        self.focused = false;
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Filter {
    #[default]
    All,
    Missing,
    Scanned,
}

const SIDE: f32 = 340.0;
/// In a narrow panel.
const NARROW_SIDE: f32 = 240.0;
/// Room for the progress and the filters on one line.
const ROOM_FOR_FILTERS: f32 = 680.0;
/// Most earlier results shown beside the table.
const SAID: usize = 8;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, panel: &mut Panel) {
    let Some(known) = cx.state.manifests.day.known() else {
        muted_ui(ui, text!("manifests-loading-shipments"));
        return;
    };
    let day = Arc::clone(&known.value);
    scan_ui(ui, cx, &mut panel.closing);
    if day.groups.is_empty() {
        let title = text!("manifests-scan-empty-title");
        let words = text!("manifests-scan-empty-text");
        empty_ui(ui, Icon::Check, title, words, None);
        return;
    }
    let room = ui.available_size();
    let side = if room.x < NARROW { NARROW_SIDE } else { SIDE };
    panes_ui(ui, |ui| {
        column_ui(ui, room.x - side - space::L, |ui| {
            parcels_ui(ui, cx, &mut panel.closing, &day);
        });
        column_ui(ui, side, |ui| {
            ScrollArea::vertical()
                .id_salt("closing scan groups")
                .auto_shrink([false, true])
                .show(ui, |ui| side_ui(ui, cx, panel, &day));
        });
    });
}

fn scan_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ClosingScanViewState) {
    let mut send = false;
    ui.horizontal(|ui| {
        let field = Field::new(text!("manifests-scan-field"))
            .hint(text!("manifests-scan-field-hint"))
            .search()
            .hide_label()
            .expects_scans()
            .width(420.0);
        let response = field.show_ui(ui, &mut local.typed);
        send = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        // A scanner types without a click, so the field takes the focus at first and
        // after each number.
        if send || !local.focused {
            local.focused = true;
            response.request_focus();
        }
        send |= Button::secondary(text!("manifests-scan-add"))
            .name(text!("manifests-scan-add-name"))
            .show_ui(ui)
            .clicked();
        let scans = &cx.state.manifests.scans;
        let nothing = scans.scanned_numbers.is_empty() && scans.messages.is_empty();
        let nothing = nothing.then_some(text!("manifests-scan-nothing-yet"));
        let again = Button::quiet(text!("manifests-scan-start-over")).disabled_because(nothing);
        if again.show_ui(ui).clicked() {
            cx.ask(ManifestIntent::ClearScans);
        }
    });
    if send && !local.typed.trim().is_empty() {
        let text = std::mem::take(&mut local.typed);
        cx.ask(ManifestIntent::Scan(text));
    }
    if let Some(said) = cx.state.manifests.scans.messages.front() {
        band_ui(ui, said.tone.into(), &result(said), None);
    }
}

fn parcels_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ClosingScanViewState,
    day: &UnmanifestedShipments,
) {
    let scans = &cx.state.manifests.scans;
    let groups = in_order(day);
    let parcels = || groups.iter().flat_map(|group| &group.parcels);
    progress_ui(ui, scans, &mut local.filter, &parcels().collect::<Vec<_>>());
    let shown: Vec<&Arc<Parcel>> = parcels()
        .filter(|parcel| match local.filter {
            Filter::All => true,
            Filter::Missing => is_missing(scans, parcel),
            Filter::Scanned => scans.scanned_packages(parcel) > 0,
        })
        .collect();
    if shown.is_empty() {
        muted_ui(ui, text!("manifests-scan-no-matches"));
        return;
    }
    let table = Table::new("closing scan", &shown)
        .column(Column::new(text!("manifests-scan-column"), 140.0), |parcel| state(scans, parcel).2)
        .drawn(|ui, parcel| {
            let (meaning, icon, words) = state(scans, parcel);
            pill_ui(ui, meaning, icon, &words);
        });
    let service = Column::new(text!("manifests-column-service"), 150.0);
    let service = service.growing(0.35).shrinking(84.0);
    let number = Column::new(text!("manifests-column-number"), 190.0).shrinking(120.0);
    let table = recipient_column(table, false);
    let table = parcel_columns(table, service, number, |parcel| parcel);
    let (events, step) = table.with_menu_ui(ui, &mut local.table, |parcel| {
        let never = scans.scanned_packages(parcel) == 0;
        let unscan = ManifestIntent::Unscan(parcel.id.clone());
        let unscan = ShipmentAction::Ask(Intent::Manifests(unscan));
        let never = never.then_some(text!("manifests-scan-undo-not-scanned"));
        vec![
            MenuItem::new(text!("manifests-scan-undo"), unscan)
                .shortcut("Enter")
                .disabled_because(never),
            MenuItem::new(
                text!("manifests-show-shipment"),
                ShipmentAction::Run(Command::ShowShipment(parcel.id.clone())),
            ),
        ]
    });
    cx.carry_out(step);
    // Enter or a second click undoes a mistaken scan.
    if let Some(parcel) = events.opened.filter(|parcel| scans.scanned_packages(parcel) > 0) {
        let id = parcel.id.clone();
        cx.ask(ManifestIntent::Unscan(id));
    }
}

fn is_missing(scans: &Scans, parcel: &Parcel) -> bool {
    !scans.is_fully_scanned(parcel) && !parcel.with_carrier
}

/// How many parcels are scanned, and the filter of the table.
fn progress_ui(ui: &mut Ui, scans: &Scans, filter: &mut Filter, parcels: &[&Arc<Parcel>]) {
    let count =
        |counted: &dyn Fn(&Parcel) -> bool| parcels.iter().filter(|parcel| counted(parcel)).count();
    let done = count(&|parcel| scans.is_fully_scanned(parcel));
    let left = count(&|parcel| is_missing(scans, parcel));
    let gone = parcels.len() - done - left;
    let total = done + left;
    let words = match gone {
        0 => text!("manifests-scan-progress", done = done, total = total),
        gone => text!(
            "manifests-scan-progress-handed-over",
            done = done,
            total = total,
            handed_over = gone
        ),
    };
    let missing = text!("manifests-scan-filter-missing", count = left);
    let begun = count(&|parcel| scans.scanned_packages(parcel) > 0);
    let scanned = text!("manifests-scan-filter-scanned", count = begun);
    let filters = [
        (Filter::All, text!("manifests-scan-filter-all")),
        (Filter::Missing, missing.as_str()),
        (Filter::Scanned, scanned.as_str()),
    ];
    let name = text!("manifests-scan-filter-name");
    if ui.available_width() < ROOM_FOR_FILTERS {
        title_ui(ui, &words);
        segmented_ui(ui, name, filter, &filters);
        return;
    }
    ui.horizontal(|ui| {
        title_ui(ui, &words);
        from_right_ui(ui, |ui| segmented_ui(ui, name, filter, &filters));
    });
}

fn state(scans: &Scans, parcel: &Parcel) -> (Meaning, Icon, String) {
    match (scans.scanned_packages(parcel), parcel.packages) {
        (0, _) if parcel.with_carrier => {
            let words = text!("manifests-handed-over").to_owned();
            (Meaning::Info, Icon::Truck, words)
        }
        (0, _) => {
            let words = text!("manifests-scan-state-not-scanned").to_owned();
            (Meaning::Neutral, Icon::Dot, words)
        }
        (seen, all) if seen < all => {
            let words = text!("manifests-scan-state-some", count = seen, total = all);
            (Meaning::Warning, Icon::Clock, words)
        }
        _ => {
            let words = text!("manifests-scan-state-scanned").to_owned();
            (Meaning::Good, Icon::Check, words)
        }
    }
}

/// A scanned number with its result.
fn result(said: &ScanMessage) -> String {
    text!("manifests-scan-result", number = &said.number, result = &said.words)
}

/// A button for each manifest that is still to be made, the parcels missing from it, and the latest
/// scan results.
fn side_ui(ui: &mut Ui, cx: &mut Cx<'_>, panel: &mut Panel, day: &UnmanifestedShipments) {
    ui.spacing_mut().item_spacing.y = space::S;
    let mut groups = 0;
    for group in in_order(day) {
        let ready = cx.state.manifests.scans.fully_scanned_parcels(group);
        if is_done(group) && ready.is_empty() {
            continue;
        }
        groups += 1;
        group_ui(ui, cx, panel, day, group, ready);
        ui.add_space(space::S);
    }
    if groups == 0 {
        small_muted_ui(ui, text!("manifests-scan-group-handed-over"));
    }
    let said = &cx.state.manifests.scans.messages;
    if said.len() > 1 {
        title_ui(ui, text!("manifests-scan-earlier"));
        for said in said.iter().skip(1).take(SAID) {
            line_ui(ui, size::ICON, |ui| {
                let meaning = Meaning::from(said.tone);
                let hue = meaning.hue(cx.tokens);
                crate::ui::widgets::icon::small_ui(ui, meaning.icon(), hue.ink);
                small_muted_ui(ui, &result(said));
            });
        }
    }
}

fn group_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    panel: &mut Panel,
    day: &UnmanifestedShipments,
    group: &Group,
    ready: Vec<ShipmentId>,
) {
    // Level with the count and the filter of the parcels beside it.
    let title = account_words(day, group);
    line_ui(ui, size::CONTROL, |ui| short_ui(ui, &title, text::title(), cx.tokens.ink));
    let (date, from) = (date_words(group), from_words(day, group));
    let place = text!("manifests-scan-group-place", date = date, from = from);
    line_ui(ui, size::ICON, |ui| short_ui(ui, &place, text::small(), cx.tokens.ink));
    let missing: Vec<String> = group
        .parcels
        .iter()
        .filter(|parcel| !ready.contains(&parcel.id) && !parcel.with_carrier)
        .map(|parcel| named(parcel))
        .collect();
    let words = match missing.as_slice() {
        [] => text!("manifests-scan-group-complete").to_owned(),
        [first, ..] => text!("manifests-scan-group-missing", count = missing.len(), first = first),
    };
    small_muted_ui(ui, &words);
    let words = match ready.len() {
        0 => text!("manifests-create-ask").to_owned(),
        count => text!("manifests-scan-create", count = count),
    };
    let name = text!("manifests-scan-create-name", group = group_words(day, group));
    let none = ready.is_empty().then_some(text!("manifests-scan-first"));
    let create = match missing.is_empty() {
        true => Button::primary(&words),
        false => Button::secondary(&words),
    };
    let create = create.name(&name).icon(Icon::Manifests);
    if create.disabled_because(offline(cx.state).or(none)).show_ui(ui).clicked() {
        ask::open(panel, day, group, ready);
    }
}
