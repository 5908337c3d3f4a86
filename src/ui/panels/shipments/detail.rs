//! One shipment: addresses, fees, tracking, and its label.

use egui::{RichText, ScrollArea, Ui};

use crate::api::address::Address;
use crate::api::shipment::Shipment;
use crate::api::tracking::Tracking;
use crate::base::id::{ShipmentId, TrackingNumber};
use crate::base::money::Money;
use crate::desk::labels::intent::LabelIntent;
use crate::desk::parcel::rate_ranking::{service_name, spaced};
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::shipments::intent::ShipmentIntent;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::suggested_lines;
use crate::ui::parts::label_view;
use crate::ui::parts::rate_words::{account_words, carrier_name};
use crate::ui::parts::row_actions::{offline_reason, refund_obstacle};
use crate::ui::parts::tracking_words::{humanize_code, newest, place};
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::card::{frame, height_within};
use crate::ui::widgets::field::label_ui;
use crate::ui::widgets::label_canvas::CanvasView;
use crate::ui::widgets::notice::{icon_button_ui, trouble_ui};
use crate::ui::widgets::text::{clock_time, line_ui, moment, muted_ui, small_muted_ui, title_ui};
use crate::ui::widgets::words::wrapped_ui;
use crate::ui::widgets::{Button, Icon};

/// The height of the label's picture.
const PICTURE: f32 = 340.0;

pub fn show_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    view: &mut label_view::LabelViewState,
    shipment: &ShipmentId,
    height: f32,
) {
    let state = cx.state;
    let row = state.shipments.rows.iter().find(|row| row.id == *shipment);
    let detail = &state.shipments.detail;
    let whole = detail
        .value()
        .filter(|whole| whole.id.as_ref() == Some(shipment));
    frame(Tokens::of_theme(ui)).show(ui, |ui| {
        // The card's padding and border are outside this height.
        ui.set_height(height_within(height));
        ui.set_width(ui.available_width());
        ScrollArea::vertical()
            .id_salt("shipment detail")
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
                head_ui(ui, cx, row.map(AsRef::as_ref));
                weighed_ui(ui, cx, row.map(AsRef::as_ref));
                let number = row
                    .and_then(|row| row.tracking_number.as_ref())
                    .or_else(|| whole.and_then(Shipment::tracking_number));
                if let Some(number) = number {
                    label_view::number_ui(ui, number);
                }
                label_view::steps_ui(ui, cx, view, shipment, number);
                again_ui(ui, cx, shipment, row.map(AsRef::as_ref));
                if let Some(trouble) = cx.trouble_to_show(detail) {
                    trouble_ui(ui, trouble, false);
                }
                if let Some(whole) = whole {
                    addresses_ui(ui, whole);
                    service_ui(ui, cx, row.map(AsRef::as_ref), whole);
                    fees_ui(ui, whole);
                    tracking_ui(ui, cx, number, whole);
                    unread_ui(ui, whole);
                } else if detail.is_loading() {
                    muted_ui(ui, "Fetching the shipment…");
                }
                label_view::verdict_ui(
                    ui,
                    state
                        .labels
                        .views
                        .get(shipment)
                        .and_then(|label| label.check.as_ref()),
                );
                ui.allocate_ui(egui::vec2(ui.available_width(), PICTURE), |ui| {
                    ui.set_height(PICTURE);
                    label_view::canvas_ui(ui, cx, view, shipment, CanvasView::fit());
                });
            });
    });
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, row: Option<&ShipmentRow>) {
    ui.horizontal(|ui| {
        title_ui(ui, row.map_or("Shipment", |row| row.to_name.as_str()));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if icon_button_ui(ui, Icon::Cross, "Close shipment") {
                cx.ask(ShipmentIntent::Select(None));
            }
        });
    });
    if let Some(row) = row {
        small_muted_ui(ui, &format!("Bought {}", moment(row.created, cx.zone)));
    }
}

/// The weights read from the scale at the purchase, one line per package.
fn weighed_ui(ui: &mut Ui, cx: &Cx<'_>, row: Option<&ShipmentRow>) {
    let weighed = &cx.state.shipments.weighed;
    let several = weighed.len() > 1 || row.is_some_and(|row| row.packages > 1);
    let day = |at: jiff::Timestamp| at.to_zoned(cx.zone.clone()).date();
    for witness in weighed {
        let what = match several {
            true => format!("Package {} weighed", witness.package),
            false => "Weighed".to_owned(),
        };
        let when = witness.time().map(|at| {
            let same_day = row.is_some_and(|row| day(row.created) == day(at));
            if same_day {
                format!(" at {}", clock_time(at, cx.zone))
            } else {
                format!(", {}", moment(at, cx.zone))
            }
        });
        let when = when.unwrap_or_default();
        small_muted_ui(ui, &format!("{what} {}{when}", witness.words()));
    }
}

fn again_ui(ui: &mut Ui, cx: &mut Cx<'_>, shipment: &ShipmentId, row: Option<&ShipmentRow>) {
    ui.horizontal_wrapped(|ui| {
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        let reason = row.and_then(|row| refund_obstacle(cx, row));
        let refund = Button::secondary("Refund…").disabled_because(reason.as_deref());
        if refund.show_ui(ui).clicked() {
            cx.commands.push(Command::AskRefund(shipment.clone()));
        }
        let again = Button::secondary("Ship again");
        if again.show_ui(ui).clicked() {
            cx.commands.push(Command::ShipAgain(shipment.clone()));
        }
        let hint = "Asks the service for the label again, free of charge";
        if Button::secondary("Fetch label again")
            .hint(hint)
            .disabled_because(offline_reason(cx))
            .show_ui(ui)
            .clicked()
        {
            cx.ask(LabelIntent::FetchAgain(shipment.clone()));
        }
    });
}

fn addresses_ui(ui: &mut Ui, whole: &Shipment) {
    for (heading, address) in [("To", &whole.to_address), ("From", &whole.from_address)] {
        if let Some(address) = address {
            pair_ui(ui, heading, &address_words(address));
        }
    }
}

/// The address in one line, as in the review; the country only if it is not the US.
fn address_words(address: &Address) -> String {
    let mut lines = suggested_lines(address);
    lines.retain(|line| !line.is_empty());
    lines.join(", ")
}

/// The service with its account, or with its carrier if the account is unknown.
fn service_ui(ui: &mut Ui, cx: &Cx<'_>, row: Option<&ShipmentRow>, whole: &Shipment) {
    let Some(service) = whole.service.as_ref().map(service_name) else {
        return;
    };
    let rate = whole.rates.first();
    let carrier = match (rate, row) {
        (Some(rate), _) if rate.carrier_code.is_some() => account_words(cx.state, rate),
        (_, Some(row)) => carrier_name(cx.state, &row.carrier),
        _ => String::new(),
    };
    let parts = [service, carrier];
    let parts: Vec<String> = parts.into_iter().filter(|it| !it.is_empty()).collect();
    pair_ui(ui, "Service", &parts.join(", "));
}

fn pair_ui(ui: &mut Ui, heading: &str, words: &str) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        label_ui(ui, heading);
        wrapped_ui(ui, words, text::body(), Tokens::of_theme(ui).ink);
    });
}

/// Lists the fields of the response that could not be read, so that the rest is not
/// mistaken for all of it.
fn unread_ui(ui: &mut Ui, whole: &Shipment) {
    if whole.unreadable_members.is_empty() {
        return;
    }
    label_ui(ui, "Could not be read");
    for oddity in &whole.unreadable_members {
        wrapped_ui(
            ui,
            &oddity.to_string(),
            text::body(),
            Tokens::of_theme(ui).ink,
        );
    }
    small_muted_ui(
        ui,
        "These fields of the service’s answer came in an unexpected form and are left out",
    );
}

fn fees_ui(ui: &mut Ui, whole: &Shipment) {
    let tokens = Tokens::of_theme(ui);
    label_ui(ui, "Price");
    let currency = whole.price().map(|price| price.currency);
    let money = |fee| Money::new(fee, currency.unwrap_or_default()).to_string();
    let bought = whole.bought_rates();
    let fees = bought.iter().flat_map(|rate| &rate.fees);
    let lines = fees
        .map(|fee| {
            let kind = spaced(fee.kind.as_deref().unwrap_or("Fee"));
            (kind, fee.fee.map(money))
        })
        .chain([(
            "Total".to_owned(),
            whole.price().map(|price| price.to_string()),
        )]);
    for (name, amount) in lines {
        line_ui(ui, size::ICON, |ui| {
            ui.label(RichText::new(name).color(tokens.ink));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let words = amount.unwrap_or_else(|| "–".to_owned());
                ui.label(
                    RichText::new(words)
                        .font(text::body_medium())
                        .color(tokens.ink),
                );
            });
        });
    }
}

/// The newest scans; the Tracking panel shows all of them.
fn tracking_ui(ui: &mut Ui, cx: &Cx<'_>, number: Option<&TrackingNumber>, whole: &Shipment) {
    // A watched parcel is refreshed more often than its shipment.
    let mut watched = cx.state.tracking.list.iter();
    let watched = watched.find(|it| Some(&it.number) == number);
    let watched = watched.and_then(|it| it.tracking.value());
    let last = |tracking: &&Tracking| {
        let scan = newest(tracking).and_then(|scan| scan.date_time.as_ref());
        scan.map(|time| time.instant())
    };
    let known = whole.tracking.iter().chain(watched);
    let Some(tracking) = known.max_by_key(last) else {
        return;
    };
    label_ui(ui, "Tracking");
    if tracking.tracking_details.is_empty() {
        let status = tracking
            .status
            .as_ref()
            .map(|status| spaced(status.as_str()));
        muted_ui(ui, &status.unwrap_or_else(|| "No scan yet".to_owned()));
    }
    let mut events: Vec<_> = tracking.tracking_details.iter().collect();
    events.sort_by_key(|event| {
        std::cmp::Reverse(event.date_time.as_ref().map(|time| time.instant()))
    });
    for event in events.into_iter().take(SCANS) {
        let when = event
            .date_time
            .as_ref()
            .map(|time| time.in_zone(cx.zone).strftime("%-d %b, %H:%M").to_string());
        let what = event
            .sub_status
            .as_deref()
            .or(event.status.as_ref().map(|status| status.as_str()))
            .map(humanize_code);
        let place = Some(place(event)).filter(|place| !place.is_empty());
        let words = [when, what, place]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" · ");
        small_muted_ui(ui, &words);
    }
}

const SCANS: usize = 3;
