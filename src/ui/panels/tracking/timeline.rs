//! One parcel: its route on the map, and its scans by local day, newest first.

use egui::{Align, Layout, RichText, ScrollArea, Ui};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::list::{parcel_status, untracked_words};
use crate::api::tracking::{Tracking, TrackingEvent};
use crate::base::clock::WireTime;
use crate::desk::intent::Intent;
use crate::desk::tracking::Tracked;
use crate::desk::tracking::intent::TrackingIntent;
use crate::desk::tracking::route::Stop;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::tracking_words::{event_words, place, status_display, status_with_event};
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::map::{MapView, Mark, map_ui};
use crate::ui::widgets::text::day;
use crate::ui::widgets::{
    Button, Card, Icon, clock_time, from_left_ui, from_right_ui, icon, icon_button_ui, line_ui,
    moment, muted_ui, pill_ui, retry_ui, short_ui, small_muted_ui, strong_ui, wrapped_ui,
};

/// The map's share of the height, within the limits below.
const MAP_SHARE: f32 = 0.45;
const MAP_LEAST: f32 = 160.0;
const MAP_MOST: f32 = 420.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, map: &mut MapView, tracked: &Tracked) {
    let number = tracked.number.to_string();
    Card::new("").show_ui(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.set_min_height(size::CONTROL_COMPACT);
            strong_ui(ui, &number);
            if icon_button_ui(ui, Icon::Copy, text!("tracking-copy-number")) {
                cx.commands.push(Command::Copy(number.clone()));
            }
            let (meaning, picture, word) = parcel_status(tracked);
            pill_ui(ui, meaning, picture, &word);
            cx.freshness_ui(ui, &tracked.tracking);
        });
        // The buttons have their own line: a number of 22 digits leaves them no room beside it.
        line_ui(ui, size::CONTROL_COMPACT, |ui| {
            from_right_ui(ui, |ui| {
                steps_ui(ui, cx, tracked);
                from_left_ui(ui, |ui| {
                    if let Some(recipient) = cx.state.tracking.recipients.get(&tracked.number) {
                        short_ui(ui, &recipient.line(), text::body(), cx.tokens.ink_muted);
                    }
                });
            });
        });
        if let Some(words) = untracked_words(cx, tracked) {
            muted_ui(ui, &words);
            return;
        }
        if retry_ui(ui, cx.trouble_to_show(&tracked.tracking)) {
            cx.ask(TrackingIntent::Refresh);
        }
        let Some(tracking) = tracked.tracking.value() else {
            muted_ui(ui, text!("tracking-nothing-known"));
            return;
        };
        way_ui(ui, cx, map, tracked);
        ScrollArea::vertical()
            .id_salt("timeline")
            .auto_shrink([false, false])
            .show(ui, |ui| events_ui(ui, tracking, cx.zone));
    });
}

fn steps_ui(ui: &mut Ui, cx: &mut Cx<'_>, tracked: &Tracked) {
    let number = tracked.number.to_string();
    if Button::quiet(text!("tracking-action-stop")).compact().show_ui(ui).clicked() {
        cx.ask(TrackingIntent::Untrack(number));
    }
    let known = tracked.tracking.value();
    let url = known.and_then(|tracking| tracking.tracking_url.clone());
    if let Some(url) = url
        && Button::quiet(text!("tracking-action-carrier-page")).compact().show_ui(ui).clicked()
    {
        cx.ask(Intent::OpenUrl(url));
    }
}

fn events_ui(ui: &mut Ui, tracking: &Tracking, zone: &TimeZone) {
    let mut events: Vec<&TrackingEvent> = tracking.tracking_details.iter().collect();
    if events.is_empty() {
        muted_ui(ui, text!("tracking-not-scanned"));
        return;
    }
    events.sort_by_key(|event| std::cmp::Reverse(event.date_time.as_ref().map(|at| at.instant())));
    let mut times = events.iter().filter_map(|event| event.date_time.as_ref());
    if times.any(|at| !at.zone_given()) {
        small_muted_ui(ui, text!("tracking-local-times"));
    }
    let mut last_day = String::new();
    for event in events {
        let heading = event
            .date_time
            .as_ref()
            .map_or_else(|| text!("tracking-time-unknown").to_owned(), |at| written(at, zone, day));
        if heading != last_day {
            ui.add_space(space::S);
            strong_ui(ui, &heading);
            last_day = heading;
        }
        event_ui(ui, event, zone);
    }
}

/// A time without a zone is the local time of the scan and stays as the carrier wrote it.
fn written(at: &WireTime, zone: &TimeZone, write: fn(Timestamp, &TimeZone) -> String) -> String {
    let at = at.in_zone(zone);
    write(at.timestamp(), at.time_zone())
}

fn event_ui(ui: &mut Ui, event: &TrackingEvent, zone: &TimeZone) {
    let tokens = Tokens::of_theme(ui);
    let sub_status = event.sub_status.as_deref();
    let (meaning, picture, word) = status_with_event(event.status.as_ref(), sub_status);
    let hue = meaning.hue(tokens);
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        let time = event.date_time.as_ref();
        let clock = time.map_or_else(String::new, |at| written(at, zone, clock_time));
        let clock = RichText::new(clock).color(tokens.ink_muted);
        let response = cell_ui(ui, TIME, |ui| ui.label(clock));
        if let Some(at) = time {
            let note = if at.zone_given() {
                at.source_text().to_owned()
            } else {
                text!("tracking-no-time-zone", time = at.source_text())
            };
            response.on_hover_text(note);
        }
        icon::icon_ui(ui, picture, size::ICON, hue.ink);
        cell_ui(ui, STATUS, |ui| {
            ui.label(RichText::new(&word).font(text::body_medium()));
        });
        let place = place(event);
        let words = sub_status.map(event_words).filter(|words| *words != word).unwrap_or_default();
        let detail = [words, place]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" · ");
        wrapped_ui(ui, &detail, text::body(), tokens.ink_muted);
    });
}

/// The width of the longest time of day.
const TIME: f32 = 72.0;
/// The width of the longest status word.
const STATUS: f32 = 112.0;

/// A cell of fixed width, so that the content after it lines up.
fn cell_ui<R>(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let size = egui::vec2(width, size::CONTROL_COMPACT);
    let left = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(size, left, |ui| {
        ui.set_min_size(size);
        contents(ui)
    })
    .inner
}

fn way_ui(ui: &mut Ui, cx: &mut Cx<'_>, map: &mut MapView, tracked: &Tracked) {
    let route = cx.state.tracking.route.as_ref().filter(|route| route.is_of(tracked));
    if route.is_none() {
        cx.ask(TrackingIntent::ShowRoute(tracked.number.to_string()));
    }
    let stops = route.and_then(|route| route.stops.as_deref());
    let marks: Vec<Mark> =
        stops.unwrap_or_default().iter().map(|stop| mark(stop, cx.zone)).collect();
    let name = match (marks.first(), marks.last()) {
        (Some(first), Some(last)) if marks.len() > 1 => {
            text!("tracking-map", count = marks.len(), first = &first.place, last = &last.place)
        }
        (Some(only), _) => text!("tracking-map-one", place = &only.place),
        _ => text!("tracking-map-empty").to_owned(),
    };
    let height = (ui.available_height() * MAP_SHARE).clamp(MAP_LEAST, MAP_MOST);
    let key = tracked.number.to_string();
    map_ui(ui, height, &key, &name, &marks, map);
}

fn mark(stop: &Stop, zone: &TimeZone) -> Mark {
    let (meaning, _, word) = status_display(stop.status.as_ref());
    let scan = match &stop.at {
        Some(at) => text!("tracking-map-scan", status = word, time = written(at, zone, moment)),
        None => word,
    };
    let words = format!("{}\n{scan}", stop.place);
    Mark { lon: stop.lon, lat: stop.lat, meaning, place: stop.place.clone(), words }
}
