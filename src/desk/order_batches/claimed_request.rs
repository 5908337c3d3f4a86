//! Whether the request of a claim is the one that this computer would send for the order. The claims
//! are in a database that every station writes, so a request from there spends no money before it is
//! built anew from the order and compared.

use serde_json::Value;

use crate::api::shipment::ShipmentRequest;
use crate::base::locale::Message;
use crate::base::money::Money;
use crate::desk::order_batches::claim_context::ClaimContext;
use crate::message;
use crate::orders::basis::OrderBasis;
use crate::orders::order::OrderQuote;
use crate::orders::order_label::OrderLabel;
use crate::orders::order_row::order_of_row;
use crate::parcel::address_check::form_of;
use crate::parcel::draft::Draft;
use crate::parcel::rate_ranking::service_name;
use crate::parcel::requests;
use crate::store::workspace::OrderRow;

/// The call of a label's purchase.
pub const PURCHASE: &str = "POST /Shipment";

/// The draft and the quote that the request of a claim is for.
///
/// # Errors
/// What the request asks for, in words, if the order as it is now asks for something else: another
/// recipient, parcel, service or price.
pub(super) fn same_request(
    basis: &OrderBasis,
    row: &OrderRow,
    label: &OrderLabel,
    context: &ClaimContext,
    body: &[u8],
) -> Result<(Draft, Box<OrderQuote>), Message> {
    let Ok(left) = serde_json::from_slice::<ShipmentRequest>(body) else {
        return Err(message!("stations-claim-unreadable"));
    };
    // As it was before it was claimed.
    let mut order = order_of_row(row);
    order.labels.retain(|it| it.sequence < label.sequence);
    let (mut draft, quote) = match label.is_return {
        true => (basis.return_draft(&row.id, &order), order.return_quote.take()),
        false => (basis.draft(&row.id, &order), order.quote.take()),
    };
    // Each computer may have a sender of its own, to whom returns go.
    match label.is_return {
        _ if !basis.has_own_sender(&order) => {}
        true => draft.to = form_of(&left.to_address),
        false => draft.from = form_of(&left.from_address),
    }
    let quote = quote.filter(|quote| quote.inputs == basis.quote_inputs(&order, &draft));
    let is_agreed = |quote: &OrderQuote| {
        let agreed = context.expected;
        agreed.is_some() && quote.rate.price() == agreed && label.expected == agreed
    };
    let quote = quote.filter(|quote| {
        let built = requests::shipment_request(&draft, &quote.rate);
        context.call == PURCHASE && is_agreed(quote) && asked_for(built) == asked_for(left.clone())
    });
    quote.map(|quote| (draft, quote)).ok_or_else(|| in_words(&left, context))
}

/// What the request of a claim asks for where the service asks another price than was agreed to.
pub(super) fn other_price(body: &[u8], context: &ClaimContext, now: Option<Money>) -> Message {
    let Ok(left) = serde_json::from_slice::<ShipmentRequest>(body) else {
        return message!("stations-claim-unreadable");
    };
    let asks = in_words(&left, context);
    match now {
        Some(now) => message!("stations-claim-costs", asks = asks, price = now),
        None => message!("stations-claim-not-offered", asks = asks),
    }
}

/// What the label costs and where it goes; not its picture, nor the day, which passes meanwhile.
fn asked_for(request: ShipmentRequest) -> Option<Value> {
    let request = ShipmentRequest { postage_label: None, ship_date: None, ..request };
    serde_json::to_value(request).ok()
}

fn in_words(request: &ShipmentRequest, context: &ClaimContext) -> Message {
    let to = &request.to_address;
    let place = [&to.name, &to.street1, &to.city, &to.state, &to.zip, &to.country];
    let place: Vec<&str> = place.into_iter().filter_map(|part| part.as_deref()).collect();
    let weights = request.packages.iter().map(|package| {
        let unit = package.weight_unit.as_deref().unwrap_or_default();
        format!("{} {unit}", package.weight.unwrap_or_default())
    });
    let weights: Vec<String> = weights.collect();
    message!(
        "stations-claim-asks",
        service = request.service.as_ref().map(service_name).unwrap_or_default(),
        to = place.join(", "),
        weight = weights.join(" + "),
        price = context.expected.unwrap_or_default()
    )
}
