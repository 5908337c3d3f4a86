//! One attempt to write a label back: one transaction.

use super::values::WriteBackValues;
use crate::orders::shop_database::ShopDatabase;
use crate::orders::sql_statement::SqlStatement;
use crate::shop_database::error::ShopDatabaseError;
use crate::shop_database::session::{Access, CommitError, RolledBack, Session, StatementValues};

/// The statements of a database, read and checked.
pub struct Statements {
    change: SqlStatement,
    verify: Option<SqlStatement>,
    is_repeatable: bool,
    changes_several_rows: bool,
}

/// What became of an attempt.
#[derive(Debug)]
pub enum Attempt {
    /// The database has it, now or from an earlier attempt.
    Written,
    /// Nothing was kept of this attempt, and no earlier one was kept either.
    NotWritten(ShopDatabaseError),
    /// Nothing was kept of this attempt. What was in doubt before still is.
    NotVerified(ShopDatabaseError),
    /// It may have been kept.
    Unknown(ShopDatabaseError),
}

impl Statements {
    pub fn of_database(database: &ShopDatabase) -> Result<Self, ShopDatabaseError> {
        let settings = database.write_back.as_ref();
        let settings = settings.ok_or(ShopDatabaseError::NoWayBack)?;
        Ok(Self {
            change: database.parsed_change(settings)?,
            verify: database.parsed_verify_query(settings)?,
            is_repeatable: settings.is_repeatable,
            changes_several_rows: settings.changes_several_rows,
        })
    }

    /// Whether an attempt whose outcome is unknown can be settled without a person.
    pub fn can_resolve_doubt(&self) -> bool {
        self.can_verify() || self.is_repeatable
    }

    pub fn can_verify(&self) -> bool {
        self.verify.is_some()
    }

    /// Writes a label back in one transaction. If an earlier attempt is in doubt, the verify query
    /// comes first.
    pub async fn write_once(
        &self,
        session: &mut Session<'_>,
        values: &WriteBackValues,
        is_in_doubt: bool,
    ) -> Attempt {
        let values = StatementValues::Label(values);
        if let Err(error) = session.begin(Access::Write).await {
            return Attempt::NotVerified(error);
        }
        if is_in_doubt {
            match self.is_there(session, values).await {
                Ok(true) => return finished(session, Attempt::Written).await,
                Ok(false) => {}
                Err(error) => {
                    return finished(session, Attempt::NotVerified(error)).await;
                }
            }
        }
        let rows = match session.change(&self.change, values).await {
            Ok(rows) => rows,
            Err(error) if error.is_connection_lost() && session.may_keep_uncommitted() => {
                return Attempt::Unknown(error);
            }
            // The row may be held by the very transaction that is in doubt.
            Err(error) if is_in_doubt && error.may_pass() => {
                return finished(session, Attempt::NotVerified(error)).await;
            }
            Err(error) => return finished(session, Attempt::NotWritten(error)).await,
        };
        match rows {
            0 => self.without_a_row(session, values).await,
            1 => committed(session).await,
            _ if self.changes_several_rows => committed(session).await,
            rows => {
                let number = number_of(values);
                match session.roll_back().await {
                    Ok(RolledBack::Everything) => {
                        Attempt::NotWritten(ShopDatabaseError::SeveralChanged { number, rows })
                    }
                    Ok(RolledBack::NotEverything) => {
                        Attempt::NotWritten(ShopDatabaseError::NotUndone { number, rows })
                    }
                    Err(error) if session.may_keep_uncommitted() => Attempt::Unknown(error),
                    Err(_) => {
                        Attempt::NotWritten(ShopDatabaseError::SeveralChanged { number, rows })
                    }
                }
            }
        }
    }

    /// The statement found nothing to change: it was written already, or cannot be.
    async fn without_a_row(
        &self,
        session: &mut Session<'_>,
        values: StatementValues<'_>,
    ) -> Attempt {
        let number = number_of(values);
        let attempt = match self.is_there(session, values).await {
            Ok(true) => Attempt::Written,
            Ok(false) => Attempt::NotWritten(ShopDatabaseError::NothingChanged { number }),
            Err(error) => Attempt::NotWritten(error),
        };
        finished(session, attempt).await
    }

    /// Whether the verify query finds the tracking number; false without one.
    async fn is_there(
        &self,
        session: &mut Session<'_>,
        values: StatementValues<'_>,
    ) -> Result<bool, ShopDatabaseError> {
        let Some(verify) = &self.verify else {
            return Ok(false);
        };
        let found = session.rows(verify, values, 1).await?;
        Ok(!found.rows.is_empty())
    }
}

async fn committed(session: &mut Session<'_>) -> Attempt {
    match session.commit().await {
        Ok(()) => Attempt::Written,
        Err(CommitError::Undone(error)) => Attempt::NotWritten(error),
        Err(CommitError::Unknown(error)) => Attempt::Unknown(error),
    }
}

/// Ends the transaction of an attempt that keeps nothing.
async fn finished(session: &mut Session<'_>, attempt: Attempt) -> Attempt {
    if session.is_usable() {
        // If it fails, the server undoes the transaction together with its connection.
        let _ = session.roll_back().await;
    }
    attempt
}

fn number_of(values: StatementValues<'_>) -> String {
    match values {
        StatementValues::Number(number) => number.to_owned(),
        StatementValues::Label(values) => values.number.clone(),
    }
}
