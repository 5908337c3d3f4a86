//! The tracking numbers of a shipment's packages, as a list shows them: the first package's, and how
//! many packages have another one.

use egui::{RichText, Ui};

use crate::base::id::TrackingNumber;
use crate::desk::manifests::groups::Parcel;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::text::number_cell_ui;

/// The numbers of one shipment.
#[derive(Clone, Copy, Debug)]
pub struct PackageNumbers<'a> {
    first: Option<&'a TrackingNumber>,
    /// Those of the further packages that are known.
    further: &'a [TrackingNumber],
    packages: u32,
}

impl<'a> PackageNumbers<'a> {
    pub fn of_row(row: &'a ShipmentRow) -> Self {
        Self {
            first: row.tracking_number.as_ref(),
            further: &row.further_numbers,
            packages: row.packages,
        }
    }

    pub fn of_parcel(parcel: &'a Parcel) -> Self {
        Self {
            first: parcel.number.as_ref(),
            further: &parcel.further_numbers,
            packages: parcel.packages,
        }
    }

    /// All known numbers, for the name of a cell and for copying.
    pub fn words(self) -> String {
        self.joined(" ")
    }

    /// The first number, and how many packages have another one; all known numbers on hover.
    pub fn show_ui(self, ui: &mut Ui) {
        let Some(number) = self.first else {
            return;
        };
        let known = u32::try_from(self.further.len()).unwrap_or(u32::MAX);
        let further = self.packages.saturating_sub(1).max(known);
        if further == 0 {
            return number_cell_ui(ui, number.as_str());
        }
        ui.spacing_mut().item_spacing.x = space::XS;
        // In one line, whatever room the number leaves.
        let ink = Tokens::of_theme(ui).ink_muted;
        let more = ui.painter().layout_no_wrap(format!("+{further}"), text::small(), ink);
        let room = ui.available_width() - more.size().x - space::XS;
        let cell = ui.scope(|ui| {
            ui.set_max_width(room);
            number_cell_ui(ui, number.as_str());
        });
        cell.response.on_hover_ui(|ui| {
            ui.label(RichText::new(self.joined("\n")).font(text::mono()));
        });
        ui.label(more);
    }

    fn joined(self, between: &str) -> String {
        let numbers = self.first.into_iter().chain(self.further);
        let numbers: Vec<&str> = numbers.map(TrackingNumber::as_str).collect();
        numbers.join(between)
    }
}
