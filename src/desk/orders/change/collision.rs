//! Two stations change the same field of an order at the same time. The second change is written,
//! both versions are shown, and undoing the second brings the first back.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::orders::Orders;
use crate::message;
use crate::orders::order::Order;
use crate::orders::order_row::OrderInList;
use crate::store::workspace::{OrderRow, Signature};

/// What follows from other fields, and no person types.
const DERIVED: [&str; 4] = ["stored", "verification", "suggested_address", "quote"];

/// The order as a person saw it: when the field was entered, or on screen.
#[derive(Clone, Debug)]
pub(super) struct SeenOrder {
    revision: i64,
    order: Order,
    /// The newest revision that this window has written of it.
    written: Option<i64>,
    /// How this station signs, while a change of this window is being written: its revision is not
    /// known yet.
    signed: Option<String>,
}

/// What this window has changed itself. Two computers may have the same name, so a name does not
/// tell.
#[derive(Clone, Debug, Default)]
pub(in crate::desk) struct OwnChanges {
    written: HashMap<OrderId, i64>,
    /// The changes of an order that are being written.
    open: HashMap<OrderId, u32>,
}

impl OwnChanges {
    /// Whether this window has written the order as it is.
    pub(in crate::desk::orders) fn have(&self, id: &OrderId, revision: i64) -> bool {
        self.open.contains_key(id) || self.written.get(id) == Some(&revision)
    }

    pub(super) fn begin(&mut self, ids: &[OrderId]) {
        for id in ids {
            *self.open.entry(id.clone()).or_default() += 1;
        }
    }

    pub(super) fn end(&mut self, ids: &[OrderId], written: impl Iterator<Item = (OrderId, i64)>) {
        for id in ids {
            match self.open.get_mut(id) {
                Some(open) if *open > 1 => *open -= 1,
                _ => drop(self.open.remove(id)),
            }
        }
        self.written.extend(written);
    }
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
        shown.find(|row| row.id == *id).map(|row| Self::of_row(me, ctx, row))
    }

    pub(super) fn of_row(me: &Orders, ctx: &Ctx<'_>, row: &OrderInList) -> Self {
        let own = &me.changes.own;
        let is_open = own.open.contains_key(&row.id);
        Self {
            revision: row.revision,
            order: row.order.clone(),
            written: own.written.get(&row.id).copied(),
            signed: is_open.then(|| ctx.workspaces.author().signed()),
        }
    }

    /// What another station made of a field that the edit changes: `theirs` is the order with what
    /// that station wrote, `mine` what is written over it.
    pub(super) fn collision(
        &self,
        row: &OrderRow,
        theirs: &Order,
        mine: &Order,
    ) -> Option<Collision> {
        let is_own = [Some(self.revision), self.written].contains(&Some(row.revision));
        if is_own || self.signed.as_ref() == Some(&row.changed_by) {
            return None;
        }
        let value = |order: &Order| serde_json::to_value(order).unwrap_or_default();
        let mut collision = Collision {
            number: row.fields.number.clone(),
            by: row.changed_by.clone(),
            ..Collision::default()
        };
        collision.compare(&value(&self.order), &value(theirs), &value(mine));
        (!collision.mine.is_empty()).then_some(collision)
    }
}

impl Collision {
    fn compare(&mut self, seen: &Value, theirs: &Value, mine: &Value) {
        if theirs == seen || mine == theirs {
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
    use crate::orders::order_edit::{OrderEdit, apply_edit};
    use crate::parcel::draft::{AddressField, PackageForm};
    use crate::store::workspace::OrderFields;

    fn row(changed_by: &str) -> OrderRow {
        OrderRow {
            id: OrderId::new("1"),
            revision: 2,
            position: 1,
            fields: OrderFields { number: "1001".to_owned(), ..OrderFields::default() },
            changed: jiff::Timestamp::UNIX_EPOCH,
            changed_by: changed_by.to_owned(),
            unreadable: None,
        }
    }

    fn seen() -> SeenOrder {
        let order = Order::default();
        SeenOrder { revision: 1, order, written: None, signed: Some("Bench 2".to_owned()) }
    }

    #[test]
    fn only_the_same_field_changed_by_another_station_is_a_collision() {
        let theirs = Order { note: "Leave at the door".to_owned(), ..Order::default() };
        let mine = |edit: OrderEdit| {
            let mut mine = theirs.clone();
            apply_edit(&mut mine, &edit);
            mine
        };
        let note = mine(OrderEdit::Note("Ring twice".to_owned()));
        let found = seen().collision(&row("Bench 1 / Ana"), &theirs, &note);
        let found = found.unwrap();
        assert_eq!(found.theirs, ["Leave at the door"]);
        assert_eq!(found.mine, ["Ring twice"]);
        // The own change of a moment ago, another field, and the same text.
        assert_eq!(seen().collision(&row("Bench 2"), &theirs, &note), None);
        let other = mine(OrderEdit::To(AddressField::Name, "Ann".to_owned()));
        assert_eq!(seen().collision(&row("Bench 1"), &theirs, &other), None);
        assert_eq!(seen().collision(&row("Bench 1"), &theirs, &theirs), None);
        // Another computer of the same name, and what this one wrote.
        let written = |written| SeenOrder { written, signed: None, ..seen() };
        assert!(written(None).collision(&row("Bench 2"), &theirs, &note).is_some());
        assert_eq!(written(Some(2)).collision(&row("Bench 2"), &theirs, &note), None);
    }

    /// A size is stored as one edit. What another station made of one side is not lost without a
    /// word.
    #[test]
    fn a_side_that_another_station_changed_is_a_collision() {
        let sized = |height: &str| Order {
            parcels: vec![PackageForm { height: height.to_owned(), ..PackageForm::default() }],
            ..Order::default()
        };
        let seen = SeenOrder { order: sized("1"), signed: None, ..seen() };
        let mut mine = sized("5");
        apply_edit(&mut mine, &OrderEdit::Size(["8", "8", "1"].map(str::to_owned)));
        let found = seen.collision(&row("Bench 1"), &sized("5"), &mine).unwrap();
        assert_eq!((found.theirs, found.mine), (vec!["5".to_owned()], vec!["1".to_owned()]));
    }
}
