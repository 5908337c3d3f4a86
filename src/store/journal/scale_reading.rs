//! What a scale showed when a label was bought by that weight: JSON defined by the caller, stored
//! in the row of the purchase. It is written in the commit that creates the entry, so it exists
//! whenever the label does, and the chain of events protects it like the request. It is not part
//! of the request: the server never receives it.

use rusqlite::{Connection, OptionalExtension};

use super::row::sql;
use super::{Entry, EntryContext, Journal, JournalError, NewEntry};

impl Journal {
    /// [`Journal::intend`], with what the scale showed.
    pub async fn intend_weighed(
        &self,
        new: NewEntry,
        witness: Option<String>,
    ) -> Result<Entry, JournalError> {
        let beside = EntryContext { scale_reading: witness, ..EntryContext::default() };
        self.intend_with(new, beside).await
    }

    /// What the scale showed for the label with this server id, or `None` if nothing was weighed.
    pub async fn scale_reading(
        &self,
        environment: &str,
        account: &str,
        result_id: &str,
    ) -> Result<Option<String>, JournalError> {
        let key = [environment, account, result_id].map(ToOwned::to_owned);
        self.readers.run(move |connection| one(connection, &key)).await
    }

    /// What the scale showed for all labels of one account, each with the server's id of the
    /// label.
    pub async fn scale_readings(
        &self,
        environment: &str,
        account: &str,
    ) -> Result<Vec<(String, String)>, JournalError> {
        let key = [environment, account].map(ToOwned::to_owned);
        self.readers.run(move |connection| all(connection, &key)).await
    }
}

fn one(connection: &Connection, key: &[String; 3]) -> Result<Option<String>, JournalError> {
    connection
        .prepare_cached(
            "SELECT witness FROM entries WHERE witness IS NOT NULL
               AND environment = ?1 AND account = ?2 AND result_id = ?3
             ORDER BY number DESC LIMIT 1",
        )
        .and_then(|mut rows| rows.query_row(key.each_ref(), |row| row.get(0)).optional())
        .map_err(sql("look up what the scale showed"))
}

fn all(connection: &Connection, key: &[String; 2]) -> Result<Vec<(String, String)>, JournalError> {
    connection
        .prepare_cached(
            "SELECT result_id, witness FROM entries WHERE witness IS NOT NULL
               AND environment = ?1 AND account = ?2 AND result_id IS NOT NULL
             ORDER BY number",
        )
        .and_then(|mut rows| {
            rows.query_map(key.each_ref(), |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
        .map_err(sql("list what the scale showed"))
}
