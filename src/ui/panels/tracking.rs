//! Where parcels are: numbers typed or pasted, a watch list with trouble on top, and a
//! timeline, newest first, by local day.

use egui::{Align, Layout, RichText, ScrollArea, Sense, Ui, vec2};
use jiff::tz::TimeZone;

use crate::api::tracking::{Tracking, TrackingEvent};
use crate::api::value::TrackingStatus;
use crate::desk::intent::Intent;
use crate::desk::quote::spaced;
use crate::desk::state::Tracked;
use crate::ui::Cx;
use crate::ui::command::Command;
use crate::ui::tokens::{Tokens, radius, size, space, text};
use crate::ui::widgets::card::{self, Card};
use crate::ui::widgets::notice::{Answer, icon_button_ui, trouble_ui};
use crate::ui::widgets::text::{
    age_ui, clock_time, day, heading_ui, line_ui, muted_ui, pill_ui, small_muted_ui, strong_ui,
};
use crate::ui::widgets::{Button, Field, Icon, Meaning, icon};

#[derive(Default)]
pub struct Local {
    typed: String,
    /// The number whose timeline is open.
    selected: Option<String>,
}

const LIST_WIDTH: f32 = 380.0;
const ROW_HEIGHT: f32 = 56.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        heading_ui(ui, "Tracking");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let refresh = Button::secondary("Refresh")
                .icon(Icon::Refresh)
                .shortcut("F5");
            if refresh.show_ui(ui).clicked() {
                cx.ask(Intent::RefreshTracking);
            }
        });
    });
    entry_ui(ui, cx);
    ui.add_space(space::XS);
    if cx.state.tracking.is_empty() {
        card::empty_ui(
            ui,
            Icon::Tracking,
            "No parcel is being watched",
            "Type or paste tracking numbers above. Labels bought here are added by themselves",
            None,
        );
        return;
    }
    let order = in_order(&cx.state.tracking);
    let chosen = cx
        .local
        .tracking
        .selected
        .as_ref()
        .and_then(|number| {
            order
                .iter()
                .find(|tracked| tracked.number.as_str() == number)
        })
        .or(order.first())
        .copied();
    let room = ui.available_size();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        ui.allocate_ui_with_layout(
            vec2(LIST_WIDTH, room.y),
            Layout::top_down(Align::Min),
            |ui| list_ui(ui, cx, &order, chosen),
        );
        ui.vertical(|ui| {
            if let Some(tracked) = chosen {
                timeline_ui(ui, cx, tracked);
            }
        });
    });
}

fn entry_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut send = false;
    ui.horizontal(|ui| {
        let field = Field::new("Tracking numbers")
            .hint("Type or paste one or many tracking numbers")
            .search()
            .hide_label()
            .width(LIST_WIDTH + 160.0);
        let response = field.show_ui(ui, &mut cx.local.tracking.typed);
        send = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        send |= Button::primary("Track").show_ui(ui).clicked();
    });
    let typed = cx.local.tracking.typed.trim();
    if send && !typed.is_empty() {
        let text = typed.to_owned();
        cx.local.tracking.selected = text.split_whitespace().next().map(str::to_owned);
        cx.local.tracking.typed.clear();
        cx.ask(Intent::Track { text });
    }
}

/// Exceptions first, then what moves, then what has arrived; each in the order added.
fn in_order(tracked: &[Tracked]) -> Vec<&Tracked> {
    let mut order: Vec<&Tracked> = tracked.iter().collect();
    order.sort_by_key(|tracked| match status(tracked) {
        Some(TrackingStatus::DeliveryFailed | TrackingStatus::Delayed) => 0,
        Some(TrackingStatus::OutForDelivery) => 1,
        Some(TrackingStatus::Delivered | TrackingStatus::Cancelled) => 3,
        _ => 2,
    });
    order
}

fn status(tracked: &Tracked) -> Option<&TrackingStatus> {
    tracked.tracking.value()?.status.as_ref()
}

fn list_ui(ui: &mut Ui, cx: &mut Cx<'_>, order: &[&Tracked], chosen: Option<&Tracked>) {
    ui.spacing_mut().item_spacing.y = space::XS;
    let height = ROW_HEIGHT;
    ScrollArea::vertical()
        .id_salt("watch list")
        .auto_shrink([false, false])
        .show_rows(ui, height, order.len(), |ui, rows| {
            for tracked in order.get(rows).unwrap_or_default() {
                let open = chosen.is_some_and(|chosen| chosen.number == tracked.number);
                if row_ui(ui, tracked, open) {
                    cx.local.tracking.selected = Some(tracked.number.to_string());
                }
            }
        });
}

fn row_ui(ui: &mut Ui, tracked: &Tracked, open: bool) -> bool {
    let tokens = Tokens::of(ui);
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
        egui::Stroke::new(size::HAIRLINE, tokens.line),
        egui::StrokeKind::Inside,
    );
    let (meaning, picture, word) = told(status(tracked));
    let inner = rect.shrink2(vec2(space::M, space::S));
    // A child of its own: the room of the row is allocated already.
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(inner));
    {
        let ui = &mut child;
        ui.spacing_mut().item_spacing.y = 2.0;
        line_ui(ui, size::CONTROL_COMPACT, |ui| {
            ui.label(RichText::new(tracked.number.as_str()).font(text::body_medium()));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                pill_ui(ui, meaning, picture, &word);
            });
        });
        line_ui(ui, size::ICON_SMALL, |ui| {
            let last = tracked
                .tracking
                .value()
                .and_then(|tracking| newest(tracking).map(said));
            let line = match (&last, tracked.tracking.trouble()) {
                (Some(line), _) => line.as_str(),
                (None, Some(trouble)) => trouble.cause.as_str(),
                (None, None) if tracked.tracking.is_loading() => "Asking the carrier",
                (None, None) => "No scan yet",
            };
            ui.add(
                egui::Label::new(
                    RichText::new(line)
                        .font(text::small())
                        .color(tokens.ink_muted),
                )
                .truncate(),
            );
        });
    }
    let name = format!("{}, {word}", tracked.number);
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, open, &name));
    response.clicked()
}

fn timeline_ui(ui: &mut Ui, cx: &mut Cx<'_>, tracked: &Tracked) {
    let number = tracked.number.to_string();
    Card::new("").show_ui(ui, |ui| {
        line_ui(ui, size::CONTROL_COMPACT, |ui| {
            strong_ui(ui, &number);
            if icon_button_ui(ui, Icon::Copy, "Copy tracking number") {
                cx.commands.push(Command::Copy(number.clone()));
            }
            let (meaning, picture, word) = told(status(tracked));
            pill_ui(ui, meaning, picture, &word);
            if tracked.tracking.is_loading() {
                small_muted_ui(ui, "asking again");
            }
            if let Some(known) = tracked.tracking.known() {
                age_ui(ui, known.at, known.cached, cx.now);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if Button::quiet("Stop watching")
                    .compact()
                    .show_ui(ui)
                    .clicked()
                {
                    cx.ask(Intent::Untrack(number.clone()));
                }
                let url = tracked
                    .tracking
                    .value()
                    .and_then(|tracking| tracking.tracking_url.clone());
                if let Some(url) = url
                    && Button::quiet("Carrier's page")
                        .compact()
                        .show_ui(ui)
                        .clicked()
                {
                    cx.ask(Intent::OpenUrl(url));
                }
            });
        });
        if let Some(trouble) = tracked.tracking.trouble()
            && trouble_ui(ui, trouble, true) == Some(Answer::Retry)
        {
            cx.ask(Intent::RefreshTracking);
        }
        let Some(tracking) = tracked.tracking.value() else {
            muted_ui(ui, "Nothing is known of this parcel yet");
            return;
        };
        ScrollArea::vertical()
            .id_salt("timeline")
            .auto_shrink([false, false])
            .show(ui, |ui| events_ui(ui, tracking, cx.zone));
    });
}

fn events_ui(ui: &mut Ui, tracking: &Tracking, zone: &TimeZone) {
    let mut events: Vec<&TrackingEvent> = tracking.tracking_details.iter().collect();
    if events.is_empty() {
        muted_ui(
            ui,
            "The label exists; the carrier has not scanned the parcel yet",
        );
        return;
    }
    events.sort_by_key(|event| std::cmp::Reverse(event.date_time.as_ref().map(|at| at.instant())));
    let mut last_day = String::new();
    for event in events {
        let heading = event
            .date_time
            .as_ref()
            .map_or_else(|| "Time not given".to_owned(), |at| day(at.instant(), zone));
        if heading != last_day {
            ui.add_space(space::S);
            strong_ui(ui, &heading);
            last_day = heading;
        }
        event_ui(ui, event, zone);
    }
}

fn event_ui(ui: &mut Ui, event: &TrackingEvent, zone: &TimeZone) {
    let tokens = Tokens::of(ui);
    let (meaning, picture, word) = told(event.status.as_ref());
    let hue = meaning.hue(tokens);
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        let time = event.date_time.as_ref();
        let clock = time.map_or_else(String::new, |at| clock_time(at.instant(), zone));
        let response = ui.add_sized(
            [44.0, size::CONTROL_COMPACT],
            egui::Label::new(RichText::new(clock).color(tokens.ink_muted)),
        );
        if let Some(at) = time {
            let note = if at.zone_given() {
                at.source_text().to_owned()
            } else {
                format!("{} (the carrier named no time zone)", at.source_text())
            };
            response.on_hover_text(note);
        }
        icon::icon_ui(ui, picture, size::ICON, hue.ink);
        ui.label(RichText::new(word).font(text::body_medium()));
        let place = place(event);
        let words = event.sub_status.as_deref().map(plain).unwrap_or_default();
        let detail = [words, place]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" · ");
        ui.add(egui::Label::new(RichText::new(detail).color(tokens.ink_muted)).truncate());
    });
}

fn newest(tracking: &Tracking) -> Option<&TrackingEvent> {
    tracking
        .tracking_details
        .iter()
        .max_by_key(|event| event.date_time.as_ref().map(|at| at.instant()))
}

fn said(event: &TrackingEvent) -> String {
    let words = event
        .sub_status
        .as_deref()
        .filter(|text| !text.is_empty())
        .map_or_else(|| told(event.status.as_ref()).2, plain);
    match place(event) {
        place if place.is_empty() => words,
        place => format!("{words}, {place}"),
    }
}

/// `DepartedCarrierFacility` as `Departed carrier facility`; a carrier's sentence stays.
fn plain(text: &str) -> String {
    if text.contains(char::is_whitespace) {
        return text.to_owned();
    }
    let spaced = spaced(text);
    let mut words = spaced.split(' ');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |line, word| {
        let acronym = word.len() > 1 && word.chars().all(char::is_uppercase);
        let word = if acronym {
            word.to_owned()
        } else {
            word.to_lowercase()
        };
        format!("{line} {word}")
    })
}

fn place(event: &TrackingEvent) -> String {
    [&event.city, &event.state, &event.zip, &event.country]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join(" ")
}

/// A status as meaning, icon and word.
pub fn told(status: Option<&TrackingStatus>) -> (Meaning, Icon, String) {
    let (meaning, icon, word) = match status {
        None => (Meaning::Neutral, Icon::Dot, "Not known yet"),
        Some(TrackingStatus::PreTransit) => (Meaning::Neutral, Icon::Ship, "Label made"),
        Some(TrackingStatus::InTransit) => (Meaning::Info, Icon::Truck, "In transit"),
        Some(TrackingStatus::Delayed) => (Meaning::Warning, Icon::Clock, "Delayed"),
        Some(TrackingStatus::OutForDelivery) => (Meaning::Info, Icon::Truck, "Out for delivery"),
        Some(TrackingStatus::DeliveryFailed) => (Meaning::Bad, Icon::Warning, "Delivery failed"),
        Some(TrackingStatus::Delivered) => (Meaning::Good, Icon::House, "Delivered"),
        Some(TrackingStatus::Cancelled) => (Meaning::Neutral, Icon::Cross, "Cancelled"),
        Some(TrackingStatus::Other) => (Meaning::Neutral, Icon::Info, "Other"),
        Some(TrackingStatus::Unknown(text)) => {
            return (Meaning::Neutral, Icon::Info, text.clone());
        }
    };
    (meaning, icon, word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::id::TrackingNumber;
    use crate::desk::remote::Remote;
    use jiff::Timestamp;

    #[test]
    fn a_carriers_code_reads_as_words() {
        for (code, words) in [
            ("DepartedCarrierFacility", "Departed carrier facility"),
            ("Weather delay in Omaha", "Weather delay in Omaha"),
            ("Accepted", "Accepted"),
            ("", ""),
        ] {
            assert_eq!(plain(code), words);
        }
    }

    #[test]
    fn trouble_comes_first_and_what_arrived_last() {
        let tracked = |number: &str, status| Tracked {
            number: TrackingNumber::new(number),
            tracking: Remote::ready(
                Tracking {
                    status: Some(status),
                    ..Tracking::default()
                },
                Timestamp::UNIX_EPOCH,
            ),
        };
        let all = [
            tracked("delivered", TrackingStatus::Delivered),
            tracked("moving", TrackingStatus::InTransit),
            tracked("late", TrackingStatus::Delayed),
        ];
        let order: Vec<&str> = in_order(&all)
            .into_iter()
            .map(|tracked| tracked.number.as_str())
            .collect();
        assert_eq!(order, ["late", "moving", "delivered"]);
    }
}
