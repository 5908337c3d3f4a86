//! Changes that the gateway makes in a response. It never changes the purchase or its price.

use serde_json::{Map, Value, json};

use super::super::Dice;
use super::{Plan, Subject};

pub fn bend(value: &mut Value, subject: &Subject, plan: &Plan) {
    if plan.not_refunded
        && let Some(shipment) = value.as_object_mut()
    {
        shipment.remove("refundStatus");
    }
    if !plan.left_out.is_empty() {
        leave_out(value, &plan.left_out);
    }
    if let Some(seed) = plan.odd {
        let mut dice = Dice::new(seed);
        match value.get_mut("results").and_then(Value::as_array_mut) {
            Some(rows) => rows.iter_mut().for_each(|row| odd(row, &mut dice)),
            None => odd(value, &mut dice),
        }
    }
    if plan.capitals && *subject != Subject::Other {
        capitals(value);
    }
}

/// Removes the rows that a lagging copy does not have yet.
fn leave_out(value: &mut Value, transactions: &[String]) {
    let Some(rows) = value.get_mut("results").and_then(Value::as_array_mut) else {
        return;
    };
    let before = rows.len();
    rows.retain(|row| {
        let id = row.get("transactionId").and_then(Value::as_str);
        let id = id.map(str::to_lowercase);
        id.is_none_or(|id| !transactions.contains(&id))
    });
    let gone = (before - rows.len()) as u64;
    if let Some(total) = value.get_mut("totalResults")
        && let Some(known) = total.as_u64()
    {
        *total = json!(known.saturating_sub(gone));
    }
}

/// Gives one member, or all of them, an unexpected form.
fn odd(value: &mut Value, dice: &mut Dice) {
    let Some(row) = value.as_object_mut() else {
        return;
    };
    let is_shipment =
        ["packages", "rates", "postageLabel"].iter().any(|name| row.contains_key(*name));
    let which = dice.below(8);
    let wanted = |number: u64| which == number || which == 7;
    if wanted(0) && row.contains_key("postageLabel") {
        put(row, "postageLabel", "labels", json!([null]));
    }
    if wanted(1) {
        put_in_first(row, "packages", "oversized", json!("No"));
    }
    if wanted(2) {
        put_in_first(row, "rates", "deliveryDays", json!("2-3"));
    }
    if wanted(3) {
        row.insert("billTo".to_owned(), json!(""));
    }
    if wanted(4) {
        row.insert("carrierAccountId".to_owned(), json!(4711));
    }
    if wanted(5) {
        row.insert("tracking".to_owned(), json!([]));
        row.insert("errors".to_owned(), json!({"code": 7}));
    }
    // The ids of a history entry and of an account are not used for look-ups.
    if wanted(6) && !is_shipment {
        row.insert("id".to_owned(), json!(90_210));
    }
}

fn put(row: &mut Map<String, Value>, object: &str, member: &str, value: Value) {
    if let Some(object) = row.get_mut(object).and_then(Value::as_object_mut) {
        object.insert(member.to_owned(), value);
    }
}

fn put_in_first(row: &mut Map<String, Value>, list: &str, member: &str, value: Value) {
    let list = row.get_mut(list).and_then(Value::as_array_mut);
    let first = list.and_then(|list| list.first_mut());
    if let Some(first) = first.and_then(Value::as_object_mut) {
        first.insert(member.to_owned(), value);
    }
}

fn capitals(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (name, member) in map {
                match member {
                    Value::String(id) if name == "transactionId" => *id = id.to_uppercase(),
                    member => capitals(member),
                }
            }
        }
        Value::Array(rows) => rows.iter_mut().for_each(capitals),
        _ => {}
    }
}
