//! The columns of an order as a database has them. A column that cannot be read makes its row
//! [`OrderState::Unreadable`] and no other: the list, the filters and every job go on without it.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::{OrderFields, OrderRow, OrderState};
use crate::base::id::OrderId;
use crate::message;
use crate::rows::limits::{is_too_long, long_text};

/// Letters of a text that is too long which are shown.
const SHOWN: usize = 100;
/// One row. Texts longer than [`LONGEST_TEXT`] may be cut behind the next letter.
#[derive(Debug, Default)]
pub(super) struct StoredOrder {
    pub(super) id: String,
    pub(super) revision: i64,
    pub(super) position: i64,
    pub(super) source: String,
    pub(super) number: String,
    pub(super) state: String,
    pub(super) recipient: String,
    pub(super) ship_by: Option<String>,
    pub(super) preset: Option<String>,
    /// In microseconds; `None` for a time that is no number of them.
    pub(super) changed: Option<i64>,
    pub(super) changed_by: String,
    /// `None` if the row has no details, or more than [`LONGEST_ORDER`].
    pub(super) json: Option<String>,
    /// The name of a column that is no text.
    pub(super) no_text: Option<&'static str>,
}

impl StoredOrder {
    pub(super) fn into_row(self) -> OrderRow {
        let state = OrderState::of_code(&self.state);
        let ship_by = self.ship_by.as_deref().map(str::parse).transpose();
        let changed = self.changed.map(Timestamp::from_microsecond).and_then(Result::ok);
        let odd = |column: &str, text: &str| {
            message!("workspace-row-odd", column = column, text = beginning(text))
        };
        let unreadable = if state.is_none() {
            Some(odd("state", &self.state))
        } else if ship_by.is_err() {
            Some(odd("ship_by", self.ship_by.as_deref().unwrap_or_default()))
        } else if changed.is_none() {
            Some(odd("changed", "?"))
        } else if self.json.is_none() {
            Some(message!("workspace-row-no-text"))
        } else if let Some(column) = self.long_text() {
            Some(long_text(column))
        } else {
            self.no_text.map(|column| odd(column, "\u{fffd}"))
        };
        let state = state.filter(|_| unreadable.is_none());
        OrderRow {
            id: OrderId::new(self.id),
            revision: self.revision,
            position: self.position,
            fields: OrderFields {
                source: cut(self.source),
                number: cut(self.number),
                state: state.unwrap_or(OrderState::Unreadable),
                recipient: cut(self.recipient),
                ship_by: ship_by.unwrap_or_default(),
                preset: self.preset.map(cut),
                // The words stand in the index alone.
                search_text: String::new(),
                json: self.json.unwrap_or_default(),
            },
            changed: changed.unwrap_or_default(),
            changed_by: cut(self.changed_by),
            unreadable,
        }
    }

    fn long_text(&self) -> Option<&'static str> {
        let texts = [
            ("source", Some(&self.source)),
            ("number", Some(&self.number)),
            ("recipient", Some(&self.recipient)),
            ("preset", self.preset.as_ref()),
            ("changed_by", Some(&self.changed_by)),
        ];
        let mut texts = texts.into_iter();
        texts.find(|(_, text)| text.is_some_and(|text| is_too_long(text))).map(|(name, _)| name)
    }
}

/// The numbers of orders by the codes of their states. What no version knows is counted together.
pub(super) fn counted_by_state(
    counts: impl Iterator<Item = (String, u64)>,
) -> Vec<(OrderState, u64)> {
    let mut by_state = BTreeMap::new();
    for (code, orders) in counts {
        let state = OrderState::of_code(&code).unwrap_or(OrderState::Unreadable);
        *by_state.entry(state).or_default() += orders;
    }
    by_state.into_iter().collect()
}

fn cut(text: String) -> String {
    match is_too_long(&text) {
        true => beginning(&text),
        false => text,
    }
}

fn beginning(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}
