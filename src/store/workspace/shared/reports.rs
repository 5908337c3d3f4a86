//! Whether the database was put back to an older copy, and who has to report because of it.
//!
//! Each station counts its purchases in its row, in the transaction that writes the claims. A count that
//! is lower than one that this computer has seen, or a row that is gone, says that the database went
//! back: orders that were bought since look unbought. Then each station is asked to report. It compares
//! its journal with the orders, and says so in its row. Until all have, nothing is claimed, unless a
//! person at this computer says yes.

use std::collections::HashMap;
use std::time::Duration;

use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{AssertSqlSafe, Row};

use super::changes::Told;
use super::claims::{ClaimColumns, Counted};
use super::seen::{SeenWorkspace, Yes};
use super::{ServerFault, SharedWorkspace, TRIES, limited};
use crate::base::id::{OrderId, TransactionId};
use crate::base::locale::Message;
use crate::message;
use crate::store::workspace::{ClaimedPurchase, WorkspaceError};

/// Counts end here, whatever is in the row, so that no sum is too large for its column.
pub(super) const MOST_COUNTED: i64 = 1 << 62;
/// The key of the lock under which stations are asked, known to no other program.
const ASKING: i64 = 0x506f_7374_4173_6b73;
/// Stations that are named in a sentence.
const NAMED: usize = 5;

/// The row of one station.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CountRow {
    pub station: String,
    pub purchases: i64,
    /// It has not said that its purchases are in these tables.
    pub(super) owes_report: bool,
    /// A person has taken the station out (`docs/stations.md`): nobody waits for it.
    is_given_up: bool,
    /// Since when it is asked, in microseconds since 1970. `None` if the tables themselves say it, or if
    /// the time is no time of the past.
    asked_since: Option<i64>,
    /// The time as the server writes it, for comparing.
    pub(super) asked: Option<String>,
    /// The time of the question that it has answered last.
    pub(super) answered: Option<String>,
}

/// What the rows of the stations say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// The id of the workspace.
    pub workspace: String,
    tables: i64,
    now: i64,
    pub rows: Vec<CountRow>,
}

/// Stations whose reports are missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissingReports {
    /// Some of them.
    pub named: Vec<String>,
    /// How many more there are.
    pub others: u64,
}

/// What this computer has to report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwedReport {
    asked: Option<String>,
    /// The number of its purchases that the workspace does not have, as far as they were counted.
    pub lost: u64,
}

/// What a look at the stations found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportLook {
    pub missing: MissingReports,
    pub owed: Option<OwedReport>,
    /// The missing reports, for a person's yes.
    shown: Option<Shown>,
}

/// A purchase of this computer whose order is not in the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurchaseWithoutOrder {
    pub order: OrderId,
    pub transaction: TransactionId,
    pub purchase: ClaimedPurchase,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Shown {
    workspace: String,
    yes: Yes,
}

impl MissingReports {
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// Why orders are not bought, with the names.
    pub fn message(&self) -> Message {
        let named = self.named.join(", ");
        match self.others {
            0 => message!("workspace-server-reports-missing", stations = named),
            others => {
                message!("workspace-server-reports-missing-many", stations = named, others = others)
            }
        }
    }
}

impl Counts {
    /// Whether a station has fewer purchases than were seen of it, and is not asked to report.
    fn have_gone_back(&self, seen: &SeenWorkspace) -> bool {
        let rows: HashMap<&str, &CountRow> =
            self.rows.iter().map(|row| (row.station.as_str(), row)).collect();
        seen.purchases.iter().any(|(station, purchases)| match rows.get(station.as_str()) {
            None => *purchases > 0,
            Some(row) => {
                let is_waited_for = !row.owes_report && !row.is_given_up;
                row.purchases < *purchases && is_waited_for && !seen.have_report(row)
            }
        })
    }

    /// Those that have not reported, but for those without which a person here buys.
    fn missing(&self, seen: &SeenWorkspace) -> MissingReports {
        let is_excused = |row: &CountRow| {
            let yes = seen.yes.filter(|yes| yes.tables == self.tables);
            yes.is_some_and(|yes| row.asked_since.is_none_or(|since| since <= yes.until))
        };
        let owing = self.rows.iter().filter(|row| row.owes_report && !is_excused(row));
        let mut names = owing.map(|row| row.station.clone());
        let named: Vec<String> = names.by_ref().take(NAMED).collect();
        MissingReports { named, others: names.count() as u64 }
    }

    /// Why nothing may be claimed now.
    pub(super) fn check(&self, seen: &SeenWorkspace) -> Result<(), sqlx::Error> {
        let missing = self.missing(seen);
        match missing.is_empty() && !self.have_gone_back(seen) {
            true => Ok(()),
            false => Err(sqlx::Error::Configuration(Box::new(ReportsMissing(missing)))),
        }
    }

    fn look(&self, own: &str, seen: &SeenWorkspace) -> ReportLook {
        let mut rows = self.rows.iter();
        let own_row = rows.find(|row| row.station == own && row.owes_report);
        let missing = self.missing(seen);
        let yes = Yes { tables: self.tables, until: self.now };
        ReportLook {
            owed: own_row.map(|row| OwedReport {
                asked: row.asked.clone(),
                lost: seen.purchases.get(own).map_or(0, |seen| {
                    u64::try_from(seen.saturating_sub(row.purchases)).unwrap_or_default()
                }),
            }),
            shown: (!missing.is_empty()).then(|| Shown { workspace: self.workspace.clone(), yes }),
            missing,
        }
    }
}

/// Reports are missing; without a name, it is not known yet which.
#[derive(Debug, thiserror::Error)]
#[error("reports of stations are missing")]
pub(super) struct ReportsMissing(pub MissingReports);

/// The rows of these stations, of those that owe a report, and of others as far as there is room, as
/// columns that follow `$1`, the names. A row with a time that is not of the past has none.
pub(super) const ROWS: &str = "f.workspace, 'postroom.claims'::regclass::oid::bigint AS tables,
      (extract(epoch FROM now()) * 1000000)::bigint AS now, s.*
    FROM postroom.format f LEFT JOIN LATERAL (
      SELECT name, purchases, owes_report, lease_until = '-infinity' AS is_given_up,
        report_wanted_since::text AS asked,
        CASE WHEN report_wanted_since IS NULL AND octet_length(report_wanted_by) <= 100
          THEN report_wanted_by END AS answered,
        CASE WHEN report_wanted_since BETWEEN '2000-01-01' AND now()
          THEN (extract(epoch FROM report_wanted_since) * 1000000)::bigint END AS asked_since
      FROM (SELECT *, lease_until > '-infinity' AND (report_wanted_since IS NOT NULL
              OR tables <> 'postroom.claims'::regclass) AS owes_report FROM postroom.stations) r
      WHERE octet_length(name) <= 400 AND (name = ANY($1) OR owes_report OR purchases > 0)
      ORDER BY name = ANY($1) DESC, owes_report DESC, name LIMIT cardinality($1) + 1000) s ON true";

pub(super) fn counts_of(rows: &[PgRow]) -> Result<Counts, sqlx::Error> {
    let Some(first) = rows.first() else {
        return Ok(Counts::default());
    };
    let mut counts = Counts {
        workspace: first.try_get("workspace")?,
        tables: first.try_get("tables")?,
        now: first.try_get("now")?,
        rows: Vec::new(),
    };
    for row in rows {
        // Without any station there is one row without a name.
        if let Some(station) = row.try_get("name")? {
            counts.rows.push(CountRow {
                station,
                purchases: row.try_get("purchases")?,
                owes_report: row.try_get("owes_report")?,
                is_given_up: row.try_get("is_given_up")?,
                asked_since: row.try_get("asked_since")?,
                asked: row.try_get("asked")?,
                answered: row.try_get("answered")?,
            });
        }
    }
    Ok(counts)
}

async fn counts(connection: &mut PgConnection, stations: &[String]) -> Result<Counts, sqlx::Error> {
    let statement = AssertSqlSafe(format!("SELECT {ROWS}"));
    let rows = sqlx::query(statement).persistent(false).bind(stations).fetch_all(connection);
    counts_of(&rows.await?)
}

/// Asks these stations to report, whether they have a row or not. At each moment one station asks: the
/// second finds the question of the first.
async fn ask(
    connection: &mut PgConnection,
    stations: &[String],
    by: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO postroom.stations
           (name, lease_until, version, report_wanted_by, report_wanted_since)
         SELECT name, now(), '', $2, now() FROM unnest($1::text[]) AS name
         ON CONFLICT (name) DO UPDATE SET report_wanted_by = excluded.report_wanted_by,
           report_wanted_since = excluded.report_wanted_since",
    )
    .persistent(false)
    .bind(stations)
    .bind(by)
    .execute(connection)
    .await
    .map(drop)
}

async fn lock_asking(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let lock = sqlx::query("SELECT pg_advisory_xact_lock($1)").persistent(false).bind(ASKING);
    lock.execute(connection).await.map(drop)
}

/// Keeps a claim for each purchase whose order is not there: when the order is imported again, nobody
/// buys its label.
async fn keep_claims(
    connection: &mut PgConnection,
    lost: &[PurchaseWithoutOrder],
    station: &str,
) -> Result<(), sqlx::Error> {
    let columns = lost.iter().map(|it| (&it.order, &it.transaction, &it.purchase));
    let columns = ClaimColumns::of_claims(columns);
    sqlx::query(
        "INSERT INTO postroom.claims (order_id, transaction_id, station, purchase, body)
         SELECT order_id, transaction_id, $5, purchase, body
         FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[])
           AS c (order_id, transaction_id, purchase, body)
         ON CONFLICT DO NOTHING",
    )
    .persistent(false)
    .bind(columns.orders)
    .bind(columns.transactions)
    .bind(columns.contexts)
    .bind(columns.bodies)
    .bind(station)
    .execute(connection)
    .await
    .map(drop)
}

impl SharedWorkspace {
    /// Compares the counts of the stations with those that were seen, and asks all to report if the
    /// database went back.
    pub async fn look_for_reports(&self) -> Result<ReportLook, WorkspaceError> {
        if self.reads_only() {
            return Ok(ReportLook::default());
        }
        let known = self.seen.known().await;
        let stations = known.stations(self.station());
        let mut found = read!(self, "look at the stations", connection => {
            counts(connection, &stations)
        })?;
        let seen = known.of_workspace(&found.workspace);
        if found.have_gone_back(&seen) {
            found = self.ask_for_reports(&stations, &seen).await?;
        } else if !found.rows.iter().any(|row| row.station == self.station()) {
            found = self.enter_station(&stations).await?;
        }
        self.seen.note(&found, None).await;
        Ok(found.look(self.station(), &seen))
    }

    /// Makes the row of this station. It is made before the first purchase, so that a copy from before
    /// that names the station too.
    async fn enter_station(&self, stations: &[String]) -> Result<Counts, WorkspaceError> {
        write!(self, "enter the station", connection => async {
            self.check_writable(connection).await?;
            sqlx::query(
                "INSERT INTO postroom.stations (name, lease_until, version)
                 VALUES ($1, now(), $2) ON CONFLICT DO NOTHING",
            )
            .persistent(false)
            .bind(self.station())
            .bind(env!("CARGO_PKG_VERSION"))
            .execute(&mut *connection)
            .await?;
            counts(connection, stations).await
        })
    }

    async fn ask_for_reports(
        &self,
        stations: &[String],
        seen: &SeenWorkspace,
    ) -> Result<Counts, WorkspaceError> {
        write!(self, "ask stations to report", connection => async {
            self.check_writable(connection).await?;
            lock_asking(connection).await?;
            let before = counts(connection, stations).await?;
            if !before.have_gone_back(seen) {
                return Ok(before);
            }
            let rows = before.rows.iter().map(|row| &row.station);
            let mut asked: Vec<String> = rows.chain(seen.purchases.keys()).cloned().collect();
            asked.sort();
            asked.dedup();
            tracing::warn!(stations = asked.len(), "the workspace was put back to an older copy");
            ask(connection, &asked, self.station()).await?;
            self.tell(connection, Told::Reports).await?;
            counts(connection, stations).await
        })
    }

    /// Says that the purchases of this computer are in the orders, and which question that answers. Nothing
    /// is said if somebody has asked again meanwhile.
    pub async fn report(
        &self,
        owed: &OwedReport,
        lost: &[PurchaseWithoutOrder],
    ) -> Result<(), WorkspaceError> {
        let known = self.seen.known().await;
        let stations = known.stations(self.station());
        write!(self, "report", connection => async {
            self.check_writable(connection).await?;
            keep_claims(connection, lost, self.station()).await?;
            let workspace = counts(connection, &stations).await?.workspace;
            let seen = known.of_workspace(&workspace);
            sqlx::query(
                "UPDATE postroom.stations SET
                   purchases = greatest(purchases, $2),
                   tables = 'postroom.claims'::regclass,
                   report_wanted_by = $3, report_wanted_since = NULL
                 WHERE name = $1 AND report_wanted_since::text IS NOT DISTINCT FROM $3",
            )
            .persistent(false)
            .bind(self.station())
            .bind(seen.purchases.get(self.station()).copied().unwrap_or_default())
            .bind(&owed.asked)
            .execute(&mut *connection)
            .await?;
            self.tell(connection, Told::Reports).await
        })
    }

    /// The result of a claim, once what it counted is remembered: before the purchase is sent.
    pub(super) async fn counted<T>(
        &self,
        claimed: Result<(T, Option<Counted>), WorkspaceError>,
    ) -> Result<T, WorkspaceError> {
        let (outcome, counted) = match claimed {
            Ok(claimed) => claimed,
            Err(error) => return Err(self.reports_met(error).await),
        };
        if let Some(Counted { counts, own }) = counted {
            self.seen.note(&counts, Some((self.station(), own))).await;
        }
        Ok(outcome)
    }

    /// A person has seen which reports are missing and buys without them.
    pub async fn buy_without(&self, look: &ReportLook) {
        if let Some(shown) = &look.shown {
            self.seen.note_yes(&shown.workspace, shown.yes).await;
        }
    }

    /// The reports that a claim met as missing. Where only the claim has noticed that the database went
    /// back, the stations are asked now.
    async fn reports_met(&self, error: WorkspaceError) -> WorkspaceError {
        let WorkspaceError::Server { attempted, fault: ServerFault::ReportsMissing(met) } = error
        else {
            return error;
        };
        let fault = match met.is_empty() {
            true => match self.look_for_reports().await {
                Ok(look) if look.missing.is_empty() => ServerFault::Busy,
                Ok(look) => ServerFault::ReportsMissing(look.missing),
                Err(error) => return error,
            },
            false => ServerFault::ReportsMissing(met),
        };
        WorkspaceError::Server { attempted, fault }
    }
}
