//! What a statement for the way back can name.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::base::id::{OrderId, TransactionId};
use crate::base::money::Money;
use crate::orders::sql_statement::Parameter;

/// One label that was bought, as the outbox keeps it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WriteBackValues {
    pub number: String,
    pub tracking_number: String,
    pub carrier: String,
    pub service: String,
    /// NULL in the statement if it is not known.
    pub cost: Option<Money>,
    pub time: Timestamp,
    pub transaction_id: TransactionId,
    pub order_id: OrderId,
}

impl WriteBackValues {
    /// The text of a value. `time_text` writes the time as the database wants it.
    pub fn text(
        &self,
        parameter: Parameter,
        time_text: impl Fn(Timestamp) -> String,
    ) -> Option<String> {
        Some(match parameter {
            Parameter::Number => self.number.clone(),
            Parameter::TrackingNumber => self.tracking_number.clone(),
            Parameter::Carrier => self.carrier.clone(),
            Parameter::Service => self.service.clone(),
            Parameter::Cost => self.cost?.amount.to_string(),
            Parameter::Currency => self.cost?.currency.code().to_owned(),
            Parameter::Time => time_text(self.time),
            Parameter::TransactionId => self.transaction_id.to_string(),
            Parameter::OrderId => self.order_id.to_string(),
        })
    }
}
