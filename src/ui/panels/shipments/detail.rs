//! One shipment: addresses, fees, tracking, and its label.

use egui::{RichText, ScrollArea, Ui};

use crate::api::address::Address;
use crate::api::shipment::Shipment;
use crate::api::tracking::Tracking;
use crate::base::id::{ShipmentId, TrackingNumber};
use crate::base::locale::format::formats;
use crate::base::money::Money;
use crate::desk::labels::intent::LabelIntent;
use crate::desk::records::scale_reading::ScaleReading;
use crate::desk::records::shipment_row::{ShipmentRow, references};
use crate::desk::shipments::intent::ShipmentIntent;
use crate::parcel::rate_ranking::{service_name, spaced};
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::suggested_lines;
use crate::ui::parts::label_view;
use crate::ui::parts::rate_words::{account_words, carrier_name};
use crate::ui::parts::row_actions::{offline_reason, refund_obstacle};
use crate::ui::parts::tracking_words::{event_words, newest, place, status_display};
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::button::button_rows_ui;
use crate::ui::widgets::{
    Button, Icon, Meaning, clock_time, column_ui, frame, from_left_ui, from_right_ui,
    height_within, icon_button_ui, label_ui, line_ui, moment, money_words, muted_ui, panes_ui,
    pill_ui, short_moment, short_ui, small_muted_ui, trouble_ui, wrapped_ui,
};

/// The height of the label's picture.
const PICTURE: f32 = 340.0;
/// The width of what is said about the shipment, with the label's picture beside it.
const FACTS: f32 = 384.0;

/// View state of the shipment that is shown.
#[derive(Debug, Default)]
pub struct DetailViewState {
    pub label: label_view::LabelViewState,
    /// The shipment of the last frame.
    shown: Option<ShipmentId>,
}

/// Where the detail is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    BesideList,
    /// In place of the list, in a window too narrow for both.
    OverList,
}

/// The shipment in a card of this height. Returns whether the user goes back to the list that it
/// covers.
pub fn show_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    view: &mut DetailViewState,
    shipment: &ShipmentId,
    place: Place,
    height: f32,
) -> bool {
    let state = cx.state;
    let row = state.shipments.rows.iter().find(|row| row.id == *shipment).map(AsRef::as_ref);
    let detail = &state.shipments.detail;
    let whole = detail.value().filter(|whole| whole.id.as_ref() == Some(shipment));
    let is_new = view.shown.as_ref() != Some(shipment);
    view.shown = Some(shipment.clone());
    let mut back = false;
    frame(Tokens::of_theme(ui)).show(ui, |ui| {
        // The card's padding and border are outside this height.
        let height = height_within(height);
        ui.set_height(height);
        ui.set_width(ui.available_width());
        let room = ui.available_width();
        let picture_beside = room >= FACTS * 2.0;
        panes_ui(ui, |ui| {
            let width = if picture_beside { FACTS } else { room };
            column_ui(ui, width, |ui| {
                let mut area = ScrollArea::vertical().id_salt("shipment detail");
                if is_new {
                    area = area.vertical_scroll_offset(0.0);
                }
                area.show(ui, |ui| {
                    ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
                    back = head_ui(ui, cx, shipment, row, place, is_new);
                    facts_ui(ui, cx, view, shipment, row, whole);
                    if !picture_beside {
                        picture_ui(ui, cx, view, shipment, PICTURE);
                    }
                });
            });
            if picture_beside {
                column_ui(ui, room - FACTS - space::L, |ui| {
                    picture_ui(ui, cx, view, shipment, height);
                });
            }
        });
    });
    back
}

fn picture_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    view: &mut DetailViewState,
    shipment: &ShipmentId,
    height: f32,
) {
    ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
        ui.set_height(height);
        label_view::canvas_ui(ui, cx, &mut view.label, shipment);
    });
}

fn facts_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    view: &mut DetailViewState,
    shipment: &ShipmentId,
    row: Option<&ShipmentRow>,
    whole: Option<&Shipment>,
) {
    let state = cx.state;
    let detail = &state.shipments.detail;
    weighed_ui(ui, cx, row);
    let number = row
        .and_then(|row| row.tracking_number.as_ref())
        .or_else(|| whole.and_then(Shipment::tracking_number));
    if let Some(number) = number {
        label_view::numbers_ui(ui, cx, shipment, number);
    }
    label_view::steps_ui(ui, cx, &mut view.label, shipment, number);
    again_ui(ui, cx, shipment, row);
    if let Some(trouble) = cx.trouble_to_show(detail) {
        trouble_ui(ui, trouble, false);
    }
    if let Some(whole) = whole {
        addresses_ui(ui, whole);
        service_ui(ui, cx, row, whole);
        fees_ui(ui, whole);
        tracking_ui(ui, cx, number, whole);
        unread_ui(ui, whole);
    } else if detail.is_loading() {
        muted_ui(ui, text!("shipments-detail-loading"));
    }
    let label = state.labels.views.get(shipment);
    label_view::verdict_ui(ui, label.and_then(|label| label.check.as_ref()));
}

/// Returns whether the user goes back to the list.
fn head_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    shipment: &ShipmentId,
    row: Option<&ShipmentRow>,
    place: Place,
    is_new: bool,
) -> bool {
    let mut back = false;
    if place == Place::OverList {
        let button = Button::quiet(text!("shipments-detail-back")).icon(Icon::Back).show_ui(ui);
        if is_new {
            // The list that had the keyboard is gone.
            button.request_focus();
        }
        back = button.clicked();
    }
    ui.horizontal(|ui| {
        from_right_ui(ui, |ui| {
            if place == Place::BesideList
                && icon_button_ui(ui, Icon::Cross, text!("shipments-detail-close"))
            {
                cx.ask(ShipmentIntent::Select(None));
            }
            if label_view::void_reason(cx, shipment).is_some() {
                pill_ui(ui, Meaning::Neutral, Icon::Cross, text!("parts-label-voided"));
            }
            from_left_ui(ui, |ui| {
                let title = row.map_or(text!("shipments-detail-title"), |row| row.to_name.as_str());
                short_ui(ui, title, text::title(), Tokens::of_theme(ui).ink);
            });
        });
    });
    if let Some(row) = row {
        let time = moment(row.created, cx.zone);
        small_muted_ui(ui, &text!("shipments-detail-bought", time = time));
    }
    back
}

/// The weights read from the scale at the purchase, one line per package.
fn weighed_ui(ui: &mut Ui, cx: &Cx<'_>, row: Option<&ShipmentRow>) {
    let weighed = &cx.state.shipments.weighed;
    let several = weighed.len() > 1 || row.is_some_and(|row| row.packages > 1);
    for witness in weighed {
        small_muted_ui(ui, &weighed_words(cx, row, witness, several));
    }
}

/// The weight as the scale displayed it. The time is without its date on the day of the purchase.
fn weighed_words(
    cx: &Cx<'_>,
    row: Option<&ShipmentRow>,
    witness: &ScaleReading,
    several: bool,
) -> String {
    let day = |at: jiff::Timestamp| at.to_zoned(cx.zone.clone()).date();
    let same_day = |at| row.is_some_and(|row| day(row.created) == day(at));
    let weight = formats().decimal(&witness.digits);
    let (unit, scale) = (witness.unit.code(), witness.scale.as_str());
    let package = witness.package;
    match (witness.time(), several) {
        (None, false) => text!("shipments-weighed", weight = weight, unit = unit, scale = scale),
        (None, true) => text!(
            "shipments-package-weighed",
            package = package,
            weight = weight,
            unit = unit,
            scale = scale
        ),
        (Some(at), false) if same_day(at) => text!(
            "shipments-weighed-at",
            weight = weight,
            unit = unit,
            scale = scale,
            time = clock_time(at, cx.zone)
        ),
        (Some(at), false) => text!(
            "shipments-weighed-on",
            weight = weight,
            unit = unit,
            scale = scale,
            time = moment(at, cx.zone)
        ),
        (Some(at), true) if same_day(at) => text!(
            "shipments-package-weighed-at",
            package = package,
            weight = weight,
            unit = unit,
            scale = scale,
            time = clock_time(at, cx.zone)
        ),
        (Some(at), true) => text!(
            "shipments-package-weighed-on",
            package = package,
            weight = weight,
            unit = unit,
            scale = scale,
            time = moment(at, cx.zone)
        ),
    }
}

fn again_ui(ui: &mut Ui, cx: &mut Cx<'_>, shipment: &ShipmentId, row: Option<&ShipmentRow>) {
    // These buttons are further rows of those above.
    ui.add_space(space::S - ui.spacing().item_spacing.y);
    button_rows_ui(ui, |ui| {
        let reason = row.and_then(|row| refund_obstacle(cx, row));
        let refund = Button::secondary(text!("shipments-action-refund"));
        let refund = refund.disabled_because(reason.as_deref());
        if refund.show_ui(ui).clicked() {
            cx.commands.push(Command::AskRefund(shipment.clone()));
        }
        let again = Button::secondary(text!("shipments-action-ship-again"));
        if again.show_ui(ui).clicked() {
            cx.commands.push(Command::ShipAgain(shipment.clone()));
        }
        let back = Button::secondary(text!("shipments-action-return"));
        let back = back.hint(text!("shipments-action-return-hint"));
        if back.show_ui(ui).clicked() {
            cx.commands.push(Command::ReturnLabel(shipment.clone()));
        }
        let void = label_view::void_reason(cx, shipment);
        if Button::secondary(text!("shipments-action-download-label"))
            .hint(text!("shipments-action-download-label-hint"))
            .disabled_because(void.or(offline_reason(cx)))
            .show_ui(ui)
            .clicked()
        {
            cx.ask(LabelIntent::FetchAgain(shipment.clone()));
        }
    });
}

fn addresses_ui(ui: &mut Ui, whole: &Shipment) {
    for (heading, address) in [
        (text!("shipments-detail-to"), &whole.to_address),
        (text!("shipments-detail-from"), &whole.from_address),
    ] {
        if let Some(address) = address {
            pair_ui(ui, heading, &address_words(address));
        }
    }
    let email = whole.to_address.as_ref().and_then(|to| to.email.as_deref());
    if let Some(email) = email.filter(|email| !email.trim().is_empty()) {
        pair_ui(ui, text!("shipments-detail-email"), email);
    }
    let references = references(whole);
    if !references.is_empty() {
        pair_ui(ui, text!("shipments-detail-reference"), &references.join(", "));
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
    let parts: Vec<String> = [service, carrier].into_iter().filter(|it| !it.is_empty()).collect();
    pair_ui(ui, text!("shipments-column-service"), &parts.join(", "));
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
    label_ui(ui, text!("shipments-unread"));
    for oddity in &whole.unreadable_members {
        let words = match oddity.path.as_str() {
            "" => text!("shipments-unread-answer", value = &oddity.was),
            path => format!("{path}: {}", oddity.was),
        };
        wrapped_ui(ui, &words, text::body(), Tokens::of_theme(ui).ink);
    }
    small_muted_ui(ui, text!("shipments-unread-hint"));
}

fn fees_ui(ui: &mut Ui, whole: &Shipment) {
    let tokens = Tokens::of_theme(ui);
    label_ui(ui, text!("shipments-column-price"));
    let currency = whole.price().map(|price| price.currency);
    let money = |fee| money_words(Money::new(fee, currency.unwrap_or_default()));
    let bought = whole.bought_rates();
    let fees = bought.iter().flat_map(|rate| &rate.fees);
    let lines = fees
        .map(|fee| {
            let kind = fee.kind.as_deref().map(spaced);
            let kind = kind.unwrap_or_else(|| text!("shipments-detail-fee").to_owned());
            (kind, fee.fee.map(money))
        })
        .chain([(text!("shipments-detail-total").to_owned(), whole.price().map(money_words))]);
    for (name, amount) in lines {
        line_ui(ui, size::ICON, |ui| {
            ui.label(RichText::new(name).color(tokens.ink));
            from_right_ui(ui, |ui| {
                let words = amount.unwrap_or_else(|| "–".to_owned());
                ui.label(RichText::new(words).font(text::body_medium()).color(tokens.ink));
            });
        });
    }
}

/// The newest scans; the Tracking panel shows all of them.
fn tracking_ui(ui: &mut Ui, cx: &Cx<'_>, number: Option<&TrackingNumber>, whole: &Shipment) {
    // A watched parcel is refreshed more often than its shipment.
    let mut watched = cx.state.tracking.list.iter();
    let watched = watched.find(|it| Some(&it.number) == number).and_then(|it| it.tracking.value());
    let last = |tracking: &&Tracking| {
        let scan = newest(tracking).and_then(|scan| scan.date_time.as_ref());
        scan.map(|time| time.instant())
    };
    let known = whole.tracking.iter().chain(watched);
    let Some(tracking) = known.max_by_key(last) else {
        return;
    };
    label_ui(ui, text!("shipments-detail-tracking"));
    if tracking.tracking_details.is_empty() {
        let status = tracking.status.as_ref();
        let words = status.map_or_else(
            || text!("tracking-no-scans").to_owned(),
            |status| status_display(Some(status)).2,
        );
        muted_ui(ui, &words);
    }
    let mut events: Vec<_> = tracking.tracking_details.iter().collect();
    events.sort_by_key(|event| {
        std::cmp::Reverse(event.date_time.as_ref().map(|time| time.instant()))
    });
    for event in events.into_iter().take(SCANS) {
        let when = event.date_time.as_ref().map(|time| {
            let at = time.in_zone(cx.zone);
            short_moment(at.timestamp(), cx.now, at.time_zone())
        });
        let status = event.status.as_ref();
        let what = event
            .sub_status
            .as_deref()
            .map(event_words)
            .or_else(|| status.map(|status| status_display(Some(status)).2));
        let place = Some(place(event)).filter(|place| !place.is_empty());
        let words = [when, what, place].into_iter().flatten().collect::<Vec<_>>().join(" · ");
        small_muted_ui(ui, &words);
    }
}

const SCANS: usize = 3;
