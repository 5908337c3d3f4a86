//! What is typed into the form of an order while the order changes: by the answer to an own edit, or
//! by another station. What nobody types follows the order; what is typed stays, and where the other
//! station changed the same field, both versions are shown.

use crate::base::measure::{WeightUnit, shown_weight};
use crate::orders::order_row::OrderInList;
use crate::parcel::draft::{AddressField, AddressForm};
use crate::parcel::problems::recipient_field_name;
use crate::text;

/// The fields of the form.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct FormValues {
    pub to: AddressForm,
    pub weight: String,
    pub unit: WeightUnit,
    pub sides: [String; 3],
    pub note: String,
    pub preset: Option<String>,
    /// The quantities of the items.
    pub quantities: Vec<String>,
}

impl FormValues {
    pub(super) fn of_row(row: &OrderInList) -> Self {
        let package = row.packages.first().cloned().unwrap_or_default();
        let items = row.order.items.iter();
        Self {
            to: row.order.to.clone(),
            weight: package.weight,
            unit: package.weight_unit,
            sides: [package.length, package.width, package.height],
            note: row.order.note.clone(),
            preset: row.order.preset.as_ref().map(|preset| preset.key.clone()),
            quantities: items.map(|item| item.quantity.clone()).collect(),
        }
    }

    /// The values of `newer`, with what was typed since `base`. Also what the newer order says in
    /// fields that were typed here and changed there.
    pub(super) fn merged(mut self, base: &Self, newer: Self) -> (Self, Vec<String>) {
        let mut theirs = Vec::new();
        let mut merged = newer.clone();
        for field in AddressField::ALL {
            let name = || recipient_field_name(field).to_owned();
            let typed = std::mem::take(field.text_mut(&mut self.to));
            let before = field.text(&base.to).to_owned();
            keep_typed(typed, &before, field.text_mut(&mut merged.to), || {
                theirs.push((name(), field.text(&newer.to).to_owned()));
            });
        }
        let weight = shown_weight(&newer.weight, newer.unit);
        let mut other = |name: &str, value: String| theirs.push((name.to_owned(), value));
        keep_typed(
            (self.weight, self.unit),
            &(base.weight.clone(), base.unit),
            &mut Pair(&mut merged.weight, &mut merged.unit),
            || other(text!("orders-field-weight"), weight),
        );
        keep_typed(self.sides, &base.sides, &mut merged.sides, || {
            other(text!("stations-field-size"), newer.sides.join(" × "));
        });
        keep_typed(self.note, &base.note, &mut merged.note, || {
            other(text!("orders-field-note"), newer.note.clone());
        });
        if self.quantities.len() == merged.quantities.len() {
            let quantities = &mut merged.quantities;
            keep_typed(self.quantities, &base.quantities, quantities, || {});
        }
        let theirs = theirs.iter().map(|(name, value)| match value.is_empty() {
            true => format!("{name}: –"),
            false => format!("{name}: {value}"),
        });
        (merged, theirs.collect())
    }
}

/// A value of the merged form.
trait Place<T> {
    fn is(&self, value: &T) -> bool;
    fn put(&mut self, value: T);
}

impl<T: PartialEq> Place<T> for T {
    fn is(&self, value: &T) -> bool {
        self == value
    }

    fn put(&mut self, value: T) {
        *self = value;
    }
}

/// A weight with its unit.
struct Pair<'a>(&'a mut String, &'a mut WeightUnit);

impl Place<(String, WeightUnit)> for Pair<'_> {
    fn is(&self, (weight, unit): &(String, WeightUnit)) -> bool {
        self.0 == weight && self.1 == unit
    }

    fn put(&mut self, (weight, unit): (String, WeightUnit)) {
        (*self.0, *self.1) = (weight, unit);
    }
}

/// Puts what was typed in the place of the newer value, and tells where both differ from `before`.
fn keep_typed<T: PartialEq>(
    typed: T,
    before: &T,
    place: &mut impl Place<T>,
    both_changed: impl FnOnce(),
) {
    if typed == *before || place.is(&typed) {
        return;
    }
    if !place.is(before) {
        both_changed();
    }
    place.put(typed);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(name: &str, note: &str) -> FormValues {
        FormValues {
            to: AddressForm { name: name.to_owned(), ..AddressForm::default() },
            note: note.to_owned(),
            ..FormValues::default()
        }
    }

    #[test]
    fn what_is_typed_stays_and_the_rest_follows_the_order() {
        let base = values("Ann", "");
        let (form, theirs) = values("Anna", "").merged(&base, values("Ann", "Ring twice"));
        assert_eq!((form, theirs), (values("Anna", "Ring twice"), vec![]));
        // What was typed has arrived.
        let (form, theirs) = values("Anna", "").merged(&base, values("Anna", ""));
        assert_eq!((form, theirs), (values("Anna", ""), vec![]));
        // Both have changed the same field.
        let (form, theirs) = values("Anna", "").merged(&base, values("Ann Lee", ""));
        assert_eq!(form, values("Anna", ""));
        assert_eq!(theirs, ["Recipient name: Ann Lee"]);
    }
}
