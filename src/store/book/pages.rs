//! Pages of the address book, its groups, and several changes in one commit.

use jiff::Timestamp;
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params, params_from_iter};

use super::{Book, BookError, BookRecord, CANDIDATES, COUNT, fts, mirror, put_one, read, sql};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookQuery {
    pub text: String,
    /// Only members of this group.
    pub group: Option<String>,
    pub sort: BookSort,
    pub offset: u64,
    pub limit: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookPage {
    pub records: Vec<GroupedRecord>,
    /// The number of all matching records.
    pub matching: u64,
    /// Whether the search has more matches than are considered. One more typed word narrows it
    /// down.
    pub capped: bool,
}

/// A record with its groups, sorted by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupedRecord {
    pub record: BookRecord,
    pub groups: Vec<String>,
}

/// One change. All changes of one call are committed together or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookChange {
    /// Adds a record or replaces the given row. Groups and time of use are unchanged if `None`.
    Put {
        row: Option<i64>,
        name: String,
        search_text: String,
        json: String,
        groups: Option<Vec<String>>,
        last_used: Option<Timestamp>,
    },
    Remove(i64),
    Join {
        row: i64,
        group: String,
    },
    Leave {
        row: i64,
        group: String,
    },
}

impl BookChange {
    /// The row that is changed; `None` for a new record.
    pub fn row(&self) -> Option<i64> {
        match self {
            Self::Put { row, .. } => *row,
            Self::Remove(row) | Self::Join { row, .. } | Self::Leave { row, .. } => Some(*row),
        }
    }

    /// Restores a record under its old row.
    pub fn restore(filed: GroupedRecord) -> Self {
        Self::Put {
            row: Some(filed.record.row),
            name: filed.record.name,
            search_text: filed.record.search_text,
            json: filed.record.json,
            groups: Some(filed.groups),
            last_used: filed.record.last_used,
        }
    }
}

/// The order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookSort {
    /// Last used first, then by name.
    #[default]
    Use,
    Name,
    NameDown,
}

fn order_by(sort: BookSort) -> &'static str {
    match sort {
        BookSort::Use => "ORDER BY last_used DESC, sort_name, records.row",
        BookSort::Name => "ORDER BY sort_name, records.row",
        BookSort::NameDown => "ORDER BY sort_name DESC, records.row DESC",
    }
}

/// Group names contain no unit separator (char 31): `join` replaces it with a space.
const FILED: &str = "records.*, (SELECT group_concat(group_name, char(31))
    FROM memberships WHERE memberships.row = records.row) AS groups";

impl Book {
    /// One page of the list. A text search considers only the
    /// newest few hundred matches; everything else is exact.
    pub async fn page(&self, query: BookQuery) -> Result<BookPage, BookError> {
        self.readers
            .run(move |connection| page(connection, &query).map_err(sql("list addresses")))
            .await
    }

    /// Records ordered by row, starting after row `after`. For reading all of them in portions.
    pub async fn scan(&self, after: i64, limit: u32) -> Result<Vec<GroupedRecord>, BookError> {
        self.readers
            .run(move |connection| {
                let query =
                    format!("SELECT {FILED} FROM records WHERE row > ?1 ORDER BY row LIMIT ?2");
                let all = connection
                    .prepare_cached(&query)
                    .and_then(|mut rows| rows.query_map(params![after, limit], filed)?.collect());
                all.map_err(sql("read the addresses"))
            })
            .await
    }

    pub async fn get_with_groups(&self, row: i64) -> Result<Option<GroupedRecord>, BookError> {
        let found = self.scan(row - 1, 1).await?;
        Ok(found.into_iter().find(|filed| filed.record.row == row))
    }

    /// Every group with its number of members, sorted by name.
    pub async fn groups(&self) -> Result<Vec<(String, u64)>, BookError> {
        self.readers
            .run(|connection| {
                let all = connection
                    .prepare_cached(
                        "SELECT group_name, count(*) FROM memberships
                         GROUP BY group_name ORDER BY group_name",
                    )
                    .and_then(|mut rows| {
                        rows.query_map([], |row| Ok((row.get(0)?, count(row.get(1)?))))?.collect()
                    });
                all.map_err(sql("list the groups"))
            })
            .await
    }

    /// Applies the changes in one commit. Returns the row of each `Put`.
    pub async fn change(&self, steps: Vec<BookChange>) -> Result<Vec<i64>, BookError> {
        self.writer
            .run(move |connection| {
                let mut write = || {
                    let transaction = connection.transaction()?;
                    let mut rows = Vec::new();
                    for step in &steps {
                        rows.extend(apply(&transaction, step)?);
                    }
                    transaction.commit()?;
                    Ok(rows)
                };
                write().map_err(sql("change the addresses"))
            })
            .await
    }
}

fn page(connection: &Connection, query: &BookQuery) -> rusqlite::Result<BookPage> {
    let mut values: Vec<Value> = Vec::new();
    let mut parts: Vec<String> = Vec::new();
    let mut bind = |value: Value| {
        values.push(value);
        format!("?{}", values.len())
    };
    let expression = fts::expression(&query.text);
    let group = query.group.as_ref().map(|group| bind(Value::Text(group.clone())));
    let members = |at: &str| format!("SELECT row FROM memberships WHERE group_name = {at}");
    let (mut capped, mut listed) = (false, None);
    if let Some(expression) = expression {
        let at = bind(Value::Text(expression));
        let within = match &group {
            Some(group) => format!("AND rowid IN ({})", members(group)),
            None => String::new(),
        };
        let candidates = format!(
            "SELECT rowid FROM record_words WHERE record_words MATCH {at} {within}
             ORDER BY rowid DESC LIMIT {}",
            CANDIDATES + 1
        );
        // One candidate more than is used tells whether there are more.
        let found: Vec<i64> = connection
            .prepare_cached(&candidates)?
            .query_map(params_from_iter(values.iter()), |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        let most = usize::try_from(CANDIDATES).unwrap_or(usize::MAX);
        capped = found.len() > most;
        let list: Vec<String> = found.iter().take(most).map(i64::to_string).collect();
        parts.push(format!("records.row IN ({})", list.join(",")));
        listed = Some(list.len() as u64);
        values.clear();
    } else if let Some(group) = &group {
        parts.push(format!("records.row IN ({})", members(group)));
    }
    let condition = match parts.first() {
        Some(part) => format!("WHERE {part}"),
        None => String::new(),
    };
    let matching = match (listed, &group) {
        // Words and records change in the same commits, so every listed row exists.
        (Some(listed), _) => listed,
        (None, None) => {
            connection.prepare_cached(COUNT)?.query_row([], |row| row.get(0)).map(count)?
        }
        (None, Some(_)) => connection
            .prepare_cached(&format!("SELECT count(*) FROM records {condition}"))?
            .query_row(params_from_iter(values.iter()), |row| row.get(0))
            .map(count)?,
    };
    let window = format!(
        "SELECT {FILED} FROM records {condition} {} LIMIT {} OFFSET {}",
        order_by(query.sort),
        query.limit,
        query.offset
    );
    let records = connection
        .prepare(&window)?
        .query_map(params_from_iter(values.iter()), filed)?
        .collect::<rusqlite::Result<_>>()?;
    Ok(BookPage { records, matching, capped })
}

pub(super) fn apply(connection: &Connection, step: &BookChange) -> rusqlite::Result<Option<i64>> {
    match step {
        BookChange::Put { row, name, search_text, json, groups, last_used } => {
            let row = put_one(connection, *row, [name, search_text, json])?;
            if let Some(at) = last_used {
                connection
                    .prepare_cached("UPDATE records SET last_used = ?2 WHERE row = ?1")?
                    .execute(params![row, at.as_microsecond()])?;
            }
            if let Some(groups) = groups {
                leave_all(connection, row)?;
                for group in groups {
                    join(connection, row, group)?;
                }
            }
            return Ok(Some(row));
        }
        BookChange::Remove(row) => {
            for statement in [
                "INSERT OR REPLACE INTO removed (row, key, revision, is_owed)
                   SELECT row, key, revision, EXISTS (SELECT 1 FROM mirror) FROM records
                   WHERE row = ?1",
                "DELETE FROM records WHERE row = ?1",
                "DELETE FROM record_words WHERE rowid = ?1",
            ] {
                connection.prepare_cached(statement)?.execute([row])?;
            }
            leave_all(connection, *row)?;
        }
        BookChange::Join { row, group } => {
            mirror::owe(connection, *row)?;
            join(connection, *row, group)?;
        }
        BookChange::Leave { row, group } => {
            mirror::owe(connection, *row)?;
            connection
                .prepare_cached("DELETE FROM memberships WHERE row = ?1 AND group_name = ?2")?
                .execute(params![row, group])?;
        }
    }
    Ok(None)
}

pub(super) fn join(connection: &Connection, row: i64, group: &str) -> rusqlite::Result<()> {
    let group = group.replace('\u{1f}', " ");
    connection
        .prepare_cached("INSERT OR IGNORE INTO memberships (group_name, row) VALUES (?1, ?2)")?
        .execute(params![group, row])?;
    Ok(())
}

pub(super) fn leave_all(connection: &Connection, row: i64) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM memberships WHERE row = ?1")?.execute([row])?;
    Ok(())
}

fn filed(row: &Row<'_>) -> rusqlite::Result<GroupedRecord> {
    let groups: Option<String> = row.get("groups")?;
    let mut groups: Vec<String> =
        groups.iter().flat_map(|names| names.split('\u{1f}')).map(str::to_owned).collect();
    groups.sort();
    Ok(GroupedRecord { record: read(row)?, groups })
}

fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}
