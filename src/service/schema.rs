//! The tables. Migrations are append-only: a released one is never edited, the number
//! done so far is SQLite's `user_version`.
//!
//! Money is whole millionths, times are milliseconds of simulated UTC, `env` is `P` or
//! `T` (Production, Test): a Test key never sees a Production row and the reverse.

use rusqlite::Connection;

const MIGRATIONS: &[&str] = &[
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
    // What an administrator has said: see admin.rs for the kinds. A refund without an
    // outcome is decided by chance. The default partner is the one accounts had so far.
    "
CREATE TABLE admin(
  kind TEXT NOT NULL, subject TEXT NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY(kind, subject)) STRICT, WITHOUT ROWID;
ALTER TABLE shipments ADD COLUMN refund_outcome TEXT;
ALTER TABLE accounts ADD COLUMN partner_id TEXT NOT NULL
  DEFAULT '5d0b6a52-70a5-4c0e-9d0a-7f7a51b0a001';
",
];

/// Brings a database to the newest shape; each step is its own transaction.
pub fn migrate(conn: &mut Connection) -> rusqlite::Result<()> {
    let done: i64 = conn.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let done = usize::try_from(done).unwrap_or(0);
    for (at, sql) in MIGRATIONS.iter().enumerate().skip(done) {
        let step = conn.transaction()?;
        step.execute_batch(sql)?;
        step.execute_batch(&format!("PRAGMA user_version = {}", at + 1))?;
        step.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrating_twice_changes_nothing() {
        let mut conn = Connection::open_in_memory().unwrap();
        migrate(&mut conn).unwrap();
        conn.execute("INSERT INTO meta VALUES('x', 7)", []).unwrap();
        migrate(&mut conn).unwrap();
        let kept: i64 = conn
            .query_row("SELECT value FROM meta", [], |row| row.get(0))
            .unwrap();
        assert_eq!(kept, 7);
    }

    #[test]
    fn a_file_of_the_first_shape_is_brought_to_the_newest() {
        let mut conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(MIGRATIONS[0]).unwrap();
        conn.execute_batch("PRAGMA user_version = 1; INSERT INTO meta VALUES('x', 7)")
            .unwrap();
        migrate(&mut conn).unwrap();
        let papers: i64 = conn
            .query_row(
                "SELECT count(*) FROM papers, containers, manifests",
                [],
                |row| row.get(0),
            )
            .unwrap();
        let kept: i64 = conn
            .query_row("SELECT value FROM meta", [], |row| row.get(0))
            .unwrap();
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
        let partner: String = conn
            .query_row("SELECT partner_id FROM accounts", [], |row| row.get(0))
            .unwrap();
        assert_eq!(partner, super::super::user::PARTNERS[0].id);
    }
}
