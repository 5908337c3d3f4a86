//! The ready-made practice account behind "Try it now".

use rusqlite::{Connection, OptionalExtension, params};

use super::address::{self, Address};
use super::app::App;
use super::auth::{self, Env, Identity};
use super::carrier_account;
use super::carriers::CARRIERS;
use super::fail::Fail;
use super::ledger::{self, Entry};
use super::user::{self, Created, NewCustomer};
use postroom_base::money::Amount;
use postroom_base::secret::Secret;
use postroom_base::text;

const EMAIL: &str = "practice@postroom.example";
const START_MONEY: Amount = Amount::from_cents(50_000);
/// Name, company, street, city, state, ZIP, residential.
const ADDRESSES: [(&str, &str, &str, &str, &str, &str, bool); 4] = [
    ("Postroom Practice", "Practice Shop", "233 S Wacker Dr", "Chicago", "IL", "60606", false),
    ("Jane Sample", "", "350 5th Ave", "New York", "NY", "10118", false),
    ("Avery Sample", "", "101 Sample Oak Ln", "Austin", "TX", "78701", true),
    ("Casey Example", "", "1 Ferry Building", "San Francisco", "CA", "94111", false),
];

/// The credentials of the ready-made account. The secrets are new at every start.
pub struct PracticeLogin {
    pub api_key: String,
    pub api_secret: Secret,
    pub user_name: String,
    pub password: Secret,
}

/// Creates the account if it is missing, and sets new secrets.
pub async fn login(app: &App) -> Result<PracticeLogin, Fail> {
    let luck = app.keys.lucks.row("ready-made");
    let (secret, test_secret) = (luck.text()?, luck.text()?);
    let password = luck.text()?;
    let password_hash = auth::hash_password(password.clone(), luck.text()?).await?;
    let now_ms = app.clock.now().as_millisecond();
    let kept = secret.clone();
    let (api_key, user_name) = app
        .db
        .write(move |tx| {
            let known: Option<(String, String)> = tx
                .query_row("SELECT id, account_id FROM users WHERE email = ?1", [EMAIL], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })
                .optional()?;
            let (user_id, account_id) = match known {
                Some(known) => known,
                None => {
                    let customer = NewCustomer {
                        email: EMAIL.to_owned(),
                        company: "Postroom Practice".to_owned(),
                        first_name: "Practice".to_owned(),
                        last_name: "Clerk".to_owned(),
                        password_hash: password_hash.clone(),
                        partner: &user::PARTNERS[0],
                        luck,
                    };
                    let secrets = (kept.clone(), test_secret.clone());
                    let made = make(tx, &customer, secrets, START_MONEY, now_ms)?;
                    (made.who.user_id, made.who.account_id)
                }
            };
            tx.execute("UPDATE users SET password_hash = ?1 WHERE id = ?2", params![password_hash, user_id])?;
            tx.execute(
                "UPDATE apps SET secret_hash = ?1, test_secret_hash = ?2 WHERE account_id = ?3",
                params![auth::hash_secret(&kept), auth::hash_secret(&test_secret), account_id],
            )?;
            Ok(tx.query_row(
                "SELECT a.api_key, u.user_name FROM apps a JOIN users u ON u.account_id = a.account_id
                 WHERE u.id = ?1",
                [user_id],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?)
        })
        .await?;
    Ok(PracticeLogin {
        api_key,
        api_secret: Secret::new(secret),
        user_name,
        password: Secret::new(password),
    })
}

/// A customer whose account can be used at once: with money, the default carrier accounts and some
/// addresses.
pub fn make(
    conn: &Connection,
    customer: &NewCustomer,
    (secret, test_secret): (String, String),
    money: Amount,
    now_ms: i64,
) -> Result<Created, Fail> {
    let created = user::create(conn, customer, secret, test_secret, now_ms)?;
    user::activate(conn, &created.who.account_id)?;
    let entry = Entry {
        transaction_id: &created.who.luck.id(),
        event_type: "OnAddFunds",
        amount: money,
        comments: text!("practice-service-entry-start-money"),
        payment_type: "Practice",
    };
    if !money.is_zero() {
        ledger::book(conn, &created.who, &entry, now_ms)?;
    }
    for env in [Env::Production, Env::Test] {
        let who = Identity { env, ..created.who.clone() };
        for carrier in CARRIERS.iter().filter(|carrier| env == Env::Production || carrier.in_test) {
            carrier_account::insert(
                conn,
                &who,
                &carrier_account::default_carrier_account(who.luck.id(), carrier, now_ms),
            )?;
        }
        for (name, company, street, city, state, zip, residential) in ADDRESSES {
            let address = Address {
                name: name.to_owned(),
                company: (!company.is_empty()).then(|| company.to_owned()),
                street1: street.to_owned(),
                city: city.to_owned(),
                state: state.to_owned(),
                zip: zip.to_owned(),
                country: "US".to_owned(),
                verification_status: Some("Success".to_owned()),
                is_residential: Some(residential),
                ..Address::default()
            };
            address::store(conn, &who, address, now_ms)?;
        }
    }
    Ok(created)
}
