//! The account, its balance and its history: sections 2.1, 2.2, 2.5 and the calls of 4.1.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::call::{self, Call};
use super::lenient::Decoded;
use super::page::{self, DateRange, ListItem, Page, RowMatch};
use super::user::User;
use super::value::AccountStatus;
use crate::text;
use postroom_base::clock::WireTime;
use postroom_base::id::{AccountId, TransactionId};
use postroom_base::money::{Amount, Currency, Money};
use postroom_base::secret::Secret;

wire! {
    /// An account (section 2.1).
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Account {
        pub id: Option<AccountId>,
        pub parent_account_id: Option<String>,
        pub parent_account: Option<Box<Account>>,
        pub level: Option<String>,
        pub status: Option<AccountStatus>,
        pub name: Option<String>,
        pub logo: Option<String>,
        pub is_auto_buy: Option<bool>,
        pub auto_buy_amount: Option<Amount>,
        pub auto_buy_threshold: Option<Amount>,
        pub balance: Option<Amount>,
        pub currency: Option<String>,
        pub users: Vec<User>,
        pub visible_account_number: Option<String>,
        pub subscription_plan: Option<String>,
        pub subscription_plan_change_date: Option<WireTime>,
        pub created_date: Option<WireTime>,
    }

    /// Response of GET /Account/Postage/Balance (section 2.2).
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct BalanceSummary {
        pub level: Option<String>,
        pub status: Option<AccountStatus>,
        pub name: Option<String>,
        pub is_auto_buy: Option<bool>,
        pub auto_buy_amount: Option<Amount>,
        pub auto_buy_threshold: Option<Amount>,
        pub balance: Option<Amount>,
        pub currency: Option<String>,
        #[serde(rename = "creditCardPaymentAccountResponse")]
        pub credit_card: Option<CreditCard>,
        #[serde(rename = "achPaymentAccountResponse")]
        pub bank_account: Option<BankAccount>,
        pub first_name: Option<String>,
        pub last_name: Option<String>,
        pub email_address: Option<String>,
        pub subscription_plan: Option<String>,
        pub subscription_plan_change_date: Option<WireTime>,
        pub created_date: Option<WireTime>,
    }

    /// The card on file; the server sends only its last four digits.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct CreditCard {
        pub card_holder_name: Option<String>,
        pub last_four: Option<String>,
        pub expiration_month: Option<String>,
        pub expiration_year: Option<String>,
        pub active: Option<bool>,
        #[serde(rename = "default")]
        pub is_default: Option<bool>,
    }

    /// The bank account on file.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct BankAccount {
        pub account_holder_name: Option<String>,
        pub routing_number: Option<String>,
        pub last_four: Option<String>,
        pub active: Option<bool>,
        #[serde(rename = "default")]
        pub is_default: Option<bool>,
    }

    /// One entry of the balance history (section 2.5). The JSON key `PaymentTypeId` is capitalized.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct BalanceEntry {
        pub id: Option<String>,
        pub account_id: Option<AccountId>,
        pub transaction_id: Option<TransactionId>,
        pub event_type: Option<String>,
        pub transaction_type: Option<String>,
        pub transaction_date: Option<WireTime>,
        pub created_date: Option<WireTime>,
        pub original_amount: Option<Amount>,
        pub amount: Option<Amount>,
        pub balance: Option<Amount>,
        pub currency: Option<String>,
        pub comments: Option<String>,
        #[serde(rename = "PaymentTypeId")]
        pub payment_type_id: Option<String>,
    }
}

impl BalanceSummary {
    pub fn money(&self) -> Option<Money> {
        let currency = Currency::named(self.currency.as_deref());
        self.balance.map(|amount| Money::new(amount, currency))
    }
}

impl ListItem for Account {
    const NAME: &'static str = "account";
    const MARKS: &'static [&'static str] = ACCOUNT_MARKS;
    const KEYS: &'static [&'static str] = &["account"];
}

impl ListItem for BalanceSummary {
    const NAME: &'static str = "balance";
    const MARKS: &'static [&'static str] = ACCOUNT_MARKS;
    const KEYS: &'static [&'static str] = &["account"];
}

const ACCOUNT_MARKS: &[&str] = &[
    "id",
    "balance",
    "currency",
    "level",
    "isAutoBuy",
    "autoBuyAmount",
    "autoBuyThreshold",
    "users",
    "visibleAccountNumber",
    "subscriptionPlan",
];

impl ListItem for BalanceEntry {
    const NAME: &'static str = "entry of the balance history";
    const MARKS: &'static [&'static str] = &[
        "id",
        "transactionId",
        "eventType",
        "transactionType",
        "transactionDate",
        "originalAmount",
        "amount",
    ];
    const KEYS: &'static [&'static str] = &["entries", "history", "balanceHistory"];
}

/// Body of PUT /Account/Postage/AutoBuy.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AutoBuyRequest {
    pub is_auto_buy: bool,
    pub auto_buy_amount: Amount,
    pub auto_buy_threshold: Amount,
}

/// Credentials for POST /Account/Token (section 5). The user name is not the e-mail address.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Credentials {
    pub api_key: String,
    pub api_secret: Secret,
    pub user_name: String,
    pub password: Secret,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").field("user_name", &self.user_name).finish_non_exhaustive()
    }
}

/// Response of POST /Account/Token.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// A JWT.
    pub token: Secret,
}

/// Requests a bearer token. The client calls this by itself.
pub fn token(credentials: &Credentials) -> Call<Token> {
    /// The token's key is `token`; the sign-up response calls it `accessToken`.
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase", default)]
    struct Reply {
        token: Option<Named>,
        access_token: Option<Named>,
    }
    #[derive(Deserialize)]
    struct Named(String);
    let decode = |bytes: &[u8]| {
        call::json(bytes)?.try_map(|reply: Reply| {
            let token = reply.token.or(reply.access_token).map(|named| named.0);
            let token = token.unwrap_or_default().trim().to_owned();
            call::need(!token.is_empty(), "token")?;
            Ok(Token { token: Secret::new(token) })
        })
    };
    Call::with_decoder("POST /Account/Token", || text!("errors-attempt-sign-in"), decode)
        .unauthorized()
        .json(&json!({
            "apiKey": credentials.api_key,
            "apiSecret": credentials.api_secret.expose(),
            "userName": credentials.user_name,
            "password": credentials.password.expose(),
        }))
}

/// The balance summary of section 2.2.
pub fn balance() -> Call<BalanceSummary> {
    Call::with_decoder(
        "GET /Account/Postage/Balance",
        || text!("errors-attempt-read-balance"),
        |bytes| page::one(bytes, |_| RowMatch::Requested),
    )
}

/// Adds funds from the payment method on file; at least 1 currency unit.
pub fn top_up(transaction: TransactionId, amount: Amount) -> Call<Account> {
    paying(transaction).json(&TopUpRequest { balance: amount })
}

/// Like [`top_up`], with a body that was stored before the first attempt.
pub fn top_up_bytes(transaction: TransactionId, body: Arc<[u8]>) -> Call<Account> {
    paying(transaction).bytes(body)
}

/// Body of PUT /Account/Postage/Balance: the amount to add.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TopUpRequest {
    pub balance: Amount,
}

fn paying(transaction: TransactionId) -> Call<Account> {
    Call::with_decoder(
        "PUT /Account/Postage/Balance",
        || text!("errors-attempt-top-up"),
        the_account,
    )
    .money(transaction)
    .uncertain(|| text!("errors-uncertain-top-up"))
}

/// Sets automatic top-up.
pub fn set_auto_buy(request: &AutoBuyRequest) -> Call<Account> {
    Call::with_decoder(
        "PUT /Account/Postage/AutoBuy",
        || text!("errors-attempt-autobuy"),
        the_account,
    )
    .write()
    .uncertain(|| text!("errors-uncertain-autobuy"))
    .json(request)
}

/// Reads a response as the account. An account has no requested id to compare with.
fn the_account(bytes: &[u8]) -> Result<Decoded<Account>, serde_json::Error> {
    page::one(bytes, |_| RowMatch::Requested)
}

/// Lists payment events and adjustments. `page_token` is the next-page token of the previous page.
/// A start that is not before the end gives `ACCOUNT.VALIDATION_FAILED`.
pub fn balance_history(range: DateRange, page_token: Option<&str>) -> Call<Page<BalanceEntry>> {
    Call::with_decoder(
        "GET /Account/Postage/BalanceHistory",
        || text!("errors-attempt-read-history"),
        page::read,
    )
    .query("pageToken", page_token.map(str::to_owned))
    .query("startDate", range.start_text())
    .query("endDate", range.end_text())
}
