//! Balances and their history. Every function runs inside the caller's transaction, so a debit and
//! what it pays for are committed together or not at all.

use rusqlite::{Connection, OptionalExtension, params};

use super::auth::{Env, Identity};
use super::fail::{self, Fail};
use super::page::PagedTable;
use postroom_base::money::Amount;
use postroom_base::text;

/// The largest balance; the interface specifies no limit.
pub const MOST: Amount = Amount::from_cents(10_000_000_000);

/// The balance history as a paged list.
pub const LIST: PagedTable = PagedTable { table: "ledger", at: "at_ms" };

#[derive(Clone, Copy, Debug)]
pub struct Wallet {
    pub balance: Amount,
    pub auto_buy: bool,
    pub auto_buy_amount: Amount,
    pub auto_buy_threshold: Amount,
}

/// One row of the balance history (section 2.5).
pub struct Entry<'a> {
    pub transaction_id: &'a str,
    pub event_type: &'a str,
    /// Negative for a debit.
    pub amount: Amount,
    pub comments: &'a str,
    pub payment_type: &'a str,
}

pub fn open_wallets(conn: &Connection, account_id: &str) -> Result<(), Fail> {
    for env in [Env::Production, Env::Test] {
        conn.execute(
            "INSERT INTO wallets(account_id, env, balance) VALUES(?1, ?2, 0)",
            params![account_id, env.code()],
        )?;
    }
    Ok(())
}

pub fn wallet(conn: &Connection, account_id: &str, env: Env) -> Result<Wallet, Fail> {
    let wallet = conn
        .prepare_cached(
            "SELECT balance, auto_buy, auto_buy_amount, auto_buy_threshold
             FROM wallets WHERE account_id = ?1 AND env = ?2",
        )?
        .query_row(params![account_id, env.code()], |row| {
            Ok(Wallet {
                balance: Amount::from_micros(row.get(0)?),
                auto_buy: row.get(1)?,
                auto_buy_amount: Amount::from_micros(row.get(2)?),
                auto_buy_threshold: Amount::from_micros(row.get(3)?),
            })
        })
        .optional()?;
    wallet.ok_or_else(|| Fail::new(fail::ACCOUNT_NOT_FOUND, text!("practice-service-no-balance")))
}

/// Changes the balance and writes its history row. Fails with `ACCOUNT.BALANCE.VALIDATION_FAILED`
/// when the balance does not cover a debit or when a credit would raise it above [`MOST`]. A row is
/// never dated before the previous one, because each has the balance after itself.
pub fn book(
    conn: &Connection,
    who: &Identity,
    entry: &Entry<'_>,
    now_ms: i64,
) -> Result<Amount, Fail> {
    book_within(conn, who, entry, now_ms, Some(MOST))
}

/// Books a refund. The money already belongs to the account, so the largest balance does not apply.
pub fn book_refund(
    conn: &Connection,
    who: &Identity,
    entry: &Entry<'_>,
    now_ms: i64,
) -> Result<Amount, Fail> {
    book_within(conn, who, entry, now_ms, None)
}

fn book_within(
    conn: &Connection,
    who: &Identity,
    entry: &Entry<'_>,
    now_ms: i64,
    most: Option<Amount>,
) -> Result<Amount, Fail> {
    let before = wallet(conn, &who.account_id, who.env)?.balance;
    let after = before
        .checked_add(entry.amount)
        // A debit is allowed even if a refund has raised the balance above the limit.
        .filter(|after| entry.amount.is_negative() || most.is_none_or(|most| *after <= most))
        .ok_or_else(too_large)?;
    if after.is_negative() {
        return Err(Fail::new(
            fail::ACCOUNT_BALANCE_VALIDATION_FAILED,
            text!(
                "practice-service-insufficient-funds",
                balance = before.to_string(),
                needed = entry.amount.abs().to_string()
            ),
        ));
    }
    conn.prepare_cached("UPDATE wallets SET balance = ?1 WHERE account_id = ?2 AND env = ?3")?
        .execute(params![after.micros(), who.account_id, who.env.code()])?;
    let kind = if entry.amount.is_negative() { "Debit" } else { "Credit" };
    let (number, at_ms) = LIST.next(conn, who, now_ms)?;
    conn.prepare_cached(
        "INSERT INTO ledger(id, account_id, env, transaction_id, event_type, transaction_type,
         at_ms, amount, balance, comments, payment_type, number)
         VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12)",
    )?
    .execute(params![
        who.luck.id(),
        who.account_id,
        who.env.code(),
        entry.transaction_id,
        entry.event_type,
        kind,
        at_ms,
        entry.amount.micros(),
        after.micros(),
        entry.comments,
        entry.payment_type,
        number,
    ])?;
    Ok(after)
}

fn too_large() -> Fail {
    Fail::new(fail::ACCOUNT_BALANCE_VALIDATION_FAILED, text!("practice-service-balance-too-large"))
}

/// Pays for labels. AutoBuy recharges before if the balance is too low, and after if it falls below
/// the threshold.
pub fn pay(conn: &Connection, who: &Identity, entry: &Entry<'_>, now_ms: i64) -> Result<(), Fail> {
    let wallet = wallet(conn, &who.account_id, who.env)?;
    let price = entry.amount.abs();
    if wallet.auto_buy && wallet.balance < price {
        recharge(conn, who, wallet.auto_buy_amount, now_ms)?;
    }
    let after = book(conn, who, entry, now_ms)?;
    if wallet.auto_buy && after < wallet.auto_buy_threshold {
        recharge(conn, who, wallet.auto_buy_amount, now_ms)?;
    }
    Ok(())
}

/// Recharges from the card. A declined card, or a balance that would exceed the limit, must not
/// fail a purchase that the balance covers.
fn recharge(conn: &Connection, who: &Identity, amount: Amount, now_ms: i64) -> Result<(), Fail> {
    if amount.is_zero() || card_declines(conn, &who.account_id)? {
        return Ok(());
    }
    let balance = wallet(conn, &who.account_id, who.env)?.balance;
    if balance.checked_add(amount).is_none_or(|after| after > MOST) {
        return Ok(());
    }
    let id = who.luck.id();
    let entry = Entry {
        transaction_id: &id,
        event_type: "OnAutoBuy",
        amount,
        comments: text!("practice-service-entry-recharge"),
        payment_type: "CreditCard",
    };
    book(conn, who, &entry, now_ms).map(|_| ())
}

pub fn card_declines(conn: &Connection, account_id: &str) -> Result<bool, Fail> {
    Ok(conn
        .prepare_cached("SELECT card_declines FROM accounts WHERE id = ?1")?
        .query_row([account_id], |row| row.get(0))?)
}

pub fn is_used(conn: &Connection, who: &Identity, transaction_id: &str) -> Result<bool, Fail> {
    Ok(conn
        .prepare_cached(
            "SELECT EXISTS(SELECT 1 FROM used_transactions
             WHERE account_id = ?1 AND env = ?2 AND transaction_id = ?3)",
        )?
        .query_row(params![who.account_id, who.env.code(), transaction_id], |row| row.get(0))?)
}

/// Section 8: marks a transaction id as used. An id can be used once in all money calls of an
/// account. A repeated one is refused whatever the rest of the request is, and the first response
/// is not replayed.
pub fn claim_transaction_id(
    conn: &Connection,
    who: &Identity,
    transaction_id: &str,
    call: &str,
) -> Result<bool, Fail> {
    let rows = conn
        .prepare_cached("INSERT OR IGNORE INTO used_transactions VALUES(?1, ?2, ?3, ?4)")?
        .execute(params![who.account_id, who.env.code(), transaction_id, call])?;
    Ok(rows == 1)
}
