//! Worlds for tests: accounts made by name, and the state of one account, or of all, kept and brought
//! back.
//!
//! A copy is the account's rows, how much of its luck is drawn, its clock and its faults. The same calls
//! after it give the same answers as before, to the byte if there is a seed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::extract::State;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};
use serde_json::{Map, Value, json};

use super::app::App;
use super::auth::{self, Env};
use super::fail::{Code, Fail};
use super::fields::Fields;
use super::ready_made;
use super::reply::{Json, Reply};
use super::spec_practice_shapes;
use super::user::{self, NewCustomer};
use super::wire::Call;
use super::world_copies::{AccountCopy, Copy, Rows};
use postroom_base::money::Amount;

const MODULE: &str = "PRACTICE";
/// The money of a new account.
const USUAL_MONEY: Amount = Amount::from_cents(50_000);
/// How many copies are kept; the oldest goes first.
const MOST_COPIES: usize = 100;

/// The tables of an account's rows, parents first, and which rows are the account's.
const TABLES: [(&str, &str); 14] = [
    ("accounts", "id = ?1"),
    ("users", "account_id = ?1"),
    ("apps", "account_id = ?1"),
    ("wallets", "account_id = ?1"),
    ("ledger", "account_id = ?1"),
    ("used_transactions", "account_id = ?1"),
    ("addresses", "account_id = ?1"),
    ("carrier_accounts", "account_id = ?1"),
    ("shipments", "account_id = ?1"),
    ("manifests", "account_id = ?1"),
    ("containers", "account_id = ?1"),
    ("parcels", "shipment_id IN (SELECT id FROM shipments WHERE account_id = ?1)"),
    (
        "papers",
        "token IN (SELECT form_token FROM manifests WHERE account_id = ?1
         UNION SELECT paper_token FROM containers WHERE account_id = ?1)",
    ),
    ("admin", "subject = ?1 OR subject IN (SELECT id FROM carrier_accounts WHERE account_id = ?1)"),
];

#[derive(Debug, thiserror::Error)]
pub enum AccountsError {
    #[error("reading the accounts in {path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("the accounts in {path} are not JSON: {source}")]
    NotJson { path: PathBuf, source: serde_json::Error },
    #[error("the accounts in {path} cannot be used: {source}")]
    Account { path: PathBuf, source: Fail },
}

/// An account to make. What is left out follows from its name.
struct Wish {
    name: String,
    email: String,
    api_key: String,
    api_secret: String,
    test_api_key: String,
    test_api_secret: String,
    user_name: String,
    password: String,
    balance: Amount,
}

impl Wish {
    fn read(fields: &Fields<'_>) -> Result<Self, Fail> {
        let name = fields.need_text("name")?;
        let or = |field: &str, usual: String| -> Result<String, Fail> {
            Ok(fields.text(field)?.unwrap_or(usual))
        };
        let balance = fields.amount("balance")?.unwrap_or(USUAL_MONEY);
        if balance.is_negative()
            || balance > super::ledger::MOST
            || balance != balance.round_to_cents()
        {
            return Err(Fail::invalid(MODULE, "balance must be from 0 and in whole cents."));
        }
        Ok(Self {
            email: or("email", format!("{name}@practice.example"))?,
            api_key: or("apiKey", format!("{name}-key"))?,
            api_secret: or("apiSecret", format!("{name}-secret"))?,
            test_api_key: or("testApiKey", format!("{name}-test-key"))?,
            test_api_secret: or("testApiSecret", format!("{name}-test-secret"))?,
            user_name: or("userName", name.clone())?,
            password: or("password", format!("{name}-password"))?,
            name,
            balance,
        })
    }

    /// Makes the account and shows its credentials.
    fn make(&self, conn: &Connection, app: &App, now_ms: i64) -> Result<(String, Value), Fail> {
        if self.user_name.contains('@') {
            return Err(Fail::invalid(MODULE, "userName must not be an e-mail address."));
        }
        let luck = app.keys.lucks.row(&format!("account {}", self.name));
        let customer = NewCustomer {
            email: self.email.clone(),
            company: self.name.clone(),
            first_name: self.name.clone(),
            last_name: "Tester".to_owned(),
            password_hash: auth::known_password(&self.password),
            partner: &user::PARTNERS[0],
            luck,
        };
        let secrets = (self.api_secret.clone(), self.test_api_secret.clone());
        let created = ready_made::make(conn, &customer, secrets, self.balance, now_ms)?;
        let account_id = created.who.account_id;
        let taken = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::ConstraintViolation) => Fail::invalid(
                MODULE,
                format!("A key or the user name of {:?} is taken.", self.name),
            ),
            _ => Fail::from(error),
        };
        conn.execute(
            "UPDATE apps SET api_key = ?1, test_api_key = ?2 WHERE account_id = ?3",
            params![self.api_key, self.test_api_key, account_id],
        )
        .map_err(taken)?;
        conn.execute(
            "UPDATE users SET user_name = ?1 WHERE account_id = ?2",
            params![self.user_name, account_id],
        )
        .map_err(taken)?;
        let ids = |env: Env| -> Result<Value, Fail> {
            Ok(Value::Object(
                conn.prepare_cached(
                    "SELECT carrier_code, id FROM carrier_accounts WHERE account_id = ?1 AND env = ?2",
                )?
                .query_map(params![account_id, env.code()], |row| {
                    Ok((row.get::<_, String>(0)?, Value::String(row.get(1)?)))
                })?
                .collect::<rusqlite::Result<Map<_, _>>>()?,
            ))
        };
        let shown = json!({
            "name": self.name,
            "accountId": account_id,
            "apiKey": self.api_key,
            "apiSecret": self.api_secret,
            "testApiKey": self.test_api_key,
            "testApiSecret": self.test_api_secret,
            "userName": self.user_name,
            "password": self.password,
            "carrierAccounts": ids(Env::Production)?,
            "testCarrierAccounts": ids(Env::Test)?,
        });
        Ok((account_id, shown))
    }
}

/// Makes accounts in one commit, and keeps each as it began.
async fn make_all(app: &Arc<App>, wishes: Vec<Wish>) -> Result<Vec<Value>, Fail> {
    let now_ms = app.clock.now().as_millisecond();
    let writer = Arc::clone(app);
    let (shown, begun) = app
        .db
        .write(move |tx| {
            let (mut shown, mut begun) = (Vec::new(), Vec::new());
            for wish in &wishes {
                let (account_id, credentials) = wish.make(tx, &writer, now_ms)?;
                begun.push(AccountCopy::take(tx, &writer, &account_id)?);
                shown.push(credentials);
            }
            Ok((shown, begun))
        })
        .await?;
    let mut kept = app.copies.kept();
    kept.beginnings.extend(begun.into_iter().map(|copy| (copy.account_id.clone(), copy)));
    Ok(shown)
}

/// Makes the accounts of a file of `{"accounts": [{"name": …}, …]}`, and shows their credentials.
pub async fn load(app: &Arc<App>, path: &Path) -> Result<Vec<Value>, AccountsError> {
    let in_file = |source| AccountsError::Account { path: path.to_owned(), source };
    let text = std::fs::read(path)
        .map_err(|source| AccountsError::File { path: path.to_owned(), source })?;
    let value: Value = serde_json::from_slice(&text)
        .map_err(|source| AccountsError::NotJson { path: path.to_owned(), source })?;
    let wishes = Fields::new(MODULE, &spec_practice_shapes::ACCOUNTS_FILE, &value)
        .and_then(|fields| fields.need_objects("accounts"))
        .and_then(|list| list.iter().map(Wish::read).collect::<Result<Vec<_>, _>>())
        .map_err(in_file)?;
    make_all(app, wishes).await.map_err(in_file)
}

/// Remembers the clock with which the service began, for a reset of everything.
pub fn begin(app: &App) {
    app.copies.kept().clock = Some(app.clock.state());
}

/// POST /practice/accounts
pub async fn create(State(app): State<Arc<App>>, call: Call) -> Reply {
    let body = call.object()?;
    let wish = Wish::read(&call.fields(&body)?)?;
    let made = make_all(&app, vec![wish]).await?;
    Ok(Json(made.into_iter().next().unwrap_or_default()))
}

/// The account of a key, which may be of either kind.
pub async fn account_of_key(app: &App, key: &str) -> Result<String, Fail> {
    let asked = key.to_owned();
    let found: Option<String> = app
        .db
        .read(move |conn| {
            Ok(conn
                .prepare_cached(
                    "SELECT account_id FROM apps WHERE api_key = ?1 OR test_api_key = ?1",
                )?
                .query_row([asked], |row| row.get(0))
                .optional()?)
        })
        .await?;
    found.ok_or_else(|| missing("No account has this key."))
}

/// The account that a request names by its `apiKey`, if it does.
pub async fn named_account(app: &App, fields: &Fields<'_>) -> Result<Option<String>, Fail> {
    match fields.text("apiKey")? {
        Some(key) => account_of_key(app, &key).await.map(Some),
        None => Ok(None),
    }
}

fn missing(words: &str) -> Fail {
    Fail::new(Code::from_module_and_kind(MODULE, "NOT_FOUND"), words)
}

/// POST /practice/snapshot
pub async fn snapshot(State(app): State<Arc<App>>, call: Call) -> Reply {
    let body = call.object()?;
    let account = named_account(&app, &call.fields(&body)?).await?;
    let writer = Arc::clone(&app);
    // On the writer thread: no write is between two tables.
    let copy = app
        .db
        .write(move |tx| match account {
            Some(id) => Ok(Copy::One(Box::new(AccountCopy::take(tx, &writer, &id)?))),
            None => Ok(Copy::All {
                accounts: all_accounts(tx)?
                    .iter()
                    .map(|id| AccountCopy::take(tx, &writer, id))
                    .collect::<Result<_, _>>()?,
                admin: rows(tx, "admin", "1", None)?,
                clock: writer.clock.state(),
                faults: writer.faults.rules_of(None),
            }),
        })
        .await?;
    let mut kept = app.copies.kept();
    kept.made += 1;
    let number = kept.made;
    kept.copies.insert(number, copy);
    if kept.copies.len() > MOST_COPIES {
        kept.copies.pop_first();
    }
    Ok(Json(json!({"snapshot": format!("s{number}")})))
}

/// POST /practice/reset: one account or everything, as it began or as in a snapshot.
pub async fn reset(State(app): State<Arc<App>>, call: Call) -> Reply {
    let body = call.object()?;
    let fields = call.fields(&body)?;
    let account = named_account(&app, &fields).await?;
    let named = fields.text("snapshot")?;
    let copy = {
        let kept = app.copies.kept();
        match (&named, &account) {
            (Some(name), _) => {
                let number = name.strip_prefix('s').and_then(|number| number.parse().ok());
                let found = number.and_then(|number: u64| kept.copies.get(&number)).cloned();
                found.ok_or_else(|| {
                    missing("There is no snapshot of this name; a hundred are kept.")
                })?
            }
            (None, Some(id)) => {
                Copy::One(Box::new(kept.beginnings.get(id).cloned().ok_or_else(|| {
                    missing(
                        "How this account began is not known: it was not made by name in this run.",
                    )
                })?))
            }
            (None, None) => Copy::All {
                accounts: kept.beginnings.values().cloned().collect(),
                admin: Rows::new(),
                clock: kept.clock.unwrap_or_else(|| app.clock.state()),
                faults: Vec::new(),
            },
        }
    };
    let copy = match (copy, &account) {
        (Copy::One(one), Some(id)) if one.account_id != *id => {
            return Err(Fail::invalid(MODULE, "The snapshot is of another account."));
        }
        (Copy::All { accounts, .. }, Some(id)) => {
            let one = accounts.into_iter().find(|copy| copy.account_id == *id);
            Copy::One(Box::new(one.ok_or_else(|| missing("The snapshot has no such account."))?))
        }
        (copy, _) => copy,
    };
    let writer = Arc::clone(&app);
    let count = app
        .db
        .write(move |tx| match copy {
            Copy::One(one) => {
                one.bring_back(tx, &writer)?;
                Ok(1)
            }
            Copy::All { accounts, admin, clock, faults } => {
                for id in all_accounts(tx)? {
                    remove(tx, &id)?;
                    writer.clock.set_own(&id, None);
                    writer.faults.set_rules_of(Some(&id), Vec::new());
                }
                for account in &accounts {
                    account.bring_back(tx, &writer)?;
                }
                tx.execute("DELETE FROM admin", [])?;
                insert(tx, "admin", &admin)?;
                writer.clock.set(clock);
                writer.faults.set_rules_of(None, faults);
                Ok(accounts.len())
            }
        })
        .await?;
    app.keys.forget_passed();
    Ok(Json(json!({"accounts": count})))
}

impl AccountCopy {
    fn take(conn: &Connection, app: &App, account_id: &str) -> Result<Self, Fail> {
        let tables = TABLES
            .iter()
            .map(|(table, which)| rows(conn, table, which, Some(account_id)))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            account_id: account_id.to_owned(),
            tables,
            drawn: app.keys.lucks.drawn(account_id),
            clock: app.clock.own_of(account_id),
            faults: app.faults.rules_of(Some(account_id)),
        })
    }

    fn bring_back(&self, conn: &Connection, app: &App) -> Result<(), Fail> {
        remove(conn, &self.account_id)?;
        for ((table, _), rows) in TABLES.iter().zip(&self.tables) {
            insert(conn, table, rows)?;
        }
        app.keys.lucks.set_drawn(&self.account_id, self.drawn);
        app.clock.set_own(&self.account_id, self.clock);
        app.faults.set_rules_of(Some(&self.account_id), self.faults.clone());
        Ok(())
    }
}

fn all_accounts(conn: &Connection) -> Result<Vec<String>, Fail> {
    let mut found = conn.prepare_cached("SELECT id FROM accounts ORDER BY rowid")?;
    let ids = found.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(ids)
}

fn rows(conn: &Connection, table: &str, which: &str, account: Option<&str>) -> Result<Rows, Fail> {
    let mut statement = conn.prepare_cached(&format!("SELECT * FROM {table} WHERE {which}"))?;
    let columns = statement.column_count();
    let mut found = statement.query(params_from_iter(account))?;
    let mut all = Rows::new();
    while let Some(row) = found.next()? {
        all.push((0..columns).map(|at| row.get(at)).collect::<rusqlite::Result<_>>()?);
    }
    Ok(all)
}

fn insert(conn: &Connection, table: &str, rows: &Rows) -> Result<(), Fail> {
    let Some(first) = rows.first() else {
        return Ok(());
    };
    let places = vec!["?"; first.len()].join(",");
    let mut statement = conn.prepare_cached(&format!("INSERT INTO {table} VALUES({places})"))?;
    for row in rows {
        statement.execute(params_from_iter(row))?;
    }
    Ok(())
}

/// Removes the rows of an account, children first.
fn remove(conn: &Connection, account_id: &str) -> Result<(), Fail> {
    // What is found by the rows of another table goes before it.
    for (table, which) in TABLES.iter().rev() {
        conn.prepare_cached(&format!("DELETE FROM {table} WHERE {which}"))?
            .execute([account_id])?;
    }
    Ok(())
}
