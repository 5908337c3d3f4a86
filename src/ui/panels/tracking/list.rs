//! The watch list: parcels with problems at the top, delivered ones at the bottom.

use egui::{Response, ScrollArea, Sense, Ui, vec2};

use super::status;
use super::{Focus, TrackingViewState};
use crate::api::value::TrackingStatus;
use crate::desk::intent::Intent;
use crate::desk::tracking::Tracked;
use crate::desk::tracking::intent::TrackingIntent;
use crate::desk::tracking::recipients::Recipient;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::rate_words::carrier_name;
use crate::ui::parts::row_actions::ShipmentAction;
use crate::ui::parts::tracking_words::{event_description, newest, status_with_event};
use crate::ui::tokens::{Tokens, radius, size, space, text};
use crate::ui::widgets::menu::menu_of_ui;
use crate::ui::widgets::spoken::selectable_info;
use crate::ui::widgets::table::tsv;
use crate::ui::widgets::{
    Icon, Meaning, MenuItem, from_left_ui, from_right_ui, line_ui, muted_ui, pill_ui, segmented_ui,
    short_ui,
};

const ROW_HEIGHT: f32 = 56.0;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    #[default]
    All,
    Trouble,
    Moving,
    /// Out for delivery: arrives before the day ends.
    Today,
    Arrived,
}

fn filters() -> [(Filter, &'static str); 5] {
    [
        (Filter::All, text!("tracking-filter-all")),
        (Filter::Trouble, text!("tracking-filter-problems")),
        (Filter::Moving, text!("tracking-filter-in-transit")),
        (Filter::Today, text!("tracking-filter-today")),
        (Filter::Arrived, text!("tracking-filter-completed")),
    ]
}

impl Filter {
    pub fn holds(self, status: Option<&TrackingStatus>) -> bool {
        use TrackingStatus::{
            Cancelled, Delayed, Delivered, DeliveryFailed, InTransit, Other, OutForDelivery,
        };
        match self {
            Self::All => true,
            Self::Trouble => matches!(status, Some(Delayed | DeliveryFailed | Other)),
            Self::Moving => matches!(status, Some(InTransit | Delayed | OutForDelivery)),
            Self::Today => matches!(status, Some(OutForDelivery)),
            Self::Arrived => matches!(status, Some(Delivered | Cancelled)),
        }
    }
}

/// Problems first, then parcels out for delivery, then the others, and delivered or canceled ones
/// last; each in the order in which they were added.
pub fn in_order(tracked: &[Tracked]) -> Vec<&Tracked> {
    let mut order: Vec<&Tracked> = tracked.iter().collect();
    order.sort_by_key(|tracked| match status(tracked) {
        Some(TrackingStatus::DeliveryFailed | TrackingStatus::Delayed) => 0,
        Some(TrackingStatus::OutForDelivery) => 1,
        Some(TrackingStatus::Delivered | TrackingStatus::Cancelled) => 3,
        _ => 2,
    });
    order
}

pub fn show_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut TrackingViewState,
    order: &[&Tracked],
    chosen: Option<&Tracked>,
) {
    ui.spacing_mut().item_spacing.y = space::XS;
    let name = text!("tracking-filter");
    segmented_ui(ui, name, &mut local.filter, &filters());
    if order.is_empty() {
        muted_ui(ui, text!("tracking-no-match"));
    }
    let height = ROW_HEIGHT;
    ScrollArea::vertical().id_salt("watch list").auto_shrink([false, false]).show_rows(
        ui,
        height,
        order.len(),
        |ui, rows| {
            for tracked in order.get(rows).unwrap_or_default() {
                let open = chosen.is_some_and(|chosen| chosen.number == tracked.number);
                let recipient = cx.state.tracking.recipients.get(&tracked.number);
                let recipient = recipient.map(Recipient::line);
                let response = row_ui(ui, cx, tracked, recipient.as_deref(), open);
                if response.clicked() {
                    local.selected = Some(tracked.number.to_string());
                    local.covers = true;
                    local.focus = Some(Focus::Back);
                }
                if open && local.focus.take_if(|focus| *focus == Focus::Row).is_some() {
                    response.request_focus();
                }
                let copies = || copies(tracked);
                let step = menu_of_ui(ui, &response, || steps(cx, tracked), copies);
                cx.carry_out(step);
            }
        },
    );
}

/// The actions of a parcel, the same as the buttons above its timeline.
fn steps(cx: &Cx<'_>, tracked: &Tracked) -> Vec<MenuItem<ShipmentAction>> {
    let number = tracked.number.as_str();
    let known = tracked.tracking.value();
    let page = known.and_then(|tracking| tracking.tracking_url.clone());
    let none = page.is_none().then_some(text!("tracking-no-carrier-page"));
    let rows = &cx.state.shipments.rows;
    let shipment = rows.iter().find(|row| row.tracking_number.as_ref() == Some(&tracked.number));
    let mut steps = Vec::new();
    if let Some(row) = shipment {
        let show = Command::ShowShipment(row.id.clone());
        steps
            .push(MenuItem::new(text!("tracking-action-show-shipment"), ShipmentAction::Run(show)));
    }
    let page = Intent::OpenUrl(page.unwrap_or_default());
    let page = MenuItem::new(text!("tracking-action-carrier-page"), ShipmentAction::Ask(page));
    steps.push(page.disabled_because(none));
    let stop = Intent::Tracking(TrackingIntent::Untrack(number.to_owned()));
    steps.push(MenuItem::new(text!("tracking-action-stop"), ShipmentAction::Ask(stop)));
    steps
}

/// The color, icon and word of a parcel.
pub fn parcel_status(tracked: &Tracked) -> (Meaning, Icon, String) {
    let known = tracked.tracking.value();
    let sub_status = known.and_then(|tracking| tracking.sub_status.as_deref());
    status_with_event(status(tracked), sub_status)
}

/// That the carrier of the parcel offers no tracking, if so.
pub fn untracked_words(cx: &Cx<'_>, tracked: &Tracked) -> Option<String> {
    let tracking = &cx.state.tracking;
    if !tracking.is_untracked(tracked) {
        return None;
    }
    let recipient = tracking.recipients.get(&tracked.number);
    let carrier = recipient.map(|known| carrier_name(cx.state, &known.carrier));
    Some(match carrier.filter(|carrier| !carrier.is_empty()) {
        Some(carrier) => text!("tracking-not-offered", carrier = carrier),
        None => text!("tracking-not-offered-unknown").to_owned(),
    })
}

fn copies(tracked: &Tracked) -> Vec<(String, String)> {
    let number = tracked.number.to_string();
    let (_, _, word) = parcel_status(tracked);
    let last = tracked.tracking.value().and_then(newest).map(event_description);
    let titles = [
        text!("shipments-column-number"),
        text!("shipments-column-status"),
        text!("tracking-last-scan"),
    ];
    let titles = titles.map(str::to_owned);
    let row = vec![number.clone(), word, last.unwrap_or_default()];
    vec![
        (text!("tracking-copy-row").to_owned(), tsv(titles.into(), [row].into_iter())),
        (text!("tracking-copy", number = &number), number),
    ]
}

fn row_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    tracked: &Tracked,
    recipient: Option<&str>,
    open: bool,
) -> Response {
    let tokens = Tokens::of_theme(ui);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::click());
    let fill = if open {
        tokens.selected
    } else if response.hovered() || response.has_focus() {
        tokens.hover
    } else {
        tokens.surface
    };
    ui.painter().rect(
        rect,
        radius::CONTROL,
        fill,
        match response.has_focus() {
            true => egui::Stroke::new(size::FOCUS_RING, tokens.focus),
            false => egui::Stroke::new(size::HAIRLINE, tokens.line),
        },
        egui::StrokeKind::Inside,
    );
    let (meaning, picture, word) = parcel_status(tracked);
    let inner = rect.shrink2(vec2(space::M, space::S));
    // A child `Ui`: the room of the row is already allocated.
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(inner));
    {
        let ui = &mut child;
        ui.spacing_mut().item_spacing.y = 2.0;
        line_ui(ui, size::CONTROL_COMPACT, |ui| {
            from_right_ui(ui, |ui| {
                pill_ui(ui, meaning, picture, &word);
                from_left_ui(ui, |ui| {
                    let title = recipient.unwrap_or(tracked.number.as_str());
                    short_ui(ui, title, text::body_medium(), tokens.ink);
                });
            });
        });
        line_ui(ui, size::ICON_SMALL, |ui| {
            let last = tracked
                .tracking
                .value()
                .and_then(|tracking| newest(tracking).map(event_description));
            let untracked = untracked_words(cx, tracked);
            let line = match (&last, tracked.tracking.trouble()) {
                _ if untracked.is_some() => untracked.as_deref().unwrap_or_default(),
                (Some(line), _) => line.as_str(),
                (None, Some(trouble)) => trouble.cause.as_str(),
                (None, None) if tracked.tracking.is_loading() => text!("tracking-loading"),
                (None, None) => text!("tracking-no-scans"),
            };
            let line = match recipient {
                Some(_) => format!("{} · {line}", tracked.number),
                None => line.to_owned(),
            };
            short_ui(ui, &line, text::small(), tokens.ink_muted);
        });
    }
    let name = match recipient {
        Some(recipient) => format!("{recipient}, {}, {word}", tracked.number),
        None => format!("{}, {word}", tracked.number),
    };
    selectable_info(&response, egui::Role::ListBoxOption, open, &name);
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::tracking::Tracking;
    use crate::base::id::TrackingNumber;
    use crate::desk::kernel::remote::Remote;
    use jiff::Timestamp;

    #[test]
    fn trouble_comes_first_and_what_arrived_last() {
        let tracked = |number: &str, status| Tracked {
            number: TrackingNumber::new(number),
            tracking: Remote::ready(
                Tracking { status: Some(status), ..Tracking::default() },
                Timestamp::UNIX_EPOCH,
            ),
        };
        let all = [
            tracked("delivered", TrackingStatus::Delivered),
            tracked("moving", TrackingStatus::InTransit),
            tracked("late", TrackingStatus::Delayed),
        ];
        let order: Vec<&str> =
            in_order(&all).into_iter().map(|tracked| tracked.number.as_str()).collect();
        assert_eq!(order, ["late", "moving", "delivered"]);
    }
}
