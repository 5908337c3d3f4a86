//! The database schema. Migrations are append-only: a released one is never edited. The number of
//! applied migrations is SQLite's `user_version`.
//!
//! Money is in whole millionths, times are milliseconds of simulated UTC, and `env` is `P` or `T`
//! (Production, Test): a Test key never sees a Production row and vice versa.

use rusqlite::Connection;

pub(super) const MIGRATIONS: &[&str] = &[
    "
CREATE TABLE meta(key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;

CREATE TABLE accounts(
  id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, status TEXT NOT NULL,
  visible_number TEXT NOT NULL, created_ms INTEGER NOT NULL,
  card_holder TEXT NOT NULL, card_last_four TEXT NOT NULL,
  card_declines INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE users(
  id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts(id),
  email TEXT NOT NULL UNIQUE COLLATE NOCASE, user_name TEXT NOT NULL UNIQUE,
  first_name TEXT NOT NULL, last_name TEXT NOT NULL, password_hash TEXT NOT NULL,
  created_ms INTEGER NOT NULL, last_login_ms INTEGER) STRICT;

CREATE TABLE apps(
  id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts(id),
  api_key TEXT NOT NULL UNIQUE, secret_hash TEXT NOT NULL,
  test_api_key TEXT NOT NULL UNIQUE, test_secret_hash TEXT NOT NULL,
  created_ms INTEGER NOT NULL) STRICT;

CREATE TABLE wallets(
  account_id TEXT NOT NULL REFERENCES accounts(id), env TEXT NOT NULL,
  balance INTEGER NOT NULL CHECK(balance >= 0),
  auto_buy INTEGER NOT NULL DEFAULT 0, auto_buy_amount INTEGER NOT NULL DEFAULT 0,
  auto_buy_threshold INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY(account_id, env)) STRICT;

CREATE TABLE ledger(
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL,
  env TEXT NOT NULL, transaction_id TEXT NOT NULL, event_type TEXT NOT NULL,
  transaction_type TEXT NOT NULL, at_ms INTEGER NOT NULL, amount INTEGER NOT NULL,
  balance INTEGER NOT NULL, comments TEXT NOT NULL, payment_type TEXT NOT NULL) STRICT;
CREATE INDEX ledger_by_account ON ledger(account_id, env, at_ms);

CREATE TABLE used_transactions(
  account_id TEXT NOT NULL, env TEXT NOT NULL, transaction_id TEXT NOT NULL,
  call TEXT NOT NULL, PRIMARY KEY(account_id, env, transaction_id)) STRICT;

CREATE TABLE addresses(
  id TEXT PRIMARY KEY, account_id TEXT NOT NULL, env TEXT NOT NULL,
  body TEXT NOT NULL, created_ms INTEGER NOT NULL) STRICT;

CREATE TABLE carrier_accounts(
  id TEXT PRIMARY KEY, account_id TEXT NOT NULL, env TEXT NOT NULL, name TEXT NOT NULL,
  carrier_code TEXT NOT NULL, ship_from TEXT, configuration TEXT NOT NULL,
  description TEXT, logo TEXT, status TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0,
  created_ms INTEGER NOT NULL, modified_ms INTEGER NOT NULL) STRICT;
CREATE INDEX carrier_accounts_by_account ON carrier_accounts(account_id, env);

CREATE TABLE shipments(
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL,
  env TEXT NOT NULL, transaction_id TEXT NOT NULL, carrier_code TEXT NOT NULL,
  carrier_account_id TEXT NOT NULL, created_ms INTEGER NOT NULL, charge INTEGER NOT NULL,
  facts TEXT NOT NULL, refund_started_ms INTEGER, refund_settled INTEGER NOT NULL DEFAULT 0,
  refund_transaction_id TEXT, manifest_id TEXT) STRICT;
CREATE INDEX shipments_by_account ON shipments(account_id, env, created_ms);
CREATE UNIQUE INDEX shipments_by_transaction ON shipments(account_id, env, transaction_id);

CREATE TABLE parcels(
  shipment_id TEXT NOT NULL, package_number INTEGER NOT NULL,
  tracking_number TEXT NOT NULL UNIQUE, label_token TEXT NOT NULL UNIQUE,
  label_file_type TEXT NOT NULL, label BLOB, PRIMARY KEY(shipment_id, package_number)) STRICT;

CREATE TABLE manifests(
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL,
  env TEXT NOT NULL, body TEXT NOT NULL, ready_ms INTEGER NOT NULL,
  created_ms INTEGER NOT NULL, form_token TEXT NOT NULL UNIQUE, form BLOB) STRICT;
",
    "
CREATE TABLE papers(
  token TEXT PRIMARY KEY, kind TEXT NOT NULL, facts TEXT NOT NULL,
  ready_ms INTEGER NOT NULL, file BLOB) STRICT;

CREATE TABLE containers(
  serial INTEGER PRIMARY KEY, account_id TEXT NOT NULL, env TEXT NOT NULL,
  paper_token TEXT NOT NULL) STRICT;

ALTER TABLE manifests DROP COLUMN form;
CREATE INDEX manifests_by_account ON manifests(account_id, env, created_ms);
",
    // Administrator settings: see admin.rs for the kinds. A refund without an outcome is decided by
    // chance. The default partner is the one that all earlier accounts belong to.
    "
CREATE TABLE admin(
  kind TEXT NOT NULL, subject TEXT NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY(kind, subject)) STRICT, WITHOUT ROWID;
ALTER TABLE shipments ADD COLUMN refund_outcome TEXT;
ALTER TABLE accounts ADD COLUMN partner_id TEXT NOT NULL
  DEFAULT '5d0b6a52-70a5-4c0e-9d0a-7f7a51b0a001';
",
    // Sequence numbers per account and environment (see page.rs), and times in the same order:
    // refunds used to be booked late with their due date, and two purchases of the same moment in
    // either order. The facts of a purchase keep the date of its response.
    "
ALTER TABLE shipments ADD COLUMN number INTEGER;
UPDATE shipments SET number = counted.number, created_ms = counted.at_ms FROM (
  SELECT seq, row_number() OVER account AS number, max(created_ms) OVER account AS at_ms
  FROM shipments WINDOW account AS (PARTITION BY account_id, env ORDER BY seq)
) AS counted WHERE counted.seq = shipments.seq;
DROP INDEX shipments_by_account;
CREATE UNIQUE INDEX shipments_by_number ON shipments(account_id, env, number);
CREATE INDEX shipments_by_time ON shipments(account_id, env, created_ms, number);
CREATE INDEX shipments_with_open_refund ON shipments(refund_started_ms)
  WHERE refund_settled = 0 AND refund_started_ms IS NOT NULL;

ALTER TABLE ledger ADD COLUMN number INTEGER;
UPDATE ledger SET number = counted.number, at_ms = counted.at_ms FROM (
  SELECT seq, row_number() OVER account AS number, max(at_ms) OVER account AS at_ms
  FROM ledger WINDOW account AS (PARTITION BY account_id, env ORDER BY seq)
) AS counted WHERE counted.seq = ledger.seq;
DROP INDEX ledger_by_account;
CREATE UNIQUE INDEX ledger_by_number ON ledger(account_id, env, number);
CREATE INDEX ledger_by_time ON ledger(account_id, env, at_ms, number);

ALTER TABLE manifests ADD COLUMN number INTEGER;
UPDATE manifests SET number = counted.number, created_ms = counted.at_ms FROM (
  SELECT seq, row_number() OVER account AS number, max(created_ms) OVER account AS at_ms
  FROM manifests WINDOW account AS (PARTITION BY account_id, env ORDER BY seq)
) AS counted WHERE counted.seq = manifests.seq;
DROP INDEX manifests_by_account;
CREATE UNIQUE INDEX manifests_by_number ON manifests(account_id, env, number);
CREATE INDEX manifests_by_time ON manifests(account_id, env, created_ms, number);
",
];

/// The schema of a database, as the number of steps that made it, and that of a new one.
pub fn versions(conn: &Connection) -> rusqlite::Result<(usize, usize)> {
    let done: i64 = conn.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    Ok((usize::try_from(done).unwrap_or(0), MIGRATIONS.len()))
}

/// Migrates a database to the newest schema; each step is a separate transaction.
pub fn migrate(conn: &mut Connection) -> rusqlite::Result<()> {
    let (done, _) = versions(conn)?;
    for (at, sql) in MIGRATIONS.iter().enumerate().skip(done) {
        let step = conn.transaction()?;
        step.execute_batch(sql)?;
        step.execute_batch(&format!("PRAGMA user_version = {}", at + 1))?;
        step.commit()?;
    }
    Ok(())
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Asserts that a statement finds its rows by an index, even without statistics.
    pub fn assert_indexed(conn: &Connection, sql: &str) {
        let mut explain = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        // No values are bound: the plan does not depend on them.
        let plan: Vec<String> =
            explain.raw_query().mapped(|row| row.get(3)).collect::<Result<_, _>>().unwrap();
        let slow = |step: &String| step.starts_with("SCAN ") && step != "SCAN CONSTANT ROW";
        assert!(!plan.iter().any(slow), "{sql}: {plan:?}");
        assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{sql}: {plan:?}");
    }

    #[test]
    fn migrating_twice_changes_nothing() {
        let mut conn = Connection::open_in_memory().unwrap();
        migrate(&mut conn).unwrap();
        conn.execute("INSERT INTO meta VALUES('x', 7)", []).unwrap();
        migrate(&mut conn).unwrap();
        let kept: i64 = conn.query_row("SELECT value FROM meta", [], |row| row.get(0)).unwrap();
        assert_eq!(kept, 7);
    }

    #[test]
    fn a_file_of_the_first_shape_is_brought_to_the_newest() {
        let mut conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(MIGRATIONS[0]).unwrap();
        conn.execute_batch("PRAGMA user_version = 1; INSERT INTO meta VALUES('x', 7)").unwrap();
        migrate(&mut conn).unwrap();
        let papers: i64 = conn
            .query_row("SELECT count(*) FROM papers, containers, manifests", [], |row| row.get(0))
            .unwrap();
        let kept: i64 = conn.query_row("SELECT value FROM meta", [], |row| row.get(0)).unwrap();
        assert_eq!((papers, kept), (0, 7));
    }

    #[test]
    fn accounts_of_the_first_shape_belong_to_the_first_partner() {
        let mut conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(MIGRATIONS[0]).unwrap();
        conn.execute_batch("PRAGMA user_version = 1").unwrap();
        let old = "INSERT INTO accounts VALUES('a', 'A', 'Active', '7', 0, 'H', '4242', 0)";
        conn.execute(old, []).unwrap();
        migrate(&mut conn).unwrap();
        let partner: String =
            conn.query_row("SELECT partner_id FROM accounts", [], |row| row.get(0)).unwrap();
        assert_eq!(partner, super::super::user::PARTNERS[0].id);
    }

    #[test]
    fn old_rows_get_numbers_that_run_with_their_times() {
        let mut conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(MIGRATIONS[0]).unwrap();
        conn.execute_batch("PRAGMA user_version = 1").unwrap();
        // A refund booked late with its due date comes after a later purchase.
        for (seq, account, env, at_ms) in [
            (1, "a", "P", 100),
            (2, "b", "P", 50),
            (3, "a", "P", 900),
            (4, "a", "T", 10),
            (5, "a", "P", 400),
        ] {
            conn.execute(
                "INSERT INTO ledger VALUES(?1, ?1, ?2, ?3, '', '', '', ?4, 0, 0, '', '')",
                rusqlite::params![seq, account, env, at_ms],
            )
            .unwrap();
        }
        migrate(&mut conn).unwrap();
        let rows: Vec<(i64, i64)> = conn
            .prepare("SELECT number, at_ms FROM ledger ORDER BY seq")
            .unwrap()
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        assert_eq!(rows, [(1, 100), (1, 50), (2, 900), (1, 10), (3, 900)]);
    }

    #[test]
    fn no_look_up_scans_a_table_that_grows() {
        let mut conn = Connection::open_in_memory().unwrap();
        migrate(&mut conn).unwrap();
        for sql in [
            "SELECT 1 FROM shipments WHERE account_id = ?1 AND env = ?2 AND id = ?3",
            "SELECT 1 FROM shipments WHERE account_id = ?1 AND env = ?2 AND transaction_id = ?3",
            "SELECT 1 FROM shipments WHERE account_id = ?1 AND env = ?2 AND id =
             (SELECT shipment_id FROM parcels WHERE tracking_number = ?3)",
            "SELECT p.package_number FROM shipments s JOIN parcels p ON p.shipment_id = s.id
             WHERE s.account_id = ?1 AND s.env = ?2 AND s.id =
             (SELECT shipment_id FROM parcels WHERE tracking_number = ?3)",
            "SELECT p.package_number FROM shipments s JOIN parcels p ON p.shipment_id = s.id
             WHERE s.account_id = ?1 AND s.env = ?2 AND s.transaction_id = ?3",
            "SELECT p.package_number FROM shipments s JOIN parcels p ON p.shipment_id = s.id
             WHERE s.account_id = ?1 AND s.env = ?2 AND s.number BETWEEN ?3 AND ?4
             ORDER BY s.number DESC",
            "SELECT 1 FROM parcels WHERE shipment_id = ?1 AND package_number = ?2",
            "SELECT 1 FROM parcels WHERE label_token = ?1",
            "SELECT 1 FROM parcels WHERE tracking_number = ?1",
            "SELECT min(refund_started_ms) FROM shipments
             WHERE refund_settled = 0 AND refund_started_ms IS NOT NULL",
            "SELECT id FROM shipments WHERE refund_settled = 0 AND refund_started_ms <= ?1
             ORDER BY refund_started_ms",
            "SELECT 1 FROM used_transactions WHERE account_id = ?1 AND env = ?2 AND transaction_id = ?3",
            "SELECT body FROM addresses WHERE id = ?1 AND account_id = ?2 AND env = ?3",
            "SELECT id FROM apps WHERE api_key = ?1 OR test_api_key = ?1",
            "SELECT value FROM meta WHERE key = ?1",
        ] {
            assert_indexed(&conn, sql);
        }
    }
}
