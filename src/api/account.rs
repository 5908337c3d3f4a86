//! The account, its balance and its history: sections 2.1, 2.2, 2.5 and the calls of 4.1.

use serde::{Deserialize, Serialize};

use super::tolerant;
use super::user::User;
use super::value::AccountStatus;
use crate::base::clock::WireTime;
use crate::base::id::{AccountId, TransactionId};
use crate::base::money::{Amount, Currency, Money};

/// An account (section 2.1).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Account {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<AccountId>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub parent_account_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_account: Option<Box<Account>>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub level: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<AccountStatus>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub name: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub logo: Option<String>,
    #[serde(
        deserialize_with = "tolerant::boolean",
        skip_serializing_if = "Option::is_none"
    )]
    pub is_auto_buy: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_buy_amount: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_buy_threshold: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance: Option<Amount>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub currency: Option<String>,
    #[serde(
        deserialize_with = "tolerant::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub users: Vec<User>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub visible_account_number: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub subscription_plan: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subscription_plan_change_date: Option<WireTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_date: Option<WireTime>,
}

/// Reply of GET /Account/Postage/Balance (section 2.2).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BalanceSummary {
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub level: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<AccountStatus>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub name: Option<String>,
    #[serde(
        deserialize_with = "tolerant::boolean",
        skip_serializing_if = "Option::is_none"
    )]
    pub is_auto_buy: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_buy_amount: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_buy_threshold: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance: Option<Amount>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub currency: Option<String>,
    #[serde(
        rename = "creditCardPaymentAccountResponse",
        skip_serializing_if = "Option::is_none"
    )]
    pub credit_card: Option<CreditCard>,
    #[serde(
        rename = "achPaymentAccountResponse",
        skip_serializing_if = "Option::is_none"
    )]
    pub bank_account: Option<BankAccount>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub first_name: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub last_name: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub email_address: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub subscription_plan: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subscription_plan_change_date: Option<WireTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_date: Option<WireTime>,
}

/// The card on file; only its last four digits are ever sent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CreditCard {
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub card_holder_name: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub last_four: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub expiration_month: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub expiration_year: Option<String>,
    #[serde(
        deserialize_with = "tolerant::boolean",
        skip_serializing_if = "Option::is_none"
    )]
    pub active: Option<bool>,
    #[serde(
        rename = "default",
        deserialize_with = "tolerant::boolean",
        skip_serializing_if = "Option::is_none"
    )]
    pub is_default: Option<bool>,
}

/// The bank account on file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BankAccount {
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub account_holder_name: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub routing_number: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub last_four: Option<String>,
    #[serde(
        deserialize_with = "tolerant::boolean",
        skip_serializing_if = "Option::is_none"
    )]
    pub active: Option<bool>,
    #[serde(
        rename = "default",
        deserialize_with = "tolerant::boolean",
        skip_serializing_if = "Option::is_none"
    )]
    pub is_default: Option<bool>,
}

/// One entry of the balance history (section 2.5). `PaymentTypeId` is capitalised on the wire.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BalanceEntry {
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_id: Option<AccountId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_id: Option<TransactionId>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub event_type: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub transaction_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_date: Option<WireTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_date: Option<WireTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original_amount: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance: Option<Amount>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub currency: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub comments: Option<String>,
    #[serde(
        rename = "PaymentTypeId",
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub payment_type_id: Option<String>,
}

impl BalanceSummary {
    pub fn money(&self) -> Option<Money> {
        let currency = self
            .currency
            .as_deref()
            .and_then(Currency::parse)
            .unwrap_or_default();
        self.balance.map(|amount| Money::new(amount, currency))
    }
}

/// Body of PUT /Account/Postage/AutoBuy.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AutoBuyRequest {
    pub is_auto_buy: bool,
    pub auto_buy_amount: Amount,
    pub auto_buy_threshold: Amount,
}
