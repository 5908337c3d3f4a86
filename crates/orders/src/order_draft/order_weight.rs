//! What an order weighs, by its parcels or its items.

use crate::order::Order;
use postroom_base::measure::WeightUnit;
use postroom_base::measure::exact_weight::ExactWeightSum;

/// What is known of the weight before anything is packed: of the parcels if each of them has one,
/// else of the items. `None` if neither is known.
pub fn weight_of_order(order: &Order) -> Option<ExactWeightSum> {
    weight_of_parcels(order).or_else(|| items_weight(order).map(|(weight, _)| weight))
}

fn weight_of_parcels(order: &Order) -> Option<ExactWeightSum> {
    let parcels = order.parcels.iter();
    let weights = parcels.map(|parcel| {
        let weight = ExactWeightSum::parse(&parcel.weight, parcel.weight_unit)?;
        (!weight.is_zero()).then_some(weight)
    });
    total(weights).filter(|weight| !weight.is_zero())
}

/// The weight of all pieces, and the unit of the first item. `None` if an item has no weight or no
/// readable quantity, or if all together weigh nothing. A single item may weigh 0: shops write that
/// for what is not packed, such as an insurance.
pub(super) fn items_weight(order: &Order) -> Option<(ExactWeightSum, WeightUnit)> {
    let unit = order.items.first()?.weight_unit;
    let items = order.items.iter();
    let weights = items.map(|item| {
        let one = ExactWeightSum::parse(&item.weight, item.weight_unit)?;
        one.times(item.pieces()?)
    });
    let weight = total(weights).filter(|weight| !weight.is_zero())?;
    Some((weight, unit))
}

/// `None` if one of them is unknown.
fn total(mut weights: impl Iterator<Item = Option<ExactWeightSum>>) -> Option<ExactWeightSum> {
    weights.try_fold(ExactWeightSum::ZERO, |sum, weight| sum.checked_add(weight?))
}
