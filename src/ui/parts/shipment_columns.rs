//! Columns that several lists of shipments have.

use egui::Color32;
use jiff::Timestamp;

use super::package_numbers::PackageNumbers;
use super::recipient::name_and_place_ui;
use crate::base::locale::format::moment;
use crate::ui::cx::Cx;
use crate::ui::tokens::Tokens;
use crate::ui::widgets::words::moment_cell_ui;
use crate::ui::widgets::{Column, Table};

pub trait ShipmentColumns<'c, R>: Sized {
    /// The name of the recipient, and the place where there is room for it.
    fn recipient(self, column: Column, name_and_place: fn(&R) -> [&str; 2]) -> Self;

    fn numbers(self, column: Column, numbers: fn(&R) -> PackageNumbers<'_>) -> Self;

    fn moment(
        self,
        cx: &Cx<'c>,
        column: Column,
        ink: fn(&Tokens) -> Color32,
        at: fn(&R) -> Timestamp,
    ) -> Self;
}

impl<'c, R: 'c> ShipmentColumns<'c, R> for Table<'_, 'c, R> {
    fn recipient(self, column: Column, name_and_place: fn(&R) -> [&str; 2]) -> Self {
        self.column(column, move |row| name_and_place(row).join(", ")).drawn(move |ui, row| {
            let [name, place] = name_and_place(row);
            name_and_place_ui(ui, name, place);
        })
    }

    fn numbers(self, column: Column, numbers: fn(&R) -> PackageNumbers<'_>) -> Self {
        let column = self.column(column, move |row| numbers(row).words());
        column.drawn(move |ui, row| numbers(row).show_ui(ui))
    }

    fn moment(
        self,
        cx: &Cx<'c>,
        column: Column,
        ink: fn(&Tokens) -> Color32,
        at: fn(&R) -> Timestamp,
    ) -> Self {
        let (now, zone) = (cx.now, cx.zone);
        self.column(column, move |row| moment(at(row), zone)).drawn(move |ui, row| {
            let ink = ink(Tokens::of_theme(ui));
            moment_cell_ui(ui, at(row), now, zone, ink);
        })
    }
}
