//! Two stations change the same field of an order at the same time. The second change is written,
//! both versions are shown, and undoing the second brings the first back.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::orders::Orders;
use crate::desk::orders::change::{OrderEdit, apply_edit};
use crate::desk::records::order::Order;
use crate::message;
use crate::store::workspace::{OrderRow, Signature};

/// What follows from other fields, and no person types.
const DERIVED: [&str; 4] = ["stored", "verification", "suggested_address", "quote"];

/// The order as it was on screen when a person changed it.
#[derive(Clone, Debug)]
pub(super) struct SeenOrder {
    revision: i64,
    order: Order,
    /// How this station signs.
    own: String,
}

/// What the other station wrote, and what was written over it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Collision {
    number: String,
    by: String,
    theirs: Vec<String>,
    mine: Vec<String>,
}

impl SeenOrder {
    /// Of a change of one order; with many, nobody looks at each.
    pub(super) fn on_screen(me: &Orders, ctx: &Ctx<'_>, ids: &[OrderId]) -> Option<Self> {
        let [id] = ids else { return None };
        let mut shown = me.open.iter().chain(&me.rows);
        let shown = shown.find(|row| row.id == *id)?;
        Some(Self {
            revision: shown.revision,
            order: shown.order.clone(),
            own: ctx.workspaces.author().signed(),
        })
    }

    /// What the edit and another station made of the same field.
    pub(super) fn collision(
        &self,
        row: &OrderRow,
        theirs: &Order,
        edit: &OrderEdit,
    ) -> Option<Collision> {
        if row.revision == self.revision || row.changed_by == self.own {
            return None;
        }
        let mut mine = self.order.clone();
        apply_edit(&mut mine, edit);
        let value = |order: &Order| serde_json::to_value(order).unwrap_or_default();
        let mut collision = Collision {
            number: row.fields.number.clone(),
            by: row.changed_by.clone(),
            ..Collision::default()
        };
        collision.compare(&value(&self.order), &value(theirs), &value(&mine));
        (!collision.mine.is_empty()).then_some(collision)
    }
}

impl Collision {
    fn compare(&mut self, seen: &Value, theirs: &Value, mine: &Value) {
        if mine == seen || theirs == seen || mine == theirs {
            return;
        }
        match (seen, theirs, mine) {
            (Value::Object(seen), Value::Object(theirs), Value::Object(mine)) => {
                // An empty field is left out.
                let keys: BTreeSet<&String> = mine.keys().chain(theirs.keys()).collect();
                for key in keys {
                    if !DERIVED.contains(&key.as_str()) {
                        let [seen, theirs, mine] =
                            [seen, theirs, mine].map(|of| of.get(key).unwrap_or(&Value::Null));
                        self.compare(seen, theirs, mine);
                    }
                }
            }
            (Value::Array(seen), Value::Array(theirs), Value::Array(mine))
                if seen.len() == theirs.len() && seen.len() == mine.len() =>
            {
                for ((seen, theirs), mine) in seen.iter().zip(theirs).zip(mine) {
                    self.compare(seen, theirs, mine);
                }
            }
            _ => {
                self.theirs.push(shown(theirs));
                self.mine.push(shown(mine));
            }
        }
    }

    pub(super) fn message(&self) -> Message {
        let by = Signature::parse(&self.by).message();
        message!(
            "stations-collision",
            number = &self.number,
            by = by,
            theirs = self.theirs.join(", "),
            mine = self.mine.join(", ")
        )
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) if text.is_empty() => "–".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::parcel::draft::AddressField;
    use crate::store::workspace::OrderFields;

    fn row(changed_by: &str) -> OrderRow {
        OrderRow {
            id: OrderId::new("1"),
            revision: 2,
            position: 1,
            fields: OrderFields { number: "1001".to_owned(), ..OrderFields::default() },
            changed: jiff::Timestamp::UNIX_EPOCH,
            changed_by: changed_by.to_owned(),
        }
    }

    fn seen() -> SeenOrder {
        SeenOrder { revision: 1, order: Order::default(), own: "Bench 2".to_owned() }
    }

    #[test]
    fn only_the_same_field_changed_by_another_station_is_a_collision() {
        let theirs = Order { note: "Leave at the door".to_owned(), ..Order::default() };
        let mine = OrderEdit::Note("Ring twice".to_owned());
        let found = seen().collision(&row("Bench 1 / Ana"), &theirs, &mine);
        let found = found.unwrap();
        assert_eq!(found.theirs, ["Leave at the door"]);
        assert_eq!(found.mine, ["Ring twice"]);
        // The own change of a moment ago, another field, and the same text.
        assert_eq!(seen().collision(&row("Bench 2"), &theirs, &mine), None);
        let other = OrderEdit::To(AddressField::Name, "Ann".to_owned());
        assert_eq!(seen().collision(&row("Bench 1"), &theirs, &other), None);
        let same = OrderEdit::Note(theirs.note.clone());
        assert_eq!(seen().collision(&row("Bench 1"), &theirs, &same), None);
    }
}
