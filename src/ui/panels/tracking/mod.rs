//! Tracking: numbers typed or pasted, a watch list with problems at the top, the route of one
//! parcel on a map and as a timeline, and labels that were never scanned.

mod list;
mod never_scanned;
mod timeline;

use std::ops::RangeInclusive;

use egui::{Align, Key, Layout, Ui, vec2};

use crate::api::value::TrackingStatus;
use crate::desk::manifests::closing::is_number;
use crate::desk::tracking::Tracked;
use crate::desk::tracking::intent::TrackingIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::refresh_button::refresh_button_ui;
use crate::ui::tokens::space;
use crate::ui::widgets::map::MapView;
use crate::ui::widgets::{
    Button, Field, Icon, TableState, card, head, heading_ui, panes_ui, segmented_ui, take_escape,
};

#[derive(Default)]
pub struct TrackingViewState {
    typed: String,
    /// The number whose timeline is open.
    selected: Option<String>,
    /// The timeline covers the list, if there is no room beside it.
    covers: bool,
    /// What has to take the keyboard in this frame, because what had it is gone.
    focus: Option<Focus>,
    view: View,
    filter: list::Filter,
    map: MapView,
    radar: TableState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    /// The row of the open parcel.
    Row,
    /// The button that leads back to the list.
    Back,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum View {
    #[default]
    Watched,
    NeverLeft,
}

/// Width of the list beside the timeline, and its share of the panel.
const LIST_WIDTH: RangeInclusive<f32> = 380.0..=560.0;
const LIST_SHARE: f32 = 0.36;
/// Width of the field for numbers.
const NUMBERS: f32 = 540.0;
/// From this width on, the timeline is beside the list; below it, in place of the list.
const BESIDE: f32 = 760.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut TrackingViewState) {
    head::head_ui(ui, |ui, part| {
        if part == head::Part::Actions {
            if refresh_button_ui(ui, text!("tracking-refresh")) {
                cx.ask(TrackingIntent::Refresh);
            }
            return;
        }
        heading_ui(ui, text!("tracking-title"));
        ui.add_space(space::M);
        let stuck =
            cx.state.shipments.never_scanned_labels.value().map_or(0, |radar| radar.matching);
        let never_left = match stuck {
            0 => text!("tracking-list-unscanned").to_owned(),
            count => text!("tracking-list-unscanned-count", count = count),
        };
        segmented_ui(
            ui,
            text!("tracking-lists"),
            &mut local.view,
            &[(View::Watched, text!("tracking-list-watched")), (View::NeverLeft, &never_left)],
        );
    });
    match local.view {
        View::Watched => watched_ui(ui, cx, local),
        View::NeverLeft => never_scanned::show_ui(ui, cx, &mut local.radar),
    }
}

fn watched_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut TrackingViewState) {
    entry_ui(ui, cx, local);
    if cx.state.tracking.list.is_empty() {
        card::empty_ui(
            ui,
            Icon::Tracking,
            text!("tracking-empty-title"),
            text!("tracking-empty"),
            None,
        );
        return;
    }
    let order = list::in_order(&cx.state.tracking.list);
    let shown: Vec<&Tracked> =
        order.into_iter().filter(|tracked| local.filter.holds(status(tracked))).collect();
    let chosen = local
        .selected
        .as_ref()
        .and_then(|number| shown.iter().find(|tracked| is_number(tracked.number.as_str(), number)))
        .or(shown.first())
        .copied();
    // The open parcel must not change when the list is sorted again.
    let kept = &mut local.selected;
    if kept.is_none() {
        *kept = chosen.map(|tracked| tracked.number.to_string());
    }
    let room = ui.available_size();
    if room.x < BESIDE {
        return match chosen.filter(|_| local.covers) {
            Some(tracked) => over_list_ui(ui, cx, local, tracked),
            None => list::show_ui(ui, cx, local, &shown, chosen),
        };
    }
    let list = (room.x * LIST_SHARE).clamp(*LIST_WIDTH.start(), *LIST_WIDTH.end()).floor();
    panes_ui(ui, |ui| {
        ui.allocate_ui_with_layout(vec2(list, room.y), Layout::top_down(Align::Min), |ui| {
            list::show_ui(ui, cx, local, &shown, chosen)
        });
        ui.vertical(|ui| {
            if let Some(tracked) = chosen {
                timeline::show_ui(ui, cx, &mut local.map, tracked);
            }
        });
    });
}

/// The timeline in place of the list.
fn over_list_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut TrackingViewState, tracked: &Tracked) {
    let back = Button::quiet(text!("tracking-back")).icon(Icon::Back).show_ui(ui);
    if local.focus.take_if(|focus| *focus == Focus::Back).is_some() {
        back.request_focus();
    }
    timeline::show_ui(ui, cx, &mut local.map, tracked);
    if back.clicked() || take_escape(ui) {
        local.covers = false;
        local.focus = Some(Focus::Row);
    }
}

fn entry_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut TrackingViewState) {
    let mut send = false;
    ui.horizontal(|ui| {
        let track = Button::primary(text!("tracking-track"));
        let beside = track.width(ui) + ui.spacing().item_spacing.x;
        let field = Field::new(text!("tracking-numbers"))
            .hint(text!("tracking-numbers-hint"))
            .search()
            .hide_label()
            .expects_scans()
            .width(NUMBERS.min(ui.available_width() - beside));
        let response = field.show_ui(ui, &mut local.typed);
        send = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        send |= track.show_ui(ui).clicked();
    });
    let typed = local.typed.trim();
    if send && !typed.is_empty() {
        let text = typed.to_owned();
        let mut numbers = text.split_whitespace();
        local.selected = numbers.next().map(str::to_owned);
        // Of several, the list shows the state at a glance.
        local.covers = numbers.next().is_none();
        local.typed.clear();
        // A number just typed must be visible, whatever the filter was.
        local.filter = list::Filter::All;
        cx.ask(TrackingIntent::Track { text });
    }
}

fn status(tracked: &Tracked) -> Option<&TrackingStatus> {
    tracked.tracking.value()?.status.as_ref()
}
