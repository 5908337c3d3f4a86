//! The statements behind the list of orders.

use std::borrow::Cow;

use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};

use super::super::fts;
use super::stored_order::{StoredOrder, counted_by_state};
use super::{LONGEST_TEXT, OrderPage, OrderQuery, OrderRow, OrderSort, OrderState};
use crate::base::id::OrderId;
use crate::rows::limits::LONGEST_ORDER;

/// Bytes of a text that are read: more than a text may have.
const MOST_BYTES: usize = 4 * LONGEST_TEXT + 1;

/// The columns that [`order_row`] reads. An order whose details are missing is listed too.
fn columns() -> String {
    format!(
        "orders.position, id, revision, source, number, state, recipient, ship_by, preset, changed,
        changed_by, CASE WHEN octet_length(json) <= {LONGEST_ORDER} THEN json END AS json"
    )
}

/// The conditions of a query as SQL, with their values.
struct Condition {
    sql: String,
    values: Vec<Value>,
    /// Nothing but words is asked for, so the index of the words alone knows which orders match.
    is_words: bool,
}

impl Condition {
    fn of(query: &OrderQuery) -> Self {
        let mut values: Vec<Value> = Vec::new();
        let mut parts: Vec<String> = Vec::new();
        let mut bind = |value: Value| {
            values.push(value);
            format!("?{}", values.len())
        };
        if !query.states.is_empty() {
            let mut listed = |states: &[OrderState]| {
                let states = states.iter();
                let codes = states.map(|state| bind(Value::Text(state.code().to_owned())));
                codes.collect::<Vec<_>>().join(",")
            };
            let mut wanted = format!("state IN ({})", listed(&query.states));
            if query.states.contains(&OrderState::Unreadable) {
                wanted = format!("({wanted} OR state NOT IN ({}))", listed(&OrderState::ALL));
            }
            parts.push(wanted);
        }
        for (column, value) in [("source", &query.source), ("preset", &query.preset)] {
            if let Some(value) = value {
                let at = bind(Value::Text(value.clone()));
                parts.push(format!("{column} = {at}"));
            }
        }
        if let Some(day) = query.ship_by {
            let at = bind(Value::Text(day.to_string()));
            parts.push(format!("ship_by <= {at}"));
        }
        if let Some(since) = query.changed_since {
            let at = bind(Value::Integer(since.as_microsecond()));
            parts.push(format!("changed >= {at}"));
        }
        let is_words = parts.is_empty() && fts::expression(&query.text).is_some();
        if let Some(expression) = fts::expression(&query.text) {
            let at = bind(Value::Text(expression));
            parts.push(format!(
                "orders.position IN (SELECT rowid FROM order_words WHERE order_words MATCH {at})"
            ));
        }
        let sql = match parts.is_empty() {
            true => String::new(),
            false => format!("WHERE {}", parts.join(" AND ")),
        };
        Self { sql, values, is_words }
    }

    /// Whether every order matches.
    fn is_all(&self) -> bool {
        self.sql.is_empty()
    }
}

/// Words that are asked for alone are the first value of their condition.
const MATCHES: &str = "FROM order_words WHERE order_words MATCH ?1";

fn order_by(sort: OrderSort) -> &'static str {
    match sort {
        OrderSort::Position => "orders.position",
        OrderSort::Newest => "orders.position DESC",
        OrderSort::Number => "number, orders.position",
        OrderSort::NumberDown => "number DESC, orders.position DESC",
        OrderSort::Recipient => "folded(recipient), orders.position",
        OrderSort::RecipientDown => "folded(recipient) DESC, orders.position DESC",
        OrderSort::ShipBy => "ship_by IS NULL, ship_by, orders.position",
        OrderSort::ShipByDown => "ship_by IS NULL, ship_by DESC, orders.position DESC",
    }
}

pub fn page(connection: &Connection, query: &OrderQuery) -> rusqlite::Result<OrderPage> {
    let by_state = by_state(connection)?;
    // States that every order has are no condition, and a search for words alone is the fast one.
    let is_every = by_state.iter().all(|(state, _)| query.states.contains(state));
    let condition = match is_every {
        true => Condition::of(&OrderQuery { states: Vec::new(), ..query.clone() }),
        false => Condition::of(query),
    };
    let matching = match condition.is_all() {
        true => by_state.iter().map(|(_, count)| count).sum(),
        false => connection
            .prepare_cached(&match condition.is_words {
                true => format!("SELECT count(*) {MATCHES}"),
                false => format!("SELECT count(*) FROM orders {}", condition.sql),
            })?
            .query_row(params_from_iter(&condition.values), |row| row.get(0))
            .map(count)?,
    };
    let order = order_by(query.sort);
    let limits = format!("LIMIT {} OFFSET {}", query.limit, query.offset);
    // The index is in the order of the positions: a window of many matches is read from it at once.
    let by_position = match query.sort {
        OrderSort::Position => Some("rowid"),
        OrderSort::Newest => Some("rowid DESC"),
        _ => None,
    };
    // The window is found in a small table; only its rows are joined with their details.
    let window = match by_position.filter(|_| condition.is_words) {
        Some(rowid) => {
            format!("WHERE position IN (SELECT rowid {MATCHES} ORDER BY {rowid} {limits})")
        }
        None => format!("{} ORDER BY {order} {limits}", condition.sql),
    };
    let window = format!(
        "SELECT {} FROM (SELECT * FROM orders {window}) AS orders
         LEFT JOIN order_details ON order_details.position = orders.position ORDER BY {order}",
        columns()
    );
    let rows = connection
        .prepare_cached(&window)?
        .query_map(params_from_iter(&condition.values), order_row)?
        .collect::<rusqlite::Result<_>>()?;
    Ok(OrderPage { rows, matching, by_state, sources: sources(connection)? })
}

pub fn ids(connection: &Connection, query: &OrderQuery) -> rusqlite::Result<Vec<OrderId>> {
    let condition = Condition::of(query);
    let statement =
        format!("SELECT id FROM orders {} ORDER BY {}", condition.sql, order_by(query.sort));
    connection
        .prepare_cached(&statement)?
        .query_map(params_from_iter(&condition.values), |row| {
            row.get::<_, String>(0).map(OrderId::new)
        })?
        .collect()
}

pub fn by_id(connection: &Connection, id: &OrderId) -> rusqlite::Result<Option<OrderRow>> {
    let mut rows = one_column(connection, "id = ?1", &[id.as_str()])?;
    Ok(rows.pop())
}

pub fn by_number(
    connection: &Connection,
    source: Option<&str>,
    number: &str,
) -> rusqlite::Result<Vec<OrderRow>> {
    match source {
        Some(source) => one_column(connection, "number = ?1 AND source = ?2", &[number, source]),
        None => one_column(connection, "number = ?1", &[number]),
    }
}

fn one_column(
    connection: &Connection,
    condition: &str,
    values: &[&str],
) -> rusqlite::Result<Vec<OrderRow>> {
    let statement = format!(
        "SELECT {} FROM orders
         LEFT JOIN order_details ON order_details.position = orders.position
         WHERE {condition} ORDER BY orders.position",
        columns()
    );
    connection.prepare_cached(&statement)?.query_map(params_from_iter(values), order_row)?.collect()
}

fn by_state(connection: &Connection) -> rusqlite::Result<Vec<(OrderState, u64)>> {
    let counts: Vec<(String, i64)> = connection
        .prepare_cached("SELECT state, orders FROM state_counts WHERE orders > 0")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let counts = counts.into_iter().map(|(code, orders)| (code, count(orders)));
    Ok(counted_by_state(counts))
}

/// Reads one entry of the index per source, not every order.
fn sources(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached(
            "WITH RECURSIVE names (name) AS (
               SELECT min(source) FROM orders
               UNION ALL
               SELECT (SELECT min(source) FROM orders WHERE source > name)
               FROM names WHERE name IS NOT NULL
             )
             SELECT name FROM names WHERE name IS NOT NULL",
        )?
        .query_map([], |row| row.get(0))?
        .collect()
}

fn order_row(row: &Row<'_>) -> rusqlite::Result<OrderRow> {
    let mut no_text = None;
    let mut read = |column: &'static str, most: usize| -> rusqlite::Result<Option<String>> {
        let bytes = row.get_ref(column)?.as_bytes_or_null()?;
        Ok(bytes.map(|bytes| {
            let bytes = bytes.get(..most).unwrap_or(bytes);
            let text = String::from_utf8_lossy(bytes);
            if matches!(text, Cow::Owned(_)) {
                no_text = Some(column);
            }
            text.into_owned()
        }))
    };
    let mut optional = |column| read(column, MOST_BYTES);
    let (ship_by, preset) = (optional("ship_by")?, optional("preset")?);
    let mut text = |column| optional(column).map(Option::unwrap_or_default);
    let mut stored = StoredOrder {
        id: text("id")?,
        revision: row.get("revision")?,
        position: row.get("position")?,
        source: text("source")?,
        number: text("number")?,
        state: text("state")?,
        recipient: text("recipient")?,
        changed: row.get("changed")?,
        changed_by: text("changed_by")?,
        ship_by,
        preset,
        ..StoredOrder::default()
    };
    stored.json = read("json", LONGEST_ORDER)?;
    stored.no_text = no_text;
    Ok(stored.into_row())
}

fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}
