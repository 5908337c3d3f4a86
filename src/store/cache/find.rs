//! Searches shipments by words, time, status and refund, newest first.

use rusqlite::{Connection, Row, ToSql};

use super::schema::scope_number;
use super::shipments::{body_of_older_row, first_row, last_row, read_listed};
use super::{
    COUNTED_AT_MOST, CacheError, Scope, ShipmentPage, ShipmentQuery, ShipmentRecord, count_of, sql,
};
use crate::store::fts;

/// How much of the search is counted before the result is returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    Whole,
    /// For a text search, count only the rows read so far.
    RowsOnly,
}

pub fn find(
    connection: &mut Connection,
    scope: &Scope,
    query: &ShipmentQuery,
    counting: Counting,
) -> Result<ShipmentPage, CacheError> {
    let mut read = || {
        // One transaction, so that rows and counts agree.
        let view = connection.transaction()?;
        match scope_number(&view, scope)? {
            Some(scope) => find_page(&view, scope, query, counting),
            None => Ok(ShipmentPage::default()),
        }
    };
    read().map_err(sql("search shipments"))
}

type Values = Vec<(&'static str, Box<dyn ToSql>)>;

/// The FROM and WHERE clauses of a query. They contain only the conditions that were requested,
/// so that SQLite can use an index over exactly those columns.
struct Source {
    from: String,
    order: &'static str,
    searched: bool,
    values: Values,
}

impl Source {
    fn rows(&self) -> String {
        let Self { from, order, .. } = self;
        format!("SELECT s.* FROM {from} ORDER BY {order} DESC LIMIT :limit OFFSET :offset")
    }

    fn count(&self) -> String {
        let from = &self.from;
        let most = match self.searched {
            true => format!(" LIMIT {COUNTED_AT_MOST}"),
            false => String::new(),
        };
        format!("SELECT count(*) FROM (SELECT 1 FROM {from}{most})")
    }
}

fn source(scope: i64, query: &ShipmentQuery) -> Source {
    let mut values: Values = vec![(":scope", Box::new(scope))];
    let expression = fts::expression(&query.text);
    // CROSS JOIN keeps the planner from starting with `shipments`.
    let (mut from, order) = match &expression {
        Some(_) => (
            "shipment_words AS words CROSS JOIN shipments AS s ON s.row = words.rowid
             WHERE shipment_words MATCH :expression AND s.scope = :scope"
                .to_owned(),
            "words.rowid",
        ),
        None => (format!("shipments AS s{} WHERE s.scope = :scope", hint(query)), "s.row"),
    };
    let searched = expression.is_some();
    if let Some(expression) = expression {
        values.push((":expression", Box::new(expression)));
    }
    // The row number contains the millisecond of creation and limits the rows that are read. The
    // column `created` compares within one millisecond.
    if let Some(created) = query.created_from {
        from += &format!(" AND {order} >= :first AND s.created >= :created_from");
        values.push((":first", Box::new(first_row(created))));
        values.push((":created_from", Box::new(created.as_microsecond())));
    }
    if let Some(created) = query.created_to {
        from += &format!(" AND {order} <= :last AND s.created <= :created_to");
        values.push((":last", Box::new(last_row(created))));
        values.push((":created_to", Box::new(created.as_microsecond())));
    }
    match query.statuses.as_slice() {
        [] => {}
        [status] => {
            from += " AND s.status = :status";
            values.push((":status", Box::new(status.clone())));
        }
        // The index does not order the rows of several statuses by time. The unary plus keeps
        // SQLite from using it and losing the order by time.
        several => {
            from += " AND +s.status IN (SELECT value FROM json_each(:statuses))";
            let list = serde_json::Value::from(several).to_string();
            values.push((":statuses", Box::new(list)));
        }
    }
    if !query.carriers_left_out.is_empty() {
        from += " AND s.carrier NOT IN (SELECT value FROM json_each(:left_out))";
        let list = serde_json::Value::from(query.carriers_left_out.as_slice()).to_string();
        values.push((":left_out", Box::new(list)));
    }
    from += match query.refunded {
        None => "",
        Some(true) => " AND s.refund_status IS NOT NULL",
        Some(false) => " AND s.refund_status IS NULL",
    };
    Source { from, order, searched, values }
}

/// SQLite's planner does not know how few rows the partial index over refunds holds, and would
/// choose the covering index instead.
fn hint(query: &ShipmentQuery) -> &'static str {
    match query.refunded {
        Some(true) if query.statuses.is_empty() => " INDEXED BY shipments_refunded",
        _ => "",
    }
}

fn find_page(
    connection: &Connection,
    scope: i64,
    query: &ShipmentQuery,
    counting: Counting,
) -> rusqlite::Result<ShipmentPage> {
    let mut source = source(scope, query);
    let total: u64 = connection
        .prepare_cached("SELECT shipments FROM scopes WHERE scope = ?1")?
        .query_row([scope], count)?;
    let filters = source.values.len();
    let offset = i64::try_from(query.offset).unwrap_or(i64::MAX);
    source.values.push((":limit", Box::new(query.limit)));
    source.values.push((":offset", Box::new(offset)));
    let rows = connection
        .prepare_cached(&source.rows())?
        .query_map(bound(&source.values).as_slice(), |row| {
            Ok(ShipmentRecord { json: body_of_older_row(connection, row)?, ..read_listed(row)? })
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    source.values.truncate(filters);
    let shown = query.offset + rows.len() as u64;
    // A page that is not full is the last one. An empty page with an offset may be past the end.
    let ended = rows.len() < query.limit as usize && (query.offset == 0 || !rows.is_empty());
    let unfiltered = filters == 1 && query.refunded.is_none();
    let (matching, more) = match counting {
        _ if ended => (shown, false),
        _ if unfiltered => (total, false),
        Counting::RowsOnly if source.searched && !rows.is_empty() => (shown, true),
        _ => {
            let matching: u64 = connection
                .prepare_cached(&source.count())?
                .query_row(bound(&source.values).as_slice(), count)?;
            (matching, source.searched && matching >= COUNTED_AT_MOST)
        }
    };
    Ok(ShipmentPage { rows, matching: matching.max(shown.min(total)), more, total })
}

fn bound(values: &Values) -> Vec<(&str, &dyn ToSql)> {
    values.iter().map(|(name, value)| (*name, value.as_ref())).collect()
}

fn count(row: &Row<'_>) -> rusqlite::Result<u64> {
    row.get(0).map(count_of)
}

#[cfg(test)]
mod tests {
    use super::super::schema::STEPS;
    use super::*;
    use crate::store::file;

    #[test]
    fn what_is_asked_at_a_start_reads_few_rows_of_many() {
        let mut connection = Connection::open_in_memory().unwrap();
        file::migrate(&mut connection, "memory".as_ref(), STEPS).unwrap();
        let at = Some(jiff::Timestamp::UNIX_EPOCH);
        let never_left = ShipmentQuery {
            created_to: at,
            statuses: vec!["PreTransit".to_owned()],
            refunded: Some(false),
            ..ShipmentQuery::default()
        };
        let refundable =
            ShipmentQuery { created_from: at, refunded: Some(false), ..ShipmentQuery::default() };
        let asked = ShipmentQuery { refunded: Some(true), ..ShipmentQuery::default() };
        for (query, rows, count) in [
            (ShipmentQuery::default(), "SEARCH s USING INDEX shipments_by_filter (scope=?)", None),
            (
                never_left,
                "SEARCH s USING INDEX shipments_by_status (scope=? AND status=? AND row<?)",
                Some(
                    "SEARCH s USING COVERING INDEX shipments_by_status (scope=? AND status=? AND row<?)",
                ),
            ),
            (
                refundable,
                "SEARCH s USING INDEX shipments_by_filter (scope=? AND row>?)",
                Some("SEARCH s USING COVERING INDEX shipments_by_filter (scope=? AND row>?)"),
            ),
            (
                asked,
                "SEARCH s USING INDEX shipments_refunded (scope=?)",
                Some("SEARCH s USING INDEX shipments_refunded (scope=?)"),
            ),
        ] {
            let source = source(1, &query);
            assert_eq!(file::plan(&connection, &source.rows()), [rows], "{query:?}");
            if let Some(count) = count {
                let plan = file::plan(&connection, &source.count());
                assert_eq!(plan, [count], "{query:?}");
            }
        }
    }

    #[test]
    fn a_search_begins_at_the_words_whatever_else_is_asked() {
        let mut connection = Connection::open_in_memory().unwrap();
        file::migrate(&mut connection, "memory".as_ref(), STEPS).unwrap();
        let query = ShipmentQuery {
            text: "ann".to_owned(),
            statuses: vec!["Delivered".to_owned()],
            refunded: Some(true),
            ..ShipmentQuery::default()
        };
        let plan = file::plan(&connection, &source(1, &query).rows());
        let [first, then] = plan.as_slice() else { panic!("{plan:?}") };
        assert!(first.starts_with("SCAN words VIRTUAL TABLE"), "{plan:?}");
        let by_row = "SEARCH s USING INTEGER PRIMARY KEY (rowid=?)";
        assert_eq!(then, by_row);
    }
    #[test]
    fn a_row_of_an_earlier_version_brings_its_body() {
        let mut connection = Connection::open_in_memory().unwrap();
        file::migrate(&mut connection, "memory".as_ref(), &STEPS[..6]).unwrap();
        connection
            .execute_batch(
                "INSERT INTO scopes VALUES (1, 'test', 'a', 1);
                 INSERT INTO shipments VALUES (7, 1, 's', 0, 'Ann', 'Bern', '', '', NULL, '', '',
                   NULL, NULL, 1, NULL);
                 INSERT INTO shipment_bodies VALUES (7, 'Ann', '{\"id\":\"s\"}');",
            )
            .unwrap();
        file::migrate(&mut connection, "memory".as_ref(), STEPS).unwrap();
        let scope = Scope { environment: "test".to_owned(), account: "a".to_owned() };
        let all = ShipmentQuery { limit: 10, ..ShipmentQuery::default() };
        let json = |connection: &mut Connection| {
            let page = find(connection, &scope, &all, Counting::Whole).unwrap();
            page.rows.into_iter().map(|row| row.json).next().unwrap()
        };
        assert_eq!(json(&mut connection), r#"{"id":"s"}"#);
        connection.execute("UPDATE shipments SET reference = ''", []).unwrap();
        assert_eq!(json(&mut connection), "");
    }
}
