//! The columns of the list: which are shown at a width, and their cells.

use egui::Ui;
use jiff::Timestamp;

use crate::api::value::TrackingStatus;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::parcel::rate_ranking::spaced;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::package_numbers::PackageNumbers;
use crate::ui::parts::rate_words::carrier_name;
use crate::ui::parts::recipient::name_and_place_ui;
use crate::ui::parts::tracking_words::{event_words, status_with_event};
use crate::ui::tokens::{Tokens, text};
use crate::ui::widgets::words::moment_cell_ui;
use crate::ui::widgets::{
    Column, Icon, Meaning, age, moment, money_ui, money_words, pill_ui, short_ui,
};

/// A column of the list, beside the check boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Bought,
    To,
    Reference,
    Email,
    Service,
    Number,
    Status,
    Price,
}

/// Below this width, only what distinguishes rows is beside the open shipment.
const ROOM_FOR_ALL: f32 = 1000.0;
const ROOM_FOR_SERVICE: f32 = 880.0;
const ROOM_FOR_NUMBER: f32 = 680.0;
const ROOM_FOR_STATUS: f32 = 480.0;
const ROOM_FOR_REFERENCE: f32 = 1360.0;
const ROOM_FOR_EMAIL: f32 = 1600.0;

/// The columns of a list of this width. References and emails have one where there is room and
/// something to show.
pub fn shown(cx: &Cx<'_>, room: f32, beside: bool) -> Vec<Cell> {
    let rows = &cx.state.shipments.rows;
    let is_wanted = |cell: &Cell| match cell {
        Cell::Bought | Cell::To | Cell::Price => true,
        Cell::Status => room >= ROOM_FOR_STATUS,
        Cell::Number => room >= if beside { ROOM_FOR_ALL } else { ROOM_FOR_NUMBER },
        Cell::Service => room >= if beside { ROOM_FOR_ALL } else { ROOM_FOR_SERVICE },
        Cell::Reference => {
            room >= ROOM_FOR_REFERENCE && rows.iter().any(|row| !row.reference.is_empty())
        }
        Cell::Email => room >= ROOM_FOR_EMAIL && rows.iter().any(|row| !row.to_email.is_empty()),
    };
    let all = [
        Cell::Bought,
        Cell::To,
        Cell::Reference,
        Cell::Email,
        Cell::Service,
        Cell::Number,
        Cell::Status,
        Cell::Price,
    ];
    all.into_iter().filter(is_wanted).collect()
}

impl Cell {
    /// The recipient takes the spare room, and keeps its own while the date and the service shrink.
    pub fn column(self, several_packages: bool) -> Column {
        match self {
            Self::Bought => Column::new(text!("shipments-column-bought"), 136.0).shrinking(84.0),
            Self::To => Column::wide(text!("shipments-column-to")),
            Self::Reference => Column::new(text!("shipments-detail-reference"), 140.0),
            Self::Email => Column::new(text!("shipments-detail-email"), 200.0),
            Self::Service => Column::new(text!("shipments-column-service"), 170.0).shrinking(96.0),
            Self::Number => {
                // Beside the number stands how many further packages there are.
                let width = if several_packages { 204.0 } else { 180.0 };
                Column::new(text!("shipments-column-number"), width)
            }
            Self::Status => Column::new(text!("shipments-column-status"), 156.0).shrinking(140.0),
            Self::Price => Column::new(text!("shipments-column-price"), 92.0).right(),
        }
    }

    /// The whole text of the cell, for its name and for copying.
    pub fn words(self, cx: &Cx<'_>, row: &ShipmentRow) -> String {
        match self {
            Self::Bought => moment(row.created, cx.zone),
            Self::To => format!("{}, {}", row.to_name, row.to_place),
            Self::Reference => row.reference.clone(),
            Self::Email => row.to_email.clone(),
            Self::Service => {
                format!("{} {}", carrier_name(cx.state, &row.carrier), spaced(&row.service))
            }
            Self::Number => PackageNumbers::of_row(row).words(),
            Self::Status => status_words(row),
            Self::Price => row.price.map(money_words).unwrap_or_default(),
        }
    }

    pub fn show_ui(self, ui: &mut Ui, cx: &Cx<'_>, row: &ShipmentRow) {
        let tokens = Tokens::of_theme(ui);
        let short = |ui: &mut Ui, words: &str| short_ui(ui, words, text::body(), tokens.ink);
        match self {
            Self::Bought => {
                since_ui(ui, row.created, cx);
            }
            Self::To => name_and_place_ui(ui, &row.to_name, &row.to_place),
            Self::Reference => {
                short(ui, &row.reference).on_hover_text(&row.reference);
            }
            Self::Email => {
                short(ui, &row.to_email).on_hover_text(&row.to_email);
            }
            Self::Service => {
                let packages = match row.packages {
                    0 | 1 => String::new(),
                    count => format!(" × {count}"),
                };
                let service = spaced(&row.service);
                short(ui, &format!("{service}{packages}")).on_hover_ui(|ui| {
                    let carrier = carrier_name(cx.state, &row.carrier);
                    ui.label(format!("{carrier} {service}{packages}"));
                });
            }
            Self::Number => PackageNumbers::of_row(row).show_ui(ui),
            Self::Status => {
                let (meaning, icon) = status_look(row);
                pill_ui(ui, meaning, icon, &status_words(row))
                    .on_hover_text(event_words(&row.sub_status));
            }
            Self::Price => {
                money_ui(ui, row.price);
            }
        }
    }
}

fn status_words(row: &ShipmentRow) -> String {
    if let Some(refund) = &row.refund_status {
        return match refund.as_str() {
            "Initiated" => text!("shipments-status-refund-requested").to_owned(),
            "Approved" => text!("shipments-status-refund-approved").to_owned(),
            "Rejected" => text!("shipments-status-refund-declined").to_owned(),
            "Refunded" => text!("shipments-status-refunded").to_owned(),
            other => text!("shipments-status-refund-other", status = other),
        };
    }
    match TrackingStatus::parse(&row.status) {
        _ if row.status.is_empty() => text!("shipments-status-untracked").to_owned(),
        TrackingStatus::Unknown(status) => sentence(&spaced(&status)),
        status => status_with_event(Some(&status), Some(&row.sub_status)).2,
    }
}

/// Changes `Held At Customs` to `Held at customs`.
fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_string() + &chars.as_str().to_lowercase(),
        None => String::new(),
    }
}

/// The color and the icon of [`status_words`].
fn status_look(row: &ShipmentRow) -> (Meaning, Icon) {
    match (row.refund_status.as_deref(), row.status.as_str()) {
        (None, status) => tracking_look(status),
        (Some("Refunded"), _) => (Meaning::Good, Icon::Check),
        (Some("Rejected"), _) => (Meaning::Bad, Icon::Cross),
        (Some(_), _) => (Meaning::Info, Icon::Clock),
    }
}

fn tracking_look(status: &str) -> (Meaning, Icon) {
    match status {
        "Delivered" => (Meaning::Good, Icon::Check),
        "InTransit" => (Meaning::Info, Icon::Truck),
        "OutForDelivery" => (Meaning::Info, Icon::House),
        "Delayed" => (Meaning::Warning, Icon::Clock),
        "DeliveryFailed" | "Cancelled" => (Meaning::Bad, Icon::Warning),
        _ => (Meaning::Neutral, Icon::Dot),
    }
}

/// The age of `at`. A time in the future is shown as a date: the practice service runs
/// ahead of this computer's clock.
fn since_ui(ui: &mut Ui, at: Timestamp, cx: &Cx<'_>) {
    let ink = Tokens::of_theme(ui).ink_muted;
    if at > cx.now {
        moment_cell_ui(ui, at, cx.now, cx.zone, ink);
    } else {
        let age = age(at, cx.now);
        short_ui(ui, &age, text::body(), ink).on_hover_text(moment(at, cx.zone));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W29: a declined refund of a delivered parcel had the green tick of the delivery.
    #[test]
    fn a_refund_looks_as_it_reads() {
        let row = |status: &str, refund: Option<&str>| ShipmentRow {
            status: status.to_owned(),
            refund_status: refund.map(str::to_owned),
            ..ShipmentRow::default()
        };
        for (status, refund, meaning) in [
            ("Delivered", None, Meaning::Good),
            ("Delivered", Some("Rejected"), Meaning::Bad),
            ("InTransit", Some("Initiated"), Meaning::Info),
            ("PreTransit", Some("Refunded"), Meaning::Good),
        ] {
            assert_eq!(status_look(&row(status, refund)).0, meaning, "{status} {refund:?}");
        }
    }
}
