//! Past quotes: every response to a rate request, with full-text search, and a lookup of cheaper
//! quotes for a similar parcel. The caller decides which parcels are similar and what the JSON
//! contains.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, ToSql, named_params, params};

use super::schema::{scope_number, scope_number_or_new};
use super::shipments::{each_of, first_row, last_row, next_row};
use super::{Cache, CacheError, Scope, count_of, sql};
use crate::base::money::Money;
use crate::store::file::{money_columns, time_column};
use crate::store::fts;

/// The number of quotes kept per account; the oldest are removed.
pub const MOST_QUOTES: u32 = 20_000;
/// How many quotes one commit removes.
const CHUNK: u32 = 500;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoteRecord {
    /// Increases with time; assigned by the cache.
    pub row: i64,
    pub at: Timestamp,
    /// The label the rates were requested for. Repeating the request with the same result leaves
    /// one row.
    pub label: String,
    pub similarity_key: String,
    pub cheapest: Option<Money>,
    /// The text a list shows.
    pub listed: String,
    /// The text of every field that can be searched. Empty in query results.
    pub search_text: String,
    /// Empty in the rows of a list.
    pub json: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuotePage {
    /// Newest first.
    pub rows: Vec<QuoteRecord>,
    pub matching: u64,
    pub total: u64,
}

impl Cache {
    /// Stores a quote. It replaces the last quote for the same label and a similar parcel if the
    /// cheapest price is the same.
    pub async fn put_quote(&self, scope: &Scope, record: QuoteRecord) -> Result<(), CacheError> {
        let scope = scope.clone();
        self.writer.run(move |connection| put(connection, &scope, &record, MOST_QUOTES)).await
    }

    pub async fn find_quotes(
        &self,
        scope: &Scope,
        text: &str,
        offset: u64,
        limit: u32,
    ) -> Result<QuotePage, CacheError> {
        let (scope, text) = (scope.clone(), text.to_owned());
        self.readers.run(move |connection| find(connection, &scope, &text, offset, limit)).await
    }

    pub async fn quote(&self, scope: &Scope, row: i64) -> Result<Option<QuoteRecord>, CacheError> {
        let scope = scope.clone();
        self.readers.run(move |connection| get(connection, &scope, row)).await
    }

    /// The cheapest quote for a similar parcel since `since` that costs less than `than`; the
    /// newest one if several cost the same.
    pub async fn cheaper_quote(
        &self,
        scope: &Scope,
        likeness: &str,
        than: Money,
        since: Timestamp,
    ) -> Result<Option<QuoteRecord>, CacheError> {
        let (scope, likeness) = (scope.clone(), likeness.to_owned());
        self.readers
            .run(move |connection| cheaper(connection, &scope, &likeness, than, since))
            .await
    }

    /// Removes every quote older than `before`.
    pub async fn forget_quotes(&self, scope: &Scope, before: Timestamp) -> Result<(), CacheError> {
        loop {
            let scope = scope.clone();
            let gone =
                self.writer.run(move |connection| forget(connection, &scope, before)).await?;
            if gone == 0 {
                return Ok(());
            }
        }
    }
}

fn put(
    connection: &mut Connection,
    scope: &Scope,
    record: &QuoteRecord,
    most: u32,
) -> Result<(), CacheError> {
    let mut write = || {
        let transaction = connection.transaction()?;
        let scope = scope_number_or_new(&transaction, scope)?;
        if let Some(row) = same(&transaction, scope, record)? {
            remove(&transaction, row)?;
        }
        insert(&transaction, scope, record)?;
        let over: Vec<i64> = transaction
            .prepare_cached(
                "SELECT row FROM quotes WHERE scope = ?1 ORDER BY row DESC LIMIT -1 OFFSET ?2",
            )?
            .query_map(params![scope, most], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        for row in over {
            remove(&transaction, row)?;
        }
        transaction.commit()
    };
    write().map_err(sql("remember a quote"))
}

/// The last quote for this label and a similar parcel, if the cheapest price is the same.
fn same(
    connection: &Connection,
    scope: i64,
    record: &QuoteRecord,
) -> rusqlite::Result<Option<i64>> {
    let last = connection
        .prepare_cached(
            "SELECT * FROM quotes WHERE scope = ?1 AND likeness = ?2 AND label = ?3
             ORDER BY row DESC LIMIT 1",
        )?
        .query_row(params![scope, record.similarity_key, record.label], read)
        .optional()?;
    Ok(last.filter(|last| last.cheapest == record.cheapest).map(|last| last.row))
}

fn insert(connection: &Connection, scope: i64, record: &QuoteRecord) -> rusqlite::Result<()> {
    let row = next_row(connection, "quotes", record.at)?;
    connection
        .prepare_cached(
            "INSERT INTO quotes (row, scope, at, label, likeness, micros, currency, listed)
             VALUES (:row, :scope, :at, :label, :likeness, :micros, :currency, :listed)",
        )?
        .execute(named_params! {
            ":row": row,
            ":scope": scope,
            ":at": record.at.as_microsecond(),
            ":label": record.label,
            ":likeness": record.similarity_key,
            ":micros": record.cheapest.map(|money| money.amount.micros()),
            ":currency": record.cheapest.as_ref().map(|money| money.currency.code()),
            ":listed": record.listed,
        })?;
    connection
        .prepare_cached("INSERT INTO quote_bodies (row, json) VALUES (?1, ?2)")?
        .execute(params![row, record.json])?;
    connection
        .prepare_cached("INSERT INTO quote_words (rowid, words) VALUES (?1, folded(?2))")?
        .execute(params![row, record.search_text])?;
    Ok(())
}

fn find(
    connection: &mut Connection,
    scope: &Scope,
    text: &str,
    offset: u64,
    limit: u32,
) -> Result<QuotePage, CacheError> {
    let mut read = || {
        // One transaction, so that rows and counts agree.
        let view = connection.transaction()?;
        match scope_number(&view, scope)? {
            Some(scope) => find_page(&view, scope, text, offset, limit),
            None => Ok(QuotePage::default()),
        }
    };
    read().map_err(sql("search past quotes"))
}

fn find_page(
    view: &Connection,
    scope: i64,
    text: &str,
    offset: u64,
    limit: u32,
) -> rusqlite::Result<QuotePage> {
    let total: u64 = view
        .prepare_cached("SELECT count(*) FROM quotes WHERE scope = ?1")?
        .query_row([scope], |row| row.get(0).map(count_of))?;
    let offset = i64::try_from(offset).unwrap_or(i64::MAX);
    let expression = fts::expression(text);
    let mut values: Vec<(&str, &dyn ToSql)> = vec![(":scope", &scope)];
    let (from, order) = match &expression {
        Some(words) => {
            values.push((":words", words));
            // CROSS JOIN keeps the planner from starting with `quotes`.
            let from = "quote_words AS words CROSS JOIN quotes AS q ON q.row = words.rowid
                        WHERE quote_words MATCH :words AND q.scope = :scope";
            (from, "words.rowid")
        }
        None => ("quotes AS q WHERE q.scope = :scope", "q.row"),
    };
    let matching = match &expression {
        Some(_) => view
            .prepare_cached(&format!("SELECT count(*) FROM {from}"))?
            .query_row(values.as_slice(), |row| row.get(0).map(count_of))?,
        None => total,
    };
    values.extend([(":limit", &limit as &dyn ToSql), (":offset", &offset)]);
    let query = format!("SELECT q.* FROM {from} ORDER BY {order} DESC LIMIT :limit OFFSET :offset");
    let rows = view
        .prepare_cached(&query)?
        .query_map(values.as_slice(), read)?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(QuotePage { rows, matching, total })
}

fn get(
    connection: &Connection,
    scope: &Scope,
    row: i64,
) -> Result<Option<QuoteRecord>, CacheError> {
    let read = || {
        let scope = scope_number(connection, scope)?;
        connection
            .prepare_cached(
                "SELECT * FROM quotes JOIN quote_bodies USING (row)
                 WHERE scope = ?1 AND row = ?2",
            )?
            .query_row(params![scope, row], |row| {
                Ok(QuoteRecord { json: row.get("json")?, ..read(row)? })
            })
            .optional()
    };
    read().map_err(sql("look up a quote"))
}

fn cheaper(
    connection: &Connection,
    scope: &Scope,
    likeness: &str,
    than: Money,
    since: Timestamp,
) -> Result<Option<QuoteRecord>, CacheError> {
    let read = || {
        let scope = scope_number(connection, scope)?;
        connection
            .prepare_cached(
                "SELECT * FROM quotes WHERE scope = ?1 AND likeness = ?2 AND currency = ?3
                   AND micros < ?4 AND row >= ?5
                 ORDER BY micros, row DESC LIMIT 1",
            )?
            .query_row(
                params![
                    scope,
                    likeness,
                    than.currency.code(),
                    than.amount.micros(),
                    first_row(since)
                ],
                read,
            )
            .optional()
    };
    read().map_err(sql("look for a cheaper quote"))
}

fn forget(
    connection: &mut Connection,
    scope: &Scope,
    before: Timestamp,
) -> Result<usize, CacheError> {
    let mut write = || {
        let transaction = connection.transaction()?;
        let Some(scope) = scope_number(&transaction, scope)? else {
            return Ok(0);
        };
        let old: Vec<i64> = transaction
            .prepare_cached(
                "SELECT row FROM quotes WHERE scope = ?1 AND row <= ?2 AND at < ?3
                 ORDER BY row LIMIT ?4",
            )?
            .query_map(params![scope, last_row(before), before.as_microsecond(), CHUNK], |row| {
                row.get(0)
            })?
            .collect::<rusqlite::Result<_>>()?;
        for row in &old {
            remove(&transaction, *row)?;
        }
        transaction.commit()?;
        Ok(old.len())
    };
    write().map_err(sql("remove old quotes"))
}

fn remove(connection: &Connection, row: i64) -> rusqlite::Result<()> {
    let statements = [
        "DELETE FROM quotes WHERE row = ?1",
        "DELETE FROM quote_bodies WHERE row = ?1",
        "DELETE FROM quote_words WHERE rowid = ?1",
    ];
    each_of(connection, statements, row)
}

fn read(row: &Row<'_>) -> rusqlite::Result<QuoteRecord> {
    Ok(QuoteRecord {
        row: row.get("row")?,
        at: time_column(row, "at")?,
        label: row.get("label")?,
        similarity_key: row.get("likeness")?,
        cheapest: money_columns(row, "micros", "currency")?,
        listed: row.get("listed")?,
        search_text: String::new(),
        json: String::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::money::{Amount, Currency};
    use crate::store::cache::schema::STEPS;

    #[test]
    fn the_oldest_make_room_and_leave_nothing_behind() {
        let mut connection = Connection::open_in_memory().unwrap();
        crate::store::file::migrate(&mut connection, "memory".as_ref(), STEPS).unwrap();
        let scope = Scope { environment: "practice".to_owned(), account: "a".to_owned() };
        for number in 0..6_i64 {
            let record = QuoteRecord {
                row: 0,
                at: Timestamp::from_second(1_000_000 + number).unwrap(),
                label: format!("label-{number}"),
                similarity_key: "like".to_owned(),
                cheapest: Some(Money::new(Amount::from_cents(number), Currency::USD)),
                listed: number.to_string(),
                search_text: format!("word{number}"),
                json: "{}".to_owned(),
            };
            put(&mut connection, &scope, &record, 4).unwrap();
        }
        let page = find(&mut connection, &scope, "", 0, 10).unwrap();
        let listed: Vec<&str> = page.rows.iter().map(|row| row.listed.as_str()).collect();
        assert_eq!((listed, page.total), (vec!["5", "4", "3", "2"], 4));
        for (word, found) in [("word5", 1), ("word1", 0)] {
            let page = find(&mut connection, &scope, word, 0, 10).unwrap();
            assert_eq!(page.matching, found, "{word}");
        }
        for (query, left) in [
            ("SELECT count(*) FROM quote_bodies", 4),
            ("SELECT count(*) FROM quote_words WHERE quote_words MATCH '\"word1\"'", 0),
            ("SELECT count(*) FROM quote_words WHERE quote_words MATCH '\"word5\"'", 1),
        ] {
            let count: i64 = connection.query_row(query, [], |row| row.get(0)).unwrap();
            assert_eq!(count, left, "{query}");
        }
    }
}
