//! Paged lists (sections 4.1, 4.6 and 4.7): twenty rows per page, newest first.
//!
//! The rows of a listed table are numbered 1, 2, 3 per account and environment, without gaps and in
//! order of time. So a range of dates is a range of numbers, a total is a difference, and a page of
//! a list of a million rows costs the same as one of forty.
//!
//! A list needs three things: the columns `account_id`, `env`, `number` and a time; a unique index
//! on (account_id, env, number) and an index on (account_id, env, time, number); and
//! [`PagedTable::next`] for every row it adds. Then
//!
//! ```text
//! let page = window.page(conn, &LIST, &who)?;
//! // … WHERE account_id = ? AND env = ? AND number BETWEEN page.first AND page.last
//! //   ORDER BY number DESC
//! page.wrap(results)
//! ```
//!
//! A page token is opaque to clients. It has the page and the newest number at the time of the
//! first page, so that rows added later do not shift pages.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, ToSql, params};
use serde_json::{Value, json};

use super::auth::Identity;
use super::facts::with_members;
use super::fail::Fail;
use super::reply::without_nulls;
use super::wire::Call;

const PAGE_SIZE: i64 = 20;
const DAY_MS: i64 = 86_400_000;

/// A table that can be listed: its name, and its time column in milliseconds.
pub struct PagedTable {
    pub table: &'static str,
    pub at: &'static str,
}

impl PagedTable {
    /// The number and time of the next row. The time is `now_ms`, or that of the previous row if
    /// that is later: two callers may read the clock in one order and write in the other, but
    /// numbers must be in order of time.
    pub fn next(&self, conn: &Connection, who: &Identity, now_ms: i64) -> Result<(i64, i64), Fail> {
        let Self { table, at } = self;
        let newest: Option<(i64, i64)> = conn
            .prepare_cached(&format!(
                "SELECT number, {at} FROM {table} WHERE account_id = ?1 AND env = ?2
                 ORDER BY number DESC LIMIT 1"
            ))?
            .query_row(params![who.account_id, who.env.code()], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()?;
        Ok(newest.map_or((1, now_ms), |(number, at_ms)| (number + 1, now_ms.max(at_ms))))
    }

    fn newest(&self, conn: &Connection, who: &Identity) -> Result<i64, Fail> {
        seek(
            conn,
            &format!("SELECT max(number) FROM {} WHERE account_id = ?1 AND env = ?2", self.table),
            params![who.account_id, who.env.code()],
        )
    }

    /// The highest number whose time is not after `until_ms`; 0 if there is none.
    fn until(&self, conn: &Connection, who: &Identity, until_ms: i64) -> Result<i64, Fail> {
        let Self { table, at } = self;
        seek(
            conn,
            &format!(
                "SELECT number FROM {table} WHERE account_id = ?1 AND env = ?2 AND {at} <= ?3
                 ORDER BY {at} DESC, number DESC LIMIT 1"
            ),
            params![who.account_id, who.env.code(), until_ms],
        )
    }
}

fn seek(conn: &Connection, sql: &str, scope: &[&dyn ToSql]) -> Result<i64, Fail> {
    let number: Option<Option<i64>> =
        conn.prepare_cached(sql)?.query_row(scope, |row| row.get(0)).optional()?;
    Ok(number.flatten().unwrap_or(0))
}

/// The part of a list that a caller requests.
#[derive(Clone, Copy, Debug)]
pub struct PageQuery {
    module: &'static str,
    /// The page, from 0, and the highest number when the first page was read; `None` for the first
    /// page.
    token: Option<(i64, i64)>,
    start_ms: Option<i64>,
    end_ms: Option<i64>,
}

impl PageQuery {
    /// Reads `pageToken`, `startDate` and `endDate`. An end date without a time includes its whole
    /// day. Fails with `<module>.VALIDATION_FAILED` if the start is not before the end, or if the
    /// token is not from this service.
    pub fn read(call: &Call, module: &'static str) -> Result<Self, Fail> {
        let start = call.time_param(module, "startDate")?;
        let end = call.time_param(module, "endDate")?;
        if let (Some((start, _)), Some((end, _))) = (start, end)
            && start >= end
        {
            return Err(Fail::invalid(module, "startDate must be before endDate."));
        }
        let ms = |at: Timestamp| at.as_millisecond();
        let token = call
            .param("pageToken")
            .map(|token| decode(token).ok_or_else(|| foreign_token(module)))
            .transpose()?;
        Ok(Self {
            module,
            token,
            start_ms: start.map(|(at, _)| ms(at)),
            end_ms: end.map(|(at, day)| if day { ms(at) + DAY_MS - 1 } else { ms(at) }),
        })
    }

    /// The range of numbers on the page.
    pub fn page(&self, conn: &Connection, list: &PagedTable, who: &Identity) -> Result<Page, Fail> {
        let newest = list.newest(conn, who)?;
        let high = match self.end_ms {
            None => newest,
            Some(end_ms) => list.until(conn, who, end_ms)?,
        };
        let low = match self.start_ms {
            None => 0,
            Some(start_ms) => list.until(conn, who, start_ms.saturating_sub(1))?,
        };
        let (index, high) = self.token.map_or((0, high), |(index, seen)| (index, seen.min(high)));
        let total = (high - low).max(0);
        let last = high - index * PAGE_SIZE;
        // A valid token names an existing row and a page that has rows.
        if self.token.is_some_and(|(index, seen)| seen > newest || (index > 0 && last <= low)) {
            return Err(foreign_token(self.module));
        }
        Ok(Page { index, high, total, first: (last - PAGE_SIZE).max(low) + 1, last })
    }
}

fn foreign_token(module: &str) -> Fail {
    Fail::invalid(module, "pageToken was not made by this service.")
}

/// One page: the rows whose number is from `first` to `last`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Page {
    pub first: i64,
    pub last: i64,
    index: i64,
    high: i64,
    total: i64,
}

impl Page {
    /// The wrapper of section 4.1: `results`, `nextPage`, `previousPage`, `pageSize`,
    /// `totalResults`, `totalPages`. A token is null if there is no such page.
    pub fn wrap(&self, results: Vec<Value>) -> Value {
        let mut wrapper = self.wrapper();
        if let Some(map) = wrapper.as_object_mut() {
            map.insert("results".to_owned(), Value::Array(results));
        }
        wrapper
    }

    /// The same for results that are JSON texts.
    pub fn wrap_texts(&self, results: &[String]) -> String {
        let results = format!("[{}]", results.join(","));
        let wrapper = without_nulls(self.wrapper());
        with_members(&wrapper.to_string(), &[("results", &results)])
    }

    fn wrapper(&self) -> Value {
        let pages = (self.total + PAGE_SIZE - 1) / PAGE_SIZE;
        let token = |index: i64| (index >= 0 && index < pages).then(|| encode(index, self.high));
        json!({
            "nextPage": token(self.index + 1),
            "previousPage": token(self.index - 1),
            "pageSize": PAGE_SIZE,
            "totalResults": self.total,
            "totalPages": pages,
        })
    }
}

fn encode(page: i64, newest: i64) -> String {
    URL_SAFE_NO_PAD.encode(format!("p{page}.{newest}"))
}

/// Rejects numbers far beyond any list, so that arithmetic on them cannot overflow.
fn decode(token: &str) -> Option<(i64, i64)> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(token).ok()?).ok()?;
    let (page, newest) = text.strip_prefix('p')?.split_once('.')?;
    let number = |text: &str, from: i64| {
        text.parse::<i64>().ok().filter(|number| (from..1 << 48).contains(number))
    };
    Some((number(page, 0)?, number(newest, 1)?))
}

#[cfg(test)]
mod tests {
    use super::super::auth::Env;
    use super::*;

    const LIST: PagedTable = PagedTable { table: "ledger", at: "at_ms" };

    fn who(account: &str) -> Identity {
        Identity {
            account_id: account.to_owned(),
            user_id: String::new(),
            app_id: String::new(),
            env: Env::Production,
            luck: Default::default(),
        }
    }

    /// A ledger with row n of `mine` at n seconds, alternating with rows of another account.
    fn ledger(rows: i64) -> Connection {
        let mut conn = Connection::open_in_memory().unwrap();
        super::super::schema::migrate(&mut conn).unwrap();
        for row in 1..=rows {
            for account in ["mine", "other"] {
                let (number, at_ms) = LIST.next(&conn, &who(account), row * 1000).unwrap();
                assert_eq!((number, at_ms), (row, row * 1000));
                conn.execute(
                    "INSERT INTO ledger(id, account_id, env, transaction_id, event_type,
                     transaction_type, at_ms, amount, balance, comments, payment_type, number)
                     VALUES(?1, ?2, 'P', '', '', '', ?3, 0, 0, '', '', ?4)",
                    params![format!("{account}{row}"), account, at_ms, number],
                )
                .unwrap();
            }
        }
        conn
    }

    fn window(token: Option<(i64, i64)>, start_ms: Option<i64>, end_ms: Option<i64>) -> PageQuery {
        PageQuery { module: "ACCOUNT", token, start_ms, end_ms }
    }

    #[test]
    fn pages_are_ranges_of_numbers() {
        let conn = ledger(45);
        for (token, start, end, first, last, total) in [
            (None, None, None, 26, 45, 45),
            (Some((1, 45)), None, None, 6, 25, 45),
            (Some((2, 45)), None, None, 1, 5, 45),
            // The newest number from when there were fewer rows.
            (Some((1, 30)), None, None, 1, 10, 30),
            (None, Some(10_000), None, 26, 45, 36),
            (Some((1, 45)), Some(10_000), None, 10, 25, 36),
            (None, Some(10_001), Some(12_000), 11, 12, 2),
            (None, None, Some(12_999), 1, 12, 12),
        ] {
            let page = window(token, start, end).page(&conn, &LIST, &who("mine")).unwrap();
            let seen = (page.first, page.last, page.total);
            assert_eq!(seen, (first, last, total), "{token:?} {start:?} {end:?}");
        }
        for (start, end) in [(Some(90_000), None), (None, Some(999)), (Some(5_500), Some(5_900))] {
            let page = window(None, start, end).page(&conn, &LIST, &who("mine")).unwrap();
            assert!(page.total == 0 && page.first > page.last, "{page:?}");
            assert_eq!(page.wrap(Vec::new())["totalPages"], json!(0));
        }
        assert_eq!(LIST.newest(&conn, &who("nobody")).unwrap(), 0);
    }

    #[test]
    fn a_time_never_runs_behind_the_row_before() {
        let conn = ledger(3);
        assert_eq!(LIST.next(&conn, &who("mine"), 1).unwrap(), (4, 3_000));
        assert_eq!(LIST.next(&conn, &who("mine"), 3_001).unwrap(), (4, 3_001));
    }

    #[test]
    fn tokens_come_back_and_others_do_not() {
        assert_eq!(decode(&encode(3, 77)), Some((3, 77)));
        let huge = format!("p1.{}", i64::MAX);
        for bad in ["p-1.4", "p1.0", "p0.-3", "p1", "p1.2.3", "1.2", &huge] {
            assert_eq!(decode(&URL_SAFE_NO_PAD.encode(bad)), None, "{bad}");
        }
        for bad in ["", "x", "cDM", "!!"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
        let conn = ledger(45);
        for token in [(0, 46), (3, 45), (1, 20), ((1 << 48) - 1, (1 << 48) - 1)] {
            let refused = window(Some(token), None, None).page(&conn, &LIST, &who("mine"));
            assert_eq!(refused.unwrap_err().code.as_str(), "ACCOUNT.VALIDATION_FAILED");
        }
    }

    #[test]
    fn no_bound_scans_the_table() {
        let conn = ledger(3);
        for table in [LIST, super::super::stored_shipment::LIST] {
            let PagedTable { table, at } = table;
            for sql in [
                format!("SELECT max(number) FROM {table} WHERE account_id = ?1 AND env = ?2"),
                format!(
                    "SELECT number FROM {table} WHERE account_id = ?1 AND env = ?2 AND {at} <= ?3 ORDER BY {at} DESC, number DESC LIMIT 1"
                ),
                format!(
                    "SELECT number, {at} FROM {table} WHERE account_id = ?1 AND env = ?2 ORDER BY number DESC LIMIT 1"
                ),
                format!(
                    "SELECT * FROM {table} WHERE account_id = ?1 AND env = ?2 AND number BETWEEN ?3 AND ?4 ORDER BY number DESC"
                ),
            ] {
                super::super::schema::tests::assert_indexed(&conn, &sql);
            }
        }
    }
}
