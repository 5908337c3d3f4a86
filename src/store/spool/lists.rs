//! Lists of jobs: for the screen, and of those that came out of a printer and are not recorded yet.

use rusqlite::params;

use super::{JobRecord, Spool, SpoolError, read};

/// Finished jobs listed on the screen.
const LISTED: u32 = 200;
/// What a list shows of a job.
const COLUMNS: &str =
    "row, subject, title, destination, printer, state, detail, remote, created, updated";
/// Jobs of which nothing more will be known: the queue printed them, or the printer took every byte
/// and does not report. The index `jobs_to_record` has the same condition.
const OUT: &str = "recorded = 0 AND (state = 'printed' OR (state = 'sent' AND remote IS NULL))";

impl Spool {
    /// The most recent jobs and every job that has not left its queue, newest first.
    pub async fn jobs(&self) -> Result<Vec<JobRecord>, SpoolError> {
        self.change("list the jobs", |connection, _| {
            let statement = format!(
                "SELECT {COLUMNS} FROM jobs
                 WHERE row IN (SELECT row FROM jobs ORDER BY row DESC LIMIT ?1)
                    OR state IN ('queued', 'sending')
                    OR (state = 'sent' AND remote IS NOT NULL)
                 ORDER BY row DESC"
            );
            connection.prepare_cached(&statement)?.query_map([LISTED], read)?.collect()
        })
        .await
    }

    /// Whether [`Spool::unrecorded`] would find a job of any account.
    pub async fn has_unrecorded(&self) -> Result<bool, SpoolError> {
        self.change("look for printed jobs", |connection, _| {
            let statement = format!("SELECT EXISTS (SELECT 1 FROM jobs WHERE {OUT})");
            connection.prepare_cached(&statement)?.query_row([], |row| row.get(0))
        })
        .await
    }

    /// Jobs that came out of a printer and are not marked as recorded, oldest first, at most
    /// `limit`. Only those after the row `after` whose subject begins with `account`, such as
    /// `PRODUCTION/key/`.
    pub async fn unrecorded(
        &self,
        account: &str,
        after: i64,
        limit: u32,
    ) -> Result<Vec<JobRecord>, SpoolError> {
        let account = account.to_owned();
        self.change("list the printed jobs", move |connection, _| {
            let statement = format!(
                "SELECT {COLUMNS} FROM jobs
                 WHERE {OUT} AND row > ?2 AND substr(subject, 1, length(?1)) = ?1
                 ORDER BY row LIMIT ?3"
            );
            connection
                .prepare_cached(&statement)?
                .query_map(params![account, after, limit], read)?
                .collect()
        })
        .await
    }

    /// Marks these jobs as recorded: they are not listed by [`Spool::unrecorded`] any more.
    pub async fn mark_recorded(&self, rows: Vec<i64>) -> Result<(), SpoolError> {
        self.change("mark printed jobs", move |connection, _| {
            let all = connection.unchecked_transaction()?;
            for row in rows {
                all.prepare_cached("UPDATE jobs SET recorded = 1 WHERE row = ?1")?
                    .execute([row])?;
            }
            all.commit()
        })
        .await
    }
}
