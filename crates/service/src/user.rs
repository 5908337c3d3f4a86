//! Sign-up and terms (section 4.2).

use std::sync::Arc;

use axum::extract::State;
use rusqlite::{Connection, params};
use serde_json::{Value, json};

use super::account;
use super::app::App;
use super::auth::{self, Env, Identity};
use super::fail::{self, Fail};
use super::fields::Fields;
use super::ledger;
use super::luck::Luck;
use super::number;
use super::reply::{Json, Reply};
use super::stamp::{from_ms, stamp};
use super::wire::Call;
use postroom_base::text;

/// The data for creating an account.
pub struct NewCustomer {
    pub email: String,
    pub company: String,
    pub first_name: String,
    pub last_name: String,
    pub password_hash: String,
    pub partner: &'static Partner,
    pub luck: Luck,
}

/// The partner through which accounts are created (section 7.3, ACCOUNT.PARENT).
pub struct Partner {
    pub id: &'static str,
    name: &'static str,
    signup_key: &'static str,
}

/// The first partner is used for sign-ups without a key.
pub static PARTNERS: [Partner; 2] = [
    Partner {
        id: "5d0b6a52-70a5-4c0e-9d0a-7f7a51b0a001",
        name: "Practice Partner",
        signup_key: "sk-1",
    },
    Partner {
        id: "5d0b6a52-70a5-4c0e-9d0a-7f7a51b0a002",
        name: "Second Practice Partner",
        signup_key: "sk-2",
    },
];

/// The credentials of a new account; the secrets are stored only as hashes.
pub struct Created {
    pub who: Identity,
    pub user_name: String,
    pub api_key: String,
    pub api_secret: String,
    pub test_api_key: String,
    pub test_api_secret: String,
}

/// POST /User/SignUp/Customer
pub async fn sign_up(State(app): State<Arc<App>>, call: Call) -> Reply {
    let body = call.object()?;
    let fields = call.fields(&body)?;
    let email = fields.need_text("email")?;
    let password = fields.need_text("password")?;
    let partner = partner_of(&fields)?;
    // Whoever signs up at the same time does not change these draws.
    let luck = app.keys.lucks.row(&email);
    let customer = NewCustomer {
        company: fields.need_text("companyName")?,
        first_name: fields.need_text("firstName")?,
        last_name: fields.need_text("lastName")?,
        password_hash: auth::hash_password(password, luck.text()?).await?,
        email,
        partner,
        luck: luck.clone(),
    };
    let well_formed = customer
        .email
        .split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    if !well_formed {
        return Err(Fail::new(
            fail::USER_VALIDATION_FAILED,
            text!("practice-service-not-an-email"),
        ));
    }
    let now = app.clock.now();
    let api_secret = luck.text()?;
    let test_api_secret = luck.text()?;
    let (created, account, users) = app
        .db
        .write(move |tx| {
            let created = create(tx, &customer, api_secret, test_api_secret, now.as_millisecond())?;
            let account = account::show(tx, &created.who.account_id, Env::Production, true)?;
            let users = account::users(tx, &created.who.account_id)?;
            Ok((created, account, users))
        })
        .await?;
    let mut with_parent = account.clone();
    if let Some(map) = with_parent.as_object_mut() {
        map.insert("parentAccount".to_owned(), partner.show());
    }
    let mut user = users.into_iter().next().unwrap_or_default();
    if let Some(map) = user.as_object_mut() {
        map.insert("account".to_owned(), with_parent);
    }
    Ok(Json(json!({
        "user": user,
        "accessToken": app.keys.token(&created.who, app.clock.machine_now()),
        "refreshToken": luck.text()?,
        "apiKey": created.api_key,
        "account": account,
        "apps": [{
            "id": created.who.app_id,
            "accountId": created.who.account_id,
            "appId": created.who.app_id,
            "partnerAccountId": partner.id,
            "partnerName": partner.name,
            "appName": "Default",
            "appDescription": "Made at sign-up",
            "apiVersion": "v3",
            "helpUrl": "https://help.example.com/shipping",
            "dateCreated": stamp(now),
            "apiKey": created.api_key,
            "apiSecret": created.api_secret,
            "testApiKey": created.test_api_key,
            "testApiSecret": created.test_api_secret,
            "status": "Enabled",
        }],
        "status": "TnCPending",
    })))
}

/// POST /User/ApproveTermsAndConditions
pub async fn approve_terms(State(app): State<Arc<App>>, call: Call) -> Reply {
    let body = call.object()?;
    let account_id = call.fields(&body)?.need_text("accountId")?;
    let id = account_id.clone();
    app.db.write(move |tx| activate(tx, &id)).await?;
    Ok(Json(json!({"accountId": account_id, "result": "Activated"})))
}

pub fn activate(conn: &Connection, account_id: &str) -> Result<(), Fail> {
    auth::need_open(conn, account_id)?;
    let changed = conn.execute(
        "UPDATE accounts SET status = 'Active' WHERE id = ?1 AND status = 'TnCPending'",
        [account_id],
    )?;
    if changed == 1 {
        return Ok(());
    }
    let known: bool = conn.query_row(
        "SELECT EXISTS(SELECT 1 FROM accounts WHERE id = ?1)",
        [account_id],
        |row| row.get(0),
    )?;
    Err(if known {
        Fail::new(fail::ACCOUNT_VALIDATION_FAILED, text!("practice-service-terms-accepted"))
    } else {
        Fail::new(
            fail::ACCOUNT_NOT_FOUND,
            format!("There is no account with the id {account_id:?}."),
        )
    })
}

/// Creates account, user, app and empty balances. Fails if the e-mail or company name is taken.
pub fn create(
    conn: &Connection,
    new: &NewCustomer,
    api_secret: String,
    test_api_secret: String,
    now_ms: i64,
) -> Result<Created, Fail> {
    let elsewhere: bool = conn.query_row(
        "SELECT EXISTS(SELECT 1 FROM accounts a LEFT JOIN users u ON u.account_id = a.id
         WHERE (u.email = ?1 OR a.name = ?2) AND a.partner_id <> ?3)",
        params![new.email, new.company, new.partner.id],
        |row| row.get(0),
    )?;
    if elsewhere {
        return Err(Fail::new(
            fail::ACCOUNT_PARENT_VALIDATION_FAILED,
            text!("practice-service-account-of-partner"),
        ));
    }
    let taken = |sql: &str, text: &str| -> Result<bool, Fail> {
        Ok(conn.query_row(sql, [text], |row| row.get(0))?)
    };
    if taken("SELECT EXISTS(SELECT 1 FROM users WHERE email = ?1)", &new.email)? {
        return Err(Fail::new(fail::USER_VALIDATION_FAILED, text!("practice-service-email-taken")));
    }
    if taken("SELECT EXISTS(SELECT 1 FROM accounts WHERE name = ?1)", &new.company)? {
        return Err(Fail::new(
            fail::ACCOUNT_VALIDATION_FAILED,
            text!("practice-service-company-taken"),
        ));
    }
    let [account_id, user_id, app_id] = std::array::from_fn(|_| new.luck.id());
    let created = Created {
        user_name: user_name(new),
        api_key: new.luck.id(),
        api_secret,
        test_api_key: new.luck.id(),
        test_api_secret,
        who: Identity { account_id, user_id, app_id, env: Env::Production, luck: new.luck.clone() },
    };
    let who = &created.who;
    conn.execute(
        "INSERT INTO accounts(id, name, status, visible_number, created_ms, card_holder, card_last_four,
         partner_id) VALUES(?1, ?2, 'TnCPending', ?3, ?4, ?5, '4242', ?6)",
        params![
            who.account_id, new.company, visible_number(conn)?, now_ms,
            format!("{} {}", new.first_name, new.last_name), new.partner.id
        ],
    )?;
    conn.execute(
        "INSERT INTO users(id, account_id, email, user_name, first_name, last_name, password_hash, created_ms)
         VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            who.user_id, who.account_id, new.email, created.user_name, new.first_name, new.last_name,
            new.password_hash, now_ms
        ],
    )?;
    conn.execute(
        "INSERT INTO apps(id, account_id, api_key, secret_hash, test_api_key, test_secret_hash, created_ms)
         VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            who.app_id, who.account_id, created.api_key, auth::hash_secret(&created.api_secret),
            created.test_api_key, auth::hash_secret(&created.test_api_secret), now_ms
        ],
    )?;
    ledger::open_wallets(conn, &who.account_id)?;
    Ok(created)
}

/// "An identifier, not the e-mail" (section 2.3).
fn user_name(new: &NewCustomer) -> String {
    let letters: String = format!("{}{}", new.first_name, new.last_name)
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(20)
        .collect::<String>()
        .to_lowercase();
    let tail: String = new.luck.id().chars().take(8).collect();
    format!("{letters}.{tail}")
}

fn visible_number(conn: &Connection) -> Result<String, Fail> {
    let count: i64 = conn.query_row("SELECT count(*) FROM accounts", [], |row| row.get(0))?;
    Ok(format!("{}", number::FIRST_NUMBER + count))
}

impl Partner {
    /// The parent account of section 2.1.
    fn show(&self) -> Value {
        json!({
            "id": self.id,
            "level": "Partner",
            "status": "Active",
            "name": self.name,
            "logo": "https://help.example.com/logo.png",
            "currency": "USD",
            "subscriptionPlan": "Pro",
            "createdDate": stamp(from_ms(1_700_000_000_000)),
        })
    }
}

/// The partner of a `signupKey`. Without the field it is the first partner; an empty key is an
/// error.
fn partner_of(fields: &Fields<'_>) -> Result<&'static Partner, Fail> {
    let [usual, _] = &PARTNERS;
    if fields.raw("signupKey").is_none() {
        return Ok(usual);
    }
    let key = fields.text("signupKey")?.unwrap_or_default();
    PARTNERS.iter().find(|partner| partner.signup_key == key).ok_or_else(|| {
        Fail::new(fail::ACCOUNT_PARENT_NOT_FOUND, text!("practice-service-sign-up-key"))
    })
}
