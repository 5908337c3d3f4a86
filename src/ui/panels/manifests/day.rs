//! Shipments on no manifest yet: the groups at the left, the shipments of one group beside them.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::ask;
use super::group_words::{account_words, date_words, from_words, group_words, in_order, is_done};
use super::view_state::{ManifestsViewState, NARROW, View, offline};
use crate::base::id::ShipmentId;
use crate::base::locale::format;
use crate::desk::manifests::MOST_SHIPMENTS;
use crate::desk::manifests::groups::{Group, Parcel, UnmanifestedShipments};
use crate::parcel::rate_ranking::spaced;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::package_numbers::PackageNumbers;
use crate::ui::parts::recipient::name_and_place_ui;
use crate::ui::tokens::{Tokens, radius, size, space, text};
use crate::ui::widgets::spoken::selectable_info;
use crate::ui::widgets::words::moment_cell_ui;
use crate::ui::widgets::{
    Button, Column, Icon, Meaning, MenuItem, Table, band_ui, column_ui, empty_ui, from_left_ui,
    from_right_ui, icon, line_ui, muted_ui, panes_ui, pill_ui, short_moment, short_ui,
    small_muted_ui,
};

const GROUPS: f32 = 280.0;
/// In a narrow panel.
const NARROW_GROUPS: f32 = 220.0;
const ROW_HEIGHT: f32 = 56.0;
/// The column of the check boxes.
const TICK: f32 = 24.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ManifestsViewState) {
    let Some(known) = cx.state.manifests.day.known() else {
        muted_ui(ui, text!("manifests-loading-shipments"));
        return;
    };
    let day = Arc::clone(&known.value);
    if day.capped {
        let words = text!("manifests-day-capped", count = MOST_SHIPMENTS);
        band_ui(ui, Meaning::Warning, &words, None);
    }
    let left = left_out_words(&day);
    let show = text!("manifests-day-show-left-out");
    if let Some(words) = &left
        && band_ui(ui, Meaning::Info, words, Some(show))
    {
        local.view = View::LeftOut;
    }
    if day.groups.is_empty() {
        return nothing_ui(ui, cx, local, &day);
    }
    let open = local.group.as_ref();
    let groups_in_order = in_order(&day);
    let group = day.groups.iter().find(|group| Some(&group.id) == open);
    let Some(group) = group.or(groups_in_order.first().copied()) else {
        return;
    };
    let room = ui.available_size();
    let groups = if room.x < NARROW { NARROW_GROUPS } else { GROUPS };
    panes_ui(ui, |ui| {
        column_ui(ui, groups, |ui| {
            ScrollArea::vertical().id_salt("manifest groups").show(ui, |ui| {
                for &known in &groups_in_order {
                    if group_ui(ui, &day, known, known.id == group.id) {
                        local.group = Some(known.id.clone());
                        local.parcels.selected = None;
                    }
                }
            });
        });
        column_ui(ui, room.x - groups - space::L, |ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            parcels_ui(ui, cx, local, &day, group);
        });
    });
}

fn nothing_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ManifestsViewState,
    day: &UnmanifestedShipments,
) {
    let manifests = &cx.state.manifests;
    let is_new = day.manifested == 0 && manifests.known.is_empty();
    let (title, words, step) = match is_new {
        true => (
            text!("manifests-day-nothing-title"),
            text!("manifests-day-nothing-text"),
            text!("manifests-day-nothing-step"),
        ),
        false => (
            text!("manifests-day-done-title"),
            text!("manifests-day-done-text"),
            text!("manifests-day-done-step"),
        ),
    };
    if empty_ui(ui, Icon::Manifests, title, words, Some(step)) {
        match is_new {
            true => cx.go_to(Panel::Ship),
            false => local.view = View::Made,
        }
    }
}

/// `3 left out: its carrier doesn’t take manifests (1) and refund requested (2)`
fn left_out_words(day: &UnmanifestedShipments) -> Option<String> {
    if day.left_out.is_empty() {
        return None;
    }
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for left in &day.left_out {
        *reasons.entry(&left.reason).or_default() += 1;
    }
    let told: Vec<String> = reasons
        .iter()
        .map(|(reason, count)| match reasons.len() {
            1 => (*reason).to_owned(),
            _ => text!("manifests-day-reason-count", reason = *reason, count = *count),
        })
        .collect();
    Some(text!("manifests-day-left-out", count = day.left_out.len(), reasons = format::list(&told)))
}

fn group_ui(ui: &mut Ui, day: &UnmanifestedShipments, group: &Group, open: bool) -> bool {
    let tokens = Tokens::of_theme(ui);
    let room = vec2(ui.available_width(), ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(room, Sense::click());
    let fill = match (open, response.hovered() || response.has_focus()) {
        (true, _) => tokens.selected,
        (false, true) => tokens.hover,
        (false, false) => tokens.surface,
    };
    let line = match response.has_focus() {
        true => egui::Stroke::new(size::FOCUS_RING, tokens.focus),
        false => egui::Stroke::new(size::HAIRLINE, tokens.line),
    };
    let inside = egui::StrokeKind::Inside;
    ui.painter().rect(rect, radius::CONTROL, fill, line, inside);
    let inner = rect.shrink2(vec2(space::M, space::S));
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(inner));
    let ui = &mut child;
    ui.spacing_mut().item_spacing.y = 2.0;
    let count = text!("manifests-shipments", count = group.parcels.len());
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        from_right_ui(ui, |ui| {
            let count = RichText::new(&count).font(text::small());
            ui.add(egui::Label::new(count.color(tokens.ink_muted)).selectable(false));
            from_left_ui(ui, |ui| {
                let account = account_words(day, group);
                short_ui(ui, &account, text::body_medium(), tokens.ink);
            });
        });
    });
    line_ui(ui, size::ICON_SMALL, |ui| {
        let (from, date) = (from_words(day, group), date_words(group));
        let words = match is_done(group) {
            true => text!("manifests-group-handed-over", from = from, date = date),
            false => text!("manifests-group-ships", from = from, date = date),
        };
        short_ui(ui, &words, text::small(), tokens.ink_muted);
    });
    let name =
        text!("manifests-group-name", group = group_words(day, group), count = group.parcels.len());
    selectable_info(&response, egui::Role::ListBoxOption, open, &name);
    response.clicked()
}

/// Width from which the number of selected parcels stands beside the buttons, in points.
const ROOM_FOR_ONE_LINE: f32 = 500.0;

fn parcels_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ManifestsViewState,
    day: &UnmanifestedShipments,
    group: &Group,
) {
    short_ui(ui, &group_words(day, group), text::title(), cx.tokens.ink);
    choose_ui(ui, cx, local, day, group);
    table_ui(ui, cx, local, group);
}

/// How many parcels the manifest will include, and the buttons to choose them and to make it.
fn choose_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    local: &mut ManifestsViewState,
    day: &UnmanifestedShipments,
    group: &Group,
) {
    let taken = group.parcels.iter().filter(|parcel| takes(&local.ticks, parcel));
    let take: Vec<ShipmentId> = taken.map(|parcel| parcel.id.clone()).collect();
    let all = group.parcels.len();
    let words = text!("manifests-day-selected", count = take.len(), total = all);
    let is_narrow = ui.available_width() < ROOM_FOR_ONE_LINE;
    if is_narrow {
        small_muted_ui(ui, &words);
    }
    ui.horizontal(|ui| {
        if !is_narrow {
            small_muted_ui(ui, &words);
        }
        from_right_ui(ui, |ui| {
            let none = take.is_empty().then_some(text!("manifests-day-select-first"));
            let create = Button::primary(text!("manifests-create-ask")).icon(Icon::Manifests);
            let create = create.disabled_because(offline(cx.state).or(none));
            if create.show_ui(ui).clicked() {
                ask::open(local, day, group, take.clone());
            }
            let (words, tick) = match take.len() == all {
                true => (text!("manifests-day-clear-selection"), false),
                false => (text!("manifests-day-select-all"), true),
            };
            if Button::secondary(words).show_ui(ui).clicked() {
                for parcel in &group.parcels {
                    set(local, &parcel.id, tick);
                }
            }
        });
    });
}

fn table_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ManifestsViewState, group: &Group) {
    let rows = &group.parcels;
    let all_with_carrier = is_done(group);
    if all_with_carrier {
        small_muted_ui(ui, text!("manifests-day-all-handed-over"));
    }
    let ticks = &local.ticks;
    let table = Table::new("parcels to hand over", rows)
        .dimmed(cx.state.shipments.refresh.is_loading())
        .column(Column::new("", TICK), |parcel| match takes(ticks, parcel) {
            true => text!("manifests-day-included").to_owned(),
            false => text!("manifests-day-not-included").to_owned(),
        })
        .tick(
            |parcel| takes(ticks, parcel),
            |parcel| text!("manifests-day-include", parcel = named(parcel)),
        );
    let service = Column::new(text!("manifests-column-service"), 130.0)
        .growing(0.35)
        .shrinking(84.0)
        .leaving(1);
    let number = Column::new(text!("manifests-column-number"), 180.0).shrinking(120.0);
    let table = recipient_column(table, !all_with_carrier);
    let table = parcel_columns(table, service, number, |parcel| parcel);
    let (events, step) =
        bought_column(table, cx, |parcel| parcel).with_menu_ui(ui, &mut local.parcels, |parcel| {
            let words = match takes(ticks, parcel) {
                true => text!("manifests-day-menu-leave-out"),
                false => text!("manifests-day-menu-include"),
            };
            let show = text!("manifests-show-shipment");
            vec![
                MenuItem::new(words, ParcelStep::Turn(parcel)).shortcut("Enter"),
                MenuItem::new(show, ParcelStep::Show(parcel)),
            ]
        });
    let mut turned = events.opened.or(events.ticked);
    match step {
        Some(ParcelStep::Show(parcel)) => {
            cx.commands.push(Command::ShowShipment(parcel.id.clone()));
        }
        Some(ParcelStep::Turn(parcel)) => turned = Some(parcel),
        None => {}
    }
    if let Some(parcel) = turned {
        let is_taken = takes(&local.ticks, parcel);
        set(local, &parcel.id, !is_taken);
    }
}

/// An action in the menu of a parcel.
enum ParcelStep<'a> {
    /// The manifest includes it, or no longer does.
    Turn(&'a Arc<Parcel>),
    Show(&'a Arc<Parcel>),
}

/// In a column of recipients of at least this width, in points, the state is a word, else an icon.
const ROOM_FOR_STATE: f32 = 320.0;

/// That the carrier has a parcel, beside its recipient.
fn handed_over_ui(ui: &mut Ui) {
    let words = text!("manifests-handed-over");
    if ui.available_width() >= ROOM_FOR_STATE {
        pill_ui(ui, Meaning::Info, Icon::Truck, words);
        return;
    }
    let ink = Meaning::Info.hue(Tokens::of_theme(ui)).ink;
    let (place, response) =
        ui.allocate_exact_size(egui::Vec2::splat(size::ICON_SMALL), Sense::hover());
    icon::paint(ui.painter(), place, Icon::Truck, ink);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, words));
    response.on_hover_text(words);
}

fn set(local: &mut ManifestsViewState, id: &ShipmentId, on: bool) {
    local.ticks.insert(id.clone(), on);
}

/// Whether the manifest includes the parcel. If the user changed nothing, it does, unless the
/// carrier already has the parcel.
fn takes(ticks: &BTreeMap<ShipmentId, bool>, parcel: &Parcel) -> bool {
    let ticked = ticks.get(&parcel.id).copied();
    ticked.unwrap_or(!parcel.with_carrier)
}

/// A recipient with the tracking number or the id, to distinguish two parcels to one recipient.
pub fn named(parcel: &Parcel) -> String {
    match &parcel.number {
        Some(number) => format!("{}, {number}", parcel.to_name),
        None => format!("{}, {}", parcel.to_name, parcel.id),
    }
}

fn service_words(parcel: &Parcel) -> String {
    let packages = match parcel.packages {
        0 | 1 => String::new(),
        count => format!(" × {count}"),
    };
    format!("{}{packages}", spaced(&parcel.service))
}

/// The recipient of a parcel, and whether the carrier has it. Where `is_marked`, a mark beside the
/// recipient says so.
pub fn recipient_column<'r, 'c, R: AsRef<Parcel> + 'c>(
    table: Table<'r, 'c, R>,
    is_marked: bool,
) -> Table<'r, 'c, R> {
    let words = |row: &R| {
        let parcel = row.as_ref();
        let mut to = format!("{}, {}", parcel.to_name, parcel.to_place);
        if parcel.with_carrier {
            to.push_str(", ");
            to.push_str(text!("manifests-handed-over"));
        }
        to
    };
    table.column(Column::wide(text!("manifests-column-to")), words).drawn(move |ui, row| {
        let parcel = row.as_ref();
        let name_ui = |ui: &mut Ui| name_and_place_ui(ui, &parcel.to_name, &parcel.to_place);
        if !(parcel.with_carrier && is_marked) {
            return name_ui(ui);
        }
        from_right_ui(ui, |ui| {
            handed_over_ui(ui);
            from_left_ui(ui, name_ui);
        });
    })
}

/// The service and the number of a parcel.
pub fn parcel_columns<'r, 'c, R: 'c>(
    table: Table<'r, 'c, R>,
    service: Column,
    number: Column,
    parcel: fn(&R) -> &Parcel,
) -> Table<'r, 'c, R> {
    let table = table.column(service, move |row| service_words(parcel(row)));
    table
        .column(number, move |row| PackageNumbers::of_parcel(parcel(row)).words())
        .drawn(move |ui, row| PackageNumbers::of_parcel(parcel(row)).show_ui(ui))
}

/// When the label of a parcel was bought.
pub fn bought_column<'r, 'c, R: 'c>(
    table: Table<'r, 'c, R>,
    cx: &Cx<'c>,
    parcel: fn(&R) -> &Parcel,
) -> Table<'r, 'c, R> {
    let (now, zone) = (cx.now, cx.zone);
    table
        .column(Column::new(text!("manifests-column-bought"), 136.0), move |row| {
            short_moment(parcel(row).created, now, zone)
        })
        .drawn(move |ui, row| {
            let ink = Tokens::of_theme(ui).ink_muted;
            moment_cell_ui(ui, parcel(row).created, now, zone, ink);
        })
}
