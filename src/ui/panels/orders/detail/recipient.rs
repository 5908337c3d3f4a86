//! Whom an order goes to: each field is stored when it is left.

use std::sync::Arc;

use egui::Ui;

use super::mending::{Mending, Remedy};
use super::{edit, edit_entered};
use crate::orders::order_edit::OrderEdit;
use crate::orders::order_row::OrderInList;
use crate::parcel::draft::{AddressField, AddressForm};
use crate::parcel::problems::recipient_field_name;
use crate::ui::cx::Cx;
use crate::ui::widgets::{Field, country_ui};

pub(super) fn show_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    form: &mut AddressForm,
    mending: &mut Mending,
    row: &Arc<OrderInList>,
) {
    use AddressField::{City, Company, Email, Name, Phone, State, Street1, Street2, Zip};
    for field in [Name, Company, Street1, Street2] {
        field_ui(ui, cx, form, mending, row, field);
    }
    ui.columns_const(|columns: &mut [Ui; 3]| {
        for (ui, field) in columns.iter_mut().zip([City, State, Zip]) {
            field_ui(ui, cx, form, mending, row, field);
        }
    });
    country_field_ui(ui, cx, form, mending, row);
    ui.columns_const(|columns: &mut [Ui; 2]| {
        for (ui, field) in columns.iter_mut().zip([Phone, Email]) {
            field_ui(ui, cx, form, mending, row, field);
        }
    });
}

fn field_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    form: &mut AddressForm,
    mending: &mut Mending,
    row: &Arc<OrderInList>,
    field: AddressField,
) {
    let value = field.text_mut(form);
    let response =
        Field::new(recipient_field_name(field)).id(("order field", field)).show_ui(ui, value);
    mending.focus(&response, Remedy::To(field));
    let Some(entered) = mending.has_left(&response, row) else {
        return;
    };
    let is_changed = field.text(&row.order.to) != value;
    if is_changed {
        edit_entered(cx, entered, OrderEdit::To(field, value.clone()));
    }
    mending.left_field(ui, cx, row, is_changed);
}

fn country_field_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    form: &mut AddressForm,
    mending: &mut Mending,
    row: &Arc<OrderInList>,
) {
    let before = form.country.clone();
    let name = recipient_field_name(AddressField::Country);
    let width = ui.available_width();
    let response = country_ui(ui, name, name, width, &mut form.country);
    mending.focus(&response, Remedy::To(AddressField::Country));
    if form.country != before {
        let country = form.country.clone();
        edit(cx, row, OrderEdit::To(AddressField::Country, country));
        mending.used_control(ui, cx, row);
    }
}
