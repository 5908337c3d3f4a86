//! The statements behind the list of orders, on PostgreSQL.

use sqlx::postgres::{PgArguments, PgConnection, PgRow};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, Postgres, Row};

use super::words;
use crate::base::id::OrderId;
use crate::rows::limits::LONGEST_ORDER;
use crate::rows::limits::LONGEST_TEXT;
use crate::store::workspace::stored_order::{StoredOrder, counted_by_state};
use crate::store::workspace::{OrderPage, OrderQuery, OrderRow, OrderSort, OrderState};

/// The columns that [`order_row`] reads, of orders `o` and details `d`. An order whose details are
/// missing is listed too. Longer texts stay at the server.
pub(super) fn columns() -> String {
    let text = |column: &str| format!("left(o.{column}, {}) AS {column}", LONGEST_TEXT + 1);
    let texts = ["source", "number", "state", "recipient", "ship_by", "preset", "changed_by"];
    format!(
        "o.position, o.id, o.revision, {},
         CASE WHEN o.changed >= '0001-01-01' AND o.changed < '9999-01-01'
           THEN (extract(epoch FROM o.changed) * 1000000)::bigint END AS changed,
         CASE WHEN octet_length(d.json) <= {LONGEST_ORDER} THEN d.json END AS json",
        texts.map(text).join(", ")
    )
}

/// A value of a condition.
enum Value {
    Text(String),
    Texts(Vec<String>),
    Number(i64),
}

/// The conditions of a query as SQL, with their values.
struct Condition {
    sql: String,
    values: Vec<Value>,
}

impl Condition {
    fn of(query: &OrderQuery) -> Self {
        let mut values = Vec::new();
        let mut parts = Vec::new();
        let mut bind = |value: Value| {
            values.push(value);
            values.len()
        };
        if !query.states.is_empty() {
            let codes = |states: &[OrderState]| {
                Value::Texts(states.iter().map(|state| state.code().to_owned()).collect())
            };
            let mut wanted = format!("o.state = ANY(${})", bind(codes(&query.states)));
            if query.states.contains(&OrderState::Unreadable) {
                let known = bind(codes(&OrderState::ALL));
                wanted = format!("({wanted} OR o.state <> ALL(${known}))");
            }
            parts.push(wanted);
        }
        for (column, value) in [("source", &query.source), ("preset", &query.preset)] {
            if let Some(value) = value {
                parts.push(format!("o.{column} = ${}", bind(Value::Text(value.clone()))));
            }
        }
        if let Some(day) = query.ship_by {
            parts.push(format!("o.ship_by <= ${}", bind(Value::Text(day.to_string()))));
        }
        if let Some(since) = query.changed_since {
            let at = bind(Value::Number(since.as_microsecond()));
            parts.push(format!("o.changed >= to_timestamp(${at}::bigint / 1000000.0::numeric)"));
        }
        if let Some(words) = words::query(&query.text) {
            parts.push(format!(
                "o.position IN (SELECT position FROM postroom.order_details WHERE words @@ ${}::tsquery)",
                bind(Value::Text(words))
            ));
        }
        let sql = match parts.is_empty() {
            true => String::new(),
            false => format!("WHERE {}", parts.join(" AND ")),
        };
        Self { sql, values }
    }

    fn bound(&self, sql: String) -> Query<'_, Postgres, PgArguments> {
        let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(false);
        for value in &self.values {
            query = match value {
                Value::Text(text) => query.bind(text),
                Value::Texts(texts) => query.bind(texts),
                Value::Number(number) => query.bind(number),
            };
        }
        query
    }
}

fn order_by(sort: OrderSort) -> &'static str {
    match sort {
        OrderSort::Position => "o.position",
        OrderSort::Newest => "o.position DESC",
        OrderSort::Number => "o.number, o.position",
        OrderSort::NumberDown => "o.number DESC, o.position DESC",
        OrderSort::Recipient => "left(lower(o.recipient), 200), o.position",
        OrderSort::RecipientDown => "left(lower(o.recipient), 200) DESC, o.position DESC",
        OrderSort::ShipBy => "o.ship_by NULLS LAST, o.position",
        OrderSort::ShipByDown => "o.ship_by DESC NULLS LAST, o.position DESC",
    }
}

pub(super) async fn page(
    connection: &mut PgConnection,
    query: &OrderQuery,
) -> Result<OrderPage, sqlx::Error> {
    let condition = Condition::of(query);
    let by_state = by_state(connection).await?;
    let matching = match condition.sql.is_empty() {
        true => by_state.iter().map(|(_, count)| count).sum(),
        false => {
            let statement = format!("SELECT count(*) FROM postroom.orders o {}", condition.sql);
            let row = condition.bound(statement).fetch_one(&mut *connection).await?;
            count(row.try_get(0)?)
        }
    };
    let order = order_by(query.sort);
    // The window is found in the small table; only its rows are joined with their details.
    let window =
        format!(
        "SELECT {} FROM (SELECT * FROM postroom.orders o {} ORDER BY {order} LIMIT {} OFFSET {}) o
         LEFT JOIN postroom.order_details d ON d.position = o.position ORDER BY {order}",
        columns(), condition.sql, query.limit, query.offset,
    );
    let rows = condition.bound(window).fetch_all(&mut *connection).await?;
    Ok(OrderPage {
        rows: order_rows(&rows)?,
        matching,
        by_state,
        sources: sources(connection).await?,
    })
}

pub(super) async fn ids(
    connection: &mut PgConnection,
    query: &OrderQuery,
) -> Result<Vec<OrderId>, sqlx::Error> {
    let condition = Condition::of(query);
    let order = order_by(query.sort);
    let statement =
        format!("SELECT o.id FROM postroom.orders o {} ORDER BY {order}", condition.sql);
    let rows = condition.bound(statement).fetch_all(connection).await?;
    rows.iter().map(|row| row.try_get::<String, _>(0).map(OrderId::new)).collect()
}

/// In the order of the keys; unknown keys are left out.
pub(super) async fn by_id(
    connection: &mut PgConnection,
    ids: &[OrderId],
) -> Result<Vec<OrderRow>, sqlx::Error> {
    let keys: Vec<&str> = ids.iter().map(OrderId::as_str).collect();
    let statement = format!(
        "SELECT {} FROM unnest($1::text[]) WITH ORDINALITY AS k (id, at)
         JOIN postroom.orders o ON o.id = k.id
         LEFT JOIN postroom.order_details d ON d.position = o.position ORDER BY k.at",
        columns()
    );
    let query = sqlx::query(AssertSqlSafe(statement)).persistent(false).bind(keys);
    order_rows(&query.fetch_all(connection).await?)
}

/// The orders of each number, in the order of the numbers.
pub(super) async fn by_number(
    connection: &mut PgConnection,
    source: Option<&str>,
    numbers: &[String],
) -> Result<Vec<OrderRow>, sqlx::Error> {
    let of_source = match source {
        Some(_) => "AND o.source = $2",
        None => "",
    };
    let statement = format!(
        "SELECT {} FROM unnest($1::text[]) WITH ORDINALITY AS k (number, at)
         JOIN postroom.orders o ON o.number = k.number {of_source}
         LEFT JOIN postroom.order_details d ON d.position = o.position ORDER BY k.at, o.position",
        columns()
    );
    let mut query = sqlx::query(AssertSqlSafe(statement)).persistent(false).bind(numbers);
    if let Some(source) = source {
        query = query.bind(source);
    }
    order_rows(&query.fetch_all(connection).await?)
}

async fn by_state(connection: &mut PgConnection) -> Result<Vec<(OrderState, u64)>, sqlx::Error> {
    let counts = sqlx::raw_sql("SELECT state, count(*) FROM postroom.orders GROUP BY state");
    let counts = counts.fetch_all(connection).await?;
    let counts = counts.iter().map(|row| Ok((row.try_get(0)?, count(row.try_get(1)?))));
    let counts = counts.collect::<Result<Vec<_>, sqlx::Error>>()?;
    Ok(counted_by_state(counts.into_iter()))
}

/// Reads one entry of the index per source, not every order.
async fn sources(connection: &mut PgConnection) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::raw_sql(
        "WITH RECURSIVE names (name) AS (
           SELECT (SELECT min(source) FROM postroom.orders)
           UNION ALL
           SELECT (SELECT min(source) FROM postroom.orders WHERE source > name)
           FROM names WHERE name IS NOT NULL
         )
         SELECT name FROM names WHERE name IS NOT NULL",
    );
    let rows = rows.fetch_all(connection).await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

pub(super) fn order_rows(rows: &[PgRow]) -> Result<Vec<OrderRow>, sqlx::Error> {
    rows.iter().map(order_row).collect()
}

fn order_row(row: &PgRow) -> Result<OrderRow, sqlx::Error> {
    let stored = StoredOrder {
        id: row.try_get("id")?,
        revision: row.try_get("revision")?,
        position: row.try_get("position")?,
        source: row.try_get("source")?,
        number: row.try_get("number")?,
        state: row.try_get("state")?,
        recipient: row.try_get("recipient")?,
        ship_by: row.try_get("ship_by")?,
        preset: row.try_get("preset")?,
        changed: row.try_get("changed")?,
        changed_by: row.try_get("changed_by")?,
        json: row.try_get("json")?,
        no_text: None,
    };
    Ok(stored.into_row())
}

fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}
