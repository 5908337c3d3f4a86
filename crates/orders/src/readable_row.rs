//! The order of a row, if this version can read it.

use serde_json::Value;

use crate::order::Order;
use postroom_base::locale::Message;
use postroom_rows::limits::is_too_long;
use postroom_rows::limits::long_text;
use postroom_rows::order::OrderRow;

/// Whether the row's order can be read. One that cannot is never bought, printed, changed or removed.
pub fn is_readable(row: &OrderRow) -> bool {
    readable_order(row).is_some()
}

/// The order of a row, if it can be read.
pub fn readable_order(row: &OrderRow) -> Option<Order> {
    read_order(row).ok()
}

/// The order of a row, or why it cannot be read: a column of the row, or its text.
pub(super) fn read_order(row: &OrderRow) -> Result<Order, Message> {
    if let Some(why) = &row.unreadable {
        return Err(why.clone());
    }
    let json = &row.fields.json;
    if is_too_long(json)
        && let Some(name) = serde_json::from_str(json).ok().as_ref().and_then(long_field)
    {
        return Err(long_text(&name));
    }
    serde_json::from_str(json).map_err(|error| error.to_string().into())
}

/// The name of a field whose text no table and no shop may bring.
fn long_field(of: &Value) -> Option<String> {
    let is_long = |value: &Value| value.as_str().is_some_and(is_too_long);
    match of {
        Value::Object(fields) => fields.iter().find_map(|(name, value)| match is_long(value) {
            // These have all fields of an order in one text.
            true if matches!(name.as_str(), "imported" | "raw_row") => None,
            true => Some(name.clone()),
            false => long_field(value),
        }),
        Value::Array(values) if values.iter().any(is_long) => Some(String::new()),
        Value::Array(values) => values.iter().find_map(long_field),
        _ => None,
    }
}
