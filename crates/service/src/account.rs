//! Accounts and their balance (section 4.1).

use std::sync::Arc;

use axum::extract::State;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde_json::{Value, json};

use super::app::App;
use super::auth::{self, Env, Identity};
use super::fail::{self, Fail};
use super::ledger::{self, Entry};
use super::page::PageQuery;
use super::refund;
use super::reply::{Json, JsonText, Reply};
use super::stamp::{from_ms, stamp, stamp_z};
use super::wire::Call;
use postroom_base::money::Amount;
use postroom_base::text;

const MODULE: &str = "ACCOUNT";

/// POST /Account/Token
pub async fn token(State(app): State<Arc<App>>, call: Call) -> Reply {
    let body = call.object()?;
    let fields = call.fields(&body)?;
    let (key, secret) = (fields.need_text("apiKey")?, fields.need_text("apiSecret")?);
    let (user_name, password) = (fields.need_text("userName")?, fields.need_text("password")?);
    let refuse = |why: &str| Fail::new(fail::ACCOUNT_APP_AUTHENTICATION_FAILED, why);
    let by_email = user_name.contains('@');
    let found = app
        .db
        .read(move |conn| {
            let Some(found) = auth::find_app(conn, &key)? else {
                return Ok(None);
            };
            let has_email: bool = conn
                .prepare_cached(
                    "SELECT EXISTS(SELECT 1 FROM users WHERE email = ?1 AND account_id = ?2)",
                )?
                .query_row(params![user_name, found.account_id], |row| row.get(0))?;
            let user: Option<(String, String)> = conn
                .prepare_cached(
                    "SELECT id, password_hash FROM users WHERE user_name = ?1 AND account_id = ?2",
                )?
                .query_row(params![user_name, found.account_id], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })
                .optional()?;
            Ok(Some((found, user, has_email)))
        })
        .await?;
    let given = auth::hash_secret(&secret);
    let found = found.filter(|(found, ..)| app.keys.secrets_equal(&given, &found.secret_hash));
    if by_email {
        // A caller without a valid key must not learn which e-mail addresses exist.
        return Err(match found {
            Some((_, _, false)) => {
                Fail::new(fail::USER_NOT_FOUND, text!("practice-service-email-unknown"))
            }
            _ => Fail::new(
                fail::USER_VALIDATION_FAILED,
                text!("practice-service-user-name-required"),
            ),
        });
    }
    let (found, user, _) = found.ok_or_else(|| refuse(text!("practice-service-key-invalid")))?;
    let wrong_user = || refuse(text!("practice-service-password-wrong"));
    let (user_id, hash) = user.ok_or_else(wrong_user)?;
    if !auth::password_fits(hash, password).await? {
        return Err(wrong_user());
    }
    let now_ms = app.clock.now_of_account(&found.account_id).as_millisecond();
    let account_id = found.account_id.clone();
    let who = Identity {
        account_id: found.account_id,
        user_id: user_id.clone(),
        app_id: found.app_id,
        env: found.env,
        luck: crate::luck::Luck::System,
    };
    app.db
        .write(move |tx| {
            auth::need_active(tx, &account_id)?;
            tx.execute(
                "UPDATE users SET last_login_ms = ?1 WHERE id = ?2",
                params![now_ms, user_id],
            )?;
            Ok(())
        })
        .await?;
    Ok(Json(json!({"token": app.keys.token(&who, app.clock.machine_now())})))
}

/// GET /Account/Postage/Balance
pub async fn balance(State(app): State<Arc<App>>, call: Call) -> Result<JsonText, Fail> {
    let who = call.caller()?;
    refund::settle_due(&app, &who).await;
    Ok(JsonText(app.db.read(move |conn| balance_summary(conn, &who)).await?))
}

/// PUT /Account/Postage/Balance: adds funds from the card on file.
pub async fn top_up(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = call.caller()?;
    let transaction_id = call.transaction_id(MODULE)?;
    let body = call.object()?;
    let amount = call.fields(&body)?.need_amount("balance")?;
    if amount < Amount::from_cents(100) {
        return Err(Fail::new(
            fail::ACCOUNT_BALANCE_VALIDATION_FAILED,
            text!("practice-service-amount-too-small"),
        ));
    }
    if amount != amount.round_to_cents() {
        return Err(Fail::new(
            fail::ACCOUNT_BALANCE_VALIDATION_FAILED,
            text!("practice-service-amount-in-cents"),
        ));
    }
    let now_ms = app.clock.now_of(&who).as_millisecond();
    let account = app
        .db
        .write(move |tx| {
            if !ledger::claim_transaction_id(
                tx,
                &who,
                &transaction_id,
                "PUT /Account/Postage/Balance",
            )? {
                return Err(Fail::new(
                    fail::ACCOUNT_VALIDATION_FAILED,
                    text!("practice-service-id-used", id = transaction_id.as_str()),
                ));
            }
            if ledger::card_declines(tx, &who.account_id)? {
                return Err(Fail::new(
                    fail::ACCOUNT_PAYMENT_FAILED,
                    text!("practice-service-card-declined"),
                ));
            }
            let entry = Entry {
                transaction_id: &transaction_id,
                event_type: "OnAddFunds",
                amount,
                comments: text!("practice-service-entry-top-up"),
                payment_type: "CreditCard",
            };
            ledger::book(tx, &who, &entry, now_ms)?;
            show(tx, &who.account_id, who.env, true)
        })
        .await?;
    Ok(Json(account))
}

/// PUT /Account/Postage/AutoBuy
pub async fn auto_buy(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = call.caller()?;
    let body = call.object()?;
    let fields = call.fields(&body)?;
    let on = fields.need_flag("isAutoBuy")?;
    let (amount, threshold) =
        (fields.need_amount("autoBuyAmount")?, fields.need_amount("autoBuyThreshold")?);
    if on && amount < Amount::from_cents(100) || amount.is_negative() || threshold.is_negative() {
        return Err(Fail::new(
            fail::ACCOUNT_VALIDATION_FAILED,
            "autoBuyAmount must be at least 1 and autoBuyThreshold not negative.",
        ));
    }
    if amount > ledger::MOST || threshold > ledger::MOST {
        return Err(Fail::new(
            fail::ACCOUNT_VALIDATION_FAILED,
            "autoBuyAmount or autoBuyThreshold is too large.",
        ));
    }
    let account = app
        .db
        .write(move |tx| {
            tx.execute(
                "UPDATE wallets SET auto_buy = ?1, auto_buy_amount = ?2, auto_buy_threshold = ?3
                 WHERE account_id = ?4 AND env = ?5",
                params![on, amount.micros(), threshold.micros(), who.account_id, who.env.code()],
            )?;
            show(tx, &who.account_id, who.env, true)
        })
        .await?;
    Ok(Json(account))
}

/// GET /Account/Postage/BalanceHistory
pub async fn history(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = call.caller()?;
    let window = PageQuery::read(&call, MODULE)?;
    refund::settle_due(&app, &who).await;
    Ok(Json(app.db.read(move |conn| entries(conn, &who, window)).await?))
}

fn entries(conn: &Connection, who: &Identity, window: PageQuery) -> Result<Value, Fail> {
    let page = window.page(conn, &ledger::LIST, who)?;
    let mut rows = conn.prepare_cached(
        "SELECT id, transaction_id, event_type, transaction_type, at_ms, amount, balance, comments, payment_type
         FROM ledger WHERE account_id = ?1 AND env = ?2 AND number BETWEEN ?3 AND ?4
         ORDER BY number DESC",
    )?;
    let scope = params![who.account_id, who.env.code(), page.first, page.last];
    let results = rows
        .query_map(scope, |row| {
            let at = from_ms(row.get(4)?);
            let amount = Amount::from_micros(row.get(5)?);
            Ok(json!({
                "id": row.get::<_, String>(0)?,
                "accountId": who.account_id,
                "transactionId": row.get::<_, String>(1)?,
                "eventType": row.get::<_, String>(2)?,
                "transactionType": row.get::<_, String>(3)?,
                "transactionDate": stamp_z(at),
                "createdDate": stamp(at),
                "originalAmount": amount,
                "amount": amount,
                "balance": Amount::from_micros(row.get(6)?),
                "currency": "USD",
                "comments": row.get::<_, String>(7)?,
                "PaymentTypeId": row.get::<_, String>(8)?,
            }))
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(page.wrap(results))
}

/// The Account object of section 2.1.
pub fn show(
    conn: &Connection,
    account_id: &str,
    env: Env,
    with_users: bool,
) -> Result<Value, Fail> {
    let wallet = ledger::wallet(conn, account_id, env)?;
    let row = conn
        .prepare_cached(
            "SELECT name, status, visible_number, created_ms, partner_id FROM accounts WHERE id = ?1",
        )?
        .query_row([account_id], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, String>(2)?,
                row.get::<_, i64>(3)?,
                row.get::<_, String>(4)?,
            ))
        })
        .optional()?;
    let (name, status, number, created_ms, partner_id) = row.ok_or_else(|| {
        Fail::new(fail::ACCOUNT_NOT_FOUND, text!("practice-service-account-missing"))
    })?;
    let created = from_ms(created_ms);
    let mut account = json!({
        "id": account_id,
        "parentAccountId": partner_id,
        "level": "Customer",
        "status": status,
        "name": name,
        "isAutoBuy": wallet.auto_buy,
        "autoBuyAmount": wallet.auto_buy_amount,
        "autoBuyThreshold": wallet.auto_buy_threshold,
        "balance": wallet.balance,
        "currency": "USD",
        "visibleAccountNumber": number,
        "subscriptionPlan": "Pro",
        "subscriptionPlanChangeDate": stamp(created),
        "createdDate": stamp(created),
    });
    if with_users && let Some(map) = account.as_object_mut() {
        map.insert("users".to_owned(), Value::Array(users(conn, account_id)?));
    }
    Ok(account)
}

/// The users of section 2.3.
pub fn users(conn: &Connection, account_id: &str) -> Result<Vec<Value>, Fail> {
    let mut rows = conn.prepare_cached(
        "SELECT id, first_name, last_name, user_name, email, last_login_ms, created_ms
         FROM users WHERE account_id = ?1 ORDER BY created_ms",
    )?;
    let users = rows
        .query_map([account_id], |row| {
            let created_ms: i64 = row.get(6)?;
            let created = from_ms(created_ms);
            let login = row.get::<_, Option<i64>>(5)?.map(|ms| stamp(from_ms(ms)));
            // A password must be changed every 180 days.
            let due = from_ms(created_ms.saturating_add(180 * 86_400_000));
            Ok(json!({
                "id": row.get::<_, String>(0)?,
                "role": "AccountAdmin",
                "isEmailVerified": true,
                "firstName": row.get::<_, String>(1)?,
                "lastName": row.get::<_, String>(2)?,
                "userName": row.get::<_, String>(3)?,
                "email": row.get::<_, String>(4)?,
                "lastLoginDate": login,
                "passwordChangeDate": stamp(created),
                "passwordChangeDueDate": stamp(due),
                "createdDate": stamp(created),
                "isActivated": true,
            }))
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(users)
}

/// The balance summary of section 2.2. Accounts have no bank account, so
/// `achPaymentAccountResponse` is left out.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Summary {
    level: &'static str,
    status: String,
    name: String,
    is_auto_buy: bool,
    auto_buy_amount: Amount,
    auto_buy_threshold: Amount,
    balance: Amount,
    currency: &'static str,
    credit_card_payment_account_response: Card,
    first_name: String,
    last_name: String,
    email_address: String,
    subscription_plan: &'static str,
    subscription_plan_change_date: String,
    created_date: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Card {
    card_holder_name: String,
    last_four: String,
    expiration_month: &'static str,
    expiration_year: &'static str,
    active: bool,
    default: bool,
}

fn balance_summary(conn: &Connection, who: &Identity) -> Result<String, Fail> {
    let summary = conn
        .prepare_cached(
            "SELECT a.name, a.status, a.created_ms, a.card_holder, a.card_last_four,
             u.first_name, u.last_name, u.email,
             w.balance, w.auto_buy, w.auto_buy_amount, w.auto_buy_threshold
             FROM accounts a JOIN users u ON u.account_id = a.id
             JOIN wallets w ON w.account_id = a.id AND w.env = ?3
             WHERE a.id = ?1 AND u.id = ?2",
        )?
        .query_row(params![who.account_id, who.user_id, who.env.code()], |row| {
            let created = stamp(from_ms(row.get(2)?));
            Ok(Summary {
                level: "Customer",
                status: row.get(1)?,
                name: row.get(0)?,
                is_auto_buy: row.get(9)?,
                auto_buy_amount: Amount::from_micros(row.get(10)?),
                auto_buy_threshold: Amount::from_micros(row.get(11)?),
                balance: Amount::from_micros(row.get(8)?),
                currency: "USD",
                credit_card_payment_account_response: Card {
                    card_holder_name: row.get(3)?,
                    last_four: row.get(4)?,
                    expiration_month: "12",
                    expiration_year: "2031",
                    active: true,
                    default: true,
                },
                first_name: row.get(5)?,
                last_name: row.get(6)?,
                email_address: row.get(7)?,
                subscription_plan: "Pro",
                subscription_plan_change_date: created.clone(),
                created_date: created,
            })
        })
        .optional()?;
    let summary = summary.ok_or_else(|| {
        Fail::new(fail::ACCOUNT_NOT_FOUND, text!("practice-service-account-missing"))
    })?;
    Ok(serde_json::to_string(&summary)?)
}
