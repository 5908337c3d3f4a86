//! The tracking numbers of a shipment's packages, as a list shows them: the first package's, and how
//! many packages have another one.

use egui::{RichText, Ui};

use crate::base::id::TrackingNumber;
use crate::desk::manifests::groups::Parcel;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::ui::tokens::{space, text};
use crate::ui::widgets::text::{number_cell_ui, small_muted_ui};

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
        ui.scope(|ui| number_cell_ui(ui, number.as_str())).response.on_hover_ui(|ui| {
            ui.label(RichText::new(self.joined("\n")).font(text::mono()));
        });
        small_muted_ui(ui, &format!("+{further}"));
    }

    fn joined(self, between: &str) -> String {
        let numbers = self.first.into_iter().chain(self.further);
        let numbers: Vec<&str> = numbers.map(TrackingNumber::as_str).collect();
        numbers.join(between)
    }
}
